/* SPDX-License-Identifier: Apache-2.0 */
/* habits.c - groups a program's requests into lines and measures the pauses between them. */
#include "runner/external/habits.h"

#include "base/alloc.h"
#include "fakeapi/route.h"

enum {
	SETTLED_MS = 250,  /* two watches that overlap for this time belong to two informers */
	RENEWED_MS = 1000, /* a watch that ends sooner has no timeout: its client is in a loop */
};

int external__habits_init(struct scn__run *r)
{
	r->moments->habits = world__alloc(r, sizeof(*r->moments->habits));
	return r->moments->habits ? 0 : RELIST_ENOMEM;
}

void external__habits_free(struct scn__run *r)
{
	struct scn__habits *h = r->moments->habits;

	if (!h)
		return;
	for (struct scn__line *l = h->lines; l; l = l->next)
		base__free(l->open.items);
	base__free(h->pending.items);
}

/* --- the story --- */

int64_t external__starved_since(const struct scn__run *r, int64_t since_ns)
{
	const struct scn__list *l = &r->moments->starved;
	const struct scn__starved *end = l->len ? l->items[l->len - 1] : NULL;
	size_t i = l->len;

	while (i > 0 && ((const struct scn__starved *)l->items[i - 1])->at_ns > since_ns)
		i--;
	if (!end || i == l->len)
		return 0;
	return end->total_ns - (i ? ((const struct scn__starved *)l->items[i - 1])->total_ns : 0);
}

/* Whether the hold has met a request or an event. */
static bool has_acted(const struct scn__run *r, const struct scn__held *h)
{
	uint32_t nth = h->hold.match.given ? h->hold.match.nth : h->hold.nth;

	return fakeapi__core_fault_hits(r->core, h->fault) > (nth ? nth - 1 : 0);
}

/* Whether a part of the server's state is hidden from all clients. */
bool external__is_hidden(const struct scn__run *r)
{
	for (size_t i = 0; i < r->held.len; i++) {
		const struct scn__held *h = r->held.items[i];

		if ((h->hold.point == SCN_POINT_EVENT || h->hold.point == SCN_POINT_REQUEST ||
		     h->hold.point == SCN_POINT_REPLY) &&
		    has_acted(r, h))
			return true;
	}
	return r->refused.len > 0;
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

bool external__is_collection(const struct scn__line *l)
{
	size_t parts = 0, most = 3;
	struct str path = l->place;

	if (l->verb != SCN_V_WATCH)
		return false;
	if (l->last->type)
		return !l->last->name.len;
	if (str_begins(path, "/apis/"))
		most = 4;
	else if (!str_begins(path, "/api/"))
		return false;
	for (size_t i = 0; i < path.len; i++) {
		static const char ns[] = "/namespaces/";
		struct str rest = { path.ptr + i, path.len - i };
		const char *end;

		if (parts + 1 == most && str_begins(rest, ns)) {
			end = memchr(rest.ptr + sizeof(ns) - 1, '/', rest.len - (sizeof(ns) - 1));
			if (!end)
				return false; /* a namespace */
			i += (size_t)(end - rest.ptr);
		}
		parts += path.ptr[i] == '/';
	}
	return parts == most;
}

static bool was_not_found(const struct scn__line *l)
{
	return l->last && l->last->status == 404 && external__is_collection(l);
}

bool external__is_in_vain(struct scn__run *r, const struct scn__line *l)
{
	const struct scn__type *t = l->last ? l->last->type : NULL;
	struct fakeapi__route route;
	bool served;

	if (!was_not_found(l))
		return false;
	if (t)
		return !fakeapi__core_serves(r->core, t->group, t->version, t->resource);
	if (fakeapi__route_parse(&route, STR("GET"), l->place, STR("")))
		return false;
	served = fakeapi__core_serves(r->core, route.group, route.version, route.resource);
	fakeapi__route_fini(&route);
	return !served;
}

/* --- failures --- */

/* A response after which clients repeat the request; 404, or 409 of a create, is a final result. */
static bool is_repeated(const struct scn__rec *q)
{
	return q->status == 401 || q->status == 410 || q->status == 429 || q->status >= 500 ||
	       (q->status == 409 && q->verb != SCN_V_W_CREATE);
}

int64_t external__failed_ns(const struct scn__rec *q)
{
	if (q->verb == SCN_V_WATCH && q->status == 200)
		return q->ended ? q->ended_ns : -1;
	if (q->reset || q->cut || (!q->status && q->ended))
		return q->ended ? q->ended_ns : q->at_ns;
	return is_repeated(q) ? q->answered_ns : -1;
}

bool external__is_running(const struct scn__run *r, const struct scn__informer *def)
{
	const struct scn__irun *ir = &r->informers[def->index];

	return ir->started && !ir->stopped;
}

bool external__is_of_now(const struct scn__run *r, const struct scn__rec *q)
{
	return q->from && external__is_running(r, q->from) &&
	       q->at_ns >= r->informers[q->from->index].started_ns;
}

bool external__is_left(const struct scn__run *r, const struct scn__rec *watch)
{
	return watch->left && !watch->gone && !watch->cut &&
	       r->moments->disturbed_ns < watch->at_ns;
}

/* --- pauses --- */

/* The gap ends with a request; delays that the story causes do not count. */
static void measure_retry(struct scn__habits *h, int64_t failed_ns, const struct scn__rec *q)
{
	int64_t since = failed_ns > h->clear_ns ? failed_ns : h->clear_ns;

	if (q->at_ns - since > h->gap_ns)
		h->gap_ns = q->at_ns - since;
	if (h->gap_ns > h->most_ns)
		h->most_ns = h->gap_ns;
}

/* Lease renewals do not depend on the events that a program received. */
static bool is_lease(const struct scn__rec *q)
{
	return q->type ? str_eqz(q->type->group, "coordination.k8s.io")
		       : str_begins(q->name, "/apis/coordination.k8s.io/");
}

/* No request has failed and no step had an effect since, so this request follows a pause of the
 * program's own. If it is repeated, it is periodic; a watch after its list is not. */
static void measure_pause(struct scn__run *r, struct scn__line *l, const struct scn__rec *q)
{
	struct scn__habits *h = r->moments->habits;
	int64_t since = h->requested_ns, pause;

	if (!h->requested_ns || is_lease(q))
		return;
	since = since > r->moments->acted_ns ? since : r->moments->acted_ns;
	since = since > h->clear_ns ? since : h->clear_ns;
	pause = q->at_ns - since - external__starved_since(r, since);
	if (!l->last && world__is_write(q))
		h->slow_ns = pause > h->slow_ns ? pause : h->slow_ns;
	else if (l->last && q->verb != SCN_V_WATCH && pause > l->period_ns)
		l->period_ns = pause;
}

/* The start time of a process is not a habit of the program. */
static bool is_of_another_process(const struct scn__run *r, const struct scn__line *l)
{
	return l->last && l->from && l->last->at_ns < r->informers[l->from->index].started_ns;
}

static void measure(struct scn__run *r, struct scn__line *l, int64_t failed_ns,
		    const struct scn__rec *q)
{
	if (failed_ns >= 0)
		measure_retry(r->moments->habits, failed_ns, q);
	else
		measure_pause(r, l, q);
}

/* A program that lists on a timer may write the same at each turn. */
static bool repeats_last(const struct scn__line *l, const struct scn__rec *q)
{
	return l->last && l->last->body.len && str_eq(l->last->body, q->body) &&
	       (q->verb == SCN_V_W_UPDATE || q->verb == SCN_V_W_PATCH);
}

/* Whether the watch replaces one that ended by the timeout of the client or the server. */
static bool renews_watch(const struct scn__run *r, const struct scn__line *l,
			 const struct scn__rec *q)
{
	const struct scn__rec *last = l->last;

	return last && q->verb == SCN_V_WATCH && last->verb == SCN_V_WATCH && last->status == 200 &&
	       last->ended && !last->gone && !last->cut && !last->reset &&
	       last->ended_ns - last->at_ns >= RENEWED_MS * NS_PER_MS &&
	       r->moments->disturbed_ns < last->at_ns;
}

/* Whether the request follows from a timer alone. */
static bool is_idle(struct scn__run *r, const struct scn__line *l, const struct scn__rec *q)
{
	if (renews_watch(r, l, q))
		return true;
	if (!l->last || external__failed_ns(l->last) >= 0)
		return false;
	if (is_lease(q) || external__is_in_vain(r, l))
		return true;
	return q->verb != SCN_V_WATCH && (!world__is_write(q) || repeats_last(l, q)) &&
	       external__repeats_poll(r, l);
}

static void note_poll(struct scn__run *r, struct scn__line *l, const struct scn__rec *q)
{
	const struct scn__rec *before = l->polls[2];

	if (q->verb != SCN_V_LIST || world__query(r, q->query, "continue").len)
		return;
	if (before && is_of_another_process(r, l))
		before = l->polls[1] = NULL;
	if (before && q->at_ns - before->at_ns > l->apart_ns)
		l->apart_ns = q->at_ns - before->at_ns;
	l->polls[0] = l->polls[1];
	l->polls[1] = before;
	l->polls[2] = q;
}

static void add(struct scn__run *r, const struct scn__rec *q)
{
	struct scn__habits *h = r->moments->habits;
	struct scn__line *l = line_of(r, q);
	int64_t failed;

	if (!l)
		return;
	failed = l->last ? external__failed_ns(l->last) : -1;
	if (!is_of_another_process(r, l) && !was_not_found(l))
		measure(r, l, failed, q);
	h->requested_ns = q->at_ns > h->requested_ns ? q->at_ns : h->requested_ns;
	if (q->at_ns > h->active_ns && !is_idle(r, l, q))
		h->active_ns = q->at_ns;
	note_poll(r, l, q);
	if (world__is_write(q) && !is_lease(q) && !repeats_last(l, q))
		l->changed = q;
	l->last = q;
	l->lists += q->verb == SCN_V_LIST;
	if (q->verb == SCN_V_WATCH) {
		l->watch = q;
		(void)world__push(r, &l->open, q);
	}
	if (!q->ended && !q->refused)
		(void)world__push(r, &h->pending, q);
}

/* --- watches --- */

static void drop(struct scn__list *list, size_t at)
{
	list->items[at] = list->items[--list->len];
}

static void update_watches(struct scn__run *r, struct scn__line *l, int64_t now_ns)
{
	size_t settled = 0;

	for (size_t i = l->open.len; i-- > 0;) {
		const struct scn__rec *q = l->open.items[i];

		l->had_watch |= q->status == 200;
		/* of two watches around a blackhole one is dead */
		settled += q->status == 200 && !q->ended && q->at_ns > r->moments->disturbed_ns &&
			   now_ns - q->at_ns >= SETTLED_MS * NS_PER_MS;
		if (!q->ended)
			continue;
		if (q->status == 200 && external__is_left(r, q))
			l->left = q;
		drop(&l->open, i);
	}
	l->usual = settled > l->usual ? settled : l->usual;
}

static bool is_pending(const struct scn__rec *q)
{
	return !q->ended && !(q->verb == SCN_V_WATCH && q->status == 200);
}

/* The oldest new record on any track. */
static const struct scn__rec *next_of(struct scn__run *r)
{
	const struct scn__list *tracks[] = { &r->requests.list, &r->writes.list, &r->others.list };
	struct scn__habits *h = r->moments->habits;
	const struct scn__rec *first = NULL;
	size_t from = 0;

	_Static_assert(ARRAY_LEN(tracks) == ARRAY_LEN(h->seen), "a count for each track");
	for (size_t t = 0; t < ARRAY_LEN(tracks); t++) {
		const struct scn__rec *q =
		    h->seen[t] < tracks[t]->len ? tracks[t]->items[h->seen[t]] : NULL;

		if (q && (!first || q->at_ns < first->at_ns)) {
			first = q;
			from = t;
		}
	}
	h->seen[from] += first != NULL;
	return first;
}

int64_t external__active_ns(struct scn__run *r)
{
	external__habits_look(r);
	return r->moments->habits->active_ns;
}

void external__habits_look(struct scn__run *r)
{
	struct scn__habits *h = r->moments->habits;
	const struct scn__rec *q;

	while ((q = next_of(r)))
		add(r, q);
	for (struct scn__line *l = h->lines; l; l = l->next)
		update_watches(r, l, world__now(r));
	for (size_t i = h->pending.len; i-- > 0;)
		if (!is_pending(h->pending.items[i]))
			drop(&h->pending, i);
	if (external__is_hidden(r))
		h->clear_ns = world__now(r);
}
