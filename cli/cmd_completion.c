/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_completion.c - relist completion: generates shell completion from the option tables. */
#include "cli/cli.h"
#include "cli/completion.h"
#include "runner/manual/doc.h"

enum { COMMANDS_MAX = 64 };

struct values {
	bool unused; /* the command has no options */
};

const struct cli__command cli__completion_command = {
	.name = "completion",
	.operands = "bash|zsh|fish",
	.summary = "Print what a shell needs to complete commands, options and words.",
	.details = "bash: source <(relist completion bash)\n"
		   "zsh: source <(relist completion zsh), after compinit\n"
		   "fish: relist completion fish | source\n"
		   "make install puts them where the shells look.\n"
		   "Exit status: 0, 2 for another shell.",
	.needs = "SHELL",
};

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	static const char *const shells[] = { "bash", "zsh", "fish" };
	struct cli__listed commands[COMMANDS_MAX];
	size_t count = cli__list(commands, ARRAY_LEN(commands));
	AUTO_STRBUF words = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	size_t shell = 0;

	(void)values;
	while (shell < ARRAY_LEN(shells) && strcmp(operands->items[0], shells[shell]) != 0)
		shell++;
	if (operands->len != 1 || shell == ARRAY_LEN(shells)) {
		fprintf(err, "relist completion: one of bash, zsh and fish, not \"%s\"\n",
			operands->items[operands->len - 1]);
		return 2;
	}
	scn__explain_words(&words);
	cli__completion((enum cli__shell)shell, commands, count, strbuf_str(&words), &text);
	if (words.failed || text.failed) {
		fputs("relist: out of memory\n", err);
		return 5;
	}
	fwrite(text.ptr, 1, text.len, out);
	return 0;
}

int cmd_completion(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { 0 };

	return cli__run(&cli__completion_command, argc, argv, &v, run, out, err);
}
