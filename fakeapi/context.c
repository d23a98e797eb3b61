/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/context.h"

#include "base/alloc.h"
#include "fakeapi/schema/custom.h"

/* --- small services ----------------------------------------------------------------------- */

int64_t fakeapi__core_unix(const struct fakeapi__core *core)
{
	int64_t wall = core->now_ns + core->opt.wall_offset_ns;

	return (wall >= 0 ? wall : wall - (NS_PER_S - 1)) / NS_PER_S;
}

uint32_t fakeapi__core_random(struct fakeapi__core *core, uint32_t n)
{
	return (uint32_t)(splitmix64(&core->random) >> 11) % n;
}

void fakeapi__core_uuid(struct fakeapi__core *core, char out[37])
{
	fakeapi__uuid(&core->random, out);
}

void fakeapi__uuid(uint64_t *random, char out[37])
{
	static const char digits[] = "0123456789abcdef";
	uint64_t a = splitmix64(random), b = splitmix64(random);

	a = (a & ~UINT64_C(0xFFFF)) | 0x4000 | (a & 0xFFF);
	b = (UINT64_C(0x8000) | (b >> 48 & 0x3FFF)) << 48 | (b & UINT64_C(0xFFFFFFFFFFFF));
	for (int i = 0, at = 0; i < 32; i++) {
		uint64_t half = i < 16 ? a : b;

		if (i == 8 || i == 12 || i == 16 || i == 20)
			out[at++] = '-';
		out[at++] = digits[half >> (60 - 4 * (i % 16)) & 0xF];
	}
	out[36] = '\0';
}

struct fakeapi__bucket *fakeapi__core_bucket(struct fakeapi__core *core,
					     const struct fakeapi__resource *stored)
{
	return fakeapi__store_bucket(&core->store, str_of(stored->group), str_of(stored->resource),
				     true);
}

const struct fakeapi__resource *fakeapi__bucket_resource(const struct fakeapi__core *core,
							 const struct fakeapi__bucket *b)
{
	const struct fakeapi__resource *r;

	for (size_t i = 0; (r = fakeapi__registry_at(core->registry, i)); i++)
		if (strcmp(r->resource, b->resource) == 0 && strcmp(r->group, b->group) == 0)
			return fakeapi__registry_storage(core->registry, r);
	return NULL;
}

int fakeapi__call_aim(struct fakeapi__call *c, const struct fakeapi__resource *res)
{
	c->res = res;
	c->stored = fakeapi__registry_storage(c->core->registry, res);
	c->converts = fakeapi__custom_conversion(c->stored, res) != NULL;
	c->strategy = c->core->strategy_of(res);
	c->bucket = fakeapi__core_bucket(c->core, c->stored);
	return c->bucket ? 0 : -1;
}

uint64_t fakeapi__core_visible(const struct fakeapi__core *core, uint32_t backend)
{
	const struct fakeapi__backend *b =
	    &core->backends[backend < core->backend_count ? backend : 0];
	uint64_t rv = core->store.rv;

	if (b->frozen_rv)
		return b->frozen_rv < rv ? b->frozen_rv : rv;
	if (b->behind)
		return rv > b->behind ? rv - b->behind : 1;
	for (uint64_t at = core->commit_end; b->lag_ns && at > 0; at--) {
		const struct fakeapi__commit *c = &core->commits[(at - 1) % FAKEAPI_COMMITS_MAX];

		if (core->commit_end - at >= FAKEAPI_COMMITS_MAX - 1)
			break;
		if (time_add(c->at_ns, b->lag_ns) <= core->now_ns)
			return c->rv;
		rv = c->rv ? c->rv - 1 : 0;
	}
	return rv;
}

/* Nothing may be forgotten that a backend which stopped or lags still shows. */
void fakeapi__floor_locked(struct fakeapi__core *core)
{
	core->store.min_floor = UINT64_MAX;
	for (uint32_t i = 0; i < core->backend_count; i++) {
		uint64_t seen = fakeapi__core_visible(core, i);

		if ((core->backends[i].frozen_rv || core->backends[i].behind) &&
		    seen < core->store.min_floor)
			core->store.min_floor = seen;
	}
	fakeapi__store_forget(&core->store);
}

void fakeapi__compact_locked(struct fakeapi__core *core, uint64_t rv, bool etcd, bool cache)
{
	AUTO_STRBUF what = STRBUF_INIT;

	if (rv > core->store.rv)
		rv = core->store.rv;
	strbuf_addf(&what, "compacted: states before %llu are gone%s", (unsigned long long)rv,
		    cache ? "" : ", watches may begin there");
	if (core->ui_page && !what.failed)
		(void)fakeapi__mark_add(core, strbuf_str(&what));
	if (etcd && core->store.etcd_floor < rv)
		core->store.etcd_floor = rv;
	for (size_t i = 0; cache && i < core->store.bucket_count; i++)
		if (core->store.buckets[i]->cache_floor < rv)
			core->store.buckets[i]->cache_floor = rv;
	fakeapi__floor_locked(core);
}

/* --- turns -------------------------------------------------------------------------------- */

TSA(no_thread_safety_analysis) /* what it takes, fakeapi__core_leave() gives back */
void fakeapi__core_enter(struct fakeapi__core *core)
{
	lock_acquire(&core->writing);
	lock_acquire(&core->lock);
}

TSA(no_thread_safety_analysis)
void fakeapi__core_leave(struct fakeapi__core *core)
{
	lock_release(&core->lock);
	lock_release(&core->writing);
}

int fakeapi__may_go_on(struct fakeapi__call *c)
{
	if (!c->may_suspend || !atomic_load(&c->core->stopping))
		return 0;
	return fakeapi__status_set(&c->st, 503, "ServiceUnavailable",
				   "apiserver is shutting down.");
}

/* --- writing ------------------------------------------------------------------------------ */

int fakeapi__commit(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str ns,
		    struct str name, cJSON *obj, bool gone)
{
	return fakeapi__commit_made(core, b, ns, name, obj, NULL, gone);
}

int fakeapi__commit_made(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str ns,
			 struct str name, cJSON *obj, struct fakeapi__version *take_made, bool gone)
{
	struct fakeapi__event *ev;

	if (fakeapi__store_write(&core->store, b, ns, name, obj, take_made, gone, core->now_ns) < 0)
		return -1;
	ev = fakeapi__bucket_event(b, b->next_seq - 1);
	for (size_t i = 0; i < core->subscriber_count; i++)
		core->subscribers[i].written(core, b, ev);
	return 0;
}

/* A state file has a write before the store has. */
static int log_write(void *user, const struct fakeapi__write *w)
{
	struct fakeapi__core *core = user;
	int code = core->opt.on_write ? core->opt.on_write(core->opt.on_write_user, w) : 0;

	core->write_failed |= code != 0;
	if (!code && core->opt.on_stored)
		core->opt.on_stored(core->opt.on_stored_user, w);
	return code;
}

void fakeapi__core_log(struct fakeapi__core *core)
{
	core->store.log = core->opt.on_write || core->opt.on_stored ? log_write : NULL;
	core->store.log_user = core;
}

/* --- waking ------------------------------------------------------------------------------- */

void fakeapi__core_wake(struct fakeapi__xchg *x)
{
	if (!x->waiting)
		return;
	x->waiting = false;
	if (x->wake.fn)
		x->wake.fn(x->wake.user);
}

void fakeapi__core_wake_all(struct fakeapi__core *core)
{
	for (struct fakeapi__xchg *x = core->open; x; x = x->next)
		fakeapi__core_wake(x);
}

void fakeapi__core_wake_parked(struct fakeapi__core *core)
{
	for (struct fakeapi__xchg *x = core->open; x; x = x->next)
		if (x->state == FAKEAPI_STATE_PARKED)
			fakeapi__core_wake(x);
}

/* --- parking ------------------------------------------------------------------------------ */

struct fakeapi__saved {
	struct fakeapi__request req;
	struct fakeapi__header memory[]; /* what it borrows */
};

/* A request outlives begin() only while it is parked. */
static struct fakeapi__saved *save_request(const struct fakeapi__request *r)
{
	struct fakeapi__saved *s = base__malloc(sizeof(*s) + fakeapi__request_size(r));

	if (!s)
		return NULL;
	fakeapi__request_copy(&s->req, r, s->memory);
	s->req.aside = r->may_hand_over;
	return s;
}

int fakeapi__park(struct fakeapi__call *c, int64_t at_ns)
{
	struct fakeapi__xchg *x = c->x;

	if (!x->saved) {
		x->saved = save_request(c->req);
		if (!x->saved)
			return -1;
	}
	x->state = FAKEAPI_STATE_PARKED;
	x->base.heavy = x->saved->req.may_hand_over;
	x->base.reads = c->reads;
	c->core->parked_count++;
	x->resume_ns = at_ns;
	return 1;
}

bool fakeapi__hand_over(struct fakeapi__call *c, int *rc)
{
	if (!c->req->may_hand_over || c->may_suspend)
		return false;
	*rc = fakeapi__park(c, c->now_ns);
	return true;
}

const struct fakeapi__request *fakeapi__parked_request(const struct fakeapi__xchg *x)
{
	return &x->saved->req;
}
