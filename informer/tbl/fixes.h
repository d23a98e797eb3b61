/* SPDX-License-Identifier: Apache-2.0 */
/* fixes.h - bugs that informers were shipped with and that were fixed since. Each fix can be undone
 * on purpose (struct inf__informer_config.without), so that a scenario is proven able to catch its
 * bug. X(NAME, word, where it happened, what happens without the fix) */
#ifndef INFORMER_TBL_FIXES_H
#define INFORMER_TBL_FIXES_H

/* The reflector: what is asked, and what is made of the answer. */
#define INF_REFLECTOR_FIXES(X) \
	X(RELIST_RV, "relist-rv", "kubernetes/kubernetes#59848", \
	  "every list asks rv=0, so a lagging apiserver may answer with an older state") \
	X(WATCH_RV, "watch-rv", "jupyterhub/kubespawner#81", \
	  "watches carry no rv, so what happened since the list is not told") \
	X(EXPIRED_EVENT, "expired-event", "kubernetes-sigs/headlamp#7451", \
	  "a 410 that comes as ERROR event is swallowed: the same watch again") \
	X(EXPIRED_STATUS, "expired-status", "folio-pro/kdashboard#59", \
	  "a 410 that is the watch's HTTP status is waited out: the same watch again") \
	X(EXPIRED_LIST, "expired-list", "kubernetes-client/java#1533", \
	  "a list that is answered 410 is asked again at the same rv, for ever") \
	X(TOO_LARGE, "too-large", "kubernetes/kubernetes#91073", \
	  "a list whose rv is too large for the apiserver is asked again at the same rv, for ever") \
	X(TOO_LARGE_TEXT, "too-large-text", "kubernetes/kubernetes#94316", \
	  "a too large rv is only known by its cause's reason, which older apiservers do not send") \
	X(ERROR_KEEPS_RV, "error-keeps-rv", "kubernetes-sigs/headlamp#7337", \
	  "an ERROR event wipes the rv, and the next watch starts now") \
	X(ERROR_EVENT, "error-event", "kubernetes-client/python-base#57", \
	  "the Status of an ERROR event is taken for an object") \
	X(ERROR_RELISTS, "error-relists", "kubernetes/kubernetes#123072", \
	  "after an InternalError event the watch goes on behind the event that was lost") \
	X(BACKOFF, "backoff", "kubernetes/kubernetes#6770", \
	  "a failed round is followed by the next after 1ms") \
	X(BACKOFF_GROWTH, "backoff-growth", "cilium/cilium#25551", \
	  "the delay between failed rounds stays at its first value") \
	X(JITTER, "jitter", "kubernetes/kubernetes#87794", \
	  "the delay between failed rounds has no random part, so that all come at the same moment") \
	X(WATCH_429, "watch-429", "kubernetes/kubernetes#100878", \
	  "a watch that is told 429 relists") \
	X(RETRY_AFTER, "retry-after", "kubernetes/kubernetes#100878", \
	  "Retry-After is not waited for") \
	X(STOP_LIST, "stop-list", "kubernetes/kubernetes#73137", \
	  "a stop that comes while a list is being read is not seen") \
	X(SHORT_WATCH, "short-watch", "fabric8io/kubernetes-client#7896", \
	  "a watch that ends at once and empty is opened again at once, never a list") \
	X(CONTINUE_RV, "continue-rv", "kubernetes/kubernetes#85221", \
	  "further pages are asked with the rv beside the continue token") \
	X(CONTINUE, "continue", "kubernetes-client/python#953", \
	  "the continue token is not followed: the first page is the list") \
	X(ONE_SNAPSHOT, "one-snapshot", "kubernetes/kubernetes#66981", \
	  "when a page's token has expired, the pages so far are kept beside the new list") \
	X(LIST_RETRY, "list-retry", "rancher/rancher#46267", \
	  "after a list that failed nothing is asked any more") \
	X(INITIAL_EVENTS_END, "initial-events-end", "gravitational/teleport#64188", \
	  "any bookmark ends the initial events, annotated or not") \
	X(BOOKMARK_RV, "bookmark-rv", "kube-rs/kube#219", \
	  "bookmarks do not move the rv, so a quiet type's watch comes back with one long gone") \
	X(WHOLE_EVENTS, "whole-events", "kontena/k8s-client#64", \
	  "the part of an event at the end of a chunk is dropped") \
	X(WHOLE_CHARACTERS, "whole-characters", "kubernetes-client/python#2087", \
	  "a character that two chunks share becomes question marks") \
	X(GARBLED_EVENT, "garbled-event", "fabric8io/kubernetes-client#1961", \
	  "what does not decode is skipped, and the watch goes on")

/* From the queue into the cache and its indexes. */
#define INF_CACHE_FIXES(X) \
	X(DELETE_OF_QUEUED, "delete-of-queued", "kubernetes/kubernetes#27004", \
	  "profile client-go-1.32: a delete is dropped when the add is still queued") \
	X(REPLACE_AFTER_DELETE, "replace-after-delete", "kubernetes/kubernetes#83810", \
	  "profile client-go-1.32: a listed object is dropped when its delete is still queued") \
	X(REPLACE_SEES_QUEUED, "replace-sees-queued", "kubernetes/kubernetes#115658", \
	  "profile client-go-1.32: a relist does not delete what is queued and not yet in the cache") \
	X(TOMBSTONE_TRANSFORM, "tombstone-transform", "kubernetes/kubernetes#116432", \
	  "profile client-go-1.32: the transform is given tombstones, fails, and the relist with it") \
	X(RELIST_DELETES, "relist-deletes", "kubernetes-client/javascript#494", \
	  "what a relist does not have any more stays, and no delete is told") \
	X(RELIST_CACHE, "relist-cache", "fabric8io/kubernetes-client#2994", \
	  "what a relist does not have any more is told as deleted and stays in the cache") \
	X(RELIST_UPDATES, "relist-updates", "kube-rs/kube#219", \
	  "a relist tells every object as added") \
	X(TOMBSTONE, "tombstone", "kubernetes-sigs/aws-load-balancer-controller#4879", \
	  "a delete that only a relist found is told as if it had been seen") \
	X(TOMBSTONE_STATE, "tombstone-state", "openshift/cluster-version-operator#952", \
	  "a delete that only a relist found has no last state") \
	X(INDEX_COMMON, "index-common", "kubernetes/kubernetes#109115", \
	  "an update takes an object out of index values that it keeps") \
	X(INDEX_AT_ONCE, "index-at-once", "fabric8io/kubernetes-client#7265", \
	  "an update takes an object out of its indexes a moment before it comes back into them") \
	X(INDEX_EMPTY, "index-empty", "kubernetes/kubernetes#84959", \
	  "index values that nothing has any more are kept")

/* Resyncs, handlers, synced. */
#define INF_HANDLER_FIXES(X) \
	X(FIRST_RESYNC, "first-resync", "kubernetes/client-go#1312", \
	  "a handler's first resync does not come") \
	X(RESYNC_PERIODS, "resync-periods", "fabric8io/kubernetes-client#3159", \
	  "a resync that one handler asked for goes to all of them") \
	X(RESYNC_QUEUED, "resync-queued", "kubernetes/kubernetes#26082", \
	  "profile client-go-1.32: a resync repeats an object whose delete is queued, and it is back") \
	X(RESYNC_ONCE, "resync-once", "fabric8io/kubernetes-client#2812", \
	  "each resync tells every object twice") \
	X(SYNCED_PROCESSED, "synced-processed", "istio/istio#24117", \
	  "an informer is synced when its list is here, before it is in the cache") \
	X(HANDLER_SYNCED, "handler-synced", "kubernetes/kubernetes#113763", \
	  "a handler is synced when the cache is, before it was told") \
	X(LATE_ADDS, "late-adds", "kubernetes/client-go#675", \
	  "a handler that comes late is not told what the cache has") \
	X(LATE_ORDER, "late-order", "ovn-org/ovn-kubernetes#1043", \
	  "a handler that comes late is told what the cache has behind the first change") \
	X(JOIN_BLOCKS, "join-blocks", "kubernetes/kubernetes#28379", \
	  "a handler that comes between a change of the cache and its telling is told of it twice") \
	X(REMOVE_ALONE, "remove-alone", "kubernetes/kubernetes#98657", \
	  "a handler that is removed while an event is told makes its neighbour miss the event")

/* Work queues. */
#define INF_QUEUE_FIXES(X) \
	X(ONE_WORKER, "one-worker", "kubernetes/kubernetes#79934", \
	  "a key that is added while a worker has it goes to a second worker")

#define INF_FIXES(X) \
	INF_REFLECTOR_FIXES(X) INF_CACHE_FIXES(X) INF_HANDLER_FIXES(X) INF_QUEUE_FIXES(X)

#endif
