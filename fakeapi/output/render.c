/* SPDX-License-Identifier: Apache-2.0 */
/* render.c - renders lists and single objects in the requested form. */
#include <inttypes.h>

#include "fakeapi/output/render.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/output/table.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/yaml_write.h"

static int done(const struct strbuf *out)
{
	return out->failed ? RELIST_ENOMEM : 0;
}

static void add_type(struct strbuf *out, const char *kind, const char *group, const char *version)
{
	strbuf_addf(out, "{\"kind\":\"%s\",\"apiVersion\":\"%s%s%s\"", kind, group,
		    group[0] ? "/" : "", version);
}

static bool eat(struct str *s, const char *z)
{
	size_t n = strlen(z);

	if (s->len < n || memcmp(s->ptr, z, n) != 0)
		return false;
	s->ptr += n;
	s->len -= n;
	return true;
}

size_t fakeapi__render_type_prefix(const struct fakeapi__resource *res, struct str obj)
{
	struct str s = obj;

	if (!eat(&s, "{\"kind\":\"") || !eat(&s, res->kind) || !eat(&s, "\",\"apiVersion\":\"") ||
	    (res->group[0] && (!eat(&s, res->group) || !eat(&s, "/"))) || !eat(&s, res->version) ||
	    !eat(&s, "\","))
		return 0;
	return (size_t)(s.ptr - obj.ptr);
}

static void add_without_type(struct strbuf *out, json_t obj)
{
	struct json_iter it;
	json_t key, value;
	bool more = false;

	strbuf_addc(out, '{');
	for (json_iter_init(&it, obj); json_iter_member(&it, &key, &value);) {
		if (str_eqz(key, "\"kind\"") || str_eqz(key, "\"apiVersion\""))
			continue;
		if (more)
			strbuf_addc(out, ',');
		more = true;
		strbuf_adds(out, key);
		strbuf_addc(out, ':');
		strbuf_adds(out, value);
	}
	strbuf_addc(out, '}');
}

static void add_plain_item(struct strbuf *out, const struct fakeapi__resource *res, struct str obj)
{
	size_t skip;

	if (res->flags & FAKEAPI_RES_CUSTOM) {
		strbuf_adds(out, obj);
		return;
	}
	skip = fakeapi__render_type_prefix(res, obj);
	if (skip == 0) {
		add_without_type(out, obj);
		return;
	}
	strbuf_addc(out, '{');
	strbuf_add(out, obj.ptr + skip, obj.len - skip);
}

/* A DaemonSet's generation annotation is computed and not part of its metadata; without others
 * there are no annotations. */
static void add_own_metadata(struct strbuf *out, json_t metadata)
{
	static const char note[] = "deprecated.daemonset.template.generation";
	cJSON *tree = fakeapi__parse(metadata);
	cJSON *notes = cJSON_GetObjectItemCaseSensitive(tree, "annotations");
	char *text;

	cJSON_DeleteItemFromObjectCaseSensitive(notes, note);
	if (notes && !notes->child)
		cJSON_DeleteItemFromObjectCaseSensitive(tree, "annotations");
	text = tree ? fakeapi__print(tree) : NULL;
	strbuf_addz(out, text ? text : "");
	out->failed |= !text;
	cJSON_free(text);
	cJSON_Delete(tree);
}

static void add_partial(struct strbuf *out, const struct fakeapi__resource *res,
			const struct fakeapi__form *form, json_t obj)
{
	json_t metadata = json_get(obj, "metadata");

	add_type(out, "PartialObjectMetadata", "meta.k8s.io", form->version);
	strbuf_addz(out, ",\"metadata\":");
	if (strcmp(res->resource, "daemonsets") == 0 && strcmp(res->group, "apps") == 0 &&
	    json_kind(metadata) == JSON_OBJECT)
		add_own_metadata(out, metadata);
	else
		strbuf_adds(out, json_kind(metadata) == JSON_OBJECT ? metadata : STR("{}"));
	strbuf_addc(out, '}');
}

/* True for the bookmark after the initial events, which keeps its metadata in any form. */
static bool ends_initial_events(json_t obj)
{
	json_t annotations = json_path(obj, "metadata", "annotations", NULL);

	return json_kind(annotations) == JSON_OBJECT &&
	       json_str_eq(json_get(annotations, "k8s.io/initial-events-end"), STR("true"));
}

static void add_row(struct strbuf *out, const struct fakeapi__resource *res,
		    const struct fakeapi__form *form, json_t obj, int64_t now_unix_s)
{
	enum fakeapi__include include = form->include;

	if (include == FAKEAPI_INCLUDE_NONE && ends_initial_events(obj))
		include = FAKEAPI_INCLUDE_METADATA;
	strbuf_addc(out, '{');
	fakeapi__table_cells(res, obj, now_unix_s, out);
	strbuf_addz(out, ",\"object\":");
	switch (include) {
	case FAKEAPI_INCLUDE_METADATA:
		add_partial(out, res, form, obj);
		break;
	case FAKEAPI_INCLUDE_NONE:
		strbuf_addz(out, "null");
		break;
	case FAKEAPI_INCLUDE_OBJECT:
		strbuf_adds(out, obj);
		break;
	}
	strbuf_addc(out, '}');
}

int fakeapi__render_one(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			struct str obj, bool headers, int64_t now_unix_s, struct strbuf *out)
{
	json_t rv;

	switch (form->kind) {
	case FAKEAPI_FORM_PLAIN:
	case FAKEAPI_FORM_AGGREGATED: /* for discovery only, never for objects */
		strbuf_adds(out, obj);
		break;
	case FAKEAPI_FORM_PARTIAL:
		add_partial(out, res, form, obj);
		break;
	case FAKEAPI_FORM_TABLE:
		rv = json_path(obj, "metadata", "resourceVersion", NULL);
		add_type(out, "Table", "meta.k8s.io", form->version);
		strbuf_addz(out, ",\"metadata\":{");
		if (rv.len > 0) {
			strbuf_addz(out, "\"resourceVersion\":");
			strbuf_adds(out, rv);
		}
		strbuf_addz(out, "},\"columnDefinitions\":");
		if (headers)
			fakeapi__table_columns(res, obj, out);
		else
			strbuf_addz(out, "null");
		strbuf_addz(out, ",\"rows\":[");
		add_row(out, res, form, obj, now_unix_s);
		strbuf_addz(out, "]}");
		break;
	}
	return done(out);
}

/* --- lists as protobuf ---------------------------------------------------------------------- */

/* The kind and apiVersion of a list's items. */
static struct str item_type(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			    struct strbuf *api_version)
{
	bool partial = form->kind == FAKEAPI_FORM_PARTIAL;
	const char *group = partial ? "meta.k8s.io" : res->group;

	strbuf_addf(api_version, "%s%s%s", group, group[0] ? "/" : "",
		    partial ? form->version : res->version);
	return str_of(partial ? "PartialObjectMetadata" : res->kind);
}

static int add_protobuf_item(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			     struct str obj, struct strbuf *out)
{
	AUTO_STRBUF api_version = STRBUF_INIT;
	struct str kind = item_type(res, form, &api_version);

	if (api_version.failed)
		return RELIST_ENOMEM;
	return fakeapi__protobuf_list_item(strbuf_str(&api_version), kind,
					   fakeapi__release_of(res->features), obj, out);
}

static int end_protobuf_list(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			     struct strbuf *out)
{
	AUTO_STRBUF api_version = STRBUF_INIT;
	struct strbuf message = *out;
	const char *kind =
	    form->kind == FAKEAPI_FORM_PARTIAL ? "PartialObjectMetadataList" : res->list_kind;

	(void)item_type(res, form, &api_version);
	strbuf_init(out);
	out->failed = message.failed || api_version.failed;
	fakeapi__protobuf_envelope(out, strbuf_str(&api_version), str_of(kind),
				   strbuf_str(&message));
	strbuf_fini(&message);
	return done(out);
}

/* Lists of custom resources always have "continue", even if empty. */
static void add_list_metadata(struct strbuf *out, const struct fakeapi__resource *res,
			      const struct fakeapi__form *form, struct str metadata)
{
	bool custom = res->flags & FAKEAPI_RES_CUSTOM;

	if (!custom || form->kind != FAKEAPI_FORM_PLAIN || metadata.len < 2 ||
	    json_get(metadata, "continue").len > 0) {
		strbuf_adds(out, metadata);
		return;
	}
	strbuf_add(out, metadata.ptr, metadata.len - 1);
	strbuf_addz(out, metadata.len > 2 ? ",\"continue\":\"\"}" : "\"continue\":\"\"}");
}

int fakeapi__render_list_begin(const struct fakeapi__resource *res,
			       const struct fakeapi__form *form, struct str metadata_json,
			       struct strbuf *out)
{
	if (form->protobuf)
		return fakeapi__protobuf_list_meta(metadata_json, out);
	switch (form->kind) {
	case FAKEAPI_FORM_PLAIN:
	case FAKEAPI_FORM_AGGREGATED: /* for discovery only, never for objects */
		add_type(out, res->list_kind, res->group, res->version);
		break;
	case FAKEAPI_FORM_PARTIAL:
		add_type(out, "PartialObjectMetadataList", "meta.k8s.io", form->version);
		break;
	case FAKEAPI_FORM_TABLE:
		add_type(out, "Table", "meta.k8s.io", form->version);
		break;
	}
	strbuf_addz(out, ",\"metadata\":");
	add_list_metadata(out, res, form, metadata_json);
	if (form->kind == FAKEAPI_FORM_TABLE) {
		strbuf_addz(out, ",\"columnDefinitions\":");
		fakeapi__table_columns(res, (json_t) { NULL, 0 }, out);
		strbuf_addz(out, ",\"rows\":[");
	} else {
		strbuf_addz(out, ",\"items\":[");
	}
	return done(out);
}

int fakeapi__render_list_item(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			      struct str obj, size_t index, int64_t now_unix_s, struct strbuf *out)
{
	if (form->protobuf)
		return add_protobuf_item(res, form, obj, out);
	if (index > 0)
		strbuf_addc(out, ',');
	switch (form->kind) {
	case FAKEAPI_FORM_PLAIN:
	case FAKEAPI_FORM_AGGREGATED: /* for discovery only, never for objects */
		add_plain_item(out, res, obj);
		break;
	case FAKEAPI_FORM_PARTIAL:
		add_partial(out, res, form, obj);
		break;
	case FAKEAPI_FORM_TABLE:
		add_row(out, res, form, obj, now_unix_s);
		break;
	}
	return done(out);
}

int fakeapi__render_list_end(const struct fakeapi__resource *res, const struct fakeapi__form *form,
			     struct strbuf *out)
{
	if (form->protobuf)
		return end_protobuf_list(res, form, out);
	/* In the real server an empty PartialObjectMetadataList is a nil slice, and so are the rows
	 * of types with only the default columns. */
	if ((form->kind == FAKEAPI_FORM_PARTIAL ||
	     (form->kind == FAKEAPI_FORM_TABLE && fakeapi__table_is_usual(res))) &&
	    out->len && out->ptr[out->len - 1] == '[') {
		out->ptr[--out->len] = '\0';
		strbuf_addz(out, "null}");
	} else {
		strbuf_addz(out, "]}");
	}
	return done(out);
}

int fakeapi__finish_body(const struct fakeapi__form *form, struct strbuf *body)
{
	AUTO_STRBUF printed = STRBUF_INIT;
	int rc = 0;

	if (!form->yaml && !form->pretty) {
		strbuf_addc(body, '\n');
		return body->failed ? RELIST_ENOMEM : 0;
	}
	if (body->failed)
		return RELIST_ENOMEM;
	rc = form->yaml ? fakeapi__to_yaml(strbuf_str(body), &printed)
			: fakeapi__to_pretty(strbuf_str(body), &printed);
	if (rc == 0) {
		struct strbuf swapped = *body;

		*body = printed;
		printed = swapped;
	}
	return rc;
}
