/* SPDX-License-Identifier: Apache-2.0 */
/* times.h - the time of an object's last write, by its metadata. */
#ifndef RUNNER_IMPORT_TIMES_H
#define RUNNER_IMPORT_TIMES_H

#include "base/clock.h"
#include "base/json_scan.h"
#include "base/str.h"

/* The newest time in the object's metadata, in nanoseconds since 1970: creation, deletionTimestamp,
 * a manager's write. Returns false if there is none. */
bool imp__object_time(json_t object, int64_t *out_ns);
/* True if a client wrote the object after its creation. */
bool imp__object_was_changed(json_t object);

#endif
