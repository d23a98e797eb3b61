/* SPDX-License-Identifier: Apache-2.0 */
/* Changes a cached object in place, as a faulty handler does: for tests of the mutation detector.
 */

#include "informer/thread_safe_store.h"

#include "informer/object.h"
#include "informer/shared_informer.h"

/* Returns a letter of the first string in `v`; NULL if there is none. */
static const char *first_letter(json_t v, int depth)
{
	struct json_iter it;
	json_t key, val;
	const char *p = NULL;

	switch (json_kind(v)) {
	case JSON_STRING:
		/* Not after a backslash: the text must stay valid JSON. */
		for (size_t i = 1; i + 1 < v.len && v.ptr[i] != '\\'; i++) {
			if ((v.ptr[i] >= 'a' && v.ptr[i] <= 'y') ||
			    (v.ptr[i] >= 'A' && v.ptr[i] <= 'Y'))
				return v.ptr + i;
		}
		return NULL;
	case JSON_OBJECT:
		json_iter_init(&it, v);
		while (!p && depth > 0 && json_iter_member(&it, &key, &val))
			p = first_letter(val, depth - 1);
		return p;
	case JSON_ARRAY:
		json_iter_init(&it, v);
		while (!p && depth > 0 && json_iter_element(&it, &val))
			p = first_letter(val, depth - 1);
		return p;
	case JSON_NULL:
	case JSON_BOOL:
	case JSON_NUMBER:
	case JSON_ABSENT:
		return NULL;
	}
	return NULL;
}

int inf__informer_mutate(struct inf__informer *inf, const char *key)
{
	static const char *const places[] = { "spec", "status", "data", "metadata", "kind" };
	AUTO_OBJECT obj = inf__indexer_get(inf__informer_indexer(inf), key);
	const char *p = NULL;

	if (!obj)
		return RELIST_ENOTFOUND;
	/* Prefer other members to the metadata, which the object refers to. */
	for (size_t i = 0; i < ARRAY_LEN(places) && !p; i++)
		p = first_letter(json_get(inf__object_value(obj), places[i]), 16);
	if (!p)
		return RELIST_ENOTFOUND;
	++*(char *)(uintptr_t)p;
	return 0;
}
