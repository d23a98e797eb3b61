/* SPDX-License-Identifier: Apache-2.0 */
/* The same scenario in the simulator and over sockets: several informers, several backends, holds,
 * refused connections. */
#include "base/alloc.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "runner/engine/run.h"
#include "tests/kit/trace_kit.h"

#define WORLD                                                                                      \
	"scenario: x\n"                                                                            \
	"world:\n"                                                                                 \
	"  server: {rv: 10, backends: [A, B]}\n"                                                   \
	"  types: {pods: v1/pods, nodes: v1/nodes}\n"                                              \
	"  objects: {pod: {spec: {nodeName: n1}}, node: {}}\n"                                     \
	"  informers:\n"                                                                           \
	"    pods: {handlers: {h1: {}, h2: {}}}\n"                                                 \
	"    nodes: {handlers: {n1: {}}}\n"                                                        \
	"    other: {type: pods, backend: B, handlers: {o1: {}}}\n"                                \
	"steps:\n"

static const struct {
	const char *name, *steps;
} cases[] = {
	{ "crash and restart",
	  "  - create: {pods/default/a: pod}\n"
	  "  - start: pods\n"
	  "  - expect: {requests: [LIST pods rv=0 -> 200@11, WATCH pods rv=11], handlers: {h1: "
	  "[add pods/default/a]}}\n"
	  "  - crash: pods\n"
	  "  - create: {pods/default/b: pod}\n"
	  "  - delete: pods/default/a\n"
	  "  - restart: {informer: pods, backend: B}\n"
	  "  - expect: {requests: [LIST pods rv=0 -> 200@13, WATCH pods rv=13], handlers: {h1: "
	  "[add pods/default/b initial]}}\n" },
	{ "held handler",
	  "  - create: {'pods/default/p{n}': pod, times: 3}\n"
	  "  - hold: handler/h1\n"
	  "  - start: pods\n"
	  "  - expect: {counts: {pending.h1: 3, pending.h2: 0}, sync: {pods: {store: true, "
	  "handler.h1: false, handler.h2: true}}}\n"
	  "  - delete: pods/default/p1\n"
	  "  - expect: {counts: {pending.h1: 4}, handlers: {h1: [], h2: [..., delete "
	  "pods/default/p1]}}\n"
	  "  - release: handler/h1\n"
	  "  - expect: {counts: {pending.h1: 0, handlers.h1.add: 3}, handlers: {h1: [..., "
	  "delete pods/default/p1]}}\n" },
	{ "held then removed", "  - create: {'pods/default/p{n}': pod, times: 3}\n"
			       "  - hold: handler/h1\n"
			       "  - start: pods\n"
			       "  - settle\n"
			       "  - handler: {remove: h1}\n"
			       "  - release: handler/h1\n"
			       "  - settle\n"
			       "  - expect: {handlers: {h1: [add pods/default/p1 initial]}, "
			       "counts: {handlers.h2.add: 3}}\n" },
	{ "held then stopped",
	  "  - create: {'pods/default/p{n}': pod, times: 3}\n"
	  "  - hold: handler/h1\n"
	  "  - start: pods\n"
	  "  - settle\n"
	  "  - stop: pods\n"
	  "  - release: handler/h1\n"
	  "  - settle\n"
	  "  - expect: {counts: {handlers.h2.add: 3}, sync: {pods: {stopped: true}}}\n" },
	{ "in order", "  - start: nodes\n"
		      "  - start: pods\n"
		      "  - expect: {counts: {LIST pods: 1, LIST nodes: 1}}\n"
		      "  - hold: cache\n"
		      "  - create: {nodes/x: node}\n"
		      "  - create: {pods/default/a: pod}\n"
		      "  - settle\n"
		      "  - expect: {cache: {pods: {default/a: absent}, nodes: {x: absent}}}\n"
		      "  - release: cache\n"
		      "  - expect: {cache: {pods: {default/a: any}, nodes: {x: any}}, at: 0s}\n" },
	{ "refused by backend",
	  "  - refuse: {backend: B}\n"
	  "  - start: all\n"
	  "  - advance: 5s\n"
	  "  - expect: {sync: {pods: {store: true}, other: {store: false}}}\n"
	  "  - accept: {backend: B}\n"
	  "  - advance: 60s\n"
	  "  - expect: {sync: {pods: {store: true}, other: {store: true}}}\n" },
	{ "refused by type",
	  "  - start: [pods, nodes]\n"
	  "  - advance: 5s\n"
	  "  - refuse: {type: pods}\n"
	  "  - disconnect: {type: all, how: rst}\n"
	  "  - advance: 30s\n"
	  "  - expect: {counts: {WATCH nodes: '>=2'}, requests: [..., WATCH pods -> refused, "
	  "...]}\n"
	  "  - accept: all\n"
	  "  - advance: 60s\n"
	  "  - expect: {requests: [..., WATCH pods -> 200]}\n" },
	{ "silent", "  - start: pods\n"
		    "  - settle\n"
		    "  - disconnect: {type: pods, how: blackhole}\n"
		    "  - create: {pods/default/a: pod}\n"
		    "  - advance: 60s\n"
		    "  - expect: {handlers: {h1: []}}\n"
		    "  - disconnect: {type: pods, how: fin}\n"
		    "  - advance: 60s\n"
		    "  - expect: {handlers: {h1: [add pods/default/a]}}\n" },
	{ "ends of answers", "  - start: [pods, nodes]\n"
			     "  - settle\n"
			     "  - disconnect: {type: pods, how: rst}\n"
			     "  - disconnect: {type: nodes, how: fin}\n"
			     "  - advance: 60s\n"
			     "  - stop: pods\n"
			     "  - expect: {sync: {pods: {stopped: true}}}\n" },
	{ "two of one type",
	  "  - create: {pods/default/a: pod}\n"
	  "  - freeze: B\n"
	  "  - create: {pods/default/b: pod}\n"
	  "  - start: [pods, other]\n"
	  "  - expect: {cache: {pods: {default/b: any}, other: {default/b: absent, default/a: "
	  "any}}}\n"
	  "  - thaw: B\n"
	  "  - expect: {handlers: {o1: [..., add pods/default/b live]}}\n" },
};

static struct scn__scenario *parsed(struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("test.yaml"), text, &errors);

	if (!s)
		fail_msg("%u: %s", errors.items[0].pos.line, errors.items[0].msg);
	scn__errors_fini(&errors);
	return s;
}

static void run(const struct scn__driver_ops *driver, const struct scn__scenario *s,
		const char *name, uint64_t seeds)
{
	for (uint64_t seed = 1; seed <= seeds; seed++) {
		struct scn__run_options opt = { .driver = driver, .seed = seed };
		struct runner__result result;

		runner__result_init(&result);
		scn__run(&s->cells[0], &opt, &result);
		if (result.verdict != RUNNER_PASS)
			fail_msg("%s in %s, seed %llu: %u: %s\n%s", name, driver->name,
				 (unsigned long long)seed, result.line, result.what,
				 result.tail.len ? result.tail.ptr : "");
		runner__result_fini(&result);
	}
}

static void simulator_and_sockets_agree(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct scn__scenario *s;

		strbuf_addz(&text, WORLD);
		strbuf_addz(&text, cases[i].steps);
		s = parsed(strbuf_str(&text));
		run(&world__driver_sim, s, cases[i].name, 50);
		run(&runner__driver_tcp, s, cases[i].name, 3);
		scn__scenario_free(s);
	}
}

/* --- what goes over the wire ----------------------------------------------------------------- */

enum { WIRE_MAX = 200 };

struct wire {
	struct scn__run_options opt;
	char lines[WIRE_MAX][160];
	size_t count;
};

/* The number of a request differs where two are sent at once, and so do parameters that are
 * drawn. */
static void note_wire(void *user, const struct trace_event *ev)
{
	struct wire *w = user;

	if (strcmp(trace_kind_group(ev->kind), "wire") != 0)
		return;
	assert_true(w->count < WIRE_MAX);
	(void)snprintf(w->lines[w->count++], sizeof(w->lines[0]), "%s %lld " STR_FMT " " STR_FMT,
		       trace_kind_word(ev->kind), (long long)ev->n, STR_ARG(ev->key),
		       STR_ARG(ev->kind == TRACE_WIRE_REQUEST ? STR("") : ev->text));
}

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void record_wire(const struct scn__driver_ops *driver, const struct scn__scenario *s,
			struct wire *w)
{
	struct runner__result result;

	w->count = 0;
	w->opt =
	    (struct scn__run_options) { .driver = driver, .seed = 1, .events = { note_wire, w } };
	runner__result_init(&result);
	scn__run(&s->cells[0], &w->opt, &result);
	assert_int_equal(result.verdict, RUNNER_PASS);
	runner__result_fini(&result);
	qsort(w->lines, w->count, sizeof(w->lines[0]), by_text);
}

/* Over TCP there are more events: hang-ups at the end of the run, and refused requests. */
static void compare_wires(const char *name, const struct wire *sim, const struct wire *tcp)
{
	size_t i = 0;

	for (size_t k = 0; k < tcp->count; k++) {
		const char *line = tcp->lines[k];

		if (i < sim->count && strcmp(sim->lines[i], line) == 0)
			i++;
		else if (strncmp(line, "hangup ", 7) != 0 && strncmp(line, "request ", 8) != 0)
			fail_msg("%s: only over TCP: %s; sim: %s", name, line,
				 i < sim->count ? sim->lines[i] : "-");
	}
	if (i < sim->count)
		fail_msg("%s: only in the simulator: %s", name, sim->lines[i]);
}

static void simulator_and_sockets_trace_the_same_wire_events(void **state)
{
	static struct wire a, b;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct scn__scenario *s;

		strbuf_addz(&text, WORLD);
		strbuf_addz(&text, cases[i].steps);
		s = parsed(strbuf_str(&text));
		record_wire(&world__driver_sim, s, &a);
		record_wire(&runner__driver_tcp, s, &b);
		compare_wires(cases[i].name, &a, &b);
		assert_true(a.count > 0);
		scn__scenario_free(s);
	}
}

static void more_informers_than_ports_are_refused(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__run_options opt = { .driver = &runner__driver_tcp, .seed = 1 };
	struct runner__result result;
	struct scn__scenario *s;

	(void)state;
	strbuf_addz(&text, "scenario: x\nworld:\n  types: {pods: v1/pods}\n  informers:\n");
	for (int i = 0; i < 161; i++)
		strbuf_addf(&text, "    p%d: {type: pods, handlers: {h%d: {}}}\n", i, i);
	strbuf_addz(&text, "steps:\n  - start: all\n  - settle\n"
			   "always:\n  no-request-storm: {off: each asks once}\n");
	s = parsed(strbuf_str(&text));
	run(&world__driver_sim, s, "161 informers", 1);
	runner__result_init(&result);
	scn__run(&s->cells[0], &opt, &result);
	assert_int_equal(result.verdict, RUNNER_BAD_INPUT);
	assert_string_equal(result.what, "tcp world: 161 informers and controllers, at most 160");
	runner__result_fini(&result);
	scn__scenario_free(s);
}

static void attempt(const struct scn__scenario *s)
{
	struct scn__run_options opt = { .driver = &runner__driver_tcp, .seed = 1 };
	struct runner__result result;

	runner__result_init(&result);
	scn__run(&s->cells[0], &opt, &result);
	assert_true(result.verdict == RUNNER_PASS || result.verdict == RUNNER_ERROR);
	runner__result_fini(&result);
}

/* The engine's own thread; the transport and the informers have tests of their own. */
static void sockets_survive_every_failing_allocation(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__scenario *s;

	(void)state;
	strbuf_addz(&text, WORLD "  - start: nodes\n  - create: {nodes/x: node}\n  - settle\n"
				 "  - stop: nodes\n");
	s = parsed(strbuf_str(&text));
	FOR_EACH_FAILING_ALLOC(attempt(s));
	scn__scenario_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(simulator_and_sockets_agree),
		cmocka_unit_test(simulator_and_sockets_trace_the_same_wire_events),
		cmocka_unit_test(more_informers_than_ports_are_refused),
		cmocka_unit_test(sockets_survive_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
