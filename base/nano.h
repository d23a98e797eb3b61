/* SPDX-License-Identifier: Apache-2.0 */
/* nano.h - exact numbers in billionths with as many digits as a text has: the equivalent of inf.Dec
 * in resource.Quantity. Threads: any; pure. */
#ifndef BASE_NANO_H
#define BASE_NANO_H

#include "base/base.h"

enum {
	NANO_EXPONENT_MAX = 1100, /* largest power of ten */
	NANO_DIGITS_MAX = 2000,	  /* digits of a text */
	NANO_LIMBS_MAX = (NANO_DIGITS_MAX + NANO_EXPONENT_MAX + 60) / 9 + 2,
};

/* sign * sum of limbs[i] * 10^(9 i), in nano. Zero has no limbs and no sign. */
struct nano {
	bool negative;
	uint32_t len;
	uint32_t limbs[NANO_LIMBS_MAX];
};

/* Sets n to digits ("12.5", no sign, at most one point) * 10^ten * 2^two; rounds to nano, away from
 * zero. Returns 0, or RELIST_ELIMIT for more digits or larger exponents than the limits above. */
int nano_set(struct nano *n, struct str digits, int ten, int two);
void nano_set_int(struct nano *n, int64_t value);
/* < 0, 0, > 0 */
int nano_compare(const struct nano *a, const struct nano *b);
/* out may be a or b. RELIST_ELIMIT: the sum has too many digits. */
int nano_add(struct nano *out, const struct nano *a, const struct nano *b, bool subtract);
/* The integer part; returns false if it does not fit. */
bool nano_int64(const struct nano *n, int64_t *out);
double nano_double(const struct nano *n); /* the nearest double, or a neighbour of it */

#endif
