/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/store_index.h"

#include "base/alloc.h"

#define EXTRA_BIT UINT32_C(0x80000000)

static struct inf__index_link *link_of(const struct inf__index *ix, uint32_t id)
{
	return (id & EXTRA_BIT) ? &ix->extras[id & ~EXTRA_BIT].link : &ix->links[id];
}

struct inf__index *inf__index_new(const char *name, inf_index_fn fn, void *user)
{
	struct inf__index *ix = base__calloc(1, sizeof(*ix));

	if (!ix)
		return NULL;
	map_init(&ix->by_value, MAP_BORROW_KEYS);
	ix->fn = fn;
	ix->user = user;
	ix->extra_free = INF_INDEX_NONE;
	ix->name = base__strdup(name);
	if (!ix->name) {
		inf__index_free(ix);
		return NULL;
	}
	return ix;
}

void inf__index_free(struct inf__index *ix)
{
	if (!ix)
		return;
	for (uint32_t i = 0; i < ix->bucket_end; i++)
		base__free(ix->buckets[i]);
	map_fini(&ix->by_value);
	base__free(ix->buckets);
	base__free(ix->bucket_free);
	base__free(ix->links);
	base__free(ix->extras);
	base__free(ix->more);
	base__free(ix->plan);
	base__free(ix->name);
	base__free(ix);
}

int inf__index_reserve_entries(struct inf__index *ix, uint32_t cap)
{
	struct inf__index_link *links;

	if (cap <= ix->link_cap)
		return 0;
	if (ix->more) {
		uint32_t *more = base__reallocarray(ix->more, cap, sizeof(*more));

		if (!more)
			return RELIST_ENOMEM;
		ix->more = more;
		memset(more + ix->link_cap, 0xff, (cap - ix->link_cap) * sizeof(*more));
	}
	links = base__reallocarray(ix->links, cap, sizeof(*links));
	if (!links)
		return RELIST_ENOMEM;
	ix->links = links;
	memset(links + ix->link_cap, 0xff, (cap - ix->link_cap) * sizeof(*links));
	ix->link_cap = cap;
	return 0;
}

/* ---- buckets ---- */

static int bucket_id_reserve(struct inf__index *ix)
{
	uint32_t cap = ix->bucket_cap + ix->bucket_cap / 2 + 4;
	struct inf__index_bucket **buckets;
	uint32_t *stack;

	if (ix->bucket_free_count > 0 || ix->bucket_end < ix->bucket_cap)
		return 0;
	buckets = base__reallocarray(ix->buckets, cap, sizeof(struct inf__index_bucket *));
	if (!buckets)
		return RELIST_ENOMEM;
	ix->buckets = buckets;
	stack = base__reallocarray(ix->bucket_free, cap, sizeof(*stack));
	if (!stack)
		return RELIST_ENOMEM;
	ix->bucket_free = stack;
	ix->bucket_cap = cap;
	return 0;
}

static struct inf__index_bucket *bucket_get_or_new(struct inf__index *ix, struct str value)
{
	struct inf__index_bucket *b = map_get(&ix->by_value, value);

	if (b)
		return b;
	if (bucket_id_reserve(ix) != 0)
		return NULL;
	b = base__malloc(sizeof(*b) + value.len + 1);
	if (!b)
		return NULL;
	*b = (struct inf__index_bucket) { .head = INF_INDEX_NONE, .tail = INF_INDEX_NONE };
	b->name_len = (uint32_t)value.len;
	if (value.len > 0)
		memcpy(b->name, value.ptr, value.len);
	b->name[value.len] = '\0';
	if (map_put(&ix->by_value, (struct str) { b->name, value.len }, b, NULL) != 0) {
		base__free(b);
		return NULL;
	}
	b->id =
	    ix->bucket_free_count > 0 ? ix->bucket_free[--ix->bucket_free_count] : ix->bucket_end++;
	ix->buckets[b->id] = b;
	return b;
}

/* client-go deletes an empty set at once; else short-lived values would accumulate. */
static void bucket_drop_if_empty(struct inf__index *ix, struct inf__index_bucket *b)
{
	if (b->count > 0 || b->holds > 0 || inf__lacks(ix->without, INF_FIX_INDEX_EMPTY))
		return;
	(void)map_del(&ix->by_value, (struct str) { b->name, b->name_len });
	ix->buckets[b->id] = NULL;
	ix->bucket_free[ix->bucket_free_count++] = b->id;
	base__free(b);
}

static void bucket_link(struct inf__index *ix, struct inf__index_bucket *b, uint32_t id)
{
	struct inf__index_link *l = link_of(ix, id);

	l->bucket = b->id;
	l->next = INF_INDEX_NONE;
	l->prev = b->tail;
	if (b->tail != INF_INDEX_NONE)
		link_of(ix, b->tail)->next = id;
	else
		b->head = id;
	b->tail = id;
	b->count++;
}

static void bucket_unlink(struct inf__index *ix, uint32_t id)
{
	struct inf__index_link *l = link_of(ix, id);
	struct inf__index_bucket *b = ix->buckets[l->bucket];

	if (l->prev != INF_INDEX_NONE)
		link_of(ix, l->prev)->next = l->next;
	else
		b->head = l->next;
	if (l->next != INF_INDEX_NONE)
		link_of(ix, l->next)->prev = l->prev;
	else
		b->tail = l->prev;
	l->bucket = INF_INDEX_NONE;
	b->count--;
	bucket_drop_if_empty(ix, b);
}

/* ---- planning ---- */

static int plan_push(struct inf__index *ix, uint32_t v)
{
	if (ix->plan_len == ix->plan_cap) {
		size_t cap = ix->plan_cap ? ix->plan_cap * 2 : 4;
		uint32_t *plan = base__reallocarray(ix->plan, cap, sizeof(*plan));

		if (!plan)
			return RELIST_ENOMEM;
		ix->plan = plan;
		ix->plan_cap = cap;
	}
	ix->plan[ix->plan_len++] = v;
	return 0;
}

static int values_add_planned(struct inf_index_values *out, struct str value)
{
	struct inf__index *ix = out->ix;
	struct inf__index_bucket *b = bucket_get_or_new(ix, value);

	if (!b)
		return RELIST_ENOMEM;
	for (size_t i = out->at + 1; i < ix->plan_len; i++) {
		if (ix->plan[i] == b->id)
			return 0; /* a value counts once per object */
	}
	if (plan_push(ix, b->id) != 0) {
		bucket_drop_if_empty(ix, b);
		return RELIST_ENOMEM;
	}
	b->holds++;
	ix->plan[out->at]++;
	return 0;
}

static int values_add_collected(struct inf_index_values *out, struct str value)
{
	char *copy;

	for (size_t i = 0; i < out->len; i++) {
		if (str_eq(out->values[i], value))
			return 0;
	}
	if (out->len == out->cap) {
		size_t cap = out->cap ? out->cap * 2 : 4;
		struct str *values = base__reallocarray(out->values, cap, sizeof(*values));

		if (!values)
			return RELIST_ENOMEM;
		out->values = values;
		out->cap = cap;
	}
	copy = base__strndup(value.ptr ? value.ptr : "", value.len);
	if (!copy)
		return RELIST_ENOMEM;
	out->values[out->len++] = (struct str) { copy, value.len };
	return 0;
}

int inf_index_values_add(struct inf_index_values *values, const char *value, size_t len)
{
	struct str s = { value, len };
	int rc;

	if (values->failed)
		return RELIST_ENOMEM;
	rc = values->ix ? values_add_planned(values, s) : values_add_collected(values, s);
	if (rc != 0)
		values->failed = true;
	return rc;
}

void inf__index_values_fini(struct inf_index_values *v)
{
	for (size_t i = 0; i < v->len; i++)
		base__free((char *)(uintptr_t)v->values[i].ptr);
	base__free(v->values);
	*v = (struct inf_index_values) { 0 };
}

/* The first value of an entry needs no extra link. */
static uint32_t extras_of(uint32_t value_count)
{
	return value_count ? value_count - 1 : 0;
}

static int extras_reserve(struct inf__index *ix, uint32_t extra)
{
	uint32_t free_count = ix->extra_free_count + (ix->extra_cap - ix->extra_end);
	uint32_t need = ix->extra_promised + extra;

	if (!ix->more && ix->link_cap > 0) {
		ix->more = base__malloc(ix->link_cap * sizeof(*ix->more));
		if (!ix->more)
			return RELIST_ENOMEM;
		memset(ix->more, 0xff, ix->link_cap * sizeof(*ix->more));
	}
	if (need > free_count) {
		uint32_t cap = ix->extra_cap + ix->extra_cap / 2 + (need - free_count) + 8;
		struct inf__index_extra *extras =
		    base__reallocarray(ix->extras, cap, sizeof(*extras));

		if (!extras)
			return RELIST_ENOMEM;
		ix->extras = extras;
		ix->extra_cap = cap;
	}
	return 0;
}

/* Resets the plan at the end to `at`. */
static void plan_undo(struct inf__index *ix, size_t at)
{
	while (at < ix->plan_len) {
		uint32_t count = ix->plan[at++];

		ix->extra_promised -= extras_of(count);
		for (; count > 0; count--) {
			struct inf__index_bucket *b = ix->buckets[ix->plan[at++]];

			b->holds--;
			bucket_drop_if_empty(ix, b);
		}
	}
}

int inf__index_prepare(struct inf__index *ix, const struct inf_object *obj)
{
	struct inf_index_values out = { .ix = ix, .at = ix->plan_len };
	uint32_t count;

	if (plan_push(ix, 0) != 0)
		return RELIST_ENOMEM;
	ix->fn(ix->user, obj, &out);
	count = ix->plan[out.at];
	if (!out.failed && count > 1 && extras_reserve(ix, extras_of(count)) != 0)
		out.failed = true;
	/* Counted even on failure, because plan_undo() subtracts it. */
	ix->extra_promised += extras_of(count);
	if (out.failed) {
		plan_undo(ix, out.at);
		ix->plan_len = out.at;
		return RELIST_ENOMEM;
	}
	return 0;
}

void inf__index_abort(struct inf__index *ix)
{
	plan_undo(ix, ix->plan_at);
	ix->plan_len = 0;
	ix->plan_at = 0;
}

/* ---- linking ---- */

static uint32_t extra_take(struct inf__index *ix, uint32_t entry)
{
	uint32_t x = ix->extra_free;

	if (x != INF_INDEX_NONE) {
		ix->extra_free = ix->extras[x].next;
		ix->extra_free_count--;
	} else {
		ASSERT(ix->extra_end < ix->extra_cap);
		x = ix->extra_end++;
	}
	ix->extras[x].entry = entry;
	ix->extras[x].next = ix->more[entry];
	ix->more[entry] = x;
	return x | EXTRA_BIT;
}

void inf__index_del(struct inf__index *ix, uint32_t entry)
{
	if (ix->links[entry].bucket != INF_INDEX_NONE)
		bucket_unlink(ix, entry);
	while (ix->more && ix->more[entry] != INF_INDEX_NONE) {
		uint32_t x = ix->more[entry];

		bucket_unlink(ix, x | EXTRA_BIT);
		ix->more[entry] = ix->extras[x].next;
		ix->extras[x].next = ix->extra_free;
		ix->extra_free = x;
		ix->extra_free_count++;
	}
}

static bool is_linked(const struct inf__index *ix, uint32_t entry, uint32_t bucket)
{
	bool found = ix->links[entry].bucket == bucket;

	for (uint32_t x = ix->more ? ix->more[entry] : INF_INDEX_NONE;
	     x != INF_INDEX_NONE && !found; x = ix->extras[x].next)
		found = ix->extras[x].link.bucket == bucket;
	return found;
}

/* For INF_FIX_INDEX_COMMON: values that the entry keeps are not linked again. */
static void plan_drop_common(struct inf__index *ix, uint32_t entry, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t *bucket = &ix->plan[ix->plan_at + i];

		if (!is_linked(ix, entry, *bucket))
			continue;
		ix->buckets[*bucket]->holds--;
		*bucket = INF_INDEX_NONE;
	}
}

void inf__index_put(struct inf__index *ix, uint32_t entry)
{
	uint32_t count = ix->plan[ix->plan_at++];
	bool single = !ix->more || ix->more[entry] == INF_INDEX_NONE;

	/* The common update: one value, unchanged. It keeps its position. */
	if (count == 1 && single && ix->links[entry].bucket == ix->plan[ix->plan_at]) {
		ix->buckets[ix->plan[ix->plan_at++]]->holds--;
	} else {
		if (inf__lacks(ix->without, INF_FIX_INDEX_COMMON))
			plan_drop_common(ix, entry, count);
		inf__index_del(ix, entry);
		for (uint32_t i = 0; i < count; i++) {
			uint32_t bucket = ix->plan[ix->plan_at++];
			struct inf__index_bucket *b;

			if (bucket == INF_INDEX_NONE)
				continue;
			b = ix->buckets[bucket];
			b->holds--;
			bucket_link(ix, b, i == 0 ? entry : extra_take(ix, entry));
		}
		ix->extra_promised -= extras_of(count);
	}
	if (ix->plan_at == ix->plan_len) {
		ix->plan_len = 0;
		ix->plan_at = 0;
	}
}

static uint32_t remapped(const uint32_t *remap, uint32_t id)
{
	return id == INF_INDEX_NONE || (id & EXTRA_BIT) ? id : remap[id];
}

static void link_remap(struct inf__index_link *l, const uint32_t *remap)
{
	if (l->bucket == INF_INDEX_NONE)
		return;
	l->next = remapped(remap, l->next);
	l->prev = remapped(remap, l->prev);
}

void inf__index_remap(struct inf__index *ix, const uint32_t *remap, uint32_t count)
{
	uint32_t end = 0;

	for (uint32_t e = 0; e < count; e++) {
		if (remap[e] == INF_INDEX_NONE)
			continue;
		link_remap(&ix->links[e], remap);
		ix->links[remap[e]] = ix->links[e];
		if (ix->more)
			ix->more[remap[e]] = ix->more[e];
		end = remap[e] + 1;
	}
	for (uint32_t e = end; e < count; e++) {
		ix->links[e].bucket = INF_INDEX_NONE;
		if (ix->more)
			ix->more[e] = INF_INDEX_NONE;
	}
	for (uint32_t x = ix->extra_free; x != INF_INDEX_NONE; x = ix->extras[x].next)
		ix->extras[x].link.bucket = INF_INDEX_NONE;
	for (uint32_t x = 0; x < ix->extra_end; x++) {
		if (ix->extras[x].link.bucket == INF_INDEX_NONE)
			continue;
		link_remap(&ix->extras[x].link, remap);
		ix->extras[x].entry = remap[ix->extras[x].entry];
	}
	for (uint32_t i = 0; i < ix->bucket_end; i++) {
		if (!ix->buckets[i])
			continue;
		ix->buckets[i]->head = remapped(remap, ix->buckets[i]->head);
		ix->buckets[i]->tail = remapped(remap, ix->buckets[i]->tail);
	}
}

/* ---- reading ---- */

struct inf__index_bucket *inf__index_bucket(const struct inf__index *ix, struct str value)
{
	return map_get(&ix->by_value, value);
}

uint32_t inf__index_next(const struct inf__index *ix, uint32_t link_id)
{
	return link_of(ix, link_id)->next;
}

uint32_t inf__index_entry(const struct inf__index *ix, uint32_t link_id)
{
	return (link_id & EXTRA_BIT) ? ix->extras[link_id & ~EXTRA_BIT].entry : link_id;
}

bool inf__index_valid(const struct inf__index *ix)
{
	const struct map_entry *e;

	if (ix->plan_len == 0 && ix->extra_promised != 0)
		return false; /* each write would reserve more */
	for (size_t i = 0; (e = map_next(&ix->by_value, &i));) {
		const struct inf__index_bucket *b = e->value;
		uint32_t count = 0, last = INF_INDEX_NONE;

		for (uint32_t id = b->head; id != INF_INDEX_NONE; id = inf__index_next(ix, id)) {
			if (link_of(ix, id)->prev != last || link_of(ix, id)->bucket != b->id)
				return false;
			last = id;
			count++;
		}
		if (last != b->tail || count != b->count || (ix->plan_len == 0 && b->holds != 0) ||
		    (count == 0 && b->holds == 0 && !inf__lacks(ix->without, INF_FIX_INDEX_EMPTY)))
			return false;
	}
	return true;
}

void inf__index_by_namespace(void *user, const struct inf_object *obj, struct inf_index_values *out)
{
	struct inf_str ns = inf_object_namespace(obj);

	(void)user;
	(void)inf_index_values_add(out, ns.ptr ? ns.ptr : "", ns.len);
}
