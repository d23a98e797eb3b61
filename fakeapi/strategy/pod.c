/* SPDX-License-Identifier: Apache-2.0 */
/* pod.c - pods: their first status, and the time they are given to end. */
#include "fakeapi/strategy/strategies.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/rest/delete.h"

#define at   fakeapi__place_at
#define need fakeapi__place_need
#define put  fakeapi__place_set

/* How a container's cpu and memory are bound. */
struct qos {
	bool any, all_limited;
};

static bool positive(const cJSON *list, const char *name)
{
	return fakeapi__quantity_value(fakeapi__string(list, name)) > 0;
}

static void qos_of(const cJSON *containers, struct qos *q)
{
	static const char *const counted[] = { "cpu", "memory" };
	const cJSON *c;

	cJSON_ArrayForEach(c, containers)
	{
		const cJSON *requests = fakeapi__dig(c, "resources", "requests", NULL);
		const cJSON *limits = fakeapi__dig(c, "resources", "limits", NULL);

		for (size_t i = 0; i < ARRAY_LEN(counted); i++) {
			const char *r = fakeapi__string(requests, counted[i]);
			const char *l = fakeapi__string(limits, counted[i]);
			double want = fakeapi__quantity_value(r), max = fakeapi__quantity_value(l);

			q->any |= positive(requests, counted[i]) || positive(limits, counted[i]);
			if (!positive(limits, counted[i]) || (*r && (want < max || want > max)))
				q->all_limited = false;
		}
	}
}

/* Of what all containers have together, if that is said. */
static const char *qos_class_of_all(const cJSON *resources)
{
	static const char *const counted[] = { "cpu", "memory" };
	const cJSON *requests = fakeapi__member(resources, "requests");
	const cJSON *limits = fakeapi__member(resources, "limits");
	size_t asked = 0, bound = 0;
	bool all = true;

	for (size_t i = 0; i < ARRAY_LEN(counted); i++) {
		double want = fakeapi__quantity_value(fakeapi__string(requests, counted[i]));
		double most = fakeapi__quantity_value(fakeapi__string(limits, counted[i]));

		asked += want > 0;
		bound += most > 0;
		all &= !(want > 0) || (want <= most && want >= most);
	}
	if (!asked && !bound)
		return "BestEffort";
	return all && asked == bound && bound == ARRAY_LEN(counted) ? "Guaranteed" : "Burstable";
}

static bool is_pod_level(const cJSON *list)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, list) if (strcmp(m->string, "cpu") == 0 ||
					strcmp(m->string, "memory") == 0 ||
					strncmp(m->string, "hugepages-", 10) == 0) return true;
	return false;
}

static const char *qos_class(const cJSON *spec)
{
	const cJSON *resources = fakeapi__member(spec, "resources");
	struct qos q = { false, true };

	if (is_pod_level(fakeapi__member(resources, "requests")) ||
	    is_pod_level(fakeapi__member(resources, "limits")))
		return qos_class_of_all(resources);

	qos_of(fakeapi__member(spec, "containers"), &q);
	qos_of(fakeapi__member(spec, "initContainers"), &q);
	return !q.any ? "BestEffort" : q.all_limited ? "Guaranteed" : "Burstable";
}

/* The conditions of a pod that nobody may schedule yet. */
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

/* The profile that an annotation names; NULL: none, or no memory. */
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

/* AppArmor's annotation of a container becomes the field that it has no value in. */
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

void fakeapi__pod_prepare(struct fakeapi__place pod, const cJSON *old)
{
	struct fakeapi__place spec = need(pod, "spec"), status;

	if (old)
		return;
	sync_profiles(pod);
	put(pod, "status", cJSON_CreateObject());
	status = at(pod, "status");
	put(status, "phase", cJSON_CreateString("Pending"));
	if (cJSON_GetArraySize(fakeapi__member(spec.v, "schedulingGates")) > 0)
		put(status, "conditions", gated(fakeapi__meta_str(pod.v, "creationTimestamp")));
	put(status, "qosClass", cJSON_CreateString(qos_class(spec.v)));
}

/* Everything but ephemeral containers stays as it was. */
static int only_ephemeral(struct fakeapi__place pod, const cJSON *old)
{
	static const char *const kept[] = { "labels", "annotations", "finalizers",
					    "ownerReferences" };
	cJSON *list = cJSON_DetachItemFromObjectCaseSensitive(fakeapi__member(pod.v, "spec"),
							      "ephemeralContainers");

	for (size_t i = 0; i < ARRAY_LEN(kept); i++)
		*pod.nomem |= fakeapi__meta_copy(pod.v, old, kept[i]) < 0;
	*pod.nomem |= fakeapi__copy_member(pod.v, old, "spec") < 0;
	if (list)
		put(need(pod, "spec"), "ephemeralContainers", list);
	else
		fakeapi__place_remove(need(pod, "spec"), "ephemeralContainers");
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

/* Pods have time to end: marked first, and with no grace left taken away at once. */
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
