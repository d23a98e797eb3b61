/* SPDX-License-Identifier: Apache-2.0 */
/* key.h - splits "namespace/name" keys (client-go's store.go and object-names.go).
 *
 * MetaNamespaceKeyFunc is inf_object_key(); DeletionHandlingMetaNamespaceKeyFunc is the `key`
 * parameter of a handler's on_delete. */
#ifndef INFORMER_KEY_H
#define INFORMER_KEY_H

#include "base/base.h"

/* SplitMetaNamespaceKey: views into `key`; no slash: no namespace. RELIST_EINVAL: two or more. */
int inf__key_split(const char *key, struct str *namespace_, struct str *name,
		   struct relist_err *err);

#endif
