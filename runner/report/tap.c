/* SPDX-License-Identifier: Apache-2.0 */
/* tap.c - TAP 14: one line per case, a YAML block with the fields of a failure. */
#include "runner/report/impl.h"

static void add_block(struct strbuf *out, const char *name, struct str text)
{
	if (!text.len)
		return;
	strbuf_addf(out, "  %s: |\n", name);
	runner__add_indented(out, text, "    ");
}

static void add_description(struct strbuf *out, struct str text)
{
	AUTO_STRBUF clean = STRBUF_INIT;

	runner__add_clean(&clean, text);
	out->failed |= clean.failed;
	for (size_t i = 0; i < clean.len; i++) {
		if (clean.ptr[i] == '#' || clean.ptr[i] == '\\')
			strbuf_addc(out, '\\');
		strbuf_addc(out, clean.ptr[i]);
	}
}

static void add_member(struct strbuf *out, const char *name, struct str value)
{
	strbuf_addf(out, "  %s: ", name);
	strbuf_add_json(out, value);
	strbuf_addc(out, '\n');
}

void runner__tap_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out)
{
	const struct runner__result *res = &c->result;
	AUTO_STRBUF place = STRBUF_INIT, rerun = STRBUF_INIT;

	strbuf_addf(out, "%s %zu - ", runner__is_bad(res->verdict) ? "not ok" : "ok", r->index);
	add_description(out, str_of(c->path));
	if (c->cell.len) {
		strbuf_addz(out, " [");
		add_description(out, c->cell);
		strbuf_addc(out, ']');
	}
	if (res->verdict == RUNNER_SKIP) {
		strbuf_addz(out, " # SKIP ");
		add_description(out, str_of(res->what));
	}
	strbuf_addc(out, '\n');
	if (!runner__is_bad(res->verdict))
		return;
	runner__add_place(c, &place);
	runner__add_rerun(r, c, &rerun);
	out->failed |= place.failed || rerun.failed;
	strbuf_addz(out, "  ---\n");
	add_member(out, "message", str_of(res->what));
	if (res->program[0])
		add_member(out, "program", str_of(res->program));
	strbuf_addf(out, "  severity: %s\n", runner__verdict_word(res->verdict));
	add_member(out, "at", strbuf_str(&place));
	add_block(out, "expected", strbuf_str(&res->expected));
	add_block(out, "actual", strbuf_str(&res->actual));
	add_block(out, "nearest", strbuf_str(&res->nearest));
	add_block(out, "events", runner__last_lines(strbuf_str(&res->tail), RUNNER_TAIL_LINES));
	add_member(out, "rerun", strbuf_str(&rerun));
	if (c->page)
		add_member(out, "page", str_of(c->page));
	strbuf_addz(out, "  ...\n");
}
