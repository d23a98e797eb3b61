/* SPDX-License-Identifier: Apache-2.0 */
/* replay.c - runs one fuzz target over its committed corpus, so that `make test` does it with every
 * compiler and sanitizer. The Makefile links it with each fuzz_NAME.c as replay_NAME. */
#include "tests/kit/testing.h"

#include <dirent.h>

#include "base/choice.h"
#include "base/str.h"

enum { MUTATIONS = 60 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *target;

static void read_file(const char *path, struct strbuf *out)
{
	char buf[8192];
	FILE *f = fopen(path, "rb");
	size_t n;

	assert_non_null(f);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(out, buf, n);
	assert_int_equal(fclose(f), 0);
	assert_false(out->failed);
}

/* In memory of just its size, so that ASan sees a read beyond the end; then with bytes changed. */
static void run(const struct strbuf *text, uint64_t seed)
{
	uint8_t *bytes = base__malloc(text->len + 1);

	assert_non_null(bytes);
	memcpy(bytes + 1, text->ptr, text->len);
	assert_int_equal(LLVMFuzzerTestOneInput(bytes + 1, text->len), 0);
	for (int k = 0; k < MUTATIONS && text->len > 0; k++) {
		size_t at = 1 + splitmix64(&seed) % text->len;
		uint8_t old = bytes[at];

		bytes[at] = (uint8_t)splitmix64(&seed);
		assert_int_equal(LLVMFuzzerTestOneInput(bytes + 1, text->len), 0);
		bytes[at] = old;
	}
	base__free(bytes);
}

static void fuzz_corpus_runs_without_a_crash(void **state)
{
	char folder[256], path[600];
	size_t files = 0;
	DIR *d;

	(void)state;
	(void)snprintf(folder, sizeof(folder), "tests/fuzz/corpus/%s", target);
	d = opendir(folder);
	if (!d)
		fail_msg("%s: a fuzz target needs a corpus", folder);
	for (struct dirent *e; (e = readdir(d));) {
		AUTO_STRBUF text = STRBUF_INIT;

		if (e->d_name[0] == '.')
			continue;
		(void)snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		read_file(path, &text);
		run(&text, files++);
	}
	(void)closedir(d);
	assert_true(files > 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fuzz_corpus_runs_without_a_crash),
	};
	const char *name = strstr(argv[0], "replay_");

	(void)argc;
	assert_non_null(name);
	target = name + strlen("replay_");
	return cmocka_run_group_tests_name(argv[0], tests, NULL, NULL);
}
