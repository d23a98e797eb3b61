/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cli.h"
#include "cli/completion.h"
#include "cli/control_plane.h"

#include <time.h>

#include "base/suggest.h"

static const struct subcommand {
	const char *name; /* first member: searched for suggestions */
	const char *summary;
	int (*run)(int argc, char **argv, FILE *out, FILE *err);
	const struct cli__command *command;
	const char *group; /* heading in `relist help`; set in the group's first command */
} subcommands[] = {
	{ "run", "run traces and compare what the informer does", cmd_run, &cli__run_command,
	  "check informers and controllers with scenarios" },
	{ "new", "write a scenario to begin with", cmd_new, &cli__new_command, NULL },
	{ "check", "report all errors of scenarios, without a run", cmd_check, &cli__check_command,
	  NULL },
	{ "fmt", "format scenarios", cmd_fmt, &cli__fmt_command, NULL },
	{ "show", "print the events of a scenario, step by step", cmd_show, &cli__show_command,
	  NULL },
	{ "explain", "explain words of the language, concepts, and runs", cmd_explain,
	  &cli__explain_command, NULL },
	{ "scenarios", "list or copy the scenarios that come with relist", cmd_scenarios,
	  &cli__scenarios_command, NULL },
	{ "explore", "run scenarios in every order, or with many seeds", cmd_explore,
	  &cli__explore_command, NULL },
	{ "report", "merge the results of several shards", cmd_report, &cli__report_command, NULL },
	{ "job", "print a Kubernetes Job that shares the work of run, explore or perturb", cmd_job,
	  &cli__job_command, NULL },
	{ "serve", "serve a fake Kubernetes API, for any client", cmd_serve, &cli__serve_command,
	  "test a client or a controller against a server" },
	{ "envtest", "print a folder for KUBEBUILDER_ASSETS", cmd_envtest, &cli__envtest_command,
	  NULL },
	{ "upgrade", "compare what two releases of Kubernetes make of your objects", cmd_upgrade,
	  &cli__upgrade_command, NULL },
	{ "perturb", "find bugs in a controller by disturbing it", cmd_perturb,
	  &cli__perturb_command, NULL },
	{ "conform", "compare informers of any language in the same situations", cmd_conform,
	  &cli__conform_command, NULL },
	{ "record", "record the traffic of clients with a real server", cmd_record,
	  &cli__record_command, "reproduce an incident" },
	{ "import", "convert audit logs, watches, HAR and others to a recording", cmd_import,
	  &cli__import_command, NULL },
	{ "replay", "replay a recording to our informers or any client", cmd_replay,
	  &cli__replay_command, NULL },
	{ "lift", "convert a recording to a scenario", cmd_lift, &cli__lift_command, NULL },
	{ "shrink", "minimize a failing scenario", cmd_shrink, &cli__shrink_command, NULL },
	{ "doctor", "print what this machine has and lacks for relist", cmd_doctor,
	  &cli__doctor_command, "set up" },
	{ "schema", "print the JSON Schema of scenarios, for editors", cmd_schema,
	  &cli__schema_command, NULL },
	{ "completion", "print completions for bash, zsh or fish", cmd_completion,
	  &cli__completion_command, NULL },
	{ "gen", "write typed informers for a CustomResourceDefinition", cmd_gen, &cli__gen_command,
	  NULL },
};

const char *cli__build = "";

static void help(FILE *out)
{
	fputs("usage: relist COMMAND [OPTION]... [ARGUMENT]...\n"
	      "       relist --version | --help\n\n"
	      "A fake Kubernetes apiserver, an informer, and the harness that checks both.\n",
	      out);
	for (size_t i = 0; i < ARRAY_LEN(subcommands); i++) {
		if (subcommands[i].group)
			fprintf(out, "\n%s:\n", subcommands[i].group);
		fprintf(out, "  %-10s %s\n", subcommands[i].name, subcommands[i].summary);
	}
	fputs("\n"
	      "`relist help COMMAND` describes a command.\n",
	      out);
}

static int unknown(const char *word, FILE *err)
{
	char hint[64];

	suggest_text(str_of(word), subcommands, ARRAY_LEN(subcommands), sizeof(*subcommands), hint,
		     sizeof(hint));
	fprintf(err, "relist: unknown %s \"%s\"%s; see relist --help\n",
		word[0] == '-' ? "option" : "command", word, hint);
	return 2;
}

size_t cli__list(struct cli__listed *out, size_t cap)
{
	for (size_t i = 0; i < ARRAY_LEN(subcommands) && i < cap; i++)
		out[i] = (struct cli__listed) { subcommands[i].summary, subcommands[i].command };
	return ARRAY_LEN(subcommands) < cap ? ARRAY_LEN(subcommands) : cap;
}

/* relist help COMMAND is relist COMMAND --help. */
static int help_of(char *word, FILE *out, FILE *err)
{
	char ask[] = "--help", *argv[] = { word, ask, NULL };

	for (size_t i = 0; i < ARRAY_LEN(subcommands); i++)
		if (strcmp(word, subcommands[i].name) == 0)
			return subcommands[i].run(2, argv, out, err);
	return unknown(word, err);
}

static int run_command(int argc, char **argv, FILE *out, FILE *err)
{
	int status;

	if (cli__control_plane(argc, argv, out, err, &status))
		return status;
	if (argc < 2) {
		help(err);
		return 2;
	}
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "version") == 0) {
		fprintf(out, "relist " RELIST_VERSION "\n%s", cli__build);
		return 0;
	}
	if (strcmp(argv[1], "help") == 0 && argc > 2)
		return help_of(argv[2], out, err);
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		help(out);
		return 0;
	}
	for (size_t i = 0; i < ARRAY_LEN(subcommands); i++)
		if (strcmp(argv[1], subcommands[i].name) == 0)
			return subcommands[i].run(argc - 1, argv + 1, out, err);
	return unknown(argv[1], err);
}

int cli__main(int argc, char **argv, FILE *out, FILE *err)
{
	int status = run_command(argc, argv, out, err);

	/* A failed output is an error, whatever the command's own status. */
	if ((fflush(out) != 0 || ferror(out)) && status < 5) {
		fputs("relist: the output could not be written\n", err);
		return 5;
	}
	return status;
}

void cli__now_text(char *buf, size_t cap, int digits)
{
	struct timespec ts;
	struct tm tm;
	char fraction[16];
	size_t len;

	(void)clock_gettime(CLOCK_REALTIME, &ts);
	(void)gmtime_r(&ts.tv_sec, &tm);
	len = strftime(buf, cap, "%Y-%m-%dT%H:%M:%S", &tm);
	(void)snprintf(fraction, sizeof(fraction), "%09ld", ts.tv_nsec);
	(void)snprintf(buf + len, cap - len, ".%.*sZ", digits, fraction);
}
