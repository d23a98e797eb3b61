/* SPDX-License-Identifier: Apache-2.0 */
/* A controller's writes over the HTTP/2 connection of its informers, in the simulator. Without the
 * line of the fault each row fails. */
#include "runner/engine/run.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "tests/kit/scn_kit.h"

#define WORLD_OF(timeout)                                                                          \
	"scenario: t\nworld:\n  server: {rv: 10, http2: true}\n"                                   \
	"  types: {sources: example.org/v1/sources, configs: v1/configmaps}\n"                     \
	"  informers: {sources: {handlers: {m: {enqueue: key}}}, "                                 \
	"configs: {handlers: {m: {enqueue: owner-label of}}}}\n"                                   \
	"  controllers: {m: {reconcile: stock/mirror, children: {type: configs, name: "            \
	"'copy-{name}', label: of}, queue: {backoff: 1s..60s}, timeout: " timeout "}}\n"           \
	"steps:\n"
#define WORLD	WORLD_OF("0s")
#define STARTED "  - start: all\n  - settle\n  - advance: 10s\n"
#define SOURCE	"  - create: {sources/d/a: {data: {k: v}}}\n  - settle\n"
#define WRITES(items)                                                                              \
	"  - expect: {writes: [" items "], counts: {LIST sources: 1, LIST configs: 1}}\n"
#define LONG	"a-name-of-many-characters-that-is-in-the-body-three-times"
#define WRITTEN WRITES("CREATE configs/d/copy-a -> 201")

/* The line that begins with `@` is the fault. */
static const struct row {
	const char *name, *world, *steps;
} rows[] = {
	{ "disown: the write is sent again at once", WORLD,
	  STARTED "@  - http2: {mode: disown, match: CREATE configs}\n" SOURCE WRITES(
	      "CREATE configs/d/copy-a -> reset, CREATE configs/d/copy-a -> 201") },
	{ "reset with REFUSED_STREAM: the write is sent again at once", WORLD,
	  STARTED
	  "@  - http2: {mode: reset, code: REFUSED_STREAM, match: CREATE configs}\n" SOURCE WRITES(
	      "CREATE configs/d/copy-a -> reset, CREATE configs/d/copy-a -> 201") },
	{ "reset: the write fails, and its key returns after the back-off; the watches go on",
	  WORLD,
	  STARTED "@  - http2: {mode: reset, match: CREATE configs}\n" SOURCE WRITES(
	      "CREATE configs/d/copy-a -> reset") "  - advance: 1s\n" WRITTEN },
	{ "close: the write is executed and loses its response; the watches are opened again",
	  WORLD,
	  STARTED "@  - http2: {mode: close, match: CREATE configs}\n" SOURCE
		  "  - expect: {counts: {WATCH configs: 2, WATCH sources: 2}}\n"
		  "  - advance: 60s\n" WRITTEN },
	{ "silent: the write is lost with its connection after 45 s", WORLD,
	  STARTED
	  "@  - http2: {mode: silent, to: configs}\n  - settle\n" SOURCE
	  "  - expect: {writes: [], state: {configs: []}}\n  - advance: 34.9s\n"
	  "  - expect: {writes: []}\n  - advance: 5s\n"
	  "  - expect: {writes: [CREATE configs/d/copy-a -> 201], counts: {LIST configs: 2}}\n" },
	{ "streams: the write uses another connection, so the end of the first does not end it",
	  WORLD,
	  STARTED "@  - http2: {mode: streams, streams: 1, to: configs}\n  - settle\n"
		  "  - hold: {at: reply, match: CREATE configs}\n" SOURCE
		  "  - http2: {mode: close, to: configs}\n  - settle\n  - release: all\n"
		  "  - expect: {writes: [CREATE configs/d/copy-a -> 201], counts: {WATCH "
		  "configs: 2}}\n" },
	{ "window: the write waits, the watches go on, the end of the connection ends it", WORLD,
	  STARTED "@  - http2: {mode: window, to: configs}\n  - settle\n" SOURCE
		  "  - advance: 1h\n  - expect: {writes: [], cache: {sources: model}}\n"
		  "  - http2: {mode: close, to: configs}\n  - settle\n  - advance: 61s\n" WRITTEN },
	{ "window of a list: it holds for its connection from then on", WORLD,
	  "@  - http2: {mode: window, match: LIST configs}\n  - start: all\n" SOURCE
	  "  - advance: 10s\n  - expect: {writes: []}\n  - http2: {mode: close, to: configs}\n"
	  "  - settle\n  - advance: 1s\n" WRITTEN },
	{ "window after GOAWAY: the next write uses a new connection", WORLD,
	  STARTED
	  "@  - http2: {mode: window, to: configs}\n  - settle\n" SOURCE
	  "  - http2: {mode: goaway, to: configs}\n  - settle\n  - expect: {writes: []}\n"
	  "  - stop: m\n  - restart: m\n  - expect: {writes: [CREATE configs/d/copy-a -> 201]}\n" },
	{ "window that dribbles: a body of 234 bytes needs three grants of 100", WORLD,
	  STARTED "@  - http2: {mode: window, bytes: 100, every: 1s, to: configs}\n  - settle\n"
		  "  - advance: 500ms\n" SOURCE
		  "  - advance: 2499ms\n  - expect: {writes: []}\n  - advance: 1ms\n" WRITTEN },
	{ "window that grants a byte in a year: a body of 300 bytes gets 408 as without a window",
	  WORLD,
	  STARTED "@  - http2: {mode: window, every: 10000h, to: configs}\n  - settle\n"
		  "  - create: {sources/d/" LONG ": {data: {k: v}}}\n  - settle\n"
		  "  - http2: {mode: goaway, to: configs}\n  - advance: 60.9s\n"
		  "  - expect: {writes: []}\n  - advance: 100ms\n" WRITES(
		      "CREATE configs/d/copy-" LONG " -> 201") },
	{ "window: a write without a timeout gets 408 from the server after 60 s", WORLD,
	  STARTED "@  - http2: {mode: window, to: configs}\n  - settle\n" SOURCE
		  "  - http2: {mode: goaway, to: configs}\n  - advance: 60.9s\n"
		  "  - expect: {writes: []}\n  - advance: 100ms\n" WRITTEN },
	{ "timeout: the write is sent again after it, and times out again", WORLD_OF("30s"),
	  STARTED "@  - http2: {mode: window, to: configs}\n  - settle\n" SOURCE
		  "  - advance: 31s\n  - expect: {writes: [], log: []}\n"
		  "  - http2: {mode: goaway, to: configs}\n  - advance: 31.9s\n"
		  "  - expect: {writes: []}\n  - advance: 100ms\n" WRITTEN },
};

static bool passes(const struct row *row, bool fault, char *what, size_t size)
{
	AUTO_STRBUF steps = STRBUF_INIT;

	for (const char *p = row->steps; *p;) {
		size_t n = strcspn(p, "\n") + 1;
		bool marked = *p == '@';

		if (!marked || fault)
			strbuf_add(&steps, p + marked, n - marked);
		p += n;
	}
	return scn_story_passes(NULL, row->world, steps.ptr, what, size);
}

static void frame_faults_affect_writes_of_controllers(void **state)
{
	size_t others = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char what[512] = "";

		assert_non_null(strchr(rows[i].steps, '@'));
		if (!passes(&rows[i], true, what, sizeof(what))) {
			others++;
			print_error("%s: %s\n", rows[i].name, what);
		}
		if (passes(&rows[i], false, what, sizeof(what))) {
			others++;
			print_error("%s: passes without its fault\n", rows[i].name);
		}
	}
	assert_int_equal(others, 0);
}

static void timeout_ends_a_write_over_http1(void **state)
{
	static const char world[] =
	    "scenario: t\nworld:\n  types: {sources: example.org/v1/sources, configs: "
	    "v1/configmaps}\n  informers: {sources: {handlers: {m: {enqueue: key}}}, configs: {}}\n"
	    "  controllers: {m: {reconcile: stock/mirror, children: {type: configs, name: "
	    "'copy-{name}', label: of}, queue: {backoff: 1s..60s}, timeout: 10s}}\nsteps:\n";
	static const char steps[] =
	    "  - reply: {match: CREATE configs, body: [{wait: 1h}, '{}']}\n  - start: all\n" SOURCE
	    "  - advance: 10.9s\n  - expect: {counts: {CREATE configs: 1}}\n  - advance: 100ms\n"
	    "  - expect: {counts: {CREATE configs: 2}, state: {configs: [d/copy-a]}}\n";
	char what[512] = "";

	(void)state;
	if (!scn_story_passes(NULL, world, steps, what, sizeof(what)) ||
	    !scn_story_passes(&runner__driver_tcp, world, steps, what, sizeof(what)))
		fail_msg("%s", what);
}

static void tcp_world_skips_controllers_over_http2(void **state)
{
	struct scn__scenario *s = scn_parsed(STR(WORLD STARTED));
	const struct scn__run_options opt = { .seed = 1, .driver = &runner__driver_tcp };
	struct runner__result result;

	(void)state;
	runner__result_init(&result);
	scn__run(&s->cells[0], &opt, &result);
	assert_int_equal(result.verdict, RUNNER_SKIP);
	assert_string_equal(result.what, "only in the simulator controllers use HTTP/2");
	runner__result_fini(&result);
	scn__scenario_free(s);
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

static void writes_survive_every_failing_allocation(void **state)
{
	static const char text[] =
	    WORLD_OF("30s") STARTED "  - http2: {mode: window, to: configs}\n  - settle\n" SOURCE
				    "  - advance: 31s\n  - http2: {mode: goaway, to: configs}\n"
				    "  - advance: 60s\n";
	struct scn__scenario *s = scn_parsed(str_of(text));

	(void)state;
	FOR_EACH_FAILING_ALLOC(run_without_memory(s));
	run_without_memory(s);
	scn__scenario_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frame_faults_affect_writes_of_controllers),
		cmocka_unit_test(timeout_ends_a_write_over_http1),
		cmocka_unit_test(tcp_world_skips_controllers_over_http2),
		cmocka_unit_test(writes_survive_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
