/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/informer_kit.h"

static char notified[256];

static void note(const char *what, const struct inf_object *obj, const char *more)
{
	size_t len = strlen(notified);

	(void)snprintf(notified + len, sizeof(notified) - len, "%s%s%s ", what,
		       obj ? inf_object_resource_version(obj) : "?", more);
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	(void)user;
	note("+", obj, initial ? "i" : "");
	return 0;
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	(void)user;
	(void)old;
	note("~", obj, "");
	return 7;
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	(void)user;
	assert_string_equal(key, "d/a");
	note("-", obj, unknown ? "u" : "");
	return 0;
}

static bool is_web(void *user, const struct inf_object *obj)
{
	(void)user;
	return strcmp(inf_object_resource_version(obj), "3") != 0;
}

static void expect(const char *text)
{
	assert_string_equal(notified, text);
	notified[0] = '\0';
}

static void filter_turns_updates_across_its_border_into_adds_and_deletes(void **state)
{
	struct inf_filter filter = { is_web, NULL, { on_add, on_update, on_delete, NULL } };
	struct inf_handler h = inf_filter_handler(&filter);
	struct inf_object *web1 = kit_object_labelled("d/a", "1", "web");
	struct inf_object *web2 = kit_object_labelled("d/a", "2", "web");
	struct inf_object *db3 = kit_object_labelled("d/a", "3", "db");

	(void)state;
	assert_int_equal(h.on_add(h.user, web1, true), 0);
	assert_int_equal(h.on_add(h.user, web1, false), 0);
	assert_int_equal(h.on_add(h.user, db3, false), 0);
	expect("+1i +1 ");
	assert_int_equal(h.on_update(h.user, web1, web2), 7);
	expect("~2 ");
	assert_int_equal(h.on_update(h.user, web2, db3), 0);
	expect("-2 "); /* the last state that passed */
	assert_int_equal(h.on_update(h.user, db3, db3), 0);
	expect("");
	assert_int_equal(h.on_update(h.user, db3, web2), 0);
	expect("+2 ");
	assert_int_equal(h.on_delete(h.user, "d/a", db3, false), 0);
	expect("");
	assert_int_equal(h.on_delete(h.user, "d/a", web2, true), 0);
	assert_int_equal(h.on_delete(h.user, "d/a", NULL, true), 0);
	expect("-2u -?u ");
	inf_object_unref(web1);
	inf_object_unref(web2);
	inf_object_unref(db3);
}

static void filter_accepts_a_handler_without_functions(void **state)
{
	struct inf_filter filter = { is_web, NULL, { 0 } };
	struct inf_handler h = inf_filter_handler(&filter);
	struct inf_object *web = kit_object_labelled("d/a", "1", "web");
	struct inf_object *db = kit_object_labelled("d/a", "3", "db");

	(void)state;
	assert_int_equal(h.on_add(h.user, web, true), 0);
	assert_int_equal(h.on_update(h.user, web, web), 0);
	assert_int_equal(h.on_update(h.user, web, db), 0);
	assert_int_equal(h.on_delete(h.user, "d/a", web, false), 0);
	inf_object_unref(web);
	inf_object_unref(db);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filter_turns_updates_across_its_border_into_adds_and_deletes),
		cmocka_unit_test(filter_accepts_a_handler_without_functions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
