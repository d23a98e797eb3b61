/* SPDX-License-Identifier: Apache-2.0 */
/* control.h - the fake apiserver on cue, from C; the same over HTTP is docs/control-api.md. */
#ifndef FAKEAPI_CONTROL_H
#define FAKEAPI_CONTROL_H

#include "fakeapi/core.h"
#include "fakeapi/fault.h"

struct fakeapi__call;

/* Answers a request below /relist/. The lock is held. */
int fakeapi__control_request(struct fakeapi__call *c);

#endif
