/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "fakeapi/posix/state_impl.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/posix/clock.h"

enum {
	REWRITE_MIN = 4 << 20,
	RENEWALS_MAX = 1000,
	PAUSES_MAX = 32, /* the longest pause between attempts, in multiples of the first */
};

#define RETRY_NS (100 * INT64_C(1000000))

static const struct fakeapi__state_io system_io = { write, fdatasync, fsync, ftruncate, rename };

/* --- records --- */

bool state_note_place_locked(struct fakeapi__state *s, const struct fakeapi__write *w,
			     struct state_place at)
{
	const struct str fields[] = { w->group, w->resource, w->ns, w->name };
	struct state_place *place, *old;

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
		*place = (struct state_place) { 0 };
		old = place;
	}
	s->last_delete = w->deleted ? at : (struct state_place) { 0 };
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
		code = state_open_file(s, opt ? opt->lock_wait_ns : 0, err);
	if (code) {
		fakeapi__state_close(s);
		return NULL;
	}
	return s;
}

bool fakeapi__state_is_new(const struct fakeapi__state *s)
{
	return s->stats.file_bytes == STATE_MAGIC_LEN;
}

/* --- restoring --- */

int fakeapi__state_restore(struct fakeapi__state *s,
			   int (*fn)(void *user, const struct fakeapi__write *w,
				     struct relist_err *err),
			   void *user, size_t *torn_bytes, struct relist_err *err)
{
	uint64_t offset = STATE_MAGIC_LEN;

	if (torn_bytes)
		*torn_bytes = 0;
	for (;;) {
		struct fakeapi__write w = { 0 };
		enum state_scan found = state_scan_record(s, offset);
		struct state_place at = { offset,
					  (uint32_t)(STATE_FRAME + s->record.len + s->mark_len) };
		bool noted;
		int code;

		if (found == STATE_SCAN_END)
			return 0;
		if (found == STATE_SCAN_TORN)
			return state_cut_tail(s, offset, torn_bytes, err);
		if (found == STATE_SCAN_EIO)
			return relist_err_set(err, RELIST_EIO, "%s: %s", s->path, strerror(errno));
		if (found == STATE_SCAN_ENOMEM)
			return relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", s->path);
		if (found == STATE_SCAN_DAMAGED || !state_decode(s->record.ptr, s->record.len, &w))
			return relist_err_set(err, RELIST_EPARSE,
					      "%s: damaged at byte %llu (to go on without what "
					      "follows, cut it there)",
					      s->path, (unsigned long long)offset);
		lock_acquire(&s->lock);
		noted = state_note_place_locked(s, &w, at);
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
	struct state_place at = { s->stats.file_bytes, 0 };
	size_t done;

	strbuf_clear(&s->record);
	if (s->failed || !state_encode(&s->record, w))
		return false;
	at.len = (uint32_t)s->record.len;
	done = state_write_all(s, s->fd, s->record.ptr, s->record.len);
	if (done < s->record.len || !state_note_place_locked(s, w, at)) {
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

/* --- the whole store --- */

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
		struct state_snapshot snap = { .bytes = STRBUF_INIT };
		uint64_t before;
		int code;

		lock_acquire(&s->lock);
		before = s->appended;
		lock_release(&s->lock);
		code = state_snapshot_take(s, &snap);
		lock_acquire(&s->lock);
		if (code) {
			broken = true;
		} else if (before == s->appended) {
			done = state_replace_locked(s, &snap);
			broken = !done;
		}
		lock_release(&s->lock);
		state_snapshot_fini(&snap);
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
		(void)state_rewrite_locked(s);
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
	struct state_snapshot snap = { .bytes = STRBUF_INIT };
	bool fresh = each && fakeapi__state_is_new(s);
	sigset_t all, before;
	int code = 0;

	s->each = each;
	s->core = core;
	if (fresh)
		code = state_snapshot_take(s, &snap);
	lock_acquire(&s->lock);
	errno = 0;
	if (!code && fresh)
		code = state_replace_locked(s, &snap) ? 0 : RELIST_EIO;
	else if (!code && !s->mark_len)
		code = state_rewrite_locked(s) ? 0 : RELIST_EIO;
	s->started = !code;
	lock_release(&s->lock);
	state_snapshot_fini(&snap);
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
	state_clear_places(s);
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
