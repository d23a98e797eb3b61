/* SPDX-License-Identifier: Apache-2.0 */
/* scalar.h - quantities, times and durations: strings that the API reads and writes in one
 * canonical form each. */
#ifndef FAKEAPI_SCALAR_H
#define FAKEAPI_SCALAR_H

#include "base/str.h"

/* resource.Quantity's canonical form ("1024Mi" -> "1Gi", "0.5" -> "500m"). On failure false and
 * Go's message in `why`. */
bool fakeapi__quantity(struct str in, struct strbuf *out, struct strbuf *why);
/* A quantity finer than a thousandth, rounded away from zero to thousandths; false when `in` is
 * none such and stays as it is. */
bool fakeapi__quantity_milli(struct str in, struct strbuf *out);
/* The value as a long double, for comparisons; 0 when it is none. */
double fakeapi__quantity_value(const char *z);

/* RFC 3339 to UTC with whole seconds, or with microseconds. On failure Go's message in `why`. */
bool fakeapi__time(struct str in, bool micro, struct strbuf *out, struct strbuf *why);

/* time.Duration's String() of a duration ("90s" -> "1m30s"). */
bool fakeapi__duration(struct str in, struct strbuf *out, struct strbuf *why);

/* base64.StdEncoding: true when valid, else false and Go's message in `why`. */
bool fakeapi__base64_check(struct str in, struct strbuf *why);

#endif
