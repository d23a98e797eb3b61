/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_schema.c - relist schema: the same output as `relist explain --schema`. */
#include "cli/cli.h"
#include "runner/manual/doc.h"

struct values {
	bool unused; /* the command has no options */
};

const struct cli__command cli__schema_command = {
	.name = "schema",
	.operands = "",
	.summary = "Print the JSON Schema of scenarios, for editors.",
	.details = "relist schema >scenario.schema.json, and in a scenario's first line:\n"
		   "# yaml-language-server: $schema=scenario.schema.json\n"
		   "Exit status: 0.",
};

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	AUTO_STRBUF text = STRBUF_INIT;

	(void)values;
	(void)operands;
	scn__doc_schema(&text);
	if (text.failed) {
		fputs("relist: out of memory\n", err);
		return 5;
	}
	fwrite(text.ptr, 1, text.len, out);
	return 0;
}

int cmd_schema(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { 0 };

	return cli__run(&cli__schema_command, argc, argv, &v, run, out, err);
}
