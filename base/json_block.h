/* SPDX-License-Identifier: Apache-2.0 */
/* json_block.h - classifies 64 bytes of JSON at a time: one mask for each class of characters.
 *
 * SSE2, AVX2 and AVX-512 on x86-64, NEON on arm64. Elsewhere (WebAssembly) JSON_BLOCKS is 0, and
 * only the bytewise scanner is compiled. */
#ifndef BASE_JSON_BLOCK_H
#define BASE_JSON_BLOCK_H

#include "base/base.h"

enum { JSON_BLOCK = 64 };

/* Bit i of each mask belongs to byte i. */
struct json__block {
	uint64_t quote, escape;
	uint64_t open, shut; /* brackets and braces */
	uint64_t brace;	     /* for bits of `open` and `shut`: 1 for a brace */
	uint64_t colon, comma;
	uint64_t control; /* below ' ' */
	uint64_t blank;	  /* ' ' and below */
};

#define JSON__CLASSES(b, all)                                                                      \
	do {                                                                                       \
		(b)->quote = all(IS_QUOTE);                                                        \
		(b)->escape = all(IS_ESCAPE);                                                      \
		(b)->open = all(IS_OPEN);                                                          \
		(b)->shut = all(IS_SHUT);                                                          \
		(b)->brace = all(IS_BRACE);                                                        \
		(b)->colon = all(IS_COLON);                                                        \
		(b)->comma = all(IS_COMMA);                                                        \
		(b)->control = all(IS_CONTROL);                                                    \
		(b)->blank = all(IS_BLANK);                                                        \
	} while (0)

#if defined(__SSE2__)
#define JSON_BLOCKS 1
#include <immintrin.h>

/* '[' | 0x20 == '{' and ']' | 0x20 == '}'. Bit 0x20 distinguishes braces from brackets; for other
 * characters it means nothing. */
__attribute__((always_inline)) static inline uint64_t json__bits_sse2(__m128i a, __m128i b,
								      __m128i c, __m128i d)
{
	return (uint64_t)(unsigned)_mm_movemask_epi8(a) |
	       (uint64_t)(unsigned)_mm_movemask_epi8(b) << 16 |
	       (uint64_t)(unsigned)_mm_movemask_epi8(c) << 32 |
	       (uint64_t)(unsigned)_mm_movemask_epi8(d) << 48;
}

__attribute__((always_inline)) static inline void json__block_sse2(const char *p,
								   struct json__block *b)
{
	const __m128i bit = _mm_set1_epi8(0x20), quote = _mm_set1_epi8('"');
	const __m128i escape = _mm_set1_epi8('\\'), control = _mm_set1_epi8(0x1F);
	const __m128i open = _mm_set1_epi8('{'), shut = _mm_set1_epi8('}');
	const __m128i colon = _mm_set1_epi8(':'), comma = _mm_set1_epi8(',');
	const __m128i *from = (const __m128i *)(const void *)p;
	const __m128i v0 = _mm_loadu_si128(from), v1 = _mm_loadu_si128(from + 1);
	const __m128i v2 = _mm_loadu_si128(from + 2), v3 = _mm_loadu_si128(from + 3);

#define ALL(test)     json__bits_sse2(test(v0), test(v1), test(v2), test(v3))
#define IS_QUOTE(v)   _mm_cmpeq_epi8(v, quote)
#define IS_ESCAPE(v)  _mm_cmpeq_epi8(v, escape)
#define IS_OPEN(v)    _mm_cmpeq_epi8(_mm_or_si128(v, bit), open)
#define IS_SHUT(v)    _mm_cmpeq_epi8(_mm_or_si128(v, bit), shut)
#define IS_BRACE(v)   _mm_slli_epi16(v, 2) /* bit 0x20 becomes the sign */
#define IS_COLON(v)   _mm_cmpeq_epi8(v, colon)
#define IS_COMMA(v)   _mm_cmpeq_epi8(v, comma)
#define IS_CONTROL(v) _mm_cmpeq_epi8(_mm_min_epu8(v, control), v)
#define IS_BLANK(v)   _mm_cmpeq_epi8(_mm_min_epu8(v, bit), v)
	JSON__CLASSES(b, ALL);
#undef ALL
#undef IS_QUOTE
#undef IS_ESCAPE
#undef IS_OPEN
#undef IS_SHUT
#undef IS_BRACE
#undef IS_COLON
#undef IS_COMMA
#undef IS_CONTROL
#undef IS_BLANK
}

__attribute__((target("avx2"), always_inline)) static inline uint64_t json__bits_avx2(__m256i a,
										      __m256i b)
{
	return (uint64_t)(unsigned)_mm256_movemask_epi8(a) |
	       (uint64_t)(unsigned)_mm256_movemask_epi8(b) << 32;
}

__attribute__((target("avx2"), always_inline)) static inline void
json__block_avx2(const char *p, struct json__block *b)
{
	const __m256i bit = _mm256_set1_epi8(0x20), quote = _mm256_set1_epi8('"');
	const __m256i escape = _mm256_set1_epi8('\\'), control = _mm256_set1_epi8(0x1F);
	const __m256i open = _mm256_set1_epi8('{'), shut = _mm256_set1_epi8('}');
	const __m256i colon = _mm256_set1_epi8(':'), comma = _mm256_set1_epi8(',');
	const __m256i *from = (const __m256i *)(const void *)p;
	const __m256i v0 = _mm256_loadu_si256(from), v1 = _mm256_loadu_si256(from + 1);

#define ALL(test)     json__bits_avx2(test(v0), test(v1))
#define IS_QUOTE(v)   _mm256_cmpeq_epi8(v, quote)
#define IS_ESCAPE(v)  _mm256_cmpeq_epi8(v, escape)
#define IS_OPEN(v)    _mm256_cmpeq_epi8(_mm256_or_si256(v, bit), open)
#define IS_SHUT(v)    _mm256_cmpeq_epi8(_mm256_or_si256(v, bit), shut)
#define IS_BRACE(v)   _mm256_slli_epi16(v, 2)
#define IS_COLON(v)   _mm256_cmpeq_epi8(v, colon)
#define IS_COMMA(v)   _mm256_cmpeq_epi8(v, comma)
#define IS_CONTROL(v) _mm256_cmpeq_epi8(_mm256_min_epu8(v, control), v)
#define IS_BLANK(v)   _mm256_cmpeq_epi8(_mm256_min_epu8(v, bit), v)
	JSON__CLASSES(b, ALL);
#undef ALL
#undef IS_QUOTE
#undef IS_ESCAPE
#undef IS_OPEN
#undef IS_SHUT
#undef IS_BRACE
#undef IS_COLON
#undef IS_COMMA
#undef IS_CONTROL
#undef IS_BLANK
}

#define JSON__AVX512 __attribute__((target("avx512f,avx512bw,bmi,bmi2,lzcnt")))

JSON__AVX512 __attribute__((always_inline)) static inline void
json__block_avx512(const char *p, struct json__block *b)
{
	const __m512i bit = _mm512_set1_epi8(0x20), v = _mm512_loadu_si512(p);
	const __m512i bracket = _mm512_or_si512(v, bit);

	b->quote = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"'));
	b->escape = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
	b->open = _mm512_cmpeq_epi8_mask(bracket, _mm512_set1_epi8('{'));
	b->shut = _mm512_cmpeq_epi8_mask(bracket, _mm512_set1_epi8('}'));
	b->brace = _mm512_test_epi8_mask(v, bit);
	b->colon = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(':'));
	b->comma = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(','));
	b->control = _mm512_cmplt_epu8_mask(v, bit);
	b->blank = _mm512_cmple_epu8_mask(v, bit);
}

#elif defined(__aarch64__)
#define JSON_BLOCKS 1
#include <arm_neon.h>

/* Converts four vectors of 0x00 and 0xFF to 64 bits. */
__attribute__((always_inline)) static inline uint64_t json__bits_neon(uint8x16_t a, uint8x16_t b,
								      uint8x16_t c, uint8x16_t d)
{
	const uint8x16_t bit = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
	uint8x16_t low = vpaddq_u8(vandq_u8(a, bit), vandq_u8(b, bit));
	uint8x16_t high = vpaddq_u8(vandq_u8(c, bit), vandq_u8(d, bit));

	low = vpaddq_u8(low, high);
	return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(low, low)), 0);
}

__attribute__((always_inline)) static inline void json__block_neon(const char *p,
								   struct json__block *b)
{
	const uint8_t *from = (const uint8_t *)(const void *)p;
	const uint8x16_t v0 = vld1q_u8(from), v1 = vld1q_u8(from + 16);
	const uint8x16_t v2 = vld1q_u8(from + 32), v3 = vld1q_u8(from + 48);
	const uint8x16_t bit = vdupq_n_u8(0x20);

#define ALL(test)     json__bits_neon(test(v0), test(v1), test(v2), test(v3))
#define IS_QUOTE(v)   vceqq_u8(v, vdupq_n_u8('"'))
#define IS_ESCAPE(v)  vceqq_u8(v, vdupq_n_u8('\\'))
#define IS_OPEN(v)    vceqq_u8(vorrq_u8(v, bit), vdupq_n_u8('{'))
#define IS_SHUT(v)    vceqq_u8(vorrq_u8(v, bit), vdupq_n_u8('}'))
#define IS_BRACE(v)   vtstq_u8(v, bit)
#define IS_COLON(v)   vceqq_u8(v, vdupq_n_u8(':'))
#define IS_COMMA(v)   vceqq_u8(v, vdupq_n_u8(','))
#define IS_CONTROL(v) vcltq_u8(v, bit)
#define IS_BLANK(v)   vcleq_u8(v, bit)
	JSON__CLASSES(b, ALL);
#undef ALL
#undef IS_QUOTE
#undef IS_ESCAPE
#undef IS_OPEN
#undef IS_SHUT
#undef IS_BRACE
#undef IS_COLON
#undef IS_COMMA
#undef IS_CONTROL
#undef IS_BLANK
}

#else
#define JSON_BLOCKS 0
#endif

/* Bit i of the result: whether the number of bits up to and including i is odd. */
static inline uint64_t json__parity(uint64_t bits)
{
	bits ^= bits << 1;
	bits ^= bits << 2;
	bits ^= bits << 4;
	bits ^= bits << 8;
	bits ^= bits << 16;
	return bits ^ bits << 32;
}

#endif
