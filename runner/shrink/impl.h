/* SPDX-License-Identifier: Apache-2.0 */
/* impl.h - shrink.c decides what is tried, keys.c what goes together, follow.c lets
 * expectations follow the steps that are left, failure.c says whether that still fails in the same
 * way, text.c writes what is left. */
#ifndef RUNNER_SHRINK_IMPL_H
#define RUNNER_SHRINK_IMPL_H

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

struct shrink {
	const struct shrink__options *opt;
	struct shrink__result *out;
	struct scn__errors *errors;
	struct shrink__tree tree;
	char *source;	 /* of the tree, when it is not opt->text */
	struct map seen; /* candidates that do not fail in the same way */
	uint64_t tried, kept;
	struct strbuf best;
	bool stopped, failed; /* failed: out of memory */
	/* failure.c */
	bool expects_first; /* what fails first is an expectation, and not what is wanted */
	struct shrink__how how;
	struct shrink__part *place, *place_step; /* AT_STEP, AT_NEVER: the section; its step */
	char *cell, *control_cell;		 /* names */
	uint64_t seed;
	bool writes_seed; /* the file does not say it, and it is needed */
	unsigned tries;	  /* runs before a candidate counts as passing */
	char about[256];  /* the name of the object that failed; "": none, or not known */
	/* External: how long to wait for a program, once it is known how long a right one takes; 0:
	 * as the options say. */
	int64_t patience_ns;
	/* Small stories must fail also when their steps wait for the program to be quiet: what
	 * fails because a step came before it could act would pass on another machine. */
	int64_t pace_ns; /* of the run that is to be made */
	enum shrink__pace pace;
	size_t paced_steps; /* of the last that was run so: fields change no pace */
};

/* shrink.c */
bool shrink__goes_on(struct shrink *s);
/* What is left of the tree still fails in the same way. */
bool shrink__try(struct shrink *s);
void shrink__tell(struct shrink *s, bool better);

void shrink__drop(struct shrink__unit *units, size_t count);
void shrink__put_back(struct shrink__unit *units, size_t count);

/* keys.c: what may go of the tree: objects in the order of their first writes, types and informers,
 * or step by step. Out of memory: none, and s->failed. */
void shrink__units_of_keys(struct shrink *s, struct shrink__units *out);
void shrink__units_of_names(struct shrink *s, struct shrink__units *out);
void shrink__units_of_steps(struct shrink *s, struct shrink__units *out);
/* A write's object is of a like name. */
bool shrink__names_alike(struct str step, struct str key);
/* Objects whose names have nothing to do with `name`, as one; and all pauses as another. */
void shrink__units_unlike(struct shrink *s, const char *name, struct shrink__units *out);
void shrink__units_fini(struct shrink__units *u);

/* follow.c: leaves out steps, also those that an expectation's text depends on. */
bool shrink__follow(struct shrink *s);

/* failure.c */
/* Runs the scenario as it is and notes how it fails, and what the control is. */
int shrink__take_failure(struct shrink *s, struct str text, struct relist_err *err);
bool shrink__has_failure(const struct shrink *s);
bool shrink__fails_the_same(struct shrink *s, struct str text);
/* The text with the expectations that hold in the control; false: they do, or it is not so simple.
 */
bool shrink__control_says(struct shrink *s, struct str text, struct strbuf *out);
/* What the tree was written to fails at an expectation, and the control passes: notes the place. */
bool shrink__fails_somewhere(struct shrink *s, struct str text);
/* What may not be left out. */
void shrink__hold_on(struct shrink *s);
/* How often what is left fails in `repeat` runs. */
void shrink__measure(struct shrink *s);
void shrink__fini_failure(struct shrink *s);

/* text.c: what is left, canonical, with its origin. */
void shrink__final_text(struct shrink *s, struct strbuf *out);

#endif
