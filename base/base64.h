/* SPDX-License-Identifier: Apache-2.0 */
/* base64.h - bytes as text, as Go's encoding/base64 writes and reads it: a kubeconfig, a Secret and
 * a continue token are taken exactly when a Go program would take them. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/str.h"

enum base64_kind {
	BASE64_STD,	/* StdEncoding: + and /, padded */
	BASE64_RAW_URL, /* RawURLEncoding: - and _, not padded */
};

void base64_encode(struct strbuf *out, struct str bytes, enum base64_kind kind);
/* Appends what `text` stands for. Line breaks are skipped, nothing else is. False: `text` is not
 * base64, *bad (may be NULL) is the byte that Go's CorruptInputError names, and what came before it
 * may have been appended; or out->failed. */
bool base64_decode(struct strbuf *out, struct str text, enum base64_kind kind, size_t *bad);

#endif
