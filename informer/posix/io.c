/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of other threads to the I/O thread. */
#include "informer/posix/io_impl.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/alloc.h"

static void on_clock(void *user)
{
	inf__io_wake(user);
}

struct inf__io *inf__io_new(struct inf_client *client, struct clock *clock, struct relist_err *err)
{
	struct inf__io *io = base__calloc(1, sizeof(*io));

	if (io)
		io->multi = curl_multi_init();
	if (!io || !io->multi) {
		relist_err_set(err, RELIST_ENOMEM, "I/O thread: out of memory");
		base__free(io);
		return NULL;
	}
	inf__links_init(&io->links, io->multi, inf__client_http2(client));
	io->links_ns = TIME_NEVER;
	atomic_init(&io->refs, 1);
	io->client = inf_client_ref(client);
	io->clock = clock;
	io->commands_end = &io->commands;
	io->state.idle = true;
	io->state.deadline_ns = TIME_NEVER;
	lock_init(&io->lock, LOCK_WAKER);
	clock_sleeper_add(clock, &io->sleeper, on_clock, io);
	return io;
}

int inf__io_start(struct inf__io *io, struct relist_err *err)
{
	int rc = pthread_create(&io->thread, NULL, inf__io_main, io);

	if (rc != 0)
		return relist_err_set(err, RELIST_EIO, "I/O thread: %s", strerror(rc));
	io->started = true;
	return 0;
}

void inf__io_stop(struct inf__io *io)
{
	int rc;

	if (!io->started)
		return;
	lock_acquire(&io->lock);
	io->stop = true;
	lock_release(&io->lock);
	inf__io_wake(io);
	rc = pthread_join(io->thread, NULL);
	ASSERT(rc == 0);
	io->started = false;
}

struct inf__io *inf__io_ref(struct inf__io *io)
{
	atomic_fetch_add_explicit(&io->refs, 1, memory_order_relaxed);
	return io;
}

void inf__io_unref(struct inf__io *io)
{
	if (!io || atomic_fetch_sub_explicit(&io->refs, 1, memory_order_acq_rel) != 1)
		return;
	ASSERT(!io->started);
	clock_sleeper_remove(io->clock, &io->sleeper);
	(void)curl_multi_cleanup(io->multi);
	inf__links_fini(&io->links);
	inf_client_unref(io->client);
	lock_fini(&io->lock);
	base__free(io);
}

static void push_command(struct inf__io *io, struct inf__command *c)
{
	lock_acquire(&io->lock);
	c->next = NULL;
	*io->commands_end = c;
	io->commands_end = &c->next;
	io->state.generation++;
	io->state.idle = false;
	lock_release(&io->lock);
	inf__io_wake(io);
}

struct inf__attachment *inf__io_attach(struct inf__io *io, struct inf__informer *inf,
				       struct inf__waker *process, struct relist_err *err)
{
	struct inf__attached *a = base__calloc(1, sizeof(*a));
	struct inf__command *c = base__calloc(1, sizeof(*c));

	if (!a || !c) {
		base__free(a);
		base__free(c);
		relist_err_set(err, RELIST_ENOMEM, "starting an informer: out of memory");
		return NULL;
	}
	a->io = io;
	a->inf = inf;
	a->process = process;
	c->kind = INF__COMMAND_ATTACH;
	c->who = a;
	push_command(io, c);
	return (struct inf__attachment *)a;
}

void inf__io_detach(struct inf__io *io, struct inf__attachment *attachment,
		    void (*done)(void *user), void *user)
{
	struct inf__attached *a = (struct inf__attached *)attachment;

	a->done = done;
	a->done_user = user;
	a->detach.kind = INF__COMMAND_DETACH;
	a->detach.who = a;
	push_command(io, &a->detach);
}

void inf__io_wake(struct inf__io *io)
{
	lock_acquire(&io->lock);
	io->woken = true;
	io->state.idle = false;
	io->state.generation++;
	lock_release(&io->lock);
	(void)curl_multi_wakeup(io->multi);
}

void inf__io_state(struct inf__io *io, struct inf__io_state *out)
{
	lock_acquire(&io->lock);
	*out = io->state;
	lock_release(&io->lock);
}

void inf__io_on_quiet(struct inf__io *io, void (*fn)(void *user), void *user)
{
	io->on_quiet = fn;
	io->on_quiet_user = user;
}

void inf__io_on_refused(struct inf__io *io, void (*fn)(void *user, const char *url), void *user)
{
	io->on_refused = fn;
	io->on_refused_user = user;
}

void inf__io_set_linger(struct inf__io *io, bool linger)
{
	io->linger = linger;
}
