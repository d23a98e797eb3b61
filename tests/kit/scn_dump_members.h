/* SPDX-License-Identifier: Apache-2.0 */
/* scn_dump_members.h - prints members of a scenario as " name=value"; nothing if the value is 0. */
#ifndef TESTS_SCN_DUMP_MEMBERS_H
#define TESTS_SCN_DUMP_MEMBERS_H

#include "base/str.h"
#include "runner/language/scenario.h"

static inline void num(struct strbuf *out, const char *name, long long n)
{
	if (n)
		strbuf_addf(out, " %s=%lld", name, n);
}

static inline void real(struct strbuf *out, const char *name, double n)
{
	if (n < 0 || n > 0)
		strbuf_addf(out, " %s=%g", name, n);
}

static inline void text(struct strbuf *out, const char *name, struct str s)
{
	if (!s.len)
		return;
	strbuf_addf(out, " %s=", name);
	strbuf_add_json(out, s);
}

static inline void texts(struct strbuf *out, const char *name, const struct str *items,
			 size_t count)
{
	for (size_t i = 0; i < count; i++) {
		strbuf_addf(out, "%s%s", i ? "," : " ", i ? "" : name);
		strbuf_addz(out, i ? "" : "=");
		strbuf_add_json(out, items[i]);
	}
}

static inline void place(struct strbuf *out, struct scn__pos pos)
{
	strbuf_addf(out, " @%u:%u", pos.line, pos.column);
}

static inline void type(struct strbuf *out, const struct scn__type *t)
{
	if (t)
		text(out, "type", t->name);
}

static inline void informer(struct strbuf *out, const struct scn__informer *i)
{
	if (i)
		text(out, "informer", i->name);
}

static inline void controller(struct strbuf *out, const struct scn__controller *c)
{
	if (c)
		text(out, "controller", c->name);
}

static inline void handler(struct strbuf *out, const struct scn__handler *h)
{
	if (!h)
		return;
	text(out, "handler", h->name);
	if (h->informer)
		text(out, "of", h->informer->name);
}

static inline void key(struct strbuf *out, const struct scn__key *k)
{
	if (!k->type && !k->text.len)
		return;
	strbuf_addz(out, " key=(");
	type(out, k->type);
	text(out, "ns", k->ns);
	text(out, "name", k->name);
	text(out, "text", k->text);
	place(out, k->pos);
	strbuf_addz(out, " )");
}

static inline void node(struct strbuf *out, const char *name, const struct scn__node *n)
{
	if (!n)
		return;
	strbuf_addf(out, " %s=%s%s%s", name, n->kind == SCN_LIST ? "list" : "",
		    n->kind == SCN_MAP ? "map" : "", n->quoted ? "quoted" : "");
	strbuf_addf(out, "%s<%u:%u-%u:%u", n->block ? "|" : "", n->pos.line, n->pos.column,
		    n->end.line, n->end.column);
	num(out, "form", n->form);
	text(out, "text", n->text);
	text(out, "arg", n->arg);
	for (size_t i = 0; i < n->count; i++) {
		if (n->kind == SCN_LIST) {
			node(out, "-", &n->items[i]);
			continue;
		}
		text(out, "key", n->entries[i].key);
		place(out, n->entries[i].pos);
		node(out, ":", n->entries[i].value);
	}
	strbuf_addz(out, ">");
}

#endif
