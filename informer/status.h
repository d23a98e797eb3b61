/* SPDX-License-Identifier: Apache-2.0 */
/* status.h - struct inf_status: what a server's refusal says, whole (apimachinery api/errors,
 * meta/v1 Status). */
#ifndef INFORMER_STATUS_H
#define INFORMER_STATUS_H

#include "base/json_scan.h"
#include "informer/rest_call.h"
#include "relist/client.h"

/* FromObject: `v` is an object of kind Status. RELIST_EPARSE: it does not decode into one;
 * RELIST_ENOMEM. *s is empty then. */
int inf__status_from_json(struct inf_status *s, json_t v);
/* The refusal that a complete answer stands for: its Status, or what its code says. 0 or
 * RELIST_ENOMEM. */
int inf__status_from_answer(struct inf_status *s, const struct inf__rest_call *c);
/* Which error of ours it is, with message and HTTP status in `err`. */
int inf__status_error(const struct inf_status *s, struct relist_err *err);

#endif
