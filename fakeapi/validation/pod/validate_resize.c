/* SPDX-License-Identifier: Apache-2.0 */
/* validate_resize.c - pods/resize: cpu and memory of a pod's containers. */
#include "fakeapi/meta/pod_sum.h"
#include "fakeapi/validation/pod/validate_pod.h"

static bool lasts(const cJSON *ctr)
{
	return strcmp(fakeapi__string(ctr, "restartPolicy"), "Always") == 0;
}

/* --- pods that cannot be resized ------------------------------------------------------------ */

static bool has_own_resources(const cJSON *pod)
{
	return !fakeapi__is_blank(fakeapi__dig(pod, "spec", "resources", "requests", NULL)) ||
	       !fakeapi__is_blank(fakeapi__dig(pod, "spec", "resources", "limits", NULL));
}

/* The reason why this pod cannot be resized, NULL if it can. */
static const char *why_never(const cJSON *obj, const cJSON *old)
{
	if (has_own_resources(obj) || has_own_resources(old))
		return "pods with pod-level resources cannot be resized";
	if (fakeapi__is_mirror_pod(old))
		return "static pods cannot be resized";
	if (strcmp(fakeapi__string(fakeapi__dig(old, "spec", "os", NULL), "name"), "windows") == 0)
		return "windows pods cannot be resized";
	return NULL;
}

/* True if the pod's kubelet supports resizing: it reports the resources of running containers. */
static bool node_resizes(const cJSON *pod)
{
	const cJSON *s;

	cJSON_ArrayForEach(s, fakeapi__dig(pod, "status", "containerStatuses", NULL))
	{
		if (fakeapi__dig(s, "state", "running", NULL))
			return fakeapi__member(s, "resources") != NULL;
	}
	return true;
}

/* --- the containers ------------------------------------------------------------------------- */

static bool check_order(causes_t *c, const path_t *at, const cJSON *now, const cJSON *was,
			const char *what)
{
	const cJSON *n = now ? now->child : NULL;
	bool same = true;
	size_t i = 0;

	if (cJSON_GetArraySize(now) != cJSON_GetArraySize(was)) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addf(&text, "%s may not be added or removed on resize", what);
		c->nomem |= text.failed;
		if (!text.failed)
			fakeapi__cause_forbidden(c, at, text.ptr);
		return false;
	}
	for (const cJSON *o = was ? was->child : NULL; o && n; o = o->next, n = n->next, i++) {
		const path_t *here = PATH_AT(at, i);
		AUTO_STRBUF text = STRBUF_INIT;

		if (strcmp(fakeapi__string(n, "name"), fakeapi__string(o, "name")) == 0)
			continue;
		same = false;
		strbuf_addf(&text, "%s may not be renamed or reordered on resize", what);
		c->nomem |= text.failed;
		if (!text.failed)
			fakeapi__cause_forbidden(c, PATH(here, "name"), text.ptr);
	}
	return same;
}

static bool removed(const cJSON *now, const cJSON *was)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, was) if (!fakeapi__member(now, m->string)) return true;
	return false;
}

static void check_removed(causes_t *c, const path_t *at, const cJSON *now, const cJSON *was)
{
	if (removed(fakeapi__dig(now, "resources", "requests", NULL),
		    fakeapi__dig(was, "resources", "requests", NULL)))
		fakeapi__cause_forbidden(c, PATH(at, "requests"),
					 "resource requests cannot be removed");
	if (removed(fakeapi__dig(now, "resources", "limits", NULL),
		    fakeapi__dig(was, "resources", "limits", NULL)))
		fakeapi__cause_forbidden(c, PATH(at, "limits"),
					 "resource limits cannot be removed");
}

/* True if the lists differ only in cpu and memory. */
static bool same_but_two(const cJSON *now, const cJSON *was)
{
	const cJSON *m;

	if (fakeapi__is_blank(was))
		return true; /* the server drops it before the comparison */
	cJSON_ArrayForEach(m, now)
	{
		const cJSON *w = fakeapi__member(was, m->string);

		if (strcmp(m->string, "cpu") != 0 && strcmp(m->string, "memory") != 0 &&
		    (!w || !fakeapi__equal(m, w)))
			return false;
	}
	cJSON_ArrayForEach(m, was)
	{
		if (strcmp(m->string, "cpu") != 0 && strcmp(m->string, "memory") != 0 &&
		    !fakeapi__member(now, m->string))
			return false;
	}
	return true;
}

/* dropCPUMemoryResourcesFromContainer() and the comparison that follows. */
static bool only_two_change(const cJSON *now, const cJSON *was)
{
	static const char *const lists[] = { "requests", "limits" };
	const cJSON *m;

	if (!fakeapi__is_blank(fakeapi__dig(was, "resources", "claims", NULL)))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		if (!same_but_two(fakeapi__dig(now, "resources", lists[i], NULL),
				  fakeapi__dig(was, "resources", lists[i], NULL)))
			return false;
	cJSON_ArrayForEach(m, now)
	{
		const cJSON *w = fakeapi__member(was, m->string);

		if (strcmp(m->string, "resources") != 0 && (!w || !fakeapi__equal(m, w)))
			return false;
	}
	cJSON_ArrayForEach(m, was)
	{
		if (strcmp(m->string, "resources") != 0 && !fakeapi__member(now, m->string))
			return false;
	}
	return true;
}

/* `first`: init containers, of which only sidecars are checked. */
static void check_removals(causes_t *c, const path_t *at, const cJSON *now, const cJSON *was,
			   bool first)
{
	const cJSON *n = now ? now->child : NULL;
	size_t i = 0;

	for (const cJSON *o = was ? was->child : NULL; o && n; o = o->next, n = n->next, i++) {
		const path_t *here = PATH_AT(at, i);

		if (!first || lasts(o))
			check_removed(c, PATH(here, "resources"), n, o);
	}
}

static void check_changes(causes_t *c, const path_t *at, const cJSON *now, const cJSON *was,
			  bool first)
{
	const cJSON *n = now ? now->child : NULL;

	for (const cJSON *o = was ? was->child : NULL; o && n; o = o->next, n = n->next) {
		if (first && !lasts(n)) {
			if (!fakeapi__equal(n, o))
				fakeapi__cause_forbidden(c, at,
							 "resources for non-sidecar init "
							 "containers are immutable");
			continue;
		}
		if (!only_two_change(n, o))
			fakeapi__cause_forbidden(
			    c, at,
			    first ? "only cpu and memory resources for sidecar containers are "
				    "mutable"
				  : "only cpu and memory resources are mutable");
	}
}

void fakeapi__check_never_resized(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const char *never = why_never(obj, old);

	if (never)
		fakeapi__cause_forbidden(c, PATH_KEY(NULL, STR("")), never);
}

void fakeapi__check_pod_resize(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec"), *before = fakeapi__member(old, "spec");
	const cJSON *main_now = fakeapi__member(spec, "containers");
	const cJSON *main_was = fakeapi__member(before, "containers");
	const cJSON *init_now = fakeapi__member(spec, "initContainers");
	const cJSON *init_was = fakeapi__member(before, "initContainers");
	const path_t *at = PATH(NULL, "spec");
	const char *class = fakeapi__string(fakeapi__member(old, "status"), "qosClass");
	bool same;

	fakeapi__check_pod_form(c, obj);
	if (strcmp(*class ? class : fakeapi__pod_qos_class(before), fakeapi__pod_qos_class(spec)) !=
	    0)
		fakeapi__cause_invalid_str(c, at,
					   str_of(fakeapi__string(fakeapi__member(obj, "status"),
								  "qosClass")),
					   "Pod QOS Class may not change as a result of resizing");
	if (!node_resizes(old))
		fakeapi__cause_forbidden(c, at, "Pod running on node without support for resize");
	same = check_order(c, PATH(at, "containers"), main_now, main_was, "containers");
	same &= check_order(c, PATH(at, "initContainers"), init_now, init_was, "initContainers");
	if (!same)
		return;
	check_removals(c, PATH(at, "initContainers"), init_now, init_was, true);
	check_removals(c, PATH(at, "containers"), main_now, main_was, false);
	check_changes(c, at, main_now, main_was, false);
	check_changes(c, at, init_now, init_was, true);
}
