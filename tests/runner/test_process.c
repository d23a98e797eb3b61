/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that misbehave in every way cannot make whoever runs them wait. */
#include "tests/kit/testing.h"

#include <errno.h>
#include <signal.h>

#include "base/posix/clock.h"
#include "runner/posix/process.h"

static struct process p;
static struct strbuf said;

static void on_line(void *user, struct str line)
{
	(void)user;
	if (said.len > 4096)
		return;
	strbuf_adds(&said, line);
	strbuf_addc(&said, '|');
}

static void start(const char *command)
{
	static const char *const arguments[] = { "--resource", "a b", NULL };
	struct relist_err err = { 0 };

	memset(&p, 0, sizeof(p));
	strbuf_init(&said);
	p.on_line = on_line;
	if (process_start(&p, command, arguments, "/tmp/kubeconfig of mine", &err) != 0)
		fail_msg("%s", err.msg);
}

/* Until it has ended or been told off, or as many bytes have come; at most a minute. */
static void read_until(uint64_t bytes)
{
	int64_t end = clock_monotonic_ns() + 60 * (int64_t)1000000000;

	while (!p.ended && !p.flooded && p.bytes < bytes && clock_monotonic_ns() < end) {
		struct pollfd fds[2];

		(void)poll(fds, (nfds_t)process_poll_fds(&p, fds), 20);
		process_read(&p);
	}
}

static void finish(const char *fate)
{
	AUTO_STRBUF text = STRBUF_INIT;
	pid_t group = p.pid;

	process_finish(&p);
	process_fate(&p, &text);
	assert_string_equal(text.ptr, fate);
	/* nobody of it is left, but for those that init has not collected yet */
	for (int i = 0; i < 1000 && kill(-group, 0) == 0; i++)
		(void)poll(NULL, 0, 5);
	assert_int_equal(kill(-group, 0), -1);
	assert_int_equal(errno, ESRCH);
}

static void its_lines_come_whole_with_arguments_and_kubeconfig(void **state)
{
	(void)state;
	start("sh -c 'printf \"%s\\n%s\\nlast\" \"$KUBECONFIG\" \"$2\"' name");
	read_until(UINT64_MAX);
	finish("exited with status 0");
	assert_string_equal(said.ptr, "/tmp/kubeconfig of mine|a b|last|");
	strbuf_fini(&said);
}

static void a_crash_is_noticed_with_its_last_words(void **state)
{
	(void)state;
	start("sh -c 'echo boom >&2; kill -SEGV $$' name");
	read_until(UINT64_MAX);
	assert_true(p.ended);
	assert_memory_equal(p.errors, "boom\n", 5);
	finish("exited with status 139");
	strbuf_fini(&said);
	start("exec sh -c 'kill -SEGV $$' name");
	read_until(UINT64_MAX);
	finish("killed by signal 11");
	strbuf_fini(&said);
	start("sh -c 'exit 3' name");
	read_until(UINT64_MAX);
	finish("exited with status 3");
	strbuf_fini(&said);
	start("/no/such/program");
	read_until(UINT64_MAX);
	finish("exited with status 127");
	strbuf_fini(&said);
}

static void one_that_hangs_or_ignores_signals_is_killed(void **state)
{
	(void)state;
	start("trap '' TERM; echo ready; sleep 1000; :");
	read_until(6);
	process_terminate(&p);
	process_read(&p);
	assert_false(p.ended);
	finish("killed: it did not end by itself");
	strbuf_fini(&said);
}

static void its_children_end_with_it(void **state)
{
	(void)state;
	start("sleep 1000 & sleep 1000 & echo ready; exit 0;");
	read_until(UINT64_MAX);
	finish("exited with status 0");
	strbuf_fini(&said);
}

static void a_flood_ends_after_so_many_bytes(void **state)
{
	(void)state;
	start("yes --");
	read_until(UINT64_MAX);
	assert_true(p.flooded);
	finish("killed: it wrote more than 64 MiB");
	strbuf_fini(&said);
}

static void a_line_without_end_is_passed_over(void **state)
{
	(void)state;
	start("head -c 9000000 /dev/zero | tr '\\0' x; echo; echo short; :");
	read_until(UINT64_MAX);
	finish("exited with status 0");
	assert_string_equal(said.ptr, "short|");
	strbuf_fini(&said);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(its_lines_come_whole_with_arguments_and_kubeconfig),
		cmocka_unit_test(a_crash_is_noticed_with_its_last_words),
		cmocka_unit_test(one_that_hangs_or_ignores_signals_is_killed),
		cmocka_unit_test(its_children_end_with_it),
		cmocka_unit_test(a_flood_ends_after_so_many_bytes),
		cmocka_unit_test(a_line_without_end_is_passed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
