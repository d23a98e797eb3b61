/* SPDX-License-Identifier: Apache-2.0 */
/* pod.c - pods: their first status and their grace period. */
#include "fakeapi/strategy/strategies.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/pod_sum.h"
#include "fakeapi/rest/delete.h"

#define at   fakeapi__place_at
#define need fakeapi__place_need
#define put  fakeapi__place_set

/* The conditions of a pod with scheduling gates. */
static cJSON *gated(const char *since)
{
	cJSON *list = cJSON_CreateArray(), *cond = cJSON_CreateObject();

	if (list && cond && cJSON_AddStringToObject(cond, "type", "PodScheduled") &&
	    cJSON_AddStringToObject(cond, "status", "False") &&
	    cJSON_AddNullToObject(cond, "lastProbeTime") &&
	    cJSON_AddStringToObject(cond, "lastTransitionTime", since) &&
	    cJSON_AddStringToObject(cond, "reason", "SchedulingGated") &&
	    cJSON_AddStringToObject(cond, "message",
				    "Scheduling is blocked due to non-empty scheduling gates") &&
	    cJSON_AddItemToArray(list, cond))
		return list;
	cJSON_Delete(cond);
	cJSON_Delete(list);
	return NULL;
}

/* The profile in an annotation; NULL: none, or out of memory. */
static cJSON *app_armor_of(const char *note)
{
	static const char local[] = "localhost/";
	bool named = strncmp(note, local, strlen(local)) == 0 && note[strlen(local)];
	const char *type = strcmp(note, "unconfined") == 0	  ? "Unconfined"
			   : strcmp(note, "runtime/default") == 0 ? "RuntimeDefault"
			   : named				  ? "Localhost"
								  : NULL;
	cJSON *out = type ? cJSON_CreateObject() : NULL;

	if (out &&
	    (!cJSON_AddStringToObject(out, "type", type) ||
	     (named && !cJSON_AddStringToObject(out, "localhostProfile", note + strlen(local))))) {
		cJSON_Delete(out);
		return NULL;
	}
	return out;
}

/* Copies a container's AppArmor annotation to the field if that is not set. */
static void sync_app_armor(struct fakeapi__place pod, cJSON *container, const cJSON *own)
{
	cJSON *security = fakeapi__member(container, "securityContext"), *profile;
	AUTO_STRBUF key = STRBUF_INIT;
	const char *note;

	strbuf_addf(&key, "container.apparmor.security.beta.kubernetes.io/%s",
		    fakeapi__string(container, "name"));
	note = key.failed
		   ? ""
		   : fakeapi__string(fakeapi__dig(pod.v, "metadata", "annotations", NULL), key.ptr);
	if (!*note || fakeapi__member(security, "appArmorProfile"))
		return;
	profile = app_armor_of(note);
	if (!profile || (own && fakeapi__equal(profile, own))) {
		cJSON_Delete(profile);
		return;
	}
	if (!security) {
		*pod.nomem |= fakeapi__set(container, "securityContext", cJSON_CreateObject()) < 0;
		security = fakeapi__member(container, "securityContext");
	}
	if (!security || fakeapi__set(security, "appArmorProfile", profile) < 0)
		*pod.nomem = true;
	if (!security)
		cJSON_Delete(profile);
}

static void sync_profiles(struct fakeapi__place pod)
{
	static const char *const lists[] = { "initContainers", "containers" };
	const cJSON *spec = fakeapi__member(pod.v, "spec");
	const cJSON *own = fakeapi__dig(spec, "securityContext", "appArmorProfile", NULL);

	if (strcmp(fakeapi__string(fakeapi__member(spec, "os"), "name"), "windows") == 0)
		return;
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		cJSON *m;

		cJSON_ArrayForEach(m, fakeapi__member(spec, lists[i])) sync_app_armor(pod, m, own);
	}
}

/* applyLabelKeysToLabelSelector(): adds a requirement for the pod's own value of each key. */
static void add_requirements(struct fakeapi__place pod, cJSON *selector, const cJSON *keys,
			     const char *operator, const struct fakeapi__lookup * labels)
{
	const cJSON *key;

	cJSON_ArrayForEach(key, keys)
	{
		const cJSON *value =
		    cJSON_IsString(key) ? fakeapi__lookup(labels, key->valuestring) : NULL;
		cJSON *one = value ? cJSON_CreateObject() : NULL, *own, *values, *list;

		if (!value)
			continue;
		if (!fakeapi__member(selector, "matchExpressions"))
			*pod.nomem |=
			    fakeapi__set(selector, "matchExpressions", cJSON_CreateArray()) < 0;
		list = fakeapi__member(selector, "matchExpressions");
		own = cJSON_Duplicate(value, true);
		if (!list || !one || !own ||
		    !cJSON_AddStringToObject(one, "key", key->valuestring) ||
		    !cJSON_AddStringToObject(one, "operator", operator) ||
		    !(values = cJSON_AddArrayToObject(one, "values")) ||
		    !cJSON_AddItemToArray(values, own)) {
			cJSON_Delete(own);
			cJSON_Delete(one);
			*pod.nomem = true;
			return;
		}
		if (!cJSON_AddItemToArray(list, one)) {
			cJSON_Delete(one);
			*pod.nomem = true;
		}
	}
}

static void add_own_labels(struct fakeapi__place pod, const cJSON *term,
			   const struct fakeapi__lookup *labels)
{
	cJSON *selector = fakeapi__member(term, "labelSelector");

	if (!cJSON_IsObject(selector))
		return;
	add_requirements(pod, selector, fakeapi__member(term, "matchLabelKeys"), "In", labels);
	add_requirements(pod, selector, fakeapi__member(term, "mismatchLabelKeys"), "NotIn",
			 labels);
}

/* mutatePodAffinity(), mutateTopologySpreadConstraints() */
static void merge_label_keys(struct fakeapi__place pod)
{
	static const char *const kinds[] = { "podAffinity", "podAntiAffinity" };
	const cJSON *labels = fakeapi__dig(pod.v, "metadata", "labels", NULL), *m;
	const cJSON *spec = fakeapi__member(pod.v, "spec");
	struct fakeapi__lookup values;

	fakeapi__lookup_members(&values, labels, labels);
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		const cJSON *kind = fakeapi__dig(spec, "affinity", kinds[i], NULL);

		cJSON_ArrayForEach(
		    m, fakeapi__member(kind, "preferredDuringSchedulingIgnoredDuringExecution"))
		    add_own_labels(pod, fakeapi__member(m, "podAffinityTerm"), &values);
		cJSON_ArrayForEach(
		    m, fakeapi__member(kind, "requiredDuringSchedulingIgnoredDuringExecution"))
		    add_own_labels(pod, m, &values);
	}
	cJSON_ArrayForEach(m, fakeapi__member(spec, "topologySpreadConstraints"))
	    add_own_labels(pod, m, &values);
	fakeapi__lookup_fini(&values);
}

void fakeapi__pod_prepare(struct fakeapi__place pod, const cJSON *old)
{
	struct fakeapi__place spec = need(pod, "spec"), status;

	if (old)
		return;
	merge_label_keys(pod);
	sync_profiles(pod);
	put(pod, "status", cJSON_CreateObject());
	status = at(pod, "status");
	put(status, "phase", cJSON_CreateString("Pending"));
	if (cJSON_GetArraySize(fakeapi__member(spec.v, "schedulingGates")) > 0)
		put(status, "conditions", gated(fakeapi__meta_str(pod.v, "creationTimestamp")));
	put(status, "qosClass", cJSON_CreateString(fakeapi__pod_qos_class(spec.v)));
}

/* metav1.ResetObjectMetaForStatus */
static void keep_metadata(struct fakeapi__place pod, const cJSON *old)
{
	static const char *const kept[] = { "labels", "annotations", "finalizers",
					    "ownerReferences" };

	for (size_t i = 0; i < ARRAY_LEN(kept); i++)
		*pod.nomem |= fakeapi__meta_copy(pod.v, old, kept[i]) < 0;
}

/* Restores everything but ephemeral containers. */
static int only_ephemeral(struct fakeapi__place pod, const cJSON *old)
{
	cJSON *list = cJSON_DetachItemFromObjectCaseSensitive(fakeapi__member(pod.v, "spec"),
							      "ephemeralContainers");

	keep_metadata(pod, old);
	*pod.nomem |= fakeapi__copy_member(pod.v, old, "spec") < 0;
	if (list)
		put(need(pod, "spec"), "ephemeralContainers", list);
	else
		fakeapi__place_remove(need(pod, "spec"), "ephemeralContainers");
	return *pod.nomem ? -1 : 0;
}

/* The old containers with their new resources; if a name differs, the sent ones, which validation
 * refuses. Consumes `now`. */
static cJSON *resized(cJSON *now, const cJSON *before, bool *nomem)
{
	static const char *const resizable[] = { "resources", "resizePolicy" };
	cJSON *out = cJSON_Duplicate(before, true);
	cJSON *o = out ? out->child : NULL;

	*nomem |= before && !out;
	for (const cJSON *n = now ? now->child : NULL; n && o; n = n->next, o = o->next) {
		if (strcmp(fakeapi__string(n, "name"), fakeapi__string(o, "name")) != 0) {
			cJSON_Delete(out);
			return now;
		}
		for (size_t i = 0; i < ARRAY_LEN(resizable); i++) {
			const cJSON *m = fakeapi__member(n, resizable[i]);

			if (!m)
				cJSON_DeleteItemFromObjectCaseSensitive(o, resizable[i]);
			else
				*nomem |=
				    fakeapi__set(o, resizable[i], cJSON_Duplicate(m, true)) != 0;
		}
	}
	cJSON_Delete(now);
	return out;
}

/* dropNonResizeUpdates(): restores everything but resources and resize policies. */
static int only_resources(struct fakeapi__place pod, const cJSON *old)
{
	static const char *const lists[] = { "containers", "initContainers" };
	const cJSON *before = fakeapi__member(old, "spec");
	cJSON *spec = fakeapi__member(pod.v, "spec"), *kept[ARRAY_LEN(lists)];

	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		if (cJSON_GetArraySize(fakeapi__member(spec, lists[i])) !=
		    cJSON_GetArraySize(fakeapi__member(before, lists[i])))
			return 0; /* validation refuses it */
	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		kept[i] = resized(cJSON_DetachItemFromObjectCaseSensitive(spec, lists[i]),
				  fakeapi__member(before, lists[i]), pod.nomem);
	keep_metadata(pod, old);
	*pod.nomem |= fakeapi__copy_member(pod.v, old, "spec") < 0 ||
		      fakeapi__copy_member(pod.v, old, "status") < 0;
	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		if (kept[i])
			put(need(pod, "spec"), lists[i], kept[i]);
	return *pod.nomem ? -1 : 0;
}

int fakeapi__pod_prepare_for_update(const struct fakeapi__call *c, const cJSON *old, cJSON *obj,
				    const char *sub)
{
	bool nomem = false;
	struct fakeapi__place pod = { obj, fakeapi__type_of(c->res), &nomem }, status;
	const cJSON *had = fakeapi__dig(old, "status", "qosClass", NULL);

	if (strcmp(sub, "ephemeralcontainers") == 0)
		return only_ephemeral(pod, old);
	if (strcmp(sub, "resize") == 0)
		return only_resources(pod, old);
	if (strcmp(sub, "status") != 0 || !had)
		return 0;
	status = need(pod, "status");
	if (!*fakeapi__string(status.v, "qosClass"))
		put(status, "qosClass", cJSON_Duplicate(had, true));
	return nomem ? -1 : 0;
}

static int64_t pod_grace(const struct fakeapi__deletion *d, const cJSON *obj)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	const cJSON *status = cJSON_GetObjectItemCaseSensitive(obj, "status");
	const cJSON *own = cJSON_GetObjectItemCaseSensitive(spec, "terminationGracePeriodSeconds");
	const char *phase = fakeapi__get_str(status, "phase");
	int64_t grace = cJSON_IsNumber(own) ? (int64_t)own->valuedouble : 0;

	if (d->opt->has_grace)
		grace = d->opt->grace_s;
	if (!fakeapi__get_str(spec, "nodeName")[0] || strcmp(phase, "Failed") == 0 ||
	    strcmp(phase, "Succeeded") == 0)
		grace = 0;
	return grace < 0 ? 1 : grace;
}

/* Marks a pod for its grace period; deletes it at once if none is left. */
int fakeapi__pod_delete(struct fakeapi__deletion *d, cJSON *obj)
{
	bool pending = fakeapi__meta_has(obj, "deletionTimestamp");
	int64_t had = fakeapi__meta_int(obj, "deletionGracePeriodSeconds");
	int64_t grace = pod_grace(d, obj);
	bool changed;

	if (pending && had > 0 && (!d->opt->has_grace || grace >= had)) {
		d->unchanged = true;
		return 0;
	}
	if (fakeapi__delete_propagation(d, obj, &changed) < 0)
		return -1;
	if (!pending || had > 0 || changed) {
		if (fakeapi__delete_mark(d, obj, grace, true) < 0 ||
		    fakeapi__delete_write(d, obj) < 0)
			return -1;
	}
	if (grace > 0 || fakeapi__finalizer_count(obj) > 0)
		return 0;
	return fakeapi__delete_finish(d, obj);
}
