/* SPDX-License-Identifier: Apache-2.0 */
/* How long a run waits for an external informer, and what it reports. */
#include "tests/kit/reports_kit.h"

static void expect_waits_for_missing_objects_until_its_patience_ends(void **state)
{
	static const struct row rows[] = {
		{ .out = OUT(BOTH(0)),
		  .result = "pass at 300 ms: recovered 0.000 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(0), { 0, ADD("d/c", "9") }),
		  .result =
		      "fail at 3010 ms: line 9, recovered 0.000 of 45, 1/s, synced, seen, unseen, "
		      "bookmarks, notified 3, calls 2 L(rv=0,limit=500) W(rv=12) | oracle "
		      "delete-for-every-vanished-key: a delete was never notified | "
		      "alive, sent 2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(10)),
		  .result = "pass at 310 ms: recovered 0.010 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(100)),
		  .result = "pass at 400 ms: recovered 0.100 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .mute = false,
		  .result = "fail at 45000 ms: line 9, not recovered 0.000 of 45, 1/s, "
			    "bookmarks, calls 2 missing d/a, d/b L(rv=0,limit=500) W(rv=12) | "
			    "the subject has sent nothing; missing d/a, d/b | alive, sent 2 "
			    "requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .mute = true,
		  .result = "fail at 90000 ms: line 9, not recovered 0.000 of 45, 0/s missing "
			    "d/a, d/b | the subject has sent nothing; missing d/a, d/b | alive, "
			    "has sent no request yet" },
		{ .out = OUT(BOTH(44990)),
		  .result = "pass at 45000 ms: recovered 44.990 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(45000)),
		  .result = "pass at 45000 ms: recovered 45.000 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(45010)),
		  .result = "fail at 45000 ms: line 9, not recovered 0.000 of 45, 1/s, "
			    "bookmarks, calls 2 missing d/a, d/b L(rv=0,limit=500) W(rv=12) | "
			    "the subject has sent nothing; missing d/a, d/b | alive, sent 2 "
			    "requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(1990)),
		  .patience_ms = 2000,
		  .result = "pass at 2000 ms: recovered 1.990 of 2, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(2010)),
		  .patience_ms = 2000,
		  .result = "fail at 2000 ms: line 9, not recovered 0.000 of 2, 1/s, bookmarks, "
			    "calls 2 missing d/a, d/b L(rv=0,limit=500) W(rv=12) | the subject "
			    "has sent nothing; missing d/a, d/b | alive, sent 2 requests, last "
			    "WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(59990)),
		  .head = "external: {patience: 60s}\n",
		  .result = "pass at 60000 ms: recovered 59.990 of 60, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(60010)),
		  .head = "external: {patience: 60s}\n",
		  .result = "fail at 60000 ms: line 9, not recovered 0.000 of 60, 1/s, "
			    "bookmarks, calls 2 missing d/a, d/b L(rv=0,limit=500) W(rv=12) | "
			    "the subject has sent nothing; missing d/a, d/b | alive, sent 2 "
			    "requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(3000)),
		  .head = "external: {patience: 60s}\n",
		  .patience_ms = 2000,
		  .result = "fail at 2000 ms: line 9, not recovered 0.000 of 2, 1/s, bookmarks, "
			    "calls 2 missing d/a, d/b L(rv=0,limit=500) W(rv=12) | the subject "
			    "has sent nothing; missing d/a, d/b | alive, sent 2 requests, last "
			    "WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(3990)),
		  .mute = true,
		  .patience_ms = 2000,
		  .result = "fail at 8000 ms: line 9, not recovered 3.990 of 2, 0/s, "
			    "synced, seen, notified 2 | the subject of pods has opened no "
			    "watch in 2 s (--patience) | alive, has sent no request yet" },
		{ .out = OUT(BOTH(4010)),
		  .mute = true,
		  .patience_ms = 2000,
		  .result = "fail at 4000 ms: line 9, not recovered 0.000 of 2, 0/s missing d/a, "
			    "d/b | the subject has sent nothing; missing d/a, d/b | alive, has "
			    "sent no request yet" },
		{ .out = OUT({ 100, ADD("d/a", "11") }),
		  .result =
		      "fail at 45000 ms: line 9, not recovered 0.000 of 45, 1/s, seen, bookmarks, "
		      "notified 1, calls 2 missing d/b L(rv=0,limit=500) W(rv=12) | the subject "
		      "has not caught up in 45 s; missing d/b | alive, sent 2 requests, last WATCH "
		      "pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT({ 100, ADD("d/a", "11") }, { 100, ADD("d/b", "9") }),
		  .result = "fail at 45000 ms: line 9, not recovered 0.000 of 45, 1/s, seen, "
			    "bookmarks, notified 2, calls 2 stale d/b L(rv=0,limit=500) W(rv=12) "
			    "| the subject has not caught up in 45 s; stale d/b | alive, sent 2 "
			    "requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT({ 100, ADD("d/a", "11") }, { 100, ADD("d/b", "9") },
			     { 200, UPDATE("d/b", "12") }),
		  .result = "pass at 500 ms: recovered 0.200 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 3, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(100), { 100, ADD("d/c", "9") }),
		  .result =
		      "fail at 3110 ms: line 9, recovered 0.100 of 45, 1/s, synced, seen, unseen, "
		      "bookmarks, notified 3, calls 2 L(rv=0,limit=500) W(rv=12) | oracle "
		      "delete-for-every-vanished-key: a delete was never notified | "
		      "alive, sent 2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(100), { 100, ADD("d/c", "9") }, { 3000, DELETE("d/c") }),
		  .result = "pass at 3110 ms: recovered 0.100 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 4, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(100), { 300, ADD("d/c", "9") }, { 3000, DELETE("d/c") }),
		  .result = "pass at 3110 ms: recovered 0.100 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 4, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(100), { 300, ADD("d/a", "9") }, { 3000, UPDATE("d/a", "11") }),
		  .result =
		      "fail at 3300 ms: line 9, recovered 3.000 of 45, 1/s, synced, seen, "
		      "bookmarks, adds again 1, backwards 1, notified 4, calls 2 L(rv=0,limit=500) "
		      "W(rv=12) | oracle no-time-travel: d/a was notified at rv=9 after rv=11 | "
		      "alive, "
		      "sent 2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(100), { 100, SYNCED("false") }, { 3000, SYNCED("true") }),
		  .result = "pass at 3300 ms: recovered 3.000 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT({ 100, CACHE("\"d/a\":\"11\",\"d/b\":\"12\"") }),
		  .result = "pass at 400 ms: recovered 0.100 of 45, 1/s, synced, cache, "
			    "bookmarks, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT({ 100, CACHE("\"d/a\":\"11\"") }),
		  .result = "fail at 45000 ms: line 9, not recovered 0.000 of 45, 1/s, cache, "
			    "bookmarks, calls 2 missing d/b L(rv=0,limit=500) W(rv=12) | the "
			    "subject has not caught up in 45 s; missing d/b | alive, sent 2 "
			    "requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT({ 100, CACHE("\"d/a\":\"11\",\"d/b\":\"12\",\"d/c\":\"9\"") }),
		  .result =
		      "fail at 3110 ms: line 9, recovered 0.100 of 45, 1/s, synced, cache, ghost, "
		      "bookmarks, calls 2 L(rv=0,limit=500) W(rv=12) | oracle "
		      "cache-equals-model-at-end: the cache keeps an object that the server has "
		      "deleted | "
		      "alive, sent 2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(100), { 100, CACHE("\"d/a\":\"11\"") }),
		  .result =
		      "fail at 45000 ms: line 9, not recovered 0.000 of 45, 1/s, seen, cache, "
		      "bookmarks, notified 2, calls 2 missing d/b L(rv=0,limit=500) W(rv=12) | the "
		      "subject has not caught up in 45 s; missing d/b | alive, sent 2 requests, "
		      "last "
		      "WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT({ 100, ADD("d/a", "11") }),
		  .ends_ms = 1000,
		  .fate = "with status 3",
		  .result =
		      "fail at 1500 ms: line 9, not recovered 0.000 of 45, 1/s, seen, bookmarks, "
		      "ended, notified 1, calls 2 missing d/b L(rv=0,limit=500) W(rv=12) fate with "
		      "status 3 | the subject has ended, with status 3; missing d/b | ended, with "
		      "status 3; sent 2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(100)),
		  .ends_ms = 100,
		  .fate = "with status 3",
		  .result =
		      "pass at 400 ms: recovered 0.100 of 45, 1/s, synced, seen, bookmarks, ended, "
		      "notified 2, calls 2 L(rv=0,limit=500) W(rv=12) fate with status 3" },
		{ .out = OUT(BOTH(100)),
		  .ends_ms = 1000,
		  .fate = "with status 3",
		  .result = "pass at 400 ms: recovered 0.100 of 45, 1/s, synced, seen, bookmarks, "
			    "notified 2, calls 2 L(rv=0,limit=500) W(rv=12) fate with status 3" },
		{ .words = "oh no",
		  .result =
		      "fail at 45000 ms: line 9, not recovered 0.000 of 45, 1/s, bookmarks, calls "
		      "2 missing d/a, d/b L(rv=0,limit=500) W(rv=12) | the subject has sent "
		      "nothing; missing d/a, d/b | alive, sent 2 requests, last WATCH pods rv=12 "
		      "bookmarks -> 200 at 0s; its last words: oh no" },
	};

	(void)state;
	assert_results(rows, ARRAY_LEN(rows));
}

static void steps_wait_for_an_established_watch_without_advancing_time(void **state)
{
	static const struct row rows[] = {
		{ .out = OUT(BOTH(10)),
		  .steps = "  - advance: 10s\n",
		  .result = "pass at 310 ms: recovered 0.010 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps = "  - advance: 10s\n",
		  .result = "pass at 10300 ms: recovered 10.000 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .steps =
		      "  - fail: {match: WATCH pods, status: 500, for: 5s}\n  - advance: 10s\n",
		  .result = "pass at 9980 ms: recovered 5.000 of 45, 2/s, synced, seen, "
			    "bookmarks, notified 2, calls 8 L(rv=0,limit=500) "
			    "W(rv=12)→500 L(rv=12) W(rv=12)→500 L(rv=12) W(rv=12)→500 "
			    "L(rv=12) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .steps = "  - fail: {match: WATCH pods, status: 500, for: 5s}\n  - advance: 4s\n",
		  .result = "pass at 9980 ms: recovered 4.000 of 45, 2/s, synced, seen, "
			    "bookmarks, notified 2, calls 8 L(rv=0,limit=500) "
			    "W(rv=12)→500 L(rv=12) W(rv=12)→500 L(rv=12) W(rv=12)→500 "
			    "L(rv=12) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .steps = "  - fail: {match: WATCH pods, status: 500, for: 5s}\n  - reply: "
			   "{match: LIST pods, status: 500, for: 3s}\n  - advance: 10s\n",
		  .result = "pass at 8540 ms: recovered 5.000 of 45, 1.5/s, synced, seen, "
			    "bookmarks, notified 2, calls 7 L(rv=0,limit=500) "
			    "W(rv=12)→500 L(rv=12)→500 L(rv=12) W(rv=12)→500 L(rv=12) "
			    "W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .steps = "  - reply: {match: LIST pods, status: 500, for: 7s}\n  - advance: "
			   "10s\n  - advance: 1s\n",
		  .result = "pass at 7300 ms: recovered 7.000 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .steps = "  - expect: {cache: {pods: model}}\n  - disconnect: pods\n",
		  .result = "pass at 1400 ms: recovered 0.010 of 45, 1.5/s, synced, seen, "
			    "bookmarks, notified 2, calls 3 L(rv=0,limit=500) W(rv=12)×2" },
		{ .out = OUT(BOTH(10)),
		  .steps = "  - expect: {cache: {pods: model}}\n  - disconnect\n",
		  .result = "pass at 1400 ms: recovered 0.010 of 45, 1.5/s, synced, seen, "
			    "bookmarks, notified 2, calls 3 L(rv=0,limit=500) W(rv=12)×2" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps = "  - advance: 5s\n  - disconnect: pods\n",
		  .result = "pass at 5300 ms: recovered 5.000 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 3 L(rv=0,limit=500) W(rv=12)×2" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps = "  - advance: 1s\n  - disconnect: pods\n",
		  .result = "pass at 1400 ms: recovered 1.100 of 45, 1.5/s, synced, seen, "
			    "bookmarks, notified 2, calls 3 L(rv=0,limit=500) W(rv=12)×2" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps = "  - advance: 5s\n  - bookmark: pods\n  - disconnect: pods\n",
		  .result = "pass at 6400 ms: recovered 6.100 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 3 L(rv=0,limit=500) W(rv=12)×2" },
		{ .out = OUT(BOTH(10)),
		  .steps = "  - expect: {cache: {pods: model}}\n  - send: {to: pods, body: x}\n",
		  .result = "pass at 2260 ms: recovered 0.010 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 4 L(rv=0,limit=500) W(rv=12) "
			    "L(rv=12) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .steps = "  - expect: {cache: {pods: model}}\n  - fail: {match: WATCH pods, "
			   "status: 410, how: in-stream}\n",
		  .result =
		      "pass at 2260 ms: recovered 0.010 of 45, 1/s, synced, seen, bookmarks, gone, "
		      "notified 2, calls 4 L(rv=0,limit=500) W(rv=12)→ERR410 L(rv=12) "
		      "W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .steps = "  - expect: {cache: {pods: model}}\n  - fail: {match: WATCH pods, "
			   "status: 410}\n",
		  .result = "pass at 310 ms: recovered 0.010 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .steps = "  - expect: {cache: {pods: model}}\n  - hold: request pods\n  - "
			   "release: all\n",
		  .result = "pass at 310 ms: recovered 0.010 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .pace_ms = 100,
		  .result = "pass at 500 ms: recovered 0.000 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .pace_ms = 1990,
		  .result = "pass at 4280 ms: recovered 0.000 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .pace_ms = 2010,
		  .result = "pass at 4300 ms: recovered 0.000 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .pace_ms = 700,
		  .steps =
		      "  - expect: {cache: {pods: model}}\n  - disconnect: pods\n  - advance: 1s\n",
		  .result = "pass at 3800 ms: recovered 0.700 of 45, 1.5/s, synced, seen, "
			    "bookmarks, notified 2, calls 3 L(rv=0,limit=500) W(rv=12)×2" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .informers = "{}",
		  .steps = "  - expect: {cache: {pods: model}}\n  - disconnect: pods\n",
		  .result = "pass at 1700 ms: waited 310, recovered 1.100 of 45, 1.5/s, synced, "
			    "seen, bookmarks, notified 2, calls 3 L(rv=0,limit=500) W(rv=12)×2" },
		{ .mute = true,
		  .patience_ms = 1000,
		  .informers = "{}",
		  .steps = "  - disconnect: pods\n",
		  .result = "fail at 4300 ms: line 10, not recovered 2.000 of 1, 0/s, synced "
			    "missing d/a, d/b | the subject of pods has sent no request in 1 s "
			    "(--patience) | alive, has sent no request yet" },
		{ .mute = true,
		  .patience_ms = 1000,
		  .informers = "{}",
		  .steps = "  - hold: request pods\n  - release: all\n",
		  .result = "fail at 4300 ms: line 11, not recovered 2.000 of 1, 0/s, synced "
			    "missing d/a, d/b | the subject of pods has sent no request in 1 s "
			    "(--patience) | alive, has sent no request yet" },
		{ .mute = true,
		  .patience_ms = 1000,
		  .informers = "{}",
		  .ends_ms = 300,
		  .fate = "f",
		  .steps = "  - disconnect: pods\n",
		  .result = "fail at 600 ms: line 10, not recovered 0.300 of 1, 0/s, synced, "
			    "ended missing d/a, d/b fate f | the subject has ended by itself, f "
			    "| ended, f; sent no request" },
		{ .mute = true,
		  .patience_ms = 1000,
		  .steps = "  - disconnect: pods\n",
		  .result = "fail at 4000 ms: line 10, not recovered 0.000 of 1, 0/s missing "
			    "d/a, d/b | the subject has sent nothing; missing d/a, d/b | alive, "
			    "has sent no request yet" },
		{ .out = OUT(BOTH(10)),
		  .steps =
		      "  - {label: fault, disconnect: pods}\n  - expect: {cache: {pods: model}}\n",
		  .result = "pass at 1410 ms: waited 10, recovered 0.000 of 45, 0.5/s, "
			    "seen, bookmarks, notified 2, calls 1 W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps = "  - advance: 2s\n  - {label: fault, fail: {match: ANY, status: 500, "
			   "times: 5}}\n  - disconnect\n  - advance: 20s\n  - {label: health, "
			   "note: x, advance: 1s}\n  - expect: {cache: {pods: model}}\n",
		  .result = "pass at 38490 ms: waited 15190, recovered 1.000 of 45, "
			    "0.25/s, seen, storm, bookmarks, notified 2, calls 7 "
			    "W(rv=12)→500 L(rv=12)→500×4 L(rv=12) W(rv=12)" },
		{ .out = OUT(BOTH(10), { 9000, ADD("d/c", "13") }),
		  .head = "external: {real-time: true}\n",
		  .steps = "  - advance: 2s\n  - {label: fault, create: pods/d/c}\n  - expect: "
			   "{cache: {pods: model}}\n",
		  .result =
		      "pass at 9300 ms: recovered 7.000 of 45, 0/s, seen, bookmarks, notified 3" },
		{ .out = OUT(BOTH(10), { 9000, ADD("d/c", "13") }),
		  .head = "external: {real-time: true}\n",
		  .steps =
		      "  - advance: 2s\n  - {label: fault, create: pods/d/c}\n  - advance: 3s\n  - "
		      "{label: health, advance: 1s}\n  - expect: {cache: {pods: model}}\n",
		  .result = "pass at 9300 ms: recovered 4.000 of 45, 0/s, seen, storm, "
			    "bookmarks, notified 3" },
		{ .out = OUT(BOTH(10), { 4000, ADD("d/c", "13") }),
		  .head = "external: {real-time: true}\n",
		  .steps =
		      "  - advance: 2s\n  - {label: fault, create: pods/d/c}\n  - advance: 3s\n  - "
		      "{label: health, advance: 1s}\n  - expect: {cache: {pods: model}}\n",
		  .result = "pass at 6300 ms: recovered 1.000 of 45, 0/s, seen, storm, "
			    "bookmarks, notified 3" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps = "  - advance: 2s\n  - {label: fault, fail: {match: WATCH pods, status: "
			   "429, retry-after: 4s}}\n  - disconnect: pods\n  - advance: 10s\n",
		  .result = "pass at 12300 ms: recovered 10.000 of 45, 0.5/s, retry 4 "
			    "kept 4.000, seen, bookmarks, notified 2, calls 2 "
			    "W(rv=12)→429 W(rv=12)" },
	};

	(void)state;
	assert_results(rows, ARRAY_LEN(rows));
}

static void expectation_passes_in_time_or_fails_at_its_line(void **state)
{
	static const struct row rows[] = {
		{ .out = OUT({ 100, CACHE("\"d/a\":\"11\",\"d/b\":\"12\"") }),
		  .steps = "  - expect: {cache: {pods: [d/a, d/b]}}\n",
		  .result = "pass at 400 ms: recovered 0.100 of 45, 1/s, synced, cache, "
			    "bookmarks, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT({ 100, CACHE("\"d/a\":\"11\",\"d/b\":\"12\"") }),
		  .patience_ms = 2000,
		  .steps = "  - expect: {cache: {pods: [d/a]}}\n",
		  .result = "fail at 2100 ms: line 10, not recovered 0.100 of 2, 1/s, synced, "
			    "cache, bookmarks, calls 2 L(rv=0,limit=500) W(rv=12) | cache: 1 "
			    "object not expected | alive, sent 2 requests, last WATCH pods rv=12 "
			    "bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(100)),
		  .patience_ms = 2000,
		  .steps = "  - expect: {cache: {pods: [d/a]}}\n",
		  .result = "pass at 800 ms: waited 400, recovered 0.100 of 2, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT({ 100, CACHE("\"d/a\":\"11\",\"d/b\":\"12\"") }),
		  .patience_ms = 2000,
		  .head = "external: [requests]\n",
		  .steps = "  - expect: {cache: {pods: [d/a]}}\n",
		  .result = "pass at 400 ms: recovered 0.100 of 2, 1/s, synced, cache, "
			    "bookmarks, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT({ 100, CACHE("\"d/a\":\"11\",\"d/b\":\"12\"") }),
		  .patience_ms = 2000,
		  .head = "external: {patience: 3s}\n",
		  .steps = "  - expect: {cache: {pods: [d/a]}}\n",
		  .result = "pass at 400 ms: recovered 0.100 of 2, 1/s, synced, cache, "
			    "bookmarks, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT({ 100, CACHE("\"d/a\":\"11\",\"d/b\":\"12\"") }),
		  .patience_ms = 2000,
		  .head = "",
		  .steps = "  - expect: {cache: {pods: [d/a]}}\n",
		  .result = "pass at 400 ms: recovered 0.100 of 2, 1/s, synced, cache, "
			    "bookmarks, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(100)),
		  .patience_ms = 2000,
		  .head = "external: [requests]\n",
		  .steps = "  - expect: {requests: [LIST pods, WATCH pods]}\n",
		  .result = "pass at 400 ms: recovered 0.100 of 2, 1/s, synced, seen, bookmarks, "
			    "notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(100)),
		  .patience_ms = 2000,
		  .head = "external: [requests]\n",
		  .steps = "  - expect: {requests: [LIST pods, WATCH pods, LIST pods]}\n",
		  .result = "fail at 2100 ms: line 10, not recovered 0.100 of 2, 1/s, synced, "
			    "seen, bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12) | "
			    "requests: 1 of 3 expected requests missing | alive, sent 2 requests, "
			    "last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(100)),
		  .patience_ms = 2000,
		  .ends_ms = 500,
		  .fate = "by itself",
		  .head = "external: [requests]\n",
		  .steps = "  - expect: {requests: [LIST pods, WATCH pods, LIST pods]}\n",
		  .result =
		      "fail at 500 ms: line 10, not recovered 0.100 of 2, 1/s, synced, seen, "
		      "bookmarks, ended, notified 2, calls 2 L(rv=0,limit=500) W(rv=12) fate by "
		      "itself | requests: 1 of 3 expected requests missing | ended, by itself; "
		      "sent 2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .informers = "{}",
		  .patience_ms = 5000,
		  .head = "external: [requests]\n",
		  .steps = "  - expect: {requests: [LIST pods, WATCH pods]}\n",
		  .result = "pass at 610 ms: waited 310, recovered 0.310 of 5, 1/s, synced, "
			    "bookmarks, calls 2 missing d/a, d/b L(rv=0,limit=500) W(rv=12)" },
		{ .informers = "{}",
		  .patience_ms = 5000,
		  .head = "external: [state]\n",
		  .steps = "  - expect: {state: {pods: [d/a, d/b]}}\n",
		  .result = "pass at 610 ms: waited 310, recovered 0.310 of 5, 1/s, synced, "
			    "bookmarks, calls 2 missing d/a, d/b L(rv=0,limit=500) W(rv=12)" },
		{ .informers = "{}",
		  .patience_ms = 5000,
		  .head = "external: [state]\n",
		  .steps = "  - expect: {state: {pods: [d/a]}}\n",
		  .result = "fail at 5000 ms: line 10, not recovered 0.000 of 5, 1/s, synced, "
			    "bookmarks, calls 2 missing d/a, d/b L(rv=0,limit=500) W(rv=12) | "
			    "state: 1 object not expected | alive, sent 2 requests, last WATCH "
			    "pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(100), { 500, ADD("d/c", "13") }),
		  .steps = "  - hold: event\n  - create: pods/d/c\n  - expect: {cache: {pods: "
			   "model}}\n  - release: all\n",
		  .result = "pass at 800 ms: recovered 0.500 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 3, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .patience_ms = 100,
		  .steps = "  - hold: request pods\n  - expect: {cache: {pods: model}}\n",
		  .result = WAITS_FOR_BOTH("open") },
		{ .patience_ms = 100,
		  .steps = "  - hold: reply pods\n  - expect: {cache: {pods: model}}\n",
		  .result = WAITS_FOR_BOTH("open") },
		{ .patience_ms = 100,
		  .steps = "  - refuse\n  - expect: {cache: {pods: model}}\n",
		  .result = WAITS_FOR_BOTH("refused") },
		{ .patience_ms = 100,
		  .steps = "  - refuse\n  - accept\n  - expect: {cache: {pods: model}}\n",
		  .result = "fail at 100 ms: line 12, not recovered 0.000 of 0.1, 1/s, "
			    "bookmarks, calls 2 missing d/a, d/b L(rv=0,limit=500) W(rv=12) | "
			    "the subject has sent nothing; missing d/a, d/b | alive, sent 2 "
			    "requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
	};

	(void)state;
	assert_results(rows, ARRAY_LEN(rows));
}

static void program_output_is_counted_and_checked(void **state)
{
	static const struct row rows[] = {
		{ .out = OUT(BOTH(100), { 100, ADD("d/a", "11") }, { 100, UPDATE("d/a", "11") },
			     { 100, "{\"error\":{\"message\":\"oh\"}}" }, { 100, "what?" },
			     { 100, "{}" }),
		  .result = "pass at 400 ms: recovered 0.100 of 45, 1/s, synced, seen, "
			    "bookmarks, adds again 1, repeats 2, errors 1, odd 2, notified 4, "
			    "calls 2 error oh odd what? L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(100), { 200, UPDATE("d/a", "9") }, { 200, UPDATE("d/a", "11") }),
		  .result =
		      "fail at 400 ms: line 9, recovered 0.100 of 45, 1/s, synced, seen, "
		      "bookmarks, backwards 1, notified 4, calls 2 L(rv=0,limit=500) W(rv=12) | "
		      "oracle no-time-travel: d/a was notified at rv=9 after rv=11 | alive, sent 2 "
		      "requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(100), { 200, UPDATE("d/a", "9") }, { 200, UPDATE("d/a", "11") }),
		  .head = "always: {no-time-travel: {off: the server is rewound}}\n",
		  .result = "pass at 400 ms: recovered 0.100 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 4, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(100), { 100, ADD("d/c", "9") },
			     { 100, CACHE("\"d/a\":\"11\",\"d/b\":\"12\"") }),
		  .result =
		      "fail at 3110 ms: line 9, recovered 0.100 of 45, 1/s, synced, seen, cache, "
		      "unseen, bookmarks, notified 3, calls 2 L(rv=0,limit=500) W(rv=12) | oracle "
		      "delete-for-every-vanished-key: a delete was never notified | "
		      "alive, sent 2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out =
		      OUT(BOTH(100), { 100, CACHE("\"d/a\":\"11\",\"d/b\":\"12\",\"d/c\":\"9\"") }),
		  .result =
		      "fail at 3110 ms: line 9, recovered 0.100 of 45, 1/s, synced, seen, cache, "
		      "ghost, bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12) | oracle "
		      "cache-equals-model-at-end: the cache keeps an object that the server has "
		      "deleted | "
		      "alive, sent 2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT({ 100, ADD("d/a", "11") },
			     { 100, CACHE("\"d/a\":\"11\",\"d/b\":\"12\"") }),
		  .patience_ms = 1000,
		  .result =
		      "fail at 1000 ms: line 9, not recovered 0.000 of 1, 1/s, seen, cache, "
		      "unlike, bookmarks, notified 1, calls 2 missing d/b L(rv=0,limit=500) "
		      "W(rv=12) | the subject has not caught up in 1 s; missing d/b | alive, sent "
		      "2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(100), { 100, CACHE("\"d/a\":\"10\"") }),
		  .patience_ms = 1000,
		  .result =
		      "fail at 1000 ms: line 9, not recovered 0.000 of 1, 1/s, seen, cache, "
		      "bookmarks, notified 2, calls 2 missing d/b stale d/a L(rv=0,limit=500) "
		      "W(rv=12) | the subject has not caught up in 1 s; missing d/b; stale d/a | "
		      "alive, sent 2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .out = OUT(BOTH(100)),
		  .killed = true,
		  .fate = "killed",
		  .result =
		      "pass at 400 ms: recovered 0.100 of 45, 1/s, synced, seen, state missed, "
		      "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12) fate killed" },
		{ .out = OUT({ 100, CACHE("\"d/a\":\"11\",\"d/b\":\"12\"") }),
		  .killed = true,
		  .fate = "killed",
		  .result = "pass at 400 ms: recovered 0.100 of 45, 1/s, synced, cache, "
			    "bookmarks, calls 2 L(rv=0,limit=500) W(rv=12) fate killed" },
		{ .mute = true,
		  .ends_ms = 100,
		  .status = 127,
		  .fate = "with status 127",
		  .result =
		      "fail at 600 ms: line 9, not recovered 0.000 of 45, 0/s, no command, ended "
		      "missing d/a, d/b fate with status 127 | the subject has ended, with status "
		      "127; missing d/a, d/b | ended, with status 127; sent no request" },
		{ .mute = true,
		  .ends_ms = 100,
		  .status = 126,
		  .fate = "with status 126",
		  .result =
		      "fail at 600 ms: line 9, not recovered 0.000 of 45, 0/s, no command, ended "
		      "missing d/a, d/b fate with status 126 | the subject has ended, with status "
		      "126; missing d/a, d/b | ended, with status 126; sent no request" },
		{ .mute = true,
		  .ends_ms = 100,
		  .status = 125,
		  .steps = "  - settle\n",
		  .fate = "with status 125",
		  .result =
		      "fail at 1100 ms: line 10, not recovered 0.000 of 45, 0/s, ended missing "
		      "d/a, "
		      "d/b fate with status 125 | the subject has ended, with status 125; missing "
		      "d/a, d/b | ended, with status 125; sent no request" },
		{ .ends_ms = 100,
		  .status = 127,
		  .fate = "with status 127",
		  .result =
		      "fail at 600 ms: line 9, not recovered 0.000 of 45, 1/s, bookmarks, ended, "
		      "calls 2 missing d/a, d/b L(rv=0,limit=500) W(rv=12) fate with status 127 | "
		      "the subject has ended, with status 127; missing d/a, d/b | ended, with "
		      "status 127; sent 2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s" },
		{ .mute = true,
		  .out = OUT({ 50, "{}" }),
		  .ends_ms = 100,
		  .status = 127,
		  .fate = "f",
		  .result = "fail at 600 ms: line 9, not recovered 0.000 of 45, 0/s, ended, odd "
			    "1 missing d/a, d/b odd {} fate f | the subject has ended, f; "
			    "missing d/a, d/b | ended, f; sent no request" },
		{ .out = OUT(BOTH(10)),
		  .head = "always: {no-request-storm: {rate: 1}}\n",
		  .result = "pass at 310 ms: recovered 0.010 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .head = "always: {no-request-storm: {rate: 0.9}}\n",
		  .result = "fail at 310 ms: line 9, recovered 0.010 of 45, 1/s, synced, seen, "
			    "bookmarks, notified 2, calls 2 L(rv=0,limit=500) W(rv=12) | oracle "
			    "no-request-storm: 1 requests a second | alive, sent 2 requests, last "
			    "WATCH pods rv=12 bookmarks -> 200 at 0s" },
	};

	(void)state;
	assert_results(rows, ARRAY_LEN(rows));
}

static void failure_names_the_awaited_request_briefly(void **state)
{
	static const struct row rows[] = {
		{ .out = OUT(BOTH(10)),
		  .informers = "{initial: watchlist, handlers: {h: {}}}",
		  .result = "pass at 310 ms: recovered 0.010 of 45, 0.5/s, synced, seen, "
			    "bookmarks, notified 2, calls 1 WL()" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps = "  - fail: {match: WATCH pods, status: 500}\n  - fail: {match: LIST "
			   "pods, status: 500, times: 3}\n  - advance: 60s\n",
		  .result = "pass at 60300 ms: recovered 60.000 of 45, 1.5/s, synced, seen, "
			    "bookmarks, notified 2, calls 7 L(rv=0,limit=500) W(rv=12)→500 "
			    "L(rv=12)→500×3 L(rv=12) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps =
		      "  - fail: {match: WATCH pods, status: 500, times: 30}\n  - advance: 200s\n",
		  .result = "fail at 245300 ms: line 11, not recovered 200.000 of 45, 2/s, "
			    "synced, seen, bookmarks, notified 2, calls 28 L(rv=0,limit=500) "
			    "W(rv=12)→500 L(rv=12) W(rv=12)→500 L(rv=12) W(rv=12)→500 L(rv=12) "
			    "W(rv=12)→500 L(rv=12) W(rv=12)→500 L(rv=12) W(rv=12)→500 … | the "
			    "subject is away: its watch of pods failed at 3m41.884s and has not "
			    "succeeded in 45 s (--patience) | alive, sent 28 requests, last "
			    "WATCH pods rv=12 bookmarks -> 500 at 3m41.884s" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps =
		      "  - fail: {match: WATCH pods, status: 500, times: 5}\n  - advance: 60s\n",
		  .result = "pass at 60300 ms: recovered 60.000 of 45, 2/s, synced, seen, "
			    "bookmarks, notified 2, calls 12 L(rv=0,limit=500) W(rv=12)→500 "
			    "L(rv=12) W(rv=12)→500 L(rv=12) W(rv=12)→500 L(rv=12) W(rv=12)→500 "
			    "L(rv=12) W(rv=12)→500 L(rv=12) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps = "  - fail: {match: WATCH pods, status: 500}\n  - reply: {match: LIST "
			   "pods, status: 200, headers: {Content-Type: text/html}, body: x}\n  - "
			   "advance: 5s\n",
		  .result = "pass at 5300 ms: recovered 5.000 of 45, 1.5/s, synced, seen, "
			    "bookmarks, notified 2, calls 5 L(rv=0,limit=500) W(rv=12)→500 "
			    "L(rv=12)→200 html L(rv=12) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps = "  - fail: {match: WATCH pods, status: 500}\n  - reply: {match: LIST "
			   "pods, body: [{close: rst}]}\n  - advance: 5s\n",
		  .result = "pass at 5300 ms: recovered 5.000 of 45, 2.5/s, synced, seen, "
			    "bookmarks, notified 2, calls 5 L(rv=0,limit=500) W(rv=12)→500 "
			    "L(rv=12)→reset L(rv=12) W(rv=12)" },
		{ .out = OUT(BOTH(10)),
		  .head = "external: {real-time: true}\n",
		  .steps = "  - fail: {match: WATCH pods, status: 500}\n  - fail: {match: LIST "
			   "pods, status: 410}\n  - advance: 5s\n",
		  .result = "pass at 5300 ms: recovered 5.000 of 45, 2.5/s, synced, seen, "
			    "bookmarks, notified 2, calls 5 L(rv=0,limit=500) W(rv=12)→500 "
			    "L(rv=12)→410 L() W(rv=12)" },
	};

	(void)state;
	assert_results(rows, ARRAY_LEN(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(expect_waits_for_missing_objects_until_its_patience_ends),
		cmocka_unit_test(steps_wait_for_an_established_watch_without_advancing_time),
		cmocka_unit_test(expectation_passes_in_time_or_fails_at_its_line),
		cmocka_unit_test(program_output_is_counted_and_checked),
		cmocka_unit_test(failure_names_the_awaited_request_briefly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
