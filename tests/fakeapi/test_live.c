/* SPDX-License-Identifier: Apache-2.0 */
/* The page of `relist serve --ui`, and the changes that it fetches. */
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

static void changes_of_all_types_are_listed_in_order(void **state)
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
	/* nothing is sent twice */
	(void)snprintf(since, sizeof(since), CHANGES "?since=%s", kit_at(&k, "resourceVersion"));
	assert_int_equal(kit_do(&k, "GET", since, NULL), 200);
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")), 0);
	kit_close(&k);
}

/* The response has the newest 1,000 changes, and says that it is incomplete. */
static void change_list_is_limited_to_the_newest_1000(void **state)
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
	assert_int_equal(kit_do(&k, "GET", CHANGES "?since=-5", NULL), 400);
	assert_int_equal(kit_do(&k, "GET", CHANGES "?since=x", NULL), 400);
	assert_int_equal(kit_do(&k, "POST", CHANGES, "{}"), 405);
	kit_close(&k);
}

/* 1,000 changes of one type are complete; one more drops the oldest. The same holds for two types
 * together. */
static void change_list_is_incomplete_beyond_1000_changes(void **state)
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

/* `before` goes back from the oldest change of a response; together the responses have each change
 * once. */
static void changes_before_a_version_continue_the_list_backwards(void **state)
{
	char path[64], name[16];
	const cJSON *items;
	uint64_t first;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "GET", CHANGES, NULL), 200);
	first = strtoull(kit_at(&k, "resourceVersion"), NULL, 10) + 1;
	for (int i = 0; i < 1300; i++) {
		(void)snprintf(name, sizeof(name), "c-%d", i);
		create(&k, i % 3 ? MAPS : "/api/v1/namespaces/default/secrets",
		       i % 3 ? "ConfigMap" : "Secret", name);
	}
	(void)snprintf(path, sizeof(path), CHANGES "?before=%lu", first + 1200);
	assert_int_equal(kit_do(&k, "GET", path, NULL), 200);
	items = cJSON_GetObjectItem(k.json, "items");
	assert_int_equal(cJSON_GetArraySize(items), 1000);
	for (int i = 0; i < 1000; i++) {
		(void)snprintf(name, sizeof(name), "c-%d", i + 200);
		assert_string_equal(member(cJSON_GetArrayItem(items, i), "name"), name);
	}
	assert_true(cJSON_IsFalse(cJSON_GetObjectItem(k.json, "complete")));
	(void)snprintf(path, sizeof(path), CHANGES "?since=%lu&before=%lu", first - 1, first + 200);
	assert_int_equal(kit_do(&k, "GET", path, NULL), 200);
	items = cJSON_GetObjectItem(k.json, "items");
	assert_int_equal(cJSON_GetArraySize(items), 200);
	assert_string_equal(member(cJSON_GetArrayItem(items, 0), "name"), "c-0");
	assert_string_equal(member(cJSON_GetArrayItem(items, 199), "name"), "c-199");
	assert_true(cJSON_IsTrue(cJSON_GetObjectItem(k.json, "complete")));
	for (int before = 0; before < 2; before++) {
		(void)snprintf(path, sizeof(path), CHANGES "?before=%d", before);
		assert_int_equal(kit_do(&k, "GET", path, NULL), 200);
		assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")), 0);
	}
	assert_int_equal(kit_do(&k, "GET", CHANGES "?before=99999999", NULL), 200);
	items = cJSON_GetObjectItem(k.json, "items");
	assert_string_equal(member(cJSON_GetArrayItem(items, 999), "name"), "c-1299");
	assert_int_equal(kit_do(&k, "GET", CHANGES "?before=-1", NULL), 400);
	kit_close(&k);
}

static void change_list_is_incomplete_below_the_watch_window(void **state)
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

static void ui_page_is_served_after_it_was_set(void **state)
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

static const cJSON *items_of(struct kit *k, const char *uri)
{
	assert_int_equal(kit_do(k, "GET", uri, NULL), 200);
	return cJSON_IsArray(k->json) ? k->json : cJSON_GetObjectItem(k->json, "items");
}

static double number_of(const cJSON *item, const char *name)
{
	const cJSON *n = cJSON_GetObjectItemCaseSensitive(item, name);

	return cJSON_IsNumber(n) ? n->valuedouble : 0;
}

#define VERSIONS "/relist/v1/versions?group=&resource=configmaps&namespace=default&name="

static void versions_of_an_object_are_the_newest_fifty(void **state)
{
	static const char *const values[] = { "1", "2", "3" };
	const cJSON *items;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	create(&k, MAPS, "ConfigMap", "other");
	for (size_t i = 0; i < ARRAY_LEN(values); i++)
		(void)kit_put_map(&k, "a", values[i]);
	assert_int_equal(kit_do(&k, "DELETE", MAPS "/a", NULL), 200);
	items = items_of(&k, VERSIONS "a");
	assert_int_equal(cJSON_GetArraySize(items), 4);
	assert_string_equal(member(cJSON_GetArrayItem(items, 0), "type"), "ADDED");
	assert_string_equal(member(cJSON_GetArrayItem(items, 2), "type"), "MODIFIED");
	assert_string_equal(member(cJSON_GetArrayItem(items, 3), "type"), "DELETED");
	assert_string_equal(kit_at(&k, "items.1.object.metadata.name"), "a");
	assert_true(cJSON_IsTrue(cJSON_GetObjectItem(k.json, "complete")));
	/* a name that is none, a type that is none; no name */
	assert_int_equal(cJSON_GetArraySize(items_of(&k, VERSIONS "b")), 0);
	assert_int_equal(cJSON_GetArraySize(items_of(&k, "/relist/v1/versions?resource=x&name=b")),
			 0);
	assert_int_equal(kit_do(&k, "GET", "/relist/v1/versions?resource=x", NULL), 400);
	/* the newest fifty */
	for (int i = 0; i < 60; i++) {
		char value[16];

		(void)snprintf(value, sizeof(value), "v%d", i);
		(void)kit_put_map(&k, "a", value);
	}
	items = items_of(&k, VERSIONS "a");
	assert_int_equal(cJSON_GetArraySize(items), 50);
	assert_true(cJSON_IsFalse(cJSON_GetObjectItem(k.json, "complete")));
	kit_close(&k);
}

static void marks_list_the_control_calls_that_change_something(void **state)
{
	const cJSON *items, *m;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(cJSON_GetArraySize(items_of(&k, "/relist/v1/marks")), 0);
	assert_int_equal(kit_do(&k, "POST", "/relist/v1/faults", "{\"kind\":\"fail\"}"), 201);
	assert_int_equal(kit_do(&k, "POST", "/relist/v1/faults", "{\"kind\":\"\\u001b\"}"), 400);
	assert_int_equal(kit_do(&k, "GET", "/relist/v1/watches", NULL), 200);
	assert_int_equal(kit_do(&k, "DELETE", "/relist/v1/faults/1", NULL), 200);
	assert_int_equal(
	    kit_do(&k, "PUT", "/relist/v1/objects",
		   "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\","
		   "\"namespace\":\"default\"},\"stringData\":{\"k\":\"hidden\"}}"),
	    200);
	items = items_of(&k, "/relist/v1/marks");
	assert_int_equal(cJSON_GetArraySize(items), 4);
	m = cJSON_GetArrayItem(items, 0);
	assert_string_equal(member(m, "what"), "POST /faults {\"kind\":\"fail\"}");
	assert_int_equal(number_of(m, "status"), 201);
	assert_int_equal(number_of(cJSON_GetArrayItem(items, 1), "status"), 400);
	assert_string_equal(member(cJSON_GetArrayItem(items, 2), "what"), "DELETE /faults/1");
	/* objects may be secrets */
	assert_string_equal(member(cJSON_GetArrayItem(items, 3), "what"), "PUT /objects");
	assert_int_equal(cJSON_GetArraySize(items_of(&k, "/relist/v1/marks?since=3")), 1);
	/* the newest 256; longer calls are cut */
	for (int i = 0; i < 300; i++)
		assert_int_equal(kit_do(&k, "POST", "/relist/v1/watches",
					"{\"how\":\"end\",\"match\":{\"userAgent\":"
					"\"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
					"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
					"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
					"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\","
					"\"name\":"
					"\"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
					"\xc3\xa9\xc3\xa9\xc3\xa9"
					"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
					"\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\"}}"),
				 200);
	items = items_of(&k, "/relist/v1/marks");
	assert_int_equal(cJSON_GetArraySize(items), 256);
	m = cJSON_GetArrayItem(items, 255);
	assert_true(strlen(member(m, "what")) < 192);
	assert_int_equal(number_of(m, "seq"), 304);
	assert_int_equal(number_of(m, "status"), 200);
	kit_close(&k);
}

static void compactions_leave_a_mark_for_the_page(void **state)
{
	const cJSON *items;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(fakeapi__core_ui(k.core, "<p>page</p>"), 0);
	(void)kit_put_map(&k, "a", "1");
	assert_int_equal(kit_do(&k, "POST", "/relist/v1/compact", "{}"), 200);
	items = items_of(&k, "/relist/v1/marks");
	assert_int_equal(cJSON_GetArraySize(items), 2);
	assert_string_equal(member(cJSON_GetArrayItem(items, 0), "what"), "POST /compact {}");
	assert_non_null(strstr(member(cJSON_GetArrayItem(items, 1), "what"), "compacted: states"));
	kit_close(&k);
}

static void request_log_has_the_end_and_the_rule_of_each_request(void **state)
{
	struct kit_watch w;
	const cJSON *items;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=true");
	assert_int_equal(kit_do(&k, "POST", "/relist/v1/faults", "{\"kind\":\"fail\"}"), 201);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 500);
	items = items_of(&k, "/relist/v1/watches");
	/* the kit has sent one before */
	assert_int_equal(number_of(cJSON_GetArrayItem(items, 0), "request"), 2);
	items = items_of(&k, "/relist/v1/requests?since=1");
	assert_null(cJSON_GetObjectItem(cJSON_GetArrayItem(items, 0), "endNs"));
	assert_null(cJSON_GetObjectItem(cJSON_GetArrayItem(items, 0), "rule"));
	assert_non_null(cJSON_GetObjectItem(cJSON_GetArrayItem(items, 1), "endNs"));
	assert_int_equal(number_of(cJSON_GetArrayItem(items, 1), "rule"), 1);
	kit_unwatch(&w);
	items = items_of(&k, "/relist/v1/requests?since=1&limit=1");
	assert_int_equal(cJSON_GetArraySize(items), 1);
	assert_true(number_of(cJSON_GetArrayItem(items, 0), "endNs") >=
		    number_of(cJSON_GetArrayItem(items, 0), "atNs"));
	assert_int_equal(kit_do(&k, "GET", "/relist/v1/requests?limit=1025", NULL), 400);
	assert_int_equal(kit_do(&k, "GET", "/relist/v1/requests?limit=-1", NULL), 400);
	kit_close(&k);
}

static void request_log_says_how_a_fault_ended_a_response(void **state)
{
	static const struct {
		const char *body;
		ptrdiff_t end;
		const char *ended; /* NULL: a whole response */
	} cases[] = {
		{ "{\"how\":\"reset\"}", FAKEAPI_PULL_RESET, "reset" },
		{ "{\"how\":\"cut\"}", FAKEAPI_PULL_CUT, "cut" },
		{ "{\"how\":\"end\"}", FAKEAPI_PULL_END, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct kit_watch w;
		const char *ended;
		struct kit k;

		kit_open(&k, NULL);
		kit_watch(&k, &w, MAPS "?watch=true");
		assert_int_equal(kit_do(&k, "POST", "/relist/v1/watches", cases[i].body), 200);
		(void)kit_events(&w, &text);
		assert_int_equal(w.end, cases[i].end);
		kit_unwatch(&w);
		ended = cJSON_GetStringValue(cJSON_GetObjectItem(
		    cJSON_GetArrayItem(items_of(&k, "/relist/v1/requests?since=1&limit=1"), 0),
		    "ended"));
		if (cases[i].ended)
			assert_string_equal(ended, cases[i].ended);
		else
			assert_null(ended);
		kit_close(&k);
	}
}

static void ask_without_memory(struct kit *k)
{
	int status = kit_do(k, "GET", CHANGES, NULL);

	(void)kit_do(k, "GET", VERSIONS "a", NULL);
	(void)kit_do(k, "POST", "/relist/v1/compact", "{}");
	(void)kit_do(k, "GET", "/relist/v1/marks", NULL);

	if (status > 0 && status != 200 && status != 500) /* 0, -1: no answer at all */
		fail_msg("status %d", status);
	(void)fakeapi__core_ui(k->core, "<p>other</p>");
}

static void server_survives_every_failing_allocation(void **state)
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
		cmocka_unit_test(changes_of_all_types_are_listed_in_order),
		cmocka_unit_test(change_list_is_limited_to_the_newest_1000),
		cmocka_unit_test(change_list_is_incomplete_beyond_1000_changes),
		cmocka_unit_test(changes_before_a_version_continue_the_list_backwards),
		cmocka_unit_test(change_list_is_incomplete_below_the_watch_window),
		cmocka_unit_test(types_are_counted_and_dropped_events_are_marked),
		cmocka_unit_test(ui_page_is_served_after_it_was_set),
		cmocka_unit_test(versions_of_an_object_are_the_newest_fifty),
		cmocka_unit_test(marks_list_the_control_calls_that_change_something),
		cmocka_unit_test(compactions_leave_a_mark_for_the_page),
		cmocka_unit_test(request_log_has_the_end_and_the_rule_of_each_request),
		cmocka_unit_test(request_log_says_how_a_fault_ended_a_response),
		cmocka_unit_test(server_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
