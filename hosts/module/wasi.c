/* SPDX-License-Identifier: Apache-2.0 */
/* wasi.c - replaces the system calls of wasi-libc, so that the module imports nothing. The C
 * library's output to standard error, the text of a failed assertion, is stored for
 * relist_panic(). */
#include <stdlib.h>
#include <string.h>

#include "hosts/module/module.h"

enum { BAD_FD = 8, PANIC_BYTES = 512 };

static char panic[PANIC_BYTES];

const char *relist_panic(void)
{
	return panic;
}

/* Debian's compiler runtime for WebAssembly is built with a stack protector that its libc lacks. */
void *__stack_chk_guard;
void __stack_chk_fail(void);
void __stack_chk_fail(void)
{
	abort();
}

struct io {
	const char *bytes;
	size_t len;
};

int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t fd, int32_t list, int32_t count,
						   int32_t written);
int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t fd, int32_t list, int32_t count,
						   int32_t written)
{
	const struct io *io = (const struct io *)(uintptr_t)list;
	size_t all = 0, used = strlen(panic), n;

	(void)fd;
	for (int32_t i = 0; i < count; i++) {
		n = io[i].len < PANIC_BYTES - 1 - used ? io[i].len : PANIC_BYTES - 1 - used;
		memcpy(panic + used, io[i].bytes, n);
		used += n;
		all += io[i].len;
	}
	*(size_t *)(uintptr_t)written = all;
	return 0;
}

int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t fd);
int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t fd)
{
	(void)fd;
	return BAD_FD;
}

int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t fd, int64_t offset, int32_t whence,
						  int32_t at);
int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t fd, int64_t offset, int32_t whence,
						  int32_t at)
{
	(void)fd;
	(void)offset;
	(void)whence;
	(void)at;
	return BAD_FD;
}

int32_t __imported_wasi_snapshot_preview1_sched_yield(void);
int32_t __imported_wasi_snapshot_preview1_sched_yield(void)
{
	return 0;
}
