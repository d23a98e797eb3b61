/* SPDX-License-Identifier: Apache-2.0 */
/* json_blocks.c - the validating scanner, 64 bytes a step.
 *
 * In JSON without white space a token is allowed or not by the token before it, so shifting the
 * mask of each class by one bit checks all tokens of a block together. Two things need more: which
 * strings are keys (an addition carries from a key's first byte to its closing quote) and whether a
 * comma is an object's or an array's (the brackets of a block are walked one by one).
 *
 * A block begins outside numbers, literals and escapes: it ends early if one of them would be cut.
 * Nothing is stored before a block has proved valid, so the bytewise scanner can start at the
 * same byte with the same state and find the mistake. */
#include "base/json_scan_impl.h"

#include "base/json_block.h"
#include "base/str.h"
#include "base/text/ascii.h"

#if JSON_BLOCKS
/* Inlined into each walk, so that the compiler uses the walk's instructions. */
#define PART __attribute__((always_inline)) static inline

enum { LEVELS_MAX = 63 };

struct levels {
	uint64_t kinds; /* as json_scanner.bits[0] */
	uint32_t depth;
};

/* What the byte before the block allows. All but `string`: 0 or 1. */
struct place {
	struct levels levels;
	uint64_t string; /* all ones inside a string */
	uint64_t in_key;
	uint64_t key;	/* after '{' or an object's comma */
	uint64_t value; /* after ':', '[' or an array's comma */
	uint64_t open;	/* after '{' or '[' */
	uint64_t colon; /* after a key */
	uint64_t after; /* after a value */
};

bool json__scan_blocks_can(const struct json_scanner *s)
{
	return s->state >= VALUE && s->state <= IN_KEY && s->depth > 0 && s->depth < LEVELS_MAX &&
	       json__blocks_limit != JSON_BLOCKS_NONE;
}

static void place_load(struct place *at, const struct json_scanner *s)
{
	at->levels = (struct levels) { s->bits[0], s->depth };
	at->string = s->state == IN_STRING || s->state == IN_KEY ? UINT64_MAX : 0;
	at->in_key = s->state == IN_KEY;
	at->key = s->state == KEY || s->state == KEY_OR_END;
	at->value = s->state == VALUE || s->state == VALUE_OR_END;
	at->open = s->state == KEY_OR_END || s->state == VALUE_OR_END;
	at->colon = s->state == COLON;
	at->after = s->state == AFTER;
}

static void place_store(const struct place *at, struct json_scanner *s)
{
	s->bits[0] = at->levels.kinds;
	s->depth = at->levels.depth;
	if (s->depth == 0)
		s->state = DONE;
	else if (at->string)
		s->state = at->in_key ? IN_KEY : IN_STRING;
	else if (at->key)
		s->state = at->open ? KEY_OR_END : KEY;
	else if (at->value)
		s->state = at->open ? VALUE_OR_END : VALUE;
	else
		s->state = at->colon ? COLON : AFTER;
}

static bool is_hex4(const char *p)
{
	for (unsigned i = 0; i < 4; i++)
		if (hex_digit(p[i]) < 0)
			return false;
	return true;
}

/* Removes escaped quotes from *quote. *length becomes 63 if the last byte is a backslash whose
 * character is in the next block. */
PART bool take_escapes(uint64_t escape, const char *p, const char *end, uint64_t *quote,
		       size_t *length)
{
	while (escape) {
		unsigned i = (unsigned)__builtin_ctzll(escape);

		if (i == JSON_BLOCK - 1) {
			*length = i;
			return true;
		}
		if (p[i + 1] == 'u' ? end - p < (ptrdiff_t)i + 6 || !is_hex4(p + i + 2)
				    : !json__is_short_escape(p[i + 1]))
			return false;
		*quote &= ~(UINT64_C(2) << i);
		escape &= ~(UINT64_C(3) << i);
	}
	return true;
}

static const char *after_word(const char *p, const char *end, const char *word, size_t len)
{
	return (size_t)(end - p) > len && memcmp(p, word, len) == 0 ? p + len : NULL;
}

static const char *after_digits(const char *p, const char *end)
{
	while (p < end && ascii_is_digit(*p))
		p++;
	return p;
}

/* Returns the end of the literal or number at p if a comma or closing bracket follows. A number
 * with an exponent or with hundreds of digits may be too large for float64: not decided here. */
static const char *scalar_end(const char *p, const char *end)
{
	const char *first, *start = p;

	if (*p == 't') {
		p = after_word(p, end, "true", 4);
	} else if (*p == 'f') {
		p = after_word(p, end, "false", 5);
	} else if (*p == 'n') {
		p = after_word(p, end, "null", 4);
	} else {
		first = p += *p == '-';
		p = after_digits(p, end);
		if (p == first || (*first == '0' && p - first > 1))
			return NULL;
		if (p < end && *p == '.') {
			first = ++p;
			p = after_digits(p, end);
			if (p == first)
				return NULL;
		}
	}
	if (!p || p == end || p - start > JSON_BLOCK)
		return NULL;
	return *p == ',' || *p == ']' || *p == '}' ? p : NULL;
}

struct brackets {
	uint64_t change;    /* the positions at which the kind of container changes */
	uint64_t last;	    /* all ones, or ones up to the end of the value */
	uint32_t depth_min; /* the lowest level at which a container begins or ends */
};

/* Enters and leaves levels. Neighbours such as "{}" have no effect. */
PART bool take_brackets(struct levels *at, uint64_t open, uint64_t shut, uint64_t brace,
			struct brackets *out)
{
	uint64_t kind = at->kinds >> (at->depth - 1) & 1;
	uint64_t empty = open & shut >> 1 & ~(brace ^ brace >> 1);
	uint64_t both = (open | shut) & ~(empty | empty << 1);

	out->depth_min = at->depth;
	for (; both; both &= both - 1) {
		uint64_t bit = both & -both, object = (brace & bit) != 0;

		if (open & bit) {
			if (at->depth == LEVELS_MAX)
				return false;
			at->kinds &= ~(UINT64_C(1) << at->depth);
			at->kinds |= object << at->depth++;
		} else {
			if ((at->kinds >> (at->depth - 1) & 1) != object)
				return false;
			at->depth--;
			if (at->depth < out->depth_min)
				out->depth_min = at->depth;
			if (at->depth == 0) {
				out->last = bit | (bit - 1);
				return true;
			}
			object = at->kinds >> (at->depth - 1) & 1;
		}
		out->change |= object != kind ? bit << 1 : 0;
		kind = object;
	}
	return true;
}

PART void note_spans(struct json_spans *spans, uint32_t depth, uint64_t open, uint64_t both,
		     size_t at)
{
	for (; both; both &= both - 1) {
		unsigned i = (unsigned)__builtin_ctzll(both);

		if (open & both & -both)
			json__spans_open(spans, depth++, at + i);
		else
			json__spans_close(spans, --depth, at + i + 1);
	}
}

/* Checks numbers and literals at their first bytes. *length grows if the last one ends later. */
PART bool take_scalars(uint64_t first, const char *p, const char *end, size_t *length)
{
	for (; first; first &= first - 1) {
		const char *after = scalar_end(p + __builtin_ctzll(first), end);

		if (!after)
			return false;
		if (after - p > JSON_BLOCK)
			*length = (size_t)(after - p);
	}
	return true;
}

/* Returns the number of scanned bytes, or 0 if the bytewise scanner has to decide. */
PART size_t take_block(const struct json__block *b, struct place *at, const char *p,
		       const char *end, struct json_spans *spans, size_t offset)
{
	struct brackets brackets = { 0, UINT64_MAX, LEVELS_MAX };
	uint64_t quote = b->quote, wrong;
	uint64_t string, begin, close, open, shut, colon, comma, other, object;
	bool in_key;
	uint64_t key_next, value_next, key_at, value_at, keys, key_end, after_next, after_at;
	size_t length = JSON_BLOCK;
	struct levels levels = at->levels;

	if (b->escape && !take_escapes(b->escape, p, end, &quote, &length))
		return 0;
	string = json__parity(quote) ^ at->string;
	begin = quote & string;
	close = quote & ~string;
	open = b->open & ~string;
	shut = b->shut & ~string;
	colon = b->colon & ~string;
	comma = b->comma & ~string;

	object = levels.kinds >> (levels.depth - 1) & 1 ? UINT64_MAX : 0;
	if (open | shut) {
		if (!take_brackets(&levels, open, shut, b->brace, &brackets))
			return 0;
		object ^= json__parity(brackets.change);
	}
	key_next = (open & b->brace) | (comma & object);
	value_next = colon | (open & ~b->brace) | (comma & ~object);
	key_at = key_next << 1 | at->key;
	value_at = value_next << 1 | at->value;
	keys = (begin & key_at) | at->in_key;
	in_key = __builtin_add_overflow(keys, string, &key_end);
	key_end &= ~string;
	other = ~(string | close | open | shut | colon | comma);
	after_next = (close & ~key_end) | shut | (other & ~(other >> 1));
	after_at = after_next << 1 | at->after;

	wrong = b->control | ((b->blank | b->escape) & ~string);
	wrong |= begin & ~(key_at | value_at);
	wrong |= (open | (other & ~(other << 1))) & ~value_at;
	wrong |= colon & ~(key_end << 1 | at->colon);
	wrong |= comma & ~after_at;
	wrong |= shut & ~(after_at | open << 1 | at->open);
	if (wrong & brackets.last)
		return 0;
	if (!take_scalars(other & ~(other << 1) & brackets.last, p, end, &length))
		return 0;
	if (spans && brackets.depth_min < JSON_SPAN_DEPTH)
		note_spans(spans, at->levels.depth, open, (open | shut) & brackets.last, offset);
	at->levels = levels;
	at->in_key = in_key;
	at->string = string >> 63 ? UINT64_MAX : 0;
	at->key = key_next >> 63;
	at->value = value_next >> 63;
	at->open = open >> 63;
	at->colon = key_end >> 63;
	at->after = after_next >> 63;
	return levels.depth ? length : JSON_BLOCK - (size_t)__builtin_clzll(brackets.last);
}

#define WALK(name, read_block)                                                                     \
	static const char *name(struct json_scanner *s, const char *p, const char *end, size_t at) \
	{                                                                                          \
		struct place place;                                                                \
		struct json__block block;                                                          \
		size_t n = 1;                                                                      \
                                                                                                   \
		place_load(&place, s);                                                             \
		for (; n && place.levels.depth && end - p >= JSON_BLOCK; p += n, at += n) {        \
			read_block(p, &block);                                                     \
			n = take_block(&block, &place, p, end, s->spans, at);                      \
		}                                                                                  \
		place_store(&place, s);                                                            \
		return p;                                                                          \
	}

#ifdef __aarch64__
WALK(walk_neon, json__block_neon)
#else
static bool has_avx2(void)
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}

/* The first processors with AVX-512 ran slower while they used it; those with VBMI2 do not. */
static bool has_avx512(void)
{
	return __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("bmi2");
}

/* clang-format off */
WALK(walk_sse2, json__block_sse2)
__attribute__((target("avx2,bmi,bmi2,lzcnt"))) WALK(walk_avx2, json__block_avx2)
JSON__AVX512 WALK(walk_avx512, json__block_avx512)
/* clang-format on */
#endif

const char *json__scan_blocks(struct json_scanner *s, const char *p, const char *end, size_t at)
{
#ifdef __aarch64__
	return walk_neon(s, p, end, at);
#else
	if (json__blocks_limit >= JSON_BLOCKS_ANY && has_avx512())
		return walk_avx512(s, p, end, at);
	if (json__blocks_limit >= JSON_BLOCKS_WIDE && has_avx2())
		return walk_avx2(s, p, end, at);
	return walk_sse2(s, p, end, at);
#endif
}

#else

bool json__scan_blocks_can(const struct json_scanner *s)
{
	(void)s;
	return false;
}

const char *json__scan_blocks(struct json_scanner *s, const char *p, const char *end, size_t at)
{
	(void)s;
	(void)end;
	(void)at;
	return p;
}
#endif

enum json__blocks json__blocks_limit = JSON_BLOCKS_ANY;
