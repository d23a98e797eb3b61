/* SPDX-License-Identifier: Apache-2.0 */
/* audit_effect.c - the effect of a write in an audit log, from its response or else its request. */
#include "base/alloc.h"
#include "base/json_tree.h"
#include "base/text/rfc3339.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/go_json.h"
#include "runner/import/audit.h"

struct effect {
	struct imp__import *im;
	const struct imp__entry *e;
	struct imp__audit *a;
	const struct imp__type *type;
	const struct imp__object *had;
};

/* The version of the event that shows the write, else the next free number; 0: none is left. */
static uint64_t free_rv(struct effect *f)
{
	uint64_t next = imp__next_rv(f->im, f->im->last_rv), seen = f->e->rv;

	if (seen && !imp__rv_of(f->a->response) && (!f->had || seen > f->had->rv))
		return seen;
	return next > f->im->last_rv + 1 ? f->im->last_rv + 1 : 0;
}

static int commit(struct effect *f, json_t object, bool deleted, uint64_t rv,
		  struct relist_err *err)
{
	struct imp__change c = {
		.entry = f->e,
		.type = f->type,
		.object = object,
		.deleted = deleted,
		.hidden = !imp__audit_is_of_parent(f->a->target.subresource) ||
			  str_eqz(f->a->verb, "deletecollection") ||
			  (deleted && !f->a->response.len && !str_eqz(f->a->verb, "delete")),
		.rv = rv,
	};
	AUTO_STRBUF ns = STRBUF_INIT, name = STRBUF_INIT;

	c.ns = json_str(json_path(object, "metadata", "namespace", NULL), &ns);
	c.name = json_str(json_path(object, "metadata", "name", NULL), &name);
	if (!c.name.len)
		return 0;
	return imp__commit_change(f->im, &c, err);
}

static bool add_text(cJSON *obj, const char *name, const char *text)
{
	return cJSON_GetObjectItemCaseSensitive(obj, name) ||
	       cJSON_AddStringToObject(obj, name, text);
}

static json_t had_json(const struct effect *f)
{
	return f->had ? (json_t) { f->had->json, f->had->json_len } : (json_t) { NULL, 0 };
}

/* Copies the metadata that a request does not set from the old object. */
static bool keep_metadata(const struct effect *f, cJSON *metadata)
{
	static const char *const names[] = { "uid", "creationTimestamp", "deletionTimestamp",
					     "deletionGracePeriodSeconds" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		json_t had = json_path(had_json(f), "metadata", names[i], NULL);
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
static int bare_object(struct effect *f, json_t from, struct strbuf *out)
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
static enum fakeapi__patch_type patch_type(const struct effect *f)
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
static int patched(struct effect *f, struct strbuf *out)
{
	/* for a type that is not built in every member is kept */
	static const struct fakeapi__resource unknown = {
		.group = "", .version = "", .resource = "", .kind = ""
	};
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(f->im->registry, f->type->group, f->type->version,
				   f->type->resource);
	cJSON *old = f->had ? json_tree_parse(had_json(f), JSON_DIGITS_ALL) : NULL;
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
static const char *part_of(const struct effect *f)
{
	return !f->had || str_eqz(f->a->verb, "patch")	       ? NULL
	       : str_eqz(f->a->target.subresource, "status")   ? "status"
	       : str_eqz(f->a->target.subresource, "finalize") ? "spec"
							       : NULL;
}

/* The old object with one member from the request. */
static int with_part(const struct effect *f, const char *part, struct strbuf *out)
{
	struct json_iter it;
	json_t key, value, from = json_get(f->a->request, part);

	strbuf_addc(out, '{');
	json_iter_init(&it, had_json(f));
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

/* The assumed new object after a write whose response is not in the log. */
static int assumed_state(struct effect *f, struct strbuf *out)
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
	return code ? code : bare_object(f, from, out);
}

static int64_t integer(json_t v)
{
	int64_t n = 0;

	return json_int64(v, &n) ? n : 0;
}

/* Changes one member of the known object. */
static int small_change(struct effect *f, const char *where, const char *name, const char *value,
			uint64_t rv, struct relist_err *err)
{
	AUTO_STRBUF object = STRBUF_INIT;

	if (!f->had)
		return 0;
	if (imp__with_member(had_json(f), where, name, value, &object))
		return imp__no_memory(err);
	return commit(f, strbuf_str(&object), false, rv ? rv : free_rv(f), err);
}

static bool is_immediate(const struct effect *f)
{
	int64_t seconds = -1;

	return str_eqz(imp__audit_query(f->a, "gracePeriodSeconds"), "0") ||
	       (json_int64(json_get(f->a->request, "gracePeriodSeconds"), &seconds) && !seconds);
}

/* A kubelet has to stop the pod first: it is on a node, has not ended, and is not being stopped
 * already. */
static bool ends_with_grace(const struct effect *f)
{
	json_t had = had_json(f), phase = json_path(had, "status", "phase", NULL);

	return str_eqz(f->type->resource, "pods") && !f->type->group.len &&
	       json_path(had, "spec", "nodeName", NULL).len && !json_str_eq(phase, STR("Failed")) &&
	       !json_str_eq(phase, STR("Succeeded")) &&
	       !json_path(had, "metadata", "deletionTimestamp", NULL).len && !is_immediate(f);
}

/* The grace period in seconds of a pod that has to be stopped; 0 for other objects. A pod without a
 * known spec is assumed to be on a node, as most are. */
static int64_t grace_of(const struct effect *f)
{
	int64_t seconds = 30;

	if (!str_eqz(f->type->resource, "pods") || f->type->group.len ||
	    (json_get(had_json(f), "spec").len && !ends_with_grace(f)))
		return 0;
	(void)json_int64(json_path(had_json(f), "spec", "terminationGracePeriodSeconds", NULL),
			 &seconds);
	(void)json_int64(json_get(f->a->request, "gracePeriodSeconds"), &seconds);
	return seconds < 0 ? 0 : seconds > 86400 ? 86400 : seconds;
}

static int mark(struct effect *f, struct relist_err *err)
{
	AUTO_STRBUF time = STRBUF_INIT, seconds = STRBUF_INIT, marked = STRBUF_INIT,
		    whole = STRBUF_INIT;
	int64_t grace = f->had ? grace_of(f) : 0;
	json_t object;

	if (!f->had || json_path(had_json(f), "metadata", "deletionTimestamp", NULL).len)
		return 0;
	strbuf_addc(&time, '"');
	rfc3339_format(f->e->at_ns - f->e->at_ns % NS_PER_S + grace * NS_PER_S, &time);
	strbuf_addc(&time, '"');
	strbuf_addf(&seconds, "%lld", (long long)grace);
	if (time.failed || seconds.failed ||
	    imp__with_member(had_json(f), "metadata", "deletionTimestamp", time.ptr, &marked))
		return imp__no_memory(err);
	object = strbuf_str(&marked);
	if (grace &&
	    imp__with_member(object, "metadata", "deletionGracePeriodSeconds", seconds.ptr, &whole))
		return imp__no_memory(err);
	return commit(f, grace ? strbuf_str(&whole) : object, false, free_rv(f), err);
}

/* The log may not show the pod's spec; then the pod is assumed to be on a node, as most are. */
static int evict(struct effect *f, struct relist_err *err)
{
	if (!f->had || json_path(had_json(f), "metadata", "deletionTimestamp", NULL).len)
		return 0; /* the pod is being stopped already */
	return !json_get(had_json(f), "spec").len || ends_with_grace(f) ||
		       rec__has_finalizers(had_json(f))
		   ? mark(f, err)
		   : commit(f, had_json(f), true, free_rv(f), err);
}

static int subresource_effect(struct effect *f, struct relist_err *err)
{
	struct imp__audit *a = f->a;
	struct str sub = a->target.subresource;
	AUTO_STRBUF text = STRBUF_INIT;
	json_t value;

	if (str_eqz(sub, "scale")) {
		value =
		    json_path(a->response.len ? a->response : a->request, "spec", "replicas", NULL);
		strbuf_addf(&text, "%lld", (long long)integer(value));
		return small_change(f, "spec", "replicas", text.ptr, imp__rv_of(a->response), err);
	}
	if (str_eqz(sub, "binding")) {
		value = json_path(a->request, "target", "name", NULL);
		strbuf_adds(&text, value.len ? value : STR("\"\""));
		return value.len ? small_change(f, "spec", "nodeName", text.ptr, 0, err) : 0;
	}
	return str_eqz(sub, "eviction") ? evict(f, err) : 0;
}

/* The response body is the object itself. */
static bool answers_object(const struct imp__audit *a)
{
	return a->response.len && !imp__audit_is_status(a->response) &&
	       json_path(a->response, "metadata", "name", NULL).len &&
	       json_path(a->response, "metadata", "resourceVersion", NULL).len;
}

static bool is_noop(struct effect *f, uint64_t rv)
{
	if (rv)
		return f->had && rv <= f->had->rv;
	if (free_rv(f) || str_eqz(f->a->verb, "create"))
		return false;
	imp__note(f->im, f->e->file, f->e->line,
		  "no resourceVersion is left for this " STR_FMT " of " STR_FMT " " STR_FMT
		  " after %llu: it is taken for one that changed nothing",
		  STR_ARG(f->a->verb), STR_ARG(f->type->resource), STR_ARG(f->a->target.name),
		  (unsigned long long)f->im->last_rv);
	return true;
}

static int put_effect(struct effect *f, struct relist_err *err)
{
	AUTO_STRBUF assumed = STRBUF_INIT;
	json_t object = f->a->response;
	uint64_t rv = 0;

	if (answers_object(f->a))
		rv = imp__rv_of(object);
	/* The removal of the last finalizer ends the object, whatever version the response has. */
	if (rv && f->had && rec__is_ended(object) && rec__has_finalizers(had_json(f)))
		return commit(f, object, true, rv > f->had->rv ? rv : free_rv(f), err);
	if (is_noop(f, rv))
		return 0;
	if (!rv) {
		if (assumed_state(f, &assumed))
			return imp__no_memory(err);
		object = strbuf_str(&assumed);
		rv = free_rv(f);
	}
	return commit(f, object, rec__is_ended(object), rv, err);
}

static int delete_effect(struct effect *f, struct relist_err *err)
{
	AUTO_STRBUF assumed = STRBUF_INIT;
	json_t object = f->a->response, metadata;

	if (answers_object(f->a)) {
		metadata = json_get(object, "metadata");
		if (f->had && imp__rv_of(object) <= f->had->rv &&
		    json_get(metadata, "deletionTimestamp").len && !rec__is_ended(object))
			return 0; /* the object already had a deletionTimestamp */
		return commit(f, object,
			      !json_get(metadata, "deletionTimestamp").len || rec__is_ended(object),
			      f->had && imp__rv_of(object) <= f->had->rv ? free_rv(f)
									 : imp__rv_of(object),
			      err);
	}
	if (!imp__audit_is_status(object) &&
	    (rec__has_finalizers(had_json(f)) || ends_with_grace(f)))
		return mark(f, err);
	if (!f->had && imp__was_deleted(f->im, f->type, f->a->target.ns, f->a->target.name))
		return 0; /* a pod ends with two deletes; the first one was taken for the last */
	if (!f->had && bare_object(f, (json_t) { NULL, 0 }, &assumed))
		return imp__no_memory(err);
	return commit(f, f->had ? had_json(f) : strbuf_str(&assumed), true, free_rv(f), err);
}

static int delete_one_of(struct effect *f, json_t object, struct relist_err *err)
{
	json_t metadata = json_get(object, "metadata");
	AUTO_STRBUF ns = STRBUF_INIT, name = STRBUF_INIT;

	f->had = imp__object_get(f->im, f->type, json_str(json_get(metadata, "namespace"), &ns),
				 json_str(json_get(metadata, "name"), &name));
	if (imp__other_uid(object, had_json(f)))
		return 0; /* another object has the name now: its creation has ended this one */
	if (json_get(metadata, "deletionTimestamp").len && !rec__is_ended(object))
		return commit(f, object, false, imp__rv_of(object), err);
	if (rec__has_finalizers(f->had ? had_json(f) : object) || ends_with_grace(f))
		return mark(f, err);
	return commit(f, object, true, free_rv(f), err);
}

/* Deletes every known object of the collection that the selectors select. */
static int delete_known(struct effect *f, struct relist_err *err)
{
	struct imp__watch which = { .type = f->type };
	AUTO_STRBUF list = STRBUF_INIT, why = STRBUF_INIT;
	struct json_iter it;
	json_t object;
	int code, wrong;

	strbuf_init(&which.ns);
	strbuf_init(&which.name);
	strbuf_init(&which.fields);
	strbuf_adds(&which.fields, imp__audit_query(f->a, "fieldSelector"));
	strbuf_adds(&which.ns, f->a->target.ns);
	wrong = selector_parse_labels(imp__audit_query(f->a, "labelSelector"), &which.labels, &why);
	code = wrong == RELIST_ENOMEM || which.fields.failed || which.ns.failed ||
		       (!wrong && imp__list_known(f->im, &which, &list))
		   ? imp__no_memory(err)
		   : 0;
	json_iter_init(&it, json_get(strbuf_str(&list), "items"));
	while (!code && json_iter_element(&it, &object))
		code = delete_one_of(f, object, err);
	if (wrong)
		imp__note(f->im, f->e->file, f->e->line,
			  "deletecollection of " STR_FMT ": its labelSelector cannot be read (%s); "
			  "nothing is deleted",
			  STR_ARG(f->type->resource), why.ptr);
	else
		imp__note(f->im, f->e->file, f->e->line,
			  "deletecollection of " STR_FMT
			  ": what it deleted is assumed from what is known",
			  STR_ARG(f->type->resource));
	strbuf_fini(&which.ns);
	strbuf_fini(&which.name);
	strbuf_fini(&which.fields);
	selector_free(which.labels);
	return code;
}

static int delete_all_effect(struct effect *f, struct relist_err *err)
{
	json_t items = json_get(f->a->response, "items"), object;
	struct json_iter it;
	int code = 0;

	if (json_kind(items) != JSON_ARRAY)
		return delete_known(f, err);
	json_iter_init(&it, items);
	while (!code && json_iter_element(&it, &object))
		code = delete_one_of(f, object, err);
	return code;
}

/* A deletion has dryRun in its body. */
static bool is_dry_run(const struct imp__audit *a)
{
	struct json_iter it;
	json_t one;

	if (imp__audit_query(a, "dryRun").len)
		return true;
	json_iter_init(&it, str_eqz(a->verb, "delete") || str_eqz(a->verb, "deletecollection")
				? json_get(a->request, "dryRun")
				: (json_t) { NULL, 0 });
	return json_iter_element(&it, &one);
}

int imp__audit_effect(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		      const struct imp__type *type, struct relist_err *err)
{
	struct effect effect = { .im = im, .e = e, .a = a, .type = type }, *f = &effect;

	if (!imp__audit_succeeded(a) || is_dry_run(a) || f->type->virtual_)
		return 0;
	/* With generateName only the response has the name. */
	if (!a->target.name.len && answers_object(a))
		a->target.name =
		    imp__audit_text(a, json_path(a->response, "metadata", "name", NULL));
	if (!a->target.name.len)
		a->target.name =
		    imp__audit_text(a, json_path(a->request, "metadata", "name", NULL));
	f->had = imp__object_get(f->im, f->type, a->target.ns, a->target.name);
	if (str_eqz(a->verb, "deletecollection"))
		return delete_all_effect(f, err);
	if (!a->target.name.len) {
		imp__note(f->im, f->e->file, f->e->line,
			  "objectRef.name: missing; the " STR_FMT
			  " that was made cannot be followed",
			  STR_ARG(f->type->resource));
		return 0;
	}
	if (!imp__audit_is_of_parent(a->target.subresource))
		return subresource_effect(f, err);
	return str_eqz(a->verb, "delete") ? delete_effect(f, err) : put_effect(f, err);
}
