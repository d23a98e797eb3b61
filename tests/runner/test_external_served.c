/* SPDX-License-Identifier: Apache-2.0 */
/* Watches that need not come back: of a type that is not served any more, although its lists fail
 * for ever, and those that the scenario declares. */
#include "tests/kit/external_kit.h"

#define DEFINITION                                                                                 \
	"{spec: {group: acme.io, scope: Namespaced, names: {plural: gadgets, kind: Gadget}, "      \
	"versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: "            \
	"{type: object}}}]}}"
#define HEAD                                                                                       \
	"scenario: t\nworld:\n"                                                                    \
	"  types: {gadgets: {resource: acme.io/v1/gadgets, kind: Gadget}, "                        \
	"configmaps: v1/configmaps,\n"                                                             \
	"    definitions: apiextensions.k8s.io/v1/customresourcedefinitions}\n"                    \
	"  objects: {definition: " DEFINITION "}\n"                                                \
	"  informers: {gadgets: {}}\n"
#define STEPS                                                                                      \
	"steps:\n  - create: {definitions/gadgets.acme.io: definition}\n  - start: gadgets\n"      \
	"  - create: {gadgets/d/a: }\n"
#define MADE	    "  - expect: {state: {configmaps: {d/for-a: any}}}\n"
#define GOES	    "  - delete: [definitions/gadgets.acme.io]\n  - settle\n"
#define COMES	    "  - create: {definitions/gadgets.acme.io: definition, gadgets/d/b: }\n"
#define STATE(text) "  - expect: {state: {configmaps: {" text "}}}\n"
#define FAILS	    "  - fail: {match: 'LIST gadgets', status: 404}\n  - disconnect: gadgets\n"

static struct runner__result result;

static void run_with(const char *external, const char *steps, const char *command)
{
	const struct scn__subject subject = { .command = command, .seconds = 60, .rests_ns = 1 };
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, HEAD "external: {checks: [state]%s}\n" STEPS "%s", external, steps);
	kit_run_external(text.ptr, (struct scn__run_options) { .subject = &subject }, &result);
}

static void run(const char *steps, const char *command)
{
	run_with("", steps, command);
}

#define PROGRAM "exec python3 tests/subjects/controller.py --of apis/acme.io/v1/gadgets --pause "

static void program_is_at_rest_while_its_type_is_not_served(void **state)
{
	(void)state;
	run(MADE GOES STATE("d/for-a: absent"), PROGRAM "0.4");
	if (result.verdict != RUNNER_PASS)
		fail_msg("line %u: %s", result.line, result.what);
	run(MADE GOES STATE("d/for-a: any"), PROGRAM "0.4");
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_string_equal(result.what, "state: d/for-a is not there");
}

static void program_is_away_once_its_type_is_served_again(void **state)
{
	(void)state;
	run(MADE GOES COMES STATE("d/for-b: any"), PROGRAM "0.8");
	if (result.verdict != RUNNER_PASS)
		fail_msg("line %u: %s", result.line, result.what);
	/* it lists in a moment, and makes the object */
	run(MADE GOES COMES STATE("d/for-b: absent"), PROGRAM "0.8");
	assert_int_equal(result.verdict, RUNNER_FAIL);
}

/* A 404 to a list of a served type does not predict the next response. */
static void program_is_away_after_an_injected_404(void **state)
{
	(void)state;
	run(MADE FAILS "  - create: {gadgets/d/b: }\n" STATE("d/for-b: absent"), PROGRAM "0.8");
	assert_int_equal(result.verdict, RUNNER_FAIL);
}

/* A program that watches gadgets for a moment. */
#define ONCE                                                                                       \
	"curl -sN --max-time 0.2 \"$(sed -n 's/^ *server: \"*\\([^\"]*\\)\"*$/\\1/p' "             \
	"\"$KUBECONFIG\")/apis/acme.io/v1/gadgets?watch=1\" >&2; exec sleep 100"

static void declared_watch_need_not_come_back(void **state)
{
	(void)state;
	run_with(", closes: [gadgets]", STATE("d/for-a: absent"), ONCE);
	if (result.verdict != RUNNER_PASS)
		fail_msg("line %u: %s", result.line, result.what);
	run_with(", closes: [configmaps], patience: 2s", STATE("d/for-a: absent"), ONCE);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_non_null(strstr(result.what, "its watch of gadgets ended"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(program_is_at_rest_while_its_type_is_not_served),
		cmocka_unit_test(program_is_away_once_its_type_is_served_again),
		cmocka_unit_test(program_is_away_after_an_injected_404),
		cmocka_unit_test(declared_watch_need_not_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
