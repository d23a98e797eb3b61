/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/worker.h"

#include <signal.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "relist/err.h"

enum { LARGE_JOB = 1024 * 1024 };

enum job_state {
	JOB_WAITS, /* queued */
	JOB_RUNS,
	JOB_RESTS, /* its exchange is heavy and has nothing to do now */
	JOB_DONE,
};

struct worker_job {
	struct fakeapi__exchange x;	 /* must be first */
	struct fakeapi__exchange *inner; /* NULL: not begun, or out of memory */
	struct worker_line *line;
	struct worker_job *prev, *next;
	struct fakeapi__wake wake;
	enum job_state state;
	bool begun;
	bool poked;    /* was woken, so it must not rest */
	bool left;     /* the request was abandoned */
	bool ready;    /* the head was released */
	size_t unread; /* the job's share of w->unread */
	int64_t now_ns;
	struct fakeapi__request req;
	struct fakeapi__header memory[]; /* memory that the request borrows */
};

/* --- the lines ---------------------------------------------------------------------------- */

static void add(struct worker_job *job)
{
	struct worker_line *l = job->line;

	job->state = JOB_WAITS;
	job->next = NULL;
	job->prev = l->last;
	*(l->last ? &l->last->next : &l->first) = job;
	l->last = job;
}

static void unlink_job(struct worker_job *job)
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

/* Called on any thread, even during begin(): only a waiting client may be woken. */
static void wake_job(void *user)
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
					     (struct fakeapi__wake) { wake_job, job });
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
		unlink_job(job);
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

/* --- exchanges ---------------------------------------------------------------------------- */

/* Queues the job if it may have work. True: it is done. */
static bool queue_job(struct worker_job *job, int64_t now_ns)
{
	struct fakeapi__worker *w = job->line->worker;
	enum job_state state;
	bool due, queued = false;

	lock_acquire(&w->lock);
	state = job->state;
	lock_release(&w->lock);
	if (state != JOB_RESTS) /* only this thread leaves JOB_RESTS */
		return state == JOB_DONE;
	due = job->inner->ops->deadline_ns(job->inner) <= now_ns;
	lock_acquire(&w->lock);
	if (due || job->poked) {
		job->now_ns = now_ns;
		add(job);
		queued = true;
	}
	lock_release(&w->lock);
	if (queued)
		cond_signal(&job->line->changed);
	return false;
}

static enum fakeapi__head job_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct worker_job *job = (struct worker_job *)(void *)x;
	enum fakeapi__head head;

	if (!queue_job(job, now_ns))
		return FAKEAPI_HEAD_WAIT;
	if (!job->inner) /* out of memory */
		return FAKEAPI_HEAD_CUT;
	head = job->inner->ops->head(job->inner, now_ns);
	if (head == FAKEAPI_HEAD_READY && !job->ready) {
		const struct fakeapi__exchange_ops *ops = job->x.ops;

		job->ready = true;
		job->x = *job->inner;
		job->x.ops = ops;
	}
	return head;
}

static ptrdiff_t job_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct worker_job *job = (struct worker_job *)(void *)x;

	ptrdiff_t n = job->inner->ops->pull(job->inner, now_ns, buf, cap);

	job->x.error_code = job->inner->error_code;
	return n;
}

static int64_t job_deadline_ns(const struct fakeapi__exchange *x)
{
	const struct worker_job *job = (const struct worker_job *)(const void *)x;
	struct lock *lock = &job->line->worker->lock;
	bool there;

	lock_acquire(lock);
	there = job->state == JOB_RESTS || job->state == JOB_DONE;
	lock_release(lock);
	return there && job->inner ? job->inner->ops->deadline_ns(job->inner) : TIME_NEVER;
}

static void job_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct worker_job *job = (struct worker_job *)(void *)x;
	struct fakeapi__worker *w = job->line->worker;
	enum job_state state;
	bool room;

	lock_acquire(&w->lock);
	state = job->state;
	job->left = true;
	if (state == JOB_WAITS)
		unlink_job(job);
	room = job->unread > 0;
	w->unread -= job->unread;
	lock_release(&w->lock);
	if (room)
		cond_signal(&w->reads.changed);
	if (state == JOB_RUNS) /* the worker ends it */
		return;
	if (job->inner)
		job->inner->ops->end(job->inner, client_gone);
	if (job->begun && job->req.body.len > LARGE_JOB)
		fakeapi__worker_free(w, job);
	else
		base__free(job);
}

static const struct fakeapi__exchange_ops job_ops = {
	.head = job_head,
	.pull = job_pull,
	.deadline_ns = job_deadline_ns,
	.end = job_end,
};

/* --- requests ----------------------------------------------------------------------------- */

static struct worker_job *job_new(struct worker_line *line, int64_t now_ns,
				  const struct fakeapi__request *r, struct fakeapi__wake wake,
				  bool keep)
{
	size_t bytes = keep ? fakeapi__request_size(r) : 0;
	struct worker_job *job = base__malloc(sizeof(*job) + bytes);

	if (!job)
		return NULL;
	memset(job, 0, sizeof(*job));
	job->x.ops = &job_ops;
	job->line = line;
	job->wake = wake;
	job->now_ns = now_ns;
	if (!keep)
		return job;
	fakeapi__request_copy(&job->req, r, job->memory);
	job->req.aside = job->req.may_hand_over = true;
	return job;
}

/* True: the request may write and begins at once. */
static bool begins_at_once(struct fakeapi__worker *w, const struct fakeapi__request *req)
{
	bool first;

	lock_acquire(&w->lock);
	first = req->body.len < FAKEAPI_LONG_BODY && !w->writes.running && !w->writes.first;
	w->direct += first;
	lock_release(&w->lock);
	return first;
}

static void end_direct(struct fakeapi__worker *w)
{
	bool waited_for;

	lock_acquire(&w->lock);
	waited_for = --w->direct == 0 && w->writes.first;
	lock_release(&w->lock);
	if (waited_for)
		cond_signal(&w->writes.changed);
}

static struct fakeapi__exchange *begin_here(struct fakeapi__worker *w, int64_t now_ns,
					    const struct fakeapi__request *req,
					    struct fakeapi__wake wake)
{
	struct fakeapi__request passed_on = *req;
	struct fakeapi__exchange *x;
	struct worker_job *job;

	passed_on.may_hand_over = true;
	x = w->inner->begin(w->inner, now_ns, &passed_on, wake);
	if (!x || !x->heavy)
		return x;
	job = job_new(x->reads ? &w->reads : &w->writes, now_ns, req, wake, false);
	if (!job) {
		x->ops->end(x, true);
		return NULL;
	}
	job->inner = x;
	job->begun = true;
	job->state = JOB_RESTS;
	job->poked = true;
	x->ops->set_wake(x, (struct fakeapi__wake) { wake_job, job });
	return &job->x;
}

static struct fakeapi__exchange *worker_begin(struct fakeapi__server *s, int64_t now_ns,
					      const struct fakeapi__request *req,
					      struct fakeapi__wake wake)
{
	struct fakeapi__worker *w = (struct fakeapi__worker *)(void *)s;
	struct fakeapi__exchange *x;
	struct worker_job *job;

	if (str_eqz(req->method, "GET") || str_eqz(req->method, "HEAD"))
		return begin_here(w, now_ns, req, wake);
	if (begins_at_once(w, req)) {
		x = begin_here(w, now_ns, req, wake);
		end_direct(w);
		return x;
	}
	job = job_new(&w->writes, now_ns, req, wake, true);
	if (!job)
		return NULL;
	lock_acquire(&w->lock);
	add(job);
	lock_release(&w->lock);
	cond_signal(&w->writes.changed);
	return &job->x;
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

	w->server.begin = worker_begin;
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
