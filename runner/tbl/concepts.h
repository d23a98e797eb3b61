/* SPDX-License-Identifier: Apache-2.0 */
/* concepts.h - words that people ask for and no table of the language has.
 * X(word, other names apart by |, what it is, scenarios that show it apart by |)
 *   The names of the scenarios are paths below scenarios/. */
#ifndef RUNNER_TBL_CONCEPTS_H
#define RUNNER_TBL_CONCEPTS_H

#define RUNNER_CONCEPTS(X) \
	X("informer", "reflector|sharedinformer|listandwatch", \
	  "A program's copy of one type of objects, kept fresh by a list and a watch (the reflector), in a cache with " \
	  "indexes (the indexer), and told to handlers one change after the other. client-go: " \
	  "tools/cache/shared_informer.go, reflector.go.", \
	  "a-basics/add-update-delete|a-basics/two-informers-of-one-type") \
	X("list", "listing|paging|pages", \
	  "One answer with all objects and the resource version of that moment; large ones come in pages with a " \
	  "continue token. An informer begins with resourceVersion=0, which a server may answer from its cache.", \
	  "a-basics/change-between-list-and-watch|a-basics/many-objects-one-list|c-expired/page-two-is-gone") \
	X("resourceVersion", "rv|resourceversion|version", \
	  "The number of the write that made a state. Lists have one as well. It orders the history of a server; a " \
	  "watch begins behind the one that it names. 0 means any, nothing means the newest.", \
	  "c-expired/pages-go-on-without-a-version|b-relist/too-large-version-is-asked-without-one") \
	X("relist", "re-list", \
	  "An informer that cannot go on watching lists again. What it had and the list has not becomes a delete, what " \
	  "differs an update, what is the same an update with the same version (a sync). Between the watch and the " \
	  "list nobody sees single events.", \
	  "b-relist/order-of-a-relist|b-relist/relist-changes-nothing|d-delete/relist-finds-the-delete") \
	X("410", "gone|expired|compaction", \
	  "410 Gone: the resource version asked for is older than the history that the server keeps. It comes as a " \
	  "status or as an ERROR event in an open watch, and makes the informer list again.", \
	  "c-expired/gone-in-the-stream|c-expired/gone-as-status|c-expired/gone-midwatch-missed-delete") \
	X("bookmark", "bookmarks", \
	  "A watch event without a change: it says how far the server has come, so that a quiet watch resumes from " \
	  "there and not from a version that is gone by then.", \
	  "b-relist/bookmark-moves-the-resume-point|b-relist/bookmarks-save-a-quiet-watch|" \
	  "a-basics/watchlist-without-its-bookmark") \
	X("watchlist", "sendinitialevents|streaming-list", \
	  "A watch that begins with the whole state as ADDED events, ended by a bookmark with the annotation " \
	  "k8s.io/initial-events-end (KEP-3157). One request in place of a list and a watch.", \
	  "a-basics/watchlist-is-one-request|a-basics/watchlist-refused-is-a-list") \
	X("tombstone", "deletedfinalstateunknown", \
	  "A delete that an informer did not see but finds in a list: the handler gets DeletedFinalStateUnknown with the " \
	  "last state that the informer knew, which need not be the last that there was.", \
	  "d-delete/tombstone-is-the-last-known-state|d-delete/deleted-and-recreated-in-the-gap") \
	X("deltafifo", "delta|deltas", \
	  "The queue between reflector and cache up to client-go 1.32: the deltas of one key are kept together and popped " \
	  "at once, so keys may overtake each other. Handlers see one notification a delta.", \
	  "d-delete/delete-behind-a-queued-add|b-relist/order-of-a-relist") \
	X("realfifo", "fifo", \
	  "The queue of newer client-go: events in the order in which they came, one popped at a time or in batches; a " \
	  "list is one entry that replaces all.", \
	  "b-relist/order-of-a-relist|d-delete/cache-write-waits-with-those-behind-it") \
	X("resync", "resyncperiod", \
	  "Every period the cache is sent to its handlers again, as updates without a change. Nothing is asked of the " \
	  "server: what an informer has missed, a resync does not find.", \
	  "e-resync/once-per-key-and-tick|e-resync/resync-without-a-server|e-resync/no-period-no-resync") \
	X("hassynced", "synced|waitforcachesync", \
	  "True when everything of the first list is in the cache; of a handler's registration: when it was also told. " \
	  "Whoever reads the cache before sees a part for the whole.", \
	  "a-basics/empty-list-syncs|b-relist/no-bookmark-ends-the-first-state") \
	X("stale", "lag|stale-read|time-travel", \
	  "A server behind a cache may know less than another: a list with resourceVersion=0 may be older than what the " \
	  "informer has seen. client-go asks for at least its version on a relist, but not after a restart.", \
	  "b-relist/restart-on-a-server-of-the-past|b-relist/watch-behind-a-lagging-server|" \
	  "f-faults/etcd-restored-under-its-apiserver") \
	X("backoff", "back-off|jitter", \
	  "The pause before the next attempt: it doubles from 0.8 s to 30 s, with jitter, and starts anew after two " \
	  "quiet minutes. Retry-After has a pause of its own.", \
	  "b-relist/pause-doubles-between-lists|f-faults/retry-after-is-waited-for") \
	X("handler", "eventhandler|listener|notification", \
	  "Functions for add, update and delete, called one after the other from a queue of the handler's own: a slow one " \
	  "holds up nobody else, and its backlog grows.", \
	  "a-basics/slow-handler-holds-up-nobody|e-resync/late-handler-gets-the-cache-first") \
	X("indexer", "cache|store|index|lister", \
	  "The cache with its indexes: by namespace, or by a function of the object. It is written before handlers are " \
	  "told, so a handler may read a newer state than the one it was told of.", \
	  "a-basics/index-follows-update|a-basics/index-of-many-values") \
	X("transform", "transformer", \
	  "A function that changes objects before they are kept, to save memory. Tombstones hold what it made.", \
	  "a-basics/transform-keeps-what-is-needed|d-delete/tombstone-through-a-transform") \
	X("workqueue", "rate-limiting", \
	  "Between handlers and workers: a key is in it once, and is worked on by one worker at a time; failures come " \
	  "back later and later. The key `queue` says what a scenario sets of it.", \
	  "g-controllers/one-key-one-worker|g-controllers/failed-delete-is-tried-again") \
	X("expectations", "controllerexpectations", \
	  "What a controller remembers of its own writes while its cache does not have them yet, so as not to make them " \
	  "twice (pkg/controller/controller_utils.go). Not the section `expect` of this language.", \
	  "g-controllers/replica-keeper-waits-for-its-own-pods|" \
	  "g-controllers/expectations-expire-while-the-informer-is-behind") \
	X("finalizer", "finalizers|deletiontimestamp", \
	  "A name in metadata.finalizers keeps an object that is deleted: it is only marked, and goes when the last one " \
	  "is taken away.", \
	  "a-basics/finalizers-make-two-steps|d-delete/mark-and-end-in-one-gap") \
	X("conflict", "409|optimistic-locking", \
	  "A write that names a resource version which is not the newest any more is refused with 409: read again, and " \
	  "decide again.", \
	  "g-controllers/stale-copy-is-a-conflict") \
	X("oracle", "oracles|invariant", \
	  "What must hold in every run without being asked for. relist explain lists them by name.", "") \
	X("matrix", "cell|cells", \
	  "Names with values at the top of a file: every combination is a cell, which is run by itself; $name stands for " \
	  "the value.", \
	  "c-expired/gone-midwatch-missed-delete")

#endif
