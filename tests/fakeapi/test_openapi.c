/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <cjson/cJSON.h>

#include "fakeapi/meta/go_json.h"
#include "fakeapi/discovery/discovery.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/wire_case.h"

static struct fakeapi__registry *reg;

static int get(const char *path, const char *query, const char *if_none_match,
	       struct fakeapi__answer *a)
{
	struct fakeapi__header headers[] = { { STR("If-None-Match"), str_of(if_none_match) } };
	struct fakeapi__request req = { .method = STR("GET"),
					.path = str_of(path),
					.query = str_of(query),
					.headers = headers,
					.header_count = if_none_match ? 1 : 0 };

	fakeapi__answer_init(a);
	return fakeapi__discovery_answer(reg, &(struct fakeapi__discovery) { 0 }, &req, a)
		   ? a->status
		   : 0;
}

/* All "$ref" of the document lead somewhere. */
static void check_refs(const cJSON *v, const cJSON *schemas, size_t prefix)
{
	const cJSON *c;

	cJSON_ArrayForEach(c, v)
	{
		if (c->string && strcmp(c->string, "$ref") == 0 && cJSON_IsString(c)) {
			if (strncmp(c->valuestring, "#/parameters/", 13) == 0)
				continue; /* of test_openapi_paths.c */
			if (!cJSON_GetObjectItemCaseSensitive(schemas, c->valuestring + prefix))
				fail_msg("%s is not defined", c->valuestring);
		} else {
			check_refs(c, schemas, prefix);
		}
	}
}

static const cJSON *at(const cJSON *v, const char *a, const char *b)
{
	v = cJSON_GetObjectItemCaseSensitive(v, a);
	return b ? cJSON_GetObjectItemCaseSensitive(v, b) : v;
}

static void every_indexed_openapi_document_resolves_its_references(void **state)
{
	struct fakeapi__answer index, doc;
	cJSON *paths;
	const cJSON *p;
	size_t n = 0;

	(void)state;
	assert_int_equal(get("/openapi/v3", "", NULL, &index), 200);
	assert_string_equal(index.content_type.ptr, "text/plain; charset=utf-8");
	paths = cJSON_Parse(index.body.ptr);
	assert_non_null(paths);
	cJSON_ArrayForEach(p, at(paths, "paths", NULL))
	{
		char path[512], *query;
		cJSON *tree;

		snprintf(path, sizeof(path), "%s", at(p, "serverRelativeURL", NULL)->valuestring);
		query = strchr(path, '?');
		*query++ = '\0';
		assert_int_equal(get(path, query, NULL, &doc), 200);
		assert_string_equal(doc.cache_control, "public, immutable");
		tree = cJSON_Parse(doc.body.ptr);
		if (!tree)
			fail_msg("%s: not JSON", path);
		check_refs(tree, at(at(tree, "components", NULL), "schemas", NULL),
			   strlen("#/components/schemas/"));
		assert_non_null(at(tree, "paths", NULL)->child);
		/* client-go writes a schema without properties without them */
		assert_null(strstr(doc.body.ptr, "\"properties\":{}"));
		cJSON_Delete(tree);
		fakeapi__answer_fini(&doc);
		n++;
	}
	assert_true(n > 20);
	cJSON_Delete(paths);
	fakeapi__answer_fini(&index);
}

/* The members that kubectl create and kubectl explain read. */
static void openapi_document_has_what_kubectl_reads(void **state)
{
	struct fakeapi__answer doc;
	cJSON *tree;
	const cJSON *patch, *p, *pod, *gvk, *spec;
	bool validation = false;

	(void)state;
	assert_int_equal(get("/openapi/v3/api/v1", "", NULL, &doc), 200);
	tree = cJSON_Parse(doc.body.ptr);
	patch = at(at(tree, "paths", "/api/v1/namespaces/{namespace}/pods/{name}"), "patch", NULL);
	cJSON_ArrayForEach(p, at(patch, "parameters", NULL))
	{
		validation =
		    validation || strcmp(at(p, "name", NULL)->valuestring, "fieldValidation") == 0;
	}
	assert_true(validation);
	assert_string_equal(at(patch, "x-kubernetes-group-version-kind", "kind")->valuestring,
			    "Pod");
	assert_non_null(at(at(tree, "paths", "/api/v1/namespaces/{namespace}/pods"), "get", NULL));
	pod = at(at(tree, "components", "schemas"), "io.k8s.api.core.v1.Pod", NULL);
	gvk = at(pod, "x-kubernetes-group-version-kind", NULL);
	assert_string_equal(at(gvk->child, "kind", NULL)->valuestring, "Pod");
	assert_string_equal(
	    at(at(at(pod, "properties", "spec"), "allOf", NULL)->child, "$ref", NULL)->valuestring,
	    "#/components/schemas/io.k8s.api.core.v1.PodSpec");
	spec = at(at(tree, "components", "schemas"), "io.k8s.api.core.v1.PodSpec", "properties");
	assert_string_equal(at(at(at(spec, "containers", "items"), "allOf", NULL)->child, "$ref",
			       NULL)
				->valuestring,
			    "#/components/schemas/io.k8s.api.core.v1.Container");
	cJSON_Delete(tree);
	fakeapi__answer_fini(&doc);
}

/* Of a path's operations those are listed that its resource has. */
static void openapi_path_has_the_verbs_of_its_resource(void **state)
{
	static const struct {
		const char *path;
		bool get, post, put, patch, delete;
	} cases[] = {
		{ "/api/v1/namespaces/{namespace}/pods", true, true, false, false, true },
		{ "/api/v1/namespaces/{namespace}/pods/{name}", true, false, true, true, true },
		{ "/api/v1/componentstatuses", true, false, false, false, false },
		{ "/api/v1/componentstatuses/{name}", true, false, false, false, false },
	};
	const char *const verbs[] = { "get", "post", "put", "patch", "delete" };
	struct kit k;
	cJSON *paths;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "GET", "/openapi/v3/api/v1", NULL), 200);
	paths = cJSON_GetObjectItem(k.json, "paths");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const cJSON *at = cJSON_GetObjectItem(paths, cases[i].path);
		const bool want[] = { cases[i].get, cases[i].post, cases[i].put, cases[i].patch,
				      cases[i].delete };

		if (!at)
			fail_msg("no %s", cases[i].path);
		for (size_t v = 0; v < ARRAY_LEN(verbs); v++)
			if ((cJSON_GetObjectItem(at, verbs[v]) != NULL) != want[v])
				fail_msg("%s: %s", cases[i].path, verbs[v]);
	}
	kit_close(&k);
}

static void outdated_hash_redirects_to_the_current_document(void **state)
{
	struct wire_case c;
	struct fakeapi__answer a, b;

	(void)state;
	wire_case_load(&c, "00-openapi-v3-api-v1-badhash");
	fakeapi__answer_init(&a);
	assert_true(fakeapi__discovery_answer(reg, &(struct fakeapi__discovery) { 0 }, &c.req, &a));
	assert_int_equal(a.status, c.status);
	assert_string_equal(a.content_type.ptr, wire_case_header(&c, "Content-Type"));
	assert_int_equal(a.body.len, 0);
	assert_int_equal(strncmp(a.location.ptr, "/openapi/v3/api/v1?hash=", 24), 0);
	assert_int_equal(a.location.len, strlen(wire_case_header(&c, "Location")));
	assert_int_equal(strncmp(a.location.ptr + 24, a.etag.ptr + 1, 128), 0);
	assert_int_equal(get("/openapi/v3/api/v1", a.location.ptr + 19, NULL, &b), 200);
	assert_string_equal(a.etag.ptr, b.etag.ptr);
	fakeapi__answer_fini(&b);
	assert_int_equal(get("/openapi/v3/api/v1", "", a.etag.ptr, &b), 304);
	assert_int_equal(b.body.len, 0);
	assert_int_equal(b.content_type.len, 0);
	fakeapi__answer_fini(&b);
	fakeapi__answer_fini(&a);
	wire_case_free(&c);
	assert_int_equal(get("/openapi/v3/apis/nosuch/v1", "", NULL, &a), 404);
	fakeapi__answer_fini(&a);
	assert_int_equal(get("/openapi/v3/apis/nosuch", "", NULL, &a), 404);
	fakeapi__answer_fini(&a);
}

static void openapi_v2_is_one_document(void **state)
{
	struct fakeapi__answer a, b;
	cJSON *tree;
	const cJSON *definitions, *d, *e;

	(void)state;
	assert_int_equal(get("/openapi/v2", "", NULL, &a), 200);
	tree = cJSON_Parse(a.body.ptr);
	assert_non_null(tree);
	definitions = at(tree, "definitions", NULL);
	check_refs(tree, definitions, strlen("#/definitions/"));
	assert_non_null(at(definitions, "io.k8s.api.apps.v1.Deployment", NULL));
	cJSON_ArrayForEach(d, definitions)
	{
		for (e = d->next; e; e = e->next)
			assert_string_not_equal(d->string, e->string);
	}
	cJSON_Delete(tree);
	assert_int_equal(get("/openapi/v2", "", a.etag.ptr, &b), 304);
	assert_int_equal(b.content_type.len, 0);
	fakeapi__answer_fini(&a);
	fakeapi__answer_fini(&b);
}

/* gnostic's protobuf, as far as its frame goes: swagger "2.0", info, and one definition a type. */
static void openapi_v2_is_sent_as_protobuf_on_request(void **state)
{
	struct wire_case c;
	struct fakeapi__answer a;
	static const char keys[] = "\n\032x-kubernetes-list-map-keys\022";
	bool has_keys = false;
	static const char head[] = "\n\0032.0\022\022\n\nKubernetes\022\0041.34\112";

	(void)state;
	wire_case_load(&c, "00-openapi-v2-pb");
	fakeapi__answer_init(&a);
	assert_true(fakeapi__discovery_answer(reg, &(struct fakeapi__discovery) { 0 }, &c.req, &a));
	assert_int_equal(a.status, c.status);
	assert_string_equal(a.content_type.ptr, wire_case_header(&c, "Content-Type"));
	assert_memory_equal(a.body.ptr, head, sizeof(head) - 1);
	assert_true(a.body.len > 100000);
	for (size_t i = 0; i + sizeof(keys) < a.body.len && !has_keys; i++)
		has_keys = memcmp(a.body.ptr + i, keys, sizeof(keys) - 1) == 0;
	assert_true(has_keys);
	fakeapi__answer_fini(&a);
	wire_case_free(&c);
}

/* --- words -------------------------------------------------------------------------------- */

static void read_words(void *user, struct strbuf *out)
{
	strbuf_addz(out, user);
}

static cJSON *document(const char *path, const char *words)
{
	struct fakeapi__prose *prose = fakeapi__prose_new(read_words, (void *)(uintptr_t)words);
	struct fakeapi__request req = { .method = STR("GET"), .path = str_of(path) };
	struct fakeapi__answer a;
	cJSON *tree = NULL;

	fakeapi__answer_init(&a);
	if (prose &&
	    fakeapi__discovery_answer(reg, &(struct fakeapi__discovery) { .prose = prose }, &req,
				      &a) &&
	    !a.body.failed)
		tree = cJSON_Parse(a.body.ptr);
	fakeapi__answer_fini(&a);
	fakeapi__prose_free(prose);
	return tree;
}

static const char *text_at(const cJSON *v, const char *a, const char *b)
{
	v = at(v, a, b);
	return cJSON_IsString(v) ? v->valuestring : "";
}

static const char words[] =
    "{\"io.k8s.api.core.v1.Pod\":{\"\":\"a \\\"pod\\\"\",\"spec\":\"its spec\","
    "\"kind\":\"its kind\"},"
    "\"io.k8s.api.core.v1.PodSpec\":{\"containers\":\"what runs\"},"
    "\"io.k8s.api.core.v1.Volume\":{\"emptyDir\":\"inlined\"},"
    "\"io.k8s.apimachinery.pkg.api.resource.Quantity\":{\"\":\"so much\"}}";

static void types_and_fields_have_descriptions_from_the_prose_file(void **state)
{
	cJSON *tree = document("/openapi/v3/api/v1", words);
	const cJSON *schemas = at(tree, "components", "schemas"), *pod, *spec, *p;

	(void)state;
	assert_non_null(tree);
	pod = at(schemas, "io.k8s.api.core.v1.Pod", NULL);
	assert_string_equal(text_at(pod, "description", NULL), "a \"pod\"");
	spec = at(pod, "properties", "spec");
	assert_string_equal(text_at(spec, "description", NULL), "its spec");
	/* A $ref must be the only member. */
	assert_null(at(spec, "$ref", NULL));
	assert_string_equal(text_at(at(spec, "allOf", NULL)->child, "$ref", NULL),
			    "#/components/schemas/io.k8s.api.core.v1.PodSpec");
	assert_string_equal(text_at(at(pod, "properties", "kind"), "description", NULL),
			    "its kind");
	p = at(at(schemas, "io.k8s.api.core.v1.PodSpec", "properties"), "containers", NULL);
	assert_string_equal(text_at(p, "description", NULL), "what runs");
	assert_string_equal(text_at(at(p, "items", "allOf")->child, "$ref", NULL),
			    "#/components/schemas/io.k8s.api.core.v1.Container");
	p = at(at(schemas, "io.k8s.api.core.v1.Volume", "properties"), "emptyDir", NULL);
	assert_string_equal(text_at(p, "description", NULL), "inlined");
	p = at(schemas, "io.k8s.apimachinery.pkg.api.resource.Quantity", NULL);
	assert_string_equal(text_at(p, "description", NULL), "so much");
	cJSON_Delete(tree);
	tree = document("/openapi/v2", words);
	pod = at(at(tree, "definitions", "io.k8s.api.core.v1.Pod"), "properties", "spec");
	assert_string_equal(text_at(pod, "description", NULL), "its spec");
	assert_string_equal(text_at(pod, "$ref", NULL), "#/definitions/io.k8s.api.core.v1.PodSpec");
	cJSON_Delete(tree);
}

static void openapi_etag_depends_on_the_descriptions(void **state)
{
	struct fakeapi__prose *prose = fakeapi__prose_new(read_words, (void *)(uintptr_t)words);
	struct fakeapi__request req = { .method = STR("GET"), .path = STR("/openapi/v2") };
	struct fakeapi__answer without, with;

	(void)state;
	assert_int_equal(get("/openapi/v2", "", NULL, &without), 200);
	fakeapi__answer_init(&with);
	assert_true(fakeapi__discovery_answer(reg, &(struct fakeapi__discovery) { .prose = prose },
					      &req, &with));
	assert_string_not_equal(with.etag.ptr, without.etag.ptr);
	fakeapi__answer_fini(&with);
	fakeapi__answer_fini(&without);
	fakeapi__prose_free(prose);
}

static void invalid_prose_files_are_ignored(void **state)
{
	static const char *const bad[] = {
		"",
		"{",
		"[{\"\":\"x\"}]",
		"null",
		"\"io.k8s.api.core.v1.Pod\"",
		"{\"io.k8s.api.core.v1.Pod\":[\"x\"]}",
		"{\"io.k8s.api.core.v1.Pod\":{\"\":1}}",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		cJSON *tree = document("/openapi/v3/api/v1", bad[i]);
		const cJSON *pod =
		    at(at(tree, "components", "schemas"), "io.k8s.api.core.v1.Pod", NULL);

		assert_true(cJSON_IsObject(pod));
		assert_null(at(pod, "description", NULL));
		assert_string_equal(text_at(at(at(pod, "properties", "spec"), "allOf", NULL)->child,
					    "$ref", NULL),
				    "#/components/schemas/io.k8s.api.core.v1.PodSpec");
		cJSON_Delete(tree);
	}
}

static bool requires(const cJSON *schema, const char *name)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, at(schema, "required", NULL)) if (cJSON_IsString(v) &&
								strcmp(v->valuestring, name) ==
								    0) return true;
	return false;
}

static void openapi_marks_required_fields(void **state)
{
	static const struct {
		const char *type, *field;
		bool required;
	} cases[] = {
		{ "io.k8s.api.core.v1.Container", "name", true },
		{ "io.k8s.api.core.v1.Container", "image", false },
		{ "io.k8s.api.core.v1.EphemeralContainer", "name", true }, /* of what is inlined */
		{ "io.k8s.api.core.v1.PodSpec", "containers", true },
		{ "io.k8s.api.core.v1.ContainerPort", "containerPort", true },
		{ "io.k8s.api.core.v1.Pod", "metadata", false },
	};
	cJSON *tree = document("/openapi/v3/api/v1", "");
	const cJSON *schemas = at(tree, "components", "schemas");

	(void)state;
	assert_non_null(tree);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		if (requires(at(schemas, cases[i].type, NULL), cases[i].field) != cases[i].required)
			fail_msg("%s.%s", cases[i].type, cases[i].field);
	assert_null(at(schemas, "io.k8s.api.core.v1.Pod", "required"));
	cJSON_Delete(tree);
}

/* As in kube-apiserver 1.34.4's documents; client-go's UnstructuredExtractor reads them. */
static void openapi_fields_have_merge_markers(void **state)
{
	static const struct {
		const char *type, *field, *markers; /* field NULL: the type's own */
	} cases[] = {
		{ "core.v1.Container", "ports",
		  "\"x-kubernetes-list-map-keys\":[\"containerPort\",\"protocol\"],"
		  "\"x-kubernetes-list-type\":\"map\",\"x-kubernetes-patch-merge-key\":"
		  "\"containerPort\",\"x-kubernetes-patch-strategy\":\"merge\"}" },
		{ "core.v1.PodSpec", "volumes",
		  "\"x-kubernetes-patch-strategy\":\"merge,retainKeys\"}" },
		{ "core.v1.PersistentVolumeSpec", "claimRef",
		  "\"x-kubernetes-map-type\":\"granular\"}" },
		{ "core.v1.ServiceSpec", "ports",
		  "\"x-kubernetes-list-map-keys\":[\"port\",\"protocol\"],"
		  "\"x-kubernetes-list-type\":\"map\",\"x-kubernetes-patch-merge-key\":\"port\"," },
		{ "core.v1.SecretKeySelector", NULL, "\"x-kubernetes-map-type\":\"atomic\"" },
	};
	cJSON *trees[] = { document("/openapi/v3/api/v1", ""), document("/openapi/v2", "") };

	(void)state;
	for (size_t v = 0; v < ARRAY_LEN(trees); v++)
		for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
			const cJSON *schemas = v ? at(trees[v], "definitions", NULL)
						 : at(trees[v], "components", "schemas");
			AUTO_STRBUF name = STRBUF_INIT;
			const cJSON *schema;
			char *text;

			strbuf_addf(&name, "io.k8s.api.%s", cases[i].type);
			schema = at(schemas, name.ptr, NULL);
			if (cases[i].field)
				schema = at(schema, "properties", cases[i].field);
			text = fakeapi__print(schema);
			if (!text || !strstr(text, cases[i].markers))
				fail_msg("%s.%s: %s", cases[i].type,
					 cases[i].field ? cases[i].field : "", text);
			base__free(text);
		}
	cJSON_Delete(trees[0]);
	cJSON_Delete(trees[1]);
}

static void openapi_document_survives_every_failing_allocation(void **state)
{
	struct fakeapi__request req = { .method = STR("GET"),
					.path = STR("/openapi/v3/apis/scheduling.k8s.io/v1") };
	struct fakeapi__answer a;
	cJSON *tree;

	(void)state;
	fakeapi__answer_init(&a);
	FOR_EACH_FAILING_ALLOC({
		struct fakeapi__prose *prose =
		    fakeapi__prose_new(read_words, (void *)(uintptr_t)words);

		fakeapi__answer_fini(&a);
		fakeapi__answer_init(&a);
		fakeapi__discovery_answer(reg, &(struct fakeapi__discovery) { .prose = prose },
					  &req, &a);
		fakeapi__prose_free(prose);
	});
	tree = cJSON_Parse(a.body.ptr);
	assert_non_null(at(tree, "components", "schemas"));
	cJSON_Delete(tree);
	fakeapi__answer_fini(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_indexed_openapi_document_resolves_its_references),
		cmocka_unit_test(openapi_document_has_what_kubectl_reads),
		cmocka_unit_test(openapi_path_has_the_verbs_of_its_resource),
		cmocka_unit_test(outdated_hash_redirects_to_the_current_document),
		cmocka_unit_test(openapi_v2_is_one_document),
		cmocka_unit_test(openapi_v2_is_sent_as_protobuf_on_request),
		cmocka_unit_test(types_and_fields_have_descriptions_from_the_prose_file),
		cmocka_unit_test(openapi_etag_depends_on_the_descriptions),
		cmocka_unit_test(invalid_prose_files_are_ignored),
		cmocka_unit_test(openapi_marks_required_fields),
		cmocka_unit_test(openapi_fields_have_merge_markers),
		cmocka_unit_test(openapi_document_survives_every_failing_allocation),
	};
	int failed;

	base__alloc_init_cjson();
	reg = fakeapi__registry_new();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	fakeapi__registry_free(reg);
	return failed;
}
