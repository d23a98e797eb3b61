/* SPDX-License-Identifier: Apache-2.0 */
/* base64.h - RFC 4648, the standard alphabet with padding. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/str.h"

void base64_add(struct strbuf *out, struct str bytes);
/* Appends what `text` says; false when it is no base64 (line feeds, as in PEM, are no base64). What
 * was appended before the mistake stays. */
bool base64_decode(struct strbuf *out, struct str text);

#endif
