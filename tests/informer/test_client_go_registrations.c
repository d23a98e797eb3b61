/* SPDX-License-Identifier: Apache-2.0 */
/* Lives of registrations: two informers of one server, handlers that come and go at either. What
 * each call gave in client-go v0.37.2 is recorded (class "registrations" of
 * tests/oracle/informer/classes_test.go); the same calls give the same in the simulator. */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "base/str.h"
#include "relist/sim.h"
#include "tests/kit/testing.h"

enum { WORDS = 4, HANDLERS = 64, NOTES = 64 };

struct recorder {
	inf_registration reg;
	char notes[NOTES][8]; /* "!a": initial, "+a", "~a", "-a" */
	size_t count;
};

struct world {
	struct relist_sim *sim;
	struct inf_informer *informers[2];
	struct recorder handlers[HANDLERS]; /* h1 is at 1 */
};

static int note(struct recorder *t, char sign, struct inf_str name)
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

static void open_world(struct world *w)
{
	const struct inf_informer_options o = { .version = "v1", .resource = "configmaps" };

	*w = (struct world) { .sim = relist_sim_new(NULL, NULL) };
	assert_non_null(w->sim);
	for (size_t i = 0; i < ARRAY_LEN(w->informers); i++) {
		w->informers[i] = inf_informer_new(relist_sim_client(w->sim), &o, NULL);
		assert_non_null(w->informers[i]);
	}
}

static void close_world(struct world *w)
{
	for (size_t i = 0; i < ARRAY_LEN(w->informers); i++)
		inf_informer_free(w->informers[i]);
	relist_sim_free(w->sim);
}

static struct inf_informer *informer(struct world *w, const char *name)
{
	return w->informers[strcmp(name, "two") == 0];
}

static struct recorder *handler(struct world *w, const char *name)
{
	long n = strtol(name + 1, NULL, 10);

	assert_in_range(n, 1, HANDLERS - 1);
	return &w->handlers[n];
}

static void change(struct world *w, bool create, const char *name)
{
	struct fakeapi *api = relist_sim_server(w->sim);
	char text[160];

	(void)snprintf(text, sizeof(text),
		       create ? "apiVersion: v1\nkind: ConfigMap\n"
				"metadata: {name: %s, namespace: default}\n"
			      : "/api/v1/namespaces/default/configmaps/%s",
		       name);
	assert_int_equal(create ? fakeapi_apply(api, text, NULL)
				: fakeapi_request(api, "DELETE", text, NULL, NULL, NULL, NULL),
			 0);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void write_sorted_notes(struct recorder *t, struct strbuf *out)
{
	qsort(t->notes, t->count, sizeof(t->notes[0]), by_text);
	for (size_t i = 0; i < t->count; i++)
		strbuf_addf(out, "%s%s", i ? " " : "", t->notes[i]);
	t->count = 0;
}

static const char *outcome(int code)
{
	return code ? "error" : "ok";
}

static int add(struct world *w, const char *inf, const char *name)
{
	struct recorder *t = handler(w, name);
	struct inf_handler h = { on_add, on_update, on_delete, t };

	return inf_informer_add_handler(informer(w, inf), &h, -1, &t->reg, NULL);
}

static const char *word_of(bool yes)
{
	return yes ? "true" : "false";
}

static void call(struct world *w, char **words, struct strbuf *out)
{
	const char *what = words[0];

	if (strcmp(what, "create") == 0 || strcmp(what, "delete") == 0)
		change(w, *what == 'c', words[1]);
	else if (strcmp(what, "start") == 0)
		assert_int_equal(inf_informer_start(informer(w, words[1]), NULL), 0);
	else if (strcmp(what, "stop") == 0)
		inf_informer_stop(informer(w, words[1]));
	else if (strcmp(what, "add") == 0)
		strbuf_addz(out, outcome(add(w, words[1], words[2])));
	else if (strcmp(what, "remove") == 0)
		strbuf_addz(out, outcome(inf_informer_remove_handler(informer(w, words[1]),
								     handler(w, words[2])->reg)));
	else if (strcmp(what, "shutdown") == 0)
		strbuf_addz(out, outcome(inf_informer_shut_down_handler(informer(w, words[1]),
									handler(w, words[2])->reg,
									-1, NULL)));
	else if (strcmp(what, "synced") == 0)
		/* In Go a registration answers itself; here the informer that has it. */
		strbuf_addz(out, word_of(inf_informer_handler_synced(w->informers[0],
								     handler(w, words[1])->reg) ||
					 inf_informer_handler_synced(w->informers[1],
								     handler(w, words[1])->reg)));
	else if (strcmp(what, "state") == 0)
		strbuf_addf(out, "synced %s stopped %s objects %zu",
			    word_of(inf_informer_synced(informer(w, words[1]))),
			    word_of(inf_informer_stopped(informer(w, words[1]))),
			    inf_informer_len(informer(w, words[1])));
	else if (strcmp(what, "told") == 0)
		write_sorted_notes(handler(w, words[1]), out);
	else
		fail_msg("no call %s", what);
}

static void make_call(struct world *w, const char *text, struct strbuf *out)
{
	char line[64], *words[WORDS + 1] = { NULL }, *save;
	size_t n = 0;

	assert_in_range(snprintf(line, sizeof(line), "%s", text), 1, sizeof(line) - 1);
	for (char *word = strtok_r(line, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		assert_true(n < WORDS);
		words[n++] = word;
	}
	call(w, words, out);
	assert_int_equal(relist_sim_settle(w->sim, NULL), 0);
}

/* The number of calls that gave something else: 0, or 1, which ends the script. */
static size_t play(const cJSON *row)
{
	const cJSON *calls = cJSON_GetObjectItem(row, "calls");
	const cJSON *want = cJSON_GetObjectItem(row, "want");
	size_t wrong = 0;
	struct world w;

	assert_int_equal(cJSON_GetArraySize(calls), cJSON_GetArraySize(want));
	open_world(&w);
	for (int i = 0; i < cJSON_GetArraySize(calls) && !wrong; i++) {
		const char *text = cJSON_GetStringValue(cJSON_GetArrayItem(calls, i));
		const char *gives = cJSON_GetStringValue(cJSON_GetArrayItem(want, i));
		AUTO_STRBUF got = STRBUF_INIT;

		make_call(&w, text, &got);
		if (str_eqz(strbuf_str(&got), gives))
			continue;
		print_error("%s, call %d (%s): \"" STR_FMT "\", not \"%s\"\n",
			    cJSON_GetStringValue(cJSON_GetObjectItem(row, "name")), i, text,
			    STR_ARG(strbuf_str(&got)), gives);
		wrong++;
	}
	close_world(&w);
	return wrong;
}

static void handler_registrations_behave_as_recorded_from_client_go(void **state)
{
	FILE *f = fopen("tests/golden/client-go-classes.jsonl", "re");
	size_t cap = 0, rows = 0, wrong = 0;
	char *line = NULL;

	(void)state;
	assert_non_null(f);
	while (getline(&line, &cap, f) > 0) {
		cJSON *row = cJSON_Parse(line);
		const char *class = cJSON_GetStringValue(cJSON_GetObjectItem(row, "class"));

		if (strcmp(class, "registrations") == 0) {
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
		cmocka_unit_test(handler_registrations_behave_as_recorded_from_client_go),
	};

	return cmocka_run_group_tests_name("informer/client_go_registrations", tests, NULL, NULL);
}
