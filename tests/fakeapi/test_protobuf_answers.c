/* SPDX-License-Identifier: Apache-2.0 */
/* Objects, lists, watches and errors have the same content in protobuf and in JSON. */
#include "tests/kit/testing.h"

#include "fakeapi/meta/status.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/protobuf_wire.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/wire_case.h"

#define PB	"application/vnd.kubernetes.protobuf"
#define PARTIAL PB ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1"
#define MAPS	"/api/v1/namespaces/default/configmaps"

static char *decoded(struct str enveloped)
{
	struct fakeapi__status st;
	cJSON *tree = NULL;
	char *text;

	fakeapi__status_init(&st);
	if (fakeapi__protobuf_decode(enveloped, 0, &tree, &st) != 0)
		fail_msg("%d", st.code);
	text = cJSON_PrintUnformatted(tree);
	cJSON_Delete(tree);
	fakeapi__status_fini(&st);
	return text;
}

/* The n-th occurrence of the field `number` in a message. False: there is none. */
static bool field(struct str message, uint64_t number, size_t n, struct fakeapi__pb_value *out)
{
	const unsigned char *p = (const unsigned char *)message.ptr;
	struct fakeapi__pb_reader r = { p, NULL, 0, 0 };
	struct fakeapi__pb_span s = { p, p + message.len };
	uint64_t at;
	unsigned wire;

	while (fakeapi__pb_next(&r, &s, &at, &wire, out) == 1)
		if (at == number && n-- == 0)
			return true;
	assert_null(r.error);
	return false;
}

static struct str bytes(struct str message, uint64_t number, size_t n)
{
	struct fakeapi__pb_value v;

	assert_true(field(message, number, n, &v));
	return fakeapi__pb_str(v.bytes);
}

/* The message inside a runtime.Unknown envelope, whose type is checked. */
static struct str unwrap(struct str enveloped, const char *api_version, const char *kind)
{
	struct str body, type;

	assert_true(enveloped.len > 4);
	assert_memory_equal(enveloped.ptr, "k8s\0", 4);
	body = (struct str) { enveloped.ptr + 4, enveloped.len - 4 };
	type = bytes(body, 1, 0);
	assert_true(str_eqz(bytes(type, 1, 0), api_version));
	assert_true(str_eqz(bytes(type, 2, 0), kind));
	return bytes(body, 2, 0);
}

static void protobuf_objects_equal_their_json_form(void **state)
{
	static const struct {
		const char *collection, *name, *body;
	} cases[] = {
		{ MAPS, "m",
		  "{\"metadata\":{\"name\":\"m\",\"labels\":{\"a\":\"b\"}},\"data\":{\"k\":\"v\"},"
		  "\"binaryData\":{\"b\":\"AAEC\"}}" },
		{ "/api/v1/namespaces/default/pods", "p",
		  "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\","
		  "\"image\":"
		  "\"i\",\"ports\":[{\"containerPort\":80}],\"resources\":{\"limits\":{\"cpu\":"
		  "\"100m\"}},"
		  "\"livenessProbe\":{\"httpGet\":{\"port\":\"http\"}}}],\"volumes\":[{\"name\":"
		  "\"v\","
		  "\"emptyDir\":{}}]}}" },
		{ "/apis/apps/v1/namespaces/default/deployments", "d",
		  "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":0,\"selector\":{"
		  "\"matchLabels\":"
		  "{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{"
		  "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}" },
		{ "/apis/coordination.k8s.io/v1/namespaces/default/leases", "l",
		  "{\"metadata\":{\"name\":\"l\"},\"spec\":{\"holderIdentity\":\"x\",\"renewTime\":"
		  "\"2026-01-01T00:00:00.123456Z\"}}" },
		{ "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "as.example.com",
		  "{\"metadata\":{\"name\":\"as.example.com\"},\"spec\":{\"group\":\"example.com\","
		  "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"as\",\"kind\":\"A\"},"
		  "\"versions\":[{"
		  "\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
		  "\"openAPIV3Schema\":{"
		  "\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"default\":3,"
		  "\"minimum\":1.5},\"l\":{\"type\":\"array\",\"items\":{\"type\":\"string\","
		  "\"enum\":["
		  "\"x\",\"y\"]}},\"m\":{\"type\":\"object\",\"additionalProperties\":{\"type\":"
		  "\"string\""
		  "}}}}}}]}}" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char uri[128], *got;
		AUTO_STRBUF json = STRBUF_INIT;

		(void)snprintf(uri, sizeof(uri), "%s/%s", cases[i].collection, cases[i].name);
		assert_int_equal(kit_do(&k, "POST", cases[i].collection, cases[i].body), 201);
		assert_int_equal(kit_do(&k, "GET", uri, NULL), 200);
		strbuf_adds(&json, strbuf_str(&k.body));
		k.accept = PB ",application/json";
		assert_int_equal(kit_do(&k, "GET", uri, NULL), 200);
		k.accept = NULL;
		assert_string_equal(k.type, PB);
		got = decoded(strbuf_str(&k.body));
		assert_same_json(json.ptr, got);
		cJSON_free(got);
	}
	kit_close(&k);
}

static void protobuf_lists_hold_items_and_metadata(void **state)
{
	struct str message, meta, item;
	struct fakeapi__pb_value v;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (char c = 'a'; c <= 'c'; c++)
		(void)kit_put_map(&k, (const char[]) { c, '\0' }, "1");
	k.accept = PB;
	assert_int_equal(kit_do(&k, "GET", MAPS "?limit=2", NULL), 200);
	assert_string_equal(k.type, PB);
	message = unwrap(strbuf_str(&k.body), "v1", "ConfigMapList");
	meta = bytes(message, 1, 0);
	assert_true(bytes(meta, 2, 0).len > 0); /* resourceVersion */
	assert_true(bytes(meta, 3, 0).len > 0); /* continue */
	assert_true(field(meta, 4, 0, &v));	/* remainingItemCount */
	assert_int_equal(v.number, 1);
	for (size_t i = 0; i < 2; i++) {
		item = bytes(message, 2, i);
		assert_true(str_eqz(bytes(bytes(item, 1, 0), 1, 0), i ? "b" : "a"));
	}
	assert_false(field(message, 2, 2, &v));
	k.accept = PARTIAL "List";
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 406);
	k.accept = PB ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	message = unwrap(strbuf_str(&k.body), "meta.k8s.io/v1", "PartialObjectMetadataList");
	item = bytes(message, 2, 2);
	assert_true(str_eqz(bytes(bytes(item, 1, 0), 1, 0), "c"));
	assert_false(field(item, 2, 0, &v));
	kit_close(&k);
}

static uint32_t be32(const char *p)
{
	const unsigned char *u = (const unsigned char *)p;

	return (uint32_t)u[0] << 24 | (uint32_t)u[1] << 16 | (uint32_t)u[2] << 8 | u[3];
}

/* Lists of whole objects and of PartialObjectMetadata. */
static void protobuf_list_converts_to_its_json_form(void **state)
{
	static const char *const forms[][2] = {
		{ PB, "application/json" },
		{ PB ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
		  "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", MAPS,
				"{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}"),
			 201);
	assert_int_equal(kit_do(&k, "POST", MAPS,
				"{\"metadata\":{\"name\":\"b\",\"labels\":{\"x\":\"y\"}}}"),
			 201);
	for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
		AUTO_STRBUF json = STRBUF_INIT;
		AUTO_STRBUF sent = STRBUF_INIT;
		cJSON *got, *want;

		k.accept = forms[i][0];
		assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
		strbuf_adds(&sent, strbuf_str(&k.body));
		assert_true(fakeapi__protobuf_json(strbuf_str(&sent), &json));
		k.accept = forms[i][1];
		assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
		got = cJSON_Parse(json.ptr);
		want = cJSON_Parse(k.body.ptr);
		for (cJSON *item = cJSON_GetObjectItem(want, "items")->child; i && item;
		     item = item->next) {
			cJSON_DeleteItemFromObject(item, "kind"); /* protobuf: of the list only */
			cJSON_DeleteItemFromObject(item, "apiVersion");
		}
		if (!cJSON_Compare(got, want, true))
			fail_msg("%s, not %s", json.ptr, k.body.ptr);
		cJSON_Delete(got);
		cJSON_Delete(want);
		/* The decoder survives a body that is cut at any byte. */
		for (size_t n = 0; n < sent.len; n++) {
			strbuf_clear(&json);
			(void)fakeapi__protobuf_json((struct str) { sent.ptr, n }, &json);
		}
	}
	kit_close(&k);
}

static void protobuf_watch_sends_length_prefixed_frames(void **state)
{
	static const struct {
		const char *accept, *api_version, *kind;
	} forms[] = {
		{ PB, "v1", "ConfigMap" },
		{ PARTIAL, "meta.k8s.io/v1", "PartialObjectMetadata" },
	};
	static const char *const types[] = { "ADDED", "ADDED", "BOOKMARK" };
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	(void)kit_put_map(&k, "a", "1");
	(void)kit_put_map(&k, "b", "1");
	for (size_t f = 0; f < ARRAY_LEN(forms); f++) {
		struct str rest;

		k.accept = forms[f].accept;
		assert_int_equal(kit_do(&k, "GET",
					MAPS
					"?watch=1&sendInitialEvents=true&resourceVersionMatch="
					"NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1",
					NULL),
				 200);
		assert_string_equal(k.type, PB ";stream=watch");
		rest = strbuf_str(&k.body);
		for (size_t i = 0; i < ARRAY_LEN(types); i++) {
			struct str event, object;

			assert_true(rest.len > 4);
			event = (struct str) { rest.ptr + 4, be32(rest.ptr) };
			assert_true(event.len <= rest.len - 4);
			assert_true(str_eqz(bytes(event, 1, 0), types[i]));
			object = unwrap(bytes(bytes(event, 2, 0), 1, 0), forms[f].api_version,
					forms[f].kind);
			if (i < 2)
				assert_true(
				    str_eqz(bytes(bytes(object, 1, 0), 1, 0), i ? "b" : "a"));
			rest.ptr += 4 + event.len;
			rest.len -= 4 + event.len;
		}
		assert_int_equal(rest.len, 0);
	}
	kit_close(&k);
}

static void each_watch_gets_its_own_type_of_one_event(void **state)
{
	struct kit_watch all, ones;
	struct kit k;
	struct str event;
	unsigned long rv;
	char uri[160];

	(void)state;
	kit_open(&k, NULL);
	rv = kit_put_map(&k, "a", "1");
	k.accept = PB;
	(void)snprintf(uri, sizeof(uri), MAPS "?watch=1&resourceVersion=%lu", rv);
	kit_watch(&k, &all, uri);
	(void)snprintf(uri, sizeof(uri), MAPS "?watch=1&resourceVersion=%lu&labelSelector=v%%3D2",
		       rv);
	kit_watch(&k, &ones, uri);
	k.accept = NULL;
	(void)kit_put_map(&k, "a", "2");
	for (int i = 0; i < 2; i++) {
		struct kit_watch *w = i ? &ones : &all;
		char buf[2048];
		ptrdiff_t n = w->x->ops->pull(w->x, k.now_ns, buf, sizeof(buf));

		assert_true(n > 4);
		event = (struct str) { buf + 4, be32(buf) };
		assert_true(str_eqz(bytes(event, 1, 0), i ? "ADDED" : "MODIFIED"));
	}
	kit_unwatch(&all);
	kit_unwatch(&ones);
	kit_close(&k);
}

static void json_is_sent_where_protobuf_is_unavailable(void **state)
{
	static const struct {
		const char *accept, *uri, *type;
		int status;
	} cases[] = {
		{ PB, MAPS "/nosuch", PB, 404 },
		{ PB ",application/json", MAPS "/nosuch", PB, 404 },
		{ "application/json," PB, MAPS "/nosuch", "application/json", 404 },
		{ PB ";as=Table;g=meta.k8s.io;v=v1", MAPS, "application/json", 406 },
		{ PB ";as=Table;g=meta.k8s.io;v=v1,application/json", MAPS, "application/json",
		  200 },
		{ PB, "/apis/example.com/v1/as", PB, 406 },
		{ PB ",application/json", "/apis/example.com/v1/as", "application/json", 200 },
		{ PARTIAL "List,application/json", "/apis/example.com/v1/as", "application/json",
		  200 },
		{ PB ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1", "/apis/example.com/v1/as",
		  PB, 200 },
		{ PB, "/apis/apps/v1/namespaces/default/deployments", PB, 200 },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(
	    kit_do(
		&k, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
		"{\"metadata\":{\"name\":\"as.example.com\"},\"spec\":{\"group\":\"example.com\","
		"\"scope\":\"Namespaced\",\"names\":{\"plural\":\"as\",\"kind\":\"A\"},"
		"\"versions\":[{"
		"\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{"
		"\"type\":\"object\"}}}]}}"),
	    201);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		k.accept = cases[i].accept;
		if (kit_do(&k, "GET", cases[i].uri, NULL) != cases[i].status ||
		    strcmp(k.type, cases[i].type) != 0)
			fail_msg("%s of %s: %d %s", cases[i].accept, cases[i].uri, k.status,
				 k.type);
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(protobuf_objects_equal_their_json_form),
		cmocka_unit_test(protobuf_lists_hold_items_and_metadata),
		cmocka_unit_test(protobuf_list_converts_to_its_json_form),
		cmocka_unit_test(protobuf_watch_sends_length_prefixed_frames),
		cmocka_unit_test(each_watch_gets_its_own_type_of_one_event),
		cmocka_unit_test(json_is_sent_where_protobuf_is_unavailable),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
