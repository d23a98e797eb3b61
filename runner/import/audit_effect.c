/* SPDX-License-Identifier: Apache-2.0 */
/* audit_effect.c - the effect of a write in an audit log, from its response or else its request. */
#include "base/text/rfc3339.h"
#include "runner/import/audit.h"

/* The version of the event that shows the write, else the next free number; 0: none is left. */
static uint64_t free_rv(struct imp__effect *f)
{
	uint64_t next = imp__next_rv(f->im, f->im->last_rv), seen = f->e->rv;

	if (seen && !imp__rv_of(f->a->response) && (!f->had || seen > f->had->rv))
		return seen;
	return next > f->im->last_rv + 1 ? f->im->last_rv + 1 : 0;
}

static int commit(struct imp__effect *f, json_t object, bool deleted, uint64_t rv,
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

static int64_t integer(json_t v)
{
	int64_t n = 0;

	return json_int64(v, &n) ? n : 0;
}

/* Changes one member of the known object. */
static int small_change(struct imp__effect *f, const char *where, const char *name,
			const char *value, uint64_t rv, struct relist_err *err)
{
	AUTO_STRBUF object = STRBUF_INIT;

	if (!f->had)
		return 0;
	if (imp__with_member(imp__had_json(f), where, name, value, &object))
		return imp__no_memory(err);
	return commit(f, strbuf_str(&object), false, rv ? rv : free_rv(f), err);
}

static bool is_immediate(const struct imp__effect *f)
{
	int64_t seconds = -1;

	return str_eqz(imp__audit_query(f->a, "gracePeriodSeconds"), "0") ||
	       (json_int64(json_get(f->a->request, "gracePeriodSeconds"), &seconds) && !seconds);
}

/* A kubelet has to stop the pod first: it is on a node, has not ended, and is not being stopped
 * already. */
static bool ends_with_grace(const struct imp__effect *f)
{
	json_t had = imp__had_json(f), phase = json_path(had, "status", "phase", NULL);

	return str_eqz(f->type->resource, "pods") && !f->type->group.len &&
	       json_path(had, "spec", "nodeName", NULL).len && !json_str_eq(phase, STR("Failed")) &&
	       !json_str_eq(phase, STR("Succeeded")) &&
	       !json_path(had, "metadata", "deletionTimestamp", NULL).len && !is_immediate(f);
}

/* The grace period in seconds of a pod that has to be stopped; 0 for other objects. A pod without a
 * known spec is assumed to be on a node, as most are. */
static int64_t grace_of(const struct imp__effect *f)
{
	int64_t seconds = 30;

	if (!str_eqz(f->type->resource, "pods") || f->type->group.len ||
	    (json_get(imp__had_json(f), "spec").len && !ends_with_grace(f)))
		return 0;
	(void)json_int64(json_path(imp__had_json(f), "spec", "terminationGracePeriodSeconds", NULL),
			 &seconds);
	(void)json_int64(json_get(f->a->request, "gracePeriodSeconds"), &seconds);
	return seconds < 0 ? 0 : seconds > 86400 ? 86400 : seconds;
}

static int mark(struct imp__effect *f, struct relist_err *err)
{
	AUTO_STRBUF time = STRBUF_INIT, seconds = STRBUF_INIT, marked = STRBUF_INIT,
		    whole = STRBUF_INIT;
	int64_t grace = f->had ? grace_of(f) : 0;
	json_t object;

	if (!f->had || json_path(imp__had_json(f), "metadata", "deletionTimestamp", NULL).len)
		return 0;
	strbuf_addc(&time, '"');
	rfc3339_format(f->e->at_ns - f->e->at_ns % NS_PER_S + grace * NS_PER_S, &time);
	strbuf_addc(&time, '"');
	strbuf_addf(&seconds, "%lld", (long long)grace);
	if (time.failed || seconds.failed ||
	    imp__with_member(imp__had_json(f), "metadata", "deletionTimestamp", time.ptr, &marked))
		return imp__no_memory(err);
	object = strbuf_str(&marked);
	if (grace &&
	    imp__with_member(object, "metadata", "deletionGracePeriodSeconds", seconds.ptr, &whole))
		return imp__no_memory(err);
	return commit(f, grace ? strbuf_str(&whole) : object, false, free_rv(f), err);
}

/* The log may not show the pod's spec; then the pod is assumed to be on a node, as most are. */
static int evict(struct imp__effect *f, struct relist_err *err)
{
	if (!f->had || json_path(imp__had_json(f), "metadata", "deletionTimestamp", NULL).len)
		return 0; /* the pod is being stopped already */
	return !json_get(imp__had_json(f), "spec").len || ends_with_grace(f) ||
		       rec__has_finalizers(imp__had_json(f))
		   ? mark(f, err)
		   : commit(f, imp__had_json(f), true, free_rv(f), err);
}

static int subresource_effect(struct imp__effect *f, struct relist_err *err)
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

static bool is_noop(struct imp__effect *f, uint64_t rv)
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

static int put_effect(struct imp__effect *f, struct relist_err *err)
{
	AUTO_STRBUF assumed = STRBUF_INIT;
	json_t object = f->a->response;
	uint64_t rv = 0;

	if (answers_object(f->a))
		rv = imp__rv_of(object);
	/* The removal of the last finalizer ends the object, whatever version the response has. */
	if (rv && f->had && rec__is_ended(object) && rec__has_finalizers(imp__had_json(f)))
		return commit(f, object, true, rv > f->had->rv ? rv : free_rv(f), err);
	if (is_noop(f, rv))
		return 0;
	if (!rv) {
		if (imp__assumed_state(f, &assumed))
			return imp__no_memory(err);
		object = strbuf_str(&assumed);
		rv = free_rv(f);
	}
	return commit(f, object, rec__is_ended(object), rv, err);
}

static int delete_effect(struct imp__effect *f, struct relist_err *err)
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
	    (rec__has_finalizers(imp__had_json(f)) || ends_with_grace(f)))
		return mark(f, err);
	if (!f->had && imp__was_deleted(f->im, f->type, f->a->target.ns, f->a->target.name))
		return 0; /* a pod ends with two deletes; the first one was taken for the last */
	if (!f->had && imp__bare_object(f, (json_t) { NULL, 0 }, &assumed))
		return imp__no_memory(err);
	return commit(f, f->had ? imp__had_json(f) : strbuf_str(&assumed), true, free_rv(f), err);
}

static int delete_one_of(struct imp__effect *f, json_t object, struct relist_err *err)
{
	json_t metadata = json_get(object, "metadata");
	AUTO_STRBUF ns = STRBUF_INIT, name = STRBUF_INIT;

	f->had = imp__object_get(f->im, f->type, json_str(json_get(metadata, "namespace"), &ns),
				 json_str(json_get(metadata, "name"), &name));
	if (imp__other_uid(object, imp__had_json(f)))
		return 0; /* another object has the name now: its creation has ended this one */
	if (json_get(metadata, "deletionTimestamp").len && !rec__is_ended(object))
		return commit(f, object, false, imp__rv_of(object), err);
	if (rec__has_finalizers(f->had ? imp__had_json(f) : object) || ends_with_grace(f))
		return mark(f, err);
	return commit(f, object, true, free_rv(f), err);
}

/* Deletes every known object of the collection that the selectors select. */
static int delete_known(struct imp__effect *f, struct relist_err *err)
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

static int delete_all_effect(struct imp__effect *f, struct relist_err *err)
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
	struct imp__effect effect = { .im = im, .e = e, .a = a, .type = type }, *f = &effect;

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
