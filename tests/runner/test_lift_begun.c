/* SPDX-License-Identifier: Apache-2.0 */
/* A program writes a and then b, and another client changes b between the two: the story holds the
 * second write unless the recording shows that the program knew of the change. */
#include "tests/kit/lift_kit.h"
#include "tests/kit/testing.h"

#define SECOND ",\"labels\":{\"v\":\"second\"}"

static void add_list(struct strbuf *out, unsigned id, unsigned rv, bool there, unsigned ms)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"GET\",\"path\":"
		    "\"/api/v1/configmaps\",\"headers\":{\"User-Agent\":\"ctl\"}}}\n"
		    "{\"response\":{\"id\":%u,\"at\":\"%ums\",\"status\":200,\"body\":{\"kind\":"
		    "\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":"
		    "\"%u\"},\"items\":[",
		    id, ms, id, ms, rv);
	if (there)
		lift_kit_add_object(out, "a", "", 10);
	strbuf_addz(out, "]}}}\n");
}

enum { CHANGED_MS = 3600 }; /* in the rows with a GET */

static void add_get(struct strbuf *out, unsigned ms)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":4,\"at\":\"%ums\",\"method\":\"GET\",\"path\":"
		    "\"/api/v1/namespaces/d/configmaps/b\",\"headers\":{\"User-Agent\":\"ctl\"}}}\n"
		    "{\"response\":{\"id\":4,\"at\":\"%ums\",\"status\":200,\"body\":",
		    ms, ms);
	lift_kit_add_object(out, "b", ms < CHANGED_MS ? "" : SECOND, ms < CHANGED_MS ? 10 : 13);
	strbuf_addz(out, "}}\n");
}

static void add_patch(struct strbuf *out, unsigned id, const char *name, const char *value,
		      unsigned rv, unsigned ms)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"PATCH\",\"path\":"
		    "\"/api/v1/namespaces/d/configmaps/%s\",\"headers\":{\"User-Agent\":\"ctl\","
		    "\"Content-Type\":\"application/merge-patch+json\"},\"body\":{\"metadata\":{"
		    "\"annotations\":{\"seen\":\"%s\"}}}}}\n"
		    "{\"response\":{\"id\":%u,\"at\":\"%ums\",\"status\":200,\"body\":",
		    id, ms, name, value, id, ms);
	lift_kit_add_object(out, name, name[0] == 'b' ? SECOND : "", rv);
	strbuf_addz(out, "}}\n");
}

static void add_change(struct strbuf *out, unsigned ms)
{
	strbuf_addf(out,
		    "{\"event\":{\"id\":2,\"at\":\"%ums\",\"type\":\"MODIFIED\",\"object\":", ms);
	lift_kit_add_object(out, "b", SECOND, 13);
	strbuf_addz(out, "}}\n");
}

static void write_after_anothers_change_is_held_unless_the_program_knew_of_it(void **state)
{
	static const char hold[] = "  - hold: {at: request, match: PATCH configmaps/d/b nth=1}\n";
	static const char held_effect[] = "          d/b: any\n  - settle\n  - release:";
	static const struct {
		unsigned change_ms, write_ms, get_ms; /* after the first write; 0: no GET */
		const char *value;
		bool held;
	} rows[] = {
		{ 600, 1200, 0, "x", true },
		{ 600, 1200, 500, "x", true },	   /* a GET before the change */
		{ 600, 1200, 900, "x", false },	   /* after it */
		{ 600, 1200, 0, "second", false }, /* the change's value */
		{ 600, 650, 0, "x", false },	   /* soon after it */
		{ 12000, 12500, 0, "x", false },   /* nothing in the works for so long */
		{ 100, 250, 0, "x", false },	   /* the time of a request */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "b", 10, 2000);
		lift_kit_add_event(&text, "ADDED", "a", 11, 2100);
		add_patch(&text, 3, "a", "x", 12, 3000);
		if (rows[i].get_ms && rows[i].get_ms < rows[i].change_ms)
			add_get(&text, 3000 + rows[i].get_ms);
		add_change(&text, 3000 + rows[i].change_ms);
		if (rows[i].get_ms > rows[i].change_ms)
			add_get(&text, 3000 + rows[i].get_ms);
		add_patch(&text, 5, "b", rows[i].value, 14, 3000 + rows[i].write_ms);
		lift_kit_expect(&text, hold, rows[i].held);
		lift_kit_expect(&text, "hold:", rows[i].held);
		/* nothing is expected of a write that is not executed */
		lift_kit_expect(&text,
				"  - settle\n  - release: {at: request, match: PATCH "
				"configmaps/d/b nth=1}\n",
				rows[i].held);
		lift_kit_expect(&text, held_effect, false);
	}
}

static void add_put(struct strbuf *out, unsigned id, unsigned from, unsigned rv, unsigned ms)
{
	lift_kit_add_put(out, id, "b", from, 200, rv, ms);
}

/* The program patches a and some time later writes b, which it reads before: twice. The second time
 * another client changes b between the two. */
static void response_is_held_if_the_program_read_a_change_in_the_middle_of_its_work(void **state)
{
	static const char hold[] =
	    "  - hold: {at: reply, match: PATCH configmaps/d/a nth=1, rest-after: 1s}\n",
			  release[] =
			      "  - release: {at: reply, match: PATCH configmaps/d/a nth=1}\n";
	static const struct {
		unsigned first_ms, second_ms; /* the pauses before the writes of b */
		unsigned change_ms;	      /* after the second patch of a */
		bool held;
	} rows[] = {
		{ 800, 800, 390, true }, { 800, 2000, 390, false }, { 150, 140, 15, true },
		{ 150, 140, 130, true }, /* with its own pace it is no reaction */
		{ 150, 400, 15, false }, { 20, 20, 10, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "b", 10, 2000);
		lift_kit_add_event(&text, "ADDED", "a", 11, 2100);
		add_patch(&text, 3, "a", "x", 12, 3000);
		add_put(&text, 4, 10, 13, 3000 + rows[i].first_ms);
		lift_kit_add_event(&text, "MODIFIED", "a", 14, 6000);
		add_patch(&text, 5, "a", "y", 15, 6010);
		lift_kit_add_event(&text, "MODIFIED", "b", 16, 6010 + rows[i].change_ms);
		add_put(&text, 6, 16, 17, 6010 + rows[i].second_ms);
		lift_kit_expect(&text, hold, rows[i].held);
		lift_kit_expect(&text, release, rows[i].held);
	}
}

/* It has no watch: what it lists shows what it knew of. */
static void program_that_lists_without_watching_is_lifted(void **state)
{
	AUTO_STRBUF rec = STRBUF_INIT;

	(void)state;
	strbuf_addz(&rec, "{\"recording\":1,\"source\":{\"kind\":\"proxy\"}}\n");
	add_list(&rec, 1, 9, false, 1000);
	add_list(&rec, 2, 10, true, 3000);
	lift_kit_add_put(&rec, 3, "a", 10, 200, 11, 3100);
	add_list(&rec, 4, 11, false, 5000);
	assert_false(rec.failed);
	lift_kit_expect(&rec, "  - start: configmaps\n", true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(program_that_lists_without_watching_is_lifted),
		cmocka_unit_test(write_after_anothers_change_is_held_unless_the_program_knew_of_it),
		cmocka_unit_test(
		    response_is_held_if_the_program_read_a_change_in_the_middle_of_its_work),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
