/* SPDX-License-Identifier: Apache-2.0 */
/* schema.c - values that a custom type's schema allows. */
#include "runner/perturb/schema.h"

#include <string.h>

#include "fakeapi/meta/go_json.h"

enum { DEPTH_MAX = 12, ITEMS_MAX = 8, TEXT_BYTES_MAX = 4096 };

const cJSON *perturb__schema_version(const cJSON *definition)
{
	const cJSON *versions = fakeapi__member(fakeapi__member(definition, "spec"), "versions"),
		    *v;

	cJSON_ArrayForEach(v, versions) if (cJSON_IsTrue(fakeapi__member(v, "storage"))) return v;
	cJSON_ArrayForEach(v, versions) if (cJSON_IsTrue(fakeapi__member(v, "served"))) return v;
	return NULL;
}

const cJSON *perturb__schema_field(const cJSON *schema, const char *name)
{
	return fakeapi__member(fakeapi__member(schema, "properties"), name);
}

const cJSON *perturb__schema_spec(const cJSON *definition)
{
	const cJSON *schema =
	    fakeapi__member(fakeapi__member(perturb__schema_version(definition), "schema"),
			    "openAPIV3Schema");

	return perturb__schema_field(schema, "spec");
}

static bool has_type(const cJSON *schema, const char *word)
{
	return strcmp(fakeapi__string(schema, "type"), word) == 0;
}

static bool other_number(const cJSON *schema, const cJSON *now, struct strbuf *out)
{
	const cJSON *least = fakeapi__member(schema, "minimum"),
		    *most = fakeapi__member(schema, "maximum");
	double n = cJSON_IsNumber(now)	   ? now->valuedouble
		   : cJSON_IsNumber(least) ? least->valuedouble
					   : 0;

	n += cJSON_IsNumber(most) && n + 1 > most->valuedouble ? -1 : 1;
	if (cJSON_IsNumber(least) && n < least->valuedouble)
		return false;
	strbuf_addf(out, "%.0f", n);
	return true;
}

bool perturb__schema_other(const cJSON *schema, const cJSON *now, struct strbuf *out)
{
	const cJSON *values = fakeapi__member(schema, "enum"), *v;

	cJSON_ArrayForEach(v, values) if (!fakeapi__equal(v, now))
	{
		json_tree_add(out, v, JSON_STYLE_WRITTEN);
		return true;
	}
	if (values)
		return false;
	if (has_type(schema, "boolean")) {
		strbuf_addz(out, cJSON_IsTrue(now) ? "false" : "true");
		return true;
	}
	return has_type(schema, "integer") && other_number(schema, now, out);
}

/* --- samples --- */

static cJSON *sample(const cJSON *schema, unsigned depth);

static bool is_required(const cJSON *schema, const char *name)
{
	const cJSON *r;

	cJSON_ArrayForEach(r,
			   fakeapi__member(schema, "required")) if (cJSON_IsString(r) &&
								    strcmp(r->valuestring, name) ==
									0) return true;
	return false;
}

/* Whether a story can change the field. */
static bool is_simple(const cJSON *schema)
{
	return fakeapi__member(schema, "enum") || has_type(schema, "boolean") ||
	       has_type(schema, "integer");
}

static cJSON *sample_object(const cJSON *schema, unsigned depth)
{
	cJSON *out = cJSON_CreateObject();
	const cJSON *p;

	cJSON_ArrayForEach(p, fakeapi__member(schema, "properties"))
	{
		bool required = is_required(schema, p->string);
		cJSON *value;

		if (!required && (depth || !is_simple(p)))
			continue;
		value = sample(p, depth + 1);
		if (!out || !value || !cJSON_AddItemToObject(out, p->string, value)) {
			cJSON_Delete(value);
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}

static cJSON *sample_list(const cJSON *schema, unsigned depth)
{
	const cJSON *least = fakeapi__member(schema, "minItems");
	double n = cJSON_IsNumber(least) ? least->valuedouble : 0;
	cJSON *out = cJSON_CreateArray();

	for (int i = 0; out && i < n && i < ITEMS_MAX; i++) {
		cJSON *value = sample(fakeapi__member(schema, "items"), depth + 1);

		if (!value || !cJSON_AddItemToArray(out, value)) {
			cJSON_Delete(value);
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}

static cJSON *sample_number(const cJSON *schema)
{
	const cJSON *least = fakeapi__member(schema, "minimum"),
		    *most = fakeapi__member(schema, "maximum");
	double n = 1;

	if (cJSON_IsNumber(least) && least->valuedouble > n)
		n = least->valuedouble;
	if (cJSON_IsNumber(most) && most->valuedouble < n)
		n = most->valuedouble;
	return cJSON_CreateNumber(n);
}

static cJSON *sample_text(const cJSON *schema)
{
	const cJSON *least = fakeapi__member(schema, "minLength");
	double n = cJSON_IsNumber(least) ? least->valuedouble : 0;
	AUTO_STRBUF text = STRBUF_INIT;

	if (strcmp(fakeapi__string(schema, "format"), "date-time") == 0)
		return cJSON_CreateString("2026-01-01T00:00:00Z");
	strbuf_addz(&text, "example");
	while ((double)text.len < n && text.len < TEXT_BYTES_MAX && !text.failed)
		strbuf_addc(&text, 'x');
	return text.failed ? NULL : cJSON_CreateString(text.ptr);
}

static cJSON *sample(const cJSON *schema, unsigned depth)
{
	const cJSON *usual = fakeapi__member(schema, "default"),
		    *values = fakeapi__member(schema, "enum");

	if (usual)
		return cJSON_Duplicate(usual, true);
	if (cJSON_GetArraySize(values) > 0)
		return cJSON_Duplicate(cJSON_GetArrayItem(values, 0), true);
	if (depth > DEPTH_MAX)
		return cJSON_CreateObject();
	if (has_type(schema, "boolean"))
		return cJSON_CreateFalse();
	if (has_type(schema, "integer") || has_type(schema, "number") ||
	    cJSON_IsTrue(fakeapi__member(schema, "x-kubernetes-int-or-string")))
		return sample_number(schema);
	if (has_type(schema, "array"))
		return sample_list(schema, depth);
	return has_type(schema, "string") ? sample_text(schema) : sample_object(schema, depth);
}

cJSON *perturb__schema_sample(const cJSON *schema)
{
	return sample_object(schema, 0);
}
