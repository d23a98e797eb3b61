/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings of controllers as people write them become scenarios by commands alone: lift
 * --controller, run --update with a program that does it right; the scenario then fails for a
 * program with the recorded mistake, and passes for the right one. The programs are in Python;
 * scripts/test-peers runs one in Go. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/kit/doc_kit.h"
#include "tests/kit/side_by_side.h"

static char folder[] = "/tmp/relist-chain-XXXXXX";
static char project[512];
static const char *build_folder;

/* Runs the command in the folder; `out` gets what it prints. The exit status. */
static int shell(struct strbuf *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int shell(struct strbuf *out, const char *fmt, ...)
{
	AUTO_STRBUF words = STRBUF_INIT;
	char buf[4096];
	va_list ap;
	size_t n;
	FILE *p;

	strbuf_addf(&words, "cd %s && exec 2>&1 </dev/null && ", folder);
	va_start(ap, fmt);
	strbuf_addvf(&words, fmt, ap);
	va_end(ap);
	strbuf_clear(out);
	p = popen(words.ptr, "r");
	assert_non_null(p);
	while ((n = fread(buf, 1, sizeof(buf), p)))
		strbuf_add(out, buf, n);
	strbuf_addc(out, 0);
	return WEXITSTATUS(pclose(p));
}

static void must(int status, int want, const struct strbuf *out, const char *says)
{
	if (status != want || !strstr(out->ptr, says))
		fail_msg("status %d, expected %d and \"%s\": %.3000s", status, want, says,
			 out->ptr);
}

static const struct chain {
	const char *name, *agent;
	const char *right, *wrong; /* what --update changes; what the mistake looks like */
} chains[] = {
	{ "bucket", "node-fetch", "default/bucket-logs: absent",
	  "default/bucket-logs is still there" },
	{ "pool", "pool", "owner=pools/default/e': 3", "owner=pools/default/e: found " },
	{ "tomb", "replicator", "d1/s: absent", "d1/s is still there" },
	{ "poller", "endpoint-sync", "passed", "expected \"three\" (line " },
	{ "tenants", "inc", "passed", "default/shared" },
	{ "applies", "inc", "replicas: 5", "spec.replicas: expected 5" },
	{ "generations", "inc", "image: v3", "data.image: expected \"v3\"" },
};

static void recording_fails_for_its_mistake_and_passes_for_the_right_program(const char *name)
{
	const struct chain *c = chains;
	AUTO_STRBUF out = STRBUF_INIT, run = STRBUF_INIT;
	const char *program = strcmp(name, "tomb") == 0 ? "replicator" : name;

	/* 20 seconds of waiting in real time: once is enough */
	if (!strstr(build_folder, "/release"))
		skip();
	while (strcmp(c->name, name) != 0)
		c++;
	must(
	    shell(&out,
		  "relist lift --controller %s -o %s.yaml %s/tests/recordings/controllers/%s.jsonl",
		  c->agent, name, project, name),
	    0, &out, "self-check: it runs");
	/* a Secret's value is not compared */
	if (strcmp(name, "bucket") == 0)
		assert_non_null(strstr(out.ptr, "values in secrets/default/bucket-"));
	strbuf_addf(
	    &run,
	    "relist run --world external --patience 3 --linger 0 %s.yaml --subject 'exec python3 "
	    "operators.py %s",
	    name, program);
	must(shell(&out, "%s' --update", run.ptr), 0, &out, c->right);
	must(shell(&out, "%s --bug'", run.ptr), 1, &out, c->wrong);
	must(shell(&out, "%s'", run.ptr), 0, &out, "1 passed");
}

static void lifted_conflict_at_a_finalizer_fails_only_the_wrong_program(void **state)
{
	(void)state;
	recording_fails_for_its_mistake_and_passes_for_the_right_program("bucket");
}

static void lifted_late_cache_of_children_fails_only_the_wrong_program(void **state)
{
	(void)state;
	recording_fails_for_its_mistake_and_passes_for_the_right_program("pool");
}

static void lifted_deletion_during_an_outage_fails_only_the_wrong_program(void **state)
{
	(void)state;
	recording_fails_for_its_mistake_and_passes_for_the_right_program("tomb");
}

static void lifted_poll_that_compares_names_fails_only_the_wrong_program(void **state)
{
	(void)state;
	recording_fails_for_its_mistake_and_passes_for_the_right_program("poller");
}

static void lifted_deletion_of_one_of_two_owners_fails_only_the_wrong_program(void **state)
{
	(void)state;
	recording_fails_for_its_mistake_and_passes_for_the_right_program("tenants");
}

static void lifted_apply_over_another_manager_fails_only_the_wrong_program(void **state)
{
	(void)state;
	recording_fails_for_its_mistake_and_passes_for_the_right_program("applies");
}

static void lifted_updates_during_slow_work_fail_only_the_wrong_program(void **state)
{
	(void)state;
	recording_fails_for_its_mistake_and_passes_for_the_right_program("generations");
}

#define LIFTED                                                                                     \
	"scenario: x\nabout: Lifted.\nrefs: "                                                      \
	"[sha256-38bfdee619eeca935c1ba603f11712eb5cd2030e59118f21e861223863622691]\n"              \
	"world:\n  types: {configmaps: v1/configmaps}\n  informers: {configmaps: {type: "          \
	"configmaps}}\nexternal: [state]\nsteps:\n  - start: configmaps\n  - create: "             \
	"{configmaps/default/a: {metadata: {labels: {index: yes}}, data: {level: '2'}}}\n"

static void write_scenario(const char *name, const char *steps)
{
	AUTO_STRBUF path = STRBUF_INIT;
	FILE *f;

	strbuf_addf(&path, "%s/%s.yaml", folder, name);
	f = fopen(path.ptr, "w");
	assert_non_null(f);
	assert_true(fprintf(f, LIFTED "%s", steps) > 0);
	assert_int_equal(fclose(f), 0);
}

/* A recording of a program that forgot a member, or an annotation, does not show it. */
static void update_adds_what_only_the_right_program_writes(void **state)
{
	static const char run[] = "relist run --world external --patience 3 --linger 0 index.yaml "
				  "--subject 'exec python3 operators.py index";
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	if (!strstr(build_folder, "/release"))
		skip();
	write_scenario("index",
		       "  - create: {configmaps/default/b: {metadata: {labels: {index: yes}, "
		       "annotations: {x: y}}, data: {level: '3'}}}\n"
		       "  - expect: {state: {configmaps: {default/all: {data: {a: '2'}}, "
		       "default/b: any}}}\n");
	must(shell(&out, "%s' --update", run), 0, &out,
	     "default/all: {data: {b: '3', a: '2'}}, default/b: {metadata: {annotations: {in: "
	     "all}}}");
	must(shell(&out, "%s --bug'", run), 1, &out, "default/all: data.b: expected \"3\"");
	must(shell(&out, "%s' --update", run), 0, &out, "1 passed");
	assert_null(strstr(out.ptr, "updated"));
}

static void state_that_holds_only_at_times_fails(void **state)
{
	static const char run[] =
	    "relist run --world external --patience 3 flapper.yaml --repeat 5 -j 5 "
	    "--subject 'exec python3 operators.py flapper";
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	if (!strstr(build_folder, "/release"))
		skip();
	write_scenario("flapper", "  - expect: {state: {configmaps: {default/a: {metadata: "
				  "{annotations: {level: '2'}}}}}}\n");
	must(shell(&out, "%s --bug'", run), 1, &out, "5 failed");
	must(shell(&out, "%s'", run), 0, &out, "5 passed");
}

static int setup(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	if (!mkdtemp(folder) || !getcwd(project, sizeof(project)))
		return -1;
	return shell(&out, "cp %s/tests/subjects/operators.py .", project);
}

static int teardown(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	return shell(&out, "rm -r %s", folder);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lifted_conflict_at_a_finalizer_fails_only_the_wrong_program),
		cmocka_unit_test(lifted_late_cache_of_children_fails_only_the_wrong_program),
		cmocka_unit_test(lifted_deletion_during_an_outage_fails_only_the_wrong_program),
		cmocka_unit_test(lifted_poll_that_compares_names_fails_only_the_wrong_program),
		cmocka_unit_test(lifted_deletion_of_one_of_two_owners_fails_only_the_wrong_program),
		cmocka_unit_test(lifted_apply_over_another_manager_fails_only_the_wrong_program),
		cmocka_unit_test(lifted_updates_during_slow_work_fail_only_the_wrong_program),
		cmocka_unit_test(update_adds_what_only_the_right_program_writes),
		cmocka_unit_test(state_that_holds_only_at_times_fails),
	};

	(void)argc;
	build_folder = doc_set_path(argv[0]);
	if (system(
		"python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' >/dev/null 2>&1")) {
		printf("1..0 # SKIP needs Python 3.8 or later\n");
		return 77;
	}
	return kit_run_side_by_side(tests, ARRAY_LEN(tests), setup, teardown);
}
