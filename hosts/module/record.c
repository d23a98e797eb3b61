/* SPDX-License-Identifier: Apache-2.0 */
#include "hosts/module/record.h"

enum { LENGTH_BYTES = 4 };

void module__record_add(struct strbuf *record, struct str text)
{
	unsigned char length[LENGTH_BYTES];

	for (unsigned i = 0; i < LENGTH_BYTES; i++)
		length[i] = (unsigned char)(text.len >> (8 * i));
	strbuf_add(record, length, sizeof(length));
	strbuf_adds(record, text);
}

void module__record_addf(struct strbuf *record, const char *fmt, ...)
{
	AUTO_STRBUF text = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_addvf(&text, fmt, ap);
	va_end(ap);
	module__record_add(record, strbuf_str(&text));
	record->failed |= text.failed;
}

bool module__record_take(struct str *rest, struct str *text)
{
	size_t len = 0;

	if (rest->len < LENGTH_BYTES)
		return false;
	for (unsigned i = 0; i < LENGTH_BYTES; i++)
		len |= (size_t)(unsigned char)rest->ptr[i] << (8 * i);
	if (len > rest->len - LENGTH_BYTES)
		return false;
	*text = (struct str) { rest->ptr + LENGTH_BYTES, len };
	*rest = (struct str) { text->ptr + len, rest->len - LENGTH_BYTES - len };
	return true;
}
