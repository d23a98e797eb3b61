/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/typed_impl.h"

#include "base/map.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"

enum { FINDINGS_MAX = 100 };
void fakeapi__typed_init(struct fakeapi__typed *t, bool strict)
{
	memset(t, 0, sizeof(*t));
	t->strict = strict;
	strbuf_init(&t->why);
	strbuf_init(&t->stack);
	strbuf_init(&t->where);
}

void fakeapi__typed_fini(struct fakeapi__typed *t)
{
	strbuf_fini(&t->why);
	strbuf_fini(&t->stack);
	strbuf_fini(&t->where);
	cJSON_Delete(t->findings);
}

void fakeapi__typed_cut(struct strbuf *b, size_t len)
{
	if (b->failed || b->len <= len)
		return;
	b->len = len;
	if (b->cap)
		b->ptr[len] = '\0';
}

void fakeapi__typed_push_text(struct strbuf *b, const char *name)
{
	if (b->len)
		strbuf_addc(b, '.');
	strbuf_addz(b, name);
}

/* Without printf, which costs as much as the decoding of an item. */
static void push_index(struct strbuf *b, size_t i)
{
	char text[24], *at = text + sizeof(text);

	*--at = ']';
	do
		*--at = (char)('0' + i % 10);
	while (i /= 10);
	*--at = '[';
	strbuf_add(b, at, (size_t)(text + sizeof(text) - at));
}

/* --- decoding --- */

static cJSON *decode(struct fakeapi__typed *t, const struct fakeapi__type *type, const cJSON *in);

static cJSON *decode_list(struct fakeapi__typed *t, const struct fakeapi__type *type,
			  const cJSON *in)
{
	const struct fakeapi__type *elem = fakeapi__type_elem(type);
	size_t len = t->where.len, i = 0;
	cJSON *out, *v;

	if (!cJSON_IsArray(in))
		return fakeapi__typed_wrong_value(t, type, in);
	out = fakeapi__typed_kept(t, cJSON_CreateArray());
	for (const cJSON *m = in->child; m && out && !t->stop && !t->nomem; m = m->next) {
		push_index(&t->where, i++);
		v = cJSON_IsNull(m) ? NULL : decode(t, elem, m);
		fakeapi__typed_cut(&t->where, len);
		if (!v)
			v = fakeapi__typed_kept(t, fakeapi__typed_zero(elem));
		if (v && !cJSON_AddItemToArray(out, v)) {
			cJSON_Delete(v);
			t->nomem = true;
		}
	}
	return out;
}

static cJSON *decode_map(struct fakeapi__typed *t, const struct fakeapi__type *type,
			 const cJSON *in)
{
	const struct fakeapi__type *elem = fakeapi__type_elem(type);
	size_t len = t->where.len;
	cJSON *out, *v;

	if (!cJSON_IsObject(in))
		return fakeapi__typed_wrong_value(t, type, in);
	if (t->strict)
		fakeapi__typed_duplicate_members(t, in, false);
	out = fakeapi__typed_kept(t, cJSON_CreateObject());
	for (const cJSON *m = in->child; m && out && !t->stop && !t->nomem; m = m->next) {
		fakeapi__typed_push_text(&t->where, m->string);
		v = cJSON_IsNull(m) ? NULL : decode(t, elem, m);
		fakeapi__typed_cut(&t->where, len);
		if (!v)
			v = fakeapi__typed_kept(t, fakeapi__typed_zero(elem));
		if (v && !cJSON_AddItemToObject(out, m->string, v)) {
			cJSON_Delete(v);
			t->nomem = true;
		}
	}
	if (out && fakeapi__sort_members(out, false) != 0)
		t->nomem = true;
	return out;
}

static bool is_empty(const cJSON *v, const struct fakeapi__field *f)
{
	uint8_t kind = fakeapi__field_type(f)->kind;

	if (!v || cJSON_IsNull(v))
		return true;
	if (f->flags & FAKEAPI_F_POINTER)
		return false;
	switch ((enum fakeapi__type_kind)kind) {
	case FAKEAPI_T_STRING:
	case FAKEAPI_T_BYTES:
		return v->valuestring[0] == '\0';
	case FAKEAPI_T_BOOL:
		return cJSON_IsFalse(v);
	case FAKEAPI_T_INT32:
	case FAKEAPI_T_INT64:
	case FAKEAPI_T_FLOAT:
		return !(v->valuedouble > 0) && !(v->valuedouble < 0);
	case FAKEAPI_T_LIST:
	case FAKEAPI_T_MAP:
		return !v->child;
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
	case FAKEAPI_T_STRUCT:
		break;
	}
	return false;
}

/* Decodes one member of a struct into `value`, in the struct's order. */
static void decode_member(struct fakeapi__typed *t, const struct fakeapi__type *type,
			  const struct fakeapi__field *f, const cJSON *m, cJSON **value)
{
	size_t stack = t->stack.len, where = t->where.len;
	const char *outer = t->in_struct;
	const char *dot = strrchr(type->name, '.');

	fakeapi__typed_push(t, type, f);
	fakeapi__typed_push_text(&t->where, f->name);
	t->in_struct = dot ? dot + 1 : type->name;
	cJSON_Delete(*value);
	*value = cJSON_IsNull(m) ? NULL : decode(t, fakeapi__field_type(f), m);
	fakeapi__typed_cut(&t->stack, stack);
	fakeapi__typed_cut(&t->where, where);
	t->in_struct = outer;
}

enum { FIELDS_MAX = 64 };

static cJSON *decode_struct(struct fakeapi__typed *t, const struct fakeapi__type *type,
			    const cJSON *in)
{
	const struct fakeapi__field *fields = fakeapi__type_fields(type);
	const struct fakeapi__field *last = NULL;
	cJSON *values[FIELDS_MAX] = { NULL };
	bool seen[FIELDS_MAX] = { false };
	cJSON *out;

	ASSERT(type->field_count <= FIELDS_MAX);
	if (!cJSON_IsObject(in))
		return fakeapi__typed_wrong_value(t, type, in);
	for (const cJSON *m = in->child; m && !t->stop && !t->nomem; m = m->next) {
		const struct fakeapi__field *f = fakeapi__type_next_field(type, m->string, &last);
		size_t i = f ? (size_t)(f - fields) : 0;

		if (!f) {
			if (t->strict)
				fakeapi__typed_found(t, "unknown field", m->string);
			continue;
		}
		if (t->strict && seen[i])
			fakeapi__typed_found(t, "duplicate field", m->string);
		t->repeats |= seen[i];
		seen[i] = true;
		decode_member(t, type, f, m, &values[i]);
	}
	out = fakeapi__typed_kept(t, cJSON_CreateObject());
	for (size_t i = 0; i < type->field_count; i++) {
		bool omit = is_empty(values[i], &fields[i]) &&
			    (fields[i].flags & (FAKEAPI_F_OMITEMPTY | FAKEAPI_F_OMITZERO));

		if (out && values[i] && !omit) {
			if (cJSON_AddItemToObject(out, fields[i].name, values[i]))
				continue;
			t->nomem = true;
		} else if (out && !values[i] && fakeapi__typed_add_zero(out, &fields[i]) != 0) {
			t->nomem = true;
		}
		cJSON_Delete(values[i]);
	}
	return out;
}

static cJSON *decode_any(struct fakeapi__typed *t, const cJSON *in)
{
	cJSON *out = fakeapi__typed_kept(t, cJSON_Duplicate(in, true));

	if (t->strict)
		fakeapi__typed_duplicates(t, in);
	if (out)
		t->nomem |= fakeapi__sort_members(out, true) != 0;
	return out;
}

static cJSON *decode_schema_or(struct fakeapi__typed *t, const struct fakeapi__type *type,
			       const cJSON *in)
{
	if (cJSON_IsObject(in))
		return decode(t, fakeapi__type_elem(type), in);
	if (cJSON_IsArray(in) && type->kind != FAKEAPI_T_SCHEMA_OR_BOOL)
		return decode_any(t, in);
	if (cJSON_IsBool(in) && type->kind == FAKEAPI_T_SCHEMA_OR_BOOL)
		return fakeapi__typed_kept(t, cJSON_CreateBool(cJSON_IsTrue(in)));
	return fakeapi__typed_stop_json(t, in, type->name);
}

static cJSON *decode(struct fakeapi__typed *t, const struct fakeapi__type *type, const cJSON *in)
{
	switch ((enum fakeapi__type_kind)type->kind) {
	case FAKEAPI_T_STRING:
		return cJSON_IsString(in)
			   ? fakeapi__typed_kept(t, cJSON_CreateString(in->valuestring))
			   : fakeapi__typed_wrong_value(t, type, in);
	case FAKEAPI_T_BOOL:
		return cJSON_IsBool(in) ? fakeapi__typed_kept(t, cJSON_CreateBool(cJSON_IsTrue(in)))
					: fakeapi__typed_wrong_value(t, type, in);
	case FAKEAPI_T_INT32:
	case FAKEAPI_T_INT64:
	case FAKEAPI_T_FLOAT:
	case FAKEAPI_T_BYTES:
	case FAKEAPI_T_INTSTR:
	case FAKEAPI_T_QUANTITY:
	case FAKEAPI_T_TIME:
	case FAKEAPI_T_MICROTIME:
	case FAKEAPI_T_DURATION:
		return fakeapi__typed_scalar(t, type, in);
	case FAKEAPI_T_RAW:
	case FAKEAPI_T_ANY:
		return decode_any(t, in);
	case FAKEAPI_T_SCHEMA_OR_BOOL:
	case FAKEAPI_T_SCHEMA_OR_ARRAY:
	case FAKEAPI_T_SCHEMA_OR_STRINGS:
		return decode_schema_or(t, type, in);
	case FAKEAPI_T_LIST:
		return decode_list(t, type, in);
	case FAKEAPI_T_MAP:
		return decode_map(t, type, in);
	case FAKEAPI_T_STRUCT:
		return decode_struct(t, type, in);
	}
	return NULL;
}

cJSON *fakeapi__typed_decode(struct fakeapi__typed *t, const struct fakeapi__type *type,
			     const cJSON *in)
{
	cJSON *out = cJSON_IsNull(in) ? fakeapi__typed_kept(t, fakeapi__typed_zero(type))
				      : decode(t, type, in);

	t->nomem |= t->why.failed || t->stack.failed || t->where.failed;
	if (out && !t->nomem && t->why.len == 0)
		return out;
	cJSON_Delete(out);
	return NULL;
}
