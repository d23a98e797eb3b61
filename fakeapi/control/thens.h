/* SPDX-License-Identifier: Apache-2.0 */
/* thens.h - calls of the control API that a rule triggers once it has acted.
 *
 * Who may call: server/ after each request, without the core's lock; control/ with it, to read and
 * show a rule.
 */
#ifndef FAKEAPI_CONTROL_THENS_H
#define FAKEAPI_CONTROL_THENS_H

#include <cjson/cJSON.h>

#include "fakeapi/faults/fault.h"

/* Makes the calls that are due. Cheap if there are none. */
void fakeapi__thens_run(struct fakeapi__core *core, int64_t now_ns);
/* Reads the member `then` of a rule. Negative: error in c->st. */
int fakeapi__read_then(struct fakeapi__call *c, const cJSON *obj, struct fakeapi__fault *f);
void fakeapi__then_tree(const struct fakeapi__fault *f, cJSON *obj);

#endif
