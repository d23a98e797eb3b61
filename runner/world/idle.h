/* SPDX-License-Identifier: Apache-2.0 */
/* idle.h - records steps and checks without an effect in a run: a fault that no request matched, a
 * `...` that matched nothing.
 *
 * A run that passes with such a step or check proves less than it seems to. Recorded if the options
 * have a place for it; only a run that reaches its end is complete. */
#ifndef RUNNER_WORLD_IDLE_H
#define RUNNER_WORLD_IDLE_H

#include "runner/language/scenario.h"

/* X(NAME, message) */
#define SCN_IDLES(X)                                                                               \
	X(RULE, "met no request or event: the run is the same without it")                         \
	X(HOLD, "met no request: the run is the same without it")                                  \
	X(WATCHES, "concerned no watch: none was open")                                            \
	X(CRASH, "never came: the controller has not done that many writes")                       \
	X(GAP, "`...` matched nothing: without it the check is stricter and still passes")         \
	X(NEVER, "nothing happened from this `never` to its end: it could not fail")               \
	X(UNREAD, "until here no client has read or written this type: that the object is there "  \
		  "says nothing about them")

enum scn__idle_kind {
#define X(name, message) SCN_IDLE_##name,
	SCN_IDLES(X)
#undef X
};

struct scn__idle_item {
	enum scn__idle_kind kind;
	const char *word; /* the step's verb; "" if the message stands alone */
	struct scn__pos pos;
};

struct scn__idle {
	bool faults_only; /* no HOLD, GAP, NEVER, UNREAD: real time, and checks that wait */
	struct scn__idle_item *items;
	size_t len, cap;
	bool complete; /* the run has reached its end */
	bool failed;   /* out of memory */
};

void scn__idle_fini(struct scn__idle *idle);
const char *scn__idle_message(enum scn__idle_kind kind);

struct scn__run;

/* Begins a step that may have no effect: known at the end of the run. */
void world__idle_begin(struct scn__run *r, enum scn__idle_kind kind, const struct scn__step *s);
/* Likewise for a rule of the server, which acts after `skip` matches. */
void world__idle_rule(struct scn__run *r, const struct scn__step *s, uint32_t rule, uint32_t skip);
/* Call it before a rule is deleted. */
void world__idle_rule_ends(struct scn__run *r, uint32_t rule);
/* Records an effect. `s` NULL: of all items of that kind. */
void world__idle_met(struct scn__run *r, enum scn__idle_kind kind, const struct scn__step *s);
/* Records that there was no effect. */
void world__idle_add(struct scn__run *r, enum scn__idle_kind kind, const char *word,
		     struct scn__pos pos);
/* For a `...` that matched `count` items. Returns true. */
bool world__idle_gap(struct scn__run *r, struct scn__pos pos, size_t count);
/* For a section that holds. */
void world__idle_section(struct scn__run *r, const struct scn__section *s);
/* Call it at the end of the run. */
void world__idle_end(struct scn__run *r);

#endif
