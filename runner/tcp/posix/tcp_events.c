/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/tcp/posix/tcp_events.h"

#include "base/alloc.h"

struct tcp_event {
	struct tcp_event *next;
	struct trace_event ev;
	char strings[];
};

void runner__tcp_events_init(struct tcp_events *e, const struct trace_sink *live)
{
	e->live = *live;
	e->first = NULL;
	e->last = &e->first;
	lock_init(&e->lock, LOCK_LEAF);
}

void runner__tcp_events_fini(struct tcp_events *e)
{
	runner__tcp_events_take(e, NULL); /* too late to send them: drop */
	lock_fini(&e->lock);
}

static struct str put(char **to, struct str s)
{
	struct str copy = { *to, s.len };

	if (s.len)
		memcpy(*to, s.ptr, s.len);
	*to += s.len;
	return copy;
}

/* Returns NULL if out of memory. */
static struct tcp_event *copy_event(const struct trace_event *ev)
{
	struct tcp_event *copy =
	    base__malloc(sizeof(*copy) + ev->who.len + ev->key.len + ev->text.len);
	char *to = copy ? copy->strings : NULL;

	if (!copy)
		return NULL;
	copy->next = NULL;
	copy->ev = *ev;
	copy->ev.who = put(&to, ev->who);
	copy->ev.key = put(&to, ev->key);
	copy->ev.text = put(&to, ev->text);
	return copy;
}

static void on_event(void *user, const struct trace_event *ev)
{
	struct tcp_events *e = user;
	struct tcp_event *copy = copy_event(ev);

	lock_acquire(&e->lock);
	trace_emit(&e->live, ev);
	if (copy) {
		*e->last = copy;
		e->last = &copy->next;
	}
	lock_release(&e->lock);
}

void runner__tcp_events_take(struct tcp_events *e, const struct trace_sink *sink)
{
	struct tcp_event *events, *next;

	lock_acquire(&e->lock);
	events = e->first;
	e->first = NULL;
	e->last = &e->first;
	lock_release(&e->lock);
	for (; events; events = next) {
		next = events->next;
		trace_emit(sink, &events->ev);
		base__free(events);
	}
}

void runner__tcp_events_emit(struct tcp_events *e, const struct trace_event *ev)
{
	lock_acquire(&e->lock);
	trace_emit(&e->live, ev);
	lock_release(&e->lock);
}

struct trace_sink runner__tcp_events_sink(struct tcp_events *e)
{
	return (struct trace_sink) { on_event, e };
}
