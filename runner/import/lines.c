/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c - logs whose lines have a prefix before the JSON: a time (CloudWatch's exports), a host
 * (oc adm node-logs), a syslog header, a table's other cells (CSV), or the three fields of a
 * container runtime, which also splits long lines. */
#define _GNU_SOURCE /* memmem */
#include "runner/import/impl.h"

enum { LOOK_BYTES = 4096 };

static struct str from(struct str s, const char *at)
{
	return (struct str) { at, (size_t)(s.ptr + s.len - at) };
}

/* Parses "2026-11-22T20:33:45.651Z stdout F {…}": `text` gets the part after the three fields;
 * `*part`: the line continues. */
static bool is_container_line(struct str line, struct str *text, bool *part)
{
	const char *space = line.len ? memchr(line.ptr, ' ', line.len) : NULL;
	struct str rest = space ? from(line, space + 1) : STR("");

	if (!(str_begins(rest, "stdout ") || str_begins(rest, "stderr ")) || rest.len < 8 ||
	    (rest.ptr[7] != 'F' && rest.ptr[7] != 'P'))
		return false;
	*part = rest.ptr[7] == 'P';
	*text = from(rest, rest.ptr + (rest.len > 8 ? 9 : 8));
	return true;
}

bool imp__is_prefixed(struct str first)
{
	struct str look = { first.ptr, first.len < LOOK_BYTES ? first.len : LOOK_BYTES };
	const char *json = look.len ? memmem(look.ptr, look.len, "{\"", 2) : NULL;
	const char *nl = look.len ? memchr(look.ptr, '\n', look.len) : NULL;
	struct str line = { look.ptr, nl ? (size_t)(nl - look.ptr) : look.len }, text;
	bool part;

	if (is_container_line(line, &text, &part))
		return true;
	if (!json || json == look.ptr || json[-1] == '\n' || *look.ptr == '{' ||
	    str_begins(look, "apiVersion:") || str_begins(look, "kind:"))
		return false;
	/* an array of JSON values */
	if (*look.ptr == '[' && json_kind(look) == JSON_ARRAY) {
		struct json_scanner scan;
		size_t n;

		json_scanner_init(&scan);
		if (json_scanner_feed(&scan, look.ptr, look.len, &n) != JSON_ERROR)
			return false;
	}
	return memmem(look.ptr, look.len, "auditID", 7) ||
	       memmem(look.ptr, look.len, "audit.k8s.io/", 13);
}

/* Decodes a CSV cell with doubled quotes, up to the closing quote. */
static struct str undoubled(struct str cell, struct strbuf *out)
{
	for (size_t i = 0; i < cell.len; i++) {
		if (cell.ptr[i] == '"' && (++i == cell.len || cell.ptr[i] != '"'))
			break;
		strbuf_addc(out, cell.ptr[i]);
	}
	return strbuf_str(out);
}

/* Reads the JSON of a whole line. */
static int take_json(struct imp__import *im, struct str text, struct relist_err *err)
{
	const char *json = text.len ? memmem(text.ptr, text.len, "{\"", 2) : NULL;
	AUTO_STRBUF cell = STRBUF_INIT;
	struct relist_err why = { 0 };
	size_t consumed;
	bool ends, quoted;
	int code;

	if (!json) {
		imp__note(im, (uint32_t)im->file_count - 1, im->behind.number,
			  "a line without JSON; it is left out");
		return 0;
	}
	im->values.here = (struct imp__place) { im->behind.number, (uint64_t)(json - text.ptr) + 1 +
								       im->behind.column };
	im->why = (struct relist_err) { 0 };
	quoted = json > text.ptr && json[-1] == '"';
	text = from(text, json);
	if (quoted && str_begins(text, "{\"\""))
		text = undoubled(text, &cell);
	if (cell.failed)
		return imp__no_memory(err);
	code = imp__values_feed(&im->values, text, &consumed, &why);
	ends = !code;
	if (!code)
		code = imp__values_end(&im->values, &why);
	imp__values_restart(&im->values);
	if (!code)
		return 0;
	if (code == RELIST_EPARSE && !im->why.code && ends)
		(void)snprintf(why.msg, sizeof(why.msg), "the line ends in the middle of a value");
	why = im->why.code ? im->why : why;
	why.code = code;
	return imp__value_error(im, &why, err);
}

static int take_line(struct imp__import *im, struct str line, struct relist_err *err)
{
	struct str text = line;
	bool part = false;
	int code;

	im->behind.number++;
	if (line.len && line.ptr[line.len - 1] == '\r')
		text.len--;
	im->behind.column = 0;
	if (is_container_line(line, &text, &part)) {
		im->behind.column = (uint64_t)(text.ptr - line.ptr);
		if (part || im->pieces.text.len) {
			strbuf_adds(&im->pieces.text, text);
			if (im->pieces.text.len > im->opt.value_max)
				return imp__too_long(im, im->behind.number, err);
			if (part || im->pieces.text.failed)
				return im->pieces.text.failed ? imp__no_memory(err) : 0;
			code = take_json(im, strbuf_str(&im->pieces.text), err);
			strbuf_clear(&im->pieces.text);
			return code;
		}
	}
	return text.len ? take_json(im, text, err) : 0;
}

int imp__lines_feed(struct imp__import *im, struct str bytes, struct relist_err *err)
{
	int code = 0;

	while (bytes.len && !code) {
		const char *nl = memchr(bytes.ptr, '\n', bytes.len);
		size_t n = nl ? (size_t)(nl - bytes.ptr) : bytes.len;

		strbuf_add(&im->line, bytes.ptr, n);
		bytes = from(bytes, bytes.ptr + n + (nl != NULL));
		if (im->line.failed)
			return imp__no_memory(err);
		if (im->line.len > im->opt.value_max)
			return imp__too_long(im, im->behind.number + 1, err);
		if (nl) {
			code = take_line(im, strbuf_str(&im->line), err);
			strbuf_clear(&im->line);
		}
	}
	return code;
}

int imp__lines_end(struct imp__import *im, struct relist_err *err)
{
	int code = im->line.len ? take_line(im, strbuf_str(&im->line), err) : 0;

	strbuf_clear(&im->line);
	return code;
}
