/* SPDX-License-Identifier: Apache-2.0 */
/* No request may cost the square of its length: every row of tests/kit/shapes.c is sent three
 * times, each twice as long as the one before, and the work is counted, not timed.
 *
 * This program is linked against objects of base/ and fakeapi/ that the compiler made to call
 * __sanitizer_cov_trace_pc() in every basic block, and what walks memory or lists inside cJSON and
 * libc is wrapped by the linker (Makefile): so a step is a step in each of them. */
#include <cjson/cJSON.h>
#include <stdarg.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "tests/kit/shapes.h"
#include "tests/kit/testing.h"

/* --- counting ----------------------------------------------------------------------------- */

static uint64_t work;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
	work++;
}

/* What stands before a member or an item is what had to be walked past. */
static void walked(const cJSON *parent, const cJSON *to)
{
	for (const cJSON *c = parent ? parent->child : NULL; c && c != to; c = c->next)
		work++;
}

#define WRAP(type, name, ...)                                                                      \
	type __real_##name(__VA_ARGS__);                                                           \
	type __wrap_##name(__VA_ARGS__);                                                           \
	type __wrap_##name(__VA_ARGS__)

WRAP(int, cJSON_GetArraySize, const cJSON *v)
{
	walked(v, NULL);
	return __real_cJSON_GetArraySize(v);
}

WRAP(cJSON *, cJSON_GetArrayItem, const cJSON *v, int i)
{
	work += (uint64_t)(i > 0 ? i : 0);
	return __real_cJSON_GetArrayItem(v, i);
}

WRAP(cJSON *, cJSON_GetObjectItemCaseSensitive, const cJSON *v, const char *name)
{
	cJSON *found = __real_cJSON_GetObjectItemCaseSensitive(v, name);

	walked(v, found);
	return found;
}

WRAP(cJSON *, cJSON_GetObjectItem, const cJSON *v, const char *name)
{
	cJSON *found = __real_cJSON_GetObjectItem(v, name);

	walked(v, found);
	return found;
}

WRAP(cJSON *, cJSON_DetachItemFromObjectCaseSensitive, cJSON *v, const char *name)
{
	walked(v, __real_cJSON_GetObjectItemCaseSensitive(v, name));
	return __real_cJSON_DetachItemFromObjectCaseSensitive(v, name);
}

WRAP(void, cJSON_DeleteItemFromObjectCaseSensitive, cJSON *v, const char *name)
{
	walked(v, __real_cJSON_GetObjectItemCaseSensitive(v, name));
	__real_cJSON_DeleteItemFromObjectCaseSensitive(v, name);
}

WRAP(cJSON_bool, cJSON_ReplaceItemInObjectCaseSensitive, cJSON *v, const char *name, cJSON *item)
{
	walked(v, __real_cJSON_GetObjectItemCaseSensitive(v, name));
	return __real_cJSON_ReplaceItemInObjectCaseSensitive(v, name, item);
}

WRAP(size_t, strlen, const char *z)
{
	size_t n = __real_strlen(z);

	work += n / 16;
	return n;
}

WRAP(void *, memmove, void *to, const void *from, size_t n)
{
	work += n / 16;
	return __real_memmove(to, from, n);
}

WRAP(void *, memcpy, void *to, const void *from, size_t n)
{
	work += n / 16;
	return __real_memcpy(to, from, n);
}

WRAP(void *, memset, void *to, int c, size_t n)
{
	work += n / 16;
	return __real_memset(to, c, n);
}

/* It looks for the end of the text before it begins. */
int __wrap___isoc99_sscanf(const char *text, const char *fmt, ...);
int __wrap___isoc99_sscanf(const char *text, const char *fmt, ...)
{
	va_list ap;
	int n;

	work += __real_strlen(text) / 16;
	va_start(ap, fmt);
	n = vsscanf(text, fmt, ap);
	va_end(ap);
	return n;
}

/* --- growth ------------------------------------------------------------------------------- */

/* n log n grows by 2.2, a square by 4. What is constant cancels out. */
enum { FIRST = 500, FIRST_OF_QUERY = 100 };
static const double growth_max = 2.6;

static void around(void *user, bool begin)
{
	uint64_t *count = user;

	*count = begin ? work : work - *count;
}

static uint64_t count(const struct shape *s, size_t n, bool *fine)
{
	struct fakeapi__core *core = shape_open(s, n);
	uint64_t steps = 0;
	int status;

	assert_non_null(core);
	status = shape_run(core, &s->ask, n, around, &steps);
	fakeapi__core_free(core);
	if (!s->status || status == s->status)
		return steps;
	print_message("%s: %zu parts were answered %d\n", s->name, n, status);
	*fine = false;
	return 0;
}

static void work_of_each_request_grows_linearly(void **state)
{
	bool fine = true;

	(void)state;
	for (size_t i = 0; i < shape_count; i++) {
		size_t n = strchr(shapes[i].ask.uri, '<') ? FIRST_OF_QUERY : FIRST;
		uint64_t a = count(&shapes[i], n, &fine), b = count(&shapes[i], 2 * n, &fine),
			 c = count(&shapes[i], 4 * n, &fine);
		double growth = (double)(c - b) / (double)(b > a ? b - a : 1);

		if (c <= b || c < b * 11 / 5 || growth <= growth_max)
			continue;
		print_message("%-44s %zu, %zu, %zu parts: %llu, %llu, %llu steps, grows by %.2f\n",
			      shapes[i].name, n, 2 * n, 4 * n, (unsigned long long)a,
			      (unsigned long long)b, (unsigned long long)c, growth);
		fine = false;
	}
	assert_true(fine);
}

static void growth_check_detects_quadratic_work(void **state)
{
	uint64_t steps[3];

	(void)state;
	for (size_t k = 0; k < ARRAY_LEN(steps); k++) {
		cJSON *list = cJSON_CreateArray();
		int n = FIRST << k;

		for (int i = 0; i < n; i++)
			(void)cJSON_AddItemToArray(list, cJSON_CreateNull());
		steps[k] = work;
		for (int i = 0; i < n; i++)
			(void)cJSON_GetArrayItem(list, i);
		steps[k] = work - steps[k];
		cJSON_Delete(list);
	}
	assert_true((double)(steps[2] - steps[1]) / (double)(steps[1] - steps[0]) > growth_max);
}

/* --- under the lock ----------------------------------------------------------------------- */

/* The work of the longest part without a release of the lock. */
static uint64_t held, held_from;

static void on_suspend(void *user, bool suspended)
{
	(void)user;
	if (suspended && work - held_from > held)
		held = work - held_from;
	held_from = work;
}

static struct fakeapi__errand *errands;

static void run_aside(void *user, struct fakeapi__errand *errand)
{
	(void)user;
	errand->next = errands;
	errands = errand;
}

/* As another thread would, at some other time. */
static void run_errands(void)
{
	while (errands) {
		struct fakeapi__errand *e = errands;

		errands = e->next;
		e->run(e);
	}
}

/* As if the lock were released here. */
static void turn(void)
{
	on_suspend(NULL, true);
	run_errands();
	on_suspend(NULL, false);
}

#define MAPS  "/api/v1/namespaces/default/configmaps"
#define PODS  "/api/v1/namespaces/default/pods"
#define JSON  "application/json"
#define TABLE "application/json;as=Table;v=v1;g=meta.k8s.io"

enum { PULLS_MAX = 200000, LONG_BODY = 32 * 1024 };

/* The webhook that converts: its review, and its own work, which does not count here. */
static struct question {
	struct question *next;
	uint64_t id;
	struct strbuf body;
} * questions;

static bool take_question(void *user, const struct fakeapi__question *question)
{
	uint64_t before = work;
	struct question *q = base__calloc(1, sizeof(*q)), **end = &questions;

	(void)user;
	assert_non_null(q);
	q->id = question->id;
	strbuf_init(&q->body);
	strbuf_adds(&q->body, question->body);
	while (*end)
		end = &(*end)->next;
	*end = q;
	work = before;
	return true;
}

/* The same objects with the version that is wanted. */
static void convert(struct question *q, struct strbuf *out)
{
	cJSON *tree = cJSON_Parse(q->body.ptr), *obj;
	cJSON *request = cJSON_GetObjectItemCaseSensitive(tree, "request");
	const char *version =
	    cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, "desiredAPIVersion"));
	char *objects;

	assert_non_null(version);
	cJSON_ArrayForEach(obj, cJSON_GetObjectItemCaseSensitive(request, "objects"))
	{
		assert_true(cJSON_ReplaceItemInObjectCaseSensitive(obj, "apiVersion",
								   cJSON_CreateString(version)));
	}
	objects = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(request, "objects"));
	strbuf_addf(out,
		    "{\"kind\":\"ConversionReview\",\"apiVersion\":\"apiextensions.k8s.io/v1\","
		    "\"response\":{\"uid\":\"%s\",\"result\":{\"status\":\"Success\"},"
		    "\"convertedObjects\":%s}}",
		    cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, "uid")),
		    objects);
	cJSON_free(objects);
	cJSON_Delete(tree);
}

/* False: there was nothing to answer. */
static bool answer_questions(struct fakeapi__core *core)
{
	bool any = questions != NULL;

	while (questions) {
		struct question *q = questions;
		uint64_t before = work;
		struct strbuf out = STRBUF_INIT;
		struct fakeapi__reply r = { .status = 200 };

		questions = q->next;
		convert(q, &out);
		work = before;
		r.body = strbuf_str(&out);
		held_from = work;
		fakeapi__core_reply(core, q->id, &r);
		turn();
		before = work;
		strbuf_fini(&out);
		strbuf_fini(&q->body);
		base__free(q);
		work = before;
	}
	return any;
}

/* The way of a request through the server's worker. `unread`: its client hangs up. */
static int ask(struct fakeapi__core *core, const char *method, const char *uri, const char *accept,
	       const char *body, bool unread, size_t *bytes)
{
	struct fakeapi__server *server = fakeapi__core_server(core);
	const char *query = strchr(uri, '?');
	struct fakeapi__header headers[] = {
		{ STR("Accept"), str_of(accept) },
		{ STR("Content-Type"),
		  strcmp(method, "PATCH") == 0 ? STR("application/merge-patch+json") : STR(JSON) },
	};
	struct fakeapi__request req = { .method = str_of(method),
					.path = { uri,
						  query ? (size_t)(query - uri) : strlen(uri) },
					.query = str_of(query ? query + 1 : ""),
					.headers = headers,
					.header_count = body ? 2 : 1,
					.body = str_of(body ? body : ""),
					.aside = body && strlen(body) >= LONG_BODY,
					.may_hand_over = true };
	int64_t now_ns = NS_PER_S;
	struct fakeapi__exchange *x;
	char buf[65536];
	int status;

	held_from = work;
	x = server->begin(server, now_ns, &req, (struct fakeapi__wake) { NULL, NULL });
	assert_non_null(x);
	turn();
	do {
		status = x->ops->head(x, now_ns) == FAKEAPI_HEAD_READY ? x->status : 0;
		turn();
	} while (!status && answer_questions(core));
	for (int i = 0; !unread && i < PULLS_MAX; i++) {
		ptrdiff_t n = x->ops->pull(x, now_ns, buf, sizeof(buf));

		turn();
		*bytes += n > 0 ? (size_t)n : 0;
		if (n == FAKEAPI_PULL_WAIT && x->ops->deadline_ns(x) > now_ns + NS_PER_S)
			break;
		if (n == FAKEAPI_PULL_WAIT && answer_questions(core))
			continue;
		now_ns += n == FAKEAPI_PULL_WAIT ? 10 * NS_PER_MS : 0;
		if (n < 0)
			break;
	}
	x->ops->end(x, unread);
	turn();
	return status;
}

static struct fakeapi__core *filled(size_t count)
{
	struct fakeapi__options opt = { .empty = true,
					.any_namespace = true,
					.garbage_collection = true,
					.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.run_aside = run_aside,
					.on_suspend = on_suspend };
	struct fakeapi__core *core = fakeapi__core_new(&opt, NULL);
	char json[400], name[32];

	assert_non_null(core);
	for (size_t i = 0; i < count; i++) {
		struct fakeapi__write w = { .rv = i + 2,
					    .resource = STR("configmaps"),
					    .ns = STR("default") };

		(void)snprintf(name, sizeof(name), "m%07zu", i);
		(void)
		    snprintf(json, sizeof(json),
			     "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{"
			     "\"name\":\"%s\",\"namespace\":\"default\",\"uid\":\"u%zu\","
			     "\"resourceVersion\":\"%zu\",\"labels\":{\"app\":\"%s\"}%s}}",
			     name, i, i + 2, i % 1000 ? "a" : "b",
			     i ? ""
			       : ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\",\"finalizers\":["
				 "\"a.b/c\"]");
		w.name = str_of(name);
		w.json = str_of(json);
		assert_int_equal(fakeapi__core_restore(core, &w, NULL), 0);
	}
	return core;
}

static void lock_hold_time_does_not_grow_with_the_store(void **state)
{
	static const struct {
		const char *name, *method, *uri, *accept;
		bool unread;
		const char *body;
		int status; /* 0: 200 */
	} rows[] = {
		{ "list", "GET", MAPS, JSON, false, NULL, 0 },
		{ "unread list", "GET", MAPS, JSON, true, NULL, 0 },
		{ "page", "GET", MAPS "?limit=5", JSON, false, NULL, 0 },
		{ "labels", "GET", MAPS "?labelSelector=app%3Db", JSON, false, NULL, 0 },
		{ "fields", "GET", MAPS "?fieldSelector=metadata.name%3Dm", JSON, false, NULL, 0 },
		{ "Table", "GET", MAPS "?labelSelector=app%3Db", TABLE, false, NULL, 0 },
		{ "watch", "GET", MAPS "?watch=1&labelSelector=app%3Db", JSON, false, NULL, 0 },
		{ "unread watch", "GET", MAPS "?watch=1", JSON, true, NULL, 0 },
		{ "watch list", "GET",
		  MAPS "?watch=1&sendInitialEvents=true&allowWatchBookmarks=true"
		       "&resourceVersionMatch=NotOlderThan",
		  JSON, false, NULL, 0 },
		{ "Table watch", "GET", MAPS "?watch=1&labelSelector=app%3Db", TABLE, false, NULL,
		  0 },
		{ "everything", "GET", "/relist/v1/objects", JSON, false, NULL, 0 },
		{ "unread list of all objects", "GET", "/relist/v1/objects", JSON, true, NULL, 0 },
		{ "the last finalizer", "PATCH", MAPS "/m0000000", JSON, true,
		  "{\"metadata\":{\"finalizers\":null}}", 0 },
		{ "garbage", "POST", "/relist/v1/gc", JSON, true, NULL, 0 },
		{ "a pod", "POST", PODS, JSON, true,
		  "{\"metadata\":{\"name\":\"p\",\"labels\":{\"a\":\"b\"}},\"spec\":{"
		  "\"containers\":[{"
		  "\"name\":\"c\",\"image\":\"i\"}]}}",
		  201 },
		{ "eviction", "POST", PODS "/p/eviction", JSON, true,
		  "{\"apiVersion\":\"policy/"
		  "v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"p\"}}",
		  201 },
		{ "deletion of some", "DELETE", MAPS "?labelSelector=app%3Db", JSON, false, NULL,
		  0 },
		{ "compaction", "POST", "/relist/v1/compact", JSON, true, NULL, 0 },
		{ "reset", "POST", "/relist/v1/reset", JSON, true, NULL, 0 },
	};
	enum { SOME = 40 * 1000, MANY = 4 * SOME };
	uint64_t parts[2][ARRAY_LEN(rows)];
	size_t bytes[2][ARRAY_LEN(rows)] = { { 0 } };
	bool fine = true;

	(void)state;
	for (size_t k = 0; k < 2; k++) {
		struct fakeapi__core *core = filled(k ? MANY : SOME);

		for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
			held = 0;
			assert_int_equal(ask(core, rows[i].method, rows[i].uri, rows[i].accept,
					     rows[i].body, rows[i].unread, &bytes[k][i]),
					 rows[i].status ? rows[i].status : 200);
			parts[k][i] = held;
		}
		fakeapi__core_free(core);
		run_errands();
	}
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		/* The response grows, the longest hold of the lock does not. */
		if (!rows[i].unread && !strstr(rows[i].name, "page") &&
		    !strstr(rows[i].name, "fields"))
			assert_true(bytes[1][i] > 2 * bytes[0][i]);
		if (parts[1][i] < parts[0][i] + parts[0][i] / 2 || parts[1][i] < 20 * 1000)
			continue;
		print_message("%s: %llu steps at most, %llu with four times as many objects\n",
			      rows[i].name, (unsigned long long)parts[0][i],
			      (unsigned long long)parts[1][i]);
		fine = false;
	}
	assert_true(fine);
}

static void add_types(struct fakeapi__core *core, size_t from, size_t to)
{
	char body[700], rest[32];

	for (size_t i = from; i < to; i++) {
		struct fakeapi__request req = {
			.method = STR("POST"),
			.path = STR("/apis/apiextensions.k8s.io/v1/customresourcedefinitions"),
		};
		struct fakeapi__server *server = fakeapi__core_server(core);
		struct fakeapi__exchange *x;

		(void)snprintf(rest, sizeof(rest), "g%zu.example.com", i);
		(void)snprintf(
		    body, sizeof(body),
		    "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":"
		    "\"CustomResourceDefinition\",\"metadata\":{\"name\":\"ws.%s\"},\"spec\":{"
		    "\"group\":\"%s\",\"scope\":\"Namespaced\",\"names\":{\"plural\":\"ws\","
		    "\"kind\":\"W\"},\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"
		    "true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{"
		    "\"spec\":{\"type\":\"object\"}}}}}]}}",
		    rest, rest);
		req.body = str_of(body);
		x = server->begin(server, NS_PER_S, &req, (struct fakeapi__wake) { NULL, NULL });
		assert_int_equal(x->status, 201);
		x->ops->end(x, false);
	}
}

static void lock_hold_time_of_a_rewind_does_not_grow_with_its_length(void **state)
{
	enum { SOME = 20 * 1000 };
	uint64_t parts[2];

	(void)state;
	for (size_t k = 0; k < 2; k++) {
		struct fakeapi__core *core = filled(SOME << (2 * k));
		size_t bytes = 0;

		add_types(core, 0, 10);
		held = 0;
		assert_int_equal(ask(core, "POST", "/relist/v1/rewind", JSON,
				     "{\"resourceVersion\":\"3\"}", false, &bytes),
				 200);
		parts[k] = held;
		bytes = 0;
		assert_int_equal(ask(core, "GET", MAPS, JSON, NULL, false, &bytes), 200);
		assert_in_range(bytes, 300, 1000); /* two are left */
		assert_int_equal(ask(core, "GET", "/apis/g0.example.com/v1", JSON, NULL, false,
				     &bytes),
				 404);
		fakeapi__core_free(core);
		run_errands();
	}
	if (parts[1] > parts[0] + parts[0] / 4)
		print_message("%llu steps at most, %llu with four times as many events\n",
			      (unsigned long long)parts[0], (unsigned long long)parts[1]);
	assert_true(parts[1] <= parts[0] + parts[0] / 4);
}

/* Long requests of the control API: of the work most is done without the lock. */
static void long_control_calls_yield_the_lock(void **state)
{
#define OBJECTS "/relist/v1/objects"
	static const struct {
		const char *method, *uri, *body;
		int status;
		size_t n;
	} rows[] = {
		{ "PUT", OBJECTS,
		  "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},"
		  "\"data\":{<,\"#\":\"\">}}",
		  200, 60000 },
		{ "PUT", OBJECTS,
		  "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},"
		  "\"data\":{<,\"#\":\"x\">}}",
		  200, 60000 },
		{ "DELETE", OBJECTS "?resource=configmaps&namespace=default&name=a", NULL, 200, 0 },
		{ "PUT", OBJECTS,
		  "{\"kind\":\"PodTemplate\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},"
		  "\"template\":{\"spec\":{\"containers\":[<,{\"name\":\"c#\",\"image\":\"i\"}>]}}"
		  "}",
		  200, 16000 },
		{ "PUT", OBJECTS,
		  "{\"kind\":\"PodTemplate\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},"
		  "\"template\":{\"spec\":{\"containers\":[<,{\"name\":\"c#\",\"image\":\"j\"}>]}}"
		  "}",
		  200, 16000 },
		{ "POST", "/relist/v1/faults",
		  "{\"kind\":\"reply\",\"status\":200,\"body\":[{\"json\":[<,{\"a\":#}>]}]}", 201,
		  100000 },
		{ "POST", "/relist/v1/watches",
		  "{\"how\":\"send\",\"body\":[{\"json\":[<,{\"a\":#}>]}]}", 200, 100000 },
		{ "GET", "/relist/v1/requests", NULL, 200, 0 },
	};
	struct fakeapi__core *core = filled(10);
	size_t bytes = 0;

	(void)state;
	for (size_t i = 0; i < 12000; i++)
		(void)ask(core, "GET", MAPS "/m0000001", JSON, NULL, false, &bytes);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF body = STRBUF_INIT;
		uint64_t before;

		shape_text(&body, rows[i].body ? rows[i].body : "", rows[i].n);
		before = work;
		held = 0;
		assert_int_equal(ask(core, rows[i].method, rows[i].uri, JSON,
				     rows[i].body ? body.ptr : NULL, false, &bytes),
				 rows[i].status);
		if (held >= (work - before) / 10)
			print_message("%s %s: %llu of %llu in one part\n", rows[i].method,
				      rows[i].uri, (unsigned long long)held,
				      (unsigned long long)(work - before));
		assert_true(held < (work - before) / 10);
	}
	fakeapi__core_free(core);
	run_errands();
}

/* --- conversion --------------------------------------------------------------------------- */

#define GEARS "/apis/x.io/v2/namespaces/default/gears"
#define VERSION                                                                                    \
	",\"served\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","                   \
	"\"x-kubernetes-preserve-unknown-fields\":true}}}"

static const char gears[] =
    "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
    "\"metadata\":{\"name\":\"gears.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"
    "\"Namespaced\",\"names\":{\"plural\":\"gears\",\"kind\":\"Gear\"},\"conversion\":{"
    "\"strategy\":\"Webhook\",\"webhook\":{\"conversionReviewVersions\":[\"v1\"],"
    "\"clientConfig\":{\"url\":\"https://127.0.0.1:1/convert\"}}},\"versions\":["
    "{\"name\":\"v1\",\"storage\":true" VERSION ",{\"name\":\"v2\",\"storage\":false" VERSION "]}}";

/* `count` of them as v1; the first has so many parts more. */
static struct fakeapi__core *converting(size_t count, size_t parts)
{
	struct fakeapi__options opt = { .empty = true,
					.any_namespace = true,
					.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.run_aside = run_aside,
					.on_suspend = on_suspend,
					.ask = take_question };
	struct fakeapi__core *core = fakeapi__core_new(&opt, NULL);
	size_t bytes = 0;

	assert_non_null(core);
	assert_int_equal(ask(core, "POST",
			     "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", JSON, gears,
			     true, &bytes),
			 201);
	for (size_t i = 0; i < count; i++) {
		AUTO_STRBUF json = STRBUF_INIT;
		char name[32];
		struct fakeapi__write w = { .rv = 100 + i,
					    .group = STR("x.io"),
					    .resource = STR("gears"),
					    .ns = STR("default") };

		(void)snprintf(name, sizeof(name), "g%07zu", i);
		strbuf_addf(&json,
			    "{\"kind\":\"Gear\",\"apiVersion\":\"x.io/v1\",\"metadata\":{"
			    "\"name\":\"%s\",\"namespace\":\"default\",\"uid\":\"u%zu\","
			    "\"generation\":1,\"resourceVersion\":\"%zu\"},\"spec\":[0",
			    name, i, 100 + i);
		for (size_t k = 0; i == 0 && k < parts; k++)
			strbuf_addz(&json, ",{}");
		strbuf_addz(&json, "]}");
		w.name = str_of(name);
		w.json = strbuf_str(&json);
		assert_int_equal(fakeapi__core_restore(core, &w, NULL), 0);
	}
	return core;
}

static void webhook_conversion_reads_each_object_once_without_the_lock(void **state)
{
	static const struct {
		const char *name, *method, *uri, *accept;
		size_t count, parts;
		const char *body;
	} rows[] = {
		{ "list", "GET", GEARS, JSON, 2000, 0, NULL },
		{ "page", "GET", GEARS "?limit=100000", JSON, 2000, 0, NULL },
		{ "Table", "GET", GEARS, TABLE, 2000, 0, NULL },
		{ "deletion", "DELETE", GEARS, JSON, 2000, 0, NULL },
		{ "large one", "GET", GEARS "/g0000000", JSON, 1, 20000, NULL },
		{ "large one as a Table", "GET", GEARS "/g0000000", TABLE, 1, 20000, NULL },
		{ "large one in a list", "GET", GEARS, JSON, 1, 20000, NULL },
		{ "large one patched", "PATCH", GEARS "/g0000000", JSON, 1, 20000,
		  "{\"spec2\":{\"a\":1}}" },
		{ "large one deleted", "DELETE", GEARS "/g0000000", JSON, 1, 20000, NULL },
		{ "large one deleted with others", "DELETE", GEARS, JSON, 1, 45000, NULL },
	};
	bool fine = true;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		uint64_t steps[3], parts[3];
		double growth;

		for (size_t k = 0; k < ARRAY_LEN(steps); k++) {
			struct fakeapi__core *core =
			    converting(rows[i].count << (rows[i].parts ? 0 : k),
				       rows[i].parts << k);
			size_t bytes = 0;

			held = 0;
			steps[k] = work;
			assert_int_equal(ask(core, rows[i].method, rows[i].uri, rows[i].accept,
					     rows[i].body, false, &bytes),
					 200);
			steps[k] = work - steps[k];
			parts[k] = held;
			fakeapi__core_free(core);
			run_errands();
		}
		growth = (double)(steps[2] - steps[1]) / (double)(steps[1] - steps[0]);
		if (getenv("GROWTH_VERBOSE"))
			print_message("%s: %llu, %llu, %llu steps, %llu, %llu, %llu held, %.2f\n",
				      rows[i].name, (unsigned long long)steps[0],
				      (unsigned long long)steps[1], (unsigned long long)steps[2],
				      (unsigned long long)parts[0], (unsigned long long)parts[1],
				      (unsigned long long)parts[2], growth);
		if (growth <= growth_max && parts[2] < steps[2] / 20)
			continue;
		print_message("%s: %llu, %llu, %llu steps, grows by %.2f; %llu in one part\n",
			      rows[i].name, (unsigned long long)steps[0],
			      (unsigned long long)steps[1], (unsigned long long)steps[2], growth,
			      (unsigned long long)parts[2]);
		fine = false;
	}
	assert_true(fine);
}

/* --- types -------------------------------------------------------------------------------- */

static void discovery_work_grows_linearly_with_the_types(void **state)
{
	static const struct {
		const char *uri, *accept;
	} rows[] = {
		{ "/", JSON },
		{ "/apis", JSON },
		{ "/apis", "application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io" },
		{ "/apis/g0.example.com", JSON },
		{ "/apis/g0.example.com/v1", JSON },
		{ "/apis/g0.example.com/v1/namespaces/default/ws", JSON },
		{ "/apis/nowhere.example.com/v1/ws", JSON },
		{ "/openapi/v3", JSON },
		{ "/openapi/v3/apis/g0.example.com/v1", JSON },
		{ "/openapi/v2", JSON },
		{ "/metrics", JSON },
		{ "/readyz?verbose", JSON },
	};
	enum { TYPES = 150 };
	uint64_t steps[3][ARRAY_LEN(rows)], parts[3][ARRAY_LEN(rows)], made[3];
	struct fakeapi__core *core = filled(0);
	bool fine = true;

	(void)state;
	for (size_t k = 0, have = 0; k < ARRAY_LEN(made); have = TYPES << k++) {
		made[k] = work;
		add_types(core, have, TYPES << k);
		made[k] = work - made[k];
		for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
			uint64_t before = work;
			size_t bytes = 0;

			held = 0;
			(void)ask(core, "GET", rows[i].uri, rows[i].accept, NULL, false, &bytes);
			steps[k][i] = work - before;
			parts[k][i] = held;
		}
	}
	fakeapi__core_free(core);
	run_errands();
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		uint64_t a = steps[0][i], b = steps[1][i], c = steps[2][i];
		double growth = (double)(c - b) / (double)(b > a ? b - a : 1);

		if (c > b && c - b > 20 * 1000 && growth > growth_max) {
			print_message("%s: %llu, %llu, %llu steps, grows by %.2f\n", rows[i].uri,
				      (unsigned long long)a, (unsigned long long)b,
				      (unsigned long long)c, growth);
			fine = false;
		}
		if (getenv("GROWTH_VERBOSE"))
			print_message("%s: %llu held of %llu\n", rows[i].uri,
				      (unsigned long long)parts[2][i], (unsigned long long)c);
	}
	/* The second half of twice as many may cost no more than the first two. */
	if ((double)made[2] / (double)made[1] > growth_max) {
		print_message("to define %d types: %llu, then as many again: %llu\n", TYPES,
			      (unsigned long long)made[1], (unsigned long long)made[2]);
		fine = false;
	}
	assert_true(fine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(growth_check_detects_quadratic_work),
		cmocka_unit_test(work_of_each_request_grows_linearly),
		cmocka_unit_test(lock_hold_time_does_not_grow_with_the_store),
		cmocka_unit_test(lock_hold_time_of_a_rewind_does_not_grow_with_its_length),
		cmocka_unit_test(long_control_calls_yield_the_lock),
		cmocka_unit_test(webhook_conversion_reads_each_object_once_without_the_lock),
		cmocka_unit_test(discovery_work_grows_linearly_with_the_types),
	};

	base__alloc_init_cjson();
	cmocka_set_test_filter(getenv("GROWTH_ONLY"));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
