/* SPDX-License-Identifier: Apache-2.0 */
/* io_thread.h - one thread that moves the bytes of many reflectors with one curl multi handle.
 *
 * Threads: the I/O thread owns every attached informer's reflector. attach, detach and wake may be
 * called from any thread; lock (rank WAKER) guards the list of commands. The reflectors' strings
 * are copied before the next call into them, as the effect contract requires. */
#ifndef INFORMER_POSIX_IO_THREAD_H
#define INFORMER_POSIX_IO_THREAD_H

#include "base/posix/clock.h"
#include "informer/posix/client.h"
#include "informer/posix/waker.h"
#include "informer/shared_informer.h"

struct inf__io;

/* State for an observer that checks that nothing is in flight (the TCP world). */
struct inf__io_state {
	bool idle;	 /* sleeping in poll, no command pending, no timer due */
	uint32_t active; /* number of unfinished transfers */
	uint32_t queued; /* of those, the number that wait for a stream: fixes.h, http2-streams */
	uint32_t heads;	 /* of those, the number that have their status and headers */
	uint64_t body_bytes; /* received by all active transfers together */
	uint32_t pings;	     /* of HTTP/2 connections, without a response so far */
	uint64_t generation; /* changes with every event */
	int64_t deadline_ns; /* the first timer; TIME_NEVER: none. Valid while idle */
};

struct inf__io *inf__io_new(struct inf_client *client, struct clock *clock, struct relist_err *err);
int inf__io_start(struct inf__io *io, struct relist_err *err);
/* Stops every informer, ends the thread and waits for it. Not from the I/O thread. Idempotent. */
void inf__io_stop(struct inf__io *io);
/* Reference-counted, because a worker may still wake a thread that has ended. Drop the last
 * reference only after inf__io_stop(). */
struct inf__io *inf__io_ref(struct inf__io *io);
void inf__io_unref(struct inf__io *io);

/* An informer that an I/O thread runs. */
struct inf__attachment;

/* Runs `inf` (inf__informer_start on the I/O thread). `inf` and `process`, on which the consuming
 * thread sleeps, must live until it is released. */
struct inf__attachment *inf__io_attach(struct inf__io *io, struct inf__informer *inf,
				       struct inf__waker *process, struct relist_err *err);
/* Stops the informer on the I/O thread; `done` (may be NULL) is called there when it is released,
 * at the latest by inf__io_stop(). Once only; needs no memory. */
void inf__io_detach(struct inf__io *io, struct inf__attachment *attachment,
		    void (*done)(void *user), void *user);
/* Requests a check of timers and effects. Any thread, under locks below WAKER. */
void inf__io_wake(struct inf__io *io);
void inf__io_state(struct inf__io *io, struct inf__io_state *out);
/* After a stop client-go 0.32 continues requests without a response, in goroutines that are never
 * awaited. By default they are closed here; `linger` keeps them, for replaying recordings. Call it
 * before the start only. */
void inf__io_set_linger(struct inf__io *io, bool linger);
/* Called on the I/O thread, without a lock, for a refused connection, before its reflector is
 * notified. `url` is borrowed for the call. Before start only. */
void inf__io_on_refused(struct inf__io *io, void (*fn)(void *user, const char *url), void *user);
/* Called on the I/O thread, without a lock, when it goes to sleep. Before start only. */
void inf__io_on_quiet(struct inf__io *io, void (*fn)(void *user), void *user);

#endif
