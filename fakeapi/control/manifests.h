/* SPDX-License-Identifier: Apache-2.0 */
/* manifests.h - splits texts in the formats of `kubectl apply -f` into objects. */
#ifndef FAKEAPI_CONTROL_MANIFESTS_H
#define FAKEAPI_CONTROL_MANIFESTS_H

#include "base/base.h"

/* Called with one object as JSON. `where` is "pods.yaml" or "pods.yaml, document 3". Borrowed for
 * the call. A value other than 0 ends the walk and is returned. */
typedef int fakeapi__manifest_fn(void *user, struct str doc, const char *where,
				 struct relist_err *err);

/* Calls fn for every object in `text`: YAML documents, consecutive JSON values, and the items of
 * any kind with the suffix List, with the apiVersion and kind that a typed list's items lack. */
int fakeapi__manifests_text(struct str text, const char *where, fakeapi__manifest_fn *fn,
			    void *user, struct relist_err *err);

#endif
