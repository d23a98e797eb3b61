/* SPDX-License-Identifier: Apache-2.0 */
/* What is loaded of a file is all there, and at its place: scenarios with every word of the
 * language, and what is made of each of them with one thing changed. RELIST_UPDATE_GOLDEN=1
 * rewrites the committed trees and checksums; RELIST_OUTPUTS=DIR shows the texts behind these. */
#include "base/alloc.h"
#include "runner/posix/files.h"
#include "tests/kit/damage.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/scn_dump.h"
#include "tests/kit/scn_messages.h"

static const char *const names[] = { "expects", "outcomes", "steps", "world" };

static void read_named(const char *name, struct strbuf *out)
{
	AUTO_STRBUF path = STRBUF_INIT;
	struct relist_err err = { 0 };

	strbuf_addf(&path, "tests/golden/scenario-trees/%s.yaml", name);
	if (runner__read_file(path.ptr, SCN_FILE_BYTES_MAX, out, &err))
		fail_msg("%s", err.msg);
}

/* What is said, then the tree if there is one. */
static bool add_tree(struct str text, struct strbuf *out)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn_load_messages("t", text, out, &errors);
	bool loaded = s != NULL;

	if (s)
		scn_dump(s, out);
	scn__scenario_free(s);
	scn__errors_fini(&errors);
	return loaded;
}

static void scenario_trees_equal_the_golden_ones(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		AUTO_STRBUF text = STRBUF_INIT, out = STRBUF_INIT, golden = STRBUF_INIT;

		read_named(names[i], &text);
		assert_true(add_tree(strbuf_str(&text), &out));
		strbuf_addf(&golden, "tests/golden/scenario-trees/%s.tree", names[i]);
		assert_golden(golden.ptr, strbuf_str(&out));
	}
}

static void changed_scenarios_load_or_fail_as_in_the_golden_file(void **state)
{
	enum { GROUPS = 20, EACH = 30 };
	struct fingerprints f = { .path = "tests/golden/scenario-trees/damaged.txt" };
	size_t loaded = 0, refused = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		fingerprints_line(&f, names[i]);
		read_named(names[i], &text);
		for (unsigned group = 0; group < GROUPS; group++) {
			AUTO_STRBUF all = STRBUF_INIT;
			char word[16];

			for (uint64_t n = 0; n < EACH; n++) {
				AUTO_STRBUF other = STRBUF_INIT;

				damage(strbuf_str(&text), names[i], group * EACH + n, &other);
				if (add_tree(strbuf_str(&other), &all))
					loaded++;
				else
					refused++;
			}
			(void)snprintf(word, sizeof(word), "%u", group);
			fingerprints_add(&f, word, strbuf_str(&all));
		}
	}
	/* Some changed scenarios must load and some must fail. */
	assert_true(loaded > 300);
	assert_true(refused > 300);
	fingerprints_end(&f);
}

/* Without memory there is no scenario, and nothing that is left out of one. */
static void load_with_little_memory(struct str text, struct str whole)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("t"), text, &errors);
	long left = base__alloc_fail_after;

	base__alloc_fail_after = -1;
	assert_true((s == NULL) == (errors.failed || errors.error_count > 0));
	if (s) {
		AUTO_STRBUF out = STRBUF_INIT;

		scn__errors_print(&errors, STR("t"), &out);
		scn_dump(s, &out);
		assert_true(str_eq(strbuf_str(&out), whole));
	}
	scn__scenario_free(s);
	scn__errors_fini(&errors);
	base__alloc_fail_after = left;
}

static void tree_load_survives_every_failing_allocation(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		AUTO_STRBUF text = STRBUF_INIT, whole = STRBUF_INIT;

		read_named(names[i], &text);
		assert_true(add_tree(strbuf_str(&text), &whole));
		FOR_EACH_FAILING_ALLOC(
		    load_with_little_memory(strbuf_str(&text), strbuf_str(&whole)));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scenario_trees_equal_the_golden_ones),
		cmocka_unit_test(changed_scenarios_load_or_fail_as_in_the_golden_file),
		cmocka_unit_test(tree_load_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
