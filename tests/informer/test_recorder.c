/* SPDX-License-Identifier: Apache-2.0 */
/* The event recorder by its requests: tools/record/event.go, recordToSink() and recordEvent().
 * tests/sim/test_sim_client.c checks their times in virtual time. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/str.h"
#include "relist/client.h"
#include "tests/kit/script_server.h"
#include "tests/kit/testing.h"

#define MADE(len, name)                                                                            \
	"HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: " len           \
	"\r\n\r\n{\"kind\":\"Event\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name "\"}}"
#define REFUSED(code, reason)                                                                      \
	"HTTP/1.1 " code " X\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"       \
	"{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"m\","     \
	"\"reason\":\"" reason "\",\"code\":" code ",\"details\":{\"causes\":[{\"reason\":\"c\"}]" \
	"}}"

struct fixture {
	struct script_server *s;
	struct inf_dynamic *d;
	struct inf_recorder *r;
	struct inf_object *about;
	struct relist_err err;
};

static void open_fixture(struct fixture *f, const struct script_step *steps, size_t count,
			 const char *about)
{
	const struct inf_dynamic_options unhurried = { .qps = -1 };
	struct inf_client *client;

	memset(f, 0, sizeof(*f));
	f->s = script_server_new(steps, count);
	client = inf_client_for_url(script_server_url(f->s), NULL);
	f->d = inf_dynamic_new(client, &unhurried, NULL);
	f->r = inf_recorder_new(f->d, "ctl", "h1", NULL);
	f->about = inf_object_from_json(about, strlen(about), NULL);
	assert_non_null(f->r);
	assert_non_null(f->about);
	inf_client_unref(client);
}

static void close_fixture(struct fixture *f)
{
	inf_recorder_free(f->r);
	inf_object_unref(f->about);
	inf_dynamic_free(f->d);
	script_server_free(f->s);
}

static struct inf_recorder_metrics say(struct fixture *f, const char *reason)
{
	struct inf_recorder_metrics m;

	if (inf_recorder_event(f->r, f->about, "Normal", reason, "m", &f->err) != 0 ||
	    inf_recorder_flush(f->r, -1, &f->err) != 0)
		fail_msg("%s", f->err.msg);
	inf_recorder_metrics(f->r, &m);
	assert_int_equal(m.queued, 0);
	return m;
}

static void expect_line(struct fixture *f, size_t n, const char *line)
{
	char *request = script_server_request(f->s, n);

	request[strcspn(request, "\r")] = '\0';
	assert_string_equal(request, line);
	free(request);
}

/* The object that the n-th request carries. */
static struct inf_object *body_of(struct fixture *f, size_t n)
{
	char *request = script_server_request(f->s, n);
	const char *body = strstr(request, "\r\n\r\n");
	struct inf_object *obj = inf_object_from_json(body + 4, strlen(body + 4), NULL);

	assert_non_null(obj);
	free(request);
	return obj;
}

static void expect_field(const struct inf_object *obj, const char *outer, const char *inner,
			 const char *want)
{
	char got[128] = "";
	struct inf_str v = inf_object_field(obj, outer, inner, NULL);

	(void)snprintf(got, sizeof(got), "%.*s", (int)v.len, v.ptr ? v.ptr : "");
	if (strcmp(got, want) != 0)
		fail_msg("%s.%s is %s, want %s", outer, inner ? inner : "", got, want);
}

static void recorded_event_refers_to_its_object(void **state)
{
	static const struct script_step made = { MADE("64", "other.1"), 0, SCRIPT_KEEP };
	static const struct {
		const char *about, *path, *ns, *ref_ns, *name, *kind, *uid, *version, *rv;
	} rows[] = {
		{ "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web\","
		  "\"namespace\":\"shop\",\"uid\":\"u1\",\"resourceVersion\":\"7\"}}",
		  "POST /api/v1/namespaces/shop/events HTTP/1.1", "\"shop\"", "\"shop\"", "\"web\"",
		  "\"Pod\"", "\"u1\"", "\"v1\"", "\"7\"" },
		{ "{\"kind\":\"Node\",\"apiVersion\":\"x/v2\",\"metadata\":{\"name\":\"n\"}}",
		  "POST /api/v1/namespaces/default/events HTTP/1.1", "\"default\"", "", "\"n\"",
		  "\"Node\"", "", "\"x/v2\"", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct inf_object *event;
		struct fixture f;

		open_fixture(&f, &made, 1, rows[i].about);
		assert_int_equal(say(&f, "Why").sent, 1);
		expect_line(&f, 0, rows[i].path);
		event = body_of(&f, 0);
		expect_field(event, "kind", NULL, "\"Event\"");
		expect_field(event, "metadata", "namespace", rows[i].ns);
		expect_field(event, "involvedObject", "namespace", rows[i].ref_ns);
		expect_field(event, "involvedObject", "name", rows[i].name);
		expect_field(event, "involvedObject", "kind", rows[i].kind);
		expect_field(event, "involvedObject", "uid", rows[i].uid);
		expect_field(event, "involvedObject", "apiVersion", rows[i].version);
		expect_field(event, "involvedObject", "resourceVersion", rows[i].rv);
		expect_field(event, "source", "component", "\"ctl\"");
		expect_field(event, "source", "host", "\"h1\"");
		expect_field(event, "reason", NULL, "\"Why\"");
		expect_field(event, "message", NULL, "\"m\"");
		expect_field(event, "type", NULL, "\"Normal\"");
		expect_field(event, "count", NULL, "1");
		inf_object_unref(event);
		close_fixture(&f);
	}
}

#define POD "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web\"}}"

/* The recorder patches the event under the name in the server's response. */
static void repeated_event_is_patched_under_the_servers_name(void **state)
{
	static const struct script_step steps[] = {
		{ MADE("64", "other.1"), 0, SCRIPT_KEEP },
		{ MADE("64", "other.2"), 0, SCRIPT_KEEP },
		{ MADE("64", "other.3"), 0, SCRIPT_KEEP },
		{ REFUSED("404", "NotFound"), 0, SCRIPT_CLOSE },
		{ MADE("64", "other.4"), 0, SCRIPT_KEEP },
		{ MADE("64", "other.4"), 0, SCRIPT_KEEP },
	};
	struct inf_object *event;
	struct fixture f;

	(void)state;
	open_fixture(&f, steps, ARRAY_LEN(steps), POD);
	assert_int_equal(say(&f, "R").sent, 1);
	assert_int_equal(say(&f, "R").sent, 2);
	expect_line(&f, 0, "POST /api/v1/namespaces/default/events HTTP/1.1");
	expect_line(&f, 1, "PATCH /api/v1/namespaces/default/events/other.1 HTTP/1.1");
	event = body_of(&f, 1);
	expect_field(event, "count", NULL, "2");
	inf_object_unref(event);
	/* Another reason is another event. */
	assert_int_equal(say(&f, "S").sent, 3);
	expect_line(&f, 2, "POST /api/v1/namespaces/default/events HTTP/1.1");
	/* Deleted meanwhile: created again with its count; neither response counts as a refusal. */
	assert_int_equal(say(&f, "R").sent, 4);
	expect_line(&f, 3, "PATCH /api/v1/namespaces/default/events/other.2 HTTP/1.1");
	expect_line(&f, 4, "POST /api/v1/namespaces/default/events HTTP/1.1");
	event = body_of(&f, 4);
	expect_field(event, "count", NULL, "3");
	inf_object_unref(event);
	assert_int_equal(say(&f, "R").refused, 0);
	expect_line(&f, 5, "PATCH /api/v1/namespaces/default/events/other.4 HTTP/1.1");
	assert_int_equal(script_server_count(f.s), 6);
	close_fixture(&f);
}

/* The server's Status is final: the recorder does not retry. */
static void rejected_event_is_not_retried(void **state)
{
	static const struct script_step steps[] = {
		{ REFUSED("400", "BadRequest"), 0, SCRIPT_CLOSE },
		{ REFUSED("403", "Forbidden"), 0, SCRIPT_CLOSE },
		{ REFUSED("404", "NotFound"), 0, SCRIPT_CLOSE },
		{ REFUSED("409", "AlreadyExists"), 0, SCRIPT_CLOSE },
		{ REFUSED("422", "Invalid"), 0, SCRIPT_CLOSE },
		{ REFUSED("500", "InternalError"), 0, SCRIPT_CLOSE },
		{ MADE("64", "other.1"), 0, SCRIPT_KEEP },
	};
	struct inf_recorder_metrics m;
	struct fixture f;

	(void)state;
	open_fixture(&f, steps, ARRAY_LEN(steps), POD);
	for (size_t i = 0; i + 1 < ARRAY_LEN(steps); i++) {
		char reason[] = { (char)('A' + i), '\0' };

		m = say(&f, reason);
		assert_int_equal(m.recorded, i + 1);
		assert_int_equal(m.refused, i + 1);
		assert_int_equal(m.sent, 0);
		assert_int_equal(m.dropped, 0);
		assert_int_equal(m.spam, 0);
		assert_int_equal(script_server_count(f.s), i + 1);
	}
	m = say(&f, "Z");
	assert_int_equal(m.sent, 1);
	assert_int_equal(m.refused, ARRAY_LEN(steps) - 1);
	close_fixture(&f);
}

/* No request can be made of it, however often it is tried. */
static void event_with_an_invalid_request_is_dropped(void **state)
{
	static const struct script_step made = { MADE("64", "other.1"), 0, SCRIPT_KEEP };
	struct inf_recorder_metrics m;
	struct fixture f;

	(void)state;
	open_fixture(&f, &made, 1,
		     "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web\","
		     "\"namespace\":\"a/b\"}}");
	m = say(&f, "R");
	assert_int_equal(m.refused, 1);
	assert_int_equal(m.sent + m.dropped + m.spam, 0);
	assert_int_equal(script_server_count(f.s), 0);
	close_fixture(&f);
}

static void invalid_event_is_rejected_before_sending(void **state)
{
	static const struct script_step made = { MADE("64", "other.1"), 0, SCRIPT_KEEP };
	static const struct {
		const char *type, *annotations, *text;
	} rows[] = {
		{ NULL, NULL, "event: type is \"\", want Normal or Warning" },
		{ "normal", NULL, "event: type is \"normal\", want Normal or Warning" },
		{ "Normal", "", "event: annotations are no JSON object of strings" },
		{ "Warning", "[]", "event: annotations are no JSON object of strings" },
		{ "Normal", "{\"a\":1}", "event: annotations are no JSON object of strings" },
		{ "Normal", "{\"a\":null}", "event: annotations are no JSON object of strings" },
		{ "Normal", "{\"a\":\"b\"", "event: annotations are no JSON object of strings" },
	};
	struct inf_recorder_metrics m;
	struct inf_object *nothing = inf_object_from_json("{}", 2, NULL);
	struct fixture f;

	(void)state;
	open_fixture(&f, &made, 1, POD);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		assert_int_equal(inf_recorder_annotated_event(f.r, f.about, rows[i].annotations,
							      rows[i].type, "R", "m", &f.err),
				 RELIST_EINVAL);
		assert_string_equal(f.err.msg, rows[i].text);
	}
	assert_int_equal(inf_recorder_event(f.r, nothing, "Normal", "R", "m", &f.err),
			 RELIST_EINVAL);
	assert_string_equal(f.err.msg, "event: the object has no kind to refer to");
	assert_int_equal(inf_recorder_flush(f.r, 0, &f.err), 0); /* nothing waits */
	inf_recorder_metrics(f.r, &m);
	assert_int_equal(m.recorded, 0);
	assert_int_equal(m.dropped, 0);
	inf_object_unref(nothing);
	close_fixture(&f);
	inf_recorder_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recorded_event_refers_to_its_object),
		cmocka_unit_test(repeated_event_is_patched_under_the_servers_name),
		cmocka_unit_test(rejected_event_is_not_retried),
		cmocka_unit_test(event_with_an_invalid_request_is_dropped),
		cmocka_unit_test(invalid_event_is_rejected_before_sending),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
