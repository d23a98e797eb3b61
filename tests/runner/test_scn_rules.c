/* SPDX-License-Identifier: Apache-2.0 */
/* Which request a rule of the server acts on, how often, and which write counts. */
#include "tests/kit/scn_kit.h"

#define WORLD                                                                                      \
	"scenario: x\nworld:\n  types: {pods: v1/pods}\n"                                          \
	"  informers: {pods: {handlers: {h1: {}}}}\nsteps:\n"

static const struct scn_row rules[] = {
	{ "the second watch from this step on",
	  "  - fail: {match: WATCH pods nth=2, status: 500}\n  - start: pods\n"
	  "  - expect: {requests: [LIST pods, WATCH pods -> 200]}\n"
	  "  - disconnect: {type: pods, how: fin}\n  - advance: 5s\n"
	  "  - expect: {requests: [..., WATCH pods -> 500, ...]}\n",
	  "nth=2", "nth=3", false },
	{ "twice, within ten minutes",
	  "  - fail: {match: LIST pods, status: 500, times: 2, for: 10m}\n  - start: pods\n"
	  "  - advance: 5m\n  - expect: {requests: [LIST pods -> 500, LIST pods -> 500, LIST pods "
	  "-> 200, WATCH pods]}\n",
	  "times: 2", "times: 3", false },
	{ "for a minute",
	  "  - fail: {match: LIST pods, status: 500, for: 1m}\n  - start: pods\n  - advance: 30s\n"
	  "  - expect: {requests: [LIST pods -> 500, LIST pods -> 500, LIST pods -> 500, ...], "
	  "counts: {WATCH pods: 0}}\n",
	  "for: 1m", "times: 1", false },
};

static void rule_acts_on_the_named_requests(void **state)
{
	(void)state;
	scn_rows_play(WORLD, rules, ARRAY_LEN(rules), NULL);
}

#define KEPT                                                                                       \
	"scenario: x\nworld:\n  types: {sets: apps/v1/replicasets, pods: v1/pods}\n"               \
	"  informers: {sets: {handlers: {keeper: {enqueue: key}}},\n"                              \
	"              pods: {handlers: {own: {enqueue: owner-label set, controller: keeper}}}}\n" \
	"  controllers: {keeper: {reconcile: stock/replica-keeper,\n"                              \
	"    children: {type: pods, name: '{name}-{n}', label: set}}}\nsteps:\n"
#define SET "  - create: {sets/default/s: {spec: {replicas: 2}}}\n  - start: all\n"

static const struct scn_row writes[] = {
	{ "of a namespace", SET "  - expect: {counts: {'CREATE pods/default/s-*': 2}}\n",
	  "pods/default", "pods/other", false },
	{ "in namespaces of a pattern",
	  SET "  - expect: {writes: ['CREATE pods/d*/s-*', 'CREATE pods/d*/s-*', ...]}\n",
	  "pods/d*", "pods/x*", false },
	{ "that were carried out",
	  "  - reply: {match: CREATE pods, status: 302, times: forever}\n" SET
	  "  - advance: 5s\n  - expect: {counts: {CREATE pods: 0}}\n",
	  "match: CREATE pods", "match: UPDATE pods", false },
};

static void counted_writes_are_those_of_the_named_objects(void **state)
{
	(void)state;
	scn_rows_play(KEPT, writes, ARRAY_LEN(writes), NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rule_acts_on_the_named_requests),
		cmocka_unit_test(counted_writes_are_those_of_the_named_objects),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
