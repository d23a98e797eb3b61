/* SPDX-License-Identifier: Apache-2.0 */
/* result.h - how one run of one trace ended, in a form that every reporter can print. */
#ifndef RUNNER_RESULT_H
#define RUNNER_RESULT_H

#include "base/str.h"
#include "runner/arena.h"

/* X(NAME, word, exit status) - of many results the greatest exit status wins. */
#define RUNNER_VERDICTS(X)                                                                         \
	X(PASS, "pass", 0)                                                                         \
	X(SKIP, "skip", 0)                                                                         \
	X(FAIL, "fail", 1)	     /* an expectation */                                          \
	X(UNSETTLED, "unsettled", 3) /* it never came to rest */                                   \
	X(INVARIANT, "invariant", 4) /* something that holds in every run did not */               \
	X(ERROR, "error", 5)	     /* this machine: out of memory, no port */                    \
	X(BAD_INPUT, "bad-input", 2) /* nothing was run */

enum runner__verdict {
#define X(name, word, status) RUNNER_##name,
	RUNNER_VERDICTS(X)
#undef X
};

/* Where a run ended, whatever the outcome of its scenario says of that. */
enum runner__ending {
	RUNNER_ENDED,	  /* at its end */
	RUNNER_AT_STEP,	  /* an expectation, or a step that could not be carried out */
	RUNNER_AT_NEVER,  /* what must not happen did */
	RUNNER_AT_ORACLE, /* .oracle */
	RUNNER_BROKEN,	  /* the verdict says how */
};

/* One line of "expected beside actual". */
struct runner__row {
	uint32_t line; /* in the file; 0: none */
	char mark; /* '=' as expected, '~' differs, '-' missing, '+' not expected, ' ' a title */
	struct str expected, actual; /* may be empty */
	int64_t at_ns;		     /* when the actual one happened; < 0: not said */
};

/* A write of an external program, and what it had been sent before. */
struct runner__write {
	struct str line, shown;
	int64_t at_ns;
};

enum { RUNNER_WRITES_MAX = 20 };

struct runner__result {
	enum runner__verdict verdict;
	enum runner__ending ending;	/* of scenarios */
	const char *oracle;		/* AT_ORACLE: its word; static */
	bool as_expected;		/* of scenarios: as the outcome has it */
	uint32_t line, column;		/* in the trace; 0: none */
	char what[240];			/* one sentence; for SKIP the reason */
	char program[480];		/* what became of somebody else's program; or "" */
	struct strbuf expected, actual; /* lines of text; may be empty */
	struct runner__row *rows;	/* the same side by side; none: only as two texts */
	size_t row_count, row_cap;
	uint32_t
	    since_line; /* the rows are what happened since the check there; 0: since the start */
	struct runner__write writes[RUNNER_WRITES_MAX]; /* the newest: number i is at i % MAX */
	size_t write_count;				/* of all */
	struct strbuf nearest; /* lines: what differs and how, where else it is */
	struct strbuf diff;    /* lines: the named subset of an object, "-" expected, "+" actual */
	struct strbuf tail;    /* the last trace events */
	int64_t virtual_ns;
	int64_t waited_ns; /* externally: the longest wait for an expectation that came true */
	uint64_t steps;
	uint64_t seed;
	struct runner__arena arena; /* the rows' texts */
};

void runner__result_init(struct runner__result *r);
void runner__result_fini(struct runner__result *r);
/* Copies the texts. Out of memory: the row is left out. */
void runner__result_row(struct runner__result *r, const struct runner__row *row);
/* Copies the texts. */
void runner__result_write(struct runner__result *r, const struct runner__write *write);
/* Fills `expected` and `actual` with what the rows say. */
void runner__result_sides(struct runner__result *r);
/* Virtual time for people: to the millisecond, "4.102s". cap >= 32. */
void runner__time_text(int64_t ns, char *buf, size_t cap);
const char *runner__verdict_word(enum runner__verdict v);
int runner__verdict_status(enum runner__verdict v);

#endif
