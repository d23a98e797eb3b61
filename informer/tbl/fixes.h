/* SPDX-License-Identifier: Apache-2.0 */
/* fixes.h - bugs that informers had in a release and that were fixed later. Each fix can be undone
 * on purpose (struct inf__informer_config.without), so that a scenario is proven able to catch its
 * bug. X(NAME, word, where it happened, what happens without the fix) */
#ifndef INFORMER_TBL_FIXES_H
#define INFORMER_TBL_FIXES_H

/* The reflector: its requests, and how it handles the responses. */
#define INF_REFLECTOR_FIXES(X) \
	X(RELIST_RV, "relist-rv", "kubernetes/kubernetes#59848", \
	  "every list has rv=0, so a lagging apiserver may answer with an older state") \
	X(WATCH_RV, "watch-rv", "jupyterhub/kubespawner#81", \
	  "watches carry no rv, so changes since the list are not notified") \
	X(EXPIRED_EVENT, "expired-event", "kubernetes-sigs/headlamp#7451", \
	  "a 410 in an ERROR event is ignored: the reflector repeats the watch") \
	X(EXPIRED_STATUS, "expired-status", "folio-pro/kdashboard#59", \
	  "a 410 as the watch's HTTP status leads to a retry of the same watch") \
	X(EXPIRED_LIST, "expired-list", "kubernetes-client/java#1533", \
	  "a list that gets 410 is repeated at the same rv for ever") \
	X(TOO_LARGE, "too-large", "kubernetes/kubernetes#91073", \
	  "a list whose rv is too large for the apiserver is repeated at the same rv for ever") \
	X(TOO_LARGE_TEXT, "too-large-text", "kubernetes/kubernetes#94316", \
	  "a too large rv is recognised only by its cause's reason, which older apiservers do not send") \
	X(ERROR_KEEPS_RV, "error-keeps-rv", "kubernetes-sigs/headlamp#7337", \
	  "an ERROR event wipes the rv, and the next watch starts now") \
	X(ERROR_EVENT, "error-event", "kubernetes-client/python-base#57", \
	  "the Status of an ERROR event is taken for an object") \
	X(ERROR_RELISTS, "error-relists", "kubernetes/kubernetes#123072", \
	  "after an InternalError event the watch resumes after the lost event") \
	X(BACKOFF, "backoff", "kubernetes/kubernetes#6770", \
	  "a failed round is followed by the next after 1ms") \
	X(BACKOFF_GROWTH, "backoff-growth", "cilium/cilium#25551", \
	  "the delay between failed rounds stays at its first value") \
	X(JITTER, "jitter", "kubernetes/kubernetes#87794", \
	  "the delay between failed rounds has no random part, so all clients retry at the same time") \
	X(WATCH_429, "watch-429", "kubernetes/kubernetes#100878", \
	  "a watch that gets 429 relists") \
	X(RETRY_AFTER, "retry-after", "kubernetes/kubernetes#100878", \
	  "the reflector does not wait for Retry-After") \
	X(STOP_LIST, "stop-list", "kubernetes/kubernetes#73137", \
	  "a stop during the reading of a list is ignored") \
	X(SHORT_WATCH, "short-watch", "fabric8io/kubernetes-client#7896", \
	  "a watch that ends at once without events is reopened at once; no list follows") \
	X(CONTINUE_RV, "continue-rv", "kubernetes/kubernetes#85221", \
	  "requests of further pages carry the rv and the continue token") \
	X(CONTINUE, "continue", "kubernetes-client/python#953", \
	  "the continue token is ignored: the first page is the list") \
	X(ONE_SNAPSHOT, "one-snapshot", "kubernetes/kubernetes#66981", \
	  "when a page's token has expired, the pages so far stay and the new list is added") \
	X(LIST_RETRY, "list-retry", "rancher/rancher#46267", \
	  "after a failed list no request follows") \
	X(INITIAL_EVENTS_END, "initial-events-end", "gravitational/teleport#64188", \
	  "any bookmark ends the initial events, annotated or not") \
	X(BOOKMARK_RV, "bookmark-rv", "kube-rs/kube#219", \
	  "bookmarks do not move the rv, so the watch of a quiet type resumes at a compacted one") \
	X(WHOLE_EVENTS, "whole-events", "kontena/k8s-client#64", \
	  "the part of an event at the end of a chunk is dropped") \
	X(WHOLE_CHARACTERS, "whole-characters", "kubernetes-client/python#2087", \
	  "a character that two chunks share becomes question marks") \
	X(GARBLED_EVENT, "garbled-event", "fabric8io/kubernetes-client#1961", \
	  "an event that does not decode is skipped, and the watch goes on")

/* From the queue into the cache and its indexes. */
#define INF_CACHE_FIXES(X) \
	X(DELETE_OF_QUEUED, "delete-of-queued", "kubernetes/kubernetes#27004", \
	  "profile client-go-1.32: a delete is dropped when the add is still queued") \
	X(REPLACE_AFTER_DELETE, "replace-after-delete", "kubernetes/kubernetes#83810", \
	  "profile client-go-1.32: a listed object is dropped when its delete is still queued") \
	X(REPLACE_SEES_QUEUED, "replace-sees-queued", "kubernetes/kubernetes#115658", \
	  "profile client-go-1.32: a relist does not delete objects that are queued and not yet in the cache") \
	X(TOMBSTONE_TRANSFORM, "tombstone-transform", "kubernetes/kubernetes#116432", \
	  "profile client-go-1.32: the transform gets tombstones and fails, and the relist fails with it") \
	X(RELIST_DELETES, "relist-deletes", "kubernetes-client/javascript#494", \
	  "objects that a relist lacks stay in the cache, and no delete is notified") \
	X(RELIST_CACHE, "relist-cache", "fabric8io/kubernetes-client#2994", \
	  "objects that a relist lacks are notified as deleted and stay in the cache") \
	X(RELIST_UPDATES, "relist-updates", "kube-rs/kube#219", \
	  "a relist notifies every object as added") \
	X(TOMBSTONE, "tombstone", "kubernetes-sigs/aws-load-balancer-controller#4879", \
	  "a delete found by a relist is notified as if it had been observed") \
	X(TOMBSTONE_STATE, "tombstone-state", "openshift/cluster-version-operator#952", \
	  "a delete found by a relist has no last state") \
	X(INDEX_COMMON, "index-common", "kubernetes/kubernetes#109115", \
	  "an update removes an object from index values that it keeps") \
	X(INDEX_AT_ONCE, "index-at-once", "fabric8io/kubernetes-client#7265", \
	  "an update removes an object from its indexes and inserts it again a moment later") \
	X(INDEX_EMPTY, "index-empty", "kubernetes/kubernetes#84959", \
	  "index values without objects are kept")

/* Resyncs, handlers, synced. */
#define INF_HANDLER_FIXES(X) \
	X(FIRST_RESYNC, "first-resync", "kubernetes/client-go#1312", \
	  "a handler's first resync does not come") \
	X(RESYNC_PERIODS, "resync-periods", "fabric8io/kubernetes-client#3159", \
	  "a resync requested by one handler goes to all handlers") \
	X(RESYNC_QUEUED, "resync-queued", "kubernetes/kubernetes#26082", \
	  "profile client-go-1.32: a resync repeats an object whose delete is queued, and the object returns") \
	X(RESYNC_ONCE, "resync-once", "fabric8io/kubernetes-client#2812", \
	  "each resync notifies every object twice") \
	X(SYNCED_PROCESSED, "synced-processed", "istio/istio#24117", \
	  "an informer is synced when its list has arrived, before the list is in the cache") \
	X(HANDLER_SYNCED, "handler-synced", "kubernetes/kubernetes#113763", \
	  "a handler is synced when the cache is, before the handler was notified") \
	X(LATE_ADDS, "late-adds", "kubernetes/client-go#675", \
	  "a handler that is added late gets no notification of the cache's content") \
	X(LATE_ORDER, "late-order", "ovn-org/ovn-kubernetes#1043", \
	  "a handler that is added late gets the cache's content after the first change") \
	X(JOIN_BLOCKS, "join-blocks", "kubernetes/kubernetes#28379", \
	  "a handler that is added between a change of the cache and its notification gets it twice") \
	X(REMOVE_ALONE, "remove-alone", "kubernetes/kubernetes#98657", \
	  "a handler that is removed during a notification makes the next handler miss it")

/* Work queues. */
#define INF_QUEUE_FIXES(X) \
	X(ONE_WORKER, "one-worker", "kubernetes/kubernetes#79934", \
	  "a key that is added while a worker processes it goes to a second worker")

/* The connection that the informers of a world share (`server: {http2: true}`). */
#define INF_CONNECTION_FIXES(X) \
	X(HTTP2_PING, "http2-ping", "kubernetes/client-go#374", \
	  "a silent HTTP/2 connection is not pinged, so its watches wait for ever") \
	X(HTTP2_STREAM, "http2-stream", "curl/curl#1009", \
	  "the error of one stream closes the HTTP/2 connection, so that all of its watches fail") \
	X(HTTP2_STREAMS, "http2-streams", "kubernetes/client-go#456", \
	  "a request beyond the connection's limit of streams waits for the end of a watch")

#define INF_FIXES(X) \
	INF_REFLECTOR_FIXES(X) INF_CACHE_FIXES(X) INF_HANDLER_FIXES(X) INF_QUEUE_FIXES(X) \
	INF_CONNECTION_FIXES(X)

#endif
