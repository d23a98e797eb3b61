/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of client-go's work queues, mutation caches and stores, and what each gave: recorded from
 * v0.37.2 (tests/oracle/informer/classes_test.go). The same calls of ours give the same. */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "informer/expiration_cache.h"
#include "informer/mutation_cache.h"
#include "informer/object.h"
#include "informer/undelta_store.h"
#include "informer/workqueue.h"
#include "tests/kit/informer_kit.h"

enum { WORDS = 8 };

/* One object under test, and the time that its script has reached. */
struct subject {
	int64_t now_ns;
	struct inf__wq queue;
	bool draining, drained;
	struct inf__indexer store;
	struct inf__mutation_cache *mutations;
	struct inf__expiration_cache *ttl;
	struct inf__undelta_store undelta;
	struct strbuf pushed;
};

static struct inf_object *object(const char *name, const char *rv, const char *uid, const char *app)
{
	AUTO_STRBUF json = STRBUF_INIT;
	struct inf_object *obj;

	strbuf_addf(&json,
		    "{\"metadata\":{\"name\":\"%s\",\"resourceVersion\":\"%s\",\"uid\":\"%s\","
		    "\"labels\":{\"app\":\"%s\"}}}",
		    name, rv, uid, app);
	obj = inf__object_new(strbuf_str(&json), STR(""), STR(""), NULL);
	assert_non_null(obj);
	return obj;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "a=1 b=2", sorted. */
static void add_versions(struct strbuf *out, const struct inf_object_list *objs)
{
	struct inf_strings lines = { 0 };

	for (size_t i = 0; i < objs->len; i++) {
		AUTO_STRBUF line = STRBUF_INIT;

		strbuf_addf(&line, "%s=%s", inf_object_key(objs->items[i]),
			    inf_object_resource_version(objs->items[i]));
		assert_int_equal(inf__strings_add(&lines, strbuf_str(&line)), 0);
	}
	if (lines.len)
		qsort(lines.items, lines.len, sizeof(*lines.items), by_text);
	for (size_t i = 0; i < lines.len; i++)
		strbuf_addf(out, "%s%s", i ? " " : "", lines.items[i]);
	inf_strings_fini(&lines);
}

static void add_keys(struct strbuf *out, struct inf_strings *keys)
{
	if (keys->len)
		qsort(keys->items, keys->len, sizeof(*keys->items), by_text);
	for (size_t i = 0; i < keys->len; i++)
		strbuf_addf(out, "%s%s", i ? " " : "", keys->items[i]);
	inf_strings_fini(keys);
}

static void add_object(struct strbuf *out, struct inf_object *take)
{
	struct inf_object_list one = { &take, take != NULL, 1 };

	if (take)
		add_versions(out, &one);
	else
		strbuf_addz(out, "none");
	inf_object_unref(take);
}

static int64_t ms(const char *word)
{
	return strtol(word, NULL, 10) * NS_PER_MS;
}

/* ---- work queues ---- */

static void queue_call(struct subject *s, char **w, struct strbuf *out)
{
	struct inf__wq *q = &s->queue;
	struct inf_workqueue_metrics m;

	if (strcmp(w[0], "add") == 0) {
		assert_int_equal(inf__wq_add(q, s->now_ns, w[1]), 0);
	} else if (strcmp(w[0], "after") == 0) {
		assert_int_equal(inf__wq_add_after(q, s->now_ns, w[1], ms(w[2])), 0);
	} else if (strcmp(w[0], "limited") == 0) {
		assert_int_equal(inf__wq_add_rate_limited(q, s->now_ns, w[1]), 0);
	} else if (strcmp(w[0], "forget") == 0) {
		q->limiter->forget(q->limiter, w[1]);
	} else if (strcmp(w[0], "requeues") == 0) {
		strbuf_addf(out, "%u", q->limiter->requeues(q->limiter, w[1]));
	} else if (strcmp(w[0], "done") == 0) {
		inf__wq_done(q, s->now_ns, w[1]);
	} else if (strcmp(w[0], "len") == 0) {
		inf__wq_settle(q, s->now_ns);
		strbuf_addf(out, "%zu", q->ready.len);
	} else if (strcmp(w[0], "get") == 0) {
		const char *item = inf__wq_get(q, s->now_ns);

		strbuf_addz(out, item ? item : q->shutting_down ? "closed" : "-");
	} else if (strcmp(w[0], "metrics") == 0) {
		inf__wq_metrics(q, s->now_ns, &m);
		strbuf_addf(out, "adds %llu depth %u retries %llu latency %lld work %lld",
			    (unsigned long long)m.adds, m.depth, (unsigned long long)m.retries,
			    (long long)(m.queue_ns_total / NS_PER_MS),
			    (long long)(m.work_ns_total / NS_PER_MS));
	} else if (strcmp(w[0], "drained") == 0) {
		strbuf_addz(out, s->drained ? "yes" : "no");
	} else {
		bool drain = strcmp(w[0], "drain") == 0;

		assert_true(drain || strcmp(w[0], "shutdown") == 0);
		inf__wq_shutdown(q, s->now_ns, drain);
		if (drain) {
			s->draining = true;
			s->drained = false;
		}
	}
	/* As inf_workqueue_shutdown_with_drain() waits. */
	s->drained |= s->draining && (q->metrics.processing == 0 || !q->drain);
}

/* ---- mutation caches ---- */

static void mutation_call(struct subject *s, char **w, struct strbuf *out)
{
	bool by = strcmp(w[0], "by") == 0;
	struct inf_object *obj =
	    by ? NULL : object(w[1], w[2] ? w[2] : "", w[2] ? w[3] : "", w[2] ? w[4] : "");

	if (by) {
		struct inf_object_list objs = { 0 };

		assert_int_equal(inf__mutation_cache_by_index(s->mutations, "app", w[1], s->now_ns,
							      &objs, NULL),
				 0);
		add_versions(out, &objs);
		inf_object_list_fini(&objs);
	} else if (strcmp(w[0], "get") == 0) {
		struct inf_object *got = NULL;

		assert_int_equal(inf__mutation_cache_get(s->mutations, w[1], s->now_ns, &got, NULL),
				 0);
		add_object(out, got);
	} else if (strcmp(w[0], "store") == 0) {
		assert_int_equal(inf__indexer_put(&s->store, obj), 0);
	} else if (strcmp(w[0], "unstore") == 0) {
		assert_int_equal(inf__indexer_delete(&s->store, inf_object_key(obj), obj), 0);
	} else if (strcmp(w[0], "mutation") == 0) {
		assert_int_equal(inf__mutation_cache_mutation(s->mutations, obj, s->now_ns, NULL),
				 0);
	} else if (strcmp(w[0], "seen") == 0) {
		assert_int_equal(inf__mutation_cache_on_add_or_update(s->mutations, obj, s->now_ns,
								      NULL),
				 0);
	} else {
		assert_string_equal(w[0], "deleted");
		assert_int_equal(inf__mutation_cache_on_delete(s->mutations, obj, s->now_ns, NULL),
				 0);
	}
	inf_object_unref(obj);
}

/* ---- stores ---- */

static void replacement(char **w, struct inf_object_list *out)
{
	for (w++; *w; w++) {
		char *rv = strchr(*w, '=');

		*rv = '\0';
		assert_int_equal(inf__object_list_push(out, object(*w, rv + 1, "", "")), 0);
	}
}

static void ttl_call(struct subject *s, char **w, struct strbuf *out)
{
	struct inf_object_list objs = { 0 };
	struct inf_strings keys = { 0 };

	if (strcmp(w[0], "put") == 0 || strcmp(w[0], "update") == 0) {
		AUTO_OBJECT obj = object(w[1], w[2], "", "");

		assert_int_equal(inf__expiration_cache_put(s->ttl, obj, s->now_ns), 0);
	} else if (strcmp(w[0], "delete") == 0) {
		assert_int_equal(inf__expiration_cache_delete(s->ttl, w[1], NULL), 0);
	} else if (strcmp(w[0], "replace") == 0) {
		replacement(w, &objs);
		assert_int_equal(inf__expiration_cache_replace(s->ttl, &objs, "7", s->now_ns), 0);
	} else if (strcmp(w[0], "get") == 0) {
		add_object(out, inf__expiration_cache_get(s->ttl, w[1], s->now_ns));
	} else if (strcmp(w[0], "list") == 0) {
		assert_int_equal(inf__expiration_cache_list(s->ttl, s->now_ns, &objs), 0);
		add_versions(out, &objs);
	} else {
		assert_string_equal(w[0], "keys");
		assert_int_equal(inf__expiration_cache_list_keys(s->ttl, &keys), 0);
		add_keys(out, &keys);
	}
	inf_object_list_fini(&objs);
}

static void on_push(void *user, const struct inf_object_list *objs)
{
	struct subject *s = user;

	strbuf_addc(&s->pushed, '[');
	add_versions(&s->pushed, objs);
	strbuf_addc(&s->pushed, ']');
}

static void undelta_call(struct subject *s, char **w, struct strbuf *out)
{
	struct inf__indexer *store = &s->undelta.store;
	struct inf_object_list objs = { 0 };
	struct inf_strings keys = { 0 };

	if (strcmp(w[0], "put") == 0 || strcmp(w[0], "update") == 0) {
		AUTO_OBJECT obj = object(w[1], w[2], "", "");

		assert_int_equal(inf__undelta_store_put(&s->undelta, obj), 0);
	} else if (strcmp(w[0], "delete") == 0) {
		AUTO_OBJECT obj = object(w[1], "", "", "");

		assert_int_equal(inf__undelta_store_delete(&s->undelta, obj), 0);
	} else if (strcmp(w[0], "replace") == 0) {
		replacement(w, &objs);
		assert_int_equal(inf__undelta_store_replace(&s->undelta, &objs, "7"), 0);
	} else if (strcmp(w[0], "get") == 0) {
		add_object(out, inf__indexer_get(store, w[1]));
	} else if (strcmp(w[0], "list") == 0) {
		assert_int_equal(inf__indexer_list(store, &objs), 0);
		add_versions(out, &objs);
	} else {
		assert_string_equal(w[0], "keys");
		assert_int_equal(inf__indexer_list_keys(store, &keys), 0);
		add_keys(out, &keys);
	}
	strbuf_adds(out, strbuf_str(&s->pushed));
	strbuf_clear(&s->pushed);
	inf_object_list_fini(&objs);
}

/* ---- scripts ---- */

static void setup(struct subject *s)
{
	struct inf__mutation_cache_options o = { .backing = &s->store,
						 .indexer = &s->store,
						 .ttl_ns = 100 * NS_PER_MS,
						 .include_adds = true,
						 .max_size = 3 };
	struct inf__index_def by_app = { "app", kit_index_by_app, NULL };

	*s = (struct subject) { 0 };
	assert_int_equal(inf__wq_init(&s->queue,
				      inf_rate_limiter_exponential(5 * NS_PER_MS, NS_PER_S)),
			 0);
	inf__indexer_init(&s->store);
	assert_int_equal(inf__indexer_add_indexers(&s->store, &by_app, 1, NULL), 0);
	s->mutations = inf__mutation_cache_new(&o);
	s->ttl = inf__ttl_cache_new(100 * NS_PER_MS);
	assert_true(s->mutations && s->ttl);
	strbuf_init(&s->pushed);
	inf__undelta_store_init(&s->undelta, on_push, s);
}

static void teardown(struct subject *s)
{
	inf__undelta_store_fini(&s->undelta);
	strbuf_fini(&s->pushed);
	inf__expiration_cache_free(s->ttl);
	inf__mutation_cache_free(s->mutations);
	inf__indexer_fini(&s->store);
	inf__wq_fini(&s->queue);
	assert_int_equal(inf__object_count(), 0);
}

static const struct {
	const char *name;
	void (*call)(struct subject *s, char **words, struct strbuf *out);
} classes[] = {
	{ "workqueue", queue_call },
	{ "mutationcache", mutation_call },
	{ "ttlstore", ttl_call },
	{ "undeltastore", undelta_call },
};

static void make_call(struct subject *s, const char *class, const char *text, struct strbuf *out)
{
	char line[128], *w[WORDS + 1] = { NULL };
	size_t n = 0;

	assert_in_range(snprintf(line, sizeof(line), "%s", text), 1, sizeof(line) - 1);
	for (char *save, *word = strtok_r(line, " ", &save); word;
	     word = strtok_r(NULL, " ", &save)) {
		assert_true(n < WORDS);
		w[n++] = word;
	}
	if (strcmp(w[0], "tick") == 0) {
		s->now_ns += ms(w[1]);
		s->drained |= s->draining && (s->queue.metrics.processing == 0 || !s->queue.drain);
		return;
	}
	for (size_t i = 0; i < ARRAY_LEN(classes); i++) {
		if (strcmp(classes[i].name, class) == 0) {
			classes[i].call(s, w, out);
			return;
		}
	}
	fail_msg("no class %s", class);
}

static const char *text_of(const cJSON *row, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItem(row, name));
}

/* The number of calls that gave something else. */
static size_t play(const cJSON *row)
{
	const cJSON *calls = cJSON_GetObjectItem(row, "calls");
	const cJSON *want = cJSON_GetObjectItem(row, "want");
	size_t wrong = 0;
	struct subject s;

	assert_int_equal(cJSON_GetArraySize(calls), cJSON_GetArraySize(want));
	setup(&s);
	for (int i = 0; i < cJSON_GetArraySize(calls) && !wrong; i++) {
		const char *call = cJSON_GetStringValue(cJSON_GetArrayItem(calls, i));
		const char *gives = cJSON_GetStringValue(cJSON_GetArrayItem(want, i));
		AUTO_STRBUF got = STRBUF_INIT;

		make_call(&s, text_of(row, "class"), call, &got);
		if (str_eqz(strbuf_str(&got), gives))
			continue;
		print_error("%s %s, call %d (%s): \"" STR_FMT "\", not \"%s\"\n",
			    text_of(row, "class"), text_of(row, "name"), i, call,
			    STR_ARG(strbuf_str(&got)), gives);
		wrong++;
	}
	teardown(&s);
	return wrong;
}

static void calls_return_the_results_recorded_from_client_go(void **state)
{
	FILE *f = fopen("tests/golden/client-go-classes.jsonl", "re");
	size_t cap = 0, rows = 0, wrong = 0;
	char *line = NULL;

	(void)state;
	assert_non_null(f);
	for (; getline(&line, &cap, f) > 0; rows++) {
		cJSON *row = cJSON_Parse(line);
		const char *class = text_of(row, "class");

		/* test_client_go_registrations.c and test_client_go_factories.c have those. */
		if (strcmp(class, "registrations") != 0 && strcmp(class, "factories") != 0)
			wrong += play(row);
		cJSON_Delete(row);
	}
	free(line);
	(void)fclose(f);
	assert_true(rows > 170);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_return_the_results_recorded_from_client_go),
	};

	return cmocka_run_group_tests_name("informer/client_go_classes", tests, NULL, NULL);
}
