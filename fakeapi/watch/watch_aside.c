/* SPDX-License-Identifier: Apache-2.0 */
/* watch_aside.c - renders large objects in another form than the stored one, and all objects that a
 * webhook converts, on another thread without the lock. Watches that need the same line share it
 * and wait meanwhile. */
#include "base/alloc.h"
#include "fakeapi/callout.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/watch/watch.h"

enum { LONG_RENDERING = 128 * 1024 }; /* bytes of JSON; about 5 ms */

/* Freed when no watch waits for it and no thread works on it. */
struct fakeapi__rendering {
	struct fakeapi__errand errand; /* must be first */
	struct fakeapi__core *core;
	struct fakeapi__rendering *prev, *next;
	struct fakeapi__bucket *bucket; /* of the waiting watches; invalid if none waits */
	struct fakeapi__rendered what;
	struct fakeapi__version *v; /* a reference */
	uint64_t rv;
	struct fakeapi__xchg calls; /* makes the webhook calls; has no request */
	struct fakeapi__line *line; /* the result; NULL: error in `st`, or out of memory */
	struct fakeapi__status st;
	size_t waiting;
	bool at_work; /* a thread works on it or will; else done or waiting for a webhook */
	bool done;
};

bool fakeapi__watch_renders_aside(const struct fakeapi__watch *w, const struct fakeapi__version *v)
{
	return w->in_steps && w->core->opt.run_aside &&
	       (v->json_len > LONG_RENDERING || fakeapi__custom_conversion(w->stored, w->res));
}

static void free_rendering(struct fakeapi__rendering *r)
{
	*(r->prev ? &r->prev->next : &r->core->renderings) = r->next;
	if (r->next)
		r->next->prev = r->prev;
	r->core->readers -= !r->done;
	fakeapi__memo_free(&r->calls);
	fakeapi__status_fini(&r->st);
	fakeapi__version_unref(&r->core->store, r->v);
	fakeapi__line_unref(r->line);
	base__free(r);
}

static void free_if_idle(struct fakeapi__rendering *r)
{
	if (!r->waiting && !r->at_work)
		free_rendering(r);
}

void fakeapi__watch_drop_rendering(struct fakeapi__watch *w)
{
	struct fakeapi__rendering *r = w->rendering;

	w->rendering = NULL;
	if (!r)
		return;
	r->waiting--;
	free_if_idle(r);
}

static void work(void *user)
{
	struct fakeapi__rendering *r = user;

	r->at_work = true;
	r->core->opt.run_aside(r->core->opt.on_freed_user, &r->errand);
}

static void end(struct fakeapi__rendering *r)
{
	r->done = true;
	r->core->readers--;
	for (struct fakeapi__watch *w = r->waiting ? r->bucket->watches : NULL; w; w = w->next)
		if (w->rendering == r)
			fakeapi__core_wake(w->x);
}

/* Renders until it ends or needs a webhook response (false). Needs the lock. */
static bool convert(struct fakeapi__rendering *r)
{
	int rc;

	do
		rc = fakeapi__watch_convert_line(&r->what, &r->calls, true, r->v, r->rv, &r->st,
						 &r->line);
	while (rc == FAKEAPI_WATCH_PENDING && !r->calls.memo->open && r->waiting);
	r->calls.waiting = rc == FAKEAPI_WATCH_PENDING;
	return rc != FAKEAPI_WATCH_PENDING;
}

static void render(struct fakeapi__errand *self)
{
	struct fakeapi__rendering *r = (struct fakeapi__rendering *)(void *)self;
	struct fakeapi__core *core = r->core;
	bool converts = fakeapi__custom_conversion(r->what.stored, r->what.res);

	if (!converts)
		r->line = fakeapi__watch_make_line(&r->what, r->v, r->rv);
	lock_acquire(&core->lock);
	if (!converts || (r->waiting && convert(r)))
		end(r);
	r->at_work = false;
	free_if_idle(r);
	lock_release(&core->lock);
}

static bool same(const struct fakeapi__rendering *r, const struct fakeapi__rendered *what,
		 const struct fakeapi__version *v, uint64_t rv)
{
	const struct fakeapi__form *a = &r->what.form, *b = &what->form;

	return r->v == v && r->rv == rv && r->what.res == what->res &&
	       r->what.headers == what->headers && a->kind == b->kind && a->include == b->include &&
	       a->protobuf == b->protobuf && strcmp(a->version, b->version) == 0;
}

static struct fakeapi__rendering *begin(struct fakeapi__watch *w,
					const struct fakeapi__rendered *what,
					const struct fakeapi__version *v, uint64_t rv)
{
	struct fakeapi__core *core = w->core;
	struct fakeapi__rendering *r = base__malloc(sizeof(*r));

	if (!r)
		return NULL;
	*r = (struct fakeapi__rendering) { .errand.run = render,
					   .core = core,
					   .next = core->renderings,
					   .bucket = w->bucket,
					   .what = *what,
					   .v = fakeapi__version_ref(v),
					   .rv = rv,
					   .calls = { .core = core, .wake = { work, r } } };
	fakeapi__status_init(&r->st);
	if (r->next)
		r->next->prev = r;
	core->renderings = r;
	core->readers++; /* keeps the type alive */
	work(r);
	return r;
}

int64_t fakeapi__watch_rendering_deadline(const struct fakeapi__watch *w)
{
	const struct fakeapi__rendering *r = w->rendering;

	return r && !r->at_work ? fakeapi__callouts_deadline(&r->calls) : TIME_NEVER;
}

static int show(struct fakeapi__watch *w, const struct fakeapi__rendering *r,
		struct fakeapi__line **line)
{
	*line = r->line;
	if (r->line)
		r->line->refs++;
	else if (r->st.code && fakeapi__watch_show_error(w, &r->st) == 0)
		return FAKEAPI_WATCH_SHOWN;
	return r->line ? 0 : -1;
}

int fakeapi__watch_rendered(struct fakeapi__watch *w, const struct fakeapi__rendered *what,
			    const struct fakeapi__version *v, uint64_t rv,
			    struct fakeapi__line **line)
{
	struct fakeapi__rendering *r = w->rendering;
	int rc;

	if (r && !same(r, what, v, rv)) {
		fakeapi__watch_drop_rendering(w);
		r = NULL;
	}
	if (!r) {
		for (r = w->core->renderings; r && !same(r, what, v, rv);)
			r = r->next;
		r = r ? r : begin(w, what, v, rv);
		if (!r)
			return -1;
		w->rendering = r;
		r->waiting++;
	}
	if (!r->done) {
		if (!r->at_work && !fakeapi__callouts_open(&r->calls, w->core->now_ns))
			fakeapi__core_wake(&r->calls); /* the webhook call timed out */
		return FAKEAPI_WATCH_PENDING;
	}
	rc = show(w, r, line);
	fakeapi__watch_drop_rendering(w);
	return rc;
}
