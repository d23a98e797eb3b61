/* SPDX-License-Identifier: Apache-2.0 */
/* redact_parents.c - hides values whose own name does not suffice, or is in another line: "key"
 * below "tls:" of YAML or [tls] of TOML, "value" beside "name: password", YAML's "? password". */
#define _GNU_SOURCE
#include "runner/recording/redact_impl.h"

enum { PARENT_LINES_MAX = 64, ENTRY_LINES_MAX = 8, PARENT_BYTES_MAX = 40, FLOW_BYTES_MAX = 256 };

static size_t line_begin(struct str text, size_t at)
{
	const char *lf = at ? memrchr(text.ptr, '\n', at) : NULL;

	return lf ? (size_t)(lf + 1 - text.ptr) : 0;
}

static size_t indent_of(struct str text, size_t line)
{
	return rec__skip_blanks(text, line) - line;
}

static struct str trim_quotes(struct str s)
{
	s = str_trim_space(s);
	while (s.len && rec__in("\"'`[]{", *s.ptr))
		s = rec__part(s, 1, s.len);
	while (s.len && rec__in("\"'`[]", s.ptr[s.len - 1]))
		s.len--;
	return s;
}

/* --- parents --- */

/* Returns "tls" for "  tls:" and for "- tls: # x"; empty: no parent. */
static struct str parent_name(struct str line)
{
	const char *colon = memchr(line.ptr, ':', line.len);
	size_t at = 0;

	if (!colon)
		return STR("");
	while (at < line.len && rec__in(" -\t", line.ptr[at]))
		at++;
	return trim_quotes(rec__part(line, at, (size_t)(colon - line.ptr)));
}

/* The name of the nearest line above that is less indented, or of the nearest [name]. */
static struct str block_parent(struct str text, size_t line)
{
	size_t indent = indent_of(text, line), above = line;

	for (unsigned n = 0; n < PARENT_LINES_MAX && above > 0; n++) {
		size_t end = above - 1;
		struct str words;

		above = line_begin(text, end);
		words = str_trim_space(rec__part(text, above, end));
		if (words.len > 2 && *words.ptr == '[' && words.ptr[words.len - 1] == ']')
			return trim_quotes(words);
		if (words.len && indent_of(text, above) < indent)
			return parent_name(words);
	}
	return STR("");
}

/* Returns "tls" for "tls: {cert: x, key". */
static struct str flow_parent(struct str text, size_t at)
{
	size_t from = at > FLOW_BYTES_MAX ? at - FLOW_BYTES_MAX : 0, end, depth = 0;

	for (end = at; end > from; end--) {
		char c = text.ptr[end - 1];

		if (c == '}')
			depth++;
		else if (c == '{' && depth-- == 0)
			break;
	}
	while (end > from && rec__in("{ \t\r\n:=\"'", text.ptr[end - 1]))
		end--;
	for (from = end;
	     from > 0 && rec__is_word_char(text.ptr[from - 1]) && end - from < PARENT_BYTES_MAX;)
		from--;
	return rec__part(text, from, end);
}

bool rec__is_key_of(struct str parent)
{
	char joined[PARENT_BYTES_MAX + sizeof(".key")];

	if (!parent.len || parent.len > PARENT_BYTES_MAX)
		return false;
	memcpy(joined, parent.ptr, parent.len);
	memcpy(joined + parent.len, ".key", sizeof(".key") - 1);
	return rec__is_sensitive((struct str) { joined, parent.len + sizeof(".key") - 1 });
}

bool rec__is_key_of_parent(struct str text, size_t start)
{
	size_t at = start;

	if (start >= 7 &&
	    (rec__starts(text, start - 7, "PRAGMA ") || rec__starts(text, start - 7, "pragma ")))
		return true;
	while (at > 0 && rec__in(" \t-\"'", text.ptr[at - 1]))
		at--;
	return rec__is_key_of(at == 0 || text.ptr[at - 1] == '\n' ? block_parent(text, at)
								  : flow_parent(text, start));
}

/* --- entries --- */

/* The value of "name: x" or "key: x" in a line, which may have a list mark; empty: neither. */
static struct str entry_name(struct str line, bool *name)
{
	size_t at = rec__starts(line, 0, "- ") ? 2 : 0;

	at = rec__skip_blanks(line, at);
	*name = rec__starts(line, at, "name:");
	if (!*name && !rec__starts(line, at, "key:"))
		return STR("");
	at += *name ? strlen("name:") : strlen("key:");
	return trim_quotes(rec__part(line, at, line.len));
}

/* Whether the line names a credential, or, if `near` (adjacent to the value), any variable. */
static bool names_entry(struct str line, bool near)
{
	bool name;
	struct str value = entry_name(line, &name);

	return value.len && ((near && name) || rec__is_sensitive_variable(value));
}

/* The column of a line's text after its list marks. */
static size_t column_of(struct str text, size_t line)
{
	size_t at = rec__skip_blanks(text, line);

	while (rec__starts(text, at, "- "))
		at = rec__skip_blanks(text, at + 2);
	return at - line;
}

bool rec__is_entry_value(struct str text, size_t start, size_t column)
{
	size_t line = line_begin(text, start), at = line;
	bool item = rec__in("-", text.ptr[rec__skip_blanks(text, line)]);

	for (unsigned n = 0; n < ENTRY_LINES_MAX && at > 0 && !item; n++) {
		size_t end = at - 1;
		struct str words;

		at = line_begin(text, end);
		words = str_trim_space(rec__part(text, at, end));
		if (!words.len || *words.ptr == '#' || column_of(text, at) > column)
			continue;
		if (column_of(text, at) < column)
			break;
		item = *words.ptr == '-';
		if (names_entry(words, n == 0))
			return true;
	}
	at = rec__line_end(text, start);
	for (unsigned n = 0; n < ENTRY_LINES_MAX && at + 1 < text.len; n++) {
		size_t begin = at + 1;
		struct str words;

		at = rec__line_end(text, begin);
		words = str_trim_space(rec__part(text, begin, at));
		if (!words.len || *words.ptr == '#' || column_of(text, begin) > column)
			continue;
		if (*words.ptr == '-' || column_of(text, begin) < column)
			break;
		if (names_entry(words, n == 0))
			return true;
	}
	return false;
}

/* {name: password, value: x}: whether the "value" at `start` is a credential's. */
bool rec__is_flow_value(struct str text, size_t start)
{
	size_t from = start > FLOW_BYTES_MAX ? start - FLOW_BYTES_MAX : 0, open = start, at;
	size_t most = text.len - start < FLOW_BYTES_MAX ? text.len : start + FLOW_BYTES_MAX;

	while (open > from && !rec__in("{}\n", text.ptr[open - 1]))
		open--;
	if (open == from || text.ptr[open - 1] != '{')
		return false;
	for (at = open; at < most && !rec__in("}\n", text.ptr[at]);) {
		size_t end = at;

		while (end < most && !rec__in(",}\n", text.ptr[end]))
			end++;
		if (names_entry(str_trim_space(rec__part(text, at, end)), false))
			return true;
		at = end + (end < most && text.ptr[end] == ',');
	}
	return false;
}

/* --- keys of their own line --- */

static struct str line_above(struct str text, size_t *line)
{
	size_t end = *line - 1;

	*line = line_begin(text, end);
	return str_trim_space(rec__part(text, *line, end));
}

/* "? password", "? |\n  password": the key whose value is in the line that begins at `line`. */
static struct str key_above(struct str text, size_t line)
{
	struct str words = line_above(text, &line), mark;

	if (rec__starts(words, 0, "? "))
		return trim_quotes(rec__part(words, 1, words.len));
	mark = line > 0 ? line_above(text, &line) : STR("");
	return mark.len && *mark.ptr == '?' &&
		       (mark.len == 1 || rec__starts(mark, 0, "? |") || rec__starts(mark, 0, "? >"))
		   ? trim_quotes(words)
		   : STR("");
}

size_t rec__try_key_above(struct rec__scan *s, size_t at)
{
	struct str text = s->text;
	size_t line = at, indent, end, from = at + 1;

	while (line > 0 && rec__is_blank(text.ptr[line - 1]))
		line--;
	indent = at - line;
	if (line == 0 || text.ptr[line - 1] != '\n' || at < s->kept ||
	    (from < text.len && !rec__in(" \t\r\n", text.ptr[from])) ||
	    !rec__is_sensitive(key_above(text, line)))
		return at;
	for (end = rec__line_end(text, at); end < text.len;) {
		size_t next = rec__line_end(text, end + 1);

		if (str_trim_space(rec__part(text, end + 1, next)).len &&
		    indent_of(text, end + 1) <= indent)
			break;
		end = next;
	}
	while (from < end && rec__in(" \t\r\n\"'", text.ptr[from]))
		from++;
	while (end > from && rec__in(" \t\r\n\"'", text.ptr[end - 1]))
		end--;
	if (from == end || rec__is_no_secret(rec__part(text, from, end)))
		return at;
	return rec__scan_hide(s, from, end, false);
}
