/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
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

/* It can be decoded as base64, but only a Secret's data is replaced by base64. */
#define LETTERS "correcthorsebatterys"
#define MIXED	"hunter42HORSE!x"

void redact_fill(const char *form, const char *secret, struct strbuf *out)
{
	const char *mark = strchr(form, '@');

	assert_non_null(mark);
	strbuf_add(out, form, (size_t)(mark - form));
	strbuf_addz(out, secret);
	strbuf_addz(out, mark + 1);
}

/* In `form` @ stands for the secret. Both are hidden, and `kept` stays. */
static size_t count_failures(const char *form, const char *kept)
{
	static const char *const secrets[] = { LETTERS, MIXED };
	size_t bad = 0;

	for (size_t i = 0; i < ARRAY_LEN(secrets); i++) {
		AUTO_STRBUF in = STRBUF_INIT;
		AUTO_STRBUF out = STRBUF_INIT;

		redact_fill(form, secrets[i], &in);
		redact_normally(in.ptr, &out);
		for (size_t at = 0; at + 8 <= strlen(secrets[i]); at++) {
			if (!memmem(out.ptr, out.len, secrets[i] + at, 8))
				continue;
			print_error("%s\ngave %s\n", in.ptr, out.ptr);
			bad++;
			break;
		}
		if (!strstr(out.ptr, "redacted-") &&
		    !(strstr(form, "\"data\":{") && strstr(out.ptr, "cmVkYWN0ZWQt"))) {
			print_error("%s\ngave %s\nwithout a mark\n", in.ptr, out.ptr);
			bad++;
		}
		if (!strstr(out.ptr, kept)) {
			print_error("%s\ngave %s\nwithout %s\n", in.ptr, out.ptr, kept);
			bad++;
		}
	}
	return bad;
}

void check_redact_forms(const struct redact_form *forms, size_t count)
{
	size_t bad = 0;

	for (size_t i = 0; i < count; i++)
		bad += count_failures(forms[i].form, forms[i].kept);
	assert_int_equal(bad, 0);
}

void check_kept_texts(const char *const *texts, size_t count)
{
	size_t bad = 0;

	for (size_t i = 0; i < count; i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		redact_normally(texts[i], &out);
		if (strcmp(out.ptr, texts[i]) != 0)
			print_error("%s\ngave %s\n", texts[i], out.ptr), bad++;
	}
	assert_int_equal(bad, 0);
}
