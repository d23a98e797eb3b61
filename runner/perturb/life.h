/* SPDX-License-Identifier: Apache-2.0 */
/* life.h - one recorded life of a controller: its requests, every change of every object with its
 * author, and how it ended. Planning, noise and verdicts read lives. They depend on no process and
 * no clock, so that other hosts can record lives, too.
 *
 *   life.c     the record
 *   flatten.c  flattens objects for comparison
 *   noise.c    the differences between undisturbed runs
 *   plan.c     the disturbances for a reference life, and their order
 *   plan_ops.c, plan_steps.c  at the program's writes, at the story's steps
 *   plan_wire.c  at the connections
 *   plan_pairs.c  pairs of plans
 *   plan_lease.c  at the program's lease
 *   plan_end.c  at the end: objects of the program that others change, fields of the story's
 *   schema.c, first.c  values that a schema allows; a first story
 *   scenario*.c        writes a failure as a scenario
 *   verdict.c  compares a disturbed life with the undisturbed ones
 *   verdict_state.c  compares the states after steps, and at the end
 *   posix/     a server, a process, the story, the search
 *
 * Who may call: posix/ below, the command line and tests. Threads: a life belongs to one thread at
 * a time. No locks. */
#ifndef RUNNER_PERTURB_LIFE_H
#define RUNNER_PERTURB_LIFE_H

#include "base/map.h"
#include "base/str.h"
#include "runner/arena.h"
#include "runner/list.h"

enum perturb__actor {
	PERTURB_SERVER, /* the garbage collector and other controllers in the server */
	PERTURB_STORY,
	PERTURB_ROLE, /* a stand-in for a missing controller */
	PERTURB_SUBJECT,
};

/* A request of the subject. */
struct perturb__op {
	int64_t at_ns;
	struct str verb; /* create update patch delete deletecollection get list watch */
	struct str type; /* "statefulsets.apps", "pods"; "": not a resource */
	struct str ns, name, sub;
	struct str key;	   /* "statefulsets.apps/default/web" */
	struct str agent;  /* User-Agent */
	uint32_t instance; /* which of the programs at the same time; 0: the first */
	uint32_t step;	   /* step of the story, from 1; 0: before the first */
	uint64_t shown_rv; /* the newest version in watches and lists before the request */
	int status;	   /* 0: no response */
	uint32_t changes;  /* number of changes that it made */
	bool write, background, disturbed;
	bool created;	/* it made an object: an apply may create */
	bool blind;	/* a watch had ended and was not open again */
	bool leaseless; /* a write as leader while another client holds the lease */
};

struct perturb__change {
	uint64_t rv;
	enum perturb__actor by;
	struct str type, ns, name, key;
	struct str uid, json;
	uint32_t step;
	uint32_t op;			      /* index + 1 of the subject's request; 0: not by it */
	const struct perturb__change *before; /* the previous change of the object; NULL: unknown */
	bool added, deleted;
	bool marked; /* it set the deletionTimestamp */
	bool after;  /* it happened after the disturbance began */
};

/* Writes long after a step has settled, such as a requeue after 10 s. */
struct perturb__late {
	int64_t pause_ns; /* the longest pause before one */
	uint32_t bursts;  /* 0: none */
	bool endless;	  /* they never stop: the run does not wait for them */
};

struct perturb__life {
	struct runner__arena arena;
	struct scn__list ops, changes;
	struct map last;	  /* key -> struct perturb__change: the newest of each object */
	struct map uids;	  /* uid -> struct perturb__change: the newest of each object */
	struct map generated;	  /* words of its generated names, without values */
	const void *generated_by; /* what they were found with; NULL: not yet */
	struct map watched;	  /* types that were watched at some time */
	/* types whose watches the program had closed, at the newest rest -> struct str: "apps/v1"
	 */
	struct map closed;
	bool limits, has_token, has_http2; /* its requests have pages, a token, HTTP/2 */
	struct map locks; /* keys of ConfigMaps and Endpoints that are locks of leader election */
	uint64_t rv_first;
	/* [i]: rv when step i (from 1) was done, and when settled after it; [0]: the start */
	uint64_t *rv_done, *rv_rest;
	uint32_t step_count;
	uint32_t *lines; /* [step]: its line in the story; NULL: unknown */
	int64_t wall_ns;
	int64_t start_gap_ns; /* the longest pause between the first watch and the rest of a start
			       */
	int64_t *gaps;	      /* [step]: the same, in one step; NULL: unknown */
	struct perturb__late *late; /* [step]: measured by an observer */
	int64_t start_ns;	    /* time from the program's start to its first watch */
	/* [step], after the disturbance: the time without activity when it was at rest, and the
	 * longest pause before a change by the program */
	int64_t *waited, *recovery;
	bool hit;	      /* the run reached the plan's point at a step */
	bool hit_write;	      /* the run reached the plan's point at a write */
	uint32_t hit_step;    /* the first step in which it did; 0: before the story */
	bool unsettled;	      /* it did not settle within the limit */
	uint32_t exits;	      /* how often the program ended by itself */
	uint32_t lease_exits; /* how often it ended because it had lost its lease */
	int exit_status;      /* of the last end; < 0: a signal */
	struct str words;     /* the last output before it, as one clean line */
	struct str broken;    /* why the life cannot be judged; "": it can */
	uint32_t requests, writes;
};

void perturb__life_init(struct perturb__life *l);
void perturb__life_fini(struct perturb__life *l);
/* Sets l->last to the state at a version. `end` receives the newest state, for
 * perturb__life_forward(), which must be called in any case. RELIST_ENOMEM. */
int perturb__life_rewind(struct perturb__life *l, uint64_t rv, struct map *end);
void perturb__life_forward(struct perturb__life *l, struct map *take_end);
struct str perturb__copy(struct perturb__life *l, struct str s);
/* Whether the object is a lock of leader election of the old kinds (ConfigMaps, Endpoints). */
bool perturb__is_lock(struct perturb__life *l, struct str key, struct str text);
/* Adds a request. Returns NULL if out of memory (l->arena.failed). */
struct perturb__op *perturb__life_op(struct perturb__life *l);
/* Adds a change; sets key, uid, added and marked from the known state. Copies `json`. */
struct perturb__change *perturb__life_change(struct perturb__life *l, uint64_t rv, struct str group,
					     struct str resource, struct str ns, struct str name,
					     struct str json, bool deleted);
/* "statefulsets.apps", "pods". */
struct str perturb__type(struct perturb__life *l, struct str group, struct str resource);
/* Appends TYPE/NS/NAME without the group, for people; returns the buffer's text. */
const char *perturb__shown(struct str key, struct strbuf *out);
/* The creation of the object. */
const struct perturb__change *perturb__birth_of(const struct perturb__change *c);
/* For the removal by the garbage collector of an object that the program had created for an owner
 * that was gone: the deletion of that owner. NULL: `c` is another change. */
const struct perturb__change *perturb__gone_owner(const struct perturb__life *l,
						  const struct perturb__change *c);
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
