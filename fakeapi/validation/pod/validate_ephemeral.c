/* SPDX-License-Identifier: Apache-2.0 */
/* validate_ephemeral.c - ephemeral containers, and pods/ephemeralcontainers, the only way to add
 * them. */
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/pod/validate_pod.h"

/* allowedEphemeralContainerFields: forbidden fields of a container, in Go's order. */
static const struct {
	const char *name, *member;
} refused[] = {
	{ "ports", "ports" },
	{ "resources", "resources" },
	{ "resizePolicy", "resizePolicy" },
	{ "restartPolicy", "restartPolicy" },
	{ "restartPolicyRules", "restartPolicyRules" },
	{ "livenessProbe", "livenessProbe" },
	{ "readinessProbe", "readinessProbe" },
	{ "startupProbe", "startupProbe" },
	{ "lifecycle", "lifecycle" },
};

static void check_subpaths(causes_t *c, const path_t *at, const cJSON *mounts)
{
	static const char *const parts[] = { "subPath", "subPathExpr" };
	const cJSON *m;
	size_t k = 0;

	cJSON_ArrayForEach(m, mounts)
	{
		const path_t *here = PATH_AT(at, k);

		k++;
		for (size_t i = 0; i < ARRAY_LEN(parts); i++)
			if (*fakeapi__string(m, parts[i]))
				fakeapi__cause_forbidden(
				    c, PATH(here, parts[i]),
				    "cannot be set for an Ephemeral Container");
	}
}

static void check_one(causes_t *c, const path_t *at, const cJSON *ctr,
		      const struct fakeapi__pod_check *pod)
{
	fakeapi__check_container(c, at, ctr, pod);
	fakeapi__check_image(c, PATH(at, "image"), ctr);
}

static void check_members(causes_t *c, const path_t *at, const cJSON *ctr)
{
	for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
		const cJSON *m = fakeapi__member(ctr, refused[i].member);

		if (!fakeapi__is_blank(m))
			fakeapi__cause_forbidden(c, PATH(at, refused[i].name),
						 "cannot be set for an Ephemeral Container");
	}
	check_subpaths(c, PATH(at, "volumeMounts"), fakeapi__member(ctr, "volumeMounts"));
}

void fakeapi__check_ephemeral_containers(causes_t *c, const path_t *at,
					 const struct fakeapi__pod_check *pod)
{
	const cJSON *list = fakeapi__member(pod->spec, "ephemeralContainers"), *ctr;
	struct fakeapi__lookup names, lasting, first;
	size_t i = 0;

	fakeapi__lookup_items(&names, list, "name", list);
	fakeapi__lookup_items(&lasting, fakeapi__member(pod->spec, "containers"), "name", list);
	fakeapi__lookup_items(&first, fakeapi__member(pod->spec, "initContainers"), "name", list);
	cJSON_ArrayForEach(ctr, list)
	{
		const path_t *here = PATH_AT(at, i);
		const char *name = fakeapi__string(ctr, "name");
		const char *target = fakeapi__string(ctr, "targetContainerName");

		i++;
		check_one(c, here, ctr, pod);
		if (fakeapi__lookup(&lasting, name) || fakeapi__lookup(&first, name) ||
		    fakeapi__lookup_again(&names, ctr))
			fakeapi__cause_duplicate(c, PATH(here, "name"),
						 fakeapi__member(ctr, "name"));
		if (*target && !fakeapi__lookup(&lasting, target) &&
		    !fakeapi__lookup(&first, target))
			fakeapi__cause_not_found(c, PATH(here, "targetContainerName"),
						 fakeapi__member(ctr, "targetContainerName"));
		check_members(c, here, ctr);
	}
	fakeapi__lookup_fini(&names);
	fakeapi__lookup_fini(&lasting);
	fakeapi__lookup_fini(&first);
}

/* --- pods/ephemeralcontainers --------------------------------------------------------------- */

static void check_kept(causes_t *c, const path_t *at, const cJSON *was, const cJSON *now)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (now && fakeapi__equal(was, now))
		return;
	strbuf_addz(&text, "existing ephemeral containers ");
	fakeapi__go_quote(&text, str_of(fakeapi__string(was, "name")));
	if (now)
		strbuf_addz(&text, " may not be changed\n");
	else
		strbuf_addz(&text, " may not be removed\n");
	if (now && fakeapi__internal_diff(c, &text, FAKEAPI_INTERNAL_EPHEMERAL_CONTAINER, was, now))
		text.failed = true;
	c->nomem |= text.failed;
	if (!text.failed)
		fakeapi__cause_forbidden(c, at, text.ptr);
}

void fakeapi__check_never_ephemeral(causes_t *c, const cJSON *obj, const cJSON *old)
{
	(void)obj;
	if (fakeapi__is_mirror_pod(old))
		fakeapi__cause_forbidden(c, PATH_KEY(NULL, STR("")),
					 "static pods do not support ephemeral containers");
}

void fakeapi__check_pod_ephemeral(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *list = fakeapi__dig(obj, "spec", "ephemeralContainers", NULL);
	const cJSON *before = fakeapi__dig(old, "spec", "ephemeralContainers", NULL), *was;
	const path_t *spec = PATH(NULL, "spec"), *at = PATH(spec, "ephemeralContainers");
	struct fakeapi__lookup names;

	fakeapi__check_pod_form(c, obj);
	fakeapi__check_annotation_updates(c, obj, old);
	fakeapi__lookup_items(&names, list, "name", before);
	cJSON_ArrayForEach(was, before)
	    check_kept(c, at, was, fakeapi__lookup(&names, fakeapi__string(was, "name")));
	fakeapi__lookup_fini(&names);
}
