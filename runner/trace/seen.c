/* SPDX-License-Identifier: Apache-2.0 */
/* seen.c - parses the lines of a trace that state expected events: ends of requests, notifications,
 * errors, objects, states. */
#include "runner/trace/members.h"

static const char *const watch_error_words[] = {
	[INF_WATCH_ERROR_STATUS] = "status",
	[INF_WATCH_ERROR_REFUSED] = "refused",
	[INF_WATCH_ERROR_RESET] = "reset",
	[INF_WATCH_ERROR_EOF] = "eof",
	[INF_WATCH_ERROR_UNEXPECTED_EOF] = "unexpectedEOF",
	[INF_WATCH_ERROR_JSON] = "json",
	[INF_WATCH_ERROR_OTHER] = "other",
};

const char *runner__watch_error_word(enum inf_watch_error_kind kind)
{
	return watch_error_words[kind];
}

int runner__parse_hangup(struct runner__loader *l, json_t json, struct runner__line *out)
{
	static const struct runner__member members[] = {
		{ "id", MEMBER_UINT, true, offsetof(struct runner__line, id) },
	};
	int code = runner__members(l, json, "hangup", members, ARRAY_LEN(members), out);

	return code ? code : runner__check_id(l, json, out->id);
}

/* --- notify --- */

struct notify {
	struct str handler, type, key, rv, old_rv, old_uid, uid;
	bool initial, tombstone;
	uint32_t any_order;
};

/* Refuses members that belong to another type; the index in `types` identifies the type. */
static int check_notify_members(struct runner__loader *l, json_t json, int type)
{
	static const struct {
		const char *name;
		int type;
	} rules[] = {
		{ "initial", RUNNER_ADD },	{ "oldRv", RUNNER_UPDATE },
		{ "oldUid", RUNNER_UPDATE },	{ "uid", RUNNER_UPDATE },
		{ "tombstone", RUNNER_DELETE },
	};
	static const char *const types[] = { "ADD", "UPDATE", "DELETE" };

	for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
		json_t value = json_get(json, rules[i].name);

		if (value.len && rules[i].type != type)
			return runner__fail(l, RELIST_EPARSE, value.ptr,
					    "a notify line of type %s has no \"%s\"", types[type],
					    rules[i].name);
	}
	return 0;
}

int runner__parse_notify(struct runner__loader *l, json_t json, struct runner__line *out)
{
	struct notify n = { .rv = STR(""), .old_rv = STR(""), .old_uid = STR(""), .uid = STR("") };
	static const struct runner__member members[] = {
		{ "handler", MEMBER_STR, true, offsetof(struct notify, handler) },
		{ "type", MEMBER_STR, true, offsetof(struct notify, type) },
		{ "key", MEMBER_STR, true, offsetof(struct notify, key) },
		{ "rv", MEMBER_STR, false, offsetof(struct notify, rv) },
		{ "initial", MEMBER_BOOL, false, offsetof(struct notify, initial) },
		{ "oldRv", MEMBER_STR, false, offsetof(struct notify, old_rv) },
		{ "oldUid", MEMBER_STR, false, offsetof(struct notify, old_uid) },
		{ "uid", MEMBER_STR, false, offsetof(struct notify, uid) },
		{ "tombstone", MEMBER_BOOL, false, offsetof(struct notify, tombstone) },
		{ "anyOrder", MEMBER_UINT, false, offsetof(struct notify, any_order) },
	};
	static const char *const types[] = { "ADD", "UPDATE", "DELETE" };
	int code = runner__members(l, json, "notify", members, ARRAY_LEN(members), &n), type;

	if (code)
		return code;
	type = runner__word(l, json_get(json, "type"), n.type, "notification", types,
			    ARRAY_LEN(types), sizeof(*types));
	if (type < 0)
		return type;
	code = check_notify_members(l, json, type);
	if (!code)
		code = runner__known_handler(l, json, n.handler, &out->notify.handler);
	if (code)
		return code;
	out->notify.type = (enum runner__notify_type)type;
	out->notify.key = n.key;
	out->notify.rv = n.rv;
	out->notify.old_rv = n.old_rv;
	out->notify.old_uid = n.old_uid;
	out->notify.uid = n.uid;
	out->notify.initial = n.initial;
	out->notify.tombstone = n.tombstone;
	out->notify.any_order = n.any_order;
	return 0;
}

int runner__parse_watch_error(struct runner__loader *l, json_t json, struct runner__line *out)
{
	struct watch_error {
		struct str kind, reason, text;
		uint32_t code;
	} w = { .reason = STR(""), .text = STR("") };
	static const struct runner__member members[] = {
		{ "kind", MEMBER_STR, true, offsetof(struct watch_error, kind) },
		{ "code", MEMBER_UINT, false, offsetof(struct watch_error, code) },
		{ "reason", MEMBER_STR, false, offsetof(struct watch_error, reason) },
		{ "text", MEMBER_STR, false, offsetof(struct watch_error, text) },
	};
	int code = runner__members(l, json, "watchError", members, ARRAY_LEN(members), &w), kind;

	if (code)
		return code;
	kind = runner__word(l, json_get(json, "kind"), w.kind, "kind of error", watch_error_words,
			    ARRAY_LEN(watch_error_words), sizeof(*watch_error_words));
	if (kind < 0)
		return kind;
	if (w.code > 999)
		return runner__fail(l, RELIST_EPARSE, json_get(json, "code").ptr,
				    "code %u, must be an HTTP status", w.code);
	out->watch_error.kind = (enum inf_watch_error_kind)kind;
	out->watch_error.code = (int)w.code;
	out->watch_error.reason = w.reason;
	out->watch_error.text = w.text;
	return 0;
}

int runner__parse_object(struct runner__loader *l, json_t json, struct runner__line *out)
{
	struct object {
		struct str key;
		json_t object;
	} o = { 0 };
	static const struct runner__member members[] = {
		{ "key", MEMBER_STR, true, offsetof(struct object, key) },
		{ "object", MEMBER_ANY, true, offsetof(struct object, object) },
	};
	int code = runner__members(l, json, "object", members, ARRAY_LEN(members), &o);

	out->object.key = o.key;
	out->object.object = o.object;
	return code;
}

/* --- state --- */

static int read_synced(struct runner__loader *l, json_t object, struct runner__state *out)
{
	size_t n = json_count(object), i = 0;
	struct runner__synced *list = runner__arena_alloc(l->arena, (n + 1) * sizeof(*list));
	struct json_iter it;
	json_t key, value;

	if (!list)
		return RELIST_ENOMEM;
	json_iter_init(&it, object);
	for (; json_iter_member(&it, &key, &value); i++) {
		if (json_kind(value) != JSON_BOOL)
			return runner__fail(l, RELIST_EPARSE, value.ptr,
					    "handlersSynced: every value must be true or false");
		list[i].handler = runner__text(l, key);
		list[i].synced = json_is_true(value);
	}
	qsort(list, n, sizeof(*list), runner__by_name);
	out->handlers = list;
	out->handler_count = n;
	return 0;
}

static int read_keys(struct runner__loader *l, json_t array, struct runner__index_value *out)
{
	struct json_iter it;
	json_t element;
	size_t n = 0;
	struct str *keys;

	if (json_kind(array) != JSON_ARRAY)
		return runner__fail(l, RELIST_EPARSE, array.ptr,
				    "indexes: every value's keys must be an array");
	json_iter_init(&it, array);
	while (json_iter_element(&it, &element))
		n++;
	keys = runner__arena_alloc(l->arena, (n + 1) * sizeof(*keys));
	if (!keys)
		return RELIST_ENOMEM;
	json_iter_init(&it, array);
	for (n = 0; json_iter_element(&it, &element); n++) {
		if (json_kind(element) != JSON_STRING)
			return runner__fail(l, RELIST_EPARSE, element.ptr,
					    "indexes: every key must be a string");
		keys[n] = runner__text(l, element);
	}
	qsort(keys, n, sizeof(*keys), runner__by_name);
	out->keys = keys;
	out->key_count = n;
	return 0;
}

static int read_index(struct runner__loader *l, json_t object, struct runner__index *out)
{
	size_t n = json_count(object), i = 0;
	struct runner__index_value *values;
	struct json_iter it;
	json_t key, value;

	if (json_kind(object) != JSON_OBJECT)
		return runner__fail(l, RELIST_EPARSE, object.ptr,
				    "indexes: every index must be an object");
	values = runner__arena_alloc(l->arena, (n + 1) * sizeof(*values));
	if (!values)
		return RELIST_ENOMEM;
	json_iter_init(&it, object);
	for (; json_iter_member(&it, &key, &value); i++) {
		int code = read_keys(l, value, &values[i]);

		if (code)
			return code;
		values[i].value = runner__text(l, key);
	}
	qsort(values, n, sizeof(*values), runner__by_name);
	out->values = values;
	out->value_count = n;
	return 0;
}

static int read_indexes(struct runner__loader *l, json_t object, struct runner__state *out)
{
	size_t n = json_count(object), i = 0;
	struct runner__index *list = runner__arena_alloc(l->arena, (n + 1) * sizeof(*list));
	struct json_iter it;
	json_t key, value;

	if (!list)
		return RELIST_ENOMEM;
	json_iter_init(&it, object);
	for (; json_iter_member(&it, &key, &value); i++) {
		int code = read_index(l, value, &list[i]);

		if (code)
			return code;
		list[i].name = runner__text(l, key);
	}
	qsort(list, n, sizeof(*list), runner__by_name);
	out->indexes = list;
	out->index_count = n;
	return 0;
}

struct state {
	json_t cache, indexes, handlers;
	struct str last_sync_rv, store_rv;
	bool synced, stopped;
};

int runner__parse_state(struct runner__loader *l, json_t json, struct runner__line *out)
{
	static const struct runner__member members[] = {
		{ "cache", MEMBER_OBJECT, true, offsetof(struct state, cache) },
		{ "indexes", MEMBER_OBJECT, false, offsetof(struct state, indexes) },
		{ "synced", MEMBER_BOOL, true, offsetof(struct state, synced) },
		{ "handlersSynced", MEMBER_OBJECT, true, offsetof(struct state, handlers) },
		{ "lastSyncResourceVersion", MEMBER_STR, true,
		  offsetof(struct state, last_sync_rv) },
		{ "storeResourceVersion", MEMBER_STR, false, offsetof(struct state, store_rv) },
		{ "stopped", MEMBER_BOOL, false, offsetof(struct state, stopped) },
	};
	struct state s = { .store_rv = STR("") };
	struct runner__state *to = &out->state;
	int code = runner__members(l, json, "state", members, ARRAY_LEN(members), &s);

	if (code)
		return code;
	to->synced = s.synced;
	to->stopped = s.stopped;
	to->last_sync_rv = s.last_sync_rv;
	to->store_rv = s.store_rv;
	to->has_store_rv = json_get(json, "storeResourceVersion").len > 0;
	to->has_indexes = s.indexes.len > 0;
	code = runner__read_pairs(l, s.cache, "cache", &to->cache, &to->cache_count);
	if (!code)
		code = read_synced(l, s.handlers, to);
	if (!code && to->has_indexes)
		code = read_indexes(l, s.indexes, to);
	return code;
}

int runner__parse_crash(struct runner__loader *l, json_t json, struct runner__line *out)
{
	struct crash {
		struct str text;
	} c = { .text = STR("") };
	static const struct runner__member members[] = {
		{ "text", MEMBER_STR, false, offsetof(struct crash, text) },
	};
	int code = runner__members(l, json, "crash", members, ARRAY_LEN(members), &c);

	out->crash = c.text;
	return code;
}
