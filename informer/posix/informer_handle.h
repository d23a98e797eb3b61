/* SPDX-License-Identifier: Apache-2.0 */
/* informer_handle.h - struct inf_informer: a run (informer_threads.h, or a driver's) and its names.
 */
#ifndef INFORMER_POSIX_INFORMER_HANDLE_H
#define INFORMER_POSIX_INFORMER_HANDLE_H

#include "informer/posix/driver.h"
#include "informer/posix/informer_threads.h"

/* `io` and `clock` must outlive the runtime's threads. */
struct inf_informer *inf__informer_handle_new(struct inf__io *io, struct clock *clock,
					      const struct inf_informer_options *options,
					      struct relist_err *err);
/* Likewise, run by `driver`. */
struct inf_informer *inf__informer_handle_new_driven(const struct inf__driver *driver,
						     const struct inf_informer_options *options,
						     struct relist_err *err);
/* Stops the informer; it is freed when the last thread has ended. */
void inf__informer_handle_free(struct inf_informer *inf);
struct inf__informer *inf__informer_handle_informer(struct inf_informer *inf);
bool inf__informer_handle_started(struct inf_informer *inf);
/* Starts the informer for a factory, whose I/O thread runs already. */
int inf__informer_handle_start(struct inf_informer *inf, struct relist_err *err);
/* "deployments.v1.apps", for messages. */
const char *inf__informer_handle_name(const struct inf_informer *inf);

#endif
