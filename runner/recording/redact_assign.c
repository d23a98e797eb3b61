/* SPDX-License-Identifier: Apache-2.0 */
/* redact_assign.c - hides credentials with a name in text: "password=x", "token: x", "--token x",
 * <password>x</password>, with a value of any length and any separators. */
#define _GNU_SOURCE
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum { GAP_MAX = 16 }; /* bytes between a name and the sign after it */

static bool is_quote(char c)
{
	return c == '"' || c == '\'' || c == '`';
}

static size_t backslashes_before(struct str text, size_t at)
{
	size_t n = 0;

	while (n < at && text.ptr[at - n - 1] == '\\')
		n++;
	return n;
}

/* Returns the end of the quote that opens at `open`, or the end of the text. Nested quotes have
 * twice as many backslashes plus one: ", \", \\\". */
static size_t closing_quote(struct str text, size_t open)
{
	size_t level = backslashes_before(text, open);
	char quote = text.ptr[open];

	if (level > 64)
		return text.len;
	for (size_t i = open + 1; i < text.len; i++) {
		size_t n;

		if (text.ptr[i] != quote)
			continue;
		/* '' is a quote within '...' in YAML and SQL */
		if (quote == '\'' && i + 1 < text.len && text.ptr[i + 1] == '\'') {
			i++;
			continue;
		}
		n = backslashes_before(text, i);
		if (n >= level && (n - level) % (2 * (level + 1)) == 0)
			return i - level;
		if (n < level)
			return i - n; /* the outer quote ends */
	}
	return text.len;
}

/* Returns the bracket that closes the one at `open`, or the end of the line. */
static size_t closing_bracket(struct str text, size_t open)
{
	size_t depth = 0;

	for (size_t i = open; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == '"') {
			i = closing_quote(text, i);
			i += backslashes_before(text, open) == 0 ? 0 : 1;
		} else if (c == '{' || c == '[') {
			depth++;
		} else if ((c == '}' || c == ']') && --depth == 0) {
			return i + 1;
		}
	}
	return text.len;
}

/* --- the name --- */

struct assignment {
	size_t start, end; /* of the name */
	size_t line;	   /* start of its line */
	size_t column;	   /* column of the name in its line, including list marks */
	bool first;	   /* only blanks and list marks precede it in its line */
	bool url;	   /* a URL parameter */
	bool quoted;	   /* "name" */
	char around;	   /* the quote that opens directly before it, or 0 */
};

static void find_line(struct str text, struct assignment *a)
{
	size_t i = a->start;

	if (a->quoted && i > 0)
		i--;
	a->column = i;
	a->first = true;
	while (i > 0 && text.ptr[i - 1] != '\n') {
		i--;
		a->first = a->first && (rec__is_blank(text.ptr[i]) || text.ptr[i] == '-');
		if (a->column - i > 4096) {
			a->first = false;
			break;
		}
	}
	a->line = i;
	a->column -= i;
}

/* Whether "name=" follows the ampersand, so that it does not belong to the value. */
static bool is_parameter(struct str text, size_t at)
{
	size_t end = at;

	while (end < text.len && text.ptr[end] != '=' &&
	       (rec__is_word_char(text.ptr[end]) || rec__in("[]%", text.ptr[end])))
		end++;
	return end > at && end < text.len && text.ptr[end] == '=';
}

/* "code=x&grant_type=y": whether another parameter follows the one whose '=' is at `at`. */
static bool begins_form(struct str text, size_t at)
{
	while (at < text.len && text.ptr[at] != '&' && !rec__in(" \t\r\n\"'", text.ptr[at]))
		at++;
	return at < text.len && text.ptr[at] == '&' && is_parameter(text, at + 1);
}

/* "the password is: x": the end of the name before the verb, or `end`. */
static size_t skip_copula(struct str text, size_t end)
{
	static const char *const verbs[] = { " is", " was", " are", " now" };

	for (size_t i = 0; i < ARRAY_LEN(verbs); i++) {
		size_t n = strlen(verbs[i]);

		if (end > n && rec__starts(rec__part(text, 0, end), end - n, verbs[i]))
			return end - n;
	}
	return end;
}

/* Finds the name before `at`. */
static bool find_name(struct rec__scan *s, size_t at, struct assignment *a)
{
	struct str text = s->text;
	size_t end = at;

	while (end > 0 && at - end < GAP_MAX && text.ptr[end - 1] &&
	       rec__in(" \t\"'`\\[]*?|%", text.ptr[end - 1]))
		end--;
	end = skip_copula(text, end);
	a->end = a->start = end;
	while (a->start > 0 && rec__is_word_char(text.ptr[a->start - 1]) &&
	       !rec__in("=/", text.ptr[a->start - 1]))
		a->start--;
	if (a->start == a->end)
		return false;
	a->quoted = end < at && is_quote(text.ptr[end]) && a->start > 0 &&
		    text.ptr[a->start - 1] == text.ptr[end];
	a->url = a->start > 0 ? rec__in("?&", text.ptr[a->start - 1]) : begins_form(text, at);
	a->around = !a->quoted && a->start > 0 && is_quote(text.ptr[a->start - 1])
			? text.ptr[a->start - 1]
			: 0;
	return true;
}

static size_t word_begin(struct str text, size_t at)
{
	size_t from = at;

	while (from > 0 && rec__is_word_char(text.ptr[from - 1]) && at - from < 32)
		from--;
	return from;
}

/* Also two words: "API key: x". */
static bool is_credential(struct str text, const struct assignment *a)
{
	size_t start = a->start;

	if (a->url ? rec__is_sensitive_parameter(rec__part(text, a->start, a->end))
		   : rec__is_sensitive(rec__part(text, a->start, a->end)))
		return true;
	/* "java -Dpin=x" */
	if (a->end - start > 3 &&
	    (rec__starts(text, start, "-D") || rec__starts(text, start, "-P")) &&
	    rec__is_sensitive(rec__part(text, start + 2, a->end)))
		return true;
	if (!a->quoted && rec__is_block_value(text, a->start, a->end))
		return true;
	if (str_eqz(rec__part(text, a->start, a->end), "key") &&
	    rec__is_key_of_parent(text, a->start))
		return true;
	if (start < 2 || text.ptr[start - 1] != ' ')
		return false;
	start = word_begin(text, start - 1);
	/* "Unseal Key 1: x" */
	if (a->end - a->start == 1 && ascii_is_digit(text.ptr[a->start]) && start > 0 &&
	    text.ptr[start - 1] == ' ')
		start = word_begin(text, start - 1);
	return rec__is_sensitive(rec__part(text, start, a->end));
}

/* --- the value --- */

static size_t indent_of(struct str text, size_t line)
{
	size_t n = 0;

	while (line + n < text.len && text.ptr[line + n] == ' ')
		n++;
	return n;
}

static bool is_empty_line(struct str text, size_t line)
{
	return !str_trim_space(rec__part(text, line, rec__line_end(text, line))).len;
}

/* The end of the lines after `line` that are indented more than `column` or, with `list`, are list
 * items at that column. */
static size_t block_end(struct str text, size_t line, size_t column, bool list)
{
	size_t end = rec__line_end(text, line), next = end;

	while (next < text.len) {
		size_t begin = next + 1, indent = indent_of(text, begin);

		next = rec__line_end(text, begin);
		if (begin >= text.len)
			break;
		if (is_empty_line(text, begin))
			continue;
		if (indent < column ||
		    (indent == column && !(list && text.ptr[begin + indent] == '-')))
			break;
		end = next;
	}
	return end;
}

/* Skips "|", ">-", "!!str", "&anchor": the tokens that YAML allows between a key and its block. */
static bool opens_block(struct str line)
{
	if (!line.len || *line.ptr == '#')
		return true;
	if (*line.ptr == '|' || *line.ptr == '>') {
		size_t i = 1;

		while (i < line.len && line.ptr[i] && rec__in("+-123456789", line.ptr[i]))
			i++;
		line = str_trim_space((struct str) { line.ptr + i, line.len - i });
		return !line.len || *line.ptr == '#';
	}
	if ((*line.ptr == '!' || *line.ptr == '&') && !memchr(line.ptr, ' ', line.len))
		return true;
	return false;
}

static size_t parameter_end(struct str text, size_t at)
{
	while (at < text.len && !rec__in(" \t\r\n\"'<>`", text.ptr[at]) &&
	       !(text.ptr[at] == '&' && is_parameter(text, at + 1)))
		at++;
	return at;
}

/* The end of the value: of the line, of its continuation lines, and of the lines that YAML folds
 * into it. */
static size_t text_end(struct str text, const struct assignment *a, size_t at, char sign)
{
	size_t end = rec__line_end(text, at);

	if (a->around) {
		for (size_t i = at; i < end; i++)
			if (text.ptr[i] == a->around && backslashes_before(text, i) % 2 == 0)
				return i;
	}
	while (end < text.len && end > at && text.ptr[end - 1] == '\\')
		end = rec__line_end(text, end + 1);
	if (a->first && sign == ':')
		end = block_end(text, at, a->column + 1, false);
	return end;
}

static size_t trim_end(struct str text, size_t from, size_t to)
{
	while (to > from + 1 && rec__in(" \t\r\n,;)}]", text.ptr[to - 1]))
		to--;
	return to;
}

/* A switch or empty; or the rest of a hidden value. */
bool rec__is_no_secret(struct str value)
{
	static const char *const words[] = { "",     "true", "false", "null",	"nil",
					     "none", "~",    "<nil>", "<none>", "{}",
					     "[]",   "True", "False" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_eqz(value, words[i]))
			return true;
	return rec__is_redacted(value);
}

/* "reg/vault-token:1.0" is an image, "db-token:8080" an address. */
static bool is_version(struct str text, const struct assignment *a, size_t at)
{
	size_t digits = 0, dots = 0, i = at;

	if (!(memchr(text.ptr + a->start, '-', a->end - a->start) ||
	      (a->start > 0 && text.ptr[a->start - 1] == '/')))
		return false;
	if (rec__starts(text, at, "latest"))
		return true;
	i += i < text.len && text.ptr[i] == 'v';
	for (; i < text.len && !rec__in(" \t\r\n\"'/,)}]@", text.ptr[i]); i++) {
		bool digit = text.ptr[i] >= '0' && text.ptr[i] <= '9';

		if (!digit && !digits)
			return false;
		digits += digit;
		dots += text.ptr[i] == '.';
		if (!digit && !dots)
			return false;
	}
	return dots ? i - at <= 12 : digits > 0 && digits <= 5;
}

/* Hides a value in the lines after `from`. Returns its end, or `from`. */
static size_t try_block(struct rec__scan *s, const struct assignment *a, size_t from)
{
	struct str text = s->text;
	size_t eol = rec__line_end(text, from), end;

	if (eol == text.len)
		return from;
	end = block_end(text, from, (a->first ? a->column : indent_of(text, a->line)) + 1, false);
	if (a->first && end <= eol)
		end = block_end(text, from, a->column, true);
	if (!a->first && end <= eol) /* "token":\n "x" of invalid JSON */
		end = rec__line_end(text, eol + 1);
	if (end <= eol || rec__is_reference_block(text, eol + 1))
		return from;
	from = eol + 1;
	while (from < end && rec__in(" \t\r\n", text.ptr[from]))
		from++;
	return rec__scan_hide(s, from, trim_end(text, from, end), false);
}

static size_t hide_value(struct rec__scan *s, const struct assignment *a, size_t value, char sign)
{
	struct str text = s->text;
	size_t start = value, stop, open = value;

	stop = rec__long_text(text, value, &start);
	if (stop > value)
		return rec__scan_hide(s, start, stop, false);
	while (open < text.len && text.ptr[open] == '\\')
		open++;
	if (open < text.len && is_quote(text.ptr[open])) {
		stop = closing_quote(text, open);
		start = rec__skip_scheme(text, open + 1);
		if (!rec__is_no_secret(rec__part(text, start, stop)))
			(void)rec__scan_hide(s, start, stop, false);
		while (stop < text.len && text.ptr[stop] == '\\')
			stop++;
		return stop < text.len ? rec__try_arrow(s, stop + 1) : stop;
	}
	if (a->url) {
		stop = parameter_end(text, value);
		return rec__is_no_secret(rec__part(text, value, stop))
			   ? stop
			   : rec__scan_hide(s, value, stop, false);
	}
	if (open < text.len && (text.ptr[open] == '{' || text.ptr[open] == '[')) {
		if (rec__is_reference_block(text, open + 1))
			return value;
		stop = closing_bracket(text, open);
	} else {
		stop = text_end(text, a, value, sign);
	}
	start = rec__skip_scheme(text, value);
	stop = trim_end(text, start, stop);
	if (start >= stop || rec__is_no_secret(rec__part(text, start, stop)))
		return value;
	return rec__scan_hide_rest(s, start, stop);
}

size_t rec__try_assignment(struct rec__scan *s, size_t at)
{
	struct str text = s->text;
	char sign = text.ptr[at];
	struct assignment a;
	size_t value = at + 1, end;
	bool variable;

	if (!find_name(s, at, &a))
		return sign == ':' ? rec__try_key_above(s, at) : at;
	variable = sign == ':' && str_eqz(rec__part(text, a.start, a.end), "value");
	if (!is_credential(text, &a) && !variable)
		return sign == ':' ? rec__try_prompt(s, at) : at;
	find_line(text, &a);
	if (variable && !is_credential(text, &a) &&
	    !(a.first ? rec__is_entry_value(text, a.start, a.column)
		      : rec__is_flow_value(text, a.start)))
		return at;
	if (sign == ':' && rec__starts(text, at, "://"))
		return at;
	/* "=>", ":=", "==" */
	if (value < text.len && (text.ptr[value] == '>' || text.ptr[value] == '='))
		value++;
	if (sign == ':' && value == at + 1 && value < text.len && !rec__is_blank(text.ptr[value]) &&
	    is_version(text, &a, value))
		return at;
	while (value < text.len && rec__is_blank(text.ptr[value]))
		value++;
	if (value < s->kept)
		return at;
	if (opens_block(str_trim_space(rec__part(text, value, rec__line_end(text, value))))) {
		end = try_block(s, &a, value);
		/* "!x": not a tag if no block follows */
		if (end > value || value >= text.len || !rec__in("!&", text.ptr[value]))
			return end > value ? end : sign == ':' ? rec__try_next_line(s, at) : at;
	}
	end = hide_value(s, &a, value, sign);
	return end > value ? end : at;
}

/* --- flags --- */

/* Whether "--x" or "-x" is a flag and not a value; a value in quotes is longer than a flag of one
 * letter. */
static bool is_flag(struct str text, size_t at)
{
	return text.ptr[at] == '-' && (!is_quote(text.ptr[at - 1]) || at + 3 >= text.len ||
				       text.ptr[at + 1] == '-' || is_quote(text.ptr[at + 2]));
}

/* For "- --token" in a YAML list: the start of the next line's item, or `at`. */
static size_t next_item(struct str text, size_t flag, size_t at)
{
	size_t begin = flag, next = at + 1;

	while (begin > 0 && text.ptr[begin - 1] && rec__in(" \"'", text.ptr[begin - 1]))
		begin--;
	if (begin == 0 || text.ptr[begin - 1] != '-')
		return at;
	next += indent_of(text, next);
	if (next + 2 >= text.len || text.ptr[next] != '-' || text.ptr[next + 1] != ' ')
		return at;
	next += 2;
	return next + (is_quote(text.ptr[next]) ? 1 : 0);
}

/* "--token x", "--user name:password" */
size_t rec__try_flag(struct rec__scan *s, size_t at)
{
	struct str text = s->text;
	size_t name = at, end, value, stop;
	bool user;

	if (at > 0 && text.ptr[at - 1] && !rec__in(" \t\r\n\"'[(,;", text.ptr[at - 1]))
		return at;
	while (name < text.len && text.ptr[name] == '-')
		name++;
	for (end = name;
	     end < text.len && rec__is_word_char(text.ptr[end]) && text.ptr[end] != '=';)
		end++;
	user = str_eqz(rec__part(text, name, end), "u") ||
	       str_eqz(rec__part(text, name, end), "user") ||
	       str_eqz(rec__part(text, name, end), "proxy-user");
	if (name - at > 2 || end == name ||
	    (!user && !rec__is_sensitive(rec__part(text, name, end))))
		return at;
	for (value = end;
	     value < text.len && text.ptr[value] && rec__in(" \t\",'\\", text.ptr[value]);)
		value++;
	if (value < text.len && text.ptr[value] == '\n')
		value = text.ptr[value - 1] == '\\' ? rec__skip_blanks(text, value + 1)
						    : next_item(text, at, value);
	if (rec__starts(text, value, "<<<"))
		value = rec__skip_blanks(text, value + strlen("<<<"));
	if (value == end || value >= text.len || is_flag(text, value) ||
	    rec__starts(text, value, "(ConvertTo-"))
		return at;
	if (is_quote(text.ptr[value - 1])) {
		stop = closing_quote(text, value - 1);
	} else {
		stop = value;
		while (stop < text.len && !rec__in(" \t\r\n\"'`", text.ptr[stop]))
			stop++;
	}
	if (user) {
		const char *colon = memchr(text.ptr + value, ':', stop - value);

		if (!colon)
			return at;
		value = (size_t)(colon + 1 - text.ptr);
	}
	return rec__is_no_secret(rec__part(text, value, stop))
		   ? at
		   : rec__scan_hide(s, value, stop, false);
}
