/* SPDX-License-Identifier: Apache-2.0 */
/* watch_faults.c - applies fault rules to an open watch. */
#include "fakeapi/watch/watch.h"

bool fakeapi__match_watch(const struct fakeapi__match *m, const struct fakeapi__watch *w)
{
	const struct fakeapi__request_info info = {
		.verb = "watch",
		.group = str_of(w->res->group),
		.resource = str_of(w->res->resource),
		.ns = w->sel.ns,
		.name = w->sel.name,
		.agent = str_of(w->agent ? w->agent : ""),
		.backend = w->x->backend,
		.client = w->client,
	};

	return fakeapi__fault_matches(m, &info);
}

/* A hold with an object's name stops every stream that could contain the object. */
static bool holds(const struct fakeapi__match *m, const struct fakeapi__watch *w)
{
	struct fakeapi__match stream;

	if (!m->name[0])
		return fakeapi__match_watch(m, w);
	stream = *m;
	stream.name[0] = stream.ns[0] = '\0';
	return fakeapi__match_watch(&stream, w);
}

uint64_t fakeapi__fault_watch_rv(struct fakeapi__core *core, const struct fakeapi__watch *w,
				 uint64_t visible)
{
	const struct fakeapi__faults *f = &core->faults;

	for (size_t i = 0; f->active[FAKEAPI_FAULT_HOLD_EVENTS] && i < f->count; i++)
		if (f->rules[i].kind == FAKEAPI_FAULT_HOLD_EVENTS && f->rules[i].times &&
		    f->rules[i].hold_rv < visible && holds(&f->rules[i].match, w))
			visible = f->rules[i].hold_rv;
	return visible;
}

const char *fakeapi__fault_bookmarks(struct fakeapi__core *core, const struct fakeapi__watch *w)
{
	const struct fakeapi__faults *f = &core->faults;

	for (size_t i = 0; f->active[FAKEAPI_FAULT_BOOKMARKS] && i < f->count; i++)
		if (f->rules[i].kind == FAKEAPI_FAULT_BOOKMARKS && f->rules[i].times &&
		    fakeapi__match_watch(&f->rules[i].match, w))
			return f->rules[i].mode;
	return "";
}
