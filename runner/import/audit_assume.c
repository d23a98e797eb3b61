/* SPDX-License-Identifier: Apache-2.0 */
/* audit_assume.c - the object after a write whose response an audit log omits: from the request, a
 * patch, and the object before. */
#include "base/alloc.h"
#include "base/json_tree.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/go_json.h"
#include "runner/import/audit.h"

json_t imp__had_json(const struct imp__effect *f)
{
	return f->had ? (json_t) { f->had->json, f->had->json_len } : (json_t) { NULL, 0 };
}

static bool add_text(cJSON *obj, const char *name, const char *text)
{
	return cJSON_GetObjectItemCaseSensitive(obj, name) ||
	       cJSON_AddStringToObject(obj, name, text);
}

/* Copies the metadata that a request does not set from the old object. */
static bool keep_metadata(const struct imp__effect *f, cJSON *metadata)
{
	static const char *const names[] = { "uid", "creationTimestamp", "deletionTimestamp",
					     "deletionGracePeriodSeconds" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		json_t had = json_path(imp__had_json(f), "metadata", names[i], NULL);
		AUTO_STRBUF copy = STRBUF_INIT;

		if (!had.len || cJSON_GetObjectItemCaseSensitive(metadata, names[i]))
			continue;
		strbuf_adds(&copy, had);
		if (copy.failed || !cJSON_AddRawToObject(metadata, names[i], copy.ptr))
			return false;
	}
	return true;
}

/* Builds an object from its name and the request. */
int imp__bare_object(struct imp__effect *f, json_t from, struct strbuf *out)
{
	struct imp__audit *a = f->a;
	AUTO_STRBUF version = STRBUF_INIT, kind = STRBUF_INIT;
	unsigned long refused = base__alloc_refused;
	cJSON *tree = from.len ? json_tree_parse(from, JSON_DIGITS_ALL) : NULL;
	bool starved = base__alloc_refused != refused, whole = false;
	cJSON *metadata;
	char *text = NULL;

	if (!cJSON_IsObject(tree)) {
		cJSON_Delete(tree);
		tree = starved ? NULL : cJSON_CreateObject();
	}
	imp__api_version(f->type, &version);
	strbuf_adds(&kind, f->type->kind);
	metadata = cJSON_GetObjectItemCaseSensitive(tree, "metadata");
	if (tree && !cJSON_IsObject(metadata)) {
		cJSON_DeleteItemFromObjectCaseSensitive(tree, "metadata");
		metadata = cJSON_AddObjectToObject(tree, "metadata");
	}
	if (metadata) {
		cJSON_DeleteItemFromObjectCaseSensitive(metadata, "resourceVersion");
		whole = add_text(metadata, "name", a->target.name.ptr) &&
			(!a->target.ns.len || add_text(metadata, "namespace", a->target.ns.ptr)) &&
			add_text(tree, "apiVersion", version.ptr) &&
			(!kind.len || add_text(tree, "kind", kind.ptr)) && !version.failed &&
			!kind.failed && (str_eqz(a->verb, "create") || keep_metadata(f, metadata));
	}
	text = whole ? json_tree_print(tree, JSON_STYLE_WRITTEN) : NULL;
	cJSON_Delete(tree);
	if (!text)
		return RELIST_ENOMEM;
	strbuf_addz(out, text);
	cJSON_free(text);
	return out->failed ? RELIST_ENOMEM : 0;
}

/* Guesses the type of the request's patch; an audit log does not have its Content-Type. */
static enum fakeapi__patch_type patch_type(const struct imp__effect *f)
{
	json_t p = f->a->request;

	if (json_kind(p) == JSON_ARRAY)
		return FAKEAPI_PATCH_JSON;
	if (imp__audit_query(f->a, "fieldManager").len && json_get(p, "apiVersion").len &&
	    json_get(p, "kind").len && json_get(p, "metadata").len)
		return FAKEAPI_PATCH_MERGE; /* server-side apply: merge the fields of the request */
	return f->type->guessed || !f->type->kind.len ? FAKEAPI_PATCH_MERGE
						      : FAKEAPI_PATCH_STRATEGIC;
}

/* Applies the request's patch to the old object. */
static int patched(struct imp__effect *f, struct strbuf *out)
{
	/* for a type that is not built in every member is kept */
	static const struct fakeapi__resource unknown = {
		.group = "", .version = "", .resource = "", .kind = ""
	};
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(f->im->registry, f->type->group, f->type->version,
				   f->type->resource);
	cJSON *old = f->had ? json_tree_parse(imp__had_json(f), JSON_DIGITS_ALL) : NULL;
	enum fakeapi__patch_type how = patch_type(f);
	struct fakeapi__status st;
	cJSON *made = NULL;
	char *text = NULL;
	bool starved;

	fakeapi__status_init(&st);
	if (how == FAKEAPI_PATCH_STRATEGIC && !res)
		how = FAKEAPI_PATCH_MERGE;
	if (old && fakeapi__patch(how, res ? res : &unknown, old, f->a->request, &made, &st) == 0)
		text = json_tree_print(made, JSON_STYLE_WRITTEN);
	starved = !text && (made || !st.doc);
	if (!text && !starved)
		imp__note(f->im, f->e->file, f->e->line,
			  "requestObject: the patch of " STR_FMT " " STR_FMT
			  " could not be applied to what is known of it; it counts as a change "
			  "without content",
			  STR_ARG(f->type->resource), STR_ARG(f->a->target.name));
	fakeapi__status_fini(&st);
	cJSON_Delete(made);
	cJSON_Delete(old);
	if (text)
		strbuf_addz(out, text);
	cJSON_free(text);
	if (starved)
		return RELIST_ENOMEM;
	if (!text && f->had)
		strbuf_add(out, f->had->json, f->had->json_len);
	return out->failed ? RELIST_ENOMEM : 0;
}

/* The part of the object that a write to a subresource sets. NULL: the whole object. */
static const char *part_of(const struct imp__effect *f)
{
	return !f->had || str_eqz(f->a->verb, "patch")	       ? NULL
	       : str_eqz(f->a->target.subresource, "status")   ? "status"
	       : str_eqz(f->a->target.subresource, "finalize") ? "spec"
							       : NULL;
}

/* The old object with one member from the request. */
static int with_part(const struct imp__effect *f, const char *part, struct strbuf *out)
{
	struct json_iter it;
	json_t key, value, from = json_get(f->a->request, part);

	strbuf_addc(out, '{');
	json_iter_init(&it, imp__had_json(f));
	while (json_iter_member(&it, &key, &value)) {
		if (json_str_eq(key, str_of(part)))
			continue;
		strbuf_addz(out, out->len > 1 ? "," : "");
		strbuf_adds(out, key);
		strbuf_addc(out, ':');
		strbuf_adds(out, value);
	}
	if (from.len) {
		strbuf_addf(out, ",\"%s\":", part);
		strbuf_adds(out, from);
	}
	strbuf_addc(out, '}');
	return out->failed ? RELIST_ENOMEM : 0;
}

int imp__assumed_state(struct imp__effect *f, struct strbuf *out)
{
	AUTO_STRBUF patch = STRBUF_INIT;
	bool is_patch = str_eqz(f->a->verb, "patch");
	json_t from = f->a->request;
	int code = 0;

	if (is_patch && from.len && f->had) {
		code = patched(f, &patch);
		from = strbuf_str(&patch);
	} else if (part_of(f) && json_kind(from) == JSON_OBJECT) {
		code = with_part(f, part_of(f), &patch);
		from = strbuf_str(&patch);
	} else if (is_patch && json_kind(from) != JSON_OBJECT) {
		from = (json_t) { NULL, 0 };
	}
	if (!from.len && f->had)
		from = (json_t) { f->had->json, f->had->json_len };
	if (f->a->request.len)
		imp__note(f->im, f->e->file, f->e->line,
			  "responseObject: not there; what became of " STR_FMT " " STR_FMT
			  " is assumed from requestObject",
			  STR_ARG(f->type->resource), STR_ARG(f->a->target.name));
	else
		imp__note(f->im, f->e->file, f->e->line,
			  "requestObject, responseObject: not there; " STR_FMT " " STR_FMT
			  " is assumed to have no more content than is known of it",
			  STR_ARG(f->type->resource), STR_ARG(f->a->target.name));
	return code ? code : imp__bare_object(f, from, out);
}
