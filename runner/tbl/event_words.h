/* SPDX-License-Identifier: Apache-2.0 */
/* event_words.h - every kind of base/tbl/trace_events.h in words, and the notes of a scenario: what happened, why
 * client-go does that, and what is worth noticing. `relist explain FILE` and the page are made from these rows.
 *
 * RUNNER_EVENT_WORDS: X(KIND, fits, sentence, why, notice)
 *   KIND      a row of trace_events.h without TRACE_; of several rows the first that fits applies
 *   fits      fits_FITS() in report/words.c; the last row of a kind is `any`
 *   sentence  %w component, %k key, %t text, %n number, %p the s of its plural, %s number as a time, %i request, %v its resourceVersion; "": no sentence
 *   why, notice  appear once in a text; notice may be ""
 * RUNNER_NOTE_WORDS: X("group", sentence, why) of what has no trace event; %t is the note. */
#ifndef RUNNER_TBL_EVENT_WORDS_H
#define RUNNER_TBL_EVENT_WORDS_H

#define RUNNER_EVENT_WORDS(X) \
	X(WIRE_REQUEST, write, "Request #%i writes: %w %k.", \
	  "A controller writes with its own client, independent of its informers. (rest/request.go: Request.Do)", "") \
	X(WIRE_REQUEST, one, "Request #%i reads %k.", \
	  "A program reads one object or discovery, independent of its informers. (rest/request.go: Request.Do)", "") \
	X(WIRE_REQUEST, initial_events, "Request #%i watches %k and wants the whole state first.", \
	  "With WatchList the first state comes as events over the watch; a bookmark with the annotation " \
	  "k8s.io/initial-events-end marks its end. (tools/cache/reflector.go: watchList)", \
	  "The queue gets no object before that bookmark: the state may still be incomplete.") \
	X(WIRE_REQUEST, watch, "Request #%i watches %k from version %v on.", \
	  "A watch delivers the changes after that version, and stays open. The version is that of the list, of the last " \
	  "event or of the last bookmark. (tools/cache/reflector.go: watch, handleAnyWatch)", \
	  "The client sends the server's version back unchanged; it never compares versions.") \
	X(WIRE_REQUEST, next_page, "Request #%i requests the next page of %k.", \
	  "Long lists come in pages of 500. All pages belong to the snapshot of the first; the continue token names it. " \
	  "(tools/pager/pager.go: ListPager.eachListChunkBuffered)", "") \
	X(WIRE_REQUEST, any_version, "Request #%i lists %k at any version.", \
	  "The first list requests resourceVersion=0: the apiserver may answer from its watch cache, which is cheap and may " \
	  "be old. (tools/cache/reflector.go: list, relistResourceVersion)", \
	  "After a restart this list may be older than the cache of the previous process.") \
	X(WIRE_REQUEST, newest, "Request #%i lists %k in the newest version.", \
	  "Without a version the server reads from etcd. The reflector does so if the server has refused its version as " \
	  "expired or too large. (tools/cache/reflector.go: list, isLastSyncResourceVersionUnavailable)", "") \
	X(WIRE_REQUEST, any, "Request #%i lists %k, not older than version %v.", \
	  "A later list of one reflector requests at least the version that it has, so that its cache does not go back in time. " \
	  "(tools/cache/reflector.go: relistResourceVersion)", "") \
	X(WIRE_RESPONSE, gone, "The response to #%i is 410: the server no longer has that version.", \
	  "History is compacted. The round ends, and the next one lists. (tools/cache/reflector.go: isExpiredError)", \
	  "410 is not a server failure: history was compacted, so the client must list.") \
	X(WIRE_RESPONSE, slow_down, "The response to #%i is 429: too many requests.", \
	  "With a Retry-After the HTTP client waits and repeats by itself; a watch without one is opened again later without " \
	  "a list. (rest/with_retry.go; tools/cache/reflector.go: isWatchErrorRetriable)", "") \
	X(WIRE_RESPONSE, refusal, "The response to #%i has status %n.", \
	  "The round of the reflector ends with this error, and a pause follows. (tools/cache/reflector.go: " \
	  "ListAndWatchWithContext, watchErrorHandler)", "") \
	X(WIRE_RESPONSE, any, "The response to #%i has status %n.", \
	  "The reflector uses a list when it is complete, and each event of a watch at once. " \
	  "(tools/cache/reflector.go: list, watch)", "") \
	X(WIRE_EVENT, bookmark, "The watch of %w receives a bookmark.", \
	  "A bookmark is an event without an object: the watch has sent all changes up to this version. It only moves the " \
	  "version at which the next watch begins. (tools/cache/reflector.go: handleAnyWatch)", \
	  "Handlers never receive bookmarks.") \
	X(WIRE_EVENT, error, "The watch of %w receives an ERROR event.", \
	  "An open stream has sent its status line already, so the server reports the error as an event. " \
	  "(tools/cache/reflector.go: handleAnyWatch, apierrors.FromObject)", "") \
	X(WIRE_EVENT, any, "The watch of %w receives %t %k.", \
	  "One event of the response stream. Its object is added to the queue, and its version becomes the " \
	  "reflector's. (tools/cache/reflector.go: handleAnyWatch)", "") \
	X(WIRE_END, clean, "The response to #%i ends in order.", \
	  "A list is complete at its end. Servers end every watch after 5 to 10 minutes; the next one resumes at the last " \
	  "version, at once and without a list, if this one lasted a second or had an event. " \
	  "(tools/cache/reflector.go: list, watch, VeryShortWatchError)", "") \
	X(WIRE_END, refused, "The connection for #%i is refused.", \
	  "No process listens there. A refused watch is retried from the same version after a pause; a refused list ends the " \
	  "round. (tools/cache/reflector.go: isWatchErrorRetriable)", "") \
	X(WIRE_END, any, "The response to #%i is cut off (%t).", \
	  "A cut watch is like one that ends: the next resumes at the last version. Half an event is discarded. " \
	  "(apimachinery pkg/watch/streamwatcher.go: receive)", "") \
	X(WIRE_HANGUP, any, "The client closes #%i.", \
	  "The client was stopped, or an event ended the round. (tools/cache/reflector.go: " \
	  "handleAnyWatch, Stop)", "") \
	X(WIRE_RETRY, any, "The HTTP client repeats the request in %s.", \
	  "The HTTP client repeats a request after a Retry-After or a broken connection, up to ten times; the " \
	  "reflector gets only the last result. (rest/with_retry.go: IsNextRetry)", "") \
	X(WIRE_FRAME, any, "On HTTP/2 connection %n: %t.", \
	  "The requests of a program share a connection: a frame of it may concern all of them. Only frames that a fault " \
	  "causes, or that miss their answer, are shown. (x/net http2/transport.go: RoundTripOpt, healthCheck, processGoAway)", "") \
	X(REFLECT_STATE, any, "", \
	  "A round of the reflector is: list, watch until it ends with an error, wait, again. (tools/cache/reflector.go: " \
	  "ListAndWatchWithContext)", "") \
	X(REFLECT_BACKOFF, any, "The reflector of %w waits %s before the next round.", \
	  "Every end of a round is followed by a pause: 0.8 s, doubled up to 30 s, and up to as much again at random, so " \
	  "that a thousand clients do not return at once. (tools/cache/reflector.go: RunWithContext, " \
	  "delayHandler)", \
	  "While it waits, the cache stays as it was: readers get old states.") \
	X(REFLECT_RV, any, "", \
	  "lastSyncResourceVersion: the last version that the reflector has read. Cache and handlers may be older. " \
	  "(tools/cache/reflector.go: setLastSyncResourceVersion)", "") \
	X(REFLECT_ERROR, expired, "The round of %w ends: %t.", \
	  "The next round lists, and the list is compared with the cache: that is a relist. " \
	  "(tools/cache/reflector.go: isExpiredError, list)", \
	  "The events between the two versions are lost; the list has only their result.") \
	X(REFLECT_ERROR, any, "The round of %w ends with an error: %t.", \
	  "Errors of a round go to the watch error handler, and the next round begins after a pause. " \
	  "(tools/cache/reflector.go: RunWithContext, DefaultWatchErrorHandler)", "") \
	X(REFLECT_DROP, any, "An event of %w is skipped: %t.", \
	  "Events of another type than the informer's, or without metadata, are logged and skipped; the watch continues. " \
	  "(tools/cache/reflector.go: handleAnyWatch)", "") \
	X(QUEUE_ADD, whole_list, "", \
	  "A whole list is one item of the queue, in order with the events before and after it. " \
	  "(tools/cache/the_real_fifo.go: Replace)", "") \
	X(QUEUE_ADD, queued_bookmark, "", \
	  "Bookmarks are queued too: they give the version up to which the cache is complete. " \
	  "(tools/cache/the_real_fifo.go: Bookmark)", "") \
	X(QUEUE_ADD, queued_resync, "", \
	  "A resync is one item of the queue. (tools/cache/the_real_fifo.go: Resync)", "") \
	X(QUEUE_ADD, any, "The queue of %w takes %t %k.", \
	  "A queue between reflector and cache lets the watch be read as fast as it arrives, and one goroutine " \
	  "keeps the order. (tools/cache/the_real_fifo.go: Add, Update, Delete; before: delta_fifo.go: " \
	  "queueActionLocked)", \
	  "The cache and the handlers do not have the queued events yet.") \
	X(QUEUE_REPLACE, any, "The list of %w, %n object%p at version %t, is added to the queue.", \
	  "When it is processed it replaces the whole cache: new objects are added, different ones updated, " \
	  "missing ones deleted. (tools/cache/controller.go: processReplacedAllInfo)", \
	  "A list has no deletes. It only lacks the object.") \
	X(QUEUE_RESYNC, any, "A resync of %w is due.", \
	  "Every object of the cache is notified again, as an update from a version to itself. (tools/cache/reflector.go: " \
	  "startResync; shared_informer.go: shouldResync)", \
	  "A resync sends no request to the server.") \
	X(QUEUE_POP, any, "", \
	  "One goroutine removes items and processes them: cache first, handlers second. (tools/cache/controller.go: " \
	  "processLoop, processDeltas; before: HandleDeltas)", "") \
	X(STORE_SET, any, "The cache of %w now has %k at version %t.", \
	  "The cache and its indexes are written under one lock, before any handler is called. " \
	  "(tools/cache/thread_safe_store.go: Update; controller.go: processDeltas)", \
	  "A handler that reads the lister finds this version or a newer one, never an older one.") \
	X(STORE_DELETE, any, "%k is removed from the cache of %w.", \
	  "It is removed from cache and indexes before handlers are notified. (tools/cache/thread_safe_store.go: Delete)", "") \
	X(NOTIFY_ADD, initial, "%w: OnAdd %k, part of the first state.", \
	  "isInInitialList is true for the notifications of a handler before it is synced. (tools/cache/controller.go: " \
	  "ResourceEventHandlerDetailedFuncs; shared_informer.go: addNotification)", \
	  "An add does not mean \"created just now\": it means that this handler had not seen the object before.") \
	X(NOTIFY_ADD, any, "%w: OnAdd %k.", \
	  "The cache did not have the key; the type of the event does not matter. (tools/cache/controller.go: processDeltas; " \
	  "shared_informer.go: distribute, processorListener.run)", "") \
	X(NOTIFY_UPDATE, same, "%w: OnUpdate %k, from a version to itself.", \
	  "A resync, or a relist that found no change. Listeners that are not resyncing do not get it. " \
	  "(tools/cache/shared_informer.go: OnUpdate, distribute)", \
	  "Two equal versions mean: the object has not changed.") \
	X(NOTIFY_UPDATE, any, "%w: OnUpdate %k, %t.", \
	  "distribute puts a notification into the ring of each listener, and each calls its handler from its own " \
	  "goroutine. (tools/cache/shared_informer.go: distribute, processorListener.add, pop, run)", \
	  "There may be versions between old and new that the informer never received.") \
	X(NOTIFY_DELETE, unknown, "%w: OnDelete %k, with a tombstone.", \
	  "No delete event arrived; a list lacked the key. The handler gets a DeletedFinalStateUnknown with the cache's " \
	  "last state. (tools/cache/controller.go: processReplacedAllInfo)", \
	  "That state may be old. Only the key is certain.") \
	X(NOTIFY_DELETE, any, "%w: OnDelete %k.", \
	  "The watch delivered the delete, with the object's last state. (tools/cache/controller.go: processDeltas)", "") \
	X(NOTIFY_FAILED, any, "The handler %w panics.", \
	  "client-go logs it, waits a second and continues with the next notification, if ReallyCrash is off. " \
	  "(tools/cache/shared_informer.go: processorListener.run; util/runtime: HandleCrash)", \
	  "The notification is lost for this handler.") \
	X(SYNCED, any, "%w has synced.", \
	  "The first list has been processed: the cache is complete. Handlers may not have received all of it " \
	  "yet. (tools/cache/the_real_fifo.go: HasSynced; shared_informer.go: processorListener.HasSynced)", "") \
	X(STOPPED, any, "%w has stopped.", \
	  "Queue and rings are dropped; a running call ends. An informer does not start twice. " \
	  "(tools/cache/shared_informer.go: RunWithContext)", "") \
	X(SIM_STEP, any, "", \
	  "The simulator runs one part at a time; the seed chooses which.", "") \
	X(SIM_TIME, any, "%s pass.", \
	  "All parts were idle, so virtual time moved to the next deadline. No real time passes.", "")

#define RUNNER_NOTE_WORDS(X) \
	X("model", "On the server: %t.", "A step of the scenario changes the store; each change takes one version.") \
	X("write", "A controller writes: %t.", "A request like that of any client: validated, and refused if its version is old.") \
	X("wire", "On the wire: %t.", "An event that is neither request nor response.") \
	X("cache", "In the cache: %t.", "A value read from the cache.") \
	X("notify", "A handler: %t.", "A notification of handlers.") \
	X("oracle", "An oracle judges: %t.", "An invariant that every run checks.") \
	X("log", "Logged: %t.", "A line of an informer's log.") \
	X("crash", "%t is killed.", "The cache, the queue and the version of a killed process are lost.") \
	X("step", "%t", "")

#endif
