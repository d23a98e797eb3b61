/* SPDX-License-Identifier: Apache-2.0 */
/* Thompson's construction: jumps are relative, so that a piece of program can be moved and copied,
 * which is all that * + ? and {m,n} do. */
#include "base/alloc.h"
#include "base/regex.h"

enum { DEPTH_MAX = 100, REPEAT_MAX = 1000, RANGES_MAX = 4096, LAST_CHARACTER = 0x10ffff };

enum op { CHARACTER, SET, SPLIT, JUMP, TEXT_START, TEXT_END, WORD_EDGE, NO_WORD_EDGE, MATCH };

struct instruction {
	enum op op;
	uint32_t x; /* the character; the first range of a set */
	uint32_t n; /* ranges of a set */
	bool negated;
	int to[2]; /* SPLIT both, JUMP the first: relative to the instruction itself */
};

struct range {
	uint32_t low, high;
};

struct regex {
	struct instruction *program;
	size_t len, cap;
	struct range *ranges;
	size_t range_count, range_cap;
	/* Of a search: threads by instruction; where each was added last. */
	uint32_t *now, *next, *stack;
	size_t *begins, *next_begins; /* of regex_find(): where each thread began */
	uint64_t *added;
	size_t work;
};

struct parser {
	struct regex *re;
	const char *begin, *at, *end;
	const char *why;
	/* In Go's words, and the part of the pattern that it shows; NULL: Go reads it. */
	const char *go;
	struct str part;
	bool no_memory;
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

	if (p->why)
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

static void insert(struct parser *p, size_t at, enum op op, int a, int b)
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

/* A byte that is no UTF-8 is a character of its own that no pattern can write. */
static uint32_t decode(const char **at, const char *end)
{
	const unsigned char *b = (const unsigned char *)*at;
	size_t n = utf8_seq_len(*at, (size_t)(end - *at));

	*at += n ? n : 1;
	switch (n) {
	case 1:
		return b[0];
	case 2:
		return (b[0] & 0x1fU) << 6 | (b[1] & 0x3fU);
	case 3:
		return (b[0] & 0x0fU) << 12 | (b[1] & 0x3fU) << 6 | (b[2] & 0x3fU);
	case 4:
		return (b[0] & 0x07U) << 18 | (b[1] & 0x3fU) << 12 | (b[2] & 0x3fU) << 6 |
		       (b[3] & 0x3fU);
	default:
		return LAST_CHARACTER + 1 + b[0];
	}
}

static const struct {
	const char *name;
	const char *ranges; /* pairs */
} classes[] = {
	{ "alnum", "09AZaz" },
	{ "alpha", "AZaz" },
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

/* All but the pairs, which are in order. */
static void add_other_pairs(struct parser *p, const char *pairs)
{
	uint32_t low = 0;

	for (; *pairs; pairs += 2) {
		if ((unsigned char)pairs[0] > low)
			add_range(p, low, (unsigned char)pairs[0] - 1U);
		low = (unsigned char)pairs[1] + 1U;
	}
	add_range(p, low, LAST_CHARACTER + 256);
}

/* \d \w \s and their opposites. */
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
		add_other_pairs(p, pairs);
	return true;
}

/* \p{Greek}, \Q..\E, \012: Go reads them. */
static bool is_gos_alone(const char *at, const char *end)
{
	if (*at >= '1' && *at <= '7')
		return at + 1 < end && at[1] >= '0' && at[1] <= '7';
	return *at == '0' || *at == 'p' || *at == 'P' || *at == 'Q';
}

/* What stands behind a backslash and is one character. */
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
	if (*p->at == 'x') {
		if (p->end - p->at < 3 || hex_digit(p->at[1]) < 0 || hex_digit(p->at[2]) < 0) {
			fail(p, "\\x needs two hexadecimal digits",
			     p->end - p->at > 1 && p->at[1] == '{' ? NULL
								   : "invalid escape sequence",
			     p->at - 1, p->end - p->at < 3 ? p->end : p->at + 3);
			return 0;
		}
		x = (uint32_t)(hex_digit(p->at[1]) * 16 + hex_digit(p->at[2]));
		p->at += 3;
		return x;
	}
	name = *p->at ? strchr(names, *p->at) : NULL;
	if (name) {
		p->at++;
		return (unsigned char)codes[name - names];
	}
	if ((*p->at >= '0' && *p->at <= '9') || (*p->at >= 'a' && *p->at <= 'z') ||
	    (*p->at >= 'A' && *p->at <= 'Z')) {
		fail(p, "a backslash before a letter or digit that means nothing there",
		     is_gos_alone(p->at, p->end) ? NULL : "invalid escape sequence", p->at - 1,
		     p->at + 1);
		return 0;
	}
	return decode(&p->at, p->end);
}

/* [:alpha:], p->at behind "[:" */
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
			add_other_pairs(p, classes[i].ranges);
		else
			add_pairs(p, classes[i].ranges);
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
		return decode(&p->at, p->end);
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

/* p->at behind the bracket */
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
					    .negated = negated };
}

/* A set without brackets: . or \d. */
static void small_set(struct parser *p, char c)
{
	size_t begin = p->re->range_count;
	struct instruction *i;

	if (c == '.')
		add_other_pairs(p, "\n\n");
	else
		add_escaped_class(p, c);
	i = open_up(p, p->re->len, 1);
	if (i)
		*i = (struct instruction) { .op = SET,
					    .x = (uint32_t)begin,
					    .n = (uint32_t)(p->re->range_count - begin) };
}

static void character(struct parser *p, uint32_t c)
{
	struct instruction *i = open_up(p, p->re->len, 1);

	if (i)
		*i = (struct instruction) { .op = CHARACTER, .x = c };
}

/* --- structure --- */

static void alternatives(struct parser *p);

/* p->at behind the parenthesis */
static void group(struct parser *p)
{
	if (p->end - p->at >= 2 && p->at[0] == '?' && p->at[1] == ':') {
		p->at += 2;
	} else if (p->end - p->at >= 3 && memcmp(p->at, "?P<", 3) == 0) {
		while (p->at < p->end && *p->at != '>')
			p->at++;
		p->at += p->at < p->end;
	} else if (p->at < p->end && *p->at == '?') {
		fail(p, "(? with anything but : or P<name> is not supported",
		     p->end - p->at > 1 && strchr("imsU-<", p->at[1]) && p->at[1]
			 ? NULL
			 : "invalid or unsupported Perl syntax",
		     p->at - 1, p->end - p->at > 1 ? p->at + 2 : p->end);
	}
	if (++p->depth > DEPTH_MAX)
		fail(p, "it is nested too deeply", "expression nests too deeply", p->begin, p->end);
	alternatives(p);
	p->depth--;
	if (p->at == p->end)
		fail(p, "a ( without )", "missing closing )", p->begin, p->end);
	else
		p->at++;
}

/* p->at behind the backslash */
static void escape(struct parser *p)
{
	char c = p->at < p->end ? *p->at : '\0';
	enum op op = c == 'A'	? TEXT_START
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
	} else {
		character(p, escaped(p));
	}
}

static void atom(struct parser *p)
{
	char c = *p->at;

	if (!strchr("([.^$\\", c) || !c) {
		character(p, decode(&p->at, p->end));
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
		insert(p, p->re->len, c == '^' ? TEXT_START : TEXT_END, 0, 0);
}

/* {2} {2,} {2,5}: anything else is a brace. */
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

/* Tries `go` before `stop`, or the other way round. */
static void insert_split(struct parser *p, size_t at, int go, int stop, bool lazy)
{
	insert(p, at, SPLIT, lazy ? stop : go, lazy ? go : stop);
}

/* Repeats the program from `begin` to its end; `high` < 0: without bound. */
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
	if (high < 0 && low == 0) {
		insert_split(p, begin, 1, (int)len + 2, lazy);
		insert(p, re->len, JUMP, -(int)len - 1, 0);
	} else if (high < 0) {
		insert_split(p, re->len, -(int)len, 1, lazy);
	}
	for (int i = high - 1; i >= low && !p->why; i--)
		insert_split(p, begin + (size_t)i * len, 1, (int)len + 1, lazy);
}

/* Takes * + ? {m,n}, if that comes next. */
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

static void piece(struct parser *p)
{
	const char *from = p->at;
	size_t begin = p->re->len;
	int low, high;
	bool lazy;

	if (repetition(p, &low, &high)) {
		fail(p, "nothing stands before * + ? or {m,n}",
		     "missing argument to repetition operator", from, p->at);
		return;
	}
	atom(p);
	from = p->at;
	if (!repetition(p, &low, &high))
		return;
	lazy = p->at < p->end && *p->at == '?';
	repeat(p, begin, low, high, lazy, from);
	p->at += lazy && !p->why;
	if (repetition(p, &low, &high))
		fail(p, "a repetition of a repetition", "invalid nested repetition operator", from,
		     p->at);
}

static void alternatives(struct parser *p)
{
	struct regex *re = p->re;
	size_t begin = re->len,
	       last = 0; /* last JUMP + 1: a chain through .n until the end is known */

	for (;;) {
		while (p->at < p->end && *p->at != '|' && *p->at != ')')
			piece(p);
		if (p->at == p->end || *p->at != '|')
			break;
		p->at++;
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
		re->stack = base__calloc(re->len, sizeof(*re->stack));
		re->added = base__calloc(re->len, sizeof(*re->added));
		p.no_memory = !re->now || !re->next || !re->stack || !re->added;
	}
	if (!p.why && !p.no_memory)
		return re;
	*why = p.no_memory ? NULL : p.why;
	regex_free(re);
	return NULL;
}

void regex_free(struct regex *re)
{
	if (!re)
		return;
	base__free(re->program);
	base__free(re->ranges);
	base__free(re->now);
	base__free(re->next);
	base__free(re->stack);
	base__free(re->added);
	base__free(re->begins);
	base__free(re->next_begins);
	base__free(re);
}

/* --- search --- */

struct place {
	uint64_t number; /* from 1: characters before it, and one */
	bool at_start, at_end, word_before, word_after;
};

static bool is_word(uint32_t c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z');
}

static void push(struct regex *re, size_t *depth, size_t pc, uint64_t number)
{
	if (re->added[pc] == number)
		return;
	re->added[pc] = number;
	re->stack[(*depth)++] = (uint32_t)pc;
}

static void push_if(struct regex *re, size_t *depth, size_t pc, const struct place *at, bool holds)
{
	if (holds)
		push(re, depth, pc, at->number);
}

/* Adds a thread and all that it comes to without reading; true: a match. */
static bool add_thread(struct regex *re, uint32_t *list, size_t *len, size_t pc,
		       const struct place *at)
{
	size_t depth = 0;

	push(re, &depth, pc, at->number);
	while (depth) {
		const struct instruction *i;

		pc = re->stack[--depth];
		i = &re->program[pc];
		re->work++;
		switch (i->op) {
		case CHARACTER:
		case SET:
			list[(*len)++] = (uint32_t)pc;
			break;
		case MATCH:
			return true;
		case SPLIT:
			push(re, &depth, (size_t)((ptrdiff_t)pc + i->to[1]), at->number);
			push(re, &depth, (size_t)((ptrdiff_t)pc + i->to[0]), at->number);
			break;
		case JUMP:
			push(re, &depth, (size_t)((ptrdiff_t)pc + i->to[0]), at->number);
			break;
		case TEXT_START:
			push_if(re, &depth, pc + 1, at, at->at_start);
			break;
		case TEXT_END:
			push_if(re, &depth, pc + 1, at, at->at_end);
			break;
		case WORD_EDGE:
		case NO_WORD_EDGE:
			push_if(re, &depth, pc + 1, at,
				(at->word_before != at->word_after) == (i->op == WORD_EDGE));
			break;
		}
	}
	return false;
}

static bool takes(struct regex *re, const struct instruction *i, uint32_t c)
{
	if (i->op == CHARACTER)
		return c == i->x;
	for (uint32_t k = 0; k < i->n; k++, re->work++)
		if (c >= re->ranges[i->x + k].low && c <= re->ranges[i->x + k].high)
			return !i->negated;
	return i->negated;
}

enum regex_found regex_search(struct regex *re, struct str text)
{
	const char *p = text.ptr, *end = text.ptr + text.len;
	struct place at = { .number = 1, .at_start = true, .at_end = !text.len };
	size_t len = 0, next_len;

	at.word_after = text.len && is_word((unsigned char)*p);
	memset(re->added, 0, re->len * sizeof(*re->added));
	re->work = 0;
	if (add_thread(re, re->now, &len, 0, &at))
		return REGEX_FOUND;
	while (p < end) {
		uint32_t c = decode(&p, end), *list;

		at = (struct place) { .number = at.number + 1,
				      .at_end = p == end,
				      .word_before = is_word(c),
				      .word_after = p < end && is_word((unsigned char)*p) };
		next_len = 0;
		for (size_t k = 0; k < len; k++) {
			re->work++;
			if (takes(re, &re->program[re->now[k]], c) &&
			    add_thread(re, re->next, &next_len, re->now[k] + 1U, &at))
				return REGEX_FOUND;
		}
		if (add_thread(re, re->next, &next_len, 0, &at))
			return REGEX_FOUND;
		if (re->work > REGEX_WORK_MAX)
			return REGEX_GAVE_UP;
		list = re->now;
		re->now = re->next;
		re->next = list;
		len = next_len;
	}
	return REGEX_NOT_FOUND;
}

static bool prepare_find(struct regex *re)
{
	if (!re->begins)
		re->begins = base__calloc(re->len, sizeof(*re->begins));
	if (!re->next_begins)
		re->next_begins = base__calloc(re->len, sizeof(*re->next_begins));
	return re->begins && re->next_begins;
}

struct find {
	struct regex *re;
	size_t len, next_len; /* of the lists of threads, those that count most first */
	bool found;
	size_t begin, end;
};

/* Threads that come of one that began at `begin`; true: one of them is at its end. */
static bool go_on(struct find *f, uint32_t *list, size_t *begins, size_t *len, size_t pc,
		  size_t begin, const struct place *at, size_t offset)
{
	size_t before = *len;
	bool match = add_thread(f->re, list, len, pc, at);

	for (size_t i = before; i < *len; i++)
		begins[i] = begin;
	if (match) {
		f->found = true;
		f->begin = begin;
		f->end = offset;
	}
	return match;
}

/* Every thread reads c; what counts less than one that matches is dropped. */
static void step(struct find *f, uint32_t c, const struct place *at, size_t offset)
{
	struct regex *re = f->re;
	bool match = false;

	f->next_len = 0;
	for (size_t k = 0; k < f->len && !match; k++) {
		re->work++;
		if (takes(re, &re->program[re->now[k]], c))
			match = go_on(f, re->next, re->next_begins, &f->next_len, re->now[k] + 1U,
				      re->begins[k], at, offset);
	}
	if (!f->found)
		go_on(f, re->next, re->next_begins, &f->next_len, 0, offset, at, offset);
}

static void swap_lists(struct find *f)
{
	uint32_t *list = f->re->now;
	size_t *begins = f->re->begins;

	f->re->now = f->re->next;
	f->re->next = list;
	f->re->begins = f->re->next_begins;
	f->re->next_begins = begins;
	f->len = f->next_len;
}

enum regex_found regex_find(struct regex *re, struct str text, size_t from, size_t *begin,
			    size_t *end)
{
	const char *p = text.ptr + from, *last = text.ptr + text.len;
	struct find f = { .re = re };
	struct place at = { .number = 1, .at_start = !from, .at_end = from == text.len };

	if (!prepare_find(re))
		return REGEX_GAVE_UP;
	at.word_before = from && is_word((unsigned char)p[-1]);
	at.word_after = p < last && is_word((unsigned char)*p);
	memset(re->added, 0, re->len * sizeof(*re->added));
	re->work = 0;
	go_on(&f, re->now, re->begins, &f.len, 0, from, &at, from);
	while (p < last && (f.len || !f.found)) {
		uint32_t c = decode(&p, last);

		at = (struct place) { .number = at.number + 1,
				      .at_end = p == last,
				      .word_before = is_word(c),
				      .word_after = p < last && is_word((unsigned char)*p) };
		step(&f, c, &at, (size_t)(p - text.ptr));
		swap_lists(&f);
		if (re->work > REGEX_WORK_MAX)
			return REGEX_GAVE_UP;
	}
	*begin = f.begin;
	*end = f.end;
	return f.found ? REGEX_FOUND : REGEX_NOT_FOUND;
}
