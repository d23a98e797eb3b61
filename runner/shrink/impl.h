/* SPDX-License-Identifier: Apache-2.0 */
/* impl.h - shrink.c decides what is tried, failure.c whether that still fails in the same way,
 * text.c writes what is left. */
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

struct shrink__loose {
	struct shrink__part *part;
	struct str text;
};

struct shrink {
	const struct shrink__options *opt;
	struct shrink__result *out;
	struct scn__errors *errors;
	struct shrink__tree tree;
	struct map seen; /* candidates that do not fail in the same way */
	uint64_t tried, kept;
	struct strbuf best;
	bool stopped, failed; /* failed: out of memory */
	struct shrink__loose *loose;
	size_t loose_count;
	/* failure.c */
	struct shrink__how how;
	struct shrink__part *place, *place_step; /* AT_STEP, AT_NEVER: the section; its step */
	char *cell, *control_cell;		 /* names */
	uint64_t seed;
	bool writes_seed; /* the file does not say it, and it is needed */
};

/* shrink.c */
bool shrink__goes_on(struct shrink *s);
/* What is left of the tree still fails in the same way. */
bool shrink__try(struct shrink *s);

/* failure.c */
/* Runs the scenario as it is and notes how it fails, and what the control is. */
int shrink__take_failure(struct shrink *s, struct str text, struct relist_err *err);
bool shrink__fails_the_same(struct shrink *s, struct str text);
/* How often what is left fails in `repeat` runs. */
void shrink__measure(struct shrink *s);
void shrink__fini_failure(struct shrink *s);

/* text.c: what is left, canonical, with its origin. */
void shrink__final_text(struct shrink *s, struct strbuf *out);

#endif
