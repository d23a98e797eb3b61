/* SPDX-License-Identifier: Apache-2.0 */
/* What a run's facts are called, and how the matrix is written down. */
#include "tests/kit/testing.h"

#include "base/json_scan.h"
#include "runner/conform/conform.h"
#include "tests/kit/golden_text.h"

/* What a right run shows. */
static const struct scn__facts well = { .ran = true,
					.recovered = true,
					.synced = true,
					.has_notified = true,
					.has_cache = true,
					.recovery_s = 1.25,
					.limit_s = 45,
					.requests = "W(rv=5)→410 L(rv=5) W(rv=9)" };

static struct conform__row row = { "3", "a title", "x.yaml", false, false };

static struct conform__cell judged(struct scn__facts f)
{
	struct conform__cell c = { .facts = f };

	conform__judge(&c, &row, NULL);
	return c;
}

#define CASE(change, sign_, rule_, why_)                                                           \
	do {                                                                                       \
		struct scn__facts f = well;                                                        \
		struct conform__cell c;                                                            \
                                                                                                   \
		change;                                                                            \
		c = judged(f);                                                                     \
		assert_string_equal(c.rule, rule_);                                                \
		assert_int_equal(c.sign, CONFORM_##sign_);                                         \
		assert_string_equal(c.why, why_);                                                  \
	} while (0)

static void each_rule_matches_its_facts(void **state)
{
	(void)state;
	CASE((void)f, RIGHT, "ALL_WELL", "");
	CASE(f.recovered = f.synced = false, DEAD, "NEVER_SYNCED", "never syncs (45 s)");
	CASE(f.recovered = false; (void)strcpy(f.missing, "default/c"), DEAD, "NEVER_RECOVERED",
				  "never recovers (45 s); missing default/c");
	CASE(f.recovered = false; f.ended = true; (void)strcpy(f.fate, "exited with status 3"),
						  DEAD, "ENDED", "it ended: exited with status 3");
	CASE(f.ghost_cached = f.delete_not_notified = true, LOST, "GHOST",
	     "delete lost, the cache keeps it");
	CASE(f.delete_not_notified = true;
	     f.has_cache = false, LOST, "NO_DELETE", "delete lost (no cache)");
	CASE(f.delete_not_notified = true, CATCH, "SILENT_DELETE",
	     "delete not notified (cache right)");
	CASE(f.unlike_notified = true, CATCH, "TOLD_OTHERWISE", "notifications differ from cache");
	CASE(f.storm = true; f.rate = 8.1, HOT, "SPINS", "8.1 req/s");
	CASE(f.storm = true; f.rate = 7.9, RIGHT, "ALL_WELL", "7.9 req/s");
	CASE(f.rate = 900, HOT, "SPINS", "900 req/s");
	CASE(f.retry_after_s = 3; f.waited_s = 1, CATCH, "IMPATIENT", "waits 1.0 s of 3");
	CASE(f.retry_after_s = 3; f.waited_s = 2.9, RIGHT, "ALL_WELL", "waits 2.9 s of 3");
	CASE(f.retry_after_s = 3; f.waited_s = 1; f.storm = true, RIGHT, "ALL_WELL", "0.0 req/s");
	CASE(f.ran = false, NOT_RUN, "SKIPPED", "it could not be started");
}

static void row_flags_change_the_verdict(void **state)
{
	(void)state;
	row.bookmarks = true;
	CASE(f.old_rv_gone = true, CATCH, "NO_BOOKMARKS", "no bookmarks, old RV → 410");
	CASE(f.requests_bookmarks = true, RIGHT, "ALL_WELL",
	     "requests bookmarks, resumes at the bookmark");
	row.bookmarks = false;
	row.non_conformant = true;
	CASE(f.recovered = false, CATCH, "PARTIAL_SERVER", "never recovers (45 s)");
	row.non_conformant = false;
}

static void row_ids_come_from_file_names(void **state)
{
	static const struct {
		const char *path, *id;
	} cases[] = { { "scenarios/conformance/05b-500.yaml", "5b" },
		      { "x2-watch-list.yaml", "X2" },
		      { "a/h1.yaml", "H1" },
		      { "12-401.yaml", "12" } };
	struct conform__row r;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		conform__row_name(&r, cases[i].path, STR("RV 3.1 goes back. And more."));
		assert_string_equal(r.id, cases[i].id);
		assert_string_equal(r.title, "RV 3.1 goes back");
		assert_string_equal(r.path, cases[i].path);
	}
}

/* --- reports --- */

static const struct conform__row rows[] = { { "1", "one | <two>", "01.yaml", false, false },
					    { "H1", "a storm", "h1.yaml", false, false } };
static const char *const subjects[] = { "c", "<script>alert(1)</script>" };
static struct conform__cell cells[4];
static struct conform__matrix matrix = { rows, 2, subjects, 2, cells, "2026-11-22", false };

static int fill(void **state)
{
	struct scn__facts bad = well;

	(void)state;
	bad.recovered = false;
	(void)strcpy(bad.missing, "default/<b>&\"'");
	cells[0] = judged(well);
	cells[1] = judged(bad);
	cells[2] = judged(well);
	cells[3] = (struct conform__cell) { .sign = CONFORM_RIGHT };
	conform__judge(&cells[3], &row, "needs TLS");
	return 0;
}

/* A cell of every sign, with and without a cache, notifications, an error, requests. */
static void matrix_reports_equal_the_golden_ones(void **state)
{
	static const struct conform__row all[] = {
		{ "1", "a title that is so long that it has to be cut–– it is", "01.yaml", false,
		  false },
		{ "H1", "a storm", "h1.yaml", false, false },
		{ "12", "nothing | special", "12.yaml", false, false },
	};
	static const char *const names[] = { "c", "ein längeres" };
	static struct conform__cell six[6];
	static struct conform__matrix m = { all, 3, names, 2, six, "2026-11-22", false };
	struct scn__facts f = well;
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF markdown = STRBUF_INIT;
	AUTO_STRBUF html = STRBUF_INIT;
	AUTO_STRBUF json = STRBUF_INIT;

	(void)state;
	f.notifications = 7;
	f.adds_again = 2;
	f.errors = 3;
	f.request_count = 12;
	six[0] = judged(f);
	f.recovered = false;
	(void)strcpy(f.last_error, "410 <Gone>");
	(void)strcpy(f.fate, "exited with status 3");
	f.has_notified = f.has_cache = false;
	six[1] = judged(f);
	f = well;
	f.delete_not_notified = true;
	six[2] = judged(f);
	f.has_cache = false;
	f.requests[0] = 0;
	six[3] = judged(f);
	f = well;
	f.has_notified = false;
	f.rate = 12.34;
	six[4] = judged(f);
	conform__judge(&six[5], &row, "needs TLS");
	conform__text(&m, &text);
	assert_golden("tests/golden/conform/matrix.txt", strbuf_str(&text));
	conform__markdown(&m, &markdown);
	assert_golden("tests/golden/conform/matrix.md", strbuf_str(&markdown));
	conform__html(&m, &html);
	assert_golden("tests/golden/conform/matrix.html", strbuf_str(&html));
	conform__json(&m, &json);
	assert_golden("tests/golden/conform/matrix.json", strbuf_str(&json));
	m.ascii = true;
	strbuf_clear(&text);
	conform__text(&m, &text);
	assert_golden("tests/golden/conform/matrix-ascii.txt", strbuf_str(&text));
	m.ascii = false;
	m.date = NULL;
	strbuf_clear(&markdown);
	strbuf_clear(&html);
	strbuf_clear(&json);
	conform__markdown(&m, &markdown);
	assert_int_equal(strncmp(markdown.ptr, "✅", 3), 0);
	conform__html(&m, &html);
	assert_null(strstr(html.ptr, "Measured"));
	conform__json(&m, &json);
	assert_int_equal(strncmp(json.ptr, "{\"version\":1,\"situations\":[", 27), 0);
}

static void text_report_shows_signs_times_and_failures(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	conform__text(&matrix, &out);
	assert_non_null(strstr(out.ptr, "\n1    one | <two>"));
	assert_non_null(strstr(out.ptr, "✅ 1.2 s"));
	assert_non_null(strstr(out.ptr,
			       "☠ 1 <script>alert(1)</script>: never recovers (45 s); missing "
			       "default/<b>&\"'\n     W(rv=5)→410 L(rv=5) W(rv=9)\n"));
	assert_non_null(strstr(out.ptr, "· H1 <script>alert(1)</script>: needs TLS\n"));
	assert_non_null(strstr(out.ptr, "\n2 right, 1 never-recovers, 1 not-run\n"));
}

static void html_and_markdown_escape_foreign_text(void **state)
{
	AUTO_STRBUF html = STRBUF_INIT;
	AUTO_STRBUF markdown = STRBUF_INIT;

	(void)state;
	conform__html(&matrix, &html);
	assert_null(strstr(html.ptr, "<script"));
	assert_null(strstr(html.ptr, "http:"));
	assert_null(strstr(html.ptr, "https:"));
	assert_non_null(strstr(html.ptr, "&lt;script&gt;alert(1)&lt;/script&gt;"));
	assert_non_null(strstr(html.ptr, "missing default/&lt;b&gt;&amp;&quot;&#39;"));
	conform__markdown(&matrix, &markdown);
	assert_null(strstr(markdown.ptr, "one | <two>"));
	assert_non_null(strstr(markdown.ptr, "| 1 | one \\| \\<two\\> | ✅ | ☠ |\n"));
	assert_non_null(strstr(markdown.ptr, "✅ 1.2 s — `W(rv=5)→410 L(rv=5) W(rv=9)` |"));
}

static void json_report_serves_as_a_baseline(void **state)
{
	AUTO_STRBUF json = STRBUF_INIT;
	AUTO_STRBUF differences = STRBUF_INIT;
	struct scn__facts hot = well;
	json_t all;

	(void)state;
	conform__json(&matrix, &json);
	assert_true(json_valid(strbuf_str(&json), &all, NULL));
	assert_int_equal(conform__compare(&matrix, strbuf_str(&json), &differences), 0);
	hot.rate = 100;
	cells[0] = judged(hot);
	cells[3] = judged(hot); /* was not run: nothing to compare with */
	assert_int_equal(conform__compare(&matrix, strbuf_str(&json), &differences), 1);
	assert_string_equal(differences.ptr, "1 c: hot-loop, was right: 100 req/s\n");
	assert_int_equal(conform__compare(&matrix, STR("{}"), &differences), -1);
	assert_int_equal(conform__compare(&matrix, STR("no JSON"), &differences), -1);
}

/* docs/conformance.md must have each row of the table. */
static void manual_lists_every_conformance_rule(void **state)
{
	static const char *const words[] = {
#define X(name, sign, when) "| " #name " | " when " |\n",
		CONFORM_RULES(X)
#undef X
#define X(name, sign, ascii, word, meaning) "| " sign " | " ascii " | " word " | " meaning " |\n",
		    CONFORM_SIGNS(X)
#undef X
	};
	static char text[65536];
	FILE *f = fopen("docs/conformance.md", "r");

	(void)state;
	assert_non_null(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = 0;
	(void)fclose(f);
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (!strstr(text, words[i]))
			fail_msg("docs/conformance.md lacks: %s", words[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_rule_matches_its_facts),
		cmocka_unit_test(row_flags_change_the_verdict),
		cmocka_unit_test(row_ids_come_from_file_names),
		cmocka_unit_test(matrix_reports_equal_the_golden_ones),
		cmocka_unit_test_setup(text_report_shows_signs_times_and_failures, fill),
		cmocka_unit_test_setup(html_and_markdown_escape_foreign_text, fill),
		cmocka_unit_test_setup(json_report_serves_as_a_baseline, fill),
		cmocka_unit_test(manual_lists_every_conformance_rule),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
