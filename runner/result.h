/* SPDX-License-Identifier: Apache-2.0 */
/* result.h - how one run of one trace ended, in a form that every reporter can print. */
#ifndef RUNNER_RESULT_H
#define RUNNER_RESULT_H

#include "base/str.h"

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

struct runner__result {
	enum runner__verdict verdict;
	uint32_t line, column;		/* in the trace; 0: none */
	char what[240];			/* one sentence; for SKIP the reason */
	struct strbuf expected, actual; /* lines of text; may be empty */
	struct strbuf tail;		/* the last trace events */
	int64_t virtual_ns;
	uint64_t steps;
	uint64_t seed;
};

void runner__result_init(struct runner__result *r);
void runner__result_fini(struct runner__result *r);
const char *runner__verdict_word(enum runner__verdict v);
int runner__verdict_status(enum runner__verdict v);

#endif
