/* SPDX-License-Identifier: Apache-2.0 */
/* context.c - memory, names and the verdict of a run. */
#include "base/alloc.h"
#include "runner/world/world.h"

void *world__alloc(struct scn__run *r, size_t size)
{
	void *p = runner__arena_alloc(&r->arena, size);

	if (!p)
		world__broken(r, RELIST_ENOMEM);
	return p;
}

struct str world__copy(struct scn__run *r, struct str s)
{
	struct str copy = runner__arena_str(&r->arena, s);

	if (r->arena.failed)
		world__broken(r, RELIST_ENOMEM);
	return copy;
}

struct str world__printf(struct scn__run *r, const char *fmt, ...)
{
	AUTO_STRBUF b = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_addvf(&b, fmt, ap);
	va_end(ap);
	if (b.failed)
		world__broken(r, RELIST_ENOMEM);
	return world__copy(r, strbuf_str(&b));
}

bool world__push(struct scn__run *r, struct scn__list *l, const void *item)
{
	if (l->len == l->cap) {
		size_t cap = l->cap ? 2 * l->cap : 8;
		void **items = base__reallocarray(l->items, cap, sizeof(*items));

		if (!items) {
			world__broken(r, RELIST_ENOMEM);
			return false;
		}
		l->items = items;
		l->cap = cap;
	}
	/* The only place that converts pointers to constants: lists do not distinguish them. */
	l->items[l->len++] = (void *)(uintptr_t)item;
	return true;
}

bool world__append(struct scn__run *r, struct scn__track *stream, struct scn__rec *rec)
{
	const struct scn__list *l = &stream->list;
	const struct scn__rec *last = l->len ? l->items[l->len - 1] : NULL;

	rec->before_ns = last ? last->at_ns : 0;
	return world__push(r, &stream->list, rec);
}

void world__fail_at(struct scn__run *r, enum scn__failure how, struct scn__pos pos, const char *fmt,
		    ...)
{
	va_list ap;

	if (r->failure)
		return;
	if (!pos.line && r->step)
		pos = r->step->pos;
	r->failure = how;
	r->out->virtual_ns = world__now(r); /* a step may continue after it */
	r->out->line = pos.line;
	r->out->column = pos.column;
	va_start(ap, fmt);
	(void)vsnprintf(r->out->what, sizeof(r->out->what), fmt, ap);
	va_end(ap);
}

void world__broken(struct scn__run *r, int code)
{
	/* After a failure the run need not settle. */
	if (r->failure == SCN_BROKEN || (r->failure && code == RELIST_ETIMEDOUT))
		return;
	r->failure = SCN_BROKEN;
	r->out->verdict = code == RELIST_ETIMEDOUT ? RUNNER_UNSETTLED
			  : code == RELIST_ELIMIT  ? RUNNER_BAD_INPUT
			  : code == RELIST_ECLOSED ? RUNNER_SKIP /* the caller has ended */
						   : RUNNER_ERROR;
	(void)snprintf(r->out->what, sizeof(r->out->what), "%s",
		       code == RELIST_ENOMEM ? "out of memory" : r->err.msg);
}

int64_t world__now(struct scn__run *r)
{
	return r->driver ? r->ops->now_ns(r->driver) : 0;
}

void world__digest(void *user, struct digest *d)
{
	const struct scn__run *r = user;

	digest_number(d, r->step ? r->step->index : SIZE_MAX);
	digest_number(d, r->failure);
	digest_number(d, r->time_moved);
	digest_number(d, r->core ? fakeapi__core_rv(r->core) : 0);
	digest_number(d, r->log.list.len);
	for (size_t i = 0; i < r->cell->world.handler_count; i++)
		digest_number(d, r->handlers[i].heard.bits);
	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		digest_number(d, atomic_load(&r->informers[i].panicked));
}

const struct str *world__lookup_name(void *run, struct str name)
{
	struct scn__run *r = run;

	for (size_t i = 0; i < r->name_count; i++)
		if (str_eq(r->names[i].name, name))
			return &r->names[i].value;
	return NULL;
}

bool world__bind_name(struct scn__run *r, struct str name, struct str value)
{
	if (r->name_count == SCN_NAMES_MAX) {
		world__fail_at(r, SCN_AT_STEP, (struct scn__pos) { 0, 0 },
			       "$" STR_FMT " cannot be bound: a run has at most %d names",
			       STR_ARG(name), SCN_NAMES_MAX);
		return false;
	}
	r->names[r->name_count++] = (struct scn__binding) { name, world__copy(r, value) };
	return true;
}

struct fakeapi__model_type world__model_type(const struct scn__type *t)
{
	return (struct fakeapi__model_type) { t->group, t->version,    t->resource,
					      t->kind,	t->namespaced, t->status };
}

json_t world__at_path(json_t v, struct str path)
{
	while (path.len && v.len) {
		const char *dot = memchr(path.ptr, '.', path.len);
		size_t len = dot ? (size_t)(dot - path.ptr) : path.len;
		char name[128];

		(void)snprintf(name, sizeof(name), "%.*s", (int)len, path.ptr);
		v = json_get(v, name);
		path.ptr += len + (dot ? 1 : 0);
		path.len -= len + (dot ? 1 : 0);
	}
	return v;
}
