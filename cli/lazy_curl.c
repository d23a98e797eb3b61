/* SPDX-License-Identifier: Apache-2.0 */
/* lazy_curl.c - loads libcurl on first use.
 *
 * Loading libcurl and its twenty libraries takes 4.6 of the 8.4 ms of CPU that `relist --version`
 * needs when linked to it (100 starts each, 5 rounds), and only worlds over TCP use it. With lazy
 * loading `relist serve` answers its first request earlier by that time. Only the command is linked
 * like this; the libraries and the tests link libcurl itself.
 *
 * Simpler ways do not work. GNU ld has no delayed loading. Undefined symbols that lazy binding
 * would find after a dlopen() fail if the program is linked or started with -z now. A plug-in with
 * the TCP world is a second file to install and to find. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

/* The libcurl functions in use; the linker reports a missing one. */
#define FUNCTIONS(X)                                                                               \
	X(curl_easy_init)                                                                          \
	X(curl_easy_cleanup)                                                                       \
	X(curl_easy_duphandle)                                                                     \
	X(curl_easy_setopt)                                                                        \
	X(curl_easy_getinfo)                                                                       \
	X(curl_easy_pause)                                                                         \
	X(curl_easy_perform)                                                                       \
	X(curl_easy_strerror)                                                                      \
	X(curl_multi_init)                                                                         \
	X(curl_multi_cleanup)                                                                      \
	X(curl_multi_add_handle)                                                                   \
	X(curl_multi_remove_handle)                                                                \
	X(curl_multi_info_read)                                                                    \
	X(curl_multi_perform)                                                                      \
	X(curl_multi_poll)                                                                         \
	X(curl_multi_setopt)                                                                       \
	X(curl_multi_timeout)                                                                      \
	X(curl_multi_wakeup)                                                                       \
	X(curl_slist_append)                                                                       \
	X(curl_slist_free_all)

#define DECLARE(name) static __typeof__(name) *real_##name;
FUNCTIONS(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool loaded;

static bool find(void *library, const char *name, void *function, size_t size)
{
	void *at = dlsym(library, name);

	memcpy(function, &at, size); /* C allows no direct conversion */
	return at != NULL;
}

#define FIND(name) &&find(library, #name, &real_##name, sizeof(real_##name))

static void load(void)
{
	void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);

	loaded = library FUNCTIONS(FIND);
	if (!loaded)
		fprintf(stderr, "relist: worlds over TCP and PUT need libcurl: %s\n", dlerror());
}

/* Every handle comes from one of the first two functions or from curl_slist_append(). */
static bool ready(void)
{
	(void)pthread_once(&once, load);
	return loaded;
}

CURL *curl_easy_init(void)
{
	return ready() ? real_curl_easy_init() : NULL;
}

CURLM *curl_multi_init(void)
{
	return ready() ? real_curl_multi_init() : NULL;
}

struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text)
{
	return ready() ? real_curl_slist_append(list, text) : NULL;
}

void curl_slist_free_all(struct curl_slist *list)
{
	if (list)
		real_curl_slist_free_all(list);
}

void curl_easy_cleanup(CURL *easy)
{
	if (easy)
		real_curl_easy_cleanup(easy);
}

CURL *curl_easy_duphandle(CURL *easy)
{
	return real_curl_easy_duphandle(easy);
}

CURLcode curl_easy_pause(CURL *easy, int bitmask)
{
	return real_curl_easy_pause(easy, bitmask);
}

CURLcode curl_easy_setopt(CURL *easy, CURLoption option, ...)
{
	va_list ap;
	CURLcode code;

	va_start(ap, option);
	if (option < CURLOPTTYPE_OBJECTPOINT)
		code = real_curl_easy_setopt(easy, option, va_arg(ap, long));
	else if (option >= CURLOPTTYPE_OFF_T && option < CURLOPTTYPE_BLOB)
		code = real_curl_easy_setopt(easy, option, va_arg(ap, curl_off_t));
	else
		code = real_curl_easy_setopt(easy, option, va_arg(ap, void *));
	va_end(ap);
	return code;
}

CURLcode curl_easy_getinfo(CURL *easy, CURLINFO info, ...)
{
	va_list ap;
	CURLcode code;

	va_start(ap, info);
	code = real_curl_easy_getinfo(easy, info, va_arg(ap, void *));
	va_end(ap);
	return code;
}

CURLcode curl_easy_perform(CURL *easy)
{
	return real_curl_easy_perform(easy);
}

const char *curl_easy_strerror(CURLcode code)
{
	return real_curl_easy_strerror(code);
}

CURLMcode curl_multi_cleanup(CURLM *multi)
{
	return multi ? real_curl_multi_cleanup(multi) : CURLM_OK;
}

CURLMcode curl_multi_add_handle(CURLM *multi, CURL *easy)
{
	return real_curl_multi_add_handle(multi, easy);
}

CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *easy)
{
	return real_curl_multi_remove_handle(multi, easy);
}

CURLMsg *curl_multi_info_read(CURLM *multi, int *left)
{
	return real_curl_multi_info_read(multi, left);
}

CURLMcode curl_multi_perform(CURLM *multi, int *running)
{
	return real_curl_multi_perform(multi, running);
}

CURLMcode curl_multi_poll(CURLM *multi, struct curl_waitfd *extra, unsigned int extra_count,
			  int timeout_ms, int *ready_count)
{
	return real_curl_multi_poll(multi, extra, extra_count, timeout_ms, ready_count);
}

/* Options with a long value. */
CURLMcode curl_multi_setopt(CURLM *multi, CURLMoption option, ...)
{
	CURLMcode code;
	va_list ap;

	va_start(ap, option);
	code = real_curl_multi_setopt(multi, option, va_arg(ap, long));
	va_end(ap);
	return code;
}

CURLMcode curl_multi_timeout(CURLM *multi, long *ms)
{
	return real_curl_multi_timeout(multi, ms);
}

CURLMcode curl_multi_wakeup(CURLM *multi)
{
	return real_curl_multi_wakeup(multi);
}
