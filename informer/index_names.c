/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of keys, and names and values of indexes. */
#include "informer/thread_safe_store.h"

#include "base/alloc.h"
#include "informer/shared_informer.h"

void inf_strings_fini(struct inf_strings *s)
{
	for (size_t i = 0; i < s->len; i++)
		base__free(s->items[i]);
	base__free(s->items);
	*s = (struct inf_strings) { NULL, 0, 0 };
}

int inf__strings_add(struct inf_strings *s, struct str value)
{
	char *copy;

	if (s->len == s->cap) {
		size_t cap = s->cap ? s->cap * 2 : 8;
		char **items = base__reallocarray(s->items, cap, sizeof(char *));

		if (!items)
			return RELIST_ENOMEM;
		s->items = items;
		s->cap = cap;
	}
	copy = base__strndup(value.ptr, value.len);
	if (!copy)
		return RELIST_ENOMEM;
	s->items[s->len++] = copy;
	return 0;
}

/* Removes the strings that a failed call has appended. */
static int strings_keep(struct inf_strings *s, size_t before, int rc)
{
	while (rc != 0 && s->len > before)
		base__free(s->items[--s->len]);
	return rc;
}

static int compare_strings(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int inf__indexer_list_keys(struct inf__indexer *ix, struct inf_strings *out)
{
	size_t before = out->len;
	int rc = 0;

	lock_acquire(&ix->lock);
	for (uint32_t e = 0; rc == 0 && e < ix->store.end; e++) {
		if (ix->store.entries[e])
			rc = inf__strings_add(out, str_of(inf_object_key(ix->store.entries[e])));
	}
	lock_release(&ix->lock);
	return strings_keep(out, before, rc);
}

int inf__indexer_index_keys(struct inf__indexer *ix, const char *index, const char *value,
			    struct inf_strings *out, struct relist_err *err)
{
	struct inf_object_list objs;
	size_t before = out->len;
	int rc;

	inf__object_list_init(&objs);
	rc = inf__indexer_by_index(ix, index, value, &objs, err);
	for (size_t i = 0; rc == 0 && i < objs.len; i++)
		rc = inf__strings_add(out, str_of(inf_object_key(objs.items[i])));
	if (rc == 0 && out->len > before)
		qsort(out->items + before, out->len - before, sizeof(char *), compare_strings);
	inf_object_list_fini(&objs);
	return strings_keep(out, before, rc);
}

int inf__indexer_index_values(struct inf__indexer *ix, const char *index, struct inf_strings *out)
{
	const struct inf__index *index_ix;
	const struct map_entry *e;
	size_t before = out->len;
	int rc = 0;

	lock_acquire(&ix->lock);
	index_ix = inf__store_index(&ix->store, index);
	for (size_t i = 0; index_ix && rc == 0 && (e = map_next(&index_ix->by_value, &i));)
		rc = inf__strings_add(out, (struct str) { e->key, e->key_len });
	lock_release(&ix->lock);
	return strings_keep(out, before, rc);
}

int inf__indexer_index_names(struct inf__indexer *ix, struct inf_strings *out)
{
	size_t before = out->len;
	int rc = 0;

	lock_acquire(&ix->lock);
	for (uint32_t i = 0; rc == 0 && i < ix->store.index_count; i++)
		rc = inf__strings_add(out, str_of(ix->store.indexes[i]->name));
	lock_release(&ix->lock);
	return strings_keep(out, before, rc);
}
