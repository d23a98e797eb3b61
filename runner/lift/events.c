/* SPDX-License-Identifier: Apache-2.0 */
/* events.c - collects what a reader receives, in order: the events and the ends of its requests. */
#include "runner/lift/arms.h"
#include "runner/lift/read.h"

struct lift__received *lift__add_received(struct lift *l, enum lift__what what,
					  struct lift__request *r)
{
	struct lift__received *t = lift__alloc(l, sizeof(*t));

	if (!t || !lift__push(l, &l->received, t))
		return NULL;
	t->what = what;
	t->request = r;
	t->assumed = l->assumes;
	t->seq = l->seq;
	t->at_ns = l->at_ns;
	return t;
}

void lift__set_error(struct lift *l, struct lift__received *t, json_t status)
{
	AUTO_STRBUF message = STRBUF_INIT, reason = STRBUF_INIT;
	int64_t code = 0;

	if (json_int64(json_get(status, "code"), &code) && code >= 400 && code < 600)
		t->status = (int)code;
	t->text = lift__copy(l, json_str(json_get(status, "message"), &message));
	t->reason = lift__copy(l, json_str(json_get(status, "reason"), &reason));
}

static int take_change(struct lift *l, struct lift__request *r, enum lift__what what, json_t object)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct lift__object *o;
	struct lift__received *t;
	/* An event shows the time of its write, unless it is an initial event of its watch. */
	uint64_t seq = l->seq, rv = lift__rv_of(object);
	size_t count;

	object = lift__as_kept(l, r, object, &scratch);
	o = lift__object_in(l, r->type, object);
	if (!o)
		return l->failed ? RELIST_ENOMEM : 0;
	r->event_seq = l->seq;
	r->observed |= !l->assumes;
	t = lift__add_received(l, what, r);
	if (!t)
		return RELIST_ENOMEM;
	if (r->initial_events && !r->initial_end)
		lift__note_listed(o, r->list, 0);
	if (what == LIFT_ADDED && rv && !r->initial_end &&
	    (r->initial_events || (!rec__number(r->rv) && (rv <= r->top_rv || rv < r->last_rv))))
		seq = r->seq;
	else if (what == LIFT_ADDED && lift__existed_seq(l, r, object))
		seq = lift__existed_seq(l, r, object);
	r->last_rv = rv > r->last_rv ? rv : r->last_rv;
	count = o->states.len;
	t->state = lift__add_state(l, o, object, rv, what == LIFT_DELETED, seq);
	if (t->state && what == LIFT_DELETED)
		t->state->parted = (o->states.len > count || t->state->parted) &&
				   (r->reader->labels.len || r->reader->fields.len);
	return t->state ? 0 : RELIST_ENOMEM;
}

int lift__take_event(struct lift *l, const struct rec__line *line)
{
	static const struct {
		const char *word;
		enum lift__what what;
	} changes[] = { { "ADDED", LIFT_ADDED },
			{ "MODIFIED", LIFT_MODIFIED },
			{ "DELETED", LIFT_DELETED } };
	struct lift__request *r = lift__find_request(l, line->id);
	struct lift__received *t;

	if (!r || r->verb != LIFT_WATCH)
		return 0;
	l->assumes &= !r->assumed; /* of an object that kubectl printed, only the kind of event */
	for (size_t i = 0; i < ARRAY_LEN(changes); i++)
		if (str_eqz(line->type, changes[i].word))
			return take_change(l, r, changes[i].what, line->object);
	if (str_eqz(line->type, "BOOKMARK")) {
		bool end = json_path(line->object, "metadata", "annotations",
				     "k8s.io/initial-events-end", NULL)
			       .len > 0;

		t = lift__add_received(l, end ? LIFT_INITIAL_END : LIFT_BOOKMARK, r);
		if (!t)
			return RELIST_ENOMEM;
		t->rv = lift__rv_of(line->object);
		r->event_seq = l->seq;
		if (!end || r->initial_end)
			return 0;
		r->initial_end = true;
		t->list_seq = r->seq;
		return lift__delete_vanished(l, r, t->rv);
	}
	t = lift__add_received(l, str_eqz(line->type, "ERROR") ? LIFT_ERROR : LIFT_RAW, r);
	if (!t)
		return RELIST_ENOMEM;
	if (t->what == LIFT_ERROR)
		lift__set_error(l, t, line->object);
	else
		t->text = lift__copy(l, line->body);
	return 0;
}

int lift__take_end(struct lift *l, const struct rec__line *line)
{
	struct lift__request *r = lift__find_request(l, line->id);
	struct lift__received *t;

	if (!r)
		return 0;
	lift__remove_request(l, line->id);
	r->end_seq = l->seq;
	r->end_ns = l->at_ns;
	if (r->verb == LIFT_OTHER)
		return lift__note_end(l, r->sent, line);
	t = lift__add_received(l, line->kind == REC_HANGUP ? LIFT_HANGUP : LIFT_CLOSED, r);
	if (!t)
		return RELIST_ENOMEM;
	t->how = line->how;
	return 0;
}

int lift__take_raw(struct lift *l, const struct rec__line *line)
{
	struct lift__request *r = lift__find_request(l, line->id);
	struct lift__received *t;

	if (!r || r->verb != LIFT_WATCH || line->body_kind == REC_BODY_OMITTED)
		return 0;
	t = lift__add_received(l, LIFT_RAW, r);
	if (t)
		t->text = lift__copy(l, line->body);
	return t ? 0 : RELIST_ENOMEM;
}
