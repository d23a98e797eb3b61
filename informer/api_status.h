/* SPDX-License-Identifier: Apache-2.0 */
/* api_status.h - errors of a request, classified like client-go's error values.
 *
 * One value type replaces Go's error trees. It holds the kind for the watch error handler, and the
 * facts that reflector and pager test (apierrors.IsGone and others). Source: apimachinery
 * pkg/api/errors, client-go rest/request.go (transformResponse, Result.Error). */
#ifndef INFORMER_API_STATUS_H
#define INFORMER_API_STATUS_H

#include "base/json_scan.h"
#include "relist/informer.h"

struct inf__api_error {
	enum inf_watch_error_kind kind;
	int32_t code;		/* code of the Status object, not of HTTP */
	bool too_large_cause;	/* details.causes has ResourceVersionTooLarge */
	bool too_large_message; /* the equivalent message of servers before 1.18.6 */
	bool wrapped;		/* an earlier attempt failed as well; hides too_large_message */
	bool no_memory;
	char reason[64];
	char text[240];
};

/* An error of this client or of the connection. */
__attribute__((format(printf, 3, 4))) void
inf__api_error_set(struct inf__api_error *e, enum inf_watch_error_kind kind, const char *fmt, ...);
void inf__api_error_no_memory(struct inf__api_error *e);

/* Sets the error that a Status object represents. Returns false if it does not decode into a
 * metav1.Status. */
bool inf__api_error_from_status(struct inf__api_error *e, json_t status);

/* Whether `v` is a Status of any group and version (a missing apiVersion means v1). */
bool inf__is_status(json_t v);

/* Whether apimachinery knows the reason; the code then does not decide alone. */
bool inf__reason_is_known(const char *reason);

/* Sets the error of a response whose code is outside 200..206. A Status with status Failure in
 * `body` determines it, else the code. */
void inf__api_error_from_response(struct inf__api_error *e, int http_status,
				  const char *content_type, struct str body);

/* Content-Type as rest.Request parses it: absent or JSON is JSON. */
enum inf__media { INF_MEDIA_JSON, INF_MEDIA_TEXT, INF_MEDIA_OTHER, INF_MEDIA_INVALID };
enum inf__media inf__media_type(const char *content_type);

bool inf__api_error_is_expired(const struct inf__api_error *e);	 /* reason Expired */
bool inf__api_error_is_gone(const struct inf__api_error *e);	 /* Gone or a bare 410 */
bool inf__api_error_is_too_many(const struct inf__api_error *e); /* 429 */
bool inf__api_error_is_internal(const struct inf__api_error *e);
bool inf__api_error_is_too_large(const struct inf__api_error *e);

#endif
