/* SPDX-License-Identifier: Apache-2.0 */
/* Every order with nothing left out, beside what is left once commuting steps and known states are:
 * the same things must come to pass, in as few runs as ever. */
#include "base/alloc.h"
#include "base/map.h"
#include "runner/engine/engine.h"
#include "runner/engine/run.h"
#include "runner/explore/explore.h"
#include "tests/kit/trace_kit.h"

#define WORLD(more)                                                                                \
	"scenario: order\n"                                                                        \
	"world:\n"                                                                                 \
	"  types: {pods: v1/pods, services: v1/services}\n"                                        \
	"  informers:\n" more "steps:\n"
#define TWO	"    pods: {handlers: {h1: {}, h2: {}}}\n"
#define CLASSIC "  profile: client-go-1.32\n"

static const struct {
	const char *name, *text;
	bool interleave;
	size_t most[2];	 /* runs with a SLEEP set, and when states are REMEMBERed */
	size_t outcomes; /* of all orders */
} cases[] = {
	{ "one event, two handlers",
	  WORLD(TWO) "  - start\n"
		     "  - settle\n"
		     "  - create: {pods/default/a: {}}\n"
		     "  - settle\n",
	  false,
	  { 6, 4 },
	  1 },
	{ "an object that comes and goes, interleaved",
	  WORLD("    pods: {handlers: {h1: {}}}\n") "  - start\n"
						    "  - settle\n"
						    "  - create: {pods/default/a: {}}\n"
						    "  - delete: [pods/default/a]\n"
						    "  - settle\n",
	  true,
	  { 48, 10 },
	  1 },
	{ "a late handler",
	  WORLD("    pods: {handlers: {h1: {}}}\n") "  - start\n"
						    "  - settle\n"
						    "  - create: {pods/default/a: {}}\n"
						    "  - handler: {add: h2, informer: pods}\n"
						    "  - settle\n",
	  true,
	  { 24, 8 },
	  2 },
	{ "a mistake that only some orders show",
	  WORLD("    pods: {without: join-blocks, handlers: {h1: {}}}\n") "  - start\n"
									  "  - settle\n"
									  "  - create: "
									  "{pods/default/a: {}}\n"
									  "  - handler: {add: h2, "
									  "informer: pods}\n"
									  "  - settle\n",
	  true,
	  { 90, 14 },
	  3 },
	{ "a handler that goes",
	  WORLD(TWO) "  - start\n"
		     "  - settle\n"
		     "  - create: {pods/default/a: {}}\n"
		     "  - handler: {remove: h1, informer: pods}\n"
		     "  - settle\n",
	  true,
	  { 33, 10 },
	  2 },
	{ "a stop while a list is under way",
	  WORLD("    pods: {handlers: {h1: {}}}\n") "  - create: {pods/default/a: {}}\n"
						    "  - start\n"
						    "  - stop\n"
						    "  - settle\n",
	  true,
	  { 24, 16 },
	  7 },
	{ "a resync against a delete",
	  "scenario: order\n"
	  "world:\n" CLASSIC "  types: {pods: v1/pods}\n"
	  "  informers:\n"
	  "    pods: {without: resync-queued, resync: 10s, handlers: {h1: {}}}\n"
	  "steps:\n"
	  "  - create: {pods/default/a: {}}\n"
	  "  - start\n"
	  "  - advance: 10s\n"
	  "  - delete: [pods/default/a]\n"
	  "  - settle\n",
	  true,
	  { 42, 13 },
	  3 },
	{ "who looks",
	  WORLD("    pods: {without: synced-processed, handlers: {h1: {}}}\n") "  - create: "
									       "{pods/default/a: "
									       "{}}\n"
									       "  - start\n"
									       "  - look\n"
									       "  - settle\n",
	  true,
	  { 24, 16 },
	  3 },
	{ "a look at one of two",
	  WORLD("    pods: {without: synced-processed, handlers: {h1: {}}}\n"
		"    services: {handlers: {h2: {}}}\n") "  - create: {pods/default/a: {}}\n"
							"  - start: pods\n"
							"  - look: pods\n"
							"  - settle\n",
	  true,
	  { 24, 16 },
	  3 },
	{ "a look at the other, which is not started",
	  WORLD("    pods: {without: synced-processed, handlers: {h1: {}}}\n"
		"    services: {handlers: {h2: {}}}\n") "  - create: {pods/default/a: {}}\n"
							"  - start: pods\n"
							"  - look: services\n"
							"  - settle\n",
	  true,
	  { 27, 16 },
	  1 },
	{ "an index in two halves",
	  WORLD("    pods: {without: index-at-once, indexes: {by: 'metadata.labels.*'}, handlers: "
		"{h1: {}}}\n") "  - create: {pods/default/a: {metadata: {labels: {x: y}}}}\n"
			       "  - start\n"
			       "  - settle\n"
			       "  - update: {pods/default/a: {metadata: {labels: {z: y}}}}\n"
			       "  - look\n"
			       "  - settle\n",
	  true,
	  { 108, 15 },
	  2 },
	{ "a hold that is let go, a watch that is cut",
	  WORLD("    pods: {handlers: {h1: {}}}\n") "  - start\n"
						    "  - advance: 5s\n"
						    "  - hold: handler/h1\n"
						    "  - create: {pods/default/a: {}}\n"
						    "  - disconnect: pods\n"
						    "  - release: handler/h1\n"
						    "  - settle\n",
	  true,
	  { 171, 32 },
	  2 },
	{ "two informers and one failure for them",
	  WORLD("    pods: {}\n"
		"    more: {type: pods}\n") "  - fail: {match: LIST pods, status: 500}\n"
					    "  - start\n"
					    "  - advance: 2s\n",
	  false,
	  { 525, 32 },
	  1 },
	{ "a restart",
	  WORLD("    pods: {handlers: {h1: {}}}\n") "  - start\n"
						    "  - settle\n"
						    "  - create: {pods/default/a: {}}\n"
						    "  - crash: pods\n"
						    "  - restart: pods\n"
						    "  - settle\n",
	  true,
	  { 999, 85 },
	  3 },
	{ "a state that must never be",
	  WORLD(TWO) "  - start\n"
		     "  - settle\n"
		     "  - never: [{counts: {cache.pods: 2, handlers.h1: 0, handlers.h2: 1}}]\n"
		     "  - create: {pods/default/a: {}}\n"
		     "  - create: {pods/default/b: {}}\n"
		     "  - settle\n",
	  false,
	  { 108, 20 },
	  2 },
	{ "two informers",
	  WORLD("    pods: {handlers: {h1: {}}}\n"
		"    services: {handlers: {h2: {}}}\n") "  - start: pods\n"
							"  - settle\n"
							"  - start: services\n"
							"  - settle\n"
							"  - create: {pods/default/a: {}}\n"
							"  - create: {services/default/n: {}}\n"
							"  - settle\n",
	  false,
	  { 108, 19 },
	  1 },
	{ "two informers that ask at the same time",
	  WORLD("    pods: {handlers: {h1: {}}}\n"
		"    services: {}\n") "  - start\n"
				      "  - settle\n",
	  false,
	  { 159, 108 },
	  2 },
};

enum mode { ALL, SLEEP, REMEMBER };

struct outcomes {
	struct map set; /* what a run came to */
	size_t runs;
};

static void run_all(const struct scn__cell *cell, bool interleave, enum mode mode,
		    struct outcomes *out)
{
	struct choice c;

	map_init(&out->set, MAP_COPY_KEYS);
	out->runs = 0;
	choice_init_odometer(&c);
	c.prune = mode != ALL;
	c.remember = mode == REMEMBER;
	do {
		AUTO_STRBUF log = STRBUF_INIT;
		struct scn__cut cut = { .log = &log };
		struct scn__run_options opt = { .seed = 1, .choice = &c, .interleave = interleave };
		struct runner__result result;

		runner__result_init(&result);
		scn__run_once(cell, &opt, &cut, &result);
		strbuf_addz(&log, result.verdict == RUNNER_PASS ? "" : result.what);
		if (!c.redundant)
			assert_int_equal(map_put(&out->set, strbuf_str(&log), out, NULL), 0);
		runner__result_fini(&result);
		assert_false(c.failed);
		assert_true(++out->runs < 300000);
	} while (choice_next_run(&c));
	choice_fini(&c);
}

static void pruning_loses_no_outcome(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct scn__errors errors = { 0 };
		struct scn__scenario *s =
		    scn__scenario_load(STR("test.yaml"), str_of(cases[i].text), &errors);
		struct outcomes all, some;
		const struct map_entry *e;

		if (!s)
			fail_msg("%s: %s", cases[i].name, errors.items[0].msg);
		run_all(&s->cells[0], cases[i].interleave, ALL, &all);
		assert_int_equal(map_len(&all.set), cases[i].outcomes);
		for (enum mode mode = SLEEP; mode <= REMEMBER; mode++) {
			run_all(&s->cells[0], cases[i].interleave, mode, &some);
			for (size_t k = 0; (e = map_next(&all.set, &k));)
				if (!map_get(&some.set, (struct str) { e->key, e->key_len }))
					fail_msg("%s, mode %d: never came to\n%s", cases[i].name,
						 (int)mode, e->key);
			assert_int_equal(map_len(&some.set), map_len(&all.set));
			if (some.runs > cases[i].most[mode - SLEEP])
				fail_msg("%s, mode %d: %zu runs, %zu were enough", cases[i].name,
					 (int)mode, some.runs, cases[i].most[mode - SLEEP]);
			print_message("%s: %zu runs, mode %d: %zu, outcomes: %zu\n", cases[i].name,
				      all.runs, (int)mode, some.runs, map_len(&all.set));
			map_fini(&some.set);
		}
		map_fini(&all.set);
		scn__errors_fini(&errors);
		scn__scenario_free(s);
	}
}

static struct scn__driver *fail_to_start(const struct scn__driver_config *config,
					 struct relist_err *err)
{
	(void)config;
	(void)relist_err_set(err, RELIST_EIO, "cannot listen: no port is free");
	return NULL;
}

static void exploration_reports_the_error_of_a_run(void **state)
{
	struct scn__driver_ops broken = world__driver_sim;
	struct scn__run_options run = { .seed = 1, .driver = &broken };
	struct scn__errors errors = { 0 };
	struct scn__scenario *s =
	    scn__scenario_load(STR("test.yaml"), str_of(cases[0].text), &errors);

	(void)state;
	assert_non_null(s);
	broken.new = fail_to_start;
	for (int exhaustive = 0; exhaustive < 2; exhaustive++) {
		struct explore__options opt = { .run = &run, .exhaustive = exhaustive, .seeds = 3 };
		struct explore__result result;

		explore__result_init(&result);
		assert_int_equal(explore__cell(&s->cells[0], &opt, &result), RELIST_EIO);
		assert_string_equal(result.error, "cannot listen: no port is free");
		assert_false(result.complete);
		explore__result_fini(&result);
	}
	scn__errors_fini(&errors);
	scn__scenario_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pruning_loses_no_outcome),
		cmocka_unit_test(exploration_reports_the_error_of_a_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
