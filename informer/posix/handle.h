/* SPDX-License-Identifier: Apache-2.0 */
/* handle.h - struct inf_informer: a runtime, its names, and somebody to wait for its sync. */
#ifndef INFORMER_POSIX_HANDLE_H
#define INFORMER_POSIX_HANDLE_H

#include "informer/posix/runtime.h"

/* `io` and `clock` must outlive the runtime's threads. */
struct inf_informer *inf__handle_new(struct inf__io *io, struct clock *clock,
				     const struct inf_informer_options *options,
				     struct relist_err *err);
/* Stops; the rest follows when the last thread has left. */
void inf__handle_free(struct inf_informer *inf);
struct inf__runtime *inf__handle_runtime(struct inf_informer *inf);
/* "deployments.v1.apps", for messages. */
const char *inf__handle_name(const struct inf_informer *inf);

#endif
