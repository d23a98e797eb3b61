/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/delta.h"

#include "base/alloc.h"

void inf__object_list_init(struct inf_object_list *list)
{
	*list = (struct inf_object_list) { NULL, 0, 0 };
}

void inf_object_list_fini(struct inf_object_list *list)
{
	for (size_t i = 0; i < list->len; i++)
		inf_object_unref(list->items[i]);
	base__free(list->items);
	inf__object_list_init(list);
}

int inf__object_list_reserve(struct inf_object_list *list, size_t extra)
{
	size_t want;
	struct inf_object **items;

	if (extra <= list->cap - list->len)
		return 0;
	/* Exact size at first (lists know their length), then doubling. */
	want = list->len + extra;
	if (list->cap > 0 && want < list->cap * 2)
		want = list->cap * 2;
	items = base__reallocarray(list->items, want, sizeof(struct inf_object *));
	if (!items)
		return RELIST_ENOMEM;
	list->items = items;
	list->cap = want;
	return 0;
}

int inf__object_list_push(struct inf_object_list *list, struct inf_object *take_obj)
{
	if (inf__object_list_reserve(list, 1) != 0)
		return RELIST_ENOMEM;
	list->items[list->len++] = take_obj;
	return 0;
}

struct inf__replaced *inf__replaced_new(const char *resource_version)
{
	struct inf__replaced *all = base__calloc(1, sizeof(*all));

	if (!all)
		return NULL;
	all->resource_version = base__strdup(resource_version);
	if (!all->resource_version) {
		inf__replaced_free(all);
		return NULL;
	}
	return all;
}

void inf__replaced_free(struct inf__replaced *all)
{
	if (!all)
		return;
	inf_object_list_fini(&all->objs);
	base__free(all->resource_version);
	base__free(all);
}

void inf__delta_fini(struct inf__delta *d)
{
	inf_object_unref(d->obj);
	if (d->type == INF_DELTA_REPLACED_ALL)
		inf__replaced_free(d->u.all);
	else if (d->type == INF_DELTA_BOOKMARK)
		base__free(d->u.resource_version);
	else if (d->tombstone)
		base__free(d->u.key);
	*d = (struct inf__delta) { 0 };
}

const char *inf__delta_key(const struct inf__delta *d)
{
	if (d->tombstone)
		return d->u.key;
	return d->obj ? inf_object_key(d->obj) : "";
}

bool inf__delta_batchable(const struct inf__delta *d)
{
	return d->type != INF_DELTA_REPLACED_ALL && d->type != INF_DELTA_SYNC_ALL &&
	       d->type != INF_DELTA_BOOKMARK;
}

const char *inf__delta_type_name(enum inf__delta_type type)
{
	switch (type) {
	case INF_DELTA_ADDED:
		return "Added";
	case INF_DELTA_UPDATED:
		return "Updated";
	case INF_DELTA_DELETED:
		return "Deleted";
	case INF_DELTA_REPLACED:
		return "Replaced";
	case INF_DELTA_SYNC:
		return "Sync";
	case INF_DELTA_REPLACED_ALL:
		return "ReplacedAll";
	case INF_DELTA_SYNC_ALL:
		return "SyncAll";
	case INF_DELTA_BOOKMARK:
		return "Bookmark";
	}
	return "";
}

int inf__delta_init_tombstone(struct inf__delta *d, const char *key, const struct inf_object *obj)
{
	char *copy = base__strdup(key);

	if (!copy)
		return RELIST_ENOMEM;
	*d = (struct inf__delta) { .type = INF_DELTA_DELETED, .tombstone = true };
	d->obj = obj ? inf_object_ref(obj) : NULL;
	d->u.key = copy;
	return 0;
}
