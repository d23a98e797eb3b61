/* SPDX-License-Identifier: Apache-2.0 */
/* times.h - when an object was written, by its metadata. */
#ifndef RUNNER_IMPORT_TIMES_H
#define RUNNER_IMPORT_TIMES_H

#include "base/clock.h"
#include "base/json_scan.h"
#include "base/str.h"

/* The newest instant in the object's metadata, in nanoseconds since 1970: creation, deletion mark,
 * a manager's write. False: none. */
bool imp__object_time(json_t object, int64_t *out_ns);
/* True if a client wrote the object after its creation. */
bool imp__object_was_changed(json_t object);

#endif
