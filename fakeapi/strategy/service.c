/* SPDX-License-Identifier: Apache-2.0 */
/* service.c - services: addresses and ports. */
#include "fakeapi/strategy/strategies.h"

#include "base/map.h"
#include "fakeapi/meta/go_json.h"

#define at   fakeapi__place_at
#define need fakeapi__place_need
#define fill fakeapi__place_default
#define put  fakeapi__place_set

/* Addresses and ports come from the name, so that they need no allocator and are the same in every
 * run. */
static uint32_t number_of(const cJSON *obj, const char *salt)
{
	const cJSON *meta = fakeapi__member(obj, "metadata");
	char text[640];
	int n = snprintf(text, sizeof(text), "%s/%s/%s", fakeapi__string(meta, "namespace"),
			 fakeapi__string(meta, "name"), salt);

	return map_hash(
	    (struct str) { text, n < (int)sizeof(text) ? (size_t)n : sizeof(text) - 1 });
}

/* What a service that becomes a mere name had and was not changed with it. */
static void become_external(struct fakeapi__place spec, const cJSON *was)
{
	static const char *const lost[] = { "clusterIP",
					    "clusterIPs",
					    "ipFamilies",
					    "ipFamilyPolicy",
					    "healthCheckNodePort",
					    "externalTrafficPolicy",
					    "internalTrafficPolicy" };

	if (!was || strcmp(fakeapi__string(was, "type"), "ExternalName") == 0)
		return;
	for (size_t i = 0; i < ARRAY_LEN(lost); i++)
		if (fakeapi__equal(fakeapi__member(spec.v, lost[i]), fakeapi__member(was, lost[i])))
			fakeapi__place_remove(spec, lost[i]);
}

void fakeapi__service_prepare(struct fakeapi__place p, const cJSON *old)
{
	struct fakeapi__place spec = need(p, "spec"), ports = at(spec, "ports");
	const char *type = fakeapi__string(spec.v, "type");
	const cJSON *was = fakeapi__member(old, "spec");
	bool node_ports =
	    strcmp(type, "NodePort") == 0 ||
	    (strcmp(type, "LoadBalancer") == 0 &&
	     !cJSON_IsFalse(fakeapi__member(spec.v, "allocateLoadBalancerNodePorts")));
	char ip[32];
	size_t i = 0;

	if (strcmp(type, "ExternalName") == 0) {
		become_external(spec, was);
		return;
	}
	if (!*fakeapi__string(spec.v, "clusterIP")) {
		uint32_t h = number_of(p.v, "ip");

		snprintf(ip, sizeof(ip), "10.0.0.%u", 2 + h % 252);
		put(spec, "clusterIP",
		    cJSON_CreateString(*fakeapi__string(was, "clusterIP")
					   ? fakeapi__string(was, "clusterIP")
					   : ip));
	}
	if (!at(spec, "clusterIPs").v) {
		const char *address = fakeapi__string(spec.v, "clusterIP");
		cJSON *list = cJSON_CreateStringArray(&address, 1);

		put(spec, "clusterIPs", list);
	}
	if (strcmp(fakeapi__string(spec.v, "clusterIP"), "None") == 0 &&
	    !fakeapi__member(spec.v, "ipFamilyPolicy") &&
	    cJSON_GetArraySize(fakeapi__member(spec.v, "selector")) == 0) {
		/* Nobody knows what its endpoints will be. */
		fill(spec, "ipFamilyPolicy", "\"RequireDualStack\"");
		fill(spec, "ipFamilies", "[\"IPv4\",\"IPv6\"]");
	}
	fill(spec, "ipFamilies", "[\"IPv4\"]");
	fill(spec, "ipFamilyPolicy", "\"SingleStack\"");
	if (strcmp(type, "LoadBalancer") == 0 && !fakeapi__member(spec.v, "healthCheckNodePort") &&
	    strcmp(fakeapi__string(spec.v, "externalTrafficPolicy"), "Local") == 0)
		put(spec, "healthCheckNodePort",
		    cJSON_CreateNumber(30000 + number_of(p.v, "health") % 2768));
	for (cJSON *m = node_ports && ports.v ? ports.v->child : NULL; m; m = m->next, i++) {
		struct fakeapi__place port = { m, fakeapi__type_elem(ports.type), p.nomem };
		const cJSON *before =
		    fakeapi__member(cJSON_GetArrayItem(fakeapi__member(was, "ports"), (int)i),
				    "nodePort");
		char salt[24];

		if (fakeapi__member(m, "nodePort"))
			continue;
		snprintf(salt, sizeof(salt), "port%zu", i);
		put(port, "nodePort",
		    before ? cJSON_Duplicate(before, true)
			   : cJSON_CreateNumber(30000 + number_of(p.v, salt) % 2768));
	}
}
