/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/recording/posix/tunnel.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "base/text/ascii.h"
#include "base/url.h"

enum { PEEK_MAX = 4096 };

/* Makes the value of Proxy-Authorization from the encoded "user:password". RELIST_ENOMEM. */
static int take_user(struct tunnel_way *way, struct str user)
{
	AUTO_STRBUF plain = STRBUF_INIT, value = STRBUF_INIT;

	strbuf_add_urldec(&plain, user, false);
	strbuf_addz(&value, "Basic ");
	base64_encode(&value, strbuf_str(&plain), BASE64_STD);
	if (plain.failed || value.failed)
		return RELIST_ENOMEM;
	way->authorization = strbuf_steal(&value);
	return way->authorization ? 0 : RELIST_ENOMEM;
}

int tunnel_way_parse(struct tunnel_way *way, const char *url, struct relist_err *err)
{
	const char *host = ascii_begins_nocase(str_of(url), STR("http://")) ? url + 7 : NULL, *at;
	AUTO_STRBUF plain = STRBUF_INIT;
	int code = 0;

	*way = (struct tunnel_way) { 0 };
	if (!host)
		return relist_err_set(err, RELIST_EINVAL,
				      "proxy-url: only http://HOST:PORT is supported, not those "
				      "that begin with \"%.*s\"",
				      (int)strcspn(url, ":"), url);
	at = memrchr(host, '@', strcspn(host, "/?#"));
	if (at)
		code = take_user(way, (struct str) { host, (size_t)(at - host) });
	strbuf_addf(&plain, "http://%s", at ? at + 1 : host);
	if (code || plain.failed)
		code = relist_err_set(err, RELIST_ENOMEM, "proxy: out of memory");
	else
		code = rec__site_parse(&way->site, plain.ptr, err);
	if (code)
		tunnel_way_fini(way);
	return code;
}

void tunnel_way_fini(struct tunnel_way *way)
{
	rec__site_fini(&way->site);
	base__free(way->authorization);
	way->authorization = NULL;
}

void tunnel_begin(struct tunnel *t, const struct tunnel_way *way, const struct rec__site *target)
{
	bool v6 = strchr(target->host, ':') != NULL;
	AUTO_STRBUF to = STRBUF_INIT;

	*t = (struct tunnel) { 0 };
	strbuf_init(&t->out);
	rec__http_init(&t->answer, true);
	rec__http_expect(&t->answer, STR("CONNECT"));
	strbuf_addf(&to, "%s%s%s:%s", v6 ? "[" : "", target->host, v6 ? "]" : "", target->port);
	strbuf_addf(&t->out, "CONNECT " STR_FMT " HTTP/1.1\r\nHost: " STR_FMT "\r\n",
		    STR_ARG(strbuf_str(&to)), STR_ARG(strbuf_str(&to)));
	if (way->authorization)
		strbuf_addf(&t->out, "Proxy-Authorization: %s\r\n", way->authorization);
	strbuf_addz(&t->out, "\r\n");
	t->out.failed |= to.failed;
}

static enum tunnel_state failed(struct tunnel *t, const char *what)
{
	(void)snprintf(t->why, sizeof(t->why), "the proxy of proxy-url: %s", what);
	return TUNNEL_FAILED;
}

static enum tunnel_state send_connect(struct tunnel *t, int fd)
{
	while (t->out_at < t->out.len) {
		ssize_t n = send(fd, t->out.ptr + t->out_at, t->out.len - t->out_at, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return TUNNEL_GOING;
		if (n < 0)
			return failed(t, strerror(errno));
		t->out_at += (size_t)n;
	}
	return TUNNEL_OPEN;
}

static enum tunnel_state judge(struct tunnel *t)
{
	const struct rec__http_head *head = &t->answer.head;
	char what[100];

	if (head->status >= 200 && head->status < 300)
		return TUNNEL_OPEN;
	(void)snprintf(what, sizeof(what), "it answered %d %.*s", head->status,
		       (int)(head->reason.len < 60 ? head->reason.len : 60), head->reason.ptr);
	return failed(t, what);
}

enum tunnel_state tunnel_go(struct tunnel *t, int fd)
{
	char buf[PEEK_MAX];

	if (t->out.failed)
		return failed(t, "out of memory");
	if (send_connect(t, fd) != TUNNEL_OPEN)
		return t->why[0] ? TUNNEL_FAILED : TUNNEL_GOING;
	for (;;) {
		ssize_t n = recv(fd, buf, sizeof(buf), MSG_PEEK);
		enum rec__http_event e;
		struct str data;
		size_t used;

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return TUNNEL_GOING;
		if (n <= 0)
			return failed(t, n ? strerror(errno) : "it closed the connection");
		e = rec__http_feed(&t->answer, (struct str) { buf, (size_t)n }, &used, &data);
		if (recv(fd, buf, used, 0) != (ssize_t)used)
			return failed(t, "it closed the connection");
		if (e == REC_HTTP_HEAD && t->answer.head.status >= 200)
			return judge(t);
		if (e == REC_HTTP_BAD)
			return failed(t, t->answer.why);
	}
}

short tunnel_events(const struct tunnel *t)
{
	return t->out_at < t->out.len ? POLLOUT : POLLIN;
}

void tunnel_fini(struct tunnel *t)
{
	strbuf_fini(&t->out);
	rec__http_fini(&t->answer);
}
