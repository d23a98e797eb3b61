/* SPDX-License-Identifier: Apache-2.0 */
/* What changed from one release of Kubernetes to the next (tbl/changes.h), each on both sides of
 * its release and of its feature gate. */
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
#define JOBS "/apis/batch/v1/namespaces/n/jobs"
#define JOB(more)                                                                                  \
	"{" META ",\"spec\":{" more "\"template\":{\"spec\":{\"restartPolicy\":\"Never\","         \
	"\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}"
#define POLICIES "/apis/networking.k8s.io/v1/namespaces/n/networkpolicies"
/* One request after others, and what its answer has before and since the release. */
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
	{ FAKEAPI_CHANGE_OWN_VERSIONS_ONLY,
	  { { NULL } },
	  "GET",
	  "/openapi/v3/apis/node.k8s.io/v1",
	  NULL,
	  200,
	  200,
	  "{\"group\":\"apps\",\"kind\":\"DeleteOptions\",\"version\":\"v1\"}",
	  "\"node.k8s.io\",\"kind\":\"DeleteOptions\",\"version\":\"v1\"}]" },
	{ FAKEAPI_CHANGE_NO_ITEM_DEFAULTS,
	  { { NULL } },
	  "GET",
	  "/openapi/v3/apis/node.k8s.io/v1",
	  NULL,
	  200,
	  200,
	  "\"items\":{\"type\":\"string\",\"default\":\"\"}",
	  "\"items\":{\"type\":\"string\"}" },
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
	{ FAKEAPI_CHANGE_SUSPENDED_RESOURCES,
	  { { "POST", JOBS, JOB("\"suspend\":true,") } },
	  "PATCH",
	  JOBS "/a",
	  "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\","
	  "\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}}}}",
	  422,
	  200,
	  "field is immutable",
	  NULL },
	{ FAKEAPI_CHANGE_UPDATES_CHECKED_ONCE,
	  { { "POST", CORE "replicationcontrollers",
	      "{" META ",\"spec\":{\"selector\":{\"a\":\"b\"},\"template\":{\"metadata\":{"
	      "\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":"
	      "\"i\"}]}}}}" } },
	  "PATCH",
	  CORE "replicationcontrollers/a",
	  "{\"spec\":{\"replicas\":-1}}",
	  422,
	  422,
	  "\"spec.replicas\"},{",
	  NULL },
	{ FAKEAPI_CHANGE_EMBEDDED_NAMES,
	  { { NULL } },
	  "POST",
	  CORE "pods",
	  "{" META ",\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"readinessProbe\":{"
	  "\"exec\":{\"command\":\"\"}}}]}}",
	  400,
	  400,
	  "containers.readinessProbe.exec.command",
	  "containers.readinessProbe.ProbeHandler.exec.command" },
	{ FAKEAPI_CHANGE_CLASS_FIELDS_IMMUTABLE,
	  { { "POST", "/apis/storage.k8s.io/v1/storageclasses",
	      "{" META ",\"provisioner\":\"example.com/x\"}" } },
	  "PATCH",
	  "/apis/storage.k8s.io/v1/storageclasses/a",
	  "{\"provisioner\":\"example.com/y\"}",
	  422,
	  422,
	  "updates to provisioner are forbidden",
	  "field is immutable" },
	{ FAKEAPI_CHANGE_START_TIME_IMMUTABLE,
	  { { "POST", JOBS, JOB("") },
	    { "PATCH", JOBS "/a/status",
	      "{\"status\":{\"startTime\":\"2026-01-02T03:04:05Z\"}}" } },
	  "PATCH",
	  JOBS "/a/status",
	  "{\"status\":{\"startTime\":\"2026-01-02T03:04:06Z\"}}",
	  422,
	  422,
	  "startTime cannot be removed for unsuspended job",
	  "field is immutable for unsuspended job once set" },
	{ FAKEAPI_CHANGE_REQUIRED_TYPES,
	  { { NULL } },
	  "POST",
	  "/apis/autoscaling/v2/namespaces/n/horizontalpodautoscalers",
	  "{" META ",\"spec\":{\"scaleTargetRef\":{\"kind\":\"Deployment\",\"name\":\"d\"}}}",
	  422,
	  422,
	  "spec.maxReplicas: Invalid value: 0: must be greater than 0",
	  "spec.maxReplicas: Required value" },
	{ FAKEAPI_CHANGE_INIT_RESTART_ON_RESIZE,
	  { { NULL } },
	  "POST",
	  CORE "pods",
	  "{" META ",\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}],"
	  "\"initContainers\":[{\"name\":\"d\",\"image\":\"i\",\"resizePolicy\":[{\"resourceName\":"
	  "\"cpu\",\"restartPolicy\":\"RestartContainer\"}]}]}}",
	  201,
	  422,
	  NULL,
	  "for non-sidecar initContainers" },
	{ FAKEAPI_CHANGE_RESTART_RULE_COUNTS,
	  { { NULL } },
	  "POST",
	  CORE "pods",
	  "{" META ",\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"c\","
	  "\"image\":\"i\",\"resizePolicy\":[{\"resourceName\":\"cpu\",\"restartPolicy\":"
	  "\"RestartContainer\"}]}]}}",
	  422,
	  422,
	  "when `restartPolicy` is 'Never'",
	  "when pod `restartPolicy` is 'Never'" },
	{ FAKEAPI_CHANGE_POLICY_CHECKED_ONCE,
	  { { "POST", POLICIES, "{" META ",\"spec\":{\"podSelector\":{}}}" } },
	  "PATCH",
	  POLICIES "/a",
	  "{\"spec\":{\"ingress\":[{\"ports\":[{\"port\":\"x\",\"endPort\":90}]}]}}",
	  422,
	  422,
	  "ports[0].endPort\"},{",
	  NULL },
	{ FAKEAPI_CHANGE_NUMBER_FORMS,
	  { { "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", CRD } },
	  "POST",
	  "/apis/x.io/v1/namespaces/n/things",
	  "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Thing\"," META ",\"n\":9223372036854775808}",
	  422,
	  422,
	  NULL,
	  "Checked value must be of type integer (default format) in n" },
	{ FAKEAPI_CHANGE_LIST_FORM_FIRST,
	  { { NULL } },
	  "GET",
	  CORE "configmaps?limit=x",
	  NULL,
	  400,
	  406,
	  "strconv.ParseInt",
	  "only the following media types are accepted" },
	{ FAKEAPI_CHANGE_DECLARED,
	  { { NULL } },
	  "POST",
	  "/apis/rbac.authorization.k8s.io/v1/clusterroles",
	  "{" META ",\"rules\":[{}]}",
	  422,
	  422,
	  "rules[0].verbs: Required value: verbs must contain at least one value",
	  ", rules[0].verbs: Required value]" },
	{ FAKEAPI_CHANGE_STATEFUL_FIELDS_IMMUTABLE,
	  { { "POST", "/apis/apps/v1/namespaces/n/statefulsets", STATEFUL } },
	  "PATCH",
	  "/apis/apps/v1/namespaces/n/statefulsets/a",
	  "{\"spec\":{\"serviceName\":\"t\"}}",
	  422,
	  422,
	  "updates to statefulset spec for fields other than",
	  "spec.serviceName: Invalid value: \\\"t\\\": field is immutable" },
	{ FAKEAPI_CHANGE_END_PORT_VALUE,
	  { { NULL } },
	  "POST",
	  POLICIES,
	  "{" META
	  ",\"spec\":{\"podSelector\":{},\"ingress\":[{\"ports\":[{\"port\":90,\"endPort\":"
	  "80}]}]}}",
	  422,
	  422,
	  "Invalid value: 90: must be greater than or equal to `port`",
	  "Invalid value: 80: must be greater than or equal to `port`" },
	{ FAKEAPI_CHANGE_PROVIDER_ID_SET,
	  { { "POST", "/api/v1/nodes", "{" META ",\"spec\":{\"providerID\":\"p\"}}" } },
	  "PATCH",
	  "/api/v1/nodes/a",
	  "{\"spec\":{\"providerID\":\"q\"}}",
	  422,
	  422,
	  "node updates may not change providerID",
	  "spec.providerID: Invalid value: null: field cannot be modified once set" },
	{ FAKEAPI_CHANGE_JOB_CHECKED_ONCE,
	  { { "POST", JOBS, JOB("") } },
	  "PATCH",
	  JOBS "/a",
	  "{\"spec\":{\"parallelism\":-1}}",
	  422,
	  422,
	  "\"spec.parallelism\"},{",
	  NULL },
	{ FAKEAPI_CHANGE_REVIEW_SPEC_PATH,
	  { { NULL } },
	  "POST",
	  "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
	  "{\"spec\":{}}",
	  422,
	  422,
	  "spec.resourceAttributes: Invalid value",
	  "spec: Invalid value: null: exactly one of" },
	{ FAKEAPI_CHANGE_PATCH_DECODING,
	  { { NULL } },
	  "PATCH",
	  CORE "configmaps/a?fieldManager=m&force=true",
	  "[1]",
	  400,
	  400,
	  "error decoding YAML",
	  "error decoding patch" },
};

static void send(struct kit *k, const char *method, const char *path, const char *body)
{
	k->content_type = strstr(path, "force=")	 ? "application/apply-patch+yaml"
			  : strcmp(method, "PATCH") == 0 ? "application/merge-patch+json"
							 : "application/json";
	k->accept = strstr(path, "limit=x") ? "application/json;as=Nothing;v=v1;g=x" : NULL;
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
		assert_in_range(k.status, 200, 201);
	}
	send(&k, c->method, c->path, c->body);
	strbuf_addf(&all, "%s\n%s", k.warning, k.body.ptr);
	if (k.status != (changed ? c->since : c->before) || (want && !strstr(all.ptr, want)) ||
	    (other && strstr(all.ptr, other)))
		fail_msg("%s in 1.%u with %s: %d %s", fakeapi__change_at(c->change)->name, release,
			 gates ? gates : "no gates", k.status, all.ptr);
	kit_close(&k);
}

static void feature_change_applies_since_its_release(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		unsigned since = fakeapi__change_at(cases[i].change)->since;

		check(&cases[i], since - 1, NULL, false);
		check(&cases[i], since, NULL, true);
		check(&cases[i], FAKEAPI_RELEASE_NEWEST, NULL, true);
	}
}

static void every_feature_change_has_a_test_case(void **state)
{
	bool has[FAKEAPI_CHANGES] = { false };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		has[cases[i].change] = true;
	for (unsigned i = 0; i < FAKEAPI_CHANGES; i++)
		if (!has[i])
			fail_msg("%s has no case", fakeapi__change_at(i)->name);
}

static void feature_gate_overrides_the_release(void **state)
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(feature_change_applies_since_its_release),
		cmocka_unit_test(every_feature_change_has_a_test_case),
		cmocka_unit_test(feature_gate_overrides_the_release),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
