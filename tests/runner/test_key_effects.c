/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of steps have their effect in the worlds of our own informers, and some, which a program
 * could seem to pass, in the external world: a row is a scenario that passes with the first form of
 * a step and fails with the second, which lacks the key or has another value. test_worlds.c does
 * the same of verbs. */
#include "tests/kit/testing.h"

#include "runner/engine/run.h"
#include "runner/posix/driver_external.h"
#include "runner/posix/jobs.h"
#include "runner/tcp/posix/driver_tcp.h"

#define BEGIN "  - start: pods\n  - expect: {cache: {pods: model}}\n"

enum { PROGRAMS = 8 }; /* at a time */

static const struct row {
	const char *server; /* more of world.server */
	const char *steps;  /* %K: the step */
	const char *with, *without;
	enum { OURS, ALL } worlds; /* ALL: also with a program */
} rows[] = {
	{ "", "%K" BEGIN "  - expect: {counts: {state.pods: 2}}\n",
	  "create: {times: 2, 'pods/d/k-{n}': {}}", "create: {'pods/d/k-1': {}}", OURS },
	{ "",
	  "  - create: pods/d/a\n" BEGIN "%K"
	  "  - expect: {state: {pods: {d/a: {metadata: {labels: {x: n2}}}}}}\n",
	  "update: {times: 2, pods/d/a: {metadata: {labels: {x: 'n{n}'}}}}",
	  "update: {pods/d/a: {metadata: {labels: {x: n1}}}}", OURS },
	{ "",
	  "  - create: pods/d/a\n" BEGIN "%K"
	  "  - expect: {counts: {handlers.h1.add: 2}}\n",
	  "update: {uid: new, pods/d/a: {metadata: {labels: {x: y}}}}",
	  "update: {pods/d/a: {metadata: {labels: {x: y}}}}", OURS },
	{ "",
	  "  - create: {pods/d/a: {metadata: {finalizers: [x.org/y]}}}\n" BEGIN "%K"
	  "  - expect: {state: {pods: {d/a: absent}}}\n",
	  "delete: {keys: [pods/d/a], finalizers: drop}", "delete: {keys: [pods/d/a]}", OURS },
	{ "",
	  "  - create: pods/d/a\n" BEGIN "%K"
	  "  - expect: {counts: {state.pods: 1}}\n",
	  "update: {missing: skip, pods/d/z-*#1: {metadata: {labels: {x: y}}}}",
	  "update: {pods/d/z-*#1: {metadata: {labels: {x: y}}}}", OURS },
	{ "",
	  "  - create: pods/d/a\n" BEGIN "%K"
	  "  - expect: {counts: {state.pods: 0}}\n",
	  "delete: {keys: [pods/d/z-*#1, pods/d/a], missing: skip}",
	  "delete: {keys: [pods/d/z-*#1, pods/d/a]}", OURS },
	{ "",
	  "  - create: {times: 2, 'pods/d/k-{n}': {}}\n" BEGIN "%K"
	  "  - expect: {counts: {state.pods: 0}}\n",
	  "delete: {keys: ['pods/d/k-{n}'], times: 2}", "delete: {keys: [pods/d/k-1]}", OURS },
	{ "",
	  BEGIN "  - create: pods/d/a\n"
		"  - expect: {cache: {pods: [d/a]}}\n"
		"  - refuse: all\n"
		"  - disconnect: pods\n"
		"  - create: configmaps/d/x\n"
		"  - create: pods/d/b\n"
		"%K"
		"  - accept: all\n"
		"  - advance: 60s\n"
		"  - expect: {requests: [..., WATCH pods rv=11 -> 410, ...]}\n",
	  "compact: {to: now, gone: http-status}", "compact: now", OURS },
	{ "",
	  BEGIN "  - create: pods/d/a\n"
		"  - expect: {cache: {pods: [d/a]}}\n"
		"  - refuse: all\n"
		"  - disconnect: pods\n"
		"  - create: configmaps/d/x\n"
		"  - create: pods/d/b\n"
		"%K"
		"  - accept: all\n"
		"  - advance: 60s\n"
		"  - expect: {requests: [..., WATCH pods rv=11 -> 200, ...]}\n",
	  "compact: {to: now, backend: B}", "compact: now", OURS },
	{ "bookmark-every: 1s",
	  BEGIN "  - create: pods/d/z\n"
		"  - expect: {cache: {pods: [d/z]}}\n"
		"%K"
		"  - create: configmaps/d/x\n"
		"  - advance: 3s\n"
		"  - advance: 3s\n"
		"  - advance: 3s\n"
		"  - disconnect: pods\n"
		"  - advance: 2s\n"
		"  - expect: {requests: [..., WATCH pods rv=12]}\n",
	  "bookmarks: {mode: off, type: configmaps}", "bookmarks: off", OURS },
	{ "",
	  BEGIN "  - create: configmaps/d/x\n"
		"%K"
		"  - advance: 10s\n"
		"  - disconnect: pods\n"
		"  - advance: 10s\n"
		"  - expect: {requests: [..., WATCH pods rv=11]}\n",
	  "bookmark: {type: pods}", "bookmark: {type: configmaps}", OURS },
	{ "",
	  BEGIN "  - advance: 10s\n"
		"%K"
		"  - advance: 10s\n"
		"  - expect: {counts: {WATCH pods: 1}}\n",
	  "disconnect: {type: pods, backend: B}", "disconnect: {type: pods}", OURS },
	{ "",
	  BEGIN "  - advance: 10s\n"
		"%K"
		"  - advance: 10s\n"
		"  - expect: {counts: {WATCH pods: 1}}\n",
	  "disconnect: {type: configmaps}", "disconnect: all", OURS },
	{ "",
	  BEGIN "  - advance: 10s\n"
		"%K"
		"  - disconnect: pods\n"
		"  - advance: 10s\n"
		"  - expect: {counts: {watches: 1}}\n",
	  "refuse: {backend: B}", "refuse: all", OURS },
	{ "",
	  BEGIN "  - refuse: {backend: A}\n"
		"  - disconnect: pods\n"
		"%K"
		"  - advance: 60s\n"
		"  - expect: {counts: {watches: 1}}\n",
	  "accept: {backend: A}", "settle", OURS },
	{ "",
	  "%K"
	  "  - start: pods\n"
	  "  - advance: 60s\n"
	  "  - expect: {requests: [LIST pods -> 503, LIST pods -> 503, LIST pods -> 200, ...]}\n",
	  "fail: {match: LIST pods, status: 503, times: 2}",
	  "fail: {match: LIST pods, status: 503}", OURS },
	{ "",
	  BEGIN "%K"
		"  - disconnect: pods\n"
		"  - advance: 10s\n"
		"  - disconnect: pods\n"
		"  - advance: 10s\n"
		"  - expect: {requests: [..., WATCH pods -> 200, WATCH pods -> 503, ...]}\n",
	  "fail: {match: WATCH pods nth=2, status: 503}", "fail: {match: WATCH pods, status: 503}",
	  OURS },
	{ "",
	  "%K"
	  "  - start: pods\n"
	  "  - advance: 10s\n"
	  "  - expect: {requests: [LIST pods -> 503, ...]}\n",
	  "fail: {match: LIST pods from=A, status: 503}",
	  "fail: {match: LIST pods from=B, status: 503}", OURS },
	{ "",
	  BEGIN "%K"
		"  - disconnect: pods\n"
		"  - advance: 10s\n"
		"  - expect: {state: {pods: {d/n: any}}}\n",
	  "fail: {match: WATCH pods, status: 503, then: {create: pods/d/n}}",
	  "fail: {match: WATCH pods, status: 503}", OURS },
	{ "",
	  "%K"
	  "  - start: pods\n"
	  "  - advance: 60s\n"
	  "  - expect: {requests: [LIST pods -> 429, LIST pods after=7s..40s -> 200, ...]}\n",
	  "reply: {match: LIST pods, status: 429, headers: {Retry-After: '7'}, body: ['x']}",
	  "reply: {match: LIST pods, status: 429, body: ['x']}", OURS },
	{ "",
	  BEGIN "%K"
		"  - disconnect: pods\n"
		"  - advance: 10s\n"
		"  - expect: {requests: [..., WATCH pods from B]}\n",
	  "failover: {to: B, informer: pods}", "settle", OURS },
	{ "",
	  BEGIN "  - advance: 10s\n"
		"%K"
		"  - advance: 10s\n"
		"  - expect: {requests: [..., WATCH pods from B]}\n",
	  "failover: {to: B, how: fin}", "settle", OURS },
	{ "",
	  "%K"
	  "  - create: pods/d/a\n"
	  "  - create: pods/d/b\n"
	  "  - start: pods\n"
	  "  - expect: {cache: {pods: [d/a]}}\n",
	  "lag: {backend: A, rv: 11}", "settle", ALL },
	{ "",
	  "  - create: pods/d/a\n"
	  "%K"
	  "  - create: pods/d/b\n"
	  "  - start: pods\n"
	  "  - expect: {cache: {pods: [d/a]}, counts: {handlers.h1.add: 1}}\n",
	  "freeze: A", "settle", ALL },
	{ "",
	  "  - create: pods/d/a\n"
	  "%K"
	  "  - create: pods/d/b\n"
	  "  - start: pods\n"
	  "  - expect: {cache: {pods: model}}\n",
	  "settle", "freeze: A", ALL },
	{ "",
	  BEGIN "%K"
		"  - create: pods/d/a\n"
		"  - expect: {cache: {pods: model}}\n",
	  "settle", "hold: event", ALL },
	{ "",
	  "%K"
	  "  - create: pods/d/a\n"
	  "  - start: pods\n"
	  "  - expect: {counts: {handlers.h1.add: 0}}\n",
	  "hold: {at: request, match: ANY pods}", "hold: {at: request, match: ANY configmaps}",
	  ALL },
	{ "",
	  BEGIN "%K"
		"  - create: pods/d/a\n"
		"  - create: pods/d/b\n"
		"  - expect: {counts: {handlers.h1.add: 1}}\n",
	  "hold: {at: event, key: pods/d/b}", "hold: {at: event}", ALL },
	{ "",
	  BEGIN "%K"
		"  - create: pods/d/a\n"
		"  - expect: {counts: {handlers.h1.add: 1}}\n",
	  "hold: {at: event, type: configmaps}", "hold: {at: event, type: pods}", ALL },
	{ "",
	  BEGIN "%K"
		"  - create: pods/d/a\n"
		"  - create: pods/d/b\n"
		"  - create: pods/d/c\n"
		"  - expect: {counts: {handlers.h1.add: 1}}\n",
	  "hold: {at: event, type: pods, nth: 2}", "hold: {at: event, type: pods, nth: 3}", OURS },
	{ "",
	  "%K"
	  "  - start: pods\n"
	  "  - advance: 5s\n"
	  "  - expect: {counts: {handlers.h1.add: 0, watches: 0}}\n",
	  "hold: {at: reply, match: LIST pods}", "hold: {at: reply, match: GET pods}", ALL },
	{ "",
	  "%K"
	  "  - start: pods\n"
	  "  - advance: 5s\n"
	  "  - expect: {state: {pods: {d/n: any}}}\n",
	  "hold: {at: request, match: LIST pods, then: {create: pods/d/n}}",
	  "hold: {at: request, match: LIST pods}", ALL },
	{ "",
	  "  - hold: {at: request, match: LIST pods}\n"
	  "  - hold: {at: request, match: GET pods}\n"
	  "  - start: pods\n"
	  "  - advance: 5s\n"
	  "%K"
	  "  - expect: {counts: {watches: 1}}\n",
	  "release: {at: request, match: LIST pods}", "release: {at: request, match: GET pods}",
	  ALL },
	{ "",
	  BEGIN "%K"
		"  - expect: {counts: {watches: 0}}\n",
	  "crash: {informer: pods}", "settle", OURS },
	{ "",
	  BEGIN "  - create: pods/d/a\n"
		"%K"
		"  - disconnect: pods\n"
		"  - advance: 10s\n"
		"  - expect: {counts: {watches: 0, WATCH pods: 2}}\n",
	  "kill: {subject: pods, after: WATCH pods}", "settle", OURS },
	{ "",
	  BEGIN "%K"
		"  - advance: 5s\n"
		"  - disconnect: pods\n"
		"  - advance: 10s\n"
		"  - disconnect: pods\n"
		"  - advance: 10s\n"
		"  - expect: {counts: {watches: 0}}\n",
	  "kill: {subject: pods, before: WATCH pods nth=2}", "settle", OURS },
	{ "",
	  BEGIN "%K"
		"  - disconnect: pods\n"
		"  - advance: 10s\n"
		"  - expect: {state: {pods: {d/n: any}}}\n",
	  "kill: {subject: pods, before: WATCH pods, then: {create: pods/d/n}}",
	  "kill: {subject: pods, before: WATCH pods}", ALL },
	{ "",
	  BEGIN "  - crash: pods\n"
		"%K"
		"  - expect: {requests: [..., WATCH pods from B]}\n",
	  "restart: {informer: pods, backend: B}", "restart: {informer: pods}", ALL },
	{ "",
	  BEGIN "%K"
		"  - disconnect: pods\n"
		"  - advance: 10s\n"
		"  - expect: {counts: {watches: 0}}\n",
	  "kill: {subject: pods, before: 'WATCH pods/*'}", "settle", OURS },
	{ "", "%K  - start: pods\n  - advance: 60s\n  - expect: {counts: {LIST pods: 2}}\n",
	  "fail: {match: 'LIST pods/*', status: 503}", "fail: {match: 'LIST pods/x*', status: 503}",
	  OURS },
};

static char subject_command[768];

static bool passes(const struct row *row, bool with, const struct scn__driver_ops *driver,
		   struct strbuf *why)
{
	/* a busy machine may need long for what holds; what does not hold is awaited in vain */
	const struct scn__subject subject = { .command = subject_command,
					      .seconds = 60,
					      .patience_ns =
						  (with ? 40 : 4) * (int64_t)1000000000 };
	bool outside = driver == &runner__driver_external;
	const char *key = strstr(row->steps, "%K");
	struct scn__run_options opt = { .driver = driver,
					.seed = 1,
					.subject = outside ? &subject : NULL };
	struct scn__errors errors = { 0 };
	struct runner__result result;
	struct scn__scenario *s;
	AUTO_STRBUF text = STRBUF_INIT;
	bool good;

	strbuf_addf(&text,
		    "scenario: t\nworld:\n  server: {rv: 10, backends: [A, B]%s%s}\n"
		    "  types: {pods: v1/pods, configmaps: v1/configmaps}\n"
		    "  informers: {pods: {handlers: {h1: {}}}}\n%ssteps:\n%.*s  - %s\n%s",
		    row->server[0] ? ", " : "", row->server,
		    outside ? "external: [cache, handlers, requests, state, counts]\n" : "",
		    (int)(key - row->steps), row->steps, with ? row->with : row->without, key + 2);
	s = scn__scenario_load(STR("t.yaml"), strbuf_str(&text), &errors);
	runner__result_init(&result);
	if (s)
		scn__run(&s->cells[0], &opt, &result);
	good = s && result.verdict == RUNNER_PASS;
	strbuf_addf(why, "%s%s\n%s", errors.len ? errors.items[0].msg : "",
		    s ? result.what : " (not loaded)", text.ptr);
	scn__scenario_free(s);
	scn__errors_fini(&errors);
	runner__result_fini(&result);
	return good;
}

static void assert_keys_matter(const struct scn__driver_ops *driver)
{
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		for (unsigned with = 0; with < 2; with++) {
			AUTO_STRBUF why = STRBUF_INIT;
			bool good = passes(&rows[i], with, driver, &why);

			if (good != (with == 1) || strstr(why.ptr, "(not loaded)"))
				fail_msg("%s it %s: %s", with ? "with" : "without",
					 good ? "passes" : "fails", why.ptr);
		}
}

static void keys_of_steps_have_an_effect_in_the_simulator(void **state)
{
	(void)state;
	assert_keys_matter(NULL);
}

static void keys_of_steps_have_an_effect_over_tcp(void **state)
{
	(void)state;
	assert_keys_matter(&runner__driver_tcp);
}

/* A run with its own texts: several are made at a time. */
struct
try {
	const struct row *row;
	bool with, good;
	struct strbuf why;
};

static size_t others;

static void try_it(void *user, size_t i)
{
	struct try *t = (struct try *)user + i;

	t->good = passes(t->row, t->with, &runner__driver_external, &t->why);
}

static bool tried(void *user, size_t i)
{
	struct try *t = (struct try *)user + i;

	if (t->good != t->with || strstr(t->why.ptr, "(not loaded)")) {
		others++;
		print_error("%s it %s: %s", t->with ? "with" : "without",
			    t->good ? "passes" : "fails", t->why.ptr);
	}
	strbuf_fini(&t->why);
	return true;
}

static void keys_of_steps_have_an_effect_for_programs(void **state)
{
	static struct try tries[2 * ARRAY_LEN(rows)];
	struct runner__jobs jobs = {
		.threads = PROGRAMS, .work = try_it, .done = tried, .user = tries
	};

	(void)state;
	for (size_t i = 0; i < 2 * ARRAY_LEN(rows); i++)
		if (rows[i / 2].worlds == ALL)
			tries[jobs.count++] =
			    (struct try) { .row = &rows[i / 2], .with = i % 2, .why = STRBUF_INIT };
	others = 0;
	assert_int_equal(runner__jobs_run(&jobs, NULL), 0);
	assert_int_equal(others, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_of_steps_have_an_effect_in_the_simulator),
		cmocka_unit_test(keys_of_steps_have_an_effect_over_tcp),
		cmocka_unit_test(keys_of_steps_have_an_effect_for_programs),
	};
	const char *tests_at = argc ? strstr(argv[0], "tests/") : NULL;

	(void)snprintf(subject_command, sizeof(subject_command), "%.*sadapters/c/subject --list",
		       tests_at ? (int)(tests_at - argv[0]) : 0, argv[0]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
