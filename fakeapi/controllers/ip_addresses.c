/* SPDX-License-Identifier: Apache-2.0 */
/* ip_addresses.c - an IPAddress for each ClusterIP of a Service
 * (pkg/registry/core/service/ipallocator). They are created at the first request for the type, and
 * then updated after each write of a Service. */
#include "base/json_scan.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/cidr.h"

#define GROUP "networking.k8s.io"

static struct fakeapi__bucket *addresses(struct fakeapi__core *core)
{
	return fakeapi__store_bucket(&core->store, STR(GROUP), STR("ipaddresses"), false);
}

static const struct fakeapi__bucket *services(struct fakeapi__core *core)
{
	return fakeapi__store_bucket(&core->store, STR(""), STR("services"), false);
}

static bool is_address(struct str ip)
{
	struct fakeapi__ip parsed;

	return ip.len && fakeapi__ip_parse(ip, &parsed);
}

static struct str cluster_ip(const struct fakeapi__version *service, struct strbuf *scratch)
{
	return json_str(json_path(fakeapi__version_json(service), "spec", "clusterIP", NULL),
			scratch);
}

static bool is_used(struct fakeapi__core *core, struct str ip, struct str ns, struct str name)
{
	const struct fakeapi__bucket *b = services(core);
	const struct fakeapi__version *v = b ? fakeapi__bucket_get(b, ns, name) : NULL;
	AUTO_STRBUF scratch = STRBUF_INIT;

	return v && str_eq(cluster_ip(v, &scratch), ip);
}

static int make(struct fakeapi__core *core, struct str ip, struct str ns, struct str name)
{
	AUTO_STRBUF json = STRBUF_INIT;
	bool six = memchr(ip.ptr, ':', ip.len) != NULL;

	strbuf_addf(&json,
		    "{\"kind\":\"IPAddress\",\"apiVersion\":\"" GROUP
		    "/v1\",\"metadata\":{\"name\":"
		    "\"" STR_FMT "\",\"labels\":{\"ipaddress.kubernetes.io/ip-family\":\"IPv%c\","
		    "\"ipaddress.kubernetes.io/managed-by\":\"ipallocator.k8s.io\"}},\"spec\":{"
		    "\"parentRef\":{\"resource\":\"services\",\"namespace\":\"" STR_FMT
		    "\",\"name\":\"" STR_FMT "\"}}}",
		    STR_ARG(ip), six ? '6' : '4', STR_ARG(ns), STR_ARG(name));
	return json.failed ? -1 : fakeapi__loopback_make(core, json.ptr);
}

/* The address exists while that service uses it. */
static int settle(struct fakeapi__core *core, struct str ip, struct str ns, struct str name)
{
	struct fakeapi__bucket *b = addresses(core);
	bool exists = b && fakeapi__bucket_get(b, STR(""), ip);
	bool used = is_used(core, ip, ns, name);

	if (used && !exists)
		return make(core, ip, ns, name);
	return !used && exists ? fakeapi__kill(core, b, STR(""), ip) : 0;
}

static int settle_all(struct fakeapi__core *core)
{
	for (struct fakeapi__walk walk = { .in = services(core) }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str ip = v ? cluster_ip(v, &scratch) : STR("");

		if (is_address(ip) && settle(core, ip, fakeapi__entry_ns(walk.entry),
					     fakeapi__entry_name(walk.entry)) < 0)
			return -1;
	}
	return 0;
}

/* --- after a write ---------------------------------------------------------------------------- */

static void settle_version(struct fakeapi__core *core, const struct fakeapi__entry *e,
			   const struct fakeapi__version *v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str ip = v ? cluster_ip(v, &scratch) : STR("");

	if (is_address(ip))
		(void)settle(core, ip, fakeapi__entry_ns(e), fakeapi__entry_name(e));
}

/* Settles the current and the former address of a Service. */
static void see_service(struct fakeapi__core *core, const struct fakeapi__event *ev)
{
	settle_version(core, ev->entry, ev->version->prev);
	settle_version(core, ev->entry, ev->version);
}

/* A client deleted the address: its Service may still use it. */
static void see_address(struct fakeapi__core *core, const struct fakeapi__event *ev)
{
	json_t parent = json_path(fakeapi__version_json(ev->version), "spec", "parentRef", NULL);
	AUTO_STRBUF ip = STRBUF_INIT;
	AUTO_STRBUF ns = STRBUF_INIT;
	AUTO_STRBUF name = STRBUF_INIT;

	strbuf_adds(&ip, fakeapi__entry_name(ev->entry));
	if (ev->version->gone && !ip.failed)
		(void)settle(core, strbuf_str(&ip), json_str(json_get(parent, "namespace"), &ns),
			     json_str(json_get(parent, "name"), &name));
}

/* Calls `see_one` for new events of a bucket. Looks each up by number, since `see_one` may write
 * and move events. */
static void see(struct fakeapi__core *core, const struct fakeapi__bucket *b, uint64_t *seen,
		void (*see_one)(struct fakeapi__core *core, const struct fakeapi__event *ev))
{
	if (!b)
		return;
	if (*seen < b->first_seq || *seen > b->next_seq)
		*seen = b->first_seq;
	while (*seen < b->next_seq)
		see_one(core, fakeapi__bucket_event(b, (*seen)++));
}

void fakeapi__ip_addresses_settle(struct fakeapi__core *core)
{
	see(core, services(core), &core->seen_services, see_service);
	see(core, addresses(core), &core->seen_addresses, see_address);
}

int fakeapi__ip_addresses_make(struct fakeapi__core *core)
{
	const struct fakeapi__bucket *b = services(core);

	core->seen_services = b ? b->next_seq : 0;
	if (settle_all(core) < 0)
		return -1;
	b = addresses(core);
	core->seen_addresses = b ? b->next_seq : 0;
	return 0;
}
