/* SPDX-License-Identifier: Apache-2.0 */
/* worker_exchange.c - begins requests, and the exchange of a queued one: the transport sees WAIT
 * until the worker's threads have work done. */
#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/posix/worker_impl.h"

enum { LARGE_JOB = 1024 * 1024 };

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
		fakeapi__worker_add(job);
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
		fakeapi__worker_unlink(job);
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

/* --- requests --- */

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
	x->ops->set_wake(x, (struct fakeapi__wake) { fakeapi__worker_wake, job });
	return &job->x;
}

struct fakeapi__exchange *fakeapi__worker_begin(struct fakeapi__server *s, int64_t now_ns,
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
	fakeapi__worker_add(job);
	lock_release(&w->lock);
	cond_signal(&w->writes.changed);
	return &job->x;
}
