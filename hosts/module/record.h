/* SPDX-License-Identifier: Apache-2.0 */
/* record.h - the encoding of strings at the module's border: a little-endian uint32 length and the
 * bytes, one after another. */
#ifndef HOSTS_MODULE_RECORD_H
#define HOSTS_MODULE_RECORD_H

#include "base/str.h"

void module__record_add(struct strbuf *record, struct str text);
void module__record_addf(struct strbuf *record, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Reads the next string, borrowed. Returns false if there is none, or if `rest` is truncated; it is
 * then unchanged. */
bool module__record_take(struct str *rest, struct str *text);

#endif
