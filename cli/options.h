/* SPDX-License-Identifier: Apache-2.0 */
/* options.h - one table per command: what parses its options also prints its help. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "relist/err.h"
#include "base/str.h"

enum cli__option_type {
	CLI_FLAG,   /* bool */
	CLI_NUMBER, /* uint64_t */
	CLI_COUNT,  /* uint64_t, at least 1 */
	CLI_TEXT,   /* const char * */
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
	const char *name; /* without the dashes; first: searched for suggestions */
	char letter;	  /* 0: none */
	enum cli__option_type type;
	size_t offset;	   /* in the struct that parsing fills */
	const char *value; /* what help calls the value: "N" */
	const char *words; /* CLI_WORD: "sim|tcp" */
	const char *help;  /* without a full stop; defaults in brackets */
};

struct cli__command {
	const char *name;     /* first: searched for suggestions */
	const char *operands; /* "PATH...", or "" for none */
	const char *summary;  /* one line */
	const char *details;  /* paragraphs for --help; may be NULL */
	const struct cli__option *options;
	size_t option_count;
	const char *needs; /* "PATH": at least one operand must be given; NULL: none must */
};

struct cli__operands {
	const char **items; /* borrowed from argv */
	size_t len;
};

enum cli__parsed { CLI_GO_ON, CLI_HELPED, CLI_BAD };

/* Fills `values` by the table and `operands` (room for argc) with the rest; "--" ends options.
 * argv[0] is the command. HELPED: --help was given and printed to `out`; BAD: one line to `err`. */
enum cli__parsed cli__parse(const struct cli__command *command, int argc, char **argv, void *values,
			    struct cli__operands *operands, FILE *out, FILE *err);
void cli__help(const struct cli__command *command, FILE *out);

/* Adds " --name value" in shell words for every option whose value is not the default, in the
 * table's order, but those that `except` names ("seed|jobs"): a new option is in it by itself. */
void cli__again(const struct cli__command *command, const void *values, const void *defaults,
		const char *except, struct strbuf *out);

/* A command's body: `values` as the table filled them. Returns the exit status. */
typedef int cli__body(void *values, const struct cli__operands *operands, FILE *out, FILE *err);

/* What all commands share: parses argv into `values` (which holds the defaults), then calls the
 * body. Returns its exit status; 0 after --help, 2 for bad usage, 5 when out of memory. */
int cli__run(const struct cli__command *command, int argc, char **argv, void *values,
	     cli__body *body, FILE *out, FILE *err);

struct relist_plugins;
/* What --plugin names, in its order. False with one line to `err`; what was loaded before is the
 * caller's to unload. */
bool cli__load_plugins(const struct cli__command *command, const struct cli__texts *files,
		       struct relist_plugins *plugins, FILE *err);

struct runner__paths;
/* All files of that kind that the operands name: 0, or the exit status with one line to `err`. The
 * caller frees the paths either way. */
int cli__find_paths(const struct cli__command *command, const struct cli__operands *operands,
		    const char *suffix, struct runner__paths *paths, FILE *err);

/* What --shard names: "2/5" is part 1 of 5; "/5" takes the job's own index, which Kubernetes counts
 * from 0. NULL changes nothing. False: it is not I/N with I from 1 to N. */
bool cli__shard(const char *text, uint64_t *shard, uint64_t *shards);

/* The exit status of a command that ends with `why`: 5 (the machine failed) when there was no
 * memory, 2 (bad input) otherwise. */
static inline int cli__status_of(const struct relist_err *why)
{
	return why->code == RELIST_ENOMEM ? 5 : 2;
}

#endif
