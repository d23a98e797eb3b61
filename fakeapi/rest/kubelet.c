/* SPDX-License-Identifier: Apache-2.0 */
/* kubelet.c - the responses of a server that cannot reach a kubelet or a pod (registry/core/pod:
 * LogLocation, streamLocation, ResourceLocation; pkg/kubelet/client: GetConnectionInfo). */

#include "base/text/ascii.h"
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/rest/rest.h"

static int refuse(struct fakeapi__call *c, const char *text)
{
	return fakeapi__status_set(&c->st, 400, "BadRequest", "%s", text);
}

/* --- containers --- */

static const char *const container_lists[] = { "initContainers", "containers",
					       "ephemeralContainers" };

static bool has_container(const cJSON *spec, struct str name)
{
	const cJSON *m;

	for (size_t i = 0; i < ARRAY_LEN(container_lists); i++)
		cJSON_ArrayForEach(m, fakeapi__member(spec, container_lists[i]))
		{
			if (str_eqz(name, fakeapi__string(m, "name")))
				return true;
		}
	return false;
}

/* Chooses the requested container, or the only one. */
static int choose(struct fakeapi__call *c, const cJSON *spec, struct strbuf *out)
{
	struct str container = fakeapi__route_param(&c->route, "container", NULL);
	const cJSON *list = fakeapi__member(spec, "containers"), *m;
	AUTO_STRBUF names = STRBUF_INIT;

	if (container.len) {
		strbuf_adds(out, container);
		if (has_container(spec, container))
			return out->failed ? -1 : 0;
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "container " STR_FMT " is not valid for pod " STR_FMT,
					   STR_ARG(container), STR_ARG(c->route.name));
	}
	if (cJSON_GetArraySize(list) == 1) {
		strbuf_addz(out, fakeapi__string(list->child, "name"));
		return out->failed ? -1 : 0;
	}
	for (size_t i = 0; i < ARRAY_LEN(container_lists); i++)
		cJSON_ArrayForEach(m, fakeapi__member(spec, container_lists[i]))
		    strbuf_addf(&names, "%s%s", names.len ? " " : "", fakeapi__string(m, "name"));
	if (names.failed)
		return -1;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "a container name must be specified for pod " STR_FMT
				   ", choose one of: [%s]",
				   STR_ARG(c->route.name), names.len ? names.ptr : "");
}

/* --- addresses --- */

/* Writes "address:port" of the node `obj`. */
static int kubelet_of(struct fakeapi__call *c, const cJSON *obj, struct strbuf *out)
{
	static const char *const preferred[] = { "Hostname", "InternalDNS", "InternalIP",
						 "ExternalDNS", "ExternalIP" };
	const cJSON *status = fakeapi__member(obj, "status"), *m;
	const cJSON *list = fakeapi__member(status, "addresses");
	const cJSON *port =
	    fakeapi__dig(status, "daemonEndpoints", "kubeletEndpoint", "Port", NULL);
	AUTO_STRBUF known = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(preferred); i++)
		cJSON_ArrayForEach(m, list)
		{
			const char *address = fakeapi__string(m, "address");

			if (strcmp(fakeapi__string(m, "type"), preferred[i]) != 0)
				continue;
			strbuf_addf(out, strchr(address, ':') ? "[%s]:%d" : "%s:%d", address,
				    port && port->valueint > 0 ? port->valueint : 10250);
			return out->failed ? -1 : 0;
		}
	cJSON_ArrayForEach(m, list)
	    strbuf_addf(&known, "%s{%s %s}", known.len ? " " : "", fakeapi__string(m, "type"),
			fakeapi__string(m, "address"));
	if (known.failed)
		return -1;
	return fakeapi__status_set(&c->st, 500, NULL,
				   "no preferred addresses found; known addresses: [%s]",
				   known.len ? known.ptr : "");
}

static int find_kubelet(struct fakeapi__call *c, const char *node, struct strbuf *out)
{
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&c->core->store, str_of(""), str_of("nodes"), false);
	const struct fakeapi__version *v =
	    b ? fakeapi__bucket_get(b, (struct str) { NULL, 0 }, str_of(node)) : NULL;
	cJSON *obj;
	int rc;

	if (!v) {
		/* The real server's message has the node's name and the word "pods". */
		(void)fakeapi__status_set(&c->st, 404, "NotFound", "pods \"%s\" not found", node);
		fakeapi__status_details(&c->st, node, "", "pods", NULL);
		return -1;
	}
	obj = fakeapi__parse(fakeapi__version_json(v));
	rc = obj ? kubelet_of(c, obj, out) : -1;
	cJSON_Delete(obj);
	return rc;
}

/* --- requests --- */

/* Checks sinceTime and sinceSeconds. */
static void check_since(struct fakeapi__causes *wrong, bool time, bool seconds, int64_t since)
{
	if (time && seconds)
		fakeapi__cause_forbidden(
		    wrong, PATH_KEY(NULL, STR("")),
		    "at most one of `sinceTime` or `sinceSeconds` may be specified");
	else if (seconds && since < 1)
		fakeapi__cause_invalid_number(wrong, PATH(NULL, "sinceSeconds"), (double)since,
					      "must be greater than 0");
}

/* Uses the first of several values; 400 if it is invalid, even if others follow. */
static int read_log_time(struct fakeapi__call *c, bool *given)
{
	struct str text = fakeapi__route_param(&c->route, "sinceTime", given);
	AUTO_STRBUF time = STRBUF_INIT, why = STRBUF_INIT;

	if (!*given || fakeapi__time(text, false, &time, &why))
		return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest", "%s", why.len ? why.ptr : "");
}

int fakeapi__check_log_options(struct fakeapi__call *c)
{
	struct fakeapi__causes wrong;
	int64_t since, tail, bytes;
	bool has_since, has_time, has_tail, has_bytes, has_stream;
	AUTO_STRBUF name = STRBUF_INIT;
	int rc;

	if (fakeapi__query_int(c, "sinceSeconds", &since, &has_since) < 0 ||
	    read_log_time(c, &has_time) < 0 ||
	    fakeapi__query_int(c, "tailLines", &tail, &has_tail) < 0 ||
	    fakeapi__query_int(c, "limitBytes", &bytes, &has_bytes) < 0)
		return -1;
	(void)fakeapi__route_param(&c->route, "stream", &has_stream);
	strbuf_adds(&name, c->route.name);
	if (name.failed)
		return -1;
	fakeapi__causes_init(&wrong);
	if (has_tail && tail < 0)
		fakeapi__cause_invalid_number(&wrong, PATH(NULL, "tailLines"), (double)tail,
					      "must be greater than or equal to 0");
	if (has_bytes && bytes < 1)
		fakeapi__cause_invalid_number(&wrong, PATH(NULL, "limitBytes"), (double)bytes,
					      "must be greater than 0");
	check_since(&wrong, has_time, has_since, since);
	if (has_stream)
		fakeapi__cause_forbidden(&wrong, PATH(NULL, "stream"), "may not be specified");
	rc = fakeapi__causes_report_as(&wrong, "", "PodLogOptions", name.ptr, &c->st);
	fakeapi__causes_fini(&wrong);
	return rc;
}

/* Writes the kubelet request that failed, its parameters sorted. */
static int refuse_log(struct fakeapi__call *c, const char *container, const char *kubelet)
{
	static const struct {
		const char *name;
		bool flag;
	} params[] = { { "follow", true },	  { "limitBytes", false }, { "previous", true },
		       { "sinceSeconds", false }, { "sinceTime", false },  { "tailLines", false },
		       { "timestamps", true } };
	AUTO_STRBUF query = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(params); i++) {
		struct str value = fakeapi__route_param(&c->route, params[i].name, NULL);

		if (params[i].flag)
			value = fakeapi__route_bool(&c->route, params[i].name, NULL)
				    ? STR("true")
				    : (struct str) { NULL, 0 };
		if (!value.len)
			continue;
		strbuf_addf(&query, "%c%s=", query.len ? '&' : '?', params[i].name);
		strbuf_add_urlenc(&query, value);
	}
	if (query.failed)
		return -1;
	return fakeapi__status_set(&c->st, 500, NULL,
				   "Get \"https://%s/containerLogs/" STR_FMT "/" STR_FMT
				   "/%s%s\": dial tcp %s: connect: connection refused",
				   kubelet, STR_ARG(c->route.ns), STR_ARG(c->route.name), container,
				   query.len ? query.ptr : "", kubelet);
}

static bool may_be_dialed(const char *ip)
{
	static const char *const never[] = { "127.", "169.254.", "0.0.0.0", "::", "fe80:" };

	for (size_t i = 0; i < ARRAY_LEN(never); i++)
		if (strncmp(ip, never[i], strlen(never[i])) == 0)
			return false;
	return *ip != '\0';
}

int fakeapi__refuse_proxy(struct fakeapi__call *c, const char *address)
{
	if (!may_be_dialed(address))
		return refuse(c, "address not allowed");
	return fakeapi__status_set(
	    &c->st, 503, "ServiceUnavailable",
	    "error trying to reach service: dial tcp %s: connect: connection "
	    "refused",
	    address);
}

int fakeapi__no_endpoints(struct fakeapi__call *c)
{
	return fakeapi__status_set(&c->st, 503, "ServiceUnavailable",
				   "no endpoints available for service \"" STR_FMT "\"",
				   STR_ARG(c->route.name));
}

static int proxy(struct fakeapi__call *c, const cJSON *obj)
{
	AUTO_STRBUF address = STRBUF_INIT;
	const char *ip = fakeapi__string(fakeapi__member(obj, "status"), "podIP");
	const cJSON *list = fakeapi__dig(obj, "spec", "containers", NULL), *m, *port = NULL;

	if (strcmp(c->res->resource, "services") == 0)
		return fakeapi__no_endpoints(c);
	if (strcmp(c->res->resource, "nodes") == 0)
		return kubelet_of(c, obj, &address) < 0 ? -1
							: fakeapi__refuse_proxy(c, address.ptr);
	cJSON_ArrayForEach(m, list)
	{
		const cJSON *ports = fakeapi__member(m, "ports");

		if (!port && ports)
			port = fakeapi__member(ports->child, "containerPort");
	}
	if (*ip)
		strbuf_addf(&address, strchr(ip, ':') ? "[%s]:%d" : "%s:%d", ip,
			    port ? port->valueint : 80);
	if (address.failed)
		return -1;
	return may_be_dialed(ip) ? fakeapi__refuse_proxy(c, address.ptr)
				 : fakeapi__refuse_proxy(c, "");
}

/* httpstream.IsUpgradeRequest */
static bool wants_upgrade(const struct fakeapi__request *req)
{
	return ascii_contains_nocase(fakeapi__request_header(req, "Connection"), STR("upgrade"));
}

/* "name", "name:port" or "scheme:name:port" (SplitSchemeNamePort). */
int fakeapi__split_proxied(struct fakeapi__call *c, struct fakeapi__proxied *out)
{
	struct str all = c->route.name, rest = all, parts[3];
	size_t n = 0;
	bool valid;

	memset(out, 0, sizeof(*out));
	out->id = all;
	while (n < ARRAY_LEN(parts)) {
		const char *colon = memchr(rest.ptr, ':', rest.len);
		size_t len = colon ? (size_t)(colon - rest.ptr) : rest.len;

		parts[n++] = (struct str) { rest.ptr, len };
		if (!colon)
			break;
		rest = (struct str) { colon + 1, rest.len - len - 1 };
	}
	valid = parts[n - 1].ptr + parts[n - 1].len == all.ptr + all.len && parts[n == 3].len > 0 &&
		(n < 3 || !parts[0].len || str_eqz(parts[0], "http") || str_eqz(parts[0], "https"));
	if (!valid)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "invalid %s request \"" STR_FMT "\"",
					   strcmp(c->res->resource, "pods") == 0    ? "pod"
					   : strcmp(c->res->resource, "nodes") == 0 ? "node"
										    : "service",
					   STR_ARG(all));
	c->route.name = parts[n == 3];
	out->port = n > 1 ? parts[n - 1] : (struct str) { NULL, 0 };
	out->number = out->port.len > 0 && ascii_is_digits(out->port);
	return 0;
}

int fakeapi__needs_kubelet(struct fakeapi__call *c, const cJSON *obj)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const char *node = fakeapi__string(spec, "nodeName"), *sub = c->sub->name;
	bool log = strcmp(sub, "log") == 0;
	AUTO_STRBUF container = STRBUF_INIT, kubelet = STRBUF_INIT;

	if (strcmp(sub, "proxy") == 0)
		return proxy(c, obj);
	if (strcmp(sub, "portforward") != 0 && choose(c, spec, &container) < 0)
		return -1;
	if (!*node && log)
		return 0;
	if (!*node)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "pod " STR_FMT " does not have a host assigned",
					   STR_ARG(c->route.name));
	if (find_kubelet(c, node, &kubelet) < 0)
		return -1;
	if (log)
		return refuse_log(c, container.ptr, kubelet.ptr);
	if (!wants_upgrade(c->req))
		return refuse(c, "Upgrade request required");
	return fakeapi__status_set(
	    &c->st, 500, NULL, "error dialing backend: dial tcp %s: connect: connection refused",
	    kubelet.ptr);
}
