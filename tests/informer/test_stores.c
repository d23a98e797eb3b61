/* SPDX-License-Identifier: Apache-2.0 */
/* The public names of the stores; what they do in every case is tested beside the pure ones. */
#include "tests/kit/informer_kit.h"

static void expect_strings(struct inf_strings *s, const char *text)
{
	AUTO_STRBUF out = STRBUF_INIT;

	for (size_t i = 0; i < s->len; i++)
		strbuf_addf(&out, "%s ", s->items[i]);
	inf_strings_fini(s);
	assert_string_equal(out.ptr, text);
}

static void expect_objects(struct inf_object_list *objs, const char *text)
{
	AUTO_STRBUF out = STRBUF_INIT;

	for (size_t i = 0; i < objs->len; i++)
		strbuf_addf(&out, "%s=%s ", inf_object_key(objs->items[i]),
			    inf_object_resource_version(objs->items[i]));
	inf_object_list_fini(objs);
	assert_string_equal(out.ptr, text);
}

static void public_indexer_stores_lists_and_indexes_objects(void **state)
{
	struct inf_indexer *ix = inf_indexer_new();
	const struct inf_index indexes[] = { { "app", kit_index_by_app, NULL },
					     { "namespace", inf_index_namespace, NULL } };
	struct inf_object *a = kit_object_labelled("d/a", "1", "web");
	struct inf_object *b = kit_object_labelled("e/b", "2", "web.db");
	struct inf_object_list objs = { 0 };
	struct inf_strings s = { 0 };
	struct inf_object *got;
	char rv[8];

	(void)state;
	assert_int_equal(inf_indexer_put(ix, b), 0);
	assert_int_equal(inf_indexer_add_indexers(ix, indexes, 2, NULL), 0);
	assert_int_equal(inf_indexer_add_indexers(ix, indexes, 1, NULL), RELIST_EEXIST);
	assert_int_equal(inf_indexer_put(ix, a), 0);
	assert_int_equal(inf_indexer_len(ix), 2);
	got = inf_indexer_get(ix, "d/a");
	assert_ptr_equal(got, a);
	inf_object_unref(got);
	assert_int_equal(inf_indexer_list(ix, &objs), 0);
	expect_objects(&objs, "e/b=2 d/a=1 ");
	assert_int_equal(inf_indexer_by_index(ix, "app", "db", &objs, NULL), 0);
	expect_objects(&objs, "e/b=2 ");
	assert_int_equal(inf_indexer_list_selected(ix, "d", "app in (web, db)", &objs, NULL), 0);
	expect_objects(&objs, "d/a=1 ");
	assert_int_equal(inf_indexer_list_selected(ix, NULL, "app!=web", &objs, NULL), 0);
	expect_objects(&objs, "e/b=2 ");
	assert_int_equal(inf_indexer_list_selected(ix, NULL, "app in (", &objs, NULL),
			 RELIST_EINVAL);
	assert_int_equal(inf_indexer_index(ix, "app", b, &objs, NULL), 0);
	expect_objects(&objs, "e/b=2 d/a=1 ");
	assert_int_equal(inf_indexer_list_keys(ix, &s), 0);
	assert_int_equal(inf_indexer_index_keys(ix, "app", "web", &s, NULL), 0);
	expect_strings(&s, "e/b d/a d/a e/b "); /* appended; each part in its own order */
	assert_int_equal(inf_indexer_index_values(ix, "app", &s), 0);
	assert_int_equal(inf_indexer_index_names(ix, &s), 0);
	expect_strings(&s, "web db app namespace ");
	assert_int_equal(inf_indexer_delete(ix, b), 0);
	inf_indexer_resource_version(ix, rv, sizeof(rv));
	assert_string_equal(rv, "2");
	inf__object_list_push(&objs, b);
	assert_int_equal(inf_indexer_replace(ix, &objs, "7"), 0);
	inf_object_list_fini(&objs);
	inf_indexer_resource_version(ix, rv, sizeof(rv));
	assert_string_equal(rv, "7");
	inf_object_unref(a);
	inf_indexer_free(ix);
	inf_indexer_free(NULL);
	assert_int_equal(inf__object_count(), 0);
}

static int put_labelled(struct inf_indexer *ix, const char *key, const char *rv, const char *app)
{
	struct inf_object *obj = kit_object_labelled(key, rv, app);
	int rc = obj ? inf_indexer_put(ix, obj) : RELIST_ENOMEM;

	inf_object_unref(obj);
	return rc;
}

static void expect_by_app(struct inf_indexer *ix, const char *app, const char *text)
{
	struct inf_object_list objs = { 0 };

	assert_int_equal(inf_indexer_by_index(ix, "app", app, &objs, NULL), 0);
	expect_objects(&objs, text);
}

static void write_after_a_failed_one_is_indexed(void **state)
{
	const struct inf_index index = { "app", kit_index_by_app, NULL };
	int rc = RELIST_ENOMEM;

	(void)state;
	for (long grant = 0; rc != 0; grant++) {
		struct inf_indexer *ix = inf_indexer_new();

		assert_int_equal(inf_indexer_add_indexers(ix, &index, 1, NULL), 0);
		assert_int_equal(put_labelled(ix, "n/a", "1", "web.db"), 0);
		base__alloc_fail_after = grant;
		rc = put_labelled(ix, "n/b", "2", "cache.db.x");
		base__alloc_fail_after = -1;
		assert_int_equal(put_labelled(ix, "n/c", "3", "x.y"), 0);
		expect_by_app(ix, "db", rc ? "n/a=1 " : "n/a=1 n/b=2 ");
		expect_by_app(ix, "cache", rc ? "" : "n/b=2 ");
		expect_by_app(ix, "x", rc ? "n/c=3 " : "n/b=2 n/c=3 ");
		expect_by_app(ix, "y", "n/c=3 ");
		inf_indexer_free(ix);
	}
}

static void ttl_store_returns_objects_before_their_ttl(void **state)
{
	struct inf_ttl_store *s = inf_ttl_store_new(3600 * NS_PER_S);
	struct inf_object *a = kit_object("d/a", "1");
	struct inf_object_list objs = { 0 };
	struct inf_strings keys = { 0 };
	struct inf_object *got;

	(void)state;
	assert_int_equal(inf_ttl_store_put(s, a), 0);
	got = inf_ttl_store_get(s, "d/a");
	assert_ptr_equal(got, a);
	inf_object_unref(got);
	assert_int_equal(inf_ttl_store_list(s, &objs), 0);
	assert_int_equal(inf_ttl_store_replace(s, &objs, "3"), 0);
	expect_objects(&objs, "d/a=1 ");
	assert_int_equal(inf_ttl_store_list_keys(s, &keys), 0);
	expect_strings(&keys, "d/a ");
	assert_int_equal(inf_ttl_store_delete(s, "d/a"), 0);
	assert_null(inf_ttl_store_get(s, "d/a"));
	inf_object_unref(a);
	inf_ttl_store_free(s);
	inf_ttl_store_free(NULL);
}

static void public_mutation_cache_returns_the_newer_object(void **state)
{
	struct inf_indexer *ix = inf_indexer_new();
	const struct inf_index by_app = { "app", kit_index_by_app, NULL };
	struct inf_mutation_cache *c = inf_mutation_cache_new(ix, 0, true, 0);
	struct inf_object *v1 = kit_object_labelled("d/a", "1", "web");
	struct inf_object *v2 = kit_object_labelled("d/a", "2", "web");
	struct inf_object_list objs = { 0 };
	struct inf_object *got;

	(void)state;
	assert_int_equal(inf_indexer_add_indexers(ix, &by_app, 1, NULL), 0);
	assert_int_equal(inf_indexer_put(ix, v1), 0);
	assert_int_equal(inf_mutation_cache_mutation(c, v2, NULL), 0);
	assert_int_equal(inf_mutation_cache_get(c, "d/a", &got, NULL), 0);
	assert_ptr_equal(got, v2);
	inf_object_unref(got);
	assert_int_equal(inf_mutation_cache_by_index(c, "app", "web", &objs, NULL), 0);
	expect_objects(&objs, "d/a=2 ");
	assert_int_equal(inf_mutation_cache_on_add_or_update(c, v2, NULL), 0);
	assert_int_equal(inf_mutation_cache_get(c, "d/a", &got, NULL), 0);
	assert_ptr_equal(got, v1);
	inf_object_unref(got);
	assert_int_equal(inf_mutation_cache_on_delete(c, v2, NULL), 0);
	inf_object_unref(v1);
	inf_object_unref(v2);
	inf_mutation_cache_free(c);
	inf_mutation_cache_free(NULL);
	inf_indexer_free(ix);
	assert_int_equal(inf__object_count(), 0);
}

static void count_push(void *user, const struct inf_object_list *objs)
{
	*(size_t *)user = *(size_t *)user * 10 + objs->len;
}

static void undelta_store_pushes_all_objects_after_each_change(void **state)
{
	size_t pushed = 0;
	struct inf_undelta_store *u = inf_undelta_store_new(count_push, &pushed);
	struct inf_object *a = kit_object("d/a", "1"), *b = kit_object("d/b", "2");
	struct inf_object_list objs = { 0 };

	(void)state;
	assert_int_equal(inf_undelta_store_put(u, a), 0);
	assert_int_equal(inf_undelta_store_put(u, b), 0);
	assert_int_equal(inf_undelta_store_delete(u, a), 0);
	inf__object_list_push(&objs, a);
	inf__object_list_push(&objs, b);
	assert_int_equal(inf_undelta_store_replace(u, &objs, "3"), 0);
	assert_int_equal(pushed, 1212);
	assert_int_equal(inf_indexer_len(inf_undelta_store_indexer(u)), 2);
	inf_object_list_fini(&objs);
	inf_undelta_store_free(u);
	inf_undelta_store_free(NULL);
	assert_int_equal(inf__object_count(), 0);
}

static void key_split_returns_namespace_and_name(void **state)
{
	struct inf_str ns, name;

	(void)state;
	assert_int_equal(inf_key_split("kube-system/dns", &ns, &name, NULL), 0);
	assert_int_equal(ns.len, 11);
	assert_string_equal(name.ptr, "dns");
	assert_int_equal(inf_key_split("a/b/c", &ns, &name, NULL), RELIST_EINVAL);
}

static void constructors_survive_failing_allocations(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(inf_indexer_free(inf_indexer_new()));
	FOR_EACH_FAILING_ALLOC(inf_ttl_store_free(inf_ttl_store_new(1)));
	FOR_EACH_FAILING_ALLOC(inf_mutation_cache_free(inf_mutation_cache_new(NULL, 0, false, 0)));
	FOR_EACH_FAILING_ALLOC(inf_undelta_store_free(inf_undelta_store_new(count_push, NULL)));
	assert_int_equal(inf__object_count(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(public_indexer_stores_lists_and_indexes_objects),
		cmocka_unit_test(write_after_a_failed_one_is_indexed),
		cmocka_unit_test(ttl_store_returns_objects_before_their_ttl),
		cmocka_unit_test(public_mutation_cache_returns_the_newer_object),
		cmocka_unit_test(undelta_store_pushes_all_objects_after_each_change),
		cmocka_unit_test(key_split_returns_namespace_and_name),
		cmocka_unit_test(constructors_survive_failing_allocations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
