/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/thread_safe_store.h"

#include "tests/kit/informer_kit.h"

static int put(struct inf__indexer *ix, const char *key, const char *rv, const char *app)
{
	AUTO_OBJECT obj = kit_object_labelled(key, rv, app);
	struct inf__op op = { .type = INF_OP_PUT, .obj = obj };
	int rc = obj ? inf__indexer_apply(ix, &op, 1, rv) : RELIST_ENOMEM;

	if (rc == 0)
		inf_object_unref(op.old);
	return rc;
}

static void del(struct inf__indexer *ix, const char *key)
{
	struct inf__op op = { .type = INF_OP_DELETE, .key = key };

	assert_int_equal(inf__indexer_apply(ix, &op, 1, NULL), 0);
	inf_object_unref(op.old);
}

static int add_index(struct inf__indexer *ix, const char *name)
{
	struct inf__index_def def = {
		name, strcmp(name, "app") == 0 ? kit_index_by_app : inf__index_by_namespace, NULL
	};

	return inf__indexer_add_indexers(ix, &def, 1, NULL);
}

static void write_list(struct strbuf *out, const struct inf_object_list *objs)
{
	for (size_t i = 0; i < objs->len; i++)
		strbuf_addf(out, "%s=%s ", inf_object_key(objs->items[i]),
			    inf_object_resource_version(objs->items[i]));
}

static void expect_list(struct inf__indexer *ix, const char *text)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct inf_object_list objs;

	inf__object_list_init(&objs);
	assert_int_equal(inf__indexer_list(ix, &objs), 0);
	write_list(&out, &objs);
	inf_object_list_fini(&objs);
	assert_string_equal(out.ptr, text);
}

static void expect_by(struct inf__indexer *ix, const char *index, const char *value,
		      const char *text)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct inf_object_list objs;

	inf__object_list_init(&objs);
	assert_int_equal(inf__indexer_by_index(ix, index, value, &objs, NULL), 0);
	write_list(&out, &objs);
	inf_object_list_fini(&objs);
	assert_string_equal(out.ptr, text);
}

static void expect_strings(struct inf_strings *s, const char *text)
{
	AUTO_STRBUF out = STRBUF_INIT;

	for (size_t i = 0; i < s->len; i++)
		strbuf_addf(&out, "\"%s\" ", s->items[i]);
	inf_strings_fini(s);
	assert_string_equal(out.ptr, text);
}

static void expect_values(struct inf__indexer *ix, const char *index, const char *text)
{
	struct inf_strings s = { 0 };

	assert_int_equal(inf__indexer_index_values(ix, index, &s), 0);
	expect_strings(&s, text);
}

static void finish(struct inf__indexer *ix)
{
	assert_true(inf__indexer_valid(ix));
	inf__indexer_fini(ix);
	assert_int_equal(inf__object_count(), 0);
}

static void list_returns_keys_in_insertion_order(void **state)
{
	struct inf__indexer ix;
	AUTO_OBJECT got = NULL;

	(void)state;
	inf__indexer_init(&ix);
	expect_list(&ix, "");
	del(&ix, "d/nobody");
	put(&ix, "d/c", "1", NULL);
	put(&ix, "d/a", "2", NULL);
	put(&ix, "d/b", "3", NULL);
	put(&ix, "d/c", "4", NULL);
	expect_list(&ix, "d/c=4 d/a=2 d/b=3 ");
	del(&ix, "d/a");
	put(&ix, "d/a", "5", NULL);
	expect_list(&ix, "d/c=4 d/b=3 d/a=5 ");
	assert_int_equal(inf__indexer_len(&ix), 3);
	assert_true(inf__indexer_has(&ix, "d/b"));
	assert_false(inf__indexer_has(&ix, "d/"));
	got = inf__indexer_get(&ix, "d/c");
	assert_string_equal(inf_object_resource_version(got), "4");
	inf_object_unref(got);
	got = inf__indexer_get(&ix, "nobody");
	assert_null(got);
	finish(&ix);
}

/* thread_safe_store.go:199-255 */
static void indexes_follow_every_write(void **state)
{
	struct inf__indexer ix;

	(void)state;
	inf__indexer_init(&ix);
	assert_int_equal(add_index(&ix, "namespace"), 0);
	assert_int_equal(add_index(&ix, "app"), 0);
	put(&ix, "d/a", "1", "web.db");
	put(&ix, "d/b", "2", "web");
	put(&ix, "e/c", "3", NULL);
	put(&ix, "n", "4", "db.db.web.db");
	expect_by(&ix, "namespace", "d", "d/a=1 d/b=2 ");
	expect_by(&ix, "namespace", "", "n=4 ");
	expect_by(&ix, "app", "web", "d/a=1 d/b=2 n=4 ");
	expect_by(&ix, "app", "db", "d/a=1 n=4 ");
	expect_by(&ix, "app", "none", "");
	/* A single unchanged value keeps its place; a changed one goes to the end. */
	put(&ix, "d/b", "5", "web");
	expect_by(&ix, "app", "web", "d/a=1 d/b=5 n=4 ");
	put(&ix, "d/a", "6", "db");
	expect_by(&ix, "app", "web", "d/b=5 n=4 ");
	expect_by(&ix, "app", "db", "n=4 d/a=6 ");
	/* A bucket that empties disappears. */
	del(&ix, "d/b");
	del(&ix, "n");
	expect_values(&ix, "app", "\"db\" ");
	expect_values(&ix, "namespace", "\"d\" \"e\" ");
	put(&ix, "d/a", "7", NULL);
	expect_values(&ix, "app", "");
	finish(&ix);
}

static void indexes_are_read_by_name_value_and_example(void **state)
{
	struct inf__indexer ix;
	struct inf_strings s = { 0 };
	struct inf_object_list objs;
	AUTO_STRBUF out = STRBUF_INIT;
	struct inf_object *example;
	struct relist_err err;

	(void)state;
	inf__indexer_init(&ix);
	inf__object_list_init(&objs);
	add_index(&ix, "app");
	put(&ix, "d/c", "1", "web");
	put(&ix, "d/b", "2", "db.web");
	put(&ix, "d/a", "3", "db");
	assert_int_equal(inf__indexer_index_keys(&ix, "app", "web", &s, NULL), 0);
	expect_strings(&s, "\"d/b\" \"d/c\" "); /* sorted */
	assert_int_equal(inf__indexer_list_keys(&ix, &s), 0);
	expect_strings(&s, "\"d/c\" \"d/b\" \"d/a\" ");
	assert_int_equal(inf__indexer_index_names(&ix, &s), 0);
	expect_strings(&s, "\"app\" ");
	example = kit_object_labelled("x/x", "1", "web.db");
	assert_int_equal(inf__indexer_index(&ix, "app", example, &objs, NULL), 0);
	write_list(&out, &objs);
	assert_string_equal(out.ptr, "d/c=1 d/b=2 d/a=3 ");
	inf_object_unref(example);
	inf_object_list_fini(&objs);
	strbuf_clear(&out);
	example = kit_object_labelled("x/x", "1", "db");
	assert_int_equal(inf__indexer_index(&ix, "app", example, &objs, NULL), 0);
	write_list(&out, &objs);
	assert_string_equal(out.ptr, "d/b=2 d/a=3 ");
	assert_int_equal(inf__indexer_index(&ix, "nope", example, &objs, &err), RELIST_ENOTFOUND);
	assert_string_equal(err.msg, "index with name nope does not exist");
	assert_int_equal(inf__indexer_by_index(&ix, "nope", "x", &objs, NULL), RELIST_ENOTFOUND);
	assert_int_equal(inf__indexer_index_keys(&ix, "nope", "x", &s, NULL), RELIST_ENOTFOUND);
	expect_values(&ix, "nope", "");
	inf_object_unref(example);
	inf_object_list_fini(&objs);
	finish(&ix);
}

/* thread_safe_store.go:401-416 and storeIndex.addIndexers */
static void index_added_later_covers_existing_objects(void **state)
{
	struct inf__indexer ix;
	const struct inf__index_def two[] = { { "app", kit_index_by_app, NULL },
					      { "namespace", inf__index_by_namespace, NULL } };
	const struct inf__index_def twice[] = { { "new", kit_index_by_app, NULL },
						{ "new", kit_index_by_app, NULL } };
	struct relist_err err;
	struct inf_strings s = { 0 };

	(void)state;
	inf__indexer_init(&ix);
	put(&ix, "d/a", "1", "web.db");
	put(&ix, "e/b", "2", "web");
	assert_int_equal(add_index(&ix, "namespace"), 0);
	expect_by(&ix, "namespace", "e", "e/b=2 ");
	assert_int_equal(inf__indexer_add_indexers(&ix, two, 2, &err), RELIST_EEXIST);
	assert_string_equal(err.msg, "indexer conflict: \"namespace\"");
	assert_int_equal(inf__indexer_add_indexers(&ix, twice, 2, NULL), RELIST_EEXIST);
	assert_int_equal(inf__indexer_index_names(&ix, &s), 0);
	expect_strings(&s, "\"namespace\" "); /* all or nothing */
	assert_int_equal(inf__indexer_add_indexers(&ix, two, 1, NULL), 0);
	expect_by(&ix, "app", "web", "d/a=1 e/b=2 ");
	finish(&ix);
}

/* All or nothing, with want of memory too. */
static void add_two_indexes(bool *complete)
{
	const struct inf__index_def two[] = { { "app", kit_index_by_app, NULL },
					      { "namespace", inf__index_by_namespace, NULL } };
	long left = base__alloc_fail_after;
	struct inf_strings s = { 0 };
	struct inf__indexer ix;
	struct relist_err err = { 0 };
	int rc;

	base__alloc_fail_after = -1;
	inf__indexer_init(&ix);
	put(&ix, "d/a", "1", "web.db");
	put(&ix, "e/b", "2", "web");
	assert_int_equal(add_index(&ix, "first"), 0);
	base__alloc_fail_after = left;
	rc = inf__indexer_add_indexers(&ix, two, 2, &err);
	left = base__alloc_fail_after;
	base__alloc_fail_after = -1;
	assert_int_equal(inf__indexer_index_names(&ix, &s), 0);
	assert_true(inf__indexer_valid(&ix));
	if (rc == 0) {
		expect_strings(&s, "\"first\" \"app\" \"namespace\" ");
		expect_by(&ix, "app", "web", "d/a=1 e/b=2 ");
	} else {
		assert_int_equal(rc, RELIST_ENOMEM);
		assert_non_null(strstr(err.msg, "out of memory"));
		expect_strings(&s, "\"first\" ");
		put(&ix, "f/c", "3", "db");
		/* And they may be added once more. */
		assert_int_equal(inf__indexer_add_indexers(&ix, two, 2, NULL), 0);
		expect_by(&ix, "namespace", "f", "f/c=3 ");
		expect_by(&ix, "app", "db", "d/a=1 f/c=3 ");
	}
	*complete = rc == 0;
	finish(&ix);
	base__alloc_fail_after = left;
}

static void indexes_are_added_completely_or_not_at_all_without_memory(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(add_two_indexes(&complete));
	assert_true(complete);
}

static void transaction_sets_the_resource_version_of_the_store(void **state)
{
	struct inf__indexer ix;
	char rv[32];
	AUTO_OBJECT a = kit_object("d/a", "5");
	AUTO_OBJECT b = kit_object("d/b", "6");
	struct inf__op ops[] = { { .type = INF_OP_PUT, .obj = a },
				 { .type = INF_OP_DELETE, .key = "d/old" },
				 { .type = INF_OP_PUT, .obj = b } };

	(void)state;
	inf__indexer_init(&ix);
	inf__indexer_rv(&ix, rv, sizeof(rv));
	assert_string_equal(rv, "");
	put(&ix, "d/old", "1", NULL);
	inf__indexer_rv(&ix, rv, sizeof(rv));
	assert_string_equal(rv, "1");
	assert_int_equal(inf__indexer_apply(&ix, ops, 3, "6"), 0);
	assert_null(ops[0].old);
	assert_string_equal(inf_object_key(ops[1].old), "d/old");
	inf_object_unref(ops[1].old);
	expect_list(&ix, "d/a=5 d/b=6 ");
	assert_int_equal(inf__indexer_bookmark(&ix, "123456789012345678901234567890"), 0);
	inf__indexer_rv(&ix, rv, sizeof(rv));
	assert_string_equal(rv, "123456789012345678901234567890");
	inf__indexer_rv(&ix, rv, 4);
	assert_string_equal(rv, "123");
	assert_int_equal(inf__indexer_bookmark(&ix, ""), 0);
	inf__indexer_rv(&ix, rv, sizeof(rv));
	assert_string_equal(rv, "");
	inf__indexer_fini(&ix);
}

static void prepared_replace_changes_nothing_until_its_commit(void **state)
{
	struct inf__indexer ix;
	struct inf_object_list list;
	struct inf__replacement r;
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	inf__indexer_init(&ix);
	inf__object_list_init(&list);
	add_index(&ix, "namespace");
	put(&ix, "d/a", "1", NULL);
	put(&ix, "d/b", "2", NULL);
	put(&ix, "e/c", "3", NULL);
	inf__object_list_push(&list, kit_object("f/z", "4"));
	inf__object_list_push(&list, kit_object("d/b", "5"));
	inf__object_list_push(&list, kit_object("d/b", "6"));
	assert_int_equal(inf__indexer_replace_prepare(&ix, &list, "9", &r), 0);
	expect_list(&ix, "d/a=1 d/b=2 e/c=3 ");
	write_list(&out, &r.deleted);
	assert_string_equal(out.ptr, "d/a=1 e/c=3 ");
	assert_null(r.olds[0]);
	assert_string_equal(inf_object_resource_version(r.olds[1]), "2");
	assert_string_equal(inf_object_resource_version(r.olds[2]), "2");
	inf__indexer_replace_commit(&ix, &r);
	inf__replacement_fini(&r);
	expect_list(&ix, "f/z=4 d/b=6 ");
	expect_values(&ix, "namespace", "\"f\" \"d\" ");
	assert_int_equal(inf__indexer_replace(&ix, &list, "10"), 0);
	inf_object_list_fini(&list);
	finish(&ix);
}

/* Room is made in steps: each length is tried behind the one before, growing and shrinking. */
static void a_resource_version_of_any_length_is_kept(void **state)
{
	char rv[81], got[96];
	struct inf__indexer ix;

	(void)state;
	inf__indexer_init(&ix);
	for (size_t step = 1; step < 19; step++) {
		for (size_t len = 0; len < sizeof(rv); len += step) {
			memset(rv, '7', len);
			rv[len] = '\0';
			assert_int_equal(inf__indexer_bookmark(&ix, rv), 0);
			inf__indexer_rv(&ix, got, sizeof(got));
			assert_string_equal(got, rv);
		}
		inf__indexer_fini(&ix);
		inf__indexer_init(&ix);
	}
	inf__indexer_fini(&ix);
}

/* After any failed allocation the cache has both the object and its version, or neither. */
static void failed_write_leaves_the_resource_version(void **state)
{
	static const char longer[] = "1234567890123456789012345678901234567890";

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct inf__indexer ix;
		char rv[64];

		inf__indexer_init(&ix);
		if (put(&ix, "d/a", "1234567", NULL) == 0) {
			bool ok = put(&ix, "d/b", longer, NULL) == 0;

			inf__indexer_rv(&ix, rv, sizeof(rv));
			assert_string_equal(rv, ok ? longer : "1234567");
			assert_int_equal(inf__indexer_len(&ix), ok ? 2 : 1);
		} else {
			inf__indexer_rv(&ix, rv, sizeof(rv));
			assert_string_equal(rv, "");
			assert_int_equal(inf__indexer_len(&ix), 0);
		}
		inf__indexer_fini(&ix);
	});
	assert_int_equal(inf__object_count(), 0);
}

static void index_by_letters(void *user, const struct inf_object *obj, struct inf_index_values *out)
{
	const char *rv = inf_object_resource_version(obj);

	(void)user;
	for (int i = 0; i < atoi(rv); i++) {
		char value[16];

		(void)snprintf(value, sizeof(value), "v%d", i);
		assert_int_equal(inf_index_values_add(out, value, strlen(value)), 0);
		assert_int_equal(inf_index_values_add(out, value, strlen(value)), 0); /* a set */
	}
}

/* An object may have any number of index values, one more or fewer after each write; all current
 * values find it, former values do not. */
static void object_may_have_many_index_values(void **state)
{
	static const int counts[] = { 0,  1,  2,  3,  4, 5,  9,	 10, 11, 12, 13, 14,
				      27, 28, 60, 61, 3, 62, 40, 41, 0,	 2,  1,	 70 };
	const struct inf__index_def def = { "letters", index_by_letters, NULL };
	AUTO_STRBUF why = STRBUF_INIT;

	(void)state;
	for (size_t first = 0; first < ARRAY_LEN(counts); first += 4) {
		struct inf__indexer ix;

		inf__indexer_init(&ix);
		assert_int_equal(inf__indexer_add_indexers(&ix, &def, 1, NULL), 0);
		for (size_t i = first; i < ARRAY_LEN(counts); i++) {
			struct inf_object_list objs;
			char rv[8], value[16];
			int others = 4;

			(void)snprintf(rv, sizeof(rv), "%d", counts[i]);
			assert_int_equal(put(&ix, "d/other", "4", NULL), 0);
			assert_int_equal(put(&ix, "d/a", rv, NULL), 0);
			for (int v = -1; v < 2; v++) {
				int at = counts[i] + v;

				inf__object_list_init(&objs);
				(void)snprintf(value, sizeof(value), "v%d", at);
				assert_int_equal(inf__indexer_by_index(&ix, "letters", value, &objs,
								       NULL),
						 0);
				assert_int_equal(objs.len, (at >= 0 && at < counts[i]) +
							       (at >= 0 && at < others));
				inf_object_list_fini(&objs);
			}
			if (inf__indexer_check(&ix, &why) != 0)
				fail_msg("%s", why.ptr);
		}
		finish(&ix);
	}
}

/* ---- against a naive model ---- */

enum { KEYS = 40 };

struct model {
	int rv[KEYS];  /* 0: absent */
	int app[KEYS]; /* index into APPS */
};

static const char *const APPS[] = { NULL, "web", "db", "web.db", "db.web.cache", "cache.cache" };

static bool has_app(int app, const char *value)
{
	char buf[32];
	const char *part;

	if (!APPS[app])
		return false;
	(void)snprintf(buf, sizeof(buf), "%s", APPS[app]);
	for (part = strtok(buf, "."); part; part = strtok(NULL, ".")) {
		if (strcmp(part, value) == 0)
			return true;
	}
	return false;
}

static void compare_index(struct inf__indexer *ix, const struct model *m, const char *value)
{
	struct inf_strings s = { 0 };
	size_t n = 0;

	assert_int_equal(inf__indexer_index_keys(ix, "app", value, &s, NULL), 0);
	for (int i = 0; i < KEYS; i++) {
		char key[32];

		if (m->rv[i] == 0 || !has_app(m->app[i], value))
			continue;
		(void)snprintf(key, sizeof(key), "n%d/k%02d", i % 3, i);
		n++;
		for (size_t j = 0; j <= s.len; j++) {
			assert_true(j < s.len); /* the key is missing */
			if (strcmp(s.items[j], key) == 0)
				break;
		}
	}
	assert_int_equal(s.len, n);
	inf_strings_fini(&s);
}

static void compare(struct inf__indexer *ix, const struct model *m)
{
	size_t live = 0;

	assert_true(inf__indexer_valid(ix));
	for (int i = 0; i < KEYS; i++) {
		char key[32], rv[16];
		AUTO_OBJECT obj = NULL;

		(void)snprintf(key, sizeof(key), "n%d/k%02d", i % 3, i);
		obj = inf__indexer_get(ix, key);
		assert_int_equal(obj != NULL, m->rv[i] != 0);
		if (obj) {
			live++;
			(void)snprintf(rv, sizeof(rv), "%d", m->rv[i]);
			assert_string_equal(inf_object_resource_version(obj), rv);
		}
	}
	assert_int_equal(inf__indexer_len(ix), live);
	compare_index(ix, m, "web");
	compare_index(ix, m, "db");
	compare_index(ix, m, "cache");
}

static void random_replace(struct inf__indexer *ix, struct model *m, uint64_t *rng, int rv)
{
	struct inf_object_list list;

	inf__object_list_init(&list);
	for (int i = 0; i < KEYS; i++) {
		char key[32], text[16];

		m->rv[i] = 0;
		if (splitmix64(rng) % 2)
			continue;
		m->rv[i] = rv;
		m->app[i] = (int)(splitmix64(rng) % ARRAY_LEN(APPS));
		(void)snprintf(key, sizeof(key), "n%d/k%02d", i % 3, i);
		(void)snprintf(text, sizeof(text), "%d", rv);
		inf__object_list_push(&list, kit_object_labelled(key, text, APPS[m->app[i]]));
	}
	assert_int_equal(inf__indexer_replace(ix, &list, "1"), 0);
	inf_object_list_fini(&list);
}

static void thread_safe_store_equals_a_naive_model_under_random_writes(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 30; seed++) {
		uint64_t rng = seed;
		struct inf__indexer ix;
		struct model m = { { 0 }, { 0 } };
		bool late = seed % 2;

		inf__indexer_init(&ix);
		if (!late)
			add_index(&ix, "app");
		for (int step = 1; step <= 400; step++) {
			int i = (int)(splitmix64(&rng) % KEYS);
			char key[32], rv[16];

			(void)snprintf(key, sizeof(key), "n%d/k%02d", i % 3, i);
			(void)snprintf(rv, sizeof(rv), "%d", step);
			if (splitmix64(&rng) % 100 == 0) {
				random_replace(&ix, &m, &rng, step);
			} else if (splitmix64(&rng) % 5 < 2) {
				del(&ix, key);
				m.rv[i] = 0;
			} else {
				m.rv[i] = step;
				m.app[i] = (int)(splitmix64(&rng) % ARRAY_LEN(APPS));
				assert_int_equal(put(&ix, key, rv, APPS[m.app[i]]), 0);
			}
			if (late && step == 100)
				add_index(&ix, "app");
			if (step % 20 == 0 && (!late || step >= 100))
				compare(&ix, &m);
		}
		finish(&ix);
	}
}

/* ---- memory ---- */

static void write_some(bool *complete)
{
	struct inf__indexer ix;
	struct inf_object_list list;
	int rc;

	inf__indexer_init(&ix);
	inf__object_list_init(&list);
	rc = add_index(&ix, "namespace");
	for (int i = 0; rc == 0 && i < 12; i++) {
		char key[32];

		(void)snprintf(key, sizeof(key), "n%d/k", i);
		rc = put(&ix, key, "1", i % 2 ? "web.db" : "db");
		/* A failed write leaves no trace. */
		assert_int_equal(inf__indexer_has(&ix, key), rc == 0);
		assert_true(inf__indexer_valid(&ix));
	}
	if (rc == 0)
		rc = add_index(&ix, "app");
	if (rc == 0)
		rc = inf__indexer_list(&ix, &list);
	if (rc == 0)
		rc = inf__indexer_replace(&ix, &list, "2");
	for (int i = 0; rc == 0 && i < 12; i++) {
		char key[32];

		(void)snprintf(key, sizeof(key), "n%d/k", i);
		rc = put(&ix, key, "2", i % 3 ? "web.db.cache" : "web");
		assert_true(inf__indexer_valid(&ix));
	}
	assert_true(rc == 0 || rc == RELIST_ENOMEM);
	*complete = rc == 0;
	inf_object_list_fini(&list);
	finish(&ix);
}

static void thread_safe_store_survives_every_failing_allocation(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(write_some(&complete));
	assert_true(complete);
}

/* The aim of the design: at most 40 bytes per object, namespace index included. */
static void thread_safe_store_uses_at_most_forty_bytes_per_object(void **state)
{
	struct inf__indexer ix;
	struct inf_object_list list;
	size_t bytes;
	enum { COUNT = 10000 };

	(void)state;
	inf__indexer_init(&ix);
	inf__object_list_init(&list);
	add_index(&ix, "namespace");
	for (int i = 0; i < COUNT; i++) {
		char key[32];

		(void)snprintf(key, sizeof(key), "n%d/k%d", i % 50, i);
		inf__object_list_push(&list, kit_object(key, "1"));
	}
	assert_int_equal(inf__indexer_replace(&ix, &list, "1"), 0);
	inf_object_list_fini(&list);
	put(&ix, "d/one-more", "2", NULL);
	bytes = ix.store.cap * sizeof(*ix.store.entries) +
		((size_t)1 << ix.store.slot_bits) * sizeof(*ix.store.slots) +
		ix.store.indexes[0]->link_cap * sizeof(*ix.store.indexes[0]->links);
	assert_in_range(bytes / COUNT, 1, 40);
	finish(&ix);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_resource_version_of_any_length_is_kept),
		cmocka_unit_test(failed_write_leaves_the_resource_version),
		cmocka_unit_test(object_may_have_many_index_values),
		cmocka_unit_test(list_returns_keys_in_insertion_order),
		cmocka_unit_test(indexes_follow_every_write),
		cmocka_unit_test(indexes_are_read_by_name_value_and_example),
		cmocka_unit_test(index_added_later_covers_existing_objects),
		cmocka_unit_test(indexes_are_added_completely_or_not_at_all_without_memory),
		cmocka_unit_test(transaction_sets_the_resource_version_of_the_store),
		cmocka_unit_test(prepared_replace_changes_nothing_until_its_commit),
		cmocka_unit_test(thread_safe_store_equals_a_naive_model_under_random_writes),
		cmocka_unit_test(thread_safe_store_survives_every_failing_allocation),
		cmocka_unit_test(thread_safe_store_uses_at_most_forty_bytes_per_object),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
