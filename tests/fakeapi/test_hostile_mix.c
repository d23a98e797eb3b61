/* SPDX-License-Identifier: Apache-2.0 */
/* Requests of every kind, whole and mangled, from several connections at once: the rows of
 * tests/kit/shapes.c with random lengths, bytes changed, cut off, doubled, never read. The
 * responses are not judged; the server must be there after each round, and sanitizers watch it.
 *
 * RELIST_HOSTILE_SECONDS (1) says for how long, RELIST_HOSTILE_SEED (1) which; `make stress` runs
 * ten minutes under ASan. */
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/choice.h"
#include "base/clock.h"
#include "base/posix/clock.h"
#include "base/str.h"
#include "relist/fakeapi.h"
#include "tests/kit/net.h"
#include "tests/kit/shapes.h"
#include "tests/kit/testing.h"

enum { ROUND = 200, OPEN_MAX = 16, PARTS_MAX = 60, READ_MAX = 100000 };

static uint64_t seed;

static uint32_t pick(uint32_t n)
{
	return (uint32_t)(splitmix64(&seed) >> 11) % n;
}

static uint64_t from_environment(const char *name, uint64_t otherwise)
{
	const char *z = getenv(name);

	return z && *z ? strtoull(z, NULL, 10) : otherwise;
}

static uint16_t port_of(struct fakeapi *api)
{
	return (uint16_t)strtoul(strrchr(fakeapi_url(api), ':') + 1, NULL, 10);
}

/* A few bytes become others, go, or come twice. */
static void mangle(struct strbuf *text)
{
	static const char odd[] = "\0\n\r\t \"{}[],:/?&%=-#<>\\'*!\x7f\x80\xff"
				  "0129aZ";

	for (uint32_t k = 1 + pick(4); k > 0 && text->len > 2; k--) {
		size_t at = pick((uint32_t)text->len);
		size_t n = 1 + pick(8);

		if (n > text->len - at)
			n = text->len - at;
		switch (pick(4)) {
		case 0:
			text->ptr[at] = odd[pick(sizeof(odd) - 1)];
			break;
		case 1:
			text->ptr[at] = (char)pick(256);
			break;
		case 2:
			memmove(text->ptr + at, text->ptr + at + n, text->len - at - n);
			text->len -= n;
			break;
		default:
			for (size_t i = 0; i < n && !text->failed; i++)
				strbuf_addc(text, text->ptr[at + i]);
		}
	}
}

static void write_request(struct strbuf *out)
{
	static const char *const methods[] = { "GET",  "POST",	 "PUT",	    "PATCH",
					       "HEAD", "DELETE", "OPTIONS", "BREW" };
	static const char *const headers[] = {
		"Connection: close\r\n",
		"Connection: keep-alive\r\n",
		"Accept-Encoding: gzip\r\n",
		"Expect: 100-continue\r\n",
		"Authorization: Bearer x\r\n",
		"Impersonate-User: u\r\n",
		("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
		 "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"),
		"Accept: application/vnd.kubernetes.protobuf\r\n",
		"Accept: application/json;as=Table;v=v1;g=meta.k8s.io\r\n",
	};
	const struct shape *s = &shapes[pick((uint32_t)shape_count)];
	const struct shape_ask *ask = pick(3) && s->before[0].method ? &s->before[0] : &s->ask;
	bool whole = pick(2) == 0 || strncmp(s->name, "control", 7) == 0;
	AUTO_STRBUF body = STRBUF_INIT;
	AUTO_STRBUF uri = STRBUF_INIT;
	const char *method =
	    !whole && pick(4) == 0 ? methods[pick(ARRAY_LEN(methods))] : ask->method;
	size_t n = pick(PARTS_MAX);

	shape_text(&uri, ask->uri, n);
	shape_text(&body, ask->body ? ask->body : "", n);
	if (pick(8) == 0)
		strbuf_addz(&uri, strchr(uri.ptr, '?') ? "&watch=1" : "?watch=1&timeoutSeconds=1");
	if (!whole && pick(3) == 0)
		mangle(&uri);
	if (!whole && body.len && pick(3))
		mangle(&body);
	strbuf_addf(out, "%s ", method);
	strbuf_adds(out, strbuf_str(&uri));
	strbuf_addf(out, " HTTP/1.%d\r\nHost: 127.0.0.1\r\nContent-Type: %s\r\n", pick(5) > 0,
		    ask->type && strchr(ask->type, '/') ? ask->type : "application/json");
	for (uint32_t k = pick(3); k > 0; k--)
		strbuf_addz(out, headers[pick(ARRAY_LEN(headers))]);
	if (body.len && pick(6) == 0)
		strbuf_addf(out, "Transfer-Encoding: chunked\r\n\r\n%zx\r\n", body.len);
	else
		strbuf_addf(out, "Content-Length: %zu\r\n\r\n", body.len + (pick(40) == 0));
	strbuf_adds(out, strbuf_str(&body));
	if (!whole && pick(10) == 0)
		mangle(out);
}

/* Sends what is taken at once and goes on: a server that does not read must not stop the test. */
static void send_some(int fd, const struct strbuf *text)
{
	size_t len = pick(12) == 0 ? pick((uint32_t)text->len + 1) : text->len;

	(void)send(fd, text->ptr, len, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void read_some(int fd)
{
	static char buf[READ_MAX];

	(void)recv(fd, buf, 1 + pick(READ_MAX), MSG_DONTWAIT);
}

/* By FIN, by RST, or only the side that sends. */
static void leave(int *fd)
{
	struct linger now = { .l_onoff = 1 };
	uint32_t how = pick(3);

	if (how == 0) {
		(void)shutdown(*fd, SHUT_WR);
		return;
	}
	if (how == 1)
		(void)setsockopt(*fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
	close(*fd);
	*fd = -1;
}

static void round_of_requests(struct fakeapi *api)
{
	int open[OPEN_MAX];

	for (size_t i = 0; i < OPEN_MAX; i++)
		open[i] = -1;
	for (int k = 0; k < ROUND; k++) {
		struct strbuf text = STRBUF_INIT;
		int *fd = &open[pick(OPEN_MAX)];

		if (*fd >= 0 && pick(3) == 0)
			leave(fd);
		if (*fd < 0)
			*fd = net_try_connect(port_of(api));
		write_request(&text);
		if (*fd >= 0 && !text.failed)
			send_some(*fd, &text);
		if (*fd >= 0 && pick(4))
			read_some(*fd);
		strbuf_fini(&text);
	}
	for (size_t i = 0; i < OPEN_MAX; i++)
		if (open[i] >= 0)
			close(open[i]);
}

static void must_be_there(struct fakeapi *api)
{
	struct net_in c = net_in(net_connect(port_of(api)));

	net_send(c.fd, "GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
	net_read_until(&c, "HTTP/1.1 200 ");
	net_close(&c);
}

static void server_survives_random_hostile_requests(void **state)
{
	int64_t end = clock_monotonic_ns() +
		      (int64_t)from_environment("RELIST_HOSTILE_SECONDS", 1) * NS_PER_S;
	unsigned long rounds = 0;

	(void)state;
	seed = from_environment("RELIST_HOSTILE_SEED", 1);
	while (clock_monotonic_ns() < end) {
		struct fakeapi *api = fakeapi_start(NULL, NULL);

		assert_non_null(api);
		for (int i = 0; i < 20 && clock_monotonic_ns() < end; i++, rounds++) {
			round_of_requests(api);
			must_be_there(api);
		}
		fakeapi_stop(api);
	}
	print_message("%lu requests\n", rounds * ROUND);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(server_survives_random_hostile_requests),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
