/* SPDX-License-Identifier: Apache-2.0 */
/* scan.h - finds the objects of a bucket that match a selection, in their state at one version. It
 * works in steps of some milliseconds and the caller may release the lock between two steps.
 *
 * The scan pins its version, so that its states are not compacted. Other requests may write between
 * steps and move entries, so each step resumes after the key at which the last one stopped. If the
 * store was rewound, the objects found so far belong to no single state; the scan then returns
 * FAKEAPI_SCAN_LOST.
 *
 * Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_SCAN_H
#define FAKEAPI_SCAN_H

#include "base/str.h"
#include "fakeapi/storage/held.h"
#include "fakeapi/storage/selector.h"

struct fakeapi__scan {
	struct fakeapi__held *found; /* owned until the caller takes it; NULL: none */
	struct strbuf last;	     /* key of the last object found */
	int64_t left; /* number of objects after the limit; at most 1 if it filters */
	/* private */
	struct fakeapi__store *store;
	const struct fakeapi__bucket *bucket;
	const struct fakeapi__selection *sel;
	struct fakeapi__pin pin;
	bool pinned;
	uint64_t rewinds;
	struct strbuf at; /* the key at which the next step starts */
	bool behind;	  /* ... after this key, which is already examined */
	int64_t limit;
	size_t count;
	size_t term_cost; /* cost of the selection's terms, per object */
	bool reads_json;
};

enum fakeapi__scan_result { FAKEAPI_SCAN_DONE, FAKEAPI_SCAN_MORE, FAKEAPI_SCAN_LOST };

/* About 4 ms: the cost in nanoseconds on a machine that scans one byte per nanosecond. */
enum { FAKEAPI_SCAN_STEP = 4 * 1000 * 1000 };

/* Starts at the key `from` (may be empty) within the selection's namespace; `limit` 0: all. `sel`
 * is borrowed until scan_end(). -1: out of memory; the caller must call scan_end() even then. */
int fakeapi__scan_begin(struct fakeapi__scan *scan, struct fakeapi__store *store,
			const struct fakeapi__bucket *b, const struct fakeapi__selection *sel,
			uint64_t rv, struct str from, int64_t limit);
/* -1: out of memory. */
int fakeapi__scan_step(struct fakeapi__scan *scan, size_t work);
/* A zeroed `scan` is fine. */
void fakeapi__scan_end(struct fakeapi__scan *scan);

#endif
