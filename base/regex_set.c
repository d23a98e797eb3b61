/* SPDX-License-Identifier: Apache-2.0 */
/* Characters, escapes and sets of a regular expression. */
#include "base/regex_parse.h"

#include "base/regex_program.h"
#include "base/unicode.h"

enum { RANGES_MAX = 4096 };

enum { LONG_S = 0x17f, KELVIN = 0x212a };

static void add_range(struct regex__parser *p, uint32_t low, uint32_t high)
{
	struct regex *re = p->re;

	if (p->why)
		return;
	if (re->range_count == RANGES_MAX) {
		regex__fail(p, "it is too large", "expression too large", p->begin, p->end);
		return;
	}
	if (re->range_count == re->range_cap) {
		void *ranges = regex__grown(p, re->ranges, &re->range_cap, sizeof(*re->ranges));

		if (!ranges)
			return;
		re->ranges = ranges;
	}
	re->ranges[re->range_count++] = (struct range) { low, high };
}

static const struct {
	const char *name;
	const char *ranges; /* pairs of first and last character */
} classes[] = {
	{ "alnum", "09AZaz" },
	{ "alpha", "AZaz" },
	{ "ascii", "\001\177" }, /* and NUL */
	{ "digit", "09" },
	{ "lower", "az" },
	{ "upper", "AZ" },
	{ "space", "\t\r  " },
	{ "blank", "\t\t  " },
	{ "punct", "!/:@[`{~" },
	{ "xdigit", "09AFaf" },
	{ "word", "09AZaz__" },
	{ "print", " ~" },
	{ "graph", "!~" },
	{ "cntrl", "\001\037\177\177" },
};

static void add_pairs(struct regex__parser *p, const char *pairs)
{
	for (; *pairs; pairs += 2)
		add_range(p, (unsigned char)pairs[0], (unsigned char)pairs[1]);
}

/* Adds the complement of the pairs; with folded case, the complement of the pairs and their
 * folds. */
static void add_other_pairs(struct regex__parser *p, const char *pairs, bool nul)
{
	bool is[128] = { nul }, fold = p->flags & REGEX__FOLD;
	uint32_t low = 0;

	for (; *pairs; pairs += 2)
		for (int c = (unsigned char)pairs[0]; c <= (unsigned char)pairs[1]; c++)
			is[c] = true;
	for (int c = 'a'; c <= 'z' && fold; c++)
		is[c] = is[c - 32] = is[c] || is[c - 32];
	for (uint32_t c = 0; c <= KELVIN; c++) {
		if (c < 128 ? !is[c]
			    : !fold || !((c == LONG_S && is['s']) || (c == KELVIN && is['k'])))
			continue;
		if (c > low)
			add_range(p, low, c - 1);
		low = c + 1;
	}
	add_range(p, low, UNICODE_LAST + 256);
}

/* \d \w \s and their complements. */
static bool add_escaped_class(struct regex__parser *p, char c)
{
	const char *pairs = c == 'd' || c == 'D'   ? "09"
			    : c == 'w' || c == 'W' ? "09AZ__az"
			    : c == 's' || c == 'S' ? "\t\n\f\r  "
						   : NULL;

	if (!pairs)
		return false;
	if (c >= 'a')
		add_pairs(p, pairs);
	else
		add_other_pairs(p, pairs, false);
	return true;
}

/* \pL \p{Greek} \P{^Lu}; p->at at the backslash. */
static bool add_unicode_class(struct regex__parser *p)
{
	const char *from = p->at, *end;
	bool negated;
	struct str name;
	uint32_t bits, number;

	if (p->end - from < 3 || (from[1] != 'p' && from[1] != 'P'))
		return false;
	negated = from[1] == 'P';
	p->at = from + 2;
	(void)unicode_decode(&p->at, p->end);
	name = (struct str) { from + 2, (size_t)(p->at - from) - 2 };
	if (from[2] == '{') {
		end = memchr(from, '}', (size_t)(p->end - from));
		if (!end) {
			regex__fail(p, "\\p{ without }", "invalid character class range", from,
				    p->end);
			return true;
		}
		name = (struct str) { from + 3, (size_t)(end - from) - 3 };
		p->at = end + 1;
	}
	if (name.len && name.ptr[0] == '^') {
		negated = !negated;
		name = (struct str) { name.ptr + 1, name.len - 1 };
	}
	bits = unicode_categories_of(name);
	number = bits ? 0 : unicode_script_of(name);
	if (str_eq(name, STR("Any")))
		add_range(p, negated ? 1 : 0, negated ? 0 : UNICODE_LAST + 256);
	else if (bits)
		add_range(p, negated ? NO_CATEGORIES : CATEGORIES, bits);
	else if (number)
		add_range(p, negated ? NO_SCRIPT : SCRIPT, number);
	else
		regex__fail(p, "no such class in \\p{...}", "invalid character class range", from,
			    p->at);
	return true;
}

static uint32_t no_escape(struct regex__parser *p, const char *why, const char *to)
{
	regex__fail(p, why, "invalid escape sequence", p->at - 1, to);
	return 0;
}

/* \x41 \x{1F600}, p->at at the x */
static uint32_t hexadecimal(struct regex__parser *p)
{
	static const char why[] = "\\x needs hexadecimal digits, two or some in braces";
	bool braces = p->end - p->at > 1 && p->at[1] == '{';
	const char *at = p->at + 1 + braces;
	uint32_t x = 0;

	for (int digits = 0; braces || digits < 2; digits++, at++) {
		if (at == p->end)
			return no_escape(p, why, at);
		if (braces && *at == '}' && digits)
			break;
		if (hex_digit(*at) < 0) {
			(void)unicode_decode(&at, p->end);
			return no_escape(p, why, at);
		}
		x = x * 16 + (uint32_t)hex_digit(*at);
		if (x > UNICODE_LAST)
			return no_escape(p, why, at + 1);
	}
	p->at = at + braces;
	return x;
}

uint32_t regex__escaped(struct regex__parser *p)
{
	static const char names[] = "ntrfva", codes[] = "\n\t\r\f\v\a";
	const char *name;
	uint32_t x;

	if (p->at == p->end) {
		regex__fail(p, "it ends with a backslash",
			    "trailing backslash at end of expression", p->end, p->end);
		return 0;
	}
	if (*p->at == 'x')
		return hexadecimal(p);
	if (*p->at == '0' || (*p->at >= '1' && *p->at <= '7' && p->end - p->at > 1 &&
			      p->at[1] >= '0' && p->at[1] <= '7')) {
		x = 0;
		for (int i = 0; i < 3 && p->at < p->end && *p->at >= '0' && *p->at <= '7'; i++)
			x = x * 8 + (uint32_t)(*p->at++ - '0');
		return x;
	}
	name = *p->at ? strchr(names, *p->at) : NULL;
	if (name) {
		p->at++;
		return (unsigned char)codes[name - names];
	}
	if ((*p->at >= '0' && *p->at <= '9') || (*p->at >= 'a' && *p->at <= 'z') ||
	    (*p->at >= 'A' && *p->at <= 'Z'))
		return no_escape(p, "a backslash before a letter or digit that means nothing there",
				 p->at + 1);
	return unicode_decode(&p->at, p->end);
}

/* [:alpha:], p->at after "[:" */
static void named_class(struct regex__parser *p)
{
	bool negated = p->at < p->end && *p->at == '^';
	const char *at;

	p->at += negated;
	for (size_t i = 0; i < ARRAY_LEN(classes); i++) {
		size_t len = strlen(classes[i].name);

		if ((size_t)(p->end - p->at) < len + 2 ||
		    memcmp(p->at, classes[i].name, len) != 0 || memcmp(p->at + len, ":]", 2) != 0)
			continue;
		p->at += len + 2;
		if (negated)
			add_other_pairs(p, classes[i].ranges, classes[i].ranges[0] == '\001');
		else
			add_pairs(p, classes[i].ranges);
		if (!negated && classes[i].ranges[0] == '\001') /* cntrl, ascii */
			add_range(p, 0, 0);
		return;
	}
	at = p->at;
	while (at < p->end && *at != ']')
		at++;
	regex__fail(p, "no such class in [[:...:]]", "invalid character class range",
		    p->at - 2 - negated, at < p->end ? at + 1 : at);
}

static uint32_t set_member(struct regex__parser *p)
{
	if (*p->at != '\\')
		return unicode_decode(&p->at, p->end);
	p->at++;
	return regex__escaped(p);
}

static void set_item(struct regex__parser *p)
{
	const char *from = p->at;
	uint32_t low, high;

	if (p->end - p->at >= 2 && p->at[0] == '[' && p->at[1] == ':') {
		p->at += 2;
		named_class(p);
		return;
	}
	if (p->end - p->at >= 2 && p->at[0] == '\\' && add_escaped_class(p, p->at[1])) {
		if (!p->why)
			p->at += 2;
		return;
	}
	if (*p->at == '\\' && add_unicode_class(p))
		return;
	low = high = set_member(p);
	if (p->end - p->at >= 2 && p->at[0] == '-' && p->at[1] != ']') {
		p->at++;
		high = set_member(p);
	}
	if (high < low)
		regex__fail(p, "a range in [...] that goes backwards",
			    "invalid character class range", from, p->at);
	add_range(p, low, high);
}

void regex__set(struct regex__parser *p)
{
	bool negated = p->at < p->end && *p->at == '^', first = true;
	const char *from = p->at - 1;
	size_t begin = p->re->range_count;
	struct instruction *i;

	p->at += negated;
	while (p->at < p->end && (first || *p->at != ']')) {
		set_item(p);
		first = false;
	}
	if (p->at == p->end)
		regex__fail(p, "a [ without ]", "missing closing ]", from, p->end);
	else
		p->at++;
	i = regex__open_up(p, p->re->len, 1);
	if (i)
		*i = (struct instruction) { .op = SET,
					    .x = (uint32_t)begin,
					    .n = (uint32_t)(p->re->range_count - begin),
					    .negated = negated,
					    .fold = p->flags & REGEX__FOLD };
}

void regex__small_set(struct regex__parser *p, char c)
{
	size_t begin = p->re->range_count;
	struct instruction *i;

	if (c == '.' && (p->flags & REGEX__DOT_ALL))
		add_range(p, 0, UNICODE_LAST + 256);
	else if (c == '.')
		add_other_pairs(p, "\n\n", false);
	else if (c == 'p')
		add_unicode_class(p);
	else
		add_escaped_class(p, c);
	i = regex__open_up(p, p->re->len, 1);
	if (i)
		*i = (struct instruction) { .op = SET,
					    .x = (uint32_t)begin,
					    .n = (uint32_t)(p->re->range_count - begin),
					    .fold = p->flags & REGEX__FOLD };
}

void regex__character(struct regex__parser *p, uint32_t c)
{
	struct instruction *i = regex__open_up(p, p->re->len, 1);

	if (i)
		*i = (struct instruction) { .op = CHARACTER,
					    .x = c,
					    .fold = p->flags & REGEX__FOLD };
}
