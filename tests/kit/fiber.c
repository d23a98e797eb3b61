/* SPDX-License-Identifier: Apache-2.0 */
/* fiber.c - hosts/module/fiber.h for this machine: a thread in place of the functions that
 * WebAssembly's rewriter makes pausable. One of the two threads runs at a time. */
#include "hosts/module/fiber.h"

#include <pthread.h>
#include <stdlib.h>

struct relay {
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t turned;
	bool fibers_turn;
};

static void turn(struct relay *r, bool to_fiber)
{
	(void)pthread_mutex_lock(&r->mutex);
	r->fibers_turn = to_fiber;
	(void)pthread_cond_broadcast(&r->turned);
	while (r->fibers_turn == to_fiber)
		(void)pthread_cond_wait(&r->turned, &r->mutex);
	(void)pthread_mutex_unlock(&r->mutex);
}

static void *run_fiber(void *user)
{
	struct fiber *f = user;
	struct relay *r = (struct relay *)f->memory;

	f->entry(f->user);
	(void)pthread_mutex_lock(&r->mutex);
	f->ended = true;
	r->fibers_turn = false;
	(void)pthread_cond_broadcast(&r->turned);
	(void)pthread_mutex_unlock(&r->mutex);
	return NULL;
}

bool module__fiber_init(struct fiber *f, void (*entry)(void *user), void *user)
{
	struct relay *r = calloc(1, sizeof(*r));

	*f = (struct fiber) { .entry = entry, .user = user, .memory = (char *)r };
	if (!r)
		return false;
	(void)pthread_mutex_init(&r->mutex, NULL);
	(void)pthread_cond_init(&r->turned, NULL);
	return true;
}

void module__fiber_resume(struct fiber *f)
{
	struct relay *r = (struct relay *)f->memory;
	bool is_first = !f->paused;

	f->paused = false;
	if (!is_first) {
		turn(r, true);
	} else {
		r->fibers_turn = true;
		if (pthread_create(&r->thread, NULL, run_fiber, f) != 0)
			abort();
		(void)pthread_mutex_lock(&r->mutex);
		while (r->fibers_turn)
			(void)pthread_cond_wait(&r->turned, &r->mutex);
		(void)pthread_mutex_unlock(&r->mutex);
	}
	if (f->ended)
		(void)pthread_join(r->thread, NULL);
}

void module__fiber_pause(struct fiber *f)
{
	f->paused = true;
	turn((struct relay *)f->memory, false);
}

/* After the fiber's end, or before its begin. */
void module__fiber_fini(struct fiber *f)
{
	struct relay *r = (struct relay *)f->memory;

	if (!r)
		return;
	(void)pthread_mutex_destroy(&r->mutex);
	(void)pthread_cond_destroy(&r->turned);
	free(r);
	f->memory = NULL;
}
