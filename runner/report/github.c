/* SPDX-License-Identifier: Apache-2.0 */
/* github.c - workflow commands that GitHub Actions shows at the line of the failure; the failure
 * follows as text in a collapsible group. */
#include "runner/report/impl.h"

/* Escapes for workflow commands: % and newline everywhere; in properties also colon and comma. */
static void add_escaped(struct strbuf *out, struct str s, bool property)
{
	while (s.len) {
		AUTO_STRBUF line = STRBUF_INIT;
		bool last;

		runner__add_clean(&line, runner__cut_line(&s));
		out->failed |= line.failed;
		last = !s.len;
		for (size_t i = 0; i < line.len; i++) {
			char c = line.ptr[i];

			if (c == '%' || (property && (c == ':' || c == ',')))
				strbuf_addf(out, "%%%02X", (unsigned)c);
			else
				strbuf_addc(out, c);
		}
		if (!last)
			strbuf_addz(out, "%0A");
	}
}

/* Prevents a line that begins with "::" from being a command. */
static void add_harmless(struct strbuf *out, struct str text)
{
	while (text.len) {
		struct str line = runner__cut_line(&text);
		size_t i = 0;

		while (i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\t'))
			i++;
		if (line.len - i >= 2 && memcmp(line.ptr + i, "::", 2) == 0)
			strbuf_addc(out, '|');
		strbuf_addf(out, STR_FMT "\n", STR_ARG(line));
	}
}

void runner__github_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out)
{
	const struct runner__result *res = &c->result;
	AUTO_STRBUF text = STRBUF_INIT, message = STRBUF_INIT;

	if (!runner__is_bad(res->verdict))
		return;
	strbuf_addz(out, "::error file=");
	add_escaped(out, str_of(c->path), true);
	if (res->line)
		strbuf_addf(out, ",line=%u,col=%u", res->line, res->column ? res->column : 1);
	strbuf_addz(out, ",title=");
	add_escaped(out, c->name, true);
	strbuf_addz(out, "::");
	strbuf_addf(&message, "%s\n", res->what);
	if (res->program[0])
		strbuf_addf(&message, "the program: %s\n", res->program);
	strbuf_addz(&message, "rerun: ");
	runner__add_rerun(r, c, &message);
	if (c->page)
		strbuf_addf(&message, "\npage: %s", c->page);
	out->failed |= message.failed;
	add_escaped(out, strbuf_str(&message), false);
	strbuf_addc(out, '\n');
	if (res->verdict == RUNNER_BAD_INPUT)
		return;
	strbuf_addz(out, "::group::");
	add_escaped(out, c->name, false);
	strbuf_addc(out, '\n');
	runner__report_failure(r, c, &text);
	out->failed |= text.failed;
	add_harmless(out, strbuf_str(&text));
	strbuf_addz(out, "::endgroup::\n");
}
