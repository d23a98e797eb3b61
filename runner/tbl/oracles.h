/* SPDX-License-Identifier: Apache-2.0 */
/* oracles.h - invariants that every run checks without an expectation.
 * X(NAME, object, word, provable from the request log alone, summary, help)
 *   runner/oracles/OBJECT.c is where it is judged. */
#ifndef RUNNER_TBL_ORACLES_H
#define RUNNER_TBL_ORACLES_H

/* Limits: requests in one second, and the average per second over ten. */
#define RUNNER_STORM_BURST    50
#define RUNNER_STORM_RATE     20
#define RUNNER_TBL_TEXT_(x)   #x
#define RUNNER_TBL_TEXT(x)    RUNNER_TBL_TEXT_(x)

#define RUNNER_ORACLES(X) \
	X(NO_TIME_TRAVEL, no_time_travel, "no-time-travel", false, \
	  "no handler gets a key in an older version than before", \
	  "Per key and UID the resource version never goes down, and a deleted object does not come back " \
	  "with an older one. A rewound server breaks it by design: switch it off there, with the reason.") \
	X(CACHE_EQUALS_MODEL_AT_END, cache_equals_model_at_end, "cache-equals-model-at-end", false, \
	  "at the end the cache of every synced informer equals the server's objects", \
	  "Checked when the last step is done and nothing is held, refused or frozen, after the informer " \
	  "had time to recover.") \
	X(DELETE_FOR_EVERY_VANISHED_KEY, delete_for_every_vanished_key, "delete-for-every-vanished-key", false, \
	  "each handler gets one delete for each key that leaves the cache", \
	  "Missing deletes, double deletes and deletes of objects that are still cached are failures.") \
	X(PER_HANDLER_ORDER, per_handler_order, "per-handler-order", false, \
	  "per key and handler: add, then updates, then delete", \
	  "No update or delete before the add, no second add of an existing object, no update whose old " \
	  "state differs from the last notified one.") \
	X(INDEX_CONSISTENT, index_consistent, "index-consistent", false, \
	  "each index equals a rebuild from the cache", \
	  "Values without keys, keys that are not in the cache, and missing ones are failures.") \
	X(NO_REQUEST_STORM, no_request_storm, "no-request-storm", true, \
	  "the rate of requests stays bounded", \
	  "More than `burst` requests in a second [" RUNNER_TBL_TEXT(RUNNER_STORM_BURST) "], or more than `rate` a second over ten seconds [" RUNNER_TBL_TEXT(RUNNER_STORM_RATE) "], or " \
	  "a fault that lasts three minutes and is retried no less often than at its beginning (unless it sends Retry-After). Of a " \
	  "controller's writes only failed ones count.") \
	X(NO_STATUS_OBJECT_DELIVERED, no_status_object_delivered, "no-status-object-delivered", false, \
	  "no handler gets a Status in place of an object", "") \
	X(QUEUE_NO_CONCURRENT_KEY, queue_no_concurrent_key, "queue-no-concurrent-key", false, \
	  "no two workers process the same key at the same time", "") \
	X(INITIAL_LIST_COMPLETE_BEFORE_SYNCED, initial_list_complete_before_synced, "initial-list-complete-before-synced", false, \
	  "an informer is not synced before all of its first list is in the cache", \
	  "All objects of the listed resource version that still exist. A handler is not synced before " \
	  "it was notified of all of them.")

#endif
