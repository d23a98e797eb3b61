/* SPDX-License-Identifier: Apache-2.0 */
/* duration.h - Go's time.ParseDuration with the reason of a refusal (in base/clock.c).
 *
 * base/clock.h has duration_parse(), which makes our own message of it, and duration_format().
 */
#ifndef BASE_TEXT_DURATION_H
#define BASE_TEXT_DURATION_H

#include "base/base.h"

enum duration_fault {
	DURATION_FINE,
	DURATION_NO_NUMBER,
	DURATION_NO_UNIT,
	DURATION_UNKNOWN_UNIT,
	DURATION_TOO_LONG, /* more than an int64_t of nanoseconds */
};

/* Parses "1h30m", "-1.5s", "0" into nanoseconds. `unit` (may be NULL) gets the unit of
 * DURATION_UNKNOWN_UNIT, a part of `text`; `out_ns` is set on DURATION_FINE only. */
enum duration_fault duration_read(struct str text, int64_t *out_ns, struct str *unit);

#endif
