/* SPDX-License-Identifier: Apache-2.0 */
/* codes.h - names and texts of the codes of err.h, for logs. Header only: nothing to link. */
#ifndef RELIST_CODES_H
#define RELIST_CODES_H

#include "relist/err.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "RELIST_EEXPIRED"; "RELIST_OK" of 0; NULL if `code` is none of enum relist_code. Static. Any
 * thread. */
static inline const char *relist_code_name(int code)
{
	switch (code) {
	case 0:
		return "RELIST_OK";
#define X(name, value, text)                                                                       \
	case value:                                                                                \
		return "RELIST_" #name;
		RELIST_CODES(X)
#undef X
	default:
		return NULL;
	}
}

/* "resource version too old (410 Gone)"; "no error" of 0; "unknown error" if `code` is none of enum
 * relist_code. Static. Any thread. The message of a struct relist_err says more. */
static inline const char *relist_strerror(int code)
{
	switch (code) {
	case 0:
		return "no error";
#define X(name, value, text)                                                                       \
	case value:                                                                                \
		return text;
		RELIST_CODES(X)
#undef X
	default:
		return "unknown error";
	}
}

#ifdef __cplusplus
}
#endif

#endif
