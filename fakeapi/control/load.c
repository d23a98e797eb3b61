/* SPDX-License-Identifier: Apache-2.0 */
/* load.c - loads objects from files: manifests (`--load`) and the writes of a state file. */
#include "base/alloc.h"
#include "base/json_scan.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/scan.h"

struct loading {
	struct str doc;
	cJSON *obj; /* NULL: an empty document */
	const struct fakeapi__resource *res;
};

static int read_document(struct fakeapi__call *c, void *work)
{
	struct loading *l = work;

	return fakeapi__decode_yaml(NULL, l->doc, NULL, &l->obj, &c->st);
}

static int normalize(struct fakeapi__call *c, void *work)
{
	struct loading *l = work;

	return fakeapi__normalize(l->res, &l->obj, FAKEAPI_FV_IGNORE, &c->warnings, &c->st);
}

int fakeapi__load_locked(struct fakeapi__core *core, struct fakeapi__call *c, struct str doc,
			 struct relist_err *err)
{
	struct fakeapi__loopback in;
	struct loading l = { .doc = doc };
	int rc;

	fakeapi__loopback_init(&in, core, "relist");
	in.call.may_suspend = c && c->may_suspend;
	rc = fakeapi__unlocked_run(&in.call, read_document, &l);
	if (rc == 0 && l.obj) {
		l.res = fakeapi__loopback_resource(&in, l.obj);
		rc = l.res ? fakeapi__unlocked_run(&in.call, normalize, &l) : -1;
		if (rc == 0)
			rc = fakeapi__loopback_put(&in, &l.obj);
	}
	if (rc < 0)
		rc = fakeapi__loopback_error(&in, err);
	fakeapi__drop_aside(&in.call, l.obj);
	fakeapi__loopback_fini(&in);
	fakeapi__controllers_run(core);
	return rc;
}

int fakeapi__core_load(struct fakeapi__core *core, int64_t now_ns, struct str doc,
		       struct relist_err *err)
{
	int rc;

	fakeapi__core_enter(core);
	if (now_ns > core->now_ns)
		core->now_ns = now_ns;
	core->write_failed = false;
	rc = fakeapi__load_locked(core, NULL, doc, err);
	if (rc == 0 && core->write_failed)
		rc = relist_err_set(err, RELIST_EIO, "the state file could not be written");
	fakeapi__core_leave(core);
	return rc;
}

static int restore(struct fakeapi__core *core, const struct fakeapi__write *w,
		   struct relist_err *err)
{
	struct fakeapi__bucket *b =
	    w->resource.len ? fakeapi__store_bucket(&core->store, w->group, w->resource, true)
			    : NULL;
	const struct fakeapi__version *v;
	cJSON *obj;
	int rc;

	if (!w->resource.len && w->rv >= core->store.rv) {
		core->store.rv = w->rv;
		return 0;
	}
	if (w->rv <= core->store.rv)
		return relist_err_set(err, RELIST_EINVAL, "state: rv %llu is not newer than %llu",
				      (unsigned long long)w->rv,
				      (unsigned long long)core->store.rv);
	v = b ? fakeapi__bucket_get(b, w->ns, w->name) : NULL;
	if (w->deleted && !v) {
		core->store.rv = w->rv;
		return b ? 0 : relist_err_set(err, RELIST_ENOMEM, "state: out of memory");
	}
	obj = w->json.len ? fakeapi__parse(w->json)
	      : v	  ? fakeapi__parse((struct str) { v->json, v->json_len })
			  : NULL;
	if (!obj)
		return relist_err_set(err, RELIST_EPARSE, "state: rv %llu is no JSON object",
				      (unsigned long long)w->rv);
	core->store.rv = w->rv - 1;
	rc = b ? fakeapi__store_write(&core->store, b, w->ns, w->name, obj, NULL, w->deleted,
				      core->now_ns)
	       : RELIST_ENOMEM;
	if (rc == 0 && str_eqz(w->resource, "customresourcedefinitions")) {
		if (w->deleted)
			fakeapi__crds_del(core->crds, w->name);
		else
			rc = fakeapi__crds_put(core->crds, obj) < 0 ? RELIST_ENOMEM : 0;
	}
	cJSON_Delete(obj);
	if (rc < 0)
		return relist_err_set(err, RELIST_ENOMEM, "state: out of memory");
	return 0;
}

int fakeapi__core_restore(struct fakeapi__core *core, const struct fakeapi__write *write,
			  struct relist_err *err)
{
	int rc;

	fakeapi__core_enter(core);
	rc = restore(core, write, err);
	fakeapi__core_leave(core);
	return rc;
}

static int each(struct fakeapi__core *core, uint64_t rv,
		int (*fn)(void *, const struct fakeapi__write *), void *user)
{
	for (size_t i = 0; i < core->store.bucket_count; i++) {
		const struct fakeapi__bucket *b = core->store.buckets[i];

		for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
			const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, rv);
			const struct fakeapi__write w = {
				.rv = v ? v->rv : 0,
				.group = str_of(b->group),
				.resource = str_of(b->resource),
				.ns = fakeapi__entry_ns(walk.entry),
				.name = fakeapi__entry_name(walk.entry),
				.json = v ? fakeapi__version_json(v) : (struct str) { NULL, 0 },
			};
			int rc = v ? fn(user, &w) : 0;

			if (rc != 0)
				return rc;
		}
	}
	return 0;
}

/* --- a snapshot --------------------------------------------------------------------------- */

/* The objects of a type at the snapshot's version: references, to write them without the lock. */
struct part {
	struct part *next;
	struct fakeapi__held *held;
	size_t group_len;
	char type[]; /* group, resource */
};

struct snapshot {
	struct part *parts; /* the last type first */
	uint64_t rv;
};

static void drop_parts(struct fakeapi__core *core, struct snapshot *s)
{
	while (s->parts) {
		struct part *next = s->parts->next;

		fakeapi__held_free(s->parts->held, &core->store);
		base__free(s->parts);
		s->parts = next;
	}
}

static int add_part(struct snapshot *s, const struct fakeapi__bucket *b,
		    struct fakeapi__held *take_held)
{
	size_t group = strlen(b->group), resource = strlen(b->resource);
	struct part *p = base__malloc(sizeof(*p) + group + resource + 1);

	if (!p)
		return -1;
	p->held = take_held;
	p->group_len = group;
	memcpy(p->type, b->group, group);
	memcpy(p->type + group, b->resource, resource + 1);
	p->next = s->parts;
	s->parts = p;
	return 0;
}

/* Works in steps and releases the lock between them. FAKEAPI_SCAN_LOST: the store was rewound. */
TSA(no_thread_safety_analysis)
static int gather_type(struct fakeapi__core *core, struct snapshot *s,
		       const struct fakeapi__bucket *b)
{
	struct fakeapi__selection all;
	struct fakeapi__scan scan;
	int rc;

	fakeapi__selection_init(&all);
	rc = fakeapi__scan_begin(&scan, &core->store, b, &all, s->rv, STR(""), 0);
	while (rc >= 0 &&
	       (rc = fakeapi__scan_step(&scan, FAKEAPI_SCAN_STEP)) == FAKEAPI_SCAN_MORE) {
		lock_release(&core->lock);
		lock_let_in(&core->lock);
		lock_acquire(&core->lock);
	}
	if (rc == FAKEAPI_SCAN_DONE && scan.found) {
		if (add_part(s, b, scan.found) < 0)
			rc = -1;
		else
			scan.found = NULL;
	}
	fakeapi__scan_end(&scan);
	fakeapi__selection_fini(&all);
	return rc;
}

static int gather(struct fakeapi__core *core, struct snapshot *s)
{
	struct fakeapi__pin pin;
	int rc = FAKEAPI_SCAN_DONE;

	s->rv = core->store.rv;
	fakeapi__store_pin(&core->store, &pin, s->rv);
	for (size_t i = 0; i < core->store.bucket_count && rc == FAKEAPI_SCAN_DONE; i++)
		rc = gather_type(core, s, core->store.buckets[i]);
	fakeapi__store_unpin(&core->store, &pin);
	return rc;
}

static int write_part(const struct part *p,
		      int (*fn)(void *user, const struct fakeapi__write *write), void *user)
{
	int rc = 0;

	for (size_t i = 0; i < p->held->count && rc == 0; i++) {
		const struct fakeapi__version *v = p->held->items[i];
		json_t meta = json_get(fakeapi__version_json(v), "metadata");
		AUTO_STRBUF ns = STRBUF_INIT;
		AUTO_STRBUF name = STRBUF_INIT;
		const struct fakeapi__write w = {
			.rv = v->rv,
			.group = { p->type, p->group_len },
			.resource = str_of(p->type + p->group_len),
			.ns = json_str(json_get(meta, "namespace"), &ns),
			.name = json_str(json_get(meta, "name"), &name),
			.json = fakeapi__version_json(v),
		};

		rc = ns.failed || name.failed ? RELIST_ENOMEM : fn(user, &w);
	}
	return rc;
}

int fakeapi__core_snapshot(struct fakeapi__core *core,
			   int (*fn)(void *user, const struct fakeapi__write *write), void *user)
{
	struct snapshot s = { .parts = NULL };
	struct fakeapi__write end = { .deleted = true };
	int rc;

	lock_acquire(&core->lock);
	while ((rc = gather(core, &s)) == FAKEAPI_SCAN_LOST)
		drop_parts(core, &s);
	lock_release(&core->lock);
	rc = rc < 0 ? RELIST_ENOMEM : 0;
	for (const struct part *p = s.parts; p && rc == 0; p = p->next)
		rc = write_part(p, fn, user);
	lock_acquire(&core->lock);
	drop_parts(core, &s);
	lock_release(&core->lock);
	end.rv = s.rv;
	return rc == 0 ? fn(user, &end) : rc;
}

int fakeapi__core_each(struct fakeapi__core *core,
		       int (*fn)(void *user, const struct fakeapi__write *write), void *user)
{
	int rc;

	lock_acquire(&core->lock);
	rc = each(core, UINT64_MAX, fn, user);
	lock_release(&core->lock);
	return rc;
}

int fakeapi__core_each_at(struct fakeapi__core *core, uint64_t rv,
			  int (*fn)(void *user, const struct fakeapi__write *write), void *user)
{
	int rc;

	lock_acquire(&core->lock);
	rc = each(core, rv, fn, user);
	lock_release(&core->lock);
	return rc;
}
