/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "bench/serve_target.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"

_Noreturn void bench_die(const char *what)
{
	fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void send_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			bench_die("send");
		bytes += n;
		len -= (size_t)n;
	}
}

/* --- the client's side --- */

int bench_dial(const struct bench_target *t)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(t->port) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof(to)) != 0)
		bench_die("connect");
	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	return fd;
}

void bench_send(int fd, const char *method, const char *uri, struct str body)
{
	AUTO_STRBUF req = STRBUF_INIT;

	strbuf_addf(&req, "%s %s HTTP/1.1\r\nHost: localhost\r\n", method, uri);
	if (body.len)
		strbuf_addf(&req, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
			    body.len);
	strbuf_addz(&req, "\r\n");
	strbuf_adds(&req, body);
	send_all(fd, req.ptr, req.len);
}

size_t bench_receive(int fd, struct strbuf *keep)
{
	static char buf[1 << 20];
	size_t have = 0, len, head;
	char *end = NULL, *length;

	while (!end) {
		ssize_t n = recv(fd, buf + have, sizeof(buf) - 1 - have, 0);

		if (n <= 0)
			bench_die("receive");
		have += (size_t)n;
		buf[have] = '\0';
		end = strstr(buf, "\r\n\r\n");
	}
	head = (size_t)(end - buf) + 4;
	length = strcasestr(buf, "\r\nContent-Length: ");
	if (!length || atoi(buf + 9) >= 300) {
		fprintf(stderr, "%s\n", buf);
		bench_die("answer");
	}
	len = strtoul(length + 18, NULL, 10);
	if (keep)
		strbuf_add(keep, buf + head, have - head);
	for (size_t got = have - head; got < len;) {
		ssize_t n = recv(fd, buf, sizeof(buf), 0);

		if (n <= 0)
			bench_die("receive");
		if (keep)
			strbuf_add(keep, buf, (size_t)n);
		got += (size_t)n;
	}
	return len;
}

/* --- the bare server --- */

struct bare {
	const struct bench_answers *answers;
	int *watches;
	size_t watch_count, watch_cap;
	struct strbuf chunk; /* the event as a chunk */
};

static void bare_answer(int fd, const char *type, struct str body)
{
	char head[160];
	int n = snprintf(head, sizeof(head),
			 "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n%s%zu\r\n\r\n", type,
			 body.len);

	send_all(fd, head, (size_t)n);
	send_all(fd, body.ptr, body.len);
}

static void bare_event(struct bare *b)
{
	for (size_t i = 0; i < b->watch_count; i++)
		send_all(b->watches[i], b->chunk.ptr, b->chunk.len);
}

/* Handles one complete request; bodies fit into the buffer as well. */
static void bare_request(struct bare *b, int fd, const char *req)
{
	static const char chunked[] = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
				      "Transfer-Encoding: chunked\r\n\r\n";

	if (strncmp(req, "GET ", 4) != 0) {
		bare_answer(fd, "Content-Length: ", b->answers->object);
		if (strncmp(req, "PUT ", 4) == 0)
			bare_event(b);
		return;
	}
	if (!strstr(req, "watch=")) {
		bare_answer(fd, "Content-Length: ", b->answers->list);
		return;
	}
	if (b->watch_count == b->watch_cap) {
		b->watch_cap = b->watch_cap ? 2 * b->watch_cap : 1024;
		b->watches = realloc(b->watches, b->watch_cap * sizeof(*b->watches));
		if (!b->watches)
			bench_die("bare server");
	}
	b->watches[b->watch_count++] = fd;
	send_all(fd, chunked, sizeof(chunked) - 1);
}

static size_t body_len(const char *req)
{
	const char *at = strcasestr(req, "\r\nContent-Length: ");

	return at ? strtoul(at + 18, NULL, 10) : 0;
}

static bool bare_read(struct bare *b, int fd)
{
	char req[16384];
	size_t have = 0;

	for (;;) {
		ssize_t n = recv(fd, req + have, sizeof(req) - 1 - have, 0);
		const char *end;

		if (n <= 0)
			return false;
		have += (size_t)n;
		req[have] = '\0';
		end = strstr(req, "\r\n\r\n");
		if (end && have >= (size_t)(end - req) + 4 + body_len(req))
			break;
	}
	bare_request(b, fd, req);
	return true;
}

static void forget(struct bare *b, int fd)
{
	for (size_t i = 0; i < b->watch_count; i++)
		if (b->watches[i] == fd) {
			b->watches[i] = b->watches[--b->watch_count];
			break;
		}
	(void)close(fd);
}

static _Noreturn void bare_serve(int listener, const struct bench_answers *answers)
{
	struct epoll_event ev = { .events = EPOLLIN, .data.fd = listener }, events[64];
	struct bare b = { .answers = answers };
	int ep = epoll_create1(0), one = 1;

	strbuf_init(&b.chunk);
	strbuf_addf(&b.chunk, "%zx\r\n", answers->event.len);
	strbuf_adds(&b.chunk, answers->event);
	strbuf_addz(&b.chunk, "\r\n");
	if (epoll_ctl(ep, EPOLL_CTL_ADD, listener, &ev) != 0)
		bench_die("epoll");
	for (;;) {
		int n = epoll_wait(ep, events, ARRAY_LEN(events), -1);

		for (int i = 0; i < n; i++) {
			int fd = events[i].data.fd;

			if (fd != listener) {
				if (!bare_read(&b, fd))
					forget(&b, fd);
				continue;
			}
			fd = accept(listener, NULL, NULL);
			(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
			ev.data.fd = fd;
			if (fd < 0 || epoll_ctl(ep, EPOLL_CTL_ADD, fd, &ev) != 0)
				bench_die("accept");
		}
	}
}

/* --- processes --- */

static pid_t spawn(const char *program, const int fds[2])
{
	pid_t pid = vfork(); /* the cost of fork() would be measured, too */

	if (pid == 0) {
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		(void)dup2(fds[1], 1);
		(void)close(fds[0]);
		(void)close(fds[1]);
		execl(program, program, "serve", "--port", "0", (char *)NULL);
		_exit(127);
	}
	return pid;
}

void bench_target_exec(struct bench_target *t, const char *program)
{
	char line[256];
	size_t have = 0;
	int fds[2];

	if (pipe(fds) != 0)
		bench_die("pipe");
	t->pid = spawn(program, fds);
	(void)close(fds[1]);
	t->out = fds[0];
	do {
		ssize_t n = read(t->out, line + have, sizeof(line) - 1 - have);

		if (n <= 0)
			bench_die(program);
		have += (size_t)n;
		line[have] = '\0';
	} while (!strchr(line, '\n'));
	t->port = (uint16_t)strtoul(strrchr(line, ':') + 1, NULL, 10);
}

void bench_target_bare(struct bench_target *t, const struct bench_answers *answers)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t len = sizeof(at);
	int listener = socket(AF_INET, SOCK_STREAM, 0);

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (listener < 0 || bind(listener, (struct sockaddr *)&at, sizeof(at)) != 0 ||
	    listen(listener, SOMAXCONN) != 0 ||
	    getsockname(listener, (struct sockaddr *)&at, &len) != 0)
		bench_die("listen");
	t->port = ntohs(at.sin_port);
	t->out = -1;
	t->pid = fork();
	if (t->pid == 0) {
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		bare_serve(listener, answers);
	}
	(void)close(listener);
}

void bench_target_stop(struct bench_target *t)
{
	(void)kill(t->pid, SIGTERM);
	(void)waitpid(t->pid, NULL, 0);
	if (t->out >= 0)
		(void)close(t->out);
}

int64_t bench_target_cpu_ns(const struct bench_target *t)
{
	struct timespec ts;
	clockid_t clock;

	if (clock_getcpuclockid(t->pid, &clock) != 0 || clock_gettime(clock, &ts) != 0)
		bench_die("CPU clock");
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

size_t bench_target_rss(const struct bench_target *t)
{
	char path[40];
	long pages = 0;
	FILE *f;

	(void)snprintf(path, sizeof(path), "/proc/%d/statm", (int)t->pid);
	f = fopen(path, "r");
	if (!f || fscanf(f, "%*d %ld", &pages) != 1)
		bench_die(path);
	(void)fclose(f);
	return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}
