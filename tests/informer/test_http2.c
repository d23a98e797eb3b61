/* SPDX-License-Identifier: Apache-2.0 */
/* Informers over HTTP/2: one connection for all, a server that hangs, GOAWAY, and streams that are
 * reset one by one. What is wanted is what client-go 0.37.2 did to the same
 * (tests/oracle/informer/http2_test.go). */
#define _GNU_SOURCE /* setenv */
#include "tests/kit/testing.h"

#include <nghttp2/nghttp2.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/posix/clock.h"
#include "fakeapi/http/server.h"
#include "fakeapi/http/tls.h"
#include "informer/posix/informer_handle.h"
#include "informer/posix/io_thread.h"
#include "relist/client.h"
#include "tests/kit/h2_server.h"

enum { PATIENCE_S = 120, INFORMERS = 2 };

static const char list_body[] = "{\"kind\":\"List\",\"apiVersion\":\"v1\","
				"\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[]}";

struct fixture {
	struct h2_server *server;
	struct inf_client *client;
	struct clock clock;
	struct inf__io *io;
	struct inf_informer *inf[INFORMERS];
	size_t answered;	 /* requests that were dealt with */
	size_t watch[INFORMERS]; /* the number of each one's last watch */

	struct lock lock; /* rank RUNNER */
	pthread_cond_t changed;
	char errors[512]; /* "other: text\n" */
};

static void on_quiet(void *user)
{
	struct fixture *f = user;

	lock_acquire(&f->lock);
	cond_broadcast(&f->changed);
	lock_release(&f->lock);
}

static void on_error(void *user, const struct inf_watch_error *error)
{
	struct fixture *f = user;
	size_t len;

	lock_acquire(&f->lock);
	len = strlen(f->errors);
	(void)snprintf(f->errors + len, sizeof(f->errors) - len, "%s\n", error->text);
	cond_broadcast(&f->changed);
	lock_release(&f->lock);
}

static const char *const kinds[INFORMERS][2] = { { "pods", "Pod" }, { "nodes", "Node" } };
enum { PODS, NODES };

static void begin_at(struct fixture *f, const struct inf_client_options *options)
{
	memset(f, 0, sizeof(*f));
	lock_init(&f->lock, LOCK_RUNNER);
	cond_init(&f->changed);
	f->client = inf_client_new(options, NULL);
	assert_non_null(f->client);
	clock_init_manual(&f->clock, 0);
	f->io = inf__io_new(f->client, &f->clock, NULL);
	assert_non_null(f->io);
	inf__io_on_quiet(f->io, on_quiet, f);
	for (size_t i = 0; i < INFORMERS; i++) {
		const struct inf_informer_options about = {
			.version = "v1",
			.resource = kinds[i][0],
			.kind = kinds[i][1],
			.watch_error = on_error,
			.watch_error_user = f,
			.profile = INF_PROFILE_CLIENT_GO_1_32, /* no streamed lists */
		};

		f->inf[i] = inf__informer_handle_new(f->io, &f->clock, &about, NULL);
		assert_non_null(f->inf[i]);
	}
	assert_int_equal(inf__io_start(f->io, NULL), 0);
}

static void begin(struct fixture *f)
{
	struct h2_server *server = h2_server_new();
	const struct inf_client_options options = { .server = h2_server_url(server),
						    .ca_pem = h2_server_ca(server) };

	begin_at(f, &options);
	f->server = server;
}

static void end(struct fixture *f)
{
	for (size_t i = 0; i < INFORMERS; i++)
		inf_informer_stop(f->inf[i]);
	for (size_t i = 0; i < INFORMERS; i++)
		assert_int_equal(inf_informer_wait_stopped(f->inf[i], PATIENCE_S * 1000, NULL), 0);
	for (size_t i = 0; i < INFORMERS; i++)
		inf_informer_free(f->inf[i]);
	inf__io_stop(f->io);
	inf__io_unref(f->io);
	inf_client_unref(f->client);
	if (f->server)
		h2_server_free(f->server);
	clock_fini(&f->clock);
	assert_int_equal(pthread_cond_destroy(&f->changed), 0);
	lock_fini(&f->lock);
}

/* Waits until so many answers have begun and so many bytes of them are taken in. */
static void wait_answers(struct fixture *f, uint32_t heads, uint64_t bytes)
{
	int64_t until = clock_monotonic_ns() + PATIENCE_S * NS_PER_S;
	struct inf__io_state s;

	lock_acquire(&f->lock);
	for (;;) {
		inf__io_state(f->io, &s);
		if (s.idle && s.heads == heads && s.body_bytes == bytes)
			break;
		if (clock_monotonic_ns() >= until)
			fail_msg("%u answers and %llu bytes, want %u and %llu", s.heads,
				 (unsigned long long)s.body_bytes, heads,
				 (unsigned long long)bytes);
		(void)lock_wait_until(&f->lock, &f->changed, clock_monotonic_ns() + NS_PER_MS);
	}
	lock_release(&f->lock);
}

/* Waits until all threads sleep till then and none for less. */
static void wait_deadline(struct fixture *f, int64_t deadline_ns)
{
	int64_t until = clock_monotonic_ns() + PATIENCE_S * NS_PER_S;

	lock_acquire(&f->lock);
	while (clock_next_deadline(&f->clock) != deadline_ns) {
		if (clock_monotonic_ns() >= until)
			fail_msg("the next deadline is %lld, want %lld",
				 (long long)clock_next_deadline(&f->clock), (long long)deadline_ns);
		(void)lock_wait_until(&f->lock, &f->changed, clock_monotonic_ns() + NS_PER_MS);
	}
	lock_release(&f->lock);
}

/* Lets time pass, from pause to pause, until request n comes: seconds since the start. */
static double pass_until_request(struct fixture *f, size_t n)
{
	int64_t until = clock_monotonic_ns() + PATIENCE_S * NS_PER_S;

	while (h2_server_requests(f->server) < n) {
		struct inf__io_state s;

		assert_true(clock_monotonic_ns() < until);
		inf__io_state(f->io, &s);
		if (s.idle && s.active == s.heads && s.deadline_ns < TIME_NEVER)
			clock_advance_to(&f->clock, s.deadline_ns);
		lock_acquire(&f->lock);
		(void)lock_wait_until(&f->lock, &f->changed, clock_monotonic_ns() + NS_PER_MS);
		lock_release(&f->lock);
	}
	return (double)clock_now(&f->clock) / (double)NS_PER_S;
}

static void start(struct fixture *f)
{
	for (size_t i = 0; i < INFORMERS; i++)
		assert_int_equal(inf_informer_start(f->inf[i], NULL), 0);
}

/* Answers lists and opens watches, as they come, until every informer watches. */
static void open_watches(struct fixture *f)
{
	size_t open = 0;

	while (open < INFORMERS) {
		size_t n = ++f->answered;
		struct h2_request r = h2_server_request(f->server, n);
		bool watch = strstr(r.path, "watch=true") != NULL;

		h2_server_answer(f->server, n, 200, watch ? "" : list_body, !watch);
		for (size_t i = 0; watch && i < INFORMERS; i++)
			if (strstr(r.path, kinds[i][0]))
				f->watch[i] = n;
		open += watch;
	}
	wait_answers(f, INFORMERS, 0);
}

static void two_watches(struct fixture *f)
{
	begin(f);
	start(f);
	open_watches(f);
	assert_int_equal(f->answered, 4);
	wait_deadline(f, 30 * NS_PER_S);
}

static void all_informers_share_one_connection(void **state)
{
	struct fixture f;

	(void)state;
	two_watches(&f);
	assert_int_equal(h2_server_connections(f.server), 1);
	end(&f);
}

static void requests_over_the_stream_limit_use_another_connection(void **state)
{
	struct fixture f;

	(void)state;
	begin(&f);
	h2_server_limit(f.server, 1);
	start(&f);
	open_watches(&f);
	assert_true(h2_server_connections(f.server) > 1);
	assert_string_equal(f.errors, "");
	assert_true(clock_now(&f.clock) == 0);
	end(&f);
}

static void silent_server_is_pinged_and_kept_if_it_responds(void **state)
{
	struct fixture f;

	(void)state;
	two_watches(&f);
	clock_advance_to(&f.clock, 30 * NS_PER_S);
	h2_server_wait_pings(f.server, 1);
	wait_deadline(&f, 60 * NS_PER_S); /* 30 s after the answer */
	clock_advance_to(&f.clock, 60 * NS_PER_S);
	h2_server_wait_pings(f.server, 2);
	wait_deadline(&f, 90 * NS_PER_S);
	assert_int_equal(h2_server_connections(f.server), 1);
	assert_int_equal(h2_server_requests(f.server), 4);
	end(&f);
}

static void received_event_postpones_the_health_ping(void **state)
{
	static const char event[] =
	    "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":"
	    "\"v1\",\"metadata\":{\"name\":\"a\",\"namespace\":\"b\","
	    "\"resourceVersion\":\"6\"}}}\n";
	struct fixture f;

	(void)state;
	two_watches(&f);
	clock_advance_to(&f.clock, 20 * NS_PER_S);
	h2_server_send(f.server, f.watch[PODS], event, false);
	wait_answers(&f, INFORMERS, strlen(event));
	wait_deadline(&f, 50 * NS_PER_S);
	assert_int_equal(h2_server_pings(f.server), 0);
	end(&f);
}

/* The watches end with "http2: client connection lost", which client-go treats not as the end of a
 * stream but as an error within it: the next request is a list. */
static void hanging_connection_is_closed_after_45_seconds_and_relisted(void **state)
{
	struct fixture f;

	(void)state;
	two_watches(&f);
	h2_server_ignore_pings(f.server);
	clock_advance_to(&f.clock, 30 * NS_PER_S);
	h2_server_wait_pings(f.server, 1);
	wait_deadline(&f, 45 * NS_PER_S);
	clock_advance_to(&f.clock, 45 * NS_PER_S);
	h2_server_wait_gone(f.server, f.watch[PODS]);
	h2_server_wait_gone(f.server, f.watch[NODES]);
	assert_true(pass_until_request(&f, 5) > 45);
	assert_int_equal(h2_server_request(f.server, 5).connection, 2);
	assert_null(strstr(h2_server_request(f.server, 5).path, "watch"));
	end(&f);
}

static void no_response_from_a_reachable_host_ends_the_connection(void **state)
{
	struct fixture f;

	(void)state;
	two_watches(&f);
	h2_server_go_deaf(f.server);
	clock_advance_to(&f.clock, 30 * NS_PER_S);
	wait_deadline(&f, 45 * NS_PER_S);
	clock_advance_to(&f.clock, 45 * NS_PER_S);
	(void)pass_until_request(&f, 5);
	assert_int_equal(h2_server_request(f.server, 5).connection, 2);
	end(&f);
}

/* rest/request.go repeats it by itself, a second later. */
static void list_without_a_response_is_retried(void **state)
{
	struct fixture f;

	(void)state;
	begin(&f);
	h2_server_ignore_pings(f.server);
	assert_int_equal(inf_informer_start(f.inf[0], NULL), 0);
	(void)h2_server_request(f.server, 1);
	wait_deadline(&f, 30 * NS_PER_S);
	clock_advance_to(&f.clock, 30 * NS_PER_S);
	wait_deadline(&f, 45 * NS_PER_S);
	clock_advance_to(&f.clock, 45 * NS_PER_S);
	wait_deadline(&f, 46 * NS_PER_S);
	assert_true(pass_until_request(&f, 2) == 46);
	assert_int_equal(h2_server_request(f.server, 2).connection, 2);
	assert_string_equal(f.errors, "");
	end(&f);
}

static void request_refused_by_goaway_is_sent_over_a_new_connection(void **state)
{
	struct fixture f;

	(void)state;
	begin(&f);
	assert_int_equal(inf_informer_start(f.inf[PODS], NULL), 0);
	h2_server_answer(f.server, 1, 200, list_body, true);
	(void)h2_server_request(f.server, 2);
	h2_server_goaway(f.server, 1, 1, NGHTTP2_NO_ERROR);
	assert_int_equal(h2_server_request(f.server, 3).connection, 2);
	assert_string_equal(h2_server_request(f.server, 3).path,
			    h2_server_request(f.server, 2).path);
	assert_string_equal(f.errors, "");
	assert_true(clock_now(&f.clock) == 0);
	end(&f);
}

static void watch_continues_after_goaway_until_its_connection_closes(void **state)
{
	static const char event[] =
	    "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":"
	    "\"v1\",\"metadata\":{\"resourceVersion\":\"8\"}}}\n";
	struct fixture f;

	(void)state;
	two_watches(&f);
	h2_server_goaway(f.server, 1, 4, NGHTTP2_NO_ERROR);
	h2_server_send(f.server, f.watch[PODS], event, false);
	wait_answers(&f, INFORMERS, strlen(event));
	assert_int_equal(h2_server_requests(f.server), 4);
	/* A watch that brought nothing for less than a second is an error. */
	clock_advance_to(&f.clock, 2 * NS_PER_S);
	h2_server_close(f.server, 1, false);
	assert_non_null(strstr(h2_server_request(f.server, 5).path, "watch"));
	assert_non_null(strstr(h2_server_request(f.server, 6).path, "watch"));
	assert_int_equal(h2_server_request(f.server, 5).connection, 2);
	assert_int_equal(h2_server_request(f.server, 6).connection, 2);
	assert_string_equal(f.errors, "");
	end(&f);
}

static void reset_of_one_watch_leaves_the_other_open(void **state)
{
	struct fixture f;

	(void)state;
	two_watches(&f);
	h2_server_reset(f.server, f.watch[PODS], NGHTTP2_INTERNAL_ERROR);
	h2_server_wait_gone(f.server, f.watch[PODS]);
	wait_answers(&f, 1, 0);
	/* An error within the stream, after which a list follows; a connection that breaks is none.
	 */
	assert_true(pass_until_request(&f, 5) < 10);
	assert_null(strstr(h2_server_request(f.server, 5).path, "watch"));
	assert_false(h2_server_request(f.server, f.watch[NODES]).gone);
	assert_int_equal(h2_server_connections(f.server), 1);
	end(&f);
}

/* One informer; one thing happens to its list or its watch. The table of the same scenes in
 * tests/oracle/informer/http2_test.go is client-go's. */
enum happening { CLOSE, RESET_CONNECTION, RESET_STREAM };
enum moment { BEFORE_HEAD, IN_BODY };

static void next_request_depends_on_how_the_last_one_ended(void **state)
{
	static const struct {
		const char *name;
		bool watch; /* it happens to the watch */
		enum moment moment;
		enum happening happening;
		uint32_t code;
		bool error, then_watch;
		double from_s, to_s; /* when the next request comes, after it happened */
	} cases[] = {
		{ "list, closed before its head", false, BEFORE_HEAD, CLOSE, 0, false, false, 1,
		  1 },
		{ "watch, closed before its head", true, BEFORE_HEAD, CLOSE, 0, false, true, 1, 1 },
		{ "watch, closed", true, IN_BODY, CLOSE, 0, false, true, 0, 0 },
		{ "watch, its connection reset", true, IN_BODY, RESET_CONNECTION, 0, false, true, 0,
		  0 },
		{ "watch, INTERNAL_ERROR", true, IN_BODY, RESET_STREAM, NGHTTP2_INTERNAL_ERROR,
		  false, false, 0.8, 1.6 },
		{ "watch, PROTOCOL_ERROR", true, IN_BODY, RESET_STREAM, NGHTTP2_PROTOCOL_ERROR,
		  false, false, 0.8, 1.6 },
		{ "watch, CANCEL", true, IN_BODY, RESET_STREAM, NGHTTP2_CANCEL, false, false, 0.8,
		  1.6 },
		{ "list, INTERNAL_ERROR before its head", false, BEFORE_HEAD, RESET_STREAM,
		  NGHTTP2_INTERNAL_ERROR, true, false, 0.8, 1.6 },
		{ "list, REFUSED_STREAM before its head", false, BEFORE_HEAD, RESET_STREAM,
		  NGHTTP2_REFUSED_STREAM, false, false, 0, 0 },
		{ "watch, INTERNAL_ERROR before its head", true, BEFORE_HEAD, RESET_STREAM,
		  NGHTTP2_INTERNAL_ERROR, true, false, 0.8, 1.6 },
		{ "watch, REFUSED_STREAM before its head", true, BEFORE_HEAD, RESET_STREAM,
		  NGHTTP2_REFUSED_STREAM, false, true, 0, 0 },
		{ "list, INTERNAL_ERROR in its body", false, IN_BODY, RESET_STREAM,
		  NGHTTP2_INTERNAL_ERROR, true, false, 0.8, 1.6 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		size_t n = cases[i].watch ? 2 : 1;
		struct fixture f;
		double begin_s = 0, at_s;

		begin(&f);
		assert_int_equal(inf_informer_start(f.inf[PODS], NULL), 0);
		if (cases[i].watch)
			h2_server_answer(f.server, 1, 200, list_body, true);
		(void)h2_server_request(f.server, n);
		if (cases[i].moment == IN_BODY) {
			h2_server_answer(f.server, n, 200,
					 cases[i].watch ? "" : "{\"kind\":", false);
			wait_answers(&f, 1, cases[i].watch ? 0 : strlen("{\"kind\":"));
			/* A watch that brings nothing for less than a second is an error. */
			begin_s = 2;
			clock_advance_to(&f.clock, 2 * NS_PER_S);
		}
		switch (cases[i].happening) {
		case CLOSE:
		case RESET_CONNECTION:
			h2_server_close(f.server, 1, cases[i].happening == RESET_CONNECTION);
			break;
		case RESET_STREAM:
			h2_server_reset(f.server, n, cases[i].code);
			break;
		}
		if (cases[i].moment == IN_BODY)
			wait_answers(&f, 0, 0); /* the client has seen it */
		at_s = pass_until_request(&f, n + 1) - begin_s;
		if (at_s < cases[i].from_s || at_s > cases[i].to_s)
			fail_msg("%s: after %f s, want %f to %f", cases[i].name, at_s,
				 cases[i].from_s, cases[i].to_s);
		if ((strstr(h2_server_request(f.server, n + 1).path, "watch") != NULL) !=
		    cases[i].then_watch)
			fail_msg("%s: then came %s", cases[i].name,
				 h2_server_request(f.server, n + 1).path);
		if ((f.errors[0] != '\0') != cases[i].error)
			fail_msg("%s: error \"%s\"", cases[i].name, f.errors);
		end(&f);
	}
}

/* A call of the dynamic client waits on its own thread, in real time. */
static void call_to_a_server_that_ignores_pings_fails(void **state)
{
	static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
	const struct inf_dynamic_options options = { .qps = -1 };
	struct inf_client_options about = { 0 };
	struct relist_err err = { 0 };
	struct h2_server *server = h2_server_new();
	struct inf_client *client;
	struct inf_dynamic *d;

	(void)state;
	assert_int_equal(setenv("HTTP2_READ_IDLE_TIMEOUT_SECONDS", "1", 1), 0);
	assert_int_equal(setenv("HTTP2_PING_TIMEOUT_SECONDS", "1", 1), 0);
	about.server = h2_server_url(server);
	about.ca_pem = h2_server_ca(server);
	client = inf_client_new(&about, NULL);
	assert_int_equal(unsetenv("HTTP2_READ_IDLE_TIMEOUT_SECONDS"), 0);
	assert_int_equal(unsetenv("HTTP2_PING_TIMEOUT_SECONDS"), 0);
	d = inf_dynamic_new(client, &options, NULL);
	assert_non_null(d);
	h2_server_ignore_pings(server);
	/* A write is not repeated. */
	assert_int_not_equal(inf_dynamic_delete(d, &maps, "a", NULL, NULL, &err), 0);
	assert_non_null(strstr(err.msg, "http2: client connection lost"));
	assert_int_equal(h2_server_requests(server), 1);
	assert_int_equal(h2_server_pings(server), 1);
	inf_dynamic_free(d);
	inf_client_unref(client);
	h2_server_free(server);
}

/* ---- a server that speaks HTTP/1.1 over TLS ---- */

static _Atomic unsigned plain_requests;

struct plain {
	struct fakeapi__exchange x;
	bool watch, answered;
};

static enum fakeapi__head plain_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	(void)now_ns;
	x->status = 200;
	return FAKEAPI_HEAD_READY;
}

static ptrdiff_t plain_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct plain *p = (struct plain *)(void *)x;

	(void)now_ns;
	if (p->watch || p->answered)
		return p->watch ? FAKEAPI_PULL_WAIT : FAKEAPI_PULL_END;
	assert_true(cap >= strlen(list_body));
	memcpy(buf, list_body, strlen(list_body));
	p->answered = true;
	return (ptrdiff_t)strlen(list_body);
}

static int64_t plain_deadline(const struct fakeapi__exchange *x)
{
	(void)x;
	return TIME_NEVER;
}

static void plain_end(struct fakeapi__exchange *x, bool client_gone)
{
	(void)client_gone;
	base__free(x);
}

static struct fakeapi__exchange *plain_begin(struct fakeapi__server *server, int64_t now_ns,
					     const struct fakeapi__request *req,
					     struct fakeapi__wake wake)
{
	static const struct fakeapi__exchange_ops ops = { plain_head, plain_pull, plain_deadline,
							  plain_end, NULL };
	static const struct fakeapi__header json = { { "Content-Type", 12 },
						     { "application/json", 16 } };
	struct plain *p = base__calloc(1, sizeof(*p));

	(void)server;
	(void)now_ns;
	(void)wake;
	assert_non_null(p);
	plain_requests++;
	p->x.ops = &ops;
	p->x.headers = &json;
	p->x.header_count = 1;
	p->x.body_len = -1;
	p->watch = memmem(req->query.ptr, req->query.len, "watch=true", 10) != NULL;
	return &p->x;
}

static void http_1_1_connections_are_not_pinged(void **state)
{
	struct fakeapi__server server = { plain_begin };
	struct fakeapi__http_options options = { .http1 = true };
	struct inf_client_options about = { 0 };
	int64_t until = clock_monotonic_ns() + PATIENCE_S * NS_PER_S;
	struct fakeapi__http *http;
	struct fakeapi__tls pem;
	struct fixture f;

	(void)state;
	assert_int_equal(fakeapi__tls_make(&pem, NULL, time(NULL), NULL), 0);
	options.tls_cert_pem = pem.cert_pem;
	options.tls_key_pem = pem.key_pem;
	http = fakeapi__http_start(&server, &options, NULL);
	assert_non_null(http);
	about.server = fakeapi__http_url(http, 0);
	about.ca_pem = pem.ca_pem;
	begin_at(&f, &about);
	start(&f);
	lock_acquire(&f.lock);
	while (plain_requests < 4 && clock_monotonic_ns() < until)
		(void)lock_wait_until(&f.lock, &f.changed, clock_monotonic_ns() + NS_PER_MS);
	lock_release(&f.lock);
	wait_answers(&f, INFORMERS, 0);
	wait_deadline(&f, TIME_NEVER);
	assert_int_equal(plain_requests, 4);
	end(&f);
	fakeapi__http_stop(http);
	fakeapi__tls_fini(&pem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_informers_share_one_connection),
		cmocka_unit_test(requests_over_the_stream_limit_use_another_connection),
		cmocka_unit_test(silent_server_is_pinged_and_kept_if_it_responds),
		cmocka_unit_test(received_event_postpones_the_health_ping),
		cmocka_unit_test(hanging_connection_is_closed_after_45_seconds_and_relisted),
		cmocka_unit_test(no_response_from_a_reachable_host_ends_the_connection),
		cmocka_unit_test(list_without_a_response_is_retried),
		cmocka_unit_test(request_refused_by_goaway_is_sent_over_a_new_connection),
		cmocka_unit_test(watch_continues_after_goaway_until_its_connection_closes),
		cmocka_unit_test(reset_of_one_watch_leaves_the_other_open),
		cmocka_unit_test(next_request_depends_on_how_the_last_one_ended),
		cmocka_unit_test(call_to_a_server_that_ignores_pings_fails),
		cmocka_unit_test(http_1_1_connections_are_not_pinged),
	};

	return cmocka_run_group_tests_name("informer/http2", tests, NULL, NULL);
}
