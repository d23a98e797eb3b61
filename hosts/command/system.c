/* SPDX-License-Identifier: Apache-2.0 */
/* system.c - the functions of POSIX that wasi-libc lacks and the command calls. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "hosts/command/path.h"
#include "hosts/command/system.h"

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

/* Without a name; on a system that keeps open files (Windows) its name stays until the folder is
 * cleaned. */
FILE *tmpfile(void)
{
	const char *folder = getenv("TMPDIR");
	char path[PATH_MAX];
	unsigned long long random;
	FILE *f;
	int n;

	if (getentropy(&random, sizeof(random)) != 0)
		return NULL;
	n = snprintf(path, sizeof(path), "%s/relist-%016llx", folder && *folder ? folder : "/tmp",
		     random);
	f = n > 0 && (size_t)n < sizeof(path) ? fopen(path, "w+bx") : NULL;
	if (f)
		(void)unlink(path);
	return f;
}

char *realpath(const char *path, char *resolved)
{
	ASSERT(!resolved);
	return command__real_path(path);
}
