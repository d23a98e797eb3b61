/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/io_impl.h"

#include <stdatomic.h>

#include "base/alloc.h"

static int64_t now_of(const struct inf__io *io)
{
	return clock_now(io->clock);
}

/* ---- effects ---- */

static bool on_head(void *user, uint32_t id, const struct inf__head *head);
static bool on_bytes(void *user, uint32_t id, const void *bytes, size_t len);

static struct inf__transfer *find_transfer(struct inf__attached *a, uint32_t request_id)
{
	struct inf__transfer *t = a->transfers;

	while (t && t->request_id != request_id)
		t = t->next;
	return t;
}

static void open_transfer(struct inf__attached *a, const struct inf__effect *open)
{
	struct inf__transfer_sink sink = { on_head, on_bytes, a };
	struct inf__transfer *t = inf__transfer_new(a->io->client, open, &sink, NULL);
	struct inf__transfer **end = &a->transfers;

	if (!t) {
		inf__reflector_on_end(inf__informer_reflector(a->inf), now_of(a->io),
				      open->request_id, INF_END_OTHER);
		return;
	}
	inf__links_prepare(&a->io->links, t);
	while (*end)
		end = &(*end)->next;
	*end = t;
}

/* Copies the reflector's effects into transfers. Also runs inside curl's callbacks, where handles
 * may be neither added nor removed: sweep() does that. */
static void drain_effects(struct inf__attached *a)
{
	struct inf__reflector *r = inf__informer_reflector(a->inf);
	struct inf__effect effect;
	struct inf__transfer *t;

	while (inf__reflector_poll(r, &effect)) {
		if (effect.kind == INF_EFFECT_OPEN) {
			open_transfer(a, &effect);
			continue;
		}
		t = find_transfer(a, effect.request_id);
		if (t)
			t->closed = true;
	}
}

static void count_event(struct inf__io *io, size_t bytes)
{
	lock_acquire(&io->lock);
	io->state.generation++;
	io->state.body_bytes += bytes;
	lock_release(&io->lock);
}

static bool on_head(void *user, uint32_t id, const struct inf__head *head)
{
	struct inf__attached *a = user;
	struct inf__transfer *t = find_transfer(a, id);

	if (head->status == 401 && t && !t->foreign)
		inf__client_unauthorized(a->io->client);
	inf__reflector_on_head(inf__informer_reflector(a->inf), now_of(a->io), id, head);
	drain_effects(a);
	t = find_transfer(a, id);
	if (t && inf__reflector_never_reads(inf__informer_reflector(a->inf), id))
		inf__transfer_keep_unread(t);
	return t && !t->closed;
}

static bool on_bytes(void *user, uint32_t id, const void *bytes, size_t len)
{
	struct inf__attached *a = user;
	struct inf__transfer *t;

	inf__waker_hold(a->process);
	inf__reflector_on_bytes(inf__informer_reflector(a->inf), now_of(a->io), id, bytes, len);
	inf__waker_release();
	a->received = true;
	drain_effects(a);
	/* Counted only now: an observer may rely on counted bytes having been processed. */
	count_event(a->io, len);
	t = find_transfer(a, id);
	return t && !t->closed;
}

/* ---- the multi handle ---- */

/* Lets libcurl read all ready sockets. A process thread is woken once for all bytes of a pass: a
 * server sends each event as a chunk of its own. */
static void perform(struct inf__io *io)
{
	int running = 0;

	(void)curl_multi_perform(io->multi, &running);
	for (struct inf__attached *a = io->attached; a; a = a->next) {
		if (a->received)
			inf__waker_signal(a->process);
		a->received = false;
	}
}

static void remove_transfer(struct inf__io *io, struct inf__transfer **place)
{
	struct inf__transfer *t = *place;

	*place = t->next;
	if (t->added) {
		CURLMcode rc = curl_multi_remove_handle(io->multi, t->easy);

		ASSERT(rc == CURLM_OK);
	}
	lock_acquire(&io->lock);
	io->state.generation++;
	io->state.body_bytes -= t->body_bytes;
	lock_release(&io->lock);
	inf__transfer_free(t);
}

/* Adds new transfers and removes those that the reflectors closed. False: there were none. */
static bool sweep(struct inf__io *io)
{
	bool any = false;
	uint32_t active = 0, heads = 0;

	inf__links_look_begin(&io->links);
	for (struct inf__attached *a = io->attached; a; a = a->next) {
		struct inf__transfer **place = &a->transfers;

		while (*place) {
			struct inf__transfer *t = *place;

			if (t->closed) {
				inf__links_close(&io->links, t);
				remove_transfer(io, place);
				any = true;
				continue;
			}
			if (!t->added && curl_multi_add_handle(io->multi, t->easy) == CURLM_OK) {
				t->added = true;
				any = true;
			}
			active++;
			heads += t->head_delivered;
			if (t->added)
				inf__links_look(&io->links, t, now_of(io));
			place = &t->next;
		}
	}
	io->links_ns = inf__links_look_end(&io->links, now_of(io));
	lock_acquire(&io->lock);
	io->state.active = active;
	io->state.queued = io->links.queued;
	io->state.pings = inf__links_pings(&io->links);
	io->state.heads = heads;
	lock_release(&io->lock);
	return any;
}

static void notify_refused(struct inf__io *io, const struct inf__transfer *t)
{
	char *url = NULL;
	CURLcode rc;

	if (!io->on_refused)
		return;
	rc = curl_easy_getinfo(t->easy, CURLINFO_EFFECTIVE_URL, &url);
	ASSERT(rc == CURLE_OK);
	io->on_refused(io->on_refused_user, url);
}

static void end_transfer(struct inf__io *io, struct inf__attached *a, struct inf__transfer **place,
			 enum inf__end how)
{
	uint32_t id = (*place)->request_id;

	if (how == INF_END_REFUSED)
		notify_refused(io, *place);
	remove_transfer(io, place);
	inf__reflector_on_end(inf__informer_reflector(a->inf), now_of(io), id, how);
	drain_effects(a);
}

static bool finish_transfers(struct inf__io *io)
{
	bool any = false;
	CURLMsg *msg;
	int left;

	while ((msg = curl_multi_info_read(io->multi, &left))) {
		struct inf__transfer *t = NULL;
		struct inf__transfer **place;
		struct inf__attached *a;
		CURLcode result = msg->data.result;
		enum inf__end how;
		CURLcode rc;

		if (msg->msg != CURLMSG_DONE)
			continue;
		if (inf__links_take(&io->links, msg->easy_handle, result, now_of(io))) {
			any = true;
			continue;
		}
		rc = curl_easy_getinfo(msg->easy_handle, CURLINFO_PRIVATE, &t);
		ASSERT(rc == CURLE_OK);
		a = t->sink.user;
		any = true;
		if (t->closed)
			continue; /* sweep() removes it */
		if (inf__transfer_repeats(t, result)) {
			CURLMcode removed = curl_multi_remove_handle(io->multi, t->easy);

			ASSERT(removed == CURLM_OK);
			t->added = false; /* sweep() adds it */
			continue;
		}
		inf__links_ended(&io->links, t, result);
		how = inf__transfer_end(t, result);
		place = &a->transfers;
		while (*place != t)
			place = &(*place)->next;
		if (t->closed)
			continue;
		end_transfer(io, a, place, how);
	}
	return any;
}

/* Ends the transfers whose connection was dropped. sweep() adds a retry only when no transfer is
 * left on that connection. */
static bool end_lost(struct inf__io *io)
{
	bool any = false;

	for (struct inf__attached *a = io->attached; a; a = a->next) {
		struct inf__transfer **place = &a->transfers;

		while (*place) {
			struct inf__transfer *t = *place;

			if (t->closed || !inf__links_lost(&io->links, t)) {
				place = &t->next;
				continue;
			}
			any = true;
			end_transfer(io, a, place, INF_END_LOST);
			place = &a->transfers;
		}
	}
	return any;
}

/* ---- commands ---- */

static void finish_detach(struct inf__io *io, struct inf__attached *a)
{
	struct inf__attached **place = &io->attached;

	while (*place && *place != a)
		place = &(*place)->next;
	if (*place)
		*place = a->next;
	while (a->transfers)
		remove_transfer(io, &a->transfers);
	inf__reflector_abandon(inf__informer_reflector(a->inf), now_of(io));
	if (a->done)
		a->done(a->done_user);
	base__free(a);
}

static void stop_attached(struct inf__io *io, struct inf__attached *a)
{
	a->stopping = true;
	inf__informer_stop(a->inf, now_of(io));
	drain_effects(a);
}

/* Releases the informers that have stopped and have no request that must continue. */
static bool detach_stopped(struct inf__io *io)
{
	struct inf__attached *a = io->attached;
	bool any = false;

	while (a) {
		struct inf__attached *next = a->next;

		bool idle =
		    !a->transfers && inf__reflector_stopped(inf__informer_reflector(a->inf));

		if (a->stopping && (idle || !io->linger)) {
			finish_detach(io, a);
			any = true;
		}
		a = next;
	}
	return any;
}

static void run_commands(struct inf__io *io)
{
	struct inf__command *list;

	lock_acquire(&io->lock);
	list = io->commands;
	io->commands = NULL;
	io->commands_end = &io->commands;
	lock_release(&io->lock);
	while (list) {
		struct inf__command *next = list->next;
		struct inf__attached *a = list->who;

		if (list->kind == INF__COMMAND_ATTACH) {
			struct inf__attached **end = &io->attached;

			while (*end)
				end = &(*end)->next;
			*end = a;
			base__free(list);
			(void)inf__informer_start(a->inf, now_of(io), NULL);
			drain_effects(a);
		} else {
			stop_attached(io, a);
		}
		list = next;
	}
}

/* Runs the due timers; returns when the next one is due. */
static int64_t run_timers(struct inf__io *io)
{
	int64_t deadline_ns = TIME_NEVER;

	for (struct inf__attached *a = io->attached; a; a = a->next) {
		struct inf__reflector *r = inf__informer_reflector(a->inf);
		int64_t next_ns;

		if (inf__reflector_deadline_ns(r) <= now_of(io))
			inf__reflector_on_time(r, now_of(io));
		drain_effects(a);
		next_ns = inf__reflector_deadline_ns(r);
		if (next_ns < deadline_ns)
			deadline_ns = next_ns;
	}
	return deadline_ns;
}

/* Sleeps until a socket, a command or deadline_ns needs the thread. */
static void sleep_in_poll(struct inf__io *io, int64_t deadline_ns)
{
	enum { POLL_MAX_MS = 60000 };
	int64_t wait_ms = POLL_MAX_MS;
	long curl_ms = -1;
	CURLMcode rc;
	bool idle;

	clock_sleeper_set(io->clock, &io->sleeper, deadline_ns);
	if (!clock_is_manual(io->clock) && deadline_ns != TIME_NEVER) {
		int64_t left = deadline_ns - now_of(io);

		wait_ms = left <= 0 ? 0 : (left + NS_PER_MS - 1) / NS_PER_MS;
		if (wait_ms > POLL_MAX_MS)
			wait_ms = POLL_MAX_MS;
	}
	rc = curl_multi_timeout(io->multi, &curl_ms);
	ASSERT(rc == CURLM_OK);
	lock_acquire(&io->lock);
	idle = !io->woken && !io->commands && !io->stop && deadline_ns > now_of(io) && curl_ms != 0;
	io->state.idle = idle;
	io->state.deadline_ns = deadline_ns;
	lock_release(&io->lock);
	if (!idle)
		wait_ms = 0;
	else if (io->on_quiet)
		io->on_quiet(io->on_quiet_user);
	(void)curl_multi_poll(io->multi, NULL, 0, (int)wait_ms, NULL);
	lock_acquire(&io->lock);
	io->state.idle = false;
	io->woken = false;
	lock_release(&io->lock);
}

void *inf__io_main(void *user)
{
	struct inf__io *io = user;
	bool stop = false;

	while (!stop) {
		int64_t deadline_ns;
		bool busy;

		/* sweep() and detach_stopped() handle the changes by commands and timers. */
		run_commands(io);
		perform(io);
		busy = finish_transfers(io);
		/* After the bytes: their effects on the reflectors decide how long to sleep. */
		deadline_ns = run_timers(io);
		busy = sweep(io) || busy;
		busy = end_lost(io) || busy; /* before libcurl retries */
		busy = detach_stopped(io) || busy;
		if (!busy)
			sleep_in_poll(io, deadline_ns < io->links_ns ? deadline_ns : io->links_ns);
		lock_acquire(&io->lock);
		stop = io->stop && !io->commands;
		lock_release(&io->lock);
	}
	while (io->attached) {
		stop_attached(io, io->attached);
		finish_detach(io, io->attached);
	}
	inf__links_stop(&io->links);
	lock_acquire(&io->lock);
	io->state.idle = true;
	io->state.active = io->state.heads = 0;
	io->state.deadline_ns = TIME_NEVER;
	lock_release(&io->lock);
	return NULL;
}

/* ---- from other threads ---- */
