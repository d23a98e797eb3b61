/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings of controllers, lifted to be run with them: what made them fail stays in the scenario.
 */
#include "base/alloc.h"
#include "runner/lift/lift.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/lift_kit.h"
#include "tests/kit/text_input.h"
#include "tests/kit/trace_kit.h"

static void recordings_of_controllers_lift_to_the_golden_scenarios(void **state)
{
	static const struct {
		const char *name;
		const char *agents[2];
	} cases[] = {
		{ "bucket", { "node-fetch" } },
		{ "pool", { "pool" } },
		{ "site", { "kopf", "OpenAPI-Generator" } },
		{ "tomb", { "replicator" } },
		/* a user deletes children of an object that is being deleted */
		{ "teardown", { "zombie" } },
		/* the garbage collector deletes children that name an owner of an older UID */
		{ "owner", { "owner" } },
		/* a PUT without a resourceVersion from a cache that lags behind */
		{ "routes", { "ingmap" } },
		/* a watch from now after a 410 misses a deletion */
		{ "dns", { "node-fetch" } },
		/* the program ends at a bookmark; it writes annotations */
		{ "claims", { "OpenAPI-Generator" } },
		/* a watch with a field selector that begins with an existing object */
		{ "settings", { "OpenAPI-Generator" } },
		/* AlreadyExists for an object of another client */
		{ "accounts", { "kopf", "OpenAPI-Generator" } },
		/* a status that names an object with a generated name */
		{ "setup", { "quota" } },
		/* a user deletes one of three pods with generated names */
		{ "watchdog", { "watchdog" } },
		/* a kubelet's status of such pods, of which the program deletes the wrong one */
		{ "shrinker", { "kopf", "OpenAPI-Generator" } },
		/* two updates of a Job with a generated name, between which the program acts */
		{ "retries", { "jobs" } },
		/* an update in a version that lacks a field removes the field */
		{ "versions", { "vers/" } },
		/* a JSON patch by an index that another client moves while the program works */
		{ "finalizers", { "fin/" } },
		/* before its first watch it changes an object that was there */
		{ "installer", { "inst/" } },
		/* it lists on a timer and has no watch */
		{ "poller", { "endpoint-sync" } },
		/* a shared child that the first of its owners deletes */
		{ "tenants", { "inc" } },
		/* an apply takes a field of another manager over */
		{ "applies", { "inc" } },
		/* two updates while the program copies an older state */
		{ "generations", { "inc" } },
		/* another client creates an object again when the program has removed it */
		{ "teams", { "team" } },
		/* an update in the 150 ms between two writes of the program's work */
		{ "observed", { "team" } },
		/* an object of one type while events of another are held */
		{ "modes", { "idx" } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, path = STRBUF_INIT, out = STRBUF_INIT;

		strbuf_addf(&path, "tests/recordings/controllers/%s.jsonl", cases[i].name);
		read_text(path.ptr, &text);
		lift_kit_lift(strbuf_str(&text), cases[i].agents, 1 + (cases[i].agents[1] != NULL),
			      NULL, &out);
		strbuf_clear(&path);
		strbuf_addf(&path, "tests/golden/lift/controllers/%s.yaml", cases[i].name);
		assert_golden(path.ptr, strbuf_str(&out));
	}
}

/* --- made up --- */

static void conflict_with_a_foreign_write_becomes_a_fault_before_it(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
	lift_kit_add_event(&text, "MODIFIED", "a", 11, 2100);
	lift_kit_add_put(&text, 3, "a", 10, 409, 0, 2200);
	lift_kit_expect(&text,
			"  - fail: {match: UPDATE configmaps/d/a, status: 409, reason: Conflict}\n"
			"  - update: {configmaps/d/a: {}}",
			true);
}

static void conflict_with_its_own_write_becomes_no_step(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
	lift_kit_add_put(&text, 3, "a", 10, 200, 11, 2100);
	lift_kit_add_put(&text, 4, "a", 10, 409, 0, 2200);
	lift_kit_expect(&text, "fail:", false);
}

static void consecutive_errors_become_one_fault_at_their_start(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
	lift_kit_add_put(&text, 3, "a", 10, 200, 11, 2100);
	lift_kit_add_put(&text, 4, "a", 11, 500, 0, 2200);
	lift_kit_add_put(&text, 5, "a", 11, 500, 0, 2300);
	lift_kit_add_put(&text, 6, "a", 11, 500, 0, 2400);
	lift_kit_add_put(&text, 7, "a", 11, 200, 12, 2500);
	lift_kit_expect(&text,
			"  - fail: {match: UPDATE configmaps/d/a nth=2, status: 500, reason: "
			"InternalError, times: 3}\n",
			true);
}

/* Its texts are in another order than its numbers. */
static void version_with_one_digit_more_stays_between_its_writes(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "a", 97, 2000);
	lift_kit_add_event(&text, "MODIFIED", "a", 98, 2050);
	lift_kit_add_put(&text, 3, "b", 0, 200, 99, 2100);
	lift_kit_add_event(&text, "MODIFIED", "a", 101, 2200);
	lift_kit_expect(&text, "  server: {rv: 96}\n", true);
	lift_kit_expect(&text, "# rv 97\n", true);
	lift_kit_expect(&text, "# rv 99, was 101\n", true);
	strbuf_clear(&text);
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "a", 95, 2000);
	lift_kit_add_event(&text, "MODIFIED", "a", 99, 2050);
	lift_kit_expect(&text, "server:", false);
}

/* The scenario's server sends this response without a step. */
static void write_to_a_missing_object_becomes_no_step(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
	lift_kit_add_put(&text, 3, "b", 0, 404, 0, 2100);
	lift_kit_expect(&text, "fail:", false);
}

static void events_delayed_by_500_ms_become_a_hold(void **state)
{
	static const struct {
		unsigned late_ms;
		bool held;
	} rows[] = { { 0, false }, { 499, false }, { 500, true }, { 3000, true } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		lift_kit_add_put(&text, 3, "a", 10, 200, 11, 2100);
		lift_kit_add_event(&text, "MODIFIED", "a", 11, 2100 + rows[i].late_ms);
		lift_kit_add_event(&text, "ADDED", "b", 12, 9000);
		lift_kit_expect(&text,
				"  - hold: {at: event, type: configmaps}\n"
				"  - create: {configmaps/d/a: {}}",
				rows[i].held);
		lift_kit_expect(&text, "  - release: {at: event, type: configmaps}\n",
				rows[i].held);
	}
}

/* A foreign write after a quiet second: the scenario expects the program's objects before it. */
static void quiet_second_before_a_foreign_write_becomes_an_expectation(void **state)
{
	static const struct {
		unsigned ms;
		bool rests;
	} rows[] = { { 999, false }, { 1000, true } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		lift_kit_add_put(&text, 3, "a", 10, 200, 11, 2100);
		lift_kit_add_event(&text, "MODIFIED", "a", 11, 2100);
		lift_kit_add_event(&text, "ADDED", "b", 12, 2100 + rows[i].ms);
		lift_kit_expect(&text,
				"  - expect:\n      state:\n        configmaps:\n"
				"          d/a: any\n  - advance: 1.1s\n",
				rows[i].rests);
	}
}

static void add_made(struct strbuf *out, unsigned id, const char *name, unsigned rv, unsigned ms)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"POST\",\"path\":"
		    "\"/api/v1/namespaces/d/configmaps\",\"headers\":{\"User-Agent\":\"other\"}}}\n"
		    "{\"response\":{\"id\":%u,\"at\":\"%ums\",\"status\":201,\"body\":",
		    id, ms, id, ms);
	lift_kit_add_object(out, name, ",\"generateName\":\"x-\"", rv);
	strbuf_addz(out, "}}\n");
}

/* Also if the object is the first one of the recording, and the only one of its group. */
static void objects_with_generated_names_are_counted(void **state)
{
	static const struct {
		const char *before; /* an event, NULL: none */
		unsigned made;
		const char *gone, *want;
	} rows[] = {
		{ "a", 2, NULL, "        configmaps:\n          'd/x*': 2\n" },
		{ NULL, 1, NULL, "        configmaps:\n          'd/x*': 1\n" },
		{ NULL, 2, "x-1", "        configmaps:\n          'd/x*': 1\n" },
		{ "a", 1, "x-1", "        configmaps:\n          'd/x*': absent\n" },
		{ NULL, 1, "x-1", "        configmaps:\n          'd/x*': absent\n" },
	};
	static const char *const names[] = { "x-1", "x-2" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		if (rows[i].before)
			lift_kit_add_event(&text, "ADDED", rows[i].before, 10, 2000);
		for (unsigned k = 0; k < rows[i].made; k++)
			add_made(&text, 3 + k, names[k], 11 + k, 2100);
		if (rows[i].gone) {
			lift_kit_add_event(&text, "ADDED", rows[i].gone, 11, 2200);
			lift_kit_add_event(&text, "DELETED", rows[i].gone, 15, 9000);
		}
		lift_kit_expect(&text, rows[i].want, true);
		lift_kit_expect(&text, "x-1: ", false);
	}
}

#define PUT(id, at, place, from, data, answer)                                                     \
	"{\"request\":{\"id\":" #id ",\"at\":\"" at "\",\"method\":\"PUT\",\"path\":"              \
	"\"/api/v1/namespaces/d/configmaps/" place                                                 \
	"\",\"headers\":{\"User-Agent\":\"ctl\"},\"body\":{\"kind\":\"ConfigMap\","                \
	"\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"namespace\":\"d\","                  \
	"\"resourceVersion\":"                                                                     \
	"\"" from "\"},\"data\":" data "}}}\n"                                                     \
	"{\"response\":{\"id\":" #id ",\"at\":\"" at "\"," answer "}}\n"
#define CONFLICT                                                                                   \
	"\"status\":409,\"body\":{\"kind\":\"Status\",\"reason\":\"Conflict\",\"code\":409}"
#define HAD(type, rv, at, data)                                                                    \
	"{\"event\":{\"id\":2,\"at\":\"" at "\",\"type\":\"" type                                  \
	"\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"      \
	"\"a\","                                                                                   \
	"\"namespace\":\"d\",\"resourceVersion\":\"" rv "\"},\"data\":" data "}}}\n"

/* What it wrote has the values that it has at the end; of a lost write the old ones. */
static void contents_that_the_program_wrote_are_expected(void **state)
{
	static const struct {
		const char *lines, *want;
	} rows[] = {
		{ HAD("ADDED", "10", "2s", "{\"k\":\"1\",\"j\":\"1\"}")
		      HAD("MODIFIED", "11", "2.1s", "{\"k\":\"2\",\"j\":\"1\"}")
			  PUT(3, "2.2s", "a", "10", "{\"k\":\"1\",\"j\":\"9\"}", CONFLICT),
		  "          d/a: {data: {j: '1'}}\n" },
		{ HAD("ADDED", "10", "2s", "{}")
		      PUT(3, "2.2s", "a", "10", "{\"at\":\"2026-01-01T00:00:00Z\",\"v\":\"x\"}",
			  CONFLICT),
		  "          d/a: {data: {at: absent, v: absent}}\n" },
		/* JSON and paths, but no times */
		{ HAD("ADDED", "10", "2s",
		      "{\"j\":\"[{\\\"p\\\":80}]\",\"d\":\"/etc/x\",\"e\":\"/etc/\","
		      "\"t\":\"{\\\"t\\\":\\\"2026-01-01T00:00:00Z\\\"}\"}")
		      PUT(3, "2.2s", "a", "10",
			  "{\"j\":\"[]\",\"d\":\"/x\",\"e\":\"/\",\"t\":\"{}\"}", CONFLICT),
		  "          d/a: {data: {j: '[{\"p\":80}]', d: '/etc/x', e: '/^\\/etc\\/$/', "
		  "t: any}}\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addf(&text, "%s%s", LIFT_KIT_BEGIN, rows[i].lines);
		lift_kit_expect(&text, rows[i].want, true);
	}
}

#define OWNED(name)                                                                                \
	"\"metadata\":{\"name\":\"a\",\"namespace\":\"d\",\"finalizers\":[\"x\"],"                 \
	"\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"" name      \
	"\",\"uid\":\"38bfdee6-1111-2222-3333-444444444444\",\"controller\":true}]"

/* Whose child it is, and that it is not marked for deletion. */
static void owner_and_deletion_mark_of_its_object_are_expected(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(
	    &text, LIFT_KIT_BEGIN
	    "{\"request\":{\"id\":3,\"at\":\"2s\",\"method\":\"POST\",\"path\":"
	    "\"/api/v1/namespaces/d/configmaps\",\"headers\":{\"User-Agent\":\"ctl\"},"
	    "\"body\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"," OWNED(
		"p") "}}}}\n"
		     "{\"response\":{\"id\":3,\"at\":\"2.1s\",\"status\":201,\"body\":{\"kind\":"
		     "\"ConfigMap\",\"apiVersion\":\"v1\"," OWNED(
			 "p") ",\"resourceVersion\":\"11\"}}}}\n");
	lift_kit_expect(&text,
			"          d/a:\n            metadata: {finalizers: [x], ownerReferences: "
			"[{apiVersion: v1, kind: ConfigMap, name: p, controller: true, "
			"blockOwnerDeletion: absent}], deletionTimestamp: absent}\n",
			true);
}

/* A list with a label selector lacks an object that had the label. */
static void object_missing_in_a_selected_list_was_deleted(void **state)
{
	static const char recording[] = "{\"recording\":1,\"source\":{\"kind\":\"proxy\"}}\n"
#define LISTED(id, at, rv, items)                                                                  \
	"{\"request\":{\"id\":" #id ",\"at\":\"" at "\",\"conn\":1,\"method\":\"GET\","            \
	"\"path\":\"/api/v1/configmaps\",\"query\":{\"labelSelector\":\"a=b\"},"                   \
	"\"headers\":{\"User-Agent\":\"ctl\"}}}\n"                                                 \
	"{\"response\":{\"id\":" #id ",\"at\":\"" at "\",\"status\":200,\"body\":{\"kind\":"       \
	"\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" rv          \
	"\"},\"items\":[" items "]}}}\n"                                                           \
	"{\"request\":{\"id\":" #id "1,\"at\":\"" at "\",\"conn\":1,\"method\":\"GET\","           \
	"\"path\":\"/api/v1/configmaps\",\"query\":{\"watch\":\"true\",\"resourceVersion\":\"" rv  \
	"\",\"labelSelector\":\"a=b\"},\"headers\":{\"User-Agent\":\"ctl\"}}}\n"                   \
	"{\"response\":{\"id\":" #id "1,\"at\":\"" at "\",\"status\":200,\"stream\":true}}\n"
	    LISTED(1, "1s", "9",
		   "") "{\"event\":{\"id\":11,\"at\":\"2s\",\"type\":\"ADDED\","
		       "\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
		       "\"metadata\":{\"name\":\"a\",\"namespace\":\"d\","
		       "\"resourceVersion\":\"10\",\"labels\":{\"a\":\"b\"}}}}}\n"
		       "{\"close\":{\"id\":11,\"at\":\"3s\",\"how\":\"reset\"}}\n" LISTED(12, "4s",
											  "12", "");
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, recording);
	lift_kit_expect(&text, "  - delete: [configmaps/d/a]", true);
}

#define DIED                                                                                       \
	"{\"hangup\":{\"id\":2,\"at\":\"3s\"}}\n"                                                  \
	"{\"disconnect\":{\"conn\":1,\"at\":\"3s\",\"by\":\"client\",\"how\":\"fin\"}}\n"          \
	"{\"request\":{\"id\":8,\"at\":\"5s\",\"conn\":3,\"method\":\"GET\","                      \
	"\"path\":\"/api/v1/configmaps\",\"headers\":{\"User-Agent\":\"ctl\"}}}\n"                 \
	"{\"response\":{\"id\":8,\"at\":\"5s\",\"status\":200,\"body\":{\"kind\":"                 \
	"\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"20\"},"       \
	"\"items\":["
#define BACK                                                                                       \
	"]}}}\n{\"request\":{\"id\":9,\"at\":\"5s\",\"conn\":3,\"method\":\"GET\","                \
	"\"path\":\"/api/v1/configmaps\",\"query\":{\"watch\":\"true\",\"resourceVersion\":"       \
	"\"20\"},\"headers\":{\"User-Agent\":\"ctl\"}}}\n"                                         \
	"{\"response\":{\"id\":9,\"at\":\"5s\",\"status\":200,\"stream\":true}}\n"

/* The unanswered write is the moment at which the program was killed; the list of the next
 * process shows whether the write took effect. */
static void unanswered_write_becomes_a_kill_before_its_cause(void **state)
{
	static const struct {
		bool writes;
		unsigned listed;
		const char *want;
	} rows[] = {
		{ true, 10,
		  "  - kill: {subject: configmaps, before: UPDATE configmaps/d/a}\n"
		  "  - create: {configmaps/d/a: {}}" },
		{ true, 11,
		  "  - kill: {subject: configmaps, after: UPDATE configmaps/d/a}\n"
		  "  - create: {configmaps/d/a: {}}" },
		{ false, 10, "  - crash: {informer: configmaps}\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		if (rows[i].writes) {
			strbuf_addz(&text, "{\"request\":{\"id\":3,\"at\":\"2100ms\",\"conn\":1,"
					   "\"method\":\"PUT\",\"path\":"
					   "\"/api/v1/namespaces/d/configmaps/a\",\"headers\":{"
					   "\"User-Agent\":\"ctl\"},\"body\":");
			lift_kit_add_object(&text, "a", "", 10);
			strbuf_addz(&text, "}}\n");
		}
		strbuf_addz(&text, DIED);
		lift_kit_add_object(&text, "a", "", rows[i].listed);
		strbuf_addz(&text, BACK);
		lift_kit_expect(&text, rows[i].want, true);
		lift_kit_expect(&text, "  - restart: {informer: configmaps}\n", true);
		lift_kit_expect(&text, "disconnect:", false);
	}
}

static void oversized_story_is_refused_with_a_suggestion(void **state)
{
	/* many small writes, or few large ones */
	static const struct {
		unsigned writes, bytes;
	} rows[] = { { 40000, 1 }, { 500, 10000 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct lift__options opt = { .name = STR("x"), .from_ns = -1, .to_ns = -1 };
		AUTO_STRBUF text = STRBUF_INIT, pad = STRBUF_INIT;
		struct relist_err err = { 0 };
		struct lift__result result;
		struct rec__reader reader;
		struct rec__line line;
		struct lift *l = lift__new(&opt, &err);
		struct str in;

		for (unsigned n = 0; n < rows[i].bytes; n++)
			strbuf_addc(&pad, 'x');
		strbuf_addz(&text, LIFT_KIT_BEGIN);
		for (unsigned n = 0; n < rows[i].writes; n++)
			strbuf_addf(&text,
				    "{\"event\":{\"id\":2,\"at\":\"2s\",\"type\":\"ADDED\","
				    "\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
				    "\"metadata\":{\"name\":\"n%u\",\"namespace\":\"d\","
				    "\"resourceVersion\":\"%u\"},\"data\":{\"a\":\"%s%u\"}}}}\n",
				    n, 10 + n, pad.ptr, n);
		in = strbuf_str(&text);
		lift__result_init(&result);
		assert_int_equal(rec__reader_init(&reader, (struct rec__input) { text_input, &in },
						  0, &err),
				 0);
		assert_int_equal(lift__header(l, &reader.header, &err), 0);
		while (rec__read(&reader, &line, &err) == 1)
			assert_int_equal(lift__line(l, &line, &err), 0);
		assert_int_equal(lift__finish(l, &result, &err), RELIST_ELIMIT);
		if (!strstr(err.msg, "narrow the story with --key"))
			fail_msg("%s", err.msg);
		lift__result_fini(&result);
		lift__free(l);
		rec__reader_fini(&reader);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recordings_of_controllers_lift_to_the_golden_scenarios),
		cmocka_unit_test(conflict_with_a_foreign_write_becomes_a_fault_before_it),
		cmocka_unit_test(conflict_with_its_own_write_becomes_no_step),
		cmocka_unit_test(consecutive_errors_become_one_fault_at_their_start),
		cmocka_unit_test(version_with_one_digit_more_stays_between_its_writes),
		cmocka_unit_test(write_to_a_missing_object_becomes_no_step),
		cmocka_unit_test(events_delayed_by_500_ms_become_a_hold),
		cmocka_unit_test(unanswered_write_becomes_a_kill_before_its_cause),
		cmocka_unit_test(oversized_story_is_refused_with_a_suggestion),
		cmocka_unit_test(quiet_second_before_a_foreign_write_becomes_an_expectation),
		cmocka_unit_test(objects_with_generated_names_are_counted),
		cmocka_unit_test(contents_that_the_program_wrote_are_expected),
		cmocka_unit_test(owner_and_deletion_mark_of_its_object_are_expected),
		cmocka_unit_test(object_missing_in_a_selected_list_was_deleted),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
