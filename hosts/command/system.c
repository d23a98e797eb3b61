/* SPDX-License-Identifier: Apache-2.0 */
/* system.c - the functions of POSIX that wasi-libc lacks and the command calls. */
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "hosts/command/path.h"

int fchmod(int fd, mode_t mode);
char *realpath(const char *path, char *resolved);

/* Files have no modes. */
int fchmod(int fd, mode_t mode)
{
	(void)fd, (void)mode;
	return 0;
}

/* For standard input, which has no other reader. */
int dup(int fd)
{
	return fd;
}

char *realpath(const char *path, char *resolved)
{
	ASSERT(!resolved);
	return command__real_path(path);
}
