/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that misbehave in every way cannot make their runner wait. */
#define _GNU_SOURCE
#include "tests/kit/testing.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/posix/clock.h"
#include "runner/posix/process.h"

static struct process p;
static struct strbuf printed;

static void on_line(void *user, struct str line)
{
	(void)user;
	if (printed.len > 4096)
		return;
	strbuf_adds(&printed, line);
	strbuf_addc(&printed, '|');
}

static size_t lines_printed(void)
{
	size_t n = 0;

	for (size_t i = 0; i < printed.len; i++)
		n += printed.ptr[i] == '|';
	return n;
}

static void start(const char *command)
{
	static const char *const arguments[] = { "--resource", "a b", NULL };
	static char kubeconfig[] = "KUBECONFIG=/tmp/kubeconfig of mine";
	char *const variables[] = { kubeconfig, NULL };
	struct relist_err err = { 0 };

	memset(&p, 0, sizeof(p));
	strbuf_init(&printed);
	p.on_line = on_line;
	if (runner__process_start(&p, command, arguments, variables, &err) != 0)
		fail_msg("%s", err.msg);
}

/* Until it has ended or was stopped, or as many bytes have come; at most a minute. */
static void read_until(uint64_t bytes)
{
	int64_t end = clock_monotonic_ns() + 60 * (int64_t)1000000000;

	while (!p.ended && !p.flooded && p.bytes < bytes && clock_monotonic_ns() < end) {
		struct pollfd fds[2];

		(void)poll(fds, (nfds_t)runner__process_poll_fds(&p, fds), 20);
		runner__process_read(&p);
	}
}

static void finish(const char *fate)
{
	AUTO_STRBUF text = STRBUF_INIT;
	pid_t guard = p.guard.pid;

	runner__process_finish(&p);
	runner__process_fate(&p, &text);
	assert_string_equal(text.ptr, fate);
	assert_int_equal(waitpid(guard, NULL, 0), -1);
	assert_int_equal(errno, ECHILD);
}

static bool lives(pid_t pid)
{
	return kill(pid, 0) == 0;
}

static void wait_for_end(pid_t pid)
{
	for (int i = 0; i < 2000 && lives(pid); i++)
		(void)poll(NULL, 0, 5);
	assert_false(lives(pid));
}

static void process_gets_arguments_and_kubeconfig_and_its_lines_are_read(void **state)
{
	(void)state;
	start("sh -c 'printf \"%s\\n%s\\nlast\" \"$KUBECONFIG\" \"$2\"' name");
	read_until(UINT64_MAX);
	finish("exited with status 0");
	assert_string_equal(printed.ptr, "/tmp/kubeconfig of mine|a b|last|");
	strbuf_fini(&printed);
}

static void crash_is_reported_with_the_end_of_stderr(void **state)
{
	(void)state;
	start("sh -c 'echo boom >&2; kill -SEGV $$' name");
	read_until(UINT64_MAX);
	assert_true(p.ended);
	assert_memory_equal(p.errors, "boom\n", 5);
	finish("exited with status 139");
	strbuf_fini(&printed);
	start("exec sh -c 'kill -SEGV $$' name");
	read_until(UINT64_MAX);
	finish("killed by signal 11");
	strbuf_fini(&printed);
	start("sh -c 'exit 3' name");
	read_until(UINT64_MAX);
	finish("exited with status 3");
	strbuf_fini(&printed);
	start("/no/such/program");
	read_until(UINT64_MAX);
	finish("exited with status 127");
	strbuf_fini(&printed);
}

/* A log record names its error first, and ends with a stack. */
static void last_line_longer_than_the_room_keeps_its_beginning_and_end(void **state)
{
	static const char begin[] = "{\"error\":\"conflict\",\"stack\":\"000";
	char buf[100];

	(void)state;
	start("printf 'before\\n{\"error\":\"conflict\",\"stack\":\"%0200d\"}\\n' 7 >&2; :");
	read_until(UINT64_MAX);
	runner__process_last_errors(&p, buf, sizeof(buf));
	assert_memory_equal(buf, begin, sizeof(begin) - 1);
	assert_non_null(strstr(buf, "0 … 0"));
	assert_string_equal(buf + strlen(buf) - 5, "007\"}");
	finish("exited with status 0");
	strbuf_fini(&printed);
	start("echo one >&2; echo two >&2; :");
	read_until(UINT64_MAX);
	runner__process_last_errors(&p, buf, sizeof(buf));
	assert_string_equal(buf, "one two");
	finish("exited with status 0");
	strbuf_fini(&printed);
}

static void process_that_ignores_sigterm_is_killed(void **state)
{
	(void)state;
	start("trap '' TERM; echo ready; sleep 1000; :");
	read_until(6);
	runner__process_terminate(&p);
	runner__process_read(&p);
	assert_false(p.ended);
	finish("killed: it did not end by itself");
	strbuf_fini(&printed);
}

/* In the background, in a session of its own, and with a child that outlives its parent. */
#define LEAVES_BEHIND                                                                              \
	"sleep 1000 & echo $!; setsid sleep 1000 & echo $!; sh -c 'sleep 1000 & echo $!'; "

enum { LEFT = 3 };

static void read_pids(const char *text, pid_t pids[LEFT])
{
	for (int i = 0; i < LEFT; i++) {
		char *end;

		pids[i] = (pid_t)strtol(text, &end, 10);
		assert_true(pids[i] > 1);
		text = end + 1;
	}
}

static void children_of_a_process_end_with_it(void **state)
{
	static const struct {
		const char *tail, *fate;
		bool ends;
	} cases[] = {
		{ "exit 0;", "exited with status 0", true },
		{ "sleep 1000; :", "killed: it did not end by itself", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF command = STRBUF_INIT;
		pid_t pids[LEFT];

		strbuf_addf(&command, "%s%s", LEAVES_BEHIND, cases[i].tail);
		start(command.ptr);
		while (!p.ended && lines_printed() < LEFT)
			read_until(p.bytes + 1);
		if (cases[i].ends)
			read_until(UINT64_MAX);
		read_pids(printed.ptr, pids);
		finish(cases[i].fate);
		for (int k = 0; k < LEFT; k++)
			assert_false(lives(pids[k]));
		strbuf_fini(&printed);
	}
}

/* Starts one, says the numbers of what it leaves behind, and does nothing more. */
static _Noreturn void live_until_killed(int out)
{
	const char *const arguments[] = { NULL };

	memset(&p, 0, sizeof(p));
	strbuf_init(&printed);
	p.on_line = on_line;
	if (runner__process_start(&p, LEAVES_BEHIND "sleep 1000; :", arguments, (char *[]) { NULL },
				  NULL) != 0)
		_exit(1);
	while (lines_printed() < LEFT)
		read_until(p.bytes + 1);
	if (write(out, printed.ptr, printed.len) != (ssize_t)printed.len)
		_exit(1);
	for (;;)
		(void)pause();
}

static void process_ends_if_its_parent_is_killed(void **state)
{
	static const int signals[] = { SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(signals); i++) {
		char text[128] = "";
		pid_t pids[LEFT], we;
		int ends[2], count = 0;

		assert_int_equal(pipe(ends), 0);
		we = fork();
		if (we == 0) {
			/* A shell starts background programs with some of these signals ignored. */
			(void)signal(signals[i], SIG_DFL);
			live_until_killed(ends[1]);
		}
		(void)close(ends[1]);
		while (count < (int)sizeof(text) - 1) {
			ssize_t n = read(ends[0], text + count, sizeof(text) - 1 - (size_t)count);
			int bars = 0;

			assert_true(n > 0);
			count += (int)n;
			for (int k = 0; k < count; k++)
				bars += text[k] == '|';
			if (bars == LEFT)
				break;
		}
		read_pids(text, pids);
		for (int k = 0; k < LEFT; k++)
			assert_true(lives(pids[k]));
		(void)kill(we, signals[i]);
		assert_int_equal(waitpid(we, NULL, 0), we);
		for (int k = 0; k < LEFT; k++)
			wait_for_end(pids[k]);
		(void)close(ends[0]);
	}
}

static void temporary_folder_is_removed_with_its_owner(void **state)
{
	char folder[] = "/tmp/relist-guard-XXXXXX", file[64];
	int ends[2];
	char byte;
	pid_t we;

	(void)state;
	assert_non_null(mkdtemp(folder));
	(void)snprintf(file, sizeof(file), "%s/token", folder);
	assert_int_equal(close(open(file, O_CREAT | O_WRONLY | O_CLOEXEC, 0600)), 0);
	assert_int_equal(pipe(ends), 0);
	we = fork();
	if (we == 0) {
		struct guard g;

		if (guard_start(&g, &(struct guard_options) { .out = -1,
							      .err = -1,
							      .remove = folder }) != 0 ||
		    write(ends[1], "", 1) != 1)
			_exit(1);
		for (;;)
			(void)pause();
	}
	assert_int_equal(read(ends[0], &byte, 1), 1);
	assert_int_equal(access(file, F_OK), 0);
	(void)kill(we, SIGKILL);
	assert_int_equal(waitpid(we, NULL, 0), we);
	for (int i = 0; i < 2000 && access(folder, F_OK) == 0; i++)
		(void)poll(NULL, 0, 5);
	assert_int_equal(access(folder, F_OK), -1);
	(void)close(ends[0]);
	(void)close(ends[1]);
}

static void *no_work(void *user)
{
	return user;
}

static _Noreturn void *start_threads(void *user)
{
	pthread_t t;

	(void)user;
	for (;;)
		if (pthread_create(&t, NULL, no_work, NULL) == 0)
			(void)pthread_join(t, NULL);
}

static _Noreturn void start_guards(void)
{
	pthread_t beside[2];
	bool good = true;

	(void)alarm(60);
	for (size_t i = 0; i < ARRAY_LEN(beside); i++)
		good &= pthread_create(&beside[i], NULL, start_threads, NULL) == 0;
	for (int i = 0; i < 500 && good; i++) {
		struct guard g;

		good = guard_start(&g, &(struct guard_options) { .out = -1, .err = -1 }) == 0 &&
		       guard_finish(&g) == 0;
	}
	_exit(!good);
}

/* A fork copies locks that other threads hold. */
static void guards_start_while_other_threads_begin_and_end(void **state)
{
	pid_t we = fork();
	int status;

	(void)state;
	if (we == 0) {
		(void)setpgid(0, 0);
		start_guards();
	}
	assert_int_equal(waitpid(we, &status, 0), we);
	(void)kill(-we, SIGKILL); /* a guard that hangs has the group of its parent */
	assert_int_equal(status, 0);
}

static void process_that_floods_its_output_is_killed(void **state)
{
	(void)state;
	start("yes --");
	read_until(UINT64_MAX);
	assert_true(p.flooded);
	finish("killed: it wrote more than 64 MiB");
	strbuf_fini(&printed);
}

static void oversized_line_is_skipped(void **state)
{
	(void)state;
	start("head -c 9000000 /dev/zero | tr '\\0' x; echo; echo short; :");
	read_until(UINT64_MAX);
	finish("exited with status 0");
	assert_string_equal(printed.ptr, "short|");
	strbuf_fini(&printed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(process_gets_arguments_and_kubeconfig_and_its_lines_are_read),
		cmocka_unit_test(crash_is_reported_with_the_end_of_stderr),
		cmocka_unit_test(last_line_longer_than_the_room_keeps_its_beginning_and_end),
		cmocka_unit_test(process_that_ignores_sigterm_is_killed),
		cmocka_unit_test(children_of_a_process_end_with_it),
		cmocka_unit_test(process_ends_if_its_parent_is_killed),
		cmocka_unit_test(temporary_folder_is_removed_with_its_owner),
		cmocka_unit_test(guards_start_while_other_threads_begin_and_end),
		cmocka_unit_test(process_that_floods_its_output_is_killed),
		cmocka_unit_test(oversized_line_is_skipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
