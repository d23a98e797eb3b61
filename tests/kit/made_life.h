/* SPDX-License-Identifier: Apache-2.0 */
/* made_life.h - a life of perturb made by hand: its changes and its operations. */
#ifndef TESTS_MADE_LIFE_H
#define TESTS_MADE_LIFE_H

#include "runner/perturb/verdict.h"

enum { STEPS = 3 };

struct made {
	struct perturb__life life;
	uint64_t rv;
};

/* Its versions begin behind `rv`; the program watches ConfigMaps and Secrets. */
void made_life_begin(struct made *m, uint64_t rv);
/* Strings are copied. */
struct perturb__change *made_life_change(struct made *m, enum perturb__actor by,
					 const char *resource, const char *name, const char *json,
					 bool deleted);
/* A write that was answered with 200; strings are borrowed. */
void made_life_op(struct made *m, const char *verb, const char *type, const char *key,
		  uint32_t step);

/* Two undisturbed lives, what was learned of them, and a disturbed one with its verdict. */
struct made_lives {
	struct made one, two, disturbed;
	struct perturb__noise noise;
	struct perturb__verdict verdict;
};

/* Returns the first finding; NULL: there is none. */
const struct perturb__finding *made_lives_judge(struct made_lives *w,
						const struct perturb__plan *plan);
/* `disturbed` need not have begun. */
void made_lives_fini(struct made_lives *w);

#endif
