/* SPDX-License-Identifier: Apache-2.0 */
/* Warnings about CustomResourceDefinitions. */

#include "fakeapi/meta/lookup.h"

#include "fakeapi/schema/format.h"
#include "fakeapi/warnings/warn_impl.h"

enum { FORMATS_MAX = 1000 };

static void add_formats(const cJSON *schema, cJSON *out, bool *nomem);

static void add_formats_of(const cJSON *list, cJSON *out, bool *nomem)
{
	for (const cJSON *s = list ? list->child : NULL; s; s = s->next)
		add_formats(s, out, nomem);
}

/* Adds unknown string formats, in the order of the schema's walk. */
static void add_formats(const cJSON *schema, cJSON *out, bool *nomem)
{
	static const char *const one[] = { "not", "additionalProperties" };
	static const char *const before[] = { "allOf", "anyOf", "oneOf" };
	const char *format = fakeapi__string(schema, "format");
	const cJSON *items = fakeapi__member(schema, "items");

	if (!cJSON_IsObject(schema) || cJSON_GetArraySize(out) >= FORMATS_MAX)
		return;
	if (*format && strcmp(fakeapi__string(schema, "type"), "string") == 0 &&
	    !fakeapi__format_known(format)) {
		cJSON *text = cJSON_CreateString(format);

		*nomem |= !text || !cJSON_AddItemToArray(out, text);
	}
	if (cJSON_IsObject(items))
		add_formats(items, out, nomem);
	else
		add_formats_of(items, out, nomem);
	for (size_t i = 0; i < ARRAY_LEN(before); i++)
		add_formats_of(fakeapi__member(schema, before[i]), out, nomem);
	add_formats(fakeapi__member(schema, one[0]), out, nomem);
	add_formats_of(fakeapi__member(schema, "properties"), out, nomem);
	add_formats(fakeapi__member(schema, one[1]), out, nomem);
}

static cJSON *unknown_formats(warnings_t *w, const cJSON *definition)
{
	cJSON *out = cJSON_CreateArray();
	const cJSON *v;

	w->nomem |= !out;
	cJSON_ArrayForEach(v, fakeapi__dig(definition, "spec", "versions", NULL)) if (out)
	    add_formats(fakeapi__dig(v, "schema", "openAPIV3Schema", NULL), out, &w->nomem);
	return out;
}

void fakeapi__warn_definition(warnings_t *w, const struct fakeapi__warned *it)
{
	cJSON *now = unknown_formats(w, it->obj);
	cJSON *before = it->old ? unknown_formats(w, it->old) : NULL;
	struct fakeapi__lookup had;
	const cJSON *f;

	fakeapi__lookup_items(&had, before, NULL, now);
	cJSON_ArrayForEach(f, now)
	{
		AUTO_STRBUF quoted = STRBUF_INIT;

		if (fakeapi__lookup(&had, f->valuestring))
			continue;
		fakeapi__go_quote(&quoted, str_of(f->valuestring));
		w->nomem |= quoted.failed;
		fakeapi__warn_add(w, NULL, "unrecognized format %s",
				  quoted.failed ? "" : quoted.ptr);
	}
	fakeapi__lookup_fini(&had);
	cJSON_Delete(now);
	cJSON_Delete(before);
}
