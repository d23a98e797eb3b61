/* SPDX-License-Identifier: Apache-2.0 */
/* redact_documents.c - hides secrets in manifests inside text: the data of a Secret in YAML, the
 * variables below "env:", <password>x</password>, <property name="password" value="x"/>. */
#define _GNU_SOURCE

#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum {
	PARENT_LINES_MAX = 64,
	NAME_BYTES_MAX = 256,
	TAG_BYTES_MAX = 4096,
	ELEMENT_BYTES_MAX = 16384
};

static size_t line_begin(struct str text, size_t at)
{
	const char *lf = at ? memrchr(text.ptr, '\n', at) : NULL;

	return lf ? (size_t)(lf + 1 - text.ptr) : 0;
}

static size_t indent_of(struct str text, size_t line)
{
	size_t n = 0;

	while (line + n < text.len && text.ptr[line + n] == ' ')
		n++;
	return n;
}

/* The name of the member at the start of a line, without list marks; empty: none before `at`. */
static struct str line_name(struct str text, size_t line, size_t at)
{
	struct str name;

	while (line < at && rec__in(" -", text.ptr[line]))
		line++;
	name = str_trim_space(rec__part(text, line, at));
	if (name.len >= 2 && rec__in("\"'", *name.ptr) && name.ptr[name.len - 1] == *name.ptr)
		name = (struct str) { name.ptr + 1, name.len - 2 };
	return memchr(name.ptr, ':', name.len) || memchr(name.ptr, '{', name.len) ? STR("") : name;
}

/* --- Secrets --- */

static bool is_kind_secret(struct str line)
{
	line = str_trim_space(line);
	if (!rec__starts(line, 0, "kind:"))
		return false;
	line = str_trim_space((struct str) { line.ptr + 5, line.len - 5 });
	return str_eqz(line, "Secret") || str_eqz(line, "\"Secret\"") || str_eqz(line, "'Secret'");
}

/* Finds the document around `line` and whether it is a Secret, once for each document. */
static bool is_in_secret(struct rec__scan *s, size_t line)
{
	struct str text = s->text;
	size_t at = s->document_end;
	const char *mark;

	if (at > line)
		return s->document_secret;
	while ((mark = memmem(text.ptr + at, line - at, "\n---", 4)))
		at = (size_t)(mark + 1 - text.ptr);
	mark = memmem(text.ptr + line, text.len - line, "\n---", 4);
	s->document_end = mark ? (size_t)(mark + 1 - text.ptr) : text.len + 1;
	s->document_secret = false;
	for (; at < text.len && at < s->document_end; at = rec__line_end(text, at) + 1)
		if (is_kind_secret(rec__part(text, at, rec__line_end(text, at))))
			s->document_secret = true;
	return s->document_secret;
}

/* Whether the nearest line above with less indentation, or the nearest one without any that is no
 * item, is `name` and a colon. */
static bool is_below(struct str text, size_t line, const char *name, bool top)
{
	size_t indent = top ? 1 : indent_of(text, line), above = line;

	for (unsigned n = 0; n < PARENT_LINES_MAX && above > 0; n++) {
		size_t end = above - 1;
		struct str words;

		above = line_begin(text, end);
		words = str_trim_space(rec__part(text, above, end));
		if (!words.len || *words.ptr == '#' || indent_of(text, above) >= indent ||
		    (top && *words.ptr == '-'))
			continue;
		return words.len == strlen(name) + 1 && words.ptr[words.len - 1] == ':' &&
		       rec__starts(words, 0, name);
	}
	return false;
}

/* "data:" of a Secret or below "secretTemplate:", "literals:" of a secretGenerator. */
static bool holds_secrets(struct rec__scan *s, struct str name, size_t line)
{
	if (str_eqz(name, "literals"))
		return is_below(s->text, line, "secretGenerator", true);
	return (str_eqz(name, "data") || str_eqz(name, "stringData")) &&
	       (is_in_secret(s, line) || is_below(s->text, line, "secretTemplate", false));
}

/* Hides the rest of the line after `at`, or the lines below it that are indented more. Items may
 * have the same indentation. */
static size_t hide_block(struct rec__scan *s, size_t at, size_t line)
{
	struct str text = s->text;
	size_t column = indent_of(text, line), end = rec__line_end(text, at), from = at + 1;

	while (rec__starts(text, line + column, "- "))
		column += 2;
	if (str_trim_space(rec__part(text, from, end)).len)
		return rec__scan_hide(s, from + (text.ptr[from] == ' '), end, false);
	from = end + 1;
	while (end < text.len) {
		size_t next = rec__line_end(text, end + 1);

		size_t indent = indent_of(text, end + 1);
		struct str words = str_trim_space(rec__part(text, end + 1, next));

		if (words.len &&
		    (indent < column || (indent == column && !rec__starts(words, 0, "- "))))
			break;
		end = next;
	}
	while (from < end && text.ptr[from] == ' ')
		from++;
	return end > from ? rec__scan_hide(s, from, end, false) : at;
}

/* --- variables --- */

/* Whether the nearest line above with less indentation is "env:", or "secrets:" above a map. */
static bool is_below_environment(struct str text, size_t line)
{
	size_t indent = indent_of(text, line), above = line;
	bool item = line + indent < text.len && text.ptr[line + indent] == '-';

	for (unsigned n = 0; n < PARENT_LINES_MAX && above > 0; n++) {
		size_t end = above - 1, other;
		struct str words;

		above = line_begin(text, end);
		words = str_trim_space(rec__part(text, above, end));
		other = indent_of(text, above);
		if (!words.len || other > indent || (other == indent && !item) ||
		    (other == indent && *words.ptr == '-'))
			continue;
		if (words.ptr[words.len - 1] != ':')
			return false;
		words = line_name(text, above, (size_t)(words.ptr + words.len - 1 - text.ptr));
		return rec__is_environment(words) || (!item && str_eqz(words, "secrets"));
	}
	return false;
}

static bool is_entry_member(struct str name)
{
	static const char *const names[] = { "name",	 "value",	 "valueFrom",
					     "key",	 "secretKeyRef", "configMapKeyRef",
					     "fieldRef", "optional" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_eqz(name, names[i]))
			return true;
	return false;
}

/* "FOO: x", "- FOO=x" */
static size_t try_variable(struct rec__scan *s, size_t at, size_t line)
{
	struct str text = s->text, value;
	size_t from = at + 1, end = rec__line_end(text, at);

	while (from < end && rec__in(" \t\"'", text.ptr[from]))
		from++;
	while (end > from && rec__in(" \t\r\"'", text.ptr[end - 1]))
		end--;
	value = rec__part(text, from, end);
	if (!value.len || rec__in("|>{[&*", *value.ptr) || rec__is_plain_value(value) ||
	    !is_below_environment(text, line))
		return at;
	return rec__scan_hide(s, from, end, false);
}

size_t rec__try_document(struct rec__scan *s, size_t at)
{
	size_t first = at > NAME_BYTES_MAX ? at - NAME_BYTES_MAX : 0;
	size_t line = first + line_begin(rec__part(s->text, first, s->text.len), at - first);
	struct str name = line_name(s->text, line, at);

	if (!name.len || (first > 0 && line == first) || at < s->kept ||
	    memchr(name.ptr, '=', name.len))
		return at;
	if (s->text.ptr[at] == ':' && holds_secrets(s, name, line))
		return hide_block(s, at, line);
	if (line == 0 || is_entry_member(name))
		return at;
	return try_variable(s, at, line);
}

/* --- elements --- */

/* <password>x</password>, also with a namespace or attributes. */
size_t rec__try_element(struct rec__scan *s, size_t at)
{
	struct str text = s->text, name;
	size_t end = at + 1, value;
	const char *close;
	AUTO_STRBUF tag = STRBUF_INIT;

	while (end < text.len && (rec__is_word_char(text.ptr[end]) || text.ptr[end] == ':') &&
	       text.ptr[end] != '/')
		end++;
	name = rec__part(text, at + 1, end);
	if (!name.len || !rec__is_sensitive(name))
		return at;
	close = memchr(text.ptr + end, '>',
		       text.len - end < TAG_BYTES_MAX ? text.len - end : TAG_BYTES_MAX);
	if (!close || close[-1] == '/')
		return at;
	value = (size_t)(close - text.ptr);
	value = value > end ? end : value + 1; /* attributes may contain secrets, too */
	strbuf_addz(&tag, "</");
	strbuf_adds(&tag, name);
	s->r->failed = s->r->failed || tag.failed;
	/* limited: else each unclosed element would search the rest of the text */
	close = memmem(text.ptr + value,
		       text.len - value < ELEMENT_BYTES_MAX ? text.len - value : ELEMENT_BYTES_MAX,
		       tag.ptr, tag.len);
	end = close ? (size_t)(close - text.ptr) : rec__find_end_tag(s, value);
	return value < s->kept || rec__is_no_secret(str_trim_space(rec__part(text, value, end)))
		   ? at
		   : rec__scan_hide(s, value, end, false);
}

static bool is_word(struct str s, const char *word)
{
	return ascii_eq_nocase(s, str_of(word));
}

/* Reads the attribute name="value" at `at`. Returns false if there is none. */
static bool read_attribute(struct str tag, size_t *at, struct str *name, struct str *value)
{
	size_t i = *at, from;
	char quote;

	while (i < tag.len && rec__in(" \t\r\n", tag.ptr[i]))
		i++;
	for (from = i; i < tag.len && (rec__is_word_char(tag.ptr[i]) || tag.ptr[i] == ':') &&
		       tag.ptr[i] != '=';)
		i++;
	*name = rec__part(tag, from, i);
	if (i == from || i + 2 >= tag.len || tag.ptr[i] != '=' || !rec__in("\"'", tag.ptr[i + 1]))
		return false;
	quote = tag.ptr[i + 1];
	for (from = i += 2; i < tag.len && tag.ptr[i] != quote;)
		i++;
	*value = rec__part(tag, from, i);
	*at = i + 1;
	return true;
}

/* <property name="password" value="x"/>, <entry key="token">x</entry> */
size_t rec__try_property(struct rec__scan *s, size_t at)
{
	struct str text = s->text, name, value, secret = { NULL, 0 };
	size_t most = text.len - at < TAG_BYTES_MAX ? text.len - at : TAG_BYTES_MAX;
	const char *close = memchr(text.ptr + at, '>', most);
	size_t i = at + 1, next = at;
	bool sensitive = false;
	struct str tag;

	while (i < text.len && (rec__is_word_char(text.ptr[i]) || text.ptr[i] == ':'))
		i++;
	if (!close || i == at + 1)
		return at;
	tag = rec__part(text, i, (size_t)(close - text.ptr));
	for (i = 0; read_attribute(tag, &i, &name, &value);) {
		if (is_word(name, "name") || is_word(name, "key") || is_word(name, "id"))
			sensitive = sensitive || rec__is_sensitive(value);
		else if (is_word(name, "value") || is_word(name, "content") ||
			 rec__is_sensitive(name))
			secret = value;
	}
	if (!sensitive)
		return at;
	if (secret.len)
		next = rec__scan_hide(s, (size_t)(secret.ptr - text.ptr),
				      (size_t)(secret.ptr + secret.len - text.ptr), false);
	if (close[-1] == '/')
		return next;
	return rec__scan_hide(s, (size_t)(close + 1 - text.ptr),
			      rec__find_end_tag(s, (size_t)(close + 1 - text.ptr)), false);
}
