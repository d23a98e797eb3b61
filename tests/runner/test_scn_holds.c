/* SPDX-License-Identifier: Apache-2.0 */
/* hold with `match` stops the requests that a fault's match would take, in the simulator and over
 * sockets, and no others. */
#include "fakeapi/route.h"
#include "runner/engine/run.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "runner/world/world.h"
#include "tests/kit/scn_kit.h"

#define WORLD                                                                                      \
	"scenario: x\n"                                                                            \
	"world:\n"                                                                                 \
	"  types: {pods: v1/pods, pvcs: v1/persistentvolumeclaims}\n"                              \
	"  informers: {pods: {handlers: {c: {enqueue: key}}}, pvcs: {handlers: {h: {}}}}\n"        \
	"  controllers: {c: {reconcile: stock/mirror, children: {type: pvcs, name: '{name}'}, "    \
	"queue: {workers: 3}}}\n"                                                                  \
	"steps:\n"
#define MAKE                                                                                       \
	"  - create: {pods/default/web-1: {data: {a: b}}}\n  - settle\n"                           \
	"  - create: {pods/default/web-2: {data: {a: b}}}\n  - settle\n"                           \
	"  - create: {pods/default/x: {data: {a: b}}}\n  - settle\n"

static const struct scn_row rows[] = {
	{ "a verb and a prefix of names: the request",
	  "  - start: all\n  - settle\n"
	  "  - hold: {at: request, match: CREATE pvcs/default/web-*}\n" MAKE
	  "  - expect: {state: {pvcs: {default/x: any, default/web-1: absent, default/web-2: "
	  "absent}}}\n"
	  "  - release: {at: request, match: CREATE pvcs/default/web-*}\n"
	  "  - expect: {state: {pvcs: {default/x: any, default/web-1: any, default/web-2: any}}}\n",
	  "web-*}\n  - create", "none-*}\n  - create", false },
	{ "the n-th of all writes: the reply",
	  "  - start: all\n  - settle\n"
	  "  - hold: {at: reply, match: WRITE all nth=2}\n" MAKE
	  "  - expect: {writes: [CREATE pvcs/default/web-1 -> 201, CREATE pvcs/default/web-2 -> "
	  "open, ...], state: {pvcs: {default/web-2: any}}}\n"
	  "  - release: all\n"
	  "  - expect: {counts: {CREATE pvcs: 3}}\n",
	  "nth=2", "nth=3", false },
	{ "another client than this one",
	  "  - hold: {at: request, match: LIST all agent=!controller}\n"
	  "  - start: all\n  - expect: {sync: {pods: {store: false}, pvcs: {store: false}}}\n"
	  "  - release: {at: request, match: LIST all agent=!controller}\n"
	  "  - expect: {sync: {pods: {store: true}, pvcs: {store: true}}}\n",
	  "agent=!controller}\n  - start", "agent=controller}\n  - start", false },
	{ "one client",
	  "  - hold: {at: request, match: 'ANY all agent=informer:pods;'}\n"
	  "  - start: all\n  - expect: {sync: {pods: {store: false}, pvcs: {store: true}}}\n"
	  "  - release: all\n"
	  "  - expect: {sync: {pods: {store: true}}}\n",
	  "agent=informer:pods;", "agent=informer:pvcs;", false },
};

static void hold_with_a_match_stops_the_matching_requests(void **state)
{
	(void)state;
	scn_rows_play(WORLD, rows, ARRAY_LEN(rows), &runner__driver_tcp);
}

static void match_in_an_unsupported_hold_is_refused(void **state)
{
	static const struct {
		const char *hold, *says;
	} cases[] = {
		{ "{at: event, match: LIST pods}", "match is for request and reply" },
		{ "{at: queue, match: LIST pods}", "match is for request and reply" },
		{ "{at: request, match: LIST pods, type: pods}", "without type, key and nth" },
		{ "{at: reply, match: LIST pods, nth: 2}", "without type, key and nth" },
		{ "{at: reply, match: LISTS pods}", "unknown verb `LISTS` in match" },
		{ "{at: reply, match: LIST pods nth=0}", "nth must be at least 1" },
		{ "{at: reply, match: DELETECOLECTION pods}", "did you mean `DELETECOLLECTION`" },
		{ "{at: reply, match: DELETECOLLECTION pods/d/a}", "not an object" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct scn__errors errors = { 0 };
		AUTO_STRBUF steps = STRBUF_INIT;

		strbuf_addf(&steps, "  - start: all\n  - hold: %s\n", cases[i].hold);
		assert_null(scn_story(WORLD, steps.ptr, &errors));
		if (!strstr(errors.items[0].msg, cases[i].says))
			fail_msg("%s: \"%s\" lacks \"%s\"", cases[i].hold, errors.items[0].msg,
				 cases[i].says);
		assert_int_equal(errors.items[0].pos.line, 8);
		scn__errors_fini(&errors);
	}
}

/* What a rule of the control API can match, a scenario can: the verbs are the server's. */
static void every_verb_of_the_server_is_a_verb_of_match(void **state)
{
	static const char *const lines[] = {
		"fail: {status: 409, match: ", "reply: {status: 200, match: ",
		"hold: {at: request, match: ", "kill: {subject: pods, before: "
	};

	(void)state;
	for (size_t v = 0; v < FAKEAPI_VERB_COUNT; v++) {
		const char *name = fakeapi__verbs[v].name;
		char word[24] = "";

		if (!name || !*name)
			continue;
		for (size_t i = 0; name[i]; i++)
			word[i] = (char)(name[i] - 'a' + 'A');
		for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
			struct scn__errors errors = { 0 };
			AUTO_STRBUF steps = STRBUF_INIT;
			struct scn__scenario *s;
			const struct scn__step *step;
			char line[100];

			(void)snprintf(line, sizeof(line), "%s%s pods}", lines[i], word);
			strbuf_addf(&steps, "  - start: all\n  - %s\n", line);
			s = scn_story(WORLD, steps.ptr, &errors);
			if (!s)
				fail_msg("%s: %s", line, errors.items[0].msg);
			step = &s->cells[0].steps[1];
			assert_string_equal(world__match_of_line(
						step->kind == SCN_FAIL	  ? &step->fail.match
						: step->kind == SCN_REPLY ? &step->reply.match
						: step->kind == SCN_HOLD  ? &step->hold.match
									  : &step->run.before)
						.verb,
					    name);
			scn__scenario_free(s);
			scn__errors_fini(&errors);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hold_with_a_match_stops_the_matching_requests),
		cmocka_unit_test(match_in_an_unsupported_hold_is_refused),
		cmocka_unit_test(every_verb_of_the_server_is_a_verb_of_match),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
