/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/discovery/type_markers.h"

#include "fakeapi/schema/typeinfo.h"

const void *fakeapi__markers_of(const struct fakeapi__resource *res)
{
	return fakeapi__type_of(res);
}

static const struct fakeapi__field *field_of(const void *type, const char *name)
{
	const struct fakeapi__type *t = type;

	return t && t->kind == FAKEAPI_T_STRUCT ? fakeapi__type_field(t, name) : NULL;
}

const void *fakeapi__markers_below(const void *type, const char *field)
{
	const struct fakeapi__field *f = field_of(type, field);
	const struct fakeapi__type *t = f ? fakeapi__field_type(f) : NULL;

	while (t && (t->kind == FAKEAPI_T_LIST || t->kind == FAKEAPI_T_MAP))
		t = fakeapi__type_elem(t);
	return t && t->kind == FAKEAPI_T_STRUCT ? t : NULL;
}

/* Appends "a,b" as a list of strings. */
static void add_keys(const char *keys, struct strbuf *out)
{
	strbuf_addz(out, ",\"x-kubernetes-list-map-keys\":[");
	while (*keys) {
		size_t n = strcspn(keys, ",");

		strbuf_add_json(out, (struct str) { keys, n });
		keys += n + (keys[n] == ',');
		strbuf_addz(out, *keys ? "," : "");
	}
	strbuf_addc(out, ']');
}

static void add_strategy(unsigned flags, struct strbuf *out)
{
	static const struct {
		unsigned flag;
		const char *name;
	} parts[] = { { FAKEAPI_F_PATCH_MERGE, "merge" },
		      { FAKEAPI_F_PATCH_REPLACE, "replace" },
		      { FAKEAPI_F_RETAIN_KEYS, "retainKeys" } };
	const char *before = ",\"x-kubernetes-patch-strategy\":\"";

	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if (!(flags & parts[i].flag))
			continue;
		strbuf_addf(out, "%s%s", before, parts[i].name);
		before = ",";
	}
	strbuf_addz(out, *before == ',' && !before[1] ? "\"" : "");
}

void fakeapi__markers_add_field(const void *type, const char *field, struct strbuf *out)
{
	const struct fakeapi__field *f = field_of(type, field);

	if (!f)
		return;
	if (*f->list_keys)
		add_keys(f->list_keys, out);
	if (f->flags & (FAKEAPI_F_LIST_MAP | FAKEAPI_F_LIST_SET))
		strbuf_addf(out, ",\"x-kubernetes-list-type\":\"%s\"",
			    f->flags & FAKEAPI_F_LIST_MAP ? "map" : "set");
	if (f->flags & (FAKEAPI_F_ATOMIC | FAKEAPI_F_GRANULAR))
		strbuf_addf(out, ",\"x-kubernetes-map-type\":\"%s\"",
			    f->flags & FAKEAPI_F_ATOMIC ? "atomic" : "granular");
	if (*f->merge_key) {
		strbuf_addz(out, ",\"x-kubernetes-patch-merge-key\":");
		strbuf_add_json(out, str_of(f->merge_key));
	}
	add_strategy(f->flags, out);
}

void fakeapi__markers_add_type(const void *type, struct strbuf *out)
{
	const struct fakeapi__type *t = type;

	if (t && t->flags)
		strbuf_addz(out, ",\"x-kubernetes-map-type\":\"atomic\"");
}
