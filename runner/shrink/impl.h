/* SPDX-License-Identifier: Apache-2.0 */
/* impl.h - shrink.c decides what to try, ahead.c which candidates to judge meanwhile, keys.c groups
 * parts, follow.c adapts expectations to the remaining steps, failure.c records the failure,
 * verdict.c judges candidates, text.c writes the result. */
#ifndef RUNNER_SHRINK_IMPL_H
#define RUNNER_SHRINK_IMPL_H

#include <stdatomic.h>

#include "base/map.h"
#include "runner/shrink/shrink.h"
#include "runner/shrink/tree.h"

enum {
	SEEN_MAX = 20000,	   /* limit of rejected candidates that are remembered, */
	SEEN_BYTES_MAX = 16 << 10, /* and of their size: large ones do not occur again */
};

/* How a run ended, for comparison with other runs. */
struct shrink__how {
	enum runner__ending ending;
	enum runner__verdict verdict; /* BROKEN */
	const char *oracle;
	bool as_expected;
	struct strbuf row; /* without a control: the failed row, or the sentence */
};

enum shrink__pace {
	SHRINK_PACE_UNKNOWN,
	SHRINK_PACE_ANY,  /* it fails at any pace, and must continue to */
	SHRINK_PACE_FAST, /* a race: it fails only if steps follow each other at once */
};

/* Parts that are dropped together. */
struct shrink__unit {
	struct shrink__part **parts;
	size_t count;
};

struct shrink__units {
	struct shrink__unit *all;
	size_t count;
	struct shrink__part **parts;
};

/* The position of a part in a text; end 0: not in it. */
struct shrink__span {
	size_t at, end;
};

/* The result of a candidate's runs. */
enum shrink__verdict {
	SHRINK_UNKNOWN, /* it was cancelled */
	SHRINK_SAME,	/* it fails in the same way, and the control passes */
	SHRINK_PASSES,
	SHRINK_ELSEWHERE,     /* it fails in another way */
	SHRINK_CONTROL_FAILS, /* it fails in the same way, and so does the control */
	SHRINK_OTHER_PACE,    /* it passes if its steps wait for the program */
	SHRINK_UNREADABLE,
	SHRINK_FOLLOWED, /* it also fails to qualify with the control's expectations */
};

struct shrink__candidate {
	const struct shrink *of; /* read-only */
	struct strbuf text;
	struct shrink__span place;	/* position of the failure's place in the text */
	atomic_bool cancelled, decided; /* its runs have to end */
	bool eager;			/* the runs of its control need no earlier results */
	enum shrink__verdict verdict;
	bool failed;		/* out of memory */
	int64_t lasted_ns;	/* duration of its run of the program */
	int64_t waited_ns;	/* by the control, for one expectation */
	enum shrink__pace pace; /* as in struct shrink */
	size_t paced_steps;
};

/* Options for running a cell. */
struct shrink__manner {
	uint64_t seed;
	enum shrink__control control; /* SHRINK_NO_CONTROL: the failing subject */
	struct scn__updates *updates;
	int64_t patience_ns, pace_ns;  /* 0: from the options */
	bool (*cancelled)(void *user); /* NULL: the run ends with the time */
	void *cancel_user;
	bool beyond; /* the run is finished even if the time is over */
};

/* Units are tried in halves, quarters and so on, the last first, since later steps depend on
 * earlier ones. */
struct shrink__rounds {
	size_t count, chunk, end;
	bool went;
};

struct shrink {
	const struct shrink__options *opt;
	struct shrink__result *out;
	struct scn__errors *errors;
	struct shrink__tree tree;
	char *source;	 /* of the tree, if it is not opt->text */
	struct map seen; /* rejected candidates */
	uint64_t tried, kept;
	struct strbuf best;
	struct shrink__span best_place;
	struct shrink__state *states; /* settle.c: all earlier best results */
	size_t state_count;
	bool stopped, failed;	   /* failed: out of memory */
	enum shrink__verdict last; /* verdict of the last candidate */
	/* ahead.c */
	unsigned beside; /* number of candidates that are judged at a time */
	struct shrink__candidate *ahead;
	size_t ahead_count;
	/* failure.c */
	bool expects_first; /* the first failure is an expectation, and not the requested one */
	struct shrink__how how;
	struct shrink__part *place, *place_step; /* AT_STEP, AT_NEVER: the section; its step */
	char *cell, *control_cell;		 /* names */
	uint64_t seed;
	bool writes_seed; /* the file does not contain it, and it is needed */
	unsigned tries;	  /* number of passing runs after which a candidate counts as passing */
	/* Name and namespace of the failed object; "": none, or unknown. */
	char about[256], about_ns[256];
	/* External: the patience for a program, once a correct program's time is known; 0: from the
	 * options. */
	int64_t patience_ns, control_patience_ns;
	int64_t lasted_ns; /* of the run of the best result so far, in real time; 0: unknown */
	/* Small stories must also fail if their steps wait until the program is quiet. A failure
	 * only because a step came before the program could act would not occur on another
	 * machine. */
	enum shrink__pace pace;
	size_t paced_steps; /* steps of the last such run: fields do not change the pace */
};

/* try.c */
/* The number of remaining steps. */
size_t shrink__step_count(const struct shrink *s);
/* Whether the remaining tree still fails in the same way; if so, keeps it. */
bool shrink__try(struct shrink *s);
void shrink__note_seen(struct shrink *s, struct str text, enum shrink__verdict verdict);
void shrink__take_best(struct shrink *s, struct str text, struct shrink__span place);
void shrink__report_progress(struct shrink *s, bool better);

/* ahead.c */
bool shrink__goes_on(struct shrink *s);
/* The time that settle.c needs; 0 for a scenario in virtual time. */
int64_t shrink__reserve_ns(const struct shrink *s);
void shrink__drop(struct shrink__unit *units, size_t count);
void shrink__put_back(struct shrink__unit *units, size_t count);
/* The place of the failure in the text that the tree wrote last. */
struct shrink__span shrink__place_now(const struct shrink *s);
/* Writes the remaining tree as a candidate. */
void shrink__write(struct shrink *s, struct shrink__candidate *c);
struct shrink__rounds shrink__rounds_of(size_t count);
/* Sets the next units to try. Returns false if there are none. */
bool shrink__rounds_next(struct shrink__rounds *r, size_t *from, size_t *to);
/* Call it after the units of the last call were dropped. */
void shrink__rounds_went(struct shrink__rounds *r, size_t units);
/* Judges the candidate without the units [from, to), and others that may follow. */
void shrink__look_ahead(struct shrink *s, struct shrink__unit *units, struct shrink__rounds rounds,
			size_t from, size_t to);
/* Returns NULL if it was not judged. */
const struct shrink__candidate *shrink__ahead_find(const struct shrink *s, struct str text);
void shrink__ahead_fini(struct shrink *s);

/* verdict.c: reads the search state without changing it */
/* Whether the whole time is over, or the search was interrupted. */
bool shrink__is_over(const struct shrink *s);
const struct scn__cell *shrink__cell_of(const struct scn__scenario *sc, const char *name);
struct scn__scenario *shrink__load(const struct shrink *s, struct str text,
				   struct scn__errors *errors);
struct shrink__manner shrink__manner_of(const struct shrink *s, enum shrink__control control);
void shrink__run_cell(const struct shrink *s, const struct scn__cell *cell,
		      const struct shrink__manner *how, struct runner__result *result);
/* Calls work() for all indices, several at a time, and done() in order until it returns false. */
void shrink__spread(const struct shrink *s, const struct shrink__work *work);
/* `waited_ns`: for one expectation. `why`: reason if it does not pass; may be NULL. */
bool shrink__passes(const struct shrink *s, const struct scn__cell *cell,
		    const struct shrink__manner *how, int64_t *waited_ns, struct relist_err *why);
bool shrink__is_failure(const struct runner__result *r);
bool shrink__is_same(const struct shrink *s, struct str text, struct shrink__span place,
		     const struct runner__result *r);
/* The offset in `text` to which a result points. */
size_t shrink__offset_of(struct str text, const struct runner__result *r);
/* Ignores digits: versions and numbers change when parts are dropped. */
void shrink__add_row(struct strbuf *out, struct str s);
void shrink__add_bad_row(struct strbuf *out, const struct runner__row *row);
void shrink__candidate_init(struct shrink__candidate *c, const struct shrink *s);
/* Any thread. */
void shrink__judge(struct shrink__candidate *c);
/* Sets the patience by the time of a correct program. */
void shrink__take_waited(struct shrink *s, int64_t waited_ns);

/* keys.c: the units of the tree: objects in the order of their first writes, types and informers,
 * or single steps. If out of memory: none, and s->failed. */
void shrink__units_of_keys(struct shrink *s, struct shrink__units *out);
void shrink__units_of_names(struct shrink *s, struct shrink__units *out);
void shrink__units_of_steps(struct shrink *s, struct shrink__units *out);
/* Whether a write's object has a similar name. */
bool shrink__names_alike(struct str step, struct str key);
/* All objects whose names are unrelated to the failed one as one unit, and all pauses as
 * another. */
void shrink__units_unlike(struct shrink *s, struct shrink__units *out);
void shrink__units_fini(struct shrink__units *u);

/* values.c. Returns true if a value was replaced. */
bool shrink__values_smaller(struct shrink *s);
/* Merges adjacent pauses whose steps in between were dropped. */
bool shrink__merge_pauses(struct shrink *s);

/* loosen.c: removes versions from expectations. */
void shrink__loosen(struct shrink *s);

/* settle.c */
/* Remembers the best result so far. */
void shrink__remember(struct shrink *s);
/* Repeats the result, and reverts the changes that make it pass sometimes. */
void shrink__settle(struct shrink *s);
void shrink__settle_fini(struct shrink *s);

/* follow.c: drops steps, including those on which an expectation's text depends. */
bool shrink__follow(struct shrink *s);

/* failure.c */
/* Runs the unchanged scenario and records its failure and its control. */
int shrink__take_failure(struct shrink *s, struct str text, struct relist_err *err);
bool shrink__has_failure(const struct shrink *s);
void shrink__run_failing(const struct shrink *s, const struct scn__cell *cell,
			 struct runner__result *result);
/* The place where a run of the last written text failed; NULL: not at a requested expectation. */
struct shrink__part *shrink__place_of(struct shrink *s, struct str text,
				      const struct runner__result *r);
/* Makes the failure of a run of the last written text the one to keep. */
void shrink__adopt(struct shrink *s, struct str text, const struct runner__result *r);
/* Finds the values with which the expectations would hold in the control. Returns false if they
 * hold already or if edits do not suffice. */
bool shrink__control_says(struct shrink *s, struct str text, struct scn__updates *updates);
/* Whether the last written text fails at an expectation and the control passes; records the
 * place. */
bool shrink__fails_somewhere(struct shrink *s, struct str text);
void shrink__fini_failure(struct shrink *s);

/* probe.c: runs it a few more times. May drop the other expectations. */
void shrink__probe(struct shrink *s);

/* hold.c */
/* Keeps the failure's place and the file's description. */
void shrink__hold_on(struct shrink *s);
/* Without a control the event that the expectation checks must still happen: "pods/default/a". */
void shrink__hold_on_to_key(struct shrink *s, const struct runner__row *row);

/* text.c: the remaining scenario, canonical, with its origin. */
void shrink__final_text(struct shrink *s, struct strbuf *out);

#endif
