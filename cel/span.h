/* SPDX-License-Identifier: Apache-2.0 */
/* span.h - ranges of costs and sizes; their arithmetic ends at the largest number. */
#ifndef CEL_SPAN_H
#define CEL_SPAN_H

#include <math.h>
#include <stdint.h>

/* A range of costs or sizes. */
struct span {
	uint64_t min, max;
};

static inline uint64_t plus(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static inline uint64_t times(uint64_t a, uint64_t b)
{
	return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static inline uint64_t share(uint64_t n, double factor)
{
	double x = ceil((double)n * factor);

	return x >= 18446744073709551616.0 ? UINT64_MAX : (uint64_t)x;
}

static inline struct span add(struct span a, struct span b)
{
	return (struct span) { plus(a.min, b.min), plus(a.max, b.max) };
}

static inline struct span multiply(struct span a, struct span b)
{
	return (struct span) { times(a.min, b.min), times(a.max, b.max) };
}

static inline struct span scaled(struct span a, double factor)
{
	return (struct span) { share(a.min, factor), share(a.max, factor) };
}

static inline struct span unite(struct span a, struct span b)
{
	return (struct span) { a.min < b.min ? a.min : b.min, a.max > b.max ? a.max : b.max };
}

static inline struct span fixed(uint64_t n)
{
	return (struct span) { n, n };
}

#endif
