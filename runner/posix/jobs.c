/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/jobs.h"

#include "base/alloc.h"
#include "base/lock.h"

enum { THREADS_MAX = 256 };

struct pool {
	const struct runner__jobs *jobs;
	struct lock lock; /* rank RUNNER: guards the members below */
	pthread_cond_t finished;
	size_t next; /* index of the next job */
	bool stop;
	bool *ready; /* by index */
};

static void *worker(void *arg)
{
	struct pool *pool = arg;

	lock_acquire(&pool->lock);
	while (!pool->stop && pool->next < pool->jobs->count) {
		size_t i = pool->next++;

		lock_release(&pool->lock);
		pool->jobs->work(pool->jobs->user, i);
		lock_acquire(&pool->lock);
		pool->ready[i] = true;
		cond_signal(&pool->finished);
	}
	lock_release(&pool->lock);
	return NULL;
}

static void deliver_results(struct pool *pool)
{
	for (size_t i = 0; i < pool->jobs->count; i++) {
		bool more;

		lock_acquire(&pool->lock);
		while (!pool->ready[i])
			lock_wait(&pool->lock, &pool->finished);
		lock_release(&pool->lock);
		more = pool->jobs->done(pool->jobs->user, i);
		if (more)
			continue;
		lock_acquire(&pool->lock);
		pool->stop = true;
		lock_release(&pool->lock);
		return;
	}
}

static int run_here(const struct runner__jobs *jobs)
{
	for (size_t i = 0; i < jobs->count; i++) {
		jobs->work(jobs->user, i);
		if (!jobs->done(jobs->user, i))
			break;
	}
	return 0;
}

/* Returns false if no thread could be started. */
static bool run_threads(struct pool *pool, unsigned wanted)
{
	pthread_t threads[THREADS_MAX];
	unsigned n = 0;

	while (n < wanted && pthread_create(&threads[n], NULL, worker, pool) == 0)
		n++;
	if (n == 0)
		return false;
	deliver_results(pool);
	for (unsigned i = 0; i < n; i++) {
		int rc = pthread_join(threads[i], NULL);

		ASSERT(rc == 0);
	}
	return true;
}

int runner__jobs_run(const struct runner__jobs *jobs, struct relist_err *err)
{
	struct pool pool = { .jobs = jobs };
	unsigned wanted = jobs->threads < THREADS_MAX ? jobs->threads : THREADS_MAX;
	bool ran;

	if (wanted > jobs->count)
		wanted = (unsigned)jobs->count;
	if (wanted <= 1)
		return run_here(jobs);
	pool.ready = base__calloc(jobs->count, sizeof(*pool.ready));
	if (!pool.ready)
		return relist_err_set(err, RELIST_ENOMEM, "workers: out of memory");
	lock_init(&pool.lock, LOCK_RUNNER);
	cond_init(&pool.finished);
	ran = run_threads(&pool, wanted);
	cond_fini(&pool.finished);
	lock_fini(&pool.lock);
	base__free(pool.ready);
	return ran ? 0 : run_here(jobs);
}
