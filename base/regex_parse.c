/* SPDX-License-Identifier: Apache-2.0 */
/* Thompson's construction. Jumps are relative: * + ? {m,n} move and copy parts of the program. */
#include "base/regex_parse.h"

#include "base/alloc.h"
#include "base/regex_program.h"
#include "base/unicode.h"

enum { DEPTH_MAX = 100, REPEAT_MAX = 1000 };

void regex__fail(struct regex__parser *p, const char *why, const char *go, const char *from,
		 const char *to)
{
	if (!p->why) {
		p->why = why;
		p->go = go;
		p->part = (struct str) { from, (size_t)(to - from) };
	}
	p->at = p->end;
}

void *regex__grown(struct regex__parser *p, void *items, size_t *cap, size_t size)
{
	size_t more = *cap ? *cap * 2 : 32;
	void *new = base__reallocarray(items, more, size);

	if (!new) {
		p->no_memory = true;
		regex__fail(p, "", NULL, p->at, p->at);
		return NULL;
	}
	*cap = more;
	return new;
}

struct instruction *regex__open_up(struct regex__parser *p, size_t at, size_t n)
{
	struct regex *re = p->re;

	if (p->why || !n)
		return NULL;
	if (re->len + n > REGEX_PROGRAM_MAX) {
		regex__fail(p, "it is too large", "expression too large", p->begin, p->end);
		return NULL;
	}
	while (re->len + n > re->cap) {
		void *program = regex__grown(p, re->program, &re->cap, sizeof(*re->program));

		if (!program)
			return NULL;
		re->program = program;
	}
	memmove(&re->program[at + n], &re->program[at], (re->len - at) * sizeof(*re->program));
	memset(&re->program[at], 0, n * sizeof(*re->program));
	re->len += n;
	return &re->program[at];
}

static void insert(struct regex__parser *p, size_t at, enum regex_op op, int a, int b)
{
	struct instruction *i = regex__open_up(p, at, 1);

	if (i)
		*i = (struct instruction) { .op = op, .to = { a, b } };
}

/* --- structure --- */

static void alternatives(struct regex__parser *p);

/* (?P<name> and (?<name>, p->at after the parenthesis. */
static void group_name(struct regex__parser *p)
{
	const char *from = p->at - 1, *at = p->at + (p->at[1] == 'P' ? 3 : 2), *name = at;
	const char *end = memchr(at, '>', (size_t)(p->end - at));

	while (at < p->end && (*at == '_' || (*at >= '0' && *at <= '9') ||
			       (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z')))
		at++;
	if (!end || at != end || at == name)
		regex__fail(p, "the name of a group is of letters, digits and _, and ends with >",
			    "invalid named capture", from, end ? end + 1 : p->end);
	else
		p->at = end + 1;
}

/* (?i) (?s-m:, p->at at the question mark; after the colon or parenthesis then. */
static void read_flags(struct regex__parser *p)
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
	regex__fail(p, "(? is followed by flags (imsU-) and : or ), or by P<name>",
		    "invalid or unsupported Perl syntax", from, p->at);
}

/* p->at after the parenthesis */
static void group(struct regex__parser *p)
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
		regex__fail(p, "it is nested too deeply", "expression nests too deeply", p->begin,
			    p->end);
	alternatives(p);
	p->depth--;
	p->only_flags = false;
	p->flags = flags;
	if (p->at == p->end)
		regex__fail(p, "a ( without )", "missing closing )", p->begin, p->end);
	else
		p->at++;
}

void regex__escape(struct regex__parser *p)
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
		regex__small_set(p, c);
	} else if (c == 'p' || c == 'P') {
		p->at--;
		regex__small_set(p, 'p');
	} else {
		regex__character(p, regex__escaped(p));
	}
}

static void atom(struct regex__parser *p)
{
	char c = *p->at;

	if (!strchr("([.^$\\", c) || !c) {
		regex__character(p, unicode_decode(&p->at, p->end));
		return;
	}
	p->at++;
	if (c == '(')
		group(p);
	else if (c == '[')
		regex__set(p);
	else if (c == '.')
		regex__small_set(p, c);
	else if (c == '\\')
		regex__escape(p);
	else
		insert(p, p->re->len,
		       p->flags & REGEX__LINES ? (c == '^' ? LINE_START : LINE_END)
					       : (c == '^' ? TEXT_START : TEXT_END),
		       0, 0);
}

/* Parses \Q..\E; `begin` is set to the start of the last character. Returns false if none
 * follows. */
static bool quoted(struct regex__parser *p, size_t *begin)
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
		regex__character(p, unicode_decode(&p->at, p->end));
	}
	p->at += end && !p->why ? 2 : 0;
	return true;
}

/* Parses {2} {2,} {2,5}; any other { is a literal brace. */
static bool read_braces(struct regex__parser *p, int *low, int *high)
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
static void insert_split(struct regex__parser *p, size_t at, int go, int stop, bool lazy)
{
	insert(p, at, SPLIT, lazy ? stop : go, lazy ? go : stop);
}

/* Whether the program from `begin` can match the empty string. Backward jumps reach nothing new. */
static bool can_be_empty(struct regex__parser *p, size_t begin)
{
	const struct regex *re = p->re;
	size_t n = re->len - begin;
	bool *reached = base__calloc(n + 1, sizeof(*reached)), end;

	if (!reached) {
		p->no_memory = true;
		regex__fail(p, "", NULL, p->at, p->at);
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
static void repeat(struct regex__parser *p, size_t begin, int low, int high, bool lazy,
		   const char *from)
{
	struct regex *re = p->re;
	size_t len = re->len - begin;
	int copies = high < 0 ? (low ? low : 1) : high;

	if (p->why)
		return;
	if (low > REPEAT_MAX || high > REPEAT_MAX || (high >= 0 && high < low)) {
		regex__fail(p, "{m,n} is at most {1000} and does not go backwards",
			    "invalid repeat count", from, p->at);
		return;
	}
	if (copies == 0) {
		re->len = begin;
		return;
	}
	for (int i = 1; i < copies && !p->why; i++) {
		size_t at = re->len;

		if (regex__open_up(p, at, len))
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
static bool repetition(struct regex__parser *p, int *low, int *high)
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
static bool repeated(struct regex__parser *p, size_t begin)
{
	const char *from = p->at;
	int low, high;
	bool lazy;

	if (!repetition(p, &low, &high))
		return false;
	lazy = p->at < p->end && *p->at == '?';
	if (begin == SIZE_MAX) {
		p->at += lazy;
		regex__fail(p, "nothing stands before * + ? or {m,n}",
			    "missing argument to repetition operator", from, p->at);
		return true;
	}
	repeat(p, begin, low, high, lazy != ((p->flags & REGEX__UNGREEDY) != 0), from);
	p->at += lazy && !p->why;
	if (repetition(p, &low, &high))
		regex__fail(p, "a repetition of a repetition", "invalid nested repetition operator",
			    from, p->at);
	return true;
}

/* `last`: start of the previous piece, SIZE_MAX: none. A repetition after flags applies to it. */
static void piece(struct regex__parser *p, size_t *last)
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

static void alternatives(struct regex__parser *p)
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

static void parse(struct regex__parser *p)
{
	if (p->end - p->begin > REGEX_PATTERN_MAX)
		regex__fail(p, "it is too long", "expression too large", p->begin, p->end);
	alternatives(p);
	if (p->at < p->end)
		regex__fail(p, "a ) without (", "unexpected )", p->begin, p->end);
	insert(p, p->re->len, MATCH, 0, 0);
}

bool regex_go_error(struct str pattern, struct strbuf *out)
{
	struct regex *re = base__calloc(1, sizeof(*re));
	struct regex__parser p = {
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
	struct regex__parser p = {
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
