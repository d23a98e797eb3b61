/* SPDX-License-Identifier: Apache-2.0 */
/* oracles.h - what must hold in every run, without being asked for.
 * X(NAME, object, word, provable from the request log alone, summary, help)
 *   runner/oracles/OBJECT.c is where it is judged. */
#ifndef RUNNER_TBL_ORACLES_H
#define RUNNER_TBL_ORACLES_H

/* Requests in a second, and a second's share over ten. */
#define RUNNER_STORM_BURST    50
#define RUNNER_STORM_RATE     20
#define RUNNER_TBL_TEXT_(x)   #x
#define RUNNER_TBL_TEXT(x)    RUNNER_TBL_TEXT_(x)

#define RUNNER_ORACLES(X) \
	X(NO_TIME_TRAVEL, no_time_travel, "no-time-travel", false, \
	  "no handler is shown a key in an older version than before", \
	  "Per key and UID the resource version never goes down, and a deleted object does not come back " \
	  "with an older one. A rewound server breaks it by design: switch it off there, with the reason.") \
	X(CACHE_EQUALS_MODEL_AT_END, cache_equals_model_at_end, "cache-equals-model-at-end", false, \
	  "at the end every synced informer's cache is what the server has", \
	  "Checked when the last step is done and nothing is held, refused or frozen, after the informer " \
	  "had time to recover.") \
	X(DELETE_FOR_EVERY_VANISHED_KEY, delete_for_every_vanished_key, "delete-for-every-vanished-key", false, \
	  "each key that leaves the cache is told to each handler as one delete", \
	  "Missing and double deletes are both failures, and a delete of what the cache still has.") \
	X(PER_HANDLER_ORDER, per_handler_order, "per-handler-order", false, \
	  "per key and handler: add, then updates, then delete", \
	  "No update or delete of what was not added, no second add of what is there, no update whose old " \
	  "state is not the one told last.") \
	X(INDEX_CONSISTENT, index_consistent, "index-consistent", false, \
	  "each index is what a rebuild from the cache gives", \
	  "Values without keys, keys that are not in the cache, and missing ones are failures.") \
	X(NO_REQUEST_STORM, no_request_storm, "no-request-storm", true, \
	  "the rate of requests stays bounded", \
	  "More than `burst` requests in a second [" RUNNER_TBL_TEXT(RUNNER_STORM_BURST) "], or more than `rate` a second over ten seconds [" RUNNER_TBL_TEXT(RUNNER_STORM_RATE) "], or " \
	  "a fault that stays for three minutes and is not asked less often than at its beginning (unless it says when to ask again). Of a " \
	  "controller's writes those count that fail.") \
	X(NO_STATUS_OBJECT_DELIVERED, no_status_object_delivered, "no-status-object-delivered", false, \
	  "no handler is given a Status as if it were an object", "") \
	X(QUEUE_NO_CONCURRENT_KEY, queue_no_concurrent_key, "queue-no-concurrent-key", false, \
	  "no two workers have the same key at a time", "") \
	X(INITIAL_LIST_COMPLETE_BEFORE_SYNCED, initial_list_complete_before_synced, "initial-list-complete-before-synced", false, \
	  "an informer is not synced before all of its first list is in the cache", \
	  "All that the server had at the listed resource version and still has. And a handler not before " \
	  "it was told all of it.")

#endif
