/* SPDX-License-Identifier: Apache-2.0 */
/* member.h - a file within an archive: it may be packed with gzip once more. Its bytes come piece
 * by piece and go on to the import. */
#ifndef RUNNER_IMPORT_POSIX_MEMBER_H
#define RUNNER_IMPORT_POSIX_MEMBER_H

#include <zlib.h>

#include "runner/import/import.h"

struct imp__member {
	struct imp__import *im;

	/* private */
	z_stream z;
	char *out;
	uint64_t came, went;	  /* bytes: packed, unpacked */
	bool packed, ended, done; /* ended: of a gzip stream; done: what comes is left out */
};

/* Begins it in the import, under `archive`/`name`. After an error, imp__member_end() all the same.
 */
int imp__member_begin(struct imp__member *m, struct imp__import *im, struct str archive,
		      struct str name, struct relist_err *err);
/* The first piece has two bytes or is the whole. */
int imp__member_feed(struct imp__member *m, struct str bytes, struct relist_err *err);
/* `code`: what went wrong before; 0: nothing. */
int imp__member_end(struct imp__member *m, int code, struct relist_err *err);

/* Files of other systems beside the real ones, folders: no members to read. */
bool imp__member_is_wanted(struct str name);

#endif
