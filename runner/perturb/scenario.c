/* SPDX-License-Identifier: Apache-2.0 */
/* scenario.c - writes a failure as a scenario: the file, its types, names and bodies. */
#include "runner/perturb/scenario.h"

#include "base/json_scan.h"
#include "base/json_tree.h"

enum { PATIENCE_S = 10, PATIENCE_REFUSED_S = 80 };

/* --- types --- */

static const struct scn__type *type_of_story(const struct scenario_writer *w, struct str type)
{
	const struct scn__world *world = &w->t->cell->world;

	for (size_t i = 0; i < world->type_count; i++) {
		const struct scn__type *t = &world->types[i];

		if (str_eq(perturb__type(w->t->reference, t->group, t->resource), type))
			return t;
	}
	return NULL;
}

/* "apps/v1", from an object of the type or a closed watch; empty: there was none. */
static struct str version_of(const struct scenario_writer *w, struct str type,
			     struct strbuf *scratch)
{
	const struct perturb__life *const lives[] = { w->t->reference, w->t->life };
	const struct str *closed = map_get(&w->t->reference->closed, type);

	for (size_t k = 0; k < ARRAY_LEN(lives); k++)
		for (size_t i = 0; lives[k] && i < lives[k]->changes.len; i++) {
			const struct perturb__change *c = perturb__change_at(lives[k], i);

			if (str_eq(c->type, type) && c->json.len)
				return json_str(json_get((json_t) { c->json.ptr, c->json.len },
							 "apiVersion"),
						scratch);
		}
	return closed ? *closed : STR("");
}

static bool is_defined(const struct scenario_writer *w, const struct scn__type *t)
{
	AUTO_STRBUF key = STRBUF_INIT;

	strbuf_addf(&key, "customresourcedefinitions.apiextensions.k8s.io//" STR_FMT "." STR_FMT,
		    STR_ARG(t->resource), STR_ARG(t->group));
	return w->t->load && map_get(&w->t->reference->last, strbuf_str(&key));
}

static struct str resource_of(struct str type)
{
	const char *dot = type.len ? memchr(type.ptr, '.', type.len) : NULL;

	return (struct str) { type.ptr, dot ? (size_t)(dot - type.ptr) : type.len };
}

static void add_type_line(struct scenario_writer *w, struct str type, struct strbuf *out)
{
	const struct scn__type *t = type_of_story(w, type);
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str version, resource = resource_of(type);

	if (!t) {
		version = version_of(w, type, &scratch);
		if (!version.len)
			w->why = "an object of a type that was never seen";
		strbuf_addf(out, STR_FMT "/" STR_FMT, STR_ARG(version), STR_ARG(resource));
		return;
	}
	if (t->builtin || is_defined(w, t)) {
		strbuf_addf(out, STR_FMT "%s" STR_FMT "/" STR_FMT, STR_ARG(t->group),
			    t->group.len ? "/" : "", STR_ARG(t->version), STR_ARG(t->resource));
		return;
	}
	strbuf_addf(out, "{resource: " STR_FMT "/" STR_FMT "/" STR_FMT ", kind: " STR_FMT "%s%s%s}",
		    STR_ARG(t->group), STR_ARG(t->version), STR_ARG(t->resource), STR_ARG(t->kind),
		    t->namespaced ? "" : ", namespaced: false", t->status ? "" : ", status: false",
		    t->removed ? ", removed: true" : "");
}

/* Appends the type's resource; if another type has the same resource, with the group. */
static void name_type(struct scenario_writer *w, struct str type, struct strbuf *out)
{
	const struct map_entry *e;
	struct str resource = resource_of(type);
	bool taken = false;

	for (size_t i = 0; (e = map_next(&w->names, &i));)
		taken |= str_eq(*(const struct str *)e->value, resource);
	if (!taken) {
		strbuf_adds(out, resource);
		return;
	}
	for (size_t i = 0; i < type.len; i++)
		strbuf_addc(out, type.ptr[i] == '.' ? '-' : type.ptr[i]);
}

void perturb__write_type(struct scenario_writer *w, struct str type, struct strbuf *out)
{
	struct perturb__life *l = w->t->reference;
	const struct str *known = map_get(&w->names, type);
	AUTO_STRBUF line = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	struct str own, *name, *value;

	if (known) {
		strbuf_adds(out, *known);
		return;
	}
	name_type(w, type, &text);
	add_type_line(w, type, &line);
	own = perturb__copy(l, type);
	name = runner__arena_alloc(&l->arena, sizeof(*name));
	value = runner__arena_alloc(&l->arena, sizeof(*value));
	if (!name || !value) {
		w->failed = true;
		return;
	}
	*name = perturb__copy(l, strbuf_str(&text));
	*value = perturb__copy(l, strbuf_str(&line));
	if (l->arena.failed || map_put(&w->names, own, name, NULL) ||
	    map_put(&w->types, own, value, NULL))
		w->failed = true;
	strbuf_adds(out, strbuf_str(&text));
}

void perturb__write_key(struct scenario_writer *w, struct str key, struct strbuf *out)
{
	perturb__write_type(w, perturb__key_type(key), out);
	strbuf_addf(out, "/" STR_FMT, STR_ARG(perturb__key_object(key)));
}

/* --- loaded objects --- */

static bool strip(cJSON *tree)
{
	static const char *const made[] = { "uid", "resourceVersion", "selfLink", "managedFields",
					    "creationTimestamp" };
	cJSON *metadata = cJSON_GetObjectItemCaseSensitive(tree, "metadata");

	for (size_t i = 0; i < ARRAY_LEN(made); i++)
		cJSON_DeleteItemFromObjectCaseSensitive(metadata, made[i]);
	return tree != NULL;
}

int perturb__loaded(struct perturb__life *reference, struct strbuf *out)
{
	bool any = false, good = true;

	for (size_t i = 0; i < reference->changes.len && good; i++) {
		const struct perturb__change *c = perturb__change_at(reference, i);
		cJSON *tree;

		if (c->rv > reference->rv_first || c->by != PERTURB_STORY || c->deleted)
			continue;
		/* use the newest version before the start */
		for (size_t k = i + 1; k < reference->changes.len; k++) {
			const struct perturb__change *later = perturb__change_at(reference, k);

			if (later->rv <= reference->rv_first && str_eq(later->key, c->key))
				c = later;
		}
		if (c != perturb__change_at(reference, i))
			continue;
		tree = json_tree_parse(c->json, JSON_DIGITS_ALL);
		good = strip(tree);
		if (good) {
			strbuf_addz(out, any ? ",\n"
					     : "{\"apiVersion\":\"v1\",\"kind\":\"List\","
					       "\"items\":[\n");
			json_tree_add(out, tree, JSON_STYLE_WRITTEN);
		}
		cJSON_Delete(tree);
		any = true;
	}
	if (any)
		strbuf_addz(out, "\n]}\n");
	return good && !out->failed ? 0 : RELIST_ENOMEM;
}

/* --- the file --- */

void perturb__write_name(const struct perturb__plan *plan, struct strbuf *out)
{
	for (size_t i = 0; i < plan->name.len; i++)
		strbuf_addc(out, plan->name.ptr[i] == ':' ? '-' : plan->name.ptr[i]);
}

static void add_about(const struct scenario_writer *w, struct strbuf *out)
{
	const struct scn__list *f = w->t->findings;
	AUTO_STRBUF text = STRBUF_INIT;

	if (w->t->plan)
		strbuf_addf(&text, "Found by relist perturb: " STR_FMT,
			    STR_ARG(w->t->plan->sentence));
	if (w->t->plan && f && f->len)
		strbuf_addf(&text, ": " STR_FMT,
			    STR_ARG(((const struct perturb__finding *)f->items[0])->what));
	if (text.len) {
		strbuf_addz(out, "about: ");
		strbuf_add_json(out, strbuf_str(&text));
		strbuf_addc(out, '\n');
	}
}

static void add_world(struct scenario_writer *w, struct str informer, struct strbuf *out)
{
	const struct perturb__plan *p = w->t->plan;
	const struct map_entry *e;

	strbuf_addz(out, "world:\n  server: {bootstrap: true");
	strbuf_addz(out, p && p->how == PERTURB_STALE_RESTART ? ", backends: [A, B]}\n" : "}\n");
	if (w->t->load)
		strbuf_addf(out, "  load: [%s]\n", w->t->load);
	strbuf_addz(out, "  types:\n");
	for (size_t i = 0; (e = map_next(&w->types, &i));) {
		const struct str *name = map_get(&w->names, (struct str) { e->key, e->key_len });
		const struct str *line = e->value;

		strbuf_addf(out, "    " STR_FMT ": " STR_FMT "\n", STR_ARG(*name), STR_ARG(*line));
	}
	strbuf_addf(out, "  informers:\n    subject: {type: " STR_FMT "}\n", STR_ARG(informer));
}

/* The types whose watches the undisturbed program closes for good. */
static void add_closes(struct scenario_writer *w, struct strbuf *out)
{
	const struct map_entry *e;
	const char *before = ", closes: [";

	for (size_t i = 0; (e = map_next(&w->t->reference->closed, &i));) {
		strbuf_addz(out, before);
		perturb__write_type(w, (struct str) { e->key, e->key_len }, out);
		before = ", ";
	}
	if (map_len(&w->t->reference->closed))
		strbuf_addc(out, ']');
}

int perturb__scenario(const struct perturb__scenario_input *t, struct strbuf *out, const char **why)
{
	struct scenario_writer w = { .t = t };
	const struct scn__type *first = &t->cell->world.types[0];
	AUTO_STRBUF informer = STRBUF_INIT;
	AUTO_STRBUF closes = STRBUF_INIT;
	bool slow = t->plan && t->plan->family == PERTURB_REFUSED;

	map_init(&w.types, MAP_BORROW_KEYS);
	map_init(&w.names, MAP_BORROW_KEYS);
	strbuf_init(&w.steps);
	perturb__write_type(&w, perturb__type(t->reference, first->group, first->resource),
			    &informer);
	perturb__write_steps(&w);
	add_closes(&w, &closes);
	strbuf_addf(out, "scenario: " STR_FMT, STR_ARG(t->cell->scenario->name));
	if (t->plan) {
		strbuf_addc(out, '-');
		perturb__write_name(t->plan, out);
	}
	strbuf_addc(out, '\n');
	add_about(&w, out);
	add_world(&w, strbuf_str(&informer), out);
	strbuf_addf(out,
		    "external: {checks: [state, counts], real-time: true, patience: %ds" STR_FMT
		    "}\n",
		    slow ? PATIENCE_REFUSED_S : PATIENCE_S, STR_ARG(strbuf_str(&closes)));
	strbuf_addz(out, "steps:\n");
	strbuf_adds(out, strbuf_str(&w.steps));
	w.failed |= w.steps.failed || closes.failed || out->failed || t->reference->arena.failed;
	*why = w.why;
	strbuf_fini(&w.steps);
	map_fini(&w.types);
	map_fini(&w.names);
	return w.failed ? RELIST_ENOMEM : 0;
}
