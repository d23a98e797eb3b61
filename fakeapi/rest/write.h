/* SPDX-License-Identifier: Apache-2.0 */
/* write.h - steps that the verbs which write share. */
#ifndef FAKEAPI_WRITE_H
#define FAKEAPI_WRITE_H

#include "fakeapi/context.h"

/* What a create looks at before its body: Accept, Content-Type, options. */
int fakeapi__negotiate_create(struct fakeapi__call *c);
/* Decodes the body as `res`. */
int fakeapi__decode_as(struct fakeapi__call *c, const struct fakeapi__resource *res, cJSON **out);
/* The same of another kind, served or not. */
int fakeapi__decode_kind(struct fakeapi__call *c, const char *group, const char *version,
			 const char *kind, cJSON **out);
/* metadata.namespace becomes that of the path, cluster-scoped objects lose theirs; 400 if it says
 * another. */
int fakeapi__settle_namespace(struct fakeapi__call *c, cJSON *obj);
/* 400 when the body names another object than the path, or none. */
int fakeapi__check_name(struct fakeapi__call *c, const cJSON *obj);
/* `*obj` may be replaced. */
int fakeapi__create_decoded(struct fakeapi__call *c, cJSON **obj);
/* No custom resource is made while its definition waits for the last of them to go: -1, 403. */
int fakeapi__create_allowed(struct fakeapi__call *c, const char *name);
/* Status is the server's: what a client sends with a new object is as if it had not. `*obj` may be
 * replaced. */
int fakeapi__drop_status(struct fakeapi__call *c, cJSON **obj);
/* Owners that are named more than once are kept once, with a Warning (`after`: after admission has
 * changed the object). -1: out of memory. */
int fakeapi__drop_same_owners(struct fakeapi__call *c, cJSON *obj, bool after);
/* 1: a reference occurs twice; 0: none; -1: out of memory. */
int fakeapi__has_same_owners(const cJSON *obj);
/* Before defaulting: sets c->has_labels. */
void fakeapi__note_labels(struct fakeapi__call *c, const cJSON *obj);
/* What is written in another version is read back by the schema of the stored one: what that does
 * not know goes, its defaults come. -1: out of memory. */
int fakeapi__fit_stored(struct fakeapi__call *c, cJSON *obj);
/* `obj` from the form of c->res to the form of c->stored, in place, and back. */
int fakeapi__to_stored(struct fakeapi__call *c, cJSON *obj);
/* Before `obj`, of the form of c->stored, is written: converts the response, where a webhook does
 * that. -1: st, or parked. */
int fakeapi__tell_ahead(struct fakeapi__call *c, const cJSON *obj);
/* The stored state as a tree of c->res; NULL: out of memory, or st, or parked. */
cJSON *fakeapi__tree_of(struct fakeapi__call *c, const struct fakeapi__version *v);
/* The same, and what follows, with the lock released if the call may (stages.h): the object may be
 * large. The tree of what is stored, as it is. */
cJSON *fakeapi__tree_aside(struct fakeapi__call *c, const struct fakeapi__version *v);
cJSON *fakeapi__stored_aside(struct fakeapi__call *c, const struct fakeapi__version *v);
void fakeapi__drop_aside(struct fakeapi__call *c, cJSON *obj);
/* The three of what the core does by itself, for whichever writer is at work aside, or here. */
cJSON *fakeapi__own_tree(struct fakeapi__core *core, const struct fakeapi__version *v);
void fakeapi__own_drop(struct fakeapi__core *core, cJSON *obj);
int fakeapi__own_commit(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str ns,
			struct str name, cJSON *obj, bool gone);
int fakeapi__commit_aside(struct fakeapi__call *c, struct fakeapi__bucket *b, struct str ns,
			  struct str name, cJSON *obj, bool gone);
/* Makes of the object what comes back from storage. -1: out of memory. */
int fakeapi__as_kept(const struct fakeapi__resource *res, cJSON *obj);
/* What admission and the strategy write into a decoded object (`old`: NULL on create). -1: out of
 * memory. */
int fakeapi__prepare(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
/* Allocates what the strategy gives it, before it is prepared. An invalid wish is reported before
 * an exhausted range. -1 with st. */
int fakeapi__allocate(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
/* The same without a call, for tests; `own`: no client's write. */
int fakeapi__prepare_object(const struct fakeapi__resource *res,
			    const struct fakeapi__strategy *strategy, cJSON *obj, const cJSON *old,
			    bool own);
/* Calls admission webhooks with `obj`, which was `old` (NULL: it is new): first those that may
 * change it, or those that may refuse it. 0; -1: st, or the call is parked (ask.h). */
int fakeapi__ask_mutating(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
int fakeapi__ask_validating(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
/* Both, of a subresource that is an object of its own, or a review. */
int fakeapi__ask_both(struct fakeapi__call *c, cJSON *obj, const cJSON *old);
/* Both, of a deletion of `old`, a stored state; `options` is taken. */
int fakeapi__ask_delete(struct fakeapi__call *c, const struct fakeapi__version *old, struct str ns,
			struct str name, cJSON *take_options);
/* Both, of a connection to a subresource: `options` is the parsed query, and taken. */
int fakeapi__ask_connect(struct fakeapi__call *c, cJSON *take_options);
/* fakeapi__version_make() within etcd's limits: an object that is too large without its
 * managedFields (which it loses) is refused. NULL: st, or out of memory. */
struct fakeapi__version *fakeapi__make_version(struct fakeapi__call *c, cJSON *obj,
					       const char *name, bool gone);
/* After a create or update: what the strategy does then. -1: out of memory. */
int fakeapi__written(struct fakeapi__call *c, struct str name);
/* 409 "the object has been modified"; always -1. */
int fakeapi__conflict(struct fakeapi__call *c, const char *name);
/* 500: the resourceVersion is no number; always -1. */
int fakeapi__not_a_version(struct fakeapi__call *c, const cJSON *obj);
/* Whether nothing but the times in managedFields differs. */
bool fakeapi__same_state(const cJSON *a, const cJSON *b);

#endif
