/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as one direction of a connection: the result does not depend on how they are cut. The
 * first byte selects the direction, and the size of the pieces. */
#include "runner/recording/http.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void tell(struct strbuf *out, struct str text, bool answers, size_t piece)
{
	struct rec__http *h = malloc(sizeof(*h));
	size_t at = 0;

	ASSERT(h);
	rec__http_init(h, answers);
	for (;;) {
		size_t n = piece < text.len - at ? piece : text.len - at, used;
		struct str data = { NULL, 0 };
		enum rec__http_event e =
		    rec__http_feed(h, (struct str) { text.ptr + at, n }, &used, &data);

		ASSERT(used <= n);
		at += used;
		if (e == REC_HTTP_DATA)
			strbuf_adds(out, data);
		else if (e != REC_HTTP_MORE)
			strbuf_addf(out, "<%d %zu>", (int)e, h->head.header_count);
		if (e == REC_HTTP_BAD || (e == REC_HTTP_MORE && at == text.len))
			break;
	}
	strbuf_addz(out, rec__http_end(h) ? "whole" : "cut");
	rec__http_fini(h);
	free(h);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	AUTO_STRBUF once = STRBUF_INIT;
	AUTO_STRBUF pieces = STRBUF_INIT;
	struct str text = { (const char *)bytes + 1, len - 1 };

	if (!len)
		return 0;
	tell(&once, text, bytes[0] & 1, 1 << 20);
	tell(&pieces, text, bytes[0] & 1, (bytes[0] >> 1) + 1u);
	ASSERT(str_eq(strbuf_str(&once), strbuf_str(&pieces)));
	return 0;
}
