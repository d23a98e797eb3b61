/* SPDX-License-Identifier: Apache-2.0 */
/* The reporters with everything that a name, a message or an event may hold: control characters,
 * bytes that are no UTF-8, markup, commands; long lines; colours. Compared with committed files;
 * the JUnit files are checked against tests/schema/junit.xsd as well. */
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runner/report/impl.h"
#include "runner/report/report.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/testing.h"

static void row(struct runner__result *r, uint32_t line, char mark, const char *expected,
		const char *actual, int64_t at_ns)
{
	runner__result_row(r, &(struct runner__row) { line, mark, str_of(expected), str_of(actual),
						      at_ns });
}

static void set(struct runner__result *r, enum runner__verdict verdict, uint32_t line,
		const char *what)
{
	runner__result_init(r);
	r->verdict = verdict;
	r->line = line;
	r->column = line ? 7 : 0;
	r->seed = 3;
	r->virtual_ns = 4102345678;
	(void)snprintf(r->what, sizeof(r->what), "%s", what);
}

static void nasty(struct runner__result *r)
{
	set(r, RUNNER_FAIL, 57,
	    "1 of 2 \"missing\" <b>&amp;</b> ]]> 100% \x1b[31m \xff\xc3 '\x01'");
	row(r, 58, '-', "delete pods/default/b unknown", "(nothing for pods/default/b)", -1);
	row(r, 59, '=', "add pods/default/\xc3\xa9\xf0\x9f\x8c\x8a", "add <&> ]]> \xff",
	    4102345678);
	row(r, 0, '+', "", "::error file=x::no command\r", 0);
	row(r, 60, '~',
	    "a line that is far too long for its column, because somebody asked for every "
	    "parameter "
	    "of a request at once",
	    "b", 1);
	r->since_line = 33;
	runner__result_sides(r);
	strbuf_addz(&r->nearest, "rv: expected 11 (line 59), got 12\n");
	strbuf_addz(&r->diff, "  spec:\n-   nodeName: \"n1\"\n+   nodeName: \"n2\"\n");
	strbuf_addz(&r->tail, "wire    0s  -> LIST pods\n::set-output name=x::y\n\x02\n");
}

static void matching(struct runner__result *r)
{
	set(r, RUNNER_FAIL, 9, "the last of many");
	for (uint32_t i = 0; i < 20; i++)
		row(r, i + 10, '=', "ADD", "ADD", i * INT64_C(1000000));
	row(r, 30, ' ', "any-order:", "", -1);
	row(r, 31, '-', "  UPDATE", "(nothing)", -1);
	runner__result_sides(r);
}

/* Every verdict once, and the failures above, in one report. */
static void report(enum runner__format format, bool color, struct strbuf *out)
{
	struct runner__case cases[8] = { 0 };
	struct runner__report r;
	size_t n = 0;

	runner__report_init(&r, format);
	r.world = "sim";
	r.color = color;
	r.no_times = true;
	cases[n].path = "a/good.jsonl";
	set(&cases[n++].result, RUNNER_PASS, 0, "");
	cases[n].path = "it's \"here\", 50%: a & b/<x>\x01\xff.yaml";
	cases[n].cell = STR("form=http, status: 100%");
	nasty(&cases[n++].result);
	cases[n].path = "b/long.yaml";
	matching(&cases[n++].result);
	cases[n].path = "b/skipped.yaml";
	set(&cases[n++].result, RUNNER_SKIP, 0, "not run after a failure # (--fail-fast)");
	cases[n].path = "b/never.jsonl";
	set(&cases[n++].result, RUNNER_UNSETTLED, 0, "it never came to rest");
	cases[n].path = "b/bad.yaml";
	set(&cases[n++].result, RUNNER_BAD_INPUT, 3, "2 errors: see relist check");
	r.total = n;
	r.traces = 2;
	r.scenarios = 4;
	runner__report_begin(&r, out);
	for (size_t i = 0; i < n; i++) {
		cases[i].name =
		    i == 1 ? STR("x\x01\xff [form=http, status: 100%]") : str_of(cases[i].path);
		cases[i].runs = 1;
		runner__report_case(&r, &cases[i], out);
		runner__result_fini(&cases[i].result);
	}
	runner__report_end(&r, 0, out);
	assert_int_equal(r.status, 3);
	runner__report_fini(&r);
}

static const struct {
	enum runner__format format;
	bool color;
	const char *golden;
} formats[] = {
	{ RUNNER_FORMAT_TEXT, false, "tests/golden/reports/nasty.txt" },
	{ RUNNER_FORMAT_TEXT, true, "tests/golden/reports/nasty-in-colour.txt" },
	{ RUNNER_FORMAT_TAP, false, "tests/golden/reports/nasty.tap" },
	{ RUNNER_FORMAT_JUNIT, false, "tests/golden/reports/nasty.junit.xml" },
	{ RUNNER_FORMAT_GITHUB, false, "tests/golden/reports/nasty.github.txt" },
	{ RUNNER_FORMAT_GITLAB, false, "tests/golden/reports/nasty.gitlab.json" },
	{ RUNNER_FORMAT_JSONL, false, "tests/golden/reports/nasty.result.jsonl" },
};

static void each_report_format_equals_the_golden_one(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		report(formats[i].format, formats[i].color, &out);
		assert_golden(formats[i].golden, strbuf_str(&out));
	}
}

static void colored_report_differs_only_in_colors(void **state)
{
	AUTO_STRBUF plain = STRBUF_INIT, colored = STRBUF_INIT, stripped = STRBUF_INIT;

	(void)state;
	report(RUNNER_FORMAT_TEXT, false, &plain);
	report(RUNNER_FORMAT_TEXT, true, &colored);
	assert_true(colored.len > plain.len);
	for (size_t i = 0; i < colored.len; i++) {
		static const char *const codes[] = { "31", "32", "33", "1", "2", "0" };
		bool code = false;

		for (size_t k = 0; k < ARRAY_LEN(codes) && !code; k++) {
			char text[8];
			int n = snprintf(text, sizeof(text), "\033[%sm", codes[k]);

			code = strncmp(colored.ptr + i, text, (size_t)n) == 0 &&
			       strncmp(plain.ptr + stripped.len, text, (size_t)n) != 0;
			i += code ? (size_t)n - 1 : 0;
		}
		if (!code)
			strbuf_addc(&stripped, colored.ptr[i]);
	}
	assert_string_equal(stripped.ptr, plain.ptr);
}

static void latest_writes_are_listed_after_the_number_of_the_others(void **state)
{
	static const struct {
		size_t count;
		const char *before, *first;
	} cases[] = {
		{ 1, NULL, "UPDATE pods/default/p0" },
		{ RUNNER_WRITES_MAX, NULL, "UPDATE pods/default/p0" },
		{ RUNNER_WRITES_MAX + 1, "    (1 before)\n", "UPDATE pods/default/p1" },
		{ RUNNER_WRITES_MAX + 7, "    (7 before)\n", "UPDATE pods/default/p7" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct runner__result r;
		const char *first;

		set(&r, RUNNER_FAIL, 1, "no");
		for (size_t k = 0; k < cases[i].count; k++) {
			AUTO_STRBUF line = STRBUF_INIT;

			strbuf_addf(&line, "UPDATE pods/default/p%zu", k);
			runner__result_write(&r, &(struct runner__write) { strbuf_str(&line),
									   STR("rv=1"), 0 });
		}
		runner__report_proof(&r, &out);
		if (cases[i].before)
			assert_non_null(strstr(out.ptr, cases[i].before));
		else
			assert_null(strstr(out.ptr, "before)"));
		first = strstr(out.ptr, "UPDATE ");
		assert_non_null(first);
		assert_memory_equal(first, cases[i].first, strlen(cases[i].first));
		runner__result_fini(&r);
	}
}

/* --- XML --- */

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static const char *check_reference(const char *p)
{
	const char *end = strchr(p, ';');

	assert_non_null(end);
	assert_true(end - p <= 6);
	return end + 1;
}

/* After "<": a tag with its attributes. Returns behind ">". */
static const char *check_tag(const char *p, const char *stack[], size_t *depth)
{
	bool close = *p == '/';
	const char *name = p += close;

	while (is_name(*p))
		p++;
	assert_true(p > name);
	if (close) {
		assert_true(*depth > 0);
		assert_int_equal(strncmp(stack[--*depth], name, (size_t)(p - name)), 0);
		assert_int_equal(*p, '>');
		return p + 1;
	}
	while (*p == ' ') {
		p += 1;
		while (is_name(*p))
			p++;
		assert_int_equal(*p++, '=');
		assert_int_equal(*p++, '"');
		while (*p != '"') {
			assert_true(*p != '<' && *p != '\n' && *p);
			p = *p == '&' ? check_reference(p) : p + 1;
		}
		p++;
	}
	if (*p == '/')
		p++;
	else
		stack[(*depth)++] = name;
	assert_true(*depth < 16);
	assert_int_equal(*p, '>');
	return p + 1;
}

/* Well formed: what a parser would demand, for machines without xmllint. */
static void check_xml(const struct strbuf *xml)
{
	const char *stack[16], *p = strchr(xml->ptr, '\n');
	size_t depth = 0;

	for (size_t i = 0; i < xml->len;) {
		size_t len = utf8_seq_len(xml->ptr + i, xml->len - i);

		assert_true(len > 0);
		assert_true((unsigned char)xml->ptr[i] >= 0x20 || xml->ptr[i] == '\n');
		i += len;
	}
	assert_int_equal(strncmp(xml->ptr, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", 39), 0);
	while (*p) {
		if (*p == '<')
			p = check_tag(p + 1, stack, &depth);
		else
			p = *p == '&' ? check_reference(p) : p + 1;
	}
	assert_int_equal(depth, 0);
}

static void junit_is_well_formed_and_fits_the_schema(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	char path[] = "/tmp/relist-junit-XXXXXX", command[160];
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	report(RUNNER_FORMAT_JUNIT, false, &out);
	check_xml(&out);
	assert_int_equal(write(fd, out.ptr, out.len), out.len);
	(void)close(fd);
	(void)snprintf(command, sizeof(command),
		       "xmllint --noout --schema tests/schema/junit.xsd %s 2>/dev/null", path);
	if (system("command -v xmllint >/dev/null 2>&1") == 0)
		assert_int_equal(system(command), 0);
	(void)unlink(path);
}

static void reports_survive_every_failing_allocation(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		FOR_EACH_FAILING_ALLOC(report(formats[i].format, false, &out));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_report_format_equals_the_golden_one),
		cmocka_unit_test(colored_report_differs_only_in_colors),
		cmocka_unit_test(latest_writes_are_listed_after_the_number_of_the_others),
		cmocka_unit_test(junit_is_well_formed_and_fits_the_schema),
		cmocka_unit_test(reports_survive_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
