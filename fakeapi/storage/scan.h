/* SPDX-License-Identifier: Apache-2.0 */
/* scan.h - the objects of a bucket as they were at one version and as a selection picks them, found
 * in steps between which the lock may be released: of a million a step of some milliseconds each.
 *
 * What the version shows is pinned meanwhile. Others may write: entries move, so a step begins
 * behind the key at which the last one stopped. When the store went back, the objects found so far
 * are of no single state, and the scan reports that it is lost.
 *
 * Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_SCAN_H
#define FAKEAPI_SCAN_H

#include "base/str.h"
#include "fakeapi/storage/held.h"
#include "fakeapi/storage/selector.h"

struct fakeapi__scan {
	struct fakeapi__held *found; /* take it, or scan_end() frees it; NULL: none */
	struct strbuf last;	     /* key of the last that was found */
	int64_t left; /* of those behind the limit as many as were there; 1 if it selects */
	/* inside */
	struct fakeapi__store *store;
	const struct fakeapi__bucket *bucket;
	const struct fakeapi__selection *sel;
	struct fakeapi__pin pin;
	bool pinned;
	uint64_t rewinds;
	struct strbuf at; /* where to go on */
	bool behind;	  /* ... behind this key, which was looked at */
	int64_t limit;
	size_t count;
	size_t term_cost; /* of its terms, on top of what an object has */
	bool reads_json;
};

enum fakeapi__scan_result { FAKEAPI_SCAN_DONE, FAKEAPI_SCAN_MORE, FAKEAPI_SCAN_LOST };

/* About 4 ms: nanoseconds of a machine that looks through a byte in one. */
enum { FAKEAPI_SCAN_STEP = 4 * 1000 * 1000 };

/* Begins at the key `from`, which may be empty, within the selection's namespace; `limit` 0: all.
 * `sel` is borrowed until scan_end(). -1: out of memory; scan_end() is due all the same. */
int fakeapi__scan_begin(struct fakeapi__scan *scan, struct fakeapi__store *store,
			const struct fakeapi__bucket *b, const struct fakeapi__selection *sel,
			uint64_t rv, struct str from, int64_t limit);
/* -1: out of memory. */
int fakeapi__scan_step(struct fakeapi__scan *scan, size_t work);
/* A zeroed one is fine. */
void fakeapi__scan_end(struct fakeapi__scan *scan);

#endif
