/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/cancel.h"

#include "base/alloc.h"

void inf__cancel_init(struct inf_cancel *c)
{
	memset(c, 0, sizeof(*c));
	lock_init(&c->lock, LOCK_CANCEL);
}

void inf__cancel_fini(struct inf_cancel *c)
{
	ASSERT(!c->waiters);
	lock_fini(&c->lock);
}

struct inf_cancel *inf_cancel_new(void)
{
	struct inf_cancel *c = base__malloc(sizeof(*c));

	if (c)
		inf__cancel_init(c);
	return c;
}

void inf_cancel_free(struct inf_cancel *cancel)
{
	if (!cancel)
		return;
	inf__cancel_fini(cancel);
	base__free(cancel);
}

void inf_cancel(struct inf_cancel *cancel)
{
	lock_acquire(&cancel->lock);
	cancel->raised = true;
	for (struct inf__cancel_waiter *w = cancel->waiters; w; w = w->next)
		w->wake(w->user);
	lock_release(&cancel->lock);
}

bool inf__cancel_is_raised(const struct inf_cancel *c)
{
	/* The cast is for the lock only. */
	struct inf_cancel *mine = (struct inf_cancel *)(uintptr_t)c;
	bool raised;

	if (!c)
		return false;
	lock_acquire(&mine->lock);
	raised = mine->raised;
	lock_release(&mine->lock);
	return raised;
}

bool inf_cancelled(const struct inf_cancel *cancel)
{
	return inf__cancel_is_raised(cancel);
}

void inf__cancel_clear(struct inf_cancel *c)
{
	lock_acquire(&c->lock);
	c->raised = false;
	lock_release(&c->lock);
}

void inf__cancel_wait_begin(struct inf_cancel *c, struct inf__cancel_waiter *w)
{
	if (!c)
		return;
	lock_acquire(&c->lock);
	w->next = c->waiters;
	c->waiters = w;
	if (c->raised)
		w->wake(w->user);
	lock_release(&c->lock);
}

void inf__cancel_wait_end(struct inf_cancel *c, struct inf__cancel_waiter *w)
{
	struct inf__cancel_waiter **at;

	if (!c)
		return;
	lock_acquire(&c->lock);
	for (at = &c->waiters; *at != w; at = &(*at)->next)
		;
	*at = w->next;
	lock_release(&c->lock);
}
