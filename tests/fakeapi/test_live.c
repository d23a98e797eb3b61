/* SPDX-License-Identifier: Apache-2.0 */
/* What the page of `relist serve --ui` asks for: itself, and what has changed. */
#include "fakeapi/core.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define MAPS	"/api/v1/namespaces/default/configmaps"
#define CHANGES "/relist/v1/changes"

static void create(struct kit *k, const char *path, const char *kind, const char *name)
{
	char body[256];

	(void)snprintf(body, sizeof(body),
		       "{\"apiVersion\":\"v1\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\"}}",
		       kind, name);
	assert_int_equal(kit_do(k, "POST", path, body), 201);
}

static const char *member(const cJSON *item, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, name));
}

static void changes_of_all_types_come_in_their_order(void **state)
{
	static const char *const names[] = { "a", "s", "a" }, *const types[] = { "ADDED", "ADDED",
										 "DELETED" };
	const cJSON *items;
	char since[64];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "GET", CHANGES, NULL), 200);
	(void)snprintf(since, sizeof(since), CHANGES "?since=%s", kit_at(&k, "resourceVersion"));
	create(&k, MAPS, "ConfigMap", "a");
	create(&k, "/api/v1/namespaces/default/secrets", "Secret", "s");
	assert_int_equal(kit_do(&k, "DELETE", MAPS "/a", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", since, NULL), 200);
	items = cJSON_GetObjectItem(k.json, "items");
	assert_int_equal(cJSON_GetArraySize(items), 3);
	for (int i = 0; i < 3; i++) {
		assert_string_equal(member(cJSON_GetArrayItem(items, i), "name"), names[i]);
		assert_string_equal(member(cJSON_GetArrayItem(items, i), "type"), types[i]);
		assert_string_equal(member(cJSON_GetArrayItem(items, i), "namespace"), "default");
	}
	assert_true(cJSON_IsTrue(cJSON_GetObjectItem(k.json, "complete")));
	/* nothing is told twice */
	(void)snprintf(since, sizeof(since), CHANGES "?since=%s", kit_at(&k, "resourceVersion"));
	assert_int_equal(kit_do(&k, "GET", since, NULL), 200);
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")), 0);
	kit_close(&k);
}

/* However much has happened, the answer is the newest thousand, and says that it is not all. */
static void who_is_behind_goes_on_with_the_newest(void **state)
{
	const cJSON *items;
	struct kit k;
	char name[16];

	(void)state;
	kit_open(&k, NULL);
	for (int i = 0; i < 1200; i++) {
		(void)snprintf(name, sizeof(name), "c-%d", i);
		create(&k, MAPS, "ConfigMap", name);
	}
	assert_int_equal(kit_do(&k, "GET", CHANGES "?since=1", NULL), 200);
	items = cJSON_GetObjectItem(k.json, "items");
	assert_int_equal(cJSON_GetArraySize(items), 1000);
	assert_string_equal(member(cJSON_GetArrayItem(items, 999), "name"), "c-1199");
	assert_true(cJSON_IsFalse(cJSON_GetObjectItem(k.json, "complete")));
	/* from before a rewind, and nonsense */
	assert_int_equal(kit_do(&k, "GET", CHANGES "?since=99999999", NULL), 200);
	assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")) > 0);
	assert_int_equal(kit_do(&k, "GET", CHANGES "?since=-5", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", CHANGES "?since=x", NULL), 400);
	assert_int_equal(kit_do(&k, "POST", CHANGES, "{}"), 405);
	kit_close(&k);
}

/* A thousand of one type is all there is; of one more the oldest is left out. So it is of two types
 * together. */
static void what_is_left_out_is_said(void **state)
{
	char since[64], name[16];
	const cJSON *items;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "GET", CHANGES, NULL), 200);
	(void)snprintf(since, sizeof(since), CHANGES "?since=%s", kit_at(&k, "resourceVersion"));
	for (int i = 0; i < 1001; i++) {
		(void)snprintf(name, sizeof(name), "c-%d", i);
		create(&k, MAPS, "ConfigMap", name);
		if (i < 998)
			continue;
		assert_int_equal(kit_do(&k, "GET", since, NULL), 200);
		items = cJSON_GetObjectItem(k.json, "items");
		assert_int_equal(cJSON_GetArraySize(items), i < 1000 ? i + 1 : 1000);
		assert_string_equal(member(cJSON_GetArrayItem(items, 0), "name"),
				    i < 1000 ? "c-0" : "c-1");
		assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItem(k.json, "complete")), i < 1000);
	}
	(void)snprintf(since, sizeof(since), CHANGES "?since=%lu",
		       strtoul(kit_at(&k, "resourceVersion"), NULL, 10) - 600);
	for (int i = 0; i < 401; i++) {
		(void)snprintf(name, sizeof(name), "s-%d", i);
		create(&k, "/api/v1/namespaces/default/secrets", "Secret", name);
	}
	assert_int_equal(kit_do(&k, "GET", since, NULL), 200);
	items = cJSON_GetObjectItem(k.json, "items");
	assert_int_equal(cJSON_GetArraySize(items), 1000);
	assert_string_equal(member(cJSON_GetArrayItem(items, 0), "name"), "c-402");
	assert_string_equal(member(cJSON_GetArrayItem(items, 999), "name"), "s-400");
	assert_true(cJSON_IsFalse(cJSON_GetObjectItem(k.json, "complete")));
	kit_close(&k);
}

static void what_is_forgotten_is_not_all(void **state)
{
	const struct fakeapi__options opt = { .watch_window = 5 };
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	for (int i = 0; i < 9; i++) {
		char name[16];

		(void)snprintf(name, sizeof(name), "c-%d", i);
		create(&k, MAPS, "ConfigMap", name);
	}
	assert_int_equal(kit_do(&k, "GET", CHANGES "?since=1", NULL), 200);
	assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")) >= 5);
	assert_true(cJSON_IsFalse(cJSON_GetObjectItem(k.json, "complete")));
	kit_close(&k);
}

static void types_are_counted_and_dropped_events_are_marked(void **state)
{
	const cJSON *item;
	size_t maps = 0;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(
	    kit_do(&k, "POST", "/relist/v1/faults",
		   "{\"kind\":\"drop-event\",\"match\":{\"resource\":\"configmaps\"}}"),
	    201);
	create(&k, MAPS, "ConfigMap", "a");
	assert_int_equal(kit_do(&k, "GET", CHANGES, NULL), 200);
	cJSON_ArrayForEach(item, cJSON_GetObjectItem(k.json, "items"))
	{
		if (strcmp(member(item, "name"), "a") == 0)
			assert_true(cJSON_IsTrue(cJSON_GetObjectItem(item, "hidden")));
	}
	cJSON_ArrayForEach(item, cJSON_GetObjectItem(k.json, "types"))
	{
		if (strcmp(member(item, "resource"), "configmaps") == 0)
			maps = (size_t)cJSON_GetObjectItem(item, "objects")->valueint;
	}
	assert_true(maps >= 1);
	kit_close(&k);
}

static void the_page_is_there_when_it_was_given(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "GET", "/relist/ui", NULL), 404);
	assert_int_equal(fakeapi__core_ui(k.core, "<p>page</p>"), 0);
	assert_int_equal(kit_do(&k, "GET", "/relist/ui", NULL), 200);
	assert_int_equal(k.body.len, strlen("<p>page</p>"));
	assert_memory_equal(k.body.ptr, "<p>page</p>", k.body.len);
	assert_int_equal(kit_do(&k, "POST", "/relist/ui", "{}"), 404);
	kit_close(&k);
}

static void ask_without_memory(struct kit *k)
{
	int status = kit_do(k, "GET", CHANGES, NULL);

	if (status > 0 && status != 200 && status != 500) /* 0, -1: no answer at all */
		fail_msg("status %d", status);
	(void)fakeapi__core_ui(k->core, "<p>other</p>");
}

static void survives_every_failing_allocation(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	create(&k, MAPS, "ConfigMap", "a");
	FOR_EACH_FAILING_ALLOC(ask_without_memory(&k));
	assert_int_equal(kit_do(&k, "GET", CHANGES, NULL), 200);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changes_of_all_types_come_in_their_order),
		cmocka_unit_test(who_is_behind_goes_on_with_the_newest),
		cmocka_unit_test(what_is_left_out_is_said),
		cmocka_unit_test(what_is_forgotten_is_not_all),
		cmocka_unit_test(types_are_counted_and_dropped_events_are_marked),
		cmocka_unit_test(the_page_is_there_when_it_was_given),
		cmocka_unit_test(survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
