/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/webhook_client.h"

#include <pthread.h>
#include <signal.h>

#include "base/alloc.h"
#include "base/lock.h"
#include "fakeapi/posix/webhook_call.h"

enum {
	ACTIVE_MAX = 32,    /* concurrent calls */
	WAITING_MAX = 4096, /* queued calls */
	IDLE_MS = 60000,
};
#define WAITING_BYTES_MAX ((size_t)256 * 1024 * 1024)

struct fakeapi__webhook_client {
	struct lock lock; /* rank FAKEAPI_WEBHOOKS */
	struct fakeapi__core *core;
	pthread_t thread;
	bool started GUARDED_BY(lock), stop GUARDED_BY(lock);
	pthread_cond_t changed;	       /* until `multi` is set: a call is queued, or stop */
	CURLM *multi GUARDED_BY(lock); /* the thread's; set once */
	struct webhook_call *waiting GUARDED_BY(lock); /* queued calls, oldest first */
	struct webhook_call **waiting_end GUARDED_BY(lock);
	size_t waiting_count GUARDED_BY(lock), waiting_bytes GUARDED_BY(lock);
	struct webhook_call *active GUARDED_BY(lock); /* changed by the thread only */
	size_t active_count;			      /* the thread's */
};

static void deliver_reply(struct fakeapi__webhook_client *w, struct webhook_call *c, CURLcode code)
{
	struct fakeapi__reply r = { 0 };
	AUTO_STRBUF error = STRBUF_INIT;
	const char *type = NULL;
	long status = 0;

	if (c->easy && code == CURLE_OK) {
		(void)curl_easy_getinfo(c->easy, CURLINFO_RESPONSE_CODE, &status);
		(void)curl_easy_getinfo(c->easy, CURLINFO_CONTENT_TYPE, &type);
		r.status = (int)status;
		r.content_type = str_of(type ? type : "");
		r.body = strbuf_str(&c->answer);
	} else if (c->easy) {
		fakeapi__webhook_call_error(c, code, &error);
	} else {
		strbuf_addz(&error, "out of memory, or libcurl is not there");
	}
	r.error = strbuf_str(&error);
	fakeapi__core_reply(w->core, c->id, &r);
}

/* --- the thread --------------------------------------------------------------------------- */

static void take_active(struct fakeapi__webhook_client *w, struct webhook_call *c)
{
	lock_acquire(&w->lock);
	for (struct webhook_call **at = &w->active; *at; at = &(*at)->next)
		if (*at == c) {
			*at = c->next;
			break;
		}
	lock_release(&w->lock);
	w->active_count--;
	if (c->easy)
		(void)curl_multi_remove_handle(w->multi, c->easy);
}

/* Moves the next queued call to the active ones; NULL: none, or too many are active. */
static struct webhook_call *next_call(struct fakeapi__webhook_client *w)
{
	struct webhook_call *c;

	lock_acquire(&w->lock);
	c = w->active_count < ACTIVE_MAX ? w->waiting : NULL;
	if (c) {
		w->waiting = c->next;
		if (!w->waiting)
			w->waiting_end = &w->waiting;
		w->waiting_count--;
		w->waiting_bytes -= c->body.len;
		c->next = w->active;
		w->active = c;
		w->active_count++;
	}
	lock_release(&w->lock);
	return c;
}

static void begin_calls(struct fakeapi__webhook_client *w)
{
	struct webhook_call *c;

	while ((c = next_call(w))) {
		if (fakeapi__webhook_call_prepare(c) &&
		    curl_multi_add_handle(w->multi, c->easy) == CURLM_OK)
			continue;
		curl_easy_cleanup(c->easy);
		c->easy = NULL;
		take_active(w, c);
		deliver_reply(w, c, CURLE_OUT_OF_MEMORY);
		fakeapi__webhook_call_free(c);
	}
}

static void end_calls(struct fakeapi__webhook_client *w)
{
	CURLMsg *m;
	int left;

	while ((m = curl_multi_info_read(w->multi, &left))) {
		CURLcode code = m->data.result;
		struct webhook_call *c = NULL;

		if (m->msg != CURLMSG_DONE)
			continue;
		(void)curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, (char **)(void *)&c);
		take_active(w, c);
		deliver_reply(w, c, code);
		fakeapi__webhook_call_free(c);
	}
}

/* Drops forgotten calls. */
static void drop_calls(struct fakeapi__webhook_client *w)
{
	struct webhook_call *c;

	do {
		lock_acquire(&w->lock);
		for (c = w->active; c && !c->forgotten; c = c->next)
			;
		lock_release(&w->lock);
		if (c) {
			take_active(w, c);
			fakeapi__webhook_call_free(c);
		}
	} while (c);
}

static bool stops(struct fakeapi__webhook_client *w)
{
	bool stop;

	lock_acquire(&w->lock);
	stop = w->stop;
	lock_release(&w->lock);
	return stop;
}

/* Loads libcurl before the first call. If that fails, every call fails. */
static bool load(struct fakeapi__webhook_client *w)
{
	CURLM *multi = curl_multi_init();

	lock_acquire(&w->lock);
	w->multi = multi;
	lock_release(&w->lock);
	return multi != NULL;
}

static void refuse_calls(struct fakeapi__webhook_client *w)
{
	while (!stops(w)) {
		struct webhook_call *c = next_call(w);

		if (c) {
			take_active(w, c);
			deliver_reply(w, c, CURLE_FAILED_INIT);
			fakeapi__webhook_call_free(c);
			continue;
		}
		lock_acquire(&w->lock);
		while (!w->stop && !w->waiting)
			lock_wait(&w->lock, &w->changed);
		lock_release(&w->lock);
	}
}

static void *work(void *user)
{
	struct fakeapi__webhook_client *w = user;
	int running;

	if (!load(w))
		refuse_calls(w);
	while (!stops(w)) {
		drop_calls(w);
		begin_calls(w);
		(void)curl_multi_perform(w->multi, &running);
		end_calls(w);
		(void)curl_multi_poll(w->multi, NULL, 0, IDLE_MS, NULL);
	}
	return NULL;
}

/* --- questions ---------------------------------------------------------------------------- */

static bool start_locked(struct fakeapi__webhook_client *w)
{
	sigset_t all, before;
	int code;

	if (w->started || w->stop)
		return !w->stop;
	(void)sigfillset(&all); /* the program handles signals */
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	code = pthread_create(&w->thread, NULL, work, w);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	w->started = code == 0;
	return w->started;
}

static void wake(struct fakeapi__webhook_client *w)
{
	CURLM *multi;

	lock_acquire(&w->lock);
	multi = w->multi;
	lock_release(&w->lock);
	if (multi)
		(void)curl_multi_wakeup(multi);
	else
		cond_signal(&w->changed);
}

bool fakeapi__webhook_client_ask(void *user, const struct fakeapi__question *q)
{
	struct fakeapi__webhook_client *w = user;
	struct webhook_call *c = fakeapi__webhook_call_new(q);
	bool ok;

	if (!c)
		return false;
	lock_acquire(&w->lock);
	ok = w->waiting_count < WAITING_MAX &&
	     w->waiting_bytes + c->body.len <= WAITING_BYTES_MAX && start_locked(w);
	if (ok) {
		*w->waiting_end = c;
		w->waiting_end = &c->next;
		w->waiting_count++;
		w->waiting_bytes += c->body.len;
	}
	lock_release(&w->lock);
	if (ok)
		wake(w);
	else
		fakeapi__webhook_call_free(c);
	return ok;
}

void fakeapi__webhook_client_forget(void *user, uint64_t id)
{
	struct fakeapi__webhook_client *w = user;
	struct webhook_call *found = NULL;
	bool running = false;

	lock_acquire(&w->lock);
	for (struct webhook_call **at = &w->waiting; *at; at = &(*at)->next) {
		if ((*at)->id != id)
			continue;
		found = *at;
		*at = found->next;
		if (w->waiting_end == &found->next)
			w->waiting_end = at;
		w->waiting_count--;
		w->waiting_bytes -= found->body.len;
		break;
	}
	for (struct webhook_call *c = w->active; c && !found; c = c->next)
		if (c->id == id)
			c->forgotten = running = true;
	lock_release(&w->lock);
	fakeapi__webhook_call_free(found);
	if (running)
		wake(w);
}

/* --- life --------------------------------------------------------------------------------- */

struct fakeapi__webhook_client *fakeapi__webhook_client_new(void)
{
	struct fakeapi__webhook_client *w = base__calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	lock_init(&w->lock, LOCK_FAKEAPI_WEBHOOKS);
	cond_init(&w->changed);
	w->waiting_end = &w->waiting;
	return w;
}

void fakeapi__webhook_client_serve(struct fakeapi__webhook_client *w, struct fakeapi__core *core)
{
	w->core = core;
}

void fakeapi__webhook_client_stop(struct fakeapi__webhook_client *w)
{
	bool started;

	if (!w)
		return;
	lock_acquire(&w->lock);
	w->stop = true;
	started = w->started;
	w->started = false;
	lock_release(&w->lock);
	if (!started)
		return;
	wake(w);
	(void)pthread_join(w->thread, NULL);
}

void fakeapi__webhook_client_free(struct fakeapi__webhook_client *w)
{
	struct webhook_call *c;

	if (!w)
		return;
	while ((c = w->active)) {
		take_active(w, c);
		fakeapi__webhook_call_free(c);
	}
	while ((c = w->waiting)) {
		w->waiting = c->next;
		fakeapi__webhook_call_free(c);
	}
	if (w->multi)
		(void)curl_multi_cleanup(w->multi);
	cond_fini(&w->changed);
	lock_fini(&w->lock);
	base__free(w);
}
