/* SPDX-License-Identifier: Apache-2.0 */
/* shrink.h - a failing scenario made small: what can go while it still fails in the same way, goes.
 *
 * Delta debugging (Zeller, Hildebrandt: "Simplifying and isolating failure-inducing input"; level
 * by level as in Misherghi, Su: "HDD") on the file's own tree. Candidates are the source with parts
 * left out, so what stays reads as it was written, comments included.
 *
 * The same way: the same oracle, the same `never`, or the same section of the same expect step;
 * and, where there is one, the control still passes: the cell of the matrix that passes, or the
 * same cell with nothing left out of the stack (`without`), or, for an external program, one that
 * was given as the control, or relist's informer. A control keeps a shrunken expectation from
 * failing for want of what it is about. Where there is none, the row that failed must stay as it
 * is, and the steps that name its object stay.
 *
 * Threads: one at a time; hooks are called from the caller's, but for go_on.
 *
 * Who may call: the command line.
 */
#ifndef RUNNER_SHRINK_SHRINK_H
#define RUNNER_SHRINK_SHRINK_H

#include "runner/world/options.h"

struct shrink__progress {
	size_t steps, bytes;	/* of the best so far */
	uint64_t tried, failed; /* candidates; of them those that still fail in the same way */
};

/* Independent runs: work() on any thread, done() on the caller's, in order, until it says false. */
struct shrink__work {
	size_t count;
	void (*work)(void *user, size_t i);
	bool (*done)(void *user, size_t i);
	void *user;
};

struct shrink__options {
	struct str path, text;
	const struct scn__files *files; /* that the scenario may name; NULL: none */
	struct str origin;		/* "sha256-...": goes to refs; "": nothing does */
	const char *fail_on; /* an oracle's word, "never", or an expectation's; NULL: any */
	const char *cell;    /* of the matrix; NULL: the first that fails */
	/* How candidates are run; `seed` is used unless the scenario has its own and own_seed is
	 * set. */
	const struct scn__run_options *run;
	bool own_seed;
	/* Of an external subject: the program that does it right; NULL: our own informer, if that
	 * passes. */
	const struct scn__subject *control;
	/* For what fails only at times: a candidate is run up to so often. 0: of an external
	 * subject that is found out, else 1. */
	unsigned repeat;
	/* Candidates at a time, and what runs them so; 0 and NULL: one after the other. The result
	 * is the same. False: it could not. */
	unsigned beside;
	bool (*spread)(void *user, unsigned threads, const struct shrink__work *work);
	/* False: the best so far is the result; NULL: never. Any thread. */
	bool (*go_on)(void *user);
	/* There is a better one: the whole file, canonical, if the caller wants it. May be NULL. */
	bool (*wants_better)(void *user);
	void (*better)(void *user, struct str text);
	void (*progress)(void *user, const struct shrink__progress *p); /* may be NULL */
	void *user;
};

enum shrink__control {
	SHRINK_NO_CONTROL,
	SHRINK_CELL,   /* another cell of the matrix */
	SHRINK_MENDED, /* the same cell without its `without` */
	SHRINK_OURS,   /* our informer instead of the subject */
	SHRINK_OTHER,  /* the program that was given as the control */
};

struct shrink__result {
	struct strbuf text;    /* the small scenario */
	struct strbuf failure; /* how it fails: one line, "oracle index-consistent" */
	struct strbuf why;     /* the failure's own sentence, of the first run */
	struct strbuf cell;    /* that was shrunk; "" */
	enum shrink__control control;
	uint64_t seed; /* that it fails with */
	size_t steps_before, steps_after;
	size_t bytes_before, bytes_after;
	uint64_t tried;
	bool complete;	       /* nothing more can go; else the time was over */
	bool alone;	       /* external: candidates had to be run one after the other */
	size_t taken_back;     /* external: changes with which it passed at times */
	unsigned probes, hits; /* external: of so many first runs so many failed */
	unsigned tries;	       /* so often a candidate was run before it counted as passing */
	unsigned repeat;       /* > 0: of so many last runs ... */
	unsigned again;	       /* ... so many failed in the same way */
};

void shrink__result_init(struct shrink__result *r);
void shrink__result_fini(struct shrink__result *r);

/* RELIST_ENOTFOUND: it does not fail, or not so (err says what it does); RELIST_EPARSE: it cannot
 * be read or run, see `errors`, or err if there are none; RELIST_ENOMEM. */
int shrink__run(const struct shrink__options *opt, struct shrink__result *out,
		struct scn__errors *errors, struct relist_err *err);

#endif
