/* SPDX-License-Identifier: Apache-2.0 */
/* protobuf.c - reads the wire format along a table of fields into the JSON that Go would print.
 *
 * Nothing here trusts a length: every read is checked against the end of its message, nesting and
 * the number of values are bounded, and fields that the table does not know are skipped, as the
 * real server skips them. */
#include <math.h>

#include "base/alloc.h"
#include "base/str.h"
#include "fakeapi/protobuf.h"
#include "fakeapi/types.h"

enum { DEPTH_MAX = 100, VALUES_MAX = 500000 };

enum wire { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

struct reader {
	const unsigned char *start; /* of the whole body, for messages */
	const char *error;	    /* static text; NULL: none, or out of memory if rc is -1 */
	size_t error_at;
	size_t values;
};

/* One message, or one field's bytes. */
struct span {
	const unsigned char *p, *end;
};

static int fail(struct reader *r, const unsigned char *at, const char *what)
{
	if (!r->error) {
		r->error = what;
		r->error_at = at ? (size_t)(at - r->start) : 0;
	}
	return -1;
}

static int varint(struct reader *r, struct span *s, uint64_t *out)
{
	const unsigned char *from = s->p;

	*out = 0;
	for (unsigned shift = 0; shift < 64; shift += 7) {
		unsigned char c;

		if (s->p == s->end)
			return fail(r, from, "unexpected EOF");
		c = *s->p++;
		*out |= (uint64_t)(c & 0x7f) << shift;
		if (c < 0x80)
			return 0;
	}
	return fail(r, from, "proto: integer overflow");
}

/* A field's value: a number, or bytes. */
struct value {
	uint64_t number;
	struct span bytes;
};

static int read_value(struct reader *r, struct span *s, unsigned wire, struct value *v)
{
	uint64_t len;
	size_t fixed = wire == WIRE_FIXED64 ? 8 : 4;

	*v = (struct value) { 0, { NULL, NULL } };
	switch (wire) {
	case WIRE_VARINT:
		return varint(r, s, &v->number);
	case WIRE_FIXED64:
	case WIRE_FIXED32:
		if ((size_t)(s->end - s->p) < fixed)
			return fail(r, s->p, "unexpected EOF");
		for (size_t i = 0; i < fixed; i++)
			v->number |= (uint64_t)s->p[i] << (8 * i);
		s->p += fixed;
		return 0;
	case WIRE_BYTES:
		if (varint(r, s, &len) != 0)
			return -1;
		if (len > (uint64_t)(s->end - s->p))
			return fail(r, s->p, "unexpected EOF");
		v->bytes = (struct span) { s->p, s->p + len };
		s->p += len;
		return 0;
	default:
		return fail(r, s->p, "proto: illegal wireType");
	}
}

/* The next field of a message; 1: there is one, 0: the message has ended. */
static int next_field(struct reader *r, struct span *s, uint64_t *number, unsigned *wire,
		      struct value *v)
{
	const unsigned char *from = s->p;
	uint64_t tag;

	if (s->p == s->end)
		return 0;
	if (varint(r, s, &tag) != 0)
		return -1;
	*number = tag >> 3;
	*wire = (unsigned)(tag & 7);
	if (*number == 0 || *number > 536870911)
		return fail(r, from, "proto: illegal tag");
	return read_value(r, s, *wire, v) == 0 ? 1 : -1;
}

/* --- values to JSON ------------------------------------------------------------------------ */

static struct str span_str(struct span s)
{
	return (struct str) { (const char *)s.p, (size_t)(s.end - s.p) };
}

/* Go prints what is not UTF-8 as U+FFFD; a NUL cannot stand in the tree's strings either. */
static cJSON *new_string(struct reader *r, struct span s)
{
	AUTO_STRBUF json = STRBUF_INIT;

	if (s.p != s.end && memchr(s.p, '\0', (size_t)(s.end - s.p))) {
		fail(r, s.p, "strings must not hold NUL bytes");
		return NULL;
	}
	strbuf_add_json(&json, span_str(s));
	return json.failed ? NULL : cJSON_Parse(json.ptr);
}

static cJSON *new_bytes(struct span s)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	AUTO_STRBUF text = STRBUF_INIT;

	for (; s.p < s.end; s.p += s.end - s.p < 3 ? s.end - s.p : 3) {
		size_t n = (size_t)(s.end - s.p);
		unsigned bits = (unsigned)s.p[0] << 16 | (n > 1 ? (unsigned)s.p[1] << 8 : 0) |
				(n > 2 ? s.p[2] : 0);
		char four[4] = { digits[bits >> 18], digits[bits >> 12 & 63],
				 n > 1 ? digits[bits >> 6 & 63] : '=',
				 n > 2 ? digits[bits & 63] : '=' };

		strbuf_add(&text, four, sizeof(four));
	}
	return text.failed ? NULL : cJSON_CreateString(text.ptr);
}

/* Numbers 1 and 2 of a small message, which is all that times and their like have. */
static int two_fields(struct reader *r, struct span s, struct value out[3], bool seen[3])
{
	uint64_t number;
	unsigned wire;
	struct value v;
	int rc;

	memset(out, 0, 3 * sizeof(*out));
	memset(seen, 0, 3 * sizeof(*seen));
	while ((rc = next_field(r, &s, &number, &wire, &v)) == 1) {
		if (number > 3)
			continue;
		out[number - 1] = v;
		seen[number - 1] = true;
	}
	return rc;
}

/* Civil date of the days since 1970-01-01. */
static void civil(int64_t days, int64_t *y, unsigned *m, unsigned *d)
{
	int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097;
	unsigned doe = (unsigned)(z - era * 146097);
	unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;

	*d = doy - (153 * mp + 2) / 5 + 1;
	*m = mp < 10 ? mp + 3 : mp - 9;
	*y = (int64_t)yoe + era * 400 + (*m <= 2);
}

static cJSON *new_time(struct reader *r, struct span s, bool micro)
{
	struct value v[3];
	bool seen[3];
	int64_t secs, nanos, days, rest, y;
	unsigned m, d;
	char text[64];
	size_t n;

	if (two_fields(r, s, v, seen) != 0)
		return NULL;
	secs = (int64_t)v[0].number;
	nanos = (int64_t)(int32_t)v[1].number;
	if (secs == 0 && nanos == 0)
		return cJSON_CreateNull();
	if (secs < INT64_C(-62135596800) || secs > INT64_C(253402300799) || nanos < 0 ||
	    nanos > 999999999) {
		fail(r, s.p, "time out of range");
		return NULL;
	}
	days = secs / 86400 - (secs % 86400 < 0);
	rest = secs - days * 86400;
	civil(days, &y, &m, &d);
	n = (size_t)snprintf(text, sizeof(text), "%04d-%02u-%02uT%02d:%02d:%02d", (int)y, m, d,
			     (int)(rest / 3600), (int)(rest / 60 % 60), (int)(rest % 60));
	if (micro)
		snprintf(text + n, sizeof(text) - n, ".%06dZ", (int)(nanos / 1000));
	else
		snprintf(text + n, sizeof(text) - n, "Z");
	return cJSON_CreateString(text);
}

static cJSON *new_quantity(struct reader *r, struct span s)
{
	struct value v[3];
	bool seen[3];

	if (two_fields(r, s, v, seen) != 0)
		return NULL;
	if (v[0].bytes.p == v[0].bytes.end)
		return cJSON_CreateString("0");
	return new_string(r, v[0].bytes);
}

static cJSON *new_int_or_string(struct reader *r, struct span s)
{
	struct value v[3];
	bool seen[3];

	if (two_fields(r, s, v, seen) != 0)
		return NULL;
	if (v[0].number == 0)
		return cJSON_CreateNumber((int32_t)v[1].number);
	return new_string(r, v[2].bytes);
}

static bool too_deep(struct str json)
{
	size_t depth = 0;
	bool quoted = false;

	for (size_t i = 0; i < json.len; i++) {
		char c = json.ptr[i];

		if (quoted)
			i += c == '\\';
		if (c == '"')
			quoted = !quoted;
		else if (!quoted && (c == '{' || c == '['))
			depth++;
		else if (!quoted && (c == '}' || c == ']') && depth > 0)
			depth--;
		if (depth > DEPTH_MAX)
			return true;
	}
	return false;
}

/* JSON in a field of bytes. */
static cJSON *new_raw(struct reader *r, struct span s)
{
	struct value v[3];
	bool seen[3];
	struct str json;
	cJSON *tree;

	if (two_fields(r, s, v, seen) != 0)
		return NULL;
	json = span_str(v[0].bytes);
	if (json.len == 0)
		return cJSON_CreateNull();
	tree = too_deep(json) ? NULL : cJSON_ParseWithLength(json.ptr, json.len);
	if (!tree)
		fail(r, v[0].bytes.p, "embedded JSON is not valid");
	return tree;
}

/* As Go's time.Duration prints, in the largest unit that leaves a whole number: kubectl and the
 * like send seconds. */
static cJSON *new_duration(struct reader *r, struct span s)
{
	struct value v[3];
	bool seen[3];
	char text[48];
	int64_t ns, whole;

	if (two_fields(r, s, v, seen) != 0)
		return NULL;
	ns = (int64_t)v[0].number;
	whole = ns / 1000000000;
	if (ns % 1000000000 != 0)
		snprintf(text, sizeof(text), "%.9gs", (double)ns / 1e9);
	else if (whole / 3600 != 0)
		snprintf(text, sizeof(text), "%lldh%dm%ds", (long long)(whole / 3600),
			 abs((int)(whole / 60 % 60)), abs((int)(whole % 60)));
	else if (whole / 60 != 0)
		snprintf(text, sizeof(text), "%dm%ds", (int)(whole / 60), abs((int)(whole % 60)));
	else
		snprintf(text, sizeof(text), "%ds", (int)whole);
	return cJSON_CreateString(text);
}

static cJSON *new_double(uint64_t bits)
{
	double d;

	memcpy(&d, &bits, sizeof(d));
	return isfinite(d) ? cJSON_CreateNumber(d) : cJSON_CreateNull();
}

/* --- messages ----------------------------------------------------------------------------- */

static int read_message(struct reader *r, const struct fakeapi__message *m, struct span s,
			unsigned depth, cJSON *obj);

static cJSON *new_message(struct reader *r, const struct fakeapi__message *m, struct span s,
			  unsigned depth)
{
	cJSON *obj = m->fields ? cJSON_CreateObject() : cJSON_CreateArray();

	if (obj && read_message(r, m, s, depth, obj) != 0) {
		cJSON_Delete(obj);
		return NULL;
	}
	return obj;
}

/* A schema, or what JSON allows in its place. */
static cJSON *new_schema(struct reader *r, enum fakeapi__type type, struct span s, unsigned depth)
{
	const struct fakeapi__message *schema = fakeapi__message_schema();
	struct value v[3];
	bool seen[3];
	unsigned at = type == FAKEAPI_TYPE_SCHEMA_OR_BOOL ? 1 : 0;
	cJSON *array, *item;
	uint64_t number;
	unsigned wire;
	struct value field;
	int rc;

	if (two_fields(r, s, v, seen) != 0)
		return NULL;
	if (seen[at])
		return new_message(r, schema, v[at].bytes, depth);
	if (type == FAKEAPI_TYPE_SCHEMA_OR_BOOL)
		return cJSON_CreateBool(v[0].number != 0);
	array = cJSON_CreateArray();
	while (array && (rc = next_field(r, &s, &number, &wire, &field)) != 0) {
		item = rc < 0 || number != 2 || wire != WIRE_BYTES ? NULL
		       : type == FAKEAPI_TYPE_SCHEMA_OR_STRINGS
			   ? new_string(r, field.bytes)
			   : new_message(r, schema, field.bytes, depth);
		if (rc > 0 && (number != 2 || wire != WIRE_BYTES))
			continue;
		if (!item || !cJSON_AddItemToArray(array, item)) {
			cJSON_Delete(item);
			cJSON_Delete(array);
			return NULL;
		}
	}
	return array;
}

/* One value of the field's type. NULL: out of memory, or r->error. */
static cJSON *new_value(struct reader *r, const struct fakeapi__field *f, unsigned wire,
			const struct value *v, unsigned depth)
{
	bool number = f->type == FAKEAPI_TYPE_BOOL || f->type == FAKEAPI_TYPE_DOUBLE ||
		      f->type == FAKEAPI_TYPE_INT32 || f->type == FAKEAPI_TYPE_INT64;

	if (number == (wire == WIRE_BYTES)) {
		fail(r, v->bytes.p ? v->bytes.p : r->start, "proto: wrong wireType for a field");
		return NULL;
	}
	if (++r->values > VALUES_MAX) {
		fail(r, r->start, "too many values");
		return NULL;
	}
	switch ((enum fakeapi__type)f->type) {
	case FAKEAPI_TYPE_STRING:
		return new_string(r, v->bytes);
	case FAKEAPI_TYPE_BYTES:
		return new_bytes(v->bytes);
	case FAKEAPI_TYPE_BOOL:
		return cJSON_CreateBool(v->number != 0);
	case FAKEAPI_TYPE_DOUBLE:
		return new_double(v->number);
	case FAKEAPI_TYPE_INT32:
		return cJSON_CreateNumber((int32_t)v->number);
	case FAKEAPI_TYPE_INT64:
		return cJSON_CreateNumber((double)(int64_t)v->number);
	case FAKEAPI_TYPE_TIME:
		return new_time(r, v->bytes, false);
	case FAKEAPI_TYPE_MICROTIME:
		return new_time(r, v->bytes, true);
	case FAKEAPI_TYPE_DURATION:
		return new_duration(r, v->bytes);
	case FAKEAPI_TYPE_QUANTITY:
		return new_quantity(r, v->bytes);
	case FAKEAPI_TYPE_INT_OR_STRING:
		return new_int_or_string(r, v->bytes);
	case FAKEAPI_TYPE_RAW:
		return new_raw(r, v->bytes);
	case FAKEAPI_TYPE_SCHEMA_OR_BOOL:
	case FAKEAPI_TYPE_SCHEMA_OR_ARRAY:
	case FAKEAPI_TYPE_SCHEMA_OR_STRINGS:
		return new_schema(r, (enum fakeapi__type)f->type, v->bytes, depth + 1);
	case FAKEAPI_TYPE_MESSAGE:
		return new_message(r, fakeapi__message_at(f->message), v->bytes, depth + 1);
	}
	return NULL;
}

/* What Go's encoder leaves out: zero strings, numbers and bytes that say omitempty, zero times
 * that say omitzero. Structs are always there. */
static bool left_out(const struct fakeapi__field *f, const cJSON *v)
{
	if (f->flags & FAKEAPI_FIELD_OMITZERO)
		return cJSON_IsNull(v);
	if (!(f->flags & FAKEAPI_FIELD_OMIT))
		return false;
	switch ((enum fakeapi__type)f->type) {
	case FAKEAPI_TYPE_STRING:
	case FAKEAPI_TYPE_BYTES:
		return v->valuestring[0] == '\0';
	case FAKEAPI_TYPE_BOOL:
		return cJSON_IsFalse(v);
	case FAKEAPI_TYPE_DOUBLE:
	case FAKEAPI_TYPE_INT32:
	case FAKEAPI_TYPE_INT64:
		return !(v->valuedouble < 0 || v->valuedouble > 0);
	default:
		return false;
	}
}

/* Sets the member, replacing an earlier one: the last of a field counts. */
static int set_member(cJSON *obj, const char *name, cJSON *take_value, bool replace)
{
	if (replace && cJSON_GetObjectItemCaseSensitive(obj, name)) {
		if (cJSON_ReplaceItemInObjectCaseSensitive(obj, name, take_value))
			return 0;
	} else if (cJSON_AddItemToObject(obj, name, take_value)) {
		return 0;
	}
	cJSON_Delete(take_value);
	return -1;
}

static cJSON *member_of(cJSON *obj, const char *name, bool array)
{
	cJSON *v = cJSON_GetObjectItemCaseSensitive(obj, name);

	if (v)
		return v;
	v = array ? cJSON_CreateArray() : cJSON_CreateObject();
	if (v && !cJSON_AddItemToObject(obj, name, v)) {
		cJSON_Delete(v);
		return NULL;
	}
	return v;
}

static int read_map_entry(struct reader *r, const struct fakeapi__field *f, struct span s,
			  unsigned depth, cJSON *obj)
{
	struct fakeapi__field plain = *f;
	struct value v, key = { 0, { s.p, s.p } }, val = { 0, { s.p, s.p } };
	uint64_t number;
	unsigned wire;
	unsigned val_wire = WIRE_BYTES;
	cJSON *map, *name, *value;
	int rc;

	while ((rc = next_field(r, &s, &number, &wire, &v)) == 1) {
		if (number == 1 && wire == WIRE_BYTES)
			key = v;
		if (number == 2) {
			val = v;
			val_wire = wire;
		}
	}
	if (rc != 0)
		return -1;
	plain.flags = 0;
	map = member_of(obj, f->name, false);
	name = map ? new_string(r, key.bytes) : NULL;
	value = name ? new_value(r, &plain, val_wire, &val, depth) : NULL;
	rc = value ? set_member(map, name->valuestring, value, r->values < 10000) : -1;
	cJSON_Delete(name);
	return rc;
}

static int read_repeated(struct reader *r, const struct fakeapi__field *f, unsigned wire,
			 struct value *v, unsigned depth, cJSON *array)
{
	bool packed =
	    wire == WIRE_BYTES && (f->type == FAKEAPI_TYPE_INT32 || f->type == FAKEAPI_TYPE_INT64 ||
				   f->type == FAKEAPI_TYPE_BOOL);

	do {
		cJSON *item;

		if (packed && v->bytes.p == v->bytes.end)
			return 0;
		if (packed && varint(r, &v->bytes, &v->number) != 0)
			return -1;
		item = new_value(r, f, packed ? WIRE_VARINT : wire, v, depth);
		if (!item)
			return -1;
		if (!cJSON_AddItemToArray(array, item)) {
			cJSON_Delete(item);
			return -1;
		}
	} while (packed);
	return 0;
}

static int read_field(struct reader *r, const struct fakeapi__field *f, unsigned wire,
		      struct value *v, unsigned depth, cJSON *obj)
{
	cJSON *value, *array;

	if ((f->flags & FAKEAPI_FIELD_MAP) || f->type == FAKEAPI_TYPE_MESSAGE)
		if (wire != WIRE_BYTES)
			return fail(r, r->start, "proto: wrong wireType for a field");
	if (f->flags & FAKEAPI_FIELD_INLINE)
		return read_message(r, fakeapi__message_at(f->message), v->bytes, depth + 1, obj);
	if (f->flags & FAKEAPI_FIELD_MAP)
		return read_map_entry(r, f, v->bytes, depth, obj);
	if (f->flags & FAKEAPI_FIELD_REPEATED) {
		array = member_of(obj, f->name, true);
		return array ? read_repeated(r, f, wire, v, depth, array) : -1;
	}
	value = new_value(r, f, wire, v, depth);
	if (!value)
		return -1;
	if (left_out(f, value)) {
		cJSON_Delete(value);
		return 0;
	}
	return set_member(obj, f->name, value, true);
}

/* An array of strings that is a message because protobuf has no other way to say it. */
static int read_list(struct reader *r, unsigned wire, uint64_t number, const struct value *v,
		     cJSON *array)
{
	cJSON *item;

	if (number != 1 || wire != WIRE_BYTES)
		return 0;
	if (++r->values > VALUES_MAX)
		return fail(r, r->start, "too many values");
	item = new_string(r, v->bytes);
	if (!item)
		return -1;
	if (!cJSON_AddItemToArray(array, item)) {
		cJSON_Delete(item);
		return -1;
	}
	return 0;
}

static int read_message(struct reader *r, const struct fakeapi__message *m, struct span s,
			unsigned depth, cJSON *obj)
{
	uint64_t number;
	unsigned wire;
	struct value v;
	int rc;

	if (depth > DEPTH_MAX)
		return fail(r, s.p, "nested too deep");
	while ((rc = next_field(r, &s, &number, &wire, &v)) == 1) {
		const struct fakeapi__field *f = m->fields, *end = f ? f + m->field_count : NULL;

		if (!f) {
			if (read_list(r, wire, number, &v, obj) != 0)
				return -1;
			continue;
		}
		while (f < end && f->number != number)
			f++;
		if (f < end && read_field(r, f, wire, &v, depth, obj) != 0)
			return -1;
	}
	return rc;
}

/* --- the envelope -------------------------------------------------------------------------- */

static int bad(struct fakeapi__status *st, const struct reader *r)
{
	if (!r->error)
		return -1; /* out of memory */
	return fakeapi__status_set(st, 400, "BadRequest",
				   "the body is not valid protobuf: %s (at byte %zu)", r->error,
				   r->error_at);
}

static int decode_raw(struct reader *r, const struct fakeapi__message *m, struct span raw,
		      struct span version, struct span kind, cJSON **out)
{
	cJSON *obj = cJSON_CreateObject();
	cJSON *k = obj ? new_string(r, kind) : NULL;
	cJSON *v = k ? new_string(r, version) : NULL;

	*out = obj;
	if (!v) {
		cJSON_Delete(k);
		return -1;
	}
	if (set_member(obj, "kind", k, false) != 0) {
		cJSON_Delete(v);
		return -1;
	}
	if (set_member(obj, "apiVersion", v, false) != 0)
		return -1;
	return read_message(r, m, raw, 0, obj);
}

int fakeapi__protobuf_decode(struct str body, cJSON **out, struct fakeapi__status *st)
{
	const unsigned char *p = (const unsigned char *)body.ptr;
	struct reader r = { p, NULL, 0, 0 };
	struct value unknown[3], type[3];
	bool seen[3], type_seen[3];
	struct span s;
	const struct fakeapi__message *m;

	*out = NULL;
	base__alloc_init_cjson();
	if (body.len < 4 || memcmp(body.ptr, "k8s\0", 4) != 0)
		return fakeapi__status_set(
		    st, 400, "BadRequest",
		    "provided data does not appear to be a protobuf message, "
		    "expected prefix [107 56 115 0]");
	s = (struct span) { p + 4, p + body.len };
	if (two_fields(&r, s, unknown, seen) != 0 ||
	    two_fields(&r, unknown[0].bytes, type, type_seen) != 0)
		return bad(st, &r);
	m = fakeapi__message_of(span_str(type[0].bytes), span_str(type[1].bytes));
	if (!m)
		return fakeapi__status_set(st, 400, "BadRequest",
					   "no kind \"" STR_FMT
					   "\" is registered for version \"" STR_FMT
					   "\" in scheme \"pkg/api/legacyscheme/scheme.go:30\"",
					   STR_ARG(span_str(type[1].bytes)),
					   STR_ARG(span_str(type[0].bytes)));
	if (decode_raw(&r, m, unknown[1].bytes, type[0].bytes, type[1].bytes, out) != 0) {
		cJSON_Delete(*out);
		*out = NULL;
		return bad(st, &r);
	}
	return 0;
}
