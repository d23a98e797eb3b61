/* SPDX-License-Identifier: Apache-2.0 */
/* validate_pod_update.c - checks which fields of a pod's spec an update changes. */
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/pod/validate_pod.h"

/* false: the containers cannot be paired. */
static bool check_container_updates(causes_t *c, const path_t *at, const cJSON *now,
				    const cJSON *before)
{
	const cJSON *ctr;
	size_t i = 0;

	if (cJSON_GetArraySize(now) != cJSON_GetArraySize(before)) {
		fakeapi__cause_forbidden(c, at, "pod updates may not add or remove containers");
		return false;
	}
	cJSON_ArrayForEach(ctr, now)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		fakeapi__check_some(c, PATH(here, "image"), fakeapi__member(ctr, "image"));
		fakeapi__check_image(c, PATH(here, "image"), ctr);
	}
	return true;
}

/* Writes all fields except the seconds as text. */
static void toleration_text(const cJSON *t, struct strbuf *out)
{
	static const char *const parts[] = { "key", "operator", "value", "effect" };

	strbuf_clear(out);
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		fakeapi__go_quote(out, str_of(fakeapi__string(t, parts[i])));
}

static void check_added_tolerations(causes_t *c, const path_t *at, const cJSON *now,
				    const cJSON *before)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct map kept;
	const cJSON *t;

	map_init(&kept, MAP_COPY_KEYS);
	cJSON_ArrayForEach(t, now)
	{
		toleration_text(t, &text);
		c->nomem |= map_put(&kept, strbuf_str(&text), &kept, NULL) != 0;
	}
	cJSON_ArrayForEach(t, before)
	{
		toleration_text(t, &text);
		if (text.failed || map_get(&kept, strbuf_str(&text)))
			continue;
		fakeapi__cause_forbidden(c, at,
					 "existing toleration can not be modified except its "
					 "tolerationSeconds");
		break;
	}
	c->nomem |= text.failed;
	map_fini(&kept);
}

/* Copies the images of `before` to the containers of `spec`. */
static int munge_images(cJSON *spec, const cJSON *before, const char *list)
{
	cJSON *n = fakeapi__member(spec, list);
	const cJSON *o = fakeapi__member(before, list);

	n = n ? n->child : NULL;
	o = o ? o->child : NULL;
	for (; n && o; n = n->next, o = o->next)
		if (fakeapi__member(o, "image") &&
		    fakeapi__set(n, "image", cJSON_Duplicate(fakeapi__member(o, "image"), true)) !=
			0)
			return -1;
	return 0;
}

/* Restores the old value of a member. */
static int put_back(cJSON *spec, const cJSON *before, const char *name)
{
	const cJSON *o = fakeapi__member(before, name);

	if (o)
		return fakeapi__set(spec, name, cJSON_Duplicate(o, true));
	cJSON_DeleteItemFromObjectCaseSensitive(spec, name);
	return 0;
}

/* Restores only the node affinity: pod affinity may not change. */
static int put_back_affinity(cJSON *spec, const cJSON *before)
{
	cJSON *now = fakeapi__member(spec, "affinity");
	const cJSON *was = fakeapi__member(before, "affinity");
	int rc;

	if (!now && !fakeapi__member(was, "nodeAffinity"))
		return 0;
	if (!now && fakeapi__set(spec, "affinity", cJSON_CreateObject()) != 0)
		return -1;
	now = fakeapi__member(spec, "affinity");
	rc = put_back(now, was, "nodeAffinity");
	if (!was && now && !now->child)
		cJSON_DeleteItemFromObjectCaseSensitive(spec, "affinity");
	return rc;
}

/* A negative grace period may become 1, which has the same effect. */
static bool grace_is_repaired(const cJSON *spec, const cJSON *before)
{
	const cJSON *was = fakeapi__member(before, "terminationGracePeriodSeconds");
	const cJSON *now = fakeapi__member(spec, "terminationGracePeriodSeconds");

	return cJSON_IsNumber(was) && was->valuedouble < 0 && cJSON_IsNumber(now) &&
	       now->valueint == 1;
}

static int munge(cJSON *spec, const cJSON *before)
{
	static const char *const free_members[] = { "activeDeadlineSeconds", "tolerations",
						    "schedulingGates" };

	if (munge_images(spec, before, "containers") != 0 ||
	    munge_images(spec, before, "initContainers") != 0)
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(free_members); i++) {
		const cJSON *o = fakeapi__member(before, free_members[i]);

		if (o && fakeapi__set(spec, free_members[i], cJSON_Duplicate(o, true)) != 0)
			return -1;
		if (!o)
			cJSON_Delete(
			    cJSON_DetachItemFromObjectCaseSensitive(spec, free_members[i]));
	}
	if (grace_is_repaired(spec, before) &&
	    put_back(spec, before, "terminationGracePeriodSeconds") != 0)
		return -1;
	if (!fakeapi__is_blank(fakeapi__member(before, "schedulingGates"))) {
		if (put_back(spec, before, "nodeSelector") != 0 ||
		    put_back_affinity(spec, before) != 0)
			return -1;
	}
	return 0;
}

/* --- a gated pod: scheduling constraints may only be added -------------------------------- */

static void check_selector_grows(causes_t *c, const path_t *at, const cJSON *now,
				 const cJSON *before)
{
	struct fakeapi__lookup names;
	bool all = true;

	fakeapi__lookup_members(&names, now, before);
	for (const cJSON *m = before ? before->child : NULL; m && all; m = m->next) {
		const cJSON *n = fakeapi__lookup(&names, m->string);

		all = n && fakeapi__equal(n, m);
	}
	fakeapi__lookup_fini(&names);
	if (!all)
		fakeapi__cause_invalid(
		    c, at, now,
		    "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
}

/* True if `now` starts with all items of `before`. */
static bool begins_with(const cJSON *now, const cJSON *before)
{
	const cJSON *n = now ? now->child : NULL;
	const cJSON *b = before ? before->child : NULL;

	for (; b; b = b->next, n = n->next)
		if (!n || !fakeapi__equal(n, b))
			return false;
	return true;
}

static bool term_grows(const cJSON *now, const cJSON *before)
{
	static const char *const lists[] = { "matchExpressions", "matchFields" };
	bool empty = true, more = false;

	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		const cJSON *n = fakeapi__member(now, lists[i]);
		const cJSON *b = fakeapi__member(before, lists[i]);

		if (!begins_with(n, b))
			return false;
		empty &= fakeapi__is_blank(b);
		more |= !fakeapi__is_blank(n);
	}
	return !empty || !more;
}

static const cJSON *required_terms(const cJSON *spec)
{
	return fakeapi__dig(spec, "affinity", "nodeAffinity",
			    "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms",
			    NULL);
}

static void check_terms_grow(causes_t *c, const path_t *spec_at, const cJSON *spec,
			     const cJSON *before)
{
	const path_t *affinity = PATH(spec_at, "affinity"), *node = PATH(affinity, "nodeAffinity");
	const path_t *must = PATH(node, "requiredDuringSchedulingIgnoredDuringExecution");
	const path_t *at = PATH(must, "nodeSelectorTerms");
	const cJSON *now = required_terms(spec), *was = required_terms(before), *w;
	const cJSON *n = now ? now->child : NULL;
	size_t i = 0;

	if (fakeapi__is_blank(was))
		return;
	if (cJSON_GetArraySize(now) != cJSON_GetArraySize(was)) {
		fakeapi__cause_invalid_internal(
		    c, at, now, FAKEAPI_INTERNAL_NODE_SELECTOR_TERMS,
		    "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
		return;
	}
	cJSON_ArrayForEach(w, was)
	{
		if (!term_grows(n, w))
			fakeapi__cause_invalid_internal(
			    c, PATH_AT(at, i), n, FAKEAPI_INTERNAL_NODE_SELECTOR_TERM,
			    "only additions are allowed (no mutations or deletions)");
		n = n->next;
		i++;
	}
}

static void check_gated_update(causes_t *c, const path_t *at, const cJSON *spec,
			       const cJSON *before)
{
	if (fakeapi__is_blank(fakeapi__member(before, "schedulingGates")))
		return;
	check_selector_grows(c, PATH(at, "nodeSelector"), fakeapi__member(spec, "nodeSelector"),
			     fakeapi__member(before, "nodeSelector"));
	check_terms_grow(c, at, spec, before);
}

/* A deadline may be added or shortened. False: further checks are skipped. */
static bool check_deadline_update(causes_t *c, const path_t *at, const cJSON *now,
				  const cJSON *before)
{
	if (!cJSON_IsNumber(before))
		return true;
	if (!cJSON_IsNumber(now))
		fakeapi__cause_invalid(c, at, now,
				       "must not update from a positive integer to nil value");
	else if (now->valuedouble > before->valuedouble) {
		fakeapi__cause_invalid(c, at, now, "must be less than or equal to previous value");
		return false;
	}
	return true;
}

/* Scheduling gates may only be removed. */
static void check_new_gates(causes_t *c, const path_t *at, const cJSON *now, const cJSON *before)
{
	struct fakeapi__lookup known;
	const cJSON *g;
	size_t i = 0;

	fakeapi__lookup_items(&known, before, "name", now);
	cJSON_ArrayForEach(g, now)
	{
		const path_t *here = PATH_AT(at, i);
		AUTO_STRBUF text = STRBUF_INIT;

		i++;
		if (fakeapi__lookup(&known, fakeapi__string(g, "name")))
			continue;
		strbuf_addf(&text, "only deletion is allowed, but found new scheduling gate '%s'",
			    fakeapi__string(g, "name"));
		c->nomem |= text.failed;
		if (!text.failed)
			fakeapi__cause_forbidden(c, PATH(here, "name"), text.ptr);
	}
	fakeapi__lookup_fini(&known);
}

void fakeapi__check_pod_update(causes_t *c, const path_t *at, const cJSON *spec,
			       const cJSON *before)
{
	cJSON *munged;

	if (!check_container_updates(c, PATH(at, "containers"), fakeapi__member(spec, "containers"),
				     fakeapi__member(before, "containers")) ||
	    !check_container_updates(c, PATH(at, "initContainers"),
				     fakeapi__member(spec, "initContainers"),
				     fakeapi__member(before, "initContainers")))
		return;
	if (!check_deadline_update(c, PATH(at, "activeDeadlineSeconds"),
				   fakeapi__member(spec, "activeDeadlineSeconds"),
				   fakeapi__member(before, "activeDeadlineSeconds")))
		return;
	check_added_tolerations(c, PATH(at, "tolerations"), fakeapi__member(spec, "tolerations"),
				fakeapi__member(before, "tolerations"));
	check_new_gates(c, PATH(at, "schedulingGates"), fakeapi__member(spec, "schedulingGates"),
			fakeapi__member(before, "schedulingGates"));
	if (fakeapi__equal(spec, before))
		return;
	check_gated_update(c, at, spec, before);
	munged = cJSON_Duplicate(spec, true);
	if (!munged || munge(munged, before) != 0)
		c->nomem = true;
	else if (!fakeapi__equal(munged, before))
		fakeapi__cause_pod_changed(c, at, before, munged);
	cJSON_Delete(munged);
}
