/* SPDX-License-Identifier: Apache-2.0 */
/* pem.h - certificates of CAs in PEM, read as Go's AppendCertsFromPEM reads them. Pure. */
#ifndef INFORMER_PEM_H
#define INFORMER_PEM_H

#include <stddef.h>

#include "base/str.h"

/* Appends the complete CERTIFICATE blocks of `pem` to `out` and skips all else: text between them,
 * other blocks, a block without its end or with damaged base64. Returns the number of blocks;
 * out->failed says that memory ran out. */
size_t inf__pem_certificates(struct str pem, struct strbuf *out);

#endif
