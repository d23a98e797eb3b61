/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/apply/patch.h"

#include "fakeapi/apply/managed_impl.h"
#include "fakeapi/apply/patch_impl.h"
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/go_print.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/serializer/decode_impl.h"

enum { OPS_MAX = 10000 };

/* A patch in progress, with its findings. */
struct work {
	enum fakeapi__patch_type type;
	const struct fakeapi__resource *res;
	enum fakeapi__field_validation fv;
	struct fakeapi__typed t;
	const cJSON *obj; /* the state before */
	cJSON *patch;
	cJSON *doc;
};

static int decoding(struct work *w, const char *why, struct fakeapi__status *st)
{
	bool bare = w->fv == FAKEAPI_FV_IGNORE || w->type == FAKEAPI_PATCH_STRATEGIC;

	return fakeapi__status_set(st, 400, "BadRequest", "%s%s",
				   bare ? "" : "error decoding patch: ", why);
}

/* True if an earlier member of the operation has the same name. */
static bool is_double(const cJSON *op, const cJSON *member)
{
	for (const cJSON *m = op->child; m && m != member; m = m->next)
		if (strcmp(m->string, member->string) == 0)
			return true;
	return false;
}

/* Finds duplicate members in the value of an operation. */
static void find_doubles(struct work *w, const cJSON *value, size_t i)
{
	struct fakeapi__typed t;
	const cJSON *f;

	fakeapi__typed_init(&t, true);
	strbuf_addf(&t.where, "[%zu].value", i);
	fakeapi__typed_duplicates(&t, value);
	w->t.nomem |= t.nomem;
	cJSON_ArrayForEach(f, t.findings)
	{
		AUTO_STRBUF text = STRBUF_INIT;
		cJSON *one = cJSON_CreateArray(), *item;

		strbuf_addf(&text, "json patch %s", f->valuestring);
		item = text.failed ? NULL : cJSON_CreateString(text.ptr);
		if (one && item && cJSON_AddItemToArray(one, item))
			fakeapi__typed_findings_add(&w->t, one);
		else
			w->t.nomem = true;
		cJSON_Delete(one);
	}
	fakeapi__typed_fini(&t);
}

static int check_op(struct work *w, const cJSON *op, size_t i, struct fakeapi__status *st)
{
	static const char *const strings[] = { "op", "path", "from" };
	AUTO_STRBUF why = STRBUF_INIT;

	if (!cJSON_IsObject(op) && !cJSON_IsNull(op)) {
		strbuf_addf(&why,
			    "json: cannot unmarshal %s into Go value of type handlers.jsonPatchOp",
			    fakeapi__go_json_word(op));
		return decoding(w, why.ptr, st);
	}
	strbuf_clear(&w->t.where);
	strbuf_addf(&w->t.where, "[%zu]", i);
	for (const cJSON *m = op->child; m; m = m->next) {
		bool known = strcmp(m->string, "value") == 0;

		for (size_t s = 0; s < ARRAY_LEN(strings); s++) {
			if (strcmp(m->string, strings[s]) != 0)
				continue;
			known = true;
			if (cJSON_IsString(m) || cJSON_IsNull(m))
				continue;
			strbuf_addf(&why,
				    "json: cannot unmarshal %s into Go struct field jsonPatchOp.%s "
				    "of type string",
				    fakeapi__go_json_word(m), m->string);
			return decoding(w, why.ptr, st);
		}
		if (w->t.strict && strcmp(m->string, "value") == 0)
			find_doubles(w, m, i);
		if (w->t.strict && (!known || is_double(op, m))) {
			strbuf_clear(&why);
			strbuf_addf(&why, "[%zu].%s", i, m->string);
			fakeapi__typed_finding(&w->t,
					       known ? "json patch duplicate field"
						     : "json patch unknown field",
					       strbuf_str(&why));
		}
	}
	return 0;
}

/* The last of duplicate members counts, without the content of the others, as in a Go map. */
static int settle_doubles(struct work *w)
{
	struct fakeapi__typed t;
	int rc = 0;

	fakeapi__typed_init(&t, true);
	fakeapi__typed_duplicates(&t, w->patch);
	if (t.nomem || (t.findings && fakeapi__sort_members(w->patch, true) != 0))
		rc = -1;
	if (w->t.strict && t.findings) {
		cJSON_Delete(w->t.findings);
		w->t.findings = t.findings;
		t.findings = NULL;
	}
	fakeapi__typed_fini(&t);
	return rc;
}

static int read_patch(struct work *w, struct str body, struct fakeapi__status *st)
{
	AUTO_STRBUF why = STRBUF_INIT;
	bool list = w->type == FAKEAPI_PATCH_JSON;
	size_t i = 0;

	w->patch = fakeapi__go_json_parse(body, &why);
	if (!w->patch)
		return why.len ? decoding(w, why.ptr, st) : -1;
	if (cJSON_IsNull(w->patch)) {
		if (w->type == FAKEAPI_PATCH_MERGE)
			return fakeapi__status_set(st, 400, "BadRequest", "Invalid JSON Patch");
		cJSON_Delete(w->patch);
		w->patch = list ? cJSON_CreateArray() : cJSON_CreateObject();
		return w->patch ? 0 : -1;
	}
	if (list ? !cJSON_IsArray(w->patch) : !cJSON_IsObject(w->patch)) {
		strbuf_addf(&why, "json: cannot unmarshal %s into Go value of type %s",
			    fakeapi__go_json_word(w->patch),
			    list ? "[]handlers.jsonPatchOp" : "map[string]interface {}");
		return decoding(w, why.ptr, st);
	}
	if (!list)
		return settle_doubles(w);
	for (const cJSON *op = w->patch->child; op; op = op->next)
		if (check_op(w, op, i++, st) != 0)
			return -1;
	strbuf_clear(&w->t.where);
	if (i > OPS_MAX)
		return fakeapi__status_set(st, 413, "RequestEntityTooLarge",
					   "Request entity too large: The allowed maximum "
					   "operations in a JSON patch is %d, got %zu",
					   (int)OPS_MAX, i);
	return 0;
}

/* The server's 422 without a cause. */
static int unprocessable(struct fakeapi__status *st)
{
	fakeapi__status_set(st, 422, "Invalid",
			    "the server rejected our request due to an error in our request");
	fakeapi__status_details(st, NULL, NULL, NULL, NULL);
	return -1;
}

static int apply_patch(struct work *w, struct fakeapi__status *st)
{
	AUTO_STRBUF why = STRBUF_INIT;
	const struct fakeapi__type *type;
	int code = 0;

	switch (w->type) {
	case FAKEAPI_PATCH_JSON:
		/* A custom resource is a map, shown sorted by name; values from the patch are
		 * not. */
		if (w->res->flags & FAKEAPI_RES_CUSTOM && fakeapi__sort_members(w->doc, true) != 0)
			return -1;
		if (fakeapi__json_patch(w->res->features, &w->doc, w->patch, &why) == 0)
			return 0;
		return why.len ? unprocessable(st) : -1;
	case FAKEAPI_PATCH_MERGE:
		return fakeapi__merge_patch(w->doc, w->patch);
	case FAKEAPI_PATCH_STRATEGIC:
		type = fakeapi__type_of(w->res);
		if (!type) /* no tags known: lists are replaced */
			return fakeapi__merge_patch(w->doc, w->patch);
		if (fakeapi__strategic_merge(w->doc, w->patch, type, &why, &code) == 0)
			return 0;
		if (why.len == 0)
			return -1;
		if (code == 400)
			return fakeapi__status_set(st, 400, "BadRequest", "%s", why.ptr);
		if (code == 422)
			return unprocessable(st);
		return fakeapi__status_set(st, 500, NULL, "%s", why.ptr);
	case FAKEAPI_PATCH_APPLY:
		break;
	}
	ASSERT(w->type != FAKEAPI_PATCH_APPLY);
	return -1;
}

static int sort_patched(cJSON *doc, const cJSON *patch)
{
	const cJSON *p;

	if (fakeapi__sort_members(doc, false) != 0)
		return -1;
	cJSON_ArrayForEach(p, patch)
	{
		cJSON *m = cJSON_GetObjectItemCaseSensitive(doc, p->string);

		/* A list is copied from the patch as a whole, and read as maps. */
		if (cJSON_IsObject(p) && cJSON_IsObject(m) ? sort_patched(m, p) != 0
		    : cJSON_IsArray(p) && m		   ? fakeapi__sort_members(m, true) != 0
							   : false)
			return -1;
	}
	return 0;
}

/* Patched text keeps a number's literal. */
static void keep_literals(cJSON *v)
{
	for (; v; v = v->next) {
		keep_literals(v->child);
		if (v->type & FAKEAPI_NUMBER_FLOAT)
			v->type = cJSON_Raw;
	}
}

/* Objects changed by a patch are maps in the real server, sorted by name. */
static int sort_changed(struct work *w)
{
	return sort_patched(w->doc, w->type == FAKEAPI_PATCH_MERGE ? w->patch : NULL);
}

/* ` "" is invalid: patch: Invalid value: "...": WHY` */
static int invalid_patch(struct work *w, const char *why, struct fakeapi__status *st)
{
	const struct fakeapi__path at = { NULL, "patch", 0, { NULL, 0 } };
	struct fakeapi__causes causes;
	AUTO_STRBUF shown = STRBUF_INIT;
	char *json = NULL;

	if (w->type == FAKEAPI_PATCH_STRATEGIC) {
		if (fakeapi__sort_members(w->patch, true) != 0)
			return -1;
		fakeapi__go_print(&shown, w->patch);
	} else {
		if (sort_changed(w) != 0)
			return -1;
		/* a custom resource changed by a merge patch is a map at all depths */
		if (w->type == FAKEAPI_PATCH_MERGE && (w->res->flags & FAKEAPI_RES_CUSTOM) &&
		    fakeapi__sort_members(w->doc, true) != 0)
			return -1;
		keep_literals(w->doc->child);
		json = fakeapi__print(w->doc);
		if (!json)
			return -1;
		strbuf_addz(&shown, json);
		cJSON_free(json);
	}
	if (shown.failed)
		return -1;
	fakeapi__causes_init(&causes);
	fakeapi__cause_invalid_str(&causes, &at, strbuf_str(&shown), why);
	fakeapi__causes_report_as(&causes, "", "", "", st);
	fakeapi__causes_fini(&causes);
	return -1;
}

static int no_version(struct fakeapi__status *st)
{
	static const char why[] =
	    "Object 'apiVersion' is missing in 'object has no apiVersion field'";

	(void)fakeapi__status_set(st, 500, "InternalError", "Internal error occurred: %s", why);
	fakeapi__status_cause(st, NULL, why, NULL);
	return -1;
}

/* A custom resource's kind and apiVersion must not change. */
static int check_custom_type(struct work *w, struct fakeapi__status *st)
{
	const cJSON *kind = fakeapi__member(w->doc, "kind");
	const cJSON *api = fakeapi__member(w->doc, "apiVersion");
	const cJSON *meta = fakeapi__member(w->doc, "metadata");
	const char *group = fakeapi__string(w->doc, "apiVersion");
	AUTO_STRBUF why = STRBUF_INIT;
	struct fakeapi__causes causes;
	const char *slash;
	char gv[330];
	int rc;

	if (!*fakeapi__string(w->doc, "kind")) {
		char *json = fakeapi__print(w->doc);

		strbuf_addf(&why, "Object 'Kind' is missing in '%s'", json ? json : "");
		cJSON_free(json);
		return invalid_patch(w, why.ptr, st);
	}
	if (cJSON_IsNull(api))
		return invalid_patch(
		    w, ".apiVersion accessor error: <nil> is of the type <nil>, expected string",
		    st);
	if (meta && !cJSON_IsObject(meta) && !cJSON_IsNull(meta)) {
		strbuf_addf(&why, "json: cannot unmarshal %s into Go value of type v1.ObjectMeta",
			    fakeapi__go_json_word(meta));
		return invalid_patch(w, why.ptr, st);
	}
	if (!*group)
		return no_version(st);
	fakeapi__causes_init(&causes);
	(void)fakeapi__api_version(w->res, gv, sizeof(gv));
	if (strcmp(kind->valuestring, w->res->kind) != 0) {
		strbuf_addf(&why, "must be %s", w->res->kind);
		fakeapi__cause_invalid(&causes, PATH(NULL, "kind"), kind, why.ptr);
	}
	if (strcmp(group, gv) != 0) {
		strbuf_clear(&why);
		strbuf_addf(&why, "must be %s", gv);
		fakeapi__cause_invalid(&causes, PATH(NULL, "apiVersion"), api, why.ptr);
	}
	slash = strchr(group, '/');
	snprintf(gv, sizeof(gv), "%.*s", slash ? (int)(slash - group) : 0, group);
	rc = fakeapi__causes_report_as(&causes, gv, kind->valuestring,
				       fakeapi__string(meta, "name"), st);
	fakeapi__causes_fini(&causes);
	return rc;
}

/* Without a known version all fields are unknown, and there is no name. */
static int of_no_version(struct work *w, struct fakeapi__status *st)
{
	for (const cJSON *m = w->doc->child; m && w->t.strict; m = m->next)
		if (strcmp(m->string, "kind") != 0 && strcmp(m->string, "apiVersion") != 0)
			fakeapi__typed_finding(&w->t, "unknown field", str_of(m->string));
	return fakeapi__status_set(
	    st, 400, "BadRequest",
	    "the name of the object (%s based on URL) was undeterminable: name must be provided",
	    fakeapi__string(fakeapi__member(w->obj, "metadata"), "name"));
}

/* Checks kind and apiVersion of the patched document before the rest. */
static int check_type(struct work *w, struct fakeapi__status *st)
{
	AUTO_STRBUF why = STRBUF_INIT;
	int rc;

	if (fakeapi__type_wrong(w->doc, &why))
		return invalid_patch(w, why.ptr, st);
	if (w->res->flags & FAKEAPI_RES_CUSTOM)
		return check_custom_type(w, st);
	if (!fakeapi__type_of(w->res))
		return 0;
	if (!*fakeapi__string(w->doc, "apiVersion"))
		return of_no_version(w, st);
	rc = fakeapi__decode_other(w->res, w->doc, &why);
	return rc > 0 ? invalid_patch(w, why.ptr, st) : rc;
}

/* The first error: objects changed by a patch are read sorted by name. */
static const char *first_fault(struct work *w)
{
	struct fakeapi__typed again;

	if (w->type == FAKEAPI_PATCH_STRATEGIC || sort_changed(w) != 0)
		return w->t.why.ptr;
	fakeapi__typed_init(&again, false);
	cJSON_Delete(fakeapi__decode_tree(w->res, &again, w->doc));
	if (again.why.len && !again.why.failed) {
		strbuf_clear(&w->t.why);
		strbuf_adds(&w->t.why, strbuf_str(&again.why));
	}
	fakeapi__typed_fini(&again);
	return w->t.why.ptr;
}

/* Decodes the patched tree as its type. */
static int redecode(struct work *w, struct strbuf *warnings, cJSON **out,
		    struct fakeapi__status *st)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *done;
	const cJSON *f;

	if (w->type != FAKEAPI_PATCH_STRATEGIC && check_type(w, st) < 0) {
		fakeapi__typed_findings_sort(&w->t);
		if (w->t.findings && w->fv == FAKEAPI_FV_WARN)
			fakeapi__findings_warn(&w->t, warnings);
		return -1;
	}
	done = fakeapi__decode_tree(w->res, &w->t, w->doc);
	if (!done)
		return w->t.why.len ? invalid_patch(w, first_fault(w), st) : -1;
	if (w->type != FAKEAPI_PATCH_JSON)
		fakeapi__typed_findings_sort(&w->t);
	if (w->t.nomem)
		goto fail;
	if (w->t.findings && w->fv == FAKEAPI_FV_WARN)
		fakeapi__findings_warn(&w->t, warnings);
	if (w->t.findings && w->fv == FAKEAPI_FV_STRICT) {
		strbuf_addz(&why, "strict decoding error: ");
		cJSON_ArrayForEach(f, w->t.findings)
		    strbuf_addf(&why, "%s%s", f == w->t.findings->child ? "" : ", ",
				f->valuestring);
		if (!why.failed)
			invalid_patch(w, why.ptr, st);
		goto fail;
	}
	*out = done;
	return 0;
fail:
	cJSON_Delete(done);
	return -1;
}

int fakeapi__patch_checked(enum fakeapi__patch_type type, const struct fakeapi__resource *res,
			   const cJSON *obj, struct str patch, enum fakeapi__field_validation fv,
			   struct strbuf *warnings, cJSON **out, struct fakeapi__status *st)
{
	struct work w = { .type = type, .res = res, .fv = fv, .obj = obj };
	int rc = -1;

	if (type == FAKEAPI_PATCH_STRATEGIC && (res->flags & FAKEAPI_RES_CUSTOM))
		return fakeapi__status_set(
		    st, 415, "UnsupportedMediaType",
		    "the body of the request was in an unknown format - accepted media types "
		    "include: application/json-patch+json, application/merge-patch+json, "
		    "application/apply-patch+yaml");
	fakeapi__typed_init(&w.t, fv != FAKEAPI_FV_IGNORE);
	w.t.restores = type == FAKEAPI_PATCH_STRATEGIC;
	w.doc = cJSON_Duplicate(obj, true);
	if (w.doc && read_patch(&w, patch, st) == 0 && !w.t.nomem && apply_patch(&w, st) == 0)
		rc = redecode(&w, warnings, out, st);
	fakeapi__typed_fini(&w.t);
	cJSON_Delete(w.patch);
	cJSON_Delete(w.doc);
	return rc;
}

int fakeapi__patch(enum fakeapi__patch_type type, const struct fakeapi__resource *res,
		   const cJSON *obj, struct str patch, cJSON **out, struct fakeapi__status *st)
{
	return fakeapi__patch_checked(type, res, obj, patch, FAKEAPI_FV_WARN, NULL, out, st);
}
