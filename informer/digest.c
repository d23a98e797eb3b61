/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/digest.h"

void inf__digest_object(struct digest *d, const struct inf_object *obj)
{
	struct inf_str json = obj ? inf_object_json(obj) : (struct inf_str) { "", 0 };

	digest_text(d, str_of(obj ? inf_object_key(obj) : ""));
	digest_text(d, (struct str) { json.ptr, json.len });
}

void inf__digest_delta(struct digest *d, const struct inf__delta *delta)
{
	digest_number(d, delta->type);
	digest_flag(d, delta->tombstone);
	inf__digest_object(d, delta->obj);
	if (delta->tombstone)
		digest_text(d, str_of(inf__delta_key(delta)));
	if (delta->type == INF_DELTA_BOOKMARK)
		digest_text(d, str_of(delta->u.resource_version));
	if (delta->type != INF_DELTA_REPLACED_ALL)
		return;
	digest_text(d, str_of(delta->u.all->resource_version));
	for (size_t i = 0; i < delta->u.all->objs.len; i++)
		inf__digest_object(d, delta->u.all->objs.items[i]);
}

static void digest_index(struct digest *d, const struct inf__store *s, const struct inf__index *ix)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&ix->by_value, &i));) {
		const struct inf__index_bucket *b = e->value;

		digest_text(d, (struct str) { b->name, b->name_len });
		for (uint32_t id = b->head; id != INF_INDEX_NONE; id = inf__index_next(ix, id))
			digest_text(d,
				    str_of(inf_object_key(s->entries[inf__index_entry(ix, id)])));
	}
}

static void digest_indexer(struct digest *d, struct inf__indexer *ix)
{
	const struct inf__store *s = &ix->store;

	lock_acquire(&ix->lock);
	digest_text(d, str_of(ix->rv ? ix->rv : ""));
	digest_number(d, s->live);
	for (uint32_t i = 0; i < s->end; i++)
		if (s->entries[i])
			inf__digest_object(d, s->entries[i]);
	for (uint32_t i = 0; i < s->index_count; i++)
		digest_index(d, s, s->indexes[i]);
	lock_release(&ix->lock);
}

static void digest_note(struct digest *d, const struct inf__note *n)
{
	digest_flag(d, n != NULL);
	if (!n)
		return;
	digest_number(d, n->type);
	digest_flag(d, n->initial);
	digest_flag(d, n->final_state_unknown);
	digest_flag(d, n->sync);
	inf__digest_object(d, n->old);
	inf__digest_object(d, n->obj);
	digest_text(d, str_of(n->key ? n->key : ""));
}

static void digest_block(struct digest *d, const struct inf__note_block *block)
{
	digest_number(d, block ? block->count : SIZE_MAX);
	for (size_t i = 0; block && i < block->count; i++)
		digest_note(d, &block->notes[i]);
}

static void digest_listener(struct digest *d, struct inf__processor_listener *l)
{
	lock_acquire(&l->lock);
	digest_text(d, str_of(l->name));
	digest_number(d, l->ring.len);
	for (size_t i = 0; i < l->ring.len; i++)
		digest_note(d, ring_peek(&l->ring, i));
	digest_note(d, l->current);
	digest_note(d, l->in_hand);
	digest_block(d, l->late);
	digest_number(d, l->sync.waiting);
	digest_flag(d, l->sync.upstream);
	digest_flag(d, l->sync.synced);
	digest_flag(d, l->pause_next);
	digest_flag(d, l->closed);
	digest_flag(d, l->removed);
	digest_flag(d, l->syncing);
	digest_number(d, (uint64_t)l->pause_until_ns);
	digest_number(d, (uint64_t)l->resync_ns);
	digest_number(d, (uint64_t)l->next_resync_ns);
	lock_release(&l->lock);
}

static void digest_hold(struct digest *d, const struct inf__hold *h)
{
	digest_flag(d, h->on);
	digest_flag(d, h->shut);
	digest_number(d, h->nth);
	digest_text(d, str_of(h->key ? h->key : ""));
}

void inf__digest_controller(struct digest *d, struct inf__controller *c)
{
	struct inf__shared_processor *p = c->processor;

	lock_acquire(&c->delivery);
	digest_hold(d, &c->store);
	digest_hold(d, &c->queue);
	digest_number(d, c->pop_tokens);
	digest_number(d, c->held);
	digest_number(d, (uint64_t)c->retry_ns);
	digest_flag(d, c->closed);
	digest_flag(d, c->unindexed);
	digest_block(d, c->rest);
	digest_number(d, c->rest_from);
	c->fifo->ops->digest(c->fifo, d);
	digest_indexer(d, c->indexer);
	lock_acquire(&p->lock);
	digest_number(d, p->len);
	for (size_t i = 0; i < p->len; i++)
		digest_listener(d, p->listeners[i]);
	lock_release(&p->lock);
	lock_release(&c->delivery);
}
