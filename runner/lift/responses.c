/* SPDX-License-Identifier: Apache-2.0 */
/* responses.c - collects the responses of a recording: lists, objects, and states after writes. */
#include "runner/lift/arms.h"
#include "runner/lift/read.h"

/* The list of a page has the number of its first page. */
static void number_list(struct lift *l, struct lift__request *r)
{
	const struct lift__request *before = r->page_before;

	if (before && before->list) {
		r->list = before->list;
		r->list_seq = before->list_seq;
	} else {
		l->lists += !r->continue_.len || !l->lists;
		r->list = l->lists;
	}
}

/* Records the token with which a request for the next page continues this list. */
static bool remember_page(struct lift *l, struct lift__request *r, struct str token)
{
	return !token.len || !map_put(&l->pages, token, r, NULL);
}

static int take_list(struct lift *l, struct lift__request *r, json_t body)
{
	json_t items = json_get(body, "items"), item;
	json_t more = json_path(body, "metadata", "continue", NULL);
	AUTO_STRBUF scratch = STRBUF_INIT, kind = STRBUF_INIT;
	struct str list_kind = json_str(json_get(body, "kind"), &kind);
	struct lift__received *end;
	struct json_iter it;
	uint64_t rv = lift__rv_of(body);

	if (json_kind(items) != JSON_ARRAY || str_eqz(list_kind, "Table"))
		return 0;
	if (!r->type->kind.len && list_kind.len > 4 &&
	    !str_eqz(list_kind, "PartialObjectMetadataList"))
		r->type->kind = lift__copy(l, (struct str) { list_kind.ptr, list_kind.len - 4 });
	l->assumes &= !r->assumed; /* kubectl printed the items, its request is assumed */
	number_list(l, r);
	json_iter_init(&it, items);
	while (json_iter_element(&it, &item)) {
		AUTO_STRBUF scratch_item = STRBUF_INIT;
		struct lift__object *o;
		struct lift__received *t;

		item = lift__as_kept(l, r, item, &scratch_item);
		o = lift__object_in(l, r->type, item);
		if (!o)
			continue;
		lift__note_listed(o, r->list, rv);
		t = lift__add_received(l, LIFT_LISTED, r);
		if (!t || !(t->state =
				lift__add_state(l, o, item, lift__rv_of(item), false, r->list_seq)))
			return RELIST_ENOMEM;
	}
	if (rv > l->top_rv)
		l->top_rv = rv;
	if (json_str(more, &scratch).len)
		return remember_page(l, r, json_str(more, &scratch)) ? 0 : RELIST_ENOMEM;
	r->list_rv = rv;
	end = lift__add_received(l, LIFT_LIST_END, r);
	if (!end)
		return RELIST_ENOMEM;
	end->rv = rv;
	end->list_seq = r->list_seq;
	return lift__delete_vanished(l, r, rv);
}

static bool is_object(json_t body)
{
	return json_kind(body) == JSON_OBJECT &&
	       json_path(body, "metadata", "resourceVersion", NULL).len &&
	       json_path(body, "metadata", "name", NULL).len;
}

/* If the response belongs to a write of the program, its state is the program's. */
static int keep(struct lift *l, const struct lift__request *r, struct lift__state *s)
{
	if (!s)
		return RELIST_ENOMEM;
	/* a write that changed nothing returns an older state */
	if (s->seq > r->seq) {
		s->own |= r->own;
		s->others |= !r->own;
	}
	s->born |= r->creates;
	s->object->wanted |= r->own && lift__is_child_of_kept(l, s);
	return 0;
}

/* The response to a deletion names the UID of what it deleted. */
static int keep_deletion(struct lift *l, const struct lift__request *r, struct lift__object *o,
			 json_t uid)
{
	struct lift__state *s = lift__add_state(l, o, o->last->json, 0, true, l->seq);
	AUTO_STRBUF scratch = STRBUF_INIT;

	if (s && uid.len)
		s->uid = lift__copy(l, json_str(uid, &scratch));
	return scratch.failed ? RELIST_ENOMEM : keep(l, r, s);
}

static bool has_uid(const struct lift__state *s, json_t object)
{
	return json_str_eq(json_path(object, "metadata", "uid", NULL), s->uid);
}

/* Records the state in the response to a write. */
static int take_write(struct lift *l, struct lift__request *r, json_t body)
{
	bool marked = json_path(body, "metadata", "deletionTimestamp", NULL).len > 0;
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct lift__object *o;
	bool gone;

	if (!is_object(body)) {
		o = r->deletes && r->name.len && !r->subresource.len
			? lift__make_object(l, r->type, r->ns, r->name)
			: NULL;
		if (!o || !o->last || !json_str_eq(json_get(body, "status"), STR("Success")))
			return l->failed ? RELIST_ENOMEM : 0;
		/* an event arrived earlier */
		if (o->last->deleted)
			return keep(l, r, o->last);
		return keep_deletion(l, r, o, json_path(body, "details", "uid", NULL));
	}
	if (r->subresource.len && !json_str_eq(json_get(body, "kind"), r->type->kind))
		return 0;
	body = lift__as_kept(l, r, body, &scratch);
	o = lift__object_in(l, r->type, body);
	if (!o)
		return l->failed ? RELIST_ENOMEM : 0;
	gone = (r->deletes && !marked) || rec__is_ended(body);
	if (gone && o->last && o->last->deleted && has_uid(o->last, body)) {
		o->last->parted = false; /* an event that arrived earlier shows the deletion */
		return keep(l, r, o->last);
	}
	/* the response to a deletion may have the version before it */
	return keep(l, r,
		    lift__add_state(l, o, body,
				    gone && o->last && o->last->rv >= lift__rv_of(body)
					? 0
					: lift__rv_of(body),
				    gone, l->seq));
}

int lift__take_response(struct lift *l, const struct rec__line *line)
{
	struct lift__request *r = line->again ? NULL : lift__find_request(l, line->id);
	struct lift__received *t;
	json_t body = line->body_kind == REC_BODY_JSON ? line->json : (json_t) { NULL, 0 };
	int code = 0;

	if (!r)
		return 0;
	r->status = line->status;
	if (r->sent)
		lift__note_answer(l, r->sent, line);
	/* record the object that it wanted to create although it does not exist */
	if (r->own && r->sent && r->sent->name.len && line->status >= 400 &&
	    !lift__make_object(l, r->type, r->ns, r->sent->name))
		return RELIST_ENOMEM;
	if (r->verb != LIFT_OTHER) {
		t = lift__add_received(l, LIFT_ANSWERED, r);
		if (!t)
			return RELIST_ENOMEM;
		t->status = line->status;
		t->rv = lift__rv_of(body);
		t->retry_after = lift__copy(l, rec__find_header(line, "Retry-After"));
		if (line->status >= 400)
			lift__set_error(l, t, body);
		t->status = line->status;
	}
	if (line->status >= 200 && line->status < 300 && body.len) {
		if (r->verb == LIFT_LIST)
			code = take_list(l, r, body);
		else if (r->verb == LIFT_OTHER && r->write)
			code = take_write(l, r, body);
		else if (r->get && is_object(body) && !r->subresource.len) {
			AUTO_STRBUF scratch = STRBUF_INIT;
			struct lift__object *o;

			body = lift__as_kept(l, r, body, &scratch);
			o = lift__object_in(l, r->type, body);
			if (l->failed)
				return RELIST_ENOMEM;
			if (o && (!lift__add_state(l, o, body, lift__rv_of(body), false, r->seq) ||
				  (r->mine && !lift__push(l, &o->reads, r))))
				code = RELIST_ENOMEM;
		}
	}
	if (!line->stream) {
		lift__remove_request(l, line->id);
		r->end_seq = l->seq;
		r->end_ns = l->at_ns;
	}
	return code;
}
