/* SPDX-License-Identifier: Apache-2.0 */
/* report.h - results as text for people, TAP 14, JSON Lines, JUnit XML, GitHub annotations, GitLab
 * Code Quality.
 *
 * All output is written into a strbuf, in the order of the input. Machine-dependent data (the
 * duration) is only in the text summary and in JUnit's `time`.
 *
 * Who may call: posix/, conform/, world/ and the command line. Threads: one at a time for each
 * report. No locks. */
#ifndef RUNNER_REPORT_REPORT_H
#define RUNNER_REPORT_REPORT_H

#include "base/trace.h"
#include "runner/trace/replay.h"

enum runner__format {
	RUNNER_FORMAT_TEXT,
	RUNNER_FORMAT_TAP,
	RUNNER_FORMAT_JSONL,
	RUNNER_FORMAT_JUNIT,
	RUNNER_FORMAT_GITHUB,
	RUNNER_FORMAT_GITLAB,
};

/* One file with all its runs. */
struct runner__case {
	const char *path;
	struct str name;	      /* the trace's name, or the path */
	struct str cell;	      /* of a scenario's matrix, "form=http-status"; or empty */
	struct runner__result result; /* the first run that did not pass, or the last run */
	uint64_t runs;
	uint64_t repeat; /* number of the repetition, from 1; 0: not repeated */
	int64_t wall_ns;
	const char *page;  /* path of a file that shows the failure; NULL: none */
	const char *again; /* the command that reproduces it; NULL: relist run */
};

struct runner__report {
	enum runner__format format;
	const char *world;
	const char *cuts;	  /* value of --cuts; NULL or "whole": the default */
	const char *options;	  /* for rerun commands: " --world tcp", in shell words; or NULL */
	bool real_time;		  /* times are real, not virtual */
	bool quiet;		  /* TEXT: failures only */
	bool color;		  /* text for a terminal */
	bool no_times;		  /* JUNIT: every `time` is 0, for comparison */
	size_t total;		  /* traces and matrix cells, known before the first result */
	size_t traces, scenarios; /* number of files of each kind */
	size_t index;		  /* index of the next result, from 1 */
	size_t counts[RUNNER_BAD_INPUT + 1];
	uint64_t runs;
	int status;		/* the greatest exit status so far */
	const char *job;	/* JSONL: members of the summary about the job; NULL: none */
	uint64_t shard, shards; /* JSONL: number of this part, from 0; shards 0: not split */
	/* TEXT: the names for the summary. */
	struct strbuf bad_names;
	struct strbuf kept; /* JUNIT: the buffered testcases */
	size_t listed;	    /* GITLAB: number of issues so far */
	struct {
		char name[64];
		int64_t wall_ns;
	} slowest[3];
};

void runner__report_init(struct runner__report *r, enum runner__format format);
void runner__report_fini(struct runner__report *r);
void runner__report_begin(struct runner__report *r, struct strbuf *out);
void runner__report_case(struct runner__report *r, const struct runner__case *c,
			 struct strbuf *out);
void runner__report_end(struct runner__report *r, int64_t wall_ns, struct strbuf *out);

/* JSONL: begins a run; its events follow through runner__report_events(out). */
void runner__report_run(const struct runner__report *r, const char *path, struct str name,
			uint64_t seed, struct strbuf *out);
struct trace_sink runner__report_events(struct strbuf *out);

/* Appends the failure as text for people: the failure, its position, expected beside actual, the
 * preceding events, the command that reruns it. */
void runner__report_failure(const struct runner__report *r, const struct runner__case *c,
			    struct strbuf *out);

#endif
