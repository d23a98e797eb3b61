/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/golden_text.h"

#include "tests/kit/trace_kit.h"

static void update(const char *path, struct str got)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(got.ptr, 1, got.len, f), got.len);
	assert_int_equal(fclose(f), 0);
}

/* Prints the first line that differs. cmocka cuts a message at 1,024 bytes: a whole text says
 * nothing. */
static void print_difference(struct str want, struct str got)
{
	size_t i = 0, from = 0, line = 1;

	for (; i < want.len && i < got.len && want.ptr[i] == got.ptr[i]; i++) {
		if (want.ptr[i] == '\n') {
			from = i + 1;
			line++;
		}
	}
	for (size_t k = 0; k < 2; k++) {
		struct str s = k ? got : want;
		const char *end = memchr(s.ptr + from, '\n', s.len - from);

		print_error("line %zu, %s:\n%.*s\n", line, k ? "actual" : "expected",
			    (int)(end ? (size_t)(end - s.ptr) - from : s.len - from), s.ptr + from);
	}
}

void assert_golden(const char *path, struct str got)
{
	AUTO_STRBUF want = STRBUF_INIT;

	if (getenv("RELIST_UPDATE_GOLDEN")) {
		update(path, got);
		return;
	}
	read_text(path, &want);
	if (str_eq(strbuf_str(&want), got))
		return;
	print_difference(strbuf_str(&want), got);
	fail_msg("%s differs (RELIST_UPDATE_GOLDEN=1 writes what is actual)", path);
}
