/* SPDX-License-Identifier: Apache-2.0 */
/* protobuf.c - reads the wire format with a table of fields and makes the JSON that Go would print.
 *
 * No length is trusted: every read is checked against the end of its message; nesting and the
 * number of values are bounded; unknown fields are skipped, as in the real server. */
#include "base/alloc.h"
#include "base/json_tree.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/schema/types.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/protobuf_wire.h"

/* Each value needs some 100 bytes as a tree. */
enum { VALUES_MAX = 500000 };

/* --- messages ----------------------------------------------------------------------------- */

static int read_message(struct fakeapi__pb_reader *r, const struct fakeapi__message *m,
			struct fakeapi__pb_span s, unsigned depth, cJSON *obj);

/* Of entries with the same key the last counts. */
static int finish_maps(const struct fakeapi__message *m, cJSON *obj)
{
	for (size_t i = 0; m->fields && i < m->field_count; i++) {
		const struct fakeapi__field *f = &m->fields[i];
		cJSON *map;

		if ((f->flags & FAKEAPI_FIELD_INLINE) &&
		    finish_maps(fakeapi__message_at(f->message), obj) != 0)
			return -1;
		if (!(f->flags & FAKEAPI_FIELD_MAP))
			continue;
		map = cJSON_GetObjectItemCaseSensitive(obj, f->name);
		if (map && fakeapi__sort_members(map, false) != 0)
			return -1;
	}
	return 0;
}

cJSON *fakeapi__pb_message(struct fakeapi__pb_reader *r, const struct fakeapi__message *m,
			   struct fakeapi__pb_span s, unsigned depth)
{
	cJSON *obj = m->fields ? cJSON_CreateObject() : cJSON_CreateArray();

	if (obj && (read_message(r, m, s, depth, obj) != 0 || finish_maps(m, obj) != 0)) {
		cJSON_Delete(obj);
		return NULL;
	}
	return obj;
}

/* A schema, or its alternatives in JSON. */
static cJSON *new_schema(struct fakeapi__pb_reader *r, enum fakeapi__type type,
			 struct fakeapi__pb_span s, unsigned depth)
{
	const struct fakeapi__message *schema = fakeapi__message_schema();
	struct fakeapi__pb_value v[3];
	bool seen[3];
	unsigned at = type == FAKEAPI_TYPE_SCHEMA_OR_BOOL ? 1 : 0;
	cJSON *array, *item;
	uint64_t number;
	unsigned wire;
	struct fakeapi__pb_value field;
	int rc;

	if (fakeapi__pb_three(r, s, v, seen) != 0)
		return NULL;
	if (seen[at])
		return fakeapi__pb_message(r, schema, v[at].bytes, depth);
	if (type == FAKEAPI_TYPE_SCHEMA_OR_BOOL)
		return cJSON_CreateBool(v[0].number != 0);
	array = cJSON_CreateArray();
	while (array && (rc = fakeapi__pb_next(r, &s, &number, &wire, &field)) != 0) {
		item = rc < 0 || number != 2 || wire != WIRE_BYTES ? NULL
		       : type == FAKEAPI_TYPE_SCHEMA_OR_STRINGS
			   ? fakeapi__pb_string(r, field.bytes)
			   : fakeapi__pb_message(r, schema, field.bytes, depth);
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

/* Makes one value of the field's type. NULL: out of memory, or r->error. */
static cJSON *new_value(struct fakeapi__pb_reader *r, const struct fakeapi__field *f, unsigned wire,
			const struct fakeapi__pb_value *v, unsigned depth)
{
	bool number = f->type == FAKEAPI_TYPE_BOOL || f->type == FAKEAPI_TYPE_DOUBLE ||
		      f->type == FAKEAPI_TYPE_INT32 || f->type == FAKEAPI_TYPE_INT64;

	if (number == (wire == WIRE_BYTES)) {
		fakeapi__pb_fail(r, v->bytes.p ? v->bytes.p : r->start,
				 "proto: wrong wireType for a field");
		return NULL;
	}
	if (++r->values > VALUES_MAX) {
		fakeapi__pb_fail(r, r->start, "too many values");
		return NULL;
	}
	switch ((enum fakeapi__type)f->type) {
	case FAKEAPI_TYPE_STRING:
		return fakeapi__pb_string(r, v->bytes);
	case FAKEAPI_TYPE_BYTES:
		return fakeapi__pb_bytes(v->bytes);
	case FAKEAPI_TYPE_BOOL:
		return cJSON_CreateBool(v->number != 0);
	case FAKEAPI_TYPE_DOUBLE:
		return fakeapi__pb_double(v->number);
	case FAKEAPI_TYPE_INT32:
		return cJSON_CreateNumber((int32_t)v->number);
	case FAKEAPI_TYPE_INT64:
		return fakeapi__new_int64((int64_t)v->number);
	case FAKEAPI_TYPE_TIME:
		return fakeapi__pb_time(r, v->bytes, false);
	case FAKEAPI_TYPE_MICROTIME:
		return fakeapi__pb_time(r, v->bytes, true);
	case FAKEAPI_TYPE_DURATION:
		return fakeapi__pb_duration(r, v->bytes);
	case FAKEAPI_TYPE_QUANTITY:
		return fakeapi__pb_quantity(r, v->bytes);
	case FAKEAPI_TYPE_INT_OR_STRING:
		return fakeapi__pb_int_or_string(r, v->bytes);
	case FAKEAPI_TYPE_RAW:
		return fakeapi__pb_raw(r, v->bytes);
	case FAKEAPI_TYPE_SCHEMA_OR_BOOL:
	case FAKEAPI_TYPE_SCHEMA_OR_ARRAY:
	case FAKEAPI_TYPE_SCHEMA_OR_STRINGS:
		return new_schema(r, (enum fakeapi__type)f->type, v->bytes, depth + 1);
	case FAKEAPI_TYPE_MESSAGE:
		return fakeapi__pb_message(r, fakeapi__message_at(f->message), v->bytes, depth + 1);
	}
	return NULL;
}

/* True if Go's encoder omits the value: zero strings, numbers and bytes with omitempty, zero times
 * with omitzero. Structs are never omitted. */
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
	case FAKEAPI_TYPE_TIME:
	case FAKEAPI_TYPE_MICROTIME:
	case FAKEAPI_TYPE_DURATION:
	case FAKEAPI_TYPE_QUANTITY:
	case FAKEAPI_TYPE_INT_OR_STRING:
	case FAKEAPI_TYPE_RAW:
	case FAKEAPI_TYPE_SCHEMA_OR_BOOL:
	case FAKEAPI_TYPE_SCHEMA_OR_ARRAY:
	case FAKEAPI_TYPE_SCHEMA_OR_STRINGS:
	case FAKEAPI_TYPE_MESSAGE:
		break;
	}
	return false;
}

/* Sets the member and replaces an earlier one: the last occurrence of a field counts. */
static int set_member(cJSON *obj, const char *name, cJSON *take_value, bool replace)
{
	cJSON *old = replace ? cJSON_GetObjectItemCaseSensitive(obj, name) : NULL;

	if (old)
		return fakeapi__replace_child(obj, old, name, take_value);
	if (cJSON_AddItemToObject(obj, name, take_value))
		return 0;
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

static int read_map_entry(struct fakeapi__pb_reader *r, const struct fakeapi__field *f,
			  struct fakeapi__pb_span s, unsigned depth, cJSON *obj)
{
	struct fakeapi__field plain = *f;
	struct fakeapi__pb_value v, key = { 0, { s.p, s.p } }, val = { 0, { s.p, s.p } };
	uint64_t number;
	unsigned wire;
	unsigned val_wire = WIRE_BYTES;
	cJSON *map, *name, *value;
	int rc;

	while ((rc = fakeapi__pb_next(r, &s, &number, &wire, &v)) == 1) {
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
	name = map ? fakeapi__pb_string(r, key.bytes) : NULL;
	value = name ? new_value(r, &plain, val_wire, &val, depth) : NULL;
	rc = value ? set_member(map, name->valuestring, value, false) : -1;
	cJSON_Delete(name);
	return rc;
}

static int read_repeated(struct fakeapi__pb_reader *r, const struct fakeapi__field *f,
			 unsigned wire, struct fakeapi__pb_value *v, unsigned depth, cJSON *array)
{
	bool packed =
	    wire == WIRE_BYTES && (f->type == FAKEAPI_TYPE_INT32 || f->type == FAKEAPI_TYPE_INT64 ||
				   f->type == FAKEAPI_TYPE_BOOL);

	do {
		cJSON *item;

		if (packed && v->bytes.p == v->bytes.end)
			return 0;
		if (packed && fakeapi__pb_varint(r, &v->bytes, &v->number) != 0)
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

static int read_field(struct fakeapi__pb_reader *r, const struct fakeapi__field *f, unsigned wire,
		      struct fakeapi__pb_value *v, unsigned depth, cJSON *obj)
{
	cJSON *value, *array;

	if ((f->flags & FAKEAPI_FIELD_MAP) || f->type == FAKEAPI_TYPE_MESSAGE)
		if (wire != WIRE_BYTES)
			return fakeapi__pb_fail(r, r->start, "proto: wrong wireType for a field");
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

/* An array of strings that protobuf can only express as a message. */
static int read_list(struct fakeapi__pb_reader *r, unsigned wire, uint64_t number,
		     const struct fakeapi__pb_value *v, cJSON *array)
{
	cJSON *item;

	if (number != 1 || wire != WIRE_BYTES)
		return 0;
	if (++r->values > VALUES_MAX)
		return fakeapi__pb_fail(r, r->start, "too many values");
	item = fakeapi__pb_string(r, v->bytes);
	if (!item)
		return -1;
	if (!cJSON_AddItemToArray(array, item)) {
		cJSON_Delete(item);
		return -1;
	}
	return 0;
}

static int read_message(struct fakeapi__pb_reader *r, const struct fakeapi__message *m,
			struct fakeapi__pb_span s, unsigned depth, cJSON *obj)
{
	uint64_t number;
	unsigned wire;
	struct fakeapi__pb_value v;
	int rc;

	if (depth > FAKEAPI_PB_DEPTH_MAX)
		return fakeapi__pb_fail(r, s.p, "nested too deep");
	while ((rc = fakeapi__pb_next(r, &s, &number, &wire, &v)) == 1) {
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

static int bad(struct fakeapi__status *st, const struct fakeapi__pb_reader *r)
{
	if (!r->error)
		return -1; /* out of memory */
	return fakeapi__status_set(st, 400, "BadRequest",
				   "the body is not valid protobuf: %s (at byte %zu)", r->error,
				   r->error_at);
}

static int decode_raw(struct fakeapi__pb_reader *r, const struct fakeapi__message *m,
		      struct fakeapi__pb_span raw, struct fakeapi__pb_span version,
		      struct fakeapi__pb_span kind, cJSON **out)
{
	cJSON *obj = cJSON_CreateObject();
	cJSON *k = obj ? fakeapi__pb_string(r, kind) : NULL;
	cJSON *v = k ? fakeapi__pb_string(r, version) : NULL;

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
	return read_message(r, m, raw, 0, obj) != 0 ? -1 : finish_maps(m, obj);
}

bool fakeapi__protobuf_begins(struct str body)
{
	return body.len >= 4 && memcmp(body.ptr, "k8s\0", 4) == 0;
}

int fakeapi__protobuf_decode(struct str body, unsigned release, cJSON **out,
			     struct fakeapi__status *st)
{
	const unsigned char *p = (const unsigned char *)body.ptr;
	struct fakeapi__pb_reader r = { p, NULL, 0, 0 };
	struct fakeapi__pb_value unknown[3], type[3];
	bool seen[3], type_seen[3];
	struct fakeapi__pb_span s;
	const struct fakeapi__message *m;

	*out = NULL;
	base__alloc_init_cjson();
	if (!fakeapi__protobuf_begins(body))
		return fakeapi__status_set(
		    st, 400, "BadRequest",
		    "provided data does not appear to be a protobuf message, "
		    "expected prefix [107 56 115 0]");
	s = (struct fakeapi__pb_span) { p + 4, p + body.len };
	if (fakeapi__pb_three(&r, s, unknown, seen) != 0 ||
	    fakeapi__pb_three(&r, unknown[0].bytes, type, type_seen) != 0)
		return bad(st, &r);
	m = fakeapi__message_of(fakeapi__pb_str(type[0].bytes), fakeapi__pb_str(type[1].bytes),
				release);
	if (!m)
		return fakeapi__status_set(st, 400, "BadRequest",
					   "no kind \"" STR_FMT
					   "\" is registered for version \"" STR_FMT
					   "\" in scheme \"pkg/api/legacyscheme/scheme.go:30\"",
					   STR_ARG(fakeapi__pb_str(type[1].bytes)),
					   STR_ARG(fakeapi__pb_str(type[0].bytes)));
	if (decode_raw(&r, m, unknown[1].bytes, type[0].bytes, type[1].bytes, out) != 0) {
		cJSON_Delete(*out);
		*out = NULL;
		return bad(st, &r);
	}
	return 0;
}

bool fakeapi__protobuf_json(struct str body, struct strbuf *out)
{
	struct fakeapi__status st = { 0 };
	cJSON *tree = NULL;
	char *text;

	if (!fakeapi__protobuf_begins(body))
		return false;
	if (fakeapi__protobuf_decode(body, FAKEAPI_RELEASE_NEWEST, &tree, &st) != 0)
		tree = fakeapi__pb_list(body);
	text = tree ? json_tree_print(tree, JSON_STYLE_WRITTEN) : NULL;
	cJSON_Delete(tree);
	fakeapi__status_fini(&st);
	if (text)
		strbuf_addz(out, text);
	cJSON_free(text);
	return text != NULL;
}
