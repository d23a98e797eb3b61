/* SPDX-License-Identifier: Apache-2.0 */
/* real_fifo.c - RealFIFO: all changes in their order of arrival (tools/cache/the_real_fifo.go of
 * client-go 0.37).
 *
 * With atomic events a list, a resync and a bookmark are one item each, and a list is compared with
 * the store when it is processed. Without them a list is compared with the store and the queued
 * items when it is put, and becomes one item per object. */
#include "informer/fifo.h"

#include "base/alloc.h"
#include "informer/digest.h"

enum {
	BATCH_MAX = 1000,
	BATCH_SLOTS = 2048, /* power of two above BATCH_MAX: the batch's set of keys */
};

struct real_fifo {
	struct inf__fifo fifo;
	struct inf__delta *items GUARDED_BY(fifo.lock); /* circular */
	size_t head, len, cap;				/* cap: power of two or 0 */
	uint16_t *key_slots;	  /* index + 1 into `batch`; allocated when first needed */
	struct inf__delta *batch; /* shallow copies of the items that begin() returned */
	size_t batch_cap;
};

static struct real_fifo *real(struct inf__queue *q)
{
	return (struct real_fifo *)q;
}

static struct inf__delta *item_at(const struct real_fifo *f, size_t i)
{
	return &f->items[(f->head + i) & (f->cap - 1)];
}

static int items_reserve(struct real_fifo *f, size_t extra)
{
	size_t cap = f->cap ? f->cap : 16;
	struct inf__delta *items;

	while (cap < f->len + extra)
		cap *= 2;
	if (cap == f->cap)
		return 0;
	items = base__reallocarray(NULL, cap, sizeof(*items));
	if (!items)
		return RELIST_ENOMEM;
	for (size_t i = 0; i < f->len; i++)
		items[i] = *item_at(f, i);
	base__free(f->items);
	f->items = items;
	f->cap = cap;
	f->head = 0;
	return 0;
}

static int push(struct real_fifo *f, const struct inf__delta *d)
{
	if (items_reserve(f, 1) != 0)
		return RELIST_ENOMEM;
	f->len++;
	*item_at(f, f->len - 1) = *d;
	inf__fifo_trace(&f->fifo, TRACE_QUEUE_ADD, inf__delta_key(d),
			inf__delta_type_name((enum inf__delta_type)d->type), f->len);
	return 0;
}

/* Owns the delta, also on failure. */
static int push_taken(struct real_fifo *f, struct inf__delta *take, struct relist_err *err)
{
	if (push(f, take) == 0)
		return 0;
	inf__delta_fini(take);
	return relist_err_set(err, RELIST_ENOMEM, "queue: out of memory");
}

/* checkSynced_locked: once synced, always synced. */
static void check_synced(struct real_fifo *f)
{
	if (f->fifo.populated && (f->fifo.initial_population_count == 0 ||
				  inf__lacks(f->fifo.config.without, INF_FIX_SYNCED_PROCESSED)))
		f->fifo.synced = true;
}

/* Transforms (if `transform`) and appends the object. */
static int add_object(struct real_fifo *f, enum inf__delta_type type, const struct inf_object *obj,
		      bool transform, struct relist_err *err)
{
	struct inf__delta d = { .type = (uint8_t)type };
	int rc = 0;

	d.obj = transform ? inf__fifo_transform(&f->fifo, obj, &rc, err) : inf_object_ref(obj);
	return d.obj ? push_taken(f, &d, err) : rc;
}

static int add_tombstone(struct real_fifo *f, const char *key, const struct inf_object *obj,
			 struct relist_err *err)
{
	struct inf__delta d;

	if (inf__delta_init_tombstone(&d, key, obj) != 0)
		return relist_err_set(err, RELIST_ENOMEM, "queue: out of memory");
	return push_taken(f, &d, err);
}

/* Maps the key of each queued item to the number of the last one + 1. */
static int map_queued(const struct real_fifo *f, struct map *out)
{
	int rc = 0;

	map_init(out, MAP_BORROW_KEYS);
	for (size_t i = 0; rc == 0 && i < f->len; i++)
		rc = map_put(out, str_of(inf__delta_key(item_at(f, i))), (void *)(uintptr_t)(i + 1),
			     NULL);
	return rc;
}

static int real_put(struct inf__queue *q, enum inf__delta_type type, const struct inf_object *obj,
		    struct relist_err *err)
{
	struct real_fifo *f = real(q);
	int rc;

	lock_acquire(&f->fifo.lock);
	f->fifo.populated = true;
	check_synced(f);
	rc = add_object(f, type, obj, true, err);
	lock_release(&f->fifo.lock);
	inf__fifo_wake(&f->fifo);
	return rc;
}

/* ---- Replace ---- */

static int add_replaced_all(struct real_fifo *f, const struct inf_object *const *objs, size_t count,
			    const char *rv, struct relist_err *err)
{
	struct inf__delta d = { .type = INF_DELTA_REPLACED_ALL };
	int rc = RELIST_ENOMEM;

	d.u.all = inf__replaced_new(rv);
	if (d.u.all && inf__object_list_reserve(&d.u.all->objs, count) == 0) {
		rc = 0;
		for (size_t i = 0; i < count && rc == 0; i++) {
			struct inf_object *obj = inf__fifo_transform(&f->fifo, objs[i], &rc, err);

			if (obj)
				d.u.all->objs.items[d.u.all->objs.len++] = obj;
		}
		if (rc == 0)
			rc = push(f, &d);
	}
	if (rc == 0)
		return 0;
	inf__delta_fini(&d);
	if (rc == RELIST_ENOMEM)
		(void)relist_err_set(err, rc, "list of %zu objects: out of memory", count);
	return rc;
}

/* Data of a non-atomic Replace: the new keys, and the last queued change of each queued key. */
struct reconcile {
	struct map new_keys; /* key -> itself */
	struct map queued;
	struct inf_object_list known;
};

static void reconcile_fini(struct reconcile *r)
{
	map_fini(&r->new_keys);
	map_fini(&r->queued);
	inf_object_list_fini(&r->known);
}

static int reconcile_init(struct real_fifo *f, struct reconcile *r,
			  const struct inf_object *const *objs, size_t count)
{
	map_init(&r->new_keys, MAP_BORROW_KEYS);
	inf__object_list_init(&r->known);
	if (map_queued(f, &r->queued) != 0)
		return RELIST_ENOMEM;
	for (size_t i = 0; i < count; i++) {
		const char *key = inf_object_key(objs[i]);

		if (map_put(&r->new_keys, str_of(key), (void *)(uintptr_t)key, NULL) != 0)
			return RELIST_ENOMEM;
	}
	return inf__indexer_list(f->fifo.config.known, &r->known);
}

/* The map's key may belong to an item; push() may move the item but never frees it. */
static int reconcile_deletes(struct real_fifo *f, const struct reconcile *r, struct relist_err *err)
{
	const struct map_entry *e;
	int rc = 0;

	for (size_t i = 0; rc == 0 && (e = map_next(&r->queued, &i));) {
		struct inf__delta last = *item_at(f, (size_t)(uintptr_t)e->value - 1);

		if (map_get(&r->new_keys, (struct str) { e->key, e->key_len }) ||
		    last.type == INF_DELTA_DELETED)
			continue;
		rc = add_tombstone(f, e->key, last.obj, err);
	}
	for (size_t i = 0; rc == 0 && i < r->known.len; i++) {
		const char *key = inf_object_key(r->known.items[i]);

		if (map_get(&r->new_keys, str_of(key)) || map_get(&r->queued, str_of(key)))
			continue;
		rc = add_tombstone(f, key, r->known.items[i], err);
	}
	return rc;
}

static int replace_each(struct real_fifo *f, const struct inf_object *const *objs, size_t count,
			struct relist_err *err)
{
	struct reconcile r;
	int rc = reconcile_init(f, &r, objs, count);

	if (rc != 0)
		(void)relist_err_set(err, rc, "list of %zu objects: out of memory", count);
	else if (!inf__lacks(f->fifo.config.without, INF_FIX_RELIST_DELETES))
		rc = reconcile_deletes(f, &r, err);
	reconcile_fini(&r);
	for (size_t i = 0; rc == 0 && i < count; i++)
		rc = add_object(f, INF_DELTA_REPLACED, objs[i], true, err);
	return rc;
}

static int real_replace(struct inf__queue *q, const struct inf_object *const *objs, size_t count,
			const char *resource_version, struct relist_err *err)
{
	struct real_fifo *f = real(q);
	int rc;

	lock_acquire(&f->fifo.lock);
	rc = f->fifo.config.atomic ? add_replaced_all(f, objs, count, resource_version, err)
				   : replace_each(f, objs, count, err);
	if (rc == 0) {
		inf__fifo_trace(&f->fifo, TRACE_QUEUE_REPLACE, "", resource_version, count);
		if (!f->fifo.populated) {
			f->fifo.populated = true;
			f->fifo.initial_population_count = f->len;
			check_synced(f);
		}
	}
	lock_release(&f->fifo.lock);
	inf__fifo_wake(&f->fifo);
	return rc;
}

/* ---- Resync, Bookmark ---- */

static int resync_each(struct real_fifo *f, struct relist_err *err)
{
	struct inf_object_list known;
	struct map queued;
	int rc = map_queued(f, &queued);

	inf__object_list_init(&known);
	if (rc == 0)
		rc = inf__indexer_list(f->fifo.config.known, &known);
	if (rc != 0)
		(void)relist_err_set(err, rc, "resync: out of memory");
	/* Skip keys with queued changes: their state in the store is outdated. */
	for (size_t i = 0; rc == 0 && i < known.len; i++)
		if (!map_get(&queued, str_of(inf_object_key(known.items[i]))) ||
		    inf__lacks(f->fifo.config.without, INF_FIX_RESYNC_QUEUED))
			rc = add_object(f, INF_DELTA_SYNC, known.items[i], false, err);
	map_fini(&queued);
	inf_object_list_fini(&known);
	return rc;
}

static int real_resync(struct inf__queue *q, struct relist_err *err)
{
	struct real_fifo *f = real(q);
	int rc;

	lock_acquire(&f->fifo.lock);
	rc = f->fifo.config.atomic
		 ? push_taken(f, &(struct inf__delta) { .type = INF_DELTA_SYNC_ALL }, err)
		 : resync_each(f, err);
	if (rc == 0)
		inf__fifo_trace(&f->fifo, TRACE_QUEUE_RESYNC, "", "", f->len);
	lock_release(&f->fifo.lock);
	inf__fifo_wake(&f->fifo);
	return rc;
}

static int real_bookmark(struct inf__queue *q, const char *resource_version, struct relist_err *err)
{
	struct real_fifo *f = real(q);
	struct inf__delta d = { .type = INF_DELTA_BOOKMARK };
	int rc;

	if (!f->fifo.config.atomic)
		return 0;
	d.u.resource_version = base__strdup(resource_version);
	if (!d.u.resource_version)
		return relist_err_set(err, RELIST_ENOMEM, "bookmark: out of memory");
	lock_acquire(&f->fifo.lock);
	rc = push_taken(f, &d, err);
	lock_release(&f->fifo.lock);
	if (rc == 0)
		inf__fifo_wake(&f->fifo);
	return rc;
}

/* ---- taking ---- */

/* Adds the key of batch[n] to the batch's set; false if it is already there. */
static bool keys_add(struct real_fifo *f, size_t n)
{
	const char *key = inf__delta_key(&f->batch[n]);
	size_t at = map_hash(str_of(key)) & (BATCH_SLOTS - 1);

	for (; f->key_slots[at] != 0; at = (at + 1) & (BATCH_SLOTS - 1))
		if (strcmp(inf__delta_key(&f->batch[f->key_slots[at] - 1]), key) == 0)
			return false;
	f->key_slots[at] = (uint16_t)(n + 1);
	return true;
}

static int batch_reserve(struct real_fifo *f, size_t count)
{
	struct inf__delta *batch;

	if (count > 1 && !f->key_slots) {
		f->key_slots = base__malloc(BATCH_SLOTS * sizeof(*f->key_slots));
		if (!f->key_slots)
			return RELIST_ENOMEM;
	}
	if (count <= f->batch_cap)
		return 0;
	batch = base__reallocarray(f->batch, count, sizeof(*batch));
	if (!batch)
		return RELIST_ENOMEM;
	f->batch = batch;
	f->batch_cap = count;
	return 0;
}

/* Consecutive items with different keys form a batch. A list, resync or bookmark, a repeated key,
 * and the end of the initial list end it. */
static size_t batch_fill(struct real_fifo *f, size_t count)
{
	size_t n = 0;

	if (count > 1)
		memset(f->key_slots, 0, BATCH_SLOTS * sizeof(*f->key_slots));
	for (; n < count; n++) {
		f->batch[n] = *item_at(f, n);
		if (!inf__delta_batchable(&f->batch[n]))
			return n > 0 ? n : 1;
		if (count > 1 && !keys_add(f, n))
			return n;
	}
	return n;
}

static int begin_locked(struct real_fifo *f, size_t limit, struct inf__popped *out)
{
	size_t count = f->len < limit ? f->len : limit;

	if (f->len == 0)
		return f->fifo.closed ? RELIST_ECLOSED : RELIST_ENOTFOUND;
	if (count > BATCH_MAX)
		count = BATCH_MAX;
	if (f->fifo.initial_population_count > 0 && count > f->fifo.initial_population_count)
		count = f->fifo.initial_population_count;
	if (!f->fifo.config.batch)
		count = 1;
	if (batch_reserve(f, count) != 0)
		return RELIST_ENOMEM;
	out->count = batch_fill(f, count);
	out->items = f->batch;
	out->initial = !f->fifo.synced;
	return 0;
}

TSA(no_thread_safety_analysis)
static int real_begin(struct inf__fifo *fifo, size_t limit, struct inf__popped *out)
{
	struct real_fifo *f = (struct real_fifo *)fifo;
	int rc;

	lock_acquire(&fifo->lock);
	rc = begin_locked(f, limit, out);
	/* A backlog of two batches blocks the producer. */
	fifo->kept_locked = rc == 0 && (!fifo->config.unlock_while_processing ||
					f->len - out->count >= (size_t)BATCH_MAX * 2);
	if (!fifo->kept_locked)
		lock_release(&fifo->lock);
	return rc;
}

TSA(no_thread_safety_analysis)
static void real_end(struct inf__fifo *fifo, size_t done)
{
	struct real_fifo *f = (struct real_fifo *)fifo;

	if (!fifo->kept_locked)
		lock_acquire(&fifo->lock);
	fifo->kept_locked = false;
	for (size_t i = 0; i < done; i++)
		inf__delta_fini(item_at(f, i));
	f->len -= done;
	f->head = (f->head + done) & (f->cap - 1);
	if (done > 0) {
		/* Counted down after processing: HasSynced means processed, not popped. */
		if (fifo->initial_population_count > 0) {
			fifo->initial_population_count -= done;
			check_synced(f);
		}
		inf__fifo_trace(fifo, TRACE_QUEUE_POP, "", "", done);
	}
	lock_release(&fifo->lock);
}

static size_t real_len(struct inf__fifo *fifo)
{
	size_t len;

	lock_acquire(&fifo->lock);
	len = ((struct real_fifo *)fifo)->len;
	lock_release(&fifo->lock);
	return len;
}

static bool real_has_synced(struct inf__queue *q)
{
	struct real_fifo *f = real(q);
	bool synced;

	lock_acquire(&f->fifo.lock);
	synced = f->fifo.synced;
	lock_release(&f->fifo.lock);
	return synced;
}

static void real_free(struct inf__queue *q)
{
	struct real_fifo *f = real(q);

	for (size_t i = 0; i < f->len; i++)
		inf__delta_fini(item_at(f, i));
	base__free(f->items);
	base__free(f->batch);
	base__free(f->key_slots);
	inf__fifo_fini(&f->fifo);
	base__free(f);
}

static const struct inf__queue_ops queue_ops = {
	.put = real_put,
	.replace = real_replace,
	.resync = real_resync,
	.bookmark = real_bookmark,
	.transformer = inf__fifo_transformer,
	.has_synced = real_has_synced,
	.close = inf__fifo_close,
	.free = real_free,
};

static void real_digest(struct inf__fifo *fifo, struct digest *d)
{
	struct real_fifo *f = real(&fifo->queue);

	lock_acquire(&fifo->lock);
	inf__fifo_digest(fifo, d);
	digest_number(d, f->len);
	for (size_t i = 0; i < f->len; i++)
		inf__digest_delta(d, item_at(f, i));
	lock_release(&fifo->lock);
}

static const struct inf__fifo_ops fifo_ops = {
	.begin = real_begin,
	.end = real_end,
	.len = real_len,
	.digest = real_digest,
};

struct inf__fifo *inf__real_fifo_new(const struct inf__fifo_config *config, struct relist_err *err)
{
	struct real_fifo *f = base__calloc(1, sizeof(*f));

	/* As in client-go: comparing with the store while unlocked would be wrong. */
	ASSERT(config->atomic || config->known);
	ASSERT(config->atomic || !config->unlock_while_processing);
	if (!f) {
		(void)relist_err_set(err, RELIST_ENOMEM, "RealFIFO: out of memory");
		return NULL;
	}
	inf__fifo_init(&f->fifo, config, &queue_ops, &fifo_ops);
	return &f->fifo;
}
