/* SPDX-License-Identifier: Apache-2.0 */
/* url.h - the parts of a request's path and query; references of RFC 3986, as a redirect's Location
 * holds them. libcurl has the latter (curl_url), but the cores are pure and do not link it. */
#ifndef BASE_URL_H
#define BASE_URL_H

#include "base/str.h"

/* Percent-decodes into `to`, which has room for `in` (decoding never grows) and may be in.ptr.
 * An escape that is none ("%zz", "%4") stays as it is. Returns how many bytes were written. */
size_t url_decode(char *to, struct str in, bool plus_is_space);
/* Appends `in` decoded. */
void strbuf_add_urldec(struct strbuf *b, struct str in, bool plus_is_space);
/* Cuts the next non-empty "name=value" off *query, still encoded; a value that is missing is "".
 * False: there is none. */
bool url_next_param(struct str *query, struct str *name, struct str *value);

/* A reference cut into its parts; all borrowed. A missing part has a NULL ptr, an empty one has
 * not. The fragment is cut off. */
struct url {
	struct str scheme, authority, path, query;
};

/* RELIST_EINVAL: what Go's url.Parse refuses, too: control characters, a percent sign without two
 * hex digits behind it in the path, a colon in the first segment of a path that has no scheme. */
int url_parse(struct str text, struct url *out, struct relist_err *err);
/* Appends to *out the target of `ref` seen from `base` (RFC 3986, 5.2.2): an absolute URL when base
 * has a scheme or ref has one, else an absolute path with its query. The scheme is in lower case,
 * as Go's; bytes that no URL may hold are percent-encoded. *out is to be tested for `failed`. */
void url_resolve(struct strbuf *out, const struct url *base, const struct url *ref);
/* The host of "host", "host:port" or "[::1]:port", borrowed: without brackets, as Go's Hostname().
 */
struct str url_host(struct str authority);
/* Scheme, host and port are the same; 80 and 443 are the ports where none is written. Neither of
 * the URLs needs a path. */
bool url_same_origin(const struct url *a, const struct url *b);

#endif
