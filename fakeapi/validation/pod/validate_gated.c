/* SPDX-License-Identifier: Apache-2.0 */
/* validate_gated.c - members of a pod's spec that came with a feature gate; while it is off they
 * are dropped (tbl/disabled.h). */
#include "fakeapi/validation/pod/validate_pod.h"

enum { HOST_NAME_MAX_BYTES = 64 };

void fakeapi__check_file_key(causes_t *c, const path_t *at, const cJSON *ref)
{
	const char *path = fakeapi__string(ref, "path");
	const char *step = path;

	if (fakeapi__check_some(c, PATH(at, "key"), fakeapi__member(ref, "key")))
		fakeapi__check_format(c, PATH(at, "key"), FAKEAPI_ENV_NAME,
				      fakeapi__string(ref, "key"));
	if (fakeapi__check_some(c, PATH(at, "volumeName"), fakeapi__member(ref, "volumeName")))
		fakeapi__check_format(c, PATH(at, "volumeName"), FAKEAPI_DNS_LABEL,
				      fakeapi__string(ref, "volumeName"));
	if (!fakeapi__check_some(c, PATH(at, "path"), fakeapi__member(ref, "path")))
		return;
	for (size_t n; *step; step += n + (step[n] == '/')) {
		n = strcspn(step, "/");
		if (n == 2 && memcmp(step, "..", 2) == 0) {
			fakeapi__cause_invalid_str(c, PATH(at, "path"), str_of(path),
						   "must not contain '..'");
			return;
		}
	}
}

const char *fakeapi__env_sources(const causes_t *c)
{
	return fakeapi__gate_on(c->features, FAKEAPI_GATE_EnvFiles)
		   ? "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, "
		     "`secretKeyRef` or `fileKeyRef`"
		   : "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or "
		     "`secretKeyRef`";
}

static const cJSON *volume_of(const cJSON *spec, const char *name)
{
	const cJSON *v, *found = NULL;

	/* Of two of a name the last counts. */
	cJSON_ArrayForEach(v,
			   fakeapi__member(spec, "volumes")) if (strcmp(fakeapi__string(v, "name"),
									name) == 0) found = v;
	return found;
}

void fakeapi__check_file_volumes(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char *const lists[] = { "initContainers", "containers",
					     "ephemeralContainers" };
	const cJSON *ctr, *env, *ref;

	for (size_t l = 0; l < ARRAY_LEN(lists); l++) {
		const path_t *list = PATH(at, lists[l]);
		size_t i = 0;

		cJSON_ArrayForEach(ctr, fakeapi__member(spec, lists[l]))
		{
			const path_t *here = PATH_AT(list, i), *envs = PATH(here, "env");
			size_t k = 0;

			i++;
			cJSON_ArrayForEach(env, fakeapi__member(ctr, "env"))
			{
				const path_t *one = PATH_AT(envs, k),
					     *from = PATH(one, "valueFrom");
				const path_t *file = PATH(from, "fileKeyRef");
				const cJSON *name, *volume;

				k++;
				ref = fakeapi__dig(env, "valueFrom", "fileKeyRef", NULL);
				if (!cJSON_IsObject(ref))
					continue;
				name = fakeapi__member(ref, "volumeName");
				volume = volume_of(spec, fakeapi__string(ref, "volumeName"));
				if (!volume)
					fakeapi__cause_not_found(c, PATH(file, "volumeName"), name);
				else if (!fakeapi__member(volume, "emptyDir"))
					fakeapi__cause_invalid(c, PATH(file, "volumeName"), name,
							       "referenced volume must be of type "
							       "emptyDir");
			}
		}
	}
}

void fakeapi__check_host_name(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *name = fakeapi__member(spec, "hostnameOverride");
	const path_t *here = PATH(at, "hostnameOverride");

	if (!cJSON_IsString(name))
		return;
	if (cJSON_IsTrue(fakeapi__member(spec, "setHostnameAsFQDN")))
		fakeapi__cause_forbidden(c, here,
					 "may not be specified when setHostnameAsFQDN is true");
	if (cJSON_IsTrue(fakeapi__member(spec, "hostNetwork")))
		fakeapi__cause_forbidden(c, here, "may not be specified when hostNetwork is true");
	if (strlen(name->valuestring) > HOST_NAME_MAX_BYTES)
		fakeapi__cause_too_long(c, here, HOST_NAME_MAX_BYTES);
	fakeapi__check_format(c, here, FAKEAPI_DNS_SUBDOMAIN, name->valuestring);
}
