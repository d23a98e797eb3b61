/* SPDX-License-Identifier: Apache-2.0 */
/* arms.h - the program's own writes, and the failures, delays, ends and restarts that it
 * experienced. */
#ifndef RUNNER_LIFT_ARMS_H
#define RUNNER_LIFT_ARMS_H

#include "runner/lift/impl.h"

/* index.c: call it when the writes have versions. Returns false if out of memory. */
bool lift__index_writes(struct lift *l);
/* The index of the first state after that line, in a list sorted by lines. */
size_t lift__first_after(const struct lift__list *states, uint64_t seq);
/* The index of the first event of the readers after that line. */
size_t lift__received_after(const struct lift *l, uint64_t seq);
/* Links the write, or the GET, with the program's previous same one. Returns false if out of
 * memory. */
bool lift__link_same_write(struct lift *l, struct lift__own_write *w);

/* arms.c: converts failures of the program's writes, its kills and late events to steps before the
 * write that causes the program to act. Returns false if out of memory. */
bool lift__note_own(struct lift *l, struct lift__request *r, const struct rec__line *line);
void lift__note_answer(struct lift *l, struct lift__own_write *w, const struct rec__line *line);
static inline bool lift__succeeded(const struct lift__own_write *w)
{
	return w->status >= 200 && w->status < 300;
}

/* The request ended without a response; `w` may be NULL. */
int lift__note_end(const struct lift *l, struct lift__own_write *w, const struct rec__line *line);
bool lift__arm(struct lift *l);
/* The steps before the cause of the program's action: the last write of others, or the program's
 * start, before that line. *at: the line of the cause. */
struct lift__list *lift__cause_of(struct lift *l, uint64_t seq, uint64_t *at);
/* Appends "UPDATE pools/default/a nth=2": the write, counted from its cause; a number below `least`
 * is omitted. */
void lift__add_match(const struct lift *l, const struct lift__own_write *w, uint64_t from,
		     size_t least, struct strbuf *out);
/* `rested`, `later`: as in struct lift__arm. */
bool lift__add_arm(struct lift *l, struct lift__list *arms, const struct strbuf *text, bool rested,
		   bool later);
bool lift__arm_kills(struct lift *l);
/* Whether the program was killed before it received the response. */
bool lift__is_of_life(const struct lift *l, const struct lift__own_write *w);
/* lives.c: whether the process's last write gave up the leadership: then it ended by itself, as
 * after SIGTERM. */
bool lift__releases_lease(const struct lift *l, const struct lift__life *life);
/* reverts.c */
bool lift__arm_reverts(struct lift *l);
/* pauses.c: how long a run must watch the program after the last step; 0: the default. */
int64_t lift__linger_ns(const struct lift *l);
/* How long it must have sent no request before it counts as at rest, since it paused for half of
 * that while a hold or a frozen apiserver was in effect; 0: the default. */
int64_t lift__quiet_ns(struct lift *l); /* l->failed: out of memory */
/* content.c: objects that a program writes about itself differ in each run. */
bool lift__is_about_programs(const struct lift__type *t);
/* stale.c */
bool lift__arm_stale(struct lift *l);
/* late.c */
bool lift__arm_late(struct lift *l);
bool lift__arm_begun(struct lift *l); /* begun.c */
/* Holds the write at the point `at` from the cause of line `seq` until line `end_seq`.
 * `rest_after`: of a reply that the program did not give up; NULL: it did. */
bool lift__arm_held_write(struct lift *l, const struct lift__own_write *w, const char *at,
			  uint64_t seq, uint64_t end_seq, const char *rest_after);
/* Adds a step at the time of the program's request; call it in the order of the requests. Returns
 * false if out of memory. */
bool lift__add_timed(struct lift *l, const struct lift__own_write *w, const struct strbuf *text);
struct lift__hold *lift__add_hold(struct lift *l, uint64_t from_seq, uint64_t to_seq);
bool lift__arm_hold(struct lift *l, const struct lift__hold *hold);
/* content.c: whether the refused write's values are present at the end nevertheless. */
bool lift__is_in_effect(const struct lift__object *o, const struct lift__own_write *w);
/* Returns NULL if unknown. */
struct lift__object *lift__object_of(const struct lift *l, const struct lift__own_write *w);
#endif
