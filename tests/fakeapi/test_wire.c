/* SPDX-License-Identifier: Apache-2.0 */
/* Replays what was asked of a real kube-apiserver 1.34 (tests/wire/script*.jsonl) and compares with
 * what it answered (tests/wire/NAME.json). Cases that differ must have a row in
 * docs/differences.md, and rows must differ.
 *
 * A script has one request a line. ${ID:path} is a value out of the answer to request ID;
 * `watch_ms` keeps the connection open so long (virtual time) while `actions` are done at `at_ms`.
 */
#include "tests/kit/testing.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/str.h"
#include "fakeapi/core.h"
#include "fakeapi/meta/object.h"
#include "tests/kit/wire_case.h"
#include "tests/kit/wire_compare.h"

enum { STEPS_MAX = 2048, HEADERS_MAX = 16 };

struct replay {
	struct fakeapi__core *core;
	int64_t now_ns;
	cJSON *answers[STEPS_MAX]; /* parsed bodies by request id */
	char etag[256];
	unsigned compared, differing, expected, stale;
	char *differences; /* docs/differences.md */
};

static const char tokens[] = "admintoken,admin,1,\"system:masters\"\nusertoken,alice,2,\"\"\n";

static char *read_text(const char *path)
{
	size_t len;

	return read_whole_file(path, &len);
}

static void start(struct replay *r)
{
	struct fakeapi__options opt;
	struct relist_err err;

	memset(r, 0, sizeof(*r));
	memset(&opt, 0, sizeof(opt));
	opt.seed = 1;
	opt.first_rv = 190;
	opt.start_ns = r->now_ns = NS_PER_S;
	opt.wall_offset_ns = INT64_C(1795000000) * NS_PER_S;
	opt.token_csv = str_of(tokens);
	r->core = fakeapi__core_new(&opt, &err);
	assert_non_null(r->core);
	r->differences = read_text("docs/differences.md");
}

static void stop(struct replay *r)
{
	fakeapi__core_free(r->core);
	for (size_t i = 0; i < STEPS_MAX; i++)
		cJSON_Delete(r->answers[i]);
	base__free(r->differences);
}

/* --- placeholders ---------------------------------------------------------------------------- */

static void add_value(struct replay *r, const char *ref, size_t len, struct strbuf *out)
{
	char text[512];
	char *path;
	const cJSON *v;

	assert_true(len < sizeof(text));
	memcpy(text, ref, len);
	text[len] = '\0';
	path = strchr(text, ':');
	assert_non_null(path);
	*path++ = '\0';
	v = r->answers[strtoul(text, NULL, 10)];
	for (char *name = strtok(path, "."); name && v; name = strtok(NULL, ".")) {
		if (strcmp(name, "#hash") == 0) {
			strbuf_addz(out, strstr(v->valuestring, "hash=") + 5);
			return;
		}
		v = cJSON_IsArray(v) ? cJSON_GetArrayItem(v, atoi(name))
				     : cJSON_GetObjectItemCaseSensitive(v, name);
	}
	if (cJSON_IsString(v))
		strbuf_addz(out, v->valuestring);
	else
		strbuf_addz(out, "missing");
}

static void expand(struct replay *r, const char *text, struct strbuf *out)
{
	while (*text) {
		const char *end = text[0] == '$' && text[1] == '{' ? strchr(text, '}') : NULL;

		if (end && isdigit((unsigned char)text[2])) {
			add_value(r, text + 2, (size_t)(end - text - 2), out);
			text = end + 1;
		} else {
			strbuf_addc(out, *text++);
		}
	}
}

/* --- one request ----------------------------------------------------------------------------- */

struct sent {
	struct fakeapi__exchange *x;
	struct strbuf query, body;
};

static void send_request(struct replay *r, const cJSON *step, struct sent *s)
{
	const cJSON *h, *parts = cJSON_GetObjectItemCaseSensitive(step, "body_parts");
	struct fakeapi__header headers[HEADERS_MAX];
	struct fakeapi__server *server = fakeapi__core_server(r->core);
	struct fakeapi__wake wake = { NULL, NULL };
	struct fakeapi__request req;

	memset(&req, 0, sizeof(req));
	strbuf_init(&s->query);
	strbuf_init(&s->body);
	expand(r, fakeapi__get_str(step, "query"), &s->query);
	expand(r, fakeapi__get_str(step, "body"), &s->body);
	if (parts) {
		strbuf_addz(&s->body, cJSON_GetArrayItem(parts, 0)->valuestring);
		for (int i = cJSON_GetArrayItem(parts, 2)->valueint; i > 0; i--)
			strbuf_addz(&s->body, cJSON_GetArrayItem(parts, 1)->valuestring);
		strbuf_addz(&s->body, cJSON_GetArrayItem(parts, 3)->valuestring);
	}
	cJSON_ArrayForEach(h, cJSON_GetObjectItemCaseSensitive(step, "headers"))
	{
		assert_true(req.header_count < HEADERS_MAX);
		headers[req.header_count].name = str_of(h->string);
		headers[req.header_count++].value = strcmp(h->string, "If-None-Match") == 0
							? str_of(r->etag)
							: str_of(h->valuestring);
	}
	req.method = str_of(fakeapi__get_str(step, "method"));
	req.path = str_of(fakeapi__get_str(step, "path"));
	req.query = strbuf_str(&s->query);
	req.body = strbuf_str(&s->body);
	req.headers = headers;
	s->x = server->begin(server, r->now_ns, &req, wake);
	assert_non_null(s->x);
}

/* Waits for the head, in virtual time. */
static void await_head(struct replay *r, struct sent *s, struct wire_answer *a)
{
	while (s->x->ops->head(s->x, r->now_ns) == FAKEAPI_HEAD_WAIT) {
		int64_t at = s->x->ops->deadline_ns(s->x);

		assert_true(at != TIME_NEVER);
		r->now_ns = at > r->now_ns ? at : r->now_ns + 1;
	}
	a->status = s->x->status;
	for (size_t i = 0; i < s->x->header_count; i++) {
		const struct fakeapi__header *h = &s->x->headers[i];

		strbuf_addf(&a->headers, STR_FMT ": " STR_FMT "\n", STR_ARG(h->name),
			    STR_ARG(h->value));
		if (str_eqz(h->name, "ETag"))
			(void)snprintf(r->etag, sizeof(r->etag), STR_FMT, STR_ARG(h->value));
	}
}

/* False when the answer has ended. */
static bool pull_all(struct replay *r, struct sent *s, struct wire_answer *a)
{
	char buf[1000];
	ptrdiff_t n;

	while ((n = s->x->ops->pull(s->x, r->now_ns, buf, sizeof(buf))) > 0)
		strbuf_add(&a->body, buf, (size_t)n);
	if (n == FAKEAPI_PULL_WAIT)
		return true;
	a->end = n == FAKEAPI_PULL_END ? "zero-chunk" : n == FAKEAPI_PULL_CUT ? "cut" : "reset";
	return false;
}

static void play(struct replay *r, const cJSON *step);

static void watch_until(struct replay *r, const cJSON *step, struct sent *s, struct wire_answer *a)
{
	int64_t begin = r->now_ns;
	int64_t close =
	    begin + cJSON_GetObjectItemCaseSensitive(step, "watch_ms")->valueint * NS_PER_MS;
	const cJSON *actions = cJSON_GetObjectItemCaseSensitive(step, "actions");
	const cJSON *action = actions ? actions->child : NULL;

	while (pull_all(r, s, a)) {
		int64_t deadline = s->x->ops->deadline_ns(s->x);
		int64_t act =
		    action ? begin + cJSON_GetObjectItemCaseSensitive(action, "at_ms")->valueint *
					 NS_PER_MS
			   : TIME_NEVER;
		int64_t next = deadline < act ? deadline : act;

		if (next >= close) {
			r->now_ns = close;
			a->end = "client-closed";
			return;
		}
		r->now_ns = next > r->now_ns ? next : r->now_ns;
		if (next == act) {
			play(r, action);
			action = action->next;
		}
	}
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

static void judge(struct replay *r, const char *name, const struct wire_answer *a)
{
	cJSON *doc = load_case(name);
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

static void play(struct replay *r, const cJSON *step)
{
	int id = cJSON_GetObjectItemCaseSensitive(step, "id")->valueint;
	const char *name = fakeapi__get_str(step, "name");
	struct wire_answer a = { 0, STRBUF_INIT, STRBUF_INIT, "zero-chunk" };
	struct sent s;

	send_request(r, step, &s);
	await_head(r, &s, &a);
	if (cJSON_GetObjectItemCaseSensitive(step, "watch_ms"))
		watch_until(r, step, &s, &a);
	else
		while (pull_all(r, &s, &a))
			r->now_ns = s.x->ops->deadline_ns(s.x);
	s.x->ops->end(s.x, false);
	if (strcmp(fakeapi__get_str(step, "method"), "HEAD") == 0)
		strbuf_clear(&a.body); /* the transport sends no body then */
	r->now_ns += NS_PER_MS;
	assert_true(id >= 0 && id < STEPS_MAX);
	cJSON_Delete(r->answers[id]);
	r->answers[id] = cJSON_Parse(a.body.ptr);
	if (name[0])
		judge(r, name, &a);
	strbuf_fini(&s.query);
	strbuf_fini(&s.body);
	strbuf_fini(&a.headers);
	strbuf_fini(&a.body);
}

static void replay_script(const char *path, unsigned compared_min)
{
	char *text = read_text(path), *line = text;
	struct replay r;

	start(&r);
	while (*line) {
		size_t n = strcspn(line, "\n");
		cJSON *step = cJSON_ParseWithLength(line, n);

		assert_non_null(step);
		play(&r, step);
		cJSON_Delete(step);
		line += n + (line[n] == '\n');
	}
	base__free(text);
	print_message("%s: %u cases compared, %u differ as documented\n", path, r.compared,
		      r.expected);
	assert_true(r.compared >= compared_min);
	assert_int_equal(r.differing, 0);
	assert_int_equal(r.stale, 0);
	stop(&r);
}

static void answers_as_the_real_server_did(void **state)
{
	(void)state;
	replay_script("tests/wire/script.jsonl", 200);
}

static void answers_so_after_compaction_and_restart(void **state)
{
	(void)state;
	replay_script("tests/wire/script-compaction.jsonl", 10);
}

static void sends_bookmarks_when_the_real_server_did(void **state)
{
	(void)state;
	replay_script("tests/wire/script-bookmarks.jsonl", 5);
}

/* Namespaces, resourceVersions, bindings, statuses, defaults, limits: each rule by itself. */
static void judges_objects_as_the_real_server_did(void **state)
{
	(void)state;
	replay_script("tests/wire/script-rules.jsonl", 100);
}

/* The smallest requests of what random stories found answered otherwise (tests/oracle/apiserver).
 */
static void answers_what_random_requests_found(void **state)
{
	(void)state;
	replay_script("tests/wire/script-random.jsonl", 50);
}

/* What several managers made of one object (tests/oracle/apiserver/managers.py). */
static void keeps_apart_who_owns_what(void **state)
{
	(void)state;
	replay_script("tests/wire/script-managers.jsonl", 15);
}

/* Every public case is in one of the scripts, or documented as not replayed. */
static void no_case_is_forgotten(void **state)
{
	static const char *const scripts[] = {
		"tests/wire/script.jsonl",	     "tests/wire/script-compaction.jsonl",
		"tests/wire/script-bookmarks.jsonl", "tests/wire/script-rules.jsonl",
		"tests/wire/script-random.jsonl",    "tests/wire/script-managers.jsonl"
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
		cmocka_unit_test(answers_as_the_real_server_did),
		cmocka_unit_test(answers_so_after_compaction_and_restart),
		cmocka_unit_test(sends_bookmarks_when_the_real_server_did),
		cmocka_unit_test(judges_objects_as_the_real_server_did),
		cmocka_unit_test(answers_what_random_requests_found),
		cmocka_unit_test(keeps_apart_who_owns_what),
		cmocka_unit_test(no_case_is_forgotten),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
