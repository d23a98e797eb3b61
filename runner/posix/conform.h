/* SPDX-License-Identifier: Apache-2.0 */
/* conform.h - `relist conform` as a function: every situation against every subject. */
#ifndef RUNNER_POSIX_CONFORM_H
#define RUNNER_POSIX_CONFORM_H

#include "runner/conform/conform.h"

struct conform__subject {
	const char *name, *command;
};

struct conform__options {
	const char *const *paths; /* scenarios, or folders of them */
	size_t path_count;
	const struct conform__subject *subjects;
	size_t subject_count;
	const char *only;    /* rows by name, "3,5b,H*"; NULL: all */
	int64_t patience_ns; /* 0: the scenarios', or the default */
	bool tls;	     /* HTTPS, with a token */
	unsigned jobs;
	const char *html, *json, *markdown; /* files to write; NULL: none */
	const char *baseline;		    /* an earlier JSON file to compare with; NULL: none */
	const char *date;		    /* for the reports; NULL: today */
	bool ascii;			    /* no emoji */
	bool progress;			    /* a line to `err` as each run ends */
	bool (*interrupted)(void);	    /* no further run is begun; NULL: never */
};

/* Writes the matrix as text to `out`. The exit status: 0, 1 when a sign is not the baseline's, 2
 * for bad input, 5 when the machine failed. */
int runner__conform_run(const struct conform__options *opt, FILE *out, FILE *err);

#endif
