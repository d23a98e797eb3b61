/* SPDX-License-Identifier: Apache-2.0 */
/* apply_prune.c - removes the fields that a manager no longer applies (structured-merge-diff's
 * merge/update.go, prune). */
#include "base/alloc.h"
#include "fakeapi/apply/fieldset.h"
#include "fakeapi/apply/managed_impl.h"
#include "fakeapi/apply/smd.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/custom.h"

/* A form and the trees of a step in it. */
struct view {
	struct fakeapi__managed_form form;
	struct fakeapi__smd root;
	struct fakeapi__lookups names;
	cJSON *merged, *pruned;
};

/* The union of the fields of all managers in this form; *any: there is one. */
static cJSON *owned_in(const struct fakeapi__managed_form *form, const cJSON *entries, bool *any)
{
	const cJSON **sets =
	    base__reallocarray(NULL, (size_t)cJSON_GetArraySize(entries) + 1, sizeof(*sets));
	cJSON *all = NULL;
	const cJSON *e;
	size_t n = 0;

	if (sets) {
		cJSON_ArrayForEach(e, entries)
		{
			if (fakeapi__form_has(form, fakeapi__string(e, "apiVersion")))
				sets[n++] = fakeapi__member(e, "fieldsV1");
		}
		all = fakeapi__fieldset_all(sets, n);
	}
	base__free(sets);
	*any = n > 0;
	return all;
}

/* fakeapi__smd_named_members, consuming its argument. */
static cJSON *named(const struct fakeapi__smd *root, cJSON *set)
{
	cJSON *out = set ? fakeapi__smd_named_members(root, set) : NULL;

	cJSON_Delete(set);
	return out;
}

static cJSON *fields_of(const struct fakeapi__smd *root, const cJSON *v)
{
	return named(root, fakeapi__smd_fields(root, v));
}

/* A copy of `merged` without `set`. */
static cJSON *without(const struct fakeapi__smd *root, const cJSON *merged, const cJSON *set)
{
	cJSON *copy = set ? cJSON_Duplicate(merged, true) : NULL;

	if (copy && fakeapi__smd_remove(root, copy, set) != 0) {
		cJSON_Delete(copy);
		return NULL;
	}
	return copy;
}

static int set_pruned(struct view *v, cJSON *pruned)
{
	if (!pruned)
		return -1;
	cJSON_Delete(v->pruned);
	v->pruned = pruned;
	return 0;
}

/* Restores the fields that other managers own in this form. */
static int restore_owned(struct view *v, const cJSON *entries)
{
	bool any;
	cJSON *all = named(&v->root, owned_in(&v->form, entries, &any));
	cJSON *kept = fields_of(&v->root, v->pruned);
	cJSON *gone = fields_of(&v->root, v->merged);
	int rc = all && kept && gone ? 0 : -1;

	if (rc == 0 && any)
		rc = fakeapi__fieldset_change(&kept, FAKEAPI_SET_UNION, all) == 0 &&
			     fakeapi__fieldset_change(&gone, FAKEAPI_SET_MINUS, kept) == 0
			 ? set_pruned(v, without(&v->root, v->merged, gone))
			 : -1;
	cJSON_Delete(all);
	cJSON_Delete(kept);
	cJSON_Delete(gone);
	return rc;
}

/* Restores the fields that the manager never owned: omits only its earlier ones. */
static int restore_foreign(struct view *v, const cJSON *last)
{
	cJSON *kept = fields_of(&v->root, v->pruned);
	cJSON *gone = fields_of(&v->root, v->merged);
	int rc = -1;

	if (kept && gone && fakeapi__fieldset_change(&gone, FAKEAPI_SET_MINUS, kept) == 0 &&
	    fakeapi__fieldset_change(&gone, FAKEAPI_SET_AND, last) == 0)
		rc = set_pruned(v, without(&v->root, v->merged, gone));
	cJSON_Delete(kept);
	cJSON_Delete(gone);
	return rc;
}

/* Converts the trees of `from` for `to`. */
static int move(struct view *from, struct view *to)
{
	cJSON *merged = fakeapi__form_copy(&from->form, &to->form, from->merged);
	cJSON *pruned = fakeapi__form_copy(&from->form, &to->form, from->pruned);

	cJSON_Delete(to->merged);
	cJSON_Delete(to->pruned);
	to->merged = merged;
	to->pruned = pruned;
	return merged && pruned ? 0 : -1;
}

/* The first version among the entries' with another form than `form`; NULL: none. */
static const char *other_version(const struct fakeapi__managed_form *form, const cJSON *entries)
{
	const cJSON *e;

	cJSON_ArrayForEach(e, entries)
	{
		const char *version = fakeapi__string(e, "apiVersion");

		if (!fakeapi__form_has(form, version))
			return version;
	}
	return NULL;
}

static void view_fini(struct view *v)
{
	cJSON_Delete(v->merged);
	cJSON_Delete(v->pruned);
	fakeapi__lookups_fini(&v->names);
}

static void view_root(struct view *v)
{
	fakeapi__lookups_over(&v->names, fakeapi__custom_names(&v->form.res));
	v->root = fakeapi__smd_root(&v->form.res, &v->names);
	v->merged = v->pruned = NULL;
}

/* Removes every earlier field of the manager, restores fields of other managers, and of the rest
 * omits only the manager's earlier fields. All three steps are needed: a list item is removed as a
 * whole if the manager owned its key, but is kept if another manager owns a field in it. The first
 * and the last step are in the version of the earlier set. */
int fakeapi__apply_prune(const struct fakeapi__resource *res, const cJSON *entries,
			 const cJSON *last, const char *last_version, cJSON **merged)
{
	struct fakeapi__managed_form own;
	struct view v, w;
	const char *second;
	cJSON *names = NULL, *result = NULL;

	if (fakeapi__fieldset_empty(last))
		return 0;
	fakeapi__form_own(res, &own);
	fakeapi__form_of(res, last_version, &v.form);
	view_root(&v);
	second = other_version(&v.form, entries);
	fakeapi__form_of(res, second ? second : last_version, &w.form);
	view_root(&w);
	v.merged = fakeapi__form_copy(&own, &v.form, *merged);
	names = fakeapi__smd_named_members(&v.root, last);
	if (!v.merged || !names || set_pruned(&v, without(&v.root, v.merged, names)) != 0 ||
	    restore_owned(&v, entries) != 0)
		goto out;
	if (second && (move(&v, &w) != 0 || restore_owned(&w, entries) != 0 || move(&w, &v) != 0))
		goto out;
	if (restore_foreign(&v, names) == 0)
		result = fakeapi__form_copy(&v.form, &own, v.pruned);
out:
	cJSON_Delete(names);
	view_fini(&v);
	view_fini(&w);
	if (!result)
		return -1;
	cJSON_Delete(*merged);
	*merged = result;
	return 0;
}
