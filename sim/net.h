/* SPDX-License-Identifier: Apache-2.0 */
/* net.h - HTTP connections in memory: what a client's transport and the wire do to the answers of
 * one server.
 *
 * A finished answer leaves an idle connection unless the server closed it; the next takes one.
 * Refusing closes the idle ones: a connection that was in use then goes on serving its client. A
 * request on a reused connection that dies before any byte of its answer is repeated at once on a
 * fresh connection, as Go's and curl's transports do, and the client does not notice, unless it is
 * a write. One link is one request under way.
 *
 *   free --open--> WAITING --head--> BODY --end, cut, reset--> free
 */
#ifndef SIM_NET_H
#define SIM_NET_H

#include "base/choice.h"
#include "base/digest.h"
#include "base/str.h"
#include "fakeapi/exchange.h"
#include "informer/reflector.h"
#include "sim/sim.h"

/* The client side of a request: a reflector, or a client's call. */
struct sim__peer_ops {
	void (*head)(void *who, int64_t now_ns, uint32_t request_id, const struct inf__head *head);
	void (*bytes)(void *who, int64_t now_ns, uint32_t request_id, const void *bytes,
		      size_t len);
	void (*end)(void *who, int64_t now_ns, uint32_t request_id, enum inf__end how);
	bool (*poll)(void *who, struct inf__effect *out);
	bool (*never_reads)(void *who, uint32_t request_id); /* NULL: everything is read */
};

struct sim__peer {
	const struct sim__peer_ops *ops;
	void *who;
};

struct sim__link {
	struct fakeapi__exchange *x; /* NULL: free */
	struct sim__peer peer;
	uint32_t client;     /* whose */
	uint32_t request_id; /* the peer's */
	uint32_t wire_id;    /* the network's, for trace events */
	bool reused;
	bool ready; /* woken, or new */
	bool has_head;
	uint64_t pulled;
	struct strbuf path, query;
	/* Of the peer, which must live until the answer has ended. */
	const char *method, *accept, *content_type;
	struct str body;
};

/* A digest of a client's requests and responses, independent of chunk borders. */
struct sim__heard {
	struct digest digest;
	int64_t at_ns; /* of the newest */
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
	bool failed;		  /* out of memory */
	uint32_t *idle;		  /* connections, by client */
	struct sim__heard *heard; /* by client */
	struct digest asked;	  /* the requests of all clients, in order */
	uint32_t client_count;
	uint32_t requests; /* so far */
	struct sim__link **links;
	size_t link_count, link_cap;
	char *buf;
};

int sim__net_init(struct sim__net *net, struct fakeapi__server *server, struct choice *choice,
		  const struct sim_config *config);
void sim__net_fini(struct sim__net *net);

/* Clients are small numbers; each has connections of its own. RELIST_ENOMEM. */
int sim__net_add_client(struct sim__net *net, uint32_t client);
void sim__net_open(struct sim__net *net, int64_t now_ns, uint32_t client, struct sim__peer peer,
		   const struct inf__effect *effect);
void sim__net_close(struct sim__net *net, int64_t now_ns, struct sim__peer peer,
		    uint32_t request_id);
/* Something was done to the client that its answers do not show. */
void sim__net_mark(struct sim__net *net, int64_t now_ns, uint32_t client, uint64_t mark);
/* Hangs up whatever the peer has open. */
void sim__net_forget(struct sim__net *net, struct sim__peer peer);
void sim__net_refuse(struct sim__net *net, bool refuse);

/* One chunk, head or end into the peer. The caller polls its effects afterwards. */
void sim__net_step(struct sim__net *net, int64_t now_ns, struct sim__link *link);
static inline bool sim__link_ready(const struct sim__link *link)
{
	return link->x && link->ready;
}
int64_t sim__net_deadline_ns(const struct sim__net *net);
/* Links whose deadline has come are ready. */
void sim__net_on_time(struct sim__net *net, int64_t now_ns);

#endif
