/* SPDX-License-Identifier: Apache-2.0 */
/* Thompson's construction. Jumps are relative: * + ? {m,n} move and copy parts of the program. */
#include "base/alloc.h"
#include "base/regex_program.h"
#include "base/unicode.h"

enum { DEPTH_MAX = 100, REPEAT_MAX = 1000, RANGES_MAX = 4096 };

/* (?i) (?m) (?s) (?U) */
enum { FOLD = 1, LINES = 2, DOT_ALL = 4, UNGREEDY = 8 };

struct parser {
	struct regex *re;
	const char *begin, *at, *end;
	const char *why;
	/* Go's error text and the part of the pattern that it quotes; NULL: Go accepts the
	 * pattern. */
	const char *go;
	struct str part;
	bool no_memory;
	bool only_flags; /* the last group had flags only, such as (?i) */
	unsigned flags;
	int depth;
};

static void fail(struct parser *p, const char *why, const char *go, const char *from,
		 const char *to)
{
	if (!p->why) {
		p->why = why;
		p->go = go;
		p->part = (struct str) { from, (size_t)(to - from) };
	}
	p->at = p->end;
}

static void *grown(struct parser *p, void *items, size_t *cap, size_t size)
{
	size_t more = *cap ? *cap * 2 : 32;
	void *new = base__reallocarray(items, more, size);

	if (!new) {
		p->no_memory = true;
		fail(p, "", NULL, p->at, p->at);
		return NULL;
	}
	*cap = more;
	return new;
}

/* Makes room for `n` instructions at `at`. */
static struct instruction *open_up(struct parser *p, size_t at, size_t n)
{
	struct regex *re = p->re;

	if (p->why || !n)
		return NULL;
	if (re->len + n > REGEX_PROGRAM_MAX) {
		fail(p, "it is too large", "expression too large", p->begin, p->end);
		return NULL;
	}
	while (re->len + n > re->cap) {
		void *program = grown(p, re->program, &re->cap, sizeof(*re->program));

		if (!program)
			return NULL;
		re->program = program;
	}
	memmove(&re->program[at + n], &re->program[at], (re->len - at) * sizeof(*re->program));
	memset(&re->program[at], 0, n * sizeof(*re->program));
	re->len += n;
	return &re->program[at];
}

static void insert(struct parser *p, size_t at, enum regex_op op, int a, int b)
{
	struct instruction *i = open_up(p, at, 1);

	if (i)
		*i = (struct instruction) { .op = op, .to = { a, b } };
}

static void add_range(struct parser *p, uint32_t low, uint32_t high)
{
	struct regex *re = p->re;

	if (p->why)
		return;
	if (re->range_count == RANGES_MAX) {
		fail(p, "it is too large", "expression too large", p->begin, p->end);
		return;
	}
	if (re->range_count == re->range_cap) {
		void *ranges = grown(p, re->ranges, &re->range_cap, sizeof(*re->ranges));

		if (!ranges)
			return;
		re->ranges = ranges;
	}
	re->ranges[re->range_count++] = (struct range) { low, high };
}

/* --- characters and sets --- */

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

static void add_pairs(struct parser *p, const char *pairs)
{
	for (; *pairs; pairs += 2)
		add_range(p, (unsigned char)pairs[0], (unsigned char)pairs[1]);
}

enum { LONG_S = 0x17f, KELVIN = 0x212a };

/* Adds the complement of the pairs; with folded case, the complement of the pairs and their
 * folds. */
static void add_other_pairs(struct parser *p, const char *pairs, bool nul)
{
	bool is[128] = { nul }, fold = p->flags & FOLD;
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
static bool add_escaped_class(struct parser *p, char c)
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
static bool add_unicode_class(struct parser *p)
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
			fail(p, "\\p{ without }", "invalid character class range", from, p->end);
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
		fail(p, "no such class in \\p{...}", "invalid character class range", from, p->at);
	return true;
}

static uint32_t no_escape(struct parser *p, const char *why, const char *to)
{
	fail(p, why, "invalid escape sequence", p->at - 1, to);
	return 0;
}

/* \x41 \x{1F600}, p->at at the x */
static uint32_t hexadecimal(struct parser *p)
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

/* An escape of one character; p->at after the backslash. */
static uint32_t escaped(struct parser *p)
{
	static const char names[] = "ntrfva", codes[] = "\n\t\r\f\v\a";
	const char *name;
	uint32_t x;

	if (p->at == p->end) {
		fail(p, "it ends with a backslash", "trailing backslash at end of expression",
		     p->end, p->end);
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
static void named_class(struct parser *p)
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
	fail(p, "no such class in [[:...:]]", "invalid character class range", p->at - 2 - negated,
	     at < p->end ? at + 1 : at);
}

static uint32_t set_member(struct parser *p)
{
	if (*p->at != '\\')
		return unicode_decode(&p->at, p->end);
	p->at++;
	return escaped(p);
}

static void set_item(struct parser *p)
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
		fail(p, "a range in [...] that goes backwards", "invalid character class range",
		     from, p->at);
	add_range(p, low, high);
}

/* p->at after the bracket */
static void set(struct parser *p)
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
		fail(p, "a [ without ]", "missing closing ]", from, p->end);
	else
		p->at++;
	i = open_up(p, p->re->len, 1);
	if (i)
		*i = (struct instruction) { .op = SET,
					    .x = (uint32_t)begin,
					    .n = (uint32_t)(p->re->range_count - begin),
					    .negated = negated,
					    .fold = p->flags & FOLD };
}

/* A set without brackets: . or \d or (p->at at the backslash) \pL. */
static void small_set(struct parser *p, char c)
{
	size_t begin = p->re->range_count;
	struct instruction *i;

	if (c == '.' && (p->flags & DOT_ALL))
		add_range(p, 0, UNICODE_LAST + 256);
	else if (c == '.')
		add_other_pairs(p, "\n\n", false);
	else if (c == 'p')
		add_unicode_class(p);
	else
		add_escaped_class(p, c);
	i = open_up(p, p->re->len, 1);
	if (i)
		*i = (struct instruction) { .op = SET,
					    .x = (uint32_t)begin,
					    .n = (uint32_t)(p->re->range_count - begin),
					    .fold = p->flags & FOLD };
}

static void character(struct parser *p, uint32_t c)
{
	struct instruction *i = open_up(p, p->re->len, 1);

	if (i)
		*i = (struct instruction) { .op = CHARACTER, .x = c, .fold = p->flags & FOLD };
}

/* --- structure --- */

static void alternatives(struct parser *p);

/* (?P<name> and (?<name>, p->at after the parenthesis. */
static void group_name(struct parser *p)
{
	const char *from = p->at - 1, *at = p->at + (p->at[1] == 'P' ? 3 : 2), *name = at;
	const char *end = memchr(at, '>', (size_t)(p->end - at));

	while (at < p->end && (*at == '_' || (*at >= '0' && *at <= '9') ||
			       (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z')))
		at++;
	if (!end || at != end || at == name)
		fail(p, "the name of a group is of letters, digits and _, and ends with >",
		     "invalid named capture", from, end ? end + 1 : p->end);
	else
		p->at = end + 1;
}

/* (?i) (?s-m:, p->at at the question mark; after the colon or parenthesis then. */
static void read_flags(struct parser *p)
{
	static const char letters[] = "imsU";
	const char *from = p->at - 1, *letter;
	unsigned flags = p->flags;
	bool off = false, any = false;

	for (p->at++; p->at < p->end; p->at++) {
		letter = *p->at ? strchr(letters, *p->at) : NULL;
		if (letter) {
			any = true;
			if (off)
				flags &= ~(1U << (letter - letters));
			else
				flags |= 1U << (letter - letters);
		} else if (*p->at == '-' && !off) {
			off = true;
			any = false;
		} else {
			break;
		}
	}
	if (p->at < p->end && (*p->at == ':' || *p->at == ')') && (!off || any)) {
		p->only_flags = *p->at++ == ')';
		p->flags = flags;
		return;
	}
	if (p->at < p->end)
		(void)unicode_decode(&p->at, p->end);
	fail(p, "(? is followed by flags (imsU-) and : or ), or by P<name>",
	     "invalid or unsupported Perl syntax", from, p->at);
}

/* p->at after the parenthesis */
static void group(struct parser *p)
{
	unsigned flags = p->flags;
	size_t left = (size_t)(p->end - p->at);

	if ((left > 3 && memcmp(p->at, "?P<", 3) == 0) || (left > 2 && memcmp(p->at, "?<", 2) == 0))
		group_name(p);
	else if (left && *p->at == '?')
		read_flags(p);
	if (p->only_flags)
		return;
	if (++p->depth > DEPTH_MAX)
		fail(p, "it is nested too deeply", "expression nests too deeply", p->begin, p->end);
	alternatives(p);
	p->depth--;
	p->only_flags = false;
	p->flags = flags;
	if (p->at == p->end)
		fail(p, "a ( without )", "missing closing )", p->begin, p->end);
	else
		p->at++;
}

/* p->at after the backslash */
static void escape(struct parser *p)
{
	char c = p->at < p->end ? *p->at : '\0';
	enum regex_op op = c == 'A'   ? TEXT_START
			   : c == 'z' ? TEXT_END
			   : c == 'b' ? WORD_EDGE
			   : c == 'B' ? NO_WORD_EDGE
				      : MATCH;

	if (op != MATCH) {
		p->at++;
		insert(p, p->re->len, op, 0, 0);
	} else if (c && strchr("dDwWsS", c)) {
		p->at++;
		small_set(p, c);
	} else if (c == 'p' || c == 'P') {
		p->at--;
		small_set(p, 'p');
	} else {
		character(p, escaped(p));
	}
}

static void atom(struct parser *p)
{
	char c = *p->at;

	if (!strchr("([.^$\\", c) || !c) {
		character(p, unicode_decode(&p->at, p->end));
		return;
	}
	p->at++;
	if (c == '(')
		group(p);
	else if (c == '[')
		set(p);
	else if (c == '.')
		small_set(p, c);
	else if (c == '\\')
		escape(p);
	else
		insert(p, p->re->len,
		       p->flags & LINES ? (c == '^' ? LINE_START : LINE_END)
					: (c == '^' ? TEXT_START : TEXT_END),
		       0, 0);
}

/* Parses \Q..\E; `begin` is set to the start of the last character. Returns false if none
 * follows. */
static bool quoted(struct parser *p, size_t *begin)
{
	const char *end;

	if (p->end - p->at < 2 || memcmp(p->at, "\\Q", 2) != 0)
		return false;
	p->at += 2;
	end = p->at;
	while (end && (p->end - end < 2 || memcmp(end, "\\E", 2) != 0))
		end = end < p->end ? end + 1 : NULL;
	while (p->at < (end ? end : p->end)) {
		*begin = p->re->len;
		character(p, unicode_decode(&p->at, p->end));
	}
	p->at += end && !p->why ? 2 : 0;
	return true;
}

/* Parses {2} {2,} {2,5}; any other { is a literal brace. */
static bool read_braces(struct parser *p, int *low, int *high)
{
	const char *at = p->at + 1;
	int n[2] = { 0, -1 };
	bool digits = false;

	for (int i = 0; i < 2; i++) {
		for (; at < p->end && *at >= '0' && *at <= '9'; at++) {
			digits = true;
			n[i] = (n[i] < 0 ? 0 : n[i]) * 10 + (*at - '0');
			if (n[i] > REPEAT_MAX)
				n[i] = REPEAT_MAX + 1;
		}
		if (i == 0 && !digits)
			return false;
		if (i == 0 && at < p->end && *at == ',')
			at++;
		else if (i == 0 && at < p->end && *at == '}') {
			n[1] = n[0];
			break;
		}
	}
	if (at == p->end || *at != '}')
		return false;
	p->at = at + 1;
	*low = n[0];
	*high = n[1];
	return true;
}

/* Prefers `go` to `stop`; with `lazy`, `stop` to `go`. */
static void insert_split(struct parser *p, size_t at, int go, int stop, bool lazy)
{
	insert(p, at, SPLIT, lazy ? stop : go, lazy ? go : stop);
}

/* Whether the program from `begin` can match the empty string. Backward jumps reach nothing new. */
static bool can_be_empty(struct parser *p, size_t begin)
{
	const struct regex *re = p->re;
	size_t n = re->len - begin;
	bool *reached = base__calloc(n + 1, sizeof(*reached)), end;

	if (!reached) {
		p->no_memory = true;
		fail(p, "", NULL, p->at, p->at);
		return false;
	}
	reached[0] = true;
	for (size_t i = 0; i < n; i++) {
		const struct instruction *in = &re->program[begin + i];

		if (!reached[i] || in->op == CHARACTER || in->op == SET || in->op == MATCH)
			continue;
		if (in->op != SPLIT && in->op != JUMP)
			reached[i + 1] = true;
		for (int k = 0; k < (in->op == SPLIT ? 2 : in->op == JUMP); k++)
			if (in->to[k] > 0)
				reached[i + (size_t)in->to[k]] = true;
	}
	end = reached[n];
	base__free(reached);
	return end;
}

/* Repeats the program from `begin` to its end; `high` < 0: unbounded. */
static void repeat(struct parser *p, size_t begin, int low, int high, bool lazy, const char *from)
{
	struct regex *re = p->re;
	size_t len = re->len - begin;
	int copies = high < 0 ? (low ? low : 1) : high;

	if (p->why)
		return;
	if (low > REPEAT_MAX || high > REPEAT_MAX || (high >= 0 && high < low)) {
		fail(p, "{m,n} is at most {1000} and does not go backwards", "invalid repeat count",
		     from, p->at);
		return;
	}
	if (copies == 0) {
		re->len = begin;
		return;
	}
	for (int i = 1; i < copies && !p->why; i++) {
		size_t at = re->len;

		if (open_up(p, at, len))
			memcpy(&re->program[at], &re->program[begin], len * sizeof(*re->program));
	}
	if (high < 0 && low == 0 && can_be_empty(p, begin)) {
		/* (x+)? as Go does it, to keep the order of preference. */
		insert_split(p, re->len, -(int)len, 1, lazy);
		insert_split(p, begin, 1, (int)len + 2, lazy);
	} else if (high < 0 && low == 0) {
		insert_split(p, begin, 1, (int)len + 2, lazy);
		insert(p, re->len, JUMP, -(int)len - 1, 0);
	} else if (high < 0) {
		insert_split(p, re->len, -(int)len, 1, lazy);
	}
	for (int i = high - 1; i >= low && !p->why; i--)
		insert_split(p, begin + (size_t)i * len, 1, (int)len + 1, lazy);
}

/* Parses * + ? or {m,n}, if one follows. */
static bool repetition(struct parser *p, int *low, int *high)
{
	char c = p->at < p->end ? *p->at : '\0';

	if (c == '{')
		return read_braces(p, low, high);
	if (c != '*' && c != '+' && c != '?')
		return false;
	p->at++;
	*low = c == '+';
	*high = c == '?' ? 1 : -1;
	return true;
}

/* Applies a repetition, if one follows, to the part from `begin`. Returns false if none follows. */
static bool repeated(struct parser *p, size_t begin)
{
	const char *from = p->at;
	int low, high;
	bool lazy;

	if (!repetition(p, &low, &high))
		return false;
	lazy = p->at < p->end && *p->at == '?';
	if (begin == SIZE_MAX) {
		p->at += lazy;
		fail(p, "nothing stands before * + ? or {m,n}",
		     "missing argument to repetition operator", from, p->at);
		return true;
	}
	repeat(p, begin, low, high, lazy != ((p->flags & UNGREEDY) != 0), from);
	p->at += lazy && !p->why;
	if (repetition(p, &low, &high))
		fail(p, "a repetition of a repetition", "invalid nested repetition operator", from,
		     p->at);
	return true;
}

/* `last`: start of the previous piece, SIZE_MAX: none. A repetition after flags applies to it. */
static void piece(struct parser *p, size_t *last)
{
	size_t begin = p->re->len;

	if (repeated(p, *last))
		return;
	p->only_flags = false;
	if (quoted(p, &begin)) {
		if (p->re->len == begin)
			return;
	} else {
		atom(p);
	}
	if (p->only_flags)
		return;
	*last = begin;
	(void)repeated(p, begin);
}

static void alternatives(struct parser *p)
{
	struct regex *re = p->re;
	size_t begin = re->len,
	       last = 0, /* last JUMP + 1; the JUMPs are chained by .n until the end is known */
	    before = SIZE_MAX;

	for (;;) {
		while (p->at < p->end && *p->at != '|' && *p->at != ')')
			piece(p, &before);
		if (p->at == p->end || *p->at != '|')
			break;
		p->at++;
		before = SIZE_MAX;
		insert(p, begin, SPLIT, 1, (int)(re->len - begin) + 2);
		insert(p, re->len, JUMP, 0, 0);
		if (p->why)
			return;
		re->program[re->len - 1].n = (uint32_t)last;
		last = re->len;
		begin = re->len;
	}
	while (last && !p->why) {
		struct instruction *jump = &re->program[last - 1];

		jump->to[0] = (int)(re->len - (last - 1));
		last = jump->n;
		jump->n = 0;
	}
}

static void parse(struct parser *p)
{
	if (p->end - p->begin > REGEX_PATTERN_MAX)
		fail(p, "it is too long", "expression too large", p->begin, p->end);
	alternatives(p);
	if (p->at < p->end)
		fail(p, "a ) without (", "unexpected )", p->begin, p->end);
	insert(p, p->re->len, MATCH, 0, 0);
}

bool regex_go_error(struct str pattern, struct strbuf *out)
{
	struct regex *re = base__calloc(1, sizeof(*re));
	struct parser p = {
		.re = re, .begin = pattern.ptr, .at = pattern.ptr, .end = pattern.ptr + pattern.len
	};

	if (!re)
		return false;
	parse(&p);
	if (p.go && !p.no_memory)
		strbuf_addf(out, "error parsing regexp: %s: `" STR_FMT "`", p.go, STR_ARG(p.part));
	regex_free(re);
	return p.go && !p.no_memory;
}

struct regex *regex_new(struct str pattern, const char **why)
{
	struct regex *re = base__calloc(1, sizeof(*re));
	struct parser p = {
		.re = re, .begin = pattern.ptr, .at = pattern.ptr, .end = pattern.ptr + pattern.len
	};

	*why = NULL;
	if (!re)
		return NULL;
	parse(&p);
	if (!p.why) {
		re->now = base__calloc(re->len, sizeof(*re->now));
		re->next = base__calloc(re->len, sizeof(*re->next));
		re->stack = base__calloc(2 * re->len + 1, sizeof(*re->stack));
		re->added = base__calloc(re->len, sizeof(*re->added));
		p.no_memory = !re->now || !re->next || !re->stack || !re->added;
	}
	if (!p.why && !p.no_memory)
		return re;
	*why = p.no_memory ? NULL : p.why;
	regex_free(re);
	return NULL;
}
