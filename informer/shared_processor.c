/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/shared_processor.h"

#include <stdatomic.h>

#include "base/alloc.h"

void inf__shared_processor_init(struct inf__shared_processor *p)
{
	*p = (struct inf__shared_processor) { 0 };
	lock_init(&p->lock, LOCK_LISTENERS);
}

void inf__shared_processor_fini(struct inf__shared_processor *p)
{
	for (size_t i = 0; i < p->len; i++)
		inf__processor_listener_free(p->listeners[i]);
	base__free(p->listeners);
	lock_fini(&p->lock);
}

static void wake(struct inf__shared_processor *p, struct inf__processor_listener *l)
{
	if (p->wake)
		p->wake(p->wake_user, l);
}

/* ---- the set ---- */

static void reap_locked(struct inf__shared_processor *p) REQUIRES(p->lock);
static void reap_locked(struct inf__shared_processor *p)
{
	size_t kept = 0;

	for (size_t i = 0; i < p->len; i++) {
		struct inf__processor_listener *l = p->listeners[i];

		if (!inf__processor_listener_reapable(l)) {
			p->listeners[kept++] = l;
			continue;
		}
		p->handled += l->handled;
		p->failed += l->failed;
		inf__processor_listener_free(l);
	}
	p->len = kept;
}

int inf__shared_processor_reserve_listener(struct inf__shared_processor *p)
{
	int rc = 0;

	lock_acquire(&p->lock);
	reap_locked(p);
	if (p->len == p->cap) {
		size_t cap = p->cap ? p->cap * 2 : 4;
		struct inf__processor_listener **listeners =
		    base__reallocarray(p->listeners, cap, sizeof(struct inf__processor_listener *));

		if (listeners) {
			p->listeners = listeners;
			p->cap = cap;
		} else {
			rc = RELIST_ENOMEM;
		}
	}
	lock_release(&p->lock);
	return rc;
}

/* One sequence for all informers, so that a registration of another informer is unknown here. */
inf_registration inf__shared_processor_next_reg(void)
{
	static _Atomic(inf_registration) last;
	inf_registration reg = atomic_fetch_add(&last, 1) + 1;

	return reg ? reg : atomic_fetch_add(&last, 1) + 1;
}

void inf__shared_processor_add(struct inf__shared_processor *p,
			       struct inf__processor_listener *take_listener)
{
	lock_acquire(&p->lock);
	ASSERT(p->len < p->cap);
	p->listeners[p->len++] = take_listener;
	lock_release(&p->lock);
}

static struct inf__processor_listener *find_locked(struct inf__shared_processor *p,
						   inf_registration reg) REQUIRES(p->lock);
static struct inf__processor_listener *find_locked(struct inf__shared_processor *p,
						   inf_registration reg)
{
	for (size_t i = 0; i < p->len; i++) {
		if (p->listeners[i]->reg == reg)
			return p->listeners[i];
	}
	return NULL;
}

struct inf__processor_listener *inf__shared_processor_find(struct inf__shared_processor *p,
							   inf_registration reg)
{
	struct inf__processor_listener *l;

	lock_acquire(&p->lock);
	l = find_locked(p, reg);
	lock_release(&p->lock);
	return l;
}

/* For INF_FIX_REMOVE_ALONE: the others move up, even during a distribution. */
static void move_last_locked(struct inf__shared_processor *p, struct inf__processor_listener *l)
    REQUIRES(p->lock);
static void move_last_locked(struct inf__shared_processor *p, struct inf__processor_listener *l)
{
	size_t at = 0;

	while (p->listeners[at] != l)
		at++;
	memmove(p->listeners + at, p->listeners + at + 1,
		(p->len - at - 1) * sizeof(*p->listeners));
	p->listeners[p->len - 1] = l;
}

bool inf__shared_processor_remove(struct inf__shared_processor *p, inf_registration reg)
{
	struct inf__processor_listener *l;
	bool removed = false;

	lock_acquire(&p->lock);
	l = find_locked(p, reg);
	if (l) {
		removed = inf__processor_listener_close(l, true);
		wake(p, l);
	}
	if (l && inf__lacks(p->without, INF_FIX_REMOVE_ALONE))
		move_last_locked(p, l);
	lock_release(&p->lock);
	return removed;
}

void inf__shared_processor_close_all(struct inf__shared_processor *p)
{
	lock_acquire(&p->lock);
	for (size_t i = 0; i < p->len; i++) {
		(void)inf__processor_listener_close(p->listeners[i], false);
		wake(p, p->listeners[i]);
	}
	lock_release(&p->lock);
}

size_t inf__shared_processor_len(struct inf__shared_processor *p)
{
	size_t len;

	lock_acquire(&p->lock);
	len = p->len;
	lock_release(&p->lock);
	return len;
}

struct inf__processor_listener *inf__shared_processor_at(struct inf__shared_processor *p, size_t i)
{
	struct inf__processor_listener *l;

	lock_acquire(&p->lock);
	l = i < p->len ? p->listeners[i] : NULL;
	lock_release(&p->lock);
	return l;
}

void inf__shared_processor_metrics(struct inf__shared_processor *p,
				   struct inf__informer_metrics *add_to)
{
	lock_acquire(&p->lock);
	add_to->handled += p->handled;
	add_to->failed += p->failed;
	for (size_t i = 0; i < p->len; i++)
		inf__processor_listener_metrics(p->listeners[i], add_to);
	lock_release(&p->lock);
}

bool inf__shared_processor_drained(struct inf__shared_processor *p)
{
	bool drained = true;

	lock_acquire(&p->lock);
	for (size_t i = 0; i < p->len && drained; i++)
		drained = inf__processor_listener_idle(p->listeners[i]);
	lock_release(&p->lock);
	return drained;
}

/* ---- notifying ---- */

int inf__shared_processor_reserve(struct inf__shared_processor *p, size_t count)
{
	int rc = 0;

	lock_acquire(&p->lock);
	for (size_t i = 0; i < p->len && rc == 0; i++)
		rc = inf__processor_listener_reserve(p->listeners[i], count);
	lock_release(&p->lock);
	return rc;
}

void inf__shared_processor_distribute(struct inf__shared_processor *p, int64_t now_ns,
				      struct inf__note_block *block, size_t from, size_t to)
{
	lock_acquire(&p->lock);
	for (size_t i = from; i < p->len && i < to; i++) {
		if (inf__processor_listener_push(p->listeners[i], now_ns, block->notes,
						 block->count))
			wake(p, p->listeners[i]);
	}
	lock_release(&p->lock);
}

void inf__shared_processor_upstream_synced(struct inf__shared_processor *p)
{
	lock_acquire(&p->lock);
	for (size_t i = 0; i < p->len; i++)
		inf__processor_listener_upstream_synced(p->listeners[i]);
	lock_release(&p->lock);
}

/* ---- resync ---- */

int64_t inf__shared_processor_resync_period(int64_t wanted_ns, int64_t check_ns)
{
	if (wanted_ns == 0 || check_ns == 0)
		return 0;
	return wanted_ns < check_ns ? check_ns : wanted_ns;
}

bool inf__shared_processor_should_resync(struct inf__shared_processor *p, int64_t now_ns)
{
	bool any = false;

	lock_acquire(&p->lock);
	for (size_t i = 0; i < p->len; i++) {
		struct inf__processor_listener *l = p->listeners[i];

		l->syncing = l->resync_ns > 0 && now_ns >= l->next_resync_ns &&
			     !inf__processor_listener_is_closed(l);
		if (l->syncing) {
			l->next_resync_ns = time_add(now_ns, l->resync_ns);
			any = true;
		}
	}
	lock_release(&p->lock);
	return any;
}

void inf__shared_processor_check_period_changed(struct inf__shared_processor *p, int64_t check_ns)
{
	lock_acquire(&p->lock);
	for (size_t i = 0; i < p->len; i++) {
		struct inf__processor_listener *l = p->listeners[i];

		l->resync_ns =
		    inf__shared_processor_resync_period(l->requested_resync_ns, check_ns);
	}
	lock_release(&p->lock);
}
