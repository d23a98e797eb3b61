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

void assert_golden(const char *path, struct str got)
{
	AUTO_STRBUF want = STRBUF_INIT;

	if (getenv("RELIST_UPDATE_GOLDEN")) {
		update(path, got);
		return;
	}
	read_text(path, &want);
	if (!str_eq(strbuf_str(&want), got))
		fail_msg("%s\n--- expected\n" STR_FMT "--- actual\n" STR_FMT "---\n"
			 "(RELIST_UPDATE_GOLDEN=1 writes what is actual)",
			 path, STR_ARG(want), STR_ARG(got));
}
