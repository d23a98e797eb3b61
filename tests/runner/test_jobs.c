/* SPDX-License-Identifier: Apache-2.0 */
/* Work on several threads, handed back in order. */
#include "runner/posix/jobs.h"
#include "tests/kit/testing.h"

enum { COUNT = 500 };

struct job {
	unsigned worked[COUNT]; /* by one worker each */
	size_t done;
	size_t stop_at;
};

static void work(void *user, size_t i)
{
	struct job *j = user;

	j->worked[i]++;
}

static bool done(void *user, size_t i)
{
	struct job *j = user;

	assert_int_equal(i, j->done);
	assert_int_equal(j->worked[i], 1);
	j->done++;
	return j->done != j->stop_at;
}

static void job_results_are_returned_in_order(void **state)
{
	static const unsigned threads[] = { 0, 1, 2, 7, 10000 };

	(void)state;
	for (size_t k = 0; k < ARRAY_LEN(threads); k++) {
		struct job j = { .stop_at = SIZE_MAX };
		struct runner__jobs jobs = { COUNT, threads[k], work, done, &j };

		assert_int_equal(runner__jobs_run(&jobs, NULL), 0);
		assert_int_equal(j.done, COUNT);
	}
}

static void stopped_jobs_start_no_more_work(void **state)
{
	static const unsigned threads[] = { 1, 4 };

	(void)state;
	for (size_t k = 0; k < ARRAY_LEN(threads); k++) {
		struct job j = { .stop_at = 3 };
		struct runner__jobs jobs = { COUNT, threads[k], work, done, &j };

		assert_int_equal(runner__jobs_run(&jobs, NULL), 0);
		assert_int_equal(j.done, 3);
		for (size_t i = 0; i < COUNT; i++)
			assert_true(j.worked[i] <= 1);
	}
}

static void run_of_zero_jobs_succeeds(void **state)
{
	struct job j = { .stop_at = SIZE_MAX };
	struct runner__jobs jobs = { 0, 4, work, done, &j };

	(void)state;
	assert_int_equal(runner__jobs_run(&jobs, NULL), 0);
	assert_int_equal(j.done, 0);
}

static void jobs_without_memory_are_an_error(void **state)
{
	struct job j = { .stop_at = SIZE_MAX };
	struct runner__jobs jobs = { COUNT, 4, work, done, &j };

	(void)state;
	base__alloc_fail_after = 0;
	assert_int_equal(runner__jobs_run(&jobs, NULL), RELIST_ENOMEM);
	base__alloc_fail_after = -1;
	assert_int_equal(j.done, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(job_results_are_returned_in_order),
		cmocka_unit_test(stopped_jobs_start_no_more_work),
		cmocka_unit_test(run_of_zero_jobs_succeeds),
		cmocka_unit_test(jobs_without_memory_are_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
