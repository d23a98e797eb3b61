/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __clang__
/* Locks are misused here on purpose. */
#pragma clang diagnostic ignored "-Wthread-safety-analysis"
#endif
#include "tests/kit/testing.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/lock.h"
#include "base/posix/clock.h"

/* True when `fn` ends its process by an assertion. */
static bool aborts(void (*fn)(void))
{
	const struct rlimit no_core = { 0, 0 };
	int status = 0;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		int null = open("/dev/null", O_WRONLY);

		(void)signal(SIGABRT, SIG_DFL);
		(void)setrlimit(RLIMIT_CORE, &no_core);
		if (null >= 0)
			(void)dup2(null, STDERR_FILENO);
		fn();
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void in_order(enum lock_rank first, enum lock_rank second)
{
	struct lock a, b;

	lock_init(&a, first);
	lock_init(&b, second);
	lock_acquire(&a);
	lock_acquire(&b);
	lock_release(&b);
	lock_release(&a);
	lock_fini(&a);
	lock_fini(&b);
}

static void ascending(void)
{
	in_order(LOCK_QUEUE, LOCK_INDEXER);
}

static void descending(void)
{
	in_order(LOCK_INDEXER, LOCK_QUEUE);
}

static void two_of_a_rank(void)
{
	in_order(LOCK_QUEUE, LOCK_QUEUE);
}

static void the_same_twice(void)
{
	struct lock a;

	lock_init(&a, LOCK_QUEUE);
	lock_acquire(&a);
	lock_acquire(&a);
}

static void released_by_who_has_it_not(void)
{
	struct lock a;

	lock_init(&a, LOCK_QUEUE);
	lock_release(&a);
}

static void released_out_of_order(void)
{
	struct lock a, b;

	lock_init(&a, LOCK_QUEUE);
	lock_init(&b, LOCK_INDEXER);
	lock_acquire(&a);
	lock_acquire(&b);
	lock_release(&a);
}

static void waited_on_below_another(void)
{
	pthread_cond_t cond;
	struct lock a, b;

	lock_init(&a, LOCK_QUEUE);
	lock_init(&b, LOCK_INDEXER);
	cond_init(&cond);
	lock_acquire(&a);
	lock_acquire(&b);
	(void)lock_wait_until(&a, &cond, 0);
}

static void lock_acquired_out_of_rank_order_aborts(void **state)
{
	(void)state;
	assert_false(aborts(ascending));
	assert_true(aborts(descending));
	assert_true(aborts(two_of_a_rank));
	assert_true(aborts(the_same_twice));
	assert_true(aborts(released_by_who_has_it_not));
	assert_true(aborts(released_out_of_order));
	assert_true(aborts(waited_on_below_another));
}

static void lock_held_reports_the_locks_of_the_calling_thread(void **state)
{
	struct lock a, b;

	(void)state;
	lock_init(&a, LOCK_QUEUE);
	lock_init(&b, LOCK_LEAF);
	assert_true(lock_none_held());
	lock_acquire(&a);
	assert_false(lock_none_held());
	lock_acquire(&b);
	lock_release(&b);
	assert_false(lock_none_held());
	lock_release(&a);
	assert_true(lock_none_held());
	lock_fini(&a);
	lock_fini(&b);
}

struct turns {
	struct lock outer; /* held by this test's own thread around its waits */
	struct lock lock;
	pthread_cond_t cond;
	int turn;
	bool free_of_locks;
};

static void *other_turns(void *user)
{
	struct turns *t = user;

	t->free_of_locks = lock_none_held();
	for (int i = 0; i < 100; i++) {
		lock_acquire(&t->lock);
		while (t->turn % 2 == 0)
			lock_wait(&t->lock, &t->cond);
		t->turn++;
		assert_int_equal(pthread_cond_broadcast(&t->cond), 0);
		lock_release(&t->lock);
	}
	return NULL;
}

/* The other thread takes the lock with nothing below it, this one with `outer` below: each must
 * find its own rank again after a wait. */
static void lock_wait_keeps_locks_of_lower_rank(void **state)
{
	struct turns t = { .turn = 0 };
	pthread_t thread;

	(void)state;
	lock_init(&t.outer, LOCK_FACTORY);
	lock_init(&t.lock, LOCK_QUEUE);
	cond_init(&t.cond);
	lock_acquire(&t.outer);
	assert_int_equal(pthread_create(&thread, NULL, other_turns, &t), 0);
	for (int i = 0; i < 100; i++) {
		lock_acquire(&t.lock);
		while (t.turn % 2 == 1)
			assert_true(lock_wait_until(&t.lock, &t.cond, TIME_NEVER));
		t.turn++;
		assert_int_equal(pthread_cond_broadcast(&t.cond), 0);
		lock_release(&t.lock);
		assert_false(lock_none_held());
	}
	assert_int_equal(pthread_join(thread, NULL), 0);
	lock_release(&t.outer);
	assert_true(lock_none_held());
	assert_true(t.free_of_locks);
	assert_int_equal(t.turn, 200);
	lock_fini(&t.lock);
	lock_fini(&t.outer);
	assert_int_equal(pthread_cond_destroy(&t.cond), 0);
}

static void lock_wait_ends_at_its_deadline(void **state)
{
	static const int64_t past[] = { INT64_MIN, -1, 0, 1 };
	pthread_cond_t cond;
	struct lock lock;
	int64_t until;

	(void)state;
	lock_init(&lock, LOCK_LEAF);
	cond_init(&cond);
	lock_acquire(&lock);
	for (size_t i = 0; i < ARRAY_LEN(past); i++)
		assert_false(lock_wait_until(&lock, &cond, past[i]));
	until = clock_monotonic_ns() + 2 * NS_PER_MS;
	while (lock_wait_until(&lock, &cond, until))
		; /* a condition may wake for no reason */
	assert_true(clock_monotonic_ns() >= until);
	lock_release(&lock);
	lock_fini(&lock);
	assert_int_equal(pthread_cond_destroy(&cond), 0);
}

struct making {
	struct once once;
	atomic_uint made;
	char text[64];
};

static void make(void *user)
{
	struct making *m = user;

	for (size_t i = 0; i + 1 < sizeof(m->text); i++) {
		m->text[i] = 'x';
		(void)sched_yield();
	}
	atomic_fetch_add(&m->made, 1);
}

static void *need(void *user)
{
	struct making *m = user;

	lock_once(&m->once, make, m);
	return (void *)(uintptr_t)strlen(m->text);
}

static void lock_once_runs_its_function_once_before_any_caller_returns(void **state)
{
	struct making m = { .made = 0 };
	pthread_t threads[8];
	void *length;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(threads); i++)
		assert_int_equal(pthread_create(&threads[i], NULL, need, &m), 0);
	for (size_t i = 0; i < ARRAY_LEN(threads); i++) {
		assert_int_equal(pthread_join(threads[i], &length), 0);
		assert_int_equal((uintptr_t)length, sizeof(m.text) - 1);
	}
	assert_int_equal(atomic_load(&m.made), 1);
}

static void lock_ranks_are_unique_and_ascending(void **state)
{
	static const int ranks[] = {
#define X(name, rank, text) (rank),
#include "base/tbl/lock_ranks.h"
#undef X
	};

	(void)state;
	for (size_t i = 1; i < ARRAY_LEN(ranks); i++)
		assert_true(ranks[i] > ranks[i - 1]);
	assert_true(ranks[0] > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lock_acquired_out_of_rank_order_aborts),
		cmocka_unit_test(lock_held_reports_the_locks_of_the_calling_thread),
		cmocka_unit_test(lock_wait_keeps_locks_of_lower_rank),
		cmocka_unit_test(lock_wait_ends_at_its_deadline),
		cmocka_unit_test(lock_once_runs_its_function_once_before_any_caller_returns),
		cmocka_unit_test(lock_ranks_are_unique_and_ascending),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
