/* SPDX-License-Identifier: Apache-2.0 */
/* controllers.h - controllers in virtual time: work queues, workers, reconcilers.
 *
 * A turn of a reconciler reads the caches as they are at that moment and returns its writes. The
 * writes are then sent one after the other, each a request of its own, and any other event may
 * happen between them. The historic bugs depend on that gap. Workers treat stock reconcilers
 * (stock.c) and those of plug-ins (plugin_turn.c) alike.
 *
 *   workers.c       queues, workers, the keys that handlers add
 *   client.c        a controller's requests
 *   turn.c          the reads and requests of a reconciler
 *   stock.c         the stock reconcilers; expectations.h is their memory
 *   plugin_turn.c   include/relist/scenario.h on top of a turn; plugins.h is the registry
 *
 * Who may call: oracles and expect, which read queues; the engine. A run knows controllers as its
 * actors and as one of its observers. Threads: the engine's. No locks. */
#ifndef RUNNER_CONTROLLERS_CONTROLLERS_H
#define RUNNER_CONTROLLERS_CONTROLLERS_H

#include "informer/workqueue.h"
#include "runner/world/world.h"

enum { SCN_OPS_MAX = 1000, SCN_TURNS_MAX = 100 };

/* A request that a reconciler returned. */
struct scn__op {
	enum scn__verb verb; /* a write, or GET: read from the server, not from a cache */
	const struct scn__type *type;
	struct str ns, name; /* CREATE with name "": the body's generateName */
	struct str subresource;
	struct str body;     /* JSON; for PATCH a merge patch */
	struct str uid;	     /* DELETE: precondition; "": none */
	bool absent_is_fine; /* a 404 is not a failure */
	uint64_t seq;	     /* numbers a run's writes in the order of sending; for holds */
	/* The response. */
	int status;	   /* 0: not sent; -1: the connection was refused or broke */
	struct str answer; /* its body */
};

enum scn__turn_end {
	SCN_TURN_DONE,	  /* success when all writes have succeeded: Forget */
	SCN_TURN_REQUEUE, /* AddRateLimited, whatever the responses are */
	SCN_TURN_AGAIN,	  /* another turn with the same key after the responses */
};

struct scn__turn {
	struct scn__run *run;
	struct scn__crun *controller;
	const char *key; /* item of the work queue */
	struct str ns, name;
	uint32_t number; /* 0: the first turn of the key */
	struct scn__op *ops;
	size_t op_count;
	const struct scn__op *before; /* the requests of the previous turn, with their responses */
	size_t before_count;
	int64_t requeue_after_ns; /* > 0: AddAfter on success */
	struct scn__list objects; /* struct inf_object: the objects that the turn has read */
	struct scn__list texts;	  /* strings that a plug-in received */
};

struct scn__worker {
	const char *key; /* NULL: idle */
	bool by_hand;	 /* a `worker` step has taken the key */
	struct scn__turn turn;
	enum scn__turn_end end;
	size_t next; /* index of the next request of the turn */
	bool failed;
	struct scn__call *call; /* request in progress; NULL: none */
	int64_t call_limit_ns;	/* its timeout; TIME_NEVER */
};

struct scn__crun {
	struct scn__run *run;
	const struct scn__controller *def;
	const struct scn__reconciler_ops *ops;
	void *state; /* state of the reconciler; lost in a crash */
	struct inf__wq queue;
	bool has_queue, running;
	uint32_t crash_after; /* crash after that many more writes; 0: never */
	bool crash_now;
	uint32_t worker_count;
	struct scn__worker workers[SCN_WORKERS_MAX];
};

struct scn__reconciler_ops {
	/* May be NULL. start: sets c->state; returns 0 or RELIST_*. */
	int (*start)(struct scn__crun *c);
	void (*stop)(struct scn__crun *c);
	/* The controller's handler received the addition or deletion of a child. */
	void (*observe)(struct scn__crun *c, const struct scn__rec *note, struct str parent);
	enum scn__turn_end (*reconcile)(struct scn__turn *t);
};

/* The reconciler of a controller; NULL: a plug-in that is not loaded. */
const struct scn__reconciler_ops *ctl__reconciler(const struct scn__run *r,
						  const struct scn__controller *def);
extern const struct scn__reconciler_ops ctl__plugin_ops;

/* --- workers.c --- */

/* Makes r->controllers and registers them as actors and observers. 0 or RELIST_ENOMEM. */
int ctl__init_all(struct scn__run *r);
void ctl__fini_all(struct scn__run *r);
int ctl__controller_start(struct scn__run *r, struct scn__crun *c);
void ctl__controller_stop(struct scn__run *r, struct scn__crun *c);
/* A crash also ends the informers that feed the controller. */
void ctl__controller_crash(struct scn__run *r, struct scn__crun *c);
/* kills.c: ends programs that have reached the request of a `kill`. True: one has ended. */
bool ctl__carry_out_kills(struct scn__run *r);
/* Executes a `worker` step: the scenario acts as a worker. */
void ctl__worker_step(struct scn__run *r, const struct scn__step *s);

/* --- client.c --- */

/* Returns NULL if the server refuses connections (the op has the result) or if the run is broken.
 */
struct scn__call *ctl__call_send(struct scn__run *r, struct scn__crun *c, struct scn__op *op);
/* Returns false if nothing changed. At the end it frees the call; the op has the response. */
bool ctl__call_step(struct scn__run *r, struct scn__call **call, struct scn__op *op);
/* Whether a hold delays the write. */
bool ctl__write_held(struct scn__run *r, struct scn__op *op);

/* --- turn.c --- */

bool ctl__turn_begin(struct scn__turn *t, const char *key, uint32_t number);
void ctl__turn_end(struct scn__turn *t);

/* --- reads of a turn --- */

/* Reads the informer's cache; NULL: absent. Borrowed until the turn ends. */
const struct inf_object *ctl__turn_get(struct scn__turn *t, const struct scn__type *type,
				       struct str ns, struct str name);
/* All objects of a namespace ("": of all), sorted by name. NULL with *count 0: none. */
const struct inf_object *const *ctl__turn_list(struct scn__turn *t, const struct scn__type *type,
					       struct str ns, size_t *count);
/* A string member of metadata; "" if absent. */
struct str ctl__turn_meta(struct scn__turn *t, const struct inf_object *obj, const char *member);

/* --- requests of a turn --- */

/* Adds a request; copies the texts. Returns NULL if there are too many, or if out of memory. */
struct scn__op *ctl__turn_want(struct scn__turn *t, const struct scn__op *op);

#endif
