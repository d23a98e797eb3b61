/* SPDX-License-Identifier: Apache-2.0 */
/* The server over HTTP/2, scripted by the trace player, as a client of nghttp2 sees it. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <time.h>

#include "base/clock.h"
#include "base/str.h"
#include "fakeapi/http/server.h"
#include "fakeapi/http/tls.h"
#include "fakeapi/player.h"
#include "tests/kit/h2_client.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

enum { NO_ERROR = 0, INTERNAL_ERROR = 2, REFUSED_STREAM = 7, CANCEL = 8 };

struct world {
	struct fakeapi__player *player;
	struct fakeapi__http *http;
	atomic_uint hangups, ends;
	atomic_ullong sent; /* of the exchange reported last */
	atomic_bool waiting;
};

static void on_hangup(void *user, uint32_t id)
{
	(void)id;
	atomic_fetch_add(&((struct world *)user)->hangups, 1);
}

static void on_sent(void *user, const struct fakeapi__exchange *x, uint64_t bytes, bool waiting)
{
	struct world *w = user;

	(void)x;
	atomic_store(&w->waiting, waiting);
	atomic_store(&w->sent, bytes);
}

static void on_end(void *user, const struct fakeapi__exchange *x, bool client_gone)
{
	(void)x;
	(void)client_gone;
	atomic_fetch_add(&((struct world *)user)->ends, 1);
}

static void world_start(struct world *w, struct fakeapi__http_options opt)
{
	struct fakeapi__player_options popt = { .observer = { .on_hangup = on_hangup, .user = w } };
	struct relist_err err = { 0 };

	*w = (struct world) { 0 };
	w->player = fakeapi__player_new(&popt, NULL);
	assert_non_null(w->player);
	opt.observer.on_sent = on_sent;
	opt.observer.on_end = on_end;
	opt.observer.user = w;
	w->http = fakeapi__http_start(fakeapi__player_server(w->player), &opt, &err);
	if (!w->http)
		fail_msg("%s", err.msg);
}

static void world_stop(struct world *w)
{
	fakeapi__http_stop(w->http);
	fakeapi__player_free(w->player);
}

static struct h2_client *connect_with(struct world *w, struct h2_client_options opt)
{
	return h2_client_new(net_connect(fakeapi__http_port(w->http, 0)), &opt);
}

static struct h2_client *client(struct world *w)
{
	return connect_with(w, (struct h2_client_options) { 0 });
}

struct wanted {
	struct world *w;
	uint64_t n;
};

static bool has_requests(void *user)
{
	const struct wanted *want = user;

	return fakeapi__player_request_count(want->w->player) >= want->n;
}

static bool has_hangups(void *user)
{
	const struct wanted *want = user;

	return atomic_load(&want->w->hangups) >= want->n;
}

static bool has_ends(void *user)
{
	const struct wanted *want = user;

	return atomic_load(&want->w->ends) >= want->n;
}

static bool has_connections(void *user)
{
	const struct wanted *want = user;

	return fakeapi__http_connection_count(want->w->http) == want->n;
}

static bool waits_after(void *user)
{
	const struct wanted *want = user;

	return atomic_load(&want->w->sent) == want->n && atomic_load(&want->w->waiting);
}

static bool has_sent(void *user)
{
	const struct wanted *want = user;

	return atomic_load(&want->w->sent) >= want->n;
}

static void wait_for(struct world *w, bool (*cond)(void *), uint64_t n)
{
	net_wait(cond, &(struct wanted) { w, n });
}

static const struct fakeapi__player_request *wait_request(struct world *w, uint32_t id)
{
	wait_for(w, has_requests, id);
	return fakeapi__player_request(w->player, id);
}

static void respond(struct world *w, uint32_t id, int status, const char *body)
{
	assert_int_equal(fakeapi__player_respond(w->player, id, status, NULL, 0, str_of(body),
						 NULL),
			 0);
}

static void stream(struct world *w, uint32_t id, const char *first)
{
	assert_int_equal(fakeapi__player_stream(w->player, id, 200, NULL, 0, NULL), 0);
	assert_int_equal(fakeapi__player_send(w->player, id, str_of(first), NULL), 0);
}

static struct str header_of(const struct fakeapi__player_request *req, const char *name)
{
	struct fakeapi__request view = { .headers = req->headers,
					 .header_count = req->header_count };

	return fakeapi__request_header(&view, name);
}

/* --- requests and responses --- */

static void request_and_response_arrive_whole(void **state)
{
	const struct fakeapi__header headers[] = {
		{ STR("Content-Type"), STR("application/json") },
		{ STR("X-Test"), STR("a b") },
	};
	const struct fakeapi__player_request *req;
	struct h2_response *r;
	struct h2_client *c;
	struct world w;
	int32_t id;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	id = h2_client_send(c, "POST", "/api/v1/pods?dryRun=All", headers, 2, STR("{\"a\":1}"));
	req = wait_request(&w, 1);
	assert_true(str_eqz(req->method, "POST"));
	assert_true(str_eqz(req->path, "/api/v1/pods"));
	assert_true(str_eqz(req->query, "dryRun=All"));
	assert_true(str_eqz(req->body, "{\"a\":1}"));
	assert_true(str_eqz(header_of(req, "Host"), "localhost"));
	assert_true(str_eqz(header_of(req, "x-test"), "a b"));
	assert_int_equal(header_of(req, ":path").len, 0);
	respond(&w, 1, 201, "{\"b\":2}");
	r = h2_client_wait_closed(c, id);
	assert_int_equal(r->status, 201);
	assert_true(r->ended);
	assert_int_equal(r->code, NO_ERROR);
	assert_string_equal(r->body.ptr, "{\"b\":2}");
	assert_non_null(strstr(r->headers.ptr, "content-type: application/json\n"));
	assert_non_null(strstr(r->headers.ptr, "content-length: 7\n"));
	assert_non_null(strstr(r->headers.ptr, "date: "));
	h2_client_free(c);
	world_stop(&w);
}

static void settings_are_those_of_kube_apiserver(void **state)
{
	struct h2_client *c;
	struct world w;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	h2_client_wait_settings(c);
	assert_int_equal(h2_client_setting(c, 3), 100);		    /* MAX_CONCURRENT_STREAMS */
	assert_int_equal(h2_client_setting(c, 4), 256 << 10);	    /* INITIAL_WINDOW_SIZE */
	assert_int_equal(h2_client_setting(c, 5), 256 << 10);	    /* MAX_FRAME_SIZE */
	assert_int_equal(h2_client_setting(c, 6), (1 << 20) + 320); /* MAX_HEADER_LIST_SIZE */
	h2_client_ping(c);
	h2_client_wait_pongs(c, 1);
	assert_int_equal(h2_client_connection_window(c), 100 * (256 << 10));
	h2_client_free(c);
	world_stop(&w);
}

static void http2_responses_may_be_sent_out_of_order(void **state)
{
	struct h2_client *c;
	struct world w;
	int32_t ids[3];

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	for (uint32_t i = 0; i < 3; i++) {
		ids[i] = h2_client_get(c, "/x");
		(void)wait_request(&w, i + 1);
	}
	for (uint32_t i = 3; i-- > 0;) {
		respond(&w, i + 1, 200, i == 0 ? "first" : i == 1 ? "second" : "third");
		(void)h2_client_wait_closed(c, ids[i]);
	}
	assert_string_equal(h2_client_response(c, ids[0])->body.ptr, "first");
	assert_string_equal(h2_client_response(c, ids[2])->body.ptr, "third");
	assert_int_equal(fakeapi__http_connection_count(w.http), 1);
	h2_client_free(c);
	world_stop(&w);
}

static void head_and_no_content_have_no_body(void **state)
{
	struct h2_response *r;
	struct h2_client *c;
	struct world w;
	int32_t id;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	id = h2_client_send(c, "HEAD", "/x", NULL, 0, STR(""));
	(void)wait_request(&w, 1);
	respond(&w, 1, 200, "body");
	r = h2_client_wait_closed(c, id);
	assert_int_equal(r->body.len, 0);
	assert_non_null(strstr(r->headers.ptr, "content-length: 4\n"));
	id = h2_client_get(c, "/x");
	(void)wait_request(&w, 2);
	respond(&w, 2, 204, "");
	r = h2_client_wait_closed(c, id);
	assert_int_equal(r->status, 204);
	assert_null(strstr(r->headers.ptr, "content-length"));
	h2_client_free(c);
	world_stop(&w);
}

static void long_response_is_compressed_when_the_client_wants_it(void **state)
{
	const struct fakeapi__header gzip = { STR("Accept-Encoding"), STR("gzip") };
	struct strbuf body = STRBUF_INIT;
	struct h2_response *r;
	struct h2_client *c;
	struct world w;
	int32_t id;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .gzip = true });
	c = client(&w);
	while (body.len < 300 << 10)
		strbuf_addz(&body, "a line of text\n");
	id = h2_client_send(c, "GET", "/x", &gzip, 1, STR(""));
	(void)wait_request(&w, 1);
	respond(&w, 1, 200, body.ptr);
	r = h2_client_wait_closed(c, id);
	assert_non_null(strstr(r->headers.ptr, "content-encoding: gzip\n"));
	assert_true(r->body.len > 2 && r->body.len < body.len / 10);
	assert_int_equal((unsigned char)r->body.ptr[0], 0x1f);
	strbuf_fini(&body);
	h2_client_free(c);
	world_stop(&w);
}

/* --- watches --- */

static void http2_watch_delivers_its_events_and_ends(void **state)
{
	struct h2_response *r;
	struct h2_client *c;
	struct world w;
	int32_t id;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	id = h2_client_get(c, "/w");
	(void)wait_request(&w, 1);
	stream(&w, 1, "one\n");
	h2_client_wait_body(c, id, "one\n");
	wait_for(&w, waits_after, 4);
	assert_int_equal(fakeapi__player_send(w.player, 1, STR("two\n"), NULL), 0);
	h2_client_wait_body(c, id, "one\ntwo\n");
	wait_for(&w, waits_after, 8);
	assert_int_equal(fakeapi__player_close(w.player, 1, FAKEAPI_CLOSE_EOF, NULL), 0);
	r = h2_client_wait_closed(c, id);
	assert_true(r->ended);
	assert_null(strstr(r->headers.ptr, "content-length"));
	wait_for(&w, has_ends, 1);
	h2_client_free(c);
	world_stop(&w);
}

static void broken_response_resets_its_stream_alone(void **state)
{
	static const struct {
		enum fakeapi__player_close how;
		bool streams;
		uint32_t code;
	} cases[] = {
		{ FAKEAPI_CLOSE_CUT, true, INTERNAL_ERROR },
		{ FAKEAPI_CLOSE_RESET, true, CANCEL },
		{ FAKEAPI_CLOSE_CUT, false, INTERNAL_ERROR },
		{ FAKEAPI_CLOSE_RESET, false, CANCEL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct h2_response *r;
		struct h2_client *c;
		struct world w;
		int32_t id, other;

		world_start(&w, (struct fakeapi__http_options) { 0 });
		c = client(&w);
		id = h2_client_get(c, "/w");
		(void)wait_request(&w, 1);
		other = h2_client_get(c, "/other");
		(void)wait_request(&w, 2);
		stream(&w, 2, "other\n");
		h2_client_wait_body(c, other, "other\n");
		if (cases[i].streams) {
			stream(&w, 1, "begun\n");
			h2_client_wait_body(c, id, "begun\n");
		}
		assert_int_equal(fakeapi__player_close(w.player, 1, cases[i].how, NULL), 0);
		r = h2_client_wait_closed(c, id);
		assert_false(r->ended);
		assert_int_equal(r->code, cases[i].code);
		assert_int_equal(r->status, cases[i].streams ? 200 : 0);
		assert_int_equal(fakeapi__player_send(w.player, 2, STR("more\n"), NULL), 0);
		h2_client_wait_body(c, other, "more\n");
		h2_client_free(c);
		world_stop(&w);
	}
}

static void client_that_resets_a_watch_ends_it(void **state)
{
	struct h2_client *c;
	struct world w;
	int32_t id, other;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	id = h2_client_get(c, "/w");
	(void)wait_request(&w, 1);
	stream(&w, 1, "one\n");
	h2_client_wait_body(c, id, "one\n");
	h2_client_reset(c, id);
	wait_for(&w, has_hangups, 1);
	other = h2_client_get(c, "/next");
	(void)wait_request(&w, 2);
	respond(&w, 2, 200, "next");
	assert_string_equal(h2_client_wait_closed(c, other)->body.ptr, "next");
	h2_client_free(c);
	wait_for(&w, has_connections, 0);
	world_stop(&w);
}

static void client_that_disconnects_ends_all_its_requests(void **state)
{
	struct h2_client *c;
	struct world w;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	for (uint32_t i = 1; i <= 3; i++) {
		(void)h2_client_get(c, "/w");
		(void)wait_request(&w, i);
		if (i < 3)
			stream(&w, i, "one\n");
	}
	h2_client_free(c);
	wait_for(&w, has_hangups, 3);
	wait_for(&w, has_connections, 0);
	world_stop(&w);
}

/* --- flow control --- */

static void server_sends_no_more_than_the_window(void **state)
{
	enum { WINDOW = 1000, BODY = 5000 };
	char body[BODY + 1];
	struct h2_response *r;
	struct h2_client *c;
	struct world w;
	int32_t id, other;

	(void)state;
	memset(body, 'x', BODY);
	body[BODY] = '\0';
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = connect_with(&w, (struct h2_client_options) { .window = WINDOW,
							  .keeps_window_shut = true });
	id = h2_client_get(c, "/large");
	(void)wait_request(&w, 1);
	respond(&w, 1, 200, body);
	wait_for(&w, has_sent, WINDOW);
	h2_client_ping(c);
	h2_client_wait_pongs(c, 1);
	r = h2_client_response(c, id);
	assert_int_equal(r->body.len, WINDOW);
	assert_int_equal(atomic_load(&w.sent), WINDOW);
	/* Another stream has a window of its own. */
	other = h2_client_get(c, "/small");
	(void)wait_request(&w, 2);
	respond(&w, 2, 200, "small");
	assert_string_equal(h2_client_wait_closed(c, other)->body.ptr, "small");
	h2_client_open_window(c, id, BODY);
	assert_int_equal(h2_client_wait_closed(c, id)->body.len, BODY);
	assert_true(r->ended);
	h2_client_free(c);
	world_stop(&w);
}

static void large_upload_passes_the_flow_control_windows(void **state)
{
	struct strbuf body = STRBUF_INIT;
	struct h2_client *c;
	struct world w;
	int32_t id;

	(void)state;
	assert_true(strbuf_reserve(&body, 3 << 20));
	memset(body.ptr, 'y', 3 << 20);
	body.len = 3 << 20;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	id = h2_client_send(c, "PUT", "/x", NULL, 0, strbuf_str(&body));
	while (fakeapi__player_request_count(w.player) == 0)
		(void)h2_client_pump(c);
	assert_int_equal(fakeapi__player_request(w.player, 1)->body.len, 3 << 20);
	respond(&w, 1, 200, "done");
	assert_string_equal(h2_client_wait_closed(c, id)->body.ptr, "done");
	strbuf_fini(&body);
	h2_client_free(c);
	world_stop(&w);
}

/* --- the transport's own responses --- */

static void body_beyond_the_limit_gets_413(void **state)
{
	struct strbuf body = STRBUF_INIT;
	struct h2_response *r;
	struct h2_client *c;
	struct world w;
	int32_t id;

	(void)state;
	while (body.len < 100000)
		strbuf_addz(&body, "0123456789");
	world_start(&w, (struct fakeapi__http_options) { .body_max = 1000 });
	c = client(&w);
	id = h2_client_begin_post(c, "/x", strbuf_str(&body));
	r = h2_client_wait_closed(c, id);
	assert_int_equal(r->status, 413);
	assert_non_null(strstr(r->body.ptr, "limit is 1000"));
	assert_true(r->ended);
	assert_int_equal(r->code, NO_ERROR); /* the client may stop sending */
	assert_int_equal(fakeapi__player_request_count(w.player), 0);
	strbuf_fini(&body);
	h2_client_free(c);
	world_stop(&w);
}

static void header_list_gets_431_or_ends_the_connection(void **state)
{
	char value[1000];
	struct fakeapi__header headers[12]; /* 1,038 bytes each in a list */
	struct h2_client *c;
	struct world w;
	int32_t id;

	(void)state;
	memset(value, 'v', sizeof(value));
	for (size_t i = 0; i < ARRAY_LEN(headers); i++)
		headers[i] = (struct fakeapi__header) { STR("x-long"), { value, sizeof(value) } };
	world_start(&w, (struct fakeapi__http_options) { .head_max = 6000 });
	c = client(&w);
	id = h2_client_send(c, "GET", "/x", headers, 11, STR(""));
	assert_int_equal(h2_client_wait_closed(c, id)->status, 431);
	id = h2_client_send(c, "GET", "/x", headers, 3, STR(""));
	assert_int_equal(wait_request(&w, 1)->header_count, 4);
	respond(&w, 1, 200, "fits");
	assert_int_equal(h2_client_wait_closed(c, id)->status, 200);
	(void)h2_client_send(c, "GET", "/x", headers, ARRAY_LEN(headers), STR(""));
	h2_client_wait_end(c);
	h2_client_free(c);
	world_stop(&w);
}

static void expect_header_gets_100_or_417(void **state)
{
	const struct fakeapi__header go_on = { STR("Expect"), STR("100-continue") };
	const struct fakeapi__header odd = { STR("Expect"), STR("the-unexpected") };
	struct h2_response *r;
	struct h2_client *c;
	struct world w;
	int32_t id;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	id = h2_client_send(c, "POST", "/x", &go_on, 1, STR("body"));
	(void)wait_request(&w, 1);
	respond(&w, 1, 200, "ok");
	r = h2_client_wait_closed(c, id);
	assert_true(r->informed);
	assert_int_equal(r->status, 200);
	id = h2_client_send(c, "POST", "/x", &odd, 1, STR("body"));
	assert_int_equal(h2_client_wait_closed(c, id)->status, 417);
	h2_client_free(c);
	world_stop(&w);
}

static void body_that_does_not_come_gets_408(void **state)
{
	struct h2_response *r;
	struct h2_client *c;
	struct world w;
	int32_t id;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .body_timeout_ns = 50 * NS_PER_MS });
	c = client(&w);
	id = h2_client_begin_post(c, "/x", STR("part"));
	r = h2_client_wait_closed(c, id);
	assert_int_equal(r->status, 408);
	assert_int_equal(fakeapi__player_request_count(w.player), 0);
	h2_client_free(c);
	world_stop(&w);
}

static void bodies_beyond_the_common_limit_get_429(void **state)
{
	struct strbuf body = STRBUF_INIT;
	struct h2_response *r;
	struct h2_client *c;
	struct world w;
	int32_t id;

	(void)state;
	while (body.len < 60000)
		strbuf_addz(&body, "0123456789");
	world_start(&w, (struct fakeapi__http_options) { .bodies_max = 50000 });
	c = client(&w);
	id = h2_client_send(c, "POST", "/x", NULL, 0, strbuf_str(&body));
	r = h2_client_wait_closed(c, id);
	assert_int_equal(r->status, 429);
	assert_non_null(strstr(r->headers.ptr, "retry-after: 1\n"));
	strbuf_fini(&body);
	h2_client_free(c);
	world_stop(&w);
}

/* --- connections --- */

static void streams_beyond_the_limit_are_refused(void **state)
{
	struct h2_client *c;
	struct world w;
	int32_t ids[3];

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .http2_streams = 2 });
	c = client(&w);
	h2_client_wait_settings(c);
	assert_int_equal(h2_client_setting(c, 3), 2);
	for (int i = 0; i < 3; i++)
		ids[i] = h2_client_get(c, "/w");
	(void)wait_request(&w, 2);
	/* nghttp2 keeps the third for itself until one of the two ends. */
	respond(&w, 1, 200, "a");
	(void)h2_client_wait_closed(c, ids[0]);
	(void)h2_client_pump(c);
	(void)wait_request(&w, 3);
	respond(&w, 2, 200, "b");
	respond(&w, 3, 200, "c");
	assert_string_equal(h2_client_wait_closed(c, ids[2])->body.ptr, "c");
	h2_client_free(c);
	world_stop(&w);
}

static void streams_of_all_connections_have_a_limit(void **state)
{
	struct h2_response *r;
	struct h2_client *c;
	struct world w;
	int32_t ids[3];

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .connection_max = 2 });
	c = client(&w);
	for (int i = 0; i < 3; i++)
		ids[i] = h2_client_get(c, "/w");
	r = h2_client_wait_closed(c, ids[2]);
	assert_int_equal(r->status, 0);
	assert_int_equal(r->code, REFUSED_STREAM);
	assert_int_equal(wait_request(&w, 2)->id, 2);
	h2_client_free(c);
	world_stop(&w);
}

static void refusing_port_sends_goaway_and_finishes_open_requests(void **state)
{
	struct h2_client *c;
	struct world w;
	int32_t id, last;
	uint32_t code;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	id = h2_client_get(c, "/w");
	(void)wait_request(&w, 1);
	assert_int_equal(fakeapi__http_refuse(w.http, true, NULL), 0);
	h2_client_wait_goaway(c);
	assert_true(h2_client_goaway(c, &last, &code));
	assert_int_equal(last, id);
	assert_int_equal(code, NO_ERROR);
	respond(&w, 1, 200, "late");
	assert_string_equal(h2_client_wait_closed(c, id)->body.ptr, "late");
	h2_client_wait_end(c);
	wait_for(&w, has_connections, 0);
	h2_client_free(c);
	world_stop(&w);
}

static void reset_at_a_refusing_port_ends_the_connection(void **state)
{
	struct h2_client *c;
	struct world w;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	(void)h2_client_get(c, "/w");
	(void)wait_request(&w, 1);
	assert_int_equal(fakeapi__http_refuse(w.http, true, NULL), 0);
	assert_int_equal(fakeapi__player_close(w.player, 1, FAKEAPI_CLOSE_RESET, NULL), 0);
	h2_client_wait_end(c);
	wait_for(&w, has_connections, 0);
	h2_client_free(c);
	world_stop(&w);
}

static void connection_close_header_becomes_a_goaway(void **state)
{
	const struct fakeapi__header headers = { STR("Connection"), STR("close") };
	struct h2_response *r;
	struct h2_client *c;
	struct world w;
	int32_t id, last;
	uint32_t code;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	id = h2_client_get(c, "/w");
	(void)wait_request(&w, 1);
	assert_int_equal(fakeapi__player_respond(w.player, 1, 200, &headers, 1, STR("x"), NULL), 0);
	r = h2_client_wait_closed(c, id);
	assert_null(strstr(r->headers.ptr, "connection"));
	assert_true(r->ended);
	h2_client_wait_end(c);
	assert_true(h2_client_goaway(c, &last, &code));
	assert_int_equal(code, NO_ERROR);
	h2_client_free(c);
	world_stop(&w);
}

static void idle_connection_is_closed_with_goaway(void **state)
{
	struct h2_client *c;
	struct world w;
	int32_t last;
	uint32_t code;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .idle_timeout_ns = 50 * NS_PER_MS });
	c = client(&w);
	h2_client_wait_end(c);
	assert_true(h2_client_goaway(c, &last, &code));
	assert_int_equal(code, NO_ERROR);
	wait_for(&w, has_connections, 0);
	h2_client_free(c);
	world_stop(&w);
}

static void preface_gets_505_where_http2_is_off(void **state)
{
	struct net_in in;
	struct world w;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .http1 = true });
	in = net_in(net_connect(fakeapi__http_port(w.http, 0)));
	net_send(in.fd, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
	assert_int_equal(net_read_end(&in), NET_FIN);
	assert_non_null(strstr(in.buf, "HTTP/1.1 505 "));
	net_close(&in);
	world_stop(&w);
}

static void http2_preface_after_a_request_returns_505(void **state)
{
	struct net_in in;
	struct world w;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	in = net_in(net_connect(fakeapi__http_port(w.http, 0)));
	net_send(in.fd, "GET /x HTTP/1.1\r\nHost: h\r\n\r\n");
	(void)wait_request(&w, 1);
	respond(&w, 1, 200, "one");
	net_send(in.fd, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
	assert_int_equal(net_read_end(&in), NET_FIN);
	assert_non_null(strstr(in.buf, "HTTP/1.1 505 "));
	net_close(&in);
	world_stop(&w);
}

static void preface_may_come_in_pieces(void **state)
{
	static const char text[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
	struct net_in in;
	struct world w;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	in = net_in(net_connect(fakeapi__http_port(w.http, 0)));
	for (size_t i = 0; text[i]; i++)
		net_send_bytes(in.fd, text + i, 1);
	net_send_bytes(in.fd, "\0\0\0\4\0\0\0\0\0", 9);
	net_read_n(&in, 9);
	assert_int_equal(in.buf[3], 4); /* SETTINGS */
	net_close(&in);
	world_stop(&w);
}

static void alpn_chooses_http2_over_tls(void **state)
{
	struct fakeapi__tls tls = { 0 };
	struct h2_client *c;
	struct world w;
	int32_t id;

	(void)state;
	assert_int_equal(fakeapi__tls_make(&tls, NULL, time(NULL), NULL), 0);
	world_start(&w, (struct fakeapi__http_options) { .tls_cert_pem = tls.cert_pem,
							 .tls_key_pem = tls.key_pem });
	c = connect_with(&w, (struct h2_client_options) { .ca_pem = tls.ca_pem });
	id = h2_client_get(c, "/w");
	(void)wait_request(&w, 1);
	stream(&w, 1, "one\n");
	h2_client_wait_body(c, id, "one\n");
	assert_int_equal(fakeapi__player_close(w.player, 1, FAKEAPI_CLOSE_EOF, NULL), 0);
	assert_true(h2_client_wait_closed(c, id)->ended);
	h2_client_free(c);
	world_stop(&w);
	fakeapi__tls_fini(&tls);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(request_and_response_arrive_whole),
		cmocka_unit_test(settings_are_those_of_kube_apiserver),
		cmocka_unit_test(http2_responses_may_be_sent_out_of_order),
		cmocka_unit_test(head_and_no_content_have_no_body),
		cmocka_unit_test(long_response_is_compressed_when_the_client_wants_it),
		cmocka_unit_test(http2_watch_delivers_its_events_and_ends),
		cmocka_unit_test(broken_response_resets_its_stream_alone),
		cmocka_unit_test(client_that_resets_a_watch_ends_it),
		cmocka_unit_test(client_that_disconnects_ends_all_its_requests),
		cmocka_unit_test(server_sends_no_more_than_the_window),
		cmocka_unit_test(large_upload_passes_the_flow_control_windows),
		cmocka_unit_test(body_beyond_the_limit_gets_413),
		cmocka_unit_test(header_list_gets_431_or_ends_the_connection),
		cmocka_unit_test(expect_header_gets_100_or_417),
		cmocka_unit_test(body_that_does_not_come_gets_408),
		cmocka_unit_test(bodies_beyond_the_common_limit_get_429),
		cmocka_unit_test(streams_beyond_the_limit_are_refused),
		cmocka_unit_test(streams_of_all_connections_have_a_limit),
		cmocka_unit_test(refusing_port_sends_goaway_and_finishes_open_requests),
		cmocka_unit_test(reset_at_a_refusing_port_ends_the_connection),
		cmocka_unit_test(connection_close_header_becomes_a_goaway),
		cmocka_unit_test(idle_connection_is_closed_with_goaway),
		cmocka_unit_test(preface_gets_505_where_http2_is_off),
		cmocka_unit_test(http2_preface_after_a_request_returns_505),
		cmocka_unit_test(preface_may_come_in_pieces),
		cmocka_unit_test(alpn_chooses_http2_over_tls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
