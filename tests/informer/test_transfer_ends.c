/* SPDX-License-Identifier: Apache-2.0 */
/* How a request over libcurl ends, and when it is made again: without a server. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "informer/posix/transfer.h"
#include "relist/client.h"
#include "tests/kit/testing.h"

static const struct inf__effect get = { .kind = INF_EFFECT_OPEN,
					.request_id = 7,
					.method = "GET",
					.path = "/api/v1/pods",
					.accept = "application/json" };

static bool on_head(void *user, uint32_t request_id, const struct inf__head *head)
{
	(void)request_id;
	(void)head;
	++*(size_t *)user;
	return true;
}

static bool on_bytes(void *user, uint32_t request_id, const void *bytes, size_t len)
{
	(void)user;
	(void)request_id;
	(void)bytes;
	(void)len;
	fail_msg("no answer has a body here");
	return false;
}

static struct inf__transfer *new_transfer(struct inf_client *client, const char *method,
					  size_t *heads)
{
	const struct inf__transfer_sink sink = { on_head, on_bytes, heads };
	struct inf__effect open = get;
	struct inf__transfer *t;

	open.method = method;
	t = inf__transfer_new(client, &open, &sink, NULL);
	assert_non_null(t);
	return t;
}

static void curl_results_map_to_their_end(void **state)
{
	static const struct {
		CURLcode result;
		bool delivered;
		int status;
		enum inf__end want;
	} cases[] = {
		{ CURLE_OK, true, 200, INF_END_CLEAN },
		{ CURLE_OK, false, 200, INF_END_OTHER },
		{ CURLE_OK, true, 101, INF_END_CLEAN },
		{ CURLE_GOT_NOTHING, false, 101, INF_END_OTHER },
		{ CURLE_GOT_NOTHING, false, 0, INF_END_EOF },
		{ CURLE_SEND_FAIL_REWIND, false, 0, INF_END_EOF },
		{ CURLE_PARTIAL_FILE, false, 0, INF_END_EOF },
		{ CURLE_PARTIAL_FILE, true, 200, INF_END_UNEXPECTED_EOF },
		{ CURLE_RECV_ERROR, true, 200, INF_END_RESET },
		{ CURLE_SEND_ERROR, false, 0, INF_END_RESET },
		{ CURLE_HTTP2_STREAM, true, 200, INF_END_STREAM_ERROR },
		{ CURLE_OPERATION_TIMEDOUT, false, 0, INF_END_TIMED_OUT },
		{ CURLE_COULDNT_CONNECT, false, 0, INF_END_REFUSED },
		{ CURLE_HTTP2, false, 0, INF_END_OTHER },
		{ CURLE_COULDNT_RESOLVE_HOST, false, 0, INF_END_OTHER },
	};
	struct inf_client *client = inf_client_for_url("http://127.0.0.1:1", NULL);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		size_t heads = 0;
		struct inf__transfer *t = new_transfer(client, "GET", &heads);
		enum inf__end got;

		t->head_delivered = cases[i].delivered;
		t->status = cases[i].status;
		got = inf__transfer_end(t, cases[i].result);
		if (got != cases[i].want || heads != 0)
			fail_msg("case %zu: %d, %zu heads", i, (int)got, heads);
		inf__transfer_free(t);
	}
	inf_client_unref(client);
}

/* HTTP/2: once, and only a read without an answer. */
static void request_left_out_by_goaway_is_repeated(void **state)
{
	static const struct {
		const char *method;
		CURLcode result;
		bool delivered, closed, repeats;
	} cases[] = {
		{ "GET", CURLE_HTTP2, false, false, true },
		{ "HEAD", CURLE_HTTP2, false, false, true },
		{ "GET", CURLE_HTTP2_STREAM, false, false, false },
		{ "GET", CURLE_HTTP2, true, false, false },
		{ "GET", CURLE_HTTP2, false, true, false },
		{ "POST", CURLE_HTTP2, false, false, false },
		{ "PUT", CURLE_HTTP2, false, false, false },
		{ "PATCH", CURLE_HTTP2, false, false, false },
		{ "DELETE", CURLE_HTTP2, false, false, false },
	};
	struct inf_client *client = inf_client_for_url("http://127.0.0.1:1", NULL);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		size_t heads = 0;
		struct inf__transfer *t = new_transfer(client, cases[i].method, &heads);

		t->head_delivered = cases[i].delivered;
		t->closed = cases[i].closed;
		assert_int_equal(inf__transfer_repeats(t, cases[i].result), cases[i].repeats);
		assert_false(inf__transfer_repeats(t, cases[i].result));
		inf__transfer_free(t);
	}
	inf_client_unref(client);
}

static void every_failing_allocation_is_an_error(void **state)
{
	static const struct inf__query_param params[] = { { "limit", "500" } };
	struct inf_client *client = inf_client_for_url("http://127.0.0.1:1", NULL);
	size_t heads = 0;
	const struct inf__transfer_sink sink = { on_head, on_bytes, &heads };
	struct inf__effect open = get;

	(void)state;
	open.query = params;
	open.query_count = 1;
	FOR_EACH_FAILING_ALLOC({
		struct relist_err err = { 0 };
		struct inf__transfer *t = inf__transfer_new(client, &open, &sink, &err);

		assert_int_equal(err.code, t ? 0 : RELIST_ENOMEM);
		inf__transfer_free(t);
	});
	inf_client_unref(client);
}

static bool has_line(const struct curl_slist *headers, const char *line)
{
	while (headers && strcmp(headers->data, line) != 0)
		headers = headers->next;
	return headers != NULL;
}

static void request_is_not_sent_without_its_credential(void **state)
{
	const struct inf_client_options options = { .server = "http://127.0.0.1:1",
						    .bearer_token = "abc" };
	struct inf_client *client = inf_client_new(&options, NULL);
	size_t heads = 0;
	const struct inf__transfer_sink sink = { on_head, on_bytes, &heads };

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct inf__transfer *t = inf__transfer_new(client, &get, &sink, NULL);

		if (t)
			assert_true(has_line(t->headers, "Authorization: Bearer abc"));
		inf__transfer_free(t);
	});
	inf_client_unref(client);
}

/* The kernel gives up a peer after three probes. */
static void tcp_keepalive_sends_three_probes(void **state)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), probes = 0;
	socklen_t len = sizeof(probes);

	(void)state;
	assert_true(fd >= 0);
	inf__transfer_keepalive(fd);
	assert_int_equal(getsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, &len), 0);
	assert_int_equal(probes, 3);
	(void)close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(curl_results_map_to_their_end),
		cmocka_unit_test(request_left_out_by_goaway_is_repeated),
		cmocka_unit_test(every_failing_allocation_is_an_error),
		cmocka_unit_test(request_is_not_sent_without_its_credential),
		cmocka_unit_test(tcp_keepalive_sends_three_probes),
	};

	return cmocka_run_group_tests_name("informer/transfer_ends", tests, NULL, NULL);
}
