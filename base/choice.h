/* SPDX-License-Identifier: Apache-2.0 */
/* choice.h - the only source of nondeterminism in a simulated run.
 *
 * The simulator asks "which of these n?" here: which runnable step goes next, where a chunk is cut,
 * how long a jittered delay is. A choice object answers from a seed (fuzzing), from a recorded list
 * (replay, shrinking), or as an odometer (every interleaving of a small run). Whatever the source,
 * answers are recorded while `record` is on, so that any run can be repeated from its list alone.
 */
#ifndef BASE_CHOICE_H
#define BASE_CHOICE_H

#include "base/base.h"

enum choice_source { CHOICE_SEED, CHOICE_LIST, CHOICE_ODOMETER };

struct choice {
	enum choice_source source;
	bool record; /* SEED: keep what was picked (LIST and ODOMETER always do) */
	bool failed; /* a record was lost for want of memory */
	uint64_t seed;
	uint64_t state;
	size_t depth;	  /* choices made in this run */
	size_t depth_end; /* length of the recorded prefix to obey */
	size_t cap;
	uint32_t *picked;
	uint32_t *bound;
	/* ODOMETER: steps that commute are not tried in both orders. */
	bool prune;
	bool redundant;	  /* this run is another one in another order: it need not go on */
	uint64_t sleep;	  /* labels whose step here leads where an earlier run has been */
	uint64_t *asleep; /* of each choice: the alternatives that are not tried */
};

void choice_init_seed(struct choice *c, uint64_t seed, bool record);
void choice_init_odometer(struct choice *c);
/* Obeys `picked`; after its end every pick is 0. A value >= n counts as n - 1. */
int choice_init_list(struct choice *c, const uint32_t *picked, size_t len);
void choice_fini(struct choice *c);

/* One of 0..n-1; n > 0. n == 1 is not recorded. */
uint32_t choice_pick(struct choice *c, uint32_t n);
/* One of n steps. labels[i]: 1..63, a step that commutes with those of every other label; 0: with
 * none. With `prune`, an ODOMETER leaves out orders that differ only in these (sleep sets:
 * Godefroid, "Partial-order methods for the verification of concurrent systems", chapter 5). */
uint32_t choice_pick_step(struct choice *c, const uint8_t *labels, uint32_t n);
/* Only the first `depth` choices of the run just made are turned further by choice_next_run. */
void choice_truncate(struct choice *c, size_t depth);
/* Uniform in [0, 1): 2^24 steps, so that it can be recorded. An ODOMETER has 0 only. */
double choice_unit(struct choice *c);

/* Ends a run. ODOMETER: steps to the next unexplored run; false = all seen. */
bool choice_next_run(struct choice *c);
/* Turns the run just made into a replay of itself. */
void choice_rewind(struct choice *c);

/* The stream behind CHOICE_SEED, for tests and generators. */
uint64_t splitmix64(uint64_t *state);

#endif
