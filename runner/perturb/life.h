/* SPDX-License-Identifier: Apache-2.0 */
/* life.h - one life of a controller, recorded: its requests, every change of every object and who
 * made it, and how it ended. Planning, noise and verdicts read lives; they know no process and no
 * clock, so that other hosts can record lives too.
 *
 *   life.c     the record
 *   flatten.c  objects as they are compared
 *   noise.c    what differs between undisturbed lives
 *   plan.c     disturbances: those of a reference, and their order
 *   plan_ops.c, plan_steps.c  at the program's writes, at the story's steps
 *   plan_end.c  at the end: objects of the program that others change, fields of the story's
 *   schema.c, first.c  values that a schema allows; a first story
 *   scenario*.c        a failure as a scenario
 *   verdict.c  a disturbed life against the undisturbed ones
 *   posix/     a server, a process, the story, the search
 *
 * Who may call: posix/ below, the command line and tests. Threads: a life belongs to one thread at
 * a time. No locks.
 */
#ifndef RUNNER_PERTURB_LIFE_H
#define RUNNER_PERTURB_LIFE_H

#include "base/map.h"
#include "base/str.h"
#include "runner/arena.h"
#include "runner/list.h"

enum perturb__actor {
	PERTURB_SERVER, /* the garbage collector and other controllers of the server */
	PERTURB_STORY,
	PERTURB_ROLE, /* a stand-in for a controller that is not there */
	PERTURB_SUBJECT,
};

/* A request of the subject. */
struct perturb__op {
	int64_t at_ns;
	struct str verb; /* create update patch delete deletecollection get list watch */
	struct str type; /* "statefulsets.apps", "pods"; "": no resource */
	struct str ns, name, sub;
	struct str key;	   /* "statefulsets.apps/default/web" */
	struct str agent;  /* User-Agent */
	uint32_t step;	   /* of the story, from 1; 0: before the first */
	uint64_t shown_rv; /* what watches and lists had shown when it came */
	int status;	   /* 0: no answer */
	uint32_t changes;  /* that it made */
	bool write, background, disturbed;
};

struct perturb__change {
	uint64_t rv;
	enum perturb__actor by;
	struct str type, ns, name, key;
	struct str uid, json;
	uint32_t step;
	uint32_t op;			      /* index + 1 of the subject's request; 0: not by it */
	const struct perturb__change *before; /* of the same object; NULL: none is known */
	bool added, deleted;
	bool marked; /* it got its deletionTimestamp */
	bool after;  /* the disturbance had begun */
};

/* Writes that come long after a step's rest, as a requeue after 10 s. */
struct perturb__late {
	int64_t pause_ns; /* the longest before one */
	uint32_t bursts;  /* 0: there are none */
	bool endless;	  /* they go on and on: none is awaited */
};

struct perturb__life {
	struct runner__arena arena;
	struct scn__list ops, changes;
	struct map last;    /* key -> struct perturb__change: the newest of each object */
	struct map uids;    /* uid -> struct perturb__change: the newest of it */
	struct map watched; /* types: a watch of it was open */
	struct map locks;   /* keys of ConfigMaps and Endpoints that leaders hold */
	uint64_t rv_first;
	/* rv when step i (from 1) was done, and when all was at rest after it; [0]: the start */
	uint64_t *rv_done, *rv_rest;
	uint32_t step_count;
	int64_t wall_ns, gap_ns;    /* the longest pause in which something was still to come */
	struct perturb__late *late; /* [step]: as an observer has found it */
	int64_t start_ns;	    /* of the program, to its first watch */
	bool hit;		    /* the plan's point was reached */
	bool unsettled;		    /* no rest within the limit */
	uint32_t exits;		    /* it ended by itself so often */
	int exit_status;	    /* of the last time; < 0: a signal */
	struct str words;	    /* its last words then, as one clean line */
	struct str broken;	    /* why nothing can be said; "": it can */
	uint32_t requests, writes;
	uint32_t rate_max; /* requests in the busiest second */
};

void perturb__life_init(struct perturb__life *l);
void perturb__life_fini(struct perturb__life *l);
struct str perturb__copy(struct perturb__life *l, struct str s);
/* The object is a lock of leader election, as old programs have it. */
bool perturb__is_lock(struct perturb__life *l, struct str key, struct str text);
/* NULL: out of memory (l->arena.failed). */
struct perturb__op *perturb__life_op(struct perturb__life *l);
/* Fills key, uid, added, marked from what is known; `json` is copied. */
struct perturb__change *perturb__life_change(struct perturb__life *l, uint64_t rv, struct str group,
					     struct str resource, struct str ns, struct str name,
					     struct str json, bool deleted);
/* "statefulsets.apps", "pods". */
struct str perturb__type(struct perturb__life *l, struct str group, struct str resource);
/* Appends TYPE/NS/NAME without the group, for people; the buffer's text. */
const char *perturb__shown(struct str key, struct strbuf *out);
static inline struct perturb__op *perturb__op_at(const struct perturb__life *l, size_t i)
{
	return l->ops.items[i];
}
static inline struct perturb__change *perturb__change_at(const struct perturb__life *l, size_t i)
{
	return l->changes.items[i];
}
bool perturb__push(struct perturb__life *l, struct scn__list *list, void *item);

#endif
