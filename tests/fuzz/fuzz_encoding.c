/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_encoding.c - base64, percent-decoding and UTF-8 of any bytes: what is taken is written back
 * as the same bytes, a refusal names a byte of the text, decoding never grows. */
#include "base/alloc.h"
#include "base/base64.h"
#include "base/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_base64(struct str text, enum base64_kind kind)
{
	AUTO_STRBUF bytes = STRBUF_INIT, again = STRBUF_INIT, back = STRBUF_INIT;
	size_t bad = 0;

	if (!base64_decode(&bytes, text, kind, &bad)) {
		ASSERT(bad <= text.len);
		return;
	}
	base64_encode(&again, strbuf_str(&bytes), kind);
	ASSERT(base64_decode(&back, strbuf_str(&again), kind, NULL));
	ASSERT(str_eq(strbuf_str(&back), strbuf_str(&bytes)));
}

static void try_url(struct str text, bool plus_is_space)
{
	AUTO_STRBUF decoded = STRBUF_INIT, encoded = STRBUF_INIT, back = STRBUF_INIT;
	struct str rest = text, name, value;
	size_t len = 0;

	strbuf_add_urldec(&decoded, text, plus_is_space);
	ASSERT(decoded.len <= text.len);
	strbuf_add_urlenc(&encoded, strbuf_str(&decoded));
	strbuf_add_urldec(&back, strbuf_str(&encoded), plus_is_space);
	ASSERT(str_eq(strbuf_str(&back), strbuf_str(&decoded)));
	while (url_next_param(&rest, &name, &value))
		len += name.len + value.len;
	ASSERT(len <= text.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *bytes = base__malloc(size ? size : 1); /* so that ASan sees reads beyond it */
	struct str text = { bytes, size };
	AUTO_STRBUF clean = STRBUF_INIT, again = STRBUF_INIT;

	if (!bytes)
		return 0;
	if (size)
		memcpy(bytes, data, size);
	try_base64(text, BASE64_STD);
	try_base64(text, BASE64_RAW_URL);
	try_url(text, false);
	try_url(text, true);
	strbuf_add_utf8(&clean, text);
	strbuf_add_utf8(&again, strbuf_str(&clean));
	ASSERT(str_eq(strbuf_str(&clean), strbuf_str(&again)));
	base__free(bytes);
	return 0;
}
