/* SPDX-License-Identifier: Apache-2.0 */
/* crd.h - CustomResourceDefinitions: types that come and go while the server runs.
 *
 * The verbs store definitions like any other object; around that they call, in this order:
 *   create, update:  decode, fakeapi__default, fakeapi__validate, store; then
 *                    while (fakeapi__crd_step(...) gives an object) store it as status;
 *                    then fakeapi__crds_put(stored object).
 *   delete:          the real server sets a finalizer, removes the custom resources, then removes
 *                    the definition: fakeapi__crd_terminating() gives the object to store first;
 *                    while some of them wait for finalizers of their own, what
 *                    fakeapi__crd_deleting() gives is in force and none is made;
 *                    after the last custom resource is gone, fakeapi__crds_del().
 * A custom resource's fakeapi__resource lives until what fakeapi__crds_retired() gives is freed, so
 * that exchanges that began before a change may finish; schema/custom.h reads what it carries of
 * its definition.
 *
 * Who may call: the context, strategy/ and controllers/. Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_CRD_H
#define FAKEAPI_CRD_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"
#include "fakeapi/schema/registry.h"

#define FAKEAPI_CRD_FINALIZER "customresourcecleanup.apiextensions.k8s.io"

#define FAKEAPI_CRD_IN_PROGRESS "InstanceDeletionInProgress" /* why it is Terminating */

/* All definitions in force. */
struct fakeapi__crds;

struct fakeapi__crds *fakeapi__crds_new(struct fakeapi__registry *reg); /* NULL: no memory */
void fakeapi__crds_free(struct fakeapi__crds *crds);			/* before the registry */

/* Makes the registry serve what the definition says; one that is not Established serves nothing.
 * Replaces what a definition of that name served before. -1: out of memory, nothing changed. */
int fakeapi__crds_put(struct fakeapi__crds *crds, const cJSON *definition);
/* The same in two steps: what is long of it, which needs nothing but the definition; *out NULL: it
 * serves nothing. And then, under the lock, what changes anything. */
struct fakeapi__crd_version;
int fakeapi__crd_make(const cJSON *definition, struct fakeapi__crd_version **out);
int fakeapi__crds_take(struct fakeapi__crds *crds, struct str name,
		       struct fakeapi__crd_version *take_made);
/* Is `made` made of a definition that says the same as the one of that name does now (its spec and
 * its accepted names)? True too while nothing of that name is served. */
bool fakeapi__crds_same(const struct fakeapi__crds *crds, struct str name,
			const struct fakeapi__crd_version *made);
void fakeapi__crds_del(struct fakeapi__crds *crds, struct str name);
/* Another number than before: what is served may be something else. */
uint64_t fakeapi__crds_changes(const struct fakeapi__crds *crds);
/* Versions that were replaced or removed, to be freed when no exchange holds a custom resource:
 * with the lock or, since nothing else refers to them by then, without. NULL: none. */
struct fakeapi__crd_version *fakeapi__crds_retired(struct fakeapi__crds *crds);
void fakeapi__crd_versions_free(struct fakeapi__crd_version *take_list); /* NULL is fine */
/* All of the other's go out of its registry and are retired here. */
void fakeapi__crds_adopt(struct fakeapi__crds *crds, struct fakeapi__crds *take_others);

/* What the controllers of the real server would write next into the definition's status
 * (acceptedNames, NamesAccepted, then Established). *out: the whole changed object, owned by the
 * caller, with the entry in managedFields; NULL: nothing left to do. -1: out of memory. */
int fakeapi__crd_step(const struct fakeapi__crds *crds, const cJSON *definition, const char *now,
		      cJSON **out);
/* The definition as it is while its custom resources go: condition Terminating. deletionTimestamp
 * and the finalizer are the verbs' business. NULL: out of memory. */
cJSON *fakeapi__crd_terminating(const cJSON *definition, const char *now);
/* The definition while custom resources that were deleted wait for their finalizers, and when the
 * last of them is gone (`done`), with the entry in managedFields. NULL: out of memory. */
cJSON *fakeapi__crd_deleting(const cJSON *definition, bool done, const char *now);

/* A definition that is served and Terminating. */
struct fakeapi__crd_ending {
	struct str name, group, resource; /* borrowed from the definition in force */
	bool swept;
};
/* The next of them from `*i` on, 0 at first; false: there is none. Cheap while there is none. */
bool fakeapi__crds_ending(const struct fakeapi__crds *crds, size_t *i,
			  struct fakeapi__crd_ending *out);
/* All its custom resources are deleted, or wait. */
void fakeapi__crds_swept(struct fakeapi__crds *crds, struct str name);

#endif
