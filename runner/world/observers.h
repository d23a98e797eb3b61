/* SPDX-License-Identifier: Apache-2.0 */
/* observers.h - the observers of a run: oracles, `never`, controllers. Each event of the run calls
 * them in the order in which they were added, at the moment and on the thread of the event
 * (driver.h: one at a time). */
#ifndef RUNNER_WORLD_OBSERVERS_H
#define RUNNER_WORLD_OBSERVERS_H

#include "runner/language/scenario.h"

struct scn__run;
struct scn__rec;
struct scn__hrun;
struct scn__irun;
struct scn__crun;
struct scn__observer;

enum { SCN_OBSERVERS_MAX = SCN_O_COUNT_ + 3 };

/* Any of them may be NULL. */
struct scn__observer_ops {
	size_t state_size;  /* > 0: o->state, zeroed */
	bool after_failure; /* also called after the run has failed */
	int (*init)(struct scn__observer *o);
	void (*fini)(struct scn__observer *o);
	/* A list, watch or get, when it is sent; on_answer: further data of the same request. */
	void (*on_request)(struct scn__observer *o, struct scn__rec *q);
	void (*on_answer)(struct scn__observer *o, struct scn__rec *q);
	/* A controller's write, when its response is known. */
	void (*on_write)(struct scn__observer *o, struct scn__rec *w);
	/* A handler was called. */
	void (*on_notification)(struct scn__observer *o, struct scn__hrun *h,
				struct scn__rec *note);
	/* A worker has taken the key. */
	void (*on_key_taken)(struct scn__observer *o, const struct scn__crun *c, const char *key);
	void (*on_informer_started)(struct scn__observer *o, struct scn__irun *ir);
	void (*on_handler_added)(struct scn__observer *o, struct scn__hrun *h);
	/* The run has settled. Called first for each running informer; `changed`: it or the server
	 * has changed since the last time. */
	void (*informer_at_rest)(struct scn__observer *o, struct scn__irun *ir, bool changed);
	void (*at_rest)(struct scn__observer *o);
	/* A step checks the informer, which need not have settled. */
	void (*on_look)(struct scn__observer *o, struct scn__irun *ir);
	/* The last step is done, and the run has settled. */
	void (*at_end)(struct scn__observer *o);
};

struct scn__observer {
	const struct scn__observer_ops *ops;
	struct scn__run *run;
	void *state;
	enum scn__oracle oracle; /* for oracles: which one */
};

/* The state of an informer when it settled last. */
struct scn__rest {
	uint64_t notes, handled, rv;
};

/* Adds an observer. Returns 0 or RELIST_ENOMEM. */
int world__observe(struct scn__run *r, const struct scn__observer_ops *ops,
		   enum scn__oracle oracle);
void world__observers_fini(struct scn__run *r);

void world__notify_request(struct scn__run *r, struct scn__rec *q);
void world__notify_answer(struct scn__run *r, struct scn__rec *q);
void world__notify_write(struct scn__run *r, struct scn__rec *w);
void world__notify_notification(struct scn__run *r, struct scn__hrun *h, struct scn__rec *note);
void world__notify_key_taken(struct scn__run *r, const struct scn__crun *c, const char *key);
void world__notify_informer_started(struct scn__run *r, struct scn__irun *ir);
void world__notify_handler_added(struct scn__run *r, struct scn__hrun *h);
void world__notify_at_rest(struct scn__run *r);
void world__notify_looked_at(struct scn__run *r, struct scn__irun *ir);
void world__notify_at_end(struct scn__run *r);

#endif
