/* SPDX-License-Identifier: Apache-2.0 */
/* event_words.h - every kind of base/tbl/trace_events.h in words, and the notes of a scenario: what happened, why
 * client-go does that, and what is worth noticing. `relist explain FILE` and the page are made from these rows.
 *
 * RUNNER_EVENT_WORDS: X(KIND, fits, sentence, why, notice)
 *   KIND      a row of trace_events.h without TRACE_; of several rows the first that fits is taken
 *   fits      fits_FITS() in report/words.c; the last row of a kind is `any`
 *   sentence  %w component, %k key, %t text, %n number, %p the s of its plural, %s number as a time, %i request, %v its resourceVersion; "": no sentence
 *   why, notice  appear once in a text; notice may be ""
 * RUNNER_NOTE_WORDS: X("group", sentence, why) of what no trace event says; %t is the note. */
#ifndef RUNNER_TBL_EVENT_WORDS_H
#define RUNNER_TBL_EVENT_WORDS_H

#define RUNNER_EVENT_WORDS(X) \
	X(WIRE_REQUEST, write, "Request #%i writes: %w %k.", \
	  "A controller writes with a client of its own, beside its informers. (rest/request.go: Request.Do)", "") \
	X(WIRE_REQUEST, one, "Request #%i reads %k.", \
	  "A program reads one object, or what the server supports, beside its informers. (rest/request.go: Request.Do)", "") \
	X(WIRE_REQUEST, initial_events, "Request #%i watches %k and wants the whole state first.", \
	  "With WatchList the first state comes as events over the watch; a bookmark with the annotation " \
	  "k8s.io/initial-events-end says that it is whole. (tools/cache/reflector.go: watchList)", \
	  "Before that bookmark nothing reaches the queue: the state may still be incomplete.") \
	X(WIRE_REQUEST, watch, "Request #%i watches %k from version %v on.", \
	  "A watch brings what changed after that version, and stays open. The version is that of the list, of the last " \
	  "event or of the last bookmark. (tools/cache/reflector.go: watch, handleAnyWatch)", \
	  "The version is handed back as the server gave it; the client never compares versions.") \
	X(WIRE_REQUEST, next_page, "Request #%i requests the next page of %k.", \
	  "Long lists come in pages of 500. All pages belong to the snapshot of the first; the continue token names it. " \
	  "(tools/pager/pager.go: ListPager.eachListChunkBuffered)", "") \
	X(WIRE_REQUEST, any_version, "Request #%i lists %k, in whatever version the server has.", \
	  "The first list requests resourceVersion=0: the apiserver may answer from its watch cache, which is cheap and may " \
	  "be behind. (tools/cache/reflector.go: list, relistResourceVersion)", \
	  "After a restart this list may be older than what the process before it knew.") \
	X(WIRE_REQUEST, newest, "Request #%i lists %k in the newest version.", \
	  "Without a version the server reads from etcd. The reflector does so when the server has refused its version as " \
	  "expired or too large. (tools/cache/reflector.go: list, isLastSyncResourceVersionUnavailable)", "") \
	X(WIRE_REQUEST, any, "Request #%i lists %k, not older than version %v.", \
	  "A later list of one reflector requests at least the version that it has, so that its cache does not go back in time. " \
	  "(tools/cache/reflector.go: relistResourceVersion)", "") \
	X(WIRE_RESPONSE, gone, "The answer to #%i is 410: the server has forgotten that version.", \
	  "History is compacted. The round is over, and the next one lists. (tools/cache/reflector.go: isExpiredError)", \
	  "410 is no failure of the server: history is gone, so the client has to list.") \
	X(WIRE_RESPONSE, slow_down, "The answer to #%i is 429: too many requests.", \
	  "With a Retry-After the HTTP client waits and repeats by itself; a watch without one is opened again later without " \
	  "a list. (rest/with_retry.go; tools/cache/reflector.go: isWatchErrorRetriable)", "") \
	X(WIRE_RESPONSE, refusal, "The answer to #%i is status %n.", \
	  "The round of the reflector ends with this error, and a pause follows. (tools/cache/reflector.go: " \
	  "ListAndWatchWithContext, watchErrorHandler)", "") \
	X(WIRE_RESPONSE, any, "#%i is answered %n.", \
	  "Of a list nothing counts before all of it has been read; of a watch each event counts at once. " \
	  "(tools/cache/reflector.go: list, watch)", "") \
	X(WIRE_EVENT, bookmark, "The watch of %w brings a bookmark.", \
	  "A bookmark is an event without an object: up to this version you have seen everything. It only moves the " \
	  "version on at which the next watch begins. (tools/cache/reflector.go: handleAnyWatch)", \
	  "Handlers never hear of bookmarks.") \
	X(WIRE_EVENT, error, "The watch of %w brings an ERROR event.", \
	  "Inside an open stream the status line is long gone, so the server says what is wrong by an event. " \
	  "(tools/cache/reflector.go: handleAnyWatch, apierrors.FromObject)", "") \
	X(WIRE_EVENT, any, "The watch of %w brings %t %k.", \
	  "One event, framed out of the bytes of the answer; its object goes into the queue and its version becomes the " \
	  "reflector's. (tools/cache/reflector.go: handleAnyWatch)", "") \
	X(WIRE_END, clean, "The answer to #%i ends in order.", \
	  "A list is complete with its end. Servers end every watch after 5 to 10 minutes; the next one goes on at the last " \
	  "version, at once and without a list, if it lived for a second or brought an event. " \
	  "(tools/cache/reflector.go: list, watch, VeryShortWatchError)", "") \
	X(WIRE_END, refused, "The connection for #%i is refused.", \
	  "No process listens there. A refused watch is tried again from the same version after a pause; a refused list ends the " \
	  "round. (tools/cache/reflector.go: isWatchErrorRetriable)", "") \
	X(WIRE_END, any, "The answer to #%i breaks off (%t).", \
	  "A watch that breaks off is as one that ends: the next goes on at the last version. Half an event is none. " \
	  "(apimachinery pkg/watch/streamwatcher.go: receive)", "") \
	X(WIRE_HANGUP, any, "The client hangs up #%i.", \
	  "It does not want the rest: it was stopped, or an event ended the round. (tools/cache/reflector.go: " \
	  "handleAnyWatch, Stop)", "") \
	X(WIRE_RETRY, any, "The HTTP client repeats the request in %s.", \
	  "Below the reflector a layer repeats what had a Retry-After or a broken connection, up to ten times; the " \
	  "reflector does not see it. (rest/with_retry.go: IsNextRetry)", "") \
	X(REFLECT_STATE, any, "", \
	  "A round of the reflector is: list, watch until it ends with an error, wait, again. (tools/cache/reflector.go: " \
	  "ListAndWatchWithContext)", "") \
	X(REFLECT_BACKOFF, any, "The reflector of %w waits %s before the next round.", \
	  "Every end of a round is followed by a pause: 0.8 s, doubled up to 30 s, and up to as much again at random, so " \
	  "that a thousand clients do not come back in one moment. (tools/cache/reflector.go: RunWithContext, " \
	  "delayHandler)", \
	  "While it waits the cache stays as it was: readers see the past.") \
	X(REFLECT_RV, any, "", \
	  "lastSyncResourceVersion: how far the reflector has read. It says nothing of cache or handlers. " \
	  "(tools/cache/reflector.go: setLastSyncResourceVersion)", "") \
	X(REFLECT_ERROR, expired, "The round of %w ends: %t.", \
	  "The next round lists, and the list is compared with the cache: that is a relist. " \
	  "(tools/cache/reflector.go: isExpiredError, list)", \
	  "What happened between the two versions is lost as history; only its result will be seen.") \
	X(REFLECT_ERROR, any, "The round of %w ends with an error: %t.", \
	  "Errors of a round go to the watch error handler, and the next round begins after a pause. " \
	  "(tools/cache/reflector.go: RunWithContext, DefaultWatchErrorHandler)", "") \
	X(REFLECT_DROP, any, "An event of %w is passed over: %t.", \
	  "Events of another type than the informer's, or without metadata, are logged and skipped; the watch goes on. " \
	  "(tools/cache/reflector.go: handleAnyWatch)", "") \
	X(QUEUE_ADD, whole_list, "", \
	  "A whole list is one item of the queue: it stands in line with the events before and after it. " \
	  "(tools/cache/the_real_fifo.go: Replace)", "") \
	X(QUEUE_ADD, queued_bookmark, "", \
	  "Bookmarks stand in line too, so that the cache knows up to which version it is whole. " \
	  "(tools/cache/the_real_fifo.go: Bookmark)", "") \
	X(QUEUE_ADD, queued_resync, "", \
	  "A resync is one item of the queue. (tools/cache/the_real_fifo.go: Resync)", "") \
	X(QUEUE_ADD, any, "The queue of %w takes %t %k.", \
	  "Between reflector and cache stands a queue, so that the watch is read as fast as it comes, and one goroutine " \
	  "keeps the order. (tools/cache/the_real_fifo.go: Add, Update, Delete; before: delta_fifo.go: " \
	  "queueActionLocked)", \
	  "The cache and the handlers do not have the queued events yet.") \
	X(QUEUE_REPLACE, any, "The list of %w, %n object%p at version %t, goes into the queue.", \
	  "When it is processed it takes the place of the whole cache: what it has more is added, what differs is updated, " \
	  "what it lacks is deleted. (tools/cache/controller.go: processReplacedAllInfo)", \
	  "A list cannot say \"deleted\". It only lacks the object.") \
	X(QUEUE_RESYNC, any, "A resync of %w is due.", \
	  "Every object of the cache is notified again, as an update from a version to itself. (tools/cache/reflector.go: " \
	  "startResync; shared_informer.go: shouldResync)", \
	  "A resync sends no request to the server.") \
	X(QUEUE_POP, any, "", \
	  "One goroutine takes items out and processes them: cache first, handlers second. (tools/cache/controller.go: " \
	  "processLoop, processDeltas; before: HandleDeltas)", "") \
	X(STORE_SET, any, "The cache of %w now has %k at version %t.", \
	  "The cache and its indexes are written under one lock, before any handler is called. " \
	  "(tools/cache/thread_safe_store.go: Update; controller.go: processDeltas)", \
	  "A handler that reads the lister finds this version or a newer one, never an older one.") \
	X(STORE_DELETE, any, "%k leaves the cache of %w.", \
	  "It leaves cache and indexes before handlers hear of it. (tools/cache/thread_safe_store.go: Delete)", "") \
	X(NOTIFY_ADD, initial, "%w: OnAdd %k, part of the first state.", \
	  "isInInitialList is true for the notifications of a handler before it is synced. (tools/cache/controller.go: " \
	  "ResourceEventHandlerDetailedFuncs; shared_informer.go: addNotification)", \
	  "An add does not mean \"created just now\": it means that this handler had not seen the object before.") \
	X(NOTIFY_ADD, any, "%w: OnAdd %k.", \
	  "The cache did not have the key, whatever the event was called. (tools/cache/controller.go: processDeltas; " \
	  "shared_informer.go: distribute, processorListener.run)", "") \
	X(NOTIFY_UPDATE, same, "%w: OnUpdate %k, from a version to itself.", \
	  "A resync, or a relist that found no change. Listeners that are not resyncing do not get it. " \
	  "(tools/cache/shared_informer.go: OnUpdate, distribute)", \
	  "Two equal versions mean: nothing has changed, look again.") \
	X(NOTIFY_UPDATE, any, "%w: OnUpdate %k, %t.", \
	  "distribute puts a notification into the ring of each listener, and each calls its handler from a goroutine of " \
	  "its own. (tools/cache/shared_informer.go: distribute, processorListener.add, pop, run)", \
	  "Old and new need not be neighbours: versions between them may never have been seen.") \
	X(NOTIFY_DELETE, unknown, "%w: OnDelete %k, with a tombstone.", \
	  "No delete was seen; a list lacked the key. The handler gets a DeletedFinalStateUnknown with the last state that " \
	  "the cache had. (tools/cache/controller.go: processReplacedAllInfo)", \
	  "That state may be old. Take nothing of it for true but the key.") \
	X(NOTIFY_DELETE, any, "%w: OnDelete %k.", \
	  "The watch brought the delete, with the object's last state. (tools/cache/controller.go: processDeltas)", "") \
	X(NOTIFY_FAILED, any, "The handler %w panics.", \
	  "client-go logs it, waits a second and goes on with the next notification, if ReallyCrash is off. " \
	  "(tools/cache/shared_informer.go: processorListener.run; util/runtime: HandleCrash)", \
	  "The notification is lost for this handler.") \
	X(SYNCED, any, "%w has synced.", \
	  "The first list has been processed: the cache is whole. Whether a handler was notified of all of it is another " \
	  "question. (tools/cache/the_real_fifo.go: HasSynced; shared_informer.go: processorListener.HasSynced)", "") \
	X(STOPPED, any, "%w has stopped.", \
	  "Queue and rings are dropped; a call that is under way ends. An informer does not start twice. " \
	  "(tools/cache/shared_informer.go: RunWithContext)", "") \
	X(SIM_STEP, any, "", \
	  "The simulator lets one part go on at a time; which one is a choice, made by the seed.", "") \
	X(SIM_TIME, any, "%s pass.", \
	  "Nothing was left to do, so virtual time went on to the next deadline. No real time passes.", "")

#define RUNNER_NOTE_WORDS(X) \
	X("model", "On the server: %t.", "The story's own hand changes what is stored; each change takes one version.") \
	X("write", "A controller writes: %t.", "A request like that of any client: validated, and refused when it is out of date.") \
	X("wire", "On the wire: %t.", "Something outside requests and responses.") \
	X("cache", "In the cache: %t.", "A value that was read.") \
	X("notify", "A handler: %t.", "A notification of handlers.") \
	X("oracle", "An oracle judges: %t.", "An invariant that every run checks.") \
	X("log", "Logged: %t.", "A line of an informer's log.") \
	X("crash", "%t dies.", "A process that dies takes its cache, its queue and its version along.") \
	X("step", "%t", "")

#endif
