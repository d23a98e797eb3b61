/* SPDX-License-Identifier: Apache-2.0 */
/* job.h - the manifest of `relist job`: an Indexed Job, and a ConfigMap with the files it needs. */
#ifndef CLI_JOB_H
#define CLI_JOB_H

#include <stdint.h>
#include <stdio.h>

#include "base/str.h"

enum { JOB_PARTS_MAX = 10000, JOB_FILES_BYTES_MAX = 1 << 20 };

/* A file of the ConfigMap. */
struct cli__job_file {
	struct strbuf path; /* in the pod's working folder */
	struct strbuf text; /* UTF-8 */
};

struct cli__job_files {
	struct cli__job_file *items;
	size_t len, cap, bytes;
};

void cli__job_files_fini(struct cli__job_files *f);
/* Adds the file, if it is not there yet, with the files that it loads if it is a scenario. */
int cli__job_files_add(struct cli__job_files *f, const char *path, struct relist_err *err);
/* Adds the files that the operand of `command` (run, explore, perturb) or its option --load names;
 * an absolute path that does not exist here is one in the image. */
int cli__job_files_find(struct cli__job_files *f, const char *command, bool loads, const char *path,
			struct relist_err *err);

struct cli__job {
	const char *name, *ns, *image, *claim, *put, *secret;
	const char *again;     /* the command that printed it, without --only */
	const char *only;      /* "3,7", or NULL */
	uint64_t parts, count; /* count: the number of pods */
	uint64_t parallel;
	const char *command;	   /* "run" */
	const struct strbuf *args; /* its arguments */
	size_t arg_count;
	const struct cli__job_files *files;
};

/* Appends the manifest. */
void cli__job_print(const struct cli__job *j, struct strbuf *out);

#endif
