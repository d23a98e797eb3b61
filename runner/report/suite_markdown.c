/* SPDX-License-Identifier: Apache-2.0 */
/* suite_markdown.c - a suite as Markdown: the summary of a job on GitHub, a comment, a wiki page.
 *
 * Names and texts come from files and programs. In lines they are escaped with entities so that
 * they cannot become markup; a fence is longer than any run of backticks inside. */
#include "runner/report/suite_impl.h"

static void add_inline(struct strbuf *out, struct str s)
{
	AUTO_STRBUF clean = STRBUF_INIT;

	runner__add_clean(&clean, s);
	out->failed |= clean.failed;
	for (size_t i = 0; i < clean.len; i++) {
		char c = clean.ptr[i];

		if (strchr("<>&\"'|`*_~[]\\!#$@", c))
			strbuf_addf(out, "&#%d;", c);
		else
			strbuf_addc(out, c);
	}
}

static void add_fence(struct strbuf *out, size_t len, const char *kind)
{
	while (len-- > 0)
		strbuf_addc(out, '`');
	strbuf_addf(out, "%s\n", kind);
}

static void add_block(struct strbuf *out, struct str text)
{
	size_t longest = 2, run = 0;

	for (size_t i = 0; i < text.len; i++) {
		run = text.ptr[i] == '`' ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	add_fence(out, longest + 1, "text");
	strbuf_adds(out, text);
	add_fence(out, longest + 1, "");
}

static void add_place(const struct suite__row *row, struct strbuf *out)
{
	AUTO_STRBUF place = STRBUF_INIT;

	runner__add_place(&row->item->c, &place);
	if (row->item->c.cell.len)
		strbuf_addf(&place, " [" STR_FMT "]", STR_ARG(row->item->c.cell));
	out->failed |= place.failed;
	strbuf_addz(out, "<code>");
	add_inline(out, strbuf_str(&place));
	strbuf_addz(out, "</code>");
}

static void add_count(struct strbuf *out, size_t n)
{
	if (n)
		strbuf_addf(out, " %zu |", n);
	else
		strbuf_addz(out, " |");
}

/* Omits columns without an entry. */
static void add_folders(const struct suite *s, struct strbuf *out)
{
	size_t left = 0;

	strbuf_addz(out, "| folder | cases |");
	for (int v = 0; v <= RUNNER_BAD_INPUT; v++)
		if (s->counts[v])
			strbuf_addf(out, " %s |", runner__verdict_text((enum runner__verdict)v));
	strbuf_addz(out, s->flaky ? " flaky |\n|---|---:|" : "\n|---|---:|");
	for (int v = 0; v <= RUNNER_BAD_INPUT; v++)
		if (s->counts[v])
			strbuf_addz(out, "---:|");
	strbuf_addz(out, s->flaky ? "---:|\n" : "\n");
	for (const struct suite__folder *f = s->first; f; f = f->next) {
		if (out->len > SUITE_MARKDOWN_MAX / 4) {
			left++;
			continue;
		}
		strbuf_addz(out, "| ");
		add_inline(out, f->name);
		strbuf_addf(out, " | %zu |", f->rows);
		for (int v = 0; v <= RUNNER_BAD_INPUT; v++)
			if (s->counts[v])
				add_count(out, f->counts[v]);
		if (s->flaky)
			add_count(out, f->flaky);
		strbuf_addc(out, '\n');
	}
	if (left)
		strbuf_addf(out, "\nand %zu more folders\n", left);
}

static void add_bad(const struct suite__row *row, struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT, command = STRBUF_INIT;
	struct runner__case c = merge__case(row->item, &command);

	strbuf_addz(out, "<details><summary>");
	add_place(row, out);
	strbuf_addf(out, " %s: ", runner__verdict_text(row->verdict));
	add_inline(out, str_of(c.result.what));
	strbuf_addz(out, "</summary>\n\n");
	suite__add_failure(row, &text);
	add_block(out, strbuf_str(&text));
	strbuf_addz(out, "\n</details>\n\n");
	out->failed |= text.failed || command.failed;
}

static void add_failures(const struct suite *s, struct strbuf *out)
{
	size_t left = 0;

	if (!s->bad)
		return;
	strbuf_addz(out, "\n### Did not pass\n\n");
	for (const struct suite__folder *f = s->first; f; f = f->next)
		for (const struct suite__row *row = f->first; row; row = row->next) {
			if (!runner__is_bad(row->verdict))
				continue;
			if (out->len < SUITE_MARKDOWN_MAX / 4 * 3)
				add_bad(row, out);
			else
				left++;
		}
	if (left)
		strbuf_addf(out, "and %zu more\n", left);
}

static void add_flaky_row(const struct suite__row *row, struct strbuf *out)
{
	AUTO_STRBUF command = STRBUF_INIT, rerun = STRBUF_INIT;
	struct runner__case c = merge__case(row->item, &command);
	static const struct runner__report plain = { .format = RUNNER_FORMAT_TEXT };

	strbuf_addz(out, "| ");
	add_place(row, out);
	strbuf_addf(out, " | %llu | %llu | <code>", (unsigned long long)row->passed,
		    (unsigned long long)row->failed);
	runner__add_rerun(&plain, &c, &rerun);
	add_inline(out, strbuf_str(&rerun));
	strbuf_addz(out, "</code> |\n");
	out->failed |= command.failed || rerun.failed;
}

static void add_flaky(const struct suite *s, struct strbuf *out)
{
	size_t left = 0;

	if (!s->flaky)
		return;
	strbuf_addz(out, "\n### Flaky: some runs passed, another one did not\n\n"
			 "| case | passed | failed | the failing run |\n|---|---:|---:|---|\n");
	for (const struct suite__folder *f = s->first; f; f = f->next)
		for (const struct suite__row *row = f->first; row; row = row->next) {
			if (!suite__is_flaky(row))
				continue;
			if (out->len < SUITE_MARKDOWN_MAX)
				add_flaky_row(row, out);
			else
				left++;
		}
	if (left)
		strbuf_addf(out, "\nand %zu more\n", left);
}

bool runner__suite_markdown(const struct runner__merge *m, const char *lacking, struct strbuf *out)
{
	struct suite s;
	bool good;

	suite__init(&s, m);
	strbuf_addz(out, "## relist: ");
	suite__headline(&s, lacking, &good, out);
	strbuf_addz(out, good ? " \xe2\x9c\x85\n\n" : " \xe2\x9d\x8c\n\n");
	if (lacking[0]) {
		strbuf_addz(out, "**Incomplete:** ");
		add_inline(out, str_of(lacking));
		strbuf_addz(out, "\n\n");
	}
	if (s.rows_total) {
		strbuf_addf(out, "%llu run%s\n\n", (unsigned long long)s.runs,
			    s.runs == 1 ? "" : "s");
		add_folders(&s, out);
	}
	add_failures(&s, out);
	add_flaky(&s, out);
	out->failed |= s.failed;
	suite__fini(&s);
	return !out->failed;
}
