/* SPDX-License-Identifier: Apache-2.0 */
/* recognise.c - first pass: recognises the format of each value and calls its reader. */
#include "base/json_tree.h"
#include "runner/import/impl.h"

static bool has(json_t object, const char *member, enum json_kind kind)
{
	json_t v = json_get(object, member);

	return v.len && json_kind(v) == kind;
}

static bool is_list(json_t kind)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str s = json_str(kind, &scratch);

	return s.len >= 4 && memcmp(s.ptr + s.len - 4, "List", 4) == 0;
}

/* Also true if the audit level or a filter omitted a member. */
static bool is_audit(const struct imp__value *v)
{
	json_t version = json_get(v->json, "apiVersion");
	AUTO_STRBUF scratch = STRBUF_INIT;

	return (has(v->json, "auditID", JSON_STRING) && has(v->json, "stage", JSON_STRING)) ||
	       (has(v->json, "verb", JSON_STRING) &&
		(has(v->json, "requestURI", JSON_STRING) || has(v->json, "stage", JSON_STRING))) ||
	       (!v->had_items &&
		str_begins(json_str(version.len ? version : v->api_version, &scratch),
			   "audit.k8s.io/"));
}

enum what { AUDIT, WATCH, HAR, K8SHARK, OBJECT, RECORDING, LIST_END, SHELL, UNKNOWN };

static enum what kind_of_value(const struct imp__value *v)
{
	json_t j = v->json;

	if (json_kind(j) != JSON_OBJECT)
		return v->had_items ? SHELL : UNKNOWN;
	if (is_audit(v))
		return AUDIT;
	if (has(j, "recording", JSON_NUMBER) || has(j, "trace", JSON_NUMBER))
		return RECORDING;
	if (has(j, "type", JSON_STRING) && has(j, "object", JSON_OBJECT))
		return WATCH;
	if (has(j, "request", JSON_OBJECT) &&
	    (has(j, "startedDateTime", JSON_STRING) || has(j, "response", JSON_OBJECT)))
		return HAR;
	if (has(j, "api_path", JSON_STRING) && has(j, "captured_at", JSON_STRING))
		return K8SHARK;
	if (v->had_items)
		return is_list(json_get(j, "kind")) ? LIST_END : SHELL;
	if (is_list(json_get(j, "kind")) && has(j, "items", JSON_NULL))
		return LIST_END;
	if (has(j, "metadata", JSON_OBJECT) &&
	    (has(j, "kind", JSON_STRING) || (v->role == IMP_ITEM && v->kind.len)))
		return OBJECT;
	return UNKNOWN;
}

static int unknown(struct imp__import *im, const struct imp__value *v, struct relist_err *err)
{
	const char *what = imp__foreign(v->json);
	bool consumed = false;
	int code = what ? 0 : imp__wrapped_read(im, v, &consumed, err);

	if (code || consumed)
		return code;
	if (!what)
		what = "neither a watch event, an object, an audit event, a HAR entry nor a "
		       "k8shark record";
	/* manifest folders have files of other programs, too: kustomization.yaml */
	if (im->opt.keep_going || im->in_snapshot) {
		imp__note(im, (uint32_t)im->file_count - 1, v->at.line, "%s; it is left out", what);
		return 0;
	}
	relist_err_set(err, RELIST_EPARSE, "%s (--keep-going leaves it out)", what);
	err->line = (uint32_t)v->at.line;
	err->column = (uint32_t)v->at.column;
	return RELIST_EPARSE;
}

static int recording(struct imp__import *im, const struct imp__value *v, struct relist_err *err)
{
	bool trace = json_get(v->json, "trace").len > 0;

	(void)im;
	relist_err_set(err, RELIST_EPARSE,
		       trace
			   ? "this is a recorded trace of an informer: relist run and relist show "
			     "take it as it is"
			   : "this is a recording already: relist lift reads it as it is");
	err->line = (uint32_t)v->at.line;
	err->column = (uint32_t)v->at.column;
	return RELIST_EPARSE;
}

static int read_object(struct imp__import *im, const struct imp__value *v, struct relist_err *err)
{
	/* without a resourceVersion it was never on a server, so it is not the output of a watch */
	if (v->role == IMP_ITEM || im->in_snapshot ||
	    !json_path(v->json, "metadata", "resourceVersion", NULL).len)
		return imp__item_read(im, v, err);
	return imp__object_read(im, v, err);
}

/* Adds the value's position to an error. */
static int placed(const struct imp__value *v, int code, struct relist_err *err)
{
	if (code && !err->line) {
		err->line = (uint32_t)v->at.line;
		err->column = (uint32_t)v->at.column;
	}
	return code;
}

int imp__on_value(void *user, const struct imp__value *v)
{
	struct imp__import *im = user;
	struct relist_err *err = &im->why;
	int code = 0;

	*err = (struct relist_err) { 0 };
	switch (kind_of_value(v)) {
	case AUDIT:
		code = imp__audit_read(im, v, err);
		break;
	case WATCH:
		code = imp__watch_read(im, v, err);
		break;
	case HAR:
		code = imp__har_read(im, v, err);
		break;
	case K8SHARK:
		code = imp__k8shark_read(im, v, err);
		break;
	case OBJECT:
		code = read_object(im, v, err);
		break;
	case RECORDING:
		code = recording(im, v, err);
		break;
	case SHELL:
		break;
	case LIST_END:
		code = imp__list_end(im, v, err);
		break;
	case UNKNOWN:
		code = unknown(im, v, err);
		break;
	}
	code = placed(v, code, err);
	if (code == RELIST_EPARSE && (im->opt.keep_going || im->in_snapshot) &&
	    kind_of_value(v) != RECORDING) {
		imp__note(im, (uint32_t)im->file_count - 1, err->line, "%s; it is left out",
			  err->msg);
		code = 0;
	}
	return code;
}
