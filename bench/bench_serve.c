/* SPDX-License-Identifier: Apache-2.0 */
/* bench_serve - `relist serve` under load over loopback, compared with a bare epoll loop that
 * writes the same bytes, in the same run. CPU is the server's own; the load comes from this
 * process.
 *
 *   start      exec to the first byte of the first response
 *   hold       many open watches: memory, and CPU to open one
 *   fan-out    one PUT at a time, the next when every watch has it: nothing is coalesced
 *   create     pods of 1.8 KB, one connection, then 16
 *   list       all of them
 *
 * BENCH_SERVE_WATCHES (10000), BENCH_SERVE_PODS (20000) shorten it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/posix/clock.h"
#include "base/str.h"
#include "bench/serve_target.h"

enum { STARTS = 41, ROUNDS = 5, DELIVERIES = 100000, LISTS = 9, CONNECTIONS = 16, SPARE_FDS = 64 };

#define MAP   "/api/v1/namespaces/default/configmaps/m"
#define WATCH "/api/v1/namespaces/default/configmaps?watch=true"
#define PODS  "/api/v1/namespaces/default/pods"
#define EACH  1e9

extern char **environ;

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

static size_t from_environment(const char *name, size_t otherwise)
{
	const char *text = getenv(name);

	return text && *text ? strtoul(text, NULL, 10) : otherwise;
}

/* --- start --- */

static void measure_start(const char *program)
{
	double ms[STARTS], floor_ms[STARTS], typical;
	char *argv[] = { (char *)(uintptr_t) "true", NULL };

	for (int i = 0; i < STARTS; i++) {
		int64_t begin = clock_monotonic_ns();
		struct bench_target t;
		char byte;
		pid_t pid;
		int fd;

		bench_target_exec(&t, program);
		fd = bench_dial(&t);
		bench_send(fd, "GET", PODS, STR(""));
		if (recv(fd, &byte, 1, 0) != 1)
			bench_die("first answer");
		ms[i] = (double)(clock_monotonic_ns() - begin) / 1e6;
		(void)close(fd);
		bench_target_stop(&t);
		begin = clock_monotonic_ns();
		if (posix_spawnp(&pid, "true", NULL, NULL, argv, environ) == 0)
			(void)waitpid(pid, NULL, 0);
		floor_ms[i] = (double)(clock_monotonic_ns() - begin) / 1e6;
	}
	typical = median(ms, STARTS); /* median() sorts */
	printf("start: first answer %.1f ms after exec (best %.1f); `true` takes %.1f\n", typical,
	       ms[0], median(floor_ms, STARTS));
}

/* --- watches --- */

struct watches {
	int epoll;
	int *fds;
	size_t count;
};

/* Waits for data; returns the number of line ends in it. */
static size_t read_events(const struct watches *w)
{
	static char buf[1 << 16];
	struct epoll_event events[256];
	int n = epoll_wait(w->epoll, events, ARRAY_LEN(events), 10000);
	size_t lines = 0;

	if (n <= 0)
		bench_die("no event came for 10 s");
	for (int i = 0; i < n; i++) {
		ssize_t len = recv(events[i].data.fd, buf, sizeof(buf), MSG_DONTWAIT);

		if (len <= 0)
			bench_die("a watch ended");
		for (const char *at = buf; (at = memmem(at, (size_t)(buf + len - at), "}\n", 2));
		     at += 2)
			lines++;
	}
	return lines;
}

static void open_watches(const struct bench_target *t, struct watches *w, size_t count,
			 const char *from)
{
	char uri[200], buf[4096];

	w->epoll = epoll_create1(EPOLL_CLOEXEC);
	w->fds = calloc(count, sizeof(*w->fds));
	w->count = count;
	if (w->epoll < 0 || !w->fds)
		bench_die("watches");
	(void)snprintf(uri, sizeof(uri), WATCH "&resourceVersion=%s", from);
	for (size_t i = 0; i < count; i++) {
		struct epoll_event ev = { .events = EPOLLIN };
		ssize_t n;

		w->fds[i] = ev.data.fd = bench_dial(t);
		bench_send(w->fds[i], "GET", uri, STR(""));
		n = recv(w->fds[i], buf, sizeof(buf) - 1, 0);
		if (n < 15 || memcmp(buf, "HTTP/1.1 200 OK", 15) != 0 ||
		    epoll_ctl(w->epoll, EPOLL_CTL_ADD, w->fds[i], &ev) != 0)
			bench_die("open a watch");
	}
}

static void close_watches(struct watches *w)
{
	for (size_t i = 0; i < w->count; i++)
		(void)close(w->fds[i]);
	(void)close(w->epoll);
	free(w->fds);
}

static void add_map(struct strbuf *out, size_t version)
{
	strbuf_clear(out);
	strbuf_addf(out,
		    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\"},"
		    "\"data\":{\"version\":\"%08zu\"}}",
		    version);
}

/* Returns deliveries per CPU second of the server; each is one event in one write. */
static double fan_out(const struct bench_target *t, const struct watches *w, size_t *version)
{
	size_t events = DELIVERIES / w->count ? DELIVERIES / w->count : 1;
	AUTO_STRBUF body = STRBUF_INIT;
	double rates[ROUNDS];
	int fd = bench_dial(t);

	for (int r = 0; r < ROUNDS; r++) {
		int64_t cpu = bench_target_cpu_ns(t);

		for (size_t e = 0; e < events; e++) {
			size_t lines = 0;

			add_map(&body, ++*version);
			bench_send(fd, "PUT", MAP, strbuf_str(&body));
			while (lines < w->count)
				lines += read_events(w);
			(void)bench_receive(fd, NULL);
		}
		rates[r] =
		    (double)(events * w->count) * EACH / (double)(bench_target_cpu_ns(t) - cpu);
	}
	(void)close(fd);
	return median(rates, ROUNDS);
}

struct held {
	double bytes, open_us, rate;
};

static struct held hold(const struct bench_target *t, size_t count, const char *from,
			size_t *version)
{
	struct watches w;
	struct held out;
	size_t rss = bench_target_rss(t);
	int64_t cpu = bench_target_cpu_ns(t);

	open_watches(t, &w, count, from);
	out.open_us = (double)(bench_target_cpu_ns(t) - cpu) / 1e3 / (double)count;
	out.rate = fan_out(t, &w, version);
	out.bytes = (double)(bench_target_rss(t) - rss) / (double)count;
	close_watches(&w);
	return out;
}

/* Gets the line of one event as the server writes it, and the response to its PUT. */
static void sample(const struct bench_target *t, struct strbuf *event, struct strbuf *object,
		   char from[32], size_t *version)
{
	AUTO_STRBUF body = STRBUF_INIT;
	const char *rv;
	int fd = bench_dial(t);

	add_map(&body, ++*version);
	bench_send(fd, "POST", "/api/v1/namespaces/default/configmaps", strbuf_str(&body));
	(void)bench_receive(fd, NULL);
	add_map(&body, ++*version);
	bench_send(fd, "PUT", MAP, strbuf_str(&body));
	(void)bench_receive(fd, object);
	strbuf_addf(event, "{\"type\":\"MODIFIED\",\"object\":%.*s}\n", (int)object->len - 1,
		    object->ptr);
	rv = strstr(object->ptr, "\"resourceVersion\":\"");
	if (!rv)
		bench_die("resourceVersion");
	(void)snprintf(from, 32, "%lu", strtoul(rv + 19, NULL, 10));
	(void)close(fd);
}

static void measure_watches(const char *program, size_t most)
{
	const size_t counts[] = { 100, 1000, most };
	struct strbuf event = STRBUF_INIT, object = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(counts); i++) {
		struct bench_target t, bare;
		struct bench_answers answers;
		struct held ours, raw;
		size_t version = 0;
		char from[32];

		strbuf_clear(&event);
		strbuf_clear(&object);
		bench_target_exec(&t, program);
		sample(&t, &event, &object, from, &version);
		ours = hold(&t, counts[i], from, &version);
		bench_target_stop(&t);
		answers =
		    (struct bench_answers) { strbuf_str(&event), strbuf_str(&object), STR("") };
		bench_target_bare(&bare, &answers);
		raw = hold(&bare, counts[i], from, &version);
		bench_target_stop(&bare);
		printf("watches %zu, events of %zu bytes: %.0f deliveries per CPU second, bare "
		       "%.0f (%.2f); %.1f KB each, %.0f us CPU to open, bare %.0f\n",
		       counts[i], event.len, ours.rate, raw.rate, ours.rate / raw.rate,
		       ours.bytes / 1e3, ours.open_us, raw.open_us);
	}
	strbuf_fini(&event);
	strbuf_fini(&object);
}

/* --- creates and lists --- */

static void add_pod(struct strbuf *out, size_t number)
{
	strbuf_clear(out);
	strbuf_addf(out,
		    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"pod-%08zu\","
		    "\"labels\":{\"app\":\"bench\",\"shard\":\"%zu\"}},\"spec\":{\"containers\":[{"
		    "\"name\":\"c\",\"image\":\"registry.example.com/bench/image:1.2.3\",\"env\":[",
		    number, number % 17);
	for (int i = 0; i < 8; i++)
		strbuf_addf(out, "%s{\"name\":\"VARIABLE_%d\",\"value\":\"some value %d\"}",
			    i ? "," : "", i, i);
	strbuf_addz(out, "]}]}}");
}

/* Creates the pods `from` to `to` over that many connections, each with one request at a time. */
static void create(const struct bench_target *t, size_t from, size_t to, size_t connections)
{
	struct epoll_event events[CONNECTIONS];
	AUTO_STRBUF body = STRBUF_INIT;
	int ep = epoll_create1(EPOLL_CLOEXEC), fds[CONNECTIONS];
	size_t open = to - from;

	connections = connections < open ? connections : open;
	for (size_t i = 0; i < connections; i++) {
		struct epoll_event ev = { .events = EPOLLIN };

		fds[i] = ev.data.fd = bench_dial(t);
		if (epoll_ctl(ep, EPOLL_CTL_ADD, fds[i], &ev) != 0)
			bench_die("epoll");
		add_pod(&body, from++);
		bench_send(fds[i], "POST", PODS, strbuf_str(&body));
	}
	while (open) {
		int n = epoll_wait(ep, events, CONNECTIONS, 10000);

		if (n <= 0)
			bench_die("no answer came for 10 s");
		for (int i = 0; i < n; i++) {
			(void)bench_receive(events[i].data.fd, NULL);
			open--;
			if (from == to)
				continue;
			add_pod(&body, from++);
			bench_send(events[i].data.fd, "POST", PODS, strbuf_str(&body));
		}
	}
	for (size_t i = 0; i < connections; i++)
		(void)close(fds[i]);
	(void)close(ep);
}

struct speed {
	double per_s, per_cpu_s;
};

/* In ROUNDS parts of [from, to); returns medians. */
static struct speed create_speed(const struct bench_target *t, size_t from, size_t to,
				 size_t connections)
{
	double wall[ROUNDS], cpu[ROUNDS];
	size_t part = (to - from) / ROUNDS;

	for (size_t r = 0; r < ROUNDS; r++) {
		int64_t begin = clock_monotonic_ns(), begin_cpu = bench_target_cpu_ns(t);

		create(t, from + r * part, from + (r + 1) * part, connections);
		wall[r] = (double)part * EACH / (double)(clock_monotonic_ns() - begin);
		cpu[r] = (double)part * EACH / (double)(bench_target_cpu_ns(t) - begin_cpu);
	}
	return (struct speed) { median(wall, ROUNDS), median(cpu, ROUNDS) };
}

static struct speed list_speed(const struct bench_target *t, struct strbuf *keep)
{
	double wall[LISTS], cpu[LISTS];
	int fd = bench_dial(t);

	for (int i = 0; i < LISTS; i++) {
		int64_t begin = clock_monotonic_ns(), begin_cpu = bench_target_cpu_ns(t);
		double len;

		bench_send(fd, "GET", PODS "?resourceVersion=0", STR(""));
		len = (double)bench_receive(fd, i ? NULL : keep);
		wall[i] = len / (double)(clock_monotonic_ns() - begin);
		cpu[i] = len / (double)(bench_target_cpu_ns(t) - begin_cpu);
	}
	(void)close(fd);
	return (struct speed) { median(wall, LISTS), median(cpu, LISTS) };
}

static void measure_pods(const char *program, size_t pods)
{
	struct strbuf list = STRBUF_INIT, object = STRBUF_INIT, body = STRBUF_INIT;
	struct bench_answers answers = { STR(""), STR(""), STR("") };
	struct bench_target t;
	struct speed ours[3], bare[3];
	int fd;

	bench_target_exec(&t, program);
	ours[0] = create_speed(&t, 0, pods / 4, 1);
	ours[1] = create_speed(&t, pods / 4, pods, CONNECTIONS);
	ours[2] = list_speed(&t, &list);
	fd = bench_dial(&t);
	add_pod(&body, pods + 1);
	bench_send(fd, "POST", PODS, strbuf_str(&body));
	(void)bench_receive(fd, &object);
	(void)close(fd);
	bench_target_stop(&t);
	answers.list = strbuf_str(&list);
	answers.object = strbuf_str(&object);
	bench_target_bare(&t, &answers);
	bare[0] = create_speed(&t, 0, pods / 4, 1);
	bare[1] = create_speed(&t, pods / 4, pods, CONNECTIONS);
	bare[2] = list_speed(&t, NULL);
	bench_target_stop(&t);
	for (int i = 0; i < 2; i++)
		printf("create, %d connections, pods of %zu bytes: %.0f/s, %.0f per CPU second; "
		       "bare %.0f/s, %.0f (%.2f)\n",
		       i ? CONNECTIONS : 1, object.len, ours[i].per_s, ours[i].per_cpu_s,
		       bare[i].per_s, bare[i].per_cpu_s, ours[i].per_cpu_s / bare[i].per_cpu_s);
	printf("list of %zu pods, %.1f MB: %.2f GB/s, %.2f GB per CPU second; bare %.2f, %.2f "
	       "(%.2f)\n",
	       pods, (double)list.len / 1e6, ours[2].per_s, ours[2].per_cpu_s, bare[2].per_s,
	       bare[2].per_cpu_s, ours[2].per_cpu_s / bare[2].per_cpu_s);
	strbuf_fini(&list);
	strbuf_fini(&object);
	strbuf_fini(&body);
}

int main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/');
	size_t watches = from_environment("BENCH_SERVE_WATCHES", 10000);
	struct rlimit fds;
	char program[600];

	(void)argc;
	(void)setvbuf(stdout, NULL, _IOLBF, 0);
	(void)snprintf(program, sizeof(program), "%.*s/../relist",
		       slash ? (int)(slash - argv[0]) : 1, slash ? argv[0] : ".");
	if (getrlimit(RLIMIT_NOFILE, &fds) == 0) {
		fds.rlim_cur = fds.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &fds);
		if (watches + SPARE_FDS > fds.rlim_max)
			watches = fds.rlim_max - SPARE_FDS;
	}
	printf("\n== bench_serve\n");
	measure_start(program);
	measure_watches(program, watches);
	measure_pods(program, from_environment("BENCH_SERVE_PODS", 20000));
	return 0;
}
