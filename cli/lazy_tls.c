/* SPDX-License-Identifier: Apache-2.0 */
/* lazy_tls.c - loads GnuTLS and libmicrohttpd on first use, as lazy_curl.c does with libcurl.
 *
 * Most commands need neither. GnuTLS, its eight libraries and libmicrohttpd, which needs GnuTLS,
 * are 2,500 of 3,054 symbol lookups and 10,000 of 11,534 relocations at the start of the command,
 * and Debian's builds of them do not bind lazily. Only --tls, tokens, digests and recordings use
 * GnuTLS; only `relist control-plane` uses libmicrohttpd. */
#include <dlfcn.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MISSING GNUTLS_E_UNIMPLEMENTED_FEATURE

static bool find(void *library, const char *name, void *function, size_t size)
{
	void *at = dlsym(library, name);

	memcpy(function, &at, size); /* C allows no direct conversion */
	return at != NULL;
}

/* Loads a library by its name on Linux, or else by its name on macOS. */
static void *open_library(const char *name, const char *dylib)
{
	void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);

	return library ? library : dlopen(dylib, RTLD_NOW | RTLD_LOCAL);
}

#define FIND(name) &&find(library, #name, &real_##name, sizeof(real_##name))

/* ---- GnuTLS ---- */

#define F(type, missing, name, params, args) static __typeof__(name) *real_##name;
#define V(name, params, args)		     static __typeof__(name) *real_##name;
#include "cli/tbl/tls_functions.h"
#undef F
#undef V

static pthread_once_t tls_once = PTHREAD_ONCE_INIT;
static bool tls_loaded;

static void load_tls(void)
{
	void *library = open_library("libgnutls.so.30", "libgnutls.30.dylib");

	tls_loaded = library
#define F(type, missing, name, params, args) FIND(name)
#define V(name, params, args)		     FIND(name)
#include "cli/tbl/tls_functions.h"
#undef F
#undef V
	    ;
	/* main.c disables the implicit initialization: digests and random bytes need this one */
	if (tls_loaded)
		tls_loaded = real_gnutls_global_init() == 0;
	else
		fprintf(stderr, "relist: this needs GnuTLS: %s\n", dlerror());
}

static bool tls_ready(void)
{
	(void)pthread_once(&tls_once, load_tls);
	return tls_loaded;
}

#define F(type, missing, name, params, args)                                                       \
	type name params                                                                           \
	{                                                                                          \
		return tls_ready() ? real_##name args : (missing);                                 \
	}
#define V(name, params, args)                                                                      \
	void name params                                                                           \
	{                                                                                          \
		if (tls_ready())                                                                   \
			real_##name args;                                                          \
	}
#include "cli/tbl/tls_functions.h"
#undef F
#undef V

/* The value in GnuTLS: this program sets no other allocator. */
gnutls_free_function gnutls_free = free;

/* ---- libmicrohttpd ---- */

static __typeof__(MHD_start_daemon_va) *real_MHD_start_daemon_va;
static __typeof__(MHD_stop_daemon) *real_MHD_stop_daemon;
static __typeof__(MHD_create_response_from_buffer) *real_MHD_create_response_from_buffer;
static __typeof__(MHD_queue_response) *real_MHD_queue_response;
static __typeof__(MHD_destroy_response) *real_MHD_destroy_response;

static pthread_once_t http_once = PTHREAD_ONCE_INIT;
static bool http_loaded;

static void load_http(void)
{
	void *library = open_library("libmicrohttpd.so.12", "libmicrohttpd.12.dylib");

	http_loaded = library FIND(MHD_start_daemon_va) FIND(MHD_stop_daemon)
	    FIND(MHD_create_response_from_buffer) FIND(MHD_queue_response)
		FIND(MHD_destroy_response);
	if (!http_loaded)
		fprintf(stderr, "relist: this needs libmicrohttpd: %s\n", dlerror());
}

/* Called before any other of its functions. */
struct MHD_Daemon *MHD_start_daemon(unsigned flags, uint16_t port, MHD_AcceptPolicyCallback accept,
				    void *accept_user, MHD_AccessHandlerCallback answer,
				    void *answer_user, ...)
{
	struct MHD_Daemon *daemon;
	va_list ap;

	(void)pthread_once(&http_once, load_http);
	if (!http_loaded)
		return NULL;
	va_start(ap, answer_user);
	daemon =
	    real_MHD_start_daemon_va(flags, port, accept, accept_user, answer, answer_user, ap);
	va_end(ap);
	return daemon;
}

void MHD_stop_daemon(struct MHD_Daemon *daemon)
{
	real_MHD_stop_daemon(daemon);
}

struct MHD_Response *MHD_create_response_from_buffer(size_t size, void *buffer,
						     enum MHD_ResponseMemoryMode mode)
{
	return real_MHD_create_response_from_buffer(size, buffer, mode);
}

enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned status,
				   struct MHD_Response *response)
{
	return real_MHD_queue_response(connection, status, response);
}

void MHD_destroy_response(struct MHD_Response *response)
{
	real_MHD_destroy_response(response);
}
