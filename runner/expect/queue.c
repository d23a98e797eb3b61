/* SPDX-License-Identifier: Apache-2.0 */
/* queue.c - checks the contents of a controller's work queue. */
#include "runner/controllers/controllers.h"
#include "runner/expect/update.h"

static const char *ready_at(const struct scn__crun *c, size_t i)
{
	return inf__wq_ready_at(&c->queue, i);
}

static const char *delayed_at(const struct scn__crun *c, size_t i)
{
	return inf__wq_waiting_at(&c->queue, i);
}

static const char *processing_at(const struct scn__crun *c, size_t i)
{
	for (size_t k = 0; k < SCN_WORKERS_MAX; k++)
		if (c->workers[k].key && i-- == 0)
			return c->workers[k].turn.key;
	return NULL;
}

/* The number of occurrences of the key among the first `count` keys. */
static size_t times_there(const struct scn__crun *c,
			  const char *(*at)(const struct scn__crun *, size_t), const char *key)
{
	const char *have;
	size_t n = 0;

	for (size_t i = 0; (have = at(c, i)); i++)
		n += strcmp(have, key) == 0;
	return n;
}

static size_t times_wanted(const struct scn__keys *want, const char *key)
{
	size_t n = 0;

	for (size_t i = 0; i < want->count; i++)
		n += str_eqz(want->items[i], key);
	return n;
}

static void check_keys(struct scn__run *r, const struct scn__section *s, const char *what,
		       const struct scn__keys *want,
		       const char *(*at)(const struct scn__crun *, size_t), bool ordered,
		       struct scn__verdict *v)
{
	const struct scn__crun *c = &r->controllers[s->queue.controller->index];
	const char *have;
	bool same = true;
	size_t n = 0;

	if (!want->given)
		return;
	for (; (have = at(c, n)); n++)
		same &= ordered ? n < want->count && str_eqz(want->items[n], have)
				: times_there(c, at, have) == times_wanted(want, have);
	if ((same && n == want->count) || v->missed)
		return;
	expect__missed(v, s->pos, "queue of %s: %zu %s %s, expected %zu%s", c->def->name.ptr, n,
		       n == 1 ? "key is" : "keys are", what, want->count,
		       n == want->count ? " others" : "");
	for (size_t i = 0; i < want->count || i < n; i++)
		expect__row(v, i < want->count ? s->pos.line : 0,
			    i >= want->count				    ? '+'
			    : i >= n					    ? '-'
			    : ordered && !str_eqz(want->items[i], at(c, i)) ? '~'
			    : !times_there(c, at, want->items[i].ptr)	    ? '~'
									    : '=',
			    i < want->count ? want->items[i] : STR(""),
			    i < n ? str_of(at(c, i)) : STR("(nothing)"));
}

static void check(struct scn__run *r, const struct scn__section *s, struct scn__verdict *v)
{
	struct scn__crun *c = &r->controllers[s->queue.controller->index];

	if (!c->running) {
		expect__missed(v, s->pos, "queue of %s: it does not run", c->def->name.ptr);
		return;
	}
	inf__wq_settle(&c->queue, world__now(r));
	check_keys(r, s, "ready", &s->queue.ready, ready_at, true, v);
	check_keys(r, s, "processing", &s->queue.processing, processing_at, false, v);
	check_keys(r, s, "delayed", &s->queue.delayed, delayed_at, false, v);
	for (size_t i = 0; i < s->queue.retry_count; i++) {
		const struct scn__queue_retries *q = &s->queue.retries[i];
		uint32_t n = c->queue.limiter->requeues(c->queue.limiter, q->key.ptr);

		if (!expect__value_fits(r, q->want, world__printf(r, "%u", n)))
			expect__missed(v, q->want->pos, "queue of %s: %s was retried %u times",
				       c->def->name.ptr, q->key.ptr, n);
	}
	if (s->queue.length &&
	    !expect__value_fits(r, s->queue.length, world__printf(r, "%zu", c->queue.ready.len)))
		expect__missed(v, s->queue.length->pos, "queue of %s: length is %zu",
			       c->def->name.ptr, c->queue.ready.len);
}

static void keys_of(struct scn__run *r, const struct scn__section *s, struct str which,
		    struct inf_strings *out)
{
	const struct scn__crun *c = &r->controllers[s->queue.controller->index];
	const char *have;

	for (size_t i = 0; (have = str_eqz(which, "ready")     ? ready_at(c, i)
				   : str_eqz(which, "delayed") ? delayed_at(c, i)
							       : processing_at(c, i));
	     i++)
		if (inf__strings_add(out, str_of(have)))
			world__broken(r, RELIST_ENOMEM);
}

static void update(struct scnu__update *up, const struct scn__section *s)
{
	struct scn__run *r = up->r;
	struct scn__crun *c = &r->controllers[s->queue.controller->index];

	if (!c->running) {
		scn__updates_refuse(up->u, "line %u: queue of %s: it does not run", s->pos.line,
				    c->def->name.ptr);
		return;
	}
	for (size_t i = 0; i < s->node->count; i++) {
		const struct scn__entry *e = &s->node->entries[i];
		AUTO_STRBUF text = STRBUF_INIT;
		struct inf_strings keys = { 0 };
		struct scn__section one = *s;

		if (str_eqz(e->key, "retries")) {
			for (size_t k = 0; k < s->queue.retry_count; k++)
				expect__set_if_other(
				    up, s->queue.retries[k].want,
				    world__printf(
					r, "%u",
					c->queue.limiter->requeues(c->queue.limiter,
								   s->queue.retries[k].key.ptr)));
			continue;
		}
		if (str_eqz(e->key, "length")) {
			expect__set_if_other(up, e->value,
					     world__printf(r, "%zu", c->queue.ready.len));
			continue;
		}
		one.queue.ready.given &= str_eqz(e->key, "ready");
		one.queue.processing.given &= str_eqz(e->key, "processing");
		one.queue.delayed.given &= str_eqz(e->key, "delayed");
		one.queue.retry_count = 0;
		one.queue.length = NULL;
		if (expect__check_holds(r, &one, check))
			continue;
		keys_of(r, s, e->key, &keys);
		expect__add_keys(&text, &keys);
		expect__replace_node(up, e->value, strbuf_str(&text));
		inf_strings_fini(&keys);
	}
}

const struct scn__section_ops expect__section_queue = { .check = check, .update = update };
