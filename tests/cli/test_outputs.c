/* SPDX-License-Identifier: Apache-2.0 */
/* What the commands say about every scenario and recorded story, whole and damaged, is what they
 * said before: the run with all its events, the story, its explanation, its page, and every
 * complaint. */
#include "base/alloc.h"
#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/damage.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/trace_kit.h"

static void add(struct fingerprints *f, const char *word, const char *command, const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT, words = STRBUF_INIT;

	strbuf_addf(&words, "%s %s", command, path);
	add_call(&text, words.ptr);
	fingerprints_add(f, word, strbuf_str(&text));
}

static void add_page(struct fingerprints *f, const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT, words = STRBUF_INIT;

	strbuf_addf(&words, "show --html DIR/page.html %s", path);
	add_call(&text, words.ptr);
	fingerprints_read("page.html", &text);
	fingerprints_add(f, "page", strbuf_str(&text));
}

/* `name` ends as what it is. */
static void add_damaged(struct fingerprints *f, const char *path, const char *name, uint64_t times)
{
	static const char *const formats[] = { "jsonl", "tap" };
	AUTO_STRBUF text = STRBUF_INIT, all = STRBUF_INIT;

	read_text(path, &text);
	for (uint64_t i = 0; i < times; i++) {
		AUTO_STRBUF other = STRBUF_INIT;

		damage(strbuf_str(&text), path, i, &other);
		fingerprints_write(name, strbuf_str(&other));
		for (size_t k = 0; k < ARRAY_LEN(formats); k++) {
			AUTO_STRBUF words = STRBUF_INIT;

			strbuf_addf(&words, "run --format %s DIR/%s", formats[k], name);
			add_call(&all, words.ptr);
		}
	}
	fingerprints_add(f, "damaged", strbuf_str(&all));
}

static struct runner__paths find(const char *folder, const char *suffix)
{
	struct runner__paths paths = { 0 };
	struct relist_err err = { 0 };

	if (runner__paths_find(&paths, folder, suffix, &err))
		fail_msg("%s", err.msg);
	return paths;
}

static void outputs_for_every_scenario_equal_the_golden_ones(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/scenarios.txt", STRBUF_INIT };
	struct runner__paths paths = find("scenarios", ".yaml");

	(void)state;
	for (size_t i = 0; i < paths.len; i++) {
		const char *path = paths.items[i];

		fingerprints_line(&f, path);
		add(&f, "run", "run --format jsonl --seeds 2", path);
		add(&f, "show", "show", path);
		add(&f, "explain", "explain", path);
		add_page(&f, path);
		add_damaged(&f, path, "story.yaml", 8);
	}
	fingerprints_end(&f);
	runner__paths_fini(&paths);
}

static void outputs_for_every_trace_equal_the_golden_ones(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/traces.txt", STRBUF_INIT };
	static const char *const folders[] = { "tests/golden/client-go-0.37",
					       "tests/golden/client-go-0.32",
					       "tests/golden/failures" };

	(void)state;
	for (size_t k = 0; k < ARRAY_LEN(folders); k++) {
		struct runner__paths paths = find(folders[k], ".jsonl");

		for (size_t i = 0; i < paths.len; i++) {
			const char *path = paths.items[i];

			fingerprints_line(&f, path);
			add(&f, "run", "run --format jsonl --seeds 2 --seed 7 --cuts random", path);
			add(&f, "explain", "explain", path);
			add_damaged(&f, path, "trace.jsonl", 2);
		}
		runner__paths_fini(&paths);
	}
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(outputs_for_every_scenario_equal_the_golden_ones),
		cmocka_unit_test(outputs_for_every_trace_equal_the_golden_ones),
	};
	int failures;

	base__alloc_init_cjson();
	fingerprints_make_folder();
	failures = cmocka_run_group_tests(tests, NULL, NULL);
	fingerprints_remove_folder();
	return failures;
}
