/* SPDX-License-Identifier: Apache-2.0 */
/* update.c - instead of failing an expectation, say how its text would have to read. Of a
 * stream only the items that do not fit are touched; of a state only the values. */
#include "base/alloc.h"
#include "runner/expect/update.h"

/* --- a stream --- */

/* What becomes of a list: its items in their order, and new ones between them. */
struct child {
	const struct scn__node *node; /* NULL: new */
	struct str text;	      /* instead of the node's, or of a new one */
	bool deleted;
	struct scn__list *inside; /* of a group that changes: struct child */
};

static void add_child(struct scnu__update *up, struct scn__list *to, struct child child)
{
	struct child *c = scnr__alloc(up->r, sizeof(*c));

	if (!c)
		return;
	*c = child;
	scn__push(up->r, to, c);
}

static struct child child_of(struct scnu__update *up, const struct scn__pair *p)
{
	struct child c = { .node = p->item ? p->item->node : NULL, .deleted = p->mark == '-' };

	if (p->mark == '+')
		c.text = scnu__item_line(up, p);
	else if (p->mark == '~')
		c.text = c.node->kind == SCN_MAP ? scnu__item_map(up, p) : scnu__item_line(up, p);
	if (p->mark != '+' && p->mark != ' ' && p->mark != '.' && scnu__is_variable(up, c.node) &&
	    p->mark != '=')
		scn__updates_refuse(up->u, "line %u has a variable", c.node->pos.line);
	return c;
}

/* Whether a member of that group comes after pair i. */
static bool goes_on(const struct scn__list *pairs, size_t i, const struct scn__item *group)
{
	for (; i < pairs->len; i++) {
		const struct scn__pair *p = pairs->items[i];

		if (p->group == group && p->rec)
			return true;
	}
	return false;
}

static void build_children(struct scnu__update *up, const struct scn__list *pairs,
			   struct scn__list *top)
{
	const struct scn__item *group = NULL;
	struct scn__list *inside = NULL;
	int64_t member_ns = -1; /* what comes at the same time as a group belongs to it */

	for (size_t i = 0; i < pairs->len; i++) {
		const struct scn__pair *p = pairs->items[i];
		struct child c = child_of(up, p);

		if (p->mark == ' ') {
			group = p->item;
			member_ns = -1;
			inside = c.inside = scnr__alloc(up->r, sizeof(*inside));
			add_child(up, top, c);
		} else if (inside &&
			   (p->group == group || (p->mark == '+' && (p->rec->at_ns == member_ns ||
								     goes_on(pairs, i, group))))) {
			add_child(up, inside, c);
			member_ns = p->rec ? p->rec->at_ns : member_ns;
		} else {
			group = p->mark == '-' ? group : NULL;
			inside = group ? inside : NULL;
			add_child(up, top, c);
		}
	}
}

static void free_children(struct scn__list *list)
{
	for (size_t i = 0; i < list->len; i++) {
		struct child *c = list->items[i];

		if (c->inside)
			free_children(c->inside);
	}
	base__free(list->items);
}

static bool is_changed(const struct child *c)
{
	if (!c->node || c->deleted || c->text.len)
		return true;
	for (size_t i = 0; c->inside && i < c->inside->len; i++)
		if (is_changed(c->inside->items[i]))
			return true;
	return false;
}

static bool any_left(const struct scn__list *list)
{
	for (size_t i = 0; i < list->len; i++)
		if (!((const struct child *)list->items[i])->deleted)
			return true;
	return false;
}

static void flow_list(struct scnu__update *up, const struct scn__node *list,
		      const struct scn__list *children, struct strbuf *out);

static void flow_child(struct scnu__update *up, const struct child *c, struct strbuf *out)
{
	const struct scn__node *inner;

	if (c->text.len || !c->node) {
		strbuf_adds(out, c->text);
		return;
	}
	if (!c->inside || !is_changed(c)) {
		strbuf_adds(out, scnu__source_of(up, c->node));
		return;
	}
	inner = scn__get(c->node, "any-order");
	strbuf_adds(out, scnu__slice(up, scnu__begin_of(up, c->node), scnu__begin_of(up, inner)));
	flow_list(up, inner, c->inside, out);
	strbuf_adds(out, scnu__slice(up, scnu__end_of(up, inner), scnu__end_of(up, c->node)));
}

/* In brackets: written anew from the pieces. */
static void flow_list(struct scnu__update *up, const struct scn__node *list,
		      const struct scn__list *children, struct strbuf *out)
{
	bool lines = list->count && list->pos.line != list->items[list->count - 1].pos.line;
	bool any = false;

	strbuf_addc(out, '[');
	for (size_t i = 0; i < children->len; i++) {
		const struct child *c = children->items[i];

		if (c->deleted || (c->inside && !any_left(c->inside)))
			continue;
		if (any && lines)
			strbuf_addf(out, ",\n%*s", (int)list->items[0].pos.column - 1, "");
		else if (any)
			strbuf_addz(out, ", ");
		flow_child(up, c, out);
		any = true;
	}
	strbuf_addc(out, ']');
}

/* The spaces and the dash before an item that stands in lines of its own; empty: it does not. */
static struct str lead_of(const struct scnu__update *up, const struct scn__node *item)
{
	size_t at = scnu__begin_of(up, item), start = scn__updates_line_start(up->u, at);
	struct str lead = scnu__slice(up, start, at);
	size_t i = 0;

	while (i < lead.len && lead.ptr[i] == ' ')
		i++;
	return i < lead.len && lead.ptr[i] == '-' && i + 2 == lead.len ? lead : STR("");
}

static void block_list(struct scnu__update *up, const struct scn__node *list,
		       const struct scn__list *children);

static void block_child(struct scnu__update *up, const struct child *c)
{
	size_t from = scnu__begin_of(up, c->node), to = scnu__end_of(up, c->node);
	const struct scn__node *inner = c->inside ? scn__get(c->node, "any-order") : NULL;

	if (c->deleted || (c->inside && !any_left(c->inside))) {
		scn__updates_edit(up->u, scn__updates_line_start(up->u, from),
				  scn__updates_line_after(up->u, to), STR(""));
	} else if (c->text.len) {
		scn__updates_edit(up->u, from, to, c->text);
	} else if (inner && inner->block) {
		block_list(up, inner, c->inside);
	} else if (inner) {
		AUTO_STRBUF text = STRBUF_INIT;

		flow_list(up, inner, c->inside, &text);
		scn__updates_edit(up->u, scnu__begin_of(up, inner), scnu__end_of(up, inner),
				  strbuf_str(&text));
	}
}

/* In lines: what changes is changed in its place, new items get lines of their own. */
static void block_list(struct scnu__update *up, const struct scn__node *list,
		       const struct scn__list *children)
{
	struct str lead = lead_of(up, &list->items[0]);
	size_t at = scn__updates_line_start(up->u, scnu__begin_of(up, &list->items[0]));

	if (!lead.len) {
		scn__updates_refuse(up->u, "line %u: the list does not stand in lines of its own",
				    list->pos.line);
		return;
	}
	for (size_t i = 0; i < children->len;) {
		const struct child *c = children->items[i];
		AUTO_STRBUF lines = STRBUF_INIT;

		if (c->node) {
			if (is_changed(c))
				block_child(up, c);
			at = scn__updates_line_after(up->u, scnu__end_of(up, c->node));
			i++;
			continue;
		}
		for (; i < children->len && !((const struct child *)children->items[i])->node; i++)
			strbuf_addf(&lines, STR_FMT STR_FMT "\n", STR_ARG(lead),
				    STR_ARG(((const struct child *)children->items[i])->text));
		scn__updates_edit(up->u, at, at, strbuf_str(&lines));
	}
}

static void rewrite_stream(struct scnu__update *up, const struct scn__section *s,
			   const struct scn__list *children)
{
	struct str source = scnu__source_of(up, s->node);

	if (s->node->kind == SCN_LIST && s->node->block && s->node->count && any_left(children)) {
		block_list(up, s->node, children);
	} else if (s->node->kind == SCN_LIST && !s->node->block && source.len &&
		   memchr(source.ptr, '#', source.len)) {
		scn__updates_refuse(up->u, "line %u: a list in brackets with comments in it",
				    s->node->pos.line);
	} else {
		AUTO_STRBUF text = STRBUF_INIT;

		flow_list(up, s->node, children, &text);
		scnu__replace_node(up, s->node, strbuf_str(&text));
	}
}

static void update_stream(struct scnu__update *up, const struct scn__section *s)
{
	struct scn__stuck stream;
	struct scn__list pairs = { 0 }, children = { 0 };
	size_t count, names = up->r->name_count;

	scn__section_stream(up->r, s, &stream);
	count = stream.list->len - stream.from;
	if (!scn__stream(up->r, stream.stream,
			 (struct scn__rec *const *)(stream.list->items + stream.from), count)) {
		if (count > SCN_UPDATE_ITEMS_MAX)
			scn__updates_refuse(up->u, "%zu %ss came", count, stream.noun);
		else
			scn__pair(up->r, stream.stream,
				  (struct scn__rec *const *)(stream.list->items + stream.from),
				  count, &pairs);
		build_children(up, &pairs, &children);
		if (pairs.len || !count)
			rewrite_stream(up, s, &children);
		free_children(&children);
		base__free(pairs.items);
		up->r->name_count = up->r->name_count > names ? up->r->name_count : names;
	}
	scn__section_taken(up->r, s);
}

/* --- states --- */

static void keys_text(struct strbuf *out, const struct inf_strings *keys)
{
	strbuf_addc(out, '[');
	for (size_t i = 0; i < keys->len; i++) {
		strbuf_addz(out, i ? ", " : "");
		scnu__add_scalar(out, str_of(keys->items[i]), true);
	}
	strbuf_addc(out, ']');
}

static void update_objects(struct scnu__update *up, const struct scn__section *s)
{
	struct scn__run *r = up->r;

	if (s->objects.model) {
		scn__updates_refuse(up->u, "line %u: the cache is not what the server has",
				    s->pos.line);
		return;
	}
	if (s->objects.exact) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct inf_strings keys = { 0 };

		scn__section_keys(r, s, &keys);
		keys_text(&text, &keys);
		scnu__replace_node(up, s->node, strbuf_str(&text));
		inf_strings_fini(&keys);
		return;
	}
	for (size_t i = 0; i < s->objects.count; i++) {
		const struct scn__object_expect *o = &s->objects.objects[i];
		AUTO_STRBUF json = STRBUF_INIT;
		bool there = scn__section_object(r, s, &o->key, &json);
		bool absent = o->want->kind == SCN_SCALAR && o->want->form == SCN_ABSENT;

		if (!there && !absent)
			scnu__replace_node(up, o->want, STR("absent"));
		else if (there && absent)
			scnu__replace_node(up, o->want, STR("any"));
		else if (there && o->want->kind == SCN_MAP)
			scnu__replace_subset(up, o->want, (json_t) { json.ptr, json.len });
	}
}

static void update_index(struct scnu__update *up, const struct scn__section *s)
{
	struct scn__irun *ir = scn__informer_of(up->r, s->index.informer);

	for (size_t i = 0; i < s->index.count && ir->inf; i++) {
		const struct scn__index_expect *e = &s->index.values[i];
		struct scn__section one = *s;
		struct inf_strings keys = { 0 };
		AUTO_STRBUF text = STRBUF_INIT;

		one.index.values = e;
		one.index.count = 1;
		if (!scn__holds(up->r, &one)) {
			(void)inf__indexer_index_keys(inf__informer_indexer(ir->inf),
						      s->index.index.ptr, e->value->text.ptr, &keys,
						      NULL);
			keys_text(&text, &keys);
			scnu__replace_node(up, s->node->entries[i].value,
					   keys.len ? strbuf_str(&text) : STR("absent"));
			inf_strings_fini(&keys);
		}
	}
}

static void set_if_other(struct scnu__update *up, const struct scn__node *node, struct str is)
{
	if (node && !scnr__value(up->r, node, is))
		scnu__replace_node(up, node, is);
}

static void update_sync(struct scnu__update *up, const struct scn__section *s)
{
	struct scn__run *r = up->r;
	struct scn__irun *ir = scn__informer_of(r, s->sync.informer);
	char rv[64] = "";

	for (size_t i = 0; i < s->node->count; i++) {
		const struct scn__entry *e = &s->node->entries[i];

		if (str_eqz(e->key, "rv")) {
			if (ir->inf)
				inf__informer_last_sync_rv(ir->inf, rv, sizeof(rv));
			set_if_other(up, e->value, rv[0] ? str_of(rv) : STR("\"\""));
			continue;
		}
		for (int value = 0; value < 2; value++) {
			const struct scn__node yes = { .kind = SCN_SCALAR,
						       .text = value ? STR("true") : STR("false") };

			if (!scn__sync_is(r, s, e->key, value) || str_eq(e->value->text, yes.text))
				continue;
			scnu__replace_node(up, e->value, yes.text);
		}
	}
}

static void update_counts(struct scnu__update *up, const struct scn__section *s)
{
	for (size_t i = 0; i < s->counts.count; i++)
		set_if_other(up, s->counts.items[i].want,
			     scn__printf(up->r, "%zu", scn__count(up->r, &s->counts.items[i])));
}

static void update_queue(struct scnu__update *up, const struct scn__section *s)
{
	struct scn__run *r = up->r;

	for (size_t i = 0; i < s->node->count; i++) {
		const struct scn__entry *e = &s->node->entries[i];
		AUTO_STRBUF text = STRBUF_INIT;
		struct inf_strings keys = { 0 };
		struct scn__section one = *s;

		if (str_eqz(e->key, "retries")) {
			for (size_t k = 0; k < s->queue.retry_count; k++)
				set_if_other(up, s->queue.retries[k].want,
					     scn__printf(r, "%u",
							 scn__retries(r, s,
								      s->queue.retries[k].key)));
			continue;
		}
		if (str_eqz(e->key, "length")) {
			set_if_other(up, e->value, scn__printf(r, "%zu", scn__ready_count(r, s)));
			continue;
		}
		one.queue.ready.given &= str_eqz(e->key, "ready");
		one.queue.processing.given &= str_eqz(e->key, "processing");
		one.queue.delayed.given &= str_eqz(e->key, "delayed");
		one.queue.retry_count = 0;
		one.queue.length = NULL;
		if (scn__holds(r, &one))
			continue;
		scn__queue_keys(r, s, e->key, &keys);
		keys_text(&text, &keys);
		scnu__replace_node(up, e->value, strbuf_str(&text));
		inf_strings_fini(&keys);
	}
}

static void update_at(struct scnu__update *up, const struct scn__section *s)
{
	char text[32];

	duration_format(scn__now(up->r), text, sizeof(text));
	scnu__replace_node(up, s->node, str_of(text));
}

static void update_state(struct scnu__update *up, const struct scn__section *s)
{
	switch (s->kind) {
	case SCN_S_CACHE:
	case SCN_S_STATE:
		update_objects(up, s);
		return;
	case SCN_S_INDEX:
		update_index(up, s);
		return;
	case SCN_S_SYNC:
		update_sync(up, s);
		return;
	case SCN_S_QUEUE:
		update_queue(up, s);
		return;
	case SCN_S_COUNTS:
		update_counts(up, s);
		return;
	case SCN_S_AT:
		update_at(up, s);
		return;
	case SCN_S_LOG:
	case SCN_S_SNAPSHOT:
		scn__updates_refuse(up->u, "line %u: `%s` is not rewritten", s->pos.line,
				    scn__section_word(s->kind));
		return;
	case SCN_S_REQUESTS:
	case SCN_S_HANDLERS:
	case SCN_S_WRITES:
		return;
	}
}

void scn__update_section(struct scn__run *r, const struct scn__section *s)
{
	struct scnu__update up = { r, r->opt->updates };

	scn__updates_begin(up.u, s->pos);
	if (s->kind == SCN_S_REQUESTS || s->kind == SCN_S_HANDLERS || s->kind == SCN_S_WRITES)
		update_stream(&up, s);
	else if (scn__holds(r, s))
		scn__section(r, s); /* for the names that it binds */
	else
		update_state(&up, s);
	if (up.u->failed)
		scn__broken(r, RELIST_ENOMEM);
}
