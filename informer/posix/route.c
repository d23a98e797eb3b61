/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/route.h"
#include "base/text/ascii.h"

#include <string.h>

int inf__slist_append(struct curl_slist **headers, const struct strbuf *line)
{
	struct curl_slist *longer = line->failed ? NULL : curl_slist_append(*headers, line->ptr);

	if (!longer)
		return RELIST_ENOMEM;
	*headers = longer;
	return 0;
}

/* Replaces the URL's host by the name to verify; CONNECT_TO leads to the actual host, and Host
 * stays the URL's, as in Go. */
int inf__route_by_name(const char *name, struct strbuf *url, struct curl_slist **headers,
		       struct curl_slist **connect)
{
	const char *start = strstr(url->ptr, "://") + 3, *end = start + strcspn(start, "/?");
	AUTO_STRBUF fixed = STRBUF_INIT;
	AUTO_STRBUF host = STRBUF_INIT;
	AUTO_STRBUF to = STRBUF_INIT;
	const char *port = end;
	int rc;

	if (!name || !ascii_begins_nocase(strbuf_str(url), STR("https")))
		return 0;
	while (port > start && port[-1] >= '0' && port[-1] <= '9')
		port--;
	port = port > start && port[-1] == ':' ? port - 1 : end;
	strbuf_add(&fixed, url->ptr, (size_t)(start - url->ptr));
	strbuf_addz(&fixed, name);
	strbuf_addz(&fixed, port);
	strbuf_addf(&host, "Host: %.*s", (int)(end - start), start);
	strbuf_addf(&to, "::%.*s%s", (int)(end - start), start, port == end ? ":443" : "");
	rc = inf__slist_append(headers, &host);
	strbuf_clear(url);
	strbuf_adds(url, strbuf_str(&fixed));
	return rc || url->failed ? RELIST_ENOMEM : inf__slist_append(connect, &to);
}

int inf__route_by_proxy(const char *proxy_url, const struct inf__proxy_env *env, const char *url,
			CURL *easy)
{
	AUTO_STRBUF proxy = STRBUF_INIT;

	if (proxy_url)
		strbuf_addz(&proxy, proxy_url);
	else
		inf__proxy_for(env, url, &proxy);
	/* "" disables the variables that libcurl reads. */
	return !proxy.failed && curl_easy_setopt(easy, CURLOPT_PROXY, proxy.ptr) == CURLE_OK &&
		       curl_easy_setopt(easy, CURLOPT_NOPROXY, "") == CURLE_OK
		   ? 0
		   : RELIST_ENOMEM;
}
