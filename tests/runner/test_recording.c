/* SPDX-License-Identifier: Apache-2.0 */
/* The recording format: what is read, what is refused and where, what is written. */
#include "base/str.h"
#include "runner/recording/recording.h"
#include "runner/recording/splitter.h"
#include "tests/kit/testing.h"

#define FIRST "{\"recording\":1}\n"

struct pieces {
	struct str text;
	size_t piece;
};

static ptrdiff_t read_piece(void *user, void *buf, size_t cap, struct relist_err *err)
{
	struct pieces *p = user;
	size_t n = p->piece < cap ? p->piece : cap;

	(void)err;
	if (n > p->text.len)
		n = p->text.len;
	memcpy(buf, p->text.ptr, n);
	p->text = (struct str) { p->text.ptr + n, p->text.len - n };
	return (ptrdiff_t)n;
}

static int append(void *user, struct str line, struct relist_err *err)
{
	(void)err;
	assert_int_equal(line.ptr[line.len - 1], '\n');
	strbuf_adds(user, line);
	return 0;
}

/* Reads `text` and writes what it said to `out`. */
static int copy(struct str text, size_t piece, struct strbuf *out, struct relist_err *err)
{
	struct pieces p = { text, piece };
	struct rec__writer w;
	struct rec__reader r;
	struct rec__line line;
	int code = rec__reader_init(&r, (struct rec__input) { read_piece, &p }, 0, err);

	rec__writer_init(&w, (struct rec__output) { append, out });
	if (!code)
		code = rec__write_header(&w, &r.header, err);
	while (!code && (code = rec__read(&r, &line, err)) == 1)
		code = rec__write(&w, &line, err);
	rec__reader_fini(&r);
	rec__writer_fini(&w);
	return code;
}

static const char everything[] =
    "{\"recording\":1,\"tool\":\"relist 0.1\",\"started\":\"2026-01-02T03:04:05.000000006Z\","
    "\"source\":{\"kind\":\"proxy\",\"server\":\"https://10.0.0.1:6443\",\"version\":\"v1.34.4\","
    "\"files\":[\"a\",\"b\"]},\"redaction\":{\"secrets\":\"hash\",\"managedFields\":\"drop\","
    "\"names\":\"keep\"},\"lacks\":[\"chunks\",\"times\"],\"part\":1}\n"
    "{\"connect\":{\"at\":\"1ms\",\"conn\":1,\"client\":\"127.0.0.1:4000\",\"tls\":true}}\n"
    "{\"request\":{\"id\":1,\"at\":\"2ms\",\"conn\":1,\"method\":\"GET\",\"path\":\"/api/v1/pods\","
    "\"query\":{\"limit\":\"500\",\"x\":[\"1\",\"2\"],\"y\":\"\"},"
    "\"headers\":{\"Accept\":\"a\\\"b\"}}}\n"
    "{\"response\":{\"id\":1,\"at\":\"3ms\",\"status\":200,\"body\":{\"kind\" : \"PodList\"},"
    "\"end\":\"\\n\"}}\n"
    "{\"request\":{\"id\":2,\"at\":\"3ms\",\"method\":\"GET\",\"path\":\"/w\"}}\n"
    "{\"response\":{\"id\":2,\"at\":\"4ms\",\"status\":200,\"stream\":true,\"length\":90}}\n"
    "{\"event\":{\"id\":2,\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\"},\"cuts\":[3,9],"
    "\"open\":true}}\n"
    "{\"raw\":{\"id\":2,\"text\":\"{\\\"a\\\":\",\"cuts\":[1]}}\n"
    "{\"raw\":{\"id\":2,\"base64\":\"/w==\",\"origin\":\"a:1\"}}\n"
    "{\"raw\":{\"id\":2,\"omitted\":12}}\n"
    "{\"request\":{\"id\":3,\"method\":\"POST\",\"path\":\"/"
    "x\",\"user\":\"u\",\"body\":\"text\\n\","
    "\"assumed\":true}}\n"
    "{\"close\":{\"id\":3,\"how\":\"refused\",\"text\":\"nobody\"}}\n"
    "{\"hangup\":{\"id\":2}}\n"
    "{\"disconnect\":{\"conn\":1,\"by\":\"client\",\"how\":\"fin\"}}\n"
    "{\"note\":{\"text\":\"the end\"}}\n";

static void recording_round_trips_byte_by_byte(void **state)
{
	static const size_t pieces[] = { 1, 7, 4096, 1 << 20 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pieces); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct relist_err err = { 0 };

		if (copy(str_of(everything), pieces[i], &out, &err))
			fail_msg("%u:%u: %s", err.line, err.column, err.msg);
		assert_string_equal(out.ptr, everything);
	}
}

static struct rec__line second_line(struct rec__reader *r, struct pieces *p, const char *text)
{
	struct relist_err err = { 0 };
	struct rec__line line = { 0 };

	*p = (struct pieces) { str_of(text), 4096 };
	if (rec__reader_init(r, (struct rec__input) { read_piece, p }, 0, &err) ||
	    rec__read(r, &line, &err) != 1)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
	return line;
}

static void recorded_body_is_restored_exactly(void **state)
{
	static const struct {
		const char *member, *body;
		size_t len;
		enum rec__body kind;
	} cases[] = {
		{ "\"body\":{\"a\": 1}", "{\"a\": 1}", 8, REC_BODY_JSON },
		{ "\"body\":{\"a\":1},\"end\":\" \\n\"", "{\"a\":1} \n", 9, REC_BODY_JSON },
		{ "\"body\":null", "null", 4, REC_BODY_JSON },
		{ "\"body\":\"a\\n\\u00e9\"", "a\n\xc3\xa9", 4, REC_BODY_TEXT },
		{ "\"body\":\"\"", "", 0, REC_BODY_TEXT },
		{ "\"base64\":\"AP8=\"", "\0\xff", 2, REC_BODY_TEXT },
		{ "\"omitted\":7", NULL, 0, REC_BODY_OMITTED },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct rec__reader r;
		struct rec__line line;
		struct pieces p;

		strbuf_addf(&text,
			    FIRST "{\"request\":{\"id\":1,\"method\":\"PUT\",\"path\":\"/\",%s}}\n",
			    cases[i].member);
		line = second_line(&r, &p, text.ptr);
		assert_int_equal(line.body_kind, cases[i].kind);
		assert_int_equal(line.body.len, cases[i].len);
		assert_memory_equal(line.body.ptr ? line.body.ptr : "",
				    cases[i].body ? cases[i].body : "", cases[i].len);
		rec__reader_fini(&r);
	}
}

static void recording_writer_encodes_any_body(void **state)
{
	static const struct {
		struct str body;
		const char *member;
	} cases[] = {
		{ { "{\"a\":1}", 7 }, "\"body\":{\"a\":1}" },
		{ { "{\"a\":1}\n\n", 9 }, "\"body\":{\"a\":1},\"end\":\"\\n\\n\"" },
		{ { "{\n\"a\":1}", 8 }, "\"body\":\"{\\n\\\"a\\\":1}\"" },
		{ { " {}", 3 }, "\"body\":\" {}\"" },
		{ { "\"s\"", 3 }, "\"body\":\"\\\"s\\\"\"" },
		{ { "", 0 }, "\"body\":\"\"" },
		{ { "ok", 2 }, "\"body\":\"ok\"" },
		{ { "\0\xff", 2 }, "\"base64\":\"AP8=\"" },
		{ { "\"\xff\"", 3 }, "\"base64\":\"Iv8i\"" },
		{ { "{\"\xff\":1}", 7 }, "\"base64\":\"eyL/IjoxfQ==\"" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		AUTO_STRBUF want = STRBUF_INIT;
		struct rec__line line = rec__line_of(REC_RESPONSE, 1, REC_TIME_UNKNOWN);

		line.status = 200;
		line.body_kind = REC_BODY_TEXT;
		line.body = cases[i].body;
		assert_int_equal(rec__format(&line, &out, NULL), 0);
		strbuf_addf(&want, "{\"response\":{\"id\":1,\"status\":200,%s}}\n",
			    cases[i].member);
		assert_string_equal(out.ptr, want.ptr);
	}
}

static void multi_line_event_is_written_on_one_line(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__line line = rec__line_of(REC_EVENT, 4, 1500 * NS_PER_MS);

	(void)state;
	line.type = STR("ADDED");
	line.object = STR("{\n  \"a b\" : [ 1,\r\n\"\\\" \\\\\" ]\n}");
	assert_int_equal(rec__format(&line, &out, NULL), 0);
	assert_string_equal(out.ptr, "{\"event\":{\"id\":4,\"at\":\"1.5s\",\"type\":\"ADDED\","
				     "\"object\":{\"a b\":[1,\"\\\" \\\\\"]}}}\n");
	line.object = STR("{");
	assert_int_equal(rec__format(&line, &out, NULL), RELIST_EINVAL);
}

#define ASK	"{\"request\":{\"id\":1,\"method\":\"GET\",\"path\":\"/\"}}\n"
#define STREAM	"{\"response\":{\"id\":1,\"status\":200,\"stream\":true}}\n"
#define CONNECT "{\"connect\":{\"conn\":1}}\n"

static void error_names_file_and_line(void **state)
{
	static const struct {
		const char *text;
		uint32_t line, column;
		const char *says;
	} cases[] = {
		{ "", 1, 1, "no recording" },
		{ "\n", 2, 1, "no recording" },
		{ "{\"trace\":1}\n", 1, 1, "a trace" },
		{ "{\"a\":1}\n", 1, 1, "has no \"recording\"" },
		{ "{\"recording\":2}\n", 1, 1, "only version 1" },
		{ "{\"recording\":1,\"tol\":\"x\"}\n", 1, 16, "did you mean \"tool\"" },
		{ "{\"recording\":1,\"source\":{\"kind\":\"prox\"}}\n", 1, 25, "\"proxy\"" },
		{ "{\"recording\":1,\"lacks\":[\"chunk\"]}\n", 1, 25, "\"chunks\"" },
		{ "{\"recording\":1,\"redaction\":{\"secrets\":\"no\"}}\n", 1, 28, "\"hash\"" },
		{ "\x1f\x8b\b\n", 1, 1, "compressed" },
		{ FIRST "{\"note\":{\"text\":\"\x01\"}}\n", 2, 18, "0x01" },
		{ FIRST "{\"note\":{\"text\"\n", 2, 16, "too early" },
		{ FIRST "{\"nte\":{\"text\":\"\"}}\n", 2, 2, "did you mean \"note\"" },
		{ FIRST "{\"note\":{}}\n", 2, 9, "has no \"text\"" },
		{ FIRST "{\"note\":{\"text\":\"\"},\"a\":1}\n", 2, 1, "one member" },
		{ FIRST "[]\n", 2, 1, "one member" },
		{ FIRST "{\"note\":{\"at\":\"1x\",\"text\":\"\"}}\n", 2, 15, "duration" },
		{ FIRST "{\"note\":{\"at\":\"2s\",\"text\":\"\"}}\n"
			"{\"note\":{\"at\":\"1s\",\"text\":\"\"}}\n",
		  3, 15, "before the 2s" },
		{ FIRST CONNECT CONNECT, 3, 12, "numbers go up" },
		{ FIRST ASK ASK, 3, 12, "numbers go up" },
		{ FIRST "{\"hangup\":{\"id\":1}}\n", 2, 11, "there is no request 1" },
		{ FIRST "{\"hangup\":{\"id\":0}}\n", 2, 17, "from 1" },
		{ FIRST ASK "{\"raw\":{\"id\":1,\"text\":\"\"}}\n", 3, 8, "\"stream\"" },
		{ FIRST ASK STREAM STREAM, 4, 13, "has been answered" },
		{ FIRST ASK STREAM "{\"raw\":{\"id\":1}}\n", 4, 8, "raw line has no" },
		{ FIRST ASK STREAM "{\"raw\":{\"id\":1,\"text\":1}}\n", 4, 23, "a string" },
		{ FIRST ASK STREAM "{\"raw\":{\"id\":1,\"text\":\"ab\",\"cuts\":[2]}}\n", 4, 36,
		  "from 1 to 1" },
		{ FIRST ASK STREAM "{\"raw\":{\"id\":1,\"base64\":\"a\"}}\n", 4, 8, "no base64" },
		{ FIRST ASK STREAM "{\"close\":{\"id\":1,\"how\":\"refused\"}}\n", 4, 10,
		  "cannot end as" },
		{ FIRST ASK "{\"close\":{\"id\":1,\"how\":\"eof\"}}\n{\"hangup\":{\"id\":1}}\n", 4,
		  11, "has ended" },
		{ FIRST ASK "{\"response\":{\"id\":1,\"status\":99}}\n", 3, 30, "from 100" },
		{ FIRST ASK
		  "{\"response\":{\"id\":1,\"status\":200,\"stream\":true,\"body\":{}}}\n",
		  3, 13, "more than one" },
		{ FIRST ASK "{\"response\":{\"id\":1,\"status\":200,\"length\":1,\"body\":{}}}\n",
		  3, 43, "needs \"stream\"" },
		{ FIRST ASK "{\"response\":{\"id\":1,\"status\":200,\"body\":{},\"end\":\"x\"}}\n",
		  3, 50, "white space" },
		{ FIRST ASK "{\"response\":{\"id\":1,\"status\":200,\"headers\":{\"A\":[1]}}}\n", 3,
		  50, "must be a string" },
		{ FIRST "{\"disconnect\":{\"conn\":1,\"by\":\"me\",\"how\":\"fin\"}}\n", 2, 15,
		  "\"client\"" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct relist_err err = { 0 };
		int code = copy(str_of(cases[i].text), 4096, &out, &err);

		if (code >= 0 || !strstr(err.msg, cases[i].says) || err.line != cases[i].line ||
		    err.column != cases[i].column)
			fail_msg("case %zu: %d, %u:%u: %s", i, code, err.line, err.column, err.msg);
	}
}

static void truncated_last_line_is_ignored(void **state)
{
	size_t len = strlen(everything);

	(void)state;
	for (size_t end = (size_t)(strchr(everything, '\n') - everything) + 1; end < len; end++) {
		struct pieces p = { { everything, end }, 100 };
		struct relist_err err = { 0 };
		struct rec__reader r;
		struct rec__line line;
		size_t seen = 0, whole = 0;
		int code;

		for (size_t i = 0; i < end; i++)
			whole += everything[i] == '\n';
		if (rec__reader_init(&r, (struct rec__input) { read_piece, &p }, 0, &err))
			fail_msg("%s", err.msg);
		while ((code = rec__read(&r, &line, &err)) == 1)
			seen++;
		assert_int_equal(code, 0);
		/* Without its line feed a line may be whole all the same. */
		assert_true(seen + 1 == whole || (seen == whole && !r.torn));
		assert_int_equal(r.torn, everything[end - 1] != '\n' && seen + 1 == whole);
		rec__reader_fini(&r);
	}
}

static void oversized_line_is_refused_without_buffering_it(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct rec__reader r;
	struct rec__line line;
	struct pieces p;

	(void)state;
	strbuf_addz(&text, FIRST "{\"note\":{\"text\":\"");
	for (int i = 0; i < 1 << 20; i++)
		strbuf_addc(&text, 'x');
	p = (struct pieces) { strbuf_str(&text), 4096 };
	assert_int_equal(rec__reader_init(&r, (struct rec__input) { read_piece, &p }, 1000, &err),
			 0);
	assert_int_equal(rec__read(&r, &line, &err), RELIST_ELIMIT);
	assert_int_equal(err.line, 2);
	assert_true(r.buf.cap < 1 << 18);
	rec__reader_fini(&r);
}

static void recording_parts_are_read_as_one(void **state)
{
	static const char part2[] = "{\"recording\":1,\"part\":2}\n"
				    "{\"request\":{\"id\":1,\"at\":\"1s\",\"method\":\"GET\","
				    "\"path\":\"/\",\"again\":true}}\n"
				    "{\"response\":{\"id\":1,\"at\":\"1s\",\"status\":200,"
				    "\"stream\":true,\"again\":true}}\n"
				    "{\"raw\":{\"id\":1,\"at\":\"5s\",\"text\":\"b\"}}\n";
	struct pieces p, p2 = { str_of(part2), 4096 };
	struct relist_err err = { 0 };
	struct rec__reader r, alone;
	struct rec__line line =
	    second_line(&r, &p, FIRST ASK STREAM "{\"note\":{\"at\":\"4s\",\"text\":\"\"}}\n");
	int again = 0;

	(void)state;
	while (rec__read(&r, &line, &err) == 1)
		;
	assert_int_equal(rec__reader_part(&r, (struct rec__input) { read_piece, &p2 }, &err), 0);
	assert_int_equal(r.header.part, 2);
	while (rec__read(&r, &line, &err) == 1)
		again += line.again;
	assert_int_equal(err.code, 0);
	assert_int_equal(again, 2);
	assert_int_equal(line.kind, REC_RAW);
	rec__reader_fini(&r);
	/* The part alone is a recording as well. */
	p2 = (struct pieces) { str_of(part2), 4096 };
	assert_int_equal(rec__reader_init(&alone, (struct rec__input) { read_piece, &p2 }, 0, &err),
			 0);
	while (rec__read(&alone, &line, &err) == 1)
		;
	assert_int_equal(err.code, 0);
	rec__reader_fini(&alone);
}

static void query_and_header_values_are_found_by_name(void **state)
{
	struct rec__reader r;
	struct pieces p;
	struct rec__line line = second_line(&r, &p,
					    FIRST "{\"request\":{\"id\":1,\"method\":\"GET\","
						  "\"path\":\"/\",\"query\":{\"a\":[\"1\",\"2\"]},"
						  "\"headers\":{\"User-Agent\":\"ua\"}}}\n");

	(void)state;
	assert_int_equal(line.query_count, 2);
	assert_string_equal(rec__query(&line, "a").ptr, "1");
	assert_null(rec__query(&line, "b").ptr);
	assert_string_equal(rec__find_header(&line, "user-agent").ptr, "ua");
	assert_null(rec__find_header(&line, "user").ptr);
	rec__reader_fini(&r);
}

static void resource_versions_parse_up_to_int64_max(void **state)
{
	static const struct {
		const char *text;
		uint64_t want;
	} cases[] = { { "", 0 },
		      { "0", 0 },
		      { "9", 9 },
		      { "0012", 12 },
		      { "1a", 0 },
		      { "a1", 0 },
		      { "-1", 0 },
		      { "1/", 0 },
		      { "1:", 0 },
		      { " 1", 0 },
		      { "922337203685477580", 922337203685477580 },
		      { "9223372036854775799", 9223372036854775799 },
		      { "9223372036854775800", 9223372036854775800 },
		      { "9223372036854775807", INT64_MAX },
		      { "9223372036854775808", 0 },
		      { "9223372036854775810", 0 },
		      { "18446744073709551616", 0 },
		      { "18446744073709551617", 0 },
		      { "99999999999999999999", 0 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_true(rec__number(str_of(cases[i].text)) == cases[i].want);
}

/* '|' after every byte at which a piece of a list ends. */
static void list_body_is_split_after_each_item(void **state)
{
	static const struct {
		const char *list, *pieces;
	} cases[] = {
		{ "{\"items\":[]}", "{\"items\":[|]}" },
		{ "{\"items\":[{\"a\":[1,2]},{\"b\":{}}],\"c\":[3,4]}",
		  "{\"items\":[|{\"a\":[1,2]},|{\"b\":{}}],\"c\":[3,4]}" },
		{ "{\"kind\":\"items\",\"items\":[1,\"],[\",3]}",
		  "{\"kind\":\"items\",\"items\":[|1,|\"],[\",|3]}" },
		/* only the first, and only that member */
		{ "{\"items\":[1,2],\"items\":[3,4]}", "{\"items\":[|1,|2],\"items\":[3,4]}" },
		{ "{\"metadata\":{\"items\":[1,2]},\"items\":[3,4]}",
		  "{\"metadata\":{\"items\":[1,2]},\"items\":[|3,|4]}" },
		{ "{\"item\":[1,2]}", "{\"item\":[1,2]}" },
		{ "{\"itemss\":[1,2]}", "{\"itemss\":[1,2]}" },
		{ "{\"xitems\":[1,2]}", "{\"xitems\":[1,2]}" },
		{ "{\"itemx\":[1,2]}", "{\"itemx\":[1,2]}" },
		{ "{\"\\nitems\":[1,2]}", "{\"\\nitems\":[1,2]}" },
		{ "{\"items\\n\":[1,2]}", "{\"items\\n\":[1,2]}" },
		{ "{\"\\\"items\":[1,2]}", "{\"\\\"items\":[1,2]}" },
		{ "{\"\\\\\":1,\"items\":[1,2]}", "{\"\\\\\":1,\"items\":[|1,|2]}" },
		{ "{\"items\":{\"a\":[1,2]},\"b\":[3,4]}",
		  "{\"items\":{\"a\":[1,2]},\"b\":[3,4]}" },
		{ "{\"items\":null,\"b\":[3,4]}", "{\"items\":null,\"b\":[3,4]}" },
		{ "{\"a\":\"items\",\"b\":[3,4]}", "{\"a\":\"items\",\"b\":[3,4]}" },
		{ "[\"items\",[1,2]]", "[\"items\",[1,2]]" },
		{ "]}{\"items\":[1,2]}", "]}{\"items\":[|1,|2]}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__splitter split = { 0 };
		AUTO_STRBUF out = STRBUF_INIT;

		for (const char *c = cases[i].list; *c; c++) {
			strbuf_addc(&out, *c);
			if (rec__split_byte(&split, *c))
				strbuf_addc(&out, '|');
		}
		assert_string_equal(out.ptr, cases[i].pieces);
	}
}

static void recording_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct strbuf out = STRBUF_INIT;
		struct relist_err err = { 0 };
		int code = copy(str_of(everything), 4096, &out, &err);

		if (code)
			assert_int_equal(code, RELIST_ENOMEM);
		else if (!out.failed)
			assert_string_equal(out.ptr, everything);
		strbuf_fini(&out);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recording_round_trips_byte_by_byte),
		cmocka_unit_test(recorded_body_is_restored_exactly),
		cmocka_unit_test(recording_writer_encodes_any_body),
		cmocka_unit_test(multi_line_event_is_written_on_one_line),
		cmocka_unit_test(error_names_file_and_line),
		cmocka_unit_test(truncated_last_line_is_ignored),
		cmocka_unit_test(oversized_line_is_refused_without_buffering_it),
		cmocka_unit_test(recording_parts_are_read_as_one),
		cmocka_unit_test(query_and_header_values_are_found_by_name),
		cmocka_unit_test(resource_versions_parse_up_to_int64_max),
		cmocka_unit_test(list_body_is_split_after_each_item),
		cmocka_unit_test(recording_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
