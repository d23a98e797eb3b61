/* SPDX-License-Identifier: Apache-2.0 */
/* state.h - the state file: every committed write of a store, so that a restart goes on where a
 * kill -9 stopped.
 *
 *   "relist-state 2\n"
 *   { length u32 | crc32 of payload u32 | crc32 of those u32 | payload | end mark 0xA5 }*
 *   (little endian; format 1 has no end mark, is read, and rewritten as 2)
 *   payload: 'P' put, 'D' delete or 'V' (the versions had come so far) | rv u64 |
 *            group, resource, ns, name, json: length u32, bytes
 *
 * A write is in the kernel before the store has it (a killed process loses nothing, and what could
 * not be written never was), and on disk before any client sees it (a lost machine loses nothing
 * that was acknowledged or seen): the gate holds responses, and events of watches, until the sync
 * thread has flushed what was appended before them. One flush acknowledges all that wait.
 *
 * On a full disk (ENOSPC, EIO, EROFS when writing) the write is refused and nothing has changed.
 * When a flush fails, or half a record can be neither finished nor taken back, the content of the
 * disk is unknown: requests get 500 until the whole store is in a new file, which is tried again
 * and again.
 *
 * A last record that is torn is cut off when the file is opened; what was changed after it was
 * written is an error, in the last record as well (see scan_record for the difference). When more
 * than half of the file is history, it is rewritten with the live objects in the order of their rv,
 * and renamed into place. The same happens when the store goes back in time.
 *
 * Threads: append() on any thread, under the core's lock; everything else is said below. lock (rank
 * STATE) guards all but what is set before start().
 */
#ifndef FAKEAPI_POSIX_STATE_H
#define FAKEAPI_POSIX_STATE_H

#include <sys/types.h>

#include "fakeapi/core.h"

struct fakeapi__state;

/* What a disk can refuse; tests put one of their own there. */
struct fakeapi__state_io {
	ssize_t (*write)(int fd, const void *bytes, size_t len);
	int (*fdatasync)(int fd);
	int (*fsync)(int fd);
	int (*ftruncate)(int fd, off_t len);
	int (*rename)(const char *from, const char *to);
};

struct fakeapi__state_options {
	size_t rewrite_min;   /* bytes of history below which nothing is rewritten; 0: 4 MiB */
	int64_t retry_ns;     /* first pause before a file is rewritten again; 0: 100 ms */
	int64_t lock_wait_ns; /* how long another process may still hold the lock; 0: not at all */
	const struct fakeapi__state_io *io; /* NULL: the system's */
};

/* Opens or creates `path` and takes a lock on it. RELIST_EIO (in use, no permission, ...),
 * RELIST_EPARSE for a file that is none of ours. opt may be NULL. */
struct fakeapi__state *fakeapi__state_open(const char *path,
					   const struct fakeapi__state_options *opt,
					   struct relist_err *err);
/* True when there is nothing to restore. */
bool fakeapi__state_is_new(const struct fakeapi__state *s);
/* Gives every record to fn, in the order they were written, cuts a torn tail off (*torn_bytes, may
 * be NULL, says how much). Stops with fn's code. RELIST_EPARSE for damage. */
int fakeapi__state_restore(struct fakeapi__state *s,
			   int (*fn)(void *user, const struct fakeapi__write *w,
				     struct relist_err *err),
			   void *user, size_t *torn_bytes, struct relist_err *err);
/* fakeapi__core_snapshot, or NULL: then a file that failed once stays so. */
typedef int fakeapi__state_each(struct fakeapi__core *core,
				int (*fn)(void *user, const struct fakeapi__write *w), void *user);
/* From here on append() writes. A new file first gets every object that `each` passes. */
int fakeapi__state_start(struct fakeapi__state *s, fakeapi__state_each *each,
			 struct fakeapi__core *core, struct relist_err *err);
/* The core's on_write (user is the state): 0 when the write is in the file; else none of it is.
 * Before start(): 0. */
int fakeapi__state_append(void *user, const struct fakeapi__write *w);
/* The store has gone back in time (rewind, reset) or will: the file is rewritten from `each`.
 * append() notices by itself when an rv comes that is not newer than the last. */
void fakeapi__state_rewound(struct fakeapi__state *s);
/* A server in front of `inner` that holds answers back until they are durable. Lives as long as the
 * state; no exchange may be left when that is closed. */
struct fakeapi__server *fakeapi__state_gate(struct fakeapi__state *s,
					    struct fakeapi__server *inner);
/* Flushes and closes, before the core goes. NULL is fine. */
void fakeapi__state_close(struct fakeapi__state *s);

/* The pause between attempts to write a new file after one of `last_ns` (0: there was none): twice
 * as long, up to 32 times the first. */
int64_t fakeapi__state_pause(int64_t last_ns, int64_t first_ns);

struct fakeapi__state_stats {
	uint64_t file_bytes, live_bytes, appends, syncs, rewrites;
};

void fakeapi__state_stats(struct fakeapi__state *s, struct fakeapi__state_stats *out);

#endif
