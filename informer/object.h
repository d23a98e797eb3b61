/* SPDX-License-Identifier: Apache-2.0 */
/* object.h - one version of one Kubernetes object, immutable and shared.
 *
 * One allocation: counts and offsets, the raw JSON, then the NUL-terminated key and
 * resourceVersion. Nobody writes to it after inf__object_new() returns, so it crosses threads
 * without a lock; only the reference count changes. The bytes are copied from the network buffer
 * once, here, and never again on the way to a handler. Memory counts: raw bytes + as little as can
 * be (aim: 64 B with the cache's own entry).
 */
#ifndef INFORMER_OBJECT_H
#define INFORMER_OBJECT_H

#include "base/json_scan.h"
#include "base/str.h"
#include "relist/informer.h"

/* Makes an object of `json` (valid JSON, any kind of value). `api_version` and `kind` (may be
 * empty) are written into it where it has none of its own: list items inherit them. NULL: out of
 * memory or, with RELIST_EINVAL, metadata of a wrong type. */
struct inf_object *inf__object_new(json_t json, struct str api_version, struct str kind,
				   struct relist_err *err);

/* False when metadata is absent or no object: client-go's meta.Accessor fails there. */
bool inf__object_has_metadata(const struct inf_object *obj);

static inline json_t inf__object_value(const struct inf_object *obj)
{
	struct inf_str s = inf_object_json(obj);

	return (json_t){ s.ptr, s.len };
}

/* Objects alive in this process; the simulator checks it against what is referenced. */
size_t inf__object_count(void);

static inline void inf__object_unref_auto(struct inf_object **p)
{
	inf_object_unref(*p);
}
#define AUTO_OBJECT AUTO(inf__object_unref_auto) struct inf_object *

#endif
