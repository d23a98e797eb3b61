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
 * What is tested is the logic of a controller: from what caches show to what it writes. A turn of
 * a reconciler returns at once. It reads caches as they are at that moment and asks for requests,
 * which are made after it has returned, one by one; anything can happen between two of them. Who
 * needs an answer returns RELIST_AGAIN and finds it in the next turn. So a reconciler that writes
 * and waits in one function is taken apart at its waits; what lives across turns is in its state.
 *
 * A run must be the same each time: no clocks (relist_now_ns()), no randomness, no threads, no
 * files. Runs in other threads (-j) use other states: keep nothing in globals that is written to.
 *
 * Threads: every function here belongs to the turn it is called in. Strings and objects that it
 * gives out live until the turn returns; what is passed in is copied. */
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

struct relist_plugins;	 /* where reconcilers are registered */
struct relist_reconcile; /* one turn with one key of the work queue */
struct relist_object;	 /* an object as a cache has it */

enum relist_result {
	RELIST_DONE,	/* well done if every request is: Forget; a failed one: AddRateLimited */
	RELIST_REQUEUE, /* AddRateLimited whatever the answers are, as `return err` */
	RELIST_AGAIN,	/* once more with this key when the requests are answered */
};

enum relist_event { RELIST_EVENT_ADD, RELIST_EVENT_UPDATE, RELIST_EVENT_DELETE };

struct relist_reconciler {
	const char *name; /* NAME of plugin/NAME */
	void *user;
	/* A controller starts: its state, also after a crash a new one. `params` is what the
	 * scenario says under that key, as JSON ("null": nothing). NULL is out of memory. May be
	 * NULL: `user` is the state. */
	void *(*start)(void *user, const char *params);
	/* The controller stops or crashes. May be NULL. */
	void (*stop)(void *user, void *state);
	/* A handler that feeds the queue by `owner` or `owner-label` was told of a child, before
	 * the key of its owner is added. May be NULL. */
	void (*observe)(void *state, enum relist_event event, const char *child_key,
			const char *owner_key);
	/* One turn. */
	enum relist_result (*reconcile)(void *state, struct relist_reconcile *rc);
};

/* What a shared object exports; 0, or a negative enum relist_code. */
RELIST_API int relist_plugin(struct relist_plugins *plugins);

/* Copies `reconciler`, borrows its name. RELIST_EINVAL: built for another ABI, or no name or
 * reconcile; RELIST_EEXIST: the name is taken; RELIST_ENOMEM. */
RELIST_API int relist_plugins_add(struct relist_plugins *plugins, int abi,
				  const struct relist_reconciler *reconciler);

/* --- the turn ------------------------------------------------------------------------------ */

RELIST_API const char *relist_key(const struct relist_reconcile *rc); /**< "default/a" */
/** "" for a type without namespaces. */
RELIST_API const char *relist_namespace(const struct relist_reconcile *rc);
RELIST_API const char *relist_name(const struct relist_reconcile *rc); /**< Behind the slash. */
/** 0 when the key was taken from the queue, then one more for each RELIST_AGAIN (at most 99). */
RELIST_API uint32_t relist_turn(const struct relist_reconcile *rc);
/** The virtual clock, nanoseconds since the run began. */
RELIST_API int64_t relist_now_ns(const struct relist_reconcile *rc);
/** AddAfter instead of nothing when all went well; the last call counts. */
RELIST_API void relist_requeue_after(struct relist_reconcile *rc, int64_t delay_ns);
/** A line for `expect: {log: [...]}` and for reports. */
RELIST_API void relist_log(struct relist_reconcile *rc, const char *line);

/* --- caches -------------------------------------------------------------------------------- */

/* `type` is a name in the scenario's world.types; another one fails the run with a message. */

/** From the cache of that type's informer; NULL: it is not there. */
RELIST_API const struct relist_object *relist_cached(struct relist_reconcile *rc, const char *type,
						     const char *ns, const char *name);
/** All of a namespace (NULL: of all) sorted by key; how many. */
RELIST_API size_t relist_cached_list(struct relist_reconcile *rc, const char *type, const char *ns,
				     const struct relist_object *const **out);
/** The whole object, NUL-terminated; NULL: out of memory. */
RELIST_API const char *relist_json(struct relist_reconcile *rc, const struct relist_object *obj);
/** "spec.nodeName": the characters of a string, other values as JSON; NULL: it is not there. */
RELIST_API const char *relist_text(struct relist_reconcile *rc, const struct relist_object *obj,
				   const char *path);
/** An integer at that path, or `otherwise`. */
RELIST_API int64_t relist_number(struct relist_reconcile *rc, const struct relist_object *obj,
				 const char *path, int64_t otherwise);

/* --- requests ------------------------------------------------------------------------------ */

/* Each returns the request's number in this turn, from 0, or -1 (and the run fails): an unknown
 * type, a body that is no JSON object, no name, more than 1000, out of memory. After one that
 * fails the rest of the turn's are not made. */

/** POST. metadata.name or metadata.generateName is in the body; `ns` NULL: no namespace. */
RELIST_API int relist_create(struct relist_reconcile *rc, const char *type, const char *ns,
			     const char *json);
/** PUT. With metadata.resourceVersion in it an old one is a 409. subresource: NULL, "status". */
RELIST_API int relist_update(struct relist_reconcile *rc, const char *type, const char *ns,
			     const char *name, const char *subresource, const char *json);
/** PATCH with a JSON merge patch. */
RELIST_API int relist_patch(struct relist_reconcile *rc, const char *type, const char *ns,
			    const char *name, const char *subresource, const char *json);
/** DELETE. uid: a precondition, NULL for none. A 404 counts as done. */
RELIST_API int relist_delete(struct relist_reconcile *rc, const char *type, const char *ns,
			     const char *name, const char *uid);
/** GET from the server, past the cache; the answer is there in the next turn. A 404 is no failure.
 */
RELIST_API int relist_get(struct relist_reconcile *rc, const char *type, const char *ns,
			  const char *name);

/* Answers to the turn before this one. */

/** The HTTP status; 0: not made, because one before it failed; -1: no answer came. */
RELIST_API int relist_answer_status(const struct relist_reconcile *rc, int request);
/** The body: the object as written, or a Status; "" without one. */
RELIST_API const char *relist_answer_json(const struct relist_reconcile *rc, int request);
/** As relist_text(), of the answer. */
RELIST_API const char *relist_answer_text(struct relist_reconcile *rc, int request,
					  const char *path);

#ifdef __cplusplus
}
#endif

#endif
