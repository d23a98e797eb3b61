/* SPDX-License-Identifier: Apache-2.0 */
/* expectations.h - UIDTrackingControllerExpectations: the writes that a controller has made and not
 * yet seen come back through its informer. A controller that looks at its cache before that would
 * do it once more.
 *
 * Per controller key: how many creations and deletions are awaited, and of deletions which. They
 * hold until all of them were seen, or until they are `ttl` old; a key without any is satisfied.
 * Threads: none. Source: kubernetes pkg/controller/controller_utils.go.
 */
#ifndef RUNNER_CONTROLLERS_EXPECTATIONS_H
#define RUNNER_CONTROLLERS_EXPECTATIONS_H

#include "base/map.h"

struct ctl__expectations {
	int64_t ttl_ns;
	struct map keys; /* controller key -> struct expectation */
};

void ctl__expectations_init(struct ctl__expectations *e, int64_t ttl_ns);
void ctl__expectations_fini(struct ctl__expectations *e);

/* ExpectCreations, ExpectDeletions: replace what was expected before. 0 or RELIST_ENOMEM. */
int ctl__expect_creations(struct ctl__expectations *e, struct str key, int64_t now_ns, int count);
int ctl__expect_deletions(struct ctl__expectations *e, struct str key, int64_t now_ns,
			  const struct str *children, size_t count);
/* Seen in the informer, or known not to come. */
void ctl__creation_observed(struct ctl__expectations *e, struct str key);
void ctl__deletion_observed(struct ctl__expectations *e, struct str key, struct str child);
/* SatisfiedExpectations: fulfilled, expired, or never set. */
bool ctl__satisfied(const struct ctl__expectations *e, struct str key, int64_t now_ns);
/* DeleteExpectations: the controller's object is gone. */
void ctl__forget_expectations(struct ctl__expectations *e, struct str key);

#endif
