/* SPDX-License-Identifier: Apache-2.0 */
/* redact_tables.c - recognizes credentials by their position in a line: the column of a table whose
 * header names it ("user,password"), the last field of a .pgpass line. */
#define _GNU_SOURCE
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum {
	HEADER_BYTES_MAX = 512,
	HEADER_FIELDS_MAX = 64, /* number of bits in a mask */
	FIELD_BYTES_MAX = 128,
	FIELD_WORDS_MAX = 3,
	PGPASS_FIELDS = 4, /* number of fields before the password */
	PGPASS_BYTES_MAX = 256,
	PORT_DIGITS_MIN = 2,
	PORT_DIGITS_MAX = 5,
	IPV6_GROUP = 4,
};

/* --- tables ------------------------------------------------------------------------------- */

/* The end of the field at `at`: at a separator or at `end`. A separator in quotes belongs to the
 * value. */
static size_t field_end(struct str text, size_t at, size_t end, char separator)
{
	while (at < end && text.ptr[at] == ' ')
		at++;
	if (at < end && text.ptr[at] == '"') {
		for (at++; at < end; at++) {
			if (text.ptr[at] != '"')
				continue;
			if (at + 1 == end || text.ptr[at + 1] != '"')
				break;
			at++;
		}
	}
	while (at < end && text.ptr[at] != separator)
		at++;
	return at;
}

static size_t count_fields(struct str text, size_t line, size_t end, char separator)
{
	size_t count = 1;

	for (size_t at = line; (at = field_end(text, at, end, separator)) < end; at++)
		count++;
	return count;
}

/* Removes blanks and quotes around the field. */
static struct str trim_field(struct str field)
{
	field = str_trim_space(field);
	if (field.len >= 2 && rec__in("\"'`", *field.ptr) && field.ptr[field.len - 1] == *field.ptr)
		field = rec__part(field, 1, field.len - 1);
	return field;
}

/* "User name", "db_password": typical names of columns. */
static bool is_column_name(struct str name)
{
	size_t blanks = 0;

	for (size_t i = 0; i < name.len; i++) {
		if (!ascii_is_alnum(name.ptr[i]) && !rec__in(" _-./", name.ptr[i]))
			return false;
		blanks += name.ptr[i] == ' ';
	}
	return name.len && name.len <= FIELD_BYTES_MAX && blanks < FIELD_WORDS_MAX &&
	       !memmem(name.ptr, name.len, " and ", 5) && !memmem(name.ptr, name.len, " or ", 4);
}

/* Returns the first character that separates columns. */
static char find_separator(struct str line)
{
	for (size_t i = 0; i < line.len; i++)
		if (rec__in(",;\t|", line.ptr[i]))
			return line.ptr[i];
	return '\0';
}

/* "|---|", "+---+", "---+---": the line below a header in Markdown, of mysql or of psql. */
static bool is_rule(struct str text, size_t line)
{
	static const char *const begins[] = { "|-", "| -", "|:", "| :", "+-", "--" };

	for (size_t i = 0; line < text.len && i < ARRAY_LEN(begins); i++)
		if (rec__starts(text, line, begins[i]))
			return true;
	return false;
}

static void read_header(struct str text, size_t line, size_t end, struct rec__table *t)
{
	char separator =
	    end - line <= HEADER_BYTES_MAX ? find_separator(rec__part(text, line, end)) : '\0';
	char above = t->above;
	size_t count = 0, named = 0;
	uint64_t sensitive = 0;

	/* a line of a table that began above is not a header */
	*t = (struct rec__table) { .above = separator };
	if (!separator || separator == above ||
	    (text.ptr[line] == '|' && !is_rule(text, rec__line_end(text, end) + 1)))
		return;
	for (size_t at = line; at <= end && count < HEADER_FIELDS_MAX; count++) {
		size_t stop = field_end(text, at, end, separator);
		struct str name = trim_field(rec__part(text, at, stop));
		bool edge = separator == '|' && !name.len && (at == line || stop == end);

		if (!edge && !is_column_name(name))
			return;
		named += !edge;
		if (!edge && rec__is_sensitive(name))
			sensitive |= (uint64_t)1 << count;
		at = stop + 1;
	}
	if (named >= 2 && sensitive && count < HEADER_FIELDS_MAX)
		*t = (struct rec__table) { .above = separator,
					   .separator = separator,
					   .count = count,
					   .sensitive = sensitive,
					   .from = SIZE_MAX };
}

/* "---", ":--:" below a header; "yes", empty. */
static bool is_no_value(struct str value)
{
	size_t i = 0;

	while (i < value.len && rec__in("-:=+", value.ptr[i]))
		i++;
	return i == value.len || rec__is_no_secret(value);
}

static bool is_sensitive_column(const struct rec__table *t, size_t column)
{
	return column < HEADER_FIELDS_MAX && t->sensitive >> column & 1;
}

/* Finds the next field of a row, from t->at on, in a sensitive column. If a row has more separators
 * than the header, all fields that may belong to the column are hidden. */
static void find_field(struct str text, struct rec__table *t)
{
	t->from = SIZE_MAX;
	while (t->at <= t->end) {
		size_t from = t->at, stop = field_end(text, from, t->end, t->separator);
		bool sensitive = is_sensitive_column(t, t->column);
		struct str value;

		for (; sensitive && t->extra && stop < t->end; t->extra--)
			stop = field_end(text, stop + 1, t->end, t->separator);
		value = trim_field(rec__part(text, from, stop));
		t->at = stop + 1;
		t->column++;
		if (sensitive && !is_no_value(value)) {
			t->from = (size_t)(value.ptr - text.ptr);
			t->to = t->from + value.len;
			return;
		}
	}
}

/* Reads the header of a table of PostgreSQL: COPY users (name, password) FROM stdin; */
static bool read_copy(struct str text, size_t line, size_t end, struct rec__table *t)
{
	static const char copy[] = "COPY ", from[] = " FROM stdin";
	const char *at = rec__starts(text, line, copy)
			     ? memmem(text.ptr + line, end - line, from, strlen(from))
			     : NULL;
	const char *open = at ? memchr(text.ptr + line, '(', end - line) : NULL;
	uint64_t sensitive = at ? rec__columns_before(text, (size_t)(at - text.ptr)) : 0;

	if (!open || !sensitive)
		return false;
	*t = (struct rec__table) {
		.above = '\t', .separator = '\t', .sensitive = sensitive, .from = SIZE_MAX
	};
	for (t->count = 1; open < at; open++)
		t->count += *open == ',';
	return true;
}

static void read_row(struct str text, size_t line, size_t end, struct rec__table *t)
{
	size_t count = count_fields(text, line, end, t->separator);

	if (t->separator == '|' && is_rule(text, line))
		return;
	if (count < t->count) {
		read_header(text, line, end, t);
		return;
	}
	t->at = line;
	t->end = end;
	t->column = 0;
	t->extra = count - t->count;
	find_field(text, t);
}

/* "| Password | x |": a row with a name and its value, unless the next line makes it a header. */
static void read_named_row(struct str text, size_t line, size_t end, struct rec__table *t)
{
	size_t second, third, at = line + 1;
	struct str name, value;

	if (end - line < 5 || text.ptr[line] != '|' || text.ptr[end - 1] != '|')
		return;
	second = field_end(text, at, end, '|');
	third = second < end ? field_end(text, second + 1, end, '|') : end;
	if (third + 1 != end)
		return;
	name = trim_field(rec__part(text, at, second));
	value = trim_field(rec__part(text, second + 1, third));
	if (!rec__is_sensitive(name) || is_no_value(value) || rec__is_sensitive(value) ||
	    is_rule(text, rec__line_end(text, end) + 1))
		return;
	t->from = (size_t)(value.ptr - text.ptr);
	t->to = t->from + value.len;
}

/* --- .pgpass ------------------------------------------------------------------------------ */

static bool is_port(struct str s)
{
	return str_eqz(s, "*") ||
	       (s.len >= PORT_DIGITS_MIN && s.len <= PORT_DIGITS_MAX && ascii_is_digits(s));
}

static bool is_ipv6_group(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (hex_digit(s.ptr[i]) < 0)
			return false;
	return s.len <= IPV6_GROUP;
}

/* For "host:5432:database:user:x" from `at` to `end`: returns the start of x, or `end`. Excludes
 * file:line:column and IPv6 addresses. */
static size_t pgpass_value(struct str text, size_t at, size_t end)
{
	struct str fields[PGPASS_FIELDS];
	size_t most = end - at < PGPASS_BYTES_MAX ? end : at + PGPASS_BYTES_MAX, groups = 0;

	for (size_t i = 0; i < PGPASS_FIELDS; i++) {
		size_t from = at;

		while (at < most && text.ptr[at] != ':' && !rec__in(" \t\"'`=,;/", text.ptr[at]))
			at++;
		if (at == from || at >= most || text.ptr[at] != ':')
			return end;
		fields[i] = rec__part(text, from, at++);
		groups += is_ipv6_group(fields[i]);
	}
	if (!is_port(fields[1]) || groups == PGPASS_FIELDS || ascii_is_digits(fields[0]) ||
	    ascii_is_digits(fields[2]) || at >= end || rec__in(" \t:", text.ptr[at]))
		return end;
	return at;
}

/* Checks a line from its start, or the text after a quote up to the closing quote. */
size_t rec__try_pgpass(struct rec__scan *s, size_t at)
{
	struct str text = s->text;
	char quote = at > 0 && rec__in("\"'", text.ptr[at - 1]) ? text.ptr[at - 1] : '\n';
	size_t most = text.len - at < PGPASS_BYTES_MAX ? text.len : at + PGPASS_BYTES_MAX, value;
	const char *close = memchr(text.ptr + at, quote, most - at);
	size_t end = close ? (size_t)(close - text.ptr) : most;

	if (quote != '\n' && !close)
		return at;
	value = pgpass_value(text, at, end);
	if (value == end)
		return at;
	if (quote == '\n')
		end = rec__line_end(text, at);
	while (end > value && text.ptr[end - 1] == '\r')
		end--;
	return value < end ? rec__scan_hide(s, value, end, false) : at;
}

/* --- lines -------------------------------------------------------------------------------- */

static size_t line_begin(struct str text, size_t at)
{
	while (at > 0 && text.ptr[at - 1] != '\n')
		at--;
	return at;
}

static void enter_line(struct rec__scan *s, size_t at)
{
	struct str text = s->text;
	size_t end = rec__line_end(text, at);
	struct rec__table *t = &s->table;
	bool ruled = t->ruled;

	s->next_line = end + 1;
	while (end > at && text.ptr[end - 1] == '\r')
		end--;
	t->from = SIZE_MAX;
	if (read_copy(text, at, end, t))
		return;
	if (t->separator)
		read_row(text, at, end, t);
	else
		read_header(text, at, end, t);
	if (!t->separator)
		t->from = SIZE_MAX;
	t->ruled = at < end && text.ptr[at] == '|' && (ruled || is_rule(text, at));
	if (t->from == SIZE_MAX && !t->ruled)
		read_named_row(text, at, end, t);
}

size_t rec__try_line(struct rec__scan *s, size_t at)
{
	struct rec__table *t = &s->table;
	size_t next = at, from, to;

	if (at >= s->next_line) {
		enter_line(s, line_begin(s->text, at));
		next = rec__skip_blanks(s->text, at);
		if (next < s->text.len && next >= s->kept && rec__try_pgpass(s, next) > next)
			return s->kept;
	}
	if (at < t->from)
		return at;
	from = t->from > s->kept ? t->from : s->kept;
	to = t->to;
	find_field(s->text, t);
	return from < to ? rec__scan_hide(s, from, to, false) : at;
}
