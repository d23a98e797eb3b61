/* SPDX-License-Identifier: Apache-2.0 */
/* sim.h - one machine in virtual time: informers, an in-memory network to a fake server, and a
 * scheduler for which every nondeterministic decision is a pick of one `choice`.
 *
 * A step is the work of a thread driver between two lock releases: arriving bytes, one item of the
 * process thread, one handler call, an expired deadline. sim_settle() runs steps until none is
 * runnable; sim_advance() lets time pass. The simulator makes no system call. One thread. */
#ifndef SIM_SIM_H
#define SIM_SIM_H

#include "base/choice.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/trace.h"
#include "fakeapi/exchange.h"
#include "informer/rest_call.h"
#include "informer/shared_informer.h"

enum sim_cuts {
	SIM_CUTS_WHOLE,	 /* a chunk has all available bytes */
	SIM_CUTS_RANDOM, /* the choice decides each chunk's length */
	SIM_CUTS_EVERY,	 /* every byte is a chunk */
	SIM_CUTS_AT,	 /* the first chunk of every response ends at cut_at */
};

struct sim_config {
	uint64_t seed;
	struct choice *choice; /* NULL: created from `seed` */
	enum sim_cuts cuts;
	size_t cut_at;
	uint64_t step_max; /* limit for one settle; one advance: ten times that; 0: 1,000,000, a
			    * hundred times that with cuts */
	bool check;	   /* check every notification: see sim/invariant.h */
	/* For a choice that prunes (docs/architecture.md): a handler's call reads and changes
	 * nothing that another step changes. */
	bool handlers_alone;
	/* For a choice that prunes: the response to a request does not depend on the requests of
	 * other clients. */
	bool clients_alone;
	/* For a choice that remembers states: adds the state outside the simulator that affects the
	 * run. NULL: states are not remembered. */
	void (*digest)(void *user, struct digest *d);
	void *digest_user;
	/* Decides for each connection whether to refuse it; may be NULL. `client`: see
	 * sim_add(). */
	bool (*refuses)(void *user, int64_t now_ns, uint32_t client, struct str path,
			struct str query);
	void *refuses_user;
	bool http2;	      /* the clients share HTTP/2 connections: see sim/http2.h */
	inf__without without; /* fixes of these connections */
	struct trace_sink sink;
};

struct sim;

struct sim *sim_new(const struct sim_config *config, struct fakeapi__server *server,
		    struct relist_err *err);
/* Ends every open exchange. The owner must free the informers afterwards. */
void sim_free(struct sim *s);

/* For the config of the informers of this simulation. */
struct choice *sim_choice(struct sim *s);
/* Adds `inf`, which is borrowed and not started yet or just started. `client` replaces the port of
 * a real socket in its requests (fakeapi__request.backend). */
int sim_add(struct sim *s, struct inf__informer *inf, uint32_t client, struct relist_err *err);

/* Removes the informer and closes its requests. Not from a step. */
void sim_remove(struct sim *s, struct inf__informer *inf);

/* Another component that runs in steps, such as a controller's worker. */
struct sim_worker {
	/* Returns when the worker will be ready; at most now: it is ready. TIME_NEVER: never. */
	int64_t (*ready_ns)(void *user);
	void (*step)(void *user);
	void *user;
};
int sim_add_worker(struct sim *s, const struct sim_worker *worker, struct relist_err *err);
/* Removes the worker that was added with `user`. */
void sim_remove_worker(struct sim *s, const void *user);

/* Starts a client's call, which runs until its removal. `call` is borrowed; the simulator passes
 * the time to it. Call sim_poke_call() after cancelling it. */
int sim_add_call(struct sim *s, struct inf__rest_call *call, struct relist_err *err);
void sim_poke_call(struct sim *s, struct inf__rest_call *call);
/* Removes the call and closes its request. */
void sim_remove_call(struct sim *s, struct inf__rest_call *call);

/* A request of another client, as a controller's, without retries. */
struct sim_request {
	/* Set before the start; borrowed until the removal. */
	const char *method;
	const char *target; /* path, query */
	const char *content_type, *accept;
	struct str body;
	uint32_t client; /* as in sim_add() */
	/* The result. */
	bool done;
	int status;	      /* -1: no response, or an incomplete one */
	struct strbuf answer; /* its body */
};
int sim_add_request(struct sim *s, struct sim_request *request, struct relist_err *err);
/* Closes the request if it is not done, and frees its result. */
void sim_remove_request(struct sim *s, struct sim_request *request);

int64_t sim_now_ns(const struct sim *s);
uint64_t sim_steps(const struct sim *s);

/* Executes an informer's pending effects. Call it after every call into an informer from
 * outside. */
void sim_poke(struct sim *s, struct inf__informer *inf);
/* RELIST_ETIMEDOUT: step_max steps were not enough; RELIST_ENOMEM. */
int sim_settle(struct sim *s, struct relist_err *err);
/* The caller's next action, which competes with the runnable steps. */
struct sim_act {
	bool last;	 /* it is the last alternative, not the first */
	bool at_server;	 /* it changes the state or behaviour of the server and of no client */
	bool at_clients; /* it starts or stops a client, or affects what one receives */
	/* This act, or a later one before the next settled state, changes or reads the
	 * notifications of handlers. A non-NULL `handler` restricts this to one handler. */
	bool meets_handlers;
	const char *handler;
};
/* Runs steps until the choice picks the act among the runnable steps. */
int sim_until_act(struct sim *s, const struct sim_act *act, struct relist_err *err);
/* Advances to until_ns; settles at every deadline before it, but not at until_ns itself. */
int sim_advance_to(struct sim *s, int64_t until_ns, struct relist_err *err);
/* Advances to until_ns and settles at every deadline. Returns early, settled, if `stop` returns
 * true. */
int sim_advance(struct sim *s, int64_t until_ns, bool (*stop)(void *user), void *user,
		struct relist_err *err);

/* Refuses new connections and closes idle ones; open responses continue. */
void sim_refuse(struct sim *s, bool refuse);
/* Blocks the handlers with that name inside their calls, until unblocked. */
int sim_block(struct sim *s, struct str handler, bool block);
/* Holds back the notifications of the handlers with that name. */
int sim_hold(struct sim *s, struct str handler, bool hold);
/* Simulates the death of the process: no more steps run. */
void sim_halt(struct sim *s);

/* The text of the first violated invariant, or NULL. */
const char *sim_violation(const struct sim *s);
/* After a settle without held or blocked handlers: checks that queues and backlogs are empty and
 * that the indexes equal rebuilt ones. */
void sim_check_settled(struct sim *s);

#endif
