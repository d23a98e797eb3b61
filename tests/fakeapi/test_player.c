/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/player.h"
#include "tests/kit/testing.h"

enum { BUF = 256 };

struct seen {
	uint32_t requested, hung_up, done;
	size_t wakes;
};

static void on_request(void *user, uint32_t id)
{
	((struct seen *)user)->requested = id;
}

static void on_hangup(void *user, uint32_t id)
{
	((struct seen *)user)->hung_up = id;
}

static void on_done(void *user, uint32_t id)
{
	((struct seen *)user)->done = id;
}

static void on_wake(void *user)
{
	((struct seen *)user)->wakes++;
}

static struct fakeapi__player *player_for(struct seen *seen)
{
	struct fakeapi__player_options opt = {
		.observer = { on_request, on_hangup, on_done, seen },
	};
	struct fakeapi__player *p = fakeapi__player_new(&opt, NULL);

	assert_non_null(p);
	return p;
}

static struct fakeapi__exchange *ask(struct fakeapi__player *p, struct seen *seen, const char *path,
				     const char *query)
{
	struct fakeapi__header headers[] = { { STR("Accept"), STR("application/json") } };
	struct fakeapi__request req = {
		.method = STR("GET"),
		.path = str_of(path),
		.query = str_of(query),
		.headers = headers,
		.header_count = ARRAY_LEN(headers),
		.body = STR("hello"),
		.backend = 2,
	};
	struct fakeapi__server *s = fakeapi__player_server(p);

	return s->begin(s, 42, &req, (struct fakeapi__wake) { on_wake, seen });
}

static void end(struct fakeapi__exchange *x, bool client_gone)
{
	x->ops->end(x, client_gone);
}

/* Pulls until something else than bytes comes; the bytes land in out. */
static ptrdiff_t pull_all(struct fakeapi__exchange *x, size_t cap, char out[BUF])
{
	size_t len = 0;

	for (;;) {
		ptrdiff_t n = x->ops->pull(x, 0, out + len, cap);

		len += n > 0 ? (size_t)n : 0;
		out[len] = '\0';
		if (n <= 0)
			return n;
		assert_true(len < BUF - cap);
	}
}

static void player_request_is_stored_decoded(void **state)
{
	struct seen seen = { 0 };
	struct fakeapi__player *p = player_for(&seen);
	struct fakeapi__exchange *x;
	const struct fakeapi__player_request *req;

	(void)state;
	assert_int_equal(fakeapi__player_request_count(p), 0);
	assert_null(fakeapi__player_request(p, 1));
	x = ask(p, &seen, "/api/v1/a%2Fb+c",
		"limit=5&&labelSelector=a%3Db%20c+d&flag&bad=%zz%4&x=1=2");
	assert_non_null(x);
	assert_int_equal(seen.requested, 1);
	assert_int_equal(fakeapi__player_id(x), 1);
	assert_int_equal(fakeapi__player_request_count(p), 1);
	req = fakeapi__player_request(p, 1);
	assert_int_equal(req->id, 1);
	assert_int_equal(req->at_ns, 42);
	assert_int_equal(req->backend, 2);
	assert_true(str_eqz(req->method, "GET"));
	assert_true(str_eqz(req->path, "/api/v1/a/b+c"));
	assert_true(str_eqz(req->body, "hello"));
	assert_int_equal(req->param_count, 5);
	assert_true(str_eqz(fakeapi__player_param(req, "limit"), "5"));
	assert_true(str_eqz(fakeapi__player_param(req, "labelSelector"), "a=b c d"));
	assert_true(str_eqz(fakeapi__player_param(req, "flag"), ""));
	assert_true(str_eqz(fakeapi__player_param(req, "bad"), "%zz%4"));
	assert_true(str_eqz(fakeapi__player_param(req, "x"), "1=2"));
	assert_null(fakeapi__player_param(req, "absent").ptr);
	assert_int_equal(req->header_count, 1);
	assert_true(str_eqz(req->headers[0].name, "Accept"));
	end(x, true);
	fakeapi__player_free(p);
}

static void player_response_is_pulled_in_pieces_of_any_size(void **state)
{
	(void)state;
	for (size_t cap = 1; cap < 16; cap++) {
		struct seen seen = { 0 };
		struct fakeapi__player *p = player_for(&seen);
		struct fakeapi__exchange *x = ask(p, &seen, "/", "");
		struct fakeapi__header retry = { STR("Retry-After"), STR("1") };
		char got[BUF];

		assert_int_equal(x->ops->head(x, 0), FAKEAPI_HEAD_WAIT);
		assert_true(fakeapi__player_drained(p));
		assert_int_equal(fakeapi__player_respond(p, 1, 429, &retry, 1, STR("slow down"),
							 NULL),
				 0);
		assert_int_equal(seen.wakes, 1);
		assert_false(fakeapi__player_drained(p));
		assert_int_equal(x->ops->head(x, 0), FAKEAPI_HEAD_READY);
		assert_int_equal(x->status, 429);
		assert_int_equal(x->body_len, 9);
		assert_int_equal(x->header_count, 2);
		assert_true(str_eqz(x->headers[0].value, "1"));
		assert_true(str_eqz(x->headers[1].value, "application/json"));
		assert_false(x->close_connection);
		assert_int_equal(pull_all(x, cap, got), FAKEAPI_PULL_END);
		assert_string_equal(got, "slow down");
		assert_int_equal(fakeapi__player_scripted(p, 1), 9);
		assert_int_equal(fakeapi__player_state(p, 1), FAKEAPI_PLAYER_SCRIPTED);
		end(x, false);
		assert_int_equal(fakeapi__player_state(p, 1), FAKEAPI_PLAYER_DONE);
		assert_true(fakeapi__player_drained(p));
		assert_int_equal(seen.done, 1);
		assert_int_equal(seen.hung_up, 0);
		fakeapi__player_free(p);
	}
}

static void connection_close_header_sets_the_transport_flag(void **state)
{
	struct seen seen = { 0 };
	struct fakeapi__player *p = player_for(&seen);
	struct fakeapi__exchange *x = ask(p, &seen, "/", "");
	struct fakeapi__header h[] = { { STR("connection"), STR("Close") },
				       { STR("content-type"), STR("text/plain") } };

	(void)state;
	assert_int_equal(fakeapi__player_respond(p, 1, 200, h, 2, STR(""), NULL), 0);
	assert_int_equal(x->ops->head(x, 0), FAKEAPI_HEAD_READY);
	assert_true(x->close_connection);
	assert_int_equal(x->header_count, 1);
	assert_true(str_eqz(x->headers[0].name, "content-type"));
	assert_int_equal(x->body_len, 0);
	end(x, false);
	fakeapi__player_free(p);
}

static void stream_delivers_its_data_and_ends_as_set(void **state)
{
	static const struct {
		enum fakeapi__player_close how;
		ptrdiff_t pull;
	} cases[] = {
		{ FAKEAPI_CLOSE_EOF, FAKEAPI_PULL_END },
		{ FAKEAPI_CLOSE_TIMEOUT, FAKEAPI_PULL_END },
		{ FAKEAPI_CLOSE_CUT, FAKEAPI_PULL_CUT },
		{ FAKEAPI_CLOSE_RESET, FAKEAPI_PULL_RESET },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct seen seen = { 0 };
		struct fakeapi__player *p = player_for(&seen);
		struct fakeapi__exchange *x = ask(p, &seen, "/", "watch=true");
		char got[BUF];

		assert_int_equal(fakeapi__player_stream(p, 1, 200, NULL, 0, NULL), 0);
		assert_int_equal(x->ops->head(x, 0), FAKEAPI_HEAD_READY);
		assert_int_equal(x->body_len, -1);
		assert_int_equal(x->ops->deadline_ns(x), INT64_MAX);
		assert_int_equal(pull_all(x, 4, got), FAKEAPI_PULL_WAIT);
		assert_string_equal(got, "");
		assert_int_equal(fakeapi__player_send(p, 1, STR("one\n"), NULL), 0);
		assert_int_equal(fakeapi__player_send(p, 1, STR("two\n"), NULL), 0);
		assert_false(fakeapi__player_drained(p));
		assert_int_equal(pull_all(x, 3, got), FAKEAPI_PULL_WAIT);
		assert_string_equal(got, "one\ntwo\n");
		assert_true(fakeapi__player_drained(p));
		assert_int_equal(fakeapi__player_send(p, 1, STR("three\n"), NULL), 0);
		assert_int_equal(fakeapi__player_close(p, 1, cases[i].how, NULL), 0);
		assert_int_equal(seen.wakes, 5);
		assert_int_equal(pull_all(x, 64, got), cases[i].pull);
		assert_string_equal(got, "three\n");
		assert_false(fakeapi__player_drained(p));
		end(x, false);
		assert_true(fakeapi__player_drained(p));
		fakeapi__player_free(p);
	}
}

static void close_before_a_response_cuts_the_request(void **state)
{
	static const struct {
		enum fakeapi__player_close how;
		enum fakeapi__head head;
	} cases[] = {
		{ FAKEAPI_CLOSE_CUT, FAKEAPI_HEAD_CUT },
		{ FAKEAPI_CLOSE_EOF, FAKEAPI_HEAD_CUT },
		{ FAKEAPI_CLOSE_RESET, FAKEAPI_HEAD_RESET },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct seen seen = { 0 };
		struct fakeapi__player *p = player_for(&seen);
		struct fakeapi__exchange *x = ask(p, &seen, "/", "");

		assert_int_equal(fakeapi__player_close(p, 1, cases[i].how, NULL), 0);
		assert_int_equal(seen.wakes, 1);
		assert_int_equal(x->ops->head(x, 0), cases[i].head);
		end(x, false);
		assert_int_equal(seen.done, 1);
		fakeapi__player_free(p);
	}
}

static void disconnect_counts_as_hangup_only_before_the_script_ends(void **state)
{
	struct seen seen = { 0 };
	struct fakeapi__player *p = player_for(&seen);
	struct fakeapi__exchange *x;
	struct relist_err err = { 0 };

	(void)state;
	end(ask(p, &seen, "/", ""), true);
	assert_int_equal(seen.hung_up, 1);
	assert_int_equal(fakeapi__player_state(p, 1), FAKEAPI_PLAYER_HUNG_UP);
	x = ask(p, &seen, "/", "");
	assert_int_equal(fakeapi__player_stream(p, 2, 200, NULL, 0, NULL), 0);
	assert_int_equal(fakeapi__player_send(p, 2, STR("never read"), NULL), 0);
	end(x, true);
	assert_int_equal(seen.hung_up, 2);
	assert_int_equal(fakeapi__player_send(p, 2, STR("x"), &err), RELIST_ECLOSED);
	assert_string_equal(err.msg, "request 2: the client has hung up");
	x = ask(p, &seen, "/", "");
	assert_int_equal(fakeapi__player_respond(p, 3, 200, NULL, 0, STR("unread"), NULL), 0);
	end(x, true);
	assert_int_equal(seen.hung_up, 2);
	assert_int_equal(seen.done, 3);
	assert_true(fakeapi__player_drained(p));
	fakeapi__player_free(p);
}

static void script_out_of_order_is_refused(void **state)
{
	struct seen seen = { 0 };
	struct fakeapi__player *p = player_for(&seen);
	struct fakeapi__exchange *x;
	struct relist_err err = { 0 };

	(void)state;
	assert_int_equal(fakeapi__player_respond(p, 1, 200, NULL, 0, STR(""), &err),
			 RELIST_ENOTFOUND);
	assert_string_equal(err.msg, "request 1 has not arrived");
	x = ask(p, &seen, "/", "");
	assert_int_equal(fakeapi__player_send(p, 1, STR("x"), &err), RELIST_EINVAL);
	assert_string_equal(err.msg, "request 1: no stream was begun");
	assert_int_equal(fakeapi__player_stream(p, 1, 200, NULL, 0, NULL), 0);
	assert_int_equal(fakeapi__player_respond(p, 1, 200, NULL, 0, STR(""), &err), RELIST_EINVAL);
	assert_string_equal(err.msg, "request 1: already streaming");
	assert_int_equal(fakeapi__player_close(p, 1, FAKEAPI_CLOSE_EOF, NULL), 0);
	assert_int_equal(fakeapi__player_close(p, 1, FAKEAPI_CLOSE_EOF, &err), RELIST_EINVAL);
	assert_string_equal(err.msg, "request 1: already answered");
	end(x, false);
	assert_int_equal(fakeapi__player_send(p, 1, STR("x"), NULL), RELIST_EINVAL);
	fakeapi__player_free(p);
}

static void player_limits_requests_and_pending_bytes(void **state)
{
	struct fakeapi__player_options opt = { .pending_max = 10, .request_max = 1 };
	struct fakeapi__player *p = fakeapi__player_new(&opt, NULL);
	struct seen seen = { 0 };
	struct fakeapi__exchange *x = ask(p, &seen, "/", "");
	struct relist_err err = { 0 };
	char got[BUF];

	(void)state;
	assert_null(ask(p, &seen, "/", ""));
	assert_int_equal(fakeapi__player_stream(p, 1, 200, NULL, 0, NULL), 0);
	for (int round = 0; round < 3; round++) {
		assert_int_equal(fakeapi__player_send(p, 1, STR("12345678"), NULL), 0);
		assert_int_equal(fakeapi__player_send(p, 1, STR("123"), &err), RELIST_ELIMIT);
		assert_int_equal(x->ops->pull(x, 0, got, 7), 7);
		assert_int_equal(fakeapi__player_send(p, 1, STR("123456789"), NULL), 0);
		assert_int_equal(pull_all(x, 32, got), FAKEAPI_PULL_WAIT);
		assert_string_equal(got, "8123456789");
	}
	end(x, true);
	fakeapi__player_free(p);
}

static void play_once(void)
{
	struct seen seen = { 0 };
	struct fakeapi__player *p = fakeapi__player_new(NULL, NULL);
	struct fakeapi__exchange *x = p ? ask(p, &seen, "/a", "b=c&d=e") : NULL;
	struct fakeapi__exchange *y = p && x ? ask(p, &seen, "/a", "") : NULL;
	char got[BUF];

	if (x && fakeapi__player_respond(p, 1, 200, NULL, 0, STR("body"), NULL) == 0) {
		assert_int_equal(pull_all(x, 8, got), FAKEAPI_PULL_END);
		assert_string_equal(got, "body");
	}
	if (x && y && fakeapi__player_stream(p, 2, 200, NULL, 0, NULL) == 0 &&
	    fakeapi__player_send(p, 2, STR("piece"), NULL) == 0) {
		assert_int_equal(pull_all(y, 8, got), FAKEAPI_PULL_WAIT);
		assert_string_equal(got, "piece");
	}
	if (x)
		end(x, false);
	if (y)
		end(y, true);
	fakeapi__player_free(p);
}

static void player_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(play_once());
	assert_int_equal(base__alloc_fail_after, -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(player_request_is_stored_decoded),
		cmocka_unit_test(player_response_is_pulled_in_pieces_of_any_size),
		cmocka_unit_test(connection_close_header_sets_the_transport_flag),
		cmocka_unit_test(stream_delivers_its_data_and_ends_as_set),
		cmocka_unit_test(close_before_a_response_cuts_the_request),
		cmocka_unit_test(disconnect_counts_as_hangup_only_before_the_script_ends),
		cmocka_unit_test(script_out_of_order_is_refused),
		cmocka_unit_test(player_limits_requests_and_pending_bytes),
		cmocka_unit_test(player_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
