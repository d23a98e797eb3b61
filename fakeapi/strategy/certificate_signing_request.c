/* SPDX-License-Identifier: Apache-2.0 */
/* certificate_signing_request.c - certificate requests: the server sets the user, and the time of a
 * decision (pkg/registry/certificates/certificates/strategy.go). */
#include "fakeapi/strategy/strategies.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/rest/rest.h"

int fakeapi__certificate_prepare_for_create(const struct fakeapi__call *c, cJSON *obj)
{
	static const char *const set_by_server[] = { "groups", "uid", "extra", "username" };
	static const char *const known[] = { "username", "uid", "groups" };
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(c->res), &nomem }, spec;
	cJSON *user = fakeapi__user_info(c->user);

	if (!user)
		return -1;
	spec = fakeapi__place_need(root, "spec");
	for (size_t i = 0; i < ARRAY_LEN(set_by_server); i++)
		fakeapi__place_remove(spec, set_by_server[i]);
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (fakeapi__member(user, known[i]))
			fakeapi__place_set(spec, known[i],
					   cJSON_DetachItemFromObjectCaseSensitive(user, known[i]));
	cJSON_Delete(user);
	return nomem ? -1 : 0;
}

static const cJSON *conditions(const cJSON *obj)
{
	return fakeapi__dig(obj, "status", "conditions", NULL);
}

/* The time of an old condition of the same type and status, or "". */
static const char *time_before(const struct fakeapi__lookup *old, const cJSON *condition)
{
	const cJSON *o = fakeapi__lookup(old, fakeapi__string(condition, "type"));

	return strcmp(fakeapi__string(o, "status"), fakeapi__string(condition, "status")) == 0
		   ? fakeapi__string(o, "lastTransitionTime")
		   : "";
}

static int date_conditions(const struct fakeapi__call *c, const cJSON *old, cJSON *obj)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(c->res), &nomem };
	struct fakeapi__place list =
	    fakeapi__place_at(fakeapi__place_at(root, "status"), "conditions");
	struct fakeapi__lookup by_type;

	fakeapi__lookup_items(&by_type, conditions(old), "type", list.v);
	for (cJSON *m = list.v ? list.v->child : NULL; m; m = m->next) {
		struct fakeapi__place one = { m, fakeapi__type_elem(list.type), &nomem };
		const char *before = time_before(&by_type, m);

		if (!*fakeapi__string(m, "lastUpdateTime"))
			fakeapi__place_set(one, "lastUpdateTime", cJSON_CreateString(c->now));
		if (!*fakeapi__string(m, "lastTransitionTime"))
			fakeapi__place_set(one, "lastTransitionTime",
					   cJSON_CreateString(*before ? before : c->now));
	}
	fakeapi__lookup_fini(&by_type);
	return nomem ? -1 : 0;
}

static size_t count_of(const cJSON *obj, const char *type)
{
	const cJSON *m;
	size_t n = 0;

	cJSON_ArrayForEach(m, conditions(obj)) n += strcmp(fakeapi__string(m, "type"), type) == 0;
	return n;
}

/* A status write does not change decisions: if their number of a type is the same, restores the old
 * ones; validation refuses more or fewer. */
static int keep_decisions(const cJSON *old, cJSON *obj, const char *type)
{
	const cJSON *o = conditions(old) ? conditions(old)->child : NULL;
	cJSON *list = fakeapi__dig(obj, "status", "conditions", NULL);

	if (count_of(old, type) != count_of(obj, type))
		return 0;
	for (cJSON *m = list ? list->child : NULL, *next; m; m = next) {
		cJSON *copy;

		next = m->next;
		if (strcmp(fakeapi__string(m, "type"), type) != 0)
			continue;
		while (o && strcmp(fakeapi__string(o, "type"), type) != 0)
			o = o->next;
		if (!o)
			break; /* the numbers are equal */
		copy = cJSON_Duplicate(o, true);
		if (!copy || !cJSON_ReplaceItemViaPointer(list, m, copy)) {
			cJSON_Delete(copy);
			return -1;
		}
		o = o->next;
	}
	return 0;
}

int fakeapi__certificate_prepare_for_update(const struct fakeapi__call *c, const cJSON *old,
					    cJSON *obj, const char *sub)
{
	cJSON *list, *status;

	if (strcmp(sub, "status") == 0) {
		if (keep_decisions(old, obj, "Approved") < 0 ||
		    keep_decisions(old, obj, "Denied") < 0)
			return -1;
		return date_conditions(c, old, obj);
	}
	if (strcmp(sub, "approval") != 0)
		return fakeapi__copy_member(obj, old, "spec");
	/* An approval writes only conditions. */
	if (date_conditions(c, old, obj) < 0)
		return -1;
	list =
	    cJSON_DetachItemFromObjectCaseSensitive(fakeapi__member(obj, "status"), "conditions");
	if (fakeapi__copy_member(obj, old, "status") < 0) {
		cJSON_Delete(list);
		return -1;
	}
	status = fakeapi__member(obj, "status");
	cJSON_DeleteItemFromObjectCaseSensitive(status, "conditions");
	if (!list)
		return 0;
	if (!status && fakeapi__set_item(obj, "status", cJSON_CreateObject()) < 0) {
		cJSON_Delete(list);
		return -1;
	}
	status = fakeapi__member(obj, "status");
	return fakeapi__set_item(status, "conditions", list);
}
