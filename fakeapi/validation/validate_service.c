/* SPDX-License-Identifier: Apache-2.0 */
/* validate_service.c - services (k8s.io/kubernetes pkg/apis/core/validation, validateService). */
#include "base/map.h"
#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

static void check_target_port(causes_t *c, const path_t *at, const cJSON *port)
{
	if (cJSON_IsString(port))
		fakeapi__check_format(c, at, FAKEAPI_PORT_NAME, port->valuestring);
	else
		fakeapi__check_port(c, at, port);
}

static void check_service_ports(causes_t *c, const cJSON *ports, bool none_needed)
{
	static const char *const protocols[] = { "SCTP", "TCP", "UDP", NULL };
	const path_t *at = PATH(&spec_at, "ports");
	bool several = cJSON_GetArraySize(ports) > 1;
	struct fakeapi__lookup names;
	const cJSON *p;
	size_t i = 0;

	fakeapi__lookup_items(&names, ports, "name", ports);
	if (fakeapi__is_blank(ports) && !none_needed)
		fakeapi__cause_required(c, at, NULL);
	cJSON_ArrayForEach(p, ports)
	{
		const path_t *here = PATH_AT(at, i);
		const char *name = fakeapi__string(p, "name");

		i++;
		if (several && !*name)
			fakeapi__cause_required(c, PATH(here, "name"), NULL);
		if (*name)
			fakeapi__check_format(c, PATH(here, "name"), FAKEAPI_DNS_LABEL, name);
		if (*name && fakeapi__lookup_again(&names, p))
			fakeapi__cause_duplicate(c, PATH(here, "name"), fakeapi__member(p, "name"));
		fakeapi__check_port(c, PATH(here, "port"), fakeapi__member(p, "port"));
		if (fakeapi__check_some(c, PATH(here, "protocol"), fakeapi__member(p, "protocol")))
			fakeapi__check_one_of(c, PATH(here, "protocol"),
					      fakeapi__member(p, "protocol"), protocols);
		check_target_port(c, PATH(here, "targetPort"), fakeapi__member(p, "targetPort"));
	}
	fakeapi__lookup_fini(&names);
}

static void check_cluster_ips(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const path_t *at = PATH(&spec_at, "clusterIPs");
	const cJSON *ips = fakeapi__member(spec, "clusterIPs");
	const cJSON *old = fakeapi__member(before, "clusterIPs");
	const cJSON *first = cJSON_GetArrayItem(ips, 0), *was = cJSON_GetArrayItem(old, 0);

	if (cJSON_IsString(first) &&
	    strcmp(first->valuestring, fakeapi__string(spec, "clusterIP")) != 0)
		fakeapi__cause_invalid(c, at, ips, "first value must match `clusterIP`");
	if (!was || strcmp(fakeapi__string(before, "type"), "ExternalName") == 0)
		return;
	if (!first)
		fakeapi__cause_invalid(c, PATH_AT(at, 0), ips,
				       "primary clusterIP can not be unset");
	else if (!fakeapi__equal(first, was))
		fakeapi__cause_invalid(c, PATH_AT(at, 0), ips, "may not change once set");
}

/* What the allocator says before anything else is looked at; true: it has said something. */
static bool check_addresses(causes_t *c, const cJSON *spec, const cJSON *old)
{
	const path_t *at = PATH(&spec_at, "clusterIPs");
	const cJSON *policy = fakeapi__member(spec, "ipFamilyPolicy"), *m;
	const cJSON *ips = fakeapi__member(spec, "clusterIPs");
	bool headless = strcmp(fakeapi__string(spec, "clusterIP"), "None") == 0;
	size_t before = fakeapi__causes_count(c), i = 0;
	struct fakeapi__ip ip;

	cJSON_ArrayForEach(m, ips)
	{
		const char *z = cJSON_IsString(m) ? m->valuestring : "";

		if (!(i == 0 && strcmp(z, "None") == 0) && !fakeapi__ip_parse(str_of(z), &ip))
			fakeapi__cause_invalid_str(
			    c, PATH_AT(at, i), str_of(z),
			    "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
		i++;
	}
	if (fakeapi__causes_count(c) == before &&
	    !(headless && fakeapi__is_blank(fakeapi__member(spec, "selector"))) &&
	    strcmp(fakeapi__string(spec, "ipFamilyPolicy"), "RequireDualStack") == 0 &&
	    !fakeapi__equal(policy, fakeapi__dig(old, "spec", "ipFamilyPolicy", NULL)))
		fakeapi__cause_invalid(c, PATH(&spec_at, "ipFamilyPolicy"), policy,
				       "this cluster is not configured for dual-stack services");
	return fakeapi__causes_count(c) > before;
}

static void check_external_ips(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const path_t *at = PATH(&spec_at, "externalIPs");
	const cJSON *ips = fakeapi__member(spec, "externalIPs"), *m;
	size_t i = 0;

	if (fakeapi__equal(ips, fakeapi__member(before, "externalIPs")))
		return;
	cJSON_ArrayForEach(m, ips)
	{
		fakeapi__check_reachable_ip(c, PATH_AT(at, i),
					    cJSON_IsString(m) ? m->valuestring : "");
		i++;
	}
}

/* Two ports of one protocol and number; shown as the server's own type, which has no JSON names. */
static void check_same_ports(causes_t *c, const path_t *at, const cJSON *ports)
{
	struct map seen;
	const cJSON *p;
	size_t i = 0;

	map_init(&seen, MAP_COPY_KEYS);
	cJSON_ArrayForEach(p, ports)
	{
		const cJSON *port = fakeapi__member(p, "port");
		AUTO_STRBUF text = STRBUF_INIT;
		cJSON shown = { .type = cJSON_Raw };

		strbuf_addz(&text, "{\"Name\":\"\",\"Protocol\":");
		strbuf_add_json(&text, str_of(fakeapi__string(p, "protocol")));
		strbuf_addf(&text,
			    ",\"AppProtocol\":null,\"Port\":%d,\"TargetPort\":0,"
			    "\"NodePort\":0}",
			    cJSON_IsNumber(port) ? port->valueint : 0);
		shown.valuestring = text.ptr;
		if (map_get(&seen, strbuf_str(&text)))
			fakeapi__cause_duplicate(c, PATH_AT(at, i), &shown);
		else if (text.failed || map_put(&seen, strbuf_str(&text), &seen, NULL) != 0)
			c->nomem = true;
		i++;
	}
	map_fini(&seen);
}

static void check_balancer(causes_t *c, const cJSON *spec)
{
	const path_t *at = PATH(&spec_at, "LoadBalancerSourceRanges");
	const cJSON *ranges = fakeapi__member(spec, "loadBalancerSourceRanges");
	bool balancer = strcmp(fakeapi__string(spec, "type"), "LoadBalancer") == 0;

	if (!balancer && !fakeapi__is_blank(ranges))
		fakeapi__cause_forbidden(c, at, "may only be used when `type` is 'LoadBalancer'");
	if (!balancer && cJSON_IsBool(fakeapi__member(spec, "allocateLoadBalancerNodePorts")))
		fakeapi__cause_forbidden(c, PATH(&spec_at, "allocateLoadBalancerNodePorts"),
					 "may only be used when `type` is 'LoadBalancer'");
	if (!balancer && *fakeapi__string(spec, "loadBalancerClass"))
		fakeapi__cause_forbidden(c, PATH(&spec_at, "loadBalancerClass"),
					 "may only be used when `type` is 'LoadBalancer'");
}

static void check_traffic(causes_t *c, const cJSON *spec)
{
	static const char *const policies[] = { "Cluster", "Local", NULL };
	static const char *const nearness[] = { "PreferClose", "PreferSameZone", "PreferSameNode",
						NULL };
	const char *type = fakeapi__string(spec, "type");
	const cJSON *policy = fakeapi__member(spec, "externalTrafficPolicy");
	const cJSON *near = fakeapi__member(spec, "trafficDistribution");
	bool outside = strcmp(type, "LoadBalancer") == 0 || strcmp(type, "NodePort") == 0 ||
		       (strcmp(type, "ClusterIP") == 0 &&
			!fakeapi__is_blank(fakeapi__member(spec, "externalIPs")));

	if (!outside && !fakeapi__is_blank(policy))
		fakeapi__cause_invalid(c, PATH(&spec_at, "externalTrafficPolicy"), policy,
				       "may only be set for externally-accessible services");
	else if (outside && cJSON_IsString(policy))
		fakeapi__check_one_of(c, PATH(&spec_at, "externalTrafficPolicy"), policy, policies);
	if (cJSON_IsString(near))
		fakeapi__check_one_of(c, PATH(&spec_at, "trafficDistribution"), near, nearness);
}

void fakeapi__check_service(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const types[] = { "ClusterIP", "ExternalName", "LoadBalancer",
					     "NodePort", NULL };
	static const char *const affinities[] = { "ClientIP", "None", NULL };
	const cJSON *spec = fakeapi__member(obj, "spec"), *p;
	const char *type = fakeapi__string(spec, "type");
	const path_t *at = PATH(&spec_at, "ports");
	bool external = strcmp(type, "ExternalName") == 0;
	size_t i = 0;

	if (!external && check_addresses(c, spec, old))
		return;
	if (old && !external)
		check_cluster_ips(c, spec, fakeapi__member(old, "spec"));
	if (external && !*fakeapi__string(spec, "externalName"))
		fakeapi__cause_required(c, PATH(&spec_at, "externalName"), NULL);
	else if (external)
		fakeapi__check_format(c, PATH(&spec_at, "externalName"), FAKEAPI_DNS_SUBDOMAIN,
				      fakeapi__string(spec, "externalName"));
	check_service_ports(c, fakeapi__member(spec, "ports"),
			    external || strcmp(fakeapi__string(spec, "clusterIP"), "None") == 0);
	fakeapi__check_labels(c, PATH(&spec_at, "selector"), fakeapi__member(spec, "selector"));
	fakeapi__check_one_of(c, PATH(&spec_at, "sessionAffinity"),
			      fakeapi__member(spec, "sessionAffinity"), affinities);
	check_external_ips(c, spec, fakeapi__member(old, "spec"));
	fakeapi__check_one_of(c, PATH(&spec_at, "type"), fakeapi__member(spec, "type"), types);
	cJSON_ArrayForEach(p, fakeapi__member(spec, "ports"))
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		if (strcmp(type, "ClusterIP") == 0 && fakeapi__member(p, "nodePort"))
			fakeapi__cause_forbidden(c, PATH(here, "nodePort"),
						 "may not be used when `type` is 'ClusterIP'");
	}
	check_same_ports(c, at, fakeapi__member(spec, "ports"));
	check_balancer(c, spec);
	check_traffic(c, spec);
}
