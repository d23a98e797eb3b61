/* SPDX-License-Identifier: Apache-2.0 */
/* client.c - a controller's client: one request at a time to the backend that the
 * controller talks to, and the log of writes as the server sees them. */
#include "base/alloc.h"
#include "runner/world/world.h"

/* --- what is sent --- */

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
	default:
		return "GET";
	}
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

struct scn__call *scn__call_send(struct scn__run *r, struct scn__crun *c, struct scn__op *op)
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
		.backend = scn__client_of(r, c->def),
	};

	if (path.failed || body.failed || agent.failed) {
		scn__broken(r, RELIST_ENOMEM);
		return NULL;
	}
	scn__note(r, "wire", scn__printf(r, "-> %s " STR_FMT, method(op->verb), STR_ARG(req.path)));
	if (scn__refuses_controller(r, &req)) {
		op->status = -1;
		return NULL;
	}
	call = r->ops->call_new(r->driver, &req, &r->err);
	if (!call)
		scn__broken(r, r->err.code);
	return call;
}

bool scn__call_step(struct scn__run *r, struct scn__call **call, struct scn__op *op)
{
	struct scn__call *c = *call;
	bool moved = r->ops->call_step(c);

	if (!c->done)
		return moved;
	op->status = c->status;
	op->answer = scnr__copy(r, strbuf_str(&c->body));
	r->ops->call_free(c);
	*call = NULL;
	return true;
}

/* --- the log of writes --- */

struct search {
	struct str uid;
	bool found;
};

static int find_uid(void *user, const struct fakeapi__write *w)
{
	struct search *s = user;
	json_t json = { w->json.ptr, w->json.len };

	s->found |= json_str_eq(json_path(json, "metadata", "uid", NULL), s->uid);
	return s->found;
}

static unsigned long existing(struct scn__run *r)
{
	unsigned long bits = 0;

	for (size_t i = 0; i < r->name_count; i++) {
		struct search s = { r->names[i].value, false };

		(void)fakeapi__core_each(r->core, find_uid, &s);
		bits |= (unsigned long)s.found << i;
	}
	return bits;
}

/* From an object: its UID, and the name if the server has made it. */
static void learn(struct scn__run *r, struct scn__rec *w, struct str json)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t uid = json_path(json, "metadata", "uid", NULL);
	json_t name = json_path(json, "metadata", "name", NULL);

	if (uid.len)
		w->uid = scnr__copy(r, json_str(uid, &scratch));
	strbuf_clear(&scratch);
	if (name.len && w->verb == SCN_V_W_CREATE && !w->subresource.len)
		w->name = scnr__copy(r, json_str(name, &scratch));
}

void scn__write_begins(struct scn__run *r, struct scn__rec *w)
{
	AUTO_STRBUF last = STRBUF_INIT;
	struct fakeapi__model_type type = scn__model_type(w->type);

	w->exists = existing(r);
	if (w->verb == SCN_V_W_CREATE) {
		learn(r, w, w->body); /* it names its object; the UID comes with the answer */
		return;
	}
	if (!fakeapi__model_get(r->core, &type, w->ns, w->name, &last))
		return;
	learn(r, w, strbuf_str(&last));
	if (w->verb == SCN_V_W_DELETE)
		w->body = scnr__copy(r, strbuf_str(&last));
	if (last.failed)
		scn__broken(r, RELIST_ENOMEM);
}

struct str scn__write_line(struct scn__run *r, const struct scn__rec *w)
{
	AUTO_STRBUF b = STRBUF_INIT;

	strbuf_addf(&b, "%s " STR_FMT "/" STR_FMT "%s" STR_FMT "%s" STR_FMT,
		    scn__verb_word(w->verb), STR_ARG(w->type->name), STR_ARG(w->ns),
		    w->ns.len ? "/" : "", STR_ARG(w->name), w->subresource.len ? "/" : "",
		    STR_ARG(w->subresource));
	if (w->status)
		strbuf_addf(&b, " -> %d", w->status);
	else
		strbuf_addf(&b, " -> %s", w->refused ? "refused" : w->reset ? "reset" : "open");
	if (r->cell->world.backend_count > 1)
		strbuf_addf(&b, " from " STR_FMT, STR_ARG(r->cell->world.backends[w->backend]));
	if (b.failed)
		scn__broken(r, RELIST_ENOMEM);
	return scnr__copy(r, strbuf_str(&b));
}

static void crash_if_armed(struct scn__run *r, const struct scn__rec *w)
{
	struct scn__crun *c = w->by ? &r->controllers[w->by->index] : NULL;

	if (c && c->crash_after && w->status < 400 && --c->crash_after == 0)
		c->crash_now = true;
}

void scn__write_answered(struct scn__run *r, struct scn__rec *w, struct str answer)
{
	json_t json;

	if (w->status < 400 && json_valid(answer, &json, NULL)) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		json_t rv = json_path(json, "metadata", "resourceVersion", NULL);

		learn(r, w, json);
		w->answer_rv = rv.len ? scnr__copy(r, json_str(rv, &scratch)) : STR("");
		if (w->verb == SCN_V_W_CREATE || w->verb == SCN_V_W_UPDATE)
			w->body = scnr__copy(r, json);
	}
	scn__story_rec(r, SCN_STORY_WRITE, w);
	if (w->status >= 400) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str why = json_valid(answer, &json, NULL)
				     ? json_str(json_get(json, "message"), &scratch)
				     : STR("");

		scn__note(r, "", scnr__copy(r, why));
	}
	scn__nevers_happened(r, w, NULL);
	crash_if_armed(r, w);
	scn__oracle_write(r, w);
}

/* --- holds --- */

static bool concerns(const struct scn__hold *h, const struct scn__op *op)
{
	return h->point == SCN_POINT_WRITE && (!h->type || h->type == op->type) &&
	       (!h->key.type || (h->key.type == op->type && str_eq(h->key.ns, op->ns) &&
				 str_eq(h->key.name, op->name)));
}

bool scn__write_held(struct scn__run *r, struct scn__op *op)
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
