/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/scn_kit.h"

struct scn__scenario *scn_parsed(struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("test.yaml"), text, &errors);

	if (!s)
		fail_msg(STR_FMT "\n%u: %s", STR_ARG(text), errors.items[0].pos.line,
			 errors.items[0].msg);
	scn__errors_fini(&errors);
	return s;
}

enum runner__verdict scn_run_text(const char *text, uint64_t seed, struct runner__result *out)
{
	struct scn__scenario *s = scn_parsed(str_of(text));
	struct scn__run_options opt = { .seed = seed };

	runner__result_fini(out);
	runner__result_init(out);
	scn__run(&s->cells[0], &opt, out);
	scn__scenario_free(s);
	return out->verdict;
}

struct scn__scenario *scn_story(const char *world, const char *steps, struct scn__errors *errors)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "%s%s", world, steps);
	return scn__scenario_load(STR("x.yaml"), strbuf_str(&text), errors);
}

static bool passes(const struct scn__scenario *s, const struct scn__driver_ops *driver, char *what,
		   size_t cap)
{
	struct scn__run_options opt = { .driver = driver, .seed = 1 };
	struct runner__result result;
	bool passed;

	runner__result_init(&result);
	scn__run(&s->cells[0], &opt, &result);
	passed = result.verdict == RUNNER_PASS;
	(void)snprintf(what, cap, "line %u: %s", result.line, result.what);
	runner__result_fini(&result);
	return passed;
}

bool scn_story_passes(const struct scn__driver_ops *driver, const char *world, const char *steps,
		      char *what, size_t cap)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__scenario *s;
	bool passed;

	strbuf_addf(&text, "%s%s", world, steps);
	s = scn_parsed(strbuf_str(&text));
	passed = passes(s, driver, what, cap);
	scn__scenario_free(s);
	return passed;
}

/* With `to` for `from` it is refused, if the row says so, and else fails. */
static void play_changed(const char *world, const struct scn_row *row)
{
	AUTO_STRBUF changed = STRBUF_INIT;
	const char *at = strstr(row->steps, row->from);
	struct scn__errors errors = { 0 };
	struct scn__scenario *s;
	char what[300];

	assert_non_null(at);
	strbuf_add(&changed, row->steps, (size_t)(at - row->steps));
	strbuf_addf(&changed, "%s%s", row->to, at + strlen(row->from));
	s = scn_story(world, changed.ptr, &errors);
	if (!s != row->refused)
		fail_msg("%s with %s: %s", row->name, row->to,
			 s ? "is not refused" : errors.items[0].msg);
	if (s && passes(s, &world__driver_sim, what, sizeof(what)))
		fail_msg("%s passes with %s", row->name, row->to);
	scn__errors_fini(&errors);
	scn__scenario_free(s);
}

void scn_rows_play(const char *world, const struct scn_row *rows, size_t count,
		   const struct scn__driver_ops *other)
{
	const struct scn__driver_ops *const drivers[] = { &world__driver_sim, other };
	char what[300];

	for (const struct scn_row *row = rows; row < rows + count; row++) {
		for (size_t k = 0; k < ARRAY_LEN(drivers); k++)
			if (!scn_story_passes(drivers[k], world, row->steps, what, sizeof(what)))
				fail_msg("%s in %s: %s", row->name, drivers[k]->name, what);
		play_changed(world, row);
	}
}
