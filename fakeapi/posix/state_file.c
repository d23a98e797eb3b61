/* SPDX-License-Identifier: Apache-2.0 */
/* Opens the state file, and reads and writes its bytes. */
#include "fakeapi/posix/state_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/posix/clock.h"

/* The format without end marks. It is read and rewritten. */
static const char magic_1[] = "relist-state 1\n";

size_t state_write_all(const struct fakeapi__state *s, int fd, const char *bytes, size_t len)
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

ssize_t state_read_all(int fd, char *bytes, size_t len, uint64_t offset)
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

bool state_sync_folder(const struct fakeapi__state *s)
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
	size_t kind = STATE_MAGIC_LEN - 2; /* excluding the format's number */

	return memcmp(head, STATE_MAGIC, len < kind ? len : kind) == 0 &&
	       (len < STATE_MAGIC_LEN || head[STATE_MAGIC_LEN - 1] == '\n');
}

/* A server killed at its very start may have left an incomplete first line, or none. */
static int read_magic(struct fakeapi__state *s, struct relist_err *err)
{
	char head[STATE_MAGIC_LEN];
	ssize_t len = state_read_all(s->fd, head, STATE_MAGIC_LEN, 0);

	if (len < 0)
		return relist_err_set(err, RELIST_EIO, "%s: %s", s->path, strerror(errno));
	if (len == STATE_MAGIC_LEN && memcmp(head, STATE_MAGIC, STATE_MAGIC_LEN) == 0)
		return 0;
	s->mark_len = 0;
	if (len == STATE_MAGIC_LEN && memcmp(head, magic_1, STATE_MAGIC_LEN) == 0)
		return 0;
	if (len == STATE_MAGIC_LEN && starts_like(head, STATE_MAGIC_LEN) &&
	    head[STATE_MAGIC_LEN - 2] >= '3' && head[STATE_MAGIC_LEN - 2] <= '9')
		return relist_err_set(
		    err, RELIST_EPARSE,
		    "%s: a state file of format %c, and this relist knows 1 and 2", s->path,
		    head[STATE_MAGIC_LEN - 2]);
	if (len == STATE_MAGIC_LEN || memcmp(head, STATE_MAGIC, (size_t)len) != 0)
		return relist_err_set(err, RELIST_EPARSE, "%s: not a relist state file", s->path);
	s->mark_len = 1;
	if (s->io.ftruncate(s->fd, 0) != 0 ||
	    state_write_all(s, s->fd, STATE_MAGIC, STATE_MAGIC_LEN) < STATE_MAGIC_LEN ||
	    !state_sync_folder(s))
		return relist_err_set(err, RELIST_EIO, "%s: %s", s->path, strerror(errno));
	s->stats.file_bytes = STATE_MAGIC_LEN;
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

int state_open_file(struct fakeapi__state *s, int64_t wait_ns, struct relist_err *err)
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
