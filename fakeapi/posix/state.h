/* SPDX-License-Identifier: Apache-2.0 */
/* state.h - the state file: every committed write of a store, so that a restart continues where a
 * kill -9 stopped.
 *
 *   "relist-state 2\n"
 *   { length u32 | crc32 of payload u32 | crc32 of those u32 | payload | end mark 0xA5 }*
 *   (little endian; format 1 has no end mark, is read, and rewritten as 2)
 *   payload: 'P' put, 'D' delete or 'V' (the newest version) | rv u64 |
 *            group, resource, ns, name, json: length u32, bytes
 *
 * A write reaches the kernel before the store (a killed process loses nothing, and a failed write
 * has no effect), and the disk before any client sees it (a crashed machine loses nothing that was
 * acknowledged or seen). The gate holds responses and events of watches until the sync thread has
 * flushed all records appended before them. One flush acknowledges all waiting requests.
 *
 * On a full disk (ENOSPC, EIO, EROFS when writing) the write is refused and nothing has changed. If
 * a flush fails, or half a record can be neither completed nor removed, the content of the disk is
 * unknown: requests get 500 until the whole store is in a new file, which is retried forever.
 *
 * An incomplete last record is cut off when the file is opened; a record that was changed after it
 * was written is an error, also the last one (scan_record has the criteria). If more than half of
 * the file is history, it is rewritten with the live objects in the order of their rv, and renamed
 * into place. The same happens when the store is rewound.
 *
 * Threads: append() on any thread, under the core's lock; other functions as stated. lock (rank
 * STATE) guards all but the members set before start().
 */
#ifndef FAKEAPI_POSIX_STATE_H
#define FAKEAPI_POSIX_STATE_H

#include <sys/types.h>

#include "fakeapi/core.h"

struct fakeapi__state;

/* System calls that a disk error can fail; tests replace them. */
struct fakeapi__state_io {
	ssize_t (*write)(int fd, const void *bytes, size_t len);
	int (*fdatasync)(int fd);
	int (*fsync)(int fd);
	int (*ftruncate)(int fd, off_t len);
	int (*rename)(const char *from, const char *to);
};

struct fakeapi__state_options {
	size_t rewrite_min;   /* minimum bytes of history for a rewrite; 0: 4 MiB */
	int64_t retry_ns;     /* first pause before a failed rewrite is retried; 0: 100 ms */
	int64_t lock_wait_ns; /* how long to wait for another process's lock; 0: not at all */
	const struct fakeapi__state_io *io; /* NULL: the system's */
};

/* Opens or creates `path` and locks it. RELIST_EIO (in use, no permission, ...), RELIST_EPARSE if
 * it is no state file. opt may be NULL. */
struct fakeapi__state *fakeapi__state_open(const char *path,
					   const struct fakeapi__state_options *opt,
					   struct relist_err *err);
/* True if there is nothing to restore. */
bool fakeapi__state_is_new(const struct fakeapi__state *s);
/* Calls fn with every record, in the order of writing, and cuts off an incomplete one (*torn_bytes:
 * its size; may be NULL). Stops with fn's code. RELIST_EPARSE for damage. */
int fakeapi__state_restore(struct fakeapi__state *s,
			   int (*fn)(void *user, const struct fakeapi__write *w,
				     struct relist_err *err),
			   void *user, size_t *torn_bytes, struct relist_err *err);
/* fakeapi__core_snapshot, or NULL: then a failed file stays failed. */
typedef int fakeapi__state_each(struct fakeapi__core *core,
				int (*fn)(void *user, const struct fakeapi__write *w), void *user);
/* After this append() writes. A new file first gets every object that `each` passes. */
int fakeapi__state_start(struct fakeapi__state *s, fakeapi__state_each *each,
			 struct fakeapi__core *core, struct relist_err *err);
/* The core's on_write (user is the state): 0: the whole write is in the file; else nothing of it.
 * Before start(): 0. */
int fakeapi__state_append(void *user, const struct fakeapi__write *w);
/* The store has been or will be rewound (rewind, reset): rewrites the file from `each`. append()
 * itself detects an rv that is not newer than the last. */
void fakeapi__state_rewound(struct fakeapi__state *s);
/* A server in front of `inner` that holds responses until they are durable. It lives as long as the
 * state; all exchanges must end before the state is closed. */
struct fakeapi__server *fakeapi__state_gate(struct fakeapi__state *s,
					    struct fakeapi__server *inner);
/* Flushes and closes; call it before the core is freed. NULL is fine. */
void fakeapi__state_close(struct fakeapi__state *s);

/* The pause between attempts to write a new file after a pause of `last_ns` (0: none): doubles, up
 * to 32 times the first. */
int64_t fakeapi__state_pause(int64_t last_ns, int64_t first_ns);

struct fakeapi__state_stats {
	uint64_t file_bytes, live_bytes, appends, syncs, rewrites;
};

void fakeapi__state_stats(struct fakeapi__state *s, struct fakeapi__state_stats *out);

#endif
