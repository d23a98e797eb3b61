/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings replayed: to a client with the recorded requests (byte for byte), to one with others,
 * and to relist's informers. */
#define _GNU_SOURCE
#include <dirent.h>
#include <unistd.h>

#include "base/posix/clock.h"
#include "runner/tcp/posix/world_tcp.h"
#include "runner/recording/http.h"
#include "runner/recording/posix/file.h"
#include "runner/recording/posix/replay_server.h"
#include "runner/retell/stack.h"
#include "tests/kit/heard.h"
#include "tests/kit/net.h"
#include "tests/kit/text_input.h"
#include "tests/kit/testing.h"

static struct rec__story *load(const char *path)
{
	struct relist_err err = { 0 };
	struct rec__file *file = rec__file_open(path, &err);
	struct rec__story_options opt = { .lenient = false };
	struct rec__input in;
	struct rec__story *story;

	if (!file)
		fail_msg("%s", err.msg);
	in = rec__file_input(file);
	story = rec__story_load(&in, 1, &opt, &err);
	if (!story)
		fail_msg("%s:%u:%u: %s", path, err.line, err.column, err.msg);
	rec__file_close(file);
	return story;
}

static struct rec__story *story_of(const char *lines)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct rec__story_options opt = { .lenient = false };
	struct str in;
	struct rec__input input = { text_input, &in };
	struct rec__story *story;

	strbuf_addf(&text, "{\"recording\":1}\n%s", lines);
	in = strbuf_str(&text);
	story = rec__story_load(&input, 1, &opt, &err);
	if (!story)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
	return story;
}

static uint16_t port_of(struct rec__replay *r)
{
	return (uint16_t)atoi(strrchr(rec__replay_url(r, 0), ':') + 1);
}

static void send_request(int fd, const struct rec__line *request)
{
	AUTO_STRBUF text = STRBUF_INIT;

	rec__request_text(request, &text);
	if (strchr(text.ptr, '?')) /* whatever the timeout */
		strbuf_addz(&text, "&timeoutSeconds=7");
	strbuf_addz(&text, " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	net_send(fd, text.ptr);
}

/* The body of the answer in `in`, without its framing. */
static void body_of(const struct net_in *in, struct strbuf *out, int *status)
{
	struct rec__http h;
	size_t at = 0;

	rec__http_init(&h, true);
	rec__http_expect(&h, STR("GET"));
	for (;;) {
		struct str data;
		size_t n;
		enum rec__http_event e =
		    rec__http_feed(&h, (struct str) { in->buf + at, in->len - at }, &n, &data);

		at += n;
		if (e == REC_HTTP_DATA)
			strbuf_adds(out, data);
		if (e == REC_HTTP_HEAD)
			*status = h.head.status;
		if (e == REC_HTTP_BAD)
			fail_msg("no HTTP: %s", h.why);
		if (e == REC_HTTP_END || e == REC_HTTP_MORE)
			break;
	}
	rec__http_fini(&h);
}

static void recorded_body(const struct rec__story *s, const struct rec__talk *t, struct strbuf *out)
{
	for (size_t i = t->at + 1; i < s->line_count; i++)
		if (s->lines[i].id == t->request->id && s->lines[i].body.ptr)
			strbuf_adds(out, s->lines[i].body);
}

static bool is_told(void *user)
{
	return rec__replay_state(user) != REC_REPLAY_RUNNING;
}

/* Sends the recorded requests, all at once, and compares every byte. */
static void tell_whole(const char *path)
{
	struct rec__story *s = load(path);
	struct heard heard;
	struct rec__replay_options opt = { .story = s, .on_text = hear, .user = &heard };
	struct relist_err err = { 0 };
	struct rec__replay *r;
	struct net_in *ins = base__calloc(s->talk_count, sizeof(*ins));

	heard_init(&heard);
	r = rec__replay_start(&opt, &err);
	assert_non_null(ins);
	if (!r)
		fail_msg("%s", err.msg);
	for (size_t i = 0; i < s->talk_count; i++) {
		if (!str_eqz(s->talks[i].request->method, "GET")) {
			ins[i] = net_in(-1);
			continue;
		}
		ins[i] = net_in(net_connect(port_of(r)));
		send_request(ins[i].fd, s->talks[i].request);
	}
	for (size_t i = 0; i < s->talk_count; i++) {
		const struct rec__talk *t = &s->talks[i];
		AUTO_STRBUF want = STRBUF_INIT;
		AUTO_STRBUF got = STRBUF_INIT;
		int status = 0;

		if (ins[i].fd < 0)
			continue;
		recorded_body(s, t, &want);
		if (t->response && t->end != SIZE_MAX && s->lines[t->end].kind != REC_HANGUP) {
			(void)net_read_end(&ins[i]);
		} else if (t->response) {
			/* An answer that stays open: until all that was recorded of it is here. */
			net_read_until(&ins[i], "\r\n\r\n");
			for (body_of(&ins[i], &got, &status); got.len < want.len;
			     body_of(&ins[i], &got, &status)) {
				net_read_n(&ins[i], ins[i].len + 1);
				strbuf_clear(&got);
			}
			strbuf_clear(&got);
		} else {
			(void)net_read_end(&ins[i]);
			assert_int_equal(ins[i].len, 0);
			continue;
		}
		body_of(&ins[i], &got, &status);
		assert_int_equal(status, t->response->status);
		if (!str_eq(strbuf_str(&want), strbuf_str(&got)))
			fail_msg("%s: request %u: want\n%s\ngot\n%s", path, t->request->id,
				 want.ptr, got.ptr);
	}
	assert_string_equal(heard.text.ptr, "");
	for (size_t i = 0; i < s->talk_count; i++)
		if (ins[i].fd >= 0)
			net_close(&ins[i]);
	rec__replay_stop(r);
	heard_fini(&heard);
	base__free(ins);
	rec__story_free(s);
}

static const struct {
	const char *name;
	size_t departures; /* of relist's informers, where another client sent other requests */
	bool stops, reads_only;
} recordings[] = {
	{ "restart", 0, false, true },	     { "expired-status", 0, false, true },
	{ "expired-event", 3, true, true },  { "network-cut", 0, false, true },
	{ "missed-delete", 0, false, true }, { "slow-handler", 2, false, true },
	{ "watch-list", 0, false, true },    { "paged-list", 2, false, true },
	{ "two-clients", 0, false, false },  { "real-client-go", 0, false, true },
	{ "real-kubectl", 2, false, true },  { "real-python", 3, false, true },
};

static void repeated_requests_get_the_recorded_bytes(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(recordings); i++) {
		char path[128];

		(void)snprintf(path, sizeof(path), "tests/recordings/%s.jsonl", recordings[i].name);
		if (recordings[i].reads_only)
			tell_whole(path);
	}
}

static void every_recording_is_in_the_table(void **state)
{
	DIR *d = opendir("tests/recordings");
	size_t n = 0;

	(void)state;
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));)
		n += strstr(e->d_name, ".jsonl") != NULL;
	(void)closedir(d);
	assert_int_equal(n, ARRAY_LEN(recordings));
}

static void our_informers_send_the_recorded_requests(void **state)
{
	static const struct runner__world_ops *const worlds[] = { &runner__world_sim,
								  &runner__world_tcp };

	(void)state;
	for (size_t i = 0; i < 2 * ARRAY_LEN(recordings); i++) {
		const size_t k = i / 2;
		struct rec__stack_options opt = { .world = worlds[i % 2], .seed = 1 + i };
		struct rec__stack_result res = { .text = STRBUF_INIT };
		struct relist_err err = { 0 };
		struct rec__story *s;
		char path[128];

		(void)snprintf(path, sizeof(path), "tests/recordings/%s.jsonl", recordings[k].name);
		s = load(path);
		if (rec__stack_replay(s, &opt, &res, &err))
			fail_msg("%s: %s", path, err.msg);
		assert_int_equal(res.lanes, 1);
		if (res.departures != recordings[k].departures ||
		    res.stopped != recordings[k].stops)
			fail_msg("%s (%s): %zu departures\n%s", path, opt.world->name,
				 res.departures, res.text.ptr);
		assert_false(res.unsettled || res.broken);
		strbuf_fini(&res.text);
		rec__story_free(s);
	}
}

#define LIST                                                                                       \
	"{\"request\":{\"id\":1,\"method\":\"GET\",\"path\":\"/api/v1/pods\",\"query\":"           \
	"{\"limit\":\"500\"}}}\n"                                                                  \
	"{\"response\":{\"id\":1,\"status\":200,\"body\":{\"kind\":\"PodList\","                   \
	"\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[{\"metadata\":" \
	"{\"name\":\"a\",\"namespace\":\"d\",\"resourceVersion\":\"4\"}},{\"metadata\":{\"name\":" \
	"\"b\",\"namespace\":\"e\",\"resourceVersion\":\"5\"}}]}}}\n"
#define NEVER                                                                                      \
	"{\"request\":{\"id\":2,\"method\":\"GET\",\"path\":\"/api/v1/pods\",\"query\":"           \
	"{\"watch\":\"1\",\"resourceVersion\":\"5\"}}}\n"                                          \
	"{\"response\":{\"id\":2,\"status\":200,\"stream\":true}}\n"                               \
	"{\"event\":{\"id\":2,\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"c\","        \
	"\"namespace\":\"d\",\"resourceVersion\":\"6\"}}}}\n"

static struct net_in ask(struct rec__replay *r, const char *target)
{
	struct net_in in = net_in(net_connect(port_of(r)));
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
		    target);
	net_send(in.fd, text.ptr);
	return in;
}

static void unrecorded_requests_are_reported_and_served_from_the_state(void **state)
{
	struct rec__story *s = story_of(LIST NEVER);
	struct heard heard;
	struct rec__replay_options opt = { .story = s, .on_text = hear, .user = &heard };
	struct rec__replay *r;
	struct net_in first, one, some, watch, recorded;

	(void)state;
	heard_init(&heard);
	r = rec__replay_start(&opt, NULL);
	assert_non_null(r);
	first = ask(r, "/api/v1/pods?limit=500");
	(void)net_read_end(&first);
	assert_non_null(strstr(first.buf, "\"items\":[{\"metadata\":{\"name\":\"a\""));
	one = ask(r, "/api/v1/namespaces/d/pods/a");
	(void)net_read_end(&one);
	assert_non_null(strstr(one.buf, "{\"metadata\":{\"name\":\"a\",\"namespace\":\"d\","));
	some = ask(r, "/api/v1/namespaces/e/pods");
	(void)net_read_end(&some);
	assert_non_null(strstr(some.buf, "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":"
					 "{\"resourceVersion\":\"5\"},\"items\":[{\"metadata\":"
					 "{\"name\":\"b\""));
	assert_null(strstr(some.buf, "\"name\":\"a\""));
	watch = ask(r, "/api/v1/namespaces/d/pods?watch=1&resourceVersion=4");
	net_read_until(&watch, "200 OK");
	/* Now as recorded: both get the event. */
	recorded = ask(r, "/api/v1/pods?resourceVersion=5&watch=1");
	net_read_until(&recorded, "\"name\":\"c\"");
	net_read_until(&watch, "\"name\":\"c\"");
	net_wait(is_told, r);
	assert_int_equal(rec__replay_state(r), REC_REPLAY_TOLD);
	assert_int_equal(rec__replay_departures(r), 3);
	heard_wait(&heard, "line 4: the client departs from the recording\n    expected  GET "
			   "/api/v1/pods?watch=1&resourceVersion=5\n    actual    GET "
			   "/api/v1/namespaces/d/pods/a\n");
	net_close(&first);
	net_close(&one);
	net_close(&some);
	net_close(&watch);
	net_close(&recorded);
	rec__replay_stop(r);
	heard_fini(&heard);
	rec__story_free(s);
}

static void request_without_an_answer_gets_404_and_the_replay_goes_on(void **state)
{
	static const char *const targets[] = { "/api/v1/nodes", "/api/v1/pods?labelSelector=a",
					       "/api/v1/nodes?watch=1",
					       "/api/v1/namespaces/d/pods/zz",
					       "/api/v1/namespaces/d/pods/a/log" };
	struct rec__story *s = story_of(LIST NEVER);
	struct heard heard;
	struct rec__replay_options opt = { .story = s, .on_text = hear, .user = &heard };
	struct rec__replay *r;
	struct net_in in;

	(void)state;
	heard_init(&heard);
	r = rec__replay_start(&opt, NULL);
	assert_non_null(r);
	for (size_t i = 0; i < ARRAY_LEN(targets); i++) {
		in = ask(r, targets[i]);
		(void)net_read_end(&in);
		assert_non_null(strstr(in.buf, "HTTP/1.1 404 "));
		assert_non_null(strstr(in.buf, "\"reason\":\"NotFound\""));
		heard_wait(&heard, targets[i]);
		net_close(&in);
	}
	heard_wait(&heard, "answered 404");
	assert_int_equal(rec__replay_state(r), REC_REPLAY_RUNNING);
	assert_int_equal(rec__replay_departures(r), ARRAY_LEN(targets));
	in = ask(r, "/api/v1/pods?limit=500");
	(void)net_read_end(&in);
	assert_non_null(strstr(in.buf, "\"name\":\"b\""));
	net_close(&in);
	rec__replay_stop(r);
	heard_fini(&heard);
	rec__story_free(s);
}

static void missing_request_is_skipped_after_the_patience(void **state)
{
	struct rec__story *s = story_of(LIST NEVER);
	struct heard heard;
	struct rec__replay_options opt = {
		.story = s, .on_text = hear, .user = &heard, .patience_ns = 50 * NS_PER_MS
	};
	struct rec__replay *r;
	size_t matched, all;

	(void)state;
	heard_init(&heard);
	r = rec__replay_start(&opt, NULL);
	assert_non_null(r);
	net_wait(is_told, r);
	heard_wait(&heard, "line 2: request 1 of the recording did not come\n");
	heard_wait(&heard, "line 4: request 2 of the recording did not come\n");
	rec__replay_count(r, &matched, &all);
	assert_int_equal(matched, 0);
	assert_int_equal(all, 2);
	rec__replay_stop(r);
	heard_fini(&heard);
	rec__story_free(s);
}

static void broken_recording_is_used_up_to_its_error_on_request(void **state)
{
	struct str in;
	struct rec__input input = { text_input, &in };
	struct rec__story_options strict = { .lenient = false }, lenient = { .lenient = true };
	struct relist_err err = { 0 };
	struct rec__story *s;
	static const char text[] = "{\"recording\":1}\n" LIST "garbage\n" NEVER;

	(void)state;
	in = STR(text);
	assert_null(rec__story_load(&input, 1, &strict, &err));
	assert_int_equal(err.line, 4);
	in = STR(text);
	s = rec__story_load(&input, 1, &lenient, &err);
	assert_non_null(s);
	assert_int_equal(s->talk_count, 1);
	assert_int_equal(s->err.line, 4);
	rec__story_free(s);
}

static void load_once(void)
{
	struct str in = STR("{\"recording\":1}\n" LIST NEVER);
	struct rec__input input = { text_input, &in };
	struct rec__story_options opt = { .agent = NULL };
	struct relist_err err = { 0 };
	struct rec__story *s = rec__story_load(&input, 1, &opt, &err);

	if (!s)
		assert_int_equal(err.code, RELIST_ENOMEM);
	rec__story_free(s);
}

static void loading_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(load_once());
}

static void count_events(void *user, const struct trace_event *ev)
{
	size_t *n = user;

	(void)ev;
	++*n;
}

static void replay_survives_every_failing_allocation(void **state)
{
	struct rec__story *s = load("tests/golden/show/side-by-side.jsonl");
	size_t n = 0;
	struct rec__stack_options opt = { .world = &runner__world_sim,
					  .seed = 1,
					  .events = { count_events, &n } };
	struct relist_err err = { 0 };
	int code = 0;

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct rec__stack_result res = { .text = STRBUF_INIT };

		n = 0;
		code = rec__stack_replay(s, &opt, &res, &err);
		if (code)
			assert_non_null(strstr(err.msg, "out of memory"));
		strbuf_fini(&res.text);
	});
	assert_int_equal(code, 0);
	assert_true(n > 30);
	rec__story_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(repeated_requests_get_the_recorded_bytes),
		cmocka_unit_test(every_recording_is_in_the_table),
		cmocka_unit_test(our_informers_send_the_recorded_requests),
		cmocka_unit_test(unrecorded_requests_are_reported_and_served_from_the_state),
		cmocka_unit_test(request_without_an_answer_gets_404_and_the_replay_goes_on),
		cmocka_unit_test(missing_request_is_skipped_after_the_patience),
		cmocka_unit_test(broken_recording_is_used_up_to_its_error_on_request),
		cmocka_unit_test(loading_survives_every_failing_allocation),
		cmocka_unit_test(replay_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
