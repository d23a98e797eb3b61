/* SPDX-License-Identifier: Apache-2.0 */
/* optional_plugins.c - admission plug-ins that are disabled by default:
 * LimitPodHardAntiAffinityTopology, AlwaysPullImages, ExtendedResourceToleration,
 * DenyServiceExternalIPs, AlwaysDeny. */
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"

#define need fakeapi__place_need
#define put  fakeapi__place_set

int fakeapi__anti_affinity_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *terms = fakeapi__dig(obj, "spec", "affinity", "podAntiAffinity",
					  "requiredDuringSchedulingIgnoredDuringExecution", NULL);
	const cJSON *m;

	(void)old;
	cJSON_ArrayForEach(m, terms)
	{
		const char *key = fakeapi__string(m, "topologyKey");

		if (strcmp(key, "kubernetes.io/hostname") != 0)
			return fakeapi__forbid_why(
			    c, obj,
			    "affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey %s "
			    "but only key kubernetes.io/hostname is allowed",
			    key);
	}
	return 0;
}

static const char *const container_lists[] = { "initContainers", "containers",
					       "ephemeralContainers" };

static bool has_image(const cJSON *pod, const char *image)
{
	const cJSON *m;

	for (size_t i = 0; i < ARRAY_LEN(container_lists); i++) {
		cJSON_ArrayForEach(m, fakeapi__dig(pod, "spec", container_lists[i], NULL))
		{
			if (strcmp(fakeapi__string(m, "image"), image) == 0)
				return true;
		}
	}
	return false;
}

/* True if a container has a new image: other updates keep the pull policies. */
static bool brings_images(const cJSON *pod, const cJSON *old)
{
	const cJSON *m;

	for (size_t i = 0; i < ARRAY_LEN(container_lists); i++) {
		cJSON_ArrayForEach(m, fakeapi__dig(pod, "spec", container_lists[i], NULL))
		{
			if (!has_image(old, fakeapi__string(m, "image")))
				return true;
		}
	}
	return false;
}

static void pull_always(struct fakeapi__place list, const char *inner, const char *member)
{
	for (cJSON *m = list.v ? list.v->child : NULL; m; m = m->next) {
		struct fakeapi__place one = { m, fakeapi__type_elem(list.type), list.nomem };

		if (inner)
			one = fakeapi__place_at(one, inner);
		if (one.v)
			put(one, member, cJSON_CreateString("Always"));
	}
}

void fakeapi__always_pull(struct fakeapi__place pod, const cJSON *old)
{
	struct fakeapi__place spec = need(pod, "spec");

	if (old && !brings_images(pod.v, old))
		return;
	for (size_t i = 0; i < ARRAY_LEN(container_lists); i++)
		pull_always(fakeapi__place_at(spec, container_lists[i]), NULL, "imagePullPolicy");
	pull_always(fakeapi__place_at(spec, "volumes"), "image", "pullPolicy");
}

static bool tolerates(const cJSON *list, const char *key)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, list)
	{
		if (strcmp(fakeapi__string(m, "key"), key) == 0 &&
		    strcmp(fakeapi__string(m, "operator"), "Exists") == 0 &&
		    strcmp(fakeapi__string(m, "effect"), "NoSchedule") == 0)
			return true;
	}
	return false;
}

static void tolerate(struct fakeapi__place spec, const char *key)
{
	if (!tolerates(fakeapi__member(spec.v, "tolerations"), key))
		fakeapi__toleration_add(spec, key, "NoSchedule", 0);
}

/* helper.IsExtendedResourceName: has a domain other than kubernetes.io. */
static bool is_extended(const char *name)
{
	return strchr(name, '/') && !strstr(name, "kubernetes.io/") &&
	       strncmp(name, "requests.", 9) != 0;
}

void fakeapi__extended_tolerations(struct fakeapi__place pod, const cJSON *old)
{
	struct fakeapi__place spec = need(pod, "spec");
	cJSON *keys = cJSON_CreateObject();
	const cJSON *m, *r;

	(void)old;
	for (size_t i = 0; i < 2; i++) {
		cJSON_ArrayForEach(m, fakeapi__member(spec.v, container_lists[i]))
		{
			cJSON_ArrayForEach(r, fakeapi__dig(m, "resources", "requests", NULL))
			{
				if (keys && is_extended(r->string))
					*spec.nomem |=
					    fakeapi__set(keys, r->string, cJSON_CreateTrue()) < 0;
			}
		}
	}
	*spec.nomem |= !keys || fakeapi__sort_members(keys, false) < 0;
	cJSON_ArrayForEach(m, keys) tolerate(spec, m->string);
	cJSON_Delete(keys);
}

int fakeapi__external_ips_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *before = fakeapi__dig(old, "spec", "externalIPs", NULL), *m;

	cJSON_ArrayForEach(m, fakeapi__dig(obj, "spec", "externalIPs", NULL))
	{
		if (cJSON_IsString(m) && !fakeapi__list_has(before, m->valuestring))
			return fakeapi__forbid_why(
			    c, obj, "Use of external IPs is denied by admission control");
	}
	return 0;
}

static const char denied[] = "admission control is denying all modifications";

int fakeapi__always_deny(struct fakeapi__call *c, enum fakeapi__operation op, const char *name)
{
	(void)op;
	return fakeapi__admission_forbid(c, name, denied);
}

int fakeapi__always_deny_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	(void)old;
	return fakeapi__forbid_why(c, obj, "%s", denied);
}
