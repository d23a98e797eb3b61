/* SPDX-License-Identifier: Apache-2.0 */
/* core.c - requests in, answers out: exchanges as transports pull them; the life of a core. */
#include "fakeapi/core.h"

#include "base/alloc.h"
#include "fakeapi/ask.h"
#include "fakeapi/auth/auth.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/context.h"
#include "fakeapi/control/control.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/rest/list_stream.h"
#include "fakeapi/server/server.h"
#include "fakeapi/stages.h"
#include "fakeapi/strategy/service_numbers.h"
#include "fakeapi/strategy/strategies.h"
#include "fakeapi/watch/watch.h"
#include "fakeapi/webhooks/webhooks.h"

/* --- subscribers to writes ---------------------------------------------------------------- */

static void note_commit(struct fakeapi__core *core, struct fakeapi__bucket *b,
			struct fakeapi__event *ev)
{
	(void)b;
	core->commits[core->commit_end++ % FAKEAPI_COMMITS_MAX] =
	    (struct fakeapi__commit) { ev->rv, core->now_ns };
}

/* Requests that wait for a resource version, and backends that now see what came before. */
static void wake_waiting(struct fakeapi__core *core, struct fakeapi__bucket *b,
			 struct fakeapi__event *ev)
{
	(void)b;
	(void)ev;
	for (size_t i = 0; i < core->backend_count; i++)
		if (core->backends[i].behind)
			fakeapi__core_wake_all(core);
	if (core->parked_count)
		fakeapi__core_wake_parked(core);
}

/* In this order, under the lock. Faults come before watches: they may hide the event. */
static const struct fakeapi__subscriber subscribers[] = {
	{ "commits", note_commit },
	{ "served types", fakeapi__crd_note },
	{ "controllers", fakeapi__controllers_note },
	{ "faults", fakeapi__fault_event },
	{ "watches", fakeapi__watch_notify },
	{ "waiting requests", wake_waiting },
};

/* --- exchanges ---------------------------------------------------------------------------- */

static void xchg_free(struct fakeapi__xchg *x)
{
	struct fakeapi__core *core = x->core;

	if (x->prev)
		x->prev->next = x->next;
	else
		core->open = x->next;
	if (x->next)
		x->next->prev = x->prev;
	core->open_count--;
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
	base__free(x->headers);
	base__free(x->saved);
	strbuf_fini(&x->body);
	base__free(x);
}

static bool reads(const struct fakeapi__request *req)
{
	return str_eqz(req->method, "GET") || str_eqz(req->method, "HEAD");
}

/* What is large may take long to free. */
static int free_call(struct fakeapi__call *c, void *work)
{
	struct fakeapi__xchg *x = work;

	fakeapi__status_fini(&c->st);
	cJSON_Delete(c->told);
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
	if (x->memo) /* it has said when it was made */
		memcpy(c.now, x->memo->now, sizeof(c.now));
	else
		fakeapi__format_time(fakeapi__core_unix(core), c.now, sizeof(c.now));
	c.visible_rv = fakeapi__core_visible(core, x->backend);
	if (c.may_suspend && !c.reads)
		core->writer = &c;
	fakeapi__call_run(&c);
	if (c.st.doc || c.told || x->memo)
		(void)fakeapi__unlocked_run(&c, free_call, x); /* cannot fail */
	fakeapi__user_fini(&c.as);
	strbuf_fini(&c.warnings);
	fakeapi__route_fini(&c.route);
	if (core->writer == &c)
		core->writer = NULL;
}

static void advance_clock(struct fakeapi__core *core, int64_t now_ns)
{
	if (now_ns > core->now_ns)
		core->now_ns = now_ns;
	if (core->expire_ns && core->now_ns >= core->expire_ns && !core->suspended)
		fakeapi__expire_locked(core);
}

/* Periodically the states that were old already the last time are dropped: lists at their versions
 * and their continue tokens expire. Watches of types with a watch cache still begin there.
 *
 * The version moves on by itself then, as it does in a cluster, whose components renew their
 * leases; otherwise a state without later writes would never be an old one. Not with a state file:
 * a version that is in no file would be given out twice. */
static void compact_by_age(struct fakeapi__core *core)
{
	int64_t every = core->opt.compact_every_ns;

	if (!every || core->suspended)
		return;
	/* What is made at the start then goes in the middle of its time, not at its very end. */
	if (!core->compact_ns) {
		core->compact_rv = core->store.rv;
		core->compact_ns = time_add(core->now_ns, every / 2);
		return;
	}
	/* Twice at most: after a long sleep nothing is new. */
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

/* What was due while a writer had let the lock go. */
static void catch_up(struct fakeapi__core *core)
{
	advance_clock(core, core->now_ns);
	fakeapi__core_wake_parked(core);
}

static const struct fakeapi__exchange_ops ops;

TSA(no_thread_safety_analysis)
static struct fakeapi__exchange *begin(struct fakeapi__server *s, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	struct fakeapi__core *core = (struct fakeapi__core *)(void *)s;
	struct fakeapi__xchg *x = base__calloc(1, sizeof(*x));

	if (!x)
		return NULL;
	x->base.ops = &ops;
	x->core = core;
	x->wake = wake;
	x->backend = x->base.backend = req->backend;
	x->cut_after = SIZE_MAX;
	strbuf_init(&x->body);
	if (!reads(req))
		lock_acquire(&core->writing);
	lock_acquire(&core->lock);
	advance_clock(core, now_ns);
	compact_by_age(core);
	x->id = ++core->next_id;
	x->next = core->open;
	if (core->open)
		core->open->prev = x;
	core->open = x;
	core->open_count++;
	run(x, req, now_ns, false);
	if (req->aside)
		catch_up(core);
	lock_release(&core->lock);
	if (!reads(req))
		lock_release(&core->writing);
	return &x->base;
}

static enum fakeapi__head head_locked(struct fakeapi__xchg *x, int64_t now_ns)
{
	bool reader = x->base.heavy && x->base.reads; /* may run beside a writer */

	if (x->state == FAKEAPI_STATE_PARKED && !x->stalled && (reader || !x->core->suspended) &&
	    !fakeapi__asks_open(x, now_ns)) {
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
	bool writes = e->heavy && !e->reads;
	enum fakeapi__head head;

	if (writes)
		lock_acquire(&x->core->writing);
	lock_acquire(&x->core->lock);
	advance_clock(x->core, now_ns);
	head = head_locked(x, now_ns);
	x->waiting = head == FAKEAPI_HEAD_WAIT;
	lock_release(&x->core->lock);
	if (writes)
		lock_release(&x->core->writing);
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

static ptrdiff_t pull_locked(struct fakeapi__xchg *x, int64_t now_ns, char *buf, size_t cap)
{
	ptrdiff_t n;

	if (x->end_how)
		return -(ptrdiff_t)x->end_how;
	if (x->stalled || x->hold_body || cap == 0)
		return FAKEAPI_PULL_WAIT;
	if (x->core->turning_back && x->state == FAKEAPI_STATE_WATCH)
		return FAKEAPI_PULL_WAIT;
	(void)fakeapi__asks_open(x, now_ns); /* a watch goes on with what is there */
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
	advance_clock(x->core, now_ns);
	n = pull_locked(x, now_ns, buf, cap);
	x->waiting = n == FAKEAPI_PULL_WAIT;
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
		at = x->memo && x->memo->open ? fakeapi__asks_deadline(x) : x->resume_ns;
	else if (x->slow_bytes && x->sent)
		at = x->slow_next_ns;
	else if (x->plays)
		at = fakeapi__play_deadline(x->plays);
	else if (x->watch && x->state == FAKEAPI_STATE_WATCH)
		at = fakeapi__watch_deadline(x->watch);
	if (x->state == FAKEAPI_STATE_WATCH && fakeapi__asks_deadline(x) < at)
		at = fakeapi__asks_deadline(x);
	/* the first to come ends all that have lasted long enough */
	if (x->core->expire_ns && x->core->expire_ns < at &&
	    !(x->core->suspended && x->core->now_ns >= x->core->expire_ns))
		at = x->core->expire_ns;
	lock_release(&x->core->lock);
	return at;
}

/* A part at a time, to keep waits short. */
static void tidy(struct fakeapi__errand *self)
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

static void tidy_aside(void *user)
{
	struct fakeapi__core *core = user;

	if (core->tidying)
		return;
	core->tidying = true;
	core->opt.run_aside(core->opt.on_freed_user, &core->tidy);
}

/* Only watches keep pointers to types between calls, and the table of forms for them. */
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
		tidy_aside(core);
		return;
	}
	fakeapi__crd_versions_free(core->retired);
	core->retired = NULL;
}

enum { FREED_BYTES = 16 * 1024 * 1024, LARGE_BODY = 1024 * 1024 };

/* A long response is freed without the lock, and aside if possible. */
static void free_body(struct fakeapi__core *core, struct strbuf *body)
{
	if (core->opt.free_aside && body->cap > LARGE_BODY) {
		core->opt.free_aside(core->opt.on_freed_user, body->ptr);
		strbuf_init(body);
	}
	strbuf_fini(body);
}

static void tell_freed(struct fakeapi__core *core)
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
	core->store.freed_bytes += body.cap; /* of long answers, as much */
	xchg_free(x);
	sweep_types(core);
	tell_freed(core);
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

/* --- life --------------------------------------------------------------------------------- */

/* What it does not know is served already, or never. */
static void serve_more(struct fakeapi__registry *reg, const char *config)
{
	for (const char *p = config; p && *p; p += *p == ',') {
		struct str entry = { p, strcspn(p, ",=") };
		const char *slash = memchr(p, '/', entry.len);
		size_t group = slash ? (size_t)(slash - p) : entry.len;
		bool on = p[entry.len] != '=' || strncmp(p + entry.len, "=true", 5) == 0;

		if (on && slash)
			(void)fakeapi__registry_serve(reg, (struct str) { p, group },
						      (struct str) { slash + 1,
								     entry.len - group - 1 });
		p += strcspn(p, ",");
	}
}

static bool switched_off(const char *gates, const char *name)
{
	bool off = false;

	for (const char *p = gates; p && *p; p += *p == ',') {
		struct str entry = { p, strcspn(p, ",=") };

		p += entry.len;
		if (str_eqz(entry, name))
			off = strncmp(p, "=false", 6) == 0;
		p += strcspn(p, ",");
	}
	return off;
}

struct fakeapi__core *fakeapi__core_new(const struct fakeapi__options *opt, struct relist_err *err)
{
	struct fakeapi__core *core;

	base__alloc_init_cjson();
	core = base__malloc(sizeof(*core));
	if (!core) {
		relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
		return NULL;
	}
	memset(core, 0, offsetof(struct fakeapi__core, commits));
	atomic_init(&core->stopping, false);
	core->server.begin = begin;
	core->subscribers = subscribers;
	core->subscriber_count = ARRAY_LEN(subscribers);
	core->strategy_of = fakeapi__strategy_of;
	map_init(&core->certificate_users, MAP_COPY_KEYS);
	lock_init(&core->writing, LOCK_FAKEAPI_WRITE);
	lock_init(&core->lock, LOCK_FAKEAPI);
	core->opt = *opt;
	if (!core->opt.service_ips.size)
		core->opt.service_ips = (struct fakeapi__ip_range) { 0x0a000000, 256 };
	if (!core->opt.node_ports.count)
		core->opt.node_ports = (struct fakeapi__port_range) { 30000, 2768 };
	core->random = opt->seed;
	core->now_ns = opt->start_ns;
	core->backend_count = opt->backend_count ? opt->backend_count : 1;
	fakeapi__store_init(&core->store, opt->first_rv ? opt->first_rv : 1, opt->watch_window);
	core->store.window_bytes = opt->watch_window_bytes;
	core->tidy.run = tidy;
	core->store.on_untidy = opt->run_aside ? tidy_aside : NULL;
	core->store.untidy_user = core;
	if (core->backend_count > FAKEAPI_BACKENDS_MAX) {
		relist_err_set(err, RELIST_ELIMIT, "%zu backends, at most %d", core->backend_count,
			       FAKEAPI_BACKENDS_MAX);
		goto fail;
	}
	if (opt->token_csv.ptr && fakeapi__users_parse(&core->users, opt->token_csv, err) < 0)
		goto fail;
	core->discovery = base__calloc(1, sizeof(*core->discovery));
	if (core->discovery)
		core->discovery->start_unix_s = fakeapi__core_unix(core);
	if (core->discovery)
		core->discovery->not_aggregated =
		    switched_off(opt->feature_gates, "AggregatedDiscoveryEndpoint");
	core->opt.feature_gates = NULL; /* borrowed */
	if (core->discovery && opt->prose)
		core->discovery->prose = fakeapi__prose_new(opt->prose, opt->prose_user);
	core->registry = fakeapi__registry_new();
	if (core->registry)
		serve_more(core->registry, opt->runtime_config);
	core->opt.runtime_config = NULL; /* borrowed */
	core->crds = core->registry ? fakeapi__crds_new(core->registry) : NULL;
	if (!core->crds || !core->discovery || (opt->prose && !core->discovery->prose) ||
	    (!opt->empty && fakeapi__bootstrap(core) < 0)) {
		relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
		goto fail;
	}
	fakeapi__registry_on_metrics(core->registry, fakeapi__flow_metrics, core);
	fakeapi__core_log(core); /* a new state file begins with a snapshot of all so far */
	return core;
fail:
	fakeapi__core_free(core);
	return NULL;
}

void fakeapi__core_free(struct fakeapi__core *core)
{
	if (!core)
		return;
	core->store.on_untidy = NULL;
	while (core->open)
		xchg_free(core->open);
	fakeapi__faults_fini(&core->faults);
	fakeapi__webhooks_fini(core);
	if (core->discovery)
		fakeapi__prose_free(core->discovery->prose);
	base__free(core->discovery);
	fakeapi__rbac_fini(core);
	fakeapi__numbers_free(core->numbers);
	fakeapi__store_fini(&core->store);
	fakeapi__crd_versions_free(core->retired);
	if (core->crds)
		fakeapi__crds_free(core->crds);
	if (core->registry)
		fakeapi__registry_free(core->registry);
	fakeapi__users_fini(&core->users);
	fakeapi__certificate_users_fini(&core->certificate_users);
	base__free(core->forms);
	fakeapi__control_free(core);
	lock_fini(&core->lock);
	lock_fini(&core->writing);
	base__free(core);
}

struct fakeapi__server *fakeapi__core_server(struct fakeapi__core *core)
{
	return &core->server;
}

void fakeapi__core_stopping(struct fakeapi__core *core)
{
	atomic_store(&core->stopping, true);
}

uint64_t fakeapi__core_rv(struct fakeapi__core *core)
{
	uint64_t rv;

	lock_acquire(&core->lock);
	rv = core->store.rv;
	lock_release(&core->lock);
	return rv;
}

void fakeapi__core_control_at(struct fakeapi__core *core, const char *url)
{
	char *to = core->control_url;
	size_t cap = sizeof(core->control_url);

	lock_acquire(&core->lock);
	if (snprintf(to, cap, "%s", url ? url : "") >= (int)cap)
		to[0] = '\0';
	lock_release(&core->lock);
}

int fakeapi__core_ui(struct fakeapi__core *core, const char *page)
{
	char *copy = base__strdup(page), *old;

	if (!copy)
		return RELIST_ENOMEM;
	lock_acquire(&core->lock);
	old = core->ui_page;
	core->ui_page = copy;
	lock_release(&core->lock);
	base__free(old);
	return 0;
}

bool fakeapi__core_accepts(struct fakeapi__core *core, int64_t now_ns, uint32_t backend)
{
	bool accepts;

	lock_acquire(&core->lock);
	advance_clock(core, now_ns);
	accepts = !core->backends[backend < core->backend_count ? backend : 0].refuses;
	lock_release(&core->lock);
	return accepts;
}
