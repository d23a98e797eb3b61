/* SPDX-License-Identifier: Apache-2.0 */
/* Broken scenarios say what is wrong with them, where, and all at once, before anything runs. */
#include "runner/posix/files.h"
#include "runner/language/scenario.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/testing.h"

/* Byte for byte: files in other encodings are among them, which runner__read_file() refuses. */
static void read_text(const char *path, struct strbuf *out)
{
	FILE *f = fopen(path, "rb");
	char buf[4096];
	size_t n;

	assert_non_null(f);
	strbuf_clear(out);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(out, buf, n);
	(void)fclose(f);
	assert_false(out->failed);
}

/* What is printed for a file: "NAME.yaml:line:column: ...". */
static struct scn__scenario *load(const char *name, struct str text, struct strbuf *out,
				  struct scn__errors *errors)
{
	struct scn__scenario *s = scn__scenario_load(str_of(name), text, errors);

	scn__errors_print(errors, str_of(name), out);
	assert_false(errors->failed);
	assert_true((s == NULL) == (errors->error_count > 0));
	return s;
}

static void every_broken_scenario_reads_as_committed(void **state)
{
	struct runner__paths paths = { 0 };
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT, golden = STRBUF_INIT;

	(void)state;
	assert_int_equal(runner__paths_find(&paths, "tests/golden/scenario-bad", ".yaml", NULL), 0);
	assert_true(paths.len >= 100);
	for (size_t i = 0; i < paths.len; i++) {
		struct scn__errors errors = { 0 };

		read_text(paths.items[i], &text);
		strbuf_clear(&out);
		scn__scenario_free(
		    load(strrchr(paths.items[i], '/') + 1, strbuf_str(&text), &out, &errors));
		if (errors.len == 0)
			fail_msg("%s: nothing is said about it", paths.items[i]);
		for (size_t j = 0; j < errors.len; j++) {
			assert_true(errors.items[j].pos.line >= 1);
			assert_true(errors.items[j].pos.column >= 1);
			assert_null(strchr(errors.items[j].msg, '\n'));
		}
		strbuf_clear(&golden);
		strbuf_add(&golden, paths.items[i], strlen(paths.items[i]) - 5);
		strbuf_addz(&golden, ".err");
		assert_golden(golden.ptr, strbuf_str(&out));
		scn__errors_fini(&errors);
	}
	runner__paths_fini(&paths);
	strbuf_fini(&text);
	strbuf_fini(&out);
	strbuf_fini(&golden);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_broken_scenario_reads_as_committed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
