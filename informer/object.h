/* SPDX-License-Identifier: Apache-2.0 */
/* object.h - one version of one Kubernetes object, immutable and shared.
 *
 * One allocation: a 12-byte head, the NUL-terminated key and resourceVersion, the raw JSON. It is
 * never written after inf__object_new() returns, so it crosses threads without a lock; only the
 * reference count changes. The bytes are copied from the network buffer once, here, and never again
 * on the way to a handler. Rarely used values (uid, kind, apiVersion) are found in the JSON when
 * needed, because memory counts: a cache holds every object of a cluster.
 *
 * Accessors mean what apimachinery's unstructured accessors mean: a member that is missing or of
 * another type than string reads as "", and metadata that is no object as if it were absent.
 */
#ifndef INFORMER_OBJECT_H
#define INFORMER_OBJECT_H

#include "base/json_scan.h"
#include "base/str.h"
#include "relist/informer.h"

/* What one pass over the top level and the metadata of a JSON object finds. All values are
 * borrowed; absent ones have len 0. Of duplicate members the last counts, as in Go. */
struct inf__meta {
	json_t json;	    /* the object itself */
	json_t api_version; /* any kind of value */
	json_t kind;
	json_t metadata;
	/* Members of metadata. */
	json_t name, namespace_, resource_version, uid, annotations;
	/* As apimachinery's SimpleMetaFactory.Interpret sees it: names in any case, null means
	 * absent; gvk_invalid: a value that is neither string nor null. */
	json_t gvk_api_version, gvk_kind;
	bool gvk_invalid;
};

/* False when `json` (valid JSON) is no object; *m is then zero but for m->json. */
bool inf__meta_scan(json_t json, struct inf__meta *m);
/* The same for the object that begins at p; returns what follows it. One pass finds the metadata
 * and the end, which is why frames are taken apart with it. */
const char *inf__meta_scan_at(const char *p, const char *end, struct inf__meta *m);

/* For walking valid JSON in place: p is at an object's brace or at a comma between its members.
 * *key and where its value begins, or NULL at the closing brace. */
const char *inf__next_member(const char *p, const char *end, json_t *key);

/* The member name is `name` but for the case of letters, as encoding/json matches names of struct
 * fields. */
bool inf__name_folds_to(json_t key, const char *name);

/* Makes an object of `json` (a valid JSON object, or null, which counts as an empty one).
 * `api_version` and `kind` ({ NULL, 0 }: none) are written into it where it has neither: list
 * items inherit them. NULL: out of memory or, with RELIST_EINVAL, not an object. */
struct inf_object *inf__object_new(json_t json, struct str api_version, struct str kind,
				   struct relist_err *err);

/* The same from a scan already made; nothing is inherited. */
struct inf_object *inf__object_from_meta(const struct inf__meta *m, struct relist_err *err);

static inline json_t inf__object_value(const struct inf_object *obj)
{
	struct inf_str s = inf_object_json(obj);

	return (json_t) { s.ptr, s.len };
}

/* Objects alive in this process; the simulator checks it against what is referenced. */
size_t inf__object_count(void);

/* Another home for objects made from now on (the mutation trap's pages): the head, which counts
 * references, ends where `bytes` begins. Once set never changed; NULL from alloc: use the heap. */
struct inf__object_pages {
	void *(*alloc)(size_t head, size_t size); /* of it all; returns the head */
	void (*seal)(const void *bytes, size_t size);
	void (*free)(const void *bytes);
};
void inf__object_set_pages(const struct inf__object_pages *pages);

static inline void inf__object_unref_auto(struct inf_object **p)
{
	inf_object_unref(*p);
}
#define AUTO_OBJECT AUTO(inf__object_unref_auto) struct inf_object *

#endif
