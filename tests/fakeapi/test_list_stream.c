/* SPDX-License-Identifier: Apache-2.0 */
/* Long lists come from the store while they are read; the window of old states has a size. */
#include <stdlib.h>

#include "base/str.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define MAPS	"/api/v1/namespaces/default/configmaps"
#define WIDGETS "/apis/g.example/v1/namespaces/default/ws"

enum { VALUE = 10000, COUNT = 20 };

static const char crd[] =
    "{\"metadata\":{\"name\":\"ws.g.example\"},\"spec\":{\"group\":\"g.example\",\"scope\":"
    "\"Namespaced\",\"names\":{\"plural\":\"ws\",\"kind\":\"W\"},\"versions\":[{\"name\":\"v1\","
    "\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","
    "\"x-kubernetes-preserve-unknown-fields\":true}}}]}}";

static void put(struct kit *k, const char *uri, const char *type, size_t i, char fill,
		const char *method)
{
	AUTO_STRBUF body = STRBUF_INIT;
	AUTO_STRBUF at = STRBUF_INIT;

	strbuf_addf(&body, "{%s\"metadata\":{\"name\":\"m%02zu\"},\"data\":{\"v\":\"", type, i);
	for (size_t n = 0; n < VALUE; n++)
		strbuf_addc(&body, fill);
	strbuf_addz(&body, "\"}}");
	strbuf_addz(&at, uri);
	if (strcmp(method, "PUT") == 0)
		strbuf_addf(&at, "/m%02zu", i);
	assert_in_range(kit_do(k, method, at.ptr, body.ptr), 200, 201);
}

static void fill(struct kit *k, const char *uri, const char *type)
{
	for (size_t i = 0; i < COUNT; i++)
		put(k, uri, type, i, 'a', "POST");
}

/* The answer of an open exchange in pieces of `cap`, calling `between` once on the way. */
static void read_all(struct kit_watch *w, size_t cap, void (*between)(struct kit *k))
{
	char *buf = malloc(cap);
	ptrdiff_t n;
	int pulls = 0;

	while ((n = w->x->ops->pull(w->x, w->kit->now_ns, buf, cap)) > 0) {
		strbuf_add(&w->text, buf, (size_t)n);
		if (between && pulls++ == 2)
			between(w->kit);
	}
	assert_int_equal(n, FAKEAPI_PULL_END);
	assert_int_equal(w->text.len, (size_t)w->x->body_len);
	free(buf);
}

static void overwrite_and_delete(struct kit *k)
{
	for (size_t i = 0; i < COUNT; i++)
		put(k, MAPS, "", i, 'b', "PUT");
	for (size_t i = 0; i < COUNT; i += 2) {
		char uri[128];

		(void)snprintf(uri, sizeof(uri), MAPS "/m%02zu", i);
		assert_int_equal(kit_do(k, "DELETE", uri, NULL), 200);
	}
	assert_int_equal(kit_do(k, "POST", "/relist/v1/compact", "{}"), 200);
}

static void list_is_equal_if_read_in_pieces_of_any_size(void **state)
{
	static const size_t caps[] = { 1, 2, 3, 7, 100, VALUE, 65536, 1024 * 1024 };
	static const struct {
		const char *uri, *type;
	} rows[] = {
		{ MAPS, "" },
		{ WIDGETS, "\"apiVersion\":\"g.example/v1\",\"kind\":\"W\"," },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST",
				"/apis/apiextensions.k8s.io/v1/customresourcedefinitions", crd),
			 201);
	for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
		AUTO_STRBUF whole = STRBUF_INIT;

		fill(&k, rows[r].uri, rows[r].type);
		for (size_t i = 0; i < ARRAY_LEN(caps); i++) {
			struct kit_watch w;

			kit_watch(&k, &w, rows[r].uri);
			read_all(&w, caps[i], NULL);
			if (i == 0)
				strbuf_adds(&whole, strbuf_str(&w.text));
			assert_string_equal(w.text.ptr, whole.ptr);
			kit_unwatch(&w);
		}
		assert_int_equal(kit_do(&k, "GET", rows[r].uri, NULL), 200);
		assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")), COUNT);
		for (size_t i = 0; i < COUNT; i++) {
			char uri[128];
			cJSON *one, *listed;

			(void)snprintf(uri, sizeof(uri), "%s/m%02zu", rows[r].uri, i);
			assert_int_equal(kit_do(&k, "GET", uri, NULL), 200);
			one = cJSON_Duplicate(k.json, true);
			assert_int_equal(kit_do(&k, "GET", rows[r].uri, NULL), 200);
			listed = cJSON_GetArrayItem(cJSON_GetObjectItem(k.json, "items"), (int)i);
			if (!*rows[r].type) { /* lists leave out what they say themselves */
				cJSON_DeleteItemFromObject(one, "kind");
				cJSON_DeleteItemFromObject(one, "apiVersion");
			}
			assert_true(cJSON_Compare(one, listed, true));
			cJSON_Delete(one);
		}
	}
	kit_close(&k);
}

static void list_does_not_change_while_it_is_read(void **state)
{
	struct kit_watch before, during;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	fill(&k, MAPS, "");
	kit_watch(&k, &before, MAPS);
	read_all(&before, 4096, NULL);
	kit_watch(&k, &during, MAPS);
	read_all(&during, 4096, overwrite_and_delete);
	assert_string_equal(during.text.ptr, before.text.ptr);
	kit_unwatch(&before);
	kit_unwatch(&during);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")), COUNT / 2);
	kit_close(&k);
}

static void watch_window_is_limited_in_bytes(void **state)
{
	struct fakeapi__options opt = { .empty = true,
					.any_namespace = true,
					.watch_window_bytes = 10 * VALUE };
	struct kit_watch w;
	unsigned long first;
	char uri[128], text[512];
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	put(&k, MAPS, "", 0, 'a', "POST");
	first = strtoul(kit_at(&k, "metadata.resourceVersion"), NULL, 10);
	for (int i = 0; i < 5; i++)
		put(&k, MAPS, "", 0, (char)('b' + i % 2), "PUT");
	(void)snprintf(uri, sizeof(uri), MAPS "?watch=1&resourceVersion=%lu", first);
	kit_watch(&k, &w, uri); /* all versions are still kept */
	assert_int_equal(w.x->status, 200);
	kit_unwatch(&w);
	for (int i = 0; i < 50; i++)
		put(&k, MAPS, "", 0, (char)('d' + i % 2), "PUT");
	kit_watch(&k, &w, uri);
	memset(text, 0, sizeof(text));
	assert_true(w.x->ops->pull(w.x, k.now_ns, text, sizeof(text) - 1) > 0);
	assert_non_null(strstr(text, "\"ERROR\""));
	kit_unwatch(&w);
	/* The last versions are kept, and unchanged objects use none of the limit. */
	(void)snprintf(uri, sizeof(uri), MAPS "?watch=1&resourceVersion=%lu", first + 50);
	kit_watch(&k, &w, uri);
	memset(text, 0, sizeof(text));
	assert_true(w.x->ops->pull(w.x, k.now_ns, text, sizeof(text) - 1) > 0);
	assert_non_null(strstr(text, "\"MODIFIED\""));
	kit_unwatch(&w);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_is_equal_if_read_in_pieces_of_any_size),
		cmocka_unit_test(list_does_not_change_while_it_is_read),
		cmocka_unit_test(watch_window_is_limited_in_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
