/* SPDX-License-Identifier: Apache-2.0 */
/* What a subject says about itself, line by line. */
#include "tests/kit/testing.h"

#include "runner/subject/view.h"

static struct view v;

static int setup(void **state)
{
	(void)state;
	view__init(&v);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	view__fini(&v);
	return 0;
}

static enum view__kind say(const char *line)
{
	return view__take(&v, str_of(line)).kind;
}

static const struct view__object *object_at(const char *key)
{
	return map_get(&v.notified, str_of(key));
}

static void view_tracks_objects_by_notifications(void **state)
{
	(void)state;
	assert_int_equal(say("{\"notify\":{\"type\":\"ADD\",\"key\":\"n/a\",\"rv\":\"5\"}}"),
			 VIEW_ADD);
	assert_int_equal(
	    say("{\"notify\":{\"type\":\"UPDATE\",\"key\":\"n/a\",\"rv\":7,\"oldRv\":\"5\"}}\r"),
	    VIEW_UPDATE);
	assert_true(object_at("n/a")->present);
	assert_string_equal(object_at("n/a")->rv, "7");
	assert_int_equal(
	    say("{\"notify\":{\"type\":\"DELETE\",\"key\":\"n/a\",\"tombstone\":true}}"),
	    VIEW_DELETE);
	assert_false(object_at("n/a")->present);
	assert_int_equal(v.notifications, 3);
	assert_int_equal(v.tombstones, 1);
	assert_int_equal(v.adds_again + v.repeats + v.backwards + v.odd_lines, 0);
}

static void apply_counts_as_add_or_update_by_the_known_objects(void **state)
{
	(void)state;
	assert_int_equal(say("{\"notify\":{\"type\":\"APPLY\",\"key\":\"a\",\"rv\":\"1\"}}"),
			 VIEW_ADD);
	assert_int_equal(say("{\"notify\":{\"type\":\"APPLY\",\"key\":\"a\",\"rv\":\"2\"}}"),
			 VIEW_UPDATE);
	assert_int_equal(say("{\"notify\":{\"type\":\"DELETE\",\"key\":\"a\"}}"), VIEW_DELETE);
	assert_int_equal(say("{\"notify\":{\"type\":\"APPLY\",\"key\":\"a\",\"rv\":\"4\"}}"),
			 VIEW_ADD);
	assert_int_equal(v.adds_again + v.odd_lines, 0);
	assert_int_equal(v.notifications, 4);
}

static void view_counts_repeated_adds_and_older_versions(void **state)
{
	(void)state;
	(void)say("{\"notify\":{\"type\":\"ADD\",\"key\":\"a\",\"rv\":\"9\"}}");
	(void)say("{\"notify\":{\"type\":\"ADD\",\"key\":\"a\",\"rv\":\"9\"}}");
	(void)say("{\"notify\":{\"type\":\"UPDATE\",\"key\":\"a\",\"rv\":\"8\"}}");
	assert_int_equal(v.adds_again, 1);
	assert_int_equal(v.repeats, 1);
	assert_int_equal(v.backwards, 1);
	assert_string_equal(v.first_backwards, "a was notified at rv=8 after rv=9");
}

static void view_uses_the_newest_state_line(void **state)
{
	(void)state;
	(void)say("{\"state\":{\"cache\":{\"n/a\":\"1\",\"n/b\":\"2\"},\"synced\":false}}");
	assert_true(v.has_cache && v.has_synced && !v.synced);
	(void)say("{\"state\":{\"cache\":{\"n/b\":\"3\"},\"synced\":true}}");
	assert_true(v.synced);
	assert_null(map_get(&v.cache, STR("n/a")));
	assert_string_equal(((struct view__object *)map_get(&v.cache, STR("n/b")))->rv, "3");
	(void)say("{\"state\":{\"synced\":true}}");
	assert_int_equal(map_len(&v.cache), 1);
}

static void view_counts_unknown_output_lines(void **state)
{
	static const char *const odd[] = { "starting up",
					   "{",
					   "[]",
					   "{\"notify\":{\"type\":\"ADD\"}}",
					   "{\"notify\":{\"type\":\"PATCH\",\"key\":\"a\"}}",
					   "{\"notify\":5}",
					   "{\"level\":\"info\"}",
					   "\xff\xfe" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(odd); i++)
		assert_int_equal(say(odd[i]), VIEW_NOTHING);
	assert_int_equal(say(""), VIEW_NOTHING);
	assert_int_equal(v.odd_lines, ARRAY_LEN(odd));
	assert_string_equal(v.first_odd, "starting up");
	assert_false(v.has_notified || v.has_cache);
}

static void view_keeps_the_last_error(void **state)
{
	(void)state;
	assert_int_equal(say("{\"error\":{\"message\":\"one\"}}"), VIEW_ERROR);
	(void)say("{\"error\":{\"message\":\"two \\\"quoted\\\"\"}}");
	assert_int_equal(v.errors, 2);
	assert_string_equal(v.last_error, "two \"quoted\"");
}

static void view_remembers_a_failed_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC({
		view__fini(&v);
		view__init(&v);
		(void)say("{\"notify\":{\"type\":\"ADD\",\"key\":\"n/a\",\"rv\":\"5\"}}");
		(void)say("{\"state\":{\"cache\":{\"n/a\":\"5\"},\"synced\":true}}");
		assert_true(v.failed || (object_at("n/a") && map_len(&v.cache) == 1));
	});
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(view_tracks_objects_by_notifications),
		T(apply_counts_as_add_or_update_by_the_known_objects),
		T(view_counts_repeated_adds_and_older_versions),
		T(view_uses_the_newest_state_line),
		T(view_counts_unknown_output_lines),
		T(view_keeps_the_last_error),
		T(view_remembers_a_failed_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
