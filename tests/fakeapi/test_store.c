/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/choice.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/storage/store.h"

static const struct str ns = { "ns", 2 };

static int put(struct fakeapi__store *s, struct fakeapi__bucket *b, const char *name, int value,
	       bool gone)
{
	char text[128];
	cJSON *obj;
	int rc;

	(void)snprintf(text, sizeof(text), "{\"metadata\":{\"name\":\"%s\"},\"v\":%d}", name,
		       value);
	obj = cJSON_Parse(text);
	if (!obj)
		return RELIST_ENOMEM;
	rc = fakeapi__store_write(s, b, ns, str_of(name), obj, NULL, gone, 0);
	cJSON_Delete(obj);
	return rc;
}

static void store_keeps_every_version_until_it_is_compacted(void **state)
{
	struct fakeapi__store s;
	struct fakeapi__bucket *b;
	const struct fakeapi__entry *e;

	(void)state;
	fakeapi__store_init(&s, 10, 0);
	b = fakeapi__store_bucket(&s, STR(""), STR("pods"), true);
	assert_int_equal(put(&s, b, "a", 1, false), 0); /* rv 11 */
	assert_int_equal(put(&s, b, "a", 2, false), 0); /* rv 12 */
	assert_int_equal(put(&s, b, "a", 2, true), 0);	/* rv 13 */
	assert_int_equal(put(&s, b, "a", 3, false), 0); /* rv 14 */
	e = fakeapi__bucket_entry(b, ns, STR("a"));
	assert_null(fakeapi__entry_at(e, 10));
	assert_int_equal(fakeapi__entry_at(e, 11)->rv, 11);
	assert_int_equal(fakeapi__entry_at(e, 12)->rv, 12);
	assert_null(fakeapi__entry_at(e, 13));
	assert_int_equal(fakeapi__entry_at(e, UINT64_MAX)->rv, 14);
	assert_int_equal(b->live, 1);
	assert_int_equal(fakeapi__bucket_event(b, 0)->type, FAKEAPI_ADDED);
	assert_int_equal(fakeapi__bucket_event(b, 1)->type, FAKEAPI_MODIFIED);
	assert_int_equal(fakeapi__bucket_event(b, 2)->type, FAKEAPI_DELETED);
	assert_int_equal(fakeapi__bucket_event(b, 3)->type, FAKEAPI_ADDED);
	s.etcd_floor = 12;
	b->cache_floor = 14;
	fakeapi__store_forget(&s); /* the older floor counts */
	assert_int_equal(b->forgotten_rv, 12);
	assert_int_equal(fakeapi__entry_at(e, 12)->rv, 12);
	s.etcd_floor = 14;
	fakeapi__store_forget(&s);
	assert_int_equal(b->first_seq, b->next_seq);
	assert_int_equal(fakeapi__entry_at(e, 14)->rv, 14);
	fakeapi__store_fini(&s);
}

static void store_drops_deleted_objects_with_their_deletion_event(void **state)
{
	struct fakeapi__store s;
	struct fakeapi__bucket *b;

	(void)state;
	fakeapi__store_init(&s, 0, 2);
	b = fakeapi__store_bucket(&s, STR(""), STR("pods"), true);
	assert_int_equal(put(&s, b, "a", 1, false), 0);
	assert_int_equal(put(&s, b, "a", 1, true), 0);
	assert_int_equal(b->entry_count, 1);
	assert_int_equal(put(&s, b, "b", 1, false), 0);
	assert_int_equal(put(&s, b, "b", 2, false), 0); /* the window of two pushes a out */
	assert_int_equal(b->entry_count, 1);
	assert_int_equal(b->cache_floor, 2);
	assert_null(fakeapi__bucket_entry(b, ns, STR("a")));
	fakeapi__store_fini(&s);
}

static void store_orders_keys_like_etcd(void **state)
{
	static const char *const names[] = { "b", "a.b", "a-b", "a", "a/b" };
	struct fakeapi__store s;
	struct fakeapi__at at;
	struct fakeapi__bucket *b;

	(void)state;
	fakeapi__store_init(&s, 0, 0);
	b = fakeapi__store_bucket(&s, STR(""), STR("pods"), true);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(put(&s, b, names[i], 1, false), 0);
	assert_string_equal(b->blocks[0]->items[0]->key, "ns/a");
	assert_string_equal(b->blocks[0]->items[1]->key, "ns/a-b");
	assert_string_equal(b->blocks[0]->items[2]->key, "ns/a.b");
	assert_string_equal(b->blocks[0]->items[3]->key, "ns/b");
	at = fakeapi__bucket_lower(b, STR("ns/a-"));
	assert_string_equal(fakeapi__bucket_next(b, &at)->key, "ns/a-b");
	at = fakeapi__bucket_lower(b, STR("nt"));
	assert_null(fakeapi__bucket_next(b, &at));
	fakeapi__store_fini(&s);
}

/* --- many ------------------------------------------------------------------------------------ */

enum { MANY = 3000, STEPS = 20000 };

static void must_be_sorted(const struct fakeapi__bucket *b, const bool *there, size_t count)
{
	char want[16];
	size_t n = 0, i = 0;

	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk); n++, i++) {
		while (i < MANY && !there[i])
			i++;
		(void)snprintf(want, sizeof(want), "ns/n%05zu", i);
		assert_string_equal(walk.entry->key, want);
	}
	assert_int_equal(n, count);
	assert_int_equal(b->entry_count, count);
}

/* Keys in ascending, descending or random order: blocks fill up, split and become empty. */
static void store_finds_keys_after_inserts_and_deletes_in_any_order(void **state)
{
	uint64_t random = 7;

	(void)state;
	for (int way = 0; way < 3; way++) {
		static bool there[MANY];
		struct fakeapi__store s;
		struct fakeapi__bucket *b;
		size_t count = 0;
		char name[16];

		memset(there, 0, sizeof(there));
		fakeapi__store_init(&s, 0, 0);
		b = fakeapi__store_bucket(&s, STR("g"), STR("pods"), true);
		assert_ptr_equal(fakeapi__store_bucket(&s, STR("g"), STR("pods"), true), b);
		for (size_t k = 0; k < STEPS; k++) {
			size_t any = splitmix64(&random) % MANY;
			size_t i = k >= 2 * MANY ? any
				   : way == 0	 ? k % MANY
				   : way == 1	 ? MANY - 1 - k % MANY
						 : any;
			struct fakeapi__entry *e;

			(void)snprintf(name, sizeof(name), "n%05zu", i);
			assert_int_equal(put(&s, b, name, 1, there[i]), 0);
			there[i] = !there[i];
			count += there[i] ? 1 : (size_t)-1;
			s.etcd_floor = b->cache_floor = s.rv;
			fakeapi__store_forget(&s);
			e = fakeapi__bucket_entry(b, ns, str_of(name));
			assert_true((e != NULL) == there[i]);
			if (k % 997 == 0 || k == MANY - 1)
				must_be_sorted(b, there, count);
		}
		must_be_sorted(b, there, count);
		fakeapi__store_reset(&s, 5);
		assert_null(fakeapi__store_bucket(&s, STR("g"), STR("pods"), false));
		fakeapi__store_fini(&s);
	}
}

/* --- how many there are behind a place ------------------------------------------------------- */

static void put_in(struct fakeapi__store *s, struct fakeapi__bucket *b, struct str in,
		   const char *name, bool gone)
{
	cJSON *obj = cJSON_Parse("{\"metadata\":{}}");

	assert_non_null(obj);
	assert_int_equal(fakeapi__store_write(s, b, in, str_of(name), obj, NULL, gone, 0), 0);
	cJSON_Delete(obj);
}

/* From the `skip`th entry on; how many were counted by blocks. */
static size_t counted_alike(const struct fakeapi__store *s, const struct fakeapi__bucket *b,
			    struct str only, uint64_t rv, size_t skip)
{
	struct fakeapi__walk walk = { .in = b };
	size_t want = 0, got = 0, by_block = 0, looked;
	struct fakeapi__at at;

	while (skip-- && fakeapi__walk(&walk))
		;
	at = walk.at;
	while (fakeapi__walk(&walk))
		want += (!only.len || str_eq(only, fakeapi__entry_ns(walk.entry))) &&
			fakeapi__entry_at(walk.entry, rv);
	for (;;) {
		const struct fakeapi__entry *e = NULL;
		int64_t n = fakeapi__bucket_count_block(s, b, only, rv, &at, &e, &looked);

		if (n >= 0) {
			struct fakeapi__at next = at;
			const struct fakeapi__entry *behind = fakeapi__bucket_next(b, &next);

			assert_non_null(e);
			assert_true(!behind || strcmp(behind->key, e->key) > 0);
			got += (size_t)n;
			by_block += (size_t)n;
			/* Known now. */
			at.block--;
			assert_int_equal(fakeapi__bucket_count_block(s, b, only, rv, &at, &e,
								     &looked),
					 n);
			assert_int_equal(looked, 0);
			continue;
		}
		/* Without newer versions and other namespaces, every whole block counts at once. */
		assert_true(at.item || at.block >= b->block_count || only.len || rv < s->rv);
		e = fakeapi__bucket_next(b, &at);
		if (!e)
			break;
		got +=
		    (!only.len || str_eq(only, fakeapi__entry_ns(e))) && fakeapi__entry_at(e, rv);
	}
	assert_int_equal(got, want);
	return by_block;
}

/* remainingItemCount needs it: after writes, deletions and rewinds, at any version and key. */
static void count_by_blocks_equals_count_by_items(void **state)
{
	static const char *const spaces[] = { "na", "nb", "nc" };
	uint64_t random = 11, by_block = 0;

	(void)state;
	for (int round = 0; round < 3; round++) {
		struct fakeapi__store s;
		struct fakeapi__bucket *b;

		fakeapi__store_init(&s, 0, 0);
		b = fakeapi__store_bucket(&s, STR("g"), STR("pods"), true);
		for (int k = 0; k < 6000; k++) {
			struct str in = str_of(spaces[splitmix64(&random) % 3]);
			char name[16];
			bool there;

			(void)snprintf(name, sizeof(name), "n%03d",
				       (int)(splitmix64(&random) % 900));
			there = fakeapi__bucket_get(b, in, str_of(name)) != NULL;
			put_in(&s, b, in, name, there && splitmix64(&random) % 3 == 0);
			if (k % 500 == 499)
				assert_int_equal(
				    fakeapi__store_rewind(&s, s.rv - splitmix64(&random) % 90), 0);
			if (k % 700 == 699) {
				s.etcd_floor = b->cache_floor = s.rv - 100;
				fakeapi__store_forget(&s);
			}
			if (k % 50 == 0) {
				uint64_t rv = s.rv - (k % 100 ? 0 : splitmix64(&random) % 90);
				struct str only = k % 150 ? STR("") : in;

				by_block +=
				    counted_alike(&s, b, only, rv,
						  splitmix64(&random) % (b->entry_count + 1));
			}
		}
		fakeapi__store_fini(&s);
	}
	assert_true(by_block > 1000); /* most counts used whole blocks */
}

/* --- against a naive model ------------------------------------------------------------------- */

enum { NAMES = 6, WRITES = 400 };

struct model {
	int value[WRITES + 1][NAMES]; /* by rv; 0: not there */
	uint64_t rv;
};

static void check(struct fakeapi__bucket *b, const struct model *m, uint64_t rv)
{
	for (int n = 0; n < NAMES; n++) {
		char name[16], want[16];
		const struct fakeapi__entry *e;
		const struct fakeapi__version *v;

		(void)snprintf(name, sizeof(name), "n%d", n);
		e = fakeapi__bucket_entry(b, ns, str_of(name));
		v = e ? fakeapi__entry_at(e, rv) : NULL;
		if (m->value[rv][n] == 0) {
			assert_null(v);
			continue;
		}
		assert_non_null(v);
		(void)snprintf(want, sizeof(want), "\"v\":%d}", m->value[rv][n]);
		assert_non_null(strstr(v->json, want));
	}
}

static void store_equals_a_naive_model_at_every_version(void **state)
{
	static struct model m;

	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		uint64_t rnd = seed;
		struct fakeapi__store s;
		struct fakeapi__bucket *b;

		memset(&m, 0, sizeof(m));
		fakeapi__store_init(&s, 0, 0);
		b = fakeapi__store_bucket(&s, STR(""), STR("pods"), true);
		while (m.rv < WRITES) {
			uint32_t pick = (uint32_t)(splitmix64(&rnd) >> 33);
			int n = (int)(pick % NAMES);
			bool there = m.value[m.rv][n] != 0;
			char name[16];

			if (pick / 64 % 50 == 0 && m.rv > b->forgotten_rv) { /* back in time */
				m.rv = b->forgotten_rv + pick % (m.rv - b->forgotten_rv + 1);
				assert_int_equal(fakeapi__store_rewind(&s, m.rv), 0);
				check(b, &m, m.rv);
				continue;
			}
			if (pick / 64 % 41 == 1) {
				s.etcd_floor = b->cache_floor = m.rv / 2;
				fakeapi__store_forget(&s);
				continue;
			}
			(void)snprintf(name, sizeof(name), "n%d", n);
			m.rv++;
			memcpy(m.value[m.rv], m.value[m.rv - 1], sizeof(m.value[0]));
			m.value[m.rv][n] = there && pick / 8 % 3 == 0 ? 0 : (int)(pick % 1000 + 1);
			assert_int_equal(put(&s, b, name, (int)(pick % 1000 + 1),
					     m.value[m.rv][n] == 0),
					 0);
			assert_int_equal(s.rv, m.rv);
		}
		for (uint64_t rv = b->forgotten_rv; rv <= m.rv; rv++)
			check(b, &m, rv);
		fakeapi__store_fini(&s);
	}
}

static void failed_write_leaves_the_store_unchanged(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct fakeapi__store s;
		struct fakeapi__bucket *b;

		fakeapi__store_init(&s, 0, 0);
		b = fakeapi__store_bucket(&s, STR(""), STR("pods"), true);
		if (b) {
			int rc = put(&s, b, "a", 1, false);

			assert_int_equal(s.rv, rc == 0 ? 1 : 0);
			rc = put(&s, b, "b", 2, false);
			assert_int_equal(b->next_seq, s.rv);
		}
		fakeapi__store_fini(&s);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(store_keeps_every_version_until_it_is_compacted),
		cmocka_unit_test(store_drops_deleted_objects_with_their_deletion_event),
		cmocka_unit_test(store_orders_keys_like_etcd),
		cmocka_unit_test(store_finds_keys_after_inserts_and_deletes_in_any_order),
		cmocka_unit_test(count_by_blocks_equals_count_by_items),
		cmocka_unit_test(store_equals_a_naive_model_at_every_version),
		cmocka_unit_test(failed_write_leaves_the_store_unchanged),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
