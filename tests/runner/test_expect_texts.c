/* SPDX-License-Identifier: Apache-2.0 */
/* Every section of expect, right and wrong in each of its parts, in one world: the whole failure as
 * people read it is committed. RELIST_UPDATE_GOLDEN=1 rewrites the file. */
#include "base/alloc.h"
#include "runner/report/report.h"
#include "runner/rewrite/update.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/scn_kit.h"

/* A pod by hand, owners and their pods by a controller, and one that is stuck. */
#define WORLD                                                                                      \
	"scenario: x\nworld:\n"                                                                    \
	"  server: {rv: 10, backends: [A, B]}\n"                                                   \
	"  types: {pods: v1/pods, sets: example.org/v1/sets, maps: v1/configmaps}\n"               \
	"  objects: {set: {spec: {replicas: 1}, metadata: {finalizers: [cleanup]}}}\n"             \
	"  informers:\n"                                                                           \
	"    pods: {indexes: {by-node: spec.nodeName}, handlers: {h1: {}, c: {enqueue: "           \
	"owner-label set}}}\n"                                                                     \
	"    sets: {handlers: {c: {enqueue: key}, h2: {}}}\n"                                      \
	"    maps: {handlers: {h3: {}}}\n"                                                         \
	"  controllers:\n"                                                                         \
	"    c: {reconcile: stock/replica-keeper, children: {type: pods, name: '{name}-{n}', "     \
	"label: set}, queue: {backoff: 1s..8s}}\n"                                                 \
	"    d: {reconcile: stock/mirror, children: {type: maps, name: '{name}-copy', label: "     \
	"set}}\n"                                                                                  \
	"steps:\n"                                                                                 \
	"  - create: {pods/default/a: {spec: {nodeName: n1, priority: 7}}, uid: $ua}\n"            \
	"  - start: [pods, sets, c]\n  - settle\n  - snapshot: warm\n"                             \
	"  - fail: {match: CREATE pods, status: 500}\n"                                            \
	"  - create: {sets/default/s: set}\n  - settle\n"                                          \
	"  - update: {pods/default/a: {spec: {nodeName: n2}}}\n  - settle\n"

enum { TAIL_BYTES = 1000 };

static const char *const cases[] = {
	/* requests */
	"{requests: [LIST pods rv=0 limit=500 -> 200@11 from A, LIST sets, WATCH pods, WATCH "
	"sets]}",
	"{requests: [{any-order: [LIST sets rv=0, LIST pods rv=0, WATCH sets bookmarks, WATCH pods "
	"rv=11 timeout=any]}]}",
	"{requests: [{any-order: [LIST sets rv=0, LIST pods rv=1, WATCH sets bookmarks, WATCH pods "
	"rv=12]}]}",
	"{requests: [LIST maps, ...]}",
	"{requests: [..., LIST pods, LIST sets, LIST pods]}",
	"{requests: [..., GET pods/default/a]}",
	"{requests: [LIST pods rv=5 limit=7 labels=x -> 410@3 from B, ...]}",
	"{requests: [LIST pods -> gone, ...]}",
	"{requests: [LIST pods -> refused, ...]}",
	"{requests: [LIST pods -> reset, ...]}",
	"{requests: [LIST pods -> open, ...]}",
	"{requests: []}",
	/* handlers */
	"{handlers: {h1: [add pods/default/a rv=11 initial uid=$ua, add pods/default/s-0 live, "
	"update "
	"pods/default/a]}}",
	"{handlers: {h1: [add pods/default/a rv=12 live uid=x, ...]}}",
	"{handlers: {h1: [..., {update: pods/default/a, old: {spec: {nodeName: n2}}, new: {spec: "
	"{nodeName: "
	"n1, priority: 8}}}]}}",
	"{handlers: {h1: [..., sync pods/default/a]}}",
	"{handlers: {h1: [delete pods/default/a known, ...]}}",
	"{handlers: {h1: [], h2: [add sets/default/s live]}}",
	"{handlers: {h2: [{any-order: [add sets/default/s, add sets/default/t]}]}}",
	"{handlers: {h2: [add sets/default/s after=0s..0s, add sets/default/s]}}",
	"{handlers: {h2: [add sets/default/s after=1s..2s]}}",
	"{handlers: {h3: []}}",
	"{handlers: {h3: [add maps/default/x]}}",
	/* caches, the server, indexes */
	"{cache: {pods: {default/a: {spec: {nodeName: n2, priority: '>=7'}}, default/s-0: any, "
	"default/x: "
	"absent}}}",
	"{cache: {pods: {default/a: {spec: {nodeName: n1, priority: <7, other: any}}}}}",
	"{cache: {pods: {default/s-0: absent}}}",
	"{cache: {pods: {default/x: any}}}",
	"{cache: {pods: [default/a]}}",
	"{cache: {pods: [default/a, default/s-0, default/x]}}",
	"{cache: {pods: model, sets: model}}",
	"{cache: {maps: {default/x: any}}}",
	"{state: {sets: {default/s: {spec: {replicas: 2}}}, maps: []}}",
	"{state: {pods: [default/a, default/s-0]}}",
	"{state: {pods: [default/a], sets: [default/t]}}",
	"{index: {pods.by-node: {n1: absent, n2: [default/a]}}}",
	"{index: {pods.by-node: {n1: [default/a], n2: absent}}}",
	"{index: {pods.by-node: {n2: [default/a, default/s-0]}}}",
	/* sync */
	"{sync: {pods: {store: true, handlers: true, handler.h1: true, rv: '>=14', stopped: "
	"false}}}",
	"{sync: {pods: {store: false}}}",
	"{sync: {pods: {handlers: false}}}",
	"{sync: {pods: {handler.h1: false}}}",
	"{sync: {pods: {stopped: true}}}",
	"{sync: {pods: {rv: 1}}}",
	"{sync: {maps: {store: true}}}",
	"{sync: {maps: {rv: 1}}}",
	"{sync: {maps: {store: false, handlers: false, rv: \"\"}}}",
	/* queues */
	"{queue: {c: {ready: [], processing: [], delayed: [default/s], retries: {default/s: 1}, "
	"length: 0}}}",
	"{queue: {c: {ready: [default/s]}}}",
	"{queue: {c: {processing: [default/s]}}}",
	"{queue: {c: {delayed: []}}}",
	"{queue: {c: {delayed: [default/t]}}}",
	"{queue: {c: {delayed: [default/s, default/t]}}}",
	"{queue: {c: {ready: [ ], processing: [default/s], delayed: [ default/s ]}}}",
	"{queue: {c: {ready: [default/s], processing: [ ], delayed: [ default/s ]}}}",
	"{queue: {c: {ready: [ ], processing: [ ], delayed: [default/t]}}}",
	"{queue: {c: {retries: {default/s: 2}}}}",
	"{queue: {c: {length: 1}}}",
	"{queue: {d: {ready: []}}}",
	/* writes */
	"{writes: [CREATE pods/default/s-0 by c -> 500]}",
	"{writes: [CREATE pods/default/s-0 metadata.labels.set=s spec=absent]}",
	"{writes: [CREATE pods/default/s-0 metadata.labels.set=t spec=any]}",
	"{writes: [CREATE pods/default/s-1]}",
	"{writes: [DELETE pods/default/s-0]}",
	"{writes: [CREATE pods/default/s-0 by d]}",
	"{writes: [CREATE pods/default/s-0 -> 201@12]}",
	"{writes: [CREATE pods/default/s-0 while $ua exists]}",
	"{writes: [{create: pods/default/s-0, with: {metadata: {labels: {set: x}}}}]}",
	"{writes: []}",
	"{writes: [CREATE pods/default/s-0 from B]}",
	/* the rest */
	"{counts: {LIST pods: 1, WATCH pods: '>=1', requests: 4, requests.sets: 2, handlers.h1: 2, "
	"handlers.h1.add: 1, cache.pods: 1, cache.maps: 0, index.pods.by-node: 1, writes: 1, "
	"writes.CREATE: 1, "
	"watches: 2, pending.h1: 0, state.sets: 1}}",
	"{counts: {LIST pods: 2}}",
	"{counts: {WATCH maps: 1}}",
	"{counts: {requests: <4}}",
	"{counts: {requests.sets: 3}}",
	"{counts: {handlers.h1: 1}}",
	"{counts: {handlers.h1.delete: 1}}",
	"{counts: {cache.pods: 0}}",
	"{counts: {index.pods.by-node: 0}}",
	"{counts: {writes.DELETE: 1}}",
	"{counts: {writes: 0}}",
	"{counts: {watches: 3}}",
	"{counts: {pending.h1: 1}}",
	"{counts: {state.maps: 1}}",
	"{at: 0s}",
	"{at: 1s}",
	"{at: 1s..2s}",
	"{at: 0s..1s}",
	"{log: [nothing]}",
	"{log: [/./]}",
	"{snapshot: warm}",
	"{snapshot: cold}",
	/* Two at once: the first that is wrong is reported. */
	"{at: 5s, counts: {requests: 9}, cache: {pods: [default/q]}}",
};

static void add_failure(const char *text, struct strbuf *out)
{
	struct runner__case c = { .path = "test.yaml", .name = STR("x") };
	struct runner__report report;
	struct scn__errors errors = { 0 };
	AUTO_STRBUF whole = STRBUF_INIT;
	const char *tail;
	struct scn__scenario *s = scn__scenario_load(STR("test.yaml"), str_of(text), &errors);

	if (!s) {
		for (size_t i = 0; i < errors.len; i++)
			strbuf_addf(out, "%u: %s\n", errors.items[i].pos.line, errors.items[i].msg);
		scn__errors_fini(&errors);
		return;
	}
	scn__errors_fini(&errors);
	scn__scenario_free(s);
	runner__result_init(&c.result);
	(void)scn_run_text(text, 1, &c.result);
	if (c.result.verdict == RUNNER_PASS) {
		strbuf_addz(out, "holds\n");
	} else {
		runner__report_init(&report, RUNNER_FORMAT_TEXT);
		report.world = "sim";
		runner__report_failure(&report, &c, &whole);
		runner__report_fini(&report);
		/* The story's tail is the same in all; once is enough. */
		tail = out->len > TAIL_BYTES ? strstr(whole.ptr, "\n  what happened last") : NULL;
		strbuf_add(out, whole.ptr, tail ? (size_t)(tail - whole.ptr) : whole.len);
	}
	runner__result_fini(&c.result);
}

static void failure_text_of_each_section_equals_the_golden_one(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addf(&text, WORLD "  - expect: %s\n", cases[i]);
		strbuf_addf(&out, "== %s\n", cases[i]);
		add_failure(text.ptr, &out);
		strbuf_addc(&out, '\n');
	}
	assert_golden("tests/golden/failures/expectations.txt", strbuf_str(&out));
}

/* What --update makes of it: the new text of the expectation, which then holds, or why not. */
static void add_update(const char *text, struct strbuf *out)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("test.yaml"), str_of(text), &errors);
	AUTO_STRBUF made = STRBUF_INIT;
	struct runner__result result;
	struct scn__updates updates;
	struct scn__run_options opt = { .seed = 1, .updates = &updates };
	bool refused = false;

	scn__errors_fini(&errors);
	if (!s) {
		strbuf_addz(out, "no scenario\n");
		return;
	}
	scn__updates_init(&updates, str_of(text));
	runner__result_init(&result);
	scn__run(&s->cells[0], &opt, &result);
	assert_true(scn__updates_apply(&updates, &made));
	strbuf_addf(out, "%s, %zu updated\n", runner__verdict_word(result.verdict),
		    scn__updates_count(&updates));
	for (size_t i = 0; i < updates.checked_count; i++) {
		if (!updates.checked[i].refused.len)
			continue;
		refused = true;
		strbuf_addf(out, "refused: " STR_FMT "\n", STR_ARG(updates.checked[i].refused));
	}
	if (strcmp(made.ptr, text) != 0) {
		strbuf_addz(out, strstr(made.ptr, "  - expect: "));
		if (!refused) {
			struct runner__result again;

			runner__result_init(&again);
			(void)scn_run_text(made.ptr, 1, &again);
			strbuf_addf(out, "then %s%s%s\n", runner__verdict_word(again.verdict),
				    again.what[0] ? ": " : "", again.what);
			runner__result_fini(&again);
		}
	}
	runner__result_fini(&result);
	scn__updates_fini(&updates);
	scn__scenario_free(s);
}

static void update_of_each_section_equals_the_golden_one(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addf(&text, WORLD "  - expect: %s\n", cases[i]);
		strbuf_addf(&out, "== %s\n", cases[i]);
		add_update(text.ptr, &out);
		strbuf_addc(&out, '\n');
	}
	assert_golden("tests/golden/update/expectations.txt", strbuf_str(&out));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(failure_text_of_each_section_equals_the_golden_one),
		cmocka_unit_test(update_of_each_section_equals_the_golden_one),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
