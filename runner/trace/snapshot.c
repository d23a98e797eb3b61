/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot.c - the state line of an informer: copied and sorted, so that it can be compared with a
 * trace. */
#include "base/str.h"
#include "informer/thread_safe_store.h"
#include "informer/object.h"
#include "runner/trace/members.h"
#include "runner/trace/subject.h"

static int snapshot_cache(struct inf__indexer *ix, struct runner__arena *a,
			  struct runner__state *out)
{
	struct inf_strings keys = { 0 };
	struct runner__pair *pairs = NULL;
	int code = inf__indexer_list_keys(ix, &keys);

	if (!code)
		pairs = runner__arena_alloc(a, (keys.len + 1) * sizeof(*pairs));
	for (size_t i = 0; pairs && i < keys.len; i++) {
		AUTO_OBJECT obj = inf__indexer_get(ix, keys.items[i]);

		pairs[i].name = runner__arena_str(a, str_of(keys.items[i]));
		pairs[i].value =
		    runner__arena_str(a, obj ? str_of(inf_object_resource_version(obj)) : STR(""));
	}
	if (pairs)
		qsort(pairs, keys.len, sizeof(*pairs), runner__by_name);
	out->cache = pairs;
	out->cache_count = pairs ? keys.len : 0;
	inf_strings_fini(&keys);
	return pairs ? code : RELIST_ENOMEM;
}

static int snapshot_value(struct inf__indexer *ix, struct runner__arena *a, const char *index,
			  const char *value, struct runner__index_value *out)
{
	struct inf_strings keys = { 0 };
	struct str *copies = NULL;
	int code = inf__indexer_index_keys(ix, index, value, &keys, NULL);

	if (!code)
		copies = runner__arena_alloc(a, (keys.len + 1) * sizeof(*copies));
	for (size_t i = 0; copies && i < keys.len; i++)
		copies[i] = runner__arena_str(a, str_of(keys.items[i]));
	if (copies)
		qsort(copies, keys.len, sizeof(*copies), runner__by_name);
	out->value = runner__arena_str(a, str_of(value));
	out->keys = copies;
	out->key_count = copies ? keys.len : 0;
	inf_strings_fini(&keys);
	return copies ? code : RELIST_ENOMEM;
}

static int snapshot_index(struct inf__indexer *ix, struct runner__arena *a, const char *name,
			  struct runner__index *out)
{
	struct inf_strings values = { 0 };
	struct runner__index_value *list = NULL;
	int code = inf__indexer_index_values(ix, name, &values);

	if (!code)
		list = runner__arena_alloc(a, (values.len + 1) * sizeof(*list));
	if (!code && !list)
		code = RELIST_ENOMEM;
	for (size_t i = 0; !code && i < values.len; i++)
		code = snapshot_value(ix, a, name, values.items[i], &list[i]);
	if (!code) {
		qsort(list, values.len, sizeof(*list), runner__by_name);
		out->name = runner__arena_str(a, str_of(name));
		out->values = list;
		out->value_count = values.len;
	}
	inf_strings_fini(&values);
	return code;
}

static int snapshot_indexes(struct inf__indexer *ix, struct runner__arena *a,
			    struct runner__state *out)
{
	struct inf_strings names = { 0 };
	struct runner__index *list = NULL;
	int code = inf__indexer_index_names(ix, &names);

	if (!code)
		list = runner__arena_alloc(a, (names.len + 1) * sizeof(*list));
	if (!code && !list)
		code = RELIST_ENOMEM;
	for (size_t i = 0; !code && i < names.len; i++)
		code = snapshot_index(ix, a, names.items[i], &list[i]);
	if (!code) {
		qsort(list, names.len, sizeof(*list), runner__by_name);
		out->indexes = list;
		out->index_count = names.len;
		out->has_indexes = true;
	}
	inf_strings_fini(&names);
	return code;
}

static int snapshot_handlers(struct runner__subject *s, struct inf__informer *inf,
			     struct runner__arena *a, struct runner__state *out)
{
	struct runner__synced *list =
	    runner__arena_alloc(a, (s->trace->name_count + 1) * sizeof(*list));
	size_t n = 0;

	if (!list)
		return RELIST_ENOMEM;
	for (uint32_t i = 0; i < s->trace->name_count; i++) {
		if (!s->handlers[i].registration)
			continue;
		list[n].handler = s->trace->names[i];
		list[n++].synced = inf__informer_handler_synced(inf, s->handlers[i].registration);
	}
	qsort(list, n, sizeof(*list), runner__by_name);
	out->handlers = list;
	out->handler_count = n;
	return 0;
}

int runner__subject_snapshot(struct runner__subject *s, struct inf__informer *inf,
			     struct runner__arena *arena, struct runner__state *out,
			     struct relist_err *err)
{
	struct inf__indexer *ix = inf__informer_indexer(inf);
	bool with_indexes = out->has_indexes;
	char rv[256];
	int code;

	memset(out, 0, sizeof(*out));
	out->synced = inf__informer_synced(inf);
	out->stopped = inf__informer_stopped(inf);
	inf__informer_last_sync_rv(inf, rv, sizeof(rv));
	out->last_sync_rv = runner__arena_str(arena, str_of(rv));
	inf__informer_store_rv(inf, rv, sizeof(rv));
	out->store_rv = runner__arena_str(arena, str_of(rv));
	out->has_store_rv = true;
	code = snapshot_cache(ix, arena, out);
	if (!code && with_indexes)
		code = snapshot_indexes(ix, arena, out);
	if (!code)
		code = snapshot_handlers(s, inf, arena, out);
	if (!code && arena->failed)
		code = RELIST_ENOMEM;
	if (code)
		relist_err_set(err, code, "state of the informer: %s",
			       code == RELIST_ENOMEM ? "out of memory" : "cannot be read");
	return code;
}

int runner__subject_dump(struct inf__informer *inf, struct str key, struct strbuf *out,
			 struct relist_err *err)
{
	AUTO_OBJECT obj = inf__indexer_get(inf__informer_indexer(inf), key.ptr);
	struct inf_str json;

	if (!obj)
		return relist_err_set(err, RELIST_ENOTFOUND, "the cache has no \"%s\"", key.ptr);
	json = inf_object_json(obj);
	strbuf_add(out, json.ptr, json.len);
	return out->failed ? relist_err_set(err, RELIST_ENOMEM, "dump: out of memory") : 0;
}
