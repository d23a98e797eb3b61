/* SPDX-License-Identifier: Apache-2.0 */
/* Objects with generated names in lifted scenarios: counted by their controlling owner, and named
 * by their prefix in the values that the program writes. */
#include "tests/kit/lift_kit.h"
#include "tests/kit/testing.h"

#define CREATE(id, ms, body, answer)                                                               \
	"{\"request\":{\"id\":" #id ",\"at\":\"" #ms "ms\",\"method\":\"POST\",\"path\":"          \
	"\"/api/v1/namespaces/d/configmaps\",\"headers\":{\"User-Agent\":\"ctl\"},\"body\":" body  \
	"}}\n{\"response\":{\"id\":" #id ",\"at\":\"" #ms "ms\",\"status\":201,\"body\":" answer   \
	"}}\n"

static void add_owner(struct strbuf *out, const char *name, unsigned rv)
{
	AUTO_STRBUF meta = STRBUF_INIT;

	strbuf_addf(&meta, ",\"uid\":\"%s\"", name);
	strbuf_addz(out, "{\"event\":{\"id\":2,\"at\":\"2s\",\"type\":\"ADDED\",\"object\":");
	lift_kit_add_object(out, name, meta.ptr, rv);
	strbuf_addz(out, "}}\n");
}

static void generated_children_are_counted_by_their_controlling_owner(void **state)
{
	static const struct {
		const char *references, *want;
	} cases[] = {
		{ "{\"name\":\"o1\",\"uid\":\"o1\"},{\"name\":\"o2\",\"uid\":\"o2\",\"controller\":"
		  "true}",
		  "'d/* owner=configmaps/d/o2': 2\n" },
		{ "{\"name\":\"o1\",\"uid\":\"o1\",\"controller\":true},{\"name\":\"o2\",\"uid\":"
		  "\"o2\"}",
		  "'d/* owner=configmaps/d/o1': 2\n" },
		{ "{\"name\":\"o1\",\"uid\":\"o1\"},{\"name\":\"o2\",\"uid\":\"o2\",\"controller\":"
		  "false}",
		  "'d/x*': 2\n" },
		{ "{\"name\":\"o3\",\"uid\":\"o3\",\"controller\":true}", "'d/x*': 2\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		add_owner(&text, "o1", 10);
		add_owner(&text, "o2", 11);
		for (unsigned k = 0; k < 2; k++) {
			AUTO_STRBUF meta = STRBUF_INIT;
			char name[8];

			(void)snprintf(name, sizeof(name), "x-%c", 'a' + (int)k);
			strbuf_addf(
			    &meta,
			    ",\"generateName\":\"x-\",\"uid\":\"%s\",\"ownerReferences\":[%s]",
			    name, cases[i].references);
			strbuf_addf(
			    &text,
			    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"POST\","
			    "\"path\":\"/api/v1/namespaces/d/configmaps\",\"headers\":{"
			    "\"User-Agent\":\"ctl\"},\"body\":{\"metadata\":{\"generateName\":"
			    "\"x-\",\"ownerReferences\":[%s]}}}}\n{\"response\":{\"id\":%u,"
			    "\"at\":\"%ums\",\"status\":201,\"body\":",
			    3 + k, 2100 + k, cases[i].references, 3 + k, 2100 + k);
			lift_kit_add_object(&text, name, meta.ptr, 12 + k);
			strbuf_addz(&text, "}}\n");
		}
		lift_kit_expect(&text, cases[i].want, true);
	}
}

/* A point in the prefix is no wildcard of the expression. */
static void value_with_a_generated_name_is_expected_by_its_prefix(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	add_owner(&text, "o1", 10);
	strbuf_addz(
	    &text,
	    CREATE(3, 2100, "{\"metadata\":{\"generateName\":\"x.y-\"}}",
		   "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
		   "\"x.y-abcde\",\"namespace\":\"d\",\"generateName\":\"x.y-\",\"uid\":\"u1\","
		   "\"resourceVersion\":\"11\"}}")
		CREATE(4, 2200, "{\"metadata\":{\"name\":\"b\"},\"data\":{\"k\":\"x.y-abcde\"}}",
		       "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
		       "\"b\",\"namespace\":\"d\",\"uid\":\"u2\",\"resourceVersion\":\"12\"},"
		       "\"data\":{\"k\":\"x.y-abcde\"}}"));
	lift_kit_expect(&text, "d/b: {data: {k: '/^x\\.y-/'}}", true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(generated_children_are_counted_by_their_controlling_owner),
		cmocka_unit_test(value_with_a_generated_name_is_expected_by_its_prefix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
