/* SPDX-License-Identifier: Apache-2.0 */
/* client-go v0.37 tools/cache/expiration_cache.go */
#include "informer/expiration_cache.h"

#include "tests/kit/informer_kit.h"

static int put(struct inf__expiration_cache *c, const char *key, const char *rv, int64_t now_ns)
{
	AUTO_OBJECT obj = kit_object(key, rv);

	return obj ? inf__expiration_cache_put(c, obj, now_ns) : RELIST_ENOMEM;
}

static void expect_list(struct inf__expiration_cache *c, int64_t now_ns, const char *text)
{
	struct inf_object_list objs = { NULL, 0, 0 };
	AUTO_STRBUF out = STRBUF_INIT;

	assert_int_equal(inf__expiration_cache_list(c, now_ns, &objs), 0);
	for (size_t i = 0; i < objs.len; i++)
		strbuf_addf(&out, "%s=%s ", inf_object_key(objs.items[i]),
			    inf_object_resource_version(objs.items[i]));
	inf_object_list_fini(&objs);
	assert_string_equal(out.ptr, text);
}

static void expect_keys(struct inf__expiration_cache *c, const char *text)
{
	struct inf_strings keys = { NULL, 0, 0 };
	AUTO_STRBUF out = STRBUF_INIT;

	assert_int_equal(inf__expiration_cache_list_keys(c, &keys), 0);
	for (size_t i = 0; i < keys.len; i++)
		strbuf_addf(&out, "%s ", keys.items[i]);
	inf_strings_fini(&keys);
	assert_string_equal(out.ptr, text);
}

static void expired_entry_is_removed_when_it_is_read(void **state)
{
	struct inf__expiration_cache *c = inf__ttl_cache_new(10);
	struct inf_object *got;

	(void)state;
	put(c, "d/a", "1", 0);
	put(c, "d/b", "2", 5);
	got = inf__expiration_cache_get(c, "d/a", 10); /* not older than the TTL */
	assert_string_equal(inf_object_resource_version(got), "1");
	inf_object_unref(got);
	assert_null(inf__expiration_cache_get(c, "d/nobody", 10));
	expect_keys(c, "d/a d/b ");
	expect_list(c, 11, "d/b=2 ");
	expect_keys(c, "d/b ");
	put(c, "d/b", "3", 15); /* written again: renewed */
	expect_list(c, 25, "d/b=3 ");
	assert_null(inf__expiration_cache_get(c, "d/b", 26));
	expect_keys(c, "");
	inf__expiration_cache_free(c);
	assert_int_equal(inf__object_count(), 0);
}

static void entry_never_expires_with_a_ttl_of_zero(void **state)
{
	struct inf__expiration_cache *c = inf__ttl_cache_new(0);

	(void)state;
	put(c, "d/a", "1", 0);
	expect_list(c, INT64_MAX, "d/a=1 ");
	inf__expiration_cache_free(c);
}

static bool is_old(void *user, const struct inf_object *obj, int64_t written_ns, int64_t now_ns)
{
	(void)written_ns;
	(void)now_ns;
	return strcmp(inf_object_resource_version(obj), user) < 0;
}

static void entries_expire_by_the_callers_policy(void **state)
{
	static char limit[] = "5";
	struct inf__expiration_cache *c = inf__expiration_cache_new(is_old, limit);

	(void)state;
	put(c, "d/a", "3", 0);
	put(c, "d/b", "7", 0);
	expect_list(c, 0, "d/b=7 ");
	inf__expiration_cache_free(c);
}

static void replace_and_delete_update_the_cache_version(void **state)
{
	struct inf__expiration_cache *c = inf__ttl_cache_new(10);
	struct inf_object_list objs = { NULL, 0, 0 };
	AUTO_OBJECT gone = kit_object("d/x", "8");
	AUTO_OBJECT later = kit_object("d/missing", "9");
	char rv[16];

	(void)state;
	put(c, "d/old", "1", 0);
	inf__expiration_cache_rv(c, rv, sizeof(rv));
	assert_string_equal(rv, ""); /* what is put is wrapped: its version is not seen */
	inf__object_list_push(&objs, kit_object("d/x", "2"));
	inf__object_list_push(&objs, kit_object("d/y", "3"));
	inf__object_list_push(&objs, kit_object("d/x", "4"));
	assert_int_equal(inf__expiration_cache_replace(c, &objs, "5", 20), 0);
	inf_object_list_fini(&objs);
	expect_list(c, 30, "d/x=4 d/y=3 ");
	inf__expiration_cache_rv(c, rv, sizeof(rv));
	assert_string_equal(rv, "5");
	assert_int_equal(inf__expiration_cache_delete(c, "d/x", gone), 0);
	inf__expiration_cache_rv(c, rv, sizeof(rv));
	assert_string_equal(rv, "8");
	assert_int_equal(inf__expiration_cache_delete(c, "d/nobody", NULL), 0);
	expect_list(c, 30, "d/y=3 ");
	assert_int_equal(inf__expiration_cache_delete(c, "d/missing", later), 0);
	inf__expiration_cache_rv(c, rv, sizeof(rv));
	assert_string_equal(rv, "9");
	inf__object_list_init(&objs);
	assert_int_equal(inf__expiration_cache_replace(c, &objs, "12", 30), 0);
	inf__expiration_cache_rv(c, rv, sizeof(rv));
	assert_string_equal(rv, "12");
	inf__expiration_cache_free(c);
}

static void run(bool *complete)
{
	struct inf__expiration_cache *c = inf__ttl_cache_new(10);
	struct inf_object_list objs = { NULL, 0, 0 };
	int rc = c ? 0 : RELIST_ENOMEM;

	for (int i = 0; rc == 0 && i < 20; i++) {
		char key[16];

		(void)snprintf(key, sizeof(key), "d/%d", i);
		rc = put(c, key, "1", 0);
	}
	if (rc == 0)
		rc = inf__expiration_cache_list(c, 0, &objs);
	if (rc == 0)
		rc = inf__expiration_cache_replace(c, &objs, "1", 0);
	if (rc == 0)
		rc = inf__expiration_cache_delete(c, "d/1", objs.items[1]);
	*complete = rc == 0;
	inf_object_list_fini(&objs);
	inf__expiration_cache_free(c);
	assert_int_equal(inf__object_count(), 0);
}

static void expiration_cache_survives_every_failing_allocation(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(run(&complete));
	assert_true(complete);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(expired_entry_is_removed_when_it_is_read),
		cmocka_unit_test(entry_never_expires_with_a_ttl_of_zero),
		cmocka_unit_test(entries_expire_by_the_callers_policy),
		cmocka_unit_test(replace_and_delete_update_the_cache_version),
		cmocka_unit_test(expiration_cache_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
