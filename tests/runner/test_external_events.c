/* SPDX-License-Identifier: Apache-2.0 */
/* The visible part of an external informer, as events. */
#include "base/str.h"
#include "fakeapi/serializer/protobuf.h"
#include "runner/posix/external_events.h"
#include "runner/world/world.h"
#include "tests/kit/testing.h"

static void keep(void *user, const struct trace_event *ev)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str rv;

	strbuf_addf(user, "%s.%s", trace_kind_group(ev->kind), trace_kind_word(ev->kind));
	if (ev->id)
		strbuf_addf(user, " #%u", ev->id);
	if (ev->n)
		strbuf_addf(user, " n=%lld", (long long)ev->n);
	if (ev->who.len)
		strbuf_addf(user, " who=" STR_FMT, STR_ARG(ev->who));
	if (ev->key.len)
		strbuf_addf(user, " key=" STR_FMT, STR_ARG(ev->key));
	if (ev->text.len)
		strbuf_addf(user, " text=" STR_FMT, STR_ARG(ev->text));
	rv = world__event_rv(ev, &scratch);
	if (rv.len)
		strbuf_addf(user, " rv=" STR_FMT, STR_ARG(rv));
	strbuf_addc(user, '\n');
}

static void begin(struct external_answer *a, const struct trace_sink *sink, const char *query)
{
	struct fakeapi__request req = { .method = STR("GET"),
					.path = STR("/api/v1/pods"),
					.query = str_of(query) };

	runner__external_request(a, sink, 1, 7, NULL, &req);
}

#define ADDED "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\"}}}\n"

static void watch_event_is_recorded_when_complete(void **state)
{
	static const char bytes[] =
	    ADDED "\n{\"type\":\"ERROR\",\"object\":{\"code\":410}}\nno json\n{\"type\":";

	(void)state;
	for (size_t piece = 1; piece <= sizeof(bytes); piece++) {
		AUTO_STRBUF got = STRBUF_INIT;
		struct trace_sink sink = { keep, &got };
		struct external_answer a;

		begin(&a, &sink, "watch=1");
		runner__external_head(&a, 2, FAKEAPI_HEAD_WAIT, 0);
		runner__external_head(&a, 2, FAKEAPI_HEAD_READY, 200);
		runner__external_head(&a, 2, FAKEAPI_HEAD_READY, 200);
		for (size_t at = 0; at < sizeof(bytes) - 1; at += piece) {
			size_t left = sizeof(bytes) - 1 - at;

			runner__external_bytes(&a, 3, bytes + at,
					       (ptrdiff_t)(left < piece ? left : piece));
		}
		runner__external_bytes(&a, 4, NULL, FAKEAPI_PULL_WAIT);
		runner__external_bytes(&a, 4, NULL, FAKEAPI_PULL_RESET);
		runner__external_end(&a, 5, false);
		assert_string_equal(got.ptr, "wire.request #7 key=/api/v1/pods text=watch=1\n"
					     "wire.response #7 n=200\n"
					     "wire.event #7 n=51 who=pods key=a text=ADDED\n"
					     "wire.event #7 n=38 who=pods text=ERROR\n"
					     "wire.event #7 n=7 who=pods text=?\n"
					     "wire.end #7 text=reset\n");
	}
}

static void add_frame(struct strbuf *out, const char *type, const char *json)
{
	AUTO_STRBUF object = STRBUF_INIT;
	char frame[32];

	assert_int_equal(fakeapi__protobuf_encode(str_of(json), 0, &object), 0);
	strbuf_add(out, frame, fakeapi__protobuf_frame(type, object.len, frame));
	strbuf_adds(out, strbuf_str(&object));
}

/* As typed clients of Go get them, in pieces of each length. */
static void event_in_protobuf_is_recorded_like_one_in_json(void **state)
{
	AUTO_STRBUF bytes = STRBUF_INIT, want = STRBUF_INIT;
	size_t first, second;

	(void)state;
	add_frame(&bytes, "MODIFIED",
		  "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
		  "\"namespace\":\"d\",\"resourceVersion\":\"5\"}}");
	first = bytes.len;
	add_frame(&bytes, "ERROR",
		  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"code\":410}");
	second = bytes.len - first;
	strbuf_addf(&want,
		    "wire.event #7 n=%zu who=pods key=d/a text=MODIFIED rv=5\n"
		    "wire.event #7 n=%zu who=pods text=ERROR\n",
		    first, second);
	for (size_t piece = 1; piece <= bytes.len; piece++) {
		AUTO_STRBUF got = STRBUF_INIT;
		struct trace_sink sink = { keep, &got };
		struct external_answer a;

		begin(&a, &sink, "watch=1");
		runner__external_head(&a, 2, FAKEAPI_HEAD_READY, 200);
		strbuf_clear(&got);
		for (size_t at = 0; at < bytes.len; at += piece) {
			size_t left = bytes.len - at;

			runner__external_bytes(&a, 3, bytes.ptr + at,
					       (ptrdiff_t)(left < piece ? left : piece));
		}
		assert_string_equal(got.ptr, want.ptr);
		runner__external_end(&a, 5, false);
	}
}

/* A program that is started for one type watches others, too. */
static void event_has_the_resource_of_its_request(void **state)
{
	static const struct {
		const char *path, *who;
	} rows[] = {
		{ "/api/v1/pods", "pods" },
		{ "/api/v1/namespaces", "namespaces" },
		{ "/api/v1/namespaces/d/pods", "pods" },
		{ "/apis/acme.io/v1/pools", "pools" },
		{ "/apis/acme.io/v1/namespaces/d/pools", "pools" },
		{ "/version", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct fakeapi__request req = { .method = STR("GET"),
						.path = str_of(rows[i].path) };
		struct trace_sink sink = { NULL, NULL };
		struct external_answer a;

		runner__external_request(&a, &sink, 1, 7, NULL, &req);
		assert_string_equal(a.who, rows[i].who);
		runner__external_end(&a, 5, false);
	}
}

static void keep_method(void *user, const struct trace_event *ev)
{
	if (ev->kind == TRACE_WIRE_REQUEST)
		strbuf_adds(user, ev->who);
}

/* Without it a page would take a write for a list. */
static void request_that_writes_is_recorded_with_its_method(void **state)
{
	static const char *const rows[][2] = { { "GET", "" },
					       { "POST", "POST" },
					       { "PATCH", "PATCH" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF got = STRBUF_INIT;
		struct fakeapi__request req = { .method = str_of(rows[i][0]),
						.path = STR("/api/v1/namespaces/d/pods") };
		struct trace_sink sink = { keep_method, &got };
		struct external_answer a;

		runner__external_request(&a, &sink, 1, 7, NULL, &req);
		assert_true(str_eqz(strbuf_str(&got), rows[i][1]));
		runner__external_end(&a, 5, false);
	}
}

static void end_of_a_response_is_recorded_by_its_kind(void **state)
{
	static const struct {
		const char *query;
		enum fakeapi__head head;
		ptrdiff_t pull;
		bool client_gone;
		const char *want; /* behind the request */
	} rows[] = {
		{ "", FAKEAPI_HEAD_READY, FAKEAPI_PULL_END, false,
		  "response #7 n=404\nwire.end #7 text=clean\n" },
		{ "", FAKEAPI_HEAD_READY, FAKEAPI_PULL_CUT, false,
		  "response #7 n=404\nwire.end #7 text=cut\n" },
		{ "", FAKEAPI_HEAD_RESET, FAKEAPI_PULL_END, false, "end #7 text=reset\n" },
		{ "", FAKEAPI_HEAD_CUT, FAKEAPI_PULL_END, false, "end #7 text=eof\n" },
		{ "", FAKEAPI_HEAD_READY, FAKEAPI_PULL_WAIT, true,
		  "response #7 n=404\nwire.hangup #7\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF got = STRBUF_INIT;
		AUTO_STRBUF want = STRBUF_INIT;
		struct trace_sink sink = { keep, &got };
		struct external_answer a;

		begin(&a, &sink, rows[i].query);
		runner__external_head(&a, 2, rows[i].head, 404);
		runner__external_bytes(&a, 3, "", rows[i].pull);
		runner__external_end(&a, 5, rows[i].client_gone);
		strbuf_addf(&want, "wire.request #7 key=/api/v1/pods\nwire.%s", rows[i].want);
		assert_string_equal(got.ptr, want.ptr);
	}
}

static void only_watches_have_events(void **state)
{
	static const struct {
		const char *query;
		int status;
		bool events;
	} rows[] = {
		{ "watch=true", 200, true },   { "a=b&watch=1", 200, true },
		{ "watch=false", 200, false }, { "watch=", 200, true },
		{ "watch=False", 200, false }, { "watch=tomorrow", 200, true },
		{ "watch=0", 200, false },     { "watch=1", 410, false },
		{ "limit=1", 200, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF got = STRBUF_INIT;
		struct trace_sink sink = { keep, &got };
		struct external_answer a;

		begin(&a, &sink, rows[i].query);
		runner__external_head(&a, 2, FAKEAPI_HEAD_READY, rows[i].status);
		runner__external_bytes(&a, 3, ADDED, sizeof(ADDED) - 1);
		runner__external_end(&a, 5, false);
		assert_int_equal(strstr(got.ptr, "wire.event") != NULL, rows[i].events);
	}
}

static void handler_lines_of_a_program_are_recorded(void **state)
{
	static const struct {
		enum view__kind kind;
		const char *rv, *old_rv;
		bool tombstone, initial;
		const char *want;
	} rows[] = {
		{ VIEW_ADD, "5", "", false, true, "notify.add n=1 who=h1 key=d/a text=5\n" },
		{ VIEW_ADD, "5", "", false, false, "notify.add who=h1 key=d/a text=5\n" },
		{ VIEW_UPDATE, "6", "5", false, false, "notify.update who=h1 key=d/a text=5->6\n" },
		{ VIEW_DELETE, "6", "", true, false, "notify.delete n=1 who=h1 key=d/a text=6\n" },
		{ VIEW_STATE, "", "", false, false, "" },
		{ VIEW_ERROR, "", "", false, false, "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF got = STRBUF_INIT;
		struct trace_sink sink = { keep, &got };
		struct view__line line = { rows[i].kind,       STR("d/a"),
					   str_of(rows[i].rv), str_of(rows[i].old_rv),
					   rows[i].tombstone,  rows[i].initial };

		runner__external_notification(&sink, 1, "h1", &line);
		assert_string_equal(got.ptr ? got.ptr : "", rows[i].want);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(watch_event_is_recorded_when_complete),
		cmocka_unit_test(event_in_protobuf_is_recorded_like_one_in_json),
		cmocka_unit_test(event_has_the_resource_of_its_request),
		cmocka_unit_test(request_that_writes_is_recorded_with_its_method),
		cmocka_unit_test(end_of_a_response_is_recorded_by_its_kind),
		cmocka_unit_test(only_watches_have_events),
		cmocka_unit_test(handler_lines_of_a_program_are_recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
