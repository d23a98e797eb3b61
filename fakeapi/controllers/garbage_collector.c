/* SPDX-License-Identifier: Apache-2.0 */
/* garbage_collector.c - the garbage collector of kube-controller-manager. */
#include "base/json_scan.h"
#include "base/map.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"

enum { ROUNDS_MAX = 1000 };

/* --- live objects -------------------------------------------------------------------------- */

/* The uids of every object that was live when it was made. Made only if some object has owners:
 * most stores have none. */
struct census {
	struct map uids;
	bool made, failed;
};

static json_t owners_of(const struct fakeapi__version *v)
{
	return v->owned ? json_path(fakeapi__version_json(v), "metadata", "ownerReferences", NULL)
			: (json_t) { NULL, 0 };
}

/* `blocking`: counts only references with blockOwnerDeletion. */
static bool has_owner(const struct fakeapi__version *v, struct str uid, bool blocking)
{
	struct json_iter it;
	json_t ref;

	json_iter_init(&it, owners_of(v));
	while (json_iter_element(&it, &ref))
		if (json_str_eq(json_get(ref, "uid"), uid) &&
		    (!blocking || json_is_true(json_get(ref, "blockOwnerDeletion"))))
			return true;
	return false;
}

/* The values of a census: an owner, or one whose deletion waits for its dependents. */
static char solid, waiting;

static bool waits_for_dependents(const struct fakeapi__version *v)
{
	struct json_iter it;
	json_t finalizer;

	if (!v->terminating)
		return false;
	json_iter_init(&it, json_path(fakeapi__version_json(v), "metadata", "finalizers", NULL));
	while (json_iter_element(&it, &finalizer))
		if (json_str_eq(finalizer, STR("foregroundDeletion")))
			return true;
	return false;
}

static void make_census(struct fakeapi__core *core, struct census *all)
{
	all->made = true;
	for (size_t i = 0; i < core->store.bucket_count; i++) {
		const struct fakeapi__bucket *b = core->store.buckets[i];

		for (struct fakeapi__walk walk =
			 fakeapi__walk_in_steps(core, b, FAKEAPI_WALK_CHEAP);
		     fakeapi__walk(&walk);) {
			const struct fakeapi__version *v =
			    fakeapi__entry_at(walk.entry, UINT64_MAX);
			AUTO_STRBUF scratch = STRBUF_INIT;
			struct str uid;

			if (!v)
				continue;
			uid = json_str(json_path(fakeapi__version_json(v), "metadata", "uid", NULL),
				       &scratch);
			all->failed |=
			    scratch.failed ||
			    map_put(&all->uids, uid, waits_for_dependents(v) ? &waiting : &solid,
				    NULL) != 0;
		}
	}
}

/* The owners of an object by their state: attemptToDeleteItem() of garbagecollector.go. */
struct owners {
	size_t solid, waiting, gone;
	struct strbuf gone_uid; /* the last one */
	bool failed;
};

static void count_owners(struct fakeapi__core *core, const struct fakeapi__version *v,
			 struct census *all, struct owners *out)
{
	struct json_iter it;
	json_t ref;

	*out = (struct owners) { .gone_uid = STRBUF_INIT };
	if (!all->made)
		make_census(core, all);
	out->failed = all->failed;
	json_iter_init(&it, owners_of(v));
	while (json_iter_element(&it, &ref) && !out->failed) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str uid = json_str(json_get(ref, "uid"), &scratch);
		const char *owner = map_get(&all->uids, uid);

		out->solid += owner == &solid;
		out->waiting += owner == &waiting;
		out->gone += !owner;
		if (!owner) {
			strbuf_clear(&out->gone_uid);
			strbuf_adds(&out->gone_uid, uid);
		}
		out->failed |= scratch.failed || out->gone_uid.failed;
	}
}

int fakeapi__kill(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str ns,
		  struct str name)
{
	const struct fakeapi__resource *res = fakeapi__bucket_resource(core, b);
	const struct fakeapi__version *v;
	cJSON *obj;
	int rc;

	if (!res || fakeapi__delete_now(core, res, ns, name, "") < 0)
		return res ? -1 : 0;
	/* No kubelet will finish the deletion: do it here. */
	v = fakeapi__bucket_get(b, ns, name);
	if (!v || !(core->strategy_of(res)->flags & FAKEAPI_WAITS_FOR_KUBELET))
		return 0;
	obj = fakeapi__parse((struct str) { v->json, v->json_len });
	if (!obj)
		return -1;
	rc = fakeapi__finalizer_count(obj) ? 0 : fakeapi__commit(core, b, ns, name, obj, true);
	cJSON_Delete(obj);
	return rc;
}

/* Calls fn for each live object; true: it changed something. */
static bool sweep(struct fakeapi__core *core,
		  void (*fn)(struct fakeapi__core *core, struct fakeapi__bucket *b,
			     const struct fakeapi__version *v, struct str ns, struct str name,
			     struct census *all))
{
	struct census all = { .made = false };
	uint64_t rv = core->store.rv;

	map_init(&all.uids, MAP_COPY_KEYS);
	for (size_t i = 0; i < core->store.bucket_count; i++) {
		struct fakeapi__bucket *b = core->store.buckets[i];

		for (struct fakeapi__walk walk =
			 fakeapi__walk_in_steps(core, b, FAKEAPI_WALK_CHEAP);
		     fakeapi__walk(&walk);) {
			const struct fakeapi__entry *e = walk.entry;
			const struct fakeapi__version *v = fakeapi__entry_at(e, UINT64_MAX);
			AUTO_STRBUF ns = STRBUF_INIT;
			AUTO_STRBUF name = STRBUF_INIT;

			if (!v || atomic_load(&core->stopping))
				continue;
			strbuf_adds(&ns, fakeapi__entry_ns(e));
			strbuf_adds(&name, fakeapi__entry_name(e));
			if (!ns.failed && !name.failed)
				fn(core, b, v, strbuf_str(&ns), strbuf_str(&name), &all);
		}
	}
	map_fini(&all.uids);
	return core->store.rv != rv;
}

/* Deletes an object without an owner that exists. Else removes its references to owners that are
 * gone, one a sweep. */
static void collect_orphaned(struct fakeapi__core *core, struct fakeapi__bucket *b,
			     const struct fakeapi__version *v, struct str ns, struct str name,
			     struct census *all)
{
	struct owners owners;

	if (!owners_of(v).len || v->terminating)
		return;
	count_owners(core, v, all, &owners);
	if (!owners.failed && owners.gone && !owners.solid && !owners.waiting)
		(void)fakeapi__kill(core, b, ns, name);
	else if (!owners.failed && owners.gone && owners.solid)
		(void)fakeapi__cut_owner(core, b, v, ns, name, strbuf_str(&owners.gone_uid));
	strbuf_fini(&owners.gone_uid);
}

/* Finds a reference's object by name; NULL: not found. *known: its type is served. */
static const struct fakeapi__version *find_owner(struct fakeapi__core *core, json_t ref,
						 struct str ns, bool *known)
{
	AUTO_STRBUF version = STRBUF_INIT;
	AUTO_STRBUF kind = STRBUF_INIT;
	AUTO_STRBUF name = STRBUF_INIT;
	struct str v = json_str(json_get(ref, "apiVersion"), &version), group = STR("");
	const char *slash = v.len ? memchr(v.ptr, '/', v.len) : NULL;
	const struct fakeapi__resource *res;
	const struct fakeapi__bucket *b;

	if (slash) {
		group = (struct str) { v.ptr, (size_t)(slash - v.ptr) };
		v = (struct str) { slash + 1, v.len - group.len - 1 };
	}
	res = fakeapi__registry_find_kind(core->registry, group, v,
					  json_str(json_get(ref, "kind"), &kind));
	*known = res != NULL;
	b = res ? fakeapi__store_bucket(&core->store,
					str_of(res->storage_group ? res->storage_group
								  : res->group),
					str_of(res->resource), false)
		: NULL;
	return b ? fakeapi__bucket_get(b, res->flags & FAKEAPI_RES_NAMESPACED ? ns : STR(""),
				       json_str(json_get(ref, "name"), &name))
		 : NULL;
}

bool fakeapi__gc_has_lost_owner(struct fakeapi__core *core, const struct fakeapi__version *v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct json_iter it;
	bool any = false;
	struct str ns;
	json_t ref;

	if (!v->owned)
		return false;
	ns = json_str(json_path(fakeapi__version_json(v), "metadata", "namespace", NULL), &scratch);
	json_iter_init(&it, owners_of(v));
	while (json_iter_element(&it, &ref)) {
		AUTO_STRBUF uid = STRBUF_INIT;
		bool known;
		const struct fakeapi__version *owner = find_owner(core, ref, ns, &known);

		if (!known || (owner && json_str_eq(json_path(fakeapi__version_json(owner),
							      "metadata", "uid", NULL),
						    json_str(json_get(ref, "uid"), &uid))))
			return false;
		any = true;
	}
	return any;
}

/* --- foreground and orphan ------------------------------------------------------------------ */

/* Releases a dependent of an owner whose deletion waits for it: deletes it, unless another owner
 * keeps it. */
static void release(struct fakeapi__core *core, struct fakeapi__bucket *b,
		    const struct fakeapi__version *v, struct str ns, struct str name,
		    struct str uid, struct census *all)
{
	struct owners owners;

	count_owners(core, v, all, &owners);
	if (!owners.failed && owners.solid)
		(void)fakeapi__cut_owner(core, b, v, ns, name, uid);
	else if (!owners.failed)
		(void)fakeapi__kill(core, b, ns, name);
	strbuf_fini(&owners.gone_uid);
}

/* Deletes the dependents of `uid`, or removes their references to it. Returns the number of those
 * that the deletion has to wait for. */
static size_t release_dependents(struct fakeapi__core *core, struct str uid, bool orphan,
				 struct census *all)
{
	size_t count = 0;

	for (size_t i = 0; i < core->store.bucket_count; i++) {
		struct fakeapi__bucket *b = core->store.buckets[i];

		for (struct fakeapi__walk walk =
			 fakeapi__walk_in_steps(core, b, FAKEAPI_WALK_CHEAP);
		     fakeapi__walk(&walk);) {
			const struct fakeapi__entry *e = walk.entry;
			const struct fakeapi__version *v = fakeapi__entry_at(e, UINT64_MAX);
			AUTO_STRBUF ns = STRBUF_INIT;
			AUTO_STRBUF name = STRBUF_INIT;

			if (!v || !has_owner(v, uid, false))
				continue;
			strbuf_adds(&ns, fakeapi__entry_ns(e));
			strbuf_adds(&name, fakeapi__entry_name(e));
			if (ns.failed || name.failed)
				return 1;
			if (orphan)
				(void)fakeapi__cut_owner(core, b, v, strbuf_str(&ns),
							 strbuf_str(&name), uid);
			else
				release(core, b, v, strbuf_str(&ns), strbuf_str(&name), uid, all);
			v = fakeapi__bucket_get(b, strbuf_str(&ns), strbuf_str(&name));
			count += v && has_owner(v, uid, !orphan);
		}
	}
	return count;
}

int fakeapi__cut_owner(struct fakeapi__core *core, struct fakeapi__bucket *b,
		       const struct fakeapi__version *v, struct str ns, struct str name,
		       struct str uid)
{
	cJSON *obj = fakeapi__parse((struct str) { v->json, v->json_len });
	cJSON *refs = cJSON_GetObjectItemCaseSensitive(fakeapi__meta(obj), "ownerReferences");
	cJSON *ref = refs ? refs->child : NULL;
	int rc;

	while (ref) {
		cJSON *next = ref->next;

		if (str_eqz(uid, fakeapi__get_str(ref, "uid")))
			cJSON_Delete(cJSON_DetachItemViaPointer(refs, ref));
		ref = next;
	}
	if (refs && !refs->child)
		fakeapi__meta_del(obj, "ownerReferences");
	rc = obj ? fakeapi__commit(core, b, ns, name, obj, false) : -1;
	cJSON_Delete(obj);
	return rc;
}

static void finish_finalizers(struct fakeapi__core *core, struct fakeapi__bucket *b,
			      const struct fakeapi__version *v, struct str ns, struct str name,
			      struct census *all)
{
	struct str json = fakeapi__version_json(v);
	const char *finalizer = NULL;
	cJSON *obj;

	if (!v->terminating)
		return;
	obj = fakeapi__parse(json);
	if (fakeapi__has_finalizer(obj, "orphan"))
		finalizer = "orphan";
	else if (fakeapi__has_finalizer(obj, "foregroundDeletion"))
		finalizer = "foregroundDeletion";
	if (finalizer && release_dependents(core, str_of(fakeapi__meta_str(obj, "uid")),
					    strcmp(finalizer, "orphan") == 0, all) == 0) {
		fakeapi__del_finalizer(obj, finalizer);
		(void)fakeapi__commit(core, b, ns, name, obj,
				      fakeapi__finalizer_count(obj) == 0 &&
					  fakeapi__meta_int(obj, "deletionGracePeriodSeconds") <=
					      0);
	}
	cJSON_Delete(obj);
}

bool fakeapi__gc_step(struct fakeapi__core *core)
{
	return sweep(core, finish_finalizers) || sweep(core, collect_orphaned);
}

void fakeapi__gc_run(struct fakeapi__core *core)
{
	bool was = core->in_gc;

	core->in_gc = true;
	for (unsigned round = 0; round < ROUNDS_MAX; round++)
		if (!fakeapi__gc_step(core))
			break;
	core->in_gc = was;
}
