/* SPDX-License-Identifier: Apache-2.0 */
/* Replays the corpora of the informer's fuzzers, so that what they once found stays found. */
#include "tests/testing.h"

#include <dirent.h>

#define LLVMFuzzerTestOneInput fuzz_framer
#define digest		       framer_digest
#define add		       framer_add
#define run		       framer_run
#include "tests/fuzz/fuzz_framer.c"
#undef LLVMFuzzerTestOneInput
#undef digest
#undef add
#undef run
#define LLVMFuzzerTestOneInput fuzz_decoder
#include "tests/fuzz/fuzz_decoder.c"

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
		/* The first byte chooses the cuts: all of them. */
		for (int cut = 0; n && cut < 16; cut++) {
			bytes[0] = (uint8_t)cut;
			assert_int_equal(target(bytes, n), 0);
		}
		files++;
	}
	(void)closedir(d);
	assert_true(files > 0);
}

static void the_framers_corpus_holds(void **state)
{
	(void)state;
	replay("tests/fuzz/corpus/framer", fuzz_framer);
}

static void the_decoders_corpus_holds(void **state)
{
	(void)state;
	replay("tests/fuzz/corpus/decoder", fuzz_decoder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_framers_corpus_holds),
		cmocka_unit_test(the_decoders_corpus_holds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
