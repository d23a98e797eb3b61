/* SPDX-License-Identifier: Apache-2.0 */
/* first.c - generates a first story from custom type definitions and sample objects. */
#include "runner/perturb/first.h"

#include <string.h>

#include "fakeapi/meta/go_json.h"
#include "runner/perturb/schema.h"

enum { CHANGES = 2 };

/* --- input --- */

static int keep(cJSON **list, cJSON *take_item)
{
	if (!*list)
		*list = cJSON_CreateArray();
	if (*list && take_item && cJSON_AddItemToArray(*list, take_item))
		return 0;
	cJSON_Delete(take_item);
	return RELIST_ENOMEM;
}

static int add(struct perturb__first *f, cJSON *take_object)
{
	bool definition =
	    strcmp(fakeapi__string(take_object, "kind"), "CustomResourceDefinition") == 0;

	return keep(definition ? &f->definitions : &f->samples, take_object);
}

int perturb__first_add(void *user, struct str doc, const char *where, struct relist_err *err)
{
	struct perturb__first *f = user;
	cJSON *tree = json_tree_parse(doc, JSON_DIGITS_ALL);
	const cJSON *items = fakeapi__member(tree, "items"), *item;
	int code = 0;

	if (!cJSON_IsObject(tree)) {
		cJSON_Delete(tree);
		return relist_err_set(err, RELIST_EPARSE, "%s: this is no object", where);
	}
	if (!cJSON_IsArray(items))
		return add(f, tree);
	cJSON_ArrayForEach(item, items) if (!code) code = add(f, cJSON_Duplicate(item, true));
	cJSON_Delete(tree);
	return code;
}

void perturb__first_fini(struct perturb__first *f)
{
	cJSON_Delete(f->definitions);
	cJSON_Delete(f->samples);
	*f = (struct perturb__first) { 0 };
}

/* --- the story --- */

struct kind {
	const cJSON *definition, *names, *spec; /* spec: the schema of spec */
	const char *plural, *name;
	bool namespaced;
};

static void add_key(const struct kind *k, struct strbuf *out)
{
	strbuf_addf(out, "%s/%s%s", k->plural, k->namespaced ? "default/" : "", k->name);
}

/* Returns the sample of the type; NULL: none. */
static const cJSON *sample_of(const struct perturb__first *f, const struct kind *k)
{
	const char *group = fakeapi__string(fakeapi__member(k->definition, "spec"), "group");
	size_t n = strlen(group);
	const cJSON *s;

	cJSON_ArrayForEach(s, f->samples)
	{
		const char *version = fakeapi__string(s, "apiVersion");

		if (strcmp(fakeapi__string(s, "kind"), fakeapi__string(k->names, "kind")) == 0 &&
		    strncmp(version, group, n) == 0 && version[n] == '/')
			return s;
	}
	return NULL;
}

/* The body for create: a copy of the sample without the members that a step sets, or a body made
 * from the schema. */
static cJSON *body_of(const struct perturb__first *f, const struct kind *k)
{
	const cJSON *given = sample_of(f, k);
	cJSON *out = given ? cJSON_Duplicate(given, true) : cJSON_CreateObject(), *spec, *metadata;

	if (given) {
		metadata = cJSON_GetObjectItemCaseSensitive(out, "metadata");
		cJSON_DeleteItemFromObjectCaseSensitive(out, "apiVersion");
		cJSON_DeleteItemFromObjectCaseSensitive(out, "kind");
		cJSON_DeleteItemFromObjectCaseSensitive(out, "status");
		cJSON_DeleteItemFromObjectCaseSensitive(metadata, "name");
		cJSON_DeleteItemFromObjectCaseSensitive(metadata, "namespace");
		if (metadata && !metadata->child)
			cJSON_DeleteItemFromObjectCaseSensitive(out, "metadata");
		return out;
	}
	spec = perturb__schema_sample(k->spec);
	if (out && spec && cJSON_AddItemToObject(out, "spec", spec))
		return out;
	cJSON_Delete(spec);
	cJSON_Delete(out);
	return NULL;
}

/* As a YAML key it needs no quotes. */
static bool is_plain(const char *s)
{
	for (size_t i = 0; s[i]; i++)
		if (!((s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z') ||
		      (i && s[i] >= '0' && s[i] <= '9')))
			return false;
	return s[0] != '\0';
}

/* Appends another value for one field and sets it in `body`. Returns false if there is none. */
static bool change(const struct kind *k, cJSON *body, const char *field, struct strbuf *out)
{
	cJSON *spec = cJSON_GetObjectItemCaseSensitive(body, "spec"), *value;
	AUTO_STRBUF other = STRBUF_INIT;

	if (!is_plain(field) || !perturb__schema_other(perturb__schema_field(k->spec, field),
						       fakeapi__member(spec, field), &other))
		return false;
	value = json_tree_parse(strbuf_str(&other), JSON_DIGITS_ALL);
	if (!value)
		return false;
	strbuf_addz(out, "  - update: {");
	add_key(k, out);
	strbuf_addz(out, ": {spec: {");
	strbuf_addf(out, "%s: %s}}}\n", field, other.ptr);
	cJSON_DeleteItemFromObjectCaseSensitive(spec, field);
	if (!cJSON_AddItemToObject(spec, field, value))
		cJSON_Delete(value);
	return true;
}

/* Changes numbers first, since these create and remove children. */
static unsigned add_changes(const struct kind *k, cJSON *body, struct strbuf *out)
{
	static const char *const kinds[] = { "integer", "boolean", "string" };
	unsigned done = 0;
	const cJSON *p;

	if (!fakeapi__member(body, "spec"))
		return 0;
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		cJSON_ArrayForEach(p, fakeapi__member(k->spec, "properties"))
		{
			bool twice = i == 0 && !done;

			if (done >= CHANGES || strcmp(fakeapi__string(p, "type"), kinds[i]) != 0)
				continue;
			done += change(k, body, p->string, out);
			if (twice && done == 1 && change(k, body, p->string, out))
				done++;
		}
	return done;
}

static int add_create(const struct kind *k, const cJSON *body, struct strbuf *out)
{
	strbuf_addz(out, "  - create: {");
	add_key(k, out);
	strbuf_addz(out, ": ");
	json_tree_add(out, body, JSON_STYLE_WRITTEN);
	strbuf_addz(out, "}\n");
	return out->failed ? RELIST_ENOMEM : 0;
}

static int add_kind(const struct perturb__first *f, const struct kind *k, struct strbuf *out)
{
	cJSON *body = body_of(f, k);
	int code = body ? add_create(k, body, out) : RELIST_ENOMEM;

	if (!code && !add_changes(k, body, out))
		strbuf_addf(
		    out,
		    "  # add updates of %s here: its schema has no whole number, boolean or "
		    "enum at the top of spec\n",
		    k->plural);
	if (!code) {
		strbuf_addz(out, "  - delete: [");
		add_key(k, out);
		strbuf_addz(out, "]\n");
		code = add_create(k, body, out);
	}
	cJSON_Delete(body);
	return code;
}

static struct kind kind_of(const cJSON *definition)
{
	const cJSON *spec = fakeapi__member(definition, "spec"),
		    *names = fakeapi__member(spec, "names");

	return (struct kind) { .definition = definition,
			       .names = names,
			       .spec = perturb__schema_spec(definition),
			       .plural = fakeapi__string(names, "plural"),
			       .name = "first",
			       .namespaced =
				   strcmp(fakeapi__string(spec, "scope"), "Cluster") != 0 };
}

static void add_head(const struct perturb__first *f, struct strbuf *out)
{
	struct kind first = kind_of(cJSON_GetArrayItem(f->definitions, 0));
	const cJSON *d;

	strbuf_addf(out,
		    "scenario: first-story\n"
		    "about: A user makes an object of each type, changes it twice, deletes it and "
		    "makes it again.\nworld:\n  types:\n");
	cJSON_ArrayForEach(d, f->definitions)
	{
		struct kind k = kind_of(d);

		strbuf_addf(out, "    %s: {resource: %s/%s/%s, kind: %s%s}\n", k.plural,
			    fakeapi__string(fakeapi__member(d, "spec"), "group"),
			    fakeapi__string(perturb__schema_version(d), "name"), k.plural,
			    fakeapi__string(k.names, "kind"),
			    k.namespaced ? "" : ", namespaced: false");
	}
	strbuf_addf(out, "  informers:\n    %s: {}\nsteps:\n", first.plural);
}

int perturb__first_story(const struct perturb__first *f, struct strbuf *out, struct relist_err *err)
{
	const cJSON *d;
	int code = 0;

	if (!f->definitions)
		return relist_err_set(
		    err, RELIST_EINVAL,
		    "there is no CustomResourceDefinition: --crds DIR says where");
	cJSON_ArrayForEach(d, f->definitions)
	{
		struct kind k = kind_of(d);

		if (!k.plural[0] || !perturb__schema_version(d))
			return relist_err_set(
			    err, RELIST_EINVAL,
			    "a CustomResourceDefinition has no name or no version "
			    "that is served");
	}
	add_head(f, out);
	cJSON_ArrayForEach(d, f->definitions)
	{
		struct kind k = kind_of(d);

		if (!code)
			code = add_kind(f, &k, out);
	}
	return code || out->failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : 0;
}
