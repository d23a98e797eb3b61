/* SPDX-License-Identifier: Apache-2.0 */
/* redact_blocks.c - hides values without a name before their sign: variable "password" { default =
 * "x" } of Terraform, multi-line texts in quotes or after <<EOT, <name>password</name><value>x. */
#define _GNU_SOURCE
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum { BLOCK_BYTES_MAX = 2048, GAP_MAX = 128, LINE_BYTES_MAX = 1024, TAG_BYTES_MAX = 64 };

/* --- blocks ------------------------------------------------------------------------------- */

/* Returns the bracket that opens the block around `at`, or `at`. */
static size_t find_opening(struct str text, size_t at)
{
	size_t from = at > BLOCK_BYTES_MAX ? at - BLOCK_BYTES_MAX : 0, depth = 0;

	for (size_t i = at; i > from; i--) {
		char c = text.ptr[i - 1];

		if (c == '}')
			depth++;
		else if (c == '{' && depth-- == 0)
			return i - 1;
	}
	return at;
}

/* Returns the next "x" of `text` from `*at` on; empty: none. */
static struct str next_quoted(struct str text, size_t *at)
{
	const char *open = *at < text.len ? memchr(text.ptr + *at, '"', text.len - *at) : NULL;
	size_t from = open ? (size_t)(open + 1 - text.ptr) : text.len, to = from;

	while (to < text.len && text.ptr[to] != '"' && text.ptr[to] != '\n')
		to++;
	*at = to + 1;
	return rec__part(text, from, to);
}

/* Whether the block's header names a credential: variable "db_password" {, resource
 * "random_password" "p" { */
static bool is_sensitive_header(struct str text, size_t open)
{
	size_t line = open, at = 0;
	struct str header;

	while (line > 0 && text.ptr[line - 1] != '\n' && open - line < GAP_MAX)
		line--;
	header = rec__part(text, line, open);
	while (at < header.len)
		if (rec__is_sensitive_variable(next_quoted(header, &at)))
			return true;
	return false;
}

/* Skips blanks and `word`; returns `at` if they are missing. */
static size_t skip_word(struct str text, size_t at, const char *word)
{
	size_t from = at;

	while (from < text.len && rec__in(" \t\r\n", text.ptr[from]))
		from++;
	return rec__starts(text, from, word) ? from + strlen(word) : at;
}

/* Whether a line of the block around the value marks it as sensitive: set { name = "auth.password",
 * sensitive = true. */
static bool has_sensitive_line(struct str text, size_t open)
{
	size_t most = text.len - open > BLOCK_BYTES_MAX ? open + BLOCK_BYTES_MAX : text.len;
	const char *close = memchr(text.ptr + open, '}', most - open);
	size_t end = close ? (size_t)(close - text.ptr) : most;
	struct str block = rec__part(text, 0, most);

	for (size_t at = open + 1; at < end; at = rec__line_end(text, at) + 1) {
		size_t name = skip_word(text, at, "name"), flag = skip_word(text, at, "sensitive");
		size_t sign = name > at ? skip_word(text, name, "=") : name;

		if (sign > name && rec__is_sensitive_variable(next_quoted(block, &sign)))
			return true;
		sign = flag > at ? skip_word(text, flag, "=") : flag;
		if (sign > flag && skip_word(text, sign, "true") > sign)
			return true;
	}
	return false;
}

bool rec__is_block_value(struct str text, size_t start, size_t end)
{
	struct str name = rec__part(text, start, end);
	size_t open;

	if (!str_eqz(name, "default") && !str_eqz(name, "value") && !str_eqz(name, "result"))
		return false;
	open = find_opening(text, start);
	return open < start && (is_sensitive_header(text, open) || has_sensitive_line(text, open));
}

/* --- references -------------------------------------------------------------------------- */

bool rec__is_reference_block(struct str text, size_t from)
{
	static const char *const members[] = { "secretName:", "secretKeyRef:", "configMapKeyRef:",
					       "valueFrom:",  "fieldRef:",     "defaultMode:",
					       "optional:",   "audience:",     "expirationSeconds:",
					       "secretRef:" };

	while (from < text.len && rec__in(" \t\r\n", text.ptr[from]))
		from++;
	for (size_t i = 0; i < ARRAY_LEN(members); i++)
		if (rec__starts(text, from, members[i]))
			return true;
	return false;
}

/* --- multi-line texts ---------------------------------------------------------------------- */

/* """x""", '''x''' */
static size_t triple_quoted(struct str text, size_t at, size_t *from)
{
	char mark[4] = { text.ptr[at], text.ptr[at], text.ptr[at], '\0' };
	const char *close;

	if (!rec__in("\"'", text.ptr[at]) || !rec__starts(text, at, mark))
		return at;
	*from = at + 3;
	close = memmem(text.ptr + *from, text.len - *from, mark, 3);
	return close ? (size_t)(close - text.ptr) : text.len;
}

/* <<EOT, <<-EOT, <<~'EOT', $(cat <<EOT: up to the line that has only the word. */
static size_t here_document(struct str text, size_t at, size_t *from)
{
	static const char *const marks[] = { "<<", "$(cat <<", "`cat <<", "\"$(cat <<" };
	size_t begin = at, end;
	struct str word;

	for (size_t i = 0; i < ARRAY_LEN(marks) && begin == at; i++)
		if (rec__starts(text, at, marks[i]))
			begin = at + strlen(marks[i]);
	if (begin == at)
		return at;
	while (begin < text.len && rec__in("-~\"'", text.ptr[begin]))
		begin++;
	for (end = begin;
	     end < text.len && (ascii_is_alnum(text.ptr[end]) || text.ptr[end] == '_');)
		end++;
	word = rec__part(text, begin, end);
	*from = rec__line_end(text, end);
	if (!word.len || *from == text.len)
		return at;
	for (size_t line = ++*from; line < text.len; line = rec__line_end(text, line) + 1)
		if (str_eq(str_trim_space(rec__part(text, line, rec__line_end(text, line))), word))
			return line > *from ? line - 1 : line;
	return text.len;
}

size_t rec__long_text(struct str text, size_t at, size_t *from)
{
	size_t end = at < text.len ? triple_quoted(text, at, from) : at;

	return end > at || at >= text.len ? end : here_document(text, at, from);
}

/* --- forms ------------------------------------------------------------------------------- */

size_t rec__try_form_part(struct rec__scan *s, size_t at)
{
	static const char mark[] = "form-data; name";
	struct str text = s->text, name;
	size_t from, next = at, end;
	const char *close;

	if (at < strlen(mark) || !rec__starts(text, at - strlen(mark), mark) ||
	    !memchr(text.ptr + at, '"', text.len - at < GAP_MAX ? text.len - at : GAP_MAX))
		return at;
	name = next_quoted(text, &next);
	if (!rec__is_sensitive_variable(name))
		return at;
	for (from = next;
	     from < text.len && from - next < LINE_BYTES_MAX && text.ptr[from] != '\n';)
		from++;
	while (from < text.len && rec__in("\r\n", text.ptr[from]))
		from++;
	close = memmem(text.ptr + from, text.len - from, "\n--", 3);
	end = close ? (size_t)(close - text.ptr) : text.len;
	return end > from ? rec__scan_hide(s, from, end, false) : at;
}

/* --- elements ----------------------------------------------------------------------------- */

size_t rec__find_end_tag(struct rec__scan *s, size_t at)
{
	const char *end;

	if (s->end_tag_from <= at && at <= s->end_tag)
		return s->end_tag;
	end = memmem(s->text.ptr + at, s->text.len - at, "</", 2);
	s->end_tag_from = at;
	s->end_tag = end ? (size_t)(end - s->text.ptr) : s->text.len;
	return s->end_tag;
}

/* Reads the content of the element that begins after blanks at `at`. Returns false if there is
 * none. */
static bool read_content(struct rec__scan *s, size_t at, struct str *content)
{
	struct str text = s->text;
	size_t most = at + GAP_MAX < text.len ? at + GAP_MAX : text.len;
	const char *open;

	while (at < most && rec__in(" \t\r\n", text.ptr[at]))
		at++;
	if (at == most || text.ptr[at] != '<' || rec__starts(text, at, "</"))
		return false;
	open = memchr(text.ptr + at, '>', most - at);
	if (!open || open[-1] == '/')
		return false;
	at = (size_t)(open + 1 - text.ptr);
	*content = rec__part(text, at, rec__find_end_tag(s, at));
	return true;
}

/* <name>, <param-name>, <Key>: at '<'. */
static bool is_name_tag(struct str text, size_t at)
{
	static const char *const ends[] = { "name", "key", "Name", "Key" };
	size_t end = at + 1;

	while (end < text.len && end - at < TAG_BYTES_MAX &&
	       (ascii_is_alnum(text.ptr[end]) || rec__in("-_:", text.ptr[end])))
		end++;
	if (end == text.len || text.ptr[end] != '>')
		return false;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		size_t n = strlen(ends[i]);

		if (end - at > n && memcmp(text.ptr + end - n, ends[i], n) == 0)
			return true;
	}
	return false;
}

/* The content of the next sibling; skips siblings such as <type>s</type>. */
static bool read_sibling(struct rec__scan *s, struct str before, struct str *content)
{
	static const char *const others[] = { "type", "description", "displayName" };
	struct str text = s->text;

	for (size_t n = 0; n <= ARRAY_LEN(others); n++) {
		const char *close = before.ptr + before.len;
		bool other = false;
		size_t end;

		close = memchr(close, '>', (size_t)(text.ptr + text.len - close));
		if (!close || !read_content(s, (size_t)(close + 1 - text.ptr), content))
			return false;
		end = (size_t)(content->ptr + content->len - text.ptr);
		for (size_t i = 0; i < ARRAY_LEN(others); i++)
			other = other || (rec__starts(text, end, "</") &&
					  rec__starts(text, end + 2, others[i]));
		if (!other)
			return true;
		before = *content;
	}
	return false;
}

size_t rec__try_sibling(struct rec__scan *s, size_t at)
{
	struct str text = s->text, name, value;

	if (!is_name_tag(text, at) || !read_content(s, at, &name) ||
	    !rec__is_sensitive_variable(str_trim_space(name)))
		return at;
	if (!read_sibling(s, name, &value) || rec__is_no_secret(str_trim_space(value)))
		return at;
	return rec__scan_hide(s, (size_t)(value.ptr - text.ptr),
			      (size_t)(value.ptr + value.len - text.ptr), false);
}
