/* SPDX-License-Identifier: Apache-2.0 */
/* protobuf_write.c - encodes an object's JSON in the wire format, with the same table of fields as
 * protobuf.c. Omits fields that JSON omits (zero values); readers see no difference. */
#include <stdio.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/clock.h"
#include "base/text/rfc3339.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/schema/types.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/protobuf_wire.h"

static void write_message(struct strbuf *out, const struct fakeapi__message *m, const cJSON *obj,
			  unsigned depth);

/* --- the wire ------------------------------------------------------------------------------- */

static void put_varint(struct strbuf *out, uint64_t n)
{
	for (; n > 127; n >>= 7)
		strbuf_addc(out, (char)(n | 0x80));
	strbuf_addc(out, (char)n);
}

static void put_tag(struct strbuf *out, unsigned number, unsigned wire)
{
	put_varint(out, (uint64_t)number << 3 | wire);
}

static void put_number(struct strbuf *out, unsigned number, uint64_t n)
{
	put_tag(out, number, WIRE_VARINT);
	put_varint(out, n);
}

static void put_bytes(struct strbuf *out, unsigned number, struct str s)
{
	put_tag(out, number, WIRE_BYTES);
	put_varint(out, s.len);
	strbuf_adds(out, s);
}

/* A nested message is written in place; its length is inserted afterwards. */
static size_t begin(struct strbuf *out, unsigned number)
{
	put_tag(out, number, WIRE_BYTES);
	return out->len;
}

static void end(struct strbuf *out, size_t at)
{
	size_t len = out->len - at, width = 1;
	char varint[10];

	for (size_t n = len; n > 127; n >>= 7)
		varint[width++ - 1] = (char)(n | 0x80);
	varint[width - 1] = (char)(len >> (7 * (width - 1)));
	if (out->failed || !strbuf_reserve(out, width))
		return;
	strbuf_add(out, varint, width);
	memmove(out->ptr + at + width, out->ptr + at, len);
	memcpy(out->ptr + at, varint, width);
}

/* --- values --------------------------------------------------------------------------------- */

static struct str string_of(const cJSON *v)
{
	return cJSON_IsString(v) ? str_of(v->valuestring) : STR("");
}

/* `s` is already validated. */
static void put_base64(struct strbuf *out, unsigned number, struct str s)
{
	AUTO_STRBUF raw = STRBUF_INIT;

	(void)base64_decode(&raw, s, BASE64_STD, NULL);
	out->failed |= raw.failed;
	put_bytes(out, number, strbuf_str(&raw));
}

/* RFC 3339 in UTC, as the server stores times: seconds and nanoseconds. */
static void put_time(struct strbuf *out, unsigned number, struct str s)
{
	size_t at = begin(out, number);
	struct rfc3339 time;

	if (rfc3339_read(s, RFC3339_TIME, &time, NULL)) {
		put_number(out, 1, (uint64_t)time.unix_s);
		put_number(out, 2, (uint64_t)time.ns);
	}
	end(out, at);
}

static void put_duration(struct strbuf *out, unsigned number, struct str s)
{
	size_t at = begin(out, number);
	int64_t ns;

	if (duration_parse(s, &ns, NULL) == 0)
		put_number(out, 1, (uint64_t)ns);
	end(out, at);
}

static void put_int_or_string(struct strbuf *out, unsigned number, const cJSON *v)
{
	size_t at = begin(out, number);

	put_number(out, 1, cJSON_IsString(v) ? 1 : 0);
	if (cJSON_IsString(v))
		put_bytes(out, 3, string_of(v));
	else
		put_number(out, 2, (uint64_t)fakeapi__int64(v));
	end(out, at);
}

static void put_json(struct strbuf *out, unsigned number, const cJSON *v)
{
	size_t at = begin(out, number);
	char *text = fakeapi__print(v);

	out->failed |= !text;
	if (text)
		put_bytes(out, 1, str_of(text));
	cJSON_free(text);
	end(out, at);
}

static void put_double(struct strbuf *out, unsigned number, double d)
{
	uint64_t bits;

	memcpy(&bits, &d, sizeof(bits));
	put_tag(out, number, WIRE_FIXED64);
	for (unsigned i = 0; i < 8; i++)
		strbuf_addc(out, (char)(bits >> (8 * i)));
}

/* A schema, or its alternatives in JSON. */
static void put_schema(struct strbuf *out, const struct fakeapi__field *f, const cJSON *v,
		       unsigned depth)
{
	const struct fakeapi__message *schema = fakeapi__message_schema();
	bool or_bool = f->type == FAKEAPI_TYPE_SCHEMA_OR_BOOL;
	size_t at = begin(out, f->number), inner;
	const cJSON *item;

	if (or_bool)
		put_number(out, 1, cJSON_IsFalse(v) ? 0 : 1);
	if (cJSON_IsObject(v)) {
		inner = begin(out, or_bool ? 2 : 1);
		write_message(out, schema, v, depth + 1);
		end(out, inner);
	}
	for (item = cJSON_IsArray(v) ? v->child : NULL; item; item = item->next) {
		if (cJSON_IsString(item)) {
			put_bytes(out, 2, string_of(item));
			continue;
		}
		inner = begin(out, 2);
		write_message(out, schema, item, depth + 1);
		end(out, inner);
	}
	end(out, at);
}

/* --- messages ------------------------------------------------------------------------------- */

static void put_message(struct strbuf *out, unsigned number, const struct fakeapi__message *m,
			const cJSON *v, unsigned depth)
{
	size_t at = begin(out, number);
	const cJSON *item;

	if (m->fields)
		write_message(out, m, v, depth + 1);
	else
		cJSON_ArrayForEach(item, v) put_bytes(out, 1, string_of(item));
	end(out, at);
}

static void put_value(struct strbuf *out, const struct fakeapi__field *f, const cJSON *v,
		      unsigned depth)
{
	size_t at;

	switch ((enum fakeapi__type)f->type) {
	case FAKEAPI_TYPE_STRING:
		put_bytes(out, f->number, string_of(v));
		break;
	case FAKEAPI_TYPE_BYTES:
		put_base64(out, f->number, string_of(v));
		break;
	case FAKEAPI_TYPE_BOOL:
		put_number(out, f->number, cJSON_IsTrue(v) ? 1 : 0);
		break;
	case FAKEAPI_TYPE_DOUBLE:
		put_double(out, f->number, v->valuedouble);
		break;
	case FAKEAPI_TYPE_INT32:
	case FAKEAPI_TYPE_INT64:
		put_number(out, f->number, (uint64_t)fakeapi__int64(v));
		break;
	case FAKEAPI_TYPE_TIME:
	case FAKEAPI_TYPE_MICROTIME:
		put_time(out, f->number, string_of(v));
		break;
	case FAKEAPI_TYPE_DURATION:
		put_duration(out, f->number, string_of(v));
		break;
	case FAKEAPI_TYPE_QUANTITY:
		at = begin(out, f->number);
		put_bytes(out, 1, string_of(v));
		end(out, at);
		break;
	case FAKEAPI_TYPE_INT_OR_STRING:
		put_int_or_string(out, f->number, v);
		break;
	case FAKEAPI_TYPE_RAW:
		put_json(out, f->number, v);
		break;
	case FAKEAPI_TYPE_SCHEMA_OR_BOOL:
	case FAKEAPI_TYPE_SCHEMA_OR_ARRAY:
	case FAKEAPI_TYPE_SCHEMA_OR_STRINGS:
		put_schema(out, f, v, depth);
		break;
	case FAKEAPI_TYPE_MESSAGE:
		put_message(out, f->number, fakeapi__message_at(f->message), v, depth);
		break;
	}
}

static void put_map(struct strbuf *out, const struct fakeapi__field *f, const cJSON *v,
		    unsigned depth)
{
	struct fakeapi__field value = *f;
	const cJSON *e;

	value.number = 2;
	cJSON_ArrayForEach(e, v)
	{
		size_t at = begin(out, f->number);

		put_bytes(out, 1, str_of(e->string));
		put_value(out, &value, e, depth);
		end(out, at);
	}
}

static void write_field(struct strbuf *out, const struct fakeapi__field *f, const cJSON *obj,
			unsigned depth)
{
	const cJSON *v, *item;

	if (f->flags & FAKEAPI_FIELD_INLINE) {
		put_message(out, f->number, fakeapi__message_at(f->message), obj, depth);
		return;
	}
	v = cJSON_GetObjectItemCaseSensitive(obj, f->name);
	/* A null time is the zero time: an empty message. */
	if (!v ||
	    (cJSON_IsNull(v) && f->type != FAKEAPI_TYPE_TIME && f->type != FAKEAPI_TYPE_MICROTIME))
		return;
	if (f->flags & FAKEAPI_FIELD_MAP)
		put_map(out, f, v, depth);
	else if (f->flags & FAKEAPI_FIELD_REPEATED)
		cJSON_ArrayForEach(item, v) put_value(out, f, item, depth);
	else
		put_value(out, f, v, depth);
}

static void write_message(struct strbuf *out, const struct fakeapi__message *m, const cJSON *obj,
			  unsigned depth)
{
	/* A safeguard: the limits of the reader and of JSON also apply to stored objects. */
	if (depth > FAKEAPI_PB_WRITE_DEPTH_MAX)
		return;
	for (size_t i = 0; i < m->field_count; i++)
		write_field(out, &m->fields[i], obj, depth);
}

/* --- objects and lists ---------------------------------------------------------------------- */

static const struct fakeapi__message *metadata_of(const char *kind)
{
	const struct fakeapi__message *m = fakeapi__message_of(STR("v1"), str_of(kind), 0);

	return fakeapi__message_at(m->fields[0].message);
}

static bool is_partial(struct str api_version, struct str kind)
{
	return str_eqz(kind, "PartialObjectMetadata") && api_version.len > 12 &&
	       memcmp(api_version.ptr, "meta.k8s.io/", 12) == 0;
}

bool fakeapi__protobuf_knows(struct str api_version, struct str kind, unsigned release)
{
	return is_partial(api_version, kind) || fakeapi__message_of(api_version, kind, release);
}

/* Writes the message without its envelope. */
static void write_object(struct strbuf *out, struct str api_version, struct str kind,
			 unsigned release, const cJSON *obj)
{
	const struct fakeapi__message *m = fakeapi__message_of(api_version, kind, release);
	const cJSON *meta;

	if (m) {
		write_message(out, m, obj, 0);
		return;
	}
	meta = cJSON_GetObjectItemCaseSensitive(obj, "metadata");
	if (meta)
		put_message(out, 1, metadata_of("ConfigMap"), meta, 0);
}

void fakeapi__protobuf_envelope(struct strbuf *out, struct str api_version, struct str kind,
				struct str message)
{
	size_t at;

	strbuf_add(out, "k8s\0", 4);
	at = begin(out, 1);
	put_bytes(out, 1, api_version);
	put_bytes(out, 2, kind);
	end(out, at);
	put_bytes(out, 2, message);
	put_bytes(out, 3, STR(""));
	put_bytes(out, 4, STR(""));
}

int fakeapi__protobuf_encode(struct str json, unsigned release, struct strbuf *out)
{
	cJSON *obj = fakeapi__parse(json);
	struct str api_version = string_of(cJSON_GetObjectItemCaseSensitive(obj, "apiVersion"));
	struct str kind = string_of(cJSON_GetObjectItemCaseSensitive(obj, "kind"));
	AUTO_STRBUF message = STRBUF_INIT;

	if (obj && fakeapi__protobuf_knows(api_version, kind, release)) {
		write_object(&message, api_version, kind, release, obj);
		fakeapi__protobuf_envelope(out, api_version, kind, strbuf_str(&message));
	} else {
		out->failed = true;
	}
	out->failed |= message.failed;
	cJSON_Delete(obj);
	return out->failed ? RELIST_ENOMEM : 0;
}

int fakeapi__protobuf_list_meta(struct str json, struct strbuf *out)
{
	cJSON *meta = fakeapi__parse(json);

	out->failed |= !meta;
	if (meta)
		put_message(out, 1, metadata_of("Status"), meta, 0);
	cJSON_Delete(meta);
	return out->failed ? RELIST_ENOMEM : 0;
}

int fakeapi__protobuf_list_item(struct str api_version, struct str kind, unsigned release,
				struct str json, struct strbuf *out)
{
	cJSON *obj = fakeapi__parse(json);
	size_t at = begin(out, 2);

	out->failed |= !obj;
	if (obj)
		write_object(out, api_version, kind, release, obj);
	end(out, at);
	cJSON_Delete(obj);
	return out->failed ? RELIST_ENOMEM : 0;
}

size_t fakeapi__protobuf_frame(const char *type, size_t object_len, char frame[32])
{
	AUTO_STRBUF head = STRBUF_INIT;
	AUTO_STRBUF raw = STRBUF_INIT;
	size_t total, n;

	put_tag(&raw, 1, WIRE_BYTES);
	put_varint(&raw, object_len);
	put_bytes(&head, 1, str_of(type));
	put_tag(&head, 2, WIRE_BYTES);
	put_varint(&head, raw.len + object_len);
	total = head.len + raw.len + object_len;
	n = 4 + head.len + raw.len;
	if (head.failed || raw.failed)
		return 0;
	ASSERT(n <= 32);
	for (unsigned i = 0; i < 4; i++)
		frame[i] = (char)(total >> (8 * (3 - i)));
	memcpy(frame + 4, head.ptr, head.len);
	memcpy(frame + 4 + head.len, raw.ptr, raw.len);
	return n;
}
