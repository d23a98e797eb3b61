/* SPDX-License-Identifier: Apache-2.0 */
/* sim.h - one machine in virtual time: informers, an in-memory network to a fake server, and a
 * scheduler for which every nondeterministic decision is a pick of one `choice`.
 *
 * A step is what the thread driver does between two lock releases: bytes arriving, the process
 * thread taking one item, one handler call, a deadline passing. sim_settle() runs steps until none
 * is runnable; sim_advance() lets time pass. Nothing here makes a system call. One thread.
 */
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
	SIM_CUTS_WHOLE,	 /* chunks as large as what there is */
	SIM_CUTS_RANDOM, /* the choice decides */
	SIM_CUTS_EVERY,	 /* every byte is a chunk */
	SIM_CUTS_AT,	 /* the first chunk of every answer ends at cut_at */
};

struct sim_config {
	uint64_t seed;
	struct choice *choice; /* NULL: a seeded one */
	enum sim_cuts cuts;
	size_t cut_at;
	uint64_t step_max; /* of one settle, ten times that of one advance; 0: 1,000,000,
			    * a hundred times that with cuts */
	bool check;	   /* look at every notification: see sim/invariant.h */
	/* What a choice that prunes may count on (docs/architecture.md). A handler's call looks at
	 * nothing and changes nothing that another step does. */
	bool handlers_alone;
	/* A request is answered in the same way, whatever another client has got meanwhile. */
	bool clients_alone;
	/* What is not in the simulator and decides how it goes on, for a choice that remembers
	 * states; NULL: they are not remembered. */
	void (*digest)(void *user, struct digest *d);
	void *digest_user;
	/* Connections that are refused, one by one; may be NULL. `client`: see sim_add(). */
	bool (*refuses)(void *user, int64_t now_ns, uint32_t client, struct str path,
			struct str query);
	void *refuses_user;
	struct trace_sink sink;
};

struct sim;

struct sim *sim_new(const struct sim_config *config, struct fakeapi__server *server,
		    struct relist_err *err);
/* Ends every open exchange. Informers must be freed afterwards, by their owner. */
void sim_free(struct sim *s);

/* For the config of informers that are to run here. */
struct choice *sim_choice(struct sim *s);
/* `inf` is borrowed; not started yet or just started. Its requests say `client` where those of real
 * sockets say which port they came to (fakeapi__request.backend). */
int sim_add(struct sim *s, struct inf__informer *inf, uint32_t client, struct relist_err *err);

/* Forgets it; its requests are hung up. Not from a step. */
void sim_remove(struct sim *s, struct inf__informer *inf);

/* Anything else that runs in steps: a controller's worker. */
struct sim_worker {
	/* When it will be ready; at most now: it is. TIME_NEVER. */
	int64_t (*ready_ns)(void *user);
	void (*step)(void *user);
	void *user;
};
int sim_add_worker(struct sim *s, const struct sim_worker *worker, struct relist_err *err);
/* That worker, which was added with this `user`. */
void sim_remove_worker(struct sim *s, const void *user);

/* Starts a client's call, which runs until its removal. `call` is borrowed and receives the passing
 * of time; call sim_poke_call() after cancelling it. */
int sim_add_call(struct sim *s, struct inf__rest_call *call, struct relist_err *err);
void sim_poke_call(struct sim *s, struct inf__rest_call *call);
/* Its request is hung up. */
void sim_remove_call(struct sim *s, struct inf__rest_call *call);

int64_t sim_now_ns(const struct sim *s);
uint64_t sim_steps(const struct sim *s);

/* Does what an informer wants to do right now: after every call into one from outside. */
void sim_poke(struct sim *s, struct inf__informer *inf);
/* RELIST_ETIMEDOUT when step_max steps were not enough; RELIST_ENOMEM. */
int sim_settle(struct sim *s, struct relist_err *err);
/* What the caller does next, beside the steps that can be made. */
struct sim_act {
	bool last;	 /* the last alternative, not the first */
	bool at_server;	 /* it changes what the server has or does, and no client */
	bool at_clients; /* it starts or stops one, or decides what one gets */
	/* This act, or a later one before rest, changes or reads notifications of handlers; of
	 * `handler` only, unless that is NULL. */
	bool meets_handlers;
	const char *handler;
};
/* Makes steps until it is the caller's turn: a pick among those that can be made and the act. */
int sim_until_act(struct sim *s, const struct sim_act *act, struct relist_err *err);
/* Up to until_ns, settled at every deadline before it; what is due then is not done yet. */
int sim_advance_to(struct sim *s, int64_t until_ns, struct relist_err *err);
/* Up to until_ns, settled at every deadline; returns early, settled, once `stop` says so. */
int sim_advance(struct sim *s, int64_t until_ns, bool (*stop)(void *user), void *user,
		struct relist_err *err);

/* New connections are refused and idle ones closed; open answers go on. */
void sim_refuse(struct sim *s, bool refuse);
/* Handlers of that name do not return from their calls until unblocked. */
int sim_block(struct sim *s, struct str handler, bool block);
/* Handlers of that name are not called at all: their notifications wait. */
int sim_hold(struct sim *s, struct str handler, bool hold);
/* The process has died: nothing runs any more. */
void sim_halt(struct sim *s);

/* The first invariant that was broken, in words, or NULL. */
const char *sim_violation(const struct sim *s);
/* After a settle with nothing held back on purpose: queues and backlogs are empty, indexes are
 * what a rebuild would give. */
void sim_check_settled(struct sim *s);

#endif
