/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/audit_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"

struct fakeapi__audit_file {
	int fd;
	bool owned, failed;
	char path[];
};

/* Makes the folders above `path`; errors show when the file is opened. */
static void make_folders(char *path)
{
	for (char *p = path + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		(void)mkdir(path, 0755);
		*p = '/';
	}
}

struct fakeapi__audit_file *fakeapi__audit_file_open(const char *path, struct relist_err *err)
{
	size_t len = strlen(path);
	struct fakeapi__audit_file *f = base__calloc(1, sizeof(*f) + len + 1);

	if (!f) {
		relist_err_set(err, RELIST_ENOMEM, "audit-log-path: out of memory");
		return NULL;
	}
	memcpy(f->path, path, len + 1);
	f->fd = STDOUT_FILENO;
	if (strcmp(path, "-") == 0)
		return f;
	if (len)
		make_folders(f->path);
	f->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	f->owned = f->fd >= 0;
	if (f->owned)
		return f;
	relist_err_set(err, RELIST_EIO, "audit-log-path: %s: %s", path, strerror(errno));
	base__free(f);
	return NULL;
}

void fakeapi__audit_file_add(void *file, struct str line)
{
	struct fakeapi__audit_file *f = file;

	while (line.len) {
		ssize_t n = write(f->fd, line.ptr, line.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			if (!f->failed)
				fprintf(stderr, "relist: %s: %s; audit events are lost\n", f->path,
					strerror(errno));
			f->failed = true;
			return;
		}
		line.ptr += n;
		line.len -= (size_t)n;
	}
}

void fakeapi__audit_file_close(struct fakeapi__audit_file *file)
{
	if (file && file->owned)
		(void)close(file->fd);
	base__free(file);
}
