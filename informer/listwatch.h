/* SPDX-License-Identifier: Apache-2.0 */
/* listwatch.h - paths and queries of LIST and WATCH (ListWatch, metav1.ListOptions). */
#ifndef INFORMER_LISTWATCH_H
#define INFORMER_LISTWATCH_H

#include "base/str.h"
#include "informer/reflector.h"

/* The part of metav1.ListOptions that a reflector sets. */
struct inf__list_options {
	bool watch;
	bool allow_bookmarks;
	bool send_initial_events;     /* with resourceVersionMatch=NotOlderThan */
	int64_t timeout_seconds;      /* 0: none */
	int64_t limit;		      /* 0: none */
	const char *resource_version; /* "": none */
	const char *continue_token;   /* "": none */
};

enum { INF_QUERY_MAX = 10 };

/* A query that owns its strings. */
struct inf__query {
	struct inf__query_param params[INF_QUERY_MAX];
	size_t count;
	char limit[24], timeout_seconds[24];
	struct strbuf resource_version, continue_token;
};

void inf__query_init(struct inf__query *q);
void inf__query_fini(struct inf__query *q);
/* Sets the parameters, sorted by name. The selectors ("": none) are borrowed. RELIST_ENOMEM: *q is
 * empty. */
int inf__query_set(struct inf__query *q, const struct inf__list_options *o,
		   const char *label_selector, const char *field_selector);

/* Appends "a=b&c=d", encoded. */
void inf__query_text(struct strbuf *out, const struct inf__query_param *params, size_t count);

/* Whether both selectors are valid for apimachinery's parsers ("" is). RELIST_ENOMEM. */
int inf__selectors_parse(const char *label_selector, const char *field_selector, bool *out);

/* Whether `z` is a valid path segment (IsValidPathSegmentName). */
bool inf__is_path_segment(const char *z);

/* "/api/v1/namespaces/default/pods", "/apis/apps/v1/deployments". RELIST_EINVAL: an invalid path
 * segment. */
int inf__resource_path(struct strbuf *out, const char *group, const char *version,
		       const char *namespace_, const char *resource, struct relist_err *err);

#endif
