/* SPDX-License-Identifier: Apache-2.0 */
/* retry.h - the retries of client-go's HTTP client, invisible to the reflector
 * (rest/with_retry.go): responses with Retry-After, and connections that die before a response.
 *
 * One struct per request; at most ten retries, whatever their reasons. */
#ifndef INFORMER_RETRY_H
#define INFORMER_RETRY_H

#include "informer/api_status.h"
#include "informer/reflector.h"

enum {
	/* client-go reads this much of a response before a retry, to keep the connection. */
	INF_RETRY_DRAIN_MAX = 2048,
};

struct inf__retry {
	unsigned attempts;
	bool current_failed;  /* the last attempt ended with a connection error */
	bool previous_failed; /* an earlier one did */
};

/* Handles a response. Returns true if the request must be retried after *wait_ns (may be <= 0). */
bool inf__retry_answer(struct inf__retry *r, int http_status, const char *retry_after,
		       int64_t *wait_ns);
/* The connection ended before a response. */
bool inf__retry_connection(struct inf__retry *r, enum inf__end how, bool watch, int64_t *wait_ns);

/* After the last attempt: whether a watch that ended like this becomes an empty one instead of an
 * error. */
bool inf__retry_is_empty_watch(enum inf__end how);
/* The error for the end of a connection; in_answer: after the status line. */
void inf__retry_connection_error(struct inf__api_error *e, enum inf__end how, bool in_answer);

#endif
