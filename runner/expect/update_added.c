/* SPDX-License-Identifier: Apache-2.0 */
/* update_added.c - what the program wrote in the run and the recorded program did not: members that
 * the last expectation of a lifted scenario lacks, and objects that it does not name. A recording
 * of a program that forgot them cannot show them. */
#include "runner/expect/update.h"
#include "runner/rewrite/literal.h"

enum { DEPTH_MAX = 12 };

/* A place in an object, from the root. */
struct place {
	const struct place *up;
	const char *key;
};

struct written {
	struct scnu__update *up;
	const struct scn__type *type;
	struct str ns, name;
	json_t first; /* the object before the program's first write; empty: there was none */
};

/* --- what the program wrote --- */

static bool is_of(const struct written *w, const struct scn__rec *q)
{
	return q->type == w->type && str_eq(q->ns, w->ns) && str_eq(q->name, w->name) &&
	       q->status >= 200 && q->status < 300;
}

static json_t at(json_t object, const struct place *p)
{
	return p ? json_get(at(object, p->up), p->key) : object;
}

static bool is_same(json_t a, json_t b)
{
	return a.len == b.len && (!a.len || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* Whether a write of the program changed the member. */
static bool has_written(const struct written *w, const struct place *p)
{
	const struct scn__list *writes = &w->up->r->writes.list;

	for (size_t i = 0; i < writes->len; i++) {
		const struct scn__rec *q = writes->items[i];
		json_t after, before;

		if (!is_of(w, q) || !q->after.len ||
		    (q->subresource.len && !str_eqz(q->subresource, "status")))
			continue;
		after = at((json_t) { q->after.ptr, q->after.len }, p);
		before = at((json_t) { q->before.ptr, q->before.len }, p);
		if (!is_same(after, before))
			return true;
	}
	return false;
}

static bool has_written_any(const struct written *w)
{
	const struct scn__list *writes = &w->up->r->writes.list;

	for (size_t i = 0; i < writes->len; i++)
		if (is_of(w, writes->items[i]))
			return true;
	return false;
}

static struct written written_of(struct scnu__update *up, const struct scn__type *type,
				 struct str ns, struct str name)
{
	struct written w = { up, type, ns, name, { NULL, 0 } };
	const struct scn__list *writes = &up->r->writes.list;

	for (size_t i = 0; i < writes->len; i++) {
		const struct scn__rec *q = writes->items[i];

		if (!is_of(&w, q))
			continue;
		w.first = (json_t) { q->before.ptr, q->before.len };
		break;
	}
	return w;
}

/* Members that the program does not write, or that differ in each run. */
static bool is_the_servers(const struct place *p)
{
	static const char *const root[] = { "apiVersion", "kind" };
	static const char *const kept[] = { "labels", "annotations", "finalizers",
					    "ownerReferences", "deletionTimestamp" };

	for (size_t i = 0; !p->up && i < ARRAY_LEN(root); i++)
		if (strcmp(p->key, root[i]) == 0)
			return true;
	if (!p->up || p->up->up || strcmp(p->up->key, "metadata") != 0)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(kept); i++)
		if (strcmp(p->key, kept[i]) == 0)
			return false;
	return true;
}

static bool is_under(const struct place *p, const char *key)
{
	for (; p; p = p->up)
		if (strcmp(p->key, key) == 0)
			return true;
	return false;
}

static bool is_noise(const struct place *p, json_t v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str text = json_str(v, &scratch);

	if (json_kind(v) != JSON_STRING)
		return json_kind(v) == JSON_NULL;
	/* another object in an annotation */
	return scn__is_volatile(text) ||
	       (is_under(p, "annotations") && text.len && (*text.ptr == '{' || *text.ptr == '['));
}

/* --- texts --- */

static void begin_member(struct strbuf *out, const char *between, const char *key)
{
	strbuf_addz(out, out->len ? between : "");
	expect__add_scalar(out, str_of(key), true);
	strbuf_addz(out, ": ");
}

static const char *key_text(struct written *w, json_t key)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str copy = world__copy(w->up->r, json_str(key, &scratch));

	return copy.ptr ? copy.ptr : "";
}

static bool has_entry(const struct scn__node *want, const char *key)
{
	for (size_t i = 0; want && i < want->count; i++)
		if (str_eqz(want->entries[i].key, key))
			return true;
	return false;
}

static void add_members(struct written *w, const struct scn__node *want, json_t have,
			const struct place *up, int depth, const char *between, struct strbuf *out);

static void add_member(struct written *w, json_t v, const struct place *p, int depth,
		       const char *between, struct strbuf *out)
{
	if (is_the_servers(p) || depth > DEPTH_MAX)
		return;
	if (json_kind(v) == JSON_OBJECT) {
		AUTO_STRBUF inner = STRBUF_INIT;

		add_members(w, NULL, v, p, depth + 1, ", ", &inner);
		if (!inner.len)
			return;
		begin_member(out, between, p->key);
		strbuf_addf(out, "{" STR_FMT "}", STR_ARG(strbuf_str(&inner)));
		out->failed |= inner.failed;
		return;
	}
	if (!has_written(w, p))
		return;
	if (strcmp(p->key, "deletionTimestamp") != 0 && is_noise(p, v))
		return;
	begin_member(out, between, p->key);
	expect__add_yaml(out, v, true);
}

/* Appends the members that the program wrote and `want` lacks (NULL: it has none), and those that
 * it removed. */
static void add_members(struct written *w, const struct scn__node *want, json_t have,
			const struct place *up, int depth, const char *between, struct strbuf *out)
{
	struct json_iter it;
	json_t key, v;

	json_iter_init(&it, have);
	while (json_iter_member(&it, &key, &v)) {
		struct place p = { up, key_text(w, key) };

		if (!has_entry(want, p.key))
			add_member(w, v, &p, depth, between, out);
	}
	json_iter_init(&it, at(w->first, up));
	while (json_iter_member(&it, &key, &v)) {
		struct place p = { up, key_text(w, key) };

		if (has_entry(want, p.key) || json_get(have, p.key).len || is_the_servers(&p) ||
		    is_noise(&p, v) || !has_written(w, &p))
			continue;
		begin_member(out, between, p.key);
		strbuf_addz(out, "absent");
	}
}

/* Members of a list's element: it is the program's as a whole. */
static void add_element_members(struct written *w, const struct scn__node *want, json_t have,
				const struct place *up, struct strbuf *out)
{
	struct json_iter it;
	json_t key, v;

	json_iter_init(&it, have);
	while (json_iter_member(&it, &key, &v)) {
		struct place p = { up, key_text(w, key) };
		bool empty = json_kind(v) == JSON_OBJECT && !json_count(v);

		if (has_entry(want, p.key) || is_noise(&p, v) || empty)
			continue;
		begin_member(out, ", ", p.key);
		expect__add_yaml(out, v, true);
	}
}

/* --- into the source --- */

static void insert(struct scnu__update *up, const struct scn__node *map, struct str text,
		   const char *between)
{
	size_t from = expect__begin_of(up, map) + !map->block;

	if (!text.len || !map->pos.line || expect__is_variable(up, map) ||
	    (map->block && !map->count))
		return;
	scn__updates_edit(up->u, from, from,
			  world__printf(up->r, STR_FMT "%s", STR_ARG(text),
					map->count ? between : ""));
}

/* What separates the members of the map. */
static const char *between_members(struct scn__run *r, const struct scn__node *map)
{
	return map->block ? world__printf(r, "\n%*s", (int)map->pos.column - 1, "").ptr : ", ";
}

static void add_in(struct written *w, const struct scn__node *want, json_t have,
		   const struct place *up, bool element)
{
	if (want->kind == SCN_MAP && json_kind(have) == JSON_OBJECT) {
		const char *between = between_members(w->up->r, want);
		AUTO_STRBUF text = STRBUF_INIT;

		if (element && want->block)
			return;
		if (element)
			add_element_members(w, want, have, up, &text);
		else if (between)
			add_members(w, want, have, up, 0, between, &text);
		if (between)
			insert(w->up, want, strbuf_str(&text), between);
		for (size_t i = 0; i < want->count; i++) {
			struct place p = { up, want->entries[i].key.ptr };

			add_in(w, want->entries[i].value, json_get(have, p.key), &p, element);
		}
		if (text.failed)
			world__broken(w->up->r, RELIST_ENOMEM);
	} else if (expect__is_parallel(want, have)) {
		struct json_iter it;
		json_t item;

		json_iter_init(&it, have);
		for (size_t i = 0; json_iter_element(&it, &item); i++)
			add_in(w, &want->items[i], item, up, true);
	}
}

/* --- which expectations --- */

/* A scenario by hand names what its author wants to check; a lifted one refers to its recording. */
static bool is_lifted(const struct scn__scenario *s)
{
	for (size_t i = 0; i < s->ref_count; i++)
		if (s->refs[i].len > 7 && memcmp(s->refs[i].ptr, "sha256-", 7) == 0)
			return true;
	return false;
}

static const struct scn__step *last_expect(const struct scn__run *r)
{
	const struct scn__step *last = NULL;

	for (size_t i = 0; i < r->cell->step_count; i++)
		if (r->cell->steps[i].kind == SCN_EXPECT)
			last = &r->cell->steps[i];
	return last;
}

bool expect__adds(const struct scn__run *r, const struct scn__section *s)
{
	const struct scn__step *last = last_expect(r);

	return r->external && r->opt->updates && !r->opt->updates_again && last &&
	       s >= last->expect.sections && s < last->expect.sections + last->expect.count &&
	       s->kind == SCN_S_STATE && !s->objects.exact && is_lifted(r->cell->scenario);
}

struct str expect__written_text(struct scnu__update *up, const struct scn__key *key, json_t have)
{
	struct written w = written_of(up, key->type, key->ns, key->name);
	AUTO_STRBUF text = STRBUF_INIT;

	if (up->r->external)
		add_members(&w, NULL, have, NULL, 0, ", ", &text);
	return text.len ? world__printf(up->r, "{" STR_FMT "}", STR_ARG(strbuf_str(&text)))
			: STR("any");
}

void expect__add_written(struct scnu__update *up, const struct scn__section *s)
{
	for (size_t i = 0; i < s->objects.count; i++) {
		const struct scn__object_expect *o = &s->objects.objects[i];
		AUTO_STRBUF json = STRBUF_INIT;
		struct written w;
		json_t have;

		if (o->set || o->key.pattern || !expect__section_object(up->r, s, &o->key, &json))
			continue;
		have = (json_t) { json.ptr, json.len };
		w = written_of(up, o->key.type, o->key.ns, o->key.name);
		if (o->want->kind == SCN_MAP)
			add_in(&w, o->want, have, NULL, false);
		else if (o->want->form == SCN_ANY && has_written_any(&w))
			expect__replace_node(up, o->want, expect__written_text(up, &o->key, have));
	}
}
