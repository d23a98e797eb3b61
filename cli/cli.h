/* SPDX-License-Identifier: Apache-2.0 */
/* cli.h - the relist command without its process: main() passes stdout and stderr, tests pass
 * files. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "cli/options.h"

/* The program as WebAssembly (hosts/command) has no sockets and no processes. */
#ifdef __wasi__
#define CLI_NATIVE false
#else
#define CLI_NATIVE true
#endif
#define CLI_NEEDS_NATIVE                                                                           \
	"needs processes and sockets, which relist as WebAssembly lacks: use the program for "     \
	"Linux, or its image"

/* Runs `relist argv[1] ...`; returns the exit status. */
int cli__main(int argc, char **argv, FILE *out, FILE *err);
/* Further lines of `relist --version`; main() sets them, tests do not. */
extern const char *cli__build;

/* argv[0] is the command's name. */
extern const struct cli__command cli__run_command;
int cmd_run(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__conform_command;
int cmd_conform(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__show_command;
int cmd_show(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__serve_command;
int cmd_serve(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__record_command;
int cmd_record(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__replay_command;
int cmd_replay(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__gen_command;
int cmd_gen(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__check_command;
int cmd_check(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__fmt_command;
int cmd_fmt(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__import_command;
int cmd_import(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__lift_command;
int cmd_lift(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__shrink_command;
int cmd_shrink(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__explore_command;
int cmd_explore(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__perturb_command;
int cmd_perturb(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__report_command;
int cmd_report(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__job_command;
int cmd_job(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__explain_command;
int cmd_explain(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__upgrade_command;
int cmd_upgrade(int argc, char **argv, FILE *out, FILE *err);

extern const struct cli__command cli__envtest_command;
int cmd_envtest(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__new_command;
int cmd_new(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__scenarios_command;
int cmd_scenarios(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__schema_command;
int cmd_schema(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__doctor_command;
int cmd_doctor(int argc, char **argv, FILE *out, FILE *err);
extern const struct cli__command cli__completion_command;
int cmd_completion(int argc, char **argv, FILE *out, FILE *err);

struct cli__listed;
/* All commands in the order of relist --help; returns their number, at most `cap`. */
size_t cli__list(struct cli__listed *out, size_t cap);

/* Formats the wall clock as RFC 3339 in UTC with `digits` (1 to 9) digits of the second's
 * fraction. */
void cli__now_text(char *buf, size_t cap, int digits);

#endif
