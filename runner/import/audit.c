/* SPDX-License-Identifier: Apache-2.0 */
/* audit.c - Kubernetes audit logs, audit.k8s.io/v1, as lines or as EventList batches.
 *
 * A log has no watch events. What a write did is worked out from its answer, or, when the log's
 * level left that out, from its request; watches that are open are then told, as events that are
 * marked as assumed. Where a write's resource version is unknown it gets the next number that is
 * free.
 */
#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/apply/patch.h"
#include "runner/import/impl.h"

/* An event, taken apart. */
struct audit {
	json_t event, request, response, status;
	struct str id, verb, stage, uri, user, agent;
	struct rec__target target;
	struct str path;
	const struct rec__pair *query;
	size_t query_count;
	int64_t received, staged;
	int64_t code;
	bool watch;
	struct runner__arena arena;
};

static struct str text_of(struct audit *a, json_t v)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str s = json_str(v, &scratch);

	a->arena.failed |= scratch.failed;
	return s.len ? runner__arena_str(&a->arena, s) : STR("");
}

static const char *bad_field(const struct audit *a)
{
	return !a->uri.len ? "requestURI: missing" : !a->verb.len ? "verb: missing" : NULL;
}

static struct str member(struct audit *a, const char *name)
{
	return text_of(a, json_get(a->event, name));
}

static struct str of_query(const struct audit *a, const char *name)
{
	for (size_t i = 0; i < a->query_count; i++)
		if (str_eqz(a->query[i].name, name))
			return a->query[i].value;
	return STR("");
}

static bool is_true(struct str s)
{
	return s.len && strchr("tT1", *s.ptr) != NULL;
}

static void take_target(struct audit *a)
{
	json_t ref = json_get(a->event, "objectRef");
	bool known = rec__target_parse(a->path, &a->target);

	/* NUL-terminated, which parts of a path are not */
	a->target.ns = runner__arena_str(&a->arena, a->target.ns);
	a->target.name = runner__arena_str(&a->arena, a->target.name);
	if (!ref.len)
		return;
	if (!known || !a->target.name.len)
		a->target.name = text_of(a, json_get(ref, "name"));
	if (!known) {
		a->target.group = text_of(a, json_get(ref, "apiGroup"));
		a->target.version = text_of(a, json_get(ref, "apiVersion"));
		a->target.resource = text_of(a, json_get(ref, "resource"));
		a->target.subresource = text_of(a, json_get(ref, "subresource"));
		a->target.ns = text_of(a, json_get(ref, "namespace"));
	}
}

/* 0, or no memory. */
static int take_apart(struct audit *a, json_t event)
{
	const char *question;
	struct str query = STR("");
	json_t code;

	*a = (struct audit) { .event = event, .received = IMP_NO_TIME, .staged = IMP_NO_TIME };
	runner__arena_init(&a->arena);
	a->id = member(a, "auditID");
	a->verb = member(a, "verb");
	a->stage = member(a, "stage");
	a->uri = member(a, "requestURI");
	a->agent = member(a, "userAgent");
	a->user = text_of(a, json_path(event, "impersonatedUser", "username", NULL));
	if (!a->user.len)
		a->user = text_of(a, json_path(event, "user", "username", NULL));
	a->request = json_get(event, "requestObject");
	a->response = json_get(event, "responseObject");
	a->status = json_get(event, "responseStatus");
	if (json_kind(a->request) == JSON_NULL)
		a->request = (json_t) { NULL, 0 };
	if (json_kind(a->response) != JSON_OBJECT)
		a->response = (json_t) { NULL, 0 };
	code = json_get(a->status, "code");
	if (!json_int64(code, &a->code) || a->code < 100 || a->code > 599)
		a->code = 0;
	(void)imp__time_parse(member(a, "requestReceivedTimestamp"), &a->received);
	(void)imp__time_parse(member(a, "stageTimestamp"), &a->staged);
	question = a->uri.len ? memchr(a->uri.ptr, '?', a->uri.len) : NULL;
	a->path = a->uri;
	if (question) {
		a->path.len = (size_t)(question - a->uri.ptr);
		query = (struct str) { question + 1, a->uri.len - a->path.len - 1 };
	}
	a->path = imp__percent_decode(&a->arena, a->path, false);
	if (imp__query_parse(&a->arena, query, &a->query, &a->query_count))
		return RELIST_ENOMEM;
	take_target(a);
	a->watch = str_eqz(a->verb, "watch");
	return a->arena.failed ? RELIST_ENOMEM : 0;
}

static void audit_fini(struct audit *a)
{
	runner__arena_fini(&a->arena);
}

/* --- first pass --- */

static bool is_write(const struct audit *a)
{
	static const char *const verbs[] = { "create", "update", "patch", "delete",
					     "deletecollection" };

	for (size_t i = 0; i < ARRAY_LEN(verbs); i++)
		if (str_eqz(a->verb, verbs[i]))
			return true;
	return false;
}

static bool succeeded(const struct audit *a)
{
	return a->code >= 200 && a->code < 300;
}

static int add_entries(struct imp__import *im, const struct imp__value *v, const struct audit *a,
		       struct relist_err *err)
{
	struct imp__entry e = imp__entry_of(im, IMP_CLASS_AUDIT, v->at.line);
	int code = 0;

	e.at_ns = a->staged != IMP_NO_TIME ? a->staged : a->received;
	if (e.at_ns == IMP_NO_TIME) {
		imp__note(im, e.file, e.line,
			  "stageTimestamp: not a time; the event is put where it stands");
		e.at_ns = im->last_at != IMP_NO_TIME ? im->last_at : 0;
	}
	im->last_at = e.at_ns;
	/* A watch that only its end tells about began when it was received. */
	if (a->watch && str_eqz(a->stage, "ResponseComplete") && a->received != IMP_NO_TIME &&
	    a->received < e.at_ns) {
		struct imp__entry begin = e;

		begin.at_ns = a->received;
		begin.index = 1;
		code = imp__add_timed(im, &begin, v->json, err);
	}
	if (is_write(a) && succeeded(a) && a->response.len) {
		e.rv = imp__rv_of(a->response);
		if (!code)
			code = imp__add_written(im, e.rv, e.at_ns, err);
	}
	return code ? code : imp__add_timed(im, &e, v->json, err);
}

int imp__audit_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t said = json_get(v->json, "apiVersion");
	struct str version = json_str(said.len ? said : v->api_version, &scratch);
	struct audit a;
	int code = 0;

	if (version.len && !str_eqz(version, "audit.k8s.io/v1"))
		return relist_err_set(err, RELIST_EPARSE,
				      "apiVersion: " STR_FMT " is not read, only audit.k8s.io/v1",
				      STR_ARG(version));
	if (take_apart(&a, v->json)) {
		audit_fini(&a);
		return imp__no_memory(err);
	}
	if (bad_field(&a))
		code = relist_err_set(err, RELIST_EPARSE, "audit event: %s", bad_field(&a));
	/* What was only received is told again when it was answered. */
	else if (!str_eqz(a.stage, "RequestReceived"))
		code = add_entries(im, v, &a, err);
	audit_fini(&a);
	return code;
}

/* --- second pass: what a write did --- */

struct effect {
	struct imp__import *im;
	const struct imp__entry *e;
	struct audit *a;
	const struct imp__type *type;
	const struct imp__object *had;
};

static bool is_status(json_t object)
{
	return json_str_eq(json_get(object, "kind"), STR("Status"));
}

/* The next number; 0: the resource versions on both sides leave none. */
static uint64_t free_rv(struct effect *f)
{
	uint64_t next = imp__next_rv(f->im, f->im->last_rv);

	return next > f->im->last_rv + 1 ? f->im->last_rv + 1 : 0;
}

static bool is_of_parent(struct str sub)
{
	static const char *const subs[] = { "",		"status", "finalize",
					    "approval", "resize", "ephemeralcontainers" };

	for (size_t i = 0; i < ARRAY_LEN(subs); i++)
		if (str_eqz(sub, subs[i]))
			return true;
	return false;
}

static int commit(struct effect *f, json_t object, bool deleted, uint64_t rv,
		  struct relist_err *err)
{
	struct imp__change c = {
		.entry = f->e,
		.type = f->type,
		.object = object,
		.deleted = deleted,
		.hidden = !is_of_parent(f->a->target.subresource) ||
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

/* An object of which only the name is known, with what the request said. */
static int bare_object(struct effect *f, json_t from, struct strbuf *out)
{
	struct audit *a = f->a;
	AUTO_STRBUF version = STRBUF_INIT, kind = STRBUF_INIT, why = STRBUF_INIT;
	cJSON *tree = from.len ? fakeapi__go_json_parse(from, &why) : NULL;
	bool starved = from.len && !tree && !why.len, whole = false;
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
			!kind.failed;
	}
	text = whole ? cJSON_PrintUnformatted(tree) : NULL;
	cJSON_Delete(tree);
	if (!text)
		return RELIST_ENOMEM;
	strbuf_addz(out, text);
	cJSON_free(text);
	return out->failed ? RELIST_ENOMEM : 0;
}

/* How the request's patch is to be read; an audit log does not have its Content-Type. */
static enum fakeapi__patch_type patch_type(const struct effect *f)
{
	json_t p = f->a->request;

	if (json_kind(p) == JSON_ARRAY)
		return FAKEAPI_PATCH_JSON;
	if (of_query(f->a, "fieldManager").len && json_get(p, "apiVersion").len &&
	    json_get(p, "kind").len && json_get(p, "metadata").len)
		return FAKEAPI_PATCH_MERGE; /* server-side apply: the fields it names */
	return f->type->guessed || !f->type->kind.len ? FAKEAPI_PATCH_MERGE
						      : FAKEAPI_PATCH_STRATEGIC;
}

/* The request's patch on what the object was. */
static int patched(struct effect *f, struct strbuf *out)
{
	/* of a type that is not built in every member is kept as it is */
	static const struct fakeapi__resource unknown = {
		.group = "", .version = "", .resource = "", .kind = ""
	};
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(f->im->registry, f->type->group, f->type->version,
				   f->type->resource);
	cJSON *old = f->had ? cJSON_ParseWithLength(f->had->json, f->had->json_len) : NULL;
	enum fakeapi__patch_type how = patch_type(f);
	struct fakeapi__status st;
	cJSON *made = NULL;
	char *text = NULL;
	bool starved;

	fakeapi__status_init(&st);
	if (how == FAKEAPI_PATCH_STRATEGIC && !res)
		how = FAKEAPI_PATCH_MERGE;
	if (old && fakeapi__patch(how, res ? res : &unknown, old, f->a->request, &made, &st) == 0)
		text = cJSON_PrintUnformatted(made);
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

/* What a write whose answer is not in the log made of the object. */
static int assumed_state(struct effect *f, struct strbuf *out)
{
	AUTO_STRBUF patch = STRBUF_INIT;
	bool is_patch = str_eqz(f->a->verb, "patch");
	json_t from = f->a->request;
	int code = 0;

	if (is_patch && from.len && f->had) {
		code = patched(f, &patch);
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

static bool has_finalizers(json_t object)
{
	struct json_iter it;
	json_t one;

	json_iter_init(&it, json_path(object, "metadata", "finalizers", NULL));
	return json_iter_element(&it, &one);
}

/* Marked for deletion and kept by nothing: such a write is the object's end. */
static bool ends(json_t object)
{
	json_t metadata = json_get(object, "metadata");

	return json_get(metadata, "deletionTimestamp").len && !has_finalizers(object) &&
	       integer(json_get(metadata, "deletionGracePeriodSeconds")) == 0;
}

static json_t had_json(const struct effect *f)
{
	return f->had ? (json_t) { f->had->json, f->had->json_len } : (json_t) { NULL, 0 };
}

/* A change of what is known, in one member. */
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

static int mark(struct effect *f, struct relist_err *err)
{
	AUTO_STRBUF time = STRBUF_INIT;

	if (json_path(had_json(f), "metadata", "deletionTimestamp", NULL).len)
		return 0;
	strbuf_addc(&time, '"');
	imp__time_format(f->e->at_ns - f->e->at_ns % NS_PER_S, &time);
	strbuf_addc(&time, '"');
	return time.failed ? imp__no_memory(err)
			   : small_change(f, "metadata", "deletionTimestamp", time.ptr, 0, err);
}

static int subresource_effect(struct effect *f, struct relist_err *err)
{
	struct audit *a = f->a;
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
	return str_eqz(sub, "eviction") ? mark(f, err) : 0;
}

/* The answer is the object itself. */
static bool answers_object(const struct audit *a)
{
	return a->response.len && !is_status(a->response) &&
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
	/* Taking the last finalizer off is the end, whichever version the answer has. */
	if (rv && f->had && ends(object) && has_finalizers(had_json(f)))
		return commit(f, object, true, rv > f->had->rv ? rv : free_rv(f), err);
	if (is_noop(f, rv))
		return 0;
	if (!rv) {
		if (assumed_state(f, &assumed))
			return imp__no_memory(err);
		object = strbuf_str(&assumed);
		rv = free_rv(f);
	}
	return commit(f, object, ends(object), rv, err);
}

static int delete_effect(struct effect *f, struct relist_err *err)
{
	AUTO_STRBUF assumed = STRBUF_INIT;
	json_t object = f->a->response, metadata;

	if (answers_object(f->a)) {
		metadata = json_get(object, "metadata");
		if (f->had && imp__rv_of(object) <= f->had->rv &&
		    json_get(metadata, "deletionTimestamp").len && !ends(object))
			return 0; /* it was marked before */
		return commit(f, object,
			      !json_get(metadata, "deletionTimestamp").len || ends(object),
			      f->had && imp__rv_of(object) <= f->had->rv ? free_rv(f)
									 : imp__rv_of(object),
			      err);
	}
	if (!is_status(object) && has_finalizers(had_json(f)))
		return mark(f, err);
	if (!f->had && bare_object(f, (json_t) { NULL, 0 }, &assumed))
		return imp__no_memory(err);
	return commit(f, f->had ? had_json(f) : strbuf_str(&assumed), true, free_rv(f), err);
}

static int delete_one_of(struct effect *f, json_t object, struct relist_err *err)
{
	json_t metadata = json_get(object, "metadata");

	if (json_get(metadata, "deletionTimestamp").len && !ends(object))
		return commit(f, object, false, imp__rv_of(object), err);
	return commit(f, object, true, free_rv(f), err);
}

/* Every object that is known in the place, and fits the selector. */
static int delete_known(struct effect *f, struct relist_err *err)
{
	struct imp__watch which = { .type = f->type };
	AUTO_STRBUF list = STRBUF_INIT, why = STRBUF_INIT;
	struct json_iter it;
	json_t object;
	int code;

	strbuf_init(&which.ns);
	strbuf_init(&which.name);
	strbuf_init(&which.fields);
	strbuf_adds(&which.fields, of_query(f->a, "fieldSelector"));
	strbuf_adds(&which.ns, f->a->target.ns);
	(void)selector_parse_labels(of_query(f->a, "labelSelector"), &which.labels, &why);
	code = imp__list_known(f->im, &which, &list) ? imp__no_memory(err) : 0;
	json_iter_init(&it, json_get(strbuf_str(&list), "items"));
	while (!code && json_iter_element(&it, &object))
		code = delete_one_of(f, object, err);
	imp__note(f->im, f->e->file, f->e->line,
		  "deletecollection of " STR_FMT ": what it deleted is assumed from what is known",
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
	while (!code && json_iter_element(&it, &object)) {
		AUTO_STRBUF ns = STRBUF_INIT, name = STRBUF_INIT;

		f->had =
		    imp__object_get(f->im, f->type,
				    json_str(json_path(object, "metadata", "namespace", NULL), &ns),
				    json_str(json_path(object, "metadata", "name", NULL), &name));
		code = delete_one_of(f, object, err);
	}
	return code;
}

static int write_effect(struct effect *f, struct relist_err *err)
{
	struct audit *a = f->a;

	if (!succeeded(a) || of_query(a, "dryRun").len || f->type->virtual_)
		return 0;
	/* The name may only be known from the answer: generateName. */
	if (!a->target.name.len && answers_object(a))
		a->target.name = text_of(a, json_path(a->response, "metadata", "name", NULL));
	if (!a->target.name.len)
		a->target.name = text_of(a, json_path(a->request, "metadata", "name", NULL));
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
	if (!is_of_parent(a->target.subresource))
		return subresource_effect(f, err);
	return str_eqz(a->verb, "delete") ? delete_effect(f, err) : put_effect(f, err);
}

/* --- second pass: requests and answers --- */

static const char *method_of(const struct audit *a)
{
	static const struct {
		const char *verb, *method;
	} methods[] = { { "create", "POST" },
			{ "update", "PUT" },
			{ "patch", "PATCH" },
			{ "delete", "DELETE" },
			{ "deletecollection", "DELETE" } };

	for (size_t i = 0; i < ARRAY_LEN(methods); i++)
		if (str_eqz(a->verb, methods[i].verb))
			return methods[i].method;
	return "GET";
}

static int request(struct imp__import *im, const struct imp__entry *e, struct audit *a,
		   uint32_t *id, struct relist_err *err)
{
	struct imp__request req = { .method = method_of(a),
				    .path = a->path,
				    .query = a->query,
				    .query_count = a->query_count,
				    .user = a->user,
				    .agent = a->agent,
				    .body = a->request };

	return imp__emit_request(im, e, a->received != IMP_NO_TIME ? a->received : e->at_ns, &req,
				 id, err);
}

/* A failure is answered by what the log has as responseStatus. */
static int error_body(struct audit *a, struct strbuf *out)
{
	static const char *const members[] = { "message", "reason", "details" };

	strbuf_addz(out, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":");
	strbuf_addz(out, succeeded(a) ? "\"Success\"" : "\"Failure\"");
	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		json_t v = json_get(a->status, members[i]);

		if (v.len) {
			strbuf_addf(out, ",\"%s\":", members[i]);
			strbuf_adds(out, v);
		}
	}
	strbuf_addf(out, ",\"code\":%lld}", (long long)a->code);
	return out->failed ? RELIST_ENOMEM : 0;
}

static struct imp__watch *watch_new(struct imp__import *im, const struct imp__entry *e,
				    struct audit *a, const struct imp__type *type)
{
	struct imp__watch *w = base__calloc(1, sizeof(*w));
	struct str fields = of_query(a, "fieldSelector");
	AUTO_STRBUF why = STRBUF_INIT;

	if (!w)
		return NULL;
	strbuf_init(&w->ns);
	strbuf_init(&w->name);
	strbuf_init(&w->fields);
	w->type = type;
	strbuf_adds(&w->ns, a->target.ns);
	strbuf_adds(&w->name, a->target.name);
	strbuf_adds(&w->fields, fields);
	w->kubectl = a->agent.len > 7 && memcmp(a->agent.ptr, "kubectl", 7) == 0;
	w->unclear =
	    !imp__fields_are_plain(fields) ||
	    selector_parse_labels(of_query(a, "labelSelector"), &w->labels, &why) == RELIST_EINVAL;
	if (w->unclear)
		imp__note(im, e->file, e->line,
			  "requestURI: what a watch with fieldSelector=" STR_FMT
			  ", labelSelector=" STR_FMT " was told is not worked out",
			  STR_ARG(fields), STR_ARG(of_query(a, "labelSelector")));
	return w;
}

static int list_answer(struct imp__import *im, const struct imp__entry *e, struct audit *a,
		       const struct imp__type *type, uint32_t id, struct relist_err *err)
{
	struct imp__watch *w = watch_new(im, e, a, type);
	AUTO_STRBUF body = STRBUF_INIT;
	int code;

	if (!w)
		return imp__no_memory(err);
	imp__note(
	    im, e->file, e->line,
	    "responseObject: not there; what was listed is assumed from what is known of " STR_FMT,
	    STR_ARG(type->resource));
	code = imp__list_known(im, w, &body);
	imp__watch_free(w);
	return code ? imp__no_memory(err)
		    : imp__emit_response(im, e, id, (int)a->code, false, strbuf_str(&body), true,
					 err);
}

/* The answer to a write that the log leaves out: what became of the object. */
static int assumed_answer(struct imp__import *im, const struct imp__entry *e, struct audit *a,
			  const struct imp__type *type, uint32_t id, struct relist_err *err)
{
	const struct imp__object *o = imp__object_get(im, type, a->target.ns, a->target.name);
	AUTO_STRBUF status = STRBUF_INIT;
	bool scale = str_eqz(a->target.subresource, "scale");

	/* what was deleted and is still there is kept by finalizers */
	if (o && !scale && is_of_parent(a->target.subresource))
		return imp__emit_response(im, e, id, (int)a->code, false,
					  (struct str) { o->json, o->json_len }, true, err);
	if (error_body(a, &status))
		return imp__no_memory(err);
	return imp__emit_response(im, e, id, (int)a->code, false, strbuf_str(&status), true, err);
}

static int answer(struct imp__import *im, const struct imp__entry *e, struct audit *a,
		  const struct imp__type *type, uint32_t id, struct relist_err *err)
{
	AUTO_STRBUF status = STRBUF_INIT;
	struct str body = a->response;

	if (!a->code) {
		imp__note(im, e->file, e->line,
			  "responseStatus.code: missing; the answer is not known");
		return 0;
	}
	if (!body.len && succeeded(a) && str_eqz(a->verb, "list") && type)
		return list_answer(im, e, a, type, id, err);
	if (!body.len && !succeeded(a)) {
		if (error_body(a, &status))
			return imp__no_memory(err);
		body = strbuf_str(&status);
	}
	return imp__emit_response(im, e, id, (int)a->code, false, body, false, err);
}

/* What a read showed. */
static int learn(struct imp__import *im, const struct imp__entry *e, const struct audit *a,
		 const struct imp__type *type, struct relist_err *err)
{
	json_t items = json_get(a->response, "items"), object;
	struct json_iter it;
	int code = 0;

	if (!succeeded(a) || !a->response.len || a->target.subresource.len ||
	    json_str_eq(json_get(a->response, "kind"), STR("Table")))
		return 0;
	if (json_kind(items) != JSON_ARRAY)
		return imp__learn(im, e, type, a->response, err);
	json_iter_init(&it, items);
	while (!code && json_iter_element(&it, &object))
		code = imp__learn(im, e, type, object, err);
	return code;
}

/* --- second pass: watches --- */

static enum rec__how end_of(const struct audit *a)
{
	struct str timeout = of_query(a, "timeoutSeconds");
	int64_t seconds = 0;

	if (str_eqz(a->stage, "Panic"))
		return REC_HOW_CUT;
	for (size_t i = 0;
	     i < timeout.len && timeout.ptr[i] >= '0' && timeout.ptr[i] <= '9' && seconds < 1000000;
	     i++)
		seconds = seconds * 10 + (timeout.ptr[i] - '0');
	return seconds && a->received != IMP_NO_TIME &&
		       a->staged - a->received >= seconds * NS_PER_S - NS_PER_S / 2
		   ? REC_HOW_TIMEOUT
		   : REC_HOW_EOF;
}

static int open_watch(struct imp__import *im, const struct imp__entry *e, struct audit *a,
		      const struct imp__type *type, struct relist_err *err)
{
	struct imp__watch *w = watch_new(im, e, a, type);
	uint32_t id = 0;
	int code;

	if (!w)
		return imp__no_memory(err);
	code = request(im, e, a, &id, err);
	if (!code)
		code = imp__emit_response(im, e, id, 200, true, STR(""), false, err);
	if (!code && map_put(&im->audits, a->id, (void *)(uintptr_t)id, NULL))
		code = imp__no_memory(err);
	if (code) {
		imp__watch_free(w);
		return code;
	}
	w->id = id;
	return imp__watch_open(im, e, w, of_query(a, "resourceVersion"),
			       is_true(of_query(a, "sendInitialEvents")), err);
}

static int write_watch(struct imp__import *im, const struct imp__entry *e, struct audit *a,
		       const struct imp__type *type, struct relist_err *err)
{
	uint32_t id = (uint32_t)(uintptr_t)map_get(&im->audits, a->id);
	bool started = str_eqz(a->stage, "ResponseStarted") || e->index == 1;
	bool failed = a->code && a->code != 200;
	int code = 0;

	if (id && started)
		return 0;
	if (!id && failed) {
		if (e->index == 1)
			return 0; /* with its end */
		code = request(im, e, a, &id, err);
		return code ? code : answer(im, e, a, type, id, err);
	}
	if (!id)
		code = open_watch(im, e, a, type, err);
	if (code || started)
		return code;
	id = (uint32_t)(uintptr_t)map_del(&im->audits, a->id);
	imp__watch_close(im, id);
	return imp__emit_close(im, e, id, end_of(a), err);
}

/* --- second pass --- */

static bool is_of_no_use(const struct audit *a, struct rec__target *t)
{
	static const char *const subs[] = { "exec", "attach", "portforward", "proxy", "log" };

	if (!rec__target_parse(a->path, t))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(subs); i++)
		if (str_eqz(t->subresource, subs[i]))
			return true;
	/* discovery: /api/v1, /apis/apps/v1 */
	return !t->resource.len;
}

/* What a client asks for, the server has had. */
static void raise_rv(struct imp__import *im, struct str text)
{
	uint64_t rv = rec__number(text);

	im->last_rv = rv > im->last_rv ? rv : im->last_rv;
}

static int write_event(struct imp__import *im, const struct imp__entry *e, struct audit *a,
		       struct relist_err *err)
{
	struct effect f = { .im = im, .e = e, .a = a };
	struct rec__target t;
	uint32_t id;
	int code;

	if (is_of_no_use(a, &t)) {
		imp__note(im, e->file, e->line,
			  "requestURI: " STR_FMT " is about no objects; left out",
			  STR_ARG(a->path));
		return 0;
	}
	f.type = imp__type_of_resource(im, a->target.group, a->target.version, a->target.resource);
	if (!f.type)
		return imp__no_memory(err);
	if (json_is_true(json_path(a->event, "annotations", "audit.k8s.io/truncated", NULL)) ||
	    json_str_eq(json_path(a->event, "annotations", "audit.k8s.io/truncated", NULL),
			STR("true")))
		imp__note(im, e->file, e->line,
			  "annotations: the event was truncated by the apiserver");
	raise_rv(im, of_query(a, "resourceVersion"));
	if (a->watch)
		return write_watch(im, e, a, f.type, err);
	if (e->index == 1 || str_eqz(a->stage, "ResponseStarted"))
		return 0;
	code = request(im, e, a, &id, err);
	if (!code && is_write(a) && succeeded(a) && !a->response.len && !f.type->virtual_) {
		code = write_effect(&f, err);
		return code ? code : assumed_answer(im, e, a, f.type, id, err);
	}
	if (!code)
		code = answer(im, e, a, f.type, id, err);
	if (code || !a->code)
		return code;
	return is_write(a) ? write_effect(&f, err) : learn(im, e, a, f.type, err);
}

/* A plural without its end, as a kind: crontabs are of kind Crontab, more or less. */
static void guess_kind(struct imp__import *im, const struct imp__entry *e, struct imp__type *type)
{
	AUTO_STRBUF kind = STRBUF_INIT;

	strbuf_adds(&kind, type->resource);
	if (kind.len > 1 && kind.ptr[kind.len - 1] == 's')
		kind.len--;
	if (kind.len && kind.ptr[0] >= 'a' && kind.ptr[0] <= 'z')
		kind.ptr[0] = (char)(kind.ptr[0] - 'a' + 'A');
	type->kind = imp__copy(im, strbuf_str(&kind));
	imp__note(im, e->file, e->line,
		  "kind: nothing tells the kind of " STR_FMT "; " STR_FMT " is assumed",
		  STR_ARG(type->resource), STR_ARG(type->kind));
}

/* A custom type's kind, when its objects tell it. */
static void note_kind(struct imp__import *im, const struct imp__entry *e, struct audit *a)
{
	json_t from = a->response.len && !is_status(a->response) ? a->response : a->request;
	const struct imp__type *t =
	    imp__type_of_resource(im, a->target.group, a->target.version, a->target.resource);
	struct imp__type *type = (struct imp__type *)(uintptr_t)t;
	struct str kind = text_of(a, json_get(from, "kind"));

	if (!type || type->kind.len || a->target.subresource.len || !a->target.resource.len)
		return;
	type->namespaced = a->target.ns.len > 0;
	if (!kind.len || str_eqz(kind, "DeleteOptions") || json_kind(from) != JSON_OBJECT) {
		if (is_write(a) || str_eqz(a->verb, "list"))
			guess_kind(im, e, type);
		return;
	}
	if (kind.len > 4 && memcmp(kind.ptr + kind.len - 4, "List", 4) == 0)
		kind.len -= 4;
	type->kind = imp__copy(im, kind);
}

/* The same stage of the same request, once more: a batch that was sent twice, a file that was given
 * twice. -1: out of memory. */
static int is_again(struct imp__import *im, const struct imp__entry *e, const struct audit *a)
{
	AUTO_STRBUF key = STRBUF_INIT;
	char **slot, *copy;

	if (!a->id.len)
		return 0;
	strbuf_addf(&key, STR_FMT " " STR_FMT " %llu", STR_ARG(a->id), STR_ARG(a->stage),
		    (unsigned long long)e->index);
	if (!im->recent)
		im->recent = base__calloc(IMP_RECENT_MAX, sizeof(*im->recent));
	if (key.failed || !im->recent)
		return -1;
	if (map_get(&im->stages, strbuf_str(&key))) {
		imp__note(im, e->file, e->line,
			  "auditID: this " STR_FMT " of " STR_FMT
			  " was told before; it is left out",
			  STR_ARG(a->stage), STR_ARG(a->id));
		return 1;
	}
	slot = &im->recent[im->recent_count++ % IMP_RECENT_MAX];
	if (*slot)
		(void)map_del(&im->stages, str_of(*slot));
	base__free(*slot);
	*slot = copy = base__strndup(key.ptr, key.len);
	return !copy || map_put(&im->stages, str_of(copy), im, NULL) ? -1 : 0;
}

void imp__audit_fini(struct imp__import *im)
{
	for (size_t i = 0; im->recent && i < IMP_RECENT_MAX; i++)
		base__free(im->recent[i]);
	base__free(im->recent);
	map_fini(&im->stages);
}

int imp__audit_write(struct imp__import *im, const struct imp__entry *e, json_t event,
		     struct relist_err *err)
{
	struct audit a;
	int code = take_apart(&a, event) ? imp__no_memory(err) : 0;
	int again = code ? 0 : is_again(im, e, &a);

	if (again < 0)
		code = imp__no_memory(err);
	if (!code && !again) {
		note_kind(im, e, &a);
		code = write_event(im, e, &a, err);
	}
	audit_fini(&a);
	return code;
}

int imp__audit_end(struct imp__import *im, struct relist_err *err)
{
	(void)err;
	if ((im->classes & (1u << IMP_CLASS_AUDIT)) && map_len(&im->audits))
		imp__note(im, 0, 0, "%zu watches were open when the log ended",
			  map_len(&im->audits));
	return 0;
}
