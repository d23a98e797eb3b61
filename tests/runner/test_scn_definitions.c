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

/* policy/v1beta1 is gone since Kubernetes 1.25, and old operators cannot do without. */
static void removed_version_of_a_built_in_type_is_served_as_a_custom_type(void **state)
{
	static const char text[] = HEAD(
	    "{resource: policy/v1beta1/poddisruptionbudgets, kind: PodDisruptionBudget, removed: "
	    "true}") "  - start: toys\n"
		     "  - create: {toys/d/t: {spec: {maxUnavailable: 1}}}\n"
		     "  - settle\n"
		     "  - expect: {cache: {toys: {d/t: {apiVersion: policy/v1beta1}}}}\n";

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(drivers); i++) {
		struct scn__errors errors = { 0 };
		struct scn__scenario *s = scn__scenario_load(STR("x.yaml"), STR(text), &errors);
		struct scn__run_options opt = { .driver = drivers[i], .seed = 1 };
		struct runner__result result;

		if (!s)
			fail_msg("%u: %s", errors.items[0].pos.line, errors.items[0].msg);
		scn__errors_fini(&errors);
		runner__result_init(&result);
		scn__run(&s->cells[0], &opt, &result);
		if (result.verdict != RUNNER_PASS)
			fail_msg("%s: %u: %s", opt.driver->name, result.line, result.what);
		runner__result_fini(&result);
		scn__scenario_free(s);
	}
}

static void only_a_type_that_kubernetes_has_no_longer_is_removed(void **state)
{
	static const struct {
		const char *text, *printed; /* NULL: no error */
	} rows[] = {
		{ HEAD("policy/v1beta1/poddisruptionbudgets"),
		  "poddisruptionbudgets are served as policy/v1, not as v1beta1; `removed: true` "
		  "serves them "
		  "as a custom type" },
		{ HEAD("{resource: policy/v1beta1/poddisruptionbudgets, removed: true}"), NULL },
		{ HEAD("{resource: networking.k8s.io/v1beta1/ingresses, removed: true}"), NULL },
		{ HEAD("{resource: extensions/v1beta1/ingresses, removed: true}"), NULL },
		{ HEAD("{resource: policy/v1/poddisruptionbudgets, removed: true}"),
		  "poddisruptionbudgets of v1 are served: `removed` is for types that are not" },
		{ HEAD("{resource: x.io/v1/toys, removed: true}"),
		  "\"toys\" is a custom type, and `removed` is for types of Kubernetes" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct scn__errors errors = { 0 };
		AUTO_STRBUF text = STRBUF_INIT;
		struct scn__scenario *s;

		strbuf_addf(&text, "%s  - start: toys\n", rows[i].text);
		s = scn__scenario_load(STR("x.yaml"), strbuf_str(&text), &errors);
		assert_int_equal(!s, rows[i].printed != NULL);
		if (rows[i].printed) {
			assert_string_equal(errors.items[0].msg, rows[i].printed);
			assert_int_equal(errors.items[0].pos.line, 5);
		}
		scn__errors_fini(&errors);
		scn__scenario_free(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(type_is_served_from_the_step_that_creates_its_definition),
		cmocka_unit_test(type_that_contradicts_the_created_definition_is_an_error),
		cmocka_unit_test(other_versions_of_a_defined_or_built_in_type_are_an_error),
		cmocka_unit_test(only_a_type_that_kubernetes_has_no_longer_is_removed),
		cmocka_unit_test(removed_version_of_a_built_in_type_is_served_as_a_custom_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
