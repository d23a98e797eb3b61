/* SPDX-License-Identifier: Apache-2.0 */
/* The manual clock under threads: advancing from deadline to deadline ends all waits, so no wake-up
 * is lost; most useful under `make tsan`. */
#include "tests/kit/testing.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/choice.h"
#include "base/clock.h"
#include "base/posix/clock.h"

enum { THREADS = 6, ROUNDS = 60 };

struct shared {
	struct clock clock;
	struct lock lock; /* one for all threads, so that signals disturb sleepers */
	pthread_cond_t cond;
	uint64_t signals; /* lock */
	atomic_int running;
	atomic_int early; /* waits that ended before their time */
};

struct worker {
	struct shared *shared;
	uint64_t seed;
	pthread_t thread;
};

/* Sleeps to one deadline after another; now and then disturbs all others. */
static void *work(void *user)
{
	struct worker *w = user;
	struct shared *sh = w->shared;

	for (int i = 0; i < ROUNDS; i++) {
		int64_t step = (int64_t)(splitmix64(&w->seed) % 50);
		int64_t deadline = time_add(clock_now(&sh->clock), step);

		lock_acquire(&sh->lock);
		while (clock_wait(&sh->clock, &sh->lock, &sh->cond, deadline))
			;
		if (clock_now(&sh->clock) < deadline)
			atomic_fetch_add(&sh->early, 1);
		sh->signals++;
		if (splitmix64(&w->seed) % 4 == 0)
			(void)pthread_cond_broadcast(&sh->cond);
		lock_release(&sh->lock);
	}
	atomic_fetch_sub(&sh->running, 1);
	return NULL;
}

static void *help_advance(void *user)
{
	struct shared *sh = user;

	while (atomic_load(&sh->running) > 0) {
		int64_t next = clock_next_deadline(&sh->clock);

		if (next != TIME_NEVER)
			clock_advance_to(&sh->clock, next);
	}
	return NULL;
}

static void sleepers_wake_at_their_deadline(void **state)
{
	struct worker workers[THREADS];
	struct shared sh = { .signals = 0 };
	pthread_t helper;

	(void)state;
	clock_init_manual(&sh.clock, 0);
	lock_init(&sh.lock, LOCK_QUEUE);
	cond_init(&sh.cond);
	atomic_store(&sh.running, THREADS);
	for (size_t i = 0; i < THREADS; i++) {
		workers[i] = (struct worker) { .shared = &sh, .seed = i };
		assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
	}
	/* Two that advance at once. */
	assert_int_equal(pthread_create(&helper, NULL, help_advance, &sh), 0);
	(void)help_advance(&sh);
	for (size_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
	assert_int_equal(pthread_join(helper, NULL), 0);
	assert_int_equal(atomic_load(&sh.early), 0);
	assert_int_equal(sh.signals, THREADS * ROUNDS);
	assert_true(clock_next_deadline(&sh.clock) == TIME_NEVER);
	assert_int_equal(pthread_cond_destroy(&sh.cond), 0);
	lock_fini(&sh.lock);
	clock_fini(&sh.clock);
}

struct owner {
	struct clock *clock;
	struct lock lock;
	pthread_cond_t cond;
	bool signalled; /* lock */
};

static void *wait_once(void *user)
{
	struct owner *o = user;

	lock_acquire(&o->lock);
	while (!o->signalled && clock_wait(o->clock, &o->lock, &o->cond, 5))
		;
	lock_release(&o->lock);
	return NULL;
}

/* Signals the waiter, joins it and takes everything away, while the other thread advances. */
static void *signal_and_free(void *user)
{
	struct owner *o = user;
	pthread_t waiter;
	int wrong = pthread_create(&waiter, NULL, wait_once, o);

	lock_acquire(&o->lock);
	o->signalled = true;
	(void)pthread_cond_broadcast(&o->cond);
	lock_release(&o->lock);
	wrong |= wrong ? 0 : pthread_join(waiter, NULL);
	wrong |= pthread_cond_destroy(&o->cond);
	lock_fini(&o->lock);
	base__free(o);
	return wrong ? user : NULL;
}

/* A signal and the deadline at the same moment. Under ASan or TSan a late touch of the lock or the
 * condition by the advance shows. */
static void waiter_may_free_its_lock_after_waking(void **state)
{
	(void)state;
	for (int i = 0; i < 200; i++) {
		struct owner *o = base__calloc(1, sizeof(*o));
		struct clock clock;
		pthread_t thread;
		void *wrong;

		assert_non_null(o);
		clock_init_manual(&clock, 0);
		o->clock = &clock;
		lock_init(&o->lock, LOCK_LISTENER);
		cond_init(&o->cond);
		assert_int_equal(pthread_create(&thread, NULL, signal_and_free, o), 0);
		for (int64_t now = 1; now <= 5; now++)
			clock_advance_to(&clock, now);
		assert_int_equal(pthread_join(thread, &wrong), 0);
		assert_null(wrong);
		clock_fini(&clock);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sleepers_wake_at_their_deadline),
		cmocka_unit_test(waiter_may_free_its_lock_after_waking),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
