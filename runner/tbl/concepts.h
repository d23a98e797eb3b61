/* SPDX-License-Identifier: Apache-2.0 */
/* concepts.h - terms for `relist explain` that are in no table of the language.
 * X(word, other names, separated by |, explanation, scenarios that show it, separated by |)
 *   The names of the scenarios are paths below scenarios/. */
#ifndef RUNNER_TBL_CONCEPTS_H
#define RUNNER_TBL_CONCEPTS_H

#define RUNNER_CONCEPTS(X) \
	X("informer", "reflector|sharedinformer|listandwatch", \
	  "A program's copy of one type of objects, kept fresh by a list and a watch (the reflector), in a cache with " \
	  "indexes (the indexer); it notifies its handlers of one change after the other. client-go: " \
	  "tools/cache/shared_informer.go, reflector.go.", \
	  "a-basics/add-update-delete|a-basics/two-informers-of-one-type") \
	X("list", "listing|paging|pages", \
	  "One response with all objects and the resource version of that moment; a large one comes in pages with a " \
	  "continue token. An informer begins with resourceVersion=0, which a server may serve from its cache.", \
	  "a-basics/change-between-list-and-watch|a-basics/many-objects-one-list|c-expired/page-two-is-gone") \
	X("resourceVersion", "rv|resourceversion|version", \
	  "The number of the write that made a state. Lists have one as well. It orders the history of a server; a " \
	  "watch begins after the version that it names. 0 means any, an empty one means the newest.", \
	  "c-expired/pages-go-on-without-a-version|b-relist/too-large-version-is-retried-without-one") \
	X("relist", "re-list", \
	  "An informer that cannot go on watching lists again. A cached object that the list lacks becomes a delete, one that " \
	  "differs an update, an equal one an update with the same version (a sync). Between the watch and the " \
	  "list the single events are lost.", \
	  "b-relist/order-of-a-relist|b-relist/relist-changes-nothing|d-delete/relist-finds-the-delete") \
	X("410", "gone|expired|compaction", \
	  "410 Gone: the requested resource version is older than the history that the server keeps. It comes as a " \
	  "status or as an ERROR event in an open watch, and makes the informer list again.", \
	  "c-expired/gone-in-the-stream|c-expired/gone-as-status|c-expired/gone-midwatch-missed-delete") \
	X("bookmark", "bookmarks", \
	  "A watch event without a change: it carries the server's present version, so that a quiet watch resumes from " \
	  "there and not from a version that has expired.", \
	  "b-relist/bookmark-moves-the-resume-point|b-relist/bookmarks-save-a-quiet-watch|" \
	  "a-basics/watchlist-without-its-bookmark") \
	X("watchlist", "sendinitialevents|streaming-list", \
	  "A watch that begins with the whole state as ADDED events, ended by a bookmark with the annotation " \
	  "k8s.io/initial-events-end (KEP-3157). One request in place of a list and a watch.", \
	  "a-basics/watchlist-is-one-request|a-basics/watchlist-refused-is-a-list") \
	X("tombstone", "deletedfinalstateunknown", \
	  "A delete that an informer did not observe but finds in a list: the handler gets DeletedFinalStateUnknown with the " \
	  "last cached state, which need not be the object's last state.", \
	  "d-delete/tombstone-is-the-last-known-state|d-delete/deleted-and-recreated-in-the-gap") \
	X("deltafifo", "delta|deltas", \
	  "The queue between reflector and cache up to client-go 1.32: it keeps the deltas of one key together and pops them " \
	  "at once, so keys may overtake each other. Handlers get one notification per delta.", \
	  "d-delete/delete-behind-a-queued-add|b-relist/order-of-a-relist") \
	X("realfifo", "fifo", \
	  "The queue of newer client-go: events in the order in which they came, one popped at a time or in batches; a " \
	  "list is one entry that replaces all.", \
	  "b-relist/order-of-a-relist|d-delete/cache-write-waits-with-those-behind-it") \
	X("resync", "resyncperiod", \
	  "Once per period the informer sends its cache to the handlers again, as updates without a change. It sends no request to the " \
	  "server: a resync does not find missed changes.", \
	  "e-resync/once-per-key-and-tick|e-resync/resync-without-a-server|e-resync/no-period-no-resync") \
	X("hassynced", "synced|waitforcachesync", \
	  "True when all of the first list is in the cache; of a handler's registration: when the handler was notified of it, too. " \
	  "A reader of the cache before that takes a part for the whole.", \
	  "a-basics/empty-list-syncs|b-relist/no-bookmark-ends-the-first-state") \
	X("stale", "lag|stale-read|time-travel", \
	  "A server's watch cache may be older than another server's: a list with resourceVersion=0 may be older than the state that an " \
	  "informer has. client-go requests at least its version on a relist, but not after a restart.", \
	  "b-relist/restart-on-a-server-of-the-past|b-relist/watch-behind-a-lagging-server|" \
	  "f-faults/etcd-restored-under-its-apiserver") \
	X("backoff", "back-off|jitter", \
	  "The pause before the next attempt: it doubles from 0.8 s to 30 s, with jitter, and is reset after two " \
	  "quiet minutes. Retry-After sets a pause of its own.", \
	  "b-relist/pause-doubles-between-lists|f-faults/retry-after-is-waited-for") \
	X("handler", "eventhandler|listener|notification", \
	  "Functions for add, update and delete, called one after the other from a queue of the handler's own: a slow one " \
	  "blocks no other handler, and its backlog grows.", \
	  "a-basics/slow-handler-delays-no-other|e-resync/late-handler-gets-the-cache-first") \
	X("indexer", "cache|store|index|lister", \
	  "The cache with its indexes: by namespace, or by a function of the object. It is written before handlers are " \
	  "notified, so a handler may read a newer state than that of its notification.", \
	  "a-basics/index-follows-update|a-basics/index-of-many-values") \
	X("transform", "transformer", \
	  "A function that changes objects before they are stored, to save memory. Tombstones hold the changed object.", \
	  "a-basics/transform-keeps-what-is-needed|d-delete/tombstone-through-a-transform") \
	X("workqueue", "rate-limiting", \
	  "Between handlers and workers: it holds a key once and gives it to one worker at a time; failed keys come " \
	  "back with growing delays. The key `queue` lists its settings in a scenario.", \
	  "g-controllers/one-key-one-worker|g-controllers/failed-delete-is-tried-again") \
	X("expectations", "controllerexpectations", \
	  "A controller's record of its own writes while its cache lacks them, so that it does not repeat " \
	  "them (pkg/controller/controller_utils.go). Not the section `expect` of this language.", \
	  "g-controllers/replica-keeper-waits-for-its-own-pods|" \
	  "g-controllers/expectations-expire-while-the-informer-is-behind") \
	X("finalizer", "finalizers|deletiontimestamp", \
	  "A name in metadata.finalizers keeps an object that is deleted: the object gets a deletionTimestamp and goes when the last name " \
	  "is removed.", \
	  "a-basics/finalizers-make-two-steps|d-delete/mark-and-end-in-one-gap") \
	X("conflict", "409|optimistic-locking", \
	  "A write that names an outdated resource version is rejected with 409: read again, and " \
	  "decide again.", \
	  "g-controllers/stale-copy-is-a-conflict") \
	X("oracle", "oracles|invariant", \
	  "An invariant that every run checks. relist explain lists them by name.", "") \
	X("matrix", "cell|cells", \
	  "Names with values at the top of a file: every combination is a cell with a run of its own; $name stands for " \
	  "the value.", \
	  "c-expired/gone-midwatch-missed-delete")

#endif
