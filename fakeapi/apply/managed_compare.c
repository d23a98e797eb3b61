/* SPDX-License-Identifier: Apache-2.0 */
/* managed_compare.c - comparisons in the form in which a manager owns fields. Objects of a few
 * built-in types have other members in another version (convert/convert.h): the fields of a manager
 * of autoscaling/v2 change with a write in autoscaling/v1 (structured-merge-diff's
 * merge/update.go).
 */
#include "fakeapi/apply/fieldset.h"
#include "fakeapi/apply/managed_impl.h"
#include "fakeapi/apply/smd.h"
#include "fakeapi/convert/convert.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/custom.h"

void fakeapi__form_own(const struct fakeapi__resource *res, struct fakeapi__managed_form *form)
{
	form->res = *res;
	form->other = false;
}

void fakeapi__form_of(const struct fakeapi__resource *res, const char *api_version,
		      struct fakeapi__managed_form *form)
{
	const char *slash = strchr(api_version, '/');
	int n = slash ? (int)(slash - api_version) : 0;

	form->res = *res;
	(void)snprintf(form->group, sizeof(form->group), "%.*s", n, api_version);
	(void)snprintf(form->version, sizeof(form->version), "%s", slash ? slash + 1 : api_version);
	form->res.group = form->group;
	form->res.version = form->version;
	form->res.type = NULL;
	form->other = fakeapi__converts(res, &form->res);
	if (!form->other)
		form->res = *res;
}

bool fakeapi__form_has(const struct fakeapi__managed_form *form, const char *api_version)
{
	struct fakeapi__managed_form other;

	fakeapi__form_of(&form->res, api_version, &other);
	return !other.other;
}

cJSON *fakeapi__form_copy(const struct fakeapi__managed_form *from,
			  const struct fakeapi__managed_form *to, const cJSON *obj)
{
	cJSON *copy = cJSON_Duplicate(obj, true);

	if (copy && fakeapi__converts(&from->res, &to->res) &&
	    fakeapi__convert(&from->res, &to->res, copy) < 0) {
		cJSON_Delete(copy);
		return NULL;
	}
	return copy;
}

/* --- what an endpoint writes --- */

/* Removes the metadata that status writes do not own, by the types' strategies. */
static void filter_status_metadata(const struct fakeapi__resource *res, cJSON *set)
{
	static const struct {
		const char *resource, *member;
	} rows[] = {
		{ "deployments", "f:labels" },
		{ "pods", "f:deletionTimestamp" },
		{ "pods", "f:ownerReferences" },
		{ "volumeattachments", NULL }, /* all of it */
		{ "flowschemas", NULL },
		{ "prioritylevelconfigurations", NULL },
		{ "validatingadmissionpolicies", NULL },
		{ "storageversions", NULL },
		{ "storageversionmigrations", NULL },
	};
	cJSON *meta = fakeapi__member(set, "f:metadata");

	for (size_t i = 0; meta && i < ARRAY_LEN(rows); i++) {
		if (strcmp(rows[i].resource, res->resource) != 0)
			continue;
		if (rows[i].member)
			cJSON_DeleteItemFromObjectCaseSensitive(meta, rows[i].member);
		if (!rows[i].member || !meta->child) {
			cJSON_DeleteItemFromObjectCaseSensitive(set, "f:metadata");
			return;
		}
	}
}

/* A certificate request's spec is written once; approval and status own different parts. */
static bool filter_certificate(const struct fakeapi__resource *res, const char *subresource,
			       cJSON *set)
{
	cJSON *status = fakeapi__member(set, "f:status");

	if (strcmp(res->resource, "certificatesigningrequests") != 0)
		return false;
	cJSON_DeleteItemFromObjectCaseSensitive(set, "f:spec");
	if (*subresource)
		cJSON_DeleteItemFromObjectCaseSensitive(status, *subresource == 'a'
								    ? "f:certificate"
								    : "f:conditions");
	if (!*subresource || (status && !status->child))
		cJSON_DeleteItemFromObjectCaseSensitive(set, "f:status");
	return true;
}

void fakeapi__managed_filter(const struct fakeapi__resource *res, const char *subresource,
			     cJSON *set)
{
	bool whole = !*subresource || strcmp(subresource, "finalize") == 0;
	const char *other = strcmp(subresource, "status") == 0 ? "f:spec"
			    : whole			       ? "f:status"
							       : NULL;

	if (filter_certificate(res, subresource, set))
		return;
	if (other && (res->flags & FAKEAPI_RES_STATUS))
		cJSON_Delete(cJSON_DetachItemFromObjectCaseSensitive(set, other));
	if (strcmp(subresource, "status") == 0 && !(res->flags & FAKEAPI_RES_CUSTOM))
		filter_status_metadata(res, set);
	else if (strcmp(subresource, "status") == 0 &&
		 fakeapi__changed(res->features, FAKEAPI_CHANGE_STATUS_OWNS_NO_METADATA))
		cJSON_DeleteItemFromObjectCaseSensitive(set, "f:metadata");
}

/* --- comparisons --- */

void fakeapi__comparison_fini(struct fakeapi__comparison *c)
{
	cJSON_Delete(c->added);
	cJSON_Delete(c->modified);
	cJSON_Delete(c->removed);
	c->added = c->modified = c->removed = NULL;
}

static void filter(const struct fakeapi__changes *c, struct fakeapi__comparison *sets)
{
	fakeapi__managed_filter(c->res, c->subresource, sets->added);
	fakeapi__managed_filter(c->res, c->subresource, sets->modified);
	fakeapi__managed_filter(c->res, c->subresource, sets->removed);
}

int fakeapi__changes_init(struct fakeapi__changes *c, const struct fakeapi__smd *root)
{
	if (fakeapi__smd_compare(root, c->live, c->obj, &c->own.added, &c->own.modified,
				 &c->own.removed) != 0)
		return -1;
	filter(c, &c->own);
	return 0;
}

void fakeapi__changes_fini(struct fakeapi__changes *c)
{
	fakeapi__comparison_fini(&c->own);
	fakeapi__comparison_fini(&c->in_other);
}

/* Compares the converted objects. */
static int compare_in(struct fakeapi__changes *c, const struct fakeapi__managed_form *form)
{
	struct fakeapi__comparison *sets = &c->in_other;
	struct fakeapi__managed_form own;
	struct fakeapi__lookups names;
	struct fakeapi__smd root;
	cJSON *live, *obj;
	int rc = -1;

	fakeapi__form_own(c->res, &own);
	fakeapi__comparison_fini(sets);
	fakeapi__lookups_init(&names);
	root = fakeapi__smd_root(&form->res, &names);
	live = fakeapi__form_copy(&own, form, c->live);
	obj = fakeapi__form_copy(&own, form, c->obj);
	if (live && obj)
		rc = fakeapi__smd_compare(&root, live, obj, &sets->added, &sets->modified,
					  &sets->removed);
	if (rc == 0)
		filter(c, sets);
	cJSON_Delete(live);
	cJSON_Delete(obj);
	fakeapi__lookups_fini(&names);
	return rc;
}

const struct fakeapi__comparison *fakeapi__changes_in(struct fakeapi__changes *c,
						      const char *api_version)
{
	struct fakeapi__managed_form form;

	fakeapi__form_of(c->res, api_version, &form);
	if (!form.other)
		return &c->own;
	if (!c->in_other.added || strcmp(c->other, api_version) != 0) {
		(void)snprintf(c->other, sizeof(c->other), "%s", api_version);
		if (compare_in(c, &form) < 0)
			return NULL;
	}
	return &c->in_other;
}
