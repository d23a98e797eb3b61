/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "informer/pem.h"

#include <string.h>

#include "base/base64.h"

#define BEGIN "-----BEGIN CERTIFICATE-----"
#define END   "-----END CERTIFICATE-----"

/* The offset of `mark` at the start of a line, at `from` or later; pem.len: none. */
static size_t find_line(struct str pem, size_t from, const char *mark)
{
	while (from < pem.len) {
		const char *at = memmem(pem.ptr + from, pem.len - from, mark, strlen(mark));

		if (!at)
			break;
		if (at == pem.ptr || at[-1] == '\n')
			return (size_t)(at - pem.ptr);
		from = (size_t)(at - pem.ptr) + 1;
	}
	return pem.len;
}

/* Whether the text between the marks is base64 of one DER sequence, as every certificate is. */
static bool is_certificate(struct str text)
{
	AUTO_STRBUF der = STRBUF_INIT;
	AUTO_STRBUF packed = STRBUF_INIT;

	for (size_t i = 0; i < text.len; i++)
		if (!strchr(" \t\r\n", text.ptr[i]))
			strbuf_addc(&packed, text.ptr[i]);
	return base64_decode(&der, strbuf_str(&packed), BASE64_STD, NULL) && der.len > 2 &&
	       der.ptr[0] == 0x30;
}

size_t inf__pem_certificates(struct str pem, struct strbuf *out)
{
	const size_t mark = strlen(BEGIN);
	size_t count = 0;
	size_t begin = find_line(pem, 0, BEGIN);

	while (begin < pem.len) {
		size_t end = find_line(pem, begin + mark, END);
		size_t next = find_line(pem, begin + mark, "-----BEGIN ");
		struct str body = { pem.ptr + begin + mark, end - begin - mark };

		if (end < next && is_certificate(body)) {
			strbuf_add(out, pem.ptr + begin, end + strlen(END) - begin);
			strbuf_addc(out, '\n');
			count++;
		}
		begin = find_line(pem, begin + mark, BEGIN);
	}
	return count;
}
