/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/worker.h"

#include <signal.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "relist/err.h"

enum job_state { JOB_WAITS, JOB_RUNS, JOB_DONE };

struct worker_job {
	struct fakeapi__exchange x; /* first */
	struct fakeapi__exchange *inner;
	struct fakeapi__worker *worker;
	struct worker_job *prev, *next;
	struct fakeapi__wake wake;
	enum job_state state;
	bool left;  /* nobody waits for the answer any more */
	bool ready; /* the head is out */
	int64_t now_ns;
	struct fakeapi__request req;
	struct fakeapi__header headers[]; /* then the texts */
};

/* --- the line ----------------------------------------------------------------------------- */

static void add(struct fakeapi__worker *w, struct worker_job *job) REQUIRES(w->lock);
static void add(struct fakeapi__worker *w, struct worker_job *job)
{
	job->prev = w->last;
	*(w->last ? &w->last->next : &w->first) = job;
	w->last = job;
}

static void take_out(struct fakeapi__worker *w, struct worker_job *job) REQUIRES(w->lock);
static void take_out(struct fakeapi__worker *w, struct worker_job *job)
{
	*(job->prev ? &job->prev->next : &w->first) = job->next;
	*(job->next ? &job->next->prev : &w->last) = job->prev;
}

/* On any thread, also in the middle of begin(): only who still waits may be woken. */
static void wake_job(void *user)
{
	struct worker_job *job = user;

	lock_acquire(&job->worker->lock);
	if (!job->left && job->wake.fn)
		job->wake.fn(job->wake.user);
	lock_release(&job->worker->lock);
}

static void run(struct fakeapi__worker *w, struct worker_job *job)
{
	struct fakeapi__exchange *inner = w->inner->begin(w->inner, job->now_ns, &job->req,
							  (struct fakeapi__wake) { wake_job, job });
	bool left;

	lock_acquire(&w->lock);
	job->inner = inner;
	job->state = JOB_DONE;
	w->running = NULL;
	left = job->left;
	if (!left && job->wake.fn)
		job->wake.fn(job->wake.user);
	lock_release(&w->lock);
	if (!left)
		return;
	if (inner)
		inner->ops->end(inner, true);
	base__free(job);
}

static struct worker_job *next_job(struct fakeapi__worker *w)
{
	struct worker_job *job = NULL;

	lock_acquire(&w->lock);
	while (!w->stop && (!w->first || w->direct))
		lock_wait(&w->lock, &w->changed);
	if (!w->stop) {
		job = w->first;
		take_out(w, job);
		job->state = JOB_RUNS;
		w->running = job;
	}
	lock_release(&w->lock);
	return job;
}

static void *work(void *user)
{
	struct fakeapi__worker *w = user;
	struct worker_job *job;

	while ((job = next_job(w)))
		run(w, job);
	return NULL;
}

/* --- exchanges ---------------------------------------------------------------------------- */

static enum fakeapi__head job_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct worker_job *job = (struct worker_job *)(void *)x;
	enum fakeapi__head head;
	bool done;

	lock_acquire(&job->worker->lock);
	done = job->state == JOB_DONE;
	lock_release(&job->worker->lock);
	if (!done)
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

	return job->inner->ops->pull(job->inner, now_ns, buf, cap);
}

static int64_t job_deadline_ns(const struct fakeapi__exchange *x)
{
	const struct worker_job *job = (const struct worker_job *)(const void *)x;
	struct fakeapi__exchange *inner;

	lock_acquire(&job->worker->lock);
	inner = job->inner;
	lock_release(&job->worker->lock);
	return inner ? inner->ops->deadline_ns(inner) : TIME_NEVER;
}

static void job_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct worker_job *job = (struct worker_job *)(void *)x;
	struct fakeapi__worker *w = job->worker;
	enum job_state state;

	lock_acquire(&w->lock);
	state = job->state;
	job->left = true;
	if (state == JOB_WAITS)
		take_out(w, job);
	lock_release(&w->lock);
	if (state == JOB_RUNS) /* the worker ends it */
		return;
	if (job->inner)
		job->inner->ops->end(job->inner, client_gone);
	base__free(job);
}

static const struct fakeapi__exchange_ops job_ops = {
	.head = job_head,
	.pull = job_pull,
	.deadline_ns = job_deadline_ns,
	.end = job_end,
};

/* --- requests ----------------------------------------------------------------------------- */

static struct str save(char **at, struct str s)
{
	struct str out = { *at, s.len };

	if (s.len)
		memcpy(*at, s.ptr, s.len);
	*at += s.len;
	return out;
}

static struct worker_job *job_new(struct fakeapi__worker *w, int64_t now_ns,
				  const struct fakeapi__request *r, struct fakeapi__wake wake)
{
	size_t bytes = r->method.len + r->path.len + r->query.len + r->body.len;
	struct worker_job *job;
	char *at;

	for (size_t i = 0; i < r->header_count; i++)
		bytes += r->headers[i].name.len + r->headers[i].value.len;
	job = base__malloc(sizeof(*job) + r->header_count * sizeof(job->headers[0]) + bytes);
	if (!job)
		return NULL;
	memset(job, 0, sizeof(*job));
	job->x.ops = &job_ops;
	job->worker = w;
	job->wake = wake;
	job->now_ns = now_ns;
	job->req = *r;
	job->req.aside = true;
	at = (char *)&job->headers[r->header_count];
	for (size_t i = 0; i < r->header_count; i++) {
		job->headers[i].name = save(&at, r->headers[i].name);
		job->headers[i].value = save(&at, r->headers[i].value);
	}
	job->req.headers = job->headers;
	job->req.method = save(&at, r->method);
	job->req.path = save(&at, r->path);
	job->req.query = save(&at, r->query);
	job->req.body = save(&at, r->body);
	return job;
}

/* True: it may write and is begun here and now. */
static bool goes_first(struct fakeapi__worker *w, const struct fakeapi__request *req)
{
	bool first;

	lock_acquire(&w->lock);
	first = req->body.len < FAKEAPI_LONG_BODY && !w->running && !w->first;
	w->direct += first;
	lock_release(&w->lock);
	return first;
}

static void has_gone(struct fakeapi__worker *w)
{
	bool waited_for;

	lock_acquire(&w->lock);
	waited_for = --w->direct == 0 && w->first;
	lock_release(&w->lock);
	if (waited_for)
		cond_signal(&w->changed);
}

static struct fakeapi__exchange *worker_begin(struct fakeapi__server *s, int64_t now_ns,
					      const struct fakeapi__request *req,
					      struct fakeapi__wake wake)
{
	struct fakeapi__worker *w = (struct fakeapi__worker *)(void *)s;
	struct fakeapi__exchange *x;
	struct worker_job *job;

	if (str_eqz(req->method, "GET") || str_eqz(req->method, "HEAD"))
		return w->inner->begin(w->inner, now_ns, req, wake);
	if (goes_first(w, req)) {
		x = w->inner->begin(w->inner, now_ns, req, wake);
		has_gone(w);
		return x;
	}
	job = job_new(w, now_ns, req, wake);
	if (!job)
		return NULL;
	lock_acquire(&w->lock);
	add(w, job);
	lock_release(&w->lock);
	cond_signal(&w->changed);
	return &job->x;
}

/* --- life --------------------------------------------------------------------------------- */

int fakeapi__worker_start(struct fakeapi__worker *w, struct fakeapi__server *inner,
			  struct relist_err *err)
{
	sigset_t all, before;
	int code;

	w->server.begin = worker_begin;
	w->inner = inner;
	lock_init(&w->lock, LOCK_FAKEAPI_WORKER);
	cond_init(&w->changed);
	/* Signals are the program's business. */
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	code = pthread_create(&w->thread, NULL, work, w);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	w->started = code == 0;
	if (w->started)
		return 0;
	cond_fini(&w->changed);
	lock_fini(&w->lock);
	return relist_err_set(err, RELIST_EIO, "cannot start a thread: %s", strerror(code));
}

void fakeapi__worker_stop(struct fakeapi__worker *w)
{
	if (!w->started)
		return;
	lock_acquire(&w->lock);
	w->stop = true;
	lock_release(&w->lock);
	cond_signal(&w->changed);
	(void)pthread_join(w->thread, NULL);
	ASSERT(!w->first);
	cond_fini(&w->changed);
	lock_fini(&w->lock);
	w->started = false;
}
