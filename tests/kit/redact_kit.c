/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/redact_kit.h"

#include "tests/kit/testing.h"

const struct rec__redact_options redact_options = { .key = "0123456789abcdef0123456789abcde" };

void redact_normally(const char *input, struct strbuf *out)
{
	struct rec__redactor r;
	json_t json;

	rec__redactor_init(&r, &redact_options);
	if (*input == '{' && json_valid(str_of(input), &json, NULL))
		rec__redact_json(&r, NULL, json, NULL, false, NULL, 0, out);
	else if (!rec__redact_text(&r, NULL, str_of(input), out))
		strbuf_addz(out, input);
	assert_false(r.failed || out->failed);
	rec__redactor_fini(&r);
}
