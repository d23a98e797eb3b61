/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <pthread.h>

#include "base/clock.h"
#include "informer/posix/waker.h"

static void *wait_once(void *user)
{
	inf__waker_wait(user, TIME_NEVER);
	return NULL;
}

static void hold_wake_release(struct inf__waker *w)
{
	inf__waker_hold(w);
	inf__waker_wake(w);
	inf__waker_wake(w);
	inf__waker_release();
}

static void held_wake_ends_the_quiet_before_the_signal(void **state)
{
	struct inf__waker w;
	pthread_t thread;

	(void)state;
	inf__waker_init(&w, clock_real(), NULL, NULL);
	inf__waker_enter(&w);
	assert_int_equal(pthread_create(&thread, NULL, wait_once, &w), 0);
	while (!inf__waker_quiet(&w))
		(void)sched_yield();
	hold_wake_release(&w);
	assert_false(inf__waker_quiet(&w));
	inf__waker_signal(&w);
	assert_int_equal(pthread_join(thread, NULL), 0);
	inf__waker_fini(&w);
}

static void held_wake_counts_for_the_next_wait_without_a_signal(void **state)
{
	struct inf__waker w;

	(void)state;
	inf__waker_init(&w, clock_real(), NULL, NULL);
	inf__waker_enter(&w);
	hold_wake_release(&w);
	inf__waker_wait(&w, TIME_NEVER);
	assert_false(w.pending);
	assert_false(w.unsignalled);
	inf__waker_fini(&w);
}

/* A timer, for example, between a buffer's end and its signal. */
static void wake_after_a_held_wake_wakes_without_a_signal(void **state)
{
	struct inf__waker w;
	pthread_t thread;

	(void)state;
	inf__waker_init(&w, clock_real(), NULL, NULL);
	inf__waker_enter(&w);
	assert_int_equal(pthread_create(&thread, NULL, wait_once, &w), 0);
	while (!inf__waker_quiet(&w))
		(void)sched_yield();
	hold_wake_release(&w);
	inf__waker_wake(&w);
	assert_int_equal(pthread_join(thread, NULL), 0);
	inf__waker_fini(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(held_wake_ends_the_quiet_before_the_signal),
		cmocka_unit_test(held_wake_counts_for_the_next_wait_without_a_signal),
		cmocka_unit_test(wake_after_a_held_wake_wakes_without_a_signal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
