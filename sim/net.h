/* SPDX-License-Identifier: Apache-2.0 */
/* net.h - in-memory HTTP connections: the effects of a client's transport and of the wire on the
 * responses of one server.
 *
 * A finished response leaves an idle connection unless the server closed it; the next request
 * reuses it. Refusing closes the idle connections; a connection in use continues to serve its
 * client. If a reused connection dies before the first byte of the response, the network repeats
 * the request at once on a fresh connection, like Go's and curl's transports. The client does not
 * notice; writes are not repeated. One link is one request in progress.
 *
 *   free --open--> WAITING --head--> BODY --end, cut, reset--> free */
#ifndef SIM_NET_H
#define SIM_NET_H

#include "base/choice.h"
#include "base/digest.h"
#include "base/str.h"
#include "fakeapi/exchange.h"
#include "informer/reflector.h"
#include "sim/http2.h"
#include "sim/sim.h"

/* The client side of a request: a reflector, or a client's call. */
struct sim__peer_ops {
	void (*head)(void *who, int64_t now_ns, uint32_t request_id, const struct inf__head *head);
	void (*bytes)(void *who, int64_t now_ns, uint32_t request_id, const void *bytes,
		      size_t len);
	void (*end)(void *who, int64_t now_ns, uint32_t request_id, enum inf__end how);
	bool (*poll)(void *who, struct inf__effect *out);
	bool (*never_reads)(void *who, uint32_t request_id); /* NULL: the peer reads every body */
	bool untraced; /* its requests cause no trace events */
};

struct sim__peer {
	const struct sim__peer_ops *ops;
	void *who;
};

struct sim__link {
	struct fakeapi__exchange *x; /* NULL: free, or unserved */
	struct sim__peer peer;
	uint32_t client;     /* the client that sent the request */
	uint32_t request_id; /* the id that the peer chose */
	uint32_t wire_id;    /* the network's id, for trace events; 0: none */
	bool reused;
	bool ready; /* woken, or new */
	bool has_head;
	/* HTTP/2; conn NULL: HTTP/1.1, or free */
	struct sim__conn *conn;
	struct fakeapi__frame_fault frames;
	bool queued;   /* it waits for a stream of its connection (http2_options.one_connection) */
	bool frozen;   /* its connection is silent */
	bool repeated; /* it was sent again after a GOAWAY */
	bool end_due;  /* its connection has ended: `ends` */
	int64_t body_due_ns; /* without x: when the rest of its body is sent; TIME_NEVER */
	bool body_late;	     /* at body_due_ns the server has waited for it too long */
	enum inf__end ends;
	uint64_t pulled;
	struct strbuf path, query;
	/* Owned by the peer, which must live until the response has ended. */
	const char *method, *accept, *content_type;
	struct str body;
};

/* Marks in a client's digest; a status and a way to end are added to theirs. */
enum sim__mark {
	SIM_MARK_REQUEST = 1,
	SIM_MARK_TIMER = 2,
	SIM_MARK_ACT = 3,
	SIM_MARK_END = 1000,
	SIM_MARK_STATUS = 2000
};

/* A digest of a client's requests and responses, independent of chunk borders. */
struct sim__heard {
	struct digest digest;
	int64_t at_ns; /* time of the newest one */
};

struct sim__net {
	struct fakeapi__server *server;
	struct choice *choice;
	enum sim_cuts cuts;
	size_t cut_at;
	struct trace_sink sink;
	bool refusing;
	bool (*refuses)(void *user, int64_t now_ns, uint32_t client, struct str path,
			struct str query);
	void *refuses_user;
	bool failed;		       /* out of memory */
	uint32_t *idle;		       /* number of idle connections, by client */
	struct sim__heard *heard;      /* by client */
	struct digest requests_digest; /* digest of the requests of all clients, in order */
	uint32_t client_count;
	uint32_t requests; /* number of requests so far */
	struct sim__link **links;
	size_t link_count, link_cap;
	char *buf;
	bool http2;
	struct inf__http2_options http2_options;
	struct sim__conn *conns;
	uint32_t conn_count; /* so far */
};

int sim__net_init(struct sim__net *net, struct fakeapi__server *server, struct choice *choice,
		  const struct sim_config *config);
void sim__net_fini(struct sim__net *net);

/* `client` is a small number; each client has its own connections. Returns 0 or RELIST_ENOMEM. */
int sim__net_add_client(struct sim__net *net, uint32_t client);
void sim__net_open(struct sim__net *net, int64_t now_ns, uint32_t client, struct sim__peer peer,
		   const struct inf__effect *effect);
void sim__net_close(struct sim__net *net, int64_t now_ns, struct sim__peer peer,
		    uint32_t request_id);
/* Adds `mark` to the client's digest: an event that the client's responses do not show. */
void sim__net_mark(struct sim__net *net, int64_t now_ns, uint32_t client, uint64_t mark);
/* Closes all open requests of the peer. */
void sim__net_forget(struct sim__net *net, struct sim__peer peer);
void sim__net_refuse(struct sim__net *net, bool refuse);

/* --- link.c --- */

/* Stores the text of the request. Returns false if out of memory. */
bool sim__link_set_request(struct sim__link *link, const struct inf__effect *effect);
/* Passes the head of the exchange to the peer. */
void sim__net_deliver_head(struct sim__net *net, int64_t now_ns, struct sim__link *link);
int64_t sim__net_deadline_ns(const struct sim__net *net);
/* Marks the links whose deadline has passed as ready. */
void sim__net_on_time(struct sim__net *net, int64_t now_ns);

/* --- net.c --- */

/* Delivers one chunk, head or end to the peer. Afterwards the caller polls the peer's effects. */
void sim__net_step(struct sim__net *net, int64_t now_ns, struct sim__link *link);
static inline bool sim__link_ready(const struct sim__link *link)
{
	return (link->x || link->conn) && link->ready && !link->frozen;
}

#endif
