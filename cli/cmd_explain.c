/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_explain.c - relist explain: explains words of the scenario language from the parser's tables,
 * and a run's events in sentences. */
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/show_file.h"
#include "runner/manual/doc.h"
#include "runner/posix/plugin_load.h"

struct values {
	const char *doc, *matrix;
	uint64_t seed;
	struct cli__texts plugins;
	bool schema;
};

static const struct cli__option options[] = {
	{ "schema", 0, CLI_FLAG, offsetof(struct values, schema), NULL, NULL,
	  "print a JSON Schema for editors" },
	{ "doc", 0, CLI_WORD, offsetof(struct values, doc), NULL, "md|man|schema",
	  "print all of it as Markdown, as a man page, or as a schema" },
	{ "matrix", 0, CLI_TEXT, offsetof(struct values, matrix), "CELL", NULL,
	  "of a scenario: this cell [the first]" },
	{ "seed", 0, CLI_NUMBER, offsetof(struct values, seed), "N", NULL,
	  "of a run: decides every choice of the simulator [the scenario's, or 1]" },
	{ "plugin", 0, CLI_TEXTS, offsetof(struct values, plugins), "FILE.so", NULL,
	  "of a scenario: load reconcilers, as relist run does" },
};

const struct cli__command cli__explain_command = {
	.name = "explain",
	.operands = "[WORD|FILE]...",
	.summary = "Explain a step, a section of expect, an oracle, a part of the file, or "
		   "a concept (relist, 410, tombstone, ...). For a FILE (a scenario, a "
		   "trace, a recording), explain its events with client-go's reasons.",
	.details = "Without a WORD: list all words. Exit status: 0, or 2 for an unknown "
		   "WORD; for a FILE\n"
		   "that of its run.",
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

static bool is_file(const char *word)
{
	struct stat st;

	return strchr(word, '/') || strstr(word, ".yaml") || strstr(word, ".json") ||
	       (stat(word, &st) == 0 && S_ISREG(st.st_mode));
}

static int explain_file(const struct values *v, const char *path, struct strbuf *text, FILE *out,
			FILE *err)
{
	struct relist_plugins plugins = { 0 };
	struct cli__show how = { .command = "explain",
				 .matrix = v->matrix,
				 .words = true,
				 .seed = v->seed,
				 .plugins = &plugins,
				 .plugins_named = v->plugins.len > 0 };
	int status = 2;

	if (cli__load_plugins(&cli__explain_command, &v->plugins, &plugins, err)) {
		fwrite(text->ptr, 1, text->len, out); /* print the words' text first */
		strbuf_clear(text);
		status = cli__show_file(&how, path, out, err);
	}
	runner__plugins_unload(&plugins);
	return status;
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
		const char *word = words->items[i];
		AUTO_STRBUF known = STRBUF_INIT;
		bool file = !scn__explain(str_of(word), &known) && is_file(word);
		int one = file ? explain_file(v, word, &text, out, err)
			       : explain(word, text.len == 0, &text, err);

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
	struct values v = { .seed = CLI_NO_SEED };

	return cli__run(&cli__explain_command, argc, argv, &v, run, out, err);
}
