/* SPDX-License-Identifier: Apache-2.0 */
/* tcp.h - informers and a server on real sockets and real threads, with a manual clock: shared by
 * the worlds that replay traces and run scenarios over TCP.
 *
 * Time moves only when nothing is in flight: every response waits for its core, both sides agree on
 * requests, heads and bytes, and every thread sleeps with nothing due. This is checked, not timed,
 * so no test sleeps and virtual times are exact.
 *
 * Between two settles the world stands still: exchanges return no bytes even if their core has
 * some. Actions of the owner in between happen before any of their effects, as in the simulator.
 *
 * Who may call: world_tcp.c and driver_tcp.c, which the command and the tests call by their own
 * headers.
 * Threads: the owner's, the transport's, one I/O thread and one client for each port, the
 * informers' workers. lock (rank RUNNER) guards their shared data; the server's functions are
 * called under it. The owner may hold it outside of this header's waiting functions: then no server
 * function and no gated handler runs concurrently. */
#ifndef RUNNER_TCP_POSIX_TCP_H
#define RUNNER_TCP_POSIX_TCP_H

#include "base/choice.h"
#include "base/posix/clock.h"
#include "fakeapi/http/server.h"
#include "fakeapi/http/tls.h"
#include "informer/posix/informer_threads.h"

enum { TCP_PORTS_MAX = FAKEAPI_HTTP_PORTS_MAX, TCP_STOP_LIMIT_MS = 10000, STOP_LOOK_MS = 5 };

struct tcp__exchange;

struct tcp__informer {
	struct tcp__informer *next;
	struct inf__informer_threads *rt;
};

/* A gate that holds a handler's thread on purpose. */
struct tcp__gate {
	struct tcp__gate *next;
	bool held;
	bool inside; /* the thread waits at the gate */
};

struct tcp__config {
	struct fakeapi__server *server;
	uint32_t ports; /* number of ports; fakeapi__request.backend is the port's index */
	uint64_t seed;
	/* > 0: HTTP/2, and the clients of the first `sharing` ports share the connections to the
	 * first; `client_of` identifies the client of a request by its path. */
	uint32_t sharing;
	inf__without without; /* fixes of these connections */
	uint32_t (*client_of)(void *engine, struct str path);
	atomic_bool *withhold_settings_ack; /* as in fakeapi__http_options */
	/* Both or none: whether a port refuses connections; called after it refused a request. */
	bool (*refuses)(void *user, uint32_t port);
	void (*refused)(void *engine, int64_t now_ns, uint32_t port, struct str path,
			struct str query);
	/* Called under the lock when nothing is in flight, before time moves. May be NULL. */
	void (*at_rest)(void *user);
	void *user, *engine;
	struct trace_sink wire; /* requests, responses and their ends; called under the lock */
};

struct tcp__port {
	struct tcp *tcp;
	struct inf_client *client;
	struct inf__io *io;
	struct choice choice; /* used by the I/O thread */
	bool shares;	      /* client and io are those of the first port */
	uint32_t deaf;	      /* connections that ignore pings */
	uint32_t unserved;    /* requests on silent connections */
};

struct tcp {
	struct tcp__config config;
	struct clock clock;
	struct fakeapi__server server; /* the wrapper of config.server that the transport uses */
	struct fakeapi__http *http;
	struct fakeapi__tls tls; /* with HTTP/2 */
	struct tcp__port ports[TCP_PORTS_MAX];

	struct lock lock;
	pthread_cond_t changed;
	struct tcp__exchange *exchanges;
	struct tcp__informer *informers;
	struct tcp__gate *gates;
	uint32_t requests;   /* number of requests so far */
	uint32_t calls;	     /* number of calls so far */
	uint64_t generation; /* changes with every report of the server side */
	uint64_t rounds;     /* rounds of the transport's loop; each reads which ports refuse */
	bool moving, failed, finishing;
	bool stuck; /* a thread did not end in time */
};

struct tcp__call;

/* Returns with all ports listening, all threads running, and without the lock. On failure
 * everything is freed. */
int runner__tcp_init(struct tcp *t, const struct tcp__config *config, struct relist_err *err);
/* Stops every informer and waits for their threads; RELIST_ETIMEDOUT. Call it without the lock. */
int runner__tcp_stop_informers(struct tcp *t, struct relist_err *err);
/* Stops the informers and frees everything. Returns false if an informer's thread hangs in its
 * handler: it may still use *t, so the memory must not be freed. */
bool runner__tcp_fini(struct tcp *t);

void runner__tcp_enter(struct tcp *t) ACQUIRES(t->lock);
/* Wakes every waiter, which checks its condition again. */
void runner__tcp_leave(struct tcp *t) RELEASES(t->lock);

int64_t runner__tcp_now_ns(struct tcp *t);

/* --- tcp_clients.c, for tcp.c --- */

/* Starts client and I/O thread of port i. */
int runner__tcp_start_client(struct tcp *t, uint32_t i, struct relist_err *err);
/* No ping is in flight. Call it with the lock. */
bool runner__tcp_pings_quiet(struct tcp *t);
/* tcp.c: the callbacks of a client. */
void runner__tcp_recheck(void *user);
void runner__tcp_on_refused(void *user, const char *url);

/* --- requests of the owner (tcp_call.c) ---
 * Call these with the lock. The requests are answered while the world stands still; nothing else
 * moves. */

/* Makes a request without sending it. `req` is borrowed for the call. NULL: out of memory. */
struct tcp__call *runner__tcp_call(struct tcp *t, const struct fakeapi__request *req,
				   struct relist_err *err);
/* Waits until the response is complete or waits for another event; releases the lock meanwhile.
 * Returns true if more data has arrived. A timeout appears as a response that broke off. */
bool runner__tcp_call_step(struct tcp__call *c);
bool runner__tcp_call_done(const struct tcp__call *c);
/* -1: no complete head. */
int runner__tcp_call_status(const struct tcp__call *c);
const struct strbuf *runner__tcp_call_body(const struct tcp__call *c);
int64_t runner__tcp_call_deadline_ns(struct tcp__call *c);
void runner__tcp_call_free(struct tcp__call *c);

/* tcp.c, for tcp_call.c: the progress of call number `id`. Returns false if the server has not
 * received it yet, or has finished it. */
struct tcp__place {
	bool waits; /* all bytes of its core are sent */
	bool has_head;
	uint64_t sent;
	int64_t deadline_ns;
};
bool runner__tcp_call_place(struct tcp *t, uint32_t id, struct tcp__place *out);
/* Adds an informer of the server at `port`; owned by `t`, not started. Sets choice and I/O thread.
 */
struct inf__informer_threads *runner__tcp_add_informer(struct tcp *t, uint32_t port,
						       const struct inf__informer_config *config,
						       struct relist_err *err);
void runner__tcp_add_gate(struct tcp *t, struct tcp__gate *gate) REQUIRES(t->lock);
/* Called on a handler's thread: waits while the gate is held. */
void runner__tcp_pass_gate(struct tcp *t, struct tcp__gate *gate) REQUIRES(t->lock);

/* Waits until nothing is in flight. RELIST_ETIMEDOUT after ten seconds (real time); RELIST_ENOMEM.
 */
int runner__tcp_settle(struct tcp *t, struct relist_err *err) REQUIRES(t->lock);
/* Waits until both sides agree on the requests; nothing else moves. */
int runner__tcp_settle_requests(struct tcp *t, struct relist_err *err) REQUIRES(t->lock);
/* Waits until every port follows config.refuses; nothing else moves. */
int runner__tcp_settle_ports(struct tcp *t, struct relist_err *err) REQUIRES(t->lock);
/* Advances to until_ns, or until `stop` (may be NULL) returns true; settles at every deadline and
 * at the end. */
int runner__tcp_advance(struct tcp *t, int64_t until_ns, bool (*stop)(void *user), void *user,
			struct relist_err *err) REQUIRES(t->lock);

#endif
