/* SPDX-License-Identifier: Apache-2.0 */
/* http2_links.h - the HTTP/2 connections of one curl multi handle, and whether their servers live.
 *
 * client-go sends a PING frame. libcurl has no way to send one on a connection of a multi handle
 * (curl_easy_upkeep() looks at those of an easy handle alone, lib/easy.c of 7.88.1) and drops the
 * answer unseen (on_frame_recv() in lib/http2.c). So it sends `OPTIONS *` instead, which RFC 9110,
 * 9.3.7, has for that: a request to the server itself, which net/http answers before it calls a
 * handler. It goes as a stream of its own over the connection in question.
 *
 * A connection is known by its local port, which libcurl reports of a transfer under way. One that
 * is lost is shut down, and libcurl drops it when it looks at it next.
 *
 * Threads: the one that owns the multi handle.
 */
#ifndef INFORMER_POSIX_HTTP2_LINKS_H
#define INFORMER_POSIX_HTTP2_LINKS_H

#include <curl/curl.h>

#include "informer/http2_health.h"

struct inf__transfer;
struct inf__link;
struct inf__link_socket;

struct inf__links {
	CURLM *multi;				  /* borrowed */
	const struct inf__http2_options *options; /* borrowed */
	struct inf__link *links;
	struct inf__link_socket *sockets;
	bool any_lost;
	long version; /* of the last answer, as CURLINFO_HTTP_VERSION has it; 0: none yet */
};

void inf__links_init(struct inf__links *l, CURLM *multi, const struct inf__http2_options *options);
/* Takes the pings out of the multi handle. Once more requests may be made afterwards. */
void inf__links_stop(struct inf__links *l);
/* After the multi handle is gone: it closes its sockets through `l`. */
void inf__links_fini(struct inf__links *l);

/* Before a transfer is added to the multi handle. */
void inf__links_prepare(struct inf__links *l, struct inf__transfer *t);
/* Whether a finished handle was a ping: it is dealt with. */
bool inf__links_take(struct inf__links *l, CURL *easy, CURLcode result, int64_t now_ns);

/* A look at all: begin, every transfer that was added and not closed, end. */
void inf__links_look_begin(struct inf__links *l);
void inf__links_look(struct inf__links *l, struct inf__transfer *t, int64_t now_ns);
/* Pings silent connections and shuts down those that stay silent; returns when to look next. */
int64_t inf__links_look_end(struct inf__links *l, int64_t now_ns);
/* The connection of `t` was shut down: the transfer is to be failed and dropped. */
bool inf__links_lost(const struct inf__links *l, const struct inf__transfer *t);

#endif
