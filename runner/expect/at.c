/* SPDX-License-Identifier: Apache-2.0 */
/* at.c - the virtual time. */
#include "runner/expect/update.h"

static void check(struct scn__run *r, const struct scn__section *s, struct scn__verdict *v)
{
	int64_t now = world__now(r);
	char text[32], min[32], max[32];

	duration_format(now, text, sizeof(text));
	duration_format(s->at.min_ns, min, sizeof(min));
	duration_format(s->at.max_ns, max, sizeof(max));
	if (now < s->at.min_ns || now > s->at.max_ns)
		expect__differs(v, s->pos,
				world__printf(r, "at: %s%s%s", min,
					      s->at.min_ns == s->at.max_ns ? "" : "..",
					      s->at.min_ns == s->at.max_ns ? "" : max),
				world__printf(r, "at: %s", text), "at: it is %s", text);
}

static void update(struct scnu__update *up, const struct scn__section *s)
{
	char text[32];

	duration_format(world__now(up->r), text, sizeof(text));
	expect__replace_node(up, s->node, str_of(text));
}

const struct scn__section_ops expect__section_at = { .check = check, .update = update };
