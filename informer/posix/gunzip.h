/* SPDX-License-Identifier: Apache-2.0 */
/* gunzip.h - decompresses a response body like Go's gzip.Reader: any number of members one after
 * the other, and no other data after them. */
#ifndef INFORMER_POSIX_GUNZIP_H
#define INFORMER_POSIX_GUNZIP_H

#define ZLIB_CONST /* for next_in */
#include <zlib.h>

#include "base/base.h"

struct inf__gunzip {
	z_stream z;
	bool open;    /* z is in use */
	bool between; /* outside of a member */
	bool any;     /* a member has begun */
	bool failed;
};

void inf__gunzip_init(struct inf__gunzip *g);
void inf__gunzip_fini(struct inf__gunzip *g);
/* Decompresses the bytes and passes the output to `take`, part by part, until it returns false.
 * RELIST_ECLOSED: it did; RELIST_EPARSE: invalid gzip, now and for all further bytes;
 * RELIST_ENOMEM. */
int inf__gunzip_feed(struct inf__gunzip *g, const void *bytes, size_t len,
		     bool (*take)(void *user, const void *bytes, size_t len), void *user);
/* Whether the body may end here: after a complete member. */
bool inf__gunzip_is_whole(const struct inf__gunzip *g);

#endif
