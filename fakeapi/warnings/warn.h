/* SPDX-License-Identifier: Apache-2.0 */
/* warn.h - what is taken, but warned about: the strategies' WarningsOnCreate and WarningsOnUpdate
 * (k8s.io/kubernetes pkg/api/<kind>/warnings.go, pkg/registry/<group>/<kind>/strategy.go).
 *
 * Who may call: rest/, once an object is valid. Threads: any; pure.
 */
#ifndef FAKEAPI_WARN_H
#define FAKEAPI_WARN_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/resource.h"

/* Appends a line for each warning about `obj`, which was `old` (NULL: it is new), written through
 * `subresource` ("": none). Not more than a Warning header shows, and each text once. -1: no
 * memory.
 */
int fakeapi__warn(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
		  const char *subresource, struct strbuf *out);

#endif
