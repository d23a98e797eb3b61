/* SPDX-License-Identifier: Apache-2.0 */
/* model.h - direct writes into the storage, for scenarios: without the checks, defaults and
 * namespaces of the REST layer, so that every write takes exactly one resource version. Watches,
 * faults and backends treat them like any other write.
 *
 * Threads: every function takes the core's lock. */
#ifndef FAKEAPI_MODEL_H
#define FAKEAPI_MODEL_H

#include "base/str.h"
#include "fakeapi/core.h"

struct fakeapi__model_type {
	struct str group, version, resource, kind;
	bool namespaced;
	bool status; /* a custom type with /status; main verbs ignore status */
};

enum fakeapi__model_op {
	FAKEAPI_MODEL_CREATE, /* body: the object */
	FAKEAPI_MODEL_PATCH,  /* body: a JSON merge patch */
	FAKEAPI_MODEL_DELETE, /* with finalizers: marks the object */
};

struct fakeapi__model_write {
	enum fakeapi__model_op op;
	const struct fakeapi__model_type *type;
	struct str ns, name, body;
	struct str patch;     /* CREATE: a merge patch over body; may be empty */
	struct str uid;	      /* not empty: the object must have it; else 409 */
	bool drop_finalizers; /* DELETE: removes it at once */
	/* As the REST layer does, counts the changes of the spec in the generation, and gives the
	 * changed fields of an object with managers to the manager `scenario`. */
	bool tracked;
};

/* Registers the type if it is not served, as a custom resource, without a write. */
int fakeapi__model_serve(struct fakeapi__core *core, const struct fakeapi__model_type *type,
			 struct relist_err *err);
/* The HTTP status that a client would get (200, 201, 404, 409), or a negative enum relist_code.
 * `out` (may be NULL) gets the object as written; for a deletion the last state. */
int fakeapi__model_write(struct fakeapi__core *core, int64_t now_ns,
			 const struct fakeapi__model_write *w, struct strbuf *out);
/* Calls `fn` for every object of the type that existed at `rv` (UINT64_MAX: now), with its rv;
 * stops at the first value other than 0 and returns it. RELIST_ENOTFOUND: that state is compacted.
 * `fn` runs under the core's lock and must not call back. */
int fakeapi__model_each_at(struct fakeapi__core *core, const struct fakeapi__model_type *type,
			   uint64_t rv,
			   int (*fn)(void *user, struct str ns, struct str name, uint64_t rv),
			   void *user);
/* False: not found. */
bool fakeapi__model_get(struct fakeapi__core *core, const struct fakeapi__model_type *type,
			struct str ns, struct str name, struct strbuf *out);

#endif
