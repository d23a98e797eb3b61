/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/http2_links.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "informer/posix/transfer.h"

struct inf__link {
	struct inf__link *next;
	struct inf__http2_health health;
	long port; /* local port */
	bool seen, lost;
	const struct inf__transfer *by; /* one of its transfers, during a check */
	/* The ping in progress, or NULL; and its connect-to list, which libcurl only borrows. */
	CURL *ping;
	struct curl_slist *connect_to;
	bool heard;  /* the ping's response was counted */
	bool unsent; /* libcurl holds back the RST_STREAM of a closed transfer */
};

struct inf__link_socket {
	struct inf__link_socket *next;
	curl_socket_t fd;
};

void inf__links_init(struct inf__links *l, CURLM *multi, const struct inf__http2_options *options)
{
	*l = (struct inf__links) { .multi = multi, .options = options };
	if (options->one_connection)
		(void)curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 1L);
}

/* ---- sockets ---- */

static int on_socket(void *user, curl_socket_t fd, curlsocktype purpose)
{
	struct inf__links *l = user;
	struct inf__link_socket *s;

	if (purpose != CURLSOCKTYPE_IPCXN)
		return CURL_SOCKOPT_OK;
	inf__transfer_keepalive(fd);
	s = base__calloc(1, sizeof(*s)); /* without memory this connection is not monitored */
	if (s) {
		s->fd = fd;
		s->next = l->sockets;
		l->sockets = s;
	}
	return CURL_SOCKOPT_OK;
}

static int on_close(void *user, curl_socket_t fd)
{
	struct inf__links *l = user;
	struct inf__link_socket **place = &l->sockets;

	while (*place && (*place)->fd != fd)
		place = &(*place)->next;
	if (*place) {
		struct inf__link_socket *s = *place;

		*place = s->next;
		base__free(s);
	}
	return close(fd);
}

static long local_port(int fd)
{
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} at;
	socklen_t len = sizeof(at);

	memset(&at, 0, sizeof(at));
	if (getsockname(fd, &at.any, &len) != 0)
		return 0;
	if (at.any.sa_family == AF_INET)
		return ntohs(at.v4.sin_port);
	return at.any.sa_family == AF_INET6 ? ntohs(at.v6.sin6_port) : 0;
}

static void shut_down(struct inf__links *l, long port)
{
	for (struct inf__link_socket *s = l->sockets; s; s = s->next)
		if (local_port(s->fd) == port)
			(void)shutdown(s->fd, SHUT_RDWR);
}

void inf__links_prepare(struct inf__links *l, struct inf__transfer *t)
{
	(void)curl_easy_setopt(t->easy, CURLOPT_SOCKOPTFUNCTION, on_socket);
	(void)curl_easy_setopt(t->easy, CURLOPT_SOCKOPTDATA, l);
	(void)curl_easy_setopt(t->easy, CURLOPT_CLOSESOCKETFUNCTION, on_close);
	(void)curl_easy_setopt(t->easy, CURLOPT_CLOSESOCKETDATA, l);
}

/* ---- pings ---- */

static void end_ping(struct inf__links *l, struct inf__link *link)
{
	if (!link->ping)
		return;
	(void)curl_multi_remove_handle(l->multi, link->ping);
	curl_easy_cleanup(link->ping);
	curl_slist_free_all(link->connect_to);
	link->ping = NULL;
	link->connect_to = NULL;
	link->heard = false;
}

static size_t on_ping_bytes(char *bytes, size_t size, size_t count, void *user)
{
	struct inf__link *link = user;

	(void)bytes;
	link->heard = true;
	return size * count;
}

static bool configure_ping(struct inf__link *link)
{
	CURL *easy = link->ping;

	/* All other options are copied from the transfer; else libcurl would not reuse its
	 * connection. */
	return curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, "OPTIONS") == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_REQUEST_TARGET, "*") == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_HTTPHEADER, NULL) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_USERNAME, NULL) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_PASSWORD, NULL) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_CONNECT_TO, link->connect_to) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_PRIVATE, NULL) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_ping_bytes) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_HEADERDATA, link) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_ping_bytes) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_WRITEDATA, link) == CURLE_OK;
}

/* If a ping cannot be made, the connection cannot be judged. */
static void ping(struct inf__links *l, struct inf__link *link)
{
	link->ping = curl_easy_duphandle(link->by->easy);
	if (!link->ping)
		return;
	for (struct curl_slist *to = link->by->connect_to; to; to = to->next) {
		struct curl_slist *longer = curl_slist_append(link->connect_to, to->data);

		if (longer)
			link->connect_to = longer;
	}
	if (configure_ping(link) && curl_multi_add_handle(l->multi, link->ping) == CURLM_OK)
		return;
	curl_easy_cleanup(link->ping);
	link->ping = NULL;
	curl_slist_free_all(link->connect_to);
	link->connect_to = NULL;
}

static long port_of(CURL *easy)
{
	long port = 0;

	return curl_easy_getinfo(easy, CURLINFO_LOCAL_PORT, &port) == CURLE_OK ? port : 0;
}

bool inf__links_take(struct inf__links *l, CURL *easy, CURLcode result, int64_t now_ns)
{
	for (struct inf__link *link = l->links; link; link = link->next) {
		const bool heard = link->heard; /* end_ping() clears it */

		if (link->ping != easy)
			continue;
		if (result == CURLE_OK && !l->version)
			(void)curl_easy_getinfo(easy, CURLINFO_HTTP_VERSION, &l->version);
		/* A ping over another connection proves nothing about this one, and neither does
		 * its failure: the transfers notice a broken connection themselves. */
		end_ping(l, link);
		/* An end without bytes after a counted response proves nothing: it may be processed
		 * long after its arrival. */
		if (heard || link->health.asked_ns != TIME_NEVER)
			inf__http2_health_heard(&link->health, now_ns);
		return true;
	}
	return false;
}

/* ---- a check of all connections ---- */

void inf__links_look_begin(struct inf__links *l)
{
	l->queued = 0;
	for (struct inf__link *link = l->links; link; link = link->next) {
		link->seen = false;
		link->by = NULL;
	}
}

/* The first response shows a connection's HTTP version; until then the version of the last
 * connection is assumed. */
static bool may_be_http2(struct inf__links *l, const struct inf__transfer *t)
{
	long version = CURL_HTTP_VERSION_NONE;

	if (!t->https || l->options->disabled || !l->options->read_idle_ns)
		return false;
	(void)curl_easy_getinfo(t->easy, CURLINFO_HTTP_VERSION, &version);
	if (version == CURL_HTTP_VERSION_NONE)
		version = l->version;
	else
		l->version = version;
	return version == CURL_HTTP_VERSION_NONE || version == CURL_HTTP_VERSION_2_0;
}

void inf__links_look(struct inf__links *l, struct inf__transfer *t, int64_t now_ns)
{
	struct inf__link *link = l->links;
	bool heard = t->heard;

	t->heard = false;
	if (!may_be_http2(l, t))
		return;
	t->port = port_of(t->easy);
	if (t->port <= 0) {
		l->queued += l->options->one_connection && l->links;
		return;
	}
	while (link && link->port != t->port)
		link = link->next;
	if (!link) {
		link = base__calloc(1, sizeof(*link));
		if (!link)
			return; /* searched again next time */
		link->port = t->port;
		inf__http2_health_init(&link->health, now_ns);
		link->next = l->links;
		l->links = link;
	}
	link->seen = true;
	link->by = t;
	if (heard)
		inf__http2_health_heard(&link->health, now_ns);
}

/* libcurl 7.88.1 sends the RST_STREAM of a removed handle with the next frame of the connection.
 * Until then the server would keep the watch open, and for ever if no other transfer is left. */
void inf__links_close(struct inf__links *l, const struct inf__transfer *t)
{
	for (struct inf__link *link = l->links; link; link = link->next)
		if (t->port > 0 && link->port == t->port)
			link->unsent = true;
}

void inf__links_ended(struct inf__links *l, const struct inf__transfer *t, CURLcode result)
{
	if (l->options->error_closes && result == CURLE_HTTP2_STREAM && t->port > 0)
		shut_down(l, t->port);
}

/* The end of a pause sends all frames. */
static void send_resets(struct inf__link *link)
{
	if (link->unsent && link->by) {
		(void)curl_easy_pause(link->by->easy, CURLPAUSE_RECV);
		(void)curl_easy_pause(link->by->easy, CURLPAUSE_CONT);
	}
	link->unsent = false;
}

static void remove_unseen(struct inf__links *l)
{
	struct inf__link **place = &l->links;

	while (*place) {
		struct inf__link *link = *place;

		if (link->seen) {
			place = &link->next;
			continue;
		}
		end_ping(l, link);
		if (link->unsent)
			shut_down(l, link->port);
		*place = link->next;
		base__free(link);
	}
}

/* Whether the ping used this connection. A ping uses any HTTP/2 connection that accepts requests,
 * so other silent connections have HTTP/1.1 or accept no more requests. */
static bool was_asked(const struct inf__link *link)
{
	return link->ping && port_of(link->ping) == link->port;
}

int64_t inf__links_look_end(struct inf__links *l, int64_t now_ns)
{
	int64_t first_ns = TIME_NEVER, due_ns;

	remove_unseen(l);
	for (struct inf__link *link = l->links; link; link = link->next) {
		if (link->lost)
			continue;
		if (link->heard && was_asked(link))
			inf__http2_health_heard(&link->health, now_ns);
		link->heard = false;
		send_resets(link);
		switch (inf__http2_health_look(&link->health, l->options, now_ns)) {
		case INF_HTTP2_WAIT:
			break;
		case INF_HTTP2_PING:
			end_ping(l, link);
			if (l->queued) /* the ping is a request too */
				inf__http2_health_init(&link->health, now_ns);
			else
				ping(l, link);
			break;
		case INF_HTTP2_LOST:
			link->lost = was_asked(link);
			l->any_lost = l->any_lost || link->lost;
			end_ping(l, link);
			inf__http2_health_init(&link->health, now_ns);
			if (!link->lost)
				break;
			shut_down(l, link->port);
			first_ns = now_ns; /* its transfers must be notified */
			break;
		}
		due_ns = inf__http2_health_deadline_ns(&link->health, l->options);
		if (!link->lost && due_ns < first_ns)
			first_ns = due_ns;
	}
	return first_ns;
}

uint32_t inf__links_pings(const struct inf__links *l)
{
	uint32_t count = 0;

	for (const struct inf__link *link = l->links; link; link = link->next)
		count += link->ping != NULL;
	return count;
}

bool inf__links_lost(const struct inf__links *l, const struct inf__transfer *t)
{
	if (!l->any_lost || t->port <= 0)
		return false;
	for (const struct inf__link *link = l->links; link; link = link->next)
		if (link->port == t->port)
			return link->lost;
	return false;
}

void inf__links_stop(struct inf__links *l)
{
	inf__links_look_begin(l);
	remove_unseen(l);
}

void inf__links_fini(struct inf__links *l)
{
	while (l->sockets) {
		struct inf__link_socket *s = l->sockets;

		l->sockets = s->next;
		base__free(s);
	}
}
