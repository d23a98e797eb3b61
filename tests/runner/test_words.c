/* SPDX-License-Identifier: Apache-2.0 */
/* What happened, in words: runner/tbl/event_words.h beside base/tbl/trace_events.h, and paragraphs.
 */
#include "runner/report/words.h"
#include "tests/kit/testing.h"

/* A new kind of event needs words before it can be printed. */
static void every_trace_kind_has_a_sentence(void **state)
{
	(void)state;
	for (int k = 0; k < TRACE_KIND_COUNT; k++) {
		struct trace_event ev = { .kind = (enum trace_kind)k };
		size_t row = runner__word_row_of(&ev);
		char kind[64];

		(void)snprintf(kind, sizeof(kind), "%s.%s", trace_kind_group(ev.kind),
			       trace_kind_word(ev.kind));
		if (strcmp(runner__word_row_kind(row), kind) != 0)
			fail_msg("runner/tbl/event_words.h has no row for %s", kind);
	}
}

static void each_reason_names_a_file_of_client_go(void **state)
{
	(void)state;
	for (size_t i = 0; i < runner__word_row_count(); i++) {
		const struct runner__word_row *row = runner__word_row(i);

		if (row->name || strncmp(runner__word_row_kind(i), "sim.", 4) == 0)
			continue;
		if (!strstr(row->why, ".go: "))
			fail_msg("%s: its reason names no file and function: %s",
				 runner__word_row_kind(i), row->why);
	}
}

static void every_note_group_has_a_sentence(void **state)
{
	static const char *const groups[] = { "model",	"write", "wire",  "cache", "notify",
					      "oracle", "log",	 "crash", "step" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(groups); i++) {
		const struct runner__word_row *row =
		    runner__word_row(runner__word_row_of_note(groups[i]));

		assert_int_equal(strncmp(row->name, groups[i], strlen(groups[i])), 0);
		assert_true(*row->sentence);
	}
}

static void sentence_depends_on_the_event_fields(void **state)
{
	static const struct {
		enum trace_kind kind;
		int64_t n;
		const char *text, *sentence;
	} rows[] = {
		{ TRACE_WIRE_REQUEST, 0, "limit=500&resourceVersion=0", "at any version" },
		{ TRACE_WIRE_REQUEST, 0, "limit=500&resourceVersion=7",
		  "not older than version 7" },
		{ TRACE_WIRE_REQUEST, 0, "limit=500", "in the newest version" },
		{ TRACE_WIRE_REQUEST, 0, "continue=x&limit=500", "next page" },
		{ TRACE_WIRE_REQUEST, 0, "resourceVersion=12&watch=true", "from version 12 on" },
		{ TRACE_WIRE_REQUEST, 0, "sendInitialEvents=true&watch=true", "whole state first" },
		{ TRACE_WIRE_RESPONSE, 410, "", "no longer has" },
		{ TRACE_WIRE_RESPONSE, 429, "", "too many requests" },
		{ TRACE_WIRE_RESPONSE, 500, "", "status 500" },
		{ TRACE_WIRE_RESPONSE, 200, "", "has status 200" },
		{ TRACE_WIRE_END, 0, "reset", "is cut off (reset)" },
		{ TRACE_WIRE_END, 0, "clean", "ends in order" },
		{ TRACE_WIRE_EVENT, 9, "BOOKMARK", "a bookmark" },
		{ TRACE_NOTIFY_ADD, 1, "5", "part of the first state" },
		{ TRACE_NOTIFY_UPDATE, 0, "5->5", "from a version to itself" },
		{ TRACE_NOTIFY_UPDATE, 0, "5->6", "5->6" },
		{ TRACE_NOTIFY_DELETE, 1, "5", "with a tombstone" },
		{ TRACE_QUEUE_REPLACE, 1, "5", "1 object at version 5" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct trace_event ev = { .kind = rows[i].kind,
					  .n = rows[i].n,
					  .who = STR("pods"),
					  .key = STR("default/a"),
					  .text = str_of(rows[i].text) };
		struct runner__words w;

		runner__words_init(&w);
		(void)runner__words_trace(&w, &ev, 0, 0);
		runner__words_end(&w);
		assert_int_equal(w.len, 1);
		if (!strstr(w.items[0].what.ptr, rows[i].sentence))
			fail_msg("wrote \"%s\", not \"%s\"", w.items[0].what.ptr, rows[i].sentence);
		runner__words_fini(&w);
	}
}

static void verb_of_a_request_is_that_of_its_method_query_and_path(void **state)
{
	static const struct {
		const char *who, *path, *query, *verb;
	} rows[] = {
		{ "", "/api/v1/pods", "limit=500", "LIST" },
		{ "", "/api/v1/pods", "watch=true", "WATCH" },
		{ "", "/api/v1/namespaces/d/pods", "", "LIST" },
		{ "", "/api/v1/namespaces", "", "LIST" },
		{ "", "/api/v1/namespaces/d", "", "GET" },
		{ "", "/api/v1/namespaces/d/pods/a", "", "GET" },
		{ "", "/apis/acme.io/v1/namespaces/d/pools", "", "LIST" },
		{ "", "/apis/acme.io/v1/namespaces/d/pools/a/status", "", "GET" },
		{ "", "/apis/acme.io/v1/things/x", "", "GET" },
		{ "", "/apis", "", "GET" },
		{ "", "/version", "", "GET" },
		{ "PUT", "/apis/acme.io/v1/namespaces/d/pools/a", "", "PUT" },
		{ "POST", "/api/v1/namespaces/d/pods", "", "POST" },
		{ "DELETE", "/api/v1/namespaces/d/pods", "", "DELETE" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_string_equal(runner__request_verb(
					&(struct trace_event) { .kind = TRACE_WIRE_REQUEST,
								.who = str_of(rows[i].who),
								.key = str_of(rows[i].path),
								.text = str_of(rows[i].query) }),
				    rows[i].verb);
}

static void reason_appears_once_and_equal_lines_are_counted(void **state)
{
	struct trace_event ev = { .kind = TRACE_STORE_SET,
				  .who = STR("pods"),
				  .key = STR("default/a") };
	const struct runner__paragraph *first, *second;
	struct runner__words w;

	(void)state;
	runner__words_init(&w);
	for (int i = 0; i < 50; i++)
		(void)runner__words_trace(&w, &ev, 0, 0);
	(void)runner__words_trace(&w, &ev, 0, 1);
	runner__words_end(&w);
	assert_int_equal(w.len, 2);
	first = runner__words_of(&w, 0);
	second = runner__words_of(&w, 1);
	assert_non_null(strstr(first->what.ptr, "47 more of the kind store.set."));
	assert_non_null(strstr(first->why.ptr, "thread_safe_store.go"));
	assert_int_equal(second->why.len, 0);
	assert_null(runner__words_of(&w, 2));
	runner__words_fini(&w);
}

static void long_and_hostile_strings_stay_short_text(void **state)
{
	static char big[1 << 20];
	struct trace_event ev = { .kind = TRACE_STORE_SET,
				  .who = STR("pods\n\x1b[31m"),
				  .key = { big, sizeof(big) } };
	struct runner__words w;

	(void)state;
	memset(big, 'x', sizeof(big));
	runner__words_init(&w);
	(void)runner__words_trace(&w, &ev, 0, 0);
	runner__words_end(&w);
	assert_true(w.items[0].what.len < 500);
	assert_null(memchr(w.items[0].what.ptr, '\x1b', w.items[0].what.len));
	assert_null(memchr(w.items[0].what.ptr, '\n', w.items[0].what.len));
	runner__words_fini(&w);
}

/* Events without a step: a paragraph ends after a while without events. */
static void pause_ends_a_paragraph_without_steps(void **state)
{
	struct trace_event ev = { .kind = TRACE_STORE_SET };
	struct runner__words w;

	(void)state;
	runner__words_init(&w);
	(void)runner__words_trace(&w, &ev, 0, -1);
	(void)runner__words_trace(&w, &ev, 1000, -1);
	(void)runner__words_trace(&w, &ev, INT64_C(2000000000), -1);
	runner__words_end(&w);
	assert_int_equal(w.len, 2);
	assert_int_equal(w.items[1].at_ns, INT64_C(2000000000));
	runner__words_fini(&w);
}

static void tell_forty_steps(void)
{
	struct trace_event ev = { .kind = TRACE_STORE_SET, .key = STR("default/a") };
	struct runner__words w;

	runner__words_init(&w);
	for (int step = 0; step < 40; step++)
		(void)runner__words_trace(&w, &ev, 0, step);
	runner__words_end(&w);
	if (!w.failed)
		assert_int_equal(w.len, 40);
	runner__words_fini(&w);
}

static void page_words_survive_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(tell_forty_steps());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_trace_kind_has_a_sentence),
		cmocka_unit_test(each_reason_names_a_file_of_client_go),
		cmocka_unit_test(every_note_group_has_a_sentence),
		cmocka_unit_test(sentence_depends_on_the_event_fields),
		cmocka_unit_test(verb_of_a_request_is_that_of_its_method_query_and_path),
		cmocka_unit_test(reason_appears_once_and_equal_lines_are_counted),
		cmocka_unit_test(long_and_hostile_strings_stay_short_text),
		cmocka_unit_test(pause_ends_a_paragraph_without_steps),
		cmocka_unit_test(page_words_survive_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
