/* SPDX-License-Identifier: Apache-2.0 */
/* sim.h - a controller's test without a network, without threads and without waiting: informers
 * against a fake apiserver in one process and in virtual time.
 *
 *     #include <relist/informers.h>
 *
 *     struct relist_sim *sim = relist_sim_new(NULL, &err);
 *     struct inf_informer *pods = inf_core_v1_pods_new(relist_sim_client(sim), "", 0, &err);
 *     inf_informer_add_handler(pods, &handler, 0, NULL, &err);
 *     inf_informer_start(pods, &err);
 *     fakeapi_apply(relist_sim_server(sim), manifests, &err);
 *     relist_sim_settle(sim, &err);                  // the handler has been told
 *     relist_sim_advance(sim, 600 * 1000000000LL, &err);    // ten minutes later
 *     inf_informer_free(pods);
 *     relist_sim_free(sim);
 *
 * Everything of informer.h, client.h and fakeapi.h works as it does with threads and sockets, but
 * that nothing moves by itself: bytes arrive, caches fill and handlers are called inside
 * relist_sim_settle(), relist_sim_advance() and the calls that wait (inf_informer_wait_synced(),
 * inf_dynamic_update(), fakeapi_request() with a watch, ...), which let virtual time pass. What
 * comes first where either may is decided by the seed: the same seed, the same run.
 *
 * A reconciler (relist_sim_add_worker()) may make those calls of client.h and informer.h that wait:
 * it stands aside meanwhile, and everything else goes on, other workers too. It has a stack of 1
 * MiB. A handler may not (RELIST_EINVAL): it puts the key into a queue, as with client-go.
 *
 * Link with -lrelistsim instead of -linformer and -lfakeapi. One thread only, for all of it.
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

/** Zeros are the defaults. */
struct relist_sim_options {
	uint64_t seed;
	bool cut_answers; /**< answers arrive in pieces of 1 to 64 bytes */
	/** What the server does (watch_window, garbage_collection, ...); borrowed for the call,
	 * NULL: the defaults. Addresses, TLS, tokens and state files are RELIST_EINVAL. */
	const struct fakeapi_options *server;
};

/** A world at rest, on 2026-01-01T00:00:00Z. `opt` may be NULL. */
RELIST_SIM_API struct relist_sim *relist_sim_new(const struct relist_sim_options *opt,
						 struct relist_err *err);
/**
 * Ends the world and its server. Reconcilers that wait for an answer get RELIST_ECLOSED and run to
 * their end; informers that still live are stopped and call no handler any more. Informers,
 * factories, queues and clients may be freed before or after it: what they are asked for
 * afterwards, but for what a cache has, is RELIST_ECLOSED. NULL is fine. Not from a handler or a
 * reconciler.
 */
RELIST_SIM_API void relist_sim_free(struct relist_sim *sim);

/** The server, for every call of fakeapi.h but fakeapi_stop(). Lives as long as the world. */
RELIST_SIM_API struct fakeapi *relist_sim_server(struct relist_sim *sim);
/** A client for informers and factories that run in the world. Borrowed; lives as long as it. */
RELIST_SIM_API struct inf_client *relist_sim_client(struct relist_sim *sim);

/** Nanoseconds since the world began. */
RELIST_SIM_API int64_t relist_sim_now_ns(const struct relist_sim *sim);
/**
 * Runs whatever can run without time passing. Not from a handler. RELIST_ETIMEDOUT: it does not
 * come to rest; RELIST_ELIMIT: what a handler was told is impossible, or a cache is inconsistent:
 * the message says which.
 */
RELIST_SIM_API int relist_sim_settle(struct relist_sim *sim, struct relist_err *err);
/** Lets `ns` pass, at rest at every deadline on the way. Not from a handler. Errors as settle. */
RELIST_SIM_API int relist_sim_advance(struct relist_sim *sim, int64_t ns, struct relist_err *err);

/** inf_workqueue_new() in the world's time: delays and rate limits pass with it. Nothing waits in
 * it: inf_workqueue_get() times out at once when nothing is ready. */
RELIST_SIM_API struct inf_workqueue *relist_sim_workqueue_new(struct relist_sim *sim,
							      const char *name,
							      struct inf_rate_limiter *take_limiter,
							      struct relist_err *err);
/**
 * A worker of the queue (inf_workqueue_work_one()): one more thing that runs, one item at a time,
 * in whatever order the seed decides, so also before the cache has seen the last write. `reconcile`
 * may do everything a handler may, and wait: see above. The worker ends with its queue.
 */
RELIST_SIM_API int relist_sim_add_worker(struct relist_sim *sim, struct inf_workqueue *queue,
					 inf_reconcile_fn reconcile, void *user,
					 struct relist_err *err);

#ifdef __cplusplus
}
#endif

#endif
