/* SPDX-License-Identifier: Apache-2.0 */
/* Records of the state file. */
#include "fakeapi/posix/state_impl.h"

#include <signal.h>
#include <sys/file.h>
#include <zlib.h>

#include "base/posix/clock.h"

enum { FIELDS = 5 };

static void put_u32(struct strbuf *b, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		strbuf_addc(b, (char)(v >> (8 * i)));
}

static void put_u64(struct strbuf *b, uint64_t v)
{
	put_u32(b, (uint32_t)v);
	put_u32(b, (uint32_t)(v >> 32));
}

uint32_t state_get_u32(const char *p)
{
	uint32_t v = 0;

	for (int i = 3; i >= 0; i--)
		v = v << 8 | (uint8_t)p[i];
	return v;
}

static uint64_t get_u64(const char *p)
{
	return state_get_u32(p) | (uint64_t)state_get_u32(p + 4) << 32;
}

uint32_t state_checksum(const char *bytes, size_t len)
{
	return (uint32_t)crc32(0, (const Bytef *)bytes, (uInt)len);
}

static void encode_payload(struct strbuf *b, const struct fakeapi__write *w)
{
	const struct str fields[FIELDS] = { w->group, w->resource, w->ns, w->name,
					    w->deleted ? STR("") : w->json };

	strbuf_addc(b, !w->deleted ? 'P' : w->resource.len ? 'D' : 'V');
	put_u64(b, w->rv);
	for (int i = 0; i < FIELDS; i++) {
		put_u32(b, (uint32_t)fields[i].len);
		strbuf_adds(b, fields[i]);
	}
}

/* Fills in the frame at `start` and appends the end mark. */
static bool seal(struct strbuf *b, size_t start)
{
	size_t len = b->len - start - STATE_FRAME;
	struct strbuf frame = STRBUF_INIT;
	bool ok;

	strbuf_addc(b, (char)STATE_END_MARK);
	if (b->failed || len > STATE_RECORD_MAX)
		return false;
	put_u32(&frame, (uint32_t)len);
	put_u32(&frame, state_checksum(b->ptr + start + STATE_FRAME, len));
	put_u32(&frame, state_checksum(frame.ptr, frame.len));
	ok = !frame.failed;
	if (ok)
		memcpy(b->ptr + start, frame.ptr, STATE_FRAME);
	strbuf_fini(&frame);
	return ok;
}

bool state_encode(struct strbuf *b, const struct fakeapi__write *w)
{
	size_t start = b->len;

	strbuf_add(b, "\0\0\0\0\0\0\0\0\0\0\0", STATE_FRAME);
	encode_payload(b, w);
	return seal(b, start);
}

bool state_decode(const char *p, size_t len, struct fakeapi__write *w)
{
	struct str *fields[FIELDS] = { &w->group, &w->resource, &w->ns, &w->name, &w->json };

	if (len < 9 || (p[0] != 'P' && p[0] != 'D' && p[0] != 'V'))
		return false;
	w->deleted = p[0] != 'P';
	w->rv = get_u64(p + 1);
	p += 9;
	len -= 9;
	for (int i = 0; i < FIELDS; i++) {
		uint32_t n;

		if (len < 4)
			return false;
		n = state_get_u32(p);
		if (n > len - 4)
			return false;
		*fields[i] = (struct str) { p + 4, n };
		p += 4 + n;
		len -= 4 + n;
	}
	return len == 0;
}
