/* SPDX-License-Identifier: Apache-2.0 */
/* How runs are judged, and how matrices of them are written and compared, for facts that are made
 * up: each rule against its sentence in docs/conformance.md, and all texts as they were before. */
#include <stdlib.h>

#include "base/json_scan.h"
#include "runner/conform/conform.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/made.h"
#include "tests/kit/testing.h"

enum { ROWS_MAX = 4, SUBJECTS_MAX = 3, MATRICES = 300 };

static bool half(struct choice *c)
{
	return choice_pick(c, 2) == 0;
}

static double any_number(struct choice *c, const double *numbers, size_t count)
{
	return numbers[choice_pick(c, (uint32_t)count)];
}

static void make_text(struct choice *c, char text[SCN_FACT_TEXT_MAX])
{
	(void)snprintf(text, SCN_FACT_TEXT_MAX, "%s",
		       ANY(c, "", "", "x", "default/a", "<b>|`x`\\ *_[&\"]\n\tü", "a, b\r\nc"));
}

static void make_facts(struct choice *c, struct scn__facts *f)
{
	static const double rates[] = { 0, 0.4, 7.9, 8, 8.1, 9.94, 9.96, 10, 900 };
	static const double seconds[] = { 0, 0.04, 1, 2.69, 2.7, 2.71, 45.4, 45.6 };
	bool bad = half(c);

	*f = (struct scn__facts) { .ran = !rarely(c, 12) };
	f->no_command = rarely(c, 12);
	f->recovered = !bad || half(c);
	f->synced = !bad || half(c);
	f->has_notified = half(c);
	f->has_cache = half(c);
	f->delete_not_notified = bad && rarely(c, 3);
	f->ghost_cached = bad && rarely(c, 6);
	f->state_missed = bad && rarely(c, 3);
	f->unlike_notified = rarely(c, 5);
	f->recovery_s = any_number(c, seconds, ARRAY_LEN(seconds));
	f->limit_s = any_number(c, seconds, ARRAY_LEN(seconds));
	make_text(c, f->missing);
	make_text(c, f->stale);
	make_text(c, f->last_error);
	make_text(c, f->first_odd);
	make_text(c, f->requests);
	make_text(c, f->fate);
	f->adds_again = choice_pick(c, 3);
	f->backwards = choice_pick(c, 2);
	f->errors = choice_pick(c, 3);
	f->odd_lines = half(c) ? 0 : choice_pick(c, 3);
	f->notifications = choice_pick(c, 9);
	f->request_count = choice_pick(c, 50);
	f->rate = half(c) ? 0 : any_number(c, rates, ARRAY_LEN(rates));
	f->storm = rarely(c, 3);
	f->retry_after_s = half(c) ? 0 : 1 + choice_pick(c, 3);
	f->waited_s = any_number(c, seconds, ARRAY_LEN(seconds));
	f->requests_bookmarks = half(c);
	f->old_rv_gone = half(c);
	f->ended = bad && half(c);
}

/* The table of docs/conformance.md, read independently. */
static const char *rule_of(const struct scn__facts *f, const struct conform__row *row,
			   const char *skip)
{
	bool seen = f->recovered;

	if (skip || !f->ran || f->no_command)
		return "SKIPPED";
	if (!seen)
		return row->non_conformant ? "PARTIAL_SERVER"
		       : !f->synced	   ? "NEVER_SYNCED"
		       : f->ended	   ? "ENDED"
					   : "NEVER_RECOVERED";
	if (f->ghost_cached)
		return "GHOST";
	if (f->delete_not_notified && !f->has_cache && !f->state_missed)
		return "NO_DELETE";
	if (f->rate > 8)
		return "SPINS";
	if (f->delete_not_notified)
		return "SILENT_DELETE";
	if (f->unlike_notified)
		return "TOLD_OTHERWISE";
	if (row->bookmarks && f->old_rv_gone)
		return "NO_BOOKMARKS";
	if (!f->storm && f->retry_after_s > 0 && f->waited_s * 10 < f->retry_after_s * 9)
		return "IMPATIENT";
	return "ALL_WELL";
}

struct made {
	struct choice c;
	struct conform__row *rows; /* each as large as it has to be */
	struct conform__cell *cells;
	const char **subjects;
	struct conform__matrix m;
};

static void make_cells(struct made *d)
{
	size_t n = d->m.row_count * d->m.subject_count;

	for (size_t i = 0; i < n; i++) {
		const struct conform__row *row = &d->rows[i / d->m.subject_count];
		const char *skip = rarely(&d->c, 9) ? "needs TLS" : NULL;
		struct conform__cell *cell = &d->cells[i];

		*cell = (struct conform__cell) { .done = false };
		make_facts(&d->c, &cell->facts);
		conform__judge(cell, row, skip);
		assert_true(cell->done);
		assert_string_equal(cell->rule, rule_of(&cell->facts, row, skip));
	}
}

static void make_matrix(struct made *d, uint64_t n)
{
	static const char *const paths[ROWS_MAX] = { "s/01-a.yaml", "x2-b.yaml", "h1.yaml",
						     "0/00010-d.yaml" };

	*d = (struct made) { .m = { .row_count = 0 } };
	choice_init_seed(&d->c, 100 + n, false);
	d->m.row_count = 1 + choice_pick(&d->c, ROWS_MAX);
	d->m.subject_count = 1 + choice_pick(&d->c, SUBJECTS_MAX);
	d->rows = calloc(d->m.row_count, sizeof(*d->rows));
	d->subjects = calloc(d->m.subject_count, sizeof(*d->subjects));
	d->cells = calloc(d->m.row_count * d->m.subject_count, sizeof(*d->cells));
	assert_true(d->rows && d->subjects && d->cells);
	for (size_t i = 0; i < d->m.row_count; i++) {
		const char *about =
		    ANY(&d->c, "short", "RV 3.1 goes back. And more.", "ends with a point.",
			"a title of a length that is exactly what a line has",
			"a title of a length that is more than forty-six columns ä long ö ü, and "
			"goes on for a third line that has words to spare\nsecond line",
			"Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen in one | word");

		conform__row_name(&d->rows[i], paths[i], str_of(about));
		d->rows[i].bookmarks = rarely(&d->c, 3);
		d->rows[i].non_conformant = rarely(&d->c, 4);
	}
	for (size_t i = 0; i < d->m.subject_count; i++)
		d->subjects[i] = ANY(&d->c, "c", "ten-chars-", "eleven-char", "<i>|ü");
	d->m.date = half(&d->c) ? "2026-11-22 <&>" : NULL;
	d->m.ascii = half(&d->c);
	d->m.rows = d->rows;
	d->m.subjects = d->subjects;
	d->m.cells = d->cells;
	make_cells(d);
}

/* Every cell of it, in its place. */
static void must_hold_all(const struct conform__matrix *m, struct str json)
{
	struct json_iter it;
	json_t all, cell;
	size_t i = 0;

	assert_true(json_valid(json, &all, NULL));
	json_iter_init(&it, json_get(all, "cells"));
	while (json_iter_element(&it, &cell)) {
		const struct conform__cell *c = &m->cells[i];
		const char *row = m->rows[i / m->subject_count].id;
		const char *subject = m->subjects[i % m->subject_count];
		const char *word = conform__sign_word(c->sign);

		assert_true(json_str_eq(json_get(cell, "situation"), str_of(row)));
		assert_true(json_str_eq(json_get(cell, "subject"), str_of(subject)));
		assert_true(json_str_eq(json_get(cell, "sign"), str_of(word)));
		assert_true(json_str_eq(json_get(cell, "rule"), str_of(c->rule)));
		assert_true(json_str_eq(json_get(cell, "why"), str_of(c->why)));
		i++;
	}
	assert_int_equal(i, m->row_count * m->subject_count);
}

static void generated_matrices_have_the_golden_reports(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/made-matrices.txt", STRBUF_INIT };
	static struct made d;

	(void)state;
	for (uint64_t n = 0; n < MATRICES; n++) {
		AUTO_STRBUF text = STRBUF_INIT, markdown = STRBUF_INIT, html = STRBUF_INIT;
		AUTO_STRBUF json = STRBUF_INIT, changes = STRBUF_INIT;
		char name[24];
		int differ;

		make_matrix(&d, n);
		(void)snprintf(name, sizeof(name), "matrix-%llu", (unsigned long long)n);
		fingerprints_line(&f, name);
		conform__text(&d.m, &text);
		fingerprints_add(&f, "text", strbuf_str(&text));
		conform__markdown(&d.m, &markdown);
		fingerprints_add(&f, "markdown", strbuf_str(&markdown));
		conform__html(&d.m, &html);
		fingerprints_add(&f, "html", strbuf_str(&html));
		conform__json(&d.m, &json);
		fingerprints_add(&f, "json", strbuf_str(&json));
		must_hold_all(&d.m, strbuf_str(&json));
		/* another run of the same scenarios and subjects */
		make_cells(&d);
		differ = conform__compare(&d.m, strbuf_str(&json), &changes);
		strbuf_addf(&changes, "%d\n", differ);
		fingerprints_add(&f, "changes", strbuf_str(&changes));
		free(d.rows);
		free(d.cells);
		free(d.subjects);
	}
	fingerprints_end(&f);
}

/* Titles of each length around the width of a line, with words of each length. */
static void long_titles_wrap_and_lose_no_word(void **state)
{
	(void)state;
	for (size_t len = 1; len < 150; len++) {
		for (size_t word = 1; word < 60; word += 7) {
			static struct conform__cell cell;
			struct conform__row row = { .path = "x" };
			static const char *const subject = "c";
			const struct conform__matrix m = {
				&row, 1, &subject, 1, &cell, NULL, true
			};
			AUTO_STRBUF out = STRBUF_INIT, title = STRBUF_INIT, words = STRBUF_INIT;
			const char *at;

			for (size_t i = 0; i < len; i++)
				strbuf_addc(&title,
					    (i + 1) % (word + 1) || i + 1 == len ? 'w' : ' ');
			conform__row_name(&row, "1.yaml", strbuf_str(&title));
			cell =
			    (struct conform__cell) { .facts = { .ran = true, .recovered = true } };
			conform__judge(&cell, &row, NULL);
			conform__text(&m, &out);
			at = strstr(out.ptr, "\n1    ") + 6;
			for (size_t line = 0; *at != '\n'; line++) {
				size_t n = strcspn(at, "\n");
				size_t own = n;

				if (!line) /* the cell follows */
					own = (size_t)(strstr(at, "  ok") - at);
				while (own && at[own - 1] == ' ')
					own--;
				assert_true(own <= 46 || !memchr(at, ' ', own));
				if (words.len)
					strbuf_addc(&words, ' ');
				strbuf_add(&words, at, own);
				at += n + 1;
				at += *at == ' ' ? 5 : 0;
			}
			assert_string_equal(words.ptr, title.ptr);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(generated_matrices_have_the_golden_reports),
		cmocka_unit_test(long_titles_wrap_and_lose_no_word),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
