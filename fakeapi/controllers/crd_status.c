/* SPDX-License-Identifier: Apache-2.0 */
/* crd_status.c - the status that the controllers inside the real server write into a definition. */
#include "fakeapi/apply/patch.h"
#include "fakeapi/crd/crd_impl.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/custom.h"

#define MANAGER "kube-apiserver"

static const cJSON *condition_of(const cJSON *status, const char *type)
{
	const cJSON *c;

	cJSON_ArrayForEach(c, fakeapi__member(status, "conditions"))
	{
		if (strcmp(fakeapi__string(c, "type"), type) == 0)
			return c;
	}
	return NULL;
}

/* Adds or changes a condition; sets its transition time if its status changes. */
static int set_condition(cJSON *status, const char *type, const char *value, const char *reason,
			 const char *message, const char *now)
{
	cJSON *list = fakeapi__member(status, "conditions"), *c, *old = NULL, *item;
	const char *since = now;

	if (!cJSON_IsArray(list)) {
		list = cJSON_CreateArray();
		if (fakeapi__set(status, "conditions", list) != 0)
			return -1;
	}
	cJSON_ArrayForEach(item, list)
	{
		if (strcmp(fakeapi__string(item, "type"), type) == 0)
			old = item;
	}
	if (old && strcmp(fakeapi__string(old, "status"), value) == 0)
		since = fakeapi__string(old, "lastTransitionTime");
	c = cJSON_CreateObject();
	if (!c || !cJSON_AddStringToObject(c, "type", type) ||
	    !cJSON_AddStringToObject(c, "status", value) ||
	    !cJSON_AddStringToObject(c, "lastTransitionTime", since) ||
	    !cJSON_AddStringToObject(c, "reason", reason) ||
	    !cJSON_AddStringToObject(c, "message", message))
		goto fail;
	if (old ? cJSON_ReplaceItemViaPointer(list, old, c) : cJSON_AddItemToArray(list, c))
		return 0;
fail:
	cJSON_Delete(c);
	return -1;
}

static const struct {
	const char *member, *reason;
} names[] = { { "plural", "PluralConflict" },
	      { "singular", "SingularConflict" },
	      { "shortNames", "ShortNamesConflict" },
	      { "kind", "KindConflict" },
	      { "listKind", "ListKindConflict" } };

/* A name in `member` that another definition has accepted; NULL: all are free. */
static const char *taken_of(const struct fakeapi__crds *crds, const cJSON *definition,
			    const char *member)
{
	const cJSON *v = fakeapi__member(fakeapi__dig(definition, "spec", "names", NULL), member);
	const char *taken = NULL;

	for (const cJSON *s = cJSON_IsArray(v) ? v->child : v; s;
	     s = cJSON_IsArray(v) ? s->next : NULL) {
		if (cJSON_IsString(s) && *s->valuestring &&
		    fakeapi__crds_uses_name(crds, definition, member, s->valuestring))
			taken = s->valuestring;
	}
	return taken;
}

/* The name that another definition has; of several the last one, as in the real server. NULL: all
 * are free. */
static const char *conflict(const struct fakeapi__crds *crds, const cJSON *definition,
			    const char **reason)
{
	const char *last = NULL;

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		const char *taken = taken_of(crds, definition, names[i].member);

		if (!taken)
			continue;
		last = taken;
		*reason = names[i].reason;
	}
	return last;
}

/* Accepts the free names even if others are taken. */
static int accept_free_names(const struct fakeapi__crds *crds, const cJSON *definition,
			     cJSON *status)
{
	const cJSON *wanted = fakeapi__dig(definition, "spec", "names", NULL);
	cJSON *accepted = fakeapi__member(status, "acceptedNames");
	const cJSON *v = fakeapi__member(wanted, "categories");

	if (!cJSON_IsObject(accepted)) {
		accepted = cJSON_CreateObject();
		if (fakeapi__set(status, "acceptedNames", accepted) != 0)
			return -1;
	}
	if (v && fakeapi__set(accepted, "categories", cJSON_Duplicate(v, true)) != 0)
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		v = fakeapi__member(wanted, names[i].member);
		if (v && !taken_of(crds, definition, names[i].member) &&
		    fakeapi__set(accepted, names[i].member, cJSON_Duplicate(v, true)) != 0)
			return -1;
	}
	return 0;
}

static int accept_names(const struct fakeapi__crds *crds, const cJSON *definition, cJSON *status,
			const char *now)
{
	const cJSON *wanted = fakeapi__dig(definition, "spec", "names", NULL);
	AUTO_STRBUF message = STRBUF_INIT;
	const char *reason = "", *taken = conflict(crds, definition, &reason);
	bool established = fakeapi__definition_established(definition);

	if (taken) {
		fakeapi__go_quote(&message, str_of(taken));
		strbuf_addz(&message, " is already in use");
		if (message.failed || accept_free_names(crds, definition, status) != 0 ||
		    set_condition(status, "NamesAccepted", "False", reason, message.ptr, now) != 0)
			return -1;
		return established ? 0
				   : set_condition(status, "Established", "False", "NotAccepted",
						   "not all names are accepted", now);
	}
	if (fakeapi__set(status, "acceptedNames", cJSON_Duplicate(wanted, true)) != 0 ||
	    set_condition(status, "NamesAccepted", "True", "NoConflicts", "no conflicts found",
			  now) != 0)
		return -1;
	return established ? 0
			   : set_condition(status, "Established", "False", "Installing",
					   "the initial names have been accepted", now);
}

static cJSON *attributed(const cJSON *definition, cJSON *obj, const char *now)
{
	static const struct fakeapi__resource res = { .group = "apiextensions.k8s.io",
						      .version = "v1",
						      .resource = "customresourcedefinitions",
						      .kind = "CustomResourceDefinition",
						      .flags = FAKEAPI_RES_STATUS };

	if (fakeapi__managed_update(&res, definition, obj, MANAGER, "status", now) == 0)
		return obj;
	cJSON_Delete(obj);
	return NULL;
}

int fakeapi__crd_step(const struct fakeapi__crds *crds, const cJSON *definition, const char *now,
		      cJSON **out)
{
	const cJSON *have = fakeapi__member(definition, "status");
	const cJSON *accepted = condition_of(have, "NamesAccepted");
	const cJSON *established = condition_of(have, "Established");
	cJSON *obj, *status;
	const char *reason;
	bool ok;

	*out = NULL;
	if (condition_of(have, "Terminating"))
		return 0;
	obj = cJSON_Duplicate(definition, true);
	if (!obj)
		return -1;
	status = fakeapi__member(obj, "status");
	if (!cJSON_IsObject(status)) {
		status = cJSON_CreateObject();
		if (fakeapi__set(obj, "status", status) != 0)
			goto fail;
	}
	ok = strcmp(fakeapi__string(accepted, "status"), "True") == 0;
	if (!accepted || (!ok && !conflict(crds, definition, &reason)) ||
	    (ok && !fakeapi__equal(fakeapi__dig(definition, "spec", "names", NULL),
				   fakeapi__member(have, "acceptedNames")))) {
		if (accept_names(crds, definition, status, now) != 0)
			goto fail;
	} else if (ok && strcmp(fakeapi__string(established, "status"), "True") != 0) {
		if (set_condition(status, "Established", "True", "InitialNamesAccepted",
				  "the initial names have been accepted", now) != 0)
			goto fail;
	}
	if (fakeapi__equal(obj, definition)) {
		cJSON_Delete(obj);
		return 0;
	}
	*out = attributed(definition, obj, now);
	return *out ? 0 : -1;
fail:
	cJSON_Delete(obj);
	return -1;
}

cJSON *fakeapi__crd_terminating(const cJSON *definition, const char *now)
{
	cJSON *obj = cJSON_Duplicate(definition, true);

	if (obj && set_condition(fakeapi__member(obj, "status"), "Terminating", "True",
				 "InstanceDeletionPending",
				 "CustomResourceDefinition marked for deletion; CustomResource "
				 "deletion will begin soon",
				 now) != 0) {
		cJSON_Delete(obj);
		return NULL;
	}
	return obj;
}

cJSON *fakeapi__crd_deleting(const cJSON *definition, bool done, const char *now)
{
	cJSON *obj = cJSON_Duplicate(definition, true);

	if (!obj)
		return NULL;
	if (set_condition(fakeapi__member(obj, "status"), "Terminating", done ? "False" : "True",
			  done ? "InstanceDeletionCompleted" : FAKEAPI_CRD_IN_PROGRESS,
			  done ? "removed all instances" : "CustomResource deletion is in progress",
			  now) == 0)
		return attributed(definition, obj, now);
	cJSON_Delete(obj);
	return NULL;
}
