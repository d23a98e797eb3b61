/* SPDX-License-Identifier: Apache-2.0 */
/* validate_owners.c - metadata.ownerReferences (apimachinery's ValidateOwnerReferences). */
#include "fakeapi/validation/validate_impl.h"

/* schema.FromAPIVersionAndKind */
static bool has_version(const char *api_version)
{
	const char *slash = strchr(api_version, '/');

	if (!slash)
		return *api_version != '\0';
	return slash[1] != '\0' && !strchr(slash + 1, '/');
}

/* Checks an owner; since 1.37 missing fields are reported as Required. */
static void check_owner_parts(causes_t *c, const path_t *at, const cJSON *o)
{
	static const char *const parts[] = { "kind", "name", "uid" };
	bool required = fakeapi__changed(c->features, FAKEAPI_CHANGE_OWNER_PATHS);
	const char *version = fakeapi__string(o, "apiVersion");

	if (required && !*version)
		fakeapi__cause_required(c, PATH(at, "apiVersion"), "must not be empty");
	else if (!has_version(version))
		fakeapi__cause_invalid_str(c, PATH(at, "apiVersion"), str_of(version),
					   required ? "must be <group>/<version> or <version>"
						    : "version must not be empty");
	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if (*fakeapi__string(o, parts[i]))
			continue;
		if (required)
			fakeapi__cause_required(c, PATH(at, parts[i]), "must not be empty");
		else
			fakeapi__cause_invalid_str(c, PATH(at, parts[i]), STR(""),
						   "must not be empty");
	}
}

void fakeapi__check_owners(causes_t *c, const path_t *at, const cJSON *owners)
{
	bool numbered = fakeapi__changed(c->features, FAKEAPI_CHANGE_OWNER_PATHS);
	AUTO_STRBUF first = STRBUF_INIT;
	const cJSON *o;
	size_t n = 0;

	cJSON_ArrayForEach(o, owners)
	{
		const path_t *here = numbered ? PATH_AT(at, n) : at;
		AUTO_STRBUF text = STRBUF_INIT;

		n++;
		check_owner_parts(c, here, o);
		if (strcmp(fakeapi__string(o, "apiVersion"), "v1") == 0 &&
		    strcmp(fakeapi__string(o, "kind"), "Event") == 0)
			fakeapi__cause_invalid(c, here, o,
					       "/v1, Kind=Event is disallowed from being an owner");
		if (!cJSON_IsTrue(fakeapi__member(o, "controller")))
			continue;
		if (!first.len) {
			strbuf_addf(&first, "%s/%s", fakeapi__string(o, "kind"),
				    fakeapi__string(o, "name"));
			continue;
		}
		strbuf_addf(&text,
			    "Only one reference can have Controller set to true. Found \"true\" in "
			    "references for %s and %s/%s",
			    first.ptr, fakeapi__string(o, "kind"), fakeapi__string(o, "name"));
		fakeapi__cause_invalid(c, at, owners, text.ptr);
	}
}
