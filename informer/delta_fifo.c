/* SPDX-License-Identifier: Apache-2.0 */
/* delta_fifo.c - DeltaFIFO: the changes of one key are queued and taken together
 * (tools/cache/delta_fifo.go of client-go 0.32, the last version whose informers used it).
 *
 * A key is in the queue once, at the position of its first change. Two adjacent deletions are
 * merged; no others. The key is that of the object before the transform; the store uses the key
 * after it (so a renaming transform breaks). */
#include "informer/fifo.h"

#include "base/alloc.h"
#include "base/map.h"
#include "base/ring.h"
#include "informer/digest.h"

struct key_item {
	struct inf__delta *deltas;
	size_t len, cap;
	char key[];
};

struct delta_fifo {
	struct inf__fifo fifo;
	struct map items GUARDED_BY(fifo.lock);	 /* key -> key_item; keys live in the item */
	struct ring order GUARDED_BY(fifo.lock); /* key_items, oldest first */
};

static struct delta_fifo *delta_fifo(struct inf__queue *q)
{
	return (struct delta_fifo *)q;
}

static bool lacks(const struct delta_fifo *f, enum inf__fix fix)
{
	return inf__lacks(f->fifo.config.without, fix);
}

static void key_item_free(struct key_item *item)
{
	if (!item)
		return;
	for (size_t i = 0; i < item->len; i++)
		inf__delta_fini(&item->deltas[i]);
	base__free(item->deltas);
	base__free(item);
}

static int key_item_reserve(struct key_item *item)
{
	size_t cap = item->cap ? item->cap * 2 : 1;
	struct inf__delta *deltas;

	if (item->len < item->cap)
		return 0;
	deltas = base__reallocarray(item->deltas, cap, sizeof(*deltas));
	if (!deltas)
		return RELIST_ENOMEM;
	item->deltas = deltas;
	item->cap = cap;
	return 0;
}

/* Returns the key's item with room for one more delta; appends a new item to the queue. */
static struct key_item *key_item_get_or_new(struct delta_fifo *f, const char *key)
{
	struct key_item *item = map_get(&f->items, str_of(key));
	size_t len = strlen(key);

	if (item)
		return key_item_reserve(item) == 0 ? item : NULL;
	item = base__calloc(1, sizeof(*item) + len + 1);
	if (!item)
		return NULL;
	memcpy(item->key, key, len + 1);
	if (key_item_reserve(item) != 0 || ring_reserve(&f->order, 1) != 0 ||
	    map_put(&f->items, str_of(item->key), item, NULL) != 0) {
		key_item_free(item);
		return NULL;
	}
	(void)ring_push(&f->order, item);
	return item;
}

/* dedupDeltas: of two adjacent deletions keeps the one with more information: a real one rather
 * than a tombstone, else the older. */
static void key_item_dedup(struct key_item *item)
{
	struct inf__delta *older, *newer;

	if (item->len < 2)
		return;
	older = &item->deltas[item->len - 2];
	newer = &item->deltas[item->len - 1];
	if (older->type != INF_DELTA_DELETED || newer->type != INF_DELTA_DELETED)
		return;
	if (older->tombstone) {
		inf__delta_fini(older);
		*older = *newer;
	} else {
		inf__delta_fini(newer);
	}
	item->len--;
}

/* queueActionLocked. Always takes ownership of d (already transformed). */
static int queue_delta(struct delta_fifo *f, const char *key, struct inf__delta *d,
		       struct relist_err *err)
{
	struct key_item *item = key_item_get_or_new(f, key);

	if (!item) {
		inf__delta_fini(d);
		return relist_err_set(err, RELIST_ENOMEM, "queue: out of memory");
	}
	inf__fifo_trace(&f->fifo, TRACE_QUEUE_ADD, key,
			inf__delta_type_name((enum inf__delta_type)d->type), f->order.len);
	item->deltas[item->len++] = *d;
	key_item_dedup(item);
	return 0;
}

static int queue_object(struct delta_fifo *f, enum inf__delta_type type,
			const struct inf_object *obj, struct relist_err *err)
{
	struct inf__delta d = { .type = (uint8_t)type };
	int rc = 0;

	d.obj = type == INF_DELTA_SYNC ? inf_object_ref(obj)
				       : inf__fifo_transform(&f->fifo, obj, &rc, err);
	if (!d.obj)
		return rc;
	return queue_delta(f, inf_object_key(obj), &d, err);
}

static int queue_tombstone(struct delta_fifo *f, const char *key, const struct inf_object *obj,
			   struct relist_err *err)
{
	struct inf__delta d;

	if (lacks(f, INF_FIX_TOMBSTONE_TRANSFORM) && f->fifo.config.transform)
		return relist_err_set(err, RELIST_EINVAL,
				      "the transform expected an object and got a tombstone");
	if (inf__delta_init_tombstone(&d, key, obj) != 0)
		return relist_err_set(err, RELIST_ENOMEM, "queue: out of memory");
	return queue_delta(f, key, &d, err);
}

static int delta_put(struct inf__queue *q, enum inf__delta_type type, const struct inf_object *obj,
		     struct relist_err *err)
{
	struct delta_fifo *f = delta_fifo(q);
	const char *key = inf_object_key(obj);
	int rc = 0;

	lock_acquire(&f->fifo.lock);
	f->fifo.populated = true;
	/* Neither the cache nor the queue has the key: queue no deletion. */
	if (type != INF_DELTA_DELETED ||
	    (map_get(&f->items, str_of(key)) && !lacks(f, INF_FIX_DELETE_OF_QUEUED)) ||
	    inf__indexer_has(f->fifo.config.known, key))
		rc = queue_object(f, type, obj, err);
	lock_release(&f->fifo.lock);
	inf__fifo_wake(&f->fifo);
	return rc;
}

/* ---- Replace ---- */

/* Queues tombstones for queued keys that are missing in the list, with the last queued object. */
static int replace_queued(struct delta_fifo *f, const struct map *keys, size_t *deletions,
			  struct relist_err *err)
{
	size_t count = f->order.len;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < count; i++) {
		const struct key_item *item = ring_peek(&f->order, i);

		if (map_get(keys, str_of(item->key)))
			continue;
		(*deletions)++;
		rc = queue_tombstone(f, item->key,
				     item->len ? item->deltas[item->len - 1].obj : NULL, err);
	}
	return rc;
}

/* Queues tombstones for other keys of the store that are missing in the list, with the store's
 * object. */
static int replace_known(struct delta_fifo *f, const struct map *keys, size_t *deletions,
			 struct relist_err *err)
{
	struct inf_object_list known;
	int rc;

	inf__object_list_init(&known);
	rc = inf__indexer_list(f->fifo.config.known, &known);
	if (rc != 0)
		(void)relist_err_set(err, rc, "list: out of memory");
	for (size_t i = 0; rc == 0 && i < known.len; i++) {
		const char *key = inf_object_key(known.items[i]);

		if (map_get(keys, str_of(key)) ||
		    (map_get(&f->items, str_of(key)) && !lacks(f, INF_FIX_REPLACE_SEES_QUEUED)))
			continue;
		(*deletions)++;
		rc = queue_tombstone(f, key, known.items[i], err);
	}
	inf_object_list_fini(&known);
	return rc;
}

/* Whether the key's last queued change is its deletion. */
static bool will_be_deleted(const struct delta_fifo *f, const char *key)
{
	const struct key_item *item = map_get(&f->items, str_of(key));

	return item && item->len && item->deltas[item->len - 1].type == INF_DELTA_DELETED;
}

static int replace_locked(struct delta_fifo *f, const struct inf_object *const *objs, size_t count,
			  struct map *keys, struct relist_err *err)
{
	size_t deletions = 0;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < count; i++) {
		const char *key = inf_object_key(objs[i]);

		rc = map_put(keys, str_of(key), f, NULL);
		if (rc != 0)
			(void)relist_err_set(err, rc, "list: out of memory");
		else if (!lacks(f, INF_FIX_REPLACE_AFTER_DELETE) || !will_be_deleted(f, key))
			rc = queue_object(f, INF_DELTA_REPLACED, objs[i], err);
	}
	if (rc == 0 && !lacks(f, INF_FIX_REPLACE_SEES_QUEUED) && !lacks(f, INF_FIX_RELIST_DELETES))
		rc = replace_queued(f, keys, &deletions, err);
	if (rc == 0 && !lacks(f, INF_FIX_RELIST_DELETES))
		rc = replace_known(f, keys, &deletions, err);
	/* Counts deletions even if they were merged with a queued one. */
	if (rc == 0 && !f->fifo.populated) {
		f->fifo.populated = true;
		f->fifo.initial_population_count = map_len(keys) + deletions;
	}
	return rc;
}

static int delta_replace(struct inf__queue *q, const struct inf_object *const *objs, size_t count,
			 const char *resource_version, struct relist_err *err)
{
	struct delta_fifo *f = delta_fifo(q);
	struct map keys;
	int rc;

	map_init(&keys, MAP_BORROW_KEYS);
	lock_acquire(&f->fifo.lock);
	rc = replace_locked(f, objs, count, &keys, err);
	if (rc == 0)
		inf__fifo_trace(&f->fifo, TRACE_QUEUE_REPLACE, "", resource_version, count);
	lock_release(&f->fifo.lock);
	map_fini(&keys);
	inf__fifo_wake(&f->fifo);
	return rc;
}

static int delta_resync(struct inf__queue *q, struct relist_err *err)
{
	struct delta_fifo *f = delta_fifo(q);
	struct inf_object_list known;
	int rc;

	inf__object_list_init(&known);
	lock_acquire(&f->fifo.lock);
	rc = inf__indexer_list(f->fifo.config.known, &known);
	if (rc != 0)
		(void)relist_err_set(err, rc, "resync: out of memory");
	/* Skip keys with queued changes: their state in the store is outdated. */
	for (size_t i = 0; rc == 0 && i < known.len; i++) {
		if (!map_get(&f->items, str_of(inf_object_key(known.items[i]))) ||
		    inf__lacks(f->fifo.config.without, INF_FIX_RESYNC_QUEUED))
			rc = queue_object(f, INF_DELTA_SYNC, known.items[i], err);
	}
	if (rc == 0)
		inf__fifo_trace(&f->fifo, TRACE_QUEUE_RESYNC, "", "", f->order.len);
	lock_release(&f->fifo.lock);
	inf_object_list_fini(&known);
	inf__fifo_wake(&f->fifo);
	return rc;
}

static int delta_bookmark(struct inf__queue *q, const char *resource_version,
			  struct relist_err *err)
{
	(void)q;
	(void)resource_version;
	(void)err;
	return 0; /* this queue stores no resourceVersion */
}

/* ---- taking ---- */

static bool synced_locked(const struct delta_fifo *f)
{
	return f->fifo.populated &&
	       (f->fifo.initial_population_count == 0 || lacks(f, INF_FIX_SYNCED_PROCESSED));
}

TSA(no_thread_safety_analysis)
static int delta_begin(struct inf__fifo *fifo, size_t limit, struct inf__popped *out)
{
	struct delta_fifo *f = (struct delta_fifo *)fifo;
	const struct key_item *item;

	(void)limit; /* all changes of a key are returned together */
	lock_acquire(&fifo->lock);
	item = ring_peek(&f->order, 0);
	if (!item) {
		int rc = fifo->closed ? RELIST_ECLOSED : RELIST_ENOTFOUND;

		lock_release(&fifo->lock);
		return rc;
	}
	out->items = item->deltas;
	out->count = item->len;
	out->initial = !synced_locked(f);
	fifo->kept_locked = true;
	return 0;
}

TSA(no_thread_safety_analysis)
static void delta_end(struct inf__fifo *fifo, size_t done)
{
	struct delta_fifo *f = (struct delta_fifo *)fifo;
	struct key_item *item = ring_peek(&f->order, 0);

	ASSERT(fifo->kept_locked);
	ASSERT(done <= item->len);
	fifo->kept_locked = false;
	if (done == item->len) {
		(void)ring_pop(&f->order);
		(void)map_del(&f->items, str_of(item->key));
		key_item_free(item);
		if (fifo->initial_population_count > 0)
			fifo->initial_population_count--;
		inf__fifo_trace(fifo, TRACE_QUEUE_POP, "", "", done);
	} else if (done > 0) {
		/* Out of memory in between: the rest of the key's changes stays queued. */
		for (size_t i = 0; i < done; i++)
			inf__delta_fini(&item->deltas[i]);
		memmove(item->deltas, item->deltas + done,
			(item->len - done) * sizeof(*item->deltas));
		item->len -= done;
	}
	lock_release(&fifo->lock);
}

static size_t delta_len(struct inf__fifo *fifo)
{
	size_t len;

	lock_acquire(&fifo->lock);
	len = ((struct delta_fifo *)fifo)->order.len;
	lock_release(&fifo->lock);
	return len;
}

/* In this generation the temporary store of a streamed list has no transform. */
static inf_transform_fn delta_transformer(struct inf__queue *q, void **user)
{
	(void)q;
	*user = NULL;
	return NULL;
}

static bool delta_has_synced(struct inf__queue *q)
{
	struct delta_fifo *f = delta_fifo(q);
	bool synced;

	lock_acquire(&f->fifo.lock);
	synced = synced_locked(f);
	lock_release(&f->fifo.lock);
	return synced;
}

static void delta_free(struct inf__queue *q)
{
	struct delta_fifo *f = delta_fifo(q);
	struct key_item *item;

	while ((item = ring_pop(&f->order)))
		key_item_free(item);
	ring_fini(&f->order);
	map_fini(&f->items);
	inf__fifo_fini(&f->fifo);
	base__free(f);
}

static const struct inf__queue_ops queue_ops = {
	.put = delta_put,
	.replace = delta_replace,
	.resync = delta_resync,
	.bookmark = delta_bookmark,
	.transformer = delta_transformer,
	.has_synced = delta_has_synced,
	.close = inf__fifo_close,
	.free = delta_free,
};

static void delta_digest(struct inf__fifo *fifo, struct digest *d)
{
	struct delta_fifo *f = delta_fifo(&fifo->queue);

	lock_acquire(&fifo->lock);
	inf__fifo_digest(fifo, d);
	for (size_t i = 0; i < f->order.len; i++) {
		const struct key_item *item = ring_peek(&f->order, i);

		digest_number(d, item->len);
		for (size_t k = 0; k < item->len; k++)
			inf__digest_delta(d, &item->deltas[k]);
	}
	lock_release(&fifo->lock);
}

static const struct inf__fifo_ops fifo_ops = {
	.begin = delta_begin,
	.end = delta_end,
	.len = delta_len,
	.digest = delta_digest,
};

struct inf__fifo *inf__delta_fifo_new(const struct inf__fifo_config *config, struct relist_err *err)
{
	struct delta_fifo *f = base__calloc(1, sizeof(*f));

	ASSERT(config->known != NULL);
	if (!f) {
		(void)relist_err_set(err, RELIST_ENOMEM, "DeltaFIFO: out of memory");
		return NULL;
	}
	inf__fifo_init(&f->fifo, config, &queue_ops, &fifo_ops);
	map_init(&f->items, MAP_BORROW_KEYS);
	return &f->fifo;
}
