/* SPDX-License-Identifier: Apache-2.0 */
/* Replays the corpus of the trace fuzzer, and the same with bytes changed by a seed. */
#include "tests/trace_kit.h"

#include "base/choice.h"
#include "tests/fuzz/fuzz_trace.c"

enum { MUTATIONS = 60 };

static void with_bytes_changed(struct strbuf *text, uint64_t seed)
{
	for (int k = 0; k < MUTATIONS; k++) {
		size_t at = splitmix64(&seed) % text->len;
		char old = text->ptr[at];

		text->ptr[at] = (char)splitmix64(&seed);
		assert_int_equal(LLVMFuzzerTestOneInput((const uint8_t *)text->ptr, text->len), 0);
		text->ptr[at] = old;
	}
}

static void the_traces_corpus_holds(void **state)
{
	struct runner__paths paths = { 0 };
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	/* An empty suffix means every file. */
	assert_int_equal(runner__paths_find(&paths, "tests/fuzz/corpus/trace", "", NULL), 0);
	assert_true(paths.len >= 10);
	for (size_t i = 0; i < paths.len; i++) {
		read_text(paths.items[i], &text);
		assert_int_equal(LLVMFuzzerTestOneInput((const uint8_t *)text.ptr, text.len), 0);
		with_bytes_changed(&text, i);
	}
	runner__paths_fini(&paths);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_traces_corpus_holds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
