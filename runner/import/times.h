/* SPDX-License-Identifier: Apache-2.0 */
/* times.h - instants as nanoseconds since 1970, and RFC 3339. */
#ifndef RUNNER_IMPORT_TIMES_H
#define RUNNER_IMPORT_TIMES_H

#include "base/clock.h"
#include "base/json_scan.h"
#include "base/str.h"

/* "2026-11-22T08:13:59.060524Z", with any fraction and offset, of the years 1969 to 2260: the time
 * between two of them fits as well. */
bool imp__time_parse(struct str text, int64_t *out_ns);
/* Appends it in UTC, with the fraction that it has. */
void imp__time_format(int64_t at_ns, struct strbuf *out);
/* The newest instant that the object's metadata tells: made, marked for deletion, written by a
 * manager. False: none. */
bool imp__object_time(json_t object, int64_t *out_ns);

#endif
