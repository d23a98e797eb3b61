/* SPDX-License-Identifier: Apache-2.0 */
/* Events that a webhook converts: the worker thread encodes each once for all watches of a form. */
#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define DEFINITIONS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define GEARS(v)    "/apis/x.io/" v "/namespaces/default/gears"
#define TABLE	    "application/json;as=Table;v=v1;g=meta.k8s.io"

enum { CALLS_MAX = 8, LARGE = 300 * 1000 };

/* A server whose errands and questions wait until they are run and answered. */
struct side {
	struct kit kit;
	struct fakeapi__errand *errands;
	int errand_count;
	struct {
		uint64_t id;
		struct strbuf body;
	} calls[CALLS_MAX];
	size_t count, forgotten;
	bool refuses;		  /* a question is refused while it is sent */
	struct kit_watch *leaves; /* this watch ends while a line is built */
};

static void run_aside(void *user, struct fakeapi__errand *errand)
{
	struct side *s = user;

	errand->next = s->errands;
	s->errands = errand;
	s->errand_count++;
}

static int run_errands(struct side *s)
{
	int n = 0;

	for (struct fakeapi__errand *e; (e = s->errands); n++) {
		s->errands = e->next;
		e->run(e);
	}
	return n;
}

static void on_suspend(void *user, bool suspended)
{
	struct side *s = user;
	struct kit_watch *w = s->leaves;

	if (!suspended || !w)
		return;
	s->leaves = NULL;
	kit_unwatch(w);
}

static bool take_question(void *user, const struct fakeapi__question *q)
{
	struct side *s = user;

	long granted = base__alloc_fail_after;

	base__alloc_fail_after = -1;
	assert_true(s->count < CALLS_MAX);
	s->calls[s->count].id = q->id;
	strbuf_init(&s->calls[s->count].body);
	strbuf_adds(&s->calls[s->count].body, q->body);
	s->count++;
	base__alloc_fail_after = granted;
	return !s->refuses;
}

static void forget(void *user, uint64_t id)
{
	struct side *s = user;

	(void)id;
	s->forgotten++;
}

static void side_open(struct side *s)
{
	struct fakeapi__options opt = { .run_aside = run_aside,
					.on_freed_user = s,
					.on_suspend = on_suspend,
					.on_suspend_user = s,
					.ask = take_question,
					.forget = forget,
					.ask_user = s };

	memset(s, 0, sizeof(*s));
	kit_open(&s->kit, &opt);
	assert_int_equal(
	    kit_do(&s->kit, "POST", DEFINITIONS,
		   "{\"metadata\":{\"name\":\"gears.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"
		   "\"Namespaced\",\"names\":{\"plural\":\"gears\",\"kind\":\"Gear\"},"
		   "\"conversion\":{\"strategy\":\"Webhook\",\"webhook\":{"
		   "\"conversionReviewVersions\":[\"v1\"],\"clientConfig\":{\"url\":"
		   "\"https://127.0.0.1:1/convert\"}}},\"versions\":["
		   "{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
		   "\"openAPIV3Schema\":{\"type\":\"object\",\"x-kubernetes-preserve-unknown-"
		   "fields\":true}}},{\"name\":\"v2\",\"served\":true,\"storage\":false,"
		   "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"x-kubernetes-preserve-"
		   "unknown-fields\":true}}},{\"name\":\"v3\",\"served\":true,\"storage\":false,"
		   "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}"),
	    201);
	s->kit.aside = true;
}

static void side_close(struct side *s)
{
	assert_null(s->errands);
	kit_close(&s->kit);
	for (size_t i = 0; i < s->count; i++)
		strbuf_fini(&s->calls[i].body);
}

static void put_gear(struct side *s, const char *name, size_t fill)
{
	AUTO_STRBUF body = STRBUF_INIT;

	s->kit.aside = false;
	strbuf_addf(&body,
		    "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Gear\",\"metadata\":{\"name\":"
		    "\"%s\"},\"spec\":\"",
		    name);
	for (size_t i = 0; i < fill; i++)
		strbuf_addc(&body, 'x');
	strbuf_addz(&body, "\"}");
	assert_int_equal(kit_do(&s->kit, "POST", GEARS("v1"), body.ptr), 201);
	s->kit.aside = true;
}

/* The i-th question: its objects as wanted, `left` of them at most. */
static void answer(struct side *s, size_t i, int left)
{
	cJSON *tree = cJSON_Parse(s->calls[i].body.ptr), *obj;
	cJSON *request = fakeapi__member(tree, "request"), *list = cJSON_CreateArray();
	const char *version = fakeapi__string(request, "desiredAPIVersion");
	struct fakeapi__reply r = { .status = 200 };
	AUTO_STRBUF body = STRBUF_INIT;
	char *text;

	while (left-- > 0 &&
	       (obj = cJSON_DetachItemFromArray(fakeapi__member(request, "objects"), 0))) {
		assert_int_equal(fakeapi__set(obj, "apiVersion", cJSON_CreateString(version)), 0);
		assert_true(cJSON_AddItemToArray(list, obj));
	}
	text = fakeapi__print(list);
	strbuf_addf(&body,
		    "{\"kind\":\"ConversionReview\",\"apiVersion\":\"apiextensions.k8s.io/v1\","
		    "\"response\":{\"uid\":\"%s\",\"result\":{\"status\":\"Success\"},"
		    "\"convertedObjects\":%s}}",
		    fakeapi__string(request, "uid"), text);
	r.body = strbuf_str(&body);
	r.content_type = STR("application/json");
	fakeapi__core_reply(s->kit.core, s->calls[i].id, &r);
	cJSON_free(text);
	cJSON_Delete(list);
	cJSON_Delete(tree);
}

/* What there is now, as it comes over the wire. */
static const char *raw(struct kit_watch *w, struct strbuf *out)
{
	char buf[4096];

	strbuf_clear(out);
	while ((w->end = w->x->ops->pull(w->x, w->kit->now_ns, buf, sizeof(buf))) > 0)
		strbuf_add(out, buf, (size_t)w->end);
	return out->len ? out->ptr : "";
}

static void watches_of_one_form_share_the_conversion_and_the_event_text(void **state)
{
	static const struct {
		const char *accept;
		size_t fill;
	} rows[] = { { NULL, 1 }, { NULL, LARGE }, { TABLE, 1 }, { TABLE, LARGE } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct kit_watch w[3];
		struct side s;

		side_open(&s);
		put_gear(&s, "a", rows[i].fill);
		s.kit.accept = rows[i].accept;
		for (size_t n = 0; n < ARRAY_LEN(w); n++) {
			kit_watch(&s.kit, &w[n], GEARS("v2") "?watch=1");
			assert_string_equal(kit_events(&w[n], &out), "");
		}
		assert_int_equal(s.count, 0); /* not even sent on the serving thread */
		assert_int_equal(run_errands(&s), 1);
		assert_int_equal(s.count, 1);
		for (size_t n = 0; n < ARRAY_LEN(w); n++) {
			assert_string_equal(kit_events(&w[n], &out), "");
			assert_int_equal(w[n].woken, 0);
		}
		answer(&s, 0, 1);
		assert_int_equal(w[0].woken, 0); /* the worker thread reads the response as well */
		assert_int_equal(run_errands(&s), 1);
		for (size_t n = 0; n < ARRAY_LEN(w); n++) {
			assert_int_equal(w[n].woken, 1);
			assert_int_equal(strncmp(raw(&w[n], &out), "{\"type\":\"ADDED\"", 15), 0);
			assert_non_null(
			    strstr(out.ptr, rows[i].accept ? "\"rows\"" : "\"x.io/v2\""));
			kit_unwatch(&w[n]);
		}
		assert_int_equal(s.errand_count, 2);
		side_close(&s);
	}
}

static void abandoned_conversion_call_is_dropped(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct kit_watch w, other;
	struct side s;

	(void)state;
	side_open(&s);
	put_gear(&s, "a", 1);
	kit_watch(&s.kit, &w, GEARS("v2") "?watch=1"); /* before it is sent */
	assert_string_equal(kit_events(&w, &out), "");
	kit_unwatch(&w);
	assert_int_equal(run_errands(&s), 1);
	assert_int_equal(s.count, 0);
	kit_watch(&s.kit, &w, GEARS("v2") "?watch=1"); /* before it is answered */
	assert_string_equal(kit_events(&w, &out), "");
	assert_int_equal(run_errands(&s), 1);
	kit_unwatch(&w);
	assert_int_equal(s.count, 1);
	assert_int_equal(s.forgotten, 1);
	answer(&s, 0, 1);
	assert_int_equal(run_errands(&s), 0);
	kit_watch(&s.kit, &w, GEARS("v2") "?watch=1"); /* before the answer is read */
	assert_string_equal(kit_events(&w, &out), "");
	assert_int_equal(run_errands(&s), 1);
	answer(&s, 1, 1);
	kit_unwatch(&w);
	kit_watch(&s.kit, &other, GEARS("v2") "?watch=1"); /* waits for the same line */
	assert_string_equal(kit_events(&other, &out), "");
	assert_int_equal(run_errands(&s), 1);
	assert_int_equal(s.count, 2);
	assert_string_equal(kit_events(&other, &out), "ADDED a, ");
	put_gear(&s, "b", 1);
	assert_string_equal(kit_events(&other, &out), "");
	s.leaves = &other; /* while it is at work */
	assert_int_equal(run_errands(&s), 1);
	assert_null(s.leaves);
	side_close(&s);
}

static void conversion_error_is_sent_to_every_watch(void **state)
{
	static const struct {
		const char *what, *message;
	} rows[] = {
		{ "short", "returned 0 objects, expected 1" },
		{ "late", "context deadline exceeded" },
		{ "no memory", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct kit_watch w[2];
		struct side s;

		side_open(&s);
		put_gear(&s, "a", 1);
		for (size_t n = 0; n < ARRAY_LEN(w); n++) {
			kit_watch(&s.kit, &w[n], GEARS("v2") "?watch=1");
			assert_string_equal(kit_events(&w[n], &out), "");
		}
		s.refuses = !rows[i].message;
		assert_int_equal(run_errands(&s), 1);
		if (i == 0) {
			answer(&s, 0, 0);
		} else if (i == 1) { /* 30 seconds of the question, not of the watch */
			int64_t at = w[0].x->ops->deadline_ns(w[0].x);

			assert_true(at == s.kit.now_ns + 30 * NS_PER_S);
			s.kit.now_ns = at - 1;
			assert_string_equal(kit_events(&w[0], &out), "");
			assert_int_equal(run_errands(&s), 0);
			s.kit.now_ns = at;
			assert_string_equal(kit_events(&w[0], &out), "");
			assert_int_equal(s.forgotten, 1);
		}
		assert_int_equal(run_errands(&s), i < 2 ? 1 : 0);
		for (size_t n = 0; n < ARRAY_LEN(w); n++) {
			assert_int_equal(w[n].woken, 1);
			(void)raw(&w[n], &out);
			assert_int_equal(w[n].end, FAKEAPI_PULL_END);
			if (rows[i].message) {
				assert_int_equal(strncmp(out.ptr, "{\"type\":\"ERROR\"", 15), 0);
				assert_non_null(strstr(out.ptr, rows[i].message));
			}
			kit_unwatch(&w[n]);
		}
		side_close(&s);
	}
}

static void deleted_type_stays_valid_while_its_event_is_rendered(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct kit_watch w;
	struct side s;

	(void)state;
	side_open(&s);
	put_gear(&s, "a", 1);
	kit_watch(&s.kit, &w, GEARS("v2") "?watch=1");
	assert_string_equal(kit_events(&w, &out), "");
	assert_int_equal(run_errands(&s), 1);
	s.kit.aside = false;
	assert_int_equal(kit_do(&s.kit, "DELETE", DEFINITIONS "/gears.x.io", NULL), 200);
	assert_int_equal(kit_do(&s.kit, "POST", "/relist/v1/reset", "{}"), 200);
	answer(&s, 0, 1);
	(void)run_errands(&s);
	(void)kit_events(&w, &out);
	assert_int_equal(w.end, FAKEAPI_PULL_CUT);
	kit_unwatch(&w);
	(void)kit_do(&s.kit, "GET", "/version", NULL);
	(void)run_errands(&s);
	side_close(&s);
}

#define AS(kind, version) "application/json;as=" kind ";v=" version ";g=meta.k8s.io"

/* Two watches share the text of an event only if form, version and object are equal. */
static void events_are_shared_only_by_equal_watches(void **state)
{
	static const struct {
		const char *uri[2], *accept[2];
		int lines;
	} rows[] = {
		{ { GEARS("v2") "?watch=1", GEARS("v2") "?watch=1" }, { NULL, NULL }, 2 },
		{ { GEARS("v2") "?watch=1", GEARS("v3") "?watch=1" }, { NULL, NULL }, 4 },
		{ { GEARS("v2") "?watch=1", GEARS("v2") "?watch=1" }, { NULL, TABLE }, 4 },
		{ { GEARS("v2") "?watch=1", GEARS("v2") "?watch=1&includeObject=None" },
		  { TABLE, TABLE },
		  4 },
		{ { GEARS("v2") "?watch=1", GEARS("v2") "?watch=1" },
		  { AS("Table", "v1"), AS("Table", "v1beta1") },
		  4 },
		{ { GEARS("v2") "?watch=1", GEARS("v2") "?watch=1" },
		  { AS("PartialObjectMetadata", "v1"),
		    "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g="
		    "meta.k8s.io" },
		  4 },
		{ { GEARS("v2") "?watch=1&fieldSelector=metadata.name%3Da",
		    GEARS("v2") "?watch=1&fieldSelector=metadata.name%3Db" },
		  { NULL, NULL },
		  2 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct kit_watch w[2];
		struct side s;

		side_open(&s);
		put_gear(&s, "a", 1);
		put_gear(&s, "b", 1);
		for (size_t n = 0; n < 2; n++) {
			s.kit.accept = rows[i].accept[n];
			kit_watch(&s.kit, &w[n], rows[i].uri[n]);
		}
		for (size_t answered = 0, turn = 0; turn < 4; turn++) {
			for (size_t n = 0; n < 2; n++)
				(void)raw(&w[n], &out);
			(void)run_errands(&s);
			for (; answered < s.count; answered++)
				answer(&s, answered, 1);
			(void)run_errands(&s);
		}
		if (s.count != (size_t)rows[i].lines)
			print_message("row %zu\n", i);
		assert_int_equal(s.count, rows[i].lines);
		for (size_t n = 0; n < 2; n++)
			kit_unwatch(&w[n]);
		side_close(&s);
	}
}

static void label_a(struct side *s, const char *value)
{
	char body[100];

	(void)snprintf(body, sizeof(body), "{\"metadata\":{\"labels\":{\"app\":\"%s\"}}}", value);
	s->kit.aside = false;
	s->kit.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&s->kit, "PATCH", GEARS("v1") "/a", body), 200);
	s->kit.content_type = NULL;
	s->kit.aside = true;
}

/* The same object under its own version and under the one at which it left a selector. */
static void object_sent_under_two_versions_is_rendered_twice(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct kit_watch w[2];
	struct side s;

	(void)state;
	side_open(&s);
	put_gear(&s, "a", 1);
	label_a(&s, "x");
	kit_watch(&s.kit, &w[0], GEARS("v2") "?watch=1&labelSelector=app%3Dx");
	assert_string_equal(kit_events(&w[0], &out), "");
	(void)run_errands(&s);
	answer(&s, 0, 1);
	(void)run_errands(&s);
	assert_string_equal(kit_events(&w[0], &out), "ADDED a, ");
	kit_watch(&s.kit, &w[1], GEARS("v2") "?watch=1");
	label_a(&s, "y");
	for (size_t n = 0; n < 2; n++)
		assert_string_equal(kit_events(&w[n], &out), "");
	assert_int_equal(run_errands(&s), 2);
	assert_int_equal(s.count, 3);
	answer(&s, 1, 1);
	answer(&s, 2, 1);
	(void)run_errands(&s);
	assert_string_equal(kit_events(&w[0], &out), "DELETED a, ");
	assert_string_equal(kit_events(&w[1], &out), "ADDED a, ");
	for (size_t n = 0; n < 2; n++)
		kit_unwatch(&w[n]);
	(void)run_errands(&s);
	side_close(&s);
}

/* The event that the watch awaited was rewound; another event takes its version. */
static void watch_drops_a_pending_event_after_a_rewind(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct kit_watch w;
	struct side s;
	char body[64];

	(void)state;
	side_open(&s);
	put_gear(&s, "a", 1);
	(void)snprintf(body, sizeof(body), "{\"resourceVersion\":\"%s\"}",
		       kit_at(&s.kit, "metadata.resourceVersion"));
	kit_watch(&s.kit, &w, GEARS("v2") "?watch=1");
	(void)kit_events(&w, &out);
	(void)run_errands(&s);
	answer(&s, 0, 1);
	(void)run_errands(&s);
	assert_string_equal(kit_events(&w, &out), "ADDED a, ");
	put_gear(&s, "b", 1);
	assert_string_equal(kit_events(&w, &out), "");
	(void)run_errands(&s);
	assert_int_equal(s.count, 2);
	s.kit.aside = false;
	assert_int_equal(kit_do(&s.kit, "POST", "/relist/v1/rewind", body), 200);
	put_gear(&s, "c", 1);
	answer(&s, 1, 1);
	(void)run_errands(&s);
	assert_null(strstr(kit_events(&w, &out), "ADDED b"));
	(void)run_errands(&s);
	if (w.end == FAKEAPI_PULL_WAIT) {
		assert_int_equal(s.count, 3);
		answer(&s, 2, 1);
		(void)run_errands(&s);
		assert_string_equal(kit_events(&w, &out), "ADDED c, ");
	}
	kit_unwatch(&w);
	(void)run_errands(&s);
	side_close(&s);
}

/* The others are rendered, whichever watch ends first. */
static void events_of_several_forms_are_rendered_independently(void **state)
{
	static const char *const accepts[] = { NULL, TABLE,
					       "application/json;as=PartialObjectMetadata;v=v1;g="
					       "meta.k8s.io" };

	(void)state;
	for (size_t gone = 0; gone < 3; gone++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct kit_watch w[3], again;
		struct side s;

		side_open(&s);
		put_gear(&s, "a", 1);
		for (size_t n = 0; n < 3; n++) {
			s.kit.accept = accepts[n];
			kit_watch(&s.kit, &w[n], GEARS("v2") "?watch=1");
			assert_string_equal(kit_events(&w[n], &out), "");
		}
		assert_int_equal(run_errands(&s), 3);
		assert_int_equal(s.count, 3);
		kit_unwatch(&w[gone]);
		assert_int_equal(s.forgotten, 1);
		s.kit.accept = accepts[gone];
		kit_watch(&s.kit, &again, GEARS("v2") "?watch=1");
		assert_string_equal(kit_events(&again, &out), "");
		assert_int_equal(run_errands(&s), 1); /* a question of its own */
		assert_int_equal(s.count, 4);
		for (size_t i = 0; i < 4; i++)
			answer(&s, i, 1);
		assert_int_equal(run_errands(&s), 3);
		for (size_t n = 0; n < 3; n++) {
			struct kit_watch *one = n == gone ? &again : &w[n];

			assert_int_equal(strncmp(raw(one, &out), "{\"type\":\"ADDED\"", 15), 0);
			kit_unwatch(one);
		}
		side_close(&s);
	}
}

static void watch_without_a_second_thread_converts_inline(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct kit_watch w;
	struct side s;

	(void)state;
	side_open(&s);
	put_gear(&s, "a", 1);
	s.kit.aside = false;
	kit_watch(&s.kit, &w, GEARS("v2") "?watch=1");
	assert_string_equal(kit_events(&w, &out), "");
	assert_int_equal(s.count, 1);
	answer(&s, 0, 1);
	assert_int_equal(w.woken, 1);
	assert_string_equal(kit_events(&w, &out), "ADDED a, ");
	assert_int_equal(s.errand_count, 0);
	kit_unwatch(&w);
	side_close(&s);
}

/* A deleted type is freed as soon as the last line of it is made. */
static void types_are_released_with_the_last_line(void **state)
{
	(void)state;
	for (int far = 0; far < 4; far++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct kit_watch w;
		struct side s;

		side_open(&s);
		put_gear(&s, "a", 1);
		kit_watch(&s.kit, &w, GEARS("v2") "?watch=1");
		assert_string_equal(kit_events(&w, &out), "");
		if (far > 0)
			assert_int_equal(run_errands(&s), 1);
		if (far > 1)
			answer(&s, 0, 1);
		if (far > 2)
			assert_int_equal(run_errands(&s), 1);
		kit_unwatch(&w);
		s.kit.aside = false;
		s.errand_count = 0;
		assert_int_equal(kit_do(&s.kit, "DELETE", DEFINITIONS "/gears.x.io", NULL), 200);
		assert_int_equal(kit_do(&s.kit, "DELETE", GEARS("v1") "/a", NULL), 404);
		/* It waits for a line that is about to be made. */
		assert_int_equal(s.errand_count, far == 0 || far == 2 ? 0 : 1);
		assert_int_equal(run_errands(&s), 1);
		assert_int_equal(kit_do(&s.kit, "GET", "/version", NULL), 200);
		assert_int_equal(s.errand_count, 1);
		(void)run_errands(&s);
		side_close(&s);
	}
}

static void watch_conversion_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC({
		long granted = base__alloc_fail_after;
		AUTO_STRBUF out = STRBUF_INIT;
		struct kit_watch w;
		struct side s;
		char buf[4096];
		ptrdiff_t n;

		base__alloc_fail_after = -1;
		side_open(&s);
		put_gear(&s, "a", 1);
		kit_watch(&s.kit, &w, GEARS("v2") "?watch=1");
		base__alloc_fail_after = granted;
		n = w.x->ops->pull(w.x, s.kit.now_ns, buf, sizeof(buf));
		(void)run_errands(&s);
		granted = base__alloc_fail_after;
		base__alloc_fail_after = -1;
		if (s.count)
			answer(&s, 0, 1);
		base__alloc_fail_after = granted;
		(void)run_errands(&s);
		if (n == FAKEAPI_PULL_WAIT)
			n = w.x->ops->pull(w.x, s.kit.now_ns, buf, sizeof(buf));
		granted = base__alloc_fail_after;
		base__alloc_fail_after = -1;
		/* Whole or not at all; it does not wait for a line that is not being made. */
		if (n > 0)
			strbuf_add(&out, buf, (size_t)n);
		assert_true(n == FAKEAPI_PULL_END || strstr(out.ptr, "x.io/v2\"") ||
			    strstr(out.ptr, "ERROR"));
		kit_unwatch(&w);
		side_close(&s);
		base__alloc_fail_after = granted;
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(watches_of_one_form_share_the_conversion_and_the_event_text),
		cmocka_unit_test(abandoned_conversion_call_is_dropped),
		cmocka_unit_test(conversion_error_is_sent_to_every_watch),
		cmocka_unit_test(deleted_type_stays_valid_while_its_event_is_rendered),
		cmocka_unit_test(events_are_shared_only_by_equal_watches),
		cmocka_unit_test(object_sent_under_two_versions_is_rendered_twice),
		cmocka_unit_test(watch_drops_a_pending_event_after_a_rewind),
		cmocka_unit_test(events_of_several_forms_are_rendered_independently),
		cmocka_unit_test(watch_without_a_second_thread_converts_inline),
		cmocka_unit_test(types_are_released_with_the_last_line),
		cmocka_unit_test(watch_conversion_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
