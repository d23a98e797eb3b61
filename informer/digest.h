/* SPDX-License-Identifier: Apache-2.0 */
/* digest.h - a 64-bit hash of the state of an informer's parts, with which a simulator recognizes
 * known states. The order counts; data for metrics does not.
 *
 * Threads: acquires the locks of the hashed parts in ascending rank. */
#ifndef INFORMER_DIGEST_H
#define INFORMER_DIGEST_H

#include "base/digest.h"
#include "informer/controller.h"

void inf__digest_object(struct digest *d, const struct inf_object *obj); /* accepts NULL */
void inf__digest_delta(struct digest *d, const struct inf__delta *delta);
/* Adds the controller with its queue, cache and listeners. */
void inf__digest_controller(struct digest *d, struct inf__controller *c);

#endif
