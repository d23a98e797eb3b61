/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_import.c - relist import: converts captures of other tools to a recording. */
#include <errno.h>

#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <unistd.h>

#include "cli/cli.h"
#include "runner/import/posix/read_files.h"
#include "runner/recording/posix/file.h"

struct values {
	const char *out;
	const char *secrets, *redact, *managed_fields, *names;
	bool keep_going, quiet;
};

static const struct cli__option options[] = {
	{ "output", 'o', CLI_TEXT, offsetof(struct values, out), "REC.jsonl", NULL,
	  "output file [standard output]" },
	{ "keep-going", 'k', CLI_FLAG, offsetof(struct values, keep_going), NULL, NULL,
	  "skip malformed input" },
	{ "secrets", 0, CLI_WORD, offsetof(struct values, secrets), NULL, "hash|drop|keep",
	  "data of Secrets, tokens, passwords, keys, certificates [hash]" },
	{ "redact", 0, CLI_WORD, offsetof(struct values, redact), NULL, "normal|strict",
	  "strict: also annotations, arguments, ConfigMaps and other free text [normal]" },
	{ "managed-fields", 0, CLI_WORD, offsetof(struct values, managed_fields), NULL, "drop|keep",
	  "metadata.managedFields [drop]" },
	{ "names", 0, CLI_WORD, offsetof(struct values, names), NULL, "keep|hash",
	  "names and namespaces of objects [keep]" },
	{ "quiet", 'q', CLI_FLAG, offsetof(struct values, quiet), NULL, NULL,
	  "do not print assumptions and omissions; the recording's notes have them" },
};

const struct cli__command cli__import_command = {
	.name = "import",
	.operands = "FILE...",
	.summary = "Convert other tools' data of a cluster to a recording: kubectl get -w "
		   "-o json (with --output-watch-events), Kubernetes audit logs, HAR, "
		   "k8shark captures, lists, folders of manifests. File types are detected, "
		   "also in gzip, tar and zip. Several files become one recording, ordered "
		   "by time and resource version.",
	.details = "Assumptions and unusable input are reported with file, line and field.\n"
		   "\n"
		   "Exit status: 0; 2 bad input or usage; 5 out of memory or disk.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "FILE",
};

static void print_note(void *user, struct str text)
{
	fprintf(user, "relist import: " STR_FMT "\n", STR_ARG(text));
}

static int write_line(void *user, struct str line, struct relist_err *err)
{
	if (fwrite(line.ptr, 1, line.len, user) == line.len)
		return 0;
	return relist_err_set(err, RELIST_EIO, "the recording could not be written: %s",
			      strerror(errno));
}

static int import_all(struct imp__import *im, const struct cli__operands *operands,
		      struct relist_err *err)
{
	int code = 0;

	for (size_t i = 0; i < operands->len && !code; i++)
		code = imp__read_path(im, operands->items[i], err);
	return code;
}

static int write_recording(struct imp__import *im, const struct values *v, FILE *out,
			   struct relist_err *err)
{
	AUTO_STRBUF temporary = STRBUF_INIT;
	FILE *file;
	int code, fd;

	if (!v->out || strcmp(v->out, "-") == 0)
		return imp__finish(im, (struct rec__output) { write_line, out }, err);
	strbuf_addf(&temporary, "%s.new", v->out);
	if (temporary.failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	fd = rec__private_file(temporary.ptr, 0);
	file = fd < 0 ? NULL : fdopen(fd, "wb");
	if (!file && fd >= 0)
		(void)close(fd);
	if (!file)
		return relist_err_set(err, RELIST_EIO, "%.180s: %s", temporary.ptr,
				      strerror(errno));
	code = imp__finish(im, (struct rec__output) { write_line, file }, err);
	if (fclose(file) != 0 && !code)
		code =
		    relist_err_set(err, RELIST_EIO, "%.180s: %s", temporary.ptr, strerror(errno));
	if (!code && rename(temporary.ptr, v->out) != 0)
		code = relist_err_set(err, RELIST_EIO, "%.180s: %s", v->out, strerror(errno));
	if (code)
		(void)remove(temporary.ptr);
	return code;
}

static struct rec__redact_options redaction(const struct values *v)
{
	struct rec__redact_options o = {
		.secrets = strcmp(v->secrets, "drop") == 0   ? REC_SECRETS_DROP
			   : strcmp(v->secrets, "keep") == 0 ? REC_SECRETS_KEEP
							     : REC_SECRETS_HASH,
		.strict = strcmp(v->redact, "strict") == 0,
		.keep_managed_fields = strcmp(v->managed_fields, "keep") == 0,
		.hash_names = strcmp(v->names, "hash") == 0,
	};

	return o;
}

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	const struct values *v = values;
	struct imp__options opt = { .keep_going = v->keep_going,
				    .redact = redaction(v),
				    .on_note = v->quiet ? NULL : print_note,
				    .user = err };
	struct relist_err why = { 0 };
	struct imp__import *im;
	int code;

	/* a new key each time, so that hashes of two recordings cannot be compared */
	if (gnutls_global_init() < 0 ||
	    gnutls_rnd(GNUTLS_RND_KEY, opt.redact.key, sizeof(opt.redact.key)) < 0) {
		fputs("relist import: no randomness to be had\n", err);
		return 5;
	}
	im = imp__new(&opt, &why);
	code = im ? import_all(im, operands, &why) : why.code;

	if (!code)
		code = write_recording(im, v, out, &why);
	imp__free(im);
	if (!code)
		return 0;
	fprintf(err, "relist import: %s\n", why.msg[0] ? why.msg : "out of memory");
	return code == RELIST_ENOMEM || code == RELIST_EIO ? 5 : 2;
}

int cmd_import(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = {
		.secrets = "hash", .redact = "normal", .managed_fields = "drop", .names = "keep"
	};

	return cli__run(&cli__import_command, argc, argv, &v, run, out, err);
}
