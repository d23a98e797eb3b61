/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "fakeapi/posix/state.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/lock.h"
#include "base/map.h"
#include "base/posix/clock.h"
#include "base/str.h"
#include "fakeapi/posix/state_gate.h"

static const char magic[] = "relist-state 2\n";
/* The format without end marks. It is read and rewritten. */
static const char magic_1[] = "relist-state 1\n";

enum {
	MAGIC_LEN = sizeof(magic) - 1,
	FRAME = 12,
	END_MARK = 0xA5,
	SECTOR = 512, /* the atomic unit of disk writes */
	RECORD_MAX = 64 << 20,
	REWRITE_MIN = 4 << 20,
	FIELDS = 5,
	RENEWALS_MAX = 1000,
	PAUSES_MAX = 32, /* the longest pause between attempts, in multiples of the first */
};

#define RETRY_NS (100 * INT64_C(1000000))

static const struct fakeapi__state_io system_io = { write, fdatasync, fsync, ftruncate, rename };

/* The position of a live object's newest record. */
struct place {
	uint64_t offset;
	uint32_t len; /* including its frame and end mark */
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
	struct map places GUARDED_BY(lock);	   /* live objects; value: struct place */
	struct place last_delete GUARDED_BY(lock); /* newest record, if no put: has the rv */
	struct state_gate_waiters waiters GUARDED_BY(lock);
	uint64_t last_rv GUARDED_BY(lock);
	bool stale GUARDED_BY(lock);	      /* the store was rewound: rewrite everything */
	int64_t retry_at_ns GUARDED_BY(lock); /* real time; valid if `failed` */
	int64_t pause_ns GUARDED_BY(lock);
	struct strbuf record GUARDED_BY(lock); /* scratch */
	struct strbuf key GUARDED_BY(lock);
	struct fakeapi__state_stats stats GUARDED_BY(lock);
};

/* --- records --- */

static void put_u32(struct strbuf *b, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		strbuf_addc(b, (char)(v >> (8 * i)));
}

static void put_u64(struct strbuf *b, uint64_t v)
{
	put_u32(b, (uint32_t)v);
	put_u32(b, (uint32_t)(v >> 32));
}

static uint32_t get_u32(const char *p)
{
	uint32_t v = 0;

	for (int i = 3; i >= 0; i--)
		v = v << 8 | (uint8_t)p[i];
	return v;
}

static uint64_t get_u64(const char *p)
{
	return get_u32(p) | (uint64_t)get_u32(p + 4) << 32;
}

static uint32_t checksum(const char *bytes, size_t len)
{
	return (uint32_t)crc32(0, (const Bytef *)bytes, (uInt)len);
}

static void encode_payload(struct strbuf *b, const struct fakeapi__write *w)
{
	const struct str fields[FIELDS] = { w->group, w->resource, w->ns, w->name,
					    w->deleted ? STR("") : w->json };

	strbuf_addc(b, !w->deleted ? 'P' : w->resource.len ? 'D' : 'V');
	put_u64(b, w->rv);
	for (int i = 0; i < FIELDS; i++) {
		put_u32(b, (uint32_t)fields[i].len);
		strbuf_adds(b, fields[i]);
	}
}

/* Fills in the frame at `start` and appends the end mark. */
static bool seal(struct strbuf *b, size_t start)
{
	size_t len = b->len - start - FRAME;
	struct strbuf frame = STRBUF_INIT;
	bool ok;

	strbuf_addc(b, (char)END_MARK);
	if (b->failed || len > RECORD_MAX)
		return false;
	put_u32(&frame, (uint32_t)len);
	put_u32(&frame, checksum(b->ptr + start + FRAME, len));
	put_u32(&frame, checksum(frame.ptr, frame.len));
	ok = !frame.failed;
	if (ok)
		memcpy(b->ptr + start, frame.ptr, FRAME);
	strbuf_fini(&frame);
	return ok;
}

/* Appends a record; false: out of memory or too large. */
static bool encode(struct strbuf *b, const struct fakeapi__write *w)
{
	size_t start = b->len;

	strbuf_add(b, "\0\0\0\0\0\0\0\0\0\0\0", FRAME);
	encode_payload(b, w);
	return seal(b, start);
}

/* False: invalid payload. Strings in *w point into it. */
static bool decode(const char *p, size_t len, struct fakeapi__write *w)
{
	struct str *fields[FIELDS] = { &w->group, &w->resource, &w->ns, &w->name, &w->json };

	if (len < 9 || (p[0] != 'P' && p[0] != 'D' && p[0] != 'V'))
		return false;
	w->deleted = p[0] != 'P';
	w->rv = get_u64(p + 1);
	p += 9;
	len -= 9;
	for (int i = 0; i < FIELDS; i++) {
		uint32_t n;

		if (len < 4)
			return false;
		n = get_u32(p);
		if (n > len - 4)
			return false;
		*fields[i] = (struct str) { p + 4, n };
		p += 4 + n;
		len -= 4 + n;
	}
	return len == 0;
}

/* Stores the position of w's record. */
static bool note_place_locked(struct fakeapi__state *s, const struct fakeapi__write *w,
			      struct place at) REQUIRES(s->lock);
static bool note_place_locked(struct fakeapi__state *s, const struct fakeapi__write *w,
			      struct place at)
{
	const struct str fields[] = { w->group, w->resource, w->ns, w->name };
	struct place *place, *old;

	strbuf_clear(&s->key);
	for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
		strbuf_adds(&s->key, fields[i]);
		strbuf_addc(&s->key, '/');
	}
	if (s->key.failed)
		return false;
	old = map_get(&s->places, strbuf_str(&s->key));
	if (!old && !w->deleted) {
		place = base__malloc(sizeof(*place));
		if (!place || map_put(&s->places, strbuf_str(&s->key), place, NULL) < 0) {
			base__free(place);
			return false;
		}
		*place = (struct place) { 0 };
		old = place;
	}
	s->last_delete = w->deleted ? at : (struct place) { 0 };
	s->stats.live_bytes -= old ? old->len : 0;
	if (w->deleted) {
		base__free(map_del(&s->places, strbuf_str(&s->key)));
		return true;
	}
	s->stats.live_bytes += at.len;
	*old = at;
	return true;
}

/* --- files --- */

/* Number of bytes written: less than len after an error (errno). */
static size_t write_all(const struct fakeapi__state *s, int fd, const char *bytes, size_t len)
{
	size_t done = 0;

	while (done < len) {
		ssize_t n = s->io.write(fd, bytes + done, len - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	return done;
}

/* Number of bytes read: less than len at the end of the file. -1: errno. */
static ssize_t read_all(int fd, char *bytes, size_t len, uint64_t offset)
{
	size_t got = 0;

	while (got < len) {
		ssize_t n = pread(fd, bytes + got, len - got, (off_t)(offset + got));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		got += (size_t)n;
	}
	return (ssize_t)got;
}

static bool sync_folder(const struct fakeapi__state *s)
{
	char *slash, *folder = base__strdup(s->path);
	int fd;
	bool ok;

	if (!folder)
		return false;
	slash = strrchr(folder, '/');
	if (slash)
		slash[slash == folder] = '\0';
	fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ok = fd >= 0 && s->io.fsync(fd) == 0;
	if (fd >= 0)
		(void)close(fd);
	base__free(folder);
	return ok;
}

static bool starts_like(const char *head, size_t len)
{
	size_t kind = MAGIC_LEN - 2; /* excluding the format's number */

	return memcmp(head, magic, len < kind ? len : kind) == 0 &&
	       (len < MAGIC_LEN || head[MAGIC_LEN - 1] == '\n');
}

/* A server killed at its very start may have left an incomplete first line, or none. */
static int read_magic(struct fakeapi__state *s, struct relist_err *err)
{
	char head[MAGIC_LEN];
	ssize_t len = read_all(s->fd, head, MAGIC_LEN, 0);

	if (len < 0)
		return relist_err_set(err, RELIST_EIO, "%s: %s", s->path, strerror(errno));
	if (len == MAGIC_LEN && memcmp(head, magic, MAGIC_LEN) == 0)
		return 0;
	s->mark_len = 0;
	if (len == MAGIC_LEN && memcmp(head, magic_1, MAGIC_LEN) == 0)
		return 0;
	if (len == MAGIC_LEN && starts_like(head, MAGIC_LEN) && head[MAGIC_LEN - 2] >= '3' &&
	    head[MAGIC_LEN - 2] <= '9')
		return relist_err_set(
		    err, RELIST_EPARSE,
		    "%s: a state file of format %c, and this relist knows 1 and 2", s->path,
		    head[MAGIC_LEN - 2]);
	if (len == MAGIC_LEN || memcmp(head, magic, (size_t)len) != 0)
		return relist_err_set(err, RELIST_EPARSE, "%s: not a relist state file", s->path);
	s->mark_len = 1;
	if (s->io.ftruncate(s->fd, 0) != 0 || write_all(s, s->fd, magic, MAGIC_LEN) < MAGIC_LEN ||
	    !sync_folder(s))
		return relist_err_set(err, RELIST_EIO, "%s: %s", s->path, strerror(errno));
	s->stats.file_bytes = MAGIC_LEN;
	return 0;
}

/* 1: the file is open and locked by this process; 0: another process has it, or has replaced it
 * meanwhile. */
static int open_and_lock(struct fakeapi__state *s, struct stat *st, struct relist_err *err)
{
	struct stat now;

	s->fd = open(s->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (s->fd < 0 || fstat(s->fd, st) != 0)
		return relist_err_set(err, RELIST_EIO, "%s: %s", s->path, strerror(errno));
	if (!S_ISREG(st->st_mode))
		return relist_err_set(err, RELIST_EIO, "%s: not a regular file", s->path);
	if (flock(s->fd, LOCK_EX | LOCK_NB) == 0 && fstat(s->fd, st) == 0 &&
	    stat(s->path, &now) == 0 && now.st_ino == st->st_ino && now.st_dev == st->st_dev)
		return 1;
	(void)close(s->fd);
	s->fd = -1;
	return 0;
}

/* A killed process keeps its locks until the kernel has removed it: an immediate successor
 * waits. */
static int open_file(struct fakeapi__state *s, int64_t wait_ns, struct relist_err *err)
{
	const struct timespec pause = { 0, 2 * NS_PER_MS };
	int64_t until_ns = time_add(clock_monotonic_ns(), wait_ns);
	struct stat st;
	int rc;

	while ((rc = open_and_lock(s, &st, err)) == 0) {
		if (clock_monotonic_ns() >= until_ns)
			return relist_err_set(err, RELIST_EIO, "%s: in use by another server",
					      s->path);
		(void)nanosleep(&pause, NULL);
	}
	if (rc < 0)
		return rc;
	s->stats.file_bytes = (uint64_t)st.st_size;
	return read_magic(s, err);
}

struct fakeapi__state *fakeapi__state_open(const char *path,
					   const struct fakeapi__state_options *opt,
					   struct relist_err *err)
{
	struct fakeapi__state *s = base__calloc(1, sizeof(*s));
	int code = 0;

	if (!s) {
		relist_err_set(err, RELIST_ENOMEM, "state file: out of memory");
		return NULL;
	}
	s->fd = -1;
	s->mark_len = 1;
	s->rewrite_min = opt && opt->rewrite_min ? opt->rewrite_min : REWRITE_MIN;
	s->retry_ns = opt && opt->retry_ns ? opt->retry_ns : RETRY_NS;
	s->io = opt && opt->io ? *opt->io : system_io;
	lock_init(&s->lock, LOCK_STATE);
	cond_init(&s->work);
	map_init(&s->places, MAP_COPY_KEYS);
	strbuf_init(&s->record);
	strbuf_init(&s->key);
	s->path = base__strdup(path);
	if (!s->path)
		code = relist_err_set(err, RELIST_ENOMEM, "state file: out of memory");
	if (!code)
		code = open_file(s, opt ? opt->lock_wait_ns : 0, err);
	if (code) {
		fakeapi__state_close(s);
		return NULL;
	}
	return s;
}

bool fakeapi__state_is_new(const struct fakeapi__state *s)
{
	return s->stats.file_bytes == MAGIC_LEN;
}

/* --- restoring --- */

/* 1: only zeros from `offset` to the end; 0: other bytes; -1: errno. */
static int zeros_follow(const struct fakeapi__state *s, uint64_t offset)
{
	char buf[4096];
	ssize_t n;

	for (; (n = read_all(s->fd, buf, sizeof(buf), offset)) > 0; offset += (size_t)n)
		for (ssize_t i = 0; i < n; i++)
			if (buf[i])
				return 0;
	return n < 0 ? -1 : 1;
}

/* True if these bytes, which start at `offset`, contain a whole sector of zeros: it was never
 * written. Records have no such runs of zeros. */
static bool has_hole(const char *bytes, size_t len, uint64_t offset)
{
	size_t at = (size_t)((SECTOR - offset % SECTOR) % SECTOR);
	static const char zeros[SECTOR];

	for (; at + SECTOR <= len; at += SECTOR)
		if (memcmp(bytes + at, zeros, SECTOR) == 0)
			return true;
	return false;
}

enum scan { SCAN_RECORD, SCAN_END, SCAN_TORN, SCAN_DAMAGED, SCAN_ENOMEM, SCAN_EIO };

/* If only zeros follow, the rest was never written. */
static enum scan scan_rest(const struct fakeapi__state *s, uint64_t offset)
{
	int zeros = zeros_follow(s, offset);

	return zeros < 0 ? SCAN_EIO : zeros ? SCAN_TORN : SCAN_DAMAGED;
}

/* Classifies the record at `offset`, in s->record, whose payload does not match its frame. */
static enum scan scan_bad_payload(const struct fakeapi__state *s, uint64_t offset)
{
	size_t len = s->record.len;
	uint64_t end = offset + FRAME + len + s->mark_len;
	bool is_last = end == s->stats.file_bytes;

	if (s->mark_len && !s->record.ptr[len])
		return scan_rest(s, end);
	return is_last && (!s->mark_len || has_hole(s->record.ptr, len + 1, offset + FRAME))
		   ? SCAN_TORN
		   : SCAN_DAMAGED;
}

/* Reads the record at `offset` into s->record (payload only).
 *
 * An interrupted write leaves a prefix of a record, or, after a crash of the machine, zeros in
 * sectors that were allocated but never written. Length and checksum are first, so that a changed
 * length is not mistaken for a prefix. The end mark is last: it distinguishes a complete record
 * that was changed later from an incomplete one. Anything else is damage, and may have been
 * acknowledged. */
static enum scan scan_record(struct fakeapi__state *s, uint64_t offset)
{
	uint64_t left = s->stats.file_bytes - offset;
	char frame[FRAME];
	uint32_t len;
	ssize_t n;

	if (!left)
		return SCAN_END;
	n = read_all(s->fd, frame, FRAME, offset);
	if (n < FRAME)
		return n < 0 ? SCAN_EIO : SCAN_TORN;
	len = get_u32(frame);
	if (checksum(frame, FRAME - 4) != get_u32(frame + FRAME - 4) || len > RECORD_MAX)
		return scan_rest(s, offset + FRAME);
	if (len + s->mark_len > left - FRAME)
		return SCAN_TORN;
	strbuf_clear(&s->record);
	if (!strbuf_reserve(&s->record, len + s->mark_len))
		return SCAN_ENOMEM;
	n = read_all(s->fd, s->record.ptr, len + s->mark_len, offset + FRAME);
	if (n < 0 || (size_t)n < len + s->mark_len)
		return n < 0 ? SCAN_EIO : SCAN_TORN;
	s->record.len = len;
	if (checksum(s->record.ptr, len) == get_u32(frame + 4) &&
	    (!s->mark_len || (uint8_t)s->record.ptr[len] == END_MARK))
		return SCAN_RECORD;
	return scan_bad_payload(s, offset);
}

static int cut_tail(struct fakeapi__state *s, uint64_t offset, size_t *torn_bytes,
		    struct relist_err *err)
{
	if (s->io.ftruncate(s->fd, (off_t)offset) != 0)
		return relist_err_set(err, RELIST_EIO, "%s: %s", s->path, strerror(errno));
	if (torn_bytes)
		*torn_bytes = (size_t)(s->stats.file_bytes - offset);
	s->stats.file_bytes = offset;
	return 0;
}

int fakeapi__state_restore(struct fakeapi__state *s,
			   int (*fn)(void *user, const struct fakeapi__write *w,
				     struct relist_err *err),
			   void *user, size_t *torn_bytes, struct relist_err *err)
{
	uint64_t offset = MAGIC_LEN;

	if (torn_bytes)
		*torn_bytes = 0;
	for (;;) {
		struct fakeapi__write w = { 0 };
		enum scan found = scan_record(s, offset);
		struct place at = { offset, (uint32_t)(FRAME + s->record.len + s->mark_len) };
		bool noted;
		int code;

		if (found == SCAN_END)
			return 0;
		if (found == SCAN_TORN)
			return cut_tail(s, offset, torn_bytes, err);
		if (found == SCAN_EIO)
			return relist_err_set(err, RELIST_EIO, "%s: %s", s->path, strerror(errno));
		if (found == SCAN_ENOMEM)
			return relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", s->path);
		if (found == SCAN_DAMAGED || !decode(s->record.ptr, s->record.len, &w))
			return relist_err_set(err, RELIST_EPARSE,
					      "%s: damaged at byte %llu (to go on without what "
					      "follows, cut it there)",
					      s->path, (unsigned long long)offset);
		lock_acquire(&s->lock);
		noted = note_place_locked(s, &w, at);
		s->last_rv = w.rv;
		lock_release(&s->lock);
		if (!noted)
			return relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", s->path);
		code = fn(user, &w, err);
		if (code)
			return code;
		offset += at.len;
	}
}

/* --- writing --- */

/* Appends the whole record or nothing. */
static bool append_locked(struct fakeapi__state *s, const struct fakeapi__write *w)
    REQUIRES(s->lock);
static bool append_locked(struct fakeapi__state *s, const struct fakeapi__write *w)
{
	struct place at = { s->stats.file_bytes, 0 };
	size_t done;

	strbuf_clear(&s->record);
	if (s->failed || !encode(&s->record, w))
		return false;
	at.len = (uint32_t)s->record.len;
	done = write_all(s, s->fd, s->record.ptr, s->record.len);
	if (done < s->record.len || !note_place_locked(s, w, at)) {
		/* An incomplete record would make all later ones unreadable, and a complete one
		 * would be restored although it was refused. */
		if (done && s->io.ftruncate(s->fd, (off_t)at.offset) != 0)
			s->failed = true;
		return false;
	}
	s->stats.file_bytes += at.len;
	s->stats.appends++;
	s->appended++;
	s->last_rv = w->rv;
	return true;
}

int fakeapi__state_append(void *user, const struct fakeapi__write *w)
{
	struct fakeapi__state *s = user;
	int code = 0;

	lock_acquire(&s->lock);
	if (s->started) {
		s->stale = s->stale || (w->rv <= s->last_rv && s->each);
		if (s->stale && !s->failed) /* the rewrite will include it */
			s->appended++;
		else
			code = append_locked(s, w) ? 0 : RELIST_EIO;
		(void)pthread_cond_signal(&s->work);
	}
	lock_release(&s->lock);
	return code;
}

void fakeapi__state_rewound(struct fakeapi__state *s)
{
	lock_acquire(&s->lock);
	s->stale = s->stale || s->each;
	s->appended++;
	(void)pthread_cond_signal(&s->work);
	lock_release(&s->lock);
}

/* --- rewriting --- */

static int by_offset(const void *a, const void *b)
{
	uint64_t x = (*(struct place *const *)a)->offset, y = (*(struct place *const *)b)->offset;

	return x < y ? -1 : x > y;
}

/* Copies a record from a file of either format. */
static bool copy_record(struct fakeapi__state *s, int to, struct place *at, uint64_t *offset)
    REQUIRES(s->lock);
static bool copy_record(struct fakeapi__state *s, int to, struct place *at, uint64_t *offset)
{
	size_t len = at->len - s->mark_len;

	strbuf_clear(&s->record);
	if (!strbuf_reserve(&s->record, len + 1) ||
	    read_all(s->fd, s->record.ptr, len, at->offset) != (ssize_t)len)
		return false;
	s->record.len = len;
	strbuf_addc(&s->record, (char)END_MARK);
	if (s->record.failed || write_all(s, to, s->record.ptr, s->record.len) < s->record.len)
		return false;
	*offset += s->record.len;
	return true;
}

/* Copies the live records in file order, which is the order of their rv. */
static bool copy_live(struct fakeapi__state *s, int to, struct place **list, size_t n,
		      uint64_t *size) REQUIRES(s->lock);
static bool copy_live(struct fakeapi__state *s, int to, struct place **list, size_t n,
		      uint64_t *size)
{
	*size = MAGIC_LEN;
	if (write_all(s, to, magic, MAGIC_LEN) < MAGIC_LEN)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!copy_record(s, to, list[i], size))
			return false;
	if (s->last_delete.len && !copy_record(s, to, &s->last_delete, size))
		return false;
	return s->io.fdatasync(to) == 0;
}

/* Walks the list again and updates the positions once the copy is complete. */
static void move_places(struct fakeapi__state *s, struct place **list, size_t n) REQUIRES(s->lock);
static void move_places(struct fakeapi__state *s, struct place **list, size_t n)
{
	uint64_t offset = MAGIC_LEN;

	for (size_t i = 0; i < n; i++) {
		list[i]->offset = offset;
		list[i]->len += (uint32_t)(1 - s->mark_len);
		offset += list[i]->len;
	}
	s->last_delete.offset = offset;
	if (s->last_delete.len)
		s->last_delete.len += (uint32_t)(1 - s->mark_len);
	s->stats.live_bytes += n * (1 - s->mark_len);
	s->mark_len = 1;
}

/* If it fails, the old file stays, which is as good. */
static bool rewrite_locked(struct fakeapi__state *s) REQUIRES(s->lock);
static bool rewrite_locked(struct fakeapi__state *s)
{
	const struct map_entry *e;
	size_t n = 0, i = 0, len = map_len(&s->places);
	struct place **list = base__calloc(len + 1, sizeof(struct place *));
	struct strbuf path = STRBUF_INIT;
	uint64_t size;
	int fd = -1;
	bool done = false;

	strbuf_addf(&path, "%s.new", s->path);
	if (list && !path.failed)
		fd = open(path.ptr, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
	while (list && (e = map_next(&s->places, &i)))
		list[n++] = e->value;
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) {
		qsort(list, n, sizeof(struct place *), by_offset);
		if (copy_live(s, fd, list, n, &size) && s->io.rename(path.ptr, s->path) == 0) {
			move_places(s, list, n);
			(void)close(s->fd);
			s->fd = fd;
			fd = -1;
			s->stats.file_bytes = size;
			s->stats.rewrites++;
			done = sync_folder(s);
			s->failed = s->lost = !done; /* unknown which file is there */
		}
	}
	if (fd >= 0) {
		(void)close(fd);
		(void)unlink(path.ptr);
		s->rewrite_min *= 2; /* no disk space: do not retry soon */
	}
	strbuf_fini(&path);
	base__free(list);
	return done;
}

/* --- the whole store --- */

/* Objects of a new store are not in the order of rv, but a file must be. */
struct snapshot {
	struct strbuf bytes;
	struct part {
		uint64_t rv;
		size_t at, len;
	} * parts;
	size_t count, cap;
};

static int add_part(void *user, const struct fakeapi__write *w)
{
	struct snapshot *snap = user;
	size_t at = snap->bytes.len;

	if (snap->count == snap->cap) {
		size_t cap = snap->cap ? 2 * snap->cap : 64;
		struct part *parts = base__reallocarray(snap->parts, cap, sizeof(*parts));

		if (!parts)
			return RELIST_ENOMEM;
		snap->parts = parts;
		snap->cap = cap;
	}
	if (!encode(&snap->bytes, w))
		return RELIST_ENOMEM;
	snap->parts[snap->count++] = (struct part) { w->rv, at, snap->bytes.len - at };
	return 0;
}

static int by_rv(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	if (x->rv != y->rv)
		return x->rv < y->rv ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at; /* the record of the newest version is last */
}

static void snapshot_fini(struct snapshot *snap)
{
	strbuf_fini(&snap->bytes);
	base__free(snap->parts);
}

static int snapshot_take(struct fakeapi__state *s, struct snapshot *snap)
{
	int code = s->each(s->core, add_part, snap);

	if (snap->count)
		qsort(snap->parts, snap->count, sizeof(struct part), by_rv);
	return code;
}

static void clear_places(struct fakeapi__state *s)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->places, &i));)
		base__free(e->value);
	map_clear(&s->places);
	s->last_delete = (struct place) { 0 };
	s->stats.live_bytes = 0;
}

/* Writes another file with the snapshot's records. */
static int write_snapshot(const struct fakeapi__state *s, const char *path,
			  const struct snapshot *snap)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
	bool ok = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
		  write_all(s, fd, magic, MAGIC_LEN) == MAGIC_LEN;

	for (size_t i = 0; ok && i < snap->count; i++) {
		const struct part *p = &snap->parts[i];

		ok = write_all(s, fd, snap->bytes.ptr + p->at, p->len) == p->len;
	}
	if (ok && s->io.fdatasync(fd) == 0)
		return fd;
	if (fd >= 0) {
		(void)unlink(path);
		(void)close(fd);
	}
	return -1;
}

/* Stores the positions of the snapshot's records in its file. */
static bool note_snapshot_locked(struct fakeapi__state *s, const struct snapshot *snap)
    REQUIRES(s->lock);
static bool note_snapshot_locked(struct fakeapi__state *s, const struct snapshot *snap)
{
	bool ok = true;

	clear_places(s);
	s->stats.file_bytes = MAGIC_LEN;
	for (size_t i = 0; i < snap->count; i++) {
		const struct part *p = &snap->parts[i];
		struct fakeapi__write w = { 0 };

		bool whole = decode(snap->bytes.ptr + p->at + FRAME, p->len - FRAME - 1, &w);

		ASSERT(whole);
		ok = note_place_locked(s, &w,
				       (struct place) { s->stats.file_bytes, (uint32_t)p->len }) &&
		     ok;
		s->stats.file_bytes += p->len;
		s->last_rv = w.rv;
	}
	return ok;
}

/* Makes the snapshot's file the state file. False: the old one is still in place and open; or (out
 * of memory, s->failed stays) the new one is in place and must be written again. */
static bool replace_locked(struct fakeapi__state *s, const struct snapshot *snap) REQUIRES(s->lock);
static bool replace_locked(struct fakeapi__state *s, const struct snapshot *snap)
{
	AUTO_STRBUF path = STRBUF_INIT;
	int fd;

	strbuf_addf(&path, "%s.new", s->path);
	fd = path.failed ? -1 : write_snapshot(s, path.ptr, snap);
	if (fd < 0)
		return false;
	if (s->io.rename(path.ptr, s->path) != 0) {
		(void)unlink(path.ptr);
		(void)close(fd);
		return false;
	}
	(void)close(s->fd);
	s->fd = fd;
	return note_snapshot_locked(s, snap) && sync_folder(s);
}

int64_t fakeapi__state_pause(int64_t last_ns, int64_t first_ns)
{
	if (last_ns == 0)
		return first_ns;
	return last_ns < PAUSES_MAX * first_ns ? 2 * last_ns : last_ns;
}

/* true: no more appends to this file; false: it is valid again. */
static void fail_locked(struct fakeapi__state *s, bool failed) REQUIRES(s->lock);
static void fail_locked(struct fakeapi__state *s, bool failed)
{
	s->failed = s->lost = failed;
	s->stale = failed && s->each;
	s->pause_ns = fakeapi__state_pause(failed ? s->pause_ns : 0, s->retry_ns);
	s->retry_at_ns = clock_monotonic_ns() + s->pause_ns;
}

/* Writes during a snapshot are not in it; then takes another snapshot. */
static void renew(struct fakeapi__state *s)
{
	bool done = false, broken = false;

	for (int i = 0; i < RENEWALS_MAX && !done && !broken; i++) {
		struct snapshot snap = { .bytes = STRBUF_INIT };
		uint64_t before;
		int code;

		lock_acquire(&s->lock);
		before = s->appended;
		lock_release(&s->lock);
		code = snapshot_take(s, &snap);
		lock_acquire(&s->lock);
		if (code) {
			broken = true;
		} else if (before == s->appended) {
			done = replace_locked(s, &snap);
			broken = !done;
		}
		lock_release(&s->lock);
		snapshot_fini(&snap);
	}
	lock_acquire(&s->lock);
	fail_locked(s, !done);
	s->stats.rewrites += done;
	s->synced = s->appended; /* waiting requests get an error: their data may be lost */
	lock_release(&s->lock);
}

/* --- the sync thread --- */

/* Flushes the records appended since the last flush. */
static void flush_locked(struct fakeapi__state *s) REQUIRES(s->lock);
static void flush_locked(struct fakeapi__state *s)
{
	uint64_t target = s->appended;
	int fd = s->fd; /* only this thread replaces it */
	bool ok;

	lock_release(&s->lock);
	ok = s->io.fdatasync(fd) == 0;
	lock_acquire(&s->lock);
	s->synced = target;
	s->stats.syncs++;
	if (!ok) { /* the kernel may have dropped the pages: do not retry with this file */
		fail_locked(s, true);
		s->synced = s->appended;
		return;
	}
	if (s->stats.file_bytes - s->stats.live_bytes > s->rewrite_min &&
	    s->stats.file_bytes > 2 * s->stats.live_bytes)
		(void)rewrite_locked(s);
}

static void *sync_loop(void *user)
{
	struct fakeapi__state *s = user;

	lock_acquire(&s->lock);
	while (!s->stopping || (s->synced < s->appended && !s->failed)) {
		bool tries = s->each && (s->stale || s->failed);

		if (tries && s->failed && s->synced == s->appended &&
		    clock_monotonic_ns() < s->retry_at_ns) {
			(void)lock_wait_until(&s->lock, &s->work, s->retry_at_ns);
			continue;
		}
		if (tries) {
			lock_release(&s->lock);
			renew(s);
			lock_acquire(&s->lock);
		} else if (!tries && s->synced == s->appended)
			lock_wait(&s->lock, &s->work);
		else if (!tries)
			flush_locked(s);
		state_gate_wake(&s->waiters);
	}
	lock_release(&s->lock);
	return NULL;
}

int fakeapi__state_start(struct fakeapi__state *s, fakeapi__state_each *each,
			 struct fakeapi__core *core, struct relist_err *err)
{
	struct snapshot snap = { .bytes = STRBUF_INIT };
	bool fresh = each && fakeapi__state_is_new(s);
	sigset_t all, before;
	int code = 0;

	s->each = each;
	s->core = core;
	if (fresh)
		code = snapshot_take(s, &snap);
	lock_acquire(&s->lock);
	errno = 0;
	if (!code && fresh)
		code = replace_locked(s, &snap) ? 0 : RELIST_EIO;
	else if (!code && !s->mark_len)
		code = rewrite_locked(s) ? 0 : RELIST_EIO;
	s->started = !code;
	lock_release(&s->lock);
	snapshot_fini(&snap);
	if (code)
		return relist_err_set(err, code, "%s: cannot write: %s", s->path,
				      code == RELIST_ENOMEM || !errno ? "out of memory"
								      : strerror(errno));
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	code = pthread_create(&s->thread, NULL, sync_loop, s);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (code)
		return relist_err_set(err, RELIST_EIO, "cannot start a thread: %s", strerror(code));
	s->running = true;
	return 0;
}

struct fakeapi__server *fakeapi__state_gate(struct fakeapi__state *s, struct fakeapi__server *inner)
{
	state_gate_init(&s->gate, inner, s);
	return &s->gate.server;
}

enum fakeapi__head fakeapi__state_durable(struct fakeapi__state *s, struct state_gate_waiter *w)
{
	enum fakeapi__head head = FAKEAPI_HEAD_READY;

	lock_acquire(&s->lock);
	if (!w->target)
		w->target = s->appended;
	state_gate_forget(&s->waiters, w);
	if (s->synced < w->target) {
		state_gate_add(&s->waiters, w);
		head = FAKEAPI_HEAD_WAIT;
	} else if (s->lost) {
		head = FAKEAPI_HEAD_CUT;
	}
	lock_release(&s->lock);
	return head;
}

void fakeapi__state_forget(struct fakeapi__state *s, struct state_gate_waiter *w)
{
	lock_acquire(&s->lock);
	state_gate_forget(&s->waiters, w);
	lock_release(&s->lock);
}

void fakeapi__state_close(struct fakeapi__state *s)
{
	if (!s)
		return;
	if (s->running) {
		lock_acquire(&s->lock);
		s->stopping = true;
		(void)pthread_cond_signal(&s->work);
		lock_release(&s->lock);
		(void)pthread_join(s->thread, NULL);
	}
	ASSERT(!s->waiters.first);
	if (s->fd >= 0)
		(void)close(s->fd);
	clear_places(s);
	map_fini(&s->places);
	strbuf_fini(&s->record);
	strbuf_fini(&s->key);
	cond_fini(&s->work);
	lock_fini(&s->lock);
	base__free(s->path);
	base__free(s);
}

void fakeapi__state_stats(struct fakeapi__state *s, struct fakeapi__state_stats *out)
{
	lock_acquire(&s->lock);
	*out = s->stats;
	lock_release(&s->lock);
}
