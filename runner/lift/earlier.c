/* SPDX-License-Identifier: Apache-2.0 */
/* earlier.c - objects that existed before the recording shows them: a watch without a version
 * begins with the existing objects, and a creation is refused since the object exists. */
#include "base/text/rfc3339.h"
#include "runner/lift/arms.h"

/* creationTimestamp has whole seconds; the events of existing objects follow the response. */
#define SECOND_NS (1 * NS_PER_S)

void lift__note_start(struct lift *l, const struct lift__request *r)
{
	if (l->first_request_seq)
		return;
	l->first_request_seq = r->seq;
	l->first_request_ns = r->at_ns;
}

uint64_t lift__existed_seq(const struct lift *l, const struct lift__request *r, json_t object)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	int64_t made;

	if (!l->started_ns || rec__number(r->rv) || l->at_ns - r->at_ns > SECOND_NS ||
	    !rfc3339_parse(json_str(json_path(object, "metadata", "creationTimestamp", NULL),
				    &scratch),
			   &made))
		return 0;
	made += SECOND_NS - l->started_ns;
	return made < l->first_request_ns ? l->first_request_seq : made < r->at_ns ? r->seq : 0;
}

/* --- refused creations --- */

static bool is_refused_creation(const struct lift__own_write *w)
{
	return w->status == 409 && str_eqz(w->reason, "AlreadyExists") && !w->subresource.len &&
	       w->name.len && strcmp(w->verb, "CREATE") == 0;
}

/* The state before the creation; *later: the next one. NULL: none. */
static const struct lift__state *
state_at(const struct lift__object *o, const struct lift__own_write *w, struct lift__state **later)
{
	const struct lift__state *at = NULL;

	*later = NULL;
	for (size_t i = 0; i < o->states.len; i++) {
		struct lift__state *s = o->states.items[i];

		if (s->seq <= w->seq)
			at = !at || s->rv >= at->rv ? s : at;
		else if (!*later || s->rv < (*later)->rv)
			*later = s;
	}
	return at;
}

/* Whether an earlier creation without a response may have made the object. */
static bool may_be_own(const struct lift__own_write *w)
{
	for (const struct lift__own_write *o = w->same_before; o; o = o->same_before)
		if (o->end_seq > w->seq)
			return true;
	return false;
}

static bool add_unknown(struct lift *l, struct lift__object *o, const struct lift__own_write *w,
			const struct lift__state *gone)
{
	AUTO_STRBUF json = STRBUF_INIT;
	struct lift__state *s;

	strbuf_addz(&json, "{\"metadata\":{\"name\":");
	strbuf_add_json(&json, o->name);
	if (o->ns.len) {
		strbuf_addz(&json, ",\"namespace\":");
		strbuf_add_json(&json, o->ns);
	}
	strbuf_addz(&json, "}}");
	if (json.failed)
		return false;
	/* with the deletion's version it follows that */
	s = lift__add_state(l, o, strbuf_str(&json), gone ? gone->rv : 1, false,
			    gone ? gone->seq : l->first_request_seq);
	if (!s)
		return false;
	s->after = gone ? 1 : 0;
	s->others = true;
	lift__note(l,
		   "CREATE " STR_FMT "/" STR_FMT
		   " was refused, since another client had created it: its content is not "
		   "recorded",
		   STR_ARG(w->type->resource), STR_ARG(w->place));
	return true;
}

bool lift__find_existing(struct lift *l)
{
	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = l->own_writes.items[i];
		struct lift__object *o = is_refused_creation(w) ? lift__object_of(l, w) : NULL;
		const struct lift__state *at;
		struct lift__state *later;

		if (!o || !o->wanted)
			continue;
		at = state_at(o, w, &later);
		if ((at && !at->deleted) || may_be_own(w))
			continue;
		/* a later line shows it */
		if (later && !later->deleted && !later->own)
			later->seq = w->seq;
		else if (!add_unknown(l, o, w, at))
			return false;
	}
	return true;
}
