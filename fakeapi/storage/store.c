/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/go_json.h"
#include "fakeapi/storage/store.h"

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

struct fakeapi__version *fakeapi__version_ref(const struct fakeapi__version *v)
{
	struct fakeapi__version *own = (struct fakeapi__version *)(uintptr_t)v;

	own->refs++;
	return own;
}

void fakeapi__version_unref(struct fakeapi__store *s, struct fakeapi__version *v)
{
	while (v && --v->refs == 0) {
		struct fakeapi__version *prev = v->prev;

		s->version_bytes -= v->json_len;
		s->freed_bytes += v->json_len;
		base__free(v);
		v = prev;
	}
}

void fakeapi__line_unref(struct fakeapi__line *l)
{
	if (l && --l->refs == 0)
		base__free(l);
}

void fakeapi__event_drop_lines(struct fakeapi__event *ev)
{
	while (ev->lines) {
		struct fakeapi__line *next = ev->lines->next;

		fakeapi__line_unref(ev->lines);
		ev->lines = next;
	}
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

static int key_compare(struct str a, struct str b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int d = n ? memcmp(a.ptr, b.ptr, n) : 0;

	return d ? d : (a.len > b.len) - (a.len < b.len);
}

/* Compares an entry's key with ns + "/" + name without building it. */
static int entry_compare(const struct fakeapi__entry *e, struct str ns, struct str name)
{
	struct str rest = { e->key, e->key_len };

	if (ns.len) {
		struct str head = { e->key, rest.len < ns.len ? rest.len : ns.len };
		int d = key_compare(head, ns);

		if (d)
			return d;
		if (rest.len == ns.len)
			return -1;
		if (rest.ptr[ns.len] != '/')
			return (unsigned char)rest.ptr[ns.len] < '/' ? -1 : 1;
		rest.ptr += ns.len + 1;
		rest.len -= ns.len + 1;
	}
	return key_compare(rest, name);
}

/* The key to search for: whole, or in two parts. */
struct wanted {
	struct str key, ns, name;
};

static int wanted_compare(const struct fakeapi__entry *e, const struct wanted *w)
{
	return w->key.ptr ? key_compare((struct str) { e->key, e->key_len }, w->key)
			  : entry_compare(e, w->ns, w->name);
}

/* The position of the first entry that is not less than `w`; past the last block: none. */
static struct fakeapi__at lower(const struct fakeapi__bucket *b, const struct wanted *w)
{
	const struct fakeapi__block *block;
	struct fakeapi__at at;
	size_t lo = 0, hi = b->block_count;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		block = b->blocks[mid];
		if (wanted_compare(block->items[block->count - 1], w) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	at = (struct fakeapi__at) { .block = lo };
	if (lo == b->block_count)
		return at;
	block = b->blocks[lo];
	for (lo = 0, hi = block->count; lo < hi;) {
		size_t mid = lo + (hi - lo) / 2;

		if (wanted_compare(block->items[mid], w) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	at.item = lo;
	return at;
}

struct fakeapi__at fakeapi__bucket_lower(const struct fakeapi__bucket *b, struct str key)
{
	const struct wanted w = { .key = key.ptr ? key : STR("") };

	return lower(b, &w);
}

struct fakeapi__entry *fakeapi__bucket_next(const struct fakeapi__bucket *b, struct fakeapi__at *at)
{
	while (b && at->block < b->block_count) {
		const struct fakeapi__block *block = b->blocks[at->block];

		if (at->item < block->count)
			return block->items[at->item++];
		*at = (struct fakeapi__at) { .block = at->block + 1 };
	}
	return NULL;
}

static void count_block(struct fakeapi__block *block, uint64_t rewinds)
{
	block->live = 0;
	block->newest = 0;
	block->counted = rewinds + 1;
	for (uint32_t i = 0; i < block->count; i++) {
		const struct fakeapi__version *v = block->items[i]->head;

		block->live += !v->gone;
		block->newest = v->rv > block->newest ? v->rv : block->newest;
	}
}

int64_t fakeapi__bucket_count_block(const struct fakeapi__store *s, const struct fakeapi__bucket *b,
				    struct str ns, uint64_t rv, struct fakeapi__at *at,
				    const struct fakeapi__entry **last, size_t *looked)
{
	struct fakeapi__block *block;

	*looked = 0;
	if (at->block < b->block_count && at->item == b->blocks[at->block]->count)
		*at = (struct fakeapi__at) { .block = at->block + 1 };
	if (at->item || at->block >= b->block_count)
		return -1;
	block = b->blocks[at->block];
	*last = block->items[block->count - 1];
	if (ns.len && (!str_eq(fakeapi__entry_ns(block->items[0]), ns) ||
		       !str_eq(fakeapi__entry_ns(*last), ns)))
		return -1;
	if (block->counted != s->rewinds + 1) {
		*looked = block->count;
		count_block(block, s->rewinds);
	}
	if (block->newest > rv)
		return -1;
	at->block++;
	return block->live;
}

/* The position of the key, or the position at which it would be inserted (then *found is NULL). */
static struct fakeapi__at entry_lower(const struct fakeapi__bucket *b, struct str ns,
				      struct str name, struct fakeapi__entry **found)
{
	const struct wanted w = { .ns = ns, .name = name };
	struct fakeapi__at at = lower(b, &w), next = at;

	*found = fakeapi__bucket_next(b, &next);
	if (*found && entry_compare(*found, ns, name) != 0)
		*found = NULL;
	return at;
}

struct fakeapi__entry *fakeapi__bucket_entry(const struct fakeapi__bucket *b, struct str ns,
					     struct str name)
{
	struct fakeapi__entry *found;

	(void)entry_lower(b, ns, name, &found);
	return found;
}

const struct fakeapi__version *fakeapi__entry_at(const struct fakeapi__entry *e, uint64_t rv)
{
	const struct fakeapi__version *v = e->head;

	while (v && v->rv > rv)
		v = v->prev;
	return v && !v->gone ? v : NULL;
}

const struct fakeapi__version *fakeapi__bucket_get(const struct fakeapi__bucket *b, struct str ns,
						   struct str name)
{
	const struct fakeapi__entry *e = b ? fakeapi__bucket_entry(b, ns, name) : NULL;

	return e ? fakeapi__entry_at(e, UINT64_MAX) : NULL;
}

struct str fakeapi__entry_ns(const struct fakeapi__entry *e)
{
	return (struct str) { e->key, e->ns_len };
}

struct str fakeapi__entry_name(const struct fakeapi__entry *e)
{
	size_t skip = e->ns_len ? e->ns_len + 1u : 0;

	return (struct str) { e->key + skip, e->key_len - skip };
}

static struct fakeapi__entry *entry_new(struct str ns, struct str name)
{
	size_t len = ns.len ? ns.len + 1 + name.len : name.len;
	struct fakeapi__entry *e = base__malloc(sizeof(*e) + len + 1);

	if (!e)
		return NULL;
	e->head = NULL;
	e->ns_len = (uint32_t)ns.len;
	e->key_len = (uint32_t)len;
	if (ns.len) {
		memcpy(e->key, ns.ptr, ns.len);
		e->key[ns.len] = '/';
	}
	if (name.len)
		memcpy(e->key + len - name.len, name.ptr, name.len);
	e->key[len] = '\0';
	return e;
}

static bool is_full(const struct fakeapi__bucket *b, size_t block)
{
	return block >= b->block_count || b->blocks[block]->count == FAKEAPI_BLOCK;
}

/* Turns a position past the last block into the end of that block. */
static struct fakeapi__at place(const struct fakeapi__bucket *b, struct fakeapi__at at)
{
	if (at.block < b->block_count || at.block == 0)
		return at;
	at.block--;
	at.item = b->blocks[at.block]->count;
	return at;
}

/* Allocates memory for one more entry at `at`, so that inserting it cannot fail. */
static bool entry_reserve(struct fakeapi__bucket *b, struct fakeapi__at at)
{
	size_t cap = b->block_cap ? b->block_cap * 2 : 1;
	void *grown;

	if (!is_full(b, place(b, at).block))
		return true;
	if (!b->spare)
		b->spare = base__malloc(sizeof(*b->spare));
	if (!b->spare || b->block_count < b->block_cap)
		return b->spare != NULL;
	grown = base__reallocarray(b->blocks, cap, sizeof(*b->blocks));
	if (!grown)
		return false;
	b->blocks = grown;
	b->block_cap = cap;
	return true;
}

/* Inserts the spare block, empty, before the block at `at`. */
static struct fakeapi__block *block_insert(struct fakeapi__bucket *b, size_t at)
{
	struct fakeapi__block *fresh = b->spare;

	ASSERT(fresh);
	b->spare = NULL;
	fresh->count = 0;
	fresh->counted = 0;
	memmove(b->blocks + at + 1, b->blocks + at, (b->block_count - at) * sizeof(*b->blocks));
	b->blocks[at] = fresh;
	b->block_count++;
	return fresh;
}

/* Splits a full block in two, except at the end, to keep blocks full if names ascend. */
static void split(struct fakeapi__bucket *b, struct fakeapi__at *at)
{
	bool last = at->block + 1 >= b->block_count && at->item == FAKEAPI_BLOCK;
	struct fakeapi__block *fresh = block_insert(b, b->block_count ? at->block + 1 : 0);
	struct fakeapi__block *full = b->blocks[at->block];
	uint32_t keep = last ? FAKEAPI_BLOCK : FAKEAPI_BLOCK / 2;

	if (full == fresh)
		return;
	fresh->count = full->count - keep;
	memcpy(fresh->items, full->items + keep, fresh->count * sizeof(*fresh->items));
	full->count = keep;
	full->counted = 0;
	if (at->item < keep || (at->item == keep && !last))
		return;
	at->block++;
	at->item -= keep;
}

/* Returns the index of the block that has the entry now. */
static size_t entry_insert(struct fakeapi__bucket *b, struct fakeapi__at at,
			   struct fakeapi__entry *e)
{
	struct fakeapi__block *block;

	at = place(b, at);
	if (is_full(b, at.block))
		split(b, &at);
	block = b->blocks[at.block];
	memmove(block->items + at.item + 1, block->items + at.item,
		(block->count - at.item) * sizeof(*block->items));
	block->items[at.item] = e;
	block->count++;
	b->entry_count++;
	return at.block;
}

static void entry_remove(struct fakeapi__store *s, struct fakeapi__bucket *b,
			 struct fakeapi__entry *e)
{
	struct fakeapi__entry *found;
	struct fakeapi__at at =
	    entry_lower(b, fakeapi__entry_ns(e), fakeapi__entry_name(e), &found);
	struct fakeapi__block *block = b->blocks[at.block];

	ASSERT(found == e);
	b->entry_count--;
	block->count--;
	memmove(block->items + at.item, block->items + at.item + 1,
		(block->count - at.item) * sizeof(*block->items));
	if (block->count == 0) {
		b->block_count--;
		memmove(b->blocks + at.block, b->blocks + at.block + 1,
			(b->block_count - at.block) * sizeof(*b->blocks));
		base__free(block);
	}
	fakeapi__version_unref(s, e->head);
	base__free(e);
}

/* --- events ------------------------------------------------------------------------------- */

struct fakeapi__event *fakeapi__bucket_event(const struct fakeapi__bucket *b, uint64_t seq)
{
	ASSERT(seq >= b->first_seq && seq < b->next_seq);
	return &b->events[seq & (b->event_cap - 1)];
}

uint64_t fakeapi__bucket_seq_after(const struct fakeapi__bucket *b, uint64_t rv)
{
	uint64_t lo = b->first_seq, hi = b->next_seq;

	while (lo < hi) {
		uint64_t mid = lo + (hi - lo) / 2;

		if (fakeapi__bucket_event(b, mid)->rv <= rv)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static bool event_reserve(struct fakeapi__bucket *b)
{
	size_t len = (size_t)(b->next_seq - b->first_seq);
	size_t cap = b->event_cap ? b->event_cap * 2 : 16;
	struct fakeapi__event *grown;

	if (len < b->event_cap)
		return true;
	grown = base__reallocarray(NULL, cap, sizeof(*grown));
	if (!grown)
		return false;
	for (uint64_t seq = b->first_seq; seq < b->next_seq; seq++)
		grown[seq & (cap - 1)] = *fakeapi__bucket_event(b, seq);
	base__free(b->events);
	b->events = grown;
	b->event_cap = cap;
	return true;
}

/* Lists at or after this event's rv see its version, so the version before is no longer needed. */
static void drop_first_event(struct fakeapi__store *s, struct fakeapi__bucket *b)
{
	struct fakeapi__event *ev = fakeapi__bucket_event(b, b->first_seq);
	struct fakeapi__version *v = ev->version;
	struct fakeapi__version *before = v->prev;

	fakeapi__event_drop_lines(ev);
	v->prev = NULL;
	b->old_bytes -= before ? before->json_len : 0;
	fakeapi__version_unref(s, before);
	b->forgotten_rv = ev->rv;
	if (ev->entry->head == v && v->gone) {
		b->old_bytes -= v->json_len;
		entry_remove(s, b, ev->entry);
	}
	b->first_seq++;
}

void fakeapi__store_pin(struct fakeapi__store *s, struct fakeapi__pin *pin, uint64_t rv)
{
	*pin = (struct fakeapi__pin) { .rv = rv, .next = s->pins };
	if (s->pins)
		s->pins->prev = pin;
	s->pins = pin;
}

void fakeapi__store_unpin(struct fakeapi__store *s, struct fakeapi__pin *pin)
{
	*(pin->prev ? &pin->prev->next : &s->pins) = pin->next;
	if (pin->next)
		pin->next->prev = pin->prev;
}

/* The newest rv whose event may be dropped. */
static uint64_t newest_to_forget(const struct fakeapi__store *s)
{
	uint64_t rv = s->min_floor;

	for (const struct fakeapi__pin *p = s->pins; p; p = p->next)
		rv = p->rv < rv ? p->rv : rv;
	return rv;
}

bool fakeapi__store_forget_some(struct fakeapi__store *s, size_t *steps)
{
	uint64_t newest = newest_to_forget(s);

	for (; s->forgets && s->forgets_at < s->bucket_count; s->forgets_at++) {
		struct fakeapi__bucket *b = s->buckets[s->forgets_at];
		uint64_t floor = b->cache_floor < s->etcd_floor ? b->cache_floor : s->etcd_floor;

		if (floor > newest)
			floor = newest;
		for (; b->first_seq < b->next_seq &&
		       fakeapi__bucket_event(b, b->first_seq)->rv <= floor;
		     --*steps) {
			if (*steps == 0)
				return true;
			drop_first_event(s, b);
		}
	}
	s->forgets = false;
	return false;
}

static void compact_all(struct fakeapi__store *s)
{
	size_t all = SIZE_MAX;

	s->forgets = true;
	s->forgets_at = 0;
	(void)fakeapi__store_forget_some(s, &all);
}

void fakeapi__store_forget(struct fakeapi__store *s)
{
	if (!s->on_untidy) {
		compact_all(s);
		return;
	}
	s->forgets = true;
	s->forgets_at = 0;
	s->on_untidy(s->untidy_user);
}

static bool over_window(const struct fakeapi__store *s, const struct fakeapi__bucket *b)
{
	return (s->window && b->next_seq - b->first_seq > s->window) ||
	       (s->window_bytes && b->old_bytes > s->window_bytes &&
		b->next_seq - b->first_seq > 1);
}

/* The window bounds memory: older events are dropped for this bucket alone. */
static void window_trim(struct fakeapi__store *s, struct fakeapi__bucket *b)
{
	uint64_t newest = newest_to_forget(s);

	while (over_window(s, b)) {
		uint64_t rv = fakeapi__bucket_event(b, b->first_seq)->rv;

		if (rv > newest)
			return;
		if (b->cache_floor < rv)
			b->cache_floor = rv;
		drop_first_event(s, b);
	}
}

/* --- writing ------------------------------------------------------------------------------ */

static struct fakeapi__version *version_new(struct str json, uint64_t rv, bool gone)
{
	struct fakeapi__version *v;
	json_t labels;

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
	v->lacks = false;
	labels = json_path(fakeapi__version_json(v), "metadata", "labels", NULL);
	v->labels_at = labels.len ? (uint32_t)(labels.ptr - v->json) : 0;
	v->labels_len = (uint32_t)labels.len;
	return v;
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
	bool room = event_reserve(b) && (*e || entry_reserve(b, at));

	if (room && !*e)
		*e = fresh = entry_new(ns, name);
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
	struct fakeapi__at at = entry_lower(b, ns, name, &found);
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
		at.block = entry_insert(b, at, e);
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
	window_trim(s, b);
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
		entry_remove(s, b, e);
		return;
	}
	b->live += (size_t)!before->gone;
	if (before->gone && before->rv <= b->forgotten_rv) {
		b->old_bytes -= before->json_len;
		entry_remove(s, b, e); /* a deletion that no reader can reach any more */
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
		compact_all(s);
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
