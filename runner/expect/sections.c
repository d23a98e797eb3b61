/* SPDX-License-Identifier: Apache-2.0 */
/* sections.c - the sections of expect and never: one row each, of tbl/expectations.h. */
#include "base/alloc.h"
#include "runner/expect/update.h"
#include "runner/tbl/expectations.h"

static const struct scn__section_ops *const ops[] = {
#define X(name, object, ...) [SCN_S_##name] = &expect__section_##object,
	RUNNER_EXPECTATIONS(X)
#undef X
};

void expect__section_check(struct scn__run *r, const struct scn__section *s, struct scn__verdict *v)
{
	ops[s->kind]->check(r, s, v);
}

void expect__section_taken(struct scn__run *r, const struct scn__section *s)
{
	if (ops[s->kind]->taken)
		ops[s->kind]->taken(r, s);
}

void expect__section_expect(struct scn__run *r, const struct scn__section *s)
{
	struct scn__verdict v = { .run = r };

	expect__section_check(r, s, &v);
	expect__section_taken(r, s);
	if (v.missed)
		expect__fail_verdict(r, &v);
	base__free(v.rows.items);
}

bool expect__section_holds(struct scn__run *r, const struct scn__section *s)
{
	return expect__check_holds(r, s, ops[s->kind]->check);
}

void expect__section_update(struct scn__run *r, const struct scn__section *s)
{
	struct scnu__update up = { r, r->opt->updates };

	scn__updates_begin(up.u, s->pos);
	/* streams rewrite only the items that do not match; other sections that hold only bind
	 * names */
	if (expect__section_items(s) || !expect__section_holds(r, s)) {
		if (ops[s->kind]->update)
			ops[s->kind]->update(&up, s);
		else
			scn__updates_refuse(up.u, "line %u: `%s` is not rewritten", s->pos.line,
					    scn__section_word(s->kind));
	}
	if (expect__adds(r, s))
		expect__add_written(&up, s);
	expect__section_taken(r, s);
	if (up.u->failed)
		world__broken(r, RELIST_ENOMEM);
}
