/* SPDX-License-Identifier: Apache-2.0 */
/* delete and deletecollection: grace, finalizers, preconditions, propagation. */
#include <inttypes.h>

#include "base/alloc.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/delete.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/ask.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/continue.h"
#include "fakeapi/webhooks/conversion.h"
#include "fakeapi/webhooks/webhooks.h"

#define FINALIZER_ORPHAN     "orphan"
#define FINALIZER_FOREGROUND "foregroundDeletion"

/* --- one object --------------------------------------------------------------------------- */

/* The finalizers that the propagation policy adds. */
int fakeapi__delete_propagation(const struct fakeapi__deletion *d, cJSON *obj, bool *changed)
{
	bool orphan = fakeapi__has_finalizer(obj, FINALIZER_ORPHAN);
	bool foreground = fakeapi__has_finalizer(obj, FINALIZER_FOREGROUND);
	const char *policy = d->opt->policy;
	bool want_orphan = orphan, want_foreground = foreground && !orphan;

	if (d->strategy->flags & FAKEAPI_NO_DEPENDENTS) {
		want_orphan = want_foreground = false;
	} else if (policy[0]) {
		want_orphan = strcmp(policy, "Orphan") == 0;
		want_foreground = strcmp(policy, "Foreground") == 0;
	}
	*changed = want_orphan != orphan || want_foreground != foreground;
	if (!want_orphan)
		fakeapi__del_finalizer(obj, FINALIZER_ORPHAN);
	if (!want_foreground)
		fakeapi__del_finalizer(obj, FINALIZER_FOREGROUND);
	if (want_orphan && fakeapi__add_finalizer(obj, FINALIZER_ORPHAN) < 0)
		return -1;
	return want_foreground ? fakeapi__add_finalizer(obj, FINALIZER_FOREGROUND) : 0;
}

int fakeapi__delete_mark(const struct fakeapi__deletion *d, cJSON *obj, int64_t grace_s,
			 bool with_grace)
{
	char at[32];

	if (!fakeapi__meta_has(obj, "deletionTimestamp")) {
		int64_t generation = fakeapi__meta_int(obj, "generation");

		if (generation > 0 && with_grace &&
		    fakeapi__meta_set_int(obj, "generation", generation + 1) < 0)
			return -1;
	}
	fakeapi__format_time(fakeapi__core_unix(d->core) + grace_s, at, sizeof(at));
	if (fakeapi__meta_set_str(obj, "deletionTimestamp", at) < 0)
		return -1;
	return with_grace ? fakeapi__meta_set_int(obj, "deletionGracePeriodSeconds", grace_s) : 0;
}

static int commit(const struct fakeapi__deletion *d, cJSON *obj, bool gone)
{
	return fakeapi__own_commit(d->core, d->bucket, d->ns, d->name, obj, gone);
}

int fakeapi__delete_write(const struct fakeapi__deletion *d, cJSON *obj)
{
	return d->dry_run ? 0 : commit(d, obj, false);
}

int fakeapi__delete_finish(struct fakeapi__deletion *d, cJSON *obj)
{
	d->removed = true;
	return d->dry_run ? 0 : commit(d, obj, true);
}

int fakeapi__delete_plain(struct fakeapi__deletion *d, cJSON *obj)
{
	bool changed, marked = fakeapi__meta_has(obj, "deletionTimestamp");

	if (fakeapi__delete_propagation(d, obj, &changed) < 0)
		return -1;
	if (fakeapi__finalizer_count(obj) == 0)
		return fakeapi__delete_finish(d, obj);
	if (marked && !changed) {
		d->unchanged = true;
		return 0;
	}
	if (fakeapi__delete_mark(d, obj, 0, true) < 0)
		return -1;
	return fakeapi__delete_write(d, obj);
}

static int delete_one(struct fakeapi__deletion *d, cJSON *obj)
{
	return d->strategy->delete_object ? d->strategy->delete_object(d, obj)
					  : fakeapi__delete_plain(d, obj);
}

int fakeapi__delete_now(struct fakeapi__core *core, const struct fakeapi__resource *stored,
			struct str ns, struct str name, const char *policy)
{
	struct fakeapi__delete_options opt;
	struct fakeapi__deletion d = {
		.core = core,
		.strategy = core->strategy_of(stored),
		.ns = ns,
		.name = name,
		.opt = &opt,
	};
	const struct fakeapi__version *v;
	cJSON *obj;
	int rc;

	fakeapi__delete_options_init(&opt);
	(void)snprintf(opt.policy, sizeof(opt.policy), "%s", policy);
	d.bucket = fakeapi__core_bucket(core, stored);
	v = d.bucket ? fakeapi__bucket_get(d.bucket, ns, name) : NULL;
	if (!v)
		return d.bucket ? 0 : -1;
	obj = fakeapi__own_tree(core, v);
	rc = obj ? delete_one(&d, obj) : -1;
	fakeapi__own_drop(core, obj);
	return rc;
}

/* --- the verb ----------------------------------------------------------------------------- */

static struct fakeapi__deletion deletion_of(const struct fakeapi__call *c,
					    const struct fakeapi__delete_options *opt)
{
	return (struct fakeapi__deletion) { .core = c->core,
					    .strategy = c->strategy,
					    .bucket = c->bucket,
					    .ns = c->route_ns,
					    .name = c->route.name,
					    .opt = opt,
					    .dry_run = c->dry_run };
}

int fakeapi__delete_object(struct fakeapi__call *c, const struct fakeapi__delete_options *o,
			   cJSON *obj)
{
	struct fakeapi__deletion d = deletion_of(c, o);

	return delete_one(&d, obj);
}

static int answer_success(struct fakeapi__call *c, const cJSON *obj)
{
	cJSON *st = cJSON_CreateObject(), *details = cJSON_CreateObject();
	int rc = -1;

	if (st && details && cJSON_AddStringToObject(st, "kind", "Status") &&
	    cJSON_AddStringToObject(st, "apiVersion", "v1") &&
	    cJSON_AddObjectToObject(st, "metadata") &&
	    cJSON_AddStringToObject(st, "status", "Success") &&
	    cJSON_AddStringToObject(details, "name", fakeapi__meta_str(obj, "name")) &&
	    (!c->res->group[0] || cJSON_AddStringToObject(details, "group", c->res->group)) &&
	    cJSON_AddStringToObject(details, "kind", c->res->resource) &&
	    cJSON_AddStringToObject(details, "uid", fakeapi__meta_str(obj, "uid")) &&
	    cJSON_AddItemToObject(st, "details", details)) {
		details = NULL;
		rc = fakeapi__answer_tree(c, 200, st);
	}
	cJSON_Delete(details);
	cJSON_Delete(st);
	return rc;
}

static int answer_deleted(struct fakeapi__call *c, const struct fakeapi__deletion *d, cJSON *obj)
{
	int code = !d->removed && d->opt->has_orphan && !d->opt->orphan ? 202 : 200;

	if (d->removed && !(c->strategy->flags & FAKEAPI_RETURNS_DELETED))
		return answer_success(c, obj);
	return fakeapi__answer_object_tree(c, code, obj);
}

static void default_policy(struct fakeapi__call *c, struct fakeapi__delete_options *o)
{
	if (!(c->strategy->flags & FAKEAPI_ORPHANS_DEPENDENTS) || o->policy[0])
		return;
	(void)snprintf(o->policy, sizeof(o->policy), "Orphan");
	if (c->strategy->orphan_warning)
		strbuf_addz(&c->warnings, c->strategy->orphan_warning);
}

enum { LONG_COLLECTION = 64, FEW_OBJECTS = 1000, FEW_BYTES = 512 * 1024 };

bool fakeapi__store_is_long(const struct fakeapi__core *core)
{
	size_t live = 0;

	if (core->store.version_bytes > FEW_BYTES)
		return true;
	for (size_t i = 0; i < core->store.bucket_count; i++)
		live += core->store.buckets[i]->live;
	return live > FEW_OBJECTS;
}

/* Others go with it, or have to be looked at, and the store has many. */
static bool is_long(const struct fakeapi__call *c)
{
	bool takes_others =
	    c->strategy->delete_object || c->core->opt.garbage_collection ||
	    (c->core->opt.namespace_deletion && str_eqz(c->route.resource, "namespaces"));

	return takes_others && fakeapi__store_is_long(c->core);
}

int fakeapi__verb_delete(struct fakeapi__call *c)
{
	struct fakeapi__delete_options opt;
	struct fakeapi__deletion d;
	const struct fakeapi__version *v;
	cJSON *obj = NULL;
	int rc;

	c->route_ns =
	    c->res->flags & FAKEAPI_RES_NAMESPACED ? c->route.ns : (struct str) { NULL, 0 };
	fakeapi__delete_options_init(&opt);
	rc = fakeapi__negotiate_call(c, false);
	if (rc == 0)
		rc = fakeapi__delete_options_parse(c, &opt);
	if (rc == 0)
		default_policy(c, &opt);
	v = rc == 0 ? fakeapi__bucket_get(c->bucket, c->route_ns, c->route.name) : NULL;
	if (rc == 0 && !v)
		rc = fakeapi__not_found(c, c->route.name);
	if (rc == 0 && is_long(c) && fakeapi__hand_over(c, &rc))
		goto out;
	if (rc == 0) {
		obj = fakeapi__stored_aside(c, v);
		rc = obj ? fakeapi__delete_preconditions(c, &opt, obj) : -1;
	}
	if (rc == 0)
		rc = fakeapi__admission_check(c, FAKEAPI_DELETE_OPERATION,
					      fakeapi__meta_str(obj, "name"));
	if (rc == 0)
		rc = fakeapi__ask_delete(c, v, c->route.ns, c->route.name,
					 fakeapi__delete_options_tree(c, &opt));
	if (rc == 0)
		rc = fakeapi__tell_ahead(c, obj);
	if (rc == 0) {
		d = deletion_of(c, &opt);
		rc = delete_one(&d, obj);
	}
	if (rc == 0)
		rc = answer_deleted(c, &d, obj);
out:
	fakeapi__drop_aside(c, obj);
	fakeapi__delete_options_fini(&opt);
	return rc;
}

/* --- deletecollection ---------------------------------------------------------------------- */

/* With a limit, the first so many. 1: the call is parked. */
static int collect(struct fakeapi__call *c, const struct fakeapi__selection *sel,
		   struct fakeapi__scan *scan)
{
	int64_t limit = 0;
	bool given;

	if (fakeapi__query_int(c, "limit", &limit, &given) < 0 ||
	    fakeapi__scan_begin(scan, &c->core->store, c->bucket, sel, c->core->store.rv, STR(""),
				limit > 0 ? limit : 0) < 0)
		return -1;
	return fakeapi__scan_whole(c, scan);
}

/* The metadata of the list that was deleted: a page has its token, as if it had been listed. */
static int list_meta(struct fakeapi__call *c, const struct fakeapi__scan *scan,
		     const struct fakeapi__selection *sel, uint64_t rv, struct strbuf *out)
{
	bool custom = c->res->flags & FAKEAPI_RES_CUSTOM;
	size_t prefix = sel->ns.len ? sel->ns.len + 1 : 0;
	AUTO_STRBUF token = STRBUF_INIT;

	if (scan->left)
		fakeapi__continue_encode(&token,
					 (struct str) { scan->last.ptr + prefix,
							scan->last.len - prefix },
					 !(c->stored->flags & FAKEAPI_RES_UNCACHED), (int64_t)rv);
	strbuf_addf(out, "{\"resourceVersion\":\"%" PRIu64 "\"", rv);
	if (token.len || (custom && c->form.kind == FAKEAPI_FORM_PLAIN))
		strbuf_addf(out, ",\"continue\":\"" STR_FMT "\"", STR_ARG(strbuf_str(&token)));
	if (scan->left && !fakeapi__selection_filters(sel))
		strbuf_addf(out, ",\"remainingItemCount\":%" PRId64, scan->left);
	strbuf_addc(out, '}');
	return token.failed || out->failed ? -1 : 0;
}

struct listing {
	const struct fakeapi__held *list;
	int64_t unix_s;
};

static int write_items(struct fakeapi__call *c, void *work)
{
	const struct listing *l = work;
	int rc = 0;

	for (size_t i = 0; l->list && i < l->list->count && rc == 0; i++) {
		AUTO_STRBUF json = STRBUF_INIT;

		rc = fakeapi__read_json(c, fakeapi__version_json(l->list->items[i]), &json);
		if (rc == 0)
			rc = fakeapi__render_list_item(c->res, &c->form, strbuf_str(&json), i,
						       l->unix_s, &c->x->body);
	}
	return rc;
}

static int write_deleted(struct fakeapi__call *c, const struct fakeapi__scan *scan,
			 const struct fakeapi__selection *sel, uint64_t rv)
{
	struct listing l = { .list = scan->found, .unix_s = fakeapi__core_unix(c->core) };
	struct strbuf *body = &c->x->body;
	AUTO_STRBUF meta = STRBUF_INIT;

	strbuf_clear(body);
	if (list_meta(c, scan, sel, rv, &meta) < 0 ||
	    fakeapi__render_list_begin(c->res, &c->form, strbuf_str(&meta), body) < 0)
		return -1;
	if (fakeapi__unlocked_run(c, write_items, &l) < 0)
		return -1;
	if (fakeapi__render_list_end(c->res, &c->form, body) < 0)
		return -1;
	return fakeapi__answer_compact(c, 200);
}

/* The objects of a collection, one after the other. */
struct collection {
	const struct fakeapi__delete_options *opt;
	const struct fakeapi__held *list;
	size_t count, at;
};

static int delete_next(struct fakeapi__call *c, void *work)
{
	struct collection *all = work;
	struct fakeapi__deletion d = { .core = c->core,
				       .strategy = c->strategy,
				       .bucket = c->bucket,
				       .opt = all->opt,
				       .dry_run = c->dry_run };
	AUTO_STRBUF ns = STRBUF_INIT;
	AUTO_STRBUF name = STRBUF_INIT;
	cJSON *obj;
	int rc = -1;

	if (all->at >= all->count)
		return 0;
	obj = fakeapi__stored_aside(c, all->list->items[all->at++]);
	if (obj && fakeapi__may_go_on(c) == 0) {
		strbuf_addz(&ns, fakeapi__meta_str(obj, "namespace"));
		strbuf_addz(&name, fakeapi__meta_str(obj, "name"));
		d.ns = strbuf_str(&ns);
		d.name = strbuf_str(&name);
		rc = ns.failed || name.failed ? -1 : 0;
	}
	if (rc == 0)
		rc = fakeapi__delete_preconditions(c, all->opt, obj);
	if (rc == 0)
		rc = delete_one(&d, obj);
	fakeapi__drop_aside(c, obj);
	return rc < 0 ? -1 : FAKEAPI_MORE;
}

static int delete_all(struct fakeapi__call *c, const struct fakeapi__delete_options *opt,
		      const struct fakeapi__held *list, size_t count)
{
	struct collection all = { .opt = opt, .list = list, .count = count };

	return fakeapi__steps_run(c, delete_next, &all);
}

enum { ASKED_AT_ONCE = 64 };

/* Calls webhooks for each before any is deleted, without its name as kube-apiserver does; *count
 * becomes how many may go, and `refusal` why the next may not. -1: st, or the call is parked. */
static int ask_all(struct fakeapi__call *c, const struct fakeapi__delete_options *opt,
		   const struct fakeapi__held *list, size_t *count, struct fakeapi__status *refusal)
{
	size_t open = 0;
	int rc = 0;

	if (!fakeapi__has_webhooks(c))
		return 0;
	c->gathers = true;
	for (size_t i = 0; i < *count && rc == 0 && open < ASKED_AT_ONCE; i++) {
		const struct fakeapi__version *v = list->items[i];
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str ns =
		    json_str(json_path(fakeapi__version_json(v), "metadata", "namespace", NULL),
			     &scratch);

		if (scratch.failed) {
			rc = -1;
			break;
		}
		c->gathered = false;
		rc = fakeapi__ask_delete(c, v, ns, STR(""), fakeapi__delete_options_tree(c, opt));
		if (c->gathered) {
			open++;
			rc = 0;
		} else if (rc < 0) {
			*refusal = c->st;
			fakeapi__status_init(&c->st);
			*count = i;
		}
	}
	c->gathers = false;
	if (rc < 0 && !refusal->code)
		return -1;
	return open ? fakeapi__ask_wait(c) : 0;
}

static int convert_next(struct fakeapi__call *c, void *work)
{
	struct collection *all = work;
	cJSON *obj;

	if (all->at >= all->count)
		return 0;
	obj = fakeapi__read_tree_asking(c, fakeapi__version_json(all->list->items[all->at++]));
	cJSON_Delete(obj);
	return obj ? FAKEAPI_MORE : -1;
}

/* What is answered is converted while it is there: what cannot be is not deleted either. */
static int convert_all(struct fakeapi__call *c, const struct fakeapi__held *list, size_t count)
{
	struct collection all = { .list = list, .count = count };
	struct fakeapi__held *row = NULL;
	int rc = 0;

	if (!c->converts || !count)
		return 0;
	for (size_t i = 0; i < count && rc == 0; i++)
		rc = fakeapi__held_add(&row, list->items[i]);
	if (rc < 0)
		fakeapi__held_free(row, &c->core->store);
	else
		rc = fakeapi__convert_ahead(c, &row);
	return rc == 0 ? fakeapi__steps_run(c, convert_next, &all) : rc;
}

int fakeapi__verb_delete_collection(struct fakeapi__call *c)
{
	struct fakeapi__delete_options opt;
	struct fakeapi__selection sel;
	struct fakeapi__status refusal;
	struct fakeapi__scan scan = { .store = NULL };
	const struct fakeapi__held *list;
	size_t count, may;
	uint64_t rv = c->core->store.rv;
	int rc;

	fakeapi__delete_options_init(&opt);
	fakeapi__selection_init(&sel);
	fakeapi__status_init(&refusal);
	rc = fakeapi__negotiate_call(c, false);
	if (rc == 0)
		rc = fakeapi__read_list_options(c, false, &sel);
	if (rc == 0)
		rc = fakeapi__select_fields(c, &sel);
	if (rc == 0)
		rc = fakeapi__delete_options_parse(c, &opt);
	if (rc == 0)
		rc = fakeapi__check_list_state(c);
	if (rc != 0)
		goto out;
	default_policy(c, &opt);
	if ((c->bucket->live > LONG_COLLECTION || fakeapi__store_is_long(c->core)) &&
	    fakeapi__hand_over(c, &rc))
		goto out;
	if (rc == 0)
		rc = collect(c, &sel, &scan);
	list = scan.found;
	may = count = list ? list->count : 0;
	if (rc == 0)
		rc = ask_all(c, &opt, list, &may, &refusal);
	if (rc == 0)
		rc = convert_all(c, list, count);
	if (rc == 0)
		rc = delete_all(c, &opt, list, may);
	if (rc == 0 && refusal.code) {
		c->st = refusal;
		fakeapi__status_init(&refusal);
		rc = -1;
	}
	if (rc == 0)
		rc = fakeapi__check_form(c, c->res, true);
	if (rc == 0)
		rc = write_deleted(c, &scan, &sel, rv);
out:
	fakeapi__scan_end(&scan);
	fakeapi__status_fini(&refusal);
	fakeapi__selection_fini(&sel);
	fakeapi__delete_options_fini(&opt);
	return rc;
}
