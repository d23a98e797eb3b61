/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/custom.h"

#include "base/json_scan.h"
#include "base/text/number.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/schema/schema.h"
#include "fakeapi/schema/typed.h"

const cJSON *fakeapi__custom_conversion(const struct fakeapi__resource *from,
					const struct fakeapi__resource *to)
{
	return from->custom && (from != to || from->custom->mixed) ? from->custom->conversion
								   : NULL;
}

bool fakeapi__custom_complete(const struct fakeapi__resource *res)
{
	return !res->custom || (!res->custom->defaults_since && !res->custom->mixed);
}

bool fakeapi__custom_kept_in(const struct fakeapi__resource *res, struct str json)
{
	struct str version;
	size_t group_len;

	if (!res->custom || !res->custom->mixed)
		return true;
	version = json_get(json, "apiVersion");
	group_len = strlen(res->group);
	if (version.len < group_len + 3) /* "group/version" */
		return false;
	version.ptr += group_len + 2;
	version.len -= group_len + 3;
	return str_eqz(version, res->version);
}

bool fakeapi__custom_lacks(const struct fakeapi__resource *res, struct str json)
{
	struct str rv;
	uint64_t n = 0;

	if (!res->custom || !res->custom->defaults_since)
		return false;
	rv = json_path(json, "metadata", "resourceVersion", NULL);
	if (rv.len > 2) /* in quotes */
		(void)number_parse((struct str) { rv.ptr + 1, rv.len - 2 }, UINT64_MAX, &n);
	return n < res->custom->defaults_since;
}

const cJSON *fakeapi__custom_schema(const struct fakeapi__resource *res)
{
	return res->custom ? res->custom->schema : NULL;
}

const struct fakeapi__lookups *fakeapi__custom_names(const struct fakeapi__resource *res)
{
	return res->custom ? res->custom->names : NULL;
}

struct fakeapi__rules *fakeapi__custom_rules(const struct fakeapi__resource *res)
{
	return res->custom ? res->custom->rules : NULL;
}

/* The tree of a version in the definition; NULL: no such version. */
static const cJSON *version_of(const struct fakeapi__resource *res, const char *api_version)
{
	size_t group_len = strlen(res->group);
	const cJSON *v;

	if (strncmp(api_version, res->group, group_len) != 0 || api_version[group_len] != '/')
		return NULL;
	cJSON_ArrayForEach(v, res->custom->versions)
	{
		const cJSON *name = cJSON_GetObjectItemCaseSensitive(v, "name");

		if (cJSON_IsString(name) &&
		    strcmp(name->valuestring, api_version + group_len + 1) == 0)
			return v;
	}
	return NULL;
}

const cJSON *fakeapi__custom_schema_of(const struct fakeapi__resource *res, const char *api_version)
{
	const cJSON *v =
	    res->custom && !res->custom->conversion ? version_of(res, api_version) : NULL;

	return fakeapi__member(fakeapi__member(v, "schema"), "openAPIV3Schema");
}

bool fakeapi__custom_has_version(const struct fakeapi__resource *res, const char *api_version)
{
	return !res->custom || !cJSON_IsArray(res->custom->versions) ||
	       version_of(res, api_version);
}

const char *fakeapi__custom_replicas(const struct fakeapi__resource *res, const char *api_version)
{
	const cJSON *v = res->custom ? version_of(res, api_version) : NULL;
	const char *path =
	    fakeapi__string(fakeapi__member(fakeapi__member(v, "subresources"), "scale"),
			    "specReplicasPath");

	return *path ? path : NULL;
}

bool fakeapi__custom_preserves(const struct fakeapi__resource *res)
{
	return !res->custom || res->custom->preserves;
}

int fakeapi__custom_coerce(const struct fakeapi__resource *res, cJSON *obj,
			   struct fakeapi__typed *t)
{
	if (!res->custom || !res->custom->embeds)
		return 0;
	return fakeapi__schema_coerce(fakeapi__custom_schema(res), fakeapi__custom_names(res), obj,
				      t);
}

int fakeapi__custom_prune(const struct fakeapi__resource *res, cJSON *obj, struct strbuf *why)
{
	struct fakeapi__typed t;
	int rc = 0;

	if (!fakeapi__custom_preserves(res))
		rc = fakeapi__schema_prune(fakeapi__custom_schema(res), fakeapi__custom_names(res),
					   obj, NULL);
	fakeapi__typed_init(&t, false);
	t.misfit = why ? FAKEAPI_MISFIT_REFUSE : FAKEAPI_MISFIT_DROP;
	if (rc == 0)
		rc = fakeapi__custom_coerce(res, obj, &t);
	if (why)
		strbuf_adds(why, strbuf_str(&t.why));
	fakeapi__typed_fini(&t);
	return rc != 0 || (why && why->failed) ? -1 : 0;
}

const cJSON *fakeapi__custom_columns(const struct fakeapi__resource *res)
{
	const cJSON *c = res->custom ? res->custom->columns : NULL;

	return cJSON_IsArray(c) && c->child ? c : NULL;
}

const cJSON *fakeapi__custom_selectables(const struct fakeapi__resource *res)
{
	return res->custom ? res->custom->selectable : NULL;
}

bool fakeapi__custom_selectable(const struct fakeapi__resource *res, struct str path)
{
	const cJSON *list = res->custom ? res->custom->selectable : NULL, *f;

	cJSON_ArrayForEach(f, list)
	{
		const char *p = fakeapi__string(f, "jsonPath");

		if (str_eqz(path, *p == '.' ? p + 1 : p))
			return true;
	}
	return false;
}

void fakeapi__custom_field(const cJSON *obj, struct str path, struct strbuf *out)
{
	const char *p = path.ptr, *end = path.ptr + path.len;
	char name[256];

	while (obj && p < end) {
		size_t n;

		p += *p == '.';
		for (n = 0; p + n < end && p[n] != '.'; n++)
			;
		if (n == 0 || n >= sizeof(name))
			return;
		memcpy(name, p, n);
		name[n] = '\0';
		obj = fakeapi__member(obj, name);
		p += n;
	}
	if (cJSON_IsString(obj))
		strbuf_addz(out, obj->valuestring);
	else if (cJSON_IsNumber(obj))
		fakeapi__number_add(out, obj);
	else if (cJSON_IsBool(obj))
		strbuf_addz(out, cJSON_IsTrue(obj) ? "true" : "false");
}

bool fakeapi__custom_scale(const struct fakeapi__resource *res, struct fakeapi__scale_paths *out)
{
	const cJSON *scale = res->custom ? res->custom->scale : NULL;
	const cJSON *label = fakeapi__member(scale, "labelSelectorPath");

	if (!cJSON_IsObject(scale))
		return false;
	out->spec_replicas = fakeapi__string(scale, "specReplicasPath");
	out->status_replicas = fakeapi__string(scale, "statusReplicasPath");
	out->label_selector = cJSON_IsString(label) ? label->valuestring : NULL;
	return true;
}

/* A condition with status True; NULL: none. */
static const cJSON *condition(const cJSON *definition, const char *type)
{
	const cJSON *c;

	cJSON_ArrayForEach(c, fakeapi__dig(definition, "status", "conditions", NULL))
	{
		if (strcmp(fakeapi__string(c, "type"), type) == 0)
			return strcmp(fakeapi__string(c, "status"), "True") == 0 ? c : NULL;
	}
	return NULL;
}

bool fakeapi__definition_established(const cJSON *definition)
{
	return condition(definition, "Established") != NULL;
}

const char *fakeapi__definition_terminating(const cJSON *definition)
{
	const cJSON *c = condition(definition, "Terminating");

	return c ? fakeapi__string(c, "reason") : NULL;
}

bool fakeapi__custom_terminating(const struct fakeapi__resource *res)
{
	return res->custom && res->custom->terminating;
}
