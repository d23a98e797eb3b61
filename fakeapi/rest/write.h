/* SPDX-License-Identifier: Apache-2.0 */
/* write.h - steps shared by the verbs that write. */
#ifndef FAKEAPI_WRITE_H
#define FAKEAPI_WRITE_H

#include "fakeapi/context.h"

/* Checks Accept, Content-Type and options of a create before its body. */
int fakeapi__negotiate_create(struct fakeapi__call *c);
/* Decodes the body as `res`. */
int fakeapi__decode_as(struct fakeapi__call *c, const struct fakeapi__resource *res, cJSON **out);
/* The same for any kind, served or not. */
int fakeapi__decode_kind(struct fakeapi__call *c, const char *group, const char *version,
			 const char *kind, cJSON **out);
/* Sets metadata.namespace to the path's, or removes it from cluster-scoped objects; 400 if it names
 * another namespace. */
int fakeapi__settle_namespace(struct fakeapi__call *c, cJSON *obj);
/* 400 if the body's name is not the path's. */
int fakeapi__check_name(struct fakeapi__call *c, const cJSON *obj);
/* `*obj` may be replaced. */
int fakeapi__create_decoded(struct fakeapi__call *c, cJSON **obj);
/* Refuses to create a custom resource if its definition is being deleted: -1, 403. */
int fakeapi__create_allowed(struct fakeapi__call *c, const char *name);
/* Removes the status that a client sends with a new object: only the server sets it. `*obj` may be
 * replaced. */
int fakeapi__drop_status(struct fakeapi__call *c, cJSON **obj);
/* Removes duplicate owner references, with a Warning (`after`: admission has already changed the
 * object). -1: out of memory. */
int fakeapi__drop_same_owners(struct fakeapi__call *c, cJSON *obj, bool after);
/* 1: has duplicate references; 0: none; -1: out of memory. */
int fakeapi__has_same_owners(const cJSON *obj);
/* Removes the metadata that clients cannot set on a new object. */
void fakeapi__drop_server_members(cJSON *obj);
/* Before defaulting: sets c->has_labels. */
void fakeapi__note_labels(struct fakeapi__call *c, const cJSON *obj);
/* Applies the stored version's schema to an object written in another version: prunes fields, adds
 * defaults. -1: out of memory. */
int fakeapi__fit_stored(struct fakeapi__call *c, cJSON *obj);
/* Converts `obj` from c->res to c->stored, in place. */
int fakeapi__to_stored(struct fakeapi__call *c, cJSON *obj);
/* If a webhook converts c->stored to c->res, converts the response before `obj` is written. -1:
 * error in st, or parked. */
int fakeapi__send_early(struct fakeapi__call *c, const cJSON *obj);
/* The stored state as a tree of c->res; NULL: out of memory, or error in st, or parked. */
cJSON *fakeapi__tree_of(struct fakeapi__call *c, const struct fakeapi__version *v);
/* The object may be large, so these release the lock if the call may (stages.h). The first is like
 * tree_of; the second makes a tree of the stored form. */
cJSON *fakeapi__tree_aside(struct fakeapi__call *c, const struct fakeapi__version *v);
cJSON *fakeapi__stored_aside(struct fakeapi__call *c, const struct fakeapi__version *v);
void fakeapi__drop_aside(struct fakeapi__call *c, cJSON *obj);
/* The same for internal requests: for the worker thread, or inline. */
cJSON *fakeapi__own_tree(struct fakeapi__core *core, const struct fakeapi__version *v);
void fakeapi__own_drop(struct fakeapi__core *core, cJSON *obj);
int fakeapi__own_commit(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str ns,
			struct str name, cJSON *obj, bool gone);
int fakeapi__commit_aside(struct fakeapi__call *c, struct fakeapi__bucket *b, struct str ns,
			  struct str name, cJSON *obj, bool gone);
/* Changes the object to the state that a read would return. -1: out of memory. */
int fakeapi__as_kept(const struct fakeapi__resource *res, cJSON *obj);
/* Applies admission's and the strategy's changes to a decoded object (`old`: NULL on create). -1:
 * out of memory. */
int fakeapi__prepare(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
/* Allocates the values that the strategy assigns, before prepare. Reports an invalid request before
 * an exhausted range. -1 with st. */
int fakeapi__allocate(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
/* The same without a call, for tests; `own`: an internal write. */
int fakeapi__prepare_object(const struct fakeapi__resource *res,
			    const struct fakeapi__strategy *strategy, cJSON *obj, const cJSON *old,
			    bool own);
/* Calls the admission webhooks, mutating or validating, with `obj` and `old` (NULL: a create). 0;
 * -1: error in st, or the call is parked (ask.h). */
int fakeapi__callout_mutating(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
int fakeapi__callout_validating(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
/* Calls both for a subresource with its own kind, or a review. */
int fakeapi__callout_both(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
/* Calls both for a deletion of `old`, a stored state; consumes `options`. */
int fakeapi__callout_delete(struct fakeapi__call *c, const struct fakeapi__version *old,
			    struct str ns, struct str name, cJSON *take_options);
/* Calls both for a connection to a subresource: consumes `options`, the parsed query. */
int fakeapi__callout_connect(struct fakeapi__call *c, cJSON *take_options);
/* fakeapi__version_make() with etcd's limits: removes managedFields from an object that is too
 * large, and refuses it if it still is. NULL: error in st, or out of memory. */
struct fakeapi__version *fakeapi__make_version(struct fakeapi__call *c, cJSON *obj,
					       const char *name, bool gone);
/* Runs the strategy's hook after a create or update. -1: out of memory. */
int fakeapi__written(struct fakeapi__call *c, struct str name);
/* 409 "the object has been modified"; always -1. */
int fakeapi__conflict(struct fakeapi__call *c, const char *name);
/* 500: the resourceVersion is not a number; always -1. */
int fakeapi__not_a_version(struct fakeapi__call *c, const cJSON *obj);
/* True if the objects differ only in the times in managedFields. */
bool fakeapi__same_state(const cJSON *a, const cJSON *b);

#endif
