/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/strategy/strategies.h"
#include "fakeapi/validation/validate.h"

static const struct fakeapi__resource resources[] = {
	{ .group = "",
	  .version = "v1",
	  .resource = "pods",
	  .kind = "Pod",
	  .flags = FAKEAPI_RES_NAMESPACED },
	{ .group = "",
	  .version = "v1",
	  .resource = "configmaps",
	  .kind = "ConfigMap",
	  .flags = FAKEAPI_RES_NAMESPACED },
	{ .group = "",
	  .version = "v1",
	  .resource = "secrets",
	  .kind = "Secret",
	  .flags = FAKEAPI_RES_NAMESPACED },
	{ .group = "",
	  .version = "v1",
	  .resource = "services",
	  .kind = "Service",
	  .flags = FAKEAPI_RES_NAMESPACED },
	{ .group = "", .version = "v1", .resource = "namespaces", .kind = "Namespace" },
	{ .group = "apps",
	  .version = "v1",
	  .resource = "deployments",
	  .kind = "Deployment",
	  .flags = FAKEAPI_RES_NAMESPACED },
	{ .group = "apps",
	  .version = "v1",
	  .resource = "statefulsets",
	  .kind = "StatefulSet",
	  .flags = FAKEAPI_RES_NAMESPACED },
	{ .group = "batch",
	  .version = "v1",
	  .resource = "jobs",
	  .kind = "Job",
	  .flags = FAKEAPI_RES_NAMESPACED },
	{ .group = "batch",
	  .version = "v1",
	  .resource = "cronjobs",
	  .kind = "CronJob",
	  .flags = FAKEAPI_RES_NAMESPACED },
	{ .group = "",
	  .version = "v1",
	  .resource = "persistentvolumeclaims",
	  .kind = "PersistentVolumeClaim",
	  .flags = FAKEAPI_RES_NAMESPACED },
	{ .group = "rbac.authorization.k8s.io",
	  .version = "v1",
	  .resource = "clusterroles",
	  .kind = "ClusterRole" },
	{ .group = "rbac.authorization.k8s.io",
	  .version = "v1",
	  .resource = "rolebindings",
	  .kind = "RoleBinding",
	  .flags = FAKEAPI_RES_NAMESPACED },
	{ .group = "networking.k8s.io",
	  .version = "v1",
	  .resource = "ingresses",
	  .kind = "Ingress",
	  .flags = FAKEAPI_RES_NAMESPACED },
	{ .group = "apiextensions.k8s.io",
	  .version = "v1",
	  .resource = "customresourcedefinitions",
	  .kind = "CustomResourceDefinition" },
};

static const struct fakeapi__resource *of(const char *kind)
{
	for (size_t i = 0; i < ARRAY_LEN(resources); i++)
		if (strcmp(resources[i].kind, kind) == 0)
			return &resources[i];
	return NULL;
}

static int admit(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old)
{
	return fakeapi__prepare_object(res, fakeapi__strategy_of(res), obj, old, false);
}

static cJSON *make(const char *kind, const char *body)
{
	struct fakeapi__status st;
	cJSON *out = NULL;

	fakeapi__status_init(&st);
	if (fakeapi__decode(of(kind), STR("application/yaml"), str_of(body), FAKEAPI_FV_STRICT,
			    NULL, &out, &st) != 0)
		fail_msg("%s", fakeapi__string(st.doc, "message"));
	assert_int_equal(fakeapi__default(of(kind), out, NULL), 0);
	assert_int_equal(admit(of(kind), out, NULL), 0);
	return out;
}

/* want "": valid; else the whole message, or the line before a difference. old NULL: a create. */
static void judge(const char *kind, const char *body, const char *old, const char *want)
{
	cJSON *obj = make(kind, body), *before = old ? make(kind, old) : NULL;
	size_t n = strlen(want) + !strchr(want, '\n');
	struct fakeapi__status st;
	int rc;

	fakeapi__status_init(&st);
	rc = fakeapi__validate(of(kind), obj, before, "", false, NULL, &st);
	if (strncmp(fakeapi__string(st.doc, "message"), want, n) != 0)
		fail_msg("%s, not %s", fakeapi__string(st.doc, "message"), want);
	assert_int_equal(rc, *want ? -1 : 0);
	if (*want) {
		assert_int_equal(st.code, 422);
		assert_non_null(fakeapi__dig(st.doc, "details", "causes", NULL));
	}
	fakeapi__status_fini(&st);
	cJSON_Delete(obj);
	cJSON_Delete(before);
}

#define QUALIFIED                                                                                  \
	"must consist of alphanumeric characters, '-', '_' or '.', and must start and end with "   \
	"an "                                                                                      \
	"alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "     \
	"validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

static void metadata_gets_the_recorded_validation_errors(void **state)
{
	(void)state;
	judge("ConfigMap", "metadata: {labels: {bad key: x y}, name: lab}", NULL,
	      "ConfigMap \"lab\" is invalid: [metadata.labels: Invalid value: \"bad key\": name "
	      "part " QUALIFIED ", metadata.labels: Invalid value: \"x y\": a valid label must be "
	      "an empty string or consist of "
	      "alphanumeric characters, '-', '_' or '.', and must start and end with an "
	      "alphanumeric character "
	      "(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
	      "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')]");
	judge("ConfigMap", "metadata: {}", NULL,
	      "ConfigMap \"\" is invalid: metadata.name: Required value: name or generateName is "
	      "required");
	judge("ConfigMap", "metadata: {name: f2, finalizers: [badfinalizer]}", NULL,
	      "ConfigMap \"f2\" is invalid: metadata.finalizers[0]: Invalid value: "
	      "\"badfinalizer\": name is "
	      "neither a standard finalizer name nor is it fully qualified");
	judge("ConfigMap", "metadata: {name: A_b}", NULL,
	      "ConfigMap \"A_b\" is invalid: metadata.name: Invalid value: \"A_b\": a lowercase "
	      "RFC 1123 subdomain "
	      "must consist of lower case alphanumeric characters, '-' or '.', and must start and "
	      "end with an "
	      "alphanumeric character (e.g. 'example.com', regex used for validation is "
	      "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
	judge("Service", "{metadata: {name: 1a}, spec: {ports: [{port: 1}]}}", NULL,
	      "Service \"1a\" is invalid: metadata.name: Invalid value: \"1a\": a DNS-1035 label "
	      "must consist of "
	      "lower case alphanumeric characters or '-', start with an alphabetic character, and "
	      "end with an "
	      "alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
	      "'[a-z]([-a-z0-9]*[a-z0-9])?')");
	judge("Namespace", "metadata: {name: a.b}", NULL,
	      "Namespace \"a.b\" is invalid: metadata.name: Invalid value: \"a.b\": must not "
	      "contain dots");
	judge("ConfigMap",
	      "metadata: {name: a, ownerReferences: [{kind: X, name: b, uid: u, apiVersion: ''}]}",
	      NULL,
	      "ConfigMap \"a\" is invalid: metadata.ownerReferences.apiVersion: Invalid value: "
	      "\"\": version must "
	      "not be empty");
	judge("ConfigMap", "metadata: {name: a, uid: x}", "metadata: {name: a, uid: z}",
	      "ConfigMap \"a\" is invalid: metadata.uid: Invalid value: \"x\": field is immutable");
	judge("ClusterRole", "metadata: {name: 'system:x', namespace: ns}", NULL,
	      "ClusterRole.rbac.authorization.k8s.io \"system:x\" is invalid: metadata.namespace: "
	      "Forbidden: not "
	      "allowed on this type");
}

#define POD(spec) "{metadata: {name: x}, spec: {" spec "}}"
#define ONE	  "containers: [{name: c, image: i}]"
/* 60-strategic-merge-immutable-422, with the difference in the server's internal form. */
static void refused_pod_update_error_shows_the_difference(void **state)
{
	(void)state;
	judge("Pod", POD(ONE ", nodeName: zz, hostNetwork: true"), POD(ONE),
	      "Pod \"x\" is invalid: spec: Forbidden: pod updates may not change fields other than "
	      "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec."
	      "activeDeadlineSeconds`,"
	      "`spec.tolerations` (only additions to existing tolerations),"
	      "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously "
	      "negative)\n@@ -42,9 +42,9 @@\n  \"NodeSelector\": null,\n  \"ServiceAccountName\": "
	      "\"\",\n  \"AutomountServiceAccountToken\": null,\n- \"NodeName\": \"\",\n+ "
	      "\"NodeName\": \"zz\",\n  \"SecurityContext\": {\n-  \"HostNetwork\": false,\n+  "
	      "\"HostNetwork\": true,\n   \"HostPID\": false,\n   \"HostIPC\": false,\n   "
	      "\"ShareProcessNamespace\": null,\n");
	judge(
	    "Pod", POD("containers: [{name: c, image: i, command: [sh]}], dnsPolicy: Default"),
	    POD(ONE),
	    "Pod \"x\" is invalid: spec: Forbidden: pod updates may not change fields other than "
	    "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`"
	    ","
	    "`spec.tolerations` (only additions to existing tolerations),"
	    "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously "
	    "negative)\n@@ -5,7 +5,9 @@\n   {\n    \"Name\": \"c\",\n    \"Image\": \"i\",\n-   "
	    "\"Command\": null,\n+   \"Command\": [\n+    \"sh\"\n+   ],\n    \"Args\": null,\n    "
	    "\"WorkingDir\": \"\",\n    \"Ports\": null,\n@@ -38,7 +40,7 @@\n  \"RestartPolicy\": "
	    "\"Always\",\n  \"TerminationGracePeriodSeconds\": 30,\n  \"ActiveDeadlineSeconds\": "
	    "null,\n- \"DNSPolicy\": \"ClusterFirst\",\n+ \"DNSPolicy\": \"Default\",\n  "
	    "\"NodeSelector\": null,\n  \"ServiceAccountName\": \"\",\n  "
	    "\"AutomountServiceAccountToken\": null,\n");
}

static void invalid_pods_get_the_recorded_errors(void **state)
{
	static const struct {
		const char *body, *old, *want;
	} cases[] = {
		{ POD(ONE), NULL, "" },
		{ POD(""), NULL, "Pod \"x\" is invalid: spec.containers: Required value" },
		{ POD("containers: [{name: c}]"), NULL,
		  "Pod \"x\" is invalid: spec.containers[0].image: Required value" },
		{ POD("containers: [{image: i}]"), NULL,
		  "Pod \"x\" is invalid: spec.containers[0].name: Required value" },
		{ POD("containers: [{name: c, image: i}, {name: c, image: i}]"), NULL,
		  "Pod \"x\" is invalid: spec.containers[1].name: Duplicate value: \"c\"" },
		{ POD(ONE ", restartPolicy: Sometimes"), NULL,
		  "Pod \"x\" is invalid: spec.restartPolicy: Unsupported value: \"Sometimes\": "
		  "supported values: "
		  "\"Always\", \"OnFailure\", \"Never\"" },
		{ POD("containers: [{name: c, image: i, volumeMounts: [{name: v, mountPath: "
		      "/a}]}]"),
		  NULL,
		  "Pod \"x\" is invalid: spec.containers[0].volumeMounts[0].name: Not found: "
		  "\"v\"" },
		{ POD("containers: [{name: c, image: i, ports: [{containerPort: 70000}]}]"), NULL,
		  "Pod \"x\" is invalid: spec.containers[0].ports[0].containerPort: Invalid value: "
		  "70000: must be "
		  "between 1 and 65535, inclusive" },
		{ POD("containers: [{name: c, image: i, resources: {limits: {cpu: 1}, requests: "
		      "{cpu: 2}}}]"),
		  NULL,
		  "Pod \"x\" is invalid: spec.containers[0].resources.requests: Invalid value: "
		  "\"2\": must be less "
		  "than or equal to cpu limit of 1" },
		{ POD("containers: [{name: c, image: i, env: [{name: ''}]}]"), NULL,
		  "Pod \"x\" is invalid: spec.containers[0].env[0].name: Required value" },
		{ POD("containers: [{name: c, image: j}]"), POD(ONE), "" },
		{ POD("containers: [{name: c, image: i}, {name: d, image: i}]"), POD(ONE),
		  "Pod \"x\" is invalid: spec.containers: Forbidden: pod updates may not add or "
		  "remove containers" },
		{ POD(ONE ", tolerations: [{key: k, operator: Exists}]"), POD(ONE), "" },
		{ POD(ONE), POD(ONE ", tolerations: [{key: k, operator: Exists}]"),
		  "Pod \"x\" is invalid: spec.tolerations: Forbidden: existing toleration can not "
		  "be modified except "
		  "its tolerationSeconds" },
		{ POD(ONE ", activeDeadlineSeconds: 0"), NULL,
		  "Pod \"x\" is invalid: spec.activeDeadlineSeconds: Invalid value: 0: must be "
		  "between 1 and "
		  "2147483647, inclusive" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		judge("Pod", cases[i].body, cases[i].old, cases[i].want);
}

#define TMPL(more) "template: {metadata: {labels: {app: dep}}, spec: {" ONE more "}}"
#define DEP(selector, more)                                                                        \
	"{metadata: {name: dep}, spec: {selector: " selector ", " TMPL("") more "}}"

static void invalid_workloads_get_the_recorded_errors(void **state)
{
	(void)state;
	judge("Deployment", DEP("{matchLabels: {app: dep}}", ""), NULL, "");
	judge("Deployment", DEP("{matchLabels: {app: zzz}}", ""),
	      DEP("{matchLabels: {app: dep}}", ""),
	      "Deployment.apps \"dep\" is invalid: [spec.template.metadata.labels: Invalid value: "
	      "{\"app\":\"dep\"}: `selector` does not match template `labels`, spec.selector: "
	      "Invalid value: "
	      "{\"matchLabels\":{\"app\":\"zzz\"}}: field is immutable]");
	judge(
	    "Deployment", "{metadata: {name: dep}, spec: {" TMPL("") "}}", NULL,
	    "Deployment.apps \"dep\" is invalid: [spec.selector: Required value, "
	    "spec.template.metadata.labels: Invalid value: {\"app\":\"dep\"}: `selector` does not "
	    "match template `labels`]");
	judge("Deployment", DEP("{}", ""), NULL,
	      "Deployment.apps \"dep\" is invalid: spec.selector: Invalid value: {}: empty "
	      "selector is invalid for "
	      "deployment");
	judge("Deployment", DEP("{matchLabels: {app: dep}}", ", replicas: -1"), NULL,
	      "Deployment.apps \"dep\" is invalid: spec.replicas: Invalid value: -1: must be "
	      "greater than or equal "
	      "to 0");
	judge("StatefulSet", DEP("{matchLabels: {app: dep}}", ", serviceName: b"),
	      DEP("{matchLabels: {app: dep}}", ", serviceName: a"),
	      "StatefulSet.apps \"dep\" is invalid: spec: Forbidden: updates to statefulset spec "
	      "for fields other "
	      "than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', "
	      "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden");
	judge("Job", "{metadata: {name: j}, spec: {selector: {}, " TMPL("") "}}", NULL,
	      "Job.batch \"j\" is invalid: spec.template.spec.restartPolicy: Required value: valid "
	      "values: "
	      "\"OnFailure\", \"Never\"");
	judge("Job",
	      "{metadata: {name: j}, spec: {selector: {}, " TMPL(", restartPolicy: Never") "}}",
	      NULL, "");
	judge("CronJob",
	      "{metadata: {name: j}, spec: {schedule: '* *', jobTemplate: {spec: {" TMPL(
		  ", restartPolicy: Never") "}}}}",
	      NULL,
	      "CronJob.batch \"j\" is invalid: spec.schedule: Invalid value: \"* *\": expected "
	      "exactly 5 fields, "
	      "found 2: [* *]");
#define ZONED(zone)                                                                                \
	"{metadata: {name: j}, spec: {schedule: '* * * * *', timeZone: '" zone                     \
	"', jobTemplate: {spec: {" TMPL(", restartPolicy: Never") "}}}}"
	judge("CronJob", ZONED("Europe/Berlin"), NULL, "");
	judge("CronJob", ZONED("bad-time-zone"), NULL,
	      "CronJob.batch \"j\" is invalid: spec.timeZone: Invalid value: \"bad-time-zone\": "
	      "unknown time zone bad-time-zone");
	judge(
	    "CronJob", ZONED(""), NULL,
	    "CronJob.batch \"j\" is invalid: spec.timeZone: Invalid value: \"\": timeZone must be "
	    "nil or non-empty string");
	judge("CronJob", ZONED("bad-time-zone"), ZONED("bad-time-zone"), "");
}

static void invalid_objects_of_other_kinds_get_the_recorded_errors(void **state)
{
	static const struct {
		const char *kind, *body, *old, *want;
	} cases[] = {
		{ "ConfigMap", "{metadata: {name: c}, data: {a b: x}}", NULL,
		  "ConfigMap \"c\" is invalid: data[a b]: Invalid value: \"a b\": a valid config "
		  "key must consist of "
		  "alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or "
		  "'key-name', regex "
		  "used for validation is '[-._a-zA-Z0-9]+')" },
		{ "ConfigMap", "{metadata: {name: c}, immutable: true, data: {a: x}}",
		  "{metadata: {name: c}, immutable: true, data: {a: z}}",
		  "ConfigMap \"c\" is invalid: data: Forbidden: field is immutable when "
		  "`immutable` is set" },
		{ "Secret", "{metadata: {name: s}, type: kubernetes.io/tls}", NULL,
		  "Secret \"s\" is invalid: [data[tls.crt]: Required value, data[tls.key]: "
		  "Required value]" },
		{ "Secret", "{metadata: {name: s}, type: a/b}", "{metadata: {name: s}, type: a/c}",
		  "Secret \"s\" is invalid: type: Invalid value: \"a/b\": field is immutable" },
		{ "Service", "{metadata: {name: s}, spec: {}}", NULL,
		  "Service \"s\" is invalid: spec.ports: Required value" },
		{ "Service", "{metadata: {name: s}, spec: {ports: [{port: 0}]}}", NULL,
		  "Service \"s\" is invalid: [spec.ports[0].port: Invalid value: 0: must be "
		  "between 1 and 65535, "
		  "inclusive, spec.ports[0].targetPort: Invalid value: 0: must be between 1 and "
		  "65535, inclusive]" },
		{ "Service",
		  "{metadata: {name: s}, spec: {ports: [{port: 1}, {port: 2, name: b}]}}", NULL,
		  "Service \"s\" is invalid: spec.ports[0].name: Required value" },
		{ "Service", "{metadata: {name: s}, spec: {type: Foo, ports: [{port: 1}]}}", NULL,
		  "Service \"s\" is invalid: spec.type: Unsupported value: \"Foo\": supported "
		  "values: \"ClusterIP\", "
		  "\"ExternalName\", \"LoadBalancer\", \"NodePort\"" },
		{ "Service",
		  "{metadata: {name: s}, spec: {clusterIP: 10.0.0.9, ports: [{port: 1}]}}",
		  "{metadata: {name: s}, spec: {clusterIP: 10.0.0.8, ports: [{port: 1}]}}",
		  "Service \"s\" is invalid: spec.clusterIPs[0]: Invalid value: [\"10.0.0.9\"]: "
		  "may not change once "
		  "set" },
		{ "PersistentVolumeClaim", "{metadata: {name: p}, spec: {}}", NULL,
		  "PersistentVolumeClaim \"p\" is invalid: [spec.accessModes: Required value: at "
		  "least 1 access mode "
		  "is required, spec.resources[storage]: Required value]" },
		{ "ClusterRole", "{metadata: {name: r}, rules: [{resources: [pods]}]}", NULL,
		  "ClusterRole.rbac.authorization.k8s.io \"r\" is invalid: [rules[0].verbs: "
		  "Required value: verbs must "
		  "contain at least one value, rules[0].apiGroups: Required value: resource rules "
		  "must supply at least "
		  "one api group]" },
		{ "RoleBinding", "{metadata: {name: r}, roleRef: {kind: Role, name: b}}",
		  "{metadata: {name: r}, roleRef: {kind: Role, name: a}}",
		  "RoleBinding.rbac.authorization.k8s.io \"r\" is invalid: roleRef: Invalid value: "
		  "{\"APIGroup\":\"rbac.authorization.k8s.io\",\"Kind\":\"Role\",\"Name\":\"b\"}: "
		  "cannot change "
		  "roleRef" },
		{ "Ingress",
		  "{metadata: {name: i}, spec: {rules: [{http: {paths: [{path: /, backend: "
		  "{service: {name: s, port: {number: 1}}}}]}}]}}",
		  NULL,
		  "Ingress.networking.k8s.io \"i\" is invalid: "
		  "spec.rules[0].http.paths[0].pathType: Required value: "
		  "pathType must be specified" },
		{ "CustomResourceDefinition",
		  "{metadata: {name: x}, spec: {group: e.com, scope: Cluster, names: {plural: ws, "
		  "kind: W}, versions: [{name: v1, served: true, storage: true, schema: "
		  "{openAPIV3Schema: {type: object}}}]}}",
		  NULL,
		  "CustomResourceDefinition.apiextensions.k8s.io \"x\" is invalid: metadata.name: "
		  "Invalid value: \"x\": "
		  "must be spec.names.plural+\".\"+spec.group" },
		{ "CustomResourceDefinition",
		  "{metadata: {name: ws.e.com}, spec: {group: e.com, scope: Cluster, names: "
		  "{plural: ws, kind: W}, versions: [{name: v1, served: true, storage: true, "
		  "schema: {openAPIV3Schema: {type: object, properties: {a: {}}}}}]}}",
		  NULL,
		  "CustomResourceDefinition.apiextensions.k8s.io \"ws.e.com\" is invalid: "
		  "spec.validation.openAPIV3Schema.properties[a].type: Required value: "
		  "must not be empty for "
		  "specified object fields" },
		{ "CustomResourceDefinition",
		  "{metadata: {name: ws.e.com}, spec: {group: e.com, scope: Cluster, names: "
		  "{plural: ws, singular: w, kind: W, listKind: WL}, versions: [{name: v1, served: "
		  "true, storage: true, "
		  "schema: {openAPIV3Schema: {type: object, properties: {a: {type: string, "
		  "pattern: \"+\", allOf: [{pattern: \"(\"}], not: {pattern: \"[a\"}}, "
		  "b: {type: string, pattern: \"(?i)a\"}}}}}]}}",
		  NULL,
		  "CustomResourceDefinition.apiextensions.k8s.io \"ws.e.com\" is invalid: "
		  "[spec.validation.openAPIV3Schema.properties[a].allOf[0].pattern: Invalid "
		  "value: \"(\": must be a valid regular expression, but isn't: error parsing "
		  "regexp: missing closing ): `(`, "
		  "spec.validation.openAPIV3Schema.properties[a].not.pattern: Invalid "
		  "value: \"[a\": must be a valid regular expression, but isn't: error parsing "
		  "regexp: missing closing ]: `[a`, "
		  "spec.validation.openAPIV3Schema.properties[a].pattern: Invalid value: \"+\": "
		  "must be a valid regular expression, but isn't: error parsing regexp: missing "
		  "argument to repetition operator: `+`]" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		judge(cases[i].kind, cases[i].body, cases[i].old, cases[i].want);
}

#define CLAIM(spec)	  "{metadata: {name: p}, spec: {" spec "}}"
#define BOUND(spec)	  "{metadata: {name: p}, spec: {" spec "}, status: {phase: Bound}}"
#define ASKS(size)	  "accessModes: [ReadWriteOnce], resources: {requests: {storage: " size "}}"
#define CLAIM_WRONG(text) "PersistentVolumeClaim \"p\" is invalid: " text
#define CLAIM_IS_IMMUTABLE                                                                         \
	CLAIM_WRONG("spec: Forbidden: spec is immutable after creation except resources.requests " \
		    "and volumeAttributesClassName for bound claims\n")

/* ValidatePersistentVolumeClaimUpdate: the fields that may change, and when. */
static void claim_updates_change_only_mutable_fields(void **state)
{
	static const struct {
		const char *old, *obj, *want;
	} cases[] = {
		{ NULL, CLAIM(ASKS("1Gi")), "" },
		{ CLAIM(ASKS("1Gi")), CLAIM(ASKS("1Gi")), "" },
		{ CLAIM(ASKS("1Gi")), CLAIM(ASKS("2Gi")), CLAIM_IS_IMMUTABLE },
		{ BOUND(ASKS("1Gi")), BOUND(ASKS("2Gi")), "" },
		{ BOUND(ASKS("1Gi")), BOUND(ASKS("1Gi") ", volumeAttributesClassName: fast"), "" },
		{ CLAIM(ASKS("1Gi")), CLAIM(ASKS("1Gi") ", volumeAttributesClassName: fast"),
		  CLAIM_IS_IMMUTABLE },
		{ CLAIM(ASKS("1Gi")), CLAIM(ASKS("1Gi") ", volumeName: v"), "" },
		{ CLAIM(ASKS("1Gi") ", volumeName: v"), CLAIM(ASKS("1Gi") ", volumeName: w"),
		  CLAIM_IS_IMMUTABLE },
		{ CLAIM(ASKS("1Gi") ", volumeName: v"), CLAIM(ASKS("1Gi")), CLAIM_IS_IMMUTABLE },
		{ CLAIM(ASKS("1Gi")), CLAIM(ASKS("1Gi") ", storageClassName: a"), "" },
		{ CLAIM(ASKS("1Gi") ", storageClassName: a"),
		  CLAIM(ASKS("1Gi") ", storageClassName: b"), CLAIM_IS_IMMUTABLE },
		{ BOUND(ASKS("1Gi")),
		  BOUND("accessModes: [ReadOnlyMany], resources: {requests: {storage: 1Gi}}"),
		  CLAIM_IS_IMMUTABLE },
		{ BOUND(ASKS("1Gi")), BOUND(ASKS("1Gi") ", selector: {matchLabels: {a: b}}"),
		  CLAIM_IS_IMMUTABLE },
		{ NULL, CLAIM(ASKS("0")),
		  CLAIM_WRONG("spec.resources[storage]: Invalid value: \"0\": must be greater than "
			      "zero") },
		{ NULL, CLAIM("accessModes: [Twice], resources: {requests: {storage: 1Gi}}"),
		  CLAIM_WRONG("spec.accessModes: Unsupported value: \"Twice\": supported values: "
			      "\"ReadOnlyMany\", \"ReadWriteMany\", \"ReadWriteOnce\", "
			      "\"ReadWriteOncePod\"") },
		{ NULL,
		  CLAIM("accessModes: [ReadOnlyMany, ReadWriteMany, ReadWriteOncePod], resources: "
			"{requests: {storage: 1}}"),
		  CLAIM_WRONG("spec.accessModes: Forbidden: may not use ReadWriteOncePod with "
			      "other access modes") },
		{ NULL,
		  CLAIM("accessModes: [ReadWriteOncePod], resources: {requests: {storage: 1}}"),
		  "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		judge("PersistentVolumeClaim", cases[i].obj, cases[i].old, cases[i].want);
}

#define PORT_POD(name)                                                                             \
	"{metadata: {name: x}, spec: {containers: [{name: c, image: i, ports: [{containerPort: "   \
	"80, name: '" name "'}]}]}}"
#define PORT_WRONG(name, text)                                                                     \
	"Pod \"x\" is invalid: spec.containers[0].ports[0].name: Invalid value: \"" name "\":"     \
	" " text

/* IsValidPortName, each rule and its border. */
static void invalid_port_names_are_refused(void **state)
{
	static const struct {
		const char *body, *want;
	} cases[] = {
		{ PORT_POD("a"), "" },
		{ PORT_POD("a-1"), "" },
		{ PORT_POD("1-a"), "" },
		{ PORT_POD("abcdefghijklmno"), "" },
		{ PORT_POD("abcdefghijklmnop"),
		  PORT_WRONG("abcdefghijklmnop", "must be no more than 15 characters") },
		{ PORT_POD("A"),
		  "Pod \"x\" is invalid: [spec.containers[0].ports[0].name: Invalid value: \"A\": "
		  "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-), "
		  "spec.containers[0].ports[0].name: Invalid value: \"A\": must contain at least "
		  "one letter (a-z)]" },
		{ PORT_POD("a.b"), PORT_WRONG("a.b", "must contain only alpha-numeric characters "
						     "(a-z, 0-9), and hyphens (-)") },
		{ PORT_POD("80"), PORT_WRONG("80", "must contain at least one letter (a-z)") },
		{ PORT_POD("a--b"), PORT_WRONG("a--b", "must not contain consecutive hyphens") },
		{ PORT_POD("-a"), PORT_WRONG("-a", "must not begin or end with a hyphen") },
		{ PORT_POD("a-"), PORT_WRONG("a-", "must not begin or end with a hyphen") },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		judge("Pod", cases[i].body, NULL, cases[i].want);
	/* An empty one never gets there: the port's own number is its default. */
	judge("Service", "{metadata: {name: s}, spec: {ports: [{port: 1, targetPort: ''}]}}", NULL,
	      "");
	judge("Service", "{metadata: {name: s}, spec: {ports: [{port: 1, targetPort: A}]}}", NULL,
	      "Service \"s\" is invalid: [spec.ports[0].targetPort: Invalid value: \"A\": must "
	      "contain only alpha-numeric characters (a-z, 0-9), and hyphens (-), "
	      "spec.ports[0].targetPort: Invalid value: \"A\": must contain at least one letter "
	      "(a-z)]");
	judge("Service", "{metadata: {name: s}, spec: {ports: [{port: 1, targetPort: web}]}}", NULL,
	      "");
}

static void config_map_over_one_mebibyte_is_refused(void **state)
{
	AUTO_STRBUF body = STRBUF_INIT;

	(void)state;
	strbuf_addz(&body, "{\"metadata\":{\"name\":\"big\"},\"data\":{\"x\":\"");
	for (int i = 0; i < 1100000; i++)
		strbuf_addc(&body, 'y');
	strbuf_addz(&body, "\"}}");
	judge("ConfigMap", body.ptr, NULL,
	      "ConfigMap \"big\" is invalid: []: Too long: may not be more than 1048576 bytes");
}

static void validation_survives_every_failing_allocation(void **state)
{
	cJSON *obj = make("Pod", POD("containers: [{name: C, image: j}, {name: C}]"));
	cJSON *old = make("Pod", POD(ONE));

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct fakeapi__status st;

		fakeapi__status_init(&st);
		assert_int_equal(fakeapi__validate(of("Pod"), obj, old, "", false, NULL, &st), -1);
		if (st.code)
			assert_int_equal(st.code, 422);
		fakeapi__status_fini(&st);
	});
	cJSON_Delete(obj);
	cJSON_Delete(old);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(metadata_gets_the_recorded_validation_errors),
		cmocka_unit_test(invalid_pods_get_the_recorded_errors),
		cmocka_unit_test(refused_pod_update_error_shows_the_difference),
		cmocka_unit_test(invalid_workloads_get_the_recorded_errors),
		cmocka_unit_test(invalid_objects_of_other_kinds_get_the_recorded_errors),
		cmocka_unit_test(claim_updates_change_only_mutable_fields),
		cmocka_unit_test(invalid_port_names_are_refused),
		cmocka_unit_test(config_map_over_one_mebibyte_is_refused),
		cmocka_unit_test(validation_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
