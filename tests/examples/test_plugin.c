/* SPDX-License-Identifier: Apache-2.0 */
/* A reconciler in a shared object, built with relist/scenario.h alone: loaded by the command, it
 * passes its scenario, and its careless variant fails where it must. */
#include "tests/kit/testing.h"

#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char command[512], plugin[512];

struct outcome {
	int status;
	char text[16384];
};

static void run(struct outcome *o, const char *first, const char *second, const char *third)
{
	posix_spawn_file_actions_t actions;
	char *argv[] = { command,
			 (char *)(uintptr_t) "run",
			 (char *)(uintptr_t)first,
			 (char *)(uintptr_t)second,
			 (char *)(uintptr_t)third,
			 NULL };
	size_t len = 0;
	int fds[2], status;
	ssize_t n;
	pid_t pid;

	assert_int_equal(pipe(fds), 0);
	assert_int_equal(posix_spawn_file_actions_init(&actions), 0);
	assert_int_equal(posix_spawn_file_actions_adddup2(&actions, fds[1], 1), 0);
	assert_int_equal(posix_spawn_file_actions_adddup2(&actions, fds[1], 2), 0);
	assert_int_equal(posix_spawn_file_actions_addclose(&actions, fds[0]), 0);
	assert_int_equal(posix_spawn(&pid, command, &actions, NULL, argv, environ), 0);
	(void)posix_spawn_file_actions_destroy(&actions);
	(void)close(fds[1]);
	while ((n = read(fds[0], o->text + len, sizeof(o->text) - 1 - len)) > 0)
		len += (size_t)n;
	o->text[len] = 0;
	(void)close(fds[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	o->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect(const struct outcome *o, int status, const char *says)
{
	if (o->status != status || !strstr(o->text, says))
		fail_msg("exit status %d, wanted %d with `%s`:\n%s", o->status, status, says,
			 o->text);
}

static void careful_reconciler_passes(void **state)
{
	struct outcome o;

	(void)state;
	run(&o, "--plugin", plugin, "examples/plugins/site_config.yaml");
	expect(&o, 0, "1 passed");
}

static void careless_reconciler_fails_at_its_delete(void **state)
{
	struct outcome o;

	(void)state;
	run(&o, "--plugin", plugin, "examples/plugins/site_config_careless.yaml");
	expect(&o, 1, "site_config_careless.yaml:30:21: never[0]: `DELETE configmaps/default/shop");
	expect(&o, 1, "rerun: relist run examples/plugins/site_config_careless.yaml --plugin ");
	expect(&o, 1, "site_config.so --seed 1\n");
}

static void unloadable_plugin_is_named_in_the_error(void **state)
{
	struct outcome o;

	(void)state;
	run(&o, "examples/plugins/site_config.yaml", NULL, NULL);
	expect(&o, 2, "site_config.yaml:11:5: no reconciler is registered as plugin/site-config");
	run(&o, "--plugin", "examples/plugins/site_config.c", "examples/plugins/site_config.yaml");
	expect(&o, 2, "relist run: --plugin: ");
	run(&o, "--plugin", "nosuch.so", "examples/plugins/site_config.yaml");
	expect(&o, 2, "./nosuch.so: ");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(careful_reconciler_passes),
		cmocka_unit_test(careless_reconciler_fails_at_its_delete),
		cmocka_unit_test(unloadable_plugin_is_named_in_the_error),
	};
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
	int len = slash ? (int)(slash - argv[0]) : 1;

	/* build/VARIANT/tests/examples/test_plugin */
	(void)snprintf(command, sizeof(command), "%.*s/../../relist", len, slash ? argv[0] : ".");
	(void)snprintf(plugin, sizeof(plugin), "%.*s/../../examples/plugins/site_config.so", len,
		       slash ? argv[0] : ".");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
