/* SPDX-License-Identifier: Apache-2.0 */
/* Each mode of `http2`: which requests follow a fault on the frames of the connection that two
 * informers share, and when. Without the line of the fault each row fails. */
#include "runner/engine/run.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "tests/kit/scn_kit.h"

#define WORLD                                                                                      \
	"scenario: t\nworld:\n  server: {rv: 10, http2: true}\n"                                   \
	"  types: {pods: v1/pods, nodes: v1/nodes}\n"                                              \
	"  informers: {pods: {handlers: {h1: {}}}, nodes: {handlers: {n1: {}}}}\n"                 \
	"steps:\n  - create: {pods/d/a: {}, nodes/n: {}}\n"

#define REQUESTS(items) "  - expect: {requests: [{any-order: [" items "]}]}\n"
#define NONE		"  - expect: {requests: []}\n"
#define CREATE		"  - create: {pods/d/b: {}}\n  - create: {nodes/m: {}}\n  - settle\n"
#define CACHES		"  - expect: {cache: {pods: model, nodes: model}}\n"

/* Both watch, in this order; then 10 s pass, in which the server sends nothing. */
#define STARTED                                                                                    \
	"  - start: pods\n  - settle\n  - start: nodes\n"                                          \
	"  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12, LIST nodes rv=0 -> "  \
	"200@12, WATCH nodes rv=12]}\n  - advance: 10s\n"

/* The first informer gets the fault, the second connects three seconds later. */
#define FIRST  "  - start: pods\n  - settle\n"
#define SECOND "  - advance: 3s\n  - start: nodes\n  - settle\n"

/* The line that begins with `@` is the fault. */
static const struct row {
	const char *name, *steps;
	bool harmless; /* a correct client does not notice */
} rows[] = {
	/* --- open watches --- */
	{ "goaway: open watches go on, new requests go over a new connection",
	  STARTED "@  - http2: {mode: goaway, to: pods}\n  - settle\n" CREATE NONE CACHES
		  "  - stop: nodes\n  - restart: nodes\n"
		  "  - expect: {requests: [LIST nodes rv=0 -> 200@14, WATCH nodes rv=14]}\n"
		  "  - advance: 5s\n  - http2: {mode: close, to: nodes}\n"
		  "  - expect: {requests: [WATCH nodes rv=14]}\n",
	  false },
	{ "streams: open watches go on, a request beyond the limit gets a connection of its own",
	  STARTED
	  "@  - http2: {mode: streams, streams: 1, to: pods}\n  - settle\n" CREATE NONE CACHES
	  "  - stop: nodes\n  - restart: nodes\n"
	  "  - expect: {requests: [LIST nodes rv=0 -> 200@14, WATCH nodes rv=14]}\n"
	  "  - advance: 5s\n  - http2: {mode: close, to: nodes}\n"
	  "  - expect: {requests: [WATCH nodes rv=14]}\n",
	  false },
	{ "reset: one watch fails, a list follows, the other watch goes on",
	  STARTED "@  - http2: {mode: reset, to: pods}\n  - settle\n" CREATE NONE
		  "  - expect: {cache: {nodes: model, pods: {d/b: absent}}}\n  - advance: 3s\n"
		  "  - expect: {requests: [LIST pods rv=12 -> 200@14, WATCH pods rv=14]}\n" CACHES
		  "  - advance: 60s\n" NONE,
	  false },
	{ "reset in the middle of an event",
	  STARTED "@  - http2: {mode: reset, bytes: 20, to: pods}\n  - settle\n" CREATE NONE
		  "  - advance: 3s\n"
		  "  - expect: {requests: [LIST pods rv=12 -> 200@14, WATCH pods rv=14]}\n" CACHES,
	  false },
	{ "reset with NO_ERROR is the end of the response",
	  STARTED "@  - http2: {mode: reset, code: NO_ERROR, to: pods}\n"
		  "  - expect: {requests: [WATCH pods rv=12]}\n  - advance: 60s\n" NONE,
	  false },
	{ "no-pings: events arrive, and the connection is lost 45 s after the last one",
	  STARTED "@  - http2: {mode: no-pings, to: pods}\n  - settle\n" CREATE NONE CACHES
		  "  - advance: 44.9s\n" NONE "  - advance: 3s\n" REQUESTS(
		      "LIST pods rv=13 -> 200@14, WATCH pods rv=14, LIST nodes rv=14 -> 200@14, "
		      "WATCH nodes rv=14") "  - advance: 60s\n" NONE,
	  false },
	{ "silent: both watches are lost 45 s after the last byte",
	  STARTED "@  - http2: {mode: silent, to: pods}\n  - settle\n" CREATE NONE
		  "  - expect: {cache: {pods: {d/b: absent}, nodes: {m: absent}}}\n"
		  "  - advance: 34.9s\n" NONE "  - advance: 3s\n" REQUESTS(
		      "LIST pods rv=12 -> 200@14, WATCH pods rv=14, LIST nodes rv=12 -> 200@14, "
		      "WATCH nodes rv=14") CACHES "  - advance: 60s\n" NONE,
	  false },
	{ "silent in the middle of an event",
	  STARTED "@  - http2: {mode: silent, bytes: 20, to: pods}\n"
		  "  - create: {pods/d/b: {}}\n  - settle\n  - create: {nodes/m: {}}\n" NONE
		  "  - advance: 44.9s\n" NONE "  - advance: 3s\n" REQUESTS(
		      "LIST pods rv=12 -> 200@14, WATCH pods rv=14, LIST nodes rv=12 -> 200@14, "
		      "WATCH nodes rv=14") CACHES,
	  false },
	{ "silent: a request that follows is lost with the connection and retried",
	  STARTED "@  - http2: {mode: silent, to: pods}\n  - settle\n  - stop: nodes\n"
		  "  - restart: nodes\n  - advance: 34.9s\n" NONE "  - advance: 3s\n" REQUESTS(
		      "LIST pods rv=12 -> 200@12, WATCH pods rv=12, LIST nodes rv=0 -> "
		      "200@12, WATCH nodes rv=12") CACHES,
	  false },
	{ "close: both watches are opened again at once",
	  STARTED "@  - http2: {mode: close, to: pods}\n" REQUESTS(
	      "WATCH pods rv=12, WATCH nodes rv=12") CREATE CACHES "  - advance: 60s\n" NONE,
	  false },
	{ "close in the middle of an event",
	  STARTED "@  - http2: {mode: close, bytes: 20, to: pods}\n  - settle\n" NONE
		  "  - create: {pods/d/b: {}}\n" REQUESTS("WATCH pods rv=12, WATCH nodes rv=12")
		      CACHES,
	  false },
	{ "cut-data: both watches are opened again at once",
	  STARTED "@  - http2: {mode: cut-data, bytes: 20, to: pods}\n  - settle\n" NONE
		  "  - create: {pods/d/b: {}}\n" REQUESTS("WATCH pods rv=12, WATCH nodes rv=12")
		      CACHES,
	  false },
	{ "trailers after a watch",
	  STARTED "@  - http2: {mode: trailers, to: pods}\n  - settle\n" CREATE NONE CACHES
		  "  - disconnect: {type: pods, how: fin}\n"
		  "  - expect: {requests: [WATCH pods rv=13]}\n",
	  true },
	/* --- requests --- */
	{ "goaway of a list: the next requests go over a new connection",
	  "@  - http2: {mode: goaway, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12]}\n" SECOND
	  "  - expect: {requests: [LIST nodes rv=0 -> 200@12, WATCH nodes rv=12]}\n" CREATE CACHES,
	  true },
	{ "goaway of a watch: the watch goes on, the next requests use a new connection",
	  "@  - http2: {mode: goaway, match: WATCH pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12]}\n" SECOND
	  "  - expect: {requests: [LIST nodes rv=0 -> 200@12, WATCH nodes rv=12]}\n" CREATE CACHES
	  "  - advance: 5s\n  - http2: {mode: close, to: nodes}\n"
	  "  - expect: {requests: [WATCH nodes rv=14]}\n",
	  false },
	{ "disown of a list: it is sent again at once",
	  "@  - http2: {mode: disown, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> reset, LIST pods rv=0 -> 200@12, WATCH pods "
	  "rv=12], at: 0s}\n" SECOND
	  "  - expect: {requests: [LIST nodes rv=0 -> 200@12, WATCH nodes rv=12]}\n",
	  false },
	{ "disown of a watch: it is opened again at once, and no list follows",
	  "@  - http2: {mode: disown, match: WATCH pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12 -> reset, WATCH "
	  "pods rv=12 -> 200], at: 0s}\n" CREATE "  - expect: {cache: {pods: model}}\n",
	  false },
	{ "disown while another watch is open: that one goes on",
	  FIRST
	  "  - settle\n@  - http2: {mode: disown, match: LIST nodes}\n" SECOND
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12, LIST nodes "
	  "rv=0 -> reset, LIST nodes rv=0 -> 200@12, WATCH nodes rv=12]}\n" CREATE NONE CACHES,
	  false },
	{ "reset of a list: it is retried after a second",
	  "@  - http2: {mode: reset, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> reset]}\n  - advance: 700ms\n" NONE SECOND
	      REQUESTS(
		  "LIST pods rv=0 -> 200@12, WATCH pods rv=12, LIST nodes rv=0 -> 200@12, WATCH "
		  "nodes rv=12") CACHES,
	  false },
	{ "reset with NO_ERROR of a list before its response",
	  "@  - http2: {mode: reset, code: NO_ERROR, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> reset]}\n  - advance: 700ms\n" NONE SECOND
	      REQUESTS(
		  "LIST pods rv=0 -> 200@12, WATCH pods rv=12, LIST nodes rv=0 -> 200@12, WATCH "
		  "nodes rv=12"),
	  false },
	{ "reset with REFUSED_STREAM of a list: it is sent again at once",
	  "@  - http2: {mode: reset, code: REFUSED_STREAM, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> reset, LIST pods rv=0 -> 200@12, WATCH pods "
	  "rv=12], at: 0s}\n" SECOND
	  "  - expect: {requests: [LIST nodes rv=0 -> 200@12, WATCH nodes rv=12]}\n",
	  false },
	{ "reset with REFUSED_STREAM three times",
	  "@  - http2: {mode: reset, code: REFUSED_STREAM, times: 3, match: WATCH pods}\n" FIRST
	  "  - advance: 5s\n"
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12 -> reset, ..., "
	  "WATCH pods rv=12 -> reset, ..., WATCH pods -> 200]}\n",
	  false },
	{ "reset of a watch before its response: a list follows",
	  "@  - http2: {mode: reset, match: WATCH pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12 -> reset]}\n"
	  "  - advance: 700ms\n" NONE SECOND REQUESTS(
	      "LIST pods rv=12 -> 200@12, WATCH pods rv=12, LIST nodes rv=0 -> 200@12, WATCH "
	      "nodes rv=12"),
	  false },
	{ "reset in the middle of a list",
	  "@  - http2: {mode: reset, bytes: 20, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200]}\n  - advance: 700ms\n" NONE SECOND
	      REQUESTS(
		  "LIST pods rv=0 -> 200@12, WATCH pods rv=12, LIST nodes rv=0 -> 200@12, WATCH "
		  "nodes rv=12") CACHES,
	  false },
	{ "reset with NO_ERROR in the middle of a list",
	  "@  - http2: {mode: reset, code: NO_ERROR, bytes: 20, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200]}\n  - advance: 3s\n"
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12]}\n",
	  false },
	{ "disown three times: sent again at once, then after a second",
	  "@  - http2: {mode: disown, times: 3, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods -> reset, LIST pods -> reset], at: 0s}\n"
	  "  - advance: 3s\n  - expect: {requests: [LIST pods -> reset, LIST pods rv=0 -> "
	  "200@12, WATCH pods rv=12]}\n",
	  false },
	{ "silent before the response to a list",
	  "@  - http2: {mode: silent, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> reset]}\n" SECOND "  - advance: 41.9s\n" NONE
	  "  - advance: 3s\n" REQUESTS("LIST pods rv=0 -> 200@12, WATCH pods rv=12, LIST nodes "
				       "rv=0 -> 200@12, WATCH nodes rv=12") CACHES,
	  false },
	{ "silent before the response to a watch",
	  "@  - http2: {mode: silent, match: WATCH pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12 -> reset]}\n" SECOND
	  "  - advance: 41.9s\n" NONE "  - advance: 3s\n" REQUESTS(
	      "LIST pods rv=12 -> 200@12, WATCH pods rv=12, LIST nodes rv=0 -> 200@12, WATCH nodes "
	      "rv=12") CACHES,
	  false },
	{ "silent in the middle of a list",
	  "@  - http2: {mode: silent, bytes: 20, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200]}\n  - advance: 44.9s\n" NONE
	  "  - advance: 3s\n  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12]}\n",
	  false },
	{ "no-pings of a list: the connection of its watch is lost after 45 s",
	  "@  - http2: {mode: no-pings, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12]}\n"
	  "  - advance: 44.9s\n" NONE "  - advance: 3s\n"
	  "  - expect: {requests: [LIST pods rv=12 -> 200@12, WATCH pods rv=12]}\n",
	  false },
	{ "close in the middle of a list: it is retried, the other watch is opened again at once",
	  "  - start: nodes\n  - expect: {requests: [LIST nodes rv=0 -> 200@12, WATCH nodes "
	  "rv=12]}\n  - advance: 5s\n@  - http2: {mode: close, bytes: 20, match: LIST pods}\n" FIRST
	      REQUESTS("LIST pods rv=0 -> 200, WATCH nodes rv=12") "  - advance: 3s\n"
								   "  - expect: {requests: [LIST "
								   "pods rv=0 -> 200@12, WATCH "
								   "pods rv=12]}\n",
	  false },
	{ "close after the head of a watch: a list follows, as after any very short watch",
	  "@  - http2: {mode: close, match: WATCH pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12 -> 200]}\n"
	  "  - advance: 3s\n"
	  "  - expect: {requests: [LIST pods rv=12 -> 200@12, WATCH pods rv=12]}\n",
	  false },
	{ "cut-data in the middle of a list",
	  "@  - http2: {mode: cut-data, bytes: 20, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200]}\n  - advance: 3s\n"
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12]}\n",
	  false },
	{ "streams of a list: the limit holds for the connection from then on",
	  "@  - http2: {mode: streams, streams: 1, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12]}\n" SECOND
	  "  - expect: {requests: [LIST nodes rv=0 -> 200@12, WATCH nodes rv=12]}\n" CREATE CACHES
	  "  - advance: 5s\n  - http2: {mode: close, to: nodes}\n"
	  "  - expect: {requests: [WATCH nodes rv=14]}\n",
	  false },
	{ "trailers after a list",
	  "@  - http2: {mode: trailers, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12]}\n",
	  true },
	{ "no-settings-ack of a list: nothing else changes",
	  "@  - http2: {mode: no-settings-ack, match: LIST pods}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12]}\n" SECOND
	  "  - expect: {requests: [LIST nodes rv=0 -> 200@12, WATCH nodes rv=12]}\n" CREATE CACHES
	  "  - advance: 60s\n" NONE,
	  true },
	/* --- other faults, over HTTP/2 --- */
	{ "disconnect: rst ends one stream with CANCEL",
	  STARTED "@  - disconnect: {type: pods, how: rst}\n" NONE "  - advance: 3s\n"
		  "  - expect: {requests: [LIST pods rv=12 -> 200@12, WATCH pods rv=12]}\n",
	  false },
	{ "disconnect: fin ends one response",
	  STARTED "@  - disconnect: {type: pods, how: fin}\n"
		  "  - expect: {requests: [WATCH pods rv=12]}\n",
	  false },
	{ "disconnect: blackhole holds one stream back, pings get their response",
	  STARTED
	  "@  - disconnect: {type: pods, how: blackhole}\n" CREATE NONE "  - advance: 120s\n" NONE
	  "  - expect: {cache: {pods: {d/b: absent}, nodes: model}}\n"
	  "  - http2: {mode: close, to: nodes}\n" REQUESTS("WATCH pods rv=12, WATCH nodes rv=14")
	      CACHES,
	  false },
	{ "a reply that closes ends one stream",
	  "@  - reply: {match: LIST pods, body: [{close: rst}]}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> reset]}\n  - advance: 700ms\n" NONE SECOND
	      REQUESTS(
		  "LIST pods rv=0 -> 200@12, WATCH pods rv=12, LIST nodes rv=0 -> 200@12, WATCH "
		  "nodes rv=12"),
	  false },
	{ "refuse: open watches go on, new requests are refused",
	  STARTED "@  - refuse: all\n" CREATE NONE CACHES "  - stop: nodes\n  - restart: nodes\n"
		  "  - expect: {requests: [LIST nodes rv=0 -> refused]}\n@  - accept: all\n"
		  "  - advance: 5s\n"
		  "  - expect: {requests: [LIST nodes rv=0 -> 200@14, WATCH nodes rv=14]}\n"
		  "  - advance: 3s\n  - http2: {mode: close, to: nodes}\n"
		  "  - expect: {requests: [WATCH nodes rv=14]}\n",
	  false },
	/* --- the arguments of match --- */
	{ "nth",
	  "@  - http2: {mode: reset, match: LIST pods nth=2}\n" FIRST
	  "  - expect: {requests: [LIST pods rv=0 -> 200@12, WATCH pods rv=12]}\n"
	  "  - stop: pods\n  - restart: pods\n"
	  "  - expect: {requests: [LIST pods rv=0 -> reset]}\n",
	  false },
	{ "times: two lists",
	  "@  - http2: {mode: reset, match: LIST pods, times: 2}\n" FIRST "  - advance: 10s\n"
	  "  - expect: {requests: [LIST pods -> reset, LIST pods -> reset, LIST pods -> 200@12, "
	  "WATCH pods]}\n",
	  false },
	{ "for: every list until then",
	  "@  - http2: {mode: reset, match: LIST pods, for: 5s}\n" FIRST "  - advance: 4900ms\n"
	  "  - expect: {requests: [LIST pods -> reset, LIST pods -> reset, ...]}\n"
	  "  - advance: 60s\n  - expect: {requests: [..., LIST pods -> 200@12, WATCH pods]}\n",
	  false },
	{ "then: a step that follows the fault",
	  "@  - http2: {mode: reset, match: LIST pods, then: {create: {nodes/later: {}}}}\n" FIRST
	  "  - advance: 3s\n  - expect: {counts: {state.nodes: 2}}\n",
	  false },
};

static size_t others;

static void check_row(const struct scn__driver_ops *driver, const struct row *row, bool fault)
{
	AUTO_STRBUF steps = STRBUF_INIT;
	char what[512] = "";
	bool passes;

	for (const char *p = row->steps; *p;) {
		size_t n = strcspn(p, "\n") + 1;
		bool marked = *p == '@';

		if (!marked || fault)
			strbuf_add(&steps, p + marked, n - marked);
		p += n;
	}
	assert_int_equal(strchr(row->steps, '@') != NULL, 1);
	passes = scn_story_passes(driver, WORLD, steps.ptr, what, sizeof(what));
	if (passes != (fault || row->harmless)) {
		others++;
		print_error("%s, in world %s, with%s its fault: %s\n%s", row->name,
			    driver ? driver->name : "sim", fault ? "" : "out",
			    passes ? "passes" : what, steps.ptr);
	}
}

static void check_rows(const struct scn__driver_ops *driver)
{
	others = 0;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		check_row(driver, &rows[i], true);
		check_row(driver, &rows[i], false);
	}
	assert_int_equal(others, 0);
}

static void watch_of_a_stopped_informer_ends_at_the_server(void **state)
{
	static const char steps[] = STARTED "  - stop: nodes\n  - expect: {counts: {watches: 1}}\n"
					    "  - stop: pods\n  - expect: {counts: {watches: 0}}\n";
	char what[512] = "";

	(void)state;
	if (!scn_story_passes(NULL, WORLD, steps, what, sizeof(what)) ||
	    !scn_story_passes(&runner__driver_tcp, WORLD, steps, what, sizeof(what)))
		fail_msg("%s", what);
}

static void frame_faults_have_their_effect_over_sockets(void **state)
{
	(void)state;
	check_rows(&runner__driver_tcp);
}

static void frame_faults_have_the_same_effect_in_the_simulator(void **state)
{
	(void)state;
	check_rows(NULL);
}

static void requests_beyond_the_limit_wait_without_the_fix_http2_streams(void **state)
{
	/* Two requests wait for five minutes; then the end of the watch lets one of three through.
	 */
	static const char text[] =
	    "scenario: t\nworld:\n  server: {rv: 10, http2: true}\n"
	    "  types: {pods: v1/pods, nodes: v1/nodes, configs: v1/configmaps}\n"
	    "  informers: {pods: {without: http2-streams, handlers: {h1: {}}}, "
	    "nodes: {handlers: {n1: {}}}, configs: {handlers: {c1: {}}}}\n"
	    "steps:\n  - create: {nodes/n: {}}\n"
	    "  - http2: {mode: streams, streams: 1, match: WATCH pods}\n";
	static const char steps[] =
	    FIRST "  - start: nodes\n  - settle\n  - start: configs\n  - advance: 299s\n"
		  "  - expect: {requests: [LIST pods rv=0 -> 200@11, WATCH pods rv=11]}\n"
		  "  - disconnect: {type: pods, how: fin}\n  - settle\n"
		  "  - expect: {counts: {watches: 1}}\n"
		  "  - stop: all\n";
	char what[512] = "";

	(void)state;
	if (!scn_story_passes(NULL, text, steps, what, sizeof(what)) ||
	    !scn_story_passes(&runner__driver_tcp, text, steps, what, sizeof(what)))
		fail_msg("%s", what);
}

static void run_without_memory(const struct scn__scenario *s)
{
	const struct scn__run_options opt = { .seed = 1 };
	struct runner__result result;

	runner__result_init(&result);
	scn__run(&s->cells[0], &opt, &result);
	if (result.verdict != RUNNER_PASS && result.verdict != RUNNER_ERROR &&
	    result.verdict != RUNNER_FAIL)
		fail_msg("verdict %d: %s", (int)result.verdict, result.what);
	runner__result_fini(&result);
}

static void connections_survive_every_failing_allocation(void **state)
{
	static const char text[] = WORLD STARTED
	    "  - http2: {mode: goaway, to: pods}\n  - settle\n  - stop: nodes\n  - restart: nodes\n"
	    "  - http2: {mode: close, to: nodes}\n  - advance: 60s\n";
	struct scn__scenario *s = scn_parsed(str_of(text));

	(void)state;
	FOR_EACH_FAILING_ALLOC(run_without_memory(s));
	run_without_memory(s);
	scn__scenario_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(connections_survive_every_failing_allocation),
		cmocka_unit_test(requests_beyond_the_limit_wait_without_the_fix_http2_streams),
		cmocka_unit_test(watch_of_a_stopped_informer_ends_at_the_server),
		cmocka_unit_test(frame_faults_have_the_same_effect_in_the_simulator),
		cmocka_unit_test(frame_faults_have_their_effect_over_sockets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
