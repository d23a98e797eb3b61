/* SPDX-License-Identifier: Apache-2.0 */
/* crd.h - CustomResourceDefinitions: types that come and go while the server runs.
 *
 * The verbs store definitions like any other object; around that they call, in this order:
 *   create, update:  decode, fakeapi__default, fakeapi__validate, store; then
 *                    while (fakeapi__crd_step(...) gives an object) store it as status;
 *                    then fakeapi__crds_put(stored object).
 *   delete:          the real server sets a finalizer, removes the custom resources, then lets the
 *                    definition go: fakeapi__crd_terminating() gives the object to store first;
 *                    after the last custom resource is gone, fakeapi__crds_del().
 * A custom resource's fakeapi__resource.crd points at its struct fakeapi__crd_version, which lives
 * until fakeapi__crds_sweep(), so that exchanges that began before a change may finish.
 */
#ifndef FAKEAPI_CRD_H
#define FAKEAPI_CRD_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/meta/status.h"
#include "fakeapi/schema/resource.h"

#define FAKEAPI_CRD_FINALIZER "customresourcecleanup.apiextensions.k8s.io"

/* All definitions in force. */
struct fakeapi__crds;

struct fakeapi__crds *fakeapi__crds_new(struct fakeapi__registry *reg); /* NULL: no memory */
void fakeapi__crds_free(struct fakeapi__crds *crds);			/* before the registry */

/* Makes the registry serve what the definition says; one that is not Established serves nothing.
 * Replaces what a definition of that name served before. -1: out of memory, nothing changed. */
int fakeapi__crds_put(struct fakeapi__crds *crds, const cJSON *definition);
void fakeapi__crds_del(struct fakeapi__crds *crds, struct str name);
/* Frees versions that were replaced or removed: call when no exchange holds a custom resource. */
void fakeapi__crds_sweep(struct fakeapi__crds *crds);

/* What the controllers of the real server would write next into the definition's status
 * (acceptedNames, NamesAccepted, then Established). *out: the whole changed object, owned by the
 * caller, with the entry in managedFields; NULL: nothing left to do. -1: out of memory. */
int fakeapi__crd_step(const struct fakeapi__crds *crds, const cJSON *definition, const char *now,
		      cJSON **out);
bool fakeapi__crd_established(const cJSON *definition);
/* The definition as it is while its custom resources go: condition Terminating. deletionTimestamp
 * and the finalizer are the verbs' business. NULL: out of memory. */
cJSON *fakeapi__crd_terminating(const cJSON *definition, const char *now);

/* --- facts about one served version; `res` has FAKEAPI_RES_CUSTOM ------------------------- */

/* spec.versions[i].additionalPrinterColumns, borrowed, or NULL (then: Age alone). */
const cJSON *fakeapi__crd_columns(const struct fakeapi__resource *res);
/* A definition of the field `path` ("spec.color") among selectableFields. */
bool fakeapi__crd_selectable(const struct fakeapi__resource *res, struct str path);
/* The value at a selectable field or JSON path (".spec.color") as a selector sees it, appended to
 * `out`; absent: nothing. For tests. */
void fakeapi__crd_field(const cJSON *obj, struct str path, struct strbuf *out);

/* subresources.scale; members may be NULL. */
struct fakeapi__crd_scale {
	const char *spec_replicas;   /* ".spec.replicas" */
	const char *status_replicas; /* ".status.replicas" */
	const char *label_selector;  /* ".status.selector" */
};
bool fakeapi__crd_scale(const struct fakeapi__resource *res, struct fakeapi__crd_scale *out);
/* openAPIV3Schema, borrowed, or NULL. */
const cJSON *fakeapi__crd_schema(const struct fakeapi__resource *res);
/* True for spec.preserveUnknownFields or a version without schema: nothing is pruned. */
bool fakeapi__crd_preserves(const struct fakeapi__resource *res);

/* --- schema: called by admit.h's functions for custom resources; needed again on reading ---- */

/* Fills in defaults; also for objects read from the store. -1: out of memory. */
int fakeapi__schema_default(const cJSON *schema, cJSON *obj);
/* Removes what the schema (NULL: none) does not know; each is a finding `unknown field "spec.a"` of
 * `t` (may be NULL). apiVersion, kind and metadata at the top are known. -1: out of memory. */
struct fakeapi__typed;
int fakeapi__schema_prune(const cJSON *schema, cJSON *obj, struct fakeapi__typed *t);
/* Appends causes to `st` as validation does; true when all is well. */
struct fakeapi__causes;
int fakeapi__schema_validate(const cJSON *schema, const cJSON *obj, struct fakeapi__causes *causes);

#endif
