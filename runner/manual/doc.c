/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/manual/doc.h"

#include "runner/language/key_worlds.h"
#include "runner/language/table.h"

static const char *value_words(const struct scn__arg *a)
{
	return a->words ? a->words : scn__kind_words(a->kind);
}

/* --- Markdown --- */

/* Escapes the text for a table's cell: no line breaks, no bars. */
static void add_cell(struct strbuf *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '|')
			strbuf_addc(out, '\\');
		strbuf_addc(out, *text);
	}
}

/* "a duration" without its article. */
static const char *without_article(const char *text)
{
	if (str_begins(str_of(text), "an "))
		return text + 3;
	return str_begins(str_of(text), "a ") ? text + 2 : text;
}

/* "": the default shows that the value is a boolean. */
static const char *markdown_value(const struct scn__arg *a)
{
	if (a->kind == SCN_K_BOOL && (strstr(a->help, "[false]") || strstr(a->help, "[true]")))
		return "";
	return without_article(value_words(a));
}

/* A list instead of a table, since a column is empty for most keys. */
static void args_markdown(struct strbuf *out, const struct scn__arg *args, size_t count)
{
	if (count > 0)
		strbuf_addc(out, '\n');
	for (size_t i = 0; i < count; i++) {
		const struct scn__arg *a = &args[i];
		const char *value = markdown_value(a);

		strbuf_addf(out, "- `%s`%s", a->key, a->flags & SCN_REQ ? "*" : "");
		if (a->flags & SCN_MAIN)
			strbuf_addf(out, " (bare%s%s)", value[0] ? "; " : "", value);
		else if (value[0])
			strbuf_addf(out, " (%s)", value);
		if (a->help[0])
			strbuf_addf(out, "%s %s", a->help[0] == '[' ? "" : ":", a->help);
		strbuf_addc(out, '\n');
	}
}

static void add_row(struct strbuf *out, const char *ours, const char *external)
{
	add_cell(out, ours[0] ? ours : "yes");
	strbuf_addz(out, " | ");
	add_cell(out, external[0] ? external : "yes");
	strbuf_addz(out, " |\n");
}

static bool has_key_row(enum scn__step_kind step)
{
	for (size_t i = 0; i < scn__key_worlds_count; i++)
		if (scn__key_worlds[i].step == step)
			return true;
	return false;
}

static bool same_worlds(const struct scn__key_worlds *a, const struct scn__key_worlds *b)
{
	return strcmp(a->ours, b->ours) == 0 && strcmp(a->external, b->external) == 0;
}

/* One row for all keys with the texts of row `at`, at the first of them. */
static void key_worlds_markdown(struct strbuf *out, size_t at)
{
	const struct scn__key_worlds *first = &scn__key_worlds[at];
	const char *before = "| ";

	for (size_t i = 0; i < at; i++)
		if (same_worlds(&scn__key_worlds[i], first))
			return;
	for (size_t i = at; i < scn__key_worlds_count; i++) {
		const struct scn__key_worlds *k = &scn__key_worlds[i];

		if (!same_worlds(k, first))
			continue;
		strbuf_addf(out, "%s`%s: {%s}`", before, scn__step_word(k->step), k->key);
		before = ", ";
	}
	strbuf_addz(out, " | ");
	add_row(out, first->ours, first->external);
}

/* Lists the steps and keys whose meaning depends on the world. */
static void step_worlds_markdown(struct strbuf *out)
{
	strbuf_addz(out, "\n| step, key | sim, tcp | external |\n|---|---|---|\n");
	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		const struct scn__verb_doc *d = &scn__verb_docs[i];

		if (d->limits[0] && !has_key_row((enum scn__step_kind)i)) {
			strbuf_addf(out, "| `%s` | ", d->word);
			add_row(out, "", d->limits);
		}
	}
	for (size_t i = 0; i < scn__key_worlds_count; i++)
		key_worlds_markdown(out, i);
}

static void section_worlds_markdown(struct strbuf *out)
{
	const char *comma = "";

	strbuf_addz(out, "\nThe external world checks these sections if `external:` names them: ");
	for (size_t i = 0; i < scn__section_doc_count; i++)
		if (!scn__section_docs[i].outside[0]) {
			strbuf_addf(out, "%s`%s`", comma, scn__section_docs[i].word);
			comma = ", ";
		}
	strbuf_addz(out, ".\nIt refuses the others:\n\n");
	for (size_t i = 0; i < scn__section_doc_count; i++)
		if (scn__section_docs[i].outside[0])
			strbuf_addf(out, "- `%s`: %s\n", scn__section_docs[i].word,
				    scn__section_docs[i].outside);
}

static void worlds_markdown(struct strbuf *out)
{
	strbuf_addz(out,
		    "\n## What the worlds do\n\nSteps, keys and sections mean the same in each "
		    "world, with these exceptions. `relist check` refuses\nunsupported ones at "
		    "their line in a scenario with `external:`, `relist run --world external` in "
		    "any.\n");
	step_worlds_markdown(out);
	section_worlds_markdown(out);
}

static void fixes_markdown(struct strbuf *out)
{
	const char *part = "";

	strbuf_addz(out, "\n## The fixes\n\n`without:` runs an informer, or a controller's queue, "
			 "without the fix of a historic bug.\nA scenario that then fails detects "
			 "that bug. `relist explain NAME` prints what happens without a fix,\n"
			 "and [scenarios/bugs](../scenarios/bugs/README.md) has scenarios for "
			 "most.\n\n");
	for (size_t i = 0; i < scn__fix_doc_count; i++) {
		const struct scn__fix_doc *d = &scn__fix_docs[i];
		bool first = strcmp(part, d->part) != 0;

		if (first)
			strbuf_addf(out, "%s- %s: ", part[0] ? "\n" : "", d->part);
		strbuf_addf(out, "%s`%s`", first ? "" : ", ", d->word);
		part = d->part;
	}
	strbuf_addc(out, '\n');
}

void scn__doc_markdown(struct strbuf *out)
{
	const char *group = "";
	size_t count;
	const struct scn__arg *args;

	strbuf_addz(out, "## The keys\n\nA star marks a required key; parentheses hold the value, "
			 "brackets the default.\n`bare`: a value without a key stands for "
			 "this one.\n");
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
	strbuf_addz(out, "\n## The oracles\n\nEvery run checks them.\n\n");
	for (size_t i = 0; i < scn__oracle_doc_count; i++) {
		const struct scn__oracle_doc *d = &scn__oracle_docs[i];

		strbuf_addf(out, "- `%s`: %s%s%s\n", d->word, d->summary, d->help[0] ? ". " : "",
			    d->help);
	}
	fixes_markdown(out);
}

/* --- man page --- */

/* Escapes backslashes, leading dots and lone hyphens for roff. Lists of words may break after a
 * bar. */
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
		if (*text == '|')
			strbuf_addz(out, "\\:");
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
		if (a->flags & SCN_REQ || value_words(a)[0])
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

	strbuf_addz(out, ".SH STEPS\nA step is a map with one verb, and optionally\n"
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

static void fixes_man(struct strbuf *out)
{
	const char *part = "";

	for (size_t i = 0; i < scn__fix_doc_count; i++) {
		const struct scn__fix_doc *d = &scn__fix_docs[i];

		if (strcmp(part, d->part) != 0)
			strbuf_addf(out, ".SS Fixes: %s\n", d->part);
		part = d->part;
		strbuf_addz(out, ".TP\n.B ");
		add_roff(out, d->word);
		strbuf_addc(out, '\n');
		add_roff(out, d->without);
		strbuf_addf(out, " (%s)\n", d->ref);
	}
}

void scn__doc_man(struct strbuf *out)
{
	strbuf_addz(
	    out, ".\\\" Made from runner/tbl by relist explain --doc man; do not edit.\n"
		 ".TH RELIST-SCENARIO 5 \"\" \"relist\" \"File formats\"\n"
		 ".ad l\n.SH NAME\nrelist\\-scenario \\- an incident, as a test\n"
		 ".SH DESCRIPTION\n"
		 "A scenario is one YAML document: a world, then steps in order. Time is virtual.\n"
		 ".B relist check\nreports all errors without a run,\n.B relist fmt\nwrites the "
		 "canonical form,\n.B relist explain\nprints an entry of this page.\n.SH KEYS\n");
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
	strbuf_addz(
	    out,
	    ".SH FIXES\n.B without\nruns an informer, or a controller's queue, without the fix "
	    "of a historic bug.\nA scenario that then fails detects that bug.\n");
	fixes_man(out);
	strbuf_addz(out, ".SH SEE ALSO\nrelist(1)\n");
}
