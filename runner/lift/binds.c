/* SPDX-License-Identifier: Apache-2.0 */
/* binds.c - expectations that bind the texts of texts.c to names. */
#include "runner/lift/story.h"
#include "runner/lift/texts.h"

struct use {
	struct story *story;
	const struct lift__object *of;
	bool any;
};

static void bind(struct lift *l, struct lift__text *t, void *user)
{
	struct use *u = user;
	struct lift__object *o = t->object;
	AUTO_STRBUF text = STRBUF_INIT, key = STRBUF_INIT;

	if (!t->name.len || o == u->of)
		return;
	u->any = true;
	if (t->bound || !o->now || !o->type->name.len)
		return;
	if (lift__is_numbered(l, o))
		lift__add_numbered(l, o, &key);
	else if (!o->generated)
		strbuf_adds(&key, o->key);
	else
		return;
	t->bound = true;
	strbuf_addf(&text, "  - expect:\n      state:\n        " STR_FMT ":\n          ",
		    STR_ARG(o->type->name));
	lift__add_scalar(&text, strbuf_str(&key));
	strbuf_addf(&text, ": {metadata: {%s: " STR_FMT "}}\n", t->uid ? "uid" : "name",
		    STR_ARG(t->name));
	l->failed |= key.failed;
	lift__add_later(u->story, DEED_EXPECT, u->story->at_ns, &text);
}

void lift__bind_texts(struct story *s, struct lift__state *w)
{
	struct use u = { .story = s, .of = w->object };

	if (!map_len(&s->l->texts) || w->deleted || !w->json.len)
		return;
	lift__each_text(s->l, w->json, 0, bind, &u);
	/* the proof runs without the program, whose object it names */
	w->object->later |= u.any;
}
