/* SPDX-License-Identifier: Apache-2.0 */
/* Replays requests to a real kube-apiserver 1.34 (tests/wire/script*.jsonl) and compares with its
 * responses (tests/wire/NAME.json). Cases that differ must have a row in docs/differences.md, and
 * rows must differ.
 *
 * A script has one request a line. ${ID:path} is a value out of the response to request ID;
 * `watch_ms` keeps the connection open so long (virtual time) while `actions` are done at
 * `at_ms`.
 */
#include "tests/kit/testing.h"

#include <dirent.h>
#include <stdio.h>

#include "base/str.h"
#include "fakeapi/meta/object.h"
#include "tests/kit/h2_tunnel.h"
#include "tests/kit/wire_case.h"
#include "tests/kit/wire_compare.h"
#include "tests/kit/wire_play.h"

/* The same requests in frames of HTTP/2: fakeapi/http/h2.h and nghttp2's client. */
static bool over_http2;

struct replay {
	struct wire_player player;
	unsigned compared, differing, expected, stale;
	char *differences; /* docs/differences.md */
};

static char *read_text(const char *path)
{
	size_t len;

	return read_whole_file(path, &len);
}

/* --- cases ----------------------------------------------------------------------------------- */

static cJSON *load_case(const char *name)
{
	char path[256];
	char *text;
	FILE *f;
	cJSON *doc;

	(void)snprintf(path, sizeof(path), "tests/wire/%s.json", name);
	f = fopen(path, "r");
	if (!f)
		return NULL; /* not among the public cases */
	fclose(f);
	text = read_text(path);
	doc = cJSON_Parse(text);
	base__free(text);
	assert_non_null(doc);
	return doc;
}

static bool has_row(const struct replay *r, const char *name)
{
	char row[160];

	(void)snprintf(row, sizeof(row), "| `%s` |", name);
	return strstr(r->differences, row) != NULL;
}

static void judge(void *ctx, const cJSON *step, const struct wire_answer *a)
{
	struct replay *r = ctx;
	const char *name = fakeapi__get_str(step, "name");
	cJSON *doc = name[0] ? load_case(name) : NULL;
	AUTO_STRBUF why = STRBUF_INIT;

	if (!doc)
		return;
	r->compared++;
	if (wire_same(doc, a, &why)) {
		if (has_row(r, name)) {
			r->stale++;
			print_message("%s: does not differ any more, but docs/differences.md says "
				      "so\n",
				      name);
		}
	} else if (has_row(r, name)) {
		r->expected++;
	} else {
		r->differing++;
		print_message("%s: %s\n", name, why.ptr);
	}
	cJSON_Delete(doc);
}

static void replay_script(const char *path, unsigned compared_min)
{
	char *text = read_text(path), *line = text;
	struct h2_tunnel *tunnel = NULL;
	struct replay r;

	memset(&r, 0, sizeof(r));
	wire_player_open(&r.player);
	if (over_http2) {
		tunnel = h2_tunnel_new(r.player.server);
		r.player.server = h2_tunnel_server(tunnel);
	}
	r.player.judge = judge;
	r.player.ctx = &r;
	r.differences = read_text("docs/differences.md");
	while (*line) {
		size_t n = strcspn(line, "\n");
		cJSON *step = cJSON_ParseWithLength(line, n);

		assert_non_null(step);
		wire_play(&r.player, step);
		cJSON_Delete(step);
		line += n + (line[n] == '\n');
	}
	base__free(text);
	print_message("%s: %u cases compared, %u differ as documented\n", path, r.compared,
		      r.expected);
	assert_true(r.compared >= compared_min);
	assert_int_equal(r.differing, 0);
	assert_int_equal(r.stale, 0);
	if (tunnel)
		h2_tunnel_free(tunnel);
	wire_player_close(&r.player);
	base__free(r.differences);
}

static void responses_equal_the_recorded_ones(void **state)
{
	(void)state;
	replay_script("tests/wire/script.jsonl", 200);
}

static void responses_after_compaction_and_restart_equal_the_recorded_ones(void **state)
{
	(void)state;
	replay_script("tests/wire/script-compaction.jsonl", 10);
}

static void bookmarks_equal_the_recorded_ones(void **state)
{
	(void)state;
	replay_script("tests/wire/script-bookmarks.jsonl", 5);
}

/* Namespaces, resourceVersions, bindings, statuses, defaults, limits: each rule separately. */
static void validation_responses_equal_the_recorded_ones(void **state)
{
	(void)state;
	replay_script("tests/wire/script-rules.jsonl", 100);
}

/* The smallest requests of what random stories found answered otherwise (tests/oracle/apiserver).
 */
static void responses_to_recorded_random_requests_match(void **state)
{
	(void)state;
	replay_script("tests/wire/script-random.jsonl", 50);
}

/* Several managers change one object (tests/oracle/apiserver/managers.py). */
static void managed_fields_equal_the_recorded_ones(void **state)
{
	(void)state;
	replay_script("tests/wire/script-managers.jsonl", 15);
}

/* Combinations of options and forms, and paths without a resource (readers.py there). */
static void list_and_watch_options_get_the_recorded_responses(void **state)
{
	(void)state;
	replay_script("tests/wire/script-readers.jsonl", 15);
}

/* Strategies, validation and subresources of built-in types. */
static void built_in_types_get_the_recorded_responses(void **state)
{
	(void)state;
	replay_script("tests/wire/script-objects.jsonl", 15);
}

/* Every public case is in one of the scripts, or documented as not replayed. */
static void every_wire_case_is_replayed_or_documented(void **state)
{
	static const char *const scripts[] = {
		"tests/wire/script.jsonl",	     "tests/wire/script-compaction.jsonl",
		"tests/wire/script-bookmarks.jsonl", "tests/wire/script-rules.jsonl",
		"tests/wire/script-random.jsonl",    "tests/wire/script-managers.jsonl",
		"tests/wire/script-readers.jsonl",   "tests/wire/script-objects.jsonl",
	};
	char *differences = read_text("docs/differences.md");
	char *texts[ARRAY_LEN(scripts)];
	DIR *dir = opendir("tests/wire");
	const struct dirent *e;
	unsigned forgotten = 0;

	(void)state;
	assert_non_null(dir);
	for (size_t i = 0; i < ARRAY_LEN(scripts); i++)
		texts[i] = read_text(scripts[i]);
	while ((e = readdir(dir))) {
		size_t n = strlen(e->d_name);
		char quoted[300], row[300];
		bool found = false;

		if (n < 6 || strcmp(e->d_name + n - 5, ".json") != 0)
			continue;
		(void)snprintf(quoted, sizeof(quoted), "\"name\":\"%.*s\"", (int)(n - 5),
			       e->d_name);
		(void)snprintf(row, sizeof(row), "| `%.*s` |", (int)(n - 5), e->d_name);
		for (size_t i = 0; i < ARRAY_LEN(scripts); i++)
			found |= strstr(texts[i], quoted) != NULL;
		if (!found && !strstr(differences, row)) {
			forgotten++;
			print_message("%s is in no script\n", e->d_name);
		}
	}
	closedir(dir);
	for (size_t i = 0; i < ARRAY_LEN(scripts); i++)
		base__free(texts[i]);
	base__free(differences);
	assert_int_equal(forgotten, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(responses_equal_the_recorded_ones),
		cmocka_unit_test(responses_after_compaction_and_restart_equal_the_recorded_ones),
		cmocka_unit_test(bookmarks_equal_the_recorded_ones),
		cmocka_unit_test(validation_responses_equal_the_recorded_ones),
		cmocka_unit_test(responses_to_recorded_random_requests_match),
		cmocka_unit_test(managed_fields_equal_the_recorded_ones),
		cmocka_unit_test(list_and_watch_options_get_the_recorded_responses),
		cmocka_unit_test(built_in_types_get_the_recorded_responses),
		cmocka_unit_test(every_wire_case_is_replayed_or_documented),
	};

	int failed;

	base__alloc_init_cjson();
	failed = cmocka_run_group_tests_name("in process", tests, NULL, NULL);
	over_http2 = true;
	return failed + cmocka_run_group_tests_name("over HTTP/2", tests, NULL, NULL);
}
