/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/recording/redact_places.h"

#include "base/text/ascii.h"

static bool is_any(struct str s, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (str_eqz(s, words[i]))
			return true;
	return false;
}
#define IS_ANY(s, ...)                                                                             \
	is_any(s, (const char *const[]) { __VA_ARGS__ },                                           \
	       ARRAY_LEN(((const char *const[]) { __VA_ARGS__ })))

bool rec__is_bytes_member(struct str key)
{
	return ascii_ends_nocase(key, STR("data")) || ascii_ends_nocase(key, STR("cabundle")) ||
	       ascii_ends_nocase(key, STR("certificate")) ||
	       ascii_ends_nocase(key, STR("request")) ||
	       ascii_ends_nocase(key, STR("dockerconfigjson")) ||
	       ascii_ends_nocase(key, STR("dockercfg"));
}

enum rec__text_kind rec__text_kind_of(const struct rec__scope *scope)
{
	struct str key = scope->key;

	if (IS_ANY(key, "name", "namespace", "generateName", "uid", "resourceVersion", "kind",
		   "apiVersion", "creationTimestamp", "deletionTimestamp", "selfLink", "continue"))
		return REC_TEXT_IDENTITY;
	if (IS_ANY(key, "message", "note")) /* of a condition */
		return REC_TEXT_FREE;
	if (scope->labels || rec__is_name_member(key) ||
	    IS_ANY(key, "image", "imageID", "type", "reason", "phase", "status", "op", "path",
		   "key", "operator", "effect", "protocol", "cells", "verbs", "resources",
		   "apiGroups", "finalizers", "group", "version", "resource", "singular", "plural",
		   "mountPath", "subPath", "component", "host"))
		return REC_TEXT_STRUCTURAL;
	return REC_TEXT_FREE;
}

struct str rec__name_of(json_t key, struct strbuf *scratch)
{
	strbuf_clear(scratch);
	return json_str(key, scratch);
}

/* Members whose value may be the name of a field: {"field": "password", "to": ...}, but not
 * {"name": "db-password", "from": ...}. */
static bool names_a_field(struct str key)
{
	return IS_ANY(key, "field", "property", "attribute", "column", "setting", "option", "param",
		      "parameter", "variable", "header", "headerName", "label", "id", "k",
		      "fieldPath", "pointer", "path");
}

/* The last element of the array: {"path": ["spec", "password"]}. */
static json_t last_element(json_t array)
{
	json_t element, last = { NULL, 0 };
	struct json_iter it;

	json_iter_init(&it, array);
	while (json_iter_element(&it, &element))
		last = element;
	return last;
}

/* Whether the last part of the path names a credential: "spec.password", "/spec/password". */
static bool ends_sensitive(struct str path)
{
	const char *slash = path.len ? memrchr(path.ptr, '/', path.len) : NULL;

	if (slash)
		path = rec__part(path, (size_t)(slash + 1 - path.ptr), path.len);
	return rec__is_sensitive_variable(path);
}

static void read_name(struct rec__redactor *r, struct rec__facts *f, struct str key, json_t value)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str text;

	if (json_kind(value) == JSON_ARRAY && str_eqz(key, "path"))
		value = last_element(value);
	if (json_kind(value) != JSON_STRING || !names_a_field(key))
		return;
	text = json_str(value, &scratch);
	if (!text.ptr)
		r->failed = true;
	f->is_change = f->is_change || (text.ptr && ends_sensitive(text));
	f->is_cause = f->is_cause || (str_eqz(key, "field") && text.ptr && rec__is_sensitive(text));
}

/* {"value": "x", "sensitive": true} */
static bool is_mark(struct str key)
{
	return IS_ANY(key, "sensitive", "secret", "isSecret", "isSensitive", "is_secret", "masked",
		      "confidential", "secure", "encrypted");
}

static void read_fact(struct rec__facts *f, struct str key, json_t value, struct strbuf *path)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str text;

	f->is_patch = f->is_patch || str_eqz(key, "op");
	f->is_list = f->is_list || (str_eqz(key, "items") && json_kind(value) == JSON_ARRAY);
	f->is_entry = f->is_entry || IS_ANY(key, "name", "value", "valueFrom", "Name", "Value");
	f->is_credential = f->is_credential || (json_is_true(value) && is_mark(key));
	f->is_jwk = f->is_jwk || (str_eqz(key, "kty") && json_kind(value) == JSON_STRING);
	if (json_kind(value) != JSON_STRING ||
	    !IS_ANY(key, "kind", "path", "name", "Name", "key", "Key", "parameterKey",
		    "ParameterKey", "type"))
		return;
	text = json_str(value, &scratch);
	if (str_eqz(key, "type")) {
		f->is_made = f->is_made || rec__is_sensitive(text);
	} else if (str_eqz(key, "kind")) {
		f->has_kind = true;
		f->is_secret = f->is_secret || str_eqz(text, "Secret");
		f->is_secret_list = f->is_secret_list || str_eqz(text, "SecretList");
		f->is_config = f->is_config || IS_ANY(text, "ConfigMap", "ConfigMapList");
	} else if (str_eqz(key, "path")) {
		strbuf_clear(path);
		strbuf_adds(path, text);
		f->path = strbuf_str(path);
	} else {
		f->is_credential = f->is_credential || rec__is_sensitive_variable(text);
	}
}

bool rec__read_facts(struct rec__redactor *r, json_t object, struct rec__facts *f,
		     struct strbuf *path)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct json_iter it;
	json_t key, value;

	*f = (struct rec__facts) { 0 };
	json_iter_init(&it, object);
	while (json_iter_member(&it, &key, &value)) {
		struct str name = rec__name_of(key, &scratch);

		if (!name.ptr)
			return false;
		read_fact(f, name, value, path);
		read_name(r, f, name, value);
		if (json_kind(value) == JSON_ARRAY && str_eqz(name, "command"))
			f->command = value;
		if (json_kind(value) == JSON_ARRAY &&
		    IS_ANY(name, "columns", "headers", "fields", "header", "columnNames",
			   "columnDefinitions", "keys"))
			f->columns |= rec__sensitive_names(r, value);
	}
	return !scratch.failed && !path->failed;
}

static bool has_only(json_t object, const char *const *names, size_t count)
{
	struct json_iter it;
	json_t key, value;

	json_iter_init(&it, object);
	while (json_iter_member(&it, &key, &value))
		if (!is_any((struct str) { key.ptr + 1, key.len - 2 }, names, count))
			return false;
	return true;
}
#define HAS_ONLY(object, ...)                                                                      \
	has_only(object, (const char *const[]) { __VA_ARGS__ },                                    \
		 ARRAY_LEN(((const char *const[]) { __VA_ARGS__ })))

static bool is_source(json_t value)
{
	return json_kind(value) == JSON_OBJECT &&
	       HAS_ONLY(value, "secretKeyRef", "configMapKeyRef", "secretRef", "fieldRef",
			"resourceFieldRef");
}

/* A volume's `secret`, `valueFrom`: a reference to a Secret without its contents. */
static bool is_reference(struct str key, json_t value)
{
	if (json_kind(value) != JSON_OBJECT)
		return false;
	if (str_eqz(key, "secret"))
		return HAS_ONLY(value, "secretName", "name", "namespace", "items", "defaultMode",
				"optional");
	if (str_eqz(key, "serviceAccountToken"))
		return HAS_ONLY(value, "audience", "expirationSeconds", "path");
	return is_source(value) ||
	       (HAS_ONLY(value, "valueFrom") && is_source(json_get(value, "valueFrom")));
}

static bool is_schema(json_t value)
{
	static const char *const types[] = { "string",	"object", "array",
					     "integer", "number", "boolean" };
	json_t type = json_get(value, "type");

	for (size_t i = 0; i < ARRAY_LEN(types); i++)
		if (json_str_eq(type, str_of(types[i])))
			return true;
	return json_get(value, "$ref").len || json_kind(json_get(value, "allOf")) == JSON_ARRAY ||
	       json_kind(json_get(value, "properties")) == JSON_OBJECT ||
	       json_is_true(json_get(value, "x-kubernetes-preserve-unknown-fields"));
}

/* A member of a Secret other than its kind, its metadata, and the members of lists, patches and
 * Statuses. */
static void enter_secret(struct rec__scope *scope, const struct rec__facts *f, struct str key)
{
	bool object = f->is_secret || (!f->has_kind && !f->is_patch && !f->is_list);

	scope->secret = IS_ANY(key, "items", "object", "rows");
	if (str_eqz(key, "data") || str_eqz(key, "stringData")) {
		scope->hidden = true;
		scope->bytes = str_eqz(key, "data");
	} else if (object && !IS_ANY(key, "apiVersion", "kind", "metadata", "type", "immutable",
				     "items", "object", "rows", "cells", "preconditions",
				     "propagationPolicy", "gracePeriodSeconds", "orphanDependents",
				     "dryRun", "$patch", "$retainKeys", "managedFields")) {
		scope->hidden = true;
	}
}

static struct str last_segment(struct str path, size_t *rest)
{
	const char *slash = path.len ? memrchr(path.ptr, '/', path.len) : NULL;
	size_t from = slash ? (size_t)(slash + 1 - path.ptr) : 0;

	*rest = slash ? (size_t)(slash - path.ptr) : 0;
	return (struct str) { path.ptr + from, path.len - from };
}

static struct str first_segment(struct str path)
{
	const char *slash = path.len > 1 ? memchr(path.ptr + 1, '/', path.len - 1) : NULL;

	return path.len ? rec__part(path, 1, slash ? (size_t)(slash - path.ptr) : path.len) : path;
}

/* Members with text that `strict` hides. */
static bool is_free_name(struct str key)
{
	return IS_ANY(key, "annotations", "args", "command", "message", "note", "log");
}

static bool is_config_data(struct str key)
{
	return IS_ANY(key, "data", "binaryData");
}

/* {"op": "add", "path": "/data/password", "value": ...} */
static void enter_patch(struct rec__scope *scope, const struct rec__facts *f)
{
	struct str path = f->path;
	bool meta = rec__starts(path, 0, "/metadata") || str_eqz(path, "/type") ||
		    str_eqz(path, "/kind") || str_eqz(path, "/apiVersion") || path.len <= 1;
	size_t rest;
	struct str last = last_segment(path, &rest), before, above;

	before = last_segment((struct str) { path.ptr, rest }, &rest);
	above = last_segment((struct str) { path.ptr, rest }, &rest);
	if (scope->secret && !meta) {
		scope->hidden = true;
		scope->bytes = !rec__starts(path, 0, "/stringData");
	}
	scope->key = last;
	scope->env = rec__is_environment(last) || rec__is_environment(before);
	scope->variable = rec__is_environment(above) && str_eqz(last, "value");
	scope->labels = str_eqz(before, "labels") || str_eqz(last, "labels");
	scope->free = is_free_name(before) || is_free_name(last) ||
		      (scope->config && is_config_data(first_segment(path)));
	if (path.len > 1)
		scope->secret = scope->config = false;
}

static bool is_labels(struct str key)
{
	return IS_ANY(key, "labels", "matchLabels", "matchExpressions", "selector", "nodeSelector",
		      "rules", "ownerReferences", "conditions", "addresses", "podIPs", "clusterIPs",
		      "ports");
}

/* Members that hold the value of an object with a name. */
static bool is_value_member(struct str key)
{
	return IS_ANY(key, "value", "Value", "string", "stringValue", "default", "content", "text",
		      "val", "array", "map", "values", "defaultValue", "parameterValue",
		      "ParameterValue", "headerValue", "newValue", "oldValue", "new_value",
		      "old_value", "contents", "argument", "arg", "v", "literal", "stringVal",
		      "body", "valueString", "plaintext", "raw");
}

/* Members that hold the values of a change. */
static bool is_changed_member(struct str key)
{
	return IS_ANY(key, "to", "from", "old", "new", "before", "after", "current", "previous",
		      "is", "was", "data", "actual", "expected");
}

/* "io.k8s.api.core.v1.Secret" is the schema of a type. */
static bool is_type_name(struct str key)
{
	const char *dot = memrchr(key.ptr, '.', key.len);

	return dot && dot + 1 < key.ptr + key.len && ascii_is_upper(dot[1]);
}

static bool names_rows(struct str key)
{
	return IS_ANY(key, "rows", "data", "values", "records", "body", "results", "tuples");
}

void rec__enter_member(struct rec__scope *scope, const struct rec__scope *in,
		       const struct rec__facts *f, struct str key, json_t value)
{
	enum json_kind kind = json_kind(value);
	bool holds = kind == JSON_OBJECT || kind == JSON_ARRAY;

	scope->key = key;
	scope->made = scope->made || f->is_made;
	scope->columns = f->columns && names_rows(key) ? f->columns
			 : str_eqz(key, "cells")       ? in->columns
						       : 0;
	scope->command = str_eqz(key, "args") ? f->command : (json_t) { NULL, 0 };
	scope->row = false;
	if (scope->hidden)
		return;
	if (in->map && (kind == JSON_STRING || kind == JSON_NUMBER))
		scope->hidden = true;
	scope->map = kind == JSON_OBJECT && IS_ANY(key, "secrets", "Secrets");
	if (scope->made && IS_ANY(key, "result", "bcrypt_hash", "b64_std", "b64_url", "hex"))
		scope->hidden = true;
	if (in->schemas && holds && is_schema(value)) {
		scope->schemas = false;
		scope->schema = scope->schema || (rec__is_sensitive(key) && !is_type_name(key));
		return;
	}
	scope->schemas = kind == JSON_OBJECT && IS_ANY(key, "properties", "definitions", "schemas");
	if (f->is_patch && f->path.ptr && str_eqz(key, "value")) {
		enter_patch(scope, f);
		holds = holds && !scope->hidden;
	} else if (in->secret) {
		enter_secret(scope, f, key);
	}
	if (in->config && !f->is_patch) {
		scope->config = IS_ANY(key, "items", "object", "rows");
		scope->free = scope->free || is_config_data(key);
	}
	if ((f->is_credential || f->is_change) && is_value_member(key))
		scope->hidden = true;
	if (f->is_change && !f->is_patch && is_changed_member(key))
		scope->hidden = true;
	if ((f->is_cause && str_eqz(key, "message")) ||
	    (f->is_credential && str_eqz(key, "data") && kind == JSON_STRING))
		scope->hidden = true;
	if (str_eqz(key, "secretTemplate") && kind == JSON_OBJECT)
		scope->secret = true;
	if (f->is_jwk && IS_ANY(key, "d", "k", "p", "q", "dp", "dq", "qi", "oth"))
		scope->hidden = true;
	if (in->env) {
		scope->env = false;
		scope->variable = !f->is_entry || IS_ANY(key, "value", "Value");
	}
	if (str_eqz(key, "key") && kind == JSON_STRING && rec__is_key_of(in->key))
		scope->hidden = true;
	if (rec__is_sensitive(scope->key) && !is_reference(scope->key, value) && !scope->schemas) {
		scope->bytes = !scope->hidden ? rec__is_bytes_member(scope->key) : scope->bytes;
		scope->hidden = true;
	} else if (holds && !in->env &&
		   (rec__is_environment(key) ||
		    (str_eqz(key, "literals") && str_eqz(in->key, "secretGenerator")))) {
		scope->env = true;
	}
	scope->labels = scope->labels || (holds && is_labels(key));
	scope->free = scope->free || is_free_name(key);
}

bool rec__is_schema_member(struct str key)
{
	return IS_ANY(key, "type", "format", "description", "title", "pattern", "$ref", "required");
}
