/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of runs that are made up, in every format: no byte that a terminal would obey, JSON and
 * TAP that can be read, counts that are right, and all of it as it was before. What single things
 * look like is in test_report.c. */
#include "base/alloc.h"
#include "base/json_scan.h"
#include "runner/report/report.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/made.h"
#include "tests/kit/testing.h"

enum { REPORTS = 250, CASES_MAX = 9 };

static const char *any_text(struct choice *c)
{
	return ANY(c, "", "x", "add pods/default/a rv=12 initial", "\x1b[31m\xff <&> ]]> 'q'",
		   "\xc3\xa9\xf0\x9f\x8c\x8a", "a # b \\ c: d, e% f",
		   "a text that is thirty bytes, so",
		   "a text of sixty-four letters, which is as "
		   "wide as a column may get",
		   "a text of more than sixty-four letters, which is wider than a column may get, "
		   "and so stands above what it is compared with");
}

static const char *any_lines(struct choice *c)
{
	return ANY(c, "", "", "one line\n", "no end", "- a\n+ b\n  c\n", "\n\n-\n",
		   "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n21\n22\n"
		   "23\n24\n25\n26\n27\n28\n29\n30\n31\n32\n33\n34\n35\n36\n37\n38\n39\n40\n41\n");
}

static int64_t any_time(struct choice *c)
{
	static const int64_t times[] = { 0,	     1,		 999999,      1000000,	    1499999,
					 4102345678, 9999500000, 60000000000, 3600000000000 };

	return times[choice_pick(c, ARRAY_LEN(times))];
}

static void add_rows(struct choice *c, struct runner__result *r)
{
	unsigned count = rarely(c, 3) ? 0 : choice_pick(c, 24);
	char mark = '=';

	for (unsigned i = 0; i < count; i++) {
		struct runner__row row = { .at_ns = -1 };

		if (rarely(c, 4)) /* else as before: there are long rows of one mark */
			mark = *ANY(c, "=", "=", "=", "-", "+", "~", " ");
		row.mark = mark;
		row.line = rarely(c, 3) ? 0 : 9 + choice_pick(c, 200);
		row.expected = mark == '+' ? STR("") : str_of(any_text(c));
		row.actual = mark == '-' || mark == ' ' ? STR("") : str_of(any_text(c));
		if (mark != '-' && mark != ' ' && !rarely(c, 3))
			row.at_ns = any_time(c);
		runner__result_row(r, &row);
	}
	if (count)
		runner__result_sides(r);
	if (!count && rarely(c, 2)) {
		strbuf_addz(&r->expected, any_lines(c));
		strbuf_addz(&r->actual, any_lines(c));
	}
}

static void make_result(struct choice *c, struct runner__result *r)
{
	runner__result_init(r);
	r->verdict = (enum runner__verdict)choice_pick(c, RUNNER_BAD_INPUT + 1);
	if (rarely(c, 2))
		r->verdict = RUNNER_PASS;
	r->line = rarely(c, 4) ? 0 : 1 + choice_pick(c, 99);
	r->column = r->line ? 1 + choice_pick(c, 20) : 0;
	(void)snprintf(r->what, sizeof(r->what), "%s", any_text(c));
	if (rarely(c, 4))
		(void)snprintf(r->program, sizeof(r->program), "%s", any_text(c));
	if (r->verdict != RUNNER_PASS)
		add_rows(c, r);
	r->since_line = rarely(c, 2) ? 0 : 7;
	strbuf_addz(&r->nearest, any_lines(c));
	strbuf_addz(&r->diff, any_lines(c));
	strbuf_addz(&r->tail, any_lines(c));
	r->virtual_ns = any_time(c);
	r->steps = choice_pick(c, 100);
	r->seed = choice_pick(c, 5);
}

static void make_case(struct choice *c, struct runner__case *k)
{
	*k = (struct runner__case) { .path = ANY(c, "a/good.jsonl", "b.yaml",
						 "it's \"x\", 50%.yaml", "-odd", "c/d.yaml") };
	k->name = rarely(c, 2) ? str_of(k->path) : str_of(any_text(c));
	k->cell = rarely(c, 3) ? STR("form=http, n: 1%") : STR("");
	make_result(c, &k->result);
	k->runs = choice_pick(c, 4);
	k->wall_ns = any_time(c);
	k->page = rarely(c, 4) ? "pages/it's.html" : NULL;
	k->again = rarely(c, 5) ? "relist explore x --depth 3" : NULL;
}

static void make_report(struct choice *c, struct runner__report *r)
{
	r->world = ANY(c, "sim", "tcp", "external");
	r->cuts = ANY(c, "whole", "1", "2..7");
	r->cuts = rarely(c, 2) ? NULL : r->cuts;
	r->options = rarely(c, 3) ? " --world tcp" : NULL;
	r->real_time = rarely(c, 3);
	r->quiet = rarely(c, 4);
	r->color = rarely(c, 4);
	r->no_times = rarely(c, 2);
	r->shards = rarely(c, 3) ? 5 : 0;
	r->shard = choice_pick(c, 5);
	r->traces = choice_pick(c, 3);
	r->scenarios = choice_pick(c, 3);
	r->total = r->traces + r->scenarios;
	r->total += r->scenarios ? choice_pick(c, 4) : 0;
}

/* Except for requested colours. */
static void must_be_harmless(struct str text, bool color)
{
	for (size_t i = 0; i < text.len;) {
		size_t len = utf8_seq_len(text.ptr + i, text.len - i);
		unsigned char byte = (unsigned char)text.ptr[i];

		assert_true(len > 0);
		assert_true(byte >= 0x20 || byte == '\n' || (byte == 0x1b && color));
		i += len;
	}
}

static void must_be_json_lines(struct str text, size_t count)
{
	size_t lines = 0;

	while (text.len) {
		const char *nl = memchr(text.ptr, '\n', text.len);
		size_t n = (size_t)(nl - text.ptr);
		json_t v;

		assert_non_null(nl);
		assert_true(json_valid((struct str) { text.ptr, n }, &v, NULL));
		text = (struct str) { nl + 1, text.len - n - 1 };
		lines++;
	}
	assert_int_equal(lines, count + 1);
}

static void must_number_its_lines(const char *tap, size_t count)
{
	size_t found = 0;

	for (const char *at = tap; at; at = strchr(at, '\n')) {
		char want[2][32];

		at += *at == '\n';
		(void)snprintf(want[0], sizeof(want[0]), "ok %zu - ", found + 1);
		(void)snprintf(want[1], sizeof(want[1]), "not ok %zu - ", found + 1);
		found += strncmp(at, want[0], strlen(want[0])) == 0 ||
			 strncmp(at, want[1], strlen(want[1])) == 0;
	}
	assert_int_equal(found, count);
}

static void add_report(uint64_t n, enum runner__format format, struct strbuf *out)
{
	struct runner__report r;
	struct runner__case k;
	struct choice c;
	size_t count, ran = 0;
	uint64_t runs = 0;

	choice_init_seed(&c, 60 + n, false);
	runner__report_init(&r, format);
	make_report(&c, &r);
	count = choice_pick(&c, CASES_MAX + 1);
	runner__report_begin(&r, out);
	for (size_t i = 0; i < count; i++) {
		make_case(&c, &k);
		runs += k.runs;
		runner__report_case(&r, &k, out);
		runner__result_fini(&k.result);
	}
	runner__report_end(&r, 1234567890, out);
	for (size_t v = 0; v < ARRAY_LEN(r.counts); v++)
		ran += r.counts[v];
	assert_int_equal(ran, count);
	assert_int_equal(r.runs, runs);
	if (format == RUNNER_FORMAT_JSONL)
		must_be_json_lines(strbuf_str(out), count);
	else
		must_be_harmless(strbuf_str(out), r.color);
	if (format == RUNNER_FORMAT_TAP)
		must_number_its_lines(out->ptr, count);
	strbuf_addf(out, "status %d\n", r.status);
	runner__report_fini(&r);
}

static void generated_reports_are_well_formed_and_equal_the_golden_ones(void **state)
{
	static const char *const words[] = { "text", "tap", "jsonl", "junit", "github" };
	struct fingerprints f = { "tests/golden/outputs/made-reports.txt", STRBUF_INIT };

	(void)state;
	for (uint64_t n = 0; n < REPORTS; n++) {
		char name[24];

		(void)snprintf(name, sizeof(name), "report-%llu", (unsigned long long)n);
		fingerprints_line(&f, name);
		for (size_t i = 0; i < ARRAY_LEN(words); i++) {
			AUTO_STRBUF out = STRBUF_INIT;

			add_report(n, (enum runner__format)i, &out);
			fingerprints_add(&f, words[i], strbuf_str(&out));
		}
	}
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(generated_reports_are_well_formed_and_equal_the_golden_ones),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
