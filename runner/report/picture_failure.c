/* SPDX-License-Identifier: Apache-2.0 */
/* picture_failure.c - the failure in the picture of a run: expected beside actual, in the lane that
 * it is about and behind the last mark. */
#include "runner/report/impl.h"
#include "runner/report/picture_layout.h"
#include "runner/result.h"

enum { SIDE_COLUMNS_MAX = 56 };

/* The lane by the first word of the failure's sentence: "handler h1: a notification differs". */
static enum picture_lane lane_of(const char *what)
{
	static const struct {
		const char *word;
		enum picture_lane lane;
	} words[] = {
		{ "cache", PICTURE_CACHE },
		{ "index", PICTURE_CACHE },
		{ "sync", PICTURE_CACHE },
		{ "handler", PICTURE_HANDLERS },
		{ "requests", PICTURE_REQUESTS },
		{ "queue", PICTURE_QUEUE },
		{ "state", PICTURE_SERVER },
		{ "writes", PICTURE_CONTROLLERS },
		{ "controller", PICTURE_CONTROLLERS },
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		size_t len = strlen(words[i].word);

		if (strncmp(what, words[i].word, len) == 0 && strchr(" :", what[len]))
			return words[i].lane;
	}
	return PICTURE_STEPS;
}

static const struct runner__row *first_difference(const struct runner__result *res)
{
	for (size_t i = 0; i < res->row_count; i++)
		if (strchr("~-+", res->rows[i].mark))
			return &res->rows[i];
	return NULL;
}

/* The first line of the difference that begins with `sign`, without it and its indentation. */
static struct str line_of(struct str diff, char sign)
{
	while (diff.len) {
		struct str line = runner__cut_line(&diff);
		size_t i = 0;

		while (i < line.len && line.ptr[i] == ' ')
			i++;
		if (i == line.len || line.ptr[i] != sign)
			continue;
		for (i++; i < line.len && line.ptr[i] == ' ';)
			i++;
		return (struct str) { line.ptr + i, line.len - i };
	}
	return STR("");
}

static void set_side(char *to, size_t cap, const char *title, struct str text)
{
	AUTO_STRBUF line = STRBUF_INIT;

	strbuf_addf(&line, "%s: ", title);
	runner__add_clean(&line, text.len ? text : STR("nothing"));
	runner__picture_cut(to, cap, strbuf_str(&line), SIDE_COLUMNS_MAX);
}

/* "n2" and "n1" of "cache: default/a: expected n2 (line 14), got n1": results without a
 * difference, of a report that merges them. */
static void split_sentence(const char *what, struct str *expected, struct str *actual)
{
	static const char begin[] = "expected ", middle[] = ", got ";
	const char *from = strstr(what, begin), *got = from ? strstr(from, middle) : NULL;
	const char *line = from ? strstr(from, " (line ") : NULL;

	if (!got)
		return;
	from += sizeof(begin) - 1;
	*expected = (struct str) { from, (size_t)((line && line < got ? line : got) - from) };
	*actual = str_of(got + sizeof(middle) - 1);
}

static void set_sides(struct runner__failure *f, const struct runner__result *res)
{
	const struct runner__row *row = first_difference(res);
	struct str diff = strbuf_str(&res->diff);
	struct str expected = row ? row->expected : line_of(diff, '-');
	struct str actual = row ? row->actual : line_of(diff, '+');

	if (!expected.len && !actual.len)
		split_sentence(res->what, &expected, &actual);
	if (!expected.len && !actual.len) {
		runner__picture_cut(f->actual, sizeof(f->actual), str_of(res->what),
				    SIDE_COLUMNS_MAX);
		return;
	}
	set_side(f->expected, sizeof(f->expected), "expected", expected);
	set_side(f->actual, sizeof(f->actual), "actual", actual);
}

/* --- the mark of the actual event --- */

static bool begins_with_word(const char *label, struct str text)
{
	size_t len = strcspn(label, " ");

	return len && text.len > len && memcmp(text.ptr, label, len) == 0 && text.ptr[len] == ' ';
}

/* True if the text has the name of the mark's object, as "default/b". */
static bool names_object(struct str text, const struct runner__mark *m)
{
	const char *at = strrchr(m->object, '@');
	size_t len = at ? (size_t)(at - m->object) : 0;

	for (size_t i = 0; len && i + len <= text.len; i++) {
		char next = i + len < text.len ? text.ptr[i + len] : ' ';

		if (memcmp(text.ptr + i, m->object, len) == 0 && strchr(" :@,", next) &&
		    (!i || strchr(" /", text.ptr[i - 1])))
			return true;
	}
	return false;
}

static bool is_actual(const struct runner__mark *m, const struct runner__row *row, const char *what)
{
	const char *label = strchr(m->label, ' ');

	if (!row)
		return names_object(str_of(what), m);
	if (!row->actual.len || (row->at_ns >= 0 && row->at_ns != m->at_ns))
		return false;
	if (m->lane == PICTURE_REQUESTS)
		return m->kind == PICTURE_REQUEST && label &&
		       begins_with_word(label + 1, row->actual);
	return names_object(row->actual, m) &&
	       (m->lane != PICTURE_HANDLERS || begins_with_word(m->label, row->actual));
}

static size_t find_actual(const struct runner__layout *l, enum picture_lane lane,
			  const struct runner__result *res)
{
	const struct runner__row *row = first_difference(res);

	for (size_t i = l->count; i-- > 0;) {
		const struct runner__mark *m = mark_at(l, i);

		if (m->lane == lane && is_actual(m, row, res->what))
			return i + 1;
	}
	return 0;
}

/* --- its place --- */

static int place_text(struct runner__layout *l, enum picture_lane lane, const char *text)
{
	int to = l->failure.x + 14 + width_of(text);

	if (!text[0])
		return -1;
	l->right = max_int(l->right, to);
	return runner__layout_take_row(&l->points[lane], l->failure.x - 2, to);
}

void runner__layout_place_failure(struct runner__layout *l)
{
	const struct runner__result *res = l->head->result;
	struct runner__failure *f = &l->failure;

	if (!res || !runner__is_bad(res->verdict) || !res->what[0])
		return;
	f->shown = true;
	f->lane = lane_of(res->what);
	f->x = l->x[l->count] + PITCH;
	set_sides(f, res);
	if (l->head->line)
		(void)snprintf(f->title, sizeof(f->title), "line %u fails", l->head->line);
	else
		(void)snprintf(f->title, sizeof(f->title), "%s", l->head->verdict);
	f->mark = find_actual(l, f->lane, res);
	f->title_row = place_text(l, PICTURE_STEPS, f->title);
	f->expected_row = place_text(l, f->lane, f->expected);
	f->actual_row = place_text(l, f->lane, f->actual);
}
