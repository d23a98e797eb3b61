/* SPDX-License-Identifier: Apache-2.0 */
/* bench_record - the cost of `relist record` between a client and `relist serve`: time added to a
 * GET of one pod, and its CPU for an event of a watch (1.9 KB, passed, redacted and written).
 *
 * BENCH_RECORD_EVENTS (20000) shortens it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/posix/clock.h"
#include "base/str.h"
#include "bench/serve_target.h"

enum { ROUNDS = 5, GETS = 2000 };

#define PODS "/api/v1/namespaces/default/pods"

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double median(double *values, size_t count)
{
	qsort(values, count, sizeof(*values), by_value);
	return values[count / 2];
}

static void start_proxy(struct bench_target *t, const char *program, uint16_t server,
			const char *file)
{
	char url[64], line[256], *at;
	int fds[2];
	ssize_t n;

	(void)snprintf(url, sizeof(url), "http://127.0.0.1:%u", server);
	if (pipe2(fds, O_CLOEXEC) != 0)
		bench_die("pipe");
	t->pid = fork();
	if (t->pid == 0) {
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		(void)dup2(fds[1], STDOUT_FILENO);
		(void)execl(program, program, "record", "--upstream", url, "-o", file,
			    (char *)NULL);
		_exit(127);
	}
	(void)close(fds[1]);
	t->out = fds[0];
	n = read(t->out, line, sizeof(line) - 1);
	line[n > 0 ? n : 0] = '\0';
	at = strrchr(line, ':');
	if (!at)
		bench_die(program);
	t->port = (uint16_t)atoi(at + 1);
}

static void add_pod(struct strbuf *out, size_t version)
{
	strbuf_clear(out);
	strbuf_addf(
	    out,
	    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"labels\":{"
	    "\"v\":\"%zu\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":"
	    "\"registry.example.com/bench/image:1.2.3\",\"env\":[",
	    version);
	for (int i = 0; i < 8; i++)
		strbuf_addf(out, "%s{\"name\":\"VARIABLE_%d\",\"value\":\"some value %d\"}",
			    i ? "," : "", i, i);
	strbuf_addz(out, "]}]}}");
}

static double get_us(const struct bench_target *t)
{
	static double us[GETS];
	int fd = bench_dial(t);

	for (int i = 0; i < GETS; i++) {
		int64_t begin = clock_monotonic_ns();

		bench_send(fd, "GET", PODS "/p", STR(""));
		(void)bench_receive(fd, NULL);
		us[i] = (double)(clock_monotonic_ns() - begin) / 1e3;
	}
	(void)close(fd);
	return median(us, GETS);
}

/* Reads until `count` events have arrived; returns the number of bytes. */
static size_t read_events(int fd, size_t count)
{
	static char buf[1 << 16];
	size_t bytes = 0;

	while (count) {
		ssize_t n = recv(fd, buf, sizeof(buf), 0);

		if (n <= 0)
			bench_die("a watch ended");
		bytes += (size_t)n;
		for (const char *at = buf;
		     count && (at = memmem(at, (size_t)(buf + n - at), "}\n\r", 3)); at += 3)
			count--;
	}
	return bytes;
}

static void measure_events(const struct bench_target *server, const struct bench_target *proxy,
			   size_t events)
{
	int writer = bench_dial(server), watch = bench_dial(proxy);
	double us[ROUNDS];
	AUTO_STRBUF body = STRBUF_INIT;
	size_t version = 0, bytes = 0;
	char buf[4096];

	bench_send(watch, "GET", PODS "?watch=true", STR(""));
	if (recv(watch, buf, sizeof(buf), 0) <= 0)
		bench_die("open a watch");
	for (int r = 0; r < ROUNDS; r++) {
		int64_t cpu = bench_target_cpu_ns(proxy);

		for (size_t i = 0; i < events / ROUNDS; i++) {
			add_pod(&body, ++version);
			bench_send(writer, "PUT", PODS "/p", strbuf_str(&body));
			(void)bench_receive(writer, NULL);
			bytes += read_events(watch, 1);
		}
		us[r] =
		    (double)(bench_target_cpu_ns(proxy) - cpu) / 1e3 / (double)(events / ROUNDS);
	}
	printf("record: %.1f us CPU an event of %zu bytes\n", median(us, ROUNDS), bytes / version);
	(void)close(writer);
	(void)close(watch);
}

int main(void)
{
	const char *text = getenv("BENCH_RECORD_EVENTS");
	size_t events = text && *text ? strtoul(text, NULL, 10) : 20000;
	char program[] = "build/release/relist", file[] = "/tmp/relist-bench-XXXXXX";
	struct bench_target server, proxy = { 0 };
	AUTO_STRBUF body = STRBUF_INIT;
	double direct, through;
	int fd = mkstemp(file), conn;

	if (fd < 0)
		bench_die(file);
	(void)close(fd);
	bench_target_exec(&server, program);
	start_proxy(&proxy, program, server.port, file);
	conn = bench_dial(&server);
	add_pod(&body, 0);
	bench_send(conn, "POST", PODS, strbuf_str(&body));
	(void)bench_receive(conn, NULL);
	(void)close(conn);
	direct = get_us(&server);
	through = get_us(&proxy);
	printf("record: a GET takes %.0f us through the proxy, %.0f without (+%.0f)\n", through,
	       direct, through - direct);
	measure_events(&server, &proxy, events);
	bench_target_stop(&proxy);
	bench_target_stop(&server);
	(void)unlink(file);
	return 0;
}
