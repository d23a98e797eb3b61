/* SPDX-License-Identifier: Apache-2.0 */
/* Any JSON, and any text, about a Secret: what comes out is JSON again; and a secret that is
 * planted beside it, in each place where Kubernetes has some, is not in what comes out. */
#define _GNU_SOURCE /* memmem */
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

#define SECRET "cGxhbnRlZC1zZWNyZXQ="

/* Text with the secret, where %s stands for anything. */
static const char *const places[] = {
	"{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"more\":%s,\"data\":{\"k\":\"" SECRET "\"}}",
	"{\"kind\":\"Secret\",\"stringData\":{\"k\":\"" SECRET "\"},\"metadata\":{\"labels\":%s}}",
	"{\"kind\":\"SecretList\",\"items\":[{\"data\":{\"k\":\"" SECRET "\"}},%s]}",
	"{\"kind\":\"List\",\"items\":[%s,{\"kind\":\"Secret\",\"data\":{\"k\":\"" SECRET "\"}}]}",
	"{\"type\":\"ADDED\",\"object\":{\"kind\":\"Secret\",\"x\":%s,\"data\":{\"k\":\"" SECRET
	"\"}}}",
	"{\"kind\":\"Secret\",\"y\":%s,\"metadata\":{\"annotations\":{"
	"\"kubectl.kubernetes.io/last-applied-configuration\":\"{\\\"kind\\\":\\\"Secret\\\","
	"\\\"data\\\":{\\\"k\\\":\\\"" SECRET "\\\"}}\"}}}",
	"{\"x\":%s,\"status\":{\"token\":\"" SECRET "\"}}",
	"[{\"z\":%s},{\"op\":\"add\",\"path\":\"/data/k\",\"value\":\"" SECRET "\"}]",
};

static bool is_in(struct str what, struct str in)
{
	return in.len && memmem(in.ptr, in.len, what.ptr, what.len) != NULL;
}

static void nothing_planted_comes_out(json_t more)
{
	if (is_in(STR(SECRET), more))
		return;
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		AUTO_STRBUF text = STRBUF_INIT, out = STRBUF_INIT, part = STRBUF_INIT;
		const char *at = strstr(places[i], "%s");

		strbuf_add(&text, places[i], (size_t)(at - places[i]));
		strbuf_adds(&text, more);
		strbuf_addz(&text, at + 2);
		redact(strbuf_str(&text), &out, false);
		ASSERT(!is_in(STR(SECRET), strbuf_str(&out)));
		/* cut off anywhere behind it */
		text.len -= 1 + more.len % 2;
		redact(strbuf_str(&text), &part, true);
		ASSERT(!is_in(STR(SECRET), strbuf_str(&part)));
	}
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
	nothing_planted_comes_out(json);
	redact(json, &once, false);
	ASSERT(json_valid(strbuf_str(&once), &json, NULL));
	redact(strbuf_str(&once), &twice, false);
	ASSERT(json_valid(strbuf_str(&twice), &json, NULL));
	return 0;
}
