/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/subject/view.h"

#include "base/alloc.h"
#include "base/json_scan.h"
#include "base/text/number.h"

static void free_values(struct map *m)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(m, &i));)
		base__free(e->value);
	map_clear(m);
}

void view__init(struct view *v)
{
	memset(v, 0, sizeof(*v));
	map_init(&v->notified, MAP_COPY_KEYS);
	map_init(&v->cache, MAP_COPY_KEYS);
	for (size_t i = 0; i < ARRAY_LEN(v->scratch); i++)
		strbuf_init(&v->scratch[i]);
}

void view__fini(struct view *v)
{
	free_values(&v->notified);
	free_values(&v->cache);
	map_fini(&v->notified);
	map_fini(&v->cache);
	for (size_t i = 0; i < ARRAY_LEN(v->scratch); i++)
		strbuf_fini(&v->scratch[i]);
}

static void copy_text(char *to, size_t cap, struct str from)
{
	(void)snprintf(to, cap, STR_FMT, STR_ARG(from));
}

/* Returns the entry of `key`; adds it if missing. */
static struct view__object *entry(struct view *v, struct map *m, struct str key)
{
	struct view__object *o = map_get(m, key);

	if (o)
		return o;
	o = base__calloc(1, sizeof(*o));
	if (o && map_put(m, key, o, NULL) == 0)
		return o;
	base__free(o);
	v->failed = true;
	return NULL;
}

/* The text of a string or a number; some subjects print versions as numbers. */
static struct str text_of(struct view *v, size_t slot, json_t value)
{
	strbuf_clear(&v->scratch[slot]);
	if (json_kind(value) == JSON_STRING)
		return json_str(value, &v->scratch[slot]);
	return (struct str) { json_kind(value) == JSON_NUMBER ? value.ptr : "",
			      json_kind(value) == JSON_NUMBER ? value.len : 0 };
}

static bool is_older(struct str rv, const char *than)
{
	uint64_t have, had;

	return number_parse(rv, UINT64_MAX, &have) &&
	       number_parse(str_of(than), UINT64_MAX, &had) && have < had;
}

static void notified(struct view *v, struct view__line *l)
{
	struct view__object *o = entry(v, &v->notified, l->key);

	if (!o)
		return;
	v->has_notified = true;
	v->notifications++;
	v->tombstones += l->tombstone;
	if (l->kind == VIEW_DELETE) {
		o->present = false;
		return;
	}
	v->adds_again += o->present && l->kind == VIEW_ADD;
	v->repeats += o->present && l->rv.len && str_eqz(l->rv, o->rv);
	if (is_older(l->rv, o->rv) && !v->backwards++)
		(void)snprintf(v->first_backwards, sizeof(v->first_backwards),
			       STR_FMT " was notified at rv=" STR_FMT " after rv=%s",
			       STR_ARG(l->key), STR_ARG(l->rv), o->rv);
	o->present = true;
	copy_text(o->rv, sizeof(o->rv), l->rv);
}

/* kopf and kube-rs report only that an object exists. APPLY is an ADD, or an UPDATE of a present
 * key. */
static bool is_present(struct view *v, struct str key)
{
	const struct view__object *o = map_get(&v->notified, key);

	return o && o->present;
}

static enum view__kind notification(struct view *v, json_t n, struct view__line *l)
{
	static const struct {
		const char *word;
		enum view__kind kind;
	} types[] = { { "ADD", VIEW_ADD },
		      { "UPDATE", VIEW_UPDATE },
		      { "DELETE", VIEW_DELETE },
		      { "APPLY", VIEW_ADD } };
	json_t type = json_get(n, "type");

	l->key = text_of(v, 0, json_get(n, "key"));
	l->rv = text_of(v, 1, json_get(n, "rv"));
	l->old_rv = text_of(v, 2, json_get(n, "oldRv"));
	l->tombstone = json_is_true(json_get(n, "tombstone"));
	l->initial = json_is_true(json_get(n, "initial"));
	for (size_t i = 0; i < ARRAY_LEN(types) && l->key.len; i++) {
		if (!json_str_eq(type, str_of(types[i].word)))
			continue;
		l->kind = types[i].kind;
		if (json_str_eq(type, STR("APPLY")) && is_present(v, l->key))
			l->kind = VIEW_UPDATE;
		notified(v, l);
		return l->kind;
	}
	return VIEW_NOTHING;
}

static void state(struct view *v, json_t s)
{
	json_t cache = json_get(s, "cache"), synced = json_get(s, "synced"), key, value;
	struct json_iter it;

	if (json_kind(synced) == JSON_BOOL) {
		v->has_synced = true;
		v->synced = json_is_true(synced);
	}
	if (json_kind(cache) != JSON_OBJECT)
		return;
	v->has_cache = true;
	free_values(&v->cache);
	json_iter_init(&it, cache);
	while (json_iter_member(&it, &key, &value)) {
		struct view__object *o = entry(v, &v->cache, text_of(v, 0, key));

		if (!o)
			return;
		o->present = true;
		copy_text(o->rv, sizeof(o->rv), text_of(v, 1, value));
	}
}

struct view__line view__take(struct view *v, struct str line)
{
	struct view__line l = { .kind = VIEW_NOTHING };
	json_t all, part;

	while (line.len && (line.ptr[line.len - 1] == '\r' || line.ptr[line.len - 1] == ' '))
		line.len--;
	if (!line.len)
		return l;
	v->spoke = true;
	if (json_valid(line, &all, NULL) && json_kind(all) == JSON_OBJECT) {
		if (json_kind(part = json_get(all, "notify")) == JSON_OBJECT) {
			l.kind = notification(v, part, &l);
		} else if (json_kind(part = json_get(all, "state")) == JSON_OBJECT) {
			state(v, part);
			l.kind = VIEW_STATE;
		} else if (json_kind(part = json_get(all, "error")) == JSON_OBJECT) {
			copy_text(v->last_error, sizeof(v->last_error),
				  text_of(v, 0, json_get(part, "message")));
			v->errors++;
			l.kind = VIEW_ERROR;
		}
	}
	if (l.kind == VIEW_NOTHING && !v->odd_lines++)
		copy_text(v->first_odd, sizeof(v->first_odd), line);
	return l;
}
