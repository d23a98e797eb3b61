/* SPDX-License-Identifier: Apache-2.0 */
#include "base/url.h"

size_t url_decode(char *to, struct str in, bool plus_is_space)
{
	size_t n = 0;

	for (size_t i = 0; i < in.len; i++) {
		int high = -1, low = -1;

		if (in.ptr[i] == '%' && i + 2 < in.len) {
			high = hex_digit(in.ptr[i + 1]);
			low = hex_digit(in.ptr[i + 2]);
		}
		if (high >= 0 && low >= 0) {
			to[n++] = (char)(high << 4 | low);
			i += 2;
		} else {
			to[n++] = plus_is_space && in.ptr[i] == '+' ? ' ' : in.ptr[i];
		}
	}
	return n;
}

void strbuf_add_urldec(struct strbuf *b, struct str in, bool plus_is_space)
{
	if (!strbuf_reserve(b, in.len))
		return;
	b->len += url_decode(b->ptr + b->len, in, plus_is_space);
	b->ptr[b->len] = '\0';
}

bool url_next_param(struct str *query, struct str *name, struct str *value)
{
	while (query->len) {
		const char *amp = memchr(query->ptr, '&', query->len);
		size_t len = amp ? (size_t)(amp - query->ptr) : query->len;
		const char *eq = len ? memchr(query->ptr, '=', len) : NULL;
		size_t name_len = eq ? (size_t)(eq - query->ptr) : len;

		*name = (struct str) { query->ptr, name_len };
		*value = eq ? (struct str) { eq + 1, len - name_len - 1 } : STR("");
		query->ptr += len + (amp ? 1 : 0);
		query->len -= len + (amp ? 1 : 0);
		if (len)
			return true;
	}
	return false;
}
