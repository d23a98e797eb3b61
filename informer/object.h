/* SPDX-License-Identifier: Apache-2.0 */
/* object.h - one version of one Kubernetes object, immutable and shared.
 *
 * One allocation: a 12-byte header, the NUL-terminated key and resourceVersion, the raw JSON. It is
 * never written after inf__object_new() returns, so threads share it without a lock; only the
 * reference count changes. The bytes are copied once, from the network buffer, and never again on
 * their way to a handler. Rarely used values (uid, kind, apiVersion) are searched in the JSON when
 * needed. This saves memory: a cache holds every object of a cluster.
 *
 * Accessors behave like apimachinery's unstructured accessors: a member that is missing or not a
 * string reads as "", and metadata that is not an object counts as absent. */
#ifndef INFORMER_OBJECT_H
#define INFORMER_OBJECT_H

#include "base/json_scan.h"
#include "base/str.h"
#include "relist/informer.h"

/* The result of one pass over the top level and the metadata of a JSON object. All values are
 * borrowed; absent ones have len 0. Of duplicate members the last counts, as in Go. */
struct inf__meta {
	json_t json;	    /* the object itself */
	json_t api_version; /* any kind of value */
	json_t kind;
	json_t metadata;
	/* Members of metadata. */
	json_t name, namespace_, resource_version, uid, annotations;
	/* As parsed by apimachinery's SimpleMetaFactory.Interpret: names in any case, null means
	 * absent; gvk_invalid: a value that is neither string nor null. */
	json_t gvk_api_version, gvk_kind;
	bool gvk_invalid;
	bool compact; /* no white space between the members, and there are some */
};

/* Returns false if `json` (valid JSON) is not an object; then only m->json is set. */
bool inf__meta_scan(json_t json, struct inf__meta *m);
/* The same with the spans that the scanner noted; `spans` may be NULL. */
bool inf__meta_scan_noted(json_t json, const struct json_spans *spans, struct inf__meta *m);
/* Likewise for the object that begins at p; returns its end. One pass finds both the metadata and
 * the end, so frames are decoded with it. `skip` may be NULL. */
struct json_skip;
const char *inf__meta_scan_at(const char *p, const char *end, struct json_skip *skip,
			      struct inf__meta *m);

/* For walking valid JSON in place: p is at an object's brace or at a comma between its members.
 * Sets *key and returns the start of its value, or NULL at the closing brace. */
const char *inf__next_member(const char *p, const char *end, json_t *key);

/* Whether the member name equals `name` ignoring case, as encoding/json matches names of struct
 * fields. */
bool inf__name_folds_to(json_t key, const char *name);

/* Makes an object of `json` (a valid JSON object, or null, which counts as an empty one). Inserts
 * `api_version` and `kind` ({ NULL, 0 }: none) if it has neither: list items inherit them. Returns
 * NULL if out of memory or, with RELIST_EINVAL, if `json` is not an object. */
struct inf_object *inf__object_new(json_t json, struct str api_version, struct str kind,
				   struct relist_err *err);
/* The same of a value whose containers were noted when it was scanned. */
struct inf_object *inf__object_new_noted(json_t json, const struct json_spans *spans,
					 struct str api_version, struct str kind,
					 struct relist_err *err);

/* Likewise from an existing scan; nothing is inherited. */
struct inf_object *inf__object_from_meta(const struct inf__meta *m, struct relist_err *err);

static inline json_t inf__object_value(const struct inf_object *obj)
{
	struct inf_str s = inf_object_json(obj);

	return (json_t) { s.ptr, s.len };
}

/* The number of live objects in this process; the simulator compares it with the references. */
size_t inf__object_count(void);

/* Replaces the heap for new objects (the pages of the mutation trap). The header, which counts
 * references, ends where `bytes` begins. Set at most once; alloc returning NULL: use the heap. */
struct inf__object_pages {
	void *(*alloc)(size_t head, size_t size); /* allocates all; returns the header */
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
