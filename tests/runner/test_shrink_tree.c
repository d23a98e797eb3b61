/* SPDX-License-Identifier: Apache-2.0 */
/* A scenario's text as a tree: what is written when parts of it are left out or replaced. */
#include "runner/shrink/tree.h"
#include "runner/language/scenario.h"
#include "tests/kit/testing.h"

static const char source[] = "# above all\n"
			     "a: 1   # one\n"
			     "# above b\n"
			     "\n"
			     "# just above b\n"
			     "b:\n"
			     "  # above c\n"
			     "  c: [x, {y: 2}, 'z#'] # list\n"
			     "  d:   {k: v, l: [], m: {n: 1}}\n"
			     "  e: # none\n"
			     "items:\n"
			     "  - one\n"
			     "  # of two\n"
			     "  - two:  [1,2]   # behind two\n"
			     "    three: 3\n"
			     "  - [p, q]\n"
			     "# the end\n";

static struct shrink__tree tree;
static struct scn__errors errors;

static int setup(void **state)
{
	(void)state;
	memset(&errors, 0, sizeof(errors));
	return shrink__tree_init(&tree, STR(source), &errors);
}

static int teardown(void **state)
{
	(void)state;
	shrink__tree_fini(&tree);
	scn__errors_fini(&errors);
	return 0;
}

/* "b.c.1": keys and numbers. */
static struct shrink__part *part(const char *path)
{
	struct shrink__part *p = tree.root;
	char word[32];

	while (*path) {
		size_t n = strcspn(path, ".");

		(void)snprintf(word, sizeof(word), "%.*s", (int)n, path);
		p = p->node->kind == SCN_LIST ? p->items[atoi(word)] : shrink__entry(p, word);
		assert_non_null(p);
		path += n + (path[n] == '.');
	}
	return p;
}

static void unchanged_tree_writes_its_source(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	shrink__tree_write(&tree, &out);
	assert_int_equal(strncmp(out.ptr, source, strlen(source) - strlen("# the end\n")), 0);
	for (size_t i = 0; i < tree.count; i++) {
		const struct shrink__part *p = tree.parts[i];

		assert_true(shrink__is_there(p));
		assert_int_equal(p->at, p->start);
		assert_int_equal(p->at_end, p->end);
	}
	assert_null(shrink__entry(tree.root, "nothing"));
	assert_null(shrink__entry(part("items"), "a"));
	assert_null(shrink__entry(NULL, "a"));
	assert_true(
	    str_eqz(shrink__source_of(&tree, part("b.d")), "d:   {k: v, l: [], m: {n: 1}}"));
	assert_true(str_eqz(shrink__source_of(&tree, part("items.1")),
			    "two:  [1,2]   # behind two\n    three: 3"));
}

static void remaining_parts_keep_their_text(void **state)
{
	static const struct {
		const char *dropped; /* paths */
		const char *want;
	} cases[] = {
		{ "a items",
		  "# above all\n# just above b\nb:\n  # above c\n  c: [x, {y: 2}, 'z#'] # list\n"
		  "  d:   {k: v, l: [], m: {n: 1}}\n  e: # none\n" },
		{ "b", "# above all\na: 1   # one\nitems:\n  - one\n  # of two\n"
		       "  - two:  [1,2]   # behind two\n    three: 3\n  - [p, q]\n" },
		{ "a b items.0 items.1.two",
		  "# above all\nitems:\n  # of two\n  - three: 3\n  - [p, q]\n" },
		{ "a b items.1.three items.2",
		  "# above all\nitems:\n  - one\n  # of two\n  - two:  [1,2]   # behind two\n" },
		{ "a items b.c.0 b.d.l b.e",
		  "# above all\n# just above b\nb:\n  # above c\n  c: [{y: 2}, 'z#'] # "
		  "list\n  d:   {k: v, m: {n: 1}}\n" },
		{ "a items b.c b.d.k b.d.l b.d.m.n",
		  "# above all\n# just above b\nb:\n  d:   {m: {}}\n  e: # none\n" },
		{ "a items b.c b.d b.e", "# above all\n# just above b\nb: {}\n" },
		{ "a b items.0 items.1 items.2", "# above all\nitems: []\n" },
		{ "a b items.0 items.1 items.2.0", "# above all\nitems:\n  - [q]\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		char paths[128], *save = NULL;

		(void)snprintf(paths, sizeof(paths), "%s", cases[i].dropped);
		for (char *p = strtok_r(paths, " ", &save); p; p = strtok_r(NULL, " ", &save))
			part(p)->dropped = 1;
		shrink__tree_write(&tree, &out);
		if (strcmp(out.ptr, cases[i].want) != 0)
			fail_msg("without %s:\n%s", cases[i].dropped, out.ptr);
		for (size_t k = 0; k < tree.count; k++) {
			struct shrink__part *p = tree.parts[k];

			if (shrink__is_there(p))
				assert_true(p->at_end > p->at);
			else
				assert_int_equal(p->at_end, 0);
			p->dropped = 0;
		}
	}
}

/* A part with `closes` is removed with its last child; a part that was empty before stays. */
static void closing_part_is_removed_with_its_last_child(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	part("a")->dropped = part("items")->dropped = 1;
	part("b.d")->closes = part("b.d.l")->closes = part("b.d.m")->closes = true;
	part("b.d.k")->dropped = 1;
	part("b.d.m.n")->dropped = 2;
	shrink__tree_settle(&tree);
	assert_true(part("b.d.m")->gone && !part("b.d")->gone && !part("b.d.l")->gone);
	assert_false(shrink__is_there(part("b.d.m.n")));
	part("b.d.k")->dropped = part("b.d.l")->dropped = 1;
	shrink__tree_write(&tree, &out);
	assert_true(part("b.d")->gone);
	assert_string_equal(out.ptr, "# above all\n# just above b\nb:\n  # above c\n  c: [x, {y: "
				     "2}, 'z#'] # list\n  e: # none\n");
}

static void replacement_text_is_written_for_a_value(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	part("a")->text = STR("22");
	part("b")->dropped = 1;
	part("items.0")->text = STR("[]");
	part("items.1.two.1")->text = STR("5");
	part("items.1.three")->text = STR("{x: y}");
	shrink__tree_write(&tree, &out);
	assert_string_equal(out.ptr, "# above all\na: 22   # one\nitems:\n  - []\n  # of two\n"
				     "  - two:  [1, 5]   # behind two\n    three: {x: y}\n"
				     "  - [p, q]\n");
	/* The innermost node at that place. */
	assert_ptr_equal(shrink__part_at(&tree, (size_t)(strstr(out.ptr, "22") - out.ptr)),
			 part("a"));
	assert_ptr_equal(shrink__part_at(&tree, (size_t)(strstr(out.ptr, "5]") - out.ptr)),
			 part("items.1.two.1"));
	assert_ptr_equal(shrink__part_at(&tree, (size_t)(strstr(out.ptr, "q]") - out.ptr)),
			 part("items.2.1"));
	assert_ptr_equal(shrink__part_at(&tree, (size_t)(strstr(out.ptr, "]   #") - out.ptr)),
			 part("items.1.two"));
	assert_null(shrink__part_at(&tree, 0));
	assert_null(shrink__part_at(&tree, out.len));
}

/* Values that are missing, brackets around what is changed, ends of lines and of the file. */
static void values_are_replaced_in_unusual_places(void **state)
{
	static const struct {
		const char *source, *dropped, *replaced, *want;
	} cases[] = {
		{ "a:\nb: 2\n", "b", "a", "a: new\n" },
		{ "a:\nb: 2\n", "a", "b", "b: new\n" },
		{ "{a: [1, 2], b: 3} # why", "a", "b", "{b: new} # why\n" },
		{ "a: {b: {c: 1}, d: 2}   # x \n", "a.d", "", "a: {b: {c: 1}}   # x\n" },
		{ "a: 1 #x\n#y\nb: 2", "a", "", "#y\nb: 2\n" },
		{ "a: 1\n#y\nb: 2 ", "b", "", "a: 1\n" },
		{ "- 1\n- {x: [1,\n   2]}   \n- 3\n", "0", "1.x.1", "- {x: [1, new]}\n- 3\n" },
		{ "k:\n- a\n- b # c\n", "k.0", "", "k:\n- b # c\n" },
		{ "k:\n- a\n- b # c\n", "k.0 k.1", "", "k: []\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		char paths[128], *save = NULL;

		shrink__tree_fini(&tree);
		assert_int_equal(shrink__tree_init(&tree, str_of(cases[i].source), &errors), 0);
		(void)snprintf(paths, sizeof(paths), "%s", cases[i].dropped);
		for (char *p = strtok_r(paths, " ", &save); p; p = strtok_r(NULL, " ", &save))
			part(p)->dropped = 1;
		if (cases[i].replaced[0])
			part(cases[i].replaced)->text = STR("new");
		shrink__tree_write(&tree, &out);
		if (strcmp(out.ptr, cases[i].want) != 0)
			fail_msg("%s\n->\n%s", cases[i].source, out.ptr);
	}
}

static void invalid_yaml_is_refused_by_shrink(void **state)
{
	struct scn__errors e;
	struct shrink__tree t;

	(void)state;
	memset(&e, 0, sizeof(e));
	assert_int_equal(shrink__tree_init(&t, STR("a: [b\n"), &e), RELIST_EPARSE);
	shrink__tree_fini(&t);
	scn__errors_fini(&e);
	FOR_EACH_FAILING_ALLOC({
		int rc;

		memset(&e, 0, sizeof(e));
		rc = shrink__tree_init(&t, STR("a: {b: [c]}\n"), &e);
		assert_true(rc == 0 || rc == RELIST_ENOMEM);
		assert_true(rc != 0 || t.root);
		shrink__tree_fini(&t);
		scn__errors_fini(&e);
	});
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(unchanged_tree_writes_its_source),
		TEST(remaining_parts_keep_their_text),
		TEST(closing_part_is_removed_with_its_last_child),
		TEST(replacement_text_is_written_for_a_value),
		TEST(values_are_replaced_in_unusual_places),
		cmocka_unit_test(invalid_yaml_is_refused_by_shrink),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
