/* SPDX-License-Identifier: Apache-2.0 */
/* Replays the corpora of the fake server's fuzzers, so that what they once found stays found. */
#include "tests/testing.h"

#include <dirent.h>

#define LLVMFuzzerTestOneInput fuzz_protobuf
#include "tests/fuzz/fuzz_protobuf.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_negotiate
#include "tests/fuzz/fuzz_negotiate.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_patch
#include "tests/fuzz/fuzz_patch.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_yaml
#include "tests/fuzz/fuzz_yaml.c"

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

static void the_protobuf_corpus_holds(void **state)
{
	(void)state;
	replay("tests/fuzz/corpus/protobuf", fuzz_protobuf);
}

static void the_negotiation_corpus_holds(void **state)
{
	(void)state;
	replay("tests/fuzz/corpus/negotiate", fuzz_negotiate);
}

static void the_patch_corpus_holds(void **state)
{
	(void)state;
	replay("tests/fuzz/corpus/patch", fuzz_patch);
}

static void the_yaml_corpus_holds(void **state)
{
	(void)state;
	replay("tests/fuzz/corpus/yaml", fuzz_yaml);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_protobuf_corpus_holds),
		cmocka_unit_test(the_negotiation_corpus_holds),
		cmocka_unit_test(the_patch_corpus_holds),
		cmocka_unit_test(the_yaml_corpus_holds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
