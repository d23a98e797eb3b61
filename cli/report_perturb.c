/* SPDX-License-Identifier: Apache-2.0 */
/* report_perturb.c - relist report for parts of relist perturb. */
#include "cli/cli.h"
#include "cli/report_perturb.h"
#include "runner/perturb/posix/merge.h"
#include "runner/posix/files.h"

enum { PART_BYTES_MAX = 1 << 30 };

static int read_parts(struct perturb__merge *m, const struct cli__operands *paths,
		      struct relist_err *err)
{
	int code = 0;

	for (size_t i = 0; !code && i < paths->len; i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		code = runner__read_file(paths->items[i], PART_BYTES_MAX, &text, err);
		if (!code)
			code = perturb__merge_file(m, paths->items[i], strbuf_str(&text), err);
	}
	return code;
}

static void print_lost(const struct perturb__merge *m, const struct relist_err *why, FILE *err)
{
	AUTO_STRBUF command = STRBUF_INIT;

	fprintf(err, "relist report: %s\n", why->msg);
	perturb__merge_job(m, &command);
	if (command.len)
		fprintf(err, "  again: %s | kubectl create -f -\n", command.ptr);
}

static bool format_of(const char *word, enum perturb__format *out)
{
	static const char *const words[] = { [PERTURB_TEXT] = "text",
					     [PERTURB_JSON] = "json",
					     [PERTURB_JUNIT] = "junit",
					     [PERTURB_JSONL] = "jsonl" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (strcmp(words[i], word) == 0) {
			*out = (enum perturb__format)i;
			return true;
		}
	}
	return false;
}

int cli__report_perturb(const struct cli__operands *paths, const char *format, FILE *out, FILE *err)
{
	struct perturb__merge *m = NULL;
	struct relist_err why = { 0 };
	AUTO_STRBUF text = STRBUF_INIT;
	enum perturb__format form = PERTURB_TEXT;
	int code, status;

	if (!format_of(format, &form)) {
		fprintf(err,
			"relist report: --format is \"%s\", must be text, json, junit or jsonl for "
			"parts of relist perturb\n",
			format);
		return 2;
	}
	m = perturb__merge_new();
	code =
	    m ? read_parts(m, paths, &why) : relist_err_set(&why, RELIST_ENOMEM, "out of memory");
	if (code) {
		fprintf(err, "relist report: %s\n", why.msg);
		perturb__merge_free(m);
		return cli__status_of(&why);
	}
	code = perturb__merge_end(m, &why);
	if (code == RELIST_EINVAL)
		print_lost(m, &why, err);
	status = code == RELIST_ENOMEM ? 5 : perturb__merge_report(m, form, &text);
	if (status != 5 && fwrite(text.ptr, 1, text.len, out) != text.len)
		status = 5;
	if (status == 5)
		fputs("relist report: out of memory, or the output could not be written\n", err);
	perturb__merge_free(m);
	return code == RELIST_EINVAL && status < 2 ? 2 : status;
}
