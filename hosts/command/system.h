/* SPDX-License-Identifier: Apache-2.0 */
/* system.h - declares what system.c defines and wasi-libc's headers lack: every file that is
 * compiled for WebAssembly includes it first. */
#ifndef HOSTS_COMMAND_SYSTEM_H
#define HOSTS_COMMAND_SYSTEM_H

#ifdef __wasi__
#include <sys/types.h>

int dup(int fd);
int fchmod(int fd, mode_t mode);
char *realpath(const char *path, char *resolved);
#endif

#endif
