/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "base/base64.h"
#include "base/clock.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/serializer/protobuf_wire.h"

int fakeapi__pb_fail(struct fakeapi__pb_reader *r, const unsigned char *at, const char *what)
{
	if (!r->error) {
		r->error = what;
		r->error_at = at ? (size_t)(at - r->start) : 0;
	}
	return -1;
}

int fakeapi__pb_varint(struct fakeapi__pb_reader *r, struct fakeapi__pb_span *s, uint64_t *out)
{
	const unsigned char *from = s->p;

	*out = 0;
	for (unsigned shift = 0; shift < 64; shift += 7) {
		unsigned char c;

		if (s->p == s->end)
			return fakeapi__pb_fail(r, from, "unexpected EOF");
		c = *s->p++;
		*out |= (uint64_t)(c & 0x7f) << shift;
		if (c < 0x80)
			return 0;
	}
	return fakeapi__pb_fail(r, from, "proto: integer overflow");
}

static int read_value(struct fakeapi__pb_reader *r, struct fakeapi__pb_span *s, unsigned wire,
		      struct fakeapi__pb_value *v)
{
	uint64_t len;
	size_t fixed = wire == WIRE_FIXED64 ? 8 : 4;

	*v = (struct fakeapi__pb_value) { 0, { NULL, NULL } };
	switch (wire) {
	case WIRE_VARINT:
		return fakeapi__pb_varint(r, s, &v->number);
	case WIRE_FIXED64:
	case WIRE_FIXED32:
		if ((size_t)(s->end - s->p) < fixed)
			return fakeapi__pb_fail(r, s->p, "unexpected EOF");
		for (size_t i = 0; i < fixed; i++)
			v->number |= (uint64_t)s->p[i] << (8 * i);
		s->p += fixed;
		return 0;
	case WIRE_BYTES:
		if (fakeapi__pb_varint(r, s, &len) != 0)
			return -1;
		if (len > (uint64_t)(s->end - s->p))
			return fakeapi__pb_fail(r, s->p, "unexpected EOF");
		v->bytes = (struct fakeapi__pb_span) { s->p, s->p + len };
		s->p += len;
		return 0;
	default:
		return fakeapi__pb_fail(r, s->p, "proto: illegal wireType");
	}
}

/* Reads the next field of a message; 1: read, 0: end of the message. */
int fakeapi__pb_next(struct fakeapi__pb_reader *r, struct fakeapi__pb_span *s, uint64_t *number,
		     unsigned *wire, struct fakeapi__pb_value *v)
{
	const unsigned char *from = s->p;
	uint64_t tag;

	if (s->p == s->end)
		return 0;
	if (fakeapi__pb_varint(r, s, &tag) != 0)
		return -1;
	*number = tag >> 3;
	*wire = (unsigned)(tag & 7);
	if (*number == 0 || *number > 536870911)
		return fakeapi__pb_fail(r, from, "proto: illegal tag");
	return read_value(r, s, *wire, v) == 0 ? 1 : -1;
}

/* --- values to JSON ------------------------------------------------------------------------ */

struct str fakeapi__pb_str(struct fakeapi__pb_span s)
{
	return (struct str) { (const char *)s.p, (size_t)(s.end - s.p) };
}

/* Go prints invalid UTF-8 as U+FFFD; the tree's strings cannot have a NUL either. */
cJSON *fakeapi__pb_string(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s)
{
	AUTO_STRBUF json = STRBUF_INIT;

	if (s.p != s.end && memchr(s.p, '\0', (size_t)(s.end - s.p))) {
		fakeapi__pb_fail(r, s.p, "strings must not hold NUL bytes");
		return NULL;
	}
	strbuf_add_json(&json, fakeapi__pb_str(s));
	return json.failed ? NULL : fakeapi__parse(strbuf_str(&json));
}

cJSON *fakeapi__pb_bytes(struct fakeapi__pb_span s)
{
	AUTO_STRBUF text = STRBUF_INIT;

	base64_encode(&text, fakeapi__pb_str(s), BASE64_STD);
	return text.failed ? NULL : cJSON_CreateString(text.ptr);
}

/* Reads fields 1 to 3 of a small message, such as a time or a duration. */
int fakeapi__pb_three(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s,
		      struct fakeapi__pb_value out[3], bool seen[3])
{
	uint64_t number;
	unsigned wire;
	struct fakeapi__pb_value v;
	int rc;

	memset(out, 0, 3 * sizeof(*out));
	memset(seen, 0, 3 * sizeof(*seen));
	while ((rc = fakeapi__pb_next(r, &s, &number, &wire, &v)) == 1) {
		if (number > 3)
			continue;
		out[number - 1] = v;
		seen[number - 1] = true;
	}
	return rc;
}

cJSON *fakeapi__pb_time(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s, bool micro)
{
	struct fakeapi__pb_value v[3];
	bool seen[3];
	int64_t secs, nanos, days, rest, y;
	int m, d;
	char text[64];
	size_t n;

	if (fakeapi__pb_three(r, s, v, seen) != 0)
		return NULL;
	secs = (int64_t)v[0].number;
	nanos = (int64_t)(int32_t)v[1].number;
	if (secs == 0 && nanos == 0)
		return cJSON_CreateNull();
	if (secs < INT64_C(-62135596800) || secs > INT64_C(253402300799) || nanos < 0 ||
	    nanos > 999999999) {
		fakeapi__pb_fail(r, s.p, "time out of range");
		return NULL;
	}
	days = secs / 86400 - (secs % 86400 < 0);
	rest = secs - days * 86400;
	civil_from_days(days, &y, &m, &d);
	n = (size_t)snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02d", (int)y, m, d,
			     (int)(rest / 3600), (int)(rest / 60 % 60), (int)(rest % 60));
	if (micro)
		snprintf(text + n, sizeof(text) - n, ".%06dZ", (int)(nanos / 1000));
	else
		snprintf(text + n, sizeof(text) - n, "Z");
	return cJSON_CreateString(text);
}

cJSON *fakeapi__pb_quantity(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s)
{
	struct fakeapi__pb_value v[3];
	bool seen[3];

	if (fakeapi__pb_three(r, s, v, seen) != 0)
		return NULL;
	if (v[0].bytes.p == v[0].bytes.end)
		return cJSON_CreateString("0");
	return fakeapi__pb_string(r, v[0].bytes);
}

cJSON *fakeapi__pb_int_or_string(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s)
{
	struct fakeapi__pb_value v[3];
	bool seen[3];

	if (fakeapi__pb_three(r, s, v, seen) != 0)
		return NULL;
	if (v[0].number == 0)
		return cJSON_CreateNumber((int32_t)v[1].number);
	return fakeapi__pb_string(r, v[2].bytes);
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
		if (depth > FAKEAPI_PB_DEPTH_MAX)
			return true;
	}
	return false;
}

/* JSON in a field of bytes. */
cJSON *fakeapi__pb_raw(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s)
{
	struct fakeapi__pb_value v[3];
	bool seen[3];
	struct str json;
	cJSON *tree;

	if (fakeapi__pb_three(r, s, v, seen) != 0)
		return NULL;
	json = fakeapi__pb_str(v[0].bytes);
	if (json.len == 0)
		return cJSON_CreateNull();
	tree = too_deep(json) ? NULL : fakeapi__parse(json);
	if (!tree)
		fakeapi__pb_fail(r, v[0].bytes.p, "embedded JSON is not valid");
	return tree;
}

/* The JSON of a duration: time.Duration's String(). */
cJSON *fakeapi__pb_duration(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s)
{
	struct fakeapi__pb_value v[3];
	bool seen[3];
	char text[48];

	if (fakeapi__pb_three(r, s, v, seen) != 0)
		return NULL;
	duration_format((int64_t)v[0].number, text, sizeof(text));
	return cJSON_CreateString(text);
}

cJSON *fakeapi__pb_double(uint64_t bits)
{
	double d;

	memcpy(&d, &bits, sizeof(d));
	return isfinite(d) ? cJSON_CreateNumber(d) : cJSON_CreateNull();
}
