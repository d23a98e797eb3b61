/* SPDX-License-Identifier: Apache-2.0 */
/* backoff.h - the delays of a reflector: 0.8 s doubling to 30 s, each with a random addition of up
 * to its own length, reset after two minutes.
 *
 * The generations measure the two minutes differently: 0.37 since the last reset
 * (wait.Backoff.DelayWithReset), 0.32 since the last requested delay
 * (wait.NewExponentialBackoffManager). Source: apimachinery pkg/util/wait/backoff.go. */
#ifndef INFORMER_BACKOFF_H
#define INFORMER_BACKOFF_H

#include "base/choice.h"

struct inf__backoff {
	struct choice *choice;
	int64_t delay_ns; /* the next delay, without jitter */
	int64_t mark_ns;
	bool classic;
	bool exact; /* no jitter; set after init */
};

void inf__backoff_init(struct inf__backoff *b, bool classic, struct choice *choice, int64_t now_ns);
/* Returns the delay to wait from now on. */
int64_t inf__backoff_next(struct inf__backoff *b, int64_t now_ns);

/* client-go's RetryWithDeadline for internal errors of a watch: decides whether to reopen it at
 * once. */
struct inf__retry_deadline {
	int64_t max_ns; /* 0: never */
	int64_t first_error_ns, last_error_ns;
	bool seen; /* first_error_ns is valid */
};

void inf__retry_deadline_error(struct inf__retry_deadline *r, int64_t now_ns);
bool inf__retry_deadline_allows(struct inf__retry_deadline *r, int64_t now_ns);

#endif
