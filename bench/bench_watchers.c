/* SPDX-License-Identifier: Apache-2.0 */
/* bench_watchers [WATCHERS [SECONDS [WRITES]]] - many open watches for a long time under many
 * writes. Does every watch receive every event once and in order, and does memory stay flat?
 *
 *   beat     one connection updates one object every second; its updates are numbered, and every
 *            watch is for this object
 *   churn    another connection creates, updates and deletes objects of the same type, spread over
 *            the time, in a namespace without a watch
 *
 * Each watch knows the next number, so a lost, duplicate or reordered event is reported. After the
 * last beat the program waits until all watches have it, or until no data has arrived for half a
 * minute. The exit status is 1 if anything is missing. Without arguments it is short: 1000 3 3000.
 * bench/README.md has a run of 10000 600 1000000. */
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/posix/clock.h"
#include "base/str.h"
#include "bench/serve_target.h"

enum {
	LINE_MAX_BYTES = 1024, /* an event has about 400 */
	TOLD_MAX = 10,
	LIVE = 100, /* number of the churn's objects */
	SAMPLES = 10,
	QUIET_MS = 30000,
	SPARE_FDS = 64,
};

#define BEATS "/api/v1/namespaces/default/configmaps"
#define CHURN "/api/v1/namespaces/churn/configmaps"

enum part { HEAD, SIZE, DATA, AFTER_DATA };

/* One open watch: the rest of its chunk, and its line so far. */
struct watcher {
	int fd;
	enum part part;
	size_t chunk_left;
	size_t matched; /* number of matched bytes of the head's end */
	size_t len;
	uint64_t next; /* the expected beat */
	char line[LINE_MAX_BYTES];
};

/* A connection with at most one open request. */
struct writer {
	int fd;
	bool busy;
	uint64_t done;
	struct strbuf answer;
};

struct run {
	struct bench_target server;
	int epoll;
	struct watcher *watchers;
	size_t count;
	uint64_t writes, beats_sent, deliveries, wrong, ended;
	struct writer beat, churn;
	size_t rss_first, rss_most;
};

/* --- watches ------------------------------------------------------------------------------- */

static void must_be_next(struct run *r, struct watcher *w, uint64_t beat)
{
	r->deliveries++;
	if (beat != w->next && r->wrong++ < TOLD_MAX)
		printf("  watch %zu: got beat %llu, wanted %llu\n", (size_t)(w - r->watchers),
		       (unsigned long long)beat, (unsigned long long)w->next);
	w->next = beat + 1;
}

static void take_line(struct run *r, struct watcher *w)
{
	const char *at;

	w->line[w->len] = '\0';
	at = strstr(w->line, "\"beat\":\"");
	if (!at) {
		printf("  watch %zu: %s\n", (size_t)(w - r->watchers), w->line);
		bench_die("that is no event of the object that is watched");
	}
	must_be_next(r, w, strtoull(at + 8, NULL, 10));
	w->len = 0;
}

static void take_data(struct run *r, struct watcher *w, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] == '\n') {
			take_line(r, w);
			continue;
		}
		if (w->len + 1 == sizeof(w->line))
			bench_die("an event longer than any that was asked for");
		w->line[w->len++] = bytes[i];
	}
}

static int hex_value(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

/* Handles a byte of the chunked framing. Returns false for the last chunk. */
static bool take_frame(struct watcher *w, char c)
{
	static const char end[] = "\r\n\r\n";

	switch (w->part) {
	case HEAD:
		w->matched = c == end[w->matched] ? w->matched + 1 : c == '\r';
		if (w->matched == sizeof(end) - 1)
			w->part = SIZE;
		break;
	case SIZE:
		if (c == '\n') {
			w->part = DATA;
			return w->chunk_left > 0;
		}
		if (c != '\r')
			w->chunk_left = w->chunk_left * 16 + (size_t)hex_value(c);
		break;
	case AFTER_DATA:
		if (c == '\n')
			w->part = SIZE;
		break;
	case DATA:
		break;
	}
	return true;
}

static bool take_bytes(struct run *r, struct watcher *w, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len;) {
		size_t n = len - i < w->chunk_left ? len - i : w->chunk_left;

		if (w->part != DATA) {
			if (!take_frame(w, bytes[i++]))
				return false;
			continue;
		}
		take_data(r, w, bytes + i, n);
		i += n;
		w->chunk_left -= n;
		if (!w->chunk_left)
			w->part = AFTER_DATA;
	}
	return true;
}

static void read_watch(struct run *r, struct watcher *w)
{
	static char buf[1 << 16];
	ssize_t n = recv(w->fd, buf, sizeof(buf), MSG_DONTWAIT);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n > 0 && take_bytes(r, w, buf, (size_t)n))
		return;
	if (r->ended++ < TOLD_MAX)
		printf("  watch %zu ended before beat %llu\n", (size_t)(w - r->watchers),
		       (unsigned long long)w->next);
	(void)close(w->fd);
	w->fd = -1;
}

static void open_watches(struct run *r, const char *from)
{
	char uri[200];

	(void)snprintf(uri, sizeof(uri),
		       BEATS "?watch=true&fieldSelector=metadata.name%%3Dbeat&resourceVersion=%s",
		       from);
	for (size_t i = 0; i < r->count; i++) {
		struct watcher *w = &r->watchers[i];
		struct epoll_event ev = { .events = EPOLLIN, .data.ptr = w };
		char start[13];

		w->fd = bench_dial(&r->server);
		w->next = 1;
		bench_send(w->fd, "GET", uri, STR(""));
		if (recv(w->fd, start, sizeof(start) - 1, MSG_WAITALL) != sizeof(start) - 1 ||
		    memcmp(start, "HTTP/1.1 200", 12) != 0 ||
		    epoll_ctl(r->epoll, EPOLL_CTL_ADD, w->fd, &ev) != 0)
			bench_die("open a watch");
	}
}

/* --- writes -------------------------------------------------------------------------------- */

static void add_object(struct strbuf *out, const char *name, uint64_t number, uint64_t beat)
{
	strbuf_clear(out);
	strbuf_addf(out,
		    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s",
		    name);
	if (number)
		strbuf_addf(out, "-%llu", (unsigned long long)number);
	strbuf_addf(out, "\"},\"data\":{\"beat\":\"%llu\"}}", (unsigned long long)beat);
}

static void send_write(struct writer *w, const char *method, const char *uri, struct str body)
{
	w->busy = true;
	strbuf_clear(&w->answer);
	bench_send(w->fd, method, uri, body);
}

static void send_beat(struct run *r)
{
	AUTO_STRBUF body = STRBUF_INIT;

	add_object(&body, "beat", 0, ++r->beats_sent);
	send_write(&r->beat, "PUT", BEATS "/beat", strbuf_str(&body));
}

/* Create, update, delete, create, ...: LIVE objects at a time. */
static void send_churn(struct run *r)
{
	AUTO_STRBUF body = STRBUF_INIT;
	uint64_t object = r->churn.done / 3 + 1;
	bool deletes = r->churn.done % 3 == 2 && object > LIVE;
	char uri[100];

	object -= deletes ? LIVE : 0;
	(void)snprintf(uri, sizeof(uri), CHURN "/churn-%llu", (unsigned long long)object);
	add_object(&body, "churn", object, r->churn.done);
	if (deletes)
		send_write(&r->churn, "DELETE", uri, STR(""));
	else if (r->churn.done % 3 == 0)
		send_write(&r->churn, "POST", CHURN, strbuf_str(&body));
	else
		send_write(&r->churn, "PUT", uri, strbuf_str(&body));
}

static void read_answer(struct writer *w)
{
	char buf[4096];
	ssize_t n = recv(w->fd, buf, sizeof(buf), MSG_DONTWAIT);
	const char *end, *length;

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0)
		bench_die("the connection of a writer ended");
	strbuf_add(&w->answer, buf, (size_t)n);
	end = w->answer.failed ? NULL : strstr(w->answer.ptr, "\r\n\r\n");
	length = end ? strstr(w->answer.ptr, "Content-Length: ") : NULL;
	if (!length ||
	    w->answer.len < (size_t)(end + 4 - w->answer.ptr) + strtoul(length + 16, NULL, 10))
		return;
	if (strncmp(w->answer.ptr, "HTTP/1.1 20", 11) != 0) {
		printf("%s\n", w->answer.ptr);
		bench_die("a write was refused");
	}
	w->busy = false;
	w->done++;
}

static void writer_open(struct run *r, struct writer *w)
{
	struct epoll_event ev = { .events = EPOLLIN, .data.ptr = w };

	strbuf_init(&w->answer);
	w->fd = bench_dial(&r->server);
	if (epoll_ctl(r->epoll, EPOLL_CTL_ADD, w->fd, &ev) != 0)
		bench_die("epoll");
}

/* --- the run ------------------------------------------------------------------------------- */

static void take_events(struct run *r, int timeout_ms)
{
	struct epoll_event events[256];
	int n = epoll_wait(r->epoll, events, ARRAY_LEN(events), timeout_ms);

	if (n < 0 && errno != EINTR)
		bench_die("epoll");
	for (int i = 0; i < n; i++) {
		void *what = events[i].data.ptr;

		if (what == &r->beat || what == &r->churn)
			read_answer(what);
		else
			read_watch(r, what);
	}
}

static void sample(struct run *r, int64_t since_ns)
{
	size_t rss = bench_target_rss(&r->server);

	r->rss_first = r->rss_first ? r->rss_first : rss;
	r->rss_most = rss > r->rss_most ? rss : r->rss_most;
	printf("  %6.1f s: %5.1f MiB, %llu beats, %llu deliveries, %llu writes\n",
	       (double)(clock_monotonic_ns() - since_ns) / 1e9, (double)rss / (1 << 20),
	       (unsigned long long)r->beat.done, (unsigned long long)r->deliveries,
	       (unsigned long long)r->churn.done);
}

static void beat_and_churn(struct run *r, int64_t seconds)
{
	int64_t begin = clock_monotonic_ns(), now = begin, next_beat = begin;
	int64_t end = begin + seconds * NS_PER_S, next_sample = begin;

	while (now < end || r->churn.done < r->writes) {
		double due = (double)r->writes * (double)(now - begin) / (double)(end - begin);

		if (now >= next_sample) {
			sample(r, begin);
			next_sample += (end - begin) / SAMPLES;
		}
		if (!r->beat.busy && now >= next_beat) {
			send_beat(r);
			next_beat += NS_PER_S;
		}
		if (!r->churn.busy && r->churn.done < r->writes && (double)r->churn.done <= due)
			send_churn(r);
		take_events(r, 1);
		now = clock_monotonic_ns();
	}
	sample(r, begin);
}

static void wait_for_all(struct run *r)
{
	int64_t last = clock_monotonic_ns();

	while (r->beat.busy || r->churn.busy ||
	       r->deliveries < r->beat.done * (r->count - r->ended)) {
		uint64_t before = r->deliveries;

		take_events(r, 100);
		if (r->deliveries != before)
			last = clock_monotonic_ns();
		else if (clock_monotonic_ns() - last > QUIET_MS * NS_PER_MS)
			break;
	}
	take_events(r, 100); /* a surplus event would arrive now */
}

static int judge(struct run *r, int64_t cpu_ns)
{
	uint64_t expected = r->beat.done * r->count, missing = 0;

	for (size_t i = 0; i < r->count; i++)
		missing += r->beat.done + 1 > r->watchers[i].next
			       ? r->beat.done + 1 - r->watchers[i].next
			       : 0;
	printf("%zu watches, %llu writes: %llu deliveries of %llu expected, %llu missing at the "
	       "end, %llu not the next in order, %llu watches ended; server: %.0f CPU s, "
	       "%.1f MiB at the first look, at most %.1f, %.1f at the end\n",
	       r->count, (unsigned long long)r->churn.done, (unsigned long long)r->deliveries,
	       (unsigned long long)expected, (unsigned long long)missing,
	       (unsigned long long)r->wrong, (unsigned long long)r->ended, (double)cpu_ns / 1e9,
	       (double)r->rss_first / (1 << 20), (double)r->rss_most / (1 << 20),
	       (double)bench_target_rss(&r->server) / (1 << 20));
	return missing || r->wrong || r->ended || r->deliveries != expected;
}

/* Gets the version from which every beat is sent. */
static void begin_state(struct run *r, char from[32])
{
	AUTO_STRBUF body = STRBUF_INIT;
	AUTO_STRBUF object = STRBUF_INIT;
	const char *rv;
	int fd = bench_dial(&r->server);

	bench_send(fd, "POST", "/api/v1/namespaces",
		   STR("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":"
		       "\"churn\"}}"));
	(void)bench_receive(fd, NULL);
	add_object(&body, "beat", 0, 0);
	bench_send(fd, "POST", BEATS, strbuf_str(&body));
	(void)bench_receive(fd, &object);
	rv = object.failed ? NULL : strstr(object.ptr, "\"resourceVersion\":\"");
	if (!rv)
		bench_die("resourceVersion");
	(void)snprintf(from, 32, "%lu", strtoul(rv + 19, NULL, 10));
	(void)close(fd);
}

static size_t argument(int argc, char **argv, int i, size_t otherwise)
{
	return argc > i ? strtoul(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/');
	struct run r = { .count = argument(argc, argv, 1, 1000),
			 .writes = argument(argc, argv, 3, 3000) };
	size_t seconds = argument(argc, argv, 2, 3);
	struct rlimit fds;
	char program[600], from[32];
	int64_t cpu;
	int status;

	(void)setvbuf(stdout, NULL, _IOLBF, 0);
	(void)snprintf(program, sizeof(program), "%.*s/../relist",
		       slash ? (int)(slash - argv[0]) : 1, slash ? argv[0] : ".");
	if (getrlimit(RLIMIT_NOFILE, &fds) == 0) {
		fds.rlim_cur = fds.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &fds);
		if (r.count + SPARE_FDS > fds.rlim_max)
			r.count = fds.rlim_max - SPARE_FDS;
	}
	if (!r.count || !seconds || argc > 4) {
		fprintf(stderr, "usage: bench_watchers [WATCHERS [SECONDS [WRITES]]]\n");
		return 2;
	}
	printf("\n== bench_watchers %zu %zu %llu\n", r.count, seconds,
	       (unsigned long long)r.writes);
	r.watchers = calloc(r.count, sizeof(*r.watchers));
	r.epoll = epoll_create1(EPOLL_CLOEXEC);
	if (!r.watchers || r.epoll < 0)
		bench_die("watches");
	bench_target_exec(&r.server, program);
	begin_state(&r, from);
	open_watches(&r, from);
	writer_open(&r, &r.beat);
	writer_open(&r, &r.churn);
	cpu = bench_target_cpu_ns(&r.server);
	beat_and_churn(&r, (int64_t)seconds);
	wait_for_all(&r);
	status = judge(&r, bench_target_cpu_ns(&r.server) - cpu);
	bench_target_stop(&r.server);
	strbuf_fini(&r.beat.answer);
	strbuf_fini(&r.churn.answer);
	free(r.watchers);
	return status;
}
