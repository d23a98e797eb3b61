/* SPDX-License-Identifier: Apache-2.0 */
/* validate_annotations.c - annotations of pods and templates that have a meaning. */
#include <stdlib.h>

#include "base/text/number.h"
#include "fakeapi/validation/pod/validate_pod.h"

static void check_seccomp_note(causes_t *c, const path_t *at, const cJSON *note)
{
	static const char *const profiles[] = { "runtime/default", "docker/default", "unconfined" };
	const char *profile = fakeapi__text(note);

	for (size_t i = 0; i < ARRAY_LEN(profiles); i++)
		if (strcmp(profile, profiles[i]) == 0)
			return;
	if (strncmp(profile, "localhost/", 10) == 0)
		fakeapi__check_path_below(c, PATH(at, note->string), profile + 10);
	else
		fakeapi__cause_invalid_str(c, PATH(at, note->string), str_of(profile),
					   "must be a valid seccomp profile");
}

/* Profiles in annotations have no effect any more but must be valid. */
static void check_seccomp_notes(causes_t *c, const path_t *at, const cJSON *notes)
{
	static const char of_container[] = "container.seccomp.security.alpha.kubernetes.io/";
	const cJSON *n = fakeapi__member(notes, "seccomp.security.alpha.kubernetes.io/pod");

	if (n)
		check_seccomp_note(c, at, n);
	cJSON_ArrayForEach(n, notes)
	{
		if (strncmp(n->string, of_container, sizeof(of_container) - 1) == 0)
			check_seccomp_note(c, at, n);
	}
}

/* --- AppArmor ------------------------------------------------------------------------------ */

#define APP_ARMOR "container.apparmor.security.beta.kubernetes.io/"

static bool has_container(const cJSON *spec, const char *name)
{
	static const char *const lists[] = { "initContainers", "containers",
					     "ephemeralContainers" };
	const cJSON *ctr;

	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		cJSON_ArrayForEach(ctr, fakeapi__member(spec, lists[i]))
		{
			if (strcmp(fakeapi__string(ctr, "name"), name) == 0)
				return true;
		}
	return false;
}

static void check_app_armor(causes_t *c, const path_t *at, const cJSON *note, const cJSON *spec)
{
	static const char *const known[] = { "", "runtime/default", "unconfined" };
	const char *name = note->string + strlen(APP_ARMOR);
	const char *profile = fakeapi__text(note);
	const path_t *here = PATH_KEY(at, str_of(note->string));
	AUTO_STRBUF why = STRBUF_INIT;

	if (!has_container(spec, name))
		fakeapi__cause_invalid_str(c, here, str_of(name), "container not found");
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (strcmp(profile, known[i]) == 0)
			return;
	if (strncmp(profile, "localhost/", 10) == 0)
		return;
	strbuf_addz(&why, "invalid AppArmor profile name: ");
	fakeapi__go_quote(&why, str_of(profile));
	c->nomem |= why.failed;
	if (!why.failed)
		fakeapi__cause_invalid_str(c, here, str_of(profile), why.ptr);
}

/* --- other annotations ---------------------------------------------------------------------- */

#define MIRROR	      "kubernetes.io/config.mirror"
#define TOLERATIONS   "scheduler.alpha.kubernetes.io/tolerations"
#define DELETION_COST "controller.kubernetes.io/pod-deletion-cost"

/* strconv.ParseInt(z, 10, 32), without leading zeros and plus signs. */
static bool is_cost(const char *z)
{
	int64_t v;

	if (strcmp(z, "0") != 0 && !(z[0] == '-' && z[1] >= '0' && z[1] <= '9') &&
	    !(z[0] >= '1' && z[0] <= '9'))
		return false;
	return number_read_signed(str_of(z), &v) == NUMBER_FINE && v >= INT32_MIN && v <= INT32_MAX;
}

static void check_toleration_note(causes_t *c, const path_t *at, const char *text)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *list = fakeapi__go_json_parse(str_of(text), &why);

	if (list && !cJSON_IsArray(list) && !cJSON_IsNull(list))
		strbuf_addf(&why,
			    "json: cannot unmarshal %s into Go value of type []core.Toleration",
			    fakeapi__go_json_word(list));
	if (why.len)
		fakeapi__cause_invalid_str(c, at, STR(TOLERATIONS), why.ptr);
	else if (!list)
		c->nomem = true;
	else
		fakeapi__check_tolerations(c, PATH(at, TOLERATIONS), list);
	c->nomem |= why.failed;
	cJSON_Delete(list);
}

void fakeapi__check_pod_annotations(causes_t *c, const path_t *at, const cJSON *notes,
				    const cJSON *spec)
{
	const cJSON *mirror = fakeapi__member(notes, MIRROR);
	const cJSON *cost = fakeapi__member(notes, DELETION_COST), *n;

	if (mirror && !*fakeapi__string(spec, "nodeName"))
		fakeapi__cause_invalid(c, PATH_KEY(at, STR(MIRROR)), mirror,
				       "must set spec.nodeName if mirror pod annotation is set");
	if (*fakeapi__string(notes, TOLERATIONS))
		check_toleration_note(c, at, fakeapi__string(notes, TOLERATIONS));
	if (cost && !is_cost(fakeapi__string(notes, DELETION_COST)))
		fakeapi__cause_invalid(c, PATH_KEY(at, STR(DELETION_COST)), cost,
				       "must be a 32bit integer");
	check_seccomp_notes(c, at, notes);
	cJSON_ArrayForEach(n, notes)
	{
		if (strncmp(n->string, APP_ARMOR, strlen(APP_ARMOR)) == 0)
			check_app_armor(c, at, n, spec);
	}
}

static bool is_fixed(const char *key)
{
	return strncmp(key, APP_ARMOR, strlen(APP_ARMOR)) == 0 || strcmp(key, MIRROR) == 0;
}

/* Annotations that an update may neither add, change nor remove. */
static void check_fixed_note(causes_t *c, const path_t *at, const char *key, const char *armor,
			     const char *mirror)
{
	if (strncmp(key, APP_ARMOR, strlen(APP_ARMOR)) == 0)
		fakeapi__cause_forbidden(c, PATH_KEY(at, str_of(key)), armor);
	if (strcmp(key, MIRROR) == 0)
		fakeapi__cause_forbidden(c, PATH_KEY(at, str_of(key)), mirror);
}

void fakeapi__check_annotation_updates(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *notes = fakeapi__dig(obj, "metadata", "annotations", NULL), *n;
	const cJSON *before = fakeapi__dig(old, "metadata", "annotations", NULL);
	const path_t *meta = PATH(NULL, "metadata"), *at = PATH(meta, "annotations");

	cJSON_ArrayForEach(n, before)
	{
		const cJSON *now = is_fixed(n->string) ? fakeapi__member(notes, n->string) : n;

		if (!now || !fakeapi__equal(now, n))
			check_fixed_note(c, at, n->string,
					 "may not remove or update AppArmor annotations",
					 "may not remove or update mirror pod annotation");
	}
	cJSON_ArrayForEach(n, notes)
	{
		if (is_fixed(n->string) && !fakeapi__member(before, n->string))
			check_fixed_note(c, at, n->string, "may not add AppArmor annotations",
					 "may not add mirror pod annotation");
	}
	fakeapi__check_pod_annotations(c, at, notes, fakeapi__member(obj, "spec"));
}

bool fakeapi__is_mirror_pod(const cJSON *obj)
{
	return fakeapi__dig(obj, "metadata", "annotations", MIRROR, NULL) != NULL;
}
