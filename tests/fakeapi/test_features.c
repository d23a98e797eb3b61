/* SPDX-License-Identifier: Apache-2.0 */
/* What changed from one release of Kubernetes to the next (tbl/changes.h), each on both sides of
 * its release, and feature gates, which move some of it. */
#include "fakeapi/meta/features.h"
#include "fakeapi/meta/release.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

static void open_server(struct kit *k, unsigned release, const char *gates)
{
	struct fakeapi__options opt = {
		.first_rv = 1, .release = release, .feature_gates = gates, .any_namespace = true
	};

	kit_open(k, &opt);
}

#define META "\"metadata\":{\"name\":\"a\"}"
#define LONG "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggggggggg"
#define CRD                                                                                        \
	"{\"metadata\":{\"name\":\"things.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"         \
	"\"Namespaced\",\"names\":{\"plural\":\"things\",\"kind\":\"Thing\"},\"versions\":[{"      \
	"\"name\":\"v1\",\"served\":true,\"storage\":true,\"subresources\":{\"status\":{}},"       \
	"\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":"    \
	"\"integer\",\"x-kubernetes-validations\":[{\"rule\":\"self < 5\"}]},\"o\":{\"type\":"     \
	"\"object\",\"x-kubernetes-preserve-unknown-fields\":true,\"x-kubernetes-validations\":["  \
	"{\"rule\":\"!has(self.x)\",\"message\":\"no x\"}],\"properties\":{\"x\":{\"type\":"       \
	"\"string\"}}},\"status\":{\"type\":\"object\",\"properties\":{\"s\":{\"type\":"           \
	"\"string\"}}}}}}}]}}"
#define STATEFUL                                                                                   \
	"{" META ",\"spec\":{\"serviceName\":\"s\",\"selector\":{\"matchLabels\":{\"a\":\"b\"}},"  \
	"\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{"        \
	"\"name\":\"c\",\"image\":\"i\"}]}}}}"
#define SCALER                                                                                     \
	"{" META ",\"spec\":{\"maxReplicas\":3,\"scaleTargetRef\":{\"kind\":\"Deployment\","       \
	"\"name\":\"d\",\"apiVersion\":\"apps/v1\"}}}"
#define OWNED                                                                                      \
	"{\"metadata\":{\"name\":\"a\",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":"      \
	"\"Pod\",\"name\":\"p\",\"uid\":\"\"}]}}"
#define SERVICE(spec) "{" META ",\"spec\":{\"ports\":[{\"port\":80}]," spec "}}"
#define ROLE(name)                                                                                 \
	"{" META ",\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":"              \
	"\"ClusterRole\",\"name\":\"" name "\"}}"
#define CORE "/api/v1/namespaces/n/"

/* One request, after others, and what is in its answer before a release and from it on. */
static const struct change {
	enum fakeapi__change change;
	const char *first[2][3]; /* method, path, body */
	const char *method, *path, *body;
	int before, since;
	const char *in_before, *in_since; /* the body, or the Warning */
} cases[] = {
	{ FAKEAPI_CHANGE_RULES_SHOW_VALUES,
	  { { "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", CRD } },
	  "POST",
	  "/apis/x.io/v1/namespaces/n/things",
	  "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Thing\"," META ",\"n\":7}",
	  422,
	  422,
	  "Invalid value: \\\"integer\\\": failed rule: self < 5",
	  "Invalid value: 7: failed rule: self < 5" },
	{ FAKEAPI_CHANGE_RULES_SHOW_VALUES,
	  { { "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", CRD } },
	  "POST",
	  "/apis/x.io/v1/namespaces/n/things",
	  "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Thing\"," META ",\"o\":{\"x\":\"y\"}}",
	  422,
	  422,
	  "o: Invalid value: \\\"object\\\": no x",
	  "o: Invalid value: no x" },
	{ FAKEAPI_CHANGE_BAD_DELETE_OPTIONS_400,
	  { { "POST", CORE "configmaps", "{" META "}" } },
	  "DELETE",
	  CORE "configmaps/a",
	  "{\"gracePeriodSeconds\":\"x\"}",
	  500,
	  400,
	  "\"code\":500",
	  "\"reason\":\"BadRequest\"" },
	{ FAKEAPI_CHANGE_LENGTHS_IN_BYTES,
	  { { NULL } },
	  "POST",
	  CORE "configmaps",
	  "{\"metadata\":{\"name\":\"a\",\"labels\":{\"" LONG "\":\"" LONG "\"}}}",
	  422,
	  422,
	  "name part must be no more than 63 characters",
	  "name part must be no more than 63 bytes" },
	{ FAKEAPI_CHANGE_PREFER_CLOSE_WARNING,
	  { { NULL } },
	  "POST",
	  CORE "services",
	  SERVICE("\"trafficDistribution\":\"PreferClose\""),
	  201,
	  201,
	  NULL,
	  "\\\"PreferClose\\\" is deprecated; use \\\"PreferSameZone\\\"" },
	{ FAKEAPI_CHANGE_BINDING_LABELS,
	  { { "POST", "/api/v1/nodes",
	      "{\"metadata\":{\"name\":\"m\",\"labels\":{\"topology.kubernetes.io/zone\":\"z9\"}}"
	      "}" } },
	  "POST",
	  CORE "pods",
	  "{" META ",\"spec\":{\"nodeName\":\"m\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}"
	  "]}}",
	  201,
	  201,
	  NULL,
	  "\"topology.kubernetes.io/zone\":\"z9\"" },
	{ FAKEAPI_CHANGE_EXTERNAL_IPS_WARNING,
	  { { NULL } },
	  "POST",
	  CORE "services",
	  SERVICE("\"externalIPs\":[\"1.2.3.4\"]"),
	  201,
	  201,
	  NULL,
	  "spec.externalIPs is deprecated" },
	{ FAKEAPI_CHANGE_LOOPBACK_CHECK,
	  { { NULL } },
	  "GET",
	  "/livez?verbose",
	  NULL,
	  200,
	  200,
	  NULL,
	  "[+]loopback-serving-certificate ok" },
	{ FAKEAPI_CHANGE_STATUS_OWNS_NO_METADATA,
	  { { "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", CRD },
	    { "POST", "/apis/x.io/v1/namespaces/n/things?fieldManager=z",
	      "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Thing\"," META "}" } },
	  "PATCH",
	  "/apis/x.io/v1/namespaces/n/things/a/status?fieldManager=m&force=true",
	  "{\"apiVersion\":\"x.io/"
	  "v1\",\"kind\":\"Thing\",\"metadata\":{\"labels\":{\"l\":\"v\"}},\"status\":{\"s\":\"t\"}"
	  "}",
	  200,
	  200,
	  "\"f:metadata\"",
	  NULL },
	{ FAKEAPI_CHANGE_SERVICE_NAME_DIGIT,
	  { { NULL } },
	  "POST",
	  CORE "services",
	  "{\"metadata\":{\"name\":\"1a\"},\"spec\":{\"ports\":[{\"port\":80}]}}",
	  422,
	  201,
	  "a DNS-1035 label",
	  NULL },
	{ FAKEAPI_CHANGE_STATEFUL_MAX_UNAVAILABLE,
	  { { NULL } },
	  "POST",
	  "/apis/apps/v1/namespaces/n/statefulsets",
	  STATEFUL,
	  201,
	  201,
	  NULL,
	  "\"maxUnavailable\":1" },
	{ FAKEAPI_CHANGE_SCALER_GENERATION,
	  { { NULL } },
	  "POST",
	  "/apis/autoscaling/v2/namespaces/n/horizontalpodautoscalers",
	  SCALER,
	  201,
	  201,
	  NULL,
	  "\"generation\":1" },
	{ FAKEAPI_CHANGE_POD_RESOURCES_AFTER_ADMISSION,
	  { { NULL } },
	  "POST",
	  CORE "pods",
	  "{" META ",\"spec\":{\"resources\":{\"requests\":{\"cpu\":\"1\"}},\"containers\":[{"
	  "\"name\":\"c\",\"image\":\"i\",\"resources\":{\"limits\":{\"cpu\":\"500m\"}}}]}}",
	  201,
	  201,
	  NULL,
	  "\"resources\":{\"limits\":{\"cpu\":\"1\"},\"requests\":{\"cpu\":\"1\"}}" },
	{ FAKEAPI_CHANGE_OWNER_PATHS,
	  { { NULL } },
	  "POST",
	  CORE "configmaps",
	  OWNED,
	  422,
	  422,
	  "metadata.ownerReferences.uid: Invalid value: \\\"\\\": must not be empty",
	  "metadata.ownerReferences[0].uid: Required value: must not be empty" },
	{ FAKEAPI_CHANGE_ROLE_REF_IMMUTABLE,
	  { { "POST", "/apis/rbac.authorization.k8s.io/v1/namespaces/n/rolebindings", ROLE("x") } },
	  "PUT",
	  "/apis/rbac.authorization.k8s.io/v1/namespaces/n/rolebindings/a",
	  ROLE("y"),
	  422,
	  422,
	  "cannot change roleRef",
	  "field is immutable" },
	{ FAKEAPI_CHANGE_SERVICE_PROXY_SLICES,
	  { { NULL } },
	  "GET",
	  CORE "services/none/proxy/",
	  NULL,
	  404,
	  503,
	  "not found",
	  "no endpoints available for service \\\"none\\\"" },
	{ FAKEAPI_CHANGE_PATCH_FOR_AUDIT,
	  { { "POST", CORE "configmaps", "{" META "}" } },
	  "PATCH",
	  CORE "configmaps/a",
	  "{",
	  400,
	  400,
	  "unexpected end of JSON input",
	  "invalid JSON patch" },
};

static void send(struct kit *k, const char *method, const char *path, const char *body)
{
	k->content_type = strstr(path, "force=")	 ? "application/apply-patch+yaml"
			  : strcmp(method, "PATCH") == 0 ? "application/merge-patch+json"
							 : "application/json";
	kit_do(k, method, path, body);
}

static void check(const struct change *c, unsigned release, const char *gates, bool changed)
{
	const char *want = changed ? c->in_since : c->in_before;
	const char *other = changed ? c->in_before : c->in_since;
	AUTO_STRBUF all = STRBUF_INIT;
	struct kit k;

	open_server(&k, release, gates);
	for (size_t i = 0; i < ARRAY_LEN(c->first) && c->first[i][0]; i++) {
		send(&k, c->first[i][0], c->first[i][1], c->first[i][2]);
		assert_int_equal(k.status, 201);
	}
	send(&k, c->method, c->path, c->body);
	strbuf_addf(&all, "%s\n%s", k.warning, k.body.ptr);
	if (k.status != (changed ? c->since : c->before) || (want && !strstr(all.ptr, want)) ||
	    (other && strstr(all.ptr, other)))
		fail_msg("%s in 1.%u with %s: %d %s", fakeapi__change_at(c->change)->name, release,
			 gates ? gates : "no gates", k.status, all.ptr);
	kit_close(&k);
}

static void every_change_begins_with_its_release(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		unsigned since = fakeapi__change_at(cases[i].change)->since;

		check(&cases[i], since - 1, NULL, false);
		check(&cases[i], since, NULL, true);
		check(&cases[i], FAKEAPI_RELEASE_NEWEST, NULL, true);
	}
}

static void every_change_has_a_case(void **state)
{
	bool has[FAKEAPI_CHANGES] = { false };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		has[cases[i].change] = true;
	for (unsigned i = 0; i < FAKEAPI_CHANGES; i++)
		if (!has[i])
			fail_msg("%s has no case", fakeapi__change_at(i)->name);
}

static void a_gate_moves_its_change(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct fakeapi__change_row *row = fakeapi__change_at(cases[i].change);
		char gates[100];

		if (!row->gate)
			continue;
		for (unsigned r = 34; r <= FAKEAPI_RELEASE_NEWEST; r++) {
			char stage = fakeapi__gate_stage(row->gate, r);
			bool on = stage >= 'A' && stage <= 'Z';

			if (stage == '.' || stage == 'L' || stage == 'l')
				continue;
			(void)snprintf(gates, sizeof(gates), "%s=%s", fakeapi__gate_name(row->gate),
				       on ? "false" : "true");
			check(&cases[i], r, gates, !on);
		}
	}
}

static void a_gate_keeps_or_drops_its_fields(void **state)
{
	static const char pod[] = "{" META ",\"spec\":{\"hostnameOverride\":\"h\",\"containers\":[{"
				  "\"name\":\"c\",\"image\":\"i\"}]}}";
	static const struct {
		unsigned release;
		const char *gates, *kept;
	} rows[] = {
		{ 34, NULL, "" },
		{ 34, "HostnameOverride=true", "h" },
		{ 34, "AllAlpha=true", "h" },
		{ 34, "AllAlpha=true,HostnameOverride=false", "" },
		{ 35, NULL, "h" },
		{ 35, "HostnameOverride=false", "" },
		{ 35, "HostnameOverride=true,AllBeta=false", "h" },
		{ 35, " AllBeta = false ,", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct kit k;

		open_server(&k, rows[i].release, rows[i].gates);
		assert_int_equal(kit_do(&k, "POST", CORE "pods", pod), 201);
		if (strcmp(kit_at(&k, "spec.hostnameOverride"), rows[i].kept) != 0)
			fail_msg("%zu: \"%s\"", i, kit_at(&k, "spec.hostnameOverride"));
		/* and still after a reset */
		assert_int_equal(kit_do(&k, "POST", "/relist/v1/reset", "{}"), 200);
		assert_int_equal(kit_do(&k, "POST", CORE "pods", pod), 201);
		assert_string_equal(kit_at(&k, "spec.hostnameOverride"), rows[i].kept);
		kit_close(&k);
	}
}

static void bad_gates_are_refused(void **state)
{
	static const struct {
		unsigned release;
		const char *gates, *why;
	} rows[] = {
		{ 34, "HostnameOverides=true",
		  "unrecognized feature gate: HostnameOverides in Kubernetes 1.34 (did you mean "
		  "\"HostnameOverride\"?)" },
		{ 36, "HPAGeneration=true",
		  "unrecognized feature gate: HPAGeneration in Kubernetes 1.36" },
		{ 34, "A", "missing bool value for A" },
		{ 34, "A=maybe", "invalid value of A=maybe, must be true or false" },
		{ 37, "NodeDeclaredFeatures=false",
		  "cannot set feature gate NodeDeclaredFeatures to false, feature is locked to "
		  "true" },
		{ 37, "NodeDeclaredFeatures=true", NULL },
		{ 34, "AggregatedDiscoveryEndpoint=false,EnvFiles=1", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct fakeapi__options opt = { .release = rows[i].release,
						.feature_gates = rows[i].gates };
		struct relist_err err = { 0 };
		struct fakeapi__core *core = fakeapi__core_new(&opt, &err);

		if (!core != (rows[i].why != NULL))
			fail_msg("%s: %s", rows[i].gates, err.msg);
		fakeapi__core_free(core);
		if (!rows[i].why)
			continue;
		assert_int_equal(err.code, RELIST_EINVAL);
		if (!strstr(err.msg, rows[i].why))
			fail_msg("%s: %s", rows[i].gates, err.msg);
	}
}

#define BETA  "/apis/admissionregistration.k8s.io/v1beta1/mutatingadmissionpolicies"
#define ALPHA "/apis/admissionregistration.k8s.io/v1alpha1/mutatingadmissionpolicies"

static void runtime_config_chooses_and_outlives_a_reset(void **state)
{
	static const struct {
		const char *config;
		int beta, alpha;
	} rows[] = {
		{ NULL, 404, 404 },
		{ "api/all=true", 200, 200 },
		{ "api/beta=true", 200, 404 },
		{ "api/alpha", 404, 200 },
		{ "api/all=true,api/alpha=false", 200, 404 },
		{ "admissionregistration.k8s.io/v1beta1=false,api/all=true", 404, 200 },
		{ "admissionregistration.k8s.io/v1beta1/mutatingadmissionpolicies=true", 200, 404 },
		{ "api/all=false", 404, 404 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct fakeapi__options opt = { .first_rv = 1, .runtime_config = rows[i].config };
		struct kit k;

		kit_open(&k, &opt);
		for (int twice = 0; twice < 2; twice++) {
			kit_do(&k, "GET", BETA, NULL);
			assert_int_equal(k.status, rows[i].beta);
			kit_do(&k, "GET", ALPHA, NULL);
			assert_int_equal(k.status, rows[i].alpha);
			assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces", NULL), 200);
			assert_int_equal(kit_do(&k, "POST", "/relist/v1/reset", "{}"), 200);
		}
		kit_close(&k);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_change_begins_with_its_release),
		cmocka_unit_test(every_change_has_a_case),
		cmocka_unit_test(a_gate_moves_its_change),
		cmocka_unit_test(a_gate_keeps_or_drops_its_fields),
		cmocka_unit_test(bad_gates_are_refused),
		cmocka_unit_test(runtime_config_chooses_and_outlives_a_reset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
