/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/typed_impl.h"

#include <math.h>

#include "base/base64.h"
#include "base/map.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/go_print.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/meta/scalar.h"

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

/* --- errors and findings --- */

/* Go keeps the first of these errors and continues. */
static cJSON *wrong_type(struct fakeapi__typed *t, const char *what, const char *go_type)
{
	if (t->why.len)
		return NULL;
	strbuf_addf(&t->why, "json: cannot unmarshal %s into Go ", what);
	if (t->in_struct)
		strbuf_addf(&t->why, "struct field %s.%s of type %s", t->in_struct, t->stack.ptr,
			    go_type);
	else
		strbuf_addf(&t->why, "value of type %s", go_type);
	return NULL;
}

static cJSON *wrong_type_of(struct fakeapi__typed *t, const cJSON *in, const char *go_type)
{
	return wrong_type(t, fakeapi__go_json_word(in), go_type);
}

/* apimachinery's converter has no field names in its errors and stops at the first. */
static cJSON *not_restored(struct fakeapi__typed *t, const struct fakeapi__type *type,
			   const cJSON *in)
{
	bool number = type->kind == FAKEAPI_T_INT32 || type->kind == FAKEAPI_T_INT64 ||
		      type->kind == FAKEAPI_T_FLOAT;
	const char *from = fakeapi__go_kind(in);

	t->stop = true;
	if (t->why.len)
		return NULL;
	if (type->kind == FAKEAPI_T_MAP)
		strbuf_addf(&t->why, "cannot restore map from %s", from);
	else if (type->kind == FAKEAPI_T_LIST || type->kind == FAKEAPI_T_BYTES)
		strbuf_addf(&t->why, "cannot restore slice from %s", from);
	else if (type->kind == FAKEAPI_T_STRUCT)
		strbuf_addf(&t->why, "cannot restore struct from: %s", from);
	else if (cJSON_IsNumber(in) &&
		 (number || (type->kind == FAKEAPI_T_STRING && fakeapi__is_int64(in))))
		strbuf_addf(&t->why, "cannot convert %s to %s", from, type->name);
	else
		strbuf_addf(&t->why, "unrecognized type: %s",
			    type->kind == FAKEAPI_T_STRING  ? "string"
			    : type->kind == FAKEAPI_T_BOOL  ? "bool"
			    : type->kind == FAKEAPI_T_INT32 ? "int32"
			    : type->kind == FAKEAPI_T_INT64 ? "int64"
							    : "float64");
	return NULL;
}

static cJSON *wrong_value(struct fakeapi__typed *t, const struct fakeapi__type *type,
			  const cJSON *in)
{
	if (t->restores)
		return not_restored(t, type, in);
	return wrong_type_of(t, in, type->name);
}

/* --- zero values --- */

static cJSON *kept(struct fakeapi__typed *t, cJSON *v)
{
	if (!v)
		t->nomem = true;
	return v;
}

/* --- decoding --- */

static cJSON *decode(struct fakeapi__typed *t, const struct fakeapi__type *type, const cJSON *in);

/* Errors of a type's own UnmarshalJSON end decoding and replace earlier errors. */
static cJSON *stop(struct fakeapi__typed *t, const struct strbuf *why)
{
	t->stop = true;
	if (why) {
		strbuf_clear(&t->why);
		strbuf_adds(&t->why, strbuf_str(why));
		t->nomem |= why->failed;
	}
	return NULL;
}

static cJSON *stop_json(struct fakeapi__typed *t, const cJSON *in, const char *go_type)
{
	AUTO_STRBUF why = STRBUF_INIT;

	if (!t->restores)
		return wrong_type_of(t, in, go_type);
	strbuf_addf(&why, "json: cannot unmarshal %s into Go value of type %s",
		    fakeapi__go_json_word(in), go_type);
	return stop(t, &why);
}

static void add_literal(struct strbuf *out, const cJSON *number)
{
	strbuf_addz(out, "number ");
	if (fakeapi__number_literal(number))
		strbuf_addz(out, fakeapi__number_literal(number));
	else
		fakeapi__number_add(out, number);
}

static cJSON *decode_number(struct fakeapi__typed *t, const struct fakeapi__type *type,
			    const cJSON *in)
{
	double v = in->valuedouble;
	bool fits = fakeapi__is_int64(in) &&
		    (type->kind != FAKEAPI_T_INT32 || (v <= 2147483647.0 && v >= -2147483648.0));
	AUTO_STRBUF literal = STRBUF_INIT;

	if (!cJSON_IsNumber(in))
		return wrong_value(t, type, in);
	/* This converter accepts integral float64 and truncates integers that do not fit. */
	if (t->restores && type->kind != FAKEAPI_T_FLOAT) {
		if (!fakeapi__is_int64(in) && floor(in->valuedouble) < in->valuedouble)
			return not_restored(t, type, in);
		return kept(t, fakeapi__new_int64(type->kind == FAKEAPI_T_INT32
						      ? (int32_t)fakeapi__int64(in)
						      : fakeapi__int64(in)));
	}
	if (type->kind != FAKEAPI_T_FLOAT && !fits) {
		add_literal(&literal, in);
		t->nomem |= literal.failed;
		return wrong_type(t, literal.ptr, type->name);
	}
	return kept(t, cJSON_Duplicate(in, false));
}

static cJSON *decode_intstr(struct fakeapi__typed *t, const cJSON *in)
{
	AUTO_STRBUF literal = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;

	if (cJSON_IsString(in))
		return kept(t, cJSON_CreateString(in->valuestring));
	if (!cJSON_IsNumber(in))
		return stop_json(t, in, "int32");
	if (!fakeapi__is_int64(in) || in->valuedouble > 2147483647.0 ||
	    in->valuedouble < -2147483648.0) {
		add_literal(&literal, in);
		t->nomem |= literal.failed;
		if (t->restores) {
			strbuf_addf(&why, "json: cannot unmarshal %s into Go value of type int32",
				    literal.ptr);
			return stop(t, &why);
		}
		return wrong_type(t, literal.ptr, "int32");
	}
	return kept(t, cJSON_CreateNumber(in->valuedouble));
}

static cJSON *decode_text(struct fakeapi__typed *t, const struct fakeapi__type *type,
			  const cJSON *in)
{
	AUTO_STRBUF out = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;
	AUTO_STRBUF number = STRBUF_INIT;
	const char *z = in->valuestring;
	bool ok = false;

	if (type->kind == FAKEAPI_T_QUANTITY && cJSON_IsNumber(in)) {
		fakeapi__number_add(&number, in);
		t->nomem |= number.failed;
		if (number.failed)
			return NULL;
		z = number.ptr;
	} else if (!cJSON_IsString(in)) {
		if (type->kind != FAKEAPI_T_QUANTITY)
			return stop_json(t, in, "string");
		z = "{"; /* Go parses the bytes of the value */
	}
	if (type->kind == FAKEAPI_T_QUANTITY) /* Quantity.UnmarshalJSON() takes spaces around it */
		ok = fakeapi__quantity(str_trim_space(str_of(z)), &out, &why);
	else if (type->kind == FAKEAPI_T_DURATION)
		ok = fakeapi__duration(str_of(z), &out, &why);
	else
		ok = fakeapi__time(str_of(z), type->kind == FAKEAPI_T_MICROTIME, &out, &why);
	if (!ok)
		return stop(t, &why);
	return kept(t, out.failed ? NULL : cJSON_CreateString(out.ptr));
}

/* Bytes may also be a list of numbers; null is 0. */
static cJSON *decode_byte_list(struct fakeapi__typed *t, const cJSON *in)
{
	AUTO_STRBUF raw = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;

	for (const cJSON *m = in->child; m; m = m->next) {
		AUTO_STRBUF literal = STRBUF_INIT;

		if (!cJSON_IsNumber(m) && !cJSON_IsNull(m))
			return wrong_type_of(t, m, "uint8");
		if (cJSON_IsNumber(m) &&
		    (m->valuedouble < 0 || m->valuedouble > 255 || m->valuedouble != m->valueint)) {
			strbuf_addz(&literal, "number ");
			fakeapi__number_add(&literal, m);
			t->nomem |= literal.failed;
			return literal.failed ? NULL : wrong_type(t, literal.ptr, "uint8");
		}
		strbuf_addc(&raw, cJSON_IsNumber(m) ? (char)m->valueint : '\0');
	}
	base64_encode(&text, strbuf_str(&raw), BASE64_STD);
	t->nomem |= raw.failed || text.failed;
	return t->nomem ? NULL : kept(t, cJSON_CreateString(text.ptr ? text.ptr : ""));
}

static cJSON *decode_bytes(struct fakeapi__typed *t, const struct fakeapi__type *type,
			   const cJSON *in)
{
	AUTO_STRBUF why = STRBUF_INIT;

	if (cJSON_IsArray(in) && !t->restores)
		return decode_byte_list(t, in);
	if (!cJSON_IsString(in))
		return wrong_value(t, type, in);
	if (!fakeapi__base64_check(str_of(in->valuestring), &why)) {
		t->why.failed |= why.failed;
		if (t->why.len == 0)
			strbuf_addf(&t->why, "%s" STR_FMT,
				    t->restores ? "error decoding from json: " : "",
				    STR_ARG(strbuf_str(&why)));
		return NULL;
	}
	return kept(t, cJSON_CreateString(in->valuestring));
}

static cJSON *decode_list(struct fakeapi__typed *t, const struct fakeapi__type *type,
			  const cJSON *in)
{
	const struct fakeapi__type *elem = fakeapi__type_elem(type);
	size_t len = t->where.len, i = 0;
	cJSON *out, *v;

	if (!cJSON_IsArray(in))
		return wrong_value(t, type, in);
	out = kept(t, cJSON_CreateArray());
	for (const cJSON *m = in->child; m && out && !t->stop && !t->nomem; m = m->next) {
		strbuf_addf(&t->where, "[%zu]", i++);
		v = cJSON_IsNull(m) ? NULL : decode(t, elem, m);
		fakeapi__typed_cut(&t->where, len);
		if (!v)
			v = kept(t, fakeapi__typed_zero(elem));
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
		return wrong_value(t, type, in);
	if (t->strict)
		fakeapi__typed_duplicate_members(t, in, false);
	out = kept(t, cJSON_CreateObject());
	for (const cJSON *m = in->child; m && out && !t->stop && !t->nomem; m = m->next) {
		fakeapi__typed_push_text(&t->where, m->string);
		v = cJSON_IsNull(m) ? NULL : decode(t, elem, m);
		fakeapi__typed_cut(&t->where, len);
		if (!v)
			v = kept(t, fakeapi__typed_zero(elem));
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
	cJSON *values[FIELDS_MAX] = { NULL };
	bool seen[FIELDS_MAX] = { false };
	cJSON *out;

	ASSERT(type->field_count <= FIELDS_MAX);
	if (!cJSON_IsObject(in))
		return wrong_value(t, type, in);
	for (const cJSON *m = in->child; m && !t->stop && !t->nomem; m = m->next) {
		const struct fakeapi__field *f = fakeapi__type_field(type, m->string);
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
	out = kept(t, cJSON_CreateObject());
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
	cJSON *out = kept(t, cJSON_Duplicate(in, true));

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
		return kept(t, cJSON_CreateBool(cJSON_IsTrue(in)));
	return stop_json(t, in, type->name);
}

static cJSON *decode(struct fakeapi__typed *t, const struct fakeapi__type *type, const cJSON *in)
{
	switch ((enum fakeapi__type_kind)type->kind) {
	case FAKEAPI_T_STRING:
		return cJSON_IsString(in) ? kept(t, cJSON_CreateString(in->valuestring))
					  : wrong_value(t, type, in);
	case FAKEAPI_T_BOOL:
		return cJSON_IsBool(in) ? kept(t, cJSON_CreateBool(cJSON_IsTrue(in)))
					: wrong_value(t, type, in);
	case FAKEAPI_T_INT32:
	case FAKEAPI_T_INT64:
	case FAKEAPI_T_FLOAT:
		return decode_number(t, type, in);
	case FAKEAPI_T_BYTES:
		return decode_bytes(t, type, in);
	case FAKEAPI_T_INTSTR:
		return decode_intstr(t, in);
	case FAKEAPI_T_QUANTITY:
	case FAKEAPI_T_TIME:
	case FAKEAPI_T_MICROTIME:
	case FAKEAPI_T_DURATION:
		return decode_text(t, type, in);
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
	cJSON *out = cJSON_IsNull(in) ? kept(t, fakeapi__typed_zero(type)) : decode(t, type, in);

	t->nomem |= t->why.failed || t->stack.failed || t->where.failed;
	if (out && !t->nomem && t->why.len == 0)
		return out;
	cJSON_Delete(out);
	return NULL;
}
