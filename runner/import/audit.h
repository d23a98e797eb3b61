/* SPDX-License-Identifier: Apache-2.0 */
/* audit.h - a parsed event of an audit log. Shared by audit_event.c (its fields), audit.c (parsing,
 * the event's target), audit_effect.c (the effect of a write), audit_assume.c (an object that the
 * log omits) and audit_answer.c (requests, responses, watches). */
#ifndef RUNNER_IMPORT_AUDIT_H
#define RUNNER_IMPORT_AUDIT_H

#include "runner/import/impl.h"

struct imp__audit {
	json_t event, request, response, status;
	struct str id, verb, stage, uri, user, client, agent;
	struct rec__target target;
	struct str path, prefix; /* prefix: a proxy's path before the request's own */
	const struct rec__pair *query;
	size_t query_count;
	int64_t received, staged;
	int64_t code;
	bool watch;
	struct runner__arena arena;
};

struct str imp__audit_text(struct imp__audit *a, json_t v);
/* A parameter of the request's query; empty if absent. */
struct str imp__audit_query(const struct imp__audit *a, const char *name);
bool imp__audit_is_write(const struct imp__audit *a);
bool imp__audit_succeeded(const struct imp__audit *a);
/* The subresource shows the same object. */
bool imp__audit_is_of_parent(struct str subresource);
bool imp__audit_is_status(json_t object);

/* A successful write that is being applied. */
struct imp__effect {
	struct imp__import *im;
	const struct imp__entry *e;
	struct imp__audit *a;
	const struct imp__type *type;
	const struct imp__object *had; /* before the write; NULL: unknown */
};

/* The object before the write; empty if unknown. */
json_t imp__had_json(const struct imp__effect *f);
/* Appends `from` (may be empty) with the names and metadata that are certain. */
int imp__bare_object(struct imp__effect *f, json_t from, struct strbuf *out);
/* Appends the assumed new object after a write whose response is not in the log. */
int imp__assumed_state(struct imp__effect *f, struct strbuf *out);

/* Applies the effect of a successful write to the known objects. */
int imp__audit_effect(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		      const struct imp__type *type, struct relist_err *err);

/* First pass: the log has no version of the write; an event that kubectl printed may have it. */
int imp__audit_seek(struct imp__import *im, const struct imp__audit *a, const struct imp__entry *e,
		    struct relist_err *err);

/* Write lines of the recording. `id` is set to the request's id. */
int imp__audit_request(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		       uint32_t *id, struct relist_err *err);
int imp__audit_answer(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		      const struct imp__type *type, uint32_t id, struct relist_err *err);
/* Writes the response that the log omits, from the object's new state. */
int imp__audit_assumed_answer(struct imp__import *im, const struct imp__entry *e,
			      struct imp__audit *a, const struct imp__type *type, uint32_t id,
			      struct relist_err *err);
int imp__audit_watch(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		     const struct imp__type *type, struct relist_err *err);

#endif
