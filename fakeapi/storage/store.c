/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/storage/store_impl.h"

#include "fakeapi/meta/go_json.h"

#include "base/alloc.h"
#include "base/json_scan.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/storage/held.h"

void fakeapi__store_init(struct fakeapi__store *s, uint64_t first_rv, uint32_t window)
{
	memset(s, 0, sizeof(*s));
	s->rv = first_rv;
	s->etcd_floor = 0;
	s->min_floor = UINT64_MAX;
	s->window = window;
	map_init(&s->by_type, MAP_COPY_KEYS);
}

/* Frees from the ends, so that the bucket's own counters record the progress. */
static bool bucket_free_some(struct fakeapi__store *s, struct fakeapi__bucket *b, size_t *steps)
{
	for (; b->next_seq > b->first_seq && *steps; b->next_seq--, --*steps)
		fakeapi__event_drop_lines(fakeapi__bucket_event(b, b->next_seq - 1));
	while (b->block_count && *steps) {
		struct fakeapi__block *block = b->blocks[b->block_count - 1];

		for (; block->count && *steps; --*steps) {
			struct fakeapi__entry *e = block->items[--block->count];

			fakeapi__version_unref(s, e->head);
			base__free(e);
		}
		if (block->count)
			return false;
		base__free(block);
		b->block_count--;
	}
	if (b->block_count || b->next_seq > b->first_seq)
		return false;
	base__free(b->blocks);
	base__free(b->spare);
	base__free(b->events);
	base__free(b->scopes);
	base__free(b->group);
	base__free(b->resource);
	base__free(b);
	return true;
}

static void bucket_free(struct fakeapi__store *s, struct fakeapi__bucket *b)
{
	size_t all = SIZE_MAX;

	(void)bucket_free_some(s, b, &all);
}

bool fakeapi__store_free_some(struct fakeapi__store *s, size_t *steps)
{
	while (s->discarded && *steps) {
		struct fakeapi__bucket *b = s->discarded, *next = b->next;

		if (bucket_free_some(s, b, steps))
			s->discarded = next;
	}
	return s->discarded != NULL;
}

static void discard_buckets(struct fakeapi__store *s)
{
	size_t all = SIZE_MAX;

	for (size_t i = 0; i < s->bucket_count; i++) {
		s->buckets[i]->next = s->discarded;
		s->discarded = s->buckets[i];
	}
	base__free(s->buckets);
	s->buckets = NULL;
	s->bucket_count = s->bucket_cap = 0;
	map_fini(&s->by_type);
	map_init(&s->by_type, MAP_COPY_KEYS);
	if (s->on_untidy)
		s->on_untidy(s->untidy_user);
	else
		(void)fakeapi__store_free_some(s, &all);
}

void fakeapi__store_fini(struct fakeapi__store *s)
{
	s->on_untidy = NULL;
	discard_buckets(s);
	while (fakeapi__store_tidy(s, SIZE_MAX))
		;
	map_fini(&s->by_type);
	memset(s, 0, sizeof(*s));
}

void fakeapi__store_reset(struct fakeapi__store *s, uint64_t rv)
{
	discard_buckets(s);
	s->rv = rv;
	s->etcd_floor = s->list_floor = 0;
	s->min_floor = UINT64_MAX;
	s->forgets = false;
	s->rewinds++;
}

enum { TYPE_MAX = 512 };

/* False: the key is too long for `buf`. */
static bool type_key(char buf[TYPE_MAX], struct str group, struct str resource, struct str *key)
{
	if (group.len >= TYPE_MAX || resource.len >= TYPE_MAX - group.len)
		return false;
	if (group.len)
		memcpy(buf, group.ptr, group.len);
	buf[group.len] = '/';
	if (resource.len)
		memcpy(buf + group.len + 1, resource.ptr, resource.len);
	*key = (struct str) { buf, group.len + 1 + resource.len };
	return true;
}

static struct fakeapi__bucket *bucket_new(struct fakeapi__store *s, struct str group,
					  struct str resource)
{
	struct fakeapi__bucket *b;
	char buf[TYPE_MAX];
	struct str key;

	if (s->bucket_count == s->bucket_cap) {
		size_t cap = s->bucket_cap ? s->bucket_cap * 2 : 64;
		void *grown = base__reallocarray(s->buckets, cap, sizeof(*s->buckets));

		if (!grown)
			return NULL;
		s->buckets = grown;
		s->bucket_cap = cap;
	}
	b = base__calloc(1, sizeof(*b));
	if (!b)
		return NULL;
	b->group = base__strndup(group.ptr ? group.ptr : "", group.len);
	b->resource = base__strndup(resource.ptr, resource.len);
	if (!b->group || !b->resource ||
	    (type_key(buf, group, resource, &key) && map_put(&s->by_type, key, b, NULL) != 0)) {
		bucket_free(s, b);
		return NULL;
	}
	s->buckets[s->bucket_count++] = b;
	return b;
}

struct fakeapi__bucket *fakeapi__store_bucket(struct fakeapi__store *s, struct str group,
					      struct str resource, bool create)
{
	struct fakeapi__bucket *found = NULL;
	char buf[TYPE_MAX];
	struct str key;

	if (type_key(buf, group, resource, &key))
		found = map_get(&s->by_type, key);
	else
		for (size_t i = 0; i < s->bucket_count && !found; i++)
			if (str_eqz(resource, s->buckets[i]->resource) &&
			    str_eqz(group, s->buckets[i]->group))
				found = s->buckets[i];
	return found || !create ? found : bucket_new(s, group, resource);
}

/* --- entries ------------------------------------------------------------------------------ */

/* The key to search for: whole, or in two parts. */

/* --- writing ------------------------------------------------------------------------------ */

static json_t first_member(json_t obj, const char *name)
{
	json_t key, val;
	struct json_iter it;

	json_iter_init(&it, obj);
	while (json_iter_member(&it, &key, &val))
		if (json_str_eq(key, str_of(name)))
			return val;
	return (json_t) { NULL, 0 };
}

static struct fakeapi__version *version_new(struct str json, uint64_t rv, bool gone)
{
	struct fakeapi__version *v;

	if (json.len > UINT32_MAX / 2)
		return NULL;
	v = base__malloc(sizeof(*v) + json.len + 1);
	if (!v)
		return NULL;
	memcpy(v->json, json.ptr, json.len);
	v->json[json.len] = '\0';
	v->refs = 1;
	v->json_len = (uint32_t)json.len;
	v->rv = rv;
	v->prev = NULL;
	v->gone = gone;
	v->lacks = v->terminating = v->owned = false;
	v->labels_at = v->labels_len = 0;
	return v;
}

/* Notes what is often needed of the metadata. */
static void note_metadata(struct fakeapi__version *v, const cJSON *obj)
{
	json_t labels;

	v->terminating = cJSON_IsString(fakeapi__member(fakeapi__meta(obj), "deletionTimestamp"));
	v->owned = fakeapi__meta_has(obj, "ownerReferences");
	if (!fakeapi__meta_has(obj, "labels"))
		return;
	labels = first_member(first_member(fakeapi__version_json(v), "metadata"), "labels");
	v->labels_at = (uint32_t)(labels.ptr - v->json);
	v->labels_len = (uint32_t)labels.len;
}

static struct fakeapi__version *version_of(cJSON *obj, uint64_t rv, bool gone)
{
	struct fakeapi__version *v;
	char *text;

	if (fakeapi__set_rv(obj, rv) < 0)
		return NULL;
	text = fakeapi__print(obj);
	if (!text)
		return NULL;
	v = version_new(str_of(text), rv, gone);
	cJSON_free(text);
	if (v)
		note_metadata(v, obj);
	return v;
}

struct fakeapi__version *fakeapi__version_make(const struct fakeapi__store *s, cJSON *obj,
					       bool gone)
{
	return version_of(obj, s->rv + 1, gone);
}

void fakeapi__version_drop(struct fakeapi__version *made)
{
	base__free(made);
}

static int write_log(const struct fakeapi__store *s, const struct fakeapi__bucket *b, struct str ns,
		     struct str name, const struct fakeapi__version *v)
{
	const struct fakeapi__write w = {
		.rv = v->rv,
		.group = str_of(b->group),
		.resource = str_of(b->resource),
		.ns = ns,
		.name = name,
		.json = fakeapi__version_json(v),
		.deleted = v->gone,
	};

	return s->log && s->log(s->log_user, &w) != 0 ? RELIST_EIO : 0;
}

static void add_event(struct fakeapi__bucket *b, struct fakeapi__entry *e,
		      struct fakeapi__version *v, bool was_live, int64_t now_ns)
{
	b->events[b->next_seq & (b->event_cap - 1)] = (struct fakeapi__event) {
		.rv = v->rv,
		.at_ns = now_ns,
		.entry = e,
		.version = v,
		.type = v->gone	   ? FAKEAPI_DELETED
			: was_live ? FAKEAPI_MODIFIED
				   : FAKEAPI_ADDED,
	};
	b->next_seq++;
}

/* Does everything that can fail first and calls the log last: a logged write always happens. *v:
 * the prepared version, or NULL. */
static int prepare(struct fakeapi__store *s, struct fakeapi__bucket *b, struct fakeapi__at at,
		   struct str ns, struct str name, cJSON *obj, bool gone, struct fakeapi__entry **e,
		   struct fakeapi__version **v)
{
	struct fakeapi__entry *fresh = NULL;
	int code = RELIST_ENOMEM;
	bool room = fakeapi__event_reserve(b) && (*e || fakeapi__entry_reserve(b, at));

	if (room && !*e)
		*e = fresh = fakeapi__entry_new(ns, name);
	if (room && *e && !*v)
		*v = version_of(obj, s->rv + 1, gone);
	if (room && *e && *v)
		code = write_log(s, b, ns, name, *v);
	if (code) {
		base__free(fresh);
		base__free(*v);
	}
	return code;
}

int fakeapi__store_write(struct fakeapi__store *s, struct fakeapi__bucket *b, struct str ns,
			 struct str name, cJSON *obj, struct fakeapi__version *take_made, bool gone,
			 int64_t now_ns)
{
	struct fakeapi__entry *found;
	struct fakeapi__at at = fakeapi__entry_lower(b, ns, name, &found);
	struct fakeapi__entry *e = found;
	bool was_live = e && !e->head->gone;
	struct fakeapi__version *v = take_made;
	int code;

	if (v && (v->rv != s->rv + 1 || v->gone != gone)) {
		fakeapi__version_drop(v);
		v = NULL;
	}
	code = prepare(s, b, at, ns, name, obj, gone, &e, &v);
	if (code) {
		s->refused++;
		return code;
	}
	if (!found)
		at.block = fakeapi__entry_insert(b, at, e);
	b->blocks[at.block]->counted = 0;
	/* The JSON of a deletion was added when the deletion was written. */
	b->old_bytes += (was_live ? e->head->json_len : 0) + (gone ? v->json_len : 0);
	v->prev = e->head;
	e->head = v;
	s->rv++;
	s->version_bytes += v->json_len;
	b->live += (size_t)!gone;
	b->live -= (size_t)was_live;
	add_event(b, e, v, was_live, now_ns);
	fakeapi__window_trim(s, b);
	return 0;
}

/* --- rewinding ---------------------------------------------------------------------------- */

enum { BYTES_A_STEP = 4096 }; /* freeing that many bytes takes one step */

static void unwrite_last(struct fakeapi__store *s, struct fakeapi__bucket *b)
{
	struct fakeapi__event *ev = fakeapi__bucket_event(b, b->next_seq - 1);
	struct fakeapi__entry *e = ev->entry;
	struct fakeapi__version *v = ev->version;
	struct fakeapi__version *before = v->prev;

	ASSERT(e->head == v);
	fakeapi__event_drop_lines(ev);
	b->next_seq--;
	b->live -= (size_t)!v->gone;
	v->prev = NULL;
	e->head = before;
	b->old_bytes -=
	    (v->gone ? v->json_len : 0) + (before && !before->gone ? before->json_len : 0);
	fakeapi__version_unref(s, v);
	if (!before) {
		fakeapi__entry_remove(s, b, e);
		return;
	}
	b->live += (size_t)!before->gone;
	if (before->gone && before->rv <= b->forgotten_rv) {
		b->old_bytes -= before->json_len;
		fakeapi__entry_remove(s, b, e); /* a deletion that no reader can reach any more */
	}
}

int fakeapi__store_rewind_begin(struct fakeapi__store *s, uint64_t rv)
{
	if (rv > s->rv || s->forgets)
		return -1;
	for (size_t i = 0; i < s->bucket_count; i++)
		if (rv < s->buckets[i]->forgotten_rv)
			return -1;
	for (size_t i = 0; i < s->bucket_count; i++)
		if (s->buckets[i]->cache_floor > rv)
			s->buckets[i]->cache_floor = rv;
	if (s->etcd_floor > rv)
		s->etcd_floor = rv;
	if (s->list_floor > rv)
		s->list_floor = rv;
	s->rv = rv;
	s->rewinds++; /* scans in progress start again */
	return 0;
}

bool fakeapi__store_rewind_some(struct fakeapi__store *s, size_t steps)
{
	for (size_t i = 0; i < s->bucket_count; i++) {
		struct fakeapi__bucket *b = s->buckets[i];

		while (b->next_seq > b->first_seq) {
			const struct fakeapi__event *ev = fakeapi__bucket_event(b, b->next_seq - 1);
			size_t cost = 1 + ev->version->json_len / BYTES_A_STEP;

			if (ev->rv <= s->rv)
				break;
			if (!steps)
				return true;
			unwrite_last(s, b);
			steps -= cost < steps ? cost : steps;
		}
	}
	return false;
}

void fakeapi__store_rewind_end(struct fakeapi__store *s)
{
	s->rewinds++;
}

int fakeapi__store_rewind(struct fakeapi__store *s, uint64_t rv)
{
	if (s->forgets)
		fakeapi__store_compact_all(s);
	if (fakeapi__store_rewind_begin(s, rv) < 0)
		return -1;
	(void)fakeapi__store_rewind_some(s, SIZE_MAX);
	fakeapi__store_rewind_end(s);
	return 0;
}

void fakeapi__store_drop_lines(struct fakeapi__store *s)
{
	for (size_t i = 0; i < s->bucket_count; i++) {
		struct fakeapi__bucket *b = s->buckets[i];

		for (uint64_t seq = b->first_seq; seq < b->next_seq; seq++)
			fakeapi__event_drop_lines(fakeapi__bucket_event(b, seq));
	}
}
