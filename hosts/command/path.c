/* SPDX-License-Identifier: Apache-2.0 */
#include "hosts/command/path.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40 };

/* Removes the last part of `done`, or appends ".." if there is none. */
static void go_up(char *done, size_t *len)
{
	size_t n = *len;

	while (n && done[n - 1] != '/')
		n--;
	if (*len == n || strcmp(done + n, "..") == 0) {
		if (*len == 1 && *done == '/')
			return;
		memcpy(done + *len, *len ? "/.." : "..", *len ? 4 : 3);
		*len += *len ? 3 : 2;
		return;
	}
	*len = n > 1 ? n - 1 : n;
	done[*len] = 0;
}

/* Appends a part; false: too long. */
static bool go_down(char *done, size_t *len, const char *part, size_t n)
{
	bool slash = *len && done[*len - 1] != '/';

	if (*len + slash + n + 4 >= PATH_MAX)
		return false;
	if (slash)
		done[(*len)++] = '/';
	memcpy(done + *len, part, n);
	*len += n;
	done[*len] = 0;
	return true;
}

/* If `done` is a link: its target before the rest of the path. Returns false if that is too long.
 */
static bool follow(char *done, size_t *len, char *rest, int *links)
{
	char target[PATH_MAX];
	ssize_t n = readlink(done, target, sizeof(target) - 1);
	size_t more = strlen(rest);

	if (n < 0)
		return true;
	if (++*links > LINKS_MAX || (size_t)n + more + 2 >= PATH_MAX)
		return false;
	target[n] = '/';
	memmove(rest + n + 1, rest, more + 1);
	memcpy(rest, target, (size_t)n + 1);
	if (*target == '/') {
		memcpy(done, "/", 2);
		*len = 1;
	} else {
		go_up(done, len);
	}
	return true;
}

/* Sets errno if not. */
static bool is_folder(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return false;
	errno = ENOTDIR;
	return S_ISDIR(st.st_mode);
}

char *command__real_path(const char *path)
{
	char rest[PATH_MAX], done[PATH_MAX] = "";
	size_t len = 0, n = strlen(path);
	int links = 0;
	struct stat st;

	if (n >= sizeof(rest)) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	memcpy(rest, path, n + 1);
	if (*rest == '/')
		len = (memcpy(done, "/", 2), 1);
	while (*rest) {
		bool inner = strchr(rest, '/'), fits = true;

		n = strcspn(rest, "/");
		if (n == 2 && memcmp(rest, "..", 2) == 0)
			go_up(done, &len);
		else if (n && !(n == 1 && *rest == '.'))
			fits = go_down(done, &len, rest, n);
		memmove(rest, rest + n + inner, strlen(rest + n + inner) + 1);
		if (!fits || (len && !follow(done, &len, rest, &links))) {
			errno = fits ? ELOOP : ENAMETOOLONG;
			return NULL;
		}
		if (inner && len && !is_folder(done))
			return NULL;
	}
	if (!len)
		memcpy(done, ".", 2);
	return stat(done, &st) == 0 ? strdup(done) : NULL;
}
