/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "informer/posix/mutation_trap.h"
#include "tests/kit/informer_kit.h"

/* Runs `guilty` in a child and expects it to die of the fault with `text` on stderr. */
static void expect_fault(void (*guilty)(struct kit *k), const char *text)
{
	char got[256] = "";
	size_t len = 0;
	int fds[2], status;
	ssize_t n;
	pid_t child;

	assert_int_equal(pipe(fds), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct kit_options o = { .gates = inf__gates_current() };
		struct kit k;

		(void)signal(SIGSEGV, SIG_DFL);
		(void)dup2(fds[1], STDERR_FILENO);
		if (inf_mutation_trap_enable(NULL) != 0 || !kit_init(&k, &o))
			_exit(1);
		(void)inf__informer_start(k.inf, 0, NULL);
		(void)kit_replace(&k, "d/p=1", "1");
		kit_run(&k);
		guilty(&k);
		_exit(2);
	}
	(void)close(fds[1]);
	while (len < sizeof(got) - 1 && (n = read(fds[0], got + len, sizeof(got) - 1 - len)) > 0)
		len += (size_t)n;
	(void)close(fds[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	got[len] = '\0';
	assert_string_equal(got, text);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGSEGV);
}

static int scribbles(void *user, const struct inf_object *obj, bool initial)
{
	(void)user;
	(void)initial;
	*(char *)(uintptr_t)inf_object_json(obj).ptr = ' ';
	return 0;
}

static void bad_handler(struct kit *k)
{
	struct inf_handler h = { .on_add = scribbles };
	inf_registration reg;

	(void)inf__informer_add_handler(k->inf, 0, "scribbler", &h, -1, &reg, NULL);
	kit_run(k);
}

static void bad_thread(struct kit *k)
{
	(void)inf__informer_mutate(k->inf, "d/p");
}

static void bad_reference(struct kit *k)
{
	struct inf_object *obj = inf__indexer_get(inf__informer_indexer(k->inf), "d/p");

	inf_object_unref(obj);
	(void)kit_put(k, INF_DELTA_DELETED, "d/p", "2");
	kit_run(k);
	if (inf_object_key(obj)[0] == 'd')
		_exit(3);
}

static void mutation_trap_names_the_handler_that_writes(void **state)
{
	(void)state;
	expect_fault(bad_handler,
		     "relist: handler \"scribbler\" writes into the cached object d/p\n");
}

static void mutation_trap_reports_threads_without_a_handler(void **state)
{
	(void)state;
	expect_fault(bad_thread, "relist: a thread that runs no handler writes into the cached "
				 "object d/p\n");
}

static void mutation_trap_reports_use_after_the_last_unref(void **state)
{
	(void)state;
	expect_fault(bad_reference, "relist: a thread that runs no handler uses an object after "
				    "its end\n");
}

/* Runs last: the trap stays enabled in this process. */
static void informer_works_with_the_mutation_trap_enabled(void **state)
{
	struct kit_options o = { .gates = inf__gates_current() };
	struct kit k;
	AUTO_STRBUF big = STRBUF_INIT;
	struct inf_object *obj;

	(void)state;
	assert_int_equal(inf_mutation_trap_enable(NULL), 0);
	assert_int_equal(inf_mutation_trap_enable(NULL), 0);
	assert_true(kit_init(&k, &o));
	kit_add(&k, 'a', -1);
	inf__informer_start(k.inf, 0, NULL);
	kit_replace(&k, "d/p=1 d/q=2", "3");
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "4");
	kit_run(&k);
	kit_expect(&k, "a ADD d/p 1 initial\na ADD d/q 2 initial\na UPDATE d/p 1>4\n");
	assert_int_equal(inf__mutation_trap_live(), 2);
	kit_fini(&k);
	strbuf_addz(&big, "{\"metadata\":{\"name\":\"big\"},\"data\":\"");
	for (int i = 0; i < 5000; i++)
		strbuf_addz(&big, "0123456789");
	strbuf_addz(&big, "\"}");
	obj = inf__object_new(strbuf_str(&big), STR(""), STR(""), NULL);
	assert_int_equal(inf__mutation_trap_live(), 1);
	assert_string_equal(inf_object_key(obj), "big");
	assert_true(json_valid(inf__object_value(obj), NULL, NULL));
	inf_object_unref(obj);
	assert_int_equal(inf__mutation_trap_live(), 0);
	assert_int_equal(inf__mutation_trap_missed(), 0);
	assert_int_equal(inf__object_count(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mutation_trap_names_the_handler_that_writes),
		cmocka_unit_test(mutation_trap_reports_threads_without_a_handler),
		cmocka_unit_test(mutation_trap_reports_use_after_the_last_unref),
		cmocka_unit_test(informer_works_with_the_mutation_trap_enabled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
