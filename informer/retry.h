/* SPDX-License-Identifier: Apache-2.0 */
/* retry.h - what client-go's HTTP client repeats by itself, unseen by the reflector
 * (rest/with_retry.go): answers with Retry-After, and connections that die before an answer.
 *
 * One struct per request; ten repeats at most, whatever their reasons.
 */
#ifndef INFORMER_RETRY_H
#define INFORMER_RETRY_H

#include "informer/api_status.h"
#include "informer/reflector.h"

struct inf__retry {
	unsigned attempts;
	bool current_failed;  /* the last attempt ended in a connection error */
	bool previous_failed; /* an earlier one did */
};

/* A response came. True: wait *wait_ns (may be <= 0), then retry. */
bool inf__retry_answer(struct inf__retry *r, int http_status, const char *retry_after,
		       int64_t *wait_ns);
/* The connection ended before an answer. */
bool inf__retry_connection(struct inf__retry *r, enum inf__end how, bool watch, int64_t *wait_ns);

/* After the last attempt: a watch that ended so becomes an empty one instead of an error. */
bool inf__retry_is_empty_watch(enum inf__end how);
/* The error that a connection's end stands for; in_answer: after the status line. */
void inf__retry_connection_error(struct inf__api_error *e, enum inf__end how, bool in_answer);

#endif
