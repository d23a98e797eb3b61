/* SPDX-License-Identifier: Apache-2.0 */
/* bootstrap.c - creates the objects that a real server has from its start. */
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"

static const char *const first_objects[] = {
	"{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"kube-system\"}}",
	"{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"kube-public\"}}",
	"{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"default\"}}",
	"{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"kube-node-lease\"}"
	"}",
	"{\"kind\":\"Service\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"kubernetes\","
	"\"namespace\":\"default\",\"labels\":{\"component\":\"apiserver\",\"provider\":"
	"\"kubernetes\"}},\"spec\":{\"ports\":[{\"name\":\"https\",\"protocol\":\"TCP\",\"port\":"
	"443,"
	"\"targetPort\":6443}],\"clusterIP\":\"@API_IP@\",\"type\":"
	"\"ClusterIP\",\"sessionAffinity\":\"None\",\"ipFamilyPolicy\":"
	"\"SingleStack\",\"internalTrafficPolicy\":\"Cluster\"},\"status\":{\"loadBalancer\":{}}}",
	"{\"kind\":\"Endpoints\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"kubernetes\","
	"\"namespace\":\"default\",\"labels\":{\"endpointslice.kubernetes.io/skip-mirror\":\"true\""
	"}},\"subsets\":[{\"addresses\":[{\"ip\":\"192.0.2.1\"}],\"ports\":[{\"name\":\"https\","
	"\"port\":6443,\"protocol\":\"TCP\"}]}]}",
	"{\"kind\":\"EndpointSlice\",\"apiVersion\":\"discovery.k8s.io/v1\",\"metadata\":{\"name\":"
	"\"kubernetes\",\"namespace\":\"default\",\"labels\":{\"kubernetes.io/service-name\":"
	"\"kubernetes\"}},\"addressType\":\"IPv4\",\"endpoints\":[{\"addresses\":[\"192.0.2.1\"],"
	"\"conditions\":{\"ready\":true}}],\"ports\":[{\"name\":\"https\",\"protocol\":\"TCP\","
	"\"port\":6443}]}",
	"{\"kind\":\"ServiceCIDR\",\"apiVersion\":\"networking.k8s.io/v1\",\"metadata\":{\"name\":"
	"\"kubernetes\"},\"spec\":{\"cidrs\":[\"@SERVICE_IPS@\"]}}",
	"{\"kind\":\"PriorityClass\",\"apiVersion\":\"scheduling.k8s.io/"
	"v1\",\"metadata\":{\"name\":"
	"\"system-node-critical\"},\"value\":2000001000,\"description\":\"Used for system critical "
	"pods that must not be moved from their current node.\"}",
	"{\"kind\":\"PriorityClass\",\"apiVersion\":\"scheduling.k8s.io/"
	"v1\",\"metadata\":{\"name\":"
	"\"system-cluster-critical\"},\"value\":2000000000,\"description\":\"Used for system "
	"critical "
	"pods that must run in the cluster, but can be moved to another node if necessary.\"}",
	"{\"kind\":\"PriorityLevelConfiguration\",\"apiVersion\":\"flowcontrol.apiserver.k8"
	"s.io/v1\",\"metadata\":{\"name\":\"exempt\",\"annotations\":{\"apf.kubernetes.io/auto"
	"update-spec\":\"true\"}},\"spec\":{\"type\":\"Exempt\",\"exempt\":{\"nominalConcurrency"
	"Shares\":0,\"lendablePercent\":0}}}",
	"{\"kind\":\"PriorityLevelConfiguration\",\"apiVersion\":\"flowcontrol.apiserver.k8"
	"s.io/v1\",\"metadata\":{\"name\":\"catch-all\",\"annotations\":{\"apf.kubernetes.io/a"
	"utoupdate-spec\":\"true\"}},\"spec\":{\"type\":\"Limited\",\"limited\":{\"nominalConcur"
	"rencyShares\":5,\"limitResponse\":{\"type\":\"Reject\"},\"lendablePercent\":0}}}",
	"{\"kind\":\"FlowSchema\",\"apiVersion\":\"flowcontrol.apiserver.k8s.io/v1\",\"metada"
	"ta\":{\"name\":\"exempt\",\"annotations\":{\"apf.kubernetes.io/autoupdate-spec\":\"tr"
	"ue\"}},\"spec\":{\"priorityLevelConfiguration\":{\"name\":\"exempt\"},\"matchingPrece"
	"dence\":1,\"rules\":[{\"subjects\":[{\"kind\":\"Group\",\"group\":{\"name\":\"system:mast"
	"ers\"}}],\"resourceRules\":[{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]"
	",\"clusterScope\":true,\"namespaces\":[\"*\"]}],\"nonResourceRules\":[{\"verbs\":[\"*\""
	"],\"nonResourceURLs\":[\"*\"]}]}]}}",
	"{\"kind\":\"FlowSchema\",\"apiVersion\":\"flowcontrol.apiserver.k8s.io/v1\",\"metada"
	"ta\":{\"name\":\"catch-all\",\"annotations\":{\"apf.kubernetes.io/autoupdate-spec\":"
	"\"true\"}},\"spec\":{\"priorityLevelConfiguration\":{\"name\":\"catch-all\"},\"matchin"
	"gPrecedence\":10000,\"distinguisherMethod\":{\"type\":\"ByUser\"},\"rules\":[{\"subje"
	"cts\":[{\"kind\":\"Group\",\"group\":{\"name\":\"system:unauthenticated\"}},{\"kind\":\"G"
	"roup\",\"group\":{\"name\":\"system:authenticated\"}}],\"resourceRules\":[{\"verbs\":["
	"\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"],\"clusterScope\":true,\"namespaces\":["
	"\"*\"]}],\"nonResourceRules\":[{\"verbs\":[\"*\"],\"nonResourceURLs\":[\"*\"]}]}]}}",
};

/* NULL: the release has no such type. */
static const struct fakeapi__resource *service_cidrs(const struct fakeapi__core *core)
{
	return fakeapi__registry_find(core->registry, STR("networking.k8s.io"), STR("v1"),
				      STR("servicecidrs"));
}

/* The status that the ServiceCIDR controller writes for the first one. */
static int ready_service_cidr(struct fakeapi__core *core)
{
	static const char condition[] =
	    "{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\",\"lastTransitionTime\":\"%"
	    "s\","
	    "\"message\":\"Kubernetes default Service CIDR is ready\"}]}";
	const struct fakeapi__resource *res = service_cidrs(core);
	struct fakeapi__loopback in;
	AUTO_STRBUF status = STRBUF_INIT;
	int rc = -1;

	if (!res)
		return 0;
	fakeapi__loopback_init(&in, core, "kubernetes-service-cidr-controller");
	strbuf_addf(&status, condition, in.call.now);
	if (!status.failed && fakeapi__loopback_aim(&in, res, "", "kubernetes") == 0)
		rc = fakeapi__loopback_apply_status(&in, fakeapi__parse(str_of(status.ptr)));
	fakeapi__loopback_fini(&in);
	return rc;
}

static const struct role {
	unsigned since, until; /* releases */
	const char *json;
} roles[] = {
#define OBJECT(since, until, json) { since, until, json },
#include "fakeapi/tbl/rbac.h"
#undef OBJECT
};

static const char *const flows[] = {
#define OBJECT(json) json,
#include "fakeapi/tbl/flows.h"
#undef OBJECT
};

static int make_all(struct fakeapi__core *core, const char *const *objects, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fakeapi__loopback_make(core, objects[i]) < 0)
			return -1;
	return 0;
}

static int make_roles(struct fakeapi__core *core)
{
	unsigned release = fakeapi__registry_release(core->registry);

	for (const struct role *r = roles; r < roles + ARRAY_LEN(roles); r++)
		if (r->since <= release && release <= r->until &&
		    fakeapi__loopback_make(core, r->json) < 0)
			return -1;
	return 0;
}

/* The ConfigMap with the date since which the server tracks uses of Secret-based tokens. */
static int make_tracking(struct fakeapi__core *core)
{
	struct fakeapi__loopback in;
	char json[256];

	fakeapi__loopback_init(&in, core, "kube-apiserver");
	(void)snprintf(json, sizeof(json),
		       "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
		       "\"kube-apiserver-legacy-service-account-token-tracking\","
		       "\"namespace\":\"kube-system\"},\"data\":{\"since\":\"%.10s\"}}",
		       in.call.now);
	fakeapi__loopback_fini(&in);
	return fakeapi__loopback_make(core, json);
}

static void print_address(struct strbuf *out, uint32_t a)
{
	strbuf_addf(out, "%u.%u.%u.%u", a >> 24, a >> 16 & 255, a >> 8 & 255, a & 255);
}

/* Creates an object; replaces placeholders by service addresses. */
static int make_first(struct fakeapi__core *core, const char *json)
{
	static const char api_ip[] = "@API_IP@", block[] = "@SERVICE_IPS@";
	const struct fakeapi__ip_range *range = &core->opt.service_ips;
	const char *ip = strstr(json, api_ip), *cidr = strstr(json, block), *at = ip ? ip : cidr;
	AUTO_STRBUF text = STRBUF_INIT;
	unsigned bits = 32;

	if (cidr && !service_cidrs(core))
		return 0;
	if (!at)
		return fakeapi__loopback_make(core, json);
	for (uint32_t n = range->size; n > 1; n /= 2)
		bits--;
	strbuf_add(&text, json, (size_t)(at - json));
	print_address(&text, ip ? range->base + 1 : range->base);
	if (cidr)
		strbuf_addf(&text, "/%u", bits);
	strbuf_addz(&text, at + strlen(ip ? api_ip : block));
	return text.failed ? -1 : fakeapi__loopback_make(core, text.ptr);
}

int fakeapi__bootstrap(struct fakeapi__core *core)
{
	for (size_t i = 0; i < ARRAY_LEN(first_objects); i++)
		if (make_first(core, first_objects[i]) < 0)
			return -1;
	if (core->opt.rbac && make_roles(core) < 0)
		return -1;
	if (core->opt.cluster &&
	    (make_all(core, flows, ARRAY_LEN(flows)) < 0 || make_tracking(core) < 0))
		return -1;
	if (ready_service_cidr(core) < 0)
		return -1;
	fakeapi__controllers_run(core);
	return 0;
}
