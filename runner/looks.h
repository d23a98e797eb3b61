/* SPDX-License-Identifier: Apache-2.0 */
/* looks.h - guesses a file's format from its first bytes, for messages about an unexpected
 * format. */
#ifndef RUNNER_LOOKS_H
#define RUNNER_LOOKS_H

#include "base/base.h"

enum runner__looks {
	RUNNER_LOOKS_OTHER,
	RUNNER_LOOKS_GZIP,
	RUNNER_LOOKS_ZIP,
	RUNNER_LOOKS_TAR,
	RUNNER_LOOKS_AUDIT,
	RUNNER_LOOKS_WATCH,  /* Kubernetes objects as JSON with at least one watch event */
	RUNNER_LOOKS_OBJECT, /* Kubernetes objects as JSON without an event */
	RUNNER_LOOKS_HAR,
	RUNNER_LOOKS_K8SHARK,
	RUNNER_LOOKS_RECORDING,
};

/* Reads at most the first 64 KiB. */
enum runner__looks runner__look(struct str bytes);
/* A hint for a message: "this is a Kubernetes audit log: ..."; NULL for an unknown format and for
 * plain objects. */
const char *runner__looks_hint(struct str bytes);

#endif
