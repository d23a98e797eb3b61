/* SPDX-License-Identifier: Apache-2.0 */
/* transform.h - the transforms of traces and scenarios. Each returns a new reference (to the same
 * object if nothing changes), or NULL with err filled. */
#ifndef RUNNER_TRACE_TRANSFORM_H
#define RUNNER_TRACE_TRANSFORM_H

#include "base/str.h"
#include "relist/informer.h"

struct inf_object *runner__strip_managed_fields(const struct inf_object *obj,
						struct relist_err *err);
/* Appends `suffix` to the name, which changes the key. */
struct inf_object *runner__rename_object(const struct inf_object *obj, struct str suffix,
					 struct relist_err *err);
/* Keeps only these top-level members, separated by commas, and the members that every object must
 * have. */
struct inf_object *runner__keep_members(const struct inf_object *obj, struct str members,
					struct relist_err *err);

#endif
