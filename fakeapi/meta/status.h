/* SPDX-License-Identifier: Apache-2.0 */
/* status.h - API errors in the real server's words (apimachinery pkg/api/errors). */
#ifndef FAKEAPI_STATUS_H
#define FAKEAPI_STATUS_H

#include <cjson/cJSON.h>

#include "base/base.h"

/* An API error for the client: a metav1.Status. Functions that can fail because of the client
 * return 0 or -1 and fill it; -1 with code 0 means out of memory. */
struct fakeapi__status {
	int code;	   /* HTTP status */
	cJSON *doc;	   /* the whole Status object; owned */
	int retry_after_s; /* > 0: Retry-After header */
};

void fakeapi__status_init(struct fakeapi__status *st);
void fakeapi__status_fini(struct fakeapi__status *st);

/* Makes the Status {code, reason, message}; reason may be NULL. Always returns -1. */
int fakeapi__status_set(struct fakeapi__status *st, int code, const char *reason, const char *fmt,
			...) __attribute__((format(printf, 4, 5)));
/* Adds details.{name, group, kind, uid}; NULL or "" members are left out. */
void fakeapi__status_details(struct fakeapi__status *st, const char *name, const char *group,
			     const char *kind, const char *uid);
/* Adds one details.causes entry {reason, message, field}. */
void fakeapi__status_cause(struct fakeapi__status *st, const char *reason, const char *message,
			   const char *field);

#endif
