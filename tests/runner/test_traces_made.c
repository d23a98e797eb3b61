/* SPDX-License-Identifier: Apache-2.0 */
/* Recorded traces with one value of one line changed: each is refused at a place in the file, or it
 * is a trace, and what comes of running it is what it was before. */
#include "base/alloc.h"
#include "tests/kit/damage_json.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/made.h"
#include "tests/kit/trace_kit.h"

enum { CHANGES = 30 };

static struct str nth_line(const char *text, size_t n)
{
	const char *end;

	while (n-- > 0)
		text = strchr(text, '\n') + 1;
	end = strchr(text, '\n');
	return (struct str) { text, end ? (size_t)(end - text) : strlen(text) };
}

static size_t lines_of(const char *text)
{
	size_t n = 0;

	for (; (text = strchr(text, '\n')); text++)
		n++;
	return n;
}

/* The file with one value changed, in its first line once in five times. */
static void change(struct choice *c, const char *text, struct strbuf *out)
{
	uint32_t line = choice_pick(c, (uint32_t)lines_of(text));
	struct str old;
	cJSON *doc;
	char *printed;

	if (rarely(c, 5))
		line = 0;
	old = nth_line(text, line);
	doc = cJSON_ParseWithLength(old.ptr, old.len);
	assert_non_null(doc);
	/* within the member that names the kind of line, but for the header */
	damage_json(line && doc->child ? doc->child : doc, rarely(c, 2), c);
	printed = cJSON_PrintUnformatted(doc);
	assert_non_null(printed);
	strbuf_add(out, text, (size_t)(old.ptr - text));
	strbuf_addz(out, printed);
	strbuf_addz(out, old.ptr + old.len);
	cJSON_free(printed);
	cJSON_Delete(doc);
}

/* True: it is a trace. */
static bool tell(struct str text, size_t lines, struct strbuf *out)
{
	struct runner__replay_options opt = sim_options(1);
	struct runner__result result;
	struct relist_err err = { 0 };
	struct runner__trace *t = runner__trace_parse(STR("t.jsonl"), text, &err);

	if (!t) {
		assert_true(err.code == RELIST_EPARSE || err.code == RELIST_ELIMIT);
		assert_true(err.line >= 1 && err.line <= lines + 1 && err.column >= 1);
		assert_true(err.msg[0]);
		strbuf_addf(out, "%u:%u: %s\n", err.line, err.column, err.msg);
		return false;
	}
	runner__result_init(&result);
	runner__replay(t, &opt, &result);
	assert_true(result.verdict != RUNNER_ERROR);
	strbuf_addf(out, "%s %u:%u: %s\n", runner__verdict_word(result.verdict), result.line,
		    result.column, result.what);
	strbuf_adds(out, strbuf_str(&result.expected));
	strbuf_adds(out, strbuf_str(&result.actual));
	strbuf_adds(out, strbuf_str(&result.nearest));
	assert_true(result.line <= lines);
	runner__result_fini(&result);
	runner__trace_free(t);
	return true;
}

static void changed_traces_fail_or_run_as_in_the_golden_file(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/made-traces.txt", STRBUF_INIT };
	struct runner__paths paths;
	struct relist_err err = { 0 };
	size_t run = 0, all = 0;

	(void)state;
	memset(&paths, 0, sizeof(paths));
	assert_int_equal(runner__paths_find(&paths, "tests/golden/client-go-0.37", ".jsonl", &err),
			 0);
	for (size_t i = 0; i < paths.len; i++) {
		AUTO_STRBUF text = STRBUF_INIT, out = STRBUF_INIT;
		struct choice c;

		choice_init_seed(&c, 7000 + i, false);
		read_text(paths.items[i], &text);
		for (unsigned k = 0; k < CHANGES; k++) {
			AUTO_STRBUF made = STRBUF_INIT;

			change(&c, text.ptr, &made);
			run += tell(strbuf_str(&made), lines_of(text.ptr), &out);
			all++;
		}
		fingerprints_line(&f, strrchr(paths.items[i], '/') + 1);
		fingerprints_add(&f, "changed", strbuf_str(&out));
	}
	assert_true(run > all / 10 && run < all * 9 / 10); /* some of both */
	runner__paths_fini(&paths);
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changed_traces_fail_or_run_as_in_the_golden_file),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
