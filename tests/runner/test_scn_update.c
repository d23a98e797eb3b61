/* SPDX-License-Identifier: Apache-2.0 */
/* Edits of a scenario's text: places, merging what cells say, applying, and the diff. What the
 * engine makes of runs is in tests/cli/test_run_update.c. */
#include "runner/rewrite/update.h"
#include "tests/kit/testing.h"

static const char source[] = "a: 1\nb\xc3\xa9: [x, y]   # why\nlast";

static void positions_count_lines_and_characters(void **state)
{
	static const struct {
		struct scn__pos pos;
		size_t offset;
	} cases[] = {
		{ { 1, 1 }, 0 },  { { 1, 4 }, 3 },  { { 1, 99 }, 4 },
		{ { 2, 1 }, 5 },  { { 2, 3 }, 8 },  { { 3, 1 }, 25 },
		{ { 3, 5 }, 29 }, { { 4, 1 }, 29 }, { { 0, 0 }, 29 },
	};
	struct scn__updates u;

	(void)state;
	scn__updates_init(&u, STR(source));
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_int_equal(scn__updates_offset(&u, cases[i].pos), cases[i].offset);
	assert_int_equal(scn__updates_line_start(&u, 7), 5);
	assert_int_equal(scn__updates_line_after(&u, 7), 25);
	assert_int_equal(scn__updates_line_start(&u, 5), 5);
	assert_int_equal(scn__updates_line_after(&u, 29), 29);
	scn__updates_fini(&u);
}

static void edits_apply_in_any_order(void **state)
{
	struct scn__updates u;
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	scn__updates_init(&u, STR(source));
	assert_int_equal(scn__updates_count(&u), 0);
	scn__updates_begin(&u, (struct scn__pos) { 2, 1 });
	scn__updates_edit(&u, 25, 29, STR("end"));
	scn__updates_edit(&u, 3, 4, STR("22"));
	scn__updates_edit(&u, 0, 0, STR("# new\n"));
	scn__updates_edit(&u, 10, 16, STR(""));
	assert_true(scn__updates_apply(&u, &out));
	assert_string_equal(out.ptr, "# new\na: 22\nb\xc3\xa9:    # why\nend");
	assert_int_equal(scn__updates_count(&u), 1);
	scn__updates_fini(&u);
}

static void overlapping_edits_are_refused(void **state)
{
	struct scn__updates u;
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	scn__updates_init(&u, STR(source));
	scn__updates_begin(&u, (struct scn__pos) { 1, 1 });
	scn__updates_edit(&u, 0, 5, STR("x"));
	scn__updates_edit(&u, 4, 6, STR("y"));
	assert_false(scn__updates_apply(&u, &out));
	scn__updates_fini(&u);
}

static void cell(struct scn__updates *all, const char *text, const char *refused)
{
	struct scn__updates u;

	scn__updates_init(&u, all->text);
	scn__updates_begin(&u, (struct scn__pos) { 1, 1 });
	if (text)
		scn__updates_edit(&u, 3, 4, str_of(text));
	if (refused)
		scn__updates_refuse(&u, "%s", refused);
	scn__updates_merge(all, &u);
	scn__updates_fini(&u);
}

static void cells_of_a_matrix_must_agree_on_an_update(void **state)
{
	static const struct {
		const char *first, *second, *refused, *out, *why;
	} cases[] = {
		{ "2", "2", NULL, "a: 2", "" },
		{ "2", "3", NULL, "a: 1", "the cells of the matrix differ" },
		{ "2", NULL, NULL, "a: 1", "the cells of the matrix differ" },
		{ NULL, "2", NULL, "a: 1", "the cells of the matrix differ" },
		{ "2", NULL, "a reason", "a: 1", "a reason" },
		{ NULL, NULL, NULL, "a: 1", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct scn__updates all;
		AUTO_STRBUF out = STRBUF_INIT;

		scn__updates_init(&all, STR("a: 1"));
		cell(&all, cases[i].first, NULL);
		cell(&all, cases[i].second, cases[i].refused);
		assert_true(scn__updates_apply(&all, &out));
		assert_string_equal(out.ptr, cases[i].out);
		assert_int_equal(all.checked_count, 1);
		assert_true(str_eqz(all.checked[0].refused, cases[i].why));
		scn__updates_fini(&all);
	}
}

static void diff_shows_lines_that_differ(void **state)
{
	static const struct {
		const char *before, *after, *diff;
	} cases[] = {
		{ "a\nb\nc\n", "a\nb\nc\n", "" },
		{ "a\nb\nc\n", "a\nx\nc\n", "  :2 - b\n  :2 + x\n" },
		{ "a\nb\nc\n", "a\nc\n", "  :2 - b\n" },
		{ "a\nc\n", "a\nb\nc\n", "  :2 + b\n" },
		{ "", "a\n", "  :1 + a\n" },
		{ "a\nb\n", "", "  :1 - a\n  :2 - b\n" },
		{ "a\nb\nc\nd\n", "b\nc\nx\nd", "  :1 - a\n  :3 + x\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		scn__updates_diff(str_of(cases[i].before), str_of(cases[i].after), &out);
		assert_string_equal(out.ptr, cases[i].diff);
	}
}

/* A line for every number, but for those of one side. */
static void add_numbers(struct strbuf *out, size_t count, size_t every, const char *instead)
{
	for (size_t i = 1; i <= count; i++)
		if (i % every)
			strbuf_addf(out, "line %zu\n", i);
		else
			strbuf_addz(out, instead);
}

static void diff_of_texts_of_any_size(void **state)
{
	enum { LINES = 9000, EVERY = 2500 };
	AUTO_STRBUF all = STRBUF_INIT, some = STRBUF_INIT, other = STRBUF_INIT, out = STRBUF_INIT;
	size_t lines = 0;

	(void)state;
	add_numbers(&all, LINES, LINES + 1, "");
	add_numbers(&some, LINES, EVERY, "");
	scn__updates_diff(strbuf_str(&all), strbuf_str(&some), &out);
	assert_string_equal(out.ptr, "  :2500 - line 2500\n  :5000 - line 5000\n"
				     "  :7500 - line 7500\n");
	strbuf_clear(&out);
	scn__updates_diff(strbuf_str(&some), strbuf_str(&all), &out);
	assert_string_equal(out.ptr, "  :2500 + line 2500\n  :5000 + line 5000\n"
				     "  :7500 + line 7500\n");
	/* nothing is alike for longer than is looked at at a time */
	add_numbers(&other, LINES, 1, "x\n");
	strbuf_clear(&out);
	scn__updates_diff(strbuf_str(&all), strbuf_str(&other), &out);
	for (const char *at = out.ptr; (at = strchr(at, '\n')); at++)
		lines++;
	assert_int_equal(lines, 2 * LINES);
}

static void diff_in_short_memory(void)
{
	AUTO_STRBUF out = STRBUF_INIT;

	scn__updates_diff(STR("a\nb"), STR("a\nc"), &out);
	if (!out.failed)
		assert_string_equal(out.ptr, "  :2 - b\n  :2 + c\n");
}

static void diff_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(diff_in_short_memory());
}

static void edit_in_short_memory(void)
{
	struct scn__updates all;
	AUTO_STRBUF out = STRBUF_INIT;

	scn__updates_init(&all, STR("a: 1"));
	cell(&all, "2", NULL);
	cell(&all, "3", NULL);
	if (scn__updates_apply(&all, &out))
		assert_string_equal(out.ptr, "a: 1");
	scn__updates_fini(&all);
}

static void edits_survive_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(edit_in_short_memory());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(positions_count_lines_and_characters),
		cmocka_unit_test(edits_apply_in_any_order),
		cmocka_unit_test(overlapping_edits_are_refused),
		cmocka_unit_test(cells_of_a_matrix_must_agree_on_an_update),
		cmocka_unit_test(diff_shows_lines_that_differ),
		cmocka_unit_test(diff_of_texts_of_any_size),
		cmocka_unit_test(diff_survives_every_failing_allocation),
		cmocka_unit_test(edits_survive_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
