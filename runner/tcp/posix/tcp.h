/* SPDX-License-Identifier: Apache-2.0 */
/* tcp.h - informers and a server on real sockets and real threads, under a clock that is moved by
 * hand: what the worlds that replay traces and run scenarios over TCP have in common.
 *
 * Time stands still until nothing is on its way: every answer waits for its core, both sides know
 * of the same requests, heads and bytes, and every thread sleeps with nothing due. That is looked
 * for, not waited for, so no test sleeps and virtual times are exact.
 *
 * Between two settles the world stands still too: an answer gives no byte although its core would.
 * What the owner does there happens before anything comes of it, as in the simulator.
 *
 * Who may call: world_tcp.c and driver_tcp.c, which the command and the tests call by their own
 * headers.
 * Threads: the owner's, the transport's, one I/O thread and one client for each port, the
 * informers' workers. lock (rank RUNNER) guards what they share; the server's functions are called
 * under it. The owner may keep it while it does not wait in a function of this header: then no
 * server function and no gated handler runs beside it.
 */
#ifndef RUNNER_TCP_POSIX_TCP_H
#define RUNNER_TCP_POSIX_TCP_H

#include "base/choice.h"
#include "base/posix/clock.h"
#include "fakeapi/http/server.h"
#include "informer/posix/informer_threads.h"

enum { TCP_PORTS_MAX = FAKEAPI_HTTP_PORTS_MAX, TCP_STOP_LIMIT_MS = 10000, STOP_LOOK_MS = 5 };

struct tcp__exchange;
struct tcp__informer;

/* A place where a handler's thread is held on purpose. */
struct tcp__gate {
	struct tcp__gate *next;
	bool held;
	bool inside; /* its thread is here */
};

struct tcp__config {
	struct fakeapi__server *server;
	uint32_t ports; /* fakeapi__request.backend carries the number of the port */
	uint64_t seed;
	/* Both or none: whether a port refuses connections, and that it has refused a request. */
	bool (*refuses)(void *user, uint32_t port);
	void (*refused)(void *user, int64_t now_ns, uint32_t port, struct str path,
			struct str query);
	/* Nothing is on its way; under the lock, before time moves. May be NULL. */
	void (*at_rest)(void *user);
	void *user;
	struct trace_sink wire; /* requests, answers and their ends; under the lock */
};

struct tcp__port {
	struct tcp *tcp;
	struct inf_client *client;
	struct inf__io *io;
	struct choice choice; /* I/O thread */
};

struct tcp {
	struct tcp__config config;
	struct clock clock;
	struct fakeapi__server server; /* what the transport sees of config.server */
	struct fakeapi__http *http;
	struct tcp__port ports[TCP_PORTS_MAX];

	struct lock lock;
	pthread_cond_t changed;
	struct tcp__exchange *exchanges;
	struct tcp__informer *informers;
	struct tcp__gate *gates;
	uint32_t requests;   /* so far */
	uint32_t calls;	     /* so far */
	uint64_t generation; /* of what the server's side reports */
	uint64_t rounds;     /* of the transport's loop; each reads which ports refuse */
	bool moving, failed, finishing;
	bool stuck; /* a thread did not end in time */
};

struct tcp__call;

/* Returns with everything listening and running, and without the lock. On failure nothing is left.
 */
int runner__tcp_init(struct tcp *t, const struct tcp__config *config, struct relist_err *err);
/* Stops every informer and waits for their threads; RELIST_ETIMEDOUT. Called without the lock. */
int runner__tcp_stop_informers(struct tcp *t, struct relist_err *err);
/* The same, and everything else. False: a thread of an informer hangs in its handler and may look
 * at *t for ever, so its memory is to be left alone. */
bool runner__tcp_fini(struct tcp *t);

void runner__tcp_enter(struct tcp *t) ACQUIRES(t->lock);
/* Wakes every waiter, which checks its condition again. */
void runner__tcp_leave(struct tcp *t) RELEASES(t->lock);

int64_t runner__tcp_now_ns(struct tcp *t);

/* --- requests of the owner (tcp_call.c) ---
 * Called with the lock. They are answered while the world stands still: these requests move, and
 * nothing else. */

/* Sends nothing yet. `req` is borrowed for the call. NULL: out of memory. */
struct tcp__call *runner__tcp_call(struct tcp *t, const struct fakeapi__request *req,
				   struct relist_err *err);
/* Until the response is whole, or waits for something else; the lock is released meanwhile. True:
 * more has come. A timeout appears as a response that broke off. */
bool runner__tcp_call_step(struct tcp__call *c);
bool runner__tcp_call_done(const struct tcp__call *c);
/* -1: none, or only a part of it. */
int runner__tcp_call_status(const struct tcp__call *c);
const struct strbuf *runner__tcp_call_body(const struct tcp__call *c);
int64_t runner__tcp_call_deadline_ns(struct tcp__call *c);
void runner__tcp_call_free(struct tcp__call *c);

/* tcp.c, for tcp_call.c: the progress of call number `id`. False: the server has not received it
 * yet, or has finished it. */
struct tcp__place {
	bool waits; /* all bytes that its core had are sent */
	bool has_head;
	uint64_t sent;
	int64_t deadline_ns;
};
bool runner__tcp_call_place(struct tcp *t, uint32_t id, struct tcp__place *out);
/* An informer with the server at `port`; owned by `t`, not started yet. Choice and I/O thread are
 * filled in. */
struct inf__informer_threads *runner__tcp_add_informer(struct tcp *t, uint32_t port,
						       const struct inf__informer_config *config,
						       struct relist_err *err);
void runner__tcp_add_gate(struct tcp *t, struct tcp__gate *gate) REQUIRES(t->lock);
/* On a handler's thread: waits while the gate is held. */
void runner__tcp_pass_gate(struct tcp *t, struct tcp__gate *gate) REQUIRES(t->lock);

/* Until nothing is on its way. RELIST_ETIMEDOUT after ten seconds of real time; RELIST_ENOMEM. */
int runner__tcp_settle(struct tcp *t, struct relist_err *err) REQUIRES(t->lock);
/* Until both sides know of the same requests; nothing else moves. */
int runner__tcp_settle_requests(struct tcp *t, struct relist_err *err) REQUIRES(t->lock);
/* Until every port does what config.refuses says; nothing else moves. */
int runner__tcp_settle_ports(struct tcp *t, struct relist_err *err) REQUIRES(t->lock);
/* Lets time pass up to until_ns, settled at every deadline on the way and at the end, or until
 * `stop` (may be NULL) says so. */
int runner__tcp_advance(struct tcp *t, int64_t until_ns, bool (*stop)(void *user), void *user,
			struct relist_err *err) REQUIRES(t->lock);

#endif
