/* SPDX-License-Identifier: Apache-2.0 */
/* controller.c - the story of a program that will run in it. Its writes are not steps, since it
 * makes them itself, but expectations about the server's state. The notifications of its handlers
 * are unknown. While it was disconnected, its requests are held, so that it returns neither earlier
 * nor later; and expired versions stay expired, as in the recording. */
#include "runner/lift/arms.h"
#include "runner/lift/story.h"

enum { STATE_KEYS_MAX = 60 };

/* Its writes count as events: an expectation follows them. */
void lift__did(struct story *s, struct lift__state *w)
{
	struct lift__object *o = w->object;
	struct deed *d = lift__add_deed(s, DEED_OWN, NULL, w->at_ns);

	if (!d)
		return;
	d->state = w;
	o->did = true;
	lift__note_news(s->l, o);
	o->others_news = false;
	o->there = !w->deleted;
	if (!w->deleted && w->json.len)
		lift__note_children(s->l, o, w);
	s->notified_lines++;
}

/* The time of an expectation: as the story proceeds; before a step that allows the program to do
 * more; before another client's write, while the program may be at work; at the end. */
enum when { NOW, BEFORE_STEP, BEFORE_WRITE, AT_END };

static void add_key(struct story *s, struct lift__object *o, enum when when, struct strbuf *out)
{
	strbuf_addz(out, "          ");
	lift__add_scalar(out, o->key);
	strbuf_addc(out, ':');
	if (!o->there)
		strbuf_addz(out, " absent\n");
	else if (when != AT_END && lift__is_overtaken(s, o, true))
		strbuf_addz(out, " any\n");
	else
		lift__add_contents(s, o, 10, out);
}

/* The program named an owner that was gone. */
static void add_owner(const struct lift__object *o, struct strbuf *out)
{
	const struct lift__object *of = o->misowned;
	AUTO_STRBUF key = STRBUF_INIT;

	if (!of || !of->now)
		return;
	strbuf_addf(&key, STR_FMT " owner=" STR_FMT "/" STR_FMT, STR_ARG(o->key),
		    STR_ARG(of->type->name), STR_ARG(of->key));
	strbuf_addz(out, "          ");
	lift__add_scalar(out, strbuf_str(&key));
	strbuf_addz(out, ": absent\n");
	out->failed |= key.failed;
}

static void add_object(struct story *s, struct lift__object *o, enum when when, bool *any,
		       struct strbuf *out)
{
	if (!o->did || !o->wanted || o->generated || o->held ||
	    (when == NOW && lift__is_overtaken(s, o, false)))
		return;
	/* the program may react to it until the next expectation */
	if ((when == BEFORE_STEP || when == BEFORE_WRITE) && o->others_news)
		return;
	o->news = false;
	lift__begin_type(o->type, any, out);
	add_key(s, o, when, out);
	if (when == AT_END)
		add_owner(o, out);
}

static void add_keys(struct story *s, struct lift__type *t, enum when when, bool all, bool *any,
		     struct strbuf *out)
{
	const struct lift__list *news = all ? NULL : lift__sort_news(t);
	const struct map_entry *e;

	for (size_t i = 0; all && (e = map_next(&s->l->objects, &i));) {
		struct lift__object *o = e->value;

		if (o->type == t)
			add_object(s, o, when, any, out);
	}
	for (size_t i = 0; news && i < news->len; i++)
		add_object(s, news->items[i], when, any, out);
}

static size_t count_done(const struct lift *l)
{
	const struct map_entry *e;
	size_t n = 0;

	for (size_t i = 0; (e = map_next(&l->objects, &i));)
		n += ((const struct lift__object *)e->value)->did;
	return n;
}

/* The proof is a run without the program, so until then a mark replaces the program's
 * expectations. */
void lift__add_mark(struct lift *l, struct str text, struct strbuf *out)
{
	struct str *kept = lift__alloc(l, sizeof(*kept));

	if (!kept || !lift__push(l, &l->doings, kept))
		return;
	*kept = lift__copy(l, text);
	strbuf_addf(out, "  - settle  # doings %zu\n", l->doings.len);
}

void lift__add_later(struct story *s, enum deed_kind kind, int64_t at_ns, const struct strbuf *text)
{
	AUTO_STRBUF mark = STRBUF_INIT;

	lift__add_mark(s->l, strbuf_str(text), &mark);
	if (mark.len)
		lift__add_step(s, kind, NULL, at_ns, &mark, false);
	s->l->failed |= text->failed;
}

/* `needed`: an object whose name is generated and that has to exist; NULL: none. */
static void expect_doings_and(struct story *s, enum when when, struct lift__object *needed)
{
	AUTO_STRBUF text = STRBUF_INIT, keys = STRBUF_INIT;
	const struct map_entry *e;
	bool all = when == AT_END && count_done(s->l) <= STATE_KEYS_MAX;

	if (!s->l->main)
		return; /* the program has not started */
	lift__learn_contents(s, when == AT_END ? INT64_MAX : lift__time_of(s));
	for (size_t i = 0; (e = map_next(&s->l->types, &i));) {
		struct lift__type *t = e->value;
		bool any = false;

		if (!t->name.len || !t->writes || lift__is_about_programs(t))
			continue;
		if (all)
			lift__share_contents(s, t);
		add_keys(s, t, when, all, &any, &keys);
		if ((when != NOW && when != BEFORE_WRITE) || !lift__changes_soon(s, t))
			lift__add_groups(s, t, when == AT_END, &any, &keys);
		if (needed && needed->type == t) {
			lift__begin_type(t, &any, &keys);
			lift__add_single(s->l, needed, true, &keys);
		}
		if (when == AT_END)
			lift__add_others(s, t, all, &any, &keys);
	}
	s->notified_lines = 0;
	if (!keys.len)
		return;
	strbuf_addf(&text, "  - expect:\n      state:\n%s", keys.ptr);
	if (when == AT_END)
		lift__add_undone(s->l, &text);
	s->l->failed |= keys.failed;
	lift__add_later(s, DEED_EXPECT, s->at_ns, &text);
}

static void expect_doings(struct story *s, enum when when)
{
	expect_doings_and(s, when, NULL);
}

void lift__expect_before_step(struct story *s)
{
	expect_doings(s, BEFORE_STEP);
}

void lift__expect_before_write(struct story *s, struct lift__object *o)
{
	expect_doings_and(s, BEFORE_WRITE, lift__is_numbered(s->l, o) ? o : NULL);
}

bool lift__put_doings(const struct lift *l, struct strbuf *text)
{
	static const char mark[] = "  - settle  # doings ";
	AUTO_STRBUF out = STRBUF_INIT;
	const char *at = text->ptr, *next;

	if (!l->doings.len)
		return true;
	while ((next = strstr(at, mark))) {
		size_t n = (size_t)strtoul(next + sizeof(mark) - 1, NULL, 10);

		strbuf_add(&out, at, (size_t)(next - at));
		if (n && n <= l->doings.len)
			strbuf_adds(&out, *(const struct str *)l->doings.items[n - 1]);
		at = next + strcspn(next, "\n");
		at += *at == '\n';
	}
	strbuf_addz(&out, at);
	strbuf_clear(text);
	strbuf_adds(text, strbuf_str(&out));
	return !out.failed && !text->failed;
}

/* --- disconnected --- */

static size_t place_of(const struct story *s, const struct deed *d)
{
	size_t i = s->deeds.len;

	while (i > 0 && s->deeds.items[i - 1] != d)
		i--;
	return i;
}

static void insert_text(struct story *s, size_t at, const char *step)
{
	AUTO_STRBUF text = STRBUF_INIT;
	void *d;

	strbuf_addz(&text, step);
	/* no act comes between this step and the previous act */
	lift__add_step(s, DEED_STEP, NULL,
		       at ? ((const struct deed *)s->deeds.items[at - 1])->at_ns : s->at_ns, &text,
		       false);
	if (s->l->failed)
		return;
	d = s->deeds.items[s->deeds.len - 1];
	memmove(s->deeds.items + at + 1, s->deeds.items + at,
		(s->deeds.len - 1 - at) * sizeof(void *));
	s->deeds.items[at] = d;
}

static void insert_step(struct story *s, size_t at, const char *verb, const char *how,
			const struct lift__type *type)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "  - %s: {%s", verb, how);
	if (type)
		strbuf_addf(&text, ", type: " STR_FMT, STR_ARG(type->name));
	strbuf_addz(&text, "}\n");
	s->l->failed |= text.failed;
	if (!text.failed)
		insert_text(s, at, text.ptr);
}

/* --- ends and restarts --- */

void lift__add_arms(struct story *s, const struct lift__list *arms, int64_t at_ns)
{
	for (size_t i = 0; i < arms->len; i++) {
		const struct lift__arm *a = arms->items[i];
		AUTO_STRBUF text = STRBUF_INIT;

		if (a->rested)
			expect_doings(s, BEFORE_STEP);
		strbuf_adds(&text, a->text);
		if (a->later)
			lift__add_later(s, DEED_STEP, at_ns, &text);
		else
			lift__add_step(s, DEED_STEP, NULL, at_ns, &text, false);
	}
}

/* Whether the last act is another client's write of which the program gets an event in spite of the
 * hold: it may not have seen that yet. */
static bool may_see_last(const struct story *s, const struct lift__hold *h)
{
	const struct deed *last = s->deeds.len ? s->deeds.items[s->deeds.len - 1] : NULL;

	return last && last->kind == DEED_WRITE && last->state->object->type != h->type;
}

void lift__release(struct story *s, uint64_t seq, int64_t at_ns)
{
	struct lift__hold **h = (struct lift__hold **)s->l->holds.items;

	for (size_t *n = &s->next_hold; *n < s->l->holds.len && h[*n]->to_seq <= seq; ++*n) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct lift__object *o = h[*n]->object;

		if (o)
			o->held = true;
		expect_doings(s, BEFORE_STEP);
		if (o)
			o->held = false;
		if (h[*n]->end.len)
			strbuf_adds(&text, h[*n]->end);
		else
			strbuf_addf(&text, "%s  - release: {" STR_FMT "}\n",
				    !h[*n]->type || may_see_last(s, h[*n]) ? "  - settle\n" : "",
				    STR_ARG(h[*n]->point));
		lift__add_later(s, DEED_STEP, at_ns, &text);
	}
}

void lift__play_timed(struct story *s, uint64_t seq)
{
	for (; s->next_timed < s->l->timed.len; s->next_timed++) {
		const struct lift__timed *t = s->l->timed.items[s->next_timed];
		AUTO_STRBUF text = STRBUF_INIT;

		if (t->seq > seq)
			return;
		expect_doings(s, BEFORE_STEP);
		strbuf_adds(&text, t->text);
		lift__add_later(s, DEED_STEP, t->at_ns, &text);
	}
}

static void begin_life(struct story *s)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const struct map_entry *e;

	lift__add_arms(s, &s->life->arms, s->life->back_ns);
	if (s->l->main) {
		strbuf_addf(&text, "  - restart: {informer: " STR_FMT, STR_ARG(s->l->main->name));
		if (s->life->backend)
			strbuf_addf(&text, ", backend: %c", s->life->backend);
		strbuf_addz(&text, "}\n");
		if (s->life->unanswered)
			lift__add_later(s, DEED_STEP, s->life->back_ns, &text);
		else
			lift__add_step(s, DEED_STEP, NULL, s->life->back_ns, &text, false);
	}
	s->life = NULL;
	s->starts = true;
	s->cut = s->last_cut = NULL;
	s->released = NULL;
	/* the new process has no state */
	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		struct lift__reader *r = e->value;

		r->synced = r->broken = r->crashed = r->watching = false;
		r->failures = 0;
		map_clear(&r->cache);
	}
}

void lift__await_start(struct story *s, uint64_t seq, int64_t at_ns)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (seq)
		lift__release(s, seq - 1, at_ns);
	/* the requests of a replica that takes over are not in the story */
	if (s->life && seq >= s->life->back_seq)
		begin_life(s);
	if (!s->starts || !lift__is_quiet(s))
		return;
	s->starts = false;
	strbuf_addz(&text, "  - settle\n");
	lift__add_later(s, DEED_STEP, at_ns, &text);
}

void lift__expect_doings(struct story *s, bool at_end)
{
	if (s->life && at_end)
		begin_life(s);
	lift__play_timed(s, at_end ? UINT64_MAX : 0);
	lift__release(s, at_end ? UINT64_MAX : 0, s->at_ns);
	/* the recording ends in an outage: later expectations could not be checked */
	if (at_end)
		lift__came_through(s, s->at_ns);
	expect_doings(s, at_end ? AT_END : NOW);
}

/* The process that closes that watch by its end; NULL: it continues. */
static struct lift__life *life_ending(const struct story *s, const struct lift__received *t)
{
	if (t->what != LIFT_HANGUP || !t->request->mine)
		return NULL;
	for (size_t i = 0; i < s->l->lives.len; i++) {
		struct lift__life *life = s->l->lives.items[i];

		if (life->end_seq >= t->seq)
			return life->end_ns - t->at_ns <= NS_PER_S ? life : NULL;
	}
	return NULL;
}

/* A kill at a write was armed before; else the program was idle. */
static void end_life(struct story *s, struct lift__life *life)
{
	AUTO_STRBUF text = STRBUF_INIT;

	s->life = life;
	life->ended = true;
	if (life->unanswered || !s->l->main)
		return;
	expect_doings(s, BEFORE_STEP);
	if (lift__releases_lease(s->l, life))
		strbuf_addf(&text, "  - stop: " STR_FMT "\n", STR_ARG(s->l->main->name));
	else
		strbuf_addf(&text, "  - crash: {informer: " STR_FMT "}\n",
			    STR_ARG(s->l->main->name));
	lift__add_step(s, DEED_STEP, NULL, life->end_ns, &text, false);
}

bool lift__turns(struct story *s, size_t i)
{
	const struct lift__received *t = s->l->received.items[i];
	struct lift__life *life = life_ending(s, t);

	lift__play_timed(s, t->seq);
	lift__release(s, t->seq, t->at_ns);
	if (s->life && t->seq >= s->life->back_seq)
		begin_life(s);
	if (life && !life->ended)
		end_life(s, life);
	return life != NULL;
}

/* Watches that were cut in a row were cut together: refuse connections before the first cut. */
static size_t first_cut(const struct story *s)
{
	size_t at = place_of(s, s->last_cut);

	while (at > 1 && ((const struct deed *)s->deeds.items[at - 2])->kind == DEED_DISCONNECT)
		at--;
	return at - 1;
}

void lift__refused(struct story *s, int64_t at_ns)
{
	(void)at_ns;
	if (s->refused || !s->last_cut)
		return;
	insert_text(s, first_cut(s), "  - refuse: all\n");
	s->refused = true;
}

void lift__came_through(struct story *s, int64_t at_ns)
{
	AUTO_STRBUF text = STRBUF_INIT;

	s->last_cut = NULL;
	if (!s->refused)
		return;
	s->refused = false;
	strbuf_addz(&text, "  - accept: all\n");
	lift__add_step(s, DEED_STEP, NULL, at_ns, &text, false);
}

/* Whether a write follows the act. */
static bool was_written_since(const struct story *s, size_t at)
{
	for (size_t i = at; i < s->deeds.len; i++)
		if (((const struct deed *)s->deeds.items[i])->kind == DEED_WRITE)
			return true;
	return false;
}

/* An apiserver sends the 410 of an expired version at once. A later one ended a live watch. */
static const int64_t EXPIRED_WITHIN_NS = 250 * NS_PER_MS;

static bool is_expired(const struct lift__received *first, const struct lift__received *then)
{
	const struct lift__received *t =
	    first && first->what == LIFT_ANSWERED && first->status < 400 ? then : first;

	return t && (t->what == LIFT_ANSWERED || t->what == LIFT_ERROR) && t->status == 410 &&
	       t->at_ns - first->at_ns <= EXPIRED_WITHIN_NS;
}

bool lift__comes_back(struct story *s, const struct lift__request *q,
		      const struct lift__received *first, const struct lift__received *then)
{
	const struct lift__reader *r = q->reader;
	size_t cut = s->cut && s->cut->reader == r ? place_of(s, s->cut) : 0;
	uint64_t rv = rec__number(q->rv);
	bool expired = q->verb == LIFT_WATCH && rv && is_expired(first, then);
	bool away = cut && was_written_since(s, cut);

	if (cut)
		s->cut = NULL;
	/* expired versions stay expired; they were expired when the program returned */
	if (expired && rv > s->forgotten_rv) {
		bool waits = s->released && s->released_reader == r;

		insert_step(s, waits ? place_of(s, s->released) - 1 : s->deeds.len, "compact",
			    first->status == 410 ? "to: now, gone: http-status" : "to: now", NULL);
		s->forgotten_rv = q->top_rv;
	}
	if (away && !s->refused) {
		/* hold before the cut: else the program may be back earlier */
		insert_step(s, cut - 1, "hold", "at: request", r->type);
		insert_step(s, s->deeds.len, "release", "at: request", r->type);
		s->released = s->deeds.len ? s->deeds.items[s->deeds.len - 1] : NULL;
		s->released_reader = r;
	}
	return expired;
}
