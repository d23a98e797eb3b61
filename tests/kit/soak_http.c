/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/kit/soak_http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATIENCE_MS = 120000, REFUSALS_MAX = 1000000 };

_Noreturn void soak_die(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s:%d: ", file, line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	abort();
}

void soak_conn_init(struct soak_conn *c, uint16_t port)
{
	*c = (struct soak_conn) { .port = port, .fd = -1 };
	strbuf_init(&c->in);
	strbuf_init(&c->out);
}

void soak_conn_close(struct soak_conn *c)
{
	if (c->fd >= 0)
		(void)close(c->fd);
	c->fd = -1;
	c->websocket = false;
	c->told = 0;
	strbuf_clear(&c->in);
}

void soak_conn_fini(struct soak_conn *c)
{
	soak_conn_close(c);
	strbuf_fini(&c->in);
	strbuf_fini(&c->out);
}

/* Ports are refused for moments only. */
static void connect_now(struct soak_conn *c)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(c->port) };

	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	for (int i = 0; c->fd < 0; i++) {
		c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		SOAK_CHECK(c->fd >= 0, "socket: %s", strerror(errno));
		if (connect(c->fd, (struct sockaddr *)&to, sizeof(to)) == 0)
			return;
		SOAK_CHECK((errno == ECONNREFUSED || errno == ECONNRESET) && i < REFUSALS_MAX,
			   "connect: %s", strerror(errno));
		soak_conn_close(c);
		(void)sched_yield();
	}
}

static bool send_all(struct soak_conn *c, struct str bytes)
{
	while (bytes.len) {
		ssize_t n = send(c->fd, bytes.ptr, bytes.len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		bytes.ptr += n;
		bytes.len -= (size_t)n;
	}
	return true;
}

/* More bytes into c->in; false at the end of the connection, however it came. */
static bool fill(struct soak_conn *c)
{
	struct pollfd p = { .fd = c->fd, .events = POLLIN };
	char buf[16384];
	ssize_t n;

	SOAK_CHECK(poll(&p, 1, PATIENCE_MS) > 0, "nothing came for %d ms", PATIENCE_MS);
	n = recv(c->fd, buf, sizeof(buf), 0);
	if (n > 0)
		strbuf_add(&c->in, buf, (size_t)n);
	return n > 0;
}

static bool fill_to(struct soak_conn *c, size_t n)
{
	while (c->in.len < n)
		if (!fill(c))
			return false;
	return true;
}

/* The bytes before the next `mark` without consuming; -1: the connection ended. */
static ptrdiff_t find(struct soak_conn *c, const char *mark)
{
	const char *at;

	while (!(at = memmem(c->in.ptr, c->in.len, mark, strlen(mark))))
		if (!fill(c))
			return -1;
	return at - c->in.ptr;
}

/* Reads status line and headers. *length: Content-Length, SIZE_MAX without. */
static int read_head(struct soak_conn *c, size_t *length, bool *close_after)
{
	ptrdiff_t head = find(c, "\r\n\r\n");
	const char *at;
	int status;

	if (head < 0)
		return -1;
	c->in.ptr[head + 2] = '\0';
	SOAK_CHECK(strncmp(c->in.ptr, "HTTP/1.1 ", 9) == 0, "no HTTP: %s", c->in.ptr);
	status = atoi(c->in.ptr + 9);
	at = strcasestr(c->in.ptr, "\r\nContent-Length: ");
	*length = at ? strtoul(at + 18, NULL, 10) : SIZE_MAX;
	*close_after = strcasestr(c->in.ptr, "\r\nConnection: close") != NULL;
	strbuf_consume(&c->in, (size_t)head + 4);
	return status;
}

static int read_answer(struct soak_conn *c)
{
	size_t length;
	bool close_after;
	int status = read_head(c, &length, &close_after);

	strbuf_clear(&c->out);
	if (status < 0)
		return -1;
	SOAK_CHECK(length != SIZE_MAX, "an answer %d without length", status);
	if (!fill_to(c, length))
		return -1;
	strbuf_add(&c->out, c->in.ptr, length);
	strbuf_consume(&c->in, length);
	SOAK_CHECK(c->in.len == 0, "bytes after an answer: %s", c->in.ptr);
	if (close_after)
		soak_conn_close(c);
	return status;
}

int soak_request(struct soak_conn *c, const char *method, const char *uri, const char *type,
		 const char *body)
{
	AUTO_STRBUF req = STRBUF_INIT;
	int status;

	strbuf_addf(&req, "%s %s HTTP/1.1\r\nHost: localhost\r\nUser-Agent: soak\r\n", method, uri);
	if (body)
		strbuf_addf(&req, "Content-Type: %s\r\nContent-Length: %zu\r\n", type,
			    strlen(body));
	strbuf_addf(&req, "\r\n%s", body ? body : "");
	connect_now(c);
	status = send_all(c, strbuf_str(&req)) ? read_answer(c) : -1;
	if (status < 0)
		soak_conn_close(c);
	return status;
}

int soak_watch_open(struct soak_conn *c, const char *uri, bool websocket)
{
	AUTO_STRBUF req = STRBUF_INIT;
	size_t length;
	bool close_after;
	int status = -1;

	soak_conn_close(c);
	strbuf_addf(&req, "GET %s HTTP/1.1\r\nHost: localhost\r\nUser-Agent: soak\r\n%s\r\n", uri,
		    websocket ? "Upgrade: websocket\r\nConnection: Upgrade\r\n"
				"Sec-WebSocket-Version: 13\r\n"
				"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
			      : "");
	connect_now(c);
	if (send_all(c, strbuf_str(&req)))
		status = read_head(c, &length, &close_after);
	strbuf_clear(&c->out);
	if (status == (websocket ? 101 : 200))
		c->websocket = websocket;
	else
		soak_conn_close(c);
	return status;
}

/* One chunk's bytes into c->out; false: the last chunk, or the connection ended. */
static bool next_chunk(struct soak_conn *c)
{
	ptrdiff_t line = find(c, "\r\n");
	size_t len;

	if (line < 0)
		return false;
	len = strtoul(c->in.ptr, NULL, 16);
	if (len == 0 || !fill_to(c, (size_t)line + 2 + len + 2))
		return false;
	strbuf_add(&c->out, c->in.ptr + line + 2, len);
	strbuf_consume(&c->in, (size_t)line + 2 + len + 2);
	return true;
}

/* One text frame into c->out with a newline; false: a close frame, or the connection ended. */
static bool next_frame(struct soak_conn *c)
{
	const uint8_t *h;
	size_t head = 2, len;

	if (!fill_to(c, 2))
		return false;
	len = (uint8_t)c->in.ptr[1];
	head = len == 126 ? 4 : len == 127 ? 10 : 2;
	if (!fill_to(c, head))
		return false;
	h = (const uint8_t *)c->in.ptr;
	if (len >= 126) {
		len = 0;
		for (size_t i = 2; i < head; i++)
			len = len << 8 | h[i];
	}
	if ((h[0] & 0x0f) == 8 || !fill_to(c, head + len))
		return false;
	SOAK_CHECK(((uint8_t)c->in.ptr[0]) == 0x81, "no whole text frame: %02x",
		   (uint8_t)c->in.ptr[0]);
	strbuf_add(&c->out, c->in.ptr + head, len);
	if (len && c->in.ptr[head + len - 1] != '\n')
		strbuf_addc(&c->out, '\n');
	strbuf_consume(&c->in, head + len);
	return true;
}

bool soak_watch_next(struct soak_conn *c, struct str *event)
{
	const char *end;

	strbuf_consume(&c->out, c->told);
	c->told = 0;
	while (!(end = memchr(c->out.ptr, '\n', c->out.len))) {
		if (c->websocket ? next_frame(c) : next_chunk(c))
			continue;
		soak_conn_close(c);
		return false;
	}
	*event = (struct str) { c->out.ptr, (size_t)(end - c->out.ptr) };
	c->told = event->len + 1;
	return true;
}
