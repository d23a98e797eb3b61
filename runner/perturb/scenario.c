/* SPDX-License-Identifier: Apache-2.0 */
/* scenario.c - writes a failure as a scenario: the file, its types, names and bodies. */
#include "runner/perturb/scenario.h"

#include "base/json_scan.h"
#include "base/json_tree.h"

enum { PATIENCE_S = 10, PATIENCE_REFUSED_S = 80 };

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
