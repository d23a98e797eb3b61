/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/retell/lanes.h"

#include "base/alloc.h"
#include "base/str.h"

struct rec__lane_event {
	struct trace_event ev;
	size_t at; /* original index: events of the same time keep their order */
};

void rec__lanes_fini(struct rec__lanes *l)
{
	base__free(l->items);
	base__free(l->names);
	runner__arena_fini(&l->arena);
	*l = (struct rec__lanes) { 0 };
}

static bool is_taken(const struct rec__lanes *l, struct str name)
{
	for (size_t i = 0; i < l->name_count; i++)
		if (str_eq(l->names[i], name))
			return true;
	return false;
}

/* "kubectl/pods": the User-Agent up to the first slash or space, and the resource. */
static struct str name_of(struct rec__lanes *l, const struct rec__talk *first)
{
	AUTO_STRBUF name = STRBUF_INIT;
	size_t len = 0, plain;

	while (len < first->agent.len && !memchr("/ ", first->agent.ptr[len], 2))
		len++;
	strbuf_add(&name, first->agent.ptr, len);
	strbuf_addz(&name, len ? "/" : "");
	strbuf_adds(&name, first->aim.resource);
	plain = name.len;
	for (size_t n = 2; !name.failed && is_taken(l, strbuf_str(&name)); n++) {
		name.len = plain;
		strbuf_addf(&name, " %zu", n);
	}
	l->failed = l->failed || name.failed;
	return runner__arena_str(&l->arena, strbuf_str(&name));
}

void rec__lanes_begin(struct rec__lanes *l, const struct rec__talk *first)
{
	int64_t at_ns = first->request->at_ns < 0 ? 0 : first->request->at_ns;
	struct str *names = base__reallocarray(l->names, l->name_count + 1, sizeof(*l->names));

	l->first = l->len;
	l->began_ns = at_ns;
	l->last_ns = 0;
	if (!names) {
		l->failed = true;
		return;
	}
	l->names = names;
	names[l->name_count] = name_of(l, first);
	l->name_count++;
}

static struct str copy(struct rec__lanes *l, struct str s)
{
	return s.len ? runner__arena_str(&l->arena, s) : STR("");
}

static void keep(void *user, const struct trace_event *ev)
{
	struct rec__lanes *l = user;
	struct rec__lane_event *e;

	/* Each lane has its own clock; its moves do not concern the other lanes. */
	if (l->failed || ev->kind == TRACE_SIM_TIME)
		return;
	if (l->len == l->cap) {
		size_t cap = l->cap ? 2 * l->cap : 256;

		e = base__reallocarray(l->items, cap, sizeof(*e));
		if (!e) {
			l->failed = true;
			return;
		}
		l->items = e;
		l->cap = cap;
	}
	if (ev->at_ns) /* queues do not know the time */
		l->last_ns = ev->at_ns;
	e = &l->items[l->len];
	*e = (struct rec__lane_event) { *ev, l->len };
	l->len++;
	e->ev.at_ns = time_add(l->began_ns, l->last_ns);
	e->ev.who = copy(l, ev->who);
	e->ev.key = copy(l, ev->key);
	e->ev.text = copy(l, ev->text);
	e->ev.object = copy(l, ev->object);
	l->failed = l->arena.failed;
}

struct trace_sink rec__lanes_sink(struct rec__lanes *l)
{
	return (struct trace_sink) { keep, l };
}

static bool is_handler(enum trace_kind kind)
{
	return strcmp(trace_kind_group(kind), "notify") == 0;
}

void rec__lanes_end(struct rec__lanes *l, const struct rec__story *story, const uint32_t *ids)
{
	struct str name, handler;
	AUTO_STRBUF text = STRBUF_INIT;
	uint32_t highest = 0;
	uint32_t *numbers;

	if (l->failed)
		return;
	for (size_t i = 0; i < story->talk_count; i++)
		highest = ids[i] > highest ? ids[i] : highest;
	numbers = base__calloc((size_t)highest + 1, sizeof(*numbers));
	name = l->names[l->name_count - 1];
	strbuf_addf(&text, STR_FMT " a", STR_ARG(name));
	handler = runner__arena_str(&l->arena, strbuf_str(&text));
	l->failed = !numbers || text.failed || l->arena.failed;
	for (size_t i = 0; !l->failed && i < story->talk_count; i++)
		numbers[ids[i]] = story->talks[i].request->id;
	for (size_t i = l->first; !l->failed && i < l->len; i++) {
		struct trace_event *ev = &l->items[i].ev;

		/* A request that the recording does not have gets no number. */
		ev->id = ev->id && ev->id <= highest ? numbers[ev->id] : 0;
		if (ev->who.len)
			ev->who = is_handler(ev->kind) || str_eqz(ev->who, "a") ? handler : name;
	}
	base__free(numbers);
}

static int by_time(const void *va, const void *vb)
{
	const struct rec__lane_event *a = va, *b = vb;

	if (a->ev.at_ns != b->ev.at_ns)
		return a->ev.at_ns < b->ev.at_ns ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

void rec__lanes_write(struct rec__lanes *l, const struct trace_sink *to)
{
	if (l->len)
		qsort(l->items, l->len, sizeof(*l->items), by_time);
	for (size_t i = 0; i < l->len; i++)
		trace_emit(to, &l->items[i].ev);
}
