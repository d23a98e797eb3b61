/* SPDX-License-Identifier: Apache-2.0 */
/* run_impl.h - shared by the files behind runner__run(): the cases of a run and their state. */
#ifndef RUNNER_RUN_IMPL_H
#define RUNNER_RUN_IMPL_H

#include <stdatomic.h>
#include <stdio.h>

#include "runner/engine/run.h"
#include "runner/posix/progress.h"
#include "runner/posix/run.h"
#include "runner/posix/run_paths.h"
#include "runner/report/report.h"

/* One case; a worker fills it, the main thread prints and empties it. */
struct runner__slot {
	struct runner__trace *trace;
	const struct scn__cell *cell; /* for a scenario; NULL: a trace, or invalid */
	struct scn__scenario *owned;  /* set in the scenario's first slot that is run */
	struct strbuf name;
	struct runner__case c;
	struct strbuf events; /* JSONL */
	struct strbuf odd;    /* warnings: an external informer's lines without a contract */
	struct strbuf page;   /* path of the failure's page */
	struct relist_err page_err;
	bool errors_printed; /* the file's errors were printed */
	const char *unseen;  /* the outputs that an external informer omitted; NULL: none */
	bool done;
};

struct runner__runs {
	const struct runner__run_options *opt;
	struct runner__paths paths;
	struct runner__slot *slots;
	size_t slot_count, slot_cap;
	size_t others; /* number of YAML files in folders that are not scenarios */
	struct runner__report report;
	FILE *out, *err;
	struct strbuf text;
	bool stopped; /* --fail-fast */
	size_t done;
	atomic_size_t bad;
	struct runner__progress progress;
	atomic_uint_least64_t runs_done; /* out of runs_planned: files, cells, seeds, repetitions */
	uint64_t runs_planned;
	bool out_failed; /* stdout failed: full disk, closed pipe */
	bool starved;	 /* some output was lost because memory was exhausted */
};

/* run_inputs.c. Functions that return int return codes of enum relist_code. */
int runner__runs_find(struct runner__runs *r, struct relist_err *err); /* r->paths */
/* Makes a slot for each trace, and for each matrix cell and repetition of a scenario. */
int runner__slots_make(struct runner__runs *r);
/* An empty selection is an error (a typo in an option), unless another shard has cases. */
int runner__slots_check(const struct runner__runs *r, struct relist_err *err);
void runner__slots_count(struct runner__runs *r); /* counts cases by kind, for the report */
void runner__slots_free(struct runner__runs *r);
bool runner__slot_load(struct runner__slot *slot); /* false: its result has the error */
void runner__slot_empty(struct runner__slot *slot);
bool runner__is_stdin(const char *path);
bool runner__is_scenario(const char *path);

#endif
