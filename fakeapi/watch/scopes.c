/* SPDX-License-Identifier: Apache-2.0 */
/* scopes.c - finds the watches that an event may concern.
 *
 * A watch's scope (cacher.go's namespacedName) is its whole type, one namespace, one name, or both.
 * A hash table groups watches by scope. So an event is compared with four short lists, not with ten
 * thousand watches of other objects. A watch that has examined the whole log is `idle`. An event of
 * its scope ends that and moves its cursor to the event. So idle watches need no cursor updates,
 * and the log may drop events that never concerned them. */
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/watch/watch.h"

enum { SLOTS_MIN = 16 };

static uint32_t scope_of(struct str ns, struct str name)
{
	return map_hash(ns) * 31 + map_hash(name);
}

static void link_in(struct fakeapi__bucket *b, struct fakeapi__watch *w)
{
	struct fakeapi__watch **slot = &b->scopes[w->scope & (b->scope_cap - 1)];

	w->scope_next = *slot;
	if (w->scope_next)
		w->scope_next->scope_at = &w->scope_next;
	w->scope_at = slot;
	*slot = w;
}

static void link_out(struct fakeapi__watch *w)
{
	*w->scope_at = w->scope_next;
	if (w->scope_next)
		w->scope_next->scope_at = w->scope_at;
	w->scope_at = NULL;
}

/* If the allocation fails, the old table stays and its lists grow longer. */
static int make_room(struct fakeapi__bucket *b)
{
	size_t cap = b->scope_cap ? b->scope_cap * 2 : SLOTS_MIN;
	struct fakeapi__watch **slots;

	if (b->scoped < b->scope_cap)
		return 0;
	slots = base__calloc(cap, sizeof(struct fakeapi__watch *));
	if (!slots)
		return b->scope_cap ? 0 : -1;
	base__free(b->scopes);
	b->scopes = slots;
	b->scope_cap = cap;
	for (struct fakeapi__watch *w = b->watches; w; w = w->next)
		if (w->scope_at)
			link_in(b, w);
	return 0;
}

int fakeapi__watch_enlist(struct fakeapi__watch *w)
{
	struct fakeapi__bucket *b = w->bucket;
	struct str name = w->sel.name.len ? w->sel.name : w->sel.only;

	if (make_room(b) < 0)
		return -1;
	/* A watch that waits for a version needs every event of its type. */
	w->scope = w->wait_rv ? scope_of(STR(""), STR("")) : scope_of(w->sel.ns, name);
	link_in(b, w);
	b->scoped++;
	return 0;
}

void fakeapi__watch_delist(struct fakeapi__watch *w)
{
	if (!w->scope_at)
		return;
	link_out(w);
	w->bucket->scoped--;
}

static void wake_scope(const struct fakeapi__bucket *b, const struct fakeapi__event *ev,
		       uint32_t scope)
{
	struct fakeapi__watch *w = b->scopes[scope & (b->scope_cap - 1)];

	for (; w; w = w->scope_next) {
		if (w->scope != scope ||
		    (!w->wait_rv &&
		     (ev->hidden || !fakeapi__selection_has_key(&w->sel, ev->entry))))
			continue;
		if (w->idle) {
			w->idle = false;
			w->seq = b->next_seq - 1;
		}
		fakeapi__core_wake(w->x);
	}
}

void fakeapi__watch_notify(struct fakeapi__core *core, struct fakeapi__bucket *b,
			   struct fakeapi__event *ev)
{
	struct str ns = fakeapi__entry_ns(ev->entry), name = fakeapi__entry_name(ev->entry);
	struct str any = STR("");

	(void)core;
	if (!b->scoped)
		return;
	wake_scope(b, ev, scope_of(any, any));
	wake_scope(b, ev, scope_of(any, name));
	if (!ns.len)
		return;
	wake_scope(b, ev, scope_of(ns, any));
	wake_scope(b, ev, scope_of(ns, name));
}
