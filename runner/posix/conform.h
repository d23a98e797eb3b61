/* SPDX-License-Identifier: Apache-2.0 */
/* conform.h - `relist conform` as a function: runs every situation against every subject. */
#ifndef RUNNER_POSIX_CONFORM_H
#define RUNNER_POSIX_CONFORM_H

#include "runner/conform/conform.h"

struct conform__subject {
	const char *name, *command;
};

struct conform__options {
	const char *const *paths; /* scenarios, or folders with scenarios */
	size_t path_count;
	const struct conform__subject *subjects;
	size_t subject_count;
	const char *only;    /* ids of rows, "3,5b,H*"; NULL: all */
	int64_t patience_ns; /* 0: the scenario's, or the default */
	bool tls;	     /* use HTTPS and a token */
	unsigned jobs;
	const char *html, *json, *markdown; /* output files; NULL: none */
	const char *baseline;		    /* an earlier JSON file to compare with; NULL: none */
	const char *date;		    /* for the reports; NULL: today */
	bool ascii;			    /* no emoji */
	bool progress;			    /* write a line to `err` at the end of each run */
	bool (*interrupted)(void);	    /* returns true to begin no further run; may be NULL */
};

/* Writes the matrix as text to `out`. Returns the exit status: 0, 1 if a sign differs from the
 * baseline, 2 for bad input, 5 for a local problem (memory, files). */
int runner__conform_run(const struct conform__options *opt, FILE *out, FILE *err);

#endif
