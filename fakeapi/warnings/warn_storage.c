/* SPDX-License-Identifier: Apache-2.0 */
/* Warnings about volumes, claims and storage classes. */

#include "fakeapi/validation/validate_impl.h"

#include "fakeapi/warnings/warn_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

static void warn_node_terms(warnings_t *w, const path_t *at, const cJSON *terms)
{
	const cJSON *t;
	size_t i = 0;

	cJSON_ArrayForEach(t, terms)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		fakeapi__warn_node_term(w, here, t, false);
	}
}

void fakeapi__warn_fraction(warnings_t *w, const path_t *at, const cJSON *quantities,
			    const char *name)
{
	const char *z = fakeapi__string(quantities, name);
	size_t n = strlen(z);

	/* In stored form a whole number has no such unit and no negative exponent. */
	if ((n && strchr("mun", z[n - 1])) || strstr(z, "e-") || strstr(z, "E-"))
		fakeapi__warn_add(w, PATH_KEY(at, str_of(name)),
				  "fractional byte value \"%s\" is invalid, must be an integer", z);
}

void fakeapi__warn_claim_spec(warnings_t *w, const path_t *at, const cJSON *spec)
{
	static const char *const parts[] = { "requests", "limits" };
	const path_t *resources = PATH(at, "resources");

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		fakeapi__warn_fraction(w, PATH(resources, parts[i]),
				       fakeapi__dig(spec, "resources", parts[i], NULL), "storage");
}

void fakeapi__warn_volume(warnings_t *w, const struct fakeapi__warned *it)
{
	static const char *const gone[][2] = {
		{ "cephfs", "deprecated in v1.28, non-functional in v1.31+" },
		{ "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+" },
		{ "scaleIO", "deprecated in v1.16, non-functional in v1.22+" },
		{ "storageOS", "deprecated in v1.22, non-functional in v1.25+" },
		{ "glusterfs", "deprecated in v1.25, non-functional in v1.26+" },
		{ "rbd", "deprecated in v1.28, non-functional in v1.31+" },
	};
	const cJSON *spec = fakeapi__member(it->obj, "spec");
	const path_t *affinity = PATH(&spec_at, "nodeAffinity");
	const path_t *required = PATH(affinity, "required");

	fakeapi__warn_annotation(
	    w, it->obj, "volume.beta.kubernetes.io/storage-class",
	    "deprecated since v1.8; use \"storageClassName\" attribute instead");
	fakeapi__warn_annotation(w, it->obj, "volume.beta.kubernetes.io/mount-options",
				 "deprecated since v1.31; use \"mountOptions\" attribute instead");
	if (strcmp(fakeapi__string(spec, "persistentVolumeReclaimPolicy"), "Recycle") == 0)
		fakeapi__warn_add(w, PATH(&spec_at, "persistentVolumeReclaimPolicy"),
				  "The Recycle reclaim policy is deprecated. Instead, the "
				  "recommended approach is to use dynamic provisioning.");
	warn_node_terms(w, PATH(required, "nodeSelectorTerms"),
			fakeapi__dig(spec, "nodeAffinity", "required", "nodeSelectorTerms", NULL));
	for (size_t i = 0; i < ARRAY_LEN(gone); i++)
		if (fakeapi__member(spec, strcmp(gone[i][0], "storageOS") == 0 ? "storageos"
									       : gone[i][0]))
			fakeapi__warn_add(w, PATH(&spec_at, gone[i][0]), "%s", gone[i][1]);
}

void fakeapi__warn_claim(warnings_t *w, const struct fakeapi__warned *it)
{
	fakeapi__warn_annotation(
	    w, it->obj, "volume.beta.kubernetes.io/storage-class",
	    "deprecated since v1.8; use \"storageClassName\" attribute instead");
	fakeapi__warn_claim_spec(w, &spec_at, fakeapi__member(it->obj, "spec"));
}

void fakeapi__warn_storage_class(warnings_t *w, const struct fakeapi__warned *it)
{
	const path_t *at = PATH(NULL, "allowedTopologies");
	const cJSON *t, *e;
	size_t i = 0;

	cJSON_ArrayForEach(t, fakeapi__member(it->obj, "allowedTopologies"))
	{
		const path_t *here = PATH_AT(at, i), *list = PATH(here, "matchLabelExpressions");
		size_t k = 0;

		i++;
		cJSON_ArrayForEach(e, fakeapi__member(t, "matchLabelExpressions"))
		{
			const char *why = fakeapi__node_label_warning(fakeapi__string(e, "key"));
			const path_t *one = PATH_AT(list, k);

			k++;
			if (why)
				fakeapi__warn_add(w, PATH(one, "key"), "%s", why);
		}
	}
}

void fakeapi__warn_storage_capacity(warnings_t *w, const struct fakeapi__warned *it)
{
	const path_t *at = PATH(NULL, "nodeTopology"), *labels = PATH(at, "matchLabels");
	const cJSON *topology = fakeapi__member(it->obj, "nodeTopology"), *l;

	fakeapi__warn_node_term(w, at, topology, false);
	cJSON_ArrayForEach(l, fakeapi__member(topology, "matchLabels"))
	{
		const char *why = fakeapi__node_label_warning(l->string);

		if (why)
			fakeapi__warn_add(w, PATH(labels, l->string), "%s", why);
	}
}
