/* SPDX-License-Identifier: Apache-2.0 */
/* object.h - Kubernetes objects: immutable and counted. informer.h includes this header.
 *
 * Functions return `const` pointers; inf_object_ref() keeps an object. Any thread.
 */
#ifndef RELIST_OBJECT_H
#define RELIST_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "relist/err.h"

#ifdef __cplusplus
extern "C" {
#endif

#define INF_API __attribute__((visibility("default")))

/* One version of one Kubernetes object: raw JSON plus the metadata a cache needs. */
struct inf_object;

/* Bytes inside an object, not NUL-terminated; they live as long as the object. */
struct inf_str {
	const char *ptr;
	size_t len;
};

/** Adds a reference and returns `obj`. Any thread. */
INF_API struct inf_object *inf_object_ref(const struct inf_object *obj);

/** Drops one reference; frees at zero. NULL is fine. Any thread. */
INF_API void inf_object_unref(const struct inf_object *obj);

/**
 * The key: "namespace/name", or "name" without a namespace (MetaNamespaceKeyFunc); "" without
 * metadata. Borrowed, NUL-terminated.
 */
INF_API const char *inf_object_key(const struct inf_object *obj);

/** metadata.resourceVersion, "" when absent. Borrowed, NUL-terminated. */
INF_API const char *inf_object_resource_version(const struct inf_object *obj);

INF_API struct inf_str inf_object_name(const struct inf_object *obj); /**< metadata.name */
INF_API struct inf_str
inf_object_namespace(const struct inf_object *obj);		      /**< metadata.namespace */
INF_API struct inf_str inf_object_uid(const struct inf_object *obj);  /**< metadata.uid */
INF_API struct inf_str inf_object_kind(const struct inf_object *obj); /**< kind */
INF_API struct inf_str inf_object_api_version(const struct inf_object *obj); /**< apiVersion */

/** The object's JSON, with apiVersion and kind if the list had them. Borrowed. */
INF_API struct inf_str inf_object_json(const struct inf_object *obj);

/* Owned references; free them with inf_object_list_fini(). Start from { 0 }. */
struct inf_object_list {
	struct inf_object **items;
	size_t len;
	size_t cap;
};
INF_API void inf_object_list_fini(struct inf_object_list *list); /**< Frees it; { 0 } again. */

/* Owned strings; free them with inf_strings_fini(). Start from { 0 }. */
struct inf_strings {
	char **items;
	size_t len;
	size_t cap;
};
INF_API void inf_strings_fini(struct inf_strings *strings); /**< Frees it; { 0 } again. */

#ifdef __cplusplus
}
#endif

#endif
