/* SPDX-License-Identifier: Apache-2.0 */
/* route.h - where a request connects to: through a proxy, or to a server with another name. All
 * return 0 or RELIST_ENOMEM. */
#ifndef INFORMER_POSIX_ROUTE_H
#define INFORMER_POSIX_ROUTE_H

#include <curl/curl.h>

#include "informer/posix/proxy_env.h"

int inf__slist_append(struct curl_slist **headers, const struct strbuf *line);
/* `name`: tls_server_name, or NULL. See inf__client_tls_name(). */
int inf__route_by_name(const char *name, struct strbuf *url, struct curl_slist **headers,
		       struct curl_slist **connect);
/* `proxy_url`: "" for none, NULL for that of the environment. */
int inf__route_by_proxy(const char *proxy_url, const struct inf__proxy_env *env, const char *url,
			CURL *easy);

#endif
