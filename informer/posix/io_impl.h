/* SPDX-License-Identifier: Apache-2.0 */
/* io_impl.h - the I/O thread. */
#ifndef INFORMER_POSIX_IO_IMPL_H
#define INFORMER_POSIX_IO_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "base/lock.h"
#include "informer/posix/http2_links.h"
#include "informer/posix/io_thread.h"
#include "informer/posix/transfer.h"

enum inf__command_kind { INF__COMMAND_ATTACH, INF__COMMAND_DETACH };

struct inf__command {
	struct inf__command *next;
	enum inf__command_kind kind;
	struct inf__attached *who;
};

/* One informer whose reflector this thread owns. */
struct inf__attached {
	struct inf__attached *next;
	struct inf__io *io;
	struct inf__informer *inf;
	struct inf__waker *process;
	bool received; /* bytes since the process thread was last signalled */
	struct inf__transfer *transfers;
	struct inf__command detach; /* embedded: detaching never needs memory */
	bool stopping;
	void (*done)(void *user);
	void *done_user;
};

struct inf__io {
	atomic_uint refs;
	struct inf_client *client;
	struct clock *clock;
	struct clock_sleeper sleeper;
	CURLM *multi;
	struct inf__links links; /* I/O thread only */
	int64_t links_ns;	 /* when to check them next */
	pthread_t thread;
	bool started;
	void (*on_quiet)(void *user);
	void *on_quiet_user;
	void (*on_refused)(void *user, const char *url);
	void *on_refused_user;
	bool linger;

	struct inf__attached *attached; /* I/O thread only; in order of attaching */

	struct lock lock; /* rank WAKER: guards the members below */
	struct inf__command *commands, **commands_end;
	bool stop;
	bool woken;
	struct inf__io_state state;
};

/* The function of the I/O thread; `arg`: the struct inf__io. */
void *inf__io_main(void *arg);

#endif
