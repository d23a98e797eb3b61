/* SPDX-License-Identifier: Apache-2.0 */
/* base64.h - base64 as Go's encoding/base64 encodes and decodes it, so that a kubeconfig, a Secret
 * or a continue token is accepted exactly if a Go program accepts it. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/str.h"

enum base64_kind {
	BASE64_STD,	/* StdEncoding: + and /, padded */
	BASE64_RAW_URL, /* RawURLEncoding: - and _, not padded */
};

void base64_encode(struct strbuf *out, struct str bytes, enum base64_kind kind);
/* Decodes `text` and appends the bytes; skips line breaks and nothing else. Returns false if `text`
 * is not base64: *bad (may be NULL) is the byte that Go's CorruptInputError names, and the bytes
 * before it may have been appended. Also returns false if out->failed is set. */
bool base64_decode(struct strbuf *out, struct str text, enum base64_kind kind, size_t *bad);

#endif
