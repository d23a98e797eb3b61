/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_env.h - the proxy that the environment names, as net/http's ProxyFromEnvironment reads it.
 * libcurl reads other variables, and uses the proxy for loopback addresses as well. */
#ifndef INFORMER_POSIX_PROXY_ENV_H
#define INFORMER_POSIX_PROXY_ENV_H

#include "base/str.h"

struct inf__proxy_env {
	const char *http, *https; /* NULL or empty: none */
	const char *no;		  /* hosts that need none, separated by commas */
};

/* HTTP_PROXY, HTTPS_PROXY, NO_PROXY or their lower-case forms. HTTP_PROXY does not count in a CGI
 * program (REQUEST_METHOD), whose clients can set it. */
struct inf__proxy_env inf__read_proxy_env(void);
/* Appends the URL of the proxy for a request to `url`, or nothing: none. Check out->failed. */
void inf__proxy_for(const struct inf__proxy_env *env, const char *url, struct strbuf *out);

#endif
