/* SPDX-License-Identifier: Apache-2.0 */
/* Replays the corpus of the scenario loader's fuzzer, so that what it once found stays found. */
#include "tests/kit/testing.h"

#include <dirent.h>

#include "tests/fuzz/fuzz_scenario.c"

static void scenario_loader_corpus_runs_without_a_crash(void **state)
{
	static uint8_t bytes[1 << 16];
	char path[512];
	DIR *d = opendir("tests/fuzz/corpus/scenario");
	size_t files = 0;

	(void)state;
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));) {
		FILE *f;
		size_t n;

		if (e->d_name[0] == '.')
			continue;
		(void)snprintf(path, sizeof(path), "tests/fuzz/corpus/scenario/%s", e->d_name);
		f = fopen(path, "rb");
		assert_non_null(f);
		n = fread(bytes, 1, sizeof(bytes), f);
		(void)fclose(f);
		assert_int_equal(LLVMFuzzerTestOneInput(bytes, n), 0);
		/* And every beginning of it, as a file that is being written. */
		for (size_t cut = 0; cut < n; cut += 1 + n / 64)
			assert_int_equal(LLVMFuzzerTestOneInput(bytes, cut), 0);
		files++;
	}
	(void)closedir(d);
	assert_true(files >= 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scenario_loader_corpus_runs_without_a_crash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
