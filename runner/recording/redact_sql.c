/* SPDX-License-Identifier: Apache-2.0 */
/* redact_sql.c - hides values of SQL statements by the names of their columns:
 * INSERT INTO users (name, password) VALUES ('u', 'x'). */
#define _GNU_SOURCE
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum { COLUMNS_BYTES_MAX = 1024, COLUMNS_MAX = 64 /* number of bits in a mask */ };

static bool is_space(char c)
{
	return rec__in(" \t\r\n", c);
}

static size_t skip_space(struct str text, size_t at)
{
	while (at < text.len && is_space(text.ptr[at]))
		at++;
	return at;
}

/* The position of the quote that closes the literal at `at`, or the end of the text. A doubled
 * quote does not close it. */
static size_t literal_end(struct str text, size_t at)
{
	char quote = text.ptr[at++];

	for (; at < text.len; at++) {
		if (text.ptr[at] == '\\' && at + 1 < text.len)
			at++;
		else if (text.ptr[at] == quote && (at + 1 == text.len || text.ptr[at + 1] != quote))
			break;
		else if (text.ptr[at] == quote)
			at++;
	}
	return at;
}

/* The position after the expression at `at`: of a comma, a semicolon or the bracket around it. */
static size_t expression_end(struct str text, size_t at)
{
	size_t depth = 0;

	for (; at < text.len; at++) {
		char c = text.ptr[at];

		if (rec__in("'\"`", c)) {
			at = literal_end(text, at);
		} else if (c == '(') {
			depth++;
		} else if (depth == 0 && rec__in(",;)", c)) {
			return at;
		} else if (c == ')') {
			depth--;
		}
	}
	return text.len;
}

/* --- columns --- */

static struct str trim_name(struct str name)
{
	name = str_trim_space(name);
	if (name.len >= 2 && rec__in("\"'`[", *name.ptr))
		name = rec__part(name, 1, name.len - 1);
	return name;
}

/* The bits of the names in "a, b, c" that name credentials. */
static uint64_t sensitive_names(struct str list)
{
	uint64_t sensitive = 0;

	for (size_t column = 0, from = 0; column < COLUMNS_MAX; column++) {
		const char *comma = memchr(list.ptr + from, ',', list.len - from);
		size_t to = comma ? (size_t)(comma - list.ptr) : list.len;

		if (rec__is_sensitive(trim_name(rec__part(list, from, to))))
			sensitive |= (uint64_t)1 << column;
		if (!comma)
			break;
		from = to + 1;
	}
	return sensitive;
}

uint64_t rec__columns_before(struct str text, size_t at)
{
	size_t end = at, open;

	while (end > 0 && is_space(text.ptr[end - 1]))
		end--;
	if (end == 0 || text.ptr[--end] != ')')
		return 0;
	for (open = end; open > 0 && end - open < COLUMNS_BYTES_MAX; open--) {
		if (text.ptr[open - 1] == '(')
			return sensitive_names(rec__part(text, open, end));
		if (rec__in(");", text.ptr[open - 1]))
			break;
	}
	return 0;
}

/* --- rows --- */

/* Whether the value is not secret, or a placeholder for one: NULL, DEFAULT, ?, $1, :name, @name. */
static bool is_open(struct str value)
{
	static const char *const words[] = { "null", "default", "true", "false" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (ascii_eq_nocase(value, str_of(words[i])))
			return true;
	return !value.len || rec__in("?$:@%", *value.ptr) || rec__is_no_secret(value);
}

/* Sets the rows' next value to the expression, or to the text in quotes of 'x', N'x' and md5('x').
 * Returns false if the expression is not secret. */
static bool read_expression(struct rec__scan *s, size_t from, size_t to)
{
	struct str text = s->text;
	size_t open = from;

	while (to > from && is_space(text.ptr[to - 1]))
		to--;
	if (is_open(rec__part(text, from, to)))
		return false;
	while (open < to && !rec__in("'\"", text.ptr[open]))
		open++;
	if (open < to) {
		from = open + 1;
		to = literal_end(rec__part(text, 0, to), open);
	}
	s->rows.from = from;
	s->rows.to = to;
	return true;
}

/* The position after the bracket that opens the next row; SIZE_MAX: there is none. */
static size_t next_row(struct str text, size_t at)
{
	at = skip_space(text, at);
	if (at < text.len && text.ptr[at] == ',')
		at = skip_space(text, at + 1);
	return at < text.len && text.ptr[at] == '(' ? at + 1 : SIZE_MAX;
}

/* Finds the next expression in a sensitive column, from rows.at on. */
static void find_expression(struct rec__scan *s)
{
	struct rec__rows *r = &s->rows;

	r->from = SIZE_MAX;
	while (r->from == SIZE_MAX && r->at < s->text.len) {
		size_t from = skip_space(s->text, r->at), to = expression_end(s->text, from);

		if (r->column < COLUMNS_MAX && r->sensitive >> r->column & 1)
			(void)read_expression(s, from, to);
		r->column++;
		r->at = r->scanned = to + 1;
		if (to < s->text.len && s->text.ptr[to] == ',')
			continue;
		r->column = 0;
		r->at = to < s->text.len && s->text.ptr[to] == ')' && !r->single
			    ? next_row(s->text, to + 1)
			    : SIZE_MAX;
	}
}

/* SET PASSWORD FOR 'u'@'%' = 'x': the position after the equals sign, or `at`. */
static size_t password_value(struct str text, size_t at, size_t end)
{
	size_t most = text.len - end < COLUMNS_BYTES_MAX ? text.len : end + COLUMNS_BYTES_MAX;
	const char *sign;

	if (at < 4 || !ascii_eq_nocase(rec__part(text, at - 4, at), STR("set ")) ||
	    most - end < 5 || !ascii_eq_nocase(rec__part(text, end, end + 5), STR(" for ")))
		return at;
	sign = memchr(text.ptr + end, '=', most - end);
	return sign ? (size_t)(sign + 1 - text.ptr) : at;
}

void rec__enter_statement(struct rec__scan *s, size_t at, size_t end)
{
	struct str word = rec__part(s->text, at, end);
	bool single = ascii_eq_nocase(word, STR("select"));
	struct rec__rows *r = &s->rows;
	size_t value;

	/* each row without an end would search the rest of the text */
	if (r->from != SIZE_MAX || at < r->scanned)
		return;
	if (ascii_eq_nocase(word, STR("password"))) {
		value = password_value(s->text, at, end);
		if (value == at)
			return;
		*r = (struct rec__rows) { .sensitive = 1, .single = true, .at = value };
	} else if (single || ascii_eq_nocase(word, STR("values")) ||
		   ascii_eq_nocase(word, STR("value"))) {
		r->sensitive = rec__columns_before(s->text, at);
		r->single = single;
		r->column = 0;
		r->at = single ? end : next_row(s->text, end);
	} else {
		return;
	}
	if (r->sensitive)
		find_expression(s);
}

size_t rec__try_row(struct rec__scan *s, size_t at)
{
	size_t from = s->rows.from > s->kept ? s->rows.from : s->kept, to = s->rows.to;

	find_expression(s);
	return from < to ? rec__scan_hide(s, from, to, false) : at;
}
