/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/import/posix/gzip.h"

#include <errno.h>
#include <unistd.h>

enum {
	/* The maximum ratio of gzip is 1032 to 1; logs reach 50. */
	BOMB_BYTES = 256 << 20,
	BOMB_RATIO = 250,
};

int imp__system_error(const char *path, struct relist_err *err)
{
	int code = errno == ENOENT || errno == ENOTDIR ? RELIST_ENOTFOUND : RELIST_EIO;

	return relist_err_set(err, code, "%.180s: %s", path, strerror(errno));
}

gzFile imp__open_gzip(const char *path, struct relist_err *err)
{
	int fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : -1;
	gzFile f;

	errno = 0;
	f = fd >= 0 ? gzdopen(fd, "rb") : gzopen(path, "rb");
	if (!f) {
		if (fd >= 0)
			(void)close(fd);
		if (errno)
			(void)imp__system_error(path, err);
		else
			(void)relist_err_set(err, RELIST_ENOMEM, "out of memory");
		return NULL;
	}
	(void)gzbuffer(f, 64 << 10);
	return f;
}

int imp__gzip_error(struct imp__import *im, gzFile f, struct relist_err *err)
{
	struct relist_err why = { .code = RELIST_EPARSE };
	int number = Z_OK;
	const char *text = gzerror(f, &number);

	if (number == Z_MEM_ERROR)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	if (number == Z_ERRNO)
		return relist_err_set(err, RELIST_EIO, "%s", strerror(errno));
	(void)snprintf(why.msg, sizeof(why.msg), "gzip, about byte %lld: %.150s",
		       (long long)gzoffset(f), text && *text ? text : "broken");
	return imp__file_error(im, &why, err);
}

bool imp__is_bomb(uint64_t packed, uint64_t unpacked)
{
	return unpacked >= BOMB_BYTES && unpacked / (packed ? packed : 1) >= BOMB_RATIO;
}
