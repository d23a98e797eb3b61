/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/control/control.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/held.h"
#include "fakeapi/watch/watch.h"

/* --- rules -------------------------------------------------------------------------------- */

uint32_t fakeapi__fault_add_locked(struct fakeapi__core *core, const struct fakeapi__fault *rule)
{
	struct fakeapi__fault own = *rule;

	if (own.kind == FAKEAPI_FAULT_HOLD_EVENTS && !own.hold_rv)
		own.hold_rv = own.match.name[0] || own.skip ? UINT64_MAX : core->store.rv;
	return fakeapi__faults_add(&core->faults, &own);
}

/* Releases the exchanges that the rule holds. */
static void release(struct fakeapi__core *core, uint32_t id)
{
	for (struct fakeapi__xchg *x = core->open; x; x = x->next) {
		if (!x->hold_rule || (id && x->hold_rule != id))
			continue;
		x->hold_rule = 0;
		x->hold_body = false;
		if (x->state == FAKEAPI_STATE_PARKED) {
			x->stalled = false;
			x->faulted = true;
			x->resume_ns = 0;
		}
	}
}

void fakeapi__fault_del_locked(struct fakeapi__core *core, uint32_t id)
{
	release(core, id);
	if (id)
		fakeapi__faults_del(&core->faults, id);
	while (!id && core->faults.count)
		fakeapi__faults_del(&core->faults, core->faults.rules[0].id);
	fakeapi__core_wake_all(core);
}

static void earliest(int64_t *first, int64_t at)
{
	if (at && (!*first || at < *first))
		*first = at;
}

void fakeapi__plan_expiry_locked(struct fakeapi__core *core)
{
	core->expire_ns = 0;
	for (size_t i = 0; i < core->faults.count; i++)
		earliest(&core->expire_ns, core->faults.rules[i].end_ns);
	for (size_t i = 0; i < core->backend_count; i++) {
		earliest(&core->expire_ns, core->backends[i].refuse_end_ns);
		earliest(&core->expire_ns, core->backends[i].freeze_end_ns);
		earliest(&core->expire_ns, core->backends[i].lag_end_ns);
	}
	fakeapi__core_wake_all(core);
}

static bool is_over(const struct fakeapi__core *core, int64_t *end_ns)
{
	if (!*end_ns || core->now_ns < *end_ns)
		return false;
	*end_ns = 0;
	return true;
}

void fakeapi__expire_locked(struct fakeapi__core *core)
{
	for (size_t i = core->faults.count; i-- > 0;)
		if (is_over(core, &core->faults.rules[i].end_ns))
			fakeapi__fault_del_locked(core, core->faults.rules[i].id);
	for (size_t i = 0; i < core->backend_count; i++) {
		struct fakeapi__backend *b = &core->backends[i];

		if (is_over(core, &b->refuse_end_ns))
			b->refuses = false;
		if (is_over(core, &b->lag_end_ns))
			b->lag_ns = 0;
		if (is_over(core, &b->freeze_end_ns))
			fakeapi__freeze_locked(core, (uint32_t)i, false);
	}
	fakeapi__plan_expiry_locked(core);
}

uint32_t fakeapi__core_fault_add(struct fakeapi__core *core, const struct fakeapi__fault *rule)
{
	uint32_t id;

	fakeapi__core_enter(core);
	id = fakeapi__fault_add_locked(core, rule);
	fakeapi__core_leave(core);
	return id;
}

void fakeapi__core_fault_del(struct fakeapi__core *core, uint32_t id)
{
	fakeapi__core_enter(core);
	fakeapi__fault_del_locked(core, id);
	fakeapi__core_leave(core);
}

uint32_t fakeapi__core_fault_hits(struct fakeapi__core *core, uint32_t id)
{
	const struct fakeapi__fault *rule;
	uint32_t hits;

	fakeapi__core_enter(core);
	rule = fakeapi__faults_find(&core->faults, id);
	hits = rule ? rule->hits : 0;
	fakeapi__core_leave(core);
	return hits;
}

/* --- history -------------------------------------------------------------------------------- */

void fakeapi__compaction_locked(struct fakeapi__core *core, const struct fakeapi__compaction *how)
{
	uint64_t rv = how->rv && how->rv < core->store.rv ? how->rv : core->store.rv;
	struct fakeapi__backend *b;

	core->gone_by_status = how->http_status;
	if (how->backend < 0) {
		fakeapi__compact_locked(core, rv, true, !how->keep_cache);
		return;
	}
	b = &core->backends[(size_t)how->backend < core->backend_count ? how->backend : 0];
	if (b->cache_floor < rv)
		b->cache_floor = rv;
}

void fakeapi__core_compact(struct fakeapi__core *core, const struct fakeapi__compaction *how)
{
	fakeapi__core_enter(core);
	fakeapi__compaction_locked(core, how);
	fakeapi__core_leave(core);
}

void fakeapi__core_expire_tokens(struct fakeapi__core *core)
{
	fakeapi__core_enter(core);
	core->tokens_expired_rv = core->store.rv;
	fakeapi__core_leave(core);
}

size_t fakeapi__end_watches_locked(struct fakeapi__core *core, const struct fakeapi__match *match,
				   enum fakeapi__watch_end how)
{
	static const uint8_t ends[] = {
		[FAKEAPI_WATCH_CUT] = (uint8_t)-FAKEAPI_PULL_CUT,
		[FAKEAPI_WATCH_RESET] = (uint8_t)-FAKEAPI_PULL_RESET,
	};
	size_t count = 0;

	for (struct fakeapi__xchg *x = core->open; x; x = x->next) {
		if (!x->watch || x->end_how || x->watch->ending ||
		    (match && !fakeapi__match_watch(match, x->watch)))
			continue;
		count++;
		if (how == FAKEAPI_WATCH_END) {
			x->watch->ending = true; /* a partly sent event is completed */
			x->stalled = x->hold_body = false;
		} else if (how == FAKEAPI_WATCH_STALL || how == FAKEAPI_WATCH_RESUME) {
			x->stalled = how == FAKEAPI_WATCH_STALL;
		} else {
			x->end_how = ends[how];
		}
		if (how != FAKEAPI_WATCH_STALL)
			fakeapi__core_wake(x);
	}
	return count;
}

size_t fakeapi__core_end_watches(struct fakeapi__core *core, const struct fakeapi__match *match,
				 enum fakeapi__watch_end how)
{
	size_t count;

	fakeapi__core_enter(core);
	count = fakeapi__end_watches_locked(core, match, how);
	fakeapi__core_leave(core);
	return count;
}

/* --- open watches ----------------------------------------------------------------------------- */

/* The next open watch from `x` on that can still be sent data. */
static struct fakeapi__xchg *next_watch(struct fakeapi__xchg *x, const struct fakeapi__match *match)
{
	while (x && (!x->watch || x->end_how || x->watch->ending ||
		     (match && !fakeapi__match_watch(match, x->watch))))
		x = x->next;
	return x;
}

size_t fakeapi__core_watches_ending(struct fakeapi__core *core)
{
	size_t count = 0;

	fakeapi__core_enter(core);
	for (struct fakeapi__xchg *x = core->open; x; x = x->next)
		count += x->watch && (x->end_how || x->watch->ending);
	fakeapi__core_leave(core);
	return count;
}

size_t fakeapi__core_watches_behind(struct fakeapi__core *core)
{
	size_t count = 0;
	bool all;

	fakeapi__core_enter(core);
	for (struct fakeapi__xchg *x = core->open; x; x = x->next) {
		if (!x->watch)
			continue;
		(void)fakeapi__watch_sent(x->watch, &all);
		count += !all;
	}
	fakeapi__core_leave(core);
	return count;
}

size_t fakeapi__slow_watches_locked(struct fakeapi__core *core, const struct fakeapi__match *match,
				    size_t bytes, int64_t delay_ns)
{
	struct fakeapi__xchg *x = core->open;
	size_t count = 0;

	for (; (x = next_watch(x, match)); x = x->next, count++) {
		x->slow_bytes = bytes;
		x->slow_ns = delay_ns;
		fakeapi__core_wake(x);
	}
	return count;
}

size_t fakeapi__core_slow_watches(struct fakeapi__core *core, const struct fakeapi__match *match,
				  size_t bytes, int64_t delay_ns)
{
	size_t count;

	fakeapi__core_enter(core);
	count = fakeapi__slow_watches_locked(core, match, bytes, delay_ns);
	fakeapi__core_leave(core);
	return count;
}

size_t fakeapi__bookmark_locked(struct fakeapi__core *core, const struct fakeapi__match *match,
				bool initial)
{
	struct fakeapi__xchg *x = core->open;
	size_t count = 0;

	for (; (x = next_watch(x, match)); x = x->next) {
		if (!x->watch->bookmarks)
			continue;
		x->watch->bookmark_now =
		    initial ? FAKEAPI_BOOKMARK_INITIAL : FAKEAPI_BOOKMARK_PLAIN;
		fakeapi__core_wake(x);
		count++;
	}
	return count;
}

size_t fakeapi__core_bookmark(struct fakeapi__core *core, const struct fakeapi__match *match,
			      bool initial)
{
	size_t count;

	fakeapi__core_enter(core);
	count = fakeapi__bookmark_locked(core, match, initial);
	fakeapi__core_leave(core);
	return count;
}

size_t fakeapi__send_locked(struct fakeapi__core *core, const struct fakeapi__match *match,
			    struct fakeapi__script *script, bool newest)
{
	struct fakeapi__xchg *x = core->open;
	size_t count = 0;

	for (; (x = next_watch(x, match)) && !(newest && count); x = x->next) {
		if (fakeapi__play_add(&x->plays, script) < 0)
			break;
		fakeapi__core_wake(x);
		count++;
	}
	return count;
}

size_t fakeapi__core_send(struct fakeapi__core *core, const struct fakeapi__match *match,
			  struct fakeapi__script *script, bool newest)
{
	size_t count;

	fakeapi__core_enter(core);
	count = fakeapi__send_locked(core, match, script, newest);
	fakeapi__core_leave(core);
	return count;
}

size_t fakeapi__error_locked(struct fakeapi__core *core, const struct fakeapi__fault *rule)
{
	struct fakeapi__chunk chunks[2] = { { .kind = FAKEAPI_CHUNK_BYTES },
					    { .kind = FAKEAPI_CHUNK_END } };
	struct fakeapi__script *script = NULL;
	AUTO_STRBUF line = STRBUF_INIT;
	struct fakeapi__status st;
	char *text = NULL;
	size_t count = 0;

	fakeapi__status_init(&st);
	fakeapi__fault_status(rule, &st);
	text = st.doc ? fakeapi__print(st.doc) : NULL;
	if (text) {
		strbuf_addf(&line, "{\"type\":\"ERROR\",\"object\":%s}\n", text);
		chunks[0].bytes = strbuf_str(&line);
		script = line.failed ? NULL : fakeapi__script_new(200, NULL, 0, chunks, 2);
	}
	if (script)
		count = fakeapi__send_locked(core, &rule->match, script, false);
	fakeapi__script_unref(script);
	cJSON_free(text);
	fakeapi__status_fini(&st);
	return count;
}

size_t fakeapi__core_error(struct fakeapi__core *core, const struct fakeapi__fault *rule)
{
	size_t count;

	fakeapi__core_enter(core);
	count = fakeapi__error_locked(core, rule);
	fakeapi__core_leave(core);
	return count;
}

bool fakeapi__core_serves(struct fakeapi__core *core, struct str group, struct str version,
			  struct str resource)
{
	bool served;

	fakeapi__core_enter(core);
	served = fakeapi__registry_find(core->registry, group, version, resource) != NULL;
	fakeapi__core_leave(core);
	return served;
}

void fakeapi__core_gc(struct fakeapi__core *core, int64_t now_ns)
{
	fakeapi__core_enter(core);
	if (now_ns > core->now_ns)
		core->now_ns = now_ns;
	fakeapi__gc_run(core);
	fakeapi__core_leave(core);
}

int fakeapi__core_rotate_token(struct fakeapi__core *core, const char *old, const char *token)
{
	char *copy = base__strdup(token);
	int code = copy ? RELIST_ENOTFOUND : RELIST_ENOMEM;

	fakeapi__core_enter(core);
	for (size_t i = 0; copy && code && i < core->users.count; i++) {
		struct fakeapi__user *u = &core->users.list[i];

		if (strcmp(u->token, old) != 0)
			continue;
		base__free(u->token);
		u->token = copy;
		code = 0;
	}
	fakeapi__core_leave(core);
	if (code)
		base__free(copy);
	return code;
}

/* --- objects -------------------------------------------------------------------------------- */

int fakeapi__core_put(struct fakeapi__core *core, int64_t now_ns, struct str doc,
		      struct relist_err *err)
{
	return fakeapi__core_load(core, now_ns, doc, err);
}

struct removal {
	struct fakeapi__core *core;
	const struct fakeapi__version *v;
	cJSON *obj;
	struct fakeapi__version *made; /* the last state */
};

static int make_last(struct fakeapi__call *c, void *work)
{
	struct removal *r = work;

	(void)c;
	r->obj = fakeapi__parse(fakeapi__version_json(r->v));
	r->made = r->obj ? fakeapi__version_make(&r->core->store, r->obj, true) : NULL;
	return r->made ? 0 : -1;
}

int fakeapi__delete_locked(struct fakeapi__core *core, struct fakeapi__call *c, struct str group,
			   struct str resource, struct str ns, struct str name,
			   struct relist_err *err)
{
	struct fakeapi__bucket *b = fakeapi__store_bucket(&core->store, group, resource, false);
	const struct fakeapi__version *v = fakeapi__bucket_get(b, ns, name);
	struct removal r = { .core = core, .v = v };
	int rc;

	core->write_failed = false;
	if (!v)
		return relist_err_set(err, RELIST_ENOTFOUND,
				      STR_FMT " " STR_FMT "/" STR_FMT ": not found",
				      STR_ARG(resource), STR_ARG(ns), STR_ARG(name));
	rc = fakeapi__unlocked_run(c, make_last, &r);
	if (rc == 0)
		rc = fakeapi__commit_made(core, b, ns, name, r.obj, r.made, true);
	fakeapi__drop_aside(c, r.obj);
	if (rc < 0 && core->write_failed)
		return relist_err_set(err, RELIST_EIO, "the state file could not be written");
	if (rc < 0)
		return relist_err_set(err, RELIST_ENOMEM, "delete: out of memory");
	fakeapi__controllers_run(core);
	return 0;
}

int fakeapi__core_delete(struct fakeapi__core *core, int64_t now_ns, struct str group,
			 struct str resource, struct str ns, struct str name,
			 struct relist_err *err)
{
	int rc;

	fakeapi__core_enter(core);
	if (now_ns > core->now_ns)
		core->now_ns = now_ns;
	rc = fakeapi__delete_locked(core, NULL, group, resource, ns, name, err);
	fakeapi__core_leave(core);
	return rc;
}

enum { LOG_STEP = 1024 }; /* as many bytes take as long as a request */

/* --- the log -------------------------------------------------------------------------------- */

bool fakeapi__requests_locked(struct fakeapi__core *core, uint64_t *seq, size_t most,
			      void (*fn)(void *user, const struct fakeapi__logged *request),
			      void *user)
{
	const struct fakeapi__faults *f = &core->faults;

	if (*seq < f->log_first)
		*seq = f->log_first;
	for (; f->log && *seq < f->log_end && most > 0; ++*seq) {
		const struct fakeapi__logged *l = &f->log[*seq % FAKEAPI_LOG_MAX];
		size_t cost = 1 + l->text_len / LOG_STEP;

		if (l->text)
			fn(user, l);
		most -= cost < most ? cost : most;
	}
	return f->log && *seq < f->log_end;
}

void fakeapi__core_requests(struct fakeapi__core *core, uint64_t seq,
			    void (*fn)(void *user, const struct fakeapi__logged *request),
			    void *user)
{
	fakeapi__core_enter(core);
	(void)fakeapi__requests_locked(core, &seq, SIZE_MAX, fn, user);
	fakeapi__core_leave(core);
}
