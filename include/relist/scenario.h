/* SPDX-License-Identifier: Apache-2.0 */
/* scenario.h - reconcilers of your own in scenarios: `reconcile: plugin/NAME`.
 *
 *     int relist_plugin(struct relist_plugins *plugins)
 *     {
 *             static const struct relist_reconciler mine = {
 *                     .name = "mine", .reconcile = reconcile };
 *             return relist_plugins_add(plugins, RELIST_PLUGIN_ABI, &mine);
 *     }
 *
 *     cc -shared -fPIC -o mine.so mine.c && relist run --plugin ./mine.so story.yaml
 *
 * A scenario tests the logic of a controller: from cached objects to writes. A turn of a reconciler
 * does not block. It reads the caches as they are and queues requests. The runner sends them one by
 * one after the turn returns; other events can happen between two of them. A reconciler that needs
 * a response returns RELIST_AGAIN and reads it in the next turn. Data that outlives a turn belongs
 * into its state.
 *
 * Runs must be repeatable: no clocks except relist_now_ns(), no randomness, threads or files.
 * Parallel runs (-j) use separate states: do not write to globals.
 *
 * Threads and ownership: call these functions during the turn only, on its thread. Returned strings
 * and objects live until the turn returns; arguments are copied. */
#ifndef RELIST_SCENARIO_H
#define RELIST_SCENARIO_H

#include <stddef.h>
#include <stdint.h>

#include "relist/err.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RELIST_API __attribute__((visibility("default")))

enum { RELIST_PLUGIN_ABI = 1 };

struct relist_plugins;	 /* the registry of reconcilers */
struct relist_reconcile; /* one turn with one key of the work queue */
struct relist_object;	 /* a cached object */

enum relist_result {
	RELIST_DONE,	/* Forget if all requests succeed, else AddRateLimited */
	RELIST_REQUEUE, /* AddRateLimited with any responses, like `return err` */
	RELIST_AGAIN,	/* another turn with this key after the responses */
};

enum relist_event { RELIST_EVENT_ADD, RELIST_EVENT_UPDATE, RELIST_EVENT_DELETE };

struct relist_reconciler {
	const char *name; /* NAME of plugin/NAME */
	void *user;
	/* Returns the state of a starting controller, also after a crash; NULL: out of memory.
	 * `params` is the scenario's value of that key as JSON ("null": none). May be NULL: `user`
	 * is the state. */
	void *(*start)(void *user, const char *params);
	/* Frees the state when the controller stops or crashes. May be NULL. */
	void (*stop)(void *user, void *state);
	/* Called for each notification of a child in a handler with `owner` or `owner-label`,
	 * before the owner's key is added to the queue. May be NULL. */
	void (*observe)(void *state, enum relist_event event, const char *child_key,
			const char *owner_key);
	/* One turn. */
	enum relist_result (*reconcile)(void *state, struct relist_reconcile *rc);
};

/* Implemented by the shared object. Returns 0 or a negative enum relist_code. */
RELIST_API int relist_plugin(struct relist_plugins *plugins);

/* Registers a copy of `reconciler`; its name is borrowed. Returns 0; RELIST_EINVAL: another ABI, or
 * no name or reconcile; RELIST_EEXIST: the name exists; RELIST_ENOMEM. */
RELIST_API int relist_plugins_add(struct relist_plugins *plugins, int abi,
				  const struct relist_reconciler *reconciler);

/* --- the turn ------------------------------------------------------------------------------ */

RELIST_API const char *relist_key(const struct relist_reconcile *rc); /**< "default/a" */
/** "" for a type without namespaces. */
RELIST_API const char *relist_namespace(const struct relist_reconcile *rc);
RELIST_API const char *
relist_name(const struct relist_reconcile *rc); /**< The part after the slash. */
/** 0 for the first turn of a key, increased by each RELIST_AGAIN (at most 99). */
RELIST_API uint32_t relist_turn(const struct relist_reconcile *rc);
/** Virtual nanoseconds since the start of the run. */
RELIST_API int64_t relist_now_ns(const struct relist_reconcile *rc);
/** AddAfter with `delay_ns` if all requests succeed; the last call counts. */
RELIST_API void relist_requeue_after(struct relist_reconcile *rc, int64_t delay_ns);
/** Logs a line for `expect: {log: [...]}` and for reports. */
RELIST_API void relist_log(struct relist_reconcile *rc, const char *line);

/* --- caches -------------------------------------------------------------------------------- */

/* `type` is a name in the scenario's world.types; an unknown one fails the run with a message. */

/** An object from the cache of that type's informer; NULL: not found. `ns` NULL: no namespace. */
RELIST_API const struct relist_object *relist_cached(struct relist_reconcile *rc, const char *type,
						     const char *ns, const char *name);
/** Sets *out to the cached objects of a namespace (NULL: all), sorted by key; returns their number.
 */
RELIST_API size_t relist_cached_list(struct relist_reconcile *rc, const char *type, const char *ns,
				     const struct relist_object *const **out);
/** The whole object, NUL-terminated; NULL: out of memory. */
RELIST_API const char *relist_json(struct relist_reconcile *rc, const struct relist_object *obj);
/** The value at a path ("spec.nodeName"): a string's characters, other values as JSON; NULL:
 * absent. */
RELIST_API const char *relist_text(struct relist_reconcile *rc, const struct relist_object *obj,
				   const char *path);
/** The integer at a path, or `otherwise` if there is none. */
RELIST_API int64_t relist_number(struct relist_reconcile *rc, const struct relist_object *obj,
				 const char *path, int64_t otherwise);

/* --- requests ------------------------------------------------------------------------------ */

/* Each queues a request and returns its number in this turn, from 0. It returns -1 and fails the
 * run for an unknown type, a body that is no JSON object, a missing name, more than 1000 requests,
 * or out of memory. If a request fails, the runner does not send the later ones of the turn. */

/** POST. The body has metadata.name or metadata.generateName; `ns` NULL: no namespace. */
RELIST_API int relist_create(struct relist_reconcile *rc, const char *type, const char *ns,
			     const char *json);
/** PUT. A stale metadata.resourceVersion in the body gets a 409. subresource: NULL or "status". */
RELIST_API int relist_update(struct relist_reconcile *rc, const char *type, const char *ns,
			     const char *name, const char *subresource, const char *json);
/** PATCH with a JSON merge patch. */
RELIST_API int relist_patch(struct relist_reconcile *rc, const char *type, const char *ns,
			    const char *name, const char *subresource, const char *json);
/** DELETE. uid: a precondition, NULL for none. A 404 counts as success. */
RELIST_API int relist_delete(struct relist_reconcile *rc, const char *type, const char *ns,
			     const char *name, const char *uid);
/** GET from the server, not from the cache. Read the response in the next turn. A 404 is no
 * failure.
 */
RELIST_API int relist_get(struct relist_reconcile *rc, const char *type, const char *ns,
			  const char *name);

/* Responses to the requests of the previous turn. */

/** The HTTP status; 0: not sent, because an earlier request failed; -1: no response. */
RELIST_API int relist_answer_status(const struct relist_reconcile *rc, int request);
/** The body: the stored object, or a Status; "" without one. */
RELIST_API const char *relist_answer_json(const struct relist_reconcile *rc, int request);
/** relist_text() of the response. */
RELIST_API const char *relist_answer_text(struct relist_reconcile *rc, int request,
					  const char *path);

#ifdef __cplusplus
}
#endif

#endif
