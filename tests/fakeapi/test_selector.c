/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "fakeapi/discovery/discovery.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/storage/selector.h"

static struct fakeapi__store store;
static struct fakeapi__bucket *bucket;
static struct fakeapi__registry *registry;

static int setup(void **state)
{
	cJSON *obj =
	    cJSON_Parse("{\"metadata\":{\"name\":\"p\",\"namespace\":\"ns\",\"labels\":{"
			"\"app\":\"x\",\"n\":\"7\",\"a.b/c\":\"\"}},\"spec\":{\"nodeName\":"
			"\"n1\",\"hostNetwork\":true},\"status\":{\"phase\":\"Running\"}}");

	(void)state;
	fakeapi__store_init(&store, 0, 0);
	bucket = fakeapi__store_bucket(&store, STR(""), STR("pods"), true);
	registry = fakeapi__registry_new();
	if (!obj ||
	    fakeapi__store_write(&store, bucket, STR("ns"), STR("p"), obj, NULL, false, 0) < 0)
		return -1;
	cJSON_Delete(obj);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fakeapi__store_fini(&store);
	fakeapi__registry_free(registry);
	return 0;
}

static const char *message(const struct fakeapi__status *st)
{
	return fakeapi__get_str(st->doc, "message");
}

static void label_selector_matches_as_in_apimachinery(void **state)
{
	static const struct {
		const char *selector;
		bool selected;
	} cases[] = {
		{ "", true },
		{ "app", true },
		{ "!app", false },
		{ "!none", true },
		{ "app=x", true },
		{ "app==x", true },
		{ " app = x ", true },
		{ "app!=x", false },
		{ "none!=x", true },
		{ "app in (x,y)", true },
		{ "app in (y)", false },
		{ "app notin (y)", true },
		{ "none notin (y)", true },
		{ "app in (,x)", true },
		{ "a.b/c=", true },
		{ "a.b/c in ()x", false },
		{ "n>6", true },
		{ "n<10", true },
		{ "n<9", true },
		{ "n>0", true },
		/* more than sixteen terms are looked up in a table */
		{ "app,app,app,app,app,app,app,app,app,app,app,app,app,app,app,app,n=7", true },
		{ "app,app,app,app,app,app,app,app,app,app,app,app,app,app,app,app,n=8", false },
		{ "n!=7,app,app,app,app,app,app,app,app,app,app,app,app,app,app,app,app", false },
		{ "n in (7),a.b/c=,app,app,app,app,app,app,app,app,app,app,app,app,app,app,app",
		  true },
		{ "app=y,app,app,app,app,app,app,app,app,app,app,app,app,app,app,app,n", false },
		{ "app,app,app,app,app,app,app,app,app,app,app,app,app,app,app,app,!none", true },
		{ "app,app,app,app,app,app,app,app,app,app,app,app,app,app,app,app,n>7", false },
		{ "n>7", false },
		{ "n<8", true },
		{ "app>5", false },
		{ "app=x,n=7", true },
		{ "app=x,n=8", false },
		{ "in=in", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__selection s;
		struct fakeapi__status st;
		bool ok;

		fakeapi__selection_init(&s);
		fakeapi__status_init(&st);
		ok = fakeapi__selection_add_labels(&s, str_of(cases[i].selector), LABEL_CHARACTERS,
						   &st) == 0;
		if (ok != (strstr(cases[i].selector, "()") == NULL))
			fail_msg("%s: %s", cases[i].selector, message(&st));
		if (ok && fakeapi__selection_has_state(&s, bucket->blocks[0]->items[0],
						       bucket->blocks[0]->items[0]->head) !=
			      cases[i].selected)
			fail_msg("%s", cases[i].selector);
		fakeapi__selection_fini(&s);
		fakeapi__status_fini(&st);
	}
}

static void label_selector_errors_equal_those_of_apimachinery(void **state)
{
	static const struct {
		const char *selector, *message;
	} cases[] = {
		{ "app=x=y", "found '=', expected: ',' or 'end of string'" },
		{ "a b=c",
		  "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, "
		  "lt" },
		{ "app in x", "unable to parse requirement: found 'x' expected: '('" },
		{ "app in (x", "unable to parse requirement: found '', expected: ',' or ')'" },
		{ "app,", "found '', expected: identifier after ','" },
		{ "=x", "found '=', expected: !, identifier, or 'end of string'" },
		{ "n>x",
		  "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' "
		  "operators, the value must be an integer" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__selection s;
		struct fakeapi__status st;

		fakeapi__selection_init(&s);
		fakeapi__status_init(&st);
		assert_int_equal(fakeapi__selection_add_labels(&s, str_of(cases[i].selector),
							       LABEL_CHARACTERS, &st),
				 -1);
		assert_int_equal(st.code, 400);
		assert_string_equal(message(&st), cases[i].message);
		fakeapi__selection_fini(&s);
		fakeapi__status_fini(&st);
	}
}

static void field_selector_matches_the_fields_of_the_type(void **state)
{
	static const struct {
		const char *selector;
		int selected; /* -1: 400 */
	} cases[] = {
		{ "metadata.name=p", 1 },
		{ "metadata.name!=p", 0 },
		{ "metadata.namespace=ns", 1 },
		{ "spec.nodeName=n1", 1 },
		{ "spec.nodeName=", 0 },
		{ "spec.host=n1", 1 },
		{ "status.phase==Running", 1 },
		{ "status.phase!=Running", 0 },
		{ "spec.hostNetwork=true", 1 },
		{ "status.podIP=", 1 },
		{ "metadata.name=p,spec.nodeName=n2", 0 },
		{ ",,metadata.name=p", 1 },
		{ "metadata.name=a\\,b", 0 },
		{ "metadata.name=a\\x", -1 },
		{ "metadata.name=a=b", -1 },
		{ "spec.foo=bar", -1 },
		{ "metadata.name", -1 },
	};
	const struct fakeapi__resource *pods =
	    fakeapi__registry_find(registry, STR(""), STR("v1"), STR("pods"));

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__selection s;
		struct fakeapi__status st;
		int rc;

		fakeapi__selection_init(&s);
		fakeapi__status_init(&st);
		rc = fakeapi__selection_add_fields(&s, pods, str_of(cases[i].selector), &st);
		if ((rc < 0) != (cases[i].selected < 0))
			fail_msg("%s: %s", cases[i].selector, message(&st));
		if (rc == 0 && fakeapi__selection_has_state(&s, bucket->blocks[0]->items[0],
							    bucket->blocks[0]->items[0]->head) !=
				   (cases[i].selected == 1))
			fail_msg("%s", cases[i].selector);
		fakeapi__selection_fini(&s);
		fakeapi__status_fini(&st);
	}
}

static void selector_parser_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct fakeapi__selection s;
		struct fakeapi__status st;

		fakeapi__selection_init(&s);
		fakeapi__status_init(&st);
		if (fakeapi__selection_add_labels(&s, STR("app in (x,y),!z,n>3"), LABEL_CHARACTERS,
						  &st) < 0)
			assert_int_equal(st.code, 0);
		fakeapi__selection_fini(&s);
		fakeapi__status_fini(&st);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(label_selector_matches_as_in_apimachinery),
		cmocka_unit_test(label_selector_errors_equal_those_of_apimachinery),
		cmocka_unit_test(field_selector_matches_the_fields_of_the_type),
		cmocka_unit_test(selector_parser_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, setup, teardown);
}
