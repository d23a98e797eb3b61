/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - time as int64_t nanoseconds, and Go's duration strings.
 *
 * The cores never read a clock; drivers pass now_ns to them. base/posix/clock.h has the real clock
 * and the manual one that tests advance. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include "base/str.h"

#define NS_PER_US  INT64_C(1000)
#define NS_PER_MS  INT64_C(1000000)
#define NS_PER_S   INT64_C(1000000000)
#define TIME_NEVER INT64_MAX

/* a + b, saturating at TIME_NEVER. b >= 0. */
int64_t time_add(int64_t a, int64_t b);
/* The end of a timeout of the public functions: in milliseconds, < 0: never. */
int64_t time_after_ms(int64_t now_ns, int64_t timeout_ms);

/* Parses the syntax of Go's time.ParseDuration ("1.5s", "2m30s", "999ms", "0"). */
int duration_parse(struct str s, int64_t *out_ns, struct relist_err *err);

/* Formats like Go's Duration.String ("1m30s", "800ms", "0s"). cap >= 32. */
void duration_format(int64_t ns, char *buf, size_t cap);

/* Days since 1970-01-01 of a proleptic Gregorian date (month 1..12, day 1..31), and back. */
int64_t days_from_civil(int64_t year, int month, int day);
void civil_from_days(int64_t days, int64_t *year, int *month, int *day);

#endif
