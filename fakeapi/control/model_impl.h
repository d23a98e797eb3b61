/* SPDX-License-Identifier: Apache-2.0 */
/* model_impl.h - shared by the files that implement model.h. */
#ifndef FAKEAPI_MODEL_IMPL_H
#define FAKEAPI_MODEL_IMPL_H

#include "fakeapi/context.h"
#include "fakeapi/control/model.h"

/* The version in which objects of the type are stored; borrowed while the type is served. Under the
 * core's lock. */
struct str fakeapi__model_stored_version(struct fakeapi__core *core,
					 const struct fakeapi__model_type *type);

#endif
