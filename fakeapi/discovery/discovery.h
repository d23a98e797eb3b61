/* SPDX-License-Identifier: Apache-2.0 */
/* discovery.h - the documents that a client reads before it requests objects: /version, /api, /apis
 * (legacy and aggregated), /openapi, health and metrics, made from the registry of served types.
 *
 * Who may call: server/. Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_DISCOVERY_H
#define FAKEAPI_DISCOVERY_H

#include "base/str.h"
#include "fakeapi/discovery/prose.h"
#include "fakeapi/exchange.h"
#include "fakeapi/schema/registry.h"

/* A complete, short response. */
struct fakeapi__answer {
	int status;
	struct strbuf content_type;
	struct strbuf etag;	/* "" : none */
	struct strbuf location; /* "" : none */
	struct strbuf body;
	bool vary_accept;
	/* NULL: the default, "no-cache, private". */
	const char *cache_control;
	/* Further headers, static strings. */
	struct fakeapi__header extra[2];
	size_t extra_count;
};

void fakeapi__answer_init(struct fakeapi__answer *a);
void fakeapi__answer_fini(struct fakeapi__answer *a);

enum { FAKEAPI_CHECKS_MAX = 40 };

/* Inputs of the responses other than the types. */
struct fakeapi__discovery {
	struct fakeapi__prose *prose; /* NULL: none */
	int64_t start_unix_s;
	const struct fakeapi__features *features;
	bool not_aggregated; /* the aggregated form is disabled */
	/* Number of runs of each check for healthz, livez and readyz: for /metrics/slis. */
	uint64_t checked[3][FAKEAPI_CHECKS_MAX];
};

/* True if the path's router allows only GET; other paths ignore the method. */
bool fakeapi__discovery_takes_get_alone(const struct fakeapi__registry *reg, struct str path);
/* Responds to a non-resource path. false: none of these paths (the caller responds with a 404). If
 * out of memory, a strbuf in `out` has failed. */
bool fakeapi__discovery_answer(const struct fakeapi__registry *reg, struct fakeapi__discovery *d,
			       const struct fakeapi__request *req, struct fakeapi__answer *out);

#endif
