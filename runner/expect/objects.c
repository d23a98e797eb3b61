/* SPDX-License-Identifier: Apache-2.0 */
/* objects.c - checks the objects of a cache or of the server. */
#include "runner/expect/object_sets.h"
#include "runner/world/made.h"

struct counter {
	const struct scn__type *type;
	size_t count;
};

static int count_type(void *user, const struct fakeapi__write *w)
{
	struct counter *c = user;

	c->count += str_eq(w->group, c->type->group) && str_eq(w->resource, c->type->resource);
	return 0;
}

size_t expect__state_len(struct scn__run *r, const struct scn__type *t)
{
	struct counter c = { t, 0 };

	(void)fakeapi__core_each(r->core, count_type, &c);
	return c.count;
}

bool expect__section_object(struct scn__run *r, const struct scn__section *s,
			    const struct scn__key *key, struct strbuf *out)
{
	struct fakeapi__model_type t = world__model_type(key->type);
	struct scn__key found;
	bool there =
	    s->kind == SCN_S_STATE
		? world__made_find(r, key, &found) &&
		      fakeapi__model_get(r->core, &t, found.ns, found.name, out)
		: world__cache_object(r, world__informer_of(r, s->objects.informer), key, out);

	if (out->failed)
		world__broken(r, RELIST_ENOMEM);
	return there;
}

static struct str with_rv(struct scn__run *r, const struct scn__key *key, const struct strbuf *json)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t rv =
	    json_path((json_t) { json->ptr, json->len }, "metadata", "resourceVersion", NULL);

	return world__printf(r, STR_FMT " rv=" STR_FMT, STR_ARG(key->text),
			     STR_ARG(json_str(rv, &scratch)));
}

struct key_list {
	struct scn__run *run;
	const struct scn__type *type;
	struct inf_strings *keys;
};

static int add_key(void *user, const struct fakeapi__write *w)
{
	struct key_list *l = user;
	AUTO_STRBUF key = STRBUF_INIT;

	if (!str_eq(w->group, l->type->group) || !str_eq(w->resource, l->type->resource))
		return 0;
	strbuf_addf(&key, STR_FMT "%s" STR_FMT, STR_ARG(w->ns), w->ns.len ? "/" : "",
		    STR_ARG(w->name));
	return inf__strings_add(l->keys, strbuf_str(&key));
}

static void keys_of(struct scn__run *r, const struct scn__section *s, struct inf_strings *out)
{
	struct key_list l = { r, s->objects.type, out };
	struct scn__irun *ir =
	    s->kind == SCN_S_CACHE ? world__informer_of(r, s->objects.informer) : NULL;

	if (!ir)
		(void)fakeapi__core_each(r->core, add_key, &l);
	else if (world__cache_keys(r, ir, out))
		world__broken(r, RELIST_ENOMEM);
}

static void check_object(struct scn__run *r, const struct scn__section *s,
			 const struct scn__object_expect *o, struct scn__verdict *v)
{
	AUTO_STRBUF json = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;
	const char *word = scn__section_word(s->kind);
	struct str why_not;
	bool there;

	if (o->set) {
		expect__set_check(r, s, o, v);
		return;
	}
	there = expect__section_object(r, s, &o->key, &json);
	if (o->want->kind == SCN_SCALAR && o->want->form == SCN_ABSENT) {
		if (there)
			expect__differs(v, o->key.pos,
					world__printf(r, STR_FMT ": absent", STR_ARG(o->key.text)),
					with_rv(r, &o->key, &json),
					"%s: " STR_FMT " is still there", word,
					STR_ARG(o->key.text));
		return;
	}
	if (!there) {
		why_not = world__made_instead(r, &o->key);
		expect__differs(v, o->key.pos, o->key.text, STR("absent"),
				"%s: " STR_FMT " is not there%s" STR_FMT, word,
				STR_ARG(o->key.text), why_not.len ? ": " : "", STR_ARG(why_not));
		return;
	}
	if ((o->want->kind == SCN_SCALAR && o->want->form == SCN_ANY) ||
	    expect__subset_fits(r, o->want, (json_t) { json.ptr, json.len }, &why))
		return;
	if (!v->missed)
		v->stuck = (struct scn__stuck) { .section = s, .object = o };
	expect__missed(v, o->want->pos, "%s: " STR_FMT ": %.*s", word, STR_ARG(o->key.text),
		       (int)strcspn(why.ptr, "\n"), why.ptr);
}

static void check_model(struct scn__run *r, const struct scn__section *s, struct scn__verdict *v)
{
	struct scn__irun *ir = world__informer_of(r, s->objects.informer);
	struct str wrong =
	    ir->inf ? world__cache_differs(r, ir)
		    : world__printf(r, STR_FMT " is not started", STR_ARG(ir->def->name));

	if (wrong.len)
		expect__differs(v, s->pos, STR("what the server has"), wrong, "cache: " STR_FMT,
				STR_ARG(wrong));
}

static bool is_wanted(const struct scn__section *s, const char *key)
{
	for (size_t i = 0; i < s->objects.count; i++)
		if (str_eqz(s->objects.objects[i].key.text, key))
			return true;
	return false;
}

/* Reports a miss if there are objects that an exact section does not name. */
static void fail_exact(struct scn__run *r, const struct scn__section *s, struct scn__verdict *v)
{
	struct inf_strings keys = { 0 };
	size_t more = 0;

	keys_of(r, s, &keys);
	for (size_t i = 0; i < s->objects.count; i++)
		expect__row(v, s->objects.objects[i].key.pos.line, '=',
			    s->objects.objects[i].key.text, s->objects.objects[i].key.text);
	for (size_t i = 0; i < keys.len; i++) {
		if (is_wanted(s, keys.items[i]))
			continue;
		expect__row(v, 0, '+', STR(""), str_of(keys.items[i]));
		more++;
	}
	expect__missed(v, s->pos, "%s: %zu object%s not expected", scn__section_word(s->kind), more,
		       more == 1 ? "" : "s");
	inf_strings_fini(&keys);
}

static void check(struct scn__run *r, const struct scn__section *s, struct scn__verdict *v)
{
	size_t have;

	if (s->objects.model) {
		check_model(r, s, v);
		return;
	}
	have = s->kind == SCN_S_STATE
		   ? expect__state_len(r, s->objects.type)
		   : world__cache_len(r, world__informer_of(r, s->objects.informer));
	for (size_t i = 0; i < s->objects.count; i++)
		check_object(r, s, &s->objects.objects[i], v);
	if (s->objects.exact && have != s->objects.count && !v->missed)
		fail_exact(r, s, v);
}

static void update(struct scnu__update *up, const struct scn__section *s)
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

		keys_of(r, s, &keys);
		expect__add_keys(&text, &keys);
		expect__replace_node(up, s->node, strbuf_str(&text));
		inf_strings_fini(&keys);
		return;
	}
	for (size_t i = 0; i < s->objects.count; i++) {
		const struct scn__object_expect *o = &s->objects.objects[i];
		AUTO_STRBUF json = STRBUF_INIT;
		bool absent = o->want->kind == SCN_SCALAR && o->want->form == SCN_ABSENT;
		bool there;

		if (o->set) {
			expect__set_update(up, s, o);
			continue;
		}
		there = expect__section_object(r, s, &o->key, &json);
		if (there == absent && r->opt->updates_again)
			expect__refuse_wobble(up, o->want->pos);
		else if (!there && !absent)
			expect__replace_node(up, o->want, STR("absent"));
		else if (there && absent)
			expect__replace_node(up, o->want,
					     expect__written_text(up, &o->key,
								  (json_t) { json.ptr, json.len }));
		else if (there && o->want->kind == SCN_MAP)
			expect__replace_subset(up, o->want, (json_t) { json.ptr, json.len });
	}
}

const struct scn__section_ops expect__section_objects = { .check = check, .update = update };
