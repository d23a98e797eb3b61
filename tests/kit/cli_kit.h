/* SPDX-License-Identifier: Apache-2.0 */
/* cli_kit.h - the relist command inside a test: what it prints where, and its exit status. */
#ifndef TESTS_CLI_KIT_H
#define TESTS_CLI_KIT_H

#include "base/str.h"
#include "cli/cli.h"
#include "tests/kit/testing.h"

struct output {
	int status;
	struct strbuf out, err;
};

/* `words` as the shell would cut them, "relist" left out. */
void relist(struct output *o, const char *words);
void relistf(struct output *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same, its n-th allocation (from 0) failing; *failed: it came to that. */
void relist_starved(struct output *o, const char *words, long n, bool *failed);
void output_fini(struct output *o);

/* For tests that share one output: cmocka's group setup and teardown. */
int output_setup(void **state);
int output_teardown(void **state);
/* The same with a folder, made from its template "…XXXXXX" and removed with all that is in it. */
int output_folder_setup(char *template, void **state);
int output_folder_teardown(const char *folder, void **state);

#endif
