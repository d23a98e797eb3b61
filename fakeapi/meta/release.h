/* SPDX-License-Identifier: Apache-2.0 */
/* release.h - the releases of Kubernetes that a server can be. A release is its minor: 34 is
 * Kubernetes 1.34. Rows of the tables say the first and the last minor that they are true of. */
#ifndef FAKEAPI_RELEASE_H
#define FAKEAPI_RELEASE_H

#include "base/str.h"
#include "relist/err.h"

enum {
	FAKEAPI_RELEASE_OLDEST = 31,
	FAKEAPI_RELEASE_DEFAULT = 34, /* also what 0 means */
	FAKEAPI_RELEASE_NEWEST = 37,
	FAKEAPI_RELEASES = FAKEAPI_RELEASE_NEWEST - FAKEAPI_RELEASE_OLDEST + 1,
};

/* Of a row that is true of these. */
#define FAKEAPI_RELEASE_IS_DEFAULT(since, until)                                                   \
	(FAKEAPI_RELEASE_DEFAULT >= (since) && FAKEAPI_RELEASE_DEFAULT <= (until))

/* "1.34", "v1.34" or "1.34.4", with the patch that is imitated. 0: no known one. */
unsigned fakeapi__release_parse(const char *text);
/* The same for the value of an option; NULL or "": the default. RELIST_EINVAL lists the known
 * ones. */
int fakeapi__release_read(const char *text, const char *option, unsigned *release,
			  struct relist_err *err);
/* With the patch: "1.34.4". */
const char *fakeapi__release_version(unsigned release);

#endif
