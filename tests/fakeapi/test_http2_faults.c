/* SPDX-License-Identifier: Apache-2.0 */
/* Faults on the frames of a connection, as rules of the control API, and what a client sees. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "base/str.h"
#include "relist/fakeapi.h"
#include "tests/kit/h2_client.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

enum { NO_ERROR = 0, INTERNAL_ERROR = 2, REFUSED_STREAM = 7, ENHANCE_YOUR_CALM = 11 };
enum { MAX_CONCURRENT_STREAMS = 3, INITIAL_WINDOW_SIZE = 4 };

#define PODS  "/api/v1/pods"
#define WATCH "/api/v1/pods?watch=1&resourceVersion=0"

static struct fakeapi *api;

static int start(void **state)
{
	struct relist_err err = { 0 };
	const struct fakeapi_options opt = { .seed = 1 };

	(void)state;
	api = fakeapi_start(&opt, &err);
	if (!api)
		fail_msg("%s", err.msg);
	return 0;
}

static int stop(void **state)
{
	(void)state;
	fakeapi_stop(api);
	return 0;
}

static void rule(const char *json)
{
	struct relist_err err = { 0 };

	if (fakeapi_request(api, "POST", "/relist/v1/faults", json, NULL, NULL, &err) != 0)
		fail_msg("%s", err.msg);
}

static void add_pod(const char *name)
{
	char text[256];
	struct relist_err err = { 0 };

	(void)snprintf(text, sizeof(text),
		       "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\"},"
		       "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}",
		       name);
	if (fakeapi_apply(api, text, &err) != 0)
		fail_msg("%s", err.msg);
}

static struct h2_client *client(void)
{
	return h2_client_new(net_connect((uint16_t)atoi(strrchr(fakeapi_url(api), ':') + 1)), NULL);
}

static void goaway_lets_open_streams_finish(void **state)
{
	int32_t watch, list, last;
	uint32_t code;
	struct h2_client *c = client();

	(void)state;
	watch = h2_client_get(c, WATCH);
	(void)h2_client_wait_head(c, watch);
	rule("{\"kind\":\"http2\",\"mode\":\"goaway\",\"match\":{\"verb\":\"list\"}}");
	list = h2_client_get(c, PODS);
	assert_int_equal(h2_client_wait_closed(c, list)->status, 200);
	h2_client_wait_goaway(c);
	assert_true(h2_client_goaway(c, &last, &code));
	assert_int_equal(last, list);
	assert_int_equal(code, NO_ERROR);
	add_pod("late");
	h2_client_wait_body(c, watch, "\"late\"");
	assert_int_equal(fakeapi_end_watches(api, "pods", FAKEAPI_WATCHES_END), 1);
	assert_true(h2_client_wait_closed(c, watch)->ended);
	h2_client_wait_end(c);
	h2_client_free(c);
}

static void goaway_fault_can_have_an_error_code(void **state)
{
	int32_t list, last;
	uint32_t code;
	struct h2_client *c = client();

	(void)state;
	rule("{\"kind\":\"http2\",\"mode\":\"goaway\",\"code\":\"ENHANCE_YOUR_CALM\"}");
	list = h2_client_get(c, PODS);
	assert_int_equal(h2_client_wait_closed(c, list)->status, 200);
	h2_client_wait_end(c);
	assert_true(h2_client_goaway(c, &last, &code));
	assert_int_equal(code, ENHANCE_YOUR_CALM);
	h2_client_free(c);
}

static void request_disowned_by_goaway_is_not_executed(void **state)
{
	static const char body[] = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
				   "\"metadata\":{\"name\":\"disowned\"}}";
	const struct fakeapi__header json = { STR("Content-Type"), STR("application/json") };
	struct fakeapi_reply reply = { 0 };
	struct h2_response *r;
	int32_t first, id, last;
	uint32_t code;
	struct h2_client *c = client();

	(void)state;
	first = h2_client_get(c, PODS);
	(void)h2_client_wait_closed(c, first);
	rule("{\"kind\":\"http2\",\"mode\":\"disown\",\"match\":{\"verb\":\"create\"}}");
	id = h2_client_send(c, "POST", "/api/v1/namespaces/default/configmaps", &json, 1,
			    str_of(body));
	r = h2_client_wait_closed(c, id);
	/* nghttp2's client closes streams that a GOAWAY excludes: they may be retried. */
	assert_int_equal(r->status, 0);
	assert_int_equal(r->code, REFUSED_STREAM);
	assert_true(h2_client_goaway(c, &last, &code));
	assert_int_equal(last, first);
	h2_client_wait_end(c);
	h2_client_free(c);
	(void)fakeapi_request(api, "GET", "/api/v1/namespaces/default/configmaps/disowned", NULL,
			      NULL, &reply, NULL);
	assert_int_equal(reply.status, 404);
	fakeapi_reply_fini(&reply);
}

static void reset_fault_has_the_requested_code(void **state)
{
	static const struct {
		const char *rule;
		uint32_t code;
		int status;
	} cases[] = {
		{ "{\"kind\":\"http2\",\"mode\":\"reset\"}", INTERNAL_ERROR, 0 },
		{ "{\"kind\":\"http2\",\"mode\":\"reset\",\"code\":\"REFUSED_STREAM\"}",
		  REFUSED_STREAM, 0 },
		{ "{\"kind\":\"http2\",\"mode\":\"reset\",\"code\":\"NO_ERROR\",\"bytes\":20}",
		  NO_ERROR, 200 },
	};
	struct h2_client *c = client();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct h2_response *r;

		rule(cases[i].rule);
		r = h2_client_wait_closed(c, h2_client_get(c, PODS));
		assert_int_equal(r->code, cases[i].code);
		assert_int_equal(r->status, cases[i].status);
		assert_int_equal(r->body.len, cases[i].status ? 20 : 0);
		assert_false(r->ended);
		r = h2_client_wait_closed(c, h2_client_get(c, PODS));
		assert_true(r->ended);
	}
	h2_client_free(c);
}

static void no_pings_fault_stops_pongs_but_not_responses(void **state)
{
	struct h2_client *c = client(), *other = client();

	(void)state;
	h2_client_ping(c);
	h2_client_wait_pongs(c, 1);
	rule("{\"kind\":\"http2\",\"mode\":\"no-pings\"}");
	(void)h2_client_wait_closed(c, h2_client_get(c, PODS));
	h2_client_ping(c);
	assert_true(h2_client_wait_closed(c, h2_client_get(c, PODS))->ended);
	assert_int_equal(h2_client_pongs(c), 1);
	h2_client_ping(other);
	h2_client_wait_pongs(other, 1);
	h2_client_free(c);
	h2_client_free(other);
}

static void silent_fault_keeps_the_connection_open_without_bytes(void **state)
{
	struct h2_client *c = client(), *other = client();
	int32_t watch, list;
	char end;
	int fd;

	(void)state;
	watch = h2_client_get(c, WATCH);
	(void)h2_client_wait_head(c, watch);
	rule("{\"kind\":\"http2\",\"mode\":\"silent\",\"match\":{\"verb\":\"list\"}}");
	list = h2_client_get(c, PODS);
	/* The rule has acted when it is used up. */
	for (bool used = false; !used;) {
		struct fakeapi_reply reply = { 0 };

		assert_int_equal(fakeapi_request(api, "GET", "/relist/v1/faults", NULL, NULL,
						 &reply, NULL),
				 0);
		used = strstr(reply.body, "\"silent\"") == NULL ||
		       strstr(reply.body, "\"times\":0,\"hits\":1") != NULL;
		fakeapi_reply_fini(&reply);
	}
	add_pod("unseen");
	/* Another connection sees the event: ours would have by now. */
	h2_client_wait_body(other, h2_client_get(other, WATCH), "\"unseen\"");
	h2_client_ping(c);
	assert_true(h2_client_pump(c));
	assert_int_equal(h2_client_pongs(c), 0);
	assert_int_equal(h2_client_response(c, list)->status, 0);
	assert_null(strstr(h2_client_response(c, watch)->body.ptr, "unseen"));
	fd = h2_client_fd(c);
	assert_int_equal(recv(fd, &end, 1, MSG_DONTWAIT | MSG_PEEK), -1); /* TCP lives */
	h2_client_free(c);
	h2_client_free(other);
}

static void streams_fault_lowers_the_limit_with_open_streams(void **state)
{
	struct h2_client *c = client();
	int32_t watches[2];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(watches); i++) {
		watches[i] = h2_client_get(c, WATCH);
		(void)h2_client_wait_head(c, watches[i]);
	}
	rule("{\"kind\":\"http2\",\"mode\":\"streams\",\"streams\":2}");
	(void)h2_client_wait_closed(c, h2_client_get(c, PODS));
	h2_client_ping(c);
	h2_client_wait_pongs(c, 1);
	assert_int_equal(h2_client_setting(c, MAX_CONCURRENT_STREAMS), 2);
	/* A write waits for the end of a watch. */
	{
		int32_t write = h2_client_get(c, PODS);

		h2_client_ping(c);
		h2_client_wait_pongs(c, 2);
		assert_int_equal(h2_client_response(c, write)->status, 0);
		h2_client_reset(c, watches[0]);
		assert_int_equal(h2_client_wait_closed(c, write)->status, 200);
	}
	h2_client_free(c);
}

static void window_fault_blocks_or_slows_an_upload(void **state)
{
	static const char *const rules[] = {
		"{\"kind\":\"http2\",\"mode\":\"window\"}",
		"{\"kind\":\"http2\",\"mode\":\"window\",\"bytes\":100,\"delay\":\"1ms\"}",
	};
	const struct fakeapi__header json = { STR("Content-Type"), STR("application/json") };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
		struct h2_client *c = client();
		int32_t id;

		rule(rules[i]);
		(void)h2_client_wait_closed(c, h2_client_get(c, PODS));
		h2_client_ping(c);
		h2_client_wait_pongs(c, 1);
		assert_int_equal(h2_client_setting(c, INITIAL_WINDOW_SIZE), 0);
		id = h2_client_send(
		    c, "POST", "/api/v1/namespaces/default/pods", &json, 1,
		    STR("this is no pod, and it is longer than a window of a hundred "
			"bytes, which comes once in every millisecond at the most"));
		if (i == 0) {
			h2_client_ping(c);
			h2_client_wait_pongs(c, 2);
			assert_int_equal(h2_client_response(c, id)->status, 0);
		} else {
			assert_int_equal(h2_client_wait_closed(c, id)->status, 400);
		}
		h2_client_free(c);
	}
}

static void close_fault_ends_between_frames_or_within_one(void **state)
{
	static const char *const rules[] = {
		"{\"kind\":\"http2\",\"mode\":\"close\"}",
		"{\"kind\":\"http2\",\"mode\":\"close\",\"bytes\":10}",
		"{\"kind\":\"http2\",\"mode\":\"cut-data\",\"bytes\":10}",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
		struct h2_client *c = client();
		struct h2_response *r;
		int32_t last;
		uint32_t code;

		rule(rules[i]);
		r = h2_client_response(c, h2_client_get(c, PODS));
		h2_client_wait_end(c);
		assert_int_equal(r->status, 200);
		assert_false(r->ended);
		/* nghttp2 hands out what has come of a frame that does not end. */
		assert_true(i == 2 ? r->body.len > 10 : r->body.len == (i ? 10 : 0));
		assert_false(h2_client_goaway(c, &last, &code));
		h2_client_free(c);
	}
}

static void steer_watches(const char *json, const char *count)
{
	struct relist_err err = { 0 };
	struct fakeapi_reply reply = { 0 };

	if (fakeapi_request(api, "POST", "/relist/v1/watches", json, NULL, &reply, &err) != 0)
		fail_msg("%s", err.msg);
	if (!strstr(reply.body, count))
		fail_msg("%s: %s", json, reply.body);
	fakeapi_reply_fini(&reply);
}

#define OF_PODS ",\"match\":{\"resource\":\"pods\"}"

static void open_watches_get_frame_faults_at_once(void **state)
{
	static const char one[] = "\"watches\":1";
	struct h2_client *c = client();
	int32_t watch, other, last;
	struct h2_response *r;
	uint32_t code;

	(void)state;
	watch = h2_client_get(c, WATCH);
	other = h2_client_get(c, "/api/v1/configmaps?watch=1&resourceVersion=0");
	(void)h2_client_wait_head(c, watch);
	(void)h2_client_wait_head(c, other);
	steer_watches("{\"how\":\"http2\",\"mode\":\"reset\",\"code\":\"CANCEL\",\"match\":"
		      "{\"resource\":\"configmaps\"}}",
		      one);
	assert_int_equal(h2_client_wait_closed(c, other)->code, 8);
	steer_watches("{\"how\":\"http2\",\"mode\":\"no-pings\"" OF_PODS "}", one);
	add_pod("seen");
	h2_client_wait_body(c, watch, "\"seen\"");
	h2_client_ping(c);
	steer_watches(
	    "{\"how\":\"http2\",\"mode\":\"goaway\",\"code\":\"ENHANCE_YOUR_CALM\"" OF_PODS "}",
	    one);
	h2_client_wait_goaway(c);
	assert_int_equal(h2_client_pongs(c), 0);
	assert_true(h2_client_goaway(c, &last, &code));
	assert_int_equal(code, ENHANCE_YOUR_CALM);
	steer_watches("{\"how\":\"http2\",\"mode\":\"close\"" OF_PODS "}", one);
	h2_client_wait_end(c);
	r = h2_client_response(c, watch);
	assert_false(r->ended);
	h2_client_free(c);
}

static void frame_fault_of_an_open_watch_can_follow_some_bytes(void **state)
{
	struct h2_client *c = client();
	int32_t watch;

	(void)state;
	watch = h2_client_get(c, WATCH);
	(void)h2_client_wait_head(c, watch);
	steer_watches("{\"how\":\"http2\",\"mode\":\"close\",\"bytes\":7}", "\"watches\":1");
	add_pod("cut");
	h2_client_wait_end(c);
	assert_string_equal(h2_client_response(c, watch)->body.ptr, "{\"type\"");
	h2_client_free(c);
}

static void trailers_fault_ends_a_response_with_headers(void **state)
{
	struct h2_client *c = client();
	struct h2_response *r;

	(void)state;
	rule("{\"kind\":\"http2\",\"mode\":\"trailers\"}");
	r = h2_client_wait_closed(c, h2_client_get(c, PODS));
	assert_true(r->ended);
	assert_int_equal(r->status, 200);
	assert_non_null(strstr(r->body.ptr, "PodList"));
	assert_non_null(strstr(r->headers.ptr, "relist-trailer: after the body\n"));
	r = h2_client_wait_closed(c, h2_client_get(c, PODS));
	assert_null(strstr(r->headers.ptr, "relist-trailer"));
	h2_client_free(c);
}

static void no_settings_ack_fault_needs_the_first_request(void **state)
{
	static const char of_lists[] =
	    "{\"kind\":\"http2\",\"mode\":\"no-settings-ack\",\"match\":{\"verb\":\"list\"}}";
	static const struct {
		const char *first;
		bool rule, acked;
	} cases[] = {
		{ PODS, true, false },
		{ PODS, false, true }, /* the rule is used up */
		{ PODS "/none", true, true },
		{ PODS, false, false }, /* the list on the connection before has not used it up */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct h2_client *c;

		if (cases[i].rule)
			rule(of_lists);
		c = client();
		assert_true(h2_client_wait_closed(c, h2_client_get(c, cases[i].first))->ended);
		assert_int_equal(h2_client_wait_closed(c, h2_client_get(c, PODS))->status, 200);
		h2_client_ping(c);
		h2_client_wait_pongs(c, 1);
		assert_int_equal(h2_client_acked(c), cases[i].acked);
		h2_client_free(c);
	}
}

static void open_watch_cannot_lose_its_settings_ack(void **state)
{
	struct relist_err err = { 0 };

	(void)state;
	assert_int_not_equal(fakeapi_request(api, "POST", "/relist/v1/watches",
					     "{\"how\":\"http2\",\"mode\":\"no-settings-ack\"}",
					     NULL, NULL, &err),
			     0);
	assert_non_null(strstr(err.msg, "wanted a rule of kind http2"));
}

static void requests_over_http1_do_not_match(void **state)
{
	struct net_in in = net_in(net_connect((uint16_t)atoi(strrchr(fakeapi_url(api), ':') + 1)));
	struct h2_client *c = client();

	(void)state;
	rule("{\"kind\":\"http2\",\"mode\":\"reset\"}");
	net_send(in.fd,
		 "GET /api/v1/pods HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	(void)net_read_end(&in);
	assert_non_null(strstr(in.buf, "200 OK"));
	net_close(&in);
	assert_int_equal(h2_client_wait_closed(c, h2_client_get(c, PODS))->code, INTERNAL_ERROR);
	h2_client_free(c);
}

static void bad_rules_are_refused(void **state)
{
	static const char *const rules[][2] = {
		{ "{\"kind\":\"http2\"}", "mode: found \"\"" },
		{ "{\"kind\":\"http2\",\"mode\":\"go-away\"}", "mode: found \"go-away\"" },
		{ "{\"kind\":\"http2\",\"mode\":\"reset\",\"code\":\"CANCELED\"}",
		  "no error code of HTTP/2 (did you mean \"CANCEL\"?)" },
		{ "{\"kind\":\"http2\",\"mode\":\"no-settings-ack\",\"code\":\"CANCEL\"}",
		  "code: mode no-settings-ack does not use it" },
		{ "{\"kind\":\"http2\",\"mode\":\"streams\",\"streams\":-1}", "streams: wanted" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
		struct relist_err err = { 0 };

		assert_int_not_equal(fakeapi_request(api, "POST", "/relist/v1/faults", rules[i][0],
						     NULL, NULL, &err),
				     0);
		if (!strstr(err.msg, rules[i][1]))
			fail_msg("found \"%s\", wanted \"%s\"", err.msg, rules[i][1]);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(goaway_lets_open_streams_finish),
		TEST(goaway_fault_can_have_an_error_code),
		TEST(request_disowned_by_goaway_is_not_executed),
		TEST(reset_fault_has_the_requested_code),
		TEST(no_pings_fault_stops_pongs_but_not_responses),
		TEST(silent_fault_keeps_the_connection_open_without_bytes),
		TEST(streams_fault_lowers_the_limit_with_open_streams),
		TEST(window_fault_blocks_or_slows_an_upload),
		TEST(close_fault_ends_between_frames_or_within_one),
		TEST(open_watches_get_frame_faults_at_once),
		TEST(frame_fault_of_an_open_watch_can_follow_some_bytes),
		TEST(trailers_fault_ends_a_response_with_headers),
		TEST(no_settings_ack_fault_needs_the_first_request),
		TEST(open_watch_cannot_lose_its_settings_ack),
		TEST(requests_over_http1_do_not_match),
		TEST(bad_rules_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
