/* SPDX-License-Identifier: Apache-2.0 */
/* steps.h - every verb of a step and every argument of it: the parser, `relist explain`, the JSON
 * Schema, docs/scenario-language.md and relist-scenario(5) are made from these rows.
 *
 * RUNNER_STEPS:     X(NAME, check, run, ripen, outside, limits, word, group, summary, help, example)
 *   check: check_CHECK() in language/check.c, finds errors without a run
 *   run:   scn__step_RUN() in engine/, executes the step
 *   ripen: ripen_RIPEN() in external/ripen.c, waits before the step if time is real
 *   outside: outside_OUTSIDE() in language/worlds.c, returns why the external world refuses it;
 *          limits: the part that works there, for the documentation; "": all. The worlds sim and
 *          tcp execute every verb.
 * RUNNER_STEP_ARGS: X(NAME, key, KIND, member of struct scn__step, flags, words, help)
 *   KIND is a row of SCN_KINDS in language/table.h. SCN_MAIN: what a bare value stands for.
 *   help "" repeats: see the verb's help. */
#ifndef RUNNER_TBL_STEPS_H
#define RUNNER_TBL_STEPS_H

#define RUNNER_STEPS(X) \
	X(CREATE, write, create, none, works, "", "create", "model", "creates objects on the server", \
	  "Each key is type/namespace/name, or type/name for a type without namespaces; each value is the " \
	  "name of a template, a body, or a body with `from: template` that is merged over the template. " \
	  "Every object takes one resource version. `times: N` repeats the step; {n} in keys " \
	  "and values counts 1 to N.", \
	  "create: {pods/default/a: pod}") \
	X(UPDATE, write, update, object, works, "", "update", "model", "patches objects with a JSON merge patch", \
	  "Keys as in create; the value is a merge patch. `uid: new` deletes each object and creates it " \
	  "again with the patch applied, in two changes. " \
	  "pods/default/web-*#2 is the second object that was created under such a name, also if earlier " \
	  "ones are gone; `labels=SELECTOR` and `owner=KEY` may follow; without a number exactly one must exist.", \
	  "update: {pods/default/a: {spec: {nodeName: n2}}}") \
	X(DELETE, delete, delete, object, works, "", "delete", "model", "deletes objects", \
	  "An object with finalizers gets a deletionTimestamp and stays, unless `finalizers: drop`. " \
	  "Patterns of names as in update.", \
	  "delete: [pods/default/b]") \
	X(COMPACT, history, compact, all, works, "", "compact", "model", "compacts history: older watches and exact lists get 410", \
	  "An older watch gets the 410 as an ERROR event in a 200 stream, as from kube-apiserver, or (`gone`) as the HTTP " \
	  "status, as from proxies and aggregated servers.", \
	  "compact: {to: now, gone: http-status}") \
	X(REWIND, history, rewind, all, works, "", "rewind", "model", "restores the server to an older resource version, as an etcd backup does", \
	  "Objects and history after the given version are lost, and the next change takes the next " \
	  "number. Open watches get no event until the numbers have passed the last one they " \
	  "got, as with an apiserver that keeps running. Add `disconnect` if the " \
	  "apiservers are restarted, as etcd's manual demands.", \
	  "rewind: 10") \
	X(BOOKMARK, none, bookmark, bookmark, works, "", "bookmark", "model", "sends a bookmark to the watches that requested them", \
	  "After all pending events. `initial: true` adds the annotation k8s.io/initial-events-end.", \
	  "bookmark: pods") \
	X(BOOKMARKS, none, bookmarks, none, works, "", "bookmarks", "model", "sets which bookmarks watches get from now on", \
	  "off: none, as with a proxy that drops them; early: the one that ends the initial events precedes them; " \
	  "unannotated: it has no annotation; on: as kube-apiserver does. A `bookmark` step always sends one.", \
	  "bookmarks: {mode: off, type: pods}") \
	X(GC, gc, gc, none, works, "", "gc", "model", "deletes objects whose owners are gone", \
	  "One round of the garbage collector: owner references by UID.", \
	  "gc") \
	X(ROTATE_TOKEN, none, rotate_token, none, works, "", "rotate-token", "model", "revokes the bearer token and issues a new one", \
	  "Requests with the old token get 401; open watches stay. Our informers read their token " \
	  "file again a minute later, as client-go does. External subjects use HTTPS and a kubeconfig " \
	  "with a `tokenFile`, which then holds the new token.", \
	  "rotate-token") \
	X(ADVANCE, advance, advance, none, works, "", "advance", "time", "advances the clock and runs everything that is due", \
	  "Ends settled.", \
	  "advance: 10s") \
	X(SETTLE, none, settle, settle, works, "", "settle", "time", "runs until no event is left at the present time", \
	  "Implied before each expect.", \
	  "settle") \
	X(DISCONNECT, none, disconnect, disconnect, works, "", "disconnect", "connection", "ends open watches", \
	  "rst: aborted; fin: the clean end of the body; blackhole: silence with the socket open; slow: " \
	  "a few bytes a second.", \
	  "disconnect: {type: pods, how: rst}") \
	X(HTTP2, none, http2, http2, works, "", "http2", "connection", "acts on the frames of HTTP/2", \
	  "Needs `server: {http2: true}`. `to: TYPE` acts at once on the streams and connections of its open watches, " \
	  "`match` with the next matching request of an informer, a controller or a program. goaway: no new streams; the connection closes after the open ones; " \
	  "disown (only `match`): a GOAWAY that excludes the request; reset: RST_STREAM; no-pings: pings get no " \
	  "answer; silent: TCP stays open, and nothing is sent or served; streams: MAX_CONCURRENT_STREAMS becomes " \
	  "`streams`; window: uploads get no window, or `bytes` per `every`; close: FIN between two frames; cut-data: " \
	  "FIN within a DATA frame; trailers: a header list after the body; no-settings-ack (only `match`, the first request of a " \
	  "connection): SETTINGS are never acknowledged. reset, silent, close and cut-data come " \
	  "after `bytes` of the body.", \
	  "http2: {mode: silent, to: pods}") \
	X(REFUSE, refuse, refuse, none, refuse, "`type`: only that of the only informer", "refuse", "connection", "refuses new connections until accept", \
	  "Open connections stay.", \
	  "refuse: all") \
	X(ACCEPT, accept, accept, none, works, "", "accept", "connection", "ends refuse", "", "accept: all") \
	X(FAIL, none, fail, fail, works, "", "fail", "answers", "responds to matching requests with an error status", \
	  "`match` is a request line: LIST, WATCH, GET, ANY, CREATE, UPDATE, PATCH, DELETE, DELETECOLLECTION or WRITE (any write), a type or an object " \
	  "(asterisks in namespace and name match any text, web-*#2 is one object, as in update), and nth=N (from this step), " \
	  "from=BACKEND, subresource=NAME (`-`: none), agent=TEXT (the User-Agent begins so; `A|B`: either; `!TEXT`: not), continued, " \
	  "initial-events. `how: in-stream` sends the " \
	  "Status as ERROR event and ends the watch: the open ones that match, or else the next. `then` is one step that " \
	  "follows when the rule has acted (with `forever` or `for`: once), and that neither waits nor checks: " \
	  "then: {crash: zk}. `restart` waits for it; a run in which it never comes fails.", \
	  "fail: {match: LIST pods, status: 500, times: 2}") \
	X(DROP, none, drop, none, works, "", "drop", "answers", "makes a change whose watch event is lost", \
	  "The resource version increases and no watch gets the event: `add`, `update`, `delete` or `any`, then the " \
	  "object or its type.", \
	  "drop: {event: delete pods/default/b}") \
	X(REPLY, none, reply, reply, works, "", "reply", "answers", "responds to the matching request with these bytes", \
	  "`body` is a list of chunks: texts, {json: VALUE} (one line), {hex: \"c3a9\"}, {wait: 3s} and " \
	  "{close: rst|fin|blackhole}; fin closes before the end of the body, and without close the body " \
	  "ends in order. rst or fin alone and no status: closed without a response, with `handled: true` after the server has executed " \
	  "the request. The transport sets Content-Length.", \
	  "reply: {match: WATCH pods, status: 200, body: ['{\"type\":', {wait: 1s}, {close: rst}]}") \
	X(SEND, none, send, send, send, "without `cuts`", "send", "answers", "writes bytes on the open watch of a type", \
	  "Between two events of the newest such watch, after all pending events. " \
	  "`cuts: every` runs the scenario once per position at which the bytes can be cut in two chunks; " \
	  "a list names offsets.", \
	  "send: {to: pods, body: ['{\"type\":\"BOOKMARK\"'], cuts: every}") \
	X(FREEZE, freeze, freeze, none, works, "", "freeze", "backends", "stops a backend at its present resource version", \
	  "It still responds from its cache; writes and reads without a resource version reach etcd.", \
	  "freeze: B") \
	X(THAW, freeze, thaw, none, works, "", "thaw", "backends", "lets a frozen or lagging backend catch up", "", "thaw: B") \
	X(FAILOVER, none, failover, none, works, "", "failover", "backends", "moves clients to another backend", \
	  "Their connections end (`how`), and new ones go to `to`.", \
	  "failover: {to: B}") \
	X(LAG, freeze, lag, none, works, "", "lag", "backends", "keeps a backend behind the newest state", \
	  "`rv: N` stops it at N; `by: N` keeps it N resource versions behind.", \
	  "lag: {backend: B, by: 3}") \
	X(HOLD, hold, hold, hold, hold, "request, reply, event; the others are refused", "hold", "control points", "blocks a control point until release", \
	  "request: before the server handles it; reply: handled, the response waits; event: watches get " \
	  "no new event; queue: the informer's queue is not popped; cache: the store is not written; " \
	  "handler/NAME: that handler is not notified; write: a controller's writes are not sent. " \
	  "`type`, `key` and `nth` narrow it (not for handlers): later ones wait as well. request and reply accept " \
	  "`match` instead.", \
	  "hold: handler/h1") \
	X(RELEASE, release, release, none, works, "", "release", "control points", "ends hold", \
	  "`all` releases everything.", \
	  "release: handler/h1") \
	X(START, actors, start, none, works, "", "start", "client", "starts informers, and the controllers fed by them", \
	  "", \
	  "start: pods") \
	X(STOP, actors, stop, rest, works, "", "stop", "client", "stops informers or controllers for good", "", "stop: pods") \
	X(CRASH, actors, crash, rest, works, "", "crash", "client", "kills a controller or informer: cache and queue are lost", \
	  "`after-writes: N`: after N more writes of the controller; the steps go on until then. " \
	  "The informers that feed a controller end with it. In the external world the program gets " \
	  "SIGKILL, when it is at rest; `stop` sends SIGTERM.", \
	  "crash: zk") \
	X(KILL, actors, kill, none, works, "", "kill", "client", "ends a program at one of its requests, before or after the server executes it", \
	  "`before: MATCH`: the request is not executed; `after: MATCH`: it is executed, and the response is " \
	  "never sent. From then on no request of that program is executed, and it is killed as by `crash`. The steps go " \
	  "on until then; `restart` waits for it, and a run in which it never comes fails. MATCH is a request line as in `fail`: " \
	  "`DELETE secrets/d1/s`, `WRITE all nth=3`.", \
	  "kill: {subject: zk, after: DELETE pvcs/default/data-z-0}") \
	X(RESTART, actors, restart, killed, works, "", "restart", "client", "restarts a crashed or stopped controller or informer", \
	  "As a new process: empty cache, no resource version. After `kill` it waits for the kill.", \
	  "restart: {controller: zk, backend: B}") \
	X(HANDLER, handler, handler, none, never, "refused: handlers inside the program", "handler", "client", "adds a handler to an informer, or removes it", \
	  "A handler added to a running informer gets the cache as initial adds first.", \
	  "handler: {add: late, informer: pods, resync: 3s}") \
	X(WORKER, worker, worker, none, never, "refused: a queue inside the program", "worker", "client", "acts as a worker of a controller's queue, or sets the number of workers", \
	  "`do` calls the method of client-go's queue with that name; `get` fails if no key is ready, or if another key than the " \
	  "named one is next. `count: N` sets the number of workers.", \
	  "worker: {controller: zk, do: add-after, key: default/z, after: 5h}") \
	X(EXPECT, expect, expect, none, works, "", "expect", "checks", "compares requests, notifications and state; settles first", \
	  "Only the mentioned sections are checked. A mentioned stream must match completely, from its last " \
	  "check up to now; `...` stands for any number of items, `any-order:` wraps a " \
	  "group. The sections: relist explain requests, handlers, ...", \
	  "expect: {requests: [LIST pods rv=0 -> 200@1]}") \
	X(NEVER, never, never, none, works, "", "never", "checks", "fails as soon as one of these happens", \
	  "A list of sections, watched from here to the end or to the step with `label:` that `until` " \
	  "names. One matching item of requests, handlers or writes fails the run; a section about state " \
	  "(cache, index, sync, queue, state, counts, log) fails it when all of it holds, which is checked " \
	  "after each notification and write, and at rest.", \
	  "never: [{writes: DELETE pods/default/a}]") \
	X(SNAPSHOT, snapshot, snapshot, none, never, "refused: caches inside the program", "snapshot", "checks", "stores caches and indexes under a name", \
	  "A later `expect: {snapshot: NAME}` requires the same content.", \
	  "snapshot: warm") \
	X(LOOK, none, look, none, never, "refused: an informer inside the program", "look", "checks", "reads an informer's state without settling first", \
	  "As another thread would now: HasSynced, the cache, its indexes. The oracles " \
	  "index-consistent and initial-list-complete-before-synced check the result. For " \
	  "`relist explore --interleave`, which places it between any two steps of the simulator.", \
	  "look: pods")

#define RUNNER_STEP_ARGS(X) \
	X(CREATE, "times", TIMES, write, 0, NULL, "repeats, {n} counts") \
	X(CREATE, "uid", NAME, write.uid, 0, NULL, "a name for the new UID: $u1") \
	X(CREATE, "TYPE/NAMESPACE/NAME", OBJECTS, write, SCN_REQ, NULL, "a template's name or a body") \
	X(UPDATE, "times", TIMES, write, 0, NULL, "repeats, {n} counts") \
	X(UPDATE, "uid", NEW, write.new_uid, 0, NULL, "`new`: deleted and created again") \
	X(UPDATE, "subresource", TEXT, write.subresource, 0, "status|scale", "only this part: {status: ..}, or {spec: {replicas: N}}") \
	X(UPDATE, "missing", FLAG, write.skip_missing, 0, "fail|skip", "if there is no such object; of an external program: when it is at rest [fail]") \
	X(UPDATE, "TYPE/NAMESPACE/NAME", OBJECTS, write, SCN_REQ, NULL, "a merge patch") \
	X(DELETE, "keys", KEYS, delete_, SCN_MAIN | SCN_REQ, NULL, "the objects") \
	X(DELETE, "times", TIMES, delete_, 0, NULL, "repeats, {n} counts") \
	X(DELETE, "finalizers", FLAG, delete_.drop_finalizers, 0, "keep|drop", "drop: gone at once [keep]") \
	X(DELETE, "missing", FLAG, delete_.skip_missing, 0, "fail|skip", "as in update") \
	X(COMPACT, "to", RV, compact.to, SCN_MAIN | SCN_REQ, NULL, "") \
	X(COMPACT, "gone", WORD, compact.gone, 0, "in-stream|http-status", "[in-stream]") \
	X(COMPACT, "backend", BACKEND, compact.backend, 0, NULL, "only the watch cache of this one is reset [all, and etcd]") \
	X(REWIND, "to", UINT, rewind.to, SCN_MAIN | SCN_REQ, NULL, "a resource version") \
	X(BOOKMARK, "type", TYPE, bookmark.type, SCN_MAIN, NULL, "[all]") \
	X(BOOKMARK, "initial", BOOL, bookmark.initial, 0, NULL, "marks the end of initial events [false]") \
	X(BOOKMARKS, "mode", WORD, bookmarks.mode, SCN_MAIN | SCN_REQ, "on|off|early|unannotated", "see above") \
	X(BOOKMARKS, "type", TYPE, bookmarks.type, 0, NULL, "only those of this type [all]") \
	X(ADVANCE, "by", DURATION, advance_ns, SCN_MAIN | SCN_REQ, NULL, "10s, 1m30s, 800ms") \
	X(DISCONNECT, "type", TYPE, disconnect.type, SCN_MAIN, NULL, "whose watches [all]") \
	X(DISCONNECT, "how", WORD, disconnect.how, 0, "rst|fin|blackhole|slow", "how it ends [rst]") \
	X(DISCONNECT, "backend", BACKEND, disconnect.backend, 0, NULL, "only there [all]") \
	X(DISCONNECT, "bytes-per-second", UINT, disconnect.bytes_per_s, 0, NULL, "of slow [16]") \
	X(HTTP2, "mode", WORD, http2.mode, SCN_REQ, SCN_FRAMES_WORDS, "") \
	X(HTTP2, "to", TYPE, http2.type, 0, NULL, "the type whose open watches it concerns") \
	X(HTTP2, "match", MATCH, http2.match, 0, NULL, "which requests, as in fail") \
	X(HTTP2, "code", WORD, http2.code, 0, SCN_FRAMES_CODES, "of goaway, disown [NO_ERROR] and reset [INTERNAL_ERROR]") \
	X(HTTP2, "bytes", U32, http2.bytes, 0, NULL, "of the body that come first [0]; of window: per `every` [1]") \
	X(HTTP2, "streams", U32, http2.streams, 0, NULL, "of streams: the new limit [0]") \
	X(HTTP2, "every", DURATION, http2.every_ns, 0, NULL, "of window: how often uploads get `bytes`") \
	X(HTTP2, "times", COUNT, http2.times, 0, NULL, "of match: as in fail") \
	X(HTTP2, "for", DURATION, http2.for_ns, 0, NULL, "of match: as in fail") \
	X(HTTP2, "then", STEP, then_as_written, 0, NULL, "of match: as in fail") \
	X(REFUSE, "type", TYPE, refuse.type, SCN_MAIN, NULL, "requests for this type [all]") \
	X(REFUSE, "backend", BACKEND, refuse.backend, 0, NULL, "only there [all]") \
	X(ACCEPT, "type", TYPE, refuse.type, SCN_MAIN, NULL, "requests for this type [all]") \
	X(ACCEPT, "backend", BACKEND, refuse.backend, 0, NULL, "only there [all]") \
	X(FAIL, "match", MATCH, fail.match, SCN_REQ, NULL, "which requests: LIST pods, WATCH pods nth=2, ANY") \
	X(FAIL, "status", STATUS, fail.status, SCN_REQ, NULL, "the HTTP status, or the Status event's code") \
	X(FAIL, "reason", TEXT, fail.reason, 0, NULL, "Status.reason [the status's own]") \
	X(FAIL, "message", TEXT, fail.message, 0, NULL, "Status.message") \
	X(FAIL, "details", NODE, fail.details, 0, NULL, "Status.details, verbatim") \
	X(FAIL, "times", COUNT, fail.times, 0, NULL, "[1; with for: forever]") \
	X(FAIL, "for", DURATION, fail.for_ns, 0, NULL, "how long from now") \
	X(FAIL, "retry-after", DURATION, fail.retry_after_ns, 0, NULL, "the Retry-After header, whole seconds") \
	X(FAIL, "then", STEP, then_as_written, 0, NULL, "a step that follows") \
	X(FAIL, "how", WORD, fail.how, 0, "http-status|in-stream", "[http-status]") \
	X(DROP, "event", EVENT, drop, SCN_MAIN | SCN_REQ, NULL, "delete pods/default/b, any pods") \
	X(DROP, "times", COUNT, drop.times, 0, NULL, "[1]") \
	X(REPLY, "match", MATCH, reply.match, SCN_REQ, NULL, "which request") \
	X(REPLY, "status", STATUS, reply.status, 0, NULL, "[200]") \
	X(REPLY, "headers", HEADERS, reply, 0, NULL, "name: value [Content-Type: application/json]") \
	X(REPLY, "body", CHUNKS, reply, 0, NULL, "") \
	X(REPLY, "handled", BOOL, reply.handled, 0, NULL, "of a body that is only {close}: executed first [false]") \
	X(REPLY, "times", COUNT, reply.times, 0, NULL, "[1; with for: forever]") \
	X(REPLY, "for", DURATION, reply.for_ns, 0, NULL, "how long from now") \
	X(REPLY, "then", STEP, then_as_written, 0, NULL, "as in fail") \
	X(SEND, "to", TYPE, send.type, SCN_REQ, NULL, "the type that is watched") \
	X(SEND, "body", CHUNKS, send, SCN_REQ, NULL, "as in reply") \
	X(SEND, "cuts", CUTS, send, 0, NULL, "") \
	X(FREEZE, "backend", BACKEND, backend, SCN_MAIN | SCN_REQ, NULL, "") \
	X(THAW, "backend", BACKEND, backend, SCN_MAIN | SCN_REQ, NULL, "") \
	X(FAILOVER, "to", BACKEND, failover.to, SCN_MAIN | SCN_REQ, NULL, "one of server.backends") \
	X(FAILOVER, "informer", INFORMER, failover.informer, 0, NULL, "only this one") \
	X(FAILOVER, "controller", CONTROLLER, failover.controller, 0, NULL, "only this one and its informers") \
	X(FAILOVER, "how", WORD, failover.how, 0, "rst|fin", "how connections end [rst]") \
	X(LAG, "backend", BACKEND, lag.backend, SCN_REQ, NULL, "") \
	X(LAG, "rv", UINT, lag.rv, 0, NULL, "stays at this resource version") \
	X(LAG, "by", UINT, lag.by, 0, NULL, "stays this many versions behind") \
	X(HOLD, "at", POINT, hold, SCN_MAIN | SCN_REQ, NULL, "") \
	X(HOLD, "type", TYPE, hold.type, 0, NULL, "only of this type") \
	X(HOLD, "key", KEY, hold.key, 0, NULL, "only this object, also web-*#2; web-*: all") \
	X(HOLD, "nth", U32, hold.nth, 0, NULL, "only the n-th from now") \
	X(HOLD, "match", MATCH, hold.match, 0, NULL, "of request and reply, as in fail") \
	X(HOLD, "rest-after", DURATION, hold.rest_after_ns, 0, NULL, "of reply: a controller that waits for this response counts as at rest after this time [--patience]") \
	X(HOLD, "then", STEP, then_as_written, 0, NULL, "of request and reply: a step after the first held one, as in fail") \
	X(RELEASE, "at", POINT, hold, SCN_MAIN | SCN_REQ, NULL, "as hold, or all") \
	X(RELEASE, "type", TYPE, hold.type, 0, NULL, "only of this type") \
	X(RELEASE, "key", KEY, hold.key, 0, NULL, "only this object") \
	X(RELEASE, "nth", U32, hold.nth, 0, NULL, "") \
	X(RELEASE, "match", MATCH, hold.match, 0, NULL, "as in hold") \
	X(START, "names", RUN, run, SCN_MAIN, NULL, "informers or controllers [all]") \
	X(STOP, "names", RUN, run, SCN_MAIN, NULL, "informers or controllers [all]") \
	X(CRASH, "names", RUN, run, SCN_MAIN, NULL, "informers or controllers [all]") \
	X(CRASH, "controller", RUN, run, 0, NULL, "a controller") \
	X(CRASH, "informer", RUN, run, 0, NULL, "an informer") \
	X(CRASH, "after-writes", U32, run.after_writes, 0, NULL, "of a controller") \
	X(CRASH, "signal", WORD, run.signal, 0, "KILL|TERM", "in the external world [KILL]") \
	X(KILL, "subject", RUN, run, SCN_REQ, NULL, "an informer or a controller") \
	X(KILL, "before", MATCH, run.before, 0, NULL, "the request that is not executed") \
	X(KILL, "after", MATCH, run.after, 0, NULL, "the request that gets no response") \
	X(KILL, "signal", WORD, run.signal, 0, "KILL|TERM", "in the external world [KILL]") \
	X(KILL, "then", STEP, then_as_written, 0, NULL, "a step after its end, as in fail") \
	X(RESTART, "names", RUN, run, SCN_MAIN, NULL, "informers or controllers [all]") \
	X(RESTART, "controller", RUN, run, 0, NULL, "a controller") \
	X(RESTART, "informer", RUN, run, 0, NULL, "an informer") \
	X(RESTART, "backend", BACKEND, run.backend, 0, NULL, "its backend from now on") \
	X(HANDLER, "add", HANDLER_ADD, handler, 0, NULL, "the new handler's name") \
	X(HANDLER, "remove", HANDLER_REMOVE, handler, 0, NULL, "") \
	X(HANDLER, "informer", HANDLER_OPTION, handler, 0, NULL, "whose [the only one]") \
	X(HANDLER, "resync", HANDLER_OPTION, handler, 0, NULL, "of add: its period [the informer's]") \
	X(HANDLER, "enqueue", HANDLER_OPTION, handler, 0, NULL, "of add: as in world.informers") \
	X(HANDLER, "controller", HANDLER_OPTION, handler, 0, NULL, "of add: whose queue") \
	X(WORKER, "controller", CONTROLLER, worker.controller, SCN_MAIN, NULL, "whose queue [the only one]") \
	X(WORKER, "do", WORD, worker.what, 0, \
	  "count|add|add-after|add-rate-limited|get|done|forget|shut-down|drain", "[count]") \
	X(WORKER, "key", TEXT, worker.key, 0, NULL, "namespace/name") \
	X(WORKER, "after", DURATION, worker.after_ns, 0, NULL, "of add-after") \
	X(WORKER, "count", U32, worker.count, 0, NULL, "workers from now on") \
	X(SNAPSHOT, "name", TEXT, snapshot, SCN_MAIN | SCN_REQ, NULL, "") \
	X(LOOK, "informer", INFORMER, look, SCN_MAIN, NULL, "[all]")

#endif
