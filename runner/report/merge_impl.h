/* SPDX-License-Identifier: Apache-2.0 */
/* merge_impl.h - shared by the reader of results (merge.c) and the reports of merged results. */
#ifndef RUNNER_REPORT_MERGE_IMPL_H
#define RUNNER_REPORT_MERGE_IMPL_H

#include "base/json_scan.h"
#include "base/map.h"
#include "runner/arena.h"
#include "runner/report/merge.h"
#include "runner/report/picture.h"

enum { MERGE_PICTURES_MAX = 60, MERGE_PICTURE_BYTES_MAX = 16 << 20 };

/* The line that reported a part of the work. */
struct merge__source {
	const char *path;
	size_t line; /* 0: missing */
};

/* A cell that was run, or explored in parts. */
struct merge__item {
	bool explored, wanted, complete;
	struct runner__case c;
	struct str mode;
	struct merge__source first;
	uint64_t seed, depth, shards, pruned;
	uint64_t rank;		     /* run: place of its file in its part, from 0 */
	size_t nth;		     /* while sorting: its place before */
	uint64_t shard;		     /* run: the number of its part, from 1 */
	uint64_t failures;	     /* explored: number of orders or seeds that failed */
	uint64_t failed_shard;	     /* the lowest part that failed, from 1; 0: none */
	struct merge__source *parts; /* array of `shards` */
	int status;
	struct strbuf picture; /* inline SVG; or empty */
	struct merge__item *next;
};

/* The parts of one kind of work; each is a file. */
struct merge__parts {
	uint64_t shards;
	struct merge__source first, *seen;
};

struct runner__merge {
	struct runner__arena arena;
	struct map items; /* key: kind, file and cell */
	struct merge__item *all, **last;
	struct merge__item **unplaced; /* the results of the current file */
	struct merge__parts run, explore;
	struct str job; /* the command that made the parts; or "" */
	size_t item_count;
	/* The current file. */
	const char *path;
	size_t line, results;
	bool ended;
	/* The current run, if runs are drawn. */
	bool draws;
	struct runner__picture picture;
	int64_t last_ns;
	size_t events, pictures, picture_bytes;
};

/* merge_picture.c: begin of a run, its next event, its result. */
void merge__picture_begin(struct runner__merge *m);
void merge__picture_event(struct runner__merge *m, json_t event);
void merge__picture_end(struct runner__merge *m, struct merge__item *item);

/* merge_report.c */
/* Returns the case for reports, with the verdict of all parts. It borrows from `i` and from
 * `command`, which the caller initialised. */
struct runner__case merge__case(const struct merge__item *i, struct strbuf *command);

#endif
