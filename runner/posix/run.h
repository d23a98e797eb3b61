/* SPDX-License-Identifier: Apache-2.0 */
/* run.h - `relist run` as a function: many files, several workers, one report.
 *
 * Who may call: the command line; import/ reads files by posix/files.h. Threads: jobs.h and tcp.h
 * say which there are; locks stand with what they guard.
 */
#ifndef RUNNER_POSIX_RUN_H
#define RUNNER_POSIX_RUN_H

#include "runner/report/report.h"
#include "runner/world/driver.h"

struct scn__subject;

struct runner__run_options {
	const char *const *paths;
	size_t path_count;
	const struct runner__world_ops *world; /* of traces */
	const struct scn__driver_ops *driver;  /* of scenarios, in the same world */
	const struct relist_plugins *plugins;  /* of scenarios; NULL: none */
	const char *options_text; /* for rerun commands: what was given, in shell words; or NULL */
	uint64_t seed;		  /* the first one */
	bool own_seeds;		  /* a scenario that names a seed begins with that instead */
	uint64_t seeds;		  /* how many; 0: 1 */
	uint64_t repeat;	  /* each seed this often; 0: 1 */
	enum runner__cuts cuts;
	size_t cut_at;
	const char *choices;   /* as given, for messages; NULL: by the seed */
	const uint32_t *picks; /* of the simulator, in place of a seed's */
	size_t pick_count;
	bool interleave;       /* struct scn__run_options */
	const char *cuts_text; /* as given */
	unsigned jobs;
	enum runner__format format;
	const char *filter;	/* a glob on the file's name, with or without folders; NULL: all */
	const char *matrix;	/* only this cell of scenarios; NULL: all */
	const char *tag;	/* only scenarios with it; NULL: all, and traces */
	uint64_t shard, shards; /* every shards-th from shard (from 0); shards 0: all */
	const char *html;	/* a folder for a page about each failure (world sim); NULL: none */
	bool fail_fast, list, quiet;
	bool update;		   /* before the run: expectations of scenarios are rewritten */
	bool color;		   /* TEXT: `out` is a terminal */
	bool progress;		   /* `err` is one: a line says how far it is, and is wiped away */
	bool (*interrupted)(void); /* no further run is begun, the rest is skipped; NULL: never */
	const struct scn__subject *subject; /* world external: what is run; else NULL */
};

/* Writes the report to `out`, what keeps a file or the whole run from being run to `err`. Returns
 * the exit status: 130 when it was interrupted and nothing had failed. */
int runner__run(const struct runner__run_options *opt, FILE *out, FILE *err);

#endif
