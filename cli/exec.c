/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "cli/exec.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/str.h"
#include "runner/posix/guard.h"
#include "runner/posix/process.h"

enum { PATIENCE_S = 5, CANNOT_EXECUTE = 126, NOT_FOUND = 127 };

int exec__split(int argc, char **argv, char ***command)
{
	*command = NULL;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--exec") == 0 && i + 1 < argc) {
			*command = argv + i + 1;
			return i;
		}
	}
	return argc;
}

void exec__block_signals(sigset_t *signals, sigset_t *mask)
{
	(void)sigemptyset(signals);
	(void)sigaddset(signals, SIGTERM);
	(void)sigaddset(signals, SIGINT);
	(void)sigaddset(signals, SIGHUP);
	(void)sigaddset(signals, SIGQUIT);
	(void)sigaddset(signals, SIGCHLD);
	(void)pthread_sigmask(SIG_BLOCK, signals, mask);
}

void exec__wait_for_end(const sigset_t *signals, FILE *err)
{
	siginfo_t from;
	int sig;

	do
		sig = sigwaitinfo(signals, &from);
	while (sig < 0 || sig == SIGCHLD);
	/* Reports only signals of other processes, not those that relist itself sent. */
	if (from.si_code == SI_USER && from.si_pid != getpid() && from.si_pid != getppid() &&
	    from.si_pid > 0)
		fprintf(err, "relist: ended by signal %d from process %ld\n", sig,
			(long)from.si_pid);
}

/* Suggests a command in place of a missing one. */
static const char *hint_of(const char *command)
{
	if (command[0] == '-')
		return " (--exec takes all that follows: options come before it)";
	if (strpbrk(command, " \t"))
		return " (--exec takes words: leave the quotes out, or use sh -c)";
	return "";
}

static int start_command(const char *self, char **command, const char *kubeconfig,
			 const char *temporary, const sigset_t *mask, struct guard *guard,
			 FILE *err)
{
	struct strbuf variable = STRBUF_INIT;
	char **env;
	int code;

	strbuf_addf(&variable, "KUBECONFIG=%s", kubeconfig);
	env =
	    variable.failed ? NULL : runner__process_environment((char *[]) { variable.ptr, NULL });
	code = env ? guard_start(guard, &(struct guard_options) { .argv = command,
								  .env = env,
								  .out = -1,
								  .err = -1,
								  .mask = mask,
								  .remove = temporary })
		   : ENOMEM;
	base__free(env);
	strbuf_fini(&variable);
	if (!code)
		return 0;
	fprintf(err, "relist %s: %s: %s%s\n", self, command[0], strerror(code),
		code == ENOENT ? hint_of(command[0]) : "");
	return code == ENOENT ? NOT_FOUND : CANNOT_EXECUTE;
}

/* Waits until the command ends. Forwards signals and kills a command that ignores them. A
 * terminal's signals reach the command directly; it decides itself how to treat ^C. */
static int wait_command(struct guard *guard, const sigset_t *signals)
{
	struct timespec patience = { .tv_sec = PATIENCE_S };
	bool forwarded = false;
	int status;

	for (;;) {
		siginfo_t info = { 0 };
		int sig;

		if (waitpid(guard->pid, &status, WNOHANG) == guard->pid) {
			guard->pid = 0;
			(void)guard_finish(guard);
			return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
		}
		sig = sigtimedwait(signals, &info, forwarded ? &patience : NULL);
		if (sig < 0 && errno == EAGAIN)
			guard_signal(guard, SIGKILL);
		if (sig <= 0 || sig == SIGCHLD || info.si_code == SI_KERNEL)
			continue;
		guard_signal(guard, forwarded ? SIGKILL : sig);
		forwarded = true;
	}
}

int exec__temporary_kubeconfig(const char *self, char *path, size_t cap, FILE *err)
{
	const char *folder = getenv("TMPDIR");
	int fd;

	(void)snprintf(path, cap, "%s/relist-kubeconfig-XXXXXX",
		       folder && *folder ? folder : "/tmp");
	fd = mkstemp(path);
	if (fd < 0) {
		fprintf(err, "relist %s: %s: %s\n", self, path, strerror(errno));
		return 5;
	}
	(void)close(fd);
	return 0;
}

int exec__run(const char *self, char **command, const char *kubeconfig, const char *temporary,
	      const sigset_t *signals, const sigset_t *mask, FILE *err)
{
	struct guard guard = { .orders = -1 };
	int status = start_command(self, command, kubeconfig, temporary, mask, &guard, err);

	return guard.pid ? wait_command(&guard, signals) : status;
}
