/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/posix/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/alloc.h"

struct rec__file {
	gzFile gz;
};

struct rec__file *rec__file_open(const char *path, struct relist_err *err)
{
	struct rec__file *file = base__calloc(1, sizeof(*file));
	int fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
	int why = errno;

	if (fd >= 0 && file)
		file->gz = gzdopen(fd, "r");
	if (file && file->gz)
		return file;
	if (fd < 0)
		relist_err_set(err, why == ENOENT ? RELIST_ENOTFOUND : RELIST_EIO, "%s: %s", path,
			       strerror(why));
	else
		relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", path);
	if (fd >= 0)
		(void)close(fd);
	base__free(file);
	return NULL;
}

void rec__file_close(struct rec__file *file)
{
	if (!file)
		return;
	(void)gzclose(file->gz);
	base__free(file);
}

static ptrdiff_t read_some(void *user, void *buf, size_t cap, struct relist_err *err)
{
	struct rec__file *file = user;
	int n = gzread(file->gz, buf, (unsigned)(cap < 1 << 20 ? cap : 1 << 20)), code;
	const char *text;

	if (n > 0)
		return n;
	/* gzread() reports a truncated file only at its end. */
	text = gzerror(file->gz, &code);
	if (n == 0 && (code == Z_OK || code == Z_STREAM_END))
		return 0;
	return relist_err_set(err, RELIST_EIO, "%s", code == Z_ERRNO ? strerror(errno) : text);
}

struct rec__input rec__file_input(struct rec__file *file)
{
	return (struct rec__input) { read_some, file };
}

static int write_line(void *user, struct str line, struct relist_err *err)
{
	const int *fd = user;

	while (line.len) {
		ssize_t n = write(*fd, line.ptr, line.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return relist_err_set(err, RELIST_EIO,
					      "the recording cannot be written: %s",
					      strerror(errno));
		line = (struct str) { line.ptr + n, line.len - (size_t)n };
	}
	return 0;
}

/* "a/x.jsonl" -> "a/x.2.jsonl" */
void rec__part_path(const char *path, uint32_t part, struct strbuf *out)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');
	size_t stem = dot && dot > name ? (size_t)(dot - path) : strlen(path);

	if (part <= 1) {
		strbuf_addz(out, path);
		return;
	}
	strbuf_add(out, path, stem);
	strbuf_addf(out, ".%u%s", part, path + stem);
}

int rec__private_file(const char *path, int flags)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | flags, 0600);
	struct stat st;
	int why;

	if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || !(st.st_mode & 077) ||
	    fchmod(fd, 0600) == 0)
		return fd;
	why = errno;
	(void)close(fd);
	errno = why;
	return -1;
}

static int open_part(struct rec__sink *sink, struct relist_err *err)
{
	AUTO_STRBUF path = STRBUF_INIT;
	int fd;

	rec__part_path(sink->path, sink->part, &path);
	fd = path.failed ? -1 : rec__private_file(path.ptr, O_APPEND);
	if (fd < 0)
		return relist_err_set(err, RELIST_EIO, "%s: %s", path.ptr, strerror(errno));
	if (sink->fd >= 0)
		(void)close(sink->fd);
	sink->fd = fd;
	sink->part_began = sink->writer.bytes;
	sink->header.part = sink->part_max ? sink->part : 0;
	return rec__write_header(&sink->writer, &sink->header, err);
}

int rec__sink_open(struct rec__sink *sink, struct relist_err *err)
{
	sink->fd = -1;
	sink->part = 1;
	rec__writer_init(&sink->writer, (struct rec__output) { write_line, &sink->fd });
	return open_part(sink, err);
}

bool rec__sink_turn(struct rec__sink *sink, struct relist_err *err)
{
	AUTO_STRBUF old = STRBUF_INIT;

	if (!sink->part_max || sink->writer.bytes - sink->part_began < sink->part_max)
		return false;
	sink->part++;
	if (open_part(sink, err))
		return false;
	if (sink->parts_kept && sink->part > sink->parts_kept) {
		rec__part_path(sink->path, sink->part - sink->parts_kept, &old);
		if (!old.failed)
			(void)unlink(old.ptr);
	}
	return true;
}

int rec__sink_close(struct rec__sink *sink, struct relist_err *err)
{
	int code = 0;

	if (sink->fd >= 0 && close(sink->fd) != 0)
		code = relist_err_set(err, RELIST_EIO, "%s: %s", sink->path, strerror(errno));
	sink->fd = -1;
	rec__writer_fini(&sink->writer);
	return code;
}
