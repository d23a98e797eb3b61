/* SPDX-License-Identifier: Apache-2.0 */
/* transfer.h - one request of a reflector, or of a client's call, as a curl easy handle. One thread
 * at a time. */
#ifndef INFORMER_POSIX_TRANSFER_H
#define INFORMER_POSIX_TRANSFER_H

#include "base/str.h"
#include "informer/posix/client.h"
#include "informer/posix/gunzip.h"
#include "informer/reflector.h"

/* Receives the data; called from inside curl_multi_perform(). Returning false drops the transfer:
 * the reflector has closed the request. */
struct inf__transfer_sink {
	bool (*head)(void *user, uint32_t request_id, const struct inf__head *head);
	bool (*bytes)(void *user, uint32_t request_id, const void *bytes, size_t len);
	void *user;
};

struct inf__transfer {
	struct inf__transfer *next;
	struct inf__transfer_sink sink;
	uint32_t request_id;
	bool added;  /* to the multi handle */
	bool closed; /* by the reflector: remove it without a notification */
	bool https;
	bool reads;    /* only GET and HEAD */
	bool repeated; /* see inf__transfer_repeats() */
	bool heard;    /* bytes of a response have arrived since this was last cleared */
	long port;     /* of inf__links: local port of its connection; 0: unknown */
	bool head_delivered;
	size_t head_bytes, trailer_bytes;
	uint64_t body_bytes;
	int64_t body_len; /* Content-Length; -1: unknown */
	bool asks_gzip;
	bool chunked;	 /* then Content-Length does not count */
	bool compressed; /* the sink gets the output of `gunzip` */
	struct inf__gunzip gunzip;
	int status;
	CURL *easy;
	struct curl_slist *headers;
	struct curl_slist *connect_to;
	char error[CURL_ERROR_SIZE]; /* libcurl's text of a failure */
	char content_type[128];
	char retry_after[64];
	struct strbuf url, location, warnings;
	struct str body; /* borrowed from the caller */
	size_t sent;
	bool foreign; /* see struct inf__effect */
};

struct inf__transfer *inf__transfer_new(struct inf_client *client, const struct inf__effect *open,
					const struct inf__transfer_sink *sink,
					struct relist_err *err);
void inf__transfer_free(struct inf__transfer *t);
/* Converts curl's result for the reflector. Delivers the head of an empty response first. */
enum inf__end inf__transfer_end(struct inf__transfer *t, CURLcode result);

/* The body is never read, like in client-go: when the server has ended it, an HTTP/1.1 connection
 * is closed and not reused. Call it from the head's callback. */
void inf__transfer_keep_unread(struct inf__transfer *t);

/* A server that shuts down names the last stream that it has processed (GOAWAY): net/http repeats
 * later requests over a new connection. libcurl does so as well while the old connection has other
 * streams; if it has none, it fails with CURLE_HTTP2. Returns true, once, if the request must be
 * repeated. */
bool inf__transfer_repeats(struct inf__transfer *t, CURLcode result);
/* Sets the number of keep-alive probes of a new socket: libcurl has no option for it before 8.9. */
void inf__transfer_keepalive(int fd);

#endif
