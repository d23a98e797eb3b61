/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/discovery/type_schema.h"

#include "fakeapi/discovery/document.h"
#include "fakeapi/discovery/type_markers.h"
#include "fakeapi/meta/release.h"

#define MACHINERY  "apimachinery.pkg."
#define EXTENSIONS "apiextensions-apiserver.pkg.apis.apiextensions.v1."

#define DEFAULT "\"default\":"

/* The stored schema of a type without fields, such as a Quantity; NULL: none. */
static const char *whole_of(enum fakeapi__type type, const char *go_name)
{
	switch (type) {
	case FAKEAPI_TYPE_TIME:
		return MACHINERY "apis.meta.v1.Time";
	case FAKEAPI_TYPE_MICROTIME:
		return MACHINERY "apis.meta.v1.MicroTime";
	case FAKEAPI_TYPE_DURATION:
		return MACHINERY "apis.meta.v1.Duration";
	case FAKEAPI_TYPE_QUANTITY:
		return MACHINERY "api.resource.Quantity";
	case FAKEAPI_TYPE_INT_OR_STRING:
		return MACHINERY "util.intstr.IntOrString";
	case FAKEAPI_TYPE_RAW:
		return strcmp(go_name, "v1.FieldsV1") == 0 ? MACHINERY "apis.meta.v1.FieldsV1"
		       : strcmp(go_name, "v1.JSON") == 0   ? EXTENSIONS "JSON"
							   : MACHINERY "runtime.RawExtension";
	case FAKEAPI_TYPE_SCHEMA_OR_BOOL:
		return EXTENSIONS "JSONSchemaPropsOrBool";
	case FAKEAPI_TYPE_SCHEMA_OR_ARRAY:
		return EXTENSIONS "JSONSchemaPropsOrArray";
	case FAKEAPI_TYPE_SCHEMA_OR_STRINGS:
		return EXTENSIONS "JSONSchemaPropsOrStringArray";
	case FAKEAPI_TYPE_STRING:
	case FAKEAPI_TYPE_BYTES:
	case FAKEAPI_TYPE_BOOL:
	case FAKEAPI_TYPE_DOUBLE:
	case FAKEAPI_TYPE_INT32:
	case FAKEAPI_TYPE_INT64:
	case FAKEAPI_TYPE_MESSAGE:
		break;
	}
	return NULL;
}

enum { NAME_SIZE = 192 };

/* core_v1_Pod: the first two parts are the package. The name lacks "io.k8s.". */
static void name_of(const char *id, char name[NAME_SIZE])
{
	static const struct {
		const char *group, *package;
	} packages[] = {
		{ "meta", "apimachinery.pkg.apis.meta" },
		{ "apiextensions", "apiextensions-apiserver.pkg.apis.apiextensions" },
		{ "apiregistration", "kube-aggregator.pkg.apis.apiregistration" },
	};
	const char *version = strchr(id, '_') + 1, *kind = strchr(version, '_') + 1;
	int group_len = (int)(version - id) - 1, version_len = (int)(kind - version) - 1;

	for (size_t i = 0; i < ARRAY_LEN(packages); i++)
		if (str_eqz((struct str) { id, (size_t)group_len }, packages[i].group)) {
			snprintf(name, NAME_SIZE, "%s.%.*s.%s", packages[i].package, version_len,
				 version, kind);
			return;
		}
	snprintf(name, NAME_SIZE, "api.%.*s.%.*s.%s", group_len, id, version_len, version, kind);
}

void fakeapi__schemas_add_description(const char *text, struct strbuf *out)
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

static const struct fakeapi__message *message_of(const struct fakeapi__schemas *s,
						 const char *group, const char *version,
						 const char *kind)
{
	char api_version[320];

	snprintf(api_version, sizeof(api_version), "%s%s%s", group, group[0] ? "/" : "", version);
	return fakeapi__message_of(str_of(api_version), str_of(kind), s->release);
}

static void add_message_ref(struct fakeapi__schemas *s, size_t index, bool list, struct strbuf *out)
{
	char name[NAME_SIZE];

	name_of(fakeapi__message_at(index)->id, name);
	if (fakeapi__whole_schema_find(name, s->release) >= 0) {
		fakeapi__schemas_add_whole_ref(s, name, out);
		return;
	}
	if (list)
		s->messages[index].list_wanted = true;
	else
		s->messages[index].wanted = true;
	strbuf_addf(out, "\"$ref\":\"%sio.k8s.%s%s\"",
		    s->v3 ? FAKEAPI_V3_SCHEMAS : FAKEAPI_V2_SCHEMAS, name, list ? "List" : "");
}

void fakeapi__schemas_add_ref(struct fakeapi__schemas *s, const char *group, const char *version,
			      const char *kind, bool list, struct strbuf *out)
{
	const struct fakeapi__message *m = message_of(s, group, version, kind);
	struct fakeapi__resource res = { .group = group, .version = version, .kind = kind };

	if (m) {
		add_message_ref(s, index_of(m), list, out);
		return;
	}
	strbuf_addf(out, "\"$ref\":\"%s", s->v3 ? FAKEAPI_V3_SCHEMAS : FAKEAPI_V2_SCHEMAS);
	fakeapi__schemas_add_custom_name(&res, out);
	strbuf_addz(out, list ? "List\"" : "\"");
}

bool fakeapi__schemas_changed(const struct fakeapi__schemas *s, enum fakeapi__change change)
{
	return fakeapi__changed(fakeapi__registry_features(s->reg), change);
}

void fakeapi__schemas_add_object_meta_ref(struct fakeapi__schemas *s, struct strbuf *out)
{
	const struct fakeapi__message *pod = fakeapi__message_of(STR("v1"), STR("Pod"), s->release);

	for (size_t i = 0; i < pod->field_count; i++) {
		const struct fakeapi__field *f = &pod->fields[i];

		if (strcmp(f->name, "metadata") != 0)
			continue;
		s->messages[f->message].type =
		    fakeapi__markers_below(s->messages[index_of(pod)].type, f->name);
		add_message_ref(s, f->message, false, out);
	}
}

bool fakeapi__schemas_returned(const struct fakeapi__schemas *s,
			       const struct fakeapi__resource *res)
{
	const struct fakeapi__message *m = message_of(s, res->group, res->version, res->kind);
	char name[NAME_SIZE];

	if (!m)
		return false;
	name_of(m->id, name);
	return fakeapi__openapi_returned(name, s->release);
}

/* --- fields ------------------------------------------------------------------------------- */

/* A field while its schema is written. */
struct value {
	struct fakeapi__schemas *s;
	const struct fakeapi__field *field;
	const void *type;   /* of the message that has the field */
	const char *schema; /* its name without "io.k8s." */
	struct strbuf *out;
};

/* OpenAPI 3 allows no members next to a reference, so it is wrapped if there are some. */
static void add_ref(const struct value *v, bool alone)
{
	const char *go_name = fakeapi__markers_type_name(v->type, v->field->name);
	const char *whole = whole_of((enum fakeapi__type)v->field->type, go_name);
	bool wrapped = v->s->v3 && !alone;

	strbuf_addz(v->out, wrapped ? "\"allOf\":[{" : "");
	if (whole)
		fakeapi__schemas_add_whole_ref(v->s, whole, v->out);
	else
		add_message_ref(v->s, v->field->message, false, v->out);
	strbuf_addz(v->out, wrapped ? "}]" : "");
}

static const char *default_of(const struct value *v, unsigned place)
{
	if (!v->s->v3 || (place && fakeapi__schemas_changed(v->s, FAKEAPI_CHANGE_NO_ITEM_DEFAULTS)))
		return NULL;
	return fakeapi__markers_default(v->type, v->field->name, place);
}

/* Appends the field's default and its members of openapi_rows.h (format, enum, …), whose default
 * overrides Go's zero value. */
static void add_facts(const struct value *v, unsigned place)
{
	const char *fact = fakeapi__openapi_fact(v->schema, v->field->name, place, v->s->release);
	const char *value = default_of(v, place);
	bool has_default = fact && strncmp(fact, DEFAULT, sizeof(DEFAULT) - 1) == 0;

	if (value && !has_default)
		strbuf_addf(v->out, ",\"default\":%s", value);
	if (!fact)
		return;
	if (has_default && !v->s->v3) {
		fact = strstr(fact, ",\"enum\"");
		strbuf_addz(v->out, fact ? fact : "");
		return;
	}
	strbuf_addf(v->out, ",%s", fact);
}

static void add_scalar(enum fakeapi__type type, struct strbuf *out)
{
	static const char *const forms[] = {
		[FAKEAPI_TYPE_STRING] = "\"type\":\"string\"",
		[FAKEAPI_TYPE_BYTES] = "\"type\":\"string\",\"format\":\"byte\"",
		[FAKEAPI_TYPE_BOOL] = "\"type\":\"boolean\"",
		[FAKEAPI_TYPE_DOUBLE] = "\"type\":\"number\",\"format\":\"double\"",
		[FAKEAPI_TYPE_INT32] = "\"type\":\"integer\",\"format\":\"int32\"",
		[FAKEAPI_TYPE_INT64] = "\"type\":\"integer\",\"format\":\"int64\"",
	};

	strbuf_addz(out, forms[type]);
}

/* Appends the schema of the field's values at a `place`: 0 the field, 1 its items, and so on.
 * `alone`: no description precedes it. */
static void add_value(const struct value *v, unsigned place, bool alone)
{
	enum fakeapi__type type = (enum fakeapi__type)v->field->type;
	struct value strings = *v;

	alone = alone && !default_of(v, place) &&
		!fakeapi__openapi_fact(v->schema, v->field->name, place, v->s->release);
	if (type == FAKEAPI_TYPE_MESSAGE && !fakeapi__message_at(v->field->message)->fields) {
		const char *zero = default_of(v, place + 1);

		strbuf_addz(v->out, "\"type\":\"array\",\"items\":{\"type\":\"string\"");
		if (zero)
			strbuf_addf(strings.out, ",\"default\":%s", zero);
		strbuf_addc(v->out, '}');
		return;
	}
	if (type <= FAKEAPI_TYPE_INT64)
		add_scalar(type, v->out);
	else
		add_ref(v, alone);
	add_facts(v, place);
}

/* kube-apiserver omits few descriptions: those of JSONSchemaProps but `default`, and these. */
static bool is_described(const struct value *v)
{
	static const struct {
		const char *schema, *field;
		unsigned until; /* the last release that omits it */
	} silent[] = {
		{ "api.networking.v1.IngressRule", "http", 36 },
		{ "api.core.v1.NamespaceCondition", "lastTransitionTime", 31 },
	};

	if (strcmp(v->schema, EXTENSIONS "JSONSchemaProps") == 0)
		return strcmp(v->field->name, "default") == 0;
	for (size_t i = 0; i < ARRAY_LEN(silent); i++)
		if (strcmp(v->schema, silent[i].schema) == 0 &&
		    strcmp(v->field->name, silent[i].field) == 0)
			return v->s->release > silent[i].until;
	return true;
}

static void add_field(const struct value *v, const char *text)
{
	const struct fakeapi__field *f = v->field;
	bool many = f->flags & (FAKEAPI_FIELD_MAP | FAKEAPI_FIELD_REPEATED);
	AUTO_STRBUF markers = STRBUF_INIT;

	fakeapi__markers_add_field(v->type, f->name, &markers);
	if (f->type == FAKEAPI_TYPE_MESSAGE && !v->s->messages[f->message].type)
		v->s->messages[f->message].type = fakeapi__markers_below(v->type, f->name);
	strbuf_addf(v->out, "\"%s\":{", f->name);
	fakeapi__schemas_add_description(text, v->out);
	if (f->flags & FAKEAPI_FIELD_MAP)
		strbuf_addz(v->out, "\"type\":\"object\",\"additionalProperties\":{");
	else if (f->flags & FAKEAPI_FIELD_REPEATED)
		strbuf_addz(v->out, "\"type\":\"array\",\"items\":{");
	add_value(v, many, many || (!markers.len && !is_described(v)));
	strbuf_addz(v->out, many ? "}" : "");
	if (many)
		add_facts(v, 0);
	strbuf_adds(v->out, strbuf_str(&markers));
	strbuf_addc(v->out, '}');
	v->out->failed |= markers.failed;
}

static void add_fields(const struct value *of, const struct fakeapi__message *m, const cJSON *texts,
		       bool *more)
{
	for (size_t i = 0; i < m->field_count; i++) {
		struct value v = *of;

		v.field = &m->fields[i];
		if (v.field->number == 0)
			continue;
		if (v.field->flags & FAKEAPI_FIELD_INLINE) {
			add_fields(of, fakeapi__message_at(v.field->message), texts, more);
			continue;
		}
		if (*more)
			strbuf_addc(v.out, ',');
		*more = true;
		add_field(&v, fakeapi__prose_text(texts, v.field->name));
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

/* --- messages ----------------------------------------------------------------------------- */

void fakeapi__schemas_add_type_properties(const cJSON *texts, struct strbuf *out)
{
	strbuf_addz(out, "\"apiVersion\":{");
	fakeapi__schemas_add_description(fakeapi__prose_text(texts, "apiVersion"), out);
	strbuf_addz(out, "\"type\":\"string\"},\"kind\":{");
	fakeapi__schemas_add_description(fakeapi__prose_text(texts, "kind"), out);
	strbuf_addz(out, "\"type\":\"string\"}");
}

static void add_gvk(const char *api_version, const char *kind, bool list, struct strbuf *out)
{
	const char *slash = strchr(api_version, '/');

	strbuf_addf(out,
		    ",\"x-kubernetes-group-version-kind\":[{\"group\":\"%.*s\",\"kind\":\"%s%s\","
		    "\"version\":\"%s\"}]",
		    slash ? (int)(slash - api_version) : 0, api_version, kind, list ? "List" : "",
		    slash ? slash + 1 : api_version);
}

static void begin_schema(struct fakeapi__schemas *s, const char *name, const char *suffix,
			 const cJSON **texts, struct strbuf *out)
{
	char full[NAME_SIZE + 16];

	snprintf(full, sizeof(full), "io.k8s.%s%s", name, suffix);
	*texts = fakeapi__prose_of(s->prose, str_of(full));
	strbuf_addf(out, "%s\"%s\":{", s->more ? "," : "", full);
	s->more = true;
	fakeapi__schemas_add_description(fakeapi__prose_text(*texts, ""), out);
	strbuf_addz(out, "\"type\":\"object\"");
}

static void add_message(struct fakeapi__schemas *s, size_t index, const char *name,
			struct strbuf *out)
{
	const struct fakeapi__message *m = fakeapi__message_at(index);
	const char *kind = s->messages[index].kind, *fact;
	AUTO_STRBUF fields = STRBUF_INIT;
	struct value of = { s, NULL, s->messages[index].type, name, &fields };
	bool more = kind != NULL, required = false;
	const cJSON *texts;

	begin_schema(s, name, "", &texts, out);
	if (kind)
		fakeapi__schemas_add_type_properties(texts, &fields);
	add_fields(&of, m, texts, &more);
	if (fields.len) /* omit empty properties: a Go client would not write {} back */
		strbuf_addf(out, ",\"properties\":{%s}", fields.ptr);
	add_required(m, &required, out);
	strbuf_addz(out, required ? "]" : "");
	fakeapi__markers_add_type(of.type, out);
	fact = fakeapi__openapi_fact(name, "", 0, s->release);
	if (fact)
		strbuf_addf(out, ",%s", fact);
	if (kind)
		add_gvk(s->messages[index].api_version, kind, false, out);
	strbuf_addc(out, '}');
	out->failed |= fields.failed;
}

/* Appends a reference to a struct; OpenAPI 3 gives it the default {}, wrapped in allOf. */
static void add_struct(struct fakeapi__schemas *s, bool with_default, struct strbuf *ref,
		       struct strbuf *out)
{
	if (s->v3 && with_default)
		strbuf_addf(out, "\"default\":{},\"allOf\":[{%s}]", ref->ptr);
	else
		strbuf_adds(out, strbuf_str(ref));
	out->failed |= ref->failed;
	strbuf_clear(ref);
}

static void add_message_list(struct fakeapi__schemas *s, size_t index, const char *name,
			     struct strbuf *out)
{
	AUTO_STRBUF ref = STRBUF_INIT;
	const cJSON *texts;

	begin_schema(s, name, "List", &texts, out);
	strbuf_addz(out, ",\"required\":[\"items\"],\"properties\":{");
	fakeapi__schemas_add_type_properties(texts, out);
	strbuf_addz(out, ",\"items\":{");
	fakeapi__schemas_add_description(fakeapi__prose_text(texts, "items"), out);
	strbuf_addz(out, "\"type\":\"array\",\"items\":{");
	add_message_ref(s, index, false, &ref);
	add_struct(s, !fakeapi__schemas_changed(s, FAKEAPI_CHANGE_NO_ITEM_DEFAULTS), &ref, out);
	strbuf_addz(out, "}},\"metadata\":{");
	fakeapi__schemas_add_description(fakeapi__prose_text(texts, "metadata"), out);
	fakeapi__schemas_add_meta_ref(s, "ListMeta", &ref);
	add_struct(s, true, &ref, out);
	strbuf_addz(out, "}}");
	add_gvk(s->messages[index].api_version, s->messages[index].kind, true, out);
	strbuf_addc(out, '}');
}

static bool add_wanted_messages(struct fakeapi__schemas *s, struct strbuf *out)
{
	bool any = false;

	for (size_t i = 0; i < fakeapi__message_count; i++) {
		bool one = s->messages[i].wanted && !s->messages[i].written;
		bool list = s->messages[i].list_wanted && !s->messages[i].list_written;
		char name[NAME_SIZE];

		if (!one && !list)
			continue;
		any = true;
		name_of(fakeapi__message_at(i)->id, name);
		s->messages[i].written |= one;
		s->messages[i].list_written |= list;
		if (one)
			add_message(s, i, name, out);
		if (list)
			add_message_list(s, i, name, out);
	}
	return any;
}

void fakeapi__schemas_begin(struct fakeapi__schemas *s, bool v3,
			    const struct fakeapi__registry *reg, const struct fakeapi__prose *prose)
{
	const struct fakeapi__message *m;
	const char *api_version, *kind;

	ASSERT(fakeapi__message_count <= FAKEAPI_SCHEMAS_MAX);
	memset(s, 0, sizeof(*s));
	s->v3 = v3;
	s->reg = reg;
	s->release = fakeapi__registry_release(reg);
	s->prose = prose;
	for (size_t i = 0; fakeapi__message_kind_at(i, s->release, &api_version, &kind, &m); i++) {
		const char *slash = strchr(api_version, '/');
		char group[256] = "";

		if (!m || strcmp(api_version, "*") == 0)
			continue;
		if (slash)
			snprintf(group, sizeof(group), "%.*s", (int)(slash - api_version),
				 api_version);
		s->messages[index_of(m)].api_version = api_version;
		s->messages[index_of(m)].kind = kind;
		s->messages[index_of(m)].type =
		    fakeapi__markers_of(group, slash ? slash + 1 : api_version, kind, s->release);
	}
}

void fakeapi__schemas_add_customs(struct fakeapi__schemas *s, struct str group, struct str version,
				  struct strbuf *out)
{
	const struct fakeapi__resource *res;

	for (size_t i = 0; (res = fakeapi__registry_at(s->reg, i)); i++)
		if ((res->flags & FAKEAPI_RES_CUSTOM) &&
		    (!version.len ||
		     (str_eqz(group, res->group) && str_eqz(version, res->version))))
			fakeapi__schemas_add_custom(s, res, out);
}

void fakeapi__schemas_end(struct fakeapi__schemas *s, struct strbuf *out)
{
	bool any = true;

	while (any && !out->failed) {
		any = add_wanted_messages(s, out);
		any = fakeapi__schemas_add_whole(s, out) || any;
	}
}
