/* SPDX-License-Identifier: Apache-2.0 */
/* discovery.h - what a client reads before it asks for objects: /version, /api, /apis (legacy and
 * aggregated), /openapi, health and metrics; and the registry of served types behind it. */
#ifndef FAKEAPI_DISCOVERY_H
#define FAKEAPI_DISCOVERY_H

#include <cjson/cJSON.h>

#include "base/map.h"
#include "base/str.h"
#include "fakeapi/exchange.h"
#include "fakeapi/schema/resource.h"

/* All served types: the built-in table and those added at run time. */
struct fakeapi__registry;

struct fakeapi__registry *fakeapi__registry_new(void); /* with every built-in; NULL: no memory */
void fakeapi__registry_free(struct fakeapi__registry *reg);
/* NULL when not served. */
const struct fakeapi__resource *fakeapi__registry_find(const struct fakeapi__registry *reg,
						       struct str group, struct str version,
						       struct str resource);
const struct fakeapi__resource *fakeapi__registry_find_kind(const struct fakeapi__registry *reg,
							    struct str group, struct str version,
							    struct str kind);
/* For tests. */
bool fakeapi__registry_has_group(const struct fakeapi__registry *reg, struct str group);
bool fakeapi__registry_has_version(const struct fakeapi__registry *reg, struct str group,
				   struct str version);
/* Adds a type; `res` must live until it is removed, and for as long as anyone who has found it may
 * look at it. ETag moves. */
int fakeapi__registry_add(struct fakeapi__registry *reg, const struct fakeapi__resource *res);
void fakeapi__registry_remove(struct fakeapi__registry *reg, struct str group, struct str version,
			      struct str resource);
/* The type that objects of `res` are stored as: `res` itself but for a few (resource.h). */
const struct fakeapi__resource *fakeapi__registry_storage(const struct fakeapi__registry *reg,
							  const struct fakeapi__resource *res);
/* The subresource `name` of `res`; NULL: it has none of that name. Valid as long as `res`. */
const struct fakeapi__subresource *fakeapi__resource_sub(const struct fakeapi__resource *res,
							 struct str name);
/* True when `word` is in the comma separated `list`. */
bool fakeapi__listed(const char *list, const char *word);
/* Moves with every add and remove. */
uint64_t fakeapi__registry_generation(const struct fakeapi__registry *reg);
/* i-th type in discovery order; NULL past the end. */
const struct fakeapi__resource *fakeapi__registry_at(const struct fakeapi__registry *reg, size_t i);

/* A complete, short answer. */
struct fakeapi__answer {
	int status;
	struct strbuf content_type;
	struct strbuf etag;	/* "" : none */
	struct strbuf location; /* "" : none */
	struct strbuf body;
	bool vary_accept;
	/* NULL: the usual one, "no-cache, private". */
	const char *cache_control;
	/* Further headers, static strings. */
	struct fakeapi__header extra[2];
	size_t extra_count;
};

void fakeapi__answer_init(struct fakeapi__answer *a);
void fakeapi__answer_fini(struct fakeapi__answer *a);

/* Appends lines to what /metrics says; set once, before the first request. */
void fakeapi__registry_on_metrics(struct fakeapi__registry *reg,
				  void (*fn)(void *user, struct strbuf *out), void *user);

/* Answers a non-resource path. false: not one of its paths (the caller then says 404). Out of
 * memory shows as a failed strbuf in `out`. */
bool fakeapi__discovery_answer(const struct fakeapi__registry *reg,
			       const struct fakeapi__request *req, struct fakeapi__answer *out);

#endif
