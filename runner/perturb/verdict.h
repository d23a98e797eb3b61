/* SPDX-License-Identifier: Apache-2.0 */
/* verdict.h - compares a disturbed life with the undisturbed ones; needs no expectations. */
#ifndef RUNNER_PERTURB_VERDICT_H
#define RUNNER_PERTURB_VERDICT_H

#include "runner/perturb/plan.h"

/* Worst first: of several findings the first names the group.
 * X(NAME, word, hard, title): a hard finding counts if it was observed once; for the others most
 * repetitions must agree. */
#define PERTURB_FINDINGS(X)                                                                        \
	X(PANIC, "panic", true, "it crashes")                                                      \
	X(DELETED, "deleted", true, "it deletes what it must keep")                                \
	X(SURPLUS, "surplus", false, "something is there that should not be")                      \
	X(MISSING, "missing", false, "something is missing")                                       \
	X(DIFFERS, "differs", false, "something is not as it should be")                           \
	X(LEASELESS, "leaseless", true, "it writes without its lease")                             \
	X(CREATED, "created", true, "it creates too often")                                        \
	X(UNSETTLED, "restless", false, "it does not come to rest")                                \
	X(LOOP, "crash-loop", false, "it ends again and again")                                    \
	X(STORM, "storm", false, "too many requests")

enum perturb__kind {
#define X(name, ...) PERTURB_F_##name,
	PERTURB_FINDINGS(X)
#undef X
	    PERTURB_F_COUNT,
};

struct perturb__finding {
	enum perturb__kind kind;
	struct str type, key; /* canonical; or "" */
	struct str what;      /* the sentence */
	struct str group;     /* equal for findings with the same cause */
	uint32_t step;	      /* the state at rest after it differs; 0: the end, or another kind */
};

struct perturb__verdict {
	struct scn__list findings; /* struct perturb__finding, in the life's memory; worst first */
	bool nothing;		   /* the life did not reach the plan's point */
};

const char *perturb__kind_word(enum perturb__kind kind);
const char *perturb__kind_title(enum perturb__kind kind);
bool perturb__kind_is_hard(enum perturb__kind kind);
/* `plan` NULL: an undisturbed run. RELIST_ENOMEM. */
int perturb__judge(const struct perturb__noise *n, const struct perturb__plan *plan,
		   struct perturb__life *l, struct perturb__verdict *out);
void perturb__verdict_fini(struct perturb__verdict *v);

/* Appends what the program wrote before it ended: from its panic on if there is one, else the end
 * of its output; at most 400 bytes. */
void perturb__last_words(const struct perturb__life *l, struct strbuf *out);

#endif
