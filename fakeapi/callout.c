/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/callout.h"

#include "base/alloc.h"
#include "fakeapi/storage/held.h"

enum { REQUEST_TIMEOUT_S = 60 }; /* kube-apiserver's --request-timeout */

struct fakeapi__memo *fakeapi__memo_of(struct fakeapi__call *c)
{
	struct fakeapi__memo *m = c->x->memo;
	int64_t most = REQUEST_TIMEOUT_S * NS_PER_S, wanted;
	struct str given;

	if (m)
		return m;
	given = fakeapi__route_param(&c->route, "timeout", NULL);
	m = base__calloc(1, sizeof(*m));
	if (!m)
		return NULL;
	if (given.len && duration_parse(given, &wanted, NULL) == 0 && wanted > 0 && wanted < most)
		most = wanted;
	m->began_ns = c->now_ns;
	m->deadline_ns = c->x->watch ? TIME_NEVER : time_add(c->now_ns, most);
	map_init(&m->converted, MAP_COPY_KEYS);
	strbuf_init(&m->row.token);
	(void)snprintf(m->now, sizeof(m->now), "%s", c->now);
	c->x->memo = m;
	return m;
}

static void unlink_open(struct fakeapi__callout *a)
{
	struct fakeapi__core *core = a->x->core;

	if (a->prev_open)
		a->prev_open->next_open = a->next_open;
	else
		core->callouts = a->next_open;
	if (a->next_open)
		a->next_open->prev_open = a->prev_open;
	a->x->memo->open--;
}

int fakeapi__callout_find(struct fakeapi__call *c, uint64_t key, struct fakeapi__callout **out)
{
	struct fakeapi__memo *m = fakeapi__memo_of(c);
	struct fakeapi__callout *a;

	*out = NULL;
	if (!m)
		return -1;
	for (a = m->callouts; a; a = a->next)
		if (a->key == key) {
			*out = a;
			return 0;
		}
	if (m->count >= FAKEAPI_CALLOUTS_MAX || c->now_ns >= m->deadline_ns)
		return fakeapi__callout_too_late(c);
	a = base__calloc(1, sizeof(*a));
	if (!a)
		return -1;
	a->x = c->x;
	a->key = key;
	fakeapi__core_uuid(c->core, a->uid);
	strbuf_init(&a->type);
	strbuf_init(&a->body);
	strbuf_init(&a->error);
	a->next = m->callouts;
	m->callouts = a;
	m->count++;
	*out = a;
	return 0;
}

int fakeapi__callout_send(struct fakeapi__call *c, struct fakeapi__callout *a,
			  struct fakeapi__question *q)
{
	struct fakeapi__core *core = c->core;

	q->id = a->id = ++core->next_ask;
	a->sent = true;
	a->deadline_ns = time_add(c->now_ns, q->timeout_ns);
	if (!core->opt.ask) {
		strbuf_addz(&a->error, "webhooks cannot be called here");
		a->answered = true;
		return a->error.failed ? -1 : 0;
	}
	a->next_open = core->callouts;
	if (core->callouts)
		core->callouts->prev_open = a;
	core->callouts = a;
	c->x->memo->open++;
	if (core->opt.ask(core->opt.ask_user, q))
		return 0;
	unlink_open(a);
	a->sent = false;
	return -1;
}

int64_t fakeapi__callout_time(struct fakeapi__call *c, int64_t most_ns)
{
	struct fakeapi__memo *m = fakeapi__memo_of(c);
	int64_t left = m ? m->deadline_ns - c->now_ns : 0;

	return most_ns < left ? most_ns : left;
}

int fakeapi__callout_too_late(struct fakeapi__call *c)
{
	return fakeapi__status_set(&c->st, 504, "Timeout",
				   "Timeout: request did not complete within requested timeout - "
				   "context deadline exceeded");
}

int fakeapi__callout_wait(struct fakeapi__call *c)
{
	int64_t resume_ns = c->x->resume_ns;

	fakeapi__status_fini(&c->st);
	c->gathered = c->gathers;
	if (c->gathers)
		return -1;
	if (fakeapi__park(c, resume_ns) < 0)
		return -1;
	if (!c->x->memo->open) /* answered at once: continue with the first answer */
		fakeapi__core_wake(c->x);
	return -1;
}

static void answer(struct fakeapi__callout *a, const struct fakeapi__reply *r)
{
	a->status = r->status;
	strbuf_adds(&a->type, r->content_type);
	strbuf_adds(&a->body, r->body);
	strbuf_adds(&a->error, r->error);
	if (a->type.failed || a->body.failed || a->error.failed) {
		a->status = 0;
		strbuf_fini(&a->body);
		strbuf_fini(&a->error);
	}
	a->answered = true;
	unlink_open(a);
}

bool fakeapi__callouts_open(struct fakeapi__xchg *x, int64_t now_ns)
{
	static const struct fakeapi__reply late = { .error = { "context deadline exceeded", 25 } };

	if (!x->memo || !x->memo->open)
		return false;
	for (struct fakeapi__callout *a = x->memo->callouts; a; a = a->next) {
		if (!a->sent || a->answered || now_ns < a->deadline_ns)
			continue;
		if (x->core->opt.forget)
			x->core->opt.forget(x->core->opt.ask_user, a->id);
		answer(a, &late);
	}
	return x->memo->open > 0;
}

int64_t fakeapi__callouts_deadline(const struct fakeapi__xchg *x)
{
	int64_t at = TIME_NEVER;

	for (const struct fakeapi__callout *a = x->memo ? x->memo->callouts : NULL; a; a = a->next)
		if (a->sent && !a->answered && a->deadline_ns < at)
			at = a->deadline_ns;
	return at;
}

void fakeapi__memo_drop_converted(struct fakeapi__memo *m)
{
	const struct map_entry *e;

	for (size_t i = 0; m && (e = map_next(&m->converted, &i));)
		base__free(e->value);
	if (!m)
		return;
	map_fini(&m->converted);
	map_init(&m->converted, MAP_COPY_KEYS);
}

void fakeapi__memo_free(struct fakeapi__xchg *x)
{
	struct fakeapi__memo *m = x->memo;

	if (!m)
		return;
	fakeapi__memo_drop_converted(m);
	map_fini(&m->converted);
	fakeapi__held_free(m->row.held, &x->core->store);
	strbuf_fini(&m->row.token);
	while (m->callouts) {
		struct fakeapi__callout *a = m->callouts;

		m->callouts = a->next;
		if (a->sent && !a->answered) {
			if (x->core->opt.forget)
				x->core->opt.forget(x->core->opt.ask_user, a->id);
			unlink_open(a);
		}
		strbuf_fini(&a->type);
		strbuf_fini(&a->body);
		strbuf_fini(&a->error);
		base__free(a->items);
		base__free(a);
	}
	base__free(m);
	x->memo = NULL;
}

void fakeapi__core_reply(struct fakeapi__core *core, uint64_t id,
			 const struct fakeapi__reply *reply)
{
	struct fakeapi__callout *a;

	lock_acquire(&core->lock);
	for (a = core->callouts; a && a->id != id; a = a->next_open)
		;
	if (a) {
		struct fakeapi__xchg *x = a->x;

		answer(a, reply);
		if (!x->memo->open)
			fakeapi__core_wake(x);
	}
	lock_release(&core->lock);
}
