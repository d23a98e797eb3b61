/* SPDX-License-Identifier: Apache-2.0 */
/* world.h - one life lived: the fake apiserver on loopback, the program under test, the story's
 * steps, and the disturbance of a plan. Everything is recorded.
 *
 *   world.c   the life of the world, and the story's steps
 *   program.c the program as a process
 *   gate.c    between the program and the server: records, refuses, kills, routes
 *   rest.c    when all is at rest
 *   roles.c   stand-ins for controllers that are not there
 *   late.c    writes that come long after a step
 *   try.c     a story under a plan, from start to end
 *   references.c undisturbed lives, and what they teach
 *   search.c  plans, verdicts, repetitions
 *   report.c  the report as text, JUnit and JSON
 *
 * Who may call: search.c and try.c; the command line calls search.h. Threads: `gate` is held by
 * the thread inside the server: the transport's for each call of an exchange, the caller's for a
 * step. What is not marked otherwise is guarded by it.
 */
#ifndef RUNNER_PERTURB_POSIX_WORLD_H
#define RUNNER_PERTURB_POSIX_WORLD_H

#include "base/lock.h"
#include "base/posix/clock.h"
#include "fakeapi/core.h"
#include "fakeapi/http/server.h"
#include "runner/language/scenario.h"
#include "runner/perturb/plan.h"
#include "runner/posix/guard.h"
#include "runner/posix/process.h"

enum { PERTURB_LATE_MS = 900 }; /* after a disturbance a pause lasts longer */

struct perturb__setup {
	const struct scn__cell *cell; /* the story */
	const char *const *manifests; /* files and folders, loaded before the start */
	size_t manifest_count;
	const char *command; /* for /bin/sh */
	enum perturb__roles {
		PERTURB_ROLES_NONE,
		PERTURB_ROLES_UNREADY, /* objects are made and bound, nothing gets ready */
		PERTURB_ROLES_ALL,
	} roles;
	int64_t limit_ns;	/* no rest for so long: it does not settle */
	const char *log_folder; /* NULL: the program's output is not kept */
	bool (*interrupted)(void);
};

/* A request that failed, or a watch that ended: it is expected again. */
struct perturb__line {
	struct perturb__line *next;
	struct str what; /* verb and key, or the path of a watch */
	bool watch;
	uint32_t open;	   /* watches that are open now */
	bool needed;	   /* it was open before the program was killed */
	int64_t failed_ns; /* 0: it is well */
};

struct perturb__world {
	const struct perturb__setup *setup;
	const struct perturb__plan *plan;   /* NULL: undisturbed */
	const struct perturb__noise *noise; /* NULL: the first lives */
	struct perturb__life *life;
	struct fakeapi__core *core;
	struct fakeapi__server server; /* what the transport serves: gate.c */
	struct fakeapi__http *http;
	struct process process;
	bool alive;
	struct guard janitor;
	char folder[64];
	int wake[2];
	struct lock gate;
	/* who acts now */
	enum perturb__actor actor;
	struct perturb__op *op;
	uint32_t op_index; /* + 1; 0: none */
	uint32_t step;
	/* the disturbance */
	bool disturbed; /* it has begun */
	int64_t disturbed_ns;
	uint32_t seen;
	bool away;	   /* no connection is taken, open ones are reset */
	bool kill_asked;   /* the point was reached: the caller's thread kills */
	bool dying;	   /* until then nothing of the program is done */
	uint64_t stale_rv; /* 0: not stale */
	uint32_t hold_rule;
	/* rest */
	struct perturb__line *lines;
	uint32_t in_flight;
	int64_t active_ns, started_ns;
	uint64_t changes;   /* of objects that count */
	int64_t changed_ns; /* the program's last write that changed something */
	int64_t quiet_ns, retry_ns;
	bool has_requested;	  /* a request has come since the start */
	int64_t first_request_ns; /* when the first did */
	bool watched;		  /* a watch has been open since the start */
	int64_t second_ns;
	uint32_t second_requests;
	bool (*play_roles)(struct perturb__world *w); /* perturb__roles_act, or NULL: none */
	size_t roles_seen; /* changes that the stand-ins have looked at */
	struct relist_err err;
};

/* --- world.c --- */

struct perturb__world *perturb__world_new(const struct perturb__setup *setup,
					  const struct perturb__plan *plan,
					  const struct perturb__noise *noise,
					  struct perturb__life *life, struct relist_err *err);
void perturb__world_free(struct perturb__world *w);
int perturb__world_start(struct perturb__world *w, struct relist_err *err);
void perturb__world_kill(struct perturb__world *w);
/* It has ended by itself: the end is on record. */
void perturb__world_reap(struct perturb__world *w);
/* One step of the story. */
int perturb__world_step(struct perturb__world *w, const struct scn__step *s,
			struct relist_err *err);
/* A request as the story or a stand-in makes it; with the gate closed. The status, or a negative
 * code. */
int perturb__request(struct perturb__world *w, enum perturb__actor by, const char *method,
		     const char *path, const char *type, struct str body, struct strbuf *out);
void perturb__release_leases(struct perturb__world *w);
void perturb__gate_close(struct perturb__world *w);
void perturb__gate_open(struct perturb__world *w);

/* --- gate.c --- */

void perturb__gate_init(struct perturb__world *w);
/* The core's on_write. */
int perturb__on_write(void *user, const struct fakeapi__write *write);

/* --- rest.c --- */

enum perturb__rest {
	PERTURB_AT_REST,
	PERTURB_RESTLESS,
	PERTURB_ENDED,
	PERTURB_KILL_DUE,
	PERTURB_INTERRUPTED
};

/* Waits until all is at rest, a kill is due, the program has ended, or the limit. */
enum perturb__rest perturb__rest_wait(struct perturb__world *w);
/* With the gate closed: of requests. */
void perturb__rest_begins(struct perturb__world *w, const struct perturb__op *op);
void perturb__rest_answered(struct perturb__world *w, const struct perturb__op *op,
			    struct str path);
void perturb__rest_watch_ended(struct perturb__world *w, struct str path, bool client_gone);
/* The program was killed: what it watched is expected again. */
void perturb__rest_killed(struct perturb__world *w);

/* --- roles.c --- */

/* Looks at the changes since the last time; true: it has done something. With the gate closed. */
bool perturb__roles_act(struct perturb__world *w);

#endif
