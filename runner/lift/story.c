/* SPDX-License-Identifier: Apache-2.0 */
/* story.c - chooses the part of the recording that becomes the scenario and walks over its events:
 * a list of acts in order (play.c, pending.c, failures.c), with expectations between them
 * (expect.c). */
#include "base/alloc.h"
#include "runner/language/scenario.h"
#include "runner/lift/arms.h"
#include "runner/lift/story.h"
#include "runner/lift/texts.h"

static void count_writes(struct lift *l)
{
	for (size_t i = 0; i < l->writes.len; i++)
		((struct lift__state *)l->writes.items[i])->object->type->writes++;
	/* refused writes may have expectations */
	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = l->own_writes.items[i];

		w->type->writes += w->type->builtin || w->type->kind.len;
	}
}

static int start_assumed(struct story *s)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		struct lift__reader *r = e->value;

		if (!r->chosen || r->watches || r->polls)
			continue;
		lift__note(s->l,
			   "no client watches " STR_FMT
			   " in the recording: an informer is assumed that "
			   "begins with the story",
			   STR_ARG(r->type->resource));
		lift__start_reader(s, r, s->l->begin_ns);
	}
	return s->l->failed ? RELIST_ENOMEM : 0;
}

static void start_in_window(struct story *s, uint64_t begin)
{
	const struct map_entry *e;

	/* readers that started before the window start at its beginning */
	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		struct lift__reader *r = e->value;

		if (r->chosen && (r->watches || r->polls) && r->first_seq < begin && !r->started) {
			lift__start_reader(s, r, s->l->begin_ns);
			r->synced = true;
			for (size_t k = 0; k < s->l->writes.len; k++) {
				struct lift__state *w = s->l->writes.items[k];

				if (w->base && w->new_rv && lift__selects(r, w))
					lift__remember(s, r, w);
			}
		}
	}
}

static void note_first(struct lift *l)
{
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		l->reads_recorded |= !t->request->assumed && !(l->lacks & (1u << REC_LACK_READS)) &&
				     t->request->reader->chosen;
	}
	for (size_t i = l->received.len; i-- > 0;) {
		const struct lift__received *t = l->received.items[i];

		t->request->reader->first_seq = t->request->seq;
	}
}

static int write_story(struct story *s, uint64_t begin, struct relist_err *err)
{
	struct lift *l = s->l;

	if (lift__add_base(l, err))
		return err ? err->code : RELIST_ENOMEM;
	if (l->opt.from_ns >= 0)
		start_in_window(s, begin);
	if (start_assumed(s))
		return lift__no_memory(err);
	for (size_t i = 0; i < l->received.len && !l->failed; i++) {
		const struct lift__received *t = l->received.items[i];

		if (!t->request->reader->chosen || t->seq >= s->end_seq)
			continue;
		if (l->opt.from_ns >= 0 && t->at_ns < l->opt.from_ns)
			continue;
		/* the response to a request from before the window would be sent again */
		lift__write_until(s, t->seq, t->at_ns);
		if (s->steps > SCN_STEPS_MAX)
			return lift__too_long(l, t->at_ns, err);
		s->at_ns = t->at_ns;
		if (!l->opt.controllers.len || !lift__turns(s, i))
			lift__play(s, i);
	}
	lift__write_until(s, s->end_seq - 1, INT64_MAX);
	if (l->opt.controllers.len) {
		lift__expect_doings(s, true);
	} else {
		lift__add_silence(s);
		lift__expect(s);
	}
	if (l->failed)
		return lift__no_memory(err);
	return lift__add_deeds(s, err);
}

static uint64_t begin_of(struct lift *l)
{
	uint64_t begin = lift__first_seq(l), window;
	size_t first;

	if (l->opt.from_ns >= 0) {
		window = lift__seq_at(l, l->opt.from_ns, UINT64_MAX);
		l->begin_ns = l->opt.from_ns;
		return window ? window - 1 : 0;
	}
	if (lift__has_assumed_watcher(l) || !begin) {
		/* polled lists show the initial objects; all writes are in the story */
		const struct lift__state *w = l->writes.items[0];

		begin = l->lists && (l->lacks & (1u << REC_LACK_EVENTS)) &&
				l->source != REC_SOURCE_AUDIT
			    ? w->seq
			    : 0;
		l->begin_ns = w->at_ns;
		return begin;
	}
	first = lift__received_after(l, begin - 1);
	l->begin_ns = first < l->received.len
			  ? ((const struct lift__received *)l->received.items[first])->at_ns
			  : 0;
	return begin;
}

int lift__story(struct lift *l, struct relist_err *err)
{
	struct story s = { .l = l, .end_seq = UINT64_MAX };
	const struct map_entry *e;
	uint64_t begin;
	int code;

	strbuf_init(&s.requests);
	map_init(&s.notified, MAP_BORROW_KEYS);
	count_writes(l);
	for (size_t i = 0; (e = map_next(&l->types, &i));)
		if (((struct lift__type *)e->value)->writes)
			lift__name_type(l, e->value);
	code = lift__choose_readers(l, err);
	note_first(l);
	if (!code) {
		lift__find_dropped(l);
		if (!lift__arm_kills(l))
			code = lift__no_memory(err);
		begin = begin_of(l);
		if (l->opt.to_ns >= 0)
			s.end_seq = lift__seq_at(l, l->opt.to_ns + 1, UINT64_MAX);
		lift__note_uids(l);
		lift__number_writes(l, begin, s.end_seq);
		if (!code)
			code = lift__check_writes(l, err);
		lift__name_uids(l);
		lift__find_texts(l);
		if (!code && l->opt.controllers.len && !lift__arm(l))
			code = lift__no_memory(err);
	}
	if (!code) {
		lift__chain_writes(l);
		code = lift__learn_templates(l, err);
	}
	if (!code)
		code = write_story(&s, begin, err);
	if (!code) {
		if (!l->opt.controllers.len)
			lift__add_end_state(l);
		lift__add_world(l);
	}
	strbuf_fini(&s.requests);
	for (size_t i = 0; (e = map_next(&s.notified, &i));) {
		strbuf_fini(e->value);
		base__free(e->value);
	}
	map_fini(&s.notified);
	if (!code && (l->failed || l->world.failed || l->steps.failed))
		code = lift__no_memory(err);
	return code;
}

int lift__finish(struct lift *l, struct lift__result *out, struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const struct map_entry *e;
	int code = lift__separate_clients(l, err);

	if (!code)
		code = lift__history(l, err);
	if (!code)
		code = lift__story(l, err);
	if (code)
		return code;
	lift__note_other_writers(l);
	lift__note_gaps(l);
	if (l->step_count > SCN_STEPS_MAX)
		return lift__too_long(l, l->at_ns, err);
	if (!l->steps.len)
		return relist_err_set(err, RELIST_EINVAL, "nothing happened%s: nothing to lift",
				      l->opt.from_ns >= 0 || l->opt.to_ns >= 0
					  ? " in that part of the recording"
					  : "");
	lift__add_head(l, &text);
	strbuf_adds(&text, strbuf_str(&l->world));
	strbuf_addz(&text, "steps:\n");
	strbuf_adds(&text, strbuf_str(&l->steps));
	if (text.failed)
		return lift__no_memory(err);
	if (text.len > SCN_FILE_BYTES_MAX)
		return lift__too_large(l, text.len, err);
	out->steps = l->step_count;
	out->writes = l->rv - l->start_rv;
	for (size_t i = 0; (e = map_next(&l->readers, &i));)
		out->informers += ((const struct lift__reader *)e->value)->chosen;
	return lift__prove(l, strbuf_str(&text), out, err);
}
