/* SPDX-License-Identifier: Apache-2.0 */
/* completion.h - generates shell completion from the tables that parse the command line. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "base/str.h"
#include "cli/options.h"

enum cli__shell { CLI_BASH, CLI_ZSH, CLI_FISH };

/* A command of the list: its summary and its table. */
struct cli__listed {
	const char *summary;
	const struct cli__command *command;
};

/* Writes the completion program for a shell. `explained`: the topics of relist explain, separated
 * by spaces. */
void cli__completion(enum cli__shell shell, const struct cli__listed *commands, size_t count,
		     struct str explained, struct strbuf *out);

#endif
