/* SPDX-License-Identifier: Apache-2.0 */
/* relist_sim_impl.h - shared by the parts of the public simulator: relist_sim.c (life, informers)
 * and tasks.c (workers, clients' calls). One thread. */
#ifndef SIM_POSIX_RELIST_SIM_IMPL_H
#define SIM_POSIX_RELIST_SIM_IMPL_H

#include "fakeapi/posix/fakeapi.h"
#include "informer/posix/driver.h"
#include "relist/sim.h"
#include "sim/posix/fiber.h"
#include "sim/sim.h"

enum { WALL_S = 1767225600 /* 2026-01-01T00:00:00Z */ };

/* One informer. */
struct run {
	struct run *next;
	struct relist_sim *world;
	struct inf__informer *inf;
	inf_registration *regs; /* registrations of its handlers */
	size_t reg_count;
	void (*on_free)(void *user);
	void *on_free_user;
	bool started;
	bool dead; /* freed inside a step; removed when the step ends */
};

struct task;

struct relist_sim {
	/* References of the owner, the client, every informer, queue and dynamic client. These may
	 * outlive the simulation; their calls then return RELIST_ECLOSED. */
	uint32_t refs;
	bool closed;
	int64_t closed_ns;
	struct sim *sim; /* NULL once closed; likewise server and client */
	struct fakeapi *server;
	struct inf_client *client;
	struct fakeapi__host host;
	struct inf__driver driver;
	struct run *runs;
	struct task *tasks;
	struct task *running; /* the task whose fiber is running */
	bool moving;	      /* a step may be running */
};

void relist_sim__unref(struct relist_sim *w);
int64_t relist_sim__now_ns(const struct relist_sim *w);
/* until_ns, or the longest possible wait from now. */
int64_t relist_sim__at_most(const struct relist_sim *w, int64_t until_ns);
/* Lets the simulation run until stop() returns true (0) or until_ns is reached (RELIST_ETIMEDOUT).
 * Outside a task it runs steps; a task parks. A handler gets RELIST_EINVAL. */
int relist_sim__wait(struct relist_sim *w, int64_t until_ns, bool (*stop)(void *user), void *user,
		     struct relist_err *err);

/* tasks.c */
/* True if the caller runs on the stack of a task of this simulation. */
bool relist_sim__in_task(const struct relist_sim *w);
int relist_sim__park(struct relist_sim *w, int64_t until_ns, bool (*stop)(void *user), void *user,
		     struct relist_err *err);
/* Resumes every blocked task with RELIST_ECLOSED until it has returned. */
void relist_sim__end_tasks(struct relist_sim *w);
int relist_sim__make_rest(void *user, const struct inf__rest_ops **ops, void **self,
			  struct relist_err *err);

#endif
