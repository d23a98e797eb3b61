/* SPDX-License-Identifier: Apache-2.0 */
/* member.h - a file within an archive, possibly gzip-compressed as well. The import receives its
 * bytes piece by piece. */
#ifndef RUNNER_IMPORT_POSIX_MEMBER_H
#define RUNNER_IMPORT_POSIX_MEMBER_H

#include <zlib.h>

#include "runner/import/import.h"

struct imp__member {
	struct imp__import *im;

	/* private */
	z_stream z;
	char *out;
	uint64_t came, went;	  /* bytes before and after decompression */
	bool packed, ended, done; /* ended: of the gzip stream; done: skip the rest */
};

/* Begins the file `archive`/`name` in the import. Call imp__member_end() also after an error. */
int imp__member_begin(struct imp__member *m, struct imp__import *im, struct str archive,
		      struct str name, struct relist_err *err);
/* The first piece has at least two bytes or is the whole file. */
int imp__member_feed(struct imp__member *m, struct str bytes, struct relist_err *err);
/* `code`: an earlier error, or 0. */
int imp__member_end(struct imp__member *m, int code, struct relist_err *err);

/* False for folders and for the files that other systems add to archives. */
bool imp__member_is_wanted(struct str name);

#endif
