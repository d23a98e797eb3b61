/* SPDX-License-Identifier: Apache-2.0 */
/* Custom types whose definition a step creates: not served before that step, then as defined. */
#include "runner/engine/run.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "tests/kit/testing.h"

#define HEAD(type)                                                                                 \
	"scenario: x\n"                                                                            \
	"world:\n"                                                                                 \
	"  types:\n"                                                                               \
	"    crds: apiextensions.k8s.io/v1/customresourcedefinitions\n"                            \
	"    toys: " type "\n"                                                                     \
	"  informers: {toys: {handlers: {h: {}}}}\n"                                               \
	"steps:\n"
#define SCHEMA(fields)                                                                             \
	"schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: "  \
	"{" fields "}}}}}"
#define NARROW "{name: v1, served: true, storage: true, " SCHEMA("a: {type: string}") "}"
#define BOTH                                                                                       \
	"{name: v1, served: true, storage: false, " SCHEMA(                                        \
	    "a: {type: string}") "}, "                                                             \
				 "{name: v2, served: true, storage: true, " SCHEMA(                \
				     "a: {type: string}, b: {type: string}") "}"
#define CREATE(versions)                                                                           \
	"  - create:\n"                                                                            \
	"      crds/toys.x.io:\n"                                                                  \
	"        spec: {group: x.io, scope: Namespaced, names: {plural: toys, kind: Toyish}, "     \
	"versions: [" versions "]}\n"

static const struct scn__driver_ops *const drivers[] = { &world__driver_sim, &runner__driver_tcp };

static void type_is_served_from_the_step_that_creates_its_definition(void **state)
{
	static const char *const texts[] = {
		/* not before */
		HEAD("x.io/v1/toys") "  - start: toys\n"
				     "  - advance: 500ms\n"
				     "  - expect: {sync: {toys: {store: false}}}\n" CREATE(
					 NARROW) "  - create: {toys/d/t: {spec: {a: '1'}}}\n"
						 "  - advance: 40s\n"
						 "  - expect: {counts: {handlers.h.add: 1}, cache: "
						 "{toys: [d/t]}}\n",
		/* a version that a later step serves */
		HEAD("x.io/v2/toys")
		    CREATE(NARROW) "  - start: toys\n"
				   "  - advance: 500ms\n"
				   "  - create: {toys/d/t: {spec: {a: '1'}}}\n"
				   "  - expect: {counts: {handlers.h.add: 0}}\n"
				   "  - update: {crds/toys.x.io: {spec: {versions: [" BOTH "]}}}\n"
				   "  - advance: 40s\n"
				   "  - expect: {counts: {handlers.h.add: 1}}\n",
		/* the definition's pruning: what v2 stores, v1 does not show */
		HEAD("x.io/v1/toys")
		    CREATE(BOTH) "  - create: {toys/d/t: {spec: {a: '1', b: '2'}}}\n"
				 "  - start: toys\n"
				 "  - settle\n"
				 "  - expect:\n"
				 "      cache: {toys: {d/t: {spec: {a: '1', b: absent}}}}\n"
				 "      state: {toys: {d/t: {spec: {a: '1', b: '2'}}}}\n",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts) * ARRAY_LEN(drivers); i++) {
		struct scn__errors errors = { 0 };
		struct scn__scenario *s =
		    scn__scenario_load(STR("x.yaml"), str_of(texts[i / 2]), &errors);
		struct scn__run_options opt = { .driver = drivers[i % 2], .seed = 1 };
		struct runner__result result;

		if (!s)
			fail_msg("%zu: %u: %s", i / 2, errors.items[0].pos.line,
				 errors.items[0].msg);
		assert_string_equal(s->cells[0].world.types[1].kind.ptr, "Toyish");
		assert_int_equal(s->cells[0].world.types[1].status, i / 2 == 1);
		scn__errors_fini(&errors);
		runner__result_init(&result);
		scn__run(&s->cells[0], &opt, &result);
		if (result.verdict != RUNNER_PASS)
			fail_msg("%zu in %s: %u: %s", i / 2, opt.driver->name, result.line,
				 result.what);
		runner__result_fini(&result);
		scn__scenario_free(s);
	}
}

static void type_that_contradicts_the_created_definition_is_an_error(void **state)
{
	struct scn__errors errors = { 0 };

	(void)state;
	assert_null(scn__scenario_load(STR("x.yaml"),
				       STR(HEAD("{resource: x.io/v1/toys, kind: Toy}")
					       CREATE(NARROW) "  - start: toys\n"),
				       &errors));
	assert_non_null(
	    strstr(errors.items[0].msg, "differs from its definition in the step in line 8"));
	assert_int_equal(errors.items[0].pos.line, 5);
	scn__errors_fini(&errors);
}

static void other_versions_of_a_defined_or_built_in_type_are_an_error(void **state)
{
	static const char *const texts[] = {
		HEAD("{resource: x.io/v1/toys, versions: [v2]}") CREATE(NARROW) "  - start: toys\n",
		HEAD("{resource: apps/v1/deployments, versions: [v2]}") "  - start: toys\n",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		struct scn__errors errors = { 0 };

		assert_null(scn__scenario_load(STR("x.yaml"), str_of(texts[i]), &errors));
		assert_non_null(strstr(errors.items[0].msg, "`versions` is for custom types"));
		scn__errors_fini(&errors);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(type_is_served_from_the_step_that_creates_its_definition),
		cmocka_unit_test(type_that_contradicts_the_created_definition_is_an_error),
		cmocka_unit_test(other_versions_of_a_defined_or_built_in_type_are_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
