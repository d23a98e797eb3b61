/* SPDX-License-Identifier: Apache-2.0 */
/* validate_openapi.c - validates the whole schema of a definition (apiextensions-apiserver's
 * pkg/apis/apiextensions/validation, validateCustomResourceDefinitionValidation and below). */
#include "base/map.h"

#include "fakeapi/meta/lookup.h"
#include "fakeapi/rules/rules.h"
#include "fakeapi/validation/definition.h"

#define member fakeapi__schema_member

/* Properties that a schema's descendants inherit. */
struct place {
	const char *no_defaults; /* the reason why defaults are forbidden; NULL: they are allowed */
	bool in_meta;		 /* within type or metadata of an object */
	bool root;
};

struct walk {
	causes_t *c;
	bool readable;	   /* the whole schema is readable */
	struct map *wrong; /* addresses of schemas with errors in themselves or descendants */
};

static bool flag(const cJSON *schema, const char *name)
{
	return cJSON_IsTrue(fakeapi__member(schema, name));
}

bool fakeapi__has_members(const cJSON *schema, const char *name)
{
	const cJSON *m = fakeapi__member(schema, name);

	return m && m->child;
}

static const char *type_of(const cJSON *schema)
{
	return fakeapi__string(schema, "type");
}

/* --- one schema --- */

static void forbid(causes_t *c, const path_t *at, const char *name, const char *why)
{
	fakeapi__cause_forbidden(c, PATH(at, name), why);
}

static void check_standard(causes_t *c, const path_t *at, const cJSON *s, const struct place *p)
{
	static const char *const types[] = { "array",  "boolean", "integer", "number",
					     "object", "string",  NULL };
	static const char *const no[][2] = {
		{ "id", "id is not supported" },
		{ "additionalItems", "additionalItems is not supported" },
		{ "patternProperties", "patternProperties is not supported" },
		{ "definitions", "definitions is not supported" },
		{ "dependencies", "dependencies is not supported" },
		{ "$ref", "$ref is not supported" },
	};
	const cJSON *items = member(s, "items");
	AUTO_STRBUF why = STRBUF_INIT;

	if (*type_of(s))
		fakeapi__check_one_of(c, PATH(at, "type"), member(s, "type"), types);
	strbuf_addf(&why, "must not be set%s%s", p->no_defaults && *p->no_defaults ? " " : "",
		    p->no_defaults ? p->no_defaults : "");
	c->nomem |= why.failed;
	if (p->no_defaults && member(s, "default") && !why.failed)
		forbid(c, at, "default", why.ptr);
	for (size_t i = 0; i < ARRAY_LEN(no); i++) {
		const cJSON *m = member(s, no[i][0]);
		bool blank =
		    i == 0 ? !*fakeapi__string(s, "id") : (i == 2 || i == 3) && m && !m->child;

		if (m && !blank)
			forbid(c, at, no[i][0], no[i][1]);
	}
	if (strcmp(type_of(s), "null") == 0)
		forbid(c, at, "type", "type cannot be set to null, use nullable as an alternative");
	if (cJSON_IsArray(items) && items->child)
		forbid(c, at, "items", "items must be a schema object and not an array");
	if (p->in_meta && flag(s, "x-kubernetes-embedded-resource"))
		forbid(c, at, "x-kubernetes-embedded-resource",
		       "must not be used inside of resource meta");
}

static void wrong_type(causes_t *c, const path_t *at, const cJSON *s, const char *why)
{
	if (*type_of(s))
		fakeapi__cause_invalid_str(c, PATH(at, "type"), str_of(type_of(s)), why);
	else
		fakeapi__cause_required(c, PATH(at, "type"), why);
}

static void check_set(causes_t *c, const path_t *at, const cJSON *items)
{
	static const char why[] = "must be atomic as item of a list with "
				  "x-kubernetes-list-type=set";
	const cJSON *list = member(items, "x-kubernetes-list-type");
	const path_t *items_at = PATH(at, "items");

	if (strcmp(type_of(items), "array") == 0 && list &&
	    strcmp(fakeapi__string(items, "x-kubernetes-list-type"), "atomic") != 0)
		fakeapi__cause_invalid(c, PATH(items_at, "x-kubernetes-list-type"), list, why);
	if (strcmp(type_of(items), "object") == 0 &&
	    strcmp(fakeapi__string(items, "x-kubernetes-map-type"), "atomic") != 0)
		fakeapi__cause_invalid(c, PATH(items_at, "x-kubernetes-map-type"), list, why);
}

static void check_map_keys(causes_t *c, const path_t *at, const cJSON *s, const cJSON *items)
{
	static const char name[] = "x-kubernetes-list-map-keys";
	const cJSON *keys = member(s, name), *k;
	const path_t *properties = PATH(PATH(at, "items"), "properties");
	struct fakeapi__lookup types, all;

	fakeapi__lookup_members(&types, member(items, "properties"), keys);
	fakeapi__lookup_items(&all, keys, NULL, keys);
	cJSON_ArrayForEach(k, keys)
	{
		const char *key = fakeapi__text(k);
		const cJSON *type = fakeapi__lookup(&types, key);
		const path_t *here = PATH_KEY(properties, str_of(key));

		if (!type)
			fakeapi__cause_invalid(c, PATH(at, name), keys,
					       "entries must all be names of item properties");
		else if (strcmp(type_of(type), "array") == 0 ||
			 strcmp(type_of(type), "object") == 0)
			fakeapi__cause_invalid_str(c, PATH(here, "type"), str_of(type_of(items)),
						   "must be a scalar type if parent array's "
						   "x-kubernetes-list-type is map");
		if (fakeapi__lookup_again(&all, k))
			fakeapi__cause_invalid(c, PATH(at, name), keys,
					       "must not contain duplicate entries");
	}
	fakeapi__lookup_fini(&types);
	fakeapi__lookup_fini(&all);
}

static void check_map(causes_t *c, const path_t *at, const cJSON *s)
{
	const cJSON *items = member(s, "items");
	const path_t *items_at = PATH(at, "items");
	cJSON *shown;

	if (!fakeapi__has_members(s, "x-kubernetes-list-map-keys"))
		fakeapi__cause_required(c, PATH(at, "x-kubernetes-list-map-keys"),
					"must not be empty if x-kubernetes-list-type is map");
	if (!items) {
		fakeapi__cause_required(c, items_at,
					"must have a schema if x-kubernetes-list-type is map");
	} else if (!cJSON_IsObject(items)) {
		shown = fakeapi__schema_form(s);
		c->nomem |= !shown;
		fakeapi__cause_invalid(c, items_at, fakeapi__member(shown, "Items"),
				       "must only have a single schema if x-kubernetes-list-type "
				       "is map");
		cJSON_Delete(shown);
	} else if (strcmp(type_of(items), "object") != 0) {
		fakeapi__cause_invalid_str(c, PATH(items_at, "type"), str_of(type_of(items)),
					   "must be object if parent array's "
					   "x-kubernetes-list-type is map");
	} else {
		check_map_keys(c, at, s, items);
	}
}

/* The keys of items of sets and maps must be required or have defaults. */
static void check_keys_are_there(causes_t *c, const path_t *at, const cJSON *s)
{
	const cJSON *items = member(s, "items"), *keys = member(s, "x-kubernetes-list-map-keys");
	const cJSON *k, *required = member(items, "required");
	const char *list = fakeapi__string(s, "x-kubernetes-list-type");
	const path_t *items_at = PATH(at, "items"), *properties = PATH(items_at, "properties");
	struct fakeapi__lookup types, needed;
	AUTO_STRBUF why = STRBUF_INIT;

	if (!cJSON_IsObject(items) || (strcmp(list, "set") != 0 && strcmp(list, "map") != 0))
		return;
	strbuf_addf(&why, "cannot be nullable when x-kubernetes-list-type is %s", list);
	c->nomem |= why.failed;
	if (flag(items, "nullable") && !why.failed)
		forbid(c, items_at, "nullable", why.ptr);
	if (strcmp(list, "map") != 0)
		return;
	fakeapi__lookup_members(&types, member(items, "properties"), keys);
	fakeapi__lookup_items(&needed, required, NULL, keys);
	cJSON_ArrayForEach(k, keys)
	{
		const char *key = fakeapi__text(k);
		const cJSON *type = fakeapi__lookup(&types, key);
		const path_t *here = PATH_KEY(properties, str_of(key));

		if (!type)
			continue;
		if (!fakeapi__lookup(&needed, key) && !member(type, "default"))
			fakeapi__cause_required(
			    c, PATH(here, "default"),
			    "this property is in x-kubernetes-list-map-keys, so it must have a "
			    "default or be a required property");
		if (flag(type, "nullable"))
			forbid(c, here, "nullable",
			       "this property is in x-kubernetes-list-map-keys, so it cannot be "
			       "nullable");
	}
	fakeapi__lookup_fini(&types);
	fakeapi__lookup_fini(&needed);
}

static void check_list_type(causes_t *c, const path_t *at, const cJSON *s)
{
	static const char keys_need[] = "must be map if x-kubernetes-list-map-keys is non-empty";
	static const char name[] = "x-kubernetes-list-type";
	const cJSON *v = member(s, name), *items = member(s, "items");
	const char *list = fakeapi__string(s, name);
	bool set = strcmp(list, "set") == 0, map = strcmp(list, "map") == 0;

	if (v && strcmp(type_of(s), "array") != 0)
		wrong_type(c, at, s, "must be array if x-kubernetes-list-type is specified");
	else if (set && cJSON_IsObject(items))
		check_set(c, at, items);
	if (v && strcmp(list, "atomic") != 0 && !set && !map)
		fakeapi__cause_unsupported(c, PATH(at, name), v, "\"atomic\", \"set\", \"map\"");
	if (fakeapi__has_members(s, "x-kubernetes-list-map-keys") && !v)
		fakeapi__cause_required(c, PATH(at, name), keys_need);
	else if (fakeapi__has_members(s, "x-kubernetes-list-map-keys") && !map)
		fakeapi__cause_invalid(c, PATH(at, name), v, keys_need);
	if (map)
		check_map(c, at, s);
	check_keys_are_there(c, at, s);
}

static void check_extensions(causes_t *c, const path_t *at, const cJSON *s)
{
	static const char keep[] = "x-kubernetes-preserve-unknown-fields";
	static const char name[] = "x-kubernetes-map-type";
	const cJSON *v = member(s, name);
	const char *map = fakeapi__string(s, name);

	if (cJSON_IsFalse(member(s, keep)))
		fakeapi__cause_invalid(c, PATH(at, keep), member(s, keep),
				       "must be true or undefined");
	if (v && strcmp(type_of(s), "object") != 0)
		wrong_type(c, at, s, "must be object if x-kubernetes-map-type is specified");
	if (v && strcmp(map, "atomic") != 0 && strcmp(map, "granular") != 0)
		fakeapi__cause_unsupported(c, PATH(at, name), v, "\"atomic\", \"granular\"");
	check_list_type(c, at, s);
}

/* --- rules --- */

static void check_rule_path(causes_t *c, const path_t *at, const cJSON *s, bool readable,
			    const char *field)
{
	const path_t *here = PATH(at, "fieldPath");
	const cJSON *found;
	AUTO_STRBUF why = STRBUF_INIT;

	if (!*field)
		return;
	if (!str_trim_space(str_of(field)).len)
		fakeapi__cause_invalid_str(c, here, str_of(field),
					   "must be non-empty if specified");
	if (fakeapi__has_newline(str_of(field)))
		fakeapi__cause_invalid_str(c, here, str_of(field), "must not contain line breaks");
	if ((readable || !fakeapi__schema_unsupported(s)) &&
	    !fakeapi__schema_field(s, field, true, &found, NULL, &why))
		fakeapi__cause_invalid_str(c, here, str_of(field), "must be a valid path");
	c->nomem |= why.failed;
}

static void check_rule(causes_t *c, const path_t *at, const cJSON *s, bool readable, const cJSON *r)
{
	static const char *const reasons[] = { "FieldValueDuplicate", "FieldValueForbidden",
					       "FieldValueInvalid", "FieldValueRequired", NULL };
	const char *rule = fakeapi__string(r, "rule"), *message = fakeapi__string(r, "message");
	const char *expression = fakeapi__string(r, "messageExpression");

	if (!str_trim_space(str_of(rule)).len)
		fakeapi__cause_required(c, PATH(at, "rule"), "rule is not specified");
	else if (*message && !str_trim_space(str_of(message)).len)
		fakeapi__cause_invalid_str(c, PATH(at, "message"), str_of(message),
					   "must be non-empty if specified");
	else if (fakeapi__has_newline(str_trim_space(str_of(message))))
		fakeapi__cause_invalid_str(c, PATH(at, "message"), str_of(message),
					   "must not contain line breaks");
	else if (fakeapi__has_newline(str_trim_space(str_of(rule))) &&
		 !str_trim_space(str_of(message)).len)
		fakeapi__cause_required(c, PATH(at, "message"),
					"message must be specified if rule contains line breaks");
	if (*expression && !str_trim_space(str_of(expression)).len)
		fakeapi__cause_required(c, PATH(at, "messageExpression"),
					"messageExpression must be non-empty if specified");
	if (member(r, "reason"))
		fakeapi__check_one_of(c, PATH(at, "reason"), member(r, "reason"), reasons);
	check_rule_path(c, at, s, readable, fakeapi__string(r, "fieldPath"));
}

/* --- nested schemas --- */

static void walk(struct walk *w, const path_t *at, const cJSON *s, struct place p);

static void walk_each(struct walk *w, const path_t *at, const cJSON *list, struct place p)
{
	const cJSON *s;
	size_t i = 0;

	cJSON_ArrayForEach(s, list)
	{
		walk(w, list->child->string ? PATH_KEY(at, str_of(s->string)) : PATH_AT(at, i), s,
		     p);
		i++;
	}
}

static void walk_properties(struct walk *w, const path_t *at, const cJSON *s, struct place p,
			    bool root)
{
	const path_t *list = PATH(at, "properties");
	const cJSON *m;

	cJSON_ArrayForEach(m, member(s, "properties"))
	{
		struct place sub = p;
		char reason[32];
		bool meta = strcmp(m->string, "metadata") == 0 || strcmp(m->string, "kind") == 0 ||
			    strcmp(m->string, "apiVersion") == 0;

		if ((root || flag(s, "x-kubernetes-embedded-resource")) && meta) {
			sub.in_meta = true;
			(void)snprintf(reason, sizeof(reason), "in top-level %s", m->string);
			if (root)
				sub.no_defaults = reason;
		}
		walk(w, PATH_KEY(list, str_of(m->string)), m, sub);
	}
}

static void walk_junctors(struct walk *w, const path_t *at, const cJSON *s, struct place p)
{
	static const char *const lists[] = { "allOf", "oneOf", "anyOf", "definitions" };

	if (member(s, "not"))
		walk(w, PATH(at, "not"), member(s, "not"), p);
	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		walk_each(w, PATH(at, lists[i]), member(s, lists[i]), p);
}

static void walk_extra(struct walk *w, const path_t *at, const cJSON *s, struct place p)
{
	const cJSON *extra = member(s, "additionalProperties");

	if (extra && fakeapi__has_members(s, "properties") && !cJSON_IsTrue(extra))
		forbid(w->c, at, "additionalProperties",
		       "additionalProperties and properties are mutual exclusive");
	if (p.in_meta)
		p.no_defaults = "inside additionalProperties applying to object metadata";
	if (cJSON_IsObject(extra))
		walk(w, PATH(at, "additionalProperties"), extra, p);
}

static void walk_dependencies(struct walk *w, const path_t *at, const cJSON *s, struct place p)
{
	const path_t *list = PATH(at, "dependencies");
	const cJSON *m;

	cJSON_ArrayForEach(m, member(s, "dependencies")) if (cJSON_IsObject(m))
	    walk(w, PATH_KEY(list, str_of(m->string)), m, p);
}

static void walk(struct walk *w, const path_t *at, const cJSON *s, struct place p)
{
	size_t before = fakeapi__causes_count(w->c), i = 0;
	const path_t *rules = PATH(at, "x-kubernetes-validations");
	const cJSON *items = member(s, "items"), *r;
	bool root = p.root;

	p.root = false;
	check_standard(w->c, at, s, &p);
	if (flag(s, "uniqueItems"))
		forbid(w->c, at, "uniqueItems",
		       "uniqueItems cannot be set to true since the runtime complexity becomes "
		       "quadratic");
	walk_extra(w, at, s, p);
	walk_properties(w, at, s, p, root);
	walk_junctors(w, at, s, p);
	if (cJSON_IsObject(items))
		walk(w, PATH(at, "items"), items, p);
	else
		walk_each(w, PATH(at, "items"), items, p);
	walk_dependencies(w, at, s, p);
	check_extensions(w->c, at, s);
	cJSON_ArrayForEach(r, member(s, "x-kubernetes-validations"))
	{
		check_rule(w->c, PATH_AT(rules, i), s, w->readable, r);
		i++;
	}
	if (before != fakeapi__causes_count(w->c) &&
	    map_put(w->wrong, (struct str) { (const char *)&s, sizeof(s) }, w, NULL) != 0)
		w->c->nomem = true;
}

/* --- the root --- */

/* With a status subresource the root schema may only have a few fields. */
static void check_root_members(causes_t *c, const path_t *at, const cJSON *schema)
{
	static const char *const refused[] = {
		"ID",
		"Schema",
		"Ref",
		"Type",
		"Nullable",
		"Default",
		"Enum",
		"MaxProperties",
		"MinProperties",
		"AllOf",
		"OneOf",
		"AnyOf",
		"Not",
		"AdditionalProperties",
		"PatternProperties",
		"Dependencies",
		"AdditionalItems",
		"Definitions",
		"XEmbeddedResource",
		"XIntOrString",
		"XListMapKeys",
		"XListType",
		"XMapType",
	};
	static const char only[] =
	    "only [Description Type Format Title Maximum ExclusiveMaximum Minimum "
	    "ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf "
	    "Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] "
	    "fields are allowed at the root of the schema if the status subresource is enabled";
	cJSON *shown = fakeapi__schema_form(schema);

	c->nomem |= !shown;
	for (size_t i = 0; shown && i < ARRAY_LEN(refused); i++) {
		const cJSON *m = fakeapi__member(shown, refused[i]);
		bool pointer = strcmp(refused[i], "Ref") == 0 ||
			       strcmp(refused[i], "XListType") == 0 ||
			       strcmp(refused[i], "XMapType") == 0;

		if (cJSON_IsNull(m) || cJSON_IsFalse(m) ||
		    (!pointer && cJSON_IsString(m) && !*m->valuestring) ||
		    (strcmp(refused[i], "Type") == 0 && strcmp(type_of(schema), "object") == 0))
			continue;
		if (strcmp(refused[i], "Type") == 0)
			fakeapi__cause_invalid_str(
			    c, PATH(at, "type"), str_of(type_of(schema)),
			    "only \"object\" is allowed as the type at the root of the schema if "
			    "the status subresource is enabled");
		else
			fakeapi__cause_invalid(c, at, shown, only);
		break;
	}
	cJSON_Delete(shown);
}

void fakeapi__check_definition_schema(causes_t *c, const path_t *at, const cJSON *schema,
				      bool status, bool unchanged)
{
	size_t first = fakeapi__causes_count(c), structural;
	const char *unsupported = fakeapi__schema_unsupported(schema);
	struct place p = { .root = true };
	struct map wrong;
	struct walk w = { c, !unsupported, &wrong };

	if (status)
		check_root_members(c, at, schema);
	if (flag(schema, "nullable"))
		forbid(c, at, "nullable", "nullable cannot be true at the root");
	structural = fakeapi__causes_count(c);
	if (!unsupported)
		fakeapi__check_structural(c, at, schema);
	if (!unsupported && structural == fakeapi__causes_count(c))
		fakeapi__check_defaults(c, at, schema);
	structural = fakeapi__causes_count(c) - structural;
	map_init(&wrong, MAP_COPY_KEYS);
	walk(&w, at, schema, p);
	if (!unsupported && !structural)
		c->nomem |= fakeapi__rules_check(schema, unchanged, at, &wrong, c) != 0;
	map_fini(&wrong);
	if (unsupported && first == fakeapi__causes_count(c))
		fakeapi__cause_invalid_str(c, at, STR(""), unsupported);
}
