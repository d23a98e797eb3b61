/* SPDX-License-Identifier: Apache-2.0 */
/* options.h - one table per command: it defines the parser and the help of its options. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "relist/err.h"
#include "base/str.h"

enum cli__option_type {
	CLI_FLAG,   /* bool */
	CLI_NUMBER, /* uint64_t */
	CLI_COUNT,  /* uint64_t, at least 1 */
	CLI_TEXT,   /* const char *; the last one counts */
	CLI_ONCE,   /* const char *, NULL by default; a second one is an error */
	CLI_TEXTS,  /* struct cli__texts; may be given more than once */
	CLI_WORD,   /* const char *, one of `words` */
};

enum { CLI_TEXTS_MAX = 64 };

struct cli__texts {
	const char *items[CLI_TEXTS_MAX]; /* borrowed from argv */
	size_t len;
};

struct cli__option {
	const char *name; /* without the dashes; first member: searched for suggestions */
	char letter;	  /* 0: none */
	enum cli__option_type type;
	size_t offset;	   /* in the struct that parsing fills */
	const char *value; /* name of the value in the help: "N" */
	const char *words; /* CLI_WORD: "sim|tcp" */
	const char *help;  /* without a full stop; defaults in brackets */
};

struct cli__command {
	const char *name;     /* first member: searched for suggestions */
	const char *operands; /* "PATH...", or "" for none */
	const char *summary;  /* one line */
	const char *details;  /* paragraphs for --help; may be NULL */
	const struct cli__option *options;
	size_t option_count;
	const char *needs; /* "PATH": at least one operand is required; NULL: none */
};

struct cli__operands {
	const char **items; /* borrowed from argv */
	size_t len;
};

enum cli__parsed { CLI_GO_ON, CLI_HELPED, CLI_BAD };

/* Fills `values` by the table, and `operands` (room for argc) with the other arguments; "--" ends
 * options. argv[0] is the command. HELPED: --help was given and printed to `out`; BAD: one line to
 * `err`. */
enum cli__parsed cli__parse(const struct cli__command *command, int argc, char **argv, void *values,
			    struct cli__operands *operands, FILE *out, FILE *err);
void cli__help(const struct cli__command *command, FILE *out);

/* Adds " --name value" as shell words for every option that differs from its default, in the
 * table's order, except those in `except` ("seed|jobs"). A new option is included automatically. */
void cli__again(const struct cli__command *command, const void *values, const void *defaults,
		const char *except, struct strbuf *out);

/* A command's body; the table has filled `values`. Returns the exit status. */
typedef int cli__body(void *values, const struct cli__operands *operands, FILE *out, FILE *err);

/* The common part of all commands: parses argv into `values` (which holds the defaults), then calls
 * the body. Returns its exit status; 0 after --help, 2 for bad usage, 5 if out of memory. */
int cli__run(const struct cli__command *command, int argc, char **argv, void *values,
	     cli__body *body, FILE *out, FILE *err);

struct relist_plugins;
/* Loads the files of --plugin in their order. Returns false with one line to `err`; the caller must
 * unload the earlier ones. */
bool cli__load_plugins(const struct cli__command *command, const struct cli__texts *files,
		       struct relist_plugins *plugins, FILE *err);

struct runner__paths;
/* Finds all files with `suffix` that the operands name. Returns 0, or the exit status with one line
 * to `err`. The caller frees the paths in both cases. */
int cli__find_paths(const struct cli__command *command, const struct cli__operands *operands,
		    const char *suffix, struct runner__paths *paths, FILE *err);

/* The exit status for the error `why`: 5 (a local problem) if out of memory, else 2 (bad input). */
static inline int cli__status_of(const struct relist_err *why)
{
	return why->code == RELIST_ENOMEM ? 5 : 2;
}

#endif
