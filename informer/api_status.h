/* SPDX-License-Identifier: Apache-2.0 */
/* api_status.h - errors of a request, classified as client-go's error values are.
 *
 * One value type instead of Go's error trees: the kind for the watch error handler, and the facts
 * that reflector and pager test (apierrors.IsGone and friends). Source: apimachinery
 * pkg/api/errors, client-go rest/request.go (transformResponse, Result.Error).
 */
#ifndef INFORMER_API_STATUS_H
#define INFORMER_API_STATUS_H

#include "base/json_scan.h"
#include "relist/informer.h"

struct inf__api_error {
	enum inf_watch_error_kind kind;
	int32_t code;		/* of the Status object, not of HTTP */
	bool too_large_cause;	/* details.causes has ResourceVersionTooLarge */
	bool too_large_message; /* what servers before 1.18.6 say instead */
	bool wrapped;		/* an earlier attempt failed too; hides too_large_message */
	bool no_memory;
	char reason[64];
	char text[240];
};

/* An error of ours or of the connection. */
__attribute__((format(printf, 3, 4))) void
inf__api_error_set(struct inf__api_error *e, enum inf_watch_error_kind kind, const char *fmt, ...);
void inf__api_error_no_memory(struct inf__api_error *e);

/* The error a Status object stands for. False when it does not decode into a metav1.Status. */
bool inf__api_error_from_status(struct inf__api_error *e, json_t status);

/* A Status of any group and version (a missing apiVersion stands for v1). */
bool inf__is_status(json_t v);

/* The reason is one that apimachinery knows: then a code alone decides nothing. */
bool inf__reason_is_known(const char *reason);

/* The error of an answer with an error code (outside 200..206). A Status with status Failure in
 * `body` speaks for itself; anything else is named by the code. */
void inf__api_error_from_response(struct inf__api_error *e, int http_status,
				  const char *content_type, struct str body);

/* Content-Type as rest.Request reads it: absent or JSON is JSON. */
enum inf__media { INF_MEDIA_JSON, INF_MEDIA_TEXT, INF_MEDIA_OTHER, INF_MEDIA_INVALID };
enum inf__media inf__media_type(const char *content_type);

bool inf__api_error_is_expired(const struct inf__api_error *e);	 /* reason Expired */
bool inf__api_error_is_gone(const struct inf__api_error *e);	 /* Gone or a bare 410 */
bool inf__api_error_is_too_many(const struct inf__api_error *e); /* 429 */
bool inf__api_error_is_internal(const struct inf__api_error *e);
bool inf__api_error_is_too_large(const struct inf__api_error *e);

#endif
