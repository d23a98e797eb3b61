/* SPDX-License-Identifier: Apache-2.0 */
/* controllers.h - controllers in virtual time: work queues, workers, reconcilers.
 *
 * A turn of a reconciler reads caches as they are at that moment and returns its writes; the writes
 * are then made one after the other, each a request of its own, and everything else in the world
 * may happen between them. That gap is what the historic bugs are made of. Stock reconcilers
 * (stock.c) and those of plug-ins (plugin_turn.c) are the same to a worker.
 *
 *   workers.c       queues, workers, what handlers put into them
 *   client.c        a controller's requests
 *   turn.c          the reads and requests of a reconciler
 *   stock.c         the stock reconcilers; expectations.h is what they remember
 *   plugin_turn.c   include/relist/scenario.h on top of a turn; plugins.h is what was registered
 *
 * Who may call: oracles and expect, which look at queues; the engine. A run knows controllers as
 * its actors and as one of its observers. Threads: the engine's. No locks.
 */
#ifndef RUNNER_CONTROLLERS_CONTROLLERS_H
#define RUNNER_CONTROLLERS_CONTROLLERS_H

#include "informer/workqueue.h"
#include "runner/world/world.h"

enum { SCN_OPS_MAX = 1000, SCN_TURNS_MAX = 100 };

/* A request that a reconciler wants made. */
struct scn__op {
	enum scn__verb verb; /* of a write, or GET: from the server, not from a cache */
	const struct scn__type *type;
	struct str ns, name; /* CREATE with name "": the body's generateName */
	struct str subresource;
	struct str body;     /* JSON; of PATCH a merge patch */
	struct str uid;	     /* DELETE: only this object; "": whatever has the name */
	bool absent_is_fine; /* a 404 is no failure */
	uint64_t seq;	     /* counts a run's writes as they leave; for holds */
	/* The answer. */
	int status;	   /* 0: not made; -1: the connection was refused or broke */
	struct str answer; /* its body */
};

enum scn__turn_end {
	SCN_TURN_DONE,	  /* all is well once the writes are answered: Forget */
	SCN_TURN_REQUEUE, /* AddRateLimited, whatever the writes say */
	SCN_TURN_AGAIN,	  /* one more turn with the same key when the writes are answered */
};

struct scn__turn {
	struct scn__run *run;
	struct scn__crun *controller;
	const char *key; /* the work queue's item */
	struct str ns, name;
	uint32_t number; /* 0: the first */
	struct scn__op *ops;
	size_t op_count;
	const struct scn__op *before; /* the turn before, with its answers */
	size_t before_count;
	int64_t requeue_after_ns; /* > 0: AddAfter when all went well */
	struct scn__list objects; /* struct inf_object: what the turn has looked at */
	struct scn__list texts;	  /* what a plug-in was given */
};

struct scn__worker {
	const char *key; /* NULL: idle */
	bool by_hand;	 /* a `worker` step has it */
	struct scn__turn turn;
	enum scn__turn_end end;
	size_t next; /* of the turn's requests */
	bool failed;
	struct scn__call *call; /* under way; NULL: none */
};

struct scn__crun {
	struct scn__run *run;
	const struct scn__controller *def;
	const struct scn__reconciler_ops *ops;
	void *state; /* of the reconciler; lost in a crash */
	struct inf__wq queue;
	bool has_queue, running;
	uint32_t crash_after; /* that many more writes; 0: never */
	bool crash_now;
	uint32_t worker_count;
	struct scn__worker workers[SCN_WORKERS_MAX];
};

struct scn__reconciler_ops {
	/* May be NULL. start: 0 or RELIST_*, c->state is its to set. */
	int (*start)(struct scn__crun *c);
	void (*stop)(struct scn__crun *c);
	/* A child was added or deleted, as the controller's handler saw it. */
	void (*observe)(struct scn__crun *c, const struct scn__rec *note, struct str parent);
	enum scn__turn_end (*reconcile)(struct scn__turn *t);
};

/* The reconciler of a controller; NULL: a plug-in that is not loaded. */
const struct scn__reconciler_ops *ctl__reconciler(const struct scn__run *r,
						  const struct scn__controller *def);
extern const struct scn__reconciler_ops ctl__plugin_ops;

/* --- workers.c --- */

/* Makes r->controllers, which act and observe from now on. 0 or RELIST_ENOMEM. */
int ctl__init_all(struct scn__run *r);
void ctl__fini_all(struct scn__run *r);
int ctl__controller_start(struct scn__run *r, struct scn__crun *c);
void ctl__controller_stop(struct scn__run *r, struct scn__crun *c);
/* A crash takes the informers that feed the controller along. */
void ctl__controller_crash(struct scn__run *r, struct scn__crun *c);
/* kills.c: ends what a `kill` has caught. True: something has ended. */
bool ctl__carry_out_kills(struct scn__run *r);
/* A `worker` step: the scenario plays a worker by hand. */
void ctl__worker_step(struct scn__run *r, const struct scn__step *s);

/* --- client.c --- */

/* NULL: the server refuses connections, and the op has its answer; or the run is broken. */
struct scn__call *ctl__call_send(struct scn__run *r, struct scn__crun *c, struct scn__op *op);
/* False: nothing has moved. At the end the call is freed and the op has its answer. */
bool ctl__call_step(struct scn__run *r, struct scn__call **call, struct scn__op *op);
/* Whether a hold keeps it from leaving. */
bool ctl__write_held(struct scn__run *r, struct scn__op *op);

/* --- turn.c --- */

bool ctl__turn_begin(struct scn__turn *t, const char *key, uint32_t number);
void ctl__turn_end(struct scn__turn *t);

/* --- what a turn reads --- */

/* From the informer's cache; NULL: not there. Borrowed until the turn ends. */
const struct inf_object *ctl__turn_get(struct scn__turn *t, const struct scn__type *type,
				       struct str ns, struct str name);
/* All of a namespace ("": everywhere), by name. NULL with *count 0: none. */
const struct inf_object *const *ctl__turn_list(struct scn__turn *t, const struct scn__type *type,
					       struct str ns, size_t *count);
/* metadata.x as text; "" when it is not there. */
struct str ctl__turn_meta(struct scn__turn *t, const struct inf_object *obj, const char *member);

/* --- what it wants --- */

/* NULL: too many, or out of memory. Texts are copied. */
struct scn__op *ctl__turn_want(struct scn__turn *t, const struct scn__op *op);

#endif
