/* SPDX-License-Identifier: Apache-2.0 */
/* gate_record.c - records a request of the program: verb, type, object, and what it shows. */
#include "base/json_scan.h"
#include "fakeapi/control/control.h"
#include "fakeapi/route.h"
#include "fakeapi/serializer/protobuf.h"
#include "runner/perturb/posix/world.h"

static struct str key_of(struct perturb__life *l, const struct perturb__op *op, struct str name,
			 const char *end)
{
	AUTO_STRBUF key = STRBUF_INIT;

	strbuf_addf(&key, STR_FMT "/" STR_FMT "/" STR_FMT "%s", STR_ARG(op->type), STR_ARG(op->ns),
		    STR_ARG(name), end);
	return perturb__copy(l, strbuf_str(&key));
}

static bool is_write(enum fakeapi__verb verb)
{
	return verb != FAKEAPI_VERB_NONE && verb != FAKEAPI_VERB_GET && verb != FAKEAPI_VERB_LIST &&
	       verb != FAKEAPI_VERB_WATCH;
}

/* Parses the request's verb, type and object. Returns false if out of memory. */
static bool parse(struct perturb__life *l, struct perturb__op *op,
		  const struct fakeapi__request *req)
{
	struct fakeapi__route route;

	op->type = op->ns = op->name = op->sub = op->key = STR("");
	if (fakeapi__route_parse(&route, req->method, req->path, req->query))
		return false;
	op->verb = str_of(fakeapi__verb_name(&route));
	if (route.resource_path && route.resource.len) {
		bool is_namespace = !route.group.len && str_eqz(route.resource, "namespaces");

		op->type = perturb__type(l, route.group, route.resource);
		op->ns = is_namespace ? STR("") : perturb__copy(l, route.ns);
		op->name = perturb__copy(l, route.name);
		op->sub = perturb__copy(l, route.subresource);
		op->key = key_of(l, op, op->name, "");
	}
	op->write = op->type.len && is_write(route.verb);
	op->background = !op->type.len || perturb__is_ignored(op->type) ||
			 str_eqz(route.group, "authentication.k8s.io") ||
			 str_eqz(route.group, "authorization.k8s.io");
	fakeapi__route_fini(&route);
	return true;
}

/* Sets the name that a create gives its object, or its generateName. */
static void name_created(struct perturb__life *l, struct perturb__op *op, struct str body)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	struct str generate;
	json_t v;

	if (fakeapi__protobuf_json(body, &text))
		body = strbuf_str(&text);
	if (!json_valid(body, &v, NULL))
		return;
	op->name = perturb__copy(l, json_str(json_path(v, "metadata", "name", NULL), &scratch));
	op->key = key_of(l, op, op->name, "");
	if (op->name.len)
		return;
	strbuf_clear(&scratch);
	generate = json_str(json_path(v, "metadata", "generateName", NULL), &scratch);
	op->key = key_of(l, op, generate, "*");
}

struct perturb__op *perturb__gate_record(struct perturb__world *w,
					 const struct fakeapi__request *req)
{
	struct perturb__life *l = w->life;
	struct perturb__op *op = perturb__life_op(l);
	bool counts;

	if (!op)
		return NULL;
	if (!parse(l, op, req))
		return NULL;
	op->at_ns = clock_monotonic_ns();
	op->step = w->step;
	op->instance = req->backend;
	perturb__wire_note(l, req);
	op->agent = perturb__copy(l, fakeapi__request_header(req, "User-Agent"));
	op->shown_rv = fakeapi__core_rv(w->core);
	if (str_eqz(op->verb, "create") && !op->name.len)
		name_created(l, op, req->body);
	op->background |= perturb__is_lock(l, op->key, op->write ? req->body : STR(""));
	op->blind = op->write && perturb__rest_is_blind(w);
	op->leaseless = op->write && !op->background && w->leases.forbidden_ns &&
			op->at_ns >= w->leases.forbidden_ns;
	/* retries on an old view end with the view, and broken connections reach no server: no
	 * storm */
	counts = !op->background && !w->stale_rv && !w->hold_rule && !w->away;
	l->requests += counts;
	l->writes += op->write && counts;
	return op;
}
