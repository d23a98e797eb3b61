/* SPDX-License-Identifier: Apache-2.0 */
/* warning_headers.c - sends the warnings of a request as Warning headers (RFC 7234). */
#include "base/map.h"
#include "fakeapi/rest/rest.h"

enum {
	WARNING_RUNES_MAX = 4096,
	LONG_WARNING_RUNES = 256,
	WARNINGS_MAX = 80, /* Python's http.client fails at 100 headers */
};

/* The first `runes` characters of a line. */
static struct str first_runes(struct str line, size_t runes)
{
	size_t i = 0;

	while (i < line.len && runes--) {
		size_t n = utf8_seq_len(line.ptr + i, line.len - i);

		i += n ? n : 1;
	}
	return (struct str) { line.ptr, i };
}

static size_t rune_count(struct str line)
{
	size_t n = 0;

	for (size_t i = 0; i < line.len; i++)
		n += ((unsigned char)line.ptr[i] & 0xc0) != 0x80;
	return n;
}

static struct str next_warning(struct str *rest)
{
	const char *nl = memchr(rest->ptr, '\n', rest->len);
	struct str line = { rest->ptr, nl ? (size_t)(nl - rest->ptr) : rest->len };

	rest->ptr += line.len + (nl != NULL);
	rest->len -= line.len + (nl != NULL);
	return line;
}

static int add_warning(struct fakeapi__call *c, struct str line)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "299 - \"");
	for (size_t i = 0; i < line.len; i++) {
		if (line.ptr[i] == '"' || line.ptr[i] == '\\')
			strbuf_addc(&text, '\\');
		strbuf_addc(&text, (unsigned char)line.ptr[i] < 0x20 ? ' ' : line.ptr[i]);
	}
	strbuf_addc(&text, '"');
	return text.failed ? -1 : fakeapi__header_add(c->x, "Warning", strbuf_str(&text));
}

/* Each line of c->warnings becomes a header in RFC 7234's format. If the warnings have more than
 * 4,096 characters in total, each is cut to 256 and those beyond the limit are omitted (apiserver's
 * endpoints/filters/warning.go). */
int fakeapi__add_warnings(struct fakeapi__call *c)
{
	struct str rest = strbuf_str(&c->warnings);
	struct str rest_of = rest;
	size_t runes = 0;
	struct map added;
	bool cut, once = true; /* false: out of memory */
	int rc = 0;

	map_init(&added, MAP_BORROW_KEYS);
	while (rest.len) {
		struct str line = next_warning(&rest);

		if (!line.len || map_get(&added, line))
			continue;
		once = map_put(&added, line, &added, NULL) == 0 && once;
		runes += rune_count(line);
	}
	cut = runes > WARNING_RUNES_MAX;
	rest = rest_of;
	runes = 0;
	for (size_t count = 0; rest.len && count < WARNINGS_MAX && runes < WARNING_RUNES_MAX;
	     count++) {
		struct str line = next_warning(&rest);

		if (once && !map_del(&added, line)) {
			count--;
			continue;
		}
		if (cut)
			line = first_runes(line, LONG_WARNING_RUNES);
		runes += rune_count(line);
		if (line.len && add_warning(c, line) < 0) {
			rc = -1;
			break;
		}
	}
	map_fini(&added);
	return rc;
}
