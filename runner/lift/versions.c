/* SPDX-License-Identifier: Apache-2.0 */
/* versions.c - custom types that clients use in several versions. A version without some fields
 * hides them from its readers, and a write in that version removes them from the stored object. */
#include "base/json_tree.h"
#include "fakeapi/apply/patch.h"
#include "runner/lift/versions.h"

bool lift__same_version(json_t a, json_t b)
{
	json_t x = json_get(a, "apiVersion"), y = json_get(b, "apiVersion");

	return !x.len || !y.len || json_equal(x, y);
}

void lift__add_form(struct lift *l, struct lift__state *s, json_t json)
{
	if (s->object->type->builtin || lift__same_version(s->json, json))
		return;
	json = lift__copy(l, json);
	if (lift__has_all(json, s->json)) {
		s->narrow = s->json;
		s->json = json;
	} else {
		s->narrow = json;
	}
}

json_t lift__form_of(const struct lift__state *s, json_t like)
{
	return s->narrow.len && lift__same_version(s->narrow, like) ? s->narrow : s->json;
}

static bool print_kept(struct lift *l, cJSON *tree, json_t *out)
{
	char *text = json_tree_print(tree, JSON_STYLE_WRITTEN);

	if (text)
		*out = lift__copy(l, str_of(text));
	cJSON_free(text);
	return text && out->ptr;
}

bool lift__in_full(struct lift *l, struct lift__state *s, const struct lift__state *before)
{
	json_t from = lift__form_of(before, s->json);
	AUTO_STRBUF changes = STRBUF_INIT;
	cJSON *patch, *whole;
	bool known = lift__same_version(from, s->json), done;

	if (s->own || s->deleted || s->object->type->builtin || !s->json.len || !before->json.len ||
	    lift__same_version(before->json, s->json))
		return true;
	/* without the earlier state in this version, what it hides and what was removed are the
	 * same */
	if (known ? lift__patch(l, from, s->json, &changes)
		  : lift__without(s->json, before->json, &changes))
		return false;
	patch = json_tree_parse(strbuf_str(&changes), JSON_DIGITS_ALL);
	whole = json_tree_parse(before->json, JSON_DIGITS_ALL);
	cJSON_DeleteItemFromObjectCaseSensitive(patch, "apiVersion");
	s->narrow = s->json;
	done = patch && whole && fakeapi__merge_patch(whole, patch) == 0 &&
	       print_kept(l, whole, &s->json);
	cJSON_Delete(patch);
	cJSON_Delete(whole);
	return done;
}

/* --- the versions of a type --- */

/* Whether the recording shows the type's definition, which then is part of the story. */
static bool is_defined(const struct lift *l, const struct lift__type *t)
{
	AUTO_STRBUF key = STRBUF_INIT;
	const struct lift__object *o;

	strbuf_addf(&key, "apiextensions.k8s.io/customresourcedefinitions " STR_FMT "." STR_FMT,
		    STR_ARG(t->resource), STR_ARG(t->group));
	o = key.failed ? NULL : map_get(&l->objects, strbuf_str(&key));
	return o && o->wanted && o->states.len;
}

static bool has_version(const struct lift__type *t, struct str version)
{
	for (size_t i = 0; i < t->versions.len; i++)
		if (str_eq(*(const struct str *)t->versions.items[i], version))
			return true;
	return false;
}

void lift__choose_version(struct lift *l, struct lift__type *type, struct str version, bool mine)
{
	struct str *kept;

	if (!type || type->builtin)
		return;
	if (!has_version(type, version)) {
		kept = lift__alloc(l, sizeof(*kept));
		if (!kept || !lift__push(l, &type->versions, kept))
			return;
		*kept = lift__copy(l, version);
	}
	if (mine && !type->mine)
		type->version = lift__copy(l, version);
	type->mine |= mine;
}

void lift__add_other_versions(struct lift *l, const struct lift__type *t)
{
	const char *before = ", versions: [";

	if (t->versions.len < 2 || is_defined(l, t))
		return;
	if (!l->opt.controllers.len) { /* an informer requests its own version alone */
		lift__note(l,
			   STR_FMT "." STR_FMT
				   " are requested in %zu versions: the scenario has one of them, "
				   "without conversion and without the removal of fields that "
				   "another lacks",
			   STR_ARG(t->resource), STR_ARG(t->group), t->versions.len);
		return;
	}
	for (size_t i = 0; i < t->versions.len; i++) {
		struct str v = *(const struct str *)t->versions.items[i];

		if (str_eq(v, t->version))
			continue;
		strbuf_addf(&l->world, "%s" STR_FMT, before, STR_ARG(v));
		before = ", ";
	}
	strbuf_addc(&l->world, ']');
	lift__note(l,
		   STR_FMT "." STR_FMT " are requested in %zu versions, and the recording does not "
			   "show their definition: the scenario serves the versions without "
			   "conversion, and none removes fields",
		   STR_ARG(t->resource), STR_ARG(t->group), t->versions.len);
}
