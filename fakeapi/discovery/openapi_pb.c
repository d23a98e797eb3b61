/* SPDX-License-Identifier: Apache-2.0 */
/* openapi_pb.c - encodes the definitions of /openapi/v2 in gnostic's protobuf, the only form that
 * `kubectl explain --output=plaintext-openapiv2` and old kubectls accept. */
#include <cjson/cJSON.h>

#include "fakeapi/discovery/document.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/serializer/yaml_write.h"

/* Field numbers of openapi.v2's messages. */
enum {
	DOCUMENT_SWAGGER = 1,
	DOCUMENT_INFO = 2,
	DOCUMENT_DEFINITIONS = 9,
	INFO_TITLE = 1,
	INFO_VERSION = 2,
	NAMED_NAME = 1,
	NAMED_VALUE = 2,
	PROPERTIES_ENTRY = 1,
	SCHEMA_REF = 1,
	SCHEMA_FORMAT = 2,
	SCHEMA_DESCRIPTION = 4,
	SCHEMA_REQUIRED = 19,
	SCHEMA_ADDITIONAL = 21,
	SCHEMA_TYPE = 22,
	SCHEMA_ITEMS = 23,
	SCHEMA_PROPERTIES = 25,
	SCHEMA_EXTENSION = 31,
	ANY_YAML = 2,
	ONLY = 1, /* of a message with one field */
};

enum { DEPTH_MAX = 64 };

static void add_varint(struct strbuf *out, size_t n)
{
	for (; n > 0x7f; n >>= 7)
		strbuf_addc(out, (char)(n | 0x80));
	strbuf_addc(out, (char)n);
}

static void add_bytes(struct strbuf *out, unsigned number, struct str bytes)
{
	add_varint(out, number << 3 | 2);
	add_varint(out, bytes.len);
	strbuf_adds(out, bytes);
}

static void add_part(struct strbuf *out, unsigned number, const struct strbuf *part)
{
	add_bytes(out, number, strbuf_str(part));
	out->failed = out->failed || part->failed;
}

static void add_text(struct strbuf *out, unsigned number, const cJSON *v)
{
	if (cJSON_IsString(v))
		add_bytes(out, number, str_of(v->valuestring));
}

static const cJSON *member(const cJSON *v, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(v, name);
}

static void add_schema(struct strbuf *out, const cJSON *schema, unsigned depth);

static void add_properties(struct strbuf *out, const cJSON *properties, unsigned depth)
{
	const cJSON *p;

	cJSON_ArrayForEach(p, properties)
	{
		AUTO_STRBUF named = STRBUF_INIT, schema = STRBUF_INIT;

		add_bytes(&named, NAMED_NAME, str_of(p->string));
		add_schema(&schema, p, depth + 1);
		add_part(&named, NAMED_VALUE, &schema);
		add_part(out, PROPERTIES_ENTRY, &named);
	}
}

/* Appends a schema within a message that has no other field. */
static void add_wrapped(struct strbuf *out, unsigned number, const cJSON *schema, unsigned depth)
{
	AUTO_STRBUF inner = STRBUF_INIT, wrapped = STRBUF_INIT;

	if (!cJSON_IsObject(schema))
		return;
	add_schema(&inner, schema, depth + 1);
	add_part(&wrapped, ONLY, &inner);
	add_part(out, number, &wrapped);
}

static void add_extension(struct strbuf *out, const cJSON *value)
{
	AUTO_STRBUF named = STRBUF_INIT, any = STRBUF_INIT, yaml = STRBUF_INIT;
	char *json = value ? fakeapi__print(value) : NULL;

	if (!value)
		return;
	if (!json || fakeapi__to_yaml(str_of(json), &yaml) != 0)
		out->failed = true;
	cJSON_free(json);
	add_bytes(&named, NAMED_NAME, str_of(value->string));
	add_part(&any, ANY_YAML, &yaml);
	add_part(&named, NAMED_VALUE, &any);
	add_part(out, SCHEMA_EXTENSION, &named);
}

static void add_schema(struct strbuf *out, const cJSON *schema, unsigned depth)
{
	static const char *const extensions[] = {
		"x-kubernetes-group-version-kind", "x-kubernetes-list-map-keys",
		"x-kubernetes-list-type",	   "x-kubernetes-map-type",
		"x-kubernetes-patch-merge-key",	   "x-kubernetes-patch-strategy"
	};
	const cJSON *properties = member(schema, "properties"), *name;

	if (depth > DEPTH_MAX)
		return;
	add_text(out, SCHEMA_REF, member(schema, "$ref"));
	add_text(out, SCHEMA_FORMAT, member(schema, "format"));
	add_text(out, SCHEMA_DESCRIPTION, member(schema, "description"));
	cJSON_ArrayForEach(name, member(schema, "required")) add_text(out, SCHEMA_REQUIRED, name);
	add_wrapped(out, SCHEMA_ADDITIONAL, member(schema, "additionalProperties"), depth);
	if (cJSON_IsString(member(schema, "type"))) {
		AUTO_STRBUF type = STRBUF_INIT;

		add_text(&type, ONLY, member(schema, "type"));
		add_part(out, SCHEMA_TYPE, &type);
	}
	add_wrapped(out, SCHEMA_ITEMS, member(schema, "items"), depth);
	if (properties) {
		AUTO_STRBUF part = STRBUF_INIT;

		add_properties(&part, properties, depth);
		add_part(out, SCHEMA_PROPERTIES, &part);
	}
	for (size_t i = 0; i < ARRAY_LEN(extensions); i++)
		add_extension(out, member(schema, extensions[i]));
}

void fakeapi__openapi_to_protobuf(struct str json, struct strbuf *out)
{
	cJSON *doc = fakeapi__parse(json);
	const cJSON *info = member(doc, "info");
	AUTO_STRBUF part = STRBUF_INIT, definitions = STRBUF_INIT;

	if (!doc) {
		out->failed = true;
		return;
	}
	add_text(out, DOCUMENT_SWAGGER, member(doc, "swagger"));
	add_text(&part, INFO_TITLE, member(info, "title"));
	add_text(&part, INFO_VERSION, member(info, "version"));
	add_part(out, DOCUMENT_INFO, &part);
	add_properties(&definitions, member(doc, "definitions"), 0);
	add_part(out, DOCUMENT_DEFINITIONS, &definitions);
	cJSON_Delete(doc);
}
