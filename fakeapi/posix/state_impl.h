/* SPDX-License-Identifier: Apache-2.0 */
/* state_impl.h - the state file: its struct, records, and the parts that read and rewrite it. */
#ifndef FAKEAPI_POSIX_STATE_IMPL_H
#define FAKEAPI_POSIX_STATE_IMPL_H

#include <pthread.h>

#include "base/lock.h"
#include "base/map.h"
#include "base/str.h"
#include "fakeapi/posix/state.h"
#include "fakeapi/posix/state_gate.h"

#define STATE_MAGIC "relist-state 2\n"

enum {
	STATE_MAGIC_LEN = sizeof(STATE_MAGIC) - 1,
	STATE_FRAME = 12,
	STATE_END_MARK = 0xA5,
	STATE_RECORD_MAX = 64 << 20,
};

/* The position of a live object's newest record. */
struct state_place {
	uint64_t offset;
	uint32_t len; /* including its frame and end mark */
};

enum state_scan {
	STATE_SCAN_RECORD,
	STATE_SCAN_END,
	STATE_SCAN_TORN,
	STATE_SCAN_DAMAGED,
	STATE_SCAN_ENOMEM,
	STATE_SCAN_EIO
};

/* Objects of a new store are not in the order of rv, but a file must be. */
struct state_snapshot {
	struct strbuf bytes;
	struct part {
		uint64_t rv;
		size_t at, len;
	} * parts;
	size_t count, cap;
};

struct fakeapi__state {
	struct state_gate gate; /* must be first: the server pointer is cast back */
	char *path;
	int fd;
	size_t rewrite_min;
	struct fakeapi__state_io io;
	int64_t retry_ns;	   /* the first pause between attempts to rewrite a file */
	size_t mark_len;	   /* 0 if the file read has format 1 */
	fakeapi__state_each *each; /* set by start(), like core */
	struct fakeapi__core *core;
	bool running; /* the sync thread */
	pthread_t thread;

	struct lock lock; /* rank STATE */
	pthread_cond_t work;
	bool started GUARDED_BY(lock);
	bool stopping GUARDED_BY(lock);
	bool failed GUARDED_BY(lock);	    /* no appends until the file is rewritten */
	bool lost GUARDED_BY(lock);	    /* the store may have data that is in no file */
	uint64_t appended GUARDED_BY(lock); /* number of records since the start */
	uint64_t synced GUARDED_BY(lock);
	struct map places GUARDED_BY(lock); /* live objects; value: struct state_place */
	struct state_place last_delete GUARDED_BY(lock); /* newest record, if no put: has the rv */
	struct state_gate_waiters waiters GUARDED_BY(lock);
	uint64_t last_rv GUARDED_BY(lock);
	bool stale GUARDED_BY(lock);	      /* the store was rewound: rewrite everything */
	int64_t retry_at_ns GUARDED_BY(lock); /* real time; valid if `failed` */
	int64_t pause_ns GUARDED_BY(lock);
	struct strbuf record GUARDED_BY(lock); /* scratch */
	struct strbuf key GUARDED_BY(lock);
	struct fakeapi__state_stats stats GUARDED_BY(lock);
};

/* Little endian. */
uint32_t state_get_u32(const char *p);
uint32_t state_checksum(const char *bytes, size_t len);
/* Appends a record; false: out of memory or too large. */
bool state_encode(struct strbuf *b, const struct fakeapi__write *w);
/* False: invalid payload. Strings in *w point into it. */
bool state_decode(const char *p, size_t len, struct fakeapi__write *w);

/* Reads the record at `offset` into s->record (payload only).
 *
 * An interrupted write leaves a prefix of a record, or, after a crash of the machine, zeros in
 * sectors that were allocated but never written. Length and checksum are first, so that a changed
 * length is not mistaken for a prefix. The end mark is last: it distinguishes a complete record
 * that was changed later from an incomplete one. Anything else is damage, and may have been
 * acknowledged. */
enum state_scan state_scan_record(struct fakeapi__state *s, uint64_t offset);
/* Cuts off the incomplete record at `offset`. *torn_bytes (may be NULL): how much that was. */
int state_cut_tail(struct fakeapi__state *s, uint64_t offset, size_t *torn_bytes,
		   struct relist_err *err);
/* Number of bytes read: less than len at the end of the file. -1: errno. */
ssize_t state_read_all(int fd, char *bytes, size_t len, uint64_t offset);

/* If it fails, the old file stays, which is as good. */
bool state_rewrite_locked(struct fakeapi__state *s) REQUIRES(s->lock);
void state_snapshot_fini(struct state_snapshot *snap);
/* Encodes all objects of the store. 0 or RELIST_ENOMEM. */
int state_snapshot_take(struct fakeapi__state *s, struct state_snapshot *snap);
/* Forgets the positions of all records. */
void state_clear_places(struct fakeapi__state *s);
/* Makes the snapshot's file the state file. False: the old one is still in place and open; or (out
 * of memory, s->failed stays) the new one is in place and must be written again. */
bool state_replace_locked(struct fakeapi__state *s, const struct state_snapshot *snap)
    REQUIRES(s->lock);
/* Number of bytes written: less than len after an error (errno). */
size_t state_write_all(const struct fakeapi__state *s, int fd, const char *bytes, size_t len);
bool state_sync_folder(const struct fakeapi__state *s);
/* Stores the position of w's record. */
bool state_note_place_locked(struct fakeapi__state *s, const struct fakeapi__write *w,
			     struct state_place at) REQUIRES(s->lock);

/* A killed process keeps its locks until the kernel has removed it: an immediate successor
 * waits. */
int state_open_file(struct fakeapi__state *s, int64_t wait_ns, struct relist_err *err);

#endif
