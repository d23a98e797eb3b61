/* SPDX-License-Identifier: Apache-2.0 */
/* What relist shrink leaves of stories that are made up, and of the scenarios that show a client's
 * mistake: it fails yet, in no more steps, and is what it was before. */
#include "tests/kit/cli_kit.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/made.h"

enum { STORIES = 120, NAMES = 4 };

struct maker {
	struct choice c;
	struct strbuf *out;
	bool pods[NAMES], maps[NAMES];
	unsigned created; /* creations of pods so far */
	unsigned labels;
};

static const char *const names[NAMES] = { "a", "b", "web-1", "web-2" };

static void write_one(struct maker *m)
{
	bool *lives = rarely(&m->c, 3) ? m->maps : m->pods;
	const char *type = lives == m->maps ? "maps" : "pods";
	unsigned i = choice_pick(&m->c, NAMES);

	if (!lives[i]) {
		strbuf_addf(m->out, "  - create: {%s/default/%s: {metadata: {labels: {x: %s}}}}\n",
			    type, names[i], ANY(&m->c, "'1'", "'700'", "web"));
		lives[i] = true;
		m->created += lives == m->pods;
	} else if (rarely(&m->c, 3)) {
		strbuf_addf(m->out, "  - delete: [%s/default/%s]\n", type, names[i]);
		lives[i] = false;
	} else {
		strbuf_addf(m->out,
			    "  - update: {%s/default/%s: {metadata: {labels: {x: '%u', y: z}}}}\n",
			    type, names[i], choice_pick(&m->c, 1000));
	}
}

static void trouble(struct maker *m)
{
	strbuf_addz(m->out, ANY(&m->c, "  - disconnect: {type: pods, how: rst}\n",
				"  - disconnect: {type: maps, how: fin}\n",
				"  - fail: {match: WATCH pods, status: 500, times: 3}\n"
				"  - disconnect: {type: pods, how: fin}\n",
				"  - fail: {match: LIST maps, status: 429, retry-after: 7s}\n",
				"  - compact: {to: now, gone: in-stream}\n", "  - bookmark: pods\n",
				"  - advance: 700ms\n", "  - advance: 12s\n",
				"  - settle  # comes to rest\n",
				"  # a word about what follows\n  - advance: 2m\n"));
}

/* Something that may hold and may not. */
static void expect(struct maker *m)
{
	const char *name = ANY(&m->c, "a", "b", "web-1", "web-2", "nobody");

	if (rarely(&m->c, 2))
		strbuf_addf(m->out, "  - label: here-%u\n    expect: ", ++m->labels);
	else
		strbuf_addz(m->out, "  - expect: ");
	switch (choice_pick(&m->c, 11)) {
	case 0:
		strbuf_addf(m->out, "{handlers: {h: [..., delete pods/default/%s, ...]}}\n", name);
		break;
	case 1:
		strbuf_addf(m->out, "{handlers: {h: [..., update pods/default/%s]}}\n", name);
		break;
	case 2:
		strbuf_addf(m->out, "{handlers: {h: [add pods/default/%s], n: []}}\n", name);
		break;
	case 3:
		strbuf_addf(m->out, "{cache: {pods: {default/%s: absent}}}\n", name);
		break;
	case 4:
		strbuf_addf(m->out,
			    "{cache: {pods: {default/%s: {metadata: {labels: {x: '1'}}}}}}\n",
			    name);
		break;
	case 5:
		strbuf_addf(m->out, "{state: {pods: {default/%s: absent}, maps: [default/a]}}\n",
			    name);
		break;
	case 6:
		strbuf_addf(m->out, "{requests: [..., LIST pods rv=%u, ...]}\n",
			    choice_pick(&m->c, 9));
		break;
	case 7:
		strbuf_addf(m->out, "{counts: {requests: <%u, handlers.h.add: %u}}\n",
			    4 + choice_pick(&m->c, 4), m->created);
		break;
	case 8:
		strbuf_addz(m->out, "{state: {maps: [default/b]}, cache: {maps: model}}\n");
		break;
	case 9:
		strbuf_addf(m->out, "{sync: {pods: {store: true, rv: %u}}}\n",
			    choice_pick(&m->c, 20));
		break;
	default:
		strbuf_addf(m->out,
			    "{handlers: {h: [{any-order: [add pods/default/%s, add "
			    "pods/default/a]}, ...]}, cache: {pods: model}}\n",
			    name);
		break;
	}
}

static void make_story(uint64_t n, struct strbuf *out)
{
	struct maker m = { .out = out };
	unsigned count;

	choice_init_seed(&m.c, 300 + n, false);
	strbuf_addz(out, "scenario: made\nabout: what is made up\n");
	if (rarely(&m.c, 4))
		strbuf_addz(out, "seed: 7\n");
	strbuf_addz(out, "world:\n  types: {pods: v1/pods, maps: v1/configmaps}\n");
	strbuf_addz(out, "  objects: {big: {spec: {x: 1}}, other: {}}\n  informers:\n");
	strbuf_addf(out, "    pods: {%shandlers: {h: {}%s}}\n", n % 3 ? "" : "without: $fix, ",
		    rarely(&m.c, 2) ? ", more: {}" : "");
	strbuf_addz(out, "    maps: {resync: 30s, handlers: {n: {}}}\n");
	if (n % 3 == 0)
		strbuf_addf(out, "matrix: {fix: [none, %s]}\n",
			    ANY(&m.c, "relist-rv", "backoff", "expired-event", "join-blocks",
				"backoff-growth", "too-large"));
	strbuf_addz(out, "steps:\n");
	if (rarely(&m.c, 5))
		strbuf_addf(out, "  - never: {handlers: {h: [%s pods/default/b]}}\n",
			    ANY(&m.c, "add", "update", "delete"));
	write_one(&m);
	strbuf_addz(out, "  - start: all\n");
	count = 6 + choice_pick(&m.c, 14);
	for (unsigned i = 0; i < count; i++) {
		uint32_t what = choice_pick(&m.c, 12);

		if (what < 8)
			write_one(&m);
		else if (what < 11)
			trouble(&m);
		else
			expect(&m);
	}
	expect(&m);
	strbuf_addz(out, "  - advance: 5s\n");
	expect(&m);
}

static const char *options_of(uint64_t n)
{
	static const char *const options[] = {
		"", "", "", "--fail-on h", "--seed 3", "--fail-on cache", "", "", "--fail-on never"
	};

	return options[n % ARRAY_LEN(options)];
}

static size_t steps_of(const char *text)
{
	size_t n = 0;

	for (const char *at = text; (at = strstr(at, "\n  - ")); at++)
		n++;
	return n;
}

/* It has shrunk: `said` begins with the status and what is left. */
static void must_come_to(char status, const struct strbuf *printed)
{
	const char *end = strstr(printed->ptr, "\n--\n");
	AUTO_STRBUF ran = STRBUF_INIT;

	assert_non_null(end);
	fingerprints_write("left.yaml",
			   (struct str) { printed->ptr + 2, (size_t)(end - printed->ptr - 1) });
	add_call(&ran, "run --quiet DIR/left.yaml");
	if (*ran.ptr != status)
		fail_msg("%s\n%s", ran.ptr, printed->ptr);
}

static void shrinks_of_generated_scenarios_equal_the_golden_ones(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/made-shrinks.txt", STRBUF_INIT };
	size_t shrunk = 0;

	(void)state;
	for (uint64_t n = 0; n < STORIES; n++) {
		AUTO_STRBUF text = STRBUF_INIT, printed = STRBUF_INIT;
		char name[24], words[96];

		make_story(n, &text);
		fingerprints_write("made.yaml", strbuf_str(&text));
		(void)snprintf(words, sizeof(words), "shrink --budget 0 %s DIR/made.yaml",
			       options_of(n));
		add_call(&printed, words);
		(void)snprintf(name, sizeof(name), "shrink-%llu", (unsigned long long)n);
		fingerprints_line(&f, name);
		fingerprints_add(&f, "story", strbuf_str(&text));
		fingerprints_add(&f, "left", strbuf_str(&printed));
		if (*printed.ptr != '0')
			continue;
		shrunk++;
		if (n % 3)
			must_come_to('1', &printed);
		assert_true(steps_of(printed.ptr) <= steps_of(text.ptr));
	}
	assert_true(shrunk > STORIES / 2); /* most of them fail */
	fingerprints_end(&f);
}

/* Scenarios whose matrix has a client with a mistake: the cell without it is the control. */
static const char *const mistakes[] = {
	"bugs/all-come-back-in-the-same-moment",
	"bugs/bookmark-not-taken",
	"bugs/bookmark-without-its-mark",
	"bugs/character-cut-in-two",
	"bugs/delete-lost-behind-its-add",
	"bugs/deleted-between-list-and-watch",
	"bugs/deleted-pod-stays-in-the-cache",
	"bugs/error-event-wipes-the-version",
	"bugs/event-cut-in-two",
	"bugs/every-resync-twice",
	"bugs/every-handler-resyncs-at-every-tick",
	"bugs/first-resync-never-comes",
	"bugs/garbled-event-is-skipped",
	"bugs/ghost-of-a-queued-create",
	"bugs/gone-as-status-is-waited-out",
	"bugs/gone-in-stream-is-swallowed",
	"bugs/handler-not-synced-before-it-ran",
	"bugs/index-loses-a-value-that-stays",
	"bugs/index-of-namespaces-long-gone",
	"bugs/internal-error-hides-an-event",
	"bugs/known-objects-added-again",
	"bugs/late-handler-gets-events-in-wrong-order",
	"bugs/late-handler-gets-no-initial-adds",
	"bugs/list-410-retried-for-ever",
	"bugs/list-ends-with-its-first-page",
	"bugs/missing-type-stops-the-informer",
	"bugs/no-pause-between-rounds",
	"bugs/one-bad-object-stops-its-type",
	"bugs/one-key-two-workers",
	"bugs/pages-of-two-snapshots",
	"bugs/pages-repeat-the-version",
	"bugs/quiet-type-after-a-failover",
	"bugs/recreated-behind-its-delete",
	"bugs/relist-goes-back-in-time",
	"bugs/relist-never-deletes",
	"bugs/retry-after-is-not-waited-for",
	"bugs/same-name-another-pod",
	"bugs/status-delivered-as-object",
	"bugs/synced-before-the-cache-is-full",
	"bugs/the-pause-never-grows",
	"bugs/tombstone-not-marked-as-unknown",
	"bugs/tombstone-without-its-last-state",
	"bugs/too-large-version-for-ever",
	"bugs/too-large-version-without-a-reason",
	"bugs/transform-meets-a-tombstone",
	"bugs/watch-429-becomes-a-relist",
	"bugs/watch-that-ends-at-once",
	"g-controllers/one-key-one-worker",
};

static void shrinks_of_mistake_scenarios_equal_the_golden_ones(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/shrunk-mistakes.txt", STRBUF_INIT };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(mistakes); i++) {
		AUTO_STRBUF printed = STRBUF_INIT, words = STRBUF_INIT;

		strbuf_addf(&words, "shrink --budget 0 scenarios/%s.yaml", mistakes[i]);
		add_call(&printed, words.ptr);
		assert_int_equal(*printed.ptr, '0');
		assert_non_null(
		    strstr(printed.ptr, "\ncontrol: the cell of the matrix that passes\n"));
		must_come_to(
		    '0', &printed); /* fails in its cell, as the outcome says, and there alone */
		fingerprints_line(&f, mistakes[i]);
		fingerprints_add(&f, "left", strbuf_str(&printed));
	}
	fingerprints_end(&f);
}

/* Values that are in neither cell go, with what the outcome says of them, wherever they stand. */
static void shrink_drops_matrix_values_that_are_not_compared(void **state)
{
	static const char *const matrices[][2] = {
		{ "none, expired-event, too-large, backoff-growth", "none, expired-event" },
		{ "none, too-large, expired-event", "none, expired-event" },
		{ "none, backoff-growth, too-large, expired-event", "none, expired-event" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(matrices); i++) {
		AUTO_STRBUF text = STRBUF_INIT, printed = STRBUF_INIT, want = STRBUF_INIT;

		strbuf_addf(&text,
			    "scenario: thin\nabout: what is not compared\nworld:\n"
			    "  types: {pods: v1/pods}\n  informers:\n"
			    "    pods: {without: $fix, handlers: {h1: {}}}\nmatrix: {fix: "
			    "[%s]}\noutcome:\n",
			    matrices[i][0]);
		strbuf_addz(&text, strstr(matrices[i][0], "backoff-growth")
				       ? "  backoff-growth: passes\n"
				       : "");
		strbuf_addz(
		    &text,
		    "  none: passes\n  too-large: passes\n  expired-event: fails at here\n"
		    "steps:\n  - create: {pods/default/b: {}}\n  - start: pods\n"
		    "  - advance: 5s\n  - refuse: all\n  - disconnect: {type: pods, how: rst}\n"
		    "  - delete: [pods/default/b]\n  - compact: {to: now, gone: in-stream}\n"
		    "  - accept: all\n  - advance: 60s\n  - label: here\n"
		    "    expect: {handlers: {h1: [..., delete pods/default/b unknown, ...]}}\n");
		fingerprints_write("made.yaml", strbuf_str(&text));
		add_call(&printed, "shrink --budget 0 --matrix fix=expired-event DIR/made.yaml");
		strbuf_addf(&want, "matrix: {fix: [%s]}\n", matrices[i][1]);
		assert_non_null(strstr(printed.ptr, "\noutcome:\n  none: passes\n"
						    "  expired-event: fails at here\nsteps:\n"));
		if (*printed.ptr != '0' || !strstr(printed.ptr, want.ptr))
			fail_msg("%s", printed.ptr);
		must_come_to('0', &printed);
	}
}

static int setup(void **state)
{
	(void)state;
	fingerprints_make_folder();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fingerprints_remove_folder();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shrinks_of_generated_scenarios_equal_the_golden_ones),
		cmocka_unit_test(shrinks_of_mistake_scenarios_equal_the_golden_ones),
		cmocka_unit_test(shrink_drops_matrix_values_that_are_not_compared),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
