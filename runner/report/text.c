/* SPDX-License-Identifier: Apache-2.0 */
/* text.c - a failure as text for people, and the summary. */
#include "runner/report/impl.h"

enum { WIDTH = 110, LEFT_MIN = 30, LEFT_MAX = 64, SAME_MAX = 6 };

static const char RED[] = "\033[31m", GREEN[] = "\033[32m", YELLOW[] = "\033[33m",
		  BOLD[] = "\033[1m", DIM[] = "\033[2m", PLAIN[] = "\033[0m";

static void paint(const struct runner__report *r, struct strbuf *out, const char *color)
{
	if (r->color)
		strbuf_addz(out, color);
}

/* Counts characters, not bytes; wide characters count as one. */
static size_t width(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; n++) {
		size_t len = utf8_seq_len(s.ptr + i, s.len - i);

		i += len ? len : 1;
	}
	return n;
}

static void add_spaces(struct strbuf *out, size_t n)
{
	while (n-- > 0 && !out->failed)
		strbuf_addc(out, ' ');
}

static void add_padded(struct strbuf *out, struct str s, size_t to)
{
	size_t n = width(s);

	runner__add_clean(out, s);
	add_spaces(out, n < to ? to - n : 0);
}

/* --- expected beside actual --- */

/*   :58  delete pods/default/b unknown   -  (nothing for pods/default/b)
 *   ^line ^left                          ^mark ^right */
struct columns {
	size_t line, left;
};

static void add_actual(const struct runner__row *row, struct strbuf *out)
{
	char at[32];

	runner__add_clean(out, row->actual);
	if (row->at_ns < 0)
		return;
	runner__time_text(row->at_ns, at, sizeof(at));
	strbuf_addf(out, "  @%s", at);
}

static size_t line_width(uint32_t line)
{
	char text[16];

	return line ? (size_t)snprintf(text, sizeof(text), ":%u", line) : 0;
}

static size_t max_size(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t min_size(size_t a, size_t b)
{
	return a < b ? a : b;
}

static struct columns measure(const struct runner__result *res)
{
	struct columns c = { 0, 8 };
	size_t right = 8, room;

	for (size_t i = 0; i < res->row_count; i++) {
		AUTO_STRBUF actual = STRBUF_INIT;

		add_actual(&res->rows[i], &actual);
		c.line = max_size(c.line, line_width(res->rows[i].line));
		if (width(res->rows[i].expected) <= LEFT_MAX)
			c.left = max_size(c.left, width(res->rows[i].expected));
		right = max_size(right, width(strbuf_str(&actual)));
	}
	/* A row that is too wide in any case does not widen the columns of the others. */
	room = WIDTH - 2 - c.line - 2 - 5;
	if (c.left + right > room)
		c.left = min_size(c.left, max_size(LEFT_MIN, room - min_size(right, room)));
	return c;
}

static const char *color_of(char mark)
{
	switch (mark) {
	case '=':
		return GREEN;
	case '~':
		return YELLOW;
	case '-':
	case '+':
		return RED;
	default:
		return PLAIN;
	}
}

static void add_row(const struct runner__report *r, const struct runner__row *row,
		    const struct columns *c, struct strbuf *out)
{
	size_t line = line_width(row->line), left = width(row->expected);

	strbuf_addz(out, "  ");
	if (row->line)
		strbuf_addf(out, ":%u", row->line);
	add_spaces(out, c->line - line + 2);
	if (row->mark == ' ' && !row->actual.len) {
		runner__add_clean(out, row->expected);
		strbuf_addc(out, '\n');
		return;
	}
	if (left > c->left) { /* too long: put the actual text on the next line */
		runner__add_clean(out, row->expected);
		strbuf_addc(out, '\n');
		add_spaces(out, 2 + c->line + 2 + c->left);
	} else {
		add_padded(out, row->expected, c->left);
	}
	strbuf_addz(out, "  ");
	paint(r, out, color_of(row->mark));
	strbuf_addc(out, row->mark);
	if (row->actual.len) {
		strbuf_addz(out, "  ");
		add_actual(row, out);
	}
	paint(r, out, PLAIN);
	strbuf_addc(out, '\n');
}

/* The number of consecutive rows from `i` on that are as expected. */
static size_t same_from(const struct runner__result *res, size_t i)
{
	size_t n = 0;

	while (i + n < res->row_count && res->rows[i + n].mark == '=')
		n++;
	return n;
}

static void add_rows(const struct runner__report *r, const struct runner__result *res,
		     struct strbuf *out)
{
	struct columns c = measure(res);
	AUTO_STRBUF right = STRBUF_INIT;

	if (res->since_line)
		strbuf_addf(&right, "actual since line %u", res->since_line);
	else
		strbuf_addz(&right, "actual");
	out->failed |= right.failed;
	strbuf_addz(out, "\n  ");
	add_spaces(out, c.line + 2);
	add_padded(out, STR("expected"), c.left);
	strbuf_addf(out, "     " STR_FMT "\n", STR_ARG(strbuf_str(&right)));
	for (size_t i = 0; i < res->row_count; i++) {
		size_t same = same_from(res, i);

		if (same <= SAME_MAX) {
			add_row(r, &res->rows[i], &c, out);
			continue;
		}
		for (size_t k = 0; k < same; k++) {
			if (k < 2 || k + 2 >= same)
				add_row(r, &res->rows[i + k], &c, out);
			else if (k == 2)
				strbuf_addf(out, "  (%zu more as expected)\n", same - 4);
		}
		i += same - 1;
	}
}

static void add_diff(const struct runner__report *r, struct str diff, struct strbuf *out)
{
	strbuf_addc(out, '\n');
	while (diff.len) {
		struct str line = runner__cut_line(&diff);

		paint(r, out, line.ptr[0] == '-' ? RED : line.ptr[0] == '+' ? GREEN : PLAIN);
		strbuf_addz(out, "  ");
		runner__add_clean(out, line);
		paint(r, out, PLAIN);
		strbuf_addc(out, '\n');
	}
}

static void add_sides(const struct runner__report *r, const struct runner__result *res,
		      struct strbuf *out)
{
	if (res->row_count) {
		add_rows(r, res, out);
		return;
	}
	if (res->expected.len) {
		strbuf_addz(out, "\n  expected\n");
		runner__add_indented(out, strbuf_str(&res->expected), "    ");
	}
	if (res->actual.len) {
		strbuf_addz(out, "  actual\n");
		runner__add_indented(out, strbuf_str(&res->actual), "    ");
	}
}

static void add_nearest(struct str nearest, struct strbuf *out)
{
	const char *word = "nearest:";

	strbuf_addc(out, '\n');
	while (nearest.len) {
		struct str line = runner__cut_line(&nearest);

		strbuf_addf(out, "  %-8s ", word);
		runner__add_clean(out, line);
		strbuf_addc(out, '\n');
		word = "";
	}
}

/* Adds the latest writes, each below the data that the program had received before. */
static void add_writes(const struct runner__result *res, struct strbuf *out)
{
	size_t n = res->write_count, i = n > RUNNER_WRITES_MAX ? n - RUNNER_WRITES_MAX : 0;
	struct str shown = STR("");
	char at[32];

	strbuf_addz(out, "\n  its writes, each after the newest event or list before it\n");
	if (i)
		strbuf_addf(out, "    (%zu before)\n", i);
	for (; i < n; i++) {
		const struct runner__write *w = &res->writes[i % RUNNER_WRITES_MAX];

		if (!str_eq(w->shown, shown)) {
			strbuf_addz(out, "    ");
			runner__add_clean(out, w->shown);
			strbuf_addc(out, '\n');
		}
		shown = w->shown;
		runner__time_text(w->at_ns, at, sizeof(at));
		strbuf_addf(out, "      %-8s ", at);
		runner__add_clean(out, w->line);
		strbuf_addc(out, '\n');
	}
}

static void add_proof(const struct runner__report *r, const struct runner__result *res,
		      struct strbuf *out)
{
	add_sides(r, res, out);
	if (res->nearest.len)
		add_nearest(strbuf_str(&res->nearest), out);
	if (res->diff.len)
		add_diff(r, strbuf_str(&res->diff), out);
	if (res->write_count)
		add_writes(res, out);
}

void runner__report_proof(const struct runner__result *res, struct strbuf *out)
{
	static const struct runner__report plain = { .format = RUNNER_FORMAT_TEXT };

	add_proof(&plain, res, out);
}

void runner__report_failure(const struct runner__report *r, const struct runner__case *c,
			    struct strbuf *out)
{
	const struct runner__result *res = &c->result;
	AUTO_STRBUF text = STRBUF_INIT;
	char at[32];

	runner__time_text(res->virtual_ns, at, sizeof(at));
	paint(r, out, RED);
	strbuf_addf(out, "%s",
		    res->verdict == RUNNER_FAIL ? "FAIL" : runner__verdict_word(res->verdict));
	paint(r, out, PLAIN);
	paint(r, out, BOLD);
	strbuf_addc(out, ' ');
	runner__add_clean(out, c->name);
	paint(r, out, PLAIN);
	strbuf_addf(out, " seed=%llu (%s %s)\n", (unsigned long long)res->seed,
		    r->real_time ? "real time" : "virtual", at);
	runner__add_place(c, &text);
	strbuf_addf(&text, ": %s", res->what);
	out->failed |= text.failed;
	runner__add_clean(out, strbuf_str(&text));
	strbuf_addc(out, '\n');
	if (res->program[0]) {
		strbuf_addz(out, "the program: ");
		runner__add_clean(out, str_of(res->program));
		strbuf_addc(out, '\n');
	}
	add_proof(r, res, out);
	if (res->tail.len) {
		strbuf_addz(out, "\n  what happened last\n");
		paint(r, out, DIM);
		runner__add_indented(out,
				     runner__last_lines(strbuf_str(&res->tail), RUNNER_TAIL_LINES),
				     "    ");
		paint(r, out, PLAIN);
	}
	strbuf_addz(out, "\nrerun: ");
	strbuf_clear(&text);
	runner__add_rerun(r, c, &text);
	runner__add_clean(out, strbuf_str(&text));
	if (c->page) {
		strbuf_addz(out, "\npage:  ");
		runner__add_clean(out, str_of(c->page));
	}
	strbuf_addz(out, "\n\n");
}

/* --- the summary --- */

static void note_slow(struct runner__report *r, const struct runner__case *c)
{
	size_t n = ARRAY_LEN(r->slowest), i = n;

	while (i > 0 && r->slowest[i - 1].wall_ns < c->wall_ns)
		i--;
	if (i == n)
		return;
	memmove(&r->slowest[i + 1], &r->slowest[i], (n - 1 - i) * sizeof(r->slowest[0]));
	(void)snprintf(r->slowest[i].name, sizeof(r->slowest[i].name), STR_FMT, STR_ARG(c->name));
	r->slowest[i].wall_ns = c->wall_ns;
}

static void skipped(const struct runner__case *c, struct strbuf *out)
{
	strbuf_addz(out, "SKIP ");
	runner__add_clean(out, c->name);
	strbuf_addz(out, ": ");
	runner__add_clean(out, str_of(c->result.what));
	strbuf_addc(out, '\n');
}

/* Notes the position and the rerun command for the summary. */
static void note_bad(struct runner__report *r, const struct runner__case *c)
{
	AUTO_STRBUF place = STRBUF_INIT, rerun = STRBUF_INIT;

	runner__add_place(c, &place);
	if (c->cell.len)
		strbuf_addf(&place, " [" STR_FMT "]", STR_ARG(c->cell));
	runner__add_rerun(r, c, &rerun);
	r->bad_names.failed |= place.failed || rerun.failed;
	strbuf_addf(&r->bad_names, "  %s ", runner__verdict_word(c->result.verdict));
	runner__add_clean(&r->bad_names, strbuf_str(&place));
	strbuf_addz(&r->bad_names, "\n    ");
	runner__add_clean(&r->bad_names, strbuf_str(&rerun));
	strbuf_addc(&r->bad_names, '\n');
}

void runner__text_case(struct runner__report *r, const struct runner__case *c, struct strbuf *out)
{
	note_slow(r, c);
	if (c->result.verdict == RUNNER_SKIP && !r->quiet)
		skipped(c, out);
	if (!runner__is_bad(c->result.verdict))
		return;
	note_bad(r, c);
	if (c->result.verdict != RUNNER_BAD_INPUT) /* otherwise the file's reader has reported it */
		runner__report_failure(r, c, out);
}

static void add_count(struct strbuf *out, size_t n, const char *noun)
{
	if (n)
		strbuf_addf(out, "%s%zu %s%s",
			    out->len && out->ptr[out->len - 1] != '\n' ? ", " : "", n, noun,
			    n == 1 ? "" : "s");
}

const char *runner__verdict_text(enum runner__verdict v)
{
	static const char *const words[] = {
		[RUNNER_PASS] = "passed",
		[RUNNER_SKIP] = "skipped",
		[RUNNER_FAIL] = "failed",
		[RUNNER_UNSETTLED] = "did not settle",
		[RUNNER_INVARIANT] = "broke an invariant",
		[RUNNER_ERROR] = "could not be run",
		[RUNNER_BAD_INPUT] = "could not be read",
	};

	return words[v];
}

void runner__text_end(struct runner__report *r, int64_t wall_ns, struct strbuf *out)
{
	AUTO_STRBUF counts = STRBUF_INIT;
	bool first = true;

	if (r->quiet)
		return;
	if (r->bad_names.len && r->total > 1)
		strbuf_addf(out, "not passed:\n" STR_FMT "\n", STR_ARG(r->bad_names));
	add_count(&counts, r->scenarios, "scenario");
	if (r->total - r->traces > r->scenarios)
		strbuf_addf(&counts, " (%zu matrix cells)", r->total - r->traces);
	add_count(&counts, r->traces, "trace");
	out->failed |= counts.failed;
	strbuf_addf(out, "%s in the %s world: ", counts.len ? counts.ptr : "nothing", r->world);
	for (int v = 0; v <= RUNNER_BAD_INPUT; v++) {
		if (!r->counts[v])
			continue;
		strbuf_addf(out, "%s%zu %s", first ? "" : ", ", r->counts[v],
			    runner__verdict_text((enum runner__verdict)v));
		first = false;
	}
	strbuf_addf(out, "%s(%llu %s", first ? "" : " ", (unsigned long long)r->runs,
		    r->runs == 1 ? "run" : "runs");
	if (!r->no_times)
		strbuf_addf(out, ", %.2f s", (double)wall_ns / 1e9);
	strbuf_addz(out, ")\n");
	if (r->total <= 1 || !r->slowest[0].name[0])
		return;
	strbuf_addz(out, "slowest:");
	for (size_t i = 0; i < ARRAY_LEN(r->slowest) && r->slowest[i].name[0]; i++) {
		strbuf_addz(out, i ? ", " : " ");
		runner__add_clean(out, str_of(r->slowest[i].name));
		strbuf_addf(out, " %.1f ms", (double)r->slowest[i].wall_ns / 1e6);
	}
	strbuf_addc(out, '\n');
}
