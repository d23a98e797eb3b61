/* SPDX-License-Identifier: Apache-2.0 */
/* rest.c - when a program is at rest. Its requests are grouped into lines: what it reads at one
 * path with one selector, and each write to one object. A line shows whether its watch is open,
 * whether its last request failed, and how long the program waits before it repeats what failed. */
#include "runner/external/external.h"

enum {
	QUIET_MS = 300, /* a program without failures acts faster than that */
	FIRST_RETRY_MS =
	    2000,   /* of a failed request before any retry was seen: client-go: 0.8..1.6 s */
	POLLS = 3,  /* lists without a watch: it has none */
	LATEST = 3, /* tracks */
};

/* What a program does again and again. */
struct scn__line {
	struct scn__line *next;
	const struct scn__informer *from;
	enum scn__verb verb; /* of reads SCN_V_WATCH */
	struct str place;    /* path, or the object and its subresource */
	struct str labels, fields;
	const struct scn__rec *last, *watch;
	size_t lists;
	bool had_watch;
};

struct scn__habits {
	struct scn__line *lines;
	size_t seen[LATEST];
	int64_t gap_ns;	  /* the longest one since the program was at rest */
	int64_t most_ns;  /* of the run */
	int64_t clear_ns; /* when connections were accepted again, or a hold ended */
};

int external__habits_init(struct scn__run *r)
{
	r->moments->habits = world__alloc(r, sizeof(*r->moments->habits));
	return r->moments->habits ? 0 : RELIST_ENOMEM;
}

/* --- lines --- */

static struct str selector(struct scn__run *r, const struct scn__rec *q, const char *name)
{
	struct str s = world__query(r, q->query, name);

	return s.len ? s : STR("");
}

static struct str place_of(struct scn__run *r, const struct scn__rec *q)
{
	if (!q->type)
		return q->name;
	return world__printf(r, STR_FMT " " STR_FMT " " STR_FMT " " STR_FMT, STR_ARG(q->type->name),
			     STR_ARG(q->ns), STR_ARG(q->name), STR_ARG(q->subresource));
}

static struct scn__line *line_of(struct scn__run *r, const struct scn__rec *q)
{
	struct scn__habits *h = r->moments->habits;
	bool reads = q->verb == SCN_V_LIST || q->verb == SCN_V_WATCH;
	struct scn__line own = { .from = q->from,
				 .verb = reads ? SCN_V_WATCH : q->verb,
				 .place = place_of(r, q),
				 .labels = reads ? selector(r, q, "labelSelector") : STR(""),
				 .fields = reads ? selector(r, q, "fieldSelector") : STR("") };
	struct scn__line *l = h->lines;

	while (l && (l->from != own.from || l->verb != own.verb || !str_eq(l->place, own.place) ||
		     !str_eq(l->labels, own.labels) || !str_eq(l->fields, own.fields)))
		l = l->next;
	if (l)
		return l;
	l = world__alloc(r, sizeof(*l));
	if (!l)
		return NULL;
	*l = own;
	l->next = h->lines;
	h->lines = l;
	return l;
}

/* An answer that clients repeat the request for; 404, 409 of a create and the like say what is. */
static bool is_repeated(const struct scn__rec *q)
{
	return q->status == 401 || q->status == 410 || q->status == 429 || q->status >= 500 ||
	       (q->status == 409 && q->verb != SCN_V_W_CREATE);
}

/* When the request failed, or its watch ended; -1: it did not. */
static int64_t failed_ns(const struct scn__rec *q)
{
	if (q->verb == SCN_V_WATCH && q->status == 200)
		return q->ended ? q->ended_ns : -1;
	if (q->reset || q->cut || (!q->status && q->ended))
		return q->ended ? q->ended_ns : q->at_ns;
	return is_repeated(q) ? q->answered_ns : -1;
}

static bool is_open(const struct scn__rec *q)
{
	return q && q->status == 200 && !q->ended;
}

/* The gap ends with a request; what the story kept away is no habit. */
static void measure(struct scn__habits *h, const struct scn__line *l, const struct scn__rec *q)
{
	int64_t since = l->last ? failed_ns(l->last) : -1;

	if (since < 0)
		return;
	since = since > h->clear_ns ? since : h->clear_ns;
	if (q->at_ns - since > h->gap_ns)
		h->gap_ns = q->at_ns - since;
	if (h->gap_ns > h->most_ns)
		h->most_ns = h->gap_ns;
}

static void add(struct scn__run *r, const struct scn__rec *q)
{
	struct scn__line *l = line_of(r, q);

	if (!l)
		return;
	measure(r->moments->habits, l, q);
	l->last = q;
	l->lists += q->verb == SCN_V_LIST;
	if (q->verb == SCN_V_WATCH)
		l->watch = q;
}

static void look(struct scn__run *r)
{
	const struct scn__list *tracks[LATEST] = { &r->requests.list, &r->writes.list,
						   &r->others.list };
	struct scn__habits *h = r->moments->habits;

	for (size_t t = 0; t < LATEST; t++)
		while (h->seen[t] < tracks[t]->len)
			add(r, tracks[t]->items[h->seen[t]++]);
	for (struct scn__line *l = h->lines; l; l = l->next)
		l->had_watch |= l->watch && l->watch->status == 200;
	if (external__is_hidden(r))
		h->clear_ns = world__now(r);
}

/* --- rest --- */

/* The story has done nothing to it: its client has no use for it any more. */
static bool is_given_up(const struct scn__run *r, const struct scn__rec *watch)
{
	return watch->left && !watch->gone && !watch->cut &&
	       r->moments->disturbed_ns < watch->at_ns;
}

static bool is_running(const struct scn__run *r, const struct scn__informer *def)
{
	const struct scn__irun *ir = &r->informers[def->index];

	return ir->started && !ir->stopped;
}

/* Another replica has it open, as the new leader has. */
static bool is_taken_over(const struct scn__run *r, const struct scn__line *l)
{
	for (const struct scn__line *o = r->moments->habits->lines; o; o = o->next)
		if (o->from != l->from && o->from && is_running(r, o->from) && is_open(o->watch) &&
		    str_eq(o->place, l->place) && str_eq(o->labels, l->labels) &&
		    str_eq(o->fields, l->fields))
			return true;
	return false;
}

static bool is_away(const struct scn__run *r, const struct scn__line *l)
{
	return l->had_watch && l->from && is_running(r, l->from) && !is_open(l->watch) &&
	       !is_given_up(r, l->watch) && !is_taken_over(r, l);
}

/* The first line whose watch is not open. */
static const struct scn__line *away(const struct scn__run *r)
{
	for (const struct scn__line *l = r->moments->habits->lines; l; l = l->next)
		if (is_away(r, l))
			return l;
	return NULL;
}

/* It has opened a watch of that type, or lists it again and again. */
static bool has_begun(const struct scn__line *l, const struct scn__type *type)
{
	if (l->last->type != type || l->verb != SCN_V_WATCH)
		return false;
	return l->had_watch || (!l->watch && l->lists >= POLLS);
}

/* A program that has not begun: a controller has sent no request since it was started, an informer
 * has opened no watch of its type. NULL: none. */
static const struct scn__irun *silent(const struct scn__run *r)
{
	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		const struct scn__irun *ir = &r->informers[i];
		const struct scn__line *l = r->moments->habits->lines;
		bool contract = ir->def->handler_count > 0;

		if (!ir->started || ir->stopped || ir->joined)
			continue;
		while (l && (l->from != ir->def || l->last->at_ns < ir->started_ns ||
			     (contract && !has_begun(l, ir->def->type))))
			l = l->next;
		if (!l)
			return ir;
	}
	return NULL;
}

/* The server has not noticed yet that a program has ended. */
static bool lingers(const struct scn__run *r)
{
	for (const struct scn__line *l = r->moments->habits->lines; l; l = l->next)
		if (l->from && !is_running(r, l->from) && is_open(l->watch))
			return true;
	return false;
}

bool external__is_back(struct scn__run *r)
{
	look(r);
	return !away(r) && !silent(r) && !lingers(r) && !fakeapi__core_watches_ending(r->core) &&
	       !fakeapi__core_watches_behind(r->core);
}

/* As long as its habits require, at most its patience. */
static int64_t quiet_ns(const struct scn__run *r, int64_t gap_ns, int64_t least_ms)
{
	int64_t ns = 2 * gap_ns, patience = external__patience(r);

	if (ns < least_ms * NS_PER_MS)
		ns = least_ms * NS_PER_MS;
	return ns < patience ? ns : patience;
}

/* Until when a failed request may still be repeated; 0: none failed. */
static int64_t repeats_ns(const struct scn__run *r)
{
	const struct scn__habits *h = r->moments->habits;
	int64_t until = 0;

	for (const struct scn__line *l = h->lines; l; l = l->next) {
		int64_t failed = l->last ? failed_ns(l->last) : -1, end;

		if (failed < 0 || (l->watch && l->last == l->watch) || !l->from ||
		    !is_running(r, l->from))
			continue;
		end = failed + quiet_ns(r, h->most_ns, FIRST_RETRY_MS) +
		      external__starved_since(r, failed);
		until = end > until ? end : until;
	}
	return until;
}

int64_t external__rest_ns(struct scn__run *r, int64_t since_ns)
{
	int64_t until = since_ns + quiet_ns(r, r->moments->habits->gap_ns, QUIET_MS) +
			external__starved_since(r, since_ns);
	int64_t repeats = repeats_ns(r);

	return repeats > until ? repeats : until;
}

void external__rested(struct scn__run *r)
{
	r->moments->habits->gap_ns = 0;
}

static void add_place(struct scn__run *r, const struct scn__line *l, struct strbuf *out)
{
	if (l->watch->type)
		strbuf_adds(out, l->watch->type->name);
	else
		strbuf_adds(out, l->place);
	if (l->labels.len)
		strbuf_addf(out, " (" STR_FMT ")", STR_ARG(l->labels));
	if (r->cell->world.informer_count > 1)
		strbuf_addf(out, " of " STR_FMT, STR_ARG(l->from->name));
}

void external__say_away(struct scn__run *r, struct strbuf *out)
{
	const struct scn__line *l = away(r);
	char at[32];

	if (!l && silent(r)) {
		strbuf_addf(out, "the subject of " STR_FMT " has %s in ",
			    STR_ARG(silent(r)->def->name),
			    silent(r)->def->handler_count ? "opened no watch" : "sent no request");
	} else if (!l) {
		strbuf_addz(out, "an open watch has not been sent everything in ");
	} else {
		runner__time_text(l->watch->ended ? l->watch->ended_ns : l->watch->at_ns, at,
				  sizeof(at));
		strbuf_addz(out, "the subject is away: its watch of ");
		add_place(r, l, out);
		if (l->watch->status == 200)
			strbuf_addf(out, " ended at %s and was not opened again in ", at);
		else
			strbuf_addf(out, " was tried again at %s and is not open after ", at);
	}
	strbuf_addf(out, "%.3g s (--patience)", (double)external__patience(r) / 1e9);
}
