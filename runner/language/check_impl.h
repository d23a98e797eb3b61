/* SPDX-License-Identifier: Apache-2.0 */
/* check_impl.h - the state of a walk over the steps, shared by check.c and check_sections.c. */
#ifndef RUNNER_LANGUAGE_CHECK_IMPL_H
#define RUNNER_LANGUAGE_CHECK_IMPL_H

#include "base/map.h"
#include "runner/language/build.h"

enum life { IDLE, RUNNING, STOPPED, CRASHED };

struct actor {
	enum life life;
	uint32_t line; /* line of the step that set this state */
};

struct listening {
	bool added, removed;
	uint32_t held_line; /* 0: not held */
	bool drained;	    /* all notifications since the hold were checked */
};

struct walk {
	struct scn__build *b;
	const struct scn__world *w;
	struct actor *informers, *controllers;
	struct listening *handlers;
	uint32_t *frozen; /* by backend: line of the freeze */
	struct map names, snapshots, objects;
	uint32_t holds, refusals;
	int64_t now_ns;
	uint64_t rv_max; /* the server's highest possible version; 0: unknown */
	bool verbatim;	 /* after reply or send: anything may be on the wire */
	bool guessing;	 /* after rewind or gc the state of objects is uncertain */
};

void scn__walk_put(struct walk *k, struct map *map, struct str key, uintptr_t value);
/* Reports unbound $names in a value; `binds`: names bind themselves instead. */
void scn__walk_names(struct walk *k, const struct scn__node *node, bool binds);
void scn__walk_sections(struct walk *k, const struct scn__expect *e, bool never);

#endif
