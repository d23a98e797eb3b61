/* SPDX-License-Identifier: Apache-2.0 */
/* impl.h - shrink.c decides what is tried, ahead.c which candidates are judged meanwhile, keys.c
 * what goes together, follow.c lets expectations follow the steps that are left, failure.c notes
 * how the scenario fails, verdict.c says whether a candidate still does, text.c writes what is
 * left. */
#ifndef RUNNER_SHRINK_IMPL_H
#define RUNNER_SHRINK_IMPL_H

#include <stdatomic.h>

#include "base/map.h"
#include "runner/shrink/shrink.h"
#include "runner/shrink/tree.h"

enum {
	SEEN_MAX = 20000,	   /* candidates that are not run a second time, */
	SEEN_BYTES_MAX = 16 << 10, /* each of so many bytes: large ones do not come again */
};

/* How a run ended, as far as another may be compared with it. */
struct shrink__how {
	enum runner__ending ending;
	enum runner__verdict verdict; /* BROKEN */
	const char *oracle;
	bool as_expected;
	struct strbuf row; /* without a control: the row that failed, or the sentence */
};

enum shrink__pace {
	SHRINK_PACE_UNKNOWN,
	SHRINK_PACE_ANY,  /* it fails at any pace, and has to go on to */
	SHRINK_PACE_FAST, /* it is about a race: it fails only if steps follow each other at once */
};

/* What goes together. */
struct shrink__unit {
	struct shrink__part **parts;
	size_t count;
};

struct shrink__units {
	struct shrink__unit *all;
	size_t count;
	struct shrink__part **parts;
};

/* Where a part is in a text; end 0: it is not. */
struct shrink__span {
	size_t at, end;
};

/* What a run of a candidate has shown. */
enum shrink__verdict {
	SHRINK_UNKNOWN, /* it was cancelled */
	SHRINK_SAME,	/* it fails in the same way, and the control passes */
	SHRINK_PASSES,
	SHRINK_ELSEWHERE,     /* it fails, in another way */
	SHRINK_CONTROL_FAILS, /* it fails in the same way, and so does the control */
	SHRINK_OTHER_PACE,    /* it passes if its steps wait for the program */
	SHRINK_UNREADABLE,
	SHRINK_FOLLOWED, /* nor does it if its expectations follow the control */
};

struct shrink__candidate {
	const struct shrink *of; /* only read */
	struct strbuf text;
	struct shrink__span place;	/* of the failure's, in it */
	atomic_bool cancelled, decided; /* its runs are to end */
	bool eager;			/* it needs no other runs before those of its control */
	enum shrink__verdict verdict;
	bool failed;		/* out of memory */
	int64_t waited_ns;	/* by the control, for one expectation */
	enum shrink__pace pace; /* as in struct shrink */
	size_t paced_steps;
};

/* How a cell is run. */
struct shrink__manner {
	uint64_t seed;
	enum shrink__control control; /* SHRINK_NO_CONTROL: the one that fails */
	struct scn__updates *updates;
	int64_t patience_ns, pace_ns; /* 0: as the options say */
	bool (*cancelled)(void *user);
	void *cancel_user;
};

/* Units are tried in halves, quarters and so on, the last first, since later steps need earlier
 * ones. */
struct shrink__rounds {
	size_t count, chunk, end;
	bool went;
};

struct shrink {
	const struct shrink__options *opt;
	struct shrink__result *out;
	struct scn__errors *errors;
	struct shrink__tree tree;
	char *source;	 /* of the tree, when it is not opt->text */
	struct map seen; /* candidates that do not fail in the same way */
	uint64_t tried, kept;
	struct strbuf best;
	struct shrink__span best_place;
	struct shrink__state *states; /* settle.c: all that were the best */
	size_t state_count;
	bool stopped, failed;	   /* failed: out of memory */
	enum shrink__verdict last; /* of the candidate that was tried last */
	/* ahead.c */
	unsigned beside; /* so many candidates are judged at a time */
	struct shrink__candidate *ahead;
	size_t ahead_count;
	/* failure.c */
	bool expects_first; /* what fails first is an expectation, and not what is wanted */
	struct shrink__how how;
	struct shrink__part *place, *place_step; /* AT_STEP, AT_NEVER: the section; its step */
	char *cell, *control_cell;		 /* names */
	uint64_t seed;
	bool writes_seed; /* the file does not say it, and it is needed */
	unsigned tries;	  /* runs before a candidate counts as passing */
	/* The name of the object that failed, and its namespace; "": none, or not known. */
	char about[256], about_ns[256];
	/* External: how long to wait for a program, once it is known how long a right one takes; 0:
	 * as the options say. */
	int64_t patience_ns, control_patience_ns;
	/* Small stories must fail also when their steps wait for the program to be quiet: what
	 * fails because a step came before it could act would pass on another machine. */
	enum shrink__pace pace;
	size_t paced_steps; /* of the last that was run so: fields change no pace */
};

/* try.c */
/* Steps that are left. */
size_t shrink__step_count(const struct shrink *s);
/* What is left of the tree still fails in the same way. */
bool shrink__try(struct shrink *s);
void shrink__note_seen(struct shrink *s, struct str text, enum shrink__verdict verdict);
void shrink__take_best(struct shrink *s, struct str text, struct shrink__span place);
void shrink__tell(struct shrink *s, bool better);

/* ahead.c */
bool shrink__goes_on(struct shrink *s);
void shrink__drop(struct shrink__unit *units, size_t count);
void shrink__put_back(struct shrink__unit *units, size_t count);
/* Where the failure's place is in the text that the tree has written last. */
struct shrink__span shrink__place_now(const struct shrink *s);
/* What is left of the tree, as a candidate. */
void shrink__write(struct shrink *s, struct shrink__candidate *c);
struct shrink__rounds shrink__rounds_of(size_t count);
/* The units to try next; false: there are none. */
bool shrink__rounds_next(struct shrink__rounds *r, size_t *from, size_t *to);
/* The units of the last call were left out. */
void shrink__rounds_went(struct shrink__rounds *r, size_t units);
/* Judges the candidate without the units [from, to), and others that may come next. */
void shrink__look_ahead(struct shrink *s, struct shrink__unit *units, struct shrink__rounds rounds,
			size_t from, size_t to);
/* NULL: it was not judged. */
const struct shrink__candidate *shrink__ahead_find(const struct shrink *s, struct str text);
void shrink__ahead_fini(struct shrink *s);

/* verdict.c; reads the search, and changes nothing of it */
const struct scn__cell *shrink__cell_of(const struct scn__scenario *sc, const char *name);
struct scn__scenario *shrink__load(const struct shrink *s, struct str text,
				   struct scn__errors *errors);
struct shrink__manner shrink__manner_of(const struct shrink *s, enum shrink__control control);
void shrink__run_cell(const struct shrink *s, const struct scn__cell *cell,
		      const struct shrink__manner *how, struct runner__result *result);
/* Calls work() for all, several at a time, and done() in order until it returns false. */
void shrink__spread(const struct shrink *s, const struct shrink__work *work);
/* `waited_ns`: for one expectation. `why`: of one that does not; may be NULL. */
bool shrink__passes(const struct shrink *s, const struct scn__cell *cell,
		    const struct shrink__manner *how, int64_t *waited_ns, struct relist_err *why);
bool shrink__is_failure(const struct runner__result *r);
bool shrink__is_same(const struct shrink *s, struct str text, struct shrink__span place,
		     const struct runner__result *r);
/* The byte of `text` that a result points at. */
size_t shrink__offset_of(struct str text, const struct runner__result *r);
/* Digits count for nothing: versions and numbers move with what goes. */
void shrink__add_row(struct strbuf *out, struct str s);
void shrink__add_bad_row(struct strbuf *out, const struct runner__row *row);
void shrink__candidate_init(struct shrink__candidate *c, const struct shrink *s);
/* Any thread. */
void shrink__judge(struct shrink__candidate *c);
/* Patience, by the time that a correct program needed. */
void shrink__take_waited(struct shrink *s, int64_t waited_ns);

/* keys.c: what may go of the tree: objects in the order of their first writes, types and informers,
 * or step by step. Out of memory: none, and s->failed. */
void shrink__units_of_keys(struct shrink *s, struct shrink__units *out);
void shrink__units_of_names(struct shrink *s, struct shrink__units *out);
void shrink__units_of_steps(struct shrink *s, struct shrink__units *out);
/* A write's object is of a like name. */
bool shrink__names_alike(struct str step, struct str key);
/* Objects whose names have nothing to do with the one that failed, as one; and all pauses as
 * another.
 */
void shrink__units_unlike(struct shrink *s, struct shrink__units *out);
void shrink__units_fini(struct shrink__units *u);

/* values.c; true: something was replaced. */
bool shrink__values_smaller(struct shrink *s);
/* Pauses beside each other, whose steps between them have gone, are one. */
bool shrink__merge_pauses(struct shrink *s);

/* loosen.c: leaves out versions in expectations. */
void shrink__loosen(struct shrink *s);

/* settle.c */
/* Notes the best so far. */
void shrink__remember(struct shrink *s);
/* Runs the result again, and takes back what makes it pass at times. */
void shrink__settle(struct shrink *s);
void shrink__settle_fini(struct shrink *s);

/* follow.c: leaves out steps, also those that an expectation's text depends on. */
bool shrink__follow(struct shrink *s);

/* failure.c */
/* Runs the scenario as it is and notes how it fails, and what the control is. */
int shrink__take_failure(struct shrink *s, struct str text, struct relist_err *err);
bool shrink__has_failure(const struct shrink *s);
void shrink__run_failing(const struct shrink *s, const struct scn__cell *cell,
			 struct runner__result *result);
/* Where a run of the text written last failed; NULL: not at an expectation that is wanted. */
struct shrink__part *shrink__place_of(struct shrink *s, struct str text,
				      const struct runner__result *r);
/* The failure of a run of the text written last becomes the one to keep. */
void shrink__adopt(struct shrink *s, struct str text, const struct runner__result *r);
/* What expectations would have to say to hold in the control; false: they do, or it is not so
 * simple. */
bool shrink__control_says(struct shrink *s, struct str text, struct scn__updates *updates);
/* What the tree was written to fails at an expectation, and the control passes: notes the place. */
bool shrink__fails_somewhere(struct shrink *s, struct str text);
void shrink__fini_failure(struct shrink *s);

/* probe.c: runs it a few times more. May leave out the other expectations. */
void shrink__probe(struct shrink *s);

/* hold.c */
/* Keeps the failure's place and what the file says of itself. */
void shrink__hold_on(struct shrink *s);
/* Without a control, what the expectation is about must still happen: "pods/default/a". */
void shrink__hold_on_to_key(struct shrink *s, const struct runner__row *row);

/* text.c: what is left, canonical, with its origin. */
void shrink__final_text(struct shrink *s, struct strbuf *out);

#endif
