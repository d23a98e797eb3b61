/* SPDX-License-Identifier: Apache-2.0 */
/* expectations.h - the sections of expect and never.
 * X(NAME, object, outside, word, summary, help, example)
 *   outside: why the external world cannot compare it; "": it can. Sim and tcp compare all.
 *   runner/expect has a struct expect__section_OBJECT, which checks and rewrites it. */
#ifndef RUNNER_TBL_EXPECTATIONS_H
#define RUNNER_TBL_EXPECTATIONS_H

#define RUNNER_EXPECTATIONS(X) \
	X(REQUESTS, stream, "", "requests", "list, watch and get requests in order", \
	  "LIST|WATCH|GET TYPE[/NS/NAME] [rv=V] [match=Exact|NotOlderThan] [limit=V] [continue=V] " \
	  "[bookmarks|no-bookmarks] [initial-events|no-initial-events] [namespace=V] [labels=V] [fields=V] " \
	  "[timeout=V] [after=MIN..MAX] [from BACKEND] [by CONTROLLER (of GET)] [-> ANSWER [from BACKEND]]. ANSWER: a status, " \
	  "200@RV, gone (410 in either form), refused, reset, open (no answer yet), any. rv=\"\": empty or missing. " \
	  "`after` is the time since the previous item of the stream.", \
	  "requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12 bookmarks]") \
	X(HANDLERS, stream, "", "handlers", "notifications of a handler, in order", \
	  "add KEY [rv=V] [uid=V] [initial|live], update KEY [A->B], sync KEY [rv=V] (an update without a " \
	  "change), delete KEY [unknown|known] [rv=V]. As a map: {add: KEY, initial: true, with: SUBSET}; " \
	  "`old:` and `new:` are the subsets of an update. With several informers a handler is written " \
	  "informer/handler.", \
	  "handlers: {h1: [add pods/default/a rv=11 initial, update pods/default/a 11->13]}") \
	X(CACHE, objects, "", "cache", "content of an informer's cache", \
	  "A map of keys, each with a subset of the object, `any` or `absent`; a list of keys is the whole " \
	  "content; `model` stands for the server's objects.", \
	  "cache: {pods: {default/a: {spec: {nodeName: n1}}, default/b: absent}}") \
	X(INDEX, index, "indexes are inside the program", "index", "content of an index", \
	  "informer.index: index values, each with exactly the keys it has, in any order; absent or [] for " \
	  "none.", \
	  "index: {pods.by-node: {n1: [default/a], n2: absent}}") \
	X(SYNC, sync, "HasSynced is inside the program", "sync", "sync state and resource version", \
	  "store: HasSynced of the informer; handlers: of all its handlers; handler.NAME: of one; rv: the " \
	  "last resource version; stopped.", \
	  "sync: {pods: {store: true, handlers: true, rv: 12}}") \
	X(QUEUE, queue, "the queue is inside the program", "queue", "content of a controller's work queue", \
	  "ready in order, processing and delayed in any order; retries per key; length.", \
	  "queue: {zk: {ready: [default/z], processing: [], delayed: [], retries: {default/z: <=3}}}") \
	X(WRITES, stream, "", "writes", "writes of controllers, in order", \
	  "CREATE|UPDATE|PATCH|DELETE|WRITE KEY (WRITE: any of them), DELETECOLLECTION TYPE[/NAMESPACE], [times=N] [subresource=NAME (-: none)] [uid=V] [rv=V (of the answer)] [path=VALUE ...] [by CONTROLLER] [while $NAME exists] " \
	  "[from BACKEND] [-> ANSWER]. ANSWER: a status, 201@RV, refused, reset, open, any. Namespace and name may have asterisks (pods/default/web-*, pods/*); web-*#2 is one object (relist explain update). times=3 stands for three such items. In " \
	  "never an item without an answer is a write that succeeded. As a map: {create: KEY, " \
	  "with: SUBSET}.", \
	  "writes: [CREATE pvcs/default/data-z-0 uid=$p1, 'PATCH zks/default/z metadata.finalizers=[]']") \
	X(STATE, objects, "", "state", "the server's objects", \
	  "By type, a map of keys, each with a subset of the object, `any` or `absent`; a list of keys is " \
	  "the whole content. A key may choose several objects: `default/web-*` (asterisks in namespace and " \
	  "name; `*` alone: all), then `labels=SELECTOR` (also `labels=tier in (a, b),!old`) and `owner=TYPE/NAMESPACE/NAME`; `others` are the rest. " \
	  "Its value is their number (3, <=3, '>=1'), `any` (one at least), `absent` (none), or a " \
	  "subset that each has. `default/web-*#2` is one object (relist explain update).", \
	  "state: {pods: {default/a: any, default/b: absent, 'default/web-* labels=app=web': 3, others: absent}}") \
	X(COUNTS, counts, "", "counts", "numbers since the start", \
	  "LIST TYPE, WATCH TYPE, CREATE|UPDATE|PATCH|DELETE|DELETECOLLECTION TYPE[/NAMESPACE/NAME] (successful writes; " \
	  "with asterisks, also web-*#2; those of a subresource with subresource=NAME behind the object), requests (lists, watches and gets), requests.TYPE, handlers.NAME, handlers.NAME.add, " \
	  "cache.INFORMER, index.INFORMER.INDEX (values), writes, writes.CREATE, watches (open now), " \
	  "pending.HANDLER (not yet notified), state.TYPE; each a number or <=N, <N, '>=N', '>N'.", \
	  "counts: {LIST pods: <=2, handlers.h1.add: 3}") \
	X(AT, at, "time is real", "at", "the virtual time", \
	  "A duration since the start, or MIN..MAX.", \
	  "at: 30s") \
	X(LOG, log, "its log is its own", "log", "log lines since the last check", \
	  "Texts, each found in a line, or /regular expressions/.", \
	  "log: [/raised from 3s/]") \
	X(SNAPSHOT, snapshot, "caches are inside the program", "snapshot", "caches and indexes equal those of a snapshot", \
	  "The name of an earlier snapshot step.", \
	  "snapshot: warm")

#endif
