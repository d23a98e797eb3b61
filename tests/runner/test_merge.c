/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of the work as one report: results and explorations that are made up, in files that come in
 * any order; each limit of each member; and the remarks about missing parts. */
#include "base/alloc.h"
#include "base/json_scan.h"
#include "runner/report/merge.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/made.h"
#include "tests/kit/testing.h"

enum { FILES_MAX = 6, WORKS = 250 };

/* --- files and what becomes of them --- */

static int feed(struct runner__merge *m, const char *path, struct str text, struct relist_err *err)
{
	int code = runner__merge_file(m, path, err);

	while (!code && text.len) {
		const char *nl = memchr(text.ptr, '\n', text.len);
		size_t n = nl ? (size_t)(nl - text.ptr) : text.len;

		code = runner__merge_line(m, (struct str) { text.ptr, n }, err);
		text = (struct str) { text.ptr + n + 1, text.len - n - 1 };
	}
	return code ? code : runner__merge_file_end(m, err);
}

/* All of what they say: the report, or the error of the first file that is refused. */
static void tell(const struct str *files, size_t count, enum runner__format format,
		 struct strbuf *out)
{
	static const char *const paths[FILES_MAX] = { "p1", "p2", "p3", "p4", "p5", "p6" };
	struct runner__merge *m = runner__merge_new();
	struct relist_err err = { 0 };
	int code = 0, status;

	assert_non_null(m);
	for (size_t i = 0; i < count && !code; i++)
		code = feed(m, paths[i], files[i], &err);
	if (code) {
		assert_int_equal(code, RELIST_EPARSE);
		assert_int_equal(err.code, code);
		strbuf_addf(out, "error: %s\n", err.msg);
	} else {
		code = runner__merge_check(m, &err);
		assert_true(code == 0 || code == RELIST_EINVAL);
		if (code)
			strbuf_addf(out, "check: %s\n", err.msg);
		status = runner__merge_report(m, format, out);
		strbuf_addf(out, "status %d\n", status);
	}
	runner__merge_free(m);
}

static void assert_told(const char *name, const char *text, const char *want)
{
	struct str file = str_of(text);
	AUTO_STRBUF out = STRBUF_INIT;

	tell(&file, 1, RUNNER_FORMAT_TEXT, &out);
	if (!strstr(out.ptr, want))
		fail_msg("%s\n%s\nwants: %s\ngot: %s", name, text, want, out.ptr);
}

/* --- each member, at its limits --- */

#define EXPLORE(members) "{\"explore\":{\"version\":1,\"file\":\"x.yaml\"" members "}}\n"
#define ALL                                                                                        \
	",\"mode\":\"exhaustive\",\"seed\":0,\"depth\":0,\"runs\":1,\"pruned\":0,\"failures\":0,"  \
	"\"status\":0,\"complete\":true"
#define END(members)	"{\"explored\":{\"cells\":1" members "}}\n"
#define RESULT(members) "{\"result\":{\"file\":\"x.yaml\",\"verdict\":\"pass\"" members "}}\n"

static void explore_line_needs_every_member_within_its_limits(void **state)
{
	static const struct {
		const char *name, *without, *good[3], *bad[3];
	} members[] = {
		{ "mode",
		  ",\"seed\":0,\"depth\":0,\"runs\":1,\"pruned\":0,\"failures\":0,\"status\":0",
		  { "\"seeds\"", "\"x\"", "\"all\"" },
		  { "\"\"", "7", "null" } },
		{ "seed",
		  ",\"mode\":\"seeds\",\"depth\":0,\"runs\":1,\"pruned\":0,\"failures\":0,"
		  "\"status\":0",
		  { "0", "1", "9223372036854775807" },
		  { "-1", "9223372036854775808", "1.5" } },
		{ "depth",
		  ",\"mode\":\"seeds\",\"seed\":0,\"runs\":1,\"pruned\":0,\"failures\":0,"
		  "\"status\":0",
		  { "0", "1", "9223372036854775807" },
		  { "-1", "9223372036854775808", "\"1\"" } },
		{ "runs",
		  ",\"mode\":\"seeds\",\"seed\":0,\"depth\":0,\"pruned\":0,\"failures\":0,"
		  "\"status\":0",
		  { "0", "1", "9223372036854775807" },
		  { "-1", "9223372036854775808", "[]" } },
		{ "pruned",
		  ",\"mode\":\"seeds\",\"seed\":0,\"depth\":0,\"runs\":1,\"failures\":0,\"status\":"
		  "0",
		  { "0", "1", "9223372036854775807" },
		  { "-1", "9223372036854775808", "{}" } },
		{ "failures",
		  ",\"mode\":\"seeds\",\"seed\":0,\"depth\":0,\"runs\":1,\"pruned\":0,\"status\":0",
		  { "0", "1", "9223372036854775807" },
		  { "-1", "9223372036854775808", "true" } },
		{ "status",
		  ",\"mode\":\"seeds\",\"seed\":0,\"depth\":0,\"runs\":1,\"pruned\":0,\"failures\":"
		  "0",
		  { "0", "1", "5" },
		  { "-1", "6", "null" } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		char text[400];

		for (size_t k = 0; k < 3; k++) {
			(void)snprintf(text, sizeof(text), EXPLORE("%s,\"%s\":%s") END(""),
				       members[i].without, members[i].name, members[i].good[k]);
			assert_told(members[i].name, text, "\nstatus ");
			(void)snprintf(text, sizeof(text), EXPLORE("%s,\"%s\":%s") END(""),
				       members[i].without, members[i].name, members[i].bad[k]);
			assert_told(members[i].name, text,
				    "error: p1:1: explore: mode, seed, depth, runs, pruned, "
				    "failures and status must be there\n");
		}
		(void)snprintf(text, sizeof(text), EXPLORE("%s") END(""), members[i].without);
		assert_told(members[i].name, text, "failures and status must be there\n");
	}
}

static void invalid_lines_are_refused_with_their_error(void **state)
{
	static const struct {
		const char *text, *want;
	} rows[] = {
		{ "", "error: p1:1: the file is empty\n" },
		{ "[]\n", "error: p1:1: no JSON object, from byte 1 on\n" },
		{ "{\"result\"}\n", "error: p1:1: no JSON object, from byte 10 on\n" },
		{ RESULT(""), "error: p1:2: the file was cut short: its summary is missing\n" },
		{ "{\"run\":{}}\n", "error: p1:2: the file was cut short" },
		{ "{\"event\":{}}\n", "error: p1:2: the file was cut short" },
		{ "{\"summary\":{\"files\":0}}\n{\"event\":{}}\n", "error: p1:3: the file was" },
		{ "{\"summary\":{\"files\":0}}\n{\"run\":{}}\n", "error: p1:3: the file was" },
		{ "{\"summary\":{\"files\":0}}\n" RESULT(""), "error: p1:3: the file was" },
		{ "{\"summary\":{\"files\":0}}\n" EXPLORE(ALL), "error: p1:3: the file was" },
		{ "{\"summary\":{\"files\":0}}\n", "\nstatus 0\n" },
		{ "{\"summary\":{\"files\":1}}\n",
		  "error: p1:1: the summary is about 1 results, but there are 0\n" },
		{ "{\"summary\":{}}\n",
		  "error: p1:1: the summary does not say how many files there are\n" },
		{ "{\"explored\":{}}\n",
		  "error: p1:1: the summary does not say how many cells there are\n" },
		{ "{\"explored\":{\"files\":0}}\n", "how many cells there are\n" },
		{ "{\"summary\":{\"files\":-1}}\n", "how many files there are\n" },
		{ "{\"summary\":{\"files\":0,\"shards\":0}}\n",
		  "error: p1:1: shard and shards must be numbers, shard from 1 to shards, "
		  "of at most 65536\n" },
		{ "{\"summary\":{\"files\":0,\"shards\":2}}\n", "shard from 1 to shards" },
		{ "{\"summary\":{\"files\":0,\"shards\":2,\"shard\":0}}\n", "shard from 1 to" },
		{ "{\"summary\":{\"files\":0,\"shards\":2,\"shard\":3}}\n", "shard from 1 to" },
		{ "{\"summary\":{\"files\":0,\"shards\":2,\"shard\":2}}\n",
		  "check: part 1 of 2 of the work missing\n" },
		{ "{\"summary\":{\"files\":0,\"shards\":65537,\"shard\":1}}\n", "shard from 1" },
		{ "{\"summary\":{\"files\":0,\"shards\":65536,\"shard\":65536}}\n",
		  "parts 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 65525 more of 65536 of the work "
		  "missing\n" },
		{ "{\"summary\":{\"files\":0,\"shards\":11,\"shard\":11}}\n",
		  "check: parts 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 of 11 of the work missing\n" },
		{ "{\"summary\":{\"files\":0,\"shards\":12,\"shard\":1}}\n",
		  "check: parts 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 1 more of 12 of the work "
		  "missing\n" },
		{ "{\"summary\":{\"files\":0,\"shards\":2,\"shard\":1}}\n"
		  "{\"summary\":{\"files\":0,\"shards\":2,\"shard\":1}}\n",
		  "error: p1:2: part 1 of 2, which is p1:1 already\n" },
		{ "{\"summary\":{\"files\":0,\"shards\":2,\"shard\":1}}\n"
		  "{\"summary\":{\"files\":0,\"shards\":3,\"shard\":1}}\n",
		  "error: p1:2: a part of 3, but p1:1 is one of 2\n" },
		{ "{\"summary\":{\"files\":0}}\n{\"summary\":{\"files\":0}}\n", "\nstatus 0\n" },
		{ "{\"explore\":{\"version\":2,\"file\":\"x\"" ALL "}}\n",
		  "error: p1:1: explore: the format's version must be 1\n" },
		{ "{\"explore\":{\"file\":\"x\"" ALL "}}\n", "version must be 1\n" },
		{ "{\"explore\":{\"version\":1" ALL "}}\n",
		  "error: p1:1: a result without its file\n" },
		{ "{\"result\":{\"verdict\":\"pass\"}}\n", "p1:1: a result without its file\n" },
		{ "{\"result\":{\"file\":\"\",\"verdict\":\"pass\"}}\n", "without its file\n" },
		{ "{\"result\":{\"file\":\"x\"}}\n",
		  "error: p1:1: a result without a verdict that is known\n" },
		{ "{\"result\":{\"file\":\"x\",\"verdict\":\"Pass\"}}\n", "a verdict that is" },
		{ "{\"result\":{\"file\":\"x\",\"verdict\":\"skip\",\"what\":\"a\\nb\"}}\n"
		  "{\"summary\":{\"files\":1}}\n",
		  "SKIP x: a?b\n" },
		{ RESULT("") RESULT(""), "error: p1:2: the result of x.yaml is already at p1:1\n" },
		{ RESULT(",\"cell\":\"a=1\"") RESULT("") RESULT(",\"cell\":\"a=1\""),
		  "error: p1:3: the result of x.yaml a=1 is already at p1:1\n" },
		{ EXPLORE(ALL) RESULT("") EXPLORE(ALL),
		  "error: p1:3: part 1 of 1 of x.yaml is already at p1:1\n" },
		{ EXPLORE(ALL ",\"shard\":1,\"shards\":3") EXPLORE(ALL ",\"shard\":3,\"shards\":3")
		      END(""),
		  "the summary is about 1 results, but there are 2\n" },
		{ EXPLORE(ALL ",\"shard\":1,\"shards\":3") END(""),
		  "check: parts 2, 3 of 3 of x.yaml missing\n" },
		{ EXPLORE(ALL ",\"cell\":\"a=1\",\"shard\":2,\"shards\":2") END(""),
		  "check: part 1 of 2 of x.yaml [a=1] missing\n" },
		{ EXPLORE(ALL ",\"shard\":1,\"shards\":3") EXPLORE(ALL ",\"shard\":1,\"shards\":2"),
		  "error: p1:2: x.yaml was not explored in the same way as at p1:1\n" },
		{ EXPLORE(ALL ",\"shard\":1,\"shards\":2")
		      EXPLORE(ALL ",\"wanted\":true,\"shard\":2,\"shards\":2"),
		  "error: p1:2: x.yaml was not explored in the same way as at p1:1\n" },
		{ "{\"other\":{}}\n",
		  "error: p1:1: no line of relist run or relist explore --format jsonl\n" },
	};
	static const char *const ways[][2] = { { "exhaustive", "seeds" },
					       { "\"seed\":0", "\"seed\":1" },
					       { "\"depth\":0", "\"depth\":1" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_told("row", rows[i].text, rows[i].want);
	for (size_t i = 0; i < ARRAY_LEN(ways); i++) {
		static const char first[] = EXPLORE(ALL ",\"shard\":1,\"shards\":2");
		AUTO_STRBUF text = STRBUF_INIT;
		const char *at = strstr(first, ways[i][0]);

		assert_non_null(at);
		strbuf_addz(&text, first);
		strbuf_add(&text, first, (size_t)(at - first));
		strbuf_addz(&text, ways[i][1]);
		strbuf_addz(&text, at + strlen(ways[i][0]));
		assert_told(ways[i][0], text.ptr, "p1:2: x.yaml was not explored in the same way");
	}
}

/* Nothing of a file is taken for the next one's. */
static void each_file_starts_with_fresh_state(void **state)
{
	static const char good[] =
	    RESULT("") "{\"run\":{}}\n" RESULT(",\"cell\":\"a=1\"") "{\"summary\":{\"files\":2}}\n";
	static const struct {
		const char *second, *want;
	} rows[] = {
		{ "", "error: p2:1: the file is empty\n" },
		{ "x\n", "error: p2:1: no JSON object, from byte 1 on\n" },
		{ RESULT(""), "error: p2:1: the result of x.yaml is already at p1:1\n" },
		{ RESULT(",\"cell\":\"a=1\""), "x.yaml a=1 is already at p1:3\n" },
		{ RESULT(",\"cell\":\"b\""), "error: p2:2: the file was cut short" },
		{ "{\"summary\":{\"files\":1}}\n",
		  "error: p2:1: the summary is about 1 results, but there are 0\n" },
		{ EXPLORE(ALL) "{\"explored\":{\"cells\":1}}\n", "\nstatus 0\n" },
		{ EXPLORE(ALL) "{\"summary\":{\"files\":1,\"shard\":1,\"shards\":2}}\n",
		  "error: p2:2: a part of 2, but p1:4 is one of 1\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct str files[] = { STR(good), str_of(rows[i].second) };
		AUTO_STRBUF out = STRBUF_INIT;

		tell(files, 2, RUNNER_FORMAT_TEXT, &out);
		if (!strstr(out.ptr, rows[i].want))
			fail_msg("row %zu wants: %s\ngot: %s", i, rows[i].want, out.ptr);
	}
}

/* Expected failures that pass, the worst part's status, the sums of the counters. */
static void parts_merge_to_one_verdict(void **state)
{
#define PART(shard, failures, status, complete, more)                                              \
	EXPLORE(",\"mode\":\"all-interleaved\",\"seed\":0,\"depth\":7,\"runs\":3,\"pruned\":2,"    \
		"\"failures\":" failures ",\"status\":" status ",\"complete\":" complete           \
		",\"shard\":" shard ",\"shards\":2,\"name\":\"x\",\"what\":\"part " shard          \
		"\",\"line\":" shard ",\"column\":4" more)
#define ENDS   "{\"explored\":{\"cells\":2,\"shard\":1,\"shards\":1}}\n"
#define WANTED ",\"wanted\":true"
	static const struct {
		const char *text, *has, *lacks;
		int status;
	} rows[] = {
		{ PART("1", "0", "0", "true", "") PART("2", "0", "0", "true", "") ENDS,
		  "explored: 1 cell in 1 part, 6 runs, 4 left where one had been\n", "FAIL", 0 },
		{ PART("1", "0", "0", "true", "") PART("2", "0", "0", "false", "") ENDS,
		  "4 left where one had been; 1 not to the end\n", "FAIL", 0 },
		{ PART("1", "0", "0", "true", "") PART("2", "1", "1", "true", "") ENDS, "part 2",
		  "part 1", 1 },
		{ PART("2", "1", "1", "true", "") PART("1", "2", "1", "true", "") ENDS, "part 1",
		  "part 2", 1 },
		{ PART("1", "2", "1", "true", "") PART("2", "1", "1", "true", "") ENDS, "part 1",
		  "part 2", 1 },
		{ PART("1", "1", "1", "true", "") PART("2", "1", "5", "true", "") ENDS, "part 1",
		  "part 2", 5 },
		{ PART("1", "0", "0", "true", WANTED) PART("2", "0", "0", "true", WANTED) ENDS,
		  "no order fails, but the outcome says that one does", "part 1", 1 },
		{ PART("1", "0", "0", "false", WANTED) PART("2", "0", "0", "true", WANTED) ENDS,
		  "1 not to the end", "FAIL", 0 },
		{ PART("1", "0", "0", "true", WANTED) PART("2", "1", "0", "true", WANTED) ENDS,
		  "explored: 1 cell", "FAIL", 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct str file = str_of(rows[i].text);
		AUTO_STRBUF out = STRBUF_INIT;
		char status[24];

		tell(&file, 1, RUNNER_FORMAT_TEXT, &out);
		(void)snprintf(status, sizeof(status), "\nstatus %d\n", rows[i].status);
		if (!strstr(out.ptr, rows[i].has) || strstr(out.ptr, rows[i].lacks) ||
		    !strstr(out.ptr, status))
			fail_msg("row %zu: %s", i, out.ptr);
		if (rows[i].status == 1 || rows[i].status == 5)
			assert_non_null(strstr(out.ptr, "relist explore x.yaml --exhaustive --all "
							"--interleave --depth 7\n"));
	}
}

/* Of three parts each may fail, and each may come first: the lowest that failed is reported. */
static void first_failure_is_that_of_the_lowest_part(void **state)
{
	static const unsigned orders[][3] = { { 1, 2, 3 }, { 1, 3, 2 }, { 2, 1, 3 },
					      { 2, 3, 1 }, { 3, 1, 2 }, { 3, 2, 1 } };

	(void)state;
	for (unsigned fail = 1; fail < 8; fail++) {
		unsigned lowest = fail & 1 ? 1 : fail & 2 ? 2 : 3;

		for (size_t i = 0; i < ARRAY_LEN(orders); i++) {
			AUTO_STRBUF text = STRBUF_INIT;
			char want[40];

			for (size_t k = 0; k < 3; k++) {
				unsigned shard = orders[i][k];
				bool fails = fail >> (shard - 1) & 1;

				strbuf_addf(&text,
					    "{\"explore\":{\"version\":1,\"file\":\"x.yaml\","
					    "\"mode\":\"exhaustive\",\"seed\":0,\"depth\":0,"
					    "\"runs\":1,\"pruned\":0,\"failures\":%u,\"status\":%u,"
					    "\"complete\":true,\"shard\":%u,\"shards\":3",
					    fails * 2u, fails * 1u, shard);
				if (fails)
					strbuf_addf(&text, ",\"what\":\"of %u\",\"line\":%u", shard,
						    10 + shard);
				/* where one has no column, another's is not printed */
				strbuf_addz(&text, fails && shard == 3 ? ",\"column\":7" : "");
				strbuf_addz(&text, "}}\n");
			}
			strbuf_addz(&text, "{\"explored\":{\"cells\":3}}\n");
			(void)snprintf(want, sizeof(want), "x.yaml:%u:%u: of %u\n", 10 + lowest,
				       lowest == 3 ? 7 : 1, lowest);
			assert_told("order", text.ptr, want);
			assert_told("order", text.ptr, "\nstatus 1\n");
		}
	}
}

/* --- works that are made up --- */

static void add_text(struct choice *c, struct strbuf *out, const char *name)
{
	const char *value = ANY(c, "", "x", "a longer one, with \\\"quotes\\\" <&>", "\\u00e4\\n");

	if (!rarely(c, 3))
		strbuf_addf(out, ",\"%s\":\"%s\"", name, value);
}

static void add_number(struct choice *c, struct strbuf *out, const char *name)
{
	const char *value = ANY(c, "0", "1", "17", "4294967295", "4294967296");

	if (!rarely(c, 3))
		strbuf_addf(out, ",\"%s\":%s", name, value);
}

static void add_name(struct strbuf *out, size_t n, const char *kind)
{
	static const char *const files[] = { "a.yaml", "t.jsonl", "b.yaml", "it's.yaml" };
	static const char *const cells[] = { "", "form=http", "form=tcp, n=2" };

	strbuf_addf(out, "{\"%s\":{\"version\":1,\"file\":\"%s\"", kind, files[n / 3 % 4]);
	if (n % 3)
		strbuf_addf(out, ",\"cell\":\"%s\"", cells[n % 3]);
}

static void add_result(struct choice *c, struct strbuf *out, size_t n)
{
	const char *verdict = ANY(c, "pass", "pass", "fail", "skip", "unsettled", "bad-input");

	add_name(out, n, "result");
	strbuf_addf(out, ",\"verdict\":\"%s\"", verdict);
	add_text(c, out, "name");
	add_text(c, out, "what");
	add_text(c, out, "program");
	add_text(c, out, "expected");
	add_text(c, out, "actual");
	add_text(c, out, "nearest");
	add_number(c, out, "line");
	add_number(c, out, "column");
	add_number(c, out, "runs");
	add_number(c, out, "seed");
	strbuf_addz(out, "}}\n");
}

/* The part of one cell; what all its parts have follows from `way`. */
static void add_part(struct choice *c, struct strbuf *out, size_t n, unsigned way, unsigned shard,
		     unsigned shards)
{
	static const char *const modes[] = { "exhaustive", "seeds", "all-interleaved",
					     "exhaustive-interleaved" };
	unsigned failures = rarely(c, 3) ? 1 + choice_pick(c, 3) : 0;
	const char *status = failures ? ANY(c, "1", "1", "4", "5") : "0";
	const char *complete = rarely(c, 5) ? "false" : "true";

	add_name(out, n, "explore");
	strbuf_addf(out,
		    ",\"mode\":\"%s\",\"seed\":%u,\"depth\":%u,\"wanted\":%s,\"shard\":%u,"
		    "\"shards\":%u,\"failures\":%u,\"status\":%s,\"complete\":%s",
		    modes[way % 4], way % 3, way % 5 ? way % 5 - 1 : 0, way % 7 ? "false" : "true",
		    shard, shards, failures, status, complete);
	strbuf_addf(out, ",\"runs\":%u", choice_pick(c, 90));
	strbuf_addf(out, ",\"pruned\":%u", choice_pick(c, 9));
	if (way % 2)
		strbuf_addf(out, ",\"name\":\"n%u\"", way);
	if (failures)
		strbuf_addf(out, ",\"what\":\"of %u\",\"line\":%u,\"column\":7", shard, shard + 10);
	strbuf_addz(out, "}}\n");
}

struct work {
	struct strbuf files[FILES_MAX];
	size_t count;
};

static void make_work(uint64_t n, struct work *w)
{
	struct choice c;
	bool explored;
	size_t cells;

	choice_init_seed(&c, 700 + n, false);
	explored = !rarely(&c, 3);
	w->count = 1 + choice_pick(&c, FILES_MAX);
	cells = 1 + choice_pick(&c, 8);
	for (size_t f = 0; f < w->count; f++) {
		struct strbuf *out = &w->files[f];
		unsigned shard = (unsigned)f + 1, shards = (unsigned)w->count;
		size_t mine = 0;

		strbuf_init(out);
		for (size_t i = 0; i < cells; i++) {
			if (!explored && i % w->count != f)
				continue;
			mine++;
			if (explored)
				add_part(&c, out, i, (unsigned)(n + i), shard, shards);
			else
				add_result(&c, out, i);
		}
		strbuf_addf(out, "{\"%s\":{\"%s\":%zu,\"shard\":%u,\"shards\":%u}}\n",
			    explored ? "explored" : "summary", explored ? "cells" : "files", mine,
			    shard, shards);
	}
}

static void take_files(const struct work *w, bool backwards, struct str files[FILES_MAX])
{
	for (size_t i = 0; i < w->count; i++)
		files[i] = strbuf_str(&w->files[backwards ? w->count - 1 - i : i]);
}

static void merged_report_does_not_depend_on_the_order_of_parts(void **state)
{
	static const char *const words[] = { "text", "tap", "jsonl", "junit", "github", "gitlab" };
	struct fingerprints f = { "tests/golden/outputs/made-parts.txt", STRBUF_INIT };

	(void)state;
	for (uint64_t n = 0; n < WORKS; n++) {
		struct str files[FILES_MAX];
		struct work w = { .count = 0 };
		char name[24];

		make_work(n, &w);
		(void)snprintf(name, sizeof(name), "parts-%llu", (unsigned long long)n);
		fingerprints_line(&f, name);
		for (size_t i = 0; i < ARRAY_LEN(words); i++) {
			AUTO_STRBUF out = STRBUF_INIT, back = STRBUF_INIT, fewer = STRBUF_INIT;
			bool explored = strstr(w.files[0].ptr, "{\"explored\":") != NULL;

			take_files(&w, false, files);
			tell(files, w.count, (enum runner__format)i, &out);
			fingerprints_add(&f, words[i], strbuf_str(&out));
			assert_null(strstr(out.ptr, "missing"));
			/* a part less, and it says so */
			tell(files, w.count - 1, (enum runner__format)i, &fewer);
			if (w.count > 1)
				assert_true(strncmp(fewer.ptr, "check: part", 11) == 0);
			take_files(&w, true, files);
			tell(files, w.count, (enum runner__format)i, &back);
			if (explored) /* one case each; results stand in the files' order */
				assert_string_equal(back.ptr, out.ptr);
			else
				fingerprints_add(&f, "back", strbuf_str(&back));
		}
		for (size_t i = 0; i < w.count; i++)
			strbuf_fini(&w.files[i]);
	}
	fingerprints_end(&f);
}

/* A failed allocation is an error; otherwise the report is complete. */
static void merge_without_memory_is_an_error(void **state)
{
	(void)state;
	for (uint64_t n = 0; n < 5; n++) {
		AUTO_STRBUF whole = STRBUF_INIT;
		struct work w = { .count = 0 };
		struct str files[FILES_MAX];
		struct relist_err err = { 0 };
		int code = RELIST_ENOMEM;

		make_work(n, &w);
		take_files(&w, false, files);
		tell(files, w.count, RUNNER_FORMAT_JSONL, &whole);
		for (long grant = 0; code && grant < 2000; grant += 1 + grant / 64) {
			AUTO_STRBUF out = STRBUF_INIT;
			struct runner__merge *m;

			base__alloc_fail_after = grant;
			m = runner__merge_new();
			code = m ? 0 : RELIST_ENOMEM;
			for (size_t i = 0; i < w.count && !code; i++)
				code = feed(m, "p", files[i], &err);
			base__alloc_fail_after = -1;
			if (code && m) {
				assert_int_equal(code, RELIST_ENOMEM);
				assert_int_equal(err.code, code);
				assert_string_equal(err.msg, "out of memory");
			}
			if (!code) {
				int status = runner__merge_report(m, RUNNER_FORMAT_JSONL, &out);

				strbuf_addf(&out, "status %d\n", status);
				assert_string_equal(out.ptr, whole.ptr);
			}
			runner__merge_free(m);
		}
		assert_int_equal(code, 0);
		for (size_t i = 0; i < w.count; i++)
			strbuf_fini(&w.files[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(explore_line_needs_every_member_within_its_limits),
		cmocka_unit_test(invalid_lines_are_refused_with_their_error),
		cmocka_unit_test(each_file_starts_with_fresh_state),
		cmocka_unit_test(parts_merge_to_one_verdict),
		cmocka_unit_test(first_failure_is_that_of_the_lowest_part),
		cmocka_unit_test(merged_report_does_not_depend_on_the_order_of_parts),
		cmocka_unit_test(merge_without_memory_is_an_error),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
