/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios made from recordings with a bit of everything, under each of the options: the text, how
 * its run differs from the recording, and what is noted, as committed in tests/golden/lift. */
#include "runner/lift/lift.h"
#include "base/alloc.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/text_input.h"
#include "tests/kit/trace_kit.h"

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
	int code = l ? rec__reader_init(&reader, (struct rec__input) { text_input, &text }, 0, &err)
		     : err.code;

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
	{ "failures", "from 1000 s", 1000000, -1, "", "", 0 },
	{ "failures", "to 1 ms", -1, 1, "", "", 0 },
	{ "failures", "from 1 ms to 2 ms", 1, 2, "", "", 0 },
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

static const char *const ctl[] = { "ctl" };

static struct lift__options options_of(size_t i, struct strbuf *notes)
{
	return (struct lift__options) {
		.name = str_of(cases[i].recording),
		.origin = STR("sha256-0123"),
		.from_ns = cases[i].from_ms < 0 ? -1 : cases[i].from_ms * NS_PER_MS,
		.to_ns = cases[i].to_ms < 0 ? -1 : cases[i].to_ms * NS_PER_MS,
		.keys = { &cases[i].key, *cases[i].key != 0 },
		.user_agents = { &cases[i].user_agent, *cases[i].user_agent != 0 },
		.bytes_max = cases[i].bytes_max,
		.on_note = note,
		.user = notes,
	};
}

static void lifted_scenarios_equal_the_committed_ones(void **state)
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

/* Covers the steps before the scenario is run. */
static void lift_without_memory_is_an_error(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT, whole = STRBUF_INIT, notes = STRBUF_INIT;
	struct lift__options opt = options_of(16, &notes);

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

static void add_made(struct strbuf *out, unsigned n, const char *agent)
{
	strbuf_addf(
	    out,
	    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"POST\",\"path\":"
	    "\"/api/v1/namespaces/d/configmaps\",\"headers\":{\"User-Agent\":\"%s\"}}}\n"
	    "{\"response\":{\"id\":%u,\"at\":\"%ums\",\"status\":201,\"body\":{\"kind\":"
	    "\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s-%u\",\"namespace\":"
	    "\"d\",\"resourceVersion\":\"%u\"}}}}\n",
	    n, 500 * n, agent, n, 500 * n, agent, n, 100 + n);
}

static size_t times(const char *text, const char *word)
{
	size_t n = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		n++;
	return n;
}

#define READS(id, query)                                                                           \
	"{\"request\":{\"id\":" id ",\"at\":\"1s\",\"method\":\"GET\",\"path\":"                   \
	"\"/api/v1/configmaps\",\"query\":{" query "},\"headers\":{\"User-Agent\":\"ctl\"}}}\n"

static const char watcher[] = "{\"recording\":1,\"source\":{\"kind\":\"proxy\"}}\n" READS(
    "1",
    "\"limit\":\"500\"") "{\"response\":{\"id\":1,\"at\":\"1s\",\"status\":200,\"body\":{"
			 "\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{"
			 "\"resourceVersion\":\"9\"},\"items\":[]}}}\n" READS(
			     "2",
			     "\"watch\":\"true\",\"resourceVersion\":\"9\"") "{\"response\":{"
									     "\"id\":2,\"at\":"
									     "\"1s\",\"status\":"
									     "200,\"stream\":true}}"
									     "\n";

/* Lift expects the program's objects at another client's write after 40 changes, and all of them
 * once more at the end, unless that is more than 60 objects: then their number is. */
static void lift_expects_the_programs_objects_midway_and_at_the_end(void **state)
{
	static const struct {
		unsigned before, behind; /* of the other client's write */
		size_t expectations, keys;
	} rows[] = {
		{ 1, 0, 1, 1 },	   { 39, 1, 1, 40 },  { 40, 0, 2, 80 },	  { 40, 1, 2, 81 },
		{ 59, 0, 2, 118 }, { 40, 19, 2, 99 }, { 40, 20, 2, 100 }, { 40, 21, 2, 61 },
		{ 60, 0, 2, 120 }, { 61, 0, 2, 61 },  { 61, 1, 2, 62 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT, out = STRBUF_INIT, notes = STRBUF_INIT;
		struct lift__options opt = options_of(0, &notes);
		unsigned n = 3;

		opt.controllers = (struct lift__texts) { ctl, 1 };
		strbuf_addz(&text, watcher);
		for (; n < rows[i].before + 3; n++)
			add_made(&text, n, "ctl");
		add_made(&text, n++, "admin");
		for (unsigned k = 0; k < rows[i].behind; k++)
			add_made(&text, n++, "ctl");
		assert_int_equal(lift(&opt, strbuf_str(&text), &out), 0);
		if (times(out.ptr, "- expect:") != rows[i].expectations ||
		    times(out.ptr, "d/ctl-") != rows[i].keys)
			fail_msg("%u, %u: %zu %zu\n%s", rows[i].before, rows[i].behind,
				 times(out.ptr, "- expect:"), times(out.ptr, "d/ctl-"), out.ptr);
	}
}

static void add_deletion(struct strbuf *out, unsigned id, unsigned name, unsigned ms)
{
	strbuf_addf(out,
		    "{\"request\":{\"id\":%u,\"at\":\"%ums\",\"method\":\"DELETE\",\"path\":"
		    "\"/api/v1/namespaces/d/configmaps/ctl-%u\",\"headers\":{\"User-Agent\":"
		    "\"ctl\"}}}\n{\"response\":{\"id\":%u,\"at\":\"%ums\",\"status\":200,\"body\":{"
		    "\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
		    "\"ctl-%u\",\"namespace\":\"d\",\"resourceVersion\":\"%u\"}}}}\n",
		    id, ms, name, id, ms, name, 100 + id);
}

/* A change that is undone within two seconds of the write that calls for an expectation is not
 * expected, whenever a reader got its last event. */
static void lift_does_not_expect_changes_undone_within_two_seconds(void **state)
{
	static const struct {
		unsigned name, after_ms; /* the other client's write: the last of 43 */
		size_t any, absent;
	} rows[] = {
		{ 3, 0, 0, 1 },	   { 3, 1, 0, 1 },     { 3, 1999, 0, 1 },  { 3, 2000, 1, 1 },
		{ 3, 9000, 1, 1 }, { 42, 1999, 0, 1 }, { 42, 2000, 1, 1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT, out = STRBUF_INIT, notes = STRBUF_INIT;
		struct lift__options opt = options_of(0, &notes);
		char any[24], absent[24];
		unsigned n = 3;

		opt.controllers = (struct lift__texts) { ctl, 1 };
		strbuf_addz(&text, watcher);
		for (; n < 43; n++)
			add_made(&text, n, "ctl");
		add_made(&text, n++, "admin");
		add_deletion(&text, n, rows[i].name, 500 * 43 + rows[i].after_ms);
		assert_int_equal(lift(&opt, strbuf_str(&text), &out), 0);
		(void)snprintf(any, sizeof(any), "d/ctl-%u: any", rows[i].name);
		(void)snprintf(absent, sizeof(absent), "d/ctl-%u: absent", rows[i].name);
		if (times(out.ptr, any) != rows[i].any ||
		    times(out.ptr, absent) != rows[i].absent || times(out.ptr, "- expect:") != 2)
			fail_msg("row %zu: %zu %zu\n%s", i, times(out.ptr, any),
				 times(out.ptr, absent), out.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lifted_scenarios_equal_the_committed_ones),
		cmocka_unit_test(lift_expects_the_programs_objects_midway_and_at_the_end),
		cmocka_unit_test(lift_does_not_expect_changes_undone_within_two_seconds),
		cmocka_unit_test(lift_without_memory_is_an_error),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
