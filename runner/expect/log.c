/* SPDX-License-Identifier: Apache-2.0 */
/* log.c - checks log lines since the last check. */
#include "runner/expect/expect.h"

static bool is_logged(struct scn__run *r, const struct scn__node *want)
{
	for (size_t k = r->log.cursor; k < r->log.list.len; k++) {
		const struct str *line = r->log.list.items[k];

		if (want->form == SCN_LITERAL ? strstr(line->ptr, want->text.ptr) != NULL
					      : expect__value_fits(r, want, *line))
			return true;
	}
	return false;
}

static void check(struct scn__run *r, const struct scn__section *s, struct scn__verdict *v)
{
	for (size_t i = 0; i < s->log.count; i++) {
		const struct scn__node *want = s->log.items[i];

		if (is_logged(r, want) || v->missed)
			continue;
		expect__missed(v, want->pos, "log: no line has " STR_FMT, STR_ARG(want->text));
		expect__row(v, want->pos.line, '-', want->text, STR("(no such line)"));
		for (size_t k = r->log.cursor; k < r->log.list.len; k++)
			expect__row(v, 0, '+', STR(""), *(const struct str *)r->log.list.items[k]);
	}
}

static void taken(struct scn__run *r, const struct scn__section *s)
{
	(void)s;
	r->log.cursor = r->log.list.len;
}

const struct scn__section_ops expect__section_log = { .check = check, .taken = taken };
