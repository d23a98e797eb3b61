/* SPDX-License-Identifier: Apache-2.0 */
/* story.c - what happened, as steps. First a list of deeds in their order: writes, starts, ends of
 * watches, failures. Then text.
 *
 * A failure has to be arranged before what makes the client ask: it is moved in front of that.
 * Writes that nobody saw until a client listed again happened while it was away: they follow what
 * cut it off.
 */
#include "base/alloc.h"
#include "runner/lift/impl.h"

enum deed_kind {
	DEED_WRITE,
	DEED_START,
	DEED_DISCONNECT,
	DEED_RESTART,
	DEED_FAIL,   /* text: a whole step */
	DEED_STEP,   /* text: a whole step */
	DEED_PAUSE,  /* at_ns: how long */
	DEED_EXPECT, /* text */
};

struct deed {
	enum deed_kind kind;
	struct lift__state *state;
	struct lift__reader *reader;
	int64_t at_ns;
	const char *how;
	struct str text;
	unsigned times; /* FAIL: so often besides */
};

/* Names that a scenario can bind. */
enum { UID_NAMES_MAX = 40 };

/* An expectation stands near what it is about: after so many lines another one begins. */
enum { EXPECT_LINES = 40 };

struct story {
	struct lift *l;
	struct lift__list deeds;
	size_t next_write; /* in l->writes */
	/* what was seen since the last expect */
	struct strbuf requests;
	const struct lift__reader *asking; /* who they are of */
	bool many_ask;
	struct map told;	   /* reader's name -> struct strbuf */
	size_t told_lines;	   /* in them */
	struct lift__list listing; /* states of the list that is being told */
	int64_t at_ns;
	uint64_t end_seq; /* nothing is told from here on */
};

/* --- deeds --- */

static struct deed *add_deed(struct story *s, enum deed_kind kind, struct lift__reader *r,
			     int64_t at_ns)
{
	struct deed *d = lift__alloc(s->l, sizeof(*d));

	if (!d || !lift__push(s->l, &s->deeds, d))
		return NULL;
	d->kind = kind;
	d->reader = r;
	d->at_ns = at_ns;
	return d;
}

/* A step's text, "- fail: ..."; `before` the last thing that made the reader ask. */
static void add_step(struct story *s, enum deed_kind kind, struct lift__reader *r, int64_t at_ns,
		     const struct strbuf *text, bool before)
{
	struct deed *d = add_deed(s, kind, r, at_ns);
	size_t i = s->deeds.len;

	if (!d)
		return;
	d->text = lift__copy(s->l, strbuf_str(text));
	s->l->failed |= text->failed;
	while (before && i-- > 1) {
		struct deed *prev = s->deeds.items[i - 1];
		bool cause = prev->reader == r &&
			     (prev->kind == DEED_START || prev->kind == DEED_DISCONNECT ||
			      prev->kind == DEED_RESTART || prev->kind == DEED_STEP);

		s->deeds.items[i] = prev;
		s->deeds.items[i - 1] = d;
		if (cause) {
			d->at_ns = prev->at_ns;
			return;
		}
	}
}

static bool selects(const struct lift__reader *r, const struct lift__state *w)
{
	json_t labels = json_path(w->json, "metadata", "labels", NULL);

	return r->type == w->object->type && (!r->ns.len || str_eq(r->ns, w->object->ns)) &&
	       (!r->selector || selector_matches_labels(r->selector, labels));
}

static void note_due(struct story *s, const struct lift__state *w)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		struct lift__reader *r = e->value;

		if (r->chosen && (selects(r, w) || (w->before && selects(r, w->before))))
			r->due_rv = w->rv;
	}
}

/* Everybody listens, and has heard of everything: what was seen so far can be expected. */
static bool is_quiet(const struct story *s)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		const struct lift__reader *r = e->value;

		if (r->chosen && r->watches && r->started &&
		    (!r->watching || r->failures || r->broken || r->fields.len ||
		     r->told_rv < r->due_rv))
			return false;
	}
	return s->listing.len == 0;
}

static void expect(struct story *s);

/* Not later than `latest_ns`: nobody saw when exactly. */
static void write_until(struct story *s, uint64_t seq, int64_t latest_ns)
{
	struct lift *l = s->l;

	while (s->next_write < l->writes.len) {
		struct lift__state *w = l->writes.items[s->next_write];
		struct deed *d;

		if (w->seq > seq)
			return;
		s->next_write++;
		if (w->base || !w->new_rv)
			continue;
		if (s->told_lines >= EXPECT_LINES && is_quiet(s))
			expect(s);
		note_due(s, w);
		d = add_deed(s, DEED_WRITE, NULL, w->at_ns < latest_ns ? w->at_ns : latest_ns);
		if (!d)
			return;
		d->state = w;
	}
}

/* --- what was seen --- */

static struct strbuf *told_of(struct story *s, const struct lift__reader *r)
{
	struct strbuf *b = map_get(&s->told, r->name);

	if (b)
		return b;
	b = base__calloc(1, sizeof(*b));
	if (!b) {
		s->l->failed = true;
		return NULL;
	}
	strbuf_init(b);
	if (map_put(&s->told, r->name, b, NULL)) {
		base__free(b);
		s->l->failed = true;
		return NULL;
	}
	return b;
}

static uint64_t rv_in_story(const struct story *s, const struct lift__state *state)
{
	return state->new_rv ? state->new_rv : lift__new_rv(s->l, state->rv);
}

static void notify_line(struct story *s, struct lift__reader *r, const char *verb,
			const struct lift__state *old, const struct lift__state *now,
			const char *word, struct strbuf *out)
{
	const struct lift__object *o = (now ? now : old)->object;

	(void)r;
	strbuf_addf(out, "%s " STR_FMT "/" STR_FMT, verb, STR_ARG(o->type->name), STR_ARG(o->key));
	if (old && now)
		strbuf_addf(out, " %llu->%llu", (unsigned long long)rv_in_story(s, old),
			    (unsigned long long)rv_in_story(s, now));
	else if (now)
		strbuf_addf(out, " rv=%llu", (unsigned long long)rv_in_story(s, now));
	strbuf_addz(out, word);
}

static void tell(struct story *s, struct lift__reader *r, const char *verb,
		 const struct lift__state *old, const struct lift__state *now, const char *word)
{
	struct strbuf *b = told_of(s, r);

	if (!b)
		return;
	s->told_lines++;
	strbuf_addz(b, "          - ");
	notify_line(s, r, verb, old, now, word, b);
	strbuf_addc(b, '\n');
}

static void remember(struct story *s, struct lift__reader *r, struct lift__state *state)
{
	if (map_put(&r->cache, state->object->key, state, NULL))
		s->l->failed = true;
}

/* A change on a watch, as an informer tells it. */
static void change(struct story *s, struct lift__reader *r, struct lift__state *state, bool deleted)
{
	struct lift__state *had = map_get(&r->cache, state->object->key);

	if (deleted) {
		if (had)
			tell(s, r, "delete", had, NULL, "");
		(void)map_del(&r->cache, state->object->key);
		return;
	}
	if (!had)
		tell(s, r, "add", NULL, state, "");
	else if (had->rv != state->rv)
		tell(s, r, "update", had, state, "");
	remember(s, r, state);
}

static bool in_listing(const struct story *s, const struct str key)
{
	for (size_t i = 0; i < s->listing.len; i++)
		if (str_eq(((const struct lift__state *)s->listing.items[i])->object->key, key))
			return true;
	return false;
}

static void add_listed(struct story *s, struct lift__reader *r, struct strbuf *out, bool first,
		       size_t *count)
{
	const struct map_entry *e;

	for (size_t i = 0; i < s->listing.len; i++) {
		struct lift__state *now = s->listing.items[i];
		struct lift__state *had = map_get(&r->cache, now->object->key);
		bool same = had && had->rv == now->rv;

		strbuf_addz(out, "              - ");
		if (same)
			notify_line(s, r, "sync", NULL, now, "", out);
		else
			notify_line(s, r, had ? "update" : "add", had, now, first ? " initial" : "",
				    out);
		strbuf_addc(out, '\n');
		++*count;
	}
	for (size_t i = 0; (e = map_next(&r->cache, &i));) {
		struct lift__state *had = e->value;

		if (in_listing(s, had->object->key))
			continue;
		strbuf_addz(out, "              - ");
		notify_line(s, r, "delete", had, NULL, " unknown", out);
		strbuf_addc(out, '\n');
		++*count;
	}
}

/* The list is complete: adds at first, later what is different. */
static void listed(struct story *s, struct lift__reader *r)
{
	AUTO_STRBUF lines = STRBUF_INIT;
	struct strbuf *b = told_of(s, r);
	size_t count = 0;

	add_listed(s, r, &lines, !r->synced, &count);
	s->told_lines += count;
	if (b && count == 1) {
		strbuf_addz(b, "          ");
		strbuf_adds(b, (struct str) { lines.ptr + 14, lines.len - 14 });
	} else if (b && count) {
		strbuf_addz(b, "          - any-order:\n");
		strbuf_adds(b, strbuf_str(&lines));
	}
	s->l->failed |= lines.failed;
	map_clear(&r->cache);
	for (size_t i = 0; i < s->listing.len; i++)
		remember(s, r, s->listing.items[i]);
	s->listing.len = 0;
	r->synced = true;
}

/* --- expectations --- */

static bool any_told(struct story *s)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->told, &i));)
		if (((struct strbuf *)e->value)->len)
			return true;
	return s->requests.len > 0;
}

/* At the end also of those who were told nothing more. */
static void add_silence(struct story *s)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		const struct lift__reader *r = e->value;
		struct strbuf *b = r->chosen && r->started && r->watches ? told_of(s, r) : NULL;

		if (b && !b->len)
			strbuf_addz(b, " []\n");
	}
}

static void add_told(struct story *s, struct strbuf *out)
{
	const struct map_entry *e;
	bool any = false;

	for (size_t i = 0; (e = map_next(&s->told, &i));) {
		struct strbuf *b = e->value;

		if (!b->len)
			continue;
		if (!any)
			strbuf_addz(out, "      handlers:\n");
		any = true;
		strbuf_addf(out, "        %.*s:%s", (int)e->key_len, e->key,
			    *b->ptr == ' ' && b->ptr[1] == '[' ? "" : "\n");
		strbuf_adds(out, strbuf_str(b));
		s->l->failed |= b->failed;
		strbuf_clear(b);
	}
}

/* Between the requests of different informers there is no order. */
static void add_requests(struct story *s, struct strbuf *out)
{
	struct str rest = strbuf_str(&s->requests);

	strbuf_addz(out,
		    s->many_ask ? "      requests:\n        - any-order:\n" : "      requests:\n");
	while (rest.len) {
		const char *nl = memchr(rest.ptr, '\n', rest.len);
		size_t len = (size_t)(nl - rest.ptr) + 1;

		strbuf_addz(out, s->many_ask ? "            - " : "        - ");
		strbuf_add(out, rest.ptr, len);
		rest = (struct str) { rest.ptr + len, rest.len - len };
	}
	s->l->failed |= s->requests.failed;
	strbuf_clear(&s->requests);
	s->asking = NULL;
	s->many_ask = false;
}

/* What was seen since the last one. */
static void expect(struct story *s)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (!any_told(s))
		return;
	s->told_lines = 0;
	strbuf_addz(&text, "  - expect:\n");
	if (s->requests.len)
		add_requests(s, &text);
	add_told(s, &text);
	add_step(s, DEED_EXPECT, NULL, s->at_ns, &text, false);
}

static bool requests_are_known(const struct story *s, const struct lift__request *r)
{
	return !r->assumed && !r->reader->assumed && !(s->l->lacks & (1u << REC_LACK_READS));
}

static uint64_t digits(struct str s)
{
	uint64_t n = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] < '0' || s.ptr[i] > '9' || n > UINT64_MAX / 16)
			return 0;
		n = n * 10 + (uint64_t)(s.ptr[i] - '0');
	}
	return n;
}

static void by(struct story *s, const struct lift__reader *r)
{
	s->many_ask |= s->asking && s->asking != r;
	s->asking = r;
}

static void add_request(struct story *s, const struct lift__told *t,
			const struct lift__told *answer)
{
	const struct lift__request *q = t->request;
	struct strbuf *b = &s->requests;

	if (!requests_are_known(s, q))
		return;
	by(s, q->reader);
	strbuf_addf(b, "%s " STR_FMT, q->verb == LIFT_LIST ? "LIST" : "WATCH",
		    STR_ARG(q->type->name));
	if (!q->rv.len)
		strbuf_addz(b, " rv=\"\"");
	else if (str_eqz(q->rv, "0") || !digits(q->rv))
		strbuf_addz(b, " rv=0");
	else
		strbuf_addf(b, " rv=%llu", (unsigned long long)lift__new_rv(s->l, digits(q->rv)));
	if (q->bookmarks)
		strbuf_addz(b, " bookmarks");
	if (q->initial_events)
		strbuf_addz(b, " initial-events");
	if (answer && answer->status == 410)
		strbuf_addz(b, " -> gone");
	else if (answer && answer->status && q->verb == LIFT_LIST && answer->rv)
		strbuf_addf(b, " -> %d@%llu", answer->status,
			    (unsigned long long)lift__new_rv(s->l, answer->rv));
	else if (answer && answer->status)
		strbuf_addf(b, " -> %d", answer->status);
	strbuf_addc(b, '\n');
}

/* --- the readers' part --- */

static const struct lift__told *next_of(const struct story *s, size_t i,
					const struct lift__request *q)
{
	for (; i < s->l->told.len; i++) {
		const struct lift__told *t = s->l->told.items[i];

		if (t->request == q)
			return t;
	}
	return NULL;
}

/* What the reader asks after the i-th; NULL: nothing any more. */
static const struct lift__told *next_ask(const struct story *s, size_t i,
					 const struct lift__reader *r)
{
	for (; i < s->l->told.len; i++) {
		const struct lift__told *t = s->l->told.items[i];

		if (t->what == LIFT_ASKED && t->request->reader == r)
			return t->seq < s->end_seq ? t : NULL;
	}
	return NULL;
}

/* Where requests are expected, those of an informer that is assumed are as well. */
static void start(struct story *s, struct lift__reader *r, int64_t at_ns)
{
	expect(s);
	(void)add_deed(s, DEED_START, r, at_ns);
	r->started = true;
	if (!r->assumed || !s->l->asks)
		return;
	by(s, r);
	if (!r->watch_list)
		strbuf_addf(&s->requests, "LIST " STR_FMT "\n", STR_ARG(r->type->name));
	strbuf_addf(&s->requests, "WATCH " STR_FMT "\n", STR_ARG(r->type->name));
}

static const char *verb_word(const struct lift__request *q)
{
	return q->verb == LIFT_LIST ? "LIST" : "WATCH";
}

/* client-go waits 0.8 s after the first failure, twice as long after each further one, up to 30 s,
 * with as much again for jitter; two minutes without a failure, and it begins anew. */
static void count_failure(struct lift__reader *r, int64_t at_ns)
{
	int64_t wait = 1600 * NS_PER_MS;

	if (at_ns - r->failed_ns > 120 * NS_PER_S)
		r->level = 0;
	r->failed_ns = at_ns;
	for (unsigned i = 0; i < r->level && wait < 60 * NS_PER_S; i++)
		wait *= 2;
	r->level++;
	r->failures++;
	r->patience_ns += wait < 60 * NS_PER_S ? wait : 60 * NS_PER_S;
}

static void pause_for(struct story *s, struct lift__reader *r)
{
	if (!r->failures)
		return;
	(void)add_deed(s, DEED_PAUSE, r, r->patience_ns);
	r->failures = 0;
	r->patience_ns = 0;
}

/* The same failure again and again is one step. */
static void merge_failures(struct story *s)
{
	struct lift__list *all = &s->deeds;

	for (size_t i = all->len; i-- > 1;) {
		struct deed *d = all->items[i], *before = all->items[i - 1];

		if (d->kind != DEED_FAIL)
			continue;
		if (before->kind == DEED_FAIL && before->reader == d->reader &&
		    str_eq(before->text, d->text)) {
			before->times++;
			memmove(all->items + i, all->items + i + 1,
				(all->len - i - 1) * sizeof(*all->items));
			all->len--;
		}
		return;
	}
}

static void fail_step(struct story *s, const struct lift__told *t, bool in_stream)
{
	const struct lift__request *q = t->request;
	AUTO_STRBUF text = STRBUF_INIT;
	int status = t->status ? t->status : 500;

	strbuf_addf(&text, "  - fail: {match: %s " STR_FMT "%s, status: %d", verb_word(q),
		    STR_ARG(q->type->name), q->continue_.len ? " continued" : "", status);
	if (t->reason.len) {
		strbuf_addz(&text, ", reason: ");
		lift__add_scalar(&text, t->reason);
	}
	if (t->text.len && t->text.len < 60) {
		strbuf_addz(&text, ", message: ");
		lift__add_scalar(&text, t->text);
	}
	if (digits(t->retry_after))
		strbuf_addf(&text, ", retry-after: %llus",
			    (unsigned long long)digits(t->retry_after));
	strbuf_addz(&text, in_stream ? ", how: in-stream}\n" : "}\n");
	count_failure(q->reader, t->at_ns);
	add_step(s, in_stream ? DEED_STEP : DEED_FAIL, q->reader, t->at_ns, &text, !in_stream);
	if (!in_stream)
		merge_failures(s);
}

/* Writes that nobody but its next list showed. */
static void write_missed(struct story *s, size_t i, const struct lift__reader *r)
{
	for (; i < s->l->told.len; i++) {
		const struct lift__told *t = s->l->told.items[i];

		if (t->request->reader != r || t->what != LIFT_ANSWERED || t->status >= 400 ||
		    t->seq >= s->end_seq)
			continue;
		if (t->request->verb == LIFT_LIST || t->request->initial_events)
			write_until(s, t->request->seq, s->at_ns);
		return;
	}
}

/* A watch that goes on where another one is, which nobody closed: an apiserver that was killed
 * closes nothing in its audit log. */
static bool resumes(const struct lift__request *q)
{
	return q->verb == LIFT_WATCH && q->reader->watching && digits(q->rv) > 0 &&
	       !q->initial_events;
}

static void cut_off(struct story *s, const struct lift__told *t)
{
	struct deed *d;

	expect(s);
	d = add_deed(s, DEED_DISCONNECT, t->request->reader, t->at_ns);
	if (d)
		d->how = "rst";
}

static void asked(struct story *s, size_t i, const struct lift__told *t)
{
	struct lift__reader *r = t->request->reader;
	const struct lift__told *answer = next_of(s, i + 1, t->request);
	bool anew = t->request->verb == LIFT_LIST && str_eqz(t->request->rv, "0") &&
		    !t->request->continue_.len && r->synced && !r->failures && !r->broken;

	if (!r->started) {
		write_until(s, t->seq, t->at_ns);
		start(s, r, t->at_ns);
	} else if (anew) {
		expect(s);
		(void)add_deed(s, DEED_RESTART, r, t->at_ns);
		map_clear(&r->cache);
		r->synced = false;
	} else {
		if (resumes(t->request))
			cut_off(s, t);
		pause_for(s, r);
	}
	r->watching = false;
	if ((t->request->verb == LIFT_LIST && !t->request->continue_.len) ||
	    t->request->initial_events)
		s->listing.len = 0;
	if (answer && answer->what == LIFT_ANSWERED && answer->status < 400)
		r->broken = false;
	add_request(s, t, answer && answer->what == LIFT_ANSWERED ? answer : NULL);
}

static void answered(struct story *s, const struct lift__told *t)
{
	t->request->reader->watching = t->request->verb == LIFT_WATCH && t->status < 400;
	if (t->status >= 400) {
		fail_step(s, t, false);
		t->request->reader->broken = true;
	}
}

/* The end of an answer: what it means if the reader comes back. */
static void closed(struct story *s, size_t i, const struct lift__told *t)
{
	const struct lift__request *q = t->request;
	struct lift__reader *r = q->reader;
	AUTO_STRBUF text = STRBUF_INIT;
	struct deed *d;

	if (!next_ask(s, i, r) || q->status >= 400)
		return;
	if (!q->status) {
		strbuf_addf(&text, "  - reply: {match: %s " STR_FMT ", body: [{close: rst}]}\n",
			    verb_word(q), STR_ARG(q->type->name));
		count_failure(r, t->at_ns);
		add_step(s, DEED_FAIL, r, t->at_ns, &text, true);
		return;
	}
	if (q->verb != LIFT_WATCH || r->broken)
		return;
	expect(s);
	d = add_deed(s, DEED_DISCONNECT, r, t->at_ns);
	if (d)
		d->how =
		    t->what == LIFT_CLOSED && (t->how == REC_HOW_EOF || t->how == REC_HOW_TIMEOUT)
			? "fin"
			: "rst";
	write_missed(s, i, r);
}

static void raw(struct story *s, const struct lift__told *t)
{
	AUTO_STRBUF text = STRBUF_INIT;
	bool printable = true;

	for (size_t i = 0; i < t->text.len;) {
		size_t n = utf8_seq_len(t->text.ptr + i, t->text.len - i);

		printable &= n > 0;
		i += n ? n : 1;
	}
	strbuf_addf(&text, "  - send: {to: " STR_FMT ", body: [", STR_ARG(t->request->type->name));
	if (printable) {
		lift__add_scalar(&text, t->text);
	} else {
		strbuf_addz(&text, "{hex: \"");
		for (size_t i = 0; i < t->text.len; i++)
			strbuf_addf(&text, "%02x", (unsigned)(unsigned char)t->text.ptr[i]);
		strbuf_addz(&text, "\"}");
	}
	strbuf_addz(&text, "]}\n");
	t->request->reader->broken = true;
	count_failure(t->request->reader, t->at_ns);
	add_step(s, DEED_STEP, t->request->reader, t->at_ns, &text, false);
}

/* Only the last before the end decides where the reader goes on. */
static void bookmark(struct story *s, size_t i, const struct lift__told *t)
{
	const struct lift__told *next = next_of(s, i + 1, t->request);
	AUTO_STRBUF text = STRBUF_INIT;

	if (!next || (next->what != LIFT_CLOSED && next->what != LIFT_HANGUP) ||
	    !next_ask(s, i, t->request->reader))
		return;
	strbuf_addf(&text, "  - bookmark: " STR_FMT "\n", STR_ARG(t->request->type->name));
	add_step(s, DEED_STEP, NULL, t->at_ns, &text, false);
}

static void play(struct story *s, size_t i)
{
	struct lift__told *t = s->l->told.items[i];
	struct lift__reader *r = t->request->reader;

	s->at_ns = t->at_ns;
	switch (t->what) {
	case LIFT_ASKED:
		asked(s, i, t);
		break;
	case LIFT_ANSWERED:
		answered(s, t);
		break;
	case LIFT_LISTED:
		if (t->state->object->wanted)
			lift__push(s->l, &s->listing, t->state);
		break;
	case LIFT_LIST_END:
	case LIFT_INITIAL_END:
		t->request->listed = true;
		listed(s, r);
		r->told_rv = t->rv > r->told_rv ? t->rv : r->told_rv;
		break;
	case LIFT_ADDED:
	case LIFT_MODIFIED:
	case LIFT_DELETED:
		if (!t->state->object->wanted)
			break;
		if (t->request->initial_events && !t->request->listed && t->what != LIFT_DELETED)
			lift__push(s->l, &s->listing, t->state);
		else
			change(s, r, t->state, t->what == LIFT_DELETED);
		r->told_rv = t->state->rv > r->told_rv ? t->state->rv : r->told_rv;
		break;
	case LIFT_BOOKMARK:
		bookmark(s, i, t);
		break;
	case LIFT_ERROR:
		r->watching = false;
		expect(s);
		fail_step(s, t, true);
		r->broken = true;
		write_missed(s, i, r);
		break;
	case LIFT_RAW:
		raw(s, t);
		break;
	case LIFT_CLOSED:
	case LIFT_HANGUP:
		if (t->request->verb == LIFT_WATCH)
			r->watching = false;
		closed(s, i, t);
		break;
	}
}

/* --- who is who --- */

static bool contains(struct str s, struct str part)
{
	for (size_t i = 0; i + part.len <= s.len; i++)
		if (memcmp(s.ptr + i, part.ptr, part.len) == 0)
			return true;
	return false;
}

/* People look with kubectl; it is the programs' story. */
static bool is_tool(const struct lift__reader *r)
{
	static const char *const tools[] = { "kubectl", "snapshot", "k8shark", "curl" };

	for (size_t i = 0; i < ARRAY_LEN(tools); i++)
		if (contains(r->agent, str_of(tools[i])))
			return true;
	return false;
}

static bool is_better(const struct lift__reader *a, const struct lift__reader *b)
{
	if (is_tool(a) != is_tool(b))
		return is_tool(b);
	return a->events > b->events;
}

static bool same_place(const struct lift__reader *a, const struct lift__reader *b)
{
	return a->type == b->type && str_eq(a->ns, b->ns) && str_eq(a->labels, b->labels) &&
	       str_eq(a->fields, b->fields);
}

/* One informer for one selection of one type, and tools only where nobody else looks. */
static bool is_beaten(const struct lift *l, const struct lift__reader *r)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *o = e->value;

		if (o == r || !o->watches || o->type != r->type ||
		    (l->opt.user_agent.len && !contains(o->agent, l->opt.user_agent)))
			continue;
		if (is_tool(r) && !is_tool(o))
			return true;
		if (same_place(o, r) && (is_better(o, r) || (!is_better(r, o) && o->chosen)))
			return true;
	}
	return false;
}

static bool is_watched(const struct lift *l, const struct lift__type *type)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *r = e->value;

		if (r->chosen && r->type == type)
			return true;
	}
	return false;
}

static void name_reader(struct lift *l, struct lift__reader *r)
{
	const struct map_entry *e;
	AUTO_STRBUF name = STRBUF_INIT;
	size_t same = 1;

	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *o = e->value;

		same += o->chosen && o != r && o->type == r->type;
	}
	strbuf_adds(&name, r->type->name);
	if (same > 1)
		strbuf_addf(&name, "-%zu", same);
	r->name = lift__copy(l, strbuf_str(&name));
	l->failed |= name.failed;
}

/* Nobody watches a type that is written: an informer that begins with the story. */
static int add_watcher(struct lift *l, struct lift__type *type)
{
	struct lift__reader *r = lift__alloc(l, sizeof(*r));
	AUTO_STRBUF key = STRBUF_INIT;

	if (!r)
		return RELIST_ENOMEM;
	map_init(&r->cache, MAP_BORROW_KEYS);
	r->type = type;
	r->ns = r->labels = r->fields = r->agent = STR("");
	r->assumed = true;
	strbuf_addf(&key, "assumed " STR_FMT "/" STR_FMT, STR_ARG(type->group),
		    STR_ARG(type->resource));
	if (key.failed || map_put(&l->readers, strbuf_str(&key), r, NULL))
		return RELIST_ENOMEM;
	r->chosen = true;
	name_reader(l, r);
	return l->failed ? RELIST_ENOMEM : 0;
}

static int choose_readers(struct lift *l, struct relist_err *err)
{
	const struct map_entry *e;
	bool any = false;

	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		struct lift__reader *r = e->value;

		if (!r->watches || !r->type->writes ||
		    (l->opt.user_agent.len && !contains(r->agent, l->opt.user_agent)))
			continue;
		if (is_beaten(l, r)) {
			lift__note(l,
				   STR_FMT " are watched by \"" STR_FMT
					   "\" as well: its story is told with --user-agent",
				   STR_ARG(r->type->resource), STR_ARG(r->agent));
			continue;
		}
		r->chosen = any = true;
		name_reader(l, r);
	}
	if (l->opt.user_agent.len && !any)
		return relist_err_set(err, RELIST_EINVAL,
				      "no client with \"" STR_FMT "\" in its User-Agent watches "
				      "anything in the recording",
				      STR_ARG(l->opt.user_agent));
	for (size_t i = 0; !l->opt.user_agent.len && (e = map_next(&l->types, &i));) {
		struct lift__type *t = e->value;

		if (t->writes && !is_watched(l, t) && add_watcher(l, t))
			return lift__no_memory(err);
	}
	return l->failed ? lift__no_memory(err) : 0;
}

static bool is_name_taken(const struct lift *l, const struct lift__type *type, struct str name)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->types, &i));) {
		const struct lift__type *t = e->value;

		if (t != type && str_eq(t->name, name))
			return true;
	}
	return false;
}

static void name_type(struct lift *l, struct lift__type *t)
{
	AUTO_STRBUF name = STRBUF_INIT;

	t->name = STR("");
	for (unsigned i = 1; i < 100; i++) {
		strbuf_clear(&name);
		strbuf_adds(&name, t->resource);
		if (i > 1)
			strbuf_addf(&name, "-%u", i);
		if (!is_name_taken(l, t, strbuf_str(&name)))
			break;
	}
	t->name = lift__copy(l, strbuf_str(&name));
	l->failed |= name.failed;
}

/* --- numbers --- */

/* Where the story begins: the first time that a reader asks, or the window. */
static uint64_t first_seq(const struct lift *l)
{
	for (size_t i = 0; i < l->told.len; i++) {
		const struct lift__told *t = l->told.items[i];

		if (t->request->reader->chosen && t->what == LIFT_ASKED &&
		    (l->opt.from_ns < 0 || t->at_ns >= l->opt.from_ns))
			return t->seq;
	}
	return 0;
}

static bool has_assumed_watcher(const struct lift *l)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *r = e->value;

		if (r->chosen && r->assumed && !r->watches)
			return true;
	}
	return false;
}

static uint64_t seq_at(const struct lift *l, int64_t at_ns, uint64_t otherwise)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		const struct lift__state *w = l->writes.items[i];

		if (w->at_ns >= at_ns)
			return w->seq;
	}
	return otherwise;
}

/* How many owners are above it. */
static unsigned depth_of(const struct lift *l, const struct lift__state *w, unsigned above)
{
	struct json_iter it;
	json_t owner;
	unsigned depth = 0;

	json_iter_init(&it, json_path(w->json, "metadata", "ownerReferences", NULL));
	while (above < 8 && json_iter_element(&it, &owner)) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		const struct lift__object *o =
		    map_get(&l->uids, json_str(json_get(owner, "uid"), &scratch));
		unsigned one =
		    o && o != w->object && o->model ? 1 + depth_of(l, o->model, above + 1) : 0;

		depth = one > depth ? one : depth;
	}
	return depth;
}

/* What was there before the story, in its last state; owners come before what they own. */
static void number_base(struct lift *l, uint64_t begin)
{
	size_t end = 0;

	for (; end < l->writes.len; end++) {
		struct lift__state *w = l->writes.items[end];

		if (w->seq > begin)
			break;
		w->base = true;
		w->object->model = w->deleted ? NULL : w;
		l->base_rv = w->rv;
	}
	for (unsigned depth = 0; depth < 9; depth++)
		for (size_t i = 0; i < end; i++) {
			struct lift__state *w = l->writes.items[i];

			if (w->object->model != w || depth_of(l, w, 0) != depth)
				continue;
			w->new_rv = ++l->rv;
			lift__push(l, &l->base, w);
		}
	l->base_count = l->base.len;
}

static void forget_models(struct lift *l)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__object *o = ((struct lift__state *)l->writes.items[i])->object;

		o->model = NULL;
		o->bound = false;
	}
}

static int64_t grace_of(json_t object)
{
	int64_t seconds = 0;

	(void)json_int64(json_path(object, "metadata", "deletionGracePeriodSeconds", NULL),
			 &seconds);
	return seconds;
}

static bool has_finalizers(json_t object)
{
	struct json_iter it;
	json_t one;

	json_iter_init(&it, json_path(object, "metadata", "finalizers", NULL));
	return json_iter_element(&it, &one);
}

/* What the model has of the object after the write: an update that takes the last finalizer off a
 * marked object ends it. */
static void set_model(struct lift__state *w)
{
	struct lift__object *o = w->object;
	bool dies = o->model && has_finalizers(o->model->json) &&
		    json_path(w->json, "metadata", "deletionTimestamp", NULL).len &&
		    !has_finalizers(w->json) && grace_of(w->json) <= 0;

	o->model = w->deleted || dies ? NULL : w;
}

/* Which writes are told, and as which version. */
static void number_writes(struct lift *l, uint64_t begin, uint64_t end)
{
	l->rv = 1;
	number_base(l, begin);
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *w = l->writes.items[i];

		if (w->base || w->seq >= end || (w->deleted && !w->object->model))
			continue;
		w->new_rv = ++l->rv;
		set_model(w);
	}
	forget_models(l);
}

/* --- owners --- */

static void note_owners(struct lift *l, const struct lift__state *w)
{
	struct json_iter it;
	json_t owner;

	json_iter_init(&it, json_path(w->json, "metadata", "ownerReferences", NULL));
	while (json_iter_element(&it, &owner)) {
		AUTO_STRBUF scratch = STRBUF_INIT, name = STRBUF_INIT;
		struct lift__object *o =
		    map_get(&l->uids, json_str(json_get(owner, "uid"), &scratch));

		if (!o || o->uid_name.len || map_len(&l->uid_names) >= UID_NAMES_MAX)
			continue;
		strbuf_addf(&name, "$%c%zu", o->type->resource.len ? o->type->resource.ptr[0] : 'u',
			    map_len(&l->uid_names) + 1);
		o->uid_name = lift__copy(l, strbuf_str(&name));
		l->failed |= name.failed || map_put(&l->uid_names, o->uid_name, o, NULL) != 0;
	}
}

static void note_uids(struct lift *l)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *w = l->writes.items[i];

		if (w->uid.len && !map_get(&l->uids, w->uid) &&
		    map_put(&l->uids, w->uid, w->object, NULL))
			l->failed = true;
	}
}

/* The UID that a name is bound to is that of the first creation that is told. */
static void name_uids(struct lift *l)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *w = l->writes.items[i];

		if (w->new_rv && !w->object->uid.len)
			w->object->uid = w->uid;
	}
	for (size_t i = 0; i < l->writes.len; i++) {
		const struct lift__state *w = l->writes.items[i];

		if (w->new_rv)
			note_owners(l, w);
	}
}

/* The write is in the scenario: what refers to its UID can do so by name. */
static void is_made(struct lift__state *w)
{
	struct lift__object *o = w->object;

	if (!w->deleted && o->uid_name.len && str_eq(o->uid, w->uid))
		o->bound = true;
	set_model(w);
}

/* --- templates --- */

static bool is_creation(const struct lift__state *w, const struct lift__object *o)
{
	return w->new_rv && !w->deleted && !o->model;
}

static int learn_template(struct lift *l, struct lift__type *t, const struct strbuf *body)
{
	AUTO_STRBUF common = STRBUF_INIT;

	if (!t->template_) {
		t->template_ = lift__copy(l, strbuf_str(body)).ptr;
		return 0;
	}
	if (lift__common(str_of(t->template_), strbuf_str(body), &common))
		return RELIST_ENOMEM;
	t->template_ = lift__copy(l, strbuf_str(&common)).ptr;
	return 0;
}

static void name_template(struct lift *l, struct lift__type *t)
{
	AUTO_STRBUF name = STRBUF_INIT;

	for (size_t i = 0; i < t->kind.len; i++) {
		char c = t->kind.ptr[i];

		if (c >= 'A' && c <= 'Z' && i && t->kind.ptr[i - 1] >= 'a' &&
		    t->kind.ptr[i - 1] <= 'z')
			strbuf_addc(&name, '-');
		if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
			strbuf_addc(&name, c >= 'A' && c <= 'Z' ? (char)(c | 32) : c);
	}
	/* "2026-..." is no name, and no kind */
	if (!name.len || (*name.ptr >= '0' && *name.ptr <= '9'))
		strbuf_clear(&name);
	if (!name.len)
		strbuf_adds(&name, t->resource);
	t->template_name = lift__copy(l, strbuf_str(&name));
	l->failed |= name.failed;
}

static int learn_from(struct lift *l, struct lift__state *w)
{
	AUTO_STRBUF body = STRBUF_INIT;

	if (is_creation(w, w->object) &&
	    (lift__body(l, w, &body) || learn_template(l, w->object->type, &body)))
		return RELIST_ENOMEM;
	is_made(w);
	return 0;
}

static int learn_templates(struct lift *l, struct relist_err *err)
{
	const struct map_entry *e;
	int code = 0;

	for (size_t i = 0; i < l->base.len && !code; i++)
		code = learn_from(l, l->base.items[i]);
	for (size_t i = 0; i < l->writes.len && !code; i++) {
		struct lift__state *w = l->writes.items[i];

		if (!w->base && w->new_rv)
			code = learn_from(l, w);
	}
	if (code)
		return lift__no_memory(err);
	forget_models(l);
	for (size_t i = 0; (e = map_next(&l->types, &i));) {
		struct lift__type *t = e->value;

		if (t->template_ && strcmp(t->template_, "{}") == 0)
			t->template_ = NULL;
		name_template(l, t);
	}
	return l->failed ? lift__no_memory(err) : 0;
}

/* --- text of steps --- */

static void comment(const struct lift__state *w, char *buf, size_t cap)
{
	buf[0] = 0;
	if (w->rv != w->new_rv && !w->after)
		(void)snprintf(buf, cap, "rv %llu, was %llu", (unsigned long long)w->new_rv,
			       (unsigned long long)w->rv);
	else
		(void)snprintf(buf, cap, "rv %llu", (unsigned long long)w->new_rv);
}

static void key_in_scenario(const struct lift__object *o, struct strbuf *out)
{
	strbuf_addf(out, STR_FMT "/" STR_FMT, STR_ARG(o->type->name), STR_ARG(o->key));
}

/* The body as it is written beside its template. */
static int creation_value(struct lift *l, const struct lift__state *w, struct strbuf *out)
{
	const struct lift__type *t = w->object->type;
	AUTO_STRBUF body = STRBUF_INIT, rest = STRBUF_INIT;

	if (lift__body(l, w, &body))
		return RELIST_ENOMEM;
	if (!t->template_) {
		strbuf_adds(out, strbuf_str(&body));
		return 0;
	}
	if (lift__without(strbuf_str(&body), str_of(t->template_), &rest))
		return RELIST_ENOMEM;
	if (str_eqz(strbuf_str(&rest), "{}")) {
		strbuf_add_json(out, t->template_name);
		return 0;
	}
	strbuf_addz(out, "{\"from\":");
	strbuf_add_json(out, t->template_name);
	strbuf_addc(out, ',');
	strbuf_add(out, rest.ptr + 1, rest.len - 1);
	return rest.failed || out->failed ? RELIST_ENOMEM : 0;
}

/* One line where it has place; else a member a line. */
static void add_write_step(struct lift *l, const char *verb, const struct lift__state *w,
			   const struct strbuf *value, bool with_uid)
{
	AUTO_STRBUF key = STRBUF_INIT, flow = STRBUF_INIT;
	struct strbuf *out = &l->steps;
	char note[80];

	key_in_scenario(w->object, &key);
	comment(w, note, sizeof(note));
	strbuf_addf(&flow, "  - %s: {", verb);
	lift__add_scalar(&flow, strbuf_str(&key));
	strbuf_addz(&flow, ": ");
	lift__add_flow(&flow, strbuf_str(value));
	if (with_uid)
		strbuf_addf(&flow, ", uid: " STR_FMT, STR_ARG(w->object->uid_name));
	strbuf_addc(&flow, '}');
	if (flow.len <= 98) {
		strbuf_adds(out, strbuf_str(&flow));
		strbuf_addf(out, "  # %s\n", note);
	} else {
		strbuf_addf(out, "  - %s:\n", verb);
		lift__add_member(out, 6, "", strbuf_str(&key), strbuf_str(value), note);
		if (with_uid)
			strbuf_addf(out, "      uid: " STR_FMT "\n", STR_ARG(w->object->uid_name));
	}
	l->failed |= key.failed || flow.failed;
}

/* A deletion mark that the model would make by itself. */
static bool is_mark(const struct lift__state *from, const struct lift__state *to)
{
	return has_finalizers(from->json) && has_finalizers(to->json) &&
	       !json_path(from->json, "metadata", "deletionTimestamp", NULL).len &&
	       json_path(to->json, "metadata", "deletionTimestamp", NULL).len;
}

static void add_delete(struct lift *l, const struct lift__state *w, bool drop)
{
	AUTO_STRBUF key = STRBUF_INIT;
	char note[80];

	key_in_scenario(w->object, &key);
	comment(w, note, sizeof(note));
	strbuf_addz(&l->steps, drop ? "  - delete: {keys: [" : "  - delete: [");
	lift__add_scalar(&l->steps, strbuf_str(&key));
	strbuf_addf(&l->steps, "]%s  # %s\n", drop ? ", finalizers: drop}" : "", note);
	l->failed |= key.failed;
}

static int add_update(struct lift *l, const struct lift__state *w)
{
	const struct lift__state *had = w->object->model;
	AUTO_STRBUF from = STRBUF_INIT, to = STRBUF_INIT, patch = STRBUF_INIT;

	if (is_mark(had, w)) {
		add_delete(l, w, false);
		return 0;
	}
	if (lift__body(l, had, &from) || lift__body(l, w, &to) ||
	    lift__patch(l, strbuf_str(&from), strbuf_str(&to), &patch))
		return RELIST_ENOMEM;
	add_write_step(l, "update", w, &patch, false);
	return 0;
}

static bool names_uid(const struct lift__state *w)
{
	return w->object->uid_name.len && !w->object->bound && str_eq(w->object->uid, w->uid);
}

static int add_write(struct lift *l, struct lift__state *w)
{
	struct lift__object *o = w->object;
	AUTO_STRBUF value = STRBUF_INIT;
	int code = 0;

	l->step_count++;
	o->told = true;
	if (w->deleted) {
		add_delete(l, w, has_finalizers(o->model->json));
	} else if (!o->model) {
		code = creation_value(l, w, &value);
		if (!code)
			add_write_step(l, "create", w, &value, names_uid(w));
	} else {
		code = add_update(l, w);
	}
	is_made(w);
	return code;
}

/* What was there before, in one step as far as it can be. */
static int add_base(struct lift *l, struct relist_err *err)
{
	bool open = false;

	for (size_t i = 0; i < l->base.len; i++) {
		struct lift__state *w = l->base.items[i];
		AUTO_STRBUF value = STRBUF_INIT, key = STRBUF_INIT;
		char note[80];

		if (names_uid(w)) {
			open = false;
			if (add_write(l, w))
				return lift__no_memory(err);
			continue;
		}
		if (!open) {
			strbuf_addz(&l->steps, "  - create:\n");
			l->step_count++;
		}
		open = true;
		if (creation_value(l, w, &value))
			return lift__no_memory(err);
		key_in_scenario(w->object, &key);
		comment(w, note, sizeof(note));
		lift__add_member(&l->steps, 6, "", strbuf_str(&key), strbuf_str(&value), note);
		is_made(w);
		w->object->told = true;
		l->failed |= key.failed;
	}
	return l->failed ? lift__no_memory(err) : 0;
}

/* As a person would say it. */
static int64_t rounded(int64_t ns)
{
	int64_t unit = ns >= 10 * NS_PER_S ? NS_PER_S
		       : ns >= NS_PER_S	   ? 100 * NS_PER_MS
					   : 10 * NS_PER_MS;

	return (ns + unit / 2) / unit * unit;
}

static void add_advance(struct lift *l, int64_t ns)
{
	char text[32];

	if (ns <= 0)
		return;
	duration_format(ns, text, sizeof(text));
	/* 2m0s is 2m */
	if (strlen(text) > 3 && strcmp(text + strlen(text) - 3, "m0s") == 0)
		text[strlen(text) - 2] = 0;
	if (strlen(text) > 3 && strcmp(text + strlen(text) - 3, "h0m") == 0)
		text[strlen(text) - 2] = 0;
	strbuf_addf(&l->steps, "  - advance: %s\n", text);
	l->step_count++;
}

static int add_deed_text(struct lift *l, const struct deed *d)
{
	switch (d->kind) {
	case DEED_WRITE:
		return add_write(l, d->state);
	case DEED_START:
		strbuf_addf(&l->steps, "  - start: " STR_FMT "\n", STR_ARG(d->reader->name));
		break;
	case DEED_DISCONNECT:
		strbuf_addf(&l->steps, "  - disconnect: {type: " STR_FMT ", how: %s}\n",
			    STR_ARG(d->reader->type->name), d->how);
		break;
	case DEED_RESTART:
		strbuf_addf(&l->steps,
			    "  - crash: {informer: " STR_FMT "}\n  - restart: {informer: " STR_FMT
			    "}\n",
			    STR_ARG(d->reader->name), STR_ARG(d->reader->name));
		l->step_count++;
		break;
	case DEED_FAIL:
		/* "...}" and a line feed */
		strbuf_add(&l->steps, d->text.ptr, d->text.len - (d->times ? 2 : 0));
		if (d->times)
			strbuf_addf(&l->steps, ", times: %u}\n", d->times + 1);
		break;
	case DEED_STEP:
	case DEED_EXPECT:
		strbuf_adds(&l->steps, d->text);
		break;
	case DEED_PAUSE:
		break;
	}
	l->step_count++;
	return 0;
}

/* Less is as good as nothing. */
#define PAUSE_MIN_NS (100 * NS_PER_MS)

/* Pauses stand where time passed; what was waited for a failing client counts. */
static int add_deeds(struct story *s, struct relist_err *err)
{
	struct lift *l = s->l;
	const struct deed *first = s->deeds.len ? s->deeds.items[0] : NULL;
	int64_t now = first && first->kind != DEED_PAUSE ? first->at_ns : 0, pause = 0;

	for (size_t i = 0; i < s->deeds.len; i++) {
		const struct deed *d = s->deeds.items[i];

		if (d->kind == DEED_PAUSE) {
			pause += d->at_ns;
			now += d->at_ns;
			continue;
		}
		if (d->kind != DEED_EXPECT && d->at_ns - now >= PAUSE_MIN_NS) {
			int64_t gap = rounded(d->at_ns - now);

			pause += gap;
			now += gap;
		}
		add_advance(l, pause);
		pause = 0;
		if (add_deed_text(l, d))
			return lift__no_memory(err);
	}
	add_advance(l, pause);
	return l->failed || l->steps.failed ? lift__no_memory(err) : 0;
}

/* --- the end --- */

enum { STATE_KEYS_MAX = 60 };

static void add_state(struct lift *l)
{
	const struct map_entry *e;
	size_t keys = 0;

	for (size_t i = 0; (e = map_next(&l->objects, &i));)
		keys += ((const struct lift__object *)e->value)->model != NULL;
	if (!keys || keys > STATE_KEYS_MAX)
		return;
	strbuf_addz(&l->steps, "  - expect:\n      state:\n");
	l->step_count++;
	for (size_t i = 0; (e = map_next(&l->types, &i));) {
		const struct lift__type *t = e->value;
		const struct map_entry *f;
		bool any = false;

		for (size_t k = 0; (f = map_next(&l->objects, &k));) {
			const struct lift__object *o = f->value;

			if (o->type != t || !o->wanted || !o->told)
				continue;
			if (!any)
				strbuf_addf(&l->steps, "        " STR_FMT ":\n", STR_ARG(t->name));
			any = true;
			strbuf_addz(&l->steps, "          ");
			lift__add_scalar(&l->steps, o->key);
			strbuf_addf(&l->steps, ": %s\n", o->model ? "any" : "absent");
		}
	}
}

/* --- the world --- */

static void add_types(struct lift *l)
{
	const struct map_entry *e;

	strbuf_addz(&l->world, "world:\n  types:\n");
	for (size_t i = 0; (e = map_next(&l->types, &i));) {
		const struct lift__type *t = e->value;
		AUTO_STRBUF resource = STRBUF_INIT;

		if (!t->writes)
			continue;
		if (t->group.len)
			strbuf_addf(&resource, STR_FMT "/", STR_ARG(t->group));
		strbuf_addf(&resource, STR_FMT "/" STR_FMT, STR_ARG(t->version),
			    STR_ARG(t->resource));
		strbuf_addf(&l->world, "    " STR_FMT ": ", STR_ARG(t->name));
		if (t->builtin)
			strbuf_addf(&l->world, "%s\n", resource.ptr);
		else
			strbuf_addf(&l->world, "{resource: %s, kind: " STR_FMT "%s}\n",
				    resource.ptr, STR_ARG(t->kind.len ? t->kind : STR("Unknown")),
				    t->namespaced ? "" : ", namespaced: false");
		l->failed |= resource.failed;
	}
}

static void add_templates(struct lift *l)
{
	const struct map_entry *e;
	bool any = false;

	for (size_t i = 0; (e = map_next(&l->types, &i));) {
		const struct lift__type *t = e->value;

		if (!t->template_ || !t->writes)
			continue;
		if (!any)
			strbuf_addz(&l->world, "  objects:\n");
		any = true;
		lift__add_member(&l->world, 4, "", t->template_name, str_of(t->template_), NULL);
	}
}

static void add_selector(struct lift *l, const char *name, struct str value)
{
	if (!value.len)
		return;
	strbuf_addf(&l->world, "      %s: ", name);
	lift__add_scalar(&l->world, value);
	strbuf_addc(&l->world, '\n');
}

static void add_informers(struct lift *l)
{
	const struct map_entry *e;

	strbuf_addz(&l->world, "  informers:\n");
	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *r = e->value;

		if (!r->chosen)
			continue;
		strbuf_addf(&l->world, "    " STR_FMT ":\n", STR_ARG(r->name));
		if (!str_eq(r->name, r->type->name))
			strbuf_addf(&l->world, "      type: " STR_FMT "\n", STR_ARG(r->type->name));
		if (r->watch_list)
			strbuf_addz(&l->world, "      initial: watchlist\n");
		if (r->limit && r->limit != 500)
			strbuf_addf(&l->world, "      page-size: %llu\n",
				    (unsigned long long)r->limit);
		add_selector(l, "namespace", r->ns);
		add_selector(l, "label-selector", r->labels);
		add_selector(l, "field-selector", r->fields);
		strbuf_addf(&l->world, "      handlers: {" STR_FMT ": {}}\n", STR_ARG(r->name));
	}
}

/* --- all of it --- */

static void count_writes(struct lift *l)
{
	for (size_t i = 0; i < l->writes.len; i++)
		((struct lift__state *)l->writes.items[i])->object->type->writes++;
}

static int start_assumed(struct story *s)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		struct lift__reader *r = e->value;

		if (!r->chosen || r->watches)
			continue;
		lift__note(s->l,
			   "nobody watches " STR_FMT
			   " in the recording: an informer is assumed that "
			   "begins with the story",
			   STR_ARG(r->type->resource));
		start(s, r, s->l->begin_ns);
	}
	return s->l->failed ? RELIST_ENOMEM : 0;
}

static void start_in_window(struct story *s, uint64_t begin)
{
	const struct map_entry *e;

	/* who was there before the window begins with it */
	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		struct lift__reader *r = e->value;

		if (r->chosen && r->watches && r->first_seq < begin && !r->started) {
			start(s, r, s->l->begin_ns);
			r->synced = true;
			for (size_t k = 0; k < s->l->writes.len; k++) {
				struct lift__state *w = s->l->writes.items[k];

				if (w->base && w->new_rv && w->object->type == r->type &&
				    (!r->ns.len || str_eq(r->ns, w->object->ns)) &&
				    selector_matches_labels(r->selector,
							    json_path(w->json, "metadata", "labels",
								      NULL)))
					remember(s, r, w);
			}
		}
	}
}

static void note_first(struct lift *l)
{
	for (size_t i = 0; i < l->told.len; i++) {
		const struct lift__told *t = l->told.items[i];

		l->asks |= !t->request->assumed && !(l->lacks & (1u << REC_LACK_READS)) &&
			   t->request->reader->chosen;
	}
	for (size_t i = l->told.len; i-- > 0;) {
		const struct lift__told *t = l->told.items[i];

		t->request->reader->first_seq = t->request->seq;
	}
}

static int tell_story(struct story *s, uint64_t begin, struct relist_err *err)
{
	struct lift *l = s->l;

	if (add_base(l, err))
		return err ? err->code : RELIST_ENOMEM;
	if (l->opt.from_ns >= 0)
		start_in_window(s, begin);
	if (start_assumed(s))
		return lift__no_memory(err);
	for (size_t i = 0; i < l->told.len && !l->failed; i++) {
		const struct lift__told *t = l->told.items[i];

		if (!t->request->reader->chosen || t->seq >= s->end_seq)
			continue;
		if (l->opt.from_ns >= 0 && t->at_ns < l->opt.from_ns)
			continue;
		/* the answer to what was asked before the window would be told again */
		write_until(s, t->seq, t->at_ns);
		play(s, i);
	}
	write_until(s, s->end_seq - 1, INT64_MAX);
	add_silence(s);
	expect(s);
	if (l->failed)
		return lift__no_memory(err);
	return add_deeds(s, err);
}

static int64_t time_of(const struct lift *l, uint64_t seq)
{
	for (size_t i = 0; i < l->told.len; i++) {
		const struct lift__told *t = l->told.items[i];

		if (t->seq >= seq)
			return t->at_ns;
	}
	return 0;
}

static uint64_t begin_of(struct lift *l)
{
	uint64_t begin = first_seq(l), window;

	if (l->opt.from_ns >= 0) {
		window = seq_at(l, l->opt.from_ns, UINT64_MAX);
		l->begin_ns = l->opt.from_ns;
		return window ? window - 1 : 0;
	}
	if (has_assumed_watcher(l) || !begin) {
		/* polled lists show what was there; writes are told from the first on */
		const struct lift__state *w = l->writes.items[0];

		begin = l->lists && (l->lacks & (1u << REC_LACK_EVENTS)) &&
				l->source != REC_SOURCE_AUDIT
			    ? w->seq
			    : 0;
		l->begin_ns = w->at_ns;
		return begin;
	}
	l->begin_ns = time_of(l, begin);
	return begin;
}

int lift__story(struct lift *l, struct relist_err *err)
{
	struct story s = { .l = l, .end_seq = UINT64_MAX };
	const struct map_entry *e;
	uint64_t begin;
	int code;

	strbuf_init(&s.requests);
	map_init(&s.told, MAP_BORROW_KEYS);
	count_writes(l);
	for (size_t i = 0; (e = map_next(&l->types, &i));)
		if (((struct lift__type *)e->value)->writes)
			name_type(l, e->value);
	code = choose_readers(l, err);
	note_first(l);
	if (!code) {
		begin = begin_of(l);
		if (l->opt.to_ns >= 0)
			s.end_seq = seq_at(l, l->opt.to_ns + 1, UINT64_MAX);
		note_uids(l);
		number_writes(l, begin, s.end_seq);
		name_uids(l);
		code = learn_templates(l, err);
	}
	if (!code)
		code = tell_story(&s, begin, err);
	if (!code) {
		add_state(l);
		add_types(l);
		add_templates(l);
		add_informers(l);
	}
	strbuf_fini(&s.requests);
	for (size_t i = 0; (e = map_next(&s.told, &i));) {
		strbuf_fini(e->value);
		base__free(e->value);
	}
	map_fini(&s.told);
	if (!code && (l->failed || l->world.failed || l->steps.failed))
		code = lift__no_memory(err);
	return code;
}

static void add_head(const struct lift *l, struct strbuf *out)
{
	strbuf_addf(out, "scenario: " STR_FMT "\n", STR_ARG(l->opt.name));
	strbuf_addf(out, "about: Lifted from a recording (%s); say here what went wrong.\n",
		    rec__source_word(l->source));
	if (l->opt.origin.len)
		strbuf_addf(out, "refs: [" STR_FMT "]\n", STR_ARG(l->opt.origin));
}

int lift__finish(struct lift *l, struct lift__result *out, struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const struct map_entry *e;
	int code = lift__history(l, err);

	if (!code)
		code = lift__story(l, err);
	if (code)
		return code;
	add_head(l, &text);
	strbuf_adds(&text, strbuf_str(&l->world));
	strbuf_addz(&text, "steps:\n");
	strbuf_adds(&text, strbuf_str(&l->steps));
	if (text.failed)
		return lift__no_memory(err);
	out->steps = l->step_count;
	out->writes = l->rv - 1;
	for (size_t i = 0; (e = map_next(&l->readers, &i));)
		out->informers += ((const struct lift__reader *)e->value)->chosen;
	return lift__prove(l, strbuf_str(&text), out, err);
}
