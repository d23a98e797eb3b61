/* SPDX-License-Identifier: Apache-2.0 */
/* gnutls.h - for the command as WebAssembly only: the few functions of GnuTLS that it calls, with
 * nettle, on which GnuTLS itself is built. There is no TLS. Names, parameters and results are
 * GnuTLS's. */
#ifndef COMMAND_GNUTLS_H
#define COMMAND_GNUTLS_H

#include <stddef.h>

#define GNUTLS_E_MEMORY_ERROR (-25)

static inline int gnutls_global_init(void)
{
	return 0;
}

static inline void gnutls_global_deinit(void)
{
}

static inline const char *gnutls_strerror(int code)
{
	return code ? "error" : "success";
}

#endif
