/* SPDX-License-Identifier: Apache-2.0 */
/* What an arena gives: pieces of their own, whole and aligned, of every size. */
#include "base/str.h"
#include "runner/arena.h"
#include "tests/kit/testing.h"

/* Around the sizes of an alignment and of a chunk. */
static const size_t sizes[] = { 0, 1, 15, 16, 17, 33, 8191, 8192, 8193, 100000, 24, 4096, 4096, 7 };

static void arena_pieces_are_zeroed_aligned_and_disjoint(void **state)
{
	struct runner__arena a;
	unsigned char *pieces[8 * ARRAY_LEN(sizes)];

	(void)state;
	runner__arena_init(&a);
	for (size_t i = 0; i < ARRAY_LEN(pieces); i++) {
		size_t size = sizes[i % ARRAY_LEN(sizes)];

		pieces[i] = runner__arena_alloc(&a, size);
		assert_non_null(pieces[i]);
		assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
		for (size_t k = 0; k < size; k++)
			assert_int_equal(pieces[i][k], 0);
		memset(pieces[i], (int)i + 1, size);
	}
	for (size_t i = 0; i < ARRAY_LEN(pieces); i++)
		for (size_t k = 0; k < sizes[i % ARRAY_LEN(sizes)]; k++)
			assert_int_equal(pieces[i][k], i + 1);
	assert_false(a.failed);
	runner__arena_fini(&a);
	assert_null(a.first);
}

static void strings_are_copied_and_end_with_nul(void **state)
{
	struct runner__arena a;
	struct str out[64];
	char text[64], was[64];

	(void)state;
	runner__arena_init(&a);
	memset(text, 'x', sizeof(text));
	memcpy(was, text, sizeof(was));
	for (size_t i = 0; i < ARRAY_LEN(out); i++)
		out[i] = runner__arena_str(&a, (struct str) { text, i });
	memset(text, 'y', sizeof(text));
	for (size_t i = 0; i < ARRAY_LEN(out); i++) {
		assert_int_equal(out[i].len, i);
		assert_memory_equal(out[i].ptr, was, i);
		assert_int_equal(out[i].ptr[i], 0);
	}
	assert_string_equal(runner__arena_str(&a, (struct str) { NULL, 0 }).ptr, "");
	runner__arena_fini(&a);
}

static void arena_remembers_a_failed_allocation(void **state)
{
	struct runner__arena a;
	struct str s;

	(void)state;
	runner__arena_init(&a);
	assert_null(runner__arena_alloc(&a, SIZE_MAX));
	assert_true(a.failed);
	assert_non_null(runner__arena_alloc(&a, 1));
	assert_true(a.failed); /* until the next init */
	runner__arena_fini(&a);
	assert_false(a.failed);
	base__alloc_fail_after = 0;
	s = runner__arena_str(&a, STR("abc"));
	base__alloc_fail_after = -1;
	assert_int_equal(s.len, 0);
	assert_string_equal(s.ptr, "");
	assert_true(a.failed);
	runner__arena_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arena_pieces_are_zeroed_aligned_and_disjoint),
		cmocka_unit_test(strings_are_copied_and_end_with_nul),
		cmocka_unit_test(arena_remembers_a_failed_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
