/* SPDX-License-Identifier: Apache-2.0 */
/* definition_form.c - definitions in the format of the real server's messages
 * (apiextensions-apiserver's pkg/apis/apiextensions/types.go, types_jsonschema.go). */
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/definition.h"

enum form {
	TEXT,	      /* "" if absent */
	FLAG,	      /* false */
	COUNT,	      /* 0 */
	VALUE,	      /* null if absent; any value otherwise */
	SCHEMA,	      /* null */
	SCHEMAS,      /* a list of schemas */
	BY_NAME,      /* a map of schemas */
	ITEMS,	      /* one schema, or a list */
	EXTRA,	      /* a schema, or true or false */
	DEPENDENCIES, /* each is a schema or names */
	DOCS,
	RULES,
	SUBRESOURCES,
	COLUMNS,
	SELECTABLES,
	VALIDATION,
};

struct field {
	const char *shown, *name;
	enum form form;
};

/* clang-format off */
static const struct field schema_fields[] = {
	{ "ID", "id", TEXT }, { "Schema", "$schema", TEXT }, { "Ref", "$ref", VALUE },
	{ "Description", "description", TEXT }, { "Type", "type", TEXT },
	{ "Nullable", "nullable", FLAG }, { "Format", "format", TEXT }, { "Title", "title", TEXT },
	{ "Default", "default", VALUE }, { "Maximum", "maximum", VALUE },
	{ "ExclusiveMaximum", "exclusiveMaximum", FLAG }, { "Minimum", "minimum", VALUE },
	{ "ExclusiveMinimum", "exclusiveMinimum", FLAG }, { "MaxLength", "maxLength", VALUE },
	{ "MinLength", "minLength", VALUE }, { "Pattern", "pattern", TEXT },
	{ "MaxItems", "maxItems", VALUE }, { "MinItems", "minItems", VALUE },
	{ "UniqueItems", "uniqueItems", FLAG }, { "MultipleOf", "multipleOf", VALUE },
	{ "Enum", "enum", VALUE }, { "MaxProperties", "maxProperties", VALUE },
	{ "MinProperties", "minProperties", VALUE }, { "Required", "required", VALUE },
	{ "Items", "items", ITEMS }, { "AllOf", "allOf", SCHEMAS }, { "OneOf", "oneOf", SCHEMAS },
	{ "AnyOf", "anyOf", SCHEMAS }, { "Not", "not", SCHEMA },
	{ "Properties", "properties", BY_NAME },
	{ "AdditionalProperties", "additionalProperties", EXTRA },
	{ "PatternProperties", "patternProperties", BY_NAME },
	{ "Dependencies", "dependencies", DEPENDENCIES },
	{ "AdditionalItems", "additionalItems", EXTRA }, { "Definitions", "definitions", BY_NAME },
	{ "ExternalDocs", "externalDocs", DOCS }, { "Example", "example", VALUE },
	{ "XPreserveUnknownFields", "x-kubernetes-preserve-unknown-fields", VALUE },
	{ "XEmbeddedResource", "x-kubernetes-embedded-resource", FLAG },
	{ "XIntOrString", "x-kubernetes-int-or-string", FLAG },
	{ "XListMapKeys", "x-kubernetes-list-map-keys", VALUE },
	{ "XListType", "x-kubernetes-list-type", VALUE },
	{ "XMapType", "x-kubernetes-map-type", VALUE },
	{ "XValidations", "x-kubernetes-validations", RULES },
	{ NULL, NULL, TEXT },
};
static const struct field docs_fields[] = {
	{ "Description", "description", TEXT }, { "URL", "url", TEXT }, { NULL, NULL, TEXT },
};
static const struct field rule_fields[] = {
	{ "Rule", "rule", TEXT }, { "Message", "message", TEXT },
	{ "MessageExpression", "messageExpression", TEXT }, { "Reason", "reason", VALUE },
	{ "FieldPath", "fieldPath", TEXT }, { "OptionalOldSelf", "optionalOldSelf", VALUE },
	{ NULL, NULL, TEXT },
};
static const struct field version_fields[] = {
	{ "Name", "name", TEXT }, { "Served", "served", FLAG }, { "Storage", "storage", FLAG },
	{ "Deprecated", "deprecated", FLAG }, { "DeprecationWarning", "deprecationWarning", VALUE },
	{ "Schema", "schema", VALIDATION }, { "Subresources", "subresources", SUBRESOURCES },
	{ "AdditionalPrinterColumns", "additionalPrinterColumns", COLUMNS },
	{ "SelectableFields", "selectableFields", SELECTABLES }, { NULL, NULL, TEXT },
};
static const struct field validation_fields[] = {
	{ "OpenAPIV3Schema", "openAPIV3Schema", SCHEMA }, { NULL, NULL, TEXT },
};
static const struct field column_fields[] = {
	{ "Name", "name", TEXT }, { "Type", "type", TEXT }, { "Format", "format", TEXT },
	{ "Description", "description", TEXT }, { "Priority", "priority", COUNT },
	{ "JSONPath", "jsonPath", TEXT }, { NULL, NULL, TEXT },
};
static const struct field selectable_fields[] = {
	{ "JSONPath", "jsonPath", TEXT }, { NULL, NULL, TEXT },
};
static const struct field scale_fields[] = {
	{ "SpecReplicasPath", "specReplicasPath", TEXT },
	{ "StatusReplicasPath", "statusReplicasPath", TEXT },
	{ "LabelSelectorPath", "labelSelectorPath", VALUE }, { NULL, NULL, TEXT },
};
/* clang-format on */

static cJSON *form_of(const cJSON *v, enum form form);

static cJSON *fields_of(const cJSON *v, const struct field *fields)
{
	cJSON *out = cJSON_CreateObject();

	for (; out && fields->shown; fields++) {
		cJSON *m = form_of(fakeapi__schema_member(v, fields->name), fields->form);

		if (m && cJSON_AddItemToObject(out, fields->shown, m))
			continue;
		cJSON_Delete(m);
		cJSON_Delete(out);
		return NULL;
	}
	return out;
}

static cJSON *add(cJSON *take_out, const char *name, cJSON *take_value)
{
	if (take_out && take_value && cJSON_AddItemToObject(take_out, name, take_value))
		return take_out;
	cJSON_Delete(take_value);
	cJSON_Delete(take_out);
	return NULL;
}

/* A list or map whose members have these fields; `fields` NULL: schemas. */
static cJSON *all_of(const cJSON *v, const struct field *fields)
{
	cJSON *out = cJSON_IsArray(v) ? cJSON_CreateArray() : cJSON_CreateObject();
	const cJSON *m;

	cJSON_ArrayForEach(m, v)
	{
		cJSON *shown = fields_of(m, fields ? fields : schema_fields);

		if (out && shown &&
		    (cJSON_IsArray(v) ? cJSON_AddItemToArray(out, shown)
				      : cJSON_AddItemToObject(out, m->string, shown)))
			continue;
		cJSON_Delete(shown);
		cJSON_Delete(out);
		return NULL;
	}
	if (out && cJSON_IsObject(v) && fakeapi__sort_members(out, false) != 0) {
		cJSON_Delete(out);
		return NULL;
	}
	return out;
}

static cJSON *dependencies_of(const cJSON *v)
{
	cJSON *out = cJSON_CreateObject();
	const cJSON *m;

	cJSON_ArrayForEach(m, v)
	{
		bool names = cJSON_IsArray(m);
		cJSON *both = add(cJSON_CreateObject(), "Schema",
				  names ? cJSON_CreateNull() : fields_of(m, schema_fields));

		both = add(both, "Property", names ? cJSON_Duplicate(m, true) : cJSON_CreateNull());
		out = add(out, m->string, both);
	}
	return out;
}

static cJSON *subresources_of(const cJSON *v)
{
	const cJSON *status = fakeapi__schema_member(v, "status"),
		    *scale = fakeapi__schema_member(v, "scale");
	cJSON *out =
	    add(cJSON_CreateObject(), "Status", status ? cJSON_CreateObject() : cJSON_CreateNull());

	return add(out, "Scale", scale ? fields_of(scale, scale_fields) : cJSON_CreateNull());
}

static cJSON *value_of(const cJSON *v)
{
	cJSON *out = cJSON_Duplicate(v, true);

	if (out && fakeapi__sort_members(out, true) == 0)
		return out;
	cJSON_Delete(out);
	return NULL;
}

static cJSON *form_of(const cJSON *v, enum form form)
{
	bool list = cJSON_IsArray(v);
	cJSON *out;

	if (!v)
		return form == TEXT    ? cJSON_CreateString("")
		       : form == FLAG  ? cJSON_CreateFalse()
		       : form == COUNT ? cJSON_CreateNumber(0)
				       : cJSON_CreateNull();
	switch (form) {
	case TEXT:
	case FLAG:
	case COUNT:
	case VALUE:
		return value_of(v);
	case SCHEMA:
		return fields_of(v, schema_fields);
	case SCHEMAS:
	case BY_NAME:
		return all_of(v, schema_fields);
	case ITEMS:
		out = add(cJSON_CreateObject(), "Schema",
			  list ? cJSON_CreateNull() : fields_of(v, schema_fields));
		return add(out, "JSONSchemas",
			   list ? all_of(v, schema_fields) : cJSON_CreateNull());
	case EXTRA:
		out = add(cJSON_CreateObject(), "Allows", cJSON_CreateBool(!cJSON_IsFalse(v)));
		return add(out, "Schema",
			   cJSON_IsObject(v) ? fields_of(v, schema_fields) : cJSON_CreateNull());
	case DEPENDENCIES:
		return dependencies_of(v);
	case DOCS:
		return fields_of(v, docs_fields);
	case RULES:
		return all_of(v, rule_fields);
	case SUBRESOURCES:
		return subresources_of(v);
	case COLUMNS:
		return all_of(v, column_fields);
	case SELECTABLES:
		return all_of(v, selectable_fields);
	case VALIDATION:
		return fields_of(v, validation_fields);
	}
	return NULL;
}

cJSON *fakeapi__schema_form(const cJSON *schema)
{
	return fields_of(schema, schema_fields);
}

cJSON *fakeapi__versions_form(const cJSON *versions, bool with_schema,
			      const struct fakeapi__alike *alike)
{
	cJSON *out = cJSON_CreateArray();
	const cJSON *v;

	cJSON_ArrayForEach(v, versions)
	{
		cJSON *shown = fields_of(v, version_fields), *m = shown ? shown->child : NULL;

		/* Parts that all versions share are at the top. */
		for (; m; m = m->next)
			if ((!with_schema && strcmp(m->string, "Schema") == 0) ||
			    (alike->subresources && strcmp(m->string, "Subresources") == 0) ||
			    (alike->columns &&
			     strcmp(m->string, "AdditionalPrinterColumns") == 0) ||
			    (alike->selectables && strcmp(m->string, "SelectableFields") == 0)) {
				cJSON_Delete(m->child);
				m->child = NULL;
				m->type = cJSON_NULL;
			}
		if (!out || !shown || !cJSON_AddItemToArray(out, shown)) {
			cJSON_Delete(shown);
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}
