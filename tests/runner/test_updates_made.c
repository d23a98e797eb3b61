/* SPDX-License-Identifier: Apache-2.0 */
/* Expectations that are made up, in every way to write them, are updated: nothing but expectations
 * changes, what comes of it holds, a second update changes nothing, and it is what it was before.
 * Single cases are in tests/cli/test_run_update.c and test_expect_texts.c. */
#include "base/alloc.h"
#include "runner/rewrite/update.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/made.h"
#include "tests/kit/scn_kit.h"

enum { STORIES = 500 };

#define HEAD                                                                                       \
	"scenario: x\nworld:\n"                                                                    \
	"  server: {rv: 10, backends: [A, B]}\n"                                                   \
	"  types: {pods: v1/pods, sets: example.org/v1/sets}\n"                                    \
	"  objects: {set: {spec: {replicas: 2}}}\n"                                                \
	"  informers:\n"                                                                           \
	"    pods: {indexes: {by-node: spec.nodeName}, handlers: {h1: {}, c: {enqueue: "           \
	"owner-label set}}}\n"                                                                     \
	"    sets: {handlers: {c: {enqueue: key}, h2: {}}}\n"                                      \
	"  controllers:\n"                                                                         \
	"    c: {reconcile: stock/replica-keeper, children: {type: pods, name: '{name}-{n}', "     \
	"label: set}, queue: {backoff: 1s..8s}}\n"                                                 \
	"steps:\n"                                                                                 \
	"  - create: {pods/default/a: {spec: {nodeName: n1, priority: 7}}, uid: $ua}\n"            \
	"  - start: [pods, sets, c]\n  - settle\n"
#define SET "  - create: {sets/default/s: set}  # and its pods\n  - settle\n"
#define UPDATE                                                                                     \
	"  - update: {pods/default/a: {spec: {nodeName: n2}}}\n"                                   \
	"  - disconnect: {type: pods, how: rst}\n  - advance: 10s\n"

static const char *const requests[] = {
	"LIST pods rv=0",
	"LIST pods",
	"LIST sets rv=0 limit=500",
	"WATCH pods rv=11",
	"WATCH sets bookmarks rv=7",
	"LIST pods rv=3 -> 200@11 from A",
	"WATCH sets -> 500",
	"WATCH pods timeout=any",
	"LIST sets -> gone",
	"GET pods/default/a",
};
static const char *const notified[] = {
	"add pods/default/a rv=11 initial",
	"add pods/default/a",
	"add pods/default/s-0 live",
	"add pods/default/s-1 rv=44",
	"update pods/default/a",
	"update pods/default/a 11->99",
	"{update: pods/default/a, new: {spec: {nodeName: n7, priority: any}}}",
	"{add: pods/default/s-0, with: {metadata: {labels: {set: t}}}}",
	"delete pods/default/a unknown",
	"sync pods/default/a",
	"add pods/default/a uid=$ua",
};
static const char *const writes[] = {
	"CREATE pods/default/s-0 by c -> 500",
	"CREATE pods/default/s-0",
	"CREATE pods/default/s-1 metadata.labels.set=t",
	"DELETE pods/default/s-0",
	"{create: pods/default/s-1, with: {metadata: {labels: {set: x}}}}",
	"UPDATE sets/default/s metadata.labels=any",
};

struct maker {
	struct choice c;
	struct strbuf *out;
};

static void add_items(struct maker *m, const char *const *items, size_t count, bool lines,
		      int column)
{
	unsigned n = choice_pick(&m->c, 5) + (lines ? 1 : 0);

	for (unsigned i = 0; i < n; i++) {
		if (lines)
			strbuf_addf(m->out, "%*s- ", column, "");
		else
			strbuf_addz(m->out, i ? ", " : "");
		strbuf_addz(m->out, any_of(&m->c, items, count));
		if (lines)
			strbuf_addz(m->out, rarely(&m->c, 6) ? "  # why\n" : "\n");
	}
}

/* A list in brackets or in lines, with groups in either and dots between. */
static void add_stream(struct maker *m, const char *const *items, size_t count, int column)
{
	bool lines = !rarely(&m->c, 3);
	unsigned n = choice_pick(&m->c, 6) + (lines ? 1 : 0);

	strbuf_addz(m->out, lines ? "\n" : " [");
	for (unsigned i = 0; i < n; i++) {
		uint32_t what = choice_pick(&m->c, 9);

		if (lines)
			strbuf_addf(m->out, "%*s- ", column, "");
		else
			strbuf_addz(m->out, i ? ", " : "");
		if (what == 0 && lines && rarely(&m->c, 2)) {
			strbuf_addz(m->out, "any-order:\n");
			add_items(m, items, count, true, column + 4);
			continue;
		}
		if (what == 0) {
			strbuf_addz(m->out, lines ? "any-order: [" : "{any-order: [");
			add_items(m, items, count, false, 0);
			strbuf_addz(m->out, lines ? "]" : "]}");
		} else if (what == 1) {
			strbuf_addz(m->out, "...");
		} else {
			strbuf_addz(m->out, any_of(&m->c, items, count));
		}
		if (lines)
			strbuf_addz(m->out, rarely(&m->c, 8) ? "  # why\n" : "\n");
	}
	strbuf_addz(m->out, lines ? "" : "]\n");
}

static void add_values(struct maker *m)
{
	const char *name = ANY(&m->c, "default/a", "default/s-0", "default/q");
	uint32_t rv, written;

	switch (choice_pick(&m->c, 6)) {
	case 0:
		strbuf_addf(m->out, "      cache: {pods: {%s: %s}}\n", name,
			    ANY(&m->c, "any", "absent", "{spec: {nodeName: n7, priority: '>=7'}}",
				"{metadata: {labels: {set: t}}, spec: {nodeName: [x]}}"));
		break;
	case 1:
		strbuf_addf(m->out, "      state:\n        pods: [%s, default/a]\n", name);
		break;
	case 2:
		strbuf_addf(m->out, "      index: {pods.by-node: {n1: [%s], n2: absent}}\n", name);
		break;
	case 3:
		rv = choice_pick(&m->c, 30);
		strbuf_addf(m->out, "      sync: {pods: {store: %s, rv: %u, handlers: true}}\n",
			    ANY(&m->c, "true", "false"), rv);
		break;
	case 4:
		written = choice_pick(&m->c, 4);
		strbuf_addf(
		    m->out,
		    "      counts:\n        LIST pods: %u   # so many\n        writes: '>=%u'\n",
		    choice_pick(&m->c, 4), written);
		break;
	default:
		strbuf_addf(m->out, "      queue: {c: {ready: [%s], length: %u}}\n", name,
			    choice_pick(&m->c, 3));
		break;
	}
}

static void add_expect(struct maker *m)
{
	bool any = false;

	strbuf_addz(m->out, "  - expect:\n");
	if (rarely(&m->c, 2)) {
		strbuf_addz(m->out, "      requests:");
		add_stream(m, requests, ARRAY_LEN(requests), 8);
		any = true;
	}
	if (rarely(&m->c, 2)) {
		strbuf_addz(m->out, "      handlers:\n        h1:");
		add_stream(m, notified, ARRAY_LEN(notified), 10);
		any = true;
	}
	if (rarely(&m->c, 3)) {
		strbuf_addz(m->out, "      writes:");
		add_stream(m, writes, ARRAY_LEN(writes), 8);
		any = true;
	}
	if (!any || rarely(&m->c, 3))
		add_values(m);
}

static void make_story(uint64_t n, struct strbuf *out)
{
	struct maker m = { .out = out };

	choice_init_seed(&m.c, 40 + n, false);
	strbuf_addz(out, HEAD);
	if (rarely(&m.c, 2))
		add_expect(&m);
	strbuf_addz(out, SET);
	add_expect(&m);
	if (rarely(&m.c, 2)) {
		strbuf_addz(out, UPDATE);
		add_expect(&m);
	}
}

/* Returns whether all of it could be rewritten. */
static bool update(const char *text, struct strbuf *made, struct strbuf *printed)
{
	struct scn__scenario *s = scn_parsed(str_of(text));
	struct scn__updates updates;
	struct scn__run_options opt = { .seed = 1, .updates = &updates };
	struct runner__result result;
	bool whole = true;

	scn__updates_init(&updates, str_of(text));
	runner__result_init(&result);
	scn__run(&s->cells[0], &opt, &result);
	assert_true(scn__updates_apply(&updates, made));
	strbuf_addf(printed, "%s %zu\n", runner__verdict_word(result.verdict),
		    scn__updates_count(&updates));
	for (size_t i = 0; i < updates.checked_count; i++)
		if (updates.checked[i].refused.len) {
			strbuf_addf(printed, "refused: " STR_FMT "\n",
				    STR_ARG(updates.checked[i].refused));
			whole = false;
		}
	scn__updates_diff(str_of(text), strbuf_str(made), printed);
	runner__result_fini(&result);
	scn__updates_fini(&updates);
	scn__scenario_free(s);
	return whole;
}

static void must_hold(const char *text)
{
	AUTO_STRBUF again = STRBUF_INIT, printed = STRBUF_INIT;
	struct runner__result result;

	runner__result_init(&result);
	if (scn_run_text(text, 1, &result) != RUNNER_PASS)
		fail_msg("%u: %s\n%s", result.line, result.what, text);
	runner__result_fini(&result);
	assert_true(update(text, &again, &printed));
	assert_string_equal(again.ptr, text);
}

/* The words of the file that are no expectation. */
static void must_have_the_steps(const char *text)
{
	static const char *const steps[] = { HEAD, SET };

	for (size_t i = 0; i < ARRAY_LEN(steps); i++)
		assert_non_null(strstr(text, steps[i]));
}

static void updated_scenarios_pass_and_equal_the_golden_ones(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/made-updates.txt", STRBUF_INIT };
	size_t whole_count = 0;

	(void)state;
	for (uint64_t n = 0; n < STORIES; n++) {
		AUTO_STRBUF text = STRBUF_INIT, made = STRBUF_INIT, printed = STRBUF_INIT;
		char name[24];
		bool whole;

		make_story(n, &text);
		whole = update(text.ptr, &made, &printed);
		(void)snprintf(name, sizeof(name), "update-%llu", (unsigned long long)n);
		fingerprints_line(&f, name);
		fingerprints_add(&f, "story", strbuf_str(&text));
		fingerprints_add(&f, "updated", strbuf_str(&made));
		fingerprints_add(&f, "said", strbuf_str(&printed));
		must_have_the_steps(made.ptr);
		if (whole)
			must_hold(made.ptr);
		whole_count += whole;
	}
	assert_true(whole_count > STORIES * 3 / 4);
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(updated_scenarios_pass_and_equal_the_golden_ones),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
