/* SPDX-License-Identifier: Apache-2.0 */
/* validate_service.c - services (k8s.io/kubernetes pkg/apis/core/validation, validateService). */
#include "fakeapi/validation/validate_service.h"

#include "base/map.h"
#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

#define NO_CIDR "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"

enum { AFFINITY_SECONDS_MAX = 86400 };

bool fakeapi__service_is_type(const cJSON *spec, const char *type)
{
	return strcmp(fakeapi__string(spec, "type"), type) == 0;
}

bool fakeapi__service_is_headless(const cJSON *spec)
{
	const cJSON *ips = fakeapi__member(spec, "clusterIPs");

	return cJSON_GetArraySize(ips) == 1 && cJSON_IsString(ips->child) &&
	       strcmp(ips->child->valuestring, "None") == 0;
}

static double number_in(const cJSON *obj, const char *name)
{
	const cJSON *v = fakeapi__member(obj, name);

	return cJSON_IsNumber(v) ? v->valuedouble : 0;
}

/* --- immutable fields --- */

static void check_class(causes_t *c, const cJSON *spec)
{
	const path_t *at = PATH(&spec_at, "loadBalancerClass");
	const cJSON *name = fakeapi__member(spec, "loadBalancerClass");

	if (name && fakeapi__service_is_type(spec, "LoadBalancer"))
		fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, fakeapi__text(name));
	else if (name)
		fakeapi__cause_forbidden(c, at, "may only be used when `type` is 'LoadBalancer'");
}

static bool needs_health_port(const cJSON *spec)
{
	return fakeapi__service_is_type(spec, "LoadBalancer") &&
	       strcmp(fakeapi__string(spec, "externalTrafficPolicy"), "Local") == 0;
}

static void check_service_update(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const cJSON *class = fakeapi__member(spec, "loadBalancerClass");
	bool both = fakeapi__service_is_type(spec, "LoadBalancer") &&
		    fakeapi__service_is_type(before, "LoadBalancer");

	if (!fakeapi__service_is_type(spec, "ExternalName") &&
	    !fakeapi__service_is_type(before, "ExternalName")) {
		fakeapi__check_same_ips(c, spec, before);
		fakeapi__check_same_families(c, spec, before);
	}
	if (both &&
	    !(fakeapi__is_blank(class) &&
	      fakeapi__is_blank(fakeapi__member(before, "loadBalancerClass"))) &&
	    !fakeapi__equal(class, fakeapi__member(before, "loadBalancerClass")))
		fakeapi__cause_invalid(c, PATH(&spec_at, "loadBalancerClass"), class,
				       "may not change once set");
	check_class(c, spec);
	if (needs_health_port(spec) && needs_health_port(before) &&
	    number_in(spec, "healthCheckNodePort") != number_in(before, "healthCheckNodePort"))
		fakeapi__cause_forbidden(c, PATH(&spec_at, "healthCheckNodePort"),
					 "field is immutable");
}

/* --- ports --- */

static void check_target_port(causes_t *c, const path_t *at, const cJSON *port)
{
	if (cJSON_IsString(port))
		fakeapi__check_format(c, at, FAKEAPI_PORT_NAME, port->valuestring);
	else
		fakeapi__check_port(c, at, port);
}

static void check_service_ports(causes_t *c, const cJSON *ports)
{
	static const char *const protocols[] = { "SCTP", "TCP", "UDP", NULL };
	const path_t *at = PATH(&spec_at, "ports");
	bool several = cJSON_GetArraySize(ports) > 1;
	struct fakeapi__lookup names;
	const cJSON *p;
	size_t i = 0;

	fakeapi__lookup_items(&names, ports, "name", ports);
	cJSON_ArrayForEach(p, ports)
	{
		const path_t *here = PATH_AT(at, i);
		const char *name = fakeapi__string(p, "name");
		const cJSON *app = fakeapi__member(p, "appProtocol");
		double number = number_in(p, "port");

		i++;
		if (several && !*name)
			fakeapi__cause_required(c, PATH(here, "name"), NULL);
		if (*name)
			fakeapi__check_format(c, PATH(here, "name"), FAKEAPI_DNS_LABEL, name);
		if (*name && fakeapi__lookup_again(&names, p))
			fakeapi__cause_duplicate(c, PATH(here, "name"), fakeapi__member(p, "name"));
		if (number < 1 || number > 65535)
			fakeapi__cause_invalid_number(c, PATH(here, "port"), number,
						      "must be between 1 and 65535, inclusive");
		if (fakeapi__check_some(c, PATH(here, "protocol"), fakeapi__member(p, "protocol")))
			fakeapi__check_one_of(c, PATH(here, "protocol"),
					      fakeapi__member(p, "protocol"), protocols);
		check_target_port(c, PATH(here, "targetPort"), fakeapi__member(p, "targetPort"));
		if (app)
			fakeapi__check_format(c, PATH(here, "appProtocol"), FAKEAPI_QUALIFIED_NAME,
					      fakeapi__text(app));
	}
	fakeapi__lookup_fini(&names);
}

static void check_node_ports(causes_t *c, const cJSON *spec)
{
	const path_t *at = PATH(&spec_at, "ports");
	struct map seen;
	const cJSON *p;
	size_t i = 0;

	cJSON_ArrayForEach(p, fakeapi__member(spec, "ports"))
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		if (fakeapi__service_is_type(spec, "ClusterIP") && number_in(p, "nodePort") != 0)
			fakeapi__cause_forbidden(c, PATH(here, "nodePort"),
						 "may not be used when `type` is 'ClusterIP'");
	}
	map_init(&seen, MAP_COPY_KEYS);
	i = 0;
	cJSON_ArrayForEach(p, fakeapi__member(spec, "ports"))
	{
		const path_t *here = PATH_AT(at, i);
		AUTO_STRBUF key = STRBUF_INIT;

		i++;
		strbuf_addf(&key, "%.0f/%s", number_in(p, "nodePort"),
			    fakeapi__string(p, "protocol"));
		if (number_in(p, "nodePort") == 0)
			continue;
		if (map_get(&seen, strbuf_str(&key)))
			fakeapi__cause_duplicate(c, PATH(here, "nodePort"),
						 fakeapi__member(p, "nodePort"));
		else if (key.failed || map_put(&seen, strbuf_str(&key), &seen, NULL) < 0)
			c->nomem = true;
	}
	map_fini(&seen);
}

/* Reports ports with the same protocol and number, in the internal type's form. */
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

/* --- the rest --- */

static void check_external_name(causes_t *c, const cJSON *spec)
{
	static const char *const unset[] = { "clusterIPs", "ipFamilies", "ipFamilyPolicy" };
	const char *name = fakeapi__string(spec, "externalName");
	size_t n = strlen(name);
	AUTO_STRBUF text = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(unset); i++)
		if (!fakeapi__is_blank(fakeapi__member(spec, unset[i])))
			fakeapi__cause_forbidden(c, PATH(&spec_at, unset[i]),
						 "may not be set for ExternalName services");
	/* A name with a trailing dot is fully qualified. */
	strbuf_add(&text, name, n && name[n - 1] == '.' ? n - 1 : n);
	c->nomem |= text.failed;
	if (text.len == 0)
		fakeapi__cause_required(c, PATH(&spec_at, "externalName"), NULL);
	else
		fakeapi__check_format(c, PATH(&spec_at, "externalName"), FAKEAPI_DNS_SUBDOMAIN,
				      text.ptr);
}

static void check_affinity(causes_t *c, const cJSON *spec)
{
	static const char *const affinities[] = { "ClientIP", "None", NULL };
	const cJSON *affinity = fakeapi__member(spec, "sessionAffinity");
	const cJSON *config = fakeapi__member(spec, "sessionAffinityConfig");
	const cJSON *seconds = fakeapi__dig(config, "clientIP", "timeoutSeconds", NULL);
	const path_t *at = PATH(&spec_at, "sessionAffinityConfig"), *in = PATH(at, "clientIP");

	if (fakeapi__check_some(c, PATH(&spec_at, "sessionAffinity"), affinity))
		fakeapi__check_one_of(c, PATH(&spec_at, "sessionAffinity"), affinity, affinities);
	if (strcmp(fakeapi__text(affinity), "None") == 0 && config)
		fakeapi__cause_forbidden(c, at, "must not be set when session affinity is None");
	if (strcmp(fakeapi__text(affinity), "ClientIP") == 0 && cJSON_IsNumber(seconds) &&
	    (seconds->valuedouble <= 0 || seconds->valuedouble > AFFINITY_SECONDS_MAX))
		fakeapi__cause_invalid(c, PATH(in, "timeoutSeconds"), seconds,
				       "must be greater than 0 and less than 86400");
}

static void check_external_ips(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const path_t *at = PATH(&spec_at, "externalIPs");
	const cJSON *ips = fakeapi__member(spec, "externalIPs"), *m;
	struct fakeapi__lookup known;
	struct fakeapi__ip ip;
	size_t i = 0;

	fakeapi__lookup_items(&known, fakeapi__member(before, "externalIPs"), NULL, ips);
	cJSON_ArrayForEach(m, ips)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		if (fakeapi__ip_parse(str_of(fakeapi__text(m)), &ip))
			fakeapi__check_reachable_ip(c, here, fakeapi__text(m));
		else if (fakeapi__lookup(&known, fakeapi__text(m)))
			fakeapi__cause_invalid_str(c, here, str_of(fakeapi__text(m)),
						   "must be a valid IP address");
		else
			fakeapi__cause_invalid_str(c, here, str_of(fakeapi__text(m)), NO_ADDRESS);
	}
	fakeapi__lookup_fini(&known);
}

static void check_range(causes_t *c, const path_t *at, struct str text)
{
	struct fakeapi__cidr cidr;
	AUTO_STRBUF z = STRBUF_INIT;

	while (text.len && strchr(" \t\n\v\f\r", text.ptr[0])) {
		text.ptr++;
		text.len--;
	}
	while (text.len && strchr(" \t\n\v\f\r", text.ptr[text.len - 1]))
		text.len--;
	strbuf_adds(&z, text);
	c->nomem |= z.failed;
	if (!z.failed && !fakeapi__cidr_parse(z.len ? z.ptr : "", &cidr))
		fakeapi__cause_invalid_str(c, at, text, NO_CIDR);
}

static void check_source_ranges(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char note[] = "service.beta.kubernetes.io/load-balancer-source-ranges";
	static const char only[] = "may only be used when `type` is 'LoadBalancer'";
	const path_t *at = PATH(&spec_at, "LoadBalancerSourceRanges"),
		     *meta = PATH(NULL, "metadata");
	const path_t *notes = PATH(meta, "annotations");
	const cJSON *spec = fakeapi__member(obj, "spec"), *m;
	const cJSON *ranges = fakeapi__member(spec, "loadBalancerSourceRanges");
	const cJSON *text =
	    fakeapi__member(fakeapi__dig(obj, "metadata", "annotations", NULL), note);
	const cJSON *was =
	    fakeapi__member(fakeapi__dig(old, "metadata", "annotations", NULL), note);
	bool balancer = fakeapi__service_is_type(spec, "LoadBalancer");
	size_t i = 0;

	if (!fakeapi__is_blank(ranges)) {
		if (!balancer)
			fakeapi__cause_forbidden(c, at, only);
		cJSON_ArrayForEach(m, ranges)
		{
			const path_t *here = PATH_AT(at, i);

			i++;
			check_range(c, here, str_of(fakeapi__text(m)));
		}
		return;
	}
	if (!text)
		return;
	if (!balancer)
		fakeapi__cause_forbidden(c, PATH_KEY(notes, STR(note)), only);
	if (was && fakeapi__equal(text, was))
		return;
	if (!fakeapi__text(text)[strspn(fakeapi__text(text), " \t\n\v\f\r")])
		return;
	for (const char *p = fakeapi__text(text), *end; p; p = end ? end + 1 : NULL) {
		end = strchr(p, ',');
		check_range(c, PATH_KEY(notes, STR(note)),
			    (struct str) { p, end ? (size_t)(end - p) : strlen(p) });
	}
}

static void check_traffic(causes_t *c, const cJSON *spec)
{
	static const char *const policies[] = { "Cluster", "Local", NULL };
	static const char *const nearness[] = { "PreferClose", "PreferSameZone", "PreferSameNode",
						NULL };
	const cJSON *policy = fakeapi__member(spec, "externalTrafficPolicy");
	const cJSON *inner = fakeapi__member(spec, "internalTrafficPolicy");
	const cJSON *near = fakeapi__member(spec, "trafficDistribution");
	const path_t *at = PATH(&spec_at, "externalTrafficPolicy"),
		     *health = PATH(&spec_at, "healthCheckNodePort");
	double port = number_in(spec, "healthCheckNodePort");
	bool outside = fakeapi__service_is_type(spec, "LoadBalancer") ||
		       fakeapi__service_is_type(spec, "NodePort") ||
		       (fakeapi__service_is_type(spec, "ClusterIP") &&
			!fakeapi__is_blank(fakeapi__member(spec, "externalIPs")));

	if (!outside && !fakeapi__is_blank(policy))
		fakeapi__cause_invalid(c, at, policy,
				       "may only be set for externally-accessible services");
	else if (outside && fakeapi__check_some(c, at, policy))
		fakeapi__check_one_of(c, at, policy, policies);
	if (!needs_health_port(spec) && port != 0)
		fakeapi__cause_invalid_number(c, health, port,
					      "may only be set when `type` is 'LoadBalancer' and "
					      "`externalTrafficPolicy` is 'Local'");
	else if (needs_health_port(spec) && port == 0)
		fakeapi__cause_required(c, health, NULL);
	else if (needs_health_port(spec) && (port < 1 || port > 65535))
		fakeapi__cause_invalid_number(c, health, port,
					      "must be between 1 and 65535, inclusive");
	if (inner)
		fakeapi__check_one_of(c, PATH(&spec_at, "internalTrafficPolicy"), inner, policies);
	if (near)
		fakeapi__check_one_of(c, PATH(&spec_at, "trafficDistribution"), near, nearness);
}

static void check_topology_notes(causes_t *c, const cJSON *obj)
{
	static const char hints[] = "service.kubernetes.io/topology-aware-hints";
	static const char mode[] = "service.kubernetes.io/topology-mode";
	const cJSON *notes = fakeapi__dig(obj, "metadata", "annotations", NULL);
	const cJSON *a = fakeapi__member(notes, hints), *b = fakeapi__member(notes, mode);
	const path_t *meta = PATH(NULL, "metadata"), *at = PATH(meta, "annotations");

	if (a && b && !fakeapi__equal(a, b))
		fakeapi__cause_invalid(c, PATH_KEY(at, STR(mode)), b,
				       "must match annotations[service.kubernetes.io/"
				       "topology-aware-hints] when both are specified");
}

void fakeapi__check_service(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const types[] = { "ClusterIP", "ExternalName", "LoadBalancer",
					     "NodePort", NULL };
	const cJSON *spec = fakeapi__member(obj, "spec"), *before = fakeapi__member(old, "spec");
	const cJSON *ports = fakeapi__member(spec, "ports");
	const path_t *ips = PATH(&spec_at, "clusterIPs");
	bool external = fakeapi__service_is_type(spec, "ExternalName"),
	     balancer = fakeapi__service_is_type(spec, "LoadBalancer");
	AUTO_STRBUF why = STRBUF_INIT;

	if (old)
		check_service_update(c, spec, before);
	check_topology_notes(c, obj);
	if (fakeapi__is_blank(ports) && !fakeapi__service_is_headless(spec) && !external)
		fakeapi__cause_required(c, PATH(&spec_at, "ports"), NULL);
	strbuf_addf(&why, "may not be set to 'None' for %s services",
		    fakeapi__string(spec, "type"));
	if (fakeapi__service_is_headless(spec) &&
	    (balancer || fakeapi__service_is_type(spec, "NodePort")))
		fakeapi__cause_invalid_str(c, PATH_AT(ips, 0), STR("None"), why.ptr);
	if (external)
		check_external_name(c, spec);
	check_service_ports(c, ports);
	fakeapi__check_labels(c, PATH(&spec_at, "selector"), fakeapi__member(spec, "selector"));
	check_affinity(c, spec);
	fakeapi__check_service_addresses(c, spec, before);
	check_external_ips(c, spec, before);
	fakeapi__check_one_of(c, PATH(&spec_at, "type"), fakeapi__member(spec, "type"), types);
	check_node_ports(c, spec);
	check_same_ports(c, PATH(&spec_at, "ports"), ports);
	check_source_ranges(c, obj, old);
	if (!balancer && fakeapi__member(spec, "allocateLoadBalancerNodePorts"))
		fakeapi__cause_forbidden(c, PATH(&spec_at, "allocateLoadBalancerNodePorts"),
					 "may only be used when `type` is 'LoadBalancer'");
	check_class(c, spec);
	check_traffic(c, spec);
}
