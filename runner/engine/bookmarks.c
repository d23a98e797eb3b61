/* SPDX-License-Identifier: Apache-2.0 */
/* bookmarks.c - the steps about bookmarks: one now, or periodic ones. */
#include "runner/engine/engine.h"

void scn__step_bookmark(struct scn__run *r, const struct scn__step *s)
{
	struct fakeapi__match m = world__match_of(s->bookmark.type, -1);

	world__settle(r);
	if (fakeapi__core_bookmark(r->core, &m, s->bookmark.initial) == 0)
		world__idle_add(r, SCN_IDLE_WATCHES, scn__step_word(s->kind), s->pos);
}

void scn__step_bookmarks(struct scn__run *r, const struct scn__step *s)
{
	static const char *const modes[] = { [SCN_BOOKMARKS_OFF] = "off",
					     [SCN_BOOKMARKS_EARLY] = "early",
					     [SCN_BOOKMARKS_UNANNOTATED] = "unannotated" };
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_BOOKMARKS,
				       .match = world__match_of(s->bookmarks.type, -1),
				       .times = UINT32_MAX };
	bool on = s->bookmarks.mode == SCN_BOOKMARKS_ON;

	if (!on)
		world__rule_text(rule.mode, sizeof(rule.mode), str_of(modes[s->bookmarks.mode]));
	world__rule_instead(r, rule.kind, s->bookmarks.type, on ? NULL : &rule);
}
