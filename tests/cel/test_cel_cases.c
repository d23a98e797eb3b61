/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions and what comes of them: tests/golden/cel, an expression a line. */
#include "base/str.h"
#include "cel/cel.h"
#include "tests/kit/cel_kit.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/trace_kit.h"

static void each_expression_gives_the_result_of_cel_go(void **state)
{
	AUTO_STRBUF cases = STRBUF_INIT, out = STRBUF_INIT;

	(void)state;
	read_text("tests/golden/cel/cases.txt", &cases);
	for (char *at = cases.ptr, *end; *at; at = end + 1) {
		AUTO_STRBUF text = STRBUF_INIT;

		end = strchr(at, '\n');
		assert_non_null(end);
		*end = '\0';
		strbuf_addf(&out, "%s\n", at);
		if (*at == '#')
			continue;
		cel_text(at, &text);
		strbuf_addz(&out, "   ");
		for (size_t i = 0; i < text.len; i++) {
			strbuf_addc(&out, text.ptr[i]);
			if (text.ptr[i] == '\n')
				strbuf_addz(&out, "   ");
		}
		strbuf_addc(&out, '\n');
	}
	assert_golden("tests/golden/cel/expected.txt", strbuf_str(&out));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_expression_gives_the_result_of_cel_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
