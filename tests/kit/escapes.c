/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/escapes.h"

#include <cjson/cJSON.h>

#include "tests/kit/testing.h"

/* The string that begins at `at`, behind its quote; where it ends. */
static size_t string_end(struct str text, size_t at)
{
	while (at < text.len && text.ptr[at] != '"')
		at += text.ptr[at] == '\\' ? 2 : 1;
	return at;
}

void escape_strings(struct str text, bool names, const char *verbatim, struct strbuf *out)
{
	size_t skip = verbatim ? strlen(verbatim) : 0;

	for (size_t at = 0; at < text.len;) {
		size_t begin = at, end;

		if (skip && at + skip <= text.len && memcmp(text.ptr + at, verbatim, skip) == 0) {
			while (at < text.len && text.ptr[at] != '\n')
				at++;
			strbuf_add(out, text.ptr + begin, at - begin);
			continue;
		}
		strbuf_addc(out, text.ptr[at++]);
		if (text.ptr[begin] != '"')
			continue;
		end = string_end(text, at);
		if (at < end && (names || end + 1 == text.len || text.ptr[end + 1] != ':') &&
		    text.ptr[at] != '\\' && (unsigned char)text.ptr[at] < 0x80)
			strbuf_addf(out, "\\u%04x", (unsigned)text.ptr[at++]);
		strbuf_add(out, text.ptr + at, end + 1 - at);
		at = end + 1;
	}
}

void plain_lines(struct str text, struct strbuf *out)
{
	while (text.len) {
		const char *end = memchr(text.ptr, '\n', text.len);
		size_t len = end ? (size_t)(end - text.ptr) + 1 : text.len;
		cJSON *doc = cJSON_ParseWithLength(text.ptr, len);
		char *plain = doc ? cJSON_PrintUnformatted(doc) : NULL;

		if (!plain)
			fail_msg("%.*s", (int)len, text.ptr);
		strbuf_addf(out, "%s\n", plain);
		cJSON_free(plain);
		cJSON_Delete(doc);
		text = (struct str) { text.ptr + len, text.len - len };
	}
}
