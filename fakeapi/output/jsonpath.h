/* SPDX-License-Identifier: Apache-2.0 */
/* jsonpath.h - the simple JSON paths of printer columns: .a.b, ['a'], [0], [-1], [*], .* and
 * [?(@.a.b=="v")] (also !=). */
#ifndef FAKEAPI_JSONPATH_H
#define FAKEAPI_JSONPATH_H

#include "base/json_scan.h"

/* The first value at `path` in `v`; absent if none or if the path is malformed. */
json_t fakeapi__jsonpath(json_t v, const char *path);

#endif
