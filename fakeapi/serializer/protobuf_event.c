/* SPDX-License-Identifier: Apache-2.0 */
/* protobuf_event.c - reads protobuf responses: the frames of a watch as JSON lines, and the version
 * at the start of a body. */
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/protobuf_wire.h"

enum { LENGTH_BYTES = 4 };

size_t fakeapi__protobuf_frame_len(struct str bytes)
{
	size_t len = 0;

	if (bytes.len < LENGTH_BYTES)
		return SIZE_MAX;
	for (size_t i = 0; i < LENGTH_BYTES; i++)
		len = len << 8 | (unsigned char)bytes.ptr[i];
	return LENGTH_BYTES + len;
}

bool fakeapi__protobuf_event_json(struct str frame, struct strbuf *out)
{
	const unsigned char *p = (const unsigned char *)frame.ptr;
	struct fakeapi__pb_reader r = { p, NULL, 0, 0 };
	struct fakeapi__pb_value event[3], object[3];
	bool event_seen[3], object_seen[3];
	struct fakeapi__pb_span s = { p + LENGTH_BYTES, p + frame.len };
	AUTO_STRBUF json = STRBUF_INIT;

	if (frame.len < LENGTH_BYTES || fakeapi__pb_three(&r, s, event, event_seen) != 0 ||
	    !event[0].bytes.p || !event[1].bytes.p ||
	    fakeapi__pb_three(&r, event[1].bytes, object, object_seen) != 0 || !object[0].bytes.p ||
	    !fakeapi__protobuf_json(fakeapi__pb_str(object[0].bytes), &json))
		return false;
	strbuf_addz(out, "{\"type\":");
	strbuf_add_json(out, fakeapi__pb_str(event[0].bytes));
	strbuf_addf(out, ",\"object\":" STR_FMT "}", STR_ARG(strbuf_str(&json)));
	return !out->failed;
}

/* --- the start of a body ------------------------------------------------------------------ */

/* The first field of bytes with that number; a truncated one as far as it goes. */
static struct fakeapi__pb_span first_field(struct fakeapi__pb_span s, uint64_t wanted, bool *cut)
{
	struct fakeapi__pb_reader r = { s.p, NULL, 0, 0 };
	uint64_t tag, len;

	while (s.p != s.end && fakeapi__pb_varint(&r, &s, &tag) == 0 && (tag & 7) == WIRE_BYTES &&
	       fakeapi__pb_varint(&r, &s, &len) == 0) {
		*cut = len > (uint64_t)(s.end - s.p);
		if (*cut)
			len = (uint64_t)(s.end - s.p);
		if (tag >> 3 == wanted)
			return (struct fakeapi__pb_span) { s.p, s.p + len };
		s.p += len;
	}
	return (struct fakeapi__pb_span) { s.end, s.end };
}

struct str fakeapi__protobuf_version(struct str head)
{
	enum { TYPE_META = 1, RAW = 2, KIND = 2, METADATA = 1, LIST_VERSION = 2, VERSION = 6 };
	const unsigned char *p = (const unsigned char *)head.ptr;
	struct fakeapi__pb_span whole, meta, version;
	struct str kind;
	bool cut = false, is_list;

	if (!fakeapi__protobuf_begins(head))
		return STR("");
	whole = (struct fakeapi__pb_span) { p + 4, p + head.len };
	kind = fakeapi__pb_str(first_field(first_field(whole, TYPE_META, &cut), KIND, &cut));
	is_list = kind.len > 4 && memcmp(kind.ptr + kind.len - 4, "List", 4) == 0;
	meta = first_field(first_field(whole, RAW, &cut), METADATA, &cut);
	cut = true;
	version = first_field(meta, is_list ? LIST_VERSION : VERSION, &cut);
	return cut ? STR("") : fakeapi__pb_str(version);
}
