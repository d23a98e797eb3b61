/* SPDX-License-Identifier: Apache-2.0 */
/* client-go v0.37 tools/cache/undelta_store.go, store.go */
#include "informer/key.h"
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

static void undelta_store_pushes_all_objects_after_each_change(void **state)
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

static void undelta_store_survives_every_failing_allocation(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(push_or_fail(&complete));
	assert_true(complete);
	assert_int_equal(inf__object_count(), 0);
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
		cmocka_unit_test(undelta_store_pushes_all_objects_after_each_change),
		cmocka_unit_test(undelta_store_survives_every_failing_allocation),
		cmocka_unit_test(keys_are_split_at_their_slash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
