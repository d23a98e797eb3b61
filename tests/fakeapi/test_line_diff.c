/* SPDX-License-Identifier: Apache-2.0 */
/* The difference of two texts in lines. What is expected is what Python's difflib writes, of which
 * go-difflib is a copy. */
#include "tests/kit/testing.h"

#include "base/str.h"
#include "fakeapi/meta/line_diff.h"

static bool listed(const int *list, int i)
{
	for (; *list >= 0; list++)
		if (*list == i)
			return true;
	return false;
}

/* Every tenth line is alone of its kind. */
static void add_lines(struct strbuf *out, int count, const int *without, const int *with)
{
	for (int i = 0; i < count; i++) {
		if (listed(without, i))
			continue;
		strbuf_addz(out, out->len ? "\n" : "");
		strbuf_addf(out, "%c%d", i % 10 ? 'z' : 'k', i % 10 ? i % 3 : i);
		if (listed(with, i))
			strbuf_addz(out, "\nz0\nnew\nz1");
	}
}

static void line_diff_equals_the_diff_of_python_difflib(void **state)
{
	static const int none[] = { -1 };
	static const struct {
		int count, without[8], with[8];
		const char *expected;
	} rows[] = {
		{ 40,
		  { 7, 8, 21, -1 },
		  { 5, 30, -1 },
		  "@@ -5,8 +5,9 @@\n"
		  " z1\n"
		  " z2\n"
		  " z0\n"
		  "+new\n"
		  " z1\n"
		  "-z2\n"
		  "+z0\n"
		  " z0\n"
		  " k10\n"
		  " z2\n"
		  "@@ -19,7 +20,6 @@\n"
		  " z0\n"
		  " z1\n"
		  " k20\n"
		  "-z0\n"
		  " z1\n"
		  " z2\n"
		  " z0\n"
		  "@@ -29,6 +29,9 @@\n"
		  " z1\n"
		  " z2\n"
		  " k30\n"
		  "+z0\n"
		  "+new\n"
		  "+z1\n"
		  " z1\n"
		  " z2\n"
		  " z0\n" },
		/* So many that "z0", "z1" and "z2" begin no run of equal lines. */
		{ 260,
		  { 31, 32, 33, 130, -1 },
		  { 50, 131, 200, -1 },
		  "@@ -35,9 +35,6 @@\n"
		  " z1\n"
		  " z2\n"
		  " z0\n"
		  "-z1\n"
		  "-z2\n"
		  "-z0\n"
		  " k40\n"
		  " z2\n"
		  " z0\n"
		  "@@ -50,6 +47,9 @@\n"
		  " z1\n"
		  " k50\n"
		  " z0\n"
		  "+new\n"
		  "+z1\n"
		  "+z0\n"
		  " z1\n"
		  " z2\n"
		  " z0\n"
		  "@@ -128,8 +128,10 @@\n"
		  " z1\n"
		  " z2\n"
		  " z0\n"
		  "-k130\n"
		  "-z2\n"
		  "+z2\n"
		  "+z0\n"
		  "+new\n"
		  "+z1\n"
		  " z0\n"
		  " z1\n"
		  " z2\n"
		  "@@ -200,6 +202,9 @@\n"
		  " z1\n"
		  " k200\n"
		  " z0\n"
		  "+new\n"
		  "+z1\n"
		  "+z0\n"
		  " z1\n"
		  " z2\n"
		  " z0\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF before = STRBUF_INIT;
		AUTO_STRBUF now = STRBUF_INIT;
		AUTO_STRBUF out = STRBUF_INIT;

		add_lines(&before, rows[i].count, none, none);
		add_lines(&now, rows[i].count, rows[i].without, rows[i].with);
		assert_int_equal(fakeapi__line_diff(&out, strbuf_str(&before), strbuf_str(&now)),
				 0);
		assert_string_equal(out.ptr, rows[i].expected);
	}
}

/* Comparing long texts could take minutes: all lines between the equal ends count as changed. */
static void line_diff_of_long_texts_compares_only_their_ends(void **state)
{
	AUTO_STRBUF before = STRBUF_INIT;
	AUTO_STRBUF now = STRBUF_INIT;
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 3000; i++) {
		strbuf_addf(&before, "%d\n", i);
		strbuf_addf(&now, "%d\n", i == 1000 || i == 1002 ? -i : i);
	}
	assert_int_equal(fakeapi__line_diff(&out, strbuf_str(&before), strbuf_str(&now)), 0);
	assert_string_equal(out.ptr, "@@ -998,9 +998,9 @@\n 997\n 998\n 999\n-1000\n-1001\n-1002\n"
				     "+-1000\n+1001\n+-1002\n 1003\n 1004\n 1005\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(line_diff_equals_the_diff_of_python_difflib),
		cmocka_unit_test(line_diff_of_long_texts_compares_only_their_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
