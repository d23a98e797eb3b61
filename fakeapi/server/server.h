/* SPDX-License-Identifier: Apache-2.0 */
/* server.h - the path of a request: exchanges.c receives it and sends its response; dispatch.c
 * applies faults, authentication and admission of the control API and calls its verb.
 *
 * Who may call: the installed API, http/, posix/ and tests. Threads: any: the core's lock (rank
 * FAKEAPI) is taken here.
 */
#ifndef FAKEAPI_SERVER_H
#define FAKEAPI_SERVER_H

#include "fakeapi/context.h"

/* Fills the exchange; never fails: errors become responses, out of memory a 500. */
void fakeapi__call_run(struct fakeapi__call *c);
/* request_info.c: what is refused before the user is known. -1: a Status is set; 1: a response was
 * sent. */
int fakeapi__request_info_check(struct fakeapi__call *c);
/* no_such_path.c */
void fakeapi__no_such_path(struct fakeapi__call *c);

/* exchanges.c: the entry points of fakeapi__server and of the core's own threads. */
struct fakeapi__exchange *fakeapi__core_begin(struct fakeapi__server *s, int64_t now_ns,
					      const struct fakeapi__request *req,
					      struct fakeapi__wake wake);
void fakeapi__xchg_free(struct fakeapi__xchg *x);
/* Advances the core's time and ends everything that has expired. */
void fakeapi__core_advance(struct fakeapi__core *core, int64_t now_ns);
/* Frees data that the store and the registry have discarded, on another thread. */
void fakeapi__core_tidy(struct fakeapi__errand *self);
void fakeapi__core_tidy_aside(void *core);

/* documents.c: discovery, OpenAPI, keys of tokens. -1: another path. */
int fakeapi__answer_document(struct fakeapi__call *c);
/* The 405 of the server's own types. */
int fakeapi__no_such_method(struct fakeapi__call *c);

#endif
