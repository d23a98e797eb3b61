/* SPDX-License-Identifier: Apache-2.0 */
/* run_impl.h - what the files behind runner__run() share: the cases of a run and their state. */
#ifndef RUNNER_RUN_IMPL_H
#define RUNNER_RUN_IMPL_H

#include <stdatomic.h>
#include <stdio.h>

#include "runner/engine/run.h"
#include "runner/posix/progress.h"
#include "runner/posix/run.h"
#include "runner/posix/run_paths.h"
#include "runner/report/report.h"

/* One file; filled by a worker, printed and emptied by the main thread. */
struct runner__slot {
	struct runner__trace *trace;
	const struct scn__cell *cell; /* of a scenario; NULL: a trace, or bad */
	struct scn__scenario *owned;  /* set in the slot of its first cell that is run */
	struct strbuf name;
	struct runner__case c;
	struct strbuf events; /* JSONL */
	struct strbuf odd;    /* of lines of an external informer that fit no contract */
	struct strbuf page;   /* about its failure */
	struct relist_err page_err;
	bool said;	    /* what is wrong with the file has been printed */
	const char *unseen; /* what an external informer did not print; NULL: nothing */
	bool done;
};

struct runner__runs {
	const struct runner__run_options *opt;
	struct runner__paths paths;
	struct runner__slot *slots;
	size_t slot_count, slot_cap;
	size_t others; /* YAML files of folders that are no scenarios */
	struct runner__report report;
	FILE *out, *err;
	struct strbuf text;
	bool stopped; /* --fail-fast */
	size_t done;
	atomic_size_t bad;
	struct runner__progress progress;
	atomic_uint_least64_t runs_done; /* of runs_planned: files, cells, seeds, repetitions */
	uint64_t runs_planned;
	bool out_failed; /* stdout is gone: full disk, closed pipe */
	bool starved;	 /* there was no memory for something that was to be printed */
};

/* run_inputs.c. Codes are those of enum relist_code. */
int runner__runs_find(struct runner__runs *r, struct relist_err *err); /* r->paths */
/* A slot for each trace, and for each matrix cell and repetition of a scenario. */
int runner__slots_make(struct runner__runs *r);
/* Nothing to run is a mistyped option, unless another shard has it. */
int runner__slots_check(const struct runner__runs *r, struct relist_err *err);
void runner__slots_count(struct runner__runs *r); /* by kind, for the report */
void runner__slots_free(struct runner__runs *r);
bool runner__slot_load(struct runner__slot *slot); /* false: its result says why */
void runner__slot_empty(struct runner__slot *slot);
bool runner__is_stdin(const char *path);
bool runner__is_scenario(const char *path);

#endif
