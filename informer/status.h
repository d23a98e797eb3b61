/* SPDX-License-Identifier: Apache-2.0 */
/* status.h - struct inf_status: the complete error response of a server (apimachinery api/errors,
 * meta/v1 Status). */
#ifndef INFORMER_STATUS_H
#define INFORMER_STATUS_H

#include "base/json_scan.h"
#include "informer/rest_call.h"
#include "relist/client.h"

/* FromObject: `v` is an object of kind Status. RELIST_EPARSE: it does not decode into one;
 * RELIST_ENOMEM. *s is empty then. */
int inf__status_from_json(struct inf_status *s, json_t v);
/* The error that a complete response represents: its Status, or one made from its code. Returns 0
 * or RELIST_ENOMEM. */
int inf__status_from_answer(struct inf_status *s, const struct inf__rest_call *c);
/* Converts it to an error code; message and HTTP status go into `err`. */
int inf__status_error(const struct inf_status *s, struct relist_err *err);

#endif
