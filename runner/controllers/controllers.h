/* SPDX-License-Identifier: Apache-2.0 */
/* reconcile.h - a reconciler and one turn of it. A turn reads caches as they are at that
 * moment and says what to write; the writes are then made one after the other, each a request of
 * its own, and everything else in the world may happen between them. That gap is what the
 * historic bugs are made of.
 *
 * Stock reconcilers (stock.c) and those of plug-ins (plugin_turn.c) are the same to a
 * worker. */
#ifndef RUNNER_CONTROLLERS_CONTROLLERS_H
#define RUNNER_CONTROLLERS_CONTROLLERS_H

#include "runner/language/scenario.h"
#include "runner/list.h"

struct inf_object;
struct scn__run;
struct scn__crun;
struct scn__rec;

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

struct scn__reconciler_ops {
	/* May be NULL. start: 0 or RELIST_*, c->state is its to set. */
	int (*start)(struct scn__crun *c);
	void (*stop)(struct scn__crun *c);
	/* A child was added or deleted, as the controller's handler was told. */
	void (*observe)(struct scn__crun *c, const struct scn__rec *note, struct str parent);
	enum scn__turn_end (*reconcile)(struct scn__turn *t);
};

/* The reconciler of a controller; NULL: a plug-in that nobody has loaded. */
const struct scn__reconciler_ops *scn__reconciler(const struct scn__run *r,
						  const struct scn__controller *def);
extern const struct scn__reconciler_ops scn__plugin_ops;

/* --- what a turn reads --- */

/* From the informer's cache; NULL: not there. Borrowed until the turn ends. */
const struct inf_object *scn__turn_get(struct scn__turn *t, const struct scn__type *type,
				       struct str ns, struct str name);
/* All of a namespace ("": everywhere), by name. NULL with *count 0: none. */
const struct inf_object *const *scn__turn_list(struct scn__turn *t, const struct scn__type *type,
					       struct str ns, size_t *count);
/* metadata.x as text; "" when it is not there. */
struct str scn__turn_meta(struct scn__turn *t, const struct inf_object *obj, const char *member);

/* --- what it wants --- */

/* NULL: too many, or out of memory. Texts are copied. */
struct scn__op *scn__turn_want(struct scn__turn *t, const struct scn__op *op);

#endif
