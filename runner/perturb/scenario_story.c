/* SPDX-License-Identifier: Apache-2.0 */
/* scenario_story.c - the story's steps. Bodies are as the program's mutating webhooks left them: a
 * step of a scenario writes into the store, without admission. */
#include "runner/perturb/scenario.h"

#include "base/json_tree.h"
#include "fakeapi/meta/go_json.h"

enum { DEPTH_MAX = 64 };

bool perturb__strip_body(cJSON *tree, bool status)
{
	static const char *const made[] = { "uid",	  "resourceVersion",   "selfLink",
					    "generation", "creationTimestamp", "managedFields",
					    "name",	  "namespace",	       "ownerReferences" };
	cJSON *metadata = cJSON_GetObjectItemCaseSensitive(tree, "metadata");

	for (size_t i = 0; i < ARRAY_LEN(made); i++)
		cJSON_DeleteItemFromObjectCaseSensitive(metadata, made[i]);
	cJSON_DeleteItemFromObjectCaseSensitive(tree, "kind");
	cJSON_DeleteItemFromObjectCaseSensitive(tree, "apiVersion");
	if (!status)
		cJSON_DeleteItemFromObjectCaseSensitive(tree, "status");
	return tree != NULL;
}

static bool has_mutating_webhooks(const struct perturb__life *l)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->last, &i));) {
		const struct perturb__change *c = e->value;

		if (str_eqz(c->type,
			    "mutatingwebhookconfigurations.admissionregistration.k8s.io") &&
		    !c->deleted)
			return true;
	}
	return false;
}

/* The last write of the story to the object in the step; NULL: none changed it. */
static const struct perturb__change *write_of(const struct perturb__life *l, uint32_t step,
					      struct str key)
{
	for (size_t i = l->changes.len; i-- > 0;) {
		const struct perturb__change *c = perturb__change_at(l, i);

		if (c->step == step && c->by == PERTURB_STORY && !c->deleted && str_eq(c->key, key))
			return c;
	}
	return NULL;
}

/* Appends the merge patch that turns `before` into `now`. */
static void add_patch(struct strbuf *out, const cJSON *before, const cJSON *now, int depth)
{
	const char *comma = "";
	const cJSON *item;

	strbuf_addc(out, '{');
	cJSON_ArrayForEach(item, now)
	{
		const cJSON *had = cJSON_GetObjectItemCaseSensitive(before, item->string);

		if (had && fakeapi__equal(had, item))
			continue;
		strbuf_addz(out, comma);
		strbuf_add_json(out, str_of(item->string));
		strbuf_addc(out, ':');
		if (cJSON_IsObject(item) && cJSON_IsObject(had) && depth < DEPTH_MAX)
			add_patch(out, had, item, depth + 1);
		else
			json_tree_add(out, item, JSON_STYLE_WRITTEN);
		comma = ",";
	}
	cJSON_ArrayForEach(item, before)
	{
		if (cJSON_GetObjectItemCaseSensitive(now, item->string))
			continue;
		strbuf_addz(out, comma);
		strbuf_add_json(out, str_of(item->string));
		strbuf_addz(out, ":null");
		comma = ",";
	}
	strbuf_addc(out, '}');
}

static cJSON *body_of(const struct perturb__change *c, bool status)
{
	cJSON *tree = json_tree_parse(c->json, JSON_DIGITS_ALL);

	perturb__strip_body(tree, status);
	return tree;
}

/* False: there are no mutating webhooks, or nothing was written. */
static bool print_stored(struct scenario_writer *w, uint32_t step, struct str key, bool status)
{
	const struct perturb__life *l = w->t->reference;
	const struct perturb__change *c = has_mutating_webhooks(l) ? write_of(l, step, key) : NULL;
	cJSON *now, *before;

	if (!c || (!c->added && !c->before))
		return false;
	now = body_of(c, status);
	before = c->added ? cJSON_CreateObject() : body_of(c->before, status);
	if (now && before)
		add_patch(&w->steps, before, now, 0);
	else
		w->failed = true;
	cJSON_Delete(now);
	cJSON_Delete(before);
	return true;
}

void perturb__write_body(struct scenario_writer *w, uint32_t step, struct str key,
			 const struct scn__step *s, const struct scn__object *o)
{
	if (print_stored(w, step, key, str_eqz(s->write.subresource, "status")))
		return;
	if (o->body)
		scn__node_json(o->body, NULL, NULL, &w->steps);
	else
		strbuf_addz(&w->steps, "{}");
}

/* --- steps --- */

static struct str key_of(struct scenario_writer *w, const struct scn__key *key)
{
	struct perturb__life *l = w->t->reference;
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_adds(&text, perturb__type(l, key->type->group, key->type->resource));
	strbuf_addf(&text, "/" STR_FMT "/" STR_FMT, STR_ARG(key->ns), STR_ARG(key->name));
	return perturb__copy(l, strbuf_str(&text));
}

static void write_objects(struct scenario_writer *w, const struct scn__step *s, uint32_t step)
{
	const char *comma = "";

	strbuf_addf(&w->steps, "%s: {", s->kind == SCN_CREATE ? "create" : "update");
	if (s->write.subresource.len) {
		strbuf_addf(&w->steps, "subresource: " STR_FMT, STR_ARG(s->write.subresource));
		comma = ", ";
	}
	for (size_t i = 0; i < s->write.count; i++) {
		const struct scn__object *o = &s->write.objects[i];

		strbuf_addz(&w->steps, comma);
		perturb__write_key(w, key_of(w, &o->key), &w->steps);
		strbuf_addz(&w->steps, ": ");
		perturb__write_body(w, step, key_of(w, &o->key), s, o);
		comma = ", ";
	}
	strbuf_addz(&w->steps, "}");
}

void perturb__write_step(struct scenario_writer *w, uint32_t step)
{
	const struct scn__step *s = &w->t->cell->steps[step - 1];

	if (s->kind == SCN_CREATE || s->kind == SCN_UPDATE)
		write_objects(w, s, step);
	if (s->kind == SCN_START)
		strbuf_addz(&w->steps, "start: subject");
	if (s->kind != SCN_DELETE)
		return;
	strbuf_addz(&w->steps, "delete: [");
	for (size_t i = 0; i < s->delete_.count; i++) {
		strbuf_addz(&w->steps, i ? ", " : "");
		perturb__write_key(w, key_of(w, &s->delete_.keys[i]), &w->steps);
	}
	strbuf_addz(&w->steps, "]");
}
