/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/alloc_cache.h"

/* False: this build keeps no blocks. */
static bool keeps_blocks(void)
{
	void *block = malloc(40);
	bool kept = base__cache_put(block);

	if (!kept)
		free(block);
	else
		free(base__cache_take(40));
	return kept;
}

static void freed_block_serves_the_next_allocation_of_its_size(void **state)
{
	(void)state;
	if (!keeps_blocks())
		skip();
	for (size_t size = 1; size <= 128; size++) {
		char *block = base__malloc(size), *again;

		assert_non_null(block);
		memset(block, 'x', size);
		base__free(block);
		again = base__malloc(size);
		assert_ptr_equal(again, block);
		base__free(again);
	}
}

static void blocks_of_one_size_do_not_serve_larger_allocations(void **state)
{
	char *small, *large;

	(void)state;
	if (!keeps_blocks())
		skip();
	for (size_t size = 24; size <= 120; size += 16) {
		small = base__malloc(size);
		base__free(small);
		large = base__malloc(size + 1);
		assert_ptr_not_equal(large, small);
		memset(large, 'x', size + 1);
		base__free(large);
	}
}

static void large_blocks_are_not_kept(void **state)
{
	void *block = malloc(4096);

	(void)state;
	assert_false(base__cache_put(block));
	free(block);
	assert_null(base__cache_take(4096));
	assert_null(base__cache_take(SIZE_MAX));
}

static void drain(void)
{
	for (void *block; (block = base__cache_take(40));)
		free(block);
}

static void number_of_kept_blocks_is_bounded(void **state)
{
	enum { COUNT = 5000 };
	static void *blocks[COUNT];
	size_t kept = 0;

	(void)state;
	drain();
	for (size_t i = 0; i < COUNT; i++)
		blocks[i] = malloc(40);
	for (size_t i = 0; i < COUNT; i++) {
		if (base__cache_put(blocks[i]))
			kept++;
		else
			free(blocks[i]);
	}
	assert_true(kept < COUNT / 2);
	for (size_t i = 0; i < kept; i++)
		free(base__cache_take(40));
	assert_null(base__cache_take(40));
}

static void *fill_cache(void *user)
{
	void *blocks[100];

	(void)user;
	for (size_t i = 0; i < ARRAY_LEN(blocks); i++)
		blocks[i] = base__malloc(40);
	for (size_t i = 0; i < ARRAY_LEN(blocks); i++)
		base__free(blocks[i]);
	return NULL;
}

static void thread_does_not_receive_the_blocks_of_an_ended_one(void **state)
{
	pthread_t thread;

	(void)state;
	drain();
	for (int i = 0; i < 3; i++) {
		assert_int_equal(pthread_create(&thread, NULL, fill_cache, NULL), 0);
		assert_int_equal(pthread_join(thread, NULL), 0);
		assert_null(base__cache_take(40));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(freed_block_serves_the_next_allocation_of_its_size),
		cmocka_unit_test(blocks_of_one_size_do_not_serve_larger_allocations),
		cmocka_unit_test(large_blocks_are_not_kept),
		cmocka_unit_test(number_of_kept_blocks_is_bounded),
		cmocka_unit_test(thread_does_not_receive_the_blocks_of_an_ended_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
