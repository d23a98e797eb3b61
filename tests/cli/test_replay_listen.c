/* SPDX-License-Identifier: Apache-2.0 */
/* relist replay --listen as a process: a recording served to real clients (curl, kubectl) and to a
 * socket, in recorded and scaled time, step by step, with departures. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/posix/clock.h"
#include "cli/cli.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

#define CUT  "tests/recordings/network-cut.jsonl"
#define LIST "/api/v1/pods?limit=500&resourceVersion=0"
#define WATCH                                                                                      \
	"/api/v1/pods?allowWatchBookmarks=true&timeoutSeconds=400&watch=true"                      \
	"&resourceVersion="
#define CONFIG "/tmp/relist-listen-test.kubeconfig"

/* The command; `out` has what it prints, `in` is its standard input. */
struct server {
	pid_t pid;
	struct net_in out;
	int in;
	uint16_t port;
};

static void start(struct server *s, const char **argv)
{
	int out[2], in[2], argc = 0;
	const char *url;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out), 0);
	assert_int_equal(pipe2(in, O_CLOEXEC), 0);
	while (argv[argc])
		argc++;
	s->pid = fork();
	assert_true(s->pid >= 0);
	if (!s->pid) {
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		(void)dup2(in[0], STDIN_FILENO);
		(void)dup2(out[1], STDOUT_FILENO);
		(void)dup2(out[1], STDERR_FILENO);
		exit(cli__main(argc, (char **)(uintptr_t)argv, stdout, stderr));
	}
	(void)close(out[1]);
	(void)close(in[0]);
	s->out = net_in(out[0]);
	s->in = in[1];
	net_read_until(&s->out, "\n");
	url = strstr(s->out.buf, "listening on http");
	assert_non_null(url);
	s->port = (uint16_t)atoi(strrchr(url, ':') + 1);
}

/* ^C; what it said is in s->out. */
static int end(struct server *s)
{
	int status;

	assert_int_equal(kill(s->pid, SIGINT), 0);
	assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
	(void)net_read_end(&s->out);
	(void)close(s->in);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void ended(struct server *s, int status, const char *says)
{
	int was = end(s);

	if (was != status || !strstr(s->out.buf, says))
		fail_msg("status %d, expected %d and \"%s\": %s", was, status, says, s->out.buf);
	net_close(&s->out);
}

static struct net_in ask(const struct server *s, const char *target)
{
	struct net_in in = net_in(net_connect(s->port));
	char request[512];

	(void)snprintf(request, sizeof(request),
		       "GET %s HTTP/1.1\r\nHost: localhost\r\nUser-Agent: socket/1\r\n\r\n",
		       target);
	net_send(in.fd, request);
	return in;
}

/* A whole answer, which has that in it. */
static void answered(const struct server *s, const char *target, const char *has)
{
	struct net_in in = ask(s, target);

	(void)net_read_response(&in);
	if (!strstr(in.buf, has))
		fail_msg("%s: no %s in %s", target, has, in.buf);
	net_close(&in);
}

/* A watch up to its end, which is of that kind. */
static void streamed(const struct server *s, const char *target, const char *has, enum net_end how)
{
	struct net_in in = ask(s, target);

	net_read_until(&in, has);
	assert_int_equal(net_read_end(&in), how);
	net_close(&in);
}

static void tell_network_cut(const struct server *s)
{
	struct net_in in;

	answered(s, LIST, "\"kind\":\"PodList\"");
	streamed(s, WATCH "19", "\"MODIFIED\"", NET_RST);
	streamed(s, WATCH "21", "\"ADDED\"", NET_FIN);
	in = ask(s, WATCH "22");
	net_read_until(&in, "\"MODIFIED\"");
	net_close(&in);
}

static void replay_serves_the_whole_recording_to_the_recorded_requests(void **state)
{
	struct server s;

	(void)state;
	start(&s, (const char *[]) { "relist", "replay", CUT, "--listen", "0", "--fast", NULL });
	tell_network_cut(&s);
	ended(&s, 0, "4 of 4 requests as recorded, 0 departures");
}

/* RFC 6455 has this key and its answer as an example. */
static void websocket_watch_gets_events_as_messages(void **state)
{
	const char *argv[] = { "relist", "replay", "--fast", "--listen", "0", CUT, NULL };
	struct server s;
	struct net_in in;
	const char *frame;

	(void)state;
	start(&s, argv);
	answered(&s, LIST, "\"kind\":\"PodList\"");
	in = net_in(net_connect(s.port));
	net_send(in.fd, "GET " WATCH "19 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
			"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
			"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
	net_read_until(&in, "\r\n\r\n");
	assert_non_null(strstr(in.buf, "HTTP/1.1 101 "));
	assert_non_null(strstr(in.buf, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
	net_read_until(&in, "\"MODIFIED\"");
	frame = strstr(in.buf, "\x81");
	assert_non_null(frame);
	/* a text of 126 bytes or more, whose length takes two bytes */
	assert_int_equal((unsigned char)frame[1], 126);
	assert_memory_equal(frame + 4, "{\"type\":", 8);
	net_close(&in);
	(void)end(&s);
	net_close(&s.out);
}

/* Recorded: 5.3 s from the first request to the last event. */
static void replay_follows_the_speed_option(void **state)
{
	struct server s;
	int64_t began, took;

	(void)state;
	start(&s, (const char *[]) { "relist", "replay", CUT, "--listen", "127.0.0.1:0", "--speed",
				     "10", NULL });
	began = clock_monotonic_ns();
	tell_network_cut(&s);
	took = clock_monotonic_ns() - began;
	assert_in_range(took / NS_PER_MS, 480, 20000);
	ended(&s, 0, "0 departures");
}

static void unrecorded_request_is_reported_and_served_from_the_state(void **state)
{
	struct server s;

	(void)state;
	start(&s, (const char *[]) { "relist", "replay", CUT, "--listen", "0", "--fast", NULL });
	answered(&s, LIST, "\"kind\":\"PodList\"");
	answered(&s, "/api/v1/pods", "\"kind\":\"PodList\"");
	streamed(&s, WATCH "19", "\"MODIFIED\"", NET_RST);
	ended(&s, 1, "departure");
}

static void readyz_verbose_is_served_as_text(void **state)
{
	struct server s;

	(void)state;
	start(&s, (const char *[]) { "relist", "replay", CUT, "--listen", "0", "--fast", NULL });
	answered(&s, "/readyz?verbose", "Content-Type: text/plain");
	answered(&s, "/readyz?verbose", "[+]ping ok");
	answered(&s, "/api/v1", "Content-Type: application/json");
	ended(&s, 1, "departure");
}

static void replay_reports_missing_requests_at_its_end(void **state)
{
	struct server s;

	(void)state;
	start(&s, (const char *[]) { "relist", "replay", CUT, "--listen", "0", "--fast",
				     "--patience", "0", NULL });
	answered(&s, LIST, "\"kind\":\"PodList\"");
	ended(&s, 1, "request 2 of the recording did not come");
}

/* No response before the line; the prompt shows the request. */
static void replay_in_steps_sends_each_response_after_a_line(void **state)
{
	struct server s;
	struct net_in in;
	struct pollfd p;

	(void)state;
	start(&s, (const char *[]) { "relist", "replay", CUT, "--listen", "0", "--fast", "--step",
				     NULL });
	in = ask(&s, LIST);
	net_read_until(&s.out, "GET " LIST "  [Enter] ");
	p = (struct pollfd) { .fd = in.fd, .events = POLLIN };
	assert_int_equal(poll(&p, 1, 50), 0);
	assert_int_equal(write(s.in, "\n", 1), 1);
	(void)net_read_response(&in);
	assert_non_null(strstr(in.buf, "\"kind\":\"PodList\""));
	net_close(&in);
	ended(&s, 1, "1 of 4 requests as recorded");
}

/* --- other people's clients --- */

static bool has_program(const char *name)
{
	char words[64];

	(void)snprintf(words, sizeof(words), "command -v %s >/dev/null", name);
	return system(words) == 0;
}

/* A program of the shell's; what it prints comes from the socket. */
static pid_t shell(const char *command, struct net_in *printed)
{
	int out[2];
	pid_t pid;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		(void)dup2(out[1], STDOUT_FILENO);
		(void)dup2(out[1], STDERR_FILENO);
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	(void)close(out[1]);
	*printed = net_in(out[0]);
	return pid;
}

static void prints(const char *command, const char *says)
{
	struct net_in printed;
	pid_t pid = shell(command, &printed);

	(void)net_read_end(&printed);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	if (!strstr(printed.buf, says))
		fail_msg("%s: no \"%s\" in: %s", command, says, printed.buf);
	net_close(&printed);
}

static void curl_gets_the_recorded_responses(void **state)
{
	struct server s;
	char command[256];

	(void)state;
	if (!has_program("curl"))
		skip();
	start(&s, (const char *[]) { "relist", "replay", CUT, "--listen", "0", "--fast", NULL });
	(void)snprintf(command, sizeof(command), "curl -sS 'http://127.0.0.1:%u" LIST "' 2>&1",
		       s.port);
	prints(command, "\"kind\":\"PodList\"");
	/* the watch that was reset */
	(void)snprintf(command, sizeof(command), "curl -sSN 'http://127.0.0.1:%u" WATCH "19' 2>&1",
		       s.port);
	prints(command, "curl: (56)");
	ended(&s, 1, "2 of ");
}

static void kubectl_gets_the_recorded_responses(void **state)
{
	struct net_in printed;
	struct server s;
	pid_t pid;

	(void)state;
	if (!has_program("kubectl"))
		skip();
	start(&s, (const char *[]) { "relist", "replay", "tests/recordings/real-kubectl.jsonl",
				     "--listen", "0", "--speed", "4", "--tls", "--write-kubeconfig",
				     CONFIG, NULL });
	pid = shell("KUBECONFIG=" CONFIG " exec kubectl -n shop get configmaps -w", &printed);
	net_read_until(&printed, "one ");
	net_read_until(&printed, "two ");
	ended(&s, 0, "2 of 2 requests as recorded, 0 departures"); /* which ends its watch */
	(void)net_read_end(&printed);
	net_close(&printed);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	(void)unlink(CONFIG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(replay_serves_the_whole_recording_to_the_recorded_requests),
		cmocka_unit_test(websocket_watch_gets_events_as_messages),
		cmocka_unit_test(replay_follows_the_speed_option),
		cmocka_unit_test(unrecorded_request_is_reported_and_served_from_the_state),
		cmocka_unit_test(readyz_verbose_is_served_as_text),
		cmocka_unit_test(replay_reports_missing_requests_at_its_end),
		cmocka_unit_test(replay_in_steps_sends_each_response_after_a_line),
		cmocka_unit_test(curl_gets_the_recorded_responses),
		cmocka_unit_test(kubectl_gets_the_recorded_responses),
	};

	(void)setenv("HOME", "/nonexistent", 1);
	(void)signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
