/* SPDX-License-Identifier: Apache-2.0 */
/* doubles.c - the same write from two sources: an audit log without bodies says that an object was
 * written, and the output of kubectl get -w shows how. What an import assumed gives way to what was
 * observed, and a deletion without a version to the same deletion with one. */
#include "runner/lift/versions.h"

/* A watch shows every change of an object between these lines. */
struct span {
	const struct lift__request *watch;
	uint64_t from_seq, to_seq;
};

enum { DEPTH_MAX = 64 };

static bool is_event(const struct lift__received *t)
{
	return t->what == LIFT_ADDED || t->what == LIFT_MODIFIED || t->what == LIFT_DELETED;
}

/* The output of kubectl does not say when it ended: then it ended with its last event. */
static uint64_t end_of(const struct lift__request *watch)
{
	return watch->end_seq != UINT64_MAX ? watch->end_seq : watch->event_seq;
}

static struct span *open_span(struct lift *l, struct lift__object *o,
			      const struct lift__request *watch, uint64_t seq)
{
	struct span *s;

	for (size_t i = o->spans.len; i-- > 0;) {
		s = o->spans.items[i];
		if (s->watch == watch && s->to_seq > seq)
			return s;
	}
	s = lift__alloc(l, sizeof(*s));
	if (!s || !lift__push(l, &o->spans, s))
		return NULL;
	*s = (struct span) { watch, seq, end_of(watch) };
	return s;
}

/* Opens the spans of the objects that the reader listed before this watch. */
static bool open_listed(struct lift *l, const struct lift__received *t)
{
	struct lift__list *listing = &t->request->reader->listing;
	bool whole = true;

	for (size_t i = 0; i < listing->len && t->request->observed && whole; i++)
		whole = open_span(l, listing->items[i], t->request, t->seq);
	listing->len = 0;
	return whole;
}

static bool find_spans(struct lift *l)
{
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];
		bool whole = true;

		if (t->what == LIFT_ASKED && t->request->verb == LIFT_WATCH) {
			whole = open_listed(l, t);
		} else if (t->what == LIFT_LISTED && !t->assumed) {
			whole = lift__push(l, &t->request->reader->listing, t->state->object);
		} else if (is_event(t) && !t->assumed) {
			struct span *s = open_span(l, t->state->object, t->request, t->seq);

			whole = s != NULL;
			if (s && t->what == LIFT_DELETED)
				s->to_seq = t->seq;
			t->state->event = true;
		}
		if (!whole)
			return false;
	}
	return true;
}

static bool is_watched(const struct lift__object *o, uint64_t seq)
{
	for (size_t i = 0; i < o->spans.len; i++) {
		const struct span *s = o->spans.items[i];

		if (seq >= s->from_seq && seq <= s->to_seq)
			return true;
	}
	return false;
}

/* --- contents --- */

static bool is_of_server(struct str where, json_t key)
{
	static const char *const names[] = { "resourceVersion", "generation", "managedFields",
					     "deletionTimestamp", "creationTimestamp" };

	for (size_t i = 0; i < ARRAY_LEN(names) && str_eqz(where, "metadata"); i++)
		if (json_str_eq(key, str_of(names[i])))
			return true;
	return false;
}

static json_t member(json_t object, json_t wanted)
{
	struct json_iter it;
	json_t key, value;

	json_iter_init(&it, object);
	while (json_iter_member(&it, &key, &value))
		if (json_equal(key, wanted))
			return value;
	return (json_t) { NULL, 0 };
}

static bool has_all(json_t whole, json_t part, struct str where, unsigned depth)
{
	struct json_iter it, other;
	json_t key, value, element;

	if (json_kind(part) != json_kind(whole) || depth > DEPTH_MAX)
		return false;
	json_iter_init(&it, part);
	json_iter_init(&other, whole);
	if (json_kind(part) == JSON_ARRAY) {
		while (json_iter_element(&it, &value))
			if (!json_iter_element(&other, &element) ||
			    !has_all(element, value, STR(""), depth + 1))
				return false;
		return !json_iter_element(&other, &element);
	}
	if (json_kind(part) != JSON_OBJECT)
		return json_equal(whole, part);
	while (json_iter_member(&it, &key, &value))
		if (!is_of_server(where, key) && !(!depth && json_str_eq(key, STR("apiVersion"))) &&
		    !has_all(member(whole, key), value,
			     !depth && json_str_eq(key, STR("metadata")) ? STR("metadata")
									 : STR(""),
			     depth + 1))
			return false;
	return true;
}

bool lift__has_all(json_t whole, json_t part)
{
	return has_all(whole, part, STR(""), 0);
}

/* Whether nothing of the object but its name was known when it was assumed. */
static bool is_name_only(json_t object)
{
	static const char *const names[] = { "name", "namespace", "uid",
					     "deletionGracePeriodSeconds" };
	struct json_iter it;
	json_t key, value;

	json_iter_init(&it, object);
	while (json_iter_member(&it, &key, &value))
		if (!json_str_eq(key, STR("metadata")) && !json_str_eq(key, STR("kind")) &&
		    !json_str_eq(key, STR("apiVersion")))
			return false;
	json_iter_init(&it, json_get(object, "metadata"));
	while (json_iter_member(&it, &key, &value)) {
		bool known = is_of_server(STR("metadata"), key);

		for (size_t i = 0; i < ARRAY_LEN(names) && !known; i++)
			known = json_str_eq(key, str_of(names[i]));
		if (!known)
			return false;
	}
	return true;
}

static void add_member(struct strbuf *out, json_t key, json_t value)
{
	strbuf_addz(out, out->ptr[out->len - 1] == '{' ? "" : ",");
	strbuf_adds(out, key);
	strbuf_addc(out, ':');
	strbuf_adds(out, value);
}

/* The object with the time of its deletion. */
static void add_marked(json_t object, json_t time, json_t grace, struct strbuf *out)
{
	struct json_iter it, in;
	json_t key, value;

	strbuf_addc(out, '{');
	json_iter_init(&it, object);
	while (json_iter_member(&it, &key, &value)) {
		if (!json_str_eq(key, STR("metadata"))) {
			add_member(out, key, value);
			continue;
		}
		add_member(out, key, STR("{"));
		json_iter_init(&in, value);
		while (json_iter_member(&in, &key, &value))
			add_member(out, key, value);
		add_member(out, STR("\"deletionTimestamp\""), time);
		if (grace.len)
			add_member(out, STR("\"deletionGracePeriodSeconds\""), grace);
		strbuf_addc(out, '}');
	}
	strbuf_addc(out, '}');
}

void lift__fill_assumed(struct lift *l, struct lift__state *s, const struct lift__state *before)
{
	json_t time = json_path(s->json, "metadata", "deletionTimestamp", NULL);
	AUTO_STRBUF marked = STRBUF_INIT;

	if (!s->assumed || s->deleted || !is_name_only(s->json))
		return;
	if (!time.len || json_path(before->json, "metadata", "deletionTimestamp", NULL).len) {
		s->json = before->json;
		return;
	}
	add_marked(before->json, time,
		   json_path(s->json, "metadata", "deletionGracePeriodSeconds", NULL), &marked);
	l->failed |= marked.failed;
	s->json = lift__copy(l, strbuf_str(&marked));
}

/* Whether the observed event shows the assumed write: nothing in it contradicts that. */
static bool shows(const struct lift__state *event, const struct lift__state *s)
{
	return event->event && !event->assumed && !event->deleted &&
	       (!s->uid.len || str_eq(s->uid, event->uid)) && lift__has_all(event->json, s->json);
}

/* The state that shows the deletion of the same object with its version; NULL: none. */
static struct lift__state *deletion_of(const struct lift__object *o, const struct lift__state *s)
{
	for (size_t i = o->states.len; s->uid.len && i-- > 0;) {
		struct lift__state *other = o->states.items[i];

		if (other != s && other->deleted && !other->unplaced && !other->missing &&
		    !other->assumed && !other->parted && str_eq(other->uid, s->uid))
			return other;
	}
	return NULL;
}

static struct lift__state *at(const struct lift__object *o, size_t i)
{
	return i < o->states.len ? o->states.items[i] : NULL;
}

/* The state that replaces an assumed one; NULL: none. *whole: false if no state does, but a watch
 * that shows every change shows none. */
static struct lift__state *real_of(const struct lift__object *o, size_t i, bool *whole)
{
	struct lift__state *s = at(o, i), *next = at(o, i + 1), *before = i ? at(o, i - 1) : NULL;
	struct lift__state *real = NULL;

	*whole = true;
	if (s->unplaced || (s->deleted && s->assumed))
		real = deletion_of(o, s);
	if (real || !s->assumed)
		return real;
	if (!s->deleted && next && shows(next, s))
		return next;
	if (!s->deleted && before && shows(before, s))
		return before;
	*whole = !is_watched(o, s->seq);
	return !*whole && next && next->deleted == s->deleted && !next->assumed ? next : NULL;
}

static void forget_listings(struct lift *l)
{
	for (size_t i = 0; i < l->received.len; i++)
		((struct lift__received *)l->received.items[i])->request->reader->listing.len = 0;
}

bool lift__find_doubles(struct lift *l)
{
	bool whole = !l->has_assumed_states || find_spans(l);

	forget_listings(l);
	return whole;
}

void lift__drop_doubles(struct lift__object *o)
{
	size_t kept = 0;

	for (size_t i = 0; i < o->states.len; i++) {
		bool whole;
		struct lift__state *s = at(o, i), *real = real_of(o, i, &whole);

		s->replaced = real || !whole;
		if (real)
			real->own |= s->own;
	}
	for (size_t i = 0; i < o->states.len; i++)
		if (!at(o, i)->replaced)
			o->states.items[kept++] = at(o, i);
	o->states.len = kept;
}
