/* SPDX-License-Identifier: Apache-2.0 */
/* Errors and warnings about steps that cannot happen or match, found without a run by the walk in
 * runner/language/check.c; and none about steps that can. */
#include "tests/kit/scn_messages.h"

static void check_tracks_starts_stops_and_crashes(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "  - start: pods",
	      .want = "t:10:5: informer pods is running since line 9\n" },
	    { .steps = "  - start", .want = "" },
	    { .steps = "  - stop: pods\n  - start: pods",
	      .want = "t:11:5: informer pods is stopped since line 10: use restart\n" },
	    { .steps = "  - crash: pods\n  - start: pods",
	      .want = "t:11:5: informer pods is crashed since line 10: use restart\n" },
	    { .steps = "  - stop: pods\n  - start",
	      .want = "t:11:5: informer pods is stopped since line 10: use restart\n" },
	    { .steps = "  - stop\n  - start",
	      .want = "t:11:5: informer pods is stopped since line 10: use restart\n" },
	    { .steps = "  - stop: pods\n  - stop: pods",
	      .want = "t:11:5: informer pods is stopped, there is nothing to stop\n" },
	    { .steps = "  - stop: pods\n  - crash: pods",
	      .want = "t:11:5: informer pods is stopped, there is nothing to crash\n" },
	    { .steps = "  - crash: pods\n  - stop: pods",
	      .want = "t:11:5: informer pods is crashed, there is nothing to stop\n" },
	    { .steps = "  - crash: pods\n  - stop", .want = "" },
	    { .steps = "  - stop\n  - stop", .want = "" },
	    { .steps = "  - stop\n  - crash", .want = "" },
	    { .steps = "  - restart: pods",
	      .want = "t:10:5: informer pods is running: restart is for what crashed or was "
		      "stopped\n" },
	    { .steps = "  - restart", .want = "" },
	    { .steps = "  - stop: pods\n  - restart: pods", .want = "" },
	    { .steps = "  - crash: pods\n  - restart: pods", .want = "" },
	    { .steps = "  - crash\n  - restart", .want = "" },
	    { .steps = "  - stop: pods\n  - restart: pods\n  - restart: pods",
	      .want = "t:12:5: informer pods is running: restart is for what crashed or was "
		      "stopped\n" },
	    { .steps = "  - stop: pods\n  - restart: pods\n  - start: pods",
	      .want = "t:12:5: informer pods is running since line 11\n" },
	    { .steps = "  - stop: pods\n  - restart\n  - start: pods",
	      .want = "t:12:5: informer pods is running since line 11\n" },
	    { .steps = "  - stop: pods\n  - restart: pods\n  - stop: pods\n  - start: pods",
	      .want = "t:13:5: informer pods is stopped since line 12: use restart\n" },
	    { .steps = "  - stop: pods\n  - restart: pods\n  - crash: pods\n  - start: pods",
	      .want = "t:13:5: informer pods is crashed since line 12: use restart\n" },
	    { .steps = "  - stop: pods\n  - stop: pods\n  - start: pods",
	      .want = "t:11:5: informer pods is stopped, there is nothing to stop\nt:12:5: "
		      "informer pods is stopped since line 10: use restart\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - stop: two",
	      .want = "t:6:42: warning: informer two is never started\nt:10:5: informer two is not "
		      "started, there is nothing to stop\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - crash: two",
	      .want = "t:6:42: warning: informer two is never started\nt:10:5: informer two is not "
		      "started, there is nothing to crash\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - restart: two",
	      .want = "t:6:42: warning: informer two is never started\nt:10:5: informer two is not "
		      "started: restart is for what crashed or was stopped\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - start\n  - start: two",
	      .want = "t:11:5: informer two is running since line 10\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - stop\n  - start: two",
	      .want = "" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - stop: [two, pods]",
	      .want = "t:6:42: warning: informer two is never started\nt:10:5: informer two is not "
		      "started, there is nothing to stop\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - start: two\n  - stop: [two, pods]\n  - start: [pods, two]",
	      .want = "t:12:5: informer pods is stopped since line 11: use restart\nt:12:5: "
		      "informer two is stopped since line 11: use restart\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - start: two\n  - start: [two, pods]",
	      .want = "t:11:5: informer pods is running since line 9\nt:11:5: informer two is "
		      "running since line 10\n" },
	    { .informers =
		  ", two: {type: pods, indexes: {a: spec.a, by: {path: spec.x, fails-on: y}}}",
	      .steps = "  - restart: two",
	      .want = "t:6:42: warning: informer two is never started\n" },
	    { .informers =
		  ", two: {type: pods, indexes: {a: spec.a, by: {path: spec.x, fails-on: y}}}",
	      .steps = "  - start: two\n  - restart: two",
	      .want = "" },
	    { .informers = ", two: {type: pods, indexes: {a: spec.a}}",
	      .steps = "  - start: two\n  - restart: two",
	      .want =
		  "t:11:5: informer two is running: restart is for what crashed or was stopped\n" },
	    { .informers = ", two: {type: pods, indexes: {by: {path: spec.x, fails-on: y}}}",
	      .steps = "  - start: two\n  - restart: two",
	      .want = "" },
	    { .informers = ", two: {type: pods, indexes: {by: {path: spec.x, fails-on: y}}}",
	      .steps = "  - start: two\n  - start: two",
	      .want = "t:11:5: informer two is running since line 10\n" }, );
}

static void check_treats_a_controller_and_its_informers_as_one(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: fed\n  - start: c",
	      .want = "t:11:5: controller c is running since line 10\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: c\n  - start: fed",
	      .want = "t:11:5: informer fed is running since line 10\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: c\n  - stop: fed\n  - stop: c",
	      .want = "" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: c\n  - stop: c\n  - stop: fed",
	      .want = "t:12:5: informer fed is stopped, there is nothing to stop\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: c\n  - crash: c\n  - crash: fed\n  - crash: c",
	      .want = "t:12:5: informer fed is crashed, there is nothing to crash\nt:13:5: "
		      "controller c is crashed, there is nothing to crash\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: c\n  - crash: fed\n  - restart: fed\n  - restart: c",
	      .want =
		  "t:13:5: controller c is running: restart is for what crashed or was stopped\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: c\n  - crash: c\n  - restart: c\n  - restart: fed",
	      .want =
		  "t:13:5: informer fed is running: restart is for what crashed or was stopped\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: c\n  - crash: c\n  - start: c",
	      .want = "t:12:5: informer fed is crashed since line 11: use restart\nt:12:5: "
		      "controller c is crashed since line 11: use restart\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - stop: c",
	      .want = "t:6:42: warning: informer fed is never started\nt:10:5: controller c is not "
		      "started, there is nothing to stop\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - restart: c",
	      .want = "t:6:42: warning: informer fed is never started\nt:10:5: controller c is not "
		      "started: restart is for what crashed or was stopped\n" },
	    { .informers = ", fed: {type: pods, handlers: {g: {}, c: {enqueue: key}, g2: {}}}, "
			   "two: {type: pods, handlers: {h2: {}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: c\n  - start: fed\n  - stop: c\n  - stop: fed\n  - start: two",
	      .want = "t:11:5: informer fed is running since line 10\nt:13:5: informer fed is "
		      "stopped, there is nothing to stop\n" },
	    { .informers = ", fed: {type: pods, handlers: {g: {}, c: {enqueue: key}, g2: {}}}, "
			   "two: {type: pods, handlers: {h2: {}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: [two, fed]\n  - start: c",
	      .want = "t:11:5: controller c is running since line 10\n" },
	    { .informers = ", fed: {type: pods, handlers: {g: {}, c: {enqueue: key}, g2: {}}}, "
			   "two: {type: pods, handlers: {h2: {}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: [fed, two]\n  - start: c",
	      .want = "t:11:5: controller c is running since line 10\n" },
	    { .informers = ", fed: {type: pods, handlers: {g: {}, c: {enqueue: key}, g2: {}}}, "
			   "two: {type: pods, handlers: {h2: {}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: [two, c]\n  - stop: [two, c]\n  - stop: pods\n  - restart: "
		       "[two, c]\n  - stop: [pods, fed]",
	      .want = "t:14:5: informer pods is stopped, there is nothing to stop\n" },
	    { .informers = ", fed: {type: pods, handlers: {g: {}, c: {enqueue: key}, g2: {}}}, "
			   "two: {type: pods, handlers: {h2: {}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}, d: "
			     "{parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: [d, c]\n  - start: fed\n  - stop: [d, c]\n  - stop: fed\n  - "
		       "restart: [c, d]\n  - restart: fed\n  - stop: two",
	      .want = "t:6:107: warning: informer two is never started\nt:11:5: informer fed is "
		      "running since line 10\nt:13:5: informer fed is stopped, there is nothing to "
		      "stop\nt:15:5: informer fed is running: restart is for what crashed or was "
		      "stopped\nt:16:5: informer two is not started, there is nothing to stop\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}, d: "
			     "{parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: d\n  - start: c\n  - start: fed",
	      .want = "t:12:5: informer fed is running since line 11\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}, d: "
			     "{parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: fed\n  - start: d\n  - start: d",
	      .want = "t:12:5: controller d is running since line 11\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}, d: "
			     "{parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: c\n  - stop\n  - start: d",
	      .want = "" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}, d: "
			     "{parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - start: [c, d]\n  - worker: {controller: c, count: 1}\n  - worker: "
		       "{controller: d, do: add, key: a/b}",
	      .want = "" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}, d: "
			     "{parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - worker: {controller: c, count: 1}\n  - start: [c, d]\n  - stop: d\n  - "
		       "worker: {controller: d, do: add, key: a/b}\n  - crash: c\n  - worker: "
		       "{controller: c, do: get}",
	      .want = "t:10:5: controller c is not started\nt:13:5: controller d is "
		      "stopped\nt:15:5: controller c is crashed\n" }, );
}

static void object_existence_is_checked_without_other_writers(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "  - create: pods/a/b\n  - create: pods/a/b",
	      .want = "t:11:13: pods/a/b exists already\n" },
	    { .steps = "  - create: pods/a/b\n  - create: pods/a/c\n  - create: pods/b/b",
	      .want = "" },
	    { .steps = "  - create: [pods/a/b, pods/a/b]",
	      .want = "t:10:24: pods/a/b exists already\n" },
	    { .steps = "  - create: [pods/a/b, pods/a/c]\n  - create: pods/a/b\n  - delete: "
		       "[pods/a/b, pods/a/c]\n  - delete: [pods/a/b]",
	      .want = "t:11:13: pods/a/b exists already\nt:13:14: pods/a/b is deleted above\n" },
	    { .steps = "  - update: {pods/a/b: {x: 1}}",
	      .want = "t:10:14: pods/a/b was never created\n" },
	    { .steps = "  - create: pods/a/b\n  - update: {pods/a/b: {x: 1}}\n  - update: "
		       "{pods/a/b: {x: 2}, pods/a/c: {x: 1}}",
	      .want = "t:12:32: pods/a/c was never created\n" },
	    { .steps = "  - create: pods/a/b\n  - delete: pods/a/b\n  - update: {pods/a/b: {x: 1}}",
	      .want = "t:12:14: pods/a/b is deleted above\n" },
	    { .steps = "  - create: pods/a/b\n  - delete: pods/a/b\n  - delete: pods/a/b",
	      .want = "t:12:13: pods/a/b is deleted above\n" },
	    { .steps = "  - create: pods/a/b\n  - delete: pods/a/b\n  - create: pods/a/b\n  - "
		       "delete: pods/a/b\n  - create: pods/a/b",
	      .want = "" },
	    { .steps = "  - delete: [pods/a/b, pods/a/c]",
	      .want =
		  "t:10:14: pods/a/b was never created\nt:10:24: pods/a/c was never created\n" },
	    { .types = ", nodes: v1/nodes",
	      .steps = "  - create: nodes/b\n  - create: nodes/b\n  - delete: pods/a/b",
	      .want = "t:11:13: nodes/b exists already\nt:12:13: pods/a/b was never created\n" },
	    { .types = ", nodes: v1/nodes",
	      .steps = "  - create: nodes/b\n  - delete: {keys: nodes/b, finalizers: drop}\n  - "
		       "delete: nodes/b",
	      .want = "t:12:13: nodes/b is deleted above\n" },
	    { .steps =
		  "  - create: {pods/a/b: {metadata: {finalizers: [x]}}}\n  - delete: pods/a/b\n  "
		  "- delete: pods/a/b\n  - create: pods/a/b\n  - update: {pods/a/b: {x: 1}}",
	      .want = "" },
	    { .steps =
		  "  - create: {pods/a/b: {metadata: {finalizers: [x]}}}\n  - create: pods/a/b",
	      .want = "" },
	    { .steps = "  - create: {pods/a/b: {metadata: {finalizers: [x]}}}\n  - delete: {keys: "
		       "pods/a/b, finalizers: drop}\n  - delete: pods/a/b",
	      .want = "t:12:13: pods/a/b is deleted above\n" },
	    { .steps = "  - create: {pods/a/b: {metadata: {finalizers: []}}}\n  - delete: "
		       "pods/a/b\n  - delete: pods/a/b",
	      .want = "t:12:13: pods/a/b is deleted above\n" },
	    { .steps = "  - create: {pods/a/b: {metadata: {finalizers: x}}}\n  - delete: "
		       "pods/a/b\n  - delete: pods/a/b",
	      .want = "t:12:13: pods/a/b is deleted above\n" },
	    { .steps = "  - create: pods/a/b\n  - update: {pods/a/b: {metadata: {finalizers: "
		       "[x]}}}\n  - delete: pods/a/b\n  - delete: pods/a/b",
	      .want = "" },
	    { .steps =
		  "  - create: {pods/a/b: {metadata: {finalizers: [x]}}}\n  - update: {pods/a/b: "
		  "{metadata: {finalizers: []}}}\n  - delete: pods/a/b\n  - delete: pods/a/b",
	      .want = "" },
	    { .steps = "  - delete: pods/a/b\n  - update: {pods/a/b: {metadata: {finalizers: "
		       "[x]}}}\n  - delete: pods/a/b",
	      .want = "t:10:13: pods/a/b was never created\nt:11:14: pods/a/b is deleted above\n" },
	    { .steps = "  - update: {pods/a/b: {x: 1}}\n  - delete: pods/a/b\n  - delete: pods/a/b",
	      .want = "t:10:14: pods/a/b was never created\nt:12:13: pods/a/b is deleted above\n" },
	    { .steps = "  - create: pods/a/b\n  - gc\n  - create: pods/a/b\n  - delete: pods/a/c\n "
		       " - update: {pods/a/c: {x: 1}}",
	      .want = "" },
	    { .steps = "  - create: pods/a/b\n  - rewind: 1\n  - create: pods/a/b\n  - delete: "
		       "pods/a/c\n  - update: {pods/a/c: {x: 1}}",
	      .want = "" },
	    { .steps = "  - create: pods/a/b\n  - compact: 2\n  - create: pods/a/b",
	      .want = "t:12:13: pods/a/b exists already\n" },
	    { .types = ", nodes: v1/nodes, maps: v1/configmaps",
	      .informers = ", n: {type: nodes, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: nodes, children: {type: maps, name: '{name}-{n}', "
			     "label: l}, reconcile: stock/replica-keeper}}",
	      .steps =
		  "  - create: pods/a/b\n  - create: pods/a/b\n  - delete: nodes/a\n  - delete: "
		  "nodes/a\n  - delete: maps/a/b\n  - delete: maps/a/b\n  - delete: pods/a/c",
	      .want = "t:6:42: warning: informer n is never started\nt:11:13: pods/a/b exists "
		      "already\nt:16:13: pods/a/c was never created\n" },
	    { .types = ", nodes: v1/nodes, maps: v1/configmaps",
	      .informers = ", n: {type: nodes, handlers: {c: {enqueue: key}}}",
	      .controllers =
		  "{c: {parent: nodes, children: {type: maps, name: '{name}-{n}', label: l}, "
		  "reconcile: stock/replica-keeper}, p: {parent: nodes, reconcile: plugin/p}}",
	      .steps = "  - create: pods/a/b\n  - create: pods/a/b\n  - delete: nodes/a\n  - "
		       "delete: pods/a/c",
	      .want = "t:6:42: warning: informer n is never started\nt:7:124: warning: no handler "
		      "enqueues for controller p\n" },
	    { .types = ", nodes: v1/nodes",
	      .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - create: pods/a/b\n  - create: pods/a/b\n  - delete: nodes/a\n  - "
		       "delete: pods/a/c",
	      .want = "t:6:42: warning: informer fed is never started\n" }, );
}

static void check_tracks_the_servers_resource_version(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .server = "{rv: 11}",
	      .steps = "  - expect: {requests: [LIST pods rv=11]}\n  - expect: {requests: [LIST "
		       "pods rv=12]}\n  - expect: {requests: [LIST pods rv=0]}\n  - expect: "
		       "{requests: [LIST pods rv='']}\n  - expect: {requests: [LIST pods rv=any]}",
	      .want = "t:11:38: resource version 12: here the server is at most at 11\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - create: pods/a/b\n  - expect: {requests: [LIST pods rv=12]}\n  - "
		       "expect: {requests: [LIST pods rv=13]}",
	      .want = "t:12:38: resource version 13: here the server is at most at 12\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - create: [pods/a/b, pods/a/c]\n  - expect: {requests: [LIST pods "
		       "rv=13]}\n  - expect: {requests: [LIST pods rv=14]}",
	      .want = "t:12:38: resource version 14: here the server is at most at 13\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - create: {\"pods/a/b{n}\": , times: 3}\n  - expect: {requests: [LIST "
		       "pods rv=14]}\n  - expect: {requests: [LIST pods rv=15]}",
	      .want = "t:12:38: resource version 15: here the server is at most at 14\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - create: pods/a/b\n  - update: {pods/a/b: {x: 1}}\n  - expect: "
		       "{requests: [LIST pods rv=13]}\n  - expect: {requests: [LIST pods rv=14]}",
	      .want = "t:13:38: resource version 14: here the server is at most at 13\n" },
	    { .server = "{rv: 11}",
	      .steps =
		  "  - create: pods/a/b\n  - update: {pods/a/b: {x: 1}, uid: new}\n  - expect: "
		  "{requests: [LIST pods rv=14]}\n  - expect: {requests: [LIST pods rv=15]}",
	      .want = "t:13:38: resource version 15: here the server is at most at 14\n" },
	    { .server = "{rv: 11}",
	      .steps =
		  "  - create: [pods/a/b, pods/a/c]\n  - delete: [pods/a/c, pods/a/b]\n  - expect: "
		  "{requests: [LIST pods rv=15]}\n  - expect: {requests: [LIST pods rv=16]}",
	      .want = "t:13:38: resource version 16: here the server is at most at 15\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - create: pods/a/b\n  - gc\n  - expect: {requests: [LIST pods rv=99]}",
	      .want = "" },
	    { .server = "{rv: 11}",
	      .steps = "  - create: pods/a/b\n  - gc\n  - create: pods/a/c\n  - delete: pods/a/c\n "
		       " - update: {pods/a/b: {}, uid: new}\n  - expect: {requests: [LIST pods "
		       "rv=99]}\n  - compact: 99\n  - rewind: 99",
	      .want = "" },
	    { .server = "{rv: 11}",
	      .steps = "  - create: pods/a/b\n  - rewind: 11\n  - expect: {requests: [LIST pods "
		       "rv=12]}\n  - expect: {requests: [LIST pods rv=13]}",
	      .want = "t:13:38: resource version 13: here the server is at most at 12\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - rewind: 12",
	      .want = "t:10:5: rewind to 12: here the server is at most at 11\n" },
	    { .server = "{rv: 11}", .steps = "  - rewind: 11", .want = "" },
	    { .server = "{rv: 11}",
	      .steps = "  - create: [pods/a/b, pods/a/c]\n  - compact: 14\n  - compact: 13",
	      .want = "t:11:5: compact to 14: here the server is at most at 13\n" },
	    { .server = "{rv: 19}",
	      .steps = "  - expect: {requests: [LIST pods rv=20]}\n  - expect: {requests: [LIST "
		       "pods rv=9]}\n  - expect: {requests: [LIST pods rv=09]}\n  - expect: "
		       "{requests: [LIST pods rv=90]}",
	      .want = "t:10:38: resource version 20: here the server is at most at 19\nt:13:38: "
		      "resource version 90: here the server is at most at 19\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - expect: {requests: [LIST pods rv=999999999999999999]}",
	      .want = "t:10:38: resource version 999999999999999999: here the server is at most at "
		      "11\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - expect: {requests: [LIST pods rv=1000000000000000000]}",
	      .want = "" },
	    { .server = "{rv: 11}",
	      .steps = "  - expect: {requests: [LIST pods rv=12a]}\n  - expect: {requests: [LIST "
		       "pods rv=1:2]}\n  - expect: {requests: [LIST pods rv=1/2]}",
	      .want = "" },
	    { .server = "{rv: 11}",
	      .steps = "  - expect: {requests: [LIST pods -> 200@11]}\n  - expect: {requests: "
		       "[LIST pods -> 200@12]}",
	      .want = "t:11:42: resource version 12: here the server is at most at 11\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - expect: {handlers: {h: [update pods/a/b 12->11]}}\n  - expect: "
		       "{handlers: {h: [update pods/a/b 11->12]}}",
	      .want = "t:10:45: resource version 12: here the server is at most at 11\nt:11:49: "
		      "resource version 12: here the server is at most at 11\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - expect: {handlers: {h: [add pods/a/b rv=12]}}\n  - expect: {handlers: "
		       "{h: [{any-order: [add pods/a/b rv=11, add pods/a/b rv=12]}]}}",
	      .want = "t:10:45: resource version 12: here the server is at most at 11\nt:11:78: "
		      "resource version 12: here the server is at most at 11\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - expect: {sync: {pods: {rv: 12}}}\n  - expect: {sync: {pods: {rv: 11}}}",
	      .want = "t:10:32: resource version 12: here the server is at most at 11\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - never: {requests: [LIST pods rv=12]}\n  - expect: {requests: [LIST "
		       "pods rv=12]}\n  - never: {sync: {pods: {rv: 12}}}",
	      .want = "t:11:38: resource version 12: here the server is at most at 11\n" },
	    { .server = "{rv: 11}",
	      .steps = "  - reply: {match: LIST pods}\n  - expect: {requests: [LIST pods rv=12]}",
	      .want = "" },
	    { .server = "{rv: 11}",
	      .steps =
		  "  - expect: {requests: [LIST pods rv=12]}\n  - send: {to: pods, body: ['x']}",
	      .want = "" },
	    { .server = "{rv: 11}",
	      .steps = "  - reply: {match: LIST pods}\n  - compact: 12",
	      .want = "t:11:5: compact to 12: here the server is at most at 11\n" },
	    { .server = "{rv: 11}",
	      .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - expect: {requests: [LIST pods rv=12]}\n  - compact: 12\n  - rewind: 99",
	      .want = "t:6:42: warning: informer fed is never started\n" }, );
}

static void handlers_are_notified_only_while_registered(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps =
		  "  - expect: {handlers: {h2: []}}\n  - expect: {handlers: {h2: [...]}}\n  - "
		  "expect: {handlers: {h2: [add pods/a/b]}}\n  - expect: {handlers: {h2: [..., add "
		  "pods/a/b]}}\n  - start: two\n  - expect: {handlers: {h2: [add pods/a/b]}}",
	      .want = "t:12:30: informer two is not started: handler h2 has no notifications yet\n"
		      "t:13:35: informer two is not started: handler h2 has no notifications "
		      "yet\n" },
	    { .steps = "  - stop: pods\n  - expect: {handlers: {h: [add pods/a/b]}}", .want = "" },
	    { .steps = "  - crash: pods\n  - expect: {handlers: {h: [add pods/a/b]}}\n  - handler: "
		       "{remove: h}\n  - handler: {add: h3, informer: pods}",
	      .want =
		  "t:12:5: informer pods is crashed since line 10: it takes no handlers\nt:13:5: "
		  "informer pods is crashed since line 10: it takes no handlers\n" },
	    { .steps = "  - stop: pods\n  - handler: {remove: h}\n  - handler: {add: h3, informer: "
		       "pods}",
	      .want =
		  "t:11:5: informer pods is stopped since line 10: it takes no handlers\nt:12:5: "
		  "informer pods is stopped since line 10: it takes no handlers\n" },
	    { .steps = "  - handler: {remove: h}\n  - handler: {remove: h}",
	      .want = "t:11:5: handler h is removed already\n" },
	    { .steps = "  - handler: {remove: h}\n  - expect: {handlers: {h: [delete pods/a/b]}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h3: [add pods/a/b]}}\n  - handler: {remove: h3}\n  "
		       "- handler: {add: h3, informer: pods}\n  - expect: {handlers: {h3: [add "
		       "pods/a/b]}}\n  - handler: {remove: h3}\n  - expect: {handlers: {h3: "
		       "[delete pods/a/b]}}\n  - handler: {remove: h3}",
	      .want = "t:10:30: handler h3 is added below: it has no notifications yet\nt:11:5: "
		      "handler h3 is added below\nt:16:5: handler h3 is removed already\n" },
	    { .steps = "  - never: {handlers: {h3: [add pods/a/b]}}\n  - handler: {add: h3, "
		       "informer: pods}",
	      .want = "" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - handler: {add: h3, informer: two}\n  - start: two\n  - expect: "
		       "{handlers: {h3: [add pods/a/b]}}",
	      .want = "" }, );
}

static void held_handler_gets_no_notification(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "  - release: handler/h", .want = "t:10:5: nothing is held here\n" },
	    { .steps = "  - hold: handler/h\n  - hold: handler/h",
	      .want = "t:11:5: handler h is held since line 10\n" },
	    { .steps = "  - hold: handler/h\n  - release: handler/h\n  - release: handler/h",
	      .want = "t:12:5: nothing is held here\n" },
	    { .steps = "  - hold: handler/h\n  - hold: request\n  - release: handler/h\n  - "
		       "release: handler/h",
	      .want = "t:13:5: handler h is not held here\n" },
	    { .steps = "  - hold: request\n  - release: handler/h\n  - release: request",
	      .want = "t:11:5: handler h is not held here\nt:12:5: nothing is held here\n" },
	    { .steps = "  - hold: request\n  - release: request\n  - release: request",
	      .want = "t:12:5: nothing is held here\n" },
	    { .steps = "  - hold: request\n  - hold: reply\n  - release: request\n  - release: "
		       "reply\n  - release: all",
	      .want = "t:14:5: nothing is held here\n" },
	    { .steps = "  - hold: request\n  - hold: reply\n  - release: all\n  - release: reply",
	      .want = "t:13:5: nothing is held here\n" },
	    { .steps = "  - hold: handler/h\n  - release: all\n  - hold: handler/h\n  - release: "
		       "all\n  - release: all",
	      .want = "t:14:5: nothing is held here\n" },
	    { .steps =
		  "  - expect: {handlers: {h: [add pods/a/b]}}\n  - hold: handler/h\n  - expect: "
		  "{handlers: {h: [add pods/a/c]}}\n  - expect: {handlers: {h: [add pods/a/d]}}\n  "
		  "- release: handler/h\n  - expect: {handlers: {h: [add pods/a/d]}}",
	      .want = "t:13:29: handler h is held since line 11: it cannot have got this "
		      "notification\n" },
	    { .steps = "  - hold: handler/h\n  - expect: {handlers: {h: []}}\n  - expect: "
		       "{handlers: {h: [add pods/a/d]}}",
	      .want = "t:12:29: handler h is held since line 10: it cannot have got this "
		      "notification\n" },
	    { .steps = "  - hold: handler/h\n  - expect: {handlers: {h: [...]}}\n  - expect: "
		       "{handlers: {h: [...]}}\n  - expect: {handlers: {h: [..., add pods/a/d]}}",
	      .want = "t:13:34: handler h is held since line 10: it cannot have got this "
		      "notification\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps =
		  "  - start: two\n  - hold: handler/h2\n  - release: all\n  - expect: {handlers: "
		  "{h2: []}}\n  - expect: {handlers: {h2: [add pods/a/d]}}\n  - hold: handler/h2",
	      .want = "" },
	    { .steps = "  - hold: handler/h\n  - release: all\n  - expect: {handlers: {h: []}}\n  "
		       "- expect: {handlers: {h: [add pods/a/d]}}",
	      .want = "" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - hold: handler/h2\n  - start: two\n  - expect: {handlers: {h2: [add "
		       "pods/a/d]}}",
	      .want = "t:12:30: handler h2 is held since line 10: it cannot have got this "
		      "notification\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - start: two\n  - hold: handler/h2\n  - expect: {handlers: {h2: [add "
		       "pods/a/d]}}\n  - expect: {handlers: {h2: [add pods/a/e]}}",
	      .want = "t:13:30: handler h2 is held since line 11: it cannot have got this "
		      "notification\n" },
	    { .steps =
		  "  - hold: handler/h3\n  - handler: {add: h3, informer: pods}\n  - expect: "
		  "{handlers: {h3: [add pods/a/d]}}\n  - expect: {handlers: {h: [add pods/a/d]}}",
	      .want = "t:12:30: handler h3 is held since line 10: it cannot have got this "
		      "notification\n" },
	    { .steps =
		  "  - handler: {add: h3, informer: pods}\n  - hold: handler/h3\n  - expect: "
		  "{handlers: {h3: [add pods/a/d]}}\n  - expect: {handlers: {h3: [add pods/a/d]}}",
	      .want = "t:13:30: handler h3 is held since line 11: it cannot have got this "
		      "notification\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - start: two\n  - hold: handler/h2\n  - hold: handler/h\n  - release: "
		       "handler/h\n  - expect: {handlers: {h: []}}\n  - expect: {handlers: {h: "
		       "[add pods/a/d]}}\n  - release: handler/h2\n  - release: handler/h2",
	      .want = "t:17:5: nothing is held here\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - start: two\n  - hold: handler/h2\n  - expect: {handlers: {h: []}}\n  - "
		       "expect: {handlers: {h: [add pods/a/d]}}\n  - expect: {handlers: {h2: "
		       "[]}}\n  - expect: {handlers: {h2: [add pods/a/d]}}",
	      .want = "t:15:30: handler h2 is held since line 11: it cannot have got this "
		      "notification\n" },
	    { .steps = "  - hold: handler/h\n  - hold: request\n  - hold: {at: queue, type: "
		       "pods}\n  - hold: {at: cache, nth: 2}\n  - hold: {at: event, key: "
		       "pods/a/b}\n  - release: handler/h\n  - release: request\n  - release: {at: "
		       "queue, type: pods}\n  - release: {at: cache, nth: 2}\n  - release: {at: "
		       "event, key: pods/a/b}\n  - release: write",
	      .want = "t:20:5: nothing is held here\n" }, );
}

static void check_refuses_freezing_a_backend_twice(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .server = "{backends: [A, B]}",
	      .steps = "  - freeze: A\n  - freeze: A",
	      .want = "t:11:5: backend A is frozen since line 10\n" },
	    { .server = "{backends: [A, B]}",
	      .steps = "  - freeze: A\n  - freeze: B\n  - thaw: B\n  - thaw: B",
	      .want = "t:13:5: backend B is not frozen here\n" },
	    { .server = "{backends: [A, B]}",
	      .steps = "  - freeze: A\n  - freeze: B\n  - thaw: A\n  - freeze: A\n  - freeze: B",
	      .want = "t:14:5: backend B is frozen since line 11\n" },
	    { .server = "{backends: [A, B]}",
	      .steps = "  - thaw: A",
	      .want = "t:10:5: backend A is not frozen here\n" },
	    { .server = "{backends: [A, B]}",
	      .steps = "  - lag: {backend: A, by: 1}\n  - thaw: A\n  - thaw: A",
	      .want = "t:12:5: backend A is not frozen here\n" },
	    { .server = "{backends: [A, B]}",
	      .steps = "  - lag: {backend: B, by: 1}\n  - lag: {backend: B, by: 2}\n  - freeze: B",
	      .want = "t:12:5: backend B is frozen since line 11\n" },
	    { .server = "{backends: [A, B]}",
	      .steps = "  - freeze: B\n  - lag: {backend: B, by: 2}\n  - thaw: B\n  - freeze: B\n  "
		       "- freeze: B",
	      .want = "t:14:5: backend B is frozen since line 13\n" },
	    { .server = "{backends: [A, B]}",
	      .steps = "  - thaw: A\n  - thaw: B\n  - freeze: A\n  - thaw: B",
	      .want = "t:10:5: backend A is not frozen here\nt:11:5: backend B is not frozen "
		      "here\nt:13:5: backend B is not frozen here\n" }, );
}

static void check_refuses_an_accept_without_a_refuse(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "  - refuse: pods\n  - accept: pods", .want = "" },
	    { .steps = "  - refuse: pods\n  - refuse: all\n  - accept: pods\n  - accept: all",
	      .want = "" },
	    { .steps = "  - refuse: pods\n  - accept: pods\n  - accept: pods",
	      .want = "t:12:5: nothing is refused here\n" },
	    { .steps = "  - refuse: pods\n  - refuse: pods\n  - accept: pods\n  - accept: "
		       "pods\n  - accept: pods",
	      .want = "t:14:5: nothing is refused here\n" },
	    { .steps = "  - accept: all\n  - refuse: all\n  - accept: all\n  - accept: "
		       "all\n  - accept: all",
	      .want = "t:10:5: nothing is refused here\nt:13:5: nothing is refused "
		      "here\nt:14:5: nothing is refused here\n" }, );
}

static void snapshots_are_taken_before_they_are_compared(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "  - snapshot: a\n  - expect: {snapshot: a}", .want = "" },
	    { .steps = "  - expect: {snapshot: a}\n  - snapshot: a",
	      .want = "t:10:14: no step above takes a snapshot `a`\n" },
	    { .steps =
		  "  - snapshot: a\n  - snapshot: b\n  - snapshot: a\n  - expect: {snapshot: c}",
	      .want = "t:12:5: snapshot `a` is taken already\nt:13:14: no step above takes a "
		      "snapshot `c`\n" },
	    { .steps = "  - never: {snapshot: a}\n  - snapshot: a\n  - never: {snapshot: a}",
	      .want = "t:10:13: `snapshot` has no place in never\nt:12:13: `snapshot` has no place "
		      "in never\n" }, );
}

static void check_tracks_virtual_time_of_the_steps(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "  - expect: {at: 0s}\n  - advance: 1s\n  - expect: {at: 1s}\n  - expect: "
		       "{at: 999ms}\n  - expect: {at: 1001ms}",
	      .want = "t:13:14: it can never be then: the steps above advance to 1s\nt:14:14: it "
		      "can never be then: the steps above advance to 1s\n" },
	    { .steps = "  - advance: 1s\n  - expect: {at: 1s..2s}\n  - expect: {at: 0s..1s}\n  - "
		       "expect: {at: 0s..999ms}\n  - expect: {at: 1001ms..2s}",
	      .want = "t:13:14: it can never be then: the steps above advance to 1s\nt:14:14: it "
		      "can never be then: the steps above advance to 1s\n" },
	    { .steps = "  - advance: 90s\n  - advance: 1500ms\n  - expect: {at: 91500ms}\n  - "
		       "expect: {at: 1m31s}",
	      .want = "t:13:14: it can never be then: the steps above advance to 1m31.5s\n" }, );
}

static void requests_need_a_started_informer(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "  - expect: {requests: [LIST pods]}", .want = "" },
	    { .types = ", nodes: v1/nodes",
	      .steps = "  - expect: {requests: [LIST nodes]}",
	      .want = "t:10:25: no informer of nodes is started: no requests\n" },
	    { .types = ", nodes: v1/nodes",
	      .informers = ", n: {type: nodes, handlers: {hn: {}}}",
	      .steps = "  - expect: {requests: [LIST nodes]}\n  - start: n\n  - expect: {requests: "
		       "[LIST nodes]}",
	      .want = "t:10:25: no informer of nodes is started: no requests\n" },
	    { .types = ", nodes: v1/nodes",
	      .informers = ", n: {type: nodes, handlers: {hn: {}}}",
	      .steps = "  - start: n\n  - stop: n\n  - expect: {requests: [LIST nodes]}",
	      .want = "" },
	    { .types = ", nodes: v1/nodes",
	      .informers = ", n: {type: nodes, handlers: {hn: {}}}",
	      .steps = "  - start: n\n  - crash: n\n  - expect: {requests: [LIST nodes]}",
	      .want = "" },
	    { .types = ", nodes: v1/nodes",
	      .steps = "  - expect: {requests: [..., LIST nodes]}",
	      .want = "t:10:30: no informer of nodes is started: no requests\n" },
	    { .types = ", nodes: v1/nodes",
	      .steps = "  - expect: {requests: [{any-order: [LIST nodes, LIST pods]}]}",
	      .want = "" },
	    { .types = ", nodes: v1/nodes",
	      .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - expect: {requests: [LIST nodes]}",
	      .want = "t:6:42: warning: informer fed is never started\n" },
	    { .types = ", nodes: v1/nodes",
	      .steps = "  - never: {requests: [LIST nodes]}",
	      .want = "" },
	    { .steps = "  - expect: {writes: []}\n  - expect: {writes: ['...']}\n  - expect: "
		       "{writes: [CREATE pods/a/b]}\n  - never: {writes: [CREATE pods/a/b]}",
	      .want = "t:12:14: there is no controller: there are no writes\n" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - expect: {writes: [CREATE pods/a/b]}",
	      .want = "t:6:42: warning: informer fed is never started\n" }, );
}

static void check_warns_of_expected_requests_without_an_order(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "  - expect: {requests: [LIST pods, LIST pods, WATCH pods]}", .want = "" },
	    { .types = ", nodes: v1/nodes",
	      .informers = ", n: {type: nodes, handlers: {hn: {}}}",
	      .steps = "  - start: n\n  - expect: {requests: [LIST pods, LIST nodes]}",
	      .want = "t:11:36: warning: no order is given between requests for different types: "
		      "wrap them in any-order\n" },
	    { .types = ", nodes: v1/nodes",
	      .informers = ", n: {type: nodes, handlers: {hn: {}}}",
	      .steps = "  - start: n\n  - expect: {requests: [LIST pods, LIST pods, LIST nodes, "
		       "WATCH nodes, WATCH pods]}",
	      .want = "t:11:47: warning: no order is given between requests for different types: "
		      "wrap them in any-order\nt:11:72: warning: no order is given between "
		      "requests for different types: wrap them in any-order\n" },
	    { .types = ", nodes: v1/nodes",
	      .informers = ", n: {type: nodes, handlers: {hn: {}}}",
	      .steps = "  - start: n\n  - expect: {requests: [LIST pods, ..., LIST nodes]}",
	      .want = "" },
	    { .types = ", nodes: v1/nodes",
	      .informers = ", n: {type: nodes, handlers: {hn: {}}}",
	      .steps = "  - start: n\n  - expect: {requests: [{any-order: [LIST pods, LIST "
		       "nodes]}, WATCH nodes]}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [sync pods/a/b, sync pods/a/c]}}",
	      .want = "t:10:44: warning: client-go gives no order among syncs: wrap them in "
		      "any-order\n" },
	    { .steps = "  - expect: {handlers: {h: [sync pods/a/b, sync pods/a/b]}}", .want = "" },
	    { .steps =
		  "  - expect: {handlers: {h: [sync pods/a/b, update pods/a/x, sync pods/a/c]}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [update pods/a/x, sync pods/a/b, sync pods/a/c, "
		       "sync pods/a/d]}}",
	      .want = "t:10:61: warning: client-go gives no order among syncs: wrap them in "
		      "any-order\nt:10:76: warning: client-go gives no order among syncs: wrap "
		      "them in any-order\n" },
	    { .steps = "  - expect: {handlers: {h: [sync pods/a/b, ..., sync pods/a/c]}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [{any-order: [sync pods/a/b, sync pods/a/c]}, "
		       "sync pods/a/d]}}",
	      .want = "" },
	    { .steps =
		  "  - expect: {handlers: {h: [delete pods/a/b unknown, delete pods/a/c unknown]}}",
	      .want = "t:10:54: warning: client-go gives no order among deletes found by a relist: "
		      "wrap them in any-order\n" },
	    { .steps = "  - expect: {handlers: {h: [delete pods/a/b unknown, delete pods/a/c]}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [delete pods/a/b, delete pods/a/c unknown]}}",
	      .want = "" },
	    { .steps =
		  "  - expect: {handlers: {h: [delete pods/a/b known, delete pods/a/c known]}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [delete pods/a/b unknown, sync pods/a/c]}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [add pods/a/b initial, add pods/a/c initial]}}",
	      .want = "" },
	    { .steps = "  - handler: {add: h3, informer: pods}\n  - expect: {handlers: {h3: [add "
		       "pods/a/b initial, add pods/a/c initial]}}",
	      .want = "t:11:52: warning: client-go gives no order among initial adds: wrap them in "
		      "any-order\n" },
	    { .steps = "  - handler: {add: h3, informer: pods}\n  - expect: {handlers: {h3: [add "
		       "pods/a/b initial, add pods/a/c]}}",
	      .want = "" },
	    { .steps = "  - handler: {add: h3, informer: pods}\n  - expect: {handlers: {h3: [add "
		       "pods/a/b live, add pods/a/c live]}}",
	      .want = "" },
	    { .informers = ", w: {type: pods, initial: watch-list, handlers: {hw: {}}}",
	      .steps = "  - start: w\n  - expect: {handlers: {hw: [add pods/a/b initial, add "
		       "pods/a/c initial]}}",
	      .want =
		  "t:6:67: initial of an informer is \"watch-list\", must be list|watchlist\n" },
	    { .informers = ", w: {type: pods, initial: watch-list, handlers: {hw: {}}}",
	      .steps =
		  "  - start: w\n  - expect: {handlers: {hw: [update pods/a/b, update pods/a/c]}}",
	      .want =
		  "t:6:67: initial of an informer is \"watch-list\", must be list|watchlist\n" }, );
}

static void run_binds_at_most_64_names(void **state)
{
	(void)state;
	ASSERT_MESSAGES({ .steps = "~63:  - create: {pods/a/n#: , uid: $u#}\n~", .want = "" },
			{ .steps = "~64:  - create: {pods/a/n#: , uid: $u#}\n~", .want = "" },
			{ .steps = "~65:  - create: {pods/a/n#: , uid: $u#}\n~",
			  .want = "t:74:5: more than 64 names like $uid are bound\n" },
			{ .steps = "~66:  - create: {pods/a/n#: , uid: $u#}\n~",
			  .want = "t:74:5: more than 64 names like $uid are bound\n" }, );
}

static void check_refuses_a_never_without_items(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "  - never: []", .want = "t:10:12: never checks nothing\n" },
	    { .steps = "  - never: {}", .want = "t:10:12: never checks nothing\n" },
	    { .steps = "  - never: [{}]", .want = "t:10:13: never checks nothing\n" },
	    { .steps = "  - never: [{until: x}]",
	      .want = "t:10:12: never checks nothing\nt:10:21: no step below has `label: x`\n" },
	    { .steps = "  - never: {until: done}\n  - {settle: , label: done}",
	      .want = "t:10:12: never checks nothing\n" },
	    { .steps = "  - never: [{until: done}, {log: [a]}]\n  - {settle: , label: done}",
	      .want = "" },
	    { .steps = "  - expect: {until: done}",
	      .want = "t:10:14: unknown section `until` of expect; there is requests, handlers, "
		      "cache, index, sync, queue, writes, state, counts, at, log, snapshot\n" },
	    { .steps = "  - never: [{log: [a]}]", .want = "" },
	    { .steps = "  - never: [{log: [a]}, {}]", .want = "t:10:25: never checks nothing\n" },
	    { .steps = "  - never: {log: [a]}", .want = "" },
	    { .steps = "  - never: log", .want = "t:10:12: never is text, must be a map\n" },
	    { .steps = "  - never: [log]", .want = "t:10:13: never is text, must be a map\n" },
	    { .steps = "  - expect: {}", .want = "t:10:13: expect checks nothing\n" },
	    { .steps = "  - expect: []", .want = "t:10:13: expect is a list, must be a map\n" }, );
}

static void names_are_bound_before_they_are_used(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .steps = "  - create: {pods/a/b: {x: $u}}",
	      .want = "t:10:28: $u is bound nowhere above, and no variable of let or matrix\n" },
	    { .steps = "  - create: {pods/a/b: {x: 1}, pods/a/c: {x: $u}, pods/a/d: {x: $v}}",
	      .want =
		  "t:10:46: $u is bound nowhere above, and no variable of let or matrix\nt:10:65: "
		  "$v is bound nowhere above, and no variable of let or matrix\n" },
	    { .steps =
		  "  - create: {pods/a/b: {x: /a(/}}\n  - update: {pods/a/b: {x: /b(/}}\n  - "
		  "expect: {handlers: {h: [{add: pods/a/b, with: {x: /c(/, y: [/d(/], z: c(, q: "
		  "/e/}}]}}\n  - never: {handlers: {h: [{add: pods/a/b, with: {x: /f(/}}]}}",
	      .want = "t:12:55: the regular expression /c(/ cannot be read: a ( without "
		      ")\nt:12:65: the regular expression /d(/ cannot be read: a ( without "
		      ")\nt:13:54: the regular expression /f(/ cannot be read: a ( without )\n" },
	    { .steps = "  - create: {pods/a/b: , uid: $u}\n  - create: {pods/a/c: {x: $u}}",
	      .want = "" },
	    { .steps = "  - create: {pods/a/b: {x: $u}, uid: $u}",
	      .want = "t:10:28: $u is bound nowhere above, and no variable of let or matrix\n" },
	    { .steps = "  - create: {pods/a/b: {x: [{y: $u}], z: $v}}",
	      .want =
		  "t:10:33: $u is bound nowhere above, and no variable of let or matrix\nt:10:42: "
		  "$v is bound nowhere above, and no variable of let or matrix\n" },
	    { .steps = "  - expect: {handlers: {h: [add pods/a/b, add pods/a/c uid=$u, add "
		       "pods/a/d uid=$v]}}\n  - create: {pods/a/b: {x: $u, y: $v}}",
	      .want = "" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - expect: {writes: [CREATE pods/a/b metadata.name=b metadata.uid=$u "
		       "spec.x=$v]}\n  - create: {pods/a/b: {x: $u, y: $v}}",
	      .want = "t:6:42: warning: informer fed is never started\n" },
	    { .steps = "  - expect: {handlers: {h: [add pods/a/b uid=$u]}}\n  - create: {pods/a/b: "
		       "{x: $u}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [add pods/a/b rv=$u]}}\n  - create: {pods/a/b: "
		       "{x: $u}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [update pods/a/b $v->$u]}}\n  - create: "
		       "{pods/a/b: {x: $u, y: $v}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [update pods/a/b old-rv=$u]}}\n  - create: "
		       "{pods/a/b: {x: $u}}",
	      .want = "" },
	    { .steps =
		  "  - expect: {requests: [LIST pods -> 200@$u]}\n  - create: {pods/a/b: {x: $u}}",
	      .want = "" },
	    { .steps = "  - expect: {requests: [LIST pods rv=$u]}\n  - create: {pods/a/b: {x: $u}}",
	      .want = "" },
	    { .steps = "  - expect: {requests: [LIST pods continue=$u]}\n  - create: {pods/a/b: "
		       "{x: $u}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [{add: pods/a/b, with: {a: {b: $u}}}]}}\n  - "
		       "create: {pods/a/b: {x: $u}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [{update: pods/a/b, old: {a: [$u]}}]}}\n  - "
		       "create: {pods/a/b: {x: $u}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [{update: pods/a/b, new: {a: $u}}]}}\n  - "
		       "create: {pods/a/b: {x: $u}}",
	      .want = "" },
	    { .steps = "  - expect: {handlers: {h: [{any-order: [add pods/a/b uid=$u]}]}}\n  - "
		       "create: {pods/a/b: {x: $u}}",
	      .want = "" },
	    { .steps = "  - never: {handlers: {h: [add pods/a/b uid=$u]}}\n  - create: {pods/a/b: "
		       "{x: $u}}",
	      .want = "" },
	    { .informers = ", fed: {type: pods, handlers: {c: {enqueue: key}}}",
	      .controllers = "{c: {parent: pods, reconcile: plugin/p, queue: {workers: 0}}}",
	      .steps = "  - expect: {writes: [CREATE pods/a/b metadata.uid=$u]}\n  - create: "
		       "{pods/a/b: {x: $u}}",
	      .want = "t:6:42: warning: informer fed is never started\n" },
	    { .steps =
		  "  - expect: {cache: {pods: {a/b: {x: $u}}}}\n  - create: {pods/a/b: {x: $u}}",
	      .want = "" },
	    { .steps =
		  "  - expect: {state: {pods: {a/b: {x: $u}}}}\n  - create: {pods/a/b: {x: $u}}",
	      .want = "" },
	    { .steps = "  - expect: {sync: {pods: {rv: $u}}}\n  - create: {pods/a/b: {x: $u}}",
	      .want = "" },
	    { .steps = "  - update: {pods/a/b: {x: $u}}\n  - create: {pods/a/b: , uid: $u}",
	      .want = "t:10:14: pods/a/b was never created\nt:10:28: $u is bound nowhere above, "
		      "and no variable of let or matrix\nt:11:14: pods/a/b exists already\n" },
	    { .steps = "  - expect: {handlers: {h: [add pods/a/b rv=$r]}}\n  - expect: {sync: "
		       "{pods: {rv: $r}}}",
	      .want = "" }, );
}

static void caches_need_an_informer_that_was_started(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - expect: {cache: {two: [a/b]}}\n  - start: two\n  - expect: {cache: "
		       "{two: [a/b]}}\n  - stop: two\n  - expect: {cache: {two: [a/b]}}",
	      .want = "t:10:28: informer two is not started: its cache is empty\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps = "  - expect: {cache: {two: {a/b: any}}}\n  - expect: {cache: {two: {a/b: "
		       "absent}}}\n  - expect: {cache: {two: {a/b: absent, a/c: {x: 1}}}}\n  - "
		       "expect: {cache: {two: []}}\n  - expect: {cache: {two: model}}",
	      .want = "t:6:42: warning: informer two is never started\nt:10:28: informer two is "
		      "not started: its cache is empty\nt:12:41: informer two is not started: its "
		      "cache is empty\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps =
		  "  - expect: {state: {pods: {a/b: any}}}\n  - never: {cache: {two: {a/b: any}}}",
	      .want = "t:6:42: warning: informer two is never started\n" },
	    { .informers = ", two: {type: pods, indexes: {i: spec.x}}",
	      .steps = "  - expect: {index: {two.i: {x: [a/b]}}}\n  - expect: {index: {two.i: {x: "
		       "absent}}}\n  - expect: {index: {two.i: {y: absent, x: [a/b]}}}\n  - never: "
		       "{index: {two.i: {x: [a/b]}}}\n  - start: two\n  - expect: {index: {two.i: "
		       "{x: [a/b]}}}",
	      .want = "t:10:22: informer two is not started: its indexes are empty\nt:12:22: "
		      "informer two is not started: its indexes are empty\n" },
	    { .informers = ", two: {type: pods, handlers: {h2: {}}}",
	      .steps =
		  "  - expect: {sync: {two: {store: true}}}\n  - expect: {sync: {two: {store: "
		  "false}}}\n  - expect: {sync: {two: {handlers: true}}}\n  - expect: {sync: {two: "
		  "{handlers: false}}}\n  - expect: {sync: {two: {stopped: true}}}\n  - never: "
		  "{sync: {two: {store: true}}}\n  - never: {sync: {two: {handlers: true}}}\n  - "
		  "start: two\n  - expect: {sync: {two: {store: true, handlers: true}}}",
	      .want = "t:10:21: informer two is not started: it cannot be synced\nt:12:21: "
		      "informer two is not started: it cannot be synced\n" }, );
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_tracks_starts_stops_and_crashes),
		cmocka_unit_test(check_treats_a_controller_and_its_informers_as_one),
		cmocka_unit_test(object_existence_is_checked_without_other_writers),
		cmocka_unit_test(check_tracks_the_servers_resource_version),
		cmocka_unit_test(handlers_are_notified_only_while_registered),
		cmocka_unit_test(held_handler_gets_no_notification),
		cmocka_unit_test(check_refuses_freezing_a_backend_twice),
		cmocka_unit_test(check_refuses_an_accept_without_a_refuse),
		cmocka_unit_test(snapshots_are_taken_before_they_are_compared),
		cmocka_unit_test(check_tracks_virtual_time_of_the_steps),
		cmocka_unit_test(requests_need_a_started_informer),
		cmocka_unit_test(check_warns_of_expected_requests_without_an_order),
		cmocka_unit_test(run_binds_at_most_64_names),
		cmocka_unit_test(check_refuses_a_never_without_items),
		cmocka_unit_test(names_are_bound_before_they_are_used),
		cmocka_unit_test(caches_need_an_informer_that_was_started),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
