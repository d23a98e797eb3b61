/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <pthread.h>

#include <cjson/cJSON.h>

static void malloc_of_zero_bytes_returns_memory(void **state)
{
	void *p[4];

	(void)state;
	p[0] = base__malloc(0);
	p[1] = base__calloc(0, 8);
	p[2] = base__calloc(8, 0);
	p[3] = base__realloc(NULL, 0);
	for (size_t i = 0; i < ARRAY_LEN(p); i++) {
		assert_non_null(p[i]);
		base__free(p[i]);
	}
	base__free(NULL);
}

static void calloc_refuses_overflowing_sizes(void **state)
{
	char *kept = base__strdup("kept");

	(void)state;
	assert_null(base__reallocarray(kept, SIZE_MAX / 4, 8));
	assert_string_equal(kept, "kept");
	base__free(kept);
}

static void string_copies_are_nul_terminated(void **state)
{
	char *a = base__strndup("abc\0def", 7), *b = base__strndup("abcdef", 2);
	char *c = base__strndup(NULL, 0);

	(void)state;
	assert_memory_equal(a, "abc\0def", 8);
	assert_string_equal(b, "ab");
	assert_string_equal(c, "");
	base__free(a);
	base__free(b);
	base__free(c);
}

static void allocations_fail_after_the_set_number(void **state)
{
	void *p[5];

	(void)state;
	base__alloc_fail_after = 2;
	p[0] = base__malloc(1);
	p[1] = base__calloc(1, 1);
	p[2] = base__strdup("x");
	p[3] = base__realloc(p[0], 100);
	p[4] = base__malloc(1);
	assert_int_equal(base__alloc_fail_after, 0);
	base__alloc_fail_after = -1;
	assert_non_null(p[0]);
	assert_non_null(p[1]);
	for (size_t i = 2; i < ARRAY_LEN(p); i++)
		assert_null(p[i]);
	base__free(p[0]);
	base__free(p[1]);
}

static void *allocate_once(void *user)
{
	void *p = base__malloc(1);

	*(bool *)user = p != NULL;
	base__free(p);
	return NULL;
}

static void failing_allocations_affect_the_calling_thread_only(void **state)
{
	pthread_t thread;
	bool granted = false;

	(void)state;
	base__alloc_fail_after = 0;
	assert_int_equal(pthread_create(&thread, NULL, allocate_once, &granted), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	base__alloc_fail_after = -1;
	assert_true(granted);
}

static void cjson_uses_the_project_allocator(void **state)
{
	cJSON *tree;

	(void)state;
	base__alloc_init_cjson();
	base__alloc_init_cjson();
	base__alloc_fail_after = 0;
	tree = cJSON_Parse("{}");
	base__alloc_fail_after = -1;
	assert_null(tree);
	tree = cJSON_Parse("{}");
	assert_non_null(tree);
	cJSON_Delete(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(malloc_of_zero_bytes_returns_memory),
		cmocka_unit_test(calloc_refuses_overflowing_sizes),
		cmocka_unit_test(string_copies_are_nul_terminated),
		cmocka_unit_test(allocations_fail_after_the_set_number),
		cmocka_unit_test(failing_allocations_affect_the_calling_thread_only),
		cmocka_unit_test(cjson_uses_the_project_allocator),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
