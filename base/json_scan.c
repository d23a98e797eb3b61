/* SPDX-License-Identifier: Apache-2.0 */
/* json_scan.c - the validating scanner. Its whole memory is (state, sub, depth, one bit a level),
 * so a value may be cut between any two bytes; the loops inside a state only save dispatches.
 * Most bytes never come here: json_blocks.c does what needs no judgement. */
#include "base/json_scan_impl.h"

#include "base/json_block.h"
#include "base/json_bytes.h"
#include "base/str.h"
#include "base/text/ascii.h"

/* Where blocks of 64 bytes need the bytewise scanner again and again, as in indented JSON, they are
 * tried less often. */
enum { BLOCKS_PAUSE_MIN = 48, BLOCKS_PAUSE_MAX = 4096 };

enum number { NUM_MINUS, NUM_ZERO, NUM_INT, NUM_POINT, NUM_FRACTION, NUM_E, NUM_SIGN, NUM_EXP };

void json_scanner_init(struct json_scanner *s)
{
	s->too_large = false;
	s->state = START;
	s->sub = 0;
	s->depth = 0; /* bits[] is written before it is read, level by level */
	s->spans = NULL;
	s->fed = 0;
}

void json_scanner_note(struct json_scanner *s, struct json_spans *spans)
{
	spans->count = 0;
	s->spans = spans;
}

bool json_scanner_idle(const struct json_scanner *s)
{
	return s->state == START;
}

static uint8_t after_value(const struct json_scanner *s)
{
	return s->depth ? AFTER : DONE;
}

static bool in_object(const struct json_scanner *s)
{
	uint32_t at = s->depth - 1;

	return s->depth && (s->bits[at / 64] >> (at % 64) & 1);
}

static bool open_level(struct json_scanner *s, bool object)
{
	uint64_t bit = UINT64_C(1) << (s->depth % 64), *word = &s->bits[s->depth / 64];

	if (s->depth >= JSON_DEPTH_MAX)
		return false;
	/* The first level in a word clears it: init leaves the bits alone. */
	if (s->depth % 64 == 0)
		*word = 0;
	*word = object ? *word | bit : *word & ~bit;
	s->depth++;
	s->state = object ? KEY_OR_END : VALUE_OR_END;
	return true;
}

static void close_level(struct json_scanner *s)
{
	s->depth--;
	s->state = after_value(s);
}

/* Scans the first byte of a value. Returns false if no value starts with it. */
static bool begin_value(struct json_scanner *s, char c)
{
	s->sub = 1;
	switch (c) {
	case '"':
		s->state = IN_STRING;
		return true;
	case '{':
		return open_level(s, true);
	case '[':
		return open_level(s, false);
	case 't':
		s->state = LIT_TRUE;
		return true;
	case 'f':
		s->state = LIT_FALSE;
		return true;
	case 'n':
		s->state = LIT_NULL;
		return true;
	case '-':
		s->sub = NUM_MINUS;
		break;
	case '0':
		s->sub = NUM_ZERO;
		break;
	default:
		if (c < '1' || c > '9')
			return false;
		s->sub = NUM_INT;
		break;
	}
	s->state = NUMBER;
	s->digits = s->sub == NUM_INT;
	s->leading = s->digits ? (uint64_t)(c - '0') : 0;
	s->magnitude = s->digits;
	s->exponent = 0;
	s->negative_exponent = false;
	return true;
}

static const char *skip_digits(const char *p, const char *end)
{
	while (p < end && ascii_is_digit(*p))
		p++;
	return p;
}

static bool number_complete(uint8_t sub)
{
	return sub == NUM_ZERO || sub == NUM_INT || sub == NUM_FRACTION || sub == NUM_EXP;
}

/* The next state inside a number after `c`; -1: the number has ended, or is invalid. */
static int number_step(enum number sub, char c)
{
	bool digit = ascii_is_digit(c), e = (c | 0x20) == 'e';

	switch (sub) {
	case NUM_MINUS:
		return c == '0' ? NUM_ZERO : digit ? NUM_INT : -1;
	case NUM_ZERO:
		return c == '.' ? NUM_POINT : e ? NUM_E : -1;
	case NUM_INT:
		return digit ? NUM_INT : c == '.' ? NUM_POINT : e ? NUM_E : -1;
	case NUM_POINT:
		return digit ? NUM_FRACTION : -1;
	case NUM_FRACTION:
		return digit ? NUM_FRACTION : e ? NUM_E : -1;
	case NUM_E:
		return c == '+' || c == '-' ? NUM_SIGN : digit ? NUM_EXP : -1;
	case NUM_SIGN:
	case NUM_EXP:
		return digit ? NUM_EXP : -1;
	}
	return -1;
}

/* What rounds to more than the largest float64 is 2^1024 - 2^970 = 1.797693134862315807937...e308
 * or more: its first digits and its magnitude. */
#define LEADING_MAX   UINT64_C(1797693134862315807)
#define LEADING_COUNT 19
#define MAGNITUDE_MAX 309
#define EXPONENT_MAX  100000000 /* a larger one counts as this */

static bool number_too_large(const struct json_scanner *s)
{
	int64_t magnitude = s->magnitude;
	uint64_t leading = s->leading;

	magnitude += s->negative_exponent ? -(int64_t)s->exponent : s->exponent;
	if (s->digits == 0 || magnitude != MAGNITUDE_MAX)
		return s->digits > 0 && magnitude > MAGNITUDE_MAX;
	for (unsigned i = s->digits; i < LEADING_COUNT; i++)
		leading *= 10;
	return leading > LEADING_MAX;
}

/* Scans digits of the integer, the fraction or the exponent. */
static void note_digits(struct json_scanner *s, enum number sub, const char *p, const char *end)
{
	if (sub == NUM_EXP) {
		for (; p < end && s->exponent < EXPONENT_MAX; p++)
			s->exponent = s->exponent * 10 + (*p - '0');
		return;
	}
	if (sub == NUM_INT && end - p < EXPONENT_MAX - s->magnitude)
		s->magnitude += (int32_t)(end - p);
	for (; p < end && s->digits < LEADING_COUNT; p++) {
		if (s->digits || *p != '0') {
			s->leading = s->leading * 10 + (uint64_t)(*p - '0');
			s->digits++;
		} else if (s->magnitude > -EXPONENT_MAX) {
			s->magnitude--; /* a zero after "0." */
		}
	}
}

static const char *scan_number(struct json_scanner *s, const char *p, const char *end)
{
	while (p < end) {
		const char *start = p;
		int next = number_step((enum number)s->sub, *p);

		if (next < 0) {
			s->state = number_complete(s->sub) ? after_value(s) : FAILED;
			s->too_large |= number_too_large(s);
			return p;
		}
		s->sub = (uint8_t)next;
		p = skip_digits(p + 1, number_complete(s->sub) && next != NUM_ZERO ? end : p + 1);
		if (next == NUM_INT || next == NUM_FRACTION || next == NUM_EXP)
			note_digits(s, (enum number)next, start, p);
		else if (next == NUM_SIGN)
			s->negative_exponent = *start == '-';
	}
	return p;
}

static const char *scan_literal(struct json_scanner *s, const char *p, const char *end)
{
	const char *word = s->state == LIT_TRUE ? "true" : s->state == LIT_FALSE ? "false" : "null";

	while (p < end && *p == word[s->sub]) {
		p++;
		if (!word[++s->sub]) {
			s->state = after_value(s);
			return p;
		}
	}
	if (p < end)
		s->state = FAILED;
	return p;
}

static const char *scan_string(struct json_scanner *s, const char *p, const char *end)
{
	bool key = s->state == IN_KEY;

	p = json__string_run(p, end);
	if (p == end)
		return p;
	if (*p == '"')
		s->state = key ? COLON : after_value(s);
	else if (*p == '\\')
		s->state = key ? KEY_ESCAPE : ESCAPE;
	else {
		s->state = FAILED;
		return p;
	}
	return p + 1;
}

/* Scans one byte after a backslash. */
static bool scan_escape(struct json_scanner *s, char c)
{
	bool key = s->state == KEY_ESCAPE || s->state == KEY_HEX;

	if (s->state == HEX || s->state == KEY_HEX) {
		if (hex_digit(c) < 0)
			return false;
		if (--s->sub == 0)
			s->state = key ? IN_KEY : IN_STRING;
		return true;
	}
	if (c == 'u') {
		s->state = key ? KEY_HEX : HEX;
		s->sub = 4;
		return true;
	}
	s->state = key ? IN_KEY : IN_STRING;
	return json__is_short_escape(c);
}

/* Scans one byte between tokens. Returns false if it is not allowed there. */
static bool scan_between(struct json_scanner *s, char c)
{
	switch ((enum json__state)s->state) {
	case VALUE_OR_END:
		if (c == ']') {
			close_level(s);
			return true;
		}
		return begin_value(s, c);
	case KEY_OR_END:
		if (c == '}') {
			close_level(s);
			return true;
		}
		/* fallthrough */
	case KEY:
		s->state = IN_KEY;
		return c == '"';
	case COLON:
		s->state = VALUE;
		return c == ':';
	case AFTER:
		if (c == ',') {
			s->state = in_object(s) ? KEY : VALUE;
			return true;
		}
		if (c != (in_object(s) ? '}' : ']'))
			return false;
		close_level(s);
		return true;
	case START:
	case VALUE:
	case IN_STRING:
	case IN_KEY:
	case ESCAPE:
	case KEY_ESCAPE:
	case HEX:
	case KEY_HEX:
	case NUMBER:
	case LIT_TRUE:
	case LIT_FALSE:
	case LIT_NULL:
	case DONE:
	case FAILED:
		break;
	}
	return begin_value(s, c);
}

/* scan_between() for a byte at this offset, which may open or end a level. */
static bool scan_token(struct json_scanner *s, char c, size_t at)
{
	uint32_t depth = s->depth;

	if (!scan_between(s, c))
		return false;
	if (s->spans && s->depth > depth)
		json__spans_open(s->spans, depth, at);
	else if (s->spans && s->depth < depth)
		json__spans_close(s->spans, s->depth, at + 1);
	return true;
}

/* At least one byte or the end of it. `at`: the offset of p in the value. */
static const char *scan_bytes(struct json_scanner *s, const char *p, const char *end, size_t at)
{
	const char *start = p;

	switch ((enum json__state)s->state) {
	case IN_STRING:
	case IN_KEY:
		return scan_string(s, p, end);
	case ESCAPE:
	case KEY_ESCAPE:
	case HEX:
	case KEY_HEX:
		if (scan_escape(s, *p))
			return p + 1;
		break;
	case NUMBER:
		return scan_number(s, p, end);
	case LIT_TRUE:
	case LIT_FALSE:
	case LIT_NULL:
		return scan_literal(s, p, end);
	case START:
	case VALUE:
	case VALUE_OR_END:
	case KEY:
	case KEY_OR_END:
	case COLON:
	case AFTER:
	case DONE:
	case FAILED:
		p = json__skip_ws(p, end);
		if (p == end)
			return p;
		if (scan_token(s, *p, at + (size_t)(p - start)))
			return p + 1;
		break;
	}
	s->state = FAILED;
	return p;
}

enum json_status json_scanner_feed(struct json_scanner *s, const char *bytes, size_t len,
				   size_t *consumed)
{
	const char *p = bytes, *end = len ? bytes + len : bytes;
	const char *again = p; /* no block scan before this byte */
	ptrdiff_t pause = BLOCKS_PAUSE_MIN;

	while (p < end && s->state < DONE) {
		size_t at = s->fed + (size_t)(p - bytes);

		if (p >= again && end - p >= JSON_BLOCK && json__scan_blocks_can(s)) {
			const char *start = p;

			p = json__scan_blocks(s, p, end, at);
			pause = p > start ? BLOCKS_PAUSE_MIN : pause * 2;
			pause = pause < BLOCKS_PAUSE_MAX ? pause : BLOCKS_PAUSE_MAX;
			again = end - p > pause ? p + pause : end;
		} else {
			p = scan_bytes(s, p, end, at);
		}
	}
	*consumed = (size_t)(p - bytes);
	s->fed += *consumed;
	return s->state == DONE ? JSON_DONE : s->state == FAILED ? JSON_ERROR : JSON_MORE;
}

enum json_status json_scanner_end(const struct json_scanner *s)
{
	if (s->state == FAILED)
		return JSON_ERROR;
	if (s->state == DONE)
		return JSON_DONE;
	if (s->state == NUMBER && s->depth == 0 && number_complete(s->sub))
		return JSON_DONE;
	return JSON_MORE;
}

bool json_scanner_too_large(const struct json_scanner *s)
{
	return s->too_large || (s->state == NUMBER && number_too_large(s));
}

bool json_valid(struct str text, json_t *out, size_t *at)
{
	struct json_scanner s;
	const char *p = text.len ? text.ptr : "", *end = p + text.len, *first, *after;
	enum json_status status;
	size_t used;

	json_scanner_init(&s);
	first = json__skip_ws(p, end);
	status = json_scanner_feed(&s, first, (size_t)(end - first), &used);
	if (status == JSON_MORE)
		status = json_scanner_end(&s);
	after = json__skip_ws(first + used, end);
	if (status != JSON_DONE || after != end) {
		if (at)
			*at =
			    status == JSON_DONE ? (size_t)(after - p) : (size_t)(first + used - p);
		return false;
	}
	if (out)
		*out = (json_t) { first, used };
	return true;
}
