/* SPDX-License-Identifier: Apache-2.0 */
/* json.h - values as JSON, as Kubernetes makes objects and patches of them. */
#ifndef CEL_JSON_H
#define CEL_JSON_H

#include "cel/cel.h"

/* The tree of a value, owned by the caller: bytes are base64, times and durations as text. NULL:
 * `why` says what has no form in JSON, or is empty for want of memory. */
cJSON *cel_to_json(struct cel_run *run, struct cel_value v, struct strbuf *why);

#endif
