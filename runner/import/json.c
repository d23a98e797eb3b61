/* SPDX-License-Identifier: Apache-2.0 */
/* json.c - copies of objects with a changed member. */
#include "base/alloc.h"
#include "base/json_tree.h"
#include "runner/import/impl.h"

bool imp__with_rv(json_t object, uint64_t rv, struct strbuf *out)
{
	json_t metadata = json_get(object, "metadata");
	json_t have = json_get(metadata, "resourceVersion");
	const char *from = have.len ? have.ptr : metadata.ptr + 1;

	if (json_kind(metadata) != JSON_OBJECT)
		return false;
	strbuf_add(out, object.ptr, (size_t)(from - object.ptr));
	if (!have.len)
		strbuf_addf(out, "\"resourceVersion\":\"%llu\"%s", (unsigned long long)rv,
			    json_get(metadata, "name").len ? "," : "");
	else
		strbuf_addf(out, "\"%llu\"", (unsigned long long)rv);
	from += have.len;
	strbuf_add(out, from, (size_t)(object.ptr + object.len - from));
	return true;
}

int imp__with_member(json_t object, const char *where, const char *name, const char *value,
		     struct strbuf *out)
{
	cJSON *tree = json_tree_parse(object, JSON_DIGITS_ALL);
	cJSON *item = json_tree_parse(str_of(value), JSON_DIGITS_ALL);
	cJSON *inside = cJSON_GetObjectItemCaseSensitive(tree, where);
	char *text = NULL;

	if (tree && !cJSON_IsObject(inside)) {
		cJSON_DeleteItemFromObjectCaseSensitive(tree, where);
		inside = cJSON_AddObjectToObject(tree, where);
	}
	if (inside && item) {
		cJSON_DeleteItemFromObjectCaseSensitive(inside, name);
		if (cJSON_AddItemToObject(inside, name, item))
			item = NULL;
		text = item ? NULL : json_tree_print(tree, JSON_STYLE_WRITTEN);
	}
	cJSON_Delete(item);
	cJSON_Delete(tree);
	if (text)
		strbuf_addz(out, text);
	cJSON_free(text);
	return text && !out->failed ? 0 : RELIST_ENOMEM;
}

static int by_key(const void *a, const void *b)
{
	const struct map_entry *x = *(const struct map_entry *const *)a;
	const struct map_entry *y = *(const struct map_entry *const *)b;
	uint32_t n = x->key_len < y->key_len ? x->key_len : y->key_len;
	int order = memcmp(x->key, y->key, n);

	return order ? order : x->key_len < y->key_len ? -1 : x->key_len > y->key_len;
}

const struct map_entry **imp__sorted(const struct map *m)
{
	const struct map_entry **entries =
	    base__reallocarray(NULL, map_len(m) + 1, sizeof(*entries));
	const struct map_entry *e;
	size_t n = 0;

	for (size_t i = 0; entries && (e = map_next(m, &i));)
		entries[n++] = e;
	if (n)
		qsort(entries, n, sizeof(*entries), by_key);
	return entries;
}
