/* SPDX-License-Identifier: Apache-2.0 */
/* scenario.h - a loaded scenario file: an incident as typed, immutable data.
 *
 * bytes -> yaml.c (a tree with lines and columns, nodes.h) -> tree.c and others (world.h, steps.h,
 * expect.h, streams.h and the structs below, one build per matrix cell) -> check.c (errors that are
 * known without a run). All errors are reported together. A loaded scenario never changes, so many
 * threads may run it.
 *
 * scn__ and SCN_ are the short prefix of the language inside the runner. For omitted keys pointers
 * are NULL, strings empty, and numbers as the comments state.
 *
 * Who may call: every room that reads scenarios. Threads: any; a scenario that is being loaded
 * belongs to one thread, several may read a loaded one. No locks. */
#ifndef RUNNER_LANGUAGE_SCENARIO_H
#define RUNNER_LANGUAGE_SCENARIO_H

#include "base/clock.h"
#include "runner/arena.h"
#include "runner/language/limits.h"
#include "runner/language/steps.h"
#include "runner/tbl/oracles.h"

enum { SCN_LANGUAGE_VERSION = 1 }; /* `relist: 1` in a file */

enum scn__oracle {
#define X(name, object, word, ...) SCN_O_##name,
	RUNNER_ORACLES(X)
#undef X
	    SCN_O_COUNT_
};

struct scn__always {
	bool off;
	struct str reason; /* why it is off */
	struct scn__pos pos;
	/* no-request-storm */
	double rate_max; /* requests a second in any window; 0: the default */
	uint32_t burst;
};

enum scn__outcome_kind {
	SCN_PASSES,
	SCN_FAILS,	     /* at any point */
	SCN_FAILS_AT_ORACLE, /* .oracle */
	SCN_FAILS_AT_STEP,   /* .step: an expect step */
	SCN_FAILS_AT_NEVER,  /* .never: the n-th section of all never steps */
};

struct scn__outcome {
	enum scn__outcome_kind kind;
	enum scn__oracle oracle;
	const struct scn__step *step;
	uint32_t never;
	struct str text; /* as in the file */
	struct scn__pos pos;
};

/* Settings for runs with an external program as the subject. */
struct scn__external {
	bool given, skip;
	bool real_time;				  /* an advance takes as long as it says */
	struct str reason;			  /* why it is skipped */
	int64_t patience_ns, linger_ns, quiet_ns; /* 0: the default */
	unsigned sections; /* bits 1 << enum scn__section_kind, the checked ones; default all */
	const struct scn__type **closes; /* the controller closes their watches on purpose */
	size_t close_count;
	struct scn__pos pos;
};

struct scn__value_of {
	struct str name;
	const struct scn__node *value;
};

/* One combination of the matrix, the unit of a run. Without a matrix there is one, called "". */
struct scn__cell {
	struct str name; /* "form=http-status" */
	const struct scn__value_of *values;
	size_t value_count;
	uint32_t index;
	const struct scn__scenario *scenario;
	struct scn__world world;
	const struct scn__step *steps;
	size_t step_count;
	struct scn__always always[SCN_O_COUNT_];
	struct scn__outcome outcome;
	struct scn__external external;
	const struct scn__pattern *patterns; /* of the keys of steps and of `state` */
	uint32_t pattern_count;
};

struct scn__scenario {
	struct str path, name, about;
	struct scn__pos name_pos, refs_pos;
	const struct str *refs, *tags;
	size_t ref_count, tag_count;
	bool has_seed;
	uint64_t seed;
	const struct scn__cell *cells;
	size_t cell_count;     /* at least 1 */
	struct scn__read read; /* contents of the named files */
	struct runner__arena arena;
};

/* --- loading --- */

struct scn__file_error {
	struct scn__pos pos;
	bool warning;
	char msg[240];
};

/* In the order of the file. */
struct scn__errors {
	struct scn__file_error *items;
	size_t len, cap;
	size_t error_count; /* number of errors without warnings */
	bool truncated;	    /* there were more than SCN_ERRORS_MAX */
	bool failed;	    /* out of memory */
};

void scn__errors_fini(struct scn__errors *e);
/* Appends "path:line:column: message\n" for each; "warning: " precedes a warning's message. */
void scn__errors_print(const struct scn__errors *e, struct str path, struct strbuf *out);

/* `text` is borrowed for the call. Returns NULL on an error in it (errors->error_count > 0) or if
 * out of memory (errors->failed). A valid scenario may have warnings. */
struct scn__scenario *scn__scenario_load(struct str path, struct str text,
					 struct scn__errors *errors);
void scn__scenario_free(struct scn__scenario *s);

/* Why the external world does not support a step, or a world (at *pos); NULL: it does. */
const char *scn__step_outside(const struct scn__world *w, const struct scn__step *s);
const char *scn__world_outside(const struct scn__world *w, struct scn__pos *pos);
const char *scn__step_word(enum scn__step_kind kind);
const char *scn__section_word(enum scn__section_kind kind);
const char *scn__oracle_word(enum scn__oracle oracle);

#endif
