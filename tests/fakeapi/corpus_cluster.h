/* SPDX-License-Identifier: Apache-2.0 */
/* The cluster of test_corpus_made.c. */
/* What a cluster has that judges and changes what others write. */
static const struct {
	const char *path, *body;
} cluster[] = {
	{ "/apis/scheduling.k8s.io/v1/priorityclasses",
	  "{\"metadata\":{\"name\":\"high\"},\"value\":1000,\"globalDefault\":true,"
	  "\"preemptionPolicy\":\"Never\"}" },
	{ "/apis/node.k8s.io/v1/runtimeclasses",
	  "{\"metadata\":{\"name\":\"a\"},\"handler\":\"h\",\"overhead\":{\"podFixed\":{\"cpu\":"
	  "\"10m\"}},\"scheduling\":{\"nodeSelector\":{\"k\":\"v\"}}}" },
	{ "/apis/storage.k8s.io/v1/storageclasses",
	  "{\"metadata\":{\"name\":\"std\",\"annotations\":{\"storageclass.kubernetes.io/"
	  "is-default-class\":\"true\"}},\"provisioner\":\"e.com/p\"}" },
	{ "/apis/networking.k8s.io/v1/ingressclasses",
	  "{\"metadata\":{\"name\":\"ing\",\"annotations\":{\"ingressclass.kubernetes.io/"
	  "is-default-class\":\"true\"}},\"spec\":{\"controller\":\"e.com/c\"}}" },
	{ "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
	  "{\"metadata\":{\"name\":\"names\"},\"spec\":{\"matchConstraints\":{\"resourceRules\":["
	  "{\"apiGroups\":[\"*\"],\"apiVersions\":[\"*\"],\"operations\":[\"CREATE\",\"UPDATE\","
	  "\"DELETE\"],\"resources\":[\"*\"]}]},\"variables\":[{\"name\":\"n\",\"expression\":"
	  "\"request.operation == 'DELETE' ? oldObject.metadata : object.metadata\"}],"
	  "\"matchConditions\":[{\"name\":\"labelled\",\"expression\":\"request.operation == "
	  "'DELETE' || has(object.metadata.labels)\"}],\"validations\":[{\"expression\":"
	  "\"variables.n.name.size() < 20\",\"messageExpression\":\"'long: ' + "
	  "variables.n.name\",\"reason\":\"Invalid\"},{\"expression\":\"!has(object.spec) || "
	  "!has(object.spec.replicas) || object.spec.replicas < 3\",\"message\":\"many\"}]}}" },
	{ "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
	  "{\"metadata\":{\"name\":\"names\"},\"spec\":{\"policyName\":\"names\","
	  "\"validationActions\":[\"Deny\",\"Audit\"]}}" },
	{ "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
	  "{\"metadata\":{\"name\":\"warns\"},\"spec\":{\"failurePolicy\":\"Ignore\","
	  "\"matchConstraints\":{\"resourceRules\":[{\"apiGroups\":[\"\",\"apps\",\"batch\"],"
	  "\"apiVersions\":[\"v1\"],\"operations\":[\"*\"],\"resources\":[\"*\",\"*/scale\","
	  "\"pods/status\"],\"scope\":\"Namespaced\"}],\"excludeResourceRules\":[{\"apiGroups\":"
	  "[\"\"],\"apiVersions\":[\"v1\"],\"operations\":[\"*\"],\"resources\":[\"secrets\"],"
	  "\"resourceNames\":[\"a\"]}],\"objectSelector\":{\"matchExpressions\":[{\"key\":"
	  "\"tier\",\"operator\":\"NotIn\",\"values\":[\"a\"]}]}},\"validations\":[{"
	  "\"expression\":\"object.metadata.name == 'a' || object.spec.x > 1\"},{"
	  "\"expression\":\"authorizer.group('').resource('pods').check('get').allowed()\"},{"
	  "\"expression\":\"namespaceObject.metadata.labels.size() > 1\"}]}}" },
	{ "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
	  "{\"metadata\":{\"name\":\"warns\"},\"spec\":{\"policyName\":\"warns\","
	  "\"validationActions\":[\"Warn\"],\"matchResources\":{\"namespaceSelector\":{"
	  "\"matchLabels\":{\"watched\":\"yes\"}}}}}" },
	{ "/apis/admissionregistration.k8s.io/v1beta1/mutatingadmissionpolicies",
	  "{\"metadata\":{\"name\":\"marks\"},\"spec\":{\"reinvocationPolicy\":\"IfNeeded\","
	  "\"matchConstraints\":{\"resourceRules\":[{\"apiGroups\":[\"\",\"apps\"],"
	  "\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\"],\"resources\":[\"pods\","
	  "\"configmaps\",\"deployments\"]}]},\"matchConditions\":[{\"name\":\"new\","
	  "\"expression\":\"!has(object.metadata.annotations)\"}],\"mutations\":[{\"patchType\":"
	  "\"ApplyConfiguration\",\"applyConfiguration\":{\"expression\":\"Object{metadata: "
	  "Object.metadata{annotations: {'by': 'policy'}}}\"}},{\"patchType\":\"JSONPatch\","
	  "\"jsonPatch\":{\"expression\":\"[JSONPatch{op: 'add', path: '/metadata/labels', "
	  "value: {'a': 'b'}}]\"}}]}}" },
	{ "/apis/admissionregistration.k8s.io/v1beta1/mutatingadmissionpolicybindings",
	  "{\"metadata\":{\"name\":\"marks\"},\"spec\":{\"policyName\":\"marks\"}}" },
};

/* And each namespace of it. */
static const struct {
	const char *path, *body;
} in_namespace[] = {
	{ "limitranges",
	  "{\"metadata\":{\"name\":\"range\"},\"spec\":{\"limits\":[{\"type\":\"Container\","
	  "\"max\":{\"cpu\":\"2\"},\"min\":{\"cpu\":\"5m\"},\"default\":{\"cpu\":\"100m\"},"
	  "\"defaultRequest\":{\"cpu\":\"50m\"},\"maxLimitRequestRatio\":{\"cpu\":\"10\"}},{"
	  "\"type\":\"Pod\",\"max\":{\"memory\":\"1Gi\"}},{\"type\":\"PersistentVolumeClaim\","
	  "\"max\":{\"storage\":\"5Gi\"},\"min\":{\"storage\":\"1Gi\"}}]}}" },
	{ "resourcequotas",
	  "{\"metadata\":{\"name\":\"quota\"},\"spec\":{\"hard\":{\"pods\":\"3\","
	  "\"requests.cpu\":\"1\",\"limits.memory\":\"1Gi\",\"services\":\"2\","
	  "\"services.nodeports\":\"1\",\"count/configmaps\":\"4\",\"count/deployments.apps\":"
	  "\"2\",\"requests.storage\":\"4Gi\",\"secrets\":\"3\"}}}" },
	{ "resourcequotas",
	  "{\"metadata\":{\"name\":\"scoped\"},\"spec\":{\"hard\":{\"pods\":\"1\"},\"scopes\":["
	  "\"BestEffort\",\"NotTerminating\"]}}" },
	{ "serviceaccounts",
	  "{\"metadata\":{\"name\":\"a\"},\"secrets\":[{\"name\":\"a\"}],\"imagePullSecrets\":["
	  "{\"name\":\"p\"}],\"automountServiceAccountToken\":false}" },
};

static const char roles[] = "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/role%s";
static const char *const of_alice[][2] = {
	{ "s", "{\"metadata\":{\"name\":\"r\"},\"rules\":[{\"apiGroups\":[\"\"],\"resources\":["
	       "\"pods\",\"configmaps\"],\"verbs\":[\"*\"]},{\"apiGroups\":[\"apps\"],"
	       "\"resources\":[\"*/status\"],\"resourceNames\":[\"a\"],\"verbs\":[\"get\","
	       "\"update\"]}]}" },
	{ "bindings", "{\"metadata\":{\"name\":\"r\"},\"roleRef\":{\"apiGroup\":"
		      "\"rbac.authorization.k8s.io\",\"kind\":\"Role\",\"name\":\"r\"},"
		      "\"subjects\":[{\"kind\":\"User\",\"apiGroup\":\"rbac.authorization.k8s."
		      "io\",\"name\":\"alice\"}]}" },
};

static const char *const levels[] = {
	"restricted\",\"pod-security.kubernetes.io/enforce-version\":\"latest",
	"baseline\",\"pod-security.kubernetes.io/enforce-version\":\"v1.18",
	"privileged\",\"pod-security.kubernetes.io/warn\":\"restricted",
	"privileged",
	"restricted\",\"pod-security.kubernetes.io/enforce-version\":\"v1.21",
	"baseline\",\"pod-security.kubernetes.io/audit\":\"baseline",
};
