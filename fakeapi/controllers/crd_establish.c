/* SPDX-License-Identifier: Apache-2.0 */
/* crd_establish.c - does at once what the controllers inside the real apiserver do when
 * CustomResourceDefinitions are stored and deleted. */
#include "base/json_scan.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/watch/watch.h"

static bool is_crds(const struct fakeapi__bucket *b)
{
	return strcmp(b->group, "apiextensions.k8s.io") == 0 &&
	       strcmp(b->resource, "customresourcedefinitions") == 0;
}

/* The result of the next step, made without the lock, or the types after the last step. */
struct step {
	const struct fakeapi__version *v; /* the state before the step */
	cJSON *next;			  /* NULL: no step remains */
	struct fakeapi__version *made;
	struct fakeapi__crd_version *types;
};

static int make_step(struct fakeapi__call *c, void *work)
{
	struct step *s = work;
	cJSON *now = fakeapi__parse(fakeapi__version_json(s->v));
	int rc = now ? fakeapi__crd_step(c->core->crds, now, c->now, &s->next) : -1;

	if (rc == 0 && s->next) {
		s->made = fakeapi__version_make(&c->core->store, s->next, false);
		rc = s->made ? 0 : -1;
	} else if (rc == 0) {
		rc = fakeapi__crd_make(now, &s->types);
	}
	cJSON_Delete(now);
	return rc;
}

static void close_watch(struct fakeapi__watch *w)
{
	w->closing_rv = w->closing ? w->closing_rv : w->core->store.rv;
	w->closing = true;
	fakeapi__core_wake(w->x);
}

/* The real server rebuilds the storage of a changed definition: watches end and older versions
 * expire, so that clients list again. */
static void reset_watches(struct fakeapi__core *core, struct fakeapi__bucket *b)
{
	if (!b)
		return;
	for (struct fakeapi__watch *w = b->watches; w; w = w->next)
		close_watch(w);
	if (b->cache_floor < core->store.rv)
		b->cache_floor = core->store.rv;
}

/* 1: no step remains. */
static int take_step(struct fakeapi__call *c, struct str name, struct step *s)
{
	const char *dot = memchr(name.ptr, '.', name.len);
	size_t plural = dot ? (size_t)(dot - name.ptr) : name.len;
	bool same;

	if (!s->next) {
		same = fakeapi__crds_same(c->core->crds, name, s->types);
		if (fakeapi__crds_take(c->core->crds, name, s->types) < 0)
			return -1;
		if (!same && dot)
			reset_watches(c->core, fakeapi__store_bucket(
						   &c->core->store,
						   (struct str) { dot + 1, name.len - plural - 1 },
						   (struct str) { name.ptr, plural }, false));
		return 1;
	}
	return fakeapi__commit_made(c->core, c->bucket, (struct str) { NULL, 0 }, name, s->next,
				    s->made, false);
}

/* Applies the controllers' steps to the definition; each step is one write. */
static int establish(struct fakeapi__call *c, struct str name)
{
	for (unsigned i = 0; i < 8; i++) {
		const struct fakeapi__version *v =
		    fakeapi__bucket_get(c->bucket, (struct str) { NULL, 0 }, name);
		struct step s = { .v = v };
		int rc;

		if (!v || v->terminating)
			return 0;
		rc = fakeapi__unlocked_run(c, make_step, &s);
		if (rc == 0)
			rc = take_step(c, name, &s);
		fakeapi__drop_aside(c, s.next);
		if (rc != 0)
			return rc < 0 ? -1 : 0;
	}
	return 0;
}

int fakeapi__crd_stored(struct fakeapi__call *c, struct str name)
{
	AUTO_STRBUF own = STRBUF_INIT;

	strbuf_adds(&own, name);
	c->core->crds_changed = true;
	return own.failed ? -1 : establish(c, strbuf_str(&own));
}

/* True if a custom resource has finalizers. */
static bool any_waits(struct fakeapi__core *core, const struct fakeapi__bucket *b)
{
	for (struct fakeapi__walk walk = fakeapi__walk_in_steps(core, b, FAKEAPI_WALK_COSTLY);
	     fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		struct str json = v ? fakeapi__version_json(v) : STR("");
		struct json_iter it;
		json_t f;

		json_iter_init(&it, json_get(json_get(json, "metadata"), "finalizers"));
		if (json_iter_element(&it, &f))
			return true;
	}
	return false;
}

static int drop(struct fakeapi__core *core, struct fakeapi__bucket *b, struct fakeapi__entry *e,
		const struct fakeapi__version *v, bool wait)
{
	AUTO_STRBUF ns = STRBUF_INIT;
	AUTO_STRBUF name = STRBUF_INIT;
	cJSON *obj = fakeapi__own_tree(core, v);
	int rc = -1;

	strbuf_adds(&ns, fakeapi__entry_ns(e));
	strbuf_adds(&name, fakeapi__entry_name(e));
	if (obj && !ns.failed && !name.failed)
		rc = wait && fakeapi__finalizer_count(obj)
			 ? fakeapi__kill(core, b, strbuf_str(&ns), strbuf_str(&name))
			 : fakeapi__own_commit(core, b, strbuf_str(&ns), strbuf_str(&name), obj,
					       true);
	fakeapi__own_drop(core, obj);
	return rc;
}

/* Deletes every custom resource of the definition; those with finalizers later (`wait`). -1: some
 * are unchanged. */
static int drop_resources(struct fakeapi__core *core, struct fakeapi__bucket *b, bool wait)
{
	int rc = 0;

	for (struct fakeapi__walk walk = fakeapi__walk_in_steps(core, b, FAKEAPI_WALK_COSTLY);
	     fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);

		if (v && drop(core, b, walk.entry, v, wait) < 0)
			rc = -1;
	}
	return rc;
}

/* Called after the last custom resource is deleted. Other finalizers may keep the definition. */
static int finish(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str name,
		  cJSON *obj, const char *now)
{
	const struct str no_ns = { NULL, 0 };
	cJSON *done;
	int rc;

	fakeapi__del_finalizer(obj, FAKEAPI_CRD_FINALIZER);
	if (!fakeapi__finalizer_count(obj))
		return fakeapi__commit(core, b, no_ns, name, obj, true);
	done = fakeapi__crd_deleting(obj, true, now);
	rc = done ? fakeapi__commit(core, b, no_ns, name, done, false) : -1;
	if (rc == 0)
		rc = fakeapi__crds_put(core->crds, done);
	cJSON_Delete(done);
	return rc;
}

/* Some custom resources have finalizers: keeps the definition until they are deleted, and refuses
 * new ones. */
static int begin_wait(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str name,
		      const cJSON *obj, const char *now)
{
	cJSON *deleting = fakeapi__crd_deleting(obj, false, now);
	int rc = deleting ? fakeapi__crds_put(core->crds, deleting) : -1;

	if (rc == 0)
		rc = fakeapi__commit(core, b, (struct str) { NULL, 0 }, name, deleting, false);
	cJSON_Delete(deleting);
	return rc;
}

static struct fakeapi__bucket *bucket_of(struct fakeapi__core *core, const cJSON *obj)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	const cJSON *names = cJSON_GetObjectItemCaseSensitive(spec, "names");

	return fakeapi__store_bucket(&core->store, str_of(fakeapi__get_str(spec, "group")),
				     str_of(fakeapi__get_str(names, "plural")), false);
}

static cJSON *stored(const struct fakeapi__bucket *b, struct str name)
{
	const struct fakeapi__version *v = fakeapi__bucket_get(b, (struct str) { NULL, 0 }, name);

	return v ? fakeapi__parse(fakeapi__version_json(v)) : NULL;
}

int fakeapi__crd_finalize(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str name)
{
	cJSON *obj = stored(b, name);
	struct fakeapi__bucket *of = obj ? bucket_of(core, obj) : NULL;
	char now[32];
	bool wait;
	int rc = -1;

	if (!obj)
		return -1;
	fakeapi__format_time(fakeapi__core_unix(core), now, sizeof(now));
	/* If no version is served, no client could remove the finalizers. */
	wait = of && fakeapi__bucket_resource(core, of) && any_waits(core, of);
	if (wait) {
		rc = begin_wait(core, b, name, obj, now);
		if (rc == 0 && drop_resources(core, of, true) == 0)
			fakeapi__crds_swept(core->crds, name);
	} else {
		(void)drop_resources(core, of, false);
		reset_watches(core, bucket_of(core, obj));
		rc = finish(core, b, name, obj, now);
	}
	cJSON_Delete(obj);
	return rc;
}

/* Deletes the custom resources that are not yet deleted. 1: finalizers keep some. Releases the lock
 * meanwhile: earlier pointers become invalid. */
static int sweep(struct fakeapi__core *core, struct str name, const cJSON *obj)
{
	struct fakeapi__bucket *of = bucket_of(core, obj);

	if (of && drop_resources(core, of, true) == 0)
		fakeapi__crds_swept(core->crds, name);
	of = bucket_of(core, obj);
	return of && of->live;
}

/* Ends one definition whose last custom resource is deleted; false: none. */
static bool end_one(struct fakeapi__core *core, struct fakeapi__bucket *b)
{
	struct fakeapi__crd_ending ending;

	for (size_t i = 0; fakeapi__crds_ending(core->crds, &i, &ending);) {
		const struct fakeapi__bucket *of =
		    fakeapi__store_bucket(&core->store, ending.group, ending.resource, false);
		AUTO_STRBUF name = STRBUF_INIT;
		char now[32];
		cJSON *obj;
		int rc = 1;

		if (of && of->live && ending.swept)
			continue;
		strbuf_adds(&name, ending.name);
		obj = name.failed ? NULL : stored(b, strbuf_str(&name));
		if (!obj)
			return false;
		fakeapi__format_time(fakeapi__core_unix(core), now, sizeof(now));
		if (!sweep(core, strbuf_str(&name), obj)) {
			reset_watches(core, bucket_of(core, obj));
			rc = finish(core, b, strbuf_str(&name), obj, now);
		}
		cJSON_Delete(obj);
		if (rc <= 0)
			return rc == 0;
	}
	return false;
}

void fakeapi__crds_finish(struct fakeapi__core *core)
{
	struct fakeapi__bucket *b = fakeapi__store_bucket(&core->store, STR("apiextensions.k8s.io"),
							  STR("customresourcedefinitions"), false);

	while (b && end_one(core, b))
		;
}

void fakeapi__crd_note(struct fakeapi__core *core, struct fakeapi__bucket *b,
		       struct fakeapi__event *ev)
{
	if (!ev->version->gone || !is_crds(b))
		return;
	core->crds_changed = true;
	fakeapi__crds_del(core->crds, fakeapi__entry_name(ev->entry));
}

void fakeapi__crd_written(struct fakeapi__core *core, const cJSON *definition, bool gone)
{
	struct fakeapi__bucket *of = bucket_of(core, definition);

	if (of && gone)
		(void)drop_resources(core, of, false);
	reset_watches(core, of);
}

bool fakeapi__crd_frees_names(const struct fakeapi__bucket *b, const struct fakeapi__version *v)
{
	struct str json = fakeapi__version_json(v);
	int64_t n;

	return is_crds(b) &&
	       (v->gone ||
		(json_int64(json_get(json_get(json, "metadata"), "generation"), &n) && n > 1));
}

static bool waits(const struct fakeapi__version *v)
{
	struct str json = fakeapi__version_json(v);
	struct json_iter it;
	json_t c;
	bool refused = false;

	for (json_iter_init(&it, json_get(json_get(json, "status"), "conditions"));
	     json_iter_element(&it, &c);)
		refused |= json_str_eq(json_get(c, "type"), STR("NamesAccepted")) &&
			   json_str_eq(json_get(c, "status"), STR("False"));
	return refused && !v->terminating;
}

void fakeapi__crd_names_settle(struct fakeapi__core *core)
{
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(core->registry, STR("apiextensions.k8s.io"), STR("v1"),
				   STR("customresourcedefinitions"));
	const struct fakeapi__bucket *b = res ? fakeapi__core_bucket(core, res) : NULL;

	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		AUTO_STRBUF name = STRBUF_INIT;
		struct fakeapi__loopback in;

		if (!v || !waits(v))
			continue;
		strbuf_adds(&name, fakeapi__entry_name(walk.entry));
		fakeapi__loopback_init(&in, core, "kube-apiserver");
		if (!name.failed && fakeapi__loopback_aim(&in, res, "", name.ptr) == 0)
			(void)establish(&in.call, strbuf_str(&name));
		fakeapi__loopback_fini(&in);
	}
}
