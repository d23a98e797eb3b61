/* SPDX-License-Identifier: Apache-2.0 */
/* number.c - selects the writes of the story, assigns their resource versions, and names the owners
 * of objects. */
#include "runner/lift/impl.h"

/* Limit of names that a scenario can bind. */
enum { UID_NAMES_MAX = 40 };

/* The line at which the story starts: the first request of a reader in the window. */
uint64_t lift__first_seq(const struct lift *l)
{
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->request->reader->chosen && t->what == LIFT_ASKED &&
		    (l->opt.from_ns < 0 || t->at_ns >= l->opt.from_ns))
			return t->seq;
	}
	return 0;
}

bool lift__has_assumed_watcher(const struct lift *l)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *r = e->value;

		if (r->chosen && r->assumed && !r->watches)
			return true;
	}
	return false;
}

uint64_t lift__seq_at(const struct lift *l, int64_t at_ns, uint64_t otherwise)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		const struct lift__state *w = l->writes.items[i];

		if (w->at_ns >= at_ns)
			return w->seq;
	}
	return otherwise;
}

/* The number of owners above the object: its owner, the owner's owner, and so on. */
static unsigned depth_of(const struct lift *l, const struct lift__state *w, unsigned above)
{
	struct json_iter it;
	json_t owner;
	unsigned depth = 0;

	json_iter_init(&it, json_path(w->json, "metadata", "ownerReferences", NULL));
	while (above < 8 && json_iter_element(&it, &owner)) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		const struct lift__object *o =
		    map_get(&l->uids, json_str(json_get(owner, "uid"), &scratch));
		unsigned one =
		    o && o != w->object && o->model ? 1 + depth_of(l, o->model, above + 1) : 0;

		depth = one > depth ? one : depth;
	}
	return depth;
}

static int64_t grace_of(json_t object)
{
	int64_t seconds = 0;

	(void)json_int64(json_path(object, "metadata", "deletionGracePeriodSeconds", NULL),
			 &seconds);
	return seconds;
}

/* An object that the program created is its own, and so is a deletion that results when it removes
 * the last finalizer. A kubelet deletes a pod at the end of its grace period. */
static void note_own(struct lift *l, struct lift__state *w)
{
	struct lift__object *o = w->object;
	const struct lift__state *had = o->model;
	AUTO_STRBUF scratch = STRBUF_INIT;

	if (!had) {
		o->own = w->own;
		o->generated = w->own && lift__generated_prefix(l, o, w->json, &scratch).len > 0;
		if (o->generated)
			l->generates = o->type->generates = true;
	} else if (w->deleted && had->own && grace_of(had->json) <= 0) {
		w->own |= json_path(had->json, "metadata", "deletionTimestamp", NULL).len > 0;
	}
	w->by_other = had && o->own && lift__is_by_other(l, w);
	w->garbage = w->by_other && lift__is_garbage(l, w);
}

/* Whether the program makes the write in its story. */
static bool is_done(const struct lift__state *w)
{
	return w->own || (w->object->own && !w->by_other);
}

/* Collects the objects before the story in their last state; owners precede their dependents. */
static void number_base(struct lift *l, uint64_t begin)
{
	size_t end = 0;

	for (; end < l->writes.len; end++) {
		struct lift__state *w = l->writes.items[end];

		if (w->seq > begin)
			break;
		w->base = true;
		/* objects that the program creates before it watches, such as a Lease, it will
		 * create again */
		if (l->opt.controllers.len && l->opt.from_ns <= 0) {
			note_own(l, w);
			w->done = is_done(w);
		}
		/* and what it changes before, it will change again */
		if (!w->done || w->object->own)
			w->object->model = w->deleted ? NULL : w;
		l->base_rv = w->rv;
	}
	for (unsigned depth = 0; depth < 9; depth++)
		for (size_t i = 0; i < end; i++) {
			struct lift__state *w = l->writes.items[i];

			if (w->object->model != w || w->object->own || depth_of(l, w, 0) != depth)
				continue;
			w->new_rv = ++l->rv;
			lift__push(l, &l->base, w);
		}
	l->base_count = l->base.len;
}

void lift__forget_models(struct lift *l)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__object *o = ((struct lift__state *)l->writes.items[i])->object;

		o->model = NULL;
		o->bound = false;
	}
}

bool lift__has_finalizers(json_t object)
{
	return rec__has_finalizers(object);
}

/* The model's state after the write: an update that removes the last finalizer of a marked object
 * deletes it. */
static void set_model(struct lift__state *w)
{
	struct lift__object *o = w->object;
	bool dies = o->model && lift__has_finalizers(o->model->json) &&
		    json_path(w->json, "metadata", "deletionTimestamp", NULL).len &&
		    !lift__has_finalizers(w->json) && grace_of(w->json) <= 0;

	o->model = w->deleted || dies ? NULL : w;
}

/* --- versions --- */

/* The smallest number with as many digits. */
static uint64_t power_of(uint64_t n)
{
	uint64_t power = 1;

	while (n / power >= 10)
		power *= 10;
	return power;
}

/* A program that compares versions as texts fails at a version with one digit more: the writes
 * around it keep that. Returns the server's version before the first write; 1: there are none. The
 * program's own writes take versions as well. */
static uint64_t start_of(const struct lift *l, uint64_t end)
{
	uint64_t count = l->base_count, last = 0;

	for (size_t i = 0; i < l->writes.len; i++) {
		const struct lift__state *w = l->writes.items[i];

		if (w->base || w->seq >= end || (!w->done && !w->new_rv))
			continue;
		if (w->rv <= last) {
			count += !w->rv; /* it is unknown */
			continue;
		}
		if (last && power_of(w->rv) > power_of(last)) {
			uint64_t before = power_of(w->rv) - 1;

			return before > count ? before - count : 1;
		}
		last = w->rv;
		count++;
	}
	return 1;
}

static void move_versions(struct lift *l, uint64_t by)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *w = l->writes.items[i];

		if (w->new_rv)
			w->new_rv += by;
	}
	l->rv += by;
	l->start_rv += by;
}

/* Selects the writes of the story and assigns their versions. */
void lift__number_writes(struct lift *l, uint64_t begin, uint64_t end)
{
	l->rv = l->start_rv = 1;
	number_base(l, begin);
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *w = l->writes.items[i];

		if (w->base || w->seq >= end || (w->deleted && !w->object->model))
			continue;
		note_own(l, w);
		w->done = is_done(w);
		if (!w->done && !w->garbage)
			w->new_rv = ++l->rv;
		set_model(w);
	}
	lift__forget_models(l);
	if (l->opt.controllers.len)
		move_versions(l, start_of(l, end) - 1);
}

/* --- owners --- */

static void note_owners(struct lift *l, const struct lift__state *w)
{
	struct json_iter it;
	json_t owner;

	json_iter_init(&it, json_path(w->json, "metadata", "ownerReferences", NULL));
	while (json_iter_element(&it, &owner)) {
		AUTO_STRBUF scratch = STRBUF_INIT, name = STRBUF_INIT;
		struct lift__object *o =
		    map_get(&l->uids, json_str(json_get(owner, "uid"), &scratch));

		if (!o || o->own || o->uid_name.len || map_len(&l->uid_names) >= UID_NAMES_MAX)
			continue;
		strbuf_addf(&name, "$%c%zu", o->type->resource.len ? o->type->resource.ptr[0] : 'u',
			    map_len(&l->uid_names) + 1);
		o->uid_name = lift__copy(l, strbuf_str(&name));
		l->failed |= name.failed || map_put(&l->uid_names, o->uid_name, o, NULL) != 0;
	}
}

void lift__note_uids(struct lift *l)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *w = l->writes.items[i];

		if (w->uid.len && !map_get(&l->uids, w->uid) &&
		    map_put(&l->uids, w->uid, w->object, NULL))
			l->failed = true;
	}
}

/* Binds each name to the UID of the object's first creation in the story. */
void lift__name_uids(struct lift *l)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *w = l->writes.items[i];

		if (w->new_rv && !w->object->uid.len)
			w->object->uid = w->uid;
	}
	for (size_t i = 0; i < l->writes.len; i++) {
		const struct lift__state *w = l->writes.items[i];

		if (w->new_rv)
			note_owners(l, w);
	}
}

/* Call it when the scenario has the write: references to its UID can then use the name. */
void lift__is_made(struct lift__state *w)
{
	struct lift__object *o = w->object;

	if (!w->deleted && o->uid_name.len && str_eq(o->uid, w->uid))
		o->bound = true;
	set_model(w);
}
