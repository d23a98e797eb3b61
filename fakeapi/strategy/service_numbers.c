/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/strategy/service_numbers.h"

#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

enum { PORTS = 65536 };

/* The address and ports of one service. */
struct held {
	uint32_t address; /* 0: none in the range */
	size_t port_count;
	uint16_t ports[];
};

struct fakeapi__numbers {
	const struct fakeapi__options *opt;
	const struct fakeapi__bucket *bucket; /* of services, the source of events */
	uint64_t seq;			      /* earlier events are counted */
	uint64_t rewinds;		      /* of the store at that time */
	struct map services;
	uint16_t *addresses; /* `size` entries */
	uint16_t *ports;     /* PORTS entries */
};

static void drop_all(struct fakeapi__numbers *n)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&n->services, &i));)
		base__free(e->value);
	map_clear(&n->services);
	memset(n->addresses, 0, n->opt->service_ips.size * sizeof(*n->addresses));
	memset(n->ports, 0, PORTS * sizeof(*n->ports));
}

void fakeapi__numbers_free(struct fakeapi__numbers *n)
{
	const struct map_entry *e;

	if (!n)
		return;
	for (size_t i = 0; (e = map_next(&n->services, &i));)
		base__free(e->value);
	map_fini(&n->services);
	base__free(n->addresses);
	base__free(n->ports);
	base__free(n);
}

static struct fakeapi__numbers *make(struct fakeapi__core *core)
{
	struct fakeapi__numbers *n = base__calloc(1, sizeof(*n));

	if (!n)
		return NULL;
	n->opt = &core->opt;
	map_init(&n->services, MAP_COPY_KEYS);
	n->addresses = base__calloc(core->opt.service_ips.size, sizeof(*n->addresses));
	n->ports = base__calloc(PORTS, sizeof(*n->ports));
	if (n->addresses && n->ports)
		return n;
	fakeapi__numbers_free(n);
	return NULL;
}

/* --- counting ------------------------------------------------------------------------------- */

static void count(struct fakeapi__numbers *n, const struct held *h, int by)
{
	if (h->address)
		n->addresses[h->address - n->opt->service_ips.base] += (uint16_t)by;
	for (size_t i = 0; i < h->port_count; i++)
		n->ports[h->ports[i]] += (uint16_t)by;
}

static bool parse_address(const char *text, uint32_t *out)
{
	struct fakeapi__ip ip;

	if (!fakeapi__ip_parse(str_of(text), &ip) || ip.len != 4)
		return false;
	*out = (uint32_t)ip.bytes[0] << 24 | (uint32_t)ip.bytes[1] << 16 |
	       (uint32_t)ip.bytes[2] << 8 | ip.bytes[3];
	return true;
}

static bool in_range(const struct fakeapi__numbers *n, uint32_t address)
{
	return address >= n->opt->service_ips.base &&
	       address - n->opt->service_ips.base < n->opt->service_ips.size;
}

static void add_port(struct held *h, const cJSON *port)
{
	if (!cJSON_IsNumber(port) || port->valueint <= 0 || port->valueint >= PORTS)
		return;
	for (size_t i = 0; i < h->port_count; i++)
		if (h->ports[i] == port->valueint)
			return;
	h->ports[h->port_count++] = (uint16_t)port->valueint;
}

static struct held *held_by(const struct fakeapi__numbers *n, const cJSON *service)
{
	const cJSON *spec = fakeapi__member(service, "spec"), *p;
	const cJSON *ports = fakeapi__member(spec, "ports");
	struct held *h = base__calloc(1, sizeof(*h) + ((size_t)cJSON_GetArraySize(ports) + 1) *
							  sizeof(*h->ports));
	uint32_t address;

	if (!h)
		return NULL;
	if (parse_address(fakeapi__string(spec, "clusterIP"), &address) && in_range(n, address))
		h->address = address;
	cJSON_ArrayForEach(p, ports) add_port(h, fakeapi__member(p, "nodePort"));
	add_port(h, fakeapi__member(spec, "healthCheckNodePort"));
	return h;
}

/* Replaces the service's entry by its state in `v`. */
static int replace_entry(struct fakeapi__numbers *n, const struct fakeapi__entry *e,
			 const struct fakeapi__version *v)
{
	struct str key = { e->key, e->key_len };
	struct held *h = map_del(&n->services, key);
	cJSON *service;

	if (h)
		count(n, h, -1);
	base__free(h);
	if (!v || v->gone)
		return 0;
	service = fakeapi__parse(fakeapi__version_json(v));
	h = service ? held_by(n, service) : NULL;
	cJSON_Delete(service);
	if (!h || map_put(&n->services, key, h, NULL) != 0) {
		base__free(h);
		return -1;
	}
	count(n, h, 1);
	return 0;
}

static int recount(struct fakeapi__numbers *n, const struct fakeapi__bucket *b)
{
	drop_all(n);
	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);)
		if (replace_entry(n, walk.entry, fakeapi__entry_at(walk.entry, UINT64_MAX)) < 0)
			return -1;
	return 0;
}

static int catch_up(struct fakeapi__core *core, struct fakeapi__numbers *n)
{
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&core->store, STR(""), STR("services"), false);
	int rc = 0;

	if (!b || b != n->bucket || n->rewinds != core->store.rewinds || n->seq < b->first_seq ||
	    n->seq > b->next_seq) {
		if (b)
			rc = recount(n, b);
		else
			drop_all(n);
	} else {
		for (uint64_t s = n->seq; s < b->next_seq && rc == 0; s++) {
			const struct fakeapi__event *ev = fakeapi__bucket_event(b, s);

			rc = replace_entry(n, ev->entry, ev->version);
		}
	}
	n->bucket = rc == 0 ? b : NULL; /* incomplete: the next use counts again */
	n->seq = b ? b->next_seq : 0;
	n->rewinds = core->store.rewinds;
	return rc;
}

uint32_t fakeapi__service_hash(const cJSON *obj, const char *salt)
{
	const cJSON *meta = fakeapi__member(obj, "metadata");
	char text[640];
	int n = snprintf(text, sizeof(text), "%s/%s/%s", fakeapi__string(meta, "namespace"),
			 fakeapi__string(meta, "name"), salt);

	return map_hash(
	    (struct str) { text, n < (int)sizeof(text) ? (size_t)n : sizeof(text) - 1 });
}

struct fakeapi__numbers *fakeapi__numbers_of(struct fakeapi__core *core)
{
	if (!core->numbers)
		core->numbers = make(core);
	return core->numbers && catch_up(core, core->numbers) == 0 ? core->numbers : NULL;
}

/* --- allocating ----------------------------------------------------------------------------- */

enum fakeapi__given fakeapi__address_free(const struct fakeapi__numbers *n, uint32_t address)
{
	uint32_t i = address - n->opt->service_ips.base;

	if (!in_range(n, address))
		return FAKEAPI_OUTSIDE;
	if (i == 0 || i == n->opt->service_ips.size - 1)
		return FAKEAPI_NOT_FOR_USE;
	return n->addresses[i] ? FAKEAPI_TAKEN : FAKEAPI_GIVEN;
}

/* The first address is the network's, the second the API's own, the last the broadcast address. */
enum fakeapi__given fakeapi__address_next(const struct fakeapi__numbers *n, uint32_t start,
					  uint32_t *address)
{
	uint32_t size = n->opt->service_ips.size;
	uint32_t usable = size > 4 ? size - 4 : 1;

	for (uint32_t i = 0; i < usable; i++) {
		*address = n->opt->service_ips.base + 2 + (start % usable + i) % usable;
		if (fakeapi__address_free(n, *address) == FAKEAPI_GIVEN)
			return FAKEAPI_GIVEN;
	}
	for (uint32_t i = 1; i + 1 < size; i++) {
		*address = n->opt->service_ips.base + i;
		if (fakeapi__address_free(n, *address) == FAKEAPI_GIVEN)
			return FAKEAPI_GIVEN;
	}
	return FAKEAPI_FULL;
}

bool fakeapi__port_in(const struct fakeapi__port_set *set, unsigned port)
{
	for (size_t i = 0; i < set->count; i++)
		if (set->list[i] == port)
			return true;
	return false;
}

enum fakeapi__given fakeapi__port_free(const struct fakeapi__numbers *n, unsigned port,
				       const struct fakeapi__port_set *mine)
{
	const struct fakeapi__options *opt = n->opt;

	if (port < opt->node_ports.first || port >= opt->node_ports.first + opt->node_ports.count)
		return FAKEAPI_OUTSIDE;
	return n->ports[port] || fakeapi__port_in(mine, port) ? FAKEAPI_TAKEN : FAKEAPI_GIVEN;
}

enum fakeapi__given fakeapi__port_next(const struct fakeapi__numbers *n, uint32_t start,
				       const struct fakeapi__port_set *mine, unsigned *port)
{
	uint32_t size = n->opt->node_ports.count;

	for (uint32_t i = 0; i < size; i++) {
		*port = n->opt->node_ports.first + (start % size + i) % size;
		if (fakeapi__port_free(n, *port, mine) == FAKEAPI_GIVEN)
			return FAKEAPI_GIVEN;
	}
	return FAKEAPI_FULL;
}
