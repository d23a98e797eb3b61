/* SPDX-License-Identifier: Apache-2.0 */
/* test_openapi_paths.c - OpenAPI documents beside what kube-apiserver 1.34.4 and 1.37.2 send: how
 * much each has, and values of every kind. (`make kubernetes` compares the whole documents.) */
#include "tests/kit/testing.h"

#include <cjson/cJSON.h>

#include "fakeapi/discovery/discovery.h"
#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"

static cJSON *document(const struct fakeapi__registry *reg, const char *path)
{
	struct fakeapi__request req = { .method = STR("GET"), .path = str_of(path) };
	struct fakeapi__answer a;
	cJSON *tree;

	fakeapi__answer_init(&a);
	assert_true(fakeapi__discovery_answer(reg, &(struct fakeapi__discovery) { 0 }, &req, &a));
	if (a.status != 200)
		fail_msg("%s: %d", path, a.status);
	tree = cJSON_Parse(a.body.ptr);
	if (!tree)
		fail_msg("%s: not JSON", path);
	fakeapi__answer_fini(&a);
	return tree;
}

static int members(const cJSON *tree, const char *a, const char *b)
{
	tree = cJSON_GetObjectItemCaseSensitive(tree, a);
	return cJSON_GetArraySize(b ? cJSON_GetObjectItemCaseSensitive(tree, b) : tree);
}

/* How many members anywhere below have the name, and, if `value`, this value. */
static int count(const cJSON *v, const char *name, const char *value)
{
	const cJSON *c;
	int n = 0;

	cJSON_ArrayForEach(c, v)
	{
		n += c->string && strcmp(c->string, name) == 0 && cJSON_IsString(c) &&
		     (!value || strcmp(c->valuestring, value) == 0);
		n += count(c, name, value);
	}
	return n;
}

static int count_defaults(const cJSON *v)
{
	const cJSON *c;
	int n = cJSON_IsObject(v) && cJSON_GetObjectItemCaseSensitive(v, "default") ? 1 : 0;

	cJSON_ArrayForEach(c, v) n += count_defaults(c);
	return n;
}

static void openapi_v3_documents_are_as_large_as_kube_apiservers(void **state)
{
	static const struct {
		unsigned release;
		const char *path;
		int paths, operations, schemas, defaults, list_types;
	} cases[] = {
		{ 34, "/openapi/v3/api/v1", 113, 248, 246, 440, 129 },
		{ 34, "/openapi/v3/apis/apps/v1", 38, 77, 161, 270, 85 },
		{ 34, "/openapi/v3/apis/batch/v1", 15, 29, 142, 232, 86 },
		{ 34, "/openapi/v3/apis/networking.k8s.io/v1", 27, 56, 55, 81, 27 },
		{ 34, "/openapi/v3/apis/authentication.k8s.io/v1", 3, 3, 13, 29, 9 },
		{ 34, "/openapi/v3/apis/resource.k8s.io/v1", 22, 44, 63, 114, 42 },
		{ 34, "/openapi/v3/apis/apps", 1, 1, 3, 8, 2 },
		{ 34, "/openapi/v3/version", 1, 1, 1, 9, 0 },
		{ 37, "/openapi/v3/api/v1", 113, 248, 258, 290, 139 },
		{ 37, "/openapi/v3/apis/apps/v1", 38, 77, 166, 177, 87 },
		{ 37, "/openapi/v3/apis/batch/v1", 15, 29, 155, 142, 89 },
		{ 37, "/openapi/v3/apis/networking.k8s.io/v1", 27, 56, 56, 47, 26 },
		{ 37, "/openapi/v3/apis/authentication.k8s.io/v1", 3, 3, 13, 16, 9 },
		{ 37, "/openapi/v3/apis/resource.k8s.io/v1", 27, 56, 73, 71, 51 },
		{ 37, "/openapi/v3/apis/apps", 1, 1, 3, 6, 2 },
		{ 37, "/openapi/v3/version", 1, 1, 1, 9, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__registry *reg = fakeapi__registry_new_of(cases[i].release);
		cJSON *tree = document(reg, cases[i].path);
		const cJSON *components = cJSON_GetObjectItemCaseSensitive(tree, "components");
		int got[] = { members(tree, "paths", NULL), count(tree, "operationId", NULL),
			      members(tree, "components", "schemas"), count_defaults(components),
			      count(components, "x-kubernetes-list-type", NULL) };
		int want[] = { cases[i].paths, cases[i].operations, cases[i].schemas,
			       cases[i].defaults, cases[i].list_types };

		for (size_t k = 0; k < ARRAY_LEN(got); k++)
			if (got[k] != want[k])
				fail_msg("1.%u %s: number %zu is %d, not %d", cases[i].release,
					 cases[i].path, k, got[k], want[k]);
		cJSON_Delete(tree);
		fakeapi__registry_free(reg);
	}
}

static void openapi_v2_is_as_large_as_kube_apiservers(void **state)
{
	static const struct {
		unsigned release;
		int paths, operations, definitions, parameters;
	} cases[] = { { 34, 400, 796, 569, 46 }, { 37, 432, 866, 624, 47 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__registry *reg = fakeapi__registry_new_of(cases[i].release);
		cJSON *tree = document(reg, "/openapi/v2");

		assert_int_equal(members(tree, "paths", NULL), cases[i].paths);
		assert_int_equal(count(tree, "operationId", NULL), cases[i].operations);
		assert_int_equal(members(tree, "definitions", NULL), cases[i].definitions);
		assert_int_equal(members(tree, "parameters", NULL), cases[i].parameters);
		/* Three types have a field of this name. */
		assert_int_equal(count_defaults(cJSON_GetObjectItem(tree, "definitions")), 3);
		cJSON_Delete(tree);
		fakeapi__registry_free(reg);
	}
}

static void check_parameters(const cJSON *v, const cJSON *shared)
{
	static const char prefix[] = "#/parameters/";
	const cJSON *c;

	cJSON_ArrayForEach(c, v)
	{
		if (c->string && strcmp(c->string, "$ref") == 0 && cJSON_IsString(c) &&
		    strncmp(c->valuestring, prefix, sizeof(prefix) - 1) == 0 &&
		    !cJSON_GetObjectItemCaseSensitive(shared, c->valuestring + sizeof(prefix) - 1))
			fail_msg("%s is not defined", c->valuestring);
		check_parameters(c, shared);
	}
}

static void openapi_v2_defines_the_parameters_that_it_references(void **state)
{
	(void)state;
	for (unsigned release = 31; release <= 37; release++) {
		struct fakeapi__registry *reg = fakeapi__registry_new_of(release);
		cJSON *tree = document(reg, "/openapi/v2");

		check_parameters(tree, cJSON_GetObjectItemCaseSensitive(tree, "parameters"));
		cJSON_Delete(tree);
		fakeapi__registry_free(reg);
	}
}

/* The value at "paths|/version/|get": members along the way. */
static const cJSON *dig(const cJSON *v, const char *way)
{
	while (v && *way) {
		size_t n = strcspn(way, "|");
		char name[256];

		snprintf(name, sizeof(name), "%.*s", (int)n, way);
		v = cJSON_IsArray(v) ? cJSON_GetArrayItem(v, atoi(name))
				     : cJSON_GetObjectItemCaseSensitive(v, name);
		way += n + (way[n] == '|');
	}
	return v;
}

static void check_value(const cJSON *tree, const char *path, const char *way, const char *want)
{
	const cJSON *v = dig(tree, way);
	char *text = v ? fakeapi__print(v) : NULL;

	if (strcmp(text ? text : "", want) != 0)
		fail_msg("%s %s: %s, not %s", path, way, text ? text : "nothing", want);
	cJSON_free(text);
}

#define PODS	"paths|/api/v1/namespaces/{namespace}/pods|"
#define POD	"paths|/api/v1/namespaces/{namespace}/pods/{name}|"
#define SCHEMAS "components|schemas|io.k8s."
#define REF	"{\"$ref\":\"#/components/schemas/io.k8s."

static void openapi_has_the_values_of_kube_apiserver(void **state)
{
	static const struct {
		unsigned release;
		const char *path, *way, *value;
	} cases[] = {
		{ 34, "v3/api/v1", PODS "get|operationId", "\"listCoreV1NamespacedPod\"" },
		{ 34, "v3/api/v1", PODS "get|description",
		  "\"list or watch objects of kind Pod\"" },
		{ 34, "v3/api/v1", PODS "delete|operationId",
		  "\"deleteCoreV1CollectionNamespacedPod\"" },
		{ 34, "v3/api/v1", PODS "parameters|0|name", "\"namespace\"" },
		{ 34, "v3/api/v1", PODS "parameters|1|name", "\"pretty\"" },
		{ 34, "v3/api/v1", POD "delete|responses|202|content|application/yaml|schema",
		  REF "api.core.v1.Pod\"}" },
		{ 34, "v3/api/v1", POD "patch|responses|201|description", "\"Created\"" },
		{ 34, "v3/api/v1", POD "patch|requestBody|required", "true" },
		{ 34, "v3/api/v1", POD "delete|requestBody|required", "" },
		{ 34, "v3/api/v1", "paths|/api/v1/pods|get|operationId",
		  "\"listCoreV1PodForAllNamespaces\"" },
		{ 34, "v3/api/v1", "paths|/api/v1/watch/pods|get|operationId",
		  "\"watchCoreV1PodListForAllNamespaces\"" },
		{ 34, "v3/api/v1", "paths|/api/v1/watch/nodes/{name}|get|x-kubernetes-action",
		  "\"watch\"" },
		{ 34, "v3/api/v1",
		  "paths|/api/v1/namespaces/{namespace}/pods/{name}/exec|get|operationId",
		  "\"connectCoreV1GetNamespacedPodExec\"" },
		{ 34, "v3/api/v1",
		  "paths|/api/v1/namespaces/{namespace}/pods/{name}/exec|parameters|2|description",
		  "\"name of the PodExecOptions\"" },
		{ 34, "v3/api/v1",
		  "paths|/api/v1/namespaces/{namespace}/pods/{name}/proxy/{path}|head|operationId",
		  "\"connectCoreV1HeadNamespacedPodProxyWithPath\"" },
		{ 34, "v3/api/v1",
		  "paths|/api/v1/namespaces/{namespace}/pods/{name}/eviction|post|description",
		  "\"create eviction of a Pod\"" },
		{ 34, "v3/api/v1",
		  "paths|/api/v1/namespaces/{namespace}/endpoints|post|description",
		  "\"create Endpoints\"" },
		{ 34, "v3/api/v1", "paths|/api/v1/namespaces/{name}/finalize|parameters|0|name",
		  "\"dryRun\"" },
		{ 34, "v3/apis/apps/v1",
		  "paths|/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale|put|"
		  "x-kubernetes-group-version-kind|group",
		  "\"autoscaling\"" },
		{ 34, "v3/apis/rbac.authorization.k8s.io/v1",
		  "paths|/apis/rbac.authorization.k8s.io/v1/roles|get|tags|0",
		  "\"rbacAuthorization_v1\"" },
		{ 34, "v3/api/v1", SCHEMAS "api.core.v1.ContainerPort|properties|protocol|default",
		  "\"TCP\"" },
		{ 34, "v3/api/v1", SCHEMAS "api.core.v1.ContainerPort|properties|protocol|enum",
		  "[\"SCTP\",\"TCP\",\"UDP\"]" },
		{ 34, "v3/api/v1", SCHEMAS "api.core.v1.Pod|properties|spec|default", "{}" },
		{ 34, "v3/api/v1", SCHEMAS "api.core.v1.Affinity|properties|nodeAffinity",
		  "{\"allOf\":[" REF "api.core.v1.NodeAffinity\"}]}" },
		{ 34, "v3/api/v1", SCHEMAS "api.core.v1.Capabilities|properties|add",
		  "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"default\":\"\"},"
		  "\"x-kubernetes-list-type\":\"atomic\"}" },
		{ 37, "v3/api/v1", SCHEMAS "api.core.v1.Capabilities|properties|add",
		  "{\"type\":\"array\",\"items\":{\"type\":\"string\"},"
		  "\"x-kubernetes-list-type\":\"atomic\"}" },
		{ 34, "v3/api/v1", SCHEMAS "api.core.v1.PodList|properties|items|items",
		  "{\"default\":{},\"allOf\":[" REF "api.core.v1.Pod\"}]}" },
		{ 37, "v3/api/v1", SCHEMAS "api.core.v1.PodList|properties|items|items",
		  REF "api.core.v1.Pod\"}" },
		{ 34, "v3/api/v1",
		  SCHEMAS "api.core.v1.SeccompProfile|x-kubernetes-unions|0|discriminator",
		  "\"type\"" },
		{ 34, "v3/api/v1", SCHEMAS "apimachinery.pkg.api.resource.Quantity",
		  "{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"number\"}]}" },
		{ 34, "v3/api/v1",
		  SCHEMAS "apimachinery.pkg.apis.meta.v1.DeleteOptions|"
			  "x-kubernetes-group-version-kind|61|group",
		  "\"storagemigration.k8s.io\"" },
		{ 36, "v3/apis/apps/v1",
		  SCHEMAS
		  "apimachinery.pkg.apis.meta.v1.WatchEvent|x-kubernetes-group-version-kind",
		  "[{\"group\":\"\",\"kind\":\"WatchEvent\",\"version\":\"v1\"},"
		  "{\"group\":\"apps\",\"kind\":\"WatchEvent\",\"version\":\"v1\"}]" },
		{ 36, "v3/api/v1", PODS "get|parameters|8|name", "\"shardSelector\"" },
		{ 34, "v2", PODS "post|parameters|0|schema|$ref",
		  "\"#/definitions/io.k8s.api.core.v1.Pod\"" },
		{ 34, "v2", PODS "post|parameters|2|$ref",
		  "\"#/parameters/fieldManager-Qy4HdaTW\"" },
		{ 34, "v2", POD "patch|consumes|2", "\"application/strategic-merge-patch+json\"" },
		{ 34, "v2", POD "get|schemes|0", "\"https\"" },
		{ 34, "v2", "definitions|io.k8s.apimachinery.pkg.api.resource.Quantity",
		  "{\"type\":\"string\"}" },
		{ 34, "v2", "definitions|io.k8s.api.core.v1.ContainerPort|properties|protocol",
		  "{\"type\":\"string\",\"enum\":[\"SCTP\",\"TCP\",\"UDP\"]}" },
		{ 34, "v2", "info|version", "\"1.34\"" },
		{ 34, "v3/openid/v1/jwks", "paths|/openid/v1/jwks/|get|operationId",
		  "\"getServiceAccountIssuerOpenIDKeyset\"" },
		{ 34, "v3/apis", "paths|/apis/|get|operationId", "\"getAPIVersions\"" },
		{ 34, "v3/api", "paths|/api/|get|operationId", "\"getCoreAPIVersions\"" },
		{ 34, "v3/apis/rbac.authorization.k8s.io",
		  "paths|/apis/rbac.authorization.k8s.io/|get|operationId",
		  "\"getRbacAuthorizationAPIGroup\"" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__registry *reg = fakeapi__registry_new_of(cases[i].release);
		char path[128];
		cJSON *tree;

		snprintf(path, sizeof(path), "/openapi/%s", cases[i].path);
		tree = document(reg, path);
		check_value(tree, cases[i].path, cases[i].way, cases[i].value);
		cJSON_Delete(tree);
		fakeapi__registry_free(reg);
	}
}

#define CRD                                                                                        \
	"{\"metadata\":{\"name\":\"widgets.my-shop.example.com\"},\"spec\":{\"group\":"            \
	"\"my-shop.example.com\",\"scope\":\"Namespaced\",\"names\":{\"plural\":\"widgets\","      \
	"\"kind\":\"Widget\"},\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,"    \
	"\"subresources\":{\"status\":{},\"scale\":{\"specReplicasPath\":\".spec.n\","             \
	"\"statusReplicasPath\":\".status.n\"}},\"schema\":{\"openAPIV3Schema\":{\"type\":"        \
	"\"object\",\"description\":\"A widget.\",\"required\":[\"spec\"],\"properties\":{"        \
	"\"spec\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"default\":3}" \
	","                                                                                        \
	"\"x\":{\"x-kubernetes-int-or-string\":true},\"emb\":{\"type\":\"object\","                \
	"\"x-kubernetes-embedded-resource\":true,\"x-kubernetes-preserve-unknown-fields\":true},"  \
	"\"nu\":{\"type\":\"string\",\"nullable\":true,\"pattern\":\"^a\"},"                       \
	"\"v\":{\"type\":\"integer\",\"oneOf\":[{\"minimum\":1}]}}}}}}}]}}"

#define WIDGETS "paths|/apis/my-shop.example.com/v1/namespaces/{namespace}/widgets"
#define SPEC	"|com.example.my-shop.v1.Widget|properties|spec|properties|"

static void openapi_of_a_custom_resource_has_its_kubernetes_extensions(void **state)
{
	static const struct {
		const char *path, *way, *value;
	} cases[] = {
		{ "/openapi/v3/apis/my-shop.example.com/v1", WIDGETS "|get|operationId",
		  "\"listMyShopExampleComV1NamespacedWidget\"" },
		{ "/openapi/v3/apis/my-shop.example.com/v1", WIDGETS "|get|tags|0",
		  "\"myShopExampleCom_v1\"" },
		{ "/openapi/v3/apis/my-shop.example.com/v1", WIDGETS "|delete|requestBody", "" },
		{ "/openapi/v3/apis/my-shop.example.com/v1",
		  WIDGETS "/{name}|get|parameters|0|name", "\"resourceVersion\"" },
		{ "/openapi/v3/apis/my-shop.example.com/v1",
		  WIDGETS
		  "/{name}|patch|requestBody|content|application/strategic-merge-patch+json",
		  "" },
		{ "/openapi/v3/apis/my-shop.example.com/v1", WIDGETS "/{name}|patch|responses|201",
		  "" },
		{ "/openapi/v3/apis/my-shop.example.com/v1",
		  WIDGETS "/{name}/scale|put|x-kubernetes-group-version-kind|kind", "\"Widget\"" },
		{ "/openapi/v3/apis/my-shop.example.com/v1",
		  "components|schemas|com.example.my-shop.v1.WidgetList|properties|items|items",
		  "{\"$ref\":\"#/components/schemas/com.example.my-shop.v1.Widget\"}" },
		{ "/openapi/v3/apis/my-shop.example.com/v1", "components|schemas" SPEC "x|anyOf",
		  "[{\"type\":\"integer\"},{\"type\":\"string\"}]" },
		{ "/openapi/v3/apis/my-shop.example.com/v1",
		  "components|schemas" SPEC "emb|required", "[\"kind\",\"apiVersion\"]" },
		{ "/openapi/v3/apis/my-shop.example.com/v1",
		  "components|schemas" SPEC "emb|properties|metadata|allOf|0|$ref",
		  "\"#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta\"" },
		{ "/openapi/v3/apis/my-shop.example.com/v1", "components|schemas" SPEC "n|default",
		  "3" },
		{ "/openapi/v3/apis/my-shop.example.com/v1",
		  SCHEMAS "apimachinery.pkg.apis.meta.v1.DeleteOptions|"
			  "x-kubernetes-group-version-kind|1|group",
		  "\"admissionregistration.k8s.io\"" },
		{ "/openapi/v2", WIDGETS "/{name}|get|consumes",
		  "[\"application/json\",\"application/yaml\"]" },
		{ "/openapi/v2", "definitions" SPEC "n", "{\"type\":\"integer\"}" },
		{ "/openapi/v2", "definitions" SPEC "nu", "{\"pattern\":\"^a\"}" },
		{ "/openapi/v2", "definitions" SPEC "v", "{\"type\":\"integer\"}" },
		{ "/openapi/v2", "definitions" SPEC "emb",
		  "{\"x-kubernetes-preserve-unknown-fields\":true,"
		  "\"x-kubernetes-embedded-resource\":true}" },
		{ "/openapi/v2", "definitions|com.example.my-shop.v1.Widget|required",
		  "[\"spec\"]" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST",
				"/apis/apiextensions.k8s.io/v1/customresourcedefinitions", CRD),
			 201);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_int_equal(kit_do(&k, "GET", cases[i].path, NULL), 200);
		check_value(k.json, cases[i].path, cases[i].way, cases[i].value);
	}
	assert_int_equal(kit_do(&k, "GET", "/openapi/v3/apis/my-shop.example.com", NULL), 404);
	kit_close(&k);
}

static void openapi_lists_selectable_fields(void **state)
{
	static const char crd[] =
	    "{\"metadata\":{\"name\":\"foos.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"
	    "\"Cluster\",\"names\":{\"plural\":\"foos\",\"kind\":\"Foo\"},\"versions\":[{"
	    "\"name\":\"v1\",\"served\":true,\"storage\":true,\"selectableFields\":[{"
	    "\"jsonPath\":\".a\"},{\"jsonPath\":\".b.c\"}],\"schema\":{\"openAPIV3Schema\":{"
	    "\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":"
	    "\"object\",\"properties\":{\"c\":{\"type\":\"integer\"}}}}}}}]}}";
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST",
				"/apis/apiextensions.k8s.io/v1/customresourcedefinitions", crd),
			 201);
	assert_int_equal(kit_do(&k, "GET", "/openapi/v3/apis/x.io/v1", NULL), 200);
	assert_non_null(strstr(k.body.ptr, "\"x-kubernetes-selectable-fields\":[{\"fieldPath\":"
					   "\"a\"},{\"fieldPath\":\"b.c\"}]"));
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(openapi_v3_documents_are_as_large_as_kube_apiservers),
		cmocka_unit_test(openapi_v2_is_as_large_as_kube_apiservers),
		cmocka_unit_test(openapi_v2_defines_the_parameters_that_it_references),
		cmocka_unit_test(openapi_has_the_values_of_kube_apiserver),
		cmocka_unit_test(openapi_lists_selectable_fields),
		cmocka_unit_test(openapi_of_a_custom_resource_has_its_kubernetes_extensions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
