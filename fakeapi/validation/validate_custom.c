/* SPDX-License-Identifier: Apache-2.0 */
/* validate_custom.c - custom resources: their kind, their schema, embedded objects
 * (apiextensions-apiserver's pkg/registry/customresource and pkg/apiserver/schema/objectmeta). */
#include "fakeapi/meta/go_print.h"

#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rules/rules.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/schema/schema.h"
#include "fakeapi/validation/definition.h"

static void check_embedded_kind(causes_t *c, const path_t *at, const cJSON *kind)
{
	const char *text = fakeapi__text(kind);
	AUTO_STRBUF lower = STRBUF_INIT;
	AUTO_STRBUF wrong = STRBUF_INIT;
	AUTO_STRBUF message = STRBUF_INIT;

	if (!cJSON_IsString(kind)) {
		fakeapi__cause_invalid(c, at, kind, "must be a string");
		return;
	}
	if (!*text) {
		fakeapi__cause_invalid(c, at, kind, "must not be empty");
		return;
	}
	for (const char *p = text; *p; p++)
		strbuf_addc(&lower, *p >= 'A' && *p <= 'Z' ? (char)(*p + 32) : *p);
	fakeapi__format_check(c->features, FAKEAPI_DNS_1035_LABEL, lower.ptr, &wrong);
	for (char *line = wrong.ptr; line && (line = strchr(line, '\n'));)
		*line = ',';
	strbuf_addf(&message, "may have mixed case, but should otherwise match: %s", wrong.ptr);
	c->nomem |= message.failed;
	if (wrong.len)
		fakeapi__cause_invalid(c, at, kind, message.ptr);
}

static void check_embedded_version(causes_t *c, const path_t *at, const cJSON *version)
{
	const char *text = fakeapi__text(version);
	const char *slash = strchr(text, '/');
	AUTO_STRBUF message = STRBUF_INIT;

	strbuf_addf(&message, "unexpected GroupVersion string: %s", text);
	if (!cJSON_IsString(version))
		fakeapi__cause_invalid(c, at, version, "must be a string");
	else if (!*text)
		fakeapi__cause_invalid(c, at, version, "must not be empty");
	else if (slash && strchr(slash + 1, '/'))
		fakeapi__cause_invalid(c, at, version, message.ptr);
}

static void check_embedded_meta(causes_t *c, const path_t *at, const cJSON *meta)
{
	const char *name = fakeapi__string(meta, "name"), *ns = fakeapi__string(meta, "namespace");
	AUTO_STRBUF why = STRBUF_INIT;

	c->nomem |= fakeapi__meta_misfit(meta, &why) != 0;
	if (why.len) {
		fakeapi__cause_invalid(c, at, meta, why.ptr);
		return;
	}
	fakeapi__check_generate_name(c, at, meta, FAKEAPI_PATH_SEGMENT);
	if (*name)
		fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_PATH_SEGMENT, name);
	if (*ns)
		fakeapi__check_format(c, PATH(at, "namespace"), FAKEAPI_DNS_LABEL, ns);
	fakeapi__check_meta_parts(c, at, meta, false);
}

static void check_object(causes_t *c, const path_t *at, const cJSON *v)
{
	const cJSON *version = fakeapi__member(v, "apiVersion"), *kind = fakeapi__member(v, "kind");

	if (!version)
		fakeapi__cause_required(c, PATH(at, "apiVersion"), NULL);
	if (!kind)
		fakeapi__cause_required(c, PATH(at, "kind"), NULL);
	if (version)
		check_embedded_version(c, PATH(at, "apiVersion"), version);
	if (kind)
		check_embedded_kind(c, PATH(at, "kind"), kind);
	check_embedded_meta(c, PATH(at, "metadata"), fakeapi__member(v, "metadata"));
}

void fakeapi__check_embedded(causes_t *c, struct fakeapi__lookups *names, const cJSON *schema,
			     const cJSON *v, const path_t *at, bool root)
{
	const cJSON *properties = fakeapi__member(schema, "properties"), *m;
	const cJSON *extra = fakeapi__member(schema, "additionalProperties");
	const cJSON *items = fakeapi__member(schema, "items");
	size_t i = 0;

	if (cJSON_IsObject(v) &&
	    (root || cJSON_IsTrue(fakeapi__member(schema, "x-kubernetes-embedded-resource"))))
		check_object(c, at, v);
	for (m = cJSON_IsArray(v) && cJSON_IsObject(items) ? v->child : NULL; m; m = m->next, i++)
		if (cJSON_IsObject(m) || cJSON_IsArray(m))
			fakeapi__check_embedded(c, names, items, m, PATH_AT(at, i), false);
	for (m = cJSON_IsObject(v) ? v->child : NULL; m; m = m->next) {
		const cJSON *sub;

		if (!cJSON_IsObject(m) && !cJSON_IsArray(m))
			continue;
		sub = fakeapi__lookups_member(names, properties, m->string);
		if (cJSON_IsObject(sub))
			fakeapi__check_embedded(c, names, sub, m, PATH(at, m->string), false);
		else if (cJSON_IsObject(extra))
			fakeapi__check_embedded(c, names, extra, m, PATH_KEY(at, str_of(m->string)),
						false);
	}
}

/* The value at ".spec.replicas"; NULL: none. */
static const cJSON *at_path(causes_t *c, const cJSON *obj, const char *path)
{
	const char *from = path;

	while (obj && *path == '.') {
		size_t n = strcspn(path + 1, ".");
		AUTO_STRBUF name = STRBUF_INIT;

		if (cJSON_IsNull(obj))
			return NULL;
		if (!cJSON_IsObject(obj)) {
			path_t at = { NULL, from, 0, { NULL, 0 } };
			AUTO_STRBUF text = STRBUF_INIT;

			strbuf_addf(&text, "%.*s accessor error: ", (int)(path + 1 + n - from),
				    from);
			fakeapi__go_print(&text, obj);
			strbuf_addf(&text, " is of the type %s, expected map[string]interface{}",
				    fakeapi__go_type(obj));
			fakeapi__cause_invalid_number(c, &at, 0, text.ptr);
			return NULL;
		}
		strbuf_add(&name, path + 1, n);
		obj = name.failed ? NULL : fakeapi__member(obj, name.ptr);
		path += n + 1;
	}
	return obj;
}

/* The values that /scale reads must be whole numbers in its range
 * (customResourceValidator.ValidateScaleSpec and ValidateScaleStatus). */
static void check_replicas(causes_t *c, const cJSON *obj, const char *path)
{
	const cJSON *v = path ? at_path(c, obj, path) : NULL;
	path_t at = { NULL, path, 0, { NULL, 0 } };
	bool whole = fakeapi__is_int64(v);
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF shown = STRBUF_INIT;

	if (!v)
		return;
	fakeapi__go_print(&shown, v);
	if (whole && v->valuedouble < 0) {
		fakeapi__cause_invalid(c, &at, v, "should be a non-negative integer");
	} else if (whole && v->valuedouble > 2147483647.0) {
		fakeapi__cause_invalid(c, &at, v, "should be less than or equal to 2147483647");
	} else if (!whole) {
		strbuf_addf(&text, "%s accessor error: %s is of the type %s, expected int64", path,
			    shown.ptr, fakeapi__go_type(v));
		fakeapi__cause_invalid_number(c, &at, 0, text.ptr);
	}
}

static void check_scale(causes_t *c, const struct fakeapi__resource *res, const cJSON *obj,
			bool status)
{
	struct fakeapi__scale_paths paths;

	if (!fakeapi__custom_scale(res, &paths))
		return;
	if (!status)
		check_replicas(c, obj, paths.spec_replicas);
	check_replicas(c, obj, paths.status_replicas);
}

/* Rules are not evaluated for objects that do not match the schema. */
static void check_rules(causes_t *c, struct fakeapi__rules *rules, const cJSON *obj,
			const cJSON *old)
{
	static const char *const blocking[] = { "FieldValueNotSupported", "FieldValueRequired",
						"FieldValueTooLong", "FieldValueTooMany",
						"FieldValueTypeInvalid" };
	const cJSON *cause;

	cJSON_ArrayForEach(cause, c->list)
	{
		for (size_t i = 0; i < ARRAY_LEN(blocking); i++)
			if (strcmp(fakeapi__string(cause, "reason"), blocking[i]) == 0) {
				fakeapi__cause_invalid(
				    c, NULL, NULL,
				    "some validation rules were not checked because the object was "
				    "invalid; correct the existing errors to complete validation");
				return;
			}
	}
	c->nomem |= fakeapi__rules_validate(rules, obj, old, c) != 0;
}

void fakeapi__check_custom(causes_t *c, const struct fakeapi__resource *res, const cJSON *obj,
			   const cJSON *old, bool status)
{
	const struct fakeapi__lookups *known = fakeapi__custom_names(res);
	const cJSON *schema = fakeapi__custom_schema(res);
	struct fakeapi__lookups names;
	AUTO_STRBUF text = STRBUF_INIT;

	if (strcmp(fakeapi__string(obj, "kind"), res->kind) != 0) {
		strbuf_addf(&text, "must be %s", res->kind);
		fakeapi__cause_invalid(c, PATH(NULL, "kind"), fakeapi__member(obj, "kind"),
				       text.ptr);
		return; /* other checks are skipped */
	}
	c->nomem |= fakeapi__schema_validate(schema, known, obj, old, status, c) != 0;
	check_scale(c, res, obj, status);
	if (!status && schema) {
		fakeapi__lookups_over(&names, known);
		fakeapi__check_embedded(c, &names, schema, obj, NULL, false);
		fakeapi__lookups_fini(&names);
	}
	c->nomem |= fakeapi__schema_validate_lists(schema, known, obj, old, c) != 0;
	if (fakeapi__custom_rules(res))
		check_rules(c, fakeapi__custom_rules(res), obj, old);
}
