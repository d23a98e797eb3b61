/* SPDX-License-Identifier: Apache-2.0 */
/* service.c - services: fills in addresses, families and ports that the client omits, consistently
 * with those it sets (pkg/registry/core/service/strategy.go, storage/alloc.go). */
#include "fakeapi/strategy/service_numbers.h"

#include "fakeapi/strategy/strategies.h"

#include "base/map.h"
#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/rest.h"

#define at   fakeapi__place_at
#define need fakeapi__place_need
#define fill fakeapi__place_default
#define put  fakeapi__place_set

static cJSON *node_port(const cJSON *obj, const char *salt)
{
	return cJSON_CreateNumber(30000 + fakeapi__service_hash(obj, salt) % 2768);
}

static bool is_type(const cJSON *spec, const char *type)
{
	return strcmp(fakeapi__string(spec, "type"), type) == 0;
}

static bool none(const cJSON *list)
{
	return cJSON_GetArraySize(list) == 0;
}

static bool needs_address(const cJSON *spec)
{
	return spec && !is_type(spec, "ExternalName");
}

static bool needs_node_ports(const cJSON *spec)
{
	return is_type(spec, "NodePort") ||
	       (is_type(spec, "LoadBalancer") &&
		!cJSON_IsFalse(fakeapi__member(spec, "allocateLoadBalancerNodePorts")));
}

static bool needs_health_port(const cJSON *spec)
{
	return is_type(spec, "LoadBalancer") &&
	       strcmp(fakeapi__string(spec, "externalTrafficPolicy"), "Local") == 0;
}

static bool same(const cJSON *a, const cJSON *b, const char *name)
{
	const cJSON *x = fakeapi__member(a, name), *y = fakeapi__member(b, name);

	return (!x && !y) || fakeapi__equal(x, y);
}

static double number_in(const cJSON *obj, const char *name)
{
	const cJSON *v = fakeapi__member(obj, name);

	return cJSON_IsNumber(v) ? v->valuedouble : 0;
}

static void copy(struct fakeapi__place spec, const cJSON *from, const char *name)
{
	put(spec, name, cJSON_Duplicate(fakeapi__member(from, name), true));
}

/* --- fields that an update omits --- */

/* Copies the node port of the old port with the same name, unless another new port uses it. */
static void keep_node_ports(struct fakeapi__place ports, const cJSON *was)
{
	struct map names, taken;
	const cJSON *p;
	char text[24];

	map_init(&names, MAP_BORROW_KEYS);
	map_init(&taken, MAP_COPY_KEYS);
	cJSON_ArrayForEach(p, fakeapi__member(was, "ports"))
	{
		cJSON *had = fakeapi__member(p, "nodePort");

		if (cJSON_IsNumber(had) && had->valueint != 0 &&
		    map_put(&names, str_of(fakeapi__string(p, "name")), had, NULL) < 0)
			*ports.nomem = true;
	}
	cJSON_ArrayForEach(p, ports.v)
	{
		int n = snprintf(text, sizeof(text), "%.0f", number_in(p, "nodePort"));

		if (map_put(&taken, (struct str) { text, (size_t)n }, &taken, NULL) < 0)
			*ports.nomem = true;
	}
	for (cJSON *m = ports.v ? ports.v->child : NULL; m; m = m->next) {
		struct fakeapi__place port = { m, fakeapi__type_elem(ports.type), ports.nomem };
		const cJSON *had = map_get(&names, str_of(fakeapi__string(m, "name")));
		int n;

		if (!had || number_in(m, "nodePort") != 0)
			continue;
		n = snprintf(text, sizeof(text), "%d", had->valueint);
		if (!map_get(&taken, (struct str) { text, (size_t)n }))
			put(port, "nodePort", cJSON_Duplicate(had, true));
	}
	map_fini(&names);
	map_fini(&taken);
}

static void keep_allocated(struct fakeapi__place spec, const cJSON *was)
{
	if (needs_address(was) && needs_address(spec.v)) {
		if (!*fakeapi__string(spec.v, "clusterIP") && fakeapi__member(was, "clusterIP"))
			copy(spec, was, "clusterIP");
		if (none(fakeapi__member(spec.v, "clusterIPs")) &&
		    !none(fakeapi__member(was, "clusterIPs")))
			copy(spec, was, "clusterIPs");
	}
	if (needs_node_ports(was) && needs_node_ports(spec.v))
		keep_node_ports(at(spec, "ports"), was);
	if (needs_health_port(was) && needs_health_port(spec.v) &&
	    number_in(spec.v, "healthCheckNodePort") == 0)
		copy(spec, was, "healthCheckNodePort");
}

/* clusterIP and clusterIPs are the same: a client that sets only one of them means both. */
static void normalize(struct fakeapi__place spec, const cJSON *was)
{
	const char *one = fakeapi__string(spec.v, "clusterIP");
	const char *had = fakeapi__string(was, "clusterIP");

	if (!was) {
		if (*one && none(fakeapi__member(spec.v, "clusterIPs")))
			put(spec, "clusterIPs", cJSON_CreateStringArray(&one, 1));
		return;
	}
	if (!none(fakeapi__member(was, "clusterIPs")) &&
	    none(fakeapi__member(spec.v, "clusterIPs")) && strcmp(one, had) == 0)
		copy(spec, was, "clusterIPs");
	if (strcmp(one, had) == 0 || !same(spec.v, was, "clusterIPs"))
		return;
	if (*had && !*one)
		fakeapi__place_remove(spec, "clusterIPs");
	else
		put(spec, "clusterIPs", cJSON_CreateStringArray(&one, 1));
}

/* --- computed fields --- */

static bool is_six(const char *ip)
{
	struct fakeapi__ip parsed;

	return fakeapi__ip_parse(str_of(ip), &parsed) && parsed.len == 16;
}

static void add_family(struct fakeapi__place spec, const char *family)
{
	cJSON *list = fakeapi__member(spec.v, "ipFamilies");
	cJSON *item = list ? cJSON_CreateString(family) : NULL;

	if (!list)
		put(spec, "ipFamilies", cJSON_CreateStringArray(&family, 1));
	else if (!item || !cJSON_AddItemToArray(list, item)) {
		cJSON_Delete(item);
		*spec.nomem = true;
	}
}

static void cut_to_one(cJSON *list)
{
	while (cJSON_GetArraySize(list) > 1)
		cJSON_DeleteItemFromArray(list, 1);
}

/* Sets the policy and matching families; validation reports mismatches. */
static void init_families(struct fakeapi__place spec, const cJSON *was)
{
	bool headless = strcmp(fakeapi__string(spec.v, "clusterIP"), "None") == 0;
	bool alone = headless && none(fakeapi__member(spec.v, "selector"));
	bool requested = !none(fakeapi__member(spec.v, "ipFamilies"));
	const cJSON *ip;
	int i = 0;

	if (!fakeapi__member(spec.v, "ipFamilyPolicy")) {
		if (fakeapi__member(was, "ipFamilyPolicy"))
			copy(spec, was, "ipFamilyPolicy");
		else /* the endpoints of a Service without a selector are unknown */
			put(spec, "ipFamilyPolicy",
			    cJSON_CreateString(alone ? "RequireDualStack" : "SingleStack"));
	}
	if (was && strcmp(fakeapi__string(spec.v, "ipFamilyPolicy"), "SingleStack") == 0) {
		if (same(spec.v, was, "clusterIPs"))
			cut_to_one(fakeapi__member(spec.v, "clusterIPs"));
		if (same(spec.v, was, "ipFamilies"))
			cut_to_one(fakeapi__member(spec.v, "ipFamilies"));
	}
	cJSON_ArrayForEach(ip, fakeapi__member(spec.v, "clusterIPs"))
	{
		const char *z = fakeapi__text(ip);

		if (strcmp(z, "None") == 0)
			break;
		if (is_six(z)) /* IPv6 is not configured, as validation reports */
			return;
		if (i++ == 0 && none(fakeapi__member(spec.v, "ipFamilies")))
			add_family(spec, "IPv4");
	}
	if (none(fakeapi__member(spec.v, "ipFamilies")))
		add_family(spec, "IPv4");
	/* Validation handles a smaller number of families. */
	if (alone && !(requested && cJSON_GetArraySize(fakeapi__member(was, "ipFamilies")) > 1) &&
	    cJSON_GetArraySize(fakeapi__member(spec.v, "ipFamilies")) == 1 &&
	    strcmp(fakeapi__string(spec.v, "ipFamilyPolicy"), "SingleStack") != 0) {
		const cJSON *first = fakeapi__member(spec.v, "ipFamilies")->child;

		add_family(spec, cJSON_IsString(first) && strcmp(first->valuestring, "IPv4") == 0
				     ? "IPv6"
				     : "IPv4");
	}
}

static void assign_address(struct fakeapi__place p, struct fakeapi__place spec)
{
	const char *address;
	char ip[32];

	const cJSON *families = fakeapi__member(spec.v, "ipFamilies");

	if (*fakeapi__string(spec.v, "clusterIP") || !none(fakeapi__member(spec.v, "clusterIPs")) ||
	    (!none(families) && cJSON_IsString(families->child) &&
	     strcmp(families->child->valuestring, "IPv6") == 0))
		return;
	snprintf(ip, sizeof(ip), "10.0.0.%u", 2 + fakeapi__service_hash(p.v, "ip") % 252);
	address = ip;
	put(spec, "clusterIP", cJSON_CreateString(ip));
	put(spec, "clusterIPs", cJSON_CreateStringArray(&address, 1));
}

/* Ports with the same number share one node port; on update each port without one gets its own. */
static void assign_node_ports(struct fakeapi__place p, struct fakeapi__place spec, bool is_new)
{
	struct fakeapi__place ports = at(spec, "ports");
	struct map given;
	char text[32];
	size_t i = 0;

	map_init(&given, MAP_COPY_KEYS);
	for (cJSON *m = ports.v ? ports.v->child : NULL; m && is_new; m = m->next) {
		int n = snprintf(text, sizeof(text), "%.0f", number_in(m, "port"));
		struct str key = { text, (size_t)n };

		if (number_in(m, "nodePort") != 0 && !map_get(&given, key) &&
		    map_put(&given, key, fakeapi__member(m, "nodePort"), NULL) < 0)
			*p.nomem = true;
	}
	for (cJSON *m = ports.v ? ports.v->child : NULL; m; m = m->next, i++) {
		struct fakeapi__place port = { m, fakeapi__type_elem(ports.type), p.nomem };
		int n = snprintf(text, sizeof(text), "%.0f", number_in(m, "port"));
		const cJSON *requested = map_get(&given, (struct str) { text, (size_t)n });
		char salt[64];

		if (number_in(m, "nodePort") != 0)
			continue;
		if (is_new)
			snprintf(salt, sizeof(salt), "port %s", text);
		else
			snprintf(salt, sizeof(salt), "port %s %zu", text, i);
		put(port, "nodePort",
		    requested ? cJSON_Duplicate(requested, true) : node_port(p.v, salt));
	}
	map_fini(&given);
}

/* --- fields that a changed type does not use --- */

static bool no_new_node_ports(const cJSON *spec, const cJSON *was)
{
	struct map had;
	bool fits = true;
	const cJSON *p;
	char text[24];

	map_init(&had, MAP_COPY_KEYS);
	cJSON_ArrayForEach(p, fakeapi__member(was, "ports"))
	{
		int n = snprintf(text, sizeof(text), "%.0f", number_in(p, "nodePort"));

		fits = map_put(&had, (struct str) { text, (size_t)n }, &had, NULL) == 0 && fits;
	}
	cJSON_ArrayForEach(p, fakeapi__member(spec, "ports"))
	{
		int n = snprintf(text, sizeof(text), "%.0f", number_in(p, "nodePort"));

		fits = fits && (number_in(p, "nodePort") == 0 ||
				map_get(&had, (struct str) { text, (size_t)n }));
	}
	map_fini(&had);
	return fits;
}

static void remove_if_same(struct fakeapi__place spec, const cJSON *was, const char *name)
{
	if (same(spec.v, was, name))
		fakeapi__place_remove(spec, name);
}

static bool has_node_ports(const cJSON *spec)
{
	return is_type(spec, "NodePort") || is_type(spec, "LoadBalancer");
}

static bool from_outside(const cJSON *spec)
{
	return has_node_ports(spec) ||
	       (is_type(spec, "ClusterIP") && !none(fakeapi__member(spec, "externalIPs")));
}

static void drop_dependent(struct fakeapi__place spec, const cJSON *was)
{
	if (needs_address(was) && !needs_address(spec.v)) {
		if (same(spec.v, was, "clusterIP") && same(spec.v, was, "clusterIPs")) {
			fakeapi__place_remove(spec, "clusterIP");
			fakeapi__place_remove(spec, "clusterIPs");
		}
		remove_if_same(spec, was, "ipFamilies");
		remove_if_same(spec, was, "ipFamilyPolicy");
	}
	if (has_node_ports(was) && !has_node_ports(spec.v) && no_new_node_ports(spec.v, was)) {
		struct fakeapi__place ports = at(spec, "ports");

		for (cJSON *m = ports.v ? ports.v->child : NULL; m; m = m->next)
			cJSON_DeleteItemFromObjectCaseSensitive(m, "nodePort");
	}
	if (needs_health_port(was) && !needs_health_port(spec.v))
		remove_if_same(spec, was, "healthCheckNodePort");
	if (is_type(was, "LoadBalancer") && !is_type(spec.v, "LoadBalancer")) {
		remove_if_same(spec, was, "allocateLoadBalancerNodePorts");
		remove_if_same(spec, was, "loadBalancerClass");
	}
	if (from_outside(was) && !from_outside(spec.v))
		remove_if_same(spec, was, "externalTrafficPolicy");
}

void fakeapi__service_prepare(struct fakeapi__place p, const cJSON *old)
{
	struct fakeapi__place spec = need(p, "spec");
	const cJSON *was = fakeapi__member(old, "spec");
	const char *policy = fakeapi__string(spec.v, "internalTrafficPolicy");

	if (was)
		keep_allocated(spec, was);
	normalize(spec, was);
	if (needs_address(spec.v)) {
		init_families(spec, was);
		assign_address(p, spec);
	}
	if (has_node_ports(spec.v) && needs_node_ports(spec.v))
		assign_node_ports(p, spec, !was);
	if (needs_health_port(spec.v) && number_in(spec.v, "healthCheckNodePort") == 0)
		put(spec, "healthCheckNodePort", node_port(p.v, "health"));
	if (was)
		drop_dependent(spec, was);
	/* The policy of an ExternalName Service is hidden if validation accepts it. */
	if (!needs_address(spec.v) &&
	    (strcmp(policy, "Cluster") == 0 || strcmp(policy, "Local") == 0))
		fakeapi__place_remove(spec, "internalTrafficPolicy");
}

/* Clears the load balancer's status if the type is no longer LoadBalancer. */
int fakeapi__service_prepare_for_update(const struct fakeapi__call *c, const cJSON *old, cJSON *obj,
					const char *sub)
{
	bool nomem = false;
	struct fakeapi__place p = { obj, fakeapi__type_of(c->res), &nomem };

	(void)old;
	if (!*sub && !is_type(fakeapi__member(obj, "spec"), "LoadBalancer") && at(p, "status").v)
		put(at(p, "status"), "loadBalancer", cJSON_CreateObject());
	return nomem ? -1 : 0;
}
