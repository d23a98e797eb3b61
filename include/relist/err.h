/* SPDX-License-Identifier: Apache-2.0 */
/* err.h - error codes for programs and messages for people.
 *
 * A function that can fail returns 0 or a negative enum relist_code (constructors: NULL) and takes
 * a `struct relist_err *` last. NULL is allowed if the caller needs the code only. On success the
 * struct is unchanged.
 */
#ifndef RELIST_ERR_H
#define RELIST_ERR_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RELIST_CODES(X)                                                                            \
	X(ENOMEM, -1, "out of memory")                                                             \
	X(EINVAL, -2, "invalid argument")                                                          \
	X(EPARSE, -3, "malformed input")                                                           \
	X(EIO, -4, "transport failure")                                                            \
	X(ESTATUS, -5, "the server answered with an error status")                                 \
	X(EEXPIRED, -6, "resource version too old (410 Gone)")                                     \
	X(ECLOSED, -7, "already shut down")                                                        \
	X(ETIMEDOUT, -8, "timed out")                                                              \
	X(ENOTFOUND, -9, "not found")                                                              \
	X(ECONFLICT, -10, "conflict")                                                              \
	X(EEXIST, -11, "already exists")                                                           \
	X(ELIMIT, -12, "a limit was exceeded")                                                     \
	X(ECANCELED, -13, "canceled")

enum relist_code {
	RELIST_OK = 0,
#define X(name, value, text) RELIST_##name = (value),
	RELIST_CODES(X)
#undef X
};

struct relist_err {
	int code;	 /* enum relist_code */
	int http_status; /* 0 when no HTTP response is involved */
	uint32_t line;	 /* 1-based position in a file; 0 = none */
	uint32_t column;
	char msg[240]; /* always NUL-terminated, truncated if needed */
};

/* Sets code and message of `err` (may be NULL; the message is truncated to fit) and returns `code`.
 * Any thread. */
__attribute__((format(printf, 3, 4))) static inline int
relist_err_set(struct relist_err *err, int code, const char *fmt, ...)
{
	if (err) {
		va_list ap;

		err->code = code;
		va_start(ap, fmt);
		(void)vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
		va_end(ap);
	}
	return code;
}

#ifdef __cplusplus
}
#endif

#endif
