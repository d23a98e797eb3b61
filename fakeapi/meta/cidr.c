/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/cidr.h"
#include "base/str.h"
#include "base/text/number.h"

static bool parse_4(struct str text, unsigned char *out)
{
	size_t at = 0;

	for (unsigned part = 0; part < 4; part++) {
		unsigned n = 0;
		size_t from = at;

		while (at < text.len && text.ptr[at] >= '0' && text.ptr[at] <= '9' && n <= 255)
			n = n * 10 + (unsigned)(text.ptr[at++] - '0');
		if (at == from || n > 255)
			return false;
		out[part] = (unsigned char)n;
		if (part < 3 && (at >= text.len || text.ptr[at++] != '.'))
			return false;
	}
	return at == text.len;
}

/* Groups of up to four digits; "::" replaces the missing groups, which are zero. */
static bool parse_16(struct str text, unsigned char *out)
{
	size_t n = 0, gap = SIZE_MAX, at = 0;

	memset(out, 0, 16);
	if (text.len >= 2 && text.ptr[0] == ':' && text.ptr[1] == ':') {
		gap = 0;
		at = 2;
		if (at == text.len)
			return true;
	}
	while (n < 16) {
		unsigned v = 0;
		size_t from = at;

		while (at < text.len && hex_digit(text.ptr[at]) >= 0 && at - from < 5)
			v = v * 16 + (unsigned)hex_digit(text.ptr[at++]);
		if (at == from || at - from > 4)
			return false;
		if (at < text.len && text.ptr[at] == '.') {
			if (n > 12 || (gap == SIZE_MAX && n != 12) ||
			    !parse_4((struct str) { text.ptr + from, text.len - from }, out + n))
				return false;
			n += 4;
			at = text.len;
			break;
		}
		out[n++] = (unsigned char)(v >> 8);
		out[n++] = (unsigned char)v;
		if (at == text.len)
			break;
		if (text.ptr[at++] != ':' || at == text.len)
			return false;
		if (text.ptr[at] == ':') {
			if (gap != SIZE_MAX)
				return false;
			gap = n;
			if (++at == text.len)
				break;
		}
	}
	if (at != text.len || (n == 16) == (gap != SIZE_MAX))
		return false;
	if (n < 16) {
		memmove(out + gap + 16 - n, out + gap, n - gap);
		memset(out + gap, 0, 16 - n);
	}
	return true;
}

bool fakeapi__ip_parse(struct str text, struct fakeapi__ip *out)
{
	static const unsigned char mapped[12] = { [10] = 0xff, [11] = 0xff };

	if (!text.len || !memchr(text.ptr, ':', text.len)) {
		out->len = 4;
		return text.len > 0 && parse_4(text, out->bytes);
	}
	out->len = 16;
	if (!parse_16(text, out->bytes))
		return false;
	if (memcmp(out->bytes, mapped, sizeof(mapped)) == 0) {
		memmove(out->bytes, out->bytes + 12, 4);
		out->len = 4;
	}
	return true;
}

bool fakeapi__cidr_parse(const char *text, struct fakeapi__cidr *out)
{
	const char *slash = strchr(text, '/');
	bool six = slash && memchr(text, ':', (size_t)(slash - text));
	uint64_t bits;

	if (!slash || !fakeapi__ip_parse((struct str) { text, (size_t)(slash - text) }, &out->ip))
		return false;
	if (!number_parse(str_of(slash + 1), six ? 128 : 32, &bits))
		return false;
	/* The prefix of a mapped address includes its 96 leading bits. */
	if (six && out->ip.len == 4)
		bits = bits < 96 ? 0 : bits - 96;
	out->bits = (unsigned)bits;
	return true;
}

bool fakeapi__cidr_within(const struct fakeapi__cidr *part, const struct fakeapi__cidr *whole)
{
	if (part->ip.len != whole->ip.len || whole->bits >= part->bits)
		return false;
	for (unsigned i = 0; i < whole->bits; i++) {
		unsigned mask = 0x80u >> (i % 8);

		if ((part->ip.bytes[i / 8] & mask) != (whole->ip.bytes[i / 8] & mask))
			return false;
	}
	return true;
}

void fakeapi__ip_text(const struct fakeapi__ip *ip, struct strbuf *out)
{
	unsigned groups[8], from = 8, run = 1; /* a single zero group is not shortened */

	if (ip->len == 4) {
		strbuf_addf(out, "%u.%u.%u.%u", ip->bytes[0], ip->bytes[1], ip->bytes[2],
			    ip->bytes[3]);
		return;
	}
	for (unsigned i = 0; i < 8; i++)
		groups[i] = (unsigned)ip->bytes[2 * i] << 8 | ip->bytes[2 * i + 1];
	for (unsigned i = 0; i < 8; i++) {
		unsigned n = 0;

		while (i + n < 8 && groups[i + n] == 0)
			n++;
		if (n > run) {
			from = i;
			run = n;
		}
	}
	for (unsigned i = 0; i < 8; i++) {
		if (i == from) {
			strbuf_addz(out, "::");
			i += run - 1;
			continue;
		}
		if (i && i != from + run)
			strbuf_addc(out, ':');
		strbuf_addf(out, "%x", groups[i]);
	}
}
