/* SPDX-License-Identifier: Apache-2.0 */
/* Every expectation of every recording counts: one value of one expected line is changed at a
 * time, and the run that passed must fail. What a checker overlooks would let an informer pass. */
#include <cjson/cJSON.h>

#include "base/alloc.h"
#include "runner/trace/replay.h"
#include "runner/trace/show.h"
#include "tests/kit/trace_kit.h"

static const char *const expected_lines[] = { "request",    "hangup", "notify",
					      "watchError", "object", "state" };

/* Members whose other value means the same, or which are not compared: docs/trace-format.md. */
static bool may_differ(const char *line, const char *path)
{
	static const struct {
		const char *line, *path;
	} free_ones[] = {
		{ "request", "/after/min" }, /* a window that is wider or narrower may still fit */
		{ "request", "/after/below" },
		{ "notify", "/anyOrder" }, /* another number: another group */
		{ "watchError", "/text" },
		{ "state", "/indexes/namespace" }, /* every informer of a recording has it */
	};

	for (size_t i = 0; i < ARRAY_LEN(free_ones); i++)
		if (strcmp(line, free_ones[i].line) == 0 &&
		    strncmp(path, free_ones[i].path, strlen(free_ones[i].path)) == 0)
			return true;
	return false;
}

struct change {
	size_t wanted, seen; /* the wanted-th value of the line is changed */
	const char *line;
	char path[200], what[250];
};

/* True when `v` was changed. Walks in the order of the text. */
static bool change_value(struct change *c, cJSON *v, size_t path_len)
{
	cJSON *child;
	char number[40];

	cJSON_ArrayForEach(child, v)
	{
		int n = snprintf(c->path + path_len, sizeof(c->path) - path_len, "/%s",
				 child->string ? child->string : "-");

		assert_in_range(n, 1, sizeof(c->path) - path_len - 1);
		if (change_value(c, child, path_len + (size_t)n))
			return true;
		c->path[path_len] = '\0';
	}
	if (may_differ(c->line, c->path) || c->seen++ != c->wanted)
		return false;
	(void)snprintf(c->what, sizeof(c->what), "%s%s", c->line, c->path);
	if (cJSON_IsBool(v)) {
		v->type = cJSON_IsTrue(v) ? cJSON_False : cJSON_True;
	} else if (cJSON_IsNumber(v)) {
		cJSON_SetNumberValue(v, v->valuedouble + 1);
	} else if (cJSON_IsString(v)) {
		(void)snprintf(number, sizeof(number), "%.30s1", v->valuestring);
		assert_non_null(cJSON_SetValuestring(v, number));
	} else if (cJSON_IsArray(v)) { /* one more element */
		cJSON_AddItemToArray(v, cJSON_CreateString("other"));
	} else { /* one more member, which is a key of something or an error of the loader */
		cJSON_AddStringToObject(v, "other/x", "1");
	}
	return true;
}

/* 1: changed and noticed; 0: changed and the loader refuses it; -1: no such value. */
static int try_change(const char *path, struct str text, size_t from, size_t to, const char *line,
		      size_t wanted)
{
	AUTO_STRBUF changed = STRBUF_INIT;
	struct runner__replay_options opt = sim_options(1);
	struct runner__result result;
	struct relist_err err = { 0 };
	struct change c = { .wanted = wanted, .line = line };
	cJSON *json = cJSON_ParseWithLength(text.ptr + from, to - from);
	struct runner__trace *t;
	char *printed;
	bool any;

	assert_non_null(json);
	any = change_value(&c, cJSON_GetObjectItemCaseSensitive(json, line), 0);
	printed = cJSON_PrintUnformatted(json);
	cJSON_Delete(json);
	assert_non_null(printed);
	strbuf_add(&changed, text.ptr, from);
	strbuf_addz(&changed, printed);
	strbuf_add(&changed, text.ptr + to, text.len - to);
	cJSON_free(printed);
	if (!any)
		return -1;
	t = runner__trace_parse(str_of(path), strbuf_str(&changed), &err);
	if (!t) {
		assert_int_equal(err.code, RELIST_EPARSE);
		return 0;
	}
	runner__result_init(&result);
	runner__replay(t, &opt, &result);
	if (result.verdict == RUNNER_PASS)
		fail_msg("%s passes although %s is changed", path, c.what);
	runner__result_fini(&result);
	runner__trace_free(t);
	return 1;
}

static void change_all_of(const char *path, size_t *noticed)
{
	AUTO_STRBUF text = STRBUF_INIT;
	size_t from = 0;

	read_text(path, &text);
	for (size_t to; from < text.len; from = to + 1) {
		const char *end = memchr(text.ptr + from, '\n', text.len - from);

		to = end ? (size_t)(end - text.ptr) : text.len;
		for (size_t k = 0; k < ARRAY_LEN(expected_lines); k++) {
			char begin[32];
			int n = snprintf(begin, sizeof(begin), "{\"%s\":", expected_lines[k]);
			int one = 0;

			if (strncmp(text.ptr + from, begin, (size_t)n) != 0)
				continue;
			for (size_t i = 0; one >= 0; i++) {
				one = try_change(path, strbuf_str(&text), from, to,
						 expected_lines[k], i);
				*noticed += one == 1;
			}
		}
	}
}

static void change_all_below(const char *folder, size_t at_least)
{
	struct runner__paths paths = { 0 };
	size_t noticed = 0;

	assert_int_equal(runner__paths_find(&paths, folder, ".jsonl", NULL), 0);
	for (size_t i = 0; i < paths.len; i++)
		change_all_of(paths.items[i], &noticed);
	runner__paths_fini(&paths);
	if (noticed < at_least)
		fail_msg("%s: only %zu changed values were tried", folder, noticed);
}

static void changed_expectation_fails(void **state)
{
	(void)state;
	change_all_below("tests/golden/client-go-0.37", 4500);
}

static void changed_expectation_of_the_classic_informer_fails(void **state)
{
	(void)state;
	change_all_below("tests/golden/client-go-differences", 500);
}

/* --- what is shown of what was seen ------------------------------------------------------- */

/* The line as it would be shown if just that had been seen. Returns false for other lines. */
static bool show(const struct runner__trace *t, const struct runner__line *line, struct strbuf *out)
{
	if (line->kind == RUNNER_LINE_NOTIFY)
		runner__show_notify(t, &line->notify, out);
	else if (line->kind == RUNNER_LINE_WATCH_ERROR)
		runner__show_watch_error(&line->watch_error, out);
	else if (line->kind == RUNNER_LINE_STATE)
		runner__show_state(&line->state, out);
	return out->len > 0;
}

static void normalise(cJSON *line, const char *kind)
{
	cJSON *v = cJSON_GetObjectItemCaseSensitive(line, kind);

	cJSON_DeleteItemFromObjectCaseSensitive(v, "anyOrder");
	/* Said only where it is so. */
	if (cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(v, "stopped")))
		cJSON_DeleteItemFromObjectCaseSensitive(v, "stopped");
}

static void observation_is_printed_like_the_line_that_expects_it(void **state)
{
	static const char *const folders[] = { "tests/golden/client-go-0.37",
					       "tests/golden/client-go-0.32",
					       "tests/golden/client-go-differences" };
	size_t shown = 0;

	(void)state;
	for (size_t f = 0; f < ARRAY_LEN(folders); f++) {
		struct trace_set set;

		trace_set_load(&set, folders[f]);
		for (size_t i = 0; i < set.paths.len; i++) {
			const struct runner__trace *t = set.traces[i];

			for (size_t k = 0; k < t->line_count; k++) {
				const struct runner__line *line = &t->lines[k];
				AUTO_STRBUF text = STRBUF_INIT;
				cJSON *want, *got;

				if (!show(t, line, &text))
					continue;
				want = cJSON_ParseWithLength(line->json.ptr, line->json.len);
				got = cJSON_Parse(text.ptr);
				normalise(want, runner__line_word(line->kind));
				if (!cJSON_Compare(want, got, true))
					fail_msg("%s:%u: shown as %s", t->path.ptr, line->number,
						 text.ptr);
				cJSON_Delete(want);
				cJSON_Delete(got);
				shown++;
			}
		}
		trace_set_free(&set);
	}
	assert_true(shown > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changed_expectation_fails),
		cmocka_unit_test(observation_is_printed_like_the_line_that_expects_it),
		cmocka_unit_test(changed_expectation_of_the_classic_informer_fails),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
