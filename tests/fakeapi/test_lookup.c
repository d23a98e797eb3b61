/* SPDX-License-Identifier: Apache-2.0 */
/* Found through a table or by walking: the answers are the same, at all sizes. */
#include "fakeapi/meta/lookup.h"

#include "fakeapi/meta/go_json.h"
#include "tests/kit/testing.h"

static const int sizes[] = { 0, 1, 15, 16, 17, 18, 100 };

/* Members k0.., and k1 twice. */
static cJSON *object_of(int count)
{
	cJSON *obj = cJSON_CreateObject();
	char name[16];

	for (int i = 0; obj && i < count; i++) {
		(void)snprintf(name, sizeof(name), "k%d", i);
		(void)cJSON_AddNumberToObject(obj, name, i);
	}
	if (count > 1)
		(void)cJSON_AddNumberToObject(obj, "k1", -1);
	return obj;
}

static void lookup_finds_the_last_of_duplicate_members(void **state)
{
	(void)state;
	for (size_t s = 0; s < ARRAY_LEN(sizes); s++) {
		for (size_t a = 0; a < ARRAY_LEN(sizes); a++) {
			cJSON *obj = object_of(sizes[s]), *asks = object_of(sizes[a]);
			struct fakeapi__lookup l;
			char name[16];

			fakeapi__lookup_members(&l, obj, asks);
			assert_int_equal(l.hashed, sizes[s] > 15 && sizes[a] > 15);
			for (int i = 0; i < 110; i++) {
				(void)snprintf(name, sizeof(name), "k%d", i);
				assert_ptr_equal(fakeapi__lookup(&l, name),
						 fakeapi__member(obj, name));
			}
			assert_null(fakeapi__lookup(&l, ""));
			fakeapi__lookup_fini(&l);
			cJSON_Delete(obj);
			cJSON_Delete(asks);
		}
	}
}

static void lookup_in_a_non_object_finds_nothing(void **state)
{
	cJSON *list = cJSON_Parse("[{\"a\":1}]");
	struct fakeapi__lookup l;

	(void)state;
	fakeapi__lookup_members(&l, list, list);
	assert_null(fakeapi__lookup(&l, "a"));
	fakeapi__lookup_fini(&l);
	fakeapi__lookup_members(&l, NULL, NULL);
	assert_null(fakeapi__lookup(&l, "a"));
	fakeapi__lookup_fini(&l);
	cJSON_Delete(list);
}

/* Items {"n":"i0"}.. or "i0"..; the fourth is the second again, the last has no name. */
static cJSON *list_of(int count, bool objects)
{
	cJSON *list = cJSON_CreateArray();
	char name[16];

	for (int i = 0; list && i < count; i++) {
		cJSON *item = objects ? cJSON_CreateObject() : NULL;

		(void)snprintf(name, sizeof(name), "i%d", i == 3 ? 1 : i);
		if (objects && i < count - 1)
			(void)cJSON_AddStringToObject(item, "n", name);
		(void)cJSON_AddItemToArray(list, objects	 ? item
						 : i < count - 1 ? cJSON_CreateString(name)
								 : cJSON_CreateNumber(7));
	}
	return list;
}

static void lookup_finds_the_first_of_duplicate_items(void **state)
{
	(void)state;
	for (size_t s = 0; s < 2 * ARRAY_LEN(sizes); s++) {
		bool objects = s % 2;
		int count = sizes[s / 2];
		cJSON *list = list_of(count, objects), *asks = list_of(100, false), *c;
		struct fakeapi__lookup small, large;
		int i = 0;

		fakeapi__lookup_items(&small, list, objects ? "n" : NULL, NULL);
		fakeapi__lookup_items(&large, list, objects ? "n" : NULL, asks);
		assert_false(small.hashed);
		assert_int_equal(large.hashed, count > 16);
		cJSON_ArrayForEach(c, list)
		{
			bool again = i == 3 && i < count - 1;

			assert_int_equal(fakeapi__lookup_again(&small, c), again);
			assert_int_equal(fakeapi__lookup_again(&large, c), again);
			i++;
		}
		assert_ptr_equal(fakeapi__lookup(&small, "i2"), fakeapi__lookup(&large, "i2"));
		assert_ptr_equal(fakeapi__lookup(&small, ""), fakeapi__lookup(&large, ""));
		assert_int_equal(fakeapi__lookup(&large, "") != NULL, count > 0);
		assert_null(fakeapi__lookup(&large, "i999"));
		fakeapi__lookup_fini(&small);
		fakeapi__lookup_fini(&large);
		cJSON_Delete(list);
		cJSON_Delete(asks);
	}
}

/* Sets, sets again and takes away through the table and by hand. */
static void change(int count, bool sure)
{
	cJSON *obj = cJSON_CreateObject(), *taken;
	struct fakeapi__lookup l;
	char name[16];
	int there = 0;

	if (!obj)
		return;
	fakeapi__lookup_growing(&l, obj, (size_t)count);
	for (int i = 0; i < 2 * count; i++) {
		(void)snprintf(name, sizeof(name), "k%d", i % count);
		there += fakeapi__lookup_set(&l, name, cJSON_CreateNumber(i)) == 0 && i < count;
	}
	for (int i = 0; i < count; i += 3) {
		(void)snprintf(name, sizeof(name), "k%d", i);
		taken = fakeapi__lookup_detach(&l, name);
		assert_null(fakeapi__lookup(&l, name));
		cJSON_Delete(taken);
	}
	for (int i = 0; sure && i < count; i++) {
		(void)snprintf(name, sizeof(name), "k%d", i);
		assert_ptr_equal(fakeapi__lookup(&l, name), fakeapi__member(obj, name));
		if (i % 3)
			assert_true(fakeapi__lookup(&l, name)->valuedouble == i + count);
	}
	if (sure)
		assert_int_equal(there, count);
	assert_null(fakeapi__lookup_detach(&l, "none"));
	assert_int_equal(fakeapi__lookup_set(&l, "k1", NULL), -1);
	fakeapi__lookup_fini(&l);
	cJSON_Delete(obj);
}

static void lookup_table_stays_valid_after_changes(void **state)
{
	(void)state;
	change(10, true);
	change(100, true);
}

static void several_lookup_tables_are_independent(void **state)
{
	cJSON *a = object_of(40), *b = object_of(20);
	struct fakeapi__lookups all;

	(void)state;
	fakeapi__lookups_init(&all);
	for (int i = 0; i < 3; i++) {
		assert_ptr_equal(fakeapi__lookups_member(&all, a, "k30"),
				 fakeapi__member(a, "k30"));
		assert_null(fakeapi__lookups_member(&all, b, "k30"));
		assert_ptr_equal(fakeapi__lookups_member(&all, b, "k1"), fakeapi__member(b, "k1"));
		assert_ptr_equal(fakeapi__lookups_member(NULL, b, "k1"), fakeapi__member(b, "k1"));
	}
	assert_null(fakeapi__lookups_member(&all, NULL, "k1"));
	fakeapi__lookups_fini(&all);
	cJSON_Delete(a);
	cJSON_Delete(b);
}

static void sort_members_keeps_the_last_of_duplicates(void **state)
{
	cJSON *v = cJSON_Parse("{\"b\":{\"z\":1,\"a\":2,\"z\":3},\"a\":[{\"y\":1,\"x\":2}],\"b\":{"
			       "\"d\":1,\"c\":2}}");
	char *text;

	(void)state;
	assert_int_equal(fakeapi__sort_members(v, false), 0);
	text = cJSON_PrintUnformatted(v);
	assert_string_equal(text, "{\"a\":[{\"y\":1,\"x\":2}],\"b\":{\"d\":1,\"c\":2}}");
	cJSON_free(text);
	assert_int_equal(fakeapi__sort_members(v, true), 0);
	text = cJSON_PrintUnformatted(v);
	assert_string_equal(text, "{\"a\":[{\"x\":2,\"y\":1}],\"b\":{\"c\":2,\"d\":1}}");
	cJSON_free(text);
	cJSON_Delete(v);
}

static void use_all(void)
{
	cJSON *list = list_of(30, true), *obj = object_of(30);
	struct fakeapi__lookups all;
	struct fakeapi__lookup l;

	change(20, false);
	if (list && obj) {
		/* Without memory it is only slower. */
		fakeapi__lookup_items(&l, list, "n", list);
		if (fakeapi__lookup(&l, "i2"))
			assert_string_equal(fakeapi__string(fakeapi__lookup(&l, "i2"), "n"), "i2");
		fakeapi__lookup_fini(&l);
		fakeapi__lookups_init(&all);
		assert_ptr_equal(fakeapi__lookups_member(&all, obj, "k2"),
				 fakeapi__member(obj, "k2"));
		fakeapi__lookups_fini(&all);
		(void)fakeapi__sort_members(obj, true);
	}
	cJSON_Delete(list);
	cJSON_Delete(obj);
}

static void lookup_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(use_all());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lookup_finds_the_last_of_duplicate_members),
		cmocka_unit_test(lookup_in_a_non_object_finds_nothing),
		cmocka_unit_test(lookup_finds_the_first_of_duplicate_items),
		cmocka_unit_test(lookup_table_stays_valid_after_changes),
		cmocka_unit_test(several_lookup_tables_are_independent),
		cmocka_unit_test(sort_members_keeps_the_last_of_duplicates),
		cmocka_unit_test(lookup_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
