/* SPDX-License-Identifier: Apache-2.0 */
/* Applies popped deltas to the store and distributes the notifications (processDeltas). */
#include "informer/controller_impl.h"

#include "base/alloc.h"

static bool same_rv(const struct inf_object *a, const struct inf_object *b)
{
	return strcmp(inf_object_resource_version(a), inf_object_resource_version(b)) == 0;
}

/* Takes ownership of `take_old`; NULL: the object is new. */
static void note_put(struct inf__note *note, struct inf_object *take_old,
		     const struct inf_object *obj, bool initial)
{
	note->type = take_old ? INF_CALL_UPDATE : INF_CALL_ADD;
	note->initial = !take_old && initial;
	note->sync = take_old && same_rv(take_old, obj);
	note->old = take_old;
	note->obj = inf_object_ref(obj);
}

/* The last known state in a tombstone. */
static const struct inf_object *tombstone_obj(const struct inf__controller *c,
					      const struct inf_object *obj)
{
	return inf__lacks(c->without, INF_FIX_TOMBSTONE_STATE) ? NULL : obj;
}

/* A tombstone without an object, or with an object of another key, needs its own key. */
static int note_prepare_tombstone(const struct inf__controller *c, struct inf__note *note,
				  const struct inf_object *obj, const char *key)
{
	obj = tombstone_obj(c, obj);
	if (obj && strcmp(key, inf_object_key(obj)) == 0)
		return 0;
	note->key = base__strdup(key);
	return note->key ? 0 : RELIST_ENOMEM;
}

/* For a tombstone, note_prepare_tombstone() must have succeeded before. */
static void note_delete(const struct inf__controller *c, struct inf__note *note,
			const struct inf_object *obj, bool tombstone)
{
	if (tombstone)
		obj = tombstone_obj(c, obj);
	note->type = INF_CALL_DELETE;
	note->final_state_unknown = tombstone && !inf__lacks(c->without, INF_FIX_TOMBSTONE);
	note->obj = obj ? inf_object_ref(obj) : NULL;
}

static void trace_note(struct inf__controller *c, int64_t now_ns, const struct inf__note *note)
{
	struct trace_event ev = { .at_ns = now_ns };

	if (!c->sink.emit)
		return;
	ev.kind = note->type == INF_CALL_DELETE ? TRACE_STORE_DELETE : TRACE_STORE_SET;
	ev.who = str_of(c->name ? c->name : "");
	ev.key = str_of(note->key ? note->key : inf_object_key(note->obj));
	ev.text = str_of(note->obj ? inf_object_resource_version(note->obj) : "");
	if (note->obj) {
		struct inf_str json = inf_object_json(note->obj);

		ev.object = (struct str) { json.ptr, json.len };
	}
	trace_emit(&c->sink, &ev);
}

bool inf__distribute_rest(struct inf__controller *c, int64_t now_ns)
{
	if (!c->rest)
		return true;
	if (inf__shared_processor_reserve(c->processor, c->rest->count) != 0)
		return false;
	inf__shared_processor_distribute(c->processor, now_ns, c->rest, c->rest_from, SIZE_MAX);
	inf__note_block_release(c->rest);
	c->rest = NULL;
	return true;
}

static void distribute(struct inf__controller *c, int64_t now_ns, struct inf__note_block *block)
{
	const bool alone = inf__lacks(c->without, INF_FIX_REMOVE_ALONE);

	for (size_t i = 0; i < block->count; i++)
		trace_note(c, now_ns, &block->notes[i]);
	c->notes += block->count;
	if ((alone || inf__lacks(c->without, INF_FIX_JOIN_BLOCKS)) &&
	    inf__distribute_rest(c, now_ns)) {
		c->rest = block;
		c->rest_from = alone ? 1 : 0;
		inf__shared_processor_distribute(c->processor, now_ns, block, 0, c->rest_from);
		return;
	}
	inf__shared_processor_distribute(c->processor, now_ns, block, 0, SIZE_MAX);
	inf__note_block_release(block);
}

/* Reserves all memory for `count` notifications. */
static struct inf__note_block *notes_reserve(struct inf__controller *c, size_t count)
{
	struct inf__note_block *block = inf__note_block_new(count);

	if (block && inf__shared_processor_reserve(c->processor, count) == 0)
		return block;
	inf__note_block_release(block);
	return NULL;
}

static int detect(struct inf__controller *c, const struct inf_object *obj)
{
	return c->detector ? inf__mutation_detector_add(c->detector, obj) : 0;
}

static int ops_reserve(struct inf__controller *c, size_t count)
{
	struct inf__op *ops;

	if (count <= c->ops_cap)
		return 0;
	ops = base__reallocarray(c->ops, count, sizeof(*ops));
	if (!ops)
		return RELIST_ENOMEM;
	c->ops = ops;
	c->ops_cap = count;
	return 0;
}

static int batch_prepare(struct inf__controller *c, const struct inf__popped *batch,
			 struct inf__note_block *block)
{
	if (ops_reserve(c, batch->count) != 0)
		return RELIST_ENOMEM;
	for (size_t i = 0; i < batch->count; i++) {
		const struct inf__delta *d = &batch->items[i];

		c->ops[i] = (struct inf__op) { .type = INF_OP_PUT, .obj = d->obj };
		if (d->type != INF_DELTA_DELETED) {
			if (detect(c, d->obj) != 0)
				return RELIST_ENOMEM;
			continue;
		}
		c->ops[i].type = d->tombstone && inf__lacks(c->without, INF_FIX_RELIST_CACHE)
				     ? INF_OP_NONE
				     : INF_OP_DELETE;
		c->ops[i].key = inf__delta_key(d);
		if (d->tombstone &&
		    note_prepare_tombstone(c, &block->notes[i], d->obj, c->ops[i].key) != 0)
			return RELIST_ENOMEM;
	}
	return 0;
}

/* The store's resourceVersion becomes that of the last written object; a tombstone has none. */
static const char *batch_rv(const struct inf__controller *c, const struct inf__popped *batch)
{
	const struct inf__delta *last = &batch->items[batch->count - 1];

	if (!c->store_rv || last->tombstone)
		return NULL;
	return inf_object_resource_version(last->obj);
}

/* All store writes first, then all notifications. */
static int process_deltas_in_batch(struct inf__controller *c, int64_t now_ns,
				   const struct inf__popped *batch)
{
	struct inf__note_block *block = notes_reserve(c, batch->count);

	if (!block)
		return RELIST_ENOMEM;
	if (batch_prepare(c, batch, block) != 0 ||
	    inf__indexer_apply(c->indexer, c->ops, batch->count, batch_rv(c, batch)) != 0) {
		inf__note_block_release(block);
		return RELIST_ENOMEM;
	}
	for (size_t i = 0; i < batch->count; i++) {
		const struct inf__delta *d = &batch->items[i];

		if (d->type == INF_DELTA_DELETED) {
			inf_object_unref(c->ops[i].old);
			note_delete(c, &block->notes[i], d->obj, d->tombstone);
		} else {
			note_put(&block->notes[i], c->ops[i].old, d->obj, batch->initial);
		}
	}
	distribute(c, now_ns, block);
	return 0;
}

static int process_replaced_all(struct inf__controller *c, int64_t now_ns,
				const struct inf__replaced *all, bool initial)
{
	struct inf__replacement r;
	struct inf__note_block *block;
	size_t n = 0;
	int rc;

	rc = inf__indexer_replace_prepare(c->indexer, &all->objs,
					  c->store_rv ? all->resource_version : NULL, &r);
	if (rc != 0)
		return rc;
	block = notes_reserve(c, r.deleted.len + all->objs.len);
	rc = block ? 0 : RELIST_ENOMEM;
	for (size_t i = 0; rc == 0 && i < all->objs.len; i++)
		rc = detect(c, all->objs.items[i]);
	for (size_t i = 0; rc == 0 && i < r.deleted.len; i++)
		rc = note_prepare_tombstone(c, &block->notes[i], r.deleted.items[i],
					    inf_object_key(r.deleted.items[i]));
	if (rc != 0) {
		inf__note_block_release(block);
		inf__replacement_fini(&r);
		return rc;
	}
	/* Replace the store first: during the first call it already has the final state. Notify
	 * deletions, then the list in its order, compared with the store before the replace. */
	inf__indexer_replace_commit(c->indexer, &r);
	for (size_t i = 0; i < r.deleted.len; i++)
		note_delete(c, &block->notes[n++], r.deleted.items[i], true);
	for (size_t i = 0; i < all->objs.len; i++) {
		if (inf__lacks(c->without, INF_FIX_RELIST_UPDATES)) {
			inf_object_unref(r.olds[i]);
			r.olds[i] = NULL;
		}
		note_put(&block->notes[n++], r.olds[i], all->objs.items[i], initial);
		r.olds[i] = NULL;
	}
	inf__replacement_fini(&r);
	distribute(c, now_ns, block);
	return 0;
}

static int process_sync_all(struct inf__controller *c, int64_t now_ns)
{
	const size_t times = inf__lacks(c->without, INF_FIX_RESYNC_ONCE) ? 2 : 1;
	struct inf_object_list objs;
	struct inf__note_block *block = NULL;
	int rc;

	inf__object_list_init(&objs);
	rc = inf__indexer_list(c->indexer, &objs);
	if (rc == 0 && objs.len > 0) {
		block = notes_reserve(c, times * objs.len);
		rc = block ? 0 : RELIST_ENOMEM;
	}
	for (size_t i = 0; rc == 0 && i < objs.len; i++)
		rc = detect(c, objs.items[i]);
	if (rc == 0 && block) {
		for (size_t i = 0; i < block->count; i++) {
			const struct inf_object *obj = objs.items[i / times];

			note_put(&block->notes[i], inf_object_ref(obj), obj, false);
		}
		c->notes += block->count;
		inf__shared_processor_distribute(c->processor, now_ns, block, 0, SIZE_MAX);
	}
	inf__note_block_release(block);
	inf_object_list_fini(&objs);
	return rc;
}

static int process_deltas(struct inf__controller *c, int64_t now_ns, const struct inf__delta *d,
			  bool initial)
{
	struct inf__popped one = { d, 1, initial };

	switch ((enum inf__delta_type)d->type) {
	case INF_DELTA_REPLACED_ALL:
		return process_replaced_all(c, now_ns, d->u.all, initial);
	case INF_DELTA_SYNC_ALL:
		return process_sync_all(c, now_ns);
	case INF_DELTA_BOOKMARK:
		return c->store_rv ? inf__indexer_bookmark(c->indexer, d->u.resource_version) : 0;
	case INF_DELTA_ADDED:
	case INF_DELTA_UPDATED:
	case INF_DELTA_DELETED:
	case INF_DELTA_REPLACED:
	case INF_DELTA_SYNC:
		return process_deltas_in_batch(c, now_ns, &one);
	}
	return 0;
}

size_t inf__handle_deltas(struct inf__controller *c, int64_t now_ns,
			  const struct inf__popped *popped)
{
	size_t done = 0;

	/* The deltas of one key are processed one by one; a batch of different keys as one. */
	if (!c->classic && popped->count > 1)
		return process_deltas_in_batch(c, now_ns, popped) == 0 ? popped->count : 0;
	while (done < popped->count &&
	       process_deltas(c, now_ns, &popped->items[done], popped->initial) == 0)
		done++;
	return done;
}
