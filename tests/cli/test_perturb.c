/* SPDX-License-Identifier: Apache-2.0 */
/* relist perturb finds the wrong twins of a controller in Python and does not accuse it. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

#define STORY	"tests/stories/sets.yaml"
#define SHORT	"tests/stories/set-made.yaml"
#define PROGRAM "tests/subjects/reconciler.py"
#define PAIRED                                                                                     \
	"perturb -q --references 2 --late 0 --family crash --family wire --only pair:9 "           \
	"--exec " PROGRAM " " SHORT
#define RESUMED                                                                                    \
	"perturb -q --references 2 --late 0 --family crash --resume %s --plans %s --exec " PROGRAM \
	" %s"
/* lease:6: another client takes the lease; lease:1: stopped in the middle of a reconcile */
#define LEASED "perturb -q --references 2 --late 0 --family lease --only "

static bool has_python(void)
{
	return system("python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' >/dev/null "
		      "2>&1") == 0;
}

static void has(const struct output *o, int status, const char *text)
{
	if (o->status != status || !strstr(o->out.ptr, text))
		fail_msg("status %d, wanted %d and \"%s\": %.2000s%.1000s", o->status, status, text,
			 o->out.ptr, o->err.ptr);
}

/* --- trials: most of their time is waiting, so they run side by side --- */

struct trial {
	const char *bug, *words, *lease;
	pid_t pid; /* 0: it was not begun */
	FILE *out, *err;
};

enum {
	RIGHT,
	POLLS,
	SLOW,
	LATE,
	EARLY,
	HIDDEN,
	LEADER,
	DEAF,
	BLIND,
	FINISHED,
	PAIR,
	REDUCED,
	AGAIN,
	IMPATIENT,
	BRIEFLY,
	WEBHOOK,
	WEBHOOK_EARLY,
	TRIALS
};

static char requests_path[] = "/tmp/relist-requests-XXXXXX", late_words[300], early_words[300];
static char finished[] = "/tmp/relist-finished-XXXXXX", finished_words[300];
static char scenarios[] = "/tmp/relist-scenarios-XXXXXX";
static char admitted[] = "/tmp/relist-admitted-XXXXXX", admitted_words[300];
static struct trial trials[TRIALS] = {
	[RIGHT] = { "",
		    "perturb -q --references 2 --late 1 --family crash --family unobserved "
		    "--plans 2 --exec " PROGRAM " " STORY,
		    "0", 0, NULL, NULL },
	[POLLS] = { "poll",
		    "perturb -q --references 2 --late 0 --family crash --plans 2 "
		    "--exec " PROGRAM " " SHORT,
		    "0", 0, NULL, NULL },
	[SLOW] = { "slow",
		   "perturb --references 2 --late 0 --patience 4 --family crash --list "
		   "--exec " PROGRAM " tests/stories/set-again.yaml",
		   "0", 0, NULL, NULL },
	[LATE] = { "late", late_words, "0", 0, NULL, NULL },
	[EARLY] = { "early", early_words, "0", 0, NULL, NULL },
	[HIDDEN] = { "early",
		     "perturb -q --references 2 --late 0 --family crash --only crash:1 "
		     "--exec " PROGRAM " " STORY,
		     "0", 0, NULL, NULL },
	[LEADER] = { "", LEASED "lease:6 --exec " PROGRAM " " STORY, "2", 0, NULL, NULL },
	[DEAF] = { "deaf", LEASED "lease:6 --exec " PROGRAM " " STORY, "2", 0, NULL, NULL },
	[PAIR] = { "", PAIRED, "0", 0, NULL, NULL },
	[REDUCED] = { "early", PAIRED, "0", 0, NULL, NULL },
	[AGAIN] = { "",
		    "perturb -q --references 2 --late 0 --family unobserved --only unobserved:2 "
		    "--exec " PROGRAM " tests/stories/set-again.yaml",
		    "0", 0, NULL, NULL },
	[IMPATIENT] = { "impatient",
			"perturb --references 2 --late 0 --family held --only held:1 "
			"--exec " PROGRAM " " SHORT,
			"0", 0, NULL, NULL },
	[BRIEFLY] = { "impatient",
		      "perturb -q --references 2 --late 0 --family held --only held:1 --hold 2 "
		      "--exec " PROGRAM " " SHORT,
		      "0", 0, NULL, NULL },
	[FINISHED] = { "early", finished_words, "0", 0, NULL, NULL },
	[WEBHOOK] = { "webhook",
		      "perturb -q --references 2 --late 0 --family crash --family refused --family "
		      "unobserved --plans 6 --load tests/stories/webhook --exec " PROGRAM
		      " tests/stories/set-webhook.yaml",
		      "0", 0, NULL, NULL },
	[WEBHOOK_EARLY] = { "webhook-early", admitted_words, "0", 0, NULL, NULL },
	[BLIND] = { "blind", LEASED "lease:1 --exec " PROGRAM " " STORY, "2", 0, NULL, NULL },
};

static void begin(struct trial *t)
{
	struct output o = { 0 };

	t->out = tmpfile();
	t->err = tmpfile();
	assert_non_null(t->out);
	assert_non_null(t->err);
	(void)fflush(NULL);
	t->pid = fork();
	assert_true(t->pid >= 0);
	if (t->pid)
		return;
	(void)setenv("RECONCILER_BUG", t->bug, 1);
	(void)setenv("RECONCILER_LEASE", t->lease, 1);
	relist(&o, t->words);
	(void)fwrite(o.out.ptr, 1, o.out.len, t->out);
	(void)fwrite(o.err.ptr, 1, o.err.len, t->err);
	output_fini(&o);
	exit(o.status);
}

static void read_back(FILE *in, struct strbuf *to)
{
	char buf[4096];
	size_t n;

	strbuf_clear(to);
	rewind(in);
	while ((n = fread(buf, 1, sizeof(buf), in)) > 0)
		strbuf_add(to, buf, n);
	strbuf_addz(to, "");
	(void)fclose(in);
}

static void finish(struct trial *t, struct output *o)
{
	int status;

	if (!t->pid)
		skip(); /* there is no python3 */
	assert_int_equal(waitpid(t->pid, &status, 0), t->pid);
	assert_true(WIFEXITED(status));
	o->status = WEXITSTATUS(status);
	read_back(t->out, &o->out);
	read_back(t->err, &o->err);
}

static int begin_all(void **state)
{
	int fd = mkstemp(requests_path);

	assert_true(fd >= 0);
	(void)close(fd);
	(void)snprintf(late_words, sizeof(late_words),
		       "perturb -q --references 2 --late 4 --family crash --plans 1 --requests %s "
		       "--exec " PROGRAM " " SHORT,
		       requests_path);
	fd = mkstemp(finished);
	assert_true(fd >= 0);
	(void)close(fd);
	(void)unlink(finished);
	(void)snprintf(finished_words, sizeof(finished_words), RESUMED, finished, "1", SHORT);
	assert_non_null(mkdtemp(scenarios));
	(void)snprintf(early_words, sizeof(early_words),
		       "perturb -q --references 2 --late 1 --family crash --plans 4 --format junit "
		       "--out %s --exec " PROGRAM " " SHORT,
		       scenarios);
	assert_non_null(mkdtemp(admitted));
	(void)snprintf(admitted_words, sizeof(admitted_words),
		       "perturb -q --references 2 --late 0 --family crash --plans 2 --out %s "
		       "--load tests/stories/webhook --exec " PROGRAM
		       " tests/stories/set-webhook.yaml",
		       admitted);
	for (int i = 0; has_python() && i < TRIALS; i++)
		begin(&trials[i]);
	return output_setup(state);
}

static int end_all(void **state)
{
	(void)unlink(requests_path);
	(void)unlink(finished);
	(void)rmdir(scenarios);
	(void)rmdir(admitted);
	return output_teardown(state);
}

static void correct_controller_has_no_finding(void **state)
{
	struct output *o = *state;

	finish(&trials[RIGHT], o);
	has(o, 0, "0 failures in 2 plans tried");
	has(o, 0, "; stand-ins for pods, claims, StatefulSets, Deployments, load balancers\n");
}

/* Its reads never end, so rest is the time without a write or a new read. */
static void controller_that_polls_comes_to_rest(void **state)
{
	struct output *o = *state;

	finish(&trials[POLLS], o);
	has(o, 0, "2 passed, 0 missed");
}

/* Its start takes longer than --patience, and the story creates the object while its deletion waits
 * for the finalizer. */
static void slow_program_is_awaited_undisturbed(void **state)
{
	struct output *o = *state;

	finish(&trials[SLOW], o);
	has(o, 0, "crash:1\tkilled after its ");
}

static void perturb_finds_a_status_written_too_early_by_a_crash(void **state)
{
	struct output *o = *state;

	finish(&trials[EARLY], o);
	has(o, 1, "<testsuite name=\"perturb set-made\" tests=\"4\" failures=\"");
	has(o, 1, "<failure message=\"secrets/default/web-");
	has(o, 1, ": fails (");
	has(o, 1, "; passes without the disturbance");
}

/* Line 15 makes the set smaller, so that the missing Secret is not missing at the end. */
static void perturb_finds_a_difference_that_a_later_step_hides(void **state)
{
	struct output *o = *state;

	finish(&trials[HIDDEN], o);
	has(o, 1, "after line 14, hidden by a later step: secrets/default/web-2 is missing\n");
}

/* The first finding is printed before the plan is tried again. */
static void perturb_finds_a_second_creation_after_a_wait_for_the_cache(void **state)
{
	struct output *o = *state;

	finish(&trials[IMPATIENT], o);
	has(o, 1, "was created 2 times, undisturbed 1\n");
	assert_true(o->err.len && strstr(o->err.ptr, "] suspect "));
}

static void events_are_held_only_as_long_as_hold_says(void **state)
{
	struct output *o = *state;

	finish(&trials[BRIEFLY], o);
	has(o, 0, "1 passed, 0 missed");
	relistf(o, "perturb --hold 3601 --exec true " SHORT);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "--hold is 3601, must be 1 to 3600 seconds\n"));
}

/* The file of the failure before; perturb has run it with the wrong program. */
static void scenario_of_a_failure_passes_with_the_right_controller(void **state)
{
	struct output *o = *state;
	char path[100];

	if (!has_python())
		skip();
	(void)snprintf(path, sizeof(path), "%s/crash-4.yaml", scenarios);
	(void)setenv("RECONCILER_BUG", "", 1);
	relistf(o, "run --world external --subject " PROGRAM " %s", path);
	has(o, 0, "1 passed");
	(void)unlink(path);
}

/* The requeue comes long after the program's other pauses: the undisturbed run waits for it, and
 * so does every other one. */
static void perturb_waits_for_a_late_requeue(void **state)
{
	struct output *o = *state;
	char line[400];
	int updates = 0;
	FILE *in;

	finish(&trials[LATE], o);
	has(o, 0, "0 failures in 1 plans tried");
	in = fopen(requests_path, "r");
	assert_non_null(in);
	while (fgets(line, sizeof(line), in))
		updates += strstr(line, "update configmaps/default/web -> 200 changed") != NULL;
	(void)fclose(in);
	assert_int_equal(updates, 3); /* finalizer, made, checked */
}

static void leader_that_ends_when_another_client_takes_its_lease_has_no_finding(void **state)
{
	struct output *o = *state;

	finish(&trials[LEADER], o);
	has(o, 0, "0 failures in 1 plans tried");
	has(o, 0, "1 passed, 0 missed");
}

static void leader_that_goes_on_without_its_lease_is_found(void **state)
{
	struct output *o = *state;

	finish(&trials[DEAF], o);
	has(o, 1, "FAIL 1: it writes without its lease\n");
	has(o, 1, "while another client holds its lease\n");
}

static void leader_that_overwrites_the_next_ones_work_after_a_pause_is_found(void **state)
{
	struct output *o = *state;

	finish(&trials[BLIND], o);
	has(o, 1, "when it is stopped after its CREATE secrets/default/web-");
	has(o, 1, "a second one leads and sees `update configmaps/default/web`");
}

/* Both see sets with the size that only the webhook adds. The webhook is not there for the first
 * half second of each start. */
static void correct_controller_with_a_webhook_has_no_finding(void **state)
{
	struct output *o = *state;

	finish(&trials[WEBHOOK], o);
	has(o, 0, "0 failures in 6 plans");
	has(o, 0, "6 passed, 0 missed their point, 0 broken");
}

static void perturb_finds_a_mistake_of_a_controller_with_a_webhook(void **state)
{
	struct output *o = *state;

	finish(&trials[WEBHOOK_EARLY], o);
	has(o, 1,
	    "secrets/default/web-1 is there at the end, undisturbed it is not\n"
	    "      when killed after its UPDATE configmaps/default/web");
	has(o, 1, "/crash-1.yaml: fails (");
	has(o, 1, "; passes without the disturbance");
}

/* The scenario has the size that the webhook added to the story's set, and the program's own writes
 * call its webhook. */
static void scenario_of_a_controller_with_a_webhook_passes_with_the_right_one(void **state)
{
	struct output *o = *state;
	char path[100];

	if (!has_python())
		skip();
	(void)snprintf(path, sizeof(path), "%s/crash-1.yaml", admitted);
	(void)setenv("RECONCILER_BUG", "webhook", 1);
	relistf(o, "run --world external --subject " PROGRAM " %s", path);
	has(o, 0, "1 passed");
	(void)setenv("RECONCILER_BUG", "", 1); /* it has no webhook */
	relistf(o, "run --world external --subject " PROGRAM " %s", path);
	assert_int_equal(o->status, 1);
	(void)unlink(path);
	(void)snprintf(path, sizeof(path), "%s/loaded.json", admitted);
	(void)unlink(path);
}

/* The file ends with a torn line, as after a kill during its write. */
static void resumed_search_tries_only_plans_without_a_result(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;
	FILE *file;

	finish(&trials[FINISHED], o);
	has(o, 0, "0 failures in 1 plans tried of 4");
	file = fopen(finished, "a");
	assert_non_null(file);
	fputs("{\"plan\":\"crash:", file);
	(void)fclose(file);
	(void)setenv("RECONCILER_BUG", "early", 1);
	relistf(o, RESUMED, finished, "4", SHORT);
	has(o, 1, "when killed after its UPDATE configmaps/default/web (the 2nd of them), started");
	has(o, 1, "\n1 of them were tried before (--resume)\n");
	assert_int_equal(runner__read_file(finished, 1 << 16, &text, NULL), 0);
	assert_null(strstr(text.ptr, "\"crash:{"));
	/* the failure is known now, with its finding */
	relistf(o, RESUMED, finished, "4", SHORT);
	has(o, 1, "secrets/default/web-0 is missing at the end");
	has(o, 1, "\n4 of them were tried before (--resume)\n");
	has(o, 1, " s, 0 tries, ");
}

/* The file of the test before. */
static void file_of_another_search_is_refused(void **state)
{
	struct output *o = *state;

	if (!has_python())
		skip();
	relistf(o, RESUMED, finished, "4", STORY);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, " is of another story: remove it,"));
	relistf(o, RESUMED " --roles none", finished, "4", SHORT);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, " is of another set of options: remove it,"));
	relistf(o,
		"perturb -q --references 2 --late 0 --family crash --resume %s --exec "
		"tests/subjects/caller.py " SHORT,
		finished);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, " is of another program: remove it,"));
	relistf(o, "perturb --resume " STORY " --exec true " STORY);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, STORY " is not a file that --resume wrote"));
}

static void correct_controller_has_no_finding_in_a_pair_of_disturbances(void **state)
{
	struct output *o = *state;

	finish(&trials[PAIR], o);
	has(o, 0, "1 passed, 0 missed");
}

/* One disturbance of the pair suffices. */
static void perturb_reduces_a_pair_to_a_single_disturbance(void **state)
{
	struct output *o = *state;

	finish(&trials[REDUCED], o);
	has(o, 1, "when killed after its UPDATE configmaps/default/web (the 2nd of them), started");
	has(o, 1, SHORT " --only crash:4-");
}

/* It is away while its object is deleted, so its finalizer keeps the object, and the story cannot
 * create it. */
static void story_creates_an_object_again_when_its_deletion_is_finished(void **state)
{
	struct output *o = *state;

	finish(&trials[AGAIN], o);
	has(o, 0, "1 passed, 0 missed");
}

static void program_that_exits_undisturbed_is_an_error(void **state)
{
	struct output *o = *state;

	relist(o, "perturb -q --exec false " STORY);
	has(o, 2, "the story cannot be judged: the program ends by itself, undisturbed (status 1)");
}

static void escapes_of_the_program_do_not_reach_the_terminal(void **state)
{
	struct output *o = *state;

	relist(o, "perturb -q --exec tests/subjects/red.sh " STORY);
	has(o, 2, "undisturbed (status 1): ?[31mred two");
	assert_null(strchr(o->out.ptr, '\x1b'));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(program_that_exits_undisturbed_is_an_error),
		cmocka_unit_test(escapes_of_the_program_do_not_reach_the_terminal),
		cmocka_unit_test(correct_controller_has_no_finding),
		cmocka_unit_test(controller_that_polls_comes_to_rest),
		cmocka_unit_test(slow_program_is_awaited_undisturbed),
		cmocka_unit_test(perturb_waits_for_a_late_requeue),
		cmocka_unit_test(
		    leader_that_ends_when_another_client_takes_its_lease_has_no_finding),
		cmocka_unit_test(leader_that_goes_on_without_its_lease_is_found),
		cmocka_unit_test(leader_that_overwrites_the_next_ones_work_after_a_pause_is_found),
		cmocka_unit_test(perturb_finds_a_status_written_too_early_by_a_crash),
		cmocka_unit_test(perturb_finds_a_difference_that_a_later_step_hides),
		cmocka_unit_test(perturb_finds_a_second_creation_after_a_wait_for_the_cache),
		cmocka_unit_test(events_are_held_only_as_long_as_hold_says),
		cmocka_unit_test(correct_controller_has_no_finding_in_a_pair_of_disturbances),
		cmocka_unit_test(perturb_reduces_a_pair_to_a_single_disturbance),
		cmocka_unit_test(story_creates_an_object_again_when_its_deletion_is_finished),
		cmocka_unit_test(correct_controller_with_a_webhook_has_no_finding),
		cmocka_unit_test(perturb_finds_a_mistake_of_a_controller_with_a_webhook),
		cmocka_unit_test(scenario_of_a_controller_with_a_webhook_passes_with_the_right_one),
		cmocka_unit_test(resumed_search_tries_only_plans_without_a_result),
		cmocka_unit_test(file_of_another_search_is_refused),
		cmocka_unit_test(scenario_of_a_failure_passes_with_the_right_controller),
	};

	return cmocka_run_group_tests(tests, begin_all, end_all);
}
