/* SPDX-License-Identifier: Apache-2.0 */
/* Every verb and every section in every world: it has its effect there, or is refused at its line.
 * A row is a scenario with one line marked by `@`; with that line and without it the run must end
 * differently. */
#include "tests/kit/testing.h"

#include "runner/engine/run.h"
#include "runner/language/table.h"
#include "runner/posix/driver_external.h"
#include "runner/posix/jobs.h"
#include "runner/tcp/posix/driver_tcp.h"

enum { SIM = 1, TCP = 2, EXTERNAL = 4, OURS = SIM | TCP, ALL = OURS | EXTERNAL };
enum { PROGRAMS = 8 }; /* at a time */

#define BEGIN  "  - start: pods\n  - expect: {cache: {pods: model}}\n"
#define FAILS  true
#define PASSES false

static const struct row {
	enum scn__step_kind verb;
	const char *steps;
	unsigned worlds;  /* in which the line has an effect here */
	bool fails;	  /* with the line the run fails, without it passes; else the reverse */
	const char *more; /* of the file */
} rows[] = {
	{ SCN_CREATE, "@  - create: pods/d/a\n" BEGIN "  - expect: {state: {pods: [d/a]}}\n", ALL,
	  PASSES, NULL },
	{ SCN_UPDATE,
	  "  - create: pods/d/a\n" BEGIN "@  - update: {pods/d/a: {metadata: {labels: {x: y}}}}\n"
	  "  - expect: {state: {pods: {d/a: {metadata: {labels: {x: y}}}}}}\n",
	  ALL, PASSES, NULL },
	{ SCN_DELETE,
	  "  - create: pods/d/a\n" BEGIN "@  - delete: [pods/d/a]\n"
	  "  - expect: {state: {pods: {d/a: absent}}}\n",
	  ALL, PASSES, NULL },
	{ SCN_COMPACT,
	  BEGIN "  - create: pods/d/a\n  - expect: {cache: {pods: [d/a]}}\n  - refuse: all\n"
		"  - disconnect: pods\n  - create: configmaps/d/x\n  - create: pods/d/b\n"
		"@  - compact: now\n  - accept: all\n  - advance: 60s\n"
		"  - expect: {requests: [..., WATCH pods rv=11 -> gone, ...]}\n",
	  ALL, PASSES, NULL },
	{ SCN_REWIND,
	  "  - create: pods/d/a\n@  - rewind: 10\n" BEGIN
	  "  - expect: {state: {pods: {d/a: absent}}}\n",
	  ALL, PASSES, NULL },
	{ SCN_BOOKMARK,
	  BEGIN "  - create: configmaps/d/x\n@  - bookmark: pods\n  - advance: 10s\n"
		"  - disconnect: pods\n  - advance: 10s\n  - expect: {requests: [..., WATCH pods "
		"rv=11]}\n",
	  ALL, PASSES, NULL },
	{ SCN_BOOKMARKS,
	  BEGIN "  - create: pods/d/z\n  - expect: {cache: {pods: [d/z]}}\n"
		"@  - bookmarks: off\n  - create: configmaps/d/x\n  - advance: 3s\n"
		"  - advance: 3s\n  - advance: 3s\n  - disconnect: pods\n  - advance: 2s\n"
		"  - expect: {requests: [..., WATCH pods rv=11]}\n",
	  ALL, PASSES, "bookmark-every: 1s" },
	{ SCN_GC,
	  "  - create: {pods/d/a: {metadata: {ownerReferences: [{apiVersion: v1, kind: ConfigMap, "
	  "name: x, uid: gone}]}}}\n@  - gc\n" BEGIN "  - expect: {state: {pods: {d/a: absent}}}\n",
	  ALL, PASSES, NULL },
	/* external: test_external has the token's file */
	{ SCN_ROTATE_TOKEN,
	  BEGIN "  - advance: 10s\n@  - rotate-token\n  - disconnect: pods\n  - advance: 1s\n"
		"  - expect: {requests: [..., WATCH pods -> 401, ...]}\n",
	  OURS, PASSES, NULL },
	{ SCN_ADVANCE, BEGIN "@  - advance: 10s\n  - expect: {at: 10s}\n", OURS, PASSES, NULL },
	{ SCN_SETTLE,
	  "  - start: pods\n@  - settle\n  - hold: request\n"
	  "  - expect: {counts: {watches: 1}}\n",
	  ALL, PASSES, NULL },
	{ SCN_DISCONNECT,
	  BEGIN "@  - disconnect: pods\n  - advance: 10s\n"
		"  - expect: {counts: {WATCH pods: 2}}\n",
	  ALL, PASSES, NULL },
	{ SCN_HTTP2,
	  BEGIN "@  - http2: {mode: reset, to: pods}\n  - advance: 10s\n"
		"  - expect: {counts: {WATCH pods: 2}}\n",
	  ALL, PASSES, "http2: true" },
	{ SCN_REFUSE,
	  BEGIN "  - advance: 10s\n@  - refuse: all\n  - disconnect: pods\n  - advance: 10s\n"
		"  - expect: {counts: {watches: 0}}\n",
	  ALL, PASSES, NULL },
	{ SCN_ACCEPT,
	  BEGIN "  - refuse: all\n  - disconnect: pods\n@  - accept: all\n  - advance: 60s\n"
		"  - expect: {counts: {watches: 1}}\n",
	  ALL, PASSES, NULL },
	{ SCN_FAIL,
	  BEGIN "@  - fail: {match: WATCH pods, status: 500}\n  - disconnect: pods\n"
		"  - advance: 10s\n  - expect: {requests: [..., WATCH pods -> 500, ...]}\n",
	  ALL, PASSES, NULL },
	{ SCN_DROP,
	  BEGIN "@  - drop: add pods/d/b\n  - create: pods/d/b\n"
		"  - update: {pods/d/b: {metadata: {labels: {x: y}}}}\n"
		"  - expect: {handlers: {h1: [add pods/d/b rv=12]}}\n",
	  ALL, PASSES, NULL },
	{ SCN_REPLY,
	  BEGIN "@  - reply: {match: WATCH pods, status: 418}\n  - disconnect: pods\n"
		"  - advance: 10s\n  - expect: {requests: [..., WATCH pods -> 418, ...]}\n",
	  ALL, PASSES, NULL },
	{ SCN_SEND,
	  BEGIN "  - create: configmaps/d/x\n@  - send: {to: pods, body: [{json: {type: BOOKMARK, "
		"object: {kind: Pod, apiVersion: v1, metadata: {resourceVersion: '11'}}}}]}\n"
		"  - advance: 10s\n  - disconnect: pods\n  - advance: 10s\n"
		"  - expect: {requests: [..., WATCH pods rv=11]}\n",
	  ALL, PASSES, NULL },
	/* with an open watch: a program that starts may list without a resource version */
	{ SCN_FREEZE,
	  BEGIN "@  - freeze: A\n  - create: pods/d/a\n"
		"  - expect: {cache: {pods: [d/a]}}\n",
	  ALL, FAILS, NULL },
	{ SCN_THAW,
	  "  - freeze: A\n  - create: pods/d/a\n@  - thaw: A\n  - start: pods\n"
	  "  - expect: {cache: {pods: [d/a]}}\n",
	  ALL, PASSES, NULL },
	{ SCN_FAILOVER,
	  BEGIN "@  - failover: {to: B}\n  - disconnect: pods\n  - advance: 10s\n"
		"  - expect: {requests: [..., WATCH pods from B]}\n",
	  ALL, PASSES, NULL },
	{ SCN_LAG,
	  BEGIN "@  - lag: {backend: A, by: 5}\n  - create: pods/d/a\n"
		"  - expect: {cache: {pods: [d/a]}}\n",
	  ALL, FAILS, NULL },
	{ SCN_HOLD,
	  BEGIN "@  - hold: event\n  - create: pods/d/a\n  - advance: 2s\n"
		"  - expect: {counts: {handlers.h1.add: 0}}\n",
	  ALL, PASSES, NULL },
	{ SCN_RELEASE,
	  BEGIN "  - hold: event\n  - create: pods/d/a\n@  - release: event\n"
		"  - expect: {counts: {handlers.h1.add: 1}}\n",
	  ALL, PASSES, NULL },
	{ SCN_START, "  - create: pods/d/a\n@  - start: pods\n  - expect: {counts: {watches: 1}}\n",
	  ALL, PASSES, NULL },
	{ SCN_STOP, BEGIN "@  - stop: pods\n  - expect: {counts: {watches: 0}}\n", ALL, PASSES,
	  NULL },
	{ SCN_CRASH, BEGIN "@  - crash: pods\n  - expect: {counts: {watches: 0}}\n", ALL, PASSES,
	  NULL },
	{ SCN_KILL,
	  BEGIN "@  - kill: {subject: pods, before: WATCH pods}\n  - disconnect: pods\n"
		"  - advance: 10s\n  - expect: {counts: {watches: 0}}\n",
	  ALL, PASSES, NULL },
	{ SCN_RESTART,
	  BEGIN "  - crash: pods\n@  - restart: pods\n  - expect: {counts: {watches: 1}}\n", ALL,
	  PASSES, NULL },
	{ SCN_HANDLER,
	  "  - create: pods/d/a\n" BEGIN "@  - handler: {add: h2, informer: pods}\n"
	  "  - expect: {counts: {handlers.h2.add: 1}}\n",
	  OURS, PASSES, NULL },
	{ SCN_WORKER,
	  "  - start: all\n@  - worker: {do: add, key: d/x}\n"
	  "  - expect: {queue: {rk: {ready: [d/x]}}}\n",
	  OURS, PASSES, "controller" },
	{ SCN_EXPECT, BEGIN "@  - expect: {counts: {watches: 2}}\n", ALL, FAILS, NULL },
	{ SCN_NEVER,
	  BEGIN "@  - never: [{requests: WATCH pods}]\n  - disconnect: pods\n  - advance: 10s\n",
	  ALL, FAILS, NULL },
	{ SCN_SNAPSHOT,
	  "  - create: pods/d/a\n" BEGIN "@  - snapshot: s\n  - expect: {snapshot: s}\n", OURS,
	  PASSES, NULL },
	/* what it looks at is judged by two oracles: test_scn_oracles */
	{ SCN_LOOK, BEGIN "@  - look: pods\n", OURS, PASSES, NULL },
};

static char folder[512];
static struct runner__result result;
static struct scn__errors errors;
static char subject_command[768];
static size_t others;

static void file_of(const struct row *row, bool line, bool external, struct strbuf *out)
{
	bool controller = row->more && strcmp(row->more, "controller") == 0;

	strbuf_addf(out,
		    "scenario: t\nworld:\n  server: {rv: 10, backends: [A%s]%s%s}\n"
		    "  types: {pods: v1/pods, configmaps: v1/configmaps}\n"
		    "  informers: {pods: {handlers: {h1: %s}}}\n%s%ssteps:\n",
		    row->verb == SCN_HTTP2 ? "" : ", B", row->more && !controller ? ", " : "",
		    row->more && !controller ? row->more : "", controller ? "{enqueue: key}" : "{}",
		    controller ? "  controllers: {rk: {reconcile: stock/mirror, children: {type: "
				 "configmaps, name: '{name}'}, queue: {workers: 0}}}\n"
			       : "",
		    external ? "external: {checks: [cache, handlers, requests, state, counts]"
			     : "");
	if (external) {
		out->len -= strlen("steps:\n");
		strbuf_addf(out, "%s}\nsteps:\n",
			    row->more && !controller ? ", real-time: true" : "");
	}
	for (const char *p = row->steps; *p;) {
		size_t n = strcspn(p, "\n") + 1;
		bool marked = *p == '@';

		if (!marked || line)
			strbuf_add(out, p + marked, n - marked);
		p += n;
	}
}

/* Its place in a file with the line. */
static unsigned line_of(const struct row *row, const char *text)
{
	const char *steps = strstr(text, "steps:\n");
	unsigned line = 2;

	for (const char *p = text; p < steps; p++)
		line += *p == '\n';
	for (const char *p = row->steps; p < strchr(row->steps, '@'); p++)
		line += *p == '\n';
	return line;
}

/* A run with its own result: several are made at a time. */
struct
try {
	const struct row *row;
	const struct scn__driver_ops *driver;
	bool line, passed;
	struct strbuf text;
	struct runner__result result;
	struct scn__errors errors;
};

/* Its client is refused several times and backs off. */
static int64_t patience_of(const struct row *row)
{
	return (row && row->verb == SCN_COMPACT ? 20 : 4) * NS_PER_S;
}

static bool run_of(const struct row *row, const char *text, const struct scn__driver_ops *driver,
		   struct runner__result *out, struct scn__errors *bad)
{
	const struct scn__subject subject = { .command = subject_command,
					      .seconds = 60,
					      .patience_ns = patience_of(row) };
	bool outside = driver == &runner__driver_external;
	struct scn__run_options opt = { .driver = driver,
					.seed = 1,
					.subject = outside ? &subject : NULL };
	struct scn__scenario *s = scn__scenario_load(STR("t.yaml"), str_of(text), bad);

	runner__result_init(out);
	if (!s)
		return false;
	scn__run(&s->cells[0], &opt, out);
	scn__scenario_free(s);
	return out->verdict == RUNNER_PASS;
}

static bool run(const char *text, const struct scn__driver_ops *driver)
{
	scn__errors_fini(&errors);
	errors = (struct scn__errors) { 0 };
	runner__result_fini(&result);
	return run_of(NULL, text, driver, &result, &errors);
}

static void try_line(void *user, size_t i)
{
	struct try *t = (struct try *)user + i;

	t->passed = run_of(t->row, t->text.ptr, t->driver, &t->result, &t->errors);
}

static bool tried(void *user, size_t i)
{
	struct try *t = (struct try *)user + i;
	bool want = t->line ? !t->row->fails : t->row->fails;

	if (t->passed != want) {
		others++;
		print_error("%s in world %s, %s its line: %s %s%s\n%s",
			    scn__step_word(t->row->verb), t->driver ? t->driver->name : "sim",
			    t->line ? "with" : "without", want ? "fails" : "passes", t->result.what,
			    t->errors.len ? t->errors.items[0].msg : "", t->text.ptr);
	}
	strbuf_fini(&t->text);
	runner__result_fini(&t->result);
	scn__errors_fini(&t->errors);
	return true;
}

/* With their lines and without; programs mostly wait, so that many run at a time. */
static void assert_lines_matter(const struct row *const *of, size_t count,
				const struct scn__driver_ops *driver)
{
	bool outside = driver == &runner__driver_external;
	static struct try tries[2 * ARRAY_LEN(rows)];

	for (size_t i = 0; i < 2 * count; i++) {
		tries[i] = (struct try) {
			.row = of[i / 2], .driver = driver, .line = i % 2, .text = STRBUF_INIT
		};
		file_of(of[i / 2], i % 2, outside, &tries[i].text);
	}
	assert_int_equal(runner__jobs_run(&(struct runner__jobs) { .count = 2 * count,
								   .threads =
								       outside ? PROGRAMS : 1,
								   .work = try_line,
								   .done = tried,
								   .user = tries },
					  NULL),
			 0);
}

static void assert_refused_outside(const struct row *row)
{
	AUTO_STRBUF text = STRBUF_INIT;

	file_of(row, true, true, &text);
	assert_false(run(text.ptr, &runner__driver_external));
	assert_true(errors.len > 0);
	if (row->more) /* the controller in its world is refused first */
		return;
	assert_int_equal(errors.items[0].pos.line, line_of(row, text.ptr));
	assert_non_null(strstr(errors.items[0].msg, "the external world cannot do this"));
	strbuf_clear(&text);
	file_of(row, true, false, &text);
	assert_false(run(text.ptr, &runner__driver_external));
	assert_int_equal(result.verdict, RUNNER_BAD_INPUT);
	assert_int_equal(result.line, line_of(row, text.ptr));
}

static const struct row *row_of(size_t verb)
{
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if ((size_t)rows[i].verb == verb)
			return &rows[i];
	fail_msg("no row for %s", scn__verb_docs[verb].word);
	return NULL;
}

static bool is_inside(size_t verb)
{
	return verb == SCN_HANDLER || verb == SCN_WORKER || verb == SCN_SNAPSHOT ||
	       verb == SCN_LOOK;
}

static void every_verb_has_an_effect_in_simulator_and_sockets(void **state)
{
	const struct row *of[ARRAY_LEN(rows)];
	size_t n = 0;

	(void)state;
	others = 0;
	for (size_t i = 0; i < scn__verb_doc_count; i++)
		if (row_of(i)->verb != SCN_LOOK)
			of[n++] = row_of(i);
	assert_lines_matter(of, n, NULL);
	assert_lines_matter(of, n, &runner__driver_tcp);
	assert_int_equal(others, 0);
}

static void every_verb_has_an_effect_or_is_refused_for_programs(void **state)
{
	const struct row *of[ARRAY_LEN(rows)];
	size_t n = 0;

	(void)state;
	others = 0;
	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		const struct row *row = row_of(i);

		if (row->worlds & EXTERNAL)
			of[n++] = row;
		assert_int_equal(is_inside(i),
				 scn__verb_docs[i].limits[0] && !(row->worlds & EXTERNAL));
		if (is_inside(i))
			assert_refused_outside(row);
	}
	assert_lines_matter(of, n, &runner__driver_external);
	assert_int_equal(others, 0);
}

/* Verbs that work in part for programs: the other arguments are refused. */
static void arguments_inside_the_informer_are_refused_for_programs(void **state)
{
	static const char *const steps[] = {
		"hold: queue",
		"hold: cache",
		"hold: handler/h1",
		"hold: write",
		"refuse: configmaps",
		"send: {to: pods, body: [x], cuts: every}",
		"never: [{sync: {pods: {store: true}}}]",
		"never: [{index: {pods.i: {x: absent}}}]",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addf(&text,
			    "scenario: t\nworld:\n  types: {pods: v1/pods, configmaps: "
			    "v1/configmaps}\n  informers: {pods: {indexes: {i: metadata.name}, "
			    "handlers: {h1: {}}}}\nexternal: [cache]\nsteps:\n  - start: pods\n"
			    "  - %s\n",
			    steps[i]);
		assert_false(run(text.ptr, &runner__driver_external));
		assert_true(errors.len > 0);
		if (errors.items[0].pos.line != 8 ||
		    !strstr(errors.items[0].msg, "the external world cannot do this"))
			fail_msg("%s: %s", steps[i], errors.items[0].msg);
	}
}

static void every_expect_section_is_compared_or_refused_for_programs(void **state)
{
	(void)state;
	for (size_t i = 0; i < scn__section_doc_count; i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		const char *word = scn__section_docs[i].word;

		strbuf_addf(&text,
			    "scenario: t\nworld:\n  types: {pods: v1/pods}\n  informers: {pods: {}}"
			    "\nexternal: [%s]\nsteps:\n  - start: pods\n",
			    word);
		scn__errors_fini(&errors);
		errors = (struct scn__errors) { 0 };
		scn__scenario_free(scn__scenario_load(STR("t.yaml"), strbuf_str(&text), &errors));
		assert_int_equal(errors.error_count > 0, scn__section_docs[i].outside[0] != '\0');
		if (errors.error_count)
			assert_int_equal(errors.items[0].pos.line, 5);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_verb_has_an_effect_in_simulator_and_sockets),
		cmocka_unit_test(every_verb_has_an_effect_or_is_refused_for_programs),
		cmocka_unit_test(arguments_inside_the_informer_are_refused_for_programs),
		cmocka_unit_test(every_expect_section_is_compared_or_refused_for_programs),
	};
	const char *tests_at = argc ? strstr(argv[0], "tests/") : NULL;

	(void)snprintf(folder, sizeof(folder), "%.*s", tests_at ? (int)(tests_at - argv[0]) : 0,
		       argv[0]);
	(void)snprintf(subject_command, sizeof(subject_command), "%sadapters/c/subject", folder);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
