/* SPDX-License-Identifier: Apache-2.0 */
/* arms.c - failures that the program under test experienced: refused writes and GETs, a kill at a
 * request. Their steps precede the write that causes the program to act. */
#include "runner/lift/arms.h"

enum { BODY_MAX = 256 << 10 };

/* A GET that is repeated later than that is no retry. */
static const int64_t PERIOD_NS = 500 * NS_PER_MS;

/* --- reading --- */

static const char *verb_of(struct str method, bool named)
{
	if (str_eqz(method, "GET"))
		return "GET";
	if (str_eqz(method, "POST"))
		return "CREATE";
	if (str_eqz(method, "PUT"))
		return "UPDATE";
	if (str_eqz(method, "PATCH"))
		return "PATCH";
	if (str_eqz(method, "DELETE"))
		return named ? "DELETE" : "DELETECOLLECTION";
	return NULL;
}

bool lift__note_own(struct lift *l, struct lift__request *r, const struct rec__line *line)
{
	json_t body = line->body_kind == REC_BODY_JSON ? line->json : (json_t) { NULL, 0 };
	json_t meta = json_get(body, "metadata");
	AUTO_STRBUF name = STRBUF_INIT, rv = STRBUF_INIT, place = STRBUF_INIT;
	const char *verb = verb_of(line->method, r->name.len > 0);
	struct lift__own_write *w;
	struct str called = r->name;

	if (!verb)
		return true;
	w = lift__alloc(l, sizeof(*w));
	if (!w || !lift__push(l, r->get ? &l->own_reads : &l->own_writes, w))
		return false;
	if (!called.len)
		called = json_str(json_get(meta, "name"), &name);
	w->type = r->type;
	w->verb = verb;
	w->ns = r->ns;
	w->name = lift__copy(l, called.len ? called : STR(""));
	w->generated = !called.len;
	if (r->ns.len)
		strbuf_adds(&place, r->ns);
	if (r->ns.len && called.len)
		strbuf_addc(&place, '/');
	if (called.len)
		strbuf_adds(&place, called);
	w->place = lift__copy(l, strbuf_str(&place));
	w->subresource = r->subresource;
	w->labels = lift__copy(l, rec__query(line, "labelSelector"));
	if (body.len <= BODY_MAX)
		w->body = lift__copy(l, body.len ? body : STR(""));
	w->seq = l->seq;
	w->end_seq = UINT64_MAX;
	w->at_ns = l->at_ns;
	w->rv = rec__number(json_str(json_get(meta, "resourceVersion"), &rv));
	r->sent = w;
	return !place.failed && lift__link_same_write(l, w);
}

void lift__note_answer(struct lift *l, struct lift__own_write *w, const struct rec__line *line)
{
	AUTO_STRBUF reason = STRBUF_INIT, rv = STRBUF_INIT;

	w->end_seq = l->seq;
	w->end_ns = l->at_ns;
	w->status = line->status;
	if (line->body_kind == REC_BODY_JSON)
		w->new_rv = rec__number(
		    json_str(json_path(line->json, "metadata", "resourceVersion", NULL), &rv));
	if (line->status >= 400 && line->body_kind == REC_BODY_JSON)
		w->reason = lift__copy(l, json_str(json_get(line->json, "reason"), &reason));
}

int lift__note_end(const struct lift *l, struct lift__own_write *w, const struct rec__line *line)
{
	bool broken = line->kind == REC_CLOSE && line->how == REC_HOW_RESET;

	/* an incomplete response does not count */
	if (!w || (w->status && (!broken || w->new_rv)))
		return 0;
	w->status = 0;
	w->end_seq = UINT64_MAX;
	w->end_ns = l->at_ns;
	if (line->kind == REC_HANGUP)
		w->left_seq = l->seq;
	else
		w->cut_seq = l->seq;
	return 0;
}

/* --- refused writes and GETs --- */

/* A conflict with the program's own earlier write: it will occur again by itself. */
static bool is_own_conflict(const struct lift *l, const struct lift__own_write *w)
{
	const struct lift__object *o = lift__object_of(l, w);

	for (size_t i = 0; w->rv && o && i < o->states.len; i++) {
		const struct lift__state *s = o->states.items[i];

		if (s->rv > w->rv && !s->after)
			return s->own;
	}
	return false;
}

/* The write was repeated later and succeeded, or changed nothing. */
static bool is_made_good(const struct lift *l, const struct lift__own_write *w)
{
	const struct lift__object *object = lift__object_of(l, w);

	if (object && lift__is_in_effect(object, w))
		return true;
	for (const struct lift__own_write *o = w->same_after; o; o = o->same_after)
		if (lift__succeeded(o))
			return true;
	return false;
}

/* Whether a step must cause the error; the scenario's server returns other errors by itself. */
static bool is_refusal(const struct lift *l, const struct lift__own_write *w)
{
	switch (w->status) {
	case 409:
		return !str_eqz(w->reason, "AlreadyExists") && strcmp(w->verb, "CREATE") != 0 &&
		       !(is_own_conflict(l, w) && is_made_good(l, w));
	case 404: /* a creation: of a namespace, or of a type that is not yet defined */
		return strcmp(w->verb, "CREATE") == 0 && !w->subresource.len;
	case 400:
	case 405:
	case 406:
	case 415:
	case 422:
		return false;
	default:
		return w->status >= 400;
	}
}

static bool has_same_result(const struct lift__own_write *a, const struct lift__own_write *b)
{
	return a->status == b->status && str_eq(a->reason, b->reason);
}

/* The number of consecutive repetitions from that write on. */
static size_t count_repeats(const struct lift__own_write *first)
{
	size_t n = 1;

	for (const struct lift__own_write *w = first->same_after; w && has_same_result(w, first);
	     w = w->same_after)
		n++;
	return n;
}

static bool is_repeat(const struct lift__own_write *w)
{
	return w->same_before && has_same_result(w->same_before, w);
}

/* A GET of a series that no write causes, since the program repeats it after pauses. */
static bool is_periodic(const struct lift__own_write *w, uint64_t cause_seq)
{
	const struct lift__own_write *before = w->same_before;

	return strcmp(w->verb, "GET") == 0 && before && before->seq > cause_seq &&
	       w->at_ns - before->end_ns >= PERIOD_NS;
}

static bool arm_refusal(struct lift *l, const struct lift__own_write *w)
{
	AUTO_STRBUF text = STRBUF_INIT;
	uint64_t from;
	struct lift__list *arms = lift__cause_of(l, w->seq, &from);
	bool periodic = is_periodic(w, from);
	size_t times = count_repeats(w);

	strbuf_addz(&text, "  - fail: {match: ");
	lift__add_match(l, w, from, periodic ? SIZE_MAX : 2, &text);
	strbuf_addf(&text, ", status: %d", w->status);
	if (w->reason.len) {
		strbuf_addz(&text, ", reason: ");
		lift__add_scalar(&text, w->reason);
	}
	if (times > 1)
		strbuf_addf(&text, ", times: %zu", times);
	strbuf_addz(&text, "}\n");
	return periodic ? lift__add_timed(l, w, &text)
			: lift__add_arm(l, arms, &text, false, false);
}

static bool arm_refusals(struct lift *l, const struct lift__list *sent)
{
	for (size_t i = 0; i < sent->len; i++) {
		const struct lift__own_write *w = sent->items[i];
		const struct lift__object *o = lift__object_of(l, w);

		if (is_refusal(l, w) && !is_repeat(w) && w->type->name.len && (!o || o->wanted) &&
		    !arm_refusal(l, w))
			return false;
	}
	return true;
}

/* --- kills --- */

/* The object that a write without a response has changed; for a generated name the next object that
 * was created with that prefix. NULL: unknown. */
static struct lift__object *changed_by(const struct lift *l, const struct lift__own_write *w)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct lift__object *found = NULL;
	const struct map_entry *e;
	struct str prefix;

	if (!w->generated)
		return lift__object_of(l, w);
	prefix = json_str(json_path(w->body, "metadata", "generateName", NULL), &scratch);
	for (size_t i = 0; prefix.len && (e = map_next(&l->objects, &i));) {
		struct lift__object *o = e->value;
		const struct lift__state *first = o->states.len ? o->states.items[0] : NULL;

		if (o->type == w->type && str_eq(o->ns, w->ns) && o->name.len > prefix.len &&
		    memcmp(o->name.ptr, prefix.ptr, prefix.len) == 0 && first &&
		    first->seq > w->seq && !first->own &&
		    (!found ||
		     first->seq < ((const struct lift__state *)found->states.items[0])->seq))
			found = o;
	}
	return found;
}

/* Whether the server executed the write, which has no response: a newer state shows it. */
static bool is_carried_out(const struct lift *l, const struct lift__own_write *w, int64_t until_ns)
{
	struct lift__object *o = changed_by(l, w);
	bool done = false;

	for (size_t i = 0; o && i < o->states.len; i++) {
		struct lift__state *s = o->states.items[i];

		if (s->seq <= w->seq || s->own || s->at_ns > until_ns + NS_PER_S ||
		    s->deleted != !strcmp(w->verb, "DELETE"))
			continue;
		s->own = done = true;
		break;
	}
	return done;
}

static struct lift__own_write *last_write(const struct lift *l, const struct lift__life *life)
{
	struct lift__own_write *last = NULL;

	for (size_t i = 0; i < l->own_writes.len; i++) {
		struct lift__own_write *w = l->own_writes.items[i];

		if (w->seq < life->end_seq && w->end_seq > life->end_seq)
			last = w;
	}
	return last;
}

bool lift__is_of_life(const struct lift *l, const struct lift__own_write *w)
{
	for (size_t i = 0; i < l->lives.len; i++)
		if (((const struct lift__life *)l->lives.items[i])->unanswered == w)
			return true;
	return false;
}

bool lift__arm_kills(struct lift *l)
{
	for (size_t i = 0; i < l->lives.len; i++) {
		struct lift__life *life = l->lives.items[i];

		life->unanswered = last_write(l, life);
		if (life->unanswered)
			life->carried_out = is_carried_out(l, life->unanswered, life->back_ns);
	}
	for (size_t i = 0; i < l->own_writes.len; i++) {
		struct lift__own_write *w = l->own_writes.items[i];

		if ((w->left_seq || w->cut_seq) && !lift__is_of_life(l, w))
			w->seen = is_carried_out(l, w, w->end_ns);
	}
	return lift__find_own_effects(l) && !l->failed;
}

/* The program's name in the scenario: that of the first watch that it opens. */
static struct str subject_of(const struct lift *l)
{
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->what == LIFT_ASKED && t->request->reader->chosen)
			return t->request->reader->name;
	}
	return STR("");
}

static bool arm_kill(struct lift *l, struct lift__life *life)
{
	struct str subject = subject_of(l);
	AUTO_STRBUF text = STRBUF_INIT;
	uint64_t from;
	struct lift__list *arms;

	if (!life->unanswered || !life->unanswered->type->name.len || !subject.len)
		return true;
	arms = lift__cause_of(l, life->unanswered->seq, &from);
	strbuf_addf(&text, "  - kill: {subject: " STR_FMT ", %s: ", STR_ARG(subject),
		    life->carried_out ? "after" : "before");
	lift__add_match(l, life->unanswered, from, 2, &text);
	strbuf_addz(&text, "}\n");
	return lift__add_arm(l, arms, &text, false, true);
}

bool lift__arm(struct lift *l)
{
	bool good = lift__index_writes(l) && lift__arm_stale(l) && lift__arm_reverts(l) &&
		    lift__arm_late(l) && lift__arm_begun(l) && arm_refusals(l, &l->own_writes) &&
		    arm_refusals(l, &l->own_reads);

	for (size_t i = 0; good && i < l->lives.len; i++)
		good = arm_kill(l, l->lives.items[i]);
	return good;
}
