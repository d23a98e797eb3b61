/* SPDX-License-Identifier: Apache-2.0 */
/* type_schema_whole.c - the schemas that are stored as JSON: types of package meta, times,
 * quantities. */
#include "fakeapi/discovery/type_schema.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

/* Version 2 has other schemas for values of two types. */
static const struct {
	const char *name, *json;
} v2[] = {
	{ "apimachinery.pkg.api.resource.Quantity", "{\"type\":\"string\"}" },
	{ "apimachinery.pkg.util.intstr.IntOrString",
	  "{\"type\":\"string\",\"format\":\"int-or-string\"}" },
};

static const char *json_of(const struct fakeapi__schemas *s, size_t i)
{
	for (size_t k = 0; k < ARRAY_LEN(v2) && !s->v3; k++)
		if (strcmp(fakeapi__whole_schema_name(i), v2[k].name) == 0)
			return v2[k].json;
	return fakeapi__whole_schema_json(i);
}

void fakeapi__schemas_add_whole_ref(struct fakeapi__schemas *s, const char *name,
				    struct strbuf *out)
{
	int i = fakeapi__whole_schema_find(name, s->release);

	if (i >= 0)
		s->whole[i].wanted = true;
	strbuf_addf(out, "\"$ref\":\"%sio.k8s.%s\"",
		    s->v3 ? FAKEAPI_V3_SCHEMAS : FAKEAPI_V2_SCHEMAS, name);
}

void fakeapi__schemas_add_meta_ref(struct fakeapi__schemas *s, const char *kind, struct strbuf *out)
{
	char name[128];

	snprintf(name, sizeof(name), "apimachinery.pkg.apis.meta.v1.%s", kind);
	fakeapi__schemas_add_whole_ref(s, name, out);
}

/* True if the types of package meta exist in the version for the server that makes the document:
 * the one of custom resources knows fewer groups. */
static bool is_known_version(const struct fakeapi__schemas *s, const char *group,
			     const char *version)
{
	static const char *const others[] = { "admission.k8s.io", "apiextensions.k8s.io",
					      "apiregistration.k8s.io", "imagepolicy.k8s.io" };

	if (!s->subject)
		return true;
	if (s->subject->flags & FAKEAPI_RES_CUSTOM) {
		for (size_t i = 0; i < ARRAY_LEN(others); i++)
			if (strcmp(group, others[i]) == 0)
				return false;
		return true;
	}
	return !fakeapi__schemas_changed(s, FAKEAPI_CHANGE_OWN_VERSIONS_ONLY) || !*group ||
	       (strcmp(group, s->subject->group) == 0 && strcmp(version, s->subject->version) == 0);
}

/* Every version of a group that the scheme knows has these types. */
static void add_all_versions(const struct fakeapi__schemas *s, const char *kind, struct strbuf *out)
{
	const char *group, *version, *before = ",\"x-kubernetes-group-version-kind\":[";

	for (size_t i = 0; fakeapi__openapi_version_next(&i, s->release, &group, &version);) {
		if (!is_known_version(s, group, version))
			continue;
		strbuf_addf(out, "%s{\"group\":\"%s\",\"kind\":\"%s\",\"version\":\"%s\"}", before,
			    group, kind, version);
		before = ",";
	}
	strbuf_addc(out, ']');
}

/* Wants what the tree references. Version 2 knows neither defaults nor a reference inside of allOf.
 */
static int adapt(struct fakeapi__schemas *s, cJSON *node)
{
	cJSON *c, *next, *all = cJSON_GetObjectItemCaseSensitive(node, "allOf");

	if (!s->v3 && cJSON_IsObject(node)) {
		cJSON_DeleteItemFromObjectCaseSensitive(node, "default");
		if (cJSON_IsArray(all) && all->child) {
			cJSON *ref = cJSON_DetachItemFromObjectCaseSensitive(all->child, "$ref");

			cJSON_DeleteItemFromObjectCaseSensitive(node, "allOf");
			if (ref && !cJSON_AddItemToObject(node, "$ref", ref))
				return -1;
		}
	}
	for (c = node->child; c; c = next) {
		next = c->next;
		if (c->string && strcmp(c->string, "$ref") == 0 && cJSON_IsString(c)) {
			AUTO_STRBUF ref = STRBUF_INIT;
			const char *name = strrchr(c->valuestring, '/') + 1 + strlen("io.k8s.");

			fakeapi__schemas_add_whole_ref(s, name, &ref);
			if (ref.failed)
				return -1;
			ref.ptr[ref.len - 1] = '\0';
			if (!cJSON_SetValuestring(c, ref.ptr + strlen("\"$ref\":\"")))
				return -1;
		} else if (adapt(s, c) < 0) {
			return -1;
		}
	}
	return 0;
}

static int describe(cJSON *schema, const cJSON *texts)
{
	cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties"), *p;
	const char *text = fakeapi__prose_text(texts, "");

	if (text && !cJSON_AddStringToObject(schema, "description", text))
		return -1;
	cJSON_ArrayForEach(p, properties)
	{
		text = fakeapi__prose_text(texts, p->string);
		if (text && !cJSON_AddStringToObject(p, "description", text))
			return -1;
	}
	return 0;
}

static void add_one(struct fakeapi__schemas *s, size_t i, struct strbuf *out)
{
	const char *name = fakeapi__whole_schema_name(i), *gvk = "x-kubernetes-group-version-kind";
	cJSON *schema = fakeapi__parse(str_of(json_of(s, i)));
	bool all = cJSON_IsString(cJSON_GetObjectItemCaseSensitive(schema, gvk));
	char full[192], *text = NULL;

	snprintf(full, sizeof(full), "io.k8s.%s", name);
	if (all)
		cJSON_DeleteItemFromObjectCaseSensitive(schema, gvk);
	if (schema && adapt(s, schema) == 0 &&
	    describe(schema, fakeapi__prose_of(s->prose, str_of(full))) == 0)
		text = fakeapi__print(schema);
	strbuf_addf(out, "%s\"%s\":", s->more ? "," : "", full);
	s->more = true;
	if (text)
		strbuf_add(out, text, strlen(text) - (all ? 1 : 0));
	else
		out->failed = true;
	if (all) {
		add_all_versions(s, strrchr(name, '.') + 1, out);
		strbuf_addc(out, '}');
	}
	cJSON_free(text);
	cJSON_Delete(schema);
}

bool fakeapi__schemas_add_whole(struct fakeapi__schemas *s, struct strbuf *out)
{
	bool any = false;

	for (size_t i = 0; i < fakeapi__whole_schema_count(); i++) {
		if (!s->whole[i].wanted || s->whole[i].written)
			continue;
		s->whole[i].written = true;
		add_one(s, i, out);
		any = true;
	}
	return any;
}
