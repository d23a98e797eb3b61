/* SPDX-License-Identifier: Apache-2.0 */
/* crd.h - CustomResourceDefinitions: types that are added and removed while the server runs.
 *
 * The verbs store definitions like any other object; in addition they call, in this order:
 *   create, update:  decode, fakeapi__default, fakeapi__validate, store; then
 *                    while (fakeapi__crd_step(...) returns an object) store it as status;
 *                    then fakeapi__crds_put(stored object).
 *   delete:          the real server sets a finalizer, deletes the custom resources, then the
 *                    definition: store the result of fakeapi__crd_terminating() first; while
 *                    custom resources wait for their own finalizers, the result of
 *                    fakeapi__crd_deleting() is served and no new ones can be created; after
 *                    the last custom resource is deleted, fakeapi__crds_del().
 * A custom resource's fakeapi__resource lives until the result of fakeapi__crds_retired() is freed,
 * so exchanges that began before a change can finish; schema/custom.h reads the definition's data
 * in it.
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

#define FAKEAPI_CRD_IN_PROGRESS "InstanceDeletionInProgress" /* the reason of Terminating */

/* All served definitions. */
struct fakeapi__crds;

struct fakeapi__crds *fakeapi__crds_new(struct fakeapi__registry *reg); /* NULL: out of memory */
void fakeapi__crds_free(struct fakeapi__crds *crds);			/* before the registry */

/* Registers the versions that the definition serves; none if it is not Established. Replaces the
 * definition of the same name. -1: out of memory, nothing changed. */
int fakeapi__crds_put(struct fakeapi__crds *crds, const cJSON *definition);
/* The same in two steps. The first does the long work and needs only the definition; *out NULL: it
 * serves nothing. The second needs the lock and makes the change. */
struct fakeapi__crd_version;
int fakeapi__crd_make(const cJSON *definition, struct fakeapi__crd_version **out);
int fakeapi__crds_take(struct fakeapi__crds *crds, struct str name,
		       struct fakeapi__crd_version *take_made);
/* True if `made` was made from the same spec and accepted names as the served definition of that
 * name, or if no definition of that name is served. */
bool fakeapi__crds_same(const struct fakeapi__crds *crds, struct str name,
			const struct fakeapi__crd_version *made);
void fakeapi__crds_del(struct fakeapi__crds *crds, struct str name);
/* A counter: if it has changed, the served types may have changed. */
uint64_t fakeapi__crds_changes(const struct fakeapi__crds *crds);
/* Replaced or removed versions. The caller frees them when no exchange uses a custom resource, with
 * or without the lock: nothing else refers to them. NULL: none. */
struct fakeapi__crd_version *fakeapi__crds_retired(struct fakeapi__crds *crds);
void fakeapi__crd_versions_free(struct fakeapi__crd_version *take_list); /* NULL is fine */
/* Unregisters all definitions of the other and retires them here. */
void fakeapi__crds_adopt(struct fakeapi__crds *crds, struct fakeapi__crds *take_others);

/* Makes the next status that the real server's controllers would write (acceptedNames,
 * NamesAccepted, then Established). *out: the whole changed object with its managedFields, owned by
 * the caller; NULL: no step remains. -1: out of memory. */
int fakeapi__crd_step(const struct fakeapi__crds *crds, const cJSON *definition, const char *now,
		      cJSON **out);
/* The definition with the condition Terminating. The verbs set deletionTimestamp and the finalizer.
 * NULL: out of memory. */
cJSON *fakeapi__crd_terminating(const cJSON *definition, const char *now);
/* The definition while deleted custom resources wait for their finalizers, or (`done`) after the
 * last is deleted, with its managedFields. NULL: out of memory. */
cJSON *fakeapi__crd_deleting(const cJSON *definition, bool done, const char *now);

/* A served definition that is Terminating. */
struct fakeapi__crd_ending {
	struct str name, group, resource; /* borrowed from the served definition */
	bool swept;
};
/* The next one from `*i` on, 0 at first; false: none. Cheap if there is none. */
bool fakeapi__crds_ending(const struct fakeapi__crds *crds, size_t *i,
			  struct fakeapi__crd_ending *out);
/* Records that all its custom resources are deleted or wait for finalizers. */
void fakeapi__crds_swept(struct fakeapi__crds *crds, struct str name);

#endif
