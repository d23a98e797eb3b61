/* SPDX-License-Identifier: Apache-2.0 */
/* relist shrink: bugs among 2,000 steps that have nothing to do with them. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>

#include "base/choice.h"
#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

enum { NOISE_STEPS = 2000, STEPS_MAX = 15 };

static char folder[] = "/tmp/relist-shrink-XXXXXX";
static char noisy[64], small[64];

/* --- noise --- */

static void add_noise(struct strbuf *out, uint64_t *state, bool *alive, unsigned *made)
{
	unsigned r = (unsigned)(splitmix64(state) % 100);
	unsigned n = *made ? (unsigned)(splitmix64(state) % *made) : 0;

	if (r < 40 || !*made || !alive[n]) {
		strbuf_addf(out, "  - create: {noise/default/n%u: {data: {v: a}}}\n", *made);
		alive[(*made)++] = true;
	} else if (r < 75) {
		strbuf_addf(out, "  - update: {noise/default/n%u: {data: {v: '%u'}}}\n", n,
			    (unsigned)(splitmix64(state) % 1000));
	} else {
		strbuf_addf(out, "  - delete: [noise/default/n%u]\n", n);
		alive[n] = false;
	}
}

/* `from`, then `to`. */
static void replace(struct strbuf *text, const char *from, const char *to)
{
	char *at = strstr(text->ptr, from);
	AUTO_STRBUF all = STRBUF_INIT;

	assert_non_null(at);
	strbuf_add(&all, text->ptr, (size_t)(at - text->ptr));
	strbuf_addf(&all, "%s%s%s", from, to, at + strlen(from));
	strbuf_clear(text);
	strbuf_adds(text, strbuf_str(&all));
}

/* Objects of another type come, change and go between all steps. */
static void make_noise(const char *path, struct strbuf *out)
{
	static bool alive[NOISE_STEPS + 100];
	AUTO_STRBUF text = STRBUF_INIT;
	uint64_t state = 7;
	unsigned made = 0, steps = 0, each;
	const char *line;

	assert_int_equal(runner__read_file(path, 1 << 20, &text, NULL), 0);
	replace(&text, "types: {", "noise: v1/configmaps, ");
	replace(&text, "  informers:\n", "    noise: {handlers: {nh: {}}}\n");
	line = strstr(text.ptr, "\nsteps:\n") + 8;
	strbuf_add(out, text.ptr, (size_t)(line - text.ptr));
	for (const char *p = line; (p = strstr(p, "  - ")); p += 4)
		steps += p[-1] == '\n';
	each = NOISE_STEPS / steps + 1;
	while (*line) {
		size_t len = strcspn(line, "\n") + 1;

		for (unsigned i = 0; i < each && strncmp(line, "  - ", 4) == 0; i++)
			add_noise(out, &state, alive, &made);
		strbuf_add(out, line, len);
		line += len;
	}
}

/* --- */

static unsigned steps_of(const char *text)
{
	unsigned n = 0;

	for (const char *p = strstr(text, "\nsteps:\n"); p && (p = strstr(p, "\n  - ")); p += 4)
		n++;
	return n;
}

static void relist_on(struct output *o, const char *before, const char *file, const char *after)
{
	char words[512];

	(void)snprintf(words, sizeof(words), "%s %s%s", before, file, after);
	relist(o, words);
}

static void shrink_finds_bugs_among_two_thousand_steps(void **state)
{
	static const struct {
		const char *bug, *at;
	} cases[] = {
		{ "late-handler-gets-events-in-wrong-order", "fails at: oracle per-handler-order" },
		{ "relist-never-deletes", "fails at: expect h1" },
		{ "status-delivered-as-object", "fails at: oracle no-status-object-delivered" },
		{ "index-loses-a-value-that-stays", "fails at: oracle index-consistent" },
		{ "ghost-of-a-queued-create", "fails at: expect" },
		{ "recreated-behind-its-delete", "fails at: expect" },
		{ "transform-meets-a-tombstone", "fails at: oracle cache-equals-model-at-end" },
		{ "relist-goes-back-in-time", "fails at: oracle no-time-travel" },
		{ "no-pause-between-rounds", "fails at: oracle no-request-storm" },
		{ "synced-before-the-cache-is-full",
		  "fails at: oracle initial-list-complete-before-synced" },
		{ "deleted-pod-stays-in-the-cache",
		  "fails at: oracle delete-for-every-vanished-key" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, result = STRBUF_INIT;
		char path[128];

		(void)snprintf(path, sizeof(path), "scenarios/bugs/%s.yaml", cases[i].bug);
		make_noise(path, &text);
		assert_int_equal(runner__replace_file(noisy, strbuf_str(&text), NULL), 0);
		/* versions have moved: update the expectation */
		relist_on(o, "run -q --update --matrix fix=none", noisy, "");
		assert_int_equal(o->status, 0);
		relist_on(o, "run -q", noisy, "");
		assert_int_equal(o->status, 0);
		relist_on(o, "shrink --budget 0", noisy, " -o /dev/null");
		if (o->status)
			fail_msg("%s: %s", cases[i].bug, o->err.ptr);
		assert_non_null(strstr(o->err.ptr, cases[i].at));
		relist_on(o, "shrink --budget 0 --quiet", noisy, "");
		assert_int_equal(o->status, 0);
		assert_int_equal(runner__replace_file(small, strbuf_str(&o->out), NULL), 0);
		assert_int_equal(runner__read_file(small, 1 << 20, &result, NULL), 0);
		if (steps_of(result.ptr) > STEPS_MAX)
			fail_msg("%s: %u steps left:\n%s", cases[i].bug, steps_of(result.ptr),
				 result.ptr);
		assert_non_null(strstr(result.ptr, "sha256-"));
		/* it fails as its outcome declares, and passes with the fix */
		relist_on(o, "run -q", small, "");
		if (o->status)
			fail_msg("%s: %s%s", cases[i].bug, o->out.ptr, o->err.ptr);
		relist_on(o, "fmt --check", small, "");
		assert_int_equal(o->status, 0);
		relist_on(o, "check", small, "");
		assert_int_equal(o->status, 0);
	}
}

static void write_small(const char *text)
{
	assert_int_equal(runner__replace_file(noisy, str_of(text), NULL), 0);
	(void)unlink(small);
}

static void shrink_keeps_comments_of_remaining_parts(void **state)
{
	struct output *o = *state;

	write_small("scenario: comments\n"
		    "world:\n"
		    "  types: {pods: v1/pods}\n"
		    "  informers:\n"
		    "    # the one that is wrong\n"
		    "    pods: {without: relist-deletes, handlers: {h: {}}}\n"
		    "steps:\n"
		    "  - start: pods\n"
		    "  # this one is seen\n"
		    "  - create: {pods/default/a: {}}   # at once\n"
		    "  # and this is of no use\n"
		    "  - create: {pods/default/b: {}}   # gone\n"
		    "  - settle\n"
		    "  - refuse: all\n"
		    "  # nobody sees that it goes\n"
		    "  - delete: [pods/default/a]\n"
		    "  - compact: now\n"
		    "  - accept: all\n"
		    "  - advance: 3m\n");
	relist_on(o, "shrink", noisy, "");
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->err.ptr, "control: passes with all fixes"));
	assert_non_null(strstr(o->out.ptr, "# the one that is wrong"));
	assert_non_null(
	    strstr(o->out.ptr, "  # this one is seen\n  - create: {pods/default/a: {}}"));
	assert_non_null(strstr(o->out.ptr, "  # nobody sees that it goes\n  - delete:"));
	assert_null(strstr(o->out.ptr, "of no use"));
	assert_null(strstr(o->out.ptr, "default/b"));
	assert_null(strstr(o->out.ptr, "3m"));
}

static void shrink_resumes_from_an_earlier_result(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF first = STRBUF_INIT, second = STRBUF_INIT;
	char words[256];

	write_small("scenario: again\n"
		    "world:\n"
		    "  types: {pods: v1/pods}\n"
		    "  informers:\n"
		    "    pods: {without: index-common, indexes: {l: 'metadata.labels.*'}}\n"
		    "steps:\n"
		    "  - create: {pods/default/a: {metadata: {labels: {x: '1'}}}}\n"
		    "  - create: {pods/default/b: {metadata: {labels: {x: '1'}}}}\n"
		    "  - start: pods\n"
		    "  - settle\n"
		    "  - update: {pods/default/a: {metadata: {labels: {x: '1', y: '2'}}}}\n");
	(void)snprintf(words, sizeof(words), "shrink --budget 1ns -o %s %s", small, noisy);
	relist(o, words);
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(o->err.ptr, "the same command goes on from here"));
	(void)snprintf(words, sizeof(words), "shrink -o %s %s", small, noisy);
	relist(o, words);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->err.ptr, "going on from"));
	assert_int_equal(runner__read_file(small, 1 << 20, &first, NULL), 0);
	(void)unlink(small);
	relist(o, words);
	assert_int_equal(o->status, 0);
	assert_int_equal(runner__read_file(small, 1 << 20, &second, NULL), 0);
	assert_string_equal(first.ptr, second.ptr);
	assert_null(strstr(first.ptr, "default/b"));
}

/* The program does nothing, and would be awaited for ten minutes. */
static void shrink_ends_a_run_under_way_when_the_budget_is_over(void **state)
{
	struct output *o = *state;

	write_small("scenario: hangs\n"
		    "world:\n"
		    "  types: {cm: v1/configmaps}\n"
		    "  informers: {cm: {}}\n"
		    "external: [state]\n"
		    "steps:\n"
		    "  - start: cm\n"
		    "  - settle\n"
		    "  - expect: {state: {cm: {default/b: any}}}\n");
	relist_on(o, "shrink --budget 100ms --patience 600 --subject exec${IFS}sleep${IFS}600",
		  noisy, "");
	assert_int_equal(o->status, 1);
	assert_string_equal(o->out.ptr, "");
	assert_non_null(strstr(o->err.ptr, "the time is over: before the program had failed once"));
	relist_on(o,
		  "shrink --budget 100ms --patience 600 --subject true "
		  "--control exec${IFS}sleep${IFS}600",
		  noisy, "");
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(o->err.ptr, "the time is over: before the program had failed once"));
}

/* Without anything to compare with, the object that is missed must still be made. */
static void shrink_keeps_the_object_of_the_expectation(void **state)
{
	struct output *o = *state;

	write_small("scenario: about\n"
		    "world:\n"
		    "  types: {pods: v1/pods}\n"
		    "  informers:\n"
		    "    pods: {handlers: {h: {}}}\n"
		    "steps:\n"
		    "  - start: pods\n"
		    "  - create: {pods/default/x: {}}\n"
		    "  - create: {pods/default/a: {}}\n"
		    "  - expect: {handlers: {h: [..., update pods/default/a]}}\n");
	relist_on(o, "shrink", noisy, "");
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->err.ptr, "control: none"));
	assert_non_null(strstr(o->out.ptr, "create: {pods/default/a: {}}"));
	assert_null(strstr(o->out.ptr, "default/x"));
}

/* The failure of the first cell, an expectation with its differences, is released. */
static void shrink_passes_over_cells_that_fail_elsewhere(void **state)
{
	struct output *o = *state;

	write_small("scenario: cells\n"
		    "world:\n"
		    "  types: {pods: v1/pods}\n"
		    "  informers:\n"
		    "    pods: {without: $fix, handlers: {h: {}}}\n"
		    "matrix: {fix: [relist-deletes, error-event]}\n"
		    "steps:\n"
		    "  - create: {pods/default/a: {}}\n"
		    "  - create: {pods/default/b: {}}\n"
		    "  - start: pods\n"
		    "  - advance: 5s\n"
		    "  - refuse: all\n"
		    "  - disconnect: {type: pods, how: rst}\n"
		    "  - delete: [pods/default/a]\n"
		    "  - compact: now\n"
		    "  - accept: all\n"
		    "  - advance: 60s\n"
		    "  - expect: {handlers: {h: [..., delete pods/default/a unknown]}}\n");
	relist_on(o, "shrink --budget 0", noisy, "");
	assert_non_null(strstr(o->err.ptr, "fails at: expect h"));
	assert_non_null(strstr(o->out.ptr, "relist-deletes"));
	relist_on(o, "shrink --budget 0 --fail-on no-status-object-delivered", noisy, "");
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->err.ptr, "fails at: oracle no-status-object-delivered"));
	assert_non_null(strstr(o->out.ptr, "error-event"));
	assert_null(strstr(o->out.ptr, "expect"));
}

static void shrink_explains_why_it_refuses(void **state)
{
	static const struct {
		const char *words, *why;
	} cases[] = {
		{ "shrink scenarios/a-basics/add-update-delete.yaml", "it does not fail" },
		{ "shrink scenarios/bugs/status-delivered-as-object.yaml --fail-on "
		  "index-consistent",
		  "it does not fail at index-consistent, but: oracle no-status-object-delivered" },
		{ "shrink scenarios/bugs/status-delivered-as-object.yaml --matrix fix=other",
		  "no matrix cell fix=other" },
		{ "shrink scenarios/bugs/README.md", "README.md:" },
		{ "shrink no-such-file.yaml", "no-such-file.yaml" },
		{ "shrink a.yaml b.yaml", "one file at a time" },
		{ "shrink a.yaml --budget soon", "--budget is \"soon\"" },
		{ "shrink a.yaml --world external", "needs --subject" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		relist(o, cases[i].words);
		assert_int_equal(o->status, 2);
		if (!strstr(o->err.ptr, cases[i].why))
			fail_msg("%s: %s", cases[i].words, o->err.ptr);
		assert_int_equal(o->out.len, 0);
	}
}

static int setup(void **state)
{
	if (!mkdtemp(folder))
		return -1;
	(void)snprintf(noisy, sizeof(noisy), "%s/noisy.yaml", folder);
	(void)snprintf(small, sizeof(small), "%s/small.yaml", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(noisy);
	(void)unlink(small);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shrink_finds_bugs_among_two_thousand_steps),
		cmocka_unit_test(shrink_keeps_comments_of_remaining_parts),
		cmocka_unit_test(shrink_resumes_from_an_earlier_result),
		cmocka_unit_test(shrink_ends_a_run_under_way_when_the_budget_is_over),
		cmocka_unit_test(shrink_keeps_the_object_of_the_expectation),
		cmocka_unit_test(shrink_passes_over_cells_that_fail_elsewhere),
		cmocka_unit_test(shrink_explains_why_it_refuses),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
