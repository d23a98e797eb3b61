/* SPDX-License-Identifier: Apache-2.0 */
/* watch_aside.c - large objects in another form than the stored one: made without the lock, on a
 * thread aside, once for all watches that want the same; they wait meanwhile. */
#include "base/alloc.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/watch/watch.h"

enum { LONG_RENDERING = 128 * 1024 }; /* bytes of JSON; about 5 ms */

/* Out of the list when it is over and nobody waits for it. */
struct fakeapi__rendering {
	struct fakeapi__errand errand; /* first */
	struct fakeapi__core *core;
	struct fakeapi__rendering *prev, *next;
	struct fakeapi__bucket *bucket; /* of who waits; gone when nobody does */
	struct fakeapi__rendered what;
	struct fakeapi__version *v; /* a reference */
	uint64_t rv;
	struct fakeapi__line *line; /* done: what came of it; NULL: no memory */
	size_t waiting;
	bool done;
};

bool fakeapi__watch_renders_aside(const struct fakeapi__watch *w, const struct fakeapi__version *v)
{
	return w->in_steps && w->core->opt.run_aside && v->json_len > LONG_RENDERING &&
	       !fakeapi__custom_conversion(w->stored, w->res);
}

static void free_rendering(struct fakeapi__rendering *r)
{
	*(r->prev ? &r->prev->next : &r->core->renderings) = r->next;
	if (r->next)
		r->next->prev = r->prev;
	fakeapi__version_unref(&r->core->store, r->v);
	fakeapi__line_unref(r->line);
	base__free(r);
}

void fakeapi__watch_drop_rendering(struct fakeapi__watch *w)
{
	struct fakeapi__rendering *r = w->rendering;

	w->rendering = NULL;
	if (r && --r->waiting == 0 && r->done)
		free_rendering(r);
}

static void render(struct fakeapi__errand *self)
{
	struct fakeapi__rendering *r = (struct fakeapi__rendering *)(void *)self;
	struct fakeapi__core *core = r->core;
	struct fakeapi__line *line;

	line = fakeapi__watch_make_line(&r->what, r->v, r->rv);
	lock_acquire(&core->lock);
	core->readers--;
	r->line = line;
	r->done = true;
	for (struct fakeapi__watch *w = r->waiting ? r->bucket->watches : NULL; w; w = w->next)
		if (w->rendering == r)
			fakeapi__core_wake(w->x);
	if (!r->waiting)
		free_rendering(r);
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
					   .rv = rv };
	if (r->next)
		r->next->prev = r;
	core->renderings = r;
	core->readers++; /* its type stays */
	core->opt.run_aside(core->opt.on_freed_user, &r->errand);
	return r;
}

int fakeapi__watch_rendered(struct fakeapi__watch *w, const struct fakeapi__rendered *what,
			    const struct fakeapi__version *v, uint64_t rv,
			    struct fakeapi__line **line)
{
	struct fakeapi__rendering *r = w->rendering;

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
	if (!r->done)
		return FAKEAPI_WATCH_ASKS;
	*line = r->line;
	if (r->line)
		r->line->refs++;
	fakeapi__watch_drop_rendering(w);
	return *line ? 0 : -1;
}
