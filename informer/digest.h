/* SPDX-License-Identifier: Apache-2.0 */
/* digest.h - what an informer's parts hold, in 64 bits: for a simulator that wants to know whether
 * it has been in this state before. Order counts; what only metrics look at does not.
 *
 * Threads: takes the locks of what it looks at, in ascending rank. */
#ifndef INFORMER_DIGEST_H
#define INFORMER_DIGEST_H

#include "base/digest.h"
#include "informer/controller.h"

void inf__digest_object(struct digest *d, const struct inf_object *obj); /* NULL is fine */
void inf__digest_delta(struct digest *d, const struct inf__delta *delta);
/* With its queue, cache and listeners. */
void inf__digest_controller(struct digest *d, struct inf__controller *c);

#endif
