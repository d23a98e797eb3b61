/* SPDX-License-Identifier: Apache-2.0 */
#include "base/base64.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_add(struct strbuf *out, struct str bytes)
{
	const unsigned char *p = (const unsigned char *)bytes.ptr;

	for (size_t i = 0; i < bytes.len; i += 3) {
		size_t left = bytes.len - i;
		unsigned n = (unsigned)p[i] << 16 | (left > 1 ? (unsigned)p[i + 1] << 8 : 0) |
			     (left > 2 ? p[i + 2] : 0);
		char four[4] = { alphabet[n >> 18], alphabet[n >> 12 & 63],
				 left > 1 ? alphabet[n >> 6 & 63] : '=',
				 left > 2 ? alphabet[n & 63] : '=' };

		strbuf_add(out, four, sizeof(four));
	}
}

static int digit_of(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool base64_decode(struct strbuf *out, struct str text)
{
	size_t pad = text.len >= 2 && text.ptr[text.len - 2] == '='   ? 2
		     : text.len >= 1 && text.ptr[text.len - 1] == '=' ? 1
								      : 0;

	if (text.len % 4 || (text.len && pad == 2 && text.ptr[text.len - 1] != '='))
		return false;
	for (size_t i = 0; i < text.len; i += 4) {
		size_t chars = i + 4 == text.len ? 4 - pad : 4;
		unsigned n = 0;
		char three[3];

		for (size_t k = 0; k < 4; k++) {
			int d = k < chars ? digit_of(text.ptr[i + k]) : 0;

			if (d < 0)
				return false;
			n = n << 6 | (unsigned)d;
		}
		three[0] = (char)(n >> 16);
		three[1] = (char)(n >> 8);
		three[2] = (char)n;
		strbuf_add(out, three, chars - 1);
	}
	return !out->failed;
}
