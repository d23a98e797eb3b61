/* SPDX-License-Identifier: Apache-2.0 */
/* Sends bookmarks on the real server's schedule: once a minute, and shortly before timeoutSeconds
 * ends.
 *
 * The real server's timers use buckets of one second that fire a little early. Before the end of a
 * watch it usually sends one bookmark just before "deadline - 2 s". That moment is still in the
 * future, so a second one follows one bucket later. */
#include "fakeapi/watch/watch.h"

enum { PERIOD_S = 60, BEFORE_END_S = 2 };

#define EARLY_NS  (150 * NS_PER_MS)
#define BUCKET_NS (1100 * NS_PER_MS)

int64_t fakeapi__bookmark_next(const struct fakeapi__watch *w, int64_t now_ns)
{
	int64_t every = w->core->opt.bookmark_every_ns;
	int64_t periodic = time_add(now_ns, every ? every : PERIOD_S * NS_PER_S);
	int64_t before_end = w->deadline_ns - BEFORE_END_S * NS_PER_S;

	if (every)
		return periodic;

	if (before_end <= now_ns || before_end >= periodic)
		return periodic;
	if (before_end - EARLY_NS > now_ns)
		return before_end - EARLY_NS;
	return time_add(now_ns, BUCKET_NS);
}

/* Members that Go prints even when empty. */
static const struct {
	const char *group, *resource, *members; /* "autoscaling/v1": for that version only */
} zeros[] = {
	{ "", "pods", ",\"spec\":{\"containers\":null},\"status\":{}" },
	{ "", "services", ",\"spec\":{},\"status\":{\"loadBalancer\":{}}" },
	{ "", "nodes",
	  ",\"spec\":{},\"status\":{\"daemonEndpoints\":{\"kubeletEndpoint\":{\"Port\":0}},"
	  "\"nodeInfo\":{\"machineID\":\"\",\"systemUUID\":\"\",\"bootID\":\"\",\"kernelVersion\":"
	  "\"\",\"osImage\":\"\",\"containerRuntimeVersion\":\"\",\"kubeletVersion\":\"\","
	  "\"kubeProxyVersion\":\"\",\"operatingSystem\":\"\",\"architecture\":\"\"}}" },
	{ "", "namespaces", ",\"spec\":{},\"status\":{}" },
	{ "", "persistentvolumes", ",\"spec\":{},\"status\":{}" },
	{ "", "persistentvolumeclaims", ",\"spec\":{\"resources\":{}},\"status\":{}" },
	{ "", "replicationcontrollers", ",\"spec\":{},\"status\":{\"replicas\":0}" },
	{ "", "resourcequotas", ",\"spec\":{},\"status\":{}" },
	{ "", "limitranges", ",\"spec\":{\"limits\":null}" },
	{ "", "podtemplates", ",\"template\":{\"metadata\":{},\"spec\":{\"containers\":null}}" },
	{ "", "events",
	  ",\"involvedObject\":{},\"source\":{},\"firstTimestamp\":null,\"lastTimestamp\":null,"
	  "\"eventTime\":null,\"reportingComponent\":\"\",\"reportingInstance\":\"\"" },
	{ "events.k8s.io", "events",
	  ",\"eventTime\":null,\"regarding\":{},\"deprecatedSource\":{},"
	  "\"deprecatedFirstTimestamp\":null,\"deprecatedLastTimestamp\":null" },
	{ "apps", "deployments",
	  ",\"spec\":{\"replicas\":0,\"selector\":null,\"template\":{\"metadata\":{},\"spec\":{"
	  "\"containers\":null}},\"strategy\":{}},\"status\":{}" },
	{ "apps", "replicasets",
	  ",\"spec\":{\"replicas\":0,\"selector\":null,\"template\":{\"metadata\":{},\"spec\":{"
	  "\"containers\":null}}},\"status\":{\"replicas\":0}" },
	{ "apps", "statefulsets",
	  ",\"spec\":{\"replicas\":0,\"selector\":null,\"template\":{\"metadata\":{},\"spec\":{"
	  "\"containers\":null}},\"serviceName\":\"\",\"updateStrategy\":{}},\"status\":{"
	  "\"replicas\":0,\"availableReplicas\":0}" },
	{ "apps", "daemonsets",
	  ",\"spec\":{\"selector\":null,\"template\":{\"metadata\":{},\"spec\":{\"containers\":"
	  "null}},\"updateStrategy\":{}},\"status\":{\"currentNumberScheduled\":0,"
	  "\"numberMisscheduled\":0,\"desiredNumberScheduled\":0,\"numberReady\":0}" },
	{ "apps", "controllerrevisions", ",\"data\":null,\"revision\":0" },
	{ "batch", "jobs",
	  ",\"spec\":{\"template\":{\"metadata\":{},\"spec\":{\"containers\":null}}},\"status\":{"
	  "}" },
	{ "batch", "cronjobs",
	  ",\"spec\":{\"schedule\":\"\",\"jobTemplate\":{\"metadata\":{},\"spec\":{\"template\":{"
	  "\"metadata\":{},\"spec\":{\"containers\":null}}}}},\"status\":{}" },
	{ "autoscaling/v1", "horizontalpodautoscalers",
	  ",\"spec\":{\"scaleTargetRef\":{\"kind\":\"\",\"name\":\"\"},\"maxReplicas\":0},"
	  "\"status\":{\"currentReplicas\":0,\"desiredReplicas\":0}" },
	{ "autoscaling", "horizontalpodautoscalers",
	  ",\"spec\":{\"scaleTargetRef\":{\"kind\":\"\",\"name\":\"\"},\"maxReplicas\":0},"
	  "\"status\":{\"desiredReplicas\":0,\"currentMetrics\":null}" },
	{ "coordination.k8s.io", "leases", ",\"spec\":{}" },
	{ "discovery.k8s.io", "endpointslices",
	  ",\"addressType\":\"\",\"endpoints\":null,\"ports\":null" },
	{ "networking.k8s.io", "ingresses", ",\"spec\":{},\"status\":{\"loadBalancer\":{}}" },
	{ "networking.k8s.io", "networkpolicies", ",\"spec\":{\"podSelector\":{}}" },
	{ "networking.k8s.io", "ingressclasses", ",\"spec\":{}" },
	{ "networking.k8s.io", "ipaddresses", ",\"spec\":{}" },
	{ "networking.k8s.io", "servicecidrs", ",\"spec\":{},\"status\":{}" },
	{ "policy", "poddisruptionbudgets",
	  ",\"spec\":{},\"status\":{\"disruptionsAllowed\":0,\"currentHealthy\":0,"
	  "\"desiredHealthy\":0,\"expectedPods\":0}" },
	{ "rbac.authorization.k8s.io", "roles", ",\"rules\":null" },
	{ "rbac.authorization.k8s.io", "clusterroles", ",\"rules\":null" },
	{ "rbac.authorization.k8s.io", "rolebindings",
	  ",\"roleRef\":{\"apiGroup\":\"\",\"kind\":\"\",\"name\":\"\"}" },
	{ "rbac.authorization.k8s.io", "clusterrolebindings",
	  ",\"roleRef\":{\"apiGroup\":\"\",\"kind\":\"\",\"name\":\"\"}" },
	{ "scheduling.k8s.io", "priorityclasses", ",\"value\":0" },
	{ "storage.k8s.io", "storageclasses", ",\"provisioner\":\"\"" },
	{ "storage.k8s.io", "csidrivers", ",\"spec\":{}" },
	{ "storage.k8s.io", "csinodes", ",\"spec\":{\"drivers\":null}" },
	{ "storage.k8s.io", "csistoragecapacities", ",\"storageClassName\":\"\"" },
	{ "storage.k8s.io", "volumeattachments",
	  ",\"spec\":{\"attacher\":\"\",\"source\":{},\"nodeName\":\"\"},\"status\":{\"attached\":"
	  "false}" },
	{ "storage.k8s.io", "volumeattributesclasses", ",\"driverName\":\"\"" },
	{ "node.k8s.io", "runtimeclasses", ",\"handler\":\"\"" },
	{ "certificates.k8s.io", "certificatesigningrequests",
	  ",\"spec\":{\"request\":null,\"signerName\":\"\"},\"status\":{}" },
	{ "apiextensions.k8s.io", "customresourcedefinitions",
	  ",\"spec\":{\"group\":\"\",\"names\":{\"plural\":\"\",\"kind\":\"\"},\"scope\":\"\","
	  "\"versions\":null},\"status\":{\"conditions\":null,\"acceptedNames\":{\"plural\":\"\","
	  "\"kind\":\"\"},\"storedVersions\":null}" },
	{ "apiregistration.k8s.io", "apiservices",
	  ",\"spec\":{\"groupPriorityMinimum\":0,\"versionPriority\":0},\"status\":{}" },
	{ "flowcontrol.apiserver.k8s.io", "flowschemas",
	  ",\"spec\":{\"priorityLevelConfiguration\":{\"name\":\"\"},\"matchingPrecedence\":0},"
	  "\"status\":{}" },
	{ "flowcontrol.apiserver.k8s.io", "prioritylevelconfigurations",
	  ",\"spec\":{\"type\":\"\"},\"status\":{}" },
	{ "admissionregistration.k8s.io", "validatingadmissionpolicies",
	  ",\"spec\":{},\"status\":{}" },
	{ "admissionregistration.k8s.io", "validatingadmissionpolicybindings", ",\"spec\":{}" },
	{ "resource.k8s.io/v1", "deviceclasses", ",\"spec\":{}" },
	{ "resource.k8s.io/v1", "resourceclaims",
	  ",\"spec\":{\"devices\":{\"requests\":null}},\"status\":{}" },
	{ "resource.k8s.io/v1", "resourceclaimtemplates",
	  ",\"spec\":{\"metadata\":{},\"spec\":{\"devices\":{\"requests\":null}}}" },
	{ "resource.k8s.io/v1", "resourceslices",
	  ",\"spec\":{\"driver\":\"\",\"pool\":{\"name\":\"\",\"generation\":0,"
	  "\"resourceSliceCount\":0},"
	  "\"devices\":null}" },
};

static bool is_group_of(const char *group, const struct fakeapi__resource *res)
{
	size_t n = strlen(res->group);

	return strncmp(group, res->group, n) == 0 &&
	       (!group[n] || (group[n] == '/' && strcmp(group + n + 1, res->version) == 0));
}

const char *fakeapi__bookmark_zero(const struct fakeapi__resource *res)
{
	for (size_t i = 0; i < ARRAY_LEN(zeros); i++)
		if (is_group_of(zeros[i].group, res) &&
		    strcmp(zeros[i].resource, res->resource) == 0)
			return zeros[i].members;
	return "";
}
