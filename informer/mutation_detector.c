/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/mutation_detector.h"

#include "base/alloc.h"
#include "informer/object.h"
#include "informer/shared_informer.h"

static const int64_t PERIOD_NS = NS_PER_S;
static const int64_t RETAIN_NS = 120 * NS_PER_S;

struct watched {
	struct inf_object *cached;
	char *copy;
};

struct generation {
	struct watched *items;
	size_t len, cap;
};

struct inf__mutation_detector {
	struct lock lock;
	struct generation young, old; /* client-go's cachedObjs, retainedCachedObjs */
	bool running;
	int64_t next_ns;
	int64_t rotated_ns;
};

static void generation_clear(struct generation *g)
{
	for (size_t i = 0; i < g->len; i++) {
		inf_object_unref(g->items[i].cached);
		base__free(g->items[i].copy);
	}
	base__free(g->items);
	*g = (struct generation) { NULL, 0, 0 };
}

struct inf__mutation_detector *inf__mutation_detector_new(void)
{
	struct inf__mutation_detector *d = base__calloc(1, sizeof(*d));

	if (d)
		lock_init(&d->lock, LOCK_LEAF);
	return d;
}

void inf__mutation_detector_free(struct inf__mutation_detector *d)
{
	if (!d)
		return;
	generation_clear(&d->young);
	generation_clear(&d->old);
	lock_fini(&d->lock);
	base__free(d);
}

void inf__mutation_detector_start(struct inf__mutation_detector *d, int64_t now_ns)
{
	lock_acquire(&d->lock);
	d->running = true;
	d->next_ns = now_ns;
	d->rotated_ns = now_ns;
	lock_release(&d->lock);
}

void inf__mutation_detector_stop(struct inf__mutation_detector *d)
{
	lock_acquire(&d->lock);
	d->running = false;
	lock_release(&d->lock);
}

static int add_locked(struct generation *g, const struct inf_object *obj)
{
	struct inf_str json = inf_object_json(obj);
	char *copy;

	if (g->len == g->cap) {
		size_t cap = g->cap ? g->cap * 2 : 16;
		struct watched *items = base__reallocarray(g->items, cap, sizeof(*items));

		if (!items)
			return RELIST_ENOMEM;
		g->items = items;
		g->cap = cap;
	}
	copy = base__strndup(json.ptr, json.len);
	if (!copy)
		return RELIST_ENOMEM;
	g->items[g->len++] = (struct watched) { inf_object_ref(obj), copy };
	return 0;
}

int inf__mutation_detector_add(struct inf__mutation_detector *d, const struct inf_object *obj)
{
	int rc;

	lock_acquire(&d->lock);
	rc = add_locked(&d->young, obj);
	lock_release(&d->lock);
	return rc;
}

int64_t inf__mutation_detector_deadline_ns(struct inf__mutation_detector *d)
{
	int64_t deadline;

	lock_acquire(&d->lock);
	deadline = d->running ? d->next_ns : TIME_NEVER;
	lock_release(&d->lock);
	return deadline;
}

static bool altered(const struct generation *g)
{
	for (size_t i = 0; i < g->len; i++) {
		struct inf_str json = inf_object_json(g->items[i].cached);

		if (memcmp(json.ptr, g->items[i].copy, json.len) != 0)
			return true;
	}
	return false;
}

bool inf__mutation_detector_step(struct inf__mutation_detector *d, int64_t now_ns)
{
	struct generation drop = { NULL, 0, 0 };
	bool found = false;

	lock_acquire(&d->lock);
	if (d->running && now_ns >= d->next_ns) {
		if (now_ns - d->rotated_ns > RETAIN_NS) {
			drop = d->old;
			d->old = d->young;
			d->young = (struct generation) { NULL, 0, 0 };
			d->rotated_ns = now_ns;
		}
		found = altered(&d->young) || altered(&d->old);
		d->running = !found;
		d->next_ns = time_add(now_ns, PERIOD_NS);
	}
	lock_release(&d->lock);
	generation_clear(&drop);
	return found;
}

/* ---- for tests ---- */
