/* SPDX-License-Identifier: Apache-2.0 */
/* heals.c - writes whose effects the program itself undid before anything else happened: a value
 * that it changed and changed back, an object that it deleted and created again, or created and
 * deleted. The final state does not show them, so the story ends with the numbers of such writes.
 */
#include "fakeapi/meta/go_json.h"
#include "runner/lift/arms.h"
#include "runner/lift/story.h"

enum { DEPTH_MAX = 64 };

/* Whether two values differ only in what differs in each run. */
static bool is_same_value(const struct lift *l, const cJSON *a, const cJSON *b, int depth)
{
	const cJSON *x, *y;

	if (!a || !b || a->type != b->type || depth > DEPTH_MAX)
		return false;
	if (cJSON_IsString(a))
		return strcmp(a->valuestring, b->valuestring) == 0 ||
		       (a->string && lift__is_noise(l, a->string, a->valuestring) &&
			lift__is_noise(l, a->string, b->valuestring));
	if (cJSON_IsObject(a)) {
		if (cJSON_GetArraySize(a) != cJSON_GetArraySize(b))
			return false;
		cJSON_ArrayForEach(
		    x, a) if (!is_same_value(l, x, cJSON_GetObjectItemCaseSensitive(b, x->string),
					     depth + 1)) return false;
		return true;
	}
	if (!cJSON_IsArray(a))
		return fakeapi__equal(a, b);
	for (x = a->child, y = b->child; x && y; x = x->next, y = y->next)
		if (!is_same_value(l, x, y, depth + 1))
			return false;
	return !x && !y;
}

/* Whether the states have the same content; both deleted: they do. */
static bool is_same(struct lift *l, const struct lift__state *a, const struct lift__state *b)
{
	bool gone = !a || a->deleted;
	cJSON *x, *y;
	bool same;

	if (gone || b->deleted)
		return gone && b->deleted;
	if (a->partial || b->partial || !a->json.len || !b->json.len)
		return false;
	x = lift__contents(a->json);
	y = lift__contents(b->json);
	same = is_same_value(l, x, y, 0);
	cJSON_Delete(x);
	cJSON_Delete(y);
	return same;
}

/* Whether the story has no step between the two lines. */
static bool is_alone(const struct lift *l, uint64_t from, uint64_t to)
{
	return lift__first_after(&l->steps_by_line, from) ==
	       lift__first_after(&l->steps_by_line, to);
}

/* Whether the program undid the write: its next write of the object brings the state before it
 * back. */
static bool is_undone(struct lift *l, const struct lift__state *w)
{
	const struct lift__state *then = w->next;

	/* the first comparison is the one that usually decides */
	return w->done && then && then->done && is_alone(l, w->seq, then->seq) &&
	       is_same(l, w->before, then) && !is_same(l, w->before, w);
}

/* --- the numbers of writes --- */

/* The object's state of that version; NULL: unknown. */
static const struct lift__state *state_at(const struct lift__object *o, uint64_t rv)
{
	size_t from = 0, to = o->states.len;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (((const struct lift__state *)o->states.items[mid])->rv < rv)
			from = mid + 1;
		else
			to = mid;
	}
	for (; rv && from < o->states.len; from++) {
		const struct lift__state *s = o->states.items[from];

		if (s->rv != rv || !s->after)
			return s->rv == rv ? s : NULL;
	}
	return NULL;
}

static void mark_undone(struct lift *l)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *w = l->writes.items[i];

		w->undone = is_undone(l, w);
		w->object->came_back |= w->undone && w->deleted;
	}
	for (size_t i = 0; i < l->own_writes.len; i++) {
		struct lift__own_write *w = l->own_writes.items[i];
		const struct lift__object *o = lift__succeeded(w) ? lift__object_of(l, w) : NULL;
		const struct lift__state *s = o ? state_at(o, w->new_rv) : NULL;

		w->first->done += lift__succeeded(w);
		/* a deletion counts as well if the object is there again at the end */
		w->first->undone |= s && s->undone && !s->deleted;
		w->first->undone |= o && strcmp(w->verb, "DELETE") == 0 && !w->subresource.len &&
				    (o->came_back || (o->own && o->now));
	}
}

void lift__add_undone(struct lift *l, struct strbuf *out)
{
	mark_undone(l);
	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = l->own_writes.items[i];
		const struct lift__object *o = w->undone ? lift__object_of(l, w) : NULL;
		AUTO_STRBUF key = STRBUF_INIT;

		if (!o || !o->wanted || !o->did || o->generated || !o->type->name.len ||
		    lift__is_about_programs(o->type))
			continue;
		if (!l->counts)
			strbuf_addz(out, "      counts:\n");
		l->counts = true;
		strbuf_addf(&key, "%s " STR_FMT "/" STR_FMT, w->verb, STR_ARG(o->type->name),
			    STR_ARG(o->key));
		if (w->subresource.len)
			strbuf_addf(&key, " subresource=" STR_FMT, STR_ARG(w->subresource));
		strbuf_addz(out, "        ");
		lift__add_scalar(out, strbuf_str(&key));
		strbuf_addf(out, ": %zu\n", w->done);
		l->failed |= key.failed;
	}
}
