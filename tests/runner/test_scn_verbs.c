/* SPDX-License-Identifier: Apache-2.0 */
/* Each verb and option of the server's side in a small scenario that passes, and with one line
 * changed fails at that line. */
#include "base/alloc.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "runner/engine/run.h"
#include "tests/kit/trace_kit.h"

#define HEAD "scenario: x\nworld:\n"
#define PODS                                                                                       \
	"  types: {pods: v1/pods}\n  objects: {pod: {spec: {nodeName: n1}}}\n"                     \
	"  informers: {pods: {handlers: {h1: {}}}}\nsteps:\n"
#define WORLD HEAD "  server: {rv: 10}\n" PODS
/* The server is made to say what it does not have. */
#define MADE_UP                                                                                    \
	HEAD "  server: {rv: 10}\n  types: {pods: v1/pods}\n  objects: {pod: {spec: {}}}\n"        \
	     "  informers: {pods: {handlers: {h1: {}}}}\n"                                         \
	     "always: {cache-equals-model-at-end: {off: made up}}\nsteps:\n"
#define TWO HEAD "  server: {rv: 10, backends: [A, B]}\n" PODS
#define STARTED                                                                                    \
	"  - create: {pods/default/a: pod}\n  - start: pods\n"                                     \
	"  - expect: {requests: [LIST pods rv=0 -> 200@11, WATCH pods rv=11],"                     \
	" handlers: {h1: [add pods/default/a]}}\n  - advance: 5s\n"

static const struct {
	const char *name, *world, *steps;
	const char *from, *to; /* the line that is changed and fails */
} rows[] = {
	{ "rotate-token", WORLD,
	  STARTED "  - rotate-token\n  - disconnect: {type: pods, how: fin}\n"
		  "  - expect: {requests: [WATCH pods rv=11 -> 401]}\n  - advance: 100s\n"
		  "  - create: {pods/default/b: pod}\n"
		  "  - expect: {handlers: {h1: [..., add pods/default/b]}}\n",
	  "WATCH pods rv=11 -> 401", "WATCH pods rv=11 -> 200" },
	{ "fail: WRITE of a prefix",
	  HEAD "  types: {pods: v1/pods, pvcs: v1/persistentvolumeclaims}\n"
	       "  informers: {pods: {handlers: {c: {enqueue: key}}}}\n"
	       "  controllers: {c: {reconcile: stock/mirror, children: {type: pvcs, name: "
	       "'{name}'}}}\nsteps:\n",
	  "  - fail: {match: WRITE pvcs/default/web-*, status: 500, times: forever}\n"
	  "  - start: all\n  - create: {pods/default/web-1: {data: {a: b}}, pods/default/x: {data: "
	  "{a: b}}}\n  - settle\n  - expect:\n"
	  "      writes: [any-order: [CREATE pvcs/default/web-1 -> 500, CREATE pvcs/default/x -> "
	  "201]]\n",
	  "web-1 -> 500", "web-1 -> 201" },
	{ "kill: before", WORLD,
	  "  - create: {pods/default/a: pod}\n  - start: pods\n  - advance: 5s\n"
	  "  - kill: {subject: pods, before: WATCH pods}\n  - disconnect: pods\n"
	  "  - advance: 60s\n  - expect: {counts: {watches: 0, requests: 3}}\n"
	  "  - restart: pods\n  - expect: {counts: {watches: 1}}\n",
	  "requests: 3", "requests: 4" },
	{ "kill: after, nth", WORLD,
	  "  - create: {pods/default/a: pod}\n  - start: pods\n  - advance: 5s\n"
	  "  - kill: {subject: pods, after: WATCH pods nth=2, signal: TERM}\n"
	  "  - disconnect: pods\n  - advance: 60s\n  - expect: {counts: {watches: 1}}\n"
	  "  - disconnect: pods\n  - advance: 60s\n  - create: {pods/default/b: pod}\n"
	  "  - expect: {counts: {WATCH pods: 3, handlers.h1.add: 1}}\n",
	  "WATCH pods: 3", "WATCH pods: 4" },
	{ "delete: a namespace's finalizers",
	  HEAD "  server: {rv: 10}\n  types: {namespaces: v1/namespaces}\n"
	       "  informers: {namespaces: {handlers: {h1: {}}}}\nsteps:\n",
	  "  - create: {namespaces/a: {spec: {finalizers: [kubernetes]}}}\n"
	  "  - start: namespaces\n  - delete: [namespaces/a]\n"
	  "  - expect: {cache: {namespaces: {a: {status: {phase: Terminating}}}}}\n"
	  "  - update: {namespaces/a: {spec: {finalizers: []}}}\n"
	  "  - expect: {cache: {namespaces: []}}\n",
	  "{a: {status: {phase: Terminating}}}", "[]" },
	/* answers */
	{ "reply", MADE_UP,
	  "  - reply:\n      match: LIST pods\n      body: [{json: {kind: PodList, apiVersion: v1,"
	  " metadata: {resourceVersion: \"77\"}, items: [{metadata: {name: z, namespace: default,"
	  " resourceVersion: \"70\"}}]}}]\n  - start: pods\n"
	  "  - expect: {handlers: {h1: [add pods/default/z rv=70]}, sync: {pods: {rv: 77}}}\n",
	  "sync: {pods: {rv: 77}}", "sync: {pods: {rv: 10}}" },
	{ "reply: status, headers", WORLD,
	  "  - reply: {match: LIST pods, status: 429, headers: {Retry-After: \"7\"}, times: 2}\n"
	  "  - start: pods\n  - advance: 6s\n  - expect: {counts: {LIST pods: 1}}\n"
	  "  - advance: 9s\n  - expect: {counts: {LIST pods: 3}, sync: {pods: {store: true}}}\n",
	  "{counts: {LIST pods: 1}}", "{counts: {LIST pods: 2}}" },
	{ "reply: nth, wait, hex, rst", MADE_UP,
	  STARTED
	  "  - reply:\n      match: WATCH pods nth=2\n      body:\n"
	  "        - "
	  "'{\"type\":\"MODIFIED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":"
	  "{\"name\":\"a\",\"namespace\":\"default\",\"resourceVersion\":\"21\","
	  "\"labels\":{\"n\":\"caf'\n"
	  "        - {hex: \"c3\"}\n        - {wait: 3s}\n        - {hex: \"a9\"}\n"
	  "        - '\"}}}}'\n        - \"\\n\"\n        - {close: rst}\n"
	  "  - disconnect: pods\n  - advance: 10s\n  - disconnect: pods\n  - advance: 2s\n"
	  "  - expect: {handlers: {h1: []}}\n  - advance: 3s\n"
	  "  - expect: {handlers: {h1: [{update: pods/default/a, new:"
	  " {metadata: {labels: {n: café}}}}]}}\n  - advance: 10s\n"
	  "  - expect: {requests: [WATCH pods rv=11, WATCH pods rv=11, WATCH pods rv=21]}\n",
	  "{labels: {n: café}}", "{labels: {n: caf}}" },
	{ "reply: fin cuts the body off", WORLD,
	  "  - create: {pods/default/a: pod}\n"
	  "  - reply: {match: LIST pods, body: ['{\"kind\":\"PodList\"', {close: fin}]}\n"
	  "  - start: pods\n  - expect: {sync: {pods: {store: false}}}\n  - advance: 5s\n"
	  "  - expect: {handlers: {h1: [add pods/default/a]}}\n",
	  "{store: false}", "{store: true}" },
	{ "reply: blackhole", WORLD,
	  STARTED "  - reply: {match: WATCH pods, body: [{close: blackhole}]}\n"
		  "  - disconnect: pods\n  - advance: 10s\n  - create: {pods/default/b: pod}\n"
		  "  - advance: 1m\n  - expect: {handlers: {h1: []}}\n  - disconnect: pods\n"
		  "  - advance: 10s\n  - expect: {handlers: {h1: [add pods/default/b]}}\n",
	  "{handlers: {h1: []}}", "{handlers: {h1: [add pods/default/b]}}" },
	{ "reply: no answer at all", WORLD,
	  STARTED "  - reply: {match: WATCH pods, body: [{close: rst}], times: 2}\n"
		  "  - disconnect: pods\n  - advance: 10s\n"
		  "  - expect: {requests: [WATCH pods -> reset, ..., WATCH pods -> 200]}\n",
	  "[WATCH pods -> reset", "[WATCH pods -> 200" },
	{ "send", WORLD,
	  STARTED
	  "  - send: {to: pods, body: [{json: {type: MODIFIED, object: {kind: Pod, apiVersion:"
	  " v1, metadata: {name: a, namespace: default, resourceVersion: \"12\"}}}}]}\n"
	  "  - expect: {handlers: {h1: [update pods/default/a 11->12]}}\n"
	  "  - update: {pods/default/a: {spec: {nodeName: n2}}}\n"
	  "  - expect: {handlers: {h1: [sync pods/default/a]}}\n",
	  "11->12", "11->13" },
	{ "send: cuts", WORLD,
	  STARTED
	  "  - send: {to: pods, cuts: every, body: [{json: {type: MODIFIED, object: {kind: Pod,"
	  " apiVersion: v1, metadata: {name: a, namespace: default,"
	  " resourceVersion: \"12\", labels: {n: é}}}}}]}\n"
	  "  - update: {pods/default/a: {spec: {nodeName: n2}, metadata: {labels: {n: é}}}}\n"
	  "  - expect: {handlers: {h1: [update pods/default/a 11->12, sync pods/default/a]}}\n",
	  "11->12", "11->13" },
	{ "fail: in-stream on an open watch", WORLD,
	  STARTED "  - fail: {match: WATCH pods, status: 410, reason: Expired, how: in-stream}\n"
		  "  - advance: 10s\n"
		  "  - expect: {requests: [LIST pods rv=11 -> 200@11, WATCH pods rv=11]}\n",
	  "LIST pods rv=11", "LIST pods rv=0" },
	{ "fail: in-stream on the next watch", WORLD,
	  "  - fail: {match: WATCH pods, status: 410, how: in-stream}\n  - start: pods\n"
	  "  - advance: 10s\n  - expect: {requests: [LIST pods, WATCH pods rv=10 -> gone,"
	  " LIST pods rv=10, WATCH pods rv=10 -> 200]}\n",
	  "-> gone", "-> 200@10" },
	{ "fail: nth, page",
	  HEAD "  server: {rv: 10}\n  types: {pods: v1/pods}\n  informers: {pods: {page-size: "
	       "2}}\nsteps:\n",
	  "  - create: {'pods/default/p-{n}': {}, times: 4}\n"
	  "  - fail: {match: LIST pods, status: 410, reason: Expired}\n"
	  "  - fail: {match: LIST pods continued, status: 410, reason: Expired}\n  - start: pods\n"
	  "  - expect:\n      requests:\n        - LIST pods rv=0 -> 410\n"
	  "        - LIST pods rv=\"\" limit=2 -> 200\n        - LIST pods limit=2 -> 410\n"
	  "        - LIST pods rv=\"\" -> 200@14\n        - WATCH pods\n"
	  "      counts: {cache.pods: 4}\n",
	  "- LIST pods limit=2 -> 410", "- LIST pods limit=2 -> 200" },
	{ "fail: details of a retry", WORLD,
	  STARTED "  - fail: {match: WATCH pods, status: 500, reason: InternalError, details:"
		  " {causes: [{reason: ResourceVersionTooLarge, message: x}]}}\n"
		  "  - disconnect: pods\n  - advance: 10s\n"
		  "  - expect: {requests: [WATCH pods -> 500, ..., WATCH pods -> 200]}\n",
	  "[WATCH pods -> 500", "[WATCH pods -> 504" },
	{ "drop: of deletes only", WORLD,
	  STARTED
	  "  - drop: {event: delete pods/default/b}\n  - create: {pods/default/b: pod}\n"
	  "  - delete: [pods/default/b]\n"
	  "  - expect: {handlers: {h1: [add pods/default/b]}, cache: {pods: {default/b: any}}}\n"
	  "  - compact: now\n  - disconnect: pods\n  - advance: 10s\n"
	  "  - expect: {handlers: {h1: [..., delete pods/default/b unknown, ...]}}\n",
	  "default/b: any", "default/b: absent" },
	{ "drop: of an update, forever", WORLD,
	  STARTED "  - drop: {event: update pods, times: forever}\n"
		  "  - update: {pods/default/a: {spec: {nodeName: n2}}}\n"
		  "  - update: {pods/default/a: {spec: {nodeName: n3}}}\n"
		  "  - delete: [pods/default/a]\n"
		  "  - expect: {handlers: {h1: [delete pods/default/a rv=14]}}\n",
	  "delete pods/default/a rv=14", "update pods/default/a" },
	/* connections */
	{ "disconnect: slow", WORLD,
	  STARTED "  - disconnect: {type: pods, how: slow, bytes-per-second: 10}\n"
		  "  - create: {pods/default/b: pod}\n  - advance: 10s\n"
		  "  - expect: {handlers: {h1: []}}\n  - advance: 2m\n"
		  "  - expect: {handlers: {h1: [add pods/default/b]}}\n",
	  "{handlers: {h1: []}}", "{handlers: {h1: [add pods/default/b]}}" },
	{ "disconnect: blackhole", WORLD,
	  STARTED
	  "  - disconnect: {type: pods, how: blackhole}\n  - create: {pods/default/b: pod}\n"
	  "  - advance: 1h\n  - expect: {requests: [], handlers: {h1: []}}\n"
	  "  - disconnect: pods\n  - advance: 10s\n"
	  "  - expect: {handlers: {h1: [add pods/default/b]}}\n",
	  "requests: [],", "requests: [WATCH pods]," },
	{ "disconnect: a backend", TWO,
	  STARTED "  - disconnect: {how: rst, backend: B}\n  - advance: 10s\n"
		  "  - expect: {requests: []}\n  - disconnect: {how: rst, backend: A}\n"
		  "  - advance: 10s\n  - expect: {requests: [WATCH pods from A]}\n",
	  "{requests: []}", "{requests: [WATCH pods]}" },
	{ "refuse: a type",
	  HEAD "  server: {rv: 10}\n  types: {pods: v1/pods, nodes: v1/nodes}\n"
	       "  informers: {pods: {}, nodes: {}}\nsteps:\n",
	  "  - refuse: nodes\n  - start: all\n  - expect: {sync: {pods: {store: true}}}\n"
	  "  - expect: {requests: [{any-order: [LIST pods, LIST nodes -> refused]}, ...]}\n"
	  "  - expect: {sync: {nodes: {store: false}}}\n  - accept: nodes\n  - advance: 10s\n"
	  "  - expect: {sync: {nodes: {store: true}}}\n",
	  "{nodes: {store: false}}", "{nodes: {store: true}}" },
	{ "refuse: a backend", TWO,
	  "  - refuse: {backend: A}\n  - start: pods\n  - advance: 3s\n"
	  "  - expect: {sync: {pods: {store: false}}}\n  - failover: {to: B}\n  - advance: 10s\n"
	  "  - expect: {requests: [..., LIST pods rv=0 -> 200 from B, WATCH pods from B]}\n",
	  "{store: false}", "{store: true}" },
	{ "bookmark", WORLD,
	  STARTED "  - create: {pods/default/b: pod, pods/default/c: pod}\n  - bookmark: pods\n"
		  "  - disconnect: pods\n  - advance: 10s\n"
		  "  - expect: {requests: [WATCH pods rv=13], sync: {pods: {rv: 13}}}\n",
	  "WATCH pods rv=13", "WATCH pods rv=11" },
	{ "bookmark: only watches with allowWatchBookmarks, of a quiet type",
	  HEAD "  server: {rv: 10}\n  types: {pods: v1/pods, nodes: v1/nodes}\n"
	       "  informers: {pods: {}}\nsteps:\n",
	  "  - start: pods\n  - create: {nodes/n1: {}}\n  - expect: {sync: {pods: {rv: 10}}}\n"
	  "  - bookmark: all\n  - expect: {sync: {pods: {rv: 11}}}\n",
	  "{rv: 11}", "{rv: 10}" },
	{ "bookmark-every",
	  HEAD "  server: {rv: 10, bookmark-every: 20s}\n"
	       "  types: {pods: v1/pods, nodes: v1/nodes}\n"
	       "  informers: {pods: {}}\nsteps:\n",
	  "  - start: pods\n  - settle\n  - create: {nodes/n1: {}}\n  - advance: 19s\n"
	  "  - expect: {sync: {pods: {rv: 10}}}\n  - advance: 1s\n"
	  "  - expect: {sync: {pods: {rv: 11}}}\n",
	  "{rv: 10}}}\n  - advance: 1s", "{rv: 11}}}\n  - advance: 1s" },
	{ "bookmarks: off and on",
	  HEAD "  server: {rv: 10, bookmark-every: 20s}\n"
	       "  types: {pods: v1/pods, nodes: v1/nodes}\n"
	       "  informers: {pods: {}}\nsteps:\n",
	  "  - start: pods\n  - settle\n  - bookmarks: off\n  - create: {nodes/n1: {}}\n"
	  "  - advance: 60s\n  - expect: {sync: {pods: {rv: 10}}}\n  - bookmarks: on\n"
	  "  - advance: 20s\n  - expect: {sync: {pods: {rv: 11}}}\n",
	  "{rv: 10}}}\n  - bookmarks", "{rv: 11}}}\n  - bookmarks" },
	{ "bookmarks: of one type, as YAML 1.1 writes off",
	  HEAD "  server: {rv: 10, bookmark-every: 20s}\n"
	       "  types: {pods: v1/pods, nodes: v1/nodes}\n"
	       "  informers: {pods: {}}\nsteps:\n",
	  "  - start: pods\n  - settle\n  - bookmarks: {mode: false, type: nodes}\n"
	  "  - create: {nodes/n1: {}}\n  - advance: 20s\n"
	  "  - expect: {sync: {pods: {rv: 11}}}\n",
	  "{rv: 11}", "{rv: 10}" },
	{ "bookmarks: unannotated",
	  HEAD "  server: {rv: 10}\n  types: {pods: v1/pods}\n"
	       "  informers: {pods: {initial: watchlist}}\nsteps:\n",
	  "  - bookmarks: unannotated\n  - start: pods\n"
	  "  - expect: {sync: {pods: {store: false}}}\n  - bookmarks: true\n"
	  "  - disconnect: pods\n  - advance: 10s\n"
	  "  - expect: {sync: {pods: {store: true}}}\n",
	  "{store: false}", "{store: true}" },
	{ "bookmarks: early",
	  HEAD "  server: {rv: 10}\n  types: {pods: v1/pods}\n"
	       "  informers: {pods: {initial: watchlist, handlers: {h1: {}}}}\nsteps:\n",
	  "  - create: {pods/default/a: {}}\n  - bookmarks: early\n  - start: pods\n"
	  "  - expect: {handlers: {h1: [add pods/default/a live]}}\n",
	  "live", "initial" },
	{ "no bookmarks by themselves",
	  HEAD "  server: {rv: 10}\n"
	       "  types: {pods: v1/pods, nodes: v1/nodes}\n"
	       "  informers: {pods: {}}\nsteps:\n",
	  "  - start: pods\n  - create: {nodes/n1: {}}\n  - advance: 4m\n"
	  "  - expect: {sync: {pods: {rv: 10}}}\n",
	  "{rv: 10}}}", "{rv: 11}}}" },
	/* backends */
	{ "failover: all", TWO,
	  STARTED "  - failover: {to: B, how: fin}\n  - advance: 5s\n"
		  "  - expect: {requests: [WATCH pods rv=11 -> 200 from B]}\n",
	  "from B]", "from A]" },
	{ "failover: one informer",
	  HEAD "  server: {rv: 10, backends: [A, B]}\n  types: {pods: v1/pods, nodes: v1/nodes}\n"
	       "  informers: {pods: {}, nodes: {}}\nsteps:\n",
	  "  - start: all\n  - advance: 5s\n  - expect: {requests: [...]}\n"
	  "  - failover: {to: B, informer: nodes}\n  - advance: 5s\n"
	  "  - expect: {requests: [WATCH nodes from B]}\n",
	  "WATCH nodes from B", "WATCH pods from B" },
	{ "failover: a controller and its informers",
	  HEAD "  server: {rv: 10, backends: [A, B]}\n"
	       "  types: {zks: example.org/v1/zks, cms: v1/configmaps, pods: v1/pods}\n"
	       "  informers: {zks: {handlers: {c: {enqueue: key}}}, pods: {}}\n"
	       "  controllers: {c: {reconcile: stock/reap-or-ensure, children: {type: cms, name: "
	       "'d-{name}',"
	       " label: c}}}\nsteps:\n",
	  "  - start: all\n  - advance: 5s\n  - expect: {requests: [...]}\n"
	  "  - failover: {to: B, controller: c}\n  - refuse: {backend: A}\n  - advance: 5s\n"
	  "  - expect: {requests: [WATCH zks -> 200 from B], counts: {watches.pods: 1}}\n"
	  "  - create: {zks/default/z: {}}\n  - expect: {writes: [CREATE cms/default/d-z -> "
	  "201]}\n",
	  "WATCH zks -> 200 from B", "WATCH pods from B" },
	{ "hold: reply to writes of one object",
	  HEAD "  server: {rv: 10}\n  types: {zks: example.org/v1/zks, cms: v1/configmaps}\n"
	       "  informers: {zks: {handlers: {c: {enqueue: key}}},"
	       " cms: {handlers: {c: {enqueue: owner-label c}}}}\n"
	       "  controllers: {c: {reconcile: stock/reap-or-ensure, children: {type: cms, name: "
	       "'d-{name}',"
	       " label: c}, finalizer: x}}\nsteps:\n",
	  "  - start: all\n  - create: {zks/default/z: {metadata: {finalizers: [x]}}}\n"
	  "  - settle\n  - hold: {at: reply, key: cms/default/d-z}\n  - delete: [zks/default/z]\n"
	  "  - expect: {state: {cms: [], zks: [default/z]}}\n"
	  "  - release: {at: reply, key: cms/default/d-z}\n  - expect: {state: {zks: []}}\n",
	  "zks: [default/z]", "zks: []" },
	{ "lag: by", TWO,
	  "  - start: pods\n  - failover: {to: B}\n  - advance: 5s\n  - lag: {backend: B, by: 2}\n"
	  "  - create: {pods/default/a: pod, pods/default/b: pod}\n"
	  "  - expect: {handlers: {h1: []}}\n  - create: {pods/default/c: pod}\n"
	  "  - expect: {handlers: {h1: [add pods/default/a]}}\n  - thaw: B\n"
	  "  - expect: {handlers: {h1: [add pods/default/b, add pods/default/c]}}\n",
	  "[add pods/default/a]}}", "[add pods/default/b]}}" },
	{ "lag: rv", TWO,
	  "  - create: {pods/default/a: pod, pods/default/b: pod}\n  - lag: {backend: B, rv: 11}\n"
	  "  - failover: {to: B}\n  - start: pods\n"
	  "  - expect: {requests: [LIST pods rv=0 -> 200@11 from B, WATCH pods rv=11]}\n"
	  "  - thaw: B\n  - expect: {handlers: {h1: [..., add pods/default/b]}}\n",
	  "200@11", "200@12" },
	{ "compact: a backend", TWO,
	  STARTED
	  "  - refuse: all\n  - disconnect: pods\n  - create: {pods/default/b: pod}\n"
	  "  - compact: {to: now, backend: B}\n  - accept: all\n  - advance: 10s\n"
	  "  - expect: {requests: [..., WATCH pods rv=11 -> 200]}\n  - refuse: all\n"
	  "  - disconnect: pods\n  - create: {pods/default/c: pod}\n"
	  "  - compact: {to: now, backend: B}\n  - failover: {to: B}\n  - accept: all\n"
	  "  - advance: 10s\n"
	  "  - expect: {requests: [..., WATCH pods rv=12 -> gone, LIST pods rv=12, WATCH pods]}\n",
	  "WATCH pods rv=11 -> 200", "WATCH pods rv=11 -> gone" },
	/* control points */
	{ "hold: request, of a type, the second", WORLD,
	  STARTED
	  "  - hold: {at: request, type: pods, nth: 2}\n  - disconnect: pods\n  - advance: 5s\n"
	  "  - disconnect: pods\n  - advance: 5s\n  - create: {pods/default/b: pod}\n"
	  "  - expect: {requests: [WATCH pods -> 200, WATCH pods -> open], handlers: {h1: []}}\n"
	  "  - release: {at: request, type: pods, nth: 2}\n"
	  "  - expect: {handlers: {h1: [add pods/default/b]}}\n",
	  "WATCH pods -> open]", "WATCH pods -> 200]" },
	{ "hold: reply", WORLD,
	  "  - create: {pods/default/a: pod}\n  - hold: {at: reply, type: pods}\n  - start: pods\n"
	  "  - create: {pods/default/b: pod}\n"
	  "  - expect: {requests: [LIST pods rv=0 -> open]}\n  - release: {at: reply, type: pods}\n"
	  "  - expect: {requests: [WATCH pods rv=11],"
	  " handlers: {h1: [add pods/default/a initial, add pods/default/b live]}}\n",
	  "{requests: [LIST pods rv=0 -> open]}", "{requests: [LIST pods rv=0 -> 200]}" },
	{ "hold: reply, the n-th", WORLD,
	  "  - hold: {at: reply, nth: 2}\n  - start: pods\n"
	  "  - expect: {requests: [LIST pods -> 200, WATCH pods -> open]}\n"
	  "  - release: {at: reply, nth: 2}\n  - create: {pods/default/a: pod}\n"
	  "  - expect: {handlers: {h1: [add pods/default/a]}}\n",
	  "WATCH pods -> open", "WATCH pods -> 200" },
	{ "hold: event of a key", WORLD,
	  STARTED "  - hold: {at: event, key: pods/default/b}\n"
		  "  - update: {pods/default/a: {spec: {nodeName: n2}}}\n"
		  "  - create: {pods/default/b: pod}\n  - create: {pods/default/c: pod}\n"
		  "  - expect: {handlers: {h1: [update pods/default/a]}}\n"
		  "  - release: {at: event, key: pods/default/b}\n"
		  "  - expect: {handlers: {h1: [add pods/default/b, add pods/default/c]}}\n",
	  "[update pods/default/a]}}", "[update pods/default/a, add pods/default/b]}}" },
	{ "hold: the third event", WORLD,
	  STARTED "  - hold: event nth=3\n  - create: {'pods/default/b-{n}': pod, times: 4}\n"
		  "  - expect: {counts: {cache.pods: 3}}\n  - release: event nth=3\n"
		  "  - expect: {counts: {cache.pods: 5}}\n",
	  "{counts: {cache.pods: 3}}", "{counts: {cache.pods: 4}}" },
	{ "hold: queue of a key", WORLD,
	  STARTED "  - hold: {at: queue, key: pods/default/b}\n  - create: {pods/default/b: pod}\n"
		  "  - create: {pods/default/c: pod}\n  - expect: {handlers: {h1: []}}\n"
		  "  - release: {at: queue, key: pods/default/b}\n"
		  "  - expect: {handlers: {h1: [add pods/default/b, add pods/default/c]}}\n",
	  "{handlers: {h1: []}}", "{handlers: {h1: [add pods/default/c]}}" },
	{ "hold: cache, the second write", WORLD,
	  STARTED "  - hold: {at: cache/pods, nth: 2}\n  - create: {pods/default/b: pod}\n"
		  "  - create: {pods/default/c: pod}\n"
		  "  - expect: {cache: {pods: [default/a, default/b]}}\n"
		  "  - release: {at: cache/pods, nth: 2}\n"
		  "  - expect: {cache: {pods: [default/a, default/b, default/c]}}\n",
	  "[default/a, default/b]}", "[default/a, default/c]}" },
	/* the model */
	{ "gc",
	  HEAD "  server: {rv: 10}\n"
	       "  types: {pods: v1/pods, rs: apps/v1/replicasets}\n"
	       "  informers: {pods: {handlers: {h1: {}}}}\nsteps:\n",
	  "  - create: {rs/default/r: {}, uid: $r}\n"
	  "  - create: {pods/default/p: {metadata: {ownerReferences: [{apiVersion: apps/v1, kind:"
	  " ReplicaSet, name: r, uid: $r}]}}}\n  - create: {pods/default/free: {}}\n"
	  "  - start: pods\n  - gc\n  - expect: {counts: {cache.pods: 2}}\n"
	  "  - delete: [rs/default/r]\n  - expect: {counts: {cache.pods: 2}}\n  - gc\n"
	  "  - expect: {state: {pods: {default/p: absent, default/free: any}},"
	  " handlers: {h1: [..., delete pods/default/p]}}\n",
	  "default/p: absent", "default/p: any" },
	{ "rewind: open watches wait for new numbers", WORLD,
	  STARTED
	  "  - create: {pods/default/b: pod}\n  - expect: {handlers: {h1: [add pods/default/b]}}\n"
	  "  - rewind: 11\n  - create: {pods/default/c: pod}\n"
	  "  - expect: {requests: [], handlers: {h1: []},"
	  " cache: {pods: [default/a, default/b]}, state: {pods: [default/a, default/c]}}\n"
	  "  - create: {pods/default/d: pod}\n"
	  "  - expect: {handlers: {h1: [add pods/default/d rv=13]}}\n"
	  "  - refuse: all\n  - disconnect: pods\n"
	  "  - create: {pods/default/e: pod}\n  - compact: now\n  - accept: all\n"
	  "  - advance: 10s\n  - expect: {counts: {cache.pods: 4},"
	  " handlers: {h1: [..., delete pods/default/b unknown, ...]}}\n",
	  "state: {pods: [default/a, default/c]}", "state: {pods: [default/a, default/b]}" },
	{ "update: uid: new", WORLD,
	  STARTED
	  "  - update: {pods/default/a: {spec: {nodeName: n2}}, uid: new}\n"
	  "  - expect:\n      handlers:\n        h1:\n          - delete pods/default/a rv=12\n"
	  "          - {add: pods/default/a, rv: 13, with: {spec: {nodeName: n2}}}\n",
	  "delete pods/default/a rv=12", "update pods/default/a" },
	{ "update: subresource",
	  HEAD "  server: {rv: 10}\n  types: {ds: apps/v1/deployments}\n"
	       "  informers: {ds: {handlers: {h1: {}}}}\nsteps:\n",
	  "  - create: {ds/default/d: {spec: {replicas: 1}}}\n  - start: ds\n"
	  "  - update: {ds/default/d: {status: {replicas: 1}}, subresource: status}\n"
	  "  - update: {ds/default/d: {spec: {replicas: 3}}, subresource: scale}\n"
	  "  - expect: {cache: {ds: {default/d: {spec: {replicas: 3}, status: {replicas: 1}}}}}\n",
	  "{spec: {replicas: 3}, status", "{spec: {replicas: 1}, status" },
	{ "look: between a mistake's two halves",
	  HEAD "  server: {rv: 10}\n  types: {pods: v1/pods}\n"
	       "  informers: {pods: {without: synced-processed, handlers: {h1: {}}}}\nsteps:\n",
	  "  - create: {pods/default/a: {}}\n  - start: pods\n  - settle\n  - look: pods\n"
	  "  - look\n  - expect: {counts: {cache.pods: 1}}\n",
	  "cache.pods: 1", "cache.pods: 2" },
	/* the world */
	{ "two informers of one type",
	  HEAD "  server: {rv: 10}\n  types: {pods: v1/pods}\n  informers:\n"
	       "    web: {type: pods, label-selector: app=web, handlers: {h1: {}}}\n"
	       "    kube: {type: pods, namespace: kube-system, handlers: {h2: {}}}\nsteps:\n",
	  "  - create: {pods/default/a: {metadata: {labels: {app: web}}}}\n"
	  "  - create: {pods/kube-system/dns: {}}\n  - start: all\n"
	  "  - expect: {handlers: {h1: [add pods/default/a], h2: [add pods/kube-system/dns]}}\n"
	  "  - expect: {requests: [{any-order: [LIST pods labels=app=web,"
	  " LIST pods namespace=kube-system]}, ...]}\n",
	  "h1: [add pods/default/a]", "h1: [add pods/kube-system/dns]" },
	{ "transform: keep",
	  HEAD "  server: {rv: 10}\n  types: {pods: v1/pods}\n"
	       "  informers: {pods: {transform: 'keep status'}}\nsteps:\n",
	  "  - create: {pods/default/a: {spec: {nodeName: n1}, status: {phase: Running}}}\n"
	  "  - start: pods\n"
	  "  - expect: {cache: {pods: {default/a: {spec: absent, status: {phase: Running}}}}}\n",
	  "{spec: absent,", "{spec: any," },
	{ "transform: strip, rename",
	  HEAD "  server: {rv: 10}\n  types: {pods: v1/pods}\n"
	       "  informers: {pods: {transform: rename -x}}\nsteps:\n",
	  "  - create: {pods/default/a: {}}\n  - start: pods\n"
	  "  - expect: {cache: {pods: [default/a-x]}}\n",
	  "[default/a-x]", "[default/a]" },
	{ "transform: fail-on",
	  HEAD "  server: {rv: 10}\n  types: {pods: v1/pods}\n"
	       "  informers: {pods: {transform: fail-on default/b}}\nsteps:\n",
	  "  - create: {pods/default/a: {}}\n  - start: pods\n  - create: {pods/default/b: {}}\n"
	  "  - create: {pods/default/c: {}}\n  - expect: {cache: {pods: [default/a, default/c]}}\n",
	  "[default/a, default/c]", "[default/a, default/b]" },
	{ "list-items-kind",
	  HEAD "  server: {rv: 10, list-items-kind: true}\n"
	       "  types: {pods: v1/pods}\n  informers: {pods: {}}\nsteps:\n",
	  "  - create: {pods/default/a: {}}\n  - start: pods\n"
	  "  - expect: {cache: {pods: {default/a: {kind: Pod, apiVersion: v1}}}}\n",
	  "{kind: Pod,", "{kind: absent," },
	{ "list items without kind, as real ones",
	  HEAD "  server: {rv: 10}\n  types: {pods: v1/pods}\n  informers: {pods: {}}\nsteps:\n",
	  "  - create: {pods/default/a: {}}\n  - start: pods\n"
	  "  - expect: {requests: [LIST pods, WATCH pods], cache: {pods: [default/a]}}\n",
	  "cache: {pods: [default/a]}", "cache: {pods: []}" },
	{ "watch-list: supported",
	  HEAD "  server: {rv: 10, watch-list: supported}\n  types: {pods: v1/pods}\n"
	       "  informers: {pods: {initial: watchlist, handlers: {h1: {}}}}\nsteps:\n",
	  "  - create: {pods/default/a: {}}\n  - start: pods\n"
	  "  - expect: {requests: [WATCH pods rv=\"\" initial-events -> 200],"
	  " handlers: {h1: [add pods/default/a initial]}, sync: {pods: {rv: 11}}}\n",
	  "WATCH pods rv=\"\" initial-events -> 200]", "LIST pods]" },
	{ "watch-list: rejected",
	  HEAD "  server: {rv: 10, watch-list: rejected}\n  types: {pods: v1/pods}\n"
	       "  informers: {pods: {initial: watchlist, handlers: {h1: {}}}}\nsteps:\n",
	  "  - create: {pods/default/a: {}}\n  - start: pods\n"
	  "  - expect: {requests: [WATCH pods initial-events -> 422, LIST pods rv=0, WATCH pods "
	  "rv=11],"
	  " handlers: {h1: [add pods/default/a initial]}}\n",
	  "-> 422", "-> 200" },
	{ "watch-list: ignored",
	  HEAD "  server: {rv: 10, watch-list: ignored}\n  types: {pods: v1/pods}\n"
	       "  informers: {pods: {initial: watchlist, handlers: {h1: {}}}}\nsteps:\n",
	  "  - create: {pods/default/a: {}}\n  - start: pods\n  - advance: 5s\n"
	  "  - expect: {sync: {pods: {store: false}}}\n",
	  "{store: false}", "{store: true}" },
	/* handlers */
	{ "handler: remove", WORLD,
	  STARTED "  - handler: {add: late, informer: pods}\n"
		  "  - expect: {handlers: {late: [add pods/default/a initial]}}\n"
		  "  - handler: {remove: h1, informer: pods}\n  - create: {pods/default/b: pod}\n"
		  "  - expect: {handlers: {h1: [], late: [add pods/default/b]}}\n",
	  "late: [add pods/default/b]}", "late: []}" },
};

static struct scn__scenario *load(const char *name, struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("test.yaml"), text, &errors);

	if (!s)
		fail_msg("%s: line %u: %s", name, errors.items[0].pos.line, errors.items[0].msg);
	scn__errors_fini(&errors);
	return s;
}

static void run(const struct scn__driver_ops *driver, const char *name, struct str text,
		struct runner__result *out)
{
	struct scn__run_options opt = { .driver = driver, .seed = 1 };
	struct scn__scenario *s = load(name, text);

	runner__result_fini(out);
	runner__result_init(out);
	scn__run(&s->cells[0], &opt, out);
	scn__scenario_free(s);
}

static void check_row(const struct scn__driver_ops *driver, size_t i, struct runner__result *result)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF changed = STRBUF_INIT;
	uint32_t line = 1;
	const char *at;

	strbuf_addf(&text, "%s%s", rows[i].world, rows[i].steps);
	run(driver, rows[i].name, strbuf_str(&text), result);
	if (result->verdict != RUNNER_PASS)
		fail_msg("%s in the %s world: line %u: %s\n%s", rows[i].name, driver->name,
			 result->line, result->what, result->actual.ptr ? result->actual.ptr : "");
	at = strstr(text.ptr, rows[i].from);
	if (!at)
		fail_msg("%s: no `%s`", rows[i].name, rows[i].from);
	strbuf_add(&changed, text.ptr, (size_t)(at - text.ptr));
	strbuf_addf(&changed, "%s%s", rows[i].to, at + strlen(rows[i].from));
	for (const char *p = text.ptr; p < at; p++)
		line += *p == '\n';
	run(driver, rows[i].name, strbuf_str(&changed), result);
	if (result->verdict != RUNNER_FAIL || result->line != line)
		fail_msg("%s, changed in line %u: %s in line %u: %s", rows[i].name, line,
			 runner__verdict_word(result->verdict), result->line, result->what);
}

static void check_rows(const struct scn__driver_ops *driver)
{
	struct runner__result result;

	runner__result_init(&result);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		check_row(driver, i, &result);
	runner__result_fini(&result);
}

static void each_verb_passes_and_fails_after_a_change(void **state)
{
	(void)state;
	check_rows(&world__driver_sim);
}

static void each_verb_passes_and_fails_after_a_change_over_sockets(void **state)
{
	(void)state;
	check_rows(&runner__driver_tcp);
}

static void send_without_a_watch_fails(void **state)
{
	struct runner__result result;

	(void)state;
	runner__result_init(&result);
	run(&world__driver_sim, "send",
	    STR(WORLD "  - send: {to: pods, body: [x]}\n  - start: pods\n"), &result);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_int_equal(result.line, 8);
	assert_string_equal(result.what, "send: no watch of pods is open");
	runner__result_fini(&result);
}

/* Cut after the first byte of é, the client sees the event whole all the same; a cut before a pause
 * arrives later, and that is another log. */
static void send_gives_the_same_log_with_any_cut(void **state)
{
	static const char story[] = MADE_UP STARTED
	    "  - send: {to: pods, cuts: %s, body: [{json: {type: BOOKMARK, object: {kind: Pod,"
	    " apiVersion: v1, metadata: {resourceVersion: \"%s\"}}}}]}\n"
	    "  - expect: {sync: {pods: {rv: %s}}}\n";
	static const struct {
		const char *cuts, *rv, *expected;
		enum runner__verdict verdict;
	} cases[] = {
		{ "every", "15", "15", RUNNER_PASS },
		{ "[5, 40]", "15", "15", RUNNER_PASS },
		{ "every", "15", "16", RUNNER_FAIL },
	};
	struct runner__result result;

	(void)state;
	runner__result_init(&result);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addf(&text, story, cases[i].cuts, cases[i].rv, cases[i].expected);
		run(&world__driver_sim, cases[i].cuts, strbuf_str(&text), &result);
		if (result.verdict != cases[i].verdict)
			fail_msg("%zu: %s", i, result.what);
	}
	runner__result_fini(&result);
}

static void attempt(const struct scn__cell *cell)
{
	struct scn__run_options opt = { .seed = 1 };
	struct runner__result result;

	runner__result_init(&result);
	scn__run(cell, &opt, &result);
	assert_true(result.verdict == RUNNER_PASS || result.verdict == RUNNER_ERROR ||
		    result.verdict == RUNNER_FAIL);
	runner__result_fini(&result);
}

static void cues_survive_every_failing_allocation(void **state)
{
	static const char *const names[] = { "reply: nth, wait, hex, rst", "transform: keep",
					     "fail: in-stream on an open watch",
					     "hold: queue of a key" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct scn__scenario *s;
		bool wanted = false;

		for (size_t k = 0; k < ARRAY_LEN(names); k++)
			wanted |= strcmp(names[k], rows[i].name) == 0;
		if (!wanted)
			continue;
		strbuf_addf(&text, "%s%s", rows[i].world, rows[i].steps);
		s = load(rows[i].name, strbuf_str(&text));
		FOR_EACH_FAILING_ALLOC(attempt(&s->cells[0]));
		scn__scenario_free(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_verb_passes_and_fails_after_a_change),
		cmocka_unit_test(each_verb_passes_and_fails_after_a_change_over_sockets),
		cmocka_unit_test(send_without_a_watch_fails),
		cmocka_unit_test(cues_survive_every_failing_allocation),
		cmocka_unit_test(send_gives_the_same_log_with_any_cut),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
