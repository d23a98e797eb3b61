/* SPDX-License-Identifier: Apache-2.0 */
/* gunzip.h - a response body that was compressed, as Go's gzip.Reader reads it: any number of
 * members one after the other, and nothing else behind them. */
#ifndef INFORMER_POSIX_GUNZIP_H
#define INFORMER_POSIX_GUNZIP_H

#define ZLIB_CONST /* next_in */
#include <zlib.h>

#include "base/base.h"

struct inf__gunzip {
	z_stream z;
	bool open;    /* z is in use */
	bool between; /* no member is under way */
	bool any;     /* a member has begun */
	bool failed;
};

void inf__gunzip_init(struct inf__gunzip *g);
void inf__gunzip_fini(struct inf__gunzip *g);
/* Gives what comes out of these bytes to `take`, part by part, until it returns false.
 * RELIST_ECLOSED: it did; RELIST_EPARSE: this is no gzip, now and for all that follows;
 * RELIST_ENOMEM. */
int inf__gunzip_feed(struct inf__gunzip *g, const void *bytes, size_t len,
		     bool (*take)(void *user, const void *bytes, size_t len), void *user);
/* Whether the body may end here: after a whole member. */
bool inf__gunzip_is_whole(const struct inf__gunzip *g);

#endif
