/* SPDX-License-Identifier: Apache-2.0 */
/* sim.h - tests of controllers without network, threads or real time: informers against a fake
 * apiserver in one process and in virtual time.
 *
 *     #include <relist/informers.h>
 *
 *     struct relist_sim *sim = relist_sim_new(NULL, &err);
 *     struct inf_informer *pods = inf_core_v1_pods_new(relist_sim_client(sim), "", 0, &err);
 *     inf_informer_add_handler(pods, &handler, 0, NULL, &err);
 *     inf_informer_start(pods, &err);
 *     fakeapi_apply(relist_sim_server(sim), manifests, &err);
 *     relist_sim_settle(sim, &err);                  // the handler was called
 *     relist_sim_advance(sim, 600 * 1000000000LL, &err);    // ten minutes later
 *     inf_informer_free(pods);
 *     relist_sim_free(sim);
 *
 * The functions of informer.h, client.h and fakeapi.h behave as with threads and sockets, but all
 * work happens inside relist_sim_settle(), relist_sim_advance() and the blocking calls
 * (inf_informer_wait_synced(), inf_dynamic_update(), fakeapi_request() with a watch, ...), which
 * advance virtual time. The seed decides the order of concurrent steps: equal seeds give equal
 * runs.
 *
 * A reconciler (relist_sim_add_worker()) may make blocking calls of client.h and informer.h. During
 * such a call other workers and the rest of the simulation run. Its stack has 1 MiB. A
 * handler may not block (RELIST_EINVAL): it adds the key to a queue, as with client-go.
 *
 * Link with -lrelistsim instead of -linformer and -lfakeapi. All calls from one thread.
 */
#ifndef RELIST_SIM_H
#define RELIST_SIM_H

#include "relist/fakeapi.h"
#include "relist/informer.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RELIST_SIM_API __attribute__((visibility("default")))

struct relist_sim;

/** Zero members select the defaults. */
struct relist_sim_options {
	uint64_t seed;
	bool cut_answers; /**< responses arrive in chunks of 1 to 64 bytes */
	/** Options of the server (watch_window, garbage_collection, ...); borrowed for the call,
	 * NULL: the defaults. Addresses, TLS, tokens and state files are RELIST_EINVAL. */
	const struct fakeapi_options *server;
};

/** Creates a simulation at 2026-01-01T00:00:00Z. `opt` may be NULL. The caller frees it. NULL with
 * RELIST_EINVAL (an option) or RELIST_ENOMEM. */
RELIST_SIM_API struct relist_sim *relist_sim_new(const struct relist_sim_options *opt,
						 struct relist_err *err);
/**
 * Ends the simulation and its server. Blocked reconcilers get RELIST_ECLOSED and run to their end.
 * Remaining informers stop and call no more handlers. Informers, factories, queues and clients may
 * be freed before or after this call; later calls return RELIST_ECLOSED, except reads of a cache.
 * NULL is fine. Not from a handler or a reconciler.
 */
RELIST_SIM_API void relist_sim_free(struct relist_sim *sim);

/** The server, for every call of fakeapi.h except fakeapi_stop(). Borrowed from `sim`. */
RELIST_SIM_API struct fakeapi *relist_sim_server(struct relist_sim *sim);
/** A client for informers and factories in the simulation. Borrowed from `sim`. */
RELIST_SIM_API struct inf_client *relist_sim_client(struct relist_sim *sim);

/** Virtual nanoseconds since relist_sim_new(). */
RELIST_SIM_API int64_t relist_sim_now_ns(const struct relist_sim *sim);
/**
 * Runs all work that needs no time. Not from a handler. Returns 0; RELIST_ETIMEDOUT: the
 * simulation does not come to rest; RELIST_ELIMIT: an impossible notification or an inconsistent
 * cache, named in the message.
 */
RELIST_SIM_API int relist_sim_settle(struct relist_sim *sim, struct relist_err *err);
/** Advances virtual time by `ns` nanoseconds and settles at every deadline. Not from a handler.
 * Errors as relist_sim_settle(). */
RELIST_SIM_API int relist_sim_advance(struct relist_sim *sim, int64_t ns, struct relist_err *err);

/** inf_workqueue_new() in virtual time, for delays and rate limits. inf_workqueue_get() does not
 * block: it times out at once if no item is ready. */
RELIST_SIM_API struct inf_workqueue *relist_sim_workqueue_new(struct relist_sim *sim,
							      const char *name,
							      struct inf_rate_limiter *take_limiter,
							      struct relist_err *err);
/**
 * Adds a worker to the queue (inf_workqueue_work_one()). It processes one item at a time, in an
 * order that the seed decides, possibly before the cache has seen the last write. `reconcile` may
 * block, unlike a handler. The worker ends with its queue. Returns 0 or RELIST_ENOMEM.
 */
RELIST_SIM_API int relist_sim_add_worker(struct relist_sim *sim, struct inf_workqueue *queue,
					 inf_reconcile_fn reconcile, void *user,
					 struct relist_err *err);

#ifdef __cplusplus
}
#endif

#endif
