/* SPDX-License-Identifier: Apache-2.0 */
/* Replays the corpora of the core's fuzzers. */
#include "tests/testing.h"

#include <dirent.h>

#define LLVMFuzzerTestOneInput fuzz_request
#include "tests/fuzz/fuzz_request.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_selector
#include "tests/fuzz/fuzz_selector.c"

static void replay(const char *dir, int (*target)(const uint8_t *, size_t))
{
	static uint8_t bytes[1 << 16];
	char path[512];
	DIR *d = opendir(dir);
	size_t files = 0;

	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));) {
		FILE *f;
		size_t n;

		if (e->d_name[0] == '.')
			continue;
		(void)snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
		f = fopen(path, "rb");
		assert_non_null(f);
		n = fread(bytes, 1, sizeof(bytes), f);
		(void)fclose(f);
		assert_int_equal(target(bytes, n), 0);
		files++;
	}
	(void)closedir(d);
	assert_true(files > 0);
}

static void the_request_corpus_holds(void **state)
{
	(void)state;
	replay("tests/fuzz/corpus/request", fuzz_request);
}

static void the_selector_corpus_holds(void **state)
{
	(void)state;
	replay("tests/fuzz/corpus/selector", fuzz_selector);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_request_corpus_holds),
		cmocka_unit_test(the_selector_corpus_holds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
