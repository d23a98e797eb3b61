/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "fakeapi/discovery/type_schema.h"

#include "fakeapi/discovery/document.h"
#include "fakeapi/discovery/type_markers.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/schema/types.h"

#define MACHINERY "io.k8s.apimachinery.pkg."

/* Types that have no message in the table. */
static const struct {
	enum fakeapi__type type;
	const char *name, *schema; /* its members */
} leaves[] = {
	{ FAKEAPI_TYPE_TIME, MACHINERY "apis.meta.v1.Time",
	  "\"type\":\"string\",\"format\":\"date-time\"" },
	{ FAKEAPI_TYPE_MICROTIME, MACHINERY "apis.meta.v1.MicroTime",
	  "\"type\":\"string\",\"format\":\"date-time\"" },
	{ FAKEAPI_TYPE_DURATION, MACHINERY "apis.meta.v1.Duration", "\"type\":\"string\"" },
	{ FAKEAPI_TYPE_QUANTITY, MACHINERY "api.resource.Quantity",
	  "\"oneOf\":[{\"type\":\"string\"},{\"type\":\"number\"}]" },
	{ FAKEAPI_TYPE_INT_OR_STRING, MACHINERY "util.intstr.IntOrString",
	  "\"format\":\"int-or-string\",\"oneOf\":[{\"type\":\"integer\"},{\"type\":"
	  "\"string\"}]" },
	{ FAKEAPI_TYPE_RAW, MACHINERY "runtime.RawExtension", "\"type\":\"object\"" },
};

static const char *leaf_name(enum fakeapi__type type)
{
	for (size_t i = 0; i < ARRAY_LEN(leaves); i++)
		if (leaves[i].type == type)
			return leaves[i].name;
	return NULL;
}

/* core_v1_Pod: the first two parts are the package. */
static void add_name(struct strbuf *out, const char *id)
{
	static const struct {
		const char *group, *package;
	} packages[] = {
		{ "meta", "apimachinery.pkg.apis.meta" },
		{ "apiextensions", "apiextensions-apiserver.pkg.apis.apiextensions" },
		{ "apiregistration", "kube-aggregator.pkg.apis.apiregistration" },
	};
	const char *version = strchr(id, '_') + 1, *kind = strchr(version, '_') + 1;
	struct str group = { id, (size_t)(version - id) - 1 };

	strbuf_addz(out, "io.k8s.");
	for (size_t i = 0; i <= ARRAY_LEN(packages); i++) {
		if (i == ARRAY_LEN(packages)) {
			strbuf_addz(out, "api.");
			strbuf_adds(out, group);
		} else if (str_eqz(group, packages[i].group)) {
			strbuf_addz(out, packages[i].package);
			break;
		}
	}
	strbuf_addc(out, '.');
	strbuf_add(out, version, (size_t)(kind - version) - 1);
	strbuf_addc(out, '.');
	strbuf_addz(out, kind);
}

static const char *prefix_of(const struct fakeapi__schemas *s)
{
	return s->v3 ? FAKEAPI_V3_SCHEMAS : FAKEAPI_V2_SCHEMAS;
}

/* Appends "description":"...", with a comma after it; nothing without a text. */
static void add_description(struct strbuf *out, const char *text)
{
	if (!text)
		return;
	strbuf_addz(out, "\"description\":");
	strbuf_add_json(out, str_of(text));
	strbuf_addc(out, ',');
}

static size_t index_of(const struct fakeapi__message *m)
{
	return (size_t)(m - fakeapi__message_at(0));
}

static const struct fakeapi__message *message_of(const struct fakeapi__resource *res)
{
	char version[320];

	snprintf(version, sizeof(version), "%s%s%s", res->group, res->group[0] ? "/" : "",
		 res->version);
	return fakeapi__message_of(str_of(version), str_of(res->kind), res->release);
}

void fakeapi__type_schema_name(const struct fakeapi__resource *res, struct strbuf *out)
{
	const struct fakeapi__message *m = message_of(res);
	const char *end = res->group + strlen(res->group);

	if (m) {
		add_name(out, m->id);
		return;
	}
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

/* OpenAPI 3 allows no members next to a reference, so it is wrapped. `alone`: there are none. */
static void add_ref(struct fakeapi__schemas *s, const struct fakeapi__field *f, bool alone,
		    struct strbuf *out)
{
	const char *leaf = leaf_name((enum fakeapi__type)f->type);
	bool wrapped = s->v3 && !alone;

	strbuf_addf(out, "%s\"$ref\":\"%s", wrapped ? "\"allOf\":[{" : "", prefix_of(s));
	if (leaf) {
		strbuf_addz(out, leaf);
	} else {
		s->wanted[f->message] = true;
		add_name(out, fakeapi__message_at(f->message)->id);
	}
	strbuf_addz(out, wrapped ? "\"}]" : "\"");
}

/* Appends the schema of the field's values. `alone`: without a description. */
static void add_value(struct fakeapi__schemas *s, const struct fakeapi__field *f, bool alone,
		      struct strbuf *out)
{
	switch ((enum fakeapi__type)f->type) {
	case FAKEAPI_TYPE_STRING:
		strbuf_addz(out, "\"type\":\"string\"");
		break;
	case FAKEAPI_TYPE_BYTES:
		strbuf_addz(out, "\"type\":\"string\",\"format\":\"byte\"");
		break;
	case FAKEAPI_TYPE_BOOL:
		strbuf_addz(out, "\"type\":\"boolean\"");
		break;
	case FAKEAPI_TYPE_DOUBLE:
		strbuf_addz(out, "\"type\":\"number\",\"format\":\"double\"");
		break;
	case FAKEAPI_TYPE_INT32:
		strbuf_addz(out, "\"type\":\"integer\",\"format\":\"int32\"");
		break;
	case FAKEAPI_TYPE_INT64:
		strbuf_addz(out, "\"type\":\"integer\",\"format\":\"int64\"");
		break;
	case FAKEAPI_TYPE_TIME:
	case FAKEAPI_TYPE_MICROTIME:
	case FAKEAPI_TYPE_DURATION:
	case FAKEAPI_TYPE_QUANTITY:
	case FAKEAPI_TYPE_INT_OR_STRING:
	case FAKEAPI_TYPE_RAW:
		add_ref(s, f, alone, out);
		break;
	case FAKEAPI_TYPE_SCHEMA_OR_BOOL:
	case FAKEAPI_TYPE_SCHEMA_OR_ARRAY:
	case FAKEAPI_TYPE_SCHEMA_OR_STRINGS:
		break;
	case FAKEAPI_TYPE_MESSAGE:
		if (fakeapi__message_at(f->message)->fields)
			add_ref(s, f, alone, out);
		else
			strbuf_addz(out, "\"type\":\"array\",\"items\":{\"type\":\"string\"}");
		break;
	}
}

static void add_field(struct fakeapi__schemas *s, const void *type, const struct fakeapi__field *f,
		      const char *text, struct strbuf *out)
{
	bool many = f->flags & (FAKEAPI_FIELD_MAP | FAKEAPI_FIELD_REPEATED);
	AUTO_STRBUF markers = STRBUF_INIT;

	fakeapi__markers_add_field(type, f->name, &markers);
	if (f->type == FAKEAPI_TYPE_MESSAGE && !s->types[f->message])
		s->types[f->message] = fakeapi__markers_below(type, f->name);
	strbuf_addf(out, "\"%s\":{", f->name);
	add_description(out, text);
	if (f->flags & FAKEAPI_FIELD_MAP)
		strbuf_addz(out, "\"type\":\"object\",\"additionalProperties\":{");
	else if (f->flags & FAKEAPI_FIELD_REPEATED)
		strbuf_addz(out, "\"type\":\"array\",\"items\":{");
	add_value(s, f, many || (!text && !markers.len), out);
	strbuf_addz(out, many ? "}" : "");
	strbuf_adds(out, strbuf_str(&markers));
	strbuf_addc(out, '}');
	out->failed |= markers.failed;
}

static void add_fields(struct fakeapi__schemas *s, const void *type,
		       const struct fakeapi__message *m, const cJSON *texts, bool *more,
		       struct strbuf *out)
{
	for (size_t i = 0; i < m->field_count; i++) {
		const struct fakeapi__field *f = &m->fields[i];

		if (f->number == 0)
			continue;
		if (f->flags & FAKEAPI_FIELD_INLINE) {
			add_fields(s, type, fakeapi__message_at(f->message), texts, more, out);
			continue;
		}
		if (*more)
			strbuf_addc(out, ',');
		*more = true;
		add_field(s, type, f, fakeapi__prose_text(texts, f->name), out);
	}
}

static void add_required(const struct fakeapi__message *m, bool *more, struct strbuf *out)
{
	for (size_t i = 0; i < m->field_count; i++) {
		const struct fakeapi__field *f = &m->fields[i];

		if (f->number && f->flags & FAKEAPI_FIELD_INLINE)
			add_required(fakeapi__message_at(f->message), more, out);
		if (!(f->flags & FAKEAPI_FIELD_REQUIRED))
			continue;
		strbuf_addf(out, "%s\"%s\"", *more ? "," : ",\"required\":[", f->name);
		*more = true;
	}
}

static void add_gvk(struct strbuf *out, const struct fakeapi__resource *res)
{
	const cJSON *f, *fields = fakeapi__custom_selectables(res);

	strbuf_addf(out,
		    "\"x-kubernetes-group-version-kind\":[{\"group\":\"%s\",\"kind\":\"%s\","
		    "\"version\":\"%s\"}]",
		    res->group, res->kind, res->version);
	cJSON_ArrayForEach(f, fields)
	{
		const cJSON *m = cJSON_GetObjectItemCaseSensitive(f, "jsonPath");
		const char *path = cJSON_IsString(m) ? m->valuestring : "";

		strbuf_addz(out,
			    f == fields->child ? ",\"x-kubernetes-selectable-fields\":[" : ",");
		strbuf_addz(out, "{\"fieldPath\":");
		strbuf_add_json(out, str_of(*path == '.' ? path + 1 : path));
		strbuf_addc(out, '}');
	}
	if (fields && fields->child)
		strbuf_addc(out, ']');
}

static void add_type_properties(struct strbuf *out, const cJSON *texts)
{
	strbuf_addz(out, "\"apiVersion\":{");
	add_description(out, fakeapi__prose_text(texts, "apiVersion"));
	strbuf_addz(out, "\"type\":\"string\"},\"kind\":{");
	add_description(out, fakeapi__prose_text(texts, "kind"));
	strbuf_addz(out, "\"type\":\"string\"}");
}

static void add_message(struct fakeapi__schemas *s, size_t index,
			const struct fakeapi__resource *res, struct strbuf *out)
{
	const struct fakeapi__message *m = fakeapi__message_at(index);
	AUTO_STRBUF name = STRBUF_INIT;
	AUTO_STRBUF fields = STRBUF_INIT;
	bool more = res != NULL, required = false;
	const cJSON *texts;

	s->written[index] = true;
	add_name(&name, m->id);
	texts = fakeapi__prose_of(s->prose, strbuf_str(&name));
	strbuf_addf(out, ",\"%s\":{", name.ptr);
	add_description(out, fakeapi__prose_text(texts, ""));
	strbuf_addz(out, "\"type\":\"object\"");
	if (res)
		add_type_properties(&fields, texts);
	if (res)
		s->types[index] = fakeapi__markers_of(res);
	add_fields(s, s->types[index], m, texts, &more, &fields);
	if (fields.len) /* omit empty properties: a Go client would not write {} back */
		strbuf_addf(out, ",\"properties\":{%s}", fields.ptr);
	add_required(m, &required, out);
	strbuf_addz(out, required ? "]" : "");
	fakeapi__markers_add_type(s->types[index], out);
	if (res) {
		strbuf_addc(out, ',');
		add_gvk(out, res);
	}
	strbuf_addc(out, '}');
	out->failed |= name.failed || fields.failed;
}

static void add_tree(struct strbuf *out, const cJSON *v)
{
	char *text = fakeapi__print(v);

	strbuf_addz(out, text ? text : "{}");
	out->failed = out->failed || !text;
	cJSON_free(text);
}

/* Appends the definition's own schema with the fields of every object. */
static void add_custom(struct fakeapi__schemas *s, const struct fakeapi__resource *res,
		       size_t object_meta, struct strbuf *out)
{
	const cJSON *schema = fakeapi__custom_schema(res), *part;
	const cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties");
	const cJSON *required = cJSON_GetObjectItemCaseSensitive(schema, "required");
	/* The descriptions of common fields are the same in every type: take those of pods. */
	const cJSON *texts = fakeapi__prose_of(s->prose, STR("io.k8s.api.core.v1.Pod"));
	const char *text = fakeapi__prose_text(texts, "metadata");

	s->wanted[object_meta] = true;
	strbuf_addz(out, ",\"");
	fakeapi__type_schema_name(res, out);
	strbuf_addz(out, "\":{");
	add_description(out, fakeapi__prose_text(schema, "description"));
	strbuf_addz(out, "\"type\":\"object\",\"properties\":{");
	add_type_properties(out, texts);
	strbuf_addz(out, ",\"metadata\":{");
	add_description(out, text);
	strbuf_addf(out, "%s\"$ref\":\"%s", text && s->v3 ? "\"allOf\":[{" : "", prefix_of(s));
	add_name(out, fakeapi__message_at(object_meta)->id);
	strbuf_addz(out, text && s->v3 ? "\"}]}" : "\"}");
	cJSON_ArrayForEach(part, properties)
	{
		if (strcmp(part->string, "metadata") == 0 || strcmp(part->string, "kind") == 0 ||
		    strcmp(part->string, "apiVersion") == 0)
			continue;
		strbuf_addc(out, ',');
		strbuf_add_json(out, str_of(part->string));
		strbuf_addc(out, ':');
		add_tree(out, part);
	}
	strbuf_addz(out, "},");
	if (cJSON_IsArray(required)) {
		strbuf_addz(out, "\"required\":");
		add_tree(out, required);
		strbuf_addc(out, ',');
	}
	add_gvk(out, res);
	strbuf_addc(out, '}');
}

static size_t index_of_object_meta(void)
{
	const struct fakeapi__message *pod = fakeapi__message_of(STR("v1"), STR("Pod"), 0);

	for (size_t i = 0; i < pod->field_count; i++)
		if (strcmp(pod->fields[i].name, "metadata") == 0)
			return pod->fields[i].message;
	return 0;
}

void fakeapi__type_schema_begin(struct fakeapi__schemas *s, bool v3,
				const struct fakeapi__prose *prose, struct strbuf *out)
{
	ASSERT(fakeapi__message_count <= FAKEAPI_SCHEMAS_MAX);
	memset(s, 0, sizeof(*s));
	s->v3 = v3;
	s->prose = prose;
	for (size_t i = 0; i < ARRAY_LEN(leaves); i++) {
		const cJSON *texts = fakeapi__prose_of(prose, str_of(leaves[i].name));

		strbuf_addf(out, "%s\"%s\":{", i ? "," : "", leaves[i].name);
		add_description(out, fakeapi__prose_text(texts, ""));
		strbuf_addf(out, "%s}", leaves[i].schema);
	}
}

void fakeapi__type_schema_add(struct fakeapi__schemas *s, const struct fakeapi__registry *reg,
			      size_t from, struct str group, struct str version, struct strbuf *out)
{
	const struct fakeapi__resource *res;

	while ((res = fakeapi__next_of_version(reg, group, version, &from))) {
		const struct fakeapi__message *m = message_of(res);

		if (res->flags & FAKEAPI_RES_CUSTOM)
			add_custom(s, res, index_of_object_meta(), out);
		else if (m && !s->written[index_of(m)])
			add_message(s, index_of(m), res, out);
	}
}

void fakeapi__type_schema_end(struct fakeapi__schemas *s, struct strbuf *out)
{
	bool more = true;

	while (more) {
		more = false;
		for (size_t i = 0; i < fakeapi__message_count; i++) {
			if (!s->wanted[i] || s->written[i])
				continue;
			add_message(s, i, NULL, out);
			more = true;
		}
	}
}
