/* SPDX-License-Identifier: Apache-2.0 */
/* CustomResourceDefinitions that a scenario's steps write directly: their versions are served from
 * then on, with pruning and subresources, and each write takes one resource version. */
#include "tests/kit/testing.h"

#include "fakeapi/control/model.h"
#include "tests/kit/core_kit.h"

#define TOYS(v)	 "/apis/x.io/" v "/namespaces/default/toys"
#define CRD	 "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/toys.x.io"
#define MERGE	 "application/merge-patch+json"
#define TEXT	 "{\"type\":\"string\"}"
#define SPEC(of) "\"spec\":{\"type\":\"object\",\"properties\":{" of "}}"
#define VERSION(name, storage, more, properties)                                                   \
	"{\"name\":\"" name "\",\"served\":true,\"storage\":" storage more                         \
	",\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{" properties "}}}}"
#define WIDE   SPEC("\"a\":" TEXT ",\"b\":" TEXT)
#define NARROW SPEC("\"a\":" TEXT)
#define OLD    VERSION("v1", "true", "", NARROW)
#define BOTH   VERSION("v1", "false", "", NARROW) "," VERSION("v2", "true", "", WIDE)

static const struct fakeapi__model_type definitions = {
	.group = { "apiextensions.k8s.io", 20 },
	.version = { "v1", 2 },
	.resource = { "customresourcedefinitions", 25 },
	.kind = { "CustomResourceDefinition", 24 }
};
static const struct fakeapi__model_type toys = { .group = { "x.io", 4 },
						 .version = { "v1", 2 },
						 .resource = { "toys", 4 },
						 .kind = { "Toy", 3 },
						 .namespaced = true };

static void write_one(struct kit *k, const struct fakeapi__model_write *w, int status)
{
	uint64_t rv = fakeapi__core_rv(k->core);

	assert_int_equal(fakeapi__model_write(k->core, k->now_ns, w, NULL), status);
	k->now_ns += NS_PER_S;
	if (w->type == &definitions && w->op != FAKEAPI_MODEL_DELETE)
		assert_int_equal(fakeapi__core_rv(k->core), rv + 1);
}

static void define(struct kit *k, bool again, const char *versions)
{
	AUTO_STRBUF body = STRBUF_INIT;
	struct fakeapi__model_write w = { .op = again ? FAKEAPI_MODEL_PATCH : FAKEAPI_MODEL_CREATE,
					  .type = &definitions,
					  .name = STR("toys.x.io") };

	strbuf_addf(&body, "{\"spec\":{\"versions\":[%s]%s}}", versions,
		    again ? ""
			  : ",\"group\":\"x.io\",\"scope\":\"Namespaced\",\"names\":{\"plural\":"
			    "\"toys\",\"kind\":\"Toy\"}");
	w.body = strbuf_str(&body);
	write_one(k, &w, again ? 200 : 201);
}

static void make(struct kit *k, const char *name, const char *body)
{
	struct fakeapi__model_write w = { .op = FAKEAPI_MODEL_CREATE,
					  .type = &toys,
					  .ns = STR("default"),
					  .name = str_of(name),
					  .body = str_of(body) };

	write_one(k, &w, 201);
}

static void end(struct kit *k)
{
	struct fakeapi__model_write w = { .op = FAKEAPI_MODEL_DELETE,
					  .type = &definitions,
					  .name = STR("toys.x.io") };

	write_one(k, &w, 200);
}

static void open_kit(struct kit *k)
{
	struct fakeapi__options opt = { .empty = true, .any_namespace = true };

	kit_open(k, &opt);
}

static void definition_serves_its_versions_from_its_creation(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	assert_int_equal(kit_do(&k, "GET", TOYS("v1"), NULL), 404);
	define(&k, false, BOTH);
	assert_int_equal(kit_do(&k, "GET", CRD, NULL), 200);
	assert_string_equal(kit_at(&k, "spec.names.listKind"), "ToyList");
	assert_string_equal(kit_at(&k, "status.acceptedNames.kind"), "Toy");
	assert_non_null(strstr(k.body.ptr, "\"type\":\"Established\""));
	assert_non_null(strstr(k.body.ptr, "\"storedVersions\":[\"v2\"]"));
	assert_int_equal(kit_count(&k, TOYS("v1")), 0);
	assert_int_equal(kit_count(&k, TOYS("v2")), 0);
	kit_close(&k);
}

/* Like kube-apiserver, whichever verb writes. */
static void write_in_a_version_without_a_field_removes_the_field(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	define(&k, false, BOTH);
	make(&k, "t", "{\"spec\":{\"a\":\"1\",\"b\":\"2\"}}");
	assert_int_equal(kit_do(&k, "GET", TOYS("v2") "/t", NULL), 200);
	assert_string_equal(kit_at(&k, "spec.b"), "2");
	assert_string_equal(kit_at(&k, "apiVersion"), "x.io/v2");
	assert_int_equal(kit_do(&k, "GET", TOYS("v1") "/t", NULL), 200);
	assert_string_equal(kit_at(&k, "spec.b"), "");
	assert_string_equal(kit_at(&k, "apiVersion"), "x.io/v1");
	k.content_type = MERGE;
	assert_int_equal(kit_do(&k, "PATCH", TOYS("v2") "/t", "{\"spec\":{\"a\":\"3\"}}"), 200);
	assert_string_equal(kit_at(&k, "spec.b"), "2");
	assert_int_equal(kit_do(&k, "PATCH", TOYS("v1") "/t", "{\"spec\":{\"a\":\"4\"}}"), 200);
	k.content_type = NULL;
	assert_int_equal(kit_do(&k, "GET", TOYS("v2") "/t", NULL), 200);
	assert_string_equal(kit_at(&k, "spec.a"), "4");
	assert_string_equal(kit_at(&k, "spec.b"), "");
	kit_close(&k);
}

static void update_of_the_definition_adds_a_version_and_moves_the_storage(void **state)
{
	AUTO_STRBUF events = STRBUF_INIT;
	struct kit k;
	struct kit_watch w;

	(void)state;
	open_kit(&k);
	define(&k, false, OLD);
	make(&k, "t", "{\"spec\":{\"a\":\"1\"}}");
	assert_int_equal(kit_do(&k, "GET", TOYS("v2"), NULL), 404);
	kit_watch(&k, &w, TOYS("v1") "?watch=true&resourceVersion=2");
	define(&k, true, BOTH);
	(void)kit_events(&w, &events);
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	kit_unwatch(&w);
	assert_int_equal(kit_do(&k, "GET", CRD, NULL), 200);
	assert_non_null(strstr(k.body.ptr, "\"storedVersions\":[\"v1\",\"v2\"]"));
	/* an object of before, and one of after */
	make(&k, "u", "{\"spec\":{\"a\":\"1\",\"b\":\"2\"}}");
	assert_int_equal(kit_do(&k, "GET", TOYS("v2") "/t", NULL), 200);
	assert_string_equal(kit_at(&k, "apiVersion"), "x.io/v2");
	assert_int_equal(kit_do(&k, "GET", TOYS("v2") "/u", NULL), 200);
	assert_string_equal(kit_at(&k, "spec.b"), "2");
	assert_int_equal(kit_do(&k, "GET", TOYS("v1") "/u", NULL), 200);
	assert_string_equal(kit_at(&k, "spec.b"), "");
	kit_close(&k);
}

static void update_of_the_definition_adds_a_subresource(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	define(&k, false, VERSION("v1", "true", "", NARROW));
	make(&k, "t", "{\"spec\":{\"a\":\"1\"}}");
	k.content_type = MERGE;
	assert_int_equal(kit_do(&k, "PATCH", TOYS("v1") "/t/status", "{}"), 404);
	define(&k, true, VERSION("v1", "true", ",\"subresources\":{\"status\":{}}", NARROW));
	assert_int_equal(kit_do(&k, "PATCH", TOYS("v1") "/t/status", "{}"), 200);
	kit_close(&k);
}

static void deleted_definition_serves_nothing_until_it_is_made_again(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	define(&k, false, OLD);
	make(&k, "t", "{}");
	end(&k);
	assert_int_equal(kit_do(&k, "GET", TOYS("v1"), NULL), 404);
	define(&k, false, BOTH);
	assert_int_equal(kit_count(&k, TOYS("v1")), 0);
	assert_int_equal(kit_count(&k, TOYS("v2")), 0);
	kit_close(&k);
}

static void types_without_a_definition_are_served_in_several_versions(void **state)
{
	struct fakeapi__model_type later = toys;
	struct kit k;

	(void)state;
	open_kit(&k);
	later.version = STR("v2");
	assert_int_equal(fakeapi__model_serve(k.core, &toys, NULL), 0);
	assert_int_equal(fakeapi__model_serve(k.core, &later, NULL), 0);
	make(&k, "t", "{\"spec\":{\"a\":\"1\"}}");
	assert_int_equal(kit_do(&k, "GET", TOYS("v1") "/t", NULL), 200);
	assert_string_equal(kit_at(&k, "apiVersion"), "x.io/v1");
	assert_int_equal(kit_do(&k, "GET", TOYS("v2") "/t", NULL), 200);
	assert_string_equal(kit_at(&k, "apiVersion"), "x.io/v2");
	assert_string_equal(kit_at(&k, "spec.a"), "1");
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(definition_serves_its_versions_from_its_creation),
		cmocka_unit_test(write_in_a_version_without_a_field_removes_the_field),
		cmocka_unit_test(update_of_the_definition_adds_a_version_and_moves_the_storage),
		cmocka_unit_test(update_of_the_definition_adds_a_subresource),
		cmocka_unit_test(deleted_definition_serves_nothing_until_it_is_made_again),
		cmocka_unit_test(types_without_a_definition_are_served_in_several_versions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
