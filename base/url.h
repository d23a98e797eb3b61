/* SPDX-License-Identifier: Apache-2.0 */
/* url.h - the parts of a request's path and query. */
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

#endif
