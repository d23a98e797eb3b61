/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/crd/crd.h"

#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/crd/crd_impl.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/rules/rules.h"
#include "fakeapi/schema/custom.h"

#define VERBS "delete,deletecollection,get,list,patch,create,update,watch"

/* A reference-counted copy of the definition, shared by its versions. */
struct definition {
	cJSON *tree;
	size_t refs;
};

/* One served version. */
struct fakeapi__crd_version {
	struct fakeapi__crd_version *next; /* of the same definition, or in `retired` */
	struct fakeapi__custom custom;
	struct fakeapi__lookups names;
	struct fakeapi__resource res; /* its strings point into `definition` or are these: */
	char *short_names, *categories, *list_kind, *singular, *storage_hash, *deprecation;
	struct definition *definition;
	const cJSON *version;
	bool swept; /* valid in the first version: fakeapi__crds_swept() */
};

struct fakeapi__crds {
	struct fakeapi__registry *reg;
	struct map by_name; /* definition's name -> struct fakeapi__crd_version * (a list) */
	struct fakeapi__crd_version *retired;
	uint64_t changes;
	size_t ending; /* number of served versions whose definitions are Terminating */
};

static struct definition *definition_new(const cJSON *tree)
{
	struct definition *d = base__malloc(sizeof(*d));

	if (!d)
		return NULL;
	*d = (struct definition) { cJSON_Duplicate(tree, true), 1 };
	if (d->tree)
		return d;
	base__free(d);
	return NULL;
}

static void definition_unref(struct definition *d)
{
	if (!d || --d->refs > 0)
		return;
	cJSON_Delete(d->tree);
	base__free(d);
}

static void version_free(struct fakeapi__crd_version *v)
{
	if (!v)
		return;
	base__free(v->short_names);
	base__free(v->categories);
	base__free(v->list_kind);
	base__free(v->singular);
	base__free(v->storage_hash);
	base__free(v->deprecation);
	fakeapi__rules_free(v->custom.rules);
	fakeapi__lookups_fini(&v->names);
	definition_unref(v->definition);
	base__free(v);
}

static void list_free(struct fakeapi__crd_version *v)
{
	while (v) {
		struct fakeapi__crd_version *next = v->next;

		version_free(v);
		v = next;
	}
}

struct fakeapi__crds *fakeapi__crds_new(struct fakeapi__registry *reg)
{
	struct fakeapi__crds *crds = base__calloc(1, sizeof(*crds));

	if (!crds)
		return NULL;
	crds->reg = reg;
	map_init(&crds->by_name, MAP_COPY_KEYS);
	return crds;
}

void fakeapi__crds_free(struct fakeapi__crds *crds)
{
	const struct map_entry *e;

	if (!crds)
		return;
	for (size_t i = 0; (e = map_next(&crds->by_name, &i));) {
		for (struct fakeapi__crd_version *v = e->value; v; v = v->next)
			fakeapi__registry_remove(crds->reg, str_of(v->res.group),
						 str_of(v->res.version), str_of(v->res.resource));
		list_free(e->value);
	}
	map_fini(&crds->by_name);
	list_free(crds->retired);
	base__free(crds);
}

struct fakeapi__crd_version *fakeapi__crds_retired(struct fakeapi__crds *crds)
{
	struct fakeapi__crd_version *all = crds->retired;

	crds->retired = NULL;
	return all;
}

void fakeapi__crd_versions_free(struct fakeapi__crd_version *take_list)
{
	list_free(take_list);
}

static void retire(struct fakeapi__crds *crds, struct fakeapi__crd_version *v)
{
	while (v) {
		struct fakeapi__crd_version *next = v->next;

		fakeapi__registry_remove(crds->reg, str_of(v->res.group), str_of(v->res.version),
					 str_of(v->res.resource));
		crds->ending -= v->custom.terminating;
		v->next = crds->retired;
		crds->retired = v;
		v = next;
	}
}

void fakeapi__crds_adopt(struct fakeapi__crds *crds, struct fakeapi__crds *take_others)
{
	struct fakeapi__crd_version **end = &crds->retired;
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&take_others->by_name, &i));)
		retire(take_others, e->value);
	while (*end)
		end = &(*end)->next;
	*end = take_others->retired;
	map_fini(&take_others->by_name);
	base__free(take_others);
}

uint64_t fakeapi__crds_changes(const struct fakeapi__crds *crds)
{
	return crds->changes;
}

void fakeapi__crds_del(struct fakeapi__crds *crds, struct str name)
{
	crds->changes++;
	retire(crds, map_del(&crds->by_name, name));
}

/* --- from a definition to served types --- */

static char *joined(const cJSON *list)
{
	AUTO_STRBUF out = STRBUF_INIT;
	const cJSON *s;

	cJSON_ArrayForEach(s, list)
	{
		if (cJSON_IsString(s))
			strbuf_addf(&out, "%s%s", out.len ? "," : "", s->valuestring);
	}
	return out.failed ? NULL : base__strdup(out.ptr);
}

/* True if a schema in it has the member. */
static bool has_anywhere(const cJSON *schema, const char *member)
{
	static const char *const nested[] = { "items", "additionalProperties" };
	const cJSON *p;

	if (!cJSON_IsObject(schema))
		return false;
	if (fakeapi__member(schema, member))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(nested); i++)
		if (has_anywhere(fakeapi__member(schema, nested[i]), member))
			return true;
	cJSON_ArrayForEach(p, fakeapi__member(schema, "properties"))
	{
		if (has_anywhere(p, member))
			return true;
	}
	return false;
}

static const cJSON *conversion_of(const cJSON *spec)
{
	const cJSON *conversion = fakeapi__member(spec, "conversion");
	const cJSON *webhook = fakeapi__member(conversion, "webhook");

	return strcmp(fakeapi__string(conversion, "strategy"), "Webhook") == 0 &&
		       cJSON_IsObject(webhook)
		   ? webhook
		   : NULL;
}

/* The Warning of a deprecated version, with a newline. NULL: out of memory. */
static char *deprecation_of(const cJSON *spec, const cJSON *version)
{
	const char *name = fakeapi__string(version, "name"), *best = NULL;
	const char *group = fakeapi__string(spec, "group");
	const char *kind = fakeapi__string(fakeapi__member(spec, "names"), "kind");
	const cJSON *own = fakeapi__member(version, "deprecationWarning"), *v;
	AUTO_STRBUF out = STRBUF_INIT;

	cJSON_ArrayForEach(v, fakeapi__member(spec, "versions"))
	{
		const char *other = fakeapi__string(v, "name");

		if (cJSON_IsTrue(fakeapi__member(v, "served")) &&
		    !cJSON_IsTrue(fakeapi__member(v, "deprecated")) &&
		    fakeapi__version_cmp(other, best ? best : name) < 0)
			best = other;
	}
	if (cJSON_IsString(own))
		strbuf_addz(&out, own->valuestring);
	else
		strbuf_addf(&out, "%s/%s %s is deprecated", group, name, kind);
	if (!cJSON_IsString(own) && best)
		strbuf_addf(&out, "; use %s/%s %s", group, best, kind);
	strbuf_addc(&out, '\n');
	return out.failed ? NULL : base__strdup(out.ptr);
}

/* `version`, `storage_version`: trees in the definition. */
static struct fakeapi__crd_version *version_new(struct definition *definition, const cJSON *version,
						const cJSON *storage_version)
{
	struct fakeapi__crd_version *v = base__calloc(1, sizeof(*v));
	const char *storage = fakeapi__string(storage_version, "name");
	const cJSON *spec, *names, *sub;

	if (!v)
		return NULL;
	v->definition = definition;
	definition->refs++;
	fakeapi__lookups_init(&v->names);
	spec = fakeapi__member(definition->tree, "spec");
	names = fakeapi__dig(definition->tree, "status", "acceptedNames", NULL);
	v->version = version;
	v->res.group = fakeapi__string(spec, "group");
	v->res.version = fakeapi__string(v->version, "name");
	v->res.resource = fakeapi__string(names, "plural");
	v->res.kind = fakeapi__string(names, "kind");
	v->short_names = joined(fakeapi__member(names, "shortNames"));
	v->categories = joined(fakeapi__member(names, "categories"));
	v->list_kind = base__strdup(fakeapi__string(names, "listKind"));
	v->singular = base__strdup(fakeapi__string(names, "singular"));
	v->storage_hash = fakeapi__storage_hash(v->res.group, storage, v->res.kind);
	if (!v->short_names || !v->categories || !v->list_kind || !v->singular || !v->storage_hash)
		goto fail;
	v->res.short_names = v->short_names;
	v->res.categories = v->categories;
	v->res.list_kind = v->list_kind;
	v->res.singular = v->singular;
	v->res.storage_hash = v->storage_hash;
	v->res.verbs = VERBS;
	sub = fakeapi__member(v->version, "subresources");
	v->res.flags = FAKEAPI_RES_CUSTOM | FAKEAPI_RES_GENERATION;
	if (strcmp(fakeapi__string(spec, "scope"), "Namespaced") == 0)
		v->res.flags |= FAKEAPI_RES_NAMESPACED;
	if (cJSON_IsObject(fakeapi__member(sub, "status")))
		v->res.flags |= FAKEAPI_RES_STATUS;
	if (cJSON_IsObject(fakeapi__member(sub, "scale")))
		v->res.flags |= FAKEAPI_RES_SCALE;
	if (storage_version && strcmp(storage, v->res.version) != 0)
		v->res.storage_version = storage;
	v->custom = (struct fakeapi__custom) {
		.schema = fakeapi__dig(v->version, "schema", "openAPIV3Schema", NULL),
		.versions = fakeapi__member(spec, "versions"),
		.columns = fakeapi__member(v->version, "additionalPrinterColumns"),
		.selectable = fakeapi__member(v->version, "selectableFields"),
		.conversion = conversion_of(spec),
		.terminating = fakeapi__definition_terminating(definition->tree) != NULL,
		.mixed = cJSON_GetArraySize(fakeapi__dig(v->definition->tree, "status",
							 "storedVersions", NULL)) > 1,
		.scale = fakeapi__member(sub, "scale"),
	};
	if (cJSON_IsTrue(fakeapi__member(version, "deprecated"))) {
		v->res.deprecation = v->deprecation = deprecation_of(spec, version);
		if (!v->deprecation)
			goto fail;
	}
	fakeapi__lookups_learn(&v->names, v->custom.schema);
	v->custom.names = &v->names;
	v->custom.preserves =
	    !v->custom.schema || cJSON_IsTrue(fakeapi__member(spec, "preserveUnknownFields"));
	v->custom.embeds = has_anywhere(v->custom.schema, "x-kubernetes-embedded-resource");
	if (has_anywhere(v->custom.schema, "default"))
		(void)fakeapi__get_rv(v->definition->tree, &v->custom.defaults_since);
	if (fakeapi__rules_new(v->custom.schema, &v->custom.rules) < 0)
		goto fail;
	v->res.custom = &v->custom;
	return v;
fail:
	version_free(v);
	return NULL;
}

/* Makes a list of all served versions; *list NULL: none. */
static int versions_of(struct definition *d, struct fakeapi__crd_version **list)
{
	const cJSON *versions = fakeapi__dig(d->tree, "spec", "versions", NULL), *s;
	const cJSON *storage = NULL;

	cJSON_ArrayForEach(s, versions)
	{
		if (cJSON_IsTrue(fakeapi__member(s, "storage")))
			storage = s;
	}
	cJSON_ArrayForEach(s, versions)
	{
		struct fakeapi__crd_version *v;

		if (!cJSON_IsTrue(fakeapi__member(s, "served")))
			continue;
		v = version_new(d, s, storage);
		if (!v)
			return -1;
		v->next = *list;
		*list = v;
	}
	return 0;
}

int fakeapi__crd_make(const cJSON *definition, struct fakeapi__crd_version **out)
{
	struct definition *d;
	int rc;

	*out = NULL;
	if (!fakeapi__definition_established(definition))
		return 0;
	d = definition_new(definition);
	if (!d)
		return -1;
	rc = versions_of(d, out);
	definition_unref(d);
	if (rc == 0)
		return 0;
	list_free(*out);
	*out = NULL;
	return -1;
}

bool fakeapi__crds_same(const struct fakeapi__crds *crds, struct str name,
			const struct fakeapi__crd_version *made)
{
	const struct fakeapi__crd_version *now = map_get(&crds->by_name, name);
	const cJSON *a, *b;

	if (!now || !made)
		return !now;
	a = now->definition->tree;
	b = made->definition->tree;
	return fakeapi__equal(fakeapi__member(a, "spec"), fakeapi__member(b, "spec")) &&
	       fakeapi__equal(fakeapi__dig(a, "status", "acceptedNames", NULL),
			      fakeapi__dig(b, "status", "acceptedNames", NULL));
}

int fakeapi__crds_take(struct fakeapi__crds *crds, struct str name,
		       struct fakeapi__crd_version *take_made)
{
	struct fakeapi__crd_version *v;
	void *old = NULL;

	if (!take_made) {
		fakeapi__crds_del(crds, name);
		return 0;
	}
	if (map_put(&crds->by_name, name, take_made, &old) != 0) {
		list_free(take_made);
		return -1;
	}
	crds->changes++;
	retire(crds, old);
	for (v = take_made; v; v = v->next)
		crds->ending += v->custom.terminating;
	for (v = take_made; v; v = v->next) {
		v->res.features = fakeapi__registry_features(crds->reg);
		if (fakeapi__registry_add(crds->reg, &v->res) != 0) {
			fakeapi__crds_del(crds, name);
			return -1;
		}
	}
	return 0;
}

int fakeapi__crds_put(struct fakeapi__crds *crds, const cJSON *definition)
{
	struct str name = str_of(fakeapi__string(fakeapi__member(definition, "metadata"), "name"));
	struct fakeapi__crd_version *made;

	if (fakeapi__crd_make(definition, &made) < 0)
		return -1;
	return fakeapi__crds_take(crds, name, made);
}

bool fakeapi__crds_ending(const struct fakeapi__crds *crds, size_t *i,
			  struct fakeapi__crd_ending *out)
{
	const struct map_entry *e;

	while (crds->ending && (e = map_next(&crds->by_name, i))) {
		const struct fakeapi__crd_version *v = e->value;

		if (!v->custom.terminating)
			continue;
		*out = (struct fakeapi__crd_ending) { { e->key, e->key_len },
						      str_of(v->res.group),
						      str_of(v->res.resource),
						      v->swept };
		return true;
	}
	return false;
}

void fakeapi__crds_swept(struct fakeapi__crds *crds, struct str name)
{
	struct fakeapi__crd_version *v = map_get(&crds->by_name, name);

	if (v)
		v->swept = true;
}

bool fakeapi__crds_uses_name(const struct fakeapi__crds *crds, const cJSON *definition,
			     const char *member, const char *wanted)
{
	const char *self = fakeapi__string(fakeapi__member(definition, "metadata"), "name");
	const char *group = fakeapi__string(fakeapi__member(definition, "spec"), "group");
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&crds->by_name, &i));) {
		const struct fakeapi__crd_version *v = e->value;
		const cJSON *names =
		    fakeapi__dig(v->definition->tree, "status", "acceptedNames", NULL);

		if (str_eqz((struct str) { e->key, e->key_len }, self) ||
		    strcmp(v->res.group, group) != 0)
			continue;
		if (strcmp(member, "kind") == 0 || strcmp(member, "listKind") == 0) {
			if (strcmp(fakeapi__string(names, "kind"), wanted) == 0 ||
			    strcmp(fakeapi__string(names, "listKind"), wanted) == 0)
				return true;
			continue;
		}
		if (strcmp(fakeapi__string(names, "plural"), wanted) == 0 ||
		    strcmp(fakeapi__string(names, "singular"), wanted) == 0)
			return true;
		if (fakeapi__list_has(fakeapi__member(names, "shortNames"), wanted))
			return true;
	}
	return false;
}
