/* SPDX-License-Identifier: Apache-2.0 */
/* driver.h - runs the informers of a client: threads over sockets (informer_threads.h), or another
 * source of clients, such as the simulator.
 *
 * A run is one informer that a driver runs; the functions have the semantics of
 * informer_threads.h. */
#ifndef INFORMER_POSIX_DRIVER_H
#define INFORMER_POSIX_DRIVER_H

#include "informer/dynamic.h"
#include "informer/shared_informer.h"

struct inf__driver_ops {
	struct inf__informer *(*informer)(void *run);
	int (*start)(void *run, struct relist_err *err);
	bool (*started)(void *run);
	int64_t (*now_ns)(void *run);
	int (*add_handler)(void *run, const struct inf_handler *handler, int64_t resync_ns,
			   inf_registration *out, struct relist_err *err);
	int (*remove_handler)(void *run, inf_registration reg);
	int (*shut_down_handler)(void *run, inf_registration reg, int64_t timeout_ms,
				 struct relist_err *err);
	int (*wait_synced)(void *run, int64_t timeout_ms, struct relist_err *err);
	void (*stop)(void *run);
	int (*wait_stopped)(void *run, int64_t timeout_ms, struct relist_err *err);
	void (*free)(void *run);
};

/* A client's replacement for threads. */
struct inf__driver {
	const struct inf__driver_ops *ops;
	/* Makes a run of an informer from `config`. on_free is called last of all. */
	void *(*make)(void *user, const struct inf__informer_config *config,
		      void (*on_free)(void *user), void *on_free_user, struct relist_err *err);
	void *user;
	/* How struct inf_dynamic sends requests; NULL: over sockets. */
	int (*make_rest)(void *user, const struct inf__rest_ops **ops, void **self,
			 struct relist_err *err);
	/* Called when the client is freed and sends no more requests; may be NULL. */
	void (*release)(void *user);
};

/* A client whose informers are run by `driver`, which must outlive them. `url` is for messages. */
struct inf_client *inf__client_new_driven(const struct inf__driver *driver, const char *url,
					  struct relist_err *err);
/* NULL: threads. */
const struct inf__driver *inf__client_driver(const struct inf_client *client);

/* A work queue with another clock than CLOCK_MONOTONIC: no thread waits in it, and a get() without
 * a ready item times out at once. */
struct inf_workqueue *inf__workqueue_new_in(int64_t (*now_ns)(void *user), void *user,
					    const char *name, struct inf_rate_limiter *take_limiter,
					    struct relist_err *err);
/* Called before the queue is freed. Set once, before it is used. */
void inf__workqueue_on_free(struct inf_workqueue *q,
			    void (*fn)(void *user, struct inf_workqueue *q), void *user);
/* When the next item will be ready; at most now: one is. TIME_NEVER. */
int64_t inf__workqueue_ready_ns(struct inf_workqueue *q);

#endif
