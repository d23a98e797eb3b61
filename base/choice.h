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
	double orders; /* number of orders from here on; 0 while they are being explored */
};

struct choice {
	enum choice_source source;
	bool record; /* SEED: record the picks (LIST and ODOMETER always do) */
	bool failed; /* an allocation failed, so a pick was not recorded */
	uint64_t seed;
	uint64_t stream;  /* state of the seed's random generator */
	size_t depth;	  /* choices made in this run */
	size_t depth_end; /* length of the recorded prefix to repeat */
	size_t cap;
	uint32_t *picked;
	uint32_t *bound;
	/* ODOMETER: try steps that commute in one order only. */
	bool prune;
	bool redundant;	  /* this run equals an earlier one in another order and can stop */
	uint64_t sleep;	  /* ids whose step at this point leads to a state of an earlier run */
	uint64_t *asleep; /* for each choice: the alternatives that are not tried */
	/* ODOMETER with `prune`: replaces sleep sets. A run that reaches a state of an earlier run
	 * is redundant from there on. */
	bool remember;
	struct choice_state *seen; /* open addressing */
	size_t seen_len, seen_cap;
	uint64_t known;	     /* the known state at which this run stopped; 0: none */
	uint64_t here;	     /* the state before the next choice; 0: unknown */
	uint64_t *state;     /* for each choice: the state in which it was made */
	double *orders;	     /* for each choice: number of orders of its finished alternatives */
	double orders_total; /* valid when all runs are done */
};

/* A step that can be executed next. */
struct choice_step {
	uint8_t id;	   /* 1..63, constant until the step is done; 0: commutes with no step */
	uint64_t commutes; /* bits 1 << id: both orders lead to the same state */
};

void choice_init_seed(struct choice *c, uint64_t seed, bool record);
void choice_init_odometer(struct choice *c);
/* Repeats `picked`; after its end every pick is 0. A value >= n counts as n - 1. */
int choice_init_list(struct choice *c, const uint32_t *picked, size_t len);
void choice_fini(struct choice *c);

/* Picks one of 0..n-1; n > 0. n == 1 is not recorded. */
uint32_t choice_pick(struct choice *c, uint32_t n);
/* Picks one of n steps. With `prune`, an ODOMETER omits orders that differ only in steps that
 * commute (sleep sets: Godefroid, "Partial-order methods for the verification of concurrent
 * systems", chapter 5). If alone < n, that step commutes with every possible earlier step and is
 * picked at once (a persistent set of one; chapter 4). */
uint32_t choice_pick_step(struct choice *c, const struct choice_step *steps, uint32_t n,
			  uint32_t alone);
/* With `remember`: whether the caller must call choice_has_been() before the next pick. */
bool choice_wants_state(const struct choice *c);
/* Records `state`, the hash of the present state. Returns true if an earlier run reached it: the
 * present run can then stop. Records at most 2^22 states. */
bool choice_has_been(struct choice *c, uint64_t state);
/* The last step does not commute with the steps `ids`, although its `commutes` says so. */
void choice_wake(struct choice *c, uint64_t ids);
/* The share (0 to 1) of all runs that lies before the last or the next run. Assumes that each
 * alternative leads to as many runs as its neighbours. */
double choice_progress(const struct choice *c);
/* The number of known alternatives that are not tried yet: a lower bound of the remaining runs. */
uint64_t choice_left(const struct choice *c);
/* choice_next_run() changes only the first `depth` choices of the last run. */
void choice_truncate(struct choice *c, size_t depth);
/* Uniform in [0, 1), in 2^24 steps so that it can be recorded. Always 0 for an ODOMETER. */
double choice_unit(struct choice *c);

/* Ends a run. An ODOMETER steps to the next unexplored run and returns false if there is none. */
bool choice_next_run(struct choice *c);

/* The random generator of CHOICE_SEED, for tests and generators. */
uint64_t splitmix64(uint64_t *state);

#endif
