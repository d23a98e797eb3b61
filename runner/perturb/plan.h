/* SPDX-License-Identifier: Apache-2.0 */
/* plan.h - a plan is one disturbance at one point of a life, and the sentence that describes it. */
#ifndef RUNNER_PERTURB_PLAN_H
#define RUNNER_PERTURB_PLAN_H

#include "runner/perturb/life.h"
#include "runner/perturb/noise.h"

/* X(NAME, word, default, what it simulates) */
#define PERTURB_FAMILIES(X)                                                                        \
	X(CRASH, "crash", true, "the process is killed between two writes, or at rest")            \
	X(REFUSED, "refused", true, "a request is refused, before or after it was done")           \
	X(UNOBSERVED, "unobserved", true, "a state is never seen: watches were broken")            \
	X(STALE, "stale", true, "a restart on an apiserver that is behind")                        \
	X(HELD, "held", true, "the cache is behind the program's own writes")                      \
	X(OVERLAP, "overlap", true, "the next step comes in the middle of its reaction")           \
	X(WIRE, "wire", true, "watches end, history is gone")                                      \
	X(LEASE, "lease", true, "it loses its lease, or two programs lead")                        \
	X(DRIFT, "drift", false, "objects that the program wrote are deleted, altered, disowned")  \
	X(SPEC, "spec", false, "a field of the story's objects is changed, and changed back")

enum perturb__family {
#define X(name, ...) PERTURB_##name,
	PERTURB_FAMILIES(X)
#undef X
	    PERTURB_FAMILY_COUNT,
};

enum perturb__how {
	PERTURB_KILL,	 /* kill at the op, before or after its execution; then restart */
	PERTURB_RESTART, /* kill and restart when settled after the step */
	PERTURB_REFUSE,	 /* respond to the op with `status` */
	PERTURB_DOWN,	 /* killed at rest before `step`, started after `step_last` */
	PERTURB_SWALLOW, /* no watch receives the change of the step */
	PERTURB_AWAY,	 /* no connections during steps `step` to `step_last`; compaction */
	/* settled after `step_last`: restart on the view after `step` */
	PERTURB_STALE_RESTART,
	PERTURB_HOLD,  /* hold events of `type` from the step on until all has settled after it */
	PERTURB_EARLY, /* step_last is sent when the op is executed, before its response */
	PERTURB_WATCHES_END,   /* settled before the step: all watches end, with a compaction */
	PERTURB_WATCHES_CLOSE, /* just before the step all watches end normally; no event is lost */
	PERTURB_HALF_OPEN,    /* before the step all watches fall silent; after it they are reset */
	PERTURB_PAGE_GONE,    /* like WATCHES_END; lists get pages, whose second one has expired */
	PERTURB_UNAUTHORIZED, /* like WATCHES_END; each kind of request is answered 401 once */
	PERTURB_GOAWAY,	      /* like WATCHES_CLOSE; HTTP/2 connections get GOAWAY */
	PERTURB_SLOW,	      /* responses are slow during the step */
	PERTURB_LEASE_LOST, /* another client takes the lease: before the op, or before the step */
	PERTURB_FREEZE,	    /* stopped after the op, or before the step, while another one leads */
	PERTURB_REMOVE,	    /* after the story: delete the object `key` */
	PERTURB_PATCH,	    /* after the story: patch it, and with `undo` patch it back */
};

struct perturb__plan {
	uint32_t id; /* from 1, in search order */
	enum perturb__family family;
	enum perturb__how how;
	struct str sentence;
	struct str name; /* argument of --only: "crash:3" */
	uint32_t step, step_last;
	/* KILL, REFUSE, EARLY, LEASE_LOST, FREEZE: the subject's n-th write with this verb and key
	 */
	struct str verb, key, sub;
	uint32_t nth;
	bool after;
	int status, retry_after_s;
	uint32_t times;		/* REFUSE: number of consecutive refusals */
	struct str type;	/* HOLD; STALE_RESTART: only its objects are stale; "": all */
	struct str patch, undo; /* PATCH: merge patches; undo "": none */
	bool reacted;		/* STALE_RESTART: the settled view after the step */
	/* Of a pair: the plan at a write that is executed as well, and the plan at a step that the
	 * pair was made of; NULL: a single plan. */
	const struct perturb__plan *with, *single;
	unsigned rank; /* likelier failures have a lower rank */
};

struct perturb__plans {
	struct runner__arena arena;
	struct scn__list list;	/* struct perturb__plan */
	struct scn__list pairs; /* struct perturb__plan, made of two of the list */
	size_t points;		/* number before pruning */
	size_t pruned_background, pruned_idle, pruned_equal, pruned_same_state;
	struct str lease; /* the key of the program's lock of leader election; "": it has none */
};

/* The part of a story's step that plans depend on. */
struct perturb__beat {
	enum perturb__beat_kind {
		PERTURB_BEAT_OTHER,
		PERTURB_BEAT_CREATE,
		PERTURB_BEAT_UPDATE,
		PERTURB_BEAT_DELETE,
	} kind;
	struct str type, key; /* type and key of its first object */
	uint32_t line;
};

struct perturb__planning {
	struct perturb__life *life; /* an undisturbed run; its memory is used */
	const struct perturb__noise *noise;
	const struct perturb__beat *beats; /* [i]: for step i + 1 */
	uint32_t beat_count;
	bool families[PERTURB_FAMILY_COUNT];
};

/* Makes the plans in search order. RELIST_ENOMEM. */
int perturb__make_plans(const struct perturb__planning *p, struct perturb__plans *out);
void perturb__plans_fini(struct perturb__plans *p);
const char *perturb__family_word(enum perturb__family f);
bool perturb__family_parse(struct str word, enum perturb__family *out);
/* Appends the name with a digest of the sentence: crash:3-1f0c9a. Numbers depend on the order of
 * the program's writes, which may be another in the next search. */
void perturb__plan_ref(const struct perturb__plan *p, struct strbuf *out);
/* A digest of the sentence. */
uint64_t perturb__plan_digest(struct str sentence);
/* Whether `only` is the plan's name, or the digest is that of its sentence, whatever the number. */
bool perturb__plan_is(const struct perturb__plan *p, const char *only);
/* Whether the plan disturbs the op; counts the op in *seen. */
bool perturb__plan_meets(const struct perturb__plan *plan, const struct perturb__noise *noise,
			 const struct perturb__op *op, uint32_t *seen);

#endif
