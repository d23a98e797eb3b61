/* SPDX-License-Identifier: Apache-2.0 */
/* The manual, the schema and the help come from the parser's tables, and every example in them is
 * a step that the parser takes. */
#include <cjson/cJSON.h>

#include "runner/posix/files.h"
#include "runner/manual/doc.h"
#include "runner/language/table.h"
#include "runner/tbl/concepts.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/testing.h"

static void read_text(const char *path, struct strbuf *out)
{
	struct relist_err err = { 0 };

	if (runner__read_file(path, SCN_FILE_BYTES_MAX, out, &err))
		fail_msg("%s", err.msg);
}

static void committed_manual_matches_the_tables(void **state)
{
	static const char mark[] = "written by hand. -->\n\n";
	struct strbuf page = STRBUF_INIT, tables = STRBUF_INIT;
	const char *at;

	(void)state;
	read_text("docs/scenario-language.md", &page);
	scn__doc_markdown(&tables);
	at = strstr(page.ptr, mark);
	assert_non_null(at);
	assert_string_equal(at + strlen(mark), tables.ptr); /* else: make docs */
	strbuf_clear(&tables);
	scn__doc_schema(&tables);
	assert_golden("docs/scenario.schema.json", strbuf_str(&tables));
	strbuf_fini(&page);
	strbuf_fini(&tables);
}

/* `make install` makes the manual page; it is not committed, since it has the text of the page
 * above. */
static void manual_page_has_a_section_for_each_verb_of_the_page(void **state)
{
	struct strbuf page = STRBUF_INIT, man = STRBUF_INIT;
	size_t verbs = 0;

	(void)state;
	scn__doc_markdown(&page);
	scn__doc_man(&man);
	assert_non_null(strstr(man.ptr, "\n.TH RELIST-SCENARIO 5 "));
	for (const char *at = page.ptr; (at = strstr(at, "\n#### ")); verbs++) {
		AUTO_STRBUF section = STRBUF_INIT;

		at += 6;
		strbuf_addz(&section, "\n.SS ");
		for (; *at != '\n'; at++) {
			if (*at == '-')
				strbuf_addc(&section, '\\');
			strbuf_addc(&section, *at);
		}
		strbuf_addc(&section, '\n');
		if (!strstr(man.ptr, section.ptr))
			fail_msg("the manual page lacks%s", section.ptr);
	}
	assert_true(verbs > 30);
	strbuf_fini(&page);
	strbuf_fini(&man);
}

/* A world in which every example of the tables can be played. */
static const char world[] = "scenario: example\n"
			    "world:\n"
			    "  server: {rv: 1, backends: [A, B]}\n"
			    "  types: {pods: v1/pods, pvcs: v1/persistentvolumeclaims,\n"
			    "          zks: zookeeper.pravega.io/v1beta1/zookeeperclusters}\n"
			    "  objects: {pod: {spec: {nodeName: n1}}}\n"
			    "  informers:\n"
			    "    pods: {indexes: {by-node: spec.nodeName}, handlers: {h1: {}}}\n"
			    "    zks: {handlers: {zk: {enqueue: key}}}\n"
			    "  controllers:\n"
			    "    zk: {reconcile: stock/reap-or-ensure,\n"
			    "         children: {type: pvcs, name: 'data-{name}-0'}}\n"
			    "steps:\n";

/* Its clients share a connection to one backend. */
static const char http2_world[] = "scenario: example\n"
				  "world:\n"
				  "  server: {http2: true}\n"
				  "  types: {pods: v1/pods}\n"
				  "  informers: {pods: {handlers: {h1: {}}}}\n"
				  "steps:\n";

static void load_story(const struct strbuf *story, const char *what)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(str_of(what), strbuf_str(story), &errors);

	for (size_t i = 0; i < errors.len; i++)
		if (!errors.items[i].warning)
			fail_msg("%s:%u:%u: %s\n%s", what, errors.items[i].pos.line,
				 errors.items[i].pos.column, errors.items[i].msg, story->ptr);
	assert_non_null(s);
	scn__scenario_free(s);
	scn__errors_fini(&errors);
}

static const char *before(size_t verb)
{
	static const struct {
		enum scn__step_kind kind;
		const char *steps;
	} needs[] = {
		{ SCN_CREATE, "" },
		{ SCN_ACCEPT, "  - create: [pods/default/a, pods/default/b]\n  - refuse: all\n" },
		{ SCN_THAW, "  - freeze: B\n" },
		{ SCN_START, "  - settle\n" },
		{ SCN_RELEASE, "  - start: all\n  - hold: handler/h1\n" },
		{ SCN_RESTART, "  - start: all\n  - crash: zk\n" },
		{ SCN_REWIND, "  - create: {'pods/default/p-{n}': pod, times: 20}\n" },
	};

	for (size_t i = 0; i < ARRAY_LEN(needs); i++)
		if (needs[i].kind == (enum scn__step_kind)verb)
			return needs[i].steps;
	return "  - start: all\n  - create: [pods/default/a, pods/default/b]\n";
}

static void every_documented_example_loads(void **state)
{
	struct strbuf story = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		strbuf_clear(&story);
		strbuf_addf(&story, "%s%s  - %s\n", i == SCN_HTTP2 ? http2_world : world, before(i),
			    scn__verb_docs[i].example);
		load_story(&story, scn__verb_docs[i].word);
	}
	for (size_t i = 0; i < scn__section_doc_count; i++) {
		strbuf_clear(&story);
		strbuf_addf(&story,
			    "%s  - start: all\n  - create: {'pods/default/p-{n}': pod, times: 20}\n"
			    "  - create: [pods/default/a, pods/default/b]\n"
			    "  - advance: 30s\n  - snapshot: warm\n  - expect: {%s}\n",
			    world, scn__section_docs[i].example);
		load_story(&story, scn__section_docs[i].word);
	}
	strbuf_fini(&story);
}

static void explain_finds_every_word_of_the_tables(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < scn__verb_doc_count; i++) {
		strbuf_clear(&text);
		assert_true(scn__explain(str_of(scn__verb_docs[i].word), &text));
		assert_non_null(strstr(text.ptr, scn__verb_docs[i].example));
	}
	for (size_t i = 0; i < scn__section_doc_count; i++)
		assert_true(scn__explain(str_of(scn__section_docs[i].word), &text));
	for (size_t i = 0; i < scn__oracle_doc_count; i++)
		assert_true(scn__explain(str_of(scn__oracle_docs[i].word), &text));
	assert_true(scn__explain(STR("informers"), &text));
	assert_true(scn__explain(STR("informer"), &text));
	assert_true(scn__explain(STR("file"), &text));
	strbuf_clear(&text);
	assert_false(scn__explain(STR("disconect"), &text));
	assert_string_equal(text.ptr, "disconnect");
	strbuf_clear(&text);
	assert_false(scn__explain(STR("zzzzzz"), &text));
	assert_string_equal(text.ptr, "");
	strbuf_fini(&text);
}

/* The list without a word must name all words. */
static void explain_list_names_every_verb_and_oracle(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	scn__explain_all(&text);
	for (size_t i = 0; i < scn__verb_doc_count; i++)
		assert_non_null(strstr(text.ptr, scn__verb_docs[i].word));
	for (size_t i = 0; i < scn__oracle_doc_count; i++)
		assert_non_null(strstr(text.ptr, scn__oracle_docs[i].word));
	strbuf_fini(&text);
}

static void json_schema_is_valid_and_has_every_verb(void **state)
{
	struct strbuf text = STRBUF_INIT;
	cJSON *schema, *step, *verbs;

	(void)state;
	base__alloc_init_cjson();
	scn__doc_schema(&text);
	schema = cJSON_Parse(text.ptr);
	assert_non_null(schema);
	step = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(schema, "$defs"),
						"step");
	verbs = cJSON_GetObjectItemCaseSensitive(
	    cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(step, "anyOf"), 1), "properties");
	assert_non_null(verbs);
	for (size_t i = 0; i < scn__verb_doc_count; i++)
		assert_non_null(cJSON_GetObjectItemCaseSensitive(verbs, scn__verb_docs[i].word));
	cJSON_Delete(schema);
	strbuf_fini(&text);
}

static void explained_concepts_name_existing_scenarios(void **state)
{
	static const struct {
		const char *word, *also, *text, *scenarios;
	} concepts[] = {
#define X(word, also, text, scenarios) { word, also, text, scenarios },
		RUNNER_CONCEPTS(X)
#undef X
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(concepts); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		const char *p = concepts[i].scenarios;

		assert_true(scn__explain(str_of(concepts[i].word), &out));
		while (*p) {
			AUTO_STRBUF text = STRBUF_INIT;
			AUTO_STRBUF path = STRBUF_INIT;
			size_t len = strcspn(p, "|");

			strbuf_addf(&path, "scenarios/%.*s.yaml", (int)len, p);
			assert_non_null(strstr(out.ptr, path.ptr));
			read_text(path.ptr, &text);
			p += len + (p[len] ? 1 : 0);
		}
	}
}

static void explain_finds_concepts_outside_the_tables(void **state)
{
	static const struct {
		const char *topic, *says;
	} topics[] = {
		{ "steps", "  disconnect " },
		{ "the file", "  informers.NAME " },
		{ "file", "  informers.NAME " },
		{ "HasSynced", "all of the first list" },
		{ "410", "list again" },
		{ "bookmark", "example:" },
		{ "watchlist", "KEP-3157" },
		{ "DeletedFinalStateUnknown", "tombstone" },
		{ "oracle", "no-time-travel" },
		{ "concepts", "tombstone, " },
		{ "RealFIFO", "in the order in which they came" },
		{ "stale", "resourceVersion=0" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(topics); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		if (!scn__explain(str_of(topics[i].topic), &out) ||
		    !strstr(out.ptr, topics[i].says))
			fail_msg("%s: %s", topics[i].topic, out.len ? out.ptr : "unknown");
	}
}

/* Every word that completion offers has an explanation. */
static void explain_finds_every_suggested_word(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/explained-words.txt", STRBUF_INIT };
	AUTO_STRBUF words = STRBUF_INIT;
	size_t count = 0;

	(void)state;
	scn__explain_words(&words);
	for (const char *p = words.ptr; *p;) {
		AUTO_STRBUF out = STRBUF_INIT, word = STRBUF_INIT;
		size_t len = strcspn(p, " ");

		if (!scn__explain((struct str) { p, len }, &out))
			fail_msg("%.*s is not explained", (int)len, p);
		strbuf_add(&word, p, len);
		fingerprints_line(&f, word.ptr);
		fingerprints_add(&f, "explained", strbuf_str(&out));
		count++;
		p += len + (p[len] == ' ');
	}
	assert_true(count > 100);
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(committed_manual_matches_the_tables),
		cmocka_unit_test(manual_page_has_a_section_for_each_verb_of_the_page),
		cmocka_unit_test(every_documented_example_loads),
		cmocka_unit_test(explain_finds_every_word_of_the_tables),
		cmocka_unit_test(explain_list_names_every_verb_and_oracle),
		cmocka_unit_test(json_schema_is_valid_and_has_every_verb),
		cmocka_unit_test(explained_concepts_name_existing_scenarios),
		cmocka_unit_test(explain_finds_concepts_outside_the_tables),
		cmocka_unit_test(explain_finds_every_suggested_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
