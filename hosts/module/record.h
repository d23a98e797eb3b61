/* SPDX-License-Identifier: Apache-2.0 */
/* record.h - how strings cross the module's border: a little-endian uint32 length and the bytes,
 * one after another. */
#ifndef HOSTS_MODULE_RECORD_H
#define HOSTS_MODULE_RECORD_H

#include "base/str.h"

void module__record_add(struct strbuf *record, struct str text);
void module__record_addf(struct strbuf *record, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* The next string, borrowed. False: there is none, or `rest` ends within it and stays as it was. */
bool module__record_take(struct str *rest, struct str *text);

#endif
