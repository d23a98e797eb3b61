/* SPDX-License-Identifier: Apache-2.0 */
/* suite_impl.h - shared by the pages of a suite. */
#ifndef RUNNER_REPORT_SUITE_IMPL_H
#define RUNNER_REPORT_SUITE_IMPL_H

#include "base/map.h"
#include "runner/arena.h"
#include "runner/report/impl.h"
#include "runner/report/merge_impl.h"
#include "runner/report/suite.h"

struct suite__row {
	const struct merge__item *item; /* the first that did not pass, else the first */
	enum runner__verdict verdict;
	uint64_t passed, failed; /* numbers of runs */
	struct suite__row *next; /* in the same folder */
};

struct suite__folder {
	struct str name; /* "." for files without a folder */
	struct suite__row *first, **last;
	size_t rows, flaky, counts[RUNNER_BAD_INPUT + 1];
	struct suite__folder *next;
};

struct suite {
	struct runner__arena arena;
	struct map folders, rows;
	struct suite__folder *first, **last;
	size_t rows_total, bad, flaky, counts[RUNNER_BAD_INPUT + 1];
	uint64_t runs;
	bool failed; /* out of memory */
};

void suite__init(struct suite *s, const struct runner__merge *m);
void suite__fini(struct suite *s);
bool suite__is_flaky(const struct suite__row *row);
/* Appends one sentence with the number of passed rows; `lacking` as in suite.h. *good: all is
 * well. */
void suite__headline(const struct suite *s, const char *lacking, bool *good, struct strbuf *out);
/* Appends the failure as text, cut to SUITE_FAILURE_MAX bytes. */
void suite__add_failure(const struct suite__row *row, struct strbuf *out);

#endif
