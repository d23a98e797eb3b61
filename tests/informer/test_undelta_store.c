/* SPDX-License-Identifier: Apache-2.0 */
/* client-go v0.37 tools/cache/undelta_store.go, fifo.go, store.go */
#include "informer/key.h"
#include "informer/keyed_fifo.h"
#include "informer/undelta_store.h"

#include "tests/kit/informer_kit.h"

static void on_push(void *user, const struct inf_object_list *objs)
{
	struct strbuf *out = user;

	assert_true(lock_none_held());
	strbuf_addc(out, '[');
	for (size_t i = 0; i < objs->len; i++)
		strbuf_addf(out, "%s=%s ", inf_object_key(objs->items[i]),
			    inf_object_resource_version(objs->items[i]));
	strbuf_addc(out, ']');
}

static void pushes_everything_after_each_change(void **state)
{
	struct inf__undelta_store u;
	AUTO_STRBUF out = STRBUF_INIT;
	struct inf_object *a = kit_object("d/a", "1"), *b = kit_object("d/b", "2");
	struct inf_object_list objs = { NULL, 0, 0 };
	char rv[16];

	(void)state;
	inf__undelta_store_init(&u, on_push, &out);
	assert_int_equal(inf__undelta_store_put(&u, a), 0);
	assert_int_equal(inf__undelta_store_put(&u, b), 0);
	assert_int_equal(inf__undelta_store_delete(&u, a), 0);
	inf__object_list_push(&objs, a);
	assert_int_equal(inf__undelta_store_replace(&u, &objs, "9"), 0);
	assert_string_equal(out.ptr, "[d/a=1 ][d/a=1 d/b=2 ][d/b=2 ][d/a=1 ]");
	inf__indexer_rv(&u.store, rv, sizeof(rv));
	assert_string_equal(rv, "9");
	inf_object_list_fini(&objs);
	inf_object_unref(b);
	inf__undelta_store_fini(&u);
	assert_int_equal(inf__object_count(), 0);
}

static void push_or_fail(bool *complete)
{
	struct inf__undelta_store u;
	AUTO_STRBUF out = STRBUF_INIT;
	AUTO_OBJECT a = kit_object("d/a", "1");
	int rc = a ? 0 : RELIST_ENOMEM;

	inf__undelta_store_init(&u, on_push, &out);
	if (rc == 0)
		rc = inf__undelta_store_put(&u, a);
	if (rc == 0)
		rc = inf__undelta_store_delete(&u, a);
	*complete = rc == 0 && !out.failed;
	inf__undelta_store_fini(&u);
}

static void survives_every_failing_allocation(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(push_or_fail(&complete));
	assert_true(complete);
	assert_int_equal(inf__object_count(), 0);
}

/* ---- FIFO ---- */

static int put(struct inf__keyed_fifo *f, const char *key, const char *rv)
{
	AUTO_OBJECT obj = kit_object(key, rv);

	return obj ? inf__keyed_fifo_put(f, obj) : RELIST_ENOMEM;
}

static int replace(struct inf__keyed_fifo *f, const char *a, const char *b)
{
	struct inf_object_list objs = { NULL, 0, 0 };
	struct inf_object *obj;
	int rc = 0;

	for (int i = 0; i < 2 && rc == 0; i++) {
		obj = kit_object(i ? b : a, "9");
		rc = obj ? inf__object_list_push(&objs, obj) : RELIST_ENOMEM;
		if (rc != 0)
			inf_object_unref(obj);
	}
	if (rc == 0)
		rc = inf__keyed_fifo_replace(f, &objs);
	inf_object_list_fini(&objs);
	return rc;
}

static void expect_pop(struct inf__keyed_fifo *f, const char *text)
{
	struct inf_object *obj;
	char got[64];
	bool initial;
	int rc = inf__keyed_fifo_pop(f, &obj, &initial);

	if (rc == 0)
		(void)snprintf(got, sizeof(got), "%s=%s%s", inf_object_key(obj),
			       inf_object_resource_version(obj), initial ? " initial" : "");
	else
		(void)snprintf(got, sizeof(got), "%s", rc == RELIST_ECLOSED ? "closed" : "empty");
	inf_object_unref(obj);
	inf__keyed_fifo_done(f);
	assert_string_equal(got, text);
}

static void the_newest_state_waits_in_the_keys_place(void **state)
{
	struct inf__keyed_fifo *f = inf__keyed_fifo_new();

	(void)state;
	expect_pop(f, "empty");
	put(f, "d/a", "1");
	put(f, "d/b", "2");
	put(f, "d/a", "3");
	put(f, "d/c", "4");
	inf__keyed_fifo_delete(f, "d/b");
	put(f, "d/b", "5"); /* a second place: the first serves it */
	expect_pop(f, "d/a=3");
	expect_pop(f, "d/b=5");
	expect_pop(f, "d/c=4");
	expect_pop(f, "empty");
	assert_false(inf__keyed_fifo_is_closed(f));
	put(f, "d/d", "6");
	inf__keyed_fifo_close(f);
	assert_true(inf__keyed_fifo_is_closed(f));
	expect_pop(f, "d/d=6");
	expect_pop(f, "closed");
	inf__keyed_fifo_free(f);
	assert_int_equal(inf__object_count(), 0);
}

static void is_synced_when_the_first_list_is_done(void **state)
{
	struct inf__keyed_fifo *f = inf__keyed_fifo_new();
	struct inf_object *obj;
	bool initial;

	(void)state;
	assert_int_equal(replace(f, "d/a", "d/b"), 0);
	assert_false(inf__keyed_fifo_has_synced(f));
	expect_pop(f, "d/a=9 initial");
	assert_int_equal(inf__keyed_fifo_pop(f, &obj, &initial), 0);
	assert_true(initial);
	assert_false(inf__keyed_fifo_has_synced(f));
	inf__keyed_fifo_done(f);
	assert_true(inf__keyed_fifo_has_synced(f));
	inf_object_unref(obj);
	put(f, "d/z", "10");
	assert_int_equal(replace(f, "d/c", "d/c"), 0); /* what waited is forgotten */
	expect_pop(f, "d/c=9");
	expect_pop(f, "empty");
	inf__keyed_fifo_free(f);
	f = inf__keyed_fifo_new();
	put(f, "d/a", "1");
	assert_true(inf__keyed_fifo_has_synced(f));
	inf__keyed_fifo_free(f);
	assert_int_equal(inf__object_count(), 0);
}

static void fill_fifo(bool *complete)
{
	struct inf__keyed_fifo *f = inf__keyed_fifo_new();
	int rc = f ? 0 : RELIST_ENOMEM;

	for (int i = 0; rc == 0 && i < 12; i++) {
		char key[16];

		(void)snprintf(key, sizeof(key), "d/%d", i);
		rc = put(f, key, "1");
	}
	if (rc == 0)
		rc = replace(f, "d/x", "d/y");
	*complete = rc == 0;
	inf__keyed_fifo_free(f);
	assert_int_equal(inf__object_count(), 0);
}

static void a_fifo_survives_every_failing_allocation(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(fill_fifo(&complete));
	assert_true(complete);
}

/* ---- keys ---- */

static void keys_are_split_at_their_slash(void **state)
{
	static const struct {
		const char *key, *ns, *name;
		int rc;
	} cases[] = {
		{ "d/p", "d", "p", 0 }, { "p", "", "p", 0 },
		{ "", "", "", 0 },	{ "d/", "d", "", 0 },
		{ "/p", "", "p", 0 },	{ "a/b/c", NULL, NULL, RELIST_EINVAL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str ns, name;
		struct relist_err err;

		assert_int_equal(inf__key_split(cases[i].key, &ns, &name, &err), cases[i].rc);
		if (cases[i].rc == 0) {
			assert_true(str_eqz(ns, cases[i].ns));
			assert_true(str_eqz(name, cases[i].name));
		} else {
			assert_string_equal(err.msg, "unexpected key format: \"a/b/c\"");
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pushes_everything_after_each_change),
		cmocka_unit_test(survives_every_failing_allocation),
		cmocka_unit_test(the_newest_state_waits_in_the_keys_place),
		cmocka_unit_test(is_synced_when_the_first_list_is_done),
		cmocka_unit_test(a_fifo_survives_every_failing_allocation),
		cmocka_unit_test(keys_are_split_at_their_slash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
