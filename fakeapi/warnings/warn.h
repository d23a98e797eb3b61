/* SPDX-License-Identifier: Apache-2.0 */
/* warn.h - warnings about accepted objects: the strategies' WarningsOnCreate and WarningsOnUpdate
 * (k8s.io/kubernetes pkg/api/<kind>/warnings.go, pkg/registry/<group>/<kind>/strategy.go).
 *
 * Who may call: rest/, once an object is valid. Threads: any; pure.
 */
#ifndef FAKEAPI_WARN_H
#define FAKEAPI_WARN_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/resource.h"

/* Appends a line for each warning about `obj`, written over `old` (NULL: a new object) through
 * `subresource` ("": none). Without duplicates, and at most as many as the Warning headers show.
 * -1: out of memory. */
int fakeapi__warn(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
		  const char *subresource, struct strbuf *out);

#endif
