/* SPDX-License-Identifier: Apache-2.0 */
/* json_bytes.h - the two byte searches that dominate the time of json_scan.c and json_cursor.c: 16
 * bytes a step with SSE2, else one by one. Never reads at or beyond `end`. */
#ifndef BASE_JSON_BYTES_H
#define BASE_JSON_BYTES_H

#include "base/json_scan.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

static inline bool json__is_ws(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static inline const char *json__skip_ws(const char *p, const char *end)
{
	/* The common case in compact JSON: no white space is above ' '. */
	if (p < end && (unsigned char)*p > ' ')
		return p;
#ifdef __SSE2__
	const __m128i space = _mm_set1_epi8(' ');

	/* The common case in indented JSON: a line break and many spaces. */
	while (end - p >= 17 && json__is_ws(*p)) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + 1));
		unsigned other = ~(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, space)) & 0xFFFF;

		if (other) {
			p += 1 + __builtin_ctz(other);
			if ((unsigned char)*p > ' ')
				return p;
		} else {
			p += 17;
		}
	}
#endif
	while (p < end && json__is_ws(*p))
		p++;
	return p;
}

/* Finds the first quote, backslash or control character. */
static inline const char *json__string_run(const char *p, const char *end)
{
#ifdef __SSE2__
	const __m128i quote = _mm_set1_epi8('"'), escape = _mm_set1_epi8('\\');
	const __m128i control = _mm_set1_epi8(0x1F);

	for (; end - p >= 16; p += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i stop = _mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, escape));
		unsigned mask;

		stop = _mm_or_si128(stop, _mm_cmpeq_epi8(_mm_min_epu8(v, control), v));
		mask = (unsigned)_mm_movemask_epi8(stop);
		if (mask)
			return p + __builtin_ctz(mask);
	}
#endif
	while (p < end && *p != '"' && *p != '\\' && (unsigned char)*p >= 0x20)
		p++;
	return p;
}

/* Finds the first quote, bracket or brace. */
static inline const char *json__structural(const char *p, const char *end)
{
#ifdef __SSE2__
	/* '[' | 0x20 == '{' and ']' | 0x20 == '}'. */
	const __m128i bit = _mm_set1_epi8(0x20), quote = _mm_set1_epi8('"');
	const __m128i open = _mm_set1_epi8('{'), shut = _mm_set1_epi8('}');

	for (; end - p >= 16; p += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i w = _mm_or_si128(v, bit);
		__m128i stop = _mm_or_si128(_mm_cmpeq_epi8(w, open), _mm_cmpeq_epi8(w, shut));
		unsigned mask;

		mask = (unsigned)_mm_movemask_epi8(_mm_or_si128(stop, _mm_cmpeq_epi8(v, quote)));
		if (mask)
			return p + __builtin_ctz(mask);
	}
#endif
	while (p < end && *p != '"' && (*p | 0x20) != '{' && (*p | 0x20) != '}')
		p++;
	return p;
}

/* Returns the end of the value at p (json_cursor.c); valid JSON only. */
const char *json__skip_value(const char *p, const char *end);

/* Like json__skip_value(), for a reader that moves forward through a scanned value: the ends of
 * noted containers are not searched again. */
struct json_skip {
	const struct json_spans *spans; /* NULL: no containers were noted */
	const char *base;		/* first byte of the value */
	uint32_t next;			/* first span at or after the reader; initially 0 */
};
const char *json__skip_noted(struct json_skip *skip, const char *p, const char *end);

/* Compares the decoded bytes of two string values (json_cursor.c). */
int json__str_cmp(json_t a, json_t b);
/* Whether one of the members left in `rest` has that name; the last member of a name counts
 * (json_cursor.c). */
bool json__member_repeats(struct json_iter rest, json_t name);

#endif
