/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever JSON is read says the same when its strings are written with escapes: recordings,
 * traces, and what is imported. */
#include "base/alloc.h"
#include "runner/import/import.h"
#include "runner/recording/recording.h"
#include "tests/kit/escapes.h"
#include "tests/kit/text_input.h"
#include "tests/kit/trace_kit.h"

static int append(void *user, struct str line, struct relist_err *err)
{
	(void)err;
	strbuf_adds(user, line);
	return 0;
}

static void copy_recording(struct str text, struct strbuf *out)
{
	struct relist_err err = { 0 };
	struct rec__writer w;
	struct rec__reader r;
	struct rec__line line;
	int code = rec__reader_init(&r, (struct rec__input) { text_input, &text }, 0, &err);

	rec__writer_init(&w, (struct rec__output) { append, out });
	if (!code)
		code = rec__write_header(&w, &r.header, &err);
	while (!code && (code = rec__read(&r, &line, &err)) == 1)
		code = rec__write(&w, &line, &err);
	if (code)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
	rec__reader_fini(&r);
	rec__writer_fini(&w);
}

static void escaped_recordings_read_the_same(void **state)
{
	struct runner__paths paths = { 0 };

	(void)state;
	assert_int_equal(runner__paths_find(&paths, "tests/recordings", ".jsonl", NULL), 0);
	for (size_t i = 0; i < paths.len; i++) {
		AUTO_STRBUF text = STRBUF_INIT, other = STRBUF_INIT;
		AUTO_STRBUF first = STRBUF_INIT, second = STRBUF_INIT;
		AUTO_STRBUF want = STRBUF_INIT, got = STRBUF_INIT;

		read_text(paths.items[i], &text);
		escape_strings(strbuf_str(&text), true, NULL, &other);
		assert_non_null(strstr(other.ptr, "{\"\\u0072equest\":{\"\\u0069d\":1"));
		copy_recording(strbuf_str(&text), &first);
		copy_recording(strbuf_str(&other), &second);
		plain_lines(strbuf_str(&first), &want);
		plain_lines(strbuf_str(&second), &got);
		assert_string_equal(got.ptr, want.ptr);
	}
	assert_true(paths.len > 8);
	runner__paths_fini(&paths);
}

/* Members' names are reported with their places, escaped or not. */
static void unknown_name_is_reported_decoded(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{ "{\"recording\":1}\n{\"n\\u006fte\":{\"text\":\"a\"}}\n{\"n\\u006ftf\":{}}\n",
		  "\"notf\"" },
		{ "{\"recording\":1}\n{\"note\":{\"t\\u0065xt\":\"a\"}}\n"
		  "{\"note\":{\"t\\u0065xu\":1}}\n",
		  "\"texu\"" },
		{ "{\"recording\":1,\"lacks\":[\"ch\\u0075nks\",\"t\\u0069mf\"]}\n", "\"timf\"" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str text = str_of(cases[i].text);
		struct relist_err err = { 0 };
		struct rec__reader r;
		struct rec__line line;
		int code = rec__reader_init(&r, (struct rec__input) { text_input, &text }, 0, &err);

		while (!code && (code = rec__read(&r, &line, &err)) == 1)
			code = 0;
		assert_int_equal(code, RELIST_EPARSE);
		if (!strstr(err.msg, cases[i].says))
			fail_msg("%s", err.msg);
		rec__reader_fini(&r);
	}
}

static void escaped_traces_pass_the_same(void **state)
{
	struct runner__paths paths = { 0 };

	(void)state;
	assert_int_equal(runner__paths_find(&paths, "tests/golden/client-go-0.37", ".jsonl", NULL),
			 0);
	for (size_t i = 0; i < paths.len; i++) {
		struct runner__replay_options opt = sim_options(i);
		AUTO_STRBUF text = STRBUF_INIT, other = STRBUF_INIT;
		struct relist_err err = { 0 };
		struct runner__trace *t;

		read_text(paths.items[i], &text);
		/* an object is compared as it is written */
		escape_strings(strbuf_str(&text), true, "\"object\":{\"key\"", &other);
		t = runner__trace_parse(str_of(paths.items[i]), strbuf_str(&other), &err);
		if (!t)
			fail_msg("%s:%u:%u: %s", paths.items[i], err.line, err.column, err.msg);
		assert_passes(t, &opt);
		runner__trace_free(t);
	}
	assert_true(paths.len > 100);
	runner__paths_fini(&paths);
}

static void import(struct str text, struct strbuf *out)
{
	struct imp__options opt = { .redact = { .secrets = REC_SECRETS_KEEP,
						.keep_managed_fields = true } };
	struct relist_err err = { 0 };
	struct imp__import *im = imp__new(&opt, &err);
	int code = im ? imp__begin(im, STR("input"), &err) : RELIST_ENOMEM;

	if (!code)
		code = imp__feed(im, text, &err);
	if (!code)
		code = imp__end(im, &err);
	if (!code)
		code = imp__finish(im, (struct rec__output) { append, out }, &err);
	if (code)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
	imp__free(im);
}

static void escaped_inputs_import_the_same(void **state)
{
	static const char *const files[] = { "pods.har",
					     "orphan/audit.log",
					     "orphan/configmaps-watch.json",
					     "orphan/services-watch.json",
					     "levels/request.log",
					     "levels/metadata.log" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		AUTO_STRBUF path = STRBUF_INIT, text = STRBUF_INIT, other = STRBUF_INIT;
		AUTO_STRBUF first = STRBUF_INIT, second = STRBUF_INIT;
		AUTO_STRBUF want = STRBUF_INIT, got = STRBUF_INIT;

		strbuf_addf(&path, "tests/recordings/import/%s", files[i]);
		read_text(path.ptr, &text);
		/* log.entries and items are looked for byte by byte, before there is a value */
		escape_strings(strbuf_str(&text), !strstr(files[i], ".har"), NULL, &other);
		import(strbuf_str(&text), &first);
		import(strbuf_str(&other), &second);
		plain_lines(strbuf_str(&first), &want);
		plain_lines(strbuf_str(&second), &got);
		if (!str_eq(strbuf_str(&got), strbuf_str(&want)))
			fail_msg("%s\n%s\n%s", files[i], want.ptr, got.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(escaped_recordings_read_the_same),
		cmocka_unit_test(unknown_name_is_reported_decoded),
		cmocka_unit_test(escaped_traces_pass_the_same),
		cmocka_unit_test(escaped_inputs_import_the_same),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
