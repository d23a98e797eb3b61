/* SPDX-License-Identifier: Apache-2.0 */
/* Each oracle catches a mistake that was made before, and is silent about an informer without it:
 * the same story is played to a right one and to one that lacks the fix. */
#include "base/alloc.h"
#include "runner/engine/run.h"
#include "runner/language/table.h"
#include "tests/kit/trace_kit.h"

enum { SEEDS = 20 };

#define HEAD                                                                                       \
	"scenario: x\nworld:\n  server: {rv: 10, backends: [A, B]}\n  types: {pods: v1/pods}\n"    \
	"  objects: {pod: {spec: {nodeName: n1}}}\n"
#define PODS(more) "  informers: {pods: {without: $fix, handlers: {h1: {}}" more "}}\n"
#define TWO	   "  - create: {pods/default/a: pod}\n  - create: {pods/default/b: pod}\n"
#define MISSED_DELETE                                                                              \
	"steps:\n" TWO "  - start: pods\n  - advance: 5s\n  - refuse: all\n"                       \
	"  - disconnect: {type: pods}\n  - delete: [pods/default/b]\n"                             \
	"  - compact: now\n  - accept: all\n  - advance: 60s\n"

static const struct caught {
	enum scn__oracle oracle;
	const char *fix, *world, *what; /* what the failure says, beside the oracle's name */
} cases[] = {
	{ SCN_O_CACHE_EQUALS_MODEL_AT_END, "expired-event", PODS("") MISSED_DELETE,
	  "pods has default/b rv=12, the server does not have it; it differs since" },
	{ SCN_O_CACHE_EQUALS_MODEL_AT_END, "watch-rv",
	  PODS("") "steps:\n" TWO "  - start: pods\n  - advance: 5s\n  - refuse: all\n"
		   "  - disconnect: {type: pods}\n  - delete: [pods/default/b]\n  - accept: all\n",
	  "pods has default/b rv=12, the server does not have it; it differs since 5s" },
	{ SCN_O_DELETE_FOR_EVERY_VANISHED_KEY, "relist-cache", PODS("") MISSED_DELETE,
	  "h1 was notified that default/b is deleted, and the cache still has it" },
	{ SCN_O_PER_HANDLER_ORDER, "relist-updates", PODS("") MISSED_DELETE,
	  "h1 got `add pods/default/a rv=11`, but it has the object already" },
	{ SCN_O_PER_HANDLER_ORDER, "late-adds",
	  PODS("") "steps:\n" TWO "  - start: pods\n  - settle\n"
		   "  - handler: {add: late, informer: pods}\n"
		   "  - update: {pods/default/a: {spec: {nodeName: n2}}}\n",
	  "late got `update pods/default/a 11->13`, but it does not have the object" },
	{ SCN_O_INDEX_CONSISTENT, "index-common",
	  PODS(", indexes: {by-label: 'metadata.labels.*'}") //
	  "steps:\n  - start: pods\n"
	  "  - create: {pods/default/a: {from: pod, metadata: {labels: {x: '1'}}}}\n  - settle\n"
	  "  - update: {pods/default/a: {metadata: {labels: {y: '1'}}}}\n",
	  "pods: index by-label has no value \"x\", which default/a has" },
	{ SCN_O_INDEX_CONSISTENT, "index-empty",
	  PODS(", indexes: {by-ns: namespace}") //
	  "steps:\n  - start: pods\n  - create: {pods/short/a: pod}\n  - settle\n"
	  "  - delete: [pods/short/a]\n",
	  "index by-ns keeps the value \"short\", which nothing has" },
	{ SCN_O_NO_REQUEST_STORM, "backoff",
	  PODS("") "steps:\n  - fail: {match: LIST pods, status: 500, times: forever}\n"
		   "  - start: pods\n  - advance: 10m\n",
	  "51 requests in a second" },
	{ SCN_O_NO_REQUEST_STORM, "backoff-growth",
	  PODS("") "steps:\n  - fail: {match: LIST pods, status: 500, times: forever}\n"
		   "  - start: pods\n  - advance: 10m\n",
	  "and is not retried less often: " },
	{ SCN_O_INITIAL_LIST_COMPLETE_BEFORE_SYNCED, "continue",
	  PODS(", page-size: 1") "steps:\n" TWO "  - fail: {match: LIST pods, status: 410}\n"
				 "  - start: pods\n",
	  "pods is synced, and default/b, which the server had at the listed rv=12, is not" },
	{ SCN_O_INITIAL_LIST_COMPLETE_BEFORE_SYNCED, "synced-processed",
	  PODS("") "steps:\n" TWO "  - hold: queue\n  - start: pods\n  - settle\n"
		   "  - release: queue\n",
	  "pods is synced, and default/" },
	{ SCN_O_INITIAL_LIST_COMPLETE_BEFORE_SYNCED, "handler-synced",
	  PODS("") "steps:\n" TWO "  - hold: handler/h1\n  - start: pods\n  - settle\n"
		   "  - release: handler/h1\n",
	  "handler h1 is synced and got no notification of default/" },
	{ SCN_O_NO_TIME_TRAVEL, "relist-rv",
	  PODS("") "steps:\n" TWO "  - settle\n  - freeze: B\n"
		   "  - update: {pods/default/a: {spec: {nodeName: n2}}}\n  - start: pods\n  - "
		   "advance: 5s\n"
		   "  - fail: {match: WATCH pods, status: 500}\n  - failover: {to: B}\n  - "
		   "advance: 20s\n"
		   "  - thaw: B\n",
	  "h1 got `update pods/default/a 13->11` after it had seen rv=13" },
	{ SCN_O_NO_REQUEST_STORM, "short-watch",
	  PODS("") "steps:\n  - start: pods\n  - advance: 5s\n"
		   "  - reply: {match: WATCH pods, status: 200, body: [{close: fin}], times: "
		   "forever}\n"
		   "  - disconnect: {type: pods, how: fin}\n  - advance: 10m\n",
	  "51 requests in a second" },
	{ SCN_O_NO_STATUS_OBJECT_DELIVERED, "error-event", PODS("") MISSED_DELETE,
	  "h1 was given a Status: `add pods/ rv=`" },
	{ SCN_O_QUEUE_NO_CONCURRENT_KEY, "one-worker",
	  "  informers: {pods: {handlers: {c: {enqueue: key}}}}\n"
	  "  controllers:\n"
	  "    c: {reconcile: stock/reap-or-ensure, children: {type: pods, name: 'x-{name}'}, "
	  "queue: {workers: 2}, without: $fix}\n"
	  "steps:\n  - start: all\n  - hold: write\n  - create: {pods/default/a: pod}\n  - settle\n"
	  "  - update: {pods/default/a: {spec: {nodeName: n2}}}\n  - settle\n"
	  "  - delete: [pods/default/a]\n",
	  "2 workers of c have default/a at a time" },
};

static struct scn__scenario *parsed(const char *body, const char *fix)
{
	struct scn__errors errors = { 0 };
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__scenario *s;

	strbuf_addf(&text, "%s%s", HEAD, body);
	strbuf_addf(&text, "matrix: {fix: [none, %s]}\n", fix);
	s = scn__scenario_load(STR("x.yaml"), strbuf_str(&text), &errors);
	if (!s)
		fail_msg("%s\n%u: %s", text.ptr, errors.items[0].pos.line, errors.items[0].msg);
	scn__errors_fini(&errors);
	return s;
}

static void run(const struct scn__scenario *s, size_t cell, uint64_t seed,
		struct runner__result *out)
{
	struct scn__run_options opt = { .seed = seed };

	scn__run(&s->cells[cell], &opt, out);
}

static void each_oracle_detects_its_mistake_only(void **state)
{
	unsigned caught = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct caught *c = &cases[i];
		struct scn__scenario *s = parsed(c->world, c->fix);
		AUTO_STRBUF what = STRBUF_INIT;

		strbuf_addf(&what, "oracle %s: ", scn__oracle_word(c->oracle));
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			struct runner__result right, wrong;

			runner__result_init(&right);
			runner__result_init(&wrong);
			run(s, 0, seed, &right);
			run(s, 1, seed, &wrong);
			if (right.verdict != RUNNER_PASS)
				fail_msg("%s: right, and yet: %s", c->fix, right.what);
			if (wrong.verdict != RUNNER_FAIL || !strstr(wrong.what, what.ptr) ||
			    !strstr(wrong.what, c->what))
				fail_msg("without %s: %s", c->fix, wrong.what);
			/* The events around the first moment, the failure among them. */
			assert_non_null(strstr(wrong.tail.ptr, "oracle"));
			assert_non_null(strstr(wrong.tail.ptr, "wire"));
			runner__result_fini(&right);
			runner__result_fini(&wrong);
		}
		caught |= 1u << c->oracle;
		scn__scenario_free(s);
	}
	assert_int_equal(caught, (1u << SCN_O_COUNT_) - 1);
}

/* Faults that stay, as client-go goes through them. */
static const char *const patient[] = {
	"  - fail: {match: LIST pods, status: 500, times: forever}\n",
	"  - fail: {match: LIST pods, status: 429, retry-after: 1s, times: forever}\n",
	"  - fail: {match: WATCH pods, status: 429, retry-after: 2s, times: forever}\n",
	"  - fail: {match: WATCH pods, status: 404, times: forever}\n",
	"  - fail: {match: WATCH pods, status: 410, reason: Expired, times: forever}\n",
	"  - refuse: all\n",
	"  - reply: {match: ANY, body: [{close: rst}], times: forever}\n",
	"  - reply: {match: WATCH pods, body: [{close: fin}], times: forever}\n",
	"  - reply: {match: WATCH pods, status: 200, body: [{close: fin}], times: forever}\n",
};

static void patient_retries_of_a_lasting_fault_are_no_storm(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(patient); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct scn__scenario *s;

		strbuf_addf(&text, "%ssteps:\n%s  - start: pods\n  - advance: 2h\n", PODS(""),
			    patient[i]);
		s = parsed(text.ptr, "tombstone"); /* cell 0 lacks nothing */
		for (uint64_t seed = 1; seed <= 5; seed++) {
			struct runner__result result;

			runner__result_init(&result);
			run(s, 0, seed, &result);
			if (result.verdict != RUNNER_PASS)
				fail_msg("%s: %s", patient[i], result.what);
			runner__result_fini(&result);
		}
		scn__scenario_free(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_oracle_detects_its_mistake_only),
		cmocka_unit_test(patient_retries_of_a_lasting_fault_are_no_storm),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
