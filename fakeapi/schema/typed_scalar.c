/* SPDX-License-Identifier: Apache-2.0 */
/* typed_scalar.c - decodes scalars of typed values, and the errors of wrong ones: those of
 * encoding/json, or of apimachinery's converter (t->restores). */
#include "fakeapi/schema/typed_impl.h"

#include <math.h>

#include "base/base64.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/go_print.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/meta/scalar.h"

/* --- errors --- */

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

cJSON *fakeapi__typed_wrong_value(struct fakeapi__typed *t, const struct fakeapi__type *type,
				  const cJSON *in)
{
	if (t->restores)
		return not_restored(t, type, in);
	return wrong_type_of(t, in, type->name);
}

/* --- scalars --- */

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

cJSON *fakeapi__typed_stop_json(struct fakeapi__typed *t, const cJSON *in, const char *go_type)
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
		return fakeapi__typed_wrong_value(t, type, in);
	/* This converter accepts integral float64 and truncates integers that do not fit. */
	if (t->restores && type->kind != FAKEAPI_T_FLOAT) {
		if (!fakeapi__is_int64(in) && floor(in->valuedouble) < in->valuedouble)
			return not_restored(t, type, in);
		return fakeapi__typed_kept(t, fakeapi__new_int64(type->kind == FAKEAPI_T_INT32
								     ? (int32_t)fakeapi__int64(in)
								     : fakeapi__int64(in)));
	}
	if (type->kind != FAKEAPI_T_FLOAT && !fits) {
		add_literal(&literal, in);
		t->nomem |= literal.failed;
		return wrong_type(t, literal.ptr, type->name);
	}
	return fakeapi__typed_kept(t, cJSON_Duplicate(in, false));
}

static cJSON *decode_intstr(struct fakeapi__typed *t, const cJSON *in)
{
	AUTO_STRBUF literal = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;

	if (cJSON_IsString(in))
		return fakeapi__typed_kept(t, cJSON_CreateString(in->valuestring));
	if (!cJSON_IsNumber(in))
		return fakeapi__typed_stop_json(t, in, "int32");
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
	return fakeapi__typed_kept(t, cJSON_CreateNumber(in->valuedouble));
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
			return fakeapi__typed_stop_json(t, in, "string");
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
	return fakeapi__typed_kept(t, out.failed ? NULL : cJSON_CreateString(out.ptr));
}

/* The converter truncates numbers; a number with a fraction and any other value end it. */
static int restore_byte(struct fakeapi__typed *t, const cJSON *in, unsigned char *byte)
{
	bool whole = fakeapi__is_int64(in) || floor(in->valuedouble) >= in->valuedouble;

	if (cJSON_IsNumber(in) && whole) {
		*byte = (unsigned char)fakeapi__int64(in);
		return 0;
	}
	t->stop = true;
	if (t->why.len == 0)
		strbuf_addz(&t->why, cJSON_IsNumber(in) ? "cannot convert float64 to uint8"
							: "unrecognized type: uint8");
	return -1;
}

static int decode_byte(struct fakeapi__typed *t, const cJSON *in, unsigned char *byte)
{
	AUTO_STRBUF literal = STRBUF_INIT;

	*byte = 0;
	if (cJSON_IsNull(in))
		return 0;
	if (t->restores)
		return restore_byte(t, in, byte);
	if (!cJSON_IsNumber(in)) {
		(void)wrong_type_of(t, in, "uint8");
		return -1;
	}
	if (in->valuedouble < 0 || in->valuedouble > 255 || in->valuedouble != in->valueint) {
		strbuf_addz(&literal, "number ");
		fakeapi__number_add(&literal, in);
		t->nomem |= literal.failed;
		if (!literal.failed)
			(void)wrong_type(t, literal.ptr, "uint8");
		return -1;
	}
	*byte = (unsigned char)in->valueint;
	return 0;
}

/* Bytes may also be a list of numbers; null is 0. */
static cJSON *decode_byte_list(struct fakeapi__typed *t, const cJSON *in)
{
	AUTO_STRBUF raw = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	unsigned char byte;

	for (const cJSON *m = in->child; m; m = m->next) {
		if (decode_byte(t, m, &byte) != 0)
			return NULL;
		strbuf_addc(&raw, (char)byte);
	}
	base64_encode(&text, strbuf_str(&raw), BASE64_STD);
	t->nomem |= raw.failed || text.failed;
	return t->nomem ? NULL
			: fakeapi__typed_kept(t, cJSON_CreateString(text.ptr ? text.ptr : ""));
}

static cJSON *decode_bytes(struct fakeapi__typed *t, const struct fakeapi__type *type,
			   const cJSON *in)
{
	AUTO_STRBUF why = STRBUF_INIT;

	if (cJSON_IsArray(in))
		return decode_byte_list(t, in);
	if (!cJSON_IsString(in))
		return fakeapi__typed_wrong_value(t, type, in);
	if (!fakeapi__base64_check(str_of(in->valuestring), &why)) {
		t->why.failed |= why.failed;
		if (t->why.len == 0)
			strbuf_addf(&t->why, "%s" STR_FMT,
				    t->restores ? "error decoding from json: " : "",
				    STR_ARG(strbuf_str(&why)));
		return NULL;
	}
	return fakeapi__typed_kept(t, cJSON_CreateString(in->valuestring));
}

cJSON *fakeapi__typed_scalar(struct fakeapi__typed *t, const struct fakeapi__type *type,
			     const cJSON *in)
{
	if (type->kind == FAKEAPI_T_BYTES)
		return decode_bytes(t, type, in);
	if (type->kind == FAKEAPI_T_INTSTR)
		return decode_intstr(t, in);
	if (type->kind == FAKEAPI_T_INT32 || type->kind == FAKEAPI_T_INT64 ||
	    type->kind == FAKEAPI_T_FLOAT)
		return decode_number(t, type, in);
	return decode_text(t, type, in);
}
