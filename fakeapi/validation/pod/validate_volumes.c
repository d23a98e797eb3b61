/* SPDX-License-Identifier: Apache-2.0 */
/* validate_volumes.c - the volumes of a pod (k8s.io/kubernetes pkg/apis/core/validation,
 * ValidateVolumes). */
#include "base/map.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/validation/pod/validate_pod.h"

static void check_mode(causes_t *c, const path_t *at, const cJSON *mode)
{
	if (cJSON_IsNumber(mode) && (mode->valuedouble < 0 || mode->valuedouble > 0777))
		fakeapi__cause_invalid(
		    c, at, mode, "must be a number between 0 and 0777 (octal), both inclusive");
}

static void check_key_paths(causes_t *c, const path_t *at, const cJSON *items)
{
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, items)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		fakeapi__check_some(c, PATH(here, "key"), fakeapi__member(m, "key"));
		fakeapi__check_some(c, PATH(here, "path"), fakeapi__member(m, "path"));
		fakeapi__check_own_path(c, PATH(here, "path"), fakeapi__string(m, "path"));
		check_mode(c, PATH(here, "mode"), fakeapi__member(m, "mode"));
	}
}

static void check_downward_file(causes_t *c, const path_t *at, const cJSON *file)
{
	static const char *const fields[] = { "metadata.annotations", "metadata.labels",
					      "metadata.name",	      "metadata.namespace",
					      "metadata.uid",	      NULL };
	const cJSON *field = fakeapi__member(file, "fieldRef");
	const cJSON *resource = fakeapi__member(file, "resourceFieldRef");

	fakeapi__check_some(c, PATH(at, "path"), fakeapi__member(file, "path"));
	fakeapi__check_own_path(c, PATH(at, "path"), fakeapi__string(file, "path"));
	if (cJSON_IsObject(field)) {
		fakeapi__check_field_ref(c, PATH(at, "fieldRef"), field, fields);
		if (cJSON_IsObject(resource))
			fakeapi__cause_invalid_str(
			    c, at, STR("resource"),
			    "fieldRef and resourceFieldRef can not be specified simultaneously");
	} else if (cJSON_IsObject(resource)) {
		fakeapi__check_resource_ref(c, PATH(at, "resourceFieldRef"), resource, true);
	} else {
		fakeapi__cause_required(c, at, "one of fieldRef and resourceFieldRef is required");
	}
	check_mode(c, PATH(at, "mode"), fakeapi__member(file, "mode"));
}

/* Checks a projected secret or config map; `name`: the member. */
static bool check_projected_keys(causes_t *c, const path_t *at, const cJSON *source,
				 const char *name)
{
	const cJSON *from = fakeapi__member(source, name);
	const path_t *here = PATH(at, name);

	if (!cJSON_IsObject(from))
		return false;
	fakeapi__check_some(c, PATH(here, "name"), fakeapi__member(from, "name"));
	check_key_paths(c, PATH(here, "items"), fakeapi__member(from, "items"));
	return true;
}

/* Reports files of a volume with the same path, showing the path or the source's name. */
static void check_same_paths(causes_t *c, const path_t *at, const cJSON *source, struct map *paths,
			     bool show_path)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__member(source, "items"))
	{
		const char *path = fakeapi__string(m, "path");

		if (!*path)
			continue;
		if (map_get(paths, str_of(path)))
			fakeapi__cause_invalid_str(
			    c, at, str_of(show_path ? path : fakeapi__string(source, "name")),
			    "conflicting duplicate paths");
		else if (map_put(paths, str_of(path), paths, NULL) < 0)
			c->nomem = true;
	}
}

static void check_projected(causes_t *c, const path_t *at, const cJSON *projected)
{
	const path_t *sources = PATH(at, "sources");
	const cJSON *s, *file;
	struct map paths;
	size_t i = 0;

	map_init(&paths, MAP_BORROW_KEYS);
	check_mode(c, PATH(at, "defaultMode"), fakeapi__member(projected, "defaultMode"));
	cJSON_ArrayForEach(s, fakeapi__member(projected, "sources"))
	{
		const path_t *here = PATH_AT(sources, i), *token_at;
		const cJSON *token = fakeapi__member(s, "serviceAccountToken");
		const cJSON *seconds = fakeapi__member(token, "expirationSeconds");
		const cJSON *downward = fakeapi__member(s, "downwardAPI");
		int count = check_projected_keys(c, here, s, "secret");

		i++;
		count += check_projected_keys(c, here, s, "configMap");
		count += cJSON_IsObject(downward) + cJSON_IsObject(token) +
			 cJSON_IsObject(fakeapi__member(s, "clusterTrustBundle"));
		cJSON_ArrayForEach(file, fakeapi__member(downward, "items"))
		    check_downward_file(c, PATH(here, "downwardAPI"), file);
		check_same_paths(c, at, fakeapi__member(s, "secret"), &paths, false);
		check_same_paths(c, at, fakeapi__member(s, "configMap"), &paths, false);
		check_same_paths(c, at, downward, &paths, true);
		token_at = PATH(here, "serviceAccountToken");
		if (cJSON_IsNumber(seconds) && seconds->valuedouble < 600)
			fakeapi__cause_invalid(c, PATH(token_at, "expirationSeconds"), seconds,
					       "may not specify a duration less than 10 minutes");
		if (cJSON_IsNumber(seconds) && seconds->valuedouble > 4294967296.0)
			fakeapi__cause_invalid(
			    c, PATH(token_at, "expirationSeconds"), seconds,
			    "may not specify a duration larger than 2^32 seconds");
		if (cJSON_IsObject(token) &&
		    fakeapi__check_some(c, PATH(at, "path"), fakeapi__member(token, "path")))
			fakeapi__check_own_path(c, PATH(at, "path"),
						fakeapi__string(token, "path"));
		if (count > 1)
			fakeapi__cause_forbidden(
			    c, here, "may not specify more than 1 volume type per source");
	}
	map_fini(&paths);
}

static void check_ephemeral(causes_t *c, const path_t *at, const cJSON *source)
{
	const cJSON *tmpl = fakeapi__member(source, "volumeClaimTemplate");
	const path_t *here = PATH(at, "volumeClaimTemplate");

	if (!cJSON_IsObject(tmpl)) {
		fakeapi__cause_required(c, here, NULL);
		return;
	}
	fakeapi__check_template_meta(c, PATH(here, "metadata"), fakeapi__member(tmpl, "metadata"));
	fakeapi__check_claim_spec(c, PATH(here, "spec"), fakeapi__member(tmpl, "spec"));
}

/* Checks a source by its type: modes, items and limits. */
static void check_items(causes_t *c, const path_t *at, const cJSON *source)
{
	const cJSON *file, *limit = fakeapi__member(source, "sizeLimit");
	const char *name = source->string;

	if (strcmp(name, "projected") == 0) {
		check_projected(c, at, source);
	} else if (strcmp(name, "secret") == 0 || strcmp(name, "configMap") == 0) {
		check_mode(c, PATH(at, "defaultMode"), fakeapi__member(source, "defaultMode"));
		check_key_paths(c, PATH(at, "items"), fakeapi__member(source, "items"));
	} else if (strcmp(name, "downwardAPI") == 0) {
		check_mode(c, PATH(at, "defaultMode"), fakeapi__member(source, "defaultMode"));
		cJSON_ArrayForEach(file, fakeapi__member(source, "items"))
		    check_downward_file(c, at, file);
	} else if (strcmp(name, "ephemeral") == 0) {
		check_ephemeral(c, at, source);
	} else if (strcmp(name, "emptyDir") == 0 && cJSON_IsString(limit) &&
		   fakeapi__quantity_value(limit->valuestring) < 0) {
		fakeapi__cause_forbidden(c, PATH(at, "sizeLimit"),
					 "SizeLimit field must be a valid resource quantity");
	}
}

static void check_volume(causes_t *c, const path_t *at, const cJSON *volume)
{
	const cJSON *source = fakeapi__check_pod_sources(c, at, volume);

	if (source)
		check_items(c, PATH(at, source->string), source);
}

void fakeapi__check_volumes(causes_t *c, const path_t *at, struct fakeapi__pod_check *pod)
{
	cJSON *v = fakeapi__member(pod->spec, "volumes");
	size_t i = 0;

	for (v = v ? v->child : NULL; v; v = v->next) {
		const path_t *here = PATH_AT(at, i);
		const char *name = fakeapi__string(v, "name");
		size_t before = fakeapi__causes_count(c);

		i++;
		check_volume(c, here, v);
		if (fakeapi__check_some(c, PATH(here, "name"), fakeapi__member(v, "name")))
			fakeapi__check_format(c, PATH(here, "name"), FAKEAPI_DNS_LABEL, name);
		if (map_get(&pod->volumes, str_of(name)))
			fakeapi__cause_duplicate(c, PATH(here, "name"), fakeapi__member(v, "name"));
		if (fakeapi__causes_count(c) == before &&
		    map_put(&pod->volumes, str_of(name), v, NULL) != 0)
			c->nomem = true;
	}
}
