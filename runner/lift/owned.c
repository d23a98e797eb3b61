/* SPDX-License-Identifier: Apache-2.0 */
/* owned.c - writes of other clients to objects that the program under test created: a user deletes
 * its child, a kubelet sets a status, the garbage collector removes what has lost its owner. They
 * are steps of the story, unlike the writes of the program itself. */
#include "runner/lift/arms.h"

/* An effect is observed within this time after the response. */
#define EFFECT_NS (1 * NS_PER_S)

static bool is_verb(const struct lift__own_write *w, const char *verb)
{
	return strcmp(w->verb, verb) == 0;
}

/* Whether the state was first observed after the request and not long after its end. */
static bool is_after(const struct lift__state *s, const struct lift__own_write *w)
{
	return s->seq > w->seq && s->at_ns <= w->end_ns + EFFECT_NS;
}

static bool is_marked(const struct lift__state *s)
{
	return json_path(s->json, "metadata", "deletionTimestamp", NULL).len > 0;
}

/* Of a scale or a binding the response does not contain the object. */
static void mark_subresource(struct lift__object *o, const struct lift__own_write *w)
{
	for (size_t i = 0; i < o->states.len; i++) {
		struct lift__state *s = o->states.items[i];

		if (w->new_rv ? s->rv == w->new_rv && s->seq > w->seq : is_after(s, w)) {
			s->own = true;
			return;
		}
	}
}

/* Marks the states that a deletion caused: the server may mark the object before it deletes it.
 * What has finalizers is deleted by the client that removes the last one. */
static void mark_deletion(struct lift__object *o, const struct lift__own_write *w)
{
	for (size_t i = 0; i < o->states.len; i++) {
		struct lift__state *s = o->states.items[i];
		const struct lift__state *had = s->before;

		if (!is_after(s, w) || !had)
			continue;
		if (s->deleted) {
			s->own |= !lift__has_finalizers(had->json) && (had->own || !is_marked(had));
			return;
		}
		s->own |= is_marked(s) && !is_marked(had);
	}
}

/* Marks the deletions that a DELETECOLLECTION caused. */
static bool mark_collection(const struct lift *l, const struct lift__own_write *w)
{
	AUTO_STRBUF why = STRBUF_INIT;
	struct selector_term *selector = NULL;
	const struct map_entry *e;
	int code = selector_parse_labels(w->labels, &selector, &why);

	for (size_t i = 0; !code && (e = map_next(&l->objects, &i));) {
		struct lift__object *o = e->value;

		if (o->type == w->type && (!w->ns.len || str_eq(w->ns, o->ns)) && o->last &&
		    selector_matches_labels(selector,
					    json_path(o->last->json, "metadata", "labels", NULL)))
			mark_deletion(o, w);
	}
	selector_free(selector);
	return code != RELIST_ENOMEM;
}

bool lift__find_own_effects(struct lift *l)
{
	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = l->own_writes.items[i];
		struct lift__object *o = lift__object_of(l, w);

		if (!lift__succeeded(w))
			continue;
		if (is_verb(w, "DELETECOLLECTION") && !mark_collection(l, w))
			return false;
		if (o && (is_verb(w, "DELETE") || str_eqz(w->subresource, "eviction")))
			mark_deletion(o, w);
		else if (o && w->subresource.len)
			mark_subresource(o, w);
	}
	return true;
}

bool lift__is_by_other(const struct lift *l, const struct lift__state *w)
{
	/* a proxy has recorded all writes of the program; of another recording only a response
	 * shows the client */
	return !w->own && (w->others || (l->source == REC_SOURCE_PROXY && !w->assumed));
}

bool lift__is_garbage(const struct lift *l, const struct lift__state *w)
{
	const struct lift__state *had = w->object->model;
	struct json_iter it;
	json_t owner;
	bool any = false;

	if (!w->deleted || !had)
		return false;
	json_iter_init(&it, json_path(had->json, "metadata", "ownerReferences", NULL));
	while (json_iter_element(&it, &owner)) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str uid = json_str(json_get(owner, "uid"), &scratch);
		const struct lift__object *o = map_get(&l->uids, uid);

		/* an owner that was never observed may exist */
		if (!o || (o->model && str_eq(o->model->uid, uid)))
			return false;
		any = true;
	}
	return any;
}

/* Notes other User-Agents: the same program may have several. */
void lift__note_other_writers(struct lift *l)
{
	for (size_t i = 0; i < l->other_writers.len; i++)
		lift__note(l,
			   "\"" STR_FMT "\" writes as well, and its writes are steps: if it is the "
			   "same program, name it with another --controller",
			   STR_ARG(*(const struct str *)l->other_writers.items[i]));
}

/* Without a write there is nothing that a wrong program does differently. */
static void note_inaction(struct lift *l)
{
	if (l->own_writes.len)
		return;
	for (size_t i = 0; i < l->writes.len; i++) {
		const struct lift__state *w = l->writes.items[i];

		if (w->base || !w->new_rv)
			continue;
		lift__note(l, "the program writes nothing in the recording: the scenario fails "
			      "only if it ends by itself or does not watch");
		return;
	}
	lift__note(l, "nothing is written in the recording after the program's start: it shows no "
		      "failure; record the program until it has made its mistake");
}

/* The expectations do not distinguish such values. */
static void note_hidden_values(struct lift *l)
{
	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = l->own_writes.items[i];

		if (!w->body.len || !strstr(w->body.ptr, "\"redacted-"))
			continue;
		lift__note(l,
			   "values in " STR_FMT "/" STR_FMT " are redacted: the scenario accepts "
			   "any value there, also a wrong one, unless it is recorded with "
			   "--secrets keep",
			   STR_ARG(w->type->name), STR_ARG(w->place));
		return;
	}
}

void lift__note_gaps(struct lift *l)
{
	if (!l->opt.controllers.len)
		return;
	note_inaction(l);
	note_hidden_values(l);
	lift__note_random(l);
}
