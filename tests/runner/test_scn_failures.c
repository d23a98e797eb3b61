/* SPDX-License-Identifier: Apache-2.0 */
/* The three stories of the design, each with one line changed, and bugs whose wrong variant is said
 * to pass, so that an oracle speaks: what people then read is committed. RELIST_UPDATE_GOLDEN=1
 * rewrites the files. */
#include "base/alloc.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "runner/report/report.h"
#include "runner/engine/run.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/trace_kit.h"

enum { WIDTH = 110 };

static const char *const stories[] = {
	"scenarios/c-expired/gone-midwatch-missed-delete.yaml",
	"scenarios/e-resync/resync-late-handler.yaml",
	"scenarios/bugs/stale-failover-deletes-live-pvc.yaml",
	"scenarios/bugs/relist-goes-back-in-time.yaml",
	"scenarios/bugs/no-pause-between-rounds.yaml",
	"scenarios/bugs/list-ends-with-its-first-page.yaml",
	"scenarios/bugs/garbled-event-is-skipped.yaml",
	"scenarios/bugs/index-loses-a-value-that-stays.yaml",
	"scenarios/bugs/one-key-two-workers.yaml",
};

enum place { ELSEWHERE, THERE, BEFORE }; /* BEFORE: nothing is run, the loader knows better */

static const struct {
	const char *name; /* of the golden file */
	size_t story;
	const char *from, *to;
	enum place place; /* THERE: the failure is at the changed line */
} changes[] = {
	{ "gone-watch-rv", 0, "WATCH pods rv=12 bookmarks", "WATCH pods rv=11", THERE },
	{ "gone-list-answer", 0, "200@12", "200@11", THERE },
	{ "gone-relist-rv", 0, "LIST pods rv=13", "LIST pods rv=0", THERE },
	{ "gone-request-missing", 0, "- WATCH pods rv=15\n",
	  "- WATCH pods rv=15\n        - LIST pods rv=0\n", ELSEWHERE },
	{ "gone-request-too-many", 0, "        - WATCH pods rv=15\n", "", ELSEWHERE },
	{ "gone-no-any-order", 0,
	  "any-order: [add pods/default/a rv=11 initial, add pods/default/b rv=12 initial]",
	  "add pods/default/b rv=12 initial\n          - add pods/default/a rv=11 initial",
	  ELSEWHERE },
	{ "gone-cache-field", 0, "default/a: {spec: {nodeName: n2}}\n",
	  "default/a: {spec: {nodeName: n3}}\n", THERE },
	{ "gone-cache-present", 0, "default/b: absent", "default/b: any", THERE },
	{ "gone-cache-absent", 0, "default/c: any", "default/c: absent", THERE },
	{ "gone-index", 0, "n1: [default/c]", "n1: [default/b]", THERE },
	{ "gone-sync-rv", 0, "rv: 15}", "rv: 14}", THERE },
	{ "gone-add-not-expected", 0, "              - add pods/default/c rv=15\n", "", ELSEWHERE },
	{ "gone-delete-missing", 0, "{delete: pods/default/b, unknown: true",
	  "{delete: pods/default/a, unknown: true", THERE },
	{ "gone-delete-with", 0, "resourceVersion: \"12\"", "resourceVersion: \"14\"", THERE },
	{ "resync-at", 1, "at: 10s", "at: 11s", BEFORE },
	{ "resync-log", 1, "from 3s to 10s", "from 3s to 20s", THERE },
	{ "resync-held-handler", 1, "late: []", "late: [sync configmaps/default/x]", BEFORE },
	{ "resync-synced", 1, "handler.early: true", "handler.early: false", THERE },
	{ "resync-old-data", 1, "with: {data: {k: v}}", "with: {data: {k: v2}}", THERE },
	{ "resync-swapped", 1, "late: [sync configmaps/default/x]}\n      requests",
	  "late: []}\n      requests", ELSEWHERE },
	{ "failover-wrong-cell", 2, "name: fails at never[0]", "name: passes", ELSEWHERE },
	{ "failover-passes-though", 2, "uid: passes", "uid: fails", THERE },
	{ "failover-not-frozen", 2, "freeze: B", "settle", BEFORE },
	{ "failover-finalizers", 2, "'PATCH zks/default/z metadata.finalizers=[]'",
	  "'PATCH zks/default/z metadata.finalizers=[x]'", THERE },
	{ "failover-retries", 2, "retries: {default/z: <=3}", "retries: {default/z: '>=3'}",
	  THERE },
	{ "failover-state", 2, "state: {pvcs: {default/data-z-0: {metadata: {uid: $p2}}}}",
	  "state: {pvcs: {default/data-z-0: {metadata: {uid: $p1}}}}", THERE },
	{ "oracle-time-travel", 3, "fails at no-time-travel", "passes", ELSEWHERE },
	{ "oracle-request-storm", 4, "fails at no-request-storm", "passes", ELSEWHERE },
	{ "oracle-first-list", 5, "fails at initial-list-complete-before-synced", "passes",
	  ELSEWHERE },
	{ "oracle-cache", 6, "fails at cache-equals-model-at-end", "passes", ELSEWHERE },
	{ "oracle-index", 7, "fails at index-consistent", "passes", ELSEWHERE },
	{ "oracle-queue", 8, "fails at queue-no-concurrent-key", "passes", ELSEWHERE },
};

/* The text with the first `from` replaced; its line. */
static uint32_t changed(const char *path, const char *from, const char *to, struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT;
	uint32_t line = 1;
	const char *at;

	read_text(path, &text);
	at = strstr(text.ptr, from);
	if (!at)
		fail_msg("%s: nothing says %s", path, from);
	strbuf_add(out, text.ptr, (size_t)(at - text.ptr));
	strbuf_addz(out, to);
	strbuf_addz(out, at + strlen(from));
	for (const char *p = text.ptr; p < at; p++)
		line += *p == '\n';
	return line;
}

/* What `relist run` prints of its failing cells; the line of the first. */
static uint32_t run_cells(const struct scn__scenario *s, uint64_t seed, struct strbuf *out)
{
	struct runner__report report;
	uint32_t line = 0;

	runner__report_init(&report, RUNNER_FORMAT_TEXT);
	report.world = "sim";
	for (size_t i = 0; i < s->cell_count; i++) {
		struct scn__run_options opt = { .seed = seed };
		struct runner__case c = { .path = s->path.ptr, .cell = s->cells[i].name };

		AUTO_STRBUF name = STRBUF_INIT;

		strbuf_adds(&name, s->name);
		if (c.cell.len)
			strbuf_addf(&name, " [" STR_FMT "]", STR_ARG(c.cell));
		c.name = strbuf_str(&name);
		runner__result_init(&c.result);
		scn__run(&s->cells[i], &opt, &c.result);
		if (c.result.verdict != RUNNER_PASS) {
			assert_int_equal(c.result.verdict, RUNNER_FAIL);
			line = line ? line : c.result.line;
			runner__report_failure(&report, &c, out);
		}
		runner__result_fini(&c.result);
	}
	runner__report_fini(&report);
	return line;
}

static void try_change(size_t i, struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const char *path = stories[changes[i].story];
	struct scn__errors errors = { 0 };
	uint32_t line = changed(path, changes[i].from, changes[i].to, &text), failed;
	struct scn__scenario *s = scn__scenario_load(str_of(path), strbuf_str(&text), &errors);

	if (!s) {
		if (changes[i].place != BEFORE)
			fail_msg("%s: %s", changes[i].name, errors.items[0].msg);
		scn__errors_print(&errors, str_of(path), out);
	} else {
		failed = run_cells(s, 1, out);
		if (!failed || changes[i].place == BEFORE)
			fail_msg("%s: it was run, and %s", changes[i].name,
				 failed ? "failed" : "passed");
		if (changes[i].place == THERE && failed != line)
			fail_msg("%s: fails at line %u instead of %u", changes[i].name, failed,
				 line);
	}
	scn__errors_fini(&errors);
	scn__scenario_free(s);
}

static void one_changed_line_fails_with_the_golden_text(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(changes); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		char path[128];

		try_change(i, &out);
		(void)snprintf(path, sizeof(path), "tests/golden/failures/scenarios/%s.txt",
			       changes[i].name);
		assert_golden(path, strbuf_str(&out));
	}
}

static void same_change_has_the_same_failure_text_twice(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(changes); i++) {
		AUTO_STRBUF first = STRBUF_INIT, again = STRBUF_INIT;

		try_change(i, &first);
		try_change(i, &again);
		assert_string_equal(first.ptr, again.ptr);
	}
}

/* Loader messages and file names may be longer; the lines in columns may not. */
static void failure_columns_fit_the_width(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(changes); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		try_change(i, &out);
		for (char *line = strtok(out.ptr, "\n"); line; line = strtok(NULL, "\n"))
			if (strncmp(line, "  ", 2) == 0 && strlen(line) > WIDTH)
				fail_msg("%s: %zu columns: %s", changes[i].name, strlen(line),
					 line);
	}
}

static void run_by(const struct scn__driver_ops *driver, const struct scn__cell *cell,
		   struct runner__result *out)
{
	struct scn__run_options opt = { .driver = driver, .seed = 1 };

	runner__result_init(out);
	scn__run(cell, &opt, out);
}

static void sockets_and_simulator_fail_with_the_same_text(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(changes); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		const char *path = stories[changes[i].story];
		struct scn__errors errors = { 0 };
		struct scn__scenario *s;
		struct runner__result sim, tcp;

		(void)changed(path, changes[i].from, changes[i].to, &text);
		s = scn__scenario_load(str_of(path), strbuf_str(&text), &errors);
		for (size_t k = 0; s && k < s->cell_count; k++) {
			run_by(&world__driver_sim, &s->cells[k], &sim);
			run_by(&runner__driver_tcp, &s->cells[k], &tcp);
			assert_int_equal(tcp.verdict, sim.verdict);
			assert_string_equal(tcp.what, sim.what);
			assert_int_equal(tcp.line, sim.line);
			/* An oracle speaks within a step, after waits that each world draws itself.
			 */
			if (!strstr(sim.what, "oracle "))
				assert_int_equal(tcp.virtual_ns, sim.virtual_ns);
			runner__result_fini(&sim);
			runner__result_fini(&tcp);
		}
		scn__scenario_free(s);
		scn__errors_fini(&errors);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_changed_line_fails_with_the_golden_text),
		cmocka_unit_test(same_change_has_the_same_failure_text_twice),
		cmocka_unit_test(failure_columns_fit_the_width),
		cmocka_unit_test(sockets_and_simulator_fail_with_the_same_text),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
