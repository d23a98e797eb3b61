/* SPDX-License-Identifier: Apache-2.0 */
/* path.h - resolves links in a path, where the C library does not. */
#ifndef HOSTS_COMMAND_PATH_H
#define HOSTS_COMMAND_PATH_H

/* As realpath(path, NULL) of POSIX, but a relative path stays relative, since a runtime may open a
 * folder without a name as the current one. Returns NULL and sets errno if the file does not exist
 * or the path is too long; the caller calls free(). Any thread. */
char *command__real_path(const char *path);

#endif
