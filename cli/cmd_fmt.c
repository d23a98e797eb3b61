/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_fmt.c - relist fmt: formats scenarios in their canonical form and keeps comments. */
#include "cli/cli.h"
#include "runner/posix/files.h"
#include "runner/rewrite/fmt.h"

struct values {
	bool check, write;
};

static const struct cli__option options[] = {
	{ "check", 0, CLI_FLAG, offsetof(struct values, check), NULL, NULL,
	  "print the files that would change, without writing" },
	{ "write", 'w', CLI_FLAG, offsetof(struct values, write), NULL, NULL,
	  "write changed files" },
};

const struct cli__command cli__fmt_command = {
	.name = "fmt",
	.operands = "PATH...",
	.summary = "Print scenarios (*.yaml) in canonical form; comments stay.",
	.details =
	    "Exit status: 0; with --check 1 if a file would change; 2 for bad input or usage.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "PATH",
};

static int format(const struct values *v, const char *path, FILE *out, FILE *err)
{
	AUTO_STRBUF text = STRBUF_INIT, formatted = STRBUF_INIT, report = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	struct relist_err why;
	int rc;

	if (runner__read_file(path, SCN_FILE_BYTES_MAX, &text, &why)) {
		fprintf(err, "relist fmt: %s\n", why.msg);
		return cli__status_of(&why);
	}
	rc = scn__fmt(strbuf_str(&text), &formatted, &errors);
	scn__errors_print(&errors, str_of(path), &report);
	scn__errors_fini(&errors);
	if (rc) {
		fputs(rc == RELIST_ENOMEM ? "relist: out of memory\n" : report.ptr, err);
		return rc == RELIST_ENOMEM ? 5 : 2;
	}
	if (!v->check && (!v->write || strcmp(path, "-") == 0)) {
		fwrite(formatted.ptr, 1, formatted.len, out);
		return 0;
	}
	if (str_eq(strbuf_str(&text), strbuf_str(&formatted)))
		return 0;
	fprintf(out, "%s\n", path);
	if (v->check)
		return 1;
	if (runner__replace_file(path, strbuf_str(&formatted), &why) == 0)
		return 0;
	fprintf(err, "relist fmt: %s\n", why.msg);
	return 5;
}

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	const struct values *v = values;
	struct runner__paths paths = { 0 };
	int status;

	if (v->check && v->write) {
		fputs("relist fmt: either --check or --write\n", err);
		return 2;
	}
	status = cli__find_paths(&cli__fmt_command, operands, ".yaml", &paths, err);
	for (size_t i = 0; i < paths.len && status < 5; i++) {
		int one = format(v, paths.items[i], out, err);

		status = one > status ? one : status;
	}
	runner__paths_fini(&paths);
	return status;
}

int cmd_fmt(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { 0 };

	return cli__run(&cli__fmt_command, argc, argv, &v, run, out, err);
}
