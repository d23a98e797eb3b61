/* SPDX-License-Identifier: Apache-2.0 */
/* rest.c - decides when all has settled: no request is open, every watch is up to date, failed
 * requests were repeated, and there was no activity for as long as this program's pauses last. */
#include "fakeapi/control/control.h"
#include "runner/perturb/posix/world.h"

#include <poll.h>
#include <unistd.h>

enum {
	LOOK_MS = 10,
	WATCH_BACK_MS = 15000, /* limit for reopening a watch */
	STARTUP_MS = 60000,    /* limit for the first watch */
	BLIND_MS = 3500,
	BACK_MS = 5000,	      /* until the events of a new watch are processed, on a busy machine */
	ACQUIRE_MS = 20000,   /* limit for the acquisition of a released lease */
	READS_ONLY_MS = 4000, /* after this time a program without watches polls */
	POLLS = 3,	      /* reads of the same resource without a watch */
	POLL_MAX_MS = 10000,
	SLOW_PART = 4,
	LATE_MAX_MS = 2500,
	POLL_FACTOR = 2,
	POLL_MARGIN_MS = 300,
	LIMITS_MAX = 2, /* a request that is never answered, a watch that is behind */
};

/* --- expected requests --- */

struct perturb__line *perturb__rest_line(struct perturb__world *w, struct str what, bool watch)
{
	struct perturb__line *l = w->lines;

	while (l && (l->watch != watch || !str_eq(l->what, what)))
		l = l->next;
	if (l)
		return l;
	l = runner__arena_alloc(&w->life->arena, sizeof(*l));
	if (!l)
		return NULL;
	*l = (struct perturb__line) { .next = w->lines, .what = what, .watch = watch };
	w->lines = l;
	return l;
}

static bool has_failed(const struct perturb__op *op)
{
	if (!op->status || op->status == 429 || op->status >= 500 || op->status == 410 ||
	    op->status == 401)
		return true;
	if (op->status == 422 && op->disturbed)
		return true;
	return op->status == 409 && !str_eqz(op->verb, "create");
}

static bool is_watch(const struct perturb__op *op)
{
	return str_eqz(op->verb, "watch");
}

/* The line of a write is its path, a space and its key. */
static bool is_about(struct str line, struct str key)
{
	return line.len > key.len && line.ptr[line.len - key.len - 1] == ' ' &&
	       memcmp(line.ptr + line.len - key.len, key.ptr, key.len) == 0;
}

/* Reads that a program without watches repeats are no activity: it looks whether there is work.
 * True: the request is one of them. */
static bool is_poll(struct perturb__world *w, const struct perturb__op *op)
{
	struct perturb__line *l;
	int64_t pause;

	if (w->watched || op->write || is_watch(op) || !op->type.len)
		return false;
	l = perturb__rest_line(w, op->key, false);
	if (!l)
		return false;
	pause = op->at_ns - l->read_ns;
	if (++l->reads > POLLS && pause > w->poll_ns && pause < POLL_MAX_MS * NS_PER_MS)
		w->poll_ns = pause;
	l->read_ns = op->at_ns;
	return l->reads > POLLS;
}

void perturb__rest_begins(struct perturb__world *w, const struct perturb__op *op)
{
	if (!w->has_requested) {
		w->first_request_ns = op->at_ns;
		w->start_ns = op->at_ns - w->started_ns;
	}
	w->has_requested = true;
	if (op->background)
		return;
	if (!is_watch(op))
		w->in_flight++;
	if (is_poll(w, op))
		return;
	w->active_ns = op->at_ns;
	w->reacted = true;
}

static bool polls(struct perturb__world *w, const struct perturb__op *op)
{
	const struct perturb__line *l;

	if (w->watched || op->write || is_watch(op) || !op->type.len)
		return false;
	l = perturb__rest_line(w, op->key, false);
	return l && l->reads > POLLS;
}

void perturb__rest_answered(struct perturb__world *w, const struct perturb__op *op, struct str path)
{
	struct perturb__line *l = op->background ? NULL : perturb__rest_line(w, path, is_watch(op));

	if (!l)
		return;
	if (!polls(w, op) || has_failed(op))
		w->active_ns = clock_monotonic_ns();
	if (!is_watch(op) && w->in_flight)
		w->in_flight--;
	if (is_watch(op) && op->status == 200) {
		if (l->failed_ns)
			l->back_ns = w->active_ns;
		l->open++;
		l->type = op->type;
		l->needed = false;
		if (!l->opened)
			w->watch_ns = w->active_ns;
		l->opened = true;
	}
	l->failed_ns = has_failed(op) ? w->active_ns : 0;
	/* another request wrote the object successfully, so the failed one may not be repeated */
	for (struct perturb__line *o = w->lines; o && op->write && !l->failed_ns; o = o->next)
		if (!o->watch && is_about(o->what, op->key))
			o->failed_ns = 0;
}

void perturb__rest_watch_ended(struct perturb__world *w, struct str path, bool client_gone)
{
	struct perturb__line *l = perturb__rest_line(w, path, true);

	if (!l || !l->open)
		return;
	l->open--;
	if (!l->open && !client_gone)
		l->failed_ns = clock_monotonic_ns();
}

/* "apps/v1" of the path of a watch; NULL: out of memory. */
static const struct str *version_of(struct perturb__life *life, struct str path)
{
	struct str *version = runner__arena_alloc(&life->arena, sizeof(*version));
	AUTO_STRBUF text = STRBUF_INIT;
	struct fakeapi__route route;

	if (!version || fakeapi__route_parse(&route, STR("GET"), path, STR("")))
		return NULL;
	strbuf_addf(&text, STR_FMT "%s" STR_FMT, STR_ARG(route.group), route.group.len ? "/" : "",
		    STR_ARG(route.version));
	*version = perturb__copy(life, strbuf_str(&text));
	fakeapi__route_fini(&route);
	return text.failed ? NULL : version;
}

/* A watch that ended otherwise the program has not reopened yet, or never does, which is a
 * failure. */
void perturb__rest_note_closed(struct perturb__world *w)
{
	struct perturb__life *life = w->life;

	map_clear(&life->closed);
	for (struct perturb__line *l = w->lines; l; l = l->next) {
		const struct str *version;

		if (!l->opened || !l->type.len || l->open || l->failed_ns)
			continue;
		version = version_of(life, l->what);
		if (!version || map_put(&life->closed, l->type, (void *)(uintptr_t)version, NULL))
			life->arena.failed = true;
	}
}

bool perturb__rest_is_blind(const struct perturb__world *w)
{
	int64_t recent = clock_monotonic_ns() - BACK_MS * NS_PER_MS;

	for (const struct perturb__line *l = w->lines; l; l = l->next)
		if (l->watch && ((!l->open && l->failed_ns) || (l->back_ns > recent)))
			return true;
	return false;
}

/* A program that takes long to start is as slow at its first work. */
void perturb__rest_started(struct perturb__world *w)
{
	if (w->disturbed)
		w->disturbed_ns = clock_monotonic_ns();
}

void perturb__rest_killed(struct perturb__world *w)
{
	for (struct perturb__line *l = w->lines; l; l = l->next) {
		if (l->watch && (l->open || l->failed_ns))
			l->needed = true;
		l->failed_ns = l->back_ns = 0;
		l->reads = 0;
		l->opened = false;
	}
	w->watched = false;
}

/* Whether a request is still expected. */
static bool is_expected(const struct perturb__world *w, int64_t now)
{
	if (w->leases.released_ns && now - w->leases.released_ns < ACQUIRE_MS * NS_PER_MS)
		return true;
	/* without its lease a program need not open watches */
	if (w->leases.taken)
		return false;
	for (const struct perturb__line *l = w->lines; l; l = l->next) {
		int64_t patience = l->watch ? WATCH_BACK_MS * NS_PER_MS : w->retry_ns;

		if (l->failed_ns && now - l->failed_ns < patience)
			return true;
		if (l->needed && now - w->first_request_ns < WATCH_BACK_MS * NS_PER_MS)
			return true;
	}
	return false;
}

/* --- waiting --- */

/* How long the program is shown an old state. */
static int64_t blind_ns(const struct perturb__world *w)
{
	return w->hold_made ? w->setup->hold_ns : BLIND_MS * NS_PER_MS;
}

/* Undisturbed the pauses in this step are known, once the program has reacted to it. */
static int64_t usual_quiet_ns(const struct perturb__world *w)
{
	int64_t known = w->step_quiet_ns;
	bool slow = w->patient_ns || !w->reacted;

	if (!w->disturbed && slow && known && known < PERTURB_LATE_MS * NS_PER_MS)
		return PERTURB_LATE_MS * NS_PER_MS;
	if (!w->disturbed)
		return known ? known : w->quiet_ns;
	return w->patient_ns > w->quiet_ns ? w->patient_ns : w->quiet_ns;
}

/* After a disturbance a program may pause longer, and after a slow start longer still. */
static int64_t quiet_ns(const struct perturb__world *w, int64_t now)
{
	int64_t polls = POLL_FACTOR * w->poll_ns + POLL_MARGIN_MS * NS_PER_MS;
	int64_t late = PERTURB_LATE_MS * NS_PER_MS, usual = usual_quiet_ns(w);

	if (w->hold_made)
		return blind_ns(w);
	if (!w->watched && w->poll_ns && polls > late)
		return polls;
	if (w->starting && w->start_quiet_ns > usual)
		usual = w->start_quiet_ns;
	if (w->start_ns / SLOW_PART > late)
		late = w->start_ns / SLOW_PART;
	if (late > LATE_MAX_MS * NS_PER_MS)
		late = LATE_MAX_MS * NS_PER_MS;
	return w->disturbed && now - w->disturbed_ns < 3 * late && usual < late ? late : usual;
}

/* Whether the program is shown an old state on purpose. */
static bool is_blind(const struct perturb__world *w)
{
	return w->hold_rule || w->stale_rv || w->stalled;
}

bool perturb__rest_is_held(const struct perturb__world *w)
{
	return (w->leases.frozen || w->holds) && w->held.fn;
}

static bool is_quiet(struct perturb__world *w, int64_t now)
{
	if (w->in_flight > (perturb__rest_is_held(w) ? 1 : 0) || is_expected(w, now))
		return false;
	/* on a busy machine the first request takes long */
	if (!w->has_requested && now - w->started_ns < STARTUP_MS * NS_PER_MS)
		return false;
	if (!w->watched && !w->poll_ns && now - w->started_ns < STARTUP_MS * NS_PER_MS &&
	    now - w->active_ns < READS_ONLY_MS * NS_PER_MS)
		return false;
	if (!is_blind(w) && fakeapi__core_watches_behind(w->core))
		return false;
	return now - w->active_ns >= quiet_ns(w, now);
}

static void poll_program(struct perturb__world *w)
{
	struct pollfd fds[3] = { { w->wake[0], POLLIN, 0 } };
	nfds_t n = 1;
	char bytes[256];

	if (w->alive)
		n += runner__process_poll_fds(&w->process, fds + 1);
	(void)poll(fds, n, LOOK_MS);
	while (read(w->wake[0], bytes, sizeof(bytes)) == (ssize_t)sizeof(bytes))
		continue;
	if (w->alive)
		runner__process_read(&w->process);
	perturb__old_read(w);
}

/* A pause that ended with activity is a habit of the program. */
static void learn_gap(struct perturb__world *w, int64_t before)
{
	int64_t gap = w->active_ns - before;

	if (w->busy_ns && w->active_ns - w->busy_ns > w->pause_ns)
		w->pause_ns = w->active_ns - w->busy_ns;
	w->busy_ns = w->active_ns;
	if (!before || !w->watched)
		return;
	if (w->starting && gap > w->life->start_gap_ns)
		w->life->start_gap_ns = gap;
	if (w->starting || gap >= w->quiet_ns)
		return;
	if (w->life->gaps && gap > w->life->gaps[w->step])
		w->life->gaps[w->step] = gap;
}

/* Whether the program takes longer than the limit. Its start does not count: on a busy machine it
 * may take as long as the limit. A program that has sent nothing since the limit is about to
 * settle. */
static bool is_restless(const struct perturb__world *w, int64_t now, int64_t start)
{
	int64_t since = w->watch_ns > start ? w->watch_ns : start;
	int64_t limit = w->setup->limit_ns + (w->hold_made ? w->setup->hold_ns : 0);

	if (!w->watched && now - w->started_ns < STARTUP_MS * NS_PER_MS)
		return false;
	if (now - since < limit)
		return false;
	return w->active_ns - since >= limit || now - since >= LIMITS_MAX * limit;
}

/* Call it with the gate closed. Returns false if the wait continues. */
static bool is_over(struct perturb__world *w, int64_t start, int64_t *last, enum perturb__rest *how)
{
	int64_t now;

	if (w->alive && w->play_roles && w->play_roles(w))
		w->active_ns = clock_monotonic_ns();
	now = clock_monotonic_ns();
	if (w->active_ns != *last)
		learn_gap(w, *last);
	*last = w->active_ns;
	*how = PERTURB_AT_REST;
	if (w->kill_requested)
		*how = PERTURB_KILL_DUE;
	else if (w->leases.freeze_due)
		*how = PERTURB_FREEZE_DUE;
	else if (w->step_due)
		*how = PERTURB_STEP_DUE;
	else if (w->alive && (w->process.ended || w->process.flooded))
		*how = PERTURB_ENDED;
	if (*how != PERTURB_AT_REST || is_quiet(w, now))
		return true;
	if (w->setup->interrupted && w->setup->interrupted()) {
		*how = PERTURB_INTERRUPTED;
		return true;
	}
	/* retries on an old view end with the view */
	if (is_blind(w) && now - start >= blind_ns(w) && w->watched)
		return true;
	*how = PERTURB_RESTLESS;
	return is_restless(w, now, start);
}

static void note_rest(struct perturb__world *w)
{
	w->starting = false;
	if (w->disturbed)
		w->life->waited[w->step] = clock_monotonic_ns() - w->busy_ns;
}

enum perturb__rest perturb__rest_wait(struct perturb__world *w)
{
	int64_t start = clock_monotonic_ns(), last;
	enum perturb__rest how;
	bool over;

	perturb__gate_close(w);
	last = w->active_ns;
	w->pause_ns = 0;
	if (w->active_ns < start)
		w->active_ns = last = start;
	perturb__gate_open(w);
	do {
		poll_program(w);
		perturb__gate_close(w);
		over = is_over(w, start, &last, &how);
		if (over && how == PERTURB_AT_REST)
			note_rest(w);
		perturb__gate_open(w);
	} while (!over);
	return how;
}
