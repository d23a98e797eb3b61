/* SPDX-License-Identifier: Apache-2.0 */
/* validate_schema_defaults.c - validates a schema's defaults by that schema
 * (apiextensions-apiserver's pkg/apiserver/schema/defaulting/validation.go). */
#include "fakeapi/meta/lookup.h"
#include "fakeapi/rules/rules.h"
#include "fakeapi/schema/schema.h"
#include "fakeapi/validation/definition.h"

#define member fakeapi__schema_member

/* The path from an object's root to a default in its metadata. */
struct frame {
	const struct frame *up;
	const char *name; /* NULL: a list item */
};

struct walk {
	causes_t *c;
	struct fakeapi__lookups names;
	size_t rules; /* compiled for defaults so far */
};

/* Nested defaults compile the rules below them once for each level. */
enum { RULES_MAX = 20 * 1000 };

static size_t rules_below(const cJSON *schema)
{
	const cJSON *m;
	size_t n = 0;

	cJSON_ArrayForEach(m, schema)
	{
		if (m->string && strcmp(m->string, "x-kubernetes-validations") == 0)
			n += (size_t)cJSON_GetArraySize(m);
		else if (cJSON_IsObject(m))
			n += rules_below(m);
	}
	return n;
}

/* An object with type and metadata that has the value at the end of the path. NULL: out of
 * memory. */
static cJSON *object_around(const struct frame *f, const cJSON *value)
{
	cJSON *v = cJSON_Duplicate(value, true);

	for (; f && v; f = f->up) {
		cJSON *outer = f->name ? cJSON_CreateObject() : cJSON_CreateArray();

		if (!outer || (f->name ? !cJSON_AddItemToObject(outer, f->name, v)
				       : !cJSON_AddItemToArray(outer, v))) {
			cJSON_Delete(outer);
			cJSON_Delete(v);
			return NULL;
		}
		v = outer;
	}
	if (!v || !cJSON_IsObject(v))
		return v;
	if ((!fakeapi__member(v, "kind") && !cJSON_AddStringToObject(v, "kind", "Validation")) ||
	    (!fakeapi__member(v, "apiVersion") &&
	     !cJSON_AddStringToObject(v, "apiVersion", "validation/v1"))) {
		cJSON_Delete(v);
		return NULL;
	}
	return v;
}

/* Formats all causes: "a", or "[a, b]". */
static void aggregate(const causes_t *c, struct strbuf *out)
{
	const cJSON *m;

	if (cJSON_GetArraySize(c->list) > 1)
		strbuf_addc(out, '[');
	cJSON_ArrayForEach(m, c->list)
	    strbuf_addf(out, "%s%s: %s", m == c->list->child ? "" : ", ",
			fakeapi__string(m, "field"), fakeapi__string(m, "message"));
	if (cJSON_GetArraySize(c->list) > 1)
		strbuf_addc(out, ']');
}

/* True: with the default, the object's metadata would be invalid. */
static bool breaks_metadata(struct walk *w, const path_t *at, const cJSON *root, const cJSON *value,
			    const struct frame *frame)
{
	struct fakeapi__causes inner;
	cJSON *obj = object_around(frame, value);
	AUTO_STRBUF why = STRBUF_INIT;
	bool bad;

	w->c->nomem |= !obj;
	fakeapi__causes_init(&inner);
	if (obj)
		fakeapi__check_embedded(&inner, &w->names, root, obj, NULL, true);
	bad = fakeapi__causes_count(&inner) > 0;
	strbuf_addz(&why, "must result in valid metadata: ");
	aggregate(&inner, &why);
	w->c->nomem |= why.failed || inner.nomem;
	if (bad && !why.failed)
		fakeapi__cause_invalid(w->c, at, value, why.ptr);
	fakeapi__causes_fini(&inner);
	cJSON_Delete(obj);
	return bad;
}

/* True: the default has members that pruning would remove. */
static bool is_unknown_to(struct walk *w, const cJSON *s, const cJSON *value, bool embedded)
{
	cJSON *copy = cJSON_Duplicate(value, true);
	bool differs;

	if (!copy || fakeapi__schema_prune_value(s, copy, embedded) != 0)
		w->c->nomem = true;
	differs = copy && !fakeapi__equal(copy, value);
	cJSON_Delete(copy);
	return differs;
}

static void check_default(struct walk *w, const path_t *at, const cJSON *s, const cJSON *root,
			  const struct frame *frame, bool in_meta)
{
	bool embedded =
	    s == root || cJSON_IsTrue(fakeapi__member(s, "x-kubernetes-embedded-resource"));
	const cJSON *value = member(s, "default");
	size_t before;

	if (in_meta) {
		if (breaks_metadata(w, at, root, value, frame))
			return;
	} else {
		if (is_unknown_to(w, s, value, embedded))
			fakeapi__cause_invalid(w->c, at, value, "must not have unknown fields");
		before = fakeapi__causes_count(w->c);
		fakeapi__check_embedded(w->c, &w->names, s, value, at, embedded);
		if (before != fakeapi__causes_count(w->c))
			return;
	}
	before = fakeapi__causes_count(w->c);
	w->c->nomem |= fakeapi__schema_validate_at(s, value, at, w->c) != 0;
	w->rules += rules_below(s);
	if (w->rules > RULES_MAX) {
		w->c->tired = true;
		return;
	}
	if (before == fakeapi__causes_count(w->c))
		w->c->nomem |= fakeapi__rules_validate_default(s, s == root, value, at, w->c) != 0;
}

static void check_level(struct walk *w, const path_t *at, const cJSON *s, const cJSON *root,
			const struct frame *frame, bool in_meta)
{
	bool embedded = s == root;
	const path_t *properties = PATH(at, "properties");
	const cJSON *items = member(s, "items"), *m;

	if (cJSON_IsTrue(fakeapi__member(s, "x-kubernetes-embedded-resource"))) {
		in_meta = false;
		frame = NULL;
		root = s;
		embedded = true;
	}
	if (member(s, "default"))
		check_default(w, PATH(at, "default"), s, root, frame, in_meta);
	if (items)
		check_level(w, PATH(at, "items"), items, root, &(struct frame) { frame, NULL },
			    in_meta);
	cJSON_ArrayForEach(m, member(s, "properties"))
	{
		bool meta = strcmp(m->string, "metadata") == 0 || strcmp(m->string, "kind") == 0 ||
			    strcmp(m->string, "apiVersion") == 0;

		check_level(w, PATH_KEY(properties, str_of(m->string)), m, root,
			    &(struct frame) { frame, m->string }, in_meta || (embedded && meta));
	}
}

void fakeapi__check_defaults(causes_t *c, const path_t *at, const cJSON *schema)
{
	struct walk w = { .c = c };

	fakeapi__lookups_init(&w.names);
	check_level(&w, at, schema, schema, NULL, false);
	fakeapi__lookups_fini(&w.names);
}
