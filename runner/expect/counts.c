/* SPDX-License-Identifier: Apache-2.0 */
/* counts.c - checks numbers since the start. */
#include "runner/expect/object_sets.h"
#include "runner/world/made.h"

/* "CREATE pods/default/web-*": successful writes. */
static bool is_chosen(const struct scn__run *r, const struct scn__count *c,
		      const struct scn__rec *q)
{
	if (c->done &&
	    (q->status < 200 || q->status >= 300 || !str_eq(q->subresource, c->subresource)))
		return false;
	if (c->numbered.pattern)
		return world__made_is(r, &c->numbered, q->ns, q->name);
	return (!c->name.len || expect__pattern_fits(c->name, q->name)) &&
	       (!c->ns.len || expect__pattern_fits(c->ns, q->ns));
}

static size_t count_recs(const struct scn__run *r, const struct scn__list *l,
			 const struct scn__count *c, bool open)
{
	size_t n = 0;

	for (size_t i = 0; i < l->len; i++) {
		const struct scn__rec *q = l->items[i];

		n += (!c->type || c->type == q->type) && (!c->has_verb || c->verb == q->verb) &&
		     is_chosen(r, c, q) &&
		     (!open || (q->verb == SCN_V_WATCH && q->status == 200 && !q->ended));
	}
	return n;
}

static size_t count(struct scn__run *r, const struct scn__count *c)
{
	switch (c->counter) {
	case SCN_COUNT_REQUESTS:
		return count_recs(r, &r->requests.list, c, false);
	case SCN_COUNT_NOTIFICATIONS:
		return count_recs(r, &r->handlers[c->handler->index].notes->list, c, false);
	case SCN_COUNT_CACHE:
		return world__cache_len(r, world__informer_of(r, c->informer));
	case SCN_COUNT_WRITES:
		return count_recs(r, &r->writes.list, c, false);
	case SCN_COUNT_WATCHES:
		return count_recs(r, &r->requests.list, c, true);
	case SCN_COUNT_STATE:
		return expect__state_len(r, c->type);
	case SCN_COUNT_INDEX: {
		struct scn__irun *ir = world__informer_of(r, c->informer);
		struct inf_strings values = { 0 };
		size_t n;

		if (ir->inf)
			(void)inf__indexer_index_values(inf__informer_indexer(ir->inf),
							c->index.ptr, &values);
		n = values.len;
		inf_strings_fini(&values);
		return n;
	}
	case SCN_COUNT_PENDING:
		return world__backlog(r, &r->handlers[c->handler->index]);
	}
	return 0;
}

static void check(struct scn__run *r, const struct scn__section *s, struct scn__verdict *v)
{
	for (size_t i = 0; i < s->counts.count; i++) {
		const struct scn__count *c = &s->counts.items[i];
		size_t n = count(r, c);

		if (!expect__value_fits(r, c->want, world__printf(r, "%zu", n)))
			expect__differs(v, c->pos,
					world__printf(r, STR_FMT ": " STR_FMT, STR_ARG(c->text),
						      STR_ARG(c->want->text)),
					world__printf(r, STR_FMT ": %zu", STR_ARG(c->text), n),
					"counts: " STR_FMT " is %zu, expected " STR_FMT,
					STR_ARG(c->text), n, STR_ARG(c->want->text));
	}
}

static void update(struct scnu__update *up, const struct scn__section *s)
{
	for (size_t i = 0; i < s->counts.count; i++)
		expect__set_if_other(up, s->counts.items[i].want,
				     world__printf(up->r, "%zu",
						   count(up->r, &s->counts.items[i])));
}

const struct scn__section_ops expect__section_counts = { .check = check, .update = update };
