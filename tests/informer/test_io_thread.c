/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the I/O thread, by which the TCP world knows that nothing is in flight. */
#include "informer/posix/io_thread.h"

#include "informer/posix/informer_handle.h"
#include "tests/kit/net.h"
#include "tests/kit/script_server.h"
#include "tests/kit/testing.h"

struct seen {
	struct inf__io *io;
	struct lock lock; /* rank RUNNER */
	pthread_cond_t changed;
	int errors;
	bool idle; /* in any of the calls */
};

static void on_error(void *user, const struct inf_watch_error *error)
{
	struct seen *s = user;
	struct inf__io_state state;

	(void)error;
	inf__io_state(s->io, &state);
	lock_acquire(&s->lock);
	s->errors++;
	s->idle |= state.idle;
	cond_broadcast(&s->changed);
	lock_release(&s->lock);
}

static void io_thread_is_not_idle_while_it_handles_a_response(void **state)
{
	static const struct script_step refusal = { "HTTP/1.1 403 Forbidden\r\n"
						    "Content-Length: 2\r\n\r\nno",
						    0, SCRIPT_KEEP };
	struct script_server *server = script_server_new(&refusal, 1);
	struct inf_client *client = inf_client_for_url(script_server_url(server), NULL);
	struct seen seen = { 0 };
	const struct inf_informer_options options = { .version = "v1",
						      .resource = "pods",
						      .watch_error = on_error,
						      .watch_error_user = &seen };
	struct inf_informer *inf;
	struct clock clock;

	(void)state;
	lock_init(&seen.lock, LOCK_RUNNER);
	cond_init(&seen.changed);
	clock_init_real(&clock);
	seen.io = inf__io_new(client, &clock, NULL);
	assert_int_equal(inf__io_start(seen.io, NULL), 0);
	inf = inf__informer_handle_new(seen.io, &clock, &options, NULL);
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	lock_acquire(&seen.lock);
	while (!seen.errors)
		lock_wait(&seen.lock, &seen.changed);
	assert_false(seen.idle);
	lock_release(&seen.lock);
	inf_informer_stop(inf);
	assert_int_equal(inf_informer_wait_stopped(inf, -1, NULL), 0);
	inf_informer_free(inf);
	inf__io_stop(seen.io);
	inf__io_unref(seen.io);
	inf_client_unref(client);
	clock_fini(&clock);
	cond_fini(&seen.changed);
	lock_fini(&seen.lock);
	script_server_free(server);
}

struct watch {
	struct inf__io *io;
	struct script_server *server;
};

static bool is_closed(void *user)
{
	struct watch *w = user;
	struct inf__io_state state;
	bool begun = script_server_count(w->server) == 2;

	inf__io_state(w->io, &state);
	return begun && state.active == 0;
}

/* The clock stands still: the reflector sends no further request. */
static void io_thread_closes_a_watch_that_continues_after_its_error_event(void **state)
{
	static const char list[] = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{"
				   "\"resourceVersion\":\"1\"},\"items\":[]}";
	static const char event[] = "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\","
				    "\"apiVersion\":\"v1\",\"status\":\"Failure\","
				    "\"reason\":\"Expired\",\"code\":410}}\n";
	AUTO_STRBUF first = STRBUF_INIT, second = STRBUF_INIT;
	struct script_step steps[2] = { { .end = SCRIPT_KEEP }, { .end = SCRIPT_HANG } };
	const struct inf_informer_options options = { .version = "v1",
						      .resource = "pods",
						      .profile = INF_PROFILE_CLIENT_GO_1_32 };
	struct inf_informer *inf;
	struct inf_client *client;
	struct clock clock;
	struct watch w;

	(void)state;
	strbuf_addf(&first,
		    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
		    "Content-Length: %zu\r\n\r\n%s",
		    strlen(list), list);
	strbuf_addf(&second,
		    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
		    "Transfer-Encoding: chunked\r\n\r\n%zx\r\n%s\r\n",
		    strlen(event), event);
	steps[0].answer = first.ptr;
	steps[1].answer = second.ptr;
	w.server = script_server_new(steps, 2);
	client = inf_client_for_url(script_server_url(w.server), NULL);
	clock_init_manual(&clock, 0);
	w.io = inf__io_new(client, &clock, NULL);
	assert_int_equal(inf__io_start(w.io, NULL), 0);
	inf = inf__informer_handle_new(w.io, &clock, &options, NULL);
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	net_wait(is_closed, &w);
	inf_informer_stop(inf);
	assert_int_equal(inf_informer_wait_stopped(inf, -1, NULL), 0);
	inf_informer_free(inf);
	inf__io_stop(w.io);
	inf__io_unref(w.io);
	inf_client_unref(client);
	clock_fini(&clock);
	script_server_free(w.server);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(io_thread_closes_a_watch_that_continues_after_its_error_event),
		cmocka_unit_test(io_thread_is_not_idle_while_it_handles_a_response),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
