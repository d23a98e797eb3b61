/* SPDX-License-Identifier: Apache-2.0 */
/* Every key of every verb: the external world accepts it or refuses it at its line, as the table of
 * the manual says. test_worlds.c runs the verbs. */
#include "tests/kit/testing.h"

#include "runner/language/key_worlds.h"
#include "runner/language/table.h"

static struct scn__errors errors;

/* Steps that have each key of each verb; `before`: what makes sense of it. Outside they are taken,
 * or
 * (`inside`) refused at their line; those of controllers at their world's. */
static const struct key_case {
	enum scn__step_kind verb;
	const char *before, *step;
	enum { TAKEN, INSIDE, CONTROLLERS } outside;
} key_cases[] = {
	{ SCN_CREATE, "", "create: {times: 2, 'pods/d/k-{n}': {}}", TAKEN },
	{ SCN_CREATE, "", "create: {uid: $u, pods/d/k: {}}", TAKEN },
	{ SCN_UPDATE, "", "update: {times: 2, pods/d/a: {spec: {nodeName: 'n{n}'}}}", TAKEN },
	{ SCN_UPDATE, "", "update: {uid: new, pods/d/a: {metadata: {labels: {a: b}}}}", TAKEN },
	{ SCN_UPDATE, "", "update: {missing: skip, pods/d/a: {metadata: {labels: {a: b}}}}",
	  TAKEN },
	{ SCN_UPDATE, "", "update: {subresource: status, pods/d/a: {status: {phase: Running}}}",
	  TAKEN },
	{ SCN_DELETE, "", "delete: {keys: [pods/d/a], times: 1, finalizers: drop, missing: skip}",
	  TAKEN },
	{ SCN_COMPACT, "", "compact: {to: now, gone: http-status, backend: B}", TAKEN },
	{ SCN_REWIND, "", "rewind: {to: 10}", TAKEN },
	{ SCN_BOOKMARK, "", "bookmark: {type: pods, initial: true}", TAKEN },
	{ SCN_BOOKMARKS, "", "bookmarks: {mode: off, type: pods}", TAKEN },
	{ SCN_GC, "", "gc", TAKEN },
	{ SCN_ROTATE_TOKEN, "", "rotate-token", TAKEN },
	{ SCN_ADVANCE, "", "advance: {by: 1s}", TAKEN },
	{ SCN_SETTLE, "", "settle", TAKEN },
	{ SCN_DISCONNECT, "",
	  "disconnect: {type: pods, how: slow, backend: A, bytes-per-second: 99}", TAKEN },
	{ SCN_HTTP2, "", "http2: {mode: reset, to: pods, code: CANCEL, bytes: 9}", TAKEN },
	{ SCN_HTTP2, "",
	  "http2: {mode: streams, streams: 3, match: WATCH pods, times: 2, then: gc}", TAKEN },
	{ SCN_HTTP2, "", "http2: {mode: window, every: 1s, match: LIST pods, for: 1s}", TAKEN },
	{ SCN_REFUSE, "", "refuse: {type: pods, backend: A}", TAKEN },
	{ SCN_REFUSE, "", "refuse: {type: configmaps}", INSIDE },
	{ SCN_ACCEPT, "refuse: all", "accept: {type: pods, backend: A}", TAKEN },
	{ SCN_FAIL, "",
	  "fail: {match: LIST pods, status: 500, reason: r, message: m, details: {a: b}, times: "
	  "2, retry-after: 1s, how: http-status, then: gc}",
	  TAKEN },
	{ SCN_FAIL, "", "fail: {match: WRITE all, status: 500, for: 1s}", TAKEN },
	{ SCN_FAIL, "", "fail: {match: ANY, status: 500, then: {hold: cache}}", INSIDE },
	{ SCN_DROP, "", "drop: {event: any pods, times: 2}", TAKEN },
	{ SCN_REPLY, "",
	  "reply: {match: LIST pods, status: 200, headers: {A: b}, body: [x], times: 2, then: gc}",
	  TAKEN },
	{ SCN_REPLY, "", "reply: {match: LIST pods, body: [x], for: 1s}", TAKEN },
	{ SCN_REPLY, "", "reply: {match: LIST pods, handled: true, body: [{close: rst}]}", TAKEN },
	{ SCN_SEND, "", "send: {to: pods, body: [x]}", TAKEN },
	{ SCN_SEND, "", "send: {to: pods, body: [x], cuts: every}", INSIDE },
	{ SCN_FREEZE, "", "freeze: {backend: B}", TAKEN },
	{ SCN_THAW, "freeze: B", "thaw: {backend: B}", TAKEN },
	{ SCN_FAILOVER, "", "failover: {to: B, informer: pods, how: fin}", TAKEN },
	{ SCN_FAILOVER, "", "failover: {to: B, controller: rk}", CONTROLLERS },
	{ SCN_LAG, "", "lag: {backend: B, by: 3}", TAKEN },
	{ SCN_LAG, "", "lag: {backend: B, rv: 10}", TAKEN },
	{ SCN_HOLD, "", "hold: {at: request, type: pods, nth: 2}", TAKEN },
	{ SCN_HOLD, "", "hold: {at: event, key: pods/d/a}", TAKEN },
	{ SCN_HOLD, "", "hold: {at: reply, match: LIST pods, rest-after: 1s, then: gc}", TAKEN },
	{ SCN_HOLD, "", "hold: {at: queue}", INSIDE },
	{ SCN_HOLD, "", "hold: {at: cache, key: pods/d/a}", INSIDE },
	{ SCN_HOLD, "", "hold: {at: handler/h1}", INSIDE },
	{ SCN_RELEASE, "hold: {at: request, type: pods, nth: 2}",
	  "release: {at: request, type: pods, nth: 2}", TAKEN },
	{ SCN_RELEASE, "hold: {at: event, key: pods/d/a}", "release: {at: event, key: pods/d/a}",
	  TAKEN },
	{ SCN_RELEASE, "hold: {at: reply, match: LIST pods}",
	  "release: {at: reply, match: LIST pods}", TAKEN },
	{ SCN_START, "", "start: {names: pods}", TAKEN },
	{ SCN_STOP, "", "stop: {names: pods}", TAKEN },
	{ SCN_CRASH, "", "crash: {names: pods, signal: TERM}", TAKEN },
	{ SCN_CRASH, "", "crash: {informer: pods}", TAKEN },
	{ SCN_CRASH, "", "crash: {controller: rk, after-writes: 2}", CONTROLLERS },
	{ SCN_KILL, "", "kill: {subject: pods, before: GET pods, signal: TERM, then: gc}", TAKEN },
	{ SCN_KILL, "", "kill: {subject: pods, after: 'WRITE all nth=3'}", TAKEN },
	{ SCN_RESTART, "crash: pods", "restart: {names: pods, backend: B}", TAKEN },
	{ SCN_RESTART, "crash: pods", "restart: {informer: pods}", TAKEN },
	{ SCN_RESTART, "crash: {controller: rk}", "restart: {controller: rk}", CONTROLLERS },
	{ SCN_HANDLER, "", "handler: {add: late, informer: pods, resync: 3s}", INSIDE },
	{ SCN_HANDLER, "", "handler: {remove: h1}", INSIDE },
	{ SCN_HANDLER, "", "handler: {add: late, informer: pods, enqueue: key, controller: rk}",
	  CONTROLLERS },
	{ SCN_WORKER, "", "worker: {controller: rk, do: add-after, key: d/a, after: 5s}",
	  CONTROLLERS },
	{ SCN_WORKER, "", "worker: {controller: rk, count: 2}", CONTROLLERS },
	{ SCN_EXPECT, "", "expect: {counts: {watches: <=2}}", TAKEN },
	{ SCN_NEVER, "", "never: [{requests: LIST configmaps}]", TAKEN },
	{ SCN_NEVER, "", "never: [{sync: {pods: {store: true}}}]", INSIDE },
	{ SCN_SNAPSHOT, "", "snapshot: {name: s}", INSIDE },
	{ SCN_LOOK, "", "look: {informer: pods}", INSIDE },
};

static void load_key_case(const struct key_case *k, bool external)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__scenario *s;

	strbuf_addf(&text,
		    "scenario: t\nworld:\n  server: {rv: 10, %s}\n"
		    "  types: {pods: v1/pods, configmaps: v1/configmaps}\n"
		    "  informers: {pods: {handlers: {h1: {%s}}}}\n%s%ssteps:\n"
		    "  - create: pods/d/a\n  - %s\n%s%s%s  - %s\n",
		    k->verb == SCN_HTTP2 ? "http2: true" : "backends: [A, B]",
		    k->outside == CONTROLLERS ? "enqueue: key" : "",
		    k->outside == CONTROLLERS ? "  controllers: {rk: {reconcile: stock/mirror, "
						"children: {type: configmaps, name: '{name}'}}}\n"
					      : "",
		    external ? "external: [state]\n" : "",
		    k->verb == SCN_START ? "settle" : "start: pods", k->before[0] ? "  - " : "",
		    k->before, k->before[0] ? "\n" : "", k->step);
	scn__errors_fini(&errors);
	errors = (struct scn__errors) { 0 };
	s = scn__scenario_load(STR("t.yaml"), strbuf_str(&text), &errors);
	scn__scenario_free(s);
}

static bool has_key(const struct key_case *k, const char *key)
{
	AUTO_STRBUF word = STRBUF_INIT;

	if (strcmp(key, "TYPE/NAMESPACE/NAME") == 0)
		return true;
	strbuf_addf(&word, "{%s:", key);
	if (strstr(k->step, word.ptr))
		return true;
	strbuf_clear(&word);
	strbuf_addf(&word, " %s:", key);
	return strstr(k->step, word.ptr) != NULL;
}

static void assert_key_is_met(size_t verb, const char *key)
{
	for (size_t i = 0; i < ARRAY_LEN(key_cases); i++)
		if ((size_t)key_cases[i].verb == verb && has_key(&key_cases[i], key))
			return;
	fail_msg("no case for %s: {%s}", scn__verb_docs[verb].word, key);
}

static void every_key_of_every_verb_is_accepted_or_refused_at_its_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(key_cases); i++) {
		const struct key_case *k = &key_cases[i];

		load_key_case(k, false);
		if (errors.error_count)
			fail_msg("%s: %s", k->step, errors.items[0].msg);
		load_key_case(k, true);
		if ((errors.error_count > 0) != (k->outside != TAKEN))
			fail_msg("%s: %s", k->step,
				 errors.error_count ? errors.items[0].msg : "is taken");
		if (k->outside == INSIDE &&
		    (errors.items[0].pos.line != (k->before[0] ? 11u : 10u) ||
		     !strstr(errors.items[0].msg, "the external world cannot do this")))
			fail_msg("%s: %s", k->step, errors.items[0].msg);
		if (k->outside == CONTROLLERS &&
		    !strstr(errors.items[0].msg, "controllers are not run in the external world"))
			fail_msg("%s: %s", k->step, errors.items[0].msg);
	}
	for (size_t verb = 0; verb < scn__verb_doc_count; verb++) {
		size_t count;
		const struct scn__arg *args = scn__step_args((enum scn__step_kind)verb, &count);

		for (size_t i = 0; i < count; i++)
			assert_key_is_met(verb, args[i].key);
	}
}

/* The manual's table must name existing keys and mark exactly the refused ones. */
static void table_of_keys_agrees_with_the_refusals(void **state)
{
	(void)state;
	for (size_t i = 0; i < scn__key_worlds_count; i++) {
		const struct scn__key_worlds *w = &scn__key_worlds[i];
		bool refused = strstr(w->external, "refused") != NULL, seen = false;

		assert_key_is_met(w->step, w->key);
		for (size_t k = 0; k < ARRAY_LEN(key_cases); k++)
			seen |= key_cases[k].verb == w->step && has_key(&key_cases[k], w->key) &&
				key_cases[k].outside != TAKEN;
		if (seen != refused && strcmp(w->key, "then") != 0)
			fail_msg("%s: {%s}: %s", scn__step_word(w->step), w->key, w->external);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_key_of_every_verb_is_accepted_or_refused_at_its_line),
		cmocka_unit_test(table_of_keys_agrees_with_the_refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
