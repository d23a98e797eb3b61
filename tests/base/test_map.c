/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/choice.h"
#include "base/map.h"

static int values[64];

static struct str key_of(char buf[16], unsigned n)
{
	return (struct str) { buf, (size_t)snprintf(buf, 16, "key-%u", n) };
}

/* The naive model: an array in insertion order. */
struct model {
	struct {
		unsigned key;
		void *value;
	} rows[512];
	size_t len;
};

static size_t model_find(const struct model *m, unsigned key)
{
	size_t i = 0;

	while (i < m->len && m->rows[i].key != key)
		i++;
	return i;
}

static void *model_put(struct model *m, unsigned key, void *value)
{
	size_t i = model_find(m, key);
	void *old = i < m->len ? m->rows[i].value : NULL;

	m->rows[i].key = key;
	m->rows[i].value = value;
	m->len += i == m->len;
	return old;
}

static void *model_del(struct model *m, unsigned key)
{
	size_t i = model_find(m, key);
	void *old;

	if (i == m->len)
		return NULL;
	old = m->rows[i].value;
	memmove(&m->rows[i], &m->rows[i + 1], (m->len - i - 1) * sizeof(m->rows[0]));
	m->len--;
	return old;
}

static void assert_same(const struct map *map, const struct model *model)
{
	const struct map_entry *e;
	size_t n = 0;
	char buf[16];

	assert_int_equal(map_len(map), model->len);
	for (size_t i = 0; (e = map_next(map, &i)); n++) {
		struct str key = key_of(buf, model->rows[n].key);

		assert_true(n < model->len);
		assert_true(str_eq((struct str) { e->key, e->key_len }, key));
		assert_ptr_equal(e->value, model->rows[n].value);
		assert_ptr_equal(map_get(map, key), e->value);
	}
	assert_int_equal(n, model->len);
}

static void map_equals_an_array_model_in_insertion_order(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 40; seed++) {
		static struct model model;
		uint64_t s = seed;
		unsigned keys = 1 + (unsigned)(splitmix64(&s) % 300);
		struct map map;
		char buf[16];

		model.len = 0;
		map_init(&map, MAP_COPY_KEYS);
		for (int step = 0; step < 2000; step++) {
			unsigned n = (unsigned)(splitmix64(&s) % keys);
			struct str key = key_of(buf, n);
			void *value = &values[splitmix64(&s) % ARRAY_LEN(values)], *old;

			if (splitmix64(&s) % 2) {
				assert_int_equal(map_put(&map, key, value, &old), 0);
				assert_ptr_equal(old, model_put(&model, n, value));
			} else {
				assert_ptr_equal(map_del(&map, key), model_del(&model, n));
			}
			if (step % 50 == 0)
				assert_same(&map, &model);
			if (step == 1500) {
				map_clear(&map);
				model.len = 0;
			}
		}
		assert_same(&map, &model);
		map_fini(&map);
	}
}

static void map_is_unchanged_after_a_failed_allocation(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 10; seed++) {
		static struct model model;
		uint64_t s = seed;
		struct map map;
		char buf[16];
		size_t failures = 0;

		model.len = 0;
		map_init(&map, MAP_COPY_KEYS);
		for (int step = 0; step < 600; step++) {
			unsigned n = (unsigned)(splitmix64(&s) % 200);
			struct str key = key_of(buf, n);
			void *old = NULL;

			base__alloc_fail_after = (long)(splitmix64(&s) % 3);
			if (splitmix64(&s) % 3 == 0) {
				assert_ptr_equal(map_del(&map, key), model_del(&model, n));
			} else if (map_put(&map, key, &values[0], &old) == 0) {
				assert_ptr_equal(model_put(&model, n, &values[0]), old);
			} else {
				assert_null(old);
				failures++;
			}
			assert_same(&map, &model);
		}
		base__alloc_fail_after = -1;
		assert_true(failures > 50);
		assert_true(map_len(&map) > 20);
		map_fini(&map);
	}
}

static void entries_may_be_removed_during_iteration(void **state)
{
	struct map map;
	const struct map_entry *e;
	char buf[16];
	size_t seen = 0;

	(void)state;
	map_init(&map, MAP_COPY_KEYS);
	for (unsigned i = 0; i < 100; i++)
		assert_int_equal(map_put(&map, key_of(buf, i), &values[i % 64], NULL), 0);
	for (size_t i = 0; (e = map_next(&map, &i)); seen++) {
		assert_ptr_equal(e->value, &values[seen % 64]);
		assert_non_null(map_del(&map, (struct str) { e->key, e->key_len }));
	}
	assert_int_equal(seen, 100);
	assert_int_equal(map_len(&map), 0);
	assert_null(map_get(&map, STR("key-5")));
	map_fini(&map);
}

static void alternating_put_and_remove_needs_no_more_memory(void **state)
{
	struct map map;
	char buf[16];
	uint32_t slots;

	(void)state;
	map_init(&map, MAP_COPY_KEYS);
	for (unsigned i = 0; i < 20; i++)
		assert_int_equal(map_put(&map, key_of(buf, i), &values[0], NULL), 0);
	slots = map.slot_count;
	for (unsigned i = 20; i < 20000; i++) {
		assert_int_equal(map_put(&map, key_of(buf, i), &values[0], NULL), 0);
		assert_non_null(map_del(&map, key_of(buf, i - 20)));
	}
	assert_true(map.slot_count <= 2 * slots);
	map_fini(&map);
}

static void replaced_value_brings_its_borrowed_key(void **state)
{
	char first[] = "k", second[] = "k";
	struct map map;
	const struct map_entry *e;
	void *old;
	size_t i = 0;

	(void)state;
	map_init(&map, MAP_BORROW_KEYS);
	assert_int_equal(map_put(&map, str_of(first), &values[0], NULL), 0);
	assert_int_equal(map_put(&map, str_of(second), &values[1], &old), 0);
	assert_ptr_equal(old, &values[0]);
	e = map_next(&map, &i);
	assert_ptr_equal(e->key, second);
	map_fini(&map);
}

static void keys_may_contain_any_bytes(void **state)
{
	static const struct str keys[] = {
		{ NULL, 0 },
		{ "a", 1 },
		{ "a\0", 2 },
		{ "a\0b", 3 },
		{ "\xff\xfe", 2 },
		{ "01234567", 8 },
		{ "0123456789abcdef0", 17 },
	};

	(void)state;
	for (int mode = 0; mode < 2; mode++) {
		struct map map;

		map_init(&map, mode ? MAP_COPY_KEYS : MAP_BORROW_KEYS);
		for (size_t i = 0; i < ARRAY_LEN(keys); i++)
			assert_int_equal(map_put(&map, keys[i], &values[i], NULL), 0);
		for (size_t i = 0; i < ARRAY_LEN(keys); i++)
			assert_ptr_equal(map_get(&map, keys[i]), &values[i]);
		assert_ptr_equal(map_del(&map, STR("")), &values[0]);
		assert_null(map_get(&map, keys[0]));
		map_fini(&map);
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Names as clusters have them: alike but for a number. */
static void hashes_of_similar_keys_rarely_collide(void **state)
{
	enum { KEYS = 50000, BUCKETS = 1 << 16 };
	static uint32_t hashes[KEYS];
	static uint8_t load[BUCKETS];
	size_t equal = 0;
	uint8_t most = 0;

	(void)state;
	for (unsigned i = 0; i < KEYS; i++) {
		char buf[48];
		int n = snprintf(buf, sizeof(buf), "kube-system/coredns-7db6d8ff4d-%u", i);

		hashes[i] = map_hash((struct str) { buf, (size_t)n });
		if (++load[hashes[i] % BUCKETS] > most)
			most = load[hashes[i] % BUCKETS];
	}
	qsort(hashes, KEYS, sizeof(hashes[0]), by_number);
	for (size_t i = 1; i < KEYS; i++)
		equal += hashes[i] == hashes[i - 1];
	/* Random 32 bit numbers: 0.3 pairs expected, and no bucket above 9 or so. */
	assert_true(equal <= 4);
	assert_true(most <= 12);
}

/* Who knows the seed can make keys that collide; for another seed they are keys like any others. */
static void colliding_keys_do_not_collide_under_another_seed(void **state)
{
	enum { KEYS = 1000, SLOTS = 1 << 12 };
	static const uint64_t seeds[] = { 1, 2, UINT64_C(0x9E3779B97F4A7C15), UINT64_MAX };
	static char keys[KEYS][24];
	size_t n = 0;

	(void)state;
	for (unsigned i = 0; n < KEYS; i++) {
		(void)snprintf(keys[n], sizeof(keys[n]), "example.com/key-%u", i);
		n += map_hash(str_of(keys[n])) % SLOTS == 0;
	}
	for (size_t s = 0; s < ARRAY_LEN(seeds); s++) {
		static uint8_t load[SLOTS];
		uint8_t most = 0;

		memset(load, 0, sizeof(load));
		for (size_t i = 0; i < KEYS; i++) {
			uint8_t now = ++load[map_hash_by(str_of(keys[i]), seeds[s]) % SLOTS];

			most = now > most ? now : most;
		}
		assert_true(most <= 8);
	}
}

static void iteration_order_does_not_depend_on_the_seed(void **state)
{
	struct map a, b;
	const struct map_entry *x, *y;
	char key[24];

	(void)state;
	map_init(&a, MAP_COPY_KEYS);
	map_seed_all(77);
	map_init(&b, MAP_COPY_KEYS);
	assert_true(a.seed == 0);
	assert_true(b.seed == 77);
	for (unsigned i = 0; i < 3000; i++) {
		(void)snprintf(key, sizeof(key), "k%u", i * 7919 % 3000);
		assert_int_equal(map_put(&a, str_of(key), &a, NULL), 0);
		assert_int_equal(map_put(&b, str_of(key), &b, NULL), 0);
		if (i % 3 == 0) {
			assert_ptr_equal(map_del(&a, str_of(key)), &a);
			assert_ptr_equal(map_del(&b, str_of(key)), &b);
		}
	}
	for (size_t i = 0, k = 0; (x = map_next(&a, &i));) {
		y = map_next(&b, &k);
		assert_string_equal(x->key, y->key);
		assert_ptr_equal(map_get(&b, str_of(x->key)), &b);
	}
	assert_int_equal(map_len(&a), map_len(&b));
	map_seed_all(0);
	map_fini(&a);
	map_fini(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(map_equals_an_array_model_in_insertion_order),
		cmocka_unit_test(map_is_unchanged_after_a_failed_allocation),
		cmocka_unit_test(entries_may_be_removed_during_iteration),
		cmocka_unit_test(alternating_put_and_remove_needs_no_more_memory),
		cmocka_unit_test(replaced_value_brings_its_borrowed_key),
		cmocka_unit_test(keys_may_contain_any_bytes),
		cmocka_unit_test(hashes_of_similar_keys_rarely_collide),
		cmocka_unit_test(colliding_keys_do_not_collide_under_another_seed),
		cmocka_unit_test(iteration_order_does_not_depend_on_the_seed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
