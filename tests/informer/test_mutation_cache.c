/* SPDX-License-Identifier: Apache-2.0 */
/* client-go v0.37 tools/cache/mutation_cache.go */
#include "informer/mutation_cache.h"

#include "tests/kit/informer_kit.h"

struct fixture {
	struct inf__indexer store;
	struct inf__mutation_cache *c;
};

static void setup(struct fixture *x, bool include_adds, size_t max)
{
	struct inf__mutation_cache_options o = { .backing = &x->store,
						 .indexer = &x->store,
						 .ttl_ns = 100,
						 .include_adds = include_adds,
						 .max_size = max };
	struct inf__index_def def = { "app", kit_index_by_app, NULL };

	inf__indexer_init(&x->store);
	assert_int_equal(inf__indexer_add_indexers(&x->store, &def, 1, NULL), 0);
	x->c = inf__mutation_cache_new(&o);
	assert_non_null(x->c);
}

static void teardown(struct fixture *x)
{
	inf__mutation_cache_free(x->c);
	inf__indexer_fini(&x->store);
	assert_int_equal(inf__object_count(), 0);
}

/* "d/p 5 web uid": an object; the uid goes into the name's place of the JSON. */
static struct inf_object *object(const char *key, const char *rv, const char *app, const char *uid)
{
	AUTO_STRBUF json = STRBUF_INIT;

	strbuf_addf(&json,
		    "{\"metadata\":{\"namespace\":\"d\",\"name\":\"%s\",\"resourceVersion\":\"%s\","
		    "\"uid\":\"%s\",\"labels\":{\"app\":\"%s\"}}}",
		    key, rv, uid, app);
	return json.failed ? NULL : inf__object_new(strbuf_str(&json), STR(""), STR(""), NULL);
}

static void store(struct fixture *x, const char *name, const char *rv, const char *app)
{
	AUTO_OBJECT obj = object(name, rv, app, name);

	assert_int_equal(inf__indexer_put(&x->store, obj), 0);
}

static int mutation(struct fixture *x, const char *name, const char *rv, const char *app,
		    const char *uid, int64_t now_ns)
{
	AUTO_OBJECT obj = object(name, rv, app, uid);

	return obj ? inf__mutation_cache_mutation(x->c, obj, now_ns, NULL) : RELIST_ENOMEM;
}

static void deleted(struct fixture *x, const char *name, const char *rv, const char *uid,
		    int64_t now_ns)
{
	AUTO_OBJECT obj = object(name, rv, "", uid);

	assert_int_equal(inf__mutation_cache_on_delete(x->c, obj, now_ns, NULL), 0);
}

static void expect(struct fixture *x, const char *key, int64_t now_ns, const char *rv)
{
	struct inf_object *obj;

	assert_int_equal(inf__mutation_cache_get(x->c, key, now_ns, &obj, NULL), 0);
	assert_string_equal(obj ? inf_object_resource_version(obj) : "none", rv);
	inf_object_unref(obj);
}

static void expect_by(struct fixture *x, const char *value, int64_t now_ns, const char *text)
{
	struct inf_object_list objs = { NULL, 0, 0 };
	AUTO_STRBUF out = STRBUF_INIT;

	assert_int_equal(inf__mutation_cache_by_index(x->c, "app", value, now_ns, &objs, NULL), 0);
	for (size_t i = 0; i < objs.len; i++)
		strbuf_addf(&out, "%s=%s ", inf_object_key(objs.items[i]),
			    inf_object_resource_version(objs.items[i]));
	inf_object_list_fini(&objs);
	assert_string_equal(out.ptr, text);
}

static void get_returns_the_newer_of_store_and_mutation(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, false, 0);
	store(&x, "p", "5", "web");
	expect(&x, "d/p", 0, "5");
	mutation(&x, "p", "10", "web", "p", 0); /* as numbers, not as strings */
	expect(&x, "d/p", 0, "10");
	mutation(&x, "p", "9", "web", "p", 0); /* late: ignored */
	expect(&x, "d/p", 0, "10");
	expect_by(&x, "web", 0, "d/p=10 ");
	expect(&x, "d/p", 100, "10");
	expect(&x, "d/p", 101, "5"); /* expired */
	mutation(&x, "p", "11", "web", "p", 200);
	store(&x, "p", "12", "web");
	expect(&x, "d/p", 200, "12");
	store(&x, "p", "5", "web"); /* the overlay was overtaken and is gone */
	expect(&x, "d/p", 200, "5");
	teardown(&x);
}

static void only_mutations_are_returned_on_request(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, false, 0);
	mutation(&x, "p", "5", "web", "p", 0);
	expect(&x, "d/p", 0, "none");
	expect_by(&x, "web", 0, "");
	teardown(&x);
	setup(&x, true, 0);
	mutation(&x, "p", "5", "web", "p", 0);
	mutation(&x, "r", "6", "db.web", "r", 0);
	expect(&x, "d/q", 0, "none");
	store(&x, "q", "7", "web");
	expect_by(&x, "web", 0, "d/q=7 d/p=5 d/r=6 ");
	mutation(&x, "q", "8", "db", "q", 0);
	/* The index is the store's, the objects are as new as can be. */
	expect_by(&x, "web", 0, "d/q=8 d/p=5 d/r=6 ");
	expect_by(&x, "db", 0, "d/r=6 d/q=8 ");
	expect_by(&x, "web", 100, "d/q=8 d/p=5 d/r=6 ");
	expect_by(&x, "web", 101, "d/q=7 ");
	teardown(&x);
}

/* newerObject() of an object that came from the overlay removes it. */
static void get_by_key_returns_an_added_object_once(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, true, 0);
	mutation(&x, "p", "5", "web", "p", 0);
	expect_by(&x, "web", 0, "d/p=5 ");
	expect_by(&x, "web", 0, "d/p=5 ");
	expect(&x, "d/p", 0, "5");
	expect(&x, "d/p", 0, "none");
	expect_by(&x, "web", 0, "");
	assert_int_equal(mutation(&x, "q", "x5", "web", "q", 0), 0);
	AUTO_OBJECT got = NULL;
	struct relist_err err = { 0 };

	assert_int_equal(inf__mutation_cache_get(x.c, "d/q", 0, &got, &err), RELIST_EINVAL);
	assert_string_equal(err.msg, "resourceVersion \"x5\" of d/q: not an integer");
	assert_null(got);
	teardown(&x);
}

static void by_index_returns_no_tombstones(void **state)
{
	AUTO_OBJECT gone = object("p", "7", "web", "p");
	struct fixture x;

	(void)state;
	setup(&x, true, 0);
	mutation(&x, "q", "5", "web", "q", 0);
	assert_int_equal(inf__mutation_cache_on_delete(x.c, gone, 0, NULL), 0);
	expect_by(&x, "web", 0, "d/q=5 ");
	inf_object_unref(gone);
	gone = NULL;
	teardown(&x);
}

static void least_recently_used_mutation_is_evicted(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, true, 2);
	for (size_t i = 0; i < 3; i++)
		store(&x, (const char *const[]) { "p", "q", "r" }[i], "0", "web");
	mutation(&x, "p", "1", "web", "p", 0);
	mutation(&x, "q", "2", "web", "q", 0);
	expect(&x, "d/p", 0, "1");
	mutation(&x, "r", "3", "web", "r", 0);
	expect(&x, "d/q", 0, "0");
	expect(&x, "d/p", 0, "1");
	expect(&x, "d/r", 0, "3");
	teardown(&x);
}

static void newer_notification_removes_a_mutation(void **state)
{
	struct fixture x;
	AUTO_OBJECT seen = object("p", "6", "web", "p");
	AUTO_OBJECT older = object("p", "4", "web", "p");

	(void)state;
	setup(&x, true, 0);
	mutation(&x, "p", "5", "web", "p", 0);
	assert_int_equal(inf__mutation_cache_on_add_or_update(x.c, older, 0, NULL), 0);
	expect(&x, "d/p", 0, "5");
	assert_int_equal(inf__mutation_cache_on_add_or_update(x.c, seen, 0, NULL), 0);
	expect(&x, "d/p", 0, "none"); /* the store has the newer version */
	inf_object_unref(seen);
	inf_object_unref(older);
	seen = older = NULL;
	teardown(&x);
}

static void deleted_object_stays_deleted_until_it_is_recreated(void **state)
{
	struct fixture x;

	(void)state;
	setup(&x, true, 0);
	/* A mutation that arrives after the delete of the same object is refused. */
	deleted(&x, "p", "7", "uid-1", 0);
	expect(&x, "d/p", 0, "none");
	mutation(&x, "p", "7", "web", "uid-2", 0);
	expect(&x, "d/p", 0, "none"); /* the very version that was deleted */
	mutation(&x, "p", "9", "web", "uid-1", 0);
	expect(&x, "d/p", 0, "none"); /* another version of the same instance */
	expect_by(&x, "web", 0, "");
	mutation(&x, "p", "9", "web", "uid-2", 0);
	expect_by(&x, "web", 0, "d/p=9 "); /* created again */
	/* A delete that is older and of another instance does not affect it. */
	deleted(&x, "p", "8", "uid-1", 0);
	expect_by(&x, "web", 0, "d/p=9 ");
	deleted(&x, "p", "8", "uid-2", 0);
	expect(&x, "d/p", 0, "none");
	/* The store's newer object removes the tombstone. */
	store(&x, "p", "20", "web");
	expect(&x, "d/p", 0, "20");
	expect_by(&x, "web", 0, "d/p=20 ");
	teardown(&x);
}

static void mutation_with_a_non_integer_version_is_rejected(void **state)
{
	struct fixture x;
	struct relist_err err;
	AUTO_OBJECT bad = object("p", "12x", "web", "p");

	(void)state;
	setup(&x, true, 0);
	assert_int_equal(mutation(&x, "p", "18446744073709551615", "web", "p", 0), 0);
	assert_int_equal(inf__mutation_cache_mutation(x.c, bad, 0, &err), RELIST_EINVAL);
	assert_string_equal(err.msg, "resourceVersion \"12x\" of d/p: not an integer");
	assert_int_equal(inf__mutation_cache_on_delete(x.c, bad, 0, NULL), RELIST_EINVAL);
	assert_int_equal(mutation(&x, "p", "18446744073709551616", "web", "p", 0), RELIST_EINVAL);
	assert_int_equal(mutation(&x, "p", "", "web", "p", 0), 0); /* 0: older */
	expect(&x, "d/p", 0, "18446744073709551615");
	inf_object_unref(bad);
	bad = NULL;
	teardown(&x);
}

/* Without options: five minutes, a hundred entries. */
static void default_options_keep_100_mutations_for_five_minutes(void **state)
{
	const int64_t ttl_ns = 300 * NS_PER_S;
	struct inf__mutation_cache_options o = { .include_adds = true };
	struct fixture x;
	char name[16], key[16];

	(void)state;
	setup(&x, true, 0);
	inf__mutation_cache_free(x.c);
	o.backing = &x.store;
	x.c = inf__mutation_cache_new(&o);
	assert_non_null(x.c);
	store(&x, "p", "0", "web");
	mutation(&x, "p", "1", "web", "p", 0);
	expect(&x, "d/p", ttl_ns, "1");
	expect(&x, "d/p", ttl_ns + 1, "0");
	/* A write extends its life, a read does not. */
	mutation(&x, "p", "2", "web", "p", 0);
	expect(&x, "d/p", 100, "2");
	mutation(&x, "p", "3", "web", "p", 200);
	expect(&x, "d/p", ttl_ns + 200, "3");
	expect(&x, "d/p", ttl_ns + 201, "0");
	/* The same version again counts as written. */
	mutation(&x, "p", "4", "web", "p", 200);
	mutation(&x, "p", "4", "web", "p", 300);
	expect(&x, "d/p", ttl_ns + 300, "4");
	/* A tombstone expires after the same time. */
	deleted(&x, "p", "5", "p", 0);
	mutation(&x, "p", "6", "web", "p", ttl_ns);
	expect(&x, "d/p", ttl_ns, "0");
	mutation(&x, "p", "6", "web", "p", ttl_ns + 1);
	expect(&x, "d/p", ttl_ns + 1, "6");
	for (int i = 0; i < 100; i++) {
		(void)snprintf(name, sizeof(name), "n%d", i);
		store(&x, name, "0", "web");
		mutation(&x, name, "1", "web", name, ttl_ns + 1);
		expect(&x, "d/p", ttl_ns + 1, "6");
	}
	/* p was read each time: the oldest of the others made room. */
	for (int i = 0; i < 100; i++) {
		(void)snprintf(key, sizeof(key), "d/n%d", i);
		expect(&x, key, ttl_ns + 1, i == 0 ? "0" : "1");
	}
	teardown(&x);
}

/* The store's object counts once its version is as high; equal versions drop the mutation. */
static void mutation_is_dropped_once_the_store_is_as_new(void **state)
{
	static const struct {
		const char *mutation, *store, *got, *after; /* the store goes back to 1 */
	} rows[] = {
		{ "5", "4", "5", "5" },	   { "5", "5", "5", "1" },   { "5", "6", "6", "1" },
		{ "10", "9", "10", "10" }, { "9", "10", "10", "1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_OBJECT seen = object("q", rows[i].store, "web", "q");
		struct fixture x;

		setup(&x, false, 0);
		mutation(&x, "p", rows[i].mutation, "web", "p", 0);
		store(&x, "p", rows[i].store, "web");
		expect(&x, "d/p", 0, rows[i].got);
		store(&x, "p", "1", "web");
		expect(&x, "d/p", 0, rows[i].after);
		/* A notification drops it by the same rule. */
		mutation(&x, "q", rows[i].mutation, "web", "q", 0);
		assert_int_equal(inf__mutation_cache_on_add_or_update(x.c, seen, 0, NULL), 0);
		store(&x, "q", "1", "web");
		expect(&x, "d/q", 0, rows[i].after);
		inf_object_unref(seen);
		seen = NULL;
		teardown(&x);
	}
}

/* A version in the store that is no integer is an error, which changes nothing. */
static void stored_non_integer_version_is_an_error_without_effect(void **state)
{
	AUTO_OBJECT bad = object("p", "x1", "web", "p");
	struct inf_object_list objs = { NULL, 0, 0 };
	struct inf_object *got = NULL;
	struct relist_err err = { 0 };
	struct fixture x;

	(void)state;
	setup(&x, true, 0);
	store(&x, "a", "1", "web");
	mutation(&x, "p", "5", "web", "p", 0);
	store(&x, "p", "x1", "web");
	assert_int_equal(inf__mutation_cache_by_index(x.c, "app", "web", 0, &objs, &err),
			 RELIST_EINVAL);
	assert_string_equal(err.msg, "resourceVersion \"x1\" of d/p: not an integer");
	assert_int_equal(objs.len, 0);
	err.msg[0] = '\0';
	assert_int_equal(inf__mutation_cache_get(x.c, "d/p", 0, &got, &err), RELIST_EINVAL);
	assert_string_equal(err.msg, "resourceVersion \"x1\" of d/p: not an integer");
	assert_null(got);
	err.msg[0] = '\0';
	assert_int_equal(inf__mutation_cache_on_add_or_update(x.c, bad, 0, &err), RELIST_EINVAL);
	assert_string_equal(err.msg, "resourceVersion \"x1\" of d/p: not an integer");
	store(&x, "p", "4", "web");
	expect(&x, "d/p", 0, "5");
	/* What was in the list stays. */
	assert_int_equal(inf__mutation_cache_by_index(x.c, "app", "web", 0, &objs, &err), 0);
	assert_int_equal(objs.len, 2);
	store(&x, "p", "x1", "web");
	assert_int_equal(inf__mutation_cache_by_index(x.c, "app", "web", 0, &objs, &err),
			 RELIST_EINVAL);
	assert_int_equal(objs.len, 2);
	inf_object_list_fini(&objs);
	/* Without an overlay nothing is compared. */
	assert_int_equal(inf__mutation_cache_get(x.c, "d/a", 0, &got, &err), 0);
	inf_object_unref(got);
	inf_object_unref(bad);
	bad = NULL;
	teardown(&x);
}

static void by_index_without_an_indexer_is_an_error(void **state)
{
	struct inf__indexer ix;
	struct inf__mutation_cache_options o = { .backing = &ix };
	struct inf__mutation_cache *c;
	struct inf_object_list objs = { NULL, 0, 0 };
	struct relist_err err;
	struct fixture x;

	(void)state;
	inf__indexer_init(&ix);
	c = inf__mutation_cache_new(&o);
	assert_int_equal(inf__mutation_cache_by_index(c, "app", "web", 0, &objs, &err),
			 RELIST_EINVAL);
	assert_string_equal(err.msg, "no indexer has been provided to the mutation cache");
	inf__mutation_cache_free(c);
	inf__indexer_fini(&ix);
	setup(&x, true, 0);
	assert_int_equal(inf__mutation_cache_by_index(x.c, "nope", "web", 0, &objs, NULL),
			 RELIST_ENOTFOUND);
	teardown(&x);
}

static void run(bool *complete)
{
	struct inf__indexer ix;
	struct inf__mutation_cache_options o = {
		.backing = &ix, .indexer = &ix, .include_adds = true, .max_size = 3
	};
	struct inf__index_def def = { "app", kit_index_by_app, NULL };
	struct inf_object_list objs = { NULL, 0, 0 };
	struct fixture x;
	int rc;

	inf__indexer_init(&ix);
	rc = inf__indexer_add_indexers(&ix, &def, 1, NULL);
	x.c = inf__mutation_cache_new(&o);
	if (!x.c)
		rc = RELIST_ENOMEM;
	for (int i = 0; rc == 0 && i < 5; i++) {
		char name[4] = { (char)('a' + i), '\0' };

		rc = mutation(&x, name, "5", "web", "u", 0);
	}
	if (rc == 0)
		rc = inf__mutation_cache_by_index(x.c, "app", "web", 0, &objs, NULL);
	*complete = rc == 0;
	assert_true(rc == 0 || (rc == RELIST_ENOMEM && objs.len == 0));
	inf_object_list_fini(&objs);
	inf__mutation_cache_free(x.c);
	inf__indexer_fini(&ix);
	assert_int_equal(inf__object_count(), 0);
}

static void mutation_cache_survives_every_failing_allocation(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(run(&complete));
	assert_true(complete);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(get_returns_the_newer_of_store_and_mutation),
		cmocka_unit_test(only_mutations_are_returned_on_request),
		cmocka_unit_test(get_by_key_returns_an_added_object_once),
		cmocka_unit_test(by_index_returns_no_tombstones),
		cmocka_unit_test(least_recently_used_mutation_is_evicted),
		cmocka_unit_test(newer_notification_removes_a_mutation),
		cmocka_unit_test(deleted_object_stays_deleted_until_it_is_recreated),
		cmocka_unit_test(mutation_with_a_non_integer_version_is_rejected),
		cmocka_unit_test(default_options_keep_100_mutations_for_five_minutes),
		cmocka_unit_test(mutation_is_dropped_once_the_store_is_as_new),
		cmocka_unit_test(stored_non_integer_version_is_an_error_without_effect),
		cmocka_unit_test(by_index_without_an_indexer_is_an_error),
		cmocka_unit_test(mutation_cache_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
