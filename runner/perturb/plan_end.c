/* SPDX-License-Identifier: Apache-2.0 */
/* plan_end.c - disturbances at the end of the story: objects that the program wrote are deleted,
 * altered, or lose their owner; fields of the story's objects are changed, and changed back. */
#include "base/json_scan.h"
#include "base/json_tree.h"
#include "runner/perturb/planner.h"
#include "runner/perturb/schema.h"

enum { FIELDS_MAX = 12, FIELD_DEPTH = 4 };

/* --- drift --- */

static void add_patch(struct planner *g, const struct perturb__change *c, const char *what,
		      const struct strbuf *patch)
{
	struct perturb__plan plan =
	    perturb__plan_of(PERTURB_DRIFT, PERTURB_PATCH, g->p->life->step_count, UNLIKELY);
	AUTO_STRBUF shown = STRBUF_INIT;
	AUTO_STRBUF s = STRBUF_INIT;

	g->out->points++;
	plan.key = c->key;
	plan.patch = strbuf_str(patch);
	strbuf_addf(&s, "another client %s of %s at the end", what, perturb__shown(c->key, &shown));
	(void)perturb__plan_add(g, &plan, &s);
}

/* Appends a patch for one member: a text under data, a whole number under spec. */
static bool alter_member(const char *part, json_t key, json_t old, const char *text,
			 struct strbuf *patch)
{
	int64_t n;

	if (strcmp(part, "data") == 0 ? json_kind(old) != JSON_STRING : !json_int64(old, &n))
		return false;
	strbuf_addf(patch, "{\"%s\":{" STR_FMT ":", part, STR_ARG(key));
	if (strcmp(part, "data") == 0)
		strbuf_addf(patch, "\"%s\"}}", text);
	else
		strbuf_addf(patch, "%lld}}", (long long)n + 1);
	return true;
}

/* Finds the first compared value that another client may have changed. */
static bool alter(const struct planner *g, const struct perturb__change *c, struct strbuf *what,
		  struct strbuf *patch)
{
	static const char *const parts[] = { "data", "spec" };
	const char *text = str_eqz(c->type, "secrets") ? "Y2hhbmdlZA==" : "changed";
	json_t v = { c->json.ptr, c->json.len }, key, old;
	struct json_iter it;

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		for (json_iter_init(&it, json_get(v, parts[i]));
		     json_iter_member(&it, &key, &old);) {
			AUTO_STRBUF scratch = STRBUF_INIT;
			AUTO_STRBUF path = STRBUF_INIT;

			strbuf_addf(&path, "%s." STR_FMT, parts[i],
				    STR_ARG(json_str(key, &scratch)));
			if (perturb__is_noise(g->p->noise, c->type, path.ptr) ||
			    !alter_member(parts[i], key, old, text, patch))
				continue;
			strbuf_addf(what, "changes %s", path.ptr);
			return true;
		}
	return false;
}

static void plan_drift_of(struct planner *g, const struct perturb__change *c)
{
	struct perturb__plan plan =
	    perturb__plan_of(PERTURB_DRIFT, PERTURB_REMOVE, g->p->life->step_count, POSSIBLE);
	json_t v = { c->json.ptr, c->json.len };
	AUTO_STRBUF shown = STRBUF_INIT;
	AUTO_STRBUF what = STRBUF_INIT;
	AUTO_STRBUF patch = STRBUF_INIT;
	AUTO_STRBUF s = STRBUF_INIT;

	g->out->points++;
	plan.key = c->key;
	strbuf_addf(&s, "another client deletes %s at the end", perturb__shown(c->key, &shown));
	(void)perturb__plan_add(g, &plan, &s);
	if (alter(g, c, &what, &patch))
		add_patch(g, c, what.ptr, &patch);
	if (!json_path(v, "metadata", "ownerReferences", NULL).len)
		return;
	strbuf_clear(&patch);
	strbuf_addz(&patch, "{\"metadata\":{\"ownerReferences\":null}}");
	add_patch(g, c, "takes away the owner", &patch);
}

void perturb__plan_drift(struct planner *g)
{
	const struct perturb__life *l = g->p->life;
	const struct map_entry *e;

	for (size_t i = 0; g->p->families[PERTURB_DRIFT] && (e = map_next(&l->last, &i));) {
		const struct perturb__change *c = e->value;
		const struct perturb__change *made = c;

		while (made->before && !made->added)
			made = made->before;
		if (c->deleted || perturb__is_ignored(c->type) || made->by != PERTURB_SUBJECT ||
		    !map_get(&g->p->noise->keys, c->key) || map_get(&l->locks, c->key))
			continue;
		plan_drift_of(g, c);
	}
}

/* --- spec --- */

struct fields {
	struct planner *g;
	const struct perturb__change *c;
	struct strbuf path, before, after; /* "spec.size", "{\"spec\":{\"size\":", "}}" */
	unsigned count;
};

static void add_field(struct fields *f, const cJSON *now, const struct strbuf *value)
{
	struct perturb__plan plan =
	    perturb__plan_of(PERTURB_SPEC, PERTURB_PATCH, f->g->p->life->step_count, POSSIBLE);
	AUTO_STRBUF shown = STRBUF_INIT;
	AUTO_STRBUF patch = STRBUF_INIT;
	AUTO_STRBUF undo = STRBUF_INIT;
	AUTO_STRBUF s = STRBUF_INIT;

	f->count++;
	f->g->out->points++;
	strbuf_addf(&patch, "%s%s%s", f->before.ptr, value->ptr, f->after.ptr);
	strbuf_addz(&undo, f->before.ptr);
	if (now)
		json_tree_add(&undo, now, JSON_STYLE_WRITTEN);
	else
		strbuf_addz(&undo, "null");
	strbuf_addz(&undo, f->after.ptr);
	plan.key = f->c->key;
	plan.patch = strbuf_str(&patch);
	plan.undo = strbuf_str(&undo);
	strbuf_addf(&s, "at the end %s of %s becomes %s, and %s again", f->path.ptr,
		    perturb__shown(f->c->key, &shown), value->ptr, now ? "what it was" : "absent");
	(void)perturb__plan_add(f->g, &plan, &s);
}

static void cut(struct strbuf *s, size_t len)
{
	s->len = len;
	if (s->ptr)
		s->ptr[len] = '\0';
}

/* Only below existing objects: a missing object may need further fields. */
static void walk_fields(struct fields *f, const cJSON *schema, const cJSON *now, unsigned depth)
{
	const cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties"), *p;
	size_t path = f->path.len, before = f->before.len, after = f->after.len;

	cJSON_ArrayForEach(p, properties)
	{
		const cJSON *value = cJSON_GetObjectItemCaseSensitive(now, p->string);
		AUTO_STRBUF other = STRBUF_INIT;

		if (f->count >= FIELDS_MAX || depth > FIELD_DEPTH)
			return;
		strbuf_addf(&f->path, ".%s", p->string);
		strbuf_addc(&f->before, '{');
		strbuf_add_json(&f->before, str_of(p->string));
		strbuf_addc(&f->before, ':');
		strbuf_addc(&f->after, '}');
		if (cJSON_IsObject(value))
			walk_fields(f, p, value, depth + 1);
		else if (perturb__schema_other(p, value, &other))
			add_field(f, value, &other);
		cut(&f->path, path);
		cut(&f->before, before);
		cut(&f->after, after);
	}
}

static void plan_spec_of(struct planner *g, const struct perturb__change *c)
{
	struct perturb__life *l = g->p->life;
	struct fields f = { .g = g, .c = c };
	const struct perturb__change *definition;
	const char *dot = memchr(c->type.ptr, '.', c->type.len);
	AUTO_STRBUF key = STRBUF_INIT;
	cJSON *tree, *now;

	if (!dot)
		return;
	strbuf_addf(&key, "customresourcedefinitions.apiextensions.k8s.io//" STR_FMT,
		    STR_ARG(c->type));
	definition = map_get(&l->last, strbuf_str(&key));
	if (!definition || definition->deleted)
		return;
	tree = json_tree_parse(definition->json, JSON_DIGITS_ALL);
	now = json_tree_parse(c->json, JSON_DIGITS_ALL);
	strbuf_addz(&f.path, "spec");
	strbuf_addz(&f.before, "{\"spec\":");
	strbuf_addz(&f.after, "}");
	if (tree && now)
		walk_fields(&f, perturb__schema_spec(tree),
			    cJSON_GetObjectItemCaseSensitive(now, "spec"), 0);
	g->failed |= !tree || !now || f.before.failed;
	cJSON_Delete(tree);
	cJSON_Delete(now);
	strbuf_fini(&f.path);
	strbuf_fini(&f.before);
	strbuf_fini(&f.after);
}

/* For custom objects that the story created and that exist at the end. */
void perturb__plan_spec(struct planner *g)
{
	const struct perturb__life *l = g->p->life;
	const struct map_entry *e;

	for (size_t i = 0; g->p->families[PERTURB_SPEC] && (e = map_next(&l->last, &i));) {
		const struct perturb__change *c = e->value;
		const struct perturb__change *made = c;

		while (made->before && !made->added)
			made = made->before;
		if (!c->deleted && made->by == PERTURB_STORY && c->rv > l->rv_first)
			plan_spec_of(g, c);
	}
}
