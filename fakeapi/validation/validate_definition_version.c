/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a definition's version: deprecation, subresources, columns, selectable fields. */
#include "fakeapi/validation/definition.h"

#include "base/map.h"

void fakeapi__check_deprecation(causes_t *c, const path_t *at, const cJSON *version)
{
	enum { WARNING_MAX = 256 };
	const cJSON *v = fakeapi__member(version, "deprecationWarning");
	const path_t *here = PATH(at, "deprecationWarning");
	AUTO_STRBUF why = STRBUF_INIT;

	if (!cJSON_IsString(v))
		return;
	if (!cJSON_IsTrue(fakeapi__member(version, "deprecated"))) {
		fakeapi__cause_invalid(c, here, v, "can only be set for deprecated versions");
		return;
	}
	if (strlen(v->valuestring) > WARNING_MAX)
		fakeapi__cause_invalid(c, here, v, "must be <= 256 characters long");
	if (!*v->valuestring)
		fakeapi__cause_invalid(c, here, v, "must not be an empty string");
	for (const char *z = v->valuestring; *z; z++) {
		if ((unsigned char)*z >= ' ' && *z != 0x7f)
			continue;
		strbuf_addf(&why,
			    "must only contain printable UTF-8 characters; non-printable character "
			    "found at index %zu",
			    (size_t)(z - v->valuestring));
		fakeapi__cause_invalid(c, here, v, why.ptr);
		break;
	}
}

static bool check_simple_path(causes_t *c, const path_t *at, const char *z)
{
	if (*z == '.')
		return true;
	fakeapi__cause_invalid_str(c, at, str_of(z), "must be a simple json path starting with .");
	return false;
}

static void check_scale_path(causes_t *c, const path_t *at, const char *z, const char *below)
{
	AUTO_STRBUF why = STRBUF_INIT;

	if (!*z) {
		fakeapi__cause_required(c, at, "");
	} else if (check_simple_path(c, at, z) && strncmp(z, below, strlen(below)) != 0) {
		strbuf_addf(&why, "should be a json path under %.*s", (int)strlen(below) - 1,
			    below);
		c->nomem |= why.failed;
		if (!why.failed)
			fakeapi__cause_invalid_str(c, at, str_of(z), why.ptr);
	}
}

static void check_subresources(causes_t *c, const path_t *at, const cJSON *subresources)
{
	const cJSON *scale = fakeapi__member(subresources, "scale");
	const char *labels = fakeapi__string(scale, "labelSelectorPath");
	const path_t *labels_at = PATH(at, "scale.labelSelectorPath");

	if (!cJSON_IsObject(scale))
		return;
	check_scale_path(c, PATH(at, "scale.specReplicasPath"),
			 fakeapi__string(scale, "specReplicasPath"), ".spec.");
	check_scale_path(c, PATH(at, "scale.statusReplicasPath"),
			 fakeapi__string(scale, "statusReplicasPath"), ".status.");
	if (*labels && check_simple_path(c, labels_at, labels) &&
	    strncmp(labels, ".spec.", 6) != 0 && strncmp(labels, ".status.", 8) != 0)
		fakeapi__cause_invalid_str(c, labels_at, str_of(labels),
					   "should be a json path under either .spec or .status");
}

static bool is_among(const char *z, const char *const *words)
{
	while (*words && strcmp(*words, z) != 0)
		words++;
	return *words;
}

static void check_columns(causes_t *c, const path_t *at, const cJSON *columns)
{
	static const char *const types[] = {
		"boolean", "date", "integer", "number", "string", NULL
	};
	static const char *const formats[] = { "byte",	"date",	 "date-time", "double", "float",
					       "int32", "int64", "password",  NULL };
	static const char a_type[] = "must be one of boolean,date,integer,number,string";
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, columns)
	{
		const path_t *here = PATH_AT(at, i);
		const char *type = fakeapi__string(m, "type"),
			   *path = fakeapi__string(m, "jsonPath");
		const char *format = fakeapi__string(m, "format");

		i++;
		if (!*fakeapi__string(m, "name"))
			fakeapi__cause_required(c, PATH(here, "name"), "");
		if (!*type)
			fakeapi__cause_required(c, PATH(here, "type"), a_type);
		else if (!is_among(type, types))
			fakeapi__cause_invalid_str(c, PATH(here, "type"), str_of(type), a_type);
		if (*format && !is_among(format, formats))
			fakeapi__cause_invalid_str(
			    c, PATH(here, "format"), str_of(format),
			    "must be one of byte,date,date-time,double,float,"
			    "int32,int64,password");
		if (!*path)
			fakeapi__cause_required(c, PATH(here, "JSONPath"), "");
		else
			(void)check_simple_path(c, PATH(here, "JSONPath"), path);
	}
}

/* True: the field is valid, and `canon` has its canonical form. */
static bool check_selectable(causes_t *c, const path_t *at, const cJSON *field, const cJSON *schema,
			     struct strbuf *canon)
{
	static const char *const types[] = { "string", "boolean", "integer", NULL };
	const char *path = fakeapi__string(field, "jsonPath");
	AUTO_STRBUF why = STRBUF_INIT, message = STRBUF_INIT;
	const cJSON *found = NULL;

	if (!*path) {
		fakeapi__cause_required(c, at, "");
		return false;
	}
	if (!fakeapi__schema_field(schema, path, false, &found, canon, &why)) {
		strbuf_addf(&message, "is an invalid path: %s", why.ptr);
		c->nomem |= message.failed;
		if (!message.failed)
			fakeapi__cause_invalid_str(c, at, str_of(path), message.ptr);
		return false;
	}
	if (strncmp(canon->ptr, ".metadata", 9) == 0 && (!canon->ptr[9] || canon->ptr[9] == '.'))
		fakeapi__cause_invalid_str(c, at, str_of(path),
					   "must not point to fields in metadata");
	if (!is_among(fakeapi__text(fakeapi__member(found, "type")), types))
		fakeapi__cause_invalid_str(
		    c, at, str_of(path),
		    "must point to a field of type string, boolean or integer. Enum string fields "
		    "and strings with formats are allowed.");
	return true;
}

static void check_selectables(causes_t *c, const path_t *at, const cJSON *fields,
			      const cJSON *schema)
{
	enum { FIELDS_MAX = 8 };
	struct map seen;
	const cJSON *m;
	size_t i = 0, count = 0;

	map_init(&seen, MAP_COPY_KEYS);
	cJSON_ArrayForEach(m, fields)
	{
		const path_t *item = PATH_AT(at, i), *here = PATH(item, "jsonPath");
		AUTO_STRBUF canon = STRBUF_INIT;

		i++;
		if (!check_selectable(c, here, m, schema, &canon))
			continue;
		if (map_get(&seen, strbuf_str(&canon)))
			fakeapi__cause_duplicate(c, here, fakeapi__member(m, "jsonPath"));
		else if (canon.failed || map_put(&seen, strbuf_str(&canon), &seen, NULL) < 0)
			c->nomem = true;
		else
			count++;
	}
	map_fini(&seen);
	if (count > FIELDS_MAX)
		fakeapi__cause_too_many(c, at, count, FIELDS_MAX);
}

/* True if all versions have the same `member`: the internal form then has it once, at the top. */
static bool is_shared(const cJSON *versions, const char *member)
{
	const cJSON *first = versions ? fakeapi__member(versions->child, member) : NULL, *v;

	cJSON_ArrayForEach(v,
			   versions) if (!fakeapi__equal(first,
							 fakeapi__member(v, member))) return false;
	return true;
}

struct fakeapi__alike fakeapi__versions_alike(const cJSON *versions)
{
	return (struct fakeapi__alike) { is_shared(versions, "subresources"),
					 is_shared(versions, "additionalPrinterColumns"),
					 is_shared(versions, "selectableFields") };
}

void fakeapi__check_version_parts(causes_t *c, const path_t *at, const cJSON *version,
				  const struct fakeapi__alike *alike, bool top, const cJSON *schema)
{
	const cJSON *fields = fakeapi__member(version, "selectableFields");

	if (alike->subresources == top)
		check_subresources(c, PATH(at, "subresources"),
				   fakeapi__member(version, "subresources"));
	if (alike->columns == top)
		check_columns(c, PATH(at, "additionalPrinterColumns"),
			      fakeapi__member(version, "additionalPrinterColumns"));
	if (alike->selectables != top || !fields || !fields->child)
		return;
	if (cJSON_IsObject(schema))
		check_selectables(c, PATH(at, "selectableFields"), fields, schema);
	else
		fakeapi__cause_invalid_str(c, PATH(at, "selectableFields"), STR(""),
					   top ? "may only be set when validations.schema is "
						 "included"
					       : "may only be set when "
						 "`version.schema.openAPIV3Schema` is not "
						 "included");
}
