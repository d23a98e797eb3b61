/* SPDX-License-Identifier: Apache-2.0 */
/* driver.h - executes a scenario: the simulator, or sockets and threads. The engine decides what
 * happens and compares; a driver owns time, the informers, and the connections between them and the
 * engine's server.
 *
 * Threads: the engine calls from one thread. A driver calls back (the server, handlers, the hooks
 * of its configuration) one at a time, and only while the engine is inside settle or advance: the
 * engine needs no lock. Only `events` may be called at any time. */
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
	int64_t seconds;     /* passed to it: limit of a run */
	int64_t patience_ns; /* wait for expected objects; 0: the scenario's, or the default */
	/* An expectation that a program at rest does not meet fails after this time; 0: after
	 * patience_ns. */
	int64_t rests_ns;
	int64_t linger_ns; /* wait for late writes after the last step; 0: none */
	int64_t pace_ns;   /* before a step wait until this time is without requests; 0: no wait */
	bool tls;	   /* HTTPS, and only for clients that send the token of its kubeconfig */
	bool (*interrupted)(void);     /* true: stop waiting for it; may be NULL */
	bool (*cancelled)(void *user); /* true: stop waiting in this run; may be NULL */
	void *cancel_user;
	bool killed_at_end; /* a controller gets SIGKILL at the end: its last output is not read */
};

static inline bool scn__subject_is_cancelled(const struct scn__subject *s)
{
	return s && ((s->interrupted && s->interrupted()) ||
		     (s->cancelled && s->cancelled(s->cancel_user)));
}

/* The output of such a program so far. Valid as long as the driver. */
struct scn__client_view {
	const struct view *view;
	bool ended;	    /* it ended by itself, or was killed because of its behaviour */
	const char *fate;   /* how it ended; "" if unknown */
	const char *words;  /* the end of its standard error, on one line; may be "" */
	int status;	    /* its own exit status; -1: it has not exited */
	bool killed;	    /* SIGTERM did not suffice: its last output is missing */
	int64_t starved_ns; /* time that it has waited for a CPU since its start; 0: unknown */
};

/* An informer of the scenario, from start to stop; a restart makes a new client. */
struct scn__client;

/* A request that does not come from an informer, and its response: first member of a driver's own
 * struct. */
struct scn__call {
	bool done;
	int status;	    /* when done: of the response; -1: none, or an incomplete one */
	struct strbuf body; /* when done */
};

struct fakeapi__core;
struct fakeapi__question;

struct scn__driver_config {
	uint64_t seed;
	struct choice *choice; /* simulator only; NULL: from the seed */
	/* Simulator only: see sim/sim.h. */
	bool handlers_alone, clients_alone;
	void (*digest)(void *user, struct digest *d);
	enum runner__cuts cuts;
	size_t cut_at;
	/* The request's `backend` identifies the client: the informer's index in the world, or the
	 * number of informers plus the controller's index. */
	struct fakeapi__server *server;
	struct fakeapi__core *core; /* behind it; gets the responses of webhooks */
	uint32_t informer_count, controller_count;
	/* The informers, and in the simulator the controllers, share one HTTP/2 connection;
	 * `informer_of` identifies each informer by its path. */
	bool http2;
	inf__without without; /* fixes of that connection */
	uint32_t (*informer_of)(void *user, struct str path);
	/* Returns true while new connections of that informer are refused. */
	bool (*refuses)(void *user, uint32_t informer);
	/* Called after a connection was refused. */
	void (*refused)(void *user, int64_t now_ns, uint32_t informer, struct str path,
			struct str query);
	/* The traffic and the informers' events: shown with a failure. */
	struct trace_sink wire;
	void *user;
	struct trace_sink events;	    /* all events, for the user; may be all zero */
	const struct scn__subject *subject; /* external: replaces the informers */
	const char *token; /* external: serve HTTPS with this token in the kubeconfig; or NULL */
	bool token_file;   /* the token is in a separate file */
};

struct scn__driver_ops {
	const char *name; /* "sim" */
	struct scn__driver *(*new)(const struct scn__driver_config *config, struct relist_err *err);
	/* Also ends and frees every client; handlers may still be called during the call. */
	void (*free)(struct scn__driver *d);

	int64_t (*now_ns)(struct scn__driver *d);
	/* Runs until all components wait for time or another input. RELIST_ETIMEDOUT: it did not
	 * settle. */
	int (*settle)(struct scn__driver *d, struct relist_err *err);
	/* Advances to until_ns; settles at every deadline and at the end. */
	int (*advance)(struct scn__driver *d, int64_t until_ns, struct relist_err *err);
	uint64_t (*steps)(struct scn__driver *d); /* number so far, for reports */
	/* Calls of webhooks, as in fakeapi__options. NULL: they fail. */
	bool (*ask)(struct scn__driver *d, const struct fakeapi__question *question);
	void (*forget)(struct scn__driver *d, uint64_t id);
	/* Explores orders of the scenario's steps and the driver's own; NULL if unsupported. Runs
	 * steps until it is the scenario's turn. */
	int (*until_act)(struct scn__driver *d, const struct sim_act *act, struct relist_err *err);
	/* Like advance, but deadlines at until_ns itself are not processed. */
	int (*advance_to)(struct scn__driver *d, int64_t until_ns, struct relist_err *err);

	/* Makes a client, not started. `config` is the engine's part; the driver adds its choice
	 * and its sinks. The client lives as long as the driver. */
	struct scn__client *(*client_new)(struct scn__driver *d, uint32_t informer,
					  const struct inf__informer_config *config,
					  struct relist_err *err);
	/* NULL: it runs elsewhere, and only its requests are visible. */
	struct inf__informer *(*client_informer)(struct scn__client *c);
	int (*client_start)(struct scn__client *c, struct relist_err *err);
	int (*client_stop)(struct scn__client *c, struct relist_err *err);
	/* Ends it at once, like SIGKILL; NULL: like client_stop. */
	int (*client_kill)(struct scn__client *c, struct relist_err *err);
	/* Call it after a hold, a release or a stop from outside: the client checks its state
	 * again. */
	void (*client_poke)(struct scn__client *c);

	/* resync_ns < 0: the informer's. `name` is borrowed as long as the driver lives. */
	int (*handler_add)(struct scn__client *c, const char *name,
			   const struct inf_handler *handler, int64_t resync_ns,
			   inf_registration *out, struct relist_err *err);
	int (*handler_remove)(struct scn__client *c, inf_registration reg);
	/* Handlers of that name receive no notification until they are released. */
	int (*handler_hold)(struct scn__driver *d, struct str name, bool hold);
	/* Number of pending notifications of that handler. */
	size_t (*handler_backlog)(struct scn__client *c, inf_registration reg);
	/* Sends the request `req` (borrowed for the call; its `backend` identifies the client).
	 * NULL in the table: this world has no controllers. `calls_alone`: on its own connection
	 * over HTTP/1.1, whatever the informers use. */
	bool calls_alone;
	struct scn__call *(*call_new)(struct scn__driver *d, const struct fakeapi__request *req,
				      struct relist_err *err);
	/* Reads the available part of the response; no other client moves meanwhile. Returns false
	 * if there was none. */
	bool (*call_step)(struct scn__call *call);
	int64_t (*call_deadline_ns)(struct scn__call *call); /* next check; TIME_NEVER */
	void (*call_free)(struct scn__call *call);	     /* closes it if it is not done */
	/* Call it when the result of `refuses` has changed. */
	int (*refuse)(struct scn__driver *d, struct relist_err *err);

	/* External informers, in real time; NULL if the informers are relist's. */
	/* Waits for a request, a report or a moment, at most until until_ns. */
	int (*wait)(struct scn__driver *d, int64_t until_ns, struct relist_err *err);
	struct scn__client_view (*client_view)(struct scn__client *c);
	/* Replaces the token file. */
	int (*rotate_token)(struct scn__driver *d, const char *token, struct relist_err *err);
};

extern const struct scn__driver_ops world__driver_sim;

#endif
