/* SPDX-License-Identifier: Apache-2.0 */
/* scalar.h - quantities, times and durations: the API reads these strings in several forms and
 * writes one canonical form. */
#ifndef FAKEAPI_SCALAR_H
#define FAKEAPI_SCALAR_H

#include "base/str.h"

/* Writes resource.Quantity's canonical form ("1024Mi" -> "1Gi", "0.5" -> "500m"). False: `why` has
 * Go's message. */
bool fakeapi__quantity(struct str in, struct strbuf *out, struct strbuf *why);
/* Rounds a quantity finer than a thousandth away from zero to thousandths. False: `in` is not that
 * fine, or no quantity. */
bool fakeapi__quantity_milli(struct str in, struct strbuf *out);
/* The value as a double, for comparisons; 0 if it is no quantity. */
double fakeapi__quantity_value(const char *z);

/* Converts RFC 3339 to UTC with whole seconds, or with microseconds. False: `why` has Go's
 * message. */
bool fakeapi__time(struct str in, bool micro, struct strbuf *out, struct strbuf *why);

/* Writes a duration as time.Duration's String() does ("90s" -> "1m30s"). */
bool fakeapi__duration(struct str in, struct strbuf *out, struct strbuf *why);

/* base64.StdEncoding: true if valid; else false, and `why` has Go's message. */
bool fakeapi__base64_check(struct str in, struct strbuf *why);

#endif
