/* SPDX-License-Identifier: Apache-2.0 */
/* search.h - the search: undisturbed runs, plans, verdicts, repetitions, and the outcome. */
#ifndef RUNNER_PERTURB_POSIX_SEARCH_H
#define RUNNER_PERTURB_POSIX_SEARCH_H

#include <stdio.h>

#include "runner/perturb/posix/try.h"
#include "runner/perturb/verdict.h"

enum { PERTURB_REFERENCES_MAX = 16 };

struct perturb__options {
	struct perturb__setup setup;
	bool families[PERTURB_FAMILY_COUNT];
	const char *only; /* name of the only plan; NULL: all plans */
	uint32_t plans_max, references;
	int64_t budget_ns;
	int64_t late_ns; /* wait of undisturbed runs for late writes after a step; 0: none */
	unsigned jobs, jobs_most; /* most: if the program uses little CPU */
	uint64_t shard, shards;	  /* from 0; shards 0: all */
	bool list;		  /* only list the plans */
	bool quiet, progress;
	const char *job; /* JSONL: members of the last line about the job; or "" */
	FILE *err;
	const char *out, *html; /* folders for scenarios and for their pages; NULL: none */
	const char *again;	/* the command line that repeats a plan, without --only */
	const char *resume;	/* the file of finished plans; NULL: none */
	struct str story;	/* its text */
	uint32_t pairs;		/* the maximum number of pairs of plans after the single ones */
	FILE *requests;		/* receives the requests of the first undisturbed run; NULL: none */
};

/* A plan and the lives that tried it. */
struct perturb__tried {
	const struct perturb__plan *plan;
	struct perturb__life life;
	struct perturb__verdict verdict;
	uint32_t tries, seen, healed; /* numbers of lives: all, with findings, without findings */
	int64_t wall_ns;	      /* of all tries */
	bool begun, failed;	      /* failed: the findings count */
	bool resumed;		      /* the result is that of an earlier run: no requests */
	bool broken, doubtful;
	bool slow;    /* the finding was an intermediate state: repetitions waited longer */
	bool doubted; /* repetitions wait longer after this step, or at the end (0) */
	uint32_t doubt_step;
	char why[240];	/* set if `broken` */
	uint32_t group; /* from 1; 0: none */
};

/* Returns NULL if there are no findings. */
static inline const struct perturb__finding *perturb__worst(const struct perturb__tried *t)
{
	return t->verdict.findings.len ? t->verdict.findings.items[0] : NULL;
}

/* The scenario of a group. */
struct perturb__proof {
	enum perturb__proved {
		PERTURB_NOT_PROVED, /* no --out, or no time left */
		PERTURB_RED,	    /* it fails with the disturbance, and passes without */
		PERTURB_NOT_RED,    /* it passes with the disturbance as well */
		PERTURB_NOT_GREEN,  /* it fails without the disturbance */
		PERTURB_UNTOLD,	    /* the language cannot express the plan */
	} proved;
	struct strbuf path;
	char why[240]; /* the failure's sentence, or the obstacle */
};

struct perturb__group {
	struct perturb__tried *first; /* the life that the report shows */
	uint32_t count;
	struct perturb__proof proof;
};

struct perturb__outcome {
	struct perturb__life *references;
	size_t reference_count;
	struct perturb__late *late; /* [step] */
	int64_t *step_quiets;	    /* [step]: time without activity until rest */
	struct perturb__noise noise;
	struct perturb__plans plans;
	struct perturb__tried *tried;
	size_t tried_count; /* number of selected plans */
	size_t listed;	    /* the number of plans at the start of the list that all parts share */
	size_t noise_fields;
	size_t missed_plans; /* of merged parts: listed by a part and tried by none */
	struct perturb__group *groups;
	size_t group_count;
	size_t resumed, begun, passed, missed, broken, doubtful, slow, tries;
	int64_t wall_ns;
	struct perturb__pace pace;
	char refused[400]; /* why the story cannot be judged; "" */
	bool interrupted, out_of_time;
	int64_t lives_ns; /* duration of all undisturbed lives */
};

/* Returns 0; RELIST_EINVAL: the story is refused (out->refused); RELIST_ENOMEM, RELIST_EIO. */
int perturb__search(const struct perturb__options *opt, struct perturb__outcome *out,
		    struct relist_err *err);
void perturb__outcome_fini(struct perturb__outcome *out);

/* Adds the result to the counts. */
void perturb__note_result(struct perturb__outcome *o, const struct perturb__tried *t);
/* Makes groups of the failures; o->groups has room. */
void perturb__make_groups(struct perturb__outcome *o);

/* --- prove.c --- */

/* Writes each group's scenario into opt->out, and runs it. */
int perturb__prove(const struct perturb__options *opt, struct perturb__outcome *o,
		   struct relist_err *err);

/* --- cost.c --- */

/* CPU time of this process and of all programs that have ended. */
int64_t perturb__cpu_ns(void);
/* The number of lives at a time, if lives of wall_ns together used cpu_ns. */
unsigned perturb__jobs(const struct perturb__options *opt, int64_t cpu_ns, int64_t wall_ns);

/* --- references.c --- */

int perturb__references(const struct perturb__options *opt, struct perturb__outcome *o,
			struct relist_err *err);
void perturb__references_fini(struct perturb__outcome *o);
void perturb__say_late(const struct perturb__options *opt, const struct perturb__outcome *o);
/* Prints one line per request: the request, its step, and the newest version sent before it. */
void perturb__print_requests(const struct perturb__life *l, FILE *out);

/* --- report.c --- */

enum perturb__format { PERTURB_TEXT, PERTURB_JSON, PERTURB_JUNIT, PERTURB_JSONL };
const char *perturb__proved_word(enum perturb__proved p);
void perturb__report(const struct perturb__options *opt, const struct perturb__outcome *o,
		     enum perturb__format format, struct strbuf *out);

#endif
