/* SPDX-License-Identifier: Apache-2.0 */
/* ResourceQuota, LimitRange and ServiceAccount admission: pkg/quota/v1/evaluator/core and
 * plugin/pkg/admission of Kubernetes 1.34.4. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define NS     "/api/v1/namespaces/default/"
#define CLAIMS NS "persistentvolumeclaims"

struct step {
	const char *method, *uri, *body;
	int status;
	const char *path, *text; /* a string in the response; path NULL: not compared */
};

static void open_kit(struct kit *k, bool cluster)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.cluster = cluster };

	kit_open(k, &opt);
}

static void take(struct kit *k, const struct step *steps, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		k->content_type = steps[i].method[1] == 'A' ? "application/merge-patch+json" : NULL;
		if (kit_do(k, steps[i].method, steps[i].uri, steps[i].body) != steps[i].status)
			fail_msg("step %zu: %d %s", i, k->status, k->body.ptr);
		if (steps[i].path)
			assert_string_equal(kit_at(k, steps[i].path), steps[i].text);
	}
	k->content_type = NULL;
}

#define TAKE(k, steps)	  take(k, steps, ARRAY_LEN(steps))
#define QUOTA(hard, used) "{\"status\":{\"hard\":{" hard "},\"used\":{" used "}}}"
#define POD(name, spec)                                                                            \
	"{\"metadata\":{\"name\":\"" name "\"},\"spec\":{" spec                                    \
	"\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"
#define DEADLINE "{\"spec\":{\"activeDeadlineSeconds\":60}}"

/* activeDeadlineSeconds moves a pod into the scope Terminating. The quota then counts the whole
 * pod, unless it has ended. */
static void pod_that_enters_a_scope_is_charged_whole(void **state)
{
	static const struct step steps[] = {
		{ "POST", NS "resourcequotas",
		  "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"pods\":\"1\"},\"scopes\":["
		  "\"Terminating\"]}}",
		  201, NULL, NULL },
		{ "PATCH", NS "resourcequotas/q/status", QUOTA("\"pods\":\"1\"", "\"pods\":\"0\""),
		  200, NULL, NULL },
		{ "POST", NS "pods", POD("a", ""), 201, NULL, NULL },
		{ "POST", NS "pods", POD("b", ""), 201, NULL, NULL },
		{ "POST", NS "pods", POD("done", ""), 201, NULL, NULL },
		{ "PATCH", NS "pods/done/status", "{\"status\":{\"phase\":\"Succeeded\"}}", 200,
		  NULL, NULL },
		{ "GET", NS "resourcequotas/q", NULL, 200, "status.used.pods", "0" },
		{ "PATCH", NS "pods/done", DEADLINE, 200, NULL, NULL },
		{ "GET", NS "resourcequotas/q", NULL, 200, "status.used.pods", "0" },
		{ "PATCH", NS "pods/a", DEADLINE, 200, NULL, NULL },
		{ "GET", NS "resourcequotas/q", NULL, 200, "status.used.pods", "1" },
		{ "PATCH", NS "pods/b", DEADLINE, 403, "message",
		  "pods \"b\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, "
		  "limited: pods=1" },
	};
	struct kit k;

	(void)state;
	open_kit(&k, false);
	TAKE(&k, steps);
	kit_close(&k);
}

#define BALANCER(name, more, port)                                                                 \
	"{\"metadata\":{\"name\":\"" name "\"},\"spec\":{\"type\":\"LoadBalancer\"," more          \
	"\"ports\":[{\"name\":\"a\",\"port\":80" port "},{\"name\":\"b\",\"port\":81}]}}"
#define NO_NODE_PORTS "\"allocateLoadBalancerNodePorts\":false,"

static void balancer_is_charged_for_the_node_ports_that_it_gets(void **state)
{
	static const struct step steps[] = {
		{ "POST", NS "resourcequotas",
		  "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"services.nodeports\":\"9\","
		  "\"services.loadbalancers\":\"3\"}}}",
		  201, NULL, NULL },
		{ "PATCH", NS "resourcequotas/q/status",
		  QUOTA("\"services.nodeports\":\"9\",\"services.loadbalancers\":\"3\"",
			"\"services.nodeports\":\"0\",\"services.loadbalancers\":\"0\""),
		  200, NULL, NULL },
		{ "POST", NS "services", BALANCER("s", NO_NODE_PORTS, ""), 201, NULL, NULL },
		{ "POST", NS "services", BALANCER("t", NO_NODE_PORTS, ",\"nodePort\":30123"), 201,
		  NULL, NULL },
		{ "POST", NS "services", BALANCER("u", "", ""), 201, NULL, NULL },
		{ "POST", NS "services", BALANCER("v", NO_NODE_PORTS, ""), 403, "message",
		  "services \"v\" is forbidden: exceeded quota: q, requested: "
		  "services.loadbalancers=1, used: services.loadbalancers=3, limited: "
		  "services.loadbalancers=3" },
	};
	struct kit k;

	(void)state;
	open_kit(&k, false);
	TAKE(&k, steps);
	assert_int_equal(kit_do(&k, "GET", NS "resourcequotas/q", NULL), 200);
	assert_non_null(strstr(k.body.ptr, "\"used\":{\"services.loadbalancers\":\"3\","
					   "\"services.nodeports\":\"3\"}"));
	kit_close(&k);
}

#define SIZE(n) "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"" n "\"}}}}"

static void limit_range_also_checks_a_claim_that_grows(void **state)
{
	static const struct step steps[] = {
		{ "POST", "/apis/storage.k8s.io/v1/storageclasses",
		  "{\"metadata\":{\"name\":\"grows\"},\"provisioner\":\"x\","
		  "\"allowVolumeExpansion\":"
		  "true}",
		  201, NULL, NULL },
		{ "POST", NS "limitranges",
		  "{\"metadata\":{\"name\":\"l\"},\"spec\":{\"limits\":[{\"type\":"
		  "\"PersistentVolumeClaim\",\"max\":{\"storage\":\"2Gi\"}}]}}",
		  201, NULL, NULL },
		{ "POST", CLAIMS,
		  "{\"metadata\":{\"name\":\"g\"},\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],"
		  "\"storageClassName\":\"grows\",\"resources\":{\"requests\":{\"storage\":\"1Gi\"}"
		  "}}}",
		  201, NULL, NULL },
		{ "PATCH", CLAIMS "/g/status", "{\"status\":{\"phase\":\"Bound\"}}", 200, NULL,
		  NULL },
		{ "PATCH", CLAIMS "/g", SIZE("3Gi"), 403, "message",
		  "persistentvolumeclaims \"g\" is forbidden: maximum storage usage per "
		  "PersistentVolumeClaim is 2Gi, but request is 3Gi" },
		{ "PATCH", CLAIMS "/g", SIZE("2Gi"), 200, NULL, NULL },
	};
	struct kit k;

	(void)state;
	open_kit(&k, false);
	TAKE(&k, steps);
	kit_close(&k);
}

/* The pod's automountServiceAccountToken overrides its account's. An empty list of pull secrets
 * does not. */
static void pod_overrides_the_defaults_of_its_account(void **state)
{
	static const struct step steps[] = {
		{ "POST", NS "serviceaccounts",
		  "{\"metadata\":{\"name\":\"default\"},\"automountServiceAccountToken\":false,"
		  "\"imagePullSecrets\":[{\"name\":\"reg\"}]}",
		  201, NULL, NULL },
		{ "POST", NS "pods", POD("none", ""), 201, "spec.volumes.0.name", "" },
		{ "POST", NS "pods",
		  POD("own", "\"automountServiceAccountToken\":true,\"imagePullSecrets\":[],"), 201,
		  "spec.imagePullSecrets.0.name", "reg" },
		{ "GET", NS "pods/own", NULL, 200, "spec.containers.0.volumeMounts.0.mountPath",
		  "/var/run/secrets/kubernetes.io/serviceaccount" },
		{ "POST", NS "pods", POD("mine", "\"imagePullSecrets\":[{\"name\":\"m\"}],"), 201,
		  "spec.imagePullSecrets.0.name", "m" },
	};
	struct kit k;

	(void)state;
	open_kit(&k, true);
	TAKE(&k, steps);
	assert_string_equal(kit_at(&k, "spec.imagePullSecrets.1.name"), "");
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pod_that_enters_a_scope_is_charged_whole),
		cmocka_unit_test(balancer_is_charged_for_the_node_ports_that_it_gets),
		cmocka_unit_test(limit_range_also_checks_a_claim_that_grows),
		cmocka_unit_test(pod_overrides_the_defaults_of_its_account),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
