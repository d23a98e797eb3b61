/* SPDX-License-Identifier: Apache-2.0 */
/* quantity.h - the grammar of apimachinery's resource.Quantity: "12.5", "100m", "1Gi", "1e3".
 *
 * The reader splits a text; callers choose the number that they need: 128 bits for canonical forms
 * (fakeapi/meta/scalar.c), all digits for CEL (base/nano.h).
 */
#ifndef BASE_TEXT_QUANTITY_H
#define BASE_TEXT_QUANTITY_H

#include "base/base.h"

enum quantity_format {
	QUANTITY_DECIMAL_SI,	   /* n u m k M G T P E, or no suffix */
	QUANTITY_BINARY_SI,	   /* Ki Mi Gi Ti Pi Ei */
	QUANTITY_DECIMAL_EXPONENT, /* e3, E-3 */
};

/* The value is digits * 10^ten * 2^two. */
struct quantity_text {
	bool negative;
	bool any_digit;	   /* "." and "k" have none: zero for ParseQuantity, an error elsewhere */
	struct str digits; /* of the text, with at most one point */
	enum quantity_format format;
	int ten, two; /* of the suffix; |ten| < 10100, two <= 60 */
};

enum quantity_fault {
	QUANTITY_FINE,
	QUANTITY_NO_MATCH,  /* does not match ^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$ */
	QUANTITY_NO_SUFFIX, /* matches, and has an unknown suffix */
};

/* Reads `text`; `out` is set on QUANTITY_FINE. */
enum quantity_fault quantity_read(struct str text, struct quantity_text *out);

/* The suffix of 10^(3 * thousands), -3 to 6, and of 1024^thousands, 1 to 6. */
const char *quantity_decimal_suffix(int thousands);
const char *quantity_binary_suffix(int thousands);

#endif
