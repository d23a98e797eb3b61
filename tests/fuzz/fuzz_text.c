/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_text.c - any bytes as each scalar of base/text: a value survives writing and reading, and
 * the parts of a name are names. */
#include "base/base64.h"
#include "base/clock.h"
#include "base/text/dns.h"
#include "base/text/duration.h"
#include "base/text/number.h"
#include "base/text/quantity.h"
#include "base/text/rfc3339.h"

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

/* Each layout: a fault lies in the text, and what a log's reader accepts is written and read again.
 */
static void instant(struct str bytes)
{
	for (int layout = RFC3339_TIME; layout <= RFC3339_LOG; layout++) {
		struct rfc3339_fault fault;
		struct rfc3339 t;

		if (rfc3339_read(bytes, (enum rfc3339_layout)layout, &t, &fault)) {
			ASSERT(t.ns >= 0);
			ASSERT(t.ns < NS_PER_S);
		} else if (!fault.range) {
			ASSERT(fault.rest.len <= bytes.len);
		}
	}
}

static void written_instant(struct str bytes)
{
	struct strbuf text = STRBUF_INIT;
	int64_t at, again = 0;

	if (!rfc3339_parse(bytes, &at))
		return;
	rfc3339_format(at, &text);
	/* An offset can lead out of the years that are read. */
	if (!text.failed && at >= INT64_C(-31536000) * NS_PER_S &&
	    at < INT64_C(9183110400) * NS_PER_S) {
		ASSERT(rfc3339_parse(strbuf_str(&text), &again));
		ASSERT(again == at);
	}
	strbuf_fini(&text);
}

static void quantity(struct str bytes)
{
	struct quantity_text q;

	if (quantity_read(bytes, &q))
		return;
	ASSERT(q.digits.ptr >= bytes.ptr);
	ASSERT(q.digits.ptr + q.digits.len <= bytes.ptr + bytes.len);
	ASSERT(q.ten > -10100);
	ASSERT(q.ten < 10100);
	ASSERT((q.format == QUANTITY_BINARY_SI) == (q.two > 0));
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

static void number(struct str bytes)
{
	uint64_t n = 0, below = 0;
	int64_t with_sign = 0;
	enum number_fault fault = number_read(bytes, UINT64_MAX, &n);

	ASSERT((fault == NUMBER_MALFORMED) == (!bytes.len || !ascii_is_digits(bytes)));
	if (fault == NUMBER_FINE && n)
		ASSERT(number_read(bytes, n - 1, &below) == NUMBER_TOO_LARGE);
	if (fault == NUMBER_FINE && n <= INT64_MAX) {
		ASSERT(number_read_signed(bytes, &with_sign) == NUMBER_FINE);
		ASSERT(with_sign == (int64_t)n);
	}
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
	instant(bytes);
	quantity(bytes);
	written_instant(bytes);
	name(bytes);
	number(bytes);
	base64(bytes, BASE64_STD);
	base64(bytes, BASE64_RAW_URL);
	return 0;
}
