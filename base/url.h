/* SPDX-License-Identifier: Apache-2.0 */
/* url.h - the parts of a request's path and query, and RFC 3986 references as in a redirect's
 * Location header. libcurl has the latter (curl_url), but the cores are pure and do not link it. */
#ifndef BASE_URL_H
#define BASE_URL_H

#include "base/str.h"

/* Percent-decodes into `to`, which has room for `in` (decoding never grows) and may be in.ptr.
 * Keeps an invalid escape ("%zz", "%4") as it is. Returns the number of bytes written. */
size_t url_decode(char *to, struct str in, bool plus_is_space);
/* Appends `in` decoded. */
void strbuf_add_urldec(struct strbuf *b, struct str in, bool plus_is_space);
/* Removes the next non-empty "name=value" from *query, still encoded; a missing value is "".
 * Returns false if there is none. */
bool url_next_param(struct str *query, struct str *name, struct str *value);

/* The parts of a reference; all borrowed. A missing part has a NULL ptr, an empty part has not. The
 * fragment is dropped. */
struct url {
	struct str scheme, authority, path, query;
};

/* Returns RELIST_EINVAL for the same input as Go's url.Parse: control characters, a percent sign in
 * the path without two hex digits after it, a colon in the first path segment without a scheme. */
int url_parse(struct str text, struct url *out, struct relist_err *err);
/* Resolves `ref` against `base` (RFC 3986, 5.2.2) and appends the target: an absolute URL if base
 * or ref has a scheme, else an absolute path with its query. The scheme is in lower case, as in Go;
 * bytes not allowed in a URL are percent-encoded. Check *out for `failed`. */
void url_resolve(struct strbuf *out, const struct url *base, const struct url *ref);
/* The host of "host", "host:port" or "[::1]:port", borrowed: without brackets, like Go's
 * Hostname(). */
struct str url_host(struct str authority);
/* Compares scheme, host and port; missing ports default to 80 and 443. Neither URL needs a path. */
bool url_same_origin(const struct url *a, const struct url *b);

#endif
