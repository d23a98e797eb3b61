/* SPDX-License-Identifier: Apache-2.0 */
/* Lives of factories: two factories of one server, the informers that their callers share, and
 * Shutdown. What each call gave in client-go v0.37.2 is recorded (class "factories" of
 * tests/oracle/informer/factories_test.go); the same calls give the same in the simulator. */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "base/str.h"
#include "relist/sim.h"
#include "tests/kit/testing.h"

enum { WORDS = 4, HANDLERS = 64, NOTES = 64, FACTORIES = 2, RESOURCES = 2, PATIENCE_MS = 1000 };

static const char *const factory_names[FACTORIES] = { "one", "two" };
static const struct {
	const char *resource, *kind;
} types[RESOURCES] = { { "configmaps", "ConfigMap" }, { "secrets", "Secret" } };

struct notes {
	char notes[NOTES][8]; /* "!a": initial, "+a", "~a", "-a" */
	size_t count;
};

struct world {
	struct relist_sim *sim;
	struct inf_factory *factories[FACTORIES];
	struct inf_informer *informers[FACTORIES][RESOURCES];
	bool started[FACTORIES][RESOURCES];
	bool down[FACTORIES];
	struct notes handlers[HANDLERS]; /* h1 is at 1 */
};

static int note(struct notes *t, char sign, struct inf_str name)
{
	assert_true(t->count < NOTES);
	(void)snprintf(t->notes[t->count++], sizeof(t->notes[0]), "%c%.*s", sign, (int)name.len,
		       name.ptr);
	return 0;
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	return note(user, initial ? '!' : '+', inf_object_name(obj));
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	(void)old;
	return note(user, '~', inf_object_name(obj));
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	(void)key;
	assert_false(unknown);
	return note(user, '-', inf_object_name(obj));
}

static size_t factory(const char *name)
{
	return strcmp(name, factory_names[1]) == 0;
}

static size_t type(const char *resource)
{
	return strcmp(resource, types[1].resource) == 0;
}

static struct notes *handler(struct world *w, const char *name)
{
	long n = strtol(name + 1, NULL, 10);

	assert_in_range(n, 1, HANDLERS - 1);
	return &w->handlers[n];
}

static void change(struct world *w, bool create, const char *resource, const char *name)
{
	struct fakeapi *api = relist_sim_server(w->sim);
	char text[160];

	if (create)
		(void)snprintf(text, sizeof(text),
			       "apiVersion: v1\nkind: %s\n"
			       "metadata: {name: %s, namespace: default}\n",
			       types[type(resource)].kind, name);
	else
		(void)snprintf(text, sizeof(text), "/api/v1/namespaces/default/%s/%s", resource,
			       name);
	assert_int_equal(create ? fakeapi_apply(api, text, NULL)
				: fakeapi_request(api, "DELETE", text, NULL, NULL, NULL, NULL),
			 0);
}

static const char *word_of(bool yes)
{
	return yes ? "true" : "false";
}

static void get_informer(struct world *w, char **words, struct strbuf *out)
{
	size_t f = factory(words[1]), r = type(words[2]);
	struct inf_informer *was = w->informers[f][r], *inf;
	struct relist_err err = { 0 };

	inf = inf_factory_informer(w->factories[f], "", "v1", types[r].resource, NULL, &err);
	/* docs/client-go.md: a factory that is shut down makes no new informer */
	assert_int_equal(inf == NULL, w->down[f] && !was);
	if (!inf)
		assert_int_equal(err.code, RELIST_ECLOSED);
	strbuf_addf(out, "known %s", word_of(inf && inf == was));
	w->informers[f][r] = inf;
}

static void add_handler(struct world *w, char **words, struct strbuf *out)
{
	struct inf_informer *inf = w->informers[factory(words[1])][type(words[2])];
	struct inf_handler h = { on_add, on_update, on_delete, handler(w, words[3]) };
	inf_registration reg;

	strbuf_addz(out, inf_informer_add_handler(inf, &h, -1, &reg, NULL) ? "error" : "ok");
}

/* The resources of the started informers, all of which are synced. */
static void wait_for(struct world *w, size_t f, struct strbuf *out)
{
	struct relist_err err = { 0 };
	int rc = inf_factory_wait_synced(w->factories[f], w->down[f] ? 0 : PATIENCE_MS, &err);

	if (rc)
		fail_msg("%s", err.msg);
	for (size_t r = 0; r < RESOURCES; r++)
		if (w->started[f][r])
			strbuf_addf(out, "%s%s=true", out->len ? " " : "", types[r].resource);
}

static void start(struct world *w, size_t f)
{
	/* An error where Go's Start does nothing. */
	assert_int_equal(inf_factory_start(w->factories[f], NULL), w->down[f] ? RELIST_ECLOSED : 0);
	for (size_t r = 0; r < RESOURCES; r++)
		w->started[f][r] |= !w->down[f] && w->informers[f][r];
}

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void tell(struct notes *t, struct strbuf *out)
{
	qsort(t->notes, t->count, sizeof(t->notes[0]), by_text);
	for (size_t i = 0; i < t->count; i++)
		strbuf_addf(out, "%s%s", i ? " " : "", t->notes[i]);
	t->count = 0;
}

static void add_state(struct inf_informer *inf, struct strbuf *out)
{
	strbuf_addf(out, "synced %s stopped %s objects %zu", word_of(inf_informer_synced(inf)),
		    word_of(inf_informer_stopped(inf)), inf_informer_len(inf));
}

static void call(struct world *w, char **words, struct strbuf *out)
{
	const char *what = words[0];
	size_t f = factory(words[1]);

	if (strcmp(what, "create") == 0 || strcmp(what, "delete") == 0) {
		change(w, *what == 'c', words[1], words[2]);
	} else if (strcmp(what, "informer") == 0) {
		get_informer(w, words, out);
	} else if (strcmp(what, "handler") == 0) {
		add_handler(w, words, out);
	} else if (strcmp(what, "start") == 0) {
		start(w, f);
	} else if (strcmp(what, "shutdown") == 0) {
		assert_int_equal(inf_factory_shutdown(w->factories[f], PATIENCE_MS, NULL), 0);
		w->down[f] = true;
	} else if (strcmp(what, "wait") == 0) {
		wait_for(w, f, out);
	} else if (strcmp(what, "state") == 0) {
		add_state(w->informers[f][type(words[2])], out);
	} else {
		assert_string_equal(what, "told");
		tell(handler(w, words[1]), out);
	}
}

/* What differs on purpose (docs/client-go.md): Shutdown stops the informers that were never started
 * as well, and makes no new ones. NULL: the call is about one that is not there. */
static const char *expected(const struct world *w, char **words, const char *want)
{
	size_t f = factory(words[1]), r = words[2] ? type(words[2]) : 0;
	bool handler = strcmp(words[0], "handler") == 0, state = strcmp(words[0], "state") == 0;

	if (strcmp(words[0], "informer") == 0 && w->down[f] && !w->informers[f][r])
		return "known false";
	if ((!handler && !state) || !w->down[f] || w->started[f][r])
		return want;
	if (!w->informers[f][r])
		return NULL;
	assert_string_equal(want, handler ? "ok" : "synced false stopped false objects 0");
	return handler ? "error" : "synced false stopped true objects 0";
}

/* True: the call gave what it is to give. */
static bool make_call(struct world *w, const char *text, const char *want)
{
	char line[64], *words[WORDS + 1] = { NULL }, *save;
	AUTO_STRBUF got = STRBUF_INIT;
	size_t n = 0;
	bool same;

	assert_in_range(snprintf(line, sizeof(line), "%s", text), 1, sizeof(line) - 1);
	for (char *word = strtok_r(line, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		assert_true(n < WORDS);
		words[n++] = word;
	}
	want = expected(w, words, want);
	if (!want)
		return true;
	call(w, words, &got);
	assert_int_equal(relist_sim_settle(w->sim, NULL), 0);
	same = str_eqz(strbuf_str(&got), want);
	if (!same)
		print_error("%s: \"" STR_FMT "\", not \"%s\"\n", text, STR_ARG(strbuf_str(&got)),
			    want);
	return same;
}

static void open_world(struct world *w)
{
	*w = (struct world) { .sim = relist_sim_new(NULL, NULL) };
	assert_non_null(w->sim);
	for (size_t f = 0; f < FACTORIES; f++) {
		w->factories[f] = inf_factory_new(relist_sim_client(w->sim), NULL, NULL);
		assert_non_null(w->factories[f]);
	}
}

static void close_world(struct world *w)
{
	for (size_t f = 0; f < FACTORIES; f++)
		inf_factory_free(w->factories[f]);
	relist_sim_free(w->sim);
}

/* 0, or 1 for a script that gave something else, which ends it. */
static size_t play(const cJSON *row)
{
	const cJSON *calls = cJSON_GetObjectItem(row, "calls");
	const cJSON *want = cJSON_GetObjectItem(row, "want");
	struct world w;
	bool same = true;
	int i;

	assert_int_equal(cJSON_GetArraySize(calls), cJSON_GetArraySize(want));
	open_world(&w);
	for (i = 0; i < cJSON_GetArraySize(calls) && same; i++)
		same = make_call(&w, cJSON_GetStringValue(cJSON_GetArrayItem(calls, i)),
				 cJSON_GetStringValue(cJSON_GetArrayItem(want, i)));
	if (!same)
		print_error("... is call %d of %s\n", i - 1,
			    cJSON_GetStringValue(cJSON_GetObjectItem(row, "name")));
	close_world(&w);
	return !same;
}

static void factories_share_start_and_stop_as_in_client_go(void **state)
{
	FILE *f = fopen("tests/golden/client-go-classes.jsonl", "re");
	size_t cap = 0, rows = 0, wrong = 0;
	char *line = NULL;

	(void)state;
	assert_non_null(f);
	while (getline(&line, &cap, f) > 0) {
		cJSON *row = cJSON_Parse(line);
		const char *class = cJSON_GetStringValue(cJSON_GetObjectItem(row, "class"));

		if (strcmp(class, "factories") == 0) {
			wrong += play(row);
			rows++;
		}
		cJSON_Delete(row);
	}
	free(line);
	(void)fclose(f);
	assert_true(rows >= 40);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(factories_share_start_and_stop_as_in_client_go),
	};

	return cmocka_run_group_tests_name("informer/client_go_factories", tests, NULL, NULL);
}
