/* SPDX-License-Identifier: Apache-2.0 */
/* Lists and watches, in every form, with each allocation of the core failing in turn, it alone and
 * it and all after it. A list is whole or an error; a watch has whole events from the first on, and
 * ends where it cannot go on. They free all that they hold (ASan). */
#include <stdlib.h>

#include "base/str.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define MAPS	"/api/v1/namespaces/default/configmaps"
#define WIDGETS "/apis/g.example/v1/namespaces/default/ws"
#define TABLE	"application/json;as=Table;v=v1;g=meta.k8s.io"
#define PARTIAL "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"
#define PARTIALS                                                                                   \
	"application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"
#define PROTOBUF "application/vnd.kubernetes.protobuf"

enum { VALUE = 9000, COUNT = 9, OUT_MAX = 1 << 20 };

struct answer {
	int status; /* 0: none; -1: there was no memory to begin */
	ptrdiff_t end;
	size_t len;
	char bytes[OUT_MAX];
};

static struct answer whole, got;

static const struct {
	const char *uri, *accept;
	bool watch;
} rows[] = {
	{ MAPS, "application/json", false },
	{ MAPS "?labelSelector=a%3Db", "application/json", false },
	{ MAPS "?fieldSelector=metadata.name%3Dm3&limit=5", "application/json", false },
	{ MAPS "?limit=4", "application/json", false },
	{ MAPS "?pretty=true", "application/json", false },
	{ MAPS, TABLE, false },
	{ MAPS, PROTOBUF, false },
	{ MAPS, PARTIALS, false },
	{ MAPS, "application/yaml", false },
	{ WIDGETS, "application/json", false },
	{ WIDGETS, TABLE, false },
	{ MAPS "?watch=1", "application/json", true },
	{ MAPS "?watch=1&resourceVersion=0&labelSelector=a%3Db", "application/json", true },
	{ MAPS "?watch=1&fieldSelector=metadata.name%3Dm3", "application/json", true },
	{ MAPS "?watch=1&resourceVersion=@", "application/json", true },
	{ MAPS "?watch=1&resourceVersion=@", TABLE, true },
	{ MAPS "?watch=1&resourceVersion=@", PARTIAL, true },
	{ MAPS "?watch=1&resourceVersion=@", PROTOBUF, true },
	{ MAPS "?watch=1&sendInitialEvents=true&allowWatchBookmarks=true"
	       "&resourceVersionMatch=NotOlderThan",
	  "application/json", true },
	{ MAPS "?watch=1&sendInitialEvents=true&allowWatchBookmarks=true"
	       "&resourceVersionMatch=NotOlderThan",
	  TABLE, true },
	{ WIDGETS "?watch=1", "application/json", true },
	{ WIDGETS "?watch=1", TABLE, true },
};

static void put(struct kit *k, const char *uri, const char *type, size_t i, const char *labels)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body, "{%s\"metadata\":{\"name\":\"m%zu\",\"labels\":{%s}},\"data\":{\"v\":\"",
		    type, i, labels);
	for (size_t n = 0; n < VALUE; n++)
		strbuf_addc(&body, 'x');
	strbuf_addz(&body, "\"}}");
	assert_int_equal(kit_do(k, "POST", uri, body.ptr), 201);
}

/* The resourceVersion before the first object. */
static unsigned long fill(struct kit *k)
{
	static const char crd[] =
	    "{\"metadata\":{\"name\":\"ws.g.example\"},\"spec\":{\"group\":\"g.example\","
	    "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"ws\",\"kind\":\"W\"},\"versions\":[{"
	    "\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{"
	    "\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}]}}";
	unsigned long before;

	assert_int_equal(kit_do(k, "POST",
				"/apis/apiextensions.k8s.io/v1/customresourcedefinitions", crd),
			 201);
	before = kit_put_map(k, "first", "1");
	for (size_t i = 0; i < COUNT; i++) {
		put(k, MAPS, "", i, i % 2 ? "\"a\":\"b\"" : "");
		put(k, WIDGETS, "\"apiVersion\":\"g.example/v1\",\"kind\":\"W\",", i, "");
	}
	assert_int_equal(kit_do(k, "DELETE", MAPS "/m0", NULL), 200);
	return before;
}

/* Only what the core allocates counts: nothing here does. */
static void ask(struct kit *k, const char *uri, const char *accept, struct answer *a)
{
	struct fakeapi__server *server = fakeapi__core_server(k->core);
	const struct fakeapi__header header = { STR("Accept"), str_of(accept) };
	const char *query = strchr(uri, '?');
	struct fakeapi__request req = {
		.method = STR("GET"),
		.path = { uri, query ? (size_t)(query - uri) : strlen(uri) },
		.query = str_of(query ? query + 1 : ""),
		.headers = &header,
		.header_count = 1,
	};
	struct fakeapi__exchange *x =
	    server->begin(server, k->now_ns, &req, (struct fakeapi__wake) { NULL, NULL });

	a->status = x ? 0 : -1;
	a->end = FAKEAPI_PULL_CUT;
	a->len = 0;
	if (!x)
		return;
	if (x->ops->head(x, k->now_ns) == FAKEAPI_HEAD_READY) {
		a->status = x->status;
		while ((a->end = x->ops->pull(x, k->now_ns, a->bytes + a->len, OUT_MAX - a->len)) >
		       0)
			a->len += (size_t)a->end;
	}
	x->ops->end(x, false);
}

/* Where an event may end in `whole`: not in the middle of a line or a frame. */
static bool ends_an_event(size_t len, bool frames)
{
	size_t at = 0;

	if (!frames)
		return len == 0 || whole.bytes[len - 1] == '\n';
	while (at < len) {
		const unsigned char *n = (const unsigned char *)whole.bytes + at;

		at += 4 + ((size_t)n[0] << 24 | (size_t)n[1] << 16 | (size_t)n[2] << 8 | n[3]);
	}
	return at == len;
}

static void judge(size_t row, long grant)
{
	bool same = got.len <= whole.len && memcmp(got.bytes, whole.bytes, got.len) == 0;

	if (got.status == -1 || got.status == 0 || got.status >= 500)
		return;
	if (got.status != 200)
		fail_msg("row %zu, allocation %ld: status %d", row, grant, got.status);
	if (!same)
		fail_msg("row %zu, allocation %ld: other bytes: %.*s", row, grant,
			 (int)(got.len < 500 ? got.len : 500), got.bytes);
	if (got.len == whole.len && got.end == whole.end)
		return;
	if (!rows[row].watch)
		fail_msg("row %zu, allocation %ld: %zu of %zu bytes", row, grant, got.len,
			 whole.len);
	if (got.end == FAKEAPI_PULL_WAIT ||
	    !ends_an_event(got.len, strcmp(rows[row].accept, PROTOBUF) == 0))
		fail_msg("row %zu, allocation %ld: left open after %zu of %zu bytes", row, grant,
			 got.len, whole.len);
}

static void sweep(struct kit *k, size_t row, const char *uri, long count)
{
	bool failed = true;

	for (long grant = 0; failed; grant++) {
		base__alloc_fail_after = grant;
		base__alloc_fail_count = count;
		ask(k, uri, rows[row].accept, &got);
		failed = base__alloc_fail_after <= 0;
		base__alloc_fail_after = -1;
		base__alloc_fail_count = 0;
		if (grant == 0)
			assert_true(failed);
		judge(row, grant);
	}
}

static void reads_and_watches_survive_every_failing_allocation(void **state)
{
	unsigned long before;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	before = fill(&k);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const char *at = strchr(rows[i].uri, '@');
		char uri[200];

		(void)snprintf(uri, sizeof(uri), "%.*s", (int)strcspn(rows[i].uri, "@"),
			       rows[i].uri);
		if (at)
			(void)snprintf(uri + strlen(uri), 30, "%lu", before);
		ask(&k, uri, rows[i].accept, &whole);
		assert_int_equal(whole.status, 200);
		assert_true(whole.len > 0);
		assert_int_equal(whole.end, rows[i].watch ? FAKEAPI_PULL_WAIT : FAKEAPI_PULL_END);
		sweep(&k, i, uri, 0);
		sweep(&k, i, uri, 1);
		ask(&k, uri, rows[i].accept, &got); /* and nothing is left of it */
		judge(i, -1);
		assert_int_equal(got.len, whole.len);
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_and_watches_survive_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
