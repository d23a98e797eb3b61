/* SPDX-License-Identifier: Apache-2.0 */
/* manifests.h - texts of objects as `kubectl apply -f` takes them, one object at a time. */
#ifndef FAKEAPI_CONTROL_MANIFESTS_H
#define FAKEAPI_CONTROL_MANIFESTS_H

#include "base/base.h"

/* One object, as JSON. `where` is "pods.yaml" or "pods.yaml, document 3". Borrowed for the
 * call. A value other than 0 ends the walk and is returned. */
typedef int fakeapi__manifest_fn(void *user, struct str doc, const char *where,
				 struct relist_err *err);

/* Every object in `text`: YAML documents, JSON values one after another; the items of anything
 * whose kind ends in List, with the apiVersion and kind that a typed list's items lack. */
int fakeapi__manifests_text(struct str text, const char *where, fakeapi__manifest_fn *fn,
			    void *user, struct relist_err *err);

#endif
