/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_explain.c - relist explain: the words of the scenario language, from the parser's tables. */
#include "cli/cli.h"
#include "runner/manual/doc.h"

struct values {
	const char *doc;
	bool schema;
};

static const struct cli__option options[] = {
	{ "schema", 0, CLI_FLAG, offsetof(struct values, schema), NULL, NULL,
	  "print a JSON Schema for editors" },
	{ "doc", 0, CLI_WORD, offsetof(struct values, doc), NULL, "md|man|schema",
	  "print all of it as Markdown, as a man page, or as a schema" },
};

const struct cli__command cli__explain_command = {
	.name = "explain",
	.operands = "[WORD]...",
	.summary =
	    "Say what a step, a section of expect, an oracle, a part of the file or a concept "
	    "(relist, 410, tombstone, ...) means.",
	.details = "Without a WORD: the list of them. Exit status: 0, or 2 for an unknown WORD.",
	.options = options,
	.option_count = ARRAY_LEN(options),
};

static int explain(const char *word, bool first, struct strbuf *out, FILE *err)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (!scn__explain(str_of(word), &text)) {
		fprintf(err, "relist explain: nothing is called \"%s\"", word);
		if (text.len)
			fprintf(err, " (did you mean \"%s\"?)", text.ptr);
		fputs("; see relist explain\n", err);
		return 2;
	}
	if (!first)
		strbuf_addz(out, "\n----\n\n");
	strbuf_adds(out, strbuf_str(&text));
	out->failed |= text.failed;
	return 0;
}

static int run(void *values, const struct cli__operands *words, FILE *out, FILE *err)
{
	const struct values *v = values;
	AUTO_STRBUF text = STRBUF_INIT;
	int status = 0;

	if (v->schema || (v->doc && strcmp(v->doc, "schema") == 0))
		scn__doc_schema(&text);
	else if (v->doc && strcmp(v->doc, "md") == 0)
		scn__doc_markdown(&text);
	else if (v->doc)
		scn__doc_man(&text);
	else if (words->len == 0)
		scn__explain_all(&text);
	for (size_t i = 0; i < words->len && !v->doc && !v->schema; i++) {
		int one = explain(words->items[i], text.len == 0, &text, err);

		status = one > status ? one : status;
	}
	if (text.failed) {
		fputs("relist: out of memory\n", err);
		return 5;
	}
	fwrite(text.ptr, 1, text.len, out);
	return status;
}

int cmd_explain(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { 0 };

	return cli__run(&cli__explain_command, argc, argv, &v, run, out, err);
}
