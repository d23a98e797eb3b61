/* SPDX-License-Identifier: Apache-2.0 */
/* controller_impl.h - the parts of the controller. */
#ifndef INFORMER_CONTROLLER_IMPL_H
#define INFORMER_CONTROLLER_IMPL_H

#include "informer/controller.h"

/* For INF_FIX_JOIN_BLOCKS and _REMOVE_ALONE: finishes the distribution that the previous step
 * began. Returns false if out of memory. */
bool inf__distribute_rest(struct inf__controller *c, int64_t now_ns);
/* Returns the number of processed deltas; if it is less than all, memory was exhausted. */
size_t inf__handle_deltas(struct inf__controller *c, int64_t now_ns,
			  const struct inf__popped *popped);

#endif
