/* SPDX-License-Identifier: Apache-2.0 */
/* service_allocate.c - runs a service through the allocators (pkg/registry/core/service/storage
 * alloc.go): requested addresses and ports must be free, missing ones are allocated. */
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/context.h"
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/strategy/service_numbers.h"
#include "fakeapi/strategy/strategies.h"

#define at   fakeapi__place_at
#define need fakeapi__place_need
#define put  fakeapi__place_set

struct request {
	struct fakeapi__call *c;
	const struct fakeapi__numbers *numbers;
	struct fakeapi__place spec;
	const cJSON *obj, *was;	       /* its old spec; NULL: a new service */
	struct fakeapi__port_set kept; /* node ports of the old service */
	struct fakeapi__port_set mine; /* and those allocated now */
};

static int invalid(const struct request *r, const struct fakeapi__path *where, const cJSON *value,
		   const char *why)
{
	struct fakeapi__causes causes;
	int rc;

	fakeapi__causes_init(&causes);
	fakeapi__cause_invalid(&causes, where, value, why);
	rc = fakeapi__causes_report(&causes, r->c->res, fakeapi__meta_str(r->obj, "name"),
				    &r->c->st);
	fakeapi__causes_fini(&causes);
	return rc;
}

static int failed(const struct request *r, const char *why)
{
	(void)fakeapi__status_set(&r->c->st, 500, "InternalError", "Internal error occurred: %s",
				  why);
	fakeapi__status_cause(&r->c->st, NULL, why, NULL);
	return -1;
}

static void print_address(struct strbuf *out, uint32_t a)
{
	strbuf_addf(out, "%u.%u.%u.%u", a >> 24, a >> 16 & 255, a >> 8 & 255, a & 255);
}

static void print_range(struct strbuf *out, const struct fakeapi__ip_range *range)
{
	unsigned bits = 32;

	for (uint32_t n = range->size; n > 1; n /= 2)
		bits--;
	print_address(out, range->base);
	strbuf_addf(out, "/%u", bits);
}

/* Allocating an address creates an IPAddress object, which needs its parent's name before
 * validation reports the missing one. A dry run creates none. */
static bool lacks_parent(const struct request *r)
{
	return !*fakeapi__meta_str(r->obj, "name") && !r->c->dry_run;
}

static void add_lacking_parent(struct strbuf *why, const char *address)
{
	strbuf_addf(why,
		    "IPAddress.networking.k8s.io \"%s\" is invalid: spec.parentRef.name: "
		    "Required value",
		    address);
}

/* Allocates the address that the service requests. */
static int take_address(const struct request *r, const char *text)
{
	const struct fakeapi__path *all = PATH(PATH(NULL, "spec"), "clusterIPs");
	const struct fakeapi__path *first = PATH_AT(all, 0), *where = all;
	const cJSON *ips = fakeapi__member(r->spec.v, "clusterIPs");
	AUTO_STRBUF why = STRBUF_INIT;
	struct fakeapi__ip ip;
	cJSON *one = NULL;
	int rc;

	if (!fakeapi__ip_parse(str_of(text), &ip))
		return 0; /* validation refuses it */
	strbuf_addf(&why, "failed to allocate IP %s: ", text);
	if (ip.len != 4) {
		strbuf_clear(&why);
		strbuf_addz(&why, "IPv6 is not configured on this cluster");
		where = first;
	} else {
		uint32_t a = (uint32_t)ip.bytes[0] << 24 | (uint32_t)ip.bytes[1] << 16 |
			     (uint32_t)ip.bytes[2] << 8 | ip.bytes[3];

		enum fakeapi__given given = fakeapi__address_free(r->numbers, a);

		/* A dry run does not reach the allocator that checks the range. */
		if (given == FAKEAPI_OUTSIDE && r->c->dry_run)
			given = FAKEAPI_NOT_FOR_USE;
		switch (given) {
		case FAKEAPI_GIVEN:
			if (!lacks_parent(r))
				return 0;
			add_lacking_parent(&why, text);
			break;
		case FAKEAPI_TAKEN:
			if (lacks_parent(r))
				add_lacking_parent(&why, text);
			else
				strbuf_addz(&why, "provided IP is already allocated");
			break;
		case FAKEAPI_OUTSIDE:
			strbuf_addz(&why, "the provided network does not match the current range");
			break;
		case FAKEAPI_NOT_FOR_USE:
			strbuf_addf(&why,
				    "the provided IP (%s) is not in the valid range. The range of "
				    "valid IPs is ",
				    text);
			print_range(&why, &r->c->core->opt.service_ips);
			break;
		case FAKEAPI_FULL:
		case FAKEAPI_GIVEN_NOMEM:
			return -1;
		}
	}
	if (why.failed)
		return -1;
	if (!cJSON_IsArray(ips) || !ips->child)
		ips = one = cJSON_CreateStringArray(&text, 1);
	rc = ips ? invalid(r, where, ips, why.ptr) : -1;
	cJSON_Delete(one);
	return rc;
}

static int no_parent(const struct request *r, const char *address)
{
	AUTO_STRBUF why = STRBUF_INIT;
	const char *none = "";
	cJSON *ips = cJSON_CreateStringArray(&none, 1);
	int rc = -1;

	strbuf_addz(&why, "failed to allocate IP: ");
	add_lacking_parent(&why, address);
	if (ips && !why.failed)
		rc = invalid(r, PATH(PATH(NULL, "spec"), "clusterIPs"), ips, why.ptr);
	cJSON_Delete(ips);
	return rc;
}

static int next_address(const struct request *r)
{
	AUTO_STRBUF text = STRBUF_INIT;
	uint32_t a = 0;
	enum fakeapi__given given =
	    fakeapi__address_next(r->numbers, fakeapi__service_hash(r->obj, "ip"), &a);

	if (given == FAKEAPI_GIVEN && lacks_parent(r) &&
	    fakeapi__changed(r->c->res->features, FAKEAPI_CHANGE_ADDRESS_ERRORS)) {
		print_address(&text, a);
		return text.failed ? -1 : no_parent(r, text.ptr);
	}
	if (given != FAKEAPI_GIVEN || lacks_parent(r))
		return failed(r, "failed to allocate a serviceIP: range is full");
	print_address(&text, a);
	put(r->spec, "clusterIP", text.failed ? NULL : cJSON_CreateString(text.ptr));
	return *r->spec.nomem ? -1 : 0;
}

static int allocate_address(const struct request *r)
{
	const cJSON *families = fakeapi__member(r->spec.v, "ipFamilies"), *m;
	const cJSON *ips = fakeapi__member(r->spec.v, "clusterIPs");
	const char *ip = fakeapi__string(r->spec.v, "clusterIP");
	/* A PUT of the status can make a service without an address, which it never gets. */
	bool held = r->was && strcmp(fakeapi__string(r->was, "type"), "ExternalName") != 0;
	size_t i = 0;

	if (!*ip && cJSON_IsArray(ips) && cJSON_IsString(ips->child))
		ip = ips->child->valuestring;
	if (strcmp(ip, "None") == 0 || held)
		return 0;
	cJSON_ArrayForEach(m, families)
	{
		if (cJSON_IsString(m) && strcmp(m->valuestring, "IPv6") == 0)
			return invalid(r, PATH_AT(PATH(PATH(NULL, "spec"), "ipFamilies"), i), m,
				       "not configured on this cluster");
		i++;
	}
	return *ip ? take_address(r, ip) : next_address(r);
}

/* --- node ports ------------------------------------------------------------------------------ */

static bool wants_node_ports(const cJSON *spec)
{
	const char *type = fakeapi__string(spec, "type");

	return strcmp(type, "NodePort") == 0 ||
	       (strcmp(type, "LoadBalancer") == 0 &&
		!cJSON_IsFalse(fakeapi__member(spec, "allocateLoadBalancerNodePorts")));
}

static bool may_have_node_ports(const cJSON *spec)
{
	const char *type = fakeapi__string(spec, "type");

	return strcmp(type, "NodePort") == 0 || strcmp(type, "LoadBalancer") == 0;
}

static unsigned node_port(const cJSON *port)
{
	const cJSON *n = fakeapi__member(port, "nodePort");

	return cJSON_IsNumber(n) && n->valueint > 0 ? (unsigned)n->valueint : 0;
}

static void note_port(struct fakeapi__port_set *set, unsigned port)
{
	set->list[set->count++] = (uint16_t)port;
}

static void set_port(const struct request *r, cJSON *port, unsigned number)
{
	struct fakeapi__place ports = at(r->spec, "ports");
	struct fakeapi__place one = { port, fakeapi__type_elem(ports.type), r->spec.nomem };

	put(one, "nodePort", cJSON_CreateNumber(number));
}

/* Keeps the node port of the old port with the same name, unless another new port has it. */
static void keep_ports(struct request *r)
{
	const cJSON *ports = fakeapi__member(r->spec.v, "ports"), *o, *q;

	if (!wants_node_ports(r->was) || !wants_node_ports(r->spec.v))
		return;
	for (cJSON *p = ports ? ports->child : NULL; p; p = p->next) {
		unsigned before = 0;

		if (node_port(p))
			continue;
		cJSON_ArrayForEach(
		    o, fakeapi__member(r->was, "ports")) if (strcmp(fakeapi__string(o, "name"),
								    fakeapi__string(p, "name")) ==
							     0) before = node_port(o);
		cJSON_ArrayForEach(q, ports) if (node_port(q) == before) before = 0;
		if (before)
			set_port(r, p, before);
	}
}

/* The error of a requested node port outside the range. */
static void add_outside(struct strbuf *why, struct fakeapi__port_range range)
{
	strbuf_addf(why,
		    "provided port is not in the valid range. The range of valid ports is %u-%u",
		    range.first, range.first + range.count - 1);
}

/* Allocates the node port that the service requests. */
static int take_port(struct request *r, const struct fakeapi__path *where, unsigned number)
{
	struct fakeapi__port_range range = r->c->core->opt.node_ports;
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON value = { .type = cJSON_Number, .valuedouble = number, .valueint = (int)number };

	if (fakeapi__port_in(&r->kept, number) && !fakeapi__port_in(&r->mine, number)) {
		note_port(&r->mine, number);
		return 0;
	}
	switch (fakeapi__port_free(r->numbers, number, &r->mine)) {
	case FAKEAPI_GIVEN:
		note_port(&r->mine, number);
		return 0;
	case FAKEAPI_OUTSIDE:
		if (r->c->dry_run) { /* a dry run does not check the range */
			note_port(&r->mine, number);
			return 0;
		}
		add_outside(&why, range);
		break;
	case FAKEAPI_TAKEN:
		strbuf_addz(&why, "provided port is already allocated");
		break;
	case FAKEAPI_NOT_FOR_USE:
	case FAKEAPI_FULL:
	case FAKEAPI_GIVEN_NOMEM:
		return -1;
	}
	return why.failed ? -1 : invalid(r, where, &value, why.ptr);
}

enum { DRY_PORT = 32769 };

static int next_port(struct request *r, const char *salt, unsigned *number)
{
	if (r->c->dry_run) { /* simulated: above the service's own, or unusual */
		*number = DRY_PORT;
		for (size_t i = 0; i < r->mine.count; i++)
			if (i == 0 || r->mine.list[i] >= *number)
				*number = r->mine.list[i] + 1U;
		note_port(&r->mine, *number);
		return 0;
	}
	if (fakeapi__port_next(r->numbers, fakeapi__service_hash(r->obj, salt), &r->mine, number) !=
	    FAKEAPI_GIVEN)
		return -1;
	note_port(&r->mine, *number);
	return 0;
}

/* The node port of a port with the same number but another protocol. */
static unsigned node_port_of_twin(const cJSON *ports, const cJSON *p)
{
	const cJSON *number = fakeapi__member(p, "port"), *q;

	cJSON_ArrayForEach(q, ports)
	{
		const cJSON *other = fakeapi__member(q, "port");

		if (q != p && cJSON_IsNumber(number) && cJSON_IsNumber(other) &&
		    number->valueint == other->valueint && node_port(q))
			return node_port(q);
	}
	return 0;
}

static int allocate_port(struct request *r, cJSON *p, size_t i)
{
	const cJSON *ports = fakeapi__member(r->spec.v, "ports");
	const struct fakeapi__path *where =
	    PATH(PATH_AT(PATH(PATH(NULL, "spec"), "ports"), i), "nodePort");
	unsigned number = node_port(p), twin = node_port_of_twin(ports, p);
	char salt[24];

	if (!number && !wants_node_ports(r->spec.v))
		return 0;
	if (!number && twin && !r->was) {
		set_port(r, p, twin);
		number = twin;
	}
	if (number && number == twin && fakeapi__port_in(&r->mine, number))
		return 0;
	if (number)
		return take_port(r, where, number);
	(void)snprintf(salt, sizeof(salt), "port%zu", i);
	if (next_port(r, salt, &number) < 0)
		return failed(r, "failed to allocate a nodePort: range is full");
	set_port(r, p, number);
	return 0;
}

static bool needs_health_check(const cJSON *spec)
{
	return strcmp(fakeapi__string(spec, "type"), "LoadBalancer") == 0 &&
	       strcmp(fakeapi__string(spec, "externalTrafficPolicy"), "Local") == 0;
}

static int allocate_health_check(struct request *r)
{
	static const char member[] = "healthCheckNodePort";
	const cJSON *given_port = fakeapi__member(r->spec.v, member);
	const cJSON *before = fakeapi__member(r->was, member);
	AUTO_STRBUF why = STRBUF_INIT;
	unsigned number;

	if (!needs_health_check(r->spec.v))
		return 0;
	if (needs_health_check(r->was)) {
		if (!given_port && before)
			put(r->spec, member, cJSON_Duplicate(before, true));
		return 0;
	}
	if (cJSON_IsNumber(given_port) && given_port->valueint > 0) {
		number = (unsigned)given_port->valueint;
		strbuf_addf(&why, "failed to allocate requested HealthCheck NodePort %u: ", number);
		switch (fakeapi__port_free(r->numbers, number, &r->mine)) {
		case FAKEAPI_GIVEN:
			return 0;
		case FAKEAPI_OUTSIDE:
			add_outside(&why, r->c->core->opt.node_ports);
			break;
		case FAKEAPI_TAKEN:
		case FAKEAPI_NOT_FOR_USE:
		case FAKEAPI_FULL:
			strbuf_addz(&why, "provided port is already allocated");
			break;
		case FAKEAPI_GIVEN_NOMEM:
			return -1;
		}
		return why.failed ? -1 : failed(r, why.ptr);
	}
	if (next_port(r, "health", &number) < 0)
		return failed(r, "failed to allocate a HealthCheck NodePort 0: range is full");
	put(r->spec, member, cJSON_CreateNumber(number));
	return 0;
}

static int allocate_ports(struct request *r)
{
	const cJSON *ports = fakeapi__member(r->spec.v, "ports"), *o;
	const cJSON *before = fakeapi__member(r->was, "ports");
	size_t room = (size_t)cJSON_GetArraySize(ports) + (size_t)cJSON_GetArraySize(before) + 2;
	uint16_t *list = base__calloc(2 * room, sizeof(*list));
	size_t i = 0;
	int rc = 0;

	if (!list)
		return -1;
	r->kept.list = list;
	r->mine.list = list + room;
	cJSON_ArrayForEach(o, before) if (node_port(o)) note_port(&r->kept, node_port(o));
	keep_ports(r);
	for (cJSON *p = may_have_node_ports(r->spec.v) && ports ? ports->child : NULL; p && rc == 0;
	     p = p->next)
		rc = allocate_port(r, p, i++);
	if (rc == 0)
		rc = allocate_health_check(r);
	base__free(list);
	return rc;
}

int fakeapi__service_allocate(struct fakeapi__call *c, cJSON *obj, const cJSON *old)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(c->res), &nomem };
	struct request r = { .c = c,
			     .numbers = fakeapi__numbers_of(c->core),
			     .spec = need(root, "spec"),
			     .obj = obj,
			     .was = fakeapi__member(old, "spec") };

	if (!r.numbers || nomem)
		return -1;
	if (strcmp(fakeapi__string(r.spec.v, "type"), "ExternalName") == 0)
		return 0;
	if (allocate_address(&r) < 0 || allocate_ports(&r) < 0)
		return -1;
	return nomem ? -1 : 0;
}
