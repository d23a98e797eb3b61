/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/manual/doc.h"

#include "runner/language/key_worlds.h"
#include "runner/language/table.h"

static const char *value_words(const struct scn__arg *a)
{
	return a->words ? a->words : scn__kind_words(a->kind);
}

/* --- Markdown --- */

/* A cell of a table: no line breaks, bars escaped. */
static void add_cell(struct strbuf *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '|')
			strbuf_addc(out, '\\');
		strbuf_addc(out, *text);
	}
}

static void args_markdown(struct strbuf *out, const struct scn__arg *args, size_t count)
{
	if (count == 0)
		return;
	strbuf_addz(out, "\n| key | value | |\n|---|---|---|\n");
	for (size_t i = 0; i < count; i++) {
		const struct scn__arg *a = &args[i];

		strbuf_addf(out, "| `%s`%s | ", a->key, a->flags & SCN_REQ ? " *" : "");
		add_cell(out, value_words(a));
		strbuf_addz(out, " | ");
		add_cell(out, a->help);
		if (a->flags & SCN_MAIN)
			strbuf_addf(out, "%s*the bare value*", a->help[0] ? "; " : "");
		strbuf_addz(out, " |\n");
	}
}

static void key_worlds_markdown(struct strbuf *out)
{
	strbuf_addz(out, "\nThe other keys of a step mean the same in each world:\n\n"
			 "| key | sim, tcp | external |\n|---|---|---|\n");
	for (size_t i = 0; i < scn__key_worlds_count; i++) {
		const struct scn__key_worlds *k = &scn__key_worlds[i];

		strbuf_addf(out, "| `%s: {%s}` | ", scn__step_word(k->step), k->key);
		add_cell(out, k->ours[0] ? k->ours : "yes");
		strbuf_addz(out, " | ");
		add_cell(out, k->external[0] ? k->external : "yes");
		strbuf_addz(out, " |\n");
	}
}

static void worlds_markdown(struct strbuf *out)
{
	strbuf_addz(out,
		    "\n## What the worlds do\n\n`relist check` refuses the rest at its line, in a "
		    "scenario with `external:`; `relist run --world\nexternal` does in any.\n\n"
		    "| step | sim | tcp | external |\n|---|---|---|---|\n");
	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		const struct scn__verb_doc *d = &scn__verb_docs[i];

		strbuf_addf(out, "| `%s` | yes | yes | ", d->word);
		add_cell(out, d->limits[0] ? d->limits : "yes");
		strbuf_addz(out, " |\n");
	}
	key_worlds_markdown(out);
	strbuf_addz(out, "\n| section | sim | tcp | external |\n|---|---|---|---|\n");
	for (size_t i = 0; i < scn__section_doc_count; i++) {
		const struct scn__section_doc *d = &scn__section_docs[i];

		strbuf_addf(out, "| `%s` | yes | yes | %s%s |\n", d->word,
			    d->outside[0] ? "refused: " : "if `external:` names it", d->outside);
	}
}

void scn__doc_markdown(struct strbuf *out)
{
	const char *group = "";
	size_t count;
	const struct scn__arg *args;

	strbuf_addz(out,
		    "## The keys\n\nA star marks what is required; brackets hold the default.\n");
	for (size_t i = 0; i < SCN_G_COUNT_; i++) {
		strbuf_addf(out, "\n### %s\n\n%s\n", scn__group_docs[i].word,
			    scn__group_docs[i].summary);
		args = scn__group_args((enum scn__group)i, &count);
		args_markdown(out, args, count);
	}
	strbuf_addz(out, "\n## The steps\n");
	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		const struct scn__verb_doc *d = &scn__verb_docs[i];

		if (strcmp(group, d->group) != 0)
			strbuf_addf(out, "\n### Steps: %s\n", group = d->group);
		strbuf_addf(out, "\n#### %s\n\n%s%c%s", d->word, d->summary, '.',
			    d->help[0] ? " " : "");
		strbuf_addf(out, "%s\n\n```yaml\n- %s\n```\n", d->help, d->example);
		args = scn__step_args((enum scn__step_kind)i, &count);
		args_markdown(out, args, count);
	}
	strbuf_addz(out, "\n## The sections of expect and never\n");
	for (size_t i = 0; i < scn__section_doc_count; i++) {
		const struct scn__section_doc *d = &scn__section_docs[i];

		strbuf_addf(out, "\n### %s\n\n%s. %s\n\n```yaml\n- expect: {%s}\n```\n", d->word,
			    d->summary, d->help, d->example);
	}
	worlds_markdown(out);
	strbuf_addz(out, "\n## The oracles\n\n| oracle | what always holds | |\n|---|---|---|\n");
	for (size_t i = 0; i < scn__oracle_doc_count; i++) {
		const struct scn__oracle_doc *d = &scn__oracle_docs[i];

		strbuf_addf(out, "| `%s` | %s | ", d->word, d->summary);
		add_cell(out, d->help);
		strbuf_addz(out, " |\n");
	}
	strbuf_addz(out,
		    "\n## The fixes\n\nAn informer, or a controller's queue, can be run "
		    "`without:` the fix of a mistake that was\nmade before. A scenario that then "
		    "fails is proven able to catch it.\n\n"
		    "| fix | of | where it happened | without it |\n|---|---|---|---|\n");
	for (size_t i = 0; i < scn__fix_doc_count; i++) {
		const struct scn__fix_doc *d = &scn__fix_docs[i];

		strbuf_addf(out, "| `%s` | %s | %s | %s |\n", d->word, d->part, d->ref, d->without);
	}
}

/* --- man --- */

/* A backslash or a leading dot means something to roff, and so does a lone hyphen. */
static void add_roff(struct strbuf *out, const char *text)
{
	if (*text == '.' || *text == '\'')
		strbuf_addz(out, "\\&");
	for (; *text; text++) {
		if (*text == '\\')
			strbuf_addz(out, "\\e");
		else if (*text == '-')
			strbuf_addz(out, "\\-");
		else if (*text == '`')
			strbuf_addc(out, '"');
		else
			strbuf_addc(out, *text);
	}
}

static void roff(struct strbuf *out, const char *macro, const char *text)
{
	strbuf_addf(out, ".%s ", macro);
	add_roff(out, text);
	strbuf_addc(out, '\n');
}

static void args_man(struct strbuf *out, const struct scn__arg *args, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct scn__arg *a = &args[i];

		strbuf_addz(out, ".TP\n.B ");
		add_roff(out, a->key);
		strbuf_addc(out, '\n');
		add_roff(out, value_words(a));
		if (a->flags & SCN_REQ)
			strbuf_addz(out, value_words(a)[0] ? ", required" : "required");
		strbuf_addz(out, a->help[0] ? ".\n" : ".");
		add_roff(out, a->help);
		strbuf_addc(out, '\n');
	}
}

static void example_man(struct strbuf *out, const char *before, const char *text, const char *after)
{
	strbuf_addz(out, ".PP\n.nf\n    ");
	add_roff(out, before);
	add_roff(out, text);
	add_roff(out, after);
	strbuf_addz(out, "\n.fi\n");
}

static void steps_man(struct strbuf *out)
{
	const char *group = "";

	strbuf_addz(out, ".SH STEPS\nA step is a map with one verb; beside it may stand\n"
			 ".B note\n(text) and\n.B label\n(for until and outcome).\n");
	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		const struct scn__verb_doc *d = &scn__verb_docs[i];
		size_t count;
		const struct scn__arg *args = scn__step_args((enum scn__step_kind)i, &count);

		if (strcmp(group, d->group) != 0)
			strbuf_addf(out, ".PP\n.I \"%s\"\n", group = d->group);
		roff(out, "SS", d->word);
		add_roff(out, d->summary);
		strbuf_addz(out, ".\n");
		if (d->help[0]) {
			add_roff(out, d->help);
			strbuf_addc(out, '\n');
		}
		example_man(out, "- ", d->example, "");
		args_man(out, args, count);
	}
}

void scn__doc_man(struct strbuf *out)
{
	strbuf_addz(
	    out, ".\\\" Made from runner/tbl by relist explain --doc man; do not edit.\n"
		 ".TH RELIST-SCENARIO 5 \"\" \"relist\" \"File formats\"\n"
		 ".SH NAME\nrelist\\-scenario \\- the story of an incident, as a test\n"
		 ".SH DESCRIPTION\n"
		 "A scenario is one YAML document: a world, and steps that happen to it in the\n"
		 "order of reading. Time is virtual. Everything is checked before anything runs;\n"
		 ".B relist check\nsays all that is wrong,\n.B relist fmt\nwrites the canonical "
		 "form,\n.B relist explain\nprints what stands here.\n.SH KEYS\n");
	for (size_t i = 0; i < SCN_G_COUNT_; i++) {
		size_t count;
		const struct scn__arg *args = scn__group_args((enum scn__group)i, &count);

		roff(out, "SS", scn__group_docs[i].word);
		add_roff(out, scn__group_docs[i].summary);
		strbuf_addc(out, '\n');
		args_man(out, args, count);
	}
	steps_man(out);
	strbuf_addz(out, ".SH EXPECTATIONS\n");
	for (size_t i = 0; i < scn__section_doc_count; i++) {
		const struct scn__section_doc *d = &scn__section_docs[i];

		roff(out, "SS", d->word);
		add_roff(out, d->summary);
		strbuf_addz(out, ".\n");
		add_roff(out, d->help);
		strbuf_addc(out, '\n');
		example_man(out, "- expect: {", d->example, "}");
	}
	strbuf_addz(out, ".SH ORACLES\nEvery run checks them.\n");
	for (size_t i = 0; i < scn__oracle_doc_count; i++) {
		strbuf_addz(out, ".TP\n.B ");
		add_roff(out, scn__oracle_docs[i].word);
		strbuf_addc(out, '\n');
		add_roff(out, scn__oracle_docs[i].summary);
		strbuf_addz(out, ".\n");
		if (scn__oracle_docs[i].help[0]) {
			add_roff(out, scn__oracle_docs[i].help);
			strbuf_addc(out, '\n');
		}
	}
	strbuf_addz(out,
		    ".SH FIXES\nAn informer, or a controller's queue, can be run\n.B without\n"
		    "the fix of a mistake that was made before. A scenario that then fails is\n"
		    "proven able to catch it.\n");
	for (size_t i = 0; i < scn__fix_doc_count; i++) {
		strbuf_addz(out, ".TP\n.B ");
		add_roff(out, scn__fix_docs[i].word);
		strbuf_addc(out, '\n');
		add_roff(out, scn__fix_docs[i].without);
		strbuf_addf(out, " (%s)\n", scn__fix_docs[i].ref);
	}
	strbuf_addz(out, ".SH SEE ALSO\nrelist(1)\n");
}
