/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios made from recordings with a bit of everything, under each of the options: the text, how
 * its run differs from the recording, and what is noted, as committed in tests/golden/lift. */
#include "runner/lift/lift.h"
#include "base/alloc.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/trace_kit.h"

static ptrdiff_t take(void *user, void *buf, size_t cap, struct relist_err *err)
{
	struct str *rest = user;
	size_t n = rest->len < cap ? rest->len : cap;

	(void)err;
	memcpy(buf, rest->ptr, n);
	*rest = (struct str) { rest->ptr + n, rest->len - n };
	return (ptrdiff_t)n;
}

static void note(void *user, struct str text)
{
	strbuf_addf(user, "note: " STR_FMT "\n", STR_ARG(text));
}

static int lift(const struct lift__options *opt, struct str text, struct strbuf *out)
{
	struct relist_err err = { 0 };
	struct lift__result result;
	struct rec__reader reader;
	struct rec__line line;
	struct lift *l = lift__new(opt, &err);
	int code =
	    l ? rec__reader_init(&reader, (struct rec__input) { take, &text }, 0, &err) : err.code;

	if (!l)
		return code;
	lift__result_init(&result);
	if (!code)
		code = lift__header(l, &reader.header, &err);
	while (!code && (code = rec__read(&reader, &line, &err)) == 1)
		code = lift__line(l, &line, &err);
	if (!code)
		code = lift__finish(l, &result, &err);
	if (code) {
		strbuf_addf(out, "error %d: %s\n", code, err.msg);
		assert_int_equal(err.code, code);
	} else {
		strbuf_adds(out, strbuf_str(&result.text));
		strbuf_addf(out, "# %zu steps, %zu writes, %zu informers, %zu differences%s\n",
			    result.steps, result.writes, result.informers, result.difference_count,
			    result.broken ? ", broken" : "");
		strbuf_adds(out, strbuf_str(&result.differences));
	}
	lift__result_fini(&result);
	lift__free(l);
	rec__reader_fini(&reader);
	return code;
}

static const struct {
	const char *recording, *options;
	int64_t from_ms, to_ms; /* -1: nothing */
	const char *key, *user_agent;
	size_t bytes_max;
} cases[] = {
	{ "failures", "all of it", -1, -1, "", "", 0 },
	{ "failures", "from 12.5 s to 17.5 s", 12500, 17500, "", "", 0 },
	{ "failures", "from 20 s", 20000, -1, "", "", 0 },
	{ "failures", "to 13.2 s", -1, 13200, "", "", 0 },
	{ "failures", "default/a alone", -1, -1, "default/a", "", 0 },
	{ "failures", "an object that there is not", -1, -1, "nobody", "", 0 },
	{ "failures", "a client that there is not", -1, -1, "", "nobody", 0 },
	{ "failures", "1000 bytes", -1, -1, "", "", 1000 },
	{ "owners", "all of it", -1, -1, "", "", 0 },
	{ "owners", "kubectl's story", -1, -1, "", "kubectl", 0 },
	{ "owners", "the controller's story", -1, -1, "", "ctl", 0 },
	{ "owners", "pods/default/p2 alone", -1, -1, "pods/default/p2", "", 0 },
	{ "owners", "from 2 s", 2000, -1, "", "", 0 },
	{ "selections", "all of it", -1, -1, "", "", 0 },
	{ "selections", "x alone", -1, -1, "x", "", 0 },
	{ "odd", "all of it", -1, -1, "", "", 0 },
	{ "odd", "q alone", -1, -1, "q", "", 0 },
};

static void read_recording(const char *name, struct strbuf *out)
{
	AUTO_STRBUF path = STRBUF_INIT;

	strbuf_addf(&path, "tests/golden/lift/%s.jsonl", name);
	read_text(path.ptr, out);
}

static struct lift__options options_of(size_t i, struct strbuf *notes)
{
	return (struct lift__options) {
		.name = str_of(cases[i].recording),
		.origin = STR("sha256-0123"),
		.from_ns = cases[i].from_ms < 0 ? -1 : cases[i].from_ms * NS_PER_MS,
		.to_ns = cases[i].to_ms < 0 ? -1 : cases[i].to_ms * NS_PER_MS,
		.key = str_of(cases[i].key),
		.user_agent = str_of(cases[i].user_agent),
		.bytes_max = cases[i].bytes_max,
		.on_note = note,
		.user = notes,
	};
}

static void stories_are_told_as_committed(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, notes = STRBUF_INIT;
		struct lift__options opt = options_of(i, &notes);

		read_recording(cases[i].recording, &text);
		strbuf_addf(&out, "== %s, %s\n", cases[i].recording, cases[i].options);
		(void)lift(&opt, strbuf_str(&text), &out);
		strbuf_adds(&out, strbuf_str(&notes));
		strbuf_addc(&out, '\n');
	}
	assert_golden("tests/golden/lift/stories.txt", strbuf_str(&out));
}

/* The run of the scenario is not ours here: what comes before it. */
static void a_story_without_memory_is_an_error(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT, whole = STRBUF_INIT, notes = STRBUF_INIT;
	struct lift__options opt = options_of(13, &notes);

	(void)state;
	read_recording("selections", &text);
	assert_int_equal(lift(&opt, strbuf_str(&text), &whole), 0);
	for (long grant = 0; grant < 2000; grant += 1 + grant / 20) {
		AUTO_STRBUF out = STRBUF_INIT;
		int code;

		base__alloc_fail_after = grant;
		code = lift(&opt, strbuf_str(&text), &out);
		base__alloc_fail_after = -1;
		assert_true(code == 0 || code == RELIST_ENOMEM);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stories_are_told_as_committed),
		cmocka_unit_test(a_story_without_memory_is_an_error),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
