/* SPDX-License-Identifier: Apache-2.0 */
/* streams.c - checks the order of requests, notifications and writes; for --update, rewrites the
 * items that do not match and leaves the others unchanged. */
#include "base/alloc.h"
#include "runner/expect/update.h"

/* Returns NULL if the section is not a stream. */
const struct scn__stream *expect__section_items(const struct scn__section *s)
{
	switch (s->kind) {
	case SCN_S_REQUESTS:
		return &s->requests;
	case SCN_S_WRITES:
		return &s->writes;
	case SCN_S_HANDLERS:
		return &s->handlers.stream;
	case SCN_S_CACHE:
	case SCN_S_INDEX:
	case SCN_S_SYNC:
	case SCN_S_QUEUE:
	case SCN_S_STATE:
	case SCN_S_COUNTS:
	case SCN_S_AT:
	case SCN_S_LOG:
	case SCN_S_SNAPSHOT:
		break;
	}
	return NULL;
}

static struct scn__track *track_of(struct scn__run *r, const struct scn__section *s)
{
	if (s->kind == SCN_S_REQUESTS)
		return &r->requests;
	if (s->kind == SCN_S_WRITES)
		return &r->writes;
	return r->handlers[s->handlers.handler->index].notes;
}

static struct scn__stuck stream_of(struct scn__run *r, const struct scn__section *s)
{
	const struct scn__track *track = track_of(r, s);

	return (struct scn__stuck) { .section = s,
				     .stream = expect__section_items(s),
				     .noun = s->kind == SCN_S_HANDLERS ? "notification"
					     : s->kind == SCN_S_WRITES ? "write"
								       : "request",
				     .list = &track->list,
				     .from = track->cursor,
				     .since_line = track->since_line };
}

static bool matches(struct scn__run *r, const struct scn__stuck *s)
{
	return expect__stream_fits(r, s->stream, expect__records_from(s, s->from),
				   s->list->len - s->from);
}

static void check(struct scn__run *r, const struct scn__section *s, struct scn__verdict *v)
{
	struct scn__stuck stream = stream_of(r, s);

	if (matches(r, &stream))
		return;
	if (!v->missed)
		v->stuck = stream;
	expect__missed(v, s->pos, "%s: not what was expected", scn__section_word(s->kind));
}

static void taken(struct scn__run *r, const struct scn__section *s)
{
	struct scn__track *track = track_of(r, s);

	track->cursor = track->list.len;
	track->since_line = s->pos.line;
}

/* --- the text of an update --- */

/* A list after the update: old items in their order, new ones between them. */
struct child {
	const struct scn__node *node; /* NULL: new item */
	struct str text;	      /* replaces the node's text; or the text of a new item */
	bool deleted;
	struct scn__list *inside; /* struct child: the members of a group that changes */
};

static void add_child(struct scnu__update *up, struct scn__list *to, struct child child)
{
	struct child *c = world__alloc(up->r, sizeof(*c));

	if (!c)
		return;
	*c = child;
	world__push(up->r, to, c);
}

static struct child child_of(struct scnu__update *up, const struct scn__pair *p)
{
	struct child c = { .node = p->item ? p->item->node : NULL, .deleted = p->mark == '-' };

	if (p->mark == '+')
		c.text = expect__item_line(up, p);
	else if (p->mark == '~')
		c.text =
		    c.node->kind == SCN_MAP ? expect__item_map(up, p) : expect__item_line(up, p);
	if (p->mark != '+' && p->mark != ' ' && p->mark != '.' && expect__is_variable(up, c.node) &&
	    p->mark != '=')
		scn__updates_refuse(up->u, "line %u has a variable", c.node->pos.line);
	if (p->item && p->item->times && p->mark != '=')
		scn__updates_refuse(up->u, "line %u has `times`", c.node->pos.line);
	return c;
}

/* Whether a later pair than i is a member of that group. */
static bool group_continues(const struct scn__list *pairs, size_t i, const struct scn__item *group)
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
	int64_t member_ns = -1; /* records with the same time as a member belong to the group */

	for (size_t i = 0; i < pairs->len; i++) {
		const struct scn__pair *p = pairs->items[i];
		struct child c = child_of(up, p);

		if (p->mark == ' ') {
			group = p->item;
			member_ns = -1;
			inside = c.inside = world__alloc(up->r, sizeof(*inside));
			add_child(up, top, c);
		} else if (inside && (p->group == group ||
				      (p->mark == '+' && (p->rec->at_ns == member_ns ||
							  group_continues(pairs, i, group))))) {
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

/* Whether the updated list has an item; a group needs a remaining member. */
static bool any_left(const struct scn__list *list)
{
	for (size_t i = 0; i < list->len; i++) {
		const struct child *c = list->items[i];

		if (!c->deleted && (!c->inside || any_left(c->inside)))
			return true;
	}
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
		strbuf_adds(out, expect__source_of(up, c->node));
		return;
	}
	inner = scn__get(c->node, "any-order");
	strbuf_adds(out,
		    expect__slice(up, expect__begin_of(up, c->node), expect__begin_of(up, inner)));
	flow_list(up, inner, c->inside, out);
	strbuf_adds(out, expect__slice(up, expect__end_of(up, inner), expect__end_of(up, c->node)));
}

/* Rewrites a list in brackets from its parts. */
static void flow_list(struct scnu__update *up, const struct scn__node *list,
		      const struct scn__list *children, struct strbuf *out)
{
	bool lines = list->count && list->pos.line != list->items[list->count - 1].pos.line;
	bool any = false;

	strbuf_addc(out, '[');
	for (size_t i = 0; i < children->len; i++) {
		const struct child *c = children->items[i];

		if (c->deleted || (c->inside && !any_left(c->inside)) ||
		    (i && c->node &&
		     ((const struct child *)children->items[i - 1])->node == c->node))
			continue; /* the last entry is `times` */
		if (any && lines)
			strbuf_addf(out, ",\n%*s", (int)list->items[0].pos.column - 1, "");
		else if (any)
			strbuf_addz(out, ", ");
		flow_child(up, c, out);
		any = true;
	}
	strbuf_addc(out, ']');
}

/* The spaces and the dash before an item of a block list; empty if the item is not in one. */
static struct str lead_of(const struct scnu__update *up, const struct scn__node *item)
{
	size_t at = expect__begin_of(up, item), start = scn__updates_line_start(up->u, at);
	struct str lead = expect__slice(up, start, at);
	size_t i = 0;

	while (i < lead.len && lead.ptr[i] == ' ')
		i++;
	return i < lead.len && lead.ptr[i] == '-' && i + 2 == lead.len ? lead : STR("");
}

static void block_list(struct scnu__update *up, const struct scn__node *list,
		       const struct scn__list *children);

static void block_child(struct scnu__update *up, const struct child *c)
{
	size_t from = expect__begin_of(up, c->node), to = expect__end_of(up, c->node);
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
		scn__updates_edit(up->u, expect__begin_of(up, inner), expect__end_of(up, inner),
				  strbuf_str(&text));
	}
}

/* Edits a block list in place; new items get their own lines. */
static void block_list(struct scnu__update *up, const struct scn__node *list,
		       const struct scn__list *children)
{
	struct str lead = lead_of(up, &list->items[0]);
	size_t at = scn__updates_line_start(up->u, expect__begin_of(up, &list->items[0]));

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
			at = scn__updates_line_after(up->u, expect__end_of(up, c->node));
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
	struct str source = expect__source_of(up, s->node);

	if (s->node->kind == SCN_LIST && s->node->block && s->node->count && any_left(children)) {
		block_list(up, s->node, children);
	} else if (s->node->kind == SCN_LIST && !s->node->block && source.len &&
		   memchr(source.ptr, '#', source.len)) {
		scn__updates_refuse(up->u, "line %u: a list in brackets with comments in it",
				    s->node->pos.line);
	} else {
		AUTO_STRBUF text = STRBUF_INIT;

		flow_list(up, s->node, children, &text);
		expect__replace_node(up, s->node, strbuf_str(&text));
	}
}

static void update(struct scnu__update *up, const struct scn__section *s)
{
	struct scn__stuck stream = stream_of(up->r, s);
	struct scn__list pairs = { 0 }, children = { 0 };
	size_t count = stream.list->len - stream.from;

	if (matches(up->r, &stream))
		return;
	if (count > EXPECT_PAIRED_MAX)
		scn__updates_refuse(up->u, "%zu %ss came", count, stream.noun);
	else
		expect__pair_up(up->r, stream.stream, expect__records_from(&stream, stream.from),
				count, &pairs);
	build_children(up, &pairs, &children);
	if (pairs.len || !count)
		rewrite_stream(up, s, &children);
	free_children(&children);
	base__free(pairs.items);
}

const struct scn__section_ops expect__section_stream = { .check = check,
							 .update = update,
							 .taken = taken };
