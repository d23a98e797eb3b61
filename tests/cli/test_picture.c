/* SPDX-License-Identifier: Apache-2.0 */
/* relist show --svg: lanes, what ended each request, the missed delete, and labels without overlap.
 */
#include <glob.h>
#include <stdlib.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

#define GONE "scenarios/c-expired/gone-midwatch-missed-delete.yaml"

enum { LABELS_MAX = 2048 };

struct label {
	int x, y, width;
};

static char folder[] = "/tmp/relist-picture-XXXXXX";
static char file[64], other[64];

static void picture_of(struct output *o, const char *words, struct strbuf *svg)
{
	char all[512];

	(void)snprintf(all, sizeof(all), "show --svg %s %s", file, words);
	relist(o, all);
	strbuf_clear(svg);
	assert_int_equal(runner__read_file(file, 1 << 24, svg, NULL), 0);
	strbuf_addc(svg, '\0');
	assert_false(svg->failed);
}

static size_t count_of(const struct strbuf *text, const char *word)
{
	size_t n = 0;

	for (const char *p = text->ptr; (p = strstr(p, word)); p += strlen(word))
		n++;
	return n;
}

static void picture_of_missed_delete_marks_the_missing_delivery(void **state)
{
	static const struct {
		const char *text;
		size_t count;
	} cases[] = {
		{ ">refuse: all</text>", 1 },
		{ "class=\"span lane-bad\"", 1 },
		{ "class=\"bar lane-bad\"", 3 }, /* the step, the reset, the 410 */
		{ "class=\"bar lane-wire\"", 2 },
		{ "class=\"bar open lane-wire\"", 1 },
		{ ">#1 LIST pods rv=0: 200</text>", 1 },
		{ ">#2 WATCH pods rv=12: reset</text>", 1 },
		{ ">#3 WATCH pods rv=13: ERROR 410</text>", 1 },
		{ ">#5 WATCH pods rv=15</text>", 1 }, /* open at the end */
		{ ">1.502s of nothing</text>", 1 },
		{ ">8.498s of nothing</text>", 1 },
		{ ">delete pods/default/b rv=14: not delivered</text>", 1 },
		{ "not delivered", 1 }, /* the list delivered c */
		{ "class=\"path missed ", 1 },
		{ "class=\"path found ", 1 },
		{ "class=\"cross lane-bad\"", 1 },
		{ ">delete default/b (unknown)</text>", 1 },
	};
	struct output *o = *state;
	AUTO_STRBUF svg = STRBUF_INIT, again = STRBUF_INIT;

	picture_of(o, GONE " --matrix form=in-stream", &svg);
	assert_int_equal(o->status, 0);
	assert_string_equal(o->out.ptr, "");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		if (count_of(&svg, cases[i].text) != cases[i].count)
			fail_msg("%s: %zu times, %zu wanted", cases[i].text,
				 count_of(&svg, cases[i].text), cases[i].count);
	picture_of(o, GONE " --matrix form=in-stream", &again);
	assert_string_equal(svg.ptr, again.ptr);
	picture_of(o, GONE " --matrix form=http-status", &again);
	assert_int_equal(count_of(&again, ">#3 WATCH pods rv=13: 410</text>"), 1);
}

/* The labels of a picture's lanes and axis; the two lines on top have no width. */
static size_t labels_of(const struct strbuf *svg, struct label *labels)
{
	size_t n = 0;

	for (const char *p = svg->ptr; (p = strstr(p, "<text ")); p++) {
		const char *x = strstr(p, " x=\""), *y = strstr(p, " y=\"");
		const char *width = strstr(p, " textLength=\""), *end = strchr(p, '>');

		if (!width || width > end)
			continue;
		assert_true(n < LABELS_MAX);
		labels[n++] = (struct label) { atoi(x + 4), atoi(y + 4), atoi(width + 13) };
	}
	return n;
}

static void no_labels_overlap(const char *path, const struct strbuf *svg, int width)
{
	struct label labels[LABELS_MAX];
	size_t n = labels_of(svg, labels);

	assert_true(n > 0);
	for (size_t i = 0; i < n; i++) {
		const struct label *a = &labels[i];

		if (a->x < 0 || a->x + a->width > width)
			fail_msg("%s: a label at %d,%d leaves the picture", path, a->x, a->y);
		for (size_t k = i + 1; k < n; k++) {
			const struct label *b = &labels[k];

			if (abs(a->y - b->y) < 12 && a->x < b->x + b->width &&
			    b->x < a->x + a->width)
				fail_msg("%s: labels overlap at %d,%d and %d,%d", path, a->x, a->y,
					 b->x, b->y);
		}
	}
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
	assert_int_equal(fclose(f), 0);
}

static void picture_of_restart_on_older_apiserver_marks_the_version(void **state)
{
	static const char *const texts[] = {
		">default/a=11: back in time</text>",
		">#1 LIST pods rv=0 from A: 200</text>",
		">#3 LIST pods rv=0 from B: 200</text>",
		">#4 WATCH pods rv=11 from B</text>",
		">freeze: B</text>",
	};
	struct output *o = *state;
	AUTO_STRBUF svg = STRBUF_INIT;

	picture_of(o, "scenarios/lessons/14-stale-caches.yaml", &svg);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (count_of(&svg, texts[i]) != 1)
			fail_msg("%s: %zu times", texts[i], count_of(&svg, texts[i]));
	assert_int_equal(count_of(&svg, "back in time"), 1);
	assert_int_equal(count_of(&svg, "class=\"path found "), 1);
}

/* The failure is in the lane of its part, with the mark of the actual event. */
static void picture_of_failure_has_expected_beside_actual(void **state)
{
	static const struct {
		const char *steps, *expected, *actual;
		size_t paths, bars; /* from the actual event's mark; a request is a bar */
	} cases[] = {
		{ "  - expect: {cache: {pods: {default/a: {spec: {nodeName: n2}}}}}\n",
		  ">expected: nodeName: &quot;n2&quot;</text>",
		  ">actual: nodeName: &quot;n1&quot;</text>", 1, 0 },
		{ "  - expect: {handlers: {h1: [delete pods/default/a]}}\n",
		  ">expected: delete pods/default/a</text>",
		  ">actual: add pods/default/a rv=11 initial</text>", 1, 0 },
		{ "  - expect: {handlers: {h1: []}}\n", ">expected: nothing</text>",
		  ">actual: add pods/default/a rv=11 initial</text>", 1, 0 },
		{ "  - expect: {requests: [WATCH pods]}\n", ">expected: nothing</text>",
		  ">actual: LIST pods rv=0 -&gt; 200@11</text>", 0, 1 },
		{ "  - expect: {cache: {pods: []}}\n", ">expected: nothing</text>",
		  ">actual: default/a</text>", 1, 0 },
	};
	struct output *o = *state;
	AUTO_STRBUF svg = STRBUF_INIT, text = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		strbuf_clear(&text);
		strbuf_addf(&text,
			    "scenario: fails\nabout: It fails.\nworld:\n  server: {rv: 10}\n"
			    "  types: {pods: v1/pods}\n  informers: {pods: {handlers: {h1: {}}}}\n"
			    "steps:\n  - create: {pods/default/a: {spec: {nodeName: n1}}}\n"
			    "  - start: pods\n  - settle\n%s",
			    cases[i].steps);
		write_file(other, text.ptr);
		picture_of(o, other, &svg);
		assert_int_equal(o->status, 1);
		if (!strstr(svg.ptr, cases[i].actual) ||
		    (cases[i].expected && !strstr(svg.ptr, cases[i].expected)))
			fail_msg("case %zu:\n%s", i, svg.ptr);
		assert_int_equal(count_of(&svg, ">line 11 fails</text>"), 1);
		assert_int_equal(count_of(&svg, "class=\"side wanted lane-good\""),
				 cases[i].expected ? 1 : 0);
		assert_int_equal(count_of(&svg, "class=\"side got lane-bad\""), 1);
		assert_int_equal(count_of(&svg, "class=\"path wrong "), cases[i].paths);
		assert_int_equal(count_of(&svg, "class=\"bar lane-bad\""), cases[i].bars);
		no_labels_overlap(other, &svg, atoi(strstr(svg.ptr, "viewBox=\"0 0 ") + 13));
	}
}

/* Later objects with the beginning or the end of its name do not replace the actual one. */
static void picture_of_failure_marks_the_object_of_that_name(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF svg = STRBUF_INIT;

	write_file(other, "scenario: fails\nabout: It fails.\nworld:\n  server: {rv: 10}\n"
			  "  types: {pods: v1/pods}\n  informers: {pods: {handlers: {h1: {}}}}\n"
			  "steps:\n  - start: pods\n  - settle\n"
			  "  - create: {pods/my-ns/a1: {}}\n  - create: {pods/ns/a1: {}}\n"
			  "  - create: {pods/my-ns/a: {}}\n  - settle\n"
			  "  - expect: {handlers: {h1: [add pods/ns/a1, add pods/my-ns/a]}}\n");
	picture_of(o, other, &svg);
	assert_int_equal(o->status, 1);
	assert_int_equal(count_of(&svg, ">actual: add pods/my-ns/a1 rv=11</text>"), 1);
	assert_int_equal(count_of(&svg, "class=\"path wrong "), 1);
	for (const char *p = svg.ptr; (p = strstr(p, "class=\"label lane-bad\"")); p++)
		if (strncmp(strchr(p, '>'), ">add ", 5) == 0)
			assert_memory_equal(strchr(p, '>'), ">add my-ns/a1<", 14);
	assert_int_equal(count_of(&svg, ">add my-ns/a1</text>"), 1);
}

static void picture_of_delivered_writes_has_no_cross(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF svg = STRBUF_INIT;

	picture_of(o, "scenarios/lessons/01-list-then-watch.yaml", &svg);
	assert_int_equal(o->status, 0);
	assert_int_equal(count_of(&svg, "not delivered"), 0);
	assert_int_equal(count_of(&svg, "class=\"cross"), 0);
	assert_true(count_of(&svg, "class=\"path ") > 3);
}

static void picture_of_hostile_names_is_text(void **state)
{
	static const char text[] =
	    "scenario: hostile\nabout: \"</title><script>alert(1)</script>\"\nworld:\n"
	    "  types: {configmaps: v1/configmaps}\n"
	    "  informers: {configmaps: {handlers: {h1: {}}}}\nsteps:\n  - start: configmaps\n"
	    "  - drop: {event: update configmaps/default/a}  # kept\n"
	    "  - create: {configmaps/default/a: {data: {k: \"<b>\"}}}\n"
	    "  - settle\n";
	struct output *o = *state;
	AUTO_STRBUF svg = STRBUF_INIT;

	write_file(other, text);
	picture_of(o, other, &svg);
	assert_int_equal(o->status, 0);
	assert_int_equal(count_of(&svg, "<script"), 0);
	assert_int_equal(count_of(&svg, "<b>"), 0);
	assert_true(count_of(&svg, "&lt;script") >= 1);
}

static void labels_of_every_scenario_do_not_overlap(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF svg = STRBUF_INIT;
	glob_t found;

	assert_int_equal(glob("scenarios/*/*.yaml", 0, NULL, &found), 0);
	assert_true(found.gl_pathc > 200);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		(void)unlink(file);
		picture_of(o, found.gl_pathv[i], &svg);
		no_labels_overlap(found.gl_pathv[i], &svg,
				  atoi(strstr(svg.ptr, "viewBox=\"0 0 ") + 13));
	}
	globfree(&found);
}

static int setup(void **state)
{
	if (!mkdtemp(folder))
		return -1;
	(void)snprintf(file, sizeof(file), "%s/run.svg", folder);
	(void)snprintf(other, sizeof(other), "%s/hostile.yaml", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(file);
	(void)unlink(other);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(picture_of_missed_delete_marks_the_missing_delivery),
		cmocka_unit_test(picture_of_restart_on_older_apiserver_marks_the_version),
		cmocka_unit_test(picture_of_failure_has_expected_beside_actual),
		cmocka_unit_test(picture_of_failure_marks_the_object_of_that_name),
		cmocka_unit_test(picture_of_delivered_writes_has_no_cross),
		cmocka_unit_test(picture_of_hostile_names_is_text),
		cmocka_unit_test(labels_of_every_scenario_do_not_overlap),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
