/* SPDX-License-Identifier: Apache-2.0 */
/* driver.h - what carries a scenario out: the simulator, or sockets and threads. The engine
 * says what is to happen and compares; a driver owns time, the informers, and the way
 * between them and the engine's server.
 *
 * Threads: the engine calls from one thread. Whatever a driver calls back – the server, handlers,
 * the hooks of its configuration – it calls one at a time, and never while the engine is between
 * two calls of settle and advance: the engine needs no lock. Only `events` may come at any moment.
 */
#ifndef RUNNER_WORLD_DRIVER_H
#define RUNNER_WORLD_DRIVER_H

#include "base/choice.h"
#include "base/digest.h"
#include "base/str.h"
#include "base/trace.h"
#include "fakeapi/exchange.h"
#include "informer/shared_informer.h"
#include "runner/subject/view.h"
#include "runner/trace/world.h"

struct scn__driver;
struct sim_act;

/* An external informer: a program that follows the subject contract (docs/conformance.md). */
struct scn__subject {
	const char *command; /* for /bin/sh */
	int64_t seconds;     /* passed to it: no run takes longer */
	int64_t patience_ns; /* for what it has to see; 0: the scenario's, or the default */
	int64_t linger_ns;   /* watched for late writes after the last step; 0: not */
	int64_t pace_ns;     /* before each step no request has come for this time; 0: at once */
	bool tls;	     /* HTTPS, and only for who sends the token of its kubeconfig */
	bool (*interrupted)(void);     /* no more waiting for it; NULL: never */
	bool (*cancelled)(void *user); /* nor for this run; NULL: never */
	void *cancel_user;
	bool killed_at_end; /* a controller gets SIGKILL at the end: its last output is not read */
};

static inline bool scn__subject_is_cancelled(const struct scn__subject *s)
{
	return s && ((s->interrupted && s->interrupted()) ||
		     (s->cancelled && s->cancelled(s->cancel_user)));
}

/* What such a program has said so far. Lives as long as the driver. */
struct scn__client_view {
	const struct view *view;
	bool ended;	   /* it ended by itself, or was killed for what it did */
	const char *fate;  /* how; "" while it is not known */
	const char *words; /* the end of its standard error, on one line; may be "" */
	int status;	   /* what it exited with by itself; -1: it did not */
	bool killed; /* SIGTERM was not enough: what it might have said at its end is missed */
	int64_t starved_ns; /* so long it has waited for a CPU, since it began; 0: not known */
};

/* An informer of the scenario, from start to stop; started again it is another one. */
struct scn__client;

/* One request that is no informer's, and its answer: first member of a driver's own. */
struct scn__call {
	bool done;
	int status;	    /* when done: the answer's; -1: none came, or only a part of it */
	struct strbuf body; /* when done */
};

struct scn__driver_config {
	uint64_t seed;
	struct choice *choice; /* simulator only; NULL: by the seed */
	/* Simulator only: see sim/sim.h. */
	bool handlers_alone, clients_alone;
	void (*digest)(void *user, struct digest *d);
	enum runner__cuts cuts;
	size_t cut_at;
	/* The request's `backend` identifies the client: the informer's place in the world, and
	 * behind the informers the controller's. */
	struct fakeapi__server *server;
	uint32_t informer_count, controller_count;
	/* True while new connections of that informer are refused. */
	bool (*refuses)(void *user, uint32_t informer);
	/* One was. */
	void (*refused)(void *user, int64_t now_ns, uint32_t informer, struct str path,
			struct str query);
	/* What goes over the wire, and what informers say of themselves: shown beside a failure. */
	struct trace_sink wire;
	void *user;
	struct trace_sink events;	    /* everything, for the user; may be all zero */
	const struct scn__subject *subject; /* external: what is run in place of informers */
	const char *token; /* external: serve HTTPS, and its kubeconfig has this; or NULL */
	bool token_file;   /* in a file of its own */
};

struct scn__driver_ops {
	const char *name; /* "sim" */
	struct scn__driver *(*new)(const struct scn__driver_config *config, struct relist_err *err);
	/* Ends and frees every client too; handlers may still be called while it runs. */
	void (*free)(struct scn__driver *d);

	int64_t (*now_ns)(struct scn__driver *d);
	/* Until nothing can move without time passing or another input. RELIST_ETIMEDOUT: it did
	 * not settle. */
	int (*settle)(struct scn__driver *d, struct relist_err *err);
	/* Lets time pass up to until_ns, settled at every deadline on the way and at the end. */
	int (*advance)(struct scn__driver *d, int64_t until_ns, struct relist_err *err);
	uint64_t (*steps)(struct scn__driver *d); /* made so far, for reports */
	/* Orders of a scenario's steps and the driver's own; NULL where it cannot say. Makes steps
	 * until it is the scenario's turn. */
	int (*until_act)(struct scn__driver *d, const struct sim_act *act, struct relist_err *err);
	/* As advance, but what is due at the end is not done yet. */
	int (*advance_to)(struct scn__driver *d, int64_t until_ns, struct relist_err *err);

	/* Not started yet. `config` is what the engine knows of it; the driver adds its choice and
	 * its sinks. The client lives as long as the driver. */
	struct scn__client *(*client_new)(struct scn__driver *d, uint32_t informer,
					  const struct inf__informer_config *config,
					  struct relist_err *err);
	/* NULL: it runs somewhere else, and only its requests can be seen. */
	struct inf__informer *(*client_informer)(struct scn__client *c);
	int (*client_start)(struct scn__client *c, struct relist_err *err);
	int (*client_stop)(struct scn__client *c, struct relist_err *err);
	/* At once, as SIGKILL; NULL: as client_stop. */
	int (*client_kill)(struct scn__client *c, struct relist_err *err);
	/* A hold, a release or a stop from outside changed its state: it checks again. */
	void (*client_poke)(struct scn__client *c);

	/* resync_ns < 0: the informer's. `name` is borrowed for as long as the driver lives. */
	int (*handler_add)(struct scn__client *c, const char *name,
			   const struct inf_handler *handler, int64_t resync_ns,
			   inf_registration *out, struct relist_err *err);
	int (*handler_remove)(struct scn__client *c, inf_registration reg);
	/* Handlers of that name get no notification until they are released. */
	int (*handler_hold)(struct scn__driver *d, struct str name, bool hold);
	/* Notifications that wait for that handler. */
	size_t (*handler_backlog)(struct scn__client *c, inf_registration reg);
	/* Makes the request that `req` describes (borrowed for the call; its `backend` identifies
	 * the client) on its own connection. NULL in the table: this world has no controllers. */
	struct scn__call *(*call_new)(struct scn__driver *d, const struct fakeapi__request *req,
				      struct relist_err *err);
	/* Takes the available part of the response; no other client moves meanwhile. False: nothing
	 * new. */
	bool (*call_step)(struct scn__call *call);
	int64_t (*call_deadline_ns)(struct scn__call *call); /* when to look again; TIME_NEVER */
	void (*call_free)(struct scn__call *call);	     /* hangs up if it is not done */
	/* What `refuses` says has changed. */
	int (*refuse)(struct scn__driver *d, struct relist_err *err);

	/* External informers, in real time; NULL where the informers are relist's. */
	/* Until a request or a report came, or a moment has passed, at most until until_ns. */
	int (*wait)(struct scn__driver *d, int64_t until_ns, struct relist_err *err);
	struct scn__client_view (*client_view)(struct scn__client *c);
	/* Replaces the token file. */
	int (*rotate_token)(struct scn__driver *d, const char *token, struct relist_err *err);
};

extern const struct scn__driver_ops world__driver_sim;

#endif
