/* SPDX-License-Identifier: Apache-2.0 */
#include "base/base64.h"

static const char *digits_of(enum base64_kind kind)
{
	switch (kind) {
	case BASE64_STD:
		return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	case BASE64_RAW_URL:
		break;
	}
	return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
}

void base64_encode(struct strbuf *out, struct str bytes, enum base64_kind kind)
{
	const char *digits = digits_of(kind);

	for (size_t i = 0; i < bytes.len; i += 3) {
		size_t n = bytes.len - i < 3 ? bytes.len - i : 3;
		uint32_t group = 0;

		for (size_t k = 0; k < 3; k++)
			group = group << 8 | (k < n ? (unsigned char)bytes.ptr[i + k] : 0);
		for (size_t k = 0; k <= n; k++)
			strbuf_addc(out, digits[group >> (18 - 6 * k) & 63]);
		for (size_t k = n; kind == BASE64_STD && k < 3; k++)
			strbuf_addc(out, '=');
	}
}

static int digit_value(char c, enum base64_kind kind)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	if (c == (kind == BASE64_STD ? '+' : '-'))
		return 62;
	return c == (kind == BASE64_STD ? '/' : '_') ? 63 : -1;
}

static bool is_line_break(char c)
{
	return c == '\n' || c == '\r';
}

static size_t skip_line_breaks(struct str text, size_t i)
{
	while (i < text.len && is_line_break(text.ptr[i]))
		i++;
	return i;
}

/* Appends the bytes of an incomplete group that has `have` digits. */
static void add_last(struct strbuf *out, uint32_t group, size_t have)
{
	group <<= 6 * (4 - have);
	for (size_t k = 0; k + 1 < have; k++)
		strbuf_addc(out, (char)(group >> (16 - 8 * k) & 0xff));
}

/* Checks the padding. The first '=' is at `i`, after `have` digits of a group. */
static bool padding_is_right(struct str text, size_t i, size_t have, size_t *bad)
{
	*bad = i;
	if (have < 2)
		return false;
	i = skip_line_breaks(text, i + 1);
	if (have == 2) {
		*bad = i == text.len ? i : i - 1;
		if (i == text.len || text.ptr[i] != '=')
			return false;
		i = skip_line_breaks(text, i + 1);
	}
	*bad = i;
	return i == text.len;
}

bool base64_decode(struct strbuf *out, struct str text, enum base64_kind kind, size_t *bad)
{
	uint32_t group = 0;
	size_t have = 0, ignored;

	bad = bad ? bad : &ignored;
	for (size_t i = 0; i < text.len; i++) {
		int digit = digit_value(text.ptr[i], kind);

		if (is_line_break(text.ptr[i]))
			continue;
		if (digit < 0 && kind == BASE64_STD && text.ptr[i] == '=') {
			if (!padding_is_right(text, i, have, bad))
				return false;
			add_last(out, group, have);
			return !out->failed;
		}
		if (digit < 0) {
			*bad = i;
			return false;
		}
		group = group << 6 | (uint32_t)digit;
		if (++have < 4)
			continue;
		add_last(out, group, have);
		group = 0;
		have = 0;
	}
	/* Go's error names the first byte of the incomplete group. */
	*bad = text.len - have;
	if (have == 1 || (have > 0 && kind == BASE64_STD))
		return false;
	if (have > 0)
		add_last(out, group, have);
	return !out->failed;
}
