/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/posix/file.h"

#include <errno.h>
#include <fcntl.h>
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
	/* A compressed file that was cut short is told at its end. */
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

struct rec__output rec__fd_output(int *fd)
{
	return (struct rec__output) { write_line, fd };
}
