/* SPDX-License-Identifier: Apache-2.0 */
/* sync.c - checks sync state and resource version. */
#include "runner/expect/update.h"

static void is(struct scn__run *r, const struct scn__section *s, const char *what,
	       enum scn__maybe want, bool have, struct scn__verdict *v)
{
	if (want != SCN_UNCHECKED && (want == SCN_YES) != have)
		expect__differs(v, s->pos,
				world__printf(r, "%s: %s", what,
					      want == SCN_YES ? "true" : "false"),
				world__printf(r, "%s: %s", what, have ? "true" : "false"),
				"sync of %s: %s is %s", s->sync.informer->name.ptr, what,
				have ? "true" : "false");
}

static bool handler_synced(const struct scn__irun *ir, const struct scn__hrun *h)
{
	return ir->inf && h->registration && inf__informer_handler_synced(ir->inf, h->registration);
}

static void check(struct scn__run *r, const struct scn__section *s, struct scn__verdict *v)
{
	struct scn__irun *ir = world__informer_of(r, s->sync.informer);
	bool all = ir->inf != NULL; /* a stopped informer has not synced */
	char rv[64] = "";

	for (size_t i = 0; i < r->cell->world.handler_count; i++)
		if (r->handlers[i].def->informer == ir->def && r->handlers[i].added)
			all &= handler_synced(ir, &r->handlers[i]);
	is(r, s, "store", s->sync.store, ir->inf && inf__informer_synced(ir->inf), v);
	is(r, s, "handlers", s->sync.handlers, all, v);
	is(r, s, "stopped", s->sync.stopped, ir->inf && inf__informer_stopped(ir->inf), v);
	for (size_t i = 0; i < s->sync.each_count; i++) {
		const struct scn__handler *def = s->sync.each[i].handler;

		is(r, s, def->name.ptr, s->sync.each[i].synced ? SCN_YES : SCN_NO,
		   handler_synced(ir, &r->handlers[def->index]), v);
	}
	if (ir->inf)
		inf__informer_last_sync_rv(ir->inf, rv, sizeof(rv));
	if (s->sync.rv && !expect__value_fits(r, s->sync.rv, str_of(rv)))
		expect__differs(v, s->sync.rv->pos,
				world__printf(r, "rv: " STR_FMT, STR_ARG(s->sync.rv->text)),
				world__printf(r, "rv: %s", rv[0] ? rv : "\"\""),
				"sync of %s: rv is \"%s\", expected " STR_FMT, ir->def->name.ptr,
				rv, STR_ARG(s->sync.rv->text));
}

static bool would_be(struct scn__run *r, const struct scn__section *s, struct str key, bool value)
{
	struct scn__section one = *s;

	one.sync.store = str_eqz(key, "store") ? (value ? SCN_YES : SCN_NO) : SCN_UNCHECKED;
	one.sync.handlers = str_eqz(key, "handlers") ? (value ? SCN_YES : SCN_NO) : SCN_UNCHECKED;
	one.sync.stopped = str_eqz(key, "stopped") ? (value ? SCN_YES : SCN_NO) : SCN_UNCHECKED;
	one.sync.rv = NULL;
	one.sync.each_count = 0;
	for (size_t i = 0; i < s->sync.each_count; i++) {
		struct scn__handler_synced each = { s->sync.each[i].handler, value };

		if (key.len <= 8 ||
		    !str_eq(each.handler->name, (struct str) { key.ptr + 8, key.len - 8 }))
			continue;
		one.sync.each = &each;
		one.sync.each_count = 1;
		return expect__check_holds(r, &one, check);
	}
	return expect__check_holds(r, &one, check);
}

static void update(struct scnu__update *up, const struct scn__section *s)
{
	struct scn__run *r = up->r;
	struct scn__irun *ir = world__informer_of(r, s->sync.informer);
	char rv[64] = "";

	for (size_t i = 0; i < s->node->count; i++) {
		const struct scn__entry *e = &s->node->entries[i];

		if (str_eqz(e->key, "rv")) {
			if (ir->inf)
				inf__informer_last_sync_rv(ir->inf, rv, sizeof(rv));
			expect__set_if_other(up, e->value, rv[0] ? str_of(rv) : STR("\"\""));
			continue;
		}
		for (int value = 0; value < 2; value++) {
			const struct scn__node yes = { .kind = SCN_SCALAR,
						       .text = value ? STR("true") : STR("false") };

			if (!would_be(r, s, e->key, value) || str_eq(e->value->text, yes.text))
				continue;
			expect__replace_node(up, e->value, yes.text);
		}
	}
}

const struct scn__section_ops expect__section_sync = { .check = check, .update = update };
