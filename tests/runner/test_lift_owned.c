/* SPDX-License-Identifier: Apache-2.0 */
/* Lifted objects that the program under test created: writes of other clients, of the garbage
 * collector and of the server become steps, the program's own writes do not. */
#include "base/alloc.h"
#include "tests/kit/lift_kit.h"
#include "tests/kit/text_input.h"
#include "tests/kit/trace_kit.h"

/* A request by ctl and its response; NULL: no body. */
static void add_call(struct strbuf *out, unsigned id, unsigned ms, const char *method,
		     const char *more, const char *body, int status, const char *answer)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"conn\":1,\"method\":\"%s\",\"path\":"
		    "\"/api/v1/namespaces/d/configmaps%s,\"headers\":{\"User-Agent\":\"ctl\"}",
		    id, ms, method, more);
	if (body)
		strbuf_addf(out, ",\"body\":%s", body);
	strbuf_addf(out,
		    "}}\n{\"response\":{\"id\":%u,\"at\":\"%ums\",\"status\":%d,\"body\":%s}}\n",
		    id, ms, status, answer);
}

#define STATUS(reason)                                                                             \
	"{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"" reason                          \
	"\",\"reason\":\"" reason "\"}"

/* ctl creates the ConfigMap `a`. */
static void add_creation(struct strbuf *out)
{
	AUTO_STRBUF object = STRBUF_INIT;

	strbuf_addz(out, LIFT_KIT_BEGIN);
	lift_kit_add_event(out, "ADDED", "cause", 10, 2000);
	lift_kit_add_object(&object, "a", "", 11);
	add_call(out, 3, 2100, "POST", "\"", object.ptr, 201, object.ptr);
	lift_kit_add_event(out, "ADDED", "a", 11, 2101);
}

static void deletion_by_another_client_becomes_a_step_after_the_creation(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	add_creation(&text);
	lift_kit_add_event(&text, "DELETED", "a", 12, 2200);
	lift_kit_expect(&text,
			"  - expect:\n      state:\n        configmaps:\n          d/a: any\n"
			"  - advance: 200ms\n"
			"  - delete: [configmaps/d/a]",
			true);
}

static void deletion_by_the_program_becomes_no_step(void **state)
{
	static const struct {
		const char *more;
		bool own;
	} rows[] = {
		{ "/a\"", true },
		{ "\"", true },
		{ "\",\"query\":{\"labelSelector\":\"x=y\"}", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		add_creation(&text);
		add_call(&text, 4, 2200, "DELETE", rows[i].more, NULL, 200, STATUS("Success"));
		lift_kit_add_event(&text, "DELETED", "a", 12, 2201);
		lift_kit_expect(&text, "  - delete: [configmaps/d/a]", !rows[i].own);
	}
}

/* The pod has two versions: with a deletionTimestamp, and deleted. */
static void deletion_with_a_grace_period_by_the_program_becomes_no_step(void **state)
{
	static const char marked[] = ",\"deletionTimestamp\":\"2026-11-23T18:44:17Z\"";
	AUTO_STRBUF text = STRBUF_INIT, object = STRBUF_INIT;

	(void)state;
	add_creation(&text);
	lift_kit_add_object(&object, "a", marked, 13);
	add_call(&text, 4, 2200, "DELETE", "/a\"", NULL, 200, object.ptr);
	strbuf_addz(&text,
		    "{\"event\":{\"id\":2,\"at\":\"2201ms\",\"type\":\"MODIFIED\",\"object\":");
	lift_kit_add_object(&text, "a", marked, 12);
	strbuf_addz(&text, "}}\n");
	strbuf_addf(&text,
		    "{\"event\":{\"id\":2,\"at\":\"2202ms\",\"type\":\"DELETED\",\"object\":%s}}\n",
		    object.ptr);
	lift_kit_expect(&text, "  - delete:", false);
	lift_kit_expect(&text, "  - update:", false);
}

/* The response to a write without a change has the version of another client's write. */
static void write_without_a_change_does_not_own_an_earlier_write(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	add_creation(&text);
	lift_kit_add_event(&text, "MODIFIED", "a", 12, 2200);
	lift_kit_add_put(&text, 4, "a", 12, 200, 12, 2300);
	lift_kit_expect(&text, "  - update: {configmaps/d/a: {}}", true);
}

static void refused_creation_shows_the_object_of_another_client(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT, object = STRBUF_INIT, again = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "cause", 10, 2000);
	lift_kit_add_object(&object, "b", "", 11);
	add_call(&text, 3, 2100, "POST", "\"", object.ptr, 409, STATUS("AlreadyExists"));
	lift_kit_expect(&text, "  - create:\n      configmaps/d/b: {}", true);

	/* its own object: nothing to create */
	add_creation(&again);
	strbuf_clear(&object);
	lift_kit_add_object(&object, "a", "", 11);
	add_call(&again, 4, 2300, "POST", "\"", object.ptr, 409, STATUS("AlreadyExists"));
	lift_kit_expect(&again, "configmaps/d/a: {}", false);
}

static void child_of_a_deleted_owner_becomes_garbage(void **state)
{
	static const char owned[] =
	    ",\"uid\":\"u-a\",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
	    "\"name\":\"cause\",\"uid\":\"u-cause\",\"controller\":true}]";
	static const struct {
		bool owner_goes;
		const char *want;
	} rows[] = { { true, "  - gc\n" }, { false, "  - delete: [configmaps/d/a]" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT, child = STRBUF_INIT, gone = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		strbuf_addz(&text,
			    "{\"event\":{\"id\":2,\"at\":\"2s\",\"type\":\"ADDED\",\"object\":");
		lift_kit_add_object(&text, "cause", ",\"uid\":\"u-cause\"", 10);
		strbuf_addz(&text, "}}\n");
		lift_kit_add_object(&child, "a", owned, 11);
		lift_kit_add_object(&gone, "a", owned, 13);
		add_call(&text, 3, 2100, "POST", "\"", child.ptr, 201, child.ptr);
		if (rows[i].owner_goes)
			lift_kit_add_event(&text, "DELETED", "cause", 12, 3000);
		strbuf_addf(
		    &text,
		    "{\"event\":{\"id\":2,\"at\":\"3100ms\",\"type\":\"DELETED\",\"object\":%s}}\n",
		    gone.ptr);
		lift_kit_expect(&text, rows[i].want, true);
	}
}

/* The list after a watch that ended. */
static const char next_list[] =
    "{\"request\":{\"id\":5,\"at\":\"3.1s\",\"conn\":2,\"method\":\"GET\",\"path\":\"/api/v1/"
    "configmaps\","
    "\"headers\":{\"User-Agent\":\"ctl\"}}}\n"
    "{\"response\":{\"id\":5,\"at\":\"3.1s\",\"status\":200,\"body\":{\"kind\":\"ConfigMapList\","
    "\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"11\"},\"items\":[{\"metadata\":{"
    "\"name\":\"cause\",\"namespace\":\"d\",\"uid\":\"u\",\"resourceVersion\":\"10\"}}]}}}\n";

/* A creation by ctl with a name that the server generates. */
static void add_generated(struct strbuf *out, unsigned id, const char *name, const char *uid,
			  unsigned rv, unsigned ms)
{
	AUTO_STRBUF object = STRBUF_INIT, meta = STRBUF_INIT;

	strbuf_addf(&meta, ",\"generateName\":\"x-\",\"uid\":\"%s\"", uid);
	lift_kit_add_object(&object, name, meta.ptr, rv);
	add_call(
	    out, id, ms, "POST", "\"",
	    "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"generateName\":\"x-\"}}",
	    201, object.ptr);
}

/* An event of ctl's watch; `more`: members of the metadata, and after them of the object. */
static void add_change(struct strbuf *out, const char *type, const char *name, const char *more,
		       unsigned rv, unsigned ms)
{
	AUTO_STRBUF object = STRBUF_INIT;

	strbuf_addf(&object,
		    "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\","
		    "\"namespace\":\"d\",\"resourceVersion\":\"%u\"%s}",
		    name, rv, more);
	strbuf_addf(out, "{\"event\":{\"id\":2,\"at\":\"%ums\",\"type\":\"%s\",\"object\":%s}}\n",
		    ms, type, object.ptr);
}

#define MEMBERS(uid, data) ",\"generateName\":\"x-\",\"uid\":\"" uid "\"},\"data\":" data

/* Two objects whose order of creation is not the order of their names. */
static void add_two_generated(struct strbuf *out)
{
	strbuf_addz(out, LIFT_KIT_BEGIN);
	lift_kit_add_event(out, "ADDED", "cause", 10, 2000);
	add_generated(out, 3, "x-z", "u1", 11, 2100);
	add_generated(out, 4, "x-a", "u2", 12, 2110);
}

static void write_of_others_to_an_object_with_a_generated_name_has_its_number(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	add_two_generated(&text);
	add_change(&text, "MODIFIED", "x-a", MEMBERS("u2", "{\"k\":\"1\"}"), 13, 2200);
	add_change(&text, "DELETED", "x-z", MEMBERS("u1", "{}"), 14, 2210);
	lift_kit_expect(
	    &text,
	    "          'd/x*#2': any\n  - advance: 200ms\n"
	    "  - update: {'configmaps/d/x*#2': {data: {k: '1'}}, missing: skip}  # rv 3, was 13\n"
	    "  - expect:\n      state:\n        configmaps:\n"
	    "          'd/x*': 2\n          'd/x*#1': any\n"
	    "  - delete: {keys: ['configmaps/d/x*#1'], missing: skip}",
	    true);
	lift_kit_expect(&text, "x-a", false);
	lift_kit_expect(&text, "x-z", false);
}

/* Otherwise the run would expect one object although the program has created two. */
static void number_of_objects_is_not_expected_before_the_program_creates_more(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "cause", 10, 2000);
	add_generated(&text, 3, "x-z", "u1", 11, 2100);
	add_change(&text, "MODIFIED", "x-z", MEMBERS("u1", "{\"k\":\"1\"}"), 12, 2110);
	add_generated(&text, 4, "x-a", "u2", 13, 2120);
	lift_kit_expect(&text, "configmaps:\n          'd/x*#1': any\n  - advance:", true);
	lift_kit_expect(&text, "'d/x*': 1\n", false);
	lift_kit_expect(&text, "'d/x*': 2\n", true);
}

/* The numbers of two programs may be equal although one deletes the wrong object. */
static void objects_that_others_wrote_are_expected_if_the_program_deletes_one(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	add_two_generated(&text);
	add_change(&text, "MODIFIED", "x-z", MEMBERS("u1", "{\"k\":\"1\"}"), 13, 2200);
	add_change(&text, "MODIFIED", "x-a", MEMBERS("u2", "{\"k\":\"2\"}"), 14, 2210);
	lift_kit_expect(&text, "d/x*#1': absent", false);
	add_call(&text, 5, 2300, "DELETE", "/x-z\"", NULL, 200, STATUS("Success"));
	add_change(&text, "DELETED", "x-z", MEMBERS("u1", "{\"k\":\"1\"}"), 15, 2310);
	lift_kit_expect(
	    &text, "          'd/x*': 1\n          'd/x*#1': absent\n          'd/x*#2': any\n",
	    true);
}

/* The recording does not show that the program chose the names at random. */
static void names_that_the_program_makes_are_numbered_if_an_option_says_so(void **state)
{
	static const char update[] = "  - update: {'configmaps/d/web*#2': {data: {k: '1'}}, "
				     "missing: skip}  # rv 3, was 13\n";
	AUTO_STRBUF text = STRBUF_INIT, one = STRBUF_INIT, two = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "cause", 10, 2000);
	lift_kit_add_object(&one, "web-9z81x", "", 11);
	add_call(&text, 3, 2100, "POST", "\"", one.ptr, 201, one.ptr);
	lift_kit_add_object(&two, "web-1a2b3", "", 12);
	add_call(&text, 4, 2110, "POST", "\"", two.ptr, 201, two.ptr);
	add_change(&text, "MODIFIED", "web-1a2b3", "},\"data\":{\"k\":\"1\"}", 13, 2200);
	lift_kit_add_put(&text, 5, "web-9z81x", 11, 500, 0, 2300);
	lift_kit_expect(&text, update, false);
	lift_kit_expect(&text, "          d/web-9z81x: any\n", true);
	lift_kit_generated = "configmaps/*/web-*";
	lift_kit_expect(&text, update, true);
	lift_kit_expect(&text, "          'd/web*': 2\n", true);
	lift_kit_expect(&text, "  - fail: {match: UPDATE configmaps/d/web-*, status: 500", false);
	lift_kit_expect(&text, "match: 'UPDATE configmaps/d/web-*'", true);
	lift_kit_expect(&text, "9z81x", false);
	lift_kit_generated = "configmaps/*/db-*";
	lift_kit_expect(&text, update, false);
	lift_kit_generated = NULL;
}

static void refused_write_to_a_generated_name_is_matched_by_its_prefix(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	add_two_generated(&text);
	lift_kit_add_put(&text, 5, "x-z", 11, 200, 13, 2200);
	lift_kit_add_put(&text, 6, "x-a", 12, 500, 0, 2210);
	lift_kit_expect(&text, "  - fail: {match: 'UPDATE configmaps/d/x-* nth=2', status: 500",
			true);
}

/* The UID and the generated name of the program's object differ in each run. */
static void uid_and_generated_name_in_a_write_of_others_are_bound_by_an_expectation(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	add_two_generated(&text);
	add_change(
	    &text, "ADDED", "child",
	    ",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"x-a\","
	    "\"uid\":\"u2\"}]},\"data\":{\"of\":\"x-a\"}",
	    13, 2200);
	lift_kit_expect(&text, "          'd/x*#2': {metadata: {uid: $c2}}\n", true);
	lift_kit_expect(&text, "          'd/x*#2': {metadata: {name: $c1}}\n", true);
	lift_kit_expect(&text, "uid: $c2", true);
	lift_kit_expect(&text, "data: {of: $c1}", true);
	lift_kit_expect(&text, "u2", false);
}

/* The watch of LIFT_KIT_BEGIN gets 410 at `ms` (0: it does not); ctl ends it and its connection,
 * and lists again. */
static void add_ended_watch(struct strbuf *out, unsigned ms)
{
	if (ms)
		strbuf_addf(out,
			    "{\"event\":{\"id\":2,\"at\":\"%ums\",\"type\":\"ERROR\",\"object\":{"
			    "\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\","
			    "\"reason\":\"Expired\",\"code\":410}}}\n",
			    ms);
	strbuf_addz(
	    out, "{\"hangup\":{\"id\":2,\"at\":\"2s\"}}\n"
		 "{\"disconnect\":{\"conn\":1,\"at\":\"2s\",\"by\":\"client\",\"how\":\"fin\"}}\n");
	strbuf_addz(out, next_list);
}

static void client_that_ends_a_failed_watch_was_not_restarted(void **state)
{
	(void)state;
	for (unsigned failed = 0; failed < 2; failed++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "cause", 10, 1500);
		add_ended_watch(&text, failed * 2000);
		lift_kit_expect(&text, "  - crash: ", !failed);
	}
}

static void expiry_of_a_new_watch_is_a_compaction_and_of_a_live_one_a_failure(void **state)
{
	static const struct {
		unsigned ms;
		bool is_new;
	} rows[] = { { 1001, true }, { 1250, true }, { 1251, false }, { 1900, false } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		add_ended_watch(&text, rows[i].ms);
		lift_kit_expect(&text, "  - compact: {to: now}", rows[i].is_new);
		lift_kit_expect(&text,
				"  - fail: {match: WATCH configmaps, status: 410, reason: Expired, "
				"how: in-stream}",
				!rows[i].is_new);
	}
}

static void all_garbage_of_an_owner_is_collected_in_one_step(void **state)
{
	static const char owned[] =
	    ",\"uid\":\"u-%s\",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
	    "\"name\":\"cause\",\"uid\":\"u-cause\",\"controller\":true}]";
	static const char *const agents[] = { "ctl", "other" };
	static const char *const names[] = { "a", "b" };
	AUTO_STRBUF text = STRBUF_INIT, out = STRBUF_INIT;
	const char *step;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	strbuf_addz(&text, "{\"event\":{\"id\":2,\"at\":\"2s\",\"type\":\"ADDED\",\"object\":");
	lift_kit_add_object(&text, "cause", ",\"uid\":\"u-cause\"", 10);
	strbuf_addz(&text, "}}\n");
	for (unsigned i = 0; i < 2; i++) {
		AUTO_STRBUF meta = STRBUF_INIT, child = STRBUF_INIT;

		strbuf_addf(&meta, owned, names[i]);
		lift_kit_add_object(&child, names[i], meta.ptr, 11 + i);
		add_call(&text, 3 + i, 2100 + i, "POST", "\"", child.ptr, 201, child.ptr);
	}
	lift_kit_add_event(&text, "DELETED", "cause", 13, 3000);
	for (unsigned i = 0; i < 2; i++) {
		AUTO_STRBUF meta = STRBUF_INIT;

		strbuf_addf(&meta, owned, names[i]);
		strbuf_addf(&text,
			    "{\"event\":{\"id\":2,\"at\":\"%ums\",\"type\":\"DELETED\",\"object\":",
			    3100 + i);
		lift_kit_add_object(&text, names[i], meta.ptr, 14 + i);
		strbuf_addz(&text, "}}\n");
	}
	lift_kit_lift(strbuf_str(&text), agents, 2, NULL, &out);
	step = strstr(out.ptr, "  - gc\n");
	if (!step || strstr(step + 1, "  - gc\n"))
		fail_msg("not one step in\n%s", out.ptr);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deletion_by_another_client_becomes_a_step_after_the_creation),
		cmocka_unit_test(deletion_by_the_program_becomes_no_step),
		cmocka_unit_test(deletion_with_a_grace_period_by_the_program_becomes_no_step),
		cmocka_unit_test(write_without_a_change_does_not_own_an_earlier_write),
		cmocka_unit_test(refused_creation_shows_the_object_of_another_client),
		cmocka_unit_test(child_of_a_deleted_owner_becomes_garbage),
		cmocka_unit_test(write_of_others_to_an_object_with_a_generated_name_has_its_number),
		cmocka_unit_test(number_of_objects_is_not_expected_before_the_program_creates_more),
		cmocka_unit_test(objects_that_others_wrote_are_expected_if_the_program_deletes_one),
		cmocka_unit_test(names_that_the_program_makes_are_numbered_if_an_option_says_so),
		cmocka_unit_test(refused_write_to_a_generated_name_is_matched_by_its_prefix),
		cmocka_unit_test(
		    uid_and_generated_name_in_a_write_of_others_are_bound_by_an_expectation),
		cmocka_unit_test(client_that_ends_a_failed_watch_was_not_restarted),
		cmocka_unit_test(expiry_of_a_new_watch_is_a_compaction_and_of_a_live_one_a_failure),
		cmocka_unit_test(all_garbage_of_an_owner_is_collected_in_one_step),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
