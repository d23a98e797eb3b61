/* SPDX-License-Identifier: Apache-2.0 */
/* disabled.c - silently drops the fields of disabled features (tbl/disabled.h). A real server keeps
 * such fields that the old object has; here objects never have any. */
#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/schema/typeinfo.h"

static const struct {
	const char *group, *type;
	size_t type_len; /* it usually decides */
	const char *member;
	enum fakeapi__gate gate;
} disabled[] = {
#define DISABLED(group, type, member, gate)                                                        \
	{ group, type, sizeof(type) - 1, member, FAKEAPI_GATE_##gate },
#include "fakeapi/tbl/disabled.h"
#undef DISABLED
};

/* The server whose gates apply. */
struct server {
	const struct fakeapi__features *features;
	const char *group; /* of the type */
};

static void drop_members(const struct server *s, const char *type, cJSON *obj)
{
	size_t len = strlen(type);

	for (size_t i = 0; i < ARRAY_LEN(disabled); i++)
		if (disabled[i].type_len == len && memcmp(disabled[i].type, type, len) == 0 &&
		    (disabled[i].group[0] == '*' || strcmp(disabled[i].group, s->group) == 0) &&
		    !fakeapi__gate_on(s->features, disabled[i].gate))
			cJSON_DeleteItemFromObjectCaseSensitive(obj, disabled[i].member);
}

/* --- features with several fields --- */

/* ContainerRestartRules: without it only sidecars have a restartPolicy. */
static void drop_policies(cJSON *containers, bool init)
{
	for (cJSON *c = containers ? containers->child : NULL; c; c = c->next)
		if (!init || strcmp(fakeapi__string(c, "restartPolicy"), "Always") != 0)
			cJSON_DeleteItemFromObjectCaseSensitive(c, "restartPolicy");
}

static void drop_signals(cJSON *containers)
{
	for (cJSON *c = containers ? containers->child : NULL; c; c = c->next) {
		cJSON *lifecycle = cJSON_GetObjectItemCaseSensitive(c, "lifecycle");

		if (!fakeapi__member(lifecycle, "stopSignal"))
			continue;
		cJSON_DeleteItemFromObjectCaseSensitive(lifecycle, "stopSignal");
		if (!lifecycle->child)
			cJSON_DeleteItemFromObjectCaseSensitive(c, "lifecycle");
	}
}

/* Removes the mounts of removed volumes. */
static void drop_mounts(cJSON *containers, const struct fakeapi__lookup *gone)
{
	for (cJSON *c = containers ? containers->child : NULL; c; c = c->next) {
		cJSON *mounts = cJSON_GetObjectItemCaseSensitive(c, "volumeMounts"), *next;

		for (cJSON *m = mounts ? mounts->child : NULL; m; m = next) {
			next = m->next;
			if (fakeapi__lookup(gone, fakeapi__string(m, "name")))
				cJSON_Delete(cJSON_DetachItemViaPointer(mounts, m));
		}
		if (mounts && !mounts->child)
			cJSON_DeleteItemFromObjectCaseSensitive(c, "volumeMounts");
	}
}

static const char *const containers[] = { "containers", "initContainers", "ephemeralContainers" };

/* ImageVolume: removes the whole volume. */
static int drop_image_volumes(cJSON *spec)
{
	cJSON *volumes = cJSON_GetObjectItemCaseSensitive(spec, "volumes"), *next;
	cJSON *gone = cJSON_CreateArray();
	struct fakeapi__lookup names;

	for (cJSON *v = volumes ? volumes->child : NULL; v && gone; v = next) {
		next = v->next;
		if (cJSON_IsObject(fakeapi__member(v, "image")))
			fakeapi__append_child(gone, cJSON_DetachItemViaPointer(volumes, v));
	}
	if (!gone)
		return -1;
	if (gone->child) {
		if (!volumes->child)
			cJSON_DeleteItemFromObjectCaseSensitive(spec, "volumes");
		fakeapi__lookup_items(&names, gone, "name", gone);
		for (size_t i = 0; i < ARRAY_LEN(containers); i++)
			drop_mounts(cJSON_GetObjectItemCaseSensitive(spec, containers[i]), &names);
		fakeapi__lookup_fini(&names);
	}
	cJSON_Delete(gone);
	return 0;
}

static int drop_of_pod(const struct server *s, cJSON *spec)
{
	bool rules = fakeapi__gate_on(s->features, FAKEAPI_GATE_ContainerRestartRules);

	for (size_t i = 0; i < ARRAY_LEN(containers); i++) {
		cJSON *list = cJSON_GetObjectItemCaseSensitive(spec, containers[i]);

		if (!rules && fakeapi__changed(s->features, FAKEAPI_CHANGE_OWN_POLICIES_DROPPED))
			drop_policies(list, i == 1);
		if (!fakeapi__gate_on(s->features, FAKEAPI_GATE_ContainerStopSignals))
			drop_signals(list);
	}
	return fakeapi__gate_on(s->features, FAKEAPI_GATE_ImageVolume) ? 0
								       : drop_image_volumes(spec);
}

/* --- the walk --- */

static const struct fakeapi__type *type_of_member(const struct fakeapi__type *t, const cJSON *m,
						  const struct fakeapi__field **last)
{
	const struct fakeapi__field *f;

	if (t->kind == FAKEAPI_T_LIST || t->kind == FAKEAPI_T_MAP)
		return fakeapi__type_elem(t);
	f = fakeapi__type_next_field(t, m->string, last);
	return f ? fakeapi__field_type(f) : NULL;
}

static int drop(const struct server *s, cJSON *v, const struct fakeapi__type *t)
{
	const struct fakeapi__field *last = NULL;

	if (t->kind == FAKEAPI_T_STRUCT && cJSON_IsObject(v)) {
		if (strcmp(t->name, "v1.PodSpec") == 0 && drop_of_pod(s, v) < 0)
			return -1;
		drop_members(s, t->name, v);
	}
	for (cJSON *m = v->child; m; m = m->next) {
		const struct fakeapi__type *sub = m->child ? type_of_member(t, m, &last) : NULL;

		if (sub && drop(s, m, sub) < 0)
			return -1;
	}
	return 0;
}

int fakeapi__drop_disabled(const struct fakeapi__resource *res, cJSON *obj)
{
	const struct fakeapi__type *type = fakeapi__type_of(res);
	struct server s = { res->features, res->group };

	return type ? drop(&s, obj, type) : 0;
}
