/* SPDX-License-Identifier: Apache-2.0 */
/* Nobody's request may cost the square of its length: every row of tests/kit/shapes.c is sent three
 * times, each twice as long as the one before, and the work is counted, not timed.
 *
 * This program is linked against objects of base/ and fakeapi/ that the compiler made to call
 * __sanitizer_cov_trace_pc() in every basic block, and what walks memory or lists inside cJSON and
 * libc is wrapped by the linker (Makefile): so a step is a step whoever takes it. */
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
enum { FIRST = 1000, FIRST_OF_QUERY = 100 };
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

static void twice_as_long_is_about_twice_the_work(void **state)
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

static void a_square_would_be_noticed(void **state)
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

/* The work of the longest part in which nobody else is let in. */
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

/* As if the lock were let go here. */
static void turn(void)
{
	on_suspend(NULL, true);
	run_errands();
	on_suspend(NULL, false);
}

enum { PULLS_MAX = 200000 };

/* The way of a request through the server's worker. `unread`: its client hangs up. */
static int ask(struct fakeapi__core *core, const char *method, const char *uri, const char *accept,
	       const char *body, bool unread, size_t *bytes)
{
	struct fakeapi__server *server = fakeapi__core_server(core);
	const char *query = strchr(uri, '?');
	struct fakeapi__header headers[] = {
		{ STR("Accept"), str_of(accept) },
		{ STR("Content-Type"), STR("application/merge-patch+json") },
	};
	struct fakeapi__request req = { .method = str_of(method),
					.path = { uri,
						  query ? (size_t)(query - uri) : strlen(uri) },
					.query = str_of(query ? query + 1 : ""),
					.headers = headers,
					.header_count = body ? 2 : 1,
					.body = str_of(body ? body : ""),
					.may_hand_over = true };
	int64_t now_ns = NS_PER_S;
	struct fakeapi__exchange *x;
	char buf[65536];
	int status;

	held_from = work;
	x = server->begin(server, now_ns, &req, (struct fakeapi__wake) { NULL, NULL });
	assert_non_null(x);
	turn();
	status = x->ops->head(x, now_ns) == FAKEAPI_HEAD_READY ? x->status : 0;
	turn();
	for (int i = 0; !unread && i < PULLS_MAX; i++) {
		ptrdiff_t n = x->ops->pull(x, now_ns, buf, sizeof(buf));

		turn();
		*bytes += n > 0 ? (size_t)n : 0;
		if (n == FAKEAPI_PULL_WAIT && x->ops->deadline_ns(x) > now_ns + NS_PER_S)
			break;
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

#define MAPS  "/api/v1/namespaces/default/configmaps"
#define JSON  "application/json"
#define TABLE "application/json;as=Table;v=v1;g=meta.k8s.io"

static void no_part_under_the_lock_grows_with_the_store(void **state)
{
	static const struct {
		const char *name, *method, *uri, *accept;
		bool unread;
		const char *body;
	} rows[] = {
		{ "list", "GET", MAPS, JSON, false, NULL },
		{ "list nobody reads", "GET", MAPS, JSON, true, NULL },
		{ "page", "GET", MAPS "?limit=5", JSON, false, NULL },
		{ "labels", "GET", MAPS "?labelSelector=app%3Db", JSON, false, NULL },
		{ "fields", "GET", MAPS "?fieldSelector=metadata.name%3Dm", JSON, false, NULL },
		{ "Table", "GET", MAPS "?labelSelector=app%3Db", TABLE, false, NULL },
		{ "watch", "GET", MAPS "?watch=1&labelSelector=app%3Db", JSON, false, NULL },
		{ "watch nobody reads", "GET", MAPS "?watch=1", JSON, true, NULL },
		{ "watch list", "GET",
		  MAPS "?watch=1&sendInitialEvents=true&allowWatchBookmarks=true"
		       "&resourceVersionMatch=NotOlderThan",
		  JSON, false, NULL },
		{ "Table watch", "GET", MAPS "?watch=1&labelSelector=app%3Db", TABLE, false, NULL },
		{ "everything", "GET", "/relist/v1/objects", JSON, false, NULL },
		{ "everything nobody reads", "GET", "/relist/v1/objects", JSON, true, NULL },
		{ "the last finalizer", "PATCH", MAPS "/m0000000", JSON, true,
		  "{\"metadata\":{\"finalizers\":null}}" },
		{ "garbage", "POST", "/relist/v1/gc", JSON, true, NULL },
		{ "deletion of some", "DELETE", MAPS "?labelSelector=app%3Db", JSON, false, NULL },
		{ "compaction", "POST", "/relist/v1/compact", JSON, true, NULL },
		{ "reset", "POST", "/relist/v1/reset", JSON, true, NULL },
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
					 200);
			parts[k][i] = held;
		}
		fakeapi__core_free(core);
		run_errands();
	}
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		/* What is answered grows, what is waited for does not. */
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

/* --- types -------------------------------------------------------------------------------- */

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

static void discovery_grows_as_the_types_do(void **state)
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
		cmocka_unit_test(a_square_would_be_noticed),
		cmocka_unit_test(twice_as_long_is_about_twice_the_work),
		cmocka_unit_test(no_part_under_the_lock_grows_with_the_store),
		cmocka_unit_test(discovery_grows_as_the_types_do),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
