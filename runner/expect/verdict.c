/* SPDX-License-Identifier: Apache-2.0 */
/* verdict.c - the result of a check. */
#include "runner/expect/expect.h"

void expect__missed(struct scn__verdict *v, struct scn__pos pos, const char *fmt, ...)
{
	bool first = !v->missed;
	va_list ap;

	v->missed = true;
	if (!first || v->quiet)
		return;
	v->pos = pos;
	va_start(ap, fmt);
	(void)vsnprintf(v->what, sizeof(v->what), fmt, ap);
	va_end(ap);
}

void expect__row(struct scn__verdict *v, uint32_t line, char mark, struct str expected,
		 struct str actual)
{
	struct runner__row *row = v->quiet ? NULL : world__alloc(v->run, sizeof(*row));

	if (!row)
		return;
	*row = (struct runner__row) { line, mark, world__copy(v->run, expected),
				      world__copy(v->run, actual), -1 };
	world__push(v->run, &v->rows, row);
}

void expect__differs(struct scn__verdict *v, struct scn__pos pos, struct str expected,
		     struct str actual, const char *fmt, ...)
{
	AUTO_STRBUF what = STRBUF_INIT;
	va_list ap;

	if (!v->missed && !v->quiet) {
		va_start(ap, fmt);
		strbuf_addvf(&what, fmt, ap);
		va_end(ap);
		expect__row(v, pos.line, '~', expected, actual);
	}
	expect__missed(v, pos, "%s", what.ptr ? what.ptr : "");
}

void expect__fail_verdict(struct scn__run *r, const struct scn__verdict *v)
{
	struct scn__stuck *stuck;

	if (r->failure)
		return;
	world__fail_at(r, SCN_AT_STEP, v->pos, "%s", v->what);
	for (size_t i = 0; i < v->rows.len; i++)
		runner__result_row(r->out, v->rows.items[i]);
	stuck = world__alloc(r, sizeof(*stuck));
	if (stuck)
		*stuck = v->stuck;
	r->stuck = stuck;
}

bool expect__check_holds(struct scn__run *r, const struct scn__section *s, expect__check check)
{
	struct scn__verdict v = { .run = r, .quiet = true };
	size_t names = r->name_count;

	check(r, s, &v);
	if (v.missed)
		r->name_count = names;
	return !v.missed;
}
