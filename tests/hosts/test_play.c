/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios through the module's interface, with a subject of this file in the place of the host's.
 * tests/kit/fiber.c stands in for the fiber, which only WebAssembly has. */
#define _GNU_SOURCE
#include "tests/kit/testing.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/json_tree.h"

/* The module has no simulator; this program has. */
#define world__driver_sim test__no_driver_sim
#include "hosts/module/subjects.c"
#undef world__driver_sim
#include "hosts/module/play.c"

enum { CACHE_MAX = 8, STEPS_MAX = 20000 };

/* --- the subject: an informer of pods --- */

struct entry {
	char key[64], version[24];
	bool seen;
};

struct watcher {
	struct relist_play *play;
	bool forgets; /* objects that are gone from a list stay in its cache */
	bool alive, stopping, wants_list;
	char resource[32], token[32];
	uint32_t watch; /* the exchange; 0: none */
	int64_t again_ns;
	char version[24];
	struct entry cache[CACHE_MAX];
	size_t count, starts;
	char line[4096]; /* of the watch, until its newline */
	size_t line_len;
};

static struct str field(unsigned n)
{
	struct str rest = { relist_out(), relist_out_len() }, text = { NULL, 0 };

	for (unsigned i = 0; i <= n; i++)
		if (!module__record_take(&rest, &text))
			return (struct str) { "", 0 };
	return text;
}

static void report(struct watcher *w, int64_t now, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void report(struct watcher *w, int64_t now, const char *fmt, ...)
{
	char text[1024];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	relist_play_line(w->play, 0, now, text, (uint32_t)strlen(text));
}

static void report_state(struct watcher *w, int64_t now)
{
	char cache[1024] = "";
	size_t at = 0;

	for (size_t i = 0; i < w->count; i++)
		at += (size_t)snprintf(cache + at, sizeof(cache) - at, "%s\"%s\":\"%s\"",
				       i ? "," : "", w->cache[i].key, w->cache[i].version);
	report(w, now, "{\"state\":{\"cache\":{%s},\"synced\":true}}", cache);
}

static struct entry *find_entry(struct watcher *w, const char *key)
{
	for (size_t i = 0; i < w->count; i++)
		if (strcmp(w->cache[i].key, key) == 0)
			return &w->cache[i];
	return NULL;
}

static void drop(struct watcher *w, struct entry *e, int64_t now, bool tombstone)
{
	report(w, now,
	       "{\"notify\":{\"type\":\"DELETE\",\"key\":\"%s\",\"rv\":\"%s\",\"tombstone\":%s}}",
	       e->key, e->version, tombstone ? "true" : "false");
	*e = w->cache[--w->count];
}

static const char *text_at(const cJSON *obj, const char *member)
{
	const cJSON *v =
	    cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(obj, "metadata"),
					     member);

	return cJSON_IsString(v) ? v->valuestring : "";
}

static struct entry *put_entry(struct watcher *w, const cJSON *obj, int64_t now)
{
	char key[64];
	struct entry *e;
	const char *version = text_at(obj, "resourceVersion");

	(void)snprintf(key, sizeof(key), "%.30s/%.30s", text_at(obj, "namespace"),
		       text_at(obj, "name"));
	e = find_entry(w, key);
	if (!e) {
		assert_true(w->count < CACHE_MAX);
		e = &w->cache[w->count++];
		(void)snprintf(e->key, sizeof(e->key), "%s", key);
		report(w, now, "{\"notify\":{\"type\":\"ADD\",\"key\":\"%s\",\"rv\":\"%s\"}}", key,
		       version);
	} else if (strcmp(e->version, version) != 0) {
		report(w, now,
		       "{\"notify\":{\"type\":\"UPDATE\",\"key\":\"%s\",\"rv\":\"%s\","
		       "\"oldRv\":\"%s\"}}",
		       key, version, e->version);
	}
	(void)snprintf(e->version, sizeof(e->version), "%s", version);
	return e;
}

static uint32_t send_get(struct watcher *w, int64_t now, const char *query)
{
	AUTO_STRBUF record = STRBUF_INIT;
	char target[128];

	(void)snprintf(target, sizeof(target), "/api/v1/%s%s", w->resource, query);
	module__record_add(&record, STR("GET"));
	module__record_add(&record, str_of(target));
	for (int i = 0; i < 3; i++)
		module__record_add(&record, STR(""));
	if (!relist_accepts(relist_play_server(w->play), now, 0))
		return 0;
	return relist_begin(relist_play_server(w->play), now, 0, 0, record.ptr,
			    (uint32_t)record.len);
}

/* False: not now. */
static bool list_pods(struct watcher *w, int64_t now)
{
	struct relist_server *s = relist_play_server(w->play);
	AUTO_STRBUF body = STRBUF_INIT;
	char buf[1024];
	const cJSON *item;
	cJSON *list;
	int32_t n;
	uint32_t x = send_get(w, now, "");
	bool ok = x && relist_head(s, x, now) == RELIST_HEAD_READY && str_eqz(field(0), "200");

	while (ok && (n = relist_pull(s, x, now, buf, sizeof(buf))) > 0)
		strbuf_add(&body, buf, (size_t)n);
	if (x)
		relist_end(s, x, 0);
	list = ok ? json_tree_parse(strbuf_str(&body), JSON_DIGITS_INT64) : NULL;
	if (!list)
		return false;
	for (size_t i = 0; i < w->count; i++)
		w->cache[i].seen = w->forgets;
	cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(list, "items"))
	    put_entry(w, item, now)
		->seen = true;
	for (size_t i = w->count; i-- > 0;)
		if (!w->cache[i].seen)
			drop(w, &w->cache[i], now, true);
	(void)snprintf(w->version, sizeof(w->version), "%s", text_at(list, "resourceVersion"));
	cJSON_Delete(list);
	report_state(w, now);
	return true;
}

static void take_event(struct watcher *w, int64_t now)
{
	cJSON *event = json_tree_parse((struct str) { w->line, w->line_len }, JSON_DIGITS_INT64);
	const cJSON *type = cJSON_GetObjectItemCaseSensitive(event, "type");
	const cJSON *obj = cJSON_GetObjectItemCaseSensitive(event, "object");

	assert_true(cJSON_IsString(type));
	if (strcmp(type->valuestring, "ERROR") == 0) {
		report(w, now, "{\"error\":{\"message\":\"the watch is too old\"}}");
		w->wants_list = true;
	} else {
		struct entry *e = put_entry(w, obj, now);

		if (strcmp(type->valuestring, "DELETED") == 0)
			drop(w, e, now, false);
		report_state(w, now);
	}
	cJSON_Delete(event);
}

/* False: the watch has ended. */
static bool read_watch(struct watcher *w, int64_t now)
{
	char buf[256];
	int32_t n;

	while ((n = relist_pull(relist_play_server(w->play), w->watch, now, buf, sizeof(buf))) > 0)
		for (int32_t i = 0; i < n; i++) {
			if (buf[i] != '\n') {
				assert_true(w->line_len < sizeof(w->line));
				w->line[w->line_len++] = buf[i];
				continue;
			}
			take_event(w, now);
			w->line_len = 0;
		}
	return n == RELIST_PULL_WAIT && !w->wants_list;
}

static void end_watch(struct watcher *w)
{
	if (w->watch)
		relist_end(relist_play_server(w->play), w->watch, 1);
	w->watch = 0;
	w->line_len = 0;
	w->wants_list = true;
}

static void act(struct watcher *w, int64_t now)
{
	char query[64];

	if (w->alive && w->stopping) {
		end_watch(w);
		w->alive = false;
		relist_play_ended(w->play, 0, "returned", 8);
	}
	if (!w->alive)
		return;
	if (w->watch && !read_watch(w, now)) {
		end_watch(w);
		w->again_ns = now + NS_PER_S;
	}
	if (w->watch || now < w->again_ns)
		return;
	if (w->wants_list && !list_pods(w, now)) {
		w->again_ns = now + NS_PER_S;
		return;
	}
	w->wants_list = false;
	(void)snprintf(query, sizeof(query), "?watch=1&resourceVersion=%s", w->version);
	w->watch = send_get(w, now, query);
	if (w->watch)
		(void)relist_head(relist_play_server(w->play), w->watch, now);
	else
		w->wants_list = true;
}

static void obey(struct watcher *w)
{
	struct str word = field(0);

	if (str_eqz(word, "start")) {
		assert_true(str_eqz(field(1), "0") && str_eqz(field(2), "") &&
			    str_eqz(field(3), "v1"));
		(void)snprintf(w->resource, sizeof(w->resource), STR_FMT, STR_ARG(field(4)));
		w->alive = w->wants_list = true;
		w->stopping = false;
		w->count = 0;
		w->starts++;
	} else if (str_eqz(word, "token")) {
		(void)snprintf(w->token, sizeof(w->token), STR_FMT, STR_ARG(field(2)));
	} else {
		w->stopping = str_eqz(word, "stop");
		if (!w->stopping) {
			end_watch(w);
			w->alive = false;
		}
	}
}

/* --- runs --- */

static const char missed_delete[] =
    "scenario: missed-delete\n"
    "about: A pod is deleted while the watch is closed, and its version is forgotten.\n"
    "world:\n"
    "  types: {pods: v1/pods}\n"
    "  objects: {pod: {spec: {nodeName: n1}}}\n"
    "  informers: {pods: {handlers: {h: {}}}}\n"
    "external: [handlers, cache]\n"
    "steps:\n"
    "  - create: {pods/default/a: pod, pods/default/b: pod}\n"
    "  - start: pods\n"
    "  - expect: {handlers: {h: [add pods/default/a, add pods/default/b]}}\n"
    "  - refuse: all\n"
    "  - disconnect: {type: pods, how: fin}\n"
    "  - delete: [pods/default/a]\n"
    "  - compact: {to: now}\n"
    "  - accept: all\n"
    "  - expect:\n"
    "      handlers: {h: [delete pods/default/a]}\n"
    "      cache: {pods: {default/a: absent, default/b: any}}\n";

/* A crash, followed by a start. */
static const char lives[] = "scenario: lives\n"
			    "about: An informer is killed and started again.\n"
			    "world:\n"
			    "  types: {pods: v1/pods}\n"
			    "  objects: {pod: {spec: {nodeName: n1}}}\n"
			    "  informers: {pods: {handlers: {h: {}}}}\n"
			    "external: [handlers, cache]\n"
			    "steps:\n"
			    "  - start: pods\n"
			    "  - create: {pods/default/a: pod}\n"
			    "  - expect: {handlers: {h: [add pods/default/a]}}\n"
			    "  - crash: pods\n"
			    "  - create: {pods/default/b: pod}\n"
			    "  - restart: pods\n"
			    "  - expect: {cache: {pods: {default/a: any, default/b: any}}}\n";

static struct relist_scenario *scenario_of(const char *text)
{
	struct relist_scenario *s = relist_scenario_load("s.yaml", 6, text, (uint32_t)strlen(text));

	if (!s)
		print_error("%.*s\n", (int)relist_out_len(), relist_out());
	assert_non_null(s);
	assert_int_equal(relist_scenario_cells(s), 1);
	assert_true(str_eqz(field(1), ""));
	return s;
}

static int32_t play(const char *text, struct watcher *w, int64_t patience_ns)
{
	struct relist_scenario *s = scenario_of(text);
	int64_t now = 0;
	int more, steps = 0;
	int32_t status;

	w->play = relist_play_new(s, 0, 0, now, patience_ns);
	assert_non_null(w->play);
	do {
		more = relist_play_step(w->play, now);
		while (relist_play_order(w->play))
			obey(w);
		act(w, now);
		assert_true(relist_play_until(w->play) >= now && ++steps < STEPS_MAX);
		now = relist_play_until(w->play);
	} while (more);
	status = relist_play_result(w->play, "again", 5);
	relist_play_free(w->play);
	relist_scenario_free(s);
	return status;
}

static void play_passes_with_a_correct_informer(void **state)
{
	struct watcher w = { 0 };

	(void)state;
	assert_int_equal(play(missed_delete, &w, 0), 0);
	assert_true(str_eqz(field(0), "pass"));
	assert_int_equal(field(2).len, 0);
	assert_int_equal(w.starts, 1);
}

static bool contains(struct str text, const char *what)
{
	return memmem(text.ptr, text.len, what, strlen(what)) != NULL;
}

static void play_fails_at_the_line_of_a_missed_delete(void **state)
{
	struct watcher w = { .forgets = true };

	(void)state;
	assert_int_equal(play(missed_delete, &w, 0), 1);
	assert_true(str_eqz(field(0), "fail"));
	assert_true(str_eqz(field(1), "18"));
	assert_true(contains(field(2), "FAIL missed-delete"));
	assert_true(contains(field(2), "delete pods/default/a"));
	assert_true(contains(field(2), "again"));
	assert_true(contains(field(3), "watch=1"));
}

static void play_kills_and_restarts_the_subject(void **state)
{
	struct watcher w = { 0 };

	(void)state;
	assert_int_equal(play(lives, &w, 0), 0);
	assert_true(str_eqz(field(0), "pass"));
	assert_int_equal(w.starts, 2);
}

static void play_fails_with_the_error_of_an_ended_subject(void **state)
{
	struct relist_scenario *s = scenario_of(missed_delete);
	struct relist_play *p = relist_play_new(s, 0, 0, 0, NS_PER_S);
	int64_t now = 0;

	(void)state;
	assert_non_null(p);
	while (relist_play_step(p, now)) {
		while (relist_play_order(p))
			if (str_eqz(field(0), "start"))
				relist_play_ended(p, 0, "returned an error: no port", 26);
		now = relist_play_until(p);
	}
	assert_int_equal(relist_play_result(p, "", 0), 1);
	assert_true(contains(field(2), "returned an error: no port"));
	relist_play_free(p);
	relist_scenario_free(s);
}

/* Its fiber ends, with the exchange that is open. */
static void play_can_be_freed_during_a_run(void **state)
{
	struct relist_scenario *s = scenario_of(missed_delete);
	struct watcher w = { 0 };
	int64_t now = 0;

	(void)state;
	w.play = relist_play_new(s, 0, 7, 0, 0);
	assert_non_null(w.play);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(relist_play_step(w.play, now), 1);
		while (relist_play_order(w.play))
			obey(&w);
		act(&w, now);
		now = relist_play_until(w.play);
	}
	assert_true(w.watch != 0);
	relist_play_free(w.play);
	relist_scenario_free(s);
}

static void invalid_scenario_is_refused_with_its_line(void **state)
{
	static const char text[] =
	    "scenario: wrong\nworld: {types: {pods: v1/pods}}\nsteps:\n  - crate: {}\n";

	(void)state;
	assert_null(relist_scenario_load("wrong.yaml", 10, text, sizeof(text) - 1));
	assert_true(contains((struct str) { relist_out(), relist_out_len() }, "wrong.yaml:4"));
}

/* Lines that are none, and of an informer that is not there, change nothing. */
static void play_survives_lines_of_arbitrary_bytes(void **state)
{
	static const char *const lines[] = {
		"", "{", "null", "{\"notify\":3}", "\xff\xfe", "[[[", "{\"state\":{\"cache\":[]}}"
	};
	struct relist_scenario *s = scenario_of(missed_delete);
	struct relist_play *p = relist_play_new(s, 0, 0, 0, NS_PER_S);

	(void)state;
	assert_non_null(p);
	for (int step = 0; step < 3; step++) {
		assert_int_equal(relist_play_step(p, step), 1);
		for (size_t i = 0; i < ARRAY_LEN(lines); i++)
			for (uint32_t informer = 0; informer < 20; informer += 19)
				relist_play_line(p, informer, step, lines[i],
						 (uint32_t)strlen(lines[i]));
		relist_play_ended(p, 19, "x", 1);
	}
	relist_play_free(p);
	relist_scenario_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(play_passes_with_a_correct_informer),
		cmocka_unit_test(play_fails_at_the_line_of_a_missed_delete),
		cmocka_unit_test(play_kills_and_restarts_the_subject),
		cmocka_unit_test(play_fails_with_the_error_of_an_ended_subject),
		cmocka_unit_test(play_can_be_freed_during_a_run),
		cmocka_unit_test(invalid_scenario_is_refused_with_its_line),
		cmocka_unit_test(play_survives_lines_of_arbitrary_bytes),
	};

	return cmocka_run_group_tests_name("hosts/module/play", tests, NULL, NULL);
}
