/* SPDX-License-Identifier: Apache-2.0 */
/* sim_impl.h - the simulator and its steps. */
#ifndef SIM_SIM_IMPL_H
#define SIM_SIM_IMPL_H

#include "sim/invariant.h"
#include "sim/net.h"
#include "sim/sim.h"

enum { SIM__STEPS_LISTED = 64 };

/* Simulates the thread of a listener; the listener points to it. */
struct sim__actor {
	struct inf__processor_listener *listener;
	char *name;
	bool parked; /* in a blocked handler call */
	int result;  /* of that call */
	struct sim__history history;
};

struct sim__member {
	struct inf__informer *inf;
	uint32_t client;
	bool closed;
};

enum sim__step_kind {
	SIM__STEP_TIME,
	SIM__STEP_PROCESS,
	SIM__STEP_LISTENER,
	SIM__STEP_RETURN,
	SIM__STEP_LINK,
	SIM__STEP_CALL,
	SIM__STEP_WORKER
};

struct sim__step {
	enum sim__step_kind kind;
	struct sim__member *member;
	union {
		struct inf__processor_listener *listener;
		struct sim__link *link;
		struct inf__rest_call *call;
		const struct sim_worker *worker;
	};
};

struct sim__names {
	char **items;
	size_t count;
};

struct sim {
	int64_t now_ns;
	struct choice own_choice, *choice;
	struct sim__net net;
	struct sim__member *members;
	size_t member_count;
	struct sim_worker **workers;
	size_t worker_count;
	struct inf__rest_call **calls;
	size_t call_count, call_cap;
	struct sim__actor **actors;
	size_t actor_count, actor_cap;
	struct sim__names blocked, held;
	uint64_t steps, step_max;
	bool check, handlers_alone, clients_alone, halted, failed;
	struct relist_err violation; /* code 0: none */
	struct trace_sink sink;
	void (*digest)(void *user, struct digest *d);
	void *digest_user;
};

/* The steps that may send a request. */
uint64_t sim__ids_of_requesters(const struct sim *s);
/* Returns the index of the picked step, or n for the act. */
size_t sim__pick_step(struct sim *s, const struct sim__step *steps, size_t n,
		      const struct sim_act *act);
/* Returns NULL if out of memory. */
struct sim__actor *sim__actor_of(struct sim *s, struct inf__processor_listener *l);

/* The order is fixed, so that a pick means the same in every run. */
size_t sim__list_runnable(struct sim *s, struct sim__step *steps);
void sim__trace_step(struct sim *s, const struct sim__step *step);
/* Two requests do not commute: the server receives them in an order. */
void sim__run_step(struct sim *s, const struct sim__step *step);
struct sim__peer sim__peer_of(struct inf__informer *inf);
bool sim__names_has(const struct sim__names *n, const char *name);

#endif
