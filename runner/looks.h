/* SPDX-License-Identifier: Apache-2.0 */
/* looks.h - what the first bytes of a file look like, for a message about an unexpected format. */
#ifndef RUNNER_LOOKS_H
#define RUNNER_LOOKS_H

#include "base/base.h"

enum runner__looks {
	RUNNER_LOOKS_OTHER,
	RUNNER_LOOKS_GZIP,
	RUNNER_LOOKS_ZIP,
	RUNNER_LOOKS_TAR,
	RUNNER_LOOKS_AUDIT,
	RUNNER_LOOKS_WATCH,  /* objects of Kubernetes as JSON, or events of them */
	RUNNER_LOOKS_OBJECT, /* the same without an event among them */
	RUNNER_LOOKS_HAR,
	RUNNER_LOOKS_K8SHARK,
	RUNNER_LOOKS_RECORDING,
};

/* Of more than 64 KiB only the beginning is looked at. */
enum runner__looks runner__look(struct str bytes);
/* What to do with it: "this is a Kubernetes audit log: ..."; NULL for what is nothing known, and
 * for plain objects. */
const char *runner__looks_hint(struct str bytes);

#endif
