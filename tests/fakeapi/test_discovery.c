/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "fakeapi/discovery/discovery.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/wire_case.h"

/* The same question to ours: status, headers that matter and, for JSON, the body. */
static void ask(const struct fakeapi__registry *reg, const char *name, bool compare_body)
{
	struct wire_case c;
	struct fakeapi__answer a;
	const char *type;

	wire_case_load(&c, name);
	type = wire_case_header(&c, "Content-Type");
	fakeapi__answer_init(&a);
	if (!fakeapi__discovery_answer(reg, &(struct fakeapi__discovery) { 0 }, &c.req, &a))
		fail_msg("%s: not answered", name);
	if (a.status != c.status)
		fail_msg("%s: wanted %d, got %d %s", name, c.status, a.status, a.body.ptr);
	assert_string_equal(a.content_type.ptr, type ? type : "");
	assert_string_equal(a.cache_control ? a.cache_control : "no-cache, private",
			    wire_case_header(&c, "Cache-Control"));
	assert_int_equal(a.etag.len > 0, wire_case_header(&c, "Etag") != NULL);
	for (size_t i = 0; i < a.extra_count; i++) {
		const char *want = wire_case_header(&c, a.extra[i].name.ptr);

		if (want) /* Vary may be there twice */
			assert_string_equal(a.extra[i].value.ptr, want);
	}
	if (compare_body) {
		if (c.body[0] == '{')
			assert_same_json(c.body, a.body.ptr);
		else
			assert_string_equal(a.body.ptr, c.body);
	}
	fakeapi__answer_fini(&a);
	wire_case_free(&c);
}

static void discovery_responses_equal_the_recorded_ones(void **state)
{
	static const char *const names[] = {
		"00-api-aggregated",
		"00-api-v1",
		"00-apis-aggregated-unknown-version",
		"00-apis-apps-v1",
		"00-apis-apps",
		"00-apis-legacy",
		"00-auth-anonymous-version",
		"00-version",
		"00-livez",
		"00-readyz",
		"00-readyz-verbose",
	};
	struct fakeapi__registry *reg = fakeapi__registry_new();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		ask(reg, names[i], true);
	ask(reg, "00-metrics", false);
	fakeapi__registry_free(reg);
}

static struct fakeapi__resource widgets(void)
{
	return (struct fakeapi__resource) {
		.group = "example.com",
		.version = "v1",
		.resource = "widgets",
		.singular = "widget",
		.kind = "Widget",
		.list_kind = "WidgetList",
		.short_names = "wd",
		.categories = "all",
		.verbs = "delete,deletecollection,get,list,patch,create,update,watch",
		.flags = FAKEAPI_RES_CUSTOM | FAKEAPI_RES_NAMESPACED | FAKEAPI_RES_STATUS |
			 FAKEAPI_RES_SCALE,
		.storage_hash = "gIwvi5rymmg=",
	};
}

static void discovery_has_a_custom_type_at_once(void **state)
{
	struct fakeapi__registry *reg = fakeapi__registry_new();
	struct fakeapi__resource res = widgets();

	(void)state;
	assert_int_equal(fakeapi__registry_add(reg, &res), 0);
	ask(reg, "90-crd-discovery", true);
	fakeapi__registry_free(reg);
}

static int get(const struct fakeapi__registry *reg, const char *path, const char *query,
	       const char *accept, const char *if_none_match, struct fakeapi__answer *a)
{
	struct fakeapi__header headers[] = { { STR("Accept"), str_of(accept) },
					     { STR("If-None-Match"), str_of(if_none_match) } };
	struct fakeapi__request req = { .method = STR("GET"),
					.path = str_of(path),
					.query = str_of(query),
					.headers = headers,
					.header_count = if_none_match ? 2 : 1 };

	fakeapi__answer_init(a);
	return fakeapi__discovery_answer(reg, &(struct fakeapi__discovery) { 0 }, &req, a)
		   ? a->status
		   : 0;
}

static const cJSON *in(const cJSON *tree, const char *member, const char *next)
{
	return cJSON_GetObjectItem(cJSON_GetObjectItem(tree, member), next);
}

/* Paths of no version have documents, which the index lists. */
static void openapi_v3_groups_and_version_have_documents(void **state)
{
	static const struct {
		const char *document, *path, *operation, *schema;
	} cases[] = {
		{ "/openapi/v3/version", "/version/", "getCodeVersion",
		  "io.k8s.apimachinery.pkg.version.Info" },
		{ "/openapi/v3/api", "/api/", "getCoreAPIVersions",
		  "io.k8s.apimachinery.pkg.apis.meta.v1.APIVersions" },
		{ "/openapi/v3/apis", "/apis/", "getAPIVersions",
		  "io.k8s.apimachinery.pkg.apis.meta.v1.APIGroupList" },
		{ "/openapi/v3/apis/rbac.authorization.k8s.io", "/apis/rbac.authorization.k8s.io/",
		  "getRbacAuthorizationAPIGroup", "io.k8s.apimachinery.pkg.apis.meta.v1.APIGroup" },
	};
	struct fakeapi__registry *reg = fakeapi__registry_new();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__answer doc;
		cJSON *tree;

		assert_int_equal(get(reg, cases[i].document, "", "application/json", NULL, &doc),
				 200);
		tree = cJSON_Parse(doc.body.ptr);
		assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(
					cJSON_GetObjectItem(in(tree, "paths", cases[i].path),
							    "get"),
					"operationId")),
				    cases[i].operation);
		assert_non_null(
		    cJSON_GetObjectItem(in(tree, "components", "schemas"), cases[i].schema));
		cJSON_Delete(tree);
		fakeapi__answer_fini(&doc);
	}
	fakeapi__registry_free(reg);
}

static void discovery_etag_is_valid_until_the_types_change(void **state)
{
	static const char accept[] =
	    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
	struct fakeapi__registry *reg = fakeapi__registry_new();
	struct fakeapi__resource res = widgets();
	struct fakeapi__answer a, b;

	(void)state;
	assert_int_equal(get(reg, "/apis", "", accept, NULL, &a), 200);
	assert_true(a.vary_accept);
	assert_int_equal(get(reg, "/apis", "", accept, a.etag.ptr, &b), 304);
	assert_int_equal(b.body.len, 0);
	assert_string_equal(a.etag.ptr, b.etag.ptr);
	fakeapi__answer_fini(&b);
	assert_int_equal(fakeapi__registry_add(reg, &res), 0);
	assert_int_equal(get(reg, "/apis", "", accept, a.etag.ptr, &b), 200);
	assert_string_not_equal(a.etag.ptr, b.etag.ptr);
	assert_non_null(strstr(b.body.ptr,
			       "{\"metadata\":{\"name\":\"example.com\"},\"versions\":[{"
			       "\"version\":\"v1\",\"resources\":[{\"resource\":\"widgets\","
			       "\"responseKind\":{\"group\":\"example.com\",\"version\":"
			       "\"v1\",\"kind\":\"Widget\"},\"scope\":\"Namespaced\""));
	fakeapi__answer_fini(&a);
	fakeapi__answer_fini(&b);
	/* Back to what it was: the same tag again. */
	assert_int_equal(get(reg, "/api", "", accept, NULL, &a), 200);
	fakeapi__registry_remove(reg, STR("example.com"), STR("v1"), STR("widgets"));
	assert_int_equal(get(reg, "/api", "", accept, a.etag.ptr, &b), 304);
	fakeapi__answer_fini(&a);
	fakeapi__answer_fini(&b);
	fakeapi__registry_free(reg);
}

static void discovery_form_follows_the_accept_header(void **state)
{
	static const struct {
		const char *path, *query, *accept;
		int status;
		const char *type, *begins;
	} cases[] = {
		{ "/apis", "", "", 200, "application/json", "{\"kind\":\"APIGroupList\"" },
		{ "/apis/", "", "*/*", 200, "application/json", "{\"kind\":\"APIGroupList\"" },
		{ "/api/", "", "application/json", 200, "application/json",
		  "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]" },
		{ "/api/v1", "", "application/yaml", 200, "application/yaml",
		  "groupVersion: v1\nkind: APIResourceList\nresources:\n- kind: Binding\n" },
		{ "/apis/apps", "pretty=1", "", 200, "application/json",
		  "{\n  \"kind\": \"APIGroup\"" },
		{ "/apis", "",
		  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
		  "application/json",
		  200, "application/json", "{\"kind\":\"APIGroupList\"" },
		{ "/apis", "",
		  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList", 406,
		  "application/json", "{\n  \"kind\": \"Status\"" },
		{ "/apis", "",
		  "application/json,"
		  "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
		  200, "application/json", "{\"kind\":\"APIGroupList\"" },
		{ "/apis/apps/v1", "", "text/html", 406, "application/json",
		  "{\n  \"kind\": \"Status\"" },
		{ "/apis/nosuch.io", "", "", 0, "", "" },
		{ "/apis/apps/v9", "", "", 0, "", "" },
		{ "/api/v2", "", "", 0, "", "" },
		{ "/api/v1/pods", "", "", 0, "", "" },
		{ "/apisx", "", "", 0, "", "" },
		{ "/readyz/ping", "", "", 200, "text/plain; charset=utf-8", "ok" },
		{ "/livez/shutdown", "", "", 0, "", "" },
		{ "/healthz", "verbose=true&exclude=ping", "", 200, "text/plain; charset=utf-8",
		  "[+]ping excluded: ok\n[+]log ok\n" },
		{ "/", "", "", 200, "application/json",
		  "{\n  \"paths\": [\n    \"/.well-known/openid-configuration\",\n    \"/api\"" },
	};
	struct fakeapi__registry *reg = fakeapi__registry_new();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__answer a;
		int code = get(reg, cases[i].path, cases[i].query, cases[i].accept, NULL, &a);

		if (code != cases[i].status ||
		    (code && (strcmp(a.content_type.ptr, cases[i].type) != 0 ||
			      strncmp(a.body.ptr, cases[i].begins, strlen(cases[i].begins)) != 0)))
			fail_msg("%s (%s): %d %s %.200s", cases[i].path, cases[i].accept, code,
				 a.content_type.ptr, a.body.ptr);
		fakeapi__answer_fini(&a);
	}
	fakeapi__registry_free(reg);
}

static void answer_everything(const struct fakeapi__registry *reg)
{
	static const char *const paths[] = { "/apis", "/api/v1", "/", "/readyz", "/apis/apps" };

	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		struct fakeapi__answer a;

		get(reg, paths[i], "verbose",
		    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList", NULL,
		    &a);
		/* A body that is there is whole. */
		if (!a.body.failed && i == 0)
			assert_true(a.body.len > 10000);
		fakeapi__answer_fini(&a);
	}
}

static void discovery_survives_every_failing_allocation(void **state)
{
	struct fakeapi__registry *reg = fakeapi__registry_new();

	(void)state;
	base__alloc_init_cjson();
	FOR_EACH_FAILING_ALLOC(answer_everything(reg));
	fakeapi__registry_free(reg);
}

static const char definition[] =
    "{\"metadata\":{\"name\":\"gadgets.e.com\"},\"spec\":{\"group\":\"e.com\",\"scope\":"
    "\"Namespaced\",\"names\":{\"plural\":\"gadgets\",\"kind\":\"Gadget\",\"shortNames\":["
    "\"gd\"],\"categories\":[\"all\"]},\"versions\":[{\"name\":\"v1\",\"served\":true,"
    "\"storage\":true,\"subresources\":{\"status\":{},\"scale\":{\"specReplicasPath\":"
    "\".spec.n\",\"statusReplicasPath\":\".status.n\",\"labelSelectorPath\":\".status.s\"}},"
    "\"selectableFields\":[{\"jsonPath\":\".spec.s\"}],\"schema\":{\"openAPIV3Schema\":{"
    "\"type\":\"object\",\"description\":\"A gadget.\",\"required\":[\"spec\"],\"properties\":"
    "{\"spec\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"default\":3,"
    "\"minimum\":1},\"s\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"],\"nullable\":true},"
    "\"m\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},\"l\":{"
    "\"type\":\"array\",\"x-kubernetes-list-type\":\"map\",\"x-kubernetes-list-map-keys\":["
    "\"k\"],\"items\":{\"type\":\"object\",\"required\":[\"k\"],\"properties\":{\"k\":{"
    "\"type\":\"string\"}}}},\"p\":{\"x-kubernetes-int-or-string\":true},\"o\":{\"type\":"
    "\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}}}}},{\"name\":\"v1beta1\","
    "\"served\":true,\"storage\":false,\"deprecated\":true,\"schema\":{\"openAPIV3Schema\":{"
    "\"type\":\"object\"}}},{\"name\":\"v0\",\"served\":false,\"storage\":false,\"schema\":{"
    "\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}";

static void add_document(struct kit *k, struct fingerprints *f, const char *uri)
{
	static const char *const accepts[] = {
		"application/json",
		"application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
		"application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList",
		"application/vnd.kubernetes.protobuf,application/json",
		"application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
		"application/com.github.proto-openapi.spec.v3.v1.0+protobuf",
		"application/yaml",
	};
	AUTO_STRBUF all = STRBUF_INIT;

	fingerprints_line(f, uri);
	for (size_t i = 0; i < ARRAY_LEN(accepts); i++) {
		k->accept = accepts[i];
		kit_do(k, "GET", uri, NULL);
		strbuf_addf(&all, "%d %s\n", k->status, k->type);
		strbuf_adds(&all, strbuf_str(&k->body));
	}
	k->accept = NULL;
	fingerprints_add(f, "all", strbuf_str(&all));
}

/* Every document about the API, in every form, with a custom resource beside the others. */
static void api_documents_equal_the_golden_ones(void **state)
{
	static const char *const others[] = { "/",
					      "/api",
					      "/apis",
					      "/api/v1",
					      "/openapi/v2",
					      "/openapi/v3",
					      "/healthz",
					      "/livez?verbose=true",
					      "/readyz?verbose&exclude=ping",
					      "/readyz/etcd",
					      "/openid/v1/jwks",
					      "/.well-known/openid-configuration" };
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S };
	struct fingerprints f = { "tests/golden/outputs/documents.txt", STRBUF_INIT };
	const cJSON *g, *v;
	cJSON *groups, *index;
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	assert_int_equal(kit_do(&k, "POST",
				"/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
				definition),
			 201);
	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		add_document(&k, &f, others[i]);
	assert_int_equal(kit_do(&k, "GET", "/apis", NULL), 200);
	groups = cJSON_Duplicate(k.json, true);
	cJSON_ArrayForEach(g, cJSON_GetObjectItem(groups, "groups"))
	{
		AUTO_STRBUF uri = STRBUF_INIT;

		strbuf_addf(&uri, "/apis/%s", cJSON_GetObjectItem(g, "name")->valuestring);
		add_document(&k, &f, uri.ptr);
		cJSON_ArrayForEach(v, cJSON_GetObjectItem(g, "versions"))
		{
			strbuf_clear(&uri);
			strbuf_addf(&uri, "/apis/%s",
				    cJSON_GetObjectItem(v, "groupVersion")->valuestring);
			add_document(&k, &f, uri.ptr);
		}
	}
	assert_int_equal(kit_do(&k, "GET", "/openapi/v3", NULL), 200);
	index = cJSON_Duplicate(k.json, true);
	cJSON_ArrayForEach(v, cJSON_GetObjectItem(index, "paths"))
	{
		AUTO_STRBUF uri = STRBUF_INIT;

		strbuf_addf(&uri, "/openapi/v3/%s", v->string);
		add_document(&k, &f, uri.ptr);
	}
	fingerprints_end(&f);
	cJSON_Delete(groups);
	cJSON_Delete(index);
	kit_close(&k);
}

static void openapi_v3_is_served_only_as_json(void **state)
{
	static const struct {
		const char *accept;
		int status;
	} cases[] = {
		{ "*/*", 200 },
		{ "text/html,application/json;q=0.5", 200 },
		{ "application/com.github.proto-openapi.spec.v2@v1.0+protobuf", 406 },
		{ "text/html", 406 },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		k.accept = cases[i].accept;
		assert_int_equal(kit_do(&k, "GET", "/openapi/v3/api/v1", NULL), cases[i].status);
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(openapi_v3_is_served_only_as_json),
		cmocka_unit_test(discovery_responses_equal_the_recorded_ones),
		cmocka_unit_test(discovery_has_a_custom_type_at_once),
		cmocka_unit_test(discovery_etag_is_valid_until_the_types_change),
		cmocka_unit_test(openapi_v3_groups_and_version_have_documents),
		cmocka_unit_test(discovery_form_follows_the_accept_header),
		cmocka_unit_test(api_documents_equal_the_golden_ones),
		cmocka_unit_test(discovery_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
