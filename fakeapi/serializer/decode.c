/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/serializer/decode.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/schema/schema.h"
#include "fakeapi/serializer/decode_impl.h"
#include "fakeapi/serializer/media_type.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/yaml_read.h"

/* "the object provided is unrecognized": the error before the kind is known. */
static int unrecognized(const struct fakeapi__resource *res, struct str body, const char *why,
			struct fakeapi__status *st)
{
	AUTO_STRBUF m = STRBUF_INIT;
	enum { SHOWN = 30 };
	size_t n = body.len < SHOWN ? body.len : SHOWN;

	strbuf_addf(&m, "the object provided is unrecognized (must be of type %s): %s (", res->kind,
		    why);
	if (body.len == 0)
		strbuf_addz(&m, "<empty>");
	else if (body.ptr[0] == '{')
		strbuf_add_utf8(&m, (struct str) { body.ptr, n });
	else
		for (size_t i = 0; i < n; i++)
			strbuf_addf(&m, "%02x", (unsigned char)body.ptr[i]);
	strbuf_addz(&m, body.len > SHOWN ? " ...)" : ")");
	return fakeapi__bad_request(st, &m);
}

/* --- after decoding: findings of strict decoding --- */

static int report_findings(const struct fakeapi__resource *res, const struct fakeapi__gvk *gvk,
			   const struct fakeapi__typed *t, enum fakeapi__field_validation fv,
			   struct strbuf *warnings, struct fakeapi__status *st)
{
	AUTO_STRBUF m = STRBUF_INIT;
	const cJSON *f;

	if (!t->findings || fv == FAKEAPI_FV_IGNORE)
		return 0;
	if (fv == FAKEAPI_FV_WARN) {
		fakeapi__findings_warn(t, warnings);
		return 0;
	}
	strbuf_addz(&m, "strict decoding error: ");
	cJSON_ArrayForEach(f, t->findings)
	    strbuf_addf(&m, "%s%s", f == t->findings->child ? "" : ", ", f->valuestring);
	return m.failed ? -1 : fakeapi__not_handled(res, gvk, m.ptr, st);
}

static const char unmarshal_errors[] = "yaml: unmarshal errors:\n";

/* Adds a Warning for each duplicate key; `doubles` has one per line. */
static void warn_of_doubles(struct strbuf *warnings, const char *doubles)
{
	for (const char *line = doubles; *line;) {
		size_t n = strcspn(line, "\n");

		line += strspn(line, " ");
		n = strcspn(line, "\n");
		strbuf_add(warnings, line, n);
		strbuf_addc(warnings, '\n');
		line += n + (line[n] != '\0');
	}
}

void fakeapi__findings_warn(const struct fakeapi__typed *t, struct strbuf *warnings)
{
	const cJSON *f;

	if (!warnings)
		return;
	cJSON_ArrayForEach(f, t->findings)
	{
		size_t n = strlen(unmarshal_errors);

		/* parseYAMLWarnings: one per line below the heading. */
		if (strncmp(f->valuestring, unmarshal_errors, n) == 0) {
			warn_of_doubles(warnings, f->valuestring + n);
			continue;
		}
		strbuf_addz(warnings, f->valuestring);
		strbuf_addc(warnings, '\n');
	}
}

/* Removes unknown fields, then decodes embedded objects. -1: t->nomem, or the error is in t->why.
 */
static int decode_by_schema(const struct fakeapi__resource *res, struct fakeapi__typed *t,
			    cJSON *obj)
{
	if (!fakeapi__custom_preserves(res) &&
	    fakeapi__schema_prune(fakeapi__custom_schema(res), fakeapi__custom_names(res), obj,
				  t) != 0)
		return -1;
	if (fakeapi__custom_coerce(res, obj, t) != 0)
		return -1;
	return t->why.len ? -1 : 0;
}

/* A custom resource: metadata is typed, the schema prunes the rest. */
static cJSON *decode_custom(const struct fakeapi__resource *res, struct fakeapi__typed *t,
			    const cJSON *in)
{
	const struct fakeapi__type *pod = fakeapi__type_of_kind("", "v1", "Pod", 0);
	const struct fakeapi__type *meta =
	    fakeapi__field_type(fakeapi__type_field(pod, "metadata"));
	cJSON *out = cJSON_Duplicate(in, true), *m, *old;

	if (!out || fakeapi__sort_members(out, true) != 0)
		goto nomem;
	if (t->strict)
		fakeapi__typed_duplicates(t, in);
	old = fakeapi__member(out, "metadata");
	if (old) {
		strbuf_addz(&t->where, "metadata");
		fakeapi__settle_floats(old->child);
		m = fakeapi__typed_decode(t, meta, old);
		strbuf_clear(&t->where);
		if (m && fakeapi__sort_members(m, false) != 0) {
			cJSON_Delete(m);
			m = NULL;
		}
		if (!m || fakeapi__set(out, "metadata", m) != 0)
			goto nomem;
	}
	/* Another kind has no schema here. */
	if (strcmp(fakeapi__string(in, "kind"), res->kind) == 0 &&
	    decode_by_schema(res, t, out) != 0)
		goto nomem;
	return out;
nomem:
	t->nomem |= t->why.len == 0;
	cJSON_Delete(out);
	return NULL;
}

/* An empty list of managedFields clears them, but empty lists are omitted: a list with an empty
 * entry means the same. */
static int keep_reset(const cJSON *in, cJSON *out)
{
	const cJSON *sent = fakeapi__dig(in, "metadata", "managedFields", NULL);
	cJSON *meta = fakeapi__member(out, "metadata"), *list;

	if (!cJSON_IsArray(sent) || sent->child || !cJSON_IsObject(meta))
		return 0;
	cJSON_DeleteItemFromObjectCaseSensitive(meta, "managedFields");
	list = cJSON_AddArrayToObject(meta, "managedFields");
	return list && cJSON_AddItemToArray(list, cJSON_CreateObject()) ? 0 : -1;
}

static cJSON *decode_tree(const struct fakeapi__resource *res, struct fakeapi__typed *t,
			  const cJSON *in)
{
	const struct fakeapi__type *type = fakeapi__type_of(res);
	AUTO_STRBUF gv = STRBUF_INIT;
	cJSON *out;

	if (res->flags & FAKEAPI_RES_CUSTOM)
		return decode_custom(res, t, in);
	if (!type) /* a kind without a Go type: unchanged */
		return cJSON_Duplicate(in, true);
	out = fakeapi__typed_decode(t, type, in);
	if (!out)
		return NULL;
	fakeapi__add_gv(&gv, str_of(res->group), str_of(res->version));
	/* At the front, as in the Go structs. */
	cJSON_Delete(cJSON_DetachItemFromObjectCaseSensitive(out, "kind"));
	cJSON_Delete(cJSON_DetachItemFromObjectCaseSensitive(out, "apiVersion"));
	if (gv.failed || fakeapi__prepend(out, "apiVersion", gv.ptr) != 0 ||
	    fakeapi__prepend(out, "kind", res->kind) != 0) {
		t->nomem = true;
		cJSON_Delete(out);
		return NULL;
	}
	return out;
}

cJSON *fakeapi__decode_tree(const struct fakeapi__resource *res, struct fakeapi__typed *t,
			    const cJSON *in)
{
	cJSON *out = decode_tree(res, t, in);

	if (out && !(res->flags & FAKEAPI_RES_CUSTOM) && keep_reset(in, out) != 0) {
		t->nomem = true;
		cJSON_Delete(out);
		return NULL;
	}
	return out;
}

int fakeapi__prepend(cJSON *obj, const char *name, const char *text)
{
	cJSON *v = cJSON_CreateString(text);

	if (!v || !cJSON_AddItemToObject(obj, name, v)) {
		cJSON_Delete(v);
		return -1;
	}
	fakeapi__insert_child(obj, 0, cJSON_DetachItemViaPointer(obj, v));
	return 0;
}

/* The errors and findings of the unmerged `tree` are already known. */
static int merge_repeats(const struct fakeapi__resource *res, cJSON *tree, cJSON **done)
{
	struct fakeapi__typed t;
	cJSON *merged;

	if ((res->flags & FAKEAPI_RES_CUSTOM) || !fakeapi__type_of(res))
		return 0;
	fakeapi__typed_merge_repeats(fakeapi__type_of(res), tree);
	fakeapi__typed_init(&t, false);
	merged = fakeapi__decode_tree(res, &t, tree);
	fakeapi__typed_fini(&t);
	if (!merged)
		return -1;
	cJSON_Delete(*done);
	*done = merged;
	return 0;
}

static int decode_body(const struct fakeapi__resource *res, cJSON *tree, struct str body,
		       struct fakeapi__typed *t, enum fakeapi__field_validation fv,
		       struct strbuf *warnings, cJSON **out, struct fakeapi__status *st)
{
	const struct fakeapi__type *type;
	AUTO_STRBUF why = STRBUF_INIT;
	struct fakeapi__gvk gvk;
	cJSON *done;

	if (!fakeapi__gvk_read(res, tree, &gvk, &why))
		return unrecognized(res, body, why.ptr, st);
	if (res->flags & FAKEAPI_RES_CUSTOM) {
		if (!*fakeapi__string(tree, "kind")) {
			strbuf_addf(&why, "Object 'Kind' is missing in '" STR_FMT "'",
				    STR_ARG(body));
			return unrecognized(res, body, why.ptr, st);
		}
		if (!*fakeapi__string(tree, "apiVersion"))
			gvk.group = gvk.version = STR("");
		if (cJSON_IsNull(fakeapi__member(tree, "apiVersion")))
			return fakeapi__not_handled(res, &gvk,
						    ".apiVersion accessor error: <nil> is of the "
						    "type <nil>, expected string",
						    st);
		if (!fakeapi__gvk_same_version(res, &gvk))
			return fakeapi__wrong_version(res, &gvk, st);
	} else if (fakeapi__type_of(res)) {
		type = fakeapi__type_of_body(res, &gvk, st);
		if (!type)
			return -1;
		if (type != fakeapi__type_of(res)) {
			done = fakeapi__typed_decode(t, type, tree);
			cJSON_Delete(done);
			if (t->why.len)
				return fakeapi__not_handled(res, &gvk, t->why.ptr, st);
			return t->nomem ? -1 : fakeapi__other_kind(res, &gvk, type, st);
		}
	}
	done = fakeapi__decode_tree(res, t, tree);
	if (!done)
		return t->why.len ? fakeapi__not_handled(res, &gvk, t->why.ptr, st) : -1;
	if (t->nomem || report_findings(res, &gvk, t, fv, warnings, st) != 0 ||
	    (t->repeats && merge_repeats(res, tree, &done) != 0)) {
		cJSON_Delete(done);
		return -1;
	}
	*out = done;
	return 0;
}

static void yaml_finding(struct fakeapi__typed *t, const struct strbuf *doubles)
{
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *item;

	if (!doubles->len || !t->strict)
		return;
	strbuf_addf(&text, "%s  %s", unmarshal_errors, doubles->ptr);
	t->findings = cJSON_CreateArray();
	item = cJSON_CreateString(text.ptr);
	if (text.failed || !item || !cJSON_AddItemToArray(t->findings, item)) {
		cJSON_Delete(item);
		t->nomem = true;
	}
}

static cJSON *read_tree(const struct fakeapi__resource *res, enum fakeapi__media form,
			struct str body, struct strbuf *doubles, struct fakeapi__status *st)
{
	AUTO_STRBUF why = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *tree = NULL;

	if (form == FAKEAPI_MEDIA_PROTOBUF && !fakeapi__protobuf_begins(body)) {
		unrecognized(
		    res, body,
		    !body.len ? "empty data"
			      : "provided data does not appear to be a protobuf message, expected "
				"prefix [107 56 115 0]",
		    st);
		return NULL;
	}
	if (form == FAKEAPI_MEDIA_PROTOBUF)
		return fakeapi__protobuf_decode(body, fakeapi__release_of(res->features), &tree,
						st) == 0
			   ? tree
			   : NULL;
	tree = form == FAKEAPI_MEDIA_YAML ? fakeapi__yaml_parse(body, doubles, &why)
					  : fakeapi__go_json_parse(body, &why);
	if (tree || why.len == 0 || why.failed)
		return tree;
	strbuf_addf(&text, "%s%s",
		    form == FAKEAPI_MEDIA_YAML ? ""
					       : "couldn't get version/kind; json parse error: ",
		    why.ptr);
	if (!text.failed)
		unrecognized(res, body, text.ptr, st);
	return NULL;
}

int fakeapi__decode(const struct fakeapi__resource *res, struct str content_type, struct str body,
		    enum fakeapi__field_validation fv, struct strbuf *warnings, cJSON **out,
		    struct fakeapi__status *st)
{
	AUTO_STRBUF doubles = STRBUF_INIT;
	struct fakeapi__typed t;
	enum fakeapi__media form;
	cJSON *tree;
	int rc;

	if (fakeapi__media_of(content_type, &form, st) < 0)
		return -1;
	tree = read_tree(res, form, body, &doubles, st);
	if (!tree)
		return -1;
	/* Go first converts YAML to JSON, with members sorted by name. */
	if (form == FAKEAPI_MEDIA_YAML && fakeapi__sort_members(tree, true) != 0) {
		cJSON_Delete(tree);
		return -1;
	}
	fakeapi__typed_init(&t, fv != FAKEAPI_FV_IGNORE);
	t.embedded = fakeapi__changed(res->features, FAKEAPI_CHANGE_EMBEDDED_NAMES);
	yaml_finding(&t, &doubles);
	rc = decode_body(res, tree, body, &t, fv, warnings, out, st);
	fakeapi__typed_fini(&t);
	cJSON_Delete(tree);
	return rc;
}

int fakeapi__normalize(const struct fakeapi__resource *res, cJSON **obj,
		       enum fakeapi__field_validation fv, struct strbuf *warnings,
		       struct fakeapi__status *st)
{
	struct fakeapi__gvk gvk = { str_of(res->group), str_of(res->version), res->kind, true };
	struct fakeapi__typed t;
	cJSON *done;
	int rc = -1;

	fakeapi__typed_init(&t, fv != FAKEAPI_FV_IGNORE);
	t.embedded = fakeapi__changed(res->features, FAKEAPI_CHANGE_EMBEDDED_NAMES);
	done = fakeapi__decode_tree(res, &t, *obj);
	if (!done)
		rc = t.why.len ? fakeapi__not_handled(res, &gvk, t.why.ptr, st) : -1;
	else if (!t.nomem)
		rc = report_findings(res, &gvk, &t, fv, warnings, st);
	if (rc == 0) {
		cJSON_Delete(*obj);
		*obj = done;
	} else {
		cJSON_Delete(done);
	}
	fakeapi__typed_fini(&t);
	return rc;
}

/* What an applied configuration is called in errors. */
static const char *applied(const struct fakeapi__features *features)
{
	return fakeapi__changed(features, FAKEAPI_CHANGE_PATCH_DECODING) ? "patch" : "YAML";
}

int fakeapi__report_doubles(const struct fakeapi__features *features, const struct strbuf *doubles,
			    enum fakeapi__field_validation fv, struct strbuf *warnings,
			    struct fakeapi__status *st)
{
	if (doubles->failed)
		return -1;
	if (doubles->len && fv == FAKEAPI_FV_STRICT)
		return fakeapi__status_set(st, 400, "BadRequest",
					   "error strict decoding %s: error converting YAML to "
					   "JSON: yaml: unmarshal errors:\n  %s",
					   applied(features), doubles->ptr);
	if (doubles->len && fv == FAKEAPI_FV_WARN)
		warn_of_doubles(warnings, doubles->ptr);
	return 0;
}

int fakeapi__decode_yaml(const struct fakeapi__features *features, struct str body,
			 struct strbuf *doubles, cJSON **out, struct fakeapi__status *st)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *tree = fakeapi__yaml_parse(body, doubles, &why);

	if (!tree && fakeapi__changed(features, FAKEAPI_CHANGE_PATCH_DECODING))
		return why.len ? fakeapi__status_set(st, 400, "BadRequest",
						     "error encoding patch: %s", why.ptr)
			       : -1;
	if (!tree)
		return why.len ? fakeapi__status_set(st, 400, "BadRequest",
						     "error decoding YAML: error converting YAML "
						     "to JSON: %s",
						     why.ptr)
			       : -1;
	if (!cJSON_IsObject(tree) && !cJSON_IsNull(tree)) {
		fakeapi__status_set(st, 400, "BadRequest",
				    "error decoding %s: error unmarshaling JSON: while decoding "
				    "JSON: json: cannot unmarshal %s into Go value of type "
				    "map[string]interface {}",
				    applied(features), fakeapi__go_json_word(tree));
		cJSON_Delete(tree);
		return -1;
	}
	*out = tree;
	return 0;
}
