/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_fmt.c - relist fmt: scenarios in their canonical form, comments kept. */
#include "base/alloc.h"
#include "cli/cli.h"
#include "runner/posix/files.h"
#include "runner/scn_fmt.h"

struct values {
	bool check, write;
};

static const struct cli__option options[] = {
	{ "check", 0, CLI_FLAG, offsetof(struct values, check), NULL, NULL,
	  "name the files that would change, and change nothing" },
	{ "write", 'w', CLI_FLAG, offsetof(struct values, write), NULL, NULL,
	  "write the files, where they change" },
};

const struct cli__command cli__fmt_command = {
	.name = "fmt",
	.operands = "PATH...",
	.summary = "Print scenarios (*.yaml) in their canonical form; comments stay.",
	.details =
	    "Exit status: 0; with --check 1 if a file would change; 2 for bad input or usage.",
	.options = options,
	.option_count = ARRAY_LEN(options),
};

/* Only whole: a name beside it, then renamed. */
static int replace(const char *path, const struct strbuf *text, FILE *err)
{
	AUTO_STRBUF temporary = STRBUF_INIT;
	bool good;
	FILE *f;

	strbuf_addf(&temporary, "%s.new", path);
	f = temporary.failed ? NULL : fopen(temporary.ptr, "wb");
	good = f && fwrite(text->ptr, 1, text->len, f) == text->len;
	good = f && fclose(f) == 0 && good;
	if (good && rename(temporary.ptr, path) == 0)
		return 0;
	if (f)
		(void)remove(temporary.ptr);
	fprintf(err, "relist fmt: cannot write %s\n", path);
	return 5;
}

static int format(const struct values *v, const char *path, FILE *out, FILE *err)
{
	AUTO_STRBUF text = STRBUF_INIT, formatted = STRBUF_INIT, report = STRBUF_INIT;
	struct runner__scn_errors errors = { 0 };
	struct relist_err why;
	int rc;

	if (runner__read_file(path, SCN_FILE_BYTES_MAX + 1, &text, &why)) {
		fprintf(err, "relist fmt: %s\n", why.msg);
		return 2;
	}
	rc = scn__fmt(strbuf_str(&text), &formatted, &errors);
	runner__scn_errors_print(&errors, str_of(path), &report);
	runner__scn_errors_fini(&errors);
	if (rc) {
		fputs(rc == RELIST_ENOMEM ? "relist: out of memory\n" : report.ptr, err);
		return rc == RELIST_ENOMEM ? 5 : 2;
	}
	if (!v->check && !v->write) {
		fwrite(formatted.ptr, 1, formatted.len, out);
		return 0;
	}
	if (str_eq(strbuf_str(&text), strbuf_str(&formatted)))
		return 0;
	fprintf(out, "%s\n", path);
	return v->check ? 1 : replace(path, &formatted, err);
}

static int run(const struct values *v, const struct cli__operands *operands, FILE *out, FILE *err)
{
	struct runner__paths paths = { 0 };
	int status = 0;

	for (size_t i = 0; i < operands->len && status == 0; i++) {
		struct relist_err why;

		if (runner__paths_find(&paths, operands->items[i], ".yaml", &why)) {
			fprintf(err, "relist fmt: %s\n", why.msg);
			status = 2;
		}
	}
	for (size_t i = 0; i < paths.len && status < 2; i++) {
		int one = format(v, paths.items[i], out, err);

		status = one > status ? one : status;
	}
	runner__paths_fini(&paths);
	return status;
}

int cmd_fmt(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { 0 };
	struct cli__operands paths = { base__calloc((size_t)argc + 1, sizeof(*paths.items)), 0 };
	int status = 2;

	if (!paths.items) {
		fputs("relist: out of memory\n", err);
		return 5;
	}
	switch (cli__parse(&cli__fmt_command, argc, argv, &v, &paths, out, err)) {
	case CLI_GO_ON:
		if (v.check && v.write)
			fputs("relist fmt: either --check or --write\n", err);
		else if (paths.len)
			status = run(&v, &paths, out, err);
		else
			fputs("relist fmt: no PATH given; see relist fmt --help\n", err);
		break;
	case CLI_HELPED:
		status = 0;
		break;
	case CLI_BAD:
		break;
	}
	base__free(paths.items);
	return status;
}
