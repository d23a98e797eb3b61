/* SPDX-License-Identifier: Apache-2.0 */
/* Skipping a value in 64-byte blocks finds the end that its writer knows, wherever strings,
 * escapes and brackets fall in a block. */
#include "tests/kit/testing.h"

#include "base/choice.h"
#include "base/json_bytes.h"
#include "base/str.h"

static void write_string(struct strbuf *out, uint64_t *random)
{
	static const char *const pieces[] = { "a",    "{",	  "}",		"[[",
					      "]",    ",",	  ":",		"\\\"",
					      "\\\\", "\\n",	  "\\\\\\\\",	"\\u0022",
					      "\x7f", "\xc3\xa9", "          ", "\\\\\\\"" };

	strbuf_addc(out, '"');
	for (uint64_t n = splitmix64(random) % 12; n; n--)
		strbuf_addz(out, pieces[splitmix64(random) % ARRAY_LEN(pieces)]);
	strbuf_addc(out, '"');
}

static void write_value(struct strbuf *out, uint64_t *random, int depth)
{
	static const char *const scalars[] = { "1", "-2.5e3", "true", "null", "\"\"" };
	uint64_t kind = splitmix64(random) % (depth > 6 ? 2 : 5);
	uint64_t n = splitmix64(random) % 4;

	if (kind == 0) {
		strbuf_addz(out, scalars[splitmix64(random) % ARRAY_LEN(scalars)]);
		return;
	}
	if (kind == 1) {
		write_string(out, random);
		return;
	}
	strbuf_addc(out, kind == 2 ? '[' : '{');
	for (uint64_t i = 0; i < n; i++) {
		if (i)
			strbuf_addz(out, n % 2 ? "," : " ,\n ");
		if (kind != 2) {
			write_string(out, random);
			strbuf_addc(out, ':');
		}
		write_value(out, random, depth + 1);
	}
	strbuf_addc(out, kind == 2 ? ']' : '}');
}

static void skip_finds_the_end_of_random_values(void **state)
{
	static const char *const tails[] = { "", ",", "}", "]", "\"", ",\"a\":{}}", "\\\"]" };
	uint64_t random = 1;

	(void)state;
	for (int run = 0; run < 20000; run++) {
		struct strbuf text = STRBUF_INIT;
		size_t lead = splitmix64(&random) % 70, len;
		json_t value;

		/* The place in memory must not matter, nor the bytes after it. */
		for (size_t i = 0; i < lead; i++)
			strbuf_addc(&text, '"');
		strbuf_addc(&text, run % 2 ? '[' : '{');
		if (run % 2 == 0) {
			write_string(&text, &random);
			strbuf_addc(&text, ':');
		}
		write_value(&text, &random, 0);
		strbuf_addc(&text, run % 2 ? ']' : '}');
		len = text.len - lead;
		strbuf_addz(&text, tails[splitmix64(&random) % ARRAY_LEN(tails)]);
		assert_true(json_valid((struct str) { text.ptr + lead, len }, &value, NULL));
		assert_ptr_equal(json__skip_value(text.ptr + lead, text.ptr + text.len),
				 text.ptr + lead + len);
		assert_ptr_equal(json__skip_value(text.ptr + lead, text.ptr + lead + len),
				 text.ptr + lead + len);
		strbuf_fini(&text);
	}
}

static void skip_reads_no_byte_outside_of_any_input(void **state)
{
	uint64_t random = 2;

	(void)state;
	for (int run = 0; run < 20000; run++) {
		size_t len = 1 + splitmix64(&random) % 200;
		char *bytes = malloc(len); /* exactly, for ASan */

		assert_non_null(bytes);
		for (size_t i = 0; i < len; i++)
			bytes[i] = "{}[]\"\\,:a"[splitmix64(&random) % 9];
		bytes[0] = '{';
		assert_true(json__skip_value(bytes, bytes + len) <= bytes + len);
		free(bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(skip_finds_the_end_of_random_values),
		cmocka_unit_test(skip_reads_no_byte_outside_of_any_input),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
