/* SPDX-License-Identifier: Apache-2.0 */
/* plan.h - a disturbance: one thing at one point of a life, and the sentence that says it. */
#ifndef RUNNER_PERTURB_PLAN_H
#define RUNNER_PERTURB_PLAN_H

#include "runner/perturb/life.h"
#include "runner/perturb/noise.h"

/* X(NAME, word, default, what it imitates) */
#define PERTURB_FAMILIES(X)                                                                        \
	X(CRASH, "crash", true, "the process is killed between two writes, or at rest")            \
	X(REFUSED, "refused", true, "a request is refused, before or after it was done")           \
	X(UNOBSERVED, "unobserved", true, "a state is never seen: watches were broken")            \
	X(STALE, "stale", true, "a restart on an apiserver that is behind")                        \
	X(HELD, "held", true, "the cache is behind the program's own writes")                      \
	X(WIRE, "wire", true, "watches end, history is gone")                                      \
	X(DRIFT, "drift", false, "objects that the program wrote are deleted, altered, disowned")  \
	X(SPEC, "spec", false, "a field of the story's objects is changed, and changed back")

enum perturb__family {
#define X(name, ...) PERTURB_##name,
	PERTURB_FAMILIES(X)
#undef X
	    PERTURB_FAMILY_COUNT,
};

enum perturb__how {
	PERTURB_KILL,	 /* at the op, before or after it is done; then started again */
	PERTURB_RESTART, /* at rest after the step */
	PERTURB_REFUSE,	 /* the op is answered with `status` */
	PERTURB_SWALLOW, /* no watch is sent the change that the step makes */
	PERTURB_AWAY,	 /* no connection while steps `step` to `step_last` happen; compaction */
	PERTURB_STALE_RESTART, /* after the story: started again on the view after `step` */
	PERTURB_HOLD, /* events of `type` wait from the step on until all is quiet after it */
	PERTURB_WATCHES_END,   /* at rest before the step: all watches end, with a compaction */
	PERTURB_WATCHES_CLOSE, /* just before the step all watches end in order; nothing is lost */
	PERTURB_REMOVE,	       /* after the story the object `key` is deleted */
	PERTURB_PATCH,	       /* after the story it is patched, and with `undo` patched back */
};

struct perturb__plan {
	uint32_t id; /* from 1, in the order of the search */
	enum perturb__family family;
	enum perturb__how how;
	struct str sentence;
	struct str name; /* for --only: "crash:3" */
	uint32_t step, step_last;
	/* KILL, REFUSE: the n-th write of the subject of that line */
	struct str verb, key, sub;
	uint32_t nth;
	bool after;
	int status, retry_after_s;
	uint32_t times;		/* REFUSE: so often in a row */
	struct str type;	/* HOLD; STALE_RESTART: only objects of it are stale; "": all */
	struct str patch, undo; /* PATCH: merge patches; undo "": none */
	bool reacted;		/* STALE_RESTART: the view at rest after the step */
	unsigned rank;		/* the lower the likelier */
};

struct perturb__plans {
	struct runner__arena arena;
	struct scn__list list; /* struct perturb__plan */
	size_t points;	       /* before pruning */
	size_t pruned_background, pruned_idle, pruned_equal, pruned_same_state;
};

/* What the story does at a step, as far as plans need to know. */
struct perturb__beat {
	enum perturb__beat_kind {
		PERTURB_BEAT_OTHER,
		PERTURB_BEAT_CREATE,
		PERTURB_BEAT_UPDATE,
		PERTURB_BEAT_DELETE,
	} kind;
	struct str type, key; /* of its first object */
	uint32_t line;
};

struct perturb__planning {
	struct perturb__life *life; /* an undisturbed one; its memory is used */
	const struct perturb__noise *noise;
	const struct perturb__beat *beats; /* [i]: step i + 1 */
	uint32_t beat_count;
	bool families[PERTURB_FAMILY_COUNT];
};

/* Plans in the order of the search. RELIST_ENOMEM. */
int perturb__make_plans(const struct perturb__planning *p, struct perturb__plans *out);
void perturb__plans_fini(struct perturb__plans *p);
const char *perturb__family_word(enum perturb__family f);
bool perturb__family_parse(struct str word, enum perturb__family *out);
/* The op is one that the plan is about; it was counted in *seen. */
bool perturb__plan_meets(const struct perturb__plan *plan, const struct perturb__noise *noise,
			 const struct perturb__op *op, uint32_t *seen);

#endif
