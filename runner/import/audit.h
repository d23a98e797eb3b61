/* SPDX-License-Identifier: Apache-2.0 */
/* audit.h - an event of an audit log, taken apart; shared by audit.c (reading, and what an event is
 * about), audit_effect.c (what a write did) and audit_answer.c (requests, answers, watches). */
#ifndef RUNNER_IMPORT_AUDIT_H
#define RUNNER_IMPORT_AUDIT_H

#include "runner/import/impl.h"

struct imp__audit {
	json_t event, request, response, status;
	struct str id, verb, stage, uri, user, client, agent;
	struct rec__target target;
	struct str path, prefix; /* prefix: a proxy's path in front of it */
	const struct rec__pair *query;
	size_t query_count;
	int64_t received, staged;
	int64_t code;
	bool watch;
	struct runner__arena arena;
};

struct str imp__audit_text(struct imp__audit *a, json_t v);
/* Of the request's query; empty: it has none. */
struct str imp__audit_query(const struct imp__audit *a, const char *name);
bool imp__audit_is_write(const struct imp__audit *a);
bool imp__audit_succeeded(const struct imp__audit *a);
/* The subresource is another view of the object. */
bool imp__audit_is_of_parent(struct str subresource);
bool imp__audit_is_status(json_t object);

/* What a write that succeeded did to the objects that are known. */
int imp__audit_effect(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		      const struct imp__type *type, struct relist_err *err);

/* Lines of the recording. `id` gets the request's. */
int imp__audit_request(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		       uint32_t *id, struct relist_err *err);
int imp__audit_answer(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		      const struct imp__type *type, uint32_t id, struct relist_err *err);
/* The answer to a write that the log leaves out: what became of the object. */
int imp__audit_assumed_answer(struct imp__import *im, const struct imp__entry *e,
			      struct imp__audit *a, const struct imp__type *type, uint32_t id,
			      struct relist_err *err);
int imp__audit_watch(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		     const struct imp__type *type, struct relist_err *err);

#endif
