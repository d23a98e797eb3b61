/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/strategy/strategies.h"
#include "fakeapi/validation/validate.h"

static const struct fakeapi__resource resources[] = {
	{ .group = "", .version = "v1", .resource = "pods", .kind = "Pod" },
	{ .group = "apps", .version = "v1", .resource = "deployments", .kind = "Deployment" },
	{ .group = "", .version = "v1", .resource = "services", .kind = "Service" },
	{ .group = "", .version = "v1", .resource = "namespaces", .kind = "Namespace" },
	{ .group = "", .version = "v1", .resource = "secrets", .kind = "Secret" },
	{ .group = "batch", .version = "v1", .resource = "jobs", .kind = "Job" },
	{ .group = "apps", .version = "v1", .resource = "statefulsets", .kind = "StatefulSet" },
	{ .group = "apps", .version = "v1", .resource = "daemonsets", .kind = "DaemonSet" },
	{ .group = "batch", .version = "v1", .resource = "cronjobs", .kind = "CronJob" },
	{ .group = "",
	  .version = "v1",
	  .resource = "persistentvolumeclaims",
	  .kind = "PersistentVolumeClaim" },
	{ .group = "rbac.authorization.k8s.io",
	  .version = "v1",
	  .resource = "rolebindings",
	  .kind = "RoleBinding" },
	{ .group = "apiextensions.k8s.io",
	  .version = "v1",
	  .resource = "customresourcedefinitions",
	  .kind = "CustomResourceDefinition" },
	{ .group = "autoscaling",
	  .version = "v2",
	  .resource = "horizontalpodautoscalers",
	  .kind = "HorizontalPodAutoscaler" },
	{ .group = "networking.k8s.io",
	  .version = "v1",
	  .resource = "networkpolicies",
	  .kind = "NetworkPolicy" },
	{ .group = "", .version = "v1", .resource = "limitranges", .kind = "LimitRange" },
	{ .group = "", .version = "v1", .resource = "serviceaccounts", .kind = "ServiceAccount" },
	{ .group = "coordination.k8s.io", .version = "v1", .resource = "leases", .kind = "Lease" },
};

static const struct fakeapi__resource *of(const char *kind)
{
	for (size_t i = 0; i < ARRAY_LEN(resources); i++)
		if (strcmp(resources[i].kind, kind) == 0)
			return &resources[i];
	return NULL;
}

static cJSON *decode(const struct fakeapi__resource *res, const char *body)
{
	struct fakeapi__status st;
	cJSON *out = NULL;

	fakeapi__status_init(&st);
	if (fakeapi__decode(res, STR("application/yaml"), str_of(body), FAKEAPI_FV_STRICT, NULL,
			    &out, &st) != 0)
		fail_msg("%s", fakeapi__string(st.doc, "message"));
	return out;
}

static int admit(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old)
{
	return fakeapi__prepare_object(res, fakeapi__strategy_of(res), obj, old, false);
}

/* The object with its defaults, and if `admitted` with the additions of admission. */
static cJSON *filled(const char *kind, const char *body, bool admitted)
{
	cJSON *out = decode(of(kind), body);

	assert_int_equal(fakeapi__default(of(kind), out, NULL), 0);
	if (admitted)
		assert_int_equal(admit(of(kind), out, NULL), 0);
	return out;
}

/* The value at `path` (names, separated by '/'), as JSON. */
static void part_is(const char *kind, const char *body, bool admitted, const char *path,
		    const char *want)
{
	cJSON *obj = filled(kind, body, admitted), *at = obj;
	char copy[128], *save = NULL, *text;

	snprintf(copy, sizeof(copy), "%s", path);
	for (char *step = strtok_r(copy, "/", &save); step && at; step = strtok_r(NULL, "/", &save))
		at = *step >= '0' && *step <= '9' ? cJSON_GetArrayItem(at, atoi(step))
						  : fakeapi__member(at, step);
	text = at ? cJSON_PrintUnformatted(at) : NULL;
	assert_string_equal(text ? text : "", want);
	cJSON_free(text);
	cJSON_Delete(obj);
}

#define TEMPLATE                                                                                   \
	"template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: nginx}]}}"
#define CONTAINER                                                                                  \
	"{\"containers\":[{\"name\":\"c\",\"image\":\"nginx\",\"resources\":{},"                   \
	"\"terminationMessagePath\":\"/dev/"                                                       \
	"termination-log\",\"terminationMessagePolicy\":\"File\","                                 \
	"\"imagePullPolicy\":\"Always\"}],\"restartPolicy\":\"Always\","                           \
	"\"terminationGracePeriodSeconds\":30,\"dnsPolicy\":\"ClusterFirst\",\"securityContext\":" \
	"{},"                                                                                      \
	"\"schedulerName\":\"default-scheduler\""

/* 50-create-pod and 70-create-deployment, members in the recorded order. */
static void defaults_of_pods_and_deployments_equal_the_recorded_ones(void **state)
{
	static const char *const pod =
	    "metadata: {name: p}\nspec: {containers: [{name: c, image: nginx}]}";

	(void)state;
	part_is("Pod", pod, false, "spec", CONTAINER ",\"enableServiceLinks\":true}");
	part_is("Pod", pod, true, "spec",
		CONTAINER
		",\"tolerations\":[{\"key\":\"node.kubernetes.io/not-ready\",\"operator\":"
		"\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":300},{\"key\":"
		"\"node.kubernetes.io/unreachable\",\"operator\":\"Exists\",\"effect\":"
		"\"NoExecute\",\"tolerationSeconds\":300}],\"priority\":0,"
		"\"enableServiceLinks\":true,\"preemptionPolicy\":\"PreemptLowerPriority\"}");
	part_is("Pod", pod, true, "status", "{\"phase\":\"Pending\",\"qosClass\":\"BestEffort\"}");
	part_is(
	    "Deployment",
	    "metadata: {name: d}\nspec: {replicas: 2, selector: {matchLabels: {a: b}}, " TEMPLATE
	    "}",
	    true, "spec",
	    "{\"replicas\":2,\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{"
	    "\"metadata\":{"
	    "\"labels\":{\"a\":\"b\"}},\"spec\":" CONTAINER
	    "}},\"strategy\":{\"type\":\"RollingUpdate\","
	    "\"rollingUpdate\":{\"maxUnavailable\":\"25%\",\"maxSurge\":\"25%\"}},"
	    "\"revisionHistoryLimit\":10,\"progressDeadlineSeconds\":600}");
}

static void each_kind_gets_its_defaults(void **state)
{
	static const struct {
		const char *kind, *body, *path, *want;
	} cases[] = {
		{ "Secret",
		  "metadata: {name: s}\ndata: {b: eA==, a: null}\nstringData: {c: v, b: w}", "data",
		  "{\"a\":\"\",\"b\":\"dw==\",\"c\":\"dg==\"}" },
		{ "Secret", "metadata: {name: s}\nstringData: {k: v}", "stringData", "" },
		{ "Secret", "metadata: {name: s}\nstringData: {}", "stringData", "" },
		{ "Pod",
		  "metadata: {name: p}\nspec: {serviceAccount: x, containers: [{name: c, image: "
		  "i}]}",
		  "spec/serviceAccountName", "\"x\"" },
		{ "Deployment",
		  "metadata: {name: d}\nspec: {selector: {matchLabels: {a: b}}, template: "
		  "{metadata: "
		  "{labels: {a: b}}, spec: {serviceAccount: x, serviceAccountName: z, containers: "
		  "[{name: c, image: i}]}}}",
		  "spec/template/spec/serviceAccount", "\"z\"" },
		{ "Pod", "metadata: {name: p}\nspec: {containers: []}\nstatus: {podIP: 10.0.0.1}",
		  "status/podIPs", "[{\"ip\":\"10.0.0.1\"}]" },
		{ "Pod",
		  "metadata: {name: p}\nspec: {containers: []}\nstatus: {podIPs: [{ip: 10.0.0.2}]}",
		  "status/podIP", "\"10.0.0.2\"" },
		{ "Pod",
		  "metadata: {name: p}\nspec: {containers: []}\n"
		  "status: {podIP: 10.0.0.1, podIPs: [{ip: 10.0.0.2}, {ip: \"::1\"}]}",
		  "status/podIPs", "[{\"ip\":\"10.0.0.1\"}]" },
		{ "Pod", "spec: {containers: [{name: c, image: 'nginx:1'}]}",
		  "spec/containers/0/imagePullPolicy", "\"IfNotPresent\"" },
		{ "Pod", "spec: {containers: [{name: c, image: 'r:5000/nginx'}]}",
		  "spec/containers/0/imagePullPolicy", "\"Always\"" },
		{ "Pod", "spec: {containers: [{name: c, image: 'n@sha256:00'}]}",
		  "spec/containers/0/imagePullPolicy", "\"IfNotPresent\"" },
		{ "Pod", "spec: {containers: [{name: c, resources: {limits: {cpu: 1}}}]}",
		  "spec/containers/0/resources/requests", "{\"cpu\":\"1\"}" },
		{ "Pod", "spec: {containers: [{name: c, livenessProbe: {httpGet: {port: 80}}}]}",
		  "spec/containers/0/livenessProbe",
		  "{\"httpGet\":{\"path\":\"/"
		  "\",\"port\":80,\"scheme\":\"HTTP\"},\"timeoutSeconds\":1,\"periodSeconds\":10,"
		  "\"successThreshold\":1,\"failureThreshold\":3}" },
		{ "Pod", "spec: {volumes: [{name: v}, {name: w, configMap: {name: x}}]}",
		  "spec/volumes",
		  "[{\"name\":\"v\",\"emptyDir\":{}},{\"name\":\"w\",\"configMap\":{\"name\":\"x\","
		  "\"defaultMode\":420}}]" },
		{ "Secret", "metadata: {name: s}", "type", "\"Opaque\"" },
		{ "Namespace", "metadata: {name: ns}", "metadata/labels",
		  "{\"kubernetes.io/metadata.name\":\"ns\"}" },
		{ "Service", "spec: {ports: [{port: 80}]}", "spec/ports",
		  "[{\"protocol\":\"TCP\",\"port\":80,\"targetPort\":80}]" },
		{ "Service", "spec: {type: LoadBalancer, sessionAffinity: ClientIP}", "spec",
		  "{\"type\":\"LoadBalancer\",\"sessionAffinity\":\"ClientIP\","
		  "\"externalTrafficPolicy\":\"Cluster\",\"sessionAffinityConfig\":{\"clientIP\":{"
		  "\"timeoutSeconds\":10800}},\"allocateLoadBalancerNodePorts\":true,"
		  "\"internalTrafficPolicy\":\"Cluster\"}" },
		{ "StatefulSet", "spec: {}", "spec/updateStrategy",
		  "{\"type\":\"RollingUpdate\",\"rollingUpdate\":{\"partition\":0}}" },
		{ "DaemonSet", "spec: {}", "spec/updateStrategy",
		  "{\"type\":\"RollingUpdate\",\"rollingUpdate\":{\"maxUnavailable\":1,"
		  "\"maxSurge\":0}}" },
		{ "DaemonSet", "spec: {updateStrategy: {type: OnDelete}}", "spec/updateStrategy",
		  "{\"type\":\"OnDelete\"}" },
		{ "Job", "spec: {template: {metadata: {labels: {a: b}}}}", "metadata/labels",
		  "{\"a\":\"b\"}" },
		{ "Job", "spec: {parallelism: 2}", "spec/completions", "" },
		{ "Job", "spec: {}", "spec/backoffLimit", "6" },
		{ "CronJob", "spec: {schedule: '* * * * *'}", "spec/successfulJobsHistoryLimit",
		  "3" },
		{ "CronJob", "spec: {schedule: '* * * * *', jobTemplate: {spec: {}}}",
		  "spec/jobTemplate/spec/backoffLimit", "" },
		{ "PersistentVolumeClaim", "spec: {}", "spec/volumeMode", "\"Filesystem\"" },
		{ "PersistentVolumeClaim", "spec: {}", "status/phase", "\"Pending\"" },
		{ "RoleBinding",
		  "{roleRef: {kind: Role, name: r}, subjects: [{kind: User, name: u}, {kind: "
		  "ServiceAccount, name: s}]}",
		  "subjects",
		  "[{\"kind\":\"User\",\"apiGroup\":\"rbac.authorization.k8s.io\",\"name\":\"u\"},{"
		  "\"kind\":\"ServiceAccount\",\"name\":\"s\"}]" },
		{ "CustomResourceDefinition",
		  "spec: {group: e.com, names: {plural: ws, kind: Widget}}", "spec/names",
		  "{\"plural\":\"ws\",\"singular\":\"widget\",\"kind\":\"Widget\",\"listKind\":"
		  "\"WidgetList\"}" },
		{ "HorizontalPodAutoscaler", "spec: {maxReplicas: 3}", "spec/minReplicas", "1" },
		{ "NetworkPolicy", "spec: {egress: [{}]}", "spec/policyTypes",
		  "[\"Ingress\",\"Egress\"]" },
		{ "LimitRange", "spec: {limits: [{type: Container, max: {cpu: 2}}]}",
		  "spec/limits/0",
		  "{\"type\":\"Container\",\"max\":{\"cpu\":\"2\"},\"default\":{\"cpu\":\"2\"},"
		  "\"defaultRequest\":{\"cpu\":\"2\"}}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		part_is(cases[i].kind, cases[i].body, false, cases[i].path, cases[i].want);
}

static void explicit_values_are_not_defaulted(void **state)
{
	(void)state;
	part_is("Deployment", "spec: {replicas: 0, " TEMPLATE "}", false, "spec/replicas", "0");
	part_is("Pod", "spec: {dnsPolicy: None, terminationGracePeriodSeconds: 0}", false,
		"spec/terminationGracePeriodSeconds", "0");
	part_is("Pod", "spec: {enableServiceLinks: false}", false, "spec/enableServiceLinks",
		"false");
}

static void admission_sets_qos_class_and_node_ports(void **state)
{
	static const struct {
		const char *kind, *body, *path, *want;
	} cases[] = {
		{ "Pod",
		  "spec: {containers: [{name: c, resources: {limits: {cpu: 1, memory: 1Gi}}}]}",
		  "status/qosClass", "\"Guaranteed\"" },
		{ "Pod", "spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}",
		  "status/qosClass", "\"Burstable\"" },
		{ "Pod", "spec: {tolerations: [{operator: Exists}]}", "spec/tolerations",
		  "[{\"operator\":\"Exists\"}]" },
		{ "Pod", "spec: {priorityClassName: system-node-critical}", "spec/priority",
		  "2000001000" },
		{ "Namespace", "metadata: {name: ns}", "spec",
		  "{\"finalizers\":[\"kubernetes\"]}" },
		{ "Namespace", "metadata: {name: ns}", "status", "{\"phase\":\"Active\"}" },
		{ "Service", "{metadata: {name: s}, spec: {clusterIP: None}}", "spec/clusterIPs",
		  "[\"None\"]" },
		{ "Service", "{metadata: {name: s}, spec: {type: ExternalName, externalName: a.b}}",
		  "spec/clusterIP", "" },
		{ "Job", "{metadata: {name: j, uid: u}}", "spec/selector",
		  "{\"matchLabels\":{\"batch.kubernetes.io/controller-uid\":\"u\"}}" },
		{ "CustomResourceDefinition",
		  "{spec: {group: e.com, versions: [{name: v1}, {name: v2, storage: true}]}}",
		  "status",
		  "{\"conditions\":null,\"acceptedNames\":{\"plural\":\"\",\"kind\":\"\"},"
		  "\"storedVersions\":[\"v2\"]}" },
	};
	cJSON *a =
	    filled("Service", "{metadata: {name: s}, spec: {type: NodePort, ports: [{port: 1}]}}",
		   true);
	cJSON *b =
	    filled("Service", "{metadata: {name: s}, spec: {type: NodePort, ports: [{port: 1}]}}",
		   true);
	const cJSON *port =
	    fakeapi__member(fakeapi__dig(a, "spec", "ports", NULL)->child, "nodePort");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		part_is(cases[i].kind, cases[i].body, true, cases[i].path, cases[i].want);
	assert_true(fakeapi__equal(a, b)); /* the same addresses in every run */
	assert_true(port->valueint >= 30000 && port->valueint <= 32767);
	cJSON_Delete(a);
	cJSON_Delete(b);
}

static void defaulting_twice_changes_nothing(void **state)
{
	static const char *const bodies[][2] = {
		{ "Pod", "{metadata: {name: p}, spec: {containers: [{name: c, image: i, resources: "
			 "{limits: {cpu: 1}}}]}}" },
		{ "Deployment", "spec: {" TEMPLATE "}" },
		{ "Service", "{metadata: {name: s}, spec: {type: NodePort, ports: [{port: 1}]}}" },
		{ "Job", "{metadata: {name: j, uid: u}, spec: {" TEMPLATE "}}" },
		{ "CustomResourceDefinition",
		  "{spec: {group: e.com, versions: [{name: v1, storage: true}]}}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
		cJSON *a = filled(bodies[i][0], bodies[i][1], true), *b = cJSON_Duplicate(a, true);

		assert_int_equal(fakeapi__default(of(bodies[i][0]), b, a), 0);
		assert_int_equal(admit(of(bodies[i][0]), b, a), 0);
		assert_true(fakeapi__equal(a, b));
		cJSON_Delete(a);
		cJSON_Delete(b);
	}
}

/* The default policies of a Service depend on its type and on external IPs. */
static void service_policies_default_by_type(void **state)
{
	static const struct {
		const char *spec, *external, *internal, *balancer;
	} cases[] = {
		{ "", "", "Cluster", "" },
		{ "type: ClusterIP", "", "Cluster", "" },
		{ "type: ClusterIP, externalIPs: [1.2.3.4]", "Cluster", "Cluster", "" },
		{ "type: ClusterIP, externalIPs: []", "", "Cluster", "" },
		{ "type: NodePort", "Cluster", "Cluster", "" },
		{ "type: NodePort, externalTrafficPolicy: Local", "Local", "Cluster", "" },
		{ "type: LoadBalancer", "Cluster", "Cluster", "true" },
		{ "type: LoadBalancer, allocateLoadBalancerNodePorts: false", "Cluster", "Cluster",
		  "false" },
		{ "type: ExternalName, externalName: a, externalIPs: [1.2.3.4]", "", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char body[256];
		cJSON *obj;
		const cJSON *spec, *balancer;

		(void)snprintf(body, sizeof(body), "spec: {%s}", cases[i].spec);
		obj = filled("Service", body, false);
		spec = fakeapi__member(obj, "spec");
		balancer = fakeapi__member(spec, "allocateLoadBalancerNodePorts");
		assert_string_equal(fakeapi__string(spec, "externalTrafficPolicy"),
				    cases[i].external);
		assert_string_equal(fakeapi__string(spec, "internalTrafficPolicy"),
				    cases[i].internal);
		assert_string_equal(cJSON_IsTrue(balancer)    ? "true"
				    : cJSON_IsFalse(balancer) ? "false"
							      : "",
				    cases[i].balancer);
		cJSON_Delete(obj);
	}
}

/* dataSource and dataSourceRef of a claim, as pkg/api/persistentvolumeclaim/util.go has them. */
static void claim_source_is_copied_between_its_two_fields(void **state)
{
#define CLAIM	 "{kind: PersistentVolumeClaim, name: c}"
#define SNAPSHOT "{kind: VolumeSnapshot, apiGroup: snapshot.storage.k8s.io, name: s}"
#define OTHER	 "{kind: Disk, apiGroup: e.com, name: o}"
#define AS_CLAIM "{\"apiGroup\":null,\"kind\":\"PersistentVolumeClaim\",\"name\":\"c\"}"
#define AS_SNAPSHOT                                                                                \
	"{\"apiGroup\":\"snapshot.storage.k8s.io\",\"kind\":\"VolumeSnapshot\",\"name\":\"s\"}"
#define AS_OTHER     "{\"apiGroup\":\"e.com\",\"kind\":\"Disk\",\"name\":\"o\"}"
#define ELSEWHERE    "{kind: Disk, apiGroup: e.com, name: o, namespace: m}"
#define AS_ELSEWHERE "{\"apiGroup\":\"e.com\",\"kind\":\"Disk\",\"name\":\"o\",\"namespace\":\"m\"}"
	static const struct {
		const char *spec, *old, *source, *ref;
	} cases[] = {
		{ "", NULL, "", "" },
		{ "dataSource: " CLAIM, NULL, AS_CLAIM, AS_CLAIM },
		{ "dataSource: " SNAPSHOT, NULL, AS_SNAPSHOT, AS_SNAPSHOT },
		/* dataSource accepts only these two kinds. */
		{ "dataSource: " OTHER, NULL, "", "" },
		{ "dataSource: {kind: PersistentVolumeClaim, apiGroup: e.com, name: c}", NULL, "",
		  "" },
		{ "dataSource: {kind: VolumeSnapshot, apiGroup: e.com, name: s}", NULL, "", "" },
		{ "dataSource: {kind: Disk, apiGroup: snapshot.storage.k8s.io, name: s}", NULL, "",
		  "" },
		{ "dataSourceRef: " OTHER, NULL, AS_OTHER, AS_OTHER },
		{ "dataSource: " OTHER ", dataSourceRef: " OTHER, NULL, AS_OTHER, AS_OTHER },
		{ "dataSource: " CLAIM ", dataSourceRef: " OTHER, NULL, AS_CLAIM, AS_OTHER },
		/* Sources in other namespaces need a feature that is disabled. */
		{ "dataSourceRef: " ELSEWHERE, NULL, "", "" },
		{ "dataSource: " CLAIM ", dataSourceRef: " ELSEWHERE, NULL, AS_CLAIM, AS_CLAIM },
		/* A field that the stored object uses stays. */
		{ "dataSource: " OTHER, "", "", "" },
		{ "dataSource: " OTHER, "dataSource: " OTHER, AS_OTHER, AS_OTHER },
		{ "dataSource: " OTHER, "dataSourceRef: " OTHER, AS_OTHER, AS_OTHER },
		{ "dataSourceRef: " ELSEWHERE, "dataSource: " OTHER, "", AS_ELSEWHERE },
		{ "dataSourceRef: " ELSEWHERE, "dataSourceRef: " OTHER, "", AS_ELSEWHERE },
		{ "dataSourceRef: " ELSEWHERE, "volumeName: v", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct fakeapi__resource *res = of("PersistentVolumeClaim");
		const char *const names[] = { "dataSource", "dataSourceRef" };
		const char *const want[] = { cases[i].source, cases[i].ref };
		AUTO_STRBUF now = STRBUF_INIT, before = STRBUF_INIT;
		cJSON *obj, *old = NULL;

		strbuf_addf(&now, "spec: {%s}", cases[i].spec);
		strbuf_addf(&before, "spec: {%s}", cases[i].old ? cases[i].old : "");
		obj = decode(res, now.ptr);
		if (cases[i].old)
			old = decode(res, before.ptr);
		assert_int_equal(admit(res, obj, old), 0);
		for (size_t n = 0; n < ARRAY_LEN(names); n++) {
			const cJSON *at = fakeapi__dig(obj, "spec", names[n], NULL);
			char *text = at ? cJSON_PrintUnformatted(at) : NULL;

			assert_string_equal(text ? text : "", want[n]);
			cJSON_free(text);
		}
		cJSON_Delete(obj);
		cJSON_Delete(old);
	}
}

/* A server drops fields of disabled features, unless the stored object has them. */
static void fields_of_disabled_features_are_dropped(void **state)
{
	static const struct {
		const char *kind, *body, *old, *want;
	} cases[] = {
		{ "Lease", "spec: {strategy: s, preferredHolder: h, holderIdentity: i}", NULL,
		  "{\"spec\":{\"holderIdentity\":\"i\"}}" },
		{ "Lease", "spec: {strategy: s, preferredHolder: h}", "spec: {strategy: t}",
		  "{\"spec\":{\"strategy\":\"s\"}}" },
		{ "Lease", "spec: {strategy: s, preferredHolder: h}", "spec: {preferredHolder: t}",
		  "{\"spec\":{\"preferredHolder\":\"h\"}}" },
		{ "ServiceAccount",
		  "secrets: [{name: a, kind: k}, {uid: u}, {name: b, namespace: c, fieldPath: d}]",
		  NULL, "{\"secrets\":[{\"name\":\"a\"},{},{\"name\":\"b\"}]}" },
		{ "ServiceAccount", "secrets: []", NULL, "{}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct fakeapi__resource *res = of(cases[i].kind);
		cJSON *obj = decode(res, cases[i].body);
		cJSON *old = cases[i].old ? decode(res, cases[i].old) : NULL;
		char *text;

		assert_int_equal(admit(res, obj, old), 0);
		cJSON_DeleteItemFromObjectCaseSensitive(obj, "kind");
		cJSON_DeleteItemFromObjectCaseSensitive(obj, "apiVersion");
		cJSON_DeleteItemFromObjectCaseSensitive(obj, "metadata");
		text = cJSON_PrintUnformatted(obj);
		assert_string_equal(text, cases[i].want);
		cJSON_free(text);
		cJSON_Delete(obj);
		cJSON_Delete(old);
	}
}

static void defaulting_survives_every_failing_allocation(void **state)
{
	cJSON *whole =
	    filled("Pod", "spec: {containers: [{name: c, image: i}], volumes: [{name: v}]}", true);

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		long grants = base__alloc_fail_after;
		cJSON *pod;

		base__alloc_fail_after = -1;
		pod = decode(of("Pod"),
			     "spec: {containers: [{name: c, image: i}], volumes: [{name: v}]}");
		base__alloc_fail_after = grants;
		if (fakeapi__default(of("Pod"), pod, NULL) == 0 && admit(of("Pod"), pod, NULL) == 0)
			assert_true(fakeapi__equal(pod, whole));
		cJSON_Delete(pod);
	});
	cJSON_Delete(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_of_pods_and_deployments_equal_the_recorded_ones),
		cmocka_unit_test(each_kind_gets_its_defaults),
		cmocka_unit_test(explicit_values_are_not_defaulted),
		cmocka_unit_test(admission_sets_qos_class_and_node_ports),
		cmocka_unit_test(defaulting_twice_changes_nothing),
		cmocka_unit_test(service_policies_default_by_type),
		cmocka_unit_test(claim_source_is_copied_between_its_two_fields),
		cmocka_unit_test(fields_of_disabled_features_are_dropped),
		cmocka_unit_test(defaulting_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
