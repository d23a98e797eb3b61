/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - the relist command as WebAssembly (WASI), for systems without a native program: the
 * simulator, the language and the reports, with the same output. It has no sockets, threads,
 * processes or signals. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/control_plane.h"
#include "cli/interrupt.h"
#include "cli/report_perturb.h"
#include "runner/posix/driver_external.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "runner/tcp/posix/world_tcp.h"

/* Debian's compiler runtime for WebAssembly is built with a stack protector that its libc lacks. */
void *__stack_chk_guard;
void __stack_chk_fail(void);
void __stack_chk_fail(void)
{
	abort();
}

/* Commands that need a system. */
#define ABSENT(NAME)                                                                               \
	const struct cli__command cli__##NAME##_command = { .name = #NAME };                       \
	int cmd_##NAME(int argc, char **argv, FILE *out, FILE *err)                                \
	{                                                                                          \
		(void)argc, (void)argv, (void)out;                                                 \
		fputs("relist " #NAME ": " CLI_NEEDS_NATIVE "\n", err);                            \
		return 2;                                                                          \
	}
ABSENT(serve)
ABSENT(envtest)
ABSENT(perturb)
ABSENT(job)
ABSENT(conform)
ABSENT(record)
ABSENT(replay)
ABSENT(doctor)

int cli__report_perturb(const struct cli__operands *paths, const char *format, FILE *out, FILE *err)
{
	(void)paths, (void)format, (void)out;
	fputs("relist report: a report of relist perturb " CLI_NEEDS_NATIVE "\n", err);
	return 2;
}

/* The command refuses these worlds before it uses them. */
const struct runner__world_ops runner__world_tcp, runner__world_external;
const struct scn__driver_ops runner__driver_tcp, runner__driver_external;

bool cli__control_plane(int argc, char **argv, FILE *out, FILE *err, int *status)
{
	(void)argc, (void)argv, (void)out, (void)err, (void)status;
	return false;
}

void cli__interrupt_take(void)
{
}

void cli__interrupt_give_back(void)
{
}

bool cli__interrupted(void)
{
	return false;
}

/* The launcher opens the root folder; PWD has its own current folder. */
int main(int argc, char **argv)
{
	const char *folder = getenv("PWD");

	if (folder && *folder == '/' && chdir(folder) != 0) {
		fprintf(stderr, "relist: %s: %s\n", folder, strerror(errno));
		return 2;
	}
	cli__build = "WebAssembly\n";
	return cli__main(argc, argv, stdout, stderr);
}
