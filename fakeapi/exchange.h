/* SPDX-License-Identifier: Apache-2.0 */
/* exchange.h - one HTTP request and its, possibly endless, response, pulled by a transport.
 *
 * Two cores answer: the store (core.h) and the trace player (player.h). Three transports pull:
 * fakeapi/http over HTTP/1.1 and over HTTP/2 (sockets), and sim (in memory). The transport pulls
 * bytes when it can take them; nothing is pushed, so a slow client costs a cursor and no queue.
 */
#ifndef FAKEAPI_EXCHANGE_H
#define FAKEAPI_EXCHANGE_H

#include "base/base.h"

struct fakeapi__header {
	struct str name;
	struct str value;
};

/* What a fault does to the frames of a request's stream or connection (HTTP/2). The words are the
 * modes of the rule `http2` (tbl/faults.h). */
enum fakeapi__frame_kind {
	FAKEAPI_FRAME_NONE,
	FAKEAPI_FRAME_GOAWAY,	/* with the response; the connection closes after its streams */
	FAKEAPI_FRAME_DISOWN,	/* GOAWAY whose last stream is before this request */
	FAKEAPI_FRAME_RESET,	/* RST_STREAM with `code` */
	FAKEAPI_FRAME_NO_PINGS, /* PING stays unanswered from now on */
	FAKEAPI_FRAME_SILENT,	/* nothing is read or written any more */
	FAKEAPI_FRAME_STREAMS,	/* MAX_CONCURRENT_STREAMS becomes `streams` */
	FAKEAPI_FRAME_WINDOW,	/* uploads get no window, or `bytes` every `delay_ns` */
	FAKEAPI_FRAME_CUT_DATA, /* FIN in the middle of a DATA frame */
	FAKEAPI_FRAME_CLOSE,	/* FIN between two frames */
	FAKEAPI_FRAME_TRAILERS, /* a header list after the response's body */
	FAKEAPI_FRAME_NO_SETTINGS_ACK, /* the client's SETTINGS are never acknowledged */
};

struct fakeapi__frame_fault {
	enum fakeapi__frame_kind kind;
	uint32_t code, streams;
	size_t bytes;
	int64_t delay_ns;
	bool due; /* set by a pull of an open response: the transport has to act and clears it */
};

/* Error codes of RFC 9113, by number. */
#define FAKEAPI_FRAME_CODES                                                                        \
	"NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",  \
	    "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",  \
	    "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED"

/* True if the fault ends the request's stream or connection. */
bool fakeapi__frame_breaks(enum fakeapi__frame_kind kind);

/* What a transport has read. Borrowed for the call to begin(). */
struct fakeapi__request {
	struct str method;
	struct str path;  /* still percent-encoded, without the query */
	struct str query; /* raw, without '?'; empty if none */
	const struct fakeapi__header *headers;
	size_t header_count;
	struct str body;
	uint32_t backend; /* which of several apiservers (ports) received it */
	uint32_t client;  /* which of the clients that its driver knows has sent it; 0: unknown */
	bool tls;
	const char *protocol; /* as Go's Request.Proto; static; NULL: in process */
	bool control_only; /* it came to the control API's own port, which answers nothing else */
	/* Who a client certificate that the CA has signed names: its CN, and its Os apart by
	 * commas. */
	struct str peer_name, peer_groups; /* groups apart by NULs */
	bool peer_unknown;		   /* it has one, with another signer or not valid now */
	struct str peer_ip;		   /* the client's address; empty: unknown */
	bool remote;			   /* it came over a socket: authentication is needed */
	/* Where a fault of frames is written before the exchange's head is final. The transport's,
	 * until end(); NULL: it has no frames. */
	struct fakeapi__frame_fault *frames;
	bool first_on_connection; /* its SETTINGS can still stay unacknowledged (HTTP/2) */
	bool aside; /* begin() may let others in meanwhile: not the thread that serves them */
	bool may_hand_over; /* begin() may leave what is long to head(), see `heavy` */
};

/* Case-insensitive; {NULL, 0} when absent. */
struct str fakeapi__request_header(const struct fakeapi__request *req, const char *name);

/* A request that outlives begin(): a copy of all that it borrows, in `memory`, which has room for
 * fakeapi__request_size() bytes. */
size_t fakeapi__request_size(const struct fakeapi__request *req);
void fakeapi__request_copy(struct fakeapi__request *to, const struct fakeapi__request *req,
			   struct fakeapi__header *memory);

/* Called, on any thread, when a pull that returned PULL_WAIT may now give more. Must only set a
 * flag or resume a connection: it runs under the core's lock. */
struct fakeapi__wake {
	void (*fn)(void *user);
	void *user;
};

enum fakeapi__pull {
	FAKEAPI_PULL_WAIT = 0,	 /* nothing now: wait for wake or the deadline */
	FAKEAPI_PULL_END = -1,	 /* orderly end: last chunk */
	FAKEAPI_PULL_CUT = -2,	 /* close the connection (FIN) without the last chunk */
	FAKEAPI_PULL_RESET = -3, /* close with RST */
};

/* Where the answer stands before the first pull. */
enum fakeapi__head {
	FAKEAPI_HEAD_WAIT,  /* no status yet (a held response): wait for wake */
	FAKEAPI_HEAD_READY, /* status and headers are final */
	FAKEAPI_HEAD_CUT,   /* close the connection without answering */
	FAKEAPI_HEAD_RESET, /* the same with RST */
};

struct fakeapi__exchange;

struct fakeapi__exchange_ops {
	enum fakeapi__head (*head)(struct fakeapi__exchange *x, int64_t now_ns);
	/* > 0: bytes written to buf (at most cap); else one of FAKEAPI_PULL_*. */
	ptrdiff_t (*pull)(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap);
	/* When to pull again without a wake (timeoutSeconds, bookmark tick); TIME_NEVER. */
	int64_t (*deadline_ns)(const struct fakeapi__exchange *x);
	/* The transport is done with it, whatever the reason. `client_gone`: before the answer
	 * ended. */
	void (*end)(struct fakeapi__exchange *x, bool client_gone);
	/* Replaces the wake from now on. Only of those that can be heavy; else NULL. */
	void (*set_wake)(struct fakeapi__exchange *x, struct fakeapi__wake wake);
};

/* First member of each core's own exchange. status, headers and body_len are valid once head()
 * said READY; header strings live as long as the exchange. */
struct fakeapi__exchange {
	const struct fakeapi__exchange_ops *ops;
	int status;
	const struct fakeapi__header *headers; /* without Content-Length, Date, Transfer-Encoding */
	size_t header_count;
	uint32_t backend;      /* which of several apiservers answers */
	int64_t body_len;      /* >= 0: Content-Length; -1: chunked stream */
	bool close_connection; /* Connection: close after it */
	/* Nothing has been done yet: the first head(), or the one when it is woken or the deadline
	 * comes, may be long, releases the lock meanwhile, and is to be called on a thread aside.
	 * It writes nothing if `reads`. Changes in begin() and head() only. */
	bool heavy, reads;
	int error_code; /* of the ERROR event that ended a watch; 0: none so far */
};

/* A core as a transport sees it. */
struct fakeapi__server {
	/* Never NULL but when out of memory (the transport then answers 503 by itself). */
	struct fakeapi__exchange *(*begin)(struct fakeapi__server *s, int64_t now_ns,
					   const struct fakeapi__request *req,
					   struct fakeapi__wake wake);
};

#endif
