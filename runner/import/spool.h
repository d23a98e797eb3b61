/* SPDX-License-Identifier: Apache-2.0 */
/* spool.h - sorts entries by time; entries that do not fit in memory are sorted in unnamed
 * temporary files. Entries with the same time keep their order.
 *
 * Memory: at most memory_max bytes of entries while they are added, one entry per run while they
 * are read. There is one run for each memory_max bytes, at most RUNS_MAX. */
#ifndef RUNNER_IMPORT_SPOOL_H
#define RUNNER_IMPORT_SPOOL_H

#include "base/str.h"

struct imp__entry {
	int64_t at_ns;	/* since 1970; IMP_NO_TIME */
	uint64_t rv;	/* resource version; 0: none known */
	uint64_t seq;	/* set by the spool */
	uint64_t line;	/* line in the file */
	uint64_t index; /* private data of the reader */
	uint32_t file;
	uint32_t class_; /* enum imp__class */
	size_t len;	 /* length of the text; set when the entry is read */
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
	size_t at; /* index in offsets, if no file was written */
	bool reading;
};

void imp__spool_init(struct imp__spool *s, size_t memory_max);
void imp__spool_fini(struct imp__spool *s);
int imp__spool_add(struct imp__spool *s, const struct imp__entry *entry, struct str text,
		   struct relist_err *err);
/* Ends adding and begins reading. */
int imp__spool_rewind(struct imp__spool *s, struct relist_err *err);
/* The first remaining entry, borrowed until the next pop. Returns false if there is none. */
bool imp__spool_peek(struct imp__spool *s, struct imp__entry *entry, struct str *text);
int imp__spool_pop(struct imp__spool *s, struct relist_err *err);

#endif
