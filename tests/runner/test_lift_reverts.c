/* SPDX-License-Identifier: Apache-2.0 */
/* Writes of the program that take back another client's, and deletions whose responses were lost.
 */
#include "tests/kit/lift_kit.h"
#include "tests/kit/testing.h"

static void add_modified(struct strbuf *out, const char *meta, unsigned rv, unsigned ms)
{
	strbuf_addf(out,
		    "{\"event\":{\"id\":2,\"at\":\"%ums\",\"type\":\"MODIFIED\",\"object\":", ms);
	lift_kit_add_object(out, "a", meta, rv);
	strbuf_addz(out, "}}\n");
}

/* Another client's list of finalizers, then what a PUT without a version makes of it. */
static void item_of_a_list_that_returns_or_vanishes_is_a_revert(void **state)
{
	static const struct {
		const char *base, *other, *own;
		bool held;
	} cases[] = {
		{ "", "\"e.io/y\"", "", true },
		{ "\"e.io/x\"", "\"e.io/x\",\"e.io/y\"", "\"e.io/x\",\"e.io/z\"", true },
		{ "\"e.io/x\",\"e.io/y\"", "\"e.io/x\"", "\"e.io/x\",\"e.io/y\",\"e.io/z\"", true },
		{ "\"e.io/x\"", "\"e.io/x\",\"e.io/y\"", "\"e.io/y\",\"e.io/z\"", false },
		{ "\"e.io/x\"", "\"e.io/x\",\"e.io/y\"", "\"e.io/x\",\"e.io/y\"", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, base = STRBUF_INIT, other = STRBUF_INIT,
			    own = STRBUF_INIT;

		strbuf_addf(&base, ",\"finalizers\":[%s]", cases[i].base);
		strbuf_addf(&other, ",\"finalizers\":[%s]", cases[i].other);
		strbuf_addf(&own, ",\"finalizers\":[%s]", cases[i].own);
		strbuf_addz(&text, LIFT_KIT_BEGIN);
		strbuf_addz(&text,
			    "{\"event\":{\"id\":2,\"at\":\"2s\",\"type\":\"ADDED\",\"object\":");
		lift_kit_add_object(&text, "a", base.ptr, 10);
		strbuf_addz(&text, "}}\n");
		add_modified(&text, other.ptr, 11, 2100);
		strbuf_addz(&text,
			    "{\"request\":{\"id\":3,\"at\":\"2200ms\",\"method\":\"PUT\",\"path\":"
			    "\"/api/v1/namespaces/d/configmaps/a\",\"headers\":{\"User-Agent\":"
			    "\"ctl\"},\"body\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
			    "\"metadata\":{\"name\":\"a\",\"namespace\":\"d\"");
		strbuf_addf(
		    &text,
		    "%s}}}}\n{\"response\":{\"id\":3,\"at\":\"2200ms\",\"status\":200,\"body\":",
		    own.ptr);
		lift_kit_add_object(&text, "a", own.ptr, 12);
		strbuf_addz(&text, "}}\n");
		lift_kit_add_event(&text, "ADDED", "c", 14, 9000);
		lift_kit_expect(&text,
				"  - hold: {at: request, match: UPDATE configmaps/d/a nth=1}\n",
				cases[i].held);
	}
}

/* The next deletion of the same object shows whether the first one took effect. */
static void lost_deletion_becomes_a_hold_if_the_object_is_gone(void **state)
{
	static const struct {
		const char *answer, *want;
	} cases[] = {
		{ "\"status\":404,\"body\":{\"kind\":\"Status\",\"reason\":\"NotFound\",\"code\":"
		  "404}",
		  "  - hold: {at: reply, match: DELETE configmaps/d/a nth=1}\n" },
		{ "\"status\":200,\"body\":{\"kind\":\"Status\",\"status\":\"Success\"}",
		  "  - fail: {match: DELETE configmaps/d/a, status: 504, reason: Timeout}\n" },
		{ "\"status\":409,\"body\":{\"kind\":\"Status\",\"reason\":\"Conflict\",\"code\":"
		  "409}",
		  "  - fail: {match: DELETE configmaps/d/a, status: 504, reason: Timeout}\n" },
	};
	static const char request[] =
	    "{\"request\":{\"id\":%d,\"at\":\"%dms\",\"method\":\"DELETE\","
	    "\"path\":\"/api/v1/namespaces/d/configmaps/a\",\"headers\":{"
	    "\"User-Agent\":\"ctl\"}}}\n";

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		strbuf_addf(&text, request, 3, 2100);
		strbuf_addz(&text, "{\"hangup\":{\"id\":3,\"at\":\"4100ms\"}}\n");
		strbuf_addf(&text, request, 4, 4200);
		strbuf_addf(&text, "{\"response\":{\"id\":4,\"at\":\"4200ms\",%s}}\n",
			    cases[i].answer);
		lift_kit_add_event(&text, "ADDED", "b", 12, 9000);
		lift_kit_expect(&text, cases[i].want, true);
	}
}

/* Only an object that is marked for deletion goes with its last finalizer. */
static void object_without_a_deletion_mark_outlives_its_last_finalizer(void **state)
{
	static const struct {
		const char *mark;
		bool stays;
	} cases[] = {
		{ "", true },
		{ ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, held = STRBUF_INIT;

		strbuf_addf(&held, ",\"finalizers\":[\"e.io/x\"]%s", cases[i].mark);
		strbuf_addz(&text, LIFT_KIT_BEGIN);
		strbuf_addz(&text,
			    "{\"event\":{\"id\":2,\"at\":\"2s\",\"type\":\"ADDED\",\"object\":");
		lift_kit_add_object(&text, "a", ",\"finalizers\":[\"e.io/x\"]", 10);
		strbuf_addz(&text, "}}\n");
		if (!cases[i].stays)
			add_modified(&text, held.ptr, 11, 2100);
		if (cases[i].stays)
			add_modified(&text, "", 12, 2200);
		else
			lift_kit_add_event(&text, "DELETED", "a", 12, 2200);
		strbuf_addf(&text,
			    "{\"event\":{\"id\":2,\"at\":\"2300ms\",\"type\":\"%s\","
			    "\"object\":",
			    cases[i].stays ? "MODIFIED" : "ADDED");
		lift_kit_add_object(&text, "a", ",\"labels\":{\"k\":\"v\"}", 13);
		strbuf_addz(&text, "}}\n");
		lift_kit_add_event(&text, "ADDED", "c", 14, 9000);
		lift_kit_expect(&text,
				"  - update: {configmaps/d/a: {metadata: {finalizers: null}}}",
				cases[i].stays);
		lift_kit_expect(&text, "  - update: {configmaps/d/a: {metadata: {labels: {k: v}}}}",
				cases[i].stays);
		lift_kit_expect(&text, "  - create: {configmaps/d/a: {metadata: {labels: {k: v}}}}",
				!cases[i].stays);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(item_of_a_list_that_returns_or_vanishes_is_a_revert),
		cmocka_unit_test(lost_deletion_becomes_a_hold_if_the_object_is_gone),
		cmocka_unit_test(object_without_a_deletion_mark_outlives_its_last_finalizer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
