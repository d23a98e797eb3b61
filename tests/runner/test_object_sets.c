/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of the server that a pattern, a selector or an owner chooses: how many there are, what
 * each has, and the rest; writes counted by object. */
#include "tests/kit/scn_kit.h"

#define WORLD                                                                                      \
	"scenario: x\nworld:\n  types: {pods: v1/pods, nodes: v1/nodes,\n"                         \
	"    pools: {resource: acme.io/v1/pools, kind: Pool}}\n"                                   \
	"  informers: {pods: {handlers: {h1: {}}}}\nsteps:\n  - start: pods\n"                     \
	"  - create: {pools/default/p: {spec: {n: 1}}, uid: $u}\n"                                 \
	"  - create:\n      pods/default/web-1: {metadata: {labels: {app: web}}}\n"                \
	"      pods/default/web-2: {metadata: {labels: {app: web, tier: b}}}\n"                    \
	"      nodes/n1: {}\n"                                                                     \
	"  - create: {pods/default/own: {metadata: {ownerReferences: [{apiVersion: acme.io/v1,\n"  \
	"      kind: Pool, name: p, uid: $u}]}}}\n"                                                \
	"  - expect: "

struct row {
	const char *expect;
	const char *what; /* "": it holds */
};

static void run_rows(const char *world, const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct runner__result result;
		enum runner__verdict v;

		strbuf_addf(&text, "%s%s\n", world, rows[i].expect);
		runner__result_init(&result);
		v = scn_run_text(text.ptr, 1, &result);
		if (v != (rows[i].what[0] ? RUNNER_FAIL : RUNNER_PASS) ||
		    strcmp(result.what, rows[i].what) != 0)
			fail_msg("%s\n-> %s: %s", rows[i].expect, runner__verdict_word(v),
				 result.what);
		runner__result_fini(&result);
	}
}

static void objects_chosen_by_a_key_are_counted_and_compared(void **state)
{
	static const struct row rows[] = {
		{ "{state: {pods: {'default/web-*': 2}}}", "" },
		{ "{state: {pods: {'default/web-*': '>=2'}}}", "" },
		{ "{state: {pods: {'default/web-*': any}}}", "" },
		{ "{state: {pods: {'def*/*1': 1}}}", "" },
		{ "{state: {pods: {'default/x*': absent}}}", "" },
		{ "{state: {pods: {'* labels=app=web': 2}}}", "" },
		{ "{state: {pods: {'default/* labels=app=web,tier!=b': 1}}}", "" },
		{ "{state: {pods: {'default/* owner=pools/default/p': 1}}}", "" },
		{ "{state: {pods: {'default/* owner=pools/default/q': absent}}}", "" },
		{ "{state: {pods: {'default/web-*': {metadata: {labels: {app: web}}}}}}", "" },
		{ "{state: {pods: {'default/web-*': 2, default/own: any, others: absent}}}", "" },
		{ "{state: {pods: {default/own: any, others: 2}}}", "" },
		{ "{state: {nodes: {'n*': 1, others: absent}}}", "" },
		{ "{state: {pods: {'default/web-*': 3}}}",
		  "state: default/web-*: found 2: default/web-1, default/web-2, expected 3" },
		{ "{state: {pods: {'default/x*': any}}}",
		  "state: default/x*: found 0, expected any" },
		{ "{state: {pods: {'default/web-*': absent}}}",
		  "state: default/web-*: found 2: default/web-1, default/web-2, expected absent" },
		{ "{state: {pods: {'default/web-*': 2, others: absent}}}",
		  "state: others: found 1: default/own, expected absent" },
		{ "{state: {pods: {'default/web-*': {metadata: {labels: {tier: b}}}}}}",
		  "state: default/web-*: default/web-1: metadata.labels.tier: expected \"b\" "
		  "(line 15), got nothing" },
		{ "{state: {pods: {'default/x*': {metadata: any}}}}",
		  "state: default/x*: found 0, expected a subset" },
	};

	(void)state;
	run_rows(WORLD, rows, ARRAY_LEN(rows));
}

static void keys_that_select_nothing_are_refused(void **state)
{
	static const struct row rows[] = {
		{ "{state: {pods: {'web-*': 1}}}", "pods are in namespaces: write NAMESPACE/NAME" },
		{ "{state: {nodes: {'a/n*': 1}}}", "nodes are in no namespace: write NAME" },
		{ "{state: {pods: {'default/* colour=red': 1}}}",
		  "\"colour=red\" is neither labels=SELECTOR nor owner=TYPE/NAME" },
		{ "{state: {pods: {'default/* owner=pods': 1}}}",
		  "\"pods\" is no object: TYPE/NAMESPACE/NAME, or TYPE/NAME" },
		{ "{state: {pods: {'default/* labels=': 1}}}", "labels=: no selector" },
		{ "{state: {pods: {'default/web-*': many}}}",
		  "objects are a number, <=N, '>=N', any, absent or a map, not text `many`" },
		{ "{state: {pods: {default/a: 3}}}",
		  "an object is a map, any or absent, not text `3`" },
		{ "{counts: {CREATE bods: 1}}", "unknown type `bods`, did you mean `pods`?" },
		{ "{writes: [CREATE bods/default/w-*]}",
		  "unknown type `bods`, did you mean `pods`?" },
		{ "{writes: [CREATE pods/w-*]}", "pods are in namespaces: write NAMESPACE/NAME" },
		{ "{writes: [CREATE nodes/default/w-*]}", "nodes are in no namespace: write NAME" },
		{ "{writes: [DELETECOLLECTION pods/default/w-*]}",
		  "DELETECOLLECTION names no object: write type/namespace" },
		{ "{writes: [CREATE pods/default/w-* times=0]}",
		  "times must be at least 1: an item that is not in the list must be missing" },
		{ "{writes: ['CREATE pods/default/w-* times=<=2']}",
		  "times must be a number; `counts` accepts `<=N` and `'>=N'`" },
		{ "{counts: {DELETE pods/default/a subresource=status: 1}}",
		  "'subresource': CREATE, UPDATE and PATCH take subresource=NAME" },
		{ "{counts: {PATCH pods/default/a by=x: 1}}",
		  "'by': CREATE, UPDATE and PATCH take subresource=NAME" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct scn__errors errors = { 0 };
		struct scn__scenario *s;

		strbuf_addf(&text, WORLD "%s\n", rows[i].expect);
		s = scn__scenario_load(STR("x.yaml"), strbuf_str(&text), &errors);
		if (s || !errors.len || strcmp(errors.items[0].msg, rows[i].what) != 0)
			fail_msg("%s: %s", rows[i].expect, errors.len ? errors.items[0].msg : "");
		scn__errors_fini(&errors);
		scn__scenario_free(s);
	}
}

#define KEEPER                                                                                     \
	"scenario: x\nworld:\n  types: {sets: apps/v1/replicasets, pods: v1/pods}\n"               \
	"  informers: {sets: {handlers: {keeper: {enqueue: key}}},\n"                              \
	"              pods: {handlers: {own: {enqueue: owner-label set, controller: keeper}}}}\n" \
	"  controllers: {keeper: {reconcile: stock/replica-keeper,\n"                              \
	"    children: {type: pods, name: '{name}-{n}', label: set}}}\n"                           \
	"steps:\n  - create: {sets/default/s: {spec: {replicas: 3}}}\n  - start: all\n"            \
	"  - expect: "

static void writes_are_counted_by_object(void **state)
{
	static const struct row rows[] = {
		{ "{counts: {CREATE pods: 3}}", "" },
		{ "{counts: {'CREATE pods/default/s-*': 3, 'CREATE pods/default/x*': 0}}", "" },
		{ "{counts: {CREATE pods/default/s-1: 1, DELETE pods: 0}}", "" },
		{ "{counts: {CREATE pods: 4}}", "counts: CREATE pods is 3, expected 4" },
		{ "{counts: {'CREATE pods/default/s-* subresource=status': 0}}", "" },
	};

	(void)state;
	run_rows(KEEPER, rows, ARRAY_LEN(rows));
}

static void writes_are_expected_by_pattern_and_number(void **state)
{
	static const struct row rows[] = {
		{ "{writes: [CREATE pods/default/s-* times=3]}", "" },
		{ "{writes: [CREATE pods/default/s-0, CREATE pods/def*/s-* times=2]}", "" },
		{ "{writes: [..., WRITE pods/*/s-1, ...]}", "" },
		{ "{writes: [WRITE pods/* times=3]}", "" },
		{ "{writes: [any-order: [CREATE pods/default/s-* times=2, CREATE "
		  "pods/default/s-1]]}",
		  "" },
		{ "{writes: [{create: pods/default/s-*, times: 3, subresource: '-'}]}", "" },
		{ "{writes: [CREATE pods/default/s-* times=2]}", "writes: 1 write not expected" },
		{ "{writes: [CREATE pods/default/s-* times=4]}",
		  "writes: 1 of 4 expected writes missing" },
		{ "{writes: [CREATE pods/default/x-* times=3]}",
		  "writes: 3 of 3 expected writes missing, 3 writes not expected" },
		{ "{writes: [DELETE pods/default/s-*, ...]}",
		  "writes: 1 of 1 expected writes missing" },
		{ "{writes: [CREATE pods/default/s-0 subresource=status, ...]}",
		  "writes: a write differs: subresource: expected status (line 11), got \"\"" },
	};

	(void)state;
	run_rows(KEEPER, rows, ARRAY_LEN(rows));
}

#define KEEPER_NEVER                                                                               \
	"scenario: x\nworld:\n  types: {sets: apps/v1/replicasets, pods: v1/pods}\n"               \
	"  informers: {sets: {handlers: {keeper: {enqueue: key}}},\n"                              \
	"              pods: {handlers: {own: {enqueue: owner-label set, controller: keeper}}}}\n" \
	"  controllers: {keeper: {reconcile: stock/replica-keeper,\n"                              \
	"    children: {type: pods, name: '{name}-{n}', label: set}}}\n"                           \
	"steps:\n  - create: {sets/default/s: {spec: {replicas: 3}}}\n  - never: "

static void write_matching_a_never_pattern_fails_the_run(void **state)
{
	static const struct row rows[] = {
		{ "[{writes: CREATE pods/default/x-*}]\n  - start: all", "" },
		{ "[{writes: DELETE pods/default/s-*}]\n  - start: all", "" },
		{ "[{writes: CREATE pods/default/s-*2}]\n  - start: all",
		  "never[0]: `CREATE pods/default/s-2 -> 201` has happened" },
		{ "[{writes: WRITE pods/*}]\n  - start: all",
		  "never[0]: `CREATE pods/default/s-0 -> 201` has happened" },
		{ "[{writes: WRITE all}]\n  - start: all",
		  "never[0]: `CREATE pods/default/s-0 -> 201` has happened" },
		{ "[{writes: WRITE sets}]\n  - start: all", "" },
	};

	(void)state;
	run_rows(KEEPER_NEVER, rows, ARRAY_LEN(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects_chosen_by_a_key_are_counted_and_compared),
		cmocka_unit_test(keys_that_select_nothing_are_refused),
		cmocka_unit_test(writes_are_counted_by_object),
		cmocka_unit_test(writes_are_expected_by_pattern_and_number),
		cmocka_unit_test(write_matching_a_never_pattern_fails_the_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
