/* SPDX-License-Identifier: Apache-2.0 */
/* The rests and outages of a controller in its lifted story. */
#include "tests/kit/lift_kit.h"
#include "tests/kit/trace_kit.h"

/* A correct program opens it again; one that ends it itself may have ended. */
static void watch_that_the_program_never_opens_again_is_cut_in_the_story(void **state)
{
	static const struct {
		const char *end;
		bool cut;
	} rows[] = {
		{ "{\"close\":{\"id\":2,\"at\":\"3s\",\"how\":\"reset\"}}\n", true },
		{ "{\"hangup\":{\"id\":2,\"at\":\"3s\"}}\n", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		strbuf_addz(&text, rows[i].end);
		lift_kit_expect(&text, "  - disconnect: {type: configmaps, how: rst}\n",
				rows[i].cut);
	}
}

/* The program gives up after a list without a response. */
static void last_list_without_a_response_is_lost_in_the_story(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
	strbuf_addz(&text,
		    "{\"close\":{\"id\":2,\"at\":\"3s\",\"how\":\"reset\"}}\n"
		    "{\"request\":{\"id\":3,\"at\":\"4s\",\"conn\":2,\"method\":\"GET\","
		    "\"path\":\"/api/v1/configmaps\",\"headers\":{\"User-Agent\":\"ctl\"}}}\n"
		    "{\"close\":{\"id\":3,\"at\":\"5s\",\"how\":\"reset\"}}\n");
	lift_kit_expect(&text,
			"  - refuse: all\n  - advance: 1s\n"
			"  - disconnect: {type: configmaps, how: rst}\n",
			true);
	lift_kit_expect(&text, "  - accept: all\n", true);
}

/* Between the program's action and the second writes of a and b. */
static void one_rest_follows_an_action_before_the_next_writes_of_others(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, LIFT_KIT_BEGIN);
	lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
	lift_kit_add_event(&text, "ADDED", "b", 11, 2100);
	lift_kit_add_event(&text, "ADDED", "c", 12, 2200);
	lift_kit_add_put(&text, 3, "c", 12, 200, 13, 2300);
	lift_kit_add_event(&text, "MODIFIED", "a", 14, 2400);
	lift_kit_add_event(&text, "MODIFIED", "b", 15, 2500);
	lift_kit_expect(&text, "  - settle\n  - update: {configmaps/d/a", true);
	lift_kit_expect(&text, "  - settle\n  - update: {configmaps/d/b", false);
}

/* The program has acted on the creation and was at rest: in a run without pauses the next write
 * would come before that. */
static void rest_follows_the_program_s_write_of_the_object(void **state)
{
	static const struct {
		unsigned at_ms;
		bool rests;
	} rows[] = { { 2599, false }, { 2600, true } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text, LIFT_KIT_BEGIN);
		lift_kit_add_event(&text, "ADDED", "a", 10, 2000);
		lift_kit_add_put(&text, 3, "a", 10, 200, 11, 2300);
		lift_kit_add_event(&text, "MODIFIED", "a", 12, rows[i].at_ms);
		lift_kit_expect(&text, "  - settle\n  - update: {configmaps/d/a", rows[i].rests);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(watch_that_the_program_never_opens_again_is_cut_in_the_story),
		cmocka_unit_test(last_list_without_a_response_is_lost_in_the_story),
		cmocka_unit_test(one_rest_follows_an_action_before_the_next_writes_of_others),
		cmocka_unit_test(rest_follows_the_program_s_write_of_the_object),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
