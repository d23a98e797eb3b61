/* SPDX-License-Identifier: Apache-2.0 */
/* What is long is cut up: others write between its parts, and what is answered is of one state. */
#include "base/alloc.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define MAPS  "/api/v1/namespaces/default/configmaps"
#define CRDS  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define TABLE "application/json;as=Table;v=v1;g=meta.k8s.io"

/* A step of a scan is some 26,000 entries. */
enum { COUNT = 30 * 1000, LARGE = 300 * 1000 };

/* --- a server that releases its lock --- */

static struct kit others; /* the same server, for the client that comes meanwhile */
static void (*meanwhile)(int turn);
static int turns;
static struct fakeapi__errand *errands;
static int errand_count;
static uint32_t window = 1000;

static void on_suspend(void *user, bool suspended)
{
	void (*what)(int) = meanwhile;

	(void)user;
	if (!suspended || !what)
		return;
	meanwhile = NULL; /* not while others are at work */
	what(turns++);
	meanwhile = what;
}

static void run_aside(void *user, struct fakeapi__errand *errand)
{
	(void)user;
	errand->next = errands;
	errands = errand;
	errand_count++;
}

static void run_errands(void)
{
	while (errands) {
		struct fakeapi__errand *e = errands;

		errands = e->next;
		e->run(e);
	}
}

static void open_filled(struct kit *k, size_t count)
{
	struct fakeapi__options opt = { .empty = true,
					.any_namespace = true,
					.watch_window = window,
					.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.run_aside = run_aside,
					.on_suspend = on_suspend };
	char json[300], name[32];

	turns = errand_count = 0;
	meanwhile = NULL;
	kit_open(k, &opt);
	for (size_t i = 0; i < count; i++) {
		struct fakeapi__write w = { .rv = i + 2,
					    .resource = STR("configmaps"),
					    .ns = STR("default") };

		(void)snprintf(name, sizeof(name), "m%06zu", i);
		(void)snprintf(json, sizeof(json),
			       "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{"
			       "\"name\":\"%s\",\"namespace\":\"default\",\"uid\":\"u%zu\","
			       "\"resourceVersion\":\"%zu\",\"labels\":{\"app\":\"%s\"}}}",
			       name, i, i + 2, i % 100 ? "a" : "b");
		w.name = str_of(name);
		w.json = str_of(json);
		assert_int_equal(fakeapi__core_restore(k->core, &w, NULL), 0);
	}
	others = *k;
	others.json = NULL;
	strbuf_init(&others.body);
	k->aside = true;
}

static void close_filled(struct kit *k)
{
	cJSON_Delete(others.json);
	strbuf_fini(&others.body);
	kit_close(k);
	errands = NULL;
}

/* --- lists --- */

/* Before, behind and in the middle of where the list is by then. */
static void change_everything(int turn)
{
	static const char *const fresh[] = { "a", "m000000x", "m015000x", "z" };
	char uri[100], body[100];

	if (turn > 3)
		return;
	(void)snprintf(body, sizeof(body),
		       "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"app\":\"b\"}}}", fresh[turn]);
	assert_int_equal(kit_do(&others, "POST", MAPS, body), 201);
	for (int i = 0; i < 1500; i++) { /* more than the window keeps */
		(void)snprintf(uri, sizeof(uri), MAPS "/m%06d", i * 20 + turn * 5);
		(void)kit_do(&others, "DELETE", uri, NULL);
	}
	for (int i = 0; i < 30; i++) {
		(void)snprintf(uri, sizeof(uri), MAPS "/m%06d", i * 1000 + 500);
		(void)kit_do(&others, "PUT", uri, "{\"metadata\":{\"labels\":{\"app\":\"c\"}}}");
	}
	assert_int_equal(kit_do(&others, "POST", "/relist/v1/compact", "{}"), 200);
	run_errands();
}

static void list_shows_one_version_despite_writes_between_its_parts(void **state)
{
	static const struct {
		const char *uri, *accept, *items;
		int count;
	} rows[] = {
		{ MAPS "?labelSelector=app%3Db", NULL, "items", COUNT / 100 },
		{ MAPS, NULL, "items", COUNT },
		{ MAPS "?limit=7", NULL, "items", 7 },
		{ MAPS "?labelSelector=app%3Db", TABLE, "rows", COUNT / 100 },
		{ "/api/v1/configmaps?fieldSelector=metadata.name%3Dm025000", NULL, "items", 1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct kit k;
		const cJSON *item;
		int at = 0, step = COUNT / rows[i].count;

		open_filled(&k, COUNT);
		k.accept = rows[i].accept;
		meanwhile = change_everything;
		assert_int_equal(kit_do(&k, "GET", rows[i].uri, NULL), 200);
		meanwhile = NULL;
		assert_true(turns > 1);
		assert_string_equal(kit_at(&k, "metadata.resourceVersion"), "30001");
		item = cJSON_GetObjectItem(k.json, rows[i].items);
		assert_int_equal(cJSON_GetArraySize(item), rows[i].count);
		cJSON_ArrayForEach(item, item)
		{
			const cJSON *obj =
			    rows[i].accept ? cJSON_GetObjectItem(item, "object") : item;
			const cJSON *name =
			    cJSON_GetObjectItem(cJSON_GetObjectItem(obj, "metadata"), "name");
			char want[32];

			(void)snprintf(want, sizeof(want), "m%06d",
				       rows[i].count == 1   ? 25000
				       : rows[i].count == 7 ? at++
							    : at++ * step);
			assert_string_equal(name->valuestring, want);
		}
		close_filled(&k);
	}
}

static void go_back(int turn)
{
	if (turn == 0)
		assert_int_equal(kit_do(&others, "POST", "/relist/v1/rewind",
					"{\"resourceVersion\":\"29501\"}"),
				 200);
}

static void empty_it(int turn)
{
	if (turn == 0)
		assert_int_equal(kit_do(&others, "POST", "/relist/v1/reset", "{}"), 200);
}

static void list_restarts_after_a_rewind(void **state)
{
	struct kit k;

	(void)state;
	open_filled(&k, COUNT);
	meanwhile = go_back;
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_string_equal(kit_at(&k, "metadata.resourceVersion"), "29501");
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")), 29500);
	close_filled(&k);
	open_filled(&k, COUNT);
	meanwhile = empty_it;
	assert_int_equal(kit_do(&k, "GET", MAPS "?labelSelector=app", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")), 0);
	close_filled(&k);
}

static struct kit_watch waiting; /* who came in the middle of a rewind */

static void ask_in_between(int turn)
{
	if (waiting.x || turn < 2) /* its body is read first */
		return;
	assert_int_equal(kit_do(&others, "GET", "/readyz", NULL), 200);
	others.aside = true;
	kit_begin(&others, &waiting, MAPS "?limit=3");
	assert_int_equal(waiting.x->ops->head(waiting.x, others.now_ns), FAKEAPI_HEAD_WAIT);
	assert_true(waiting.x->ops->deadline_ns(waiting.x) == TIME_NEVER);
	others.aside = false;
	assert_int_equal(kit_do(&others, "GET", "/apis", NULL), 0);
	assert_int_equal(kit_do(&others, "GET", "/relist/v1/objects", NULL), 0);
}

/* No client sees a state in between: requests wait, a watch that is kept gets nothing. */
static void request_during_a_rewind_waits(void **state)
{
	AUTO_STRBUF events = STRBUF_INIT;
	struct kit_watch kept;
	char buf[4096];
	struct kit k;
	ptrdiff_t n;

	(void)state;
	window = 0;
	memset(&waiting, 0, sizeof(waiting));
	open_filled(&k, COUNT);
	kit_watch(&k, &kept, MAPS "?watch=1&resourceVersion=30001");
	assert_string_equal(kit_events(&kept, &events), "");
	meanwhile = ask_in_between;
	assert_int_equal(kit_do(&k, "POST", "/relist/v1/rewind",
				"{\"resourceVersion\":\"4\",\"keepWatches\":true}"),
			 200);
	assert_true(turns > 3);
	meanwhile = NULL;
	assert_non_null(waiting.x);
	assert_true(waiting.woken > 0);
	assert_int_equal(waiting.x->ops->head(waiting.x, k.now_ns), FAKEAPI_HEAD_READY);
	n = waiting.x->ops->pull(waiting.x, k.now_ns, buf, sizeof(buf) - 1);
	assert_true(n > 0);
	buf[n] = '\0';
	assert_non_null(strstr(buf, "\"metadata\":{\"resourceVersion\":\"4\"}"));
	assert_non_null(strstr(buf, "m000002"));
	assert_string_equal(kit_events(&kept, &events), "");
	(void)kit_put_map(&k, "after", "1");
	assert_int_equal(kit_do(&k, "GET", MAPS "?limit=500", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")), 4);
	kit_unwatch(&waiting);
	kit_unwatch(&kept);
	close_filled(&k);
	window = 1000;
}

static void delete_collection_removes_only_the_selected_objects(void **state)
{
	struct kit k;
	int after;

	(void)state;
	open_filled(&k, COUNT);
	k.aside = false; /* the labels pick 300; others read meanwhile */
	assert_int_equal(kit_do(&k, "DELETE", MAPS "?labelSelector=app%3Db", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")), COUNT / 100);
	assert_int_equal(kit_do(&k, "GET", MAPS "?limit=1", NULL), 200);
	after = cJSON_GetObjectItem(cJSON_GetObjectItem(k.json, "metadata"), "remainingItemCount")
		    ->valueint;
	assert_int_equal(after, COUNT - COUNT / 100 - 1);
	close_filled(&k);
}

/* --- watches --- */

static size_t count_of(const char *text, const char *what)
{
	size_t n = 0;

	for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
		n++;
	return n;
}

static void initial_events_of_a_watch_show_one_version(void **state)
{
	struct kit_watch w;
	struct kit k;
	char buf[65536];
	AUTO_STRBUF text = STRBUF_INIT;
	int steps = 0;

	(void)state;
	open_filled(&k, COUNT);
	kit_watch(&k, &w,
		  MAPS "?watch=1&sendInitialEvents=true&allowWatchBookmarks=true"
		       "&resourceVersionMatch=NotOlderThan&labelSelector=app%3Db");
	change_everything(0);
	change_everything(1);
	k.now_ns = others.now_ns;
	for (int i = 0; i < 100000; i++) {
		ptrdiff_t n = w.x->ops->pull(w.x, k.now_ns, buf, sizeof(buf));
		int64_t at = w.x->ops->deadline_ns(w.x);

		if (n > 0)
			strbuf_add(&text, buf, (size_t)n);
		else if (at < k.now_ns + NS_PER_S) {
			k.now_ns = at;
			steps++;
		} else
			break;
	}
	assert_in_range(steps, 1, 20);
	/* 300 as they were; then what was deleted since, of which these had the label; two new. */
	assert_int_equal(count_of(text.ptr, "\"type\":\"ADDED\""), COUNT / 100 + 2);
	assert_int_equal(count_of(text.ptr, "\"type\":\"BOOKMARK\""), 1);
	assert_non_null(strstr(text.ptr, "\"resourceVersion\":\"30001\",\"annotations\""));
	assert_true(count_of(text.ptr, "\"type\":\"DELETED\"") >= 250);
	kit_unwatch(&w);
	close_filled(&k);
}

static void put_large(struct kit *k, const char *method, char fill)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addz(&body, "{\"metadata\":{\"name\":\"large\"},\"data\":{\"k\":\"");
	for (int i = 0; i < LARGE; i++)
		strbuf_addc(&body, fill);
	strbuf_addz(&body, "\"}}");
	assert_in_range(kit_do(k, method, method[1] == 'O' ? MAPS : MAPS "/large", body.ptr), 200,
			201);
}

static void watches_of_one_form_share_the_rendering_of_a_large_object(void **state)
{
	static const char *const accepts[] = { TABLE, "application/vnd.kubernetes.protobuf" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(accepts); i++) {
		AUTO_STRBUF events = STRBUF_INIT;
		struct kit_watch w[3];
		struct kit k;
		size_t first;

		open_filled(&k, 0);
		put_large(&k, "POST", 'a');
		k.accept = accepts[i];
		for (size_t n = 0; n < ARRAY_LEN(w); n++) {
			kit_watch(&k, &w[n], MAPS "?watch=1");
			assert_string_equal(kit_events(&w[n], &events), "");
		}
		assert_int_equal(errand_count, 1); /* the first state, of all three */
		run_errands();
		for (size_t n = 0; n < ARRAY_LEN(w); n++) {
			char buf[4096];
			ptrdiff_t got;

			assert_int_equal(w[n].woken > 0, 1);
			for (first = 0;
			     (got = w[n].x->ops->pull(w[n].x, k.now_ns, buf, sizeof(buf))) > 0;)
				first += (size_t)got;
			assert_int_equal(got, FAKEAPI_PULL_WAIT);
			assert_true(first > 100);
		}
		k.accept = NULL;
		errand_count = 0;
		put_large(&k, "PUT", 'b');
		for (size_t n = 0; n < ARRAY_LEN(w); n++) {
			char c;

			assert_int_equal(w[n].x->ops->pull(w[n].x, k.now_ns, &c, 1),
					 FAKEAPI_PULL_WAIT);
		}
		assert_int_equal(errand_count, 1);
		kit_unwatch(&w[0]); /* before it is made */
		run_errands();
		for (size_t n = 1; n < ARRAY_LEN(w); n++) {
			char c;

			assert_int_equal(w[n].x->ops->pull(w[n].x, k.now_ns, &c, 1), 1);
		}
		kit_unwatch(&w[1]); /* in the middle of the event */
		kit_unwatch(&w[2]);
		close_filled(&k);
	}
}

/* --- documents and types --- */

static void define(struct kit *k, const char *plural)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body,
		    "{\"metadata\":{\"name\":\"%s.g.example\"},\"spec\":{\"group\":\"g.example\","
		    "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"%s\",\"kind\":\"K%s\"},"
		    "\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
		    "\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{",
		    plural, plural, plural);
	for (int i = 0; i < 100; i++)
		strbuf_addf(&body, "%s\"f%d\":{\"type\":\"string\"}", i ? "," : "", i);
	strbuf_addz(&body, "}}}}]}}");
	assert_int_equal(kit_do(k, "POST", CRDS, body.ptr), 201);
}

static void forget_types(int turn)
{
	if (turn)
		return;
	assert_int_equal(kit_do(&others, "DELETE", CRDS "/as.g.example", NULL), 200);
	define(&others, "bs");
	assert_int_equal(kit_do(&others, "POST", "/relist/v1/reset", "{}"), 200);
	run_errands();
}

static void openapi_document_shows_the_types_at_its_start(void **state)
{
	static const char *const uris[] = { "/openapi/v3/apis/g.example/v1", "/openapi/v2" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(uris); i++) {
		struct kit k;

		open_filled(&k, 0);
		define(&others, "as");
		meanwhile = forget_types;
		assert_int_equal(kit_do(&k, "GET", uris[i], NULL), 200);
		meanwhile = NULL;
		assert_true(turns > 0);
		assert_non_null(strstr(k.body.ptr, "Kas"));
		assert_null(strstr(k.body.ptr, "Kbs"));
		assert_int_equal(kit_do(&k, "GET", "/openapi/v2", NULL), 200);
		assert_null(strstr(k.body.ptr, "Kas"));
		assert_true(errand_count > 0); /* the worker thread frees its types */
		run_errands();
		close_filled(&k);
	}
}

static void compaction_frees_versions_in_small_parts(void **state)
{
	struct kit k;
	char uri[64];

	(void)state;
	open_filled(&k, COUNT);
	for (int i = 0; i < 900; i++) {
		(void)snprintf(uri, sizeof(uri), MAPS "/m%06d", i);
		assert_int_equal(kit_do(&others, "DELETE", uri, NULL), 200);
	}
	errand_count = 0;
	assert_int_equal(kit_do(&others, "POST", "/relist/v1/compact", "{}"), 200);
	assert_int_equal(errand_count, 1);
	assert_int_equal(kit_do(&others, "GET",
				MAPS "?resourceVersion=30001&resourceVersionMatch=Exact", NULL),
			 410);
	/* A rewind to that state is refused, although it may still be there. */
	assert_int_equal(kit_do(&others, "POST", "/relist/v1/rewind",
				"{\"resourceVersion\":\"30100\"}"),
			 410);
	run_errands();
	close_filled(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_shows_one_version_despite_writes_between_its_parts),
		cmocka_unit_test(list_restarts_after_a_rewind),
		cmocka_unit_test(request_during_a_rewind_waits),
		cmocka_unit_test(delete_collection_removes_only_the_selected_objects),
		cmocka_unit_test(initial_events_of_a_watch_show_one_version),
		cmocka_unit_test(watches_of_one_form_share_the_rendering_of_a_large_object),
		cmocka_unit_test(openapi_document_shows_the_types_at_its_start),
		cmocka_unit_test(compaction_frees_versions_in_small_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
