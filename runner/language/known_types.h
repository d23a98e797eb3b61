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

/* Returns NULL past the end. */
const struct scn__known_type *scn__known_type_at(size_t i);
/* The minor of Kubernetes that the world's server simulates (fakeapi/meta/release.h). */
unsigned scn__release(const struct scn__world *w);

#endif
