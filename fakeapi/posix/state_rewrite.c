/* SPDX-License-Identifier: Apache-2.0 */
/* Rewrites the state file: with the live objects, or with the whole store. */
#include "fakeapi/posix/state_impl.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/posix/clock.h"

static int by_offset(const void *a, const void *b)
{
	uint64_t x = (*(struct state_place *const *)a)->offset,
		 y = (*(struct state_place *const *)b)->offset;

	return x < y ? -1 : x > y;
}

/* Copies a record from a file of either format. */
static bool copy_record(struct fakeapi__state *s, int to, struct state_place *at, uint64_t *offset)
    REQUIRES(s->lock);
static bool copy_record(struct fakeapi__state *s, int to, struct state_place *at, uint64_t *offset)
{
	size_t len = at->len - s->mark_len;

	strbuf_clear(&s->record);
	if (!strbuf_reserve(&s->record, len + 1) ||
	    state_read_all(s->fd, s->record.ptr, len, at->offset) != (ssize_t)len)
		return false;
	s->record.len = len;
	strbuf_addc(&s->record, (char)STATE_END_MARK);
	if (s->record.failed ||
	    state_write_all(s, to, s->record.ptr, s->record.len) < s->record.len)
		return false;
	*offset += s->record.len;
	return true;
}

/* Copies the live records in file order, which is the order of their rv. */
static bool copy_live(struct fakeapi__state *s, int to, struct state_place **list, size_t n,
		      uint64_t *size) REQUIRES(s->lock);
static bool copy_live(struct fakeapi__state *s, int to, struct state_place **list, size_t n,
		      uint64_t *size)
{
	*size = STATE_MAGIC_LEN;
	if (state_write_all(s, to, STATE_MAGIC, STATE_MAGIC_LEN) < STATE_MAGIC_LEN)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!copy_record(s, to, list[i], size))
			return false;
	if (s->last_delete.len && !copy_record(s, to, &s->last_delete, size))
		return false;
	return s->io.fdatasync(to) == 0;
}

/* Walks the list again and updates the positions once the copy is complete. */
static void move_places(struct fakeapi__state *s, struct state_place **list, size_t n)
    REQUIRES(s->lock);
static void move_places(struct fakeapi__state *s, struct state_place **list, size_t n)
{
	uint64_t offset = STATE_MAGIC_LEN;

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

bool state_rewrite_locked(struct fakeapi__state *s)
{
	const struct map_entry *e;
	size_t n = 0, i = 0, len = map_len(&s->places);
	struct state_place **list = base__calloc(len + 1, sizeof(struct state_place *));
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
		qsort(list, n, sizeof(struct state_place *), by_offset);
		if (copy_live(s, fd, list, n, &size) && s->io.rename(path.ptr, s->path) == 0) {
			move_places(s, list, n);
			(void)close(s->fd);
			s->fd = fd;
			fd = -1;
			s->stats.file_bytes = size;
			s->stats.rewrites++;
			done = state_sync_folder(s);
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

static int add_part(void *user, const struct fakeapi__write *w)
{
	struct state_snapshot *snap = user;
	size_t at = snap->bytes.len;

	if (snap->count == snap->cap) {
		size_t cap = snap->cap ? 2 * snap->cap : 64;
		struct part *parts = base__reallocarray(snap->parts, cap, sizeof(*parts));

		if (!parts)
			return RELIST_ENOMEM;
		snap->parts = parts;
		snap->cap = cap;
	}
	if (!state_encode(&snap->bytes, w))
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

void state_snapshot_fini(struct state_snapshot *snap)
{
	strbuf_fini(&snap->bytes);
	base__free(snap->parts);
}

int state_snapshot_take(struct fakeapi__state *s, struct state_snapshot *snap)
{
	int code = s->each(s->core, add_part, snap);

	if (snap->count)
		qsort(snap->parts, snap->count, sizeof(struct part), by_rv);
	return code;
}

void state_clear_places(struct fakeapi__state *s)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->places, &i));)
		base__free(e->value);
	map_clear(&s->places);
	s->last_delete = (struct state_place) { 0 };
	s->stats.live_bytes = 0;
}

/* Writes another file with the snapshot's records. */
static int write_snapshot(const struct fakeapi__state *s, const char *path,
			  const struct state_snapshot *snap)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
	bool ok = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
		  state_write_all(s, fd, STATE_MAGIC, STATE_MAGIC_LEN) == STATE_MAGIC_LEN;

	for (size_t i = 0; ok && i < snap->count; i++) {
		const struct part *p = &snap->parts[i];

		ok = state_write_all(s, fd, snap->bytes.ptr + p->at, p->len) == p->len;
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
static bool note_snapshot_locked(struct fakeapi__state *s, const struct state_snapshot *snap)
    REQUIRES(s->lock);
static bool note_snapshot_locked(struct fakeapi__state *s, const struct state_snapshot *snap)
{
	bool ok = true;

	state_clear_places(s);
	s->stats.file_bytes = STATE_MAGIC_LEN;
	for (size_t i = 0; i < snap->count; i++) {
		const struct part *p = &snap->parts[i];
		struct fakeapi__write w = { 0 };

		bool whole = state_decode(snap->bytes.ptr + p->at + STATE_FRAME,
					  p->len - STATE_FRAME - 1, &w);

		ASSERT(whole);
		ok = state_note_place_locked(s, &w,
					     (struct state_place) { s->stats.file_bytes,
								    (uint32_t)p->len }) &&
		     ok;
		s->stats.file_bytes += p->len;
		s->last_rv = w.rv;
	}
	return ok;
}

bool state_replace_locked(struct fakeapi__state *s, const struct state_snapshot *snap)
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
	return note_snapshot_locked(s, snap) && state_sync_folder(s);
}
