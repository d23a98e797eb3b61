/* SPDX-License-Identifier: Apache-2.0 */
/* options.h - one table per command: what parses its options also prints its help. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/base.h"

enum cli__option_type {
	CLI_FLAG,   /* bool */
	CLI_NUMBER, /* uint64_t */
	CLI_COUNT,  /* uint64_t, at least 1 */
	CLI_TEXT,   /* const char * */
	CLI_WORD,   /* const char *, one of `words` */
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

#endif
