/* SPDX-License-Identifier: Apache-2.0 */
/* choice.h - the only source of nondeterminism in a simulated run.
 *
 * The simulator picks one of n alternatives here: the next runnable step, the end of a chunk, the
 * length of a jittered delay. The source is a seed (fuzzing), a recorded list (replay, shrinking),
 * or an odometer (every interleaving of a small run). While `record` is on all picks are recorded,
 * so that their list repeats the run.
 */
#ifndef BASE_CHOICE_H
#define BASE_CHOICE_H

#include "base/base.h"

enum choice_source { CHOICE_SEED, CHOICE_LIST, CHOICE_ODOMETER };

struct choice_state {
	uint64_t bits; /* 0: free */
	double orders; /* that go on from it; 0 while it is being looked at */
};

struct choice {
	enum choice_source source;
	bool record; /* SEED: keep what was picked (LIST and ODOMETER always do) */
	bool failed; /* a record was lost for want of memory */
	uint64_t seed;
	uint64_t stream;  /* of the seed */
	size_t depth;	  /* choices made in this run */
	size_t depth_end; /* length of the recorded prefix to obey */
	size_t cap;
	uint32_t *picked;
	uint32_t *bound;
	/* ODOMETER: steps that commute are not tried in both orders. */
	bool prune;
	bool redundant;	  /* this run is another one in another order: it need not go on */
	uint64_t sleep;	  /* ids whose step here leads where an earlier run has been */
	uint64_t *asleep; /* of each choice: the alternatives that are not tried */
	/* ODOMETER with prune, in place of the above: a run that comes to a state where one has
	 * been is redundant from there on. */
	bool remember;
	struct choice_state *seen; /* open addressing */
	size_t seen_len, seen_cap;
	uint64_t known;	     /* the state at which this run was left; 0: it was not */
	uint64_t here;	     /* the state before the next choice; 0: unknown */
	uint64_t *state;     /* of each choice: in which state it was made */
	double *orders;	     /* of each choice: how many lie behind the alternatives done */
	double orders_total; /* when all are seen */
};

/* Something that can be done next. */
struct choice_step {
	uint8_t id;	   /* 1..63, the same until it is done; 0: none, it commutes with nothing */
	uint64_t commutes; /* bits 1 << id: from here both orders lead to the same state */
};

void choice_init_seed(struct choice *c, uint64_t seed, bool record);
void choice_init_odometer(struct choice *c);
/* Obeys `picked`; after its end every pick is 0. A value >= n counts as n - 1. */
int choice_init_list(struct choice *c, const uint32_t *picked, size_t len);
void choice_fini(struct choice *c);

/* One of 0..n-1; n > 0. n == 1 is not recorded. */
uint32_t choice_pick(struct choice *c, uint32_t n);
/* One of n steps. With `prune`, an ODOMETER leaves out orders that differ only in steps that
 * commute (sleep sets: Godefroid, "Partial-order methods for the verification of concurrent
 * systems", chapter 5). alone < n: that step commutes with whatever may come before it, so that it
 * is done at once (a persistent set of one; chapter 4). */
uint32_t choice_pick_step(struct choice *c, const struct choice_step *steps, uint32_t n,
			  uint32_t alone);
/* Before a pick among several: `remember` wants to know the state. */
bool choice_wants_state(const struct choice *c);
/* It is this one, as 64 bits. True: a run has been here, and this one need not go on. After 2^22
 * states no more are kept. */
bool choice_has_been(struct choice *c, uint64_t state);
/* What was just done does not commute with these, although its step said so. */
void choice_wake(struct choice *c, uint64_t ids);
/* How much of all runs lies before the one just made, or about to be made, from 0 to 1: as if each
 * alternative led to as many runs as its neighbours. */
double choice_progress(const struct choice *c);
/* Alternatives that are known and not tried yet: at least so many runs are still to come. */
uint64_t choice_left(const struct choice *c);
/* Only the first `depth` choices of the run just made are turned further by choice_next_run. */
void choice_truncate(struct choice *c, size_t depth);
/* Uniform in [0, 1): 2^24 steps, so that it can be recorded. An ODOMETER has 0 only. */
double choice_unit(struct choice *c);

/* Ends a run. ODOMETER: steps to the next unexplored run; false = all seen. */
bool choice_next_run(struct choice *c);

/* The stream behind CHOICE_SEED, for tests and generators. */
uint64_t splitmix64(uint64_t *state);

#endif
