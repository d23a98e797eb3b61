/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_text.c - any bytes as each scalar of base/text: a value survives writing and reading, and
 * the parts of a name are names. */
#include "base/base64.h"
#include "base/clock.h"
#include "base/text/dns.h"
#include "base/text/duration.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void duration(struct str bytes)
{
	struct str unit = { NULL, 0 };
	int64_t ns = 0, again = 0;
	char text[32];

	switch (duration_read(bytes, &ns, &unit)) {
	case DURATION_FINE:
		duration_format(ns, text, sizeof(text));
		ASSERT(duration_read(str_of(text), &again, NULL) == DURATION_FINE);
		ASSERT(again == ns);
		break;
	case DURATION_UNKNOWN_UNIT:
		ASSERT(unit.len > 0);
		ASSERT(unit.ptr > bytes.ptr);
		ASSERT(unit.ptr + unit.len <= bytes.ptr + bytes.len);
		break;
	case DURATION_NO_NUMBER:
	case DURATION_NO_UNIT:
	case DURATION_TOO_LONG:
		break;
	}
}

static void name(struct str bytes)
{
	bool labels = true;
	size_t from = 0;

	for (size_t i = 0; i <= bytes.len; i++) {
		if (i < bytes.len && bytes.ptr[i] != '.')
			continue;
		labels = labels && dns_is_label((struct str) { bytes.ptr + from, i - from });
		from = i + 1;
	}
	ASSERT(labels == dns_is_subdomain(bytes));
	ASSERT(ascii_eq_nocase(bytes, bytes));
}

static void base64(struct str bytes, enum base64_kind kind)
{
	struct strbuf text = STRBUF_INIT, back = STRBUF_INIT;
	size_t bad = 0;

	base64_encode(&text, bytes, kind);
	if (!text.failed && base64_decode(&back, strbuf_str(&text), kind, NULL))
		ASSERT(str_eq(strbuf_str(&back), bytes));
	strbuf_clear(&back);
	if (!base64_decode(&back, bytes, kind, &bad) && !back.failed)
		ASSERT(bad <= bytes.len);
	strbuf_fini(&text);
	strbuf_fini(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str bytes = { (const char *)data, size };

	duration(bytes);
	name(bytes);
	base64(bytes, BASE64_STD);
	base64(bytes, BASE64_RAW_URL);
	return 0;
}
