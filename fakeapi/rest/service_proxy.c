/* SPDX-License-Identifier: Apache-2.0 */
/* service_proxy.c - which address a Service's proxy would connect to, by its Endpoints. */
#include "base/text/number.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/stages.h"

/* A core object in the request's namespace; NULL: not found, or out of memory. */
static cJSON *read_core(struct fakeapi__call *c, const char *resource, struct str name)
{
	struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&c->core->store, STR(""), str_of(resource), false);
	const struct fakeapi__version *v = b ? fakeapi__bucket_get(b, c->route.ns, name) : NULL;

	return v ? fakeapi__parse(fakeapi__version_json(v)) : NULL;
}

static int no_endpoints(struct fakeapi__call *c, struct str of)
{
	return fakeapi__status_set(&c->st, 503, "ServiceUnavailable",
				   "no endpoints available for service \"" STR_FMT "\"",
				   STR_ARG(of));
}

/* Finds the name of the port with this number. -1: error in st. */
static int port_name(struct fakeapi__call *c, struct str number, struct strbuf *name)
{
	cJSON *service = read_core(c, "services", c->route.name);
	const cJSON *p;
	uint64_t wanted = 0;
	int rc = -1;

	if (!service)
		return fakeapi__not_found(c, c->route.name);
	(void)number_parse(number, INT32_MAX, &wanted);
	cJSON_ArrayForEach(p, fakeapi__dig(service, "spec", "ports", NULL))
	{
		const cJSON *port = fakeapi__member(p, "port");

		if (!cJSON_IsNumber(port) || port->valuedouble != (double)wanted)
			continue;
		strbuf_addz(name, fakeapi__string(p, "name"));
		rc = name->failed ? -1 : 0;
		goto out;
	}
	(void)fakeapi__status_set(&c->st, 503, "ServiceUnavailable",
				  "no service port %llu found for service \"" STR_FMT "\"",
				  (unsigned long long)wanted, STR_ARG(c->route.name));
out:
	cJSON_Delete(service);
	return rc;
}

/* The proxy connects to pods only: the address must be one of its target's. */
static bool is_pods(struct fakeapi__call *c, const cJSON *address)
{
	const cJSON *target = fakeapi__member(address, "targetRef"), *ip;
	bool found = false;
	cJSON *pod;

	if (!cJSON_IsObject(target) || !str_eqz(c->route.ns, fakeapi__string(target, "namespace")))
		return false;
	pod = read_core(c, "pods", str_of(fakeapi__string(target, "name")));
	cJSON_ArrayForEach(ip, fakeapi__dig(pod, "status", "podIPs", NULL))
	{
		found |= strcmp(fakeapi__string(ip, "ip"), fakeapi__string(address, "ip")) == 0;
	}
	cJSON_Delete(pod);
	return found;
}

/* "IP:PORT" of the first address that a pod has at the named port. */
static void find_address(struct fakeapi__call *c, const cJSON *endpoints, const char *port,
			 struct strbuf *out)
{
	const cJSON *s, *p, *a;

	cJSON_ArrayForEach(s, fakeapi__member(endpoints, "subsets"))
	{
		cJSON_ArrayForEach(p, fakeapi__member(s, "ports"))
		{
			const cJSON *number = fakeapi__member(p, "port");

			if (strcmp(fakeapi__string(p, "name"), port) != 0)
				continue;
			cJSON_ArrayForEach(a, fakeapi__member(s, "addresses"))
			{
				const char *ip = fakeapi__string(a, "ip");

				if (!is_pods(c, a))
					continue;
				strbuf_addf(out, strchr(ip, ':') ? "[%s]:%d" : "%s:%d", ip,
					    number ? number->valueint : 0);
				return;
			}
		}
	}
}

int fakeapi__proxy_service(struct fakeapi__call *c, const struct fakeapi__proxied *to)
{
	AUTO_STRBUF port = STRBUF_INIT;
	AUTO_STRBUF address = STRBUF_INIT;
	cJSON *endpoints;
	int rc;

	if (!to->number)
		strbuf_adds(&port, to->port);
	else if (port_name(c, to->port, &port) < 0)
		return -1;
	endpoints = read_core(c, "endpoints", c->route.name);
	if (!endpoints)
		return fakeapi__not_found(c, c->route.name);
	if (cJSON_GetArraySize(fakeapi__member(endpoints, "subsets")) == 0) {
		rc = no_endpoints(c, c->route.name);
	} else {
		find_address(c, endpoints, port.len ? port.ptr : "", &address);
		rc = address.failed || port.failed ? -1
		     : address.len		   ? fakeapi__refuse_proxy(c, address.ptr)
						   : no_endpoints(c, to->id);
	}
	cJSON_Delete(endpoints);
	return rc;
}
