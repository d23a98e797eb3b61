/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/discovery/type_markers.h"

#include "fakeapi/schema/typeinfo.h"

const void *fakeapi__markers_of(const char *group, const char *version, const char *kind,
				unsigned release)
{
	return fakeapi__type_of_kind(group, version, kind, release);
}

static bool is_container(const struct fakeapi__type *t)
{
	return t->kind == FAKEAPI_T_LIST || t->kind == FAKEAPI_T_MAP;
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

	while (t && is_container(t))
		t = fakeapi__type_elem(t);
	return t && t->kind == FAKEAPI_T_STRUCT ? t : NULL;
}

const char *fakeapi__markers_type_name(const void *type, const char *field)
{
	const struct fakeapi__field *f = field_of(type, field);
	const struct fakeapi__type *t = f ? fakeapi__field_type(f) : NULL;

	while (t && is_container(t))
		t = fakeapi__type_elem(t);
	return t ? t->name : "";
}

static const char *zero_of(const struct fakeapi__type *t)
{
	switch (t->kind) {
	case FAKEAPI_T_STRING:
		return "\"\"";
	case FAKEAPI_T_BOOL:
		return "false";
	case FAKEAPI_T_INT32:
	case FAKEAPI_T_INT64:
	case FAKEAPI_T_FLOAT:
		return "0";
	case FAKEAPI_T_STRUCT:
		return "{}";
	case FAKEAPI_T_BYTES:
	case FAKEAPI_T_QUANTITY:
	case FAKEAPI_T_INTSTR:
	case FAKEAPI_T_TIME:
	case FAKEAPI_T_MICROTIME:
	case FAKEAPI_T_DURATION:
	case FAKEAPI_T_RAW:
	case FAKEAPI_T_ANY:
	case FAKEAPI_T_SCHEMA_OR_BOOL:
	case FAKEAPI_T_SCHEMA_OR_ARRAY:
	case FAKEAPI_T_SCHEMA_OR_STRINGS:
	case FAKEAPI_T_LIST:
	case FAKEAPI_T_MAP:
		break;
	}
	return NULL;
}

const char *fakeapi__markers_default(const void *type, const char *field, unsigned place)
{
	const struct fakeapi__field *f = field_of(type, field);
	const struct fakeapi__type *t = f ? fakeapi__field_type(f) : NULL;

	if (!f || (place == 0 && (f->flags & FAKEAPI_F_POINTER)))
		return NULL;
	for (unsigned i = 0; i < place && t; i++)
		t = is_container(t) ? fakeapi__type_elem(t) : NULL;
	if (!t || (place == 0 && (f->flags & FAKEAPI_F_OMITEMPTY) && t->kind != FAKEAPI_T_STRUCT))
		return NULL;
	return zero_of(t);
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
	if (f->flags & (FAKEAPI_F_LIST_MAP | FAKEAPI_F_LIST_SET | FAKEAPI_F_LIST_ATOMIC))
		strbuf_addf(out, ",\"x-kubernetes-list-type\":\"%s\"",
			    f->flags & FAKEAPI_F_LIST_MAP   ? "map"
			    : f->flags & FAKEAPI_F_LIST_SET ? "set"
							    : "atomic");
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
