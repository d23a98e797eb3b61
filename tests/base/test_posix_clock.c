/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "base/posix/clock.h"

struct sleeper {
	struct clock *clock;
	struct lock lock;
	pthread_cond_t cond;
	int64_t deadline_ns;
	bool signalled; /* lock */
	bool timed_out; /* lock */
	atomic_int waits;
	pthread_t thread;
};

static void *sleeper_main(void *user)
{
	struct sleeper *s = user;

	lock_acquire(&s->lock);
	while (!s->signalled) {
		atomic_fetch_add(&s->waits, 1);
		if (!clock_wait(s->clock, &s->lock, &s->cond, s->deadline_ns)) {
			s->timed_out = true;
			break;
		}
	}
	lock_release(&s->lock);
	return NULL;
}

static void start(struct sleeper *s, struct clock *clock, int64_t deadline_ns)
{
	memset(s, 0, sizeof(*s));
	s->clock = clock;
	s->deadline_ns = deadline_ns;
	lock_init(&s->lock, LOCK_WAKER);
	cond_init(&s->cond);
	assert_int_equal(pthread_create(&s->thread, NULL, sleeper_main, s), 0);
}

static bool join(struct sleeper *s)
{
	assert_int_equal(pthread_join(s->thread, NULL), 0);
	assert_int_equal(pthread_cond_destroy(&s->cond), 0);
	lock_fini(&s->lock);
	return s->timed_out;
}

static void manual_clock_wakes_sleepers_at_their_deadline(void **state)
{
	enum { SLEEPERS = 4 };
	struct sleeper s[SLEEPERS];
	struct clock c;

	(void)state;
	clock_init_manual(&c, 5);
	assert_int_equal(clock_now(&c), 5);
	for (int i = 0; i < SLEEPERS; i++)
		start(&s[i], &c, 100 * (i + 1));
	for (int i = 0; i < SLEEPERS; i++) {
		/* Whether it sleeps already or not: it may neither miss the move nor wake early. */
		clock_advance_to(&c, 100 * (i + 1));
		assert_true(join(&s[i]));
	}
	assert_int_equal(clock_next_deadline(&c), TIME_NEVER);
	clock_advance_to(&c, 7); /* never back */
	assert_int_equal(clock_now(&c), 100 * SLEEPERS);
	clock_fini(&c);
}

static void clock_wait_ends_at_a_signal_before_the_deadline(void **state)
{
	struct sleeper s;
	struct clock c;

	(void)state;
	for (int manual = 0; manual < 2; manual++) {
		if (manual)
			clock_init_manual(&c, 0);
		else
			clock_init_real(&c);
		assert_int_equal(clock_is_manual(&c), manual);
		start(&s, &c, TIME_NEVER);
		lock_acquire(&s.lock);
		s.signalled = true;
		assert_int_equal(pthread_cond_broadcast(&s.cond), 0);
		lock_release(&s.lock);
		assert_false(join(&s));
		clock_fini(&c);
	}
}

static void real_clock_ends_a_wait_at_its_deadline(void **state)
{
	struct sleeper s;
	struct clock c;
	int64_t before;

	(void)state;
	clock_init_real(&c);
	before = clock_now(&c);
	start(&s, &c, before + NS_PER_MS);
	assert_true(join(&s));
	assert_true(clock_now(&c) >= before + NS_PER_MS);
	clock_fini(&c);
}

static void count(void *user)
{
	atomic_fetch_add((atomic_int *)user, 1);
}

static void clock_sleeper_is_called_once_for_each_deadline(void **state)
{
	struct clock_sleeper s;
	atomic_int calls = 0;
	struct clock c;

	(void)state;
	clock_init_manual(&c, 0);
	clock_sleeper_add(&c, &s, count, &calls);
	assert_int_equal(clock_next_deadline(&c), TIME_NEVER);
	clock_sleeper_set(&c, &s, 10);
	assert_int_equal(clock_next_deadline(&c), 10);
	clock_advance_to(&c, 9);
	assert_int_equal(atomic_load(&calls), 0);
	clock_advance_to(&c, 10);
	clock_advance_to(&c, 11);
	assert_int_equal(atomic_load(&calls), 1);
	assert_int_equal(clock_next_deadline(&c), TIME_NEVER); /* it waits for nothing now */
	clock_sleeper_set(&c, &s, 20);
	clock_advance_to(&c, 30);
	assert_int_equal(atomic_load(&calls), 2);
	clock_sleeper_remove(&c, &s);
	clock_fini(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(manual_clock_wakes_sleepers_at_their_deadline),
		cmocka_unit_test(clock_wait_ends_at_a_signal_before_the_deadline),
		cmocka_unit_test(real_clock_ends_a_wait_at_its_deadline),
		cmocka_unit_test(clock_sleeper_is_called_once_for_each_deadline),
	};

	return cmocka_run_group_tests_name("base/posix_clock", tests, NULL, NULL);
}
