/* SPDX-License-Identifier: Apache-2.0 */
/* shrink.h - makes a failing scenario small: drops every part without which it still fails in the
 * same way.
 *
 * Delta debugging (Zeller, Hildebrandt: "Simplifying and isolating failure-inducing input"; level
 * by level as in Misherghi, Su: "HDD") on the file's own tree. Candidates are the source without
 * some parts, so the remaining text is unchanged, comments included.
 *
 * The same way means: the same oracle, the same `never`, or the same section of the same expect
 * step. If there is a control, it must still pass: the passing cell of the matrix, or the same cell
 * without omitted fixes (`without`), or, for an external program, another given program or relist's
 * informer. A control prevents that a shrunken expectation fails because its subject is missing.
 * Without a control the failed row must not change, and the steps that name its object stay.
 *
 * Threads: one at a time; hooks are called from the caller's thread, except go_on.
 *
 * Who may call: the command line. */
#ifndef RUNNER_SHRINK_SHRINK_H
#define RUNNER_SHRINK_SHRINK_H

#include "runner/world/options.h"

struct shrink__progress {
	size_t steps, bytes;	/* of the best result so far */
	uint64_t tried, failed; /* number of candidates, and of those that still fail in the same
				 * way */
};

/* Independent runs: work() on any thread, done() on the caller's, in order, until it returns
 * false. */
struct shrink__work {
	size_t count;
	void (*work)(void *user, size_t i);
	bool (*done)(void *user, size_t i);
	void *user;
};

struct shrink__options {
	struct str path, text;
	const struct scn__files *files; /* files that the scenario may name; NULL: none */
	struct str origin;		/* "sha256-...": added to refs; "": nothing is added */
	const char *fail_on; /* an oracle's name, "never", or an expectation's; NULL: any */
	const char *cell;    /* of the matrix; NULL: the first that fails */
	/* Options for candidates; `seed` is used unless the scenario has its own and own_seed is
	 * set. */
	const struct scn__run_options *run;
	bool own_seed;
	/* For an external subject: a correct program; NULL: relist's informer, if that passes. */
	const struct scn__subject *control;
	/* For a sporadic failure: the number of runs per candidate. 0: measured for an external
	 * subject, else 1. */
	unsigned repeat;
	/* Number of concurrent candidates, and the function that runs them; 0 and NULL: one after
	 * the other. The result is the same. spread() returns false if it could not. */
	unsigned beside;
	bool (*spread)(void *user, unsigned threads, const struct shrink__work *work);
	/* Returns false to stop with the best result so far; NULL: never. `reserve_ns`: the
	 * expected duration of the final runs; negative: of a run under way, which is ended when
	 * that is over, too. Any thread. */
	bool (*go_on)(void *user, int64_t reserve_ns);
	/* Called for a better result: whether the caller wants the whole file, canonical; and the
	 * file. May be NULL. */
	bool (*wants_better)(void *user);
	void (*better)(void *user, struct str text);
	void (*progress)(void *user, const struct shrink__progress *p); /* may be NULL */
	void *user;
};

enum shrink__control {
	SHRINK_NO_CONTROL,
	SHRINK_CELL,   /* another cell of the matrix */
	SHRINK_MENDED, /* the same cell without its `without` */
	SHRINK_OURS,   /* relist's informer in place of the subject */
	SHRINK_OTHER,  /* the given control program */
};

struct shrink__result {
	struct strbuf text;    /* the shrunken scenario */
	struct strbuf failure; /* the failure in one line, "oracle index-consistent" */
	struct strbuf why;     /* the failure's sentence in the first run */
	struct strbuf cell;    /* the cell that was shrunk; "" */
	enum shrink__control control;
	uint64_t seed; /* seed of the failure */
	size_t steps_before, steps_after;
	size_t bytes_before, bytes_after;
	uint64_t tried;
	bool complete;	       /* nothing more can be dropped; else the time was over */
	bool alone;	       /* external: candidates had to run one after the other */
	size_t taken_back;     /* external: number of reverted changes with which it passed
				* sometimes */
	unsigned probes, hits; /* external: number of first runs, and of failures among them */
	unsigned tries;	       /* number of runs before a candidate counted as passing */
	unsigned repeat;       /* > 0: number of last runs ... */
	unsigned again;	       /* ... and of those that failed in the same way */
	bool unproved;	       /* external: the time was over before the last runs */
};

void shrink__result_init(struct shrink__result *r);
void shrink__result_fini(struct shrink__result *r);

/* RELIST_ENOTFOUND: it does not fail, or not as requested (err has its result); RELIST_EPARSE: it
 * cannot be read or run, see `errors`, or err if there are none; RELIST_ECLOSED: go_on() returned
 * false before the subject had failed; RELIST_ENOMEM. */
int shrink__run(const struct shrink__options *opt, struct shrink__result *out,
		struct scn__errors *errors, struct relist_err *err);

/* What the time did to the result, in lines: it was not run again, or the last runs took longer by
 * over_ns than the budget (a second at least: an exceeded limit must not look like an error of the
 * clock). */
void shrink__time_text(const struct shrink__result *r, int64_t over_ns, struct strbuf *out);

#endif
