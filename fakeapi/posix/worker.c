/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/worker.h"

#include <signal.h>

#include "base/alloc.h"
#include "fakeapi/posix/worker_impl.h"
#include "relist/err.h"

/* --- the queues --- */

void fakeapi__worker_add(struct worker_job *job)
{
	struct worker_line *l = job->line;

	job->state = JOB_WAITS;
	job->next = NULL;
	job->prev = l->last;
	*(l->last ? &l->last->next : &l->first) = job;
	l->last = job;
}

void fakeapi__worker_unlink(struct worker_job *job)
{
	struct worker_line *l = job->line;

	*(job->prev ? &job->prev->next : &l->first) = job->next;
	*(job->next ? &job->next->prev : &l->last) = job->prev;
}

static void wake_client(struct worker_job *job)
{
	if (!job->left && job->wake.fn)
		job->wake.fn(job->wake.user);
}

void fakeapi__worker_wake(void *user)
{
	struct worker_job *job = user;
	struct lock *lock = &job->line->worker->lock;

	lock_acquire(lock);
	job->poked = true;
	wake_client(job);
	lock_release(lock);
}

/* Returns the bytes of a complete read's response. */
static size_t begin_or_go_on(struct fakeapi__worker *w, struct worker_job *job)
{
	bool begins = !job->begun;

	if (begins)
		job->inner = w->inner->begin(w->inner, job->now_ns, &job->req,
					     (struct fakeapi__wake) { fakeapi__worker_wake, job });
	job->begun = true;
	if (!job->inner || (begins && !job->inner->heavy))
		return 0;
	/* Also after begin(): only a client that has seen WAIT is woken. */
	if (job->inner->ops->head(job->inner, job->now_ns) != FAKEAPI_HEAD_READY ||
	    job->line != &w->reads || job->inner->body_len <= 0)
		return 0;
	return (size_t)job->inner->body_len;
}

static void run(struct fakeapi__worker *w, struct worker_job *job)
{
	size_t made = begin_or_go_on(w, job);
	bool left, heavy;

	heavy = job->inner && job->inner->heavy;
	lock_acquire(&w->lock);
	job->state = heavy ? JOB_RESTS : JOB_DONE;
	job->line->running = NULL;
	left = job->left;
	if (!left) {
		job->unread = made;
		w->unread += made;
	}
	wake_client(job);
	lock_release(&w->lock);
	if (!left)
		return;
	if (job->inner)
		job->inner->ops->end(job->inner, true);
	base__free(job);
}

static void free_garbage(void *first)
{
	while (first) {
		void *next;

		memcpy(&next, first, sizeof(next));
		base__free(first);
		first = next;
	}
}

static bool may_read(const struct fakeapi__worker *w)
{
	return w->reads.first && w->unread <= w->unread_max;
}

static bool may_take(const struct fakeapi__worker *w, const struct worker_line *l)
{
	return l == &w->reads ? may_read(w) || w->chore || w->garbage || w->errands
			      : l->first && !w->direct;
}

static struct fakeapi__errand *take_errand(struct fakeapi__worker *w)
{
	struct fakeapi__errand *e = w->errands;

	if (e)
		w->errands = e->next;
	return e;
}

/* NULL: no more, or it ran something else: call again. Errands alternate with reads: some belong to
 * no request, some are parts of a watch. */
static struct worker_job *next_job(struct worker_line *l, bool *more)
{
	struct fakeapi__worker *w = l->worker;
	struct worker_job *job = NULL;
	struct fakeapi__errand *errand = NULL;
	void (*chore)(void) = NULL;
	void *garbage = NULL;

	lock_acquire(&w->lock);
	while (!w->stop && !may_take(w, l))
		lock_wait(&w->lock, &l->changed);
	*more = !w->stop;
	if (*more && l == &w->reads && w->errands && !(w->errand_was_last && may_read(w))) {
		errand = take_errand(w);
		w->errand_was_last = true;
	} else if (*more && (l == &w->reads ? !may_read(w) : !l->first)) {
		chore = w->chore;
		garbage = w->garbage;
		w->chore = NULL;
		w->garbage = NULL;
	} else if (*more) {
		job = l->first;
		fakeapi__worker_unlink(job);
		job->state = JOB_RUNS;
		job->poked = false;
		l->running = job;
		w->errand_was_last &= l != &w->reads;
	}
	lock_release(&w->lock);
	if (errand)
		errand->run(errand);
	free_garbage(garbage);
	if (chore)
		chore();
	return job;
}

static void *work(void *user)
{
	struct worker_line *l = user;
	bool more = true;

	while (more) {
		struct worker_job *job = next_job(l, &more);

		if (job)
			run(l->worker, job);
	}
	return NULL;
}

/* --- life --------------------------------------------------------------------------------- */

static int start_line(struct worker_line *l, struct fakeapi__worker *w)
{
	int code;

	l->worker = w;
	cond_init(&l->changed);
	code = pthread_create(&l->thread, NULL, work, l);
	l->started = code == 0;
	if (code)
		cond_fini(&l->changed);
	return code;
}

static void stop_line(struct worker_line *l)
{
	if (!l->started)
		return;
	cond_signal(&l->changed);
	(void)pthread_join(l->thread, NULL);
	ASSERT(!l->first);
	cond_fini(&l->changed);
	l->started = false;
}

int fakeapi__worker_start(struct fakeapi__worker *w, struct fakeapi__server *inner,
			  struct relist_err *err)
{
	sigset_t all, before;
	int code;

	w->server.begin = fakeapi__worker_begin;
	w->inner = inner;
	w->unread = 0;
	w->errands = NULL;
	w->errand_was_last = false;
	w->unread_max = FAKEAPI_UNREAD_MAX;
	lock_init(&w->lock, LOCK_FAKEAPI_WORKER);
	/* The program handles signals. */
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	code = start_line(&w->writes, w);
	if (code == 0)
		code = start_line(&w->reads, w);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (code == 0)
		return 0;
	if (w->writes.started)
		fakeapi__worker_stop(w);
	else
		lock_fini(&w->lock);
	return relist_err_set(err, RELIST_EIO, "cannot start a thread: %s", strerror(code));
}

void fakeapi__worker_do(struct fakeapi__worker *w, void (*chore)(void))
{
	lock_acquire(&w->lock);
	w->chore = chore;
	lock_release(&w->lock);
	cond_signal(&w->reads.changed);
}

void fakeapi__worker_free(struct fakeapi__worker *w, void *take_large)
{
	lock_acquire(&w->lock);
	memcpy(take_large, &w->garbage, sizeof(w->garbage));
	w->garbage = take_large;
	lock_release(&w->lock);
	cond_signal(&w->reads.changed);
}

void fakeapi__worker_run(struct fakeapi__worker *w, struct fakeapi__errand *errand)
{
	lock_acquire(&w->lock);
	errand->next = NULL;
	*(w->errands ? &w->last_errand->next : &w->errands) = errand;
	w->last_errand = errand;
	lock_release(&w->lock);
	cond_signal(&w->reads.changed);
}

/* Frees memory for which other requests may wait. */
static void run_errands(struct fakeapi__worker *w)
{
	struct fakeapi__errand *e;

	do {
		lock_acquire(&w->lock);
		e = take_errand(w);
		lock_release(&w->lock);
		if (e)
			e->run(e);
	} while (e);
}

void fakeapi__worker_stop(struct fakeapi__worker *w)
{
	if (!w->writes.started)
		return;
	lock_acquire(&w->lock);
	w->stop = true;
	lock_release(&w->lock);
	stop_line(&w->writes);
	stop_line(&w->reads);
	run_errands(w);
	free_garbage(w->garbage);
	w->garbage = NULL;
	lock_fini(&w->lock);
}
