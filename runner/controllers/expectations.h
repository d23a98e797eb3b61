/* SPDX-License-Identifier: Apache-2.0 */
/* expectations.h - UIDTrackingControllerExpectations: the writes of a controller that its informer
 * has not delivered yet. A controller that reads its cache before that would repeat them.
 *
 * Per controller key: the number of expected creations and deletions, and the keys of the
 * deletions. Expectations hold until all were observed or until they are `ttl` old; a key without
 * expectations is satisfied. Threads: none. Source: kubernetes
 * pkg/controller/controller_utils.go. */
#ifndef RUNNER_CONTROLLERS_EXPECTATIONS_H
#define RUNNER_CONTROLLERS_EXPECTATIONS_H

#include "base/map.h"

struct ctl__expectations {
	int64_t ttl_ns;
	struct map keys; /* controller key -> struct expectation */
};

void ctl__expectations_init(struct ctl__expectations *e, int64_t ttl_ns);
void ctl__expectations_fini(struct ctl__expectations *e);

/* ExpectCreations, ExpectDeletions: replace earlier expectations. 0 or RELIST_ENOMEM. */
int ctl__expect_creations(struct ctl__expectations *e, struct str key, int64_t now_ns, int count);
int ctl__expect_deletions(struct ctl__expectations *e, struct str key, int64_t now_ns,
			  const struct str *children, size_t count);
/* The informer delivered the event, or it is known that it will not. */
void ctl__creation_observed(struct ctl__expectations *e, struct str key);
void ctl__deletion_observed(struct ctl__expectations *e, struct str key, struct str child);
/* SatisfiedExpectations: fulfilled, expired, or never set. */
bool ctl__satisfied(const struct ctl__expectations *e, struct str key, int64_t now_ns);
/* DeleteExpectations: the controller's object was deleted. */
void ctl__forget_expectations(struct ctl__expectations *e, struct str key);

#endif
