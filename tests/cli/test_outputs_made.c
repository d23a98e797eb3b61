/* SPDX-License-Identifier: Apache-2.0 */
/* What is made of recordings, of others' logs and of failing scenarios, whole and damaged, is what
 * was made before: recordings, scenarios, replays, their notes, and every complaint. */
#include "base/alloc.h"
#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/damage.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/trace_kit.h"

/* Secrets are hashed with a key that no two calls share, and a recording names the version. */
static void take_chance_out(struct strbuf *text)
{
	static const struct {
		const char *mark, *chance;
	} marks[] = {
		{ "redacted-", "0123456789abcdef" },
		{ "\"tool\":\"relist ", "0123456789.-abcdefghijklmnopqrstuvwxyz" },
		{ "refs: [sha256-", "0123456789abcdef" },
	};

	for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
		for (char *at = text->ptr; (at = strstr(at, marks[i].mark));) {
			at += strlen(marks[i].mark);
			memset(at, '0', strspn(at, marks[i].chance));
		}
	}
}

static void add(struct strbuf *all, const char *command, const char *name)
{
	AUTO_STRBUF words = STRBUF_INIT;

	strbuf_addf(&words, "%s DIR/%s", command, name);
	add_call(all, words.ptr);
}

struct commands {
	const char *word, *command;
	uint64_t damages;
	const char *writes; /* a file; "": the input; NULL: none */
};

/* One fingerprint of each command: of the file as it is, and of it damaged. */
static void of_file(struct fingerprints *f, const char *path, const struct commands *commands,
		    size_t count)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const char *name = strrchr(path, '/') + 1;

	fingerprints_line(f, path);
	read_text(path, &text);
	for (size_t k = 0; k < count; k++) {
		AUTO_STRBUF all = STRBUF_INIT;

		for (uint64_t i = 0; i <= commands[k].damages; i++) {
			AUTO_STRBUF other = STRBUF_INIT;

			if (i == 0)
				strbuf_adds(&other, strbuf_str(&text));
			else
				damage(strbuf_str(&text), path, i, &other);
			fingerprints_write(name, strbuf_str(&other));
			add(&all, commands[k].command, name);
			if (commands[k].writes)
				fingerprints_read(*commands[k].writes ? commands[k].writes : name,
						  &all);
		}
		take_chance_out(&all);
		fingerprints_add(f, commands[k].word, strbuf_str(&all));
	}
}

/* Every `step`-th file. */
static void of_folder(struct fingerprints *f, const char *folder, const char *suffix, size_t step,
		      const struct commands *commands, size_t count)
{
	struct runner__paths paths = { 0 };
	struct relist_err err = { 0 };

	if (runner__paths_find(&paths, folder, suffix, &err))
		fail_msg("%s", err.msg);
	for (size_t i = 0; i < paths.len; i += step)
		of_file(f, paths.items[i], commands, count);
	runner__paths_fini(&paths);
}

static void lifts_of_damaged_recordings_equal_the_golden_ones(void **state)
{
	static const struct commands commands[] = {
		{ "lift", "lift --strict", 40, NULL },
		{ "controller", "lift --controller o", 10, NULL },
		{ "ctl", "lift --controller ctl", 10, NULL },
		{ "to", "lift --to 13s --name cut", 0, NULL },
		{ "from", "lift --from 2s --user-agent o", 0, NULL },
		{ "replay", "replay", 30, NULL },
		{ "lenient", "replay --lenient --seed 3", 10, NULL },
		{ "show", "show", 5, NULL },
		{ "explain", "explain", 0, NULL },
		{ "names", "import --secrets drop --managed-fields keep", 5, NULL },
	};
	struct fingerprints f = { "tests/golden/outputs/recordings.txt", STRBUF_INIT };

	(void)state;
	of_folder(&f, "tests/recordings", ".jsonl", 1, commands, ARRAY_LEN(commands));
	of_folder(&f, "tests/golden/lift", ".jsonl", 1, commands, ARRAY_LEN(commands));
	fingerprints_end(&f);
}

/* Two files about one type stay apart: each has its own lists and watches. */
static void of_two_files(struct fingerprints *f, const char *one, const char *two)
{
	AUTO_STRBUF text = STRBUF_INIT, all = STRBUF_INIT;

	fingerprints_line(f, two);
	read_text(one, &text);
	fingerprints_write("one.json", strbuf_str(&text));
	for (uint64_t i = 0; i <= 10; i++) {
		AUTO_STRBUF other = STRBUF_INIT;

		read_text(two, &text);
		if (i == 0)
			strbuf_adds(&other, strbuf_str(&text));
		else
			damage(strbuf_str(&text), two, i, &other);
		fingerprints_write("two.json", strbuf_str(&other));
		add_call(&all, "import -k --secrets keep DIR/one.json DIR/two.json");
		add_call(&all, "import -k --secrets keep DIR/two.json DIR/one.json");
	}
	take_chance_out(&all);
	fingerprints_add(f, "both", strbuf_str(&all));
}

static void imports_of_damaged_inputs_equal_the_golden_ones(void **state)
{
	static const struct commands commands[] = {
		{ "keep", "import --secrets keep", 30, NULL },
		{ "on", "import -k --secrets drop --managed-fields keep", 30, NULL },
		{ "hash", "import -k", 5, NULL },
	};
	struct fingerprints f = { "tests/golden/outputs/imports.txt", STRBUF_INIT };

	(void)state;
	of_folder(&f, "tests/recordings/import/levels", ".log", 1, commands, ARRAY_LEN(commands));
	of_file(&f, "tests/recordings/import/orphan/audit.log", commands, ARRAY_LEN(commands));
	of_file(&f, "tests/recordings/import/orphan/configmaps-watch.json", commands,
		ARRAY_LEN(commands));
	of_file(&f, "tests/recordings/import/orphan/services-watch.json", commands,
		ARRAY_LEN(commands));
	of_file(&f, "tests/recordings/import/orphan/end.yaml", commands, ARRAY_LEN(commands));
	of_file(&f, "tests/recordings/import/pods.har", commands, ARRAY_LEN(commands));
	of_two_files(&f, "tests/recordings/import/orphan/configmaps-watch.json",
		     "tests/recordings/import/orphan/configmaps-watch.json");
	of_two_files(&f, "tests/recordings/import/orphan/configmaps-watch.json",
		     "tests/recordings/import/orphan/services-watch.json");
	of_two_files(&f, "tests/recordings/import/orphan/configmaps-watch.json",
		     "tests/recordings/import/orphan/end.yaml");
	fingerprints_end(&f);
}

static void rewrites_of_damaged_scenarios_equal_the_golden_ones(void **state)
{
	static const struct commands of_any[] = {
		{ "fmt", "fmt", 10, NULL },
		{ "update", "run --format tap --update", 30, "" },
		{ "check", "check --strict", 30, NULL },
		{ "explore", "explore --seeds 5 --format jsonl -o DIR/choices", 5, "choices" },
	};
	static const struct commands of_bugs[] = {
		{ "fmt", "fmt", 3, NULL },
		{ "update", "run --format tap --update", 5, "" },
		{ "shrink", "shrink --budget 0", 0, NULL },
	};
	struct fingerprints f = { "tests/golden/outputs/rewritten.txt", STRBUF_INIT };

	(void)state;
	of_folder(&f, "scenarios/lessons", ".yaml", 1, of_any, ARRAY_LEN(of_any));
	of_folder(&f, "tests/golden/scenario-fmt", ".yaml", 1, of_any, ARRAY_LEN(of_any));
	of_folder(&f, "scenarios/bugs", ".yaml", 3, of_bugs, ARRAY_LEN(of_bugs));
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lifts_of_damaged_recordings_equal_the_golden_ones),
		cmocka_unit_test(imports_of_damaged_inputs_equal_the_golden_ones),
		cmocka_unit_test(rewrites_of_damaged_scenarios_equal_the_golden_ones),
	};
	int failures;

	base__alloc_init_cjson();
	fingerprints_make_folder();
	failures = cmocka_run_group_tests(tests, NULL, NULL);
	fingerprints_remove_folder();
	return failures;
}
