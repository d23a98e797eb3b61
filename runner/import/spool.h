/* SPDX-License-Identifier: Apache-2.0 */
/* spool.h - entries with a time, given back in the order of their times; what does not fit in
 * memory is sorted in files without a name. Entries of one time keep the order in which they came.
 *
 * Memory: at most memory_max bytes of entries while they come, one entry a run when they are given
 * back; runs: one for each memory_max bytes, at most RUNS_MAX.
 */
#ifndef RUNNER_IMPORT_SPOOL_H
#define RUNNER_IMPORT_SPOOL_H

#include "base/str.h"

struct imp__entry {
	int64_t at_ns;	/* since 1970; IMP_NO_TIME */
	uint64_t rv;	/* resource version; 0: none known */
	uint64_t seq;	/* set by the spool */
	uint64_t line;	/* in the file */
	uint64_t index; /* what the reader of its format wants to remember */
	uint32_t file;
	uint32_t class_; /* enum imp__class */
	size_t len;	 /* of text; set when given back */
};

#define IMP_NO_TIME INT64_MIN

struct imp__run;

struct imp__spool {
	size_t memory_max;

	/* private */
	struct strbuf mem;
	size_t *offsets;
	size_t count, cap;
	struct imp__run *runs;
	size_t run_count;
	uint64_t next_seq;
	size_t at; /* in offsets, when nothing was written to files */
	bool reading;
};

void imp__spool_init(struct imp__spool *s, size_t memory_max);
void imp__spool_fini(struct imp__spool *s);
int imp__spool_add(struct imp__spool *s, const struct imp__entry *entry, struct str text,
		   struct relist_err *err);
/* After the last entry. */
int imp__spool_rewind(struct imp__spool *s, struct relist_err *err);
/* The first of those that are left, borrowed until the next pop; false: there is none. */
bool imp__spool_peek(struct imp__spool *s, struct imp__entry *entry, struct str *text);
int imp__spool_pop(struct imp__spool *s, struct relist_err *err);

#endif
