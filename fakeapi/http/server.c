/* SPDX-License-Identifier: Apache-2.0 */
/* server.c - the transport's thread: its loop, its commands, start and stop. */
#define _GNU_SOURCE /* EPOLLRDHUP */
#include "fakeapi/http/server.h"

#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/posix/clock.h"
#include "fakeapi/http/internal.h"

enum {
	EVENTS = 64,
	TURNS_PER_ROUND = 64,
	WAKES_PER_TURN = 64,
	WAKES_PER_ROUND = 1024,
	REOPEN_MS = 20
};

/* --- the loop --- */

static void signal_loop(struct fakeapi__http *h)
{
	uint64_t one = 1;
	ssize_t n = write(h->wake_fd, &one, sizeof(one));

	(void)n; /* a full counter wakes as well */
}

void http__wake(void *user)
{
	struct request *r = user;
	struct fakeapi__http *h = r->h;
	bool first = false;

	lock_acquire(&h->lock);
	if (!r->queued) {
		first = !h->ready;
		r->queued = true;
		r->next_ready = NULL;
		*(first ? &h->ready : &h->ready_last->next_ready) = r;
		h->ready_last = r;
	}
	lock_release(&h->lock);
	/* The loop checks the list before it sleeps. */
	if (first && !pthread_equal(pthread_self(), h->self))
		signal_loop(h);
}

static struct request *pop_ready(struct fakeapi__http *h)
{
	struct request *r;

	lock_acquire(&h->lock);
	r = h->ready;
	if (r) {
		h->ready = r->next_ready;
		r->queued = false;
	}
	lock_release(&h->lock);
	return r;
}

/* False: no more requests are ready. */
static bool serve_ready(struct fakeapi__http *h, int max)
{
	for (int i = 0; i < max; i++) {
		struct request *r = pop_ready(h);

		if (!r)
			return false;
		http__request_resume(r);
	}
	return true;
}

void http__turn(struct conn *c)
{
	struct fakeapi__http *h = c->h;

	if (c->has_turn || c->state == CONN_CLOSED)
		return;
	c->has_turn = true;
	c->next_turn = NULL;
	*(h->turns ? &h->last_turn->next_turn : &h->turns) = c;
	h->last_turn = c;
}

/* Requests and woken responses alternate: watchers get the events of a write before the next
 * request is read. If one turn cannot serve all watchers, the later events reach the rest
 * together. */
void http__serve_turns(struct fakeapi__http *h)
{
	for (int i = 0; i < TURNS_PER_ROUND && h->turns; i++) {
		struct conn *c = h->turns;

		h->turns = c->next_turn;
		c->has_turn = false;
		http__conn_run(c);
		(void)serve_ready(h, WAKES_PER_TURN);
		http__h2_flush_all(h);
	}
	h->more_ready = serve_ready(h, WAKES_PER_ROUND);
	http__h2_flush_all(h);
}

static int refuse_now(struct fakeapi__http *h, bool refuse, struct relist_err *err)
{
	h->refusing = refuse;
	return http__settle_listeners(h, err);
}

/* True if the loop must end. */
static bool take_commands(struct fakeapi__http *h)
{
	struct relist_err err = { 0 };
	bool refuse, stop;
	uint64_t seq, done, count;
	ssize_t n = read(h->wake_fd, &count, sizeof(count));
	int code = 0;

	(void)n;
	lock_acquire(&h->lock);
	refuse = h->refuse_wanted;
	stop = h->stop_wanted;
	seq = h->command_seq;
	done = h->command_done;
	lock_release(&h->lock);
	if (seq != done) {
		code = refuse_now(h, refuse, &err);
		lock_acquire(&h->lock);
		h->command_done = seq;
		h->command_code = code;
		h->command_err = err;
		lock_release(&h->lock);
		(void)pthread_cond_broadcast(&h->done);
	}
	return stop;
}

static int64_t min_ns(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int wait_ms(struct fakeapi__http *h)
{
	struct timer *t = timer_first(&h->timers), *d = timer_first(&h->deadlines);
	int64_t left = TIME_NEVER;

	if (h->turns || h->more_ready)
		return 0;
	if (t)
		left = t->deadline_ns - http__real_ns();
	if (d)
		left = min_ns(left, d->deadline_ns - http__now_ns(h));
	if (!h->refusing) /* no event signals that a port may open again */
		for (uint32_t i = 0; h->opt.accepts && i < h->opt.backend_count; i++)
			if (!h->listeners[i].listening)
				left = min_ns(left, REOPEN_MS * NS_PER_MS);
	if (left == TIME_NEVER)
		return -1;
	return left <= 0 ? 0 : (int)min_ns((left - 1) / NS_PER_MS + 1, 60000);
}

/* True if the loop must end. */
static bool take_event(struct fakeapi__http *h, const struct epoll_event *ev)
{
	struct source *source = ev->data.ptr;

	switch (source->kind) {
	case SOURCE_WAKE:
		return take_commands(h);
	case SOURCE_LISTENER:
		http__accept_all((struct listener *)source);
		break;
	case SOURCE_CONN:
		http__conn_event((struct conn *)source, ev->events);
		break;
	case SOURCE_LINGER:
		http__linger_event((struct drain *)source);
		break;
	}
	return false;
}

static void fire(struct timer_heap *heap, int64_t now_ns)
{
	struct timer *t;

	while ((t = timer_expire(heap, now_ns)))
		((struct http_timer *)t)->fire((struct http_timer *)t);
}

void http__fire_timers(struct fakeapi__http *h)
{
	if (timer_first(&h->timers))
		fire(&h->timers, http__real_ns());
	if (timer_first(&h->deadlines))
		fire(&h->deadlines, http__now_ns(h));
}

static void *loop(void *user)
{
	struct fakeapi__http *h = user;
	struct epoll_event events[EVENTS];
	bool stop = false;

	h->self = pthread_self();
	while (!stop) {
		int n = epoll_wait(h->epoll_fd, events, EVENTS, wait_ms(h));

		/* Closed connections are freed after the round: an event of this batch may point
		 * to them. */
		for (int i = 0; i < n; i++)
			stop = take_event(h, &events[i]) || stop;
		http__fire_timers(h);
		http__serve_turns(h);
		if (h->opt.accepts)
			(void)http__settle_listeners(h, NULL);
		http__conn_free_dead(h);
	}
	h->stopping = true;
	while (h->conns)
		http__conn_close(h->conns);
	http__conn_free_dead(h);
	http__linger_close_all(h);
	return NULL;
}

/* --- start and stop --- */

void http__init(struct fakeapi__http *h, struct fakeapi__server *server,
		const struct fakeapi__http_options *opt)
{
	struct fakeapi__http_options *o = &h->opt;

	h->server = server;
	if (opt)
		h->opt = *opt;
	ASSERT(h->opt.backend_count <= FAKEAPI_HTTP_PORTS_MAX);
	h->epoll_fd = h->wake_fd = -1;
	lock_init(&h->lock, LOCK_LEAF);
	cond_init(&h->done);
	timer_heap_init(&h->timers);
	timer_heap_init(&h->deadlines);
	o->backend_count = o->backend_count ? o->backend_count : 1;
	o->body_max = o->body_max ? o->body_max : 3 << 20;
	o->bodies_max = o->bodies_max ? o->bodies_max : 256 << 20;
	o->head_max = o->head_max ? o->head_max : 1 << 20;
	o->heads_max = o->heads_max ? o->heads_max : 64 << 20;
	o->connection_max = o->connection_max ? o->connection_max : 60000;
	o->header_timeout_ns = o->header_timeout_ns ? o->header_timeout_ns : 32 * NS_PER_S;
	o->body_timeout_ns = o->body_timeout_ns ? o->body_timeout_ns : 60 * NS_PER_S;
	o->unread_timeout_ns = o->unread_timeout_ns ? o->unread_timeout_ns : 60 * NS_PER_S;
	o->idle_timeout_ns = o->idle_timeout_ns ? o->idle_timeout_ns : 90 * NS_PER_S;
}

static int start_polling(struct fakeapi__http *h, struct relist_err *err)
{
	h->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	h->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (h->epoll_fd < 0 || h->wake_fd < 0)
		return relist_err_set(err, RELIST_EIO, "cannot poll: %s", strerror(errno));
	if (!http__tls_init(h))
		return relist_err_set(err, RELIST_EIO,
				      "cannot start TLS (is the certificate right?)");
	h->wake_source.kind = SOURCE_WAKE;
	if (http__watch_fd(h, h->wake_fd, EPOLLIN, &h->wake_source) != 0)
		return relist_err_set(err, RELIST_EIO, "cannot poll: %s", strerror(errno));
	return 0;
}

static int start_thread(struct fakeapi__http *h, struct relist_err *err)
{
	sigset_t all, before;
	int code;

	/* The program handles signals, never this thread. */
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	code = pthread_create(&h->thread, NULL, loop, h);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (code)
		return relist_err_set(err, RELIST_EIO, "cannot start a thread: %s", strerror(code));
	return 0;
}

void http__fini(struct fakeapi__http *h)
{
	http__tls_fini(h);
	for (uint32_t i = 0; i <= h->opt.backend_count; i++)
		if (h->listeners[i].fd >= 0)
			(void)close(h->listeners[i].fd);
	if (h->wake_fd >= 0)
		(void)close(h->wake_fd);
	if (h->epoll_fd >= 0)
		(void)close(h->epoll_fd);
	timer_heap_fini(&h->timers);
	timer_heap_fini(&h->deadlines);
	cond_fini(&h->done);
	lock_fini(&h->lock);
	base__free(h->bind_host);
}

struct fakeapi__http *fakeapi__http_start(struct fakeapi__server *server,
					  const struct fakeapi__http_options *opt,
					  struct relist_err *err)
{
	struct fakeapi__http *h = base__calloc(1, sizeof(*h));
	int code;

	if (!h) {
		relist_err_set(err, RELIST_ENOMEM, "HTTP server: out of memory");
		return NULL;
	}
	http__init(h, server, opt);
	for (uint32_t i = 0; i <= h->opt.backend_count; i++)
		http__listener_init(&h->listeners[i], h);
	h->bind_host = base__strdup(h->opt.bind_host ? h->opt.bind_host : "127.0.0.1");
	code = h->bind_host ? 0 : relist_err_set(err, RELIST_ENOMEM, "HTTP server: out of memory");
	code = code ? code : start_polling(h, err);
	code = code ? code : http__start_listeners(h, err);
	code = code ? code : start_thread(h, err);
	if (code) {
		http__fini(h);
		base__free(h);
		return NULL;
	}
	return h;
}

void fakeapi__http_stop(struct fakeapi__http *h)
{
	if (!h)
		return;
	lock_acquire(&h->lock);
	h->stop_wanted = true;
	lock_release(&h->lock);
	signal_loop(h);
	(void)pthread_join(h->thread, NULL);
	ASSERT(!h->conns);
	http__fini(h);
	base__free(h);
}

uint16_t fakeapi__http_port(const struct fakeapi__http *h, uint32_t backend)
{
	ASSERT(backend < h->opt.backend_count);
	return h->listeners[backend].port;
}

const char *fakeapi__http_url(const struct fakeapi__http *h, uint32_t backend)
{
	ASSERT(backend < h->opt.backend_count);
	return h->listeners[backend].url;
}

const char *fakeapi__http_control_url(const struct fakeapi__http *h)
{
	return h->opt.control ? h->listeners[h->opt.backend_count].url : NULL;
}

int fakeapi__http_refuse(struct fakeapi__http *h, bool refuse, struct relist_err *err)
{
	uint64_t seq;
	int code;

	lock_acquire(&h->lock);
	h->refuse_wanted = refuse;
	seq = ++h->command_seq;
	signal_loop(h);
	while (h->command_done < seq)
		lock_wait(&h->lock, &h->done);
	code = h->command_code;
	if (err && code)
		*err = h->command_err;
	lock_release(&h->lock);
	return code;
}

void fakeapi__http_poke(struct fakeapi__http *h)
{
	signal_loop(h);
}

uint32_t fakeapi__http_connection_count(struct fakeapi__http *h)
{
	return atomic_load_explicit(&h->conn_count, memory_order_relaxed);
}
