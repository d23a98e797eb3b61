/* SPDX-License-Identifier: Apache-2.0 */
/* begun.c - work that the program had begun before another client changed the object, and ended
 * with a write after that: the write was decided on the old state, like that of a late request. */
#include <stdlib.h>

#include "base/json_tree.h"
#include "runner/lift/arms.h"

/* A shorter pause between two writes may be the time of a request. A write so soon after an event
 * may be a reaction to it. If the pause is one of the program's own, a tenth is enough. */
#define WORK_MIN_NS	(300 * NS_PER_MS)
#define REACTION_MAX_NS (100 * NS_PER_MS)
#define PACE_MIN_NS	(30 * NS_PER_MS)
/* A program that writes nothing for longer waits for an event. */
#define WORK_MAX_NS (10 * NS_PER_S)

enum { DEPTH_MAX = 12 };

/* The first write of another client between the lines, of the object or (NULL) of any. */
static struct lift__state *foreign_between(const struct lift *l, const struct lift__object *o,
					   uint64_t from_seq, uint64_t to_seq)
{
	struct lift__state *first = NULL;

	for (size_t i = lift__first_after(&l->steps_by_line, from_seq); i < l->steps_by_line.len;
	     i++) {
		struct lift__state *s = l->steps_by_line.items[i];

		if (s->seq >= to_seq)
			break;
		if (!s->own && (!o || s->object == o) && (!first || s->place < first->place))
			first = s;
	}
	return first;
}

static const struct lift__own_write *at(const struct lift *l, size_t i)
{
	return l->own_writes.items[i];
}

/* The time between the end of a write and the next one. */
static int64_t pause_before(const struct lift *l, size_t i)
{
	const struct lift__own_write *before = at(l, i - 1);

	return at(l, i)->at_ns - (before->end_ns > before->at_ns ? before->end_ns : before->at_ns);
}

/* A pause between two writes while no other client wrote: it is the program's own work and no wait
 * for an event. */
struct pace {
	const struct lift__own_write *from, *to;
	int64_t pause_ns;
};

struct paces {
	struct pace *items;
	size_t len;
};

static int by_type(const struct lift__own_write *a, const struct lift__own_write *b)
{
	int order = str_cmp(a->type->resource, b->type->resource);

	return order ? order : str_cmp(a->type->group, b->type->group);
}

static int by_kind(const struct lift__own_write *a, const struct lift__own_write *b)
{
	int order = strcmp(a->verb, b->verb);

	return order ? order : by_type(a, b);
}

/* The first write may create an object or change it. */
static int by_kinds(const struct pace *a, const struct pace *b)
{
	bool x = strcmp(a->from->verb, "DELETE") == 0, y = strcmp(b->from->verb, "DELETE") == 0;
	int order = x != y ? x - y : by_type(a->from, b->from);

	return order ? order : by_kind(a->to, b->to);
}

static int by_pace(const void *a, const void *b)
{
	const struct pace *x = a, *y = b;
	int order = by_kinds(x, y);

	return order ? order : x->pause_ns < y->pause_ns ? -1 : x->pause_ns > y->pause_ns;
}

static bool find_paces(struct lift *l, struct paces *out)
{
	out->len = 0;
	out->items =
	    l->own_writes.len ? lift__alloc(l, l->own_writes.len * sizeof(*out->items)) : NULL;
	if (l->own_writes.len && !out->items)
		return false;
	for (size_t i = 1; i < l->own_writes.len; i++) {
		const struct lift__own_write *from = at(l, i - 1), *to = at(l, i);

		if (!foreign_between(l, NULL, from->seq, to->seq))
			out->items[out->len++] = (struct pace) { from, to, pause_before(l, i) };
	}
	if (out->len)
		qsort(out->items, out->len, sizeof(*out->items), by_pace);
	return true;
}

/* Whether the program made two such writes with such a pause between them when no other client
 * wrote. */
static bool is_its_own_pace(const struct lift *l, const struct paces *paces, size_t write)
{
	int64_t pause = pause_before(l, write);
	struct pace least = { at(l, write - 1), at(l, write), pause - pause / 4 + 1 };
	size_t from = 0, to = paces->len;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (by_pace(&paces->items[mid], &least) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from < paces->len && by_kinds(&paces->items[from], &least) == 0 &&
	       paces->items[from].pause_ns < pause + pause / 4;
}

/* --- reactions --- */

/* Whether the program read the object, or listed its type, after the other client's write. */
static bool has_read_since(const struct lift *l, const struct lift__state *s,
			   const struct lift__own_write *w)
{
	for (size_t i = s->object->reads.len; i-- > 0;) {
		const struct lift__request *r = s->object->reads.items[i];

		if (r->seq < w->seq)
			return r->seq > s->seq;
	}
	for (size_t i = lift__received_after(l, s->seq); i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->seq >= w->seq)
			return false;
		if (t->what == LIFT_ASKED && t->request->mine &&
		    t->request->type == s->object->type && t->request->verb == LIFT_LIST)
			return true;
	}
	return false;
}

/* Whether the text is a value of `now` and not of `before`, and the program sent it. */
static bool sends_new_text(const cJSON *now, const char *before, const char *sent, int depth)
{
	const cJSON *item;

	if (cJSON_IsString(now))
		return strlen(now->valuestring) > 2 && strstr(sent, now->valuestring) &&
		       !strstr(before, now->valuestring);
	if (depth == DEPTH_MAX)
		return false;
	cJSON_ArrayForEach(item,
			   now) if (sends_new_text(item, before, sent, depth + 1)) return true;
	return false;
}

/* Whether the program sent a value that the object has since the other client's write. */
static bool sends_what_came(const struct lift__state *s, const struct lift__own_write *w)
{
	AUTO_STRBUF before = STRBUF_INIT;
	cJSON *now = w->body.len ? json_tree_parse(s->json, JSON_DIGITS_ALL) : NULL;
	bool sends;

	/* versions and times differ in any case */
	cJSON_DeleteItemFromObjectCaseSensitive(cJSON_GetObjectItemCaseSensitive(now, "metadata"),
						"resourceVersion");
	if (s->before)
		strbuf_adds(&before, s->before->json);
	strbuf_addz(&before, " ");
	sends = now && !before.failed && sends_new_text(now, before.ptr, w->body.ptr, 0);
	cJSON_Delete(now);
	return sends;
}

/* --- holds --- */

static bool was_executed(const struct lift *l, const struct lift__own_write *w)
{
	const struct lift__object *o = lift__object_of(l, w);

	return o && o->wanted && lift__succeeded(w) && w->end_seq != UINT64_MAX;
}

/* The write of another client that came between; NULL: none. */
static struct lift__state *came_between(const struct lift *l, size_t i)
{
	const struct lift__own_write *w = at(l, i);

	if (!w->type->name.len || w->reverted || !was_executed(l, w) ||
	    pause_before(l, i) < PACE_MIN_NS)
		return NULL;
	return foreign_between(l, lift__object_of(l, w), at(l, i - 1)->seq, w->seq);
}

/* Whether the write may end work that the program had begun before. */
static bool may_have_begun(const struct lift *l, size_t i, const struct lift__state *s)
{
	return pause_before(l, i) >= WORK_MIN_NS && at(l, i)->at_ns - s->at_ns > REACTION_MAX_NS &&
	       s->at_ns - at(l, i - 1)->at_ns <= WORK_MAX_NS && !has_read_since(l, s, at(l, i)) &&
	       !sends_what_came(s, at(l, i));
}

static bool hold(struct lift *l, const struct lift__own_write *w, struct lift__state *s)
{
	AUTO_STRBUF wait = STRBUF_INIT;

	strbuf_addz(&wait, "  - settle\n");
	return lift__arm_held_write(l, w, "request", s->seq, w->end_seq, NULL) &&
	       lift__add_arm(l, &s->arms, &wait, false, true);
}

/* With a resourceVersion the server would have refused the write, so the program read the object
 * after the other client's write, in the middle of its work: the response to its previous write is
 * held until then. */
static bool hold_work(struct lift *l, const struct lift__own_write *before, struct lift__state *s)
{
	AUTO_STRBUF wait = STRBUF_INIT;

	if (!was_executed(l, before) || before->end_seq >= s->seq)
		return true;
	strbuf_addz(&wait, "  - settle\n");
	return lift__arm_held_write(l, before, "reply", before->seq, s->seq + 1, "1s") &&
	       lift__add_arm(l, &s->arms, &wait, false, true);
}

bool lift__arm_begun(struct lift *l)
{
	struct paces paces;

	if (!find_paces(l, &paces))
		return false;
	for (size_t i = 1; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = at(l, i);
		struct lift__state *s = came_between(l, i);
		bool sure = s && is_its_own_pace(l, &paces, i);

		if (sure && w->rv && !hold_work(l, at(l, i - 1), s))
			return false;
		if (!s || w->rv || (!sure && !may_have_begun(l, i, s)))
			continue;
		if (!sure)
			lift__note(l,
				   "%s " STR_FMT "/" STR_FMT
				   " may end work begun before another client's write: it is held "
				   "until that is written; if it was a reaction to that, remove "
				   "the hold",
				   w->verb, STR_ARG(w->type->name), STR_ARG(w->place));
		if (!hold(l, w, s))
			return false;
	}
	return true;
}
