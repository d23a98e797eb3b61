/* SPDX-License-Identifier: Apache-2.0 */
/* times.h - when an object was written last, in nanoseconds since 1970. */
#ifndef RUNNER_IMPORT_TIMES_H
#define RUNNER_IMPORT_TIMES_H

#include "base/clock.h"
#include "base/json_scan.h"
#include "base/str.h"

/* The newest instant in the object's metadata: made, marked for deletion, written by a manager.
 * False: none. */
bool imp__object_time(json_t object, int64_t *out_ns);

#endif
