/* SPDX-License-Identifier: Apache-2.0 */
/* release.h - the releases of Kubernetes that a server can imitate. A release is its minor: 34 is
 * Kubernetes 1.34. Rows of the tables have the first and the last minor for which they are
 * valid. */
#ifndef FAKEAPI_RELEASE_H
#define FAKEAPI_RELEASE_H

#include "base/str.h"
#include "relist/err.h"

enum {
	FAKEAPI_RELEASE_OLDEST = 31,
	FAKEAPI_RELEASE_DEFAULT = 34, /* also selected by 0 */
	FAKEAPI_RELEASE_NEWEST = 37,
	FAKEAPI_RELEASES = FAKEAPI_RELEASE_NEWEST - FAKEAPI_RELEASE_OLDEST + 1,
};

/* True for a row that is valid in the default release. */
#define FAKEAPI_RELEASE_IS_DEFAULT(since, until)                                                   \
	(FAKEAPI_RELEASE_DEFAULT >= (since) && FAKEAPI_RELEASE_DEFAULT <= (until))

/* Parses "1.34", "v1.34" or "1.34.4" (only the imitated patch). 0: unknown. */
unsigned fakeapi__release_parse(const char *text);
/* Parses the value of an option; NULL or "": the default. RELIST_EINVAL: the error lists the known
 * releases. */
int fakeapi__release_read(const char *text, const char *option, unsigned *release,
			  struct relist_err *err);
/* Where Go makes the scheme that some errors name: a line of pkg/runtime/scheme.go. */
unsigned fakeapi__scheme_line(unsigned release);
/* The version with its patch: "1.34.4". */
const char *fakeapi__release_version(unsigned release);

#endif
