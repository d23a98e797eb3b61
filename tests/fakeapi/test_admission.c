/* SPDX-License-Identifier: Apache-2.0 */
/* Admission plug-ins by their names: what each fills in and refuses, in the words of the plug-ins
 * of Kubernetes 1.34.4 (plugin/pkg/admission, pod-security-admission). */
#include "tests/kit/testing.h"

#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"

#define NS	  "/api/v1/namespaces/default/"
#define BIT(name) (UINT64_C(1) << FAKEAPI_PLUGIN_##name)

static void open_kit(struct kit *k, bool cluster, uint64_t on, uint64_t off)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.cluster = cluster,
					.plugins_on = on,
					.plugins_off = off };

	kit_open(k, &opt);
}

struct step {
	const char *method, *uri, *body;
	int status;
	const char *path, *text; /* a string in the answer; path NULL: not looked at */
};

static void take(struct kit *k, const struct step *steps, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(steps[i].method, "PATCH") == 0)
			k->content_type = "application/merge-patch+json";
		if (kit_do(k, steps[i].method, steps[i].uri, steps[i].body) != steps[i].status)
			print_message("step %zu: %s\n", i, k->body.ptr);
		k->content_type = NULL;
		assert_int_equal(k->status, steps[i].status);
		if (steps[i].path)
			assert_string_equal(kit_at(k, steps[i].path), steps[i].text);
	}
}

#define TAKE(k, steps) take(k, steps, ARRAY_LEN(steps))

#define POD(name, spec)                                                                            \
	"{\"metadata\":{\"name\":\"" name "\"},\"spec\":{" spec                                    \
	"\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"

/* --- names ---------------------------------------------------------------------------------- */

static void unknown_plugin_name_is_an_error_with_a_suggestion(void **state)
{
	struct relist_err err = { 0 };
	uint64_t bits;

	(void)state;
	assert_int_equal(fakeapi__plugins_parse("LimitRanger,Priority", "enable-admission-plugins",
						&bits, &err),
			 0);
	assert_true(bits == (BIT(LimitRanger) | BIT(Priority)));
	assert_int_equal(fakeapi__plugins_parse("ResourceQuotas", "enable-admission-plugins", &bits,
						&err),
			 RELIST_EINVAL);
	assert_string_equal(err.msg,
			    "enable-admission-plugins plugin \"ResourceQuotas\" is unknown "
			    "(did you mean \"ResourceQuota\"?)");
	assert_int_equal(fakeapi__plugins_apart(BIT(Priority), BIT(Priority), &err), RELIST_EINVAL);
	assert_string_equal(err.msg, "[Priority] in enable-admission-plugins and "
				     "disable-admission-plugins overlapped");
}

static void plugin_is_on_by_default_or_by_option(void **state)
{
	struct fakeapi__options opt = { 0 };

	(void)state;
	assert_true(fakeapi__plugin_on(NULL, FAKEAPI_PLUGIN_LimitRanger));
	assert_false(fakeapi__plugin_on(&opt, FAKEAPI_PLUGIN_ServiceAccount));
	opt.cluster = true;
	assert_true(fakeapi__plugin_on(&opt, FAKEAPI_PLUGIN_ServiceAccount));
	opt.plugins_off = BIT(ServiceAccount);
	opt.plugins_on = BIT(AlwaysDeny);
	assert_false(fakeapi__plugin_on(&opt, FAKEAPI_PLUGIN_ServiceAccount));
	assert_true(fakeapi__plugin_on(&opt, FAKEAPI_PLUGIN_AlwaysDeny));
}

static void disabled_plugins_do_not_reject_requests(void **state)
{
	static const struct step steps[] = {
		{ "POST", NS "pods", POD("p", "\"priorityClassName\":\"none\","), 201,
		  "spec.priorityClassName", "none" },
		{ "POST", "/api/v1/namespaces/nowhere/pods", POD("p", ""), 201, NULL, NULL },
	};
	struct kit k;

	(void)state;
	open_kit(&k, true, 0, BIT(Priority) | BIT(NamespaceLifecycle) | BIT(ServiceAccount));
	TAKE(&k, steps);
	kit_close(&k);
}

/* --- ServiceAccount --------------------------------------------------------------------------- */

static void pod_needs_an_existing_service_account_and_gets_its_token_volume(void **state)
{
	static const struct step before[] = {
		{ "POST", NS "pods", POD("p", ""), 403, "message",
		  "pods \"p\" is forbidden: error looking up service account default/default: "
		  "serviceaccount \"default\" not found" },
		{ "POST", NS "serviceaccounts",
		  "{\"metadata\":{\"name\":\"default\"},\"imagePullSecrets\":[{\"name\":\"reg\"}]}",
		  201, NULL, NULL },
		{ "POST", NS "pods", POD("p", ""), 201, "spec.serviceAccountName", "default" },
	};
	static const struct step after[] = {
		{ "POST", NS "pods", POD("q", "\"automountServiceAccountToken\":false,"), 201, NULL,
		  NULL },
		{ "POST", NS "pods", POD("r", "\"serviceAccountName\":\"other\","), 403, "message",
		  "pods \"r\" is forbidden: error looking up service account default/other: "
		  "serviceaccount \"other\" not found" },
	};
	const cJSON *spec, *volume;
	struct kit k;

	(void)state;
	open_kit(&k, true, 0, 0);
	TAKE(&k, before);
	spec = fakeapi__member(k.json, "spec");
	volume = cJSON_GetArrayItem(fakeapi__member(spec, "volumes"), 0);
	assert_memory_equal(fakeapi__string(volume, "name"), "kube-api-access-", 16);
	assert_int_equal(strlen(fakeapi__string(volume, "name")), 21);
	assert_string_equal(
	    fakeapi__string(
		cJSON_GetArrayItem(
		    fakeapi__member(cJSON_GetArrayItem(fakeapi__member(spec, "containers"), 0),
				    "volumeMounts"),
		    0),
		"mountPath"),
	    "/var/run/secrets/kubernetes.io/serviceaccount");
	assert_string_equal(
	    fakeapi__string(cJSON_GetArrayItem(fakeapi__member(spec, "imagePullSecrets"), 0),
			    "name"),
	    "reg");
	take(&k, after, 1);
	assert_null(fakeapi__dig(k.json, "spec", "volumes", NULL));
	take(&k, after + 1, 1);
	kit_close(&k);
}

static void annotated_account_restricts_pods_to_its_listed_secrets(void **state)
{
	static const struct step steps[] = {
		{ "POST", NS "serviceaccounts",
		  "{\"metadata\":{\"name\":\"default\",\"annotations\":{\"kubernetes.io/"
		  "enforce-mountable-secrets\":\"true\"}},\"secrets\":[{\"name\":\"ours\"}]}",
		  201, NULL, NULL },
		{ "POST", NS "pods",
		  POD("p",
		      "\"volumes\":[{\"name\":\"v\",\"secret\":{\"secretName\":\"theirs\"}}],"),
		  403, "message",
		  "pods \"p\" is forbidden: volume with secret.secretName=\"theirs\" is not "
		  "allowed "
		  "because service account default does not reference that secret" },
		{ "POST", NS "pods",
		  POD("p", "\"volumes\":[{\"name\":\"v\",\"secret\":{\"secretName\":\"ours\"}}],"),
		  201, NULL, NULL },
	};
	struct kit k;

	(void)state;
	open_kit(&k, true, 0, 0);
	TAKE(&k, steps);
	kit_close(&k);
}

/* --- classes and storage ---------------------------------------------------------------------- */

#define CLASSES "/apis/storage.k8s.io/v1/storageclasses"
#define CLAIM(name, more)                                                                          \
	"{\"metadata\":{\"name\":\"" name                                                          \
	"\"},\"spec\":{\"accessModes\":[\"ReadWriteOnce\"]," more                                  \
	"\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}"

static void claim_without_a_class_gets_the_default_one(void **state)
{
	static const struct step steps[] = {
		{ "POST", NS "persistentvolumeclaims", CLAIM("a", ""), 201, "spec.storageClassName",
		  "" },
		{ "POST", CLASSES,
		  "{\"metadata\":{\"name\":\"fast\",\"annotations\":{\"storageclass.kubernetes.io/"
		  "is-default-class\":\"true\"}},\"provisioner\":\"x\"}",
		  201, NULL, NULL },
		{ "POST", NS "persistentvolumeclaims", CLAIM("b", ""), 201, "spec.storageClassName",
		  "fast" },
		{ "POST", NS "persistentvolumeclaims", CLAIM("c", "\"storageClassName\":\"\","),
		  201, "spec.storageClassName", "" },
	};
	struct kit k;

	(void)state;
	open_kit(&k, false, 0, 0);
	TAKE(&k, steps);
	kit_close(&k);
}

static void ingress_without_a_class_gets_the_default_one(void **state)
{
	static const struct step steps[] = {
		{ "POST", "/apis/networking.k8s.io/v1/ingressclasses",
		  "{\"metadata\":{\"name\":\"nginx\",\"annotations\":{\"ingressclass.kubernetes.io/"
		  "is-default-class\":\"true\"}},\"spec\":{\"controller\":\"x.io/y\"}}",
		  201, NULL, NULL },
		{ "POST", "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
		  "{\"metadata\":{\"name\":\"i\"},\"spec\":{\"defaultBackend\":{\"service\":{"
		  "\"name\":\"s\",\"port\":{\"number\":80}}}}}",
		  201, "spec.ingressClassName", "nginx" },
		{ "POST", "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
		  "{\"metadata\":{\"name\":\"j\",\"annotations\":{\"kubernetes.io/"
		  "ingress.class\":\"x\"}},\"spec\":{\"defaultBackend\":{\"service\":{\"name\":"
		  "\"s\",\"port\":{\"number\":80}}}}}",
		  201, "spec.ingressClassName", "" },
	};
	struct kit k;

	(void)state;
	open_kit(&k, false, 0, 0);
	TAKE(&k, steps);
	kit_close(&k);
}

static void claims_have_a_protection_finalizer_only_in_a_cluster(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k, false, 0, 0);
	assert_int_equal(kit_do(&k, "POST", NS "persistentvolumeclaims", CLAIM("a", "")), 201);
	assert_null(fakeapi__dig(k.json, "metadata", "finalizers", NULL));
	kit_close(&k);
	open_kit(&k, true, 0, 0);
	assert_int_equal(kit_do(&k, "POST", NS "persistentvolumeclaims", CLAIM("a", "")), 201);
	assert_string_equal(cJSON_GetArrayItem(fakeapi__dig(k.json, "metadata", "finalizers", NULL),
					       0)
				->valuestring,
			    "kubernetes.io/pvc-protection");
	assert_int_equal(kit_do(&k, "DELETE", NS "persistentvolumeclaims/a", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", NS "persistentvolumeclaims/a", NULL), 200);
	kit_close(&k);
}

static void claim_can_grow_if_its_class_allows_expansion(void **state)
{
	static const char bigger[] =
	    "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"2Gi\"}}}}";
	static const struct step steps[] = {
		{ "POST", CLASSES, "{\"metadata\":{\"name\":\"fixed\"},\"provisioner\":\"x\"}", 201,
		  NULL, NULL },
		{ "POST", CLASSES,
		  "{\"metadata\":{\"name\":\"grows\"},\"provisioner\":\"x\","
		  "\"allowVolumeExpansion\":true}",
		  201, NULL, NULL },
		{ "POST", NS "persistentvolumeclaims",
		  CLAIM("f", "\"storageClassName\":\"fixed\","), 201, NULL, NULL },
		{ "POST", NS "persistentvolumeclaims",
		  CLAIM("g", "\"storageClassName\":\"grows\","), 201, NULL, NULL },
		{ "PATCH", NS "persistentvolumeclaims/f/status",
		  "{\"status\":{\"phase\":\"Bound\"}}", 200, NULL, NULL },
		{ "PATCH", NS "persistentvolumeclaims/f", bigger, 403, "message",
		  "persistentvolumeclaims \"f\" is forbidden: only dynamically provisioned pvc can "
		  "be resized and the storageclass that provisions the pvc must support resize" },
		{ "PATCH", NS "persistentvolumeclaims/g/status",
		  "{\"status\":{\"phase\":\"Bound\"}}", 200, NULL, NULL },
		{ "PATCH", NS "persistentvolumeclaims/g", bigger, 200,
		  "spec.resources.requests.storage", "2Gi" },
	};
	struct kit k;

	(void)state;
	open_kit(&k, false, 0, 0);
	TAKE(&k, steps);
	kit_close(&k);
}

/* --- RuntimeClass ----------------------------------------------------------------------------- */

static void pod_takes_overhead_and_scheduling_of_its_runtime_class(void **state)
{
	static const struct step steps[] = {
		{ "POST", NS "pods", POD("p", "\"runtimeClassName\":\"none\","), 403, "message",
		  "pods \"p\" is forbidden: pod rejected: RuntimeClass \"none\" not found" },
		{ "POST", NS "pods", POD("p", "\"overhead\":{\"cpu\":\"1\"},"), 403, "message",
		  "pods \"p\" is forbidden: pod rejected: Pod Overhead set without corresponding "
		  "RuntimeClass defined Overhead" },
		{ "POST", "/apis/node.k8s.io/v1/runtimeclasses",
		  "{\"metadata\":{\"name\":\"kata\"},\"handler\":\"h\",\"overhead\":{\"podFixed\":{"
		  "\"cpu\":\"10m\"}},\"scheduling\":{\"nodeSelector\":{\"a\":\"b\"},"
		  "\"tolerations\":[{\"key\":\"k\",\"operator\":\"Exists\",\"effect\":"
		  "\"NoSchedule\"}]}}",
		  201, NULL, NULL },
		{ "POST", NS "pods", POD("p", "\"runtimeClassName\":\"kata\","), 201,
		  "spec.overhead.cpu", "10m" },
		{ "GET", NS "pods/p", NULL, 200, "spec.nodeSelector.a", "b" },
		{ "POST", NS "pods",
		  POD("q", "\"runtimeClassName\":\"kata\",\"overhead\":{\"cpu\":\"1\"},"), 403,
		  "message",
		  "pods \"q\" is forbidden: pod rejected: Pod's Overhead doesn't match "
		  "RuntimeClass's defined Overhead" },
		{ "POST", NS "pods",
		  POD("q", "\"runtimeClassName\":\"kata\",\"nodeSelector\":{\"a\":\"c\"},"), 403,
		  "message",
		  "pods \"q\" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[a] = b; "
		  "pod.spec.nodeSelector[a] = c" },
	};
	struct kit k;

	(void)state;
	open_kit(&k, false, 0, 0);
	TAKE(&k, steps);
	kit_close(&k);
}

/* --- ResourceQuota ---------------------------------------------------------------------------- */

#define QUOTA(hard, used) "{\"status\":{\"hard\":{" hard "},\"used\":{" used "}}}"
#define BIG_POD(name, cpu)                                                                         \
	"{\"metadata\":{\"name\":\"" name                                                          \
	"\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{"            \
	"\"requests\":{\"cpu\":\"" cpu "\"}}}]}}"

static void quota_is_charged_until_it_is_exhausted(void **state)
{
	static const struct step steps[] = {
		{ "POST", NS "resourcequotas",
		  "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"pods\":\"2\",\"cpu\":\"1\"}"
		  "}}",
		  201, NULL, NULL },
		{ "PATCH", NS "resourcequotas/q/status", "{\"status\":{\"hard\":{\"pods\":\"2\"}}}",
		  200, NULL, NULL },
		{ "POST", NS "pods", BIG_POD("a", "1"), 403, "message",
		  "pods \"a\" is forbidden: status unknown for quota: q, resources: pods" },
		{ "PATCH", NS "resourcequotas/q/status",
		  QUOTA("\"cpu\":\"1\",\"pods\":\"2\"", "\"cpu\":\"0\",\"pods\":\"0\""), 200, NULL,
		  NULL },
		{ "POST", NS "pods", POD("a", ""), 403, "message",
		  "pods \"a\" is forbidden: failed quota: q: must specify cpu for: c" },
		{ "POST", NS "pods?dryRun=All", BIG_POD("a", "600m"), 201, NULL, NULL },
		{ "GET", NS "resourcequotas/q", NULL, 200, "status.used.cpu", "0" },
		{ "POST", NS "pods", BIG_POD("a", "600m"), 201, NULL, NULL },
		{ "GET", NS "resourcequotas/q", NULL, 200, "status.used.cpu", "600m" },
		{ "GET", NS "resourcequotas/q", NULL, 200, "status.used.pods", "1" },
		{ "POST", NS "pods", BIG_POD("a", "100m"), 409, NULL, NULL },
		{ "POST", NS "pods", BIG_POD("b", "500m"), 403, "message",
		  "pods \"b\" is forbidden: exceeded quota: q, requested: cpu=500m, used: "
		  "cpu=600m, "
		  "limited: cpu=1" },
		{ "POST", NS "pods", BIG_POD("b", "400m"), 201, NULL, NULL },
		{ "GET", NS "resourcequotas/q", NULL, 200, "status.used.cpu", "1" },
		{ "POST", NS "pods", BIG_POD("d", "1"), 403, "message",
		  "pods \"d\" is forbidden: exceeded quota: q, requested: cpu=1,pods=1, used: "
		  "cpu=1,pods=2, limited: cpu=1,pods=2" },
	};
	struct kit k;

	(void)state;
	open_kit(&k, false, 0, 0);
	TAKE(&k, steps);
	kit_close(&k);
}

static void quota_counts_services_claims_and_other_objects(void **state)
{
	static const struct step steps[] = {
		{ "POST", NS "resourcequotas",
		  "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"services.nodeports\":\"1\"}"
		  "}}",
		  201, NULL, NULL },
		{ "PATCH", NS "resourcequotas/q/status",
		  QUOTA("\"services.nodeports\":\"1\",\"requests.storage\":\"1Gi\",\"count/"
			"deployments.apps\":\"0\",\"configmaps\":\"9\"",
			"\"services.nodeports\":\"0\",\"requests.storage\":\"0\",\"count/"
			"deployments.apps\":\"0\",\"configmaps\":\"0\""),
		  200, NULL, NULL },
		{ "POST", NS "services",
		  "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[{\"port\":80}]}}", 201, NULL,
		  NULL },
		{ "PATCH", NS "services/s", "{\"spec\":{\"type\":\"NodePort\"}}", 200, NULL, NULL },
		{ "POST", NS "services",
		  "{\"metadata\":{\"name\":\"t\"},\"spec\":{\"type\":\"NodePort\",\"ports\":[{"
		  "\"port\":80}]}}",
		  403, "message",
		  "services \"t\" is forbidden: exceeded quota: q, requested: "
		  "services.nodeports=1, "
		  "used: services.nodeports=1, limited: services.nodeports=1" },
		{ "POST", NS "persistentvolumeclaims", CLAIM("a", ""), 201, NULL, NULL },
		{ "POST", NS "persistentvolumeclaims", CLAIM("b", ""), 403, "message",
		  "persistentvolumeclaims \"b\" is forbidden: exceeded quota: q, requested: "
		  "requests.storage=1Gi, used: requests.storage=1Gi, limited: "
		  "requests.storage=1Gi" },
		{ "POST", "/apis/apps/v1/namespaces/default/deployments",
		  "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"selector\":{\"matchLabels\":{\"a\":"
		  "\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{"
		  "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}",
		  403, "message",
		  "deployments.apps \"d\" is forbidden: exceeded quota: q, requested: "
		  "count/deployments.apps=1, used: count/deployments.apps=0, limited: "
		  "count/deployments.apps=0" },
		{ "POST", NS "configmaps", "{\"metadata\":{\"name\":\"m\"}}", 201, NULL, NULL },
		{ "GET", NS "resourcequotas/q", NULL, 200, "status.used.configmaps", "1" },
	};
	struct kit k;

	(void)state;
	open_kit(&k, false, 0, 0);
	TAKE(&k, steps);
	kit_close(&k);
}

static void quota_counts_only_objects_in_its_scopes(void **state)
{
	static const struct step steps[] = {
		{ "POST", NS "resourcequotas",
		  "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":{\"pods\":\"0\"},\"scopes\":["
		  "\"BestEffort\"]}}",
		  201, NULL, NULL },
		{ "PATCH", NS "resourcequotas/q/status", QUOTA("\"pods\":\"0\"", "\"pods\":\"0\""),
		  200, NULL, NULL },
		{ "POST", NS "pods", BIG_POD("a", "1"), 201, NULL, NULL },
		{ "POST", NS "pods", POD("b", ""), 403, "message",
		  "pods \"b\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=0, "
		  "limited: pods=0" },
	};
	struct kit k;

	(void)state;
	open_kit(&k, false, 0, 0);
	TAKE(&k, steps);
	kit_close(&k);
}

/* --- PodSecurity ------------------------------------------------------------------------------ */

static void namespace_label_enforces_a_pod_security_level(void **state)
{
	static const struct {
		const char *level, *pod, *message;
	} cases[] = {
		{ "baseline", POD("p", ""), NULL },
		{ "baseline", POD("p", "\"hostNetwork\":true,\"hostPID\":true,"),
		  "pods \"p\" is forbidden: violates PodSecurity \"baseline:latest\": host "
		  "namespaces (hostNetwork=true, hostPID=true)" },
		{ "baseline",
		  "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\","
		  "\"image\":\"i\",\"securityContext\":{\"privileged\":true,\"capabilities\":{"
		  "\"add\":[\"NET_ADMIN\",\"CHOWN\"]}},\"ports\":[{\"containerPort\":80,"
		  "\"hostPort\":"
		  "80}]}]}}",
		  "pods \"p\" is forbidden: violates PodSecurity \"baseline:latest\": non-default "
		  "capabilities (container \"c\" must not include \"NET_ADMIN\" in "
		  "securityContext.capabilities.add), hostPort (container \"c\" uses hostPort 80), "
		  "privileged (container \"c\" must not set securityContext.privileged=true)" },
		{ "baseline",
		  POD("p", "\"volumes\":[{\"name\":\"h\",\"hostPath\":{\"path\":\"/\"}}],"),
		  "pods \"p\" is forbidden: violates PodSecurity \"baseline:latest\": hostPath "
		  "volumes (volume \"h\")" },
		{ "baseline",
		  POD("p",
		      "\"securityContext\":{\"sysctls\":[{\"name\":\"kernel.msgmax\",\"value\":"
		      "\"1\"}],\"seLinuxOptions\":{\"type\":\"t\",\"user\":\"u\"},"
		      "\"seccompProfile\":{\"type\":\"Unconfined\"}},"),
		  "pods \"p\" is forbidden: violates PodSecurity \"baseline:latest\": "
		  "seLinuxOptions "
		  "(pod set forbidden securityContext.seLinuxOptions: type \"t\"; user may not be "
		  "set), seccompProfile (pod must not set securityContext.seccompProfile.type to "
		  "\"Unconfined\"), forbidden sysctls (kernel.msgmax)" },
		{ "restricted", POD("p", ""),
		  "pods \"p\" is forbidden: violates PodSecurity \"restricted:latest\": "
		  "allowPrivilegeEscalation != false (container \"c\" must set "
		  "securityContext.allowPrivilegeEscalation=false), unrestricted capabilities "
		  "(container \"c\" must set securityContext.capabilities.drop=[\"ALL\"]), "
		  "runAsNonRoot != true (pod or container \"c\" must set "
		  "securityContext.runAsNonRoot=true), seccompProfile (pod or container \"c\" must "
		  "set "
		  "securityContext.seccompProfile.type to \"RuntimeDefault\" or \"Localhost\")" },
		{ "restricted",
		  "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"securityContext\":{\"runAsNonRoot\":"
		  "true,\"seccompProfile\":{\"type\":\"RuntimeDefault\"}},\"containers\":[{"
		  "\"name\":"
		  "\"c\",\"image\":\"i\",\"securityContext\":{\"allowPrivilegeEscalation\":false,"
		  "\"capabilities\":{\"drop\":[\"ALL\"]}}}]}}",
		  NULL },
	};
	struct kit k;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF ns = STRBUF_INIT;

		open_kit(&k, false, 0, 0);
		strbuf_addf(
		    &ns,
		    "{\"metadata\":{\"name\":\"safe\",\"labels\":{\"pod-security.kubernetes."
		    "io/enforce\":\"%s\"}}}",
		    cases[i].level);
		assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces", ns.ptr), 201);
		kit_do(&k, "POST", "/api/v1/namespaces/safe/pods", cases[i].pod);
		if (cases[i].message)
			assert_string_equal(kit_at(&k, "message"), cases[i].message);
		assert_int_equal(k.status, cases[i].message ? 403 : 201);
		kit_close(&k);
	}
}

static void invalid_pod_security_labels_are_refused(void **state)
{
	static const struct step steps[] = {
		{ "POST", "/api/v1/namespaces",
		  "{\"metadata\":{\"name\":\"safe\",\"labels\":{\"pod-security.kubernetes.io/"
		  "enforce\":\"none\"}}}",
		  422, "message",
		  "Namespace \"safe\" is invalid: "
		  "metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: \"none\": "
		  "must "
		  "be one of privileged, baseline, restricted" },
		{ "POST", "/api/v1/namespaces",
		  "{\"metadata\":{\"name\":\"safe\",\"labels\":{\"pod-security.kubernetes.io/"
		  "warn-version\":\"v1.01\"}}}",
		  422, "message",
		  "Namespace \"safe\" is invalid: "
		  "metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "
		  "\"v1.01\": must be \"latest\" or \"v1.x\"" },
	};
	struct kit k;

	(void)state;
	open_kit(&k, false, 0, 0);
	TAKE(&k, steps);
	kit_close(&k);
}

/* --- certificates ----------------------------------------------------------------------------- */

static void certificate_request_for_system_masters_is_refused(void **state)
{
	/* A PKCS #10 request for CN=x, O=system:masters. */
	static const char request[] =
	    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIZk1JR0hBZ0VBTUNVeENqQUlCZ05WQkFN"
	    "TUFYZ3hGekFWQmdOVkJBb01Ebk41YzNSbGJUcHRZWE4wWlhKegpNRmt3RXdZSEtvWkl6ajBDQVFZSUtvWkl6"
	    "ajBEQVFjRFFnQUVVTmkwMy90Ulo2cDdsZlhnU1I1UGpERXhPbnROCjdOMVV5clR1N0FBV3RGdEY0NnhTNHEr"
	    "OWdjZEVUekpHbEQycGR2REY1V3JkV2QyTm5QT1YzU1N3UzZBQU1Bb0cKQ0NxR1NNNDlCQU1DQTBjQU1FUUNJ"
	    "Q3BIbmpNZ3BSNDdiOEtOZTgxWGU5Vzk4R0hDWDl3ZUhweDQ5Vm56S1pFSgpBaUJ5c0FicXN2U2Z3U082enZE"
	    "ZGtkSWh6MHlCYkUrVENjMGkzMi9teE0xSzd3PT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0t"
	    "Cg==";
	AUTO_STRBUF body = STRBUF_INIT;
	struct kit k;

	(void)state;
	strbuf_addf(&body,
		    "{\"metadata\":{\"name\":\"c\"},\"spec\":{\"request\":\"%s\",\"signerName\":"
		    "\"kubernetes.io/kube-apiserver-client\",\"usages\":[\"client auth\"]}}",
		    request);
	open_kit(&k, false, 0, 0);
	assert_int_equal(kit_do(&k, "POST",
				"/apis/certificates.k8s.io/v1/certificatesigningrequests",
				body.ptr),
			 403);
	assert_string_equal(
	    kit_at(&k, "message"),
	    "certificatesigningrequests.certificates.k8s.io \"c\" is forbidden: use "
	    "of kubernetes.io/kube-apiserver-client signer with system:masters group "
	    "is not allowed");
	kit_close(&k);
}

/* --- those that are off by default ---------------------------------------------------------- */

static void optional_plugins_work_when_enabled(void **state)
{
	static const struct {
		uint64_t on;
		struct step step;
	} cases[] = {
		{ BIT(AlwaysDeny),
		  { "POST", NS "configmaps", "{\"metadata\":{\"name\":\"m\"}}", 403, "message",
		    "configmaps \"m\" is forbidden: admission control is denying all "
		    "modifications" } },
		{ BIT(NamespaceAutoProvision),
		  { "POST", "/api/v1/namespaces/fresh/configmaps",
		    "{\"metadata\":{\"name\":\"m\"}}", 201, "metadata.namespace", "fresh" } },
		{ BIT(DenyServiceExternalIPs),
		  { "POST", NS "services",
		    "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"externalIPs\":[\"1.2.3.4\"],"
		    "\"ports\":[{\"port\":80}]}}",
		    403, "message",
		    "services \"s\" is forbidden: Use of external IPs is denied by admission "
		    "control" } },
		{ BIT(LimitPodHardAntiAffinityTopology),
		  { "POST", NS "pods",
		    POD("p", "\"affinity\":{\"podAntiAffinity\":{"
			     "\"requiredDuringSchedulingIgnoredDuringExecution\":[{\"topologyKey\":"
			     "\"zone\",\"labelSelector\":{}}]}},"),
		    403, "message",
		    "pods \"p\" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling "
		    "has "
		    "TopologyKey zone but only key kubernetes.io/hostname is allowed" } },
	};
	struct kit k;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		open_kit(&k, false, cases[i].on, 0);
		take(&k, &cases[i].step, 1);
		kit_close(&k);
	}
	open_kit(&k, false, BIT(AlwaysPullImages) | BIT(ExtendedResourceToleration), 0);
	assert_int_equal(
	    kit_do(&k, "POST", NS "pods",
		   "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":"
		   "\"c\",\"image\":\"i:1\",\"resources\":{\"requests\":{\"example.com/"
		   "gpu\":\"1\"},\"limits\":{\"example.com/gpu\":\"1\"}}}]}}"),
	    201);
	assert_non_null(strstr(k.body.ptr, "\"imagePullPolicy\":\"Always\""));
	assert_non_null(strstr(k.body.ptr, "{\"key\":\"example.com/gpu\",\"operator\":\"Exists\","
					   "\"effect\":\"NoSchedule\"}"));
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unknown_plugin_name_is_an_error_with_a_suggestion),
		cmocka_unit_test(plugin_is_on_by_default_or_by_option),
		cmocka_unit_test(disabled_plugins_do_not_reject_requests),
		cmocka_unit_test(pod_needs_an_existing_service_account_and_gets_its_token_volume),
		cmocka_unit_test(annotated_account_restricts_pods_to_its_listed_secrets),
		cmocka_unit_test(claim_without_a_class_gets_the_default_one),
		cmocka_unit_test(ingress_without_a_class_gets_the_default_one),
		cmocka_unit_test(claims_have_a_protection_finalizer_only_in_a_cluster),
		cmocka_unit_test(claim_can_grow_if_its_class_allows_expansion),
		cmocka_unit_test(pod_takes_overhead_and_scheduling_of_its_runtime_class),
		cmocka_unit_test(quota_is_charged_until_it_is_exhausted),
		cmocka_unit_test(quota_counts_services_claims_and_other_objects),
		cmocka_unit_test(quota_counts_only_objects_in_its_scopes),
		cmocka_unit_test(namespace_label_enforces_a_pod_security_level),
		cmocka_unit_test(invalid_pod_security_labels_are_refused),
		cmocka_unit_test(certificate_request_for_system_masters_is_refused),
		cmocka_unit_test(optional_plugins_work_when_enabled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
