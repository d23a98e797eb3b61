/* SPDX-License-Identifier: Apache-2.0 */
/* apply.c - server-side apply. */
#include "base/alloc.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/fieldset.h"
#include "fakeapi/apply/last_applied.h"
#include "fakeapi/apply/managed_impl.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/apply/smd.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/serializer/decode_impl.h"

struct apply {
	const struct fakeapi__apply *how;
	const struct fakeapi__resource *res;
	struct fakeapi__smd root;
	struct fakeapi__writer who;
	const cJSON *live; /* without managedFields in comparisons; never NULL here */
	const cJSON *config;
	cJSON *entries;
	cJSON *last; /* the manager's previous set; NULL: none */
	char last_version[330];
	cJSON *set; /* the manager's new set */
	cJSON *merged;
	struct fakeapi__changes c; /* from live to merged */
};

/* --- before --- */

static int check_kind(const struct apply *a, struct fakeapi__status *st)
{
	const char *api = fakeapi__string(a->config, "apiVersion");
	const char *kind = fakeapi__string(a->config, "kind");
	const char *slash = strchr(api, '/');

	if (strcmp(api, a->who.api_version) == 0 && strcmp(kind, a->res->kind) == 0)
		return 0;
	return fakeapi__status_set(st, 400, "BadRequest", "invalid object type: %.*s/%s, Kind=%s",
				   slash ? (int)(slash - api) : 0, api, slash ? slash + 1 : api,
				   kind);
}

static void add_type(const struct apply *a, struct strbuf *out)
{
	strbuf_addf(out, "%s%s, Kind=%s", a->res->group[0] ? "" : "/", a->who.api_version,
		    a->res->kind);
}

/* "NAMESPACE/NAME; GROUP/VERSION, Kind=KIND" */
static void add_named_type(const struct apply *a, struct strbuf *out)
{
	const cJSON *meta = fakeapi__member(a->config, "metadata");

	strbuf_addf(out, "%s/%s; ", fakeapi__string(meta, "namespace"),
		    fakeapi__string(meta, "name"));
	add_type(a, out);
}

static int check_config(const struct apply *a, struct fakeapi__status *st)
{
	AUTO_STRBUF errors = STRBUF_INIT;
	AUTO_STRBUF lines = STRBUF_INIT;
	AUTO_STRBUF named = STRBUF_INIT;
	size_t count = 0;

	if (fakeapi__managed_readable(a->config))
		return fakeapi__status_set(st, 400, "BadRequest",
					   "metadata.managedFields must be nil");
	fakeapi__smd_check(&a->root, a->config, &errors, &count);
	if (errors.failed)
		return -1;
	if (count == 0)
		return 0;
	for (const char *p = errors.ptr; count > 1 && *p;
	     p += strcspn(p, "\n") + (strchr(p, '\n') != NULL))
		strbuf_addf(&lines, "\n  %.*s", (int)strcspn(p, "\n"), p);
	add_named_type(a, &named);
	if (named.failed || lines.failed)
		return -1;
	return fakeapi__status_set(st, 500, NULL, "failed to create typed patch object (%s): %s%s",
				   named.ptr, count > 1 ? "errors:" : errors.ptr, lines.ptr);
}

/* Fields without an owner are assigned to the manager "before-first-apply". */
static int adopt_unowned(struct apply *a)
{
	struct fakeapi__writer before = { "before-first-apply", "Update", a->who.api_version,
					  a->who.subresource };
	cJSON *zero;
	int rc;

	if (a->entries->child)
		return 0;
	zero = fakeapi__smd_zero(a->res);
	if (!zero)
		return -1;
	rc = fakeapi__managed_write(a->res, zero, a->live, &before, a->how->now, a->entries);
	cJSON_Delete(zero);
	return rc;
}

/* --- conflicts --- */

struct conflicts {
	struct fakeapi__status *st;
	struct strbuf message; /* all, one per line */
	struct strbuf first;   /* the only one, in the short form */
	struct strbuf manager; /* of the entry being reported */
	size_t count;
	bool causes; /* second pass: adds causes to st */
};

static bool add_conflict(void *arg, const char *path)
{
	struct conflicts *c = arg;
	AUTO_STRBUF text = STRBUF_INIT;

	if (c->causes) {
		strbuf_addf(&text, "conflict with %s", c->manager.ptr);
		fakeapi__status_cause(c->st, "FieldManagerConflict", text.ptr, path);
		return true;
	}
	if (c->count++ == 0)
		strbuf_addf(&c->first, "conflict with %s: %s", c->manager.ptr, path);
	strbuf_addf(&c->message, "\n- %s", path);
	return true;
}

static void name_manager(struct conflicts *c, const cJSON *entry)
{
	strbuf_clear(&c->manager);
	fakeapi__go_quote(&c->manager, str_of(fakeapi__string(entry, "manager")));
	if (*fakeapi__string(entry, "subresource")) {
		strbuf_addz(&c->manager, " with subresource ");
		fakeapi__go_quote(&c->manager, str_of(fakeapi__string(entry, "subresource")));
	}
	if (*fakeapi__string(entry, "operation") == 'U')
		strbuf_addf(&c->manager, " using %s", fakeapi__string(entry, "apiVersion"));
}

/* The entry's fields that this apply would change; NULL: out of memory. `changed`: those of the
 * request's version. */
static cJSON *contested(struct apply *a, const cJSON *entry, const cJSON *changed,
			const cJSON *allowed, struct fakeapi__lookups *names)
{
	const struct fakeapi__comparison *c =
	    fakeapi__changes_in(&a->c, fakeapi__string(entry, "apiVersion"));
	cJSON *other = NULL, *set = NULL, *rest;

	if (c && c != &a->c.own)
		other = fakeapi__fieldset(FAKEAPI_SET_UNION, c->modified, c->added);
	if (other || c == &a->c.own)
		set = fakeapi__fieldset_against(FAKEAPI_SET_AND, fakeapi__member(entry, "fieldsV1"),
						other ? other : changed, other ? NULL : names);
	cJSON_Delete(other);
	if (!set || !allowed)
		return set;
	rest = fakeapi__fieldset_against(FAKEAPI_SET_MINUS, set, allowed, names);
	cJSON_Delete(set);
	return rest;
}

static int report_conflicts(struct apply *a, const cJSON *mine, const cJSON *allowed,
			    struct conflicts *c)
{
	cJSON *changed = fakeapi__fieldset(FAKEAPI_SET_UNION, a->c.own.modified, a->c.own.added);
	const cJSON **all = fakeapi__managed_by_manager(a->entries);
	struct fakeapi__lookups names;
	int rc = changed && all ? 0 : -1;

	fakeapi__lookups_init(&names);
	for (size_t i = 0; rc == 0 && all[i]; i++) {
		const cJSON *e = all[i];
		cJSON *set = e == mine ? NULL : contested(a, e, changed, allowed, &names);

		if (!set) {
			rc = e == mine ? 0 : -1;
			continue;
		}
		name_manager(c, e);
		if (!c->causes && !fakeapi__fieldset_empty(set))
			strbuf_addf(&c->message, "%sconflicts with %s:", c->count ? "\n" : "",
				    c->manager.ptr);
		if (!fakeapi__fieldset_each(set, add_conflict, c) || c->manager.failed)
			rc = -1;
		cJSON_Delete(set);
	}
	fakeapi__lookups_fini(&names);
	cJSON_Delete(changed);
	base__free(all);
	return rc;
}

/* Unchanged fields that kubectl's client-side apply set: kubectl may take them over. */
static int from_last_applied(const struct apply *a, cJSON **allowed)
{
	const char *text = fakeapi__string(fakeapi__dig(a->live, "metadata", "annotations", NULL),
					   FAKEAPI_LAST_APPLIED);
	struct fakeapi__comparison c = { NULL, NULL, NULL };
	cJSON *config;
	int rc = -1;

	*allowed = NULL;
	if (strcmp(a->how->manager, "kubectl") != 0 || !*text)
		return 0;
	config = fakeapi__parse(str_of(text));
	if (!config || strcmp(fakeapi__string(config, "apiVersion"), a->who.api_version) != 0) {
		cJSON_Delete(config);
		return 0;
	}
	*allowed = fakeapi__smd_fields(&a->root, config);
	if (*allowed &&
	    fakeapi__smd_compare(&a->root, config, a->live, &c.added, &c.modified, &c.removed) ==
		0 &&
	    fakeapi__fieldset_change(allowed, FAKEAPI_SET_MINUS, c.modified) == 0 &&
	    fakeapi__fieldset_change(allowed, FAKEAPI_SET_MINUS, c.added) == 0 &&
	    fakeapi__fieldset_change(allowed, FAKEAPI_SET_MINUS, c.removed) == 0)
		rc = 0;
	fakeapi__comparison_fini(&c);
	cJSON_Delete(config);
	return rc;
}

static int check_conflicts(struct apply *a, const cJSON *mine, struct fakeapi__status *st)
{
	struct conflicts c = { st, STRBUF_INIT, STRBUF_INIT, STRBUF_INIT, 0, false };
	cJSON *allowed = NULL;
	int rc = -1;

	if (a->how->force)
		return 0;
	if (from_last_applied(a, &allowed) != 0 || report_conflicts(a, mine, allowed, &c) != 0)
		goto out;
	rc = 0;
	if (c.count == 0)
		goto out;
	rc = -1;
	if (c.message.failed || c.first.failed)
		goto out;
	if (c.count == 1)
		fakeapi__status_set(st, 409, "Conflict", "Apply failed with 1 conflict: %s",
				    c.first.ptr);
	else
		fakeapi__status_set(st, 409, "Conflict", "Apply failed with %zu conflicts: %s",
				    c.count, c.message.ptr);
	fakeapi__status_details(st, NULL, NULL, NULL, NULL);
	c.causes = true;
	if (report_conflicts(a, mine, allowed, &c) != 0)
		st->code = 0;
out:
	cJSON_Delete(allowed);
	strbuf_fini(&c.message);
	strbuf_fini(&c.first);
	strbuf_fini(&c.manager);
	return rc;
}

/* --- after --- */

/* Decodes the merged tree as its type. */
static int restore(const struct apply *a, cJSON **obj, struct fakeapi__status *st)
{
	AUTO_STRBUF named = STRBUF_INIT;
	AUTO_STRBUF type = STRBUF_INIT;
	struct fakeapi__typed t;
	cJSON *done;

	fakeapi__typed_init(&t, false);
	t.restores = true;
	/* embedded objects of a status are not validated; a read drops what is wrong */
	t.misfit =
	    strcmp(a->who.subresource, "status") == 0 ? FAKEAPI_MISFIT_DROP : FAKEAPI_MISFIT_KEEP;
	fakeapi__drop_unread(a->res, *obj);
	done = fakeapi__decode_tree(a->res, &t, *obj);
	if (!done && t.why.len) {
		add_named_type(a, &named);
		add_type(a, &type);
		(void)fakeapi__status_set(st, 500, NULL,
					  "failed to convert new object (%s) to proper version: "
					  "unable to convert unstructured object to %s: %s",
					  named.ptr, type.ptr, t.why.ptr);
	}
	if (done && t.nomem) {
		cJSON_Delete(done);
		done = NULL;
	}
	fakeapi__typed_fini(&t);
	if (!done)
		return -1;
	cJSON_Delete(*obj);
	*obj = done;
	return 0;
}

static int finish(struct apply *a, bool changed, cJSON **out, struct fakeapi__status *st)
{
	cJSON *obj = a->merged, *entries = a->entries;

	a->merged = NULL;
	if (changed) {
		if (restore(a, &obj, st) != 0 || fakeapi__default_applied(a->res, obj) != 0)
			goto fail;
	} else {
		cJSON_Delete(obj);
		obj = cJSON_Duplicate(a->live, true);
		if (!obj)
			return -1;
	}
	a->entries = NULL;
	if (fakeapi__managed_encode(a->res, obj, entries) != 0 ||
	    fakeapi__sync_last_applied(a->how->manager, a->config, obj) != 0)
		goto fail;
	*out = obj;
	return 0;
fail:
	cJSON_Delete(obj);
	return -1;
}

/* The object must be valid in every version in which managers own fields. */
static int check_versions(const struct apply *a, const cJSON *obj, struct fakeapi__status *st)
{
	AUTO_STRBUF why = STRBUF_INIT;
	int rc = fakeapi__managed_misfit(a->res, a->entries, obj, &why);

	return rc > 0 ? fakeapi__status_set(st, 500, NULL, "%s", why.ptr) : rc;
}

static int run(struct apply *a, cJSON **out, struct fakeapi__status *st)
{
	const char *lost = fakeapi__managed_lost(a->res, a->entries);
	cJSON *mine = fakeapi__managed_find(a->entries, &a->who), *copy;
	char time[64]; /* a forgotten entry's time remains */
	bool changed;

	if (lost)
		return fakeapi__status_set(st, 500, NULL,
					   "request to convert CR to an invalid group/version: %s",
					   lost);
	if (adopt_unowned(a) != 0 || check_versions(a, a->live, st) != 0)
		return -1;
	(void)snprintf(time, sizeof(time), "%s", fakeapi__string(mine, "time"));
	fakeapi__managed_forget(a->res, a->entries);
	a->merged = fakeapi__smd_merge(&a->root, a->live, a->config);
	a->set = fakeapi__smd_fields(&a->root, a->config);
	if (!a->merged || !a->set)
		return -1;
	fakeapi__managed_filter(a->res, a->who.subresource, a->set);
	mine = fakeapi__managed_find(a->entries, &a->who);
	if (mine) {
		a->last = cJSON_Duplicate(fakeapi__member(mine, "fieldsV1"), true);
		(void)snprintf(a->last_version, sizeof(a->last_version), "%s",
			       fakeapi__string(mine, "apiVersion"));
		copy = cJSON_Duplicate(a->set, true);
		if (!a->last || fakeapi__managed_set_fields(mine, copy) != 0 ||
		    fakeapi__set(mine, "apiVersion", cJSON_CreateString(a->who.api_version)) != 0)
			return -1;
	} else {
		copy = cJSON_Duplicate(a->set, true);
		mine = copy ? fakeapi__managed_add(a->entries, &a->who, copy) : NULL;
		if (!mine || fakeapi__managed_set_time(mine, time) != 0) {
			cJSON_Delete(mine ? NULL : copy);
			return -1;
		}
	}
	if (fakeapi__apply_prune(a->res, a->entries, a->last, a->last_version, &a->merged) != 0 ||
	    check_versions(a, a->merged, st) != 0)
		return -1;
	a->c = (struct fakeapi__changes) {
		.res = a->res, .live = a->live, .obj = a->merged, .subresource = a->who.subresource
	};
	if (fakeapi__changes_init(&a->c, &a->root) != 0)
		return -1;
	changed = !fakeapi__equal(a->live, a->merged); /* the order of lists matters */
	if (check_conflicts(a, mine, st) != 0)
		return -1;
	/* The manager's own set is only stripped. */
	fakeapi__managed_strip(a->set);
	if (fakeapi__managed_set_fields(mine, cJSON_Duplicate(a->set, true)) != 0 ||
	    (changed && fakeapi__managed_set_time(mine, a->how->now) != 0) ||
	    fakeapi__managed_release(a->entries, &a->c, mine) != 0)
		return -1;
	return finish(a, changed, out, st);
}

int fakeapi__apply(const struct fakeapi__apply *how, const cJSON *live, const cJSON *config,
		   cJSON **out, struct fakeapi__status *st)
{
	char gv[330];
	struct apply a = { .how = how, .res = how->res, .config = config };
	cJSON *zero = NULL, *bare = NULL;
	struct fakeapi__lookups names;
	int rc = -1;

	fakeapi__lookups_over(&names, fakeapi__custom_names(how->res));
	a.root = fakeapi__smd_root(how->res, &names);
	a.who = (struct fakeapi__writer) { how->manager, "Apply",
					   fakeapi__api_version(how->res, gv, sizeof(gv)),
					   how->subresource };
	if (check_kind(&a, st) != 0 || check_config(&a, st) != 0) {
		fakeapi__lookups_fini(&names);
		return -1;
	}
	a.entries = live ? fakeapi__managed_decode(live) : cJSON_CreateArray();
	zero = live ? NULL : fakeapi__smd_zero(how->res);
	bare = live ? cJSON_Duplicate(live, true) : NULL;
	a.live = live ? bare : zero;
	if (a.entries && a.live) {
		cJSON_Delete(
		    cJSON_DetachItemFromObjectCaseSensitive(fakeapi__member(a.live, "metadata"),
							    "managedFields"));
		rc = run(&a, out, st);
	}
	cJSON_Delete(zero);
	cJSON_Delete(bare);
	cJSON_Delete(a.entries);
	cJSON_Delete(a.last);
	cJSON_Delete(a.set);
	cJSON_Delete(a.merged);
	fakeapi__changes_fini(&a.c);
	fakeapi__lookups_fini(&names);
	return rc;
}
