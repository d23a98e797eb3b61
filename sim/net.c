/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/net.h"

#include "base/alloc.h"

enum { BUF_SIZE = 64 << 10, CUT_LONGEST = 64 };

int sim__net_init(struct sim__net *net, struct fakeapi__server *server, struct choice *choice,
		  const struct sim_config *config)
{
	*net = (struct sim__net) {
		.server = server,
		.choice = choice,
		.cuts = config->cuts,
		.cut_at = config->cut_at,
		.sink = config->sink,
		.refuses = config->refuses,
		.refuses_user = config->refuses_user,
		.buf = base__malloc(BUF_SIZE),
		.http2 = config->http2,
	};
	inf__http2_options_init(&net->http2_options, NULL, NULL, NULL);
	inf__http2_options_without(&net->http2_options, config->without);
	return net->buf ? 0 : RELIST_ENOMEM;
}

void sim__net_fini(struct sim__net *net)
{
	for (size_t i = 0; i < net->link_count; i++) {
		struct sim__link *link = net->links[i];

		if (link->x)
			link->x->ops->end(link->x, true);
		strbuf_fini(&link->path);
		strbuf_fini(&link->query);
		base__free(link);
	}
	sim__http2_fini(net);
	base__free(net->links);
	base__free(net->idle);
	base__free(net->heard);
	base__free(net->buf);
}

static void emit(struct sim__net *net, int64_t now_ns, enum trace_kind kind, uint32_t id, int64_t n,
		 struct str key, struct str text)
{
	struct trace_event ev = {
		.at_ns = now_ns, .kind = kind, .id = id, .n = n, .key = key, .text = text
	};

	if (id)
		trace_emit(&net->sink, &ev);
}

static void wake(void *user)
{
	struct sim__link *link = user;

	link->ready = true;
}

/* --- requests --- */

void sim__net_mark(struct sim__net *net, int64_t now_ns, uint32_t client, uint64_t mark)
{
	struct sim__heard *h = &net->heard[client];

	if (h->at_ns != now_ns)
		digest_number(&h->digest, (uint64_t)now_ns);
	h->at_ns = now_ns;
	digest_number(&h->digest, mark);
}

static struct sim__link *free_link(struct sim__net *net)
{
	struct sim__link *link;

	for (size_t i = 0; i < net->link_count; i++)
		if (!net->links[i]->x && !net->links[i]->conn)
			return net->links[i];
	if (net->link_count == net->link_cap) {
		size_t cap = net->link_cap ? 2 * net->link_cap : 4;
		struct sim__link **links = base__reallocarray(net->links, cap, sizeof(*net->links));

		if (!links)
			return NULL;
		net->links = links;
		net->link_cap = cap;
	}
	link = base__calloc(1, sizeof(*link));
	if (!link)
		return NULL;
	strbuf_init(&link->path);
	strbuf_init(&link->query);
	net->links[net->link_count++] = link;
	return link;
}

/* Sends the request that sim__link_set_request() stored in the link. Returns false if out of
 * memory. */
static bool send_request(struct sim__net *net, int64_t now_ns, struct sim__link *link)
{
	const struct fakeapi__header headers[] = {
		{ STR("Accept"), str_of(link->accept) },
		{ STR("Content-Type"), str_of(link->content_type) },
	};
	struct fakeapi__request req = {
		.method = str_of(link->method),
		.path = strbuf_str(&link->path),
		.query = strbuf_str(&link->query),
		.headers = headers,
		.header_count = link->content_type ? 2 : 1,
		.body = link->body,
		.backend = link->client,
		.frames = link->conn ? &link->frames : NULL,
		.first_on_connection = link->conn && !link->reused,
	};

	sim__net_mark(net, now_ns, link->client, SIM_MARK_REQUEST);
	digest_text(&net->heard[link->client].digest, req.path);
	digest_text(&net->heard[link->client].digest, req.query);
	digest_number(&net->requests_digest, net->heard[link->client].digest.bits);
	link->has_head = false;
	link->ready = true;
	link->pulled = 0;
	link->frames = (struct fakeapi__frame_fault) { .kind = FAKEAPI_FRAME_NONE };
	emit(net, now_ns, TRACE_WIRE_REQUEST, link->wire_id, 0, req.path, req.query);
	link->x =
	    net->server->begin(net->server, now_ns, &req, (struct fakeapi__wake) { wake, link });
	return link->x != NULL;
}

static void end_without_link(struct sim__net *net, int64_t now_ns, uint32_t client,
			     uint32_t wire_id, struct sim__peer peer, uint32_t id,
			     enum inf__end how, const char *word)
{
	sim__net_mark(net, now_ns, client, SIM_MARK_END + (uint64_t)how);
	emit(net, now_ns, TRACE_WIRE_END, wire_id, 0, STR(""), str_of(word));
	peer.ops->end(peer.who, now_ns, id, how);
}

int sim__net_add_client(struct sim__net *net, uint32_t client)
{
	struct sim__heard *heard;
	uint32_t *idle;

	if (client < net->client_count)
		return 0;
	idle = base__reallocarray(net->idle, client + 1, sizeof(*idle));
	if (!idle)
		return RELIST_ENOMEM;
	memset(idle + net->client_count, 0, (client + 1 - net->client_count) * sizeof(*idle));
	net->idle = idle;
	heard = base__reallocarray(net->heard, client + 1, sizeof(*heard));
	if (!heard)
		return RELIST_ENOMEM;
	for (uint32_t i = net->client_count; i <= client; i++)
		heard[i] = (struct sim__heard) { .digest = DIGEST_INIT };
	net->heard = heard;
	net->client_count = client + 1;
	return 0;
}

/* A refused client loses its idle connections as well. */
static bool refuses(struct sim__net *net, int64_t now_ns, const struct sim__link *link)
{
	if (!net->refuses || !net->refuses(net->refuses_user, now_ns, link->client,
					   strbuf_str(&link->path), strbuf_str(&link->query)))
		return false;
	net->idle[link->client] = 0;
	sim__http2_drain(net);
	return true;
}

static bool send_over_conn(struct sim__net *net, int64_t now_ns, struct sim__link *link)
{
	link->frozen = link->end_due = false;
	if (net->http2 && !sim__http2_join(net, now_ns, link))
		return false;
	if (!link->conn || sim__http2_transports(net, now_ns, link))
		return send_request(net, now_ns, link);
	link->has_head = link->ready = false;
	return true;
}

void sim__net_open(struct sim__net *net, int64_t now_ns, uint32_t client, struct sim__peer peer,
		   const struct inf__effect *effect)
{
	uint32_t id = effect->request_id, number = ++net->requests;
	uint32_t wire_id = peer.ops->untraced ? 0 : number;
	struct sim__link *link;

	if (effect->foreign) {
		/* This network has one host, the server. */
		end_without_link(net, now_ns, client, wire_id, peer, id, INF_END_OTHER,
				 "no such host");
		return;
	}
	if (net->refusing && net->idle[client] == 0) {
		end_without_link(net, now_ns, client, wire_id, peer, id, INF_END_REFUSED,
				 "refused");
		return;
	}
	link = free_link(net);
	if (!link || !sim__link_set_request(link, effect)) {
		net->failed = true;
		return;
	}
	link->client = client;
	if (refuses(net, now_ns, link)) {
		end_without_link(net, now_ns, client, wire_id, peer, id, INF_END_REFUSED,
				 "refused");
		return;
	}
	link->peer = peer;
	link->request_id = id;
	link->wire_id = wire_id;
	link->repeated = link->queued = link->body_late = false;
	if (!net->http2) {
		link->reused = net->idle[client] > 0;
		net->idle[client] -= link->reused;
	}
	if (!send_over_conn(net, now_ns, link))
		net->failed = true;
}

/* net/http does not reuse a connection whose body was not read to its end. */
static bool is_unread(const struct sim__link *link)
{
	return link->x->body_len != 0 && link->peer.ops->never_reads &&
	       link->peer.ops->never_reads(link->peer.who, link->request_id);
}

void sim__net_close(struct sim__net *net, int64_t now_ns, struct sim__peer peer,
		    uint32_t request_id)
{
	for (size_t i = 0; i < net->link_count; i++) {
		struct sim__link *link = net->links[i];
		struct fakeapi__exchange *x = link->x;

		if ((!x && !link->conn) || link->peer.who != peer.who ||
		    link->request_id != request_id)
			continue;
		link->x = NULL;
		if (link->conn)
			sim__http2_leave(net, link, true);
		if (!x)
			return;
		/* net/http sees the end of a body of known length with its last bytes, so there is
		 * no open response to abort. */
		if (link->has_head && x->body_len >= 0 && link->pulled == (uint64_t)x->body_len) {
			emit(net, now_ns, TRACE_WIRE_END, link->wire_id, 0, STR(""), STR("clean"));
			net->idle[link->client] += !net->http2 && !x->close_connection;
		} else {
			emit(net, now_ns, TRACE_WIRE_HANGUP, link->wire_id, 0, STR(""), STR(""));
		}
		x->ops->end(x, true);
		return;
	}
}

void sim__net_forget(struct sim__net *net, struct sim__peer peer)
{
	for (size_t i = 0; i < net->link_count; i++) {
		struct sim__link *link = net->links[i];
		struct fakeapi__exchange *x = link->x;

		if ((!x && !link->conn) || link->peer.who != peer.who)
			continue;
		link->x = NULL;
		if (link->conn)
			sim__http2_leave(net, link, true);
		if (x)
			x->ops->end(x, true);
	}
}

void sim__net_refuse(struct sim__net *net, bool refuse)
{
	net->refusing = refuse;
	if (refuse && net->client_count)
		memset(net->idle, 0, net->client_count * sizeof(*net->idle));
}

/* --- answers --- */

static void finish(struct sim__net *net, int64_t now_ns, struct sim__link *link, enum inf__end how,
		   const char *word)
{
	struct fakeapi__exchange *x = link->x;
	bool keep = x && how == INF_END_CLEAN && !x->close_connection && !is_unread(link);

	link->x = NULL;
	if (x)
		x->ops->end(x, false);
	if (link->conn)
		sim__http2_leave(net, link, false);
	else if (keep)
		net->idle[link->client]++;
	end_without_link(net, now_ns, link->client, link->wire_id, link->peer, link->request_id,
			 how, word);
}

/* net/http's idempotent methods; the server may have executed any other request. */
static bool may_be_sent_again(const struct sim__link *link)
{
	return strcmp(link->method, "GET") == 0 || strcmp(link->method, "HEAD") == 0 ||
	       strcmp(link->method, "OPTIONS") == 0;
}

static void repeat(struct sim__net *net, int64_t now_ns, struct sim__link *link, const char *why)
{
	struct fakeapi__exchange *x = link->x;

	link->x = NULL;
	if (x)
		x->ops->end(x, false);
	if (link->conn)
		sim__http2_leave(net, link, false);
	link->reused = false;
	emit(net, now_ns, TRACE_WIRE_RETRY, link->wire_id, 0, STR(""), str_of(why));
	if (!send_over_conn(net, now_ns, link))
		net->failed = true;
}

/* The connection died before the first byte of the response. */
static void die_unanswered(struct sim__net *net, int64_t now_ns, struct sim__link *link, bool reset)
{
	if (!link->reused || !may_be_sent_again(link)) {
		enum inf__end how = reset ? INF_END_RESET : INF_END_EOF;

		finish(net, now_ns, link, how, reset ? "reset" : "eof");
		return;
	}
	if (net->refusing || refuses(net, now_ns, link)) {
		finish(net, now_ns, link, INF_END_REFUSED, "refused");
		return;
	}
	repeat(net, now_ns, link, "reused connection");
}

static void step_cut(struct sim__net *net, int64_t now_ns, struct sim__link *link, const char *word)
{
	enum inf__end how;

	switch (sim__http2_on_cut(net, now_ns, link, &how)) {
	case SIM_HTTP2_ENDS:
		sim__http2_hear(link, now_ns);
		finish(net, now_ns, link, how, word);
		return;
	case SIM_HTTP2_AGAIN:
		repeat(net, now_ns, link, "refused stream");
		return;
	case SIM_HTTP2_LATER:
		return;
	}
}

static void step_end(struct sim__net *net, int64_t now_ns, struct sim__link *link)
{
	if (link->ends == INF_END_EOF)
		die_unanswered(net, now_ns, link, false);
	else
		finish(net, now_ns, link, link->ends, link->ends == INF_END_LOST ? "lost" : "cut");
}

static size_t chunk_size(struct sim__net *net, const struct sim__link *link)
{
	switch (net->cuts) {
	case SIM_CUTS_WHOLE:
		return BUF_SIZE;
	case SIM_CUTS_RANDOM:
		return 1 + choice_pick(net->choice, CUT_LONGEST);
	case SIM_CUTS_EVERY:
		return 1;
	case SIM_CUTS_AT:
		if (link->pulled < net->cut_at && net->cut_at - link->pulled < BUF_SIZE)
			return (size_t)(net->cut_at - link->pulled);
		return BUF_SIZE;
	}
	return BUF_SIZE;
}

static void digest_received(struct sim__net *net, int64_t now_ns, uint32_t client, size_t n)
{
	struct sim__heard *h = &net->heard[client];

	if (h->at_ns != now_ns)
		digest_number(&h->digest, (uint64_t)now_ns);
	h->at_ns = now_ns;
	digest_bytes(&h->digest, net->buf, n);
}

static void step_body(struct sim__net *net, int64_t now_ns, struct sim__link *link)
{
	ptrdiff_t n = link->x->ops->pull(link->x, now_ns, net->buf, chunk_size(net, link));

	if (link->conn && link->frames.due) {
		link->frames.due = false;
		sim__http2_apply(net, now_ns, link);
	}
	if (link->conn && n != FAKEAPI_PULL_WAIT && n != FAKEAPI_PULL_CUT)
		sim__http2_hear(link, now_ns);
	if (n > 0) {
		link->pulled += (uint64_t)n;
		digest_received(net, now_ns, link->client, (size_t)n);
		link->peer.ops->bytes(link->peer.who, now_ns, link->request_id, net->buf,
				      (size_t)n);
		return;
	}
	switch ((enum fakeapi__pull)n) {
	case FAKEAPI_PULL_WAIT:
		link->ready = false;
		return;
	case FAKEAPI_PULL_END:
		finish(net, now_ns, link, INF_END_CLEAN, "clean");
		return;
	case FAKEAPI_PULL_CUT:
		if (link->conn)
			step_cut(net, now_ns, link, "cut");
		else
			finish(net, now_ns, link, INF_END_UNEXPECTED_EOF, "cut");
		return;
	case FAKEAPI_PULL_RESET:
		finish(net, now_ns, link, link->conn ? INF_END_STREAM_ERROR : INF_END_RESET,
		       "reset");
		return;
	}
	ASSERT(false); /* a pull of no bytes */
}

static void refuse_late_body(struct sim__net *net, int64_t now_ns, struct sim__link *link)
{
	const struct inf__head head = { .status = 408, .url = link->path.ptr };

	link->body_late = false;
	link->has_head = true;
	sim__http2_hear(link, now_ns);
	sim__net_mark(net, now_ns, link->client, SIM_MARK_STATUS + (uint64_t)head.status);
	emit(net, now_ns, TRACE_WIRE_RESPONSE, link->wire_id, head.status, STR(""), STR(""));
	link->peer.ops->head(link->peer.who, now_ns, link->request_id, &head);
	finish(net, now_ns, link, INF_END_CLEAN, "clean");
}

void sim__net_step(struct sim__net *net, int64_t now_ns, struct sim__link *link)
{
	if (link->end_due) {
		step_end(net, now_ns, link);
		return;
	}
	if (link->queued) {
		sim__http2_leave(net, link, false);
		net->failed |= !send_over_conn(net, now_ns, link);
		return;
	}
	if (!link->x && link->body_late) {
		refuse_late_body(net, now_ns, link);
		return;
	}
	if (!link->x) { /* its body has been sent */
		net->failed |= !send_request(net, now_ns, link);
		return;
	}
	if (link->has_head) {
		step_body(net, now_ns, link);
		return;
	}
	switch (link->x->ops->head(link->x, now_ns)) {
	case FAKEAPI_HEAD_WAIT:
		link->ready = false;
		return;
	case FAKEAPI_HEAD_READY:
		if (link->conn) {
			sim__http2_apply(net, now_ns, link);
			sim__http2_hear(link, now_ns);
		}
		sim__net_deliver_head(net, now_ns, link);
		return;
	case FAKEAPI_HEAD_CUT:
		if (link->conn)
			step_cut(net, now_ns, link, "eof");
		else
			die_unanswered(net, now_ns, link, false);
		return;
	case FAKEAPI_HEAD_RESET:
		if (link->conn)
			finish(net, now_ns, link, INF_END_STREAM_ERROR, "reset");
		else
			die_unanswered(net, now_ns, link, true);
		return;
	}
}
