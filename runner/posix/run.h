/* SPDX-License-Identifier: Apache-2.0 */
/* run.h - `relist run` as a function: many files, several workers, one report.
 *
 * Who may call: the command line; import/ reads files by posix/files.h. Threads: see jobs.h and
 * tcp.h; each lock is documented beside the data that it guards. */
#ifndef RUNNER_POSIX_RUN_H
#define RUNNER_POSIX_RUN_H

#include "runner/report/report.h"
#include "runner/world/driver.h"

struct scn__subject;

struct runner__run_options {
	const char *const *paths;
	size_t path_count;
	const struct runner__world_ops *world; /* world for traces */
	const struct scn__driver_ops *driver;  /* driver for scenarios, of the same world */
	const struct relist_plugins *plugins;  /* for scenarios; NULL: none */
	const char *options_text; /* given options as shell words, for rerun commands; or NULL */
	uint64_t seed;		  /* the first one */
	bool own_seeds;		  /* a scenario's own seed, if any, replaces `seed` */
	uint64_t seeds;		  /* number of seeds; 0: 1 */
	uint64_t repeat;	  /* runs per seed; 0: 1 */
	enum runner__cuts cuts;
	size_t cut_at;
	const char *choices;   /* file of choices, for messages; NULL: the seed decides */
	const uint32_t *picks; /* choices for the simulator, in place of a seed's */
	size_t pick_count;
	bool interleave;       /* see struct scn__run_options */
	const char *cuts_text; /* the option's text */
	unsigned jobs;
	enum runner__format format;
	const char *filter;	/* a glob for the file's name, with or without folders; NULL: all */
	const char *matrix;	/* only this cell of scenarios; NULL: all */
	const char *tag;	/* only scenarios with this tag; NULL: all, and traces */
	const char *job;	/* JSONL: members of the summary about the job; or "" */
	uint64_t shard, shards; /* run every shards-th case from shard (from 0) on; shards 0: all */
	const char *html;	/* folder for pages about failures (world sim); NULL: none */
	bool fail_fast, list, quiet;
	bool update;		   /* first rewrite expectations of scenarios */
	bool color;		   /* TEXT: `out` is a terminal */
	bool progress;		   /* `err` is a terminal: show a progress line */
	bool (*interrupted)(void); /* true: begin no further run and skip the rest; may be NULL */
	const struct scn__subject *subject; /* world external: the program; else NULL */
};

/* Writes the report to `out`, and errors of files or of the whole run to `err`. Returns the exit
 * status: 130 if the run was interrupted and nothing had failed. */
int runner__run(const struct runner__run_options *opt, FILE *out, FILE *err);

#endif
