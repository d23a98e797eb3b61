/* SPDX-License-Identifier: Apache-2.0 */
/* The runs of an array against the array itself, walked item by item. */
#include "fakeapi/apply/steps.h"

#include "base/choice.h"
#include "tests/kit/testing.h"

static cJSON *numbers(int count)
{
	cJSON *array = cJSON_CreateArray();

	for (int i = 0; array && i < count; i++)
		(void)cJSON_AddItemToArray(array, cJSON_CreateNumber(i));
	return array;
}

static void expect_same(const struct fakeapi__steps *s, const cJSON *array)
{
	const cJSON *c = array->child, *last = NULL;
	size_t n = 0;

	for (; c; last = c, c = c->next, n++) {
		assert_ptr_equal(fakeapi__steps_at(s, (int)n), c);
		if (last)
			assert_ptr_equal(c->prev, last);
	}
	assert_int_equal(s->total, n);
	if (last)
		assert_ptr_equal(array->child->prev, last);
}

static void steps_find_every_item_in_arrays_of_any_length(void **state)
{
	static const int lengths[] = { 0, 1, 2, 255, 256, 257, 511, 512, 513, 1000 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lengths); i++) {
		cJSON *array = numbers(lengths[i]);
		struct fakeapi__steps s;

		assert_non_null(array);
		assert_int_equal(fakeapi__steps_init(&s, array), 0);
		assert_int_equal(s.total, lengths[i]);
		expect_same(&s, array);
		fakeapi__steps_fini(&s);
		cJSON_Delete(array);
	}
}

/* Mostly inserts, so that runs split; then empties the array, so that runs vanish. */
static void steps_stay_valid_after_random_changes(void **state)
{
	enum { CHANGES = 3000 };
	uint64_t random = 10;
	struct fakeapi__steps s;
	cJSON *array = cJSON_CreateArray();

	(void)state;
	assert_int_equal(fakeapi__steps_init(&s, array), 0);
	for (int n = 0; n < CHANGES; n++) {
		unsigned what = (unsigned)(splitmix64(&random) % 8);
		int at = (int)(splitmix64(&random) % (s.total + 1));
		cJSON *item = cJSON_CreateNumber(n), *old;

		if (what < 5 || s.total == 0) {
			assert_int_equal(fakeapi__steps_insert(&s, array, at, item), 0);
			assert_ptr_equal(fakeapi__steps_at(&s, at), item);
		} else {
			at %= (int)s.total;
			old = fakeapi__steps_at(&s, at);
			if (what == 5) {
				cJSON_Delete(item);
				assert_ptr_equal(fakeapi__steps_detach(&s, array, at), old);
			} else {
				fakeapi__steps_replace(&s, array, at, item);
				assert_ptr_equal(fakeapi__steps_at(&s, at), item);
			}
			cJSON_Delete(old);
		}
		if (n % 50 == 0)
			expect_same(&s, array);
	}
	expect_same(&s, array);
	assert_true(s.total > 1000);
	while (s.total > 0) {
		int at = (int)(splitmix64(&random) % s.total);

		cJSON_Delete(fakeapi__steps_detach(&s, array, at));
		if (s.total % 50 == 0)
			expect_same(&s, array);
	}
	assert_null(array->child);
	assert_int_equal(fakeapi__steps_insert(&s, array, 0, cJSON_CreateNumber(1)), 0);
	expect_same(&s, array);
	fakeapi__steps_fini(&s);
	cJSON_Delete(array);
}

static void grow(cJSON *item)
{
	cJSON *array = numbers(600);
	struct fakeapi__steps s;

	if (array && fakeapi__steps_init(&s, array) == 0) {
		size_t before = s.total;

		if (!item || fakeapi__steps_insert(&s, array, 3, item) < 0) {
			assert_int_equal(s.total, before); /* nothing is changed */
			cJSON_Delete(item);
		}
		item = NULL;
		expect_same(&s, array);
		fakeapi__steps_fini(&s);
	}
	cJSON_Delete(item);
	cJSON_Delete(array);
}

static void steps_survive_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(grow(cJSON_CreateNumber(1)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_find_every_item_in_arrays_of_any_length),
		cmocka_unit_test(steps_stay_valid_after_random_changes),
		cmocka_unit_test(steps_survive_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
