/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/keyed_fifo.h"

#include "base/alloc.h"
#include "base/lock.h"
#include "base/map.h"
#include "base/ring.h"

/* Deleting leaves the key's place in line; if it comes again it gets a second one. As in client-go
 * the first place that is reached serves the key and the other is passed over. */
struct inf__keyed_fifo {
	struct lock lock;
	struct map items GUARDED_BY(lock); /* key -> object, which lends the key */
	struct ring line GUARDED_BY(lock); /* copies of keys */
	size_t initial_population_count GUARDED_BY(lock);
	bool populated GUARDED_BY(lock), synced GUARDED_BY(lock), closed GUARDED_BY(lock);
};

struct inf__keyed_fifo *inf__keyed_fifo_new(void)
{
	struct inf__keyed_fifo *f = base__calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	lock_init(&f->lock, LOCK_OVERLAY);
	map_init(&f->items, MAP_BORROW_KEYS);
	ring_init(&f->line);
	return f;
}

static void items_fini(struct map *items)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(items, &i));)
		inf_object_unref(e->value);
	map_fini(items);
}

static void line_fini(struct ring *line)
{
	char *key;

	while ((key = ring_pop(line)))
		base__free(key);
	ring_fini(line);
}

void inf__keyed_fifo_free(struct inf__keyed_fifo *f)
{
	if (!f)
		return;
	items_fini(&f->items);
	line_fini(&f->line);
	lock_fini(&f->lock);
	base__free(f);
}

static void check_synced(struct inf__keyed_fifo *f)
{
	if (f->populated && f->initial_population_count == 0)
		f->synced = true;
}

/* Puts the object under its key, in line if the key is new. RELIST_ENOMEM: nothing changed. */
static int put(struct map *items, struct ring *line, const struct inf_object *obj)
{
	const char *key = inf_object_key(obj);
	bool fresh = map_get(items, str_of(key)) == NULL;
	char *copy = fresh ? base__strdup(key) : NULL;
	void *old = NULL;

	if (fresh && (!copy || ring_reserve(line, 1) != 0)) {
		base__free(copy);
		return RELIST_ENOMEM;
	}
	if (map_put(items, str_of(key), (void *)(uintptr_t)obj, &old) != 0) {
		base__free(copy);
		return RELIST_ENOMEM;
	}
	(void)inf_object_ref(obj);
	inf_object_unref(old);
	if (fresh)
		(void)ring_push(line, copy);
	return 0;
}

int inf__keyed_fifo_put(struct inf__keyed_fifo *f, const struct inf_object *obj)
{
	int rc;

	lock_acquire(&f->lock);
	rc = put(&f->items, &f->line, obj);
	if (rc == 0) {
		f->populated = true;
		check_synced(f);
	}
	lock_release(&f->lock);
	return rc;
}

void inf__keyed_fifo_delete(struct inf__keyed_fifo *f, const char *key)
{
	struct inf_object *old;

	lock_acquire(&f->lock);
	f->populated = true;
	check_synced(f);
	old = map_del(&f->items, str_of(key));
	lock_release(&f->lock);
	inf_object_unref(old);
}

int inf__keyed_fifo_replace(struct inf__keyed_fifo *f, const struct inf_object_list *objs)
{
	struct map items, old_items;
	struct ring line, old_line;
	int rc = 0;

	map_init(&items, MAP_BORROW_KEYS);
	ring_init(&line);
	for (size_t i = 0; rc == 0 && i < objs->len; i++)
		rc = put(&items, &line, objs->items[i]);
	if (rc != 0) {
		items_fini(&items);
		line_fini(&line);
		return rc;
	}
	lock_acquire(&f->lock);
	if (!f->populated) {
		f->populated = true;
		f->initial_population_count = map_len(&items);
		check_synced(f);
	}
	old_items = f->items;
	old_line = f->line;
	f->items = items;
	f->line = line;
	lock_release(&f->lock);
	items_fini(&old_items);
	line_fini(&old_line);
	return 0;
}

int inf__keyed_fifo_pop(struct inf__keyed_fifo *f, struct inf_object **out, bool *initial)
{
	char *key;
	int rc;

	*out = NULL;
	lock_acquire(&f->lock);
	while (!*out && (key = ring_pop(&f->line))) {
		*initial = !f->synced;
		/* Places whose object was deleted count as well. */
		if (f->initial_population_count > 0)
			f->initial_population_count--;
		*out = map_del(&f->items, str_of(key));
		base__free(key);
	}
	rc = *out ? 0 : f->closed ? RELIST_ECLOSED : RELIST_ENOTFOUND;
	if (rc != 0)
		check_synced(f);
	lock_release(&f->lock);
	return rc;
}

void inf__keyed_fifo_done(struct inf__keyed_fifo *f)
{
	lock_acquire(&f->lock);
	check_synced(f);
	lock_release(&f->lock);
}

bool inf__keyed_fifo_has_synced(struct inf__keyed_fifo *f)
{
	bool synced;

	lock_acquire(&f->lock);
	synced = f->synced;
	lock_release(&f->lock);
	return synced;
}

void inf__keyed_fifo_close(struct inf__keyed_fifo *f)
{
	lock_acquire(&f->lock);
	f->closed = true;
	lock_release(&f->lock);
}

bool inf__keyed_fifo_is_closed(struct inf__keyed_fifo *f)
{
	bool closed;

	lock_acquire(&f->lock);
	closed = f->closed;
	lock_release(&f->lock);
	return closed;
}
