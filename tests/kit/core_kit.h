/* SPDX-License-Identifier: Apache-2.0 */
/* core_kit.h - one line per request to a fake apiserver core, in virtual time. */
#ifndef TESTS_CORE_KIT_H
#define TESTS_CORE_KIT_H

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/str.h"
#include "fakeapi/core.h"

struct kit {
	struct fakeapi__core *core;
	int64_t now_ns;
	uint32_t backend;
	const char *content_type; /* NULL: application/json */
	const char *accept;	  /* NULL: application/json */
	const char *agent;	  /* User-Agent; NULL: kit/1 */
	const char *user;	  /* impersonated; NULL: none */
	struct str bytes;	  /* sent as the body if not empty; they may contain NUL */
	const char *const *more;  /* further headers: name, value, ..., NULL; at most 8 */
	const char *peer_ip;	  /* NULL: unknown */
	bool aside;		  /* what is long may be put off, as by the server's worker */
	/* Called when an answer waits: true when something has been done about it. May be NULL. */
	bool (*outside)(struct kit *k);
	/* The last answer. */
	int status;
	char type[96];	   /* Content-Type */
	char audit[64];	   /* Audit-Id */
	char flow[64];	   /* X-Kubernetes-Pf-Flowschema-Uid */
	char level[64];	   /* X-Kubernetes-Pf-Prioritylevel-Uid */
	char warning[512]; /* the last Warning */
	char retry[24];	   /* Retry-After */
	struct strbuf body;
	cJSON *json;   /* of the body, or NULL */
	ptrdiff_t end; /* FAKEAPI_PULL_* that ended it */
};

/* An open watch. */
struct kit_watch {
	struct kit *kit;
	struct fakeapi__exchange *x;
	unsigned woken;
	struct strbuf text; /* what came since the last kit_events() */
	ptrdiff_t end;	    /* FAKEAPI_PULL_WAIT: open */
};

/* `opt` NULL: defaults without first objects. Fails the test when it cannot. */
void kit_open(struct kit *k, const struct fakeapi__options *opt);
void kit_close(struct kit *k);
/* "GET /path?query", body NULL: none. The status, or -1 when no memory was left to begin. */
int kit_do(struct kit *k, const char *method, const char *uri, const char *body);
/* A string at a dotted path of the last answer; "" when absent. */
const char *kit_at(const struct kit *k, const char *path);
/* GET of a list, which must succeed: how many items it has. */
int kit_count(struct kit *k, const char *uri);
/* POST of a ConfigMap in "default"; its resourceVersion. */
unsigned long kit_put_map(struct kit *k, const char *name, const char *value);

/* Begins a GET without waiting for its head. */
void kit_begin(struct kit *k, struct kit_watch *w, const char *uri);
void kit_watch(struct kit *k, struct kit_watch *w, const char *uri);
void kit_unwatch(struct kit_watch *w);
/* Pulls what there is now; "ADDED a, MODIFIED a, BOOKMARK , " (names) since the last call, in
 * `out`. */
const char *kit_events(struct kit_watch *w, struct strbuf *out);

#endif
