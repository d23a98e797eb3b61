/* SPDX-License-Identifier: Apache-2.0 */
/* relist conform and relist run --world external as a user sees them. */
#include "tests/kit/testing.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json_scan.h"
#include "cli/cli.h"
#include "runner/posix/conform.h"
#include "runner/posix/files.h"
#include "tests/kit/trace_kit.h"

static char folder[512];  /* build/VARIANT/ */
static char subject[600]; /* our own informer */
static char kept[64];

struct output {
	int status;
	struct strbuf out, err;
};

static void read_back(FILE *f, struct strbuf *to)
{
	char buf[4096];
	size_t n;

	rewind(f);
	strbuf_clear(to);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(to, buf, n);
	(void)fclose(f);
}

static void relist(struct output *o, int argc, const char *const *words)
{
	char *argv[24] = { (char *)(uintptr_t) "relist" };
	FILE *out = tmpfile(), *err = tmpfile();

	assert_true(out && err);
	for (int i = 0; i < argc; i++)
		argv[i + 1] = (char *)(uintptr_t)words[i];
	o->status = cli__main(argc + 1, argv, out, err);
	read_back(out, &o->out);
	read_back(err, &o->err);
}

#define RELIST(o, ...)                                                                             \
	do {                                                                                       \
		const char *const words[] = { __VA_ARGS__ };                                       \
                                                                                                   \
		relist(o, ARRAY_LEN(words), words);                                                \
	} while (0)

static int setup(void **state)
{
	static struct output o = { .out = STRBUF_INIT, .err = STRBUF_INIT };

	*state = &o;
	return 0;
}

static int teardown(void **state)
{
	struct output *o = *state;

	strbuf_fini(&o->out);
	strbuf_fini(&o->err);
	return 0;
}

static void conform_prints_and_stores_a_matrix(void **state)
{
	struct output *o = *state;
	char ours[700];
	AUTO_STRBUF text = STRBUF_INIT;
	json_t all;

	(void)snprintf(ours, sizeof(ours), "ours=%s", subject);
	RELIST(o, "conform", "--subject", ours, "--subject", "dead=exit 3;", "--only", "5a,X6",
	       "-j", "4", "--json", kept, "--date", "2026-11-22", "--patience", "20");
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "X6   The items of a list carry no kind"));
	assert_non_null(strstr(o->out.ptr, "\n2 right, 2 never-recovers\n"));
	assert_non_null(strstr(o->err.ptr, "✅ X6 ours"));
	read_text(kept, &text);
	assert_true(json_valid(strbuf_str(&text), &all, NULL));
	assert_true(json_str_eq(json_get(all, "date"), STR("2026-11-22")));

	/* with what was right before, and is not any more */
	RELIST(o, "conform", "--subject", "ours=exit 3;", "--only", "X6", "-q", "--baseline", kept);
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(o->out.ptr, "X6 ours: never-recovers, was right: it ended: exited"));
	assert_int_equal(o->err.len, 0);
}

static void conform_reports_programs_that_break_the_contract(void **state)
{
	struct output *o = *state;
	char noisy[800];

	(void)snprintf(noisy, sizeof(noisy), "noisy=f() { echo starting up; %s \"$@\"; }; f",
		       subject);
	RELIST(o, "conform", "--subject", noisy, "--subject", "none=/nonexistent/program",
	       "--subject", "dead=exit 3;", "--only", "X6", "-j", "3", "--ascii", "--patience",
	       "20");
	assert_int_equal(o->status, 0);
	assert_non_null(
	    strstr(o->out.ptr, "noisy: 1 line is not of the contract, the first: starting up\n"));
	assert_non_null(
	    strstr(o->out.ptr, "- X6 none: it could not be started: exited with status 127"));
	assert_non_null(strstr(o->out.ptr,
			       "dead: nothing works; see what it says in one of them: relist run "
			       "--world external --subject 'CMD' scenarios/conformance/x6-"));
	assert_non_null(strstr(o->out.ptr, "\n1 right, 1 never-recovers, 1 not-run\n"));
	for (const char *p = o->out.ptr; *p; p++)
		assert_true((unsigned char)*p < 0x80);
	assert_non_null(strstr(o->err.ptr, "[3 of 3] "));
}

static volatile sig_atomic_t looks;

static bool soon(void)
{
	return looks++ > 2; /* waits of the first run: long before its patience is over */
}

/* A hanging subject must not delay ^C. */
static void interrupted_conform_keeps_its_finished_cells(void **state)
{
	static const char *const path[] = { "scenarios/conformance" };
	const struct conform__subject idle = { "idle", "exec cat;" };
	const struct conform__options opt = { .paths = path,
					      .path_count = 1,
					      .subjects = &idle,
					      .subject_count = 1,
					      .only = "X5,X6,X7",
					      .jobs = 1,
					      .date = "2026-11-22",
					      .interrupted = soon };
	FILE *out = tmpfile(), *err = tmpfile();
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	assert_true(out && err);
	looks = 0;
	assert_int_equal(runner__conform_run(&opt, out, err), 130);
	read_back(out, &text);
	assert_non_null(strstr(text.ptr, "X7 idle: interrupted\n"));
	assert_non_null(strstr(text.ptr, "3 not-run\n"));
	read_back(err, &text);
	assert_string_equal(text.ptr, "relist conform: interrupted after 1 of 3 runs\n");
}

static void conform_finds_its_scenarios_from_any_folder(void **state)
{
	AUTO_STRBUF command = STRBUF_INIT;

	(void)state;
	if (access("build/relist", X_OK) != 0)
		skip(); /* only some variants make it */
	strbuf_addz(&command,
		    "r=$PWD/build/relist; cd / && \"$r\" conform --subject 'no=exit 127;' "
		    "--only X6 -q | grep -q '1 not-run'");
	assert_int_equal(system(command.ptr), 0);
}

static void conform_does_not_judge_http2_faults_on_subjects_of_http1(void **state)
{
	struct output *o = *state;
	char http2[700], http1[720];

	(void)snprintf(http2, sizeof(http2), "h2=%s", subject);
	(void)snprintf(http1, sizeof(http1), "h1=DISABLE_HTTP2=1 %s", subject);
	RELIST(o, "conform", "--subject", http2, "--subject", http1, "--only", "N1,N3", "-q",
	       "--ascii", "-j", "4");
	assert_string_equal(o->err.ptr ? o->err.ptr : "", "");
	assert_non_null(strstr(o->out.ptr, "N1 h1: the fault met no connection of HTTP/2\n"));
	assert_non_null(strstr(o->out.ptr, "N3 h1: the fault met no connection of HTTP/2\n"));
	assert_non_null(strstr(o->out.ptr, "2 right"));
	assert_non_null(strstr(o->out.ptr, "2 not-run"));
}

static void conform_usage_errors_are_reported(void **state)
{
	static const struct {
		const char *words[6];
		const char *err;
	} cases[] = {
		{ { "conform" },
		  "relist conform: no --subject NAME=CMD given; see relist conform "
		  "--help\n" },
		{ { "conform", "--subject", "x" },
		  "relist conform: --subject is \"x\", must be NAME=CMD\n" },
		{ { "conform", "--subject", "=x" },
		  "relist conform: --subject is \"=x\", must be NAME=CMD\n" },
		{ { "conform", "--subject", "a=true", "--only", "99" },
		  "relist conform: no situation is called 99\n" },
		{ { "conform", "--subject", "a=true", "/nonexistent.yaml" },
		  "relist conform: /nonexistent.yaml: No such file or directory\n" },
		{ { "conform", "--subject", "a=true",
		    "tests/golden/scenario-bad/names-too-many.yaml" },
		  "tests/golden/scenario-bad/names-too-many.yaml:4:15: warning: informer pods is "
		  "never started\n"
		  "tests/golden/scenario-bad/names-too-many.yaml:70:5: more than 64 names like "
		  "$uid are bound\n"
		  "relist conform: see relist check\n" },
		{ { "run", "--world", "external", "scenarios/conformance" },
		  "relist run: --world external needs --subject\n" },
		{ { "run", "--subject", "true", "scenarios/conformance" },
		  "relist run: --subject needs --world external\n" },
		{ { "run", "--tls", "scenarios" }, "relist run: --tls needs --world external\n" },
		{ { "run", "--world", "tcp", "--html", "x", "scenarios" },
		  "relist run: --html needs --world sim, or external\n" },
		{ { "run", "--world", "tcp", "--update", "scenarios" },
		  "relist run: --update needs --world sim, or external\n" },
		{ { "run", "--world", "tcp", "--choices", "x", "scenarios" },
		  "relist run: --choices needs --world sim\n" },
		{ { "run", "--world", "tcp", "--cuts", "every", "scenarios" },
		  "relist run: --cuts needs --world sim\n" },
		{ { "run", "--cuts", "0", "scenarios" },
		  "relist run: --cuts is \"0\", must be whole, random, every or a number\n" },
		{ { "run", "--cuts", "3x", "scenarios" },
		  "relist run: --cuts is \"3x\", must be whole, random, every or a number\n" },
		{ { "run", "--shard", "0/3", "scenarios" },
		  "relist run: --shard is \"0/3\", must be I/N with I from 1 to N\n" },
		{ { "run", "--shard", "4/3", "scenarios" },
		  "relist run: --shard is \"4/3\", must be I/N with I from 1 to N\n" },
		{ { "run", "--shard", "3", "scenarios" },
		  "relist run: --shard is \"3\", must be I/N with I from 1 to N\n" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int argc = 0;

		while (argc < 6 && cases[i].words[argc])
			argc++;
		relist(o, argc, cases[i].words);
		assert_int_equal(o->status, 2);
		assert_string_equal(o->err.ptr, cases[i].err);
	}
}

static void run_accepts_one_scenario_against_a_program(void **state)
{
	struct output *o = *state;
	char mute[800];

	RELIST(o, "run", "scenarios/conformance/x6-items-without-kind.yaml", "--world", "external",
	       "--subject", subject);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "1 scenario in the external world: 1 passed"));
	RELIST(o, "run", "scenarios/conformance/x6-items-without-kind.yaml", "--world", "external",
	       "--subject", "exit 3;");
	assert_int_equal(o->status, 1);
	assert_non_null(
	    strstr(o->out.ptr,
		   "the subject has ended, exited with status 3; missing default/a, default/b"));
	/* what is not printed is not checked, and that is said */
	(void)snprintf(mute, sizeof(mute), "f() { %s \"$@\" | grep --line-buffered notify; }; f",
		       subject);
	RELIST(o, "run", "scenarios/conformance/x6-items-without-kind.yaml", "--world", "external",
	       "--subject", mute);
	assert_int_equal(o->status, 0);
	assert_string_equal(o->err.ptr,
			    "relist: x6-items-without-kind: not checked, since the subject "
			    "does not print it: the cache\n");
	RELIST(o, "run", "tests/golden/client-go-0.37/initial-list-adds.jsonl", "--world",
	       "external", "--subject", subject);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "1 skipped"));
}

/* Its requests and their responses, and its reports about its handlers; its queue and cache are
 * invisible. */
static void run_against_a_program_writes_a_page(void **state)
{
	static const char *const parts[] = { "Request #1 watches /api/v1/pods",
					     "The response to #1 has status 200.",
					     "The watch of pods receives ADDED default/a.",
					     "h: OnAdd default/a",
					     "An ERROR event 410",
					     "h: OnDelete default/b, with a tombstone.",
					     "The watch of pods receives a bookmark" };
	struct output *o = *state;
	AUTO_STRBUF page = STRBUF_INIT;
	AUTO_STRBUF command = STRBUF_INIT;
	char dir[] = "/tmp/relist-pages-XXXXXX", path[80];

	assert_non_null(mkdtemp(dir));
	RELIST(o, "run", "scenarios/conformance/03-error-410-missed-delete.yaml", "--world",
	       "external", "--subject", subject, "--html", dir, "--repeat", "2");
	assert_int_equal(o->status, 0);
	(void)snprintf(path, sizeof(path),
		       "%s/scenarios_conformance_03-error-410-missed-delete.html", dir);
	assert_int_equal(runner__read_file(path, 1 << 20, &page, NULL), 0);
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (!strstr(page.ptr, parts[i]))
			fail_msg("%s is not on the page", parts[i]);
	strbuf_addf(&command, "rm -r %s", dir);
	assert_int_equal(system(command.ptr), 0);
}

int main(int argc, char **argv)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(conform_prints_and_stores_a_matrix),
		T(conform_reports_programs_that_break_the_contract),
		T(interrupted_conform_keeps_its_finished_cells),
		T(conform_finds_its_scenarios_from_any_folder),
		T(conform_does_not_judge_http2_faults_on_subjects_of_http1),
		T(conform_usage_errors_are_reported),
		T(run_accepts_one_scenario_against_a_program),
		T(run_against_a_program_writes_a_page),
	};
	char *end;
	int fd, status;

	(void)argc;
	(void)snprintf(folder, sizeof(folder), "%s", argv[0]);
	end = strstr(folder, "tests/cli/");
	if (end)
		*end = 0;
	(void)snprintf(subject, sizeof(subject), "%sadapters/c/subject", folder);
	(void)snprintf(kept, sizeof(kept), "/tmp/relist-conform-XXXXXX");
	fd = mkstemp(kept);
	if (fd >= 0)
		(void)close(fd);
	status = cmocka_run_group_tests(tests, NULL, NULL);
	(void)unlink(kept);
	return status;
}
