/* SPDX-License-Identifier: Apache-2.0 */
/* server.h - the way of a request: core.c takes it in and gives its answer out, dispatch.c lets it
 * pass faults, authentication and admission of the control API and hands it to its verb.
 *
 * Who may call: the installed API, http/, posix/ and tests. Threads: any: the core's lock (rank
 * FAKEAPI) is taken here.
 */
#ifndef FAKEAPI_SERVER_H
#define FAKEAPI_SERVER_H

#include "fakeapi/context.h"

/* Fills the exchange; never fails: an error is an answer, out of memory 500. */
void fakeapi__call_run(struct fakeapi__call *c);

#endif
