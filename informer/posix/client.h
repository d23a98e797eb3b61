/* SPDX-License-Identifier: Apache-2.0 */
/* client.h - an apiserver's address and credentials: client-go's rest.Config.
 *
 * Threads: set up by one thread, then read-only except tokens that are re-read (they have a lock).
 * Reference-counted: every I/O thread that uses it holds a reference. */
#ifndef INFORMER_POSIX_CLIENT_H
#define INFORMER_POSIX_CLIENT_H

#include <curl/curl.h>

#include "base/base.h"
#include "informer/http2_health.h"
#include "relist/informer.h"

/* Sets a request's options on `easy` (TLS, proxy, HTTP version, timeouts) and appends its headers
 * (Authorization, User-Agent) to *headers. Called on the I/O thread before each request. With
 * `foreign`, for a redirect to another host, it sets no identity: no token, password, certificate
 * or impersonation. */
int inf__client_prepare(struct inf_client *client, CURL *easy, bool foreign,
			struct curl_slist **headers, struct relist_err *err);
/* Sets the proxy for a request to `url`: proxy_url, or that of the environment. 0 or
 * RELIST_ENOMEM. */
int inf__client_proxy(const struct inf_client *client, const char *url, CURL *easy);
/* "https://host:port", possibly with a path prefix; no trailing slash. */
const char *inf__client_base_url(const struct inf_client *client);
/* Whether its requests accept gzip. */
bool inf__client_compresses(const struct inf_client *client);

struct strbuf;
/* With a tls_server_name: rewrites `url` to it, and appends the URL's host to *headers and the
 * address to *connect. */
int inf__client_tls_name(const struct inf_client *client, struct strbuf *url,
			 struct curl_slist **headers, struct curl_slist **connect);

struct inf__exec_config;
/* inf_client_new() with an exec plugin (NULL: none); takes ownership of the plugin's members. */
struct inf_client *inf__client_new_with_exec(const struct inf_client_options *options,
					     struct inf__exec_config *take_exec,
					     struct relist_err *err);

/* The settings, for code that connects without curl. Members may be NULL; borrowed from the
 * client. */
struct inf__client_access {
	const char *ca_pem, *ca_file, *cert_pem, *cert_file, *key_pem, *key_file;
	const char *tls_server_name, *proxy_url;
	const char *impersonate; /* request headers, each ended by CR LF */
	bool insecure_skip_tls_verify, has_exec;
};
void inf__client_access(const struct inf_client *client, struct inf__client_access *out);
/* Appends the current value of an Authorization header, or nothing. */
int inf__client_authorization(struct inf_client *client, struct strbuf *out,
			      struct relist_err *err);

/* The current certificate and key of an exec plugin; the caller frees them with base__free(). NULL:
 * it returned none, or there is no plugin. */
int inf__client_certificate(struct inf_client *client, char **cert_pem, char **key_pem,
			    struct relist_err *err);

/* The HTTP/2 settings from the environment. Borrowed from the client. */
const struct inf__http2_options *inf__client_http2(const struct inf_client *client);

/* Call it before a request. Undoes fixes of HTTP/2 connections. */
void inf__client_http2_without(struct inf_client *client, inf__without without);

/* Call it after a 401: drops a cached exec or file token before the next request. */
void inf__client_unauthorized(struct inf_client *client);

#endif
