/* SPDX-License-Identifier: Apache-2.0 */
/* known_types.h - the built-in types of all releases of Kubernetes, as scenarios name them. */
#ifndef RUNNER_LANGUAGE_KNOWN_TYPES_H
#define RUNNER_LANGUAGE_KNOWN_TYPES_H

#include "runner/language/scenario.h"

struct scn__known_type {
	const char *group, *version, *resource, *kind;
	unsigned flags;	       /* 1: namespaced; 2: not served unless enabled */
	unsigned since, until; /* minors of Kubernetes */
};

/* How a release of Kubernetes has a resource. */
enum scn__presence {
	SCN_SERVED,
	SCN_OTHER_RELEASE, /* in releases before or after it */
	SCN_OTHER_VERSION, /* the resource is served in another version of the group */
	SCN_NO_GROUP,	   /* unknown, and the group has no dot, as only Kubernetes' own groups */
	SCN_CUSTOM	   /* of another group */
};
/* `release` is a minor. *known: the row of the built-in type; NULL for the last two. */
enum scn__presence scn__look_up(unsigned release, struct str group, struct str version,
				struct str resource, const struct scn__known_type **known);
/* Whether it is a beta that Kubernetes has removed, such as policy/v1beta1 and extensions/v1beta1:
 * a scenario's type has `removed: true`. */
bool scn__is_removed(unsigned release, struct str group, struct str version, struct str resource);
/* The minor of Kubernetes that the world's server simulates (fakeapi/meta/release.h). */
unsigned scn__release(const struct scn__world *w);

#endif
