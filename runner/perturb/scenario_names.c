/* SPDX-License-Identifier: Apache-2.0 */
/* scenario_names.c - types and objects as a written scenario names them. */
#include "runner/perturb/scenario.h"

#include "base/json_scan.h"

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
