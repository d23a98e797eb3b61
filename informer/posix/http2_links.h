/* SPDX-License-Identifier: Apache-2.0 */
/* http2_links.h - the HTTP/2 connections of one curl multi handle, and whether their servers are
 * alive.
 *
 * client-go sends a PING frame. libcurl cannot send one on a connection of a multi handle
 * (curl_easy_upkeep() only handles those of an easy handle, lib/easy.c of 7.88.1) and drops the
 * response (on_frame_recv() in lib/http2.c). So this file sends `OPTIONS *` instead, which RFC
 * 9110, 9.3.7, defines for that purpose: a request to the server itself, which net/http answers
 * before it calls a handler. It is sent as a stream of its own over the connection.
 *
 * A connection is identified by its local port, which libcurl reports for an active transfer. A
 * lost connection is shut down, and libcurl drops it when it next looks at it.
 *
 * Threads: the one that owns the multi handle. */
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
	uint32_t queued; /* transfers of the last check that wait for a stream (one_connection) */
	long version;	 /* of the last response, as in CURLINFO_HTTP_VERSION; 0: none yet */
};

void inf__links_init(struct inf__links *l, CURLM *multi, const struct inf__http2_options *options);
/* Removes the pings from the multi handle. Afterwards new requests may be made. */
void inf__links_stop(struct inf__links *l);
/* Call it after the multi handle is freed, which closes its sockets through `l`. */
void inf__links_fini(struct inf__links *l);

/* Call it before a transfer is added to the multi handle. */
void inf__links_prepare(struct inf__links *l, struct inf__transfer *t);
/* Whether a finished handle was a ping; if so, processes it. */
bool inf__links_take(struct inf__links *l, CURL *easy, CURLcode result, int64_t now_ns);

/* A check of all connections: begin, look for every transfer that was added and not closed, end. */
void inf__links_look_begin(struct inf__links *l);
void inf__links_look(struct inf__links *l, struct inf__transfer *t, int64_t now_ns);
/* Call it before an unfinished transfer is removed from the multi handle. */
void inf__links_close(struct inf__links *l, const struct inf__transfer *t);
/* A transfer ended in this way. */
void inf__links_ended(struct inf__links *l, const struct inf__transfer *t, CURLcode result);
/* Pings silent connections and shuts down those that stay silent; returns when to look next. */
int64_t inf__links_look_end(struct inf__links *l, int64_t now_ns);
/* The number of pings without a response. */
uint32_t inf__links_pings(const struct inf__links *l);
/* Whether the connection of `t` was shut down: the caller must fail and drop the transfer. */
bool inf__links_lost(const struct inf__links *l, const struct inf__transfer *t);

#endif
