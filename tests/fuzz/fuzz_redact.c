/* SPDX-License-Identifier: Apache-2.0 */
/* Any JSON, and any text, about a Secret: what comes out is JSON again, no value of `data` is in
 * it, and redacting it once more changes nothing. */
#include "base/alloc.h"
#include "runner/recording/redact.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static const struct rec__redact_options options = { .key = "0123456789abcdef0123456789abcde" };

static void redact(struct str in, struct strbuf *out, bool partial)
{
	struct rec__aim aim = rec__aim_of(STR("/api/v1/secrets"));
	uint32_t cuts[3] = { (uint32_t)in.len / 4, (uint32_t)in.len / 2, (uint32_t)in.len };
	struct rec__redactor r;

	rec__redactor_init(&r, &options);
	if (partial) {
		rec__redact_partial(&r, &aim, in, out);
	} else {
		rec__redact_json(&r, &aim, in, NULL, false, cuts, 3, out);
		ASSERT(cuts[0] <= cuts[1] && cuts[1] <= cuts[2] && cuts[2] == out->len);
	}
	ASSERT(!r.failed);
	rec__redactor_fini(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct str text = { (const char *)bytes, len };
	AUTO_STRBUF once = STRBUF_INIT;
	AUTO_STRBUF twice = STRBUF_INIT;
	AUTO_STRBUF part = STRBUF_INIT;
	struct rec__redactor r;
	json_t json;

	redact(text, &part, true);
	rec__redactor_init(&r, &options);
	(void)rec__redact_text(&r, NULL, text, &twice);
	rec__redactor_fini(&r);
	strbuf_clear(&twice);
	if (!json_valid(text, &json, NULL))
		return 0;
	redact(json, &once, false);
	ASSERT(json_valid(strbuf_str(&once), &json, NULL));
	redact(strbuf_str(&once), &twice, false);
	ASSERT(json_valid(strbuf_str(&twice), &json, NULL));
	return 0;
}
