/* SPDX-License-Identifier: Apache-2.0 */
/* result.h - the result of one run of one trace, as input of every reporter. */
#ifndef RUNNER_RESULT_H
#define RUNNER_RESULT_H

#include "base/str.h"
#include "runner/arena.h"

/* X(NAME, word, exit status) - of several results the greatest exit status counts. */
#define RUNNER_VERDICTS(X)                                                                         \
	X(PASS, "pass", 0)                                                                         \
	X(SKIP, "skip", 0)                                                                         \
	X(FAIL, "fail", 1)	     /* an expectation */                                          \
	X(UNSETTLED, "unsettled", 3) /* it did not settle */                                       \
	X(INVARIANT, "invariant", 4) /* an invariant of every run was violated */                  \
	X(ERROR, "error", 5)	     /* local: out of memory, no port */                           \
	X(BAD_INPUT, "bad-input", 2) /* nothing was run */

enum runner__verdict {
#define X(name, word, status) RUNNER_##name,
	RUNNER_VERDICTS(X)
#undef X
};

/* Where a run ended, whatever outcome its scenario expects. */
enum runner__ending {
	RUNNER_ENDED,	  /* at its end */
	RUNNER_AT_STEP,	  /* an expectation, or a step that could not be carried out */
	RUNNER_AT_NEVER,  /* a `never` was violated */
	RUNNER_AT_ORACLE, /* .oracle */
	RUNNER_BROKEN,	  /* the verdict says how */
};

/* One line of expected and actual. */
struct runner__row {
	uint32_t line; /* line in the file; 0: none */
	char mark; /* '=' as expected, '~' differs, '-' missing, '+' not expected, ' ' a title */
	struct str expected, actual; /* may be empty */
	int64_t at_ns;		     /* time of the actual event; < 0: not shown */
};

/* A write of an external program, and the data that it had received before. */
struct runner__write {
	struct str line, shown;
	int64_t at_ns;
};

enum { RUNNER_WRITES_MAX = 20 };

struct runner__result {
	enum runner__verdict verdict;
	enum runner__ending ending;	/* for scenarios */
	const char *oracle;		/* AT_ORACLE: the oracle's name; static */
	bool as_expected;		/* for scenarios: the expected outcome occurred */
	uint32_t line, column;		/* position in the trace; 0: none */
	char what[240];			/* one sentence; for SKIP the reason */
	char program[1600];		/* how an external program ended; or "" */
	struct strbuf expected, actual; /* lines of text; may be empty */
	struct runner__row *rows;	/* the same side by side; none: only the texts */
	size_t row_count, row_cap;
	uint32_t since_line; /* rows: events since the check on this line; 0: since the start */
	struct runner__write writes[RUNNER_WRITES_MAX]; /* the newest; number i is at i % MAX */
	size_t write_count;				/* number of all writes */
	struct strbuf nearest; /* lines: the differences, and where else the item was found */
	struct strbuf diff;    /* lines: the stated subset of an object, "-" expected, "+" actual */
	struct strbuf tail;    /* the last trace events */
	int64_t virtual_ns;
	int64_t waited_ns; /* external programs: the longest wait for an expectation that was met */
	uint64_t steps;
	uint64_t seed;
	struct runner__arena arena; /* owns the texts of the rows */
};

void runner__result_init(struct runner__result *r);
void runner__result_fini(struct runner__result *r);
/* Copies the texts. Drops the row if out of memory. */
void runner__result_row(struct runner__result *r, const struct runner__row *row);
/* Copies the texts. */
void runner__result_write(struct runner__result *r, const struct runner__write *write);
/* Fills `expected` and `actual` from the rows. */
void runner__result_sides(struct runner__result *r);
/* Formats virtual time for people: to the millisecond, "4.102s". cap >= 32. */
void runner__time_text(int64_t ns, char *buf, size_t cap);
const char *runner__verdict_word(enum runner__verdict v);
int runner__verdict_status(enum runner__verdict v);

#endif
