/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c - formats events like a scenario's lines. */
#include "base/url.h"
#include "runner/world/world.h"

struct str world__query(struct scn__run *r, struct str query, const char *name)
{
	struct str n, value;

	while (url_next_param(&query, &n, &value)) {
		AUTO_STRBUF out = STRBUF_INIT;

		if (!str_eqz(n, name))
			continue;
		strbuf_add_urldec(&out, value, true);
		return world__copy(r, strbuf_str(&out));
	}
	return (struct str) { NULL, 0 };
}

/* "pods/default/a", "nodes/a", "pods/default", "pods" */
static void add_place(const struct scn__rec *q, struct strbuf *out)
{
	strbuf_addf(out, STR_FMT "%s" STR_FMT "%s" STR_FMT, STR_ARG(q->type->name),
		    q->ns.len ? "/" : "", STR_ARG(q->ns), q->name.len ? "/" : "", STR_ARG(q->name));
}

void world__request_words(struct scn__run *r, const struct scn__rec *q, struct strbuf *out)
{
	struct str rv = world__query(r, q->query, "resourceVersion");

	strbuf_addf(out, "%s ", scn__verb_word(q->verb));
	if (q->name.len)
		add_place(q, out);
	else
		strbuf_adds(out, q->type->name);
	strbuf_addf(out, " rv=%s" STR_FMT "%s", rv.len ? "" : "\"", STR_ARG(rv),
		    rv.len ? "" : "\"");
	if (str_eqz(world__query(r, q->query, "allowWatchBookmarks"), "true"))
		strbuf_addz(out, " bookmarks");
	if (str_eqz(world__query(r, q->query, "sendInitialEvents"), "true"))
		strbuf_addz(out, " initial-events");
}

struct str world__write_line(struct scn__run *r, const struct scn__rec *w)
{
	AUTO_STRBUF b = STRBUF_INIT;

	strbuf_addf(&b, "%s ", scn__verb_word(w->verb));
	add_place(w, &b);
	strbuf_addf(&b, "%s" STR_FMT, w->subresource.len ? "/" : "", STR_ARG(w->subresource));
	if (w->status)
		strbuf_addf(&b, " -> %d", w->status);
	else
		strbuf_addf(&b, " -> %s", w->refused ? "refused" : w->reset ? "reset" : "open");
	if (r->cell->world.backend_count > 1)
		strbuf_addf(&b, " from " STR_FMT, STR_ARG(r->cell->world.backends[w->backend]));
	if (b.failed)
		world__broken(r, RELIST_ENOMEM);
	return world__copy(r, strbuf_str(&b));
}

struct str world__request_line(struct scn__run *r, const struct scn__rec *q)
{
	AUTO_STRBUF b = STRBUF_INIT;

	if (world__is_write(q))
		return world__write_line(r, q);
	world__request_words(r, q, &b);
	if (q->refused)
		strbuf_addz(&b, " -> refused");
	else if (q->gone)
		strbuf_addz(&b, " -> gone");
	else if (q->status)
		strbuf_addf(&b, " -> %d", q->status);
	else
		strbuf_addz(&b, q->reset ? " -> reset" : " -> open");
	if (q->answer_rv.len && !q->gone)
		strbuf_addf(&b, "@" STR_FMT, STR_ARG(q->answer_rv));
	if (r->cell->world.backend_count > 1)
		strbuf_addf(&b, " from " STR_FMT, STR_ARG(r->cell->world.backends[q->backend]));
	return world__copy(r, strbuf_str(&b));
}

static struct str note_line(struct scn__run *r, const struct scn__rec *n)
{
	bool update = n->verb == SCN_V_UPDATE;

	return world__printf(r, "%s " STR_FMT "/" STR_FMT "%s" STR_FMT "%s" STR_FMT "%s%s",
			     scn__verb_word(n->verb), STR_ARG(n->type->name), STR_ARG(n->key),
			     update ? " " : " rv=", STR_ARG(update ? n->old_rv : n->rv),
			     update ? "->" : "", STR_ARG(update ? n->rv : STR("")),
			     n->initial ? " initial" : "", n->unknown ? " unknown" : "");
}

struct str world__line_of(struct scn__run *r, const struct scn__rec *rec)
{
	switch (rec->verb) {
	case SCN_V_ADD:
	case SCN_V_UPDATE:
	case SCN_V_SYNC:
	case SCN_V_DELETE:
		return note_line(r, rec);
	case SCN_V_LIST:
	case SCN_V_WATCH:
	case SCN_V_GET:
	case SCN_V_ANY_REQUEST:
	case SCN_V_W_CREATE:
	case SCN_V_W_UPDATE:
	case SCN_V_W_PATCH:
	case SCN_V_W_DELETE:
	case SCN_V_W_DELETE_ALL:
	case SCN_V_ANY_WRITE:
		break;
	}
	return world__request_line(r, rec);
}
