/* SPDX-License-Identifier: Apache-2.0 */
/* lift.h - makes a scenario from a recording.
 *
 *   lines of the recording -> requests, events, and every state of every object (read.h)
 *     -> the server's writes in the order of their resource versions (history.c)
 *     -> steps: writes, starts, ends of watches, failures, pauses (story.h), as YAML (yaml.c)
 *     -> a run with expectations from the recording: the differences (prove.c)
 *
 * Memory: every state of every object in the recording, at most bytes_max; a few words for every
 * request and event.
 *
 * Who may call: the command line. Threads: one at a time. No locks. */
#ifndef RUNNER_LIFT_LIFT_H
#define RUNNER_LIFT_LIFT_H

#include "runner/recording/recording.h"

struct lift;

/* Texts of which one must match; borrowed. */
struct lift__texts {
	const char *const *items;
	size_t len;
};

struct lift__options {
	struct str name;   /* name of the scenario */
	struct str origin; /* for refs: sha256:... of the recording; empty: none */
	/* Filters: times since the recording began (negative: no limit), objects ("ns/name",
	 * "type/ns/name", "name"), clients whose User-Agent contains one of the texts. None:
	 * all. */
	int64_t from_ns, to_ns;
	struct lift__texts keys, user_agents;
	/* Clients whose User-Agent contains one of these are the program under test: its writes
	 * become expectations. None: no such program. */
	struct lift__texts controllers;
	/* Patterns "type/ns/name*" of objects that have another name in each run of that program.
	 */
	struct lift__texts generated;
	size_t bytes_max; /* 0: 1 GiB */
	void (*on_note)(void *user, struct str text);
	void *user;
};

/* Returns NULL if out of memory. `opt` is copied, its strings are borrowed. */
struct lift *lift__new(const struct lift__options *opt, struct relist_err *err);
void lift__free(struct lift *l);

/* Process the recording's first line, then the others. RELIST_ELIMIT, RELIST_ENOMEM. */
int lift__header(struct lift *l, const struct rec__header *header, struct relist_err *err);
int lift__line(struct lift *l, const struct rec__line *line, struct relist_err *err);

/* For refs: identifies the recording; call it after the last line. Borrowed. */
void lift__origin(struct lift *l, struct str origin);

struct lift__result {
	struct strbuf text;	   /* the scenario, in its canonical form */
	struct strbuf differences; /* one per line; empty: the run equals the recording */
	size_t difference_count;
	/* One line for each kind of what the run could not be compared with; empty: none. */
	struct strbuf unchecked;
	size_t steps, writes, informers;
	bool broken; /* it does not run to its end */
};

void lift__result_init(struct lift__result *r);
void lift__result_fini(struct lift__result *r);
/* RELIST_EINVAL: the recording has no objects. RELIST_ELIMIT: the story is too large for a
 * scenario. */
int lift__finish(struct lift *l, struct lift__result *out, struct relist_err *err);

#endif
