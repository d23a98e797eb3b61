/* SPDX-License-Identifier: Apache-2.0 */
/* json.h - converts values to JSON, as Kubernetes does for objects and patches. */
#ifndef CEL_JSON_H
#define CEL_JSON_H

#include "cel/cel.h"

/* The tree of a value, which the caller owns: bytes are base64, times and durations text. NULL: the
 * error is in `why`, which is empty if out of memory. */
cJSON *cel_to_json(struct cel_run *run, struct cel_value v, struct strbuf *why);

#endif
