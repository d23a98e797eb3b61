/* SPDX-License-Identifier: Apache-2.0 */
/* resume.h - a file of finished plans, from which an interrupted search continues.
 *
 * The first line has digests of the program, the story and the options; each further line is the
 * result of a plan as JSON. A line is written at once when its plan ends, and a torn last line is
 * ignored.
 *
 * Threads: open, take and close on the caller's; note on any. */
#ifndef RUNNER_PERTURB_POSIX_RESUME_H
#define RUNNER_PERTURB_POSIX_RESUME_H

#include "base/json_scan.h"
#include "runner/perturb/posix/search.h"

struct perturb__resume {
	int fd; /* -1: closed, or there is no such file */
	struct strbuf text;
	struct map finished; /* sentence -> its line: struct str, in `arena` */
	struct runner__arena arena;
};

/* Reads and opens opt->resume, or makes it; NULL: does nothing. RELIST_EINVAL: the file is of
 * another program, story or set of options; RELIST_EIO; RELIST_ENOMEM. */
int perturb__resume_open(struct perturb__resume *r, const struct perturb__options *opt,
			 struct relist_err *err);
/* True: the plan had ended; `t` has its result, without the requests of its life. */
bool perturb__resume_take(struct perturb__resume *r, struct perturb__tried *t);
/* Adds the result of a plan that has ended. */
void perturb__resume_note(struct perturb__resume *r, const struct perturb__tried *t);
void perturb__resume_close(struct perturb__resume *r);

/* The member `findings` of a result; reading copies them into the memory of t->life. */
void perturb__findings_write(const struct perturb__tried *t, struct strbuf *out);
void perturb__findings_read(struct perturb__tried *t, json_t list);

#endif
