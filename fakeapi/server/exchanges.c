/* SPDX-License-Identifier: Apache-2.0 */
/* exchanges.c - requests in, responses out: the exchanges that transports pull. */
#include "base/alloc.h"
#include "fakeapi/callout.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/context.h"
#include "fakeapi/control/at_rest.h"
#include "fakeapi/control/control.h"
#include "fakeapi/control/thens.h"
#include "fakeapi/metrics/metrics.h"
#include "fakeapi/rest/list_stream.h"
#include "fakeapi/server/server.h"
#include "fakeapi/stages.h"
#include "fakeapi/watch/watch.h"

void fakeapi__xchg_free(struct fakeapi__xchg *x)
{
	struct fakeapi__core *core = x->core;

	if (x->prev)
		x->prev->next = x->next;
	else
		core->open = x->next;
	if (x->next)
		x->next->prev = x->prev;
	if (x->state == FAKEAPI_STATE_PARKED)
		core->parked_count--;
	fakeapi__watch_free(x->watch);
	fakeapi__list_stream_free(x->stream, &core->store);
	fakeapi__plays_free(&x->plays);
	fakeapi__memo_free(x);
	fakeapi__script_unref(x->headers_of);
	while (x->owned) {
		struct fakeapi__owned *next = x->owned->next;

		base__free(x->owned);
		x->owned = next;
	}
	fakeapi__looking_free(x->looking);
	fakeapi__audit_end(core, x);
	if (x->headers != x->few)
		base__free(x->headers);
	base__free(x->saved);
	strbuf_fini(&x->body);
	base__free(x);
}

static bool reads(const struct fakeapi__request *req)
{
	return str_eqz(req->method, "GET") || str_eqz(req->method, "HEAD");
}

/* Large data may take long to free. */
static int free_call(struct fakeapi__call *c, void *work)
{
	struct fakeapi__xchg *x = work;

	fakeapi__status_fini(&c->st);
	cJSON_Delete(c->converted);
	if (x->state == FAKEAPI_STATE_ANSWER)
		fakeapi__memo_drop_converted(x->memo);
	return 0;
}

static void run(struct fakeapi__xchg *x, const struct fakeapi__request *req, int64_t now_ns,
		bool resumed)
{
	struct fakeapi__core *core = x->core;
	struct fakeapi__call c;

	memset(&c, 0, sizeof(c));
	c.core = core;
	c.x = x;
	c.now_ns = now_ns;
	c.req = req;
	c.resumed = resumed;
	c.refused = base__alloc_refused;
	c.reads = reads(req);
	c.may_suspend = req->aside && (resumed || !c.reads);
	strbuf_init(&c.warnings);
	fakeapi__status_init(&c.st);
	core->write_failed = false;
	if (x->memo) /* a restarted call keeps its time */
		memcpy(c.now, x->memo->now, sizeof(c.now));
	else
		fakeapi__format_time(fakeapi__core_unix(core), c.now, sizeof(c.now));
	c.visible_rv = fakeapi__core_visible(core, x->backend);
	if (c.may_suspend && !c.reads)
		core->writer = &c;
	fakeapi__call_run(&c);
	if (c.st.doc || c.converted || x->memo)
		(void)fakeapi__unlocked_run(&c, free_call, x); /* cannot fail */
	fakeapi__user_fini(&c.as);
	strbuf_fini(&c.warnings);
	fakeapi__route_fini(&c.route);
	if (core->writer == &c)
		core->writer = NULL;
}

void fakeapi__core_advance(struct fakeapi__core *core, int64_t now_ns)
{
	if (now_ns > core->now_ns)
		core->now_ns = now_ns;
	if (core->expire_ns && core->now_ns >= core->expire_ns && !core->suspended)
		fakeapi__expire_locked(core);
}

/* Periodically drops the states that were already old at the last run: lists at their versions and
 * their continue tokens expire. Watches of types with a watch cache can still start there.
 *
 * The version then also advances, as in a cluster whose components renew their leases; otherwise a
 * state without later writes would never become old. Not with a state file: a version that is in no
 * file would be used twice. */
static void compact_by_age(struct fakeapi__core *core)
{
	int64_t every = core->opt.compact_every_ns;

	if (!every || core->suspended)
		return;
	/* So the objects of the start are compacted in the middle of a period, not at its end. */
	if (!core->compact_ns) {
		core->compact_rv = core->store.rv;
		core->compact_ns = time_add(core->now_ns, every / 2);
		return;
	}
	/* At most twice: after a long sleep nothing is new. */
	for (int i = 0; core->now_ns >= core->compact_ns && i < 2; i++) {
		fakeapi__compact_locked(core, core->compact_rv, true, false);
		core->store.list_floor = core->store.etcd_floor < core->store.min_floor
					     ? core->store.etcd_floor
					     : core->store.min_floor;
		if (!core->opt.on_write)
			core->store.rv++;
		core->compact_rv = core->store.rv;
		core->compact_ns += every;
	}
	if (core->now_ns < core->compact_ns)
		return;
	core->compact_rv = core->store.rv;
	core->compact_ns = time_add(core->now_ns, every);
}

/* Does the work that became due while a writer had released the lock. */
static void catch_up(struct fakeapi__core *core)
{
	fakeapi__core_advance(core, core->now_ns);
	fakeapi__core_wake_parked(core);
}

static const struct fakeapi__exchange_ops ops;

TSA(no_thread_safety_analysis)
struct fakeapi__exchange *fakeapi__core_begin(struct fakeapi__server *s, int64_t now_ns,
					      const struct fakeapi__request *req,
					      struct fakeapi__wake wake)
{
	struct fakeapi__core *core = (struct fakeapi__core *)(void *)s;
	struct fakeapi__xchg *x = base__calloc(1, sizeof(*x));
	bool due;

	if (!x)
		return NULL;
	x->base.ops = &ops;
	x->core = core;
	x->wake = wake;
	x->backend = x->base.backend = req->backend;
	x->cut_after = SIZE_MAX;
	x->frames = req->frames;
	x->began_ns = now_ns;
	x->mutates = !reads(req);
	strbuf_init(&x->body);
	if (!reads(req))
		lock_acquire(&core->writing);
	lock_acquire(&core->lock);
	fakeapi__core_advance(core, now_ns);
	compact_by_age(core);
	x->id = ++core->next_id;
	x->next = core->open;
	if (core->open)
		core->open->prev = x;
	core->open = x;
	run(x, req, now_ns, false);
	if (req->aside)
		catch_up(core);
	due = core->faults.thens_due > 0;
	lock_release(&core->lock);
	if (!reads(req))
		lock_release(&core->writing);
	if (due)
		fakeapi__thens_run(core, now_ns);
	return &x->base;
}

static enum fakeapi__head head_locked(struct fakeapi__xchg *x, int64_t now_ns)
{
	bool reader = x->base.heavy && x->base.reads; /* can run during a pause of a writer */

	if (x->state == FAKEAPI_STATE_PARKED && !x->stalled && (reader || !x->core->suspended) &&
	    !fakeapi__callouts_open(x, now_ns)) {
		bool aside = x->base.heavy;

		x->state = FAKEAPI_STATE_ANSWER;
		x->base.heavy = false;
		x->core->parked_count--;
		run(x, fakeapi__parked_request(x), now_ns, true);
		if (aside && !reader)
			catch_up(x->core);
	}
	if (x->end_how)
		return x->end_how == (uint8_t)-FAKEAPI_PULL_RESET ? FAKEAPI_HEAD_RESET
								  : FAKEAPI_HEAD_CUT;
	if (x->state == FAKEAPI_STATE_PARKED || x->hold_body || x->stalled)
		return FAKEAPI_HEAD_WAIT;
	return x->state == FAKEAPI_STATE_HEAD_END ? x->head_end : FAKEAPI_HEAD_READY;
}

TSA(no_thread_safety_analysis)
static enum fakeapi__head op_head(struct fakeapi__exchange *e, int64_t now_ns)
{
	struct fakeapi__xchg *x = (struct fakeapi__xchg *)(void *)e;
	struct fakeapi__core *core = x->core;
	bool writes = e->heavy && !e->reads, due;
	enum fakeapi__head head;

	if (writes)
		lock_acquire(&x->core->writing);
	lock_acquire(&x->core->lock);
	fakeapi__core_advance(x->core, now_ns);
	head = head_locked(x, now_ns);
	x->waiting = head == FAKEAPI_HEAD_WAIT;
	if (head == FAKEAPI_HEAD_CUT || head == FAKEAPI_HEAD_RESET)
		x->ended =
		    (uint8_t) - (head == FAKEAPI_HEAD_CUT ? FAKEAPI_PULL_CUT : FAKEAPI_PULL_RESET);
	due = core->faults.thens_due > 0;
	lock_release(&core->lock);
	if (writes)
		lock_release(&core->writing);
	if (due)
		fakeapi__thens_run(core, now_ns);
	return head;
}

static ptrdiff_t pull_body(struct fakeapi__xchg *x, char *buf, size_t cap)
{
	size_t end = x->stream && x->body_at <= x->stream_at ? x->stream_at : x->body.len;
	size_t left = end - x->body_at, n;

	if (left == 0 && end == x->stream_at && x->stream) {
		n = fakeapi__list_stream_read(x->stream, &x->core->store, buf, cap);
		if (n > 0)
			return (ptrdiff_t)n;
		left = x->body.len - x->body_at;
	}
	n = left < cap ? left : cap;
	if (left == 0)
		return FAKEAPI_PULL_END;
	memcpy(buf, x->body.ptr + x->body_at, n);
	x->body_at += n;
	return (ptrdiff_t)n;
}

static ptrdiff_t pull_play(struct fakeapi__xchg *x, int64_t now_ns, char *buf, size_t cap)
{
	ptrdiff_t n = fakeapi__play_pull(&x->plays, now_ns, buf, cap);

	if (n > 0)
		x->shown_ns = now_ns;
	if (n == FAKEAPI_PLAY_STALL) {
		x->stalled = true;
		return FAKEAPI_PULL_WAIT;
	}
	return n;
}

static ptrdiff_t pull_source(struct fakeapi__xchg *x, int64_t now_ns, char *buf, size_t cap)
{
	ptrdiff_t n = FAKEAPI_PLAY_DONE;

	if (x->state == FAKEAPI_STATE_SCRIPT && x->watch && x->watch->ending)
		return FAKEAPI_PULL_END;
	if (x->plays && !(x->state == FAKEAPI_STATE_WATCH && x->watch->now.prefix))
		n = pull_play(x, now_ns, buf, cap);
	if (n != FAKEAPI_PLAY_DONE)
		return n;
	if (x->state == FAKEAPI_STATE_SCRIPT)
		return FAKEAPI_PULL_END;
	return x->state == FAKEAPI_STATE_WATCH ? fakeapi__watch_pull(x->watch, now_ns, buf, cap)
					       : pull_body(x, buf, cap);
}

/* Passes a fault on the frames of an open watch to the transport. */
static void pass_frame_fault(struct fakeapi__xchg *x)
{
	if (x->frames_due.kind == FAKEAPI_FRAME_NONE)
		return;
	*x->frames = x->frames_due;
	x->frames->due = true;
	if (fakeapi__frame_breaks(x->frames->kind)) {
		x->cut_after = x->sent + x->frames->bytes;
		x->head_end = FAKEAPI_HEAD_CUT;
		x->stalled = x->hold_body = false;
	}
	x->frames_due.kind = FAKEAPI_FRAME_NONE;
}

static ptrdiff_t pull_locked(struct fakeapi__xchg *x, int64_t now_ns, char *buf, size_t cap)
{
	ptrdiff_t n;

	pass_frame_fault(x);
	if (x->end_how)
		return -(ptrdiff_t)x->end_how;
	if (x->stalled || x->hold_body || cap == 0)
		return FAKEAPI_PULL_WAIT;
	if (x->core->turning_back && x->state == FAKEAPI_STATE_WATCH)
		return FAKEAPI_PULL_WAIT;
	(void)fakeapi__callouts_open(x,
				     now_ns); /* a watch continues with the events that are ready */
	x->slow_idle = false;
	if (x->slow_bytes && now_ns < x->slow_next_ns)
		return FAKEAPI_PULL_WAIT;
	if (x->slow_bytes && cap > x->slow_bytes)
		cap = x->slow_bytes;
	if (x->cut_after != SIZE_MAX) {
		if (x->sent >= x->cut_after)
			return x->head_end == FAKEAPI_HEAD_RESET ? FAKEAPI_PULL_RESET
								 : FAKEAPI_PULL_CUT;
		if (cap > x->cut_after - x->sent)
			cap = x->cut_after - x->sent;
	}
	n = pull_source(x, now_ns, buf, cap);
	x->slow_idle = n == FAKEAPI_PULL_WAIT;
	if (n > 0) {
		x->sent += (size_t)n;
		x->slow_next_ns = x->slow_bytes ? time_add(now_ns, x->slow_ns) : 0;
	}
	return n;
}

static ptrdiff_t op_pull(struct fakeapi__exchange *e, int64_t now_ns, void *buf, size_t cap)
{
	struct fakeapi__xchg *x = (struct fakeapi__xchg *)(void *)e;
	ptrdiff_t n;

	lock_acquire(&x->core->lock);
	fakeapi__core_advance(x->core, now_ns);
	n = pull_locked(x, now_ns, buf, cap);
	x->waiting = n == FAKEAPI_PULL_WAIT;
	if (n == FAKEAPI_PULL_CUT || n == FAKEAPI_PULL_RESET)
		x->ended = (uint8_t)-n;
	lock_release(&x->core->lock);
	return n;
}

static int64_t op_deadline(const struct fakeapi__exchange *e)
{
	const struct fakeapi__xchg *x = (const struct fakeapi__xchg *)(const void *)e;
	int64_t at = TIME_NEVER;

	lock_acquire(&x->core->lock);
	if (x->stalled || x->hold_body ||
	    (x->core->turning_back &&
	     (x->state == FAKEAPI_STATE_PARKED || x->state == FAKEAPI_STATE_WATCH)) ||
	    (x->core->suspended && x->state == FAKEAPI_STATE_PARKED &&
	     !(x->base.heavy && x->base.reads)))
		at = TIME_NEVER;
	else if (x->state == FAKEAPI_STATE_PARKED)
		at = x->memo && x->memo->open ? fakeapi__callouts_deadline(x) : x->resume_ns;
	else if (x->slow_bytes && x->sent && !x->slow_idle)
		at = x->slow_next_ns;
	else if (x->plays)
		at = fakeapi__play_deadline(x->plays);
	else if (x->watch && x->state == FAKEAPI_STATE_WATCH)
		at = fakeapi__watch_deadline(x->watch);
	if (x->state == FAKEAPI_STATE_WATCH && fakeapi__callouts_deadline(x) < at)
		at = fakeapi__callouts_deadline(x);
	/* the earliest expiry ends everything that has expired */
	if (x->core->expire_ns && x->core->expire_ns < at &&
	    !(x->core->suspended && x->core->now_ns >= x->core->expire_ns))
		at = x->core->expire_ns;
	lock_release(&x->core->lock);
	return at;
}

/* Frees one part per lock hold, to keep waits short. */
void fakeapi__core_tidy(struct fakeapi__errand *self)
{
	struct fakeapi__core *core =
	    (struct fakeapi__core *)(void *)((char *)self - offsetof(struct fakeapi__core, tidy));
	struct fakeapi__crd_version *types;
	bool more = true;

	while (more) {
		lock_acquire(&core->lock);
		types = core->retired;
		core->retired = NULL;
		more = fakeapi__store_tidy(&core->store, FAKEAPI_TIDY_STEP);
		core->tidying = more;
		lock_release(&core->lock);
		fakeapi__crd_versions_free(types);
		lock_let_in(&core->lock);
	}
}

void fakeapi__core_tidy_aside(void *user)
{
	struct fakeapi__core *core = user;

	if (core->tidying)
		return;
	core->tidying = true;
	core->opt.run_aside(core->opt.on_freed_user, &core->tidy);
}

/* Only watches keep pointers to types between calls, and the table of forms is for them. */
static void sweep_types(struct fakeapi__core *core)
{
	if (!core->crds_changed || core->watch_count > 0 || core->suspended || core->readers ||
	    core->retired)
		return;
	core->crds_changed = false;
	core->form_count = 0;
	core->line_bytes = 0;
	fakeapi__store_drop_lines(&core->store);
	core->retired = fakeapi__crds_retired(core->crds);
	if (core->retired && core->opt.run_aside) {
		fakeapi__core_tidy_aside(core);
		return;
	}
	fakeapi__crd_versions_free(core->retired);
	core->retired = NULL;
}

enum { FREED_BYTES = 16 * 1024 * 1024, LARGE_BODY = 1024 * 1024 };

/* Frees a long response without the lock, and on another thread if possible. */
static void free_body(struct fakeapi__core *core, struct strbuf *body)
{
	if (core->opt.free_aside && body->cap > LARGE_BODY) {
		core->opt.free_aside(core->opt.on_freed_user, body->ptr);
		strbuf_init(body);
	}
	strbuf_fini(body);
}

static void notify_freed(struct fakeapi__core *core)
{
	if (core->store.freed_bytes < FREED_BYTES)
		return;
	core->store.freed_bytes = 0;
	if (core->opt.on_freed)
		core->opt.on_freed(core->opt.on_freed_user);
}

static void op_end(struct fakeapi__exchange *e, bool client_gone)
{
	struct fakeapi__xchg *x = (struct fakeapi__xchg *)(void *)e;
	struct fakeapi__core *core = x->core;
	struct strbuf body = x->body;

	strbuf_init(&x->body);
	lock_acquire(&core->lock);
	fakeapi__log_end(core, x, client_gone);
	fakeapi__metrics_end(core, x);
	core->store.freed_bytes += body.cap; /* a long response counts like store memory */
	fakeapi__xchg_free(x);
	sweep_types(core);
	notify_freed(core);
	lock_release(&core->lock);
	free_body(core, &body);
}

static void op_set_wake(struct fakeapi__exchange *e, struct fakeapi__wake wake)
{
	struct fakeapi__xchg *x = (struct fakeapi__xchg *)(void *)e;

	lock_acquire(&x->core->lock);
	x->wake = wake;
	lock_release(&x->core->lock);
}

static const struct fakeapi__exchange_ops ops = { op_head, op_pull, op_deadline, op_end,
						  op_set_wake };
