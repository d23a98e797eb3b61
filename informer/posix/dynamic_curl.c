/* SPDX-License-Identifier: Apache-2.0 */
/* dynamic_curl.c - a client's calls over sockets, each on the calling thread.
 *
 * A lane is a curl multi handle with its open connections. A call takes an idle lane, or makes one,
 * and returns it afterwards; so consecutive calls share a connection, and concurrent calls never
 * wait for each other. lock (rank LEAF) guards the idle lanes and the random generator; spawned
 * threads are counted under RUNTIME. */
#include <pthread.h>
#include <time.h>

#include "base/alloc.h"
#include "base/choice.h"
#include "base/clock.h"
#include "base/posix/clock.h"
#include "informer/cancel.h"
#include "informer/posix/client.h"
#include "informer/posix/driver.h"
#include "informer/posix/http2_links.h"
#include "informer/posix/transfer.h"
#include "informer/posix/waker.h"

/* net/http's MaxIdleConnsPerHost as set by client-go. */
enum { IDLE_MAX = 25 };

struct lane {
	struct lane *next;
	CURLM *multi;
	struct inf__links links;
};

struct wire {
	struct inf_client *client; /* borrowed from the struct inf_dynamic */
	struct lock lock;	   /* rank LEAF: guards the idle lanes and the random generator */
	struct lane *idle;
	size_t idle_count;
	struct choice dice;
};

/* One call in progress. */
struct trip {
	struct wire *wire;
	struct lane *lane;
	struct inf__rest_call *call;
	struct inf__transfer *transfer;
};

/* ---- lanes ---- */

static void lane_free(struct lane *lane)
{
	(void)curl_multi_cleanup(lane->multi);
	inf__links_fini(&lane->links);
	base__free(lane);
}

static struct lane *take_lane(struct wire *w)
{
	struct lane *lane;

	lock_acquire(&w->lock);
	lane = w->idle;
	if (lane) {
		w->idle = lane->next;
		w->idle_count--;
	}
	lock_release(&w->lock);
	if (lane)
		return lane;
	lane = base__calloc(1, sizeof(*lane));
	if (!lane)
		return NULL;
	lane->multi = curl_multi_init();
	inf__links_init(&lane->links, lane->multi, inf__client_http2(w->client));
	if (lane->multi)
		return lane;
	base__free(lane);
	return NULL;
}

static void return_lane(struct wire *w, struct lane *lane)
{
	bool keep;

	lock_acquire(&w->lock);
	keep = w->idle_count < IDLE_MAX;
	if (keep) {
		lane->next = w->idle;
		w->idle = lane;
		w->idle_count++;
	}
	lock_release(&w->lock);
	if (!keep)
		lane_free(lane);
}

/* ---- a call ---- */

static bool on_head(void *user, uint32_t id, const struct inf__head *head)
{
	struct trip *t = user;

	if (head->status == 401 && !t->transfer->foreign)
		inf__client_unauthorized(t->wire->client);
	inf__rest_call_on_head(t->call, clock_monotonic_ns(), id, head);
	return !t->call->close_id;
}

static bool on_bytes(void *user, uint32_t id, const void *bytes, size_t len)
{
	struct trip *t = user;

	inf__rest_call_on_bytes(t->call, clock_monotonic_ns(), id, bytes, len);
	return !t->call->close_id;
}

static void drop_transfer(struct trip *t)
{
	if (!t->transfer)
		return;
	(void)curl_multi_remove_handle(t->lane->multi, t->transfer->easy);
	inf__transfer_free(t->transfer);
	t->transfer = NULL;
}

static void open_transfer(struct trip *t, const struct inf__effect *open)
{
	struct inf__transfer_sink sink = { on_head, on_bytes, t };
	struct relist_err why = { 0 };
	int64_t now_ns;

	drop_transfer(t);
	t->transfer = inf__transfer_new(t->wire->client, open, &sink, &why);
	if (t->transfer)
		inf__links_prepare(&t->lane->links, t->transfer);
	if (t->transfer && curl_multi_add_handle(t->lane->multi, t->transfer->easy) == CURLM_OK)
		return;
	now_ns = clock_monotonic_ns();
	inf__rest_call_give_up(t->call, now_ns, t->transfer || !why.code ? RELIST_ENOMEM : why.code,
			       t->transfer || !why.code ? "out of memory" : why.msg);
}

/* Executes the call's effects. */
static void drain_effects(struct trip *t)
{
	struct inf__effect effect;

	while (inf__rest_call_poll(t->call, &effect)) {
		if (effect.kind == INF_EFFECT_OPEN)
			open_transfer(t, &effect);
		else
			drop_transfer(t);
	}
}

static void end_transfer(struct trip *t, enum inf__end how)
{
	uint32_t id = t->transfer->request_id;

	drop_transfer(t);
	inf__rest_call_on_end(t->call, clock_monotonic_ns(), id, how);
}

/* Returns true if a transfer has ended. */
static bool finish_transfer(struct trip *t)
{
	CURLMsg *msg;
	int left;

	while ((msg = curl_multi_info_read(t->lane->multi, &left))) {
		CURLcode result = msg->data.result;

		if (msg->msg != CURLMSG_DONE ||
		    inf__links_take(&t->lane->links, msg->easy_handle, result,
				    clock_monotonic_ns()) ||
		    !t->transfer || msg->easy_handle != t->transfer->easy)
			continue;
		if (inf__transfer_repeats(t->transfer, result)) {
			(void)curl_multi_remove_handle(t->lane->multi, t->transfer->easy);
			if (curl_multi_add_handle(t->lane->multi, t->transfer->easy) == CURLM_OK)
				continue;
		}
		end_transfer(t, inf__transfer_end(t->transfer, result));
		return true;
	}
	return false;
}

/* Pings a silent server, and closes a connection that stays silent. *deadline_ns: when to look
 * next. */
static bool check_links(struct trip *t, int64_t *deadline_ns)
{
	struct inf__links *links = &t->lane->links;

	inf__links_look_begin(links);
	if (t->transfer)
		inf__links_look(links, t->transfer, clock_monotonic_ns());
	*deadline_ns = inf__links_look_end(links, clock_monotonic_ns());
	if (!t->transfer || !inf__links_lost(links, t->transfer))
		return false;
	end_transfer(t, INF_END_LOST);
	return true;
}

/* Milliseconds, rounded up, limited to the range of int. */
static int wait_ms(int64_t until_ns)
{
	int64_t ns =
	    until_ns == TIME_NEVER ? INT64_C(60) * NS_PER_S : until_ns - clock_monotonic_ns();

	if (ns <= 0)
		return 0;
	return ns > 60 * NS_PER_S ? 60000 : (int)((ns + NS_PER_MS - 1) / NS_PER_MS);
}

static void wake_lane(void *user)
{
	(void)curl_multi_wakeup(((struct lane *)user)->multi);
}

static int perform(void *self, struct inf__rest_call *call, struct inf_cancel *cancel,
		   struct relist_err *err)
{
	struct wire *w = self;
	struct trip t = { .wire = w, .lane = take_lane(w), .call = call };
	struct inf__cancel_waiter waiter = { NULL, wake_lane, t.lane };

	if (!t.lane)
		return relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", call->req->method);
	inf__cancel_wait_begin(cancel, &waiter);
	if (inf__cancel_is_raised(cancel))
		inf__rest_call_give_up(call, clock_monotonic_ns(), RELIST_ECANCELED, "canceled");
	else
		inf__rest_call_start(call, clock_monotonic_ns());
	for (;;) {
		int64_t deadline_ns;
		int running;

		drain_effects(&t);
		if (inf__rest_call_done(call))
			break;
		if (t.transfer)
			(void)curl_multi_perform(t.lane->multi, &running);
		if (finish_transfer(&t))
			continue;
		drain_effects(&t); /* a callback may have closed the call's request */
		if (inf__rest_call_done(call))
			break;
		if (check_links(&t, &deadline_ns))
			continue;
		if (inf__rest_call_deadline_ns(call) < deadline_ns)
			deadline_ns = inf__rest_call_deadline_ns(call);
		(void)curl_multi_poll(t.lane->multi, NULL, 0, wait_ms(deadline_ns), NULL);
		if (inf__cancel_is_raised(cancel))
			inf__rest_call_give_up(call, clock_monotonic_ns(), RELIST_ECANCELED,
					       "canceled");
		inf__rest_call_on_time(call, clock_monotonic_ns());
	}
	drop_transfer(&t);
	inf__links_stop(&t.lane->links);
	inf__cancel_wait_end(cancel, &waiter);
	return_lane(w, t.lane);
	return 0;
}

/* ---- the rest ---- */

static int64_t now_ns(void *self)
{
	(void)self;
	return clock_monotonic_ns();
}

static int64_t wall_ns(void *self)
{
	struct timespec ts;

	(void)self;
	(void)clock_gettime(CLOCK_REALTIME, &ts);
	return (int64_t)ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

static double unit(void *self)
{
	struct wire *w = self;
	double u;

	lock_acquire(&w->lock);
	u = choice_unit(&w->dice);
	lock_release(&w->lock);
	return u;
}

static void wake_sleeper(void *user)
{
	inf__waker_wake(user);
}

static int sleep_until(void *self, int64_t until_ns, struct inf_cancel *cancel,
		       struct relist_err *err)
{
	struct inf__waker waker;
	struct inf__cancel_waiter waiter = { NULL, wake_sleeper, &waker };

	(void)self;
	(void)err;
	inf__waker_init(&waker, clock_real(), NULL, NULL);
	inf__cancel_wait_begin(cancel, &waiter);
	while (!inf__cancel_is_raised(cancel) && clock_monotonic_ns() < until_ns)
		inf__waker_wait(&waker, until_ns);
	inf__cancel_wait_end(cancel, &waiter);
	inf__waker_fini(&waker);
	return 0;
}

struct start {
	void (*run)(void *arg);
	void *arg;
};

static void *run_thread(void *arg)
{
	struct start s = *(struct start *)arg;

	base__free(arg);
	s.run(s.arg);
	return NULL;
}

static int spawn(void *self, void (*run)(void *arg), void *arg, struct relist_err *err)
{
	struct start *s = base__malloc(sizeof(*s));
	pthread_t thread;

	(void)self;
	if (!s)
		return relist_err_set(err, RELIST_ENOMEM, "thread: out of memory");
	*s = (struct start) { run, arg };
	if (pthread_create(&thread, NULL, run_thread, s) != 0) {
		base__free(s);
		return relist_err_set(err, RELIST_EIO, "thread: cannot be started");
	}
	(void)pthread_detach(thread);
	return 0;
}

static void wire_free(void *self)
{
	struct wire *w = self;

	while (w->idle) {
		struct lane *lane = w->idle;

		w->idle = lane->next;
		lane_free(lane);
	}
	choice_fini(&w->dice);
	lock_fini(&w->lock);
	base__free(w);
}

static const struct inf__rest_ops wire_ops = {
	.now_ns = now_ns,
	.wall_ns = wall_ns,
	.unit = unit,
	.perform = perform,
	.sleep = sleep_until,
	.spawn = spawn,
	.free = wire_free,
};

static struct wire *wire_new(struct inf_client *client)
{
	struct wire *w = base__calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->client = client;
	lock_init(&w->lock, LOCK_LEAF);
	choice_init_seed(&w->dice, (uint64_t)clock_monotonic_ns() ^ (uint64_t)(uintptr_t)w, false);
	return w;
}

struct inf_dynamic *inf_dynamic_new(struct inf_client *client,
				    const struct inf_dynamic_options *options,
				    struct relist_err *err)
{
	const struct inf__driver *driver = inf__client_driver(client);
	struct inf_dynamic *d = base__calloc(1, sizeof(*d));

	if (!d)
		goto no_memory;
	if (inf__dynamic_init(d, options, err)) {
		base__free(d);
		return NULL;
	}
	d->client = inf_client_ref(client);
	if (driver && driver->make_rest) {
		if (driver->make_rest(driver->user, &d->ops, &d->self, err) == 0)
			return d;
		inf_dynamic_free(d);
		return NULL;
	}
	d->ops = &wire_ops;
	d->self = wire_new(client);
	if (d->self)
		return d;
	inf_dynamic_free(d);
no_memory:
	relist_err_set(err, RELIST_ENOMEM, "client: out of memory");
	return NULL;
}

void inf_dynamic_free(struct inf_dynamic *d)
{
	if (!d)
		return;
	if (d->self)
		d->ops->free(d->self);
	inf__token_bucket_fini(&d->bucket);
	inf_client_unref(d->client);
	base__free(d);
}
