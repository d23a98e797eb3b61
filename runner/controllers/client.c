/* SPDX-License-Identifier: Apache-2.0 */
/* client.c - a controller's client: one request at a time to the controller's backend. */
#include "base/alloc.h"
#include "runner/controllers/controllers.h"

/* --- sending --- */

static void add_path(struct strbuf *b, const struct scn__op *op)
{
	const struct scn__type *t = op->type;

	if (t->group.len)
		strbuf_addf(b, "/apis/" STR_FMT "/" STR_FMT, STR_ARG(t->group),
			    STR_ARG(t->version));
	else
		strbuf_addf(b, "/api/" STR_FMT, STR_ARG(t->version));
	if (t->namespaced) {
		strbuf_addz(b, "/namespaces/");
		strbuf_add_urlenc(b, op->ns);
	}
	strbuf_addf(b, "/" STR_FMT, STR_ARG(t->resource));
	if (op->verb == SCN_V_W_CREATE && !op->subresource.len)
		return;
	strbuf_addc(b, '/');
	strbuf_add_urlenc(b, op->name);
	if (op->subresource.len) {
		strbuf_addc(b, '/');
		strbuf_add_urlenc(b, op->subresource);
	}
}

static const char *method(enum scn__verb verb)
{
	switch (verb) {
	case SCN_V_W_CREATE:
		return "POST";
	case SCN_V_W_UPDATE:
		return "PUT";
	case SCN_V_W_PATCH:
		return "PATCH";
	case SCN_V_W_DELETE:
		return "DELETE";
	case SCN_V_LIST:
	case SCN_V_WATCH:
	case SCN_V_GET:
	case SCN_V_ANY_REQUEST:
	case SCN_V_W_DELETE_ALL:
	case SCN_V_ANY_WRITE:
	case SCN_V_ADD:
	case SCN_V_UPDATE:
	case SCN_V_SYNC:
	case SCN_V_DELETE:
		break;
	}
	return "GET";
}

static void add_body(struct strbuf *b, const struct scn__op *op)
{
	if (op->verb != SCN_V_W_DELETE) {
		strbuf_adds(b, op->body);
	} else if (op->uid.len) {
		strbuf_addz(b, "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\","
			       "\"preconditions\":{\"uid\":");
		strbuf_add_json(b, op->uid);
		strbuf_addz(b, "}}");
	}
}

struct scn__call *ctl__call_send(struct scn__run *r, struct scn__crun *c, struct scn__op *op)
{
	AUTO_STRBUF path = STRBUF_INIT;
	AUTO_STRBUF body = STRBUF_INIT;
	AUTO_STRBUF agent = STRBUF_INIT;
	const char *type =
	    op->verb == SCN_V_W_PATCH ? "application/merge-patch+json" : "application/json";
	struct scn__call *call;

	add_path(&path, op);
	add_body(&body, op);
	strbuf_addf(&agent, "controller/" STR_FMT, STR_ARG(c->def->name));
	struct fakeapi__header headers[] = {
		{ STR("Accept"), STR("application/json") },
		{ STR("User-Agent"), strbuf_str(&agent) },
		{ STR("Content-Type"), str_of(type) },
	};
	struct fakeapi__request req = {
		.method = str_of(method(op->verb)),
		.path = strbuf_str(&path),
		.headers = headers,
		.header_count = body.len ? 3 : 2,
		.body = strbuf_str(&body),
		.backend = world__client_of(r, c->def),
	};

	if (path.failed || body.failed || agent.failed) {
		world__broken(r, RELIST_ENOMEM);
		return NULL;
	}
	world__note(r, "wire",
		    world__printf(r, "-> %s " STR_FMT, method(op->verb), STR_ARG(req.path)));
	if (world__refuses_controller(r, &req)) {
		op->status = -1;
		return NULL;
	}
	call = r->ops->call_new(r->driver, &req, &r->err);
	if (!call)
		world__broken(r, r->err.code);
	return call;
}

bool ctl__call_step(struct scn__run *r, struct scn__call **call, struct scn__op *op)
{
	struct scn__call *c = *call;
	bool moved = r->ops->call_step(c);

	if (!c->done)
		return moved;
	op->status = c->status;
	op->answer = world__copy(r, strbuf_str(&c->body));
	r->ops->call_free(c);
	*call = NULL;
	return true;
}

/* --- holds --- */

static bool concerns(const struct scn__hold *h, const struct scn__op *op)
{
	return h->point == SCN_POINT_WRITE && (!h->type || h->type == op->type) &&
	       (!h->key.type || (h->key.type == op->type && str_eq(h->key.ns, op->ns) &&
				 str_eq(h->key.name, op->name)));
}

bool ctl__write_held(struct scn__run *r, struct scn__op *op)
{
	bool first = op->seq == 0, held = false;

	if (first)
		op->seq = ++r->write_seq;
	for (size_t i = 0; i < r->held.len; i++) {
		struct scn__held *h = r->held.items[i];

		if (!concerns(&h->hold, op))
			continue;
		if (first && ++h->seen == h->hold.nth)
			h->caught = op->seq;
		held |= !h->hold.nth || h->caught == op->seq;
	}
	return held;
}
