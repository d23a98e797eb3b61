/* SPDX-License-Identifier: Apache-2.0 */
/* type_schema_custom.c - schemas of custom resources, from their definitions. Follows
 * apiextensions-apiserver's controller/openapi/builder: version 3 says what the extensions mean,
 * version 2 drops what Swagger cannot. */
#include "fakeapi/discovery/type_schema.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/custom.h"

void fakeapi__schemas_add_custom_name(const struct fakeapi__resource *res, struct strbuf *out)
{
	const char *end = res->group + strlen(res->group);

	/* The labels of the group's name in reverse order. */
	while (end > res->group) {
		const char *from = end;

		while (from > res->group && from[-1] != '.')
			from--;
		strbuf_add(out, from, (size_t)(end - from));
		strbuf_addc(out, '.');
		end = from > res->group ? from - 1 : from;
	}
	strbuf_addf(out, "%s.%s", res->version, res->kind);
}

static void add_gvk(const struct fakeapi__resource *res, const char *kind, struct strbuf *out)
{
	strbuf_addf(out,
		    "\"x-kubernetes-group-version-kind\":[{\"group\":\"%s\",\"kind\":\"%s\","
		    "\"version\":\"%s\"}]",
		    res->group, kind, res->version);
}

static void add_selectables(const struct fakeapi__resource *res, struct strbuf *out)
{
	const cJSON *f, *fields = fakeapi__custom_selectables(res);

	if (!fields || !fields->child)
		return;
	cJSON_ArrayForEach(f, fields)
	{
		const cJSON *m = cJSON_GetObjectItemCaseSensitive(f, "jsonPath");
		const char *path = fakeapi__text(m);

		strbuf_addz(out,
			    f == fields->child ? ",\"x-kubernetes-selectable-fields\":[" : ",");
		strbuf_addz(out, "{\"fieldPath\":");
		strbuf_add_json(out, str_of(*path == '.' ? path + 1 : path));
		strbuf_addc(out, '}');
	}
	strbuf_addc(out, ']');
}

static void add_meta(struct fakeapi__schemas *s, const char *text, struct strbuf *out)
{
	strbuf_addz(out, ",\"metadata\":{");
	fakeapi__schemas_add_description(text, out);
	strbuf_addz(out, s->v3 ? "\"allOf\":[{" : "");
	fakeapi__schemas_add_object_meta_ref(s, out);
	strbuf_addz(out, s->v3 ? "}]}" : "}");
}

/* --- nodes -------------------------------------------------------------------------------- */

static bool is_true(const cJSON *node, const char *name)
{
	return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(node, name));
}

/* Members whose values are names and nodes, a node or nodes, and one node. */
static bool holds_names(const char *member)
{
	return strcmp(member, "properties") == 0 || strcmp(member, "patternProperties") == 0;
}

static bool holds_node(const char *member)
{
	return strcmp(member, "items") == 0 || strcmp(member, "additionalProperties") == 0;
}

/* Members of a node that Swagger 2 lacks. */
static bool is_dropped(const cJSON *node, const char *member)
{
	static const char *const never[] = {
		"default", "oneOf", "anyOf", "allOf", "not", "nullable"
	};
	static const char *const of_unknown[] = { "type", "items", "properties" };

	for (size_t i = 0; i < ARRAY_LEN(never); i++)
		if (strcmp(member, never[i]) == 0)
			return true;
	if (!is_true(node, "nullable") && !is_true(node, "x-kubernetes-preserve-unknown-fields"))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(of_unknown); i++)
		if (strcmp(member, of_unknown[i]) == 0)
			return true;
	return false;
}

static void add_node(struct fakeapi__schemas *s, const cJSON *node, struct strbuf *out);

static void add_names(struct fakeapi__schemas *s, const cJSON *nodes, struct strbuf *out)
{
	const cJSON *c;

	strbuf_addc(out, '{');
	cJSON_ArrayForEach(c, nodes)
	{
		strbuf_addz(out, c == nodes->child ? "" : ",");
		strbuf_add_json(out, str_of(c->string));
		strbuf_addc(out, ':');
		add_node(s, c, out);
	}
	strbuf_addc(out, '}');
}

static void add_tree(const cJSON *v, struct strbuf *out)
{
	char *text = fakeapi__print(v);

	strbuf_addz(out, text ? text : "{}");
	out->failed = out->failed || !text;
	cJSON_free(text);
}

static bool is_type_member(const char *name)
{
	return strcmp(name, "kind") == 0 || strcmp(name, "apiVersion") == 0;
}

/* The descriptions of common fields are the same in every type: those of pods. */
static const cJSON *common_texts(const struct fakeapi__schemas *s)
{
	return fakeapi__prose_of(s->prose, STR("io.k8s.api.core.v1.Pod"));
}

/* Appends "properties" of an object: the fields that every object has, and the node's. */
static void add_properties(struct fakeapi__schemas *s, const cJSON *node, struct strbuf *out)
{
	const cJSON *c;

	strbuf_addz(out, "\"properties\":{");
	fakeapi__schemas_add_type_properties(common_texts(s), out);
	add_meta(s, fakeapi__prose_text(common_texts(s), "metadata"), out);
	cJSON_ArrayForEach(c, cJSON_GetObjectItemCaseSensitive(node, "properties"))
	{
		if (is_type_member(c->string) || strcmp(c->string, "metadata") == 0)
			continue;
		strbuf_addc(out, ',');
		strbuf_add_json(out, str_of(c->string));
		strbuf_addc(out, ':');
		add_node(s, c, out);
	}
	strbuf_addc(out, '}');
}

/* Version 3 adds what the extensions of a node imply. */
static void add_implied(struct fakeapi__schemas *s, const cJSON *node, const char *before,
			struct strbuf *out)
{
	const cJSON *c;

	if (is_true(node, "x-kubernetes-int-or-string") &&
	    !cJSON_GetObjectItemCaseSensitive(node, "anyOf") &&
	    !cJSON_GetObjectItemCaseSensitive(node, "allOf")) {
		strbuf_addf(out, "%s\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"string\"}]",
			    before);
		before = ",";
	}
	if (!is_true(node, "x-kubernetes-embedded-resource"))
		return;
	strbuf_addf(out, "%s\"required\":[\"kind\",\"apiVersion\"", before);
	cJSON_ArrayForEach(c, cJSON_GetObjectItemCaseSensitive(node, "required"))
	{
		if (cJSON_IsString(c) && is_type_member(c->valuestring))
			continue;
		strbuf_addc(out, ',');
		add_tree(c, out);
	}
	strbuf_addz(out, "],");
	add_properties(s, node, out);
}

/* Appends a node of the definition's schema. */
static void add_node(struct fakeapi__schemas *s, const cJSON *node, struct strbuf *out)
{
	bool embedded = s->v3 && is_true(node, "x-kubernetes-embedded-resource");
	const char *before = "";
	const cJSON *c;

	if (!cJSON_IsObject(node)) {
		add_tree(node, out);
		return;
	}
	strbuf_addc(out, '{');
	cJSON_ArrayForEach(c, node)
	{
		if ((!s->v3 && is_dropped(node, c->string)) ||
		    (embedded &&
		     (strcmp(c->string, "required") == 0 || strcmp(c->string, "properties") == 0)))
			continue;
		strbuf_addz(out, before);
		before = ",";
		strbuf_add_json(out, str_of(c->string));
		strbuf_addc(out, ':');
		if (holds_names(c->string))
			add_names(s, c, out);
		else if (holds_node(c->string))
			add_node(s, c, out);
		else
			add_tree(c, out);
	}
	if (s->v3)
		add_implied(s, node, before, out);
	strbuf_addc(out, '}');
}

/* --- a custom resource -------------------------------------------------------------------- */

static void begin_schema(struct fakeapi__schemas *s, const struct fakeapi__resource *res,
			 const char *suffix, struct strbuf *out)
{
	strbuf_addz(out, s->more ? ",\"" : "\"");
	s->more = true;
	fakeapi__schemas_add_custom_name(res, out);
	strbuf_addf(out, "%s\":{", suffix);
}

/* The members of the definition's root that stand beside its properties. */
static void add_root_members(struct fakeapi__schemas *s, const cJSON *schema, struct strbuf *out)
{
	const cJSON *c;

	cJSON_ArrayForEach(c, schema)
	{
		if (strcmp(c->string, "properties") == 0 || strcmp(c->string, "type") == 0 ||
		    strcmp(c->string, "description") == 0 ||
		    strcmp(c->string, "x-kubernetes-group-version-kind") == 0 ||
		    (!s->v3 && (is_dropped(schema, c->string) ||
				strcmp(c->string, "x-kubernetes-preserve-unknown-fields") == 0)))
			continue;
		strbuf_addc(out, ',');
		strbuf_add_json(out, str_of(c->string));
		strbuf_addc(out, ':');
		if (holds_node(c->string))
			add_node(s, c, out);
		else
			add_tree(c, out);
	}
}

static void add_object(struct fakeapi__schemas *s, const struct fakeapi__resource *res,
		       struct strbuf *out)
{
	const cJSON *schema = fakeapi__custom_schema(res);

	begin_schema(s, res, "", out);
	fakeapi__schemas_add_description(fakeapi__prose_text(schema, "description"), out);
	strbuf_addz(out, "\"type\":\"object\"");
	add_root_members(s, schema, out);
	if (s->v3 || !is_dropped(schema, "properties")) {
		strbuf_addc(out, ',');
		add_properties(s, schema, out);
	}
	strbuf_addc(out, ',');
	add_gvk(res, res->kind, out);
	add_selectables(res, out);
	strbuf_addc(out, '}');
}

static void add_list(struct fakeapi__schemas *s, const struct fakeapi__resource *res,
		     struct strbuf *out)
{
	begin_schema(s, res, "List", out);
	strbuf_addf(out, "\"description\":\"%sList is a list of %s\",\"type\":\"object\",",
		    res->kind, res->kind);
	strbuf_addz(out, "\"required\":[\"items\"],\"properties\":{");
	fakeapi__schemas_add_type_properties(common_texts(s), out);
	strbuf_addz(out, ",\"items\":{\"type\":\"array\",\"items\":{");
	fakeapi__schemas_add_ref(s, res->group, res->version, res->kind, false, out);
	strbuf_addf(out, "}},\"metadata\":{%s", s->v3 ? "\"allOf\":[{" : "");
	fakeapi__schemas_add_meta_ref(s, "ListMeta", out);
	strbuf_addz(out, s->v3 ? "}]}}," : "}},");
	add_gvk(res, res->list_kind ? res->list_kind : "", out);
	strbuf_addc(out, '}');
}

void fakeapi__schemas_add_custom(struct fakeapi__schemas *s, const struct fakeapi__resource *res,
				 struct strbuf *out)
{
	add_object(s, res, out);
	add_list(s, res, out);
}
