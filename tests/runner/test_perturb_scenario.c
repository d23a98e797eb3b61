/* SPDX-License-Identifier: Apache-2.0 */
/* The scenario that perturb writes of a life. */
#include "runner/perturb/scenario.h"
#include "tests/kit/made_life.h"
#include "tests/kit/testing.h"

static const char story[] =
    "scenario: s\nworld:\n  types: {configmaps: v1/configmaps}\n"
    "  informers: {subject: {type: configmaps}}\nsteps:\n  - start: subject\n";

/* The program of the reference has closed its watches of these types for good. */
static void write_with_closed(const char *const *types, struct strbuf *out)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("s.yaml"), str_of(story), &errors);
	struct perturb__scenario_input in = { 0 };
	struct made_lives w = { 0 };
	const struct str version = STR("v1");
	const char *why = NULL;

	assert_non_null(s);
	made_life_begin(&w.one, 1);
	made_life_begin(&w.two, 1);
	for (size_t i = 0; types[i]; i++)
		assert_int_equal(map_put(&w.one.life.closed, str_of(types[i]),
					 (void *)(uintptr_t)&version, NULL),
				 0);
	in.cell = &s->cells[0];
	in.reference = &w.one.life;
	in.life = &w.two.life;
	in.noise = &w.noise;
	assert_int_equal(perturb__scenario(&in, out, &why), 0);
	if (why)
		fail_msg("%s", why);
	made_lives_fini(&w);
	scn__scenario_free(s);
	scn__errors_fini(&errors);
}

static void closed_types_are_declared(void **state)
{
	static const char *const none[] = { NULL }, *const two[] = { "secrets", "configmaps",
								     NULL };
	struct scn__errors errors = { 0 };
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__scenario *s;

	(void)state;
	write_with_closed(none, &text);
	assert_null(strstr(text.ptr, "closes"));
	strbuf_clear(&text);
	write_with_closed(two, &text);
	s = scn__scenario_load(STR("t.yaml"), strbuf_str(&text), &errors);
	if (!s)
		fail_msg("%s\n%s", errors.items[0].msg, text.ptr);
	assert_int_equal(s->cells[0].external.close_count, 2);
	scn__scenario_free(s);
	scn__errors_fini(&errors);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closed_types_are_declared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
